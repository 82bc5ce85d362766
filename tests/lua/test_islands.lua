local wend = require "wend"
local check = dofile("check.lua")
local same, near, fails = check.same, check.near, check.fails_here

-- ---- clearance ----
local grid = wend.grid{width = 20, height = 10, cell_size = 2}
local clearance = wend.clearance{grid = grid, max_clearance = 8}
same(clearance:square(0, 0), 8)
same(clearance:is_fresh(), true)
grid:set_cost(0, 5, 4, 255)
same(clearance:is_fresh(), false)
same(clearance:square(4, 3), 7)
clearance:update()
same(clearance:is_fresh(), true)
same(clearance:revision(), grid:revision())
same(clearance:square(4, 3), 1)
same(clearance:square(5, 4), 0)
same(clearance:square(-1, 0), 0)
near(clearance:disc(3, 4), 3) -- One cell and a half to the wall.
same(clearance:fits_disc(3, 4, 3), true)
same(clearance:fits_disc(3, 4, 3.01), false)
assert(clearance:memory_bytes() >= 3 * 200)
fails("wend.clearance: ", function() wend.clearance{grid = grid, max_clearance = 0} end)
fails("wend.clearance: ", function() wend.clearance{} end)
fails("field 'colour'", function() wend.clearance{grid = grid, colour = 1} end)

-- ---- islands ----
grid:fill(0, 10, 0, 1, 10, 255)
local islands = wend.islands{grid = grid}
local west, east = grid:node(0, 0), grid:node(19, 9)
same(islands:count(), 2)
same(islands:at(grid:node(10, 3)), nil)
same(islands:at(999999), nil)
assert(islands:at(west) ~= islands:at(east))
same(islands:cell_count(islands:at(east)), 90)
same(islands:cell_count(islands:at(west)), 99)
same(islands:can_reach(west, east), false)
same(islands:nearest(west, grid:node(12, 7)), grid:node(9, 7))
same(islands:nearest(grid:node(10, 3), east), nil)
grid:set_cost(0, 10, 5, 1)
same(islands:is_fresh(), false)
fails("islands:update() comes first", function() islands:nearest(west, east) end)
islands:update()
same(islands:is_fresh(), true)
same(islands:can_reach(west, east), true)
same(islands:nearest(west, east), east)
fails("a node lies outside", function() islands:nearest(west, 999999) end)
assert(islands:memory_bytes() > 0)

-- An agent too wide for the gap stays on this side; the clearance is updated with the islands.
local wide = wend.islands{grid = grid, clearance = clearance, radius = 1.5}
local left, right = grid:node(2, 5), grid:node(17, 5) -- The map's edge is a wall too.
same(wide:at(west), nil)
same(wide:can_reach(left, right), false)
grid:fill(0, 10, 4, 1, 3, 1)
wide:update()
same(clearance:is_fresh(), true)
same(wide:can_reach(left, right), true)
fails("wend.islands: ", function() wend.islands{grid = grid, size = 2} end)
fails("wend.islands: ",
      function() wend.islands{grid = wend.grid{width = 4, height = 4}, clearance = clearance, size = 2} end)

-- Closed in any order, what is under the rest stays until that is closed.
clearance:close()
fails("closed", function() clearance:square(0, 0) end)
grid:close()
same(wide:can_reach(left, right), true)
wide:close()
islands:close()
