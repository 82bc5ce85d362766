-- Doors: a hundred and fifty leave a room by one door.
--
-- The slider makes the door wider or narrower while they leave; the line of text shows the flow in
-- persons a metre and second, the figure of building codes.
local wend = require "wend"

local count = 150
local room = 14 -- metres along a side; the door is in the middle of its right wall, at 0, 0

local walls = wend.walls()
walls:add_segment(-room, -room / 2, 0, -room / 2)
walls:add_segment(-room, room / 2, 0, room / 2)
walls:add_segment(-room, -room / 2, -room, room / 2)

local door = {name = "door", from = 0.8, to = 3, value = 1.2}
local state = {gone = 0, out = 0, posts = {}} -- saved with the scene; first, last: ticks
local function set_door(width)
  for _, post in ipairs(state.posts) do walls:remove(post) end
  state.posts = {
    walls:add_segment(0, -room / 2, 0, -width / 2),
    walls:add_segment(0, width / 2, 0, room / 2),
  }
end
set_door(door.value)
door.on_change = set_door

local crowd = wend.crowd{walls = walls, max_bodies = count}
for i = 0, count - 1 do
  local x = -room + 1 + (i % 12) * 0.75
  local y = (i // 12 - 6) * 0.8
  local walker = crowd:add_body{x = x, y = y, group = i % 3}
  -- To the door, through it, and away to the right.
  local away = (i * 7 % count / count - 0.5) * 12
  crowd:follow_path(walker, wend.path{{x, y}, {-0.4, 0}, {0.6, 0}, {14, away}})
end

return wend.scene{
  title = "Doors",
  crowd = crowd, walls = walls,
  view = {-16, -9, 16, 9},
  ticks = 4000,
  colours = {[0] = "blue", [1] = "teal", [2] = "navy"},
  sliders = {door},
  on_tick = function(tick)
    local through = state.gone
    for _, walker in ipairs(crowd:list_bodies()) do
      if crowd:position(walker) > 0.3 then through = through + 1 end
    end
    if through > state.out then
      state.first = state.first or tick
      state.last = tick
      state.out = through
    end
  end,
  on_arrive = function(walker)
    crowd:remove_body(walker) -- it is far away
    state.gone = state.gone + 1
  end,
  text = function()
    if not state.last or state.last == state.first then return state.out .. " are out" end
    local flow = (state.out - 1) / ((state.last - state.first) * 0.05) / door.value
    return string.format("%d of %d are out, %.2f persons a metre and second", state.out, count,
      flow)
  end,
  is_done = function() return state.gone == count end,
  state = state,
}
