-- Scheduled thinking: periods, bands, decisions, requests from within functions, errors.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same = check.fails_here, check.same

local minds
local thoughts = {}
minds = wend.minds{
    decision_bytes = 2, bands = {{distance = 20, period = 1}, {distance = 60, period = 4}}, far_period = 16, hysteresis = 2,
    central_period = 2,
    think_central = function(turn)
        same(minds:decide(1, "C"), true)
        same(minds:decide(999, "C"), false)
        same(turn.next, nil)
    end,
    think = function(agent, turn)
        thoughts[agent] = (thoughts[agent] or 0) + 1
        if agent == 1 and turn.tick == 0 then
            same(turn.next, "C\0")
            same(turn.last, "ab")
            minds:add{agent = 50, period = 3, decision = "z"}
            minds:remove(2)
            minds:wake(3)
            assert(minds:has(2) and not minds:has(50))
        end
        return string.char(turn.tick % 256)
    end,
}
minds:add{agent = 1, decision = "ab"}
minds:add{agent = 2}
minds:add{agent = 3, period = 8, cost = 5, priority = 2, position = {10, 0}}
same(minds:update(), true)
same(minds:decision(1), "\0\0")
assert(not minds:has(2) and minds:has(50))
same(minds:decision(50), "z\0")
same(minds:decision(77), nil)
same(minds:update(), true)
assert(thoughts[3] >= 1)
same(minds:get(3).own_period, 8)
minds:set_points{{0, 0}, {200, 0, 1}}
minds:set_position(3, 100, 0)
minds:update()
same(minds:get(3).band, 2)
same(minds:get(3).period, 16)
minds:set(3, {period = 2, position = {5, 5}})
minds:update()
same(minds:get(3).period, 2)
same(minds:get(3).cost, 5)
for _ = 1, 40 do minds:update(1) end
assert(minds:get_info().overdue_most > 0)
assert(#minds:agents() == 3)
minds:wake(3)
minds:remove(50)

local copy = wend.minds_load(minds:save(), {think = function() return "q" end})
same(copy:hash(), minds:hash())
copy:update()
same(copy:decision(3), "q\0")

-- functions that fail: all others have thought
local count = 0
local failing = wend.minds{think = function(agent) count = count + 1 if agent == 2 then error("tired", 0) end end}
for i = 1, 3 do failing:add{agent = i} end
fails("agent 2: tired", function() failing:update() end)
same(count, 3)
fails("at most 0 bytes expected, got 4", function()
    local odd = wend.minds{think = function() return "long" end}
    odd:add{}
    odd:update()
end)
fails("think_central: oh", function() wend.minds{think_central = function() error("oh", 0) end}:update() end)
fails("agent 0: ", function()
    local own
    own = wend.minds{think = function(agent) own:set_position(agent, 1, 1) end}
    own:add{}
    own:update()
end)
fails("only think_central", function() minds:decide(1, "a") end)
fails("think and think_central", function() wend.minds{} end)
fails("period is 0", function() minds:add{agent = 9, period = 0} end)
fails("there is no agent 9", function() minds:remove(9) end)
fails("minds_load", function() wend.minds_load("abc", {think = print}) end)
