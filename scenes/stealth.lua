-- Stealth: a compound in snow at night. Guards and a dog patrol, hear steps and broken glass, smell a trail, find prints and
-- colleagues that were knocked out, investigate, raise the alarm by radio, search together around the last known position, and
-- calm down again. Thieves sneak in from cover to cover, one after the other, steal the papers from the vault and leave.
--
-- Guards are a state machine and decide by what they perceived and remember alone. Thieves are a set of rules; where guards
-- look they also know without having seen it.
local wend = require "wend"

local width, height = 60, 34
local seed = wend.args.seed + 8
local thief, guard_count, thieves = 100, 4, 3       -- numbers of agents; how many thieves come
local alarm, calm_down, check = 1, 2, 3             -- types of messages
local look_there, raise_alarm, help = 1, 2, 3       -- reactions that perceived things ask for
local vault, patrol_speed, sneak_speed = {x = 40.5, y = 12.5}, 1.4, 1.5

-- ---- the compound ----

local grid = wend.grid{width = width, height = height, class_count = 2} -- class 0 walks, class 1 is sight
local function block(x, y, w, h) grid:fill("all", x, y, w, h, 255) end
local function room(x, y, w, h)
  block(x, y, w, 1)
  block(x, y + h - 1, w, 1)
  block(x, y, 1, h)
  block(x + w - 1, y, 1, h)
end
local function open(x, y, w, h) grid:fill("all", x, y, w, h, 1) end
room(0, 0, width, height)
room(22, 8, 23, 17) -- the main building
room(36, 8, 9, 8)   -- the vault in it
room(5, 5, 9, 7)    -- a shed
room(48, 23, 9, 8)  -- the guardhouse
for _, door in ipairs{{22, 15, 1, 2}, {31, 24, 2, 1}, {36, 12, 1, 2}, {9, 11, 2, 1}, {48, 26, 1, 2}, {42, 15, 2, 1}} do
  open(table.unpack(door))
end
for _, window in ipairs{{26, 8, 3, 1}, {44, 19, 1, 3}, {22, 19, 1, 2}} do grid:fill(1, window[1], window[2], window[3], window[4], 1) end
for _, crate in ipairs{
  {26, 12, 2, 1}, {26, 20, 1, 2}, {30, 15, 2, 2}, {34, 20, 2, 1}, {40, 19, 1, 2}, {42, 10, 1, 1}, {39, 10, 1, 1},
  {4, 19, 2, 1}, {9, 16, 1, 2}, {9, 24, 2, 1}, {15, 21, 1, 2}, {17, 12, 1, 1}, {18, 2, 1, 2}, {28, 4, 2, 1}, {35, 4, 1, 2},
  {42, 4, 1, 1}, {50, 7, 2, 1}, {55, 12, 1, 2}, {48, 14, 1, 1}, {52, 18, 2, 1}, {25, 28, 1, 1}, {33, 29, 2, 1}, {39, 28, 1, 2},
  {16, 29, 2, 1}, {7, 29, 1, 1}, {45, 31, 1, 1}, {11, 8, 1, 1}, {53, 26, 1, 1},
} do block(table.unpack(crate)) end
local glass = {{23, 15, 3, 2}, {34, 12, 2, 2}, {45, 19, 2, 3}} -- broken glass: loud underfoot, avoided where there is another way
for _, g in ipairs(glass) do grid:fill(0, g[1], g[2], g[3], g[4], 4) end

local function is_in(boxes, x, y)
  for _, b in ipairs(boxes) do
    if x >= b[1] and x < b[1] + b[3] and y >= b[2] and y < b[2] + b[4] then return true end
  end
  return false
end
local floors = {{5, 5, 9, 7}, {22, 8, 23, 17}, {48, 23, 9, 8}} -- no snow in there

local grid_walls = wend.grid_walls{grid = grid, layers = {
  {movement_class = 0, stops = {"walk", "sound", "shot"}}, {movement_class = 1, stops = "sight"},
}}
grid_walls:update()
local walls = grid_walls:walls()

local planner = wend.planner{grid = grid, profiles = {{radius = 0.35}}}
local crowd = wend.crowd{grid = grid, route_source = planner, max_bodies = 16}

-- ---- what lasts ----

local objects = {
  senses = nil, -- below, with its reactions
  memories = wend.memories{record_limit = 24},
  messages = wend.messages{},
  markers = wend.markers{marker_limit = 4000},
  smell = wend.smell{grid = grid, trail_limit = 400, trail_half_life = 900, trail_radius = 1.5},
  cover = wend.cover{walls = walls, grid = grid, radius = 0.35, stops = "sight"},
  reservations = wend.reservations{},
  rules = nil, machines = nil,
}

