local wend = require "wend"
local check = dofile("check.lua")
local same, fails, near = check.same, check.fails_here, check.near

local walls = wend.walls()
local line = walls:add_segment(5, -5, 5, 5, {"walk", "sight"}, 7)
local block = walls:add_polygon({10, 0, 12, 0, 12, 2, 10, 2}, "walk")
same(walls:count(), 2)
same(#walls:list(), 2)
same(walls:get(line).user, 7)
same(walls:get(line).stops, 3)
same(walls:get(block).is_polygon, true)
same(#walls:get(block).points, 4)
same(walls:get(block).points[2].x, 12)

-- Rays, sight, discs.
local hit = walls:ray(0, 0, 20, 0)
same(hit.wall, line)
near(hit.point.x, 5)
near(hit.fraction, 0.25)
same(walls:ray(0, 0, 4, 0), nil)
same(walls:can_see(0, 0, 8, 0), false)
same(walls:can_see(6, 1, 14, 1), true)
same(walls:can_walk(6, 1, 14, 1), false)
same(walls:can_walk(0, 0, 4, 0, 0.5), true)
same(walls:can_walk(0, 0, 4.8, 0, 0.5), false)
near(walls:sweep(0, 0, 8, 0, 0.5).point.x, 4.5)
same(walls:nearest(8, 1).wall, block)
same(walls:nearest(8, 1, 0.5), nil)
same(walls:is_inside(11, 1), true)
same(#walls:query_circle(5, 0, 1), 1)
same(#walls:query_box(-100, -100, 100, 100), 2)
same(select("#", walls:bounds()), 4)

-- All walls on a line, and heights.
local through = walls:crossings(0, 1, 20, 1)
same(#through, 3)
same(through[1].wall, line)
same(through[1].user, 7)
near(through[2].fraction, 0.5)
same(through[3].wall, block)
same(#walls:crossings(0, 1, 20, 1, "sound"), 0)
walls:set_heights(line, 0, 2)
same(walls:get(line).top, 2)
same(walls:can_see_3d({0, 0, 1}, {8, 0, 1}), false)
same(walls:can_see_3d({0, 0, 3}, {8, 0, 3}), true)
near(walls:ray_3d({0, 0, 1}, {8, 0, 1}).fraction, 0.625)
same(#walls:crossings_3d({0, 1, 3}, {20, 1, 3}), 2)
local seen = walls:see_points({0, 0, 1}, {{4, 0, 1}, {8, 0, 1}, {8, 0, 9}})
same(seen[1], true)
same(seen[2], false)
same(seen[3], true)
walls:set_heights(line, -math.huge, math.huge)

-- A door opens; a wall goes.
walls:set_stops(line, "nothing")
same(walls:can_see(0, 0, 8, 0), true)
walls:remove(line)
same(walls:count(), 1)
fails("out of date", function() walls:remove(line) end)

-- Points may be pairs; what is no point is refused, and so is nonsense.
local before = walls:hash()
fails("entry 2 of a list", function() walls:add_polygon({{1, 2}, {1}, {3, 4}}) end)
fails("odd number", function() walls:add_polygon({1, 2, 3}) end)
fails("bad argument #5", function() walls:add_segment(0, 0, 1, 1, "everything") end)
fails("finite", function() walls:add_segment(0, 0, 1 / 0, 1) end)
fails("walls:add_segment: ", function() walls:add_segment(0, 0, 2.0 ^ 40, 1) end)
same(walls:hash(), before)
walls:add_polygon{{x = 0, y = 0}, {x = 1, y = 0}, {0, 1}}
same(walls:count(), 2)
walls:clear()
same(walls:count(), 0)
same(walls:bounds(), nil)

-- Many at once: as one by one.
local single, many = wend.walls(), wend.walls()
local ends, expected = {}, {}
for i = 1, 20 do
    expected[i] = single:add_segment(i, 0, i, 3, "walk")
    for _, value in ipairs{i, 0, i, 3} do ends[#ends + 1] = value end
end
local ids = many:add_segments(ends, "walk")
same(#ids, 20)
for i, id in ipairs(ids) do same(id, expected[i]) end
same(many:hash(), single:hash())
same(#many:add_segments{}, 0)
same(#many:add_segments({{0, 9}, {5, 9}}), 1)
before = many:hash()
fails("each segment has two ends", function() many:add_segments{1, 2, 3, 4, 5, 6} end)
fails("odd number", function() many:add_segments{1, 2, 3} end)
fails("finite", function() many:add_segments{0, 0, 0 / 0, 1} end)
fails("walls:add_segments: ", function() many:add_segments{0, 0, 1, 1, 0, 0, 2.0 ^ 40, 1} end)
fails("is 0", function() many:add_segments({0, 0, 1, 1}, "nothing") end)
fails("a table expected", function() many:add_segments(0, 0, 1, 1) end)
same(many:hash(), before) -- all or none

-- A fan of rays: each as ray says.
local hits, count = many:rays(0, 1, {{9, 1}, {0, 2}, {3.5, 1}, {-5, 1}}, "walk")
same(count, 2)
same(#hits, 4)
same(hits[1].wall, ids[1])
near(hits[1].distance, 1)
same(hits[2], false)
same(hits[4], false)
for i, to in ipairs{{9, 1}, {0, 2}, {3.5, 1}, {-5, 1}} do
    local one = many:ray(0, 1, to[1], to[2], "walk")
    same(one and one.distance or false, hits[i] and hits[i].distance)
end
many:add_polygon{-9, -9, -7, -9, -7, -7, -9, -7}
hits, count = many:rays(-8, -8, {-8, 8})
same(count, 1)
same(hits[1].is_inside, many:ray(-8, -8, -8, 8).is_inside)
same(#many:rays(0, 1, {}), 0)
fails("walls:rays(x, y, points): 3 values expected, got 2", function() many:rays(0, {1, 1}) end)
fails("finite", function() many:rays(0, 1, {1 / 0, 1}) end)

-- The memory for the bytes of a save is collected from junk, whose finalizers may close the object, or
-- change it so that it takes more: each step of the collector is a whole cycle here.
collectgarbage("incremental", 100, 1000, 40)
local function save_after(finalizer)
    local segments = wend.walls()
    for i = 1, 100 do segments:add_segment(i, 0, i, 1) end
    collectgarbage("stop")
    setmetatable({}, {__gc = function() finalizer(segments) end})
    collectgarbage("restart")
    return pcall(segments.save, segments)
end
local done, bytes = save_after(function(segments) segments:close() end)
assert(not done and bytes:find("it is closed", 1, true), bytes)
done, bytes = save_after(function(segments)
    for i = 1, 500 do segments:add_segment(i, 2, i, 3) end
end)
assert(done, bytes)
local loaded = wend.walls()
loaded:load(bytes)
assert(loaded:ray(599, 2.5, 400, 2.5) or loaded:ray(450.5, 2.5, 440, 2.5))
collectgarbage("incremental", 200, 100, 13)
