-- Triggers: things that come back, areas, times, noises.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local items = wend.items()
local pack = items:add(2, 0, {tag = 1})
local triggers = wend.triggers{items = items}
local health = triggers:add{kind = "take", item = pack, tag = 1, amount = 25, sleep_ticks = 10}
local room = triggers:add{kind = "area", points = {{8, -1}, {12, -1}, {12, 1}, {8, 1}}, user = 7}
same(triggers:count(), 2)
same(#triggers:get(room).points, 4)
same(triggers:get(health).kind, "take")

local agents = {{agent = 5, x = 2.5, y = 0, radius = 0.5}, {agent = 3, x = 9, y = 0}}
triggers:update(1, agents, nil, function(trigger, agent) return agent ~= 5 end)
local events = triggers:events()
same(#events, 1)
same(events[1].type, "entered")
same(events[1].trigger, room)
same(events[1].user, 7)
same(triggers:is_inside(room, 3), true)
same(triggers:inside(room)[1], 3)
triggers:update(2, agents)
events = triggers:events()
same(events[1].type, "taken")
same(events[1].agent, 5)
near(events[1].amount, 25)
same(items:nearest(0, 0), nil)
same(triggers:is_asleep(health), true)
same(triggers:get(health).wake_tick, 12)
same(triggers:get(health).last_agent, 5)

local copy = wend.triggers_load(triggers:save(), {items = items})
same(copy:hash(), triggers:hash())
triggers:update(12, {})
events = triggers:events()
same(events[1].type, "woke")
same(events[2].type, "left")
same(items:nearest(0, 0), pack)
same(triggers:tick(), 12)

-- moved: a thing by its item
triggers:move(health, 4, 1)
near(items:get(pack).x, 4)
triggers:move(room, 2, 0)
near(triggers:get(room).points[1].x, 10)
fails("does not exist", function() triggers:move(999, 1, 1) end)
triggers:move(room, 0, 0)
triggers:move(health, 2, 0)

-- times and noises
local bell = triggers:add{kind = "time", first_tick = 13, period = 2}
local ear = triggers:add{kind = "sound", x = 0, y = 0, loudness = 40}
triggers:update(16, {}, {{x = 10, y = 0, loudness = 61, agent = 8}})
events = triggers:events()
same(events[1].type, "time")
same(events[1].count, 2)
same(events[2].type, "noise")
same(events[2].agent, 8)
near(events[2].level, 41)
triggers:set_asleep(ear, true)
triggers:remove(bell)
same(#triggers:list(), 3)

-- bodies of a crowd
local crowd = wend.crowd{grid = wend.grid{width = 16, height = 16}, max_bodies = 4}
crowd:add_body{x = 2.5, y = 2.5}
local place = triggers:add{kind = "area", x = 2, y = 2, radius = 2}
triggers:update(17, crowd)
same(#triggers:inside(place), 1)
triggers:update(18, crowd, nil, nil, {500})
same(#triggers:inside(place), 0)
triggers:update(19, crowd, nil, nil, {0})
same(#triggers:inside(place), 1)
fails("heights of floors go with a crowd", function() triggers:update(20, {}, nil, nil, {1}) end)

assert(triggers:memory_bytes() > 0)
fails("kind", function() triggers:add{x = 1} end)
fails("radius is -1", function() triggers:add{kind = "area", radius = -1} end)
local text = fails("triggers:update: accept for agent 1: ", function()
    triggers:update(30, {{agent = 1, x = 2, y = 0}}, nil, function() error("oops") end)
end)
assert(text:find("test_triggers.lua:%d+: oops"), text)
same(items:get(pack).is_active, true) -- an accept that fails accepts nothing; all else of the update happened
same(triggers:tick(), 30)
fails("cannot be changed", function()
    triggers:update(40, {{agent = 2, x = 2, y = 0}}, nil, function() triggers:remove(place) end)
end)
fails("tick", function() triggers:update(1, {}) end)
fails("two have the number 1", function() triggers:update(50, {{agent = 1, x = 0, y = 0}, {agent = 1, x = 1, y = 0}}) end)
