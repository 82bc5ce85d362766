/* The cost pass over one tile with 32-bit costs.
 * Cost: some 10 ns a cell: sweeps down and up the rows until one changes nothing. Each row takes
 * the costs over the row before it, which compilers vectorize, then those along the row, cell
 * after cell, to the right and back. */
#include "flow/tile/integrate.h"

static const uint32_t NEVER = WENDI_TILE_WIDE_UNREACHED;

/* The cost of entering each cell; NEVER for walls. */
typedef struct wide_tile {
    const wendi_tile_shape *shape;
    uint32_t *d;
    bool has_diagonals;
    uint32_t straight[WENDI_TILE_CELLS], diagonal[WENDI_TILE_CELLS];
    uint32_t wall[WENDI_TILE_CELLS]; /* NEVER or 0 */
} wide_tile;

static inline uint32_t plus(uint32_t a, uint32_t b)
{
    const uint32_t sum = a + b;
    return sum < a ? NEVER : sum;
}

static inline uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void prepare(wide_tile *w, const uint8_t *cost, uint32_t straight, uint32_t diagonal)
{
    for (int32_t i = 0; i < w->shape->count; i++) {
        w->wall[i] = cost[i] == WENDI_TILE_WALL ? NEVER : 0;
        w->straight[i] = cost[i] * straight | w->wall[i];
        w->diagonal[i] = cost[i] * diagonal | w->wall[i];
    }
}

/* Costs over the row before (its first cell at `from`) into the row at `to`. */
static bool integrate_down(const wide_tile *w, int32_t to, int32_t from)
{
    const uint32_t *wall = w->wall;
    uint32_t changed = 0;
    uint32_t row[WENDI_TILE_SIDE] = {0};
    for (int32_t x = 0; x < w->shape->width; x++) {
        row[x] = plus(w->d[from + x], w->straight[from + x]);
    }
    for (int32_t x = 0; x < w->shape->width && w->has_diagonals; x++) {
        const int32_t i = from + x;
        const uint32_t left = plus(w->d[i - 1], w->diagonal[i - 1]) | wall[i] | wall[to + x - 1];
        const uint32_t right = plus(w->d[i + 1], w->diagonal[i + 1]) | wall[i] | wall[to + x + 1];
        row[x] = least(row[x], least(left, right));
    }
    for (int32_t x = 0; x < w->shape->width; x++) {
        const uint32_t old = w->d[to + x];
        w->d[to + x] = least(old, row[x] | wall[to + x]);
        changed |= old ^ w->d[to + x];
    }
    return changed != 0;
}

/* Costs along the row whose first cell is at `to`. */
static bool integrate_along(const wide_tile *w, int32_t to)
{
    uint32_t changed = 0;
    const int32_t end = to + w->shape->width;
    uint32_t before = w->d[to - 1];
    for (int32_t i = to; i < end; i++) {
        const uint32_t old = w->d[i];
        before = least(old, plus(before, w->straight[i - 1]) | w->wall[i]);
        w->d[i] = before;
        changed |= old ^ before;
    }
    before = w->d[end];
    for (int32_t i = end - 1; i >= to; i--) {
        const uint32_t old = w->d[i];
        before = least(old, plus(before, w->straight[i + 1]) | w->wall[i]);
        w->d[i] = before;
        changed |= old ^ before;
    }
    return changed != 0;
}

static bool sweep(const wide_tile *w, bool is_up)
{
    bool changed = false;
    const int32_t height = w->shape->height;
    for (int32_t i = 0; i < height; i++) {
        const int32_t to = wendi_tile_index(w->shape, 0, is_up ? height - 1 - i : i);
        changed |= integrate_down(w, to, is_up ? to + w->shape->stride : to - w->shape->stride);
        changed |= integrate_along(w, to);
    }
    return changed;
}

/* True if a cell from which this one can be entered is reached: the sum saturated. */
static bool is_overlooked(const wide_tile *w, int32_t index)
{
    for (int32_t direction = 0; direction < 8; direction += w->has_diagonals ? 1 : 2) {
        const int32_t row = wendi_flow_dy[direction] * w->shape->stride;
        const int32_t column = wendi_flow_dx[direction];
        const uint32_t walls =
            w->wall[index + row] | w->wall[index + column] | w->wall[index + row + column];
        if (walls == 0 && w->d[index + row + column] != NEVER) {
            return true;
        }
    }
    return false;
}

static bool has_saturated(const wide_tile *w)
{
    for (int32_t y = 0; y < w->shape->height; y++) {
        for (int32_t x = 0; x < w->shape->width; x++) {
            const int32_t index = wendi_tile_index(w->shape, x, y);
            if (w->d[index] == NEVER && w->wall[index] == 0 && is_overlooked(w, index)) {
                return true;
            }
        }
    }
    return false;
}

bool wendi_tile_integrate_wide(const wendi_tile_shape *shape, const uint8_t *cost, uint32_t *d,
                               uint32_t straight, uint32_t diagonal)
{
    wide_tile w;
    w.shape = shape;
    w.d = d;
    w.has_diagonals = diagonal != 0;
    prepare(&w, cost, straight, diagonal);

    /* Walls are never reached, with any earlier D. */
    for (int32_t y = 0; y < w.shape->height; y++) {
        for (int32_t x = 0; x < w.shape->width; x++) {
            const int32_t index = wendi_tile_index(w.shape, x, y);
            w.d[index] |= w.wall[index];
        }
    }

    /* The first sweep gives no information about upward steps. */
    sweep(&w, false);
    bool is_up = true;
    while (sweep(&w, is_up)) {
        is_up = !is_up;
    }
    return !has_saturated(&w);
}
