-- Exits of a crowd: two doors of a hall, one of them closed and opened, by paths and by a field.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same = check.fails_here, check.same

local grid = wend.grid{width = 40, height = 20}
local flow = wend.flow{grid = grid}
local crowd = wend.crowd{grid = grid, flow = flow, max_bodies = 40, route_source = wend.pathfinder{grid = grid}}
local people = {}
for i = 0, 29 do people[#people + 1] = crowd:add_body{x = 3.5 + i % 6, y = 6.5 + i // 6} end

fails("has no exits: add them by wend.exit", function() wend.exit_leave(crowd, people) end)
local west = wend.exit(crowd, {position = {1, 10}, width = 1, user = 1})
local request = flow:add_request{goals = {{38.5, 10.5}}, covers_all = true}
local east = wend.exit(crowd, {position = {36, 10.5}, goal = {38.5, 10.5}, request = request, rate = 3, user = 2})
flow:update()
same(#wend.exit_list(crowd), 2)
same(wend.exit_of_body(crowd, people[1]), nil)
same(wend.exit_list(crowd)[1] == west, true)
same(west == east, false)
same(west == 5, false)
same(grid == west, false)
same(west == wend.formation(crowd, {}, {people[1]}), false)
same(wend.exit_list(crowd)[2]:id(), east:id())

wend.exit_leave(crowd, people, "nearest")
same(wend.exit_of_body(crowd, people[1]):get_info().user, 1)
same(wend.exit_of_body(crowd, people[1]) == west, true)
same(west:get_info().coming, 30)
same(east:get_info().rate, 3.0)
wend.exit_leave(crowd, people)
fails("least_time", function() wend.exit_leave(crowd, people, "farthest") end)

local function tick(count)
  for _ = 1, count do
    flow:update()
    crowd:tick()
    for _, event in ipairs(crowd:get_events()) do
      if event.kind == "arrived" then crowd:remove_body(event.body) end
    end
  end
end
west:set{position = {1, 10}, is_closed = true, user = 1}
tick(20)
same(west:get_info().coming, 0)
same(east:get_info().coming, 30)
west:set{position = {1, 10}, user = 1}
tick(1500)
same(crowd:body_count(), 0)
same(west:get_info().passed + east:get_info().passed, 30)

local twin = wend.crowd{grid = grid, flow = flow, max_bodies = 40}
twin:load(crowd:save())
same(twin:hash(), crowd:hash())
same(#wend.exit_list(twin), 2)
same(wend.exit_list(twin)[1]:id(), west:id())
same(wend.exit_list(twin)[1] == west, false) -- of another crowd

west:remove()
same(west:exists(), false)
fails("", function() west:get_info() end)
same(#wend.exit_list(crowd), 1)

-- A number that was removed is another exit; handles that are closed can be compared.
local again = wend.exit(crowd, {position = {1, 10}})
same(again == west, false)
local closed = wend.exit_list(crowd)[1]
closed:close()
same(closed == wend.exit_list(crowd)[1], true)
same(closed == wend.exit_list(crowd)[2], false)
fails("position", function() again:set{width = 2} end)
