-- Corridor: two groups of fifty meet in a passage four metres wide.
--
-- They form lanes. Each walker's goal is the start of the one opposite.
local wend = require "wend"

local count, half, width = 50, 18, 4

local walls = wend.walls()
walls:add_segment(-half, -width / 2, half, -width / 2)
walls:add_segment(-half, width / 2, half, width / 2)

local crowd = wend.crowd{walls = walls, max_bodies = 2 * count}
for i = 0, count - 1 do
  local x = half - 1 - (i // 5) * 0.9
  local y = (i % 5 - 2) * 0.7
  for side = 0, 1 do
    local sign = side == 0 and 1 or -1
    local walker = crowd:add_body{
      x = -sign * x, y = sign * y, heading = side * math.pi, group = side,
    }
    crowd:set_goal(walker, sign * x, sign * y)
  end
end

local state = {arrived = 0} -- saved with the scene

return wend.scene{
  title = "Corridor",
  crowd = crowd, walls = walls,
  view = {-20, -6, 20, 6},
  ticks = 1600,
  colours = {[0] = "blue", [1] = "orange"},
  on_arrive = function() state.arrived = state.arrived + 1 end,
  text = function() return state.arrived .. " of " .. 2 * count .. " are through" end,
  is_done = function() return state.arrived == 2 * count end,
  state = state,
}
