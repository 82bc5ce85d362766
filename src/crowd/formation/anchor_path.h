/* The path of a formation's anchor: points a short step apart, and the room beside
 * each of them.
 *
 *           walked     anchor      ahead
 *       o--o--o--o--o-----@--o--o--o--o--o        arcs: metres from the beginning of the path
 *       |<-- left + right = room -->|             (they only grow, also when points are dropped)
 *
 * Beyond both ends the path continues straight. Only wendi_anchor_path_reserve allocates. */
#ifndef WENDI_CROWD_FORMATION_ANCHOR_PATH_H
#define WENDI_CROWD_FORMATION_ANCHOR_PATH_H

#include "crowd/obstacles/obstacles.h"

/* Metres to a side: room beyond that is not measured. */
#define WENDI_ANCHOR_PATH_WIDTH_MOST 64.0

typedef struct wendi_anchor_path {
    wend_vec2 *points;      /* [capacity], as the arrays below: one allocation */
    wend_vec2 *normals;     /* to the left; scratch, while points are added */
    double *arcs;           /* metres from the beginning of the path */
    double *rooms;          /* metres between the walls on both sides, for centres of bodies */
    double *lefts, *rights; /* scratch, while points are added */
    uint32_t count, capacity;
    uint32_t open; /* points before the first one that a wall blocks */
} wendi_anchor_path;

/* The agent for which a path is laid. */
typedef struct wendi_anchor_path_agent {
    const wendi_obstacles *obstacles;
    const wendi_obstacle_set *set;
    uint32_t crowd_class;
    double radius;  /* metres: of the largest member */
    double margin;  /* metres: the largest reach of an obstacle search */
    double width;   /* metres between the outermost slots of the pattern as ordered */
    double spacing; /* metres */
} wendi_anchor_path_agent;

/** Reserves memory for this many points. @return false: out of memory, all as before. */
bool wendi_anchor_path_reserve(wendi_anchor_path *path, const wend_allocator *a, size_t count);
void wendi_anchor_path_free(wendi_anchor_path *path, const wend_allocator *a);
size_t wendi_anchor_path_memory_bytes(const wendi_anchor_path *path);
/** Removes all points; keeps the memory. */
void wendi_anchor_path_clear(wendi_anchor_path *path);
/** Adds a point behind the last one, with unlimited room. The capacity suffices. */
void wendi_anchor_path_append(wendi_anchor_path *path, wend_vec2 point);
/** Metres along a line. */
double wendi_anchor_path_line_length(const wend_vec2 *line, size_t count);
/** The most points that a line of this length takes. */
size_t wendi_anchor_path_points_for(double metres, double spacing);
/** Adds a line that begins at the last point: cut into steps, shifted away from walls where the
 * pattern needs it, with its room measured. The capacity suffices. @param line [count]. @param
 * is_end true if the path ends here: the last point is not shifted. */
void wendi_anchor_path_extend(wendi_anchor_path *path, const wend_vec2 *line, size_t count,
                              const wendi_anchor_path_agent *agent, bool is_end);
/** Measures the room of all points from `first` on. */
void wendi_anchor_path_measure(wendi_anchor_path *path, uint32_t first,
                               const wendi_anchor_path_agent *agent);
/** An open position within the thickness that may be touched. @param open unchanged where there is
 * none. @return false: none. */
bool wendi_anchor_path_open_position_near(const wendi_anchor_path_agent *agent, wend_vec2 at,
                                          wend_vec2 *open);
/** True if no wall is between two positions, and none contains the second. Walls may be touched. */
bool wendi_anchor_path_is_leg_open(const wendi_anchor_path_agent *agent, wend_vec2 from,
                                   wend_vec2 to);
/** Finds how far the path is open, from a position on a leg on. */
void wendi_anchor_path_find_open(wendi_anchor_path *path, uint32_t leg, wend_vec2 from,
                                 const wendi_anchor_path_agent *agent);
/** Drops the points before an arc. @return how many. */
uint32_t wendi_anchor_path_drop(wendi_anchor_path *path, double arc);
/** Makes the point at an arc the last one. */
void wendi_anchor_path_cut(wendi_anchor_path *path, double arc);
/** The number of points that a cut would leave, of two or more. @param last set to the last of
 * them. */
uint32_t wendi_anchor_path_preview_cut(const wendi_anchor_path *path, double arc, wend_vec2 *last);

/** The leg of an arc, between points[leg] and points[leg + 1]. Two points or more. */
uint32_t wendi_anchor_path_leg_at(const wendi_anchor_path *path, double arc);
/** The point at an arc. Two points or more. */
wend_vec2 wendi_anchor_path_point(const wendi_anchor_path *path, double arc);
/** The direction at an arc, of length 1: of a chord of `half` metres to both sides. */
wend_vec2 wendi_anchor_path_direction(const wendi_anchor_path *path, double arc, double half);
double wendi_anchor_path_end(const wendi_anchor_path *path);
/** The least room between two arcs. */
double wendi_anchor_path_narrowest(const wendi_anchor_path *path, double from, double to);

/** Metres that a disc can move straight in a direction (of length 1), at most `most`. */
double wendi_anchor_path_clear_distance(const wendi_obstacle_set *set, wend_vec2 from,
                                        wend_vec2 direction, double most, double radius,
                                        double margin);

#endif
