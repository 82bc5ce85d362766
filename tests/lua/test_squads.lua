-- Squads: orders, assignments, events, minds, bytes.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local squads = wend.squads{max_squads = 3, max_members = 8}
local red = squads:add{is_captain_protected = true}
for i = 1, 4 do
    squads:join(red, {agent = i, kind = i < 3 and "tough" or "ranged", rank = i, strength = 1, range = i < 3 and 2 or 12, roles = {"attack", "flank"}})
    squads:set_state(i, {position = {i, 0}})
end
same(squads:of(2), red)
same(squads:of(9), nil)
same(squads:get(red).is_captain_protected, true)
squads:set(red, {spacing = 2})
same(squads:get(red).spacing, 2)
same(squads:get(red).is_captain_protected, true)

squads:set_order(red, {kind = "move", at = {20, 0}, danger_profile = 4})
squads:update(1)
same(squads:events()[1].kind, "captain_replaced")
same(squads:events()[1].agent, 4)
same(squads:assignment(1).action, "go")
same(squads:assignment(1).danger_profile, 4)
same(squads:get_info(red).captain, 4)
same(squads:get_order(red).kind, "move")
same(#squads:slots(red), 4)
local member, state = squads:get_member(3)
same(member.kind, "ranged")
same(state.position.x, 3)

squads:set_enemy(red, {number = 50, position = {6, 0}, health = 2})
same(squads:enemies(red)[1].number, 50)
squads:set_order(red, {kind = "attack", target = 50})
squads:update(2)
same(squads:assignment(3).action, "attack")
same(squads:assignment(3).target, 50)
squads:forget_enemy(red, 50)
squads:update(3)
same(squads:events()[1].kind, "order_done")

local blue = squads:split(red, {1, 3})
same(#squads:members(blue), 2)
same(#squads:list(), 2)
squads:set_order(blue, {kind = "scout", low = {0, 0}, high = {10, 10}, radius = 5})
same(squads:get_info(blue).cell_count, 4)
squads:report_seen(blue, 7.5, 7.5, 1)
same(squads:get_info(blue).seen_count, 1)

local copy = wend.squads_load(squads:save())
same(copy:hash(), squads:hash())
squads:update(4)
copy:update(4)
same(copy:hash(), squads:hash())

squads:set_captain(1)
squads:set_leader(3)
squads:merge(red, blue)
squads:move_order(red, 3, 4)
squads:leave(2)
same(#squads:members(red), 3)
assert(squads:memory_bytes() > 0)
squads:remove(red)
same(#squads:list(), 0)

-- minds
local asked = 0
local led = wend.squads{mind = function(squad, tick, order)
    asked = asked + 1
    if tick == 2 then error("no plan") end
    return order.kind == "hold" and {kind = "move", at = {9, 9}} or nil
end}
local green = led:add()
led:join(green, {agent = 1})
led:set_state(1, {position = {0, 0}})
led:update(1)
same(led:get_order(green).kind, "move")
fails("no plan", function() led:update(2) end)
led:update(3)
same(asked, 3)
local edits
edits = wend.squads{mind = function() edits:leave(1) end}
edits:join(edits:add(), {agent = 1})
fails("", function() edits:update(1) end)
