local wend = require "wend"
local check = dofile("check.lua")
local same, fails, near = check.same, check.fails_here, check.near

assert(wend.version():find("^%d+%.%d+%.%d+$"))
near(wend.sin(1), math.sin(1))
near(wend.cos(1), math.cos(1))
near(wend.atan2(1, -1), math.atan(1, -1))
near(wend.exp(1), math.exp(1))
near(wend.log(10), math.log(10))
same(wend.sqrt(2), math.sqrt(2))
same(wend.sqrt(-1) ~= wend.sqrt(-1), true)

same(wend.random(1, 2, 3), wend.random(1, 2, 3))
assert(wend.random(1, 2, 3) ~= wend.random(1, 2, 4))
same(math.type(wend.random(1, 2, 3)), "integer")
for tick = 1, 200 do
    local unit = wend.random_unit(7, 1, tick)
    assert(unit >= 0 and unit < 1)
    local below = wend.random_below(7, 1, tick, 6)
    assert(below >= 0 and below < 6)
end
assert(wend.hash(1, "two") ~= wend.hash("two", 1))
same(wend.hash(1, "two"), wend.hash(1, "two"))

same(wend.args.seed, 1)
same(wend.args.threads, 1)

fails("bad argument #1 to 'wend.sin'", function() wend.sin("1") end)
fails("bad argument #3 to 'wend.random'", function() wend.random(1, 2, 3.5) end)
fails("bad argument #1 to 'wend.hash'", function() wend.hash({}) end)
