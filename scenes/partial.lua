-- Partial paths: the goal lies behind the agent, and the path to it leads forward first.
--
-- Twenty agents stand in pockets that are open on the right; their goals lie behind the closed ends. The
-- planner has few steps, so whole routes come late. The agents of the upper half wait for theirs. Those
-- of the lower half set off at once along the best path so far, which may be wrong: it leads to the
-- position nearest to the goal, at the closed end. The whole path is then joined at the body's position,
-- without a step back on it. The line of text gives the seconds and metres of each half on average; with
-- more steps (the slider) the wrong start costs less, and then nothing.
local wend = require "wend"

local width, height = 72, 44
local grid = wend.grid{width = width, height = height}
grid:fill(0, 0, 21, width, 2, 255)
for half = 0, 1 do
  local y = half * 23
  grid:fill(0, 16, y + 4, 44, 1, 255)
  grid:fill(0, 16, y + 16, 44, 1, 255)
  grid:fill(0, 16, y + 4, 1, 13, 255)
end

local planner = wend.planner{grid = grid, profiles = {{radius = 0.3}}, quantum = 16}
local steps = {name = "steps", from = 20, to = 2000, value = 150}
local halves = {{name = "waits", y = 0}, {name = "sets off", y = 23}}
local state = {now = 0, there = 0, request_of = {}, last = {}, sums = {}} -- saved with the scene
for number, half in ipairs(halves) do
  half.sums = {ticks = 0, metres = 0, there = 0}
  state.sums[number] = half.sums
end

local half_of, request_of, last = {}, state.request_of, state.last
local source = {}
function source.start(query)
  request_of[query.ticket] = planner:add_request{
    from = query.from, to = query.to, method = "astar", is_searched = true,
    partial_after_updates = half_of[query.body] == halves[2] and 1 or 0,
  }
  return "later"
end
function source.poll(query)
  local id = request_of[query.ticket]
  local path, answered = planner:join(id, query.from.x, query.from.y)
  if answered ~= "ready" and not path then return "later" end
  if answered == "partial" then return path, "partial" end
  path = path or planner:poll(id)
  planner:release(id)
  request_of[query.ticket] = nil
  return path
end
function source.has_ticket(ticket) return request_of[ticket] ~= nil end -- after loading, too

local crowd = wend.crowd{
  grid = grid, route_source = source, meanwhile = "wait", max_bodies = 20, max_radius = 0.3,
}
for number, half in ipairs(halves) do
  for i = 0, 9 do
    local x, y = 36 + (i % 2) * 1.5, half.y + 6 + (i // 2) * 2.1
    local walker = crowd:add_body{x = x, y = y, radius = 0.3, speed = 1.6, group = number}
    half_of[walker] = half
    last[walker] = {x, y}
    crowd:set_goal(walker, 6 + (i % 2) * 1.5, half.y + 6 + (i // 2) * 2.1)
  end
end

local scene
function steps.on_change(value) scene.planner_budget = math.tointeger(value // 1) end

scene = wend.scene{
  title = "Partial paths",
  crowd = crowd, grid = grid, planner = planner, planner_budget = steps.value, state = state,
  view = {0, 0, width, height},
  ticks = 2400,
  colours = {[1] = "teal", [2] = "orange"},
  sliders = {steps},
  on_tick = function(tick)
    state.now = tick
    for walker, at in pairs(last) do
      local x, y = crowd:position(walker)
      local sums = half_of[walker].sums
      sums.metres = sums.metres + math.sqrt((x - at[1]) ^ 2 + (y - at[2]) ^ 2)
      at[1], at[2] = x, y
    end
  end,
  on_arrive = function(walker)
    local sums = half_of[walker].sums
    sums.ticks = sums.ticks + state.now
    sums.there = sums.there + 1
    state.there = state.there + 1
  end,
  draw = function(pen)
    for walker, half in pairs(half_of) do
      local path = crowd:get_path(walker)
      if half == halves[2] and #path > 1 and crowd:state(walker) ~= "arrived" then
        local line = {}
        for _, point in ipairs(path) do
          line[#line + 1], line[#line + 2] = point.x, point.y
        end
        pen:points(line, "navy", 1)
      end
    end
    pen:text(1, 20, "all wait for the whole route", "teal")
    pen:text(1, 43, "all set off along the best path so far", "orange")
  end,
  text = function()
    local parts = {}
    for i, half in ipairs(halves) do
      local sums = half.sums
      parts[i] = string.format("%s: %d there after %.1f s, %.0f m", half.name, sums.there,
        sums.there > 0 and sums.ticks * 0.05 / sums.there or 0, sums.metres / 10)
    end
    return table.concat(parts, " - ")
  end,
  is_done = function() return state.there == 20 end,
}
return scene
