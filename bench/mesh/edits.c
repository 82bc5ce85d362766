/* Measures edits of single polygons, each followed by an update of a space.
 * Cost: the edits times runs, some microseconds each. */
#include "mesh/edits.h"
#include "peers/detour_peer.h"
#include "wend/mesh_search.h"
#include "yardstick/yardstick.h"

#include <math.h>
#include <stdlib.h>

typedef struct edit_stage {
    wend_mesh *mesh;
    wend_mesh_space *space;
    wend_node *polygons;        /* [count] */
    double *close_us, *open_us; /* [count] */
    size_t count;
} edit_stage;

static uint32_t random_below(uint64_t k, uint32_t count)
{
    uint64_t h = (k + 1) * 0x9E3779B97F4A7C15u;
    h ^= h >> 31;
    h *= 0xD6E8FEB86659FD93u;
    h ^= h >> 32;
    return (uint32_t)((h >> 32) * count >> 32);
}

static bool edit(const edit_stage *s, wend_node polygon, bool is_open, double *us)
{
    const uint64_t before = wend_clock_ns();
    const bool is_done = wend_mesh_set_open(s->mesh, polygon, is_open) == WEND_OK &&
                         wend_mesh_space_update(s->space) == WEND_OK;
    *us = fmin(*us, (double)(wend_clock_ns() - before) / 1e3);
    return is_done;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

mesh_edit_times mesh_edit_times_of(double *us, size_t count)
{
    mesh_edit_times times = {0};
    for (size_t k = 0; k < count; k++) {
        times.mean += us[k] / (double)count;
    }
    qsort(us, count, sizeof *us, compare);
    times.p99 = us[(count - 1) * 99 / 100];
    times.worst = us[count - 1];
    return times;
}

static bool measure(edit_stage *s, size_t runs, mesh_edit_row *row)
{
    bool holds = true;
    for (size_t k = 0; k < s->count; k++) {
        s->polygons[k] = random_below(k, wend_mesh_polygon_count(s->mesh));
        s->close_us[k] = s->open_us[k] = (double)INFINITY;
    }
    for (size_t run = 0; run < runs && holds; run++) {
        for (size_t k = 0; k < s->count && holds; k++) {
            holds = edit(s, s->polygons[k], false, &s->close_us[k]) &&
                    edit(s, s->polygons[k], true, &s->open_us[k]);
        }
    }
    if (holds) {
        row->close = mesh_edit_times_of(s->close_us, s->count);
        row->open = mesh_edit_times_of(s->open_us, s->count);
    }
    return holds;
}

static double measure_layout(const wend_mesh *mesh, size_t runs)
{
    double least = (double)INFINITY;
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = mesh;
    for (size_t run = 0; run < runs; run++) {
        wend_mesh_space *space;
        const uint64_t before = wend_clock_ns();
        const wend_result result = wend_mesh_space_create(&def, &space);
        least =
            result == WEND_OK ? fmin(least, (double)(wend_clock_ns() - before) / 1e3) : (double)NAN;
        wend_mesh_space_destroy(space);
    }
    return least;
}

double mesh_edits_detour_ns(const wend_mesh *mesh, size_t count)
{
    const char *why = NULL;
    detour_peer *peer = detour_peer_create(mesh, &why);
    if (peer == NULL) {
        return (double)NAN;
    }
    const uint32_t pieces = (uint32_t)detour_peer_polygon_count(peer);
    const uint64_t before = wend_clock_ns();
    for (size_t k = 0; k < count; k++) {
        const uint32_t piece = random_below(k, pieces);
        detour_peer_set_open(peer, piece, false);
        detour_peer_set_open(peer, piece, true);
    }
    const double ns = (double)(wend_clock_ns() - before) / (2 * (double)count);
    detour_peer_destroy(peer);
    return ns;
}

bool mesh_edits_measure(wend_mesh *mesh, size_t count, size_t runs, mesh_edit_row *row)
{
    edit_stage s = {.mesh = mesh, .count = count};
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = mesh;
    s.polygons = calloc(count + 1, sizeof *s.polygons);
    s.close_us = calloc(count + 1, sizeof *s.close_us);
    s.open_us = calloc(count + 1, sizeof *s.open_us);
    *row = (mesh_edit_row){.polygons = wend_mesh_polygon_count(mesh)};
    bool holds = count > 0 && s.polygons != NULL && s.close_us != NULL && s.open_us != NULL &&
                 wend_mesh_space_create(&def, &s.space) == WEND_OK && measure(&s, runs, row);
    row->layout_us = holds ? measure_layout(mesh, runs) : (double)NAN;
    row->detour_ns = holds ? mesh_edits_detour_ns(mesh, count) : (double)NAN;
    wend_mesh_space_destroy(s.space);
    free(s.polygons);
    free(s.close_us);
    free(s.open_us);
    return holds;
}
