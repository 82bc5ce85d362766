/* takes: where the numbers of each tileset begin and how many tiles it says it has.
 * gives: whether a number is that of a tile, or a line with those that are.
 * cost:  a binary search for a number.
 *
 *     firstgid 1, tilecount 4       firstgid 10, no tilecount
 *       1 2 3 4  . . . . .            10 11 12 ...            0 is no tile
 */
#include "base/core/message.h"
#include "io/tiled/tmx.h"

#include <assert.h>
#include <stdio.h>

/** The end of a tileset that does not say it; above all numbers, which have 28 bits. */
static const uint32_t open_end = UINT32_MAX;
static const int64_t gid_max = 0x0FFFFFFF;

wend_result wendi_tmx_add_tileset(wendi_tmx *tmx, uint32_t line, uint32_t first_gid)
{
    wendi_tmx_tiles *tiles = &tmx->tiles;
    static const wendi_tmx_costs nothing = {{0}};
    size_t count = tiles->tilesets.count;
    if (count > 0 && first_gid <= tiles->tilesets.items[count - 1]) {
        return wendi_fail_line(tmx->message, line,
                               "firstgid is %lu, expected more than the %lu of "
                               "the tileset before",
                               (unsigned long)first_gid,
                               (unsigned long)tiles->tilesets.items[count - 1]);
    }
    if (!wendi_array_u32_push(&tiles->tilesets, first_gid)) {
        return wendi_tmx_no_memory(tmx);
    }
    if (!wendi_array_u32_push(&tiles->ends, open_end)) {
        tiles->tilesets.count--;
        return wendi_tmx_no_memory(tmx);
    }
    if (!wendi_array_u8_append(&tiles->tileset_said, nothing.of, sizeof nothing.of)) {
        tiles->tilesets.count--;
        tiles->ends.count--;
        return wendi_tmx_no_memory(tmx);
    }
    return WEND_OK;
}

wend_result wendi_tmx_tileset_count(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    wendi_tmx_tiles *tiles = &tmx->tiles;
    int64_t count = 0;
    assert(tiles->ends.count > 0);
    wend_result result =
        wendi_tmx_integer(tmx, line, attributes, "tilecount", 0, gid_max, 0, &count);
    /* Tiled writes 0 when it could not open the picture that the tiles are cut from. */
    if (result == WEND_OK && count > 0) {
        size_t last = tiles->ends.count - 1;
        tiles->ends.items[last] = tiles->tilesets.items[last] + (uint32_t)count;
    }
    return result;
}

void wendi_tmx_tileset_reaches(wendi_tmx *tmx, uint32_t gid)
{
    const wendi_array_u32 *ends = &tmx->tiles.ends;
    assert(ends->count > 0);
    uint32_t *end = &ends->items[ends->count - 1];
    *end = gid >= *end ? gid + 1 : *end;
}

size_t wendi_tmx_last_at_or_below(const wendi_array_u32 *numbers, uint32_t gid)
{
    size_t low = 0;
    size_t high = numbers->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (numbers->items[middle] <= gid) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == 0 ? SIZE_MAX : low - 1;
}

/** One past the last number of a tileset; those of the next one are not its own. */
static uint32_t end_of(const wendi_tmx_tiles *tiles, size_t tileset)
{
    uint32_t end = tiles->ends.items[tileset];
    bool has_next = tileset + 1 < tiles->tilesets.count;
    uint32_t next = has_next ? tiles->tilesets.items[tileset + 1] : open_end;
    return end < next ? end : next;
}

/** Writes "1 to 4, 10 and up"; what does not fit becomes "...". */
static void list_ranges(const wendi_tmx_tiles *tiles, char *text, size_t capacity)
{
    enum { RANGE_CAPACITY = 32 };
    size_t at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < tiles->tilesets.count; i++) {
        const char *between = i == 0 ? "" : ", ";
        unsigned long first = tiles->tilesets.items[i];
        uint32_t end = end_of(tiles, i);
        int length = 0;
        if (capacity - at < 2 * RANGE_CAPACITY) {
            (void)snprintf(text + at, capacity - at, ", ...");
            return;
        }
        if (end == open_end) {
            length = snprintf(text + at, capacity - at, "%s%lu and up", between, first);
        } else {
            length = snprintf(text + at, capacity - at, "%s%lu to %lu", between, first,
                              (unsigned long)end - 1);
        }
        at += (size_t)length;
    }
}

static wend_result no_such_tile(const wendi_tmx *tmx, uint32_t line, uint32_t gid)
{
    char ranges[160];
    list_ranges(&tmx->tiles, ranges, sizeof ranges);
    if (ranges[0] == '\0') {
        return wendi_fail_line(tmx->message, line,
                               "layer '%s' has tile %lu, but the map no tileset", tmx->layer_name,
                               (unsigned long)gid);
    }
    return wendi_fail_line(tmx->message, line,
                           "layer '%s' has tile %lu, expected 0 or one of the tilesets' %s",
                           tmx->layer_name, (unsigned long)gid, ranges);
}

wend_result wendi_tmx_check_gid(const wendi_tmx *tmx, uint32_t line, uint32_t gid)
{
    const wendi_tmx_tiles *tiles = &tmx->tiles;
    size_t tileset = gid == 0 ? 0 : wendi_tmx_last_at_or_below(&tiles->tilesets, gid);
    bool is_there = gid == 0 || (tileset != SIZE_MAX && gid < end_of(tiles, tileset));
    return is_there ? WEND_OK : no_such_tile(tmx, line, gid);
}
