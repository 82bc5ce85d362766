/* Creates meshes from definitions and destroys them.
 * Cost: some 1 us a polygon. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/walls.h"
#include "world/mesh/overlay.h"
#include "world/mesh/tiles.h"
#include "world/mesh_shape/shape.h"

#include <stdio.h>
#include <string.h>

static const uint32_t COOKIE = 0x3e5bd301;

/* Corners and points are numbered in 31 bits. */
static const uint64_t COUNT_MAX = (uint64_t)1 << 31;

wend_mesh_def wend_mesh_def_default(void)
{
    wend_mesh_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    return def;
}

/* ---- checking ---- */

static wend_result refuse(const wend_mesh_def *def, const char *what)
{
    return wendi_fail(def->message, WEND_ERROR_ARGUMENT, "wend_mesh_create: %s", what);
}

static wend_result refuse_number(const wend_mesh_def *def, const char *field, double value,
                                 double low, double high)
{
    return wendi_refuse(def->message, "wend_mesh_create", field, value, low, high);
}

static wend_result check_points(const wend_mesh_def *def)
{
    for (size_t i = 0; i < def->point_count; ++i) {
        char name[40];
        (void)snprintf(name, sizeof name, "points[%zu]", i);
        const wend_result result =
            wendi_check_vec3(def->message, "wend_mesh_create", name, def->points[i]);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

static wend_result check_corner(const wend_mesh_def *def, uint32_t polygon, size_t c)
{
    if (def->corners[c] >= def->point_count) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_mesh_create: corners[%zu], of polygon %lu, is %lu, but the "
                          "number of points is %zu",
                          c, (unsigned long)polygon, (unsigned long)def->corners[c],
                          def->point_count);
    }
    const uint32_t beside = def->neighbours != NULL ? def->neighbours[c] : WEND_NODE_NONE;
    if (beside != WEND_NODE_NONE && (beside >= def->polygon_count || beside == polygon)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_mesh_create: neighbours[%zu], of polygon %lu, is %lu, and must be "
                          "another one of the %zu polygons",
                          c, (unsigned long)polygon, (unsigned long)beside, def->polygon_count);
    }
    return WEND_OK;
}

static wend_result check_polygons(const wend_mesh_def *def)
{
    uint64_t corner = 0;
    for (uint32_t p = 0; p < def->polygon_count; ++p) {
        if (def->sizes[p] < 3) {
            return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                              "wend_mesh_create: sizes[%lu] is %lu, and must be 3 or more",
                              (unsigned long)p, (unsigned long)def->sizes[p]);
        }
        if (corner + def->sizes[p] > COUNT_MAX) {
            return wendi_fail(def->message, WEND_ERROR_FULL,
                              "wend_mesh_create: more than 2^31 corners");
        }
        for (uint32_t i = 0; i < def->sizes[p]; ++i) {
            const wend_result result = check_corner(def, p, (size_t)corner + i);
            if (result != WEND_OK) {
                return result;
            }
        }
        corner += def->sizes[p];
    }
    return WEND_OK;
}

static bool factor_is_valid(double factor)
{
    return factor >= 1.0 / 256 && (factor <= 65536 || factor > 1.7976931348623157e308);
}

static wend_result check_numbers(const wend_mesh_def *def)
{
    if (!(def->weld >= 0 && def->weld <= WEND_COORDINATE_MAX)) {
        return refuse_number(def, "weld", def->weld, 0, WEND_COORDINATE_MAX);
    }
    if (!(def->cell_size >= 0 && def->cell_size <= WEND_COORDINATE_MAX)) {
        return refuse_number(def, "cell_size", def->cell_size, 0, WEND_COORDINATE_MAX);
    }
    for (size_t i = 0; def->factors != NULL && i < WEND_MESH_AREAS; ++i) {
        if (!factor_is_valid(def->factors[i])) {
            return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                              "wend_mesh_create: factors[%zu] is %s, and must be from 1/256 to "
                              "65536, or infinite",
                              i, wendi_format_number(def->factors[i]).text);
        }
    }
    return WEND_OK;
}

