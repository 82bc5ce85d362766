-- Commanders and mixes: goals, groups, reports, scouting, functions that fail, effects, plans.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local commander = wend.commander{scouting_count = 1, half_life = 10}
local mine = commander:add_goal{kind = "capture", x = 20, y = 0, value = 4, strength = 1, user = 7}
local keep = commander:add_goal{x = 90, value = 9, superiority = 1.5, partial = 0}
commander:set_group(3, {x = 10, strength = 2, fitness = {scout = 0}})
commander:set_group(5, {x = 30, strength = 1, fitness = {attack = 0, capture = 0}})
assert(commander:report{user = 100, x = 92, strength = 4})
commander:update()
local first = commander:assignment(3)
same(first.goal, mine)
same(first.goal_user, 7)
same(first.kind, "capture")
near(first.gain, 4)
near(first.score.distance, 10)
same(commander:assignment(5).kind, "scout")
same(commander:goal_state(keep).reason, "weak")
near(commander:goal_state(keep).needed, 6)
same(#commander:goals(), 3)
same(#commander:groups(), 2)
same(commander:groups()[2], 5)
near(commander:group(5).fitness.attack, 0)
same(commander:group(99), nil)
near(commander:known_strength(92, 0, 1), 4)
same(#commander:enemies(), 1)
commander:set_tick(10)
near(commander:enemies()[1].certainty, 0.5)
commander:report_gone(100)
same(#commander:enemies(), 0)

-- Fields that are not named stay.
commander:set_goal(mine, {value = 5})
same(commander:goal(mine).kind, "capture")
commander:set_group(3, {x = 11})
near(commander:group(3).strength, 2)

-- Distances by a function; nil is no path; an error is raised, and the commander goes on.
commander:update{distance = function(group, goal)
    assert(group.user == 3 or group.user == 5)
    return goal.user == 7 and 3 or nil
end}
near(commander:assignment(3).score.distance, 3)
fails("no luck", function() commander:update{distance = function() error("no luck") end} end)
fails("cannot be changed", function() commander:update{distance = function() commander:set_tick(99) end} end)
commander:update()
near(commander:score(3, mine).travel, 9 / 64)
local map = wend.influence{width = 100, height = 10}
map:add{x = 15, y = 0, side = 1, strength = 3}
map:update()
assert(commander:score(3, mine, {influence = map}).danger > 1)
-- An influence that is read between two calls of the function stays.
local function close_map() map:close() return 1 end
fails("in use by a callback", function() commander:update{influence = map, distance = close_map} end)
fails("in use by a callback", function() commander:score(3, mine, {influence = map, distance = close_map}) end)
assert(not map:is_closed())

commander:set_seen(60, 60, 20)
assert(commander:cell(7, 7).was_seen)
commander:set_cell_value(2, 2, 0)
near(commander:cell(2, 2).scouting, 0)

local copy = wend.commander_load(commander:save())
same(copy:hash(), commander:hash())
copy:finish_goal(mine)
assert(not copy:has_goal(mine))
copy:load(commander:save())
assert(copy:has_goal(mine))
same(copy:get_info().group_count, 2)
commander:remove_group(3)
commander:remove_goal(mine)
same(#commander:groups(), 1)

local memories = wend.memories()
memories:add_agent(1)
memories:set_tick(10) -- the commander counts the same ticks
memories:observe(1, {subject = 8, x = 3, y = 4, team = 2, danger = 6})
assert(commander:report_memories(memories, 1, 1))
near(commander:known_strength(3, 4, 1), 6)

-- A mix answers what the opponent builds.
local mix = wend.mix{own_count = 3, enemy_count = 3}
for own = 0, 2 do
    mix:set_effect(own, (own + 1) % 3, 0.6)
    mix:set_effect(own, (own + 2) % 3, -0.6)
end
local shares, answer = mix:solve()
for i = 1, 3 do assert(math.abs(shares[i] - 1 / 3) < 0.02) end
assert(answer.bound - answer.value < 0.0011)
for _ = 1, 50 do mix:add_seen(1, 10) end
shares = mix:solve()
assert(shares[1] > 0.7)
local seen, trust = mix:opponent()
near(seen[2], 1)
assert(trust > 0.8)
mix:add_outcome(0, 1, 0, 100)
assert(mix:effect(0, 1).effect < 0)
local twin = wend.mix_load(mix:save())
same(twin:hash(), mix:hash())
mix:set_tick(5)
twin:load(mix:save())
same(twin:hash(), mix:hash())
local predictor = wend.predictor{action_count = 3}
predictor:add(2)
assert(twin:opponent(predictor)[3] > 0)

local orders, rest = wend.plan_builds({{weight = 3, value = 10, costs = {10}}, {weight = 1, value = 10, costs = {10, 5}}}, {85, 10})
same(orders[1], 6)
same(orders[2], 2)
near(rest.left[1], 5)
near(rest.left[2], 0)
same(rest.order_count, 8)
same(rest.saves_for, 1)

fails("reserve is 2", function() wend.commander{reserve = 2} end)
fails("partial is 3", function() commander:add_goal{partial = 3} end)
fails("there is no group 77", function() commander:remove_group(77) end)
fails("own is 9", function() mix:add_outcome(9, 0, 1, 1) end)
