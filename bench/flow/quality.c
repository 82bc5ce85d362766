/* Compares the lengths of paths along the fields with the cheapest ones over 8 neighbours and with
 * the shortest ones.
 * Cost: a second or two for each map of 200 pairs. */
#include "flow/suite.h"
#include "search/contestants.h"
#include "search/suite.h"
#include "wend/flow.h"
#include "wend/mesh_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 200, PAIRS_QUICK = 20, TRIED = 4000, OPEN_SIDE = 512, SEED = 71 };

static const double stride = 0.1;      /* metres, a tenth of a cell, between two samples */
static const double apart_most = 100;  /* cells between the ends of a pair, at least */
static const double small_side = 150;  /* on maps no longer than this: half of the longer side */
static const double times_longer = 20; /* than the cheapest path: then the walker is lost */

/* One map, and the methods that find paths over it. */
typedef struct walkers {
    bench_wend search;
    wend_flow *flow;
    wend_mesh *mesh; /* NULL: too large or too little memory: no shortest paths */
    wend_mesh_space *space;
    wend_mesh_search *any_angle;
    int32_t width;
    double apart; /* metres between the ends of a pair, at least */
} walkers;

/* Paths over one map, relative to the best ones. */
typedef struct quality {
    size_t pairs, lost;
    double mean, worst;         /* walked, by the best over 8 neighbours */
    double any_mean, any_worst; /* walked, by the shortest */
    double best_mean;           /* the best over 8 neighbours, by the shortest */
    double request_us;          /* requested until the fields are complete, mean */
} quality;

static void walkers_free(walkers *w)
{
    wend_mesh_search_destroy(w->any_angle);
    wend_mesh_space_destroy(w->space);
    wend_mesh_destroy(w->mesh);
    wend_flow_destroy(w->flow);
    bench_wend_free(&w->search);
}

static void make_any_angle(walkers *w)
{
    wend_mesh_space_def def = wend_mesh_space_def_default();
    if (wend_mesh_from_grid(w->search.grid, 0, WEND_TEAM_NONE, NULL, &w->mesh, NULL) != WEND_OK) {
        return;
    }
    def.mesh = w->mesh;
    if (wend_mesh_space_create(&def, &w->space) == WEND_OK) {
        (void)wend_mesh_search_create(w->space, NULL, &w->any_angle);
    }
}

static bool walkers_make(walkers *w, const bench_map *map)
{
    wend_flow_def def = wend_flow_def_default();
    memset(w, 0, sizeof *w);
    w->width = map->width;
    const double side = map->width > map->height ? map->width : map->height;
    w->apart = side > small_side ? apart_most : side / 2;
    if (!bench_wend_make(&w->search, map)) {
        return false;
    }
    make_any_angle(w);
    def.grid = w->search.grid;
    return wend_flow_create(&def, &w->flow) == WEND_OK &&
           wend_flow_update(w->flow, NULL) == WEND_OK;
}

static wend_vec2 middle_of(const walkers *w, wend_node cell)
{
    const int32_t x = (int32_t)cell % w->width, y = (int32_t)cell / w->width;
    return (wend_vec2){x + 0.5, y + 0.5};
}

