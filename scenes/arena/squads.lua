-- Teams as squads: what their members saw becomes what the squad knows, and the squad's mind decides.
local squads = {}
local world = require "arena.world"

function squads.make_all(w)
  w.state.squads = {}
  for team = 1, world.most_teams do
    w.state.squads[team] = w.squads:add{
      spread_limit = 40, retreat_ratio = 0.35, return_ratio = 0.7, threat_range = 30, engage_range = 12, arrival = 2,
      retreat_distance = 15, user = team,
    }
  end
end

-- The squad's own mind: the enemy of which most is certain is attacked, now around its flank and now straight;
-- behind it the squad gathers, and scouts one quarter of the level after the other.
function squads.mind(w)
  return function(squad, tick, order)
    local best
    for _, enemy in ipairs(w.squads:enemies(squad)) do
      if enemy.certainty > 0.3 and (not best or enemy.certainty > best.certainty) then best = enemy end
    end
    if best then
      if order.kind == "attack" and order.target == best.number then return nil end
      return {kind = "attack", target = best.number, tactic = tick // 400 % 2 == 0 and "flank" or "direct", at = best.position}
    end
    local info = w.squads:get_info(squad)
    if order.kind == "attack" and info.spread > 20 then return {kind = "regroup"} end
    if order.kind == "regroup" and not info.is_done then return nil end
    if order.kind == "scout" and tick % 600 >= 20 then return nil end
    local view = w.level.view
    local quarter = (tick // 600 + w.squads:get(squad).user) % 4
    local half_x, half_y = (view[3] - view[1]) / 2, (view[4] - view[2]) / 2
    local x, y = view[1] + quarter % 2 * half_x, view[2] + quarter // 2 * half_y
    return {kind = "scout", low = {x, y}, high = {x + half_x, y + half_y}, radius = 8}
  end
end

local query = {kinds = 1 << world.ENEMY, teams = "others", min_certainty = 0.1}

function squads.update(w, tick)
  if w.state.teams == 0 then return end
  for _, bot in ipairs(w.state.bots) do
    if bot.is_alive then
      w.squads:set_state(bot.number, {position = {bot.x, bot.y}, health = math.min(bot.health / 100, 1), ammunition = 1,
        speed = world.speed, is_alive = true, is_in_contact = bot.seen_count > 0})
      w.squads:report_seen(bot.squad, bot.x, bot.y, 10)
    end
  end
  for team = 1, w.state.teams do
    local squad = w.state.squads[team]
    w.memories:share(team - 1)
    local info = w.squads:get_info(squad)
    for _, enemy in ipairs(w.squads:enemies(squad)) do w.squads:forget_enemy(squad, enemy.number) end
    if info.captain and info.captain > 0 then
      query.team = team - 1
      for _, memory in ipairs(w.memories:list(info.captain, query)) do
        local enemy = w.state.bots[memory.subject]
        if enemy then
          w.squads:set_enemy(squad, {number = memory.subject, position = {memory.x, memory.y}, strength = 2,
            health = math.max(memory.danger, 0.2), certainty = memory.certainty})
        end
      end
    end
  end
  w.squads:update(tick)
end

return squads
