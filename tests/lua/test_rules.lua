-- Rules: a guard that flees, fights or patrols, a build order, and functions that fail.
local wend = require "wend"
local check = dofile("check.lua")
local fails, same, near = check.fails_here, check.same, check.near

near(wend.curve({curve = "power", exponent = 3}, 0.5), 0.125)
near(wend.curve({curve = "piecewise", points = {{0, 0}, {0.5, 1}}}, 0.25), 0.5)

local guard = wend.rules{
    facts = {
        {name = "health", initial = 1}, "enemy", {name = "courage", kind = "trait", initial = 0.5},
        {name = "smells", call = function(agent, facts) return agent == 2 and facts.enemy > 0 end},
        {name = "food", is_known = false},
    },
    rules = {
        {name = "flee", conditions = {{"enemy", ">=", 1}}, considerations = {{fact = "health", slope = -1, base = 1}}},
        {name = "fight", conditions = {{fact = "enemy", is = ">", value = 0.5}},
            considerations = {{fact = "health"}, {fact = "courage", curve = "piecewise", points = {{0, 0}, {1, 1}}}}},
        {name = "sniff", weight = 0.2, conditions = {{"smells", "==", 1}, {"food", "known", is_alternative = true}}},
        {name = "patrol", weight = 0.1, action = 9},
    },
}
guard:add(1)
guard:add(2, {courage = 0.9, health = 0.8})
same(#guard:agents(), 2)
assert(guard:has(1) and not guard:has(3))
guard:update(1)
local rule, why = guard:decision(1)
same(rule, "patrol")
same(why.action, 9)
same(why.is_new, true)
guard:set(1, "enemy", 1)
guard:set(1, {health = 0.1})
guard:set(2, "enemy", 1)
guard:update(2)
rule, why = guard:decision(1)
same(rule, "flee")
same(why.fact, "health")
near(why.fact_value, 0.1)
near(why.score, 0.9)
same((guard:decision(2)), "fight")
same(guard:explain(2)[3].state, "eligible")
same(guard:explain(1)[3].fact, "food")
guard:set(2, "enemy", 0.3)
same((guard:decide(2, 3)), "sniff")
same(guard:facts(2).courage, 0.9)
same(guard:facts(1).food, nil)

-- saved, with functions given again
local copy = wend.rules_load(guard:save(), {smells = function() return 0 end})
same(copy:hash(), guard:hash())
same((copy:decide(2, 4)), "patrol")
copy:remove(2)
same(copy:get_info().agent_count, 1)

-- a function that fails: the agents have decided without its fact
local failing = wend.rules{
    facts = {{name = "broken", call = function(agent) if agent == 7 then error("no nose", 0) end return 1 end}},
    rules = {{name = "sniff", conditions = {{"broken", ">=", 1}}}, {name = "rest", weight = 0.5}},
}
failing:add(5)
failing:add(7)
fails("agent 7, rule sniff, fact broken: no nose", function() failing:update(1) end)
same((failing:decision(5)), "sniff")
same((failing:decision(7)), "rest")
fails("a number, true, false or nil expected, got string", function()
    local odd = wend.rules{facts = {{name = "odd", call = function() return "text" end}}, rules = {{name = "a", conditions = {{"odd", ">", 0}}}}}
    odd:add(1)
    odd:update(0)
end)
fails("rules", function()
    local own
    own = wend.rules{facts = {{name = "own", call = function(agent) own:remove(agent) return 1 end}}, rules = {{name = "a", conditions = {{"own", ">", 0}}}}}
    own:add(1)
    own:update(0)
end)

-- a build order
local order = wend.rules{
    facts = {"workers", "danger"},
    sequences = {{name = "opening", resumes = true, wait_action = 1, steps = {
        {name = "train", action = 2, ends = {{"workers", ">=", 3}}, ticks_most = 20, late = "train"},
        {name = "attack", action = 3, ticks_least = 2, repeat_count = 2},
    }}},
    rules = {
        {name = "defend", rank = 1, conditions = {{"danger", ">", 0, hysteresis = 0.5}}},
        {name = "open", sequence = "opening", cooldown = 5},
        {name = "idle", weight = 0.5},
    },
}
order:add(1)
same(select(2, order:decide(1, 0)).action, 2)
order:set(1, "workers", 3)
same(select(2, order:decide(1, 1)).step, "attack")
same(order:place(1).step, "attack")
same((order:decide(1, 3)), "open")
order:set(1, "danger", 1)
same((order:decide(1, 4)), "defend")
same(order:place(1, 0).outcome, "interrupted")
order:finish(1)
order:finish_step(1)
order:reset(1)
same(order:place(1).step, "train")

fails("there is no fact 'helth'", function() wend.rules{facts = {"health"}, rules = {{name = "a", conditions = {{"helth", ">", 0}}}}} end)
fails("there is no sequence 'dance'", function() wend.rules{rules = {{name = "a", sequence = "dance"}}} end)
fails("hysteresis is -1", function() wend.rules{facts = {"a"}, rules = {{name = "r", conditions = {{"a", ">", 0, hysteresis = -1}}}}} end)
fails("there is no agent 9", function() guard:set(9, "health", 1) end)
fails("is a trait", function() guard:set(1, "courage", 1) end)
fails("tick is 1", function() guard:update(1) end)
fails("rules_load", function() wend.rules_load("abc") end)
