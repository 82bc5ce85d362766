-- A scene with an object of every kind that can be saved, all of which change in each tick. Its functions hold the objects and parts
-- of the state in variables of their own.
local wend = require "wend"

local grid = wend.grid{width = 30, height = 20}
grid:fill(0, 14, 4, 1, 12, 255)
local walls = wend.walls()
walls:add_segment(5, 5, 10, 5)
local graph = wend.graph()
graph:add_node{x = 2, y = 2}
graph:add_node{x = 20, y = 2}
graph:add_edge(0, 1)
local items = wend.items()
local packs = {}
for i = 1, 6 do packs[i] = items:add(i * 4, 3 + i * 2, {tag = 1}) end
local planner = wend.planner{grid = grid}
local crowd = wend.crowd{grid = grid, walls = walls, max_bodies = 24, route_source = planner}
local bodies = {}
for i = 1, 12 do bodies[i] = crowd:add_body{x = 2 + i % 4, y = 6 + i // 4 * 2, group = i % 2, user = i} end

local state = {score = {0, 0}, log = {}, best = {name = "", value = 0.1}}
state.door = walls:add_segment(20, 8, 24, 8)
local score, log = state.score, state.log

local o = {}
o.items = items
o.reservations = wend.reservations{capacity = 1}
o.cover = wend.cover{walls = walls, cell_size = 5}
o.triggers = wend.triggers{items = items, cell_size = 3}
o.senses = wend.senses{walls = walls, react = function(event) score[2] = score[2] + 1 end}
o.senses:add_profile{sight_range = 20}
o.memories = wend.memories{record_limit = 6}
o.markers = wend.markers{marker_limit = 9}
o.smell = wend.smell{grid = grid}
o.predictor = wend.predictor{action_count = 3}
o.tactics = wend.tactics{tactic_count = 3, seed = 5}
o.machines = wend.machines{
  facts = {"x"},
  states = {{name = "west", enter = function(agent) log[#log % 20 + 1] = {agent = agent, at = "west"} end},
            {name = "east", enter = function() score[1] = score[1] + 1 end}},
  transitions = {{from = "west", to = "east", conditions = {{fact = "x", compare = ">", value = 10}}},
                 {from = "east", to = "west", conditions = {{fact = "x", compare = "<", value = 8}}}},
}
o.messages = wend.messages{}
o.squads = wend.squads{max_squads = 4, max_members = 12}
o.rules = wend.rules{
  facts = {"x", {name = "noise", call = function(agent) return agent / 16 end}},
  rules = {{name = "flee", considerations = {{fact = "x", low = 0, high = 30}}}, {name = "hide", considerations = {{fact = "noise"}}}},
  choice = "weighted",
}
o.terrain = wend.terrain_analysis{grid = grid, min_area = 4}
o.terrain:update()
o.traffic = wend.traffic{width = 30, height = 20, half_life = 10}
o.influence = wend.influence{grid = grid}
o.minds = wend.minds{think = function(agent, turn) return string.char(agent, turn.tick % 256) end, decision_bytes = 4}
o.known = wend.explored_map{like = grid}
o.predictor_of_nobody = wend.predictor{action_count = 2}

local sources, sites = {}, {}
local observers, scents = {}, {}
state.observers, state.scents, state.sites, state.sources = observers, scents, sites, sources
local squad = o.squads:add()
for i = 1, 12 do
  sources[i] = o.senses:add_source{position = {0, 0}, user = i}
  observers[i] = o.senses:add_observer{position = {0, 0}, heading = 0, profile = 0, user = i, self = sources[i]}
  o.memories:add_agent(i)
  o.machines:add_agent(i)
  o.messages:add_agent(i)
  o.rules:add(i)
  o.minds:add{agent = i, period = 3}
  sites[i] = o.influence:add{x = 1, y = 1, strength = i, radius = 4, side = i % 2}
  if i <= 3 then scents[i] = o.smell:add_source{x = 1, y = 1, radius = 3, intensity = 1, leaves_trail = true} end
  if i <= 6 then o.squads:join(squad, {agent = i, kind = "tough"}) end
end
for i = 1, 4 do o.triggers:add{kind = "take", item = packs[i], radius = 1, sleep_ticks = 20} end
o.triggers:add{kind = "area", x = 20, y = 10, radius = 4, is_repeated = true}

local speed = {name = "speed", from = 0.5, to = 3, value = 1}
speed.on_change = function(value) for _, body in ipairs(crowd:list_bodies()) do crowd:set_body(body, {speed = value}) end end

local function act(tick)
  local agents = {}
  o.memories:set_tick(tick)
  o.markers:set_tick(tick)
  o.smell:set_tick(tick)
  o.traffic:set_tick(tick)
  o.influence:set_tick(tick)
  for i, body in ipairs(bodies) do
    local at = crowd:get_body(body)
    local x, y = at.x, at.y
    agents[i] = {agent = i, x = x, y = y, radius = 0.4}
    o.senses:move_source(sources[i], {x, y})
    o.senses:move_observer(observers[i], {x, y}, i + tick / 10)
    o.machines:set_fact(i, "x", x)
    o.rules:set(i, "x", x)
    o.messages:set_position(i, x, y)
    o.influence:move(sites[i], x, y)
    o.traffic:add(x, y)
    if scents[i] then o.smell:move(scents[i], x, y) end
    if i <= 6 then o.squads:set_state(i, {position = {x, y}, health = 1, is_alive = true}) end
  end
  local who = math.random(12)
  local at = agents[who]
  o.senses:add_noise{position = {at.x, at.y}, loudness = 60 + math.random() * 20}
  o.senses:update()
  o.memories:observe(who, {subject = tick % 7, kind = 1, x = at.x, y = at.y})
  o.markers:add{x = at.x, y = at.y, kind = who % 4, lifetime = 30}
  o.smell:update()
  o.predictor:add(math.random(0, 2))
  o.tactics:add(0, o.tactics:choose(0), math.random())
  o.machines:update(tick)
  o.messages:send{receiver = who, type = 1, delay = who % 5}
  o.messages:deliver(tick, function() score[1] = score[1] + 1 end)
  o.squads:set_order(squad, {kind = "move", at = {at.x, at.y}})
  o.squads:update(tick)
  o.rules:update(tick)
  o.influence:update()
  o.minds:update()
  o.triggers:update(tick, agents)
  for _, event in ipairs(o.triggers:events()) do log[#log % 20 + 1] = {type = event.type, tick = tick} end
  o.reservations:claim{kind = 1, key = who, agent = tick % 12, ticks = 9}
  o.reservations:update(tick)
  o.cover:update()
  o.known:report(grid:node_at(at.x, at.y), 1 + who, tick)
  if tick % 10 == who % 10 then crowd:set_goal(bodies[who], 1.5 + math.random(0, 27), 1.5 + math.random(0, 17)) end
  if at.x > state.best.value then state.best = {name = "body " .. who, value = at.x} end
end

return wend.scene{
  title = "Everything",
  crowd = crowd, grid = grid, walls = walls, graph = graph, planner = planner, objects = o, state = state,
  sliders = {speed},
  on_tick = function(tick)
    act(tick)
    if wend.args.seed == 2 then
      -- Edits of the world too.
      if tick % 15 == 3 then grid:set_cost(0, math.random(0, 29), math.random(0, 2), math.random(1, 9)) end
      if tick == 30 then grid:add_stamp{x = 17, y = 10, width = 2, height = 2, cost = 255} end
      if tick == 40 then walls:set_stops(state.door, {"sight"}) end
      if tick == 50 then
        walls:remove(state.door)
        state.door = walls:add_segment(20, 12, 24, 12)
      end
      if tick == 35 then graph:add_node{x = 9, y = 9} end
      if tick == 45 then
        items:remove(packs[6])
        items:add(9, 9, {tag = 2})
      end
    end
  end,
  figures = function() return {score = score[1], heard = score[2], best = state.best.name} end,
}
