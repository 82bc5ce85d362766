local wend = require "wend"
local check = dofile("check.lua")
local same, fails = check.same, check.fails_here

local grid = wend.grid{width = 60, height = 40}
local pathfinder = wend.pathfinder{grid = grid, radius = 0.3}
local crowd = wend.crowd{grid = grid, route_source = pathfinder, max_bodies = 64}
local members = {}
for i = 1, 9 do members[i] = crowd:add_body{x = 4.5 + i % 3, y = 10.5 + i // 3, speed = 1.5} end

-- They form up, march, and stand in their slots.
local wedge = wend.formation(crowd, {shape = "wedge", user = 5}, members)
same(wedge:get_info().members, 9)
same(wedge:get_info().user, 5)
same(wedge:exists(), true)
same(#wend.formation_list(crowd), 1)
same(wend.formation_of_body(crowd, members[1]):id(), wedge:id())
same(wend.formation_of_body(crowd, members[1]) == wedge, true)
same(wend.formation_list(crowd)[1] == wedge, true)
same(wedge ~= crowd, true)
wedge:set_goal(40.5, 20.5, 0)
for _ = 1, 1200 do crowd:tick() end
local info = wedge:get_info()
same(info.state, "arrived")
assert(info.in_slot >= 7, info.in_slot)
assert(math.abs(info.anchor.x - 40.5) < 3)
same(#wedge:get_slots() >= 9, true)
local served = 0
for _, slot in ipairs(wedge:get_slots()) do
    if slot.member then served = served + 1 end
end
same(served, 9)

-- Another pattern; members that leave, join, or are removed.
wedge:reshape{shape = "column", files = 2}
wedge:remove_member(members[9])
same(wedge:get_info().members, 8)
fails("no member", function() wedge:remove_member(members[9]) end)
wedge:add_member(members[9], 0)
same(wedge:get_info().members, 9)
crowd:remove_body(members[1])
crowd:tick()
same(wedge:get_info().members, 8)
wedge:follow_path(wend.path{{40.5, 20.5}, {50.5, 20.5}})
crowd:tick()
wedge:stop()
crowd:tick()
wedge:destroy()
same(wedge:exists(), false)
same(wend.formation_of_body(crowd, members[2]), nil)
fails("out of date", function() wedge:get_info() end)

-- Wrong values.
local two = {members[2], members[3]}
fails("bad argument #1", function() wend.formation(grid, {}, two) end)
fails("field 'shape'", function() wend.formation(crowd, {shape = "blob"}, two) end)
fails("a role for each", function() wend.formation(crowd, {}, two, {1}) end)
fails("entry 2 of a list", function() wend.formation(crowd, {}, two, {1, -1}) end)
fails("wend.formation: ", function() wend.formation(crowd, {}, {}) end)
fails("wend.formation: ", function() wend.formation(crowd, {}, {two[1], two[1]}) end)
fails("out of date", function() wend.formation(crowd, {}, {members[1]}) end)
fails("field 'slots[1].role'", function()
    wend.formation(crowd, {shape = "custom", slots = {{x = 0, y = 0, role = -1}}}, two)
end)

-- A handle of a closed crowd is no use.
local line = wend.formation(crowd, {shape = "line"}, two)
crowd:close()
fails("crowd is closed", function() line:get_info() end)
