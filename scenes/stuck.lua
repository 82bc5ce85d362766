-- Stuck: a door of one metre, thirty agents against one; each plan has a room of its own.
--
-- In each room thirty agents walk to the right through the near door, and one walks to the left
-- through the same door; a second door is further away. `none` only reports stuck agents; `yield`
-- gives way; `back off` steps back and tries again; `reroute` asks for a path around the jam, where
-- ground is expensive for a while; `give up` stops for good, before the door as well; `all` is yield,
-- back off and reroute, each for three seconds. The numbers behind the name of a plan are the seconds
-- until the one was through, and until all thirty were.
local wend = require "wend"

local each = 30
local plans = {
  {name = "none", bits = "continue"},
  {name = "yield", bits = "yield"},
  {name = "back off", bits = "back_off"},
  {name = "reroute", bits = "reroute"},
  {name = "give up", bits = "give_up"},
  {name = "all", bits = {"yield", "back_off", "reroute"}},
}

local room_width, room_height = 40, 17
local width, height = 2 * room_width + 1, 3 * room_height + 1
local grid = wend.grid{width = width, height = height}
for column = 0, 2 do grid:fill(0, math.min(column * room_width, width - 1), 0, 1, height, 255) end
for row = 0, 3 do grid:fill(0, 0, row * room_height, width, 1, 255) end

local finder = wend.pathfinder{grid = grid, radius = 0.3}
local state, crowds = {through = {}}, {} -- saved with the scene

-- A crowd has one plan: there are six of them. The scene's own is the last.
for number, plan in ipairs(plans) do
  local x0 = (number - 1) % 2 * room_width
  local y0 = (number - 1) // 2 * room_height
  plan.x, plan.y = x0, y0
  grid:fill(0, x0 + 20, y0, 1, room_height, 255)
  grid:fill(0, x0 + 20, y0 + 5, 1, 1, 1)
  grid:fill(0, x0 + 20, y0 + 14, 1, 1, 1)
  plan.crowd = wend.crowd{
    grid = grid, jam_grid = grid, route_source = finder, stuck_plan = plan.bits,
    max_bodies = each + 1, max_radius = 0.3,
  }
  plan.through = {} -- one, all: ticks
  state.through[number] = plan.through
  if number < #plans then crowds["crowd_" .. number] = plan.crowd end
  for i = 0, each - 1 do
    local walker = plan.crowd:add_body{
      x = x0 + 9 + (i % 6) * 1.5, y = y0 + 3 + (i // 6) * 1.4, radius = 0.3, group = number,
    }
    plan.crowd:set_goal(walker, x0 + 35 + i % 3 * 1.2, y0 + 3 + i // 3 * 1.2)
  end
  plan.one = plan.crowd:add_body{x = x0 + 24, y = y0 + 5.5, radius = 0.3, group = 0}
  plan.crowd:set_goal(plan.one, x0 + 4, y0 + 5.5)
end

local function look(plan, tick)
  local out = 0
  for _, walker in ipairs(plan.crowd:list_bodies()) do
    local body = plan.crowd:get_body(walker)
    if walker == plan.one then
      if body.x < plan.x + 19 and not plan.through.one then plan.through.one = tick end
    elseif body.x > plan.x + 21.5 then
      out = out + 1
    end
  end
  if out == each and not plan.through.all then plan.through.all = tick end
end

local function seconds(tick)
  return tick and string.format("%.0f s", tick * 0.05) or "never"
end

local last = plans[#plans]
return wend.scene{
  title = "Stuck",
  crowd = last.crowd, grid = grid, objects = crowds, state = state,
  view = {0, 0, width, height},
  ticks = 1600,
  colours = {[0] = "red", [6] = "blue"},
  on_tick = function(tick)
    for number, plan in ipairs(plans) do
      if number < #plans then plan.crowd:tick() end
      look(plan, tick)
    end
  end,
  draw = function(pen)
    for number, plan in ipairs(plans) do
      for _, walker in ipairs(plan.crowd:list_bodies()) do
        local body = plan.crowd:get_body(walker)
        if number < #plans then
          pen:disc(body.x, body.y, body.radius, walker == plan.one and "red" or "blue")
        end
        if body.is_stuck then pen:circle(body.x, body.y, 0.5, "orange") end
      end
      pen:text(plan.x + 22, plan.y + 16.2,
        plan.name .. ": the one " .. seconds(plan.through.one) .. ", all " .. seconds(plan.through.all))
    end
  end,
  text = function()
    local parts = {}
    for i, plan in ipairs(plans) do
      local one, all = plan.through.one, plan.through.all
      parts[i] = string.format("%s %s/%s", plan.name, one and one // 20 or "-", all and all // 20 or "-")
    end
    return "s until the one/all are through: " .. table.concat(parts, ", ")
  end,
  is_done = function()
    for _, plan in ipairs(plans) do
      if plan.crowd:get_info().moving > 0 then return false end
    end
    return true
  end,
}
