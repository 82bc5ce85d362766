-- What bots do in each state: `enter` when it begins, `act` with each thought, `leave` when it ends.
local wend = require "wend"
local things = require "arena.things"
local tactics = require "arena.tactics"
local world = require "arena.world"

local states = {enter = {}, act = {}, leave = {}}
local enter, act, leave = states.enter, states.act, states.leave

-- ---- going ----

-- By a straight path where there is one, else by the planner's.
function states.go(w, bot, x, y)
  bot.goal_x, bot.goal_y, bot.has_arrived, bot.is_lost = x, y, false, false
  if w.level.walls:can_walk(bot.x, bot.y, x, y, world.radius) then
    w.crowd:follow_path(bot.body, wend.path{{bot.x, bot.y}, {x, y}})
  else
    w.crowd:set_goal(bot.body, x, y)
  end
end

-- After something that moves: the path is kept while its end is near.
local function go_after(w, bot, x, y)
  local dx, dy = x - bot.goal_x, y - bot.goal_y
  if bot.has_arrived or bot.is_lost or dx * dx + dy * dy > 1 then states.go(w, bot, x, y) end
end

local function distance(a, b) return wend.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)) end

-- The spot with the least `cost(spot, distance)` within so many metres; squads send bots to positions that may
-- lie in walls, and each bot goes to the spot nearest to its own.
local function best_spot(w, x, y, reach, cost)
  local best, least = nil, 1e9
  for i, spot in ipairs(w.level.spots) do
    local dx, dy = spot.x - x, spot.y - y
    local far = dx * dx + dy * dy
    if far < reach * reach then
      local value = cost(i, spot, wend.sqrt(far))
      if value < least then best, least = i, value end
    end
  end
  return best
end

-- To a spot that is near and that it has not visited for long; its tactic says whether it prefers spots that many
-- bots pass, or quiet ones.
local function explore(w, bot, tick)
  local likes_company = tactics.list[bot.tactic].chase - 0.5
  local i = best_spot(w, bot.x, bot.y, 1e6, function(i, spot, far)
    local age = math.min(tick - (bot.visited[i] or -2400), 2400) / 2400
    local traffic = w.traffic:count_at(spot.x, spot.y)
    local noise = wend.random_unit(w.seed, bot.number * 1000 + i, tick)
    return far / 60 - 1.5 * age + 0.5 * noise - likes_company * traffic / (traffic + 5)
  end)
  bot.spot = i
  bot.visited[i] = tick
  states.go(w, bot, w.level.spots[i].x, w.level.spots[i].y)
end

enter.explore = explore
act.explore = function(w, bot, tick)
  if bot.has_arrived or bot.is_lost then explore(w, bot, tick) end
end

-- To the nearest spot at least two metres away: a bot that no state has moved for eight seconds.
function states.move_on(w, bot)
  if not (bot.is_strafing or bot.has_arrived or bot.is_lost) then return end
  bot.is_strafing, bot.step = false, 0
  local i = best_spot(w, bot.x, bot.y, 25, function(_, _, far) return far < 2 and 1e6 or far end)
  if i then states.go(w, bot, w.level.spots[i].x, w.level.spots[i].y) end
end

-- ---- fighting ----

-- In reach it strafes: left, right, or it stands; else it goes nearer.
act.attack = function(w, bot, tick)
  local enemy = w.state.bots[bot.target]
  if not enemy then return end
  local best = things.weapons[math.max(bot.weapon, 1)].best * tactics.list[bot.tactic].press
  local far = distance(bot, enemy)
  if far > 1.4 * best + 1 then
    if bot.is_strafing or tick >= bot.next_path then
      bot.is_strafing, bot.next_path, bot.step = false, tick + 12, 0
      go_after(w, bot, enemy.x, enemy.y)
    end
    return
  end
  if bot.is_strafing and tick < bot.next_step then return end
  bot.is_strafing, bot.has_arrived = true, true -- it is on no path any more
  bot.next_step = tick + 8 + wend.random_below(w.seed, bot.number, tick, 10)
  local step, is_expected = states.choose_step(w, bot, tick)
  local dx, dy = (enemy.x - bot.x) / (far + 0.01), (enemy.y - bot.y) / (far + 0.01)
  local side = step == 0 and 0 or step == 1 and 1 or -1
  local along = far < 0.6 * best and -0.7 or 0.2
  bot.step, bot.is_expected = step, is_expected
  local vx, vy = (along * dx - side * dy) * 3.5, (along * dy + side * dx) * 3.5
  if not w.level.walls:can_walk(bot.x, bot.y, bot.x + vx / 2, bot.y + vy / 2, world.radius) then vx, vy = -vx, -vy end
  w.crowd:set_velocity(bot.body, vx, vy)
