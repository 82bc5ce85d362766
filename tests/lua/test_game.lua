-- A small game that uses most kinds of worlds at once: a thief on a grid, a guard on a table of rooms, a
-- drone on a mesh. Each sees the doors that the others close.
local wend = require "wend"
local check = dofile("check.lua")
local same, near = check.same, check.near

local plan = {
    "########################",
    "#S....#......#.........#",
    "#.....#......#....~~~..#",
    "#.....D......#....~V~..#",
    "#.....#......#....~~~..#",
    "####D###..####.........#",
    "#.......................",
    "#..A....~~~~.....B.....#",
    "#.......~~~~...........#",
    "########################",
}
local WALKS, FLIES = 0, 1 -- carpets (~) are expensive to walk on
local grid = wend.grid{width = #plan[1], height = #plan, corner_rule = "never", class_count = 2}
local places = {}
for y, row in ipairs(plan) do
    for x = 1, #row do
        local what = row:sub(x, x)
        if what == "#" then
            grid:set_cost("all", x - 1, y - 1, 255)
        elseif what == "~" then
            grid:set_cost(WALKS, x - 1, y - 1, 4)
        elseif what:match("%u") then
            places[what] = grid:node(x - 1, y - 1)
        end
    end
end

-- A turn: all cells within eight points, and the path to one of them.
local search = wend.search{grid = grid}
search:find{start = places.S, max_cost = 8}
local cells = search:visited()
assert(#cells > 10)
for _, node in ipairs(cells) do assert(search:cost_to(node) <= 8) end
local move = search:path_to(cells[#cells])
near(move:cost(), search:cost_to(cells[#cells]), 1e-6)

-- The vault: the path over cells has the sum of their costs; smoothed it is neither longer nor more expensive.
local path = assert(search:find{start = places.S, goal = places.V})
local length, cost = path:length(), path:cost()
same(path:cells(search)[#path:cells(search)], places.V)
path:smooth(search, 0.3)
assert(path:length() <= length and path:cost() <= cost + 1e-9)

-- Whichever is nearer, as long as its door is open.
search:find{start = places.S, goals = {places.A, places.B}}
same(search:get_answer().node, places.A)

-- The reverse: from either start, where a head start of 100 costs outweighs the distance.
search:find{starts = {places.A, places.B}, start_costs = {100, 0}, goals = {places.S}, goal_costs = {0.5}}
local answer = search:get_answer()
same(answer.start, places.B)
same(answer.start_index, 2)
same(answer.goal_index, 1)
near(answer.cost, search:cost_to(places.S) + 0.5, 1e-6)
local x, y = grid:cell(places.D)
local door = grid:add_stamp{x = x, y = y, width = 1, height = 1, cost = 255}
local other = grid:add_stamp{x = 6, y = 3, width = 1, height = 1, cost = 255}
local none, why = search:find{start = places.S, goals = {places.A, places.B}}
same(none, nil)
assert(#why > 0)
grid:remove_stamp(other)
assert(search:find{start = places.S, goal = places.A})

-- A guard goes from room to room.
local rooms, at = wend.graph(), {hall = {4, 7}, gallery = {9, 3}, vault = {18, 3}, office = {3, 2}}
local number, name = {}, {}
for _, room in ipairs{"hall", "gallery", "vault", "office"} do
    number[room] = rooms:add_node(at[room][1], at[room][2])
    name[number[room]] = room
end
rooms:add_edge(number.hall, number.gallery)
rooms:add_edge(number.hall, number.office)
rooms:add_edge(number.hall, number.vault, {behaviour = "creep", cost = 30})
local routes = wend.table{graph = rooms, has_costs = true}
local trail, room = {"office"}, number.office
while room ~= number.vault do
    room = routes:next(room, number.vault)
    trail[#trail + 1] = name[room]
end
same(table.concat(trail, " > "), "office > hall > vault")
near(routes:cost(number.office, number.vault), routes:path(number.office, number.vault):cost(), 1e-6)

-- A drone flies over the carpets, and keeps from walls.
grid:remove_stamp(door)
local mesh = wend.mesh_from_grid(grid, FLIES)
local drone = wend.pathfinder{mesh = mesh, radius = 0.4}
local sx, sy = grid:position(places.S)
local vx, vy = grid:position(places.V)
local flight = assert(drone:find(sx, sy, vx, vy))
assert(flight:length() < length)
for _, point in ipairs(flight:points()) do
    assert(mesh:wall_distance{x = point.x, y = point.y} > 0.39)
end
local spot = mesh:random_near(mesh:nearest(sx, sy), 3, wend.args.seed, 1, 0)
assert(mesh:can_reach(mesh:locate(sx, sy), spot.polygon))
return tostring(grid:hash() ~ mesh:hash() ~ rooms:hash()) -- the same with several threads
