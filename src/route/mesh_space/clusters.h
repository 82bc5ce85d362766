/* Clusters: polygons that make one cell while all of them are open and cost the same.
 *
 *     polygons              clusters            cells while 1 is closed
 *     +---+---+---+         +-------+---+       +---+---+---+
 *     | 0 | 1 | 2 |   ==>   |   A   | B |  ==>  | 0 | # | B |
 *     +---+---+---+         +-------+---+       +---+---+---+
 *
 * They follow from the shape of a mesh as made alone, never from what is open or expensive, so that an
 * edit of a polygon concerns the cells of its own cluster and the edges of those beside it. A polygon
 * that obstacles cut up counts as closed, and each of its pieces is a cluster of its own: pieces are
 * convex, and merged as far as they stay so within their polygon. Each cluster
 * has numbers of its own for its cells and halves: those of its one cell lie densely, cluster after
 * cluster; those it needs when it is divided lie behind all of these, and memory there is touched by
 * divided clusters only. Those of pieces come last, by their numbers. So the layout after edits is that
 * of a new space.
 *
 *   clusters  | of polygons as made: count | one for each number of a piece |
 *   cells     | one for each cluster: count | one for each polygon or number of a piece |
 *   halves    | of whole clusters | of divided ones | one for each corner of a piece | */
#ifndef WENDI_ROUTE_MESH_SPACE_CLUSTERS_H
#define WENDI_ROUTE_MESH_SPACE_CLUSTERS_H

#include "base/core/sort.h"
#include "world/mesh/view.h"

enum {
    /* Laying out a cluster again takes time that rises with its polygons. */
    WENDI_CLUSTER_POLYGONS = 64
};

/** Polygons of clusters, and the tables that edits need to find their way. Counts of polygons, corners
 * and vertices are capacities of the mesh. */
typedef struct wendi_mesh_clusters {
    uint32_t *cluster_of; /* [polygon_count] */
    uint32_t *polygon_of; /* [corner_count] */
    uint32_t *polygons;   /* [polygon_count] by cluster, ascending */
    uint32_t *edges;      /* [edge_count] by cluster: corners of inner edges, the longest first */
    uint32_t *polygon_firsts; /* [clusters + 1] */
    uint32_t *edge_firsts;    /* [clusters + 1] */
    uint32_t *whole_firsts;   /* [clusters + 1] halves of whole clusters; none of pieces */
    uint32_t *split_firsts;   /* [clusters + 1] halves of divided ones, behind those */
    uint32_t
        *first_corners;     /* [vertex_count] the lowest corner at each vertex, UINT32_MAX = none */
    uint32_t *next_corners; /* [corner_count] the next one there */
    uint32_t *vertex_of;    /* [corner_count] UINT32_MAX = it is no corner now */
    uint32_t count, edge_count; /* of polygons as made */
    uint32_t polygon_count, corner_count, vertex_count;
    uint32_t base_polygons, base_corners, base_vertices, base_halves; /* without pieces */
} wendi_mesh_clusters;

/** Polygons while they are merged: rings of corners around cells, counter-clockwise. */
typedef struct wendi_mesh_rings {
    double *factors;   /* [polygon_count] 0 = closed to the agent */
    uint8_t *areas;    /* [polygon_count] from which they come */
    uint32_t *twin;    /* [corner_count] UINT32_MAX = wall */
    uint32_t *next;    /* [corner_count] around the cell */
    uint32_t *before;  /* [corner_count] */
    uint32_t *half_of; /* [corner_count] its half, UINT32_MAX = none */
    bool *is_gone;     /* [corner_count] the edge was merged away */
} wendi_mesh_rings;

static inline wend_vec2 wendi_ring_point(const wendi_mesh_view *view, uint32_t corner)
{
    return view->points[view->vertices[corner]];
}

/** True if a, b, c is a turn to the left, or straight on. */
bool wendi_ring_is_convex(wend_vec2 a, wend_vec2 b, wend_vec2 c);
/** Makes a polygon a ring of its own. Corners that it has no more, or not yet, are none. */
void wendi_ring_reset(wendi_mesh_rings *rings, const wendi_mesh_view *view, uint32_t polygon);
/** Removes the edges that two rings share around a corner, if their union is convex. @return true: it
 * is. */
bool wendi_ring_merge(wendi_mesh_rings *rings, const wendi_mesh_view *view, uint32_t corner);

/** Scratch while clusters are found. */
typedef struct wendi_cluster_work {
    wendi_sort_pair *order, *scratch; /* [base_corners] inner edges, the longest first */
    uint32_t *roots;                  /* [base_polygons] a forest of merged polygons */
    uint32_t *sizes;                  /* [base_polygons] polygons of each root */
    uint32_t order_count, run;
    uint32_t one, one_end, two, end, out; /* two runs of sorted edges that become one */
} wendi_cluster_work;

/** @return false: no memory; free it in any case. */
bool wendi_cluster_work_reserve(wendi_cluster_work *work, const wendi_mesh_clusters *clusters,
                                const wend_allocator *allocator);
void wendi_cluster_work_free(wendi_cluster_work *work, const wendi_mesh_clusters *clusters,
                             const wend_allocator *allocator);
/** Puts a corner into the list of a vertex, or takes it out (UINT32_MAX). Time: the corners there. */
void wendi_clusters_set_corner(wendi_mesh_clusters *clusters, uint32_t corner, uint32_t vertex);

enum { WENDI_CLUSTER_RUN = 1024, WENDI_CLUSTER_MERGES = 1024 };

/* In this order, over ranges of items; the view shows polygons as made. */
void wendi_clusters_list_edges(wendi_mesh_clusters *clusters, wendi_cluster_work *work,
                               const wendi_mesh_view *view, uint32_t first_polygon, uint32_t end);
void wendi_clusters_sort_run(wendi_cluster_work *work, uint32_t first_edge, uint32_t end);
/** @return true: all is sorted. */
bool wendi_clusters_merge_runs(wendi_cluster_work *work);
void wendi_clusters_merge(wendi_mesh_clusters *clusters, wendi_cluster_work *work,
                          wendi_mesh_rings *rings, const wendi_mesh_view *view, uint32_t first_edge,
                          uint32_t end);
/** Numbers them by their lowest corner, and counts the halves of each. */
void wendi_clusters_number(wendi_mesh_clusters *clusters, wendi_cluster_work *work,
                           const wendi_mesh_rings *rings, uint32_t first_corner, uint32_t end);
/** Here memory for the rest is reserved. Counts what each has, then adds up. */
void wendi_clusters_count(wendi_mesh_clusters *clusters, wendi_cluster_work *work,
                          const wendi_mesh_view *view, const wendi_mesh_rings *rings,
                          uint32_t first_polygon, uint32_t end);
void wendi_clusters_count_edges(wendi_mesh_clusters *clusters, const wendi_cluster_work *work,
                                const wendi_mesh_view *view, uint32_t first_edge, uint32_t end);
void wendi_clusters_add_up(wendi_mesh_clusters *clusters);
void wendi_clusters_place_edges(wendi_mesh_clusters *clusters, const wendi_cluster_work *work,
                                const wendi_mesh_view *view, uint32_t first_edge, uint32_t end);
void wendi_clusters_place(wendi_mesh_clusters *clusters, uint32_t first_polygon, uint32_t end);
/** Moves the firsts back from where placing left them. */
void wendi_clusters_end(wendi_mesh_clusters *clusters);

#endif
