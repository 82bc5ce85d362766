/* Measures orders across a map: new, the same once more, and repaired after a wall on the route.
 * The alternative in the same run is Dial's flood of the whole map, which needs no portals.
 * Cost: some hundred milliseconds a run and map; the large map some seconds. */
#include "flow/suite.h"
#include "measure/timing.h"
#include "search/suite.h"
#include "wend/flow.h"
#include "wend/stamp.h"
#include "yardstick/flow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SECTOR_SIDE = 10,
    SIDE = 1000,
    SIDE_QUICK = 250,
    WALL_LENGTH = 20,
    CORNER = 32,
    PER_CENT = 100,
    SEED = 73,
    ORDERS = 100, /* on the large map, ... */
    SOURCES = 500,
    LARGE_SIDE = 16384,
    LARGE_SIDE_QUICK = 1024
};

static const double ns_per_ms = 1e6, ns_per_s = 1e9, army_side = 500, units_a_step = 12;

/* A map, the flood over it, and a flow. */
typedef struct orders_world {
    bench_map map;
    yardstick_map plain;
    yardstick_dial *dial;
    wend_grid *grid;
    wend_flow *flow;
} orders_world;

static void world_free(orders_world *w)
{
    wend_flow_destroy(w->flow);
    wend_grid_destroy(w->grid);
    yardstick_dial_destroy(w->dial);
    yardstick_map_free(&w->plain);
    bench_map_free(&w->map);
}

/* Rooms, or single walls at random, so many per cent. Both corners are open: rooms there may have no
 * door. */
static bool make_map(bench_map *map, bool has_rooms, uint32_t walls, int32_t side)
{
    if (!bench_map_make(map, BENCH_ROOMS, side, SEED)) {
        return false;
    }
    for (int32_t i = 0; !has_rooms && i < side * side; i++) {
        const bool is_wall = wend_random_below(SEED, (uint64_t)i, 0, PER_CENT) < walls;
        map->costs[i] = is_wall ? WEND_COST_WALL : 1;
    }
    for (int32_t i = 0; i < CORNER * CORNER; i++) {
        const int32_t x = i % CORNER, y = i / CORNER;
        map->costs[y * side + x] = 1;
        map->costs[(side - 1 - y) * side + side - 1 - x] = 1;
    }
    return true;
}

static wend_flow *make_flow(const wend_grid *grid)
{
    wend_flow_def def = wend_flow_def_default();
    wend_flow *flow = NULL;
    def.grid = grid;
    if (wend_flow_create(&def, &flow) == WEND_OK && wend_flow_update(flow, NULL) == WEND_OK) {
        return flow;
    }
    wend_flow_destroy(flow);
    return NULL;
}

static bool world_make(orders_world *w, bool has_rooms, uint32_t walls, int32_t side)
{
    memset(w, 0, sizeof *w);
    if (!make_map(&w->map, has_rooms, walls, side) ||
        !yardstick_map_make(&w->plain, w->map.costs, side, side)) {
        return false;
    }
    w->dial = yardstick_dial_create(&w->plain);
    w->grid = bench_map_grid_of(&w->map, NULL, SECTOR_SIDE);
    return w->dial != NULL && w->grid != NULL;
}

/* From the upper left corner to the lower right one; fields on the way, or (whole) everywhere. */
static bool order_across(const orders_world *w, bool is_whole, wend_flow_request_id *id)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    const wend_flow_position start = {{0.5, 0.5}, 0};
    const wend_flow_position goal = {{w->map.width - 0.5, w->map.height - 0.5}, 0};
    wend_flow_request_info info;
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = &start;
    def.source_count = is_whole ? 0 : 1;
    def.covers_all = is_whole;
    return wend_flow_add_request(w->flow, &def, id, NULL) == WEND_OK &&
           wend_flow_update(w->flow, NULL) == WEND_OK &&
           wend_flow_get_request(w->flow, *id, &info) == WEND_OK &&
           info.state == WEND_FLOW_STATE_READY;
}

/* The cell in the middle of the walk from the corner. @return false: the walk does not end. */
static bool find_middle(const orders_world *w, wend_flow_request_id id, int32_t *x, int32_t *y)
{
    double total = 0, left = 0;
    wend_vec2 at = {0.5, 0.5};
    if (wend_flow_cost_left(w->flow, id, 0, at.x, at.y, &total) != WEND_OK) {
        return false;
    }
    left = total;
    for (int32_t i = 0; i < w->map.width * w->map.height && left > total / 2; i++) {
        wend_vec2 to;
        (void)wend_flow_sample(w->flow, id, 0, at.x, at.y, &to.x, &to.y);
        at = wend_vec2_add(at, wend_vec2_scale(to, 0.5));
        if (wend_flow_cost_left(w->flow, id, 0, at.x, at.y, &left) != WEND_OK) {
            return false;
        }
    }
    *x = (int32_t)at.x;
    *y = (int32_t)at.y;
    return left <= total / 2;
}

