/* Compares walks along the fields with the cheapest paths by cells, and on ground of one kind with
 * the shortest paths. A walk costs its length times the cost of the ground under it.
 * Cost: a second or two for each map of 200 pairs. */
#include "flow/suite.h"
#include "search/contestants.h"
#include "search/suite.h"
#include "wend/flow.h"
#include "wend/mesh_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAIRS = 200,
    PAIRS_QUICK = 20,
    TRIED = 4000,
    OPEN_SIDE = 512,
    MAZE_SIDE = 255,
    ROUGH_SIDE = 192,
    ROUGH_PAIRS = 60,
    SEED = 71
};

static const double stride = 0.1;      /* metres, a tenth of a cell, between two samples */
static const double apart_most = 100;  /* cells between the ends of a pair, at least */
static const double small_side = 150;  /* on maps no longer than this: half of the longer side */
static const double times_longer = 20; /* than the cheapest path: then the walker is lost */

/* How directions are found. */
typedef struct walk_kind {
    const char *name;
    wend_flow_integration integration;
    bool has_angles;
} walk_kind;

static const walk_kind walk_kinds[] = {
    {"8 neighbours", WEND_FLOW_STEPS_8, false}, {"8, angles", WEND_FLOW_STEPS_8, true},
    {"4 neighbours", WEND_FLOW_STEPS_4, false}, {"4, angles", WEND_FLOW_STEPS_4, true},
    {"Eikonal", WEND_FLOW_EIKONAL, false},      {"Eikonal, angles", WEND_FLOW_EIKONAL, true}};

enum { WALK_KINDS = sizeof walk_kinds / sizeof walk_kinds[0] };

