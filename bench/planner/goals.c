/* Many requests to one goal: trees over graphs and meshes, and groups of agents beside each other.
 * Cost: some twenty seconds. */
#include "planner/goals.h"
#include "bench.h"
#include "measure/maps.h"
#include "measure/timing.h"
#include "search/suite.h"
#include "wend/graph_build.h"
#include "wend/wend.h"

#include <math.h>
#include <string.h>

enum { REQUESTS = 1000, GROUP = 40, GROUPS = 25, TRIES = 100000 };

/* A world of one kind and a planner over it. */
typedef struct goal_stand {
    bench_map map;
    wend_grid *grid;
    wend_graph *graph;
    wend_mesh *mesh;
    wend_planner *planner;
    wend_planner_request_id ids[REQUESTS];
    wend_vec3 starts[REQUESTS];
    wend_vec3 goals[GROUPS];
} goal_stand;

typedef enum goal_world { OF_GRID, OF_GRAPH, OF_MESH } goal_world;

static wend_vec3 centre_of(const goal_stand *s, wend_node node)
{
    const wend_vec2 at = wend_grid_position(s->grid, node);
    return (wend_vec3){at.x, at.y, 0};
}

static bool make_world(goal_stand *s, bench_kind kind, int32_t side, goal_world world)
{
    memset(s, 0, sizeof *s);
    if (!bench_map_make(&s->map, kind, side, 1) ||
        !bench_map_random_queries(&s->map, 2, REQUESTS)) {
        return false;
    }
    s->grid = bench_map_grid(&s->map, NULL);
    if (s->grid == NULL) {
        return false;
    }
    for (size_t i = 0; i < REQUESTS; i++) {
        s->starts[i] = centre_of(s, s->map.queries[i].start);
    }
    for (size_t i = 0; i < GROUPS; i++) {
        s->goals[i] = centre_of(s, s->map.queries[i].goal);
    }
    const wend_graph_build_def build = wend_graph_build_def_default();
    return (world != OF_GRAPH ||
            wend_graph_from_grid(s->grid, 0, WEND_TEAM_NONE, &build, &s->graph) == WEND_OK) &&
           (world != OF_MESH ||
            wend_mesh_from_grid(s->grid, 0, WEND_TEAM_NONE, NULL, &s->mesh, NULL) == WEND_OK);
}

static bool make_planner(goal_stand *s, uint32_t trees, bool has_table)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    wend_planner_destroy(s->planner);
    s->planner = NULL;
    def.graph = s->graph;
    def.mesh = s->mesh;
    def.grid = s->graph != NULL || s->mesh != NULL ? NULL : s->grid;
    def.max_requests = REQUESTS;
    def.cache_capacity = 0;
    def.goal_trees = trees;
    profile.has_jump_table = has_table;
    profile.max_nodes = 4; /* of a graph: those of the cells around */
    return wend_planner_create(&def, &s->planner) == WEND_OK &&
           wend_planner_add_profile(s->planner, &profile, &index) == WEND_OK;
}

static void free_stand(goal_stand *s)
{
    wend_planner_destroy(s->planner);
    wend_mesh_destroy(s->mesh);
    wend_graph_destroy(s->graph);
    wend_grid_destroy(s->grid);
    bench_map_free(&s->map);
}

/* Milliseconds for `count` requests, a new goal after each `a_goal` of them. The requests are kept. */
static double time_of(goal_stand *s, size_t count, size_t a_goal, double tolerance)
{
    for (size_t i = 0; i < count; i++) {
        wend_planner_request_def def = wend_planner_request_def_default();
        def.query.from = s->starts[i];
        def.query.to = s->goals[i / a_goal % GROUPS];
        def.query.is_searched = true;
        def.start_tolerance = tolerance;
        (void)wend_planner_add_request(s->planner, &def, &s->ids[i]);
    }
    const uint64_t begin = bench_clock_ns();
    (void)wend_planner_update(s->planner, NULL);
    return (double)(bench_clock_ns() - begin) / 1e6;
}

static void release(goal_stand *s, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        (void)wend_planner_release(s->planner, s->ids[i]);
    }
}

/* ---- trees over graphs and meshes ---- */

static const bench_column world_columns[] = {{"map", "map"},
                                             {"world", "world"},
                                             {"search_us", "a search, us"},
                                             {"tree_ms", "a tree, ms"},
                                             {"treed_us", "by tree, us"},
                                             {"pays", "pays from"},
                                             {"tree_mb", "a tree, MB"}};

/* Requests until the goal has its tree; the time of the update in which it was searched. */
static double time_of_tree(goal_stand *s)
{
    wend_planner_stats stats = {0};
    double longest = 0;
    for (int i = 0; i < TRIES && stats.from_trees == 0; i++) {
        const double ms = time_of(s, 1, REQUESTS, 0);
        longest = ms > longest ? ms : longest;
        wend_planner_get_stats(s->planner, &stats);
        release(s, 1);
    }
    return longest;
}

