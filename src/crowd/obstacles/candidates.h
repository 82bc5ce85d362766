/* The two sources of obstacles, closed grid cells and wall lines in buckets, and the
 * candidates that they find around a position. */
#ifndef WENDI_CROWD_OBSTACLES_CANDIDATES_H
#define WENDI_CROWD_OBSTACLES_CANDIDATES_H

#include "crowd/obstacles/obstacles.h"

/* A wall found, relative to the centre: its nearest point, and the part of it within reach, from a
 * to b: a segment, or a box of which they are two corners. */
typedef struct wendi_obstacle_candidate {
    double x, y, squared;
    double ax, ay, bx, by;
    bool is_box;
} wendi_obstacle_candidate;

/* All walls found, unsorted. */
typedef struct wendi_obstacle_candidates {
    uint32_t count;
    double dropped; /* squared distance of the nearest one for which there was no room */
    bool is_amid;   /* on a mesh: no edge of the polygon is within reach */
    wendi_obstacle_candidate items[64];
} wendi_obstacle_candidates;

wend_result wendi_obstacle_cells_create(wendi_obstacle_cells *cells, const wend_grid *grid,
                                        const wend_crowd_class *crowd_class,
                                        const wend_allocator *a);
void wendi_obstacle_cells_free(wendi_obstacle_cells *cells, const wend_allocator *a);
/** @param closed grows by the cells that were open and are not. @return true if anything changed. */
bool wendi_obstacle_cells_update(wendi_obstacle_cells *cells, const wend_crowd_class *crowd_class,
                                 wendi_obstacle_edits *closed);
void wendi_obstacle_cells_find(const wendi_obstacle_cells *cells, double x, double y, double reach,
                               wendi_obstacle_candidates *candidates);
bool wendi_obstacle_cells_are_near(const wendi_obstacle_cells *cells, double x, double y,
                                   double reach);
/** See wendi_obstacles_open_radius. */
double wendi_obstacle_cells_open_radius(const wendi_obstacle_cells *cells, wend_vec2 at,
                                        double most, uint64_t *looks);
/** True if no closed cell touches a disc on a straight way. False means unknown.
 * @param looks grows by the work done. */
bool wendi_obstacle_cells_are_open_along(const wendi_obstacle_cells *cells, wend_vec2 from,
                                         wend_vec2 to, double radius, uint64_t *looks);
bool wendi_obstacle_cells_is_open(const wendi_obstacle_cells *cells, double x, double y);
bool wendi_obstacle_cells_nearest_open(const wendi_obstacle_cells *cells, wend_vec2 from,
                                       double radius, wend_vec2 *out);

void wendi_obstacle_lines_free(wendi_obstacle_lines *lines, const wend_allocator *a);
/** True if walls changed since the lines were built. */
bool wendi_obstacle_lines_are_stale(const wendi_obstacle_lines *lines);
/** Rebuilds stale lines. @return false: out of memory, and the lines are unusable. */
bool wendi_obstacle_lines_build(wendi_obstacle_lines *lines, uint32_t stops, double margin,
                                const wend_allocator *a);
/** @param closed grows by the lines that were not among the old ones. */
void wendi_obstacle_lines_compare(const wendi_obstacle_lines *lines,
                                  const wendi_obstacle_lines *old, wendi_obstacle_edits *closed);
/** Grows a box by another one. */
void wendi_obstacle_edits_add(wendi_obstacle_edits *closed, const wendi_obstacle_edits *more);
void wendi_obstacle_lines_find(const wendi_obstacle_lines *lines, double x, double y, double reach,
                               wendi_obstacle_candidates *candidates);
bool wendi_obstacle_lines_are_near(const wendi_obstacle_lines *lines, double x, double y);

/** Adds the walls of a mesh around a position.
 * @param polygon under the position, of open ground. */
void wendi_obstacle_surface_find(const wend_mesh *mesh, wend_node polygon, double x, double y,
                                 double reach, wendi_obstacle_candidates *candidates);
/** Brings a set up to date with its mesh. @return true if its ground changed. */
bool wendi_obstacle_surface_update(wendi_obstacle_set *set);
/** See wendi_obstacles_nearest_open_at. */
bool wendi_obstacle_surface_nearest_open(const wend_mesh *mesh, const wend_mesh_location *from,
                                         double radius, wend_mesh_location *out);
/** See wendi_obstacles_test_way. */
bool wendi_obstacle_surface_test_way(const wend_mesh *mesh, const wend_mesh_location *from,
                                     wend_vec2 to, double radius, double margin,
                                     wend_mesh_location *end, uint64_t *looks);

/** Notes the squared distance of a wall that is not among the candidates. */
void wendi_obstacle_candidates_drop(wendi_obstacle_candidates *candidates, double squared);
/** Adds the line of a wall if it is within reach of a position. */
void wendi_obstacle_candidates_add_line(const wendi_obstacle_line *line, double x, double y,
                                        double reach, wendi_obstacle_candidates *candidates);
/** Adds a candidate; the farthest one is dropped when there are too many. */
void wendi_obstacle_candidates_add(wendi_obstacle_candidates *candidates,
                                   const wendi_obstacle_candidate *candidate);

#endif
