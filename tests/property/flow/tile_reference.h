/* Random tiles, and their costs by plain search. */
#ifndef TEST_PROPERTY_FLOW_TILE_REFERENCE_H
#define TEST_PROPERTY_FLOW_TILE_REFERENCE_H

#include "flow/tile/kernels.h"
#include "support/gen.h"
#include "support/test.h"
#include "wend/base.h"

#include <string.h>

enum { SEEDS = 3000, NEVER = -1 };

/* A tile and what is known before it is searched. */
typedef struct tile {
    wendi_tile_shape shape;
    uint8_t cost[WENDI_TILE_CELLS], flags[WENDI_TILE_CELLS];
    uint16_t d[WENDI_TILE_CELLS];
    bool has_diagonals;
} tile;

static inline uint32_t pick(uint64_t seed, uint64_t what, int32_t index, uint32_t count)
{
    return wend_random_below(seed, what, (uint64_t)index, count);
}

/* ---- random tiles ---- */

static inline uint8_t random_factor(uint64_t seed, uint32_t kind, int32_t index)
{
    switch (kind) {
    case 0:
        return 1;
    case 1:
        return (uint8_t)(1 + pick(seed, 10, index, 254));
    case 2:
        return pick(seed, 10, index, 10) == 0 ? 254 : 1;
    case 3:
        return (uint8_t)(250 + pick(seed, 10, index, 5));
    default:
        return (uint8_t)(1 + pick(seed, 10, index, 4));
    }
}

/* The costs of the sectors around: none, equal, random, or nearly too large. */
static inline uint16_t random_found(uint64_t seed, uint32_t kind, int32_t index)
{
    if (pick(seed, 11, index, 3) == 0) {
        return WENDI_TILE_UNREACHED;
    }
    switch (kind) {
    case 0:
        return 0;
    case 1:
        return (uint16_t)pick(seed, 12, index, 65536);
    case 2:
        return (uint16_t)(60000 + pick(seed, 12, index, 5536));
    case 3:
        return (uint16_t)(27000 + pick(seed, 12, index, 2000));
    default:
        return (uint16_t)pick(seed, 12, index, 3000);
    }
}

static inline bool is_inside(const tile *t, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < t->shape.width && y < t->shape.height;
}

static inline tile random_tile(uint64_t seed)
{
    tile t;
    t.shape = wendi_tile_shape_of(1 + (int32_t)pick(seed, 1, 0, WENDI_TILE_SIDE),
                                  1 + (int32_t)pick(seed, 2, 0, WENDI_TILE_SIDE));
    t.has_diagonals = pick(seed, 3, 0, 4) != 0;
    const uint32_t walls = pick(seed, 4, 0, 61);
    const uint32_t factors = pick(seed, 5, 0, 5);
    const uint32_t found = pick(seed, 6, 0, 6);
    const uint32_t sides = 1 + pick(seed, 7, 0, 15);
    memset(t.cost, WENDI_TILE_WALL, sizeof t.cost);
    memset(t.d, 255, sizeof t.d);
    memset(t.flags, 0, sizeof t.flags);
    for (int32_t y = -1; y <= t.shape.height; y++) {
        for (int32_t x = -1; x <= t.shape.width; x++) {
            const int32_t i = wendi_tile_index(&t.shape, x, y);
            const bool is_wall = pick(seed, 8, i, 100) < walls;
            const bool is_seed = pick(seed, 9, i, 60) == 0;
            t.cost[i] = is_wall ? WENDI_TILE_WALL : random_factor(seed, factors, i);
            t.flags[i] = (uint8_t)(pick(seed, 13, i, 4) << 5);
            const uint32_t side = (x < 0 ? 1U : 0U) | (y < 0 ? 2U : 0U) |
                                  (x == t.shape.width ? 4U : 0U) | (y == t.shape.height ? 8U : 0U);
            if (is_inside(&t, x, y) ? is_seed : (side & sides) != 0) {
                t.d[i] = random_found(seed, found, i);
                t.flags[i] |= (uint8_t)(pick(seed, 14, i, 2) == 0 ? 8 + pick(seed, 15, i, 2) : 0);
            }
        }
    }
    return t;
}

/* ---- what must come out ---- */

static inline bool is_wall(const tile *t, int32_t x, int32_t y)
{
    return t->cost[wendi_tile_index(&t->shape, x, y)] == WENDI_TILE_WALL;
}

static inline bool can_step(const tile *t, int32_t x, int32_t y, int32_t direction)
{
    const int32_t dx = wendi_flow_dx[direction];
    const int32_t dy = wendi_flow_dy[direction];
    return !is_wall(t, x + dx, y + dy) && !is_wall(t, x + dx, y) && !is_wall(t, x, y + dy) &&
           (direction % 2 == 0 || t->has_diagonals);
}

static inline int64_t step_cost(const tile *t, int32_t x, int32_t y, int32_t direction)
{
    const int32_t to =
        wendi_tile_index(&t->shape, x + wendi_flow_dx[direction], y + wendi_flow_dy[direction]);
    return (direction % 2 == 0 ? 12 : 17) * (int64_t)t->cost[to];
}

/* Lowers a cell. Returns whether it changed. */
static inline bool reference_cell(const tile *t, int64_t *d, int32_t x, int32_t y)
{
    const int32_t i = wendi_tile_index(&t->shape, x, y);
    bool changed = false;
    for (int32_t direction = 0; direction < 8 && !is_wall(t, x, y); direction++) {
        const int64_t before = d[wendi_tile_index(&t->shape, x + wendi_flow_dx[direction],
                                                  y + wendi_flow_dy[direction])];
        if (!can_step(t, x, y, direction) || before == NEVER) {
            continue;
        }
        const int64_t cost = before + step_cost(t, x, y, direction);
        if (d[i] == NEVER || cost < d[i]) {
            d[i] = cost;
            changed = true;
        }
    }
    return changed;
}

/* Costs without any limit, until nothing changes. */
static inline void reference_costs(const tile *t, int64_t *d)
{
    for (int32_t i = 0; i < t->shape.count; i++) {
        d[i] = t->d[i] == WENDI_TILE_UNREACHED ? NEVER : t->d[i];
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (int32_t y = 0; y < t->shape.height; y++) {
            for (int32_t x = 0; x < t->shape.width; x++) {
                changed |= reference_cell(t, d, x, y);
            }
        }
    }
}

/* Same costs as the reference where those fit, and false when and only when one does not. */
static inline bool equals_reference(const tile *t, const int64_t *expected, const uint16_t *d,
                                    bool is_whole)
{
    bool fits = true;
    for (int32_t y = -1; y <= t->shape.height; y++) {
        for (int32_t x = -1; x <= t->shape.width; x++) {
            const int32_t i = wendi_tile_index(&t->shape, x, y);
            const bool is_wall_inside = is_inside(t, x, y) && is_wall(t, x, y);
            const bool is_short = expected[i] >= WENDI_TILE_UNREACHED;
            const bool is_none = expected[i] == NEVER || is_short || is_wall_inside;
            fits = fits && !is_short;
            if (d[i] != (is_none ? WENDI_TILE_UNREACHED : expected[i])) {
                return false;
            }
        }
    }
    return fits == is_whole;
}

#endif
