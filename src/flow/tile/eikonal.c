/* Costs close to straight-line distances in all directions, not only in eight.
 * Cost: some 100 ns a cell: sweeps in the four orders of rows and columns in turn, until one
 * changes nothing.
 *
 * A cell c between a neighbour a in its row and a neighbour b in its column is reached by a
 * straight front that passes a at D(a) and b at D(b):
 *
 *     ((D(c) - D(a)) / p)^2 + ((D(c) - D(b)) / q)^2 = 1     p, q: cost of a step to a, to b
 *
 * as long as that is above both; else over one of them alone, D(a) + p or D(b) + q. It grows with
 * D(a) and D(b), and so does its whole part: the fixed point below the start is unique, in any
 * order.
 *
 * A straight front takes the ground for even. Where p and q differ it would promise costs that no
 * path has: there a and b are left by one alone, or both are passed at the corner between them, by
 * a diagonal step. The same where the diagonal cell differs, so that a narrow diagonal path is
 * found. */
#include "flow/tile/integrate.h"

#include "wend/base.h"

static const uint32_t NEVER = WENDI_TILE_WIDE_UNREACHED;

typedef struct eikonal_tile {
    const wendi_tile_shape *shape;
    const uint8_t *cost;
    uint32_t *d;
    uint32_t straight, diagonal;
} eikonal_tile;

/* One side of a cell: the cost found there, and the factor there. */
typedef struct eikonal_side {
    uint64_t value, factor;
} eikonal_side;

static eikonal_side side_at(const eikonal_tile *e, int32_t index)
{
    if (e->cost[index] == WENDI_TILE_WALL) {
        return (eikonal_side){NEVER, 0};
    }
    return (eikonal_side){e->d[index], e->cost[index]};
}

/* True if a cell that lies `on` above the lower side, and on - apart above the other, is still
 * before the front. p and q are without `straight`, which is at most 16384: all products stay
 * below 2^63. */
static bool is_within(uint64_t on, uint64_t apart, uint64_t p, uint64_t q, uint64_t straight)
{
    const uint64_t across = on - apart;
    return q * q * on * on + p * p * across * across <= p * q * straight * p * q * straight;
}

/* The whole part of the cost over both sides, if it is less than `best`, which is at most the cost
 * over either of them. */
