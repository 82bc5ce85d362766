-- Hide and seek: two sides of three take turns. Seekers count with their eyes shut, then search by memory and by reasoning: a map
-- of where hiders can be, which empties where they look and fills again as fast as a hider could have come back, and guesses
-- from what they saw and heard last. Hiders choose places out of sight, peek, slip away when a seeker comes near, and
-- run when they are seen. Each hider that is tagged is a point for the seekers, each that is not one for the hiders.
local wend = require "wend"

local width, height = 46, 32
local seed = wend.args.seed
local side_size, rounds = 3, 4
local count_ticks = 240
local base = {x = 23, y = 16}
local sides = {"blue", "red"}

-- ---- the house and the garden ----

local grid = wend.grid{width = width, height = height}
local function block(x, y, w, h) grid:fill(0, x, y, w, h, 255) end
local function room(x, y, w, h)
  block(x, y, w, 1)
  block(x, y + h - 1, w, 1)
  block(x, y, 1, h)
  block(x + w - 1, y, 1, h)
end
room(0, 0, width, height)
room(9, 6, 29, 20) -- the house
block(17, 6, 1, 20)
block(28, 6, 1, 20)
block(9, 15, 9, 1)
block(28, 13, 10, 1)
for _, door in ipairs{
  {17, 9, 1, 2}, {17, 20, 1, 2}, {28, 9, 1, 2}, {28, 21, 1, 2}, {12, 15, 2, 1}, {33, 13, 2, 1}, {22, 6, 2, 1}, {21, 25, 2, 1},
  {9, 18, 1, 2}, {37, 17, 1, 2}, {9, 9, 1, 2}, {37, 8, 1, 2},
} do grid:fill(0, door[1], door[2], door[3], door[4], 1) end
for _, thing in ipairs{
  {11, 8, 1, 2}, {14, 12, 2, 1}, {11, 18, 2, 1}, {14, 22, 1, 2}, {20, 9, 2, 1}, {25, 11, 1, 2}, {19, 21, 1, 2}, {25, 21, 2, 1},
  {31, 8, 1, 2}, {35, 10, 1, 1}, {31, 16, 2, 1}, {34, 20, 1, 2}, {31, 23, 1, 1}, {3, 4, 1, 2}, {5, 12, 1, 2}, {3, 20, 2, 1},
  {5, 27, 1, 2}, {13, 2, 2, 1}, {20, 3, 1, 1}, {28, 2, 2, 1}, {36, 3, 1, 2}, {42, 6, 1, 2}, {40, 13, 1, 1}, {42, 19, 2, 1},
  {41, 26, 1, 2}, {33, 28, 2, 1}, {25, 29, 1, 1}, {16, 28, 2, 1}, {10, 29, 1, 1},
} do block(table.unpack(thing)) end

local grid_walls = wend.grid_walls{grid = grid}
local walls = grid_walls:walls()
local planner = wend.planner{grid = grid, profiles = {{radius = 0.35}}}
local crowd = wend.crowd{grid = grid, route_source = planner, max_bodies = 2 * side_size}

-- ---- what lasts ----

local senses = wend.senses{walls = walls, muffling = 14}
local objects = {
  senses = senses,
  memories = wend.memories{record_limit = 16},
  cover = wend.cover{walls = walls, grid = grid, radius = 0.35, stops = "sight"},
  reservations = wend.reservations{},
  machines = nil, -- below
}
local places = wend.search{grid = grid}
local state = {
  tick = 0, round = 0, phase = "gather", since = 0, seekers = 1, round_ticks = 1200, points = 0, players = {}, possible = {}, seen_at = {}, noises = {},
  score = {0, 0}, won = {0, 0}, tagged = 0, untagged = 0, seen = 0, heard = 0, peeks = 0, slips = 0, reasoned = 0,
}
local memories, cover, claims = objects.memories, objects.cover, objects.reservations
cover:update()
memories:set_kind(0, {half_life = 160, threshold = 0.05, guess_seconds = 4, max_speed = 3})

local function distance(x0, y0, x1, y1) return math.sqrt((x1 - x0) ^ 2 + (y1 - y0) ^ 2) end

