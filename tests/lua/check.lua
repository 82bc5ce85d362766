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

-- The same, and the position is in this file.
function check.fails_here(part, call)
    local text = check.fails(part, call)
    assert(text:find("^[^:]*%.lua:%d+: "), "no file:line in '" .. text .. "'")
    return text
end

-- What a script is told about a call of `name` that failed, behind its line: it begins with the
-- function as scripts call it, and holds no word that is one of C alone.
local words_of_lua

local function is_word_of_lua(word)
    if not words_of_lua then
        local file <close> = assert(io.open("../../docs/lua.md"))
        words_of_lua = {}
        for one in file:read("a"):gmatch("[%a_][%w_]*") do words_of_lua[one] = true end
    end
    return words_of_lua[word]
end

function check.names(text, name)
    local plain = name:gsub("%p", "%%%0")
    assert(text:find("^" .. plain .. ": ") or text:find("^" .. plain .. "%(.-%): ") or
           text:find("^bad argument #%d+ to '" .. plain .. "' %(") or
           text:find("^calling '" .. plain .. "' on bad self %("), "'" .. text .. "' does not name " .. name)
    for _, c in ipairs{"wend_", "wendi_", "WEND_", "NULL", "nullptr", "%->", "size_t", "int%d+_t", "luaL?_"} do
        assert(not text:find(c), name .. ": a name of C in '" .. text .. "'")
    end
    -- Words in quotes may be the script's own; words with _ are names.
    for word in text:gsub("'[^']*'", ""):gmatch("[%a_][%w_]*") do
        assert(not word:find("_", 1, true) or is_word_of_lua(word),
               name .. ": '" .. word .. "' is no word of Lua in '" .. text .. "'")
    end
end

function check.near(a, b, most)
    assert(math.abs(a - b) <= (most or 1e-9), a .. " is not near " .. b)
end

function check.same(a, b)
    assert(a == b, tostring(a) .. " is not " .. tostring(b))
end

return check
