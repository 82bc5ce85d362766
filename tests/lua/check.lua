-- What the tests share. Loaded by dofile, from the folder of the tests.
local check = {}

-- The call fails, its text names the file and line of the caller, and holds `part`.
function check.fails(part, call, ...)
    local ok, text = pcall(call, ...)
    assert(not ok, "no error where '" .. part .. "' was expected")
    assert(type(text) == "string", "the error is no text")
    assert(text:find(part, 1, true), "expected '" .. part .. "', got '" .. text .. "'")
    return text
end

-- The same, and the place is in this file.
function check.fails_here(part, call)
    local text = check.fails(part, call)
    assert(text:find("^[^:]*%.lua:%d+: "), "no file:line in '" .. text .. "'")
    return text
end

function check.near(a, b, most)
    assert(math.abs(a - b) <= (most or 1e-9), a .. " is not near " .. b)
end

function check.same(a, b)
    assert(a == b, tostring(a) .. " is not " .. tostring(b))
end

return check
