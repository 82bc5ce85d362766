/* Clusters of sectors, on which long routes are searched first.
 *
 *      +----------------+--------------+   A component is a connected part of a cluster. An
 *      | component 0    E              |   entrance stands for all portals along one stretch of a
 *      |        ________E  component 0 |   side that lead from one component to the same component
 *      |_______/        |____          |   of the neighbour; their middle one represents it. Costs
 *      | component 1    e    \         |   from entrance to entrance are searched over the portals
 *      +----------------+--------------+   of the cluster.
 *
 * Every sector reachable over portals is reachable over entrances. Clusters are computed on
 * demand and kept with the stamp of their portals: edits drop only the ones they touch.
 *
 * Source: Botea, Mueller and Schaeffer, "Near Optimal Hierarchical Path-Finding", 2004. */
#ifndef WENDI_FLOW_ROUTE_CLUSTERS_H
#define WENDI_FLOW_ROUTE_CLUSTERS_H

#include "flow/portals/portal_graph.h"

#define WENDI_CLUSTER_NONE UINT32_MAX

typedef struct wendi_cluster_entrance {
    uint32_t sector;
    uint32_t component;
    uint8_t portal;
    uint8_t side; /* WENDI_SIDE_... */
} wendi_cluster_entrance;

/* Valid until the next wendi_clusters_begin. */
typedef struct wendi_cluster_entrances {
    const wendi_cluster_entrance *entrances; /* [count] by side; the k-th of a side is the k-th of
                                              * the opposite side of the neighbour */
    uint32_t count;
    uint32_t first[WENDI_SIDES + 1];
} wendi_cluster_entrances;

typedef struct wendi_clusters wendi_clusters;

wend_result wendi_clusters_create(const wendi_sector_map *map, int32_t size,
                                  const wend_allocator *allocator, wendi_clusters **clusters);
void wendi_clusters_destroy(wendi_clusters *clusters);
size_t wendi_clusters_memory_bytes(const wendi_clusters *clusters);
/** Selects a portal graph, which is fresh and must outlive the clusters, and clears the list of
 * visited clusters. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_clusters_begin(wendi_clusters *clusters, const wendi_portal_graph *graph);

/** The cluster of a sector. */
uint32_t wendi_clusters_at(const wendi_clusters *clusters, const wendi_sector_bounds *bounds);
/** The cluster at an offset of columns and rows on the same floor; WENDI_CLUSTER_NONE outside. */
uint32_t wendi_clusters_neighbour(const wendi_clusters *clusters, uint32_t cluster, int32_t columns,
                                  int32_t rows);
/** The component of a portal. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_clusters_get_component(wendi_clusters *clusters,
                                         const wendi_sector_bounds *bounds, uint32_t portal,
                                         uint32_t *component);
/** @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_clusters_get_entrances(wendi_clusters *clusters, uint32_t cluster,
                                         wendi_cluster_entrances *entrances);
/** Costs inside a cluster whose entrances are known, from the nodes of all entrances to that of
 * one by which it can be left: units, or WENDI_PORTAL_UNCONNECTED. Computed on the first call.
 * @param costs is set to [count]. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_clusters_get_costs(wendi_clusters *clusters, uint32_t cluster, uint32_t entrance,
                                     const uint32_t **costs);
/** Clusters visited since begin. */
const uint32_t *wendi_clusters_visited(const wendi_clusters *clusters, uint32_t *count);
/** The sectors of a cluster. @param sectors [size * size]. @return their number. */
uint32_t wendi_clusters_list_sectors(const wendi_clusters *clusters, uint32_t cluster,
                                     uint32_t *sectors);

#endif