end
enter.attack = function(w, bot, tick)
  bot.is_strafing, bot.next_path, bot.next_step = false, 0, 0
  act.attack(w, bot, tick)
end
leave.attack = function(w, bot)
  bot.step = 0
  if bot.is_strafing then w.crowd:stop(bot.body) end
  bot.is_strafing = false
end

-- A step to the left (1), one to the right (2), or none. Opponents count n-grams of the steps (wend.predictor), and aim at
-- where they expect it; a team learns which way to step is expected least. @return the step, was it expected?
function states.choose_step(w, bot, tick)
  local choices = w.dodges[bot.squad > 0 and bot.team + 1 or 1]
  local fixed = w.options.fixed_dodge(bot.team)
  local number = fixed > 0 and fixed or choices:choose(0) + 1
  local way, expected = tactics.dodges[number], w.predictors[bot.number]:predict()
  local step
  if wend.random_unit(w.seed, bot.number + 7000, tick) < way.habit then
    step = bot.last_step == 1 and 2 or 1
  elseif wend.random_unit(w.seed, bot.number + 8000, tick) < way.stand then
    step = 0
  elseif way.counters and (expected == 1 or expected == 2) then
    step = 3 - expected
  else
    step = 1 + wend.random_below(w.seed, bot.number + 8500, tick, 2)
  end
  local is_expected = step == 0 or step == expected
  bot.last_step = step
  choices:add(0, number - 1, is_expected and 0 or 1)
  w.predictors[bot.number]:add(step)
  return step, is_expected
end

-- After an enemy that it sees, or to where one may be by now.
local function chase(w, bot, tick)
  bot.next_path = tick + 12
  local enemy = bot.target > 0 and w.state.bots[bot.target]
  if enemy then return go_after(w, bot, enemy.x, enemy.y) end
  if bot.trace > 0 then
    local x, y = w.memories:guess(bot.number, bot.trace, {walls = w.level.walls, radius = world.radius})
    if x then go_after(w, bot, x, y) end
  end
end
enter.chase = chase
act.chase = function(w, bot, tick)
  if tick >= bot.next_path or bot.has_arrived or bot.is_lost then chase(w, bot, tick) end
end

-- To the last known position of an enemy, or to a noise; on along its smell if there is one; nothing there:
-- it looks around, and forgets.
enter.search = function(w, bot, tick)
  local trace = w.memories:get(bot.number, bot.trace)
  bot.look_until, bot.sniffs, bot.next_path = 0, 0, tick + 20
  if trace then states.go(w, bot, trace.x, trace.y) end
end
act.search = function(w, bot, tick)
  if bot.look_until > 0 then
    bot.look = bot.look + 0.6
    if tick < bot.look_until then return end
    w.memories:report_gone(bot.number, bot.trace)
    bot.look_until = 0
    return
  end
  if not (bot.has_arrived or bot.is_lost) then return end
  local trace = w.memories:get(bot.number, bot.trace)
  if trace and not bot.is_lost and distance(trace, {x = bot.goal_x, y = bot.goal_y}) > 2 and tick >= bot.next_path then
    return enter.search(w, bot, tick) -- it was seen elsewhere meanwhile
  end
  local prey = bot.trace > 0 and w.state.bots[bot.trace]
  local step = prey and prey.smell ~= 0 and bot.sniffs < 8 and w.smell:follow(bot.x, bot.y, prey.smell)
  if step and not bot.is_lost then
    bot.sniffs = bot.sniffs + 1
    states.go(w, bot, step.x, step.y)
  else
    bot.look_until, bot.look = tick + 30, bot.heading
  end
