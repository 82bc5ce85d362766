-- Explosion: a square full of people, and what is thrown comes back.
--
-- A thousand people walk back and forth across a square with kiosks. Three explosions throw whoever is
-- near: along walls, never into or through them, and kiosks shield those behind them. Afterwards
-- everybody simply walks on from where they landed. Click "explode" in the viewer for more.
local wend = require "wend"

local walls = wend.walls()
local side = 70
walls:add_segment(0, 0, side, 0)
walls:add_segment(side, 0, side, side)
walls:add_segment(side, side, 0, side)
walls:add_segment(0, side, 0, 0)
for i = 0, 8 do -- kiosks
  local x, y = 14 + (i % 3) * 21, 14 + (i // 3) * 21
  walls:add_polygon{x - 1.5, y - 1.5, x + 1.5, y - 1.5, x + 1.5, y + 1.5, x - 1.5, y + 1.5}
end

local crowd = wend.crowd{walls = walls, body_limit = 1000, seed = wend.args.seed}
local goals = {}
local function send(body)
  local goal = goals[body]
  crowd:go(body, goal.x, goal.y)
  goal.x, goal.y = side - goal.x, side - goal.y -- and back again
end
for i = 0, 999 do
  local x, y = 2 + (i % 32) * 2.12, 2.2 + (i // 32) * 2.12
  if not walls:is_inside(x, y) and not walls:nearest(x, y, 0.4) then
    local body = crowd:add{x = x, y = y, group = i % 4}
    goals[body] = {x = side - x, y = side - y}
    send(body)
  end
end

local power = {name = "power", from = 200, to = 6000, value = 1500}
local bangs = {[120] = {35, 35}, [420] = {18, 50}, [700] = {52, 20}}
local thrown = 0

return wend.scene{
  title = "Explosion",
  crowd = crowd, walls = walls,
  view = {-28, -1, side + 28, side + 1},
  ticks = 1000,
  colours = {[0] = "blue", [1] = "green", [2] = "orange", [3] = "purple"},
  sliders = {power},
  on_tick = function(tick)
    local at = bangs[tick]
    if at then
      thrown = thrown + crowd:explode{
        x = at[1], y = at[2], radius = 14, impulse = power.value, is_shielded = true,
      }
    end
  end,
  on_arrive = send,
  text = function() return thrown .. " were thrown" end,
}
