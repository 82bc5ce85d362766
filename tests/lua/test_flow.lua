local wend = require "wend"
local check = dofile("check.lua")
local same, fails = check.same, check.fails_here

local grid = wend.grid{width = 60, height = 40}
grid:fill(0, 30, 0, 1, 39, 255)
local flow = wend.flow{grid = grid, classes = {{radius = 0.4}, {team = 1}}}

-- An order is followed from the start to the goal, around the wall.
local order = flow:add_request{goals = {{x = 50.5, y = 5.5}}, sources = {{10.5, 5.5}}}
same(flow:state(order), "waiting")
while not flow:update(50) do end
same(flow:state(order), "ready")
local x, y, steps = 10.5, 5.5, 0
repeat
    local dx, dy, why = flow:sample(order, 0, x, y)
    x, y, steps = x + dx * 0.4, y + dy * 0.4, steps + 1
until why == "arrived" or steps > 1000
assert(steps < 400)
assert(math.abs(x - 50.5) + math.abs(y - 5.5) < 1.5)
assert(flow:cost_left(order, 0, 10.5, 5.5) > 60)
same(flow:get_request(order).source_count, 1)
same(flow:get_cell(order, 0, 30, 0).cost, 255)
same(flow:get_info().requests, 1)
same(math.type(flow:hash()), "integer")

-- An order gets other goals and other sources.
local moved = flow:add_request{goals = {{x = 50.5, y = 5.5}}, sources = {{10.5, 5.5}}}
same(flow:set_goals(moved, {{x = 20.5, y = 30.5}, {21.5, 30.5}}), moved)
same(flow:get_request(moved).goal_count, 2)
same(flow:set_sources(moved, {{5.5, 5.5}, {6.5, 5.5}, {7.5, 5.5}}), moved)
same(flow:get_request(moved).source_count, 3)
flow:update()
same(select(3, flow:sample(moved, 0, 21.5, 30.5)), "arrived")
same(flow:add_source(moved, 0, 8.5, 25.5), true)
fails("field 'goals[1].x'", function() flow:set_goals(moved, {{y = 3}}) end)
fails("field 'sources[2].y'", function() flow:set_sources(moved, {{1, 1}, {x = 3}}) end)
fails("flow:set_goals: ", function() flow:set_goals(moved, {}) end)
fails("the position lies outside", function() flow:add_source(moved, 0, -3, 5) end)
flow:remove_request(moved)

-- A wall shuts the goal off: the next order says so, the old one when it is updated.
grid:fill(0, 30, 39, 1, 1, 255)
flow:update()
same(flow:state(order), "unreachable")
same(flow:can_reach(0, {1.5, 1.5}, {x = 50.5, y = 5.5}), false)
local second, why = flow:add_request{goals = {{50.5, 5.5}}, sources = {{10.5, 5.5}}}
assert(second ~= order and #why > 0)
local nx = flow:nearest_reachable(0, {1.5, 5.5}, {50.5, 5.5})
assert(nx < 30)
flow:remove_request(order)
same(flow:state(order), "none")
fails("out of date", function() flow:remove_request(order) end)

-- Groups: an order for each class that needs one.
local orders = flow:add_group({goals = {{20.5, 20.5}}},
                                  {{x = 3.5, y = 3.5}, {x = 4.5, y = 3.5, flow_class = 1}})
same(#orders, 2)

-- Saved, and streamed into another flow over the same map.
local bytes = flow:save()
local other = wend.flow{grid = grid, classes = {{radius = 0.4}, {team = 1}}}
other:load_stream(bytes)
other:update()
fails("flow:load_stream: ", function()
    wend.flow{grid = grid}:load_stream("no flow")
end)

-- Floors and joins.
local upper = wend.grid{width = 60, height = 40}
local tower = wend.flow{floors = {grid, upper},
                        joins = {{from_floor = 0, to_floor = 1, from = 0, to = 0, cost = 2,
                                  class_mask = 1, is_two_way = true}}}
local up = tower:add_request{goals = {{x = 50.5, y = 5.5, floor = 1}}, sources = {{5.5, 5.5}}}
tower:update()
same(tower:state(up), "ready")
local _, _, floor = tower:link_at(up, 0, 0.5, 0.5)
same(floor, 1)

-- Closing the grid leaves what stands on it alive, until that is closed as well.
grid:close()
same(select(3, tower:sample(up, 0, 5.5, 5.5)) ~= nil, true)
fails("closed", function() wend.flow{grid = grid} end)
tower:close()
flow:close()
other:close()
fails("closed", function() flow:update() end)

-- Wrong values.
flow = wend.flow{grid = upper}
fails("field 'goals[1].x'", function() flow:add_request{goals = {{y = 3}}} end)
fails("field 'goals[1].colour'", function() flow:add_request{goals = {{x = 3, y = 3, colour = 1}}} end)
fails("flow:add_request: ", function() flow:add_request{goals = {{x = 3000, y = 3}}} end)
fails("flow:add_request: ", function() flow:add_request{} end)
fails("a grid expected", function() wend.flow{grid = 3} end)
fails("wend.flow: ", function() wend.flow{} end)
fails("field 'floors[2]'", function() wend.flow{floors = {upper, 7}} end)
fails("field 'classes[1].radius'", function() wend.flow{grid = upper, classes = {{radius = {}}}} end)

-- All requests, and many samples at once: as one by one.
do
    local ground = wend.grid{width = 40, height = 30}
    ground:fill("all", 20, 0, 1, 29, 255)
    local flow <close> = wend.flow{grid = ground}
    same(#flow:list_requests(), 0)
    local sources = {}
    for i = 1, 12 do sources[i] = {x = i + 0.5, y = 3.25} end
    local first = flow:add_request{goals = {{30.5, 3.5}}, sources = sources}
    local second = flow:add_request{goals = {{2.5, 20.5}}, sources = sources}
    flow:update()
    local orders = flow:list_requests()
    same(#orders, 2)
    same(orders[1], first)
    same(orders[2], second)
    local places = {{30.4, 3.5}, {20.5, 3.5}, {-3, 1}, {39.5, 29.5}}
    for _, place in ipairs(sources) do places[#places + 1] = place end
    for _, floor in ipairs{0, 1} do
        local directions, whys = flow:sample_many(first, places, floor)
        same(#directions, 2 * #places)
        same(#whys, #places)
        for i, place in ipairs(places) do
            local dx, dy, why = flow:sample(first, floor, place.x or place[1], place.y or place[2])
            same(directions[2 * i - 1], dx)
            same(directions[2 * i], dy)
            same(whys[i], why)
        end
    end
    local _, whys = flow:sample_many(first, {3.5, 3.25, 3.5, 3.25}, {0, 1})
    assert(whys[1] ~= "invalid" and whys[2] == "invalid")
    same(#flow:sample_many(first, {}), 0)
    fails("as many floors as positions", function() flow:sample_many(first, {1, 1}, {0, 0}) end)
    fails("a request expected", function() flow:sample_many(1, {1, 1}) end)
    fails("finite", function() flow:sample_many(first, {0 / 0, 1}) end)
    fails("a table expected", function() flow:sample_many(first, 1, 1) end)
    fails("integer from 0", function() flow:sample_many(first, {1, 1}, -1) end)
    flow:remove_request(first)
    same(#flow:list_requests(), 1)
    fails("out of date", function() flow:sample_many(first, {3.5, 3.25}) end)
end
