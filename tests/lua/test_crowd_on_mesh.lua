-- A crowd on a mesh: two floors over each other, joined by a lift.
local wend = require "wend"
local check = dofile("check.lua")
local same, fails, near = check.same, check.fails_here, check.near

local mesh = wend.mesh{polygons = {
    {{0, 0, 0}, {10, 0, 0}, {10, 6, 0}, {0, 6, 0}},
    {{0, 0, 4}, {10, 0, 4}, {10, 6, 4}, {0, 6, 4}},
}}
mesh:add_link{from = {8, 3, 0}, to = {8, 3, 4}, behaviour = 64}
local pathfinder = wend.pathfinder{mesh = mesh, radius = 0.25}
local crowd = wend.crowd{mesh = mesh, route_source = pathfinder, max_bodies = 8}

local walker = crowd:add_body{x = 2, y = 3, z = 0, height = 1.7}
local above = crowd:add_body{x = 2, y = 3, z = 5}
same(crowd:get_body(walker).polygon, 0)
same(crowd:get_body(above).polygon, 1)
near(crowd:get_body(above).z, 4)
near(crowd:get_body_def(walker).height, 1.7)

-- Upstairs by the lift; on it there is no polygon.
crowd:set_goal_at(walker, 4, 3, 4)
local rode = false
for _ = 1, 400 do
    crowd:tick()
    rode = rode or crowd:get_body(walker).polygon == nil
end
same(rode, true)
same(crowd:state(walker), "arrived")
near(crowd:get_body(walker).z, 4)
near(crowd:get_body(walker).goal_z, 4)

-- To one point together, to places by height, and put elsewhere.
crowd:set_group_goal_at({walker, above}, 6, 3, 4)
for _ = 1, 200 do crowd:tick() end
same(crowd:get_info().arrived, 2)
crowd:set_goal_places(walker, {{x = 6, y = 3, height = 0}, {x = 1, y = 1, height = 4}})
for _ = 1, 200 do crowd:tick() end
same(crowd:get_body(walker).item, 1)
crowd:set_position_at(walker, 9, 5, 0)
same(crowd:get_body(walker).polygon, 0)

-- What is refused.
fails("lies off the mesh, whose nearest ground is at 10,3", function()
    crowd:add_body{x = 12, y = 3}
end)
fails("a mesh is all the ground of a crowd", function()
    wend.crowd{mesh = mesh, grid = wend.grid{width = 4, height = 4}}
end)
fails("walk in no formations", function()
    wend.formation(crowd, {shape = "line"}, {walker, above})
end)
fails("number expected", function() crowd:set_goal_at(walker, 1, 1) end)

local kept, hash = crowd:save(), crowd:hash()
crowd:tick()
crowd:load(kept)
same(crowd:hash(), hash)
