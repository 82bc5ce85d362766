/* Lattices grown from a seed in straight steps between walls.
 * Cost: a wall test for each step near walls, one for each square elsewhere. */
#include "world/graph_build/lattice.h"

#include "base/core/memory.h"

enum { FIRST_BITS = 8, FIRST_CAPACITY = 128 };

static const int8_t steps[8][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                   {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

/* ---- maps ---- */

static uint32_t slot_of(const wendi_lattice_map *map, int32_t x, int32_t y)
{
    const uint64_t key = (uint64_t)(uint32_t)x << 32 | (uint32_t)y;
    return (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - map->bits));
}

static const int32_t *coordinates(const wendi_lattice *l, const wendi_lattice_map *map, uint32_t i)
{
    return map == &l->point_map ? &l->points[i].x : &l->cells[i].x;
}

/* The entry of a pair of coordinates, or the free one where it belongs. */
static uint32_t *entry_of(const wendi_lattice *l, const wendi_lattice_map *map, int32_t x,
                          int32_t y)
{
    const uint32_t mask = ((uint32_t)1 << map->bits) - 1;
    for (uint32_t slot = slot_of(map, x, y);; slot = (slot + 1) & mask) {
        uint32_t *entry = &map->entries[slot];
        if (*entry == 0) {
            return entry;
        }
        const int32_t *at = coordinates(l, map, *entry - 1);
        if (at[0] == x && at[1] == y) {
            return entry;
        }
    }
}

static uint32_t find(const wendi_lattice *l, const wendi_lattice_map *map, int32_t x, int32_t y)
{
    return map->entries == NULL ? UINT32_MAX : *entry_of(l, map, x, y) - 1;
}

/* Reserves one more of [count]; at most half of a map is used. */
static bool reserve_map(wendi_lattice *l, wendi_lattice_map *map, uint32_t count)
{
    if (map->entries != NULL && count < (uint32_t)1 << (map->bits - 1)) {
        return true;
    }
    const wend_allocator *a = &l->def->allocator;
    wendi_lattice_map larger = {NULL, map->entries == NULL ? FIRST_BITS : map->bits + 1};
    if (larger.bits > 31) {
        return false;
    }
    larger.entries = wendi_alloc_zero(a, sizeof *larger.entries << larger.bits);
    if (larger.entries == NULL) {
        return false;
    }
    uint32_t *old = map->entries;
    const size_t old_bytes = old == NULL ? 0 : sizeof *old << map->bits;
    *map = larger;
    for (uint32_t i = 0; i < count; ++i) {
        const int32_t *at = coordinates(l, map, i);
        *entry_of(l, map, at[0], at[1]) = i + 1;
    }
    wendi_free(a, old, old_bytes);
    return true;
}

static bool grow_array(const wend_allocator *a, void **items, size_t item_bytes, uint32_t *capacity)
{
    const size_t more = *capacity == 0 ? FIRST_CAPACITY : 2 * (size_t)*capacity;
    void *moved =
        more <= INT32_MAX ? wendi_resize_items(a, *items, *capacity, more, item_bytes) : NULL;
    if (moved == NULL) {
        return false;
    }
    *items = moved;
    *capacity = (uint32_t)more;
    return true;
}

static bool reserve_point(wendi_lattice *l)
{
    void *points = l->points;
    const bool has_room = l->count < l->capacity ||
                          grow_array(&l->def->allocator, &points, sizeof *l->points, &l->capacity);
    l->points = points;
    return has_room && reserve_map(l, &l->point_map, l->count);
}

static bool reserve_cell(wendi_lattice *l)
{
    void *cells = l->cells;
    const bool has_room =
        l->cell_count < l->cell_capacity ||
        grow_array(&l->def->allocator, &cells, sizeof *l->cells, &l->cell_capacity);
    l->cells = cells;
    return has_room && reserve_map(l, &l->cell_map, l->cell_count);
}

/* ---- points and cells ---- */

uint32_t wendi_lattice_find(const wendi_lattice *l, int32_t x, int32_t y)
{
    return find(l, &l->point_map, x, y);
}

static bool is_within(const wendi_lattice *l, int32_t x, int32_t y)
{
    const wend_vec2 p = wendi_lattice_position(l, x, y);
    return p.x >= l->low.x && p.x <= l->high.x && p.y >= l->low.y && p.y <= l->high.y;
}

static wend_result add_point(wendi_lattice *l, int32_t x, int32_t y, uint32_t parent)
{
    if (!reserve_point(l)) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_lattice_point point = {x, y, parent, UINT32_MAX, WEND_NODE_NONE};
    l->coarse_count += wendi_lattice_is_coarse(&point);
    l->points[l->count] = point;
    *entry_of(l, &l->point_map, x, y) = ++l->count;
    return l->coarse_count > l->def->max_nodes ? WEND_ERROR_FULL : WEND_OK;
}

/* True if all of a coarse square, given by its least corner, is so far from walls that an agent
 * can be anywhere in it. */
static wend_result test_cell(wendi_lattice *l, int32_t x, int32_t y, bool *is_clear)
{
    *is_clear = false;
    if (!reserve_cell(l)) {
        return WEND_ERROR_MEMORY;
    }
    uint32_t *entry = entry_of(l, &l->cell_map, x, y);
    if (*entry == 0) {
        const int32_t half = WENDI_LATTICE_FINE / 2;
        const wend_vec2 centre = wendi_lattice_position(l, x + half, y + half);
        wend_wall_hit hit;
        /* Half a diagonal, and more than roundings. */
        const double most = l->def->radius + 0.7072 * l->spacing;
        const bool is_near = wend_walls_nearest(l->walls, centre, most, l->def->stops, &hit);
        l->cells[l->cell_count] = (wendi_lattice_cell){x, y, !is_near};
        *entry = ++l->cell_count;
    }
    *is_clear = l->cells[*entry - 1].is_clear;
    return WEND_OK;
}

/* ---- growing ---- */

/* A point may slide along walls; one that stands on a wall could leave it on either side. */
static bool may_stand(const wendi_lattice *l, int32_t x, int32_t y)
{
    const wend_vec2 position = wendi_lattice_position(l, x, y);
    wend_wall_hit hit;
    return l->def->radius > 0 || !wend_walls_nearest(l->walls, position, 0, l->def->stops, &hit);
}

/* True if a fine step lies in a square that is not clear, or on its edge. */
static wend_result is_fine_step(wendi_lattice *l, const wendi_lattice_point *p, const int8_t *step,
                                bool *is_fine)
{
    const int32_t x = p->x + (step[0] < 0 ? -1 : 0);
    const int32_t y = p->y + (step[1] < 0 ? -1 : 0);
    bool is_clear;
    wend_result result = test_cell(l, wendi_lattice_floor(x), wendi_lattice_floor(y), &is_clear);
    const bool is_on_row = step[1] == 0 && p->y % WENDI_LATTICE_FINE == 0;
    const bool is_on_column = step[0] == 0 && p->x % WENDI_LATTICE_FINE == 0;
    if (result == WEND_OK && is_clear && (is_on_row || is_on_column)) {
        result = test_cell(l, wendi_lattice_floor(is_on_column ? x - 1 : x),
                           wendi_lattice_floor(is_on_row ? y - 1 : y), &is_clear);
    }
    *is_fine = result == WEND_OK && !is_clear;
    return result;
}

static wend_result try_step(wendi_lattice *l, uint32_t from, const int8_t *step)
{
    const wendi_lattice_point p = l->points[from];
    bool is_fine;
    const wend_result result = is_fine_step(l, &p, step, &is_fine);
    const int32_t x = p.x + step[0];
    const int32_t y = p.y + step[1];
    if (result != WEND_OK || !is_fine || !is_within(l, x, y) ||
        wendi_lattice_find(l, x, y) != UINT32_MAX || !may_stand(l, x, y) ||
        !wend_walls_can_walk(l->walls, wendi_lattice_position_of(l, from),
                             wendi_lattice_position(l, x, y), l->def->radius, l->def->stops)) {
        return result;
    }
    return add_point(l, x, y, from);
}

/* The other corners of the four squares around a coarse point, where these are clear. */
static wend_result try_square(wendi_lattice *l, uint32_t from, int32_t x, int32_t y)
{
    bool is_clear;
    wend_result result = test_cell(l, x, y, &is_clear);
    for (int32_t k = 0; k < 4 && is_clear && result == WEND_OK; ++k) {
        const int32_t to_x = x + (k % 2) * WENDI_LATTICE_FINE;
        const int32_t to_y = y + (k / 2) * WENDI_LATTICE_FINE;
        if (is_within(l, to_x, to_y) && wendi_lattice_find(l, to_x, to_y) == UINT32_MAX) {
            result = add_point(l, to_x, to_y, from);
        }
    }
    return result;
}

static wend_result grow_from(wendi_lattice *l, uint32_t point)
{
    wend_result result = WEND_OK;
    const wendi_lattice_point p = l->points[point];
    for (int k = 0; k < 4 && wendi_lattice_is_coarse(&p) && result == WEND_OK; ++k) {
        result = try_square(l, point, p.x - (k % 2) * WENDI_LATTICE_FINE,
                            p.y - (k / 2) * WENDI_LATTICE_FINE);
    }
    for (int k = 0; k < 8 && result == WEND_OK; ++k) {
        result = try_step(l, point, steps[k]);
    }
    return result;
}

wend_result wendi_lattice_grow(wendi_lattice *l)
{
    wend_result result = add_point(l, 0, 0, 0);
    for (uint32_t point = 0; point < l->count && result == WEND_OK; ++point) {
        result = grow_from(l, point);
    }
    return result;
}

static void free_map(const wend_allocator *a, wendi_lattice_map *map)
{
    wendi_free(a, map->entries, map->entries == NULL ? 0 : sizeof *map->entries << map->bits);
}

void wendi_lattice_free(wendi_lattice *l)
{
    if (l->def == NULL) {
        return;
    }
    const wend_allocator *a = &l->def->allocator;
    wendi_free(a, l->points, l->capacity * sizeof *l->points);
    wendi_free(a, l->cells, l->cell_capacity * sizeof *l->cells);
    free_map(a, &l->point_map);
    free_map(a, &l->cell_map);
}
