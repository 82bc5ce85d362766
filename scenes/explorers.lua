-- Explorers: seven methods to find the goal without a map, each in a copy of one maze.
--
-- Every body knows only what it touches and sees near by. The line of text gives the seconds of each
-- method; those that turn, step back or walk at random get lost in hollows.
local wend = require "wend"

local size = 15 -- cells along a maze; walls are one cell thick
local gap = 2
local columns, rows = 4, 2
local limit = 4000 -- ticks
local ways = {"trace_line", "trace", "crash_turn", "step_back", "depth_first", "random", "by_map"}

-- The maze: a tree of corridors, with every sixth wall left out.
local open = {}
local state = 20240
local function random(count)
  state = (state * 1103515245 + 12345) % 2147483648
  return state // 65536 % count
end
local function carve(x, y)
  open[y * size + x] = true
  local steps = {{2, 0}, {0, 2}, {-2, 0}, {0, -2}}
  for i = 4, 2, -1 do
    local k = random(i) + 1
    steps[i], steps[k] = steps[k], steps[i]
  end
  for _, step in ipairs(steps) do
    local to_x, to_y = x + step[1], y + step[2]
    if to_x > 0 and to_y > 0 and to_x < size and to_y < size then
      local is_new = not open[to_y * size + to_x]
      if is_new or random(6) == 0 then
        open[(y + step[2] // 2) * size + x + step[1] // 2] = true
      end
      if is_new then carve(to_x, to_y) end
    end
  end
end
carve(1, 1)

local width, height = columns * (size + gap) - gap, rows * (size + gap) - gap
local grid = wend.grid{width = width, height = height}
local crowd = wend.crowd{grid = grid, max_bodies = #ways}
local map = wend.explored_map{like = grid}
local explorers = wend.explorers{crowd = crowd, map = map, max_explorers = #ways}
grid:fill(0, 0, 0, width, height, 255)

local bodies = {}
for i, way in ipairs(ways) do
  local left = (i - 1) % columns * (size + gap)
  local top = (i - 1) // columns * (size + gap)
  for y = 0, size - 1 do
    for x = 0, size - 1 do
      if open[y * size + x] then grid:set_cost(0, left + x, top + y, 1) end
    end
  end
  bodies[i] = crowd:add_body{x = left + 1.5, y = top + 1.5, radius = 0.3, speed = 2, group = i}
  explorers:send(bodies[i], {
    goal = {left + size - 1.5, top + size - 1.5},
    method = way, hand = "left", sense = 2.5, max_ticks = limit,
  })
end
explorers:update()

local function seconds(info)
  if info.state == "arrived" then return string.format("%.0f s", info.ticks * 0.05) end
  if info.state == "no_path" then return "gave up" end
  return info.state == "limit" and "lost" or "..."
end

return wend.scene{
  title = "Explorers",
  crowd = crowd, grid = grid, objects = {explorers = explorers, map = map},
  view = {-1, -6, width + 1, height + 2},
  ticks = limit + 100,
  colours = {"blue", "teal", "navy", "orange", "purple", "red", "green"},
  on_tick = function() explorers:update() end,
  text = function()
    local parts = {}
    for i, way in ipairs(ways) do
      parts[i] = way .. " " .. seconds(explorers:get_info(bodies[i]))
    end
    return table.concat(parts, ", ")
  end,
  is_done = function()
    for _, body in ipairs(bodies) do
      local now = explorers:get_info(body).state
      if now ~= "arrived" and now ~= "limit" and now ~= "no_path" then return false end
    end
    return true
  end,
}
