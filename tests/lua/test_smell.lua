-- Smells over a grid, and trails.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local grid = wend.grid{width = 20, height = 9}
local smell = wend.smell{grid = grid, trail_half_life = 10}
local meat = smell:add_source{x = 5.5, y = 4.5, radius = 8, intensity = 10, kind = 1, user = 7}
same(smell:is_fresh(), false)
fails("out of date", function() smell:save() end)
smell:update()
near(smell:intensity(9.5, 4.5), 5)
local scents = smell:at(9.5, 4.5)
same(#scents, 1)
same(scents[1].source, meat)
same(scents[1].user, 7)
near(scents[1].distance, 4)
same(#smell:at(9.5, 4.5, {threshold = 6}), 0)
same(#smell:at(9.5, 4.5, {threshold = 6, profile = {[1] = 2}}), 1)
same(#smell:at(9.5, 4.5, {own = meat}), 0)
local dx, dy = smell:direction(9.5, 4.5)
near(dx, -1)
near(dy, 0)
same(smell:direction(5.5, 4.5), nil)

-- edits
grid:fill(0, 7, 0, 1, 9, 255)
smell:update()
same(smell:strongest(9.5, 4.5), nil)

-- a trail
local rat = smell:add_source{x = 10.5, y = 1.5, radius = 0, intensity = 4, leaves_trail = true}
for tick = 1, 5 do
    smell:set_tick(tick)
    smell:move(rat, 10.5 + tick, 1.5)
end
smell:update()
same(smell:tick(), 5)
same(#smell:trail(rat), 5)
local next = smell:follow(11.5, 1.5)
near(next.x, 12.5)
same(next.is_source, false)
same(smell:follow(14.5, 1.5, rat).is_source, true)
same(smell:follow(11.5, 1.5, meat), nil)
same(smell:strongest(11.5, 1.5).is_trail, true)
same(smell:get_source(rat).leaves_trail, true)
smell:set_source(rat, {intensity = 8})
near(smell:get_source(rat).intensity, 8)

local copy = wend.smell_load(smell:save(), {grid = grid})
same(copy:hash(), smell:hash())
same(copy:source_count(), 2)
assert(copy:memory_bytes() > 0)
smell:remove_source(rat)
same(smell:has_source(rat), false)
fails("source", function() smell:move(rat, 1, 1) end)
