/* The inside of a clearance, for the files clearance*.c.
 *
 *   squares  [height][width]  side of the largest open square; 0 = wall, and nothing else is 0
 *   discs    [height][width]  squared distance to the nearest wall, at most `cap`; 0 = wall
 *
 * There is no copy of the walls: a cell is a wall where its square is 0. The numbers are computed
 * in two ways, which give the same bits:
 *
 *   rebuild (clearance_tile.c, clearance_hex.c): tiles of 64 x 64 cells, from the walls alone. The
 *           tile and a margin around it are copied out first, so that edges and wrapping are
 *           handled in one place.
 *   repair  (clearance_repair.c): one cell that changed, ring by ring around it, from the numbers
 *           of the cells around.
 *
 * Updates (clearance.c) choose between them for each changed sector. */
#ifndef WENDI_WORLD_DERIVED_CLEARANCE_STORE_H
#define WENDI_WORLD_DERIVED_CLEARANCE_STORE_H

#include "base/core/message.h"
#include "world/cells/directions.h"
#include "world/derived/clearance.h"

enum {
    WENDI_CLEARANCE_TILE = 64,
    /* Lines of hexes around a cell in which walls may be nearer than WEND_CLEARANCE_MAX: a line
     * `n` away lies at least (3n - 2) / sqrt(12) cells off. */
    WENDI_CLEARANCE_MARGIN_MAX = 75,
    WENDI_CLEARANCE_RINGS_MAX = WENDI_CLEARANCE_MARGIN_MAX + 1,
    WENDI_CLEARANCE_LINES_MAX = WENDI_CLEARANCE_TILE + 2 * WENDI_CLEARANCE_MARGIN_MAX,
    WENDI_CLEARANCE_STRIDE_MAX = WENDI_CLEARANCE_TILE + 2 * (WEND_CLEARANCE_MAX + 1),
    WENDI_CLEARANCE_SECTORS_MAX = 4096
};

/* The offset of a cell from another. */
typedef struct wendi_clearance_offset {
    int8_t dx, dy;
    uint16_t number;     /* squared distance from here to a wall there, below the cap */
    uint16_t stop_below; /* see clearance_tables.c */
    uint16_t ring;       /* steps; squares count diagonal ones as one */
} wendi_clearance_offset;

/* The offsets around a hex whose line is not moved (0) or moved (1); squares use the first. */
typedef struct wendi_clearance_offsets {
    wendi_clearance_offset *by_ring;   /* [count] */
    wendi_clearance_offset *by_number; /* [count] */
    uint32_t ring_first[WENDI_CLEARANCE_RINGS_MAX + 1];
} wendi_clearance_offsets;

/* Working arrays of rebuilds and updates. */
typedef struct wendi_clearance_work {
    uint8_t window[WENDI_CLEARANCE_LINES_MAX * WENDI_CLEARANCE_STRIDE_MAX];
    uint8_t turned[WENDI_CLEARANCE_LINES_MAX * WENDI_CLEARANCE_STRIDE_MAX];
    uint8_t nearest[WENDI_CLEARANCE_LINES_MAX][2][WENDI_CLEARANCE_TILE];
    bool has_wall[WENDI_CLEARANCE_LINES_MAX];
    uint8_t squares[WENDI_CLEARANCE_TILE * WENDI_CLEARANCE_TILE];
    uint16_t discs[WENDI_CLEARANCE_TILE * WENDI_CLEARANCE_TILE];
    uint32_t sectors[WENDI_CLEARANCE_SECTORS_MAX];
} wendi_clearance_work;

