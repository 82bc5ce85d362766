/* A mesh as the rooms above read it.
 *
 *   polygon p        corners firsts[p] ... ends[p] - 1, counter-clockwise; none: it is absent, since
 *                    obstacles cut it up, or is an unused number of the pieces of such polygons
 *   corner c         vertices[c] is the start of the edge to the polygon's next corner;
 *                    neighbours[c] lies beyond that edge, twins[c] is the same edge seen from there
 *   vertex v         points[v]: corners that meet at one point of one floor share one vertex, also
 *                    where their heights differ (a step)
 *
 * Links lie in a table of slots; a free slot has the generation of its next link and is_used
 * false. Everything here is read only. */
#ifndef WENDI_WORLD_MESH_VIEW_H
#define WENDI_WORLD_MESH_VIEW_H

#include "wend/mesh.h"

typedef struct wendi_mesh_link_slot {
    wend_mesh_location from, to; /* polygons always set */
    double cost;                 /* in metres on plain ground */
    uint64_t user;
    uint32_t behaviour, flags;
    uint32_t generation;
    bool is_used, is_two_way, is_open;
} wendi_mesh_link_slot;

typedef struct wendi_mesh_view {
    uint32_t polygon_count, corner_count, vertex_count;
    uint32_t base_count, base_corners, base_vertices; /* as made: without pieces, which follow */
    uint32_t polygon_capacity, corner_capacity, vertex_capacity; /* without new arrays */
    const uint32_t *firsts;     /* [polygon_capacity + 1] where there is room for corners */
    const uint32_t *ends;       /* [polygon_count] */
    const uint32_t *vertices;   /* [corner_count] */
    const uint32_t *neighbours; /* [corner_count], WEND_NODE_NONE = outer edge */
    const uint32_t *twins;      /* [corner_count], UINT32_MAX = outer edge */
    const uint32_t *base_twins; /* [base_corners] of polygons as made */
    const wend_vec2 *points;    /* [vertex_count] */
    const double *heights;      /* [corner_count], or NULL: all 0 */
    const uint8_t *areas;       /* [polygon_count] */
    const uint8_t *closed;      /* [polygon_count] 0 = open, or NULL: all are */
    const uint32_t *flags;      /* [polygon_count], or NULL: all 0 */
    const double *factors;      /* [256] */
    const struct wendi_mesh_components *components; /* of open polygons, now; see connected.h */
    const wendi_mesh_link_slot *links;              /* [link_limit] */
    uint32_t link_limit;
    uint64_t revision;         /* of any change */
    uint64_t shape_revision;   /* of what search spaces depend on: areas, flags, doors, factors */
    uint64_t factors_revision; /* of factors of areas, which shape_revision counts too */
    uint64_t links_revision;
    uint64_t overlays_revision;
    uint64_t layout_revision; /* of which corners there are; arrays may then be other ones */
    uint64_t tiles_revision;  /* of which polygons as made there are */
} wendi_mesh_view;

wendi_mesh_view wendi_mesh_view_of(const wend_mesh *mesh);

/** The latest polygon whose area, flags, door, corners or neighbours changed, or the one that changed
 * before another one; each is listed once. @param polygon WEND_NODE_NONE: the latest. @return
 * WEND_NODE_NONE: no further one changed after the revision. */
wend_node wendi_mesh_changed_before(const wend_mesh *mesh, wend_node polygon, uint64_t since);
/** The revision of the latest change of a polygon; 0: none. */
uint64_t wendi_mesh_change_revision(const wend_mesh *mesh, wend_node polygon);
/** The same of the latest that was more than a move of its corners, which have the same vertices and
 * neighbours. */
uint64_t wendi_mesh_cut_revision(const wend_mesh *mesh, wend_node polygon);
/** False: a factor that became finite or infinite since then may have closed or opened more. */
bool wendi_mesh_remembers(const wend_mesh *mesh, uint64_t since);
/** Lists the polygons that changed after a revision. @param polygons [capacity]. @return false: there
 * are more, or the mesh does not remember that far back. */
bool wendi_mesh_changed_polygons(const wend_mesh *mesh, uint64_t since, uint32_t *polygons,
                                 size_t capacity, size_t *count);

/** The next polygon that contains a point, at the height that a given polygon has there. @param
 * cursor 0 for the first. @return WEND_NODE_NONE after the last. */
wend_node wendi_mesh_next_touching(const wend_mesh *mesh, wend_node polygon, wend_vec2 at,
                                   uint32_t *cursor);

#endif