end

-- ---- not fighting ----

local function threats_of(w, bot)
  local threats = {}
  for _, seen in ipairs(bot.seen) do
    threats[#threats + 1] = {x = seen.x, y = seen.y, weight = 1, range = 60}
  end
  return threats
end

-- To the spot with the least danger on this side of the enemies: danger is the influence of the other teams.
local function flee(w, bot, tick)
  local danger = {kind = "enemies", own_sides = 1 << bot.team, enemy_sides = ~(1 << bot.team) & 0xffffffff}
  local is_cornered = bot.idle_ticks >= 120 -- it has stood there for six seconds, and is seen still: it breaks out
  local i = best_spot(w, bot.x, bot.y, 45, function(_, spot, far)
    local cost = w.influence:value(spot.x, spot.y, danger) + 0.02 * far + (far < 6 and 2 or 0)
    if is_cornered and far < 6 then cost = cost + 100 end
    for _, seen in ipairs(bot.seen) do
      local to = distance(seen, spot)
      if to < far then cost = cost + 3 end -- past the enemy
      cost = cost - 0.02 * to
    end
    return cost
  end)
  if i then states.go(w, bot, w.level.spots[i].x, w.level.spots[i].y) end
  bot.next_path = tick + 60
end
enter.flee = function(w, bot, tick)
  w.crowd:set_speed(bot.body, world.sprint)
  flee(w, bot, tick)
end
leave.flee = function(w, bot) w.crowd:set_speed(bot.body, world.speed) end
act.flee = function(w, bot, tick)
  if bot.has_arrived or bot.is_lost or tick >= bot.next_path then flee(w, bot, tick) end
end

-- The path to the first of some positions in cover to which there is one, and from which it leads back.
local function choose_cover(w, bot, spots)
  for i = 1, math.min(#spots, 4) do
    local spot, root = spots[i], w.level.root
    local path = w.level.finder:find{from = {bot.x, bot.y}, to = {spot.x, spot.y}, shape = "quick"}
    if path and (not w.level.has_teleports or w.level.finder:can_reach(spot.x, spot.y, root.x, root.y)) then return spot, path end
  end
end

-- The nearest position that hides it and that no other took; it is left as soon as it does not hide any more.
local function take_cover(w, bot, tick)
  local threats = threats_of(w, bot)
  bot.next_path = tick + 40
  if #threats == 0 then return end
  local spots = w.cover:find{
    x = bot.x, y = bot.y, threats = threats, max_distance = 18, max_exposure = 0.4, max_candidates = 24,
    is_crouch_allowed = false, agent = bot.number, reservations = w.reservations, claim_kind = world.CLAIM_COVER,
  }
  local spot, path = choose_cover(w, bot, spots)
  if not spot then return flee(w, bot, tick) end
  w.reservations:release_agent(bot.number)
  w.reservations:claim{kind = world.CLAIM_COVER, x = spot.x, y = spot.y, radius = spot.radius, agent = bot.number, ticks = 400}
  w.state.covers = w.state.covers + 1
  bot.goal_x, bot.goal_y, bot.has_arrived, bot.is_lost = spot.x, spot.y, false, false
  w.crowd:follow_path(bot.body, path)
end
enter.cover = take_cover
act.cover = function(w, bot, tick)
  if bot.is_lost or (tick >= bot.next_path and (bot.has_arrived or bot.hurt_tick > tick - 20)) then
    take_cover(w, bot, tick)
  end
end
leave.cover = function(w, bot) w.reservations:release_agent(bot.number) end

-- ---- fetching ----

-- The things of a tag that the bot remembers, that lie there as far as it knows, that no other bot is on its way
-- to, and that it can use: the four nearest in a straight line.
local function list_things(w, bot, tag)
  local list, found = {}, 0
  for i, thing in ipairs(w.state.things) do
    local kind = things.kinds[thing.name]
    if kind.tag == tag and things.is_useful(bot, kind) and w.memories:knows_item(bot.number, thing.item)
      and w.reservations:is_item_free(world.CLAIM_ITEM, thing.item, bot.number) then
      list[#list + 1] = {item = thing.item, far = distance(bot, thing)}
    end
  end
  table.sort(list, function(a, b) return a.far < b.far end)
  local near = {}
  for i = 1, math.min(#list, 4) do near[list[i].item], found = true, i end
  return near, found
end

-- The nearest of them by path, and the path there.
function states.find_thing(w, bot, tag)
  local near, found = list_things(w, bot, tag)
  if found == 0 then return nil end
  local path = w.level.finder:find{
    from = {bot.x, bot.y}, items = w.items, tag = tag, agent = bot.number, shape = "quick",
    is_item = function(item) return near[item] or false end,
  }
  if not path then return nil end
  return w.level.finder:get_answer().item, path
end

local function fetch(tag, need)
  return function(w, bot, tick)
    local item, path = states.find_thing(w, bot, tag)
    w.reservations:release_agent(bot.number)
    bot.item = 0
    if not item then
      bot.no_thing[tag] = tick + 100
      return
    end
    local thing = w.state.things[w.state.thing_of_item[item]]
    w.reservations:claim{kind = world.CLAIM_ITEM, key = w.reservations:item_key(item), agent = bot.number, ticks = 600}
    if tag == things.HEALTH then w.crowd:set_speed(bot.body, world.sprint) end
    bot.item, bot.has_arrived, bot.is_lost, bot.goal_x, bot.goal_y = item, false, false, thing.x, thing.y
    w.crowd:follow_path(bot.body, path)
  end, function(w, bot, tick)
    local is_gone = bot.item ~= 0 and not (w.items:has(bot.item) and w.items:get(bot.item).is_active)
    if is_gone and bot.has_arrived then w.memories:report_gone(bot.number, w.memories:item_subject(bot.item)) end
    if is_gone or bot.has_arrived or bot.is_lost then enter[need](w, bot, tick) end
  end
end
local function stop_fetching(w, bot)
  w.crowd:set_speed(bot.body, world.speed)
  w.reservations:release_agent(bot.number)
  bot.item = 0
end
for need, tag in pairs{health = things.HEALTH, ammo = things.AMMO, weapon = things.WEAPON} do
  enter[need], act[need] = fetch(tag, need)
  leave[need] = stop_fetching
end

-- ---- in a squad ----

local function follow(w, bot, tick)
  bot.next_path = tick + 20
  local it = bot.squad > 0 and w.squads:assignment(bot.number)
  if not it then return end
  local is_bored = bot.idle_ticks >= 60 -- it has waited for long: it walks about
  local i = best_spot(w, it.position.x, it.position.y, 25, function(i, there, far)
    if not is_bored then return far end
    return far / 12 + wend.random_unit(w.seed, bot.number * 1000 + i, tick) + (distance(bot, there) < 2 and 5 or 0)
  end)
  local spot = i and w.level.spots[i] or w.level.root
  if distance(bot, spot) > 2 and (spot.x ~= bot.goal_x or spot.y ~= bot.goal_y or bot.has_arrived or bot.is_lost) then
    states.go(w, bot, spot.x, spot.y)
  end
end
enter.regroup, enter.order = follow, follow
act.regroup = function(w, bot, tick)
  if tick >= bot.next_path then follow(w, bot, tick) end
end
act.order = act.regroup

-- ---- possessed ----

enter.possessed = function(w, bot)
  if bot.wanted_x then states.go(w, bot, bot.wanted_x, bot.wanted_y) end
end
act.possessed = function(w, bot, tick)
  if bot.is_sent then
    bot.is_sent = false
    states.go(w, bot, bot.wanted_x, bot.wanted_y)
  end
  if bot.has_arrived then bot.free_tick = math.min(bot.free_tick, tick + w.options.patience * 20) end
  if tick >= bot.free_tick then bot.is_possessed = false end
end

return states
