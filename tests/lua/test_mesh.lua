local wend = require "wend"
local check = dofile("check.lua")
local same, fails, near = check.same, check.fails_here, check.near

-- Two squares that share an edge.
local mesh, report = wend.mesh{polygons = {
    {{0, 0}, {4, 0}, {4, 4}, {0, 4}},
    {{4, 0}, {8, 0}, {8, 4, 2}, {4, 4}},
}, areas = {0, 3}, factors = {[3] = 2.5}}
same(mesh:polygon_count(), 2)
same(report.turned_polygons, 0)
same(mesh:factor(3), 2.5)
same(mesh:factor(0), 1)
same(mesh:locate(1, 1), 0)
same(mesh:locate(5, 1), 1)
same(mesh:locate(9, 1), nil)
same(mesh:get_polygon(1).area, 3)
near(mesh:get_polygon(0).surface, 16)
same(mesh:get_polygon(0).corners[2].polygon, 1)
same(mesh:get_polygon(0).corners[1].polygon, nil)
same(mesh:get_polygon(2), nil)
near(mesh:nearest(9, 1).x, 8)
same(mesh:nearest(20, 1, 0, 1), nil)
local arrived, hit = mesh:ray({1, 1}, 7, 1)
same(arrived, true)
same(hit.corner, nil)
same(mesh:ray({1, 1}, 7, 9), false)
near(mesh:move({1, 1}, 9, 1).x, 8)
near((mesh:wall_distance({1, 2})), 1)
same(mesh:wall_distance({100, 100}), nil)
same(mesh:can_reach(0, 1), true)
local place = mesh:random_location(1, 2, 3)
assert(mesh:locate(place.x, place.y, place.z) ~= nil)
assert(mesh:random_near({1, 1}, 1, 1, 2, 3))
mesh:set_open(1, false)
same(mesh:can_reach(0, 1), false)
mesh:set_open(1, true)
mesh:set_flags(0, 5)
same(mesh:get_polygon(0).flags, 5)
local link = mesh:add_link{from = {1, 1}, to = {7, 1}, cost = 0.5, behaviour = "jump"}
same(mesh:get_link(link).behaviour, "jump")
same(mesh:link_of_edge(0), link)
same(mesh:link_of_edge(7), 0)
near(mesh:get_link(link).to.x, 7)
mesh:set_link(link, {is_open = false})
same(mesh:get_link(link).is_open, false)
same(#mesh:list_links(), 1)
same(wend.mesh_load(mesh:save()):hash(), mesh:hash())
mesh:remove_link(link)

-- Polygons in a box, and in a circle.
same(#mesh:polygons_in_box(0, 0, 8, 8), mesh:polygon_count())
same(mesh:polygons_in_box(2, 2, 2, 2)[1], mesh:locate(2, 2))
same(#mesh:polygons_in_box(0, 0, 8, 8, 5, 9), 0)
same(mesh:polygons_in_circle(2, 2, 0)[1], mesh:locate(2, 2))
same(#mesh:polygons_in_circle(2, 2, math.huge), mesh:polygon_count())

-- Obstacles are cut out, moved, and leave the mesh as it was.
local before = mesh:hash()
local crate = mesh:add_obstacle{shape = "box", centre = {2, 2}, half_width = 0.5, half_depth = 0.5}
same(mesh:locate(2, 2), nil)
same(mesh:polygon_origin(mesh:locate(1, 1)), 0)
same(#mesh:list_obstacles(), 1)
mesh:move_obstacle(crate, {centre = {1, 1}})
same(mesh:locate(1, 1), nil)
assert(mesh:locate(2, 2))
same(#mesh:get_obstacle(crate).corners, 4)
near(mesh:get_obstacle(crate).half_width, 0.5)
local wedge = mesh:add_obstacle{shape = "polygon", corners = {{3, 3}, {5, 3}, {4, 3.5}}}
same(mesh:locate(4, 3.25), nil)
same(wend.mesh_load(mesh:save()):hash(), mesh:hash())
fails("convex polygon", function()
    mesh:add_obstacle{shape = "polygon", corners = {{0, 0}, {1, 1}, {2, 2}}}
end)
mesh:remove_obstacle(crate)
mesh:remove_obstacle(wedge)

-- Many in one edit.
local ids = mesh:set_obstacles{{centre = {1, 1}, radius = 0.25}, {centre = {3, 3}, radius = 0.25}}
same(#ids, 2)
same(mesh:locate(3, 3), nil)
same(mesh:set_obstacles{{id = ids[2], centre = {2, 2}}}[1], ids[2])
same(mesh:locate(2, 2), nil)
assert(mesh:locate(3, 3))
near(mesh:get_obstacle(ids[2]).radius, 0.25)
fails("entry 2: field 'id': an obstacle expected, got '5'", function() mesh:set_obstacles{{id = ids[1]}, {id = "5"}} end)
for _, id in ipairs(ids) do mesh:remove_obstacle(id) end
fails("entry 1: its id names no obstacle", function() mesh:set_obstacles{{id = ids[2]}} end)
fails("radius is -1.0, and must be 0 or more", function() mesh:polygons_in_circle(1, 1, -1) end)
fails("out of date", function() mesh:remove_obstacle(wedge) end)
same(mesh:hash(), before)
same(mesh:locate(2, 2), 0)
same(mesh:to_grid{cell_size = 1}:get_info().width >= 8, true)

-- The same grid in slices.
local whole = mesh:to_grid{cell_size = 0.5, radius = 0.75}
local raster = mesh:raster{cell_size = 0.5, radius = 0.75}
same(raster:finish(), nil)
same(raster:run(10), false)
same(raster:progress(), 10)
local slices = 0
while not raster:run(7) do slices = slices + 1 end
assert(slices > 3)
same(raster:run(), true)
same(raster:progress(), select(2, raster:progress()))
same(raster:finish():hash(), whole:hash())
fails("the grid was handed over already", function() raster:finish() end)
fails("radius is -1, and must be from 0 to 1073741824", function() mesh:raster{cell_size = 1, radius = -1} end)
fails("an integer from 0", function() mesh:raster{cell_size = 1}:run(-1) end)
raster = mesh:raster{cell_size = 1}
mesh:set_flags(0, 6)
fails("the mesh was edited since the raster was started", function() raster:run() end)
local other = wend.mesh_from_grid(wend.grid{width = 3, height = 3})
raster = other:raster{cell_size = 1}
other:close()
same(raster:run(), true) -- its mesh lives as long as it does
same(raster:finish():get_info().width, 3)
raster:close()
same(mesh:walls():count() > 0, true)
same(select("#", mesh:bounds()), 4)
same(mesh:has_floors(), false)

-- Outlines with a hole.
local room = wend.mesh_build{outlines = {{{0, 0}, {10, 0}, {10, 10}, {0, 10}},
                                         {{4, 4}, {6, 4}, {6, 6}, {4, 6}}}}
same(room:locate(5, 5), nil)
assert(room:locate(1, 1))

-- A level, and all worlds of it.
local level = wend.level()
local floor = level:add_region{area = 1, ceiling = 3}
level:add_outline({0, 0, 10, 0, 10, 8, 0, 8}, floor, nil)
level:add_item{x = 2, y = 2, name = "start", is_start = true, tag = 5}
level:add_teleport{from = {1, 1}, to = {9, 7}}
same(level:items()[1].name, "start")
same(#level:lines(), 4)
same(level:regions()[1].area, 1)
same(#level:teleports(), 1)
same(level:build_walls():count(), 4)
same(level:build_grid{cell_size = 0.5}:is_open(0, nil, 10, 10), true)
same(level:build_mesh():polygon_count() > 0, true)
same(wend.graph_build{level = level, method = "flood", radius = 0.3}:node_count() > 3, true)
same(select("#", wend.level_from_grid(wend.grid{width = 3, height = 3}):bounds()), 4)
same(select("#", wend.level_from_mesh(mesh):bounds()), 4)

-- Files.
local arena, facts = wend.grid_load_file("maze63.map")
assert(arena:get_info().width > 10)
same(type(facts.items), "table")

-- Wrong values.
fails("field 'polygons'", function() wend.mesh{} end)
fails("a list of points", function() wend.mesh{polygons = {3}} end)
fails("finite", function() wend.mesh{polygons = {{{0, 0}, {1, 0}, {0 / 0, 1}}}} end)
fails("wend.mesh: ", function() wend.mesh{polygons = {}} end)
fails("mesh:set_open: ", function() mesh:set_open(99, true) end)
fails("mesh:add_link: ", function() mesh:add_link{from = {1, 1}, to = {70, 1}} end)
fails("grid_load_file: ", function() wend.grid_load_file("there is no such file.map") end)
fails("no name", function() wend.grid_load_file("a\0b") end)
fails("level:add_outline: ", function() level:add_outline({0, 0, 1, 1}, 0, nil) end)
fails("level:add_line: ", function() level:add_line{a = {0, 0}, b = {1, 1}, left = 77} end)

-- Properties of a map from Tiled, and of the objects on it: only the requested ones.
do
    local name = os.tmpname()
    local file = assert(io.open(name, "w"))
    file:write([[<?xml version="1.0"?>
<map orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16">
 <properties><property name="mood" value="grim"/></properties>
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="2" columns="2">
  <tile id="1"><properties><property name="toll" value="7"/></properties></tile>
 </tileset>
 <layer name="ground" width="4" height="3"><data encoding="csv">1,1,1,1,
1,2,1,1,
1,1,1,1</data></layer>
 <objectgroup name="things">
  <object id="1" name="chest" type="loot" x="8" y="8"><point/><properties>
   <property name="gold" value="250"/></properties></object>
  <object id="2" name="door" x="40" y="8"><point/></object>
 </objectgroup>
</map>
]])
    file:close()
    local grid, facts = wend.grid_load_file(name, {tile_property = "toll", properties = {"mood", "gold"}})
    same(grid:cost(0, 1, 1), 7)
    same(facts.properties.mood, "grim")
    same(facts.properties.gold, nil)
    same(facts.items[1].name, "chest")
    same(facts.items[1].properties.gold, "250")
    same(facts.items[2].properties.gold, nil)
    local _, plain = wend.grid_load_file(name)
    same(plain.properties, nil)
    same(plain.items[1].properties, nil)
    fails("field 'properties'", function() wend.grid_load_file(name, {properties = {"gold", 3}}) end)
    fails("field 'properties'", function() wend.grid_load_file(name, {properties = "gold"}) end)
    fails("field 'tile_property': text expected", function() wend.grid_load_file(name, {tile_property = 3}) end)
    fails("field 'entry': text expected", function() wend.grid_load_file(name, {entry = {}}) end)
    os.remove(name)
end

-- Overlays: jams and danger.
do
    local yard = wend.grid{width = 40, height = 20}
    local ground = wend.mesh_from_grid(yard)
    local danger = ground:add_overlay{layers = 2, keep = 0.5}
    same(ground:get_overlay(danger).layers, 2)
    same(#ground:list_overlays(), 1)
    ground:overlay_add_box(danger, 15, 5, 25, 15, 8 * 256)
    same(ground:overlay_cost(2, 0, 10, 40, 10), 80)
    same(ground:overlay_cost(1, 0, 10, 40, 10), 0)
    same(ground:overlay_value(danger, 20, 10), 2048)
    local own = wend.pathfinder{mesh = ground}
    local other = wend.pathfinder{mesh = ground, overlay_layers = 2, radius = 0.5}
    same(#own:find(2, 10, 38, 10):points(), 2)
    same(#other:find(2, 10, 38, 10):points() > 2, true)
    same(other:get_answer().bound > 1, true)
    ground:overlay_add(danger, 20, 10, 3, 256)
    ground:overlay_add_polygon(danger, {{1, 1}, {3, 1}, {2, 3}}, 256)
    same(ground:overlay_shape_count(danger), 3)
    for _ = 1, 12 do
        ground:overlay_tick(danger)
    end
    same(ground:overlay_shape_count(danger), 0)
    ground:remove_overlay(danger)
    local crowd = wend.crowd{grid = yard, jam_mesh = ground, jam_graph = wend.graph(), jam_grid = yard}
    crowd:tick()
end

-- Tiles: all of them are the mesh that was cut; ground that is dropped is none until it is back.
do
    local world = wend.mesh_build{outlines = {{{0, 0}, {40, 0}, {40, 20}, {0, 20}}, {{18, 5}, {22, 5}, {22, 15}, {18, 15}}},
                                  holes = {false, true}, factors = {[3] = 2.5}}
    local function length(of)
        return wend.pathfinder{mesh = of}:find{from = {2, 10}, to = {38, 10}}.length
    end
    local tiles, def = world:cut(10)
    same(def.factors[3], 2.5)
    same(def.factors[0], nil)
    def.max_tiles = #tiles
    local ground = wend.mesh_tiles(def)
    same(ground:factor(3), 2.5)
    same(ground:locate(2, 10), nil)
    same(#ground:list_tiles(), 0)
    local sum = 0
    for _, bytes in ipairs(tiles) do
        local info = wend.mesh_tile_info(bytes)
        same(ground:has_tile(info.x, info.y), false)
        ground:add_tile(bytes)
        same(ground:has_tile(info.x, info.y), true)
        sum = sum + info.polygon_count
        assert(info.corner_count >= 3 * info.polygon_count and info.low.x <= info.high.x)
    end
    same(#ground:list_tiles(), #tiles)
    same(sum, world:polygon_count())
    same(length(ground), length(world))
    local polygon = ground:locate(38, 10)
    local x, y = ground:tile_of(polygon)
    same(ground:has_tile(x, y), true)
    same(world:tile_of(0), nil)
    same(#world:list_tiles(), 0)
    ground:set_area(polygon, 3)
    local saved = ground:save_tile(x, y)
    ground:drop_tile(x, y)
    same(ground:locate(38, 10), nil)
    same(#ground:list_tiles(), #tiles - 1)
    fails(" is there", function() ground:drop_tile(x, y) end)
    fails(" is there", function() ground:save_tile(x, y) end)
    ground:add_tile(saved)
    same(ground:get_polygon(ground:locate(38, 10)).area, 3)
    same(wend.mesh_load(ground:save()):hash(), ground:hash())
    fails("there already", function() ground:add_tile(saved) end)
    fails("tile", function() world:add_tile(saved) end)
    fails("tile", function() ground:cut(10) end)
    fails("tile_size", function() world:cut(0) end)
    fails("max_tiles", function() wend.mesh_tiles{max_tiles = 0} end)
    for _, bytes in ipairs{"", "abc", "garbage", ("x"):rep(500), world:save()} do
        fails("wend.mesh_tile_info: these are not the bytes of a tile", function() wend.mesh_tile_info(bytes) end)
        fails("mesh:add_tile: these are not the bytes of a tile", function() ground:add_tile(bytes) end)
    end
    fails("the data ends", function() wend.mesh_tile_info(saved:sub(1, 100)) end)
end

-- A mesh goes back to what was saved, with its ids.
do
    local ground = wend.mesh_build{outlines = {{{0, 0}, {40, 0}, {40, 20}, {0, 20}}}}
    local crate = ground:add_obstacle{shape = "box", centre = {10, 10}, half_width = 2, half_depth = 2}
    local link = ground:add_link{from = {2, 2, 0}, to = {38, 18, 0}, cost = 3}
    local bytes, hash = ground:save(), ground:hash()
    ground:remove_obstacle(crate)
    ground:remove_link(link)
    ground:set_factor(0, 2)
    ground:load(bytes)
    same(ground:hash(), hash)
    same(ground:get_link(link).cost, 3)
    same(ground:locate(10, 10), nil)
    ground:move_obstacle(crate, {centre = {20, 10}})
    fails("mesh:load: ", function() ground:load("abc") end)
    local other = wend.mesh_build{outlines = {{{0, 0}, {40, 0}, {40, 21}, {0, 20}}}}
    fails("mesh:load: the bytes are those of a mesh with other polygons", function() other:load(bytes) end)
end
