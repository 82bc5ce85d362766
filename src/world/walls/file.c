/* Saves walls as bytes, and puts saved walls into a set in place of its own. Ids, and those of walls to come,
 * are as they were; the tree is built anew.
 * Cost: linear; restoring n log n.
 *
 *   limit of slots u32, first free slot u32
 *   each slot: generation u32, count of corners u32, and
 *     free (count 0): next free slot u32
 *     else: polygon u8, stops u32, user u64, bottom f64, top f64, corners f64 x, y ... */
#include "base/core/bytes.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "base/math/predicates.h"
#include "world/walls/store.h"

#include <string.h>

enum { SLOT_BYTES_LEAST = 12, CORNER_BYTES = 16 };

static const char restoring[] = "wend_walls_restore";

static const wend_vec2 *points_of(const wendi_wall_slot *slot)
{
    return slot->corners != NULL ? slot->corners : slot->ends;
}

void wendi_walls_write(const void *object, wendi_writer *writer)
{
    const wend_walls *walls = object;
    wendi_write_u32(writer, walls->slot_limit);
    wendi_write_u32(writer, walls->free_slot);
    for (uint32_t i = 0; i < walls->slot_limit; i++) {
        const wendi_wall_slot *slot = &walls->slots[i];
        wendi_write_u32(writer, slot->generation);
        wendi_write_u32(writer, slot->count);
        if (slot->count == 0) {
            wendi_write_u32(writer, slot->first_edge);
            continue;
        }
        wendi_write_u8(writer, slot->corners != NULL);
        wendi_write_u32(writer, slot->stops);
        wendi_write_u64(writer, slot->user);
        wendi_write_f64(writer, slot->bottom);
        wendi_write_f64(writer, slot->top);
        for (uint32_t k = 0; k < slot->count; k++) {
            wendi_write_f64(writer, points_of(slot)[k].x);
            wendi_write_f64(writer, points_of(slot)[k].y);
        }
    }
}

wend_result wend_walls_save(const wend_walls *walls, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wendi_save_object(walls, wendi_walls_write, WENDI_WALLS_FILE_MAGIC,
                             WENDI_WALLS_FILE_VERSION, bytes, capacity, count);
}

/* ---- restoring ---- */

static bool is_as_kept(double value)
{
    return value >= -WEND_COORDINATE_MAX && value <= WEND_COORDINATE_MAX &&
           wendi_bits_of_f64(wendi_flush_coordinate(value)) == wendi_bits_of_f64(value);
}

static const char *read_corners(wendi_reader *reader, wend_vec2 *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        points[i].x = wendi_read_f64(reader);
        points[i].y = wendi_read_f64(reader);
        if (reader->has_failed || !is_as_kept(points[i].x) || !is_as_kept(points[i].y)) {
            return "a coordinate is out of range";
        }
    }
    return NULL;
}

/* A wall of `count` corners into slot i; its edges are put later. */
static wend_result read_wall(wend_walls *walls, wendi_reader *reader, uint32_t i, uint32_t count,
                             const char **reason)
{
    wendi_wall_slot *slot = &walls->slots[i];
    const uint8_t is_polygon = wendi_read_u8(reader);
    slot->stops = wendi_read_u32(reader);
    slot->user = wendi_read_u64(reader);
    slot->bottom = wendi_read_f64(reader);
    slot->top = wendi_read_f64(reader);
    *reason = "a wall makes no sense";
    if (reader->has_failed || is_polygon > 1 || (is_polygon == 0 && count != 2) ||
        !(slot->bottom < slot->top) || count > wendi_reader_remaining(reader) / CORNER_BYTES) {
        return WEND_ERROR_FILE;
    }
    if (is_polygon == 1) {
        slot->corners = wendi_alloc_items(&walls->allocator, count, sizeof *slot->corners);
        if (slot->corners == NULL) {
            return WEND_ERROR_MEMORY;
        }
    }
    slot->count = count;
    walls->count++;
    walls->bounded_count += wendi_wall_is_bounded(slot) ? 1 : 0;
    *reason = read_corners(reader, is_polygon == 1 ? slot->corners : slot->ends, count);
    return *reason == NULL ? WEND_OK : WEND_ERROR_FILE;
}

