local wend = require "wend"
local check = dofile("check.lua")
local same, fails = check.same, check.fails_here

-- Water stops walking alone, a hedge sight alone.
local grid = wend.grid{width = 9, height = 3, class_count = 2}
grid:fill(0, 2, 0, 1, 3, 255)
grid:fill(1, 4, 0, 1, 3, 255)
local grid_walls = wend.grid_walls{grid = grid, layers = {{stops = "walk", user = 70}, {movement_class = 1, stops = "sight"}}}
local walls = grid_walls:walls()
same(walls:can_see(0.5, 1.5, 3.5, 1.5), true)
same(walls:can_walk(0.5, 1.5, 3.5, 1.5), false)
same(walls:get(walls:ray(0.5, 1.5, 3.5, 1.5, "walk").wall).user, 70)
same(walls:can_see(0.5, 1.5, 5.5, 1.5), false)
same(walls:count(), grid_walls:segment_count())

-- The hedge goes.
grid:fill(1, 4, 0, 1, 3, 1)
same(grid_walls:is_fresh(), false)
grid_walls:update()
same(grid_walls:is_fresh(), true)
same(walls:can_see(0.5, 1.5, 5.5, 1.5), true)
assert(grid_walls:memory_bytes() > 0)

-- Beside walls of the script, which stay; without the map's edge.
local mine = wend.walls()
local door = mine:add_segment(5, 0, 5, 3)
mine:set_user(door, 7)
same(mine:get(door).user, 7)
local beside = wend.grid_walls{grid = grid, walls = mine, has_edge = false}
same(beside:walls(), mine)
same(beside:segment_count(), 2)
same(mine:count(), 3)
fails("layers", function() wend.grid_walls{grid = grid, layers = {{movement_class = 1}}} end)
beside:close()
same(mine:count(), 1)

-- What is saved is found again in the walls that are loaded.
local saved = wend.grid_walls{grid = grid, walls = mine}
grid:fill(0, 6, 1, 1, 1, 255)
saved:update()
local grid_bytes, walls_bytes, own_bytes, hash = grid:save(), mine:save(), saved:save(), saved:hash()
grid:fill(0, 6, 1, 1, 1, 1)
saved:update()
fails("the walls, which are restored first", function() saved:load(own_bytes) end)
grid:load(grid_bytes)
mine:load(walls_bytes)
saved:load(own_bytes)
same(saved:hash(), hash)
same(saved:is_fresh(), true)
same(mine:count(), 1 + saved:segment_count())
grid:fill(0, 6, 1, 1, 1, 1)
saved:close()
same(mine:count(), 1)

-- A script that holds the walls alone keeps the segments: collecting memory changes nothing.
local function walls_of(grid)
    local made = wend.grid_walls{grid = grid, walls = mine}
    return wend.grid_walls{grid = grid}:walls(), made:segment_count()
end
local held, added = walls_of(grid)
local count = held:count()
wend.grid_walls{grid = grid, walls = mine}:close()
collectgarbage()
collectgarbage()
assert(count > 0 and added > 0)
same(held:count(), count)
same(mine:count(), 1 + added)
