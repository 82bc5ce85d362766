/* Measures incremental searches after edits beside new searches: A*, jump points, and jump points with
 * their table, over the same edits of the same long queries.
 * Cost: a minute. */
#include "search/suite.h"
#include "wend/wend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES = 6, QUERIES_QUICK = 2, EDITS = 4, SEED = 31, CELLS_MOST = 100, TRIES_MOST = 4000 };

static const bench_column columns[] = {{"map", "map"},
                                       {"place", "edits"},
                                       {"cells", "cells"},
                                       {"repair", "repair µs"},
                                       {"expanded", "expanded"},
                                       {"astar", "A* µs"},
                                       {"jump", "jump points µs"},
                                       {"table", "jump table µs"},
                                       {"ratio", "repair / A*"}};

typedef enum edit_place { NEAR_START, ON_PATH, NEAR_GOAL, ELSEWHERE, EDIT_PLACES } edit_place;

static const char *const place_names[EDIT_PLACES] = {"near the start", "on the path",
                                                     "near the goal", "elsewhere"};

/* A map, and the searches over it. */
typedef struct repair_stand {
    const bench_map *map;
    wend_grid *grid;
    wend_space *space, *plain; /* with the jump table, and without */
    wend_search *tabled, *search;
    wend_incremental *incremental;
    wend_path *path;
    wend_node cells[CELLS_MOST]; /* of an edit */
    uint8_t before[CELLS_MOST];
    uint32_t cell_count;
    size_t wrong;
} repair_stand;

/* Sums in nanoseconds. */
typedef struct repair_sums {
    double repair, astar, jump, table, expanded;
    uint32_t count;
} repair_sums;

static bool stand_make(repair_stand *s, const bench_map *map)
{
    wend_space_def space = wend_space_def_default();
    wend_search_def search = wend_search_def_default();
    wend_incremental_def def = wend_incremental_def_default();
    memset(s, 0, sizeof *s);
    s->map = map;
    s->grid = bench_map_grid(map, NULL);
    space.grid = s->grid;
    if (s->grid == NULL || wend_space_create(&space, &s->plain) != WEND_OK) {
        return false;
    }
    space.has_jump_table = true;
    if (wend_space_create(&space, &s->space) != WEND_OK) {
        return false;
    }
    def.space = search.space = s->plain;
    bool is_made = wend_search_create(&search, &s->search) == WEND_OK &&
                   wend_incremental_create(&def, &s->incremental) == WEND_OK;
    search.space = s->space;
    return is_made && wend_search_create(&search, &s->tabled) == WEND_OK &&
           wend_path_create(NULL, &s->path) == WEND_OK;
}

static void stand_free(repair_stand *s)
{
    wend_path_destroy(s->path);
    wend_incremental_destroy(s->incremental);
    wend_search_destroy(s->search);
    wend_search_destroy(s->tabled);
    wend_space_destroy(s->space);
    wend_space_destroy(s->plain);
    wend_grid_destroy(s->grid);
}

/* ---- edits ---- */

static wend_node centre_of(const repair_stand *s, const bench_query *query, edit_place place,
                           uint64_t number)
{
    const size_t legs = wend_path_leg_count(s->path);
    if (place == NEAR_START || legs == 0) {
        return query->start;
    }
    if (place == NEAR_GOAL) {
        return query->goal;
    }
    if (place == ON_PATH) {
        return wend_path_leg(s->path, legs / 2).from;
    }
    return wend_random_below(SEED, number, 0, (uint32_t)(s->map->width * s->map->height));
}

/* Builds walls on open cells around a place, one in four of those nearby. */
static void build(repair_stand *s, wend_node centre, const bench_query *query, uint32_t cells,
                  uint64_t number)
{
    const int32_t width = s->map->width;
    const int32_t reach = cells > 10 ? 12 : 5;
    s->cell_count = 0;
    for (uint32_t i = 0; i < TRIES_MOST && s->cell_count < cells; i++) {
        const int32_t x =
            (int32_t)centre % width - reach +
            (int32_t)wend_random_below(SEED, number, 2 * i + 1, 2u * 12u + 1) * reach / 12;
        const int32_t y =
            (int32_t)centre / width - reach +
            (int32_t)wend_random_below(SEED, number, 2 * i + 2, 2u * 12u + 1) * reach / 12;
        const wend_node node = wend_grid_node(s->grid, x, y);
        if (node == WEND_NODE_NONE || node == query->start || node == query->goal ||
            !wend_space_is_open(s->plain, node)) {
            continue;
        }
        s->cells[s->cell_count] = node;
        s->before[s->cell_count++] = wend_grid_cost(s->grid, 0, x, y);
        (void)wend_grid_fill(s->grid, 0, x, y, 1, 1, WEND_COST_WALL);
    }
}

static void take_back(repair_stand *s)
{
    const int32_t width = s->map->width;
    for (uint32_t i = s->cell_count; i-- > 0;) {
        (void)wend_grid_fill(s->grid, 0, (int32_t)s->cells[i] % width, (int32_t)s->cells[i] / width,
                             1, 1, s->before[i]);
    }
}

/* ---- measuring ---- */

