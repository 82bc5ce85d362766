/* Opens meshes (OBJ, Polyanya, saved) and triangles to bake from (OBJ). Readers of text collect a
 * polygon list, from which a mesh or triangles are made.
 * Cost: linear in the bytes, plus wend_mesh_create. */
#include "io/worlds/polygon_list.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "io/core/decimal.h"
#include "io/core/file.h"
#include "io/core/lines.h"
#include "wend/io_world.h"
#include "wend/walls.h"

#include <string.h>

/* ---- polygon lists ---- */

enum { FIRST_POINTS = 64 };

void wendi_polygon_list_init(wendi_polygon_list *polygons, const wend_allocator *allocator)
{
    memset(polygons, 0, sizeof *polygons);
    polygons->allocator = *allocator;
    wendi_array_u32_init(&polygons->corners, allocator);
    wendi_array_u32_init(&polygons->sizes, allocator);
    wendi_array_u32_init(&polygons->neighbours, allocator);
    wendi_array_u8_init(&polygons->areas, allocator);
}

void wendi_polygon_list_free(wendi_polygon_list *polygons)
{
    wendi_free(&polygons->allocator, polygons->points,
               polygons->point_capacity * sizeof *polygons->points);
    polygons->points = NULL;
    polygons->point_count = 0;
    polygons->point_capacity = 0;
    wendi_array_u32_free(&polygons->corners);
    wendi_array_u32_free(&polygons->sizes);
    wendi_array_u32_free(&polygons->neighbours);
    wendi_array_u8_free(&polygons->areas);
}

bool wendi_polygon_list_add_point(wendi_polygon_list *polygons, wend_vec3 point)
{
    if (polygons->point_count == polygons->point_capacity) {
        const size_t capacity =
            polygons->point_capacity == 0 ? FIRST_POINTS : polygons->point_capacity * 2;
        wend_vec3 *points = wendi_resize_items(&polygons->allocator, polygons->points,
                                               polygons->point_capacity, capacity, sizeof point);
        if (points == NULL) {
            return false;
        }
        polygons->points = points;
        polygons->point_capacity = capacity;
    }
    polygons->points[polygons->point_count++] = point;
    return true;
}

/* ---- meshes ---- */

static const uint32_t options_cookie = 0x4D534F50u;

const char *wend_mesh_format_name(wend_mesh_format format)
{
    switch (format) {
    case WEND_MESH_FORMAT_OBJ:
        return "obj";
    case WEND_MESH_FORMAT_POLYANYA:
        return "polyanya";
    case WEND_MESH_FORMAT_SAVED:
        return "saved";
    case WEND_MESH_FORMAT_AUTO:
    default:
        return "auto";
    }
}

wend_mesh_options wend_mesh_options_default(void)
{
    wend_mesh_options options;
    memset(&options, 0, sizeof options);
    options.cookie = options_cookie;
    options.format = WEND_MESH_FORMAT_AUTO;
    options.up = WEND_UP_Y;
    return options;
}

