/* Paths, their smoothing and rounding, and path queries over all worlds. */
#include "fuzz.h"

#include <math.h>

static void fill_path(fuzz *f, wend_path *path)
{
    wend_vec2 points[6];
    const uint32_t count = below(f, 7);
    for (uint32_t i = 0; i < count; ++i) {
        points[i] = somewhere(f);
    }
    fuzz_watch(f, KIND_PATH, path);
    GIVES(f, wend_path_from_points(path, points, count), "AM");
}

void make_path(fuzz *f)
{
    wend_path *path = NULL;
    GIVES(f, wend_path_create(some_allocator(f), &path), "AM");
    keep(f, KIND_PATH, path, NULL, NULL, NULL);
    if (path != NULL && chance(f, 2)) {
        fill_path(f, path);
    }
}

/* Legs join, and sums are sums. */
static void check_path(fuzz *f, const wend_path *path)
{
    const size_t count = wend_path_leg_count(path);
    const wend_leg *legs = wend_path_legs(path);
    wend_cost cost = 0;
    CHECK(f, (legs == NULL) == (count == 0));
    for (size_t i = 0; i < count; ++i) {
        const wend_leg leg = wend_path_leg(path, i);
        cost += leg.cost;
        CHECK(f, leg.length >= 0 && leg.edge == legs[i].edge);
        CHECK(f, i == 0 || legs[i - 1].to == leg.from);
    }
    CHECK(f, cost == wend_path_cost(path));
    CHECK(f, wend_path_length(path) >= 0);
    CHECK(f, wend_path_length_3d(path) >= wend_path_length(path) * (1 - 1e-9));
    CHECK(f, wend_path_leg(path, count).from == WEND_NODE_NONE);
}

static void take_path(fuzz *f)
{
    wend_path *path = get(f, KIND_PATH);
    const uint32_t how = below(f, 7);
    fuzz_watch(f, KIND_PATH, path);
    if (how == 0) {
        GIVES(f, wend_path_from_search(path, get(f, KIND_SEARCH)), "NPASM");
    } else if (how == 1) {
        const wend_search *search = get(f, KIND_SEARCH);
        wend_space_info info;
        wend_space_get_info(wend_search_space(search), &info);
        GIVES(f, wend_path_to_node(path, search, some_node(f, info.node_count)), "NASM");
    } else if (how == 2) {
        fill_path(f, path);
    } else if (how == 3) {
        wend_leg leg =
            wend_path_leg(path, wend_path_leg_count(path) > 0 ? wend_path_leg_count(path) - 1 : 0);
        leg.from = leg.to;
        leg.from_point = chance(f, 8) ? somewhere(f) : leg.to_point;
        leg.from_height = leg.to_height;
        leg.to = chance(f, 2) ? WEND_NODE_NONE : below(f, 200);
        leg.to_point = somewhere(f);
        leg.to_height = chance(f, 3) ? real(f, -3, 3) : 0;
        leg.cost = some_cost(f);
        leg.behaviour = chance(f, 2) ? 0 : below(f, 70);
        leg.edge = chance(f, 2) ? WEND_EDGE_NONE : below(f, 9);
        GIVES(f, wend_path_add_leg(path, &leg), "AM");
        check_path(f, path);
        return;
    } else if (how == 4) {
        GIVES(f, wend_path_from_mesh_search(path, get(f, KIND_MESH_SEARCH)), "NPASM");
    } else if (how == 5) {
        GIVES(f, wend_path_from_pathfinder(path, get(f, KIND_PATHFINDER)), "NPAM");
    } else {
        wend_path_clear(path);
        CHECK(f, wend_path_leg_count(path) == 0);
    }
    check_path(f, path);
}

static bool some_keeps(void *user, const wend_leg *leg)
{
    (void)user;
    call_back();
    return wend_random(3, (uint64_t)leg->cost, leg->to) % 2 == 0;
}

