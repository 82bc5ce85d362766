-- Every function of the module refuses bad arguments, and says so in words of Lua: the line of the
-- script, the function as scripts call it, and no name of C; however it was called. A function
-- without an entry in the list of bad calls fails the test.
local wend = require "wend"
local check = dofile("check.lua")

-- ---- a world to make mistakes in ----

local w = {wend = wend, math = math, print = print}
w.grid = wend.grid{width = 12, height = 8, class_count = 2}
w.grid:fill("all", 6, 0, 1, 8, 255)
w.hexes = wend.grid{width = 6, height = 6, neighbours = 6}
w.stamp = w.grid:add_stamp{x = 1, y = 1, width = 1, height = 1, cost = 9}
w.overlay = w.grid:add_overlay()
w.link = w.grid:add_link{from = 0, to = 11}
w.walls = wend.walls()
w.wall = w.walls:add_segment(1, 6, 3, 6)
w.graph = wend.graph()
w.graph:add_node(1, 1)
w.graph:add_node(4, 1)
w.graph:add_edge(0, 1)
w.graph_overlay = w.graph:add_overlay()
w.arcs = wend.graph_build{walls = w.walls, method = "expanded", points = {{0.5, 1}, {5, 7}}, radius = 0.2}
w.mesh = wend.mesh_from_grid(w.grid)
w.place = w.mesh:nearest(2, 2)
w.mesh_overlay = w.mesh:add_overlay()
w.obstacle = w.mesh:add_obstacle{centre = {500, 500}} -- beside the mesh
w.mesh_link = w.mesh:add_link{from = {x = 1, y = 1}, to = {x = 9, y = 1}}
w.level = wend.level()
w.region = w.level:add_region{}
w.level:add_outline({0, 0, 9, 0, 9, 9, 0, 9}, w.region, nil)
w.flow = wend.flow{grid = w.grid}
w.order = w.flow:add_request{goals = {{3, 3}}, sources = {{2, 2}}}
w.fresh = wend.flow{grid = w.grid} -- never updated
w.flow:update()
w.crowd = wend.crowd{grid = w.grid, flow = w.flow, max_bodies = 8}
w.body = w.crowd:add_body{x = 2.5, y = 2.5}
w.other = w.crowd:add_body{x = 3.5, y = 3.5}
w.zone = w.crowd:add_zone{kind = "wind", low = {x = 0, y = 0}, high = {x = 1, y = 1}, velocity = {x = 1, y = 0}}
w.formation = wend.formation(w.crowd, {shape = "line"}, {w.body})
w.social = wend.social(w.crowd, {}, {w.body})
w.exit = wend.exit(w.crowd, {position = {5, 5}})
w.path = wend.path{{0, 0}, {5, 5}}
w.pathfinder = wend.pathfinder{grid = w.grid}
w.items = wend.items()
w.item = w.items:add(2, 2, {tag = 1})
w.graph_pathfinder = wend.pathfinder{graph = w.graph}
w.search = wend.search{grid = w.grid}
w.table = wend.table{graph = w.graph}
w.incremental = wend.incremental{grid = w.grid}
w.incremental:set_goal(1)
w.mesh_space = wend.mesh_space{mesh = wend.mesh_from_grid(wend.grid{width = 6, height = 6})}
w.mesh_corridor = wend.mesh_corridor{space = w.mesh_space}
w.mesh_corridor:set({x = 1, y = 1}, {x = 2, y = 2})
w.index = wend.index{graph = w.graph}
w.index:build()
w.planner = wend.planner{grid = w.grid}
w.reservations = wend.reservations()
w.claim = w.reservations:claim{key = 3}
w.cover = wend.cover{walls = w.walls}
w.cover:update()
w.triggers = wend.triggers{items = w.items}
w.trigger = w.triggers:add{kind = "area", x = 3, y = 3, radius = 1}
w.memories = wend.memories()
w.memories:add_agent(1)
w.memories:observe(1, {subject = 5})
w.markers = wend.markers()
w.marker = w.markers:add{x = 1, y = 1}
w.smell = wend.smell{grid = w.grid}
w.scent = w.smell:add_source{x = 1, y = 1, leaves_trail = true}
w.predictor = wend.predictor{action_count = 3}
w.tactics = wend.tactics{tactic_count = 3}
w.machines = wend.machines{states = {{name = "a"}, {name = "b"}}, facts = {"x"}}
w.machines:add_agent(1)
w.messages = wend.messages()
w.messages:add_agent(1)
w.telegram = w.messages:send{receiver = 1, delay = 9}
w.senses = wend.senses{}
w.senses:add_profile{}
w.rules = wend.rules{facts = {'health', {name = 'courage', kind = 'trait'}}, rules = {{name = 'rest'}}}
w.rules:add(1)
w.squads = wend.squads{max_squads = 2}
w.squad = w.squads:add()
w.squads:join(w.squad, {agent = 1})
w.minds = wend.minds{think = print, decision_bytes = 2}
w.minds:add{agent = 1}
w.terrain_analysis = wend.terrain_analysis{grid = w.grid}
w.traffic = wend.traffic{width = 9, height = 9}
w.commander = wend.commander()
w.goal = w.commander:add_goal{x = 1}
w.commander:set_group(1, {x = 1})
w.mix = wend.mix{own_count = 2}
w.influence = wend.influence{grid = w.grid}
w.source = w.influence:add{x = 1, y = 1}
w.hierarchy = wend.hierarchy{grid = w.grid}
w.explorers = wend.explorers{crowd = w.crowd, max_explorers = 8}
w.explored_map = wend.explored_map{like = w.grid}
w.cell_explorer = wend.cell_explorer{grid = w.grid}
w.clearance = wend.clearance{grid = w.grid}
w.islands = wend.islands{grid = w.grid}
w.grid_walls = wend.grid_walls{grid = w.grid}
w.raster = w.mesh:raster{cell_size = 1}
w.mover = {position = {0, 0}, velocity = {1, 0}}
w.nan, w.inf = 0 / 0, math.huge

-- ---- the list ----

