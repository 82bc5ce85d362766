-- Circle: all walkers move to the opposite side, and meet in the middle.
--
-- A hundred walkers stand on a ring and each walks to the point opposite. Reciprocal avoidance alone
-- deadlocks in this scene, because everything is symmetric.
local wend = require "wend"

local count = 100
local ring = 14 -- metres

local crowd = wend.crowd{max_bodies = count}
local walkers = {}
for i = 1, count do
  local angle = 2 * math.pi * (i - 1) / count
  local x, y = ring * math.cos(angle), ring * math.sin(angle)
  walkers[i] = crowd:add_body{x = x, y = y, heading = angle + math.pi, group = (i - 1) * 6 // count}
  crowd:set_goal(walkers[i], -x, -y)
end

local state = {arrived = 0} -- saved with the scene

return wend.scene{
  title = "Circle",
  crowd = crowd,
  view = {-28, -16, 28, 16},
  ticks = 1600,
  colours = {[0] = "red", "orange", "yellow", "green", "teal", "purple"},
  on_arrive = function() state.arrived = state.arrived + 1 end,
  text = function() return state.arrived .. " of " .. count .. " are across" end,
  is_done = function() return state.arrived == count end,
  state = state,
}
