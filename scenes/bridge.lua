-- Bridge: a river of units crosses a river of water, and the bridge falls.
--
-- Units keep coming from the west and go east. There are two bridges, and the near one falls after
-- twenty seconds: units on it are lost, the others turn to the far one. Later it is rebuilt.
local wend = require "wend"

local width, height = 160, 90
local grid = wend.grid{width = width, height = height}
grid:fill(0, 72, 0, 14, height, 255) -- water, closed to all units
local near, far = {x = 72, y = 36, width = 14, height = 8}, {x = 72, y = 76, width = 14, height = 6}
local function set(bridge, cost)
  grid:fill(0, bridge.x, bridge.y, bridge.width, bridge.height, cost)
end
set(near, 1)
set(far, 1)
for i = 0, 5 do -- some woods
  grid:fill(0, 20 + i * 7, 8 + (i * 29) % 60, 6, 7, 3)
  grid:fill(0, 100 + i * 8, 4 + (i * 37) % 70, 7, 6, 3)
end

local flow = wend.flow{
  grid = grid, classes = {{radius = 0.5}}, integration = "eikonal", has_angles = true,
}
local crowd = wend.crowd{grid = grid, flow = flow, max_bodies = 1000}
local order = flow:add_request{
  areas = {{x = width - 2, y = 20, width = 2, height = 50}}, sources = {{x = 2, y = 40}},
  covers_all = true,
}
flow:update()

local supply = {name = "supply", from = 0, to = 8, value = 3}
local state = {across = 0, lost = 0} -- saved with the scene

local function arrive_from_west(tick)
  local units = {}
  for i = 1, math.floor(supply.value) do
    local y = 30 + 20 * wend.random_unit(wend.args.seed, i, tick)
    if crowd:body_count() < 1000 and #crowd:query_circle(0, 2, y, 0.8) == 0 then
      units[#units + 1] = crowd:add_body{x = 2, y = y, radius = 0.4, speed = 4.5, group = tick // 100 % 3}
    end
  end
  if #units > 0 then crowd:follow_flow(units, order) end
end

local function fall(bridge)
  for _, unit in ipairs(crowd:list_bodies()) do
    local x, y = crowd:position(unit)
    if x > bridge.x and x < bridge.x + bridge.width and y > bridge.y - 1
      and y < bridge.y + bridge.height + 1 then
      crowd:remove_body(unit)
      state.lost = state.lost + 1
    end
  end
  set(bridge, 255)
end

return wend.scene{
  title = "The bridge falls",
  crowd = crowd, grid = grid, flow = flow,
  view = {0, 0, width, height},
  ticks = 2800,
  flow_budget = 1000,
  colours = {[0] = "blue", [1] = "navy", [2] = "teal"},
  sliders = {supply},
  on_tick = function(tick)
    if tick % 5 == 0 and tick < 1300 then arrive_from_west(tick) end
    if tick == 600 then fall(near) end
    if tick == 1000 then set(near, 1) end
  end,
  on_arrive = function(unit)
    crowd:remove_body(unit)
    state.across = state.across + 1
  end,
  text = function()
    return string.format("%d are across, %d fell with the bridge", state.across, state.lost)
  end,
  is_done = function() return crowd:body_count() == 0 and state.across > 0 end,
  state = state,
}
