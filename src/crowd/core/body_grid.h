/* core/body_grid.h: bodies sorted by the cell of the ground that they stand in, anew in every tick.
 *
 *    columns wrap around, rows too:          order  [ 4 0 | 7 | | 2 5 1 | ...
 *    +---+---+---+---+                               `cell 0' `1'  `cell 3'
 *    | 0 | 1 | 2 | 3 |   cells of a row lie side by side in the order, so that who looks around
 *    +---+---+---+---+   reads a few runs of bodies, one a row
 *    | 4 | 5 |   |   |
 *    +---+---+---+---+
 *
 * Places are whole numbers, 65,536 to the metre, that wrap around: the difference of two of them is
 * exact wherever in the world they are. Since cells wrap as well, two places far away from each
 * other can share a cell; distances tell them apart. */
#ifndef WENDI_CROWD_CORE_BODY_GRID_H
#define WENDI_CROWD_CORE_BODY_GRID_H

#include "crowd/core/bodies.h"

enum {
    WENDI_FIXED_POSITION_BITS = 16, /* a metre is 2^16 units */
    WENDI_BODY_GRID_SIDE_LEAST = 32 /* columns and rows, so that no look around meets itself */
};

#define WENDI_FIXED_POSITION_UNIT (1.0F / 65536.0F)

typedef struct wendi_body_grid {
    uint32_t limit;         /* bodies at most */
    uint32_t count;         /* bodies sorted */
    uint32_t shift;         /* a cell is 2^shift units wide */
    uint32_t columns, rows; /* powers of two */
    uint32_t *starts;       /* [columns * rows + 1] into order */
    size_t start_capacity;
    uint32_t *keys;         /* [limit] cell of each body */
    uint32_t *order;        /* [limit] body at each place of the order */
    uint32_t *sorted_index; /* [limit] place in the order of each body */
    wend_allocator allocator;
} wendi_body_grid;

/* The rectangle that bodies stretch over, metres. */
typedef struct wendi_bodies_extent {
    double low_x, high_x, low_y, high_y;
} wendi_bodies_extent;

/* Bodies begin ... end - 1 of the order. */
typedef struct wendi_body_run {
    uint32_t begin, end;
} wendi_body_run;

wend_result wendi_body_grid_create(wendi_body_grid *cells, uint32_t limit, const wend_allocator *a);
void wendi_body_grid_free(wendi_body_grid *cells);
/** Sorts all bodies that are there. @param extent of all of them. @param size metres: cells are at
 * least that wide, to 256. @param reach metres, to 128: nobody looks further, and cells are so wide
 * that a look over that far to both sides meets no column and no row of the table twice. */
void wendi_body_grid_sort(wendi_body_grid *cells, const wendi_bodies *bodies,
                          const wendi_bodies_extent *extent, double size, double reach);
size_t wendi_body_grid_memory_bytes(const wendi_body_grid *cells);

/** A coordinate as a place. */
static inline uint32_t wendi_fixed_position(double metres)
{
    const double units = metres * 65536.0;
    const int64_t whole = (int64_t)units;
    return (uint32_t)(uint64_t)(units < (double)whole ? whole - 1 : whole);
}

/** The run, or two, of the cells `low` to `high` columns away from a place's own, `row_offset` rows
 * away. @return how many runs. */
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

/** The same for `around` cells to the left and right. */
static inline uint32_t wendi_body_grid_row(const wendi_body_grid *cells, uint32_t x, uint32_t y,
                                           int32_t around, int32_t row_offset,
                                           wendi_body_run runs[2])
{
    return wendi_body_grid_span(cells, x, y, row_offset, -around, around, runs);
}

#endif
