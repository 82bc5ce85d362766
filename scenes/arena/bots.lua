-- The bots: how they appear, perceive, think and die. What they decide is in mind.lua, what they do in states.lua,
-- how they shoot in fight.lua.
local wend = require "wend"
local mind = require "arena.mind"
local states = require "arena.states"
local tactics = require "arena.tactics"
local things = require "arena.things"
local world = require "arena.world"

local bots = {}

local think_period = 4 -- ticks
local respawn_ticks = 60

-- ---- appearing ----

-- Where the influence of the others is least, and where no bot stands.
local function choose_start(w, bot, tick)
  local danger = {kind = "enemies", own_sides = 1 << bot.team, enemy_sides = ~(1 << bot.team) & 0xffffffff}
  local best, least = nil, 1e9
  for i, spot in ipairs(w.level.spots) do
    if #w.crowd:query_circle(0, spot.x, spot.y, 2 * world.radius + 0.2) == 0 then
      local value = w.influence:value(spot.x, spot.y, danger) + 2 * wend.random_unit(w.seed, bot.number * 777 + i, tick)
      if value < least then best, least = spot, value end
    end
  end
  return best
end

local function arm(bot)
  bot.health, bot.armour, bot.weapon = things.health, 0, 1
  bot.weapons, bot.ammo = {true, false, false, false}, {}
  for name, amount in pairs(things.start_ammo) do bot.ammo[name] = amount end
end

local function strength_of(bot)
  local _, value = things.best_weapon(bot, 8)
  return (bot.health + bot.armour) / 100 * (0.4 + value)
end

local function appear(w, bot, tick)
  local spot = choose_start(w, bot, tick)
  if not spot then return end
  arm(bot)
  bot.x, bot.y, bot.last_x, bot.last_y = spot.x, spot.y, spot.x, spot.y
  bot.idle_x, bot.idle_y, bot.idle_ticks = spot.x, spot.y, 0
  bot.heading = 6.28 * wend.random_unit(w.seed, bot.number, tick)
  bot.body = w.crowd:add_body{
    x = spot.x, y = spot.y, heading = bot.heading, radius = world.radius, speed = world.speed, acceleration = 25,
    group = bot.team, user = bot.number,
  }
  w.state.bot_of_body[bot.body] = bot.number
  bot.is_alive, bot.wish = true, mind.number.explore
  bot.target, bot.trace, bot.seen, bot.seen_count = 0, 0, {}, 0
  bot.hurt_tick, bot.ready_tick, bot.step, bot.still_ticks = -1000, tick, 0, 0
  bot.has_arrived, bot.is_lost, bot.goal_x, bot.goal_y = true, false, spot.x, spot.y
  bot.best_weapon, bot.odds, bot.strength = 1, 0.5, strength_of(bot)
  w.senses:set_source(bot.source, {position = {spot.x, spot.y, 0}, body = bot.body, is_active = true})
  w.senses:set_observer(bot.observer, {position = {spot.x, spot.y, 0}, heading = bot.heading, body = bot.body, is_active = true})
  bot.smell = w.smell:add_source{x = spot.x, y = spot.y, radius = 3, intensity = 5, leaves_trail = true, user = bot.number}
  bot.influence = w.influence:add{x = spot.x, y = spot.y, strength = 3, radius = 10, falloff = "linear", side = bot.team}
  if bot.squad > 0 then
    w.squads:join(bot.squad, {agent = bot.number, kind = "ranged", strength = 2, range = 15, radius = world.radius,
      roles = {"attack", "flank", "scout"}})
  end
  bots.choose_tactic(w, bot, tick)
end

