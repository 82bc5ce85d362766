-- Two bodies, and objects that show what they do.
local wend = require "wend"

local grid = wend.grid{width = 60, height = 40}
local crowd = wend.crowd{grid = grid, max_bodies = 4}
local machines = wend.machines{states = {{name = "idle"}}}
local memories = wend.memories{}
local eyes = wend.senses{}
local profile = eyes:add_profile{sight_range = 8}
local objects = {machines = machines, memories = memories, eyes_of_all = eyes}
for i = 1, 2 do
  local x = 20 * i - 5
  crowd:add_body{x = x, y = 20, radius = 0.5, user = i}
  machines:add_agent(i)
  memories:add_agent(i)
  memories:observe(i, {subject = i, x = x, y = 30})
  eyes:add_observer{position = {x, 20}, heading = -1.57, profile = profile, user = i}
end
for i = 1, 40 do objects["claims_" .. i] = wend.reservations{} end

return wend.scene{
  title = "objects", crowd = crowd, grid = grid, objects = objects,
  draw = function(pen) pen:disc(5, 35, 2, "red") end,
}
