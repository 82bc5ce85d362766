-- Tower: a working day in a building of four floors, on one mesh.
--
-- Ninety-six people come in on the ground floor and go to their desks on the floors above, by stairs
-- that lie over each other or by a lift, which is a link of the mesh. Doors on the floors close and
-- open meanwhile. When all are at their desks they go down again and meet in the hall.
--
-- The picture is drawn by the scene itself: a slanted view of the floors over each other. The slider
-- `lift` says what a ride costs in metres: with a cheap one the stairs are empty.
local wend = require "wend"

local floors, storey, people = 4, 3, 96
local projection = wend.parameter("projection", "slanted")
if projection ~= "slanted" and projection ~= "plan" then
    error("projection is '" .. tostring(projection) .. "', and must be slanted or plan")
end
local slanted = projection == "slanted"

-- One floor, seen from above; the stairs to the next one begin at the left and end at the right.
--
--   y 8  +----+----------------------+----+
--        |    |        stairs        |    |
--   y 6  +----+------+---+-----------+----+
--        |   left    |   |      right     |
--   y 4  |           +---+                |   the door is a polygon of its own
--   y 2  |           +---+                |
--   y 0  +-----------+   +----------------+
--       x 0   4     11   13         20   24
local function at(z, points)
  local list = {}
  for i, p in ipairs(points) do list[i] = {p[1], p[2], p[3] or z} end
  return list
end

