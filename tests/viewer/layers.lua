-- What the yard has nothing of: a flow that is long at work, ways, a formation, somebody stuck.
local wend = require "wend"

local grid = wend.grid{width = 120, height = 80, cell_size = 0.5}
grid:fill(0, 50, 0, 2, 60, 255)
grid:fill(0, 20, 50, 2, 20, 255)
local flow = wend.flow{grid = grid, classes = {{movement_class = 0, radius = 0.25}}}
local crowd = wend.crowd{grid = grid, flow = flow, max_bodies = 16}

local flowing = crowd:add_body{x = 3, y = 3}
crowd:follow_flow({flowing}, flow:add_request{goals = {{x = 55, y = 3}}, sources = {{x = 3, y = 3}}})

local soldiers = {}
for i = 0, 5 do
  soldiers[i + 1] = crowd:add_body{x = 40 + i % 3, y = 10 + i // 3, group = 1}
end
local wedge = wend.formation(crowd, {shape = "wedge", spacing = 1.3}, soldiers)
wedge:set_goal(55, 30, 0)

local blocked = crowd:add_body{x = 8, y = 30, group = 2}
crowd:set_goal(blocked, 14, 30)

return wend.scene{title = "layers", crowd = crowd, grid = grid, flow = flow, flow_budget = 1}
