/* takes: a level of a WAD.
 * gives: where the floors of lifts and the ceilings of doors go, which sector a place lies in, and
 *        where teleports lead.
 * cost:  linear in lines and sectors; a place looks at every line.
 *
 * Numbers of specials and how far things move are those of Doom's own p_spec.c, p_doors.c and
 * p_plats.c (released 1997). */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/games/wad.h"

#include <string.h>

enum { TELEPORT_TARGET = 14, DOOR_LIP = 4, DOOR_SECTOR_SPECIAL = 14 };

/** What moves, as bits. */
enum { OPENS = 1, LIFTS = 2, GOES_UP_AND_DOWN = 4 };

static bool is_one_of(uint32_t number, const uint8_t *numbers, size_t count)
{
    return number <= UINT8_MAX && number > 0 && memchr(numbers, (int)number, count) != NULL;
}

/** Doors worked at the door itself: the sector behind the line. */
static bool is_manual_door(uint32_t special)
{
    static const uint8_t numbers[] = {1, 26, 27, 28, 31, 32, 33, 34, 117, 118};
    return is_one_of(special, numbers, sizeof numbers);
}

/** What a line does to the sectors of its tag. */
static uint8_t moves_tagged(uint32_t special)
{
    static const uint8_t doors[] = {2,   4,   29,  46,  61,  63,  86,  90,  99,  103, 105, 106,
                                    108, 109, 111, 112, 114, 115, 133, 134, 135, 136, 137};
    static const uint8_t lifts[] = {10, 21, 62, 88, 120, 121, 122, 123};
    static const uint8_t perpetual[] = {53, 87};
    if (is_one_of(special, doors, sizeof doors)) {
        return OPENS;
    }
    if (is_one_of(special, lifts, sizeof lifts)) {
        return LIFTS;
    }
    return is_one_of(special, perpetual, sizeof perpetual) ? LIFTS | GOES_UP_AND_DOWN : 0;
}

bool wendi_wad_is_teleport(uint32_t special)
{
    static const uint8_t numbers[] = {39, 97, 125, 126};
    return is_one_of(special, numbers, sizeof numbers);
}

uint32_t wendi_wad_tag_count(const wendi_wad_level *level)
{
    uint32_t count = 1;
    for (uint32_t i = 0; i < level->sectors.count; i++) {
        const uint32_t tag = wendi_wad_get_sector(level, i).tag;
        count = tag >= count ? tag + 1 : count;
    }
    return count;
}

/** @param by_tag [tag_count] zeroed. @param moves [sectors] zeroed. */
static void find_movers(const wendi_wad_level *level, uint32_t tag_count, uint8_t *by_tag,
                        uint8_t *moves)
{
    for (uint32_t i = 0; i < level->lines.count; i++) {
        const wendi_wad_line line = wendi_wad_get_line(level, i);
        if (line.tag != 0 && line.tag < tag_count) {
            by_tag[line.tag] |= moves_tagged(line.special);
        }
        if (is_manual_door(line.special) && line.left != WENDI_WAD_NONE) {
            moves[line.left] |= OPENS;
        }
    }
    for (uint32_t i = 0; i < level->sectors.count; i++) {
        const wendi_wad_sector sector = wendi_wad_get_sector(level, i);
        moves[i] |= sector.special == DOOR_SECTOR_SPECIAL ? OPENS : 0;
        moves[i] |= by_tag[sector.tag];
    }
}

/** What a door or lift learns from a sector beside it. */
static void meet(const wendi_wad_level *level, uint32_t sector, uint32_t beside,
                 const uint8_t *moves, int32_t *ceilings, wendi_wad_range *ranges)
{
    const wendi_wad_sector other = wendi_wad_get_sector(level, beside);
    if ((moves[beside] & OPENS) == 0 && other.ceiling < ceilings[sector]) {
        ceilings[sector] = other.ceiling;
    }
    if ((moves[sector] & LIFTS) != 0 && other.floor < ranges[sector].floor_low) {
        ranges[sector].floor_low = other.floor;
    }
    if ((moves[sector] & GOES_UP_AND_DOWN) != 0 && other.floor > ranges[sector].floor_high) {
        ranges[sector].floor_high = other.floor;
    }
}

static void move_sectors(const wendi_wad_level *level, const uint8_t *moves, int32_t *ceilings,
                         wendi_wad_range *ranges)
{
    for (uint32_t i = 0; i < level->sectors.count; i++) {
        const wendi_wad_sector sector = wendi_wad_get_sector(level, i);
        const wendi_wad_range drawn = {sector.floor, sector.floor, sector.ceiling};
        ranges[i] = drawn;
        ceilings[i] = INT32_MAX;
    }
    for (uint32_t i = 0; i < level->lines.count; i++) {
        const wendi_wad_line line = wendi_wad_get_line(level, i);
        if (line.left != WENDI_WAD_NONE && line.right != WENDI_WAD_NONE &&
            line.left != line.right) {
            meet(level, line.left, line.right, moves, ceilings, ranges);
            meet(level, line.right, line.left, moves, ceilings, ranges);
        }
    }
    for (uint32_t i = 0; i < level->sectors.count; i++) {
        const int32_t opened = ceilings[i] == INT32_MAX ? INT32_MIN : ceilings[i] - DOOR_LIP;
        if ((moves[i] & OPENS) != 0 && opened > ranges[i].ceiling) {
            ranges[i].ceiling = opened;
        }
    }
}

