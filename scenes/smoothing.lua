-- Smoothing: the same paths as found, straightened quickly, and straightened precisely.
--
-- Three agents set off together from each of eight doors, through the same cave to the same goal: a
-- blue one from cell to cell as the search found it, an orange one along the quickly straightened path,
-- a green one along the precisely straightened path. The thin lines are their paths. The line of text
-- gives the metres, the turns and the seconds of each kind on average.
local wend = require "wend"

local width, height = 84, 52
local grid = wend.grid{width = width, height = height}
-- Pillars of many sizes, in rows that are out of step.
local pillars = {{7, 6, 5, 8}, {18, 16, 4, 4}, {16, 28, 7, 5}, {8, 38, 5, 7}, {27, 3, 4, 9},
  {29, 20, 8, 4}, {28, 34, 4, 10}, {40, 9, 5, 5}, {41, 27, 6, 6}, {39, 42, 8, 4}, {50, 2, 4, 8},
  {53, 17, 5, 5}, {54, 33, 4, 9}, {62, 10, 7, 4}, {64, 23, 4, 7}, {62, 42, 9, 3}, {71, 34, 4, 4},
  {21, 46, 4, 4}, {48, 38, 3, 3}, {36, 17, 2, 2}}
for _, p in ipairs(pillars) do grid:fill(0, p[1], p[2], p[3], p[4], 255) end

local kinds = {
  {shape = "as_found", name = "as found", colour = "blue"},
  {shape = "quick", name = "quick", colour = "orange"},
  {shape = "precise", name = "precise", colour = "green"},
}
local state = {now = 0, there = 0, kinds = {}} -- saved with the scene
for number, kind in ipairs(kinds) do
  kind.metres, kind.turns = 0, 0
  kind.came = {ticks = 0, there = 0}
  state.kinds[number] = kind.came
end

local finder = wend.pathfinder{grid = grid, radius = 0.3}
local crowd = wend.crowd{grid = grid, max_bodies = 24, max_radius = 0.3}
local kind_of, lines = {}, {}
for door = 0, 7 do
  for number, kind in ipairs(kinds) do
    local x, y = 1.5, 3.5 + door * 6
    local to = {80.5, 48.5 - door * 6}
    local path = finder:find(x, y, to[1], to[2], {shape = kind.shape, is_searched = true})
    -- They do not avoid each other: each shows its own path.
    local walker = crowd:add_body{
      x = x, y = y, radius = 0.3, group = number, avoids = 0, touches = 0, user = door,
    }
    crowd:follow_path(walker, path)
    kind_of[walker] = kind
    kind.metres = kind.metres + path:length()
    local line = {}
    for _, leg in ipairs(path:legs()) do
      if #line == 0 then line[1], line[2] = leg.from.x, leg.from.y end
      line[#line + 1], line[#line + 2] = leg.to.x, leg.to.y
    end
    kind.turns = kind.turns + #line / 2 - 2
    lines[#lines + 1] = {line, kind.colour}
  end
end

return wend.scene{
  title = "Smoothing",
  crowd = crowd, grid = grid, state = state,
  view = {0, 0, width, height},
  ticks = 2400,
  colours = {[1] = "blue", [2] = "orange", [3] = "green"},
  on_tick = function(tick) state.now = tick end,
  on_arrive = function(walker)
    local came = kind_of[walker].came
    came.ticks = came.ticks + state.now
    came.there = came.there + 1
    state.there = state.there + 1
  end,
  draw = function(pen)
    for _, line in ipairs(lines) do pen:points(line[1], line[2], 1.5) end
  end,
  text = function()
    local parts = {}
    for i, kind in ipairs(kinds) do
      parts[i] = string.format("%s: %.1f m, %.1f turns, %.1f s", kind.name, kind.metres / 8,
        kind.turns / 8, kind.came.there > 0 and kind.came.ticks * 0.05 / kind.came.there or 0)
    end
    return table.concat(parts, " - ")
  end,
  is_done = function() return state.there == 24 end,
}