-- The grid on which thieves plan their paths: where guards look is expensive. It follows from the state.
local ways = wend.grid{width = width, height = height}
ways:set_costs(0, 0, 0, width, height, grid:get_costs(0, 0, 0, width, height))
local danger = ways:add_overlay{layers = 2, keep = 0}
local finder = wend.pathfinder{grid = ways, radius = 0.35, overlay_layers = 2}
local painted = -1
local places = wend.search{grid = grid}
local state = {
  tick = 0, guards = {}, thief = nil, next_thief = 60, came = 0, alarm_until = -1,
  stolen = 0, caught = 0, escaped = 0, alarms = 0, takedowns = 0, calmed = 0,
  found = {sight = 0, hearing = 0, smell = 0, touch = 0, prints = 0, bodies = 0, silence = 0},
  noises = {}, danger = {}, danger_tick = 0,
}
local memories, messages, markers, smell = objects.memories, objects.messages, objects.markers, objects.smell
objects.cover:update()
local hideouts = {} -- places in cover, where guards search
for i, id in ipairs(objects.cover:places()) do hideouts[i] = objects.cover:get_place(id) end
memories:set_kind(0, {half_life = 300, threshold = 0.05, guess_seconds = 3, max_speed = 3})

local function position(it) return crowd:position(it.body) end
local function distance(x0, y0, x1, y1) return math.sqrt((x1 - x0) ^ 2 + (y1 - y0) ^ 2) end

-- Sends an agent to a position, or to the open cell nearest to it.
local function go(it, x, y, speed)
  local at = grid:node_at(math.min(math.max(x, 1.5), width - 1.5), math.min(math.max(y, 1.5), height - 1.5))
  if not places:is_open(at) then
    x, y = grid:position(places:nearest_open(at))
  end
  it.arrived, it.goal = false, {x = x, y = y}
  crowd:set_speed(it.body, speed)
  crowd:set_goal(it.body, x, y)
end