-- Arguments behind the object, as a script writes them; all are refused. {}: the function takes none.
local nothing = {}
local bad = {
    -- wend
    version = nothing, hash = {"1.5", "{}", "print", "true"},
    pack = {"", "nil", "print", "{a = grid}"}, unpack = {"", "5", "'abc'", "grid:save()"},
    random = {"", "1, 2", "'a', 1, 1", "1, 1, 0.5"}, random_unit = {"", "1, {}, 1"},
    random_below = {"", "1, 2, 3", "1, 2, 3, -4"},
    sin = {"", "'1'"}, cos = {"", "{}"}, atan2 = {"", "1"},
    exp = {"", "true"}, log = {"", "'x'"}, sqrt = {"", "{}"},
    assign = {"", "5", "{{1}, {nan}}", "{{1, 2}, {3}}", "{{1, 'a'}}", "{5}", "{x = 1}"},
    grid = {"", "5", "{}", "{width = 0, height = 3}", "{width = 3, height = 3, neighbours = 5}",
            "{width = 'a', height = 2}", "{width = 3, height = 3, cost = 0}", "grid", "{3, 3}",
            "{width = 3, height = 3, class_count = 1000}", "{width = 1 << 30, height = 1 << 30}",
            "{width = 3, height = 3, sector_size = -1}", "{width = 3, height = 3, wrap = 'z'}",
            "{width = 3, height = 3, cell_size = -1}", "{width = 3, height = 3, hex_layout = 'x'}",
            "{width = 3, height = 3, corner_rule = 7}", "{width = 3, height = 3, origin = 5}",
            "{width = 5, height = 5, neighbours = 6, wrap = 'y'}"},
    grid_load = {"", "'abc'", "5", "grid:save():sub(1, 40)", "grid:save() .. 'x'", "walls"},
    grid_load_file = {"", "5", "'no such file.map'", "'\\0'", "'maze63.map', {cell_size = -1}",
                 "'maze63.map', {entry = 3}", "'maze63.map', {properties = {3}}",
                 "'maze63.map', {properties = 'a'}", "'maze63.map', {neighbours = 7}", "'maze63.map', 5"},
    level_load_file = {"", "5", "'no such file.wad'", "'maze63.map', 5", "'maze63.map', {max_step_height = nan}",
                  "'maze63.map', {team = 99}"},
    mesh_load_file = {"", "{}", "'no such file.obj'", "'maze63.map'", "'maze63.map', {up = 'x'}"},
    items_add_file = {"", "5", "'no such file.items'", "'no such file.items', 5", "'maze63.map'", "'maze63.map', wend.items()",
                 "'maze63.map', wend.items(), 5"},
    graph_load_file = {"", "{}", "'no such file.graph'", "'maze63.map'"},
    walls = nothing,
    grid_walls = {"", "5", "{}", "{grid = 5}", "{grid = grid, walls = grid}", "{grid = grid, team = 99}", "{grid = grid, layers = {{}}}",
                  "{grid = grid, layers = {{stops = 'x'}}}", "{grid = grid, layers = {{stops = 'sight', movement_class = 7}}}"},
    flow = {"", "5", "{}", "{grid = 5}", "{grid = hexes}", "{grid = grid, classes = {{team = 99}}}",
            "{grid = grid, classes = {{movement_class = 7}}}", "{grid = grid, margin = -1}",
            "{floors = {5}}", "{floors = {grid, walls}}",
            "{grid = grid, joins = {{from_floor = 3, to_floor = 4, from = 0, to = 0}}}",
            "{grid = grid, integration = 'x'}", "{grid = grid, classes = {{radius = -1}}}",
            "{grid = grid, classes = {5}}", "{grid = grid, cluster_size = nan}"},
    path = {"", "5", "{{0, 0}, {1}}", "{{x = 1}}", "{{0, 0}, {1, 1, behaviour = 'fly'}}", "{x = 1, y = 2}",
            "{{0, 0}, {nan, 1}}", "{{0, 0}, {1, 1, cost = -1}}"},
    pathfinder = {"", "5", "{}", "{grid = grid, graph = graph}", "{grid = 5}", "{grid = grid, radius = -1}",
            "{grid = grid, team = 99}", "{grid = grid, movement_class = 9}", "{grid = grid, size = 0}",
            "{graph = graph, behaviour_factors = {walk = nan}}", "{graph = graph, behaviour_factors = {[300] = 1}}",
            "{mesh = mesh, radius = -1}", "{grid = grid, walls = grid}", "{grid = grid, factor = -3}",
            "{graph = graph, behaviour_factors = {walk = -1}}", "{grid = grid, max_node_distance = -1}",
            "{mesh = mesh, max_height_difference = -1}"},
    search = {"", "5", "grid", "{}", "{grid = grid, graph = graph}", "{grid = grid, team = 99}", "{grid = grid, size = -1}",
              "{grid = grid, radius = nan}", "{grid = grid, radius = -1}", "{grid = grid, islands = grid}",
              "{grid = hexes, islands = islands}", "{graph = graph, behaviour_factors = 3}"},
    mesh = {"", "5", "{}", "{polygons = 5}", "{polygons = {5}}", "{polygons = {{{0, 0}, {1, 1}}}}",
            "{polygons = {{{0, 0}, {1, 0}, {0, nan}}}}",
            "{polygons = {{{0, 0}, {1, 0}, {0, 1}}}, factors = {[3] = -1}}",
            "{polygons = {{{0, 0}, {1, 0}, {0, 1}}}, weld = -1}", "{polygons = {{{0, 0}, {1, 0}, {0, 1}}}, areas = {1, 2}}",
            "{polygons = {{{0, 0}, {0, 1}, {1, 0}}}, is_strict = true}",
            "{polygons = {{{0, 0}, {1, 0}, {0, 1}}}, cell_size = nan}"},
    mesh_build = {"", "5", "{}", "{outlines = {{{0, 0}, {1, 0}}}}", "{outlines = {5}}", "{outlines = {{1, 2, 3}}}",
                  "{outlines = {{{0, 0}, {4, 0}, {0, 4}}}, holes = {3}}",
                  "{outlines = {{{0, 0}, {4, 4}, {4, 0}, {0, 4}}}, is_strict = true}",
                  "{outlines = {{{0, 0}, {4, 0}, {0, 4}}}, areas = {99}}"},
    mesh_from_grid = {"", "5", "walls", "grid, 9", "grid, 0, 99", "grid, -1"},
    mesh_tiles = {"5", "{x = 1}", "{max_tiles = 0}", "{max_tiles = 5000}", "{max_corners = 2}", "{cell_size = -1}", "{low = 5}", "{low = {nan, 0}}", "{factors = {[0] = 0}}"},
    mesh_tile_info = {"", "5", "'abc'", "mesh:save()"},
    mesh_load = {"", "'abc'", "5", "mesh:save():sub(1, 50)", "grid:save()"},
    graph = {"5", "{x = 1}", "{cell_size = nan}", "{cell_size = -1}"},
    graph_build = {"", "5", "{}", "{walls = walls, method = 'x'}", "{walls = walls, radius = -1, method = 'pov'}",
                   "{walls = walls, method = 'flood', spacing = -1, points = {{0, 0}}}",
                   "{walls = walls, level = level}", "{walls = walls, points = {{nan, 0}}}",
                   "{walls = walls, method = 'flood', spacing = 0.5}", "{walls = 5}",
                   "{walls = walls, method = 'flood', points = {{0, 0}}, spacing = 0.5, max_nodes = 1}"},
    graph_from_grid = {"", "5", "grid, 9", "grid, 0, 99", "grid, 'a'"},
    graph_from_mesh = {"", "5", "grid"},
    graph_load = {"", "'abc'", "5", "graph:save():sub(1, 30)"},
    items = {"5", "{cell_size = 0}", "{cell_size = 'a'}", "{size = 1}"}, items_load = {"", "'abc'", "5", "items:save():sub(1, 30)"},
    level = {}, level_from_grid = {"", "5", "grid, 9", "grid, 0, 99"}, level_from_mesh = {"", "5", "grid"},
    crowd = {"", "5", "{grid = 5}", "{grid = grid, step = -1}", "{grid = grid, max_bodies = 0}",
             "{grid = grid, route_source = 5}", "{grid = grid, stuck_plan = 'x'}",
             "{floors = {5}}", "{floors = {{grid = 3}}}", "{grid = grid, max_radius = -1}", "{grid = grid, horizon = nan}",
             "{grid = grid, flow = grid}", "{grid = grid, reach = -1}",
             "{grid = grid, classes = {{movement_class = 9}}}", "{grid = grid, jam_grid = 7}"},
    formation = {"", "5", "crowd", "crowd, 5", "crowd, {}", "crowd, {}, {}", "crowd, {}, {5}", "crowd, {shape = 'x'}, {body}",
                 "crowd, {spacing = -1}, {other}", "crowd, {shape = 'custom'}, {other}", "crowd, {}, {order}",
                 "crowd, {}, {other}, {'x'}", "crowd, {files = -1}, {other}", "crowd, {}, {other, other}"},
    social = {"", "5", "crowd", "crowd, 5", "crowd, {}", "crowd, {}, {}", "crowd, {}, {5}", "crowd, {spacing = 'x'}, {body}",
              "crowd, {spacing = -1}, {other}", "crowd, {speed_loss = 1}, {other}", "crowd, {}, {order}", "crowd, {}, {other, other}"},
    exit = {"", "5", "crowd", "crowd, 5", "crowd, {}", "crowd, {position = 5}", "crowd, {position = {1, 1}, width = -1}", "crowd, {position = {1, 1}, rate = -1}",
            "crowd, {position = {1, 1}, request = 5}", "crowd, {position = {1, 1}, goal = {nan, 1}}", "crowd, {position = {1, 1}, floor = 9}"},
    exit_of_body = {"", "5", "crowd", "crowd, 'a'", "crowd, order"}, exit_list = {"", "5", "grid"},
    exit_leave = {"", "5", "crowd", "crowd, 'a'", "crowd, order", "crowd, body, 'x'", "crowd, body, 5"},
    social_of_body = {"", "5", "crowd", "crowd, 'a'", "crowd, order"}, social_list = {"", "5", "grid"},
    formation_of_body = {"", "5", "crowd", "crowd, 'a'", "crowd, order"}, formation_list = {"", "5", "grid"},
    clearance = {"", "5", "{}", "{grid = 5}", "{grid = grid, max_clearance = -1}", "{grid = grid, team = 99}", "{grid = grid, movement_class = 7}"},
    islands = {"", "5", "{}", "{grid = walls}", "{grid = grid, size = 0}", "{grid = grid, radius = 0.6}",
               "{grid = grid, radius = -1, clearance = clearance}", "{grid = hexes, clearance = clearance, radius = 0.6}"},
    table = {"", "5", "graph", "{}", "{graph = grid}", "{graph = graph, max_nodes = 1}", "{graph = graph, behaviour_factors = 5}",
             "{graph = graph, behaviour_factors = {walk = -1}}"},
    incremental = {"", "5", "graph", "{}", "{graph = grid}"},
    mesh_space = {"", "5", "mesh", "{}", "{mesh = grid}", "{mesh = mesh, area_factors = 5}", "{mesh = mesh, colour = 1}"},
    mesh_corridor = {"", "5", "mesh_space", "{}", "{space = mesh}", "{space = mesh_space, radius = -1}", "{space = mesh_space, bound_max = 0.5}",
                     "{space = mesh_space, colour = 1}"},
    reservations = {"5", "grid", "{capacity = -1}", "{cell_size = 0}", "{max_height_difference = -1}", "{colour = 1}"},
    reservations_load = {"", "5", "'abc'", "grid:save()"},
    cover = {"", "5", "grid", "{}", "{walls = grid}", "{walls = walls, radius = 0}", "{walls = walls, colour = 1}", "{walls = walls, stops = 0}"},
    cover_load = {"", "5", "'abc', {walls = walls}", "grid:save(), {walls = walls}", "cover:save()", "cover:save(), {}"},
    triggers = {"5", "grid", "{cell_size = 0}", "{items = grid}", "{colour = 1}"},
    triggers_load = {"", "5", "'abc'", "grid:save()"},
    memories = {"5", "grid", "{record_limit = 0}", "{velocity_blend = 2}", "{colour = 1}"}, memories_load = {"", "5", "'abc'", "grid:save()"},
    markers = {"5", "grid", "{marker_limit = 0}", "{cell_size = nan}", "{colour = 1}"}, markers_load = {"", "5", "'abc'", "grid:save()"},
    smell = {"", "5", "{}", "{grid = walls}", "{grid = grid, trail_strength = 2}", "{grid = grid, movement_class = 7}", "{grid = grid, colour = 1}"},
    smell_load = {"", "'abc'", "5, {grid = grid}", "'abc', {grid = grid}", "grid:save(), {grid = grid}", "'abc', {}"},
    predictor = {"", "5", "grid", "{action_count = 0}", "{length = 9}", "{colour = 1}"}, predictor_load = {"", "5", "'abc'", "grid:save()"},
    tactics = {"", "5", "grid", "{tactic_count = 0}", "{standard = 7}", "{exploration = -1}", "{borrowing = nan}"}, tactics_load = {"", "5", "'abc'", "grid:save()"},
    senses = {"5", "grid", "{target_limit = 0}", "{ambient = nan}"}, senses_load = {"", "5", "{bytes = 'abc'}", "{bytes = grid:save()}"}, loudness = {"", "'a'"},
    rules = {"", "5", "grid", "{colour = 1}", "{facts = {5}}", "{rules = {{}}}", "{rules = {{name = 'a', weight = -1}}}", "{facts = {'a', 'a'}}"},
    squads = {"", "5", "grid", "{max_squads = 0}", "{colour = 1}", "{mind = 5}"}, squads_load = {"", "5", "'abc'", "grid:save()", "squads:save(), 5"},
    rules_load = {"", "5", "'abc'", "grid:save()", "rules:save(), 5", "rules:save(), {health = 5}", "rules:save(), {colour = print}"},
    minds = {"", "5", "grid", "{colour = 1}", "{think = 5}", "{}", "{think = print, far_period = 0}", "{think = print, bands = {{distance = 1}}}", "{think = print, bands = 5}"},
    minds_load = {"", "5", "'abc'", "'abc', {}", "'abc', {think = print}", "grid:save(), {think = print}", "minds:save(), {think = 5}", "minds:save(), {colour = 1}"},
    curve = {"", "{}", "{}, 'a'", "{colour = 1}, 1", "5, 1"},
    terrain_analysis = {"", "5", "grid", "{}", "{grid = 5}", "{grid = hexes}", "{grid = grid, choke_ratio = 3}", "{grid = grid, team = 99}", "{grid = grid, colour = 1}"},
    terrain_analysis_load = {"", "5", "'abc'", "terrain_analysis:save()", "terrain_analysis:save(), 5", "terrain_analysis:save(), {grid = 5}", "grid:save(), {grid = grid}"},
    commander = {"5", "grid", "{reserve = 2}", "{colour = 1}"}, commander_load = {"", "5", "'abc'", "grid:save()"},
    mix = {"", "5", "grid", "{own_count = 0}", "{colour = 1}"}, mix_load = {"", "5", "'abc'", "grid:save()"},
    plan_builds = {"", "{}", "{{}}, {}", "{{weight = 1}}, {}", "{{weight = 1, value = 0}}, {}", "{{weight = 1, value = 1, costs = 5}}, {}", "{5}, {}", "{}, {-1}", "{}, {}, 5", "{}, {}, {order_limit = 99999}", "{}, {1, 1, 1, 1, 1, 1, 1, 1, 1}"},
    traffic = {"", "5", "grid", "{width = 0}", "{kind_count = 99}", "{half_life = 0}", "{colour = 1}"}, traffic_load = {"", "5", "'abc'", "grid:save()"},
    influence = {"", "5", "grid", "{grid = 5}", "{grid = hexes}", "{width = 0}", "{side_count = 33}", "{grid = grid, team = 99}", "{colour = 1}"},
    influence_load = {"", "5", "'abc'", "influence:save()", "influence:save(), 5", "influence:save(), {grid = 5}", "grid:save()"},
    influence_score = {"", "5", "{}, 'a'", "{5}, 1, 1", "{{weight = 1}}, 1, 1", "{{influence = grid}}, 1, 1", "{{influence = influence, weight = nan}}, 1, 1"},
    influence_best = {"", "5", "{5}", "{{weight = 1}}", "{{influence = influence}}, 5", "{{influence = influence}}, {radius = -1}"},
    messages = {"5", "grid", "{max_waiting = 0}", "{cell_size = nan}", "{colour = 1}"}, messages_load = {"", "5", "'abc'", "grid:save()"},
    machines = {"", "5", "{}", "{states = 5}", "{states = {{}}}", "{states = {{name = 'a', min_ticks = -1}}}", "{states = {{name = 'a'}}, transitions = {{}}}", "{states = {{name = 'a'}}, colour = 1}"},
    machines_load = {"", "5", "{states = {{name = 'a'}}}", "{states = {{name = 'a'}}}, 'abc'"},
    index = {"", "5", "graph", "{}", "{graph = grid}", "{graph = graph, behaviour_factors = 5}"},
    hierarchy = {"", "5", "grid", "{}"},
    explorers = {"", "5", "{}", "{crowd = grid}", "{crowd = crowd, radius = nan}", "{crowd = crowd, colour = 1}"},
    explored_map = {"", "5", "{}", "{width = 0, height = 1}", "{like = 5}", "{width = 4, height = 4, neighbours = 5}"},
    cell_explorer = {"", "5", "{}", "{grid = crowd}", "{grid = grid, method = 'fly'}", "{grid = grid, movement_class = 9}"},
    planner = {"", "5", "grid", "{}", "{grid = grid, profiles = 5}", "{grid = grid, profiles = {{radius = -1}}}", "{grid = grid, quantum = 1}"},
    index_load = {"", "5", "'abc'", "'abc', {}", "'abc', {graph = graph}"},
    table_load = {"", "5", "'abc'", "'abc', {}", "'abc', {graph = graph}"},

    -- grid
    ["grid:get_info"] = nothing, ["grid:bounds"] = nothing, ["grid:list_stamps"] = nothing, ["grid:list_links"] = nothing,
    ["grid:list_overlays"] = nothing, ["grid:revision"] = nothing, ["grid:links_revision"] = nothing,
    ["grid:hash"] = nothing, ["grid:save"] = nothing,
    ["grid:node"] = {"", "1", "'a', 2", "1.5, 2"}, ["grid:cell"] = {"'a'", "-1", "1.5"},
    ["grid:node_at"] = {"", "1", "nan, 1"}, ["grid:cell_at"] = {"", "1", "{}, 1"},
    ["grid:position"] = {"'a'", "-1", "1, 'a'"}, ["grid:steps"] = {"'a', 1", "1, -1"},
    ["grid:cost"] = {"", "0, 1", "'a', 1, 1", "0, 1.5, 1"}, ["grid:ground_cost"] = {"", "0, 1", "-1, 1, 1"},
    ["grid:is_open"] = {"", "0, 1, 1", "0, 'a', 1, 1"},
    ["grid:set_cost"] = {"", "0, 1, 1", "9, 1, 1, 1", "0, 99, 1, 1", "0, 1, 1, 0", "0, 1, 1, 256", "'walk', 1, 1, 1"},
    ["grid:fill"] = {"", "0, 1, 1", "9, 0, 0, 1, 1, 1", "0, 0, 0, 99, 1, 1", "0, 0, 0, -1, 1, 1", "0, 0, 0, 1, 1, 0"},
    ["grid:set_costs"] = {"", "0, 0, 0, 2, 2, {1, 2, 3}", "0, 0, 0, 2, 1, {1, 0}", "9, 0, 0, 1, 1, {1}", "0, 0, 0, 1, 1, 5",
                          "0, 11, 0, 2, 1, {1, 1}", "0, 0, 0, -1, 1, {}", "0, 0, 0, 1 << 20, 1 << 20, {}"},
    ["grid:get_costs"] = {"", "9, 0, 0, 1, 1", "0, 0, 0, 99, 1", "0, 0, 0, -1, 1"},
    ["grid:get_ground_costs"] = {"", "9, 0, 0, 1, 1", "0, 0, 0, 99, 1", "0, 0, 0, 1"},
    ["grid:set_closed_teams"] = {"", "0, 0, 1, 1, 'a'", "0, 0, 99, 1, 1", "0, 0, -1, 1, 1"}, ["grid:get_closed_teams"] = {"", "1", "1, {}"},
    ["grid:add_stamp"] = {"", "5", "{}", "{x = 1, y = 1, width = 99, height = 1, cost = 3}", "{x = 1, y = 1, width = 1, height = 1, cost = 0}",
                            "{x = 1, y = 1, width = 2, height = 1, costs = {1}}", "{x = 1, y = 1, width = 1, height = 1, quarter_turns = 9}",
                            "{x = 1, y = 1, width = 0, height = 1}", "{x = 1, y = 1, width = 1, height = 1, layer_count = 9}"},
    ["grid:can_add_stamp"] = {"", "5", "{x = 1, y = 1, width = 2, height = 1, costs = {1}}", "{x = 'a'}",
                                "{x = 1, y = 1, width = 1, height = 1, cost = 9}, 5", "{x = 1, y = 1, width = 0, height = 1, cost = 9}"},
    ["grid:remove_stamp"] = {"", "5", "'a'", "wall", "stamp + (7 << 32)"}, ["grid:get_stamp"] = {"", "'a'", "5", "stamp + (7 << 32)"},
    ["grid:stamp_cells"] = {"", "'a'", "body", "stamp + (7 << 32)"}, ["grid:stamp_at"] = {"", "0, 1", "'a', 1, 1"},
    ["grid:set_gradient"] = {"", "9, {1}", "0, 5", "0, {-1}", "0, {300}", "0, {'a'}"}, ["grid:get_gradient"] = {"", "'a'", "9"},
    ["grid:add_overlay"] = {"5", "{x = 1}", "{keep = 300}", "{max_value = -1}"},
    ["grid:overlay_add"] = {"", "5, 1, 1, 1, 1", "overlay, 1, 1, -1, 1", "overlay, 1, 1, nan, 1", "overlay, 1, 1, 1, 'a'", "overlay + (7 << 32), 1, 1, 1, 1"},
    ["grid:overlay_add_rect"] = {"", "5, 1, 1, 1, 1, 1", "overlay, 0, 0, 99, 1, 1", "overlay, 0, 0, -1, 1, 1", "overlay + (7 << 32), 1, 1, 1, 1, 1"},
    ["grid:overlay_tick"] = {"", "5", "overlay + (7 << 32)"}, ["grid:overlay_value"] = {"", "5, 1, 1", "overlay, 'a', 1"},
    ["grid:get_overlay"] = {"", "5", "overlay + (7 << 32)"}, ["grid:remove_overlay"] = {"", "5", "overlay + (7 << 32)"},
    ["grid:add_link"] = {"", "5", "{}", "{from = 0}", "{from = 0, to = 9999}", "{from = 0, to = 1, cost = -1}", "{from = 0, to = 0}",
                         "{from = 0, to = 1, behaviour = 'fly'}", "{from = 0, to = 1, class_mask = 'x'}", "{from = -1, to = 1}"},
    ["grid:set_link"] = {"", "5, {}", "link, {to = 9999}", "link + (7 << 32), {}", "link, 5"},
    ["grid:get_link"] = {"", "5", "link + (7 << 32)"}, ["grid:remove_link"] = {"", "5", "link + (7 << 32)"},
    ["grid:link_of_edge"] = {"'a'", "-1"},
    ["grid:field_of_view"] = {"", "9, 0, 3", "0, 9999, 3", "0, 0, -1", "0, 'a', 3"},
    ["grid:hex"] = {"'a'", "-1"}, ["grid:hex_node"] = {"", "1", "'a', 1"},
    ["grid:list_changes"] = {"", "-1", "'a'"}, ["grid:sector_revision"] = {"", "-1", "'a'"},

    -- terrain, hexes
    ["terrain.table_from_speeds"] = {"", "5", "{-1}", "{1}, 0", "{grass = 2}", "{nan}"},
    ["terrain.table_from_points"] = {"", "5", "{0}", "{1}, 'a'", "{1}, 99, 0"},
    ["terrain.apply_table"] = {"", "5, {1}", "{0}, 5", "{7}, {1}", "{0}, {0}", "{0}, {}"},
    ["terrain.costs_from_heights"] = {"", "{1}, 2, 2", "{1, 2, 3, 4}, 2, 2, {max_slope = -1}", "{'a'}, 1, 1", "{1}, 0, 1", "{1}, -1, 1",
                                      "{1}, 1, 1, {cell_size = 0}", "{1}, 1, 1, 5", "{1}, 1, 1, {neighbours = 5}", "{1}, 1 << 30, 1 << 30"},
    ["terrain.combine"] = {"", "{1}, {1, 2}", "{1}, {300}", "{0}, {1}", "{1}, {1}, 0", "5, {1}"},
    ["hex.from_offset"] = {"", "'x', 1, 1", "'odd_rows', 1", "'odd_rows', 'a', 1"}, ["hex.to_offset"] = {"", "'x', 1, 1", "5, 1, 1"},
    ["hex.position"] = {"", "'odd_rows', 'a', {0, 0}, 1, 1", "'odd_rows', 1, 5, 1, 1", "'odd_rows', 1, {0, 0}, 1"},
    ["hex.at"] = {"", "'odd_rows', 1, {0, 0}, nan, 1", "'odd_rows', 1, {0}, 1, 1"},
    ["hex.corners"] = {"", "'x', 1, 0, 0", "'odd_rows', 1, 0", "'odd_rows', nan, 0, 0"},
    ["hex.distance"] = {"", "1, 1, 1", "1, 1, 1, 'a'"}, ["hex.neighbour"] = {"", "1, 1"},
    ["hex.rotate"] = {"", "1, 1, 1, 1", "1, 1, 1, 1, 'a'"}, ["hex.reflect"] = {"", "1, 1, 1, 1, 'a'"},
    ["hex.line"] = {"", "0, 0, 1", "0, 0, 1 << 40, 0"}, ["hex.ring"] = {"", "0, 0, -1", "0, 0, 'a'"},
    ["hex.range"] = {"", "0, 0, -1", "0, 0, 1025"},

    -- clearance, islands
    ["clearance:update"] = nothing, ["clearance:is_fresh"] = nothing, ["clearance:memory_bytes"] = nothing, ["clearance:revision"] = nothing,
    ["clearance:square"] = {"", "1", "'a', 1"}, ["clearance:disc"] = {"", "1", "1.5, 1"}, ["clearance:fits_disc"] = {"", "1, 1", "1, 1, nan"},
    ["islands:update"] = nothing, ["islands:is_fresh"] = nothing, ["islands:memory_bytes"] = nothing, ["islands:count"] = nothing,
    ["islands:can_reach"] = {"'a', 1", "1, -1"}, ["islands:nearest"] = {"'a', 1", "1, -1"}, ["islands:at"] = {"'a'", "-1"}, ["islands:cell_count"] = {"", "'a'", "-1"},

    -- walls
    -- senses
    ["senses:update"] = nothing, ["senses:tick"] = nothing, ["senses:info"] = nothing, ["senses:events"] = nothing, ["senses:hash"] = nothing, ["senses:save"] = nothing, ["senses:counts"] = nothing,
    ["senses:add_profile"] = {"5", "{x = 1}", "{points = 0}"}, ["senses:set_profile"] = {"", "9, {}", "0, {points = 99}"}, ["senses:get_profile"] = {"", "9"},
    ["senses:add_source"] = {"5", "{radius = -1}", "{position = 5}"}, ["senses:set_source"] = {"", "5, {}"}, ["senses:move_source"] = {"", "5, {1, 1}"},
    ["senses:remove_source"] = {"", "5"}, ["senses:get_source"] = {"", "5"},
    ["senses:add_observer"] = {"5", "{every = 0}"}, ["senses:set_observer"] = {"", "5, {}"}, ["senses:move_observer"] = {"", "5, {1, 1}, 0"},
    ["senses:remove_observer"] = {"", "5"}, ["senses:get_observer"] = {"", "5"},
    ["senses:add_lamp"] = {"5", "{radius = 0}"}, ["senses:set_lamp"] = {"", "5, {}"}, ["senses:remove_lamp"] = {"", "5"}, ["senses:get_lamp"] = {"", "5"},
    ["senses:set_ambient"] = {"", "2"}, ["senses:light_at"] = {"", "5"}, ["senses:add_noise"] = {"5", "{loudness = 1e9}"}, ["senses:level_at"] = {"5", "{}, 5"},
    ["senses:set_material"] = {"", "1, -1", "1, 'a'"}, ["senses:add_touch"] = {"", "5, {}"}, ["senses:add_contacts"] = {"", "5"}, ["senses:follow_crowd"] = {"", "5"},
    ["senses:perceptions"] = {"", "5"}, ["senses:first"] = {"", "5"}, ["senses:threats"] = {"", "5"}, ["senses:can_see"] = {"", "5, 5"},

    ["walls:clear"] = nothing, ["walls:count"] = nothing, ["walls:list"] = nothing, ["walls:bounds"] = nothing, ["walls:revision"] = nothing, ["walls:hash"] = nothing,
    ["walls:add_segment"] = {"", "0, 0, 1", "0, 0, nan, 1", "0, 0, 1, 1, 'x'", "0, 0, 1e300, 0", "0, 0, 1, 1, 'all', 'a'"},
    ["walls:add_polygon"] = {"", "5", "{0, 0, 1}", "{0, 0, 1, 0, 1, 1}, 'x'", "{x = 1}", "{0, 0, 1e300, 0, 1, 1}"},
    ["walls:add_segments"] = {"", "5", "{0, 0}", "{0, 0, 1, 1}, 'x'", "{0, 0, 1e300, 1}"},
    ["walls:remove"] = {"", "5", "stamp", "wall + (7 << 32)"}, ["walls:set_stops"] = {"", "wall, 'x'", "5, 'all'", "wall + (7 << 32), 'all'"},
    ["walls:get"] = {"", "5", "wall + (7 << 32)"}, ["walls:set_user"] = {"", "wall", "wall, 'x'", "5, 5", "wall + (7 << 32), 1"},
    ["grid_walls:update"] = nothing, ["grid_walls:is_fresh"] = nothing, ["grid_walls:walls"] = nothing, ["grid_walls:segment_count"] = nothing, ["grid_walls:memory_bytes"] = nothing,
    ["grid_walls:hash"] = nothing, ["grid_walls:save"] = nothing, ["grid_walls:load"] = {"", "5", "'abc'", "walls:save()", "grid_walls:save():sub(1, 40)"},
    ["walls:ray"] = {"", "0, 0, 1", "0, 0, 1, nan", "0, 0, 1, 1, 'x'"}, ["walls:rays"] = {"", "0, 0", "0, 0, 5", "0, 0, {1}", "0, 0, {1, 1}, 'x'"},
    ["walls:sweep"] = {"", "0, 0, 1, 1", "0, 0, 1, 1, nan", "0, 0, 1, 1, 1, 'x'"}, ["walls:nearest"] = {"", "0", "0, 0, nan", "0, 0, 1, 'x'"},
    ["walls:can_see"] = {"", "0, 0, 1", "0, 0, 1, 1, 'x'"}, ["walls:can_walk"] = {"", "0, 0, 1", "0, 0, 1, 1, nan", "0, 0, 1, 1, 1, 'x'"},
    ["walls:set_heights"] = {"", "wall, 1", "wall, 2, 1", "5, 0, 1"}, ["walls:ray_3d"] = {"", "{0, 0}", "{0, 0}, {nan, 1}", "{0, 0}, {1, 1}, 'x'"},
    ["walls:can_see_3d"] = {"", "{0, 0}", "{0, 0}, 5"}, ["walls:see_points"] = {"", "{0, 0}", "{0, 0}, {5}", "{0, 0}, {{1, 1}}, 'x'"},
    ["walls:crossings"] = {"", "0, 0, 1", "0, 0, 1e300, 1", "0, 0, 1, 1, 'x'"}, ["walls:crossings_3d"] = {"", "{0, 0}", "{0, 0}, {1e300, 1}"},
    ["walls:is_inside"] = {"", "0", "0, 0, 'x'"}, ["walls:query_circle"] = {"", "0, 0", "0, 0, nan", "0, 0, 1, 'x'"},
    ["walls:query_box"] = {"", "0, 0, 1", "0, 0, 1, nan", "0, 0, 1, 1, 'x'"},

    -- pathfinders, paths, searches, tables
    ["pathfinder:find"] = {"", "1, 1, 2", "5", "{x = 1}", "{from = 5}", "{from = {1, 1}, to = {nan, 1}}", "1, 1, 2, 2, {method = 'x'}",
                     "1, 1, 2, 2, {is_goal = 5}", "{from = {1, 1}, positions = {{1}}}", "{from = {1, 1}, positions = 5}", "1, 1, 2, 2, 5",
                     "{from = {1, 1}, tag = 3}", "1, 1, 2, 2, {mesh_method = 'exact', shape = 'x'}", "1e300, 1, 2, 2",
                     "{from = {1, 1}, to = {2, 2}, method = 'jump-point', is_goal = print}"},
    ["pathfinder:update"] = nothing, ["pathfinder:prepare"] = {"'x'", "-1", "1.5"}, ["pathfinder:can_walk"] = {"", "1, 1, 2", "{1}, {1, 2}", "1, 1, 2, nan"}, ["pathfinder:can_reach"] = {"", "1, 1, 2", "{1}, {1, 2}"}, ["pathfinder:get_answer"] = nothing, ["pathfinder:visited"] = nothing,
    ["path:legs"] = nothing, ["path:leg_count"] = nothing, ["path:points"] = nothing, ["path:length"] = nothing, ["path:length_3d"] = nothing, ["path:cost"] = nothing,
    ["path:copy"] = nothing, ["path:__len"] = nothing, ["path:leg"] = {"", "'a'", "0", "1.5"},
    ["path:smooth"] = {"", "5", "grid", "pathfinder, -1", "pathfinder, nan", "pathfinder, 1, 'x'", "graph_pathfinder"},
    ["path:cells"] = {"", "5", "grid", "graph_pathfinder"}, ["path:is_valid"] = {"", "5", "pathfinder, 1, 0", "pathfinder, 1, 'a'", "pathfinder, 0, {}", "pathfinder, 0, 1.5"},
    ["path:split_arcs"] = {"", "5", "graph", "graph, grid"},
    ["path:smooth_walls"] = {"", "5", "{}", "{walls = grid}", "{walls = walls, radius = -1}", "{walls = walls, factor = 0}", "{walls = walls, smoothing = 'x'}"},
    ["path:round"] = {"", "5", "{turn_radius = -1}", "{turn_radius = nan}", "{walls = 5}", "{turn_radius = 1, error = -1}"},
    ["search:find"] = {"", "5", "{}", "{start = 0, goal = 9999}", "{start = 'a', goal = 1}", "{to = 3}", "{start = 0, goals = 5}", "{start = 0, goals = {exit = 3}}", "{start = 0, starts = {0}, goal = 1}", "{starts = {0}, start_costs = {1, 2}, goal = 1}", "{start = 0, goals = {1}, goal_costs = {-1}}",
                       "{start = 0, goals = {'a'}}", "{start = 0, goal = 3, turning = 5}", "{start = 0, goal = 3, turning = {start_heading = 'x'}}",
                       "{start = 0, goal = 3, weight = -1, method = 'astar-weighted'}", "{start = 0, goal = 3, method = 'x'}",
                       "{start = 0, goal = 3, noise = 9000}", "{start = 0, goal = 3, max_cost = -1}", "{start = 0, goal = 3, turning = {cost = -1}}",
                       "{start = 0, goal = 3, method = 'jump-point', noise = 5}", "{start = 1 << 32, goal = 3}",
                       "{start = (1 << 32) - 1, goal = 3}"},
    ["search:visited"] = nothing, ["search:get_answer"] = nothing, ["search:cost_to"] = {"'a'", "-1"}, ["search:path_to"] = {"'a'", "-1"},
    ["search:nearest_reachable"] = {"'a', 1", "1, -1"}, ["search:nearest_open"] = {"'a'", "-1"}, ["search:is_open"] = {"'a'", "-1"},
    ["table:next"] = {"'a', 1", "1, -1"}, ["table:next_edge"] = {"'a', 1", "1, {}"}, ["table:cost"] = {"'a', 1", "1, {}"}, ["table:path"] = {"'a', 1", "1, {}"},
    ["crowd:set_detail"] = {"5", "{regions = 5}", "{regions = {5}}", "{regions = {{centre = {1, 2}, radius = -1}}}", "{level_most = 9}", "{margin = nan}"},
    ["crowd:get_detail"] = {"", "'a'", "body + (7 << 32)"}, ["crowd:count_detail"] = nothing,
    ["crowd:set_contact_reports"] = {"", "'a'", "body + (7 << 32)"}, ["crowd:get_contacts"] = nothing,
    ["hierarchy:find"] = {"", "'a'"}, ["hierarchy:region"] = {"", "'a'"}, ["hierarchy:hash"] = nothing, ["hierarchy:memory_bytes"] = nothing,
    ["hierarchy:next"] = nothing, ["hierarchy:path"] = nothing, ["hierarchy:portals"] = nothing, ["hierarchy:route"] = nothing,
    ["hierarchy:update"] = nothing, ["hierarchy:get_answer"] = nothing, ["hierarchy:get_info"] = nothing,
    ["explorers:send"] = {"", "body", "body, 5", "body, {}", "body, {goal = {nan, 1}}", "body, {goal = {1, 1}, method = 'fly'}", "body + (7 << 32), {goal = {1, 1}}"},
    ["explorers:stop"] = {"", "'a'", "body + (7 << 32)"}, ["explorers:get_info"] = {"", "'a'"}, ["explorers:update"] = nothing, ["explorers:count"] = nothing,
    ["explorers:hash"] = nothing, ["explorers:save"] = nothing, ["explorers:load"] = {"", "'abc'", "5", "grid:save()"},
    ["explored_map:report"] = {"", "1", "1, 1", "-1, 1, 1", "1, 256, 1", "99, 1, 1"}, ["explored_map:get"] = {"'a'", "-1"},
    ["explored_map:known_count"] = nothing, ["explored_map:forget"] = {"", "'a'"}, ["explored_map:hash"] = nothing, ["explored_map:update"] = nothing,
    ["explored_map:save"] = nothing, ["explored_map:load"] = {"", "'abc'", "5", "grid:save()"},
    ["cell_explorer:start"] = {"", "1", "999, 1", "'a', 1"}, ["cell_explorer:step"] = nothing, ["cell_explorer:get_info"] = nothing,
    ["cell_explorer:hash"] = nothing, ["cell_explorer:save"] = nothing, ["cell_explorer:load"] = {"", "'abc'", "5", "grid:save()"},
    ["crowd:sweep"] = {"", "{1, 1}", "{1, 1}, {2, 2}", "{nan, 1}, {2, 2}, 1", "{1, 1}, {2, 2}, nan", "5, {2, 2}, 1"},
    ["planner:add_profile"] = {"", "5", "{radius = -1}"}, ["planner:profile_count"] = nothing,
    ["planner:add_request"] = {"", "5", "{}", "{from = {1, 1}, to = {2, 2}, priority = 99}", "{from = 5}", "{from = {1, 1}, to = {2, 2}, profile = 9}"},
    ["planner:poll"] = {"", "'a'", "77"}, ["planner:join"] = {"", "'a'", "77, 1, 1"}, ["planner:get_answer"] = {"", "'a'", "77"},
    ["planner:cancel"] = {"", "'a'", "77"}, ["planner:release"] = {"", "'a'", "77"}, ["planner:update"] = {"'a'", "-1"},
    ["planner:get_stats"] = nothing, ["planner:hash"] = nothing,
    ["incremental:set_goal"] = {"", "'a'", "-1", "1.5", "100000"}, ["incremental:update"] = {"", "'a'", "1, 'x'", "1, -1"},
    ["incremental:cost_from"] = {"", "'a'"}, ["incremental:path"] = nothing, ["incremental:get_info"] = nothing,
    ["mesh_space:update"] = {"'x'", "-1"}, ["mesh_corridor:set"] = {"", "{x = 1, y = 1}", "5, {x = 1, y = 1}", "{x = nan, y = 1}, {x = 2, y = 2}"},
    ["mesh_corridor:move"] = {"", "1", "nan, 1"}, ["mesh_corridor:move_target"] = {"", "1", "nan, 1"}, ["mesh_corridor:update"] = {"'x'", "-1"},
    ["mesh_corridor:corners"] = {"'x'", "-1"}, ["mesh_corridor:get_info"] = nothing,
    ["reservations:claim"] = {"", "5", "{colour = 1}", "{x = 1, radius = -1}", "{kind = -1}"}, ["reservations:is_free"] = {"", "5", "{kind = 'a'}"},
    ["reservations:release"] = {"", "'a'", "99"}, ["reservations:release_agent"] = {"", "'a'"}, ["reservations:revoke"] = {"", "1", "'a', 1"},
    ["reservations:clear"] = nothing, ["reservations:set_kind_capacity"] = {"", "1, 'a'", "1, -2"}, ["reservations:set_capacity"] = {"", "1", "1, 1, -2"},
    ["reservations:capacity"] = {"", "1", "'a', 1"}, ["reservations:update"] = {"", "'a'"}, ["reservations:tick"] = nothing,
    ["reservations:events"] = nothing, ["reservations:get"] = {"", "'a'", "99"}, ["reservations:count"] = {"", "1"}, ["reservations:total"] = nothing,
    ["reservations:find"] = {"", "1, 2"}, ["reservations:holders"] = {"", "1"}, ["reservations:of_agent"] = {"", "'a'"}, ["reservations:list"] = nothing,
    ["reservations:item_key"] = {"", "'a'", "wall"}, ["reservations:is_item_free"] = {"", "1, 2", "1, wall, 3", "1, item, 3, 'a'"},
    ["reservations:hash"] = nothing, ["reservations:memory_bytes"] = nothing, ["reservations:save"] = nothing,
    ["cover:add_place"] = {"", "5", "{x = nan}", "{trusted_arc = 9}", "{colour = 1}"}, ["cover:remove_place"] = {"", "'a'", "99"},
    ["cover:get_place"] = {"", "'a'", "99"}, ["cover:places"] = nothing, ["cover:count"] = nothing, ["cover:add_obstacle"] = {"", "5", "{radius = 0}", "{height = -1}"},
    ["cover:set_obstacle"] = {"", "99, {}", "1", "'a', {}"}, ["cover:remove_obstacle"] = {"", "99"}, ["cover:get_obstacle"] = {"", "99"},
    ["cover:obstacle_count"] = nothing, ["cover:update"] = {"'a'", "-1"}, ["cover:is_current"] = nothing, ["cover:invalidate"] = {"", "1, 2", "nan, 1, 1, 1"},
    ["cover:exposure"] = {"", "1, 2, 3", "1, 2, 3, 4, 'a'"}, ["cover:find"] = {"", "5", "{}", "{threats = {}}", "{threats = {{x = 1}}}", "{threats = {{x = 1, y = 1}}, count = 0}",
        "{threats = {{x = 1, y = 1}}, max_exposure = 2}", "{threats = {{x = 1, y = 1}}, cost = 5}", "{threats = {{x = 1, y = 1}}, reservations = grid}"},
    ["cover:hash"] = nothing, ["cover:memory_bytes"] = nothing, ["cover:save"] = nothing,
    ["triggers:add"] = {"", "5", "{}", "{kind = 'x'}", "{kind = 'area', radius = -1}", "{kind = 'time', colour = 1}"}, ["triggers:remove"] = {"", "'a'", "99"},
    ["triggers:move"] = {"", "99, 1, 2", "trigger, 1", "trigger, 1, nan", "trigger, 1, 2, 'a'"}, ["triggers:get"] = {"", "'a'", "99"}, ["triggers:list"] = nothing, ["triggers:count"] = nothing, ["triggers:set_asleep"] = {"", "99, true", "trigger, 5"},
    ["triggers:is_asleep"] = {"", "'a'"}, ["triggers:update"] = {"", "'a'", "1, 5", "1, {{x = 1}}", "1, {{agent = 1, x = nan, y = 0}}", "1, {}, 5", "1, {}, {}, 5", "1, grid"},
    ["triggers:events"] = nothing, ["triggers:is_inside"] = {"", "trigger, 'a'"}, ["triggers:inside"] = {"", "'a'"}, ["triggers:tick"] = nothing,
    ["triggers:hash"] = nothing, ["triggers:memory_bytes"] = nothing, ["triggers:save"] = nothing,
    ["memories:set_kind"] = {"", "0", "99, {}", "0, {half_life = -1.5}", "0, {threshold = 2}", "0, {colour = 1}"}, ["memories:get_kind"] = {"", "64"},
    ["memories:set_tick"] = {"", "'a'", "1 << 60"}, ["memories:tick"] = nothing, ["memories:add_agent"] = {"", "1", "'a'"}, ["memories:remove_agent"] = {"", "9"},
    ["memories:has_agent"] = {"", "'a'"}, ["memories:agents"] = nothing, ["memories:join"] = {"", "1", "9, 1"}, ["memories:leave"] = {"", "1", "9, 1"},
    ["memories:is_member"] = {"", "1"}, ["memories:share"] = {"", "'a'"}, ["memories:tell"] = {"", "1", "1, 9"},
    ["grid:load"] = {"", "5", "'abc'", "graph:save()", "hexes:save()"}, ["graph:load"] = {"", "5", "'abc'", "grid:save()"},
    ["walls:save"] = nothing, ["walls:load"] = {"", "5", "'abc'", "grid:save()", "walls:save():sub(1, 40)"},
    ["items:load"] = {"", "5", "'abc'", "grid:save()"}, ["planner:save"] = nothing, ["planner:settle"] = nothing, ["planner:load"] = {"", "5", "'abc'", "grid:save()", "planner:save(), 5"},
    ["memories:observe_senses"] = {"", "5", "grid", "senses, 5"}, ["memories:observe_smell"] = {"", "1", "1, grid, 2, 2", "9, smell, 'a', 2"},
    ["cover:load"] = {"", "5", "'abc'", "grid:save()"},
    ["influence:load"] = {"", "5", "'abc'", "grid:save()"},
    ["machines:load"] = {"", "5", "'abc'", "grid:save()"},
    ["markers:load"] = {"", "5", "'abc'", "grid:save()"},
    ["memories:load"] = {"", "5", "'abc'", "grid:save()"},
    ["messages:load"] = {"", "5", "'abc'", "grid:save()"},
    ["minds:load"] = {"", "5", "'abc'", "grid:save()"},
    ["predictor:load"] = {"", "5", "'abc'", "grid:save()"},
    ["reservations:load"] = {"", "5", "'abc'", "grid:save()"},
    ["rules:load"] = {"", "5", "'abc'", "grid:save()"},
    ["senses:load"] = {"", "5", "'abc'", "grid:save()"},
    ["smell:load"] = {"", "5", "'abc'", "grid:save()"},
    ["squads:load"] = {"", "5", "'abc'", "grid:save()"},
    ["tactics:load"] = {"", "5", "'abc'", "grid:save()"},
    ["terrain_analysis:load"] = {"", "5", "'abc'", "grid:save()"},
    ["traffic:load"] = {"", "5", "'abc'", "grid:save()"},
    ["triggers:load"] = {"", "5", "'abc'", "grid:save()"},
    ["memories:observe"] = {"", "1", "9, {}", "1, {kind = 64}", "1, {certainty = 0}", "1, {x = nan}", "1, {danger = -1}", "1, {colour = 1}"},
    ["memories:report_gone"] = {"", "1", "9, 1"}, ["memories:report_empty"] = {"", "1, 2, 3", "1, 2, 3, -1", "9, 1, 1, 1", "1, 1, 1, 1, 'a'"},
    ["memories:forget"] = {"", "1", "9, 1"}, ["memories:forget_all"] = {"", "9"}, ["memories:get"] = {"", "1", "1, 'a'"},
    ["memories:list"] = {"", "9", "1, 5", "1, {max_distance = 4}", "1, {teams = 'x'}"}, ["memories:nearest"] = {"", "1, 2", "1, 2, 3, {max_distance = -1}", "1, 2, 3, {min_certainty = 7}"},
    ["memories:most_dangerous"] = {"", "1, 2", "1, 2, 3, 5"}, ["memories:best"] = {"", "1, 2, 3", "1, 2, 3, 4", "1, 2, 3, print, 5"},
    ["memories:guess"] = {"", "1", "1, 5, {walls = grid}", "1, 5, {grid = walls}", "1, 5, {grid = grid, movement_class = 7}", "1, 5, {radius = -1}"},
    ["memories:item_subject"] = {"", "'a'", "wall"}, ["memories:knows_item"] = {"", "1", "1, wall"}, ["memories:memory_bytes"] = nothing, ["memories:hash"] = nothing,
    ["memories:save"] = nothing,
    ["markers:set_tick"] = {"", "'a'", "1 << 60"}, ["markers:tick"] = nothing, ["markers:add"] = {"", "5", "{kind = 64}", "{x = nan}", "{lifetime = -1.5}", "{colour = 1}"},
    ["markers:remove"] = {"", "'a'", "77"}, ["markers:clear"] = nothing, ["markers:get"] = {"", "'a'"}, ["markers:has"] = {"", "'a'"}, ["markers:count"] = nothing,
    ["markers:nearest"] = {"", "1", "1, 2, 3", "1, 2, {max_distance = -1}", "1, 2, {walls = grid}", "1, 2, {height = 'x'}"},
    ["markers:in_circle"] = {"", "1, 2", "1, 2, -1", "1, 2, nan", "1, 2, 3, 4"}, ["markers:in_cone"] = {"", "1, 2, 0, 0, 1, 1", "1, 2, 1, 0, 4, 1", "1, 2, 1, 0, 1, -1"},
    ["markers:in_box"] = {"", "1, 2, 3", "1, 2, 3, 4, {walls = walls}"}, ["markers:memory_bytes"] = nothing, ["markers:hash"] = nothing, ["markers:save"] = nothing,
    ["smell:set_tick"] = {"", "'a'", "1 << 60"}, ["smell:tick"] = nothing, ["smell:add_source"] = {"", "5", "{kind = 64}", "{x = nan}", "{radius = 99}", "{intensity = -1}", "{colour = 1}"},
    ["smell:remove_source"] = {"", "'a'", "77"}, ["smell:set_source"] = {"", "scent", "77, {}", "scent, {radius = -1}", "scent, {colour = 1}"}, ["smell:get_source"] = {"", "'a'", "77"},
    ["smell:has_source"] = {"", "'a'"}, ["smell:source_count"] = nothing, ["smell:move"] = {"", "scent, 1", "77, 1, 1", "scent, nan, 1"}, ["smell:update"] = nothing,
    ["smell:is_fresh"] = nothing, ["smell:trail"] = {"", "'a'", "77"}, ["smell:at"] = {"", "1", "1, 2, 3", "1, 2, {threshold = -1}", "1, 2, {sensitivity = 2000}", "1, 2, {profile = {[1] = -1}}"},
    ["smell:strongest"] = {"", "1", "1, 2, {colour = 1}"}, ["smell:intensity"] = {"", "1", "1, 2, 3"}, ["smell:direction"] = {"", "1", "1, 2, 'a'", "1, 2, scent, 5"},
    ["smell:follow"] = {"", "1", "1, 2, 'a'", "1, 2, scent, 5"}, ["smell:memory_bytes"] = nothing, ["smell:hash"] = nothing, ["smell:save"] = nothing,
    ["predictor:add"] = {"", "'a'", "3", "-1"}, ["predictor:begin_sequence"] = nothing, ["predictor:clear"] = nothing, ["predictor:predict"] = nothing,
    ["predictor:probabilities"] = nothing, ["predictor:occurrences"] = {"", "5", "{'a'}"}, ["predictor:get_info"] = nothing, ["predictor:hash"] = nothing,
    ["predictor:save"] = nothing,
    ["tactics:choose"] = {"'a'", "-1", "9"}, ["tactics:add"] = {"", "0", "0, 1", "9, 1, 1", "0, 9, 1", "0, 1, nan"}, ["tactics:clear"] = nothing,
    ["tactics:get"] = {"", "0", "9, 0", "0, 9"}, ["tactics:history"] = nothing, ["tactics:memory_bytes"] = nothing, ["tactics:hash"] = nothing,
    ["tactics:save"] = nothing,
    ["machines:add_agent"] = {"", "'a'", "1", "2, 'z'"}, ["machines:remove_agent"] = {"", "'a'", "9"}, ["machines:has_agent"] = {"", "'a'"}, ["machines:agents"] = nothing,
    ["machines:set_fact"] = {"", "1", "1, 'x'", "1, 'y', 1", "9, 'x', 1", "1, 'x', nan"}, ["machines:set_facts"] = {"", "1", "1, 5", "1, {y = 1}", "1, {x = nan}", "1, {5}"},
    ["machines:fact"] = {"", "1", "1, 'y'"}, ["machines:get"] = {"", "'a'"}, ["machines:state"] = {"", "'a'"}, ["machines:is_in"] = {"", "1", "1, 'z'"},
    ["machines:change"] = {"", "1", "1, 'z'", "9, 'a'"}, ["machines:push"] = {"", "1", "1, 'z'", "9, 'a'"}, ["machines:pop"] = {"", "'a'", "9", "1"},
    ["machines:update"] = {"", "'a'", "-1"}, ["machines:receive"] = {"", "1", "1, 5", "9, {}", "1, {colour = 1}"}, ["machines:deliver"] = {"", "5, 1", "messages", "messages, -1"},
    ["machines:records"] = nothing, ["machines:visits"] = {"", "'z'", "5"}, ["machines:states"] = nothing, ["machines:failure_count"] = nothing,
    ["machines:memory_bytes"] = nothing, ["machines:hash"] = nothing, ["machines:save"] = nothing,
    ["messages:add_agent"] = {"", "'a'", "1"}, ["messages:remove_agent"] = {"", "'a'", "9"}, ["messages:has_agent"] = {"", "'a'"},
    ["messages:set_position"] = {"", "1, 1", "1, nan, 1", "9, 1, 1"}, ["messages:position"] = {"", "'a'"},
    ["messages:join_group"] = {"", "1", "1, -1", "9, 1"}, ["messages:leave_group"] = {"", "1", "1, -1", "9, 1"}, ["messages:is_in_group"] = {"", "1", "1, 'a'"},
    ["messages:list_group"] = {"", "'a'", "-1"}, ["messages:send"] = {"", "5", "{to = 'x'}", "{priority = 99}", "{numbers = {nan}}", "{bytes = 5}", "{radius = -1}"},
    ["messages:cancel"] = {"", "5", "body", "telegram + (7 << 32)"}, ["messages:get"] = {"", "5", "body"}, ["messages:clear"] = nothing,
    ["messages:deliver"] = {"", "'a'", "-1", "1, 5", "1, {deliver = 5}", "1, {colour = 1}"},
    ["messages:follow_crowd"] = {"", "5", "grid"}, ["messages:send_events"] = {"", "crowd", "crowd, -1", "grid, 1", "crowd, 1, 5", "crowd, 1, {'x'}"},
    ["messages:watch_request"] = {"", "5, 1, 1", "0, 9, 1", "0, 1"}, ["messages:send_answers"] = {"", "5", "grid"},
    ["messages:get_info"] = nothing, ["messages:memory_bytes"] = nothing, ["messages:hash"] = nothing, ["messages:save"] = nothing,
    ["squads:add"] = {"5", "{spacing = -1}", "{colour = 1}"}, ["squads:set"] = {"", "squad", "7, {}", "squad, {files = 0}"}, ["squads:get"] = {"", "7"},
    ["squads:remove"] = {"", "7"}, ["squads:join"] = {"", "squad", "squad, {}", "7, {agent = 9}", "squad, {agent = 1}", "squad, {agent = 9, strength = -1}"},
    ["squads:leave"] = {"", "9"}, ["squads:merge"] = {"", "squad", "squad, squad", "squad, 7"}, ["squads:split"] = {"", "squad", "squad, {}", "squad, {9}", "squad, {'a'}"},
    ["squads:set_captain"] = {"", "9"}, ["squads:set_leader"] = {"", "9"}, ["squads:set_state"] = {"", "1", "1, {}", "9, {position = {0, 0}}", "1, {position = {0, 0}, health = 2}"},
    ["squads:set_enemy"] = {"", "squad", "squad, {}", "squad, {number = 1}", "7, {number = 1, position = {0, 0}}"}, ["squads:report_memories"] = {"", "squad", "squad, memories", "squad, grid, 1", "7, memories, 1"}, ["squads:forget_enemy"] = {"", "squad", "squad, 9"},
    ["squads:set_order"] = {"", "squad", "7, {}", "squad, {kind = 'dance'}", "squad, {kind = 'scout'}"}, ["squads:get_order"] = {"", "7"},
    ["squads:move_order"] = {"", "squad", "squad, 1", "7, 1, 1"}, ["squads:report_seen"] = {"", "squad, 1, 1", "squad, 1, 1, -1", "7, 1, 1, 1"},
    ["squads:update"] = {"", "'a'"}, ["squads:assignment"] = {"", "9"}, ["squads:events"] = nothing, ["squads:get_info"] = {"", "7"}, ["squads:of"] = {"", "'a'"},
    ["squads:list"] = nothing, ["squads:members"] = {"", "7"}, ["squads:get_member"] = {"", "9"}, ["squads:enemies"] = {"", "7"}, ["squads:slots"] = {"", "7"}, ["squads:memory_bytes"] = nothing,
    ["squads:hash"] = nothing, ["squads:save"] = nothing,
    ["rules:add"] = {"", "'a'", "1", "2, 5", "2, {colour = 1}", "2, {health = 'a'}"}, ["rules:remove"] = {"", "7"}, ["rules:has"] = {"", "'a'"},
    ["rules:agents"] = nothing, ["rules:set"] = {"", "1", "1, 'colour', 1", "1, 'courage', 1", "7, 'health', 1", "1, {colour = 1}", "7, {health = 1}"},
    ["rules:facts"] = {"", "7"}, ["rules:decide"] = {"", "1", "7, 0", "1, 'a'", "1, -1"}, ["rules:update"] = {"", "'a'", "-1"},
    ["rules:decision"] = {"", "7"}, ["rules:finish"] = {"", "7"}, ["rules:finish_step"] = {"", "7"}, ["rules:reset"] = {"", "7"},
    ["rules:explain"] = {"", "7"}, ["rules:place"] = {"", "1", "7", "1, 'a'"}, ["rules:get_info"] = nothing, ["rules:hash"] = nothing,
    ["rules:save"] = nothing,
    ["minds:add"] = {"", "5", "{agent = 1}", "{agent = 2, period = 0}", "{agent = 2, decision = 5}", "{agent = 2, decision = 'long'}", "{colour = 1}"},
    ["minds:remove"] = {"", "7"}, ["minds:wake"] = {"", "7"}, ["minds:has"] = {"", "'a'"}, ["minds:agents"] = nothing,
    ["minds:set"] = {"", "1", "7, {}", "1, {cost = 0}", "1, {colour = 1}", "1, {decision = 'long'}"}, ["minds:set_position"] = {"", "1", "1, 'a', 0", "7, 0, 0", "1, nan, 0"},
    ["minds:set_points"] = {"", "5", "{5}", "{{x = 1}}"}, ["minds:get"] = {"", "7"}, ["minds:decision"] = {"", "'a'"},
    ["minds:decide"] = {"", "1", "1, 5", "1, 'a'"}, ["minds:update"] = {"'a'", "-1"}, ["minds:get_info"] = nothing, ["minds:hash"] = nothing,
    ["minds:save"] = nothing,
    ["terrain_analysis:set_heights"] = {"5", "{1}"}, ["terrain_analysis:update"] = {"'a'", "-1"}, ["terrain_analysis:is_fresh"] = nothing,
    ["terrain_analysis:get_info"] = nothing, ["terrain_analysis:region_at"] = {"", "1"}, ["terrain_analysis:region"] = {"", "'a'", "99999"},
    ["terrain_analysis:choke"] = {"", "'a'", "99999"}, ["terrain_analysis:chokes"] = {"", "'a'", "99999"}, ["terrain_analysis:chokes_on_path"] = {"", "5"},
    ["terrain_analysis:find_route"] = {"", "0", "0, 99999", "0, 0, 5"}, ["terrain_analysis:cell"] = {"", "1", "-5, -5"},
    ["terrain_analysis:high_ground"] = {"", "'a'", "99999"}, ["terrain_analysis:find_spots"] = {"", "5", "items", "items, 0", "items, 'a'"},
    ["terrain_analysis:hash"] = nothing, ["terrain_analysis:save"] = nothing,
    ["commander:set_tick"] = {"", "'a'"}, ["commander:add_goal"] = {"", "5", "{colour = 1}", "{kind = 'dance'}", "{partial = 2}"}, ["commander:set_goal"] = {"", "goal", "77, {}", "goal, {value = -1}", "goal, {colour = 1}"},
    ["commander:goal"] = {"", "77"}, ["commander:finish_goal"] = {"", "77"}, ["commander:remove_goal"] = {"", "77"}, ["commander:has_goal"] = {"", "'a'"}, ["commander:goals"] = nothing,
    ["commander:goal_state"] = {"", "77"}, ["commander:set_group"] = {"", "1", "1, {colour = 1}", "1, {strength = -1}", "1, {fitness = 5}", "1, {fitness = {dance = 1}}", "1, {fitness = {attack = -1}}"},
    ["commander:group"] = {"", "'a'"}, ["commander:remove_group"] = {"", "77"}, ["commander:groups"] = nothing, ["commander:assignment"] = {"", "77"},
    ["commander:report"] = {"", "5", "{}", "{user = 1, strength = -1}", "{user = 1, colour = 1}"}, ["commander:report_gone"] = {"", "'a'"}, ["commander:report_memories"] = {"", "5", "grid, 1, 1", "memories, 77, 1"},
    ["commander:enemies"] = nothing, ["commander:known_strength"] = {"", "1, 1"}, ["commander:set_seen"] = {"", "1, 1", "1, 1, -1"}, ["commander:set_cell_value"] = {"", "1, 1", "99, 1, 1", "1, 1, -1"},
    ["commander:cell"] = {"", "1", "99, 1"}, ["commander:update"] = {"5", "{colour = 1}", "{distance = 5}", "{pathfinder = grid}", "{influence = 5}", "{kind = 'dance'}"},
    ["commander:score"] = {"", "1", "1, 77", "77, goal", "1, goal, 5", "1, goal, {distance = 5}"}, ["commander:get_info"] = nothing, ["commander:memory_bytes"] = nothing, ["commander:hash"] = nothing,
    ["commander:save"] = nothing, ["commander:load"] = {"", "5", "'abc'", "grid:save()"},
    ["mix:set_tick"] = {"", "'a'"}, ["mix:set_effect"] = {"", "1, 1", "2, 1, 0", "1, 3, 0", "1, 1, 2"}, ["mix:add_outcome"] = {"", "1, 1, 1", "2, 1, 1, 1", "1, 1, -1, 1"}, ["mix:add_seen"] = {"", "1", "3, 1", "1, -1"},
    ["mix:effect"] = {"", "1", "2, 1"}, ["mix:opponent"] = {"5", "grid"}, ["mix:solve"] = {"5", "grid"}, ["mix:memory_bytes"] = nothing, ["mix:hash"] = nothing, ["mix:save"] = nothing,
    ["mix:load"] = {"", "5", "'abc'", "grid:save()"},
    ["traffic:add"] = {"", "1", "1, 'a'", "nan, 1"}, ["traffic:add_crowd"] = {"", "5", "grid"}, ["traffic:add_event"] = {"", "0", "9, 1, 1", "0, 1, 1, -1"},
    ["traffic:set_tick"] = {"", "'a'"}, ["traffic:clear"] = nothing, ["traffic:get_info"] = nothing, ["traffic:count_at"] = {"", "1", "1, 1, 'a'"},
    ["traffic:cell_count"] = {"", "1"}, ["traffic:direction_count"] = {"", "0, 1"}, ["traffic:direction"] = {"", "1", "-1, 0"},
    ["traffic:sum"] = {"", "0, 0, 1"}, ["traffic:busiest"] = {"", "-1, 0, 0, 1, 1", "1, 0, 0, 1"}, ["traffic:quietest"] = {"", "1, 0, 0, 1, 1, nil, 5"},
    ["traffic:write_overlay"] = {"", "5", "grid", "grid, 5", "grid, 77, 1"}, ["traffic:hash"] = nothing, ["traffic:save"] = nothing,
    ["influence:add"] = {"", "5", "{radius = -1}", "{side = 9}", "{falloff = 'x'}", "{colour = 1}"}, ["influence:remove"] = {"", "'a'", "77"},
    ["influence:set"] = {"", "77, {}", "source", "source, {radius = -1}"}, ["influence:move"] = {"", "77, 1, 1", "source, 'a'", "source, 1"},
    ["influence:get"] = {"", "77"}, ["influence:has"] = {"", "'a'"}, ["influence:ids"] = nothing, ["influence:add_event"] = {"", "5", "{side = 9}"},
    ["influence:set_tick"] = {"", "'a'"}, ["influence:clear_events"] = nothing, ["influence:update"] = {"'a'", "-1"}, ["influence:is_fresh"] = nothing,
    ["influence:get_info"] = nothing, ["influence:cell_at"] = {"", "'a', 1"}, ["influence:position"] = {"", "1", "1, 'a'"},
    ["influence:value"] = {"", "1", "1, 1, 5", "1, 1, {kind = 'x'}"}, ["influence:cell_value"] = {"", "1", "1, 1, 5"}, ["influence:gradient"] = {"", "1", "1, 1, 5"},
    ["influence:values"] = {"5", "{kind = 5}"}, ["influence:control"] = {"", "1"}, ["influence:strongest"] = {"5", "{}, 5", "{}, {radius = -1}"},
    ["influence:weakest"] = {"5", "{}, 5"}, ["influence:nearest"] = {"", "1, 1, 'a', 2", "1, 1, 1, 2, 5"}, ["influence:sum"] = {"5", "{}, 5"},
    ["influence:list"] = {"", "1", "1, 2, 5"}, ["influence:front"] = {"5", "{}, 5"}, ["influence:conflicts"] = {"", "0, 1", "1, 2", "1, 1, 5"},
    ["influence:hash"] = nothing, ["influence:save"] = nothing,
    ["index:build"] = {"'a'", "-1"}, ["index:cost"] = {"'a', 1", "1, {}", "1, 99"}, ["index:path"] = {"'a', 1", "1, {}", "99, 1"},
    ["index:fits"] = nothing, ["index:get_info"] = nothing, ["index:memory_bytes"] = nothing, ["index:hash"] = nothing,
    ["index:save"] = nothing,
    ["table:fits"] = nothing, ["table:memory_bytes"] = nothing, ["table:save"] = nothing,

    -- flows
    ["flow:update"] = {"'a'", "-1", "1.5"}, ["flow:list_requests"] = nothing, ["flow:get_info"] = nothing, ["flow:hash"] = nothing, ["flow:save"] = nothing,
    ["flow:add_request"] = {"", "5", "{}", "{goals = {}}", "{goals = 5}", "{goals = {{1}}}", "{goals = {{3, 3}}, sources = 5}", "{goals = {{3, 3}}, flow_class = 9}",
                        "{goals = {{99, 3}}}", "{goals = {{3, 3}}, arrival_radius = -1}", "{goals = {{3, 3}}, seeds = 'x'}", "{areas = {5}}",
                        "{goals = {{x = 3, y = 3, floor = 9}}, sources = {{2, 2}}}", "{areas = {{low = {0, 0}, high = {-1, 0}}}}", "{goals = {{nan, 3}}}",
                        "{goals = {x = 3, y = 4}}"},
    ["flow:add_group"] = {"", "5, {}", "{goals = {{3, 3}}}", "{goals = {{3, 3}}}, 5", "{goals = {{3, 3}}}, {{x = 1}}", "{goals = {{3, 3}}}, {{x = 1, y = 1, flow_class = 9}}",
                              "{goals = {{3, 3}}}, {{x = 1, y = 1, floor = 9}}"},
    ["flow:set_goals"] = {"", "order", "order, 5", "order, {{99, 3}}", "5, {{1, 1}}", "order + (7 << 32), {{1, 1}}", "order, {}"},
    ["flow:set_sources"] = {"", "order, 5", "order, {{1}}", "order + (7 << 32), {{1, 1}}", "order, {{nan, 2}}"},
    ["flow:add_source"] = {"", "order, 0, 1", "5, 0, 1, 1", "order, 9, 1, 1", "order + (7 << 32), 0, 1, 1", "order, 0, nan, 1"},
    ["flow:remove_request"] = {"", "5", "order + (7 << 32)"}, ["flow:get_request"] = {"", "5", "order + (7 << 32)"}, ["flow:state"] = {"", "5"},
    ["flow:sample"] = {"", "order, 0, 1", "5, 0, 1, 1", "order, 0, nan, 1"}, ["flow:sample_many"] = {"", "order", "order, 5", "order, {1}", "order, {1, 1}, {0, 0}", "order, {1, 1}, 'a'"},
    ["flow:cost_left"] = {"", "order, 0, 1", "5, 0, 1, 1"}, ["flow:link_at"] = {"", "order, 0, 1", "5, 0, 1, 1"}, ["flow:get_cell"] = {"", "order, 0, 1", "5, 0, 1, 1"},
    ["flow:can_reach"] = {"", "0, 5, {1, 1}", "0, {1, 1}", "'a', {1, 1}, {2, 2}"}, ["flow:nearest_reachable"] = {"", "0, 5, {1, 1}", "0, {1, 1}", "9, {1, 1}, {2, 2}", "0, {99, 1}, {2, 2}"},
    ["flow:class_fits"] = {"", "0", "0, 'a'"}, ["flow:bake"] = {"", "9", "'a'", "0, -1"}, ["flow:load_stream"] = {"", "'abc'", "5", "grid:save()"},

    -- graphs
    ["items:count"] = nothing, ["items:ids"] = nothing, ["items:revision"] = nothing, ["items:hash"] = nothing, ["items:save"] = nothing, ["items:memory_bytes"] = nothing,
    ["items:add"] = {"", "1", "nan, 1", "1, 1, 5", "1, 1, {tag = -1}", "1, 1, {colour = 1}", "{x = 1e300}"}, ["items:set"] = {"", "item", "99, {}", "item, {x = nan}", "body, {}"},
    ["items:move"] = {"", "item, 1", "99, 1, 1", "item, nan, 1", "body, 1, 1"}, ["items:set_active"] = {"", "99, true", "item, 5", "body, true"},
    ["items:remove"] = {"", "99", "'a'", "body"}, ["items:get"] = {"", "99", "'a'", "body"}, ["items:has"] = {"'a'", "body"},
    ["items:nearest"] = {"", "1", "nan, 1", "1, 1, 5", "1, 1, {tag = 'a'}", "1, 1, {is_item = 5}", "1, 1, {max_distance = nan}"},
    ["items:nearest_many"] = {"", "1, 1", "1, 1, -1", "1, 1, 2, 5"}, ["items:in_circle"] = {"", "1, 1", "1, 1, -1", "1, 1, 2, 5", "1, nan, 2"},
    ["items:in_box"] = {"", "1, 1, 2", "1, 1, 2, nan", "1, 1, 2, 2, 5"},
    ["pathfinder:each_tag"] = {"", "5", "{from = {1, 1}}", "{from = {1, 1}, tags = {1}}", "{from = {1, 1}, tags = {}, items = items}", "{from = {1, 1}, tags = {'a'}, items = items}", "{from = {1, 1}, tags = {1}, items = 5}"},
    ["graph:node_count"] = nothing, ["graph:nodes"] = nothing, ["graph:edge_count"] = nothing, ["graph:edges"] = nothing, ["graph:compact"] = nothing, ["graph:revision"] = nothing,
    ["graph:hash"] = nothing, ["graph:memory_bytes"] = nothing, ["graph:save"] = nothing,
    ["graph:add_node"] = {"", "1", "nan, 1", "5, {}", "{x = 'a', y = 1}", "1, 1, 5", "1, 1, {height = nan}", "1e300, 1", "1, 1, {z = 1}"},
    ["graph:move_node"] = {"", "0, 1", "99, 1, 1", "0, nan, 1"}, ["graph:set_node"] = {"", "0", "99, {}", "0, 5", "0, {x = nan}"},
    ["graph:remove_node"] = {"", "99", "'a'"}, ["graph:get_node"] = {"", "99", "'a'"}, ["graph:has_node"] = {"'a'", "-1"}, ["graph:position"] = {"'a'", "-1"},
    ["graph:add_edge"] = {"", "0", "0, 99", "0, 1, {cost = -1}", "0, 1, {behaviour = 'fly'}", "0, 1, 5", "{from = 0}", "0, 0", "0, 1, {factor = nan}"},
    ["graph:set_edge"] = {"", "0", "99, {}", "0, {cost = -1}"}, ["graph:set_open"] = {"", "99, true", "0, 5"}, ["graph:remove_edge"] = {"", "99", "'a'"},
    ["graph:get_edge"] = {"", "99", "'a'"}, ["graph:edges_from"] = {"'a'", "-1"}, ["graph:edge_between"] = {"'a', 1", "0, -1"},
    ["graph:nearest"] = {"", "1", "1, 1, 5", "1, 1, {radius = 'a'}", "1, 1, {walls = 5}", "nan, 1"},
    ["graph:nearest_many"] = {"", "1, 1", "1, 1, 'a'", "1, 1, -1", "1, 1, 3, 5"},
    ["graph:join_visible"] = {"", "0", "99, walls", "0, 5", "0, walls, 5", "0, walls, {radius = -1}"}, ["graph:join_tangent"] = {"", "0", "0, 5", "0, walls, {radius = -1}", "99, walls"},
    ["graph:set_open_across"] = {"", "0, 0, 1, 1, 1", "0, 0, 1, 1, -1, true", "0, 0, 1, nan, 1, true", "0, 0, 1, 1, 1, 5"}, ["graph:get_arc"] = {"", "0", "0, 5"},
    ["graph:list_overlays"] = nothing, ["graph:add_overlay"] = {"5", "{x = 1}", "{keep = 300}", "{max_value = 0}", "{layers = 'a'}"},
    ["graph:overlay_add"] = {"", "5, 1, 1, 1, 1", "graph_overlay, 1, 1, -1, 1", "graph_overlay, 1, 1, nan, 1", "graph_overlay, 1, 1, 1, 'a'", "graph_overlay + (7 << 32), 1, 1, 1, 1"},
    ["graph:overlay_add_edge"] = {"", "5, 0, 1", "graph_overlay, 99, 1", "graph_overlay, 0, 'a'", "graph_overlay + (7 << 32), 0, 1"},
    ["graph:overlay_tick"] = {"", "5", "graph_overlay + (7 << 32)"}, ["graph:overlay_value"] = {"", "5, 1", "graph_overlay, 'a'"}, ["graph:overlay_cost"] = {"", "1", "-1, 0", "1, 'a'"},
    ["graph:get_overlay"] = {"", "5", "graph_overlay + (7 << 32)"}, ["graph:remove_overlay"] = {"", "5", "graph_overlay + (7 << 32)"},
    ["graph:coverage"] = {"", "walls", "walls, 5", "walls, grid, -1", "walls, grid, 1, 'x'"},

    -- meshes, levels
    ["mesh:polygon_count"] = nothing, ["mesh:bounds"] = nothing, ["mesh:has_floors"] = nothing, ["mesh:list_links"] = nothing, ["mesh:revision"] = nothing,
    ["mesh:hash"] = nothing, ["mesh:memory_bytes"] = nothing, ["mesh:save"] = nothing,
    ["mesh:locate"] = {"", "1", "nan, 1", "1, 1, 'a'"}, ["mesh:nearest"] = {"", "1", "1, 1, 'a'", "1, 1, 1, 'a'"}, ["mesh:height"] = {"", "0, 1", "'a', 1, 1"},
    ["mesh:move"] = {"", "place, 1", "5, 1, 1", "{x = 1}, 1, 1", "place, nan, 1"},
    ["mesh:ray"] = {"", "place, 1", "5, 1, 1"}, ["mesh:wall_distance"] = {"", "5", "place, 'a'", "place, nan"},
    ["mesh:random_location"] = {"", "1, 2", "1, 'a', 1"}, ["mesh:random_near"] = {"", "5, 1, 1, 1, 1", "place, 1, 1, 1", "place, nan, 1, 1, 1"},
    ["mesh:can_reach"] = {"", "0", "'a', 0"}, ["mesh:get_polygon"] = {"", "'a'", "-1"}, ["mesh:set_open"] = {"", "9999, true", "0, 5"},
    ["mesh:load"] = {"", "5", "'abc'", "grid:save()", "mesh:save():sub(1, 50)"},
    ["mesh:set_area"] = {"", "9999, 1"}, ["mesh:set_flags"] = {"", "9999, 1", "0, 'a'"}, ["mesh:set_factor"] = {"", "1, -1", "1, nan", "1, 0"},
    ["mesh:factor"] = {"", "'a'", "-1"},
    ["mesh:add_link"] = {"", "5", "{}", "{from = {x = 1, y = 1}}", "{from = {x = 1, y = 1}, to = {x = 99, y = 99}}", "{from = 5, to = 5}",
                         "{from = {x = 1, y = 1}, to = {x = 2, y = 2}, cost = -1}", "{from = {x = 1, y = 1}, to = {x = 2, y = 2}, behaviour = 'fly'}"},
    ["mesh:set_link"] = {"", "5, {}", "mesh_link, 5", "mesh_link + (7 << 32), {}", "mesh_link, {cost = -1}"}, ["mesh:get_link"] = {"", "5", "mesh_link + (7 << 32)"},
    ["mesh:link_of_edge"] = {"'a'", "-1"},
    ["mesh:add_obstacle"] = {"", "5", "{x = 1}", "{radius = 0}", "{radius = nan}", "{shape = 'ball'}", "{corners = 5}", "{shape = 'polygon', corners = {{0, 0}, {1, 0}}}"},
    ["mesh:polygons_in_box"] = {"", "1, 1, 2", "nan, 1, 2, 2", "1, 1, 2, 2, 'a'"}, ["mesh:polygons_in_circle"] = {"", "1, 1", "1, 1, -1", "1, 1, nan"},
    ["mesh:set_obstacles"] = {"", "5", "{5}", "{{radius = -1}}", "{{id = 5}}", "{{id = obstacle}, {id = obstacle}}"},
    ["mesh:move_obstacle"] = {"", "5, {}", "obstacle, 5", "obstacle, {radius = -1}", "obstacle + (7 << 32), {}"},
    ["mesh:keep_pieces"] = {"", "1", "nil"},
    ["mesh:get_obstacle"] = {"", "5", "obstacle + (7 << 32)"}, ["mesh:remove_obstacle"] = {"", "5", "obstacle + (7 << 32)"},
    ["mesh:list_obstacles"] = nothing, ["mesh:polygon_origin"] = {"", "'a'", "-1"},
    ["mesh:list_overlays"] = nothing, ["mesh:add_overlay"] = {"5", "{x = 1}", "{keep = 300}", "{max_value = 0}", "{layers = 'a'}"},
    ["mesh:overlay_add"] = {"", "5, 1, 1, 1, 1", "mesh_overlay, 1, 1, -1, 1", "mesh_overlay, 1, 1, nan, 1", "mesh_overlay, 1, 1, 1, 'a'", "mesh_overlay + (7 << 32), 1, 1, 1, 1"},
    ["mesh:overlay_add_box"] = {"", "5, 0, 0, 1, 1, 1", "mesh_overlay, 1, 0, 0, 1, 1", "mesh_overlay, 0, 0, nan, 1, 1", "mesh_overlay + (7 << 32), 0, 0, 1, 1, 1"},
    ["mesh:overlay_add_polygon"] = {"", "5, {{0, 0}, {1, 0}, {1, 1}}, 1", "mesh_overlay, {{0, 0}, {1, 0}}, 1", "mesh_overlay, 5, 1", "mesh_overlay, {{0, 0}, {1, 0}, {nan, 1}}, 1"},
    ["mesh:overlay_tick"] = {"", "5", "mesh_overlay + (7 << 32)"}, ["mesh:overlay_value"] = {"", "5, 1, 1", "mesh_overlay, 'a', 1"}, ["mesh:overlay_shape_count"] = {"", "5"},
    ["mesh:overlay_cost"] = {"", "1, 0, 0, 1", "-1, 0, 0, 1, 1", "1, nan, 0, 1, 'a'"},
    ["mesh:get_overlay"] = {"", "5", "mesh_overlay + (7 << 32)"}, ["mesh:remove_overlay"] = {"", "5", "mesh_overlay + (7 << 32)"},
    ["mesh:remove_link"] = {"", "5", "mesh_link + (7 << 32)"},
    ["mesh:to_grid"] = {"5", "{cell_size = 0}", "{cell_size = -1}", "{cell_size = 1, radius = -1}", "{cell_size = 1, neighbours = 5}", "{cell_size = 1, x = 2}", "{cell_size = 1e-9}"},
    ["mesh:raster"] = {"5", "{cell_size = 0}", "{cell_size = 1, max_slope = -1}", "{cell_size = 1, hex_layout = 'x'}"},
    ["mesh:cut"] = {"", "'a'", "0", "-1", "nan"}, ["mesh:add_tile"] = {"", "5", "'abc'", "mesh:cut(4)[1]"},
    ["mesh:drop_tile"] = {"", "1", "'a', 1", "0, 0"}, ["mesh:save_tile"] = {"", "1", "'a', 1", "0, 0"}, ["mesh:has_tile"] = {"", "1", "'a', 1", "0, 0.5"},
    ["mesh:list_tiles"] = nothing, ["mesh:tile_of"] = {"", "'a'", "-1"},
    ["raster:run"] = {"'a'", "-1"}, ["raster:finish"] = nothing, ["raster:progress"] = nothing,
    ["mesh:walls"] = {"'x'", "5.5"},
    ["level:regions"] = nothing, ["level:lines"] = nothing, ["level:items"] = nothing, ["level:teleports"] = nothing, ["level:bounds"] = nothing, ["level:build_walls"] = nothing,
    ["level:add_region"] = {"5", "{floor = nan}", "{x = 1}", "{area = -1}"},
    ["level:add_outline"] = {"", "5, 0", "{0, 0, 1}, 0", "{0, 0, 1, 0, 1, 1}, 99", "{0, 0}, 0"},
    ["level:add_line"] = {"", "5", "{}", "{a = {0, 0}}", "{a = {0, 0}, b = {1, 1}, left = 99}", "{a = {0, 0}, b = {nan, 1}}"},
    ["level:add_item"] = {"", "5", "{x = 1}", "{x = nan, y = 1}", "{x = 1, y = 1, name = 5}"}, ["level:add_teleport"] = {"", "5", "{from = 5}", "{from = {0, 0}, to = {nan, 0}}"},
    ["level:build_grid"] = {"5", "{cell_size = 0}", "{cell_size = 1, radius = -1}", "{cell_size = 1, neighbours = 5}"}, ["level:build_mesh"] = {"5", "{merges = 5}", "{x = 1}"},

    -- crowds, formations
    ["crowd:body_count"] = nothing, ["crowd:list_bodies"] = nothing, ["crowd:tick"] = nothing, ["crowd:tick_count"] = nothing, ["crowd:get_info"] = nothing, ["crowd:hash"] = nothing,
    ["crowd:save"] = nothing, ["crowd:get_events"] = nothing,
    ["crowd:add_bodies"] = {"", "5, 2", "{x = 1, y = 3}", "{x = -1, y = 3}, 2", "{x = 2.5, y = 3, radius = 9}, 2", "{x = 2.5, y = 3}, -1", "{x = 2.5, y = 3}, 1.5", "{x = 2.5, y = 3}, 99"},
    ["crowd:add_body"] = {"", "5", "{}", "{x = 1}", "{x = -1, y = 3}", "{x = 2.5, y = 3, radius = 9}", "{x = 2.5, y = 3, crowd_class = 9}", "{x = 2.5, y = 3, speed = -1}",
                     "{x = 2.5, y = 3, mass = 0}", "{x = 2.5, y = 3, floor = 2}", "{x = nan, y = 3}", "{x = 2.5, y = 3, avoids = 'x'}"},
    ["crowd:set_body"] = {"", "body", "body, 5", "5, {}", "body, {x = 3}", "body, {radius = 9}", "order, {}", "body + (7 << 32), {}"}, ["crowd:get_body_def"] = {"", "5", "body + (7 << 32)"},
    ["crowd:remove_body"] = {"", "5", "order", "body + (7 << 32)"}, ["crowd:set_speed"] = {"", "5, 1", "body", "body, 101", "body, nan", "body + (7 << 32), 1"}, ["crowd:set_heading"] = {"", "5, 1", "body", "body, 1e7", "body, nan", "body + (7 << 32), 1"}, ["crowd:set_position"] = {"", "body, 1", "body, nan, 1", "body, 1, 1, 9", "body, -5, 1", "body + (7 << 32), 1, 1"},
    ["crowd:exists"] = {"", "5", "order"}, ["crowd:get_body"] = {"", "5", "body + (7 << 32)"}, ["crowd:position"] = {"", "5", "body + (7 << 32)"},
    ["crowd:velocity"] = {"", "5", "body + (7 << 32)"}, ["crowd:state"] = {"", "5", "'a'"}, ["crowd:query_near"] = {"", "5", "{}", "{centre = {0, 0}, radius = -1}", "{centre = {0, nan}}", "{centre = {0, 0}, half_angle = 5}", "{centre = {0, 0}, left_out = grid}"},
    ["crowd:query_circle"] = {"", "0, 1, 1", "0, 1, 1, nan", "'a', 1, 1, 1"},
    ["crowd:set_goal"] = {"", "body, 1", "body, nan, 1", "5, 1, 1", "body, 1, 1, 9", "body + (7 << 32), 1, 1", "body, 1e300, 1"},
    ["crowd:set_goal_at"] = {"", "body, 1, 1", "body, nan, 1, 1", "body, 1, 1, nan", "5, 1, 1, 1", "body + (7 << 32), 1, 1, 1", "body, 1, 1, 1e300"},
    ["crowd:set_group_goal_at"] = {"", "5, 1, 1, 1", "{body}, 1, 1", "{5}, 1, 1, 1", "{body}, 1, 1, nan", "{body + (7 << 32)}, 1, 1, 1"},
    ["crowd:set_position_at"] = {"", "body, 1, 1", "body, nan, 1, 1", "body, -5, 1, 0", "body + (7 << 32), 1, 1, 1"},
    ["crowd:set_goal_tag"] = {"", "body", "body, 'a'", "body, -1", "body + (7 << 32), 1"},
    ["crowd:set_goal_places"] = {"", "body", "body, 5", "body, {}", "body, {{x = 1}}", "body, {{x = 1, y = 1, floor = 7}}"},
    ["crowd:set_group_goal"] = {"", "5, 1, 1", "{body}, 1", "{5}, 1, 1", "{leader = body}, 1, 1", "{body + (7 << 32)}, 1, 1", "{body}, 1, 1, 9"},
    ["crowd:follow_path"] = {"", "body", "body, 5", "5, path", "body + (7 << 32), path"}, ["crowd:follow_flow"] = {"", "body", "body, 5", "{5}, order", "body, body", "body, order + (7 << 32)"},
    ["crowd:set_velocity"] = {"", "body, 1", "body, nan, 1", "body + (7 << 32), 1, 1", "body, 1e300, 1"}, ["crowd:stop"] = {"", "5", "body + (7 << 32)"},
    ["crowd:set_held"] = {"", "5", "body, 5", "body + (7 << 32)"}, ["crowd:get_path"] = {"", "5", "body + (7 << 32)"},
    ["crowd:set_steering"] = {"", "body", "body, 5", "body, {5}", "body, {{kind = 'x'}}", "body, {{kind = 'seek', target = {1}}}", "body, {kind = 'seek'}", "body, {{kind = 'seek', weight = nan}}",
                       "body, {{kind = 'pursue', other = 5}}", "body, {}, 'x'", "body, {}, 'weighted', -1", "body + (7 << 32), {}"},
    ["crowd:apply_impulse"] = {"", "body, 1", "body, nan, 1", "5, 1, 1", "body + (7 << 32), 1, 1", "body, 1e300, 1"},
    ["crowd:apply_explosion"] = {"", "5", "{}", "{x = 1, y = 1, radius = -1, impulse = 1}", "{x = nan, y = 1}", "{x = 1, y = 1, radius = 1, impulse = nan}"},
    ["crowd:add_zone"] = {"", "5", "{kind = 'x'}", "{kind = 'tornado', radius = -1}", "{kind = 'wind', floor = 9, high = {1, 1}}", "{velocity = {nan, 0}}"},
    ["crowd:set_zone"] = {"", "5, {}", "zone, 5", "zone + (7 << 32), {}", "zone, {kind = 'x'}", "zone, {floor = 9}"}, ["crowd:remove_zone"] = {"", "5", "zone + (7 << 32)"},
    ["crowd:load"] = {"", "'abc'", "5", "crowd:save():sub(1, 60)", "grid:save()"},
    ["exit:set"] = {"", "5", "{}", "{position = {1, 1}, width = 0}"}, ["exit:remove"] = nothing, ["exit:get_info"] = nothing, ["exit:exists"] = nothing, ["exit:id"] = nothing,
    ["social:set_goal"] = {"", "1", "nan, 1", "1, 1, 'a'"}, ["social:destroy"] = nothing, ["social:get_info"] = nothing,
    ["social:exists"] = nothing, ["social:members"] = nothing, ["social:id"] = nothing,
    ["social:add_member"] = {"", "5", "order", "body + (7 << 32)"}, ["social:remove_member"] = {"", "5", "body + (7 << 32)", "other"},
    ["formation:set_goal"] = {"", "1", "nan, 1", "1, 1, 'a'"}, ["formation:follow_flow"] = {"", "5", "body", "order + (7 << 32)"}, ["formation:follow_path"] = {"", "5", "grid"},
    ["formation:stop"] = nothing, ["formation:destroy"] = nothing, ["formation:get_info"] = nothing, ["formation:exists"] = nothing, ["formation:get_slots"] = nothing, ["formation:id"] = nothing,
    ["formation:reshape"] = {"", "5", "{shape = 'x'}", "{spacing = -1}", "{shape = 'custom'}"}, ["formation:add_member"] = {"", "5", "order", "body + (7 << 32)", "other, 'x'"}, ["formation:remove_member"] = {"", "5", "body + (7 << 32)", "other"},

    -- steering
    ["steer.seek"] = {"", "mover, 1", "5, 1, 1", "{x = 1}, 1, 1", "mover, nan, 1", "{position = 5}, 1, 1"}, ["steer.flee"] = {"", "mover, 1", "mover, 1, 1, 'a'"},
    ["steer.arrive"] = {"", "mover, 1", "mover, 1, 1, 'x'"}, ["steer.pursue"] = {"", "mover", "mover, 5", "mover, {x = 1}"}, ["steer.evade"] = {"", "mover", "mover, mover, 'a'"},
    ["steer.offset_pursuit"] = {"", "mover, mover, 1", "mover, 5, 1, 1"}, ["steer.interpose"] = {"", "mover, mover", "mover, mover, 5"}, ["steer.follow_leader"] = {"", "mover, mover", "mover, mover, 'a'"},
    ["steer.match_velocity"] = {"", "mover, 1", "mover, nan, 1"}, ["steer.wander"] = {"", "mover, 1, 1, 1, 1, 1, 1", "mover, nan, 1, 1, 1, 1, 1, 1"},
    ["steer.face"] = {"", "mover, 1, 1, 1", "mover, 1, 1, 'a', 1"}, ["steer.look_ahead"] = {"", "mover, 1", "mover, 1, nan"}, ["steer.avoid_obstacles"] = {"", "mover, 5, 1", "mover, {5}, 1", "mover, {{x = 1}}, 'a'"},
    ["steer.hide"] = {"", "mover, mover, 5, 1", "mover, mover, {}, 'a'"}, ["steer.avoid_walls"] = {"", "mover, 5, 1", "mover, walls", "mover, walls, 1, 'x'"},
    ["steer.contain"] = {"", "mover, 0, 0, 1, 1", "mover, 0, 0, 1, nan, 1"}, ["steer.follow_path"] = {"", "mover, 5, 1, 1, 1", "mover, {0, 0, 1, 1}, 'a', 1, 1", "mover, {0, 0, 1, 1}, 1, 1, 1, 5", "mover, {0, 0, 1, 1}, 0, 1, 1"},
    ["steer.follow_flow"] = {"", "mover, 5, order", "mover, flow, 5", "mover, flow, order, 'a'"}, ["steer.queue"] = {"", "mover, 1, 1, 5, 1", "mover, 1, 1, {5}, 1"},
    ["steer.separate"] = {"", "mover, 5, 1", "mover, {5}, 1", "mover, {}, 'a'"}, ["steer.align"] = {"", "mover, 5, 1", "mover, {}, nan"}, ["steer.cohere"] = {"", "mover, 5, 1", "mover, {}"},
    ["steer.avoid_others"] = {"", "mover, 5, 1", "mover, {}"}, ["steer.mix"] = {"", "5, 'weighted', 1", "{}, 'x', 1", "{{1}}, 'weighted', 1", "{}, 'weighted', 'a'", "{{1, 1, weight = 'a'}}, 'weighted', 1"},
    ["steer.apply"] = {"", "mover, 1, 1", "mover, 1, nan, 1", "{x = 1}, 1, 1, 1"},
}

