local wend = require "wend"
local check = dofile("check.lua")
local same, fails, near = check.same, check.fails_here, check.near
local steer = wend.steer

local self = {position = {0, 0}, velocity = {0, 0}, max_speed = 2, max_force = 4}
local other = {position = {x = 5, y = 0}, velocity = {x = 0, y = 1}, radius = 0.5}

-- Each behaviour gives a force; where it must point is plain for some.
local fx, fy = steer.seek(self, 10, 0)
assert(fx > 0)
near(fy, 0)
assert(steer.flee(self, 10, 0) < 0)
same(steer.flee(self, 10, 0, 5), 0)
assert(steer.arrive(self, 10, 0, "slow") > 0)
assert(select(2, steer.pursue(self, other)) > 0)
assert(steer.evade(self, other) < 0)
assert(steer.offset_pursuit(self, other, -1, 0) > 0)
assert(steer.interpose(self, other, {position = {5, 4}}) > 0)
assert(steer.follow_leader(self, other, 1) ~= nil)
assert(select(2, steer.match_velocity(self, 0, 1)) > 0)
assert(steer.face({position = {0, 0}, heading = {1, 0}, max_speed = 1, max_force = 1}, 0, 5, 1, 0.5) > 0)
same(steer.look_ahead(self, 1, 0.5), 0)
local walls = wend.walls()
walls:add_segment(1, -5, 1, 5)
local runner = {position = {0, 0}, velocity = {2, 0}, max_speed = 2, max_force = 4}
local _, _, angle = steer.wander(runner, 0, 0.5, 2, 1, 1, 2, 3)
assert(angle ~= 0)
assert(steer.avoid_walls(runner, walls, 2) < 0)
assert(steer.contain(runner, -5, -5, 1, 5, 2) < 0)
assert(steer.avoid_obstacles(runner, {{x = 2, y = 0.1, radius = 1}}, 4) ~= nil)
assert(steer.hide(self, other, {{x = 3, y = 3, radius = 1}}, 0.5) ~= nil)
local _, _, leg = steer.follow_path(self, {{0, 0}, {0.1, 0}, {9, 0}}, 1, 0.5, 0.5)
assert(leg >= 1 and leg <= 2)
assert(steer.separate(self, {{position = {0.5, 0}}}, 2) < 0)
assert(steer.cohere(self, {other}, 10) > 0)
assert(select(2, steer.align(self, {other}, 10)) ~= nil)
assert(steer.avoid_others(runner, {other}, 3) ~= nil)
assert(steer.queue(self, 10, 0, {other}, 4) ~= nil)

local grid = wend.grid{width = 20, height = 20}
local flow = wend.flow{grid = grid}
local order = flow:add_request{goals = {{15.5, 5.5}}, sources = {{2.5, 5.5}}}
flow:update()
local x, _, why = steer.follow_flow({position = {2.5, 5.5}, max_speed = 1, max_force = 2}, flow, order)
assert(x > 0)
same(why, "line_of_sight")

-- Put together, and moved.
fx = steer.mix({{3, 0}, {x = 3, y = 0}}, "priority", 4)
near(fx, 4)
fx = steer.mix({{3, 0, weight = 0.5}, {1, 0}}, "weighted", 40)
near(fx, 2.5)
steer.apply(self, 2, 0, 0.1)
near(self.velocity.x, 0.2)
assert(self.position.x > 0)

-- Assignment.
local places, all = wend.assign{{4, 1}, {1, 4}}
same(places[1], 2)
same(places[2], 1)
same(all, true)
places, all = wend.assign{{math.huge, 1}, {math.huge, 2}}
same(all, false)
same(places[2], false)

-- Wrong values.
fails("field 'position'", function() steer.seek({}, 1, 2) end)
fails("field 'max_speed'", function() steer.seek({position = {1, 2}}, 1, 2) end)
fails("bad argument #2", function() steer.seek(self, "1", 2) end)
fails("field 'others[1].position'", function() steer.separate(self, {{}}, 2) end)
fails("wend.walls expected", function() steer.avoid_walls(self, self, 2) end)
fails("row 2", function() wend.assign{{1, 2}, {1}} end)
fails("wend.assign: ", function() wend.assign{{1, -2}} end)
