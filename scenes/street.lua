-- Street: families and friends among people alone, in both directions.
--
-- Groups of two, three and four walk down a street with stalls and a gate of two metres. Where there is
-- room they walk abreast, at the gate behind each other, and those ahead wait. Lines join the members.
-- The slider sets how many of ten people are in a group: change it and restart (F5).
local wend = require "wend"

local width, height = 120, 24
local grid = wend.grid{width = width, height = height}
local share = {name = "in_groups", from = 0, to = 10, value = 7}

-- Houses on both sides, stalls, and a wall with a gate of two metres and one of three.
grid:fill(0, 0, 0, width, 3, 255)
grid:fill(0, 0, height - 3, width, 3, 255)
for _, stall in ipairs{{20, 7}, {34, 14}, {46, 8}, {84, 13}, {98, 8}} do
  grid:fill(0, stall[1], stall[2], 3, 2, 255)
end
grid:fill(0, 66, 3, 2, height - 6, 255)
grid:fill(0, 66, 7, 2, 2, 1)
grid:fill(0, 66, 14, 2, 3, 1)

local pathfinder = wend.pathfinder{grid = grid, radius = 0.3}
local crowd = wend.crowd{grid = grid, route_source = pathfinder, max_bodies = 200}

-- In groups of 2, 3 and 4: every second group is a pair.
local sizes = {2, 3, 2, 4}
local people, groups, made = 0, {}, 0
local function add(x, y, goal)
  made = made + 1
  local count = made * 7 % 10 < share.value and sizes[#groups % #sizes + 1] or 1
  local members = {}
  for i = 0, count - 1 do
    members[#members + 1] = crowd:add_body{
      x = x + i // 2 * 0.7, y = y + i % 2 * 0.7,
      heading = goal < x and math.pi or 0,
      speed = 1.2 + (made * 13 + i * 5) % 7 * 0.04,
      group = count - 1,
    }
  end
  people = people + count
  if count > 1 then
    groups[#groups + 1] = wend.social(crowd, {}, members)
    groups[#groups]:set_goal(goal, y)
  else
    crowd:set_goal(members[1], goal, y)
  end
end
for i = 0, 19 do
  local row, column = i % 5, i // 5
  add(3 + column * 3, 5.5 + row * 3, 104 + column * 3)
  add(117 - column * 3, 6.5 + row * 2.8, 16 - column * 3)
end

local state = {arrived = 0, widest = 0} -- saved with the scene

return wend.scene{
  title = "Street",
  crowd = crowd, grid = grid,
  view = {0, 0, width, height},
  ticks = 4000,
  colours = {[0] = "gray", [1] = "teal", [2] = "orange", [3] = "maroon"},
  sliders = {share},
  on_tick = function()
    for _, group in ipairs(groups) do
      local info = group:get_info()
      if info.walking == info.members then state.widest = math.max(state.widest, info.spread) end
    end
  end,
  draw = function(pen)
    for _, group in ipairs(groups) do
      local members = group:members()
      for i = 2, #members do
        local x0, y0 = crowd:position(members[i - 1])
        local x1, y1 = crowd:position(members[i])
        pen:line(x0, y0, x1, y1, "gray", 2)
      end
    end
  end,
  on_arrive = function() state.arrived = state.arrived + 1 end,
  text = function()
    return string.format("%d of %d are there, in %d groups; farthest from each other %.1f m",
      state.arrived, people, #groups, state.widest)
  end,
  is_done = function() return state.arrived >= people end,
  state = state,
}