-- What all objects have.
local shared = {close = true, is_closed = true, __gc = true, __close = true, __tostring = true}

-- ---- forms of calls ----

local function fails(call, ...)
    local ok, text = pcall(call, ...)
    return not ok and text or nil
end
local function line() return debug.getinfo(2, "l").currentline end

-- Each gives the text of the failure, nil without one, and the line from which it was called.
local callers = {
    function(f, ...) local a = table.pack(...)
        return fails(function() f(table.unpack(a, 1, a.n)) end), line() end,
    function(f, ...) local a = table.pack(...)
        return fails(function() return f(table.unpack(a, 1, a.n)) end), line() end,
    function(f, ...) local holder, a = {grid_fill = f}, table.pack(...)
        return fails(function() holder.grid_fill(table.unpack(a, 1, a.n)) end), line() end,
    function(f, ...) local text = select(2, pcall(f, ...)) return text, line() end,
    function(f, ...) return select(2, xpcall(f, function(text) return text end, ...)), line() end,
    function(f, ...) local a = table.pack(...)
        return fails(coroutine.wrap(function() f(table.unpack(a, 1, a.n)) end)), line() end,
    function(f, ...) local a, text = table.pack(...), nil
        coroutine.wrap(function() text = select(2, pcall(f, table.unpack(a, 1, a.n))) end)() return text, line() end,
    function(f, ...) return select(3, pcall(pcall, f, ...)), line() end,
}

