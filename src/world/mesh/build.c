/* Builds meshes from outlines of ground and of holes in it: triangulates, labels, merges and
 * emits.
 * Cost: some 1 to 2 us a point for the triangulation, as much again for all the rest. */
#include "world/mesh/build.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/predicates.h"
#include "world/triangulation/winding.h"

#include <stdio.h>
#include <string.h>

/* ---- from polygons of a triangulation ---- */

typedef struct mesh_emitter {
    wend_vec3 *points; /* [corner_count] */
    uint32_t *corners; /* [corner_count] */
    uint32_t *numbers; /* [vertex_count] the point of each vertex; UINT32_MAX = none yet */
    size_t point_count;
} mesh_emitter;

static void free_emit(const wendi_mesh_build_plan *plan, mesh_emitter *e)
{
    const size_t corners = plan->polygons->corner_count;
    wendi_free(plan->allocator, e->points, corners * sizeof *e->points);
    wendi_free(plan->allocator, e->corners, corners * sizeof *e->corners);
    wendi_free(plan->allocator, e->numbers, plan->cdt->vertex_count * sizeof *e->numbers);
}

static bool make_emit(const wendi_mesh_build_plan *plan, mesh_emitter *e)
{
    const size_t corners = plan->polygons->corner_count;
    memset(e, 0, sizeof *e);
    e->points = wendi_alloc(plan->allocator, corners * sizeof *e->points);
    e->corners = wendi_alloc(plan->allocator, corners * sizeof *e->corners);
    e->numbers = wendi_alloc(plan->allocator, plan->cdt->vertex_count * sizeof *e->numbers);
    if (e->points == NULL || e->corners == NULL || e->numbers == NULL) {
        return false;
    }
    memset(e->numbers, 0xff, plan->cdt->vertex_count * sizeof *e->numbers);
    return true;
}

/* The point of a vertex at a height: the vertex's last one, unless that has another height. */
static uint32_t point_at(const wendi_mesh_build_plan *plan, mesh_emitter *e, uint32_t vertex,
                         double height)
{
    const uint32_t number = e->numbers[vertex];
    if (number != UINT32_MAX && !(e->points[number].z < height) &&
        !(e->points[number].z > height)) {
        return number;
    }
    const wend_vec2 p = plan->cdt->points[vertex];
    e->points[e->point_count] = (wend_vec3){p.x, p.y, height};
    e->numbers[vertex] = (uint32_t)e->point_count;
    return (uint32_t)e->point_count++;
}

static wend_result create(const wendi_mesh_build_plan *plan, const mesh_emitter *e,
                          wend_mesh **mesh)
{
    wend_mesh_def def = wend_mesh_def_default();
    def.points = e->points;
    def.point_count = e->point_count;
    def.corners = e->corners;
    def.sizes = plan->polygons->sizes;
    def.polygon_count = plan->polygons->count;
    def.neighbours = plan->polygons->neighbours;
    def.areas = plan->areas;
    def.flags = plan->flags;
    def.factors = plan->factors;
    def.message = plan->message;
    if (plan->allocator != NULL) {
        def.allocator = *plan->allocator;
    }
    return wend_mesh_create(&def, mesh, NULL);
}

wend_result wendi_mesh_build_emit(const wendi_mesh_build_plan *plan, wend_mesh **mesh)
{
    mesh_emitter e;
    *mesh = NULL;
    wend_result result = WEND_ERROR_MEMORY;
    if (make_emit(plan, &e)) {
        uint32_t corner = 0;
        for (uint32_t p = 0; p < plan->polygons->count; ++p) {
            const double height = plan->heights == NULL ? 0.0 : plan->heights[p];
            for (uint32_t i = 0; i < plan->polygons->sizes[p]; ++i, ++corner) {
                e.corners[corner] = point_at(plan, &e, plan->polygons->corners[corner], height);
            }
        }
        result = create(plan, &e, mesh);
    }
    free_emit(plan, &e);
    return result;
}

wend_mesh_report wendi_mesh_report_of_cdt(const wendi_cdt *cdt)
{
    wend_mesh_report report;
    memset(&report, 0, sizeof report);
    report.merged_points = cdt->merged_points;
    report.crossings = cdt->crossings + cdt->overlaps;
    report.dropped_lines = cdt->dropped_lines + cdt->lost_pieces;
    return report;
}

/* ---- from outlines ---- */

static const uint32_t COOKIE = 0x6f75746c;

enum { POINTS_MAX = 1 << 28 };

wend_mesh_outlines wend_mesh_outlines_default(void)
{
    wend_mesh_outlines outlines;
    memset(&outlines, 0, sizeof outlines);
    outlines.cookie = COOKIE;
    outlines.merges = true;
    return outlines;
}

