/* WADs, the archives of Doom and its kin: the directory, the levels in it, and the records of a
 * level, every number in them checked.
 * Cost: one step a lump and a record; no memory. */
#include "io/games/wad.h"

#include "base/core/message.h"

#include <string.h>

/* ---- the archive ---- */

enum { HEADER_BYTES = 12, ENTRY_BYTES = 16, NAME_BYTES = 8 };

static uint32_t u16_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static uint32_t u32_at(const uint8_t *bytes)
{
    return u16_at(bytes) | u16_at(bytes + 2) << 16;
}

static int32_t i16_at(const uint8_t *bytes)
{
    const int32_t value = (int32_t)u16_at(bytes);
    return value > INT16_MAX ? value - 65536 : value;
}

bool wendi_wad_is(const uint8_t *bytes, size_t count)
{
    return count >= 4 && (memcmp(bytes, "IWAD", 4) == 0 || memcmp(bytes, "PWAD", 4) == 0);
}

wend_result wendi_wad_open(const uint8_t *bytes, size_t count, wend_message *message,
                           wendi_wad *wad)
{
    if (!wendi_wad_is(bytes, count)) {
        return wendi_fail_line(message, 0, "not a WAD: expected \"IWAD\" or \"PWAD\" at the start");
    }
    if (count < HEADER_BYTES) {
        return wendi_fail_line(message, 0, "the WAD's header ends at byte %llu, expected 12 bytes",
                               (unsigned long long)count);
    }
    const uint32_t lumps = u32_at(bytes + 4);
    const uint32_t directory = u32_at(bytes + 8);
    const uint64_t end = (uint64_t)directory + (uint64_t)lumps * ENTRY_BYTES;
    if (end > count) {
        return wendi_fail_line(message, 0, "the WAD's directory lies in bytes %lu to %llu of %llu",
                               (unsigned long)directory, (unsigned long long)end,
                               (unsigned long long)count);
    }
    const wendi_wad made = {bytes, count, bytes + directory, lumps, message};
    *wad = made;
    return WEND_OK;
}

/** @param name [WENDI_WAD_NAME_CAPACITY] */
static void lump_name(const wendi_wad *wad, uint32_t lump, char *name)
{
    memcpy(name, wad->directory + (size_t)lump * ENTRY_BYTES + 8, NAME_BYTES);
    name[NAME_BYTES] = '\0';
}

static wend_result lump_bytes(const wendi_wad *wad, uint32_t lump, const uint8_t **bytes,
                              uint32_t *count)
{
    const uint8_t *entry = wad->directory + (size_t)lump * ENTRY_BYTES;
    const uint32_t offset = u32_at(entry);
    const uint32_t size = u32_at(entry + 4);
    if ((uint64_t)offset + size > wad->count) {
        char name[WENDI_WAD_NAME_CAPACITY];
        lump_name(wad, lump, name);
        return wendi_fail_line(wad->message, 0, "lump %lu, %s, lies in bytes %lu to %llu of %llu",
                               (unsigned long)lump, name, (unsigned long)offset,
                               (unsigned long long)offset + size, (unsigned long long)wad->count);
    }
    *bytes = wad->bytes + offset;
    *count = size;
    return WEND_OK;
}

static char capital(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/** Capitals or not. */
static bool is_same_name(const char *a, const char *b)
{
    while (*a != '\0' && capital(*a) == capital(*b)) {
        a++;
        b++;
    }
    return capital(*a) == capital(*b);
}

bool wendi_wad_next_level(const wendi_wad *wad, uint32_t *at, uint32_t *marker, char *name)
{
    for (; (uint64_t)*at + 1 < wad->lump_count; (*at)++) {
        char next[WENDI_WAD_NAME_CAPACITY];
        lump_name(wad, *at + 1, next);
        if (is_same_name(next, "THINGS") || is_same_name(next, "TEXTMAP")) {
            *marker = *at;
            lump_name(wad, *at, name);
            *at += 2;
            return true;
        }
    }
    return false;
}

/* ---- one level ---- */

enum { POINT_BYTES = 4, LINE_BYTES = 14, SIDE_BYTES = 30, SECTOR_BYTES = 26, THING_BYTES = 10 };

/** A part of a level: the name of its lump, bytes of a record, and its destination. */
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
        if (is_same_name(name, names[i])) {
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
        if (wanted == NULL || is_same_name(name, wanted)) {
            return WEND_OK;
        }
    }
    return no_such_level(wad, wanted == NULL ? "" : wanted);
}