static wend_result check_def(const wend_mesh_def *def)
{
    if (def->point_count == 0 || def->polygon_count == 0) {
        return refuse(def, def->point_count == 0 ? "point_count is 0, and must be 1 or more"
                                                 : "polygon_count is 0, and must be 1 or more");
    }
    if (def->points == NULL || def->corners == NULL || def->sizes == NULL) {
        return wendi_refuse_null(def->message, "wend_mesh_create",
                                 def->points == NULL    ? "points"
                                 : def->corners == NULL ? "corners"
                                                        : "sizes");
    }
    if (def->point_count > COUNT_MAX || def->polygon_count > COUNT_MAX) {
        return wendi_fail(def->message, WEND_ERROR_FULL, "wend_mesh_create: more than 2^31 items");
    }
    wend_result result = check_numbers(def);
    if (result == WEND_OK) {
        result = check_points(def);
    }
    return result == WEND_OK ? check_polygons(def) : result;
}

/* ---- creating ---- */

wend_mesh *wendi_mesh_new(const wend_allocator *allocator, uint32_t polygon_count,
                          uint32_t corner_count, uint32_t vertex_count, bool has_heights)
{
    wend_mesh *m = wendi_alloc_zero(allocator, sizeof *m);
    if (m == NULL) {
        return NULL;
    }
    const wend_allocator *a = &m->allocator;
    m->allocator = allocator == NULL ? (wend_allocator){NULL, NULL} : *allocator;
    m->polygon_count = polygon_count;
    m->corner_count = corner_count;
    m->vertex_count = vertex_count;
    m->base_count = m->polygon_capacity = polygon_count;
    m->base_corners = m->corner_capacity = corner_count;
    m->base_vertices = m->vertex_capacity = vertex_count;
    m->ends = wendi_alloc(a, polygon_count * sizeof *m->ends);
    m->firsts = wendi_alloc(a, ((size_t)polygon_count + 1) * sizeof *m->firsts);
    m->vertices = wendi_alloc(a, corner_count * sizeof *m->vertices);
    m->neighbours = wendi_alloc(a, corner_count * sizeof *m->neighbours);
    m->twins = wendi_alloc(a, corner_count * sizeof *m->twins);
    m->points = wendi_alloc(a, vertex_count * sizeof *m->points);
    m->heights = has_heights ? wendi_alloc(a, corner_count * sizeof *m->heights) : NULL;
    m->areas = wendi_alloc_zero(a, polygon_count);
    m->closed = wendi_alloc_zero(a, polygon_count);
    m->flags = wendi_alloc_zero(a, polygon_count * sizeof *m->flags);
    m->sums = wendi_alloc(a, ((size_t)polygon_count + 1) * sizeof *m->sums);
    m->islands = wendi_alloc(a, polygon_count * sizeof *m->islands);
    m->changes = wendi_alloc_zero(a, polygon_count * sizeof *m->changes);
    m->latest_change = WEND_NODE_NONE;
    for (size_t i = 0; i < WEND_MESH_AREAS; ++i) {
        m->factors[i] = 1;
    }
    m->revision = m->shape_revision = m->links_revision = m->layout_revision = 1;
    m->factors_revision = m->overlays_revision = m->tiles_revision = 1;
    if (m->firsts != NULL && m->ends != NULL && m->vertices != NULL && m->neighbours != NULL &&
        m->twins != NULL && m->points != NULL && (m->heights != NULL || !has_heights) &&
        m->areas != NULL && m->closed != NULL && m->flags != NULL && m->sums != NULL &&
        m->islands != NULL && m->changes != NULL) {
        return m;
    }
    wend_mesh_destroy(m);
    return NULL;
}

void wend_mesh_destroy(wend_mesh *mesh)
{
    if (mesh == NULL) {
        return;
    }
    const wend_allocator a = mesh->allocator;
    wendi_mesh_tiles_free(mesh);
    wendi_mesh_carve_free(mesh);
    wendi_mesh_carve_free_retired(mesh);
    const size_t polygons = mesh->polygon_capacity;
    const size_t corners = mesh->corner_capacity;
    wendi_mesh_index_free(mesh);
    wendi_mesh_components_free(mesh);
    wendi_mesh_links_free(mesh);
    wendi_mesh_overlays_free(mesh);
    wendi_free(&a, mesh->ends, polygons * sizeof *mesh->ends);
    wendi_free(&a, mesh->firsts, (polygons + 1) * sizeof *mesh->firsts);
    wendi_free(&a, mesh->vertices, corners * sizeof *mesh->vertices);
    wendi_free(&a, mesh->neighbours, corners * sizeof *mesh->neighbours);
    wendi_free(&a, mesh->twins, corners * sizeof *mesh->twins);
    wendi_free(&a, mesh->points, mesh->vertex_capacity * sizeof *mesh->points);
    wendi_free(&a, mesh->heights, corners * sizeof *mesh->heights);
    wendi_free(&a, mesh->areas, polygons);
    wendi_free(&a, mesh->closed, polygons);
    wendi_free(&a, mesh->flags, polygons * sizeof *mesh->flags);
    wendi_free(&a, mesh->sums, ((size_t)mesh->base_count + 1) * sizeof *mesh->sums);
    wendi_free(&a, mesh->islands, polygons * sizeof *mesh->islands);
    wendi_free(&a, mesh->changes, polygons * sizeof *mesh->changes);
    wendi_free(&a, mesh, sizeof *mesh);
}

