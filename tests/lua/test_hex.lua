local wend = require "wend"
local check = dofile("check.lua")
local same, near, fails = check.same, check.near, check.fails_here
local hex = wend.hex

-- ---- rows, columns, metres ----
for _, layout in ipairs{"odd_rows", "even_rows", "odd_columns", "even_columns"} do
    for x = -3, 3 do
        for y = -3, 3 do
            local q, r = hex.from_offset(layout, x, y)
            local back_x, back_y = hex.to_offset(layout, q, r)
            same(back_x, x)
            same(back_y, y)
            local mx, my = hex.position(layout, 1.5, {x = 3, y = 4}, q, r)
            local at_q, at_r = hex.at(layout, 1.5, {x = 3, y = 4}, mx, my)
            same(at_q, q)
            same(at_r, r)
            for _, corner in ipairs(hex.corners(layout, 1.5, mx, my)) do
                near(math.sqrt((corner.x - mx) ^ 2 + (corner.y - my) ^ 2), 1.5 / math.sqrt(3))
            end
        end
    end
end
same(select(2, hex.from_offset("odd_rows", 2, 3)), 3)
same((hex.from_offset("odd_rows", 2, 3)), 1)

-- ---- single hexes ----
same(hex.distance(0, 0, 3, -1), 3)
same(hex.distance(0, 0, 2, 2), 4)
local q, r = hex.neighbour(5, 5, 0)
same(q, 5)
same(r, 4)
q, r = hex.rotate(1, 0, 0, 0, 3)
same(q, -1)
same(r, 0)
q, r = hex.rotate(4, 2, 3, 3, 6)
same(q, 4)
same(r, 2)
for axis = 0, 2 do
    q, r = hex.reflect(4, 1, 3, 3, axis)
    same(hex.distance(q, r, 3, 3), hex.distance(4, 1, 3, 3))
    q, r = hex.reflect(q, r, 3, 3, axis)
    same(q, 4)
    same(r, 1)
end
q, r = hex.reflect(3, 1, 3, 3, 0) -- On the line itself.
same(q, 3)
same(r, 1)

-- ---- shapes ----
local line = hex.line(0, 0, 3, -1)
same(#line, 4)
same(line[1].q, 0)
same(line[4].q, 3)
same(line[4].r, -1)
for i = 2, 4 do same(hex.distance(line[i - 1].q, line[i - 1].r, line[i].q, line[i].r), 1) end
same(#hex.ring(2, 2, 0), 1)
same(#hex.ring(2, 2, 3), 18)
for _, cell in ipairs(hex.ring(2, 2, 3)) do same(hex.distance(2, 2, cell.q, cell.r), 3) end
same(#hex.range(2, 2, 3), 37)
same(hex.range(2, 2, 3)[1].q, 2)

-- ---- of grids ----
local grid = wend.grid{width = 8, height = 6, neighbours = 6, hex_layout = "even_columns"}
for node = 0, 47 do
    local hq, hr = grid:hex(node)
    same(grid:hex_node(hq, hr), node)
    local x, y = hex.to_offset("even_columns", hq, hr)
    same(grid:node(x, y), node)
end
same(grid:hex(48), nil)
same(grid:hex_node(-1, -1), nil)
same(wend.grid{width = 8, height = 6}:hex(0), nil)
same(wend.grid{width = 8, height = 6}:hex_node(0, 0), nil)

-- ---- refused ----
fails("layout", function() hex.from_offset(nil, 1, 1) end)
fails("rows", function() hex.from_offset("rows", 1, 1) end)
fails("above 0", function() hex.at("odd_rows", 0, {0, 0}, 1, 1) end)
fails("more than", function() hex.line(-(1 << 27), 0, 1 << 27, 0) end)
fails("bad argument", function() hex.range(0, 0, 1025) end)
fails("bad argument", function() hex.ring(0, 0, -1) end)
fails("bad argument", function() hex.distance(0, 0, 1 << 29, 0) end)

-- ---- overlays return their definitions ----
local overlay = grid:add_overlay{keep = 0.5, max_value = 300}
same(grid:get_overlay(overlay).keep, 0.5)
same(grid:get_overlay(overlay).max_value, 300)
grid:remove_overlay(overlay)
fails("out of date", function() grid:get_overlay(overlay) end)
