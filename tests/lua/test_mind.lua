-- What agents decide by: predictions and tactics.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

-- a predictor
local predictor = wend.predictor{action_count = 3, length = 3, support = 1}
same(predictor:predict(), nil)
for _, action in ipairs{0, 1, 2, 0, 1} do
    predictor:add(action)
end
local action, why = predictor:predict()
same(action, 2)
same(why.length, 3)
same(why.count, 1)
near(why.probability, 1)
near(predictor:probabilities()[3], 1)
same(#predictor:probabilities(), 3)
same(predictor:occurrences{0, 1}, 2)
same(predictor:get_info().history_count, 5)

local copy = wend.predictor_load(predictor:save())
same(copy:hash(), predictor:hash())
copy:begin_sequence()
same(select(2, copy:predict()).length, 1)
copy:clear()
same(copy:predict(), nil)
fails("action is 3", function() predictor:add(3) end)
fails("length is 9", function() wend.predictor{length = 9} end)
fails("predictor_load", function() wend.predictor_load("abc") end)

-- tactics
local tactics = wend.tactics{tactic_count = 3, context_count = 2, standard = 1, seed = 7}
local first, reasons = tactics:choose(0)
same(first, 1)
same(reasons.is_first, true)
for _ = 1, 60 do
    local tactic = tactics:choose(0)
    tactics:add(0, tactic, tactic == 2 and 1 or -1)
end
local won = 0
for _ = 1, 20 do
    local tactic = tactics:choose(0)
    won = won + (tactic == 2 and 1 or 0)
    tactics:add(0, tactic, tactic == 2 and 1 or -1)
end
assert(won >= 17)
same(tactics:choose(1), 2) -- from the other context
near(tactics:get(0, 2).mean, 1)
same(#tactics:history(), 80)
same(tactics:history()[1].number, 0)
same(tactics:history()[1].tactic, 1)
assert(tactics:memory_bytes() > 0)

local same_tactics = wend.tactics_load(tactics:save())
same(same_tactics:hash(), tactics:hash())
same(same_tactics:choose(1), 2)
same_tactics:clear()
same(#same_tactics:history(), 0)
fails("context is 2", function() tactics:add(2, 0, 0) end)
fails("context", function() tactics:choose(2) end)
fails("score", function() tactics:add(0, 0, 1e300) end)
fails("standard is 5", function() wend.tactics{standard = 5} end)