/* The wall is a stamp from the upper right to the lower left, across the route. */
static wend_result place_wall(const orders_world *w, int32_t x, int32_t y, wend_stamp_id *id)
{
    static uint8_t costs[WALL_LENGTH * WALL_LENGTH];
    wend_stamp_def def = wend_stamp_def_default();
    memset(costs, 0, sizeof costs);
    for (int32_t i = 0; i < WALL_LENGTH; i++) {
        costs[i * WALL_LENGTH + WALL_LENGTH - 1 - i] = WEND_COST_WALL;
    }
    def.x = x - WALL_LENGTH / 2;
    def.y = y - WALL_LENGTH / 2;
    def.width = WALL_LENGTH;
    def.height = WALL_LENGTH;
    def.costs = costs;
    return wend_grid_add_stamp(w->grid, &def, id, NULL);
}

/* Nanoseconds of one run: an order, the same after it was removed, and walls on its way. */
typedef struct orders_times {
    double flood, cold, beside, again; /* beside: the first one is there still */
    double wall[2], wall_whole[2];     /* placed, removed */
    double by_best;                    /* cost of the first order's path by the least one */
} orders_times;

/* From placing the wall, and from removing it, until all is right again. The first of two walls gets
 * memory from the system, the second one counts. @return false: failed. */
static bool time_wall(const orders_world *w, wend_flow_request_id id, double times[2])
{
    wend_stamp_id wall;
    int32_t x = 0, y = 0;
    if (!find_middle(w, id, &x, &y)) {
        return false;
    }
    bool is_done = true;
    for (int i = 0; is_done && i < 2; i++) {
        const uint64_t begin = bench_clock_ns();
        is_done =
            place_wall(w, x, y, &wall) == WEND_OK && wend_flow_update(w->flow, NULL) == WEND_OK;
        const uint64_t placed = bench_clock_ns();
        is_done = is_done && wend_grid_remove_stamp(w->grid, wall) == WEND_OK &&
                  wend_flow_update(w->flow, NULL) == WEND_OK;
        times[0] = (double)(placed - begin);
        times[1] = (double)(bench_clock_ns() - placed);
    }
    return is_done;
}

static bool time_once(orders_world *w, orders_times *t)
{
    wend_flow_request_id id;
    uint64_t begin = bench_clock_ns();
    yardstick_dial_eight(w->dial,
                         yardstick_map_cell(&w->plain, w->map.width - 1, w->map.height - 1));
    t->flood = (double)(bench_clock_ns() - begin);

    w->flow = make_flow(w->grid);
    if (w->flow == NULL) {
        return false;
    }
    begin = bench_clock_ns();
    bool is_done = order_across(w, false, &id);
    t->cold = (double)(bench_clock_ns() - begin);

    double cost = 0;
    is_done = is_done && wend_flow_cost_left(w->flow, id, 0, 0.5, 0.5, &cost) == WEND_OK;
    t->by_best = cost * units_a_step / (w->plain.d[yardstick_map_cell(&w->plain, 0, 0)] - 1);

    wend_flow_request_id other;
    begin = bench_clock_ns();
    is_done = is_done && order_across(w, false, &other);
    t->beside = (double)(bench_clock_ns() - begin);

    is_done = is_done && wend_flow_remove_request(w->flow, other) == WEND_OK &&
              wend_flow_remove_request(w->flow, id) == WEND_OK;
    begin = bench_clock_ns();
    is_done = is_done && order_across(w, false, &id);
    t->again = (double)(bench_clock_ns() - begin);

    is_done = is_done && time_wall(w, id, t->wall) &&
              wend_flow_remove_request(w->flow, id) == WEND_OK && order_across(w, true, &id) &&
              time_wall(w, id, t->wall_whole);
    wend_flow_destroy(w->flow);
    w->flow = NULL;
    return is_done;
}

enum { TIMES = 8 };

static const bench_column columns[] = {{"map", "map"},
                                       {"flood_ms", "Dial over all cells, ms"},
                                       {"cold_ms", "new order, ms"},
                                       {"beside_ms", "the same beside it, ms"},
                                       {"again_ms", "the same after its end, ms"},
                                       {"wall_ms", "wall on the route: repaired, ms"},
                                       {"wall_gone_ms", "wall removed, ms"},
                                       {"wall_whole_ms", "wall, fields everywhere, ms"},
                                       {"wall_whole_gone_ms", "wall removed, ms"},
                                       {"ratio", "new order / Dial"},
                                       {"path_by_best", "its path / best"}};

