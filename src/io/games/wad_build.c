/* takes: a level of a WAD, and what its walkers can do.
 * gives: the level as lines, regions, items and teleports.
 * cost:  linear in its records; for each place a teleport leads to, a look at every line. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/games/wad.h"

/* A walker begins to cross a teleport line from its front. */
static const double teleport_step = 1.0;
static const double radians_a_degree = 0x1.1df46a2529d39p-6;

/** What is at work. */
typedef struct wad_builder {
    const wendi_wad_level *from;
    const wend_level_options *options;
    wendi_wad_range *ranges; /**< [sectors] */
    uint32_t *targets;       /**< [tag_count] things */
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

/** Can one walk between two sectors, the floors as near to each other as lifts bring them? */
static bool can_step(const wend_level_options *options, const wendi_wad_range *a,
                     const wendi_wad_range *b)
{
    const int32_t low = most(a->floor_low, b->floor_low);
    const int32_t high = least(a->floor_high, b->floor_high);
    const int32_t step = low > high ? low - high : 0;
    const int32_t gap = least(a->ceiling, b->ceiling) - low;
    return step <= options->max_step_height && gap >= options->min_opening;
}

/** Is there anything to look through, as the sectors are drawn? */
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

static wend_result add_regions(wad_builder *b)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; result == WEND_OK && i < b->from->sectors.count; i++) {
        const wendi_wad_sector sector = wendi_wad_get_sector(b->from, i);
        const wend_level_region region = {sector.floor, sector.ceiling,
                                          hurts(sector.special) ? WEND_LEVEL_AREA_HURTS : 0u,
                                          sector.tag};
        result = wend_level_add_region(b->level, &region, NULL);
    }
    return result;
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
    if (result == WEND_OK && wendi_wad_is_teleport(line.special)) {
        result = add_teleport(b, &line);
    }
    return result;
}

/** Players of both kinds of game. */
static bool is_start(uint32_t type)
{
    return (type >= 1 && type <= 4) || type == 11;
}

static wend_result add_item(wad_builder *b, uint32_t index)
{
    const wendi_wad_thing thing = wendi_wad_get_thing(b->from, index);
    const wend_level_item item = {{thing.x, thing.y},
                                  thing.angle_deg * radians_a_degree,
                                  thing.type,
                                  wendi_wad_thing_name(thing.type),
                                  is_start(thing.type)};
    return wend_level_add_item(b->level, &item, NULL);
}

static wend_result fill(wad_builder *b)
{
    wend_result result = wendi_wad_ranges(b->from, b->options, b->ranges);
    if (result != WEND_OK) {
        return result;
    }
    wendi_wad_teleport_targets(b->from, b->tag_count, b->targets);
    result = add_regions(b);
    for (uint32_t i = 0; result == WEND_OK && i < b->from->lines.count; i++) {
        result = add_line(b, i);
    }
    for (uint32_t i = 0; result == WEND_OK && i < b->from->things.count; i++) {
        result = add_item(b, i);
    }
    return result;
}

static wend_result build(wad_builder *b)
{
    wend_result result = wend_level_create(&b->options->allocator, &b->level);
    result = result == WEND_OK ? fill(b) : result;
    if (result != WEND_OK) {
        wend_level_destroy(b->level);
        b->level = NULL;
        return wendi_fail(b->options->message, result, "out of memory for level %s", b->from->name);
    }
    return WEND_OK;
}

wend_result wendi_wad_build(const wendi_wad_level *from, const wend_level_options *options,
                            wend_level **level)
{
    wad_builder b = {.from = from, .options = options, .tag_count = wendi_wad_tag_count(from)};
    const size_t target_bytes = b.tag_count * sizeof *b.targets;
    const size_t range_bytes = ((size_t)from->sectors.count + 1) * sizeof *b.ranges;
    b.ranges = wendi_alloc(&options->allocator, range_bytes);
    b.targets = wendi_alloc(&options->allocator, target_bytes);
    wend_result result = b.ranges == NULL || b.targets == NULL
                             ? wendi_fail(options->message, WEND_ERROR_MEMORY,
                                          "out of memory for level %s", from->name)
                             : build(&b);
    wendi_free(&options->allocator, b.ranges, range_bytes);
    wendi_free(&options->allocator, b.targets, target_bytes);
    if (result == WEND_OK) {
        *level = b.level;
    }
    return result;
}
