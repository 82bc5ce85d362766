-- What agents remember: memories.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local memories = wend.memories{record_limit = 4, tick_seconds = 0.5}
memories:set_kind(0, {half_life = 10, threshold = 0.25})
same(memories:get_kind(0).half_life, 10)
near(memories:get_kind(0).weight, 1)
memories:add_agent(1)
memories:add_agent(2)
same(#memories:agents(), 2)
same(memories:has_agent(3), false)

-- perceptions
same(memories:observe(1, {subject = 7, x = 3, y = 4, danger = 2, value = 80, team = 1}), true)
local memory = memories:get(1, 7)
near(memory.x, 3)
near(memory.certainty, 1)
near(memory.value, 80)
same(memory.is_gone, false)
memories:set_tick(10)
same(memories:tick(), 10)
near(memories:get(1, 7).certainty, 0.5)
same(memories:get(2, 7), nil)

-- groups
memories:join(1, 5)
memories:join(2, 5)
same(memories:is_member(2, 5), true)
same(memories:share(5), 1)
same(memories:get(2, 7).source, 1)
memories:leave(2, 5)
memories:observe(2, {subject = 8, x = 1, velocity = {x = 2, y = 0}})
same(memories:tell(2, 1), 1)

-- queries
same(#memories:list(1), 2)
same(#memories:list(1, {teams = "same", team = 1}), 1)
same(memories:nearest(1, 0, 0).subject, 8)
same(memories:nearest(1, 0, 0, {max_distance = 0.5}), nil)
local danger, how = memories:most_dangerous(1, 3, 4)
same(danger.subject, 7)
near(how, 2 * 0.5)
local best, score = memories:best(1, 0, 0, function(m) return m.x end)
same(best.subject, 7)
near(score, 3)
fails("no score", function() memories:best(1, 0, 0, function() error("no score") end) end)
memories:set_tick(12)
local x, y = memories:guess(2, 8)
near(x, 3)
near(y, 0)
local walls = wend.walls()
walls:add_segment(2, -5, 2, 5)
near(memories:guess(2, 8, {walls = walls}), 2)
same(memories:guess(2, 99), nil)

-- gone
memories:report_gone(2, 8)
same(memories:get(2, 8).is_gone, true)
same(#memories:list(2, {is_gone_found = true}), 2)
same(#memories:list(2), 1)
same(memories:report_empty(2, 3, 4, 1), 1)
memories:forget(2, 8)
memories:forget_all(2)
same(#memories:list(2, {is_gone_found = true}), 0)

-- items
local items = wend.items()
local near_one, far_one = items:add(1, 0), items:add(9, 0)
memories:observe(1, {subject = memories:item_subject(far_one), x = 9})
local query = {agent = 1, is_item = function(item, agent) return memories:knows_item(agent, item) end}
same(items:nearest(0, 0, query), far_one)
same(memories:knows_item(1, near_one), false)

-- senses and smells
local taken = wend.memories()
taken:add_agent(1)
local senses = wend.senses()
senses:add_profile{}
senses:add_observer{user = 1, hostile_teams = 2}
senses:add_source{position = {5, 0, 0}, user = 50, tag = 3, team = 1}
senses:add_noise{position = {1, 0, 0}, user = 51}
senses:update()
same(taken:observe_senses(senses, {identifying = {"sight", "hearing"}, is_noticed_first = false,
                                      hostile_danger = 4}), 2)
near(taken:get(1, 50).danger, 4)
same(taken:get(1, 50).kind, 3)
same(taken:get(1, 51).sense, 2)
local calls = 0
same(taken:observe_senses(senses, {unknown_subject = 500, take = function(agent, observation)
    calls = calls + 1
    same(agent, 1)
    if observation.sense == 2 then return false end
    observation.value = 8
    return observation
end}), 1)
same(calls, 2)
near(taken:get(1, 501).value, 8)
same(taken:observe_senses(senses, {sight = 0, take = function() end}), 1)
fails("no taking", function() taken:observe_senses(senses, {take = function() error("no taking") end}) end)
fails("it is in use by a callback", function()
    taken:observe_senses(senses, {take = function() senses:close() end})
end)
fails("cannot be changed from this callback", function()
    taken:observe_senses(senses, {take = function() senses:update() end})
end)
fails("hearing is 3", function() taken:observe_senses(senses, {hearing = 3}) end)
local smell = wend.smell{grid = wend.grid{width = 8, height = 8}}
smell:add_source{x = 3, y = 3, kind = 2, user = 60}
smell:update()
same(taken:observe_smell(1, smell, 4, 3, {identifying = {"smell"}}, {sensitivity = 2}), 1)
same(taken:get(1, 60).kind, 2)
same(taken:observe_smell(1, smell, 4, 3, nil, {sensitivity = 0}), 0)
fails("it is in use by a callback", function()
    taken:observe_smell(1, smell, 4, 3, {take = function() smell:close() end}, {sensitivity = 2})
end)

local copy = wend.memories_load(memories:save())
same(copy:hash(), memories:hash())
assert(copy:memory_bytes() > 0)
memories:remove_agent(1)
fails("there is no agent 1", function() memories:observe(1, {}) end)

-- a score that fails, or changes what it reads
local some = wend.memories()
some:add_agent(1)
some:observe(1, {subject = 2, x = 1})
local text = fails("vague", function() some:best(1, 0, 0, function() error("vague") end) end)
assert(text:find("test_memory.lua:%d+: vague"), text)
fails("cannot be changed from this callback", function() some:best(1, 0, 0, function() some:remove_agent(1) end) end)
same(some:has_agent(1), true)
some:remove_agent(1)
same(some:get(1, 2), nil)
fails("there is no agent 1", function() some:observe(1, {subject = 2}) end)