local polygons, kinds, doors = {}, {}, {}
local function add(kind, floor, points)
  polygons[#polygons + 1] = points
  kinds[#polygons] = {kind = kind, floor = floor}
  return #polygons - 1
end

for floor = 0, floors - 1 do
  local z = floor * storey
  add("room", floor, at(z, {{0, 0}, {11, 0}, {11, 2}, {11, 4}, {11, 6}, {4, 6}, {0, 6}}))
  doors[floor] = add("door", floor, at(z, {{11, 2}, {13, 2}, {13, 4}, {11, 4}}))
  add("room", floor, at(z, {{13, 0}, {24, 0}, {24, 6}, {20, 6}, {13, 6}, {13, 4}, {13, 2}}))
  if floor < floors - 1 then
    local up = z + storey
    add("stairs", floor, at(z, {{0, 6}, {4, 6}, {4, 8}, {0, 8}}))
    add("stairs", floor, {{4, 6, z}, {20, 6, up}, {20, 8, up}, {4, 8, z}})
    add("stairs", floor, at(up, {{20, 6}, {24, 6}, {24, 8}, {20, 8}}))
  end
end
local mesh = wend.mesh{polygons = polygons}

-- The lift: from the ground floor to each of the others, at x 17.
local lift = {name = "lift", from = 4, to = 60, value = 22}
local rides = {}
local function ride(floor)
  return {
    from = {17, 1, 0}, to = {17, 1, floor * storey}, cost = lift.value + 3 * floor,
    is_two_way = true, behaviour = 64,
  }
end
for floor = 1, floors - 1 do rides[floor] = mesh:add_link(ride(floor)) end
lift.on_change = function()
  for floor = 1, floors - 1 do mesh:set_link(rides[floor], ride(floor)) end
end

local planner = wend.planner{mesh = mesh, profiles = {{radius = 0.25}}}
local crowd = wend.crowd{
  mesh = mesh, route_source = planner, max_bodies = people, meanwhile = "wait", seed = wend.args.seed,
}

-- In the hall at first; desks in rows on the floors above, none before the lift.
local walkers, desks = {}, {}
for i = 0, people - 1 do
  local floor, desk = 1 + i % 3, i // 3
  walkers[#walkers + 1] = crowd:add_body{
    x = 1 + i % 12 * 0.8, y = 0.6 + i // 12 * 0.7, z = 0, group = floor,
    speed = 1.1 + 0.4 * math.random(),
  }
  local column = desk % 8
  desks[walkers[i + 1]] = {
    x = column < 4 and 1.5 + column * 2.2 or 14.5 + (column - 4) * 2.4,
    y = 2.4 + desk // 8 * 0.95, z = floor * storey,
  }
end

local state = {phase = "to the desks", there = 0, rides = 0}

local function send()
  for _, walker in ipairs(walkers) do
    local desk = desks[walker]
    crowd:set_goal_at(walker, desk.x, desk.y, desk.z)
  end
end

local function send_down()
  state.phase, state.there = "to the hall", 0
  crowd:set_group_goal_at(walkers, 5, 3, 0)
end

-- ---- the picture ----

-- Metres of the picture, beside the plan, so that the bodies of the plan are not seen.
local function project(x, y, z)
  if not slanted then return x, y end
  return 100 + 0.94 * x - 0.42 * y, 0.40 * y + 0.12 * x - 1.9 * z
end

local colours = {[0] = "grey", "blue", "teal", "orange"}
local function outline(pen, points, colour, width)
  local line = {}
  for i, p in ipairs(points) do line[i] = {project(p[1], p[2], p[3])} end
  line[#line + 1] = line[1]
  pen:points(line, colour, width)
end

local function draw(pen)
  for i, points in ipairs(polygons) do
    local about = kinds[i]
    if about.kind == "door" then
      local is_open = mesh:get_polygon(i - 1).is_open
      outline(pen, points, is_open and "green" or "red", is_open and 1 or 3)
    else
      outline(pen, points, about.kind == "stairs" and "brown" or "black", 1)
    end
  end
  local x0, y0 = project(17, 1, 0)
  local x1, y1 = project(17, 1, (floors - 1) * storey)
  pen:line(x0, y0, x1, y1, "purple", 3)
  for floor = 0, floors - 1 do
    local x, y = project(-1.6, 3, floor * storey)
    pen:text(x, y, tostring(floor))
  end
  -- From the lowest up, so that upper floors lie above lower ones.
  local bodies = {}
  for _, walker in ipairs(crowd:list_bodies()) do bodies[#bodies + 1] = crowd:get_body(walker) end
  table.sort(bodies, function(a, b) return a.z < b.z end)
  for _, body in ipairs(bodies) do
    local x, y = project(body.x, body.y, body.z)
    local is_riding = body.polygon == nil
    pen:disc(x, y - 0.25, 0.28, is_riding and "purple" or colours[body.group], 1)
  end
end

return wend.scene{
  title = "Tower",
  crowd = crowd, planner = planner,
  objects = {mesh = mesh}, state = state,
  view = slanted and {95, -20, 126, 8} or {-2, -2, 26, 10},
  ticks = 8000,
  colours = colours,
  sliders = {lift},
  on_tick = function(tick)
    if tick == 0 then send() end
    -- Each floor's door is closed for five seconds in twenty, one after the other.
    for floor = 1, floors - 1 do
      local phase = (tick + floor * 130) % 400
      if phase == 0 then mesh:set_open(doors[floor], false) end
      if phase == 100 then mesh:set_open(doors[floor], true) end
    end
  end,
  on_leg = function(_, behaviour)
    if behaviour ~= "walk" then state.rides = state.rides + 1 end
  end,
  -- A closed door can leave no way to a desk: asked again a moment later.
  on_no_path = function(walker)
    local desk = desks[walker]
    if state.phase == "to the desks" then
      crowd:set_goal_at(walker, desk.x, desk.y, desk.z)
    else
      crowd:set_goal_at(walker, 5, 3, 0)
    end
  end,
  on_arrive = function()
    state.there = state.there + 1
    if state.phase == "to the desks" and state.there == people then send_down() end
  end,
  draw = draw,
  text = function()
    return string.format("%s: %d of %d, %d rides of the lift", state.phase, state.there, people,
      state.rides)
  end,
  figures = function()
    return {{"there", state.there}, {"rides", state.rides}}
  end,
  is_done = function() return state.phase == "to the hall" and state.there == people end,
}
