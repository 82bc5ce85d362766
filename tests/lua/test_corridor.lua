-- Corridors over a mesh: the path follows both ends and edits, and corridors share a space.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

local grid = wend.grid{width = 20, height = 10}
grid:fill(0, 10, 0, 1, 9, 255)
local mesh = wend.mesh_from_grid(grid)
local space = wend.mesh_space{mesh = mesh}
same(space:update(), true)
local corridor = wend.mesh_corridor{space = space, radius = 0.4}
local other = wend.mesh_corridor{space = space}

same(corridor:get_info().corner_count, 0)
fails("no ends", function() corridor:move(1, 1) end)
same(corridor:set({x = 2, y = 2}, {x = 18, y = 2}), true)
same(other:set({x = 2, y = 2}, {x = 18, y = 2}), true)
local info = corridor:get_info()
assert(info.length > other:get_info().length)
near(info.bound, 1)
same(info.is_partial, false)
near(info.position.x, 2)
near(info.target.x, 18)
same(#corridor:corners(), info.corner_count)
same(#corridor:corners(2), 2)
near(corridor:corners()[1].x, 2)

-- It walks to its target, and is never far from the shortest path.
local walked = 0
for _ = 1, 200 do
    local corners = corridor:corners(2)
    local here, next = corners[1], corners[2]
    if not next then
        break
    end
    local dx, dy = next.x - here.x, next.y - here.y
    local part = math.min(1, 0.5 / math.sqrt(dx * dx + dy * dy))
    same(corridor:move(here.x + part * dx, here.y + part * dy), true)
    same(corridor:update(), true)
    local now = corridor:get_info().position
    walked = walked + math.sqrt((now.x - here.x) ^ 2 + (now.y - here.y) ^ 2)
end
near(corridor:get_info().position.x, 18, 0.01)
assert(walked < info.length + 0.01)

-- An obstacle that is put down lengthens it, and the space needs no call.
same(corridor:set({x = 2, y = 8}, {x = 8, y = 8}), true)
near(corridor:get_info().length, 6)
local id = mesh:add_obstacle{centre = {5, 8}, radius = 1}
same(corridor:update(), true)
assert(corridor:get_info().length > 6)
mesh:remove_obstacle(id)
same(corridor:update(), true)
near(corridor:get_info().length, 6)
same(corridor:move_target(8, 7), true)
near(corridor:get_info().target.y, 7)

-- No way.
mesh:add_obstacle{shape = "box", centre = {10.5, 9.5}, half_width = 0.5, half_depth = 0.5}
local none, why = corridor:set({x = 2, y = 2}, {x = 18, y = 2})
same(none, nil)
same(why, "unreachable")

fails("space", function() wend.mesh_corridor{} end)
fails("mesh", function() wend.mesh_space{} end)
fails("bound_max", function() wend.mesh_corridor{space = space, bound_max = 0.5} end)
corridor:close()
fails("closed", function() corridor:corners() end)
