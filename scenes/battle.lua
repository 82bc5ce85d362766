-- Battle: ten thousand riders, and a fortress that rises between them.
--
-- Two armies of 5,000 ride through each other across a map of 1024 x 1024 cells, each in five columns
-- of four squadrons, and each squadron with its own flow request. Meanwhile walls and towers rise across
-- the middle, gates close and open again, and shells fall among them. No rider's path is searched for
-- alone: edits of the grid repair the fields that all of a column share.
local wend = require "wend"

local side = 1024
local columns, files, ranks = 5, 20, 50 -- of each army
local spacing = 2.4 -- metres between riders
local speed = 10 -- metres a second

local grid = wend.grid{width = side, height = side}

-- Woods are slow ground (cost 3), ponds slower still (8); the middle, where they meet, is open.
local function patch(cost, x, y, radius)
  for dy = -radius, radius do
    local half = math.floor(math.sqrt(radius * radius - dy * dy) + 0.5)
    grid:fill(0, x - half, y + dy, 2 * half + 1, 1, cost)
  end
end
for _ = 1, 16 do
  local x = math.random(240, 370)
  local y = math.random(40, side - 41)
  local radius = math.random(6, 16)
  local cost = math.random() < 0.7 and 3 or 8
  patch(cost, x, y, radius)
  patch(cost, side - 1 - x, side - 1 - y, radius) -- fair for both
end

-- A squadron follows one request of its own class: the classes keep different distances from
-- walls, so that a column goes around a corner in many files and not one behind the other.
local squadrons = {{radius = 1}, {radius = 3}, {radius = 5}, {radius = 7}}
local flow = wend.flow{
  grid = grid, classes = squadrons, integration = "eikonal", has_angles = true,
}
local crowd = wend.crowd{
  grid = grid, flow = flow, max_bodies = 2 * columns * files * ranks,
  max_radius = 0.9, reach = 5, horizon = 1.5,
}

-- Lanes lie side by side from north to south, one for each column; the armies take turns.
local lane_height = side / (2 * columns)
local function lane_of(army, column) return (2 * column - 2 + army + 0.5) * lane_height end

-- The camps of the squadrons of a column beyond the other side, metres from the middle of their
-- lane: 250 riders need a disc of 16 metres, and the outer ones stop short of those between them.
local camps = {{x = -17, y = -34}, {x = 17, y = -17}, {x = 17, y = 17}, {x = -17, y = 34}}

-- A squadron rides along its part of the lane to its camp.
local function muster(army, column, squadron)
  local sign = army == 0 and 1 or -1
  local front = army == 0 and 200 or side - 200
  local wide = files / #squadrons
  local y0 = lane_of(army, column) + (squadron - (#squadrons + 1) / 2) * wide * spacing
  local riders, places = {}, {}
  for rank = 1, ranks do
    for file = 1, wide do
      local x = front - sign * (rank - 1) * spacing
      local y = y0 + (file - (wide + 1) / 2) * spacing
      riders[#riders + 1] = crowd:add_body{
        x = x, y = y, heading = army * math.pi, radius = 0.8, speed = speed, group = army,
      }
      places[#places + 1] = {x = x, y = y}
    end
  end
  local camp = camps[squadron]
  local goal = {x = side / 2 + sign * (400 + camp.x), y = lane_of(army, column) + camp.y}
  crowd:follow_flow(riders, flow:add_request{
    goals = {goal}, sources = places, flow_class = squadron - 1,
  })
end
for column = 1, columns do
  for squadron = 1, #squadrons do
    muster(0, column, squadron)
    muster(1, column, squadron)
  end
end
flow:update() -- all fields exist before the first tick

-- The fortress. Each entry: the tick, and the function that raises or removes something.
local stamps = {}
local function raise(name, x, y, width, height)
  local costs = {}
  for i = 1, width * height do costs[i] = 255 end -- walls
  stamps[name] = grid:add_stamp{x = x, y = y, width = width, height = height, costs = costs}
end
local function lift(name)
  if stamps[name] then grid:remove_stamp(stamps[name]) end
  stamps[name] = nil
end

local plan = {}
local function at(tick, action)
  plan[tick] = plan[tick] or {}
  table.insert(plan[tick], action)
end

for column = 1, columns do -- towers and walls across all lanes, one after the other
  local west, east = math.floor(lane_of(0, column)), math.floor(lane_of(1, column))
  at(100 + 15 * column, function() raise("west" .. column, 400, west - 16, 10, 32) end)
  at(100 + 15 * column, function() raise("east" .. column, side - 410, east - 16, 10, 32) end)
  at(220 + 20 * column, function() raise("keep" .. column, 502, west - 10, 20, 20) end)
end
for _, column in ipairs{2, 4} do -- long walls that close two lanes, and fall again
  local y = math.floor(lane_of(0, column))
  at(420 + 30 * column, function() raise("long" .. column, 460, y - 60, 8, 120) end)
  at(900 + 20 * column, function() lift("long" .. column) end)
end

local shells = {name = "shells", from = 0, to = 5, value = 1}
-- Saved with the scene; flashes: of the last shells.
local state = {arrived = 0, hit = 0, now = 0, flashes = {}}

local function fire()
  local x, y = math.random(360, side - 360), math.random(60, side - 60)
  state.hit = state.hit + crowd:apply_explosion{x = x, y = y, radius = 16, impulse = 1600, is_shielded = true}
  table.insert(state.flashes, {x = x, y = y, tick = state.now})
  if #state.flashes > 8 then table.remove(state.flashes, 1) end
end

return wend.scene{
  title = "Battle",
  crowd = crowd, grid = grid, flow = flow,
  view = {0, 0, side, side},
  ticks = 4000,
  flow_budget = 2000,
  colours = {[0] = "blue", [1] = "red"},
  sliders = {shells},
  on_tick = function(tick)
    state.now = tick
    for _, action in ipairs(plan[tick] or {}) do action() end
    if tick > 240 and shells.value > 0 and tick % math.ceil(20 / shells.value) == 0 then fire() end
  end,
  draw = function(pen)
    for _, flash in ipairs(state.flashes) do
      local age = (state.now - flash.tick) / 24
      if age < 1 then
        pen:disc(flash.x, flash.y, 6 + 10 * age, "orange", 0.8 * (1 - age))
        pen:disc(flash.x, flash.y, 4 + 4 * age, "yellow", 0.9 * (1 - age))
      end
    end
  end,
  on_arrive = function() state.arrived = state.arrived + 1 end,
  text = function()
    return string.format("%d have crossed, %d were thrown by shells", state.arrived, state.hit)
  end,
  is_done = function() return state.arrived >= crowd:body_count() end,
  state = state,
}
