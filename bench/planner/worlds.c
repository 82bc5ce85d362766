/* Frames of planners over a graph and a mesh, with 1 ms each and an edit before each: on the graph an
 * edge comes or goes, on the mesh a polygon is closed or opened.
 * Cost: some five seconds. */
#include "planner/worlds.h"
#include "bench.h"
#include "measure/timing.h"
#include "search/suite.h"
#include "wend/wend.h"

#include <stdlib.h>
#include <string.h>

enum { REQUESTS = 100, FRAMES = 2000, FRAMES_QUICK = 300 };

/* One of the two is set. */
typedef struct edited_stand {
    wend_graph *graph;
    wend_mesh *mesh;
    wend_planner *planner;
    uint32_t side;
    wend_planner_request_id ids[REQUESTS];
    uint32_t asked, answered;
} edited_stand;

/* A square of nodes 1 m apart, each joined with the next ones. */
static bool make_graph(edited_stand *s)
{
    const wend_graph_def def = wend_graph_def_default();
    bool is_done = wend_graph_create(&def, &s->graph) == WEND_OK;
    for (uint32_t k = 0; k < s->side * s->side && is_done; k++) {
        wend_graph_node node = wend_graph_node_default();
        wend_node number;
        const uint32_t y = k / s->side;
        node.position = (wend_vec2){k % s->side, y};
        is_done = wend_graph_add_node(s->graph, &node, &number) == WEND_OK;
    }
    for (uint32_t k = 0; k < 2 * s->side * s->side && is_done; k++) {
        wend_graph_edge edge = wend_graph_edge_default();
        uint32_t number;
        edge.from = k / 2;
        edge.to = edge.from + (k % 2 == 0 ? 1 : s->side);
        const bool is_inside =
            k % 2 == 0 ? edge.from % s->side + 1 < s->side : edge.to < s->side * s->side;
        is_done = !is_inside || wend_graph_add_edge(s->graph, &edge, &number) == WEND_OK;
    }
    return is_done;
}

/* Squares of 1 m of two areas in turn, so that they are not merged. */
static bool make_mesh(edited_stand *s)
{
    const uint32_t side = s->side;
    const size_t count = (size_t)side * side;
    wend_vec3 *points = calloc((size_t)(side + 1) * (side + 1), sizeof *points);
    uint32_t *corners = calloc(4 * count, sizeof *corners);
    uint32_t *sizes = calloc(count, sizeof *sizes);
    uint8_t *areas = calloc(count, sizeof *areas);
    bool is_done = points != NULL && corners != NULL && sizes != NULL && areas != NULL;
    for (uint32_t k = 0; k < (side + 1) * (side + 1) && is_done; k++) {
        const uint32_t y = k / (side + 1);
        points[k] = (wend_vec3){k % (side + 1), y, 0};
    }
    for (uint32_t k = 0; k < count && is_done; k++) {
        const uint32_t at = k / side * (side + 1) + k % side;
        const uint32_t around[4] = {at, at + 1, at + side + 2, at + side + 1};
        memcpy(corners + 4 * (size_t)k, around, sizeof around);
        sizes[k] = 4;
        areas[k] = (uint8_t)((k % side + k / side) % 2);
    }
    if (is_done) {
        wend_mesh_def def = wend_mesh_def_default();
        double factors[WEND_MESH_AREAS];
        for (int i = 0; i < (int)WEND_MESH_AREAS; i++) {
            factors[i] = i == 1 ? 1.25 : 1;
        }
        def.points = points;
        def.point_count = (size_t)(side + 1) * (side + 1);
        def.corners = corners;
        def.sizes = sizes;
        def.polygon_count = (uint32_t)count;
        def.areas = areas;
        def.factors = factors;
        is_done = wend_mesh_create(&def, &s->mesh, NULL) == WEND_OK;
    }
    free(points);
    free(corners);
    free(sizes);
    free(areas);
    return is_done;
}

static bool make_planner(edited_stand *s)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    def.graph = s->graph;
    def.mesh = s->mesh;
    def.cache_capacity = 0;
    profile.max_nodes = 4;
    profile.max_node_distance = s->graph != NULL ? 1 : profile.max_node_distance;
    profile.is_deferred = true;
    return wend_planner_create(&def, &s->planner) == WEND_OK &&
           wend_planner_add_profile(s->planner, &profile, &index) == WEND_OK;
}