static wend_result check_options(const wend_mesh_options *o)
{
    if (!wendi_has_cookie(o->cookie, options_cookie, o->message, NULL,
                          "wend_mesh_options_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(o->message);
    if (o->format < WEND_MESH_FORMAT_AUTO || o->format > WEND_MESH_FORMAT_SAVED) {
        return wendi_refuse(o->message, NULL, "format", (double)o->format, WEND_MESH_FORMAT_AUTO,
                            WEND_MESH_FORMAT_SAVED);
    }
    if ((unsigned)o->up > WEND_UP_Y_TURNED) {
        return wendi_refuse(o->message, NULL, "up", (double)o->up, 0, WEND_UP_Y_TURNED);
    }
    return WEND_OK;
}

/** Saved ones begin with a byte that no text has, or with their magic; Polyanya's with a word. */
static wend_mesh_format detect(const uint8_t *bytes, size_t count)
{
    static const uint8_t magic[4] = {'W', 'M', 'S', 'H'};
    if (count >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0) {
        return WEND_MESH_FORMAT_SAVED;
    }
    wendi_words words = wendi_words_begin(bytes, count);
    return wendi_span_is(wendi_words_next(&words), "mesh") ? WEND_MESH_FORMAT_POLYANYA
                                                           : WEND_MESH_FORMAT_OBJ;
}

/** A file that cannot become a mesh is a bad file, not a bad argument. */
static wend_result file_result(wend_result result)
{
    return result == WEND_ERROR_ARGUMENT ? WEND_ERROR_FILE : result;
}

/** Checks the options' own numbers, which are the caller's errors and not the file's. */
static wend_result check_numbers(const wend_mesh_options *o)
{
    if (!(o->weld >= 0.0 && o->weld <= WEND_COORDINATE_MAX && o->cell_size >= 0.0 &&
          o->cell_size <= WEND_COORDINATE_MAX)) {
        const bool is_weld = !(o->weld >= 0.0 && o->weld <= WEND_COORDINATE_MAX);
        return wendi_refuse(o->message, NULL, is_weld ? "weld" : "cell_size",
                            is_weld ? o->weld : o->cell_size, 0, WEND_COORDINATE_MAX);
    }
    for (int i = 0; o->factors != NULL && i < WEND_MESH_AREAS; i++) {
        const double factor = o->factors[i];
        if (!(factor >= 1.0 / 256.0 && (factor <= 65536.0 || !wendi_is_finite(factor)))) {
            return wendi_fail(o->message, WEND_ERROR_ARGUMENT,
                              "factors[%d] is %s, and must be from 1/256 to 65536, or infinite", i,
                              wendi_format_number(o->factors[i]).text);
        }
    }
    return WEND_OK;
}

static wend_result create_mesh(const wend_mesh_options *o, const wendi_polygon_list *p,
                               wend_mesh **mesh, wend_mesh_report *report)
{
    wend_mesh_def def = wend_mesh_def_default();
    def.points = p->points;
    def.point_count = p->point_count;
    def.corners = p->corners.items;
    def.sizes = p->sizes.items;
    def.polygon_count = p->sizes.count;
    def.neighbours = p->neighbours.count > 0 ? p->neighbours.items : NULL;
    def.areas = p->areas.count > 0 ? p->areas.items : NULL;
    def.factors = o->factors;
    def.weld = p->neighbours.count > 0 ? 0.0 : o->weld;
    def.cell_size = o->cell_size;
    def.is_strict = o->is_strict;
    def.allocator = o->allocator;
    def.message = o->message;
    return file_result(wend_mesh_create(&def, mesh, report));
}

static wend_result open_text(const uint8_t *bytes, size_t count, wend_mesh_format format,
                             const wend_mesh_options *o, wend_mesh **mesh, wend_mesh_report *report)
{
    wendi_polygon_list polygons;
    wendi_polygon_list_init(&polygons, &o->allocator);
    wend_result result = check_numbers(o);
    if (result == WEND_OK) {
        result = format == WEND_MESH_FORMAT_OBJ
                     ? wendi_obj_read(bytes, count, o->up, &polygons, o->message)
                     : wendi_polyanya_read(bytes, count, &polygons, o->message);
    }
    if (result == WEND_OK) {
        result = create_mesh(o, &polygons, mesh, report);
    }
    wendi_polygon_list_free(&polygons);
    return result;
}

static wend_result open_any(const uint8_t *bytes, size_t count, const wend_mesh_options *o,
                            wend_mesh **mesh, wend_mesh_report *report, wend_mesh_format *format)
{
    if (count == 0) {
        return wendi_fail_line(o->message, 1, "empty, expected a mesh");
    }
    const wend_mesh_format is =
        o->format == WEND_MESH_FORMAT_AUTO ? detect(bytes, count) : o->format;
    wend_result result = WEND_OK;
    if (is == WEND_MESH_FORMAT_SAVED) {
        wend_mesh_def def = wend_mesh_def_default();
        def.allocator = o->allocator;
        def.message = o->message;
        result = file_result(wend_mesh_load(&def, bytes, count, mesh));
    } else {
        result = open_text(bytes, count, is, o, mesh, report);
    }
    if (result == WEND_OK && format != NULL) {
        *format = is;
    }
    return result;
}

/** Empties the outputs and checks the options. */
static wend_result begin(const wend_mesh_options *o, wend_mesh **mesh, wend_mesh_report *report,
                         wend_mesh_format *format)
{
    if (mesh != NULL) {
        *mesh = NULL;
    }
    if (report != NULL) {
        memset(report, 0, sizeof *report);
    }
    if (format != NULL) {
        *format = WEND_MESH_FORMAT_AUTO;
    }
    wend_result result = check_options(o);
    if (result == WEND_OK && mesh == NULL) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "mesh is NULL");
    }
    return result;
}

