-- load(bytes) of every object: it goes on as it went on from the save, it is the same object, and bytes that are damaged or of
-- another kind leave it as it was.
local wend = require "wend"
local check = dofile("check.lua")
local same, fails = check.same, check.fails_here

local grid = wend.grid{width = 24, height = 16}
grid:fill(0, 10, 3, 1, 9, 255)
local walls = wend.walls()
walls:add_segment(4, 4, 9, 4)
local items = wend.items()
local pack = items:add{x = 6, y = 6}
items:add{x = 20, y = 12, tag = 1}

local made = {}
local function spread(n) return n * 7 % 23 + 0.5, n * 5 % 15 + 0.5 end

made.reservations = {wend.reservations{capacity = 1}, function(o, n)
    o:claim{kind = n % 3, key = n, agent = n, ticks = 4}
    o:update(n)
end}
made.cover = {wend.cover{walls = walls, cell_size = 5}, function(o, n)
    o:update()
    o:add_place{x = n, y = 1, direction = {x = 1, y = 0}}
    o:add_obstacle{x = n, y = 9, radius = 0.5}
end}
made.triggers = {wend.triggers{items = items, cell_size = 3}, function(o, n)
    local x, y = spread(n)
    o:add{kind = "take", x = x, y = y, radius = 1, sleep_ticks = 5}
    o:update(n, {{agent = 1, x = x, y = y, radius = 0.5}})
end}
local reactions = 0
local senses = wend.senses{walls = walls, react = function() reactions = reactions + 1 end}
senses:add_profile{sight_range = 20}
made.senses = {senses, function(o, n)
    local x, y = spread(n)
    o:add_source{position = {x, y}, user = n}
    o:add_observer{position = {y, x / 2}, heading = 0, profile = 0, user = n}
    o:add_noise{position = {x, y}, loudness = 60}
    local before = reactions
    o:update()
    assert(reactions > before)
end}
made.memories = {wend.memories{record_limit = 6}, function(o, n)
    local x, y = spread(n)
    o:set_tick(n)
    if not o:has_agent(n % 3) then o:add_agent(n % 3) end
    o:observe(n % 3, {subject = n, kind = 1, x = x, y = y})
end}
made.markers = {wend.markers{marker_limit = 5}, function(o, n)
    local x, y = spread(n)
    o:set_tick(n)
    o:add{x = x, y = y, kind = n % 4, lifetime = 9}
end}
local scent
made.smell = {wend.smell{grid = grid}, function(o, n)
    o:set_tick(n)
    if n == 1 then scent = o:add_source{x = 3.5, y = 3.5, radius = 4, intensity = 1, leaves_trail = true} end
    o:move(scent, 3.5 + n / 2, 3.5)
    o:update()
end}
made.predictor = {wend.predictor{action_count = 3}, function(o, n) o:add(n * n % 3) end}
made.tactics = {wend.tactics{tactic_count = 3, seed = 5}, function(o, n) o:add(0, o:choose(0), n % 4) end}
made.machines = {wend.machines{
    facts = {"heat"},
    states = {{name = "cold", update = function(_, turn) made.last = turn.tick end}, {name = "warm"}},
    transitions = {{from = "cold", to = "warm", conditions = {{fact = "heat", compare = ">", value = 3}}}},
}, function(o, n)
    o:add_agent(n)
    o:set_fact(n, "heat", n)
    o:update(n)
    same(made.last, made.last and n)
end}
made.messages = {wend.messages{}, function(o, n)
    o:add_agent(n)
    o:send{receiver = n, type = 1, delay = 3}
    o:deliver(n, function() return true end)
end}
local asked = 0
made.squads = {wend.squads{max_squads = 9, max_members = 9, mind = function() asked = asked + 1 end}, function(o, n)
    local squad = o:add()
    o:join(squad, {agent = n, kind = "tough"})
    o:set_state(n, {position = {spread(n)}, health = 1, is_alive = true})
    local before = asked
    o:update(n)
    assert(asked > before)
end}
made.rules = {wend.rules{
    facts = {"fear", {name = "noise", call = function(agent) return agent / 8 end}},
    rules = {{name = "flee", conditions = {{"fear", ">", 0.5}}}, {name = "hide", considerations = {{fact = "noise"}}}},
}, function(o, n)
    o:add(n, {fear = n % 2})
    o:update(n)
    same(o:decision(n), n % 2 == 1 and (o:decision(n)) or "hide")
end}
made.terrain_analysis = {wend.terrain_analysis{grid = grid, min_area = 4}, function(o, n)
    grid:set_cost(0, n, 1, 1)
    o:update()
    o:set_heights(nil)
end, true}
made.traffic = {wend.traffic{width = 24, height = 16, half_life = 10}, function(o, n)
    o:set_tick(n)
    o:add(spread(n))
end}
made.influence = {wend.influence{grid = grid}, function(o, n)
    local x, y = spread(n)
    o:add{x = x, y = y, strength = 1, radius = 5, side = n % 2}
    o:set_tick(n)
    o:update()
end}
made.minds = {wend.minds{think = function(agent, turn) return string.char(agent, turn.tick % 256) end, decision_bytes = 4},
    function(o, n)
        o:add{agent = n, period = 2}
        o:update()
    end}

