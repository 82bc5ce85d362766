-- The arena: bots play deathmatch, each by its own mind, alone or in squads.
--
-- They explore, see, hear, feel, remember and smell; rules choose what each does next, a machine keeps its state, and
-- the tactics that fared best are chosen again. A right click sends the bots that are selected: they are possessed
-- until the key `u`, or until they have waited at their goal for a while.
--
-- wend run scenes/arena.lua --read FOLDER --set wad=FOLDER/freedoom2.wad,level=MAP07,bots=32,teams=4
local wend = require "wend"
local bots = require "arena.bots"
local fight = require "arena.fight"
local levels = require "arena.levels"
local mind = require "arena.mind"
local show = require "arena.show"
local squads = require "arena.squads"
local states = require "arena.states"
local tactics = require "arena.tactics"
local world = require "arena.world"

local options = {active = 16, teams = 2, seed = wend.args.seed, patience = 5}
options.level = levels.build(wend.parameter("wad"), wend.parameter("level", "MAP01"), world.radius, world.most_bots)

local function slider(name, from, to, value) return {name = name, from = from, to = to, value = value} end
local sliders = {
  slider("bots", 2, world.most_bots, options.active),
  slider("teams", 0, world.most_teams, options.teams), -- 0 and 1: each for itself
  slider("tactic", 0, #tactics.list, 0), -- 0: as they fared; 1 to 4: bots follow that one
  slider("dodge", 0, #tactics.dodges, 0), -- 0: as they surprised; 1 to 3: bots step aside in that way
  slider("rival", 0, #tactics.list, 0), -- the one that the second team follows instead, if it is not 0
  slider("cones", 0, 1, 0), slider("sight", 0, 1, 1), slider("memory", 0, 1, 0), slider("states", 0, 1, 1),
  slider("danger", 0, 1, 0),
}
local by_name = {}
for _, it in ipairs(sliders) do by_name[it.name] = it end

function options.fixed_tactic(team)
  local tactic, rival = math.floor(by_name.tactic.value + 0.5), math.floor(by_name.rival.value + 0.5)
  return team == 1 and rival > 0 and rival or tactic
end

-- Bots with a fixed tactic learn nothing.
function options.fixed_dodge(team)
  local dodge = math.floor(by_name.dodge.value + 0.5)
  return dodge == 0 and options.fixed_tactic(team) > 0 and 1 or dodge
end

local w
options.squad_mind = function(squad, tick, order) return squads.mind(w)(squad, tick, order) end
w = world.make(options)
w.profile_view = 2.1
w.machines = mind.make_machines(
  function(agent, name, tick)
    local bot = w.state.bots[agent]
    w.state.visits[mind.number[name]] = w.state.visits[mind.number[name]] + 1
    bot.state = name
    if bot.is_alive and states.enter[name] then states.enter[name](w, bot, tick) end
  end,
  function(agent, name, tick)
    local bot = w.state.bots[agent]
    if bot.is_alive and states.leave[name] then states.leave[name](w, bot, tick) end
  end, world.most_bots)
local thinking = {}
w.minds = wend.minds{think = function(agent, turn)
  bots.think(w, agent, turn.tick)
  thinking[#thinking + 1] = agent
end}
squads.make_all(w)
bots.add_all(w)
fight.bind(w)

-- Sliders act at the beginning of a tick.
local function take_sliders(tick)
  local state = w.state
  local active, teams = math.floor(by_name.bots.value + 0.5), math.floor(by_name.teams.value + 0.5)
  teams = teams == 1 and 0 or teams
  if teams ~= state.teams then
    state.teams, state.active = teams, active
    bots.take_sides(w, tick)
  elseif active ~= state.active then
    state.active = active
    for n = active + 1, #state.bots do
      if state.bots[n].is_alive then bots.die(w, state.bots[n], tick) end
    end
  end
end

local function on_tick(tick)
  local state = w.state
  take_sliders(tick)
  bots.follow_bodies(w, tick)
  w.senses:follow_crowd(w.crowd)
  for _, bot in ipairs(state.bots) do
    if bot.is_alive then
      local enemy = bot.target > 0 and fight.shooting[bot.state] and state.bots[bot.target]
      if enemy and enemy.is_alive then
        bot.heading = wend.atan2(enemy.y - bot.y, enemy.x - bot.x)
        w.senses:move_observer(bot.observer, {bot.x, bot.y, 0}, bot.heading)
      elseif bot.look_until > 0 and bot.state == "search" then
        bot.heading = bot.look % 6.28
        w.senses:move_observer(bot.observer, {bot.x, bot.y, 0}, bot.heading)
      end
      if tick % 4 == 0 then w.smell:move(bot.smell, bot.x, bot.y) end
    end
  end
  w.memories:set_tick(tick)
  w.smell:set_tick(tick)
  w.reservations:update(tick)
  w.senses:update()
  bots.take_events(w)
  local info = w.senses:info()
  state.looks, state.rays = state.looks + info.looks, state.rays + info.rays
  w.messages:deliver(tick, function(agent, telegram) return bots.receive(w, agent, telegram) end)
  if tick % 10 == 0 then
    w.traffic:set_tick(tick)
    w.traffic:add_crowd(w.crowd)
    squads.update(w, tick)
  end
  if tick % 20 == 0 then
    for _, bot in ipairs(state.bots) do
      if bot.is_alive then
        w.influence:move(bot.influence, bot.x, bot.y)
        if not options.level.mesh:locate(bot.x, bot.y) then state.outside = state.outside + 1 end
      end
    end
    w.influence:set_tick(tick)
    w.influence:update()
  end
  thinking = {}
  w.minds:update()
  for _, agent in ipairs(thinking) do w.machines:set_fact(agent, "wish", state.bots[agent].wish) end
  w.machines:update(tick)
  for _, agent in ipairs(thinking) do bots.act(w, state.bots[agent], tick) end
  fight.tick(w, tick)
  if tick % 2 == 0 then fight.take_things(w, tick) end
  w.smell:update()
end

local function bot_of(body) return w.state.bots[w.state.bot_of_body[body] or 0] end

local function figures()
  local state, visited = w.state, 0
  for i = 1, #mind.states do visited = visited + (state.visits[i] > 0 and 1 or 0) end
  local out = {
    kills = state.kills, deaths = state.deaths, items = state.taken, distance = state.distance, states_visited = visited,
    covers = state.covers, shots = state.shots_fired, hits = state.shots_hit, heard = state.heard, looks = state.looks, rays = state.rays,
    stuck_seconds = state.stuck_ticks * 0.05, longest_stuck = state.longest_stuck * 0.05,
    longest_still = state.longest_still * 0.05, still_state = state.still_state, rescued = state.rescued,
    outside = state.outside,
  }
  for i, name in ipairs(mind.states) do out["state_" .. name] = state.visits[i] end
  for team = 1, math.max(state.teams, 1) do
    for i, way in ipairs(tactics.dodges) do
      local info = w.dodges[team]:get(0, i - 1)
      out[string.format("surprises_%d_%s", team, way.name)] = info.mean
    end
  end
  for i, tactic in ipairs(tactics.list) do
    out["tries_" .. tactic.name] = state.tactic_tries[i]
    out["score_" .. tactic.name] = state.tactic_tries[i] > 0 and state.tactic_scores[i] / state.tactic_tries[i] or 0
  end
  for team = 1, state.teams do out["kills_" .. team] = state.team_kills[team] end
  return out
end

local team_names = {"blue", "red", "green", "orange"}

local function text()
  local state, parts, visited = w.state, {}, 0
  for team = 1, state.teams do parts[team] = team_names[team] .. " " .. state.team_kills[team] end
  for i, name in ipairs(mind.states) do visited = visited + (name ~= "possessed" and state.visits[i] > 0 and 1 or 0) end
  return string.format("%d kills%s, %d things taken, %d of %d states", state.kills,
    #parts > 0 and " (" .. table.concat(parts, ", ") .. ")" or "", state.taken, visited, #mind.states - 1)
end

-- All that is saved in mid-run beside `state`.
local objects = {}
for _, name in ipairs{"senses", "memories", "reservations", "items", "triggers", "rules", "machines", "minds", "messages",
  "cover", "influence", "smell", "traffic", "squads"} do
  objects[name] = w[name]
end
for team, object in ipairs(w.tactics) do objects["tactics_" .. team] = object end
for team, object in ipairs(w.dodges) do objects["dodges_" .. team] = object end
for n, object in ipairs(w.predictors) do objects["predictor_" .. n] = object end

return wend.scene{
  title = "Arena",
  crowd = w.crowd, walls = options.level.walls, planner = options.level.planner,
  planner_budget = 100000, -- the largest levels have long paths, and all bots ask for one at the beginning
  view = options.level.view,
  ticks = 2400,
  sliders = sliders,
  on_tick = on_tick,
  on_arrive = function(body)
    local bot = bot_of(body)
    if bot then bot.has_arrived = true end
  end,
  on_no_path = function(body)
    local bot = bot_of(body)
    if bot then bot.is_lost = true end
  end,
  on_given_up = function(body)
    local bot = bot_of(body)
    if bot then bot.is_lost = true end
  end,
  on_order = function(bodies, x, y)
    for _, body in ipairs(bodies) do
      local bot = bot_of(body)
      if bot then
        bot.is_possessed, bot.is_sent, bot.wanted_x, bot.wanted_y, bot.free_tick = true, true, x, y, 1 << 40
        w.state.possessed = w.state.possessed + 1
      end
    end
  end,
  on_key = function(key)
    if key ~= "u" then return end
    for _, bot in ipairs(w.state.bots) do bot.is_possessed = false end
  end,
  draw = function(pen)
    show.draw(pen, w, {
      cones = function() return by_name.cones.value > 0.5 end, sight = function() return by_name.sight.value > 0.5 end,
      memory = function() return by_name.memory.value > 0.5 end, states = function() return by_name.states.value > 0.5 end,
      danger = function() return by_name.danger.value > 0.5 end,
    })
  end,
  text = text,
  figures = figures,
  objects = objects, state = w.state,
}
