/* One tile of a bake: the only interface to Recast, and to C++.
 *
 *      border |<- width ->| border     Lattice: x to the right, y up the page, h the height, all in
 *     +-------+-----------+-------+    cells. Triangles come in metres counted from the lower left
 *     |       | 0,0 .. w,h|       |    corner of the border; corners go out in cells counted from
 *     +-------+-----------+-------+    the lower left corner of the tile, heights from its bottom.
 *
 * Sides of a tile: 0 left, 1 top (large y), 2 right, 3 bottom. Memory is Recast's, because tiles
 * are baked on any thread and a wend_allocator is called from the user's only. */
#ifndef WENDI_RECAST_TILE_H
#define WENDI_RECAST_TILE_H

#include "wend/bake.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wendi_tile_config {
    float cell_size, cell_height;
    int width, height; /* cells, without the border */
    int border;
    int height_cells; /* from bottom to top */
    int walkable_height, walkable_climb, walkable_radius;
    int merge_cells, max_edge_cells, max_polygon_corners;
    float max_edge_error;
    wend_bake_partition partition;
} wendi_tile_config;

enum { WENDI_TILE_NO_FLOOR = 0xffff };

/* An edge on a side of the tile. Row r of it, low <= r < high, is the r-th cell of that side. */
typedef struct wendi_tile_edge {
    uint32_t corner; /* of the edge's first end, among all corners of the tile */
    uint32_t side;
    uint32_t low, high;
    uint32_t first_row; /* rows[first_row + r - low] */
} wendi_tile_edge;

/* The floor within a tile and the one beyond its side that an agent can step to. */
typedef struct wendi_tile_row {
    uint16_t own, beyond; /* WENDI_TILE_NO_FLOOR = none */
} wendi_tile_row;

typedef struct wendi_tile_view {
    const uint16_t *points; /* [point_count][3] x, y, h */
    uint32_t point_count;
    const uint32_t *corners;    /* [corner_count] points */
    const uint32_t *neighbours; /* [corner_count] polygons of this tile, or WEND_NODE_NONE */
    uint32_t corner_count;
    const uint8_t *sizes; /* [polygon_count] */
    const uint8_t *areas; /* [polygon_count] as given to add */
    uint32_t polygon_count;
    const wendi_tile_edge *edges; /* [edge_count] */
    uint32_t edge_count;
    const wendi_tile_row *rows;
    uint32_t row_count;
    uint32_t warning_count;
    const char *warning; /* the first one, or the error's text; "" if none */
} wendi_tile_view;

typedef struct wendi_tile wendi_tile;

/** NULL: no memory. */
wendi_tile *wendi_tile_create(const wendi_tile_config *config);
/** Adds a triangle: three times x, height, y. @param area 1 to 63; 0 = not walkable.
 * @return false: no memory. */
bool wendi_tile_add(wendi_tile *tile, const float *triangle, uint8_t area);
/** Bakes. @return WEND_OK (perhaps without any polygon), WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
wend_result wendi_tile_build(wendi_tile *tile);
/** The result; valid until the tile is destroyed. */
wendi_tile_view wendi_tile_get_view(const wendi_tile *tile);
/** Frees; NULL is fine. */
void wendi_tile_destroy(wendi_tile *tile);

#ifdef __cplusplus
}
#endif
#endif
