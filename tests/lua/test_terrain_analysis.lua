-- Analyses of terrain: regions, choke points, routes, high ground, spots.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local grid = wend.grid{width = 20, height = 10}
grid:fill(0, 10, 0, 1, 10, 255)
grid:fill(0, 10, 5, 1, 1, 1)
local analysis = wend.terrain_analysis{grid = grid, min_area = 4}
same(analysis:is_fresh(), false)
same(analysis:region_at(3, 3), nil)
same(analysis:update(10), false)
same(analysis:update(), true)
same(analysis:is_fresh(), true)
local info = analysis:get_info()
same(info.region_count, 2)
same(info.choke_count, 1)
local left, right = analysis:region_at(3, 3), analysis:region_at(15, 3)
assert(left ~= right)
same(analysis:region_at(10.5, 2.5), nil)
local choke = analysis:choke(0)
near(choke.width, 1)
near(choke.position.y, 5.5)
same(choke.is_cut, true)
near(math.abs(choke.direction.x), 1)
near(math.abs(choke.from.y - choke.to.y), 1)
same(analysis:region(left).choke_count, 1)
same(analysis:region(left).is_dead_end, true)
same(#analysis:chokes(right), 1)
same(#analysis:chokes_on_path{{2, 2}, {9, 5.5}, {12, 5.5}}, 1)
same(analysis:find_route(left, right)[1], 0)
same(analysis:find_route(left, right, {0}), nil)
local cell = analysis:cell(3, 3)
same(cell.region, left)
near(cell.clearance, 3.5)
assert(cell.openness > 0 and cell.cover >= 0)

-- heights
local heights = {}
for i = 1, 200 do heights[i] = 0 end
for y = 2, 5 do
    for x = 2, 5 do heights[y * 20 + x + 1] = 3 end
end
analysis:set_heights(heights)
analysis:update()
same(analysis:get_info().high_ground_count, 1)
near(analysis:high_ground(0).area, 16)
assert(analysis:cell(3.5, 3.5).advantage > 1)

-- items
local items = wend.items()
items:add(2.5, 2.5, {tag = 4})
items:add(3.5, 2.5, {tag = 4})
items:add(15.5, 2.5, {tag = 4})
local spots = analysis:find_spots(items, 3, 4)
same(#spots, 2)
same(spots[1].item_count, 2)
same(spots[1].region, left)
same(#analysis:find_spots(items, 3, 5), 0)

local copy = wend.terrain_analysis_load(analysis:save(), {grid = grid})
same(copy:hash(), analysis:hash())
same(copy:get_info().choke_count, 1)

local mesh = wend.mesh_from_grid(grid)
local of_mesh = wend.terrain_analysis{mesh = mesh, cell_size = 0.5}
same(of_mesh:update(), true)
assert(of_mesh:get_info().region_count >= 2)

fails("choke_ratio is 3", function() wend.terrain_analysis{grid = grid, choke_ratio = 3} end)
fails("either a grid or a mesh", function() wend.terrain_analysis{} end)
fails("no such region", function() analysis:region(99) end)
fails("terrain_analysis_load", function() wend.terrain_analysis_load("abc", {grid = grid}) end)
