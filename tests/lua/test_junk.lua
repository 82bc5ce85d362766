-- Every function of every object, called with anything: it works or raises an error that says where,
-- and nothing ever crashes. The same calls on every run.
local wend = require "wend"
local check = dofile("check.lua")

local counter = 0
local function below(count)
    counter = counter + 1
    return wend.random_below(41, 7, counter, count)
end
local function pick(list)
    return list[1 + below(#list)]
end

-- No number that would make work for minutes: neither the tiny nor the just possible.
local numbers = {0, 1, 2, 3, 5, 7, 9, -1, -3, 0.5, 2.5, 60, 255, 256, 1e12, -1e12, 2.0 ^ 31,
                 -2 ^ 31, 1 << 32, (1 << 32) + 1, 2.0 ^ 53, math.maxinteger, math.mininteger,
                 1e300, math.huge, -math.huge, 0 / 0}
local small = {0, 1, 2, 3, 4, 5, 6, 8, 0.5, 1.5, 7.25}
local words = {"", "all", "walk", "never", "expanded", "flood", "pov", "jump", "x", "wedge", "seek",
               "weighted", "stop", "3", "\0\255", string.rep("long", 100), "maze63.map"}
local names = {"x", "y", "z", "width", "height", "cost", "costs", "grid", "walls", "flow", "graph",
               "mesh", "level", "radius", "from", "to", "goals", "sources", "areas", "places",
               "is_goal", "points", "polygons", "outlines", "holes", "factors", "floor", "floors",
               "joins", "classes", "position", "kind", "weight", "target", "other", "order",
               "shape", "slots", "spacing", "step", "max_bodies", "route_source", "speed", "group",
               "velocity", "low", "high", "centre", "stops", "behaviour", "user", "nonsense", 1, 2}

local pool = {} -- objects of this round
local depth = 0

local function junk()
    depth = depth + 1
    local kind = below(depth > 3 and 5 or 12)
    local value
    if kind <= 1 then
        value = pick(small)
    elseif kind == 2 then
        value = pick(numbers)
    elseif kind == 3 then
        value = pick(words)
    elseif kind == 4 then
        value = pick{true, false}
    elseif kind == 5 then
        value = nil
    elseif kind == 6 or kind == 7 then
        value = pick(pool)
    elseif kind == 8 then
        value = {}
        for i = 1, below(9) do value[i] = junk() end
    elseif kind == 9 then
        value = {}
        for _ = 1, below(6) do value[pick(names)] = junk() end
    elseif kind == 10 then
        value = {x = pick(small), y = pick(small)}
    else
        local object = pick(pool)
        value = pick{
            function() return true end,
            function() error("junk") end,
            function() object:close() end,
            function() coroutine.yield() end,
            function() return object end,
            coroutine.create(print),
        }
    end
    depth = depth - 1
    return value
end

local function world()
    local grid = wend.grid{width = 24, height = 16, class_count = 2}
    grid:fill(0, 12, 0, 1, 15, 255)
    local walls = wend.walls()
    walls:add_polygon{4, 4, 6, 4, 6, 6, 4, 6}
    local graph = wend.graph()
    graph:add_node(1, 1)
    graph:add_node(9, 9)
    graph:add_edge(0, 1)
    local level = wend.level()
    level:add_outline({0, 0, 9, 0, 9, 9, 0, 9}, level:add_region{}, nil)
    local flow = wend.flow{grid = grid}
    flow:add_request{goals = {{20.5, 3.5}}, sources = {{2.5, 2.5}}}
    flow:update()
    local mesh = wend.mesh_from_grid(grid)
    local clearance = wend.clearance{grid = grid}
    local objects = {wend.table{graph = graph}, clearance, wend.islands{grid = grid, clearance = clearance, radius = 0.6}, wend.search{grid = grid}, wend.search{graph = graph}, grid, walls, graph, level, flow, mesh, wend.pathfinder{grid = grid},
                     wend.pathfinder{graph = graph, walls = walls}, wend.pathfinder{mesh = mesh},
                     wend.path{{0, 0}, {5, 5}, {9, 0}}}
    if wend.crowd then
        local crowd = wend.crowd{grid = grid, walls = walls, flow = flow, max_bodies = 16,
                                 route_source = objects[12]}
        local members = {}
        for i = 1, 6 do members[i] = crowd:add_body{x = 0.8 * i + 0.5, y = 9.5} end
        crowd:set_group_goal(members, 20.5, 3.5)
        objects[#objects + 1] = crowd
        if wend.formation then
            objects[#objects + 1] = wend.formation(crowd, {shape = "line"}, {members[1], members[2]})
        end
        if wend.social then
            objects[#objects + 1] = wend.social(crowd, {}, {members[3], members[4]})
        end
        if wend.exit then
            objects[#objects + 1] = wend.exit(crowd, {position = {4, 4}})
        end
        crowd:tick()
    end
    return objects
end

-- All functions by name, so that the order is the same on every run.
local function functions_of(holder)
    local list = {}
    for name, value in pairs(holder) do
        if type(value) == "function" then list[#list + 1] = name end
    end
    table.sort(list)
    return list
end

local plain = functions_of(wend)
local called, failed, worked = {}, 0, 0

local function call(name, method, ...)
    local arguments = table.pack(...)
    local result
    local ok, text = pcall(function()
        result = method(table.unpack(arguments, 1, arguments.n))
        return nil
    end)
    called[name] = true
    if not ok then
        failed = failed + 1
        assert(type(text) == "string" and #text > 0, name .. ": an error without a text")
        assert(text:find("%.lua:%d+: ") or text:find("not enough memory") or text:find("yield"),
               name .. ": no file:line in '" .. text .. "'")
        if not text:find("junk$") and not text:find("yield") and not text:find("not enough memory") then
            local plain = name:gsub("^wend%.(.*):", "%1:"):gsub(" %(closed%)", "")
            check.names(text:match("%.lua:%d+: (.*)$"), plain)
        end
        return
    end
    worked = worked + 1
    if type(result) == "userdata" and #pool < 40 then
        pool[#pool + 1] = result
    end
end

-- Half of the time mostly small numbers, which many functions take.
local function arguments()
    local list = {}
    local count = below(8)
    local is_tame = below(2) == 0
    for i = 1, count do
        if is_tame and below(4) > 0 then list[i] = pick(small) else list[i] = junk() end
    end
    return table.unpack(list, 1, count)
end

local steer = wend.steer and functions_of(wend.steer) or {}
local hex = functions_of(wend.hex)
local terrain = functions_of(wend.terrain)
for round = 1, 90 do
    pool = world()
    for _ = 1, 400 do
        local object = pick(pool)
        if below(6) == 0 then
            local name = pick(plain)
            call("wend." .. name, wend[name], arguments())
        elseif #steer > 0 and below(6) == 0 then
            local name = pick(steer)
            call("wend.steer." .. name, wend.steer[name], arguments())
        elseif below(8) == 0 then
            local name = pick(hex)
            call("wend.hex." .. name, wend.hex[name], arguments())
        elseif below(12) == 0 then
            local name = pick(terrain)
            call("wend.terrain." .. name, wend.terrain[name], arguments())
        else
            local methods = debug.getmetatable(object).__index
            local name = pick(functions_of(methods))
            local self = object
            if below(12) == 0 then self = junk() end
            if name ~= "close" or below(8) == 0 or not called[tostring(object) .. ":close"] then
                call(tostring(object) .. ":" .. name, methods[name], self, arguments())
            end
        end
    end
    pool = {}
    collectgarbage()
end

-- Many calls went well, most were refused, and all functions had their turn.
assert(failed > 1000 and worked > 1000)
for _, name in ipairs(plain) do assert(called["wend." .. name], name .. " was never called") end
for _, name in ipairs(hex) do assert(called["wend.hex." .. name], name .. " was never called") end
for _, name in ipairs(terrain) do assert(called["wend.terrain." .. name], name .. " was never called") end
for _, object in ipairs(world()) do
    for _, name in ipairs(functions_of(debug.getmetatable(object).__index)) do
        assert(called[tostring(object) .. ":" .. name], name .. " was never called")
    end
end
