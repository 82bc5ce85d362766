/* takes: the bytes or the name of an OBJ.
 * gives: its triangles, ready to bake a mesh from.
 * cost:  linear in the bytes. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/file_message.h"
#include "io/worlds/polygon_list.h"

#include <string.h>

/** Blocks of exactly the sizes that wend_triangles_free takes them to have. */
static bool reserve(wend_triangles *t, size_t points, size_t triangles)
{
    size_t point_bytes;
    size_t corner_bytes;
    if (!wendi_size_multiply(points, sizeof *t->points, &point_bytes) ||
        !wendi_size_multiply(triangles, 3 * sizeof *t->corners, &corner_bytes)) {
        return false;
    }
    t->points = wendi_alloc(&t->allocator, point_bytes);
    t->corners = wendi_alloc(&t->allocator, corner_bytes);
    t->areas = wendi_alloc(&t->allocator, triangles);
    t->point_count = points;
    t->triangle_count = triangles;
    return t->points != NULL && t->corners != NULL && t->areas != NULL;
}

/** A face of n corners becomes n - 2 triangles around its first. */
static void cut(const wendi_polygon_list *p, wend_triangles *t)
{
    size_t first = 0;
    size_t at = 0;
    for (size_t k = 0; k < p->sizes.count; k++) {
        const uint32_t *corners = p->corners.items + first;
        for (uint32_t i = 2; i < p->sizes.items[k]; i++, at++) {
            t->corners[3 * at] = corners[0];
            t->corners[3 * at + 1] = corners[i - 1];
            t->corners[3 * at + 2] = corners[i];
            t->areas[at] = p->areas.items[k];
        }
        first += p->sizes.items[k];
    }
    memcpy(t->points, p->points, p->point_count * sizeof *t->points);
}

static wend_result read_triangles(const uint8_t *bytes, size_t count, const wend_mesh_options *o,
                                  wend_triangles *triangles)
{
    wendi_polygon_list p;
    wendi_polygon_list_init(&p, &o->allocator);
    wend_result result = wendi_obj_read(bytes, count, o->up, &p, o->message);
    if (result == WEND_OK) {
        triangles->allocator = o->allocator;
        if (reserve(triangles, p.point_count, p.corners.count - 2 * p.sizes.count)) {
            cut(&p, triangles);
        } else {
            wend_triangles_free(triangles);
            result = wendi_fail(o->message, WEND_ERROR_MEMORY, "out of memory for the triangles");
        }
    }
    wendi_polygon_list_free(&p);
    return result;
}

static wend_result begin(const wend_mesh_options *o, wend_triangles *triangles)
{
    if (triangles != NULL) {
        memset(triangles, 0, sizeof *triangles);
    }
    wend_result result = wendi_mesh_options_check(o);
    if (result == WEND_OK && triangles == NULL) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "triangles is NULL");
    }
    return result;
}

wend_result wend_triangles_load_memory(const uint8_t *bytes, size_t count,
                                       const wend_mesh_options *options, wend_triangles *triangles)
{
    const wend_mesh_options defaults = wend_mesh_options_default();
    const wend_mesh_options *o = options == NULL ? &defaults : options;
    wend_result result = begin(o, triangles);
    if (result != WEND_OK) {
        return result;
    }
    if (bytes == NULL && count > 0) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "bytes is NULL");
    }
    return read_triangles(bytes, count, o, triangles);
}

wend_result wend_triangles_load_file(const char *file, const wend_mesh_options *options,
                                     wend_triangles *triangles)
{
    const wend_mesh_options defaults = wend_mesh_options_default();
    const wend_mesh_options *o = options == NULL ? &defaults : options;
    wend_result result = begin(o, triangles);
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (result == WEND_OK) {
        result = wend_io_read_file(file, &o->allocator, &bytes, &count, o->message);
    }
    if (result != WEND_OK) {
        return result;
    }
    result = read_triangles(bytes, count, o, triangles);
    wend_io_free(&o->allocator, bytes, count);
    if (result != WEND_OK) {
        wendi_file_message(o->message, file);
    }
    return result;
}

void wend_triangles_free(wend_triangles *t)
{
    if (t == NULL) {
        return;
    }
    const wend_allocator allocator = t->allocator;
    wendi_free(&allocator, t->points, t->point_count * sizeof *t->points);
    wendi_free(&allocator, t->corners, t->triangle_count * 3 * sizeof *t->corners);
    wendi_free(&allocator, t->areas, t->triangle_count);
    memset(t, 0, sizeof *t);
}
