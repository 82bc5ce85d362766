/* The cost pass over one tile, scalar, and the choice of the best kernel.
 * Cost: scalar some 20 ns a cell; for kernels see kernel_integrate.h. */
#include "flow/tile/integrate.h"

#include "flow/tile/kernels.h"

#include <stddef.h>

/* A cell of a tile. */
typedef struct integrate_cell {
    const wendi_tile_shape *shape;
    const uint8_t *cost;
    int32_t index;
} integrate_cell;

/* The cell that a step leads to; the cell itself if the step is not allowed. */
static int32_t step_to(const integrate_cell *c, int32_t direction)
{
    const int32_t column = wendi_flow_dx[direction];
    const int32_t row = wendi_flow_dy[direction] * c->shape->stride;
    const uint8_t *cost = c->cost + c->index;
    const bool is_open = cost[row + column] != WENDI_TILE_WALL && cost[row] != WENDI_TILE_WALL &&
                         cost[column] != WENDI_TILE_WALL;
    return is_open ? c->index + row + column : c->index;
}

/* Lowers a cell to the least cost over a neighbour. @return true if it changed. */
static bool lower_cell(const integrate_cell *c, uint16_t *d, int32_t turn)
{
    if (c->cost[c->index] == WENDI_TILE_WALL) {
        d[c->index] = WENDI_TILE_UNREACHED;
        return false;
    }
    uint32_t best = d[c->index];
    for (int32_t direction = 0; direction < 8; direction += turn) {
        const int32_t to = step_to(c, direction);
        const uint32_t step =
            direction % 2 == 0 ? WENDI_FLOW_STRAIGHT : (uint32_t)WENDI_FLOW_DIAGONAL;
        if (to != c->index && d[to] != WENDI_TILE_UNREACHED && d[to] + step * c->cost[to] < best) {
            best = d[to] + step * c->cost[to];
        }
    }
    const bool is_lower = best < d[c->index];
    d[c->index] = (uint16_t)best;
    return is_lower;
}

/* All cells, forwards or backwards. @return true if one changed. */
static bool sweep(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d, int32_t turn,
                  bool is_back)
{
    const int32_t cells = shape->width * shape->height;
    bool changed = false;
    for (int32_t i = 0; i < cells; i++) {
        const int32_t at = is_back ? cells - 1 - i : i;
        const integrate_cell c = {shape, cost,
                                  wendi_tile_index(shape, at % shape->width, at / shape->width)};
        changed = lower_cell(&c, d, turn) || changed;
    }
    return changed;
}

static bool is_overlooked(const integrate_cell *c, const uint16_t *d, int32_t turn)
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
            const integrate_cell c = {shape, cost, wendi_tile_index(shape, x, y)};
            if (is_overlooked(&c, d, has_diagonals ? 1 : 2)) {
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
    return kernel != NULL ? kernel->integrate(shape, cost, d, has_diagonals)
                          : wendi_tile_integrate_rows(shape, cost, d, has_diagonals);
}