static bool measure_world(bench_report *report, bench_kind kind, int32_t side, goal_world world)
{
    static goal_stand s;
    bench_progress("planner", world == OF_GRAPH ? "trees over graphs" : "trees over meshes");
    bool is_done = make_world(&s, kind, side, world) && make_planner(&s, 0, false);
    double search = 0;
    for (int run = 0; run < 2 && is_done; run++) { /* the first one warms up */
        search = time_of(&s, REQUESTS, REQUESTS, 0) / (double)REQUESTS;
        release(&s, REQUESTS);
    }
    is_done = is_done && make_planner(&s, 1, false);
    if (is_done) {
        wend_planner_stats before;
        wend_planner_stats after;
        wend_planner_get_stats(s.planner, &before);
        const double tree = time_of_tree(&s);
        wend_planner_get_stats(s.planner, &after);
        const double treed = time_of(&s, REQUESTS, REQUESTS, 0) / (double)REQUESTS;
        release(&s, REQUESTS);
        bench_cell_text(report, bench_kind_name(kind));
        bench_cell_text(report, world == OF_GRAPH ? "graph" : "mesh");
        bench_cell_number(report, 1000 * search, 1);
        bench_cell_number(report, tree, 1);
        bench_cell_number(report, 1000 * treed, 1);
        bench_cell_number(report, search > treed ? ceil(tree / (search - treed)) : 0, 0);
        bench_cell_number(report, (double)(after.space_bytes - before.space_bytes) / 1e6, 1);
    }
    free_stand(&s);
    return is_done;
}

bool planner_measure_worlds(bench_report *report, int32_t side)
{
    bench_table_begin(report, "world_goals", "Many starts, one goal, over graphs and meshes",
                      world_columns, sizeof world_columns / sizeof world_columns[0]);
    const bool is_done = measure_world(report, BENCH_RANDOM_20, side / 4, OF_GRAPH) &&
                         measure_world(report, BENCH_ROOMS, side / 4, OF_GRAPH) &&
                         measure_world(report, BENCH_CITY, side, OF_MESH) &&
                         measure_world(report, BENCH_ROOMS, side, OF_MESH);
    bench_table_end(report);
    return is_done;
}

/* ---- groups ---- */

static const bench_column group_columns[] = {{"map", "map"},
                                             {"method", "method"},
                                             {"searched_ms", "each searched, ms"},
                                             {"treed_ms", "with trees, ms"},
                                             {"joined_ms", "joined, ms"},
                                             {"joined", "joined of 1,000"},
                                             {"excess", "costs more, %"},
                                             {"bound", "mean bound"}};

/* Groups in blocks of 8 x 5 agents, a metre apart, around their first start; on open cells. */
static void place_groups(goal_stand *s)
{
    for (size_t i = 0; i < (size_t)GROUP * GROUPS; i++) {
        const wend_vec3 first = centre_of(s, s->map.queries[i / GROUP].start);
        const size_t column = i % GROUP % 8;
        const size_t row = i % GROUP / 8;
        const wend_vec2 at = {first.x + (double)column - 3, first.y + (double)row - 2};
        const wend_node node = wend_grid_node_at(s->grid, at);
        const bool is_open = node != WEND_NODE_NONE && s->map.costs[node] != WEND_COST_WALL;
        s->starts[i] = is_open ? (wend_vec3){at.x, at.y, 0} : first;
    }
}

static bool measure_group(bench_report *report, bench_kind kind, int32_t side, bool has_table,
                          const char *name)
{
    enum { ALL = GROUP * GROUPS };
    static goal_stand s;
    static double costs[ALL];
    const double tolerance = 5;
    bench_progress("planner", "groups");
    bool is_done = make_world(&s, kind, side, OF_GRID);
    if (is_done) {
        place_groups(&s);
    }
    double ms[3] = {0};
    double excess = 0;
    double bounds = 0;
    size_t joined = 0;
    for (int way = 0; way < 3 && is_done; way++) {
        is_done = make_planner(&s, way == 1 ? GROUPS : 0, has_table);
        for (int run = 0; run < 2 && is_done; run++) { /* the first one warms up */
            release(&s, run == 0 ? 0 : ALL);
            if (run == 1 && way == 1) { /* without the trees of the first run */
                is_done = make_planner(&s, GROUPS, has_table);
            }
            ms[way] = is_done ? time_of(&s, ALL, GROUP, way == 2 ? tolerance : 0) : 0;
        }
        for (size_t i = 0; i < ALL && is_done && way != 1; i++) {
            wend_planner_answer answer;
            (void)wend_planner_poll(s.planner, s.ids[i], &answer, NULL);
            const double cost = wend_cost_to_double(answer.path.cost);
            if (way == 0) {
                costs[i] = cost;
            } else if (answer.is_joined && costs[i] > 0) {
                joined++;
                excess += 100 * (cost / costs[i] - 1);
                bounds += answer.path.bound;
            }
        }
    }
    if (is_done) {
        bench_cell_text(report, bench_kind_name(kind));
        bench_cell_text(report, name);
        for (int way = 0; way < 3; way++) {
            bench_cell_number(report, ms[way], 1);
        }
        bench_cell_number(report, (double)joined, 0);
        bench_cell_number(report, joined > 0 ? excess / (double)joined : 0, 2);
        bench_cell_number(report, joined > 0 ? bounds / (double)joined : 0, 3);
    }
    free_stand(&s);
    return is_done;
}

bool planner_measure_groups(bench_report *report, int32_t side)
{
    bench_table_begin(report, "groups", "25 groups of 40 agents, a goal for each group",
                      group_columns, sizeof group_columns / sizeof group_columns[0]);
    const bool is_done = measure_group(report, BENCH_ROOMS, side, false, "jump points") &&
                         measure_group(report, BENCH_ROOMS, side, true, "jump table") &&
                         measure_group(report, BENCH_RANDOM_20, side / 2, false, "jump points") &&
                         measure_group(report, BENCH_PATCHES, side / 4, false, "A* (costs)");
    bench_table_end(report);
    return is_done;
}