/* One map, and the methods that find paths over it. */
typedef struct walkers {
    const uint8_t *costs; /* of the map */
    bench_wend search;
    wend_flow *flow;
    wend_mesh *mesh; /* NULL: too large or too little memory: no shortest paths */
    wend_mesh_space *space;
    wend_mesh_search *any_angle;
    int32_t width;
    bool covers_all; /* else fields along the routes only */
    double apart;    /* metres between the ends of a pair, at least */
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

static bool walkers_make(walkers *w, const bench_map *map, const walk_kind *kind, bool is_rough,
                         bool covers_all)
{
    wend_flow_def def = wend_flow_def_default();
    memset(w, 0, sizeof *w);
    w->costs = map->costs;
    w->width = map->width;
    w->covers_all = covers_all;
    const double side = map->width > map->height ? map->width : map->height;
    w->apart = side > small_side ? apart_most : side / 2;
    if (!bench_wend_make(&w->search, map)) {
        return false;
    }
    if (!is_rough) {
        make_any_angle(w);
    }
    def.grid = w->search.grid;
    def.integration = kind->integration;
    def.has_angles = kind->has_angles;
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

/* Cost of a straight step, piece by piece between the borders of cells. */
static double cost_of_step(const walkers *w, wend_vec2 from, wend_vec2 to)
{
    const double length = distance(from, to);
    const double cuts[2] = {floor(fmax(from.x, to.x)), floor(fmax(from.y, to.y))};
    const double low[2] = {fmin(from.x, to.x), fmin(from.y, to.y)};
    const double by[2] = {to.x - from.x, to.y - from.y};
    const double start[2] = {from.x, from.y};
    double at[4] = {0.0, 1.0, 1.0, 1.0};
    for (int axis = 0; axis < 2; axis++) {
        at[axis + 1] = cuts[axis] > low[axis] ? (cuts[axis] - start[axis]) / by[axis] : 1.0;
    }
    const double first = fmin(at[1], at[2]), second = fmax(at[1], at[2]);
    at[1] = first;
    at[2] = second;
    double cost = 0.0;
    for (int piece = 0; piece < 3; piece++) {
        const double middle = 0.5 * (at[piece] + at[piece + 1]);
        const int32_t x = (int32_t)floor(from.x + middle * by[0]);
        const int32_t y = (int32_t)floor(from.y + middle * by[1]);
        cost += (at[piece + 1] - at[piece]) * length * w->costs[y * w->width + x];
    }
    return cost;
}

/* Cost of the walk along the fields; negative without arrival, or into a wall. */
static double walk(const walkers *w, wend_flow_request_id id, wend_vec2 at, wend_vec2 goal,
                   double most)
{
    double cost = 0;
    while (cost < most && is_open_at(w, at)) {
        wend_vec2 to;
        const wend_flow_guidance why = wend_flow_sample(w->flow, id, 0, at.x, at.y, &to.x, &to.y);
        const double step = fmin(stride, distance(at, goal));
        if (why == WEND_FLOW_ARRIVED) {
            return cost + cost_of_step(w, at, goal);
        }
        if (why != WEND_FLOW_LINE_OF_SIGHT && why != WEND_FLOW_FIELD) {
            return -1;
        }
        const wend_vec2 next = {at.x + step * to.x, at.y + step * to.y};
        cost += cost_of_step(w, at, next);
        at = next;
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
    def.covers_all = w->covers_all;
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
            /* A step costs what it enters; a walk from middle to middle half of both ends. */
            const double ends = 0.5 * (w->costs[query->start] - w->costs[query->goal]);
            add_pair(w, query, (double)answer.cost / (double)WEND_COST_ONE + ends, &q);
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
                                       {"directions", "directions"},
                                       {"fields", "fields"},
                                       {"pairs", "pairs"},
                                       {"apart", "at least apart"},
                                       {"lost", "lost"},
                                       {"mean", "walked / best by cells, mean"},
                                       {"worst", "worst"},
                                       {"any_mean", "walked / shortest, mean"},
                                       {"any_worst", "worst"},
                                       {"best_mean", "best by cells / shortest, mean"},
                                       {"request_us", "order until fields, µs"}};

static void put_target(flow_suite *suite, const char *name, const walk_kind *kind, const char *what,
                       double value, double bound)
{
    char line[BENCH_NAME_CAPACITY];
    snprintf(line, sizeof line, "%s, %s: %s", name, kind->name, what);
    bench_report_target(&suite->report, line, value, bound, false);
}

static void put_row(flow_suite *suite, const char *name, const walk_kind *kind, bool covers_all,
                    double apart, const quality *q)
{
    bench_cell_text(&suite->report, name);
    bench_cell_text(&suite->report, kind->name);
    bench_cell_text(&suite->report, covers_all ? "everywhere" : "along the route");
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
}

/* Over rough ground walks along a route are reported, but not judged: what they lose more than
 * those with fields everywhere is lost by the route. */
static void measure_kind(flow_suite *suite, const bench_map *map, const walk_kind *kind,
                         bool is_rough, bool covers_all)
{
    walkers w;
    const size_t pairs = is_rough ? ROUGH_PAIRS : PAIRS;
    if (walkers_make(&w, map, kind, is_rough, covers_all)) {
        const quality q = judge(&w, map, suite->is_quick ? PAIRS_QUICK : pairs);
        put_row(suite, map->name, kind, covers_all, w.apart, &q);
        if (q.pairs > 0 && is_rough == covers_all) {
            put_target(suite, map->name, kind, "walked by the best path by cells, mean", q.mean,
                       is_rough ? 1.05 : 1.04);
            put_target(suite, map->name, kind, "the same, worst", q.worst, is_rough ? 1.15 : 1.12);
        }
    } else {
        flow_suite_fail(suite, map->name, "cannot be made");
    }
    walkers_free(&w);
}

static void measure_map(flow_suite *suite, bench_map *map)
{
    bench_progress("quality", map->name);
    if (!bench_map_random_queries(map, SEED, TRIED)) {
        flow_suite_fail(suite, map->name, "no pairs");
        return;
    }
    measure_kind(suite, map, &walk_kinds[0], false, false);
}

/* ---- rough ground ---- */

typedef enum rough_kind {
    ROUGH_NOISE,    /* each cell a cost of its own, 1 to 254 */
    ROUGH_FEW,      /* each cell 1, 3 or 10 */
    ROUGH_GRADIENT, /* 1 to 254, smooth over 24 cells */
    ROUGH_SLOPE,    /* the same, 1 to 9 */
    ROUGH_WALLS,    /* blocks of walls, expensive ground beside them */
    ROUGH_PATCHES,  /* rectangles of terrain */
    ROUGH_LIGHT,    /* each cell a cost of its own, 1 to 8, and walls */
    ROUGH_KINDS
} rough_kind;

static const char *const rough_names[] = {"noise 1-254",  "1, 3 or 10",   "gradient 1-254",
                                          "gradient 1-9", "beside walls", "patches",
                                          "noise 1-8"};

/* Linear between random values at the corners of squares of 24 cells, 0 to 1. */
static double smooth_at(int32_t x, int32_t y)
{
    enum { SQUARE = 24 };
    const double across = x % SQUARE / (double)SQUARE, down = y % SQUARE / (double)SQUARE;
    double value = 0;
    for (int32_t corner = 0; corner < 4; corner++) {
        const int32_t cx = x / SQUARE + corner % 2, cy = y / SQUARE + corner / 2;
        const uint64_t hash = wend_hash_u64(SEED, (uint64_t)cy * 1000 + (uint64_t)cx);
        value += (double)(hash % 1001) / 1000.0 * (corner % 2 != 0 ? across : 1 - across) *
                 (corner / 2 != 0 ? down : 1 - down);
    }
    return value;
}

static uint8_t beside_walls(const bench_map *map, int32_t x, int32_t y)
{
    static const uint8_t costs[] = {9, 5, 3, 2, 1};
    int32_t nearest = 4;
    for (int32_t dy = -4; dy <= 4; dy++) {
        for (int32_t dx = -4; dx <= 4; dx++) {
            const int32_t far = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
            const int32_t ox = x + dx, oy = y + dy;
            if (ox >= 0 && oy >= 0 && ox < map->width && oy < map->height && far <= nearest &&
                map->costs[oy * map->width + ox] == WEND_COST_WALL) {
                nearest = far - 1;
            }
        }
    }
    return nearest < 0 ? WEND_COST_WALL : costs[nearest];
}

static uint8_t rough_at(const bench_map *map, rough_kind kind, int32_t x, int32_t y)
{
    static const uint8_t few[] = {1, 3, 10};
    const uint64_t hash = wend_hash_u64(SEED, (uint64_t)y * (uint64_t)map->width + (uint64_t)x);
    switch (kind) {
    case ROUGH_NOISE:
        return (uint8_t)(1 + hash % 254);
    case ROUGH_FEW:
        return few[hash % 3];
    case ROUGH_GRADIENT:
        return (uint8_t)(1 + (int32_t)(253 * smooth_at(x, y)));
    case ROUGH_SLOPE:
        return (uint8_t)(1 + (int32_t)(8 * smooth_at(x, y)));
    case ROUGH_WALLS:
        return beside_walls(map, x, y);
    case ROUGH_PATCHES:
    case ROUGH_LIGHT:
    case ROUGH_KINDS:
    default:
        return map->costs[y * map->width + x];
    }
}

static bool make_rough(bench_map *map, rough_kind kind)
{
    const bench_kind base = kind == ROUGH_PATCHES ? BENCH_PATCHES
                            : kind == ROUGH_LIGHT ? BENCH_NOISE
                                                  : BENCH_OPEN;
    uint8_t *costs = malloc((size_t)ROUGH_SIDE * ROUGH_SIDE);
    if (costs == NULL || !bench_map_make(map, base, ROUGH_SIDE, SEED)) {
        free(costs);
        return false;
    }
    for (int32_t i = 0; i < ROUGH_SIDE * ROUGH_SIDE; i++) {
        costs[i] = rough_at(map, kind, i % ROUGH_SIDE, i / ROUGH_SIDE);
    }
    memcpy(map->costs, costs, (size_t)ROUGH_SIDE * ROUGH_SIDE);
    free(costs);
    snprintf(map->name, sizeof map->name, "%s", rough_names[kind]);
    return true;
}

static void measure_rough(flow_suite *suite)
{
    for (rough_kind kind = ROUGH_NOISE; kind < ROUGH_KINDS; kind++) {
        bench_map map;
        if (!make_rough(&map, kind)) {
            flow_suite_fail(suite, rough_names[kind], "out of memory");
            continue;
        }
        bench_progress("quality", map.name);
        if (bench_map_random_queries(&map, SEED, TRIED)) {
            for (size_t i = 0; i < WALK_KINDS; i++) {
                map.has_diagonals = walk_kinds[i].integration != WEND_FLOW_STEPS_4;
                measure_kind(suite, &map, &walk_kinds[i], true, true);
            }
            map.has_diagonals = true;
            measure_kind(suite, &map, &walk_kinds[0], true, false);
        } else {
            flow_suite_fail(suite, map.name, "no pairs");
        }
        bench_map_free(&map);
    }
}

/* ---- ground of one kind ---- */

static void measure_made(flow_suite *suite)
{
    static const bench_kind kinds[] = {BENCH_OPEN,      BENCH_ROOMS,     BENCH_MAZE,
                                       BENCH_RANDOM_10, BENCH_RANDOM_20, BENCH_RANDOM_35};
    bench_map map;
    if (!bench_map_make(&map, BENCH_OPEN, OPEN_SIDE, SEED)) {
        flow_suite_fail(suite, "open", "out of memory");
        return;
    }
    memset(map.costs, 1, (size_t)OPEN_SIDE * OPEN_SIDE);
    snprintf(map.name, sizeof map.name, "open");
    measure_map(suite, &map);
    bench_map_free(&map);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (bench_map_make(&map, kinds[i], kinds[i] == BENCH_MAZE ? MAZE_SIDE : OPEN_SIDE, SEED)) {
            measure_map(suite, &map);
            bench_map_free(&map);
        }
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
    bench_table_begin(&suite->report, "quality", "Walks along the fields", columns,
                      sizeof columns / sizeof columns[0]);
    measure_rough(suite);
    measure_made(suite);
    measure_files(suite);
    bench_table_end(&suite->report);
}
