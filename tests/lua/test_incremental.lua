-- Incremental searches: the path to a goal while the start moves and the world is edited.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local grid = wend.grid{width = 20, height = 10}
local kept = wend.incremental{grid = grid}
fails("there is no goal", function() kept:update(0) end)
kept:set_goal(19)
near(kept:update(0), 19)
same(kept:get_info().is_repaired, false)
same(#kept:path(), 1)
near(kept:cost_from(10), 9)

grid:fill(0, 10, 0, 1, 9, 255)
local cost = kept:update(0)
assert(cost > 19)
same(kept:get_info().is_repaired, true)
same(kept:get_info().changed, 9)
near(kept:path():cost(), cost)
assert(kept:update(5) < cost)

grid:fill(0, 10, 0, 1, 10, 255)
local none, why = kept:update(5)
same(none, nil)
same(why, "unreachable")
same(kept:path(), nil)
grid:fill(0, 10, 0, 1, 10, 1)
same(select(2, kept:update(5, 1)), "in progress")
near(kept:update(5), 14)
fails("start is 200", function() kept:update(200) end)
fails("one of them expected", function() wend.incremental{} end)
