/* Archives of Doom and its kin, and the levels in them.
 *
 *   "IWAD" | lumps | directory | ... bytes of lumps ... | 16 bytes a lump: offset, size, name
 *
 *   a level:  MAP01 (no bytes)  THINGS  LINEDEFS  SIDEDEFS  VERTEXES  SEGS  SSECTORS  NODES
 *             SECTORS  REJECT ...
 *
 * Everything points into the archive's bytes, which must stay. All that is in a level is checked
 * when it is opened, so that its records can be read without looking twice. */
#ifndef WENDI_IO_GAMES_WAD_H
#define WENDI_IO_GAMES_WAD_H

#include "base/math/floating_point.h"
#include "wend/io_map.h"
#include "wend/io_world.h"

enum { WENDI_WAD_NAME_CAPACITY = 9, WENDI_WAD_RECORDS_MOST = 65535, WENDI_WAD_NONE = 65535 };

typedef struct wendi_wad {
    const uint8_t *bytes; /**< [count] */
    size_t count;
    const uint8_t *directory;
    uint32_t lump_count;
    wend_message *message; /**< May be NULL. */
} wendi_wad;

/** Header and directory. @return WEND_OK, WEND_ERROR_FILE. */
wend_result wendi_wad_open(const uint8_t *bytes, size_t count, wend_message *message,
                           wendi_wad *wad);
bool wendi_wad_is(const uint8_t *bytes, size_t count);

/** The next level's marker from lump *at on; moves *at behind it. @param marker its lump.
 * @param name [WENDI_WAD_NAME_CAPACITY]. @return false: no more. */
bool wendi_wad_next_level(const wendi_wad *wad, uint32_t *at, uint32_t *marker, char *name);

/** Records of a lump. */
typedef struct wendi_wad_lump {
    const uint8_t *bytes;
    uint32_t count; /**< Of records; of REJECT: of bytes. */
} wendi_wad_lump;

typedef struct wendi_wad_level {
    char name[WENDI_WAD_NAME_CAPACITY];
    wendi_wad_lump points, lines, sides, sectors, things;
    wendi_wad_lump reject; /**< No bytes where there is none, or too few for all sectors. */
} wendi_wad_level;

typedef struct wendi_wad_line {
    uint32_t a, b; /**< Points. */
    uint32_t flags, special, tag;
    uint32_t right, left; /**< Sectors; WENDI_WAD_NONE = no side. */
} wendi_wad_line;

enum {
    WENDI_WAD_BLOCKS = 1,
    WENDI_WAD_BLOCKS_MONSTERS = 2,
    WENDI_WAD_TWO_SIDED = 4 /**< wendi_wad_line.flags */
};

typedef struct wendi_wad_sector {
    int32_t floor, ceiling;
    uint32_t special, tag;
} wendi_wad_sector;

typedef struct wendi_wad_thing {
    int32_t x, y, angle_deg;
    uint32_t type, flags;
} wendi_wad_thing;

/** Opens a level by name (capitals or not; NULL = the first).
 * @return WEND_OK, WEND_ERROR_FILE, WEND_ERROR_UNSUPPORTED. */
wend_result wendi_wad_level_open(const wendi_wad *wad, const char *name, wendi_wad_level *level);

/* Records, by an index below their count. */
void wendi_wad_point(const wendi_wad_level *level, uint32_t index, int32_t *x, int32_t *y);
wendi_wad_line wendi_wad_get_line(const wendi_wad_level *level, uint32_t index);
wendi_wad_sector wendi_wad_get_sector(const wendi_wad_level *level, uint32_t index);
wendi_wad_thing wendi_wad_get_thing(const wendi_wad_level *level, uint32_t index);

/** True if the level's table has no line of sight between two sectors. */
bool wendi_wad_rejects(const wendi_wad_level *level, uint32_t from, uint32_t to);

/** The sector around a position: the side of the nearest line in the direction of x, lines with the
 * same sector on both sides left out. WENDI_WAD_NONE outside. */
uint32_t wendi_wad_sector_at(const wendi_wad_level *level, int32_t x, int32_t y);

/** The name of a type of thing; "" for an unknown one. Static storage. */
const char *wendi_wad_thing_name(uint32_t type);

/** Makes the level of a WAD's level. @param level set on success. */
wend_result wendi_wad_build(const wendi_wad_level *from, const wend_level_options *options,
                            wend_level **level);

#endif