-- Hideouts, a metre apart, and what can be seen from each.
local hideouts = {}
for _, id in ipairs(cover:places()) do
  local place = cover:get_place(id)
  for _, other in ipairs(hideouts) do
    if distance(place.x, place.y, other.x, other.y) < 1 then goto near end
  end
  hideouts[#hideouts + 1] = {x = place.x, y = place.y, nodes = grid:field_of_view(0, grid:node_at(place.x, place.y), 5)}
  ::near::
end
local cells, neighbours, middles = {}, {}, {} -- open cells, those beside each, their middles
for node = 0, width * height - 1 do
  local x, y = grid:cell(node)
  if grid:is_open(0, nil, x, y) then
    cells[#cells + 1] = node
    local beside = {}
    for _, step in ipairs{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} do
      if grid:is_open(0, nil, x + step[1], y + step[2]) then beside[#beside + 1] = node + step[1] + step[2] * width end
    end
    neighbours[node], middles[node] = beside, {grid:position(node)}
  end
end

local function position(player) return crowd:position(player.body) end
local function side_of(agent) return agent <= side_size and 1 or 2 end
local function is_seeker(agent) return side_of(agent) == state.seekers end
local function random(agent, what, most) return wend.random_below(seed, agent * 16 + what, state.tick, most) end

local function go(player, x, y, speed)
  local at = grid:node_at(math.min(math.max(x, 1.5), width - 1.5), math.min(math.max(y, 1.5), height - 1.5))
  if not places:is_open(at) then x, y = grid:position(places:nearest_open(at)) end
  player.arrived, player.goal = false, {x = x, y = y}
  crowd:set_speed(player.body, speed)
  crowd:set_goal(player.body, x, y)
end

-- ---- where hiders can be ----

-- Possible positions spread one cell at a time into cells that no seeker saw lately; the further, the less likely.
local function spread()
  local before, seen_at, after = state.possible, state.seen_at, {}
  for i = 1, width * height do after[i] = 0 end
  for _, node in ipairs(cells) do
    local most = before[node + 1]
    if (seen_at[node + 1] or -99) < state.tick - 10 then
      for _, beside in ipairs(neighbours[node]) do
        local value = before[beside + 1] * 0.8
        if value > most then most = value end
      end
    end
    after[node + 1] = most
  end
  state.possible = after
end

-- What a seeker sees is empty, as far as its cone goes.
local function clear_seen(player)
  local x, y = position(player)
  local cx, cy = wend.cos(player.look), wend.sin(player.look)
  local possible, seen_at = state.possible, state.seen_at
  for _, node in ipairs(grid:field_of_view(0, grid:node_at(x, y), 11)) do
    local at = middles[node]
    if at then
      local dx, dy = at[1] - x, at[2] - y
      local d = math.sqrt(dx * dx + dy * dy)
      if d < 1.5 or dx * cx + dy * cy > 0.5 * d then possible[node + 1], seen_at[node + 1] = 0, state.tick end
    end
  end
end

-- The hideout that shows the most possible positions for its distance; no two seekers go to the same corner.
local function search_next(agent)
  local player = state.players[agent]
  local x, y = position(player)
  claims:release_agent(agent)
  local best, most
  local possible = state.possible
  for _, place in ipairs(hideouts) do
    local sum, way = 0, 6 + distance(x, y, place.x, place.y)
    if not most or #place.nodes / way > most then
      for _, node in ipairs(place.nodes) do sum = sum + possible[node + 1] end
    end
    local score = sum / way
    if sum > 0.5 and (not most or score > most) and claims:is_free{x = place.x, y = place.y, radius = 4, agent = agent} then
      best, most = place, score
    end
  end
  for _, it in ipairs(memories:list(agent, {min_certainty = 0.25, max_age = 300})) do -- what was seen or heard lately comes first
    local gx, gy = memories:guess(agent, it.subject, {walls = walls, radius = 0.3})
    local score = 4 * it.certainty / (6 + distance(x, y, gx, gy)) * 10
    if state.seen_at[grid:node_at(gx, gy) + 1] and state.seen_at[grid:node_at(gx, gy) + 1] > it.last_tick then
      memories:report_gone(agent, it.subject) -- looked there since then
    elseif not most or score > most then
      best, most = {x = gx, y = gy}, score
      state.reasoned = state.reasoned + 1
    end
  end
  best = best or base
  claims:claim{x = best.x, y = best.y, radius = 4, agent = agent, ticks = 300}
  go(player, best.x, best.y, 2)
end

-- ---- hiding ----

-- The seekers that a hider remembers, where they may be now.
local function threats_of(agent)
  local list = {}
  for _, it in ipairs(memories:list(agent, {min_certainty = 0.1, is_guessed = true})) do
    list[#list + 1] = {x = it.x, y = it.y}
  end
  if #list == 0 then list[1] = {x = base.x, y = base.y} end
  return list
end

local function settle(agent, spot, speed)
  local player = state.players[agent]
  claims:release_agent(agent)
  claims:claim{x = spot.x, y = spot.y, radius = 2, agent = agent}
  player.spot = {x = spot.x, y = spot.y, peek = spot.peek ~= "none" and spot.peek_position or nil}
  go(player, spot.x, spot.y, speed)
end

-- A position in cover from the seekers, near a hideout that is chosen at random.
local function choose_place(agent)
  for try = 1, 8 do
    local around = hideouts[1 + random(agent, try, #hideouts)]
    if distance(around.x, around.y, base.x, base.y) < 22 then
      local spot = cover:find{
        x = around.x, y = around.y, radius = 0.35, threats = threats_of(agent), max_distance = 6, max_exposure = 0,
        reservations = claims, agent = agent, distance_weight = 0.2,
      }[1]
      if spot then return settle(agent, spot, 2.6) end
    end
  end
  settle(agent, hideouts[1 + random(agent, 9, #hideouts)], 2.6)
end

local function is_out_of_sight(place, list)
  for _, it in ipairs(list) do
    if distance(it.x, it.y, place.x, place.y) < 14 and walls:can_see(it.x, it.y, place.x, place.y, "sight") then return false end
  end
  return true
end

-- A hideout that no known seeker sees and to which none is nearer.
local function find_refuge(agent, x, y)
  local best, most
  local list = threats_of(agent)
  for _, place in ipairs(hideouts) do
    local own, near, is_bad = distance(x, y, place.x, place.y), 30, false
    for _, it in ipairs(list) do
      local d = distance(it.x, it.y, place.x, place.y)
      near, is_bad = math.min(near, d), is_bad or d < own
    end
    local score = near - 0.5 * own
    if own > 3 and not is_bad and (not most or score > most) and is_out_of_sight(place, list)
      and claims:is_free{x = place.x, y = place.y, radius = 2, agent = agent} then
      best, most = place, score
    end
  end
  return best
end

-- The nearest seeker that a hider sees now, and whether it comes nearer.
local function nearest_seeker(player)
  local best
  for _, it in ipairs(senses:perceptions(player.observer, "sight")) do
    if it.is_perceived and it.is_hostile and (not best or it.distance < best.distance) then best = it end
  end
  local comes = best ~= nil and best.distance < player.near
  player.near = best and best.distance or 99
  return best, comes
end

-- ---- states of mind ----

local machines
machines = wend.machines{
  facts = {"sees", "seen"},
  states = {
    {name = "waiting"},
    -- seekers
    {name = "counting", enter = function(agent) go(state.players[agent], base.x + (agent - 1) % side_size - 1, base.y, 2) end},
    {name = "seeking", initial = "searching"},
    {name = "searching", parent = "seeking", enter = search_next, update = function(agent)
      if state.players[agent].arrived then machines:change(agent, "looking") end
    end, timeout_ticks = 240, timeout_to = "looking"},
    {name = "looking", parent = "seeking", timeout_ticks = 36, timeout_to = "searching"},
    {name = "chasing", parent = "seeking", update = function(agent)
      local player = state.players[agent]
      if machines:fact(agent, "sees") < 1 then player.lost = player.lost + 1 end
      local x, y = memories:guess(agent, player.prey, {walls = walls, radius = 0.3})
      if not x or player.lost > 40 or machines:state(player.prey) == "tagged" then return machines:change(agent, "searching") end
      if state.tick % 4 == 0 then go(player, x, y, 3) end
    end, enter = function(agent) state.players[agent].lost = 0 end},
    -- hiders
    {name = "hiding", initial = "going", on_message = function() return false end},
    {name = "going", parent = "hiding", enter = choose_place, update = function(agent)
      if state.players[agent].arrived then machines:change(agent, "hidden") end
    end, timeout_ticks = 400, timeout_to = "hidden"},
    {name = "hidden", parent = "hiding", enter = function(agent)
      local player = state.players[agent]
      player.next_peek = state.tick + 100 + random(agent, 1, 160)
    end, update = function(agent)
      local player = state.players[agent]
      if state.tick % 5 ~= 0 or state.phase ~= "seek" then return end
      local seeker, comes = nearest_seeker(player)
      if seeker and comes and seeker.distance < 8 then
        local x, y = position(player)
        local refuge = find_refuge(agent, x, y)
        if refuge then
          state.slips = state.slips + 1
          settle(agent, refuge, 1.7)
          machines:change(agent, "slipping away")
        end
      elseif not seeker and state.tick > player.next_peek and player.spot.peek then
        machines:change(agent, "peeking")
      end
    end},
    {name = "peeking", parent = "hiding", enter = function(agent)
      local player = state.players[agent]
      state.peeks = state.peeks + 1
      go(player, player.spot.peek.x, player.spot.peek.y, 1)
    end, exit = function(agent)
      local player = state.players[agent]
      go(player, player.spot.x, player.spot.y, 1)
    end, timeout_ticks = 40, timeout_to = "hidden"},
    {name = "slipping away", parent = "hiding", update = function(agent)
      if state.players[agent].arrived then machines:change(agent, "hidden") end
    end, timeout_ticks = 300, timeout_to = "hidden"},
    {name = "running", parent = "hiding", update = function(agent)
      local player = state.players[agent]
      if state.tick % (player.arrived and 10 or 30) ~= 0 then return end
      local x, y = position(player)
      local refuge = find_refuge(agent, x, y)
      if refuge then settle(agent, refuge, 2.9) end
    end},
    {name = "tagged", enter = function(agent)
      local player = state.players[agent]
      claims:release_agent(agent)
      senses:set_source(player.source, {is_active = false})
      senses:set_observer(player.observer, {is_active = false})
      go(player, base.x - 3 + (agent - 1) % side_size * 3, base.y + 3, 2)
    end},
  },
  transitions = {
    {from = "searching", to = "chasing", conditions = {{fact = "sees", compare = ">=", value = 1}}},
    {from = "looking", to = "chasing", conditions = {{fact = "sees", compare = ">=", value = 1}}},
    {from = "going", to = "running", conditions = {{fact = "seen", compare = ">=", value = 1}}},
    {from = "hidden", to = "running", conditions = {{fact = "seen", compare = ">=", value = 1}}},
    {from = "peeking", to = "running", conditions = {{fact = "seen", compare = ">=", value = 1}}},
    {from = "slipping away", to = "running", conditions = {{fact = "seen", compare = ">=", value = 1}}},
    {from = "running", to = "hidden", guard = function(agent) -- out of sight again
      return machines:fact(agent, "seen") < 1 and state.players[agent].arrived and state.tick > state.players[agent].seen_tick + 40
    end},
  },
}
objects.machines = machines

local profile = senses:add_profile{
  sight_range = 13, sight_angle = 2.1, peripheral_range = 5, peripheral_angle = 3.4, notice_seconds = 0.2, notice_seconds_far = 0.9,
  hearing_threshold = 26, hearing_clear = 30,
}
for agent = 1, 2 * side_size do
  local side = side_of(agent)
  local x, y = base.x - 2.5 + (agent - 1) % side_size * 2.5, base.y + (side == 1 and 1 or 3)
  local body = crowd:add_body{x = x, y = y, radius = 0.3, speed = 2, acceleration = 8, group = side - 1, user = agent}
  local source = senses:add_source{position = {x, y, 0}, team = side, user = agent, body = body}
  state.players[agent] = {
    body = body, source = source, heading = 0, turn = 0, look = 0, arrived = true, lost = 0, near = 99, next_peek = 0, seen_tick = 0,
    x = x, y = y, stride = 0,
    observer = senses:add_observer{position = {x, y, 0}, profile = profile, team = side, hostile_teams = 1 << (3 - side), self = source,
      user = agent, body = body},
  }
  memories:add_agent(agent)
  memories:join(agent, side)
  machines:add_agent(agent)
end

-- ---- each tick ----

local function make_noise(player, agent, loudness)
  local x, y = position(player)
  senses:add_noise{position = {x, y, 1}, loudness = loudness, source = player.source, team = side_of(agent), user = agent}
  state.noises[#state.noises + 1] = {x = x, y = y, loudness = loudness, tick = state.tick}
end

-- Eyes follow the feet; a player that stands looks around. Steps are heard, and a hider that waits long giggles.
local function move(agent, player)
  local x, y = position(player)
  local vx, vy = crowd:velocity(player.body)
  local speed = math.sqrt(vx * vx + vy * vy)
  if speed > 0.3 then player.heading, player.turn = wend.atan2(vy, vx), 0 else player.turn = player.turn + 0.05 end
  player.look = player.heading + (speed > 0.3 and 0 or 3.1 * wend.sin(player.turn * 1.7))
  senses:move_observer(player.observer, {x, y, 0}, player.look)
  senses:move_source(player.source, {x, y, 0})
  player.stride = player.stride + distance(x, y, player.x, player.y)
  player.x, player.y = x, y
  if state.phase ~= "seek" or is_seeker(agent) or machines:state(agent) == "tagged" then return end
  if player.stride > 1 then
    player.stride = 0
    make_noise(player, agent, 22 + 4 * speed * speed)
  elseif machines:state(agent) == "hidden" and wend.random_below(seed, agent, state.tick, 700) == 0 then
    make_noise(player, agent, 44)
  end
end

-- What was perceived becomes memory; facts of the machine follow.
local function perceive(agent, player)
  local sees = 0
  local is_active = state.phase == "seek" or not is_seeker(agent)
  for _, it in ipairs(is_active and senses:perceptions(player.observer) or {}) do
    if it.is_hostile and it.is_perceived and machines:state(it.user) ~= "tagged" then
      local certainty = it.sense == "hearing" and 0.6 * it.certainty or it.certainty
      memories:observe(agent, {subject = it.user, x = it.position.x, y = it.position.y, certainty = certainty})
      if it.sense == "hearing" and is_seeker(agent) then state.heard = state.heard + 1 end
      if it.sense == "sight" and it.is_noticed and is_seeker(agent) then
        if sees == 0 and machines:fact(agent, "sees") == 0 then state.seen = state.seen + 1 end
        if sees == 0 then player.prey, player.lost = it.user, 0 end
        sees = 1
        local hider = state.players[it.user]
        hider.seen_tick = state.tick
      end
    end
  end
  machines:set_fact(agent, "sees", sees)
end

local function enter_phase(phase)
  state.phase, state.since = phase, state.tick
  if phase ~= "seek" then claims:clear() end
  if phase == "seek" then -- hiders can be anywhere
    state.seen_at = {}
    for i = 1, width * height do state.possible[i] = 0 end
    for _, node in ipairs(cells) do state.possible[node + 1] = 1 end
  end
  for agent, player in ipairs(state.players) do
    local seeks = is_seeker(agent)
    senses:set_source(player.source, {is_active = true})
    senses:set_observer(player.observer, {is_active = phase == "seek" or not seeks})
    machines:set_facts(agent, {sees = 0, seen = 0})
    if phase == "count" then
      memories:forget_all(agent)
      machines:change(agent, seeks and "counting" or "hiding")
    elseif phase == "seek" and seeks then
      machines:change(agent, "seeking")
    elseif phase == "gather" then
      machines:change(agent, "waiting")
      go(player, base.x - 2.5 + (agent - 1) % side_size * 2.5, base.y + (side_of(agent) == 1 and 1 or 3), 2.4)
    end
  end
end

local function tag(agent)
  state.tagged = state.tagged + 1
  state.score[state.seekers] = state.score[state.seekers] + 1
  state.points = state.points + 1
  machines:change(agent, "tagged")
  for other = 1, 2 * side_size do memories:forget(other, agent) end
end

local function judge()
  local left = 0
  for agent, player in ipairs(state.players) do
    if not is_seeker(agent) and machines:is_in(agent, "hiding") then
      local x, y = position(player)
      left = left + 1
      for other, seeker in ipairs(state.players) do
        local sx, sy = position(seeker)
        if is_seeker(other) and machines:state(other) == "chasing" and distance(x, y, sx, sy) < 0.9 and machines:is_in(agent, "hiding") then
          tag(agent)
          left = left - 1
        end
      end
    end
  end
  if left == 0 or state.tick - state.since > state.round_ticks then
    local hiders = 3 - state.seekers
    state.untagged = state.untagged + left
    state.score[hiders] = state.score[hiders] + left
    local winner = left * 2 > side_size and hiders or state.seekers
    state.won[winner] = state.won[winner] + 1
    enter_phase("gather")
  end
end

local function are_all_there()
  for _, player in ipairs(state.players) do
    if not player.arrived then return false end
  end
  return true
end

local function run_phases()
  local age = state.tick - state.since
  if state.phase == "gather" then
    if (are_all_there() and age > 40 or age > 500) and state.round < rounds then
      state.round, state.points = state.round + 1, 0
      state.seekers = state.round % 2 == 1 and 1 or 2
      enter_phase("count")
    end
  elseif state.phase == "count" and age > count_ticks then
    enter_phase("seek")
  elseif state.phase == "seek" then
    judge()
  end
end

-- ---- pictures and figures ----

local function draw(pen)
  if state.phase == "seek" then
    for _, node in ipairs(cells) do
      local value = state.possible[node + 1]
      if value > 0.02 then
        local x, y = grid:cell(node)
        pen:cells(x, y, 1, 1, "orange", value * 0.45)
      end
    end
  end
  pen:circle(base.x, base.y, 1, "green")
  for _, noise in ipairs(state.noises) do pen:circle(noise.x, noise.y, (state.tick - noise.tick) * 0.2, "magenta", 0.6) end
  for agent, player in ipairs(state.players) do
    local x, y = position(player)
    local colour = sides[side_of(agent)]
    pen:text(x + 0.4, y - 0.4, machines:state(agent), colour)
    if is_seeker(agent) and state.phase == "seek" then
      local fan = {{x, y}}
      for i = -4, 4 do
        local px, py = x + 13 * wend.cos(player.look + i * 0.26), y + 13 * wend.sin(player.look + i * 0.26)
        local hit = walls:ray(x, y, px, py, "sight")
        fan[#fan + 1] = hit and {hit.point.x, hit.point.y} or {px, py}
      end
      fan[#fan + 1] = {x, y}
      pen:points(fan, colour)
      for _, it in ipairs(memories:list(agent, {min_certainty = 0.2, is_guessed = true})) do
        pen:line(x, y, it.x, it.y, "purple")
        pen:circle(it.x, it.y, 0.6, "purple")
      end
    end
    if player.goal and not player.arrived then pen:line(x, y, player.goal.x, player.goal.y, "grey") end
  end
end

return wend.scene{
  title = "Hide and seek", crowd = crowd, grid = grid, planner = planner, objects = objects, state = state,
  view = {-1, -1, width + 1, height + 1}, ticks = 9000, colours = {[0] = "blue", "red"},
  sliders = {{name = "seconds", from = 20, to = 120, value = 60, on_change = function(value) state.round_ticks = math.floor(value * 20) end}},
  on_tick = function(tick)
    state.tick = tick
    memories:set_tick(tick)
    claims:update(tick)
    run_phases()
    for agent, player in ipairs(state.players) do move(agent, player) end
    senses:update()
    for agent, player in ipairs(state.players) do perceive(agent, player) end
    for agent, player in ipairs(state.players) do
      if not is_seeker(agent) then machines:set_fact(agent, "seen", player.seen_tick + 10 > tick and tick > 10 and 1 or 0) end
    end
    if state.phase == "seek" then
      if tick % 20 == 0 then spread() end
      for agent, player in ipairs(state.players) do
        if is_seeker(agent) and (tick + agent) % 5 == 0 then clear_seen(player) end
      end
      if tick % 20 == 0 then memories:share(state.seekers) end
    end
    machines:update(tick)
    while state.noises[1] and state.noises[1].tick < tick - 30 do table.remove(state.noises, 1) end
  end,
  on_arrive = function(body)
    for _, player in ipairs(state.players) do
      if player.body == body then player.arrived = true end
    end
  end,
  draw = draw,
  figures = function()
    local list = {
      {"rounds", state.round}, {"rounds won by blue", state.won[1]}, {"rounds won by red", state.won[2]}, {"points of blue", state.score[1]},
      {"points of red", state.score[2]}, {"tagged", state.tagged}, {"not found", state.untagged}, {"seen", state.seen},
      {"heard", state.heard}, {"searched by memory", state.reasoned}, {"peeks", state.peeks}, {"slipped away", state.slips},
    }
    for _, name in ipairs(machines:states()) do
      if machines:visits(name) > 0 then list[#list + 1] = {"times " .. name, machines:visits(name)} end
    end
    return list
  end,
  text = function()
    return ("round %d of %d, %s: blue %d, red %d, %d tagged, %d not found"):format(
      state.round, rounds, state.phase == "gather" and "over" or sides[state.seekers] .. (state.phase == "count" and " counts" or " seeks"),
      state.score[1], state.score[2], state.tagged, state.untagged)
  end,
  is_done = function() return state.round == rounds and state.phase == "gather" and state.tick > state.since + 40 and are_all_there() end,
}
