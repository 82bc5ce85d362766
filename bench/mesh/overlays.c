/* Measures queries over a mesh with 0 to 1,000 discs of an overlay.
 * Cost: the queries by two methods times runs, for each number of discs. */
#include "mesh/overlays.h"
#include "wend/mesh_overlay.h"
#include "wend/mesh_search.h"
#include "yardstick/yardstick.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t SHAPES[MESH_OVERLAY_ROWS] = {0, 10, 100, 1000};

typedef struct stage {
    wend_mesh *mesh;
    wend_mesh_space *space;
    wend_mesh_search *search;
    wend_overlay_id overlay;
    size_t count, runs;
    wend_mesh_location *starts, *goals; /* [count] */
    double *times;                      /* [count] */
} stage;

/* 0 to 1, from a number: the same on every machine. */
static double random_part(size_t k, size_t salt)
{
    uint64_t h = (uint64_t)k * 0x9E3779B97F4A7C15u + (uint64_t)salt * 0xC2B2AE3D27D4EB4Fu;
    h ^= h >> 31;
    h *= 0xD6E8FEB86659FD93u;
    h ^= h >> 32;
    return (double)(h >> 11) / 9007199254740992.0;
}

static bool place_shapes(const stage *s, size_t from, size_t to)
{
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(s->mesh, &low, &high);
    const double width = high.x - low.x > high.y - low.y ? high.x - low.x : high.y - low.y;
    for (size_t k = from; k < to; k++) {
        const size_t q = (size_t)(random_part(k, 1) * (double)s->count);
        const double part = random_part(k, 2);
        const wend_vec2 at = {s->starts[q].x + part * (s->goals[q].x - s->starts[q].x),
                              s->starts[q].y + part * (s->goals[q].y - s->starts[q].y)};
        const double radius = (0.002 + 0.008 * random_part(k, 3)) * width;
        if (wend_mesh_overlay_add(
                s->mesh, s->overlay, at, radius,
                (int32_t)((1 + 3 * random_part(k, 4)) * (double)WEND_OVERLAY_ONE)) != WEND_OK) {
            return false;
        }
    }
    return true;
}

/* Mean over the queries of the least time of each. */
static double measure(const stage *s, wend_mesh_method method)
{
    double sum = 0;
    for (size_t k = 0; k < s->count; k++) {
        s->times[k] = (double)INFINITY;
    }
    for (size_t run = 0; run < s->runs; run++) {
        for (size_t k = 0; k < s->count; k++) {
            wend_mesh_search_query query = wend_mesh_search_query_default();
            query.method = method;
            query.start = s->starts[k];
            query.goal = s->goals[k];
            const uint64_t before = wend_clock_ns();
            if (wend_mesh_search_find(s->search, &query) < 0) {
                return (double)NAN;
            }
            s->times[k] = fmin(s->times[k], (double)(wend_clock_ns() - before));
        }
    }
    for (size_t k = 0; k < s->count; k++) {
        sum += s->times[k];
    }
    return sum / (1e3 * (double)s->count);
}

/* The time of an update of the space after the amount of one tiny disc changed. */
static double measure_update(const stage *s)
{
    double least = (double)INFINITY;
    for (size_t run = 0; run < s->runs + 2; run++) {
        const wend_vec2 at = {s->starts[0].x, s->starts[0].y};
        (void)wend_mesh_overlay_add(s->mesh, s->overlay, at, 1e-3, WEND_OVERLAY_ONE);
        const uint64_t before = wend_clock_ns();
        (void)wend_mesh_space_update(s->space);
        least = fmin(least, (double)(wend_clock_ns() - before) / 1e3);
    }
    return least;
}

static double count_met(const stage *s, size_t shapes)
{
    size_t met = 0;
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(s->mesh, &low, &high);
    const double width = high.x - low.x > high.y - low.y ? high.x - low.x : high.y - low.y;
    for (size_t k = 0; k < s->count; k++) {
        const wend_vec2 from = {s->starts[k].x, s->starts[k].y};
        const wend_vec2 line = {s->goals[k].x - from.x, s->goals[k].y - from.y};
        const double squared = line.x * line.x + line.y * line.y;
        for (size_t i = 0; i < shapes && squared > 0; i++) {
            const size_t q = (size_t)(random_part(i, 1) * (double)s->count);
            const double part = random_part(i, 2);
            const double x = s->starts[q].x + part * (s->goals[q].x - s->starts[q].x) - from.x;
            const double y = s->starts[q].y + part * (s->goals[q].y - s->starts[q].y) - from.y;
            const double t = fmin(fmax((x * line.x + y * line.y) / squared, 0), 1);
            const double radius = (0.002 + 0.008 * random_part(i, 3)) * width;
            met += hypot(x - t * line.x, y - t * line.y) < radius ? 1 : 0;
        }
    }
    return (double)met / (double)s->count;
}

static bool measure_all(stage *s, mesh_overlay_row rows[MESH_OVERLAY_ROWS])
{
    for (size_t i = 0; i < MESH_OVERLAY_ROWS; i++) {
        if (!place_shapes(s, i == 0 ? 0 : SHAPES[i - 1], SHAPES[i]) ||
            wend_mesh_space_update(s->space) != WEND_OK) {
            return false;
        }
        rows[i] = (mesh_overlay_row){.shapes = SHAPES[i]};
        rows[i].exact_us = measure(s, WEND_MESH_METHOD_EXACT);
        rows[i].midpoint_us = measure(s, WEND_MESH_METHOD_MIDPOINT);
        rows[i].met = count_met(s, SHAPES[i]);
        rows[i].update_us = measure_update(s);
    }
    return true;
}

bool mesh_overlays_measure(const golden_mesh *golden, wend_mesh *mesh, size_t count, size_t runs,
                           mesh_overlay_row rows[MESH_OVERLAY_ROWS])
{
    stage s = {.mesh = mesh, .runs = runs};
    s.count = count == 0 || count > golden->query_count ? golden->query_count : count;
    wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
    def.keep = 1;
    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    space_def.mesh = mesh;
    s.starts = calloc(s.count + 1, sizeof *s.starts);
    s.goals = calloc(s.count + 1, sizeof *s.goals);
    s.times = calloc(s.count + 1, sizeof *s.times);
    bool holds = s.count > 0 && s.starts != NULL && s.goals != NULL && s.times != NULL &&
                 wend_mesh_add_overlay(mesh, &def, &s.overlay, NULL) == WEND_OK &&
                 wend_mesh_space_create(&space_def, &s.space) == WEND_OK &&
                 wend_mesh_search_create(s.space, NULL, &s.search) == WEND_OK;
    for (size_t k = 0; k < s.count && holds; k++) {
        const golden_query *query = &golden->queries[k * golden->query_count / s.count];
        (void)golden_place(mesh, query->start, &s.starts[k]);
        (void)golden_place(mesh, query->goal, &s.goals[k]);
    }
    holds = holds && measure_all(&s, rows);
    (void)wend_mesh_remove_overlay(mesh, s.overlay);
    wend_mesh_search_destroy(s.search);
    wend_mesh_space_destroy(s.space);
    free(s.starts);
    free(s.goals);
    free(s.times);
    return holds;
}