static void shape_path(fuzz *f)
{
    wend_path *path = get(f, KIND_PATH);
    const wend_walls *walls = get(f, KIND_WALLS);
    const double radius = chance(f, 2) ? 0 : real(f, 0, 2);
    const wend_smoothing smoothing = (wend_smoothing)below(f, unsound(f, 20) ? 4 : 2);
    const size_t legs = wend_path_leg_count(path);
    const uint32_t how = below(f, 5);
    may_call_back(f, KIND_PATH, path);
    fuzz_watch(f, KIND_PATH, path);
    if (how == 0) {
        GIVES(f, wend_path_smooth(path, get(f, KIND_SPACE), radius, smoothing), "AMU");
        CHECK(f, wend_path_leg_count(path) <= legs);
    } else if (how == 1) {
        GIVES(f, wend_path_smooth_mesh(path, get(f, KIND_MESH_SPACE), radius, smoothing), "ASM");
        CHECK(f, wend_path_leg_count(path) <= legs);
    } else if (how == 2) {
        wend_path_walls def = wend_path_walls_default();
        def.walls = walls;
        def.radius = radius;
        def.stops = some_stops(f);
        def.factor = chance(f, 3) ? real(f, 1.0 / 256, 65536) : 1;
        def.smoothing = smoothing;
        def.keeps = chance(f, 2) ? NULL : some_keeps;
        some_cookie(f, &def.cookie);
        GIVES(f, wend_path_smooth_walls(path, &def), "AM");
        CHECK(f, wend_path_leg_count(path) <= legs);
    } else if (how == 3) {
        wend_path_rounding def = wend_path_rounding_default();
        def.turn_radius = real(f, 0.1, 4);
        def.error = chance(f, 3) ? real(f, 0.0001, 0.25) : 0.01;
        def.walls = chance(f, 2) ? NULL : walls;
        def.radius = radius;
        def.stops = some_stops(f);
        def.keeps = chance(f, 2) ? NULL : some_keeps;
        def.factor = chance(f, 3) ? real(f, 1.0 / 256, 65536) : 1;
        some_cookie(f, &def.cookie);
        wend_path_corners corners;
        GIVES(f, wend_path_round(path, &def, chance(f, 3) ? NULL : &corners), "AM");
    } else {
        GIVES(f, wend_path_split_arcs(path, get(f, KIND_GRAPH), walls), "AM");
    }
    check_path(f, path);
}

static void ask_path(fuzz *f)
{
    wend_path *path = get(f, KIND_PATH);
    wend_draw draw;
    GIVES(f, wend_path_draw(path, below(f, 9), some_draw(f, &draw)), "A");
    const size_t capacity = below(f, 40);
    wend_node *nodes = scratch(f, capacity, sizeof *nodes);
    size_t count = 0;
    GIVES(f, wend_path_cells(path, get(f, KIND_SPACE), nodes, capacity, &count), "TAU");
    size_t leg = 0;
    wend_path_is_valid(path, get(f, KIND_SPACE), real(f, 0, 2), below(f, 4),
                       chance(f, 3) ? NULL : &leg);
    wend_result result = WEND_OK;
    const bool holds = wend_path_is_valid_mesh(path, get(f, KIND_MESH_SPACE), real(f, 0, 2),
                                               below(f, 4), &leg, &result);
    CHECK(f, holds == (result == WEND_OK) && leg <= wend_path_leg_count(path));
}

/* ---- pathfinders ---- */

/* A world that the pathfinder lays out. */
static const void *some_world(fuzz *f, wend_pathfinder_def *def)
{
    static const double factors[WEND_MESH_AREAS] = {1, 2, 3};
    const bool is_odd = unsound(f, 8);
    def->size = chance(f, 3) ? 1 + (int32_t)below(f, 4) : 1;
    def->has_jump_table = is_odd && chance(f, 2);
    def->has_index = chance(f, 3);
    def->has_hierarchy = chance(f, 3);
    def->executor = some_executor(f);
    if (is_odd) {
        def->movement_class = below(f, 3);
        def->team = chance(f, 2) ? below(f, 34) : WEND_TEAM_NONE;
        def->flags_required = below(f, 2);
        def->flags_refused = below(f, 2);
        def->overlay_layers = below(f, 3);
        def->behaviour_factors = chance(f, 2) ? factors : NULL;
        def->behaviour_count = below(f, 4);
        def->area_factors = chance(f, 2) ? factors : NULL;
        def->has_islands = chance(f, 2);
        def->level_world = (wend_level_world)below(f, 7);
        def->cell_size = real(f, 0, 4);
        def->spacing = real(f, 0, 4);
        def->corners = (wend_corners)below(f, 3);
    }
    switch (below(f, 4)) {
    case 0:
        def->grid = get(f, KIND_GRID);
        return def->grid;
    case 1:
        def->graph = get(f, KIND_GRAPH);
        return def->graph;
    case 2:
        def->mesh = get(f, KIND_MESH);
        return def->mesh;
    default:
        def->level = get(f, KIND_LEVEL);
        return def->level;
    }
}

