-- Tables: all paths of a graph computed ahead; and functions for compacting, arcs and coverage.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

-- A square with a diagonal that costs less one way.
local graph = wend.graph()
for i, at in ipairs{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {99, 99}} do
    same(graph:add_node(at[1], at[2]), i - 1)
end
local sides = {graph:add_edge(0, 1), graph:add_edge(1, 2), graph:add_edge(2, 3), graph:add_edge(3, 0)}
local swim = graph:add_edge(0, 2, {cost = 3, behaviour = "swim", is_two_way = false})

local ways = wend.table{graph = graph, has_costs = true}
same(ways:next(0, 2), 2)
same(ways:next_edge(0, 2), swim)
near(ways:cost(0, 2), 3)
near(ways:cost(2, 0), 8)
same(ways:next(2, 2), 2)
same(ways:next_edge(2, 2), nil)
near(ways:cost(2, 2), 0)
same(ways:next(0, 4), nil) -- unreachable
same(ways:cost(0, 4), nil)
local path = ways:path(0, 2)
same(#path, 1)
same(path:leg(1).behaviour, "swim")
local none, why = ways:path(0, 4)
same(none, nil)
assert(type(why) == "string" and #why > 0)
same(ways:next(0, 77), nil)
fails("there is no such node", function() ways:path(0, 77) end)
assert(ways:fits() and ways:memory_bytes() > 0)

-- Agents that cannot swim, or swim at a high cost, walk around.
near(wend.table{graph = graph, behaviour_factors = {swim = math.huge}}:cost(0, 2), 8)
near(wend.table{graph = graph, behaviour_factors = {swim = 2}}:cost(0, 2), 6)
near(wend.search{graph = graph, behaviour_factors = {swim = 2}}:find{start = 0, goal = 2}:cost(), 6)

-- As bytes and back.
local bytes = ways:save()
local back = wend.table_load(bytes, {graph = graph})
near(back:cost(0, 2), 3)
same(back:save(), bytes)
fails("wend.table_load: ", function() wend.table_load(bytes:sub(1, -5), {graph = graph}) end)
fails("wend.table_load: ", function() wend.table_load("", {graph = graph}) end)
fails("wend.table_load: ", function() wend.table_load("missing.wend", {graph = graph}) end)
for i = 1, #bytes do -- cut off, and with one bit turned
    local turned = string.char(bytes:byte(i) ~ 1)
    assert(not pcall(wend.table_load, bytes:sub(1, i - 1), {graph = graph}))
    assert(not pcall(wend.table_load, bytes:sub(1, i - 1) .. turned .. bytes:sub(i + 1), {graph = graph}))
end

-- It answers for the graph as it was, and says when that is another one.
graph:set_open(swim, false)
assert(not ways:fits())
same(ways:next(0, 2), 2)
fails("not as it was when the table was made", function() ways:path(0, 2) end)
graph:set_open(swim, true)
assert(ways:fits() and ways:path(0, 2))

-- Wrong definitions.
fails("field 'graph': a graph expected, got nil", function() wend.table{} end)
fails("field 'graph'", function() wend.table{graph = wend.grid{width = 3, height = 3}} end)
fails("there is no such field", function() wend.table{graph = graph, radius = 1} end)
fails("wend.table: ", function() wend.table{graph = graph, max_nodes = 3} end)
fails("an integer from 0", function() ways:next(-1, 2) end)
fails("an integer from 0", function() ways:cost(0.5, 2) end)
fails("an integer from 0", function() ways:path(0, 0 / 0) end)

-- It keeps its graph.
local kept = wend.table{graph = graph}
graph:close()
same(kept:next(1, 2), 2)
kept:close()
fails("closed", function() kept:next(1, 2) end)

-- Gaps close; those that remain have new numbers.
local gaps = wend.graph()
for i = 0, 4 do gaps:add_node(i, 0) end
for i = 0, 3 do gaps:add_edge(i, i + 1) end
gaps:remove_node(1)
local nodes, edges = gaps:compact()
same(nodes[0], 0)
same(nodes[1], nil)
same(nodes[2], 1)
same(nodes[4], 3)
same(edges[0], nil)
same(edges[2], 0)
same(edges[3], 1)
same(gaps:node_count(), 4)
near(gaps:position(3), 4)
same(gaps:edge_between(1, 2), 0)
assert(gaps:memory_bytes() > 0)

-- Arcs of expanded geometry, to draw them; a path along them becomes straight legs.
local walls = wend.walls()
walls:add_polygon{4, 4, 6, 4, 6, 6, 4, 6}
walls:add_polygon{0, 0, 10, 0, 10, -1, 0, -1}
local around = wend.graph_build{walls = walls, method = "expanded", radius = 0.5}
local start, goal = around:add_node(2, 5), around:add_node(8, 5)
around:join_tangent(start, walls, {radius = 0.5})
around:join_tangent(goal, walls, {radius = 0.5})
local arcs = 0
for _, edge in ipairs(around:edges()) do
    local arc = around:get_arc(edge, walls)
    if arc then
        arcs = arcs + 1
        near(arc.radius, 0.5)
        assert(math.abs(arc.turn) > 0 and arc.centre.x)
    end
end
assert(arcs >= 4)
same(around:get_arc(99999, walls), nil)
local route = assert(wend.search{graph = around}:find{start = start, goal = goal})
local before = #route
route:split_arcs(around, walls)
assert(#route > before)
for _, leg in ipairs(route:legs()) do
    assert(walls:can_walk(leg.from.x, leg.from.y, leg.to.x, leg.to.y, 0.499))
end

-- What its nodes see.
local room = wend.grid{width = 10, height = 8}
room:fill("all", 4, 4, 2, 2, 255)
local watch = wend.graph()
watch:add_node(2, 5)
local figures, hidden = watch:coverage(walls, room, 0)
assert(figures.walkable > 0 and figures.invisible == #hidden and figures.part > 0)
fails("walls expected", function() watch:coverage(room, room) end)
fails("(walls, grid): 2 values expected, got 0", function() watch:coverage() end)
