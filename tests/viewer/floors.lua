-- Two floors over each other and a third one beside them, each with a wall of its own.
local wend = require "wend"

local ground = wend.grid{width = 20, height = 12}
local upper = wend.grid{width = 20, height = 12}
local beside = wend.grid{width = 16, height = 12, origin = {24, 0}}
ground:fill(0, 2, 2, 2, 2, 255)
upper:fill(0, 5, 5, 2, 2, 255)
beside:fill(0, 12, 2, 2, 2, 255)

local crowd = wend.crowd{floors = {{grid = ground}, {grid = upper}, {grid = beside}}, max_bodies = 8}
crowd:add_body{x = 10.5, y = 9.5}
crowd:add_body{x = 10.5, y = 9.5, floor = 1}
crowd:add_body{x = 14.5, y = 9.5, floor = 1}

return wend.scene{title = "floors", crowd = crowd, grid = ground}
