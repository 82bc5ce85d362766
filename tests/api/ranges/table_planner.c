/* The ranges of planners, their profiles and requests, as the headers document them. */
#include "ranges.h"

#include <math.h>
#include <string.h>

/* One request over one profile. */
static wend_result use_planner(const wend_planner_def *def, const wend_planner_profile_def *profile,
                               const wend_planner_request_def *request)
{
    wend_planner *it;
    uint32_t index;
    wend_planner_request_id id;
    wend_result result = wend_planner_create(def, &it);
    result = result == WEND_OK ? wend_planner_add_profile(it, profile, &index) : result;
    result = result == WEND_OK ? wend_planner_add_request(it, request, &id) : result;
    result = result == WEND_OK ? wend_planner_update(it, NULL) : result;
    wend_planner_destroy(it);
    return result;
}

static wend_result use_planner_def(const range_trial *t)
{
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner_request_def request = wend_planner_request_def_default();
    const char *field = t->range->field;
    const bool is_level = strcmp(field, "level_world") == 0 || strcmp(field, "cell_size") == 0 ||
                          strcmp(field, "spacing") == 0 || strcmp(field, "corners") == 0;
    def.grid = is_level ? NULL : t->world->grid;
    def.level = is_level ? t->world->level : NULL;
    request.query.to.x = 1;
    t->set(&def, t->range, t->value);
    return use_planner(&def, &profile, &request);
}

static wend_result use_planner_profile(const range_trial *t)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    const wend_planner_request_def request = wend_planner_request_def_default();
    const char *field = t->range->field;
    static const double factors[3] = {1, 1, 1};
    if (strcmp(field, "movement_class") == 0 || strcmp(field, "team") == 0 ||
        strcmp(field, "size") == 0) {
        def.grid = t->world->grid;
    } else if (strcmp(field, "flags_required") == 0 || strcmp(field, "flags_refused") == 0) {
        def.mesh = t->world->mesh;
    } else {
        def.graph = t->world->graph;
        profile.behaviour_factors = strcmp(field, "behaviour_count") == 0 ? factors : NULL;
    }
    t->set(&profile, t->range, t->value);
    return use_planner(&def, &profile, &request);
}

static wend_result use_planner_request(const range_trial *t)
{
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner_request_def request = wend_planner_request_def_default();
    def.grid = t->world->grid;
    request.query.to.x = 1;
    request.goal = strcmp(t->range->field, "distance") == 0 ? WEND_PLANNER_GOAL_WITHIN
                                                            : WEND_PLANNER_GOAL_QUERY;
    t->set(&request, t->range, t->value);
    return use_planner(&def, &profile, &request);
}

static const range rows[] = {
    {FIELD(wend_planner_def, level_world), RANGE_INT32, 0, WEND_LEVEL_EXPANDED, use_planner_def, 0},
    {FIELD(wend_planner_def, cell_size), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_planner_def,
     RANGE_COSTLY_HIGH},
    {FIELD(wend_planner_def, spacing), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_planner_def, 0},
    {FIELD(wend_planner_def, corners), RANGE_INT32, 0, 1, use_planner_def, 0},
    {FIELD(wend_planner_def, max_requests), RANGE_UINT32, 1, WEND_PLANNER_REQUESTS_MAX,
     use_planner_def, RANGE_COSTLY_HIGH},
    {FIELD(wend_planner_def, max_searches), RANGE_UINT32, 1, WEND_PLANNER_SEARCHES_MAX,
     use_planner_def, 0},
    {FIELD(wend_planner_def, memory_ceiling), RANGE_SIZE, 65536, 65536, use_planner_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_planner_def, quantum), RANGE_UINT32, 16, 1 << 24, use_planner_def, 0},
    {FIELD(wend_planner_def, aging), RANGE_UINT32, 1, 65536, use_planner_def, 0},
    {FIELD(wend_planner_def, max_retries), RANGE_UINT32, 0, 1000, use_planner_def, 0},
    {FIELD(wend_planner_def, cache_capacity), RANGE_UINT32, 0, WEND_PLANNER_REQUESTS_MAX,
     use_planner_def, RANGE_COSTLY_HIGH},
    {FIELD(wend_planner_def, goal_trees), RANGE_UINT32, 0, WEND_PLANNER_TREES_MAX, use_planner_def,
     0},
    {FIELD(wend_planner_profile_def, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX,
     use_planner_profile, 0},
    {FIELD(wend_planner_profile_def, size), RANGE_INT32, 1, WEND_CLEARANCE_MAX, use_planner_profile,
     0},
    {FIELD(wend_planner_profile_def, movement_class), RANGE_UINT32, 0, 0, use_planner_profile, 0},
    {FIELD(wend_planner_profile_def, team), RANGE_UINT32, 0, 31, use_planner_profile, 0},
    {FIELD(wend_planner_profile_def, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX,
     use_planner_profile, RANGE_ANY_ABOVE},
    {FIELD(wend_planner_profile_def, stops), RANGE_UINT32, 0, UINT32_MAX, use_planner_profile,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_planner_profile_def, factor), RANGE_DOUBLE, 1.0 / 256, 65536, use_planner_profile,
     0},
    {FIELD(wend_planner_profile_def, max_node_distance), RANGE_DOUBLE, 0, (double)INFINITY,
     use_planner_profile, 0},
    {FIELD(wend_planner_profile_def, max_height_difference), RANGE_DOUBLE, 0, (double)INFINITY,
     use_planner_profile, 0},
    {FIELD(wend_planner_profile_def, max_nodes), RANGE_SIZE, 1, UINT32_MAX / 2, use_planner_profile,
     0},
    {FIELD(wend_planner_profile_def, flags_required), RANGE_UINT32, 0, UINT32_MAX,
     use_planner_profile, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_planner_profile_def, flags_refused), RANGE_UINT32, 0, UINT32_MAX,
     use_planner_profile, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_planner_profile_def, overlay_layers), RANGE_UINT32, 0, UINT32_MAX,
     use_planner_profile, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_planner_profile_def, behaviour_count), RANGE_SIZE, 0, 3, use_planner_profile,
     RANGE_ANY_ABOVE},
    {FIELD(wend_planner_request_def, profile), RANGE_UINT32, 0, 0, use_planner_request, 0},
    {FIELD(wend_planner_request_def, goal), RANGE_INT32, 0, WEND_PLANNER_GOAL_AWAY,
     use_planner_request, 0},
    {FIELD(wend_planner_request_def, distance), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX,
     use_planner_request, 0},
    {FIELD(wend_planner_request_def, agent), RANGE_UINT64, 0, 18446744073709549568.0,
     use_planner_request, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_planner_request_def, priority), RANGE_UINT32, 0, WEND_PLANNER_PRIORITY_MAX,
     use_planner_request, 0},
    {FIELD(wend_planner_request_def, deadline), RANGE_UINT32, 0, UINT32_MAX, use_planner_request,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_planner_request_def, partial_after_steps), RANGE_UINT64, 0, 18446744073709549568.0,
     use_planner_request, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_planner_request_def, partial_after_updates), RANGE_UINT32, 0, UINT32_MAX,
     use_planner_request, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_planner_request_def, partial_after_depth), RANGE_UINT32, 0, UINT32_MAX,
     use_planner_request, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_planner_request_def, start_tolerance), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX,
     use_planner_request, 0},
};
const range_list ranges_planner = {rows, sizeof rows / sizeof *rows};
