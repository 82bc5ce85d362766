-- docs/lua.md: its examples run, and it names every function there is.
local wend = require "wend"
local file <close> = assert(io.open("../../docs/lua.md"))
local text = file:read("a")

local count = 0
for block in text:gmatch("```lua\n(.-)```") do
    count = count + 1
    local chunk = assert(load(block, "=example " .. count, "t"))
    chunk()
end
assert(count >= 3)

-- The part from a heading to the next one.
local function section(word)
    local from = assert(text:find("### " .. word, 1, true), "no section " .. word)
    return text:sub(from, (text:find("\n### ", from, true) or #text + 1) - 1)
end

local function names(part, list, word)
    for name, value in pairs(list) do
        if type(value) == "function" and name ~= "close" and name ~= "is_closed" then
            assert(part:find("%f[%w_]" .. name .. "[%({]"), "docs/lua.md does not name " .. word .. name)
        end
    end
end

names(text, wend, "wend.")
names(section("Hexes"), wend.hex, "wend.hex.")
names(section("Terrain"), wend.terrain, "wend.terrain.")
names(section("Steering"), wend.steer, "wend.steer.")
local grid = wend.grid{width = 3, height = 3}
local crowd = wend.crowd{grid = grid}
local objects = {
    Grids = {grid}, Walls = {wend.walls()}, Graphs = {wend.graph()}, Levels = {wend.level()},
    Meshes = {wend.mesh_from_grid(grid), wend.mesh_from_grid(grid):raster{cell_size = 1}}, Flows = {wend.flow{grid = grid}}, Crowds = {crowd},
    ["Walls of a grid"] = {wend.grid_walls{grid = grid}},
    ["Clearance and islands"] = {wend.clearance{grid = grid}, wend.islands{grid = grid}},
    Searches = {wend.search{grid = grid}},
    Tables = {wend.table{graph = wend.graph()}},
    Indexes = {wend.index{graph = wend.graph()}},
    Hierarchies = {wend.hierarchy{grid = grid}},
    Memories = {wend.memories()},
    Markers = {wend.markers()},
    Smells = {wend.smell{grid = grid}},
    Planners = {wend.planner{grid = grid}}, Items = {wend.items()},
    ["Influence maps"] = {wend.influence{grid = grid}}, ["Analyses of terrain"] = {wend.terrain_analysis{grid = grid}}, ["Traffic maps"] = {wend.traffic{width = 3}}, Commanders = {wend.commander()}, Mixes = {wend.mix{own_count = 2}},
    Exploring = {wend.explorers{crowd = crowd}, wend.explored_map{like = grid}, wend.cell_explorer{grid = grid}},
    ["Pathfinders and paths"] = {wend.pathfinder{grid = grid}, wend.path{{0, 0}, {1, 0}}},
}
if wend.formation then
    objects.Exits = {wend.exit(crowd, {position = {5, 5}})}
    objects["Social groups"] = {wend.social(crowd, {}, {crowd:add_body{x = 2.5, y = 1.5}})}
    objects.Formations = {wend.formation(crowd, {}, {crowd:add_body{x = 1.5, y = 1.5}})}
end
for word, list in pairs(objects) do
    for _, object in ipairs(list) do
        names(section(word), debug.getmetatable(object).__index, word .. ": ")
    end
end

-- Every function of the headers is used by the binding, or named among those left out.
local function all_of(folder, ending)
    local list = io.popen and io.popen("ls " .. folder .. "/*" .. ending) -- none where there is no shell
    local parts = {}
    for name in (list and list:read("a") or ""):gmatch("[^\n]+") do
        local one <close> = assert(io.open(name))
        parts[#parts + 1] = one:read("a")
    end
    return table.concat(parts)
end
local code = all_of("../../bindings/lua/*", ".c") .. all_of("../../bindings/scene", ".c")
local left_out = assert(text:match("## What is left out\n(.*)"))
local patterns, last = {}, nil
for name in left_out:gmatch("`(_?[%w_*]+)`") do
    if name:sub(1, 1) == "_" then name = last:match("^wend_[%w*]+") .. name end -- `wend_a_b`, `_c`
    if name:find("^wend_") then
        last = name
        patterns[#patterns + 1] = "^" .. name:gsub("%*", "[%%w_]*") .. "$"
    end
end
local is_used = {}
for name in code:gmatch("wend_[%w_]+") do is_used[name] = true end
local seen = {}
for name in all_of("../../include/wend", ".h"):gmatch("WEND_API [^;(]-(wend_[%w_]+)%(") do
    local is_left_out = false
    for _, pattern in ipairs(patterns) do
        is_left_out = is_left_out or name:find(pattern) ~= nil
    end
    seen[name] = true
    assert(code == "" or is_used[name] or is_left_out,
           name .. " is neither in Lua nor among what docs/lua.md says is left out")
    assert(not (is_used[name] and is_left_out) or left_out:find("`" .. name .. "`", 1, true) == nil,
           name .. " is in Lua, though docs/lua.md says that it is left out")
end
assert(code == "" or (seen.wend_grid_fill and seen.wend_flow_sample_many))
