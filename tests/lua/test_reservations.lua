-- Claims of agents on targets, places and items.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same = check.fails_here, check.same

local ENEMY, ITEM = 0, 1
local reservations = wend.reservations{capacity = 1}
reservations:set_kind_capacity(ENEMY, 2)
same(reservations:capacity(ENEMY, 17), 2)
local first = reservations:claim{kind = ENEMY, key = 17, agent = 1}
local second = reservations:claim{kind = ENEMY, key = 17, agent = 2, ticks = 5}
same(reservations:claim{kind = ENEMY, key = 17, agent = 3}, nil)
same(reservations:is_free{kind = ENEMY, key = 17, agent = 3, priority = 1}, true)
same(reservations:find(ENEMY, 17, 2), second)
same(reservations:count(ENEMY, 17), 2)
same(#reservations:holders(ENEMY, 17), 2)
same(reservations:get(second).ticks, 5)
reservations:claim{kind = ENEMY, key = 17, agent = 3, priority = 1}
local lost = reservations:events()[1]
same(lost.type, "lost")
same(lost.agent, 2)
same(lost.by, 3)
same(lost.id, second)
fails("does not exist", function() reservations:get(second) end)

-- places
local place = reservations:claim{kind = 5, agent = 1, x = 3, y = 4}
same(reservations:get(place).is_place, true)
same(reservations:is_free{kind = 5, agent = 2, x = 3.5, y = 4}, false)
same(#reservations:of_agent(1), 2)
same(#reservations:list(), 3)

-- items
local items = wend.items()
local near_item, far_item = items:add(1, 0), items:add(5, 0)
reservations:claim{kind = ITEM, key = reservations:item_key(near_item), agent = 1, ticks = 3}
local function nearest(agent)
    return items:nearest(0, 0, {agent = agent,
        is_item = function(item, by) return reservations:is_item_free(ITEM, item, by) end})
end
same(nearest(1), near_item)
same(nearest(2), far_item)
reservations:update(3)
same(reservations:tick(), 3)
same(reservations:events()[1].type, "expired")
same(nearest(2), near_item)

local copy = wend.reservations_load(reservations:save())
same(copy:hash(), reservations:hash())
same(copy:release_agent(1), 2)
copy:revoke(ENEMY, 17)
same(copy:events()[2].type, "revoked")
same(copy:total(), 0)
reservations:release(first)
reservations:clear()
same(reservations:total(), 0)
reservations:set_capacity(ENEMY, 17, 0)
same(reservations:claim{kind = ENEMY, key = 17}, nil)
reservations:set_capacity(ENEMY, 17, nil)
same(reservations:capacity(ENEMY, 17), 2)
assert(reservations:memory_bytes() > 0)
fails("radius is -1", function() reservations:claim{x = 1, y = 1, radius = -1} end)
fails("tick", function() reservations:update(1) end)
fails("reservations_load", function() wend.reservations_load("abc") end)
