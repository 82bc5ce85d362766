-- The arena's own rules: what counts as a kill, what death ends, how bots step aside.
package.path = "../../scenes/?.lua;" .. package.path
local wend = require "wend"
wend.args = {seed = 1}
local bots = require "arena.bots"
local levels = require "arena.levels"
local mind = require "arena.mind"
local squads = require "arena.squads"
local states = require "arena.states"
local world = require "arena.world"
local check = dofile("check.lua")
local same = check.same

local dodge = 0
local options = {active = 4, teams = 2, seed = 1, patience = 5, fixed_tactic = function() return 0 end,
    fixed_dodge = function() return dodge end, squad_mind = function() end}
options.level = levels.build(nil, nil, world.radius, world.most_bots)
local w = world.make(options)
w.machines = mind.make_machines(function() end, function() end, world.most_bots)
w.minds = wend.minds{think = function() end}
squads.make_all(w)
bots.add_all(w)
local state, all = w.state, w.state.bots
same(all[4].is_alive, true)
same(all[5].is_alive, false)

-- Bots 1 and 3 are mates. A rocket that hits a mate, or its own bot, is no kill; nobody is called to help against it.
bots.hurt(w, all[1], 10, 3, 1)
same(all[3].suffered, 10)
same(w.messages:get_info().waiting, 0)
bots.hurt(w, all[1], 1000, 3, 2)
same(all[1].is_alive, false)
same(state.deaths, 1)
same(state.kills, 0)
same(all[3].kills, 0)
same(state.team_kills[1], 0)
bots.hurt(w, all[2], 1000, 2, 2)
same(state.deaths, 2)
same(state.kills, 0)
bots.hurt(w, all[4], 1000, 3, 3)
same(state.deaths, 3)
same(state.kills, 1)
same(all[3].kills, 1)
same(state.team_kills[1], 1)

-- One that is possessed thinks for itself when it is back.
all[3].is_possessed, all[3].is_sent, all[3].wanted_x, all[3].wanted_y = true, true, 5, 5
bots.hurt(w, all[3], 1000, 4, 4)
same(all[3].is_possessed, false)
same(all[3].is_sent, false)
bots.think(w, 3, 400)
same(all[3].is_alive, true)
assert(all[3].wish ~= mind.number.possessed)

-- Habits are expected; the other side never is; teams learn it.
local function count_expected(way, bot)
    dodge = way
    local count = 0
    for tick = 1, 200 do
        local step, is_expected = states.choose_step(w, bot, tick)
        assert(step >= 0 and step <= 2)
        count = count + (is_expected and 1 or 0)
    end
    return count
end
assert(count_expected(1, all[1]) > 120)
same(count_expected(3, all[2]), 0)
local feints = count_expected(2, all[6])
assert(feints > 60 and feints < 140)
assert(count_expected(0, all[7]) < 40)
