-- What bots fight with, and what lies about: numbers of the game, all of them in one place.
local things = {}

-- Weapons, the worst first. `rate` is ticks between shots; `aim` the chance to hit a target in the open
-- at no distance, and `reach` the distance at which it is halved; `best` the distance that it is fought at.
things.weapons = {
  {name = "pistol", ammo = "bullets", damage = 9, rate = 7, aim = 0.8, reach = 16, best = 9, range = 40, loudness = 80},
  {name = "shotgun", ammo = "shells", damage = 42, rate = 20, aim = 0.95, reach = 7, best = 3.5, range = 22, loudness = 88},
  {name = "chaingun", ammo = "bullets", damage = 10, rate = 3, aim = 0.7, reach = 18, best = 11, range = 45, loudness = 85},
  {name = "rocket launcher", ammo = "rockets", damage = 70, rate = 20, aim = 1, reach = 14, best = 12, range = 40,
    loudness = 92, speed = 18, blast = 3},
}

things.start_ammo = {bullets = 50, shells = 0, rockets = 0}
things.most_ammo = {bullets = 200, shells = 50, rockets = 30}
things.health, things.most_health, things.most_armour = 100, 200, 100

-- Tags of items say what need they meet.
things.HEALTH, things.AMMO, things.WEAPON = 1, 2, 3

-- What a thing gives, and the seconds until it is back.
things.kinds = {
  ["stimpack"] = {tag = things.HEALTH, health = 15, back = 20, colour = "green"},
  ["medikit"] = {tag = things.HEALTH, health = 30, back = 25, colour = "green"},
  ["soul sphere"] = {tag = things.HEALTH, health = 100, top = true, back = 60, colour = "cyan"},
  ["armour"] = {tag = things.HEALTH, armour = 50, back = 40, colour = "teal"},
  ["bullets"] = {tag = things.AMMO, ammo = "bullets", amount = 30, back = 20, colour = "yellow"},
  ["shells"] = {tag = things.AMMO, ammo = "shells", amount = 10, back = 20, colour = "yellow"},
  ["rockets"] = {tag = things.AMMO, ammo = "rockets", amount = 6, back = 30, colour = "yellow"},
  ["shotgun"] = {tag = things.WEAPON, weapon = 2, amount = 10, back = 25, colour = "purple"},
  ["chaingun"] = {tag = things.WEAPON, weapon = 3, amount = 50, back = 30, colour = "purple"},
  ["rocket launcher"] = {tag = things.WEAPON, weapon = 4, amount = 6, back = 45, colour = "purple"},
}

-- True if a bot can use a thing of a kind.
function things.is_useful(bot, kind)
  if kind.health then return bot.health < (kind.top and things.most_health or things.health) end
  if kind.armour then return bot.armour < things.most_armour end
  if kind.ammo then return bot.ammo[kind.ammo] < things.most_ammo[kind.ammo] end
  local ammo = things.weapons[kind.weapon].ammo
  return not bot.weapons[kind.weapon] or bot.ammo[ammo] < things.most_ammo[ammo]
end

local function add_ammo(bot, ammo, amount)
  bot.ammo[ammo] = math.min(bot.ammo[ammo] + amount, things.most_ammo[ammo])
end

-- @return what it is worth to the bot, as health is.
function things.give(bot, kind)
  local before = bot.health + bot.armour
  if kind.health then
    local most = kind.top and things.most_health or things.health
    bot.health = math.max(bot.health, math.min(bot.health + kind.health, most))
  end
  if kind.armour then bot.armour = math.min(bot.armour + kind.armour, things.most_armour) end
  local worth = 0.6 * (bot.health + bot.armour - before)
  if kind.ammo then
    add_ammo(bot, kind.ammo, kind.amount)
    worth = 5
  end
  if kind.weapon then
    worth = bot.weapons[kind.weapon] and 5 or 60
    bot.weapons[kind.weapon] = true
    add_ammo(bot, things.weapons[kind.weapon].ammo, kind.amount)
  end
  return worth
end

-- The best of its weapons for a distance: the most damage a tick that it can expect. 0: it has no ammunition.
function things.best_weapon(bot, distance)
  local best, best_value = 0, 0
  for i, weapon in ipairs(things.weapons) do
    local is_safe = not weapon.blast or distance > 1.4 * weapon.blast
    if bot.weapons[i] and bot.ammo[weapon.ammo] > 0 and distance < weapon.range and is_safe then
      local value = weapon.damage / weapon.rate * things.chance(weapon, distance)
      if value > best_value then best, best_value = i, value end
    end
  end
  return best, best_value
end

function things.chance(weapon, distance)
  local part = distance / weapon.reach
  return weapon.aim / (1 + part * part)
end

return things
