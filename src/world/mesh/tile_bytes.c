/* The bytes of tiles: writes them, and reads them with all checks that searches rely on.
 *
 *   one section of bytes.h, magic "WTIL", version 1: column i32, row i32, polygons u32, corners u32,
 *   size u32, area u8, closed u8, flags u32 of each polygon, and of each corner x f64, y f64, z f64 and
 *   what lies beyond its edge u8: 0 nothing; 1 the edge of a corner u32 of this tile; 2 of another tile,
 *   its column i32, row i32 and corner u32
 *
 * Numbers of corners are those of their tile. Cost: linear. */
#include "world/mesh/tiles.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "world/mesh/convex.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

enum { BEYOND_NOTHING, BEYOND_INSIDE, BEYOND_BORDER };
enum { POLYGON_BYTES = 10, CORNER_BYTES = 25 /* the least */ };

/* ---- writing ---- */

static void write_corner(wendi_writer *writer, const wendi_tile_source *s, uint32_t corner)
{
    const wend_mesh *m = s->mesh;
    const uint32_t twin = (m->carve == NULL ? m->twins : m->carve->base_twins)[corner];
    const wendi_tile_border *border = &s->borders[corner];
    const wend_vec2 at = wendi_mesh_point(m, corner);
    wendi_write_f64(writer, at.x);
    wendi_write_f64(writer, at.y);
    wendi_write_f64(writer, m->heights == NULL ? 0 : m->heights[corner]);
    if (border->corner != NONE) {
        wendi_write_u8(writer, BEYOND_BORDER);
        wendi_write_u32(writer, (uint32_t)border->id.x);
        wendi_write_u32(writer, (uint32_t)border->id.y);
        wendi_write_u32(writer, border->corner);
    } else if (twin != NONE) {
        wendi_write_u8(writer, BEYOND_INSIDE);
        wendi_write_u32(writer, s->locals == NULL ? twin - s->first_corner : s->locals[twin]);
    } else {
        wendi_write_u8(writer, BEYOND_NOTHING);
    }
}

static uint32_t polygon_of(const wendi_tile_source *s, uint32_t i)
{
    return s->polygons == NULL ? s->first_polygon + i : s->polygons[i];
}

void wendi_tile_write(wendi_writer *writer, const wendi_tile_source *s)
{
    const wend_mesh *m = s->mesh;
    const size_t section = wendi_write_section_begin(writer, WENDI_TILE_MAGIC, WENDI_TILE_VERSION);
    wendi_write_u32(writer, (uint32_t)s->info.id.x);
    wendi_write_u32(writer, (uint32_t)s->info.id.y);
    wendi_write_u32(writer, s->info.polygon_count);
    wendi_write_u32(writer, s->info.corner_count);
    for (uint32_t i = 0; i < s->info.polygon_count; i++) {
        const uint32_t p = polygon_of(s, i);
        wendi_write_u32(writer, wendi_mesh_base_end(m, p) - m->firsts[p]);
        wendi_write_u8(writer, m->areas[p]);
        wendi_write_u8(writer, m->closed[p] & 1);
        wendi_write_u32(writer, m->flags[p]);
    }
    for (uint32_t i = 0; i < s->info.polygon_count; i++) {
        const uint32_t p = polygon_of(s, i);
        for (uint32_t c = m->firsts[p]; c < wendi_mesh_base_end(m, p); c++) {
            write_corner(writer, s, c);
        }
    }
    wendi_write_section_end(writer, section);
}

void wendi_tile_write_slot(wendi_writer *writer, const wend_mesh *m, uint32_t slot)
{
    const wendi_tile_source source = {.mesh = m,
                                      .info = m->tiles->slots[slot].info,
                                      .borders = m->tiles->borders,
                                      .first_polygon = wendi_tile_first_polygon(m->tiles, slot),
                                      .first_corner = wendi_tile_first_corner(m->tiles, slot)};
    wendi_tile_write(writer, &source);
}

/* ---- reading ---- */

void wendi_tile_free(wendi_tile *tile, const wend_allocator *a)
{
    const size_t polygons = tile->info.polygon_count;
    const size_t corners = tile->info.corner_count;
    wendi_free(a, tile->sizes, polygons * sizeof *tile->sizes);
    wendi_free(a, tile->flags, polygons * sizeof *tile->flags);
    wendi_free(a, tile->areas, polygons);
    wendi_free(a, tile->closed, polygons);
    wendi_free(a, tile->points, corners * sizeof *tile->points);
    wendi_free(a, tile->twins, corners * sizeof *tile->twins);
    wendi_free(a, tile->borders, corners * sizeof *tile->borders);
    memset(tile, 0, sizeof *tile);
}

