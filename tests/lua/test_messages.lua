-- Common mistakes of scripts: messages name the mistake, in words of Lua.
local wend = require "wend"
local check = dofile("check.lua")

local function says(expected, call)
    local text = check.fails_here(expected, call)
    for _, c in ipairs{"wend_", "WEND_", "NULL"} do assert(not text:find(c), text) end -- no names of C
end

local grid = wend.grid{width = 20, height = 10}
grid:fill("all", 4, 4, 3, 3, 5)
local mesh = wend.mesh_from_grid(grid)
local graph = wend.graph()
graph:add_node(1, 1)
local search = wend.search{grid = grid}

-- Fields that there are not: which there are.
says("field 'cellsize': there is no such field; there are width height neighbours corner_rule",
     function() wend.grid{width = 10, height = 10, cellsize = 2} end)
says("field '1': there is no such field; there are width height", function() wend.grid{10, 10} end)
says("field 'to': there is no such field; there are start starts", function() search:find{to = 3} end)
says("field 'positions[2].w': there is no such field; there are x y z", function()
    wend.pathfinder{grid = grid}:find{from = {1, 1}, positions = {{1, 2}, {x = 1, y = 2, w = 3}}}
end)

-- Methods that there are not, and the nearest one; nothing else of an object can be read.
local crowd = wend.crowd{}
says("wend.crowd has no method 'explode'; did you mean 'apply_explosion'?", function() crowd:explode{} end)
says("wend.crowd has no method 'ad_body'; did you mean 'add_body'?", function() crowd:ad_body{} end)
says("wend.grid has no method 'setcost'; did you mean 'set_cost'?", function() grid:setcost(0, 1, 1, 5) end)
says("wend.grid has no method 'width'", function() return grid.width end)
says("wend.grid has no method '1'", function() return grid[1] end)
says("wend.crowd has no method 'qqqq'", function() crowd:qqqq() end)

-- Objects by their names.
says("a table expected, got wend.grid", function() wend.search(grid) end)
says("a table expected, got wend.graph", function() wend.table(graph) end)
says("wend.grid expected, got table", function() wend.mesh_from_grid{grid = grid} end)

-- One word is no choice.
says("a class (a number from 0) or 'all' expected", function() grid:set_cost("walk", 1, 1, 255) end)
says("a class (a number from 0) or 'all' expected", function() grid:set_cost({}, 1, 1, 255) end)

says("field 'start_heading': an integer or 'any' expected, got 'north'", function()
    search:find{start = 0, goal = 3, turning = {start_heading = "north"}}
end)

-- A removed object stays removed, even if its slot is used again.
says("an integer from 0 to 9223372036854775807 expected, got nothing", function() grid:list_changes() end)
says("an integer from 0 to 4294967295 expected, got nothing", function() grid:sector_revision() end)
says("a finite number expected, got nothing", function() mesh:locate() end)

says("wend.islands: grid is nil", function() wend.islands{} end)
says("row 2, entry 1: a number expected", function() wend.assign{{1}, {0 / 0}} end)
says("row 1, entry 2: a number expected", function() wend.assign{{1, "2"}} end)

-- Functions by the names that scripts use, for every form of call.
says("wend.terrain.table_from_points: ", function() wend.terrain.table_from_points{0} end)
says("grid:get_costs: ", function() grid:get_costs(9, 1, 1, 1, 1) end)
says("grid:get_costs: ", function() grid.get_costs(grid, 9, 1, 1, 1, 1) end)

-- By pcall too, and with the line of the script around it.
local function keeps_name(expected, ...)
    local text = check.fails(expected, ...)
    assert(text:find("^[^:]*%.lua:%d+: "), text)
    assert(not text:find("?", 1, true), text)
