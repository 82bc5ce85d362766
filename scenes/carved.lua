-- Carved: a market whose ground is a mesh. Two hundred people walk to and fro between its ends while
-- stalls are set up, moved and taken down: each is cut out of the mesh while it stands.
--
-- The picture shows the polygons as they are at the moment. The slider `stalls` says how many there are.
local wend = require "wend"

local width, height, people = 40, 24, 200
local stalls = {name = "stalls", from = 0, to = 24, value = 16}

local mesh = wend.mesh_build{
  outlines = {
    {{0, 0}, {width, 0}, {width, height}, {0, height}},
    {{9, 9}, {12, 9}, {12, 15}, {9, 15}}, {{28, 9}, {31, 9}, {31, 15}, {28, 15}},
    {{19, 2}, {21, 2}, {21, 6}, {19, 6}}, {{19, 18}, {21, 18}, {21, 22}, {19, 22}},
  },
  holes = {false, true, true, true, true},
}
local planner = wend.planner{mesh = mesh, profiles = {{radius = 0.25}}}
local crowd = wend.crowd{
  mesh = mesh, route_source = planner, max_bodies = people, meanwhile = "wait", seed = wend.args.seed,
}

local side, state = {}, {crossings = 0, edits = 0}
local function send(walker)
  local x = side[walker] == "west" and 1 or width - 1
  crowd:set_goal_at(walker, x, 1 + (height - 2) * math.random(), 0)
end
for i = 0, people - 1 do
  local is_west = i % 2 == 0
  local walker = crowd:add_body{
    x = (is_west and 1 or width - 1) + (i // 2 % 5) * (is_west and 0.7 or -0.7),
    y = 1.5 + i // 10 * 1.1, z = 0, group = is_west and 1 or 2, speed = 1.1 + 0.4 * math.random(),
  }
  side[walker] = is_west and "east" or "west"
end

-- Stalls are boxes or round tables; one of them changes its place at a time.
local placed = {}
local function stall()
  local x, y = 6 + (width - 12) * math.random(), 2 + (height - 4) * math.random()
  if math.random(2) == 1 then
    return {shape = "circle", centre = {x, y}, radius = 0.6 + 0.5 * math.random()}
  end
  return {
    shape = "box", centre = {x, y}, half_width = 1.2, half_depth = 0.5, angle = math.pi * math.random(),
  }
end
-- It stands on open ground, and nobody stands there.
local function is_free(def)
  if not mesh:locate(def.centre[1], def.centre[2]) then return false end
  for _, body in ipairs(crowd:list_bodies()) do
    local b = crowd:get_body(body)
    if (b.x - def.centre[1]) ^ 2 + (b.y - def.centre[2]) ^ 2 < 4 then return false end
  end
  return true
end
local function change_one()
  if #placed > stalls.value then mesh:remove_obstacle(table.remove(placed)) return end
  local def = stall()
  if not is_free(def) then return end
  state.edits = state.edits + 1
  if #placed < stalls.value then
    placed[#placed + 1] = mesh:add_obstacle(def)
  elseif #placed > 0 then
    local i = math.random(#placed)
    mesh:remove_obstacle(placed[i])
    placed[i] = mesh:add_obstacle(def)
  end
end

local function outline(pen, corners, colour, thickness)
  local line = {}
  for i, corner in ipairs(corners) do line[i] = {corner.x, corner.y} end
  line[#line + 1] = line[1]
  pen:points(line, colour, thickness)
end

local function draw(pen)
  for i = 0, mesh:polygon_count() - 1 do
    local corners = mesh:get_polygon(i).corners
    if #corners > 0 then outline(pen, corners, "grey", 1) end
  end
  for i = 0, mesh:polygon_count() - 1 do -- walls over the lines between polygons
    local corners = mesh:get_polygon(i).corners
    for k, corner in ipairs(corners) do
      local to = corners[k % #corners + 1]
      if not corner.polygon then pen:line(corner.x, corner.y, to.x, to.y, "black", 2) end
    end
  end
  for _, id in ipairs(mesh:list_obstacles()) do
    outline(pen, mesh:get_obstacle(id).corners, "orange", 3)
  end
end

return wend.scene{
  title = "Carved",
  crowd = crowd, planner = planner,
  objects = {mesh = mesh}, state = state,
  view = {-1, -1, width + 1, height + 1},
  ticks = 1200,
  sliders = {stalls},
  on_tick = function(tick)
    if tick == 0 then for _, walker in ipairs(crowd:list_bodies()) do send(walker) end end
    if tick % 5 == 0 then change_one() end
  end,
  on_no_path = send,
  on_arrive = function(walker)
    state.crossings = state.crossings + 1
    side[walker] = side[walker] == "west" and "east" or "west"
    send(walker)
  end,
  draw = draw,
  text = function()
    return string.format("%d stalls, %d crossings", #placed, state.crossings)
  end,
  figures = function() return {{"crossings", state.crossings}, {"edits", state.edits}} end,
}
