/* Measures queries without a path, in spaces with and without islands: in a cave of a grid, over a
 * graph of one-way streets, and for a disc on a mesh.
 * Cost: half a minute, most of it for searches without a result; 500 MB. */
#include "search/suite.h"
#include "wend/wend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAVE_SIDE = 4096, STREETS_SIDE = 512, MESH_SIDE = 512, SIDE_QUICK = 128 };
enum { QUERIES = 8, SEED = 11, TRIES_MOST = 100000 };

static const double ratio_least = 100;

static const bench_column columns[] = {{"world", "world"},
                                       {"queries", "queries"},
                                       {"built_ms", "islands built in ms"},
                                       {"without_ms", "without, mean ms"},
                                       {"with_us", "with, mean µs"},
                                       {"ratio", "ratio"}};

/* The measured times, in nanoseconds. */
typedef struct no_path {
    double built, without, with;
    uint32_t count;
} no_path;

static double since(uint64_t start)
{
    return (double)(bench_clock_ns() - start);
}

static void write_row(bench_suite *suite, const char *name, const no_path *figures)
{
    bench_report *report = &suite->report;
    if (figures->count == 0) {
        bench_suite_fail(suite, name, "no queries, or out of memory");
        return;
    }
    const double ratio = figures->without / figures->with;
    char target[BENCH_NAME_CAPACITY];
    bench_cell_text(report, name);
    bench_cell_number(report, figures->count, 0);
    bench_cell_number(report, figures->built / 1e6, 1);
    bench_cell_number(report, figures->without / figures->count / 1e6, 3);
    bench_cell_number(report, figures->with / figures->count / 1e3, 2);
    bench_cell_number(report, ratio, 0);
    snprintf(target, sizeof target, "no path, %s: without islands over with", name);
    bench_report_time(report, target, ratio, ratio_least, true);
}

/* ---- a cave ---- */

/* Random walls, smoothed: a cell takes the value of most cells around it. */
static bool dig_cave(uint8_t *cells, int32_t side)
{
    const size_t count = (size_t)side * (size_t)side;
    uint8_t *next = malloc(count);
    for (size_t i = 0; i < count; i++) {
        cells[i] = wend_random_below(SEED, i, 0, 100) < 46 ? WEND_COST_WALL : 1;
    }
    for (int round = 0; round < 4 && next != NULL; round++) {
        memset(next, WEND_COST_WALL, count);
        for (int32_t y = 1; y + 1 < side; y++) {
            for (int32_t x = 1; x + 1 < side; x++) {
                const uint8_t *at = cells + (size_t)y * (size_t)side + (size_t)x;
                int walls = 0;
                for (int32_t row = -1; row <= 1; row++) {
                    const uint8_t *cell = at + row * side;
                    walls += (cell[-1] != 1) + (cell[0] != 1) + (cell[1] != 1);
                }
                next[(size_t)y * (size_t)side + (size_t)x] = walls >= 5 ? WEND_COST_WALL : 1;
            }
        }
        memcpy(cells, next, count);
    }
    const bool is_made = next != NULL;
    free(next);
    return is_made;
}

static wend_grid *cave_grid(int32_t side)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = side;
    wend_grid *grid = NULL;
    uint8_t *cells = malloc((size_t)side * (size_t)side);
    if (cells == NULL || !dig_cave(cells, side) || wend_grid_create(&def, &grid) != WEND_OK ||
        wend_grid_set_costs(grid, 0, 0, 0, side, side, cells, (size_t)side) != WEND_OK) {
        wend_grid_destroy(grid);
        grid = NULL;
    }
    free(cells);
    return grid;
}

static wend_search *search_on(const wend_space *space)
{
    wend_search_def def = wend_search_def_default();
    wend_search *search = NULL;
    def.space = space;
    return wend_search_create(&def, &search) == WEND_OK ? search : NULL;
}

/* The time of a query, or below 0 where there is a path. */
static double time_query(wend_search *search, const wend_search_query *query)
{
    const uint64_t start = bench_clock_ns();
    const wend_result result = wend_search_find(search, query);
    const double took = since(start);
    return result == WEND_NO_PATH ? took : -1;
}

