-- Agents without a map: bodies, cells, the explored map, contacts and sweeps.
local wend = require "wend"

local grid = wend.grid{width = 20, height = 12}
grid:fill(0, 10, 0, 1, 10, 255)
local crowd = wend.crowd{grid = grid, has_contact_reports = true}
local map = wend.explored_map{like = grid}
local explorers = wend.explorers{crowd = crowd, map = map, seed = 3}

local body = crowd:add_body{x = 4.5, y = 4.5}
assert(explorers:get_info(body) == nil)
explorers:send(body, {goal = {15.5, 4.5}, method = "trace_line", hand = "left"})
local touched = 0
for _ = 1, 2000 do
    explorers:update()
    crowd:tick()
    touched = touched + #crowd:get_contacts()
    if explorers:get_info(body).state == "arrived" then break end
end
local info = explorers:get_info(body)
assert(info.state == "arrived", info.state)
assert(info.method == "trace_line" and info.collisions >= 1 and touched >= 0)
assert(explorers:count() == 1 and map:known_count() > 20)
assert(map:get(grid:node(10, 4)) == 255)

-- Through bytes.
local hash = explorers:hash()
local bytes = explorers:save()
explorers:stop(body)
assert(explorers:count() == 0)
explorers:load(bytes)
assert(explorers:hash() == hash)
assert(not pcall(explorers.load, explorers, "nonsense"))

-- The newest report holds; of equally new ones the larger cost.
local other = wend.explored_map{width = 4, height = 4}
assert(other:report(5, 1, 10) == 1 and other:report(5, 255, 9) == 0 and other:report(5, 3, 10) == 1)
local cost, time = other:get(5)
assert(cost == 3 and time == 10 and other:get(6) == nil)
other:update()
assert(other:forget(11) == 1 and other:known_count() == 0)
local saved = map:save()
local copy = wend.explored_map{like = grid}
copy:load(saved)
assert(copy:hash() == map:hash())

-- Cells.
local cells = wend.cell_explorer{grid = grid, method = "depth_first"}
cells:start(grid:node(4, 4), grid:node(15, 4))
local node, state
repeat node, state = cells:step() until state == "arrived" or state == "no_path"
assert(state == "arrived" and node == grid:node(15, 4) and cells:get_info().remembered > 5)
local again = wend.cell_explorer{grid = grid}
again:load(cells:save())
assert(again:hash() == cells:hash())

-- Sweeps.
local hit = crowd:sweep({4.5, 4.5}, {15, 4.5}, 0.5)
assert(math.abs(hit.point.x - 9.5) < 1e-3 and hit.normal.x == -1)
assert(crowd:sweep({4.5, 4.5}, {6, 4.5}, 0.5) == nil)
crowd:set_contact_reports(body, false)
assert(not pcall(explorers.send, explorers, body, {goal = {1, 1}, method = "magic"}))
