local wend = require 'wend'
local crowd = wend.crowd{max_bodies = 2}
local kills = 0
return wend.scene{crowd = crowd, on_tick = function() kills = kills + 1 end,
  figures = function()
    return {kills = kills, share = 0.1, best = 'a "b"', over = true}
  end}
