local wend = require "wend"
local check = dofile("check.lua")
local same, fails, near = check.same, check.fails_here, check.near

local grid = wend.grid{width = 40, height = 20}
grid:fill(0, 20, 0, 1, 19, 255)
local walls = wend.walls()
local flow = wend.flow{grid = grid}
local pathfinder = wend.pathfinder{grid = grid, radius = 0.3}

local function events_of(crowd, list)
    for _, event in ipairs(crowd:get_events()) do list[event.kind] = (list[event.kind] or 0) + 1 end
end

-- Bodies reach their goals by a pathfinder, by flow, by a path; events report each.
local crowd = wend.crowd{grid = grid, walls = walls, flow = flow, route_source = pathfinder, max_bodies = 64}
same(crowd:get_info().max_bodies, 64)
local walker = crowd:add_body{x = 5.5, y = 5.5, speed = 2, user = 77}
local flower = crowd:add_body{x = 5.5, y = 8.5, speed = 2}
local pathed = crowd:add_body{x = 5.5, y = 11.5, speed = 2}
same(crowd:body_count(), 3)
same(#crowd:list_bodies(), 3)
same(crowd:get_body(walker).user, 77)
same(crowd:get_body(walker).behaviour, "walk")
same(crowd:state(walker), "none")
same(#crowd:query_circle(0, 5.5, 5.5, 1), 1)
same(#crowd:query_near{centre = {5.5, 5.5}, radius = 1}, 1)
same(#crowd:query_near{centre = {6.5, 5.5}, radius = 2, heading = 0, half_angle = 1}, 0)
local x, y, floor = crowd:position(walker)
same(x, 5.5)
same(y, 5.5)
same(floor, 0)
crowd:set_goal(walker, 30.5, 5.5)
local order = flow:add_request{goals = {{30.5, 15.5}}, sources = {{5.5, 8.5}}}
crowd:follow_flow({flower}, order)
crowd:follow_path(pathed, wend.path{{5.5, 11.5}, {12.5, 11.5}})
local seen = {}
for _ = 1, 900 do
    flow:update()
    crowd:tick()
    events_of(crowd, seen)
end
same(crowd:state(walker), "arrived")
same(crowd:state(flower), "arrived")
same(crowd:state(pathed), "arrived")
same(seen.arrived, 3)
assert(seen.route >= 1)
near((crowd:position(walker)), 30.5, 0.5)
same(crowd:get_info().wall_violations, 0)
same(crowd:tick_count(), 900)

-- Lists begin at 1 in messages, too.
fails("crowd:set_detail: regions[2].radius is -1, and must be from 0 to 1073741824", function()
    crowd:set_detail{regions = {{centre = {1, 1}, radius = 1}, {centre = {1, 1}, radius = -1}}}
end)
fails("regions[1].floor is 7, but the number of floors is 1", function()
    crowd:set_detail{regions = {{centre = {1, 1}, floor = 7}}}
end)
fails("factors[3] is -1", function()
    wend.mesh{polygons = {{{0, 0}, {1, 0}, {0, 1}}}, factors = {[3] = -1}}
end)

-- A function of the script as the source: points, a path, a pathfinder, nothing.
local asked = 0
local answers = {
    function() return {{5.5, 5.5}, {8.5, 5.5}} end,
    function() return wend.path{{5.5, 5.5}, {8.5, 5.5}} end,
    function() return pathfinder end,
    function() return nil end,
}
for i, answer in ipairs(answers) do
    local other = wend.crowd{grid = grid, route_source = function(query)
        asked = asked + 1
        same(query.to.x, 8.5)
        return answer()
    end}
    local body = other:add_body{x = 5.5, y = 5.5}
    other:set_goal(body, 8.5, 5.5)
    for _ = 1, 120 do other:tick() end
    same(other:state(body), i < 4 and "arrived" or "no_path")
end
same(asked >= 4, true)

-- Many bodies around a position: the first stands there, and no two overlap.
do
    local other = wend.crowd{grid = grid, max_bodies = 12}
    local ids = other:add_bodies({x = 5.5, y = 5.5}, 9)
    same(#ids, 9)
    local x, y = other:position(ids[1])
    same(x, 5.5) same(y, 5.5)
    other:tick()
    same(other:get_info().max_overlap, 0.0)
    fails("max_bodies", function() other:add_bodies({x = 5.5, y = 5.5}, 4) end)
    same(#other:add_bodies({x = 5.5, y = 5.5}, 0), 0)
end

-- What it does wrong comes out of tick; what is under the crowd cannot be changed meanwhile.
local function source(answer)
    local other = wend.crowd{grid = grid, max_bodies = 4, route_source = answer}
    other:set_goal(other:add_body{x = 5.5, y = 5.5}, 8.5, 5.5)
    return other
end
fails("boom", function() source(function() error("boom") end):tick() end)
fails("route_source", function() source(function() return 7 end):tick() end)
fails("field 'route[1].y'", function() source(function() return {{1}} end):tick() end)
fails("cannot be changed", function()
    source(function() grid:set_cost(0, 0, 0, 9) end):tick()
end)
local own
own = source(function() own:add_body{x = 1.5, y = 1.5} end)
fails("cannot be changed", function() own:tick() end)
own = source(function() own:tick() end)
fails("cannot be changed", function() own:tick() end)
own = source(function() own:close() end)
fails("in use", function() own:tick() end)
own = source(function() coroutine.yield() end)
check.fails("yield", function() own:tick() end)
same(grid:cost(0, 0, 0), 1)
grid:set_cost(0, 0, 0, 9)

-- Orders to many, and forces from outside.
local many = {}
for i = 1, 10 do many[i] = crowd:add_body{x = 2.5 + i * 0.7, y = 15.5} end
crowd:set_group_goal(many, 6.5, 12.5)
crowd:set_velocity(walker, 0.5, 0)
crowd:set_held(flower)
crowd:set_held(flower, false)
crowd:stop(pathed)
crowd:apply_impulse(many[1], 40, 0)
assert(crowd:apply_explosion{x = 6.5, y = 15.5, radius = 3, impulse = 100} > 0)
local zone = crowd:add_zone{kind = "conveyor", low = {0, 0}, high = {5, 5}, velocity = {1, 0}}
crowd:set_zone(zone, {kind = "wind", low = {0, 0}, high = {5, 5}, velocity = {1, 0}})
crowd:tick()
same(#crowd:get_path(many[1]) >= 0, true)
crowd:remove_zone(zone)
crowd:set_body(walker, {speed = 3})
near(crowd:get_body(walker).speed, 3)
same(crowd:get_body(walker).user, 77)

near(crowd:get_info().step, 0.05)
near(wend.crowd{step = 0.125}:get_info().step, 0.125)

-- A change touches what it names, and nothing else.
local odd = {x = 7.5, y = 2.5, radius = 0.2, speed = 1.5, max_speed = 3, acceleration = 4,
             turn_rate = 5, turn_radius = 1.5, headway = 0.5, mass = 60, layer = 2, avoids = 6, touches = 10,
             group = 3, priority = -4, user = 11, is_abrupt = true}
local changed = crowd:add_body(odd)
crowd:set_body(changed, {mass = 70})
for name, value in pairs(odd) do
    same(crowd:get_body_def(changed)[name], name == "mass" and 70 or value)
end
crowd:set_body(changed, {speed = 2, layer = 4})
same(crowd:get_body_def(changed).max_speed, 3)
same(crowd:get_body_def(changed).layer, 4)
same(crowd:get_body_def(walker).max_speed, 0)
same(crowd:get_body_def(walker).floor, 0)
fails("field 'x': there is no such field", function() crowd:set_body(changed, {x = 1}) end)
crowd:remove_body(changed)
fails("out of date", function() crowd:get_body_def(changed) end)
crowd:set_position(walker, 3.5, 3.5)
crowd:set_speed(walker, 2)
same(crowd:get_body(walker).speed, 2)
crowd:set_speed(walker, 1.3)
crowd:set_heading(walker, 1)
assert(math.abs(crowd:get_body(walker).heading - 1) < 1e-12)
near((crowd:position(walker)), 3.5)
crowd:set_steering(walker, {{kind = "seek", target = {10, 3.5}}, {kind = "separate", range = 2}}, "priority",
            8, true)
for _ = 1, 40 do crowd:tick() end
assert((crowd:position(walker)) > 4)
assert(crowd:velocity(walker) ~= nil)

-- Saved, ticked further, and loaded: it continues as before, bit for bit.
local kept, hash = crowd:save(), crowd:hash()
for _ = 1, 20 do crowd:tick() end
local later = crowd:hash()
assert(later ~= hash)
crowd:load(kept)
same(crowd:hash(), hash)
for _ = 1, 20 do crowd:tick() end
same(crowd:hash(), later)
fails("crowd:load: ", function() crowd:load("no crowd") end)
fails("crowd:load: ", function() crowd:load(kept:sub(1, -9)) end)
same(crowd:hash(), later)

-- Removed bodies stay removed.
crowd:remove_body(walker)
same(crowd:exists(walker), false)
same(crowd:exists(flower), true)
fails("out of date", function() crowd:position(walker) end)
fails("out of date", function() crowd:set_goal(walker, 1, 1) end)

-- Wrong values.
fails("field 'x'", function() crowd:add_body{y = 3} end)
fails("crowd:add_body: ", function() crowd:add_body{x = 20.5, y = 3.5} end)
fails("crowd:add_body: ", function() crowd:add_body{x = 2.5, y = 3.5, radius = -1} end)
fails("field 'radius'", function() crowd:add_body{x = 2.5, y = 3.5, radius = 0 / 0} end)
fails("bad argument #1 to 'crowd:set_goal'", function() crowd:set_goal("7", 1, 1) end)
fails("field 'items[1].kind'", function() crowd:set_steering(flower, {{kind = "fly"}}) end)
fails("at most 12", function()
    local items = {}
    for i = 1, 13 do items[i] = {kind = "seek"} end
    crowd:set_steering(flower, items)
end)
fails("field 'route_source'", function() wend.crowd{route_source = 3} end)
fails("field 'kind'", function() crowd:add_zone{kind = "fog"} end)
fails("wend.crowd: ", function() wend.crowd{max_bodies = 0} end)
fails("wend.crowd: ", function()
    wend.crowd{grid = wend.grid{width = 20, height = 20, wrap = "x"}}
end)

-- Closed in any order.
pathfinder:close()
flow:close()
grid:close()
crowd:tick()
crowd:close()
fails("closed", function() crowd:tick() end)
