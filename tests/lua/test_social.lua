-- Social groups: they are made, walk, arrive together, lose and gain members, and end.
local wend = require "wend"
local check = dofile("check.lua")
local same, fails = check.same, check.fails_here

local grid = wend.grid{width = 60, height = 20}
local crowd = wend.crowd{grid = grid, max_bodies = 16}
local members = {}
for i = 1, 4 do members[i] = crowd:add_body{x = 4.5 + i % 2, y = 8.5 + i} end

local family = wend.social(crowd, {user = 7, speed_loss = 0.1}, {members[1], members[2], members[3]})
same(family:exists(), true)
same(family:get_info().user, 7)
same(#family:members(), 3)
same(#wend.social_list(crowd), 1)
same(wend.social_of_body(crowd, members[2]):get_info().user, 7)
same(wend.social_of_body(crowd, members[4]), nil)
same(wend.social_of_body(crowd, members[2]) == family, true)
same(wend.social_list(crowd)[1] == family, true)
same(wend.social_list(crowd)[1]:id(), family:id())
family:set_goal(45.5, 10.5)
for _ = 1, 200 do crowd:tick() end
local info = family:get_info()
same(info.walking, 3)
same(info.files, 3)
assert(info.spread < 2.2 and info.centre.x > 10, info.spread)
for _ = 1, 800 do crowd:tick() end
same(family:get_info().arrived, 3)

-- Members that join, leave, or are removed; the last one ends the group.
family:add_member(members[4])
same(#family:members(), 4)
family:remove_member(members[1])
fails("no member", function() family:remove_member(members[1]) end)
crowd:remove_body(members[2])
same(#family:members(), 2)
local other = wend.social(crowd, {}, {members[3], members[4]})
same(family:exists(), false)
same(family == other, false)
fails("out of date", function() family:get_info() end)
other:destroy()
same(wend.social_of_body(crowd, members[3]), nil)

-- Wrong values.
fails("bad argument #1", function() wend.social(grid, {}, {members[3]}) end)
fails("field 'spacing'", function() wend.social(crowd, {spacing = "wide"}, {members[3]}) end)
fails("spacing is -1", function() wend.social(crowd, {spacing = -1}, {members[3]}) end)
fails("wend.social: ", function() wend.social(crowd, {}, {}) end)
fails("given twice", function() wend.social(crowd, {}, {members[3], members[3]}) end)
fails("out of date", function() wend.social(crowd, {}, {members[2]}) end)
local pair = wend.social(crowd, {}, {members[3], members[4]})
crowd:close()
fails("crowd is closed", function() pair:get_info() end)
