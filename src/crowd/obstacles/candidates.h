/* obstacles/candidates.h: the closed cells of a grid, and wall lines in buckets: the two makes of
 * walls behind obstacles/obstacles.h. */
#ifndef WENDI_CROWD_OBSTACLES_CANDIDATES_H
#define WENDI_CROWD_OBSTACLES_CANDIDATES_H

#include "crowd/obstacles/obstacles.h"

/* A wall that was found, in offsets from the centre: its nearest point, and what of it lies within
 * reach, from a to b: a line between them, or the box that they are two corners of. */
typedef struct wendi_obstacle_candidate {
    double x, y, squared;
    double ax, ay, bx, by;
    bool is_box;
} wendi_obstacle_candidate;

/* Those that were found, unsorted. */
typedef struct wendi_obstacle_candidates {
    uint32_t count;
    double dropped; /* squared distance of the nearest for which there was no room */
    wendi_obstacle_candidate items[64];
} wendi_obstacle_candidates;

wend_result wendi_obstacle_cells_create(wendi_obstacle_cells *cells, const wend_grid *grid,
                                        const wend_crowd_class *who, const wend_allocator *a);
void wendi_obstacle_cells_free(wendi_obstacle_cells *cells, const wend_allocator *a);
/** @return has anything changed? */
bool wendi_obstacle_cells_update(wendi_obstacle_cells *cells, const wend_crowd_class *who);
void wendi_obstacle_cells_find(const wendi_obstacle_cells *cells, double x, double y, double reach,
                               wendi_obstacle_candidates *finds);
bool wendi_obstacle_cells_are_near(const wendi_obstacle_cells *cells, double x, double y,
                                   double reach);
bool wendi_obstacle_cells_is_open(const wendi_obstacle_cells *cells, double x, double y);
bool wendi_obstacle_cells_nearest_open(const wendi_obstacle_cells *cells, wend_vec2 from,
                                       double radius, wend_vec2 *out);

void wendi_obstacle_lines_free(wendi_obstacle_lines *lines, const wend_allocator *a);
/** True if they are as the walls were, and not as they are. */
bool wendi_obstacle_lines_are_stale(const wendi_obstacle_lines *lines);
/** Builds them anew, where they are old. @return false: no memory; then they are of no use. */
bool wendi_obstacle_lines_build(wendi_obstacle_lines *lines, uint32_t stops, double margin,
                                const wend_allocator *a);
void wendi_obstacle_lines_find(const wendi_obstacle_lines *lines, double x, double y, double reach,
                               wendi_obstacle_candidates *finds);
bool wendi_obstacle_lines_are_near(const wendi_obstacle_lines *lines, double x, double y);

/** Keeps a nearest point; the farthest one gives way when there are too many. */
void wendi_obstacle_candidates_add(wendi_obstacle_candidates *finds,
                                   const wendi_obstacle_candidate *find);

#endif
