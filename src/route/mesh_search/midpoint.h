/* mesh_search/midpoint.h: A* over the middles of edges, or over cells.
 *
 *     +-----+-----+      A place to be is a half by which a cell is entered (middle of its edge),
 *     |  o--|--o  |      a cell (its centroid), or where a hop leads. From each all edges of its
 *     +-----+--|--+      cell can be crossed. The way is afterwards pulled tight in the cells it
 *           |  o  |      goes through.
 *           +-----+
 */
#ifndef WENDI_ROUTE_MESH_SEARCH_MIDPOINT_H
#define WENDI_ROUTE_MESH_SEARCH_MIDPOINT_H

#include "base/core/array.h"
#include "route/frontier/length_queue.h"

typedef struct wendi_mesh_midpoint_node {
    double cost;
    uint32_t stamp;
    uint32_t before; /* the stop one came from; NONE = the start */
    uint32_t half;   /* entered by this half of its cell; NONE: by a hop, or the start */
    bool is_done;
} wendi_mesh_midpoint_node;

typedef struct wendi_mesh_midpoint {
    wendi_mesh_midpoint_node
        *nodes; /* [stop_capacity] by half or cell; then by hop; the last is the start */
    uint32_t node_capacity, node_count;
    uint32_t stamp;
    wendi_length_queue queue;
    double best_cost; /* of the best way to a goal */
    uint32_t best_node, best_goal;
    double partial_estimate; /* least estimate of the way left, */
    uint32_t partial_node;   /* and where */
    wendi_array_u32 chain;   /* stops of the way, from the start */
} wendi_mesh_midpoint;

#endif