-- Everything that a bot has for as long as the scene lasts; where it plays, `take_sides` says.
function bots.add_all(w)
  for n = 1, world.most_bots do
    local bot = {
      number = n, team = 0, squad = 0, is_alive = false, is_possessed = false,
      kills = 0, deaths = 0, back_tick = 0, visited = {}, no_thing = {0, 0, 0}, wish = mind.number.dead, state = "dead",
      tactic = 2, tactic_tick = 0, dealt = 0, suffered = 0, gained = 0, last_step = 0, is_expected = false,
      context = 0, body = 0, x = 0, y = 0, item = 0, smell = 0, free_tick = 0, look = 0, look_until = 0,
    }
    w.state.bots[n] = bot
    bot.source = w.senses:add_source{radius = world.radius, height = 1.8, tag = n, user = n, is_active = false, blocks_shots = true}
    bot.observer = w.senses:add_observer{profile = w.profile, every = 2, self = bot.source, user = n, is_active = false}
    w.memories:add_agent(n)
    w.machines:add_agent(n)
    w.rules:add(n)
    w.messages:add_agent(n)
    w.minds:add{agent = n, period = think_period}
  end
  bots.take_sides(w, 0)
end

-- All leave the level, and those that play come back: in teams, or each for itself.
function bots.take_sides(w, tick)
  local state = w.state
  for n, bot in ipairs(state.bots) do
    if bot.is_alive then bots.die(w, bot, tick) end
    if bot.squad > 0 then
      w.memories:leave(n, bot.team)
      w.messages:leave_group(n, bot.team)
    end
    bot.team, bot.squad = n - 1, 0
    if state.teams > 0 then
      bot.team = (n - 1) % state.teams
      bot.squad = state.squads[bot.team + 1]
      w.memories:join(n, bot.team)
      w.messages:join_group(n, bot.team)
    end
    w.senses:set_source(bot.source, {team = bot.team})
    w.senses:set_observer(bot.observer, {team = bot.team, hostile_teams = ~(1 << bot.team) & 0xffffffff})
    bot.back_tick = tick
    if n <= state.active then appear(w, bot, tick) end
  end
end

-- ---- tactics ----

local function tactics_of(w, bot) return w.tactics[bot.squad > 0 and bot.team + 1 or 1] end

-- A decision has ended: its score is what the bot dealt and suffered, and what it gained by things.
local function judge_tactic(w, bot)
  local score = (bot.dealt - bot.suffered + bot.gained) / 100
  tactics_of(w, bot):add(bot.context, bot.tactic - 1, score)
  w.state.tactic_tries[bot.tactic] = w.state.tactic_tries[bot.tactic] + 1
  w.state.tactic_scores[bot.tactic] = w.state.tactic_scores[bot.tactic] + score
end

function bots.choose_tactic(w, bot, tick)
  local fixed = w.options.fixed_tactic(bot.team)
  bot.context = tactics.context(bot)
  bot.tactic = fixed > 0 and fixed or tactics_of(w, bot):choose(bot.context) + 1
  bot.tactic_tick = tick
  bot.dealt, bot.suffered, bot.gained = 0, 0, 0
  local chosen = tactics.list[bot.tactic]
  w.rules:set(bot.number, {flee = chosen.flee, heal = chosen.heal, cover = chosen.cover, courage = chosen.courage,
    arm = chosen.arm, chase = chosen.chase})
end

-- A new decision where enemies come into view or are gone for three seconds, and after some seconds of either.
local function review_tactic(w, bot, tick)
  local age, is_engaged = tick - bot.tactic_tick, bot.context % 3 > 0
  local is_new = bot.seen_count > 0 and not is_engaged and age >= 8
  local is_over = bot.seen_count == 0 and is_engaged and age >= 60
  if is_new or is_over or age >= (is_engaged and 80 or 160) then
    judge_tactic(w, bot)
    bots.choose_tactic(w, bot, tick)
  end
end

-- ---- dying ----

