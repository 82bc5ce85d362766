/* A* over edge midpoints, or over cell centroids.
 *
 *     +-----+-----+    A search node is a half by which a cell is entered (the midpoint of its
 *     |  o--|--o  |    edge), a cell (its centroid), or the end of a link. From each, all edges of
 *     +-----+--|--+    its cell can be crossed. The path is afterwards pulled tight in the cells it
 *           |  o  |    passes.
 *           +-----+ */
#ifndef WENDI_ROUTE_MESH_SEARCH_MIDPOINT_H
#define WENDI_ROUTE_MESH_SEARCH_MIDPOINT_H

#include "base/core/array.h"
#include "route/frontier/length_queue.h"

typedef struct wendi_mesh_midpoint_node {
    double cost;
    uint32_t stamp;
    uint32_t before; /* the previous node; NONE = the start */
    uint32_t half;   /* entered by this half of its cell; NONE: by a link, or the start */
    bool is_done;
} wendi_mesh_midpoint_node;

typedef struct wendi_mesh_midpoint {
    wendi_mesh_midpoint_node
        *nodes; /* [node_capacity] by half or cell; then by link; the last is the start */
    uint32_t node_capacity, node_count;
    uint32_t stamp;
    wendi_length_queue queue;
    double best_cost; /* of the best path to a goal */
    uint32_t best_node, best_goal;
    double partial_estimate; /* least estimate of the remaining cost, */
    uint32_t partial_node;   /* and where */
    wendi_array_u32 chain;   /* nodes of the path, from the start */
} wendi_mesh_midpoint;

#endif
