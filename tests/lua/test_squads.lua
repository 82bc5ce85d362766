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
local memories = wend.memories()
for _, agent in ipairs(squads:members(red)) do memories:add_agent(agent) end
memories:observe(squads:members(red)[1], {subject = 50, team = 2, x = 6, y = 0, danger = 3})
assert(squads:report_memories(red, memories, 1))
assert(squads:enemies(red)[1].number == 50 and squads:enemies(red)[1].strength == 3)
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

-- what a mind changes takes effect when the update is over; the rest is refused
local edits, deed
edits = wend.squads{max_squads = 3, mind = function(squad) deed(squad) end}
local one, two = edits:add(), edits:add()
for agent = 1, 4 do edits:join(agent < 4 and one or two, {agent = agent}) edits:set_state(agent, {position = {agent, 0}}) end
local was
deed = function(squad)
    if squad ~= one then return end
    edits:leave(1)
    edits:join(one, {agent = 9})
    edits:set_order(two, {kind = "move", at = {7, 7}})
    edits:set_captain(2)
    was = table.concat(edits:members(one), " ")
end
edits:update(1)
same(was, "1 2 3") -- queued
same(table.concat(edits:members(one), " "), "2 3 9")
same(edits:get_order(two).kind, "move")
same(edits:get_info(one).captain, 2)
deed = function(squad) edits:merge(one, two) edits:move_order(two, 1, 1) end
edits:update(2)
same(table.concat(edits:members(one), " "), "2 3 4 9")
deed = function(squad) edits:remove(squad) end -- a squad removes itself in its own mind
edits:update(3)
same(edits:of(2), nil)
one = edits:add()
edits:join(one, {agent = 1})
for _, change in ipairs{
    function() edits:add() end, function() edits:split(one, {1}) end, function() edits:set_state(1, {position = {0, 0}}) end,
    function() edits:update(9) end, function() edits:set(one, {files = 2}) end,
} do
    deed = change
    fails("cannot be changed from this callback", function() edits:update(4) end)
end
deed = function() edits:close() end
fails("in use by a callback", function() edits:update(4) end)
deed = function() error("lost") end
local text = fails("squads:update: mind of squad " .. one .. ": ", function() edits:update(4) end)
assert(text:find("test_squads.lua:%d+: lost"), text)
same(edits:get_order(one).kind, "hold")
fails("agent 77 is in no squad", function() edits:leave(77) end)

-- the danger decides the side of a flank
local places, raises = {}, false
local wary = wend.squads{danger = function(squad, x, y)
    places[#places + 1] = y
    if raises then error("dark") end
    return y > 0 and 5 or 0
end}
local pack = wary:add()
for agent = 1, 4 do
    wary:join(pack, {agent = agent, kind = agent < 3 and "tough" or "ranged", range = agent < 3 and 2 or 12, roles = {"attack", "flank"}, strength = 1})
    wary:set_state(agent, {position = {0, agent - 2.5}})
end
wary:set_enemy(pack, {number = 50, position = {20, 0}})
wary:set_order(pack, {kind = "attack", target = 50, tactic = "flank"})
wary:update(1)
assert(#places > 0)
local flanking = 0
for agent = 1, 4 do
    local it = wary:assignment(agent)
    if it.action == "flank" then flanking = flanking + 1 assert(it.position.y < 0, it.position.y) end
end
assert(flanking > 0)
raises = true
wary:set_order(pack, {kind = "hold"})
wary:update(2)
wary:set_order(pack, {kind = "attack", target = 50, tactic = "flank"})
text = fails("squads:update: danger of squad " .. pack .. ": ", function() wary:update(3) end)
assert(text:find("test_squads.lua:%d+: dark"), text)
local wary_again = wend.squads_load(wary:save(), nil, function() return 0 end)
same(wary_again:hash(), wary:hash())
fails("danger: a function expected", function() wend.squads{danger = 5} end)
