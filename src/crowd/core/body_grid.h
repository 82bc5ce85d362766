/* Bodies sorted by grid cell, again in every tick.
 *
 *    columns wrap around, rows too:          order  [ 4 0 | 7 | | 2 5 1 | ...
 *    +---+---+---+---+                               `cell 0' `1'  `cell 3'
 *    | 0 | 1 | 2 | 3 |   cells of a row lie side by side in the order: a search
 *    +---+---+---+---+   around a body reads a few runs of bodies, one a row
 *    | 4 | 5 |   |   |
 *    +---+---+---+---+
 *
 * Positions are fixed-point numbers, 65,536 to the metre, that wrap around: the difference of two
 * is exact anywhere in the world. As cells wrap as well, distant bodies can share a cell; their
 * distance distinguishes them. */
#ifndef WENDI_CROWD_CORE_BODY_GRID_H
#define WENDI_CROWD_CORE_BODY_GRID_H

#include "wend/base.h"

typedef struct wendi_bodies wendi_bodies;

enum {
    WENDI_FIXED_POSITION_BITS = 16, /* a metre is 2^16 units */
    WENDI_BODY_GRID_SIDE_LEAST = 32 /* columns and rows, so that no search meets itself */
};

#define WENDI_FIXED_POSITION_UNIT (1.0F / 65536.0F)

typedef struct wendi_body_grid {
    uint32_t limit;         /* most bodies */
    uint32_t count;         /* sorted bodies */
    uint32_t shift;         /* a cell is 2^shift units wide */
    uint32_t columns, rows; /* powers of two */
    uint32_t *starts;       /* [columns * rows + 1] into order */
    size_t start_capacity;
    uint8_t *marks;         /* [start_capacity] of cells near bodies that move */
    uint32_t *keys;         /* [limit] cell of each body */
    uint32_t *order;        /* [limit] body at each index of the order */
    uint32_t *sorted_index; /* [limit] index in the order of each body */
    wend_allocator allocator;
} wendi_body_grid;

/* The rectangle around bodies, metres. */
typedef struct wendi_bodies_extent {
    double low_x, high_x, low_y, high_y;
} wendi_bodies_extent;

/* Bodies begin ... end - 1 of the order. */
typedef struct wendi_body_run {
    uint32_t begin, end;
} wendi_body_run;

wend_result wendi_body_grid_create(wendi_body_grid *cells, uint32_t limit, const wend_allocator *a);
void wendi_body_grid_free(wendi_body_grid *cells);
/** Sorts the bodies. @param moves [high] bodies that move: of others only those in the cells of these
 * and around them are sorted. NULL: all are. @param extent of all of them. @param size metres, to 256: cells are at least
 * this wide. @param reach metres, to 128: the longest search; cells are so wide that such a search
 * meets no column and no row twice. */
void wendi_body_grid_sort(wendi_body_grid *cells, const wendi_bodies *bodies,
                          const wendi_bodies_extent *extent, double size, double reach,
                          const uint8_t *moves);
size_t wendi_body_grid_memory_bytes(const wendi_body_grid *cells);

/** A coordinate as a fixed-point number. */
static inline uint32_t wendi_fixed_position(double metres)
{
    const double units = metres * 65536.0;
    const int64_t whole = (int64_t)units;
    return (uint32_t)(uint64_t)(units < (double)whole ? whole - 1 : whole);
}

/** The run, or two, of the cells `low` to `high` columns from a position's own cell, `row_offset`
 * rows away. @return how many runs. */
static inline uint32_t wendi_body_grid_span(const wendi_body_grid *cells, uint32_t x, uint32_t y,
                                            int32_t row_offset, int32_t low, int32_t high,
                                            wendi_body_run runs[2])
{
    const uint32_t row = ((y >> cells->shift) + (uint32_t)row_offset) & (cells->rows - 1);
    const uint32_t first = ((x >> cells->shift) + (uint32_t)low) & (cells->columns - 1);
    const uint32_t last = first + (uint32_t)(high - low);
    const uint32_t *starts = cells->starts + row * cells->columns;
    if (last < cells->columns) {
        runs[0] = (wendi_body_run){starts[first], starts[last + 1]};
        return 1;
    }
    runs[0] = (wendi_body_run){starts[first], starts[cells->columns]};
    runs[1] = (wendi_body_run){starts[0], starts[last - cells->columns + 1]};
    return 2;
}

/** The same for `around` cells to both sides. */
static inline uint32_t wendi_body_grid_row(const wendi_body_grid *cells, uint32_t x, uint32_t y,
                                           int32_t around, int32_t row_offset,
                                           wendi_body_run runs[2])
{
    return wendi_body_grid_span(cells, x, y, row_offset, -around, around, runs);
}

#endif
