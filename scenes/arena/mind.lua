-- What bots decide: the facts that they perceive, rules that choose what to do, and the machine of their states.
-- What is done in a state is the subject of states.lua.
local wend = require "wend"

local mind = {}

-- The states, in the order of their numbers: the rules' actions are the same numbers.
mind.states = {
  "explore", "attack", "chase", "search", "cover", "flee", "health", "ammo", "weapon", "regroup", "order",
  "possessed", "dead",
}
mind.number = {}
for i, name in ipairs(mind.states) do mind.number[name] = i end

-- Facts, all from 0 to 1 but for enemies. The last six are the numbers of the bot's tactic.
mind.facts = {
  "health",     -- 1: in full health
  "armed",      -- 1: nothing better to find
  "loaded",     -- 1: enough ammunition
  "can shoot",  -- 1: it has a weapon for this distance
  "enemies",    -- that it sees now
  "odds",       -- its strength as part of its own and its enemies'
  "far",        -- distance of its target, as part of the farthest that it can shoot
  "hurt",       -- 1: it was hit just now
  "trace",      -- how certain it is of where an enemy is that it does not see
  "fresh",      -- 1: it saw that enemy just now
  "knows health", "knows ammo", "knows weapon", -- 1: it remembers one that is free
  "scattered",  -- 1: its squad gathers or retreats
  "called",     -- 1: its squad sends it somewhere
  "flee", "heal", "cover", "courage", "arm", "chase",
}

local needed = {{"enemies", ">=", 1}}
local function inverse(fact, slope) return {fact = fact, slope = -(slope or 1), base = 1} end

local rules = {
  {name = "attack", weight = 0.8, conditions = {{"enemies", ">=", 1}, {"can shoot", ">=", 1}, {fact = "odds", is = ">=", other = "courage"}},
    considerations = {{fact = "odds", slope = 0.5, base = 0.5}, inverse("far", 0.5)}, inertia = 0.1},
  {name = "chase", weight = 0.7, conditions = {{"enemies", ">=", 1}},
    considerations = {{fact = "chase"}, {fact = "armed", slope = 0.5, base = 0.5}, {fact = "odds", slope = 0.5, base = 0.5}}, inertia = 0.05},
  {name = "pursue", action = "chase", weight = 0.6, conditions = {{"enemies", "<", 1}, {"fresh", ">=", 1}},
    considerations = {{fact = "chase"}, {fact = "health", slope = 0.6, base = 0.4}}},
  {name = "search", weight = 0.4, conditions = {{"enemies", "<", 1}, {"trace", ">", 0.05}},
    considerations = {{fact = "trace", slope = 0.5, base = 0.5}, {fact = "health", slope = 0.5, base = 0.5}}, inertia = 0.05},
  {name = "cover", weight = 1.5, conditions = needed,
    considerations = {{fact = "cover"}, {fact = "hurt", slope = 0.5, base = 0.5}, inverse("odds")}, inertia = 0.15, duration = 120, cooldown = 80},
  {name = "flee", weight = 1.2, conditions = {{"enemies", ">=", 1}, {fact = "health", is = "<", other = "flee", hysteresis = 0.1}},
    considerations = {inverse("health", 0.5)}, inertia = 0.2},
  {name = "run", action = "flee", weight = 1, conditions = {{"enemies", ">=", 1}, {fact = "odds", is = "<", other = "courage"}},
    considerations = {inverse("odds", 0.6)}, inertia = 0.1},
  {name = "health", weight = 0.9, conditions = {{fact = "health", is = "<", other = "heal", hysteresis = 0.1}, {"knows health", ">=", 1}},
    considerations = {inverse("health", 0.9), {fact = "enemies", slope = -0.6, base = 1, high = 2}}, inertia = 0.1},
  {name = "ammo", weight = 0.7, conditions = {{"knows ammo", ">=", 1}, {"loaded", "<", 0.6}},
    considerations = {inverse("loaded"), {fact = "enemies", slope = -0.6, base = 1, high = 2}}, inertia = 0.1},
  {name = "weapon", weight = 0.8, conditions = {{"knows weapon", ">=", 1}, {"armed", "<", 0.9}},
    considerations = {inverse("armed", 0.7), {fact = "arm", slope = 0.8, base = 0.2}, {fact = "enemies", slope = -0.6, base = 1, high = 2}}, inertia = 0.1},
  {name = "regroup", weight = 0.75, conditions = {{"scattered", ">=", 1}}},
  {name = "order", weight = 0.3, conditions = {{"called", ">=", 1}, {"enemies", "<", 1}}, inertia = 0.05},
  {name = "explore", weight = 0.05},
}

for _, rule in ipairs(rules) do rule.action = mind.number[rule.action or rule.name] end

function mind.make_rules(seed)
  return wend.rules{facts = mind.facts, rules = rules, choice = "best", idle_action = mind.number.explore, seed = seed}
end

-- One state for each action. What the rules wish leads from any state to any other; death and possession
-- come first. @param enter, exit functions of (agent, name of the state, tick).
function mind.make_machines(enter, exit, bots)
  local states, transitions = {}, {}
  for i, name in ipairs(mind.states) do
    states[i] = {
      name = name,
      min_ticks = (name == "dead" or name == "possessed") and 0 or 6,
      enter = function(agent, turn) enter(agent, name, turn.tick) end,
      exit = function(agent, turn) exit(agent, name, turn.tick) end,
    }
    transitions[i] = {
      from = "any", to = name, priority = name == "dead" and 2 or name == "possessed" and 1 or 0,
      conditions = {{fact = "wish", compare = "==", value = i}},
    }
  end
  states[#states + 1] = {name = "any", is_global = true}
  return wend.machines{
    states = states, transitions = transitions, facts = {"wish"}, initial = "dead",
    max_agents = bots, record_limit = 256,
  }
end

return mind
