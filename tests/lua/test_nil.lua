-- A function that finds nothing gives nil, one value, which can be passed on: never no value at all.
local wend = require "wend"

local function is_nil(name, ...)
    local count = select("#", ...)
    assert(count >= 1, name .. " gives no value")
    assert((...) == nil, name .. " finds something")
    assert(tostring((...)) == "nil")
end

-- Calls a method as given, with the object.
local function none(object, method, ...)
    is_nil(tostring(object) .. ":" .. method, object[method](object, ...))
end

local grid = wend.grid{width = 6, height = 4}
none(grid, "cell", 999)
none(grid, "node", 99, 99)
none(grid, "cell_at", 99, 99)
none(grid, "node_at", 99, 99)
none(grid, "position", 999)
none(grid, "position", 99, 99)
none(grid, "steps", 0, 999)
none(grid, "sector_revision", 999)
none(grid, "hex", 0)
none(wend.grid{width = 3, height = 3, neighbours = 6}, "hex", 999)
grid:fill("all", 3, 0, 1, 4, 255)
none(wend.islands{grid = grid}, "at", grid:node(3, 0))
none(wend.search{grid = grid}, "cost_to", 3)
none(wend.search{grid = grid}, "path_to", 3)
local incremental = wend.incremental{grid = grid}
incremental:set_goal(0)
none(incremental, "cost_from", grid:node(5, 3))

local walls = wend.walls()
none(walls, "bounds")
none(walls, "ray", 0, 0, 5, 5)
none(walls, "ray_3d", {0, 0, 0}, {5, 5, 1})
none(wend.level(), "bounds")
walls:add_segment(9, 9, 9, 12)
assert(walls:rays(0, 0, {{5, 5}})[1] == false)

local graph = wend.graph()
none(graph, "position", 7)
graph:add_node(1, 1)
graph:add_node(4, 1)
none(graph, "get_arc", 7, walls)
none(wend.table{graph = graph}, "cost", 0, 1)
local index = wend.index{graph = graph}
index:build()
none(index, "cost", 0, 1)
none(wend.path{{0, 0}, {1, 1}}, "leg", 99)

local whole = wend.mesh_from_grid(grid)
for _, mesh in ipairs{whole, wend.mesh_tiles()} do
    none(mesh, "locate", 99, 99)
    none(mesh, "nearest", 99, 99, 0, 1)
    none(mesh, "get_polygon", mesh:polygon_count())
    none(mesh, "tile_of", 0)
end
none(whole, "wall_distance", {x = 99, y = 99})
none(whole, "random_near", {x = 99, y = 99}, 1, 1, 2, 3)
none(whole:raster{cell_size = 0.1}, "finish")
local empty = wend.mesh_tiles()
none(empty, "nearest", 1, 2)
none(empty, "random_location", 1, 2, 3)
none(empty, "wall_distance", {x = 1, y = 2})

local flow = wend.flow{grid = grid}
local request = flow:add_request{goals = {{1, 1}}, sources = {{2, 2}}}
none(flow, "cost_left", request, 0, 5.5, 1.5)
none(flow, "link_at", request, 0, 5.5, 1.5)
none(flow, "nearest_reachable", 0, {3.5, 0.5}, {1.5, 0.5}) -- from a wall

local crowd = wend.crowd{grid = grid, flow = flow}
local body = crowd:add_body{x = 1.5, y = 1.5}
none(crowd, "sweep", {1.5, 1.5}, {1.6, 1.5}, 0.1)
is_nil("exit_of_body", wend.exit_of_body(crowd, body))
is_nil("formation_of_body", wend.formation_of_body(crowd, body))
is_nil("social_of_body", wend.social_of_body(crowd, body))
none(wend.explorers{crowd = crowd, max_explorers = 8}, "get_info", body)
none(wend.explored_map{like = grid}, "get", 0)

none(wend.predictor{action_count = 2}, "predict")
none(wend.minds{think = print}, "decision", 7)
local senses = wend.senses{walls = walls}
none(senses, "first", senses:add_observer{profile = senses:add_profile{}})
local hierarchy = wend.hierarchy{grid = wend.grid{width = 6, height = 4}}
while not hierarchy:update() do end
assert(hierarchy:find(0, 20))
for _ = 1, 99 do
    local _, is_last = hierarchy:next()
    if is_last then break end
end
none(hierarchy, "next")