/** Leaves out what the options do not want moved. */
static void keep_wanted(const wend_level_options *options, uint8_t *moves, size_t count)
{
    const unsigned wanted =
        (options->opens_doors ? OPENS : 0u) | (options->uses_lifts ? LIFTS | GOES_UP_AND_DOWN : 0u);
    for (size_t i = 0; i < count; i++) {
        moves[i] = (uint8_t)(moves[i] & wanted);
    }
}

wend_result wendi_wad_ranges(const wendi_wad_level *level, const wend_level_options *options,
                             wendi_wad_range *ranges)
{
    const size_t count = level->sectors.count;
    if (count == 0) {
        return WEND_OK;
    }
    const uint32_t tag_count = wendi_wad_tag_count(level);
    uint8_t *moves = wendi_alloc_zero(&options->allocator, tag_count + count);
    int32_t *ceilings = wendi_alloc(&options->allocator, count * sizeof *ceilings);
    wend_result result = WEND_OK;
    if (moves == NULL || ceilings == NULL) {
        result = wendi_fail(options->message, WEND_ERROR_MEMORY, "out of memory for the sectors");
    } else {
        find_movers(level, tag_count, moves + count, moves);
        keep_wanted(options, moves, count);
        move_sectors(level, moves, ceilings, ranges);
    }
    wendi_free(&options->allocator, moves, tag_count + count);
    wendi_free(&options->allocator, ceilings, count * sizeof *ceilings);
    return result;
}

/** Where a line meets the level of a place, as a fraction, and how it goes on upwards from there.
 */
typedef struct sector_crossing {
    int64_t x, over; /**< x / over, over above 0 */
    int64_t slope;   /**< slope / over: change of x for one up */
} sector_crossing;

/** Is a nearer than b, or as near and nearer just above? */
static bool is_nearer(const sector_crossing *a, const sector_crossing *b)
{
    const int64_t left = a->x * b->over;
    const int64_t right = b->x * a->over;
    return left < right || (left == right && a->slope * b->over < b->slope * a->over);
}

/** @return does the line cross the level of the place, at or beyond it? */
static bool cross(const wendi_wad_level *level, const wendi_wad_line *line, int32_t x, int32_t y,
                  sector_crossing *c, bool *goes_up)
{
    int32_t ax;
    int32_t ay;
    int32_t bx;
    int32_t by;
    wendi_wad_point(level, line->a, &ax, &ay);
    wendi_wad_point(level, line->b, &bx, &by);
    if ((ay <= y) == (by <= y)) {
        return false;
    }
    *goes_up = ay < by;
    c->over = *goes_up ? by - ay : ay - by;
    c->slope = *goes_up ? bx - ax : ax - bx;
    c->x = (int64_t)ax * c->over + (int64_t)(y - ay) * c->slope;
    return c->x >= (int64_t)x * c->over;
}

uint32_t wendi_wad_sector_at(const wendi_wad_level *level, int32_t x, int32_t y)
{
    uint32_t found = WENDI_WAD_NONE;
    sector_crossing best = {0, 0, 0};
    for (uint32_t i = 0; i < level->lines.count; i++) {
        const wendi_wad_line line = wendi_wad_get_line(level, i);
        sector_crossing c;
        bool goes_up = false;
        if (line.left == line.right || !cross(level, &line, x, y, &c, &goes_up)) {
            continue;
        }
        if (best.over == 0 || is_nearer(&c, &best)) {
            best = c;
            found = goes_up ? line.left : line.right;
        }
    }
    return found;
}

void wendi_wad_teleport_targets(const wendi_wad_level *level, uint32_t tag_count, uint32_t *targets)
{
    /* Of several the first of the sector of the lowest number, as in Doom. */
    static const uint32_t none = UINT32_MAX;
    for (uint32_t tag = 0; tag < tag_count; tag++) {
        targets[tag] = none;
    }
    for (uint32_t i = 0; i < level->things.count; i++) {
        const wendi_wad_thing thing = wendi_wad_get_thing(level, i);
        const uint32_t sector = thing.type == TELEPORT_TARGET
                                    ? wendi_wad_sector_at(level, thing.x, thing.y)
                                    : WENDI_WAD_NONE;
        if (sector == WENDI_WAD_NONE) {
            continue;
        }
        uint32_t *target = &targets[wendi_wad_get_sector(level, sector).tag];
        const wendi_wad_thing held = wendi_wad_get_thing(level, *target == none ? i : *target);
        if (*target == none || sector < wendi_wad_sector_at(level, held.x, held.y)) {
            *target = i;
        }
    }
}
