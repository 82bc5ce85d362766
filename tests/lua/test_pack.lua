-- wend.pack and wend.unpack: plain data as bytes and back, exactly.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same = check.fails_here, check.same

-- Equal in all bits, integers apart from floats.
local function is_equal(a, b)
    if math.type(a) ~= math.type(b) or type(a) ~= type(b) then return false end
    if type(a) == "number" then return string.pack("<n", a) == string.pack("<n", b) or math.type(a) == "integer" and a == b end
    if type(a) ~= "table" then return a == b end
    for k, v in pairs(a) do if not is_equal(v, b[k]) then return false end end
    for k in pairs(b) do if a[k] == nil then return false end end
    return true
end

local function there_and_back(value)
    local bytes = wend.pack(value)
    local back = wend.unpack(bytes)
    assert(is_equal(value, back))
    same(wend.pack(back), bytes)
    return bytes
end

for _, value in ipairs{0, -1, 1, math.maxinteger, math.mininteger, 0.0, -0.0, 0.1, 1.0, 2^53, 5e-324, 1.7976931348623157e308,
                       math.huge, -math.huge, true, false, "", "text", "a\0b\xff", ("x"):rep(1000)} do
    there_and_back(value)
end
local nan = wend.unpack(wend.pack(0 / 0))
assert(nan ~= nan)
same(wend.pack(nan), wend.pack(-nan)) -- machines differ in the sign of 0 / 0
there_and_back{}
there_and_back{1, 2, 3, {4, {5}}, a = {b = {c = 1.5}}, [true] = 1, [false] = 2, [0.5] = 3, [-7] = 4, [math.huge] = 5}
there_and_back{[math.maxinteger] = 1, [2^63] = 2, [math.mininteger] = 3, [-2^64] = 4, [2^53 + 0.0] = 5, [0.25] = 6, [-0.25] = 7}

-- Equal content gives equal bytes, whatever its history.
local a, b = {}, {}
for i = 1, 200 do a[i], a["k" .. i] = i, -i end
for i = 200, 1, -1 do b["k" .. i], b[i] = -i, i end
b.gone = 1
b.gone = nil
same(wend.pack(a), wend.pack(b))

-- Random data.
local count = 0
local function random(limit)
    count = count + 1
    return wend.random_below(99, 1, count, limit)
end

local function random_value(depth)
    local kind = random(depth > 3 and 5 or 7)
    if kind == 0 then return random(2) == 0 end
    if kind == 1 then return wend.random(7, 2, count) end
    if kind == 2 then return (random(2000) - 1000) / 8 end
    if kind == 3 then return string.unpack("<d", string.pack("<i8", wend.random(7, 3, count) & ~(0x7ff << 52) | random(2047) << 52)) end
    if kind == 4 then return ("t"):rep(random(9)) .. random(5) end
    local made = {}
    for i = 1, random(9) do
        if kind == 5 then
            made[i] = random_value(depth + 1)
        else
            local key = random_value(9)
            if key == key then made[key] = random_value(depth + 1) end
        end
    end
    return made
end
for _ = 1, 2000 do there_and_back(random_value(0)) end

-- What is no plain data is named by its path.
fails("wend.pack: value: nil; numbers, booleans", function() wend.pack(nil) end)
fails("value.a[3].b: a function;", function() wend.pack{a = {1, 2, {b = print}}} end)
fails("value[true]: a userdata;", function() wend.pack{[true] = wend.grid{width = 3, height = 3}} end)
fails("value.x: a table with a metatable;", function() wend.pack{x = setmetatable({}, {})} end)
fails("value: a table as a key;", function() wend.pack{[{}] = 1} end)
fails("value[0.5]: a thread;", function() wend.pack{[0.5] = coroutine.create(print)} end)
local loop = {}
loop.next = {back = loop}
fails("value.next.back: a table that is in it twice;", function() wend.pack(loop) end)
local shared = {}
fails("a table that is in it twice;", function() wend.pack{a = shared, b = shared} end)
local deep = {}
for _ = 1, 63 do deep = {deep} end
there_and_back(deep)
fails("more than 64 tables in each other", function() wend.pack{deep} end)

-- Bytes that are damaged, cut or longer are refused.
local bytes = wend.pack{name = "guard", 1, 2.5, {true, false}}
for i = 1, #bytes do
    local damaged = bytes:sub(1, i - 1) .. string.char(bytes:byte(i) ~ 1 << (i % 8)) .. bytes:sub(i + 1)
    assert(not pcall(wend.unpack, damaged))
    assert(not pcall(wend.unpack, bytes:sub(1, i - 1)))
end
fails("wend.unpack: damaged", function() wend.unpack(bytes .. "x") end)
fails("no packed data", function() wend.unpack("") end)
fails("of another version", function() wend.unpack("WLUA\2" .. ("\0"):rep(20)) end)
fails("text expected, got 3", function() wend.unpack(3) end)
