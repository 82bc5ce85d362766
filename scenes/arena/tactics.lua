-- The four tactics: numbers that the rules read. Which one a bot follows is chosen for each of its engagements
-- (wend.tactics) by how the tactics fared in the same situation, or fixed by the scene's slider.
local tactics = {}

-- `flee`, `heal`: below this part of its health a bot runs, and looks for health. `cover`: how much it likes
-- cover, `courage`: odds at which it still fights, `press`: of its weapon's best distance, that it fights at.
-- `arm`: how much it wants a better weapon.
tactics.list = {
  {name = "defensive", flee = 0.55, heal = 0.95, cover = 0.9, courage = 0.5, press = 1.3, arm = 1, chase = 0.1},
  {name = "balanced", flee = 0.35, heal = 0.7, cover = 0.5, courage = 0.38, press = 1.0, arm = 0.5, chase = 0.5},
  {name = "offensive", flee = 0.2, heal = 0.35, cover = 0.2, courage = 0.25, press = 0.9, arm = 0.1, chase = 0.8},
  {name = "all-out", flee = 0, heal = 0.2, cover = 0, courage = 0, press = 0.5, arm = 0, chase = 1},
}

-- What a bot knows of its situation when it chooses: its health, its arms, and whether it sees enemies that are
-- weaker or stronger.
tactics.contexts = 27
function tactics.context(bot)
  local health = bot.health < 40 and 0 or bot.health < 80 and 1 or 2
  local arms = bot.best_weapon <= 1 and 0 or bot.best_weapon == 2 and 1 or 2
  local enemies = bot.seen_count == 0 and 0 or bot.odds < 0.45 and 1 or 2
  return (health * 3 + arms) * 3 + enemies
end

-- Ways to step aside in a fight. Bots with a fixed tactic keep to the first, a habit; an adaptive team learns which way is
-- expected least (wend.tactics, too). `habit`: how often a step is to the other side than the last one; `stand`: how often
-- any other step is none; `counters`: to the side that the opponents do not expect.
tactics.dodges = {
  {name = "habit", habit = 0.75, stand = 0.33},
  {name = "feint", habit = 0, stand = 0},
  {name = "counter", habit = 0, stand = 0, counters = true},
}

return tactics