static void set_bounds(wend_mesh *m)
{
    const double far = 2 * WEND_COORDINATE_MAX;
    m->low = (wend_vec3){far, far, far};
    m->high = (wend_vec3){-far, -far, -far};
    for (uint32_t c = 0; c < m->corner_count; ++c) {
        const wend_vec2 p = wendi_mesh_point(m, c);
        const double z = m->heights == NULL ? 0 : m->heights[c];
        m->low.x = p.x < m->low.x ? p.x : m->low.x;
        m->low.y = p.y < m->low.y ? p.y : m->low.y;
        m->low.z = z < m->low.z ? z : m->low.z;
        m->high.x = p.x > m->high.x ? p.x : m->high.x;
        m->high.y = p.y > m->high.y ? p.y : m->high.y;
        m->high.z = z > m->high.z ? z : m->high.z;
    }
}

static void set_sums(wend_mesh *m)
{
    m->sums[0] = 0;
    for (uint32_t p = 0; p < m->polygon_count; ++p) {
        const wend_vec2 apex = wendi_mesh_point(m, m->firsts[p]);
        double twice = 0;
        for (uint32_t c = m->firsts[p] + 1; c + 1 < m->ends[p]; ++c) {
            twice +=
                wendi_mesh_twice_area(apex, wendi_mesh_point(m, c), wendi_mesh_point(m, c + 1));
        }
        m->sums[p + 1] = m->sums[p] + twice / 2;
    }
}

bool wendi_mesh_finish(wend_mesh *m)
{
    set_bounds(m);
    set_sums(m);
    return wendi_mesh_index_create(m) && wendi_mesh_components_create(m);
}

/* ---- from a shape ---- */

static bool shape_has_heights(const wendi_mesh_shape *shape)
{
    for (size_t c = 0; c < shape->corners.count; ++c) {
        const double z = wendi_flush_coordinate(shape->def->points[shape->corners.items[c]].z);
        if (z < 0 || z > 0) {
            return true;
        }
    }
    return false;
}

static void fill_corners(wend_mesh *m, const wendi_mesh_shape *shape)
{
    for (uint32_t c = 0; c < m->corner_count; ++c) {
        m->vertices[c] = shape->vertices[c];
        m->twins[c] = shape->twins[c];
        if (m->heights != NULL) {
            m->heights[c] = wendi_flush_coordinate(shape->def->points[shape->corners.items[c]].z);
        }
    }
    for (uint32_t v = 0; v < m->vertex_count; ++v) {
        m->points[v] = wendi_mesh_shape_point(shape, shape->vertex_points[v]);
    }
}

static void fill_polygons(wend_mesh *m, const wendi_mesh_shape *shape)
{
    const wend_mesh_def *def = shape->def;
    m->firsts[0] = 0;
    for (uint32_t p = 0; p < m->polygon_count; ++p) {
        const uint32_t origin = shape->origins.items[p];
        m->firsts[p + 1] = m->ends[p] = m->firsts[p] + shape->sizes.items[p];
        m->areas[p] = def->areas == NULL ? 0 : def->areas[origin];
        m->flags[p] = def->flags == NULL ? 0 : def->flags[origin];
    }
    memset(m->neighbours, 0xff, m->corner_count * sizeof *m->neighbours);
    for (uint32_t p = 0; p < m->polygon_count; ++p) {
        for (uint32_t c = m->firsts[p]; c < m->ends[p]; ++c) {
            if (m->twins[c] != UINT32_MAX) {
                m->neighbours[m->twins[c]] = p;
            }
        }
    }
}