static double distance(wend_vec2 a, wend_vec2 b)
{
    return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

static bool is_open_at(const walkers *w, wend_vec2 at)
{
    return wend_grid_is_open(w->search.grid, 0, WEND_TEAM_NONE, (int32_t)floor(at.x),
                             (int32_t)floor(at.y));
}

/* Length of the path along the fields; negative without arrival, or into a wall. */
static double walk(const walkers *w, wend_flow_request_id id, wend_vec2 at, wend_vec2 goal,
                   double longest)
{
    double length = 0;
    while (length < longest && is_open_at(w, at)) {
        double x;
        double y;
        const wend_flow_guidance why = wend_flow_sample(w->flow, id, 0, at.x, at.y, &x, &y);
        const double step = fmin(stride, distance(at, goal));
        if (why == WEND_FLOW_ARRIVED) {
            return length + distance(at, goal);
        }
        if (why != WEND_FLOW_LINE_OF_SIGHT && why != WEND_FLOW_FIELD) {
            return -1;
        }
        at.x += step * x;
        at.y += step * y;
        length += step;
    }
    return -1;
}

/* Adds a request for one pair, walks, removes the request. */
static double walk_pair(const walkers *w, const bench_query *query, double best, double *request_us)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    const wend_flow_position start = {middle_of(w, query->start), 0};
    const wend_flow_position goal = {middle_of(w, query->goal), 0};
    wend_flow_request_id id;
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = &start;
    def.source_count = 1;
    const uint64_t begin = bench_clock_ns();
    double length = -1;
    if (wend_flow_add_request(w->flow, &def, &id, NULL) == WEND_OK &&
        wend_flow_update(w->flow, NULL) == WEND_OK) {
        *request_us += (double)(bench_clock_ns() - begin) / 1000;
        length = walk(w, id, start.position, goal.position, times_longer * best);
    }
    (void)wend_flow_remove_request(w->flow, id);
    return length;
}

/* NaN where it is not known. */
static double shortest(const walkers *w, const bench_query *query)
{
    wend_mesh_search_query ask = wend_mesh_search_query_default();
    wend_mesh_search_answer answer;
    if (w->any_angle == NULL) {
        return (double)NAN;
    }
    const wend_vec2 start = middle_of(w, query->start), goal = middle_of(w, query->goal);
    ask.start = wend_mesh_location_at(start.x, start.y, 0);
    ask.goal = wend_mesh_location_at(goal.x, goal.y, 0);
    const bool is_found = wend_mesh_search_find(w->any_angle, &ask) == WEND_OK;
    wend_mesh_search_get_answer(w->any_angle, &answer);
    return is_found ? answer.length : (double)NAN;
}

static void add_pair(const walkers *w, const bench_query *query, double best, quality *q)
{
    const double any = shortest(w, query);
    const double walked = walk_pair(w, query, best, &q->request_us);
    q->pairs++;
    if (walked < 0) {
        q->lost++;
        return;
    }
    q->mean += walked / best;
    q->worst = fmax(q->worst, walked / best);
    q->any_mean += walked / any;
    q->any_worst = fmax(q->any_worst, walked / any);
    q->best_mean += best / any;
}

static quality judge(walkers *w, const bench_map *map, size_t pairs)
{
    const bench_runner runner = bench_wend_runner(&w->search);
    quality q = {0};
    for (size_t i = 0; i < map->query_count && q.pairs < pairs; i++) {
        const bench_query *query = &map->queries[i];
        if (distance(middle_of(w, query->start), middle_of(w, query->goal)) < w->apart) {
            continue;
        }
        const yardstick_answer answer = runner.find(runner.context, query->start, query->goal);
        if (answer.is_found) {
            add_pair(w, query, (double)answer.cost / (double)WEND_COST_ONE, &q);
        }
    }
    const double arrived = (double)(q.pairs - q.lost);
    q.worst = arrived > 0 ? q.worst : (double)NAN;
    q.any_worst = arrived > 0 ? q.any_worst : (double)NAN;
    q.mean /= arrived;
    q.any_mean /= arrived;
    q.best_mean /= arrived;
    q.request_us /= (double)q.pairs;
    return q;
}

static const bench_column columns[] = {{"map", "map"},
                                       {"pairs", "pairs"},
                                       {"apart", "at least apart"},
                                       {"lost", "lost"},
                                       {"mean", "walked / best over 8, mean"},
                                       {"worst", "worst"},
                                       {"any_mean", "walked / shortest, mean"},
                                       {"any_worst", "worst"},
                                       {"best_mean", "best over 8 / shortest, mean"},
                                       {"request_us", "order until fields, µs"}};

