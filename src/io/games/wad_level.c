/* takes: a WAD and the name of a level.
 * gives: the level's records, with every number in them checked.
 * cost:  one step a lump of the directory and a record of the level; no memory. */
#include "base/core/message.h"
#include "io/games/wad_bytes.h"

#include <string.h>

enum { POINT_BYTES = 4, LINE_BYTES = 14, SIDE_BYTES = 30, SECTOR_BYTES = 26, THING_BYTES = 10 };

/** What a level is made of: its lump, bytes of a record, and where it goes. */
typedef struct lump_part {
    const char *name;
    uint32_t record_bytes;
    bool is_needed;
    wendi_wad_lump *lump;
} lump_part;

static bool is_level_lump(const char *name)
{
    static const char *const names[] = {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES",
                                        "SEGS",   "SSECTORS", "NODES",    "SECTORS",
                                        "REJECT", "BLOCKMAP", "BEHAVIOR", "SCRIPTS"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (wendi_wad_same_name(name, names[i])) {
            return true;
        }
    }
    return false;
}

/** Lists the levels there are, as far as there is room. */
static wend_result no_such_level(const wendi_wad *wad, const char *wanted)
{
    char list[160] = "";
    size_t used = 0;
    uint32_t at = 0;
    uint32_t marker = 0;
    char name[WENDI_WAD_NAME_CAPACITY];
    while (used + 16 < sizeof list && wendi_wad_next_level(wad, &at, &marker, name)) {
        list[used] = ' ';
        memcpy(list + used + 1, name, strlen(name) + 1);
        used += strlen(name) + 1;
    }
    if (used == 0) {
        return wendi_fail_line(wad->message, 0, "no levels in this WAD of %lu lumps",
                               (unsigned long)wad->lump_count);
    }
    return wendi_fail_line(wad->message, 0, "no level %.20s; there are:%s", wanted, list);
}

static wend_result find_level(const wendi_wad *wad, const char *wanted, uint32_t *found, char *name)
{
    uint32_t at = 0;
    while (wendi_wad_next_level(wad, &at, found, name)) {
        if (wanted == NULL || wendi_wad_same_name(name, wanted)) {
            return WEND_OK;
        }
    }
    return no_such_level(wad, wanted == NULL ? "" : wanted);
}

static wend_result take_lump(const wendi_wad *wad, uint32_t lump, const char *level,
                             const lump_part *into)
{
    uint32_t bytes = 0;
    wend_result result = wendi_wad_lump_bytes(wad, lump, &into->lump->bytes, &bytes);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t count = bytes / into->record_bytes;
    if (bytes % into->record_bytes != 0) {
        return wendi_fail_line(wad->message, 0,
                               "%s of %s has %lu bytes, expected a multiple of %lu", into->name,
                               level, (unsigned long)bytes, (unsigned long)into->record_bytes);
    }
    if (into->is_needed && count > WENDI_WAD_RECORDS_MOST) {
        return wendi_fail_line(wad->message, 0, "%s of %s has %lu records, more than 65535",
                               into->name, level, (unsigned long)count);
    }
    into->lump->count = count;
    return WEND_OK;
}

/** Puts one lump where it belongs; others are passed over. */
static wend_result place_lump(const wendi_wad *wad, uint32_t lump, const char *name,
                              const char *level, const lump_part *parts, size_t part_count)
{
    if (wendi_wad_same_name(name, "BEHAVIOR")) {
        return wendi_fail(wad->message, WEND_ERROR_UNSUPPORTED,
                          "%s is a level in the format of Hexen, expected that of Doom", level);
    }
    for (size_t i = 0; i < part_count; i++) {
        if (wendi_wad_same_name(name, parts[i].name) && parts[i].lump->bytes == NULL) {
            return take_lump(wad, lump, level, &parts[i]);
        }
    }
    return WEND_OK;
}

static wend_result take_lumps(const wendi_wad *wad, uint32_t marker, wendi_wad_level *level)
{
    const lump_part parts[] = {
        {"VERTEXES", POINT_BYTES, true, &level->points},
        {"LINEDEFS", LINE_BYTES, true, &level->lines},
        {"SIDEDEFS", SIDE_BYTES, true, &level->sides},
        {"SECTORS", SECTOR_BYTES, true, &level->sectors},
        {"THINGS", THING_BYTES, true, &level->things},
        {"REJECT", 1, false, &level->reject},
    };
    const size_t part_count = sizeof parts / sizeof parts[0];
    for (uint32_t lump = marker + 1; lump < wad->lump_count; lump++) {
        char name[WENDI_WAD_NAME_CAPACITY];
        wendi_wad_lump_name(wad, lump, name);
        if (wendi_wad_same_name(name, "TEXTMAP")) {
            return wendi_fail(wad->message, WEND_ERROR_UNSUPPORTED,
                              "%s is a level in the format UDMF, expected that of Doom",
                              level->name);
        }
        if (!is_level_lump(name)) {
            break;
        }
        wend_result result = place_lump(wad, lump, name, level->name, parts, part_count);
        if (result != WEND_OK) {
            return result;
        }
    }
    for (size_t i = 0; i < part_count; i++) {
        if (parts[i].is_needed && parts[i].lump->bytes == NULL) {
            return wendi_fail_line(wad->message, 0, "%s has no %s", level->name, parts[i].name);
        }
    }
    return WEND_OK;
}

