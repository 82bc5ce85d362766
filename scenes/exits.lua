-- Exits: a hall with three exits empties, and most people stand near one of them.
--
-- By the nearest exit, three out of four queue at the western one while the others are empty. By the
-- least time, each takes the exit through which it expects to be soonest: walking there, and waiting
-- for those ahead. The slider changes between both while they leave (0: nearest, 1: least time);
-- `--set ways=flow` sends them by flow fields instead of paths.
local wend = require "wend"

local least_time = {name = "least_time", from = 0, to = 1, value = 1}
local ways = wend.parameter("ways", "paths")
if ways ~= "paths" and ways ~= "flow" then
  error("ways is '" .. tostring(ways) .. "', and must be paths or flow")
end

-- The hall is 40 x 24 m with six pillars and three doors of 1.5 m; outside is a strip of six metres.
local cell, width, height = 0.25, 208, 144
local grid = wend.grid{width = width, height = height, cell_size = cell}
local function fill(x, y, w, h, cost)
  grid:fill(0, math.floor(x / cell), math.floor(y / cell), math.floor(w / cell), math.floor(h / cell), cost)
end
local wall, open = 255, 1
fill(6, 6, 40, 0.25, wall)
fill(6, 29.75, 40, 0.25, wall)
fill(6, 6, 0.25, 24, wall)
fill(45.75, 6, 0.25, 24, wall)
fill(6, 17.25, 0.25, 1.5, open)
fill(45.75, 17.25, 0.25, 1.5, open)
fill(35.25, 29.75, 1.5, 0.25, open)
local pillars = {}
for x = 16, 36, 10 do
  for y = 12, 24, 12 do
    fill(x - 0.5, y - 0.5, 1, 1, wall)
    pillars[#pillars + 1] = {x, y}
  end
end
local doors = {
  {name = "west", position = {6, 18}, goal = {1, 18}},
  {name = "east", position = {46, 18}, goal = {51, 18}},
  {name = "north", position = {36, 30}, goal = {36, 35}},
}

local count = 300
local flow = wend.flow{grid = grid, classes = {{radius = 0.25}}, integration = "eikonal", has_angles = true}
local crowd = wend.crowd{
  grid = grid, flow = flow, max_bodies = count, seed = wend.args.seed,
  route_source = wend.pathfinder{grid = grid, radius = 0.25}, -- that of the bodies
}
for _, door in ipairs(doors) do
  local request
  if ways == "flow" then
    request = flow:add_request{goals = {door.goal}, covers_all = true}
  end
  door.exit = wend.exit(crowd, {position = door.position, goal = door.goal, width = 1.5, request = request})
end
flow:update()

-- Four out of five stand in the western half.
local function has_room(x, y)
  for _, pillar in ipairs(pillars) do
    if math.max(math.abs(x - pillar[1]), math.abs(y - pillar[2])) < 0.9 then return false end
  end
  return #crowd:query_circle(0, x, y, 0.3) == 0
end
local people = {}
for i = 0, count - 1 do
  local x, y
  repeat
    x = i % 5 == 0 and 27 + 17 * math.random() or 7 + 16 * math.random()
    y = 7 + 22 * math.random()
  until has_room(x, y)
  people[#people + 1] = crowd:add_body{x = x, y = y, speed = 1.2 + 0.3 * math.random(), group = i % 3}
end

local function leave(value)
  local inside = {}
  for _, body in ipairs(people) do
    if crowd:exists(body) then inside[#inside + 1] = body end
  end
  wend.exit_leave(crowd, inside, value < 0.5 and "nearest" or "least_time")
end
least_time.on_change = leave
leave(least_time.value)

local state = {out = 0} -- saved with the scene

return wend.scene{
  title = "Exits",
  crowd = crowd, grid = grid, flow = flow,
  view = {0, 0, width * cell, height * cell},
  ticks = 4000,
  colours = {[0] = "blue", [1] = "teal", [2] = "orange"},
  sliders = {least_time},
  on_arrive = function(body)
    crowd:remove_body(body) -- it is outside
    state.out = state.out + 1
  end,
  text = function()
    local texts = {}
    for i, door in ipairs(doors) do
      texts[i] = door.name .. " " .. door.exit:get_info().passed
    end
    return string.format("%d of %d are out: %s", state.out, count, table.concat(texts, ", "))
  end,
  is_done = function() return state.out == count end,
  state = state,
}
