-- A crowd by flow and by a function of the script: the same for any number of threads. The program
-- that runs the tests compares what is returned.
local wend = require "wend"

local grid = wend.grid{width = 64, height = 48}
for i = 1, 60 do
    grid:set_cost(0, 8 + wend.random_below(1, i, 1, 40), wend.random_below(1, i, 2, 48), 255)
end
local flow = wend.flow{grid = grid}
local crowd = wend.crowd{grid = grid, flow = flow, max_bodies = 400, route_source = function(query)
    return {query.from, {x = query.to.x, y = query.from.y}, query.to}
end}
local bodies, sources = {}, {}
for i = 0, 299 do
    local x, y = 0.5 + i % 6, 0.5 + (i // 6) * 0.9
    bodies[#bodies + 1] = crowd:add_body{x = x, y = y, speed = 1 + i % 3 * 0.2, radius = 0.2}
    sources[#sources + 1] = {x, y}
end
local order = flow:add_request{goals = {{58.5, 24.5}}, sources = sources}
crowd:follow_flow(bodies, order)
for i = 1, 40 do crowd:set_goal(bodies[i], 60.5, 40.5) end
for tick = 1, 200 do
    if tick == 60 then grid:fill(0, 30, 10, 2, 20, 255) end
    flow:update(500)
    crowd:tick()
end
assert(crowd:get_info().wall_violations == 0)
return string.format("%x %x %x", crowd:hash(), flow:hash(), grid:hash())
