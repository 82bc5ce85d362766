-- Crossing: two streams meet at a right angle.
--
-- Two passages four metres wide cross; fifty walk to the right and fifty down. Diagonal stripes form in
-- the middle, through which both streams pass.
local wend = require "wend"

local half, width, count = 20, 4, 50
local edge = width / 2

-- Four solid blocks leave the two passages free.
local walls = wend.walls()
for _, corner in ipairs{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} do
  local sx, sy = corner[1], corner[2]
  walls:add_polygon{
    sx * edge, sy * edge, sx * half, sy * edge, sx * half, sy * half, sx * edge, sy * half,
  }
end

local crowd = wend.crowd{walls = walls, max_bodies = 2 * count}
for i = 0, count - 1 do
  local along = -half + 1 + (i // 5) * 0.9
  local across = (i % 5 - 2) * 0.7
  local right = crowd:add_body{x = along, y = across, group = 0}
  crowd:set_goal(right, along + 29, across)
  local down = crowd:add_body{x = across, y = along, heading = math.pi / 2, group = 1}
  crowd:set_goal(down, across, along + 29)
end

local state = {arrived = 0} -- saved with the scene

return wend.scene{
  title = "Crossing",
  crowd = crowd, walls = walls,
  view = {-32, -20, 32, 20},
  ticks = 1600,
  colours = {[0] = "teal", [1] = "maroon"},
  on_arrive = function() state.arrived = state.arrived + 1 end,
  text = function() return state.arrived .. " of " .. 2 * count .. " are across" end,
  is_done = function() return state.arrived == 2 * count end,
  state = state,
}
