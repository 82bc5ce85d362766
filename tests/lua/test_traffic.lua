-- Traffic maps: counts, directions, events, overlays.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local traffic = wend.traffic{width = 12, height = 12, half_life = 10}
traffic:add(2.5, 3.5, 1, 0)
traffic:add(2.5, 3.5, 1, 0.9)
traffic:add(4.5, 3.5)
near(traffic:count_at(2.5, 3.5), 2)
near(traffic:cell_count(4, 3), 1)
near(traffic:direction_count(0, 2, 3), 1)
near(traffic:direction_count(1, 2, 3), 1)
assert((traffic:direction(2, 3)) > 0.8)
near(traffic:sum(0, 0, 12, 12), 3)
local busiest = traffic:busiest(5, 0, 0, 12, 12)
same(#busiest, 2)
same(busiest[1].x, 2)
near(busiest[1].count, 2)
traffic:add_event(1, 6.5, 6.5, 4)
near(traffic:count_at(6.5, 6.5, 1), 4)
traffic:set_tick(10)
assert(math.abs(traffic:count_at(6.5, 6.5, 1) - 2) < 0.01)

local grid = wend.grid{width = 12, height = 12}
grid:fill(0, 0, 0, 3, 1, 255)
same(traffic:quietest(1, 0, 0, 12, 12, nil, grid)[1].x, 3)
local overlay = grid:add_overlay{keep = 1}
traffic:write_overlay(grid, overlay, 2, 1)
same(grid:cost(0, 6, 6), 5)

local crowd = wend.crowd{grid = grid}
crowd:add_body{x = 5.5, y = 5.5}
traffic:add_crowd(crowd)
near(traffic:cell_count(5, 5), 1)

local copy = wend.traffic_load(traffic:save())
same(copy:hash(), traffic:hash())
same(copy:get_info().added, 5)
copy:clear()
near(copy:sum(0, 0, 12, 12), 0)

fails("kind is 7", function() traffic:add_event(7, 1, 1) end)
fails("kind_count is 99", function() wend.traffic{kind_count = 99} end)
fails("must not be below", function() traffic:set_tick(3) end)
fails("traffic_load", function() wend.traffic_load("abc") end)
