-- A yard whose items and triggers, and whose costs, may come from files that the window saved.
local wend = require "wend"

local map, file = wend.parameter("map", ""), wend.parameter("items", "")
local grid = map == "" and wend.grid{width = 96, height = 60, cell_size = 0.5} or wend.grid_load_file(map)
local items = wend.items()
local triggers = wend.triggers{items = items}
if map == "" then
  grid:fill(0, 50, 0, 2, 22, 255)
  grid:fill(0, 50, 30, 2, 30, 255)
  grid:fill(0, 6, 46, 20, 10, 4)
end
if file ~= "" then
  wend.items_add_file(file, items, triggers)
else
  items:add(10, 20, {tag = 1})
  local pack = items:add(30, 20, {tag = 2})
  triggers:add{kind = "take", item = pack, amount = 25, sleep_ticks = 40}
  triggers:add{kind = "area", points = {{36, 4}, {42, 4}, {42, 10}, {36, 10}}}
end

local crowd = wend.crowd{grid = grid, max_bodies = 8}
crowd:add_body{x = 3, y = 3}
local state = {taken = 0}

return wend.scene{
  title = "placing", crowd = crowd, grid = grid, view = {0, 0, 48, 30}, ticks = 400,
  objects = {items = items, triggers = triggers}, state = state,
  on_tick = function(tick)
    triggers:update(tick, crowd)
    for _, event in ipairs(triggers:events()) do
      if event.type == "taken" then state.taken = state.taken + 1 end
    end
  end,
  figures = function() return {taken = state.taken} end,
}
