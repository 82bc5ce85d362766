/* Planners over all worlds: profiles, requests, updates. */
#include "fuzz.h"

#include <math.h>

enum { REQUESTS = 12, IDS = 16 };

void make_planner(fuzz *f)
{
    wend_planner_def def = wend_planner_def_default();
    const void *world = NULL;
    switch (below(f, 4)) {
    case 0:
        world = def.grid = get(f, KIND_GRID);
        break;
    case 1:
        world = def.graph = get(f, KIND_GRAPH);
        break;
    case 2:
        world = def.mesh = get(f, KIND_MESH);
        break;
    default:
        world = def.level = get(f, KIND_LEVEL);
        def.level_world = (wend_level_world)below(f, unsound(f, 8) ? 7 : 5);
        break;
    }
    def.walls = def.graph != NULL && chance(f, 2) ? get(f, KIND_WALLS) : NULL;
    def.max_requests = unsound(f, 20) ? below(f, 2) : REQUESTS;
    def.max_searches = 1 + below(f, 5);
    def.memory_ceiling = chance(f, 3) ? 65536 + below(f, 200000) : def.memory_ceiling;
    def.quantum = unsound(f, 20) ? below(f, 20) : 16 + below(f, 100);
    def.aging = 1 + below(f, 9);
    def.max_retries = below(f, 4);
    def.cache_capacity = below(f, 9);
    def.goal_trees = unsound(f, 20) ? below(f, 99) : below(f, 3);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_planner *planner = NULL;
    GIVES(f, wend_planner_create(&def, &planner), "AM");
    keep(f, KIND_PLANNER, planner, world, def.walls, NULL);
}

static void add_profile(fuzz *f)
{
    wend_planner *planner = get(f, KIND_PLANNER);
    wend_planner_profile_def def = wend_planner_profile_def_default();
    uint32_t profile = 5;
    def.radius = chance(f, 2) ? 0 : real(f, 0, 1);
    def.size = chance(f, 6) ? 1 + (int32_t)below(f, 3) : 1;
    def.has_jump_table = chance(f, 5);
    def.is_deferred = chance(f, 4);
    def.has_index = chance(f, 3);
    def.has_hierarchy = chance(f, 3);
    def.has_islands = chance(f, 5);
    def.max_nodes = chance(f, 3) ? 1 + below(f, 9) : 64;
    def.max_node_distance = chance(f, 3) ? real(f, 0, 20) : (double)INFINITY;
    def.stops = some_stops(f);
    some_cookie(f, &def.cookie);
    if (wend_planner_profile_count(planner) < 3) {
        const wend_result result =
            GIVES(f, wend_planner_add_profile(planner, &def, &profile), "AMF");
        CHECK(f, (result == WEND_OK) == (profile != UINT32_MAX));
        CHECK(f, result != WEND_OK || (wend_planner_space(planner, profile) == NULL) !=
                                          (wend_planner_mesh_space(planner, profile) == NULL));
    }
}

/* Ids of planners lie in the first numbers: some exist, others are stale. */
static wend_planner_request_id some_request(fuzz *f)
{
    const wend_planner_request_id id = {below(f, IDS), 1 + below(f, 4)};
    return id;
}

static void add_request(fuzz *f)
{
    wend_planner *planner = get(f, KIND_PLANNER);
    if (planner != NULL && wend_planner_profile_count(planner) == 0) {
        add_profile(f);
    }
    wend_planner_request_def def = wend_planner_request_def_default();
    wend_path_query *query = &def.query;
    query->from = somewhere_high(f);
    query->to = somewhere_high(f);
    query->goal_kind = (wend_path_goal)(chance(f, 2) ? 0 : below(f, unsound(f, 20) ? 8 : 6));
    query->position_count = below(f, 6);
    wend_vec3 *positions = scratch(f, query->position_count, sizeof *positions);
    for (size_t i = 0; i < query->position_count; ++i) {
        positions[i] = somewhere_high(f);
    }
    query->positions = positions;
    query->tag = below(f, 4);
    query->is_goal = chance(f, 3) ? NULL : some_is_goal;
    keep_parent(f, KIND_PLANNER, planner, ask_items(f, query));
    query->shape = (wend_path_shape)below(f, 3);
    query->method = (wend_method)(chance(f, 3) ? below(f, 9) : 0);
    query->mesh_method = (wend_mesh_method)(chance(f, 2) ? below(f, 3) : 0);
    query->is_searched = chance(f, 3);
    query->is_nearest_allowed = query->goal_kind == WEND_PATH_TO_POSITION && chance(f, 3);
    def.profile = below(f, unsound(f, 10) ? 5 : 1);
    def.goal = (wend_planner_goal)(chance(f, 4) ? below(f, 3) : 0);
    def.distance = def.goal != WEND_PLANNER_GOAL_QUERY ? real(f, 0, 9) : 0;
    def.agent = below(f, 5);
    def.priority = below(f, unsound(f, 20) ? 20 : 16);
    def.deadline = chance(f, 3) ? below(f, 9) : 0;
    def.partial_after_steps = chance(f, 3) ? below(f, 90) : 0;
    def.partial_after_updates = chance(f, 3) ? below(f, 4) : 0;
    def.partial_after_depth = chance(f, 3) ? below(f, 6) : 0;
    def.start_tolerance = chance(f, 3) ? below(f, 8) : 0;
    def.is_cost_only = chance(f, 4);
    def.keeps_valid = chance(f, 3);
    some_cookie(f, &def.cookie);
    wend_planner_request_id id = {7, 7};
    const wend_result result = GIVES(f, wend_planner_add_request(planner, &def, &id), "AUFM");
    CHECK(f, (result == WEND_OK) == (id.index1 != 0));
}