-- By an enemy, a mate's rocket, or its own. Only enemies that were killed are kills.
function bots.hurt(w, bot, amount, by, tick)
  if not bot.is_alive then return end
  local taken = math.min(bot.armour, amount / 3)
  bot.armour = bot.armour - taken
  bot.health = bot.health - (amount - taken)
  bot.hurt_tick = tick
  bot.suffered = bot.suffered + amount
  local killer = w.state.bots[by]
  local is_enemy = by ~= bot.number and killer.team ~= bot.team
  if is_enemy then
    killer.dealt = killer.dealt + amount
    w.senses:add_touch(bot.observer, {position = {killer.x, killer.y, 1.5}, strength = amount, source = killer.is_alive and killer.source or 0,
      team = killer.team, user = by, tag = by})
    if bot.squad > 0 then
      w.messages:send{to = "group", sender = bot.number, receiver = bot.team, type = world.HELP, merge = "keep", merge_window = 40,
        position = {killer.x, killer.y, 0}, integers = {by, killer.team}}
    end
  elseif by ~= bot.number then
    killer.suffered = killer.suffered + amount
  end
  if bot.health > 0 then return end
  bot.suffered = bot.suffered + 60
  bot.deaths, w.state.deaths = bot.deaths + 1, w.state.deaths + 1
  if is_enemy then
    killer.kills, killer.dealt = killer.kills + 1, killer.dealt + 60
    w.state.kills = w.state.kills + 1
    w.state.team_kills[killer.team + 1] = w.state.team_kills[killer.team + 1] + 1
    w.memories:report_gone(by, bot.number)
  end
  bots.die(w, bot, tick)
end

function bots.die(w, bot, tick)
  judge_tactic(w, bot)
  bot.is_alive, bot.wish, bot.back_tick, bot.target = false, mind.number.dead, tick + respawn_ticks, 0
  bot.is_possessed, bot.is_sent, bot.wanted_x, bot.wanted_y = false, false, nil, nil
  w.traffic:add_event(0, bot.x, bot.y, 1)
  w.reservations:release_agent(bot.number)
  for other = 1, #w.state.bots do w.memories:forget(bot.number, other) end -- it still knows where things are
  w.state.bot_of_body[bot.body] = nil
  w.crowd:remove_body(bot.body)
  w.senses:set_source(bot.source, {body = 0, is_active = false})
  w.senses:set_observer(bot.observer, {body = 0, is_active = false})
  w.smell:remove_source(bot.smell)
  w.influence:remove(bot.influence)
  if bot.squad > 0 then w.squads:leave(bot.number) end
  bot.smell, bot.body, bot.seen, bot.seen_count = 0, 0, {}, 0
end

-- ---- perceiving ----

-- Things are remembered from the moment that they are noticed; noises and hits are traces of enemies.
function bots.take_events(w)
  local state = w.state
  for _, event in ipairs(w.senses:events()) do
    local bot, it = state.bots[event.observer_user], event.perception
    if event.kind == "noticed" and it.tag > 100 then
      local thing = state.things[it.tag - 100]
      w.memories:observe(bot.number, {subject = w.memories:item_subject(thing.item), kind = world.ITEM,
        x = thing.x, y = thing.y})
    elseif event.kind == "noticed" and it.is_hostile and bot.squad > 0 then
      w.messages:send{to = "group", sender = bot.number, receiver = bot.team, type = world.SIGHTING, merge = "replace", merge_window = 20,
        position = it.position, integers = {it.user, it.team}}
    elseif event.kind == "heard" and it.team ~= bot.team then
      state.heard = state.heard + 1
      w.memories:observe(bot.number, {subject = it.user, kind = world.NOISE, team = it.team, sense = 1,
        x = it.position.x, y = it.position.y, certainty = 0.5 * it.certainty})
    elseif event.kind == "touched" and it.user > 0 and it.user <= #state.bots and it.team ~= bot.team then
      w.memories:observe(bot.number, {subject = it.user, kind = world.ENEMY, team = it.team, sense = 2,
        x = it.position.x, y = it.position.y, certainty = 0.8})
    end
  end