static void put_target(flow_suite *suite, const char *name, const char *what, double value,
                       double bound)
{
    char line[BENCH_NAME_CAPACITY];
    snprintf(line, sizeof line, "%s: walked by the best over 8 neighbours, %s", name, what);
    bench_report_target(&suite->report, line, value, bound, false);
}

static void put_row(flow_suite *suite, const char *name, double apart, const quality *q)
{
    bench_cell_text(&suite->report, name);
    bench_cell_number(&suite->report, (double)q->pairs, 0);
    bench_cell_number(&suite->report, apart, 0);
    bench_cell_number(&suite->report, (double)q->lost, 0);
    bench_cell_number(&suite->report, q->mean, 4);
    bench_cell_number(&suite->report, q->worst, 4);
    bench_cell_number(&suite->report, q->any_mean, 4);
    bench_cell_number(&suite->report, q->any_worst, 4);
    bench_cell_number(&suite->report, q->best_mean, 4);
    bench_cell_number(&suite->report, q->request_us, 1);
    suite->mismatches += q->lost;
    if (q->pairs > 0) {
        put_target(suite, name, "mean", q->mean, 1.04);
        put_target(suite, name, "worst", q->worst, 1.12);
    }
}

static void measure_map(flow_suite *suite, bench_map *map)
{
    walkers w;
    bench_progress("quality", map->name);
    if (!bench_map_random_queries(map, SEED, TRIED)) {
        flow_suite_fail(suite, map->name, "no pairs");
        return;
    }
    if (walkers_make(&w, map)) {
        const quality q = judge(&w, map, suite->is_quick ? PAIRS_QUICK : PAIRS);
        put_row(suite, map->name, w.apart, &q);
    } else {
        flow_suite_fail(suite, map->name, "cannot be made");
    }
    walkers_free(&w);
}

static void measure_made(flow_suite *suite)
{
    bench_map map;
    if (!bench_map_make(&map, BENCH_OPEN, OPEN_SIDE, SEED)) {
        flow_suite_fail(suite, "open", "out of memory");
        return;
    }
    memset(map.costs, 1, (size_t)OPEN_SIDE * OPEN_SIDE);
    snprintf(map.name, sizeof map.name, "open");
    measure_map(suite, &map);
    bench_map_free(&map);
    if (bench_map_make(&map, BENCH_OPEN, OPEN_SIDE, SEED)) {
        measure_map(suite, &map);
        bench_map_free(&map);
    }
}

static bool is_wanted(const char *file)
{
    return strstr(file, "dao/") != NULL || strstr(file, "street/") != NULL ||
           strstr(file, "rooms/") != NULL;
}

static void measure_files(flow_suite *suite)
{
    bench_files files = {0};
    if (suite->maps_folder == NULL) {
        bench_report_note(&suite->report, "Quality on made maps only: no folder with maps.");
        return;
    }
    if (!bench_files_list(&files, suite->maps_folder, ".map")) {
        flow_suite_fail(suite, suite->maps_folder, "out of memory");
    }
    size_t wanted = 0;
    for (size_t i = 0; i < files.count; i++) {
        bench_map map;
        if (!is_wanted(files.names[i])) {
            continue;
        }
        wanted++;
        if (bench_map_load(&map, files.names[i])) {
            measure_map(suite, &map);
            bench_map_free(&map);
        } else {
            suite->failures++; /* loading said why */
        }
    }
    if (wanted == 0) {
        flow_suite_fail(suite, suite->maps_folder, "no map files in its dao/, street/ or rooms/");
    }
    bench_files_free(&files);
}

void bench_flow_quality(flow_suite *suite)
{
    bench_table_begin(&suite->report, "quality", "Paths along the fields, default settings",
                      columns, sizeof columns / sizeof columns[0]);
    measure_made(suite);
    measure_files(suite);
    bench_table_end(&suite->report);
}
