/* Measures the costs and directions of a whole map, and compares the results.
 * Cost: a fifth of a second a run and map. */
#include "flow/suite.h"
#include "search/suite.h"
#include "wend/flow.h"
#include "yardstick/flow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Large sectors: fields for all of a map have few borders then. */
enum { SECTOR = 30, SIDE = 1024, SIDE_QUICK = 256, COST_MOST = 254, GOALS = 8, SEED = 67 };

static const double ns_per_ms = 1e6, units_per_step = YARDSTICK_STRAIGHT;

typedef enum whole_kind { OPEN, ROOMS, COSTS, KINDS } whole_kind;

static const char *const names[KINDS] = {"open", "rooms", "costs 1-254"};

static bool make_map(bench_map *map, whole_kind kind, int32_t side)
{
    if (!bench_map_make(map, BENCH_ROOMS, side, SEED)) {
        return false;
    }
    const int32_t count = kind == ROOMS ? 0 : side * side;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t cost = wend_random_below(SEED, (uint64_t)i, 0, COST_MOST);
        map->costs[i] = kind == COSTS ? (uint8_t)(1 + cost) : 1;
    }
    return true;
}

typedef struct place {
    int32_t x, y;
} place;

/* wend over the map: one request at a time, for all of it. Nothing is kept between two. */
typedef struct orders {
    wend_flow *flow;
    wend_flow_request_id id;
    const place *goals; /* [GOALS] */
} orders;

/* One map, and the methods that flood it. */
typedef struct whole {
    yardstick_map map;
    yardstick_dial *dial;
    yardstick_heap *heap;
    wend_grid *grid;
    orders sighted, blind; /* with the pass for line of sight, and without */
    place goals[GOALS];    /* open cells of the map, by run */
} whole;

static void whole_free(whole *w)
{
    yardstick_dial_destroy(w->dial);
    yardstick_heap_destroy(w->heap);
    yardstick_map_free(&w->map);
    wend_flow_destroy(w->sighted.flow);
    wend_flow_destroy(w->blind.flow);
    wend_grid_destroy(w->grid);
}

static uint32_t cell_of(const whole *w, place at)
{
    return yardstick_map_cell(&w->map, at.x, at.y);
}

/* Goals anywhere; of the cells at random the first open one counts. */
static void choose_goals(whole *w)
{
    const uint32_t width = (uint32_t)w->map.width, height = (uint32_t)w->map.height;
    for (uint32_t i = 0; i < GOALS; i++) {
        uint64_t tick = 0;
        do {
            w->goals[i].x = (int32_t)wend_random_below(SEED, i, tick++, width);
            w->goals[i].y = (int32_t)wend_random_below(SEED, i, tick++, height);
        } while (w->map.costs[cell_of(w, w->goals[i])] == YARDSTICK_WALL);
    }
}

static bool orders_make(orders *o, const whole *w, bool has_line_of_sight)
{
    wend_flow_def def = wend_flow_def_default();
    def.grid = w->grid;
    def.has_line_of_sight = has_line_of_sight;
    def.max_unused_bytes = 0;
    def.max_unused_age = 0;
    o->goals = w->goals;
    return wend_flow_create(&def, &o->flow) == WEND_OK &&
           wend_flow_update(o->flow, NULL) == WEND_OK;
}

static bool whole_make(whole *w, const bench_map *map)
{
    memset(w, 0, sizeof *w);
    w->grid = bench_map_grid_of(map, NULL, SECTOR);
    if (w->grid == NULL || !yardstick_map_make(&w->map, map->costs, map->width, map->height)) {
        return false;
    }
    w->dial = yardstick_dial_create(&w->map);
    w->heap = yardstick_heap_create(&w->map);
    choose_goals(w);
    return w->dial != NULL && w->heap != NULL && orders_make(&w->sighted, w, true) &&
           orders_make(&w->blind, w, false);
}

static bool dial_four(void *context, size_t run)
{
    const whole *w = context;
    yardstick_dial_four(w->dial, cell_of(w, w->goals[run % GOALS]));
    return true;
}

static bool dial_eight(void *context, size_t run)
{
    const whole *w = context;
    yardstick_dial_eight(w->dial, cell_of(w, w->goals[run % GOALS]));
    return true;
}

static bool heap_eight(void *context, size_t run)
{
    const whole *w = context;
    yardstick_heap_eight(w->heap, cell_of(w, w->goals[run % GOALS]));
    return true;
}

static bool order_all(void *context, size_t run)
{
    orders *o = context;
    const place at = o->goals[run % GOALS];
    const wend_flow_position goal = {{at.x + 0.5, at.y + 0.5}, 0};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    def.covers_all = true;
    (void)wend_flow_remove_request(o->flow, o->id);
    return wend_flow_add_request(o->flow, &def, &o->id, NULL) == WEND_OK &&
           wend_flow_update(o->flow, NULL) == WEND_OK;
}

/* True if the cost of a cell follows from the cell that it points at. */
static bool is_explained(const yardstick_map *map, uint32_t cell)
{
    const int32_t stride = map->stride;
    const int32_t offsets[8] = {1,  stride + 1,  stride,  stride - 1,
                                -1, -stride - 1, -stride, -stride + 1};
    const uint8_t direction = map->flow[cell];
    if (map->d[cell] == 0 || map->d[cell] == YARDSTICK_MAP_FAR) {
        return direction == YARDSTICK_NOWHERE;
    }
    if (direction >= YARDSTICK_HERE) {
        return direction == YARDSTICK_HERE && map->d[cell] == 1;
    }
    const uint32_t next = (uint32_t)((int32_t)cell + offsets[direction]);
    const bool is_diagonal = (direction & 1) != 0;
    const uint32_t step = is_diagonal ? YARDSTICK_DIAGONAL : YARDSTICK_STRAIGHT;
    const bool is_cut = is_diagonal && (map->d[(int32_t)cell + offsets[direction - 1]] == 0 ||
                                        map->d[(int32_t)cell + offsets[(direction + 1) & 7]] == 0);
    return !is_cut && map->d[cell] == map->d[next] + step * map->costs[next];
}

