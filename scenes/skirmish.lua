-- Skirmish: two commanders play against each other under fog.
--
-- Each side gathers ore from the mines that it holds, builds squads of the mix that beats what it has seen, scouts,
-- takes mines, guards choke points, attacks where it is strong enough, and retreats where it is not. The side that
-- destroys the other's base wins; at the end of the time the stronger one does.
local wend = require "wend"

local width, height = 96, 64
local time_limit, most_squads = 7200, 12
local squad_size, unit_cost = 3, 25
local names = {"blue", "red"}
local kinds = { -- each beats the next one
  {name = "pikes", unit = "tough", range = 2, speed = 3, strong = 2},
  {name = "riders", unit = "tough", range = 2.2, speed = 5, strong = 3},
  {name = "archers", unit = "ranged", range = 6, speed = 2.6, strong = 1},
}
local mines = {{20, 12}, {20, 52}, {40, 32}, {56, 32}, {76, 12}, {76, 52}, {48, 8}, {48, 56}}
local bases = {{x = 8, y = 32}, {x = 88, y = 32}}

-- ---- the world: rocks, the same seen from both sides ----

local grid = wend.grid{width = width, height = height}
local function wall(x, y, w, h)
  grid:fill(0, x, y, w, h, 255)
  grid:fill(0, width - x - w, height - y - h, w, h, 255)
end
wall(29, 0, 2, 20)
wall(29, 26, 2, 12)
wall(29, 44, 2, 20)
wall(44, 18, 8, 2)
for _ = 1, 22 do
  local x, y, size = math.random(14, 46), math.random(1, 60), math.random(1, 3)
  local is_free = (x + size < 27 or x > 33) and (x - 8) ^ 2 + (y - 32) ^ 2 > 100
  for _, mine in ipairs(mines) do is_free = is_free and (x - mine[1]) ^ 2 + (y - mine[2]) ^ 2 > 50 end
  if is_free then wall(x, y, size, size) end
end
local planner = wend.planner{grid = grid}
local crowd = wend.crowd{grid = grid, route_source = planner, max_bodies = 160, stuck_plan = {"yield", "back_off", "reroute"}}
local ways = wend.pathfinder{grid = grid, radius = 0.5}

