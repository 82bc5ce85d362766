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

-- reactions: of what is noticed, heard and touched, in the order of events
local reacted = {}
local react, watch = nil, nil
watch = wend.senses{react = function(observer, event) return react(observer, event) end}
watch:add_profile{notice_seconds = 0, notice_seconds_far = 0}
local watchman = watch:add_observer{user = 7, hostile_teams = 2}
local second = watch:add_observer{user = 8, position = {1, 0}}
local thief = watch:add_source{position = {5, 0}, team = 1, reaction = 3, user = 20}
react = function(observer, event)
    reacted[#reacted + 1] = event.kind .. event.observer_user
    same(event.observer, observer)
    same(event.perception.reaction, event.kind == "touched" and 0 or 3)
    same(#watch:perceptions(observer, "sight"), 1) -- the senses can be read
end
watch:add_noise{position = {3, 0}, loudness = 80, reaction = 3}
watch:add_touch(watchman, {strength = 2})
watch:update()
same(table.concat(reacted, " "), "noticed7 heard7 touched7 noticed8 heard8")

-- one that fails: the update is done, the others react, then the first error is raised
local count = 0
react = function(_, event)
    count = count + 1
    if count ~= 2 then error("no nerve") end
end
for _ = 1, 3 do watch:add_noise{position = {3, 0}, loudness = 80} end
local before = watch:tick()
local text = fails("senses:update: react to what observer 7 heard: ", function() watch:update() end)
assert(text:find("test_senses.lua:%d+: no nerve"), text)
same(count, 6)
same(watch:tick(), before + 1)
same(#watch:events(), 6)

-- what it may not do: the observer that removes itself is refused, and so is closing
react = function(observer)
    fails("cannot be changed from this callback", function() watch:remove_observer(observer) end)
    fails("cannot be changed from this callback", function() watch:remove_source(thief) end)
    fails("cannot be changed from this callback", function() watch:add_noise{} end)
    fails("cannot be changed from this callback", function() watch:update() end)
    fails("in use by a callback", function() watch:close() end)
    count = -1
end
watch:add_noise{position = {3, 0}, loudness = 80}
watch:update()
same(count, -1)
react = function(observer) watch:remove_observer(observer) end
watch:add_noise{position = {3, 0}, loudness = 80}
fails("'senses:remove_observer' on bad self", function() watch:update() end)
same(watch:get_observer(watchman).user, 7)
react = function() error(reacted) end
watch:add_touch(second, {})
same(select(2, pcall(watch.update, watch)), reacted)
watch:remove_observer(second) -- afterwards it can be
same(select(2, watch:counts()), 1)

-- loading takes the function too
local heard = 0
local again = wend.senses_load{bytes = watch:save(), react = function() heard = heard + 1 end}
same(again:hash(), watch:hash())
again:add_noise{position = {3, 0}, loudness = 80}
again:update()
same(heard, 1)
fails("field 'react': a function expected, got number", function() wend.senses{react = 5} end)

-- the first by a score of the script
again:add_source{position = {2, 0}, user = 21}
again:update()
same(again:first(watchman).user, 20) -- hostile before others
same(again:first(watchman, "sight", function(it) return -it.distance end).user, 21)
same(again:first(watchman, "sight", function() end), nil) -- nothing matters
text = fails("odd", function() again:first(watchman, "sight", function() error("odd") end) end)
assert(text:find("test_senses.lua:%d+: odd"), text)
fails("cannot be changed from this callback", function()
    again:first(watchman, "sight", function() again:remove_observer(watchman) end)
end)
again:update()
