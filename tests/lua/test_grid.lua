local wend = require "wend"
local check = dofile("check.lua")
local same, fails = check.same, check.fails_here

-- A grid has what its definition says.
local grid = wend.grid{width = 64, height = 32, cell_size = 2, origin = {x = 10, y = 20},
                       class_count = 2, corner_rule = "one_open"}
local info = grid:get_info()
same(info.width, 64)
same(info.height, 32)
same(info.neighbours, 8)
same(info.corner_rule, "one_open")
same(info.origin.x, 10)
same(info.class_count, 2)
same(tostring(grid), "wend.grid")

-- Costs are read as they were written, for one class or all.
grid:set_cost(0, 3, 4, 7)
same(grid:cost(0, 3, 4), 7)
same(grid:cost(1, 3, 4), 1)
grid:fill("all", 10, 10, 5, 5, 255)
same(grid:is_open(0, nil, 12, 12), false)
same(grid:is_open(1, nil, 12, 12), false)
same(grid:is_open(1, nil, 9, 12), true)
grid:set_costs(0, 0, 0, 2, 2, {1, 2, 3, 4})
same(table.concat(grid:get_costs(0, 0, 0, 2, 2), " "), "1 2 3 4")

-- Gates.
grid:set_closed_teams(20, 0, 1, 1, ~(1 << 3))
same(grid:is_open(0, 3, 20, 0), true)
same(grid:is_open(0, 2, 20, 0), false)
same(grid:get_closed_teams(20, 0), 0xFFFFFFF7)

-- Positions.
local node = grid:node(3, 4)
same(node, 4 * 64 + 3)
local x, y = grid:cell(node)
same(x, 3)
same(y, 4)
local px, py = grid:position(node)
same(px, 10 + 3.5 * 2)
same(py, 20 + 4.5 * 2)
same(grid:node_at(px, py), node)
same(grid:node(-1, 0), nil)
same(grid:cell(64 * 32), nil)
same(select("#", grid:bounds()), 4)
same(grid:steps(0, 5), 5)

-- A stamp covers, and lifted it leaves the ground as it was.
local id = grid:add_stamp{x = 30, y = 10, width = 2, height = 1, costs = {255, 9}, user = 42}
same(grid:cost(0, 31, 10), 9)
same(grid:stamp_at(0, 30, 10), id)
same(grid:get_stamp(id).user, 42)
same(#grid:stamp_cells(id), 2)
same(#grid:list_stamps(), 1)
local can, touches = grid:can_add_stamp({x = 30, y = 10, width = 1, height = 1, cost = 255}, true)
same(can, false)
same(touches, true)
grid:remove_stamp(id)
same(grid:cost(0, 31, 10), 1)
fails("out of date", function() grid:remove_stamp(id) end)

-- Gradient, overlay, link.
grid:set_gradient(0, {3, 1})
same(grid:cost(0, 9, 12), 4)
same(grid:ground_cost(0, 9, 12), 1)
same(#grid:get_gradient(0), 2)
grid:set_gradient(0, {})
local overlay = grid:add_overlay{keep = 0.5}
grid:overlay_add(overlay, px, py, 0, 512)
same(grid:overlay_value(overlay, 3, 4), 512)
grid:overlay_tick(overlay)
same(grid:overlay_value(overlay, 3, 4), 256)
grid:remove_overlay(overlay)
local danger = grid:add_overlay{layers = 2, keep = 1}
same(grid:get_overlay(danger).layers, 2)
grid:overlay_add_rect(danger, 3, 4, 1, 1, 5 * 256)
do
    local own, other = wend.search{grid = grid}, wend.search{grid = grid, overlay_layers = 2}
    local from, to = grid:node(3, 3), grid:node(3, 4)
    local costs = {}
    for i, search in ipairs{own, other} do
        costs[i] = search:find{start = from, goal = to}:cost()
    end
    same(costs[2] - costs[1], 5)
end
grid:remove_overlay(danger)
local link = grid:add_link{from = 0, to = 100, cost = 2.5, behaviour = "jump"}
same(grid:get_link(link).behaviour, "jump")
same(grid:get_link(link).cost, 2.5)
grid:set_link(link, {is_open = false})
same(grid:get_link(link).is_open, false)
same(grid:get_link(link).behaviour, "jump")
same(#grid:list_links(), 1)
grid:remove_link(link)

-- Saved and loaded it is the same grid.
local again = wend.grid_load(grid:save())
same(again:hash(), grid:hash())
assert(#grid:field_of_view(0, grid:node(9, 12), 8) > 20)

-- Wrong values raise errors that say what was wrong, and change nothing.
local before = grid:hash()
fails("there is no such field", function() wend.grid{width = 3, height = 3, colour = 1} end)
fails("colour", function() wend.grid{width = 3, height = 3, colour = 1} end)
fails("width", function() wend.grid{width = "3", height = 3} end)
fails("got '3'", function() wend.grid{width = "3", height = 3} end)
fails("field 'height'", function() wend.grid{width = 3} end)
fails("one of 'never'", function() wend.grid{width = 3, height = 3, corner_rule = "often"} end)
fails("finite", function() wend.grid{width = 3, height = 3, cell_size = 0 / 0} end)
fails("wend.grid: ", function() wend.grid{width = 3, height = 3, cell_size = -1} end)
fails("grid:fill: ", function() grid:fill(0, 60, 30, 10, 10, 3) end)
fails("outside", function() grid:set_cost(0, 64, 0, 3) end)
fails("bad argument #4", function() grid:set_cost(0, 3, 3, 256) end)
fails("bad argument #2", function() grid:set_cost(0, 1.5, 3, 2) end)
fails("bad argument #1", function() grid:set_cost("some", 1, 3, 2) end)
fails("number has no integer", function() error("x.lua:1: number has no integer") end)
fails("wend.grid expected", function() grid.fill(3) end)
fails("costs expected", function() grid:set_costs(0, 0, 0, 2, 2, {1, 2, 3}) end)
same(grid:hash(), before)

-- Damaged bytes are refused.
fails("grid_load: ", function() wend.grid_load("nonsense") end)
fails("grid_load: ", function() wend.grid_load(grid:save():sub(1, -2)) end)

-- A closed grid cannot be used any more; closing twice is fine.
again:close()
again:close()
same(again:is_closed(), true)
same(tostring(again), "wend.grid (closed)")
fails("closed", function() again:get_info() end)
do
    local inner <close> = wend.grid{width = 2, height = 2}
    again = inner
end
fails("closed", function() again:get_info() end)