end

-- What its mates saw and suffered.
function bots.receive(w, agent, telegram)
  local bot = w.state.bots[agent]
  if not bot or not bot.is_alive then return true end
  w.memories:observe(agent, {subject = telegram.integers[1], kind = world.ENEMY, team = telegram.integers[2], sense = 1,
    x = telegram.position.x, y = telegram.position.y, certainty = 0.6})
  return true
end

-- The enemies that it sees now, the nearest first; the one to shoot at is the weakest by its squad's choice, else
-- the nearest.
local function look(w, bot)
  bot.seen, bot.seen_count, bot.target = {}, 0, 0
  for _, it in ipairs(w.senses:threats(bot.observer, 4)) do
    local enemy = w.state.bots[it.user]
    if it.is_perceived and enemy and enemy.is_alive then
      bot.seen_count = bot.seen_count + 1
      bot.seen[bot.seen_count] = {number = it.user, x = it.position.x, y = it.position.y, distance = it.distance, hittable = it.hittable}
      w.memories:observe(bot.number, {subject = it.user, kind = world.ENEMY, team = it.team, x = it.position.x, y = it.position.y,
        danger = enemy.health / 100})
    end
  end
  local assigned = bot.squad > 0 and bot.seen_count > 1 and w.squads:assignment(bot.number)
  for _, seen in ipairs(bot.seen) do
    local is_assigned = assigned and assigned.target == seen.number
    if bot.target == 0 or is_assigned then bot.target, bot.target_distance = seen.number, seen.distance end
  end
end

local nearest_trace = {kinds = (1 << world.ENEMY) | (1 << world.NOISE), teams = "others", min_certainty = 0.08}

local function remember(w, bot, facts)
  nearest_trace.team = bot.team
  local trace = bot.seen_count == 0 and w.memories:nearest(bot.number, bot.x, bot.y, nearest_trace)
  if not trace then
    bot.trace, facts.trace, facts.fresh = 0, 0, 0
    return
  end
  bot.trace, facts.trace = trace.subject, trace.certainty
  facts.fresh = trace.certainty > 0.75 and trace.kind == world.ENEMY and 1 or 0
end

-- ---- thinking ----

local function knows(w, bot, tag, is_needed, tick)
  if not is_needed or tick < bot.no_thing[tag] then return 0 end
  return 1
end

local function perceive(w, bot, tick)
  local facts, own = {}, tactics.list[bot.tactic]
  look(w, bot)
  remember(w, bot, facts)
  local weapon, value = things.best_weapon(bot, bot.target > 0 and bot.target_distance or 10)
  local rest = things.best_weapon(bot, 8)
  bot.weapon, bot.best_weapon = weapon, rest
  bot.strength = strength_of(bot)
  local own_strength, other_strength = bot.strength, 0.01
  bot.allies = 0
  for _, seen in ipairs(bot.seen) do other_strength = other_strength + w.state.bots[seen.number].strength end
  if bot.squad > 0 and bot.seen_count > 0 then
    for _, mate in ipairs(w.state.bots) do
      if mate.team == bot.team and mate.is_alive and mate ~= bot and math.abs(mate.x - bot.x) + math.abs(mate.y - bot.y) < 15 then
        bot.allies = bot.allies + 1
        own_strength = own_strength + 0.7 * mate.strength
      end
    end
  end
  facts.health = math.min(bot.health / 100, 1)
  facts.armed = rest == 0 and 0 or math.min((rest - 1) / 2, 1)
  facts.loaded = rest == 0 and 0 or math.min(bot.ammo[things.weapons[rest].ammo] / things.most_ammo[things.weapons[rest].ammo] * 4, 1)
  facts["can shoot"] = weapon > 0 and 1 or 0
  facts.enemies = bot.seen_count
  bot.odds = own_strength / (own_strength + other_strength)
  facts.odds = bot.odds
  facts.far = bot.target > 0 and weapon > 0 and math.min(bot.target_distance / things.weapons[weapon].range, 1) or 1
  facts.hurt = tick - bot.hurt_tick < 40 and 1 or 0
  facts["knows health"] = knows(w, bot, things.HEALTH, facts.health < own.heal, tick)
  facts["knows ammo"] = knows(w, bot, things.AMMO, facts.loaded < 0.6, tick)
  facts["knows weapon"] = knows(w, bot, things.WEAPON, facts.armed < 0.9, tick)
  facts.scattered, facts.called = 0, 0
  local it = bot.squad > 0 and w.squads:assignment(bot.number)
  if it then
    local is_gathering = it.action == "regroup" or it.action == "retreat"
    facts.scattered = is_gathering and 1 or 0
    facts.called = it.action ~= "hold" and not is_gathering and 1 or 0
  end
  w.rules:set(bot.number, facts)