struct wend_clearance {
    wend_allocator allocator;
    const wend_grid *grid;
    uint32_t movement_class, team;
    uint64_t revision;
    int32_t width, height;
    wend_wrap wrap;
    bool is_hex;
    wend_hex_layout layout;
    double cell_size;
    int32_t most;
    int32_t margin;                /* lines around a cell in which walls matter */
    uint32_t cap;                  /* number of a disc of radius `most` */
    uint32_t parts;                /* of a cell's squared size: the unit of numbers */
    bool is_round;                 /* wraps so closely that one wall is near on two sides */
    int32_t sector_size;           /* the grid's */
    size_t sector_limit;           /* with more changed sectors everything is rebuilt */
    uint8_t *squares;              /* [height][width] */
    uint16_t *discs;               /* [height][width] */
    wendi_clearance_offset *block; /* all lists of offsets */
    uint32_t offset_count;         /* in each list */
    uint32_t ring_count;
    wendi_clearance_offsets offsets[2];
    uint16_t *hex_numbers; /* [margin + 1][most + 2]: see clearance_hex.c */
    wendi_clearance_work *work;
    wend_message error; /* of the last failure */
};

static inline size_t wendi_clearance_cells(const wend_clearance *clearance)
{
    return (size_t)clearance->width * (size_t)clearance->height;
}

static inline int32_t wendi_clearance_wrap(int32_t x, int32_t side)
{
    const int32_t rest = x % side;
    return rest < 0 ? rest + side : rest;
}

/** Index of a cell, wrapped where the grid does; -1 outside. */
static inline ptrdiff_t wendi_clearance_index(const wend_clearance *clearance, int32_t x, int32_t y)
{
    if ((uint32_t)x >= (uint32_t)clearance->width) {
        if ((clearance->wrap & WEND_WRAP_X) == 0) {
            return -1;
        }
        x = wendi_clearance_wrap(x, clearance->width);
    }
    if ((uint32_t)y >= (uint32_t)clearance->height) {
        if ((clearance->wrap & WEND_WRAP_Y) == 0) {
            return -1;
        }
        y = wendi_clearance_wrap(y, clearance->height);
    }
    return (ptrdiff_t)y * clearance->width + x;
}

/* ---- tables ---- */

/** Makes the lists of offsets and the numbers of hexes. @return false: no memory, nothing made. */
bool wendi_clearance_tables_create(wend_clearance *clearance);
void wendi_clearance_tables_destroy(wend_clearance *clearance);
size_t wendi_clearance_tables_memory_bytes(const wend_clearance *clearance);

/** The number of a wall's hex whose centre lies `half_cells` halves of a cell along the lines and
 * `lines` lines away: twelve times the squared distance from the centre at 0 to its border. */
uint32_t wendi_clearance_hex_number(int32_t half_cells, int32_t lines);

/* ---- rebuilding ---- */

/** Reads all walls and computes all numbers. */
void wendi_clearance_build(wend_clearance *clearance);

/** Computes the numbers of a rectangle of cells from the walls; it may reach over the edges. */
void wendi_clearance_rebuild(wend_clearance *clearance, int32_t x, int32_t y, int32_t width,
                             int32_t height);

/** The same for one tile of at most WENDI_CLEARANCE_TILE cells a side; hexes in clearance_hex.c. */
void wendi_clearance_hex_tile(wend_clearance *clearance, int32_t x, int32_t y, int32_t width,
                              int32_t height);

/** Copies squares out: 0 outside, around the edges where the grid wraps.
 * @param cells [height][stride], zeros behind the width. */
void wendi_clearance_copy_squares(const wend_clearance *clearance, int32_t x, int32_t y,
                                  int32_t width, int32_t height, uint8_t *cells, size_t stride);

/** Writes numbers to a row of cells that lies inside or wraps. */
void wendi_clearance_write_row(wend_clearance *clearance, int32_t x, int32_t y, int32_t count,
                               const uint8_t *squares, const uint16_t *discs);

/* ---- repairing ---- */

/** Turns an open cell into a wall, or a wall into an open cell, and repairs all numbers around
 * it. */
void wendi_clearance_flip(wend_clearance *clearance, int32_t x, int32_t y);

#endif
