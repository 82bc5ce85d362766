-- wend.planner: requests, polls, joins, updates; as the route source of a crowd.
local wend = require "wend"
local check = dofile "check.lua"

local grid = wend.grid{width = 60, height = 30}
grid:fill(0, 30, 4, 1, 22, 255)

-- Requests.
do
    local planner = wend.planner{grid = grid, profiles = {{radius = 0.25}, {radius = 0.9}}}
    assert(planner:profile_count() == 2)
    assert(planner:add_profile{radius = 0.5} == 2)
    local id = planner:add_request{from = {5, 15}, to = {50, 15}, priority = 3}
    local path, state, why = planner:poll(id)
    assert(path == nil and state == "waiting" and why == "in progress")
    assert(planner:update(1) == false)
    assert(planner:update() == true)
    path, state = planner:poll(id)
    assert(state == "ready" and path:length() > 45 and path:length() < 60)
    local joined = planner:join(id, 20, 12)
    assert(joined:length() < path:length())
    assert(joined:leg(1).from.x == 20 and joined:leg(1).from.y == 12)
    local answer = planner:get_answer(id)
    assert(answer.is_found and answer.state == "ready" and answer.steps > 0 and answer.reason == "none")
    planner:release(id)
    check.fails("is out of date", planner.poll, planner, id)
    check.fails("a request of a planner", planner.poll, planner, 17)

    -- The nearest of some positions, and far from one.
    id = planner:add_request{from = {5, 15}, positions = {{x = 50, y = 15}, {x = 9, y = 9}}}
    local away = planner:add_request{from = {5, 15}, to = {5, 15}, goal = "away", distance = 10, is_cost_only = true}
    planner:update()
    assert(planner:get_answer(id).position_index == 2)
    assert(planner:get_answer(away).cost > 8 and planner:get_answer(away).cost < 12)
    planner:cancel(away)

    -- Blocked, cancelled.
    local bad = planner:add_request{from = {5, 15}, to = {30.5, 10.5}}
    local gone = planner:add_request{from = {5, 15}, to = {50, 10}}
    planner:cancel(gone)
    planner:update()
    assert(select(3, planner:poll(bad)) == "goal blocked")
    assert(select(3, planner:poll(gone)) == "cancelled")
    local stats = planner:get_stats()
    assert(stats.requests == 5 and stats.waiting == 0 and stats.held == 4)
    assert(planner:hash() ~= 0)

    check.fails("there is no such field", wend.planner, {grid = grid, profile = {}})
    check.fails("from", planner.add_request, planner, {to = {1, 1}})
    check.fails("priority", planner.add_request, planner, {from = {1, 1}, to = {2, 2}, priority = 16})
    planner:close()
end

-- A planner as the route source: profiles by size, places, what to do meanwhile.
do
    local planner = wend.planner{grid = grid, profiles = {{radius = 0.25}, {radius = 0.9}}}
    local crowd = wend.crowd{
        grid = grid, route_source = planner, meanwhile = "wait", stuck_leg_factor = 2,
        route_rules = {{max_radius = 0.3, profile = 0}, {profile = 1}}, route_shape = "precise",
    }
    local walker = crowd:add_body{x = 5, y = 15, route_priority = 2}
    local large = crowd:add_body{x = 5, y = 20, radius = 0.8, meanwhile = "wander"}
    crowd:set_goal_places(walker, {{x = 50, y = 15}, {x = 5, y = 25}})
    crowd:set_goal(large, 50, 20)
    crowd:tick()
    assert(crowd:state(walker) == "path_pending")
    for _ = 1, 1200 do
        planner:update(2000)
        crowd:tick()
    end
    local body = crowd:get_body(walker)
    assert(body.state == "arrived" and body.has_item and body.item == 1)
    assert(crowd:state(large) == "arrived")
    assert(crowd:get_body_def(walker).route_priority == 2)
    assert(planner:get_stats().held == 0)
    crowd:set_goal_tag(walker, 3) -- cells have no tags
    for _ = 1, 4 do
        planner:update()
        crowd:tick()
    end
    assert(crowd:state(walker) == "no_path")
    check.fails("profile is 5", wend.crowd, {grid = grid, route_source = planner, route_rules = {{profile = 5}}})
    check.fails("meanwhile", crowd.add_body, crowd, {x = 1, y = 1, meanwhile = "dance"})
end

