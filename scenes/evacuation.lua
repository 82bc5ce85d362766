-- Evacuation: an office empties by two exits, and one of them closes.
--
-- Four hundred people follow one flow request whose goals are both exits: each moves to the nearer
-- one. After twelve seconds the eastern exit is blocked, and the field leads all to the other one.
local wend = require "wend"

local width, height, cell = 120, 68, 0.5
local grid = wend.grid{width = width, height = height, cell_size = cell}
local wall = 255

-- The outer wall with its two exits, and rooms with doors on both sides of a hall.
grid:fill(0, 0, 0, width, 1, wall)
grid:fill(0, 0, height - 1, width, 1, wall)
grid:fill(0, 0, 0, 1, height, wall)
grid:fill(0, width - 1, 0, 1, height, wall)
grid:fill(0, 0, 31, 1, 6, 1) -- exit west
grid:fill(0, width - 1, 31, 1, 6, 1) -- exit east
grid:fill(0, 8, 26, width - 16, 1, wall)
grid:fill(0, 8, 41, width - 16, 1, wall)
for room = 0, 7 do
  local x = 8 + room * 13
  grid:fill(0, x, 0, 1, 27, wall)
  grid:fill(0, x, 41, 1, 27, wall)
  grid:fill(0, x + 5, 26, 4, 1, 1) -- doors
  grid:fill(0, x + 5, 41, 4, 1, 1)
end
grid:fill(0, 8 + 8 * 13, 0, 1, 27, wall)
grid:fill(0, 8 + 8 * 13, 41, 1, 27, wall)

local flow = wend.flow{
  grid = grid, classes = {{radius = 0.25}}, integration = "eikonal", has_angles = true,
}
local crowd = wend.crowd{grid = grid, flow = flow, max_bodies = 400, seed = wend.args.seed}

local people, places = {}, {}
for room = 0, 15 do
  for i = 0, 24 do
    local x = (10 + room % 8 * 13) * cell + (i % 5) + 0.5
    local y = (room < 8 and 4 or 44) * cell + (i // 5) * 1.9 + 0.7
    people[#people + 1] = crowd:add_body{
      x = x, y = y, speed = 1.1 + 0.4 * math.random(), group = room // 4,
    }
    places[#places + 1] = {x = x, y = y}
  end
end

local west = {x = 0, y = 31, width = 1, height = 6}
local east = {x = width - 1, y = 31, width = 1, height = 6}
crowd:follow_flow(people, flow:add_request{areas = {west, east}, sources = places})
flow:update()

local state = {out = 0} -- saved with the scene

return wend.scene{
  title = "Evacuation",
  crowd = crowd, grid = grid, flow = flow,
  view = {-2, -1, width * cell + 2, height * cell + 1},
  ticks = 3000,
  flow_budget = 2000,
  colours = {[0] = "blue", [1] = "teal", [2] = "orange", [3] = "purple"},
  on_tick = function(tick)
    if tick == 240 then grid:fill(0, width - 3, 30, 2, 8, wall) end
  end,
  on_arrive = function(body)
    crowd:remove_body(body) -- it is outside
    state.out = state.out + 1
  end,
  text = function() return state.out .. " of 400 are out" end,
  is_done = function() return state.out == 400 end,
  state = state,
}
