-- Hierarchies: a route first, its path piece by piece; over grids, graphs and meshes.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

-- Two halves of open ground, a wall with a gap between them.
local grid = wend.grid{width = 96, height = 64}
grid:fill(0, 48, 0, 1, 60, 255)
local hierarchy = wend.hierarchy{grid = grid, sector_size = 16, portal_spacing = 4}
same(hierarchy:get_info().is_ready, false)
local function names(text, name) check.names(text:gsub("^[^:]*:%d+: ", ""), name) end
names(fails("the hierarchy is not ready: call update() until it returns true",
            function() hierarchy:find(0, 95) end), "hierarchy:find")
same(hierarchy:update(0), false)
while not hierarchy:update(10) do end
local info = hierarchy:get_info()
same(info.is_ready, true)
same(info.cell_counts[1], 24)
same(info.memory_bytes, hierarchy:memory_bytes())
assert(info.portal_count > 50)
same(hierarchy:region(0), 0)
same(hierarchy:region(96 * 64), nil)
assert(#hierarchy:portals(0) > 4)
fails("regions are 0, 1, 2", function() hierarchy:portals(99) end)

names(fails("start is 6144", function() hierarchy:find(96 * 64, 95) end), "hierarchy:find")
names(fails("goal is 6145", function() hierarchy:find(0, 96 * 64 + 1) end), "hierarchy:find")
names(fails("find a route first", function() hierarchy:next() end), "hierarchy:next")
names(fails("find a route first", function() hierarchy:path() end), "hierarchy:path")

local cost = hierarchy:find(0, 95)
local route = hierarchy:route()
same(route[1].node, 0)
same(route[#route].node, 95)
near(route[#route].cost, cost)
near(hierarchy:get_answer().cost, cost)
local sum, is_last = 0, false
local at = 0
repeat
    local piece
    piece, is_last = hierarchy:next()
    same(piece:leg(1).from_node, at)
    at = piece:leg(#piece).to_node
    sum = sum + piece:cost()
until is_last
same(at, 95)
same(hierarchy:next(), nil)
assert(sum <= cost)
near(hierarchy:path():cost(), sum)

-- Edits.
local before = hierarchy:hash()
grid:fill(0, 48, 60, 1, 4, 255)
names(fails("changed", function() hierarchy:next() end), "hierarchy:next")
names(fails("call update() until", function() hierarchy:find(0, 95) end), "hierarchy:find")
hierarchy:update()
local none, why = hierarchy:find(0, 95)
same(none, nil)
same(why, "unreachable")
same(hierarchy:path(), nil)
grid:fill(0, 48, 60, 1, 4, 1)
hierarchy:update()
same(hierarchy:hash(), before)

-- Rooms given by hand.
local graph = wend.graph()
for i = 0, 8 do graph:add_node(i, 0) end
for i = 0, 7 do graph:add_edge(i, i + 1) end
local rooms = wend.hierarchy{graph = graph, regions = {1, 1, 1, 2, 2, 2, 3, 3, 3}}
rooms:update()
same(rooms:get_info().portal_count, 4)
near(rooms:find(0, 8), 8)
same(#rooms:path(), 8)

-- A mesh: two squares side by side.
local mesh = wend.mesh{polygons = {
    {{0, 0}, {4, 0}, {4, 4}, {0, 4}},
    {{4, 0}, {8, 0}, {8, 4}, {4, 4}},
}}
local ground = wend.hierarchy{mesh = mesh}
ground:update()
assert(ground:find({1, 1}, {7, 1}) >= 6)
near(ground:path():cost(), 6)
same(select(2, ground:find({1, 1}, {99, 1})), "goal off the ground")

fails("one of them expected", function() wend.hierarchy{} end)
fails("sector_size is 3", function() wend.hierarchy{grid = grid, sector_size = 3} end)
