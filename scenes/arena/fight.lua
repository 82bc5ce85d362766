-- Shots, rockets and noises.
local wend = require "wend"
local bots = require "arena.bots"
local things = require "arena.things"
local world = require "arena.world"

local fight = {}

local function unit(w, bot, tick, stream) return wend.random_unit(w.seed, bot.number + 100 * stream, tick) end

local function noise(w, bot, loudness)
  w.senses:add_noise{position = {bot.x, bot.y, 1.5}, loudness = loudness, source = bot.source, team = bot.team, user = bot.number}
end

-- The chance falls with the distance and with what is hidden of the target; a target that steps aside is missed,
-- unless its opponents expected the step.
local function hits(w, bot, enemy, weapon, sight, tick)
  local chance = things.chance(weapon, sight.distance) * sight.fraction
  if enemy.step ~= 0 then chance = chance * (enemy.is_expected and 0.9 or 0.6) end
  if enemy.state == "flee" or enemy.state == "health" then chance = chance * 0.55 end
  if not bot.is_strafing and w.crowd:state(bot.body) == "moving" then chance = chance * 0.75 end
  return unit(w, bot, tick, 1) < chance
end

local function launch(w, bot, enemy, weapon, distance, tick)
  local seconds = distance / weapon.speed
  local x, y = enemy.x + (enemy.vx or 0) * seconds, enemy.y + (enemy.vy or 0) * seconds
  local dx, dy = x - bot.x, y - bot.y
  local far = wend.sqrt(dx * dx + dy * dy) + 0.01
  w.state.rockets[#w.state.rockets + 1] = {
    x = bot.x + 0.6 * dx / far, y = bot.y + 0.6 * dy / far, vx = dx / far * weapon.speed * 0.05, vy = dy / far * weapon.speed * 0.05,
    by = bot.number, left = 50,
  }
end

local function shoot(w, bot, tick)
  local enemy, weapon = w.state.bots[bot.target], things.weapons[bot.weapon]
  if not enemy.is_alive or not weapon or bot.ammo[weapon.ammo] <= 0 then return end
  local is_seen, sight = w.senses:can_see(bot.observer, enemy.source)
  if not is_seen or sight.hittable == 0 or sight.distance > weapon.range then return end
  if weapon.blast and sight.distance < weapon.blast then return end
  local state = w.state
  bot.ammo[weapon.ammo] = bot.ammo[weapon.ammo] - 1
  bot.ready_tick = tick + weapon.rate
  state.shots_fired = state.shots_fired + 1
  noise(w, bot, weapon.loudness)
  if weapon.speed then return launch(w, bot, enemy, weapon, sight.distance, tick) end
  local is_hit = hits(w, bot, enemy, weapon, sight, tick)
  state.shots[#state.shots + 1] = {x = bot.x, y = bot.y, to_x = enemy.x, to_y = enemy.y, tick = tick, is_hit = is_hit}
  if is_hit then
    state.shots_hit = state.shots_hit + 1
    bots.hurt(w, enemy, weapon.damage * (0.7 + 0.6 * unit(w, bot, tick, 2)), bot.number, tick)
  end
end

local function explode(w, rocket, tick)
  local weapon = things.weapons[4]
  w.crowd:apply_explosion{x = rocket.x, y = rocket.y, radius = weapon.blast, impulse = 120, is_shielded = true}
  w.state.shots[#w.state.shots + 1] = {x = rocket.x, y = rocket.y, tick = tick, blast = weapon.blast}
  for _, bot in ipairs(w.state.bots) do
    if bot.is_alive then
      local dx, dy = bot.x - rocket.x, bot.y - rocket.y
      local far = wend.sqrt(dx * dx + dy * dy)
      if far < weapon.blast and w.level.walls:can_see(rocket.x, rocket.y, bot.x, bot.y, "shot") then
        bots.hurt(w, bot, weapon.damage * (1 - far / weapon.blast) * (bot.number == rocket.by and 0.5 or 1), rocket.by, tick)
      end
    end
  end
end

-- One step of a rocket: to a wall, or to a bot on its way.
local function fly(w, rocket, tick)
  local to_x, to_y = rocket.x + rocket.vx, rocket.y + rocket.vy
  local hit = w.level.walls:ray(rocket.x, rocket.y, to_x, to_y, "shot")
  if hit then
    rocket.x, rocket.y = rocket.x + rocket.vx * hit.fraction * 0.9, rocket.y + rocket.vy * hit.fraction * 0.9
    return true
  end
  rocket.x, rocket.y, rocket.left = to_x, to_y, rocket.left - 1
  for _, bot in ipairs(w.state.bots) do
    if bot.is_alive and bot.number ~= rocket.by then
      local dx, dy = bot.x - to_x, bot.y - to_y
      if dx * dx + dy * dy < 0.64 then return true end
    end
  end
  return rocket.left <= 0
end

-- Bots in some states shoot at what they see; those that flee or fetch in haste do not turn around.
local shooting = {attack = true, chase = true, cover = true, search = true, explore = true, order = true,
  regroup = true, possessed = true, weapon = true, ammo = true}
fight.shooting = shooting

function fight.tick(w, tick)
  local state = w.state
  local shots = {}
  for _, shot in ipairs(state.shots) do
    if tick - shot.tick < 4 then shots[#shots + 1] = shot end
  end
  state.shots = shots
  for _, bot in ipairs(state.bots) do
    if bot.is_alive and bot.target > 0 and tick >= bot.ready_tick and shooting[bot.state] then shoot(w, bot, tick) end
    if bot.is_alive and (tick + bot.number) % 16 == 0 and w.crowd:state(bot.body) == "moving" then noise(w, bot, 58) end
  end
  local flying = {}
  for _, rocket in ipairs(state.rockets) do
    if fly(w, rocket, tick) then explode(w, rocket, tick) else flying[#flying + 1] = rocket end
  end
  state.rockets = flying
end

-- Things that were touched and are of use. Triggers and items that were placed by hand in the window are none of them.
function fight.take_things(w, tick)
  local state, agents = w.state, {}
  for _, bot in ipairs(state.bots) do
    if bot.is_alive then agents[#agents + 1] = {agent = bot.number, x = bot.x, y = bot.y, radius = world.radius} end
  end
  w.triggers:update(tick, agents, nil, fight.accept)
  for _, event in ipairs(w.triggers:events()) do
    local thing = state.things[event.user]
    if thing and event.type == "taken" then
      local bot = state.bots[event.agent]
      bot.gained = bot.gained + things.give(bot, things.kinds[thing.name])
      state.taken = state.taken + 1
      w.senses:set_source(thing.source, {is_active = false})
    elseif thing and event.type == "woke" then
      w.senses:set_source(thing.source, {is_active = true})
    end
  end
end

function fight.bind(w)
  local number_of = {}
  for i, thing in ipairs(w.state.things) do number_of[thing.trigger] = i end
  fight.accept = function(trigger, agent)
    local thing = w.state.things[number_of[trigger]]
    return thing ~= nil and things.is_useful(w.state.bots[agent], things.kinds[thing.name])
  end
end

return fight