-- ---- the checks ----

local faults = {} -- all of them are printed at the end

local function check_text(text, name, expected_line)
    if type(text) ~= "string" then error("it is not refused") end
    local place, rest = text:match("^[^:]*test_failures%.lua:(%d+): (.*)$")
    if tonumber(place) ~= expected_line then error("line " .. expected_line .. " is not told in '" .. text .. "'") end
    check.names(rest, name)
end

local function compile(source)
    return assert(load("return " .. source, "=arguments", "t", w))
end

local function refuses(name, f, source, ...)
    for i, caller in ipairs(callers) do
        local text, expected_line = caller(f, ...)
        local ok, fault = pcall(check_text, text, name, expected_line)
        if not ok then
            faults[#faults + 1] = name .. "(" .. source .. "), call " .. i .. ": " .. fault
            return
        end
    end
end

local seen, count = {}, 0

local function try(name, f, entry, self)
    if not entry then
        faults[#faults + 1] = name .. " has no bad calls in the list"
        return
    end
    seen[name] = true
    for _, source in ipairs(entry) do
        count = count + 1
        local a = table.pack(compile(source)())
        if self ~= nil then
            refuses(name, f, source, self, table.unpack(a, 1, a.n))
        else
            refuses(name, f, source, table.unpack(a, 1, a.n))
        end
    end
end

-- ---- functions ----

local function walk(prefix, holder)
    for key, value in pairs(holder) do
        if type(value) == "function" then
            try("wend." .. prefix .. key, value, bad[prefix .. key])
            seen[prefix .. key] = true
        elseif type(value) == "table" and prefix == "" then
            walk(key .. ".", value)
        end
    end
end
walk("", wend)

-- ---- methods ----

local closed = {}
for kind, make in pairs{
    grid = function() return wend.grid{width = 2, height = 2} end, walls = wend.walls, graph = wend.graph, level = wend.level, items = wend.items,
    mesh = function() return wend.mesh_from_grid(w.grid) end, flow = function() return wend.flow{grid = w.grid} end,
    crowd = function() return wend.crowd{grid = w.grid} end, path = function() return wend.path{{0, 0}, {1, 1}} end,
    pathfinder = function() return wend.pathfinder{grid = w.grid} end, search = function() return wend.search{grid = w.grid} end,
    planner = function() return wend.planner{grid = w.grid} end,
    hierarchy = function() return wend.hierarchy{grid = w.grid} end,
    explorers = function() return wend.explorers{crowd = w.crowd, max_explorers = 8} end,
    explored_map = function() return wend.explored_map{like = w.grid} end,
    cell_explorer = function() return wend.cell_explorer{grid = w.grid} end,
    table = function() return wend.table{graph = w.graph} end, clearance = function() return wend.clearance{grid = w.grid} end,
    grid_walls = function() return wend.grid_walls{grid = w.grid} end,
    influence = function() return wend.influence{grid = w.grid} end,
    terrain_analysis = function() return wend.terrain_analysis{grid = w.grid} end, traffic = function() return wend.traffic{width = 3, height = 3} end,
    commander = wend.commander, mix = function() return wend.mix{own_count = 2} end,
    islands = function() return wend.islands{grid = w.grid} end, raster = function() return w.mesh:raster{cell_size = 1} end,
    formation = function() return wend.formation(w.crowd, {}, {w.other}) end,
    social = function() return wend.social(w.crowd, {}, {w.other}) end,
    exit = function() return wend.exit(w.crowd, {position = {4, 4}}) end,
} do
    closed[kind] = make()
    closed[kind]:close()
end

local function walk_kind(kind, meta)
    local function method(key, f)
        local name = kind .. ":" .. key
        if key == "__eq" then return end -- answers for all values
        for _, source in ipairs{"", "5", "'text'", "{}", "print", kind == "grid" and "walls" or "grid"} do
            refuses(name, f, source, table.unpack(table.pack(compile(source)())))
        end
        if not shared[key] then
            try(name, f, bad[name], w[kind])
            refuses(name, f, "a closed one", closed[kind])
        end
    end
    for key, f in pairs(meta) do
        if type(f) == "function" then method(key, f) end
    end
    for key, f in pairs(meta.__index) do method(key, f) end
end

-- Bytes that are nothing of the kind, whatever there is of them.
for _, name in ipairs{"commander", "graph", "grid", "items", "markers", "memories", "mesh", "messages", "mix", "predictor",
                      "reservations", "tactics", "traffic", "triggers"} do
    for bytes, found in pairs{garbage = "'garb'", ga = "'ga'", [""] = "no data", ["\1\2garbage"] = "'..ga'"} do
        local fine, text = pcall(wend[name .. "_load"], bytes)
        assert(not fine and text:find("not a file of wend's of this kind: expected 'W%u%u%u' at byte 0, found " .. found), text)
    end
end

local kinds = 0
for key, meta in pairs(debug.getregistry()) do
    local kind = type(key) == "string" and key:match("^wend%.(.*)$")
    if kind and type(meta) == "table" and meta.__index then
        assert(w[kind] or kind == "map" or kind == "cut", "no " .. kind .. " to call methods of") -- no script sees these
        walk_kind(kind, meta)
        kinds = kinds + 1
    end
end
assert(kinds >= 15)

for name in pairs(bad) do assert(seen[name], name .. " is in the list and nowhere else") end
assert(count > 1000)
table.sort(faults)
assert(#faults == 0, #faults .. " faults\n" .. table.concat(faults, "\n"))