static size_t count_unexplained(const yardstick_map *map)
{
    size_t count = 0;
    for (int32_t y = 0; y < map->height; y++) {
        for (int32_t x = 0; x < map->width; x++) {
            count += is_explained(map, yardstick_map_cell(map, x, y)) ? 0 : 1;
        }
    }
    return count;
}

/* Counts cells with different costs by buckets and by heap, and cells with a cost that does not
 * follow from their direction. */
static size_t count_mismatches(whole *w)
{
    const size_t bytes = w->map.cell_count * sizeof *w->map.d;
    uint32_t *kept = malloc(bytes);
    if (kept == NULL) {
        return w->map.cell_count;
    }
    (void)dial_eight(w, 0);
    memcpy(kept, w->map.d, bytes);
    size_t count = count_unexplained(&w->map);
    (void)heap_eight(w, 0);
    count += count_unexplained(&w->map);
    for (uint32_t i = 0; i < w->map.cell_count; i++) {
        count += kept[i] != w->map.d[i];
    }
    free(kept);
    return count;
}

/* Counts cells with costs other than those of the last flood by buckets, of the same map. */
static size_t count_wrong_orders(const whole *w)
{
    size_t count = 0;
    for (int32_t i = 0; i < w->map.width * w->map.height; i++) {
        const int32_t x = i % w->map.width, y = i / w->map.width;
        const uint32_t d = w->map.d[yardstick_map_cell(&w->map, x, y)];
        const bool is_reached = d != 0 && d != YARDSTICK_MAP_FAR;
        wend_flow_cell cell;
        if (wend_flow_get_cell(w->blind.flow, w->blind.id, 0, x, y, &cell) != WEND_OK) {
            count++;
        } else if (is_reached) {
            count += !(fabs(cell.integration * units_per_step - (d - 1)) < 0.001);
        } else {
            count += isfinite(cell.integration) != 0;
        }
    }
    return count;
}

enum { DIAL_FOUR, DIAL_EIGHT, HEAP_EIGHT, SIGHTED, BLIND, CONTESTANTS };

static const bench_column columns[] = {{"map", "map"},
                                       {"cells", "cells"},
                                       {"dial_four_ms", "Dial, 4 neighbours, ms"},
                                       {"dial_eight_ms", "Dial, 8 neighbours, ms"},
                                       {"heap_eight_ms", "binary heap, 8 neighbours, ms"},
                                       {"wend_ms", "wend, ms"},
                                       {"blind_ms", "wend without line of sight, ms"},
                                       {"ratio", "wend / Dial, 8"},
                                       {"passes", "passes over a sector"},
                                       {"mismatches", "mismatches"}};

/* Mean passes of the integrator over a sector, over all requests so far. */
static double passes(const orders *o, size_t order_count)
{
    wend_flow_info info;
    wend_flow_get_info(o->flow, &info);
    return (double)info.tiles_integrated / (double)info.sectors / (double)order_count;
}

static void put_row(flow_suite *suite, const bench_map *map, const char *name,
                    const flow_contestant *c, size_t mismatches)
{
    const double ratio = c[SIGHTED].ns / c[DIAL_EIGHT].ns;
    char line[BENCH_NAME_CAPACITY];
    bench_cell_text(&suite->report, name);
    bench_cell_number(&suite->report, (double)map->width * map->height, 0);
    for (size_t i = 0; i < CONTESTANTS; i++) {
        bench_cell_number(&suite->report, c[i].ns / ns_per_ms, 2);
    }
    bench_cell_number(&suite->report, ratio, 3);
    bench_cell_number(&suite->report, passes(c[SIGHTED].context, 2 * suite->runs), 2);
    bench_cell_number(&suite->report, (double)mismatches, 0);
    snprintf(line, sizeof line, "whole map, %s: time by that of Dial's buckets", name);
    bench_report_time(&suite->report, line, ratio, 0.6, false);
    suite->mismatches += mismatches;
}

static void measure(flow_suite *suite, const bench_map *map, const char *name)
{
    whole w;
    if (!whole_make(&w, map)) {
        flow_suite_fail(suite, name, "cannot be made");
        whole_free(&w);
        return;
    }
    flow_contestant contestants[CONTESTANTS] = {{dial_four, &w, 0},
                                                {dial_eight, &w, 0},
                                                {heap_eight, &w, 0},
                                                {order_all, &w.sighted, 0},
                                                {order_all, &w.blind, 0}};
    if (flow_suite_race(suite, name, contestants, CONTESTANTS)) {
        size_t mismatches = count_mismatches(&w);
        mismatches += order_all(&w.blind, 0) ? count_wrong_orders(&w) : 1;
        put_row(suite, map, name, contestants, mismatches);
    }
    whole_free(&w);
}

void bench_flow_whole(flow_suite *suite)
{
    bench_table_begin(&suite->report, "whole", "Costs and directions of a whole map", columns,
                      sizeof columns / sizeof columns[0]);
    for (int kind = 0; kind < KINDS; kind++) {
        bench_map map;
        bench_progress("whole map", names[kind]);
        if (make_map(&map, (whole_kind)kind, suite->is_quick ? SIDE_QUICK : SIDE)) {
            measure(suite, &map, names[kind]);
            bench_map_free(&map);
        } else {
            flow_suite_fail(suite, names[kind], "out of memory");
        }
    }
    bench_table_end(&suite->report);
}