void make_ways(fuzz *f)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    const void *world = NULL;
    if (chance(f, 3)) {
        world = some_world(f, &def);
    } else if (chance(f, 3)) {
        def.mesh_space = get(f, KIND_MESH_SPACE);
        world = def.mesh_space;
    } else {
        def.space = get(f, KIND_SPACE);
        world = def.space;
    }
    def.radius = chance(f, 2) ? 0 : real(f, 0, 1);
    def.walls = chance(f, 3) ? get(f, KIND_WALLS) : NULL;
    def.stops = some_stops(f);
    def.factor = chance(f, 3) ? real(f, 1.0 / 256, 65536) : 1;
    def.max_node_distance = chance(f, 3) ? real(f, 0, 20) : (double)INFINITY;
    def.max_height_difference = chance(f, 3) ? real(f, 0, 4) : (double)INFINITY;
    def.max_nodes = chance(f, 3) ? below(f, 9) : 64;
    if (f->is_sound) {
        def.walls = NULL;
        def.max_nodes = 64;
    }
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_pathfinder *finder = NULL;
    GIVES(f, wend_pathfinder_create(&def, &finder), "AMF");
    keep(f, KIND_PATHFINDER, finder, world, def.walls, NULL);
}

static void run_ways(fuzz *f)
{
    wend_pathfinder *finder = get(f, KIND_PATHFINDER);
    wend_path_query query = wend_path_query_default();
    query.from = somewhere_high(f);
    query.to = somewhere_high(f);
    query.goal_kind = (wend_path_goal)(chance(f, 2) ? 0 : below(f, unsound(f, 20) ? 8 : 6));
    query.position_count = below(f, 6);
    wend_vec3 *positions = scratch(f, query.position_count, sizeof *positions);
    for (size_t i = 0; i < query.position_count; ++i) {
        positions[i] = somewhere_high(f);
    }
    query.positions = positions;
    query.tag = below(f, 4);
    query.is_goal = chance(f, 3) ? NULL : some_is_goal;
    const wend_items *items = ask_items(f, &query);
    keep_parent(f, KIND_PATHFINDER, finder, items);
    query.shape = (wend_path_shape)below(f, unsound(f, 20) ? 5 : 3);
    query.method = (wend_method)(chance(f, 3) ? below(f, 9) : 0);
    query.mesh_method = (wend_mesh_method)(chance(f, 2) ? below(f, 3) : 0);
    query.corners = (wend_corners)below(f, 2);
    query.is_searched = chance(f, 3);
    query.weight = unsound(f, 20) ? real(f, -1, 2000) : chance(f, 4) ? real(f, 1, 5) : 1;
    query.max_steps = chance(f, 4) ? below(f, 200) : 0;
    query.max_cost = chance(f, 6) ? wend_cost_from_double(real(f, 0, 60)) : WEND_COST_INFINITE;
    query.from_polygon = chance(f, 8) ? below(f, 40) : WEND_NODE_NONE;
    query.to_polygon = chance(f, 8) ? below(f, 40) : WEND_NODE_NONE;
    query.from_node = chance(f, 6) ? below(f, 60) : WEND_NODE_NONE;
    query.to_node = chance(f, 6) ? below(f, 60) : WEND_NODE_NONE;
    query.heuristic = (wend_heuristic)(chance(f, 3) ? below(f, unsound(f, 20) ? 8 : 6) : 0);
    query.estimate = unsound(f, 30) ? NULL : some_estimate;
    query.noise = chance(f, 6) ? real(f, 0, unsound(f, 8) ? 20 : 10) : 0;
    query.noise_seed = below(f, 3);
    query.turning = chance(f, 8) ? some_turning(f) : NULL;
    query.method = chance(f, 6) ? WEND_METHOD_HIERARCHY : query.method;
    query.shape = query.turning != NULL && !unsound(f, 4) ? WEND_PATH_AS_FOUND : query.shape;
    query.records_order = chance(f, 6);
    query.max_depth = chance(f, 6) ? below(f, 30) : 0;
    query.is_nearest_allowed = query.goal_kind == WEND_PATH_TO_POSITION && chance(f, 3);
    remember_estimate(f);
    some_cookie(f, &query.cookie);
    may_call_back(f, KIND_PATHFINDER, finder);
    wend_budget budget;
    if (chance(f, 3)) {
        GIVES(f, wend_pathfinder_find(finder, &query), "NPAUSMF");
    } else if (GIVES(f, wend_pathfinder_start(finder, &query), "AUSMF") == WEND_OK) {
        GIVES(f, wend_pathfinder_run(finder, some_budget(f, &budget)), "INPMFU");
        if (chance(f, 4)) {
            GIVES(f, wend_pathfinder_update(finder), "AMF");
        }
    }
    while (chance(f, 3)) {
        GIVES(f, wend_pathfinder_run(finder, some_budget(f, &budget)), "INPMFASU");
    }
    CHECK(f, wend_pathfinder_error(finder) != NULL);
    wend_path_answer answer;
    wend_pathfinder_get_answer(finder, &answer);
    CHECK(f, answer.method != NULL);
    wend_path_nearest nearest;
    GIVES(f, wend_pathfinder_get_nearest(finder, below(f, 3), &nearest), "AINP");
    wend_path *path = get(f, KIND_PATH);
    const bool has_path = answer.result == WEND_OK || answer.result == WEND_PARTIAL;
    if (has_path && path != NULL &&
        GIVES(f, wend_path_from_pathfinder(path, finder), "NPAM") >= WEND_OK) {
        check_path(f, path);
        CHECK(f, finder == NULL || wend_path_cost(path) == answer.cost);
    }
}