static void edit(edited_stand *s, uint64_t frame)
{
    const uint32_t count = s->side * s->side;
    const uint32_t at = wend_random_below(3, frame / 2, 0, count - s->side - 1);
    if (s->mesh != NULL) {
        (void)wend_mesh_set_open(s->mesh, at, frame % 2 != 0);
        return;
    }
    wend_graph_edge edge = wend_graph_edge_default();
    uint32_t number = wend_graph_edge_limit(s->graph) - 1;
    edge.from = at;
    edge.to = at + s->side + 1;
    if (frame % 2 == 0) {
        (void)wend_graph_add_edge(s->graph, &edge, &number);
    } else {
        (void)wend_graph_remove_edge(s->graph, number);
    }
}

/* Releases the oldest request and adds one, over a quarter of the map. All keep valid, so the space
 * follows in every frame. */
static void ask(edited_stand *s, uint64_t frame)
{
    wend_planner_request_id *id = &s->ids[frame % REQUESTS];
    wend_planner_request_def def = wend_planner_request_def_default();
    const uint32_t x = wend_random_below(5, frame, 0, s->side * 3 / 4);
    const uint32_t y = wend_random_below(5, frame, 1, s->side * 3 / 4);
    if (frame >= REQUESTS) {
        wend_planner_answer answer;
        (void)wend_planner_poll(s->planner, *id, &answer, NULL);
        s->asked++;
        s->answered += answer.state == WEND_PLANNER_READY ? 1 : 0;
        (void)wend_planner_release(s->planner, *id);
    }
    def.query.from = (wend_vec3){x + 0.5, y + 0.5, 0};
    const uint32_t quarter = s->side / 4;
    def.query.to = (wend_vec3){x + quarter + 0.5, y + quarter + 0.5, 0};
    def.keeps_valid = true;
    (void)wend_planner_add_request(s->planner, &def, id);
}

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

static bool measure(bench_report *report, bool is_mesh, bool is_quick)
{
    const char *name = is_mesh ? "mesh" : "graph";
    const size_t frames = is_quick ? FRAMES_QUICK : FRAMES;
    edited_stand *s = calloc(1, sizeof *s);
    double *times = calloc(frames, sizeof *times);
    bench_progress("planner", name);
    bool is_done = s != NULL && times != NULL;
    if (is_done) {
        s->side = is_quick ? 40 : is_mesh ? 141 : 200;
        is_done = (is_mesh ? make_mesh(s) : make_graph(s)) && make_planner(s);
    }
    double sum = 0;
    for (size_t frame = 0; frame < frames && is_done; frame++) {
        ask(s, frame);
        edit(s, frame);
        const uint64_t begin = bench_clock_ns();
        wend_budget budget = wend_budget_ns(1000000);
        is_done = wend_planner_update(s->planner, &budget) >= 0;
        times[frame] = (double)(bench_clock_ns() - begin) / 1e6;
        sum += times[frame];
    }
    if (is_done) {
        wend_planner_stats stats;
        wend_planner_get_stats(s->planner, &stats);
        qsort(times, frames, sizeof *times, compare_times);
        const double p999 = times[(size_t)((double)(frames - 1) * 0.999)];
        bench_cell_text(report, name);
        bench_cell_number(report, (double)s->side * s->side, 0);
        bench_cell_number(report, sum / (double)frames, 3);
        bench_cell_number(report, p999, 3);
        bench_cell_number(report, times[frames - 1], 3);
        bench_cell_number(report, s->asked, 0);
        bench_cell_number(report, s->answered, 0);
        bench_cell_number(report, (double)stats.space_updates, 0);
        char title[BENCH_NAME_CAPACITY];
        (void)snprintf(title, sizeof title, "99.9 %% of updates, ms, edited %s", name);
        bench_report_time(report, title, p999, 1.25, false);
    }
    if (s != NULL) {
        wend_planner_destroy(s->planner);
        wend_mesh_destroy(s->mesh);
        wend_graph_destroy(s->graph);
    }
    free(times);
    free(s);
    return is_done;
}

bool planner_measure_edited_worlds(bench_report *report, bool is_quick)
{
    static const bench_column columns[] = {
        {"world", "world"},       {"size", "nodes or polygons"},
        {"mean_ms", "mean ms"},   {"p999_ms", "99.9 % ms"},
        {"most_ms", "most ms"},   {"asked", "asked"},
        {"answered", "answered"}, {"space_updates", "updates of the space"}};
    bench_table_begin(report, "edited", "Graphs and meshes edited in every frame, 1 ms a frame",
                      columns, sizeof columns / sizeof columns[0]);
    const bool is_done = measure(report, false, is_quick) && measure(report, true, is_quick);
    bench_table_end(report);
    return is_done;
}
