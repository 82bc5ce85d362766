-- An id of one kind where another one is expected is an error that says which; so is a number that
-- is none, a call that lacks values, and a crowd that is full.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same = check.fails_here, check.same

local grid = wend.grid{width = 30, height = 20}
local walls = wend.walls()
local flow = wend.flow{grid = grid}
local mesh = wend.mesh_from_grid(grid)
local crowd = wend.crowd{grid = grid, walls = walls, flow = flow, max_bodies = 2}

local ids = {
    ["a body"] = crowd:add_body{x = 2.5, y = 2.5},
    ["a request"] = flow:add_request{goals = {{20.5, 3.5}}, sources = {{2.5, 2.5}}},
    ["a wall"] = walls:add_segment(9, 9, 9, 12),
    ["a stamp"] = grid:add_stamp{x = 20, y = 10, width = 2, height = 2},
    ["an overlay"] = grid:add_overlay{},
    ["a link"] = grid:add_link{from = grid:node(1, 1), to = grid:node(8, 8), cost = 1},
    ["a link of a mesh"] = mesh:add_link{from = {1.5, 1.5}, to = {8.5, 8.5}, cost = 1},
    ["a zone"] = crowd:add_zone{kind = "wind", low = {0, 0}, high = {4, 4}, velocity = {1, 0}},
    ["a formation"] = wend.formation(crowd, {}, {crowd:add_body{x = 4.5, y = 2.5}}):id(),
    ["an exit"] = wend.exit(crowd, {position = {9, 3}}):id(),
}

-- All of them are different, though each is the first of its kind.
local seen = {}
for _, id in pairs(ids) do
    assert(math.type(id) == "integer" and not seen[id])
    seen[id] = true
end
same(ids["a body"], 1 << 32 | 1)
ids["a social group"] = wend.social(crowd, {}, {ids["a body"]}):id()
for kind, id in pairs(ids) do assert(kind == "a social group" or id ~= ids["a social group"]) end

local calls = {
    ["a body"] = function(id) crowd:position(id) end,
    ["a request"] = function(id) flow:get_request(id) end,
    ["a wall"] = function(id) walls:get(id) end,
    ["a stamp"] = function(id) grid:get_stamp(id) end,
    ["an overlay"] = function(id) grid:get_overlay(id) end,
    ["a link"] = function(id) grid:get_link(id) end,
    ["a link of a mesh"] = function(id) mesh:get_link(id) end,
    ["a zone"] = function(id)
        crowd:set_zone(id, {kind = "wind", low = {0, 0}, high = {4, 4}, velocity = {1, 0}})
    end,
}
for kind, call in pairs(calls) do
    call(ids[kind])
    for other, id in pairs(ids) do
        if other ~= kind then
            fails(kind .. " expected, got " .. other .. " (" .. id .. ")", function() call(id) end)
        end
    end
    fails(kind .. " expected, got 1)", function() call(1) end)
    fails(kind .. " expected, got -1)", function() call(-1) end)
    fails(kind .. " expected, got 1.5)", function() call(1.5) end)
    fails(kind .. " expected, got nil)", function() call(nil) end)
    -- 0 is none; others were never there.
    for _, id in ipairs{0, ids[kind] + (7 << 32), ids[kind] + 99} do
        local text = fails("", function() call(id) end)
        assert(text:find("out of date") or text:find("names none") or text:find("there is no such"), text)
    end
end

-- In lists and in fields too.
fails("entry 2 of a list: a body expected, got a request", function()
    crowd:set_group_goal({ids["a body"], ids["a request"]}, 5, 5)
end)
fails("a request expected, got a body", function()
    crowd:follow_flow(ids["a body"], ids["a body"])
end)
fails("field 'items[1].request': a request expected, got a body", function()
    crowd:set_steering(ids["a body"], {{kind = "follow_flow", request = ids["a body"]}})
end)
fails("field 'items[1].other': a body expected, got a wall", function()
    crowd:set_steering(ids["a body"], {{kind = "pursue", other = ids["a wall"]}})
end)
fails("a request expected, got a body", function() flow:state(ids["a body"]) end)
fails("a body expected, got 7", function() crowd:exists(7) end)
same(crowd:exists(0), false)

-- Too few values: what it takes.
fails("grid:fill(class, x, y, width, height, cost): 6 values expected, got 5",
      function() grid:fill(20, 0, 1, 19, 255) end)
fails("grid:set_cost(class, x, y, cost): 4 values expected, got 3",
      function() grid:set_cost(1, 2, 255) end)
fails("flow:sample(order, floor, x, y): 4 values expected, got 3",
      function() flow:sample(ids["a request"], 2.5, 2.5) end)
fails("walls:ray(ax, ay, bx, by): 4 values expected, got 2", function() walls:ray({0, 0}, {1, 1}) end)

-- A full crowd names what to change.
fails("crowd:add_body: there are 2 bodies, which is the max_bodies of the crowd",
      function() crowd:add_body{x = 6.5, y = 2.5} end)
same(crowd:body_count(), 2)