local analysis = wend.terrain_analysis{grid = grid}
analysis:update()
-- The choke points within reach of each base, the nearest first: two of them are guarded.
local chokes = {}
for side, base in ipairs(bases) do
  local list = {}
  for number = 0, analysis:get_info().choke_count - 1 do
    local it = analysis:choke(number)
    local distance = math.sqrt((it.position.x - base.x) ^ 2 + (it.position.y - base.y) ^ 2)
    if distance > 14 and distance < 36 and it.width < 14 then
      list[#list + 1] = {x = it.position.x, y = it.position.y, distance = distance}
    end
  end
  table.sort(list, function(a, b)
    return a.distance < b.distance or a.distance == b.distance and a.y < b.y
  end)
  chokes[side] = {list[1], list[2]}
end

-- ---- what lasts: objects, and one table of plain data ----

local squads = wend.squads{max_squads = 64, max_members = 12, max_enemies = 24}
local memories = wend.memories{record_limit = 96, tick_seconds = 0.05}
memories:set_kind(0, {half_life = 400})
local objects = {squads = squads, memories = memories}
local sides = {}
for side = 1, 2 do
  memories:add_agent(side)
  local it = {
    commander = wend.commander{
      max_goals = 24, max_groups = 2 * most_squads, width = width // 8, height = height // 8, cell_size = 8, known_radius = 12,
      distance_weight = 1 / 80, danger_weight = 0.08, commitment = 0.25, reserve = 0.1, half_life = 600, scouting_count = 2,
      scouting_value = 1.6, scouting_age = 900,
    },
    mix = wend.mix{own_count = 3, enemy_count = 3, seen_half_life = 2400, least_share = 0.08, trust_cost = 100,
      prior_weight = 100, prediction_cost = 50},
    predictor = wend.predictor{action_count = 3, length = 2},
    influence = wend.influence{grid = grid, block = 2, half_life = 200},
  }
  sides[side] = it
  for name, object in pairs(it) do objects[name .. "_" .. names[side]] = object end
end

local state = {units = {}, squads = {}, unit_of_body = {}, mines = {}, sides = {}, tick = 0, winner = 0, end_tick = 0}
for i in ipairs(mines) do state.mines[i] = {owner = 0, progress = 0, goal = {0, 0}} end
for side = 1, 2 do
  state.sides[side] = {
    ore = 225, health = 1200, built = {0, 0, 0}, kills = 0, lost = 0, gathered = 0, taken = 0, orders = 0, retreats = 0, scouted = 0,
    first_shares = {0, 0, 0}, shares = {0, 0, 0}, known = {}, base_goal = 0, attack_goal = 0, sources = {},
  }
end

local aggression = {
  {name = "blue_aggression", from = 0, to = 2, value = 1}, {name = "red_aggression", from = 0, to = 2, value = 1},
}

local function squared(a, b) return (a.x - b.x) ^ 2 + (a.y - b.y) ^ 2 end

-- ---- goals ----

-- A greater aggression attacks with less superiority, and finds it worth more.
local function superiority(side) return 2.1 - 0.6 * aggression[side].value end

local function make_goals(side)
  local own, commander = state.sides[side], sides[side].commander
  for i, mine in ipairs(mines) do
    state.mines[i].goal[side] = commander:add_goal{kind = "capture", x = mine[1], y = mine[2], user = i}
  end
  for _, choke in ipairs(chokes[side]) do
    commander:add_goal{kind = "defend", x = choke.x, y = choke.y, value = 0.8, strength = 2, group_limit = 1, user = 100}
  end
  own.base_goal = commander:add_goal{kind = "defend", x = bases[side].x, y = bases[side].y, uses_reserve = true, user = 101}
  own.attack_goal = commander:add_goal{kind = "attack", x = bases[3 - side].x, y = bases[3 - side].y, user = 102}
end

local function set_goals(side)
  local own, commander = state.sides[side], sides[side].commander
  for i in ipairs(mines) do
    local mine = state.mines[i]
    if mine.owner == side then
      commander:set_goal(mine.goal[side], {kind = "defend", value = 1.2, strength = 1.5, superiority = 1.2, partial = 1})
    else
      commander:set_goal(mine.goal[side], {kind = "capture", value = 3, strength = 2, superiority = superiority(side), partial = 0.3})
    end
  end
  local threat = commander:known_strength(bases[side].x, bases[side].y, 16)
  commander:set_goal(own.base_goal, {value = threat > 0 and 8 or 0.2, strength = 0, superiority = 1.3, partial = 1})
  commander:set_goal(own.attack_goal, {value = 9 * aggression[side].value, strength = 9, superiority = superiority(side), partial = 0})
end

-- ---- squads ----

local function make_squad(side, kind)
  local base, sign = bases[side], side == 1 and 1 or -1
  local squad = squads:add{
    retreat_ratio = 0.45 - 0.15 * aggression[side].value, return_ratio = 0.8, has_rally = true, rally = {base.x + 4 * sign, base.y},
    engage_range = 10, threat_range = 16, arrival = 2, spread_limit = 30, user = side,
  }
  local it = {side = side, kind = kind, goal = 0, units = {}, is_retreating = false, x = base.x, y = base.y}
  state.squads[#state.squads + 1] = it
  it.number, it.id = #state.squads, squad
  local bodies = crowd:add_bodies({x = base.x + 5 * sign, y = base.y + (it.number % 5 - 2) * 2, radius = 0.4, speed = kinds[kind].speed,
    group = side}, squad_size)
  for n, body in ipairs(bodies) do
    local number = #state.units + 1
    state.unit_of_body[body] = number
    squads:join(squad, {agent = number, kind = kinds[kind].unit, strength = 1, range = kinds[kind].range, radius = 0.4,
      roles = {"attack", "flank", "scout"}})
    state.units[number] = {side = side, kind = kind, health = 100, body = body, squad = it.number, x = 0, y = 0, goal_x = -99,
      goal_y = -99, target = 0, is_alive = true}
    it.units[n] = number
  end
  state.sides[side].built[kind] = state.sides[side].built[kind] + 1
end

local function centre_of(squad)
  local x, y, health, count = 0, 0, 0, 0
  for _, number in ipairs(squad.units) do
    local unit = state.units[number]
    if unit.is_alive then x, y, health, count = x + unit.x, y + unit.y, health + unit.health, count + 1 end
  end
  return count > 0 and x / count, count > 0 and y / count, health / 100, count
end

local function die(unit, number)
  unit.is_alive = false
  crowd:remove_body(unit.body)
  squads:leave(number)
  local own, other = state.sides[unit.side], state.sides[3 - unit.side]
  own.lost, other.kills = own.lost + 1, other.kills + 1
  memories:report_gone(3 - unit.side, number)
  sides[3 - unit.side].commander:report_gone(number)
  sides[unit.side].influence:add_event{x = unit.x, y = unit.y, side = 1, strength = 2, radius = 8}
  local squad = state.squads[unit.squad]
  local _, _, _, left = centre_of(squad)
  if left == 0 then
    squads:remove(squad.id)
    sides[unit.side].commander:remove_group(squad.number)
    squad.id = 0
  end
end

-- ---- fog: what units see is remembered by their side ----

local function see(tick)
  for number, unit in ipairs(state.units) do
    if unit.is_alive and (tick // 5 + number) % 2 == 0 then
      local it = sides[unit.side]
      if (tick // 5 + number) % 4 == 0 then it.commander:set_seen(unit.x, unit.y, 11) end
      for _, body in ipairs(crowd:query_near{centre = {unit.x, unit.y}, radius = 13, group_left_out = unit.side}) do
        local other_number = state.unit_of_body[body]
        local other = state.units[other_number]
        if other then
          memories:observe(unit.side, {subject = other_number, team = other.side, x = other.x, y = other.y, danger = other.health / 100,
            value = other.kind})
          local own = state.sides[unit.side]
          if not own.known[other_number] then
            own.known[other_number] = true
            it.mix:add_seen(other.kind - 1, unit_cost)
            if other_number % squad_size == 1 then it.predictor:add(other.kind - 1) end
          end
        end
      end
    end
  end
end

-- ---- squads act ----

local query = {teams = "others", min_certainty = 0.4}

local function tell_squads()
  for _, squad in ipairs(state.squads) do
    if squad.id ~= 0 then squad.x, squad.y = centre_of(squad) end
  end
  for side = 1, 2 do
    query.team = side
    local known = memories:list(side, query)
    for _, squad in ipairs(state.squads) do
      if squad.side == side and squad.id ~= 0 then
        local x, y = squad.x, squad.y
        local near, is_near, allies = {}, {}, 0
        for _, other in ipairs(state.squads) do
          if other.side == side and other.id ~= 0 and (other.x - x) ^ 2 + (other.y - y) ^ 2 < 225 then allies = allies + 1 end
        end
        for _, memory in ipairs(known) do
          if #near < 24 and (memory.x - x) ^ 2 + (memory.y - y) ^ 2 < 400 then
            near[#near + 1] = memory
            is_near[memory.subject] = true
          end
        end
        for _, enemy in ipairs(squads:enemies(squad.id)) do
          if not is_near[enemy.number] then squads:forget_enemy(squad.id, enemy.number) end
        end
        for _, memory in ipairs(near) do
          squads:set_enemy(squad.id, {number = memory.subject, position = {memory.x, memory.y}, strength = 1 / allies,
            health = math.max(memory.danger, 0.05) * 10, certainty = memory.certainty})
        end
      end
    end
  end
end

local function act(tick)
  for number, unit in ipairs(state.units) do
    if unit.is_alive then
      squads:set_state(number, {position = {unit.x, unit.y}, health = unit.health / 100, speed = kinds[unit.kind].speed,
        is_alive = true, ammunition = 1})
    end
  end
  tell_squads()
  squads:update(tick)
  for number, unit in ipairs(state.units) do
    if unit.is_alive then
      local it = squads:assignment(number)
      unit.target = it.target or 0
      local x = math.min(math.max(it.position.x, 1), width - 1)
      local y = math.min(math.max(it.position.y, 1), height - 1)
      if (x - unit.goal_x) ^ 2 + (y - unit.goal_y) ^ 2 > 1 then
        unit.goal_x, unit.goal_y = x, y
        crowd:set_goal(unit.body, x, y)
      end
    end
  end
  for _, squad in ipairs(state.squads) do
    if squad.id ~= 0 then
      local is_retreating = squads:get_info(squad.id).is_retreating
      if is_retreating and not squad.is_retreating then
        state.sides[squad.side].retreats = state.sides[squad.side].retreats + 1
      end
      squad.is_retreating = is_retreating
    end
  end
end

-- ---- fights ----

local function damage(from, to)
  local part = kinds[from].unit == "ranged" and 0.48 or 1
  if kinds[from].strong == to then return 20 * part end
  return (kinds[to].strong == from and 4 or 9) * part
end

local function fight()
  local hits = {}
  for number, unit in ipairs(state.units) do
    if unit.is_alive then
      local range = kinds[unit.kind].range
      local target = state.units[unit.target]
      if not (target and target.is_alive and squared(unit, target) <= range * range) then
        local near = crowd:query_near{centre = {unit.x, unit.y}, radius = range, group_left_out = unit.side}[1]
        target = near and state.units[state.unit_of_body[near]]
      end
      if target and target.is_alive then
        hits[#hits + 1] = {unit, target, damage(unit.kind, target.kind)}
      elseif squared(unit, bases[3 - unit.side]) < (range + 4) ^ 2 then
        state.sides[3 - unit.side].health = state.sides[3 - unit.side].health - 8
      end
    end
  end
  for _, hit in ipairs(hits) do
    local unit, target = hit[1], hit[2]
    local value = hit[3] * unit_cost / 100
    target.health = target.health - hit[3]
    sides[unit.side].mix:add_outcome(unit.kind - 1, target.kind - 1, value, 0)
    sides[target.side].mix:add_outcome(target.kind - 1, unit.kind - 1, 0, value)
  end
  for number, unit in ipairs(state.units) do
    if unit.is_alive and unit.health <= 0 then die(unit, number) end
  end
end

-- ---- mines, building ----

local function gather()
  for i, mine in ipairs(mines) do
    local it, count = state.mines[i], {0, 0}
    for _, unit in ipairs(state.units) do
      if unit.is_alive and (unit.x - mine[1]) ^ 2 + (unit.y - mine[2]) ^ 2 < 25 then count[unit.side] = count[unit.side] + 1 end
    end
    local side = count[1] > 0 and count[2] == 0 and 1 or count[2] > 0 and count[1] == 0 and 2 or 0
    if side ~= 0 and side ~= it.owner then
      it.progress = it.progress + 1
      if it.progress >= 3 then
        it.owner, it.progress = side, 0
        state.sides[side].taken = state.sides[side].taken + 1
      end
    else
      it.progress = 0
    end
    if it.owner ~= 0 then
      local own = state.sides[it.owner]
      own.ore, own.gathered = own.ore + 3, own.gathered + 3
    end
  end
  for side = 1, 2 do state.sides[side].ore = state.sides[side].ore + 4 end
end

local function build(side, tick)
  local own, it = state.sides[side], sides[side]
  it.mix:set_tick(tick)
  local shares = it.mix:solve(it.predictor)
  for i = 1, 3 do own.shares[i] = shares[i] end
  if tick == 0 then for i = 1, 3 do own.first_shares[i] = shares[i] end end
  local options, price, count = {}, squad_size * unit_cost, 0
  for kind = 1, 3 do options[kind] = {weight = shares[kind], value = price, costs = {price}, have = 0} end
  for _, squad in ipairs(state.squads) do
    if squad.id ~= 0 and squad.side == side then
      local _, _, health, left = centre_of(squad)
      options[squad.kind].have = options[squad.kind].have + health * unit_cost
      count = count + left / squad_size
    end
  end
  local room = math.floor(most_squads - count)
  if room <= 0 then return end
  local orders = wend.plan_builds(options, {own.ore}, {order_limit = room})
  for kind = 1, 3 do
    for _ = 1, orders[kind] do
      own.ore = own.ore - price
      make_squad(side, kind)
    end
  end
end

-- ---- the commanders ----

local order_of = {attack = "attack_area", capture = "move", defend = "defend", scout = "move", escort = "move", build = "move", other = "move"}

local function move_influence(side)
  local own, influence = state.sides[side], sides[side].influence
  for _, source in ipairs(own.sources) do influence:remove(source) end
  own.sources = {}
  for _, squad in ipairs(state.squads) do
    if squad.side == side and squad.id ~= 0 then
      local x, y, strength = centre_of(squad)
      own.sources[#own.sources + 1] = influence:add{x = x, y = y, strength = strength, radius = 12}
    end
  end
  for _, enemy in ipairs(sides[side].commander:enemies()) do
    own.sources[#own.sources + 1] = influence:add{x = enemy.x, y = enemy.y, side = 1, strength = enemy.strength * enemy.certainty,
      radius = 12}
  end
  influence:update()
end

local function command(side, tick)
  local own, it = state.sides[side], sides[side]
  it.commander:set_tick(tick)
  it.influence:set_tick(tick)
  it.commander:report_memories(memories, side, side)
  for _, squad in ipairs(state.squads) do
    if squad.side == side and squad.id ~= 0 then
      local x, y, strength = centre_of(squad)
      it.commander:set_group(squad.number, {x = x, y = y, strength = strength, busy_until = squad.is_retreating and tick + 1 or 0,
        fitness = {scout = squad.kind == 2 and 1 or 0.2}})
    end
  end
  set_goals(side)
  move_influence(side)
  it.commander:update{pathfinder = ways, influence = it.influence}
  for _, squad in ipairs(state.squads) do
    if squad.side == side and squad.id ~= 0 then
      local assignment = it.commander:assignment(squad.number)
      local goal = assignment.goal or 0
      if goal ~= squad.goal then
        squad.goal = goal
        own.orders = own.orders + 1
        if assignment.kind == "scout" then own.scouted = own.scouted + 1 end
        local base = bases[side]
        squads:set_order(squad.id, goal == 0 and {kind = "move", at = {base.x + (side == 1 and 5 or -5), base.y}}
          or {kind = order_of[assignment.kind], at = {assignment.x, assignment.y}, radius = 10,
            tactic = assignment.kind == "attack" and squad.kind == 2 and "flank" or "direct"})
      end
    end
  end
end

local function strength_of(side)
  local sum, held = 0, 0
  for _, unit in ipairs(state.units) do sum = sum + (unit.is_alive and unit.side == side and unit.health / 100 or 0) end
  for i in ipairs(mines) do held = held + (state.mines[i].owner == side and 1 or 0) end
  return sum, held
end

local function find_winner(tick)
  for side = 1, 2 do
    if state.sides[side].health <= 0 then state.winner = 3 - side end
  end
  if state.winner == 0 and tick >= time_limit - 40 then
    local blue, blue_held = strength_of(1)
    local red, red_held = strength_of(2)
    state.winner = blue + 3 * blue_held >= red + 3 * red_held and 1 or 2
  end
  if state.winner ~= 0 then state.end_tick = tick end
end

for side = 1, 2 do
  make_goals(side)
  build(side, 0)
end

local function on_tick(tick)
  if state.winner ~= 0 then return end
  state.tick = tick
  for _, unit in ipairs(state.units) do
    if unit.is_alive then
      local body = crowd:get_body(unit.body)
      unit.x, unit.y = body.x, body.y
    end
  end
  memories:set_tick(tick)
  if tick % 5 == 0 then see(tick) end
  if tick % 10 == 0 then
    act(tick)
    fight()
  end
  if tick % 40 == 0 then
    gather()
    for side = 1, 2 do
      build(side, tick)
      if tick % 80 == 0 then command(side, tick) end
    end
    find_winner(tick)
  end
end

-- ---- what is told and drawn ----

local function figures()
  local out = {winner = state.winner, seconds = state.end_tick * 0.05}
  for side = 1, 2 do
    local own, name = state.sides[side], names[side]
    local info = sides[side].commander:get_info()
    local _, held = strength_of(side)
    out["kills_" .. name], out["mines_" .. name], out["taken_" .. name], out["ore_" .. name] = own.kills, held, own.taken, own.gathered
    out["base_" .. name], out["orders_" .. name], out["scouted_" .. name] = math.max(own.health, 0), own.orders, own.scouted
    out["retreats_" .. name], out["seen_" .. name], out["changes_" .. name] = own.retreats, info.seen, info.changes
    for kind = 1, 3 do
      out[kinds[kind].name .. "_" .. name] = own.built[kind]
      out["share_" .. kinds[kind].name .. "_" .. name] = own.shares[kind]
    end
  end
  return out
end

local function text()
  local blue, red = state.sides[1], state.sides[2]
  return string.format("%s, kills %d and %d, mines taken %d and %d, squads %d and %d, retreats %d and %d",
    state.winner ~= 0 and string.format("%s won after %.0f s", names[state.winner], state.end_tick * 0.05) or "no winner yet",
    blue.kills, red.kills, blue.taken, red.taken, blue.built[1] + blue.built[2] + blue.built[3],
    red.built[1] + red.built[2] + red.built[3], blue.retreats, red.retreats)
end

return wend.scene{
  title = "Skirmish",
  crowd = crowd, grid = grid, planner = planner, objects = objects, state = state,
  view = {0, 0, width, height},
  ticks = time_limit,
  colours = {[1] = "blue", [2] = "red"},
  sliders = aggression,
  on_tick = on_tick,
  is_done = function() return state.winner ~= 0 end,
  figures = figures,
  text = text,
  draw = function(pen)
    for i, mine in ipairs(mines) do
      local owner = state.mines[i].owner
      pen:circle(mine[1], mine[2], 5, owner == 0 and "grey" or names[owner], 0.6)
      pen:disc(mine[1], mine[2], 0.8, owner == 0 and "grey" or names[owner])
    end
    for side, base in ipairs(bases) do
      pen:disc(base.x, base.y, 3, names[side], 0.35)
      pen:text(base.x - 3, base.y - 4, string.format("%d health, %d ore", math.max(state.sides[side].health, 0), state.sides[side].ore))
    end
    for _, squad in ipairs(state.squads) do
      if squad.id ~= 0 and squad.goal ~= 0 and sides[squad.side].commander:has_goal(squad.goal) then
        local x, y = centre_of(squad)
        local goal = sides[squad.side].commander:goal(squad.goal)
        pen:line(x, y, goal.x, goal.y, names[squad.side], 1)
        pen:text(x + 1, y - 1, kinds[squad.kind].name .. (squad.is_retreating and " retreat" or ""), names[squad.side])
      end
    end
  end,
}
