-- State machines: as data, with functions, that fail, cycles, stack, messages, other agents.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same = check.fails_here, check.same

-- pure data
local data = {
    facts = {"health", "enemy"},
    states = {
        {name = "patrol"},
        {name = "combat", initial = "chase", history = "deep"},
        {name = "chase", parent = "combat"},
        {name = "shoot", parent = "combat"},
        {name = "flee", min_ticks = 2},
        {name = "any", is_global = true},
    },
    transitions = {
        {from = "patrol", to = "combat", conditions = {{fact = "enemy", compare = "<", value = 10}}},
        {from = "combat", to = "patrol", conditions = {{fact = "enemy", compare = ">=", value = 15}}},
        {from = "chase", to = "shoot", priority = 2, conditions = {{fact = "enemy", compare = "<", value = 4}}},
        {from = "any", to = "flee", conditions = {{fact = "health", compare = "<", value = 20, hysteresis = 20}}},
        {from = "flee", to = "patrol",
         conditions = {{fact = "health", compare = "<", value = 20, hysteresis = 20, is_negated = true}}},
        {from = "any", to = "flee", action = "push", telegram_type = 4},
        {from = "flee", action = "pop", priority = 1, conditions = {{fact = "time", compare = ">=", value = 2}}},
    },
}
local m = wend.machines(data)
same(table.concat(m:states(), " "), "patrol combat chase shoot flee any")
same(m:add_agent(7), true)
same(m:add_agent(8, "chase"), true)
same(#m:agents(), 2)
local seen = {}
for tick, facts in ipairs{{100, 50}, {100, 8}, {100, 3}, {15, 3}, {30, 3}, {45, 60}} do
    m:set_facts(7, {health = facts[1], enemy = facts[2]})
    m:set_facts(8, {health = 100, enemy = 8})
    same(m:update(tick), true)
    seen[tick] = m:state(7)
end
same(table.concat(seen, " "), "patrol chase shoot flee flee patrol")
same(m:is_in(8, "combat"), true)
same(m:fact(7, "health"), 45.0)
same(m:get(7).previous, "flee")
same(m:get(7).ticks, 0)
same(m:get(99), nil)
same(m:visits("flee"), 1)
local records = m:records()
same(records[1].reason, "start")
same(records[#records].to, "patrol")
same(records[#records].transition, 5)

-- stack and messages
same(m:receive(8, {type = 4}), true)
same(m:state(8), "flee")
same(m:get(8).interrupted, "chase")
same(m:receive(8, {type = 9}), false)
m:update(8)
same(m:state(8), "chase")
same(m:push(8, "patrol"), true)
same(m:pop(8), true)
fails("no interrupted state", function() m:pop(8) end)

-- save and load
local copy = wend.machines_load(data, m:save())
same(copy:hash(), m:hash())
same(copy:state(8), "chase")
assert(copy:memory_bytes() > 0)
data.states[1].name = "walk"
data.transitions[1].from, data.transitions[2].to, data.transitions[5].to = "walk", "walk", "walk"
fails("another description", function() wend.machines_load(data, m:save()) end)
m:remove_agent(7)
same(m:has_agent(7), false)

-- functions
local log, machine = {}, nil
local function note(what) return function(agent, turn) log[#log + 1] = what .. turn.state .. agent end end
local post = wend.messages()
local angry = false
machine = wend.machines{
    max_chain = 4,
    states = {
        {name = "idle", enter = note "+", exit = note "-", update = function(agent, turn)
            if agent == 1 and turn.tick == 2 then machine:change(2, "work") end
            if turn.tick == 3 then machine:change(agent, "work") end
        end,
        on_message = function(agent, telegram, turn)
            if telegram.type == 1 then post:send{receiver = 2, type = 2} end
            return telegram.type == 1
        end},
        {name = "work", enter = function(agent, turn)
            log[#log + 1] = "+work" .. agent
            if angry then error("too angry") end
            if turn.tick == 9 then machine:change(agent, "idle") end
        end, update = function(agent, turn)
            if turn.tick == 5 then machine:remove_agent(agent) end
            if turn.tick == 8 then machine:change(agent, "idle") end
        end},
        {name = "loop", enter = function(agent) machine:change(agent, "pool") end},
        {name = "pool", enter = function(agent) machine:change(agent, "loop") end},
    },
}
machine:add_agent(1)
machine:add_agent(2)
machine:update(1)
machine:update(2)
same(table.concat(log, " "), "+idle1 +idle2 -idle2 +work2")
angry = true
fails("agent 1 in state 'work': ", function() machine:update(3) end)
same(machine:state(1), "idle")
same(machine:state(2), "work")
same(machine:failure_count(), 1)
angry = false
same(machine:update(3), true)
same(machine:state(1), "work")
machine:change(2, "idle")
post:add_agent(1)
post:add_agent(2)
post:send{receiver = 2, type = 1}
same(machine:deliver(post, 4), true)
same(post:get_info().delivered, 1)
same(post:get_info().unhandled, 1)
machine:update(5) -- 1 removes itself
same(machine:has_agent(1), false)
local ok, why = machine:change(2, "loop")
same(ok, false)
assert(why:find("agent 2 changes its state more than 4 times: ... loop -> pool", 1, true), why)

-- what callbacks may not do
local strict
strict = wend.machines{states = {{name = "only", update = function(agent)
    fails("cannot be changed from this callback", function() strict:update(9) end)
    fails("cannot be changed from this callback", function() strict:add_agent(5) end)
    fails("in use by a callback", function() strict:close() end)
    fails("no state 'other'", function() strict:change(agent, "other") end)
end}}}
strict:add_agent(1)
strict:update(1)

fails("no state 'fly'", function() machine:change(2, "fly") end)
fails("no fact 'age'", function() machine:set_fact(2, "age", 1) end)
fails("agent 77 does not exist", function() machine:change(77, "idle") end)
fails("states[1].name is missing", function() wend.machines{states = {{}}} end)
fails("there is no state 'b'", function() wend.machines{states = {{name = "a", parent = "b"}}} end)
fails("state_count is 0", function() wend.machines{states = {}} end)
fails("a function expected", function() wend.machines{states = {{name = "a", enter = 5}}} end)
fails("there is no fact 'x'", function()
    wend.machines{states = {{name = "a"}}, transitions = {{from = "a", to = "a", conditions = {{fact = "x", compare = "<", value = 1}}}}}
end)

-- guards: a function of a transition; each knows its own
local is_open, asked = {false, false}, {}
local gates
local function gate(number)
    return function(agent, turn)
        asked[#asked + 1] = number .. turn.state
        return is_open[number]
    end
end
gates = wend.machines{
    states = {{name = "in"}, {name = "out"}, {name = "gone"}},
    transitions = {
        {from = "in", to = "out", guard = gate(1)},
        {from = "in", to = "gone", priority = 1, guard = gate(2)},
        {from = "out", to = "in", telegram_type = 3, guard = function() return 0 end},
        {from = "gone", to = "in", guard = function() end}, -- nil: it does not hold
    },
}
gates:add_agent(1)
gates:update(1)
same(gates:state(1), "in")
same(table.concat(asked, " "), "2in 1in") -- by priority
is_open[1] = true
gates:update(2)
same(gates:state(1), "out")
same(gates:receive(1, {type = 3}), true)
same(gates:state(1), "in")
is_open = {false, true}
gates:update(3)
gates:update(4)
same(gates:state(1), "gone")
fails("field 'guard': a function expected, got number", function()
    wend.machines{states = {{name = "a"}, {name = "b"}}, transitions = {{from = "a", to = "b", guard = 5}}}
end)
local copy_of_gates = wend.machines_load({states = {{name = "a"}}}, wend.machines{states = {{name = "a"}}}:save())
same(#copy_of_gates:agents(), 0)

-- a guard that fails leaves its agent as it was; the others go on; the error names all of it
local doors, deed
doors = wend.machines{
    states = {{name = "shut"}, {name = "open"}},
    facts = {"x"},
    transitions = {{from = "shut", to = "open", guard = function(agent) return deed(agent) end}},
}
doors:add_agent(1)
doors:add_agent(2)
deed = function(agent) if agent == 1 then error("stuck") end return true end
local text = fails("agent 1 in a guard of state 'shut': ", function() doors:update(1) end)
assert(text:find("test_machines.lua:%d+: stuck"), text)
same(doors:state(1), "shut")
same(doors:state(2), "open")
same(doors:failure_count(), 1)

-- and changes nothing
for _, change in ipairs{
    function() doors:change(1, "open") end, function() doors:push(1, "open") end, function() doors:pop(1) end,
    function() doors:remove_agent(1) end, function() doors:set_fact(1, "x", 1) end, function() doors:set_facts(1, {x = 1}) end,
} do
    deed = change
    fails("a guard changes nothing", function() doors:update(2) end)
    same(doors:state(1), "shut")
    same(doors:fact(1, "x"), 0)
end

-- an agent that removes itself in enter, exit and on_message; errors that are no texts
for _, where in ipairs{"enter", "exit", "on_message", "update"} do
    local it
    local function vanish(agent) it:remove_agent(agent) return true end
    it = wend.machines{
        states = {{name = "a", exit = where == "exit" and vanish or nil, update = where == "update" and vanish or nil,
                   on_message = where == "on_message" and vanish or nil},
                  {name = "b", enter = where == "enter" and vanish or nil}},
    }
    for agent = 1, 3 do it:add_agent(agent) end
    if where == "on_message" then
        same(it:receive(2, {type = 1}), true)
    elseif where == "update" then
        it:update(1)
        same(#it:agents(), 0)
    else
        it:change(2, "b")
    end
    same(it:has_agent(2), false)
    same(it:has_agent(1), where ~= "update")
    it:update(2)
    fails("agent 2 does not exist", function() it:receive(2, {type = 1}) end)
end
local thrown = {}
local thrower = wend.machines{states = {{name = "a", update = function() error(thrown) end}}}
thrower:add_agent(1)
same(select(2, pcall(thrower.update, thrower, 1)), thrown)
