/* A bake in progress.
 *
 *     y ^  +-----+-----+---+    Cells are counted from the lower left corner of all triangles,
 *       |  | 3   | 4   | 5 |    tiles in rows from there; those at the far sides may be smaller.
 *       |  +-----+-----+---+    Points, edges and floors of all tiles are on this one lattice.
 *       |  | 0   | 1   | 2 |
 *       +--+-----+-----+---+-> x */
#ifndef WENDI_RECAST_BAKE_H
#define WENDI_RECAST_BAKE_H

#include "base/core/array.h"
#include "recast/tile.h"

/* Positions of cells: cell (x, y) begins at ((low_x + x) * cell, (low_y + y) * cell), exactly. */
typedef struct wendi_bake_lattice {
    double cell, rise; /* floats, so that their multiples are exact doubles */
    int64_t low_x, low_y, low_h;
    uint32_t width, height; /* cells */
    uint32_t tiles_x, tiles_y;
    uint32_t tile_cells;
} wendi_bake_lattice;

/* The polygons of all tiles done so far. */
typedef struct wendi_bake_polygons {
    wendi_array_u32 points;     /* [][3] x, y, h */
    wendi_array_u32 corners;    /* points */
    wendi_array_u32 neighbours; /* for each corner: polygons of the same tile, or NONE */
    wendi_array_u8 sizes, areas;
    wendi_array_u32 edges; /* [][WENDI_EDGE_FIELDS] */
    wendi_array_u32 rows;  /* [][2] floor here and the one beyond, or UINT32_MAX */
} wendi_bake_polygons;

/* The words of an edge; low and high lie on the lattice. */
enum {
    WENDI_EDGE_CORNER,
    WENDI_EDGE_SIDE,
    WENDI_EDGE_LOW,
    WENDI_EDGE_HIGH,
    WENDI_EDGE_ROW,
    WENDI_EDGE_FIELDS
};

struct wend_bake {
    wend_bake_def def;
    wendi_bake_lattice lattice;
    wendi_tile_config config;  /* of a full tile */
    double least_up;           /* cosine of the steepest slope */
    uint8_t code_of_area[256]; /* Recast's number of an area; 0 = solid */
    uint8_t area_of_code[64];
    uint32_t grid_count;      /* tiles, empty ones included */
    uint32_t filled_count;    /* tiles with triangles */
    uint32_t *tile_firsts;    /* [grid_count + 1] */
    uint32_t *tile_triangles; /* [tile_firsts[grid_count]] */
    uint32_t *edge_firsts;    /* [grid_count + 1], as far as tiles are done */
    uint32_t next;            /* first tile that is not done */
    uint32_t done;            /* of the filled ones */
    uint32_t empty_count;
    wendi_bake_polygons polygons;
    wend_result status;
    wend_message failure; /* of a failed run */
    wend_message error;   /* of the last failure */
    uint64_t warning_count;
    char first_warning[WEND_MESSAGE_CAPACITY];
};

/** A point as wend counts: z up. */
wend_vec3 wendi_bake_point(const wend_bake_def *def, uint32_t index);
/** The three corners of a triangle. */
void wendi_bake_triangle(const wend_bake_def *def, size_t triangle, wend_vec3 corners[3]);
/** Lays out lattice and tiles, and which triangles lie over each. Results as wend_bake_start. */
wend_result wendi_bake_begin_tiles(wend_bake *bake);
/** The tile's cells: low to high, without its border. */
void wendi_bake_tile_cells(const wend_bake *bake, uint32_t tile, uint32_t low[2], uint32_t size[2]);
/** Adds a baked tile, whose heights count from base (on the lattice). */
wend_result wendi_bake_add_tile(wend_bake *bake, uint32_t tile, uint32_t base,
                                const wendi_tile *baked);

/* ---- joining ---- */

/* Rows low ... high - 1 of a border, over which two edges are one. */
typedef struct wendi_bake_join {
    uint32_t edges[2], low, high;
} wendi_bake_join;

typedef struct wendi_bake_joins {
    wend_allocator allocator;
    wendi_bake_join *items; /* [capacity] */
    size_t count, capacity;
} wendi_bake_joins;

/** Finds the edges that can be crossed between tiles, in the order of tiles.
 * @return false: no memory. */
bool wendi_bake_find_joins(const wend_bake *bake, wendi_bake_joins *joins);
/** Creates the mesh: polygons with shared points, edges cut where others end. */
wend_result wendi_bake_make_mesh(const wend_bake *bake, const wendi_bake_joins *joins,
                                 wend_mesh **mesh, wend_bake_report *report);

#endif
