/* Clearances, islands, spaces and searches of grids and graphs. */
#include "fuzz.h"

#include <math.h>

void make_clearance(fuzz *f)
{
    wend_clearance_def def = wend_clearance_def_default();
    const wend_grid *grid = get(f, KIND_GRID);
    def.grid = grid;
    def.movement_class = some_class(f);
    def.team = some_team(f);
    def.max_clearance = chance(f, 2) ? 16 : whole(f, 1, WEND_CLEARANCE_MAX);
    def.is_deferred = chance(f, 6);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_clearance *clearance = NULL;
    GIVES(f, wend_clearance_create(&def, &clearance), "AM");
    keep(f, KIND_CLEARANCE, clearance, grid, NULL, NULL);
}

static void ask_clearance(fuzz *f)
{
    wend_clearance *clearance = get(f, KIND_CLEARANCE);
    quiet(f, clearance);
    if (chance(f, 2)) {
        GIVES(f, wend_clearance_update(clearance), "A");
        CHECK(f, clearance == NULL || wend_clearance_is_fresh(clearance));
    }
    const int32_t x = whole(f, 0, FUZZ_SIDE);
    const int32_t y = whole(f, 0, FUZZ_SIDE);
    wend_clearance_square(clearance, x, y);
    const double disc = wend_clearance_disc(clearance, x, y);
    const double radius = real(f, 0, 4);
    CHECK(f, !wend_clearance_fits_disc(clearance, x, y, radius) || radius <= disc);
    CHECK(f, clearance == NULL || wend_clearance_revision(clearance) > 0 ||
                 !wend_clearance_is_fresh(clearance));
    wend_clearance_memory_bytes(clearance);
}

/* A clearance of the grid, with its class and team, or NULL. */
static wend_clearance *some_clearance(fuzz *f, const wend_grid *grid)
{
    wend_clearance *clearance = get_old(f, KIND_CLEARANCE);
    return chance(f, 2) || (f->is_sound && !is_made_of(f, grid, clearance)) ? NULL : clearance;
}

void make_islands(fuzz *f)
{
    wend_islands_def def = wend_islands_def_default();
    const wend_grid *grid = get(f, KIND_GRID);
    def.grid = grid;
    def.movement_class = some_class(f);
    def.team = f->is_sound ? WEND_TEAM_NONE : some_team(f);
    def.clearance = f->is_sound ? NULL : some_clearance(f, grid);
    def.size = chance(f, 2) || f->is_sound ? 1 : whole(f, 1, 4);
    def.radius = def.size == 1 && !f->is_sound && chance(f, 2) ? real(f, 0, 2) : 0;
    def.is_deferred = chance(f, 6);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    quiet(f, def.clearance);
    wend_islands *islands = NULL;
    GIVES(f, wend_islands_create(&def, &islands), "AM");
    keep(f, KIND_ISLANDS, islands, grid, def.clearance, NULL);
}

static void ask_islands(fuzz *f)
{
    wend_islands *islands = get(f, KIND_ISLANDS);
    const uint32_t nodes = FUZZ_SIDE * FUZZ_SIDE / 2;
    if (chance(f, 2)) {
        quiet(f, get_old(f, KIND_CLEARANCE));
        const wend_result result = GIVES(f, wend_islands_update(islands), "AM");
        CHECK(f, result != WEND_OK || wend_islands_is_fresh(islands));
    }
    wend_islands_memory_bytes(islands);
    const wend_node from = some_node(f, nodes);
    const wend_node goal = some_node(f, nodes);
    const uint32_t island = wend_islands_at(islands, from);
    CHECK(f, island == WEND_ISLAND_NONE || wend_islands_cell_count(islands, island) > 0);
    wend_islands_count(islands);
    const bool can = wend_islands_can_reach(islands, from, goal);
    wend_node nearest = 0;
    const wend_result result = GIVES(f, wend_islands_nearest(islands, from, goal, &nearest), "NAS");
    CHECK(f, !can || result != WEND_OK || nearest == goal);
    CHECK(f, result != WEND_OK || wend_islands_can_reach(islands, from, nearest));
}

/* ---- spaces ---- */

