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
names(section("Steering"), wend.steer, "wend.steer.")
local grid = wend.grid{width = 3, height = 3}
local crowd = wend.crowd{grid = grid}
local objects = {
    Grids = {grid}, Walls = {wend.walls()}, Graphs = {wend.graph()}, Levels = {wend.level()},
    Meshes = {wend.mesh_from_grid(grid)}, Flows = {wend.flow{grid = grid}}, Crowds = {crowd},
    ["Clearance and islands"] = {wend.clearance{grid = grid}, wend.islands{grid = grid}},
    Searches = {wend.search{grid = grid}},
    ["Ways and paths"] = {wend.ways{grid = grid}, wend.path{{0, 0}, {1, 0}}},
}
if wend.formation then
    objects.Formations = {wend.formation(crowd, {}, {crowd:add{x = 1.5, y = 1.5}})}
end
for word, list in pairs(objects) do
    for _, object in ipairs(list) do
        names(section(word), debug.getmetatable(object).__index, word .. ": ")
    end
end