static void measure(flow_suite *suite, const char *name, bool has_rooms, uint32_t walls,
                    double bound)
{
    orders_world w;
    double *times = calloc(TIMES * suite->runs, sizeof *times);
    double by_best = 0;
    bool is_done =
        times != NULL && world_make(&w, has_rooms, walls, suite->is_quick ? SIDE_QUICK : SIDE);
    bench_progress("orders", name);
    for (size_t run = 0; is_done && run <= suite->runs; run++) {
        orders_times t = {0};
        is_done = time_once(&w, &t);
        by_best = t.by_best;
        const double all[TIMES] = {t.flood,   t.cold,    t.beside,        t.again,
                                   t.wall[0], t.wall[1], t.wall_whole[0], t.wall_whole[1]};
        for (size_t i = 0; is_done && i < TIMES; i++) {
            times[i * suite->runs + (run > 0 ? run - 1 : 0)] = all[i]; /* the first one warms up */
        }
    }
    if (is_done) {
        double medians[TIMES];
        char line[BENCH_NAME_CAPACITY];
        bench_cell_text(&suite->report, name);
        for (size_t i = 0; i < TIMES; i++) {
            medians[i] = bench_median(times + i * suite->runs, suite->runs);
            bench_cell_number(&suite->report, medians[i] / ns_per_ms, 3);
        }
        bench_cell_number(&suite->report, medians[1] / medians[0], 4);
        bench_cell_number(&suite->report, by_best, 4);
        snprintf(line, sizeof line, "orders, %s: a new one by a flood of the map", name);
        bench_report_time(&suite->report, line, medians[1] / medians[0], bound, false);
    } else {
        flow_suite_fail(suite, "orders", name);
    }
    if (times != NULL) {
        world_free(&w);
    }
    free(times);
}

/* ---- many orders of many sources on a large open map ---- */

/* An army: the sources of an order, around a position. */
static void place_sources(wend_flow_position *sources, uint64_t order, int32_t side)
{
    const double at_x = side * wend_random_unit(SEED, order, 2);
    const double at_y = side * wend_random_unit(SEED, order, 3);
    for (uint64_t i = 0; i < SOURCES; i++) {
        const double x = at_x + army_side * (wend_random_unit(SEED, order, 2 * i + 4) - 0.5);
        const double y = at_y + army_side * (wend_random_unit(SEED, order, 2 * i + 5) - 0.5);
        sources[i] =
            (wend_flow_position){{fmin(fmax(x, 0), side - 1), fmin(fmax(y, 0), side - 1)}, 0};
    }
}

/* @return false: failed. */
static bool time_large(int32_t side, double *all, double *worst)
{
    wend_grid_def grid_def = wend_grid_def_default();
    wend_grid *grid = NULL;
    grid_def.width = grid_def.height = side;
    grid_def.sector_size = SECTOR_SIDE;
    wend_flow *flow = wend_grid_create(&grid_def, &grid) == WEND_OK ? make_flow(grid) : NULL;
    bool is_done = flow != NULL;
    for (uint64_t order = 0; is_done && order < ORDERS; order++) {
        wend_flow_position sources[SOURCES];
        place_sources(sources, order, side);
        const wend_flow_position goal = {
            {side * wend_random_unit(SEED, order, 0), side * wend_random_unit(SEED, order, 1)}, 0};
        wend_flow_request_def def = wend_flow_request_def_default();
        wend_flow_request_id id;
        def.goals = &goal;
        def.goal_count = 1;
        def.sources = sources;
        def.source_count = SOURCES;
        const uint64_t begin = bench_clock_ns();
        is_done = wend_flow_add_request(flow, &def, &id, NULL) == WEND_OK &&
                  wend_flow_update(flow, NULL) == WEND_OK;
        const double ns = (double)(bench_clock_ns() - begin);
        is_done = is_done && wend_flow_remove_request(flow, id) == WEND_OK;
        *all += ns;
        *worst = fmax(*worst, ns);
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    return is_done;
}

static const bench_column large_columns[] = {{"figure", "figure"}, {"seconds", "s"}};

static void measure_large(flow_suite *suite)
{
    double all = 0, worst = 0;
    bench_progress("orders", "large");
    if (!time_large(suite->is_quick ? LARGE_SIDE_QUICK : LARGE_SIDE, &all, &worst)) {
        flow_suite_fail(suite, "orders", "large");
        return;
    }
    bench_cell_text(&suite->report, "100 orders of 500 sources within 500 cells");
    bench_cell_number(&suite->report, all / ns_per_s, 3);
    bench_cell_text(&suite->report, "the slowest of them");
    bench_cell_number(&suite->report, worst / ns_per_s, 3);
}

void bench_flow_orders(flow_suite *suite)
{
    bench_table_begin(&suite->report, "orders", "Orders from corner to corner, sectors of 10",
                      columns, sizeof columns / sizeof columns[0]);
    measure(suite, "open", false, 0, 0.02);
    measure(suite, "rooms", true, 0, 0.1);
    measure(suite, "12 % walls", false, 12, 0.1);
    measure(suite, "20 % walls", false, 20, 0.2);
    bench_table_end(&suite->report);
    bench_table_begin(&suite->report, "large_orders", "Open ground of 16384 x 16384 cells",
                      large_columns, sizeof large_columns / sizeof large_columns[0]);
    measure_large(suite);
    bench_table_end(&suite->report);
}
