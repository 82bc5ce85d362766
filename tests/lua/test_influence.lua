-- Influence maps: sources, measures, areas, events, several maps.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local grid = wend.grid{width = 20, height = 20}
local map = wend.influence{grid = grid, half_life = 10}
local unit = map:add{x = 5.5, y = 10.5, strength = 8, radius = 4, user = 7}
local enemy = map:add{x = 9.5, y = 10.5, strength = 8, radius = 4, side = 1}
same(map:is_fresh(), false)
same(map:update(), true)
same(map:is_fresh(), true)
near(map:value(5.5, 10.5), 8)
near(map:value(6.0, 10.5, {kind = "own"}), 7)
near(map:cell_value(7, 10), 0)
near(map:cell_value(7, 10, {kind = "tension"}), 8)
near(map:cell_value(7, 10, {kind = "own", own_sides = 2}), 4)
near((map:gradient(6.0, 10.5, {kind = "own"})), -2)
same(#map:values(), 400)
same(map:control(5, 10), 0)
near(select(2, map:control(5, 10)), 8)
same(map:control(7, 10), nil)
local best = map:strongest()
same(best.x, 5)
near(best.value, 8)
near(best.position.x, 5.5)
same(map:weakest(nil, {centre = {9, 10}, radius = 3}).x, 9)
same(map:nearest(0, 10.5, 7, 1 / 0).x, 5)
same(map:nearest(0, 10.5, 100, 1 / 0), nil)
near(map:sum({kind = "own"}, {low = {5, 10}, high = {6, 11}}), 8)
same(#map:list(7.9, 9), 1)
assert(#map:front() > 0 and #map:conflicts(3.9, 0.1) == 1)
same(select("#", map:cell_at(5.5, 3.5)), 2)
same(map:cell_at(-1, 0), nil)
near((map:position(2, 3)), 2.5)

-- sources change
map:move(enemy, 12.5, 10.5)
map:set(unit, {strength = 4})
same(map:get(unit).user, 7)
near(map:get(unit).radius, 4)
same(map:update(1), false)
same(map:update(), true)
near(map:value(5.5, 10.5), 4)
map:remove(enemy)
same(map:has(enemy), false)
same(#map:ids(), 1)
map:update()
same(map:get_info().source_count, 1)

-- the grid is edited
near(map:cell_value(7, 10), 2)
grid:fill(0, 6, 0, 1, 20, 255)
map:update()
near(map:cell_value(7, 10), 0)

-- events fade
map:add_event{x = 15.5, y = 15.5, strength = 64, radius = 2}
map:set_tick(10)
assert(math.abs(map:cell_value(15, 15) - 32) < 0.01)

local copy = wend.influence_load(map:save(), {grid = grid})
same(copy:hash(), map:hash())
copy:clear_events()
near(copy:cell_value(15, 15), 0)

-- several maps
local danger = wend.influence{width = 20, height = 20}
danger:add{x = 5.5, y = 10.5, strength = 4, radius = 3}
danger:update()
near(wend.influence_score({{influence = map}, {influence = danger, weight = -0.5}}, 5.5, 10.5), 2)
local safe = wend.influence_best({{influence = copy, measure = {kind = "own"}}, {influence = danger, weight = -2}})
same(safe.x, 5)
same(safe.y, 7)

fails("radius is -1", function() map:add{radius = -1} end)
fails("out of date", function() map:move(enemy, 1, 1) end)
fails("influence_load", function() wend.influence_load("abc") end)
fails("hexes", function() wend.influence{grid = wend.hex and wend.grid{width = 4, height = 4, neighbours = 6}} end)
