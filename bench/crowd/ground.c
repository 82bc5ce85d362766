/* Measures a tick of the same walkers between the same pillars, with walls and with a mesh as their
 * ground.
 *
 *    +------------------------+     rows of four walk to the right and to the left, between pillars
 *    |   ::>  #   <::   #     |     of a metre, twelve metres apart; the mesh is the ground between
 *    +------------------------+     them, and the walls are its outer edges
 *
 * Cost: some seconds; runs of both alternate, so that the machine's other work slows down both. */
#include "crowd/suite.h"
#include "measure/timing.h"
#include "wend/crowd.h"
#include "wend/mesh.h"
#include "wend/walls.h"

#include <math.h>
#include <stdlib.h>

enum { SIZES = 2, WARM = 20, TICKS = 60, RUNS_MOST = 64, ROWS = 4, KINDS = 2 };

static const size_t sizes[SIZES] = {1000, 10000};
static const double apart = 1.5, border = 2, pillars_apart = 12, pillar = 1, ratio_most = 1.3;
static const double ns_per_ms = 1e6;

typedef struct ground {
    wend_mesh *mesh;
    wend_walls *walls;
    size_t count, side; /* walkers, and in a row */
} ground;

static void put_square(wend_vec2 *points, double x, double y, double side)
{
    points[0] = (wend_vec2){x, y};
    points[1] = (wend_vec2){x + side, y};
    points[2] = (wend_vec2){x + side, y + side};
    points[3] = (wend_vec2){x, y + side};
}

static bool build(ground *g, size_t count)
{
    g->count = count;
    g->side = (size_t)ceil(sqrt((double)count));
    const double side = apart * (double)g->side + 2 * border;
    const size_t columns = (size_t)(side / pillars_apart), outlines = 1 + columns * columns;
    wend_vec2 *points = calloc(4 * outlines, sizeof *points);
    uint32_t *corners = calloc(outlines, sizeof *corners);
    uint8_t *holes = calloc(outlines, 1);
    bool is_done = points != NULL && corners != NULL && holes != NULL;
    for (size_t i = 0; is_done && i < outlines; i++) {
        const size_t k = i - (i > 0);
        const size_t column = columns > 0 ? k % columns : 0, row = columns > 0 ? k / columns : 0;
        const double x = pillars_apart * ((double)column + 0.5) + 0.3;
        const double y = pillars_apart * ((double)row + 0.5) + 0.3;
        put_square(points + 4 * i, i == 0 ? 0 : x, i == 0 ? 0 : y, i == 0 ? side : pillar);
        corners[i] = 4;
        holes[i] = i > 0;
    }
    wend_mesh_outlines def = wend_mesh_outlines_default();
    def.points = points;
    def.sizes = corners;
    def.outline_count = outlines;
    def.is_hole = holes;
    is_done = is_done && wend_mesh_build(&def, &g->mesh, NULL) == WEND_OK &&
              wend_mesh_walls(g->mesh, WEND_STOPS_WALK, NULL, &g->walls) == WEND_OK;
    free(points);
    free(corners);
    free(holes);
    return is_done;
}

/* Bodies that would stand in a pillar are left out, with both grounds the same ones. */
static wend_crowd *put_walkers(const ground *g, bool is_on_mesh)
{
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd *crowd = NULL;
    def.max_bodies = (uint32_t)g->count;
    def.mesh = is_on_mesh ? g->mesh : NULL;
    def.walls = is_on_mesh ? NULL : g->walls;
    if (wend_crowd_create(&def, &crowd) != WEND_OK) {
        return NULL;
    }
    for (size_t i = 0; i < g->count; i++) {
        wend_body_def body = wend_body_def_default();
        const size_t column = i % g->side, row = i / g->side;
        const double way = row / ROWS % 2 == 0 ? -1.2 : 1.2;
        wend_body_id id;
        body.position = (wend_vec2){border + apart * (double)column, border + apart * (double)row};
        const wend_mesh_location at = wend_mesh_location_at(body.position.x, body.position.y, 0);
        if (wend_mesh_wall_distance(g->mesh, at, 1, NULL) > 0.3 &&
            wend_crowd_add_body(crowd, &body, &id) == WEND_OK) {
            (void)wend_crowd_set_velocity(crowd, id, (wend_vec2){way, 0.1 * ((double)(i % 7) - 3)});
        }
    }
    return crowd;
}

/* @return nanoseconds a tick; 0: it cannot be run. */
static double time_ticks(const ground *g, bool is_on_mesh)
{
    wend_crowd *crowd = put_walkers(g, is_on_mesh);
    bool is_done = crowd != NULL;
    for (int i = 0; is_done && i < WARM; i++) {
        is_done = wend_crowd_tick(crowd) == WEND_OK;
    }
    const uint64_t begin = bench_clock_ns();
    for (int i = 0; is_done && i < TICKS; i++) {
        is_done = wend_crowd_tick(crowd) == WEND_OK;
    }
    const double spent = (double)(bench_clock_ns() - begin);
    wend_crowd_destroy(crowd);
    return is_done ? spent / (double)TICKS : 0;
}

static int by_value(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* The medians of alternating runs. @param ns [KINDS] with walls, on the mesh. */
static bool measure(const crowd_suite *suite, const ground *g, double ns[KINDS])
{
    static double all[KINDS][RUNS_MOST];
    const size_t runs = suite->runs < RUNS_MOST ? suite->runs : RUNS_MOST;
    for (size_t run = 0; run < runs; run++) {
        for (size_t kind = 0; kind < KINDS; kind++) {
            all[kind][run] = time_ticks(g, kind == 1);
            if (!(all[kind][run] > 0)) {
                return false;
            }
        }
    }
    for (size_t kind = 0; kind < KINDS; kind++) {
        qsort(all[kind], runs, sizeof all[kind][0], by_value);
        ns[kind] = all[kind][runs / 2];
    }
    return true;
}

void bench_crowd_ground(crowd_suite *suite)
{
    static const bench_column columns[] = {{"bodies", "bodies"},
                                           {"walls_ms", "ms a tick, walls"},
                                           {"mesh_ms", "mesh"},
                                           {"ratio", "mesh / walls"}};
    double most = 0;
    if (suite->scene != NULL) {
        return;
    }
    bench_table_begin(&suite->report, "ground", "Walkers between pillars: walls and a mesh",
                      columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < SIZES; i++) {
        ground g = {.mesh = NULL};
        double ns[KINDS];
        if (!build(&g, sizes[i]) || !measure(suite, &g, ns)) {
            crowd_suite_fail(suite, "ground", "cannot be run");
        } else {
            bench_cell_number(&suite->report, (double)sizes[i], 0);
            bench_cell_number(&suite->report, ns[0] / ns_per_ms, 3);
            bench_cell_number(&suite->report, ns[1] / ns_per_ms, 3);
            bench_cell_number(&suite->report, ns[1] / ns[0], 2);
            most = fmax(most, ns[1] / ns[0]);
        }
        wend_walls_destroy(g.walls);
        wend_mesh_destroy(g.mesh);
    }
    bench_table_end(&suite->report);
    bench_report_time(&suite->report, "a tick on a mesh / with walls, most", most, ratio_most,
                      false);
}