typedef struct outline_builder {
    const wend_mesh_outlines *given;
    size_t count;          /* Points, and as many lines. */
    wend_vec2 *points;     /* [count] of each point */
    wendi_cdt_line *lines; /* [count] line i begins at point i */
    uint32_t *outlines;    /* [count] of lines and points */
    uint32_t *labels;      /* [triangle_count] */
    uint8_t *areas;        /* [triangle_count] of polygons */
    size_t triangle_count;
    wendi_cdt cdt;
    wendi_convex_polygons polygons;
} outline_builder;

/* ---- checking ---- */

static wend_result refuse(const wend_mesh_outlines *given, const char *what)
{
    return wendi_fail(given->message, WEND_ERROR_ARGUMENT, "wend_mesh_build: %s", what);
}

static wend_result no_memory(const wend_mesh_outlines *given)
{
    return wendi_fail(given->message, WEND_ERROR_MEMORY, "wend_mesh_build: out of memory");
}

static wend_result check_points(const wend_mesh_outlines *given)
{
    size_t at = 0;
    for (size_t i = 0; i < given->outline_count; ++i) {
        for (size_t k = 0; k < given->sizes[i]; ++k, ++at) {
            char name[64];
            (void)snprintf(name, sizeof name, "outline %zu, point %zu", i, k);
            const wend_result result =
                wendi_check_vec2(given->message, "wend_mesh_build", name, given->points[at]);
            if (result != WEND_OK) {
                return result;
            }
        }
    }
    return WEND_OK;
}

static wend_result check(const wend_mesh_outlines *given, size_t *count)
{
    if (given->areas != NULL && given->is_hole == NULL) {
        return refuse(given, "is_hole is NULL, and areas need it");
    }
    if (given->outline_count > 0 && given->sizes == NULL) {
        return refuse(given, "sizes is NULL, but outline_count is not 0");
    }
    uint64_t all = 0;
    for (size_t i = 0; i < given->outline_count && all <= POINTS_MAX; ++i) {
        all += given->sizes[i];
    }
    if (all > POINTS_MAX - WENDI_CDT_FRAME || given->outline_count > POINTS_MAX) {
        return refuse(given, "sizes add up to more than 2^28 points");
    }
    if (all == 0) {
        return refuse(given, "outline_count or all sizes are 0: there are no points");
    }
    if (given->points == NULL) {
        return refuse(given, "points is NULL");
    }
    *count = (size_t)all;
    return check_points(given);
}

/* ---- strict checks ---- */

/* The index of a point within its outline. */
static unsigned long within(const outline_builder *b, size_t point)
{
    size_t first = point;
    while (first > 0 && b->outlines[first - 1] == b->outlines[point]) {
        first--;
    }
    return (unsigned long)(point - first);
}

static wend_result refuse_two(const outline_builder *b, size_t one, const char *what, size_t other)
{
    return wendi_fail(b->given->message, WEND_ERROR_ARGUMENT,
                      "wend_mesh_build: outline %lu, point %lu: %s outline %lu, point %lu",
                      (unsigned long)b->outlines[one], within(b, one), what,
                      (unsigned long)b->outlines[other], within(b, other));
}

/* Names the first point that equals an earlier one. */
static wend_result refuse_equal(const outline_builder *b)
{
    const size_t bytes = b->cdt.vertex_count * sizeof(uint32_t);
    uint32_t *seen = wendi_alloc(&b->given->allocator, bytes);
    if (seen == NULL) {
        return no_memory(b->given);
    }
    memset(seen, 0xff, bytes);
    size_t i = 0;
    while (seen[b->cdt.vertices[i]] == UINT32_MAX) {
        seen[b->cdt.vertices[i]] = (uint32_t)i;
        i++;
    }
    const size_t before = seen[b->cdt.vertices[i]];
    wendi_free(&b->given->allocator, seen, bytes);
    return refuse_two(b, i, "lies where this one does:", before);
}

static wend_result check_strictly(const outline_builder *b)
{
    if (b->cdt.merged_points > 0) {
        return refuse_equal(b);
    }
    if (b->cdt.crossings + b->cdt.overlaps > 0) {
        return refuse_two(b, b->cdt.crossing_lines[0],
                          "the line from here crosses or overlaps the one from",
                          b->cdt.crossing_lines[1]);
    }
    return WEND_OK;
}

/* ---- building ---- */

static bool reserve_lines(outline_builder *b)
{
    const wend_allocator *a = &b->given->allocator;
    b->points = wendi_alloc(a, b->count * sizeof *b->points);
    b->lines = wendi_alloc(a, b->count * sizeof *b->lines);
    b->outlines = wendi_alloc(a, b->count * sizeof *b->outlines);
    return b->points != NULL && b->lines != NULL && b->outlines != NULL;
}

