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

-- conditions of the script
local prints = wend.markers()
for i = 1, 6 do prints:add{x = i, y = 0, kind = 1, source = i % 2, user = i} end
local function of(source) return {is_marker = function(id, marker) assert(prints:has(id)) return marker.source == source end} end
same(#prints:in_circle(0, 0, 9, of(0)), 3)
same(#prints:in_cone(0, 0, 1, 0, 0.5, 9, of(1)), 3)
same(#prints:in_box(0, -1, 4, 1, of(1)), 2)
same(prints:get(prints:nearest(0, 0, of(0))).user, 2)
same(prints:nearest(0, 0, {is_marker = function() end}), nil)
local hedge = wend.walls()
local text = fails("blurred", function() prints:nearest(0, 0, {walls = hedge, is_marker = function() error("blurred") end}) end)
assert(text:find("test_marker.lua:%d+: blurred"), text)
for _, change in ipairs{function() prints:clear() end, function() prints:set_tick(9) end, function() hedge:add_segment(0, 0, 1, 1) end} do
    fails("cannot be changed from this callback", function() prints:nearest(0, 0, {walls = hedge, is_marker = change}) end)
end
fails("in use by a callback", function() prints:nearest(0, 0, {walls = hedge, is_marker = function() hedge:close() end}) end)
fails("field 'is_marker': a function expected, got number", function() prints:nearest(0, 0, {is_marker = 5}) end)
same(prints:count(), 6)
hedge:close()