wend_result wend_mesh_load_memory(const uint8_t *bytes, size_t count,
                                  const wend_mesh_options *options, wend_mesh **mesh,
                                  wend_mesh_report *report, wend_mesh_format *format)
{
    const wend_mesh_options defaults = wend_mesh_options_default();
    const wend_mesh_options *o = options == NULL ? &defaults : options;
    wend_result result = begin(o, mesh, report, format);
    if (result != WEND_OK) {
        return result;
    }
    if (bytes == NULL && count > 0) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "bytes is NULL");
    }
    return open_any(bytes, count, o, mesh, report, format);
}

wend_result wend_mesh_load_file(const char *file, const wend_mesh_options *options,
                                wend_mesh **mesh, wend_mesh_report *report,
                                wend_mesh_format *format)
{
    const wend_mesh_options defaults = wend_mesh_options_default();
    const wend_mesh_options *o = options == NULL ? &defaults : options;
    wend_result result = begin(o, mesh, report, format);
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (result == WEND_OK) {
        result = wend_io_read_file(file, &o->allocator, &bytes, &count, o->message);
    }
    if (result != WEND_OK) {
        return result;
    }
    result = open_any(bytes, count, o, mesh, report, format);
    wend_io_free(&o->allocator, bytes, count);
    if (result != WEND_OK) {
        wendi_file_message(o->message, file);
    }
    return result;
}

/* ---- triangles ---- */

/** Allocates blocks of the sizes that wend_triangles_free frees. */
static bool reserve_triangles(wend_triangles *t, size_t points, size_t triangles)
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
static void cut_polygons(const wendi_polygon_list *p, wend_triangles *t)
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
        if (reserve_triangles(triangles, p.point_count, p.corners.count - 2 * p.sizes.count)) {
            cut_polygons(&p, triangles);
        } else {
            wend_triangles_free(triangles);
            result = wendi_fail(o->message, WEND_ERROR_MEMORY, "out of memory for the triangles");
        }
    }
    wendi_polygon_list_free(&p);
    return result;
}

static wend_result begin_triangles(const wend_mesh_options *o, wend_triangles *triangles)
{
    if (triangles != NULL) {
        memset(triangles, 0, sizeof *triangles);
    }
    wend_result result = check_options(o);
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
    wend_result result = begin_triangles(o, triangles);
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
    wend_result result = begin_triangles(o, triangles);
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

void wend_triangles_free(wend_triangles *triangles)
{
    if (triangles == NULL) {
        return;
    }
    const wend_allocator allocator = triangles->allocator;
    wendi_free(&allocator, triangles->points, triangles->point_count * sizeof *triangles->points);
    wendi_free(&allocator, triangles->corners,
               triangles->triangle_count * 3 * sizeof *triangles->corners);
    wendi_free(&allocator, triangles->areas, triangles->triangle_count);
    memset(triangles, 0, sizeof *triangles);
}
