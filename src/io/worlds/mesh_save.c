/* Writes meshes as OBJ, as Polyanya's text or as saved bytes.
 * Cost: linear in the corners; corners at one position become one point by sorting. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "io/core/file.h"
#include "io/core/output.h"
#include "wend/io_world.h"

#include <string.h>

/** Corners at one position share a point. */
typedef struct shared {
    uint32_t *points;  /**< [corners] number of the point. */
    uint32_t *corners; /**< [point_count] one of its corners. */
    uint32_t *numbers; /**< [polygons] in the file */
    uint32_t corner_count, point_count, used_count, polygon_count, number_count;
    wendi_sort_pair *pairs, *scratch; /**< [corners] */
} shared;

wend_mesh_format wend_mesh_format_from_name(const char *file)
{
    if (wendi_name_ends(file, ".obj")) {
        return WEND_MESH_FORMAT_OBJ;
    }
    if (wendi_name_ends(file, ".mesh")) {
        return WEND_MESH_FORMAT_POLYANYA;
    }
    return wendi_name_ends(file, ".wend") ? WEND_MESH_FORMAT_SAVED : WEND_MESH_FORMAT_AUTO;
}

static bool shared_create(shared *s, uint32_t corner_count, uint32_t polygon_count)
{
    const size_t count = (size_t)corner_count + 1;
    s->corner_count = corner_count;
    s->number_count = polygon_count;
    s->point_count = s->used_count = s->polygon_count = 0;
    s->numbers = wendi_alloc(NULL, ((size_t)polygon_count + 1) * sizeof *s->numbers);
    s->points = wendi_alloc(NULL, count * sizeof *s->points);
    s->corners = wendi_alloc(NULL, count * sizeof *s->corners);
    s->pairs = wendi_alloc(NULL, count * sizeof *s->pairs);
    s->scratch = wendi_alloc(NULL, count * sizeof *s->scratch);
    return s->numbers != NULL && s->points != NULL && s->corners != NULL && s->pairs != NULL &&
           s->scratch != NULL;
}

/** The bits of a number, zeros of both signs alike. */
static uint64_t key_of(double value)
{
    uint64_t key = 0;
    if (value < 0.0 || value > 0.0) {
        memcpy(&key, &value, sizeof key);
    }
    return key;
}

static double part_of(wend_vec3 position, int axis)
{
    return axis == 0 ? position.x : axis == 1 ? position.y : position.z;
}

static bool is_same_position(wend_vec3 a, wend_vec3 b, int axes)
{
    return key_of(a.x) == key_of(b.x) && key_of(a.y) == key_of(b.y) &&
           (axes < 3 || key_of(a.z) == key_of(b.z));
}

/** Numbers points in the order in which corners first name them. @param axes 2: points that lie
 * over each other are one, as both sides of a step must be where there are no heights. */
static void share(const wend_mesh *mesh, shared *s, int axes)
{
    for (uint32_t i = 0; i < s->corner_count; i++) {
        s->points[i] = UINT32_MAX;
    }
    /* Polygons that obstacles cut up have no corners, and are not counted; nor are unused numbers. */
    for (uint32_t k = 0; k < wend_mesh_polygon_count(mesh); k++) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, k);
        s->numbers[k] = s->polygon_count;
        s->polygon_count += polygon.count > 0 ? 1 : 0;
        for (uint32_t i = 0; i < polygon.count; i++) {
            s->pairs[s->used_count++].value = polygon.first_corner + i;
        }
    }
    for (int axis = 0; axis < axes; axis++) {
        for (uint32_t i = 0; i < s->used_count; i++) {
            s->pairs[i].key = key_of(part_of(wend_mesh_corner(mesh, s->pairs[i].value), axis));
        }
        wendi_sort_pairs(s->pairs, s->scratch, s->used_count);
    }
    /* Sorting is stable, so that of equal ones the first corner comes first. */
    uint32_t first = 0;
    for (uint32_t i = 0; i < s->used_count; i++) {
        const uint32_t corner = s->pairs[i].value;
        if (i == 0 || !is_same_position(wend_mesh_corner(mesh, corner),
                                        wend_mesh_corner(mesh, first), axes)) {
            first = corner;
        }
        s->points[corner] = first;
    }
    for (uint32_t i = 0; i < s->corner_count; i++) {
        const bool is_first = s->points[i] == i;
        if (s->points[i] == UINT32_MAX) {
            continue;
        }
        if (is_first) {
            s->corners[s->point_count] = i;
        }
        s->points[i] = is_first ? s->point_count++ : s->points[s->points[i]];
    }
}

