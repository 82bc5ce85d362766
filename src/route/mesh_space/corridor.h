/* mesh_space/corridor.h: the polygons that a straight way along the surface goes through.
 *
 *      +------+-----+           Floods from the polygon at hand over all shared edges that the way
 *      |  a---|--.  |           touches, an exact test. Two polygons that share a touched edge both
 *      +---+--+---\-+           hold the touched point, so the polygons of a flood cover the way
 *          |   \   b|           without a gap: ways through corners and along edges are not lost,
 *          +--------+           and floors over each other stay apart.
 *
 * So a flood is a walk test too: it comes to b just when a point can go there straight. For a disc
 * it runs over all edges nearer than the radius; where it meets an outer edge the disc is stopped.
 */
#ifndef WENDI_ROUTE_MESH_SPACE_CORRIDOR_H
#define WENDI_ROUTE_MESH_SPACE_CORRIDOR_H

#include "base/core/array.h"
#include "base/core/key_table.h"
#include "route/mesh_space/space.h"

typedef struct wendi_mesh_corridor {
    wend_allocator allocator;
    wendi_key_table visited;  /* polygon -> index in order of the flood */
    wendi_array_u32 polygons; /* of the flood */
    wendi_array_u32 parents;  /* index of the polygon each was met from */
    wendi_array_u32 path;     /* the polygons from a to b, what is asked for */
} wendi_mesh_corridor;

/** A straight way. */
typedef struct wendi_mesh_line {
    wend_vec2 a, b;
    uint32_t from; /* the polygon that a lies in */
    uint32_t to;   /* the one to end in, WEND_NODE_NONE: any that b lies in */
} wendi_mesh_line;

/** Allocates nothing. @param allocator NULL = libc. */
void wendi_mesh_corridor_init(wendi_mesh_corridor *corridor, const wend_allocator *allocator);
void wendi_mesh_corridor_free(wendi_mesh_corridor *corridor);

/** The polygons of a way, both ends included, into corridor->way. Time: the polygons it touches.
 * @return WEND_OK, WEND_NO_PATH (one cannot go there straight), WEND_ERROR_MEMORY. */
wend_result wendi_mesh_corridor_find(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                     const wendi_mesh_line *line);
/** The same for ways that are known to exist, whose ends may lie off the surface by a rounding:
 * never lost. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_mesh_corridor_follow(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                       const wendi_mesh_line *line);
/** Does a disc with its centre on the way stay clear of all that bounds the surface? At just the
 * radius it does. @param radius above 0. @return WEND_OK, WEND_NO_PATH, WEND_ERROR_MEMORY. */
wend_result wendi_mesh_corridor_fits(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                     const wendi_mesh_line *line, double radius);
/** All polygons that hold a point, the given one included, whether the agent can be there or not,
 * into corridor->polygons. @return false without memory. */
bool wendi_mesh_corridor_at_point(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                  wend_vec2 point, uint32_t polygon);
/** Can a way that was found earlier still be gone? As find and fits, but roundings of its ends and
 * of the radius count for nothing. Leaves its polygons in corridor->way.
 * @param radius 0 or more. @return WEND_OK, WEND_NO_PATH, WEND_ERROR_MEMORY. */
wend_result wendi_mesh_corridor_recheck(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                        const wendi_mesh_line *line, double radius);
/** What a metre costs on average on the way that was found last. */
double wendi_mesh_corridor_factor(const wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                  const wendi_mesh_line *line);

/** A straight part of a piece of the way that a search found (arcs have several). */
typedef struct wendi_mesh_piece_segment {
    size_t piece; /* index */
    wend_vec2 from, to;
    bool is_last; /* of its piece */
} wendi_mesh_piece_segment;

/** Where a part ends, and (corridor->way) what it goes through; for a hop both its ends.
 * @param at the polygon where it begins, set to the one where it ends.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_mesh_corridor_segment(wendi_mesh_corridor *corridor,
                                        const wend_mesh_search *search,
                                        const wendi_mesh_piece_segment *part, uint32_t *at);

#endif
