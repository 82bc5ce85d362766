-- Indexes: optimal paths of large graphs that do not change.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

-- A square with a diagonal that costs less one way.
local graph = wend.graph()
for i, at in ipairs{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {99, 99}} do
    same(graph:add_node(at[1], at[2]), i - 1)
end
for i = 0, 3 do graph:add_edge(i, (i + 1) % 4) end
local swim = graph:add_edge(0, 2, {cost = 3, behaviour = "swim", is_two_way = false})

local index = wend.index{graph = graph}
same(index:get_info().is_built, false)
fails("the index is not built", function() index:cost(0, 2) end)
fails("index:build() comes first", function() index:save() end)
same(index:build(0), false)
while not index:build(1) do end
same(index:build(), true)
local info = index:get_info()
same(info.node_count, 5)
same(info.done_count, 5)
same(info.core_count, 0)
same(info.memory_bytes, index:memory_bytes())
near(index:cost(0, 2), 3)
near(index:cost(2, 0), 8)
near(index:cost(2, 2), 0)
same(index:cost(0, 4), nil)
local path = index:path(0, 2)
same(#path, 1)
same(path:leg(1).behaviour, "swim")
same(#index:path(2, 0), 2)
local none, why = index:path(0, 4)
same(none, nil)
same(why, "unreachable")
fails("goal is 77, but the number of nodes is 5", function() index:path(0, 77) end)
assert(index:fits())

-- Filters of the agent.
local walker = wend.index{graph = graph, behaviour_factors = {swim = math.huge}}
walker:build()
near(walker:cost(0, 2), 8)
assert(walker:hash() ~= index:hash())

-- As bytes and back.
local bytes = index:save()
local back = wend.index_load(bytes, {graph = graph})
near(back:cost(0, 2), 3)
same(back:save(), bytes)
same(back:hash(), index:hash())
fails("wend.index_load: ", function() wend.index_load(bytes:sub(1, -5), {graph = graph}) end)
fails("wend.index_load: ", function() wend.index_load("", {graph = graph}) end)
for i = 1, #bytes do -- cut off, and with one bit turned
    local turned = string.char(bytes:byte(i) ~ 1)
    assert(not pcall(wend.index_load, bytes:sub(1, i - 1), {graph = graph}))
    assert(not pcall(wend.index_load, bytes:sub(1, i - 1) .. turned .. bytes:sub(i + 1), {graph = graph}))
end

-- An edit makes it refuse, until it is taken back.
graph:set_open(swim, false)
assert(not index:fits())
fails("the world changed since the index was made", function() index:cost(0, 2) end)
graph:set_open(swim, true)
assert(index:fits() and index:path(0, 2))

-- Of a grid: the same costs as searches, straight and diagonal legs.
local grid = wend.grid{width = 9, height = 7}
for y = 1, 6 do grid:set_cost(0, 4, y, 255) end
local ground = wend.index{grid = grid}
assert(ground:build())
near(ground:cost(6 * 9, 6 * 9 + 8), 8 + 6 * math.sqrt(2))
assert(#ground:path(6 * 9, 6 * 9 + 8) >= 3)
local ground_bytes = ground:save()
same(wend.index_load(ground_bytes, {grid = grid}):hash(), ground:hash())
grid:set_cost(0, 4, 3, 1)
assert(not ground:fits())
grid:set_cost(0, 4, 3, 255)
assert(ground:fits())
fails("one of them expected", function() wend.index{grid = grid, graph = graph} end)

-- Wrong definitions.
fails("field 'graph' or 'grid': one of them expected", function() wend.index{} end)
fails("there is no such field", function() wend.index{graph = graph, speed = 1} end)
fails("an integer from 0", function() index:cost(-1, 2) end)

-- It keeps its graph.
graph:close()
near(back:cost(0, 1), 4)
index:close()
fails("closed", function() index:cost(0, 1) end)
