-- Time slicing: 120 agents request routes at once, and no tick takes longer than its budget.
--
-- The planner gets a number of steps a tick (about 50 ns each; the window shows the milliseconds that they
-- really take) and shares them among all requests. Until
-- the route of a body is known, the body walks the best path so far. The whole path then leads on from
-- the body's position, so that no body turns back. The slider `steps` is the budget; `smooth` turns the
-- straightening of paths off. Small squares mark the ground that a search has expanded.
local wend = require "wend"

local width, height, count = 120, 68, 120

local grid = wend.grid{width = width, height = height}
-- Walls across the way, each with two gaps.
for i = 1, 7 do
  local x = 8 + i * 13
  grid:fill(0, x, 0, 2, height, 255)
  grid:fill(0, x, (i * 23) % 50 + 4, 2, 7, 1)
  grid:fill(0, x, (i * 23 + 31) % 50 + 6, 2, 7, 1)
end

local planner = wend.planner{grid = grid, profiles = {{radius = 0.3}}, quantum = 64}
local steps = {name = "steps", from = 50, to = 4000, value = 1500}
local scene
function steps.on_change(value) scene.planner_budget = math.tointeger(value // 1) end
local smooth = {name = "smooth", from = 0, to = 1, value = 1}

-- A route source in Lua: it asks the planner, and answers when the planner does.
local state = { -- saved with the scene; first_wait: ticks, of the first answer
  request_of = {}, before = {}, has_route = {}, last_wait = 0, known = 0, turned = 0, there = 0,
}
local request_of, before, has_route = state.request_of, state.before, state.has_route
local source = {}
function source.start(query)
  request_of[query.ticket] = planner:add_request{
    from = query.from, to = query.to, priority = query.priority,
    shape = smooth.value > 0.5 and "quick" or "as_found",
    method = "astar", is_searched = true, partial_after_updates = 3,
  }
  return "later"
end
function source.poll(query)
  local id = request_of[query.ticket]
  local path, answered = planner:join(id, query.from.x, query.from.y)
  if not path and answered ~= "ready" then return "later" end
  if answered == "partial" then return path, "partial" end
  local waited = planner:get_answer(id).waited
  state.first_wait, state.last_wait = state.first_wait or waited, math.max(state.last_wait, waited)
  path = path or planner:poll(id)
  planner:release(id)
  request_of[query.ticket] = nil
  return path
end
function source.has_ticket(ticket) return request_of[ticket] ~= nil end -- after loading, too

local crowd = wend.crowd{
  grid = grid, route_source = source, meanwhile = "wait", max_bodies = count, max_radius = 0.3,
}
for i = 0, count - 1 do
  local x, y = 1.5 + (i % 10) * 1.1, 3 + (i // 10) * 5.4
  local walker = crowd:add_body{x = x, y = y, radius = 0.3, speed = 1.6, group = i % 4}
  crowd:set_goal(walker, width - 2 - (i // 12) * 1.1, 3.5 + (i % 12) * 5.4)
  before[walker] = {x, y}
end

scene = wend.scene{
  title = "Time slicing",
  crowd = crowd, grid = grid, planner = planner, planner_budget = steps.value // 1, state = state,
  view = {0, 0, width, height},
  ticks = 3000,
  colours = {[0] = "blue", [1] = "teal", [2] = "purple", [3] = "navy"},
  sliders = {steps, smooth},
  on_tick = function(tick)
    if tick % 10 == 0 then
      for walker, at in pairs(before) do
        if crowd:exists(walker) then at[1], at[2] = crowd:position(walker) end
      end
    end
  end,
  on_route = function(walker)
    -- Does its path lead back to where it came from?
    if has_route[walker] then return end -- another one, around a jam
    has_route[walker] = true
    state.known = state.known + 1
    local x, y = crowd:position(walker)
    local path = crowd:get_path(walker)
    local from, next_point = before[walker], path[2]
    if next_point then
      local ax, ay = x - from[1], y - from[2]
      local bx, by = next_point.x - x, next_point.y - y
      local come, ahead = math.sqrt(ax * ax + ay * ay), math.sqrt(bx * bx + by * by)
      if come > 0.3 and ax * bx + ay * by < -0.7 * come * ahead then state.turned = state.turned + 1 end
    end
  end,
  on_arrive = function() state.there = state.there + 1 end,
  draw = function(pen)
    local shown
    for ticket, id in pairs(request_of) do
      if not shown or ticket < shown then shown = ticket end
    end
    if shown then pen:object(planner, request_of[shown]) end
  end,
  text = function()
    return string.format("%d steps a tick: %d of %d routes, waits %d to %d ticks, %d turned back, %d there",
      steps.value // 1, state.known, count, state.first_wait or 0, state.last_wait, state.turned,
      state.there)
  end,
  is_done = function() return state.there == count end,
}

return scene