-- Route sources in Lua that answer later.
do
    local asked, from = {}, nil
    local source = {}
    function source.start(query)
        assert(query.goal == "tag" and query.tag == 8 and query.body)
        asked[query.ticket] = 0
        return "later"
    end
    function source.poll(query)
        asked[query.ticket] = asked[query.ticket] + 1
        from = query.from
        if asked[query.ticket] < 5 then return "later" end
        local path = {{x = query.from.x, y = query.from.y}, {x = 20, y = 5}}
        if asked[query.ticket] < 8 then return path, "partial" end
        return {{x = query.from.x, y = query.from.y}, {x = 25, y = 5}}, nil, 77
    end
    local crowd = wend.crowd{grid = grid, route_source = source}
    local walker = crowd:add_body{x = 5, y = 5}
    crowd:set_goal_tag(walker, 8)
    for _ = 1, 6 do crowd:tick() end
    assert(crowd:state(walker) == "moving" and not crowd:get_body(walker).has_item)
    for _ = 1, 4 do crowd:tick() end
    assert(crowd:get_body(walker).item == 77 and from.x > 5)
    for _ = 1, 400 do crowd:tick() end
    assert(crowd:state(walker) == "arrived" and crowd:position(walker) > 24)

    local lazy = wend.crowd{grid = grid, route_source = function() return "later" end}
    lazy:set_goal(lazy:add_body{x = 5, y = 5}, 9, 9)
    check.fails("for sources with a poll", lazy.tick, lazy)
    check.fails("poll = function", wend.crowd, {grid = grid, route_source = {start = print}})
end

-- Queries that a source still has go on after loading, the others start again.
do
    local polls, starts = {}, 0
    local source = {}
    function source.start(query)
        starts = starts + 1
        polls[query.ticket] = 0
        return "later"
    end
    function source.poll(query)
        polls[query.ticket] = polls[query.ticket] + 1
        if polls[query.ticket] < 9 then return "later" end
        return {{x = query.from.x, y = query.from.y}, {x = 20, y = 5}}
    end
    function source.has_ticket(ticket) return polls[ticket] ~= nil end
    local crowd = wend.crowd{grid = grid, route_source = source}
    local walker = crowd:add_body{x = 5, y = 5}
    crowd:set_goal(walker, 20, 5)
    for _ = 1, 4 do crowd:tick() end
    local bytes = crowd:save()
    crowd:load(bytes)
    for _ = 1, 12 do crowd:tick() end
    assert(starts == 1 and #crowd:get_path(walker) > 0)
    polls = {}
    crowd:load(bytes)
    for _ = 1, 20 do crowd:tick() end
    assert(starts == 2 and #crowd:get_path(walker) > 0)
    function source.has_ticket() error("no such table") end
    check.fails("no such table", crowd.load, crowd, bytes)
    crowd:tick()
    assert(starts == 3)
end

-- Items: requests and orders that lead to the nearest by path, which is not the nearest in a straight line.
do
    local items = wend.items()
    local health = items:add{x = 18.5, y = 15.5, tag = 4}
    local behind = items:add{x = 33.5, y = 15.5, tag = 4}
    local planner = wend.planner{grid = grid, profiles = {{radius = 0.25}}}
    local request = planner:add_request{from = {28.5, 15.5}, items = items, tag = 4}
    planner:update()
    assert(planner:get_answer(request).item == health)
    planner:release(request)
    check.fails("field 'tag' is missing", planner.add_request, planner, {from = {1, 1}, items = items})
    -- However many requests name the items, the planner keeps them once.
    local function ask(count)
        for _ = 1, count do
            planner:release(planner:add_request{from = {28.5, 15.5}, items = items, tag = 4})
            planner:update()
        end
        collectgarbage()
        return collectgarbage("count")
    end
    local before = ask(10)
    assert(ask(10000) < before + 64)
    local crowd = wend.crowd{grid = grid, route_source = planner, route_items = items}
    local walker = crowd:add_body{x = 28.5, y = 15.5}
    for _, goal in ipairs{health, behind} do
        crowd:set_goal_tag(walker, 4)
        for _ = 1, 1000 do
            planner:update(1000)
            crowd:tick()
        end
        local body = crowd:get_body(walker)
        assert(body.state == "arrived" and body.item == goal)
        items:set_active(goal, false)
    end
end

-- Contacts.
do
    local touching = wend.crowd{grid = grid}
    local one = touching:add_body{x = 5, y = 5, avoids = 0}
    local other = touching:add_body{x = 8, y = 5}
    touching:set_contact_reports(one)
    touching:set_held(other)
    touching:set_velocity(one, 1, 0)
    local seen
    for _ = 1, 100 do
        touching:tick()
        seen = seen or touching:get_contacts()[1]
    end
    assert(seen and seen.body == one and seen.other == other and seen.normal.x < -0.9)
end
