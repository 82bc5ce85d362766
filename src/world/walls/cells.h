/* Edges of walls in a grid of cells, for many short rays while the walls stay as they are.
 *
 *     starts   | cell 0 | cell 1 | ...          rows of cells side by side: a run of cells in a row is a
 *     edges    | 4 7 | | 2 | 2 9 11 | ...       run of edges; an edge is in every cell that it touches
 *     ends     | a b a b | | a b | ...          copies of their ends, which a ray reads one after another
 *
 * A grid beside the tree and not in its place: it is of no use for walls of very different sizes, and
 * says so; then the tree is as good as before. */
#ifndef WENDI_WORLD_WALLS_CELLS_H
#define WENDI_WORLD_WALLS_CELLS_H

#include "world/walls/store.h"

typedef struct wendi_wall_ends {
    wend_vec2 at[2];
} wendi_wall_ends;

typedef struct wendi_wall_cells {
    wend_vec2 low;
    double size, inverse_size;
    double slack; /* more than all roundings */
    uint32_t columns, rows;
    uint32_t *starts;      /* [columns * rows + 1] */
    uint32_t *edges;       /* [edge_capacity] */
    wendi_wall_ends *ends; /* [edge_capacity] */
    uint32_t start_capacity, edge_capacity;
    bool is_useful;
} wendi_wall_cells;

/** Lays the cells out. @return false without memory: they are of no use. */
bool wendi_wall_cells_build(wendi_wall_cells *cells, const wend_walls *walls,
                            const wend_allocator *allocator);
void wendi_wall_cells_free(wendi_wall_cells *cells, const wend_allocator *allocator);
size_t wendi_wall_cells_bytes(const wendi_wall_cells *cells);

/** The cells within a distance of a segment, row by row from a to b. */
typedef struct wendi_wall_rows {
    const wendi_wall_cells *cells;
    wend_vec2 a, b;
    double inverse_rise; /* 0: a and b are level */
    double reach;
    int32_t row, last, step;
    int32_t first_column, last_column; /* of all rows; few: then of each */
    bool is_few;
} wendi_wall_rows;

wendi_wall_rows wendi_wall_rows_make(const wendi_wall_cells *cells, wend_vec2 a, wend_vec2 b,
                                     double radius);
/** The next run of edges, begin ... end - 1; false when there are no more. */
bool wendi_wall_rows_next(wendi_wall_rows *rows, uint32_t *begin, uint32_t *end);

/** What a list of crossings is for. */
typedef struct wendi_crossings_need {
    size_t most;    /* where more different walls are crossed, nothing else is of use */
    uint32_t edge1; /* an edge + 1 that is tested first; set to one that was crossed; 0 = none */
} wendi_crossings_need;

/** As wend_walls_crossings_3d.
 * @param cells useful ones of the walls as they are; NULL: the tree.
 * @param need NULL: all of it. Where more walls than `most` are known to be crossed, nothing is listed and
 * count is their number so far: WEND_PARTIAL. */
wend_result wendi_walls_crossings_in_cells(const wend_walls *walls, const wendi_wall_cells *cells,
                                           wend_vec3 from, wend_vec3 to, uint32_t stops,
                                           wendi_crossings_need *need,
                                           wend_wall_crossing *crossings, size_t capacity,
                                           size_t *count);

#endif