static wend_result mesh_of_shape(wendi_mesh_shape *shape, wend_mesh **mesh)
{
    if (shape->corners.count >= COUNT_MAX) {
        return wendi_fail(shape->def->message, WEND_ERROR_FULL,
                          "wend_mesh_create: more than 2^31 corners");
    }
    wend_mesh *m = wendi_mesh_new(&shape->def->allocator, (uint32_t)shape->sizes.count,
                                  (uint32_t)shape->corners.count, shape->vertex_count,
                                  shape_has_heights(shape));
    if (m == NULL) {
        return wendi_mesh_shape_no_memory(shape);
    }
    fill_corners(m, shape);
    fill_polygons(m, shape);
    m->cell_size = shape->def->cell_size;
    for (size_t i = 0; shape->def->factors != NULL && i < WEND_MESH_AREAS; ++i) {
        m->factors[i] = shape->def->factors[i];
    }
    if (!wendi_mesh_finish(m)) {
        wend_mesh_destroy(m);
        return wendi_mesh_shape_no_memory(shape);
    }
    *mesh = m;
    return WEND_OK;
}

typedef wend_result (*step)(wendi_mesh_shape *shape);

static wend_result make(wendi_mesh_shape *shape, wend_mesh **mesh)
{
    const wend_allocator *a = &shape->def->allocator;
    shape->welded_points = wendi_alloc(a, shape->def->point_count * sizeof *shape->welded_points);
    shape->flats = wendi_alloc(a, shape->def->point_count * sizeof *shape->flats);
    if (shape->welded_points == NULL || shape->flats == NULL) {
        return wendi_mesh_shape_no_memory(shape);
    }
    static const step steps[] = {wendi_mesh_shape_weld, wendi_mesh_shape_polygons};
    for (size_t i = 0; i < 2; ++i) {
        const wend_result result = steps[i](shape);
        if (result != WEND_OK) {
            return result;
        }
    }
    if (shape->sizes.count == 0) {
        return refuse(shape->def, "no polygon has any area");
    }
    static const step last_steps[] = {wendi_mesh_shape_remove_duplicates, wendi_mesh_shape_edges,
                                      wendi_mesh_shape_vertices};
    for (size_t i = 0; i < 3; ++i) {
        const wend_result result = last_steps[i](shape);
        if (result != WEND_OK) {
            return result;
        }
    }
    return mesh_of_shape(shape, mesh);
}

static void shape_init(wendi_mesh_shape *shape, const wend_mesh_def *def)
{
    memset(shape, 0, sizeof *shape);
    shape->def = def;
    wendi_array_u32_init(&shape->sizes, &def->allocator);
    wendi_array_u32_init(&shape->origins, &def->allocator);
    wendi_array_u32_init(&shape->corners, &def->allocator);
    wendi_array_u32_init(&shape->wanted, &def->allocator);
    wendi_array_u32_init(&shape->givens, &def->allocator);
}

static void shape_free(wendi_mesh_shape *shape)
{
    const wend_allocator *a = &shape->def->allocator;
    const size_t corner_bytes = shape->corners.count * sizeof(uint32_t);
    wendi_free(a, shape->welded_points, shape->def->point_count * sizeof *shape->welded_points);
    wendi_free(a, shape->flats, shape->def->point_count * sizeof *shape->flats);
    wendi_free(a, shape->twins, corner_bytes);
    wendi_free(a, shape->vertices, corner_bytes);
    wendi_free(a, shape->vertex_points, corner_bytes);
    wendi_array_u32_free(&shape->sizes);
    wendi_array_u32_free(&shape->origins);
    wendi_array_u32_free(&shape->corners);
    wendi_array_u32_free(&shape->wanted);
    wendi_array_u32_free(&shape->givens);
}

wend_result wend_mesh_create(const wend_mesh_def *def, wend_mesh **mesh, wend_mesh_report *report)
{
    if (mesh != NULL) {
        *mesh = NULL;
    }
    if (report != NULL) {
        memset(report, 0, sizeof *report);
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, "wend_mesh_create",
                                         "wend_mesh_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (mesh == NULL) {
        return wendi_refuse_null(def->message, "wend_mesh_create", "mesh");
    }
    wendi_message_clear(def->message);
    wend_result result = check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    wendi_mesh_shape shape;
    shape_init(&shape, def);
    result = make(&shape, mesh);
    if (report != NULL) {
        *report = shape.report;
    }
    shape_free(&shape);
    return result;
}