local function make_noise(x, y, loudness, source)
  objects.senses:add_noise{position = {x, y, 0.1}, loudness = loudness, source = source, reaction = look_there, user = thief}
  state.noises[#state.noises + 1] = {x = x, y = y, loudness = loudness, tick = state.tick}
end

-- ---- guards ----

-- What started an investigation, a chase or an alarm.
local function count_found(sense) state.found[sense] = state.found[sense] + 1 end

-- What a guard learned: by which sense, where the thief may be, how sure that is.
local function learn(agent, sense, x, y, certainty)
  local guard = state.guards[agent]
  memories:observe(agent, {subject = thief, x = x, y = y, certainty = certainty})
  guard.clue = {x = x, y = y, tick = state.tick, sense = sense}
end

local function is_alarm() return state.tick < state.alarm_until end

local function report(agent, x, y)
  if not is_alarm() then state.alarms = state.alarms + 1 end
  state.alarm_until = state.tick + 600
  memories:share(1)
  messages:send{sender = agent, to = "group", receiver = 1, type = alarm, position = {x, y}, delay = 10,
    merge = "replace", merge_window = 20}
end

-- Each perceived thing asks for a reaction by its number.
local reactions = {
  [look_there] = function(agent, it) learn(agent, "hearing", it.position.x, it.position.y, it.certainty * 0.6) end,
  [raise_alarm] = function(agent, it)
    learn(agent, it.sense == "touch" and "touch" or "sight", it.position.x, it.position.y, 1)
    if it.sense == "touch" then
      state.guards[agent].touched = state.tick
      count_found("touch")
      objects.machines:change(agent, "chase")
    end
    report(agent, it.position.x, it.position.y)
  end,
  [help] = function(agent, it)
    local guard = state.guards[agent]
    if guard.helps or not state.guards[it.user].is_down then return end
    guard.helps = it.user
    count_found("bodies")
    learn(agent, "bodies", it.position.x, it.position.y, 0.8)
    report(agent, it.position.x, it.position.y)
  end,
}

local senses = wend.senses{
  walls = walls, ambient = 0.12, muffling = 18,
  react = function(_, event)
    local agent, it = event.observer_user, event.perception
    local guard = state.guards[agent]
    if guard and not guard.is_down and reactions[it.reaction] then reactions[it.reaction](agent, it) end
  end,
}
objects.senses = senses
local guard_profile = senses:add_profile{
  sight_range = 14, sight_angle = 1.3, peripheral_range = 5, peripheral_angle = 2.6, notice_seconds = 0.6, notice_seconds_far = 4,
  forget_seconds = 4, min_light = 0.05, hearing_threshold = 28, hearing_clear = 30,
}
local thief_profile = senses:add_profile{
  sight_range = 22, sight_angle = 2 * math.pi, notice_seconds = 0, notice_seconds_far = 0, min_light = 0, hearing_threshold = math.huge,
}
local lamps = {{33, 22}, {40, 11}, {46, 6}, {20, 26}, {46, 27}, {10, 13}, {25, 6}}
for _, lamp in ipairs(lamps) do senses:add_lamp{position = {lamp[1] + 0.5, lamp[2] + 0.5, 3}, radius = 7, strength = 0.8} end

-- Where to search next: hidden places around the last known position, near first, none twice, none that another guard has claimed.
local function search_next(agent)
  local guard, claims = state.guards[agent], objects.reservations
  local known = memories:get(agent, thief)
  local x, y = memories:guess(agent, thief, {walls = walls, radius = 0.3})
  local ax, ay = position(guard)
  if not x then x, y = ax, ay end
  claims:release_agent(agent)
  local best, least
  for i, place in ipairs(hideouts) do
    local cost = distance(place.x, place.y, x, y) + 0.5 * distance(place.x, place.y, ax, ay)
    if (not least or cost < least) and (guard.searched[i] or -1) < (known and known.last_tick or 0)
      and claims:is_free{x = place.x, y = place.y, radius = 2.5, agent = agent} then
      best, least = place, cost
    end
  end
  if not best then return end
  claims:claim{x = best.x, y = best.y, radius = 2.5, agent = agent, ticks = 400}
  for i, place in ipairs(hideouts) do
    if distance(place.x, place.y, best.x, best.y) < 2.5 then guard.searched[i] = state.tick end
  end
  go(guard, best.x, best.y, 2)
end

local function next_point(agent)
  local guard = state.guards[agent]
  guard.point = guard.point % #guard.points + 1
  go(guard, guard.points[guard.point][1] + 0.5, guard.points[guard.point][2] + 0.5, patrol_speed)
end

-- Newer prints of strangers nearby, in sight.
local function find_print(agent)
  local guard = state.guards[agent]
  local x, y = position(guard)
  local newest
  for _, id in ipairs(markers:in_circle(x, y, 4, {walls = walls, is_marker = function(_, it)
    return it.source == thief and it.tick > guard.print_tick
  end})) do
    local it = markers:get(id)
    if not newest or it.tick > newest.tick then newest = it end
  end
  if newest then guard.print_tick = newest.tick end
  return newest
end

local function has_clue(agent)
  local clue = state.guards[agent].clue
  return clue ~= nil and clue.tick > state.guards[agent].clue_done
end

-- Guards ask each other by radio; the one that gets no answer goes to look.
local function answer(sender)
  state.guards[sender].answered = state.tick
  return true
end

local function check_colleague(agent)
  local guard, other = state.guards[agent], agent % guard_count + 1
  if (state.tick + agent * 150) % 600 == 0 then
    guard.asked = state.tick
    messages:send{sender = agent, receiver = other, type = check, delay = 5}
  elseif state.tick == guard.asked + 60 and guard.answered < guard.asked and not guard.is_down then
    local x, y = crowd:position(state.guards[other].body)
    guard.clue = {x = x, y = y, tick = state.tick, sense = "silence"}
  end
end

objects.machines = wend.machines{
  facts = {"sees"},
  states = {
    {name = "calm", initial = "patrol", enter = function(agent, turn)
      if not is_alarm() or turn.from ~= "search" then return end
      state.alarm_until, state.calmed = state.tick, state.calmed + 1
      messages:send{sender = agent, to = "group", receiver = 1, type = calm_down, delay = 10}
    end, on_message = function(agent, telegram)
      if telegram.type == check then return answer(telegram.sender) end
      if telegram.type ~= alarm then return false end
      memories:observe(agent, {subject = thief, x = telegram.position.x, y = telegram.position.y, certainty = 0.9})
      objects.machines:change(agent, "search")
      return true
    end},
    {name = "patrol", parent = "calm", enter = function(agent)
      state.guards[agent].pause = 0
      next_point(agent)
    end, update = function(agent)
      local guard = state.guards[agent]
      if not guard.arrived then return end
      guard.pause = guard.pause + 1
      if guard.pause > 40 + wend.random_below(seed, agent, guard.point, 60) then
        guard.pause = 0
        next_point(agent)
      end
    end},
    {name = "alert", initial = "investigate", on_message = function(agent, telegram)
      if telegram.type == check then return answer(telegram.sender) end
      if telegram.type ~= alarm then return false end
      memories:observe(agent, {subject = thief, x = telegram.position.x, y = telegram.position.y, certainty = 0.9})
      return true
    end},
    {name = "investigate", parent = "alert", enter = function(agent)
      local guard = state.guards[agent]
      guard.clue_done, guard.pause = guard.clue.tick, 0
      count_found(guard.clue.sense)
      go(guard, guard.clue.x, guard.clue.y, 1.9)
    end, update = function(agent)
      local guard = state.guards[agent]
      local stepped = find_print(agent)
      if stepped then learn(agent, "prints", stepped.x + stepped.direction.x * 3, stepped.y + stepped.direction.y * 3, 0.5) end
      if guard.arrived then guard.pause = guard.pause + 1 end
      if guard.pause > 60 then objects.machines:change(agent, "calm") end
    end, timeout_ticks = 400, timeout_to = "calm"},
    {name = "track", parent = "alert", enter = function() count_found("smell") end, update = function(agent) -- a dog follows the trail from older to newer
      local guard = state.guards[agent]
      if state.tick % 4 ~= 0 then return end
      local x, y = position(guard)
      local step = smell:follow(x, y, guard.scent, guard.nose)
      if step then
        go(guard, step.x, step.y, 2.6)
      else
        objects.machines:change(agent, "search")
      end
    end, timeout_ticks = 800, timeout_to = "search"},
    {name = "chase", parent = "alert", enter = function(agent)
      state.guards[agent].lost, state.guards[agent].since = 0, state.tick
      if state.guards[agent].touched ~= state.tick then count_found("sight") end
    end, exit = function(agent) state.guards[agent].clue_done = state.tick end, update = function(agent)
      local guard = state.guards[agent]
      guard.lost = guard.lost + 1
      if guard.lost > 30 then return objects.machines:change(agent, "search") end
      if state.tick % 5 == 0 then
        local x, y = memories:guess(agent, thief, {walls = walls, radius = 0.3})
        if x then go(guard, x, y, guard.is_dog and 3.2 or 2.7) end
      end
    end},
    {name = "search", parent = "alert", enter = function(agent)
      state.guards[agent].pause = 0
      state.guards[agent].searched = {}
      search_next(agent)
    end, update = function(agent)
      local guard = state.guards[agent]
      if guard.arrived then guard.pause = guard.pause + 1 end
      if guard.pause > 25 then
        guard.pause = 0
        search_next(agent)
      end
    end, exit = function(agent) objects.reservations:release_agent(agent) end, on_message = function(agent, telegram)
      if telegram.type ~= calm_down then return false end -- another one gave up
      objects.machines:change(agent, "calm")
      return true
    end, timeout_ticks = 700, timeout_to = "calm"},
    {name = "out", enter = function(agent)
      local guard = state.guards[agent]
      guard.is_down, guard.fell, guard.clue = true, state.tick, nil
      crowd:stop(guard.body)
      crowd:set_held(guard.body, true)
      objects.senses:set_source(guard.source, {reaction = help, is_active = false}) -- lies there as something new
    end, exit = function(agent) -- shaken awake by another guard, or by itself
      local guard = state.guards[agent]
      guard.is_down = false
      crowd:set_held(guard.body, false)
      objects.senses:set_source(guard.source, {reaction = 0, is_active = true})
      report(agent, position(guard))
    end, timeout_ticks = 3000, timeout_to = "search"},
  },
  transitions = {
    {from = "calm", to = "chase", priority = 3, conditions = {{fact = "sees", compare = ">=", value = 1}}},
    {from = "investigate", to = "chase", priority = 3, conditions = {{fact = "sees", compare = ">=", value = 1}}},
    {from = "search", to = "chase", priority = 3, conditions = {{fact = "sees", compare = ">=", value = 1}}},
    {from = "track", to = "chase", priority = 3, conditions = {{fact = "sees", compare = ">=", value = 1}}},
    {from = "calm", to = "track", priority = 2, guard = function(agent) return state.guards[agent].scent ~= nil end},
    {from = "calm", to = "investigate", priority = 1, guard = has_clue},
    {from = "investigate", to = "investigate", guard = has_clue},
    {from = "search", to = "investigate", guard = has_clue},
  },
}
local machines = objects.machines

local routes = {
  {{18, 5}, {28, 17}, {18, 30}, {4, 27}, {3, 14}, {10, 9}},
  {{24, 4}, {46, 4}, {56, 9}, {47, 18}},
  {{24, 11}, {24, 22}, {42, 22}, {33, 12}, {38, 13}},
  {{20, 27}, {32, 22}, {44, 27}, {46, 21}, {30, 31}},
}
for agent, points in ipairs(routes) do
  local is_dog = agent == guard_count
  local x, y = points[1][1] + 0.5, points[1][2] + 0.5
  local body = crowd:add_body{x = x, y = y, radius = 0.3, speed = patrol_speed, acceleration = 6, group = is_dog and 1 or 0, user = agent}
  local source = senses:add_source{position = {x, y, 0}, team = 0, user = agent, body = body}
  state.guards[agent] = {
    body = body, source = source, points = points, point = 1, heading = 0, turn = 0, pause = 0, is_dog = is_dog, is_down = false,
    arrived = true, print_tick = 0, clue_done = -1, lost = 0, since = 0, searched = {}, asked = -99, answered = 0, nose = is_dog and {threshold = 0.08} or nil,
    observer = senses:add_observer{position = {x, y, 0}, eye_height = is_dog and 0.8 or 1.7, profile = guard_profile, team = 0,
      hostile_teams = 2, self = source, user = agent},
  }
  memories:add_agent(agent)
  memories:join(agent, 1)
  messages:add_agent(agent)
  messages:join_group(agent, 1)
  machines:add_agent(agent)
end

-- Eyes follow the feet; a guard that stands looks around.
local function turn_head(guard)
  local vx, vy = crowd:velocity(guard.body)
  if vx * vx + vy * vy > 0.1 then
    guard.heading = wend.atan2(vy, vx)
    guard.turn = 0
  else
    guard.turn = guard.turn + 0.05
  end
  return guard.heading + 1.4 * wend.sin(guard.turn * 1.5)
end

local function perceive(agent, guard)
  local x, y = position(guard)
  guard.look = turn_head(guard)
  senses:move_observer(guard.observer, {x, y, 0}, guard.look)
  senses:move_source(guard.source, {x, y, 0})
  messages:set_position(agent, x, y)
  if guard.is_down then
    if state.tick == guard.fell + 2 then senses:set_source(guard.source, {is_active = true}) end
    return
  end
  if state.tick % 10 == agent and machines:is_in(agent, "calm") then
    local stepped = find_print(agent)
    if stepped then learn(agent, "prints", stepped.x + stepped.direction.x * 4, stepped.y + stepped.direction.y * 4, 0.5) end
    local scent = guard.nose and smell:strongest(x, y, guard.nose)
    if scent and scent.is_trail and scent.age < 1200 then
      guard.scent = scent.source
    end
  end
end

-- What the guard sees now, after the update of the senses.
local function look(agent, guard)
  local sees = 0
  for _, it in ipairs(senses:perceptions(guard.observer, "sight")) do
    if it.user == thief and it.is_perceived then
      if it.is_noticed then
        sees, guard.lost = 1, 0
        memories:observe(agent, {subject = thief, x = it.position.x, y = it.position.y})
        if state.tick % 40 == 0 then report(agent, it.position.x, it.position.y) end
      elseif it.certainty > 0.4 and machines:is_in(agent, "calm") then
        learn(agent, "sight", it.position.x, it.position.y, it.certainty) -- something moved over there
      end
    end
  end
  machines:set_fact(agent, "sees", sees)
  if guard.helps then
    local x, y = position(guard)
    local ox, oy = position(state.guards[guard.helps])
    if distance(x, y, ox, oy) < 1.5 and state.guards[guard.helps].is_down then machines:change(guard.helps, "search") end
    if not state.guards[guard.helps].is_down then guard.helps = nil end
  end
end

-- ---- thieves ----

local entries = {{x = 2.5, y = 31.5}, {x = 57.5, y = 2.5}, {x = 2.5, y = 2.5}}

objects.rules = wend.rules{
  facts = {"danger", "watched", "near", "chased", "alarm", "hidden", "loot", "behind", {name = "courage", kind = "trait", initial = 0.5}},
  rules = {
    {name = "flee", conditions = {{"chased", ">=", 1}}, weight = 3},
    {name = "knock out", conditions = {{"behind", ">=", 1}, {"chased", "<", 1}}, considerations = {{fact = "courage"}}, weight = 3, inertia = 0.5},
    {name = "hide", conditions = {{"hidden", "<", 1}, {"chased", "<", 1}},
      considerations = {{fact = "danger", low = 0, high = 0.6}}, weight = 1.6, inertia = 0.2, cooldown = 40, duration = 120},
    {name = "wait", conditions = {{"hidden", ">=", 1}, {"near", "<", 9}, {"chased", "<", 1}},
      considerations = {{fact = "near", low = 9, high = 2}}, weight = 1.4, duration = 160, cooldown = 60},
    {name = "lie low", conditions = {{"alarm", ">=", 1}, {"hidden", ">=", 1}, {"chased", "<", 1}}, weight = 0.8, duration = 300, cooldown = 400},
    {name = "sneak", weight = 0.4},
  },
}
local rules = objects.rules

local function enter_thief()
  state.came = state.came + 1
  local from = entries[state.came]
  local body = crowd:add_body{x = from.x, y = from.y, radius = 0.3, speed = sneak_speed, acceleration = 10, group = 2, user = thief}
  local source = senses:add_source{position = {from.x, from.y, 0}, team = 1, user = thief, body = body, reaction = raise_alarm}
  state.thief = {
    body = body, source = source, exit = from, stride = 0, x = from.x, y = from.y, arrived = true, has_loot = false, rest = 0, takes = 0,
    observer = senses:add_observer{position = {from.x, from.y, 0}, profile = thief_profile, team = 1, hostile_teams = 1, self = source, user = thief},
    scent = smell:add_source{x = from.x, y = from.y, radius = 4, intensity = 1, leaves_trail = true, user = thief},
  }
  rules:add(thief, {courage = 0.4 + 0.6 * wend.random_unit(seed, 7, state.came)})
  memories:add_agent(thief)
end

local function remove_thief(is_caught)
  local it = state.thief
  crowd:remove_body(it.body)
  senses:remove_observer(it.observer)
  senses:remove_source(it.source)
  smell:remove_source(it.scent)
  rules:remove(thief)
  memories:remove_agent(thief)
  objects.reservations:release_agent(thief)
  for agent, guard in ipairs(state.guards) do
    guard.scent, guard.clue_done = nil, state.tick
    if is_caught then guard.print_tick = state.tick end -- guards ignore the prints that it left
    machines:set_fact(agent, "sees", 0)
  end
  state.thief, state.next_thief = nil, math.max(state.tick, state.alarm_until) + 150
end

-- Guards that the thief knows of, as threats, and where they are nearest.
local function threats_of(x, y)
  local list, near = {}, 99
  for _, it in ipairs(memories:list(thief, {min_certainty = 0.2, is_guessed = true})) do
    list[#list + 1] = {x = it.x, y = it.y, range = 16}
    near = math.min(near, distance(x, y, it.x, it.y))
  end
  return list, near
end

local function is_in_cone(guard, x, y)
  local gx, gy = position(guard)
  local d = distance(gx, gy, x, y)
  if d > 16 or guard.is_down then return 0 end
  local turn = math.abs(wend.atan2(y - gy, x - gx) - guard.look) % (2 * math.pi)
  turn = math.min(turn, 2 * math.pi - turn)
  if turn > (d < 6 and 1.5 or 0.8) or not walls:can_see(gx, gy, x, y, "sight") then return 0 end
  return (1 - d / 17) * (0.4 + 0.6 * senses:light_at{x, y, 1})
end

local function observe_guards(it, x, y)
  local facts = {danger = 0, watched = 0, chased = 0, behind = 0}
  it.victim = nil
  for _, seen in ipairs(senses:perceptions(it.observer, "sight")) do
    local guard = state.guards[seen.user]
    if guard and seen.is_perceived and not guard.is_down then
      memories:observe(thief, {subject = seen.user, x = seen.position.x, y = seen.position.y})
      local here = is_in_cone(guard, x, y)
      facts.danger = math.max(facts.danger, here)
      if machines:state(seen.user) == "chase" then facts.chased = 1 end
      if seen.distance < 6 and here == 0 and not guard.is_dog and machines:is_in(seen.user, "calm") then
        facts.behind, it.victim = 1, seen.user
      end
    end
  end
  return facts
end

-- A place in cover, out of sight of the known guards; nil: there is none.
local function find_cover(x, y, list, most)
  if #list == 0 then return end
  local spot = objects.cover:find{
    x = x, y = y, radius = 0.35, threats = list, max_distance = most, max_exposure = 0.3, reservations = objects.reservations, agent = thief,
    danger = function(px, py)
      local sum = 0
      for _, guard in ipairs(state.guards) do sum = sum + is_in_cone(guard, px, py) end
      return sum
    end,
  }[1]
  return spot
end

-- Where to run: out of sight of all known guards, far from them, and not past one; nil: there is no such place.
local function find_refuge(x, y, list)
  local best, most
  for _, place in ipairs(hideouts) do
    local own, near, is_seen = distance(x, y, place.x, place.y), 40, false
    for _, guard in ipairs(list) do
      local d = distance(guard.x, guard.y, place.x, place.y)
      near = math.min(near, d)
      is_seen = is_seen or d < own or (d < 16 and walls:can_see(guard.x, guard.y, place.x, place.y, "sight"))
    end
    local score = near - 0.4 * own
    if own > 6 and not is_seen and (not most or score > most) then best, most = place, score end
  end
  return best
end

local function find_way(x, y, goal)
  if painted ~= state.danger_tick then
    ways:overlay_tick(danger)
    for _, it in ipairs(state.danger) do ways:overlay_add(danger, it.x, it.y, it.radius, 1500) end
    painted = state.danger_tick
  end
  return finder:find(x, y, goal.x, goal.y, {is_nearest_allowed = true})
end

local function goal_of(it)
  return it.has_loot and it.exit or vault
end

local actions = {
  flee = function(it, x, y, list, is_new)
    if not is_new and not it.arrived and state.tick % 40 ~= 0 then return end
    local goal = it.has_loot and it.exit or nil
    for _, guard in ipairs(goal and list or {}) do
      if distance(guard.x, guard.y, it.exit.x, it.exit.y) < distance(x, y, it.exit.x, it.exit.y) then goal = nil end
    end
    goal = goal or find_refuge(x, y, list) or it.exit
    go(it, goal.x, goal.y, 3.6)
  end,
  ["knock out"] = function(it)
    local guard = state.guards[it.victim]
    local gx, gy = position(guard)
    local x, y = position(it)
    if distance(x, y, gx, gy) > 1.4 then return go(it, gx, gy, 1.8) end
    state.takedowns = state.takedowns + 1
    machines:change(it.victim, "out")
  end,
  hide = function(it, x, y, list, is_new)
    if not is_new and state.tick % 20 ~= 0 then return end
    local spot = find_cover(x, y, list, 12)
    if spot then go(it, spot.x, spot.y, 2) end
  end,
  wait = function(it) crowd:stop(it.body) end,
  ["lie low"] = function(it) crowd:stop(it.body) end,
  -- From cover to cover: the next place is out of sight and near a point of the path.
  sneak = function(it, x, y, list, is_new)
    if not is_new and not it.arrived then return end
    local goal = goal_of(it)
    if distance(x, y, goal.x, goal.y) < 8 then return go(it, goal.x, goal.y, sneak_speed) end
    local path = find_way(x, y, goal)
    local left, ahead = 9, goal
    for _, leg in ipairs(path and path:legs() or {}) do
      local length = distance(leg.from.x, leg.from.y, leg.to.x, leg.to.y)
      if length >= left then
        local t = left / length
        ahead = {x = leg.from.x + (leg.to.x - leg.from.x) * t, y = leg.from.y + (leg.to.y - leg.from.y) * t}
        break
      end
      left = left - length
    end
    local spot = find_cover(ahead.x, ahead.y, list, 4)
    go(it, spot and spot.x or ahead.x, spot and spot.y or ahead.y, is_alarm() and 1.8 or sneak_speed)
  end,
}

-- Steps: heard, smelled, seen in the snow.
local function step(it, x, y)
  it.stride = it.stride + distance(x, y, it.x, it.y)
  if it.stride > 0.8 then
    local vx, vy = crowd:velocity(it.body)
    local speed = math.max(math.sqrt(vx * vx + vy * vy), 0.01)
    it.stride = 0
    make_noise(x, y, is_in(glass, x, y) and 58 or 24 + 3.2 * speed * speed, it.source)
    if not is_in(floors, x, y) then
      markers:add{x = x, y = y, kind = 1, direction = {vx / speed, vy / speed}, source = thief, lifetime = 2400}
    end
  end
  it.x, it.y = x, y
end

local function think(it)
  local x, y = position(it)
  step(it, x, y)
  senses:move_source(it.source, {x, y, 0})
  senses:move_observer(it.observer, {x, y, 0}, 0)
  smell:move(it.scent, x, y)
  local facts = observe_guards(it, x, y)
  local list, near = threats_of(x, y)
  facts.near, facts.hidden = near, facts.danger == 0 and 1 or 0
  facts.alarm, facts.loot = is_alarm() and 1 or 0, it.has_loot and 1 or 0
  rules:set(thief, facts)
  local name, why = rules:decide(thief, state.tick)
  it.action = name
  if name then actions[name](it, x, y, list, why.is_new) end
  if not it.has_loot and distance(x, y, vault.x, vault.y) < 1 then
    it.takes = it.takes + 1
    crowd:stop(it.body)
    if it.takes > 40 then
      it.has_loot, it.arrived = true, true
    end
  end
end

local function judge(it)
  local x, y = position(it)
  for agent, guard in ipairs(state.guards) do
    local gx, gy = position(guard)
    if not guard.is_down and distance(x, y, gx, gy) < 0.8 then
      if machines:state(agent) == "chase" and state.tick > guard.since + 20 then
        state.caught = state.caught + 1
        return remove_thief(true)
      end
      if machines:state(agent) ~= "chase" then senses:add_touch(guard.observer, {position = {x, y, 1}, source = it.source, reaction = raise_alarm, user = thief}) end
    end
  end
  if distance(x, y, it.exit.x, it.exit.y) < 1 and it.has_loot then
    state.stolen, state.escaped = state.stolen + 1, state.escaped + 1
    remove_thief(false)
  end
end

-- Where guards look, for the paths of thieves.
local function watch_cones()
  state.danger, state.danger_tick = {}, state.tick
  for _, guard in ipairs(state.guards) do
    if not guard.is_down then
      local x, y = position(guard)
      for d = 1, 11, 2 do
        local px, py = x + d * wend.cos(guard.look), y + d * wend.sin(guard.look)
        if walls:can_see(x, y, px, py, "sight") then state.danger[#state.danger + 1] = {x = px, y = py, radius = 0.8 + d * 0.3} end
      end
    end
  end
end

-- ---- pictures and figures ----

local state_colours = {patrol = "blue", investigate = "orange", track = "orange", search = "orange", chase = "red", out = "grey"}

-- A cone of sight as far as walls let it go.
local function draw_cone(pen, guard, colour)
  local x, y = position(guard)
  local fan = {{x, y}}
  for i = -4, 4 do
    local angle = guard.look + i * 0.1625
    local px, py = x + 14 * wend.cos(angle), y + 14 * wend.sin(angle)
    local hit = walls:ray(x, y, px, py, "sight")
    fan[#fan + 1] = hit and {hit.point.x, hit.point.y} or {px, py}
  end
  fan[#fan + 1] = {x, y}
  pen:points(fan, colour)
end

local function draw_guard(pen, agent, guard)
  local x, y = position(guard)
  local name = machines:state(agent)
  local colour = state_colours[name]
  if guard.is_down then return pen:text(x + 0.4, y - 0.4, "out", "grey") end
  draw_cone(pen, guard, colour)
  pen:text(x + 0.4, y - 0.4, (guard.is_dog and "dog: " or "") .. name .. (name ~= "patrol" and guard.clue and " (" .. guard.clue.sense .. ")" or ""), colour)
  local known = name ~= "patrol" and memories:get(agent, thief)
  if known then -- where it saw, heard or found the thief last, and where that may be by now
    local gx, gy = memories:guess(agent, thief, {walls = walls, radius = 0.3})
    pen:line(x, y, known.x, known.y, colour)
    pen:circle(gx, gy, 0.6, colour)
  end
end

local function draw_thief(pen, it)
  local x, y = position(it)
  pen:text(x + 0.4, y - 0.4, (it.action or "") .. (it.has_loot and " (papers)" or ""), "red")
  if it.goal then pen:line(x, y, it.goal.x, it.goal.y, "pink") end
  for _, known in ipairs(memories:list(thief, {min_certainty = 0.2, is_guessed = true})) do pen:circle(known.x, known.y, 0.5, "pink") end
  local trail = {}
  for _, cell in ipairs(smell:trail(it.scent)) do trail[#trail + 1] = {cell.x, cell.y} end
  if #trail > 1 then pen:points(trail, "purple") end
end

local function draw(pen)
  for _, floor in ipairs(floors) do pen:cells(floor[1], floor[2], floor[3], floor[4], "brown", 0.15) end
  for _, shards in ipairs(glass) do pen:cells(shards[1], shards[2], shards[3], shards[4], "cyan", 0.4) end
  for _, lamp in ipairs(lamps) do pen:disc(lamp[1] + 0.5, lamp[2] + 0.5, 7, "yellow", 0.12) end
  for _, id in ipairs(markers:in_box(0, 0, width, height)) do
    local it = markers:get(id)
    pen:disc(it.x, it.y, 0.12, "grey")
  end
  pen:circle(vault.x, vault.y, 0.8, "green")
  for _, noise in ipairs(state.noises) do
    pen:circle(noise.x, noise.y, (state.tick - noise.tick) * (noise.loudness > 50 and 0.4 or 0.08), "magenta", 0.5)
  end
  for agent, guard in ipairs(state.guards) do draw_guard(pen, agent, guard) end
  if state.thief then draw_thief(pen, state.thief) end
end

-- ---- the scene ----

local light = {name = "light", from = 0, to = 1, value = 0.12, on_change = function(value) senses:set_ambient(value) end}
local hearing = {name = "hearing", from = 0, to = 60, value = 28, on_change = function(value)
  senses:set_profile(guard_profile, {hearing_threshold = value})
end}

return wend.scene{
  title = "Stealth", crowd = crowd, grid = grid, planner = planner, objects = objects, state = state,
  view = {-1, -1, width + 1, height + 1}, ticks = 9000, colours = {[0] = "blue", "brown", "red"}, sliders = {light, hearing},
  on_tick = function(tick)
    state.tick = tick
    for _, it in ipairs{memories, markers, smell} do it:set_tick(tick) end
    objects.reservations:update(tick)
    if not state.thief and state.came < thieves and tick >= state.next_thief then enter_thief() end
    for agent, guard in ipairs(state.guards) do
      perceive(agent, guard)
      check_colleague(agent)
    end
    if state.thief then think(state.thief) end
    smell:update()
    senses:update()
    for agent, guard in ipairs(state.guards) do
      if not guard.is_down then look(agent, guard) end
    end
    machines:deliver(messages, tick)
    machines:update(tick)
    if tick % 20 == 0 then watch_cones() end
    if state.thief then judge(state.thief) end
    while state.noises[1] and state.noises[1].tick < tick - 40 do table.remove(state.noises, 1) end
  end,
  on_arrive = function(body)
    for _, guard in ipairs(state.guards) do
      if guard.body == body then guard.arrived = true end
    end
    if state.thief and state.thief.body == body then state.thief.arrived = true end
  end,
  draw = draw,
  figures = function()
    local found, list = state.found, {
      {"thieves", state.came}, {"stolen", state.stolen}, {"caught", state.caught}, {"alarms", state.alarms}, {"calmed down", state.calmed},
      {"knocked out", state.takedowns},
    }
    for _, sense in ipairs{"sight", "hearing", "smell", "touch", "prints", "bodies", "silence"} do list[#list + 1] = {"found by " .. sense, found[sense]} end
    for _, name in ipairs(machines:states()) do
      if machines:visits(name) > 0 then list[#list + 1] = {"times in " .. name, machines:visits(name)} end
    end
    return list
  end,
  text = function()
    local last = state.thief and ", now " .. (state.thief.action or "") .. (state.thief.has_loot and " with the papers" or "") or ""
    return ("%d of %d thieves: %d stole the papers, %d caught, %d alarms%s"):format(
      state.came, thieves, state.stolen, state.caught, state.alarms, last)
  end,
  is_done = function() return state.came == thieves and not state.thief and state.tick > state.next_thief end,
}
