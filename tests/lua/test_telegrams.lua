-- Messages between agents: order, receivers, handlers that send and fail, crowds and planners.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local post = wend.messages{max_rounds = 3}
for agent = 1, 3 do
    post:add_agent(agent)
end
same(post:has_agent(2), true)
same(post:has_agent(9), false)

-- order and payload
local log = {}
local function note(agent, telegram) log[#log + 1] = {agent, telegram} end
post:send{receiver = 1, type = 5, delay = 2}
post:send{receiver = 2, type = 6, delay = 2, priority = 3, sender = 1, numbers = {1.5, 2}, integers = {-7},
          position = {3, 4}, bytes = "hello"}
same(post:deliver(1, note), true)
same(#log, 0)
same(post:deliver(2, note), true)
same(#log, 2)
same(log[1][1], 2)
local first = log[1][2]
same(first.type, 6)
same(first.numbers[1], 1.5)
same(first.numbers[4], 0.0)
same(first.integers[1], -7)
same(first.position.y, 4.0)
same(first.bytes, "hello")
same(first.due, 2)
same(first.to, "agent")
same(first.event, nil)

-- groups and radii
post:join_group(3, 7)
post:join_group(1, 7)
same(post:list_group(7)[2], 3)
same(post:is_in_group(2, 7), false)
post:leave_group(1, 7)
post:set_position(1, 10, 0)
same(select(1, post:position(1)), 10.0)
same(post:position(2), nil)
log = {}
post:send{to = "group", receiver = 7, type = 1}
post:send{to = "radius", centre = {9, 0}, radius = 2, type = 2}
post:send{to = "all", sender = 2, type = 3}
post:deliver(3, note)
same(#log, 4)
same(log[1][1], 3)
same(log[2][1], 1)
same(log[4][1], 3)

-- positions of a function
log = {}
post:send{to = "radius", centre = {50, 50}, radius = 1}
post:deliver(4, {deliver = note, position = function(agent) if agent == 3 then return 50, 50 end end})
same(#log, 1)
same(log[1][1], 3)

-- a repeat is merged
local id = post:send{receiver = 1, type = 9, delay = 4, merge = "replace", merge_window = 2, numbers = {1}}
same(post:send{receiver = 1, type = 9, delay = 5, merge = "replace", merge_window = 2, numbers = {2}}, id)
same(post:get(id).numbers[1], 2.0)
same(post:get(id).merged, 1)
post:cancel(id)
same(post:get(id), nil)
fails("out of date", function() post:cancel(id) end)

-- handlers send, refuse and remove
local dead = {}
local function echo(agent, telegram)
    post:send{receiver = agent, type = telegram.type + 1}
    fails("it cannot be changed from this callback", function() post:clear() end)
    fails("it cannot be changed from this callback", function() post:deliver(99) end)
    fails("it is in use by a callback", function() post:close() end)
    return telegram.type < 2
end
local function bury(agent, telegram, reason) dead[#dead + 1] = reason end
post:send{receiver = 1, type = 1}
post:send{receiver = 77}
same(post:deliver(5, {deliver = echo, dead = bury}), false)
same(table.concat(dead, " "), "gone unhandled unhandled")
post:clear()
post:send{receiver = 1}
post:send{receiver = 2}
post:deliver(6, function(agent) post:remove_agent(agent); post:remove_agent(agent + 1) end)
same(post:get_info().agents, 1)
same(post:get_info().gone, 2)

-- a handler that fails: what it did not handle is dead, all else goes on
post:add_agent(1)
post:add_agent(2)
post:send{receiver = 1}
post:send{receiver = 2, delay = 2}
local text = fails("messages:deliver: handler of agent ", function() post:deliver(7, function() error("no such thing") end) end)
assert(text:find("test_telegrams.lua:%d+: no such thing"), text)
same(post:get_info().waiting, 1)
log = {}
post:deliver(8, note)
same(#log, 1)
fails("a finite number", function()
    post:send{to = "radius", radius = 5}
    post:deliver(9, {position = function() return "here" end})
end)

-- save and load
local later = post:send{receiver = 2, type = 3, delay = 500, bytes = "\0\1"}
local copy = wend.messages_load(post:save())
same(copy:hash(), post:hash())
same(copy:get(later).bytes, "\0\1")
assert(copy:memory_bytes() > 0)

-- crowds
local grid = wend.grid{width = 20, height = 20}
local crowd = wend.crowd{grid = grid}
local body = crowd:add_body{x = 2.5, y = 2.5, user = 1}
crowd:set_goal(body, 4.5, 2.5)
local arrived
for tick = 10, 200 do
    crowd:tick()
    post:follow_crowd(crowd)
    post:send_events(crowd, 100, {"arrived"})
    post:deliver(tick, function(agent, telegram) arrived = arrived or telegram.event end)
end
same(arrived.kind, "arrived")
same(arrived.body, body)
near(post:position(1), 4.5, 0.5)

-- planners
local items = wend.items()
local item = items:add(9.5, 9.5, {tag = 4, user = 12})
local planner = wend.planner{grid = grid}
local request = planner:add_request{from = {2.5, 2.5}, tag = 4, items = items}
post:watch_request(request, 1, 300)
same(post:send_answers(planner), true)
planner:update()
post:send_answers(planner)
local found
post:deliver(300, function(agent, telegram) found = telegram end)
same(found.type, 300)
same(found.path.is_found, true)
same(found.path.item, item)
same(found.path.item_user, 12)
same(found.path.request, request)

fails("max_rounds is 0", function() wend.messages{max_rounds = 0} end)
fails("priority is 16", function() post:send{priority = 16} end)
fails("at most 4 values", function() post:send{numbers = {1, 2, 3, 4, 5}} end)
fails("at most 32 bytes", function() post:send{bytes = ("x"):rep(33)} end)
fails("text expected", function() post:send{bytes = 5} end)
fails("agent 1 exists already", function() post:add_agent(1) end)
fails("a function expected", function() post:deliver(301, {deliver = 5}) end)
fails("tick is 3", function() post:deliver(3) end)
