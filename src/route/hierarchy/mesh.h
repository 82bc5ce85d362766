/* A mesh as a graph that a hierarchy can be made of.
 *
 *   +-------+-------+     a node in the middle of each edge that two polygons share, and at each end
 *   |       o       |     of a link; edges between all nodes of one polygon, as long as the straight
 *   |      / \      |     line times its factor
 *   +--o--+---o-----+
 *
 * Polygons and their edges are fixed. Edits open, close and price the edges of a polygon, and links;
 * only when links come, go or lead elsewhere is the graph made anew. */
#ifndef WENDI_ROUTE_HIERARCHY_MESH_H
#define WENDI_ROUTE_HIERARCHY_MESH_H

#include "route/hierarchy/hierarchy.h"
#include "route/mesh_space/space.h"
#include "wend/mesh_path.h"

struct wendi_abstract_mesh {
    const wend_mesh_space *space;
    double radius;
    wend_graph *graph;
    wend_space *net; /* of the graph */
    uint32_t polygon_count;
    uint32_t node_count;
    uint32_t first_link_node, first_link_edge; /* behind those of polygons */
    uint32_t *polygons;                        /* [node_count] a polygon of each node */
    uint32_t *others;     /* [node_count] the other one of an edge, else the same */
    uint8_t *is_narrow;   /* [node_count] a disc of the radius cannot pass there */
    uint32_t *first;      /* [polygon_count + 1] */
    uint32_t *nodes;      /* [first[polygon_count]] the nodes of each polygon */
    uint32_t *edge_first; /* [polygon_count] the first edge of each polygon's */
    double *factors;      /* [polygon_count] as the edges have them; infinity: closed */
    uint64_t revision;    /* the mesh space's shape_revision, as the edges have it */
    uint64_t links_revision, layout_revision;
};

/** Makes the graph and its space. @return NULL: no memory. */
wendi_abstract_mesh *wendi_abstract_mesh_create(const wend_mesh_space *space, double radius,
                                                const wend_allocator *allocator);
void wendi_abstract_mesh_destroy(wendi_abstract_mesh *mesh, const wend_allocator *allocator);
size_t wendi_abstract_mesh_bytes(const wendi_abstract_mesh *mesh);
/** Follows edits of the mesh; it must not be outdated. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_abstract_mesh_update(wendi_abstract_mesh *mesh);
/** True if links came, went or were moved, so that another graph is needed. */
bool wendi_abstract_mesh_is_outdated(const wendi_abstract_mesh *mesh);
/** True if the graph is as new as the mesh space. Overlays are no part of it. */
bool wendi_abstract_mesh_fits(const wendi_abstract_mesh *mesh);
/** True if the graph is as new as the mesh space, and that as its mesh. */
bool wendi_abstract_mesh_is_fresh(const wendi_abstract_mesh *mesh);

#endif
