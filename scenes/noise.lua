-- Noise: single file, or not.
--
-- Sixty agents walk through a park of trees to the same gate. On the left half of the map they take the
-- best paths, all along the same line. On the right half each path has noise of its own, and the agents
-- spread over the paths that are about as good. The line of text gives the square metres that each half
-- treads on, and how much longer the paths with noise are.
local wend = require "wend"

local width, height, each = 80, 60, 30
local grid = wend.grid{width = width, height = height}
grid:fill(0, 39, 0, 2, height, 255)
for half = 0, 1 do
  for row = 0, 7 do
    for column = 0, 8 do
      grid:fill(0, half * 41 + 2 + column * 4 + row % 2 * 2, 9 + row * 5, 2, 2, 255)
    end
  end
end

local planner = wend.planner{grid = grid, profiles = {{radius = 0.3}}}
local noise = {name = "noise", from = 0, to = 4, value = 1.5}
local half_of = {}
local state = { -- saved with the scene
  there = 0, request_of = {},
  halves = {{cells = 0, metres = 0, seen = {}}, {cells = 0, metres = 0, seen = {}}},
}
local halves, request_of = state.halves, state.request_of
local source = {}
function source.start(query)
  local is_noisy = half_of[query.body] == 2
  request_of[query.ticket] = planner:add_request{
    from = query.from, to = query.to, is_searched = true, method = "astar",
    noise = is_noisy and noise.value or 0, noise_seed = is_noisy and query.body or 0,
  }
  return "later"
end
function source.poll(query)
  local id = request_of[query.ticket]
  local path, answered = planner:poll(id)
  if answered ~= "ready" then return "later" end
  planner:release(id)
  request_of[query.ticket] = nil
  if path then
    local half = halves[half_of[query.body]]
    half.metres = half.metres + path:length()
  end
  return path
end
function source.has_ticket(ticket) return request_of[ticket] ~= nil end -- after loading, too

local crowd = wend.crowd{
  grid = grid, route_source = source, meanwhile = "wait", max_bodies = 2 * each, max_radius = 0.3,
}
local waiting = {}
for half = 1, 2 do
  for i = 0, each - 1 do
    local x = (half - 1) * 41 + 16.5 + (i % 6) * 1.1
    local walker = crowd:add_body{x = x, y = 1.5 + (i // 6) * 1.1, radius = 0.3, group = half}
    half_of[walker] = half
    waiting[walker] = (29 - i) * 10
  end
end

return wend.scene{
  title = "Noise",
  crowd = crowd, grid = grid, planner = planner, planner_budget = 20000, state = state,
  view = {0, 0, width, height},
  ticks = 2400,
  colours = {[1] = "blue", [2] = "orange"},
  sliders = {noise},
  on_tick = function(tick)
    for walker, start in pairs(waiting) do
      if tick == start then
        crowd:set_goal(walker, (half_of[walker] - 1) * 41 + 19.5, height - 3)
      end
    end
    for _, walker in ipairs(crowd:list_bodies()) do
      local x, y = crowd:position(walker)
      local half = halves[half_of[walker]]
      local cell = (x // 1) + (y // 1) * width
      if y > 8 and y < 50 and not half.seen[cell] then
        half.seen[cell] = true
        half.cells = half.cells + 1
      end
    end
  end,
  on_arrive = function(walker)
    crowd:remove_body(walker) -- through the gate
    state.there = state.there + 1
  end,
  draw = function(pen)
    for number, half in ipairs(halves) do
      for cell in pairs(half.seen) do
        pen:cells(cell % width, cell // width, 1, 1, number == 1 and "blue" or "orange", 0.25)
      end
    end
  end,
  text = function()
    return string.format("%d through, best paths tread on %d square metres, noisy ones on %d, and are %.1f %% longer",
      state.there, halves[1].cells, halves[2].cells,
      halves[1].metres > 0 and 100 * (halves[2].metres / halves[1].metres - 1) or 0)
  end,
  is_done = function() return state.there == 2 * each end,
}