end

function bots.think(w, agent, tick)
  local bot = w.state.bots[agent]
  if not bot.is_alive then
    if agent <= w.state.active and tick >= bot.back_tick then appear(w, bot, tick) end
    return
  end
  perceive(w, bot, tick)
  review_tactic(w, bot, tick)
  if bot.is_possessed then
    bot.wish = mind.number.possessed
  else
    local _, decision = w.rules:decide(agent, tick)
    bot.wish = decision.action
  end
end

-- The machine follows the wish; then the state acts.
function bots.act(w, bot, tick)
  local state = w.machines:state(bot.number)
  bot.state = state
  if not bot.is_alive then return end
  if bot.idle_ticks >= 160 then return states.move_on(w, bot) end
  local act = states.act[state]
  if act then act(w, bot, tick) end
end

-- ---- moving ----

-- Positions as the crowd left them; a bot that means to move and does not is counted, and after four seconds
-- it goes elsewhere. A bot that stayed in one place for 7.5 seconds is told that its way is lost; after 8 seconds it moves
-- on, whatever its state.
function bots.follow_bodies(w, tick)
  local state = w.state
  for _, bot in ipairs(state.bots) do
    if bot.is_alive then
      local x, y = w.crowd:position(bot.body)
      local dx, dy = x - bot.x, y - bot.y
      bot.vx, bot.vy = dx * 20, dy * 20
      local step = wend.sqrt(dx * dx + dy * dy)
      if step < 1 then state.distance = state.distance + step end
      bot.x, bot.y = x, y
      if step > 0.02 then bot.heading = wend.atan2(dy, dx) end
      local ix, iy = x - bot.idle_x, y - bot.idle_y
      if ix * ix + iy * iy > 0.25 or bot.is_possessed then
        bot.idle_x, bot.idle_y, bot.idle_ticks = x, y, 0
      else
        bot.idle_ticks = bot.idle_ticks + 1
        if bot.idle_ticks > state.longest_still then state.longest_still, state.still_state = bot.idle_ticks, bot.state end
      end
      local motion = w.crowd:state(bot.body)
      if bot.idle_ticks == 150 and motion ~= "path_pending" then
        state.rescued = state.rescued + 1
        bot.is_lost = true
      end
      local is_going = motion == "moving" and not bot.is_strafing
      local sx, sy = x - bot.last_x, y - bot.last_y
      if not is_going or sx * sx + sy * sy > 0.25 then
        bot.last_x, bot.last_y, bot.still_ticks = x, y, 0
      else
        bot.still_ticks = bot.still_ticks + 1
        if bot.still_ticks > 20 then state.stuck_ticks = state.stuck_ticks + 1 end
        if bot.still_ticks > state.longest_stuck then state.longest_stuck = bot.still_ticks end
        if bot.still_ticks % 80 == 79 then
          state.rescued = state.rescued + 1
          bot.is_lost = true
        end
      end
    end
  end
end

return bots