/* ---- OBJ ---- */

static void put_obj(const wend_mesh *mesh, const shared *s, wend_up_axis up, wendi_writer *out)
{
    for (uint32_t i = 0; i < s->point_count; i++) {
        const wend_vec3 p = wend_mesh_corner(mesh, s->corners[i]);
        wendi_text_write(out, "v ");
        const bool is_y = up != WEND_UP_Z;
        wendi_text_write_double(out, p.x);
        wendi_text_write(out, " ");
        wendi_text_write_double(out, is_y ? p.z : p.y);
        wendi_text_write(out, " ");
        wendi_text_write_double(out, up == WEND_UP_Y          ? p.y
                                     : up == WEND_UP_Y_TURNED ? 0 - p.y
                                                              : p.z);
        wendi_text_write(out, "\n");
    }
    uint32_t area = 0;
    for (uint32_t i = 0; i < wend_mesh_polygon_count(mesh); i++) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, i);
        if (polygon.count == 0) {
            continue;
        }
        if (polygon.area != area) {
            area = polygon.area;
            wendi_text_write(out, "usemtl area");
            wendi_text_write_u64(out, area);
            wendi_text_write(out, "\n");
        }
        /* With y up faces turn the other way round, as in the reader. */
        wendi_text_write(out, "f");
        for (uint32_t k = 0; k < polygon.count; k++) {
            const uint32_t at = up == WEND_UP_Y ? polygon.count - 1 - k : k;
            wendi_text_write(out, " ");
            wendi_text_write_u64(out, (uint64_t)s->points[polygon.first_corner + at] + 1);
        }
        wendi_text_write(out, "\n");
    }
}

/* ---- Polyanya ---- */

/** The first polygon of which obstacles leave something; the count of polygons if there is none. */
static uint32_t first_with_ground(const wend_mesh *mesh)
{
    const uint32_t count = wend_mesh_polygon_count(mesh);
    uint32_t i = 0;
    while (i < count && wend_mesh_get_polygon(mesh, i).count == 0) {
        i++;
    }
    return i;
}

/** The feature of a mesh that the format cannot hold; NULL when it fits. */
static const char *not_polyanya(const wend_mesh *mesh)
{
    if (wend_mesh_has_floors(mesh)) {
        return "floors over each other";
    }
    const uint32_t count = wend_mesh_polygon_count(mesh);
    const uint32_t first = first_with_ground(mesh);
    for (uint32_t i = first; i < count; i++) {
        if (wend_mesh_get_polygon(mesh, i).count > 0 &&
            wend_mesh_get_polygon(mesh, i).area != wend_mesh_get_polygon(mesh, first).area) {
            return "several areas";
        }
    }
    return NULL;
}

static void put_neighbour(const shared *s, wendi_writer *out, wend_node neighbour)
{
    if (neighbour == WEND_NODE_NONE) {
        wendi_text_write(out, " -1");
    } else {
        wendi_text_write(out, " ");
        wendi_text_write_u64(out, s->numbers[neighbour]);
    }
}

/** Corners in the pairs, sorted by point, with the polygon of each in the scratch. */
static void sort_around(const wend_mesh *mesh, shared *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->corner_count; i++) {
        if (s->points[i] != UINT32_MAX) {
            s->pairs[count].key = s->points[i];
            s->pairs[count++].value = i;
        }
    }
    wendi_sort_pairs(s->pairs, s->scratch, count);
    for (uint32_t k = 0; k < wend_mesh_polygon_count(mesh); k++) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, k);
        for (uint32_t i = 0; i < polygon.count; i++) {
            s->scratch[polygon.first_corner + i].value = k;
            s->scratch[polygon.first_corner + i].key = 0; /* not yet listed */
        }
    }
}

static uint32_t before(const wend_mesh_polygon *polygon, uint32_t corner)
{
    return corner == polygon->first_corner ? corner + polygon->count - 1 : corner - 1;
}

/** The corner of a polygon at a point; UINT32_MAX if it has none there. */
static uint32_t corner_at(const shared *s, const wend_mesh_polygon *polygon, uint32_t point)
{
    for (uint32_t i = 0; i < polygon->count; i++) {
        if (s->points[polygon->first_corner + i] == point) {
            return polygon->first_corner + i;
        }
    }
    return UINT32_MAX;
}