static void update(fuzz *f)
{
    wend_planner *planner = get(f, KIND_PLANNER);
    wend_budget budget;
    may_call_back(f, KIND_PLANNER, planner);
    GIVES(f, wend_planner_update(planner, some_budget(f, &budget)), "AIM");
    wend_planner_stats stats;
    wend_planner_get_stats(planner, &stats);
    CHECK(f, stats.search_bytes <= stats.max_search_bytes || stats.rounds == 0 ||
                 stats.search_bytes <= (size_t)64 << 20);
    CHECK(f, stats.held <= REQUESTS);
    CHECK(f, wend_planner_error(planner) != NULL);
    (void)wend_planner_hash(planner);
}

/* Bytes of another planner, or damaged ones, are refused; its own, where no query has lost its items
 * or predicate, leave it as it was once it is settled: else searches of an older world begin again. */
static void save_and_load(fuzz *f)
{
    wend_planner *planner = get(f, KIND_PLANNER);
    size_t count = 0;
    const size_t capacity = below(f, 1 << 14);
    uint8_t *bytes = scratch(f, capacity, 1);
    const bool is_settled = chance(f, 2) && GIVES(f, wend_planner_settle(planner), "AM") == WEND_OK;
    const wend_result saved =
        GIVES(f, wend_planner_save(planner, capacity == 0 ? NULL : bytes, capacity, &count), "ATM");
    const uint64_t hash = wend_planner_hash(planner);
    if (saved != WEND_OK) {
        return;
    }
    wend_planner *other = chance(f, 2) ? planner : get(f, KIND_PLANNER);
    if (unsound(f, 3)) {
        bytes[below(f, (uint32_t)count)] ^= (uint8_t)(1 + below(f, 255));
    }
    const wend_result loaded =
        GIVES(f, wend_planner_load(other, bytes, count, NULL, NULL, some_message(f)), "AML");
    CHECK(f, loaded != WEND_OK || other != planner || !is_settled ||
                 wend_planner_hash(planner) == hash);
}

static void take(fuzz *f)
{
    wend_planner *planner = get(f, KIND_PLANNER);
    wend_path *path = chance(f, 2) ? get(f, KIND_PATH) : NULL;
    wend_planner_answer answer;
    const wend_planner_request_id id = some_request(f);
    const uint32_t how = below(f, 7);
    if (how < 2) {
        const wend_result result =
            GIVES(f, wend_planner_poll(planner, id, &answer, path), "INPASMUF");
        CHECK(f, result >= 0 || path == NULL || planner == NULL || wend_path_leg_count(path) == 0);
        CHECK(f, planner == NULL || result != WEND_IN_PROGRESS ||
                     answer.state == WEND_PLANNER_WAITING ||
                     answer.state == WEND_PLANNER_SEARCHING);
    } else if (how == 2 && path != NULL) {
        GIVES(f, wend_planner_join(planner, id, somewhere_high(f), path), "INPASMUF");
    } else if (how == 6) {
        wend_path_nearest nearest;
        GIVES(f, wend_planner_get_nearest(planner, id, below(f, 3), &nearest), "INPASMUF");
    } else if (how == 3) {
        GIVES(f, wend_planner_cancel(planner, id), "AS");
    } else if (how == 4) {
        GIVES(f, wend_planner_release(planner, id), "AS");
    } else {
        wend_draw draw;
        GIVES(f, wend_planner_draw(planner, id, some_draw(f, &draw)), "ASM");
    }
}

static const fuzz_action actions[] = {
    {"make planner", make_planner, 1}, {"add profile", add_profile, 1},
    {"add request", add_request, 6},   {"update planner", update, 6},
    {"take answer", take, 8},          {"save planner", save_and_load, 1},
};

const fuzz_room room_planner = {"planner", actions, sizeof actions / sizeof *actions};
