-- A yard with everything that the window can show: cells and lines as walls, expensive ground, a flow, a
-- graph, a formation, a conveyor, sliders.
local wend = require "wend"

local grid = wend.grid{width = 96, height = 60, cell_size = 0.5}
grid:fill(0, 40, 0, 2, 22, 255)
grid:fill(0, 40, 28, 2, 32, 255)
grid:fill(0, 62, 10, 18, 2, 255)
grid:fill(0, 78, 12, 2, 16, 255)
grid:fill(0, 14, 40, 14, 10, 4)
grid:fill(0, 58, 40, 16, 12, 8)

local walls = wend.walls()
walls:add_polygon{8, 24, 12, 22.5, 13, 26, 9.5, 27.5}
walls:add_segment(33, 20, 39, 17)

local flow = wend.flow{grid = grid, classes = {{movement_class = 0, radius = 0.25}}}
local crowd = wend.crowd{grid = grid, walls = walls, flow = flow, max_bodies = 256}

local graph = wend.graph()
local a = graph:add_node{x = 24, y = 4}
local b = graph:add_node{x = 30, y = 4}
local c = graph:add_node{x = 30, y = 10}
graph:add_edge{from = a, to = b}
graph:add_edge{from = b, to = c}

local blues, reds = {}, {}
for i = 0, 59 do
  blues[i + 1] = crowd:add_body{x = 3 + i % 10 * 0.8, y = 9 + i // 10 * 0.8, group = 0}
end
for i = 0, 19 do
  reds[i + 1] = crowd:add_body{x = 44 + i % 4 * 0.8, y = 10 + i // 4 * 0.8, group = 1, heading = math.pi}
end

crowd:add_zone{kind = "conveyor", low = {24, 26}, high = {30, 29}, velocity = {-0.6, 0}}

local keys = 0

return wend.scene{
  title = "yard",
  crowd = crowd, grid = grid, walls = walls, flow = flow, graph = graph,
  view = {0, 0, 48, 30},
  ticks = 400,
  colours = {[0] = "#2e68be", [1] = "#ce3e36"},
  sliders = {{name = "haste", from = 0.5, to = 3, value = 1, on_change = function() keys = keys + 10 end}},
  on_key = function() keys = keys + 1 end,
  text = function() return keys == 0 and "a yard" or "keys " .. keys end,
}
