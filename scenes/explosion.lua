-- Explosion: a square full of people, who continue after each blast.
--
-- A thousand people cross a square with kiosks, and three explosions displace the bodies nearby: along
-- walls, never into or through them, and kiosks shield the bodies behind them. Then all continue from
-- their new positions, each by its own path around the kiosks, until the last one is across. Click
-- "explode" in the viewer for more.
local wend = require "wend"

local side = 70
local grid = wend.grid{width = side, height = side}
for i = 0, 8 do -- kiosks
  grid:fill(0, 13 + (i % 3) * 21, 13 + (i // 3) * 21, 3, 3, 255)
end
local pathfinder = wend.pathfinder{grid = grid, radius = 0.25}
local crowd = wend.crowd{
  grid = grid, route_source = pathfinder, max_bodies = 1000, seed = wend.args.seed,
}
-- No start or goal is in a kiosk or right beside one.
local function is_free(x, y)
  for dx = -0.6, 0.6, 0.6 do
    for dy = -0.6, 0.6, 0.6 do
      if grid:cost(0, math.floor(x + dx), math.floor(y + dy)) == 255 then return false end
    end
  end
  return true
end

local count = 0
for i = 0, 999 do
  local x, y = 2 + (i % 32) * 2.12, 2.2 + (i // 32) * 2.12
  if is_free(x, y) and is_free(side - x, side - y) then
    local body = crowd:add_body{x = x, y = y, group = i % 4}
    crowd:set_goal(body, side - x, side - y)
    count = count + 1
  end
end

local power = {name = "power", from = 200, to = 6000, value = 1500}
local bangs = {[120] = {35, 35}, [420] = {18, 50}, [700] = {52, 20}}
local state = {thrown = 0, arrived = 0, now = 0} -- saved with the scene; flash: the last explosion

return wend.scene{
  title = "Explosion",
  crowd = crowd, grid = grid,
  view = {-28, -1, side + 28, side + 1},
  ticks = 4200,
  colours = {[0] = "blue", [1] = "green", [2] = "orange", [3] = "purple"},
  sliders = {power},
  on_tick = function(tick)
    local at = bangs[tick]
    state.now = tick
    if at then
      state.flash = {x = at[1], y = at[2], tick = tick}
      state.thrown = state.thrown + crowd:apply_explosion{
        x = at[1], y = at[2], radius = 14, impulse = power.value, is_shielded = true,
      }
    end
  end,
  draw = function(pen)
    local flash = state.flash
    local age = flash and (state.now - flash.tick) / 16 or 1
    if age < 1 then
      pen:disc(flash.x, flash.y, 4 + 10 * age, "orange", 0.7 * (1 - age))
      pen:disc(flash.x, flash.y, 3 + 3 * age, "yellow", 0.9 * (1 - age))
    end
  end,
  on_arrive = function(body)
    crowd:remove_body(body) -- it goes home
    state.arrived = state.arrived + 1
  end,
  text = function()
    return string.format("%d were thrown, %d of %d are across", state.thrown, state.arrived, count)
  end,
  is_done = function() return state.arrived == count end,
  state = state,
}
