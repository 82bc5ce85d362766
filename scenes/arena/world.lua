-- The objects of the arena, made once, and `state`, the table of all that changes: what is not in the objects of
-- the library is numbers, texts and tables there.
local wend = require "wend"
local experience = require "arena.experience"
local mind = require "arena.mind"
local tactics = require "arena.tactics"
local things = require "arena.things"

local world = {}

world.radius = 0.45
world.speed, world.sprint = 5, 6.5 -- a bot that flees or fetches health runs, and does not shoot
world.ENEMY, world.ITEM, world.NOISE = 0, 1, 2 -- kinds of memories
world.CLAIM_ITEM, world.CLAIM_COVER = 1, 2
world.SIGHTING, world.HELP = 1, 2 -- types of telegrams

world.most_bots, world.most_teams = 32, 4

-- @param options level, seed, teams (0: each for itself), active (bots that play).
function world.make(options)
  local level, bots, seed = options.level, world.most_bots, options.seed
  local w = {level = level, options = options, seed = seed}

  w.crowd = wend.crowd{
    walls = level.walls, route_source = level.planner, max_bodies = bots, max_radius = world.radius,
    stuck_plan = {"yield", "back_off", "reroute"}, seed = seed,
  }
  w.senses = wend.senses{walls = level.walls, target_limit = 10, perception_limit = 16, tick_seconds = 0.05}
  w.profile = w.senses:add_profile{
    sight_range = 40, sight_angle = 2.1, peripheral_range = 12, peripheral_angle = 3.6,
    points = {"centre", "left", "right"}, notice_seconds = 0.15, notice_seconds_far = 0.6, forget_seconds = 1.5,
    hearing_threshold = 42,
  }
  w.memories = wend.memories{record_limit = 96, tick_seconds = 0.05}
  w.memories:set_kind(world.ENEMY, {half_life = 120, guess_seconds = 2, guess_distance = 8, weight = 2})
  w.memories:set_kind(world.ITEM, {half_life = 0})
  w.memories:set_kind(world.NOISE, {half_life = 60})
  w.reservations = wend.reservations{}
  w.items = wend.items()
  w.triggers = wend.triggers{items = w.items}
  w.rules = mind.make_rules(seed)
  w.messages = wend.messages{}
  w.cover = wend.cover{walls = level.walls, mesh = level.mesh, radius = world.radius, spacing = 2}
  w.cover:update()
  w.influence = wend.influence{grid = level.grid, block = 2, side_count = bots, half_life = 400}
  w.smell = wend.smell{grid = level.grid, trail_half_life = 200, trail_limit = 40}
  local info = level.grid:get_info()
  w.traffic = wend.traffic{width = info.width, height = info.height, cell_size = info.cell_size,
    origin = info.origin, half_life = 2400}
  w.squads = wend.squads{max_squads = world.most_teams, max_members = bots, mind = options.squad_mind}

  -- Two objects of tactics for each team: its members learn together. Without teams all bots share the first.
  w.tactics, w.dodges, w.predictors = {}, {}, {}
  for team = 1, world.most_teams do
    w.tactics[team] = wend.tactics{
      tactic_count = #tactics.list, context_count = tactics.contexts, history_limit = 1600,
      standard = 2, exploration = 0.05, seed = seed + team,
    }
    for context, means in ipairs(experience.means) do
      for tactic, mean in ipairs(means) do
        for _ = 1, experience.weight do w.tactics[team]:add(context - 1, tactic - 1, mean) end
      end
    end
    w.dodges[team] = wend.tactics{tactic_count = #tactics.dodges, history_limit = 400, exploration = 0.3, seed = seed + team}
  end
  for n = 1, bots do w.predictors[n] = wend.predictor{action_count = 3, length = 3, history_limit = 60} end

  local state = {
    bots = {}, rockets = {}, things = {}, shots = {}, noises = {}, thing_of_item = {}, bot_of_body = {},
    team_kills = {}, visits = {}, kills = 0, deaths = 0, taken = 0, covers = 0,
    distance = 0, shots_fired = 0, shots_hit = 0, stuck_ticks = 0, rescued = 0, looks = 0, rays = 0, heard = 0,
    teams = options.teams, active = options.active, longest_stuck = 0, longest_still = 0, still_state = "", outside = 0, tactic_tries = {}, tactic_scores = {}, possessed = 0,
  }
  for team = 1, bots do state.team_kills[team] = 0 end
  for i = 1, #mind.states do state.visits[i] = 0 end
  for i = 1, #tactics.list do state.tactic_tries[i], state.tactic_scores[i] = 0, 0 end
  w.state = state

  for i, thing in ipairs(level.things) do
    local kind = things.kinds[thing.name]
    local item = w.items:add(thing.x, thing.y, {tag = kind.tag, user = i})
    local source = w.senses:add_source{
      position = {thing.x, thing.y, 0}, radius = 0.3, height = 0.6, tag = 100 + i, user = i,
    }
    local trigger = w.triggers:add{kind = "take", x = thing.x, y = thing.y, radius = 0.7, item = item,
      tag = kind.tag, user = i, sleep_ticks = kind.back * 20}
    state.things[i] = {x = thing.x, y = thing.y, name = thing.name, item = item, source = source, trigger = trigger}
    state.thing_of_item[item] = i
  end
  return w
end

return world