/* From the largest island to others. */
static void ask_cave(uint32_t cells, const wend_islands *islands, wend_search *searches[2],
                     no_path *figures)
{
    for (uint64_t i = 0; i < TRIES_MOST && figures->count < QUERIES; i++) {
        wend_search_query query = wend_search_query_default();
        query.start = wend_random_below(SEED, i, 1, cells);
        query.goal = wend_random_below(SEED, i, 2, cells);
        const uint32_t from = wend_islands_at(islands, query.start);
        const uint32_t to = wend_islands_at(islands, query.goal);
        if (from == to || to == WEND_ISLAND_NONE ||
            wend_islands_cell_count(islands, from) < cells / 8) {
            continue;
        }
        const double without = time_query(searches[0], &query);
        const double with = time_query(searches[1], &query);
        if (without >= 0 && with >= 0) {
            figures->without += without;
            figures->with += with;
            figures->count++;
        }
    }
}

static void measure_cave(bench_suite *suite, int32_t side)
{
    no_path figures = {0};
    wend_grid *grid = cave_grid(side);
    wend_islands *islands = NULL;
    wend_space *spaces[2] = {NULL, NULL};
    wend_search *searches[2] = {NULL, NULL};
    wend_islands_def def = wend_islands_def_default();
    def.grid = grid;
    const uint64_t start = bench_clock_ns();
    bool is_made = grid != NULL && wend_islands_create(&def, &islands) == WEND_OK;
    figures.built = since(start);
    for (int k = 0; k < 2 && is_made; k++) {
        wend_space_def space = wend_space_def_default();
        space.grid = grid;
        space.islands = k == 1 ? islands : NULL;
        is_made = wend_space_create(&space, &spaces[k]) == WEND_OK;
        searches[k] = is_made ? search_on(spaces[k]) : NULL;
        is_made = searches[k] != NULL;
    }
    if (is_made) {
        ask_cave((uint32_t)side * (uint32_t)side, islands, searches, &figures);
    }
    char name[BENCH_NAME_CAPACITY];
    snprintf(name, sizeof name, "cave of %d x %d cells", (int)side, (int)side);
    write_row(suite, name, &figures);
    for (int k = 0; k < 2; k++) {
        wend_search_destroy(searches[k]);
        wend_space_destroy(spaces[k]);
    }
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* ---- one-way streets ---- */

static bool add_street(wend_graph *graph, wend_node from, wend_node to, bool is_two_way)
{
    wend_graph_edge edge = wend_graph_edge_default();
    uint32_t made;
    edge.from = from;
    edge.to = to;
    edge.is_two_way = is_two_way;
    return wend_graph_add_edge(graph, &edge, &made) == WEND_OK;
}

/* Rows are one-way by turns, columns too; from the lower half no street leads to the upper one. */
static wend_graph *streets(uint32_t side)
{
    wend_graph_def def = wend_graph_def_default();
    wend_graph *graph = NULL;
    bool is_made = wend_graph_create(&def, &graph) == WEND_OK;
    for (uint32_t i = 0; i < side * side && is_made; i++) {
        wend_graph_node node = wend_graph_node_default();
        wend_node made;
        const uint32_t row = i / side;
        node.position = (wend_vec2){i % side, row};
        is_made = wend_graph_add_node(graph, &node, &made) == WEND_OK;
    }
    for (uint32_t i = 0; i < side * side && is_made; i++) {
        const uint32_t x = i % side;
        const uint32_t y = i / side;
        const bool is_border = y + 1 == side / 2;
        const bool is_turned = x % 2 == 1 && !is_border;
        if (x + 1 < side) {
            is_made = add_street(graph, y % 2 == 0 ? i : i + 1, y % 2 == 0 ? i + 1 : i, false);
        }
        if (y + 1 < side && is_made) {
            is_made = add_street(graph, is_turned ? i + side : i, is_turned ? i : i + side,
                                 !is_border && x % 7 == 0);
        }
    }
    if (!is_made) {
        wend_graph_destroy(graph);
        return NULL;
    }
    return graph;
}

/* A goal that only a search can test. */
static bool is_node(void *user, wend_node node)
{
    return node == *(const wend_node *)user;
}

static void measure_streets(bench_suite *suite, uint32_t side)
{
    no_path figures = {0};
    wend_graph *graph = streets(side);
    wend_space *space = NULL;
    wend_space_def def = wend_space_def_default();
    def.graph = graph;
    const uint64_t start = bench_clock_ns();
    const bool is_made = graph != NULL && wend_space_create(&def, &space) == WEND_OK;
    figures.built = since(start); /* with all else that is laid out */
    wend_search *search = is_made ? search_on(space) : NULL;
    const uint32_t half = side * side / 2;
    for (uint64_t i = 0; i < QUERIES && search != NULL; i++) {
        wend_search_query query = wend_search_query_default();
        query.start = half + wend_random_below(SEED, i, 3, half);
        query.goal = wend_random_below(SEED, i, 4, half);
        const double with = time_query(search, &query);
        query.goal_kind = WEND_GOAL_PREDICATE;
        query.is_goal = is_node;
        query.user = &query.goal;
        const double without = time_query(search, &query);
        if (with >= 0 && without >= 0) {
            figures.with += with;
            figures.without += without;
            figures.count++;
        }
    }
    char name[BENCH_NAME_CAPACITY];
    snprintf(name, sizeof name, "%u one-way streets", (unsigned)wend_graph_edge_limit(graph));
    write_row(suite, name, &figures);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

/* ---- a disc on a mesh ---- */

static double time_disc(wend_mesh_search *search, const wend_mesh_search_query *query,
                        wend_failure_reason *reason)
{
    const uint64_t start = bench_clock_ns();
    wend_mesh_search_answer answer;
    (void)wend_mesh_search_find(search, query);
    const double took = since(start);
    wend_mesh_search_get_answer(search, &answer);
    *reason = answer.reason;
    return took;
}

static void ask_disc(const wend_mesh *mesh, wend_mesh_search *search, no_path *figures)
{
    for (uint64_t i = 0; i < TRIES_MOST && figures->count < QUERIES; i++) {
        wend_mesh_search_query query = wend_mesh_search_query_default();
        wend_failure_reason reason;
        if (wend_mesh_random_location(mesh, SEED, i, 0, &query.start) != WEND_OK ||
            wend_mesh_random_location(mesh, SEED, i, 1, &query.goal) != WEND_OK) {
            return;
        }
        query.radius = 0.9;
        const double with = time_disc(search, &query, &reason);
        if (figures->built <= 0 && reason != WEND_FAILURE_START_BLOCKED &&
            reason != WEND_FAILURE_GOAL_BLOCKED) {
            figures->built = with; /* the first query works them out */
            continue;
        }
        if (reason != WEND_FAILURE_UNREACHABLE) {
            continue;
        }
        wend_node goal = query.goal.polygon != WEND_NODE_NONE
                             ? query.goal.polygon
                             : wend_mesh_locate(mesh, query.goal.x, query.goal.y, query.goal.z);
        query.goal_kind = WEND_MESH_GOAL_PREDICATE;
        query.is_goal = is_node;
        query.user = &goal;
        const double without = time_disc(search, &query, &reason);
        if (reason == WEND_FAILURE_UNREACHABLE) {
            figures->with += with;
            figures->without += without;
            figures->count++;
        }
    }
}

static void measure_disc(bench_suite *suite, int32_t side)
{
    no_path figures = {0};
    wend_grid *grid = cave_grid(side);
    wend_mesh *mesh = NULL;
    wend_mesh_space *space = NULL;
    wend_mesh_search *search = NULL;
    wend_mesh_space_def def = wend_mesh_space_def_default();
    if (grid != NULL &&
        wend_mesh_from_grid(grid, 0, WEND_TEAM_NONE, NULL, &mesh, NULL) == WEND_OK) {
        def.mesh = mesh;
        def.has_islands = true;
        if (wend_mesh_space_create(&def, &space) == WEND_OK &&
            wend_mesh_search_create(space, NULL, &search) == WEND_OK) {
            ask_disc(mesh, search, &figures);
        }
    }
    char name[BENCH_NAME_CAPACITY];
    snprintf(name, sizeof name, "disc on a mesh of %u polygons",
             mesh == NULL ? 0 : (unsigned)wend_mesh_polygon_count(mesh));
    write_row(suite, name, &figures);
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    wend_grid_destroy(grid);
}

void bench_search_no_path(bench_suite *suite)
{
    const bool is_quick = suite->options.quick;
    if (suite->options.only != NULL && !bench_suite_wants(suite, "no-path")) {
        return;
    }
    bench_table_begin(&suite->report, "no_path", "Queries without a path, with islands and without",
                      columns, sizeof columns / sizeof columns[0]);
    bench_progress("no path", "cave");
    measure_cave(suite, is_quick ? SIDE_QUICK : CAVE_SIDE);
    bench_progress("no path", "streets");
    measure_streets(suite, is_quick ? SIDE_QUICK : STREETS_SIDE);
    bench_progress("no path", "disc");
    measure_disc(suite, is_quick ? SIDE_QUICK : MESH_SIDE);
    bench_table_end(&suite->report);
}