static const uint8_t *record(const wendi_wad_lump *lump, uint32_t index, uint32_t bytes)
{
    return lump->bytes + (size_t)index * bytes;
}

/** Of a line, to check. */
typedef struct named {
    const char *what;
    uint32_t number, count;
} named;

static wend_result check_line(const wendi_wad *wad, const wendi_wad_level *level, uint32_t index)
{
    const uint8_t *r = record(&level->lines, index, LINE_BYTES);
    const named all[] = {
        {"vertex", wendi_wad_u16(r), level->points.count},
        {"vertex", wendi_wad_u16(r + 2), level->points.count},
        {"sidedef", wendi_wad_u16(r + 10), level->sides.count},
        {"sidedef", wendi_wad_u16(r + 12), level->sides.count},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const bool is_no_side = i >= 2 && all[i].number == WENDI_WAD_NONE;
        if (!is_no_side && all[i].number >= all[i].count) {
            return wendi_fail_line(wad->message, 0, "%s: linedef %lu names %s %lu of %lu",
                                   level->name, (unsigned long)index, all[i].what,
                                   (unsigned long)all[i].number, (unsigned long)all[i].count);
        }
    }
    return WEND_OK;
}

static wend_result check_records(const wendi_wad *wad, const wendi_wad_level *level)
{
    for (uint32_t i = 0; i < level->lines.count; i++) {
        wend_result result = check_line(wad, level, i);
        if (result != WEND_OK) {
            return result;
        }
    }
    for (uint32_t i = 0; i < level->sides.count; i++) {
        const uint32_t sector = wendi_wad_u16(record(&level->sides, i, SIDE_BYTES) + 28);
        if (sector >= level->sectors.count) {
            return wendi_fail_line(wad->message, 0, "%s: sidedef %lu names sector %lu of %lu",
                                   level->name, (unsigned long)i, (unsigned long)sector,
                                   (unsigned long)level->sectors.count);
        }
    }
    return WEND_OK;
}

wend_result wendi_wad_level_open(const wendi_wad *wad, const char *name, wendi_wad_level *level)
{
    memset(level, 0, sizeof *level);
    uint32_t marker = 0;
    wend_result result = find_level(wad, name, &marker, level->name);
    result = result == WEND_OK ? take_lumps(wad, marker, level) : result;
    result = result == WEND_OK ? check_records(wad, level) : result;
    const uint64_t pairs = (uint64_t)level->sectors.count * level->sectors.count;
    if ((uint64_t)level->reject.count * 8 < pairs) {
        level->reject.bytes = NULL;
        level->reject.count = 0;
    }
    return result;
}

void wendi_wad_point(const wendi_wad_level *level, uint32_t index, int32_t *x, int32_t *y)
{
    const uint8_t *r = record(&level->points, index, POINT_BYTES);
    *x = wendi_wad_i16(r);
    *y = wendi_wad_i16(r + 2);
}

static uint32_t sector_of(const wendi_wad_level *level, uint32_t side)
{
    return side == WENDI_WAD_NONE ? WENDI_WAD_NONE
                                  : wendi_wad_u16(record(&level->sides, side, SIDE_BYTES) + 28);
}

wendi_wad_line wendi_wad_get_line(const wendi_wad_level *level, uint32_t index)
{
    const uint8_t *r = record(&level->lines, index, LINE_BYTES);
    const wendi_wad_line line = {wendi_wad_u16(r),
                                 wendi_wad_u16(r + 2),
                                 wendi_wad_u16(r + 4),
                                 wendi_wad_u16(r + 6),
                                 wendi_wad_u16(r + 8),
                                 sector_of(level, wendi_wad_u16(r + 10)),
                                 sector_of(level, wendi_wad_u16(r + 12))};
    return line;
}

wendi_wad_sector wendi_wad_get_sector(const wendi_wad_level *level, uint32_t index)
{
    const uint8_t *r = record(&level->sectors, index, SECTOR_BYTES);
    const wendi_wad_sector sector = {wendi_wad_i16(r), wendi_wad_i16(r + 2), wendi_wad_u16(r + 22),
                                     wendi_wad_u16(r + 24)};
    return sector;
}

wendi_wad_thing wendi_wad_get_thing(const wendi_wad_level *level, uint32_t index)
{
    const uint8_t *r = record(&level->things, index, THING_BYTES);
    const wendi_wad_thing thing = {wendi_wad_i16(r), wendi_wad_i16(r + 2), wendi_wad_i16(r + 4),
                                   wendi_wad_u16(r + 6), wendi_wad_u16(r + 8)};
    return thing;
}

bool wendi_wad_rejects(const wendi_wad_level *level, uint32_t from, uint32_t to)
{
    const uint64_t bit = (uint64_t)from * level->sectors.count + to;
    return level->reject.bytes != NULL && (level->reject.bytes[bit / 8] >> bit % 8 & 1) != 0;
}
