/* formation_way.h: the way of a formation's anchor: points a short step apart, and how much room
 * there is beside each of them.
 *
 *          walked     anchor      ahead
 *      o--o--o--o--o-----@--o--o--o--o--o        arcs: metres from where the way began
 *      |<-- left + right = room -->|              (they only grow, also when points are dropped)
 *
 * Beyond both ends the way goes straight on. Nothing but wendi_way_reserve allocates. */
#ifndef WENDI_CROWD_FORMATION_WAY_H
#define WENDI_CROWD_FORMATION_WAY_H

#include "crowd/barriers.h"

/* More room than that is not looked for, metres to a side. */
#define WENDI_WAY_ROOM_MOST 64.0

typedef struct wendi_formation_way {
    wend_vec2 *points;      /* [capacity], as the arrays below: one block */
    wend_vec2 *normals;     /* to the left; scratch, while points are added */
    double *arcs;           /* metres from the beginning */
    double *rooms;          /* metres between the walls on both sides, for centres of bodies */
    double *lefts, *rights; /* scratch, while points are added */
    uint32_t count, capacity;
    uint32_t open; /* points up to the first one that walls keep from the one before it */
} wendi_formation_way;

/* Who walks it. */
typedef struct wendi_way_walker {
    const wendi_barriers *barriers;
    const wendi_barrier_set *set;
    uint32_t crowd_class;
    double radius;  /* metres: of the largest */
    double margin;  /* metres: what barriers can be asked for */
    double width;   /* metres between the outermost of the pattern as ordered */
    double spacing; /* metres */
} wendi_way_walker;

/** Makes room for so many points in all. @return false: no memory, all as before. */
bool wendi_way_reserve(wendi_formation_way *way, const wend_allocator *a, size_t count);
void wendi_way_free(wendi_formation_way *way, const wend_allocator *a);
size_t wendi_way_bytes(const wendi_formation_way *way);
/** Takes all points away; keeps the memory. */
void wendi_way_clear(wendi_formation_way *way);
/** Adds a point behind the last one, with room in abundance. There is capacity for it. */
void wendi_way_append(wendi_formation_way *way, wend_vec2 point);
/** Metres along a line. */
double wendi_way_length(const wend_vec2 *line, size_t count);
/** Points that adding a line of this length would take, at most. */
size_t wendi_way_points_for(double metres, double spacing);
/** Adds a line that begins at the last point: cut into steps, moved away from walls so that the
 * pattern fits beside it where it can, with its room measured. There is capacity for it.
 * @param line [count]. @param is_end it ends where the way ends: that point stays. */
void wendi_way_extend(wendi_formation_way *way, const wend_vec2 *line, size_t count,
                      const wendi_way_walker *walker, bool is_end);
/** Measures the room of all points again. */
void wendi_way_measure(wendi_formation_way *way, uint32_t first, const wendi_way_walker *walker);
/** A place in the open that is no further from one than the thickness of what may be touched.
 * @param open left as it is where there is none. @return is there one? */
bool wendi_way_touch(const wendi_way_walker *walker, wend_vec2 at, wend_vec2 *open);
/** Is there no wall between two places, and none at the second? Walls may be touched. */
bool wendi_way_is_leg_open(const wendi_way_walker *walker, wend_vec2 from, wend_vec2 to);
/** Finds out anew how far the way is open, from a place on a leg on. */
void wendi_way_find_open(wendi_formation_way *way, uint32_t leg, wend_vec2 from,
                         const wendi_way_walker *walker);
/** Drops what lies before an arc. @return how many points that were. */
uint32_t wendi_way_drop(wendi_formation_way *way, double arc);
/** Makes the point at an arc the last one. */
void wendi_way_cut(wendi_formation_way *way, double arc);
/** How many points that would leave of two or more. @param last the last of them. */
uint32_t wendi_way_look_at_cut(const wendi_formation_way *way, double arc, wend_vec2 *last);

/** The leg an arc lies on: from points[leg] to points[leg + 1]. Two points or more. */
uint32_t wendi_way_leg_at(const wendi_formation_way *way, double arc);
/** The place at an arc, two points or more. */
wend_vec2 wendi_way_at(const wendi_formation_way *way, double arc);
/** The direction there, of length 1, of a chord of `half` to both sides. */
wend_vec2 wendi_way_direction(const wendi_formation_way *way, double arc, double half);
double wendi_way_end(const wendi_formation_way *way);
/** The least room between two arcs. */
double wendi_way_narrowest(const wendi_formation_way *way, double from, double to);

/** How far a disc can go straight in a direction (of length 1), at most `most` metres. */
double wendi_way_room(const wendi_barrier_set *set, wend_vec2 from, wend_vec2 direction,
                      double most, double radius, double margin);

#endif
