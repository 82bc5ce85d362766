-- Evidence that effects leave: markers.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local markers = wend.markers{marker_limit = 10}
markers:set_tick(5)
same(markers:tick(), 5)
local blood = markers:add{x = 3, y = 0, kind = 1, source = 7, user = 9, value = 0.5, direction = {x = 1, y = 0}, lifetime = 10}
local hole = markers:add{x = 0, y = 4, kind = 2}
local got = markers:get(blood)
same(got.kind, 1)
same(got.source, 7)
same(got.tick, 5)
near(got.direction.x, 1)
same(markers:count(), 2)
same(markers:nearest(0, 0), blood)
same(markers:nearest(0, 0, {kinds = 1 << 2}), hole)
same(markers:nearest(0, 0, {max_distance = 1}), nil)
local list = markers:in_circle(0, 0, 5)
same(#list, 2)
same(list[1], hole) -- the newest first
same(#markers:in_cone(0, 0, 1, 0, 0.5, 5), 1)
same(#markers:in_box(-1, 3, 1, 5), 1)

local walls = wend.walls()
walls:add_segment(2, -1, 2, 1)
same(#markers:in_circle(0, 0, 5, {walls = walls}), 1)
same(#markers:in_circle(0, 0, 5, {height = 3, max_height_difference = 1}), 0)
fails("in_box", function() markers:in_box(0, 0, 1, 1, {walls = walls}) end)

markers:set_tick(15)
same(markers:has(blood), false)
same(markers:get(blood), nil)
same(markers:count(), 1)
local copy = wend.markers_load(markers:save())
same(copy:hash(), markers:hash())
assert(copy:memory_bytes() > 0)
markers:remove(hole)
same(markers:count(), 0)
fails("marker", function() markers:remove(hole) end)
copy:clear()
same(copy:count(), 0)