static bool allocate(wendi_tile *tile, const wend_allocator *a)
{
    const size_t polygons = tile->info.polygon_count;
    const size_t corners = tile->info.corner_count;
    tile->sizes = wendi_alloc_items(a, polygons, sizeof *tile->sizes);
    tile->flags = wendi_alloc_items(a, polygons, sizeof *tile->flags);
    tile->areas = wendi_alloc(a, polygons);
    tile->closed = wendi_alloc(a, polygons);
    tile->points = wendi_alloc_items(a, corners, sizeof *tile->points);
    tile->twins = wendi_alloc_items(a, corners, sizeof *tile->twins);
    tile->borders = wendi_alloc_items(a, corners, sizeof *tile->borders);
    return tile->sizes != NULL && tile->flags != NULL && tile->areas != NULL &&
           tile->closed != NULL && tile->points != NULL && tile->twins != NULL &&
           tile->borders != NULL;
}

static int32_t read_i32(wendi_reader *reader)
{
    const uint32_t value = wendi_read_u32(reader);
    return value <= INT32_MAX ? (int32_t)value : -(int32_t)(UINT32_MAX - value) - 1;
}

static const char *read_polygons(wendi_reader *reader, wendi_tile *tile)
{
    uint64_t corners = 0;
    for (uint32_t p = 0; p < tile->info.polygon_count; p++) {
        tile->sizes[p] = wendi_read_u32(reader);
        tile->areas[p] = wendi_read_u8(reader);
        tile->closed[p] = wendi_read_u8(reader);
        tile->flags[p] = wendi_read_u32(reader);
        corners += tile->sizes[p];
        if (tile->sizes[p] < 3 || corners > tile->info.corner_count || tile->closed[p] > 1) {
            return "a polygon of the tile makes no sense";
        }
    }
    return corners == tile->info.corner_count ? NULL : "there are corners of no polygon";
}

static bool is_as_kept(double value)
{
    return wendi_coordinate_is_valid(value) &&
           wendi_bits_of_f64(wendi_flush_coordinate(value)) == wendi_bits_of_f64(value);
}

static bool is_same_id(wend_mesh_tile_id a, wend_mesh_tile_id b)
{
    return a.x == b.x && a.y == b.y;
}

static const char *read_corners(wendi_reader *reader, wendi_tile *tile)
{
    for (uint32_t c = 0; c < tile->info.corner_count; c++) {
        wend_vec3 *at = &tile->points[c];
        at->x = wendi_read_f64(reader);
        at->y = wendi_read_f64(reader);
        at->z = wendi_read_f64(reader);
        if (!is_as_kept(at->x) || !is_as_kept(at->y) || !is_as_kept(at->z)) {
            return "a coordinate is out of range";
        }
        const uint8_t beyond = wendi_read_u8(reader);
        tile->twins[c] = beyond == BEYOND_INSIDE ? wendi_read_u32(reader) : NONE;
        tile->borders[c] = (wendi_tile_border){.corner = NONE};
        if (beyond == BEYOND_BORDER) {
            tile->borders[c].id.x = read_i32(reader);
            tile->borders[c].id.y = read_i32(reader);
            tile->borders[c].corner = wendi_read_u32(reader);
        }
        if (beyond > BEYOND_BORDER ||
            (beyond == BEYOND_INSIDE && tile->twins[c] >= tile->info.corner_count) ||
            (beyond == BEYOND_BORDER && (tile->borders[c].corner >= (uint32_t)1 << 31 ||
                                         is_same_id(tile->borders[c].id, tile->info.id)))) {
            return "what lies beyond an edge makes no sense";
        }
    }
    return NULL;
}

/* ---- checks ---- */

static wend_vec2 flat(const wendi_tile *tile, uint32_t corner)
{
    return (wend_vec2){tile->points[corner].x, tile->points[corner].y};
}

static bool is_convex(const wendi_tile *tile, uint32_t first, uint32_t end)
{
    wendi_convex_walk walk = wendi_convex_begin(flat(tile, end - 2), flat(tile, end - 1));
    for (uint32_t i = first; i < end; i++) {
        wendi_convex_add(&walk, flat(tile, i));
    }
    return wendi_convex_end(&walk);
}

/* @param nexts [corner_count] scratch. */
static const char *check_edges(const wendi_tile *tile, uint32_t *nexts)
{
    uint32_t first = 0;
    for (uint32_t p = 0; p < tile->info.polygon_count; p++) {
        const uint32_t end = first + tile->sizes[p];
        if (!is_convex(tile, first, end)) {
            return "a polygon is not convex";
        }
        for (uint32_t c = first; c < end; c++) {
            nexts[c] = c + 1 == end ? first : c + 1;
        }
        first = end;
    }
    first = 0;
    for (uint32_t p = 0; p < tile->info.polygon_count; p++) {
        const uint32_t end = first + tile->sizes[p];
        for (uint32_t c = first; c < end; c++) {
            const uint32_t twin = tile->twins[c];
            if (twin != NONE && ((twin >= first && twin < end) || tile->twins[twin] != c ||
                                 !wendi_carve_is_same(flat(tile, c), flat(tile, nexts[twin])) ||
                                 !wendi_carve_is_same(flat(tile, nexts[c]), flat(tile, twin)))) {
                return "a shared edge does not fit";
            }
        }
        first = end;
    }
    return NULL;
}

