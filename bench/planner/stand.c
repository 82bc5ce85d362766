/* A grid, a planner over it, and its requests. */
#include "planner/suite.h"

#include <string.h>

wend_vec3 planner_stand_centre(const planner_stand *s, wend_node node)
{
    const wend_vec2 at = wend_grid_position(s->grid, node);
    return (wend_vec3){at.x, at.y, 0};
}

bool planner_stand_make(planner_stand *s, const planner_suite *suite, bench_kind kind,
                        bool has_table, const wend_executor *executor)
{
    memset(s, 0, sizeof *s);
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    if (!bench_map_make(&s->map, kind, suite->side, 1) ||
        !bench_map_random_queries(&s->map, 2, PLANNER_REQUESTS)) {
        return false;
    }
    s->grid = bench_map_grid(&s->map, NULL);
    def.grid = s->grid;
    def.max_requests = PLANNER_REQUESTS;
    def.cache_capacity = 0;
    if (executor != NULL) {
        def.executor = *executor;
    }
    profile.has_jump_table = has_table;
    return s->grid != NULL && wend_planner_create(&def, &s->planner) == WEND_OK &&
           wend_planner_add_profile(s->planner, &profile, &index) == WEND_OK;
}

void planner_stand_free(planner_stand *s)
{
    wend_planner_destroy(s->planner);
    wend_grid_destroy(s->grid);
    bench_map_free(&s->map);
}

bool planner_stand_ask(planner_stand *s, uint32_t count, wend_method method, uint32_t mix,
                       wend_path_shape shape)
{
    bool is_done = true;
    for (uint32_t i = 0; i < count && is_done; i++) {
        wend_planner_request_def def = wend_planner_request_def_default();
        const bench_query *query = &s->map.queries[i % s->map.query_count];
        def.query.from = planner_stand_centre(s, query->start);
        def.query.to = planner_stand_centre(s, query->goal);
        def.query.method = mix != 0 && i % mix == 0 ? WEND_METHOD_ASTAR : method;
        def.query.shape = shape;
        is_done = wend_planner_add_request(s->planner, &def, &s->ids[i]) == WEND_OK;
    }
    return is_done;
}

void planner_stand_release(planner_stand *s)
{
    for (uint32_t i = 0; i < PLANNER_REQUESTS; i++) {
        (void)wend_planner_release(s->planner, s->ids[i]);
    }
}
