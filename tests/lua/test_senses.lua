local wend = require "wend"
local check = dofile("check.lua")
local same, fails, near = check.same, check.fails_here, check.near

-- A guard sees three of four points of an intruder, and hits none through the glass.
local walls = wend.walls()
walls:add_segment(5, 0.1, 5, 9, "all", 7)
walls:add_segment(6, -9, 6, 1, "shot")
local senses = wend.senses{walls = walls, target_limit = 4}
local profile = senses:add_profile{notice_seconds = 0, notice_seconds_far = 0}
same(profile, 0)
near(senses:get_profile(profile).sight_range, 30)
senses:set_profile(profile, {sight_range = 40})
near(senses:get_profile(profile).sight_range, 40)
same(senses:get_profile(profile).notice_seconds, 0)
local guard = senses:add_observer{profile = profile, hostile_teams = 2, user = 11}
local intruder = senses:add_source{position = {10, 0, 0}, team = 1, user = 22, reaction = 3}
local seen, sight = senses:can_see(guard, intruder)
same(seen, true)
near(sight.fraction, 0.75)
same(sight.points, 11)
same(sight.hittable, 0)

senses:update()
same(senses:tick(), 1)
local events = senses:events()
same(#events, 2)
same(events[1].kind, "began")
same(events[2].kind, "noticed")
same(events[2].observer, guard)
same(events[2].perception.user, 22)
same(senses:first(guard).sense, "sight")
same(#senses:threats(guard), 1)
same(senses:perceptions(guard, "sight")[1].is_hostile, true)
same(#senses:perceptions(guard, "hearing"), 0)
same(senses:info().rays, 4)

-- Noises, materials, touches.
near(wend.loudness(1e-6), 60)
senses:set_material(7, 3)
near(senses:level_at({position = {0, 0, 1}, loudness = 60}, {0, 10, 1}), 40)
near(senses:level_at({position = {0, 5, 1}, loudness = 60}, {10, 5, 1}), 60 - 20 - 3)
senses:add_noise{position = {0, 5, 1.6}, loudness = 60, user = 33}
senses:add_touch(guard, {strength = 5})
senses:update()
same(senses:perceptions(guard, "hearing")[1].user, 33)
near(senses:perceptions(guard, "touch")[1].strength, 5)
same(#senses:perceptions(guard, {"hearing", "touch"}), 2)

-- Light.
senses:set_ambient(0)
local lamp = senses:add_lamp{position = {10, 1, 0}, radius = 4, strength = 0.5}
near(senses:light_at{10, 1, 0}, 0.5)
senses:set_lamp(lamp, {is_on = false})
near(senses:light_at{10, 1, 0}, 0)
same(senses:get_lamp(lamp).is_on, false)
senses:set_lamp(lamp, {is_on = true})
same(senses:can_see(guard, intruder), true)
senses:remove_lamp(lamp)
same(senses:can_see(guard, intruder), false)
senses:set_ambient(1)

-- Moving, saving, loading.
senses:move_source(intruder, {-10, 0})
senses:move_observer(guard, {0, 0}, math.pi)
same(senses:can_see(guard, intruder), true)
same(senses:get_source(intruder).position.x, -10)
near(senses:get_observer(guard).heading, math.pi)
senses:set_source(intruder, {is_active = false})
same(senses:can_see(guard, intruder), false)
senses:set_source(intruder, {is_active = true})
local loaded = wend.senses_load{bytes = senses:save(), walls = walls}
same(loaded:hash(), senses:hash())
loaded:update()
senses:update()
same(loaded:hash(), senses:hash())

-- A crowd moves what has a body.
local crowd = wend.crowd{max_bodies = 4}
local body = crowd:add_body{x = 3, y = 4, radius = 0.3}
local follower = senses:add_source{body = body}
senses:set_observer(guard, {body = body})
senses:follow_crowd(crowd)
near(senses:get_source(follower).position.y, 4)
near(senses:get_observer(guard).position.x, 3)
senses:add_contacts(crowd)
local sources, observers, lamps, profiles = senses:counts()
same(sources, 2)
same(observers, 1)
same(lamps, 0)
same(profiles, 1)

senses:remove_source(intruder)
fails("out of date", function() senses:remove_source(intruder) end)
fails("a source", function() senses:remove_source(guard) end)
senses:remove_observer(guard)
fails("senses:add_source: radius is -1", function() senses:add_source{radius = -1} end)