/** Goes counter-clockwise around a point from a corner on, until a wall or back to where it began.
 *
 *        next <---- o ----> edge of the corner     continues past the edge that leads to the
 *                  / \                             point, into the polygon beyond
 */
static uint32_t list_fan(const wend_mesh *mesh, const shared *s, uint32_t corner, wendi_writer *out)
{
    const uint32_t point = s->points[corner];
    uint32_t listed = 0;
    while (corner != UINT32_MAX && s->scratch[corner].key == 0) {
        const uint32_t k = s->scratch[corner].value;
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, k);
        s->scratch[corner].key = 1;
        put_neighbour(s, out, k);
        listed++;
        const wend_node next = wend_mesh_neighbour(mesh, before(&polygon, corner));
        if (next == WEND_NODE_NONE) {
            put_neighbour(s, out, next);
            return listed + 1;
        }
        const wend_mesh_polygon beyond = wend_mesh_get_polygon(mesh, next);
        corner = corner_at(s, &beyond, point);
    }
    return listed;
}

/** One point's line: the polygons around it, from each wall on, then those in a ring. */
static void put_around(const wend_mesh *mesh, const shared *s, uint32_t first, uint32_t end,
                       wendi_writer *out)
{
    wendi_writer list;
    wendi_writer_init(&list, NULL);
    uint32_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = first; i < end; i++) {
            const uint32_t corner = s->pairs[i].value;
            if (pass == 1 || wend_mesh_neighbour(mesh, corner) == WEND_NODE_NONE) {
                count += list_fan(mesh, s, corner, &list);
            }
        }
    }
    const wend_vec3 p = wend_mesh_corner(mesh, s->pairs[first].value);
    wendi_text_write_double(out, p.x);
    wendi_text_write(out, " ");
    wendi_text_write_double(out, p.y);
    wendi_text_write(out, " ");
    wendi_text_write_u64(out, count);
    wendi_write_raw(out, list.bytes.items, list.bytes.count);
    wendi_text_write(out, "\n");
    out->has_failed = out->has_failed || list.has_failed;
    wendi_writer_free(&list);
}

static void put_polyanya(const wend_mesh *mesh, shared *s, wendi_writer *out)
{
    const uint32_t polygon_count = wend_mesh_polygon_count(mesh);
    wendi_text_write(out, "mesh\n2\n");
    wendi_text_write_u64(out, s->point_count);
    wendi_text_write(out, " ");
    wendi_text_write_u64(out, s->polygon_count);
    wendi_text_write(out, "\n");
    sort_around(mesh, s);
    uint32_t first = 0;
    while (first < s->used_count) {
        uint32_t end = first + 1;
        while (end < s->used_count && s->pairs[end].key == s->pairs[first].key) {
            end++;
        }
        put_around(mesh, s, first, end, out);
        first = end;
    }
    for (uint32_t i = 0; i < polygon_count; i++) {
        /* Neighbour i lies beyond the edge from corner i - 1 to i. */
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, i);
        if (polygon.count == 0) {
            continue;
        }
        wendi_text_write_u64(out, polygon.count);
        for (uint32_t k = 0; k < polygon.count; k++) {
            wendi_text_write(out, " ");
            wendi_text_write_u64(out, s->points[polygon.first_corner + k]);
        }
        for (uint32_t k = 0; k < polygon.count; k++) {
            const uint32_t corner = before(&polygon, polygon.first_corner + k);
            put_neighbour(s, out, wend_mesh_neighbour(mesh, corner));
        }
        wendi_text_write(out, "\n");
    }
}

/* ---- any ---- */

static wend_result write_text(const wend_mesh *mesh, wend_mesh_format format, wend_up_axis up,
                              wendi_writer *out)
{
    shared s;
    wend_result result = WEND_ERROR_MEMORY;
    if (shared_create(&s, wend_mesh_corner_count(mesh), wend_mesh_polygon_count(mesh))) {
        const bool is_flat = format != WEND_MESH_FORMAT_OBJ && !wend_mesh_has_floors(mesh);
        share(mesh, &s, is_flat ? 2 : 3);
        if (format == WEND_MESH_FORMAT_OBJ) {
            put_obj(mesh, &s, up, out);
        } else {
            put_polyanya(mesh, &s, out);
        }
        result = out->has_failed ? WEND_ERROR_MEMORY : WEND_OK;
    }
    const size_t count = (size_t)s.corner_count + 1;
    wendi_free(NULL, s.numbers, ((size_t)s.number_count + 1) * sizeof *s.numbers);
    wendi_free(NULL, s.points, count * sizeof *s.points);
    wendi_free(NULL, s.corners, count * sizeof *s.corners);
    wendi_free(NULL, s.pairs, count * sizeof *s.pairs);
    wendi_free(NULL, s.scratch, count * sizeof *s.scratch);
    return result;
}

