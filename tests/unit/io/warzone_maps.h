/* Small maps of Warzone 2100 as files in memory. */
#ifndef TEST_UNIT_WARZONE_MAPS_H
#define TEST_UNIT_WARZONE_MAPS_H

#include "base/core/memory.h"
#include "support/test.h"

#include <string.h>

/* ---- bytes ---- */

typedef struct bytes {
    uint8_t items[8192];
    size_t count;
} bytes;

static inline void put(bytes *b, uint32_t value, int width)
{
    for (int i = 0; i < width; i++) {
        assert_true(b->count < sizeof b->items);
        b->items[b->count++] = (uint8_t)(value >> (8 * i));
    }
}

static inline void put_raw(bytes *b, const void *items, size_t count)
{
    assert_true(count <= sizeof b->items - b->count);
    memcpy(b->items + b->count, items, count);
    b->count += count;
}

static inline void put_header(bytes *b, const char *magic, uint32_t version)
{
    b->count = 0;
    put_raw(b, magic, 4);
    put(b, version, 4);
}

/** A game.map: pictures as digits, heights as given (NULL = flat), turned pictures.
 * @param pictures [width * height] characters. */
static inline void put_map(bytes *b, uint32_t version, uint32_t width, uint32_t height,
                           const char *pictures, const uint16_t *heights)
{
    put_header(b, "map ", version);
    put(b, width, 4);
    put(b, height, 4);
    for (uint32_t i = 0; i < width * height; i++) {
        put(b, (uint32_t)(pictures[i] - '0') | 0xA000u, 2);
        put(b, heights == NULL ? 7 : heights[i], version == 40 ? 4 - 2 : 1);
    }
}

/** Kinds of the pictures 0, 1, 2...: sand, road, water, cliff, slush. */
static const uint16_t kinds[] = {0, 6, 7, 8, 11};

static inline void put_types(bytes *b)
{
    put_header(b, "ttyp", 8);
    put(b, 5, 4);
    for (int i = 0; i < 5; i++) {
        put(b, kinds[i], 2);
    }
}

/* ---- files in memory ---- */

typedef struct map_file {
    const char *name;
    const uint8_t *items;
    size_t count;
} map_file;

#endif
