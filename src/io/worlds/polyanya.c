/* Reads meshes in Polyanya's text format, version 2: points, polygons and neighbours, each checked
 * against the others.
 * Cost: linear in the bytes. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/mix.h"
#include "io/core/lines.h"
#include "io/worlds/polygon_list.h"

#include <string.h>

/** A file being read. */
typedef struct polyanya_reader {
    wendi_words words;
    wendi_polygon_list *polygons;
    wend_message *message;
    uint64_t point_count, polygon_count;
    uint64_t
        *around; /**< [point_count] sum over the polygons that each point lists; 0 in the end. */
} polyanya_reader;

static wend_result bad_word(polyanya_reader *r, wendi_span word, const char *what,
                            const char *expected)
{
    const uint32_t line = r->words.lines.number;
    if (word.length == 0) {
        return wendi_fail_line(r->message, line, "the file ends; expected %s", what);
    }
    return wendi_fail_line(r->message, line, "bad %s, expected %s", what, expected);
}

static wend_result read_number(polyanya_reader *r, const char *what, int64_t low, int64_t high,
                               int64_t *value)
{
    const wendi_span word = wendi_words_next(&r->words);
    if (wendi_span_integer(word, low, high, value)) {
        return WEND_OK;
    }
    if (word.length == 0) {
        return bad_word(r, word, what, "");
    }
    return wendi_fail_line(r->message, r->words.lines.number,
                           "bad %s, expected a whole number from %lld to %lld", what,
                           (long long)low, (long long)high);
}

static wend_result read_header(polyanya_reader *r)
{
    if (!wendi_span_is(wendi_words_next(&r->words), "mesh")) {
        return wendi_fail_line(r->message, r->words.lines.number == 0 ? 1 : r->words.lines.number,
                               "not a mesh of Polyanya: expected the word \"mesh\"");
    }
    if (!wendi_span_is(wendi_words_next(&r->words), "2")) {
        return wendi_fail_line(r->message, r->words.lines.number,
                               "another version of the format; expected 2");
    }
    int64_t points = 0;
    int64_t polygons = 0;
    wend_result result = read_number(r, "number of vertices", 1, INT32_MAX, &points);
    if (result == WEND_OK) {
        result = read_number(r, "number of polygons", 1, INT32_MAX, &polygons);
    }
    r->point_count = (uint64_t)points;
    r->polygon_count = (uint64_t)polygons;
    return result;
}

/** True if this number of numbers fits in the rest: two bytes each, one for the last. */
static bool can_follow(const polyanya_reader *r, uint64_t numbers)
{
    return numbers <= ((uint64_t)wendi_words_left(&r->words) + 1) / 2;
}

static wend_result check_room(polyanya_reader *r)
{
    /* A vertex has at least 3 numbers, a polygon 7. */
    if (!can_follow(r, r->point_count * 3 + r->polygon_count * 7)) {
        return wendi_fail_line(r->message, r->words.lines.number,
                               "%llu vertices and %llu polygons cannot follow in %llu bytes",
                               (unsigned long long)r->point_count,
                               (unsigned long long)r->polygon_count,
                               (unsigned long long)wendi_words_left(&r->words));
    }
    r->around =
        wendi_alloc_zero(&r->polygons->allocator, (size_t)r->point_count * sizeof *r->around);
    return r->around != NULL ? WEND_OK : wendi_fail(r->message, WEND_ERROR_MEMORY, "out of memory");
}

static wend_result read_coordinate(polyanya_reader *r, double *value)
{
    const wendi_span word = wendi_words_next(&r->words);
    return wendi_span_coordinate(word, value)
               ? WEND_OK
               : bad_word(r, word, "coordinate", "a number of at most 2^30 in size");
}

/** x y, how many, and the polygons around. */
static wend_result read_point(polyanya_reader *r, uint64_t index)
{
    wend_vec3 point = {0.0, 0.0, 0.0};
    int64_t count = 0;
    wend_result result = read_coordinate(r, &point.x);
    result = result == WEND_OK ? read_coordinate(r, &point.y) : result;
    result =
        result == WEND_OK ? read_number(r, "number of neighbours", 0, INT32_MAX, &count) : result;
    for (int64_t i = 0; result == WEND_OK && i < count; i++) {
        int64_t polygon = -1;
        result = read_number(r, "polygon", -1, (int64_t)r->polygon_count - 1, &polygon);
        if (polygon >= 0) {
            r->around[index] += wendi_mix64((uint64_t)polygon + 1);
        }
    }
    if (result == WEND_OK && !wendi_polygon_list_add_point(r->polygons, point)) {
        result = wendi_fail(r->message, WEND_ERROR_MEMORY, "out of memory");
    }
    return result;
}

/** A polygon's corner numbers: in range, and none twice. */
static wend_result read_corners(polyanya_reader *r, uint64_t polygon, int64_t count)
{
    wendi_array_u32 *corners = &r->polygons->corners;
    for (int64_t i = 0; i < count; i++) {
        int64_t point = 0;
        wend_result result =
            read_number(r, "vertex of a polygon", 0, (int64_t)r->point_count - 1, &point);
        if (result != WEND_OK) {
            return result;
        }
        r->around[point] -= wendi_mix64(polygon + 1);
        if (!wendi_array_u32_push(corners, (uint32_t)point)) {
            return wendi_fail(r->message, WEND_ERROR_MEMORY, "out of memory");
        }
    }
    return WEND_OK;
}

