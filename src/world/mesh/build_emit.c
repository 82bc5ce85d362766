/* takes: polygons over the vertices of a triangulation.
 * gives: a mesh.
 * cost:  linear, and that of wend_mesh_create. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "world/mesh/build.h"

#include <string.h>

typedef struct emit {
    wend_vec3 *points; /* [corner_count] */
    uint32_t *corners; /* [corner_count] */
    uint32_t *numbers; /* [vertex_count] of vertices that are used; UINT32_MAX = not yet */
    size_t point_count;
} emit;

static void free_emit(const wendi_mesh_build_plan *plan, emit *e)
{
    const size_t corners = plan->polygons->corner_count;
    wendi_free(plan->allocator, e->points, corners * sizeof *e->points);
    wendi_free(plan->allocator, e->corners, corners * sizeof *e->corners);
    wendi_free(plan->allocator, e->numbers, plan->cdt->vertex_count * sizeof *e->numbers);
}

static bool make_emit(const wendi_mesh_build_plan *plan, emit *e)
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

/* The point of a vertex at a height: the vertex's last one, unless that lies at another height. */
static uint32_t point_at(const wendi_mesh_build_plan *plan, emit *e, uint32_t vertex, double height)
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

static void lay_points(const wendi_mesh_build_plan *plan, emit *e)
{
    uint32_t corner = 0;
    for (uint32_t p = 0; p < plan->polygons->count; ++p) {
        const double height = plan->heights == NULL ? 0.0 : plan->heights[p];
        for (uint32_t i = 0; i < plan->polygons->sizes[p]; ++i, ++corner) {
            e->corners[corner] = point_at(plan, e, plan->polygons->corners[corner], height);
        }
    }
}

static wend_result create(const wendi_mesh_build_plan *plan, const emit *e, wend_mesh **mesh)
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
    emit e;
    *mesh = NULL;
    wend_result result = WEND_ERROR_MEMORY;
    if (make_emit(plan, &e)) {
        lay_points(plan, &e);
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