static double time_of(wend_search *search, const bench_query *query, wend_method method,
                      wend_cost *cost)
{
    wend_search_query ask = wend_search_query_default();
    wend_search_answer answer;
    ask.start = query->start;
    ask.goal = query->goal;
    ask.method = method;
    const uint64_t begin = bench_clock_ns();
    const wend_result result = wend_search_find(search, &ask);
    const double ns = (double)(bench_clock_ns() - begin);
    wend_search_get_answer(search, &answer);
    *cost = result == WEND_OK ? answer.cost : WEND_COST_INFINITE;
    return ns;
}

static void compare(repair_stand *s, const bench_query *query, bool is_uniform, repair_sums *sums)
{
    wend_incremental_answer answer;
    wend_cost cost;
    if (wend_space_update(s->plain) != WEND_OK || wend_space_update(s->space) != WEND_OK) {
        s->wrong++;
        return;
    }
    const uint64_t begin = bench_clock_ns();
    (void)wend_incremental_update(s->incremental, query->start, NULL);
    sums->repair += (double)(bench_clock_ns() - begin);
    wend_incremental_get_answer(s->incremental, &answer);
    sums->expanded += (double)answer.expanded;
    sums->astar += time_of(s->search, query, WEND_METHOD_ASTAR, &cost);
    s->wrong += cost == answer.cost ? 0 : 1;
    if (is_uniform) {
        sums->jump += time_of(s->search, query, WEND_METHOD_JUMP_POINT, &cost);
        s->wrong += cost == answer.cost ? 0 : 1;
        sums->table += time_of(s->tabled, query, WEND_METHOD_JUMP_POINT, &cost);
        s->wrong += cost == answer.cost ? 0 : 1;
    }
    sums->count++;
}

static void measure_query(repair_stand *s, const bench_query *query, bool is_uniform,
                          edit_place place, uint32_t cells, repair_sums *sums)
{
    (void)wend_incremental_set_goal(s->incremental, query->goal);
    (void)wend_space_update(s->plain);
    if (wend_incremental_update(s->incremental, query->start, NULL) != WEND_OK ||
        wend_path_from_incremental(s->path, s->incremental) != WEND_OK) {
        return;
    }
    for (uint64_t n = 0; n < EDITS; n++) {
        build(s, centre_of(s, query, place, n), query, cells, n);
        compare(s, query, is_uniform, sums);
        take_back(s);
        compare(s, query, is_uniform, sums);
    }
}

static void put_row(bench_suite *suite, const char *name, edit_place place, uint32_t cells,
                    const repair_sums *sums, bool is_uniform)
{
    bench_report *r = &suite->report;
    const double each = sums->count > 0 ? 1e3 * (double)sums->count : 1;
    bench_cell_text(r, name);
    bench_cell_text(r, place_names[place]);
    bench_cell_number(r, cells, 0);
    bench_cell_number(r, sums->repair / each, 1);
    bench_cell_number(r, 1e3 * sums->expanded / each, 0);
    bench_cell_number(r, sums->astar / each, 1);
    if (is_uniform) {
        bench_cell_number(r, sums->jump / each, 1);
        bench_cell_number(r, sums->table / each, 1);
    } else {
        bench_cell_none(r);
        bench_cell_none(r);
    }
    bench_cell_number(r, sums->astar > 0 ? sums->repair / sums->astar : 0, 4);
}

static void measure(bench_suite *suite, const bench_map *map, void *context)
{
    const bool is_uniform = context != NULL;
    const size_t queries = suite->options.quick ? QUERIES_QUICK : QUERIES;
    static const uint32_t sizes[] = {1, 10, 100};
    repair_stand s;
    bench_progress("incremental", map->name);
    if (!stand_make(&s, map)) {
        bench_suite_fail(suite, map->name, "out of memory");
        stand_free(&s);
        return;
    }
    for (int place = 0; place < (int)EDIT_PLACES; place++) {
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            repair_sums sums = {0};
            for (size_t i = 0; i < queries && map->query_count > 0; i++) {
                /* The last ones of a scenario are the longest. */
                const size_t at = map->query_count - 1 - i * map->query_count / (2 * queries);
                measure_query(&s, &map->queries[at], is_uniform, (edit_place)place, sizes[k],
                              &sums);
            }
            put_row(suite, map->name, (edit_place)place, sizes[k], &sums, is_uniform);
        }
    }
    suite->mismatches += s.wrong;
    stand_free(&s);
}

/* Two maps of one cost, and two of several. */
static void measure_file(bench_suite *suite, const bench_map *map, void *context)
{
    static const char *const names[] = {"brc202d", "orz900d", "darkforest"};
    bool is_wanted = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        is_wanted |= strcmp(names[i], map->name) == 0;
    }
    if (is_wanted) {
        measure(suite, map, context);
    }
}

void bench_search_incremental(bench_suite *suite)
{
    bool uniform = true;
    if (suite->options.only != NULL && !bench_suite_wants(suite, "incremental")) {
        return;
    }
    const char *only = suite->options.only;
    suite->options.only = NULL; /* the section has maps of its own */
    bench_table_begin(&suite->report, "incremental", "Repairs after edits, and new searches",
                      columns, sizeof columns / sizeof columns[0]);
    bench_suite_each_file(suite, true, measure_file, &uniform);
    bench_suite_each_file(suite, false, measure_file, NULL);
    bench_suite_made(suite, BENCH_PATCHES, true, measure, NULL);
    bench_suite_made(suite, BENCH_NOISE, true, measure, NULL);
    bench_table_end(&suite->report);
    suite->options.only = only;
}