static void lay_lines(outline_builder *b)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < b->given->outline_count; ++i) {
        const uint32_t first = at;
        const uint32_t end = at + b->given->sizes[i];
        for (; at < end; ++at) {
            const wend_vec2 p = b->given->points[at];
            b->points[at] = (wend_vec2){wendi_flush_coordinate(p.x), wendi_flush_coordinate(p.y)};
            b->lines[at] = (wendi_cdt_line){at, at + 1 < end ? at + 1 : first};
            b->outlines[at] = i;
        }
    }
}

static bool reserve_labels(outline_builder *b)
{
    const wend_allocator *a = &b->given->allocator;
    b->triangle_count = b->cdt.half_count / 3;
    b->labels = wendi_alloc(a, b->triangle_count * sizeof *b->labels);
    b->areas = wendi_alloc(a, b->triangle_count);
    return b->labels != NULL && b->areas != NULL;
}

static wend_result label(outline_builder *b)
{
    const wend_mesh_outlines *given = b->given;
    const wendi_winding_input input = {&b->cdt, b->outlines, given->outline_count, given->is_hole,
                                       given->areas};
    size_t loose = SIZE_MAX;
    if (!reserve_labels(b) ||
        wendi_winding_label(&input, b->labels, given->is_strict ? &loose : NULL) != WEND_OK) {
        return no_memory(given);
    }
    return loose == SIZE_MAX
               ? WEND_OK
               : wendi_fail(given->message, WEND_ERROR_ARGUMENT,
                            "wend_mesh_build: outline %lu is a hole outside of all ground",
                            (unsigned long)loose);
}

static wend_result make_mesh(outline_builder *b, wend_mesh **mesh)
{
    const wendi_convex_merge_input input = {&b->cdt, b->labels, NULL, b->given->merges, NULL, 0};
    if (wendi_convex_merge(&input, &b->polygons) != WEND_OK) {
        return no_memory(b->given);
    }
    if (b->polygons.count == 0) {
        return refuse(b->given, "the outlines enclose no ground");
    }
    for (uint32_t p = 0; p < b->polygons.count; ++p) {
        b->areas[p] = (uint8_t)(b->polygons.labels[p] - 1);
    }
    const wendi_mesh_build_plan plan = {.cdt = &b->cdt,
                                        .polygons = &b->polygons,
                                        .areas = b->areas,
                                        .factors = b->given->factors,
                                        .allocator = &b->given->allocator,
                                        .message = b->given->message};
    const wend_result result = wendi_mesh_build_emit(&plan, mesh);
    return result == WEND_ERROR_MEMORY ? no_memory(b->given) : result;
}

static wend_result build(outline_builder *b, wend_mesh **mesh)
{
    if (!reserve_lines(b)) {
        return no_memory(b->given);
    }
    lay_lines(b);
    wend_result result =
        wendi_cdt_build(&b->cdt, &b->given->allocator, b->points, b->count, b->lines, b->count);
    if (result != WEND_OK) {
        return result == WEND_ERROR_MEMORY
                   ? no_memory(b->given)
                   : refuse(b->given, "more than 2^28 points and crossings");
    }
    if (b->given->is_strict) {
        result = check_strictly(b);
    }
    if (result == WEND_OK) {
        result = label(b);
    }
    return result == WEND_OK ? make_mesh(b, mesh) : result;
}

static void free_builder(outline_builder *b)
{
    const wend_allocator *a = &b->given->allocator;
    wendi_convex_polygons_free(&b->polygons);
    wendi_cdt_free(&b->cdt);
    wendi_free(a, b->points, b->count * sizeof *b->points);
    wendi_free(a, b->lines, b->count * sizeof *b->lines);
    wendi_free(a, b->outlines, b->count * sizeof *b->outlines);
    wendi_free(a, b->labels, b->triangle_count * sizeof *b->labels);
    wendi_free(a, b->areas, b->triangle_count);
}

wend_result wend_mesh_build(const wend_mesh_outlines *outlines, wend_mesh **mesh,
                            wend_mesh_report *report)
{
    if (mesh != NULL) {
        *mesh = NULL;
    }
    if (report != NULL) {
        memset(report, 0, sizeof *report);
    }
    if (outlines == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_has_cookie(outlines->cookie, COOKIE, outlines->message, "wend_mesh_build",
                          "wend_mesh_outlines_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (mesh == NULL) {
        return wendi_refuse_null(outlines->message, "wend_mesh_build", "mesh");
    }
    wendi_message_clear(outlines->message);
    outline_builder b;
    memset(&b, 0, sizeof b);
    b.given = outlines;
    wend_result result = check(outlines, &b.count);
    if (result != WEND_OK) {
        return result;
    }
    result = build(&b, mesh);
    if (report != NULL && result == WEND_OK) {
        *report = wendi_mesh_report_of_cdt(&b.cdt);
    }
    free_builder(&b);
    return result;
}