/* All free slots are in one chain, each once: it ends behind as many as there are. */
static bool is_chain_sound(const wend_walls *walls)
{
    size_t left = walls->slot_limit - walls->count;
    uint32_t at = walls->free_slot;
    while (at < walls->slot_limit && walls->slots[at].count == 0 && left > 0) {
        at = walls->slots[at].first_edge;
        left--;
    }
    return at == WENDI_WALLS_NONE && left == 0;
}

static wend_result read_slots(wend_walls *walls, wendi_reader *reader, uint32_t limit,
                              const char **reason)
{
    while (walls->slot_limit < limit) {
        const uint32_t i = walls->slot_limit;
        const uint32_t generation = wendi_read_u32(reader);
        const uint32_t count = wendi_read_u32(reader);
        walls->slots[i] = (wendi_wall_slot){.generation = generation};
        walls->slots[i].first_edge = WENDI_WALLS_NONE;
        walls->slot_limit++;
        if (reader->has_failed || generation == 0) {
            *reason = "a generation is 0";
            return WEND_ERROR_FILE;
        }
        if (count == 0) {
            walls->slots[i].first_edge = wendi_read_u32(reader);
            continue;
        }
        const wend_result result = read_wall(walls, reader, i, count, reason);
        if (result != WEND_OK) {
            return result;
        }
    }
    if (!wendi_reader_is_done(reader) || !is_chain_sound(walls)) {
        *reason = wendi_reader_is_done(reader) ? "the list of free walls makes no sense"
                                               : "there are bytes behind the walls";
        return WEND_ERROR_FILE;
    }
    return WEND_OK;
}

static wend_result put_edges(wend_walls *walls)
{
    uint64_t edges = 0;
    for (uint32_t i = 0; i < walls->slot_limit; i++) {
        const wendi_wall_slot *slot = &walls->slots[i];
        edges += slot->corners != NULL ? slot->count : slot->count > 0 ? 1 : 0;
    }
    const wend_result result = wendi_walls_make_room(walls, 0, edges, true);
    for (uint32_t i = 0; result == WEND_OK && i < walls->slot_limit; i++) {
        if (walls->slots[i].count > 0) {
            wendi_walls_put_edges(walls, i);
        }
    }
    if (result == WEND_OK && edges > 0) {
        wendi_wall_tree_build(&walls->edge_tree);
    }
    return result;
}

static wend_result read_walls(wend_walls *walls, wendi_reader *reader, const char **reason)
{
    const uint32_t limit = wendi_read_u32(reader);
    walls->free_slot = wendi_read_u32(reader);
    /* Memory is allocated only for slots that can follow. */
    if (reader->has_failed || limit > wendi_reader_remaining(reader) / SLOT_BYTES_LEAST) {
        *reason = "the number of walls makes no sense";
        return WEND_ERROR_FILE;
    }
    wend_result result = wendi_walls_make_room(walls, limit, 0, true);
    result = result == WEND_OK ? read_slots(walls, reader, limit, reason) : result;
    return result == WEND_OK ? put_edges(walls) : result;
}

wend_result wend_walls_restore(wend_walls *walls, const uint8_t *bytes, size_t count)
{
    if (walls == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (bytes == NULL && count > 0) {
        return wendi_refuse_null(&walls->error, restoring, "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, WENDI_WALLS_FILE_MAGIC, WENDI_WALLS_FILE_VERSION,
                                "there are bytes behind the walls", &content, &version,
                                &reason) != WEND_OK) {
        return wendi_fail_reason(&walls->error, restoring, WEND_ERROR_FILE, reason.text);
    }
    wend_walls *made = NULL;
    const char *why = NULL;
    wend_walls_def def = wend_walls_def_default();
    def.allocator = walls->allocator;
    wend_result result = wend_walls_create(&def, &made);
    if (result == WEND_OK && made != NULL) {
        result = read_walls(made, &content, &why);
    }
    if (result != WEND_OK || made == NULL) {
        wend_walls_destroy(made);
        return wendi_fail_reason(&walls->error, restoring, result, why);
    }
    const wend_walls old = *walls;
    *walls = *made;
    walls->error = old.error;
    walls->revision = old.revision + 1;
    walls->change_floor = walls->revision;
    *made = old;
    wend_walls_destroy(made);
    return WEND_OK;
}