void make_space(fuzz *f)
{
    wend_space_def def = wend_space_def_default();
    const bool is_graph = chance(f, 3);
    const void *world = get(f, is_graph ? KIND_GRAPH : KIND_GRID);
    double factors[4];
    for (uint32_t i = 0; i < 4; ++i) {
        factors[i] = chance(f, 6) ? (double)INFINITY : chance(f, 3) ? real(f, 1.0 / 256, 65536) : 1;
    }
    def.overlay_layers = chance(f, 2) ? def.overlay_layers : below(f, 4);
    def.is_deferred = chance(f, 6);
    if (is_graph) {
        def.graph = world;
        def.flags_required = chance(f, 6) ? below(f, 4) : 0;
        def.flags_refused = chance(f, 6) ? below(f, 4) : 0;
        def.behaviour_count = chance(f, 2) ? 0 : below(f, 5);
        def.behaviour_factors = factors;
    } else {
        def.grid = world;
        def.movement_class = some_class(f);
        def.team = chance(f, 2) ? WEND_TEAM_NONE : some_team(f);
        def.size = chance(f, 3) ? whole(f, 1, 4) : 1;
        def.radius = def.size == 1 && chance(f, 3) ? real(f, 0, 2) : 0;
        def.clearance = f->is_sound ? NULL : some_clearance(f, world);
        def.has_jump_table = chance(f, 4);
        def.executor = some_executor(f);
    }
    if (unsound(f, 30)) {
        def.grid = get(f, KIND_GRID);
    }
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    quiet(f, def.clearance);
    wend_space *space = NULL;
    GIVES(f, wend_space_create(&def, &space), "AM");
    keep(f, KIND_SPACE, space, is_graph ? world : def.grid, def.clearance, NULL);
}

static void update_space(fuzz *f)
{
    wend_space *space = get(f, KIND_SPACE);
    quiet(f, space);
    wend_budget budget;
    const wend_result sliced =
        chance(f, 2) ? GIVES(f, wend_space_update_sliced(space, some_budget(f, &budget)), "AMI")
                     : WEND_IN_PROGRESS;
    const wend_result result = chance(f, 4) ? sliced : GIVES(f, wend_space_update(space), "AM");
    wend_space_info info;
    wend_space_get_info(space, &info);
    CHECK(f, result != WEND_OK || info.is_fresh);
    const wend_executor executor = some_executor(f);
    if (chance(f, 3)) {
        GIVES(f, wend_space_prepare(space, chance(f, 2) ? NULL : &executor), "ASMU");
    }
}

static void ask_space(fuzz *f)
{
    wend_space *space = get(f, KIND_SPACE);
    wend_space_info info;
    wend_space_get_info(space, &info);
    const wend_node node = some_node(f, info.node_count);
    const bool is_open = wend_space_is_open(space, node);
    wend_space_position(space, node);
    const wend_node open = wend_space_nearest_open(space, node);
    CHECK(f, open == WEND_NODE_NONE || wend_space_is_open(space, open));
    CHECK(f, !is_open || open == node);
    wend_cost cost = 1;
    const wend_vec2 from = somewhere(f);
    const wend_vec2 to = somewhere(f);
    const double radius = chance(f, 2) ? 0 : real(f, 0, 2);
    const bool can = wend_space_can_walk(space, from, to, radius, &cost);
    CHECK(f, space == NULL || can == (cost != WEND_COST_INFINITE));
}

/* ---- searches ---- */

void make_search(fuzz *f)
{
    wend_search_def def = wend_search_def_default();
    const void *world = NULL;
    if (chance(f, 4)) {
        def.grid = get(f, KIND_GRID);
        def.movement_class = some_class(f);
        def.team = some_team(f);
        world = def.grid;
    } else {
        def.space = get(f, KIND_SPACE);
        world = def.space;
    }
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_search *search = NULL;
    GIVES(f, wend_search_create(&def, &search), "AM");
    keep(f, KIND_SEARCH, search, world, NULL, NULL);
}

/* The values of estimates. */
static struct {
    uint32_t how;
} asked;

wend_cost some_estimate(void *user, wend_node node, wend_node goal)
{
    const uint64_t hash = wend_random(asked.how, node, goal);
    (void)user;
    call_back();
    if (asked.how == 1) {
        return WEND_COST_INFINITE;
    }
    if (asked.how == 2) {
        return hash % 4 == 0 ? WEND_COST_INFINITE : hash % 4 == 1 ? (wend_cost)1 << 62 : 0;
    }
    return asked.how == 3 ? hash % (WEND_COST_ONE * 8) : 0;
}

const wend_turning *some_turning(fuzz *f)
{
    wend_turning *turning = scratch(f, 1, sizeof *turning);
    *turning = wend_turning_default();
    turning->cost = chance(f, 8) ? (wend_cost)1 << (40 + (unsound(f, 4) ? 1 : 0))
                                 : below(f, 4) * (WEND_COST_ONE / 2);
    turning->max_parts = chance(f, 2) ? 0 : below(f, 5);
    turning->start_heading = chance(f, 3) ? count_to(f, 7) : WEND_HEADING_ANY;
    turning->goal_heading = chance(f, 3) ? count_to(f, 7) : WEND_HEADING_ANY;
    turning->fewest_turns = chance(f, 3);
    some_cookie(f, &turning->cookie);
    return turning;
}

