local wend = require "wend"
local check = dofile("check.lua")
local same, fails, near = check.same, check.fails_here, check.near

-- On a grid: around a wall, and why not where there is no way.
local grid = wend.grid{width = 40, height = 20}
grid:fill(0, 20, 0, 1, 19, 255)
local pathfinder = wend.pathfinder{grid = grid}
local path, why = pathfinder:find(5.5, 5.5, 35.5, 5.5)
assert(path and not why)
local legs = path:legs()
same(#legs, #path)
same(#legs, path:leg_count())
near(legs[1].from.x, 5.5)
near(legs[#legs].to.x, 35.5)
same(legs[1].behaviour, "walk")
assert(path:length() > 40 and path:length() < 60)
near(path:cost(), path:length(), 1e-6)
same(#path:points(), #path + 1)
same(path:leg(1).to.x, legs[2].from.x)
same(path:leg(#path + 1), nil)
same(pathfinder:can_walk(5.5, 5.5, 35.5, 5.5), false)
same((pathfinder:can_walk(5.5, 5.5, 10.5, 5.5)), true)
same(pathfinder:can_reach(5.5, 5.5, 35.5, 5.5), true)
same(pathfinder:get_answer().is_found, true)

-- An index: built in steps, used, dropped after an edit, none where cells differ in cost.
do
    local walled = wend.grid{width = 40, height = 20}
    walled:fill(0, 20, 0, 1, 19, 255)
    local finder = wend.pathfinder{grid = walled, has_index = true}
    local function method()
        assert(finder:find(5.5, 5.5, 35.5, 5.5))
        return finder:get_answer().method
    end
    same(finder:prepare(1), false)
    same(method(), "jump-point")
    same(finder:prepare(), true)
    same(method(), "index")
    walled:fill(0, 10, 5, 1, 1, 255)
    same(method(), "jump-point")
    walled:fill(0, 10, 6, 1, 1, 7)
    local nothing, sentence = finder:prepare()
    same(nothing, nil)
    assert(sentence:find("one cost"))
end

-- Limits: a partial path beside the reason.
do
    local nothing, why, near_it = pathfinder:find(5.5, 5.5, 35.5, 5.5, {max_steps = 40, method = "astar"})
    same(nothing, nil)
    same(why, "limit")
    local last = near_it:leg(#near_it)
    assert(last.to.x > 5.5 and last.to.x < 35.5)
    local answer = pathfinder:get_answer()
    same(answer.is_found, false)
    same(answer.expanded, 40)
    assert(answer.generated > 40 and answer.memory_bytes > 1000)
    near(answer.position.x, last.to.x)
    same(select(2, pathfinder:find(5.5, 5.5, 35.5, 5.5, {max_cost = 20})), "limit")
    assert(pathfinder:find(5.5, 5.5, 35.5, 5.5, {max_cost = 60, method = "astar-weighted", weight = 2}))
    near(pathfinder:get_answer().bound, 2)
    fails("weight is 0, and must be from 1 to 1000", function()
        pathfinder:find(5.5, 5.5, 35.5, 5.5, {weight = 0})
    end)
end

-- What searches over cells have: given cells, heuristics, noise, turning, the order of expansion.
do
    local from, to = grid:node_at(5.5, 5.5), grid:node_at(35.5, 5.5)
    local whole = pathfinder:find{from_node = from, to_node = to, shape = "as_found", method = "astar"}
    same(whole:leg(1).from_node, from)
    same(whole:leg(#whole).to_node, to)
    local asked = 0
    local own = pathfinder:find{
        from_node = from, to_node = to, shape = "as_found", method = "astar", records_order = true,
        estimate = function(node, goal)
            asked = asked + 1
            same(goal, to)
            return 0
        end,
    }
    near(own:cost(), whole:cost())
    local answer = pathfinder:get_answer()
    same(#pathfinder:visited(), answer.expanded)
    same(pathfinder:visited()[1], from)
    assert(asked > 100)
    fails("oh", function()
        pathfinder:find{from_node = from, to_node = to, estimate = function() error("oh") end}
    end)
    fails("a function expected, got number", function()
        pathfinder:find(5.5, 5.5, 35.5, 5.5, {estimate = 3})
    end)
    local turning = {cost = 0.5}
    fails("shape must be", function() pathfinder:find(5.5, 5.5, 35.5, 5.5, {turning = turning}) end)
    assert(pathfinder:find(5.5, 5.5, 35.5, 5.5, {turning = turning, shape = "as_found"}))
    assert(pathfinder:get_answer().turns > 0 and pathfinder:get_answer().heading ~= "any")
    assert(pathfinder:find(5.5, 5.5, 35.5, 5.5, {noise = 0.5, noise_seed = 3, heuristic = "octile"}))
    near(pathfinder:get_answer().bound, 1.5)
    same(pathfinder:get_answer().heading, "any")
    fails("to_node is 800, and must be from 0 to 799", function()
        pathfinder:find(5.5, 5.5, 35.5, 5.5, {to_node = 800})
    end)
end

-- Edits are followed.
grid:fill(0, 20, 19, 1, 1, 255)
path, why = pathfinder:find(5.5, 5.5, 35.5, 5.5)
same(path, nil)
same(why, "unreachable")
same(select(2, pathfinder:find(5.5, 5.5, 20.5, 5.5)), "goal blocked")

-- The nearest of several positions, by a table.
path = pathfinder:find{from = {5.5, 5.5}, positions = {{15.5, 15.5}, {7.5, 5.5}}, shape = "as_found"}
near(path:length(), 2)
same(pathfinder:get_answer().position_index, 2)

-- A function of the script picks the goal; it may not change what is being searched.
local asked = 0
path = pathfinder:find{from = {5.5, 5.5}, is_goal = function(node)
    asked = asked + 1
    local x, y = grid:cell(node)
    return x == 9 and y == 5
end}
assert(asked > 4 and path)
near(path:length(), 4)
fails("cannot be changed", function()
    pathfinder:find{from = {5.5, 5.5}, is_goal = function() grid:set_cost(0, 1, 1, 9) end}
end)
fails("cannot be changed", function()
    pathfinder:find{from = {5.5, 5.5}, is_goal = function() pathfinder:find(1, 1, 2, 2) end}
end)
fails("in use", function()
    pathfinder:find{from = {5.5, 5.5}, is_goal = function() pathfinder:close() end}
end)
fails("boom", function()
    pathfinder:find{from = {5.5, 5.5}, is_goal = function() error("boom") end}
end)
same(grid:cost(0, 1, 1), 1)
grid:set_cost(0, 1, 1, 9)

-- A graph, with a jump that is expensive for this pathfinder.
local graph = wend.graph()
local a, b, c = graph:add_node(0, 0), graph:add_node(10, 0), graph:add_node(5, 8)
graph:add_edge(a, b, {behaviour = "jump"})
graph:add_edge(a, c)
graph:add_edge(c, b)
local jumper = wend.pathfinder{graph = graph, shape = nil}
same(jumper:find{from = {0, 0}, to = {10, 0}, shape = "as_found", is_searched = true}:leg(1).behaviour,
     "walk")
local walls = wend.walls()
walls:add_segment(5, -1, 5, 7)
jumper = wend.pathfinder{graph = graph, walls = walls, behaviour_factors = {jump = 1}}
same(jumper:find(0, 0, 10, 0):leg(1).behaviour, "jump")
local walker = wend.pathfinder{graph = graph, walls = walls, max_node_distance = 1,
                        behaviour_factors = {jump = math.huge}}
same(walker:find(0, 0, 10, 0):leg(1).behaviour, "walk")
graph:set_open(1, false)
same(walker:find(0, 0, 10, 0), nil)

-- A mesh.
local mesh = wend.mesh_from_grid(grid)
local over = wend.pathfinder{mesh = mesh}
near(over:find(5.5, 5.5, 15.5, 5.5):length(), 10, 1e-9)
local midpoint = {mesh_method = "midpoint"}
same(over:get_answer().method, "direct")
midpoint.from_polygon = mesh:locate(5.5, 5.5)
near(over:find(5.5, 5.5, 15.5, 5.5, midpoint):length(), 10, 1e-9)
same(over:get_answer().method, "midpoint")
midpoint.to_polygon = 1000000
same(select(2, over:find(5.5, 5.5, 15.5, 5.5, midpoint)), "goal blocked")
midpoint.from_polygon, midpoint.to_polygon = nil, nil
same(select(2, over:find(-5, 5.5, 15.5, 5.5, midpoint)), "start off the ground")
same(select(2, over:find(5.5, 5.5, -5, 5.5, midpoint)), "goal off the ground")
local kept = over:find(5.5, 5.5, 15.5, 5.5)
same(kept:is_valid(over), true)
mesh:set_open(mesh:locate(10.5, 5.5), false)
same(select(2, kept:is_valid(over, 0.25)), 1)
same(kept:is_valid(over, 0, 2), true)
fails("the radius is 0 or more", function() kept:is_valid(over, -1) end)
mesh:set_open(mesh:locate(10.5, 5.5), true)

-- By a hierarchy of the mesh.
local routed = wend.pathfinder{mesh = mesh, has_hierarchy = true}
local by_route = {method = "hierarchy", mesh_method = "midpoint", is_searched = true}
local searched = routed:find(1.5, 1.5, 10.5, 8.5, by_route)
same(routed:get_answer().method, "midpoint")
assert(routed:prepare())
local led = routed:find(1.5, 1.5, 10.5, 8.5, by_route)
same(routed:get_answer().method, "hierarchy")
assert(led:cost() <= searched:cost() * 1.1 and routed:get_answer().bound >= 1)
same(kept:is_valid(over), true)

-- A level, made into each world; what is added to it later is seen.
do
    local level = wend.level()
    local room = level:add_region()
    level:add_outline({0, 0, 20, 0, 20, 10, 0, 10}, room, nil)
    for i, at in ipairs{{2, 2}, {8, 5}, {18, 8}} do
        level:add_item{x = at[1], y = at[2], tag = 1, is_start = i == 1}
    end
    local lengths = {}
    for _, world in ipairs{"mesh", "grid", "visibility", "flood", "expanded"} do
        local over = wend.pathfinder{level = level, level_world = world, radius = 0.4}
        near(over:find(2, 2, 18, 8):length(), math.sqrt(16 * 16 + 6 * 6), 0.01)
        lengths[world] = over
    end
    level:add_outline({9, 2, 11, 2, 11, 9.9, 9, 9.9}, nil, room)
    for world, over in pairs(lengths) do
        if world == "mesh" or world == "grid" or world == "expanded" then
            assert(over:find(2, 2, 18, 8):length() > 17.2, world)
        end
    end
    fails("cell_size is -1", function() wend.pathfinder{level = level, cell_size = -1} end)
    fails("movement_class is set", function() wend.pathfinder{level = level, movement_class = 1} end)
end

-- Paths of one's own, and their shapes.
local own = wend.path{{0, 0}, {5, 0}, {5, 9, behaviour = "jump", cost = 2}, {x = 9, y = 9}}
same(#own, 3)
near(own:length(), 18)
near(own:cost(), 5 + 2 + 4)
same(own:leg(2).behaviour, "jump")
local copy = own:copy()
near(copy:cost(), own:cost())
same(copy:leg(2).behaviour, "jump")
same(#wend.path{{3, 3}}, 0)
local zigzag = wend.path{{0, 0}, {1, 1}, {2, 0}, {3, 1}, {4, 0}}
zigzag:smooth_walls{walls = wend.walls()}
same(#zigzag, 1)
local round = wend.path{{0, 0}, {10, 0}, {10, 10}}:round{turn_radius = 2}
same(round.round, 1)

-- Wrong values.
fails("path needs a place", function() wend.path{} end)
fails("field 'path[2].y'", function() wend.path{{1, 2}, {1}} end)
fails("wend.pathfinder: 0 of grid, graph, mesh and level are set", function() wend.pathfinder{} end)
fails("wend.pathfinder: 2 of grid, graph, mesh and level are set", function() wend.pathfinder{grid = grid, mesh = mesh} end)
fails("bad argument #3", function() pathfinder:find(1, 2, "3", 4) end)
fails("pathfinder:find: ", function() pathfinder:find{from = {1, 1}, tag = 4} end)
fails("field 'is_goal'", function() pathfinder:find{from = {1, 1}, is_goal = 4} end)
fails("field 'method'", function() pathfinder:find{from = {1, 1}, to = {2, 2}, method = "magic"} end)

-- The grid's end is not the pathfinder's end.
grid:close()
assert(pathfinder:find(5.5, 5.5, 7.5, 5.5))
pathfinder:close()

-- Straightened as a pathfinder does it, by hand; and as cells.
do
    local ground = wend.grid{width = 30, height = 20}
    ground:fill("all", 10, 0, 1, 15, 255)
    local search = wend.search{grid = ground}
    local function stairs() return search:find{start = ground:node(2, 3), goal = ground:node(25, 8)} end
    local path = stairs()
    local cells = path:cells(search)
    same(cells[1], ground:node(2, 3))
    same(cells[#cells], ground:node(25, 8))
    for i = 2, #cells do same(ground:steps(cells[i - 1], cells[i]), 1) end
    local before = path:length()
    path:smooth(search, 0.2)
    assert(path:length() < before and #path < #stairs())
    local wide = stairs()
    wide:smooth(search, 0.6)
    assert(wide:length() > path:length()) -- no corner so close
    local precise = stairs()
    precise:smooth(wend.pathfinder{grid = ground}, 0.2, "precise")
    assert(precise:length() < path:length())
    fails("the path was smoothed", function() precise:cells(search) end)
    fails("the radius is 0 or more", function() path:smooth(search, -1) end)
    fails("a finite number expected", function() path:smooth(search, 0 / 0) end)
    fails("'quick' or 'precise'", function() path:smooth(search, 0, "fast") end)
    fails("a pathfinder or a search expected, got no value", function() path:smooth() end)
    fails("a pathfinder or a search expected, got wend.grid", function() path:cells(ground) end)

    local blocks = wend.grid{width = 12, height = 10} -- among them centroids lead astray
    for _, at in ipairs{{5, 2}, {1, 3}, {2, 2}, {1, 1}, {2, 1}} do
        blocks:set_cost("all", at[1], at[2], 255)
    end
    local pathfinder = wend.pathfinder{mesh = wend.mesh_from_grid(blocks)}
    local rough = pathfinder:find({0.5, 0.5}, {11.5, 9.5}, {mesh_method = "centroid", shape = "as_found"})
    local long = rough:length()
    rough:smooth(pathfinder)
    assert(rough:length() < long - 0.1)
    fails("meshes have no cells", function() rough:cells(pathfinder) end)

    local graph = wend.graph()
    graph:add_node(0, 0)
    graph:add_node(5, 0)
    graph:add_edge(0, 1)
    local roads = wend.search{graph = graph}
    local road = roads:find{start = 0, goal = 1}
    fails("smooth_walls", function() road:smooth(roads) end)
    fails("see the legs' nodes", function() road:cells(roads) end)
    search:close()
    fails("closed", function() path:smooth(search) end)
end
