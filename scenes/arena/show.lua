-- What the arena draws: each part has a slider.
local things = require "arena.things"
local world = require "arena.world"

local show = {}

local short = {explore = "explores", attack = "attacks", chase = "chases", search = "searches", cover = "in cover", flee = "flees",
  health = "to health", ammo = "to ammunition", weapon = "to a weapon", regroup = "regroups", order = "on orders", possessed = "possessed"}

local traces = 1 << world.ENEMY | 1 << world.NOISE -- kinds of memories

local function cone(pen, bot, w)
  local view = w.profile_view
  local reach = 12
  local left, right = bot.heading - view / 2, bot.heading + view / 2
  pen:line(bot.x, bot.y, bot.x + reach * math.cos(left), bot.y + reach * math.sin(left), "grey")
  pen:line(bot.x, bot.y, bot.x + reach * math.cos(right), bot.y + reach * math.sin(right), "grey")
end

function show.draw(pen, w, is_on)
  local state = w.state
  if is_on.danger() then
    local info = w.influence:get_info()
    local all = {kind = "tension", own_sides = 0xffff, enemy_sides = 0xffff0000}
    local values = w.influence:values(all)
    for i, value in ipairs(values) do
      if value > 0.5 then
        local x, y = w.influence:position((i - 1) % info.width, (i - 1) // info.width)
        pen:cells(x - 1, y - 1, 2, 2, "red", math.min(value / 20, 0.5))
      end
    end
  end
  for _, thing in ipairs(state.things) do
    local is_there = w.items:has(thing.item) and w.items:get(thing.item).is_active
    pen:disc(thing.x, thing.y, 0.3, things.kinds[thing.name].colour, is_there and 1 or 0.2)
  end
  for _, bot in ipairs(state.bots) do
    if bot.is_alive then
      if is_on.cones() then cone(pen, bot, w) end
      if is_on.sight() then
        for _, seen in ipairs(bot.seen) do pen:line(bot.x, bot.y, seen.x, seen.y, "orange") end
      end
      if is_on.memory() then
        for _, memory in ipairs(w.memories:list(bot.number, {kinds = traces, min_certainty = 0.1})) do
          pen:line(bot.x, bot.y, memory.x, memory.y, "purple")
          pen:circle(memory.x, memory.y, 0.6, "purple", memory.certainty)
        end
      end
      if is_on.states() then pen:text(bot.x + 0.5, bot.y - 0.5, short[bot.state] or bot.state or "") end
      pen:line(bot.x - 0.5, bot.y - 0.8, bot.x - 0.5 + math.max(bot.health, 0) / 100, bot.y - 0.8, bot.health > 40 and "green" or "red", 3)
      if bot.is_possessed then pen:circle(bot.x, bot.y, 0.9, "yellow") end
    end
  end
  for _, shot in ipairs(state.shots) do
    if shot.blast then
      pen:disc(shot.x, shot.y, shot.blast, "orange", 0.4)
    else
      pen:line(shot.x, shot.y, shot.to_x, shot.to_y, shot.is_hit and "red" or "grey", 2)
    end
  end
  for _, rocket in ipairs(state.rockets) do pen:disc(rocket.x, rocket.y, 0.25, "black") end
end

return show