bool some_is_goal(void *user, wend_node node)
{
    (void)user;
    call_back();
    return wend_random(7, node, 1) % 16 == 0;
}

static const wend_node *some_nodes(fuzz *f, size_t count, uint32_t node_count)
{
    wend_node *nodes = scratch(f, count, sizeof *nodes);
    for (size_t i = 0; i < count; ++i) {
        nodes[i] = some_node(f, node_count);
    }
    return nodes;
}

static const wend_cost *some_costs(fuzz *f, size_t count)
{
    wend_cost *costs = scratch(f, count, sizeof *costs);
    for (size_t i = 0; i < count; ++i) {
        costs[i] = chance(f, 3) ? some_cost(f) : below(f, 3) * WEND_COST_ONE;
    }
    return costs;
}

wend_search_query some_query(fuzz *f, const wend_space *space)
{
    wend_space_info info;
    wend_space_get_info(space, &info);
    wend_search_query query = wend_search_query_default();
    query.start = some_node(f, info.node_count);
    query.goal_kind = (wend_goal_kind)(chance(f, 3) ? below(f, unsound(f, 20) ? 6 : 4) : 0);
    query.goal = some_node(f, info.node_count);
    query.goal_count = below(f, 6);
    query.goals = some_nodes(f, query.goal_count, info.node_count);
    if (chance(f, 4)) {
        query.start = unsound(f, 20) ? query.start : WEND_NODE_NONE;
        query.start_count = 1 + below(f, 5) - (unsound(f, 20) ? 1 : 0);
        query.starts = some_nodes(f, query.start_count, info.node_count);
        query.start_costs = chance(f, 2) ? some_costs(f, query.start_count) : NULL;
    }
    query.goal_costs = chance(f, 3) ? some_costs(f, query.goal_count) : NULL;
    query.is_goal = unsound(f, 30) ? NULL : some_is_goal;
    query.method = (wend_method)(chance(f, 3) ? 0 : below(f, unsound(f, 20) ? 12 : 9));
    query.heuristic = (wend_heuristic)(chance(f, 2) ? 0 : below(f, unsound(f, 20) ? 8 : 6));
    query.estimate = unsound(f, 30) ? NULL : some_estimate;
    query.weight = chance(f, 3) ? real(f, 1, 1000) : 1;
    query.max_steps = chance(f, 4) ? below(f, 60) : 0;
    query.max_cost = chance(f, 4) ? some_cost(f) : WEND_COST_INFINITE;
    query.max_depth = chance(f, 8) ? below(f, 9) : 0;
    query.noise = chance(f, 6) ? real(f, 0, 10) : 0;
    query.noise_seed = below(f, 3);
    query.records_order = chance(f, 3);
    query.turning = chance(f, 4) ? some_turning(f) : NULL;
    some_cookie(f, &query.cookie);
    return query;
}

void remember_estimate(fuzz *f)
{
    asked.how = below(f, 4);
}

/* A search under way, in slices; later actions continue it. */
static void run_search(fuzz *f)
{
    wend_search *search = get(f, KIND_SEARCH);
    wend_search_query query = some_query(f, wend_search_space(search));
    remember_estimate(f);
    may_call_back(f, KIND_SEARCH, search);
    wend_budget budget;
    wend_budget *limit = some_budget(f, &budget);
    if (chance(f, 3)) {
        GIVES(f, wend_search_find(search, &query), "NPAUSMF");
    } else if (GIVES(f, wend_search_start(search, &query), "AUSM") == WEND_OK) {
        GIVES(f, wend_search_run(search, limit), "INPMF");
    }
    CHECK(f, wend_search_error(search) != NULL);
    while (chance(f, 2)) {
        GIVES(f, wend_search_run(search, some_budget(f, &budget)), "INPMFAUS");
    }
    if (query.estimate != NULL && query.heuristic == WEND_HEURISTIC_CUSTOM) {
        wend_search_cancel(search);
    }
}