end
keeps_name("bad argument #1 to 'wend.grid' (", wend.grid, 5)
keeps_name("wend.search: ", wend.search, {grid = grid, team = 99})
keeps_name("wend.terrain.table_from_points: ", wend.terrain.table_from_points, {0})
keeps_name("bad argument #1 to 'wend.steer.seek' (", wend.steer.seek)
keeps_name("bad argument #1 to 'wend.sin' (", wend.sin, {})
keeps_name("grid:get_costs: ", grid.get_costs, grid, 9, 1, 1, 1, 1)
keeps_name("calling 'grid:get_costs' on bad self (wend.grid expected, got number)", grid.get_costs, 5)
keeps_name("calling 'grid:get_info' on bad self (wend.grid expected, got wend.graph)", grid.get_info, graph)
keeps_name("bad argument #1 to 'grid:list_changes' (", grid.list_changes, grid)
keeps_name("calling 'grid:close' on bad self (", grid.close, 3)
keeps_name("graph:add_edge: ", graph.add_edge, graph, 0, 7)
keeps_name("graph:add_edge: ", coroutine.wrap(function() graph:add_edge(0, 7) end))

-- Tables in fields: which field.
says("field 'turning': a table expected, got number", function() search:find{start = 0, turning = 5} end)
says("field 'behaviour_factors': a table expected, got number", function()
    wend.table{graph = graph, behaviour_factors = 3}
end)
says("field 'behaviour_factors': a number expected, got ", function()
    wend.pathfinder{graph = graph, behaviour_factors = {walk = 0 / 0}}
end)
says("field 'behaviour_factors': an integer or 'walk' 'tiptoe'", function()
    wend.search{graph = graph, behaviour_factors = {fly = 3}}
end)

says("field 'factors': a number expected, got 'two'", function()
    wend.mesh{polygons = {{{0, 0}, {1, 0}, {0, 1}}}, factors = {[3] = "two"}}
end)

-- What the library says of C.
says("mesh_method = \"midpoint\"", function() wend.pathfinder{mesh = mesh}:find(1, 1, 9, 9) end)
says("which needs the exact method", function()
    wend.pathfinder{mesh = mesh, radius = 0.3}:find(1, 1, 9, 9, {mesh_method = "midpoint"})
end)
says("team is 99, and must be from 0 to 31, or nil", function() wend.search{grid = grid, team = 99} end)
says("is nil (never set", function() search:find{start = (1 << 32) - 1, goal = 3} end)
says("node 7 does not exist or was removed", function() graph:add_edge(0, 7) end)
says("flow:update() comes first", function() wend.flow{grid = grid}:save() end)
says("flow:update() comes first", function() wend.flow{grid = grid}:bake(0) end)
says("flow:update() comes first", function()
    wend.flow{grid = grid}:nearest_reachable(0, {x = 1, y = 1}, {x = 9, y = 9})
end)

-- One thing where a list of such is expected: not an empty list.
local flow = wend.flow{grid = grid}
local crowd = wend.crowd{grid = grid, flow = flow}
local body = crowd:add_body{x = 2.5, y = 2.5}
says("a list expected, got a table with the field '", function()
    crowd:set_steering(body, {kind = "seek", target = {1, 1}})
end)
says("field 'goals': a list expected, got a table with the field '", function()
    flow:add_request{goals = {x = 3, y = 4}}
end)
says("a list expected", function() wend.walls():add_polygon{x = 1, y = 2} end)
says("a list expected", function() crowd:set_group_goal({leader = body}, 1, 1) end)
says("a list expected", function() wend.terrain.table_from_speeds{grass = 2} end)
says("a list expected", function() search:find{start = 0, goals = {exit = 3}} end)
crowd:set_steering(body, {}) -- none is fine
crowd:set_group_goal({}, 1, 1)
says("crowd:add_body: radius is 9, and must be at least 1e-06 and at most the crowd's max_radius",
     function() crowd:add_body{x = 2.5, y = 3, radius = 9} end)
says("the position -1,3 on floor 0 lies in a wall or outside of the map", function() crowd:add_body{x = -1, y = 3} end)
says("floor is 2, but", function() crowd:add_body{x = 1, y = 3, floor = 2} end)
