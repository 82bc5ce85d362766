-- March: a phalanx passes a gap and forms up again behind it.
--
-- Sixty soldiers march as one formation along one path; in a gap of four metres in the wall the
-- formation narrows to as many files as fit, and becomes as wide as before on the other side. Then
-- it forms a wedge and marches on.
local wend = require "wend"

local grid = wend.grid{width = 128, height = 48}
local gap = {name = "gap", from = 2, to = 20, value = 4}
local function build(width)
  grid:fill(0, 58, 0, 4, 48, 255)
  grid:fill(0, 58, 24 - math.floor(width / 2), 4, math.floor(width), 1)
end
build(gap.value)
gap.on_change = build

local pathfinder = wend.pathfinder{grid = grid, radius = 0.5}
local crowd = wend.crowd{grid = grid, route_source = pathfinder, max_bodies = 80}
local soldiers = {}
for i = 0, 59 do
  soldiers[#soldiers + 1] = crowd:add_body{
    x = 10 + (i // 10) * 1.3, y = 18 + (i % 10) * 1.3, radius = 0.35, group = i // 20,
  }
end
local phalanx = wend.formation(crowd, {shape = "phalanx", spacing = 1.3}, soldiers)
phalanx:set_goal(92, 24, 0)

-- First the phalanx arrives, with all members in their slots, then the wedge.
local function is_there()
  local info = phalanx:get_info()
  return info.state == "arrived" and info.in_slot == info.members
end
local state = {is_wedge = false} -- saved with the scene

return wend.scene{
  title = "Formation march",
  crowd = crowd, grid = grid,
  view = {0, 0, 128, 48},
  ticks = 3600,
  colours = {[0] = "maroon", [1] = "red", [2] = "orange"},
  sliders = {gap},
  on_tick = function()
    if not state.is_wedge and is_there() then
      state.is_wedge = true
      phalanx:reshape{shape = "wedge", spacing = 1}
      phalanx:set_goal(112, 24, 0)
    end
  end,
  text = function()
    local info = phalanx:get_info()
    return string.format("%d files, %d of %d in place", info.files, info.in_slot, info.members)
  end,
  is_done = function() return state.is_wedge and is_there() end,
  state = state,
}