static void set_box(wendi_tile *tile)
{
    wend_vec3 *low = &tile->info.low;
    wend_vec3 *high = &tile->info.high;
    *low = *high = tile->points[0];
    for (uint32_t c = 1; c < tile->info.corner_count; c++) {
        const wend_vec3 at = tile->points[c];
        low->x = at.x < low->x ? at.x : low->x;
        low->y = at.y < low->y ? at.y : low->y;
        low->z = at.z < low->z ? at.z : low->z;
        high->x = at.x > high->x ? at.x : high->x;
        high->y = at.y > high->y ? at.y : high->y;
        high->z = at.z > high->z ? at.z : high->z;
    }
}

static wend_result read_tile(wendi_reader *reader, const wend_allocator *a, wendi_tile *tile,
                             const char **reason)
{
    tile->info.id.x = read_i32(reader);
    tile->info.id.y = read_i32(reader);
    const uint32_t polygons = wendi_read_u32(reader);
    const uint32_t corners = wendi_read_u32(reader);
    const uint64_t needed = (uint64_t)polygons * POLYGON_BYTES + (uint64_t)corners * CORNER_BYTES;
    *reason = "the numbers of polygons and corners make no sense";
    if (reader->has_failed || needed > wendi_reader_remaining(reader) || polygons == 0 ||
        corners / 3 < polygons) {
        return WEND_ERROR_FILE;
    }
    tile->info.polygon_count = polygons;
    tile->info.corner_count = corners;
    if (!allocate(tile, a)) {
        return WEND_ERROR_MEMORY;
    }
    *reason = read_polygons(reader, tile);
    *reason = *reason == NULL ? read_corners(reader, tile) : *reason;
    if (*reason == NULL && !wendi_reader_is_done(reader)) {
        *reason = "there are bytes missing or left over";
    }
    if (*reason != NULL) {
        return WEND_ERROR_FILE;
    }
    uint32_t *nexts = wendi_alloc_items(a, corners, sizeof *nexts);
    if (nexts == NULL) {
        return WEND_ERROR_MEMORY;
    }
    *reason = check_edges(tile, nexts);
    wendi_free(a, nexts, corners * sizeof *nexts);
    set_box(tile);
    return *reason == NULL ? WEND_OK : WEND_ERROR_FILE;
}

wend_result wendi_tile_read(wendi_reader *reader, const wend_allocator *allocator, wendi_tile *tile,
                            const char **reason)
{
    memset(tile, 0, sizeof *tile);
    const wend_result result = read_tile(reader, allocator, tile, reason);
    if (result != WEND_OK) {
        wendi_tile_free(tile, allocator);
    }
    return result;
}

wend_result wendi_tile_load(const uint8_t *bytes, size_t count, const char *function,
                            const wend_allocator *allocator, wendi_tile *tile,
                            wend_message *message)
{
    wendi_reader content;
    wend_message wrong = {0};
    uint32_t version;
    memset(tile, 0, sizeof *tile);
    if (count < 4 || wendi_load_u32(bytes) != WENDI_TILE_MAGIC) {
        return wendi_fail_reason(message, function, WEND_ERROR_FILE,
                                 "these are not the bytes of a tile");
    }
    if (wendi_read_only_section(bytes, count, WENDI_TILE_MAGIC, WENDI_TILE_VERSION,
                                "there are bytes behind the tile", &content, &version,
                                &wrong) != WEND_OK) {
        return wendi_fail_reason(message, function, WEND_ERROR_FILE, wrong.text);
    }
    const char *reason = NULL;
    const wend_result result = wendi_tile_read(&content, allocator, tile, &reason);
    return result == WEND_OK ? WEND_OK
                             : wendi_fail_reason(message, function, result,
                                                 result == WEND_ERROR_FILE ? reason : NULL);
}

wend_result wend_mesh_tile_read_info(const uint8_t *bytes, size_t count, wend_mesh_tile_info *info,
                                     wend_message *message)
{
    static const char function[] = "wend_mesh_tile_read_info";
    static const wend_allocator libc = {NULL, NULL};
    wendi_message_clear(message);
    if (info != NULL) {
        memset(info, 0, sizeof *info);
    }
    if (info == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(message, function, info == NULL ? "info" : "bytes");
    }
    wendi_tile tile;
    const wend_result result = wendi_tile_load(bytes, count, function, &libc, &tile, message);
    if (result == WEND_OK) {
        *info = tile.info;
        wendi_tile_free(&tile, &libc);
    }
    return result;
}
