-- Two walkers that go to and fro by themselves, until one is possessed: then it goes where the player clicks.
local wend = require "wend"

local crowd = wend.crowd{max_bodies = 4}
local state = {possessed = {}, calls = 0, turns = {}}
local bodies = {}
for i = 1, 2 do
  bodies[i] = crowd:add_body{x = 6, y = 4 + 6 * i, radius = 0.5}
  state.turns[i] = 1
end

return wend.scene{
  title = "possess", crowd = crowd, state = state, view = {0, 0, 48, 30}, ticks = 400,
  on_select = function(selected)
    state.calls = state.calls + 1
    state.possessed = {}
    for _, body in ipairs(selected) do
      state.possessed[body] = true
      crowd:stop(body)
    end
  end,
  on_order = function(selected, x, y)
    for _, body in ipairs(selected) do
      if state.possessed[body] then crowd:set_goal(body, x, y) end
    end
  end,
  on_tick = function(tick)
    if tick == 60 and crowd:exists(bodies[2]) and state.possessed[bodies[2]] then crowd:remove_body(bodies[2]) end
    for i, body in ipairs(bodies) do
      if tick % 20 == 0 and crowd:exists(body) and not state.possessed[body] then
        state.turns[i] = -state.turns[i]
        crowd:set_goal(body, 6 + 2 * state.turns[i], 4 + 6 * i)
      end
    end
  end,
  figures = function()
    local count = 0
    for _ in pairs(state.possessed) do count = count + 1 end
    return {calls = state.calls, possessed = count}
  end,
}
