-- Positions in cover.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local walls = wend.walls()
local wall = walls:add_segment(-6, 0, 6, 0)
local cover = wend.cover{walls = walls, stops_low = 65536}
same(cover:is_current(), false)
same(cover:update(), true)
same(cover:is_current(), true)
same(#cover:places(), cover:count())
same(cover:get_place(cover:places()[1]).origin, "computed")
near(cover:exposure(0, 10, 0, -1, 0.5), 0)
near(cover:exposure(0, 10, 0, 1, 0.5, true), 1)

local north = {x = 0, y = 10}
local spots = cover:find{x = 0, y = -3, threats = {north}, count = 4}
same(#spots, 4)
same(spots[1].origin, "computed")
near(spots[1].y, -0.6)
same(spots[1].is_crouched, false)
assert(spots[1].score <= spots[2].score)

-- taken by another
local reservations = wend.reservations()
reservations:claim{x = spots[1].x, y = spots[1].y, radius = spots[1].radius, agent = 1}
local other = cover:find{x = 0, y = -3, threats = {north}, reservations = reservations, agent = 2}[1]
assert(other.place ~= spots[1].place)
same(cover:find{x = 0, y = -3, threats = {north}, reservations = reservations, agent = 1}[1].place, spots[1].place)

-- the way and its danger
local east = cover:find{x = 0, y = -3, threats = {north}, cost = function(x0, y0, x, y) return x > 2 and x - x0 or nil end,
    danger = function(x, y) return 1 end}[1]
assert(east.x > 2)
near(east.cost, east.x)
assert(east.danger > 2)

-- obstacles and designed places
walls:remove(wall)
same(cover:update(5), true)
same(cover:count(), 0)
local crate = cover:add_obstacle{x = 0, y = 0, radius = 0.8, height = 1.2}
local behind = cover:find{x = 0, y = -3, threats = {north}}[1]
same(behind.origin, "found")
same(behind.place, nil)
same(behind.is_crouched, true)
same(behind.peek, "up")
cover:set_obstacle(crate, {height = 3})
same(cover:find{x = 0, y = -3, threats = {north}}[1].is_crouched, false)
near(cover:get_obstacle(crate).radius, 0.8)
same(cover:obstacle_count(), 1)
local bush = cover:add_place{x = 5, y = -3, direction = {0, 1}, trusted_arc = 1, user = 9}
same(cover:get_place(bush).user, 9)
same(cover:find{x = 5, y = -4, threats = {north}}[1].place, bush)

local copy = wend.cover_load(cover:save(), {walls = walls})
same(copy:hash(), cover:hash())
copy:remove_obstacle(crate)
copy:remove_place(bush)
same(copy:count(), 0)
copy:invalidate(0, 0, 1, 1)
assert(copy:memory_bytes() > 0)
fails("walls", function() wend.cover{} end)
fails("radius is -1", function() wend.cover{walls = walls, radius = -1} end)
fails("threats", function() cover:find{x = 0, y = 0} end)
fails("oops", function() cover:find{x = 0, y = -3, threats = {north}, cost = function() error("oops") end} end)
fails("cannot be changed", function()
    cover:find{x = 0, y = -3, threats = {north}, cost = function() cover:update() return 1 end}
end)
fails("height is -1", function() cover:set_obstacle(crate, {height = -1}) end)

local found, figures = cover:find{x = 0, y = -3, threats = {north}, count = 4}
assert(figures.places_tested > 0 and figures.rays > 0 and figures.hidden >= #found)
local claims = wend.reservations()
fails("cannot be changed from this callback", function()
    cover:find{x = 0, y = -3, threats = {north}, reservations = claims, cost = function() claims:claim{key = 1} return 1 end}
end)
fails("in use by a callback", function()
    cover:find{x = 0, y = -3, threats = {north}, reservations = claims, danger = function() claims:close() return 1 end}
end)
claims:close()