static void ask_ways(fuzz *f)
{
    wend_pathfinder *finder = get(f, KIND_PATHFINDER);
    wend_cost cost = 5;
    const wend_vec3 from = somewhere_high(f);
    const wend_vec3 to = somewhere_high(f);
    const bool can = wend_pathfinder_can_walk(finder, from, to, &cost);
    CHECK(f, finder == NULL || can == (cost != WEND_COST_INFINITE));
    CHECK(f, !can || wend_pathfinder_error(finder)[0] == 0);
    const bool reaches = wend_pathfinder_can_reach(finder, from, to);
    CHECK(f, !reaches || wend_pathfinder_error(finder)[0] == 0);
    wend_budget budget;
    GIVES(f, wend_pathfinder_prepare(finder, some_budget(f, &budget)), "IAUSMF");
    GIVES(f, wend_pathfinder_update(finder), "AMF");
    CHECK(f, finder == NULL || (wend_pathfinder_space(finder) == NULL) !=
                                   (wend_pathfinder_mesh_space(finder) == NULL));
    CHECK(f, (wend_pathfinder_mesh_search(finder) == NULL) ==
                 (wend_pathfinder_mesh_space(finder) == NULL));
    CHECK(f,
          wend_pathfinder_search(finder) == NULL ||
              wend_search_space(wend_pathfinder_search(finder)) == wend_pathfinder_space(finder));
}

static const fuzz_action actions[] = {
    {"make_path", make_path, 1}, {"take_path", take_path, 8}, {"shape_path", shape_path, 8},
    {"ask_path", ask_path, 2},   {"make_ways", make_ways, 2}, {"run_ways", run_ways, 8},
    {"ask_ways", ask_ways, 3},
};
const fuzz_room room_path = {"path", actions, sizeof actions / sizeof *actions};
