local wend = require "wend"
local check = dofile("check.lua")
local same, fails, near = check.same, check.fails_here, check.near

local items = wend.items{cell_size = 4}
local health = items:add(2, 2, {tag = 1, user = 70})
local ammo = items:add{x = 9, y = 2, tag = 2}
local far = items:add(20, 20, {tag = 1})
same(items:count(), 3)
same(#items:ids(), 3)
same(items:get(health).user, 70)
same(items:get(ammo).is_active, true)
same(items:nearest(10, 2), ammo)
same(items:nearest(10, 2, {tag = 1}), health)
same(items:nearest(10, 2, {tag = 1, is_item = function(id, agent) return id == far and agent == 7 end, agent = 7}), far)
same(items:nearest(10, 2, {tag = 5}), nil)
same(#items:nearest_many(0, 0, 2), 2)
same(items:nearest_many(0, 0, 2)[2], ammo)
same(#items:in_circle(0, 0, 5), 1)
same(#items:in_box(0, 0, 30, 30, {tag = 1}), 2)
local revision = items:revision()
items:set_active(health, false)
same(items:revision(), revision + 1)
same(items:nearest(2, 2, {tag = 1}), far)
same(#items:in_circle(0, 0, 100, {is_inactive_found = true}), 3)
items:move(far, 3, 3)
near(items:get(far).x, 3, 0)
items:set(far, {tag = 4})
same(items:get(far).tag, 4)
local again = wend.items_load(items:save())
same(again:hash(), items:hash())
items:remove(far)
same(items:has(far), false)
fails("out of date", function() items:get(far) end)
fails("a function expected", function() items:nearest(0, 0, {is_item = 3}) end)
fails("boom", function() items:nearest(0, 0, {is_item = function() error("boom") end}) end)
items:set_active(health, true)

-- Paths to items.
local grid = wend.grid{width = 30, height = 12}
grid:fill(0, 5, 0, 1, 8, 255)
local finder = wend.pathfinder{grid = grid}
local path = finder:find{from = {8.5, 2.5}, items = items, tag = 1}
assert(path)
local answer = finder:get_answer()
same(answer.item, health)
same(answer.item_user, 70)
same(answer.tag, 1)
path = finder:find{from = {8.5, 2.5}, items = items, tag_mask = 0}
same(finder:get_answer().item, ammo)
local none, reason = finder:find{from = {8.5, 2.5}, items = items, tag = 9}
same(none, nil)
same(reason, "no such item")
path = finder:find{from = {8.5, 2.5}, items = items, tag_mask = 0, agent = 3,
    is_item = function(id, agent) return agent == 3 and id ~= ammo end}
same(finder:get_answer().item, health)
fails("boom", function()
    finder:find{from = {8.5, 2.5}, items = items, tag = 1, is_item = function() error("boom") end}
end)
local each = finder:each_tag{from = {8.5, 2.5}, items = items, tags = {1, 2, 8}}
same(#each, 3)
same(each[1].item, health)
same(each[2].item, ammo)
assert(each[2].cost < each[1].cost)
same(each[3].item, nil)
same(each[3].cost, nil)
same(each[3].tag, 8)

-- The nearest point instead.
none, reason = finder:find(8.5, 2.5, 5.5, 2.5)
same(reason, "goal blocked")
path = finder:find(8.5, 2.5, 5.5, 2.5, {is_nearest_allowed = true})
assert(path)
answer = finder:get_answer()
same(answer.is_nearest, true)
near(answer.goal_distance, 1, 1e-9)
same(answer.reason, "goal blocked")
