/* Makes a level of a WAD's level: lines, regions, items and teleports; the floors of lifts and the
 * ceilings of doors where they go.
 * Cost: linear in its records; for each teleport's destination, every line.
 *
 * Numbers of specials and how far things move are those of Doom's own p_spec.c, p_doors.c and
 * p_plats.c (released 1997). */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/games/wad.h"
#include "wend/io_world.h"
#include "wend/walls.h"

#include <string.h>

/* ---- sectors and specials ---- */

enum { TELEPORT_TARGET = 14, DOOR_LIP = 4, DOOR_SECTOR_SPECIAL = 14 };

/** Range of floors and ceilings: for sectors that neither lift nor open these are as drawn. */
typedef struct wad_range {
    int32_t floor_low, floor_high;
    int32_t ceiling; /**< With the door open. */
} wad_range;

/** Movers, as bits. */
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

/** The movement that a line gives to the sectors of its tag. */
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

static bool is_teleport(uint32_t special)
{
    static const uint8_t numbers[] = {39, 97, 125, 126};
    return is_one_of(special, numbers, sizeof numbers);
}

/** One more than the highest tag of its sectors: 1 to 65536. A line of a higher tag does nothing.
 */
static uint32_t tag_count_of(const wendi_wad_level *level)
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

/** Widens the range of a door or lift by a sector beside it. */
static void meet(const wendi_wad_level *level, uint32_t sector, uint32_t beside,
                 const uint8_t *moves, int32_t *ceilings, wad_range *ranges)
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
                         wad_range *ranges)
{
    for (uint32_t i = 0; i < level->sectors.count; i++) {
        const wendi_wad_sector sector = wendi_wad_get_sector(level, i);
        const wad_range drawn = {sector.floor, sector.floor, sector.ceiling};
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

/** @param ranges [sectors]. @return WEND_OK, WEND_ERROR_MEMORY. */
static wend_result compute_ranges(const wendi_wad_level *level, const wend_level_options *options,
                                  wad_range *ranges)
{
    const size_t count = level->sectors.count;
    if (count == 0) {
        return WEND_OK;
    }
    const uint32_t tag_count = tag_count_of(level);
    uint8_t *moves = wendi_alloc_zero(&options->allocator, tag_count + count);
    int32_t *ceilings = wendi_alloc(&options->allocator, count * sizeof *ceilings);
    wend_result result = WEND_OK;
    if (moves == NULL || ceilings == NULL) {
        result = wendi_fail(options->message, WEND_ERROR_MEMORY, "out of memory for the sectors");
    } else {
        find_movers(level, tag_count, moves + count, moves);
        /* Leaves out the movers that the options switch off. */
        const unsigned wanted = (options->opens_doors ? OPENS : 0u) |
                                (options->uses_lifts ? LIFTS | GOES_UP_AND_DOWN : 0u);
        for (size_t i = 0; i < count; i++) {
            moves[i] = (uint8_t)(moves[i] & wanted);
        }
        move_sectors(level, moves, ceilings, ranges);
    }
    wendi_free(&options->allocator, moves, tag_count + count);
    wendi_free(&options->allocator, ceilings, count * sizeof *ceilings);
    return result;
}

/** The crossing of a line with a horizontal one, and the slope of the line. */
typedef struct sector_crossing {
    int64_t x, over; /**< x / over, over above 0 */
    int64_t slope;   /**< slope / over: change of x for one up */
} sector_crossing;

/** True if a is nearer than b, or as near and nearer just above. */
static bool is_nearer(const sector_crossing *a, const sector_crossing *b)
{
    const int64_t left = a->x * b->over;
    const int64_t right = b->x * a->over;
    return left < right || (left == right && a->slope * b->over < b->slope * a->over);
}

/** @return true if the line crosses the height y at x or beyond. */
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

/** The things that teleport lines lead to, by tag; UINT32_MAX = none. @param targets [tag_count].
 */
static void find_teleport_targets(const wendi_wad_level *level, uint32_t tag_count,
                                  uint32_t *targets)
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

/* ---- the level ---- */

/* Metres in front of a teleport line, from where it is crossed. */
static const double teleport_step = 1.0;
static const double radians_a_degree = 0x1.1df46a2529d39p-6;

/** A level being built. */
typedef struct wad_builder {
    const wendi_wad_level *from;
    const wend_level_options *options;
    wad_range *ranges; /**< [sectors] */
    uint32_t *targets; /**< [tag_count] things */
    uint32_t tag_count;
    wend_level *level;
} wad_builder;

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/** True if an agent can walk between two sectors, their floors as close as lifts bring them. */
static bool can_step(const wend_level_options *options, const wad_range *a, const wad_range *b)
{
    const int32_t low = most(a->floor_low, b->floor_low);
    const int32_t high = least(a->floor_high, b->floor_high);
    const int32_t step = low > high ? low - high : 0;
    const int32_t gap = least(a->ceiling, b->ceiling) - low;
    return step <= options->max_step_height && gap >= options->min_opening;
}

/** True if there is an opening to see through, as the sectors are drawn. */
static bool can_look(const wendi_wad_level *from, const wendi_wad_line *line)
{
    const wendi_wad_sector right = wendi_wad_get_sector(from, line->right);
    const wendi_wad_sector left = wendi_wad_get_sector(from, line->left);
    return (line->flags & WENDI_WAD_TWO_SIDED) != 0 &&
           least(right.ceiling, left.ceiling) > most(right.floor, left.floor);
}

static uint32_t stops_of(const wad_builder *b, const wendi_wad_line *line)
{
    const uint32_t far = WEND_STOPS_SIGHT | WEND_STOPS_SHOT | WEND_STOPS_SOUND;
    if (line->left == WENDI_WAD_NONE || line->right == WENDI_WAD_NONE) {
        return WEND_STOPS_ALL;
    }
    const bool walks = (line->flags & WENDI_WAD_BLOCKS) == 0 &&
                       can_step(b->options, &b->ranges[line->right], &b->ranges[line->left]);
    const bool monsters_walk = walks && (line->flags & WENDI_WAD_BLOCKS_MONSTERS) == 0;
    return (walks ? 0u : (uint32_t)WEND_STOPS_WALK) | (monsters_walk ? 0u : WEND_STOPS_MONSTERS) |
           (can_look(b->from, line) ? 0u : far);
}

static wend_vec2 place_of(const wendi_wad_level *from, uint32_t point)
{
    int32_t x;
    int32_t y;
    wendi_wad_point(from, point, &x, &y);
    const wend_vec2 place = {x, y};
    return place;
}

static uint32_t region_of(uint32_t sector)
{
    return sector == WENDI_WAD_NONE ? WEND_REGION_NONE : sector;
}

static bool hurts(uint32_t special)
{
    return special == 4 || special == 5 || special == 7 || special == 11 || special == 16;
}

/** From a step in front of the line's middle, as that is where one comes from. */
static wend_result add_teleport(wad_builder *b, const wendi_wad_line *line)
{
    const uint32_t target = line->tag < b->tag_count ? b->targets[line->tag] : UINT32_MAX;
    if (target == UINT32_MAX || line->left == WENDI_WAD_NONE || line->right == WENDI_WAD_NONE) {
        return WEND_OK;
    }
    const wend_vec2 start = place_of(b->from, line->a);
    const wend_vec2 end = place_of(b->from, line->b);
    const wend_vec2 right = wend_vec2_scale(
        wend_vec2_normalize(wend_vec2_perpendicular(wend_vec2_sub(end, start))), -teleport_step);
    const wendi_wad_thing thing = wendi_wad_get_thing(b->from, target);
    const wend_level_teleport teleport = {
        wend_vec2_add(wend_vec2_lerp(start, end, 0.5), right), {thing.x, thing.y}, false};
    return wend_level_add_teleport(b->level, &teleport, NULL);
}

static wend_result add_line(wad_builder *b, uint32_t index)
{
    const wendi_wad_line line = wendi_wad_get_line(b->from, index);
    const wend_vec2 start = place_of(b->from, line.a);
    const wend_vec2 end = place_of(b->from, line.b);
    const wend_vec2 along = wend_vec2_sub(end, start);
    if (!(wend_vec2_dot(along, along) > 0.0)) {
        return WEND_OK;
    }
    const wend_level_line added = {
        start, end, region_of(line.left), region_of(line.right), stops_of(b, &line), index};
    wend_result result = WEND_OK;
    /* A line in the middle of a sector is a border of nothing. */
    if (added.stops != 0 || added.left != added.right) {
        result = wend_level_add_line(b->level, &added, NULL);
    }
    if (result == WEND_OK && is_teleport(line.special)) {
        result = add_teleport(b, &line);
    }
    return result;
}

/** Players of both kinds of game. */
static bool is_start(uint32_t type)
{
    return (type >= 1 && type <= 4) || type == 11;
}

/** Fills the level, which the caller frees on failure. */
static wend_result fill(wad_builder *b)
{
    wend_result result = wend_level_create(&b->options->allocator, &b->level);
    if (result == WEND_OK) {
        result = compute_ranges(b->from, b->options, b->ranges);
    }
    if (result != WEND_OK) {
        return result;
    }
    find_teleport_targets(b->from, b->tag_count, b->targets);
    for (uint32_t i = 0; result == WEND_OK && i < b->from->sectors.count; i++) {
        const wendi_wad_sector sector = wendi_wad_get_sector(b->from, i);
        const wend_level_region region = {sector.floor, sector.ceiling,
                                          hurts(sector.special) ? WEND_LEVEL_AREA_HURTS : 0u,
                                          sector.tag};
        result = wend_level_add_region(b->level, &region, NULL);
    }
    for (uint32_t i = 0; result == WEND_OK && i < b->from->lines.count; i++) {
        result = add_line(b, i);
    }
    for (uint32_t i = 0; result == WEND_OK && i < b->from->things.count; i++) {
        const wendi_wad_thing thing = wendi_wad_get_thing(b->from, i);
        const wend_level_item item = {{thing.x, thing.y},
                                      thing.angle_deg * radians_a_degree,
                                      thing.type,
                                      wendi_wad_thing_name(thing.type),
                                      is_start(thing.type)};
        result = wend_level_add_item(b->level, &item, NULL);
    }
    return result;
}

wend_result wendi_wad_build(const wendi_wad_level *from, const wend_level_options *options,
                            wend_level **level)
{
    wad_builder b = {.from = from, .options = options, .tag_count = tag_count_of(from)};
    const size_t target_bytes = b.tag_count * sizeof *b.targets;
    const size_t range_bytes = ((size_t)from->sectors.count + 1) * sizeof *b.ranges;
    b.ranges = wendi_alloc(&options->allocator, range_bytes);
    b.targets = wendi_alloc(&options->allocator, target_bytes);
    wend_result result = b.ranges == NULL || b.targets == NULL ? WEND_ERROR_MEMORY : fill(&b);
    wendi_free(&options->allocator, b.ranges, range_bytes);
    wendi_free(&options->allocator, b.targets, target_bytes);
    if (result != WEND_OK) {
        wend_level_destroy(b.level);
        return wendi_fail(options->message, result, "out of memory for level %s", from->name);
    }
    *level = b.level;
    return WEND_OK;
}
