/* The common parts of the sections of `wend bench planner`: a grid, a planner and its requests. */
#ifndef BENCH_PLANNER_SUITE_H
#define BENCH_PLANNER_SUITE_H

#include "measure/maps.h"
#include "measure/table.h"
#include "wend/wend.h"

enum { PLANNER_REQUESTS = 1000, PLANNER_SIDE = 1024 };

typedef struct planner_suite {
    bench_report report;
    bool is_quick, is_frames, is_threads, is_goals, is_groups, is_pages;
    int32_t side;
    size_t failures;
} planner_suite;

typedef struct planner_stand {
    bench_map map;
    wend_grid *grid;
    wend_planner *planner;
    wend_planner_request_id ids[PLANNER_REQUESTS];
} planner_stand;

/** The centre of a cell. */
wend_vec3 planner_stand_centre(const planner_stand *s, wend_node node);
/** A map with random queries, and a planner with one profile. */
bool planner_stand_make(planner_stand *s, const planner_suite *suite, bench_kind kind,
                        bool has_table, const wend_executor *executor);
void planner_stand_free(planner_stand *s);
/** Adds the first `count` requests. @param mix one in `mix` is a plain A*, as if it had a radius or a
 * predicate; 0 = none. */
bool planner_stand_ask(planner_stand *s, uint32_t count, wend_method method, uint32_t mix,
                       wend_path_shape shape);
void planner_stand_release(planner_stand *s);

/** The sections. @return false without memory. */
bool planner_measure_frames(planner_suite *suite);
bool planner_measure_threads(planner_suite *suite);
bool planner_measure_pages(planner_suite *suite);

#endif
