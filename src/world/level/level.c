/* A level: regions, lines, items and teleports, which can only be added.
 * Cost: adding is constant on average, an outline linear; reading is constant. */
#include "base/core/memory.h"
#include "base/math/predicates.h"
#include "wend/walls.h"
#include "world/level/store.h"

#include <stdio.h>
#include <string.h>

enum { FIRST_CAPACITY = 16, COUNT_MAX = INT32_MAX };

/* ---- creating ---- */

wend_result wend_level_create(const wend_allocator *allocator, wend_level **level)
{
    if (level == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *level = wendi_alloc_zero(allocator, sizeof **level);
    if (*level == NULL) {
        return WEND_ERROR_MEMORY;
    }
    if (allocator != NULL) {
        (*level)->allocator = *allocator;
    }
    return WEND_OK;
}

void wend_level_destroy(wend_level *level)
{
    if (level == NULL) {
        return;
    }
    const wend_allocator a = level->allocator;
    for (size_t i = 0; i < level->item_count; ++i) {
        wendi_free(&a, level->items[i].name, level->items[i].name_bytes);
    }
    wendi_free(&a, level->regions, level->region_capacity * sizeof *level->regions);
    wendi_free(&a, level->lines, level->line_capacity * sizeof *level->lines);
    wendi_free(&a, level->items, level->item_capacity * sizeof *level->items);
    wendi_free(&a, level->teleports, level->teleport_capacity * sizeof *level->teleports);
    wendi_free(&a, level, sizeof *level);
}

/* Reserves `more` entries. @return the array, moved or not; NULL without memory (or beyond
 * numbers of 32 bits), and then the old one is unchanged. */
static void *grow(const wend_level *level, void *items, size_t item_bytes, size_t count,
                  size_t more, size_t *capacity)
{
    if (more > (size_t)COUNT_MAX - count) {
        return NULL;
    }
    if (count + more <= *capacity) {
        return items;
    }
    const size_t twice = *capacity < FIRST_CAPACITY ? FIRST_CAPACITY : 2 * *capacity;
    const size_t wanted = twice < count + more ? count + more : twice;
    void *moved = wendi_resize_items(&level->allocator, items, *capacity, wanted, item_bytes);
    if (moved != NULL) {
        *capacity = wanted;
    }
    return moved;
}

/* ---- adding ---- */

static wend_vec2 flushed(wend_vec2 p)
{
    return (wend_vec2){wendi_flush_coordinate(p.x), wendi_flush_coordinate(p.y)};
}

static wend_result check_region(wend_level *level, const char *function, const char *field,
                                uint32_t region)
{
    return region == WEND_REGION_NONE || region < level->region_count
               ? WEND_OK
               : wendi_fail(
                     &level->error, WEND_ERROR_ARGUMENT,
                     "%s: %s is %lu, but the number of regions is %zu: add it first, or give "
                     "WEND_REGION_NONE",
                     function, field, (unsigned long)region, level->region_count);
}

static wend_result check_number(wend_level *level, const char *function, const char *field,
                                double value)
{
    return wendi_coordinate_is_valid(value)
               ? WEND_OK
               : wendi_refuse(&level->error, function, field, value, -WEND_COORDINATE_MAX,
                              WEND_COORDINATE_MAX);
}

static void set_index(uint32_t *index, size_t value)
{
    if (index != NULL) {
        *index = (uint32_t)value;
    }
}

static wend_result refuse_null(wend_level *level, const char *function, const char *what)
{
    return wendi_refuse_null(level == NULL ? NULL : &level->error, function, what);
}

wend_result wend_level_add_region(wend_level *level, const wend_level_region *region,
                                  uint32_t *index)
{
    static const char function[] = "wend_level_add_region";
    if (level == NULL || region == NULL) {
        return refuse_null(level, function, "region");
    }
    if (region->area >= WEND_MESH_AREAS) {
        return wendi_refuse(&level->error, function, "area", region->area, 0, WEND_MESH_AREAS - 1);
    }
    if (check_number(level, function, "floor", region->floor) != WEND_OK ||
        check_number(level, function, "ceiling", region->ceiling) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_level_region *regions = grow(level, level->regions, sizeof *regions, level->region_count,
                                      1, &level->region_capacity);
    if (regions == NULL) {
        return wendi_fail_plain(&level->error, function, WEND_ERROR_MEMORY);
    }
    level->regions = regions;
    set_index(index, level->region_count);
    regions[level->region_count++] = *region;
    return WEND_OK;
}

static wend_result reserve_lines(wend_level *level, const char *function, size_t more)
{
    wend_level_line *lines =
        grow(level, level->lines, sizeof *lines, level->line_count, more, &level->line_capacity);
    if (lines == NULL) {
        return wendi_fail_plain(&level->error, function, WEND_ERROR_MEMORY);
    }
    level->lines = lines;
    return WEND_OK;
}

static wend_result check_line(wend_level *level, const char *function, const wend_level_line *line)
{
    wend_result result = wendi_check_vec2(&level->error, function, "a", line->a);
    if (result == WEND_OK) {
        result = wendi_check_vec2(&level->error, function, "b", line->b);
    }
    if (result == WEND_OK) {
        result = check_region(level, function, "left", line->left);
    }
    return result == WEND_OK ? check_region(level, function, "right", line->right) : result;
}

wend_result wend_level_add_line(wend_level *level, const wend_level_line *line, uint32_t *index)
{
    static const char function[] = "wend_level_add_line";
    if (level == NULL || line == NULL) {
        return refuse_null(level, function, "line");
    }
    wend_result result = check_line(level, function, line);
    if (result == WEND_OK) {
        result = reserve_lines(level, function, 1);
    }
    if (result != WEND_OK) {
        return result;
    }
    set_index(index, level->line_count);
    wend_level_line *added = &level->lines[level->line_count++];
    *added = *line;
    added->a = flushed(line->a);
    added->b = flushed(line->b);
    return WEND_OK;
}

static wend_result copy_name(const wend_level *level, const char *name, wendi_level_item *added)
{
    added->item.name = NULL;
    added->name = NULL;
    added->name_bytes = 0;
    if (name == NULL || name[0] == '\0') {
        return WEND_OK;
    }
    const size_t bytes = strlen(name) + 1;
    char *copy = wendi_alloc(&level->allocator, bytes);
    if (copy == NULL) {
        return WEND_ERROR_MEMORY;
    }
    memcpy(copy, name, bytes);
    added->name = copy;
    added->name_bytes = bytes;
    return WEND_OK;
}

wend_result wend_level_add_item(wend_level *level, const wend_level_item *item, uint32_t *index)
{
    static const char function[] = "wend_level_add_item";
    if (level == NULL || item == NULL) {
        return refuse_null(level, function, "item");
    }
    if (wendi_check_vec2(&level->error, function, "position", item->position) != WEND_OK ||
        check_number(level, function, "angle", item->angle) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_level_item *items =
        grow(level, level->items, sizeof *items, level->item_count, 1, &level->item_capacity);
    if (items == NULL) {
        return wendi_fail_plain(&level->error, function, WEND_ERROR_MEMORY);
    }
    level->items = items;
    wendi_level_item *added = &items[level->item_count];
    added->item = *item;
    added->item.position = flushed(item->position);
    const wend_result result = copy_name(level, item->name, added);
    if (result == WEND_OK) {
        set_index(index, level->item_count++);
    }
    return wendi_fail_plain(&level->error, function, result);
}

wend_result wend_level_add_teleport(wend_level *level, const wend_level_teleport *teleport,
                                    uint32_t *index)
{
    static const char function[] = "wend_level_add_teleport";
    if (level == NULL || teleport == NULL) {
        return refuse_null(level, function, "teleport");
    }
    if (wendi_check_vec2(&level->error, function, "from", teleport->from) != WEND_OK ||
        wendi_check_vec2(&level->error, function, "to", teleport->to) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_level_teleport *teleports = grow(level, level->teleports, sizeof *teleports,
                                          level->teleport_count, 1, &level->teleport_capacity);
    if (teleports == NULL) {
        return wendi_fail_plain(&level->error, function, WEND_ERROR_MEMORY);
    }
    level->teleports = teleports;
    set_index(index, level->teleport_count);
    teleports[level->teleport_count++] =
        (wend_level_teleport){flushed(teleport->from), flushed(teleport->to), teleport->is_two_way};
    return WEND_OK;
}

/* True if the outline has the enclosed area to its left. */
static bool is_left_handed(const wend_vec2 *points, size_t count)
{
    double twice_area = 0;
    for (size_t i = 1; i + 1 < count; ++i) {
        twice_area += wendi_orient(points[0], points[i], points[i + 1]);
    }
    return twice_area > 0;
}

static wend_result check_outline(wend_level *level, const char *function, const wend_vec2 *points,
                                 size_t count, uint32_t inside, uint32_t outside)
{
    if (count < 3 || count > (size_t)COUNT_MAX) {
        return wendi_refuse(&level->error, function, "count", (double)count, 3, (double)COUNT_MAX);
    }
    wend_result result = check_region(level, function, "inside", inside);
    if (result == WEND_OK) {
        result = check_region(level, function, "outside", outside);
    }
    for (size_t i = 0; i < count && result == WEND_OK; ++i) {
        char name[40];
        (void)snprintf(name, sizeof name, "points[%zu]", i);
        result = wendi_check_vec2(&level->error, function, name, points[i]);
    }
    return result;
}

wend_result wend_level_add_outline(wend_level *level, const wend_vec2 *points, size_t count,
                                   uint32_t inside, uint32_t outside)
{
    static const char function[] = "wend_level_add_outline";
    if (level == NULL || points == NULL) {
        return refuse_null(level, function, "points");
    }
    wend_result result = check_outline(level, function, points, count, inside, outside);
    if (result == WEND_OK) {
        result = reserve_lines(level, function, count);
    }
    if (result != WEND_OK) {
        return result;
    }
    const bool is_left = is_left_handed(points, count);
    const bool is_wall = inside == WEND_REGION_NONE || outside == WEND_REGION_NONE;
    for (size_t i = 0; i < count; ++i) {
        level->lines[level->line_count++] = (wend_level_line){
            .a = flushed(points[i]),
            .b = flushed(points[i + 1 < count ? i + 1 : 0]),
            .left = is_left ? inside : outside,
            .right = is_left ? outside : inside,
            .stops = is_wall ? WEND_STOPS_ALL : 0,
        };
    }
    return WEND_OK;
}

/* ---- reading ---- */

size_t wend_level_region_count(const wend_level *level)
{
    return level == NULL ? 0 : level->region_count;
}

size_t wend_level_line_count(const wend_level *level)
{
    return level == NULL ? 0 : level->line_count;
}

size_t wend_level_item_count(const wend_level *level)
{
    return level == NULL ? 0 : level->item_count;
}

size_t wend_level_teleport_count(const wend_level *level)
{
    return level == NULL ? 0 : level->teleport_count;
}

wend_level_region wend_level_get_region(const wend_level *level, uint32_t index)
{
    if (index >= wend_level_region_count(level)) {
        return (wend_level_region){0, 0, 0, 0};
    }
    return level->regions[index];
}

wend_level_line wend_level_get_line(const wend_level *level, uint32_t index)
{
    if (index >= wend_level_line_count(level)) {
        return (wend_level_line){.left = WEND_REGION_NONE, .right = WEND_REGION_NONE};
    }
    return level->lines[index];
}

wend_level_item wend_level_get_item(const wend_level *level, uint32_t index)
{
    if (index >= wend_level_item_count(level)) {
        return (wend_level_item){.name = ""};
    }
    wend_level_item item = level->items[index].item;
    item.name = level->items[index].name == NULL ? "" : level->items[index].name;
    return item;
}

wend_level_teleport wend_level_get_teleport(const wend_level *level, uint32_t index)
{
    if (index >= wend_level_teleport_count(level)) {
        return (wend_level_teleport){{0, 0}, {0, 0}, false};
    }
    return level->teleports[index];
}

static void widen(wend_vec2 *low, wend_vec2 *high, wend_vec2 p)
{
    low->x = p.x < low->x ? p.x : low->x;
    low->y = p.y < low->y ? p.y : low->y;
    high->x = p.x > high->x ? p.x : high->x;
    high->y = p.y > high->y ? p.y : high->y;
}

bool wend_level_bounds(const wend_level *level, wend_vec2 *low, wend_vec2 *high)
{
    const size_t count = wend_level_line_count(level);
    wend_vec2 least = {0, 0};
    wend_vec2 most = {0, 0};
    if (count > 0) {
        least = most = level->lines[0].a;
    }
    for (size_t i = 0; i < count; ++i) {
        widen(&least, &most, level->lines[i].a);
        widen(&least, &most, level->lines[i].b);
    }
    if (low != NULL) {
        *low = least;
    }
    if (high != NULL) {
        *high = most;
    }
    return count > 0;
}

/* ---- walls ---- */

wend_result wend_level_build_walls(const wend_level *level, const wend_allocator *allocator,
                                   wend_walls **walls)
{
    if (walls != NULL) {
        *walls = NULL;
    }
    if (level == NULL || walls == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_walls_def def = wend_walls_def_default();
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    wend_result result = wend_walls_create(&def, walls);
    for (size_t i = 0; i < level->line_count && result == WEND_OK; ++i) {
        const wend_level_line *line = &level->lines[i];
        if (line->stops != 0) {
            result = wend_walls_add_segment(*walls, line->a, line->b, line->stops, i, NULL);
        }
    }
    if (result != WEND_OK) {
        wend_walls_destroy(*walls);
        *walls = NULL;
    }
    return result;
}

const char *wend_level_error(const wend_level *level)
{
    return level == NULL ? "" : level->error.text;
}
