/* barriers_cells.h: the closed cells of a grid, and wall lines in buckets: the two makes of walls
 * behind barriers.h. */
#ifndef WENDI_CROWD_BARRIERS_CELLS_H
#define WENDI_CROWD_BARRIERS_CELLS_H

#include "crowd/barriers.h"

/* Nearest points that were found, unsorted: offsets from the centre. */
typedef struct wendi_barrier_finds {
    uint32_t count;
    struct {
        double x, y, squared;
    } items[64];
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
/** Built anew when the walls' revision is another one. */
wend_result wendi_barrier_lines_update(wendi_barrier_lines *lines, uint32_t stops, double margin,
                                       const wend_allocator *a, bool *has_changed);
void wendi_barrier_lines_find(const wendi_barrier_lines *lines, double x, double y, double reach,
                              wendi_barrier_finds *finds);
bool wendi_barrier_lines_any(const wendi_barrier_lines *lines, double x, double y);

/** Keeps a nearest point; the farthest one gives way when there are too many. */
void wendi_barrier_finds_add(wendi_barrier_finds *finds, double x, double y);

#endif
