/* Corridors: the polygons that a segment over the surface passes.
 *
 *      +------+-----+        A flood from the polygon at hand over all shared edges that the
 *      |  a---|--.  |        segment touches, an exact test. Two polygons that share a touched edge
 *      +---+--+---\-+        both contain the touched point, so the polygons of a flood cover the
 *          |   \   b|        segment without a gap: segments through corners and along edges are
 *          +--------+        not lost, and floors over each other stay apart.
 *
 * So a flood is a clearance test too: it reaches b just when a point can go there straight. For a
 * disc it runs over all edges nearer than the radius; where it reaches an outer edge the disc is
 * stopped.
 */
#ifndef WENDI_ROUTE_MESH_SPACE_CORRIDOR_H
#define WENDI_ROUTE_MESH_SPACE_CORRIDOR_H

#include "base/core/array.h"
#include "base/core/key_table.h"
#include "wend/types.h"

typedef struct wendi_mesh_corridor {
    wend_allocator allocator;
    wendi_key_table visited;  /* polygon -> index in order of the flood */
    wendi_array_u32 polygons; /* of the flood */
    wendi_array_u32 parents;  /* index of the polygon from which each was reached */
    wendi_array_u32 path;     /* the polygons from a to b: the result */
} wendi_mesh_corridor;

/** A segment over the surface. */
typedef struct wendi_mesh_line {
    wend_vec2 a, b;
    uint32_t from; /* the polygon that a lies in */
    uint32_t to;   /* the one to end in, WEND_NODE_NONE: any that b lies in */
} wendi_mesh_line;

/** Allocates nothing. @param allocator NULL = libc. */
void wendi_mesh_corridor_init(wendi_mesh_corridor *corridor, const wend_allocator *allocator);
void wendi_mesh_corridor_free(wendi_mesh_corridor *corridor);

/** The polygons of a segment, both ends included, into corridor->path. Time: the polygons it
 * touches.
 * @return WEND_OK, WEND_NO_PATH (a point cannot go there straight), WEND_ERROR_MEMORY. */
wend_result wendi_mesh_corridor_find(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                     const wendi_mesh_line *line);
/** The same for segments that are known to be clear, whose ends may lie off the surface by a
 * rounding: never lost.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_mesh_corridor_follow(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                       const wendi_mesh_line *line);
/** Tests the clearance of a disc whose centre moves on the segment from all outer edges. At just
 * the radius it is clear.
 * @param radius above 0.
 * @return WEND_OK, WEND_NO_PATH, WEND_ERROR_MEMORY. */
wend_result wendi_mesh_corridor_fits(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                     const wendi_mesh_line *line, double radius);
/** All polygons that hold a point, the given one included, whether the agent can be there or not,
 * into corridor->polygons. @return false without memory. */
bool wendi_mesh_corridor_at_point(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                  wend_vec2 point, uint32_t polygon);
/** Tests again a segment that was found earlier. As find and fits, but roundings of its ends and of
 * the radius count for nothing. Leaves its polygons in corridor->path.
 * @param radius 0 or more.
 * @return WEND_OK, WEND_NO_PATH, WEND_ERROR_MEMORY. */
wend_result wendi_mesh_corridor_recheck(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                        const wendi_mesh_line *line, double radius);
/** The average cost per metre on the segment that was found last. */
double wendi_mesh_corridor_factor(const wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                  const wendi_mesh_line *line);

/** A part of a segment over ground of one cost. */
typedef struct wendi_mesh_ground {
    size_t at;         /* the next polygon of the path; 0 before the first part */
    double begin, end; /* fractions of the segment */
    double factor;
} wendi_mesh_ground;

/** The first part of the segment that was found last (part->at 0), or the next one. Parts may have no
 * length. @return false: there are no more. */
bool wendi_mesh_corridor_next_ground(const wendi_mesh_corridor *corridor,
                                     const wend_mesh_space *space, const wendi_mesh_line *line,
                                     wendi_mesh_ground *part);

/** A straight segment of a piece of a path (arcs have several). */
typedef struct wendi_mesh_piece_segment {
    size_t piece; /* index */
    wend_vec2 from, to;
    bool is_last; /* of its piece */
} wendi_mesh_piece_segment;

/** The polygon where a segment ends, and (corridor->path) those it passes; for a link both its
 * ends.
 * @param at the polygon where it begins, set to the one where it ends.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_mesh_corridor_segment(wendi_mesh_corridor *corridor,
                                        const wend_mesh_search *search,
                                        const wendi_mesh_piece_segment *segment, uint32_t *at);

/** The result of wend_mesh_space_can_walk, with scratch of the caller's. @param cost set when the
 * answer is WEND_OK. */
wend_result wendi_mesh_can_walk(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                const wendi_mesh_line *line, double radius, wend_cost *cost);

#endif