/** The file's neighbour i lies beyond the edge from corner i - 1 to i, the mesh's beyond the edge
 * from i to i + 1. */
static wend_result read_neighbours(polyanya_reader *r, uint64_t polygon, int64_t count)
{
    wendi_array_u32 *neighbours = &r->polygons->neighbours;
    const size_t first = neighbours->count;
    if (!wendi_array_u32_resize(neighbours, first + (size_t)count)) {
        return wendi_fail(r->message, WEND_ERROR_MEMORY, "out of memory");
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t other = 0;
        wend_result result =
            read_number(r, "neighbour of a polygon", -1, (int64_t)r->polygon_count - 1, &other);
        if (result != WEND_OK) {
            return result;
        }
        if (other == (int64_t)polygon) {
            return wendi_fail_line(r->message, r->words.lines.number,
                                   "polygon %llu is its own neighbour",
                                   (unsigned long long)polygon);
        }
        const size_t corner = (size_t)(i == 0 ? count - 1 : i - 1);
        neighbours->items[first + corner] = other < 0 ? WEND_NODE_NONE : (uint32_t)other;
    }
    return WEND_OK;
}

static wend_result read_polygon(polyanya_reader *r, uint64_t polygon)
{
    int64_t count = 0;
    wend_result result = read_number(r, "number of a polygon's vertices", 3, INT32_MAX, &count);
    if (result == WEND_OK && !can_follow(r, (uint64_t)count * 2)) {
        return wendi_fail_line(r->message, r->words.lines.number,
                               "a polygon of %lld vertices cannot follow before the file ends",
                               (long long)count);
    }
    result = result == WEND_OK ? read_corners(r, polygon, count) : result;
    result = result == WEND_OK ? read_neighbours(r, polygon, count) : result;
    if (result == WEND_OK && !wendi_array_u32_push(&r->polygons->sizes, (uint32_t)count)) {
        result = wendi_fail(r->message, WEND_ERROR_MEMORY, "out of memory");
    }
    return result;
}

/** A directed edge and the polygon beyond as one number; the sum over all edges is 0 when each has
 * its counterpart. */
static uint64_t edge_mark(uint32_t a, uint32_t b, uint32_t polygon, uint32_t other)
{
    const uint64_t points = wendi_mix64((uint64_t)a << 32 | b);
    return wendi_mix64(points ^ wendi_mix64((uint64_t)polygon << 32 | other));
}

/** Sums the edges that polygons and their neighbours name, for each polygon: 0 when all are mutual.
 */
static void balance(const wendi_polygon_list *p, uint64_t *marks)
{
    size_t first = 0;
    for (size_t k = 0; k < p->sizes.count; k++) {
        const size_t count = p->sizes.items[k];
        for (size_t i = 0; i < count; i++) {
            const uint32_t other = p->neighbours.items[first + i];
            const uint32_t a = p->corners.items[first + i];
            const uint32_t b = p->corners.items[first + (i + 1 == count ? 0 : i + 1)];
            if (other != WEND_NODE_NONE) {
                marks[k] += edge_mark(a, b, (uint32_t)k, other);
                marks[other] -= edge_mark(b, a, other, (uint32_t)k);
            }
        }
        first += count;
    }
}

static wend_result check_neighbours(polyanya_reader *r)
{
    const wendi_polygon_list *p = r->polygons;
    const size_t bytes = p->sizes.count * sizeof(uint64_t);
    uint64_t *marks = wendi_alloc_zero(&p->allocator, bytes);
    if (marks == NULL) {
        return wendi_fail(r->message, WEND_ERROR_MEMORY, "out of memory");
    }
    balance(p, marks);
    size_t k = 0;
    while (k < p->sizes.count && marks[k] == 0) {
        k++;
    }
    wendi_free(&p->allocator, marks, bytes);
    return k == p->sizes.count
               ? WEND_OK
               : wendi_fail_line(r->message, 0,
                                 "polygon %llu and a neighbour do not name each other at the same "
                                 "edge",
                                 (unsigned long long)k);
}

static wend_result check_points(polyanya_reader *r)
{
    for (uint64_t i = 0; i < r->point_count; i++) {
        if (r->around[i] != 0) {
            return wendi_fail_line(r->message, 0,
                                   "vertex %llu does not list just the polygons that have it",
                                   (unsigned long long)i);
        }
    }
    return WEND_OK;
}

static wend_result read_all(polyanya_reader *r)
{
    wend_result result = read_header(r);
    result = result == WEND_OK ? check_room(r) : result;
    for (uint64_t i = 0; result == WEND_OK && i < r->point_count; i++) {
        result = read_point(r, i);
    }
    for (uint64_t i = 0; result == WEND_OK && i < r->polygon_count; i++) {
        result = read_polygon(r, i);
    }
    if (result == WEND_OK && wendi_words_next(&r->words).length > 0) {
        return wendi_fail_line(r->message, r->words.lines.number,
                               "more after the last polygon, expected the file to end");
    }
    result = result == WEND_OK ? check_points(r) : result;
    return result == WEND_OK ? check_neighbours(r) : result;
}

wend_result wendi_polyanya_read(const uint8_t *bytes, size_t count, wendi_polygon_list *polygons,
                                wend_message *message)
{
    polyanya_reader r;
    memset(&r, 0, sizeof r);
    r.words = wendi_words_begin(bytes, count);
    r.polygons = polygons;
    r.message = message;
    wend_result result = read_all(&r);
    wendi_free(&polygons->allocator, r.around, (size_t)r.point_count * sizeof *r.around);
    return result;
}
