-- Costs of kinds of ground and of slopes, and the changes that grids report.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same = check.fails_here, check.same
local terrain = wend.terrain

local function list_is(list, ...)
    local expected = {...}
    same(#list, #expected)
    for i, value in ipairs(expected) do same(list[i], value) end
end

list_is(terrain.table_from_speeds({5, 2.5, 1, 0}), 1, 2, 5, 255)
list_is(terrain.table_from_speeds({5, 4}, 10), 10, 13)
list_is(terrain.table_from_points({1, 2, 3, 99}, 99, 2), 2, 4, 6, 255)
list_is(terrain.table_from_points{1, 98, 99}, 1, 98, 255)
list_is(terrain.apply_table({0, 1, 1, 2}, {1, 4, 255}), 1, 4, 4, 255)
list_is(terrain.costs_from_heights({0, 0, 1, 0, 0, 1}, 3, 2, {per_slope = 4, neighbours = 4}),
        1, 5, 5, 1, 5, 5)
list_is(terrain.costs_from_heights({0, 0, 3, 3}, 2, 2, {neighbours = 4}), 255, 255, 255, 255)
local costs = {2, 3, 255, 4}
list_is(terrain.combine(costs, {1, 2, 1, 255}), 2, 6, 255, 255)
list_is(costs, 2, 3, 255, 4) -- the list given stays as it is
list_is(terrain.combine({3}, {5}, 2), 8)
list_is(terrain.table_from_speeds{})

-- Into a grid: a hill is expensive to cross.
local heights = {}
for y = 0, 9 do
    for x = 0, 19 do
        heights[#heights + 1] = math.max(0, 3 - 0.5 * math.abs(x - 10)) * (y < 7 and 1 or 0.1)
    end
end
local grid = wend.grid{width = 20, height = 10}
grid:set_costs(0, 0, 0, 20, 10, terrain.costs_from_heights(heights, 20, 10, {per_slope = 8}))
local path = wend.search{grid = grid}:find{start = grid:node(2, 2), goal = grid:node(18, 2)}
local goes_around = false
for _, node in ipairs(path:cells(wend.search{grid = grid})) do
    local _, y = grid:cell(node)
    goes_around = goes_around or y > 6
end
assert(goes_around)

-- Nonsense.
fails("speeds are 0 or more", function() terrain.table_from_speeds{-1} end)
fails("entry 1 of a list: a finite number expected", function() terrain.table_from_speeds{0 / 0} end)
fails("an integer from 1 to 254", function() terrain.table_from_speeds({1}, 0) end)
fails("an integer from 1 to 254", function() terrain.table_from_speeds({1}, 1e12) end)
fails("a table expected, got 3", function() terrain.table_from_speeds(3) end)
fails("movement points are 1 or more", function() terrain.table_from_points{0} end)
fails("entry 1 of a list", function() terrain.table_from_points{-1} end)
fails("kinds count from 0", function() terrain.apply_table({1, 2}, {1, 1}) end)
fails("entry 1 of a list", function() terrain.apply_table({256}, {1}) end)
fails("a cost is 1 to 255", function() terrain.apply_table({0}, {0}) end)
fails("a list of 6 heights expected, got 5", function()
    terrain.costs_from_heights({0, 0, 0, 0, 0}, 3, 2)
end)
fails("integer from 1 to", function() terrain.costs_from_heights({}, 0, 2) end)
fails("integer from 1 to", function() terrain.costs_from_heights({}, -1, 2) end)
fails("integer from 1 to", function() terrain.costs_from_heights({}, 1 << 40, 2) end)
fails("a list of 268435456 heights", function() -- no memory is taken for them
    terrain.costs_from_heights({}, 1 << 14, 1 << 14)
end)
fails("heights below 1e30", function() terrain.costs_from_heights({1e300}, 1, 1) end)
fails("neighbours 4, 6 or 8", function() terrain.costs_from_heights({1}, 1, 1, {neighbours = 5}) end)
fails("there is no such field", function() terrain.costs_from_heights({1}, 1, 1, {slope = 5}) end)
fails("a list of 2 costs expected, got 1", function() terrain.combine({1, 1}, {1}) end)

-- The ground under a stamp; what changed since; the link of a leg.
local house = grid:add_stamp{x = 1, y = 1, width = 2, height = 1}
list_is(grid:get_costs(0, 1, 1, 2, 1), 255, 255)
list_is(grid:get_ground_costs(0, 1, 1, 2, 1), 1, 1)
fails("the rectangle lies outside", function() grid:get_ground_costs(0, 19, 1, 2, 1) end)
fails("no such class", function() grid:get_ground_costs(3, 1, 1, 1, 1) end)
fails("5 values expected", function() grid:get_ground_costs(0, 1, 1, 1) end)
grid:remove_stamp(house)

local wide = wend.grid{width = 64, height = 32, sector_size = 16}
local seen = wide:revision()
list_is(wide:list_changes(seen))
wide:set_cost(0, 20, 3, 9)
wide:set_cost(0, 60, 30, 9)
list_is(wide:list_changes(seen), 1, 7)
same(wide:sector_revision(1), seen + 1)
same(wide:sector_revision(99), nil)
fails("integer from 0", function() wide:list_changes(-1) end)
same(#wide:list_changes(1 << 60), 0)

same(wide:links_revision(), 1)
local link = wide:add_link{from = wide:node(1, 1), to = wide:node(50, 1), cost = 1,
                           behaviour = "teleport"}
assert(wide:links_revision() > 1)
local search = wend.search{grid = wide}
local found
for _, leg in ipairs(search:find{start = wide:node(0, 1), goal = wide:node(52, 1)}:legs()) do
    if leg.behaviour == "teleport" then found = wide:link_of_edge(leg.edge) end
end
same(found, link)
same(wide:link_of_edge(77), 0)
same(wide:link_of_edge(nil), 0)
