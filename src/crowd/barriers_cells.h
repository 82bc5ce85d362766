/* barriers_cells.h: the closed cells of a grid, and wall lines in buckets: the two makes of walls
 * behind barriers.h. */
#ifndef WENDI_CROWD_BARRIERS_CELLS_H
#define WENDI_CROWD_BARRIERS_CELLS_H

#include "crowd/barriers.h"

/* A wall that was found, in offsets from the centre: its nearest point, and what of it lies within
 * reach, from a to b: a line between them, or the box that they are two corners of. */
typedef struct wendi_barrier_find {
    double x, y, squared;
    double ax, ay, bx, by;
    bool is_box;
} wendi_barrier_find;

/* Those that were found, unsorted. */
typedef struct wendi_barrier_finds {
    uint32_t count;
    double dropped; /* squared distance of the nearest for which there was no room */
    wendi_barrier_find items[64];
} wendi_barrier_finds;

wend_result wendi_barrier_cells_create(wendi_barrier_cells *cells, const wend_grid *grid,
                                       const wend_crowd_class *who, const wend_allocator *a);
void wendi_barrier_cells_free(wendi_barrier_cells *cells, const wend_allocator *a);
/** @return has anything changed? */
bool wendi_barrier_cells_update(wendi_barrier_cells *cells, const wend_crowd_class *who);
void wendi_barrier_cells_find(const wendi_barrier_cells *cells, double x, double y, double reach,
                              wendi_barrier_finds *finds);
bool wendi_barrier_cells_any(const wendi_barrier_cells *cells, double x, double y, double reach);
bool wendi_barrier_cells_is_open(const wendi_barrier_cells *cells, double x, double y);
bool wendi_barrier_cells_way_out(const wendi_barrier_cells *cells, wend_vec2 from, double radius,
                                 wend_vec2 *out);

void wendi_barrier_lines_free(wendi_barrier_lines *lines, const wend_allocator *a);
/** True if they are as the walls were, and not as they are. */
bool wendi_barrier_lines_are_old(const wendi_barrier_lines *lines);
/** Builds them anew, where they are old. @return false: no memory; then they are of no use. */
bool wendi_barrier_lines_build(wendi_barrier_lines *lines, uint32_t stops, double margin,
                               const wend_allocator *a);
void wendi_barrier_lines_find(const wendi_barrier_lines *lines, double x, double y, double reach,
                              wendi_barrier_finds *finds);
bool wendi_barrier_lines_any(const wendi_barrier_lines *lines, double x, double y);

/** Keeps a nearest point; the farthest one gives way when there are too many. */
void wendi_barrier_finds_add(wendi_barrier_finds *finds, const wendi_barrier_find *find);

#endif
