local wend = require "wend"
local check = dofile("check.lua")
local same, fails, near = check.same, check.fails_here, check.near

local grid = wend.grid{width = 30, height = 20, neighbours = 6}
grid:fill(0, 10, 0, 1, 19, 255)
local search = wend.search{grid = grid}

-- From cell to cell.
local path = search:find{start = grid:node(2, 2), goal = grid:node(20, 2)}
assert(path:cost() >= 30)
same(search:get_answer().cost, path:cost())
same(search:get_answer().is_found, true)
near(search:cost_to(grid:node(20, 2)), path:cost())
same(#search:path_to(grid:node(2, 2)), 0)

-- Where it can move to with 3 points: 37 hexes in the open.
same(#search:find{start = grid:node(20, 10), max_cost = 3}, 0)
same(#search:visited(), 37)
same(search:cost_to(grid:node(29, 10)), nil)
same(search:path_to(grid:node(29, 10)), nil)

-- The nearest of several; what a limit leaves; edits are followed.
search:find{start = grid:node(20, 10), goals = {grid:node(29, 10), grid:node(18, 10)}}
same(search:get_answer().node, grid:node(18, 10))
local none, why, part = search:find{start = grid:node(2, 2), goal = grid:node(20, 2), max_steps = 5}
same(none, nil)
same(why, "limit")
assert(part:length() > 0)
grid:fill(0, 10, 19, 1, 1, 255)
none, why, part = search:find{start = grid:node(2, 2), goal = grid:node(20, 2)}
same(none, nil)
same(why, "unreachable")
same(part, nil)
local x = grid:cell(search:nearest_reachable(grid:node(2, 2), grid:node(20, 2)))
same(x, 9)

-- Whether a path still holds.
local open = wend.grid{width = 10, height = 3}
local there = wend.search{grid = open}
local path = there:find{start = open:node(0, 1), goal = open:node(9, 1)}
same(path:is_valid(there), true)
open:fill(0, 5, 1, 1, 1, 255)
local holds, leg = path:is_valid(there)
same(holds, false)
same(leg, 1)

-- A graph.
local graph = wend.graph()
for i = 0, 4 do graph:add_node(i * 2, 0) end
for i = 0, 3 do graph:add_edge(i, i + 1) end
near(wend.search{graph = graph}:find{start = 0, goal = 4}:length(), 8)

-- Wrong values.
fails("field 'start'", function() search:find{goal = 3} end)
fails("search:find: ", function() search:find{start = 9999} end)
fails("search:find: ", function() search:find{start = 1, goal = 2, method = "jump-point"} end)
fails("entry 2 of a list", function() search:find{start = 1, goals = {1, "2"}} end)
fails("wend.search: ", function() wend.search{} end)

-- Where one can be, and turns that cost.
do
    local ground = wend.grid{width = 20, height = 12}
    ground:fill("all", 5, 5, 3, 3, 255)
    local finder = wend.search{grid = ground}
    same(finder:is_open(ground:node(1, 1)), true)
    same(finder:is_open(ground:node(6, 6)), false)
    same(finder:is_open(99999), false)
    same(ground:steps(finder:nearest_open(ground:node(6, 6)), ground:node(6, 6)), 2)
    same(finder:nearest_open(99999), nil)
    ground:fill("all", 5, 5, 3, 3, 1)
    same(finder:is_open(ground:node(6, 6)), true) -- as it is now

    local function turns(turning)
        local path = finder:find{start = ground:node(2, 2), goal = ground:node(15, 8),
                                 method = "dijkstra", turning = turning}
        return #path - 1
    end
    same(turns{cost = 5, fewest_turns = true}, 1)
    same(finder:get_answer().heading >= 0, true)
    finder:find{start = 0, goal = 5}
    same(finder:get_answer().heading, "any")
    same(turns{cost = 1, start_heading = "any"} >= 1, true)
    fails("field 'cost'", function() turns{cost = -1} end)
    fails("there is no such field", function() turns{angle = 1} end)
    fails("'any'", function() turns{start_heading = "east"} end)
    fails("search:find: ", function() turns{start_heading = 99} end)
    fails("entry 2 of a list", function() finder:find{start = 0, goals = {5, -1}} end)
    fails("entry 1 of a list", function() finder:find{start = 0, goals = {"5"}} end)
end