static wend_result write_saved(const wend_mesh *mesh, wendi_writer *out)
{
    size_t count = 0;
    wend_result result = wend_mesh_save(mesh, NULL, 0, &count);
    if (result < WEND_OK) {
        return result;
    }
    if (!wendi_array_u8_resize(&out->bytes, count)) {
        return WEND_ERROR_MEMORY;
    }
    return wend_mesh_save(mesh, out->bytes.items, count, &count);
}

static wend_result check_save(const wend_mesh *mesh, wend_mesh_format format, wend_up_axis up,
                              wend_message *message)
{
    if (mesh == NULL || (unsigned)up > WEND_UP_Y_TURNED) {
        return mesh == NULL ? wendi_fail(message, WEND_ERROR_ARGUMENT, "mesh is NULL")
                            : wendi_refuse(message, NULL, "up", (double)up, 0, WEND_UP_Y_TURNED);
    }
    if (format <= WEND_MESH_FORMAT_AUTO || format > WEND_MESH_FORMAT_SAVED) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "format is %d, and must be from %d to %d, or file end in .obj, .mesh or "
                          ".wend",
                          (int)format, (int)WEND_MESH_FORMAT_AUTO + 1, (int)WEND_MESH_FORMAT_SAVED);
    }
    if (format != WEND_MESH_FORMAT_SAVED &&
        first_with_ground(mesh) == wend_mesh_polygon_count(mesh)) {
        return wendi_fail(message, WEND_ERROR_UNSUPPORTED,
                          "obstacles cover all of the mesh, and %s cannot hold a mesh without "
                          "polygons; the format saved can",
                          format == WEND_MESH_FORMAT_OBJ ? "an OBJ" : "Polyanya's format");
    }
    const char *left_out = format == WEND_MESH_FORMAT_POLYANYA ? not_polyanya(mesh) : NULL;
    if (left_out != NULL) {
        return wendi_fail(message, WEND_ERROR_UNSUPPORTED, "Polyanya's format cannot hold %s",
                          left_out);
    }
    return WEND_OK;
}

/** The contents of a file of the format. @param out to be freed in any case. */
static wend_result write_mesh(const wend_mesh *mesh, wend_mesh_format format, wend_up_axis up,
                              wendi_writer *out, wend_message *message)
{
    wendi_writer_init(out, NULL);
    wend_result result = check_save(mesh, format, up, message);
    if (result != WEND_OK) {
        return result;
    }
    result = format == WEND_MESH_FORMAT_SAVED ? write_saved(mesh, out)
                                              : write_text(mesh, format, up, out);
    result = result == WEND_OK && out->has_failed ? WEND_ERROR_MEMORY : result;
    return result == WEND_OK ? WEND_OK
                             : wendi_fail(message, result, "%s", wend_result_text(result));
}

wend_result wend_mesh_save_file(const wend_mesh *mesh, const char *file, wend_mesh_format format,
                                wend_up_axis up, wend_message *message)
{
    wendi_message_clear(message);
    if (file == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "file is NULL");
    }
    const wend_mesh_format is =
        format == WEND_MESH_FORMAT_AUTO ? wend_mesh_format_from_name(file) : format;
    wendi_writer out;
    const wend_result written = write_mesh(mesh, is, up, &out, message);
    return wendi_text_save_file(&out, written, file, message);
}

wend_result wend_mesh_save_memory(const wend_mesh *mesh, wend_mesh_format format, wend_up_axis up,
                                  const wend_allocator *allocator, uint8_t **bytes, size_t *count,
                                  wend_message *message)
{
    if (!wendi_save_begin(bytes, count, message)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_writer out;
    wend_result result = write_mesh(mesh, format, up, &out, message);
    if (result == WEND_OK) {
        result = wendi_save_copy(&out.bytes, allocator, bytes, count, message);
    }
    wendi_writer_free(&out);
    return result;
}