static wend_result read_lump(const wendi_wad *wad, uint32_t lump, const char *level,
                             const lump_part *into)
{
    uint32_t bytes = 0;
    wend_result result = lump_bytes(wad, lump, &into->lump->bytes, &bytes);
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

/** Takes a lump that is a part of the level; others are skipped. */
static wend_result read_part(const wendi_wad *wad, uint32_t lump, const char *name,
                             const char *level, const lump_part *parts, size_t part_count)
{
    if (is_same_name(name, "BEHAVIOR")) {
        return wendi_fail(wad->message, WEND_ERROR_UNSUPPORTED,
                          "%s is a level in the format of Hexen, expected that of Doom", level);
    }
    for (size_t i = 0; i < part_count; i++) {
        if (is_same_name(name, parts[i].name) && parts[i].lump->bytes == NULL) {
            return read_lump(wad, lump, level, &parts[i]);
        }
    }
    return WEND_OK;
}

static wend_result read_lumps(const wendi_wad *wad, uint32_t marker, wendi_wad_level *level)
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
        lump_name(wad, lump, name);
        if (is_same_name(name, "TEXTMAP")) {
            return wendi_fail(wad->message, WEND_ERROR_UNSUPPORTED,
                              "%s is a level in the format UDMF, expected that of Doom",
                              level->name);
        }
        if (!is_level_lump(name)) {
            break;
        }
        wend_result result = read_part(wad, lump, name, level->name, parts, part_count);
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

/** A number of a line, to check. */
typedef struct named {
    const char *what;
    uint32_t number, count;
} named;

static wend_result check_line(const wendi_wad *wad, const wendi_wad_level *level, uint32_t index)
{
    const uint8_t *r = record(&level->lines, index, LINE_BYTES);
    const named all[] = {
        {"vertex", u16_at(r), level->points.count},
        {"vertex", u16_at(r + 2), level->points.count},
        {"sidedef", u16_at(r + 10), level->sides.count},
        {"sidedef", u16_at(r + 12), level->sides.count},
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
        const uint32_t sector = u16_at(record(&level->sides, i, SIDE_BYTES) + 28);
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
    result = result == WEND_OK ? read_lumps(wad, marker, level) : result;
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
    *x = i16_at(r);
    *y = i16_at(r + 2);
}

static uint32_t sector_of(const wendi_wad_level *level, uint32_t side)
{
    return side == WENDI_WAD_NONE ? WENDI_WAD_NONE
                                  : u16_at(record(&level->sides, side, SIDE_BYTES) + 28);
}

wendi_wad_line wendi_wad_get_line(const wendi_wad_level *level, uint32_t index)
{
    const uint8_t *r = record(&level->lines, index, LINE_BYTES);
    const wendi_wad_line line = {u16_at(r),
                                 u16_at(r + 2),
                                 u16_at(r + 4),
                                 u16_at(r + 6),
                                 u16_at(r + 8),
                                 sector_of(level, u16_at(r + 10)),
                                 sector_of(level, u16_at(r + 12))};
    return line;
}

wendi_wad_sector wendi_wad_get_sector(const wendi_wad_level *level, uint32_t index)
{
    const uint8_t *r = record(&level->sectors, index, SECTOR_BYTES);
    const wendi_wad_sector sector = {i16_at(r), i16_at(r + 2), u16_at(r + 22), u16_at(r + 24)};
    return sector;
}

wendi_wad_thing wendi_wad_get_thing(const wendi_wad_level *level, uint32_t index)
{
    const uint8_t *r = record(&level->things, index, THING_BYTES);
    const wendi_wad_thing thing = {i16_at(r), i16_at(r + 2), i16_at(r + 4), u16_at(r + 6),
                                   u16_at(r + 8)};
    return thing;
}

bool wendi_wad_rejects(const wendi_wad_level *level, uint32_t from, uint32_t to)
{
    const uint64_t bit = (uint64_t)from * level->sectors.count + to;
    return level->reject.bytes != NULL && (level->reject.bytes[bit / 8] >> bit % 8 & 1) != 0;
}

/* ---- names of things ---- */

typedef struct thing_name {
    uint16_t type;
    const char *name;
} thing_name;

/* By type. */
static const thing_name thing_names[] = {
    {1, "player 1 start"},
    {2, "player 2 start"},
    {3, "player 3 start"},
    {4, "player 4 start"},
    {5, "blue keycard"},
    {6, "yellow keycard"},
    {7, "spider mastermind"},
    {8, "backpack"},
    {9, "shotgun guy"},
    {10, "bloody mess"},
    {11, "deathmatch start"},
    {12, "bloody mess"},
    {13, "red keycard"},
    {14, "teleport destination"},
    {15, "dead player"},
    {16, "cyberdemon"},
    {17, "cell pack"},
    {18, "dead former human"},
    {19, "dead shotgun guy"},
    {20, "dead imp"},
    {21, "dead demon"},
    {22, "dead cacodemon"},
    {23, "dead lost soul"},
    {24, "pool of blood"},
    {30, "tall green pillar"},
    {31, "short green pillar"},
    {32, "tall red pillar"},
    {33, "short red pillar"},
    {34, "candle"},
    {35, "candelabra"},
    {38, "red skull key"},
    {39, "yellow skull key"},
    {40, "blue skull key"},
    {43, "burnt tree"},
    {44, "tall blue torch"},
    {45, "tall green torch"},
    {46, "tall red torch"},
    {47, "stalagmite"},
    {48, "tall techno pillar"},
    {54, "large tree"},
    {55, "short blue torch"},
    {56, "short green torch"},
    {57, "short red torch"},
    {58, "spectre"},
    {64, "arch-vile"},
    {65, "heavy weapon dude"},
    {66, "revenant"},
    {67, "mancubus"},
    {68, "arachnotron"},
    {69, "hell knight"},
    {70, "burning barrel"},
    {71, "pain elemental"},
    {72, "commander keen"},
    {82, "super shotgun"},
    {83, "megasphere"},
    {84, "wolfenstein ss"},
    {85, "tall techno lamp"},
    {86, "short techno lamp"},
    {87, "spawn target"},
    {88, "boss brain"},
    {89, "spawn shooter"},
    {2001, "shotgun"},
    {2002, "chaingun"},
    {2003, "rocket launcher"},
    {2004, "plasma rifle"},
    {2005, "chainsaw"},
    {2006, "bfg 9000"},
    {2007, "ammo clip"},
    {2008, "shotgun shells"},
    {2010, "rocket"},
    {2011, "stimpack"},
    {2012, "medikit"},
    {2013, "soul sphere"},
    {2014, "health bonus"},
    {2015, "armour bonus"},
    {2018, "green armour"},
    {2019, "blue armour"},
    {2022, "invulnerability"},
    {2023, "berserk"},
    {2024, "invisibility"},
    {2025, "radiation suit"},
    {2026, "computer map"},
    {2028, "floor lamp"},
    {2035, "exploding barrel"},
    {2045, "light goggles"},
    {2046, "box of rockets"},
    {2047, "cell charge"},
    {2048, "box of ammo"},
    {2049, "box of shells"},
    {3001, "imp"},
    {3002, "demon"},
    {3003, "baron of hell"},
    {3004, "former human"},
    {3005, "cacodemon"},
    {3006, "lost soul"},
};

const char *wendi_wad_thing_name(uint32_t type)
{
    size_t low = 0;
    size_t high = sizeof thing_names / sizeof thing_names[0];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (thing_names[middle].type == type) {
            return thing_names[middle].name;
        }
        if (thing_names[middle].type < type) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return "";
}