static uint64_t cost_over_both(const eikonal_tile *e, eikonal_side a, eikonal_side b, uint64_t best)
{
    const eikonal_side low = a.value <= b.value ? a : b;
    const eikonal_side high = a.value <= b.value ? b : a;
    if (high.value >= best) {
        return best;
    }
    const uint64_t apart = high.value - low.value;
    const uint64_t p = low.factor;
    const uint64_t q = high.factor;
    /* Most often there is no improvement, which is decided quickly. */
    if (is_within(best - low.value, apart, p, q, e->straight)) {
        return best;
    }
    const double pp = (double)(p * p);
    const double qq = (double)(q * q);
    const double reach = (double)e->straight * (double)e->straight;
    const double root = wend_sqrt((pp + qq) * reach - (double)apart * (double)apart);
    const double estimate = (pp * (double)apart + (double)(p * q) * root) / (pp + qq);
    /* Doubles estimate; integers decide. */
    uint64_t on = (uint64_t)estimate > apart ? (uint64_t)estimate : apart;
    while (on > apart && !is_within(on, apart, p, q, e->straight)) {
        on--;
    }
    while (is_within(on + 1, apart, p, q, e->straight)) {
        on++;
    }
    return low.value + on;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t cost_over_one(const eikonal_tile *e, eikonal_side a)
{
    return a.value == NEVER ? NEVER : a.value + e->straight * a.factor;
}

/* Of two opposite sides of equal factor the nearer one is enough: it is put first. @return number
 * of further sides to try. */
static int32_t sort_sides(eikonal_side *a, eikonal_side *b)
{
    if (b->value < a->value) {
        const eikonal_side swap = *a;
        *a = *b;
        *b = swap;
    }
    return a->factor == b->factor || b->value == NEVER ? 0 : 1;
}

static bool are_even(uint64_t a, uint64_t b)
{
    return WENDI_EVEN_LEAST * a <= WENDI_EVEN_MOST * b &&
           WENDI_EVEN_LEAST * b <= WENDI_EVEN_MOST * a;
}

/* The cost by a diagonal step over uneven ground. */
static uint64_t cost_past_corner(const eikonal_tile *e, int32_t index, int32_t across,
                                 int32_t along)
{
    const int32_t to = index + across + along;
    const uint64_t a = e->cost[index + across];
    const uint64_t b = e->cost[index + along];
    const uint64_t factor = e->cost[to];
    const bool is_open = a != WENDI_TILE_WALL && b != WENDI_TILE_WALL && factor != WENDI_TILE_WALL;
    if (!is_open || e->d[to] == NEVER ||
        (are_even(a, b) && are_even(a, factor) && are_even(b, factor))) {
        return NEVER;
    }
    return e->d[to] + e->diagonal * factor;
}

/* Lowers a cell to the cost over its sides. @return true if it changed. */
static bool lower_cell(const eikonal_tile *e, int32_t index)
{
    if (e->cost[index] == WENDI_TILE_WALL) {
        e->d[index] = NEVER;
        return false;
    }
    eikonal_side across[2] = {side_at(e, index - 1), side_at(e, index + 1)};
    eikonal_side along[2] = {side_at(e, index - e->shape->stride),
                             side_at(e, index + e->shape->stride)};
    uint64_t best = e->d[index];
    for (int32_t i = 0; i < 2; i++) {
        best = least(best, least(cost_over_one(e, across[i]), cost_over_one(e, along[i])));
    }
    for (int32_t i = 0; e->diagonal != 0 && i < 4; i++) {
        best = least(best, cost_past_corner(e, index, i % 2 != 0 ? 1 : -1,
                                            i / 2 != 0 ? e->shape->stride : -e->shape->stride));
    }
    const int32_t rows = sort_sides(&across[0], &across[1]);
    const int32_t columns = sort_sides(&along[0], &along[1]);
    for (int32_t i = 0; i <= rows; i++) {
        for (int32_t k = 0; k <= columns; k++) {
            if (are_even(across[i].factor, along[k].factor)) {
                best = cost_over_both(e, across[i], along[k], best);
            }
        }
    }
    const bool changed = best < e->d[index];
    e->d[index] = (uint32_t)best;
    return changed;
}

/* All cells in one of the four orders. */
static bool sweep(const eikonal_tile *e, int32_t order)
{
    const int32_t width = e->shape->width;
    const int32_t height = e->shape->height;
    bool changed = false;
    for (int32_t j = 0; j < height; j++) {
        const int32_t y = (order & 2) != 0 ? height - 1 - j : j;
        for (int32_t i = 0; i < width; i++) {
            const int32_t x = (order & 1) != 0 ? width - 1 - i : i;
            changed |= lower_cell(e, wendi_tile_index(e->shape, x, y));
        }
    }
    return changed;
}

/* True if an open cell is unreached although one beside it is reached: a sum saturated. */
static bool is_overlooked(const eikonal_tile *e, int32_t index)
{
    const int32_t sides[4] = {1, -1, e->shape->stride, -e->shape->stride};
    bool is_reached = false;
    for (int32_t i = 0; i < 4; i++) {
        is_reached |= side_at(e, index + sides[i]).value != NEVER;
    }
    return is_reached && e->d[index] == NEVER && e->cost[index] != WENDI_TILE_WALL;
}

bool wendi_tile_integrate_eikonal(const wendi_tile_shape *shape, const uint8_t *cost, uint32_t *d,
                                  uint32_t straight, uint32_t diagonal)
{
    const eikonal_tile e = {shape, cost, d, straight, diagonal};
    int32_t order = 0;
    while (sweep(&e, order)) {
        order = (order + 1) % 4;
    }
    for (int32_t y = 0; y < shape->height; y++) {
        for (int32_t x = 0; x < shape->width; x++) {
            if (is_overlooked(&e, wendi_tile_index(shape, x, y))) {
                return false;
            }
        }
    }
    return true;
}
