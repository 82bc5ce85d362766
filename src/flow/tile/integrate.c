/* takes: a tile with what was found around it.
 * gives: the cost of its cells, 16 bits, one cell at a time or by the best kernel there is.
 * cost:  one cell at a time some 20 ns for each cell; kernels see tile/kernel_integrate.h. */
#include "flow/tile/integrate.h"

#include "flow/tile/kernels.h"

#include <stddef.h>

/* One cell of a tile, and whose cell it is. */
typedef struct cell {
    const wendi_tile_shape *shape;
    const uint8_t *cost;
    int32_t index;
} cell;

static bool can_step(const cell *c, int32_t direction)
{
    const int32_t dx = wendi_flow_dx[direction];
    const int32_t dy = wendi_flow_dy[direction];
    const int32_t row = dy * c->shape->stride;
    return c->cost[c->index + row + dx] != WENDI_TILE_WALL &&
           c->cost[c->index + row] != WENDI_TILE_WALL && c->cost[c->index + dx] != WENDI_TILE_WALL;
}

/* The cell that a step leads to; its own if there is no such step. */
static int32_t step_to(const cell *c, int32_t direction)
{
    const int32_t row = wendi_flow_dy[direction] * c->shape->stride;
    return can_step(c, direction) ? c->index + row + wendi_flow_dx[direction] : c->index;
}

/* The least cost by way of a neighbour. */
static uint32_t best_way(const cell *c, const uint16_t *d, int32_t turn)
{
    uint32_t best = WENDI_TILE_UNREACHED;
    for (int32_t direction = 0; direction < 8; direction += turn) {
        const int32_t to = step_to(c, direction);
        const uint32_t step =
            direction % 2 == 0 ? WENDI_FLOW_STRAIGHT : (uint32_t)WENDI_FLOW_DIAGONAL;
        if (to != c->index && d[to] != WENDI_TILE_UNREACHED && d[to] + step * c->cost[to] < best) {
            best = d[to] + step * c->cost[to];
        }
    }
    return best;
}

static bool relax_cell(const cell *c, uint16_t *d, int32_t turn)
{
    if (c->cost[c->index] == WENDI_TILE_WALL) {
        d[c->index] = WENDI_TILE_UNREACHED;
        return false;
    }
    const uint32_t best = best_way(c, d, turn);
    if (best >= d[c->index]) {
        return false;
    }
    d[c->index] = (uint16_t)best;
    return true;
}

/* All cells, from the first to the last or back. Did one change? */
static bool sweep(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d, int32_t turn,
                  bool is_back)
{
    const int32_t cells = shape->width * shape->height;
    bool changed = false;
    for (int32_t i = 0; i < cells; i++) {
        const int32_t place = is_back ? cells - 1 - i : i;
        const cell c = {shape, cost,
                        wendi_tile_index(shape, place % shape->width, place / shape->width)};
        changed = relax_cell(&c, d, turn) || changed;
    }
    return changed;
}

static bool is_left_out(const cell *c, const uint16_t *d, int32_t turn)
{
    if (d[c->index] != WENDI_TILE_UNREACHED || c->cost[c->index] == WENDI_TILE_WALL) {
        return false;
    }
    bool is_beside = false;
    for (int32_t direction = 0; direction < 8; direction += turn) {
        is_beside |= d[step_to(c, direction)] != WENDI_TILE_UNREACHED;
    }
    return is_beside;
}

bool wendi_tile_has_saturated(const wendi_tile_shape *shape, const uint8_t *cost, const uint16_t *d,
                              bool has_diagonals)
{
    for (int32_t y = 0; y < shape->height; y++) {
        for (int32_t x = 0; x < shape->width; x++) {
            const cell c = {shape, cost, wendi_tile_index(shape, x, y)};
            if (is_left_out(&c, d, has_diagonals ? 1 : 2)) {
                return true;
            }
        }
    }
    return false;
}

bool wendi_tile_integrate_scalar(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d,
                                 bool has_diagonals)
{
    const int32_t turn = has_diagonals ? 1 : 2;
    bool is_back = false;
    while (sweep(shape, cost, d, turn, is_back)) {
        is_back = !is_back;
    }
    return !wendi_tile_has_saturated(shape, cost, d, has_diagonals);
}

bool wendi_tile_integrate_rows(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d,
                               bool has_diagonals)
{
    uint32_t wide[WENDI_TILE_CELLS];
    for (int32_t i = 0; i < shape->count; i++) {
        wide[i] = d[i] == WENDI_TILE_UNREACHED ? WENDI_TILE_WIDE_UNREACHED : d[i];
    }
    wendi_tile_integrate_wide(shape, cost, wide, WENDI_FLOW_STRAIGHT,
                              has_diagonals ? WENDI_FLOW_DIAGONAL : 0);
    bool is_whole = true;
    for (int32_t i = 0; i < shape->count; i++) {
        is_whole =
            is_whole && (wide[i] < WENDI_TILE_UNREACHED || wide[i] == WENDI_TILE_WIDE_UNREACHED);
        d[i] = wide[i] < WENDI_TILE_UNREACHED ? (uint16_t)wide[i] : WENDI_TILE_UNREACHED;
    }
    return is_whole;
}

bool wendi_tile_integrate(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d,
                          bool has_diagonals)
{
    const wendi_tile_kernel *kernel = wendi_tile_kernel_at(0);
    return kernel != NULL ? kernel->relax(shape, cost, d, has_diagonals)
                          : wendi_tile_integrate_rows(shape, cost, d, has_diagonals);
}