made.grid = {wend.grid{width = 20, height = 10, class_count = 2}, function(o, n)
    o:set_cost(0, n, n, n)
    o:set_closed_teams(n, 0, 1, 1, 3)
    o:add_stamp{x = n, y = 2, width = 2, height = 2, cost = 255}
    o:add_overlay{class_mask = 1}
    o:add_link{from = n, to = 3 * n}
    o:set_gradient(1, {n, 1})
    if n == 6 then o:remove_stamp(o:list_stamps()[1]) end
end}
made.graph = {wend.graph(), function(o, n)
    local a, b = o:add_node(spread(n)), o:add_node{x = n, y = 1, tag = n}
    o:add_edge(a, b)
    if n % 3 == 0 then o:remove_node(a) end
end}
made.walls = {wend.walls(), function(o, n)
    local x, y = spread(n)
    local id = o:add_segment(x, y, x + 2, y)
    o:add_polygon{x, y, x + 1, y, x, y + 1}
    if n % 3 == 0 then o:remove(id) end
    if n % 3 == 1 then o:set_heights(id, 0, 2) end
end}
made.items = {wend.items(), function(o, n)
    local x, y = spread(n)
    local id = o:add{x = x, y = y, tag = n % 2}
    if n % 3 == 0 then o:remove(id) end
end}
local planned = wend.planner{grid = grid}
made.planner = {planned, function(o, n)
    o:add_request{from = {1.5, 1.5}, to = {20.5, 1.5 + n}}
    if n % 2 == 0 then o:add_request{from = {1.5, 1.5}, items = items, tag = 1} end
    o:update(40)
end}

local names = {}
for name in pairs(made) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
    local object, act, is_constant = table.unpack(made[name])
    for n = 1, 4 do act(object, n) end
    local bytes, hash = object:save(), object:hash()
    for n = 5, 8 do act(object, n) end
    local after, later = object:save(), object:hash()
    assert(is_constant or later ~= hash, name)

    object:load(bytes)
    same(object:hash(), hash)
    if name ~= "planner" then same(object:save(), bytes) end -- which counts its own saves
    assert(not object:is_closed())
    for n = 5, 8 do act(object, n) end
    same(object:hash(), later)
    if name ~= "planner" then same(object:save(), after) end

    for _, bad in ipairs{"", "abc", bytes:sub(1, -2), bytes .. "x", bytes:sub(1, 20) .. "?" .. bytes:sub(22)} do
        fails(name .. ":load", function() object:load(bad) end)
    end
    fails("text expected", function() object:load(nil) end)
    same(object:hash(), later)
    for _, other in ipairs(names) do
        if other ~= name then fails(name .. ":load", function() object:load(made[other][1]:save()) end) end
    end
    same(object:hash(), later)
end
for _, name in ipairs(names) do
    local object = made[name][1]
    local bytes = object:save()
    object:close()
    fails("closed", function() object:load(bytes) end)
end

-- Not from within a function of the object itself.
local tick = 0
local own
own = wend.machines{states = {{name = "only", update = function() tick = tick + 1 own:load(own:save()) end}}}
own:add_agent(1)
fails("", function() own:update(1) end)
same(tick, 1)
own:close()
