/* The tilesets of a map: the numbers of tiles, and the cost of each tile for each movement class
 * by its own properties, its terrain, its tileset and the map.
 * Cost: tables are made by one sort. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "io/tiled/tmx.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers of tiles ---- */

/** The end of a tileset without a tilecount; above all numbers, which have 28 bits. */
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
    if (!wendi_array_u8_append(&tiles->tileset_own_costs, nothing.of, sizeof nothing.of)) {
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

/** The index of the last number that is not above gid; SIZE_MAX when there is none. */
static size_t last_at_or_below(const wendi_array_u32 *numbers, uint32_t gid)
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

/** Writes "1 to 4, 10 and up"; a list that is too long ends in "...". */
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

wend_result wendi_tmx_check_gid(const wendi_tmx *tmx, uint32_t line, uint32_t gid)
{
    const wendi_tmx_tiles *tiles = &tmx->tiles;
    size_t tileset = gid == 0 ? 0 : last_at_or_below(&tiles->tilesets, gid);
    bool is_there = gid == 0 || (tileset != SIZE_MAX && gid < end_of(tiles, tileset));
    if (is_there) {
        return WEND_OK;
    }
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

/* ---- costs ---- */

/** Properties that make a wall when they are true. */
static const char *const wall_words[] = {"blocked", "collides", "solid"};

void wendi_tmx_tiles_init(wendi_tmx_tiles *tiles, const wend_allocator *allocator)
{
    wendi_array_u64_init(&tiles->keys, allocator);
    wendi_array_u8_init(&tiles->key_costs, allocator);
    wendi_array_u32_init(&tiles->tilesets, allocator);
    wendi_array_u32_init(&tiles->ends, allocator);
    wendi_array_u8_init(&tiles->tileset_own_costs, allocator);
    wendi_array_u8_init(&tiles->grounds, allocator);
    wendi_array_u32_init(&tiles->gids, allocator);
    wendi_array_u8_init(&tiles->costs, allocator);
    wendi_array_u8_init(&tiles->tileset_costs, allocator);
}

void wendi_tmx_tiles_free(wendi_tmx_tiles *tiles)
{
    wendi_array_u64_free(&tiles->keys);
    wendi_array_u8_free(&tiles->key_costs);
    wendi_array_u32_free(&tiles->tilesets);
    wendi_array_u32_free(&tiles->ends);
    wendi_array_u8_free(&tiles->tileset_own_costs);
    wendi_array_u8_free(&tiles->grounds);
    wendi_array_u32_free(&tiles->gids);
    wendi_array_u8_free(&tiles->costs);
    wendi_array_u8_free(&tiles->tileset_costs);
}

static wend_result find_class(wendi_tmx *tmx, uint32_t line, const char *name,
                              uint32_t *movement_class)
{
    for (uint32_t i = 1; i < tmx->class_count; i++) {
        if (strcmp(wendi_map_content_text(tmx->content, tmx->content->class_names[i]), name) == 0) {
            *movement_class = i;
            return WEND_OK;
        }
    }
    if (tmx->class_count == WEND_GRID_CLASSES_MAX) {
        return wendi_fail_line(tmx->message, line, "'%.40s' is class %d, expected at most %d", name,
                               (int)WEND_GRID_CLASSES_MAX + 1, (int)WEND_GRID_CLASSES_MAX);
    }
    *movement_class = tmx->class_count++;
    return wendi_map_content_name_class(tmx->content, *movement_class, wendi_span_of(name));
}

static wend_result parse_cost(const wendi_tmx *tmx, uint32_t line, const char *name,
                              const char *value, uint8_t *cost)
{
    double number = 0.0;
    if (wendi_tmx_same_word(value, "wall")) {
        *cost = WEND_COST_WALL;
        return WEND_OK;
    }
    if (!wendi_tmx_parse_number(wendi_span_of(value), &number) || number < 0.0 || number > 255.0) {
        return wendi_fail_line(tmx->message, line,
                               "%.40s is '%.40s', expected 1 to 254, or 0, 255 or 'wall'", name,
                               value);
    }
    if (number <= 0.0 || number > 254.0) {
        *cost = WEND_COST_WALL;
    } else {
        double up = number < 1.0 ? 1.0 : number + 0.5;
        *cost = (uint8_t)up;
    }
    return WEND_OK;
}

static bool is_wall_word(const char *name, const char *value)
{
    for (size_t i = 0; i < sizeof wall_words / sizeof wall_words[0]; i++) {
        if (wendi_tmx_same_word(name, wall_words[i])) {
            return wendi_tmx_same_word(value, "true") || strcmp(value, "1") == 0;
        }
    }
    return false;
}

wend_result wendi_tmx_cost_property(wendi_tmx *tmx, uint32_t line, const char *name,
                                    const char *value, wendi_tmx_costs *costs)
{
    const char *wanted = tmx->source->options->tile_property;
    size_t length = strlen(wanted);
    uint32_t movement_class = 0;
    uint8_t cost = 0;
    wend_result result = WEND_OK;
    bool is_wanted = strncmp(name, wanted, length) == 0;
    if (is_wanted && name[length] == '\0') {
        tmx->has_tile_property = true;
        result = parse_cost(tmx, line, name, value, &cost);
    } else if (is_wanted && name[length] == ':' && name[length + 1] != '\0') {
        tmx->has_tile_property = true;
        result = parse_cost(tmx, line, name, value, &cost);
        if (result == WEND_OK) {
            result = find_class(tmx, line, name + length + 1, &movement_class);
        }
    } else if (is_wall_word(name, value)) {
        cost = WEND_COST_WALL;
    }
    /* A tile with both a cost and a wall property is a wall. */
    if (result == WEND_OK && cost > costs->of[movement_class]) {
        costs->of[movement_class] = cost;
    }
    return result;
}

uint8_t wendi_tmx_cost_of(const wendi_tmx_costs *costs, uint32_t movement_class)
{
    uint8_t own = costs->of[movement_class];
    return own != 0 ? own : costs->of[0];
}

static bool says_something(const wendi_tmx_costs *costs)
{
    for (size_t i = 0; i < sizeof costs->of; i++) {
        if (costs->of[i] != 0) {
            return true;
        }
    }
    return false;
}

wend_result wendi_tmx_add_ground(wendi_tmx *tmx, const wendi_tmx_costs *costs)
{
    return wendi_array_u8_append(&tmx->tiles.grounds, costs->of, sizeof costs->of)
               ? WEND_OK
               : wendi_tmx_no_memory(tmx);
}

static wend_result add_key(wendi_tmx *tmx, uint64_t key, const wendi_tmx_costs *costs)
{
    wendi_tmx_tiles *tiles = &tmx->tiles;
    if (!says_something(costs)) {
        return WEND_OK;
    }
    if (!wendi_array_u64_push(&tiles->keys, key)) {
        return wendi_tmx_no_memory(tmx);
    }
    if (!wendi_array_u8_append(&tiles->key_costs, costs->of, sizeof costs->of)) {
        tiles->keys.count--;
        return wendi_tmx_no_memory(tmx);
    }
    return WEND_OK;
}

void wendi_tmx_tileset_costs(wendi_tmx *tmx, const wendi_tmx_costs *costs)
{
    const wendi_array_u8 *all = &tmx->tiles.tileset_own_costs;
    assert(all->count >= sizeof costs->of);
    uint8_t *last = all->items + all->count - sizeof costs->of;
    for (size_t i = 0; i < sizeof costs->of; i++) {
        last[i] = costs->of[i] > last[i] ? costs->of[i] : last[i];
    }
}

wend_result wendi_tmx_add_tile(wendi_tmx *tmx, uint32_t gid, const wendi_tmx_costs *costs)
{
    return add_key(tmx, 2 * (uint64_t)gid, costs);
}

static void keep_most_expensive(wendi_tmx_costs *costs, const uint8_t *other)
{
    for (size_t i = 0; i < sizeof costs->of; i++) {
        costs->of[i] = other[i] > costs->of[i] ? other[i] : costs->of[i];
    }
}

wend_result wendi_tmx_add_corners(wendi_tmx *tmx, uint32_t gid, const char *list, int64_t first)
{
    const wendi_array_u8 *grounds = &tmx->tiles.grounds;
    wendi_tmx_costs costs = {{0}};
    int64_t count = (int64_t)(grounds->count / sizeof costs.of);
    while (list[0] != '\0') {
        wendi_span word = {(const uint8_t *)list, strcspn(list, ",")};
        int64_t number = 0;
        /* An empty number and one beyond the grounds have no cost. */
        if (wendi_span_integer(word, first, first + count - 1, &number)) {
            keep_most_expensive(&costs,
                                grounds->items + (size_t)(number - first) * sizeof costs.of);
        }
        list += word.length;
        list += list[0] == ',' ? 1 : 0;
    }
    return add_key(tmx, 2 * (uint64_t)gid + 1, &costs);
}

/** Appends the costs of one gid: its own, else its ground's, else its tileset's. */
static bool add_gid(wendi_tmx *tmx, uint32_t gid, const wendi_tmx_costs *own,
                    const wendi_tmx_costs *ground)
{
    wendi_tmx_tiles *tiles = &tmx->tiles;
    size_t tileset = last_at_or_below(&tiles->tilesets, gid);
    const uint8_t *others =
        tileset == SIZE_MAX ? NULL : tiles->tileset_costs.items + tileset * tmx->class_count;
    if (!wendi_array_u32_push(&tiles->gids, gid)) {
        return false;
    }
    for (uint32_t i = 0; i < tmx->class_count; i++) {
        uint8_t cost = wendi_tmx_cost_of(own, i);
        cost = cost != 0 ? cost : wendi_tmx_cost_of(ground, i);
        cost = cost != 0 || others == NULL ? cost : others[i];
        if (!wendi_array_u8_push(&tiles->costs, cost)) {
            return false;
        }
    }
    return true;
}

/** Merges sorted keys: those of one gid follow each other, its own costs before its grounds'. */
static bool merge_sorted(wendi_tmx *tmx, const wendi_sort_pair *pairs, size_t count)
{
    size_t i = 0;
    while (i < count) {
        uint64_t gid = pairs[i].key / 2;
        wendi_tmx_costs both[2];
        memset(both, 0, sizeof both);
        for (; i < count && pairs[i].key / 2 == gid; i++) {
            const uint8_t *other =
                tmx->tiles.key_costs.items + (size_t)pairs[i].value * sizeof both[0].of;
            keep_most_expensive(&both[pairs[i].key & 1], other);
        }
        if (!add_gid(tmx, (uint32_t)gid, &both[0], &both[1])) {
            return false;
        }
    }
    return true;
}

static bool make_tileset_costs(wendi_tmx *tmx)
{
    wendi_tmx_tiles *tiles = &tmx->tiles;
    for (size_t i = 0; i < tiles->tilesets.count; i++) {
        wendi_tmx_costs costs;
        memcpy(costs.of, tiles->tileset_own_costs.items + i * sizeof costs.of, sizeof costs.of);
        for (uint32_t k = 0; k < tmx->class_count; k++) {
            if (!wendi_array_u8_push(&tiles->tileset_costs, wendi_tmx_cost_of(&costs, k))) {
                return false;
            }
        }
    }
    return true;
}

wend_result wendi_tmx_finish_tiles(wendi_tmx *tmx)
{
    const wend_allocator *allocator = &tmx->source->options->allocator;
    size_t count = tmx->tiles.keys.count;
    if (!make_tileset_costs(tmx)) {
        return wendi_tmx_no_memory(tmx);
    }
    if (count == 0) {
        return WEND_OK;
    }
    size_t bytes = 2 * count * sizeof(wendi_sort_pair);
    wendi_sort_pair *pairs = wendi_alloc(allocator, bytes);
    if (pairs == NULL) {
        return wendi_tmx_no_memory(tmx);
    }
    for (size_t i = 0; i < count; i++) {
        pairs[i] = (wendi_sort_pair){tmx->tiles.keys.items[i], (uint32_t)i};
    }
    wendi_sort_pairs(pairs, pairs + count, count);
    bool is_done = merge_sorted(tmx, pairs, count);
    wendi_free(allocator, pairs, bytes);
    return is_done ? WEND_OK : wendi_tmx_no_memory(tmx);
}

const uint8_t *wendi_tmx_tile_costs(const wendi_tmx *tmx, uint32_t gid)
{
    const wendi_tmx_tiles *tiles = &tmx->tiles;
    size_t at = last_at_or_below(&tiles->gids, gid);
    if (at != SIZE_MAX && tiles->gids.items[at] == gid) {
        return tiles->costs.items + at * tmx->class_count;
    }
    at = last_at_or_below(&tiles->tilesets, gid);
    return at == SIZE_MAX ? NULL : tiles->tileset_costs.items + at * tmx->class_count;
}