/* All exact methods agree on the cost, and the path has it. */
static void compare_methods(fuzz *f)
{
    wend_space *space = get(f, KIND_SPACE);
    wend_search_def def = wend_search_def_default();
    def.space = space;
    def.allocator = *some_allocator(f);
    wend_search *search = NULL;
    f->refuse_in = 0;
    if (wend_search_create(&def, &search) != WEND_OK) {
        return;
    }
    keep(f, KIND_SEARCH, search, space, NULL, NULL);
    wend_space_info info;
    wend_space_get_info(space, &info);
    wend_search_query query = wend_search_query_default();
    query.start = below(f, info.node_count);
    query.goal = below(f, info.node_count);
    query.method = WEND_METHOD_DIJKSTRA;
    const wend_result slow = wend_search_find(search, &query);
    wend_search_answer first;
    wend_search_get_answer(search, &first);
    query.method = (wend_method)below(f, WEND_METHOD_COUNT);
    if (slow < 0 || !wend_method_is_exact(query.method)) {
        return;
    }
    const wend_result quick = wend_search_find(search, &query);
    if (quick == WEND_ERROR_UNSUPPORTED || quick == WEND_ERROR_FULL) {
        return;
    }
    wend_search_answer second;
    wend_search_get_answer(search, &second);
    CHECK(f, quick == slow);
    CHECK(f, slow != WEND_OK || first.cost == second.cost);
    CHECK(f, slow != WEND_NO_PATH || first.reason == second.reason);
    wend_path *path = get(f, KIND_PATH);
    if (slow == WEND_OK && path != NULL && wend_path_from_search(path, search) == WEND_OK) {
        CHECK(f, wend_path_cost(path) == first.cost);
    }
}

static void ask_search(fuzz *f)
{
    wend_search *search = get(f, KIND_SEARCH);
    if (chance(f, 4)) {
        wend_search_cancel(search);
    }
    wend_space_info info;
    wend_space_get_info(wend_search_space(search), &info);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    const wend_cost cost = wend_search_cost_to(search, some_node(f, info.node_count));
    CHECK(f, cost > 0 || search != NULL);
    const size_t capacity = below(f, 60);
    wend_node *nodes = scratch(f, capacity, sizeof *nodes);
    size_t count = 0;
    GIVES(f, wend_search_visited(search, nodes, capacity, &count), "AST");
    GIVES(f, wend_search_frontier(search, nodes, capacity, &count), "AST");
    wend_draw draw;
    GIVES(f, wend_search_draw(search, some_draw(f, &draw)), "ASM");
    if (chance(f, 3)) {
        wend_node nearest = 0;
        const wend_result result =
            GIVES(f,
                  wend_search_nearest_reachable(search, some_node(f, info.node_count),
                                                some_node(f, info.node_count), &nearest),
                  "NAUSMF");
        CHECK(f, (result == WEND_OK) == (nearest != WEND_NODE_NONE));
    }
    wend_turning_default();
}

/* ---- incremental searches ---- */

void make_incremental(fuzz *f)
{
    wend_incremental_def def = wend_incremental_def_default();
    def.space = get(f, KIND_SPACE);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_incremental *incremental = NULL;
    GIVES(f, wend_incremental_create(&def, &incremental), "AM");
    keep(f, KIND_INCREMENTAL, incremental, def.space, NULL, NULL);
}

static void run_incremental(fuzz *f)
{
    wend_incremental *incremental = get(f, KIND_INCREMENTAL);
    wend_path *path = get(f, KIND_PATH);
    wend_budget budget;
    wend_incremental_answer answer;
    if (chance(f, 3)) {
        GIVES(f, wend_incremental_set_goal(incremental, some_node(f, 60)), "A");
    }
    const wend_node start = some_node(f, 60);
    const wend_result result =
        GIVES(f, wend_incremental_update(incremental, start, some_budget(f, &budget)), "NIASFM");
    wend_incremental_get_answer(incremental, &answer);
    CHECK(f,
          result == WEND_ERROR_ARGUMENT || result == WEND_ERROR_STALE || answer.result == result);
    CHECK(f, result < 0 || (result == WEND_OK) == (answer.cost != WEND_COST_INFINITE));
    CHECK(f, result != WEND_NO_PATH || answer.reason != WEND_FAILURE_NONE);
    CHECK(f, result != WEND_OK || wend_incremental_cost_from(incremental, start) == answer.cost);
    (void)wend_incremental_cost_from(incremental, some_node(f, 60));
    fuzz_watch(f, KIND_PATH, path);
    const wend_result filled = GIVES(f, wend_path_from_incremental(path, incremental), "NASM");
    CHECK(f, filled != WEND_OK || result < 0 || wend_path_cost(path) == answer.cost);
}

static const fuzz_action actions[] = {
    {"make_clearance", make_clearance, 2},
    {"ask_clearance", ask_clearance, 2},
    {"make_islands", make_islands, 2},
    {"ask_islands", ask_islands, 4},
    {"make_space", make_space, 3},
    {"update_space", update_space, 4},
    {"ask_space", ask_space, 3},
    {"make_search", make_search, 2},
    {"run_search", run_search, 12},
    {"compare_methods", compare_methods, 4},
    {"ask_search", ask_search, 6},
    {"make_incremental", make_incremental, 2},
    {"run_incremental", run_incremental, 6},
};
const fuzz_room room_search = {"search", actions, sizeof actions / sizeof *actions};
