/* formation/anchor_path.h: the way of a formation's anchor: points a short step apart, and how much
 * room there is beside each of them.
 *
 *          walked     anchor      ahead
 *      o--o--o--o--o-----@--o--o--o--o--o        arcs: metres from where the way began
 *      |<-- left + right = room -->|              (they only grow, also when points are dropped)
 *
 * Beyond both ends the way goes straight on. Nothing but wendi_anchor_path_reserve allocates. */
#ifndef WENDI_CROWD_FORMATION_ANCHOR_PATH_H
#define WENDI_CROWD_FORMATION_ANCHOR_PATH_H

#include "crowd/obstacles/obstacles.h"

/* More room than that is not looked for, metres to a side. */
#define WENDI_ANCHOR_PATH_WIDTH_MOST 64.0

typedef struct wendi_anchor_path {
    wend_vec2 *points;      /* [capacity], as the arrays below: one block */
    wend_vec2 *normals;     /* to the left; scratch, while points are added */
    double *arcs;           /* metres from the beginning */
    double *rooms;          /* metres between the walls on both sides, for centres of bodies */
    double *lefts, *rights; /* scratch, while points are added */
    uint32_t count, capacity;
    uint32_t open; /* points up to the first one that walls keep from the one before it */
} wendi_anchor_path;

/* Who walks it. */
typedef struct wendi_anchor_path_agent {
    const wendi_obstacles *obstacles;
    const wendi_obstacle_set *set;
    uint32_t crowd_class;
    double radius;  /* metres: of the largest */
    double margin;  /* metres: what barriers can be asked for */
    double width;   /* metres between the outermost of the pattern as ordered */
    double spacing; /* metres */
} wendi_anchor_path_agent;

/** Makes room for so many points in all. @return false: no memory, all as before. */
bool wendi_anchor_path_reserve(wendi_anchor_path *path, const wend_allocator *a, size_t count);
void wendi_anchor_path_free(wendi_anchor_path *path, const wend_allocator *a);
size_t wendi_anchor_path_memory_bytes(const wendi_anchor_path *path);
/** Takes all points away; keeps the memory. */
void wendi_anchor_path_clear(wendi_anchor_path *path);
/** Adds a point behind the last one, with room in abundance. There is capacity for it. */
void wendi_anchor_path_append(wendi_anchor_path *path, wend_vec2 point);
/** Metres along a line. */
double wendi_anchor_path_line_length(const wend_vec2 *line, size_t count);
/** Points that adding a line of this length would take, at most. */
size_t wendi_anchor_path_points_for(double metres, double spacing);
/** Adds a line that begins at the last point: cut into steps, moved away from walls so that the
 * pattern fits beside it where it can, with its room measured. There is capacity for it.
 * @param line [count]. @param is_end it ends where the way ends: that point stays. */
void wendi_anchor_path_extend(wendi_anchor_path *path, const wend_vec2 *line, size_t count,
                              const wendi_anchor_path_agent *walker, bool is_end);
/** Measures the room of all points again. */
void wendi_anchor_path_measure(wendi_anchor_path *path, uint32_t first,
                               const wendi_anchor_path_agent *walker);
/** A place in the open that is no further from one than the thickness of what may be touched.
 * @param open left as it is where there is none. @return is there one? */
bool wendi_anchor_path_open_position_near(const wendi_anchor_path_agent *walker, wend_vec2 at,
                                          wend_vec2 *open);
/** Is there no wall between two places, and none at the second? Walls may be touched. */
bool wendi_anchor_path_is_leg_open(const wendi_anchor_path_agent *walker, wend_vec2 from,
                                   wend_vec2 to);
/** Finds out anew how far the way is open, from a place on a leg on. */
void wendi_anchor_path_find_open(wendi_anchor_path *path, uint32_t leg, wend_vec2 from,
                                 const wendi_anchor_path_agent *walker);
/** Drops what lies before an arc. @return how many points that were. */
uint32_t wendi_anchor_path_drop(wendi_anchor_path *path, double arc);
/** Makes the point at an arc the last one. */
void wendi_anchor_path_cut(wendi_anchor_path *path, double arc);
/** How many points that would leave of two or more. @param last the last of them. */
uint32_t wendi_anchor_path_preview_cut(const wendi_anchor_path *path, double arc, wend_vec2 *last);

/** The leg an arc lies on: from points[leg] to points[leg + 1]. Two points or more. */
uint32_t wendi_anchor_path_leg_at(const wendi_anchor_path *path, double arc);
/** The place at an arc, two points or more. */
wend_vec2 wendi_anchor_path_point(const wendi_anchor_path *path, double arc);
/** The direction there, of length 1, of a chord of `half` to both sides. */
wend_vec2 wendi_anchor_path_direction(const wendi_anchor_path *path, double arc, double half);
double wendi_anchor_path_end(const wendi_anchor_path *path);
/** The least room between two arcs. */
double wendi_anchor_path_narrowest(const wendi_anchor_path *path, double from, double to);

/** How far a disc can go straight in a direction (of length 1), at most `most` metres. */
double wendi_anchor_path_clear_distance(const wendi_obstacle_set *set, wend_vec2 from,
                                        wend_vec2 direction, double most, double radius,
                                        double margin);

#endif
