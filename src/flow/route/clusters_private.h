/* The state of clusters, for clusters.c and cluster_entrances.c. */
#ifndef WENDI_FLOW_ROUTE_CLUSTERS_PRIVATE_H
#define WENDI_FLOW_ROUTE_CLUSTERS_PRIVATE_H

#include "base/core/array.h"
#include "base/core/key_table.h"
#include "flow/route/clusters.h"
#include "flow/route/open_list.h"

/* Position and size of a cluster. */
typedef struct wendi_cluster_bounds {
    uint32_t floor;
    int32_t column, row;               /* among its floor's clusters */
    int32_t sector_x, sector_y;        /* its first sector */
    int32_t sectors_x, sectors_y;      /* along its sides */
    uint32_t first_sector, sector_row; /* number of the first one; from row to row */
} wendi_cluster_bounds;

/* A computed cluster. */
typedef struct wendi_cluster_page {
    uint32_t cluster;
    uint32_t checked;        /* stamp at which the components were known to be current */
    uint32_t made;           /* stamp at which they were computed */
    uint32_t entrances_made; /* stamp at which the entrances were computed */
    bool has_components, has_entrances;
    uint32_t *components; /* [component_words] first portal of each sector, then components by
                           * portal; NULL: all are component 0 */
    size_t component_words;
    wendi_cluster_entrance *entrances; /* [entrance_count] */
    uint32_t *costs;        /* [to * entrance_count + from], rows as far as they are computed */
    uint32_t same_costs_as; /* page of a cluster with the same costs, NONE */
    uint64_t begin_count;   /* begin_count when that was so */
    uint32_t entrance_count;
    uint32_t first[WENDI_SIDES + 1];
} wendi_cluster_page;

/* The clusters of one class. */
typedef struct wendi_class_clusters {
    const wendi_portal_graph *graph;
    wendi_key_table index; /* cluster -> page */
    wendi_cluster_page *pages;
    size_t count, capacity;
} wendi_class_clusters;

/* A portal of the side being processed. */
typedef struct wendi_cluster_side_portal {
    uint32_t sector;
    uint32_t component, behind; /* on this side and on the other */
    uint32_t stretch;
    uint32_t entrance; /* index among the side's entrances */
    uint8_t portal;
} wendi_cluster_side_portal;

struct wendi_clusters {
    wend_allocator allocator;
    const wendi_sector_map *map;
    int32_t size;
    uint32_t first[WEND_FLOW_FLOORS_MAX + 1]; /* first cluster of each floor */
    wendi_class_clusters *stores;
    size_t store_count, store_capacity;
    wendi_class_clusters *store; /* of the selected portal graph */
    wendi_key_table visited;
    wendi_array_u32 visited_clusters;
    /* scratch for one cluster */
    wendi_sector_portals *pages;              /* [size * size] */
    uint32_t *offsets;                        /* [size * size + 1] */
    wendi_array_u32 roots;                    /* by portal: union-find of components */
    wendi_array_u64 exit_costs, portal_costs; /* by portal: costs of leaving by it, and of being at
                                               * its node */
    wendi_cluster_side_portal *side_portals;
    size_t side_portal_count, side_portal_capacity;
    wendi_cluster_entrance *entrances;
    size_t entrance_count, entrance_capacity;
    wendi_open_list queue;
    uint64_t begin_count; /* calls of begin */
    uint32_t uniform;     /* page of a cluster that is one sector page repeated: other such clusters
                           * use its costs; NONE */
    const uint32_t *uniform_costs; /* of that sector's page */
    int32_t uniform_x, uniform_y;
};

/* clusters.c */
wendi_cluster_bounds wendi_cluster_bounds_of(const wendi_clusters *clusters, uint32_t cluster);
/** The sector with an index inside its cluster. */
uint32_t wendi_cluster_sector(const wendi_cluster_bounds *bounds, uint32_t local);

/** Reads a cluster's sectors into pages and offsets. @return number of portals. */
uint32_t wendi_cluster_read_sectors(wendi_clusters *clusters, const wendi_cluster_bounds *bounds);
uint32_t wendi_cluster_component_of(const wendi_cluster_page *page, uint32_t local,
                                    uint32_t portal);
/** The portal beyond a portal, among those of the cluster that was read; NONE outside of it. */
uint32_t wendi_cluster_opposite_portal(const wendi_clusters *clusters,
                                       const wendi_cluster_bounds *bounds, uint32_t local,
                                       uint32_t portal);

/* cluster_entrances.c */
/** Computes a page's entrances. @return false: no memory, the page has none. */
bool wendi_cluster_find_entrances(wendi_clusters *clusters, uint32_t index);

#endif
