/* Takes: the bitmaps for jump points and a cell.
 * Gives: the jump points that can follow it.
 * Cost: a few word scans for each direction and for each jump point found. */
#include "route/jump_scan.h"
#include "route/jump_table.h"

/* A cell, and where to write what follows it. */
typedef struct listing {
    const wendi_jump_ground *ground;
    const wendi_jump_map *map;
    uint32_t px, py;
    uint64_t *targets;
    uint32_t count, first, capacity;
} listing;

static inline void put(listing *l, uint32_t px, uint32_t py, uint32_t direction)
{
    /* Before `first` the difference wraps around to a large number. */
    if (l->count - l->first < l->capacity) {
        l->targets[l->count - l->first] = wendi_jump_entry(px, py, direction);
    }
    ++l->count;
}

static inline void put_level(listing *l, uint32_t px, uint32_t py, bool is_east)
{
    put(l, wendi_stop_level(l->map, px, py, is_east), py, is_east ? WENDI_EAST : WENDI_WEST);
}

static inline void put_upright(listing *l, uint32_t px, uint32_t py, bool is_south)
{
    put(l, px, wendi_stop_upright(l->map, px, py, is_south), is_south ? WENDI_SOUTH : WENDI_NORTH);
}

static void list_straight(listing *l, uint32_t direction)
{
    const bool is_up = direction == WENDI_EAST || direction == WENDI_SOUTH;
    if (direction == WENDI_EAST || direction == WENDI_WEST) {
        const int reach = is_up ? WENDI_JUMP_REACH_EAST : WENDI_JUMP_REACH_WEST;
        if (wendi_scan_bit(wendi_jump_row(l->map, reach, l->py), l->px)) {
            put_level(l, l->px, l->py, is_up);
        }
    } else {
        const int reach = is_up ? WENDI_JUMP_REACH_SOUTH : WENDI_JUMP_REACH_NORTH;
        if (wendi_scan_bit(wendi_jump_column(l->map, reach, l->px), l->py)) {
            put_upright(l, l->px, l->py, is_up);
        }
    }
}

/* A diagonal from the cell. */
typedef struct diagonal {
    uint32_t direction;
    bool is_east, is_south;
    const uint64_t *level, *upright; /* skewed lines: what lies beside each of its cells */
} diagonal;

static bool is_forced(const listing *l, const diagonal *d, uint32_t px, uint32_t py)
{
    const uint8_t *natural = l->ground->steps->natural[wendi_hood_at(l->map, px, py)];
    return (natural[d->direction] & wendi_jump_sides(d->direction)) != 0;
}

/* What lies beside the cell at position px of the diagonal; returns whether it is a jump point
 * itself, where the diagonal ends. */
static bool list_beside(listing *l, const diagonal *d, uint32_t px)
{
    const uint32_t distance = wendi_gap(px, l->px);
    const uint32_t py = d->is_south ? l->py + distance : l->py - distance;
    if (wendi_scan_bit(d->level, px)) {
        if (l->map->rule != WEND_CORNER_NEVER && is_forced(l, d, px, py)) {
            put(l, px, py, d->direction);
            return true;
        }
        put_level(l, px, py, d->is_east);
    }
    if (wendi_scan_bit(d->upright, px)) {
        put_upright(l, px, py, d->is_south);
    }
    return false;
}

static void list_up(listing *l, const diagonal *d, uint32_t last)
{
    const uint32_t first = l->px + 1;
    uint64_t mask = UINT64_MAX << (first % 64);
    for (uint32_t word = first / 64; word <= last / 64; ++word) {
        mask &= word == last / 64 ? UINT64_MAX >> (63 - last % 64) : UINT64_MAX;
        uint64_t bits = (d->level[word] | d->upright[word]) & mask;
        for (; bits != 0; bits &= bits - 1) {
            if (list_beside(l, d, word * 64 + wendi_ctz64(bits))) {
                return;
            }
        }
        mask = UINT64_MAX;
    }
}

static void list_down(listing *l, const diagonal *d, uint32_t last)
{
    const uint32_t first = l->px - 1;
    uint64_t mask = UINT64_MAX >> (63 - first % 64);
    for (uint32_t word = first / 64 + 1; word-- > last / 64;) {
        mask &= word == last / 64 ? UINT64_MAX << (last % 64) : UINT64_MAX;
        uint64_t bits = (d->level[word] | d->upright[word]) & mask;
        while (bits != 0) {
            const uint32_t high = 63 - wendi_clz64(bits);
            bits &= ~((uint64_t)1 << high);
            if (list_beside(l, d, word * 64 + high)) {
                return;
            }
        }
        mask = UINT64_MAX;
    }
}

static void list_diagonal(listing *l, uint32_t direction)
{
    static const int levels[4] = {WENDI_JUMP_LEVEL_NE, WENDI_JUMP_LEVEL_SE, WENDI_JUMP_LEVEL_SW,
                                  WENDI_JUMP_LEVEL_NW};
    const int level = levels[direction / 2];
    const bool is_east = direction == WENDI_NORTH_EAST || direction == WENDI_SOUTH_EAST;
    const bool is_south = direction == WENDI_SOUTH_EAST || direction == WENDI_SOUTH_WEST;
    const bool is_rising = is_east != is_south;
    const uint32_t line = wendi_jump_line(l->map, l->px, l->py, is_rising);
    const uint64_t *step =
        wendi_jump_row(l->map, is_rising ? WENDI_JUMP_STEP_RISING : WENDI_JUMP_STEP_FALLING, line);
    const diagonal d = {direction, is_east, is_south, wendi_jump_row(l->map, level, line),
                        wendi_jump_row(l->map, level + 1, line)};
    const uint32_t last = is_east ? wendi_last_up(step, l->px) : wendi_last_down(step, l->px);
    if (last == l->px) {
        return;
    }
    if (is_east) {
        list_up(l, &d, last);
    } else {
        list_down(l, &d, last);
    }
}

uint32_t wendi_jump_targets(const wendi_jump_ground *ground, uint32_t px, uint32_t py,
                            uint32_t arrival, uint32_t first, uint64_t *targets, uint32_t capacity)
{
    listing l = {ground, ground->map, px, py, targets, 0, first, capacity};
    uint32_t steps = ground->steps->natural[wendi_hood_at(ground->map, px, py)][arrival];
    for (; steps != 0; steps &= steps - 1) {
        const uint32_t direction = wendi_ctz64(steps);
        if (direction % 2 == 0) {
            list_straight(&l, direction);
        } else {
            list_diagonal(&l, direction);
        }
    }
    return l.count;
}
