-- Flock: three hundred birds, and a hawk.
--
-- Steering behaviours only: separation, alignment and cohesion make the flock, flight from the hawk
-- tears it apart, and a box keeps all birds in view. Sliders set the weights.
local wend = require "wend"

local count = 300
local low, high = {x = -48, y = -26}, {x = 48, y = 26}

local crowd = wend.crowd{max_bodies = count + 1, reach = 6}
local birds = {}
for i = 1, count do
  local x, y
  repeat -- a position without a bird
    x, y = (math.random() - 0.5) * 60, (math.random() - 0.5) * 36
  until #crowd:query_circle(0, x, y, 0.4) == 0
  birds[i] = crowd:add_body{
    x = x, y = y, heading = math.random() * 6.28, radius = 0.3, speed = 6, max_speed = 8, group = 1 + i % 3,
  }
end
local hawk = crowd:add_body{
  x = 40, y = -20, radius = 0.5, speed = 7, max_speed = 8.5, group = 9, heading = math.pi,
}

local weights = {
  {name = "separate", from = 0, to = 3, value = 1.4},
  {name = "align", from = 0, to = 3, value = 1},
  {name = "cohere", from = 0, to = 3, value = 0.6},
  {name = "fear", from = 0, to = 6, value = 4},
}

-- All birds get the behaviours with the present weights.
local function teach()
  local w = {}
  for _, slider in ipairs(weights) do w[slider.name] = slider.value end
  local items = {
    {kind = "contain", weight = 3, target = low, extra = high},
    {kind = "evade", weight = w.fear, other = hawk, range = 9},
    {kind = "separate", weight = w.separate, range = 1.6},
    {kind = "align", weight = w.align, range = 5},
    {kind = "cohere", weight = w.cohere, range = 6},
    {kind = "wander", weight = 0.4, range = 3},
  }
  for _, bird in ipairs(birds) do crowd:set_steering(bird, items, "weighted", 14) end
end
for _, slider in ipairs(weights) do slider.on_change = teach end
teach()

-- The hawk goes after one bird for four seconds, then after another.
local function hunt(tick)
  local prey = birds[wend.random_below(wend.args.seed, 7, tick, count) + 1]
  crowd:set_steering(hawk, {
    {kind = "contain", weight = 3, target = low, extra = high},
    {kind = "pursue", weight = 1, other = prey},
  }, "weighted", 12)
end

-- Birds belong to one flock if they are within three metres of each other, or of others of it.
local flocks, alone = 0, 0
local function count_flocks()
  local is_counted = {[hawk] = true}
  flocks, alone = 0, 0
  for _, first in ipairs(birds) do
    if not is_counted[first] then
      is_counted[first] = true
      local flock = {first}
      local at = 0
      while at < #flock do
        at = at + 1
        local x, y = crowd:position(flock[at])
        for _, bird in ipairs(crowd:query_circle(0, x, y, 3)) do
          if not is_counted[bird] then
            is_counted[bird] = true
            flock[#flock + 1] = bird
          end
        end
      end
      if #flock > 1 then flocks = flocks + 1 else alone = alone + 1 end
    end
  end
end

return wend.scene{
  title = "Flock",
  crowd = crowd,
  view = {-50, -28, 50, 28},
  ticks = 1000,
  colours = {[1] = "navy", [2] = "blue", [3] = "teal", [9] = "red"},
  sliders = weights,
  on_tick = function(tick)
    if tick % 80 == 0 then hunt(tick) end
    if tick % 20 == 0 then count_flocks() end
  end,
  text = function()
    return string.format("%d birds in %d flocks, %d alone, and a hawk", count, flocks, alone)
  end,
}
