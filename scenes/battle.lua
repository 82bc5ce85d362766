-- Battle: ten thousand riders, and a fortress that rises between them.
--
-- Two armies of 5,000 ride through each other across a map of 1024 x 1024 cells, each in ten columns
-- with a flow order of its own. While they are under way walls and towers go up across the middle,
-- gates close and open again, and shells fall among them. Nobody's way is planned by itself: edits
-- of the grid repair the fields that all of a column share.
local wend = require "wend"

local side = 1024
local columns, files, ranks = 10, 10, 50 -- of each army
local spacing = 2.6 -- metres between riders
local speed = 10 -- metres a second

local grid = wend.grid{width = side, height = side}

-- Woods are slow ground (cost 3), ponds slower still (8); the middle, where they meet, is open.
local function patch(cost, x, y, radius)
  for dy = -radius, radius do
    local half = math.floor(math.sqrt(radius * radius - dy * dy) + 0.5)
    grid:fill(0, x - half, y + dy, 2 * half + 1, 1, cost)
  end
end
for _ = 1, 26 do
  local x = math.random(240, 420)
  local y = math.random(40, side - 41)
  local radius = math.random(8, 26)
  local cost = math.random() < 0.7 and 3 or 8
  patch(cost, x, y, radius)
  patch(cost, side - 1 - x, side - 1 - y, radius) -- fair for both
end

local flow = wend.flow{
  grid = grid, classes = {{radius = 1}}, integration = "eikonal", has_angles = true,
}
local crowd = wend.crowd{
  grid = grid, flow = flow, body_limit = 2 * columns * files * ranks,
  radius_most = 0.9, reach = 6, horizon = 2,
}

-- A column rides from its lane in the west to another lane in the east, or the other way round.
local lane_height = side / columns
local function muster(army, column)
  local sign = army == 0 and 1 or -1
  local front = army == 0 and 200 or side - 200
  local y0 = (column - 0.5) * lane_height
  local riders, places = {}, {}
  for rank = 1, ranks do
    for file = 1, files do
      local x = front - sign * (rank - 1) * spacing
      local y = y0 + (file - (files + 1) / 2) * spacing
      riders[#riders + 1] = crowd:add{
        x = x, y = y, heading = army * math.pi, radius = 0.8, speed = speed, group = army,
      }
      places[#places + 1] = {x = x, y = y}
    end
  end
  local lane = (column - 1 ~ 1) + 0.5
  local goal = {x = side / 2 + sign * 380, y = lane * lane_height}
  crowd:follow_flow(riders, flow:request{goals = {goal}, sources = places})
end
for column = 1, columns do
  muster(0, column)
  muster(1, column)
end
flow:update() -- all fields are there before the first tick

-- The fortress. Each entry: at which tick, and what goes up or down.
local stamps = {}
local function raise(name, x, y, width, height)
  local costs = {}
  for i = 1, width * height do costs[i] = 255 end -- walls
  stamps[name] = grid:place_stamp{x = x, y = y, width = width, height = height, costs = costs}
end
local function lift(name)
  if stamps[name] then grid:lift_stamp(stamps[name]) end
  stamps[name] = nil
end

local plan = {}
local function at(tick, action)
  plan[tick] = plan[tick] or {}
  table.insert(plan[tick], action)
end

local parts = 16
for i = 0, parts - 1 do -- a wall from north to south, part after part, with gates between
  at(200 + 12 * i, function() raise("wall" .. i, 508, i * 64 + 16, 8, 32) end)
end
for i = 1, 6 do -- two wings of towers
  at(160 + 40 * i, function() raise("west" .. i, 424 + (i % 2) * 24, i * 146 - 20, 14, 14) end)
  at(180 + 40 * i, function() raise("east" .. i, 586 - (i % 2) * 24, i * 146 - 20, 14, 14) end)
end
for i = 0, parts - 2, 3 do -- every third gate closes, and opens again
  at(560 + 20 * i, function() raise("gate" .. i, 508, i * 64 + 48, 8, 32) end)
  at(960 + 10 * i, function() lift("gate" .. i) end)
end
for i = 2, parts - 1, 5 do -- walls that have held long enough come down
  at(1000 + 30 * i, function() lift("wall" .. i) end)
end

local shells = {name = "shells", from = 0, to = 5, value = 1}
local arrived, hit = 0, 0

local function fire()
  local x, y = math.random(360, side - 360), math.random(60, side - 60)
  hit = hit + crowd:explode{x = x, y = y, radius = 16, impulse = 1600, is_shielded = true}
end

return wend.scene{
  title = "Battle",
  crowd = crowd, grid = grid, flow = flow,
  view = {0, 0, side, side},
  ticks = 2400,
  flow_budget = 4000,
  colours = {[0] = "blue", [1] = "red"},
  sliders = {shells},
  on_tick = function(tick)
    for _, action in ipairs(plan[tick] or {}) do action() end
    if tick > 240 and shells.value > 0 and tick % math.ceil(20 / shells.value) == 0 then fire() end
  end,
  on_arrive = function() arrived = arrived + 1 end,
  text = function()
    return string.format("%d have crossed, %d were thrown by shells", arrived, hit)
  end,
  is_done = function() return arrived >= crowd:count() end,
}
