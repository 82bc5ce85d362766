/* route/clusters_private.h: what the files of groups share. */
#ifndef WENDI_FLOW_ROUTE_CLUSTERS_PRIVATE_H
#define WENDI_FLOW_ROUTE_CLUSTERS_PRIVATE_H

#include "base/core/array.h"
#include "base/core/key_table.h"
#include "flow/route/clusters.h"
#include "flow/route/open_list.h"

/* Where a group lies. */
typedef struct wendi_cluster_bounds {
    uint32_t floor;
    int32_t column, row;               /* among its floor's groups */
    int32_t sector_x, sector_y;        /* its first sector */
    int32_t sectors_x, sectors_y;      /* along its sides */
    uint32_t first_sector, sector_row; /* numbers: of the first one, from row to row */
} wendi_cluster_bounds;

/* A group as it was worked out. */
typedef struct wendi_cluster_page {
    uint32_t group;
    uint32_t checked;    /* at this stamp the parts were known to hold */
    uint32_t made;       /* at this stamp they were worked out */
    uint32_t doors_made; /* and doors at this one */
    bool has_parts, has_doors;
    uint32_t *parts; /* [part_words] first window of each sector, then parts by window; NULL: all of
                        them are part 0 */
    size_t part_words;
    wendi_cluster_entrance *doors; /* [door_count] */
    uint32_t *costs;               /* [to * door_count + from], rows as far as they are known */
    uint32_t like;                 /* page of a group whose costs are the same, NONE */
    uint64_t begun;                /* the order in which that was so */
    uint32_t door_count;
    uint32_t first[WENDI_BLOCKED_ARCS + 1];
} wendi_cluster_page;

/* The groups of one class. */
typedef struct wendi_class_clusters {
    const wendi_portal_graph *portals;
    wendi_key_table index; /* group -> page */
    wendi_cluster_page *pages;
    size_t count, capacity;
} wendi_class_clusters;

/* A window of the side that is being looked along. */
typedef struct wendi_cluster_side_portal {
    uint32_t sector;
    uint32_t part, behind; /* on this side and on the other */
    uint32_t stretch;
    uint32_t door; /* of the side's doors, in the order they come */
    uint8_t window;
} wendi_cluster_side_portal;

struct wendi_clusters {
    wend_allocator allocator;
    const wendi_sector_map *map;
    int32_t size;
    uint32_t first[WEND_FLOW_FLOORS_MAX + 1]; /* group of each floor */
    wendi_class_clusters *stores;
    size_t store_count, store_capacity;
    wendi_class_clusters *store; /* of the portals that are asked about */
    wendi_key_table looked;
    wendi_array_u32 looked_groups;
    /* scratch of one group */
    wendi_sector_portals *pages;  /* [size * size] */
    uint32_t *offsets;            /* [size * size + 1] */
    wendi_array_u32 roots;        /* by window: of the part it is joined to */
    wendi_array_u64 leave, stand; /* by window: costs of leaving by it, from its portal */
    wendi_cluster_side_portal *openings;
    size_t opening_count, opening_capacity;
    wendi_cluster_entrance *doors;
    size_t door_count, door_capacity;
    wendi_open_list queue;
    uint64_t begun; /* orders so far */
    uint32_t plain; /* page of a group that is one sector's page over and over: its costs serve
                       other such ones; NONE */
    const uint32_t *plain_costs; /* of that sector's page */
    int32_t plain_x, plain_y;
};

/* route/clusters.c */
wendi_cluster_bounds wendi_cluster_bounds_of(const wendi_clusters *groups, uint32_t group);
/** Index of a group's page, its parts up to date; NONE without memory. May move pages. */
uint32_t wendi_cluster_page_at(wendi_clusters *groups, uint32_t group);
/** The sector with a number inside of its group. */
uint32_t wendi_cluster_sector(const wendi_cluster_bounds *place, uint32_t local);

/* route/cluster_components.c */
/** Works out a page's parts. @return false without memory: it has none. */
bool wendi_cluster_find_components(wendi_clusters *groups, const wendi_cluster_bounds *place,
                                   wendi_cluster_page *page);
/** Reads a group's sectors into groups->pages and offsets. @return windows. */
uint32_t wendi_cluster_read_sectors(wendi_clusters *groups, const wendi_cluster_bounds *place);
uint32_t wendi_cluster_component_of(const wendi_cluster_page *page, uint32_t local,
                                    uint32_t window);
/** The window behind a window, among those of the group that was read; NONE outside of it. */
uint32_t wendi_cluster_opposite_portal(const wendi_clusters *groups,
                                       const wendi_cluster_bounds *place, uint32_t local,
                                       uint32_t window);

/* route/cluster_entrances.c */
/** Works out a page's doors. @return false without memory: it has none. */
bool wendi_cluster_find_entrances(wendi_clusters *groups, uint32_t page);

/* route/cluster_costs.c */
/** What it costs from the doors of a page to one of them, in the group that was read.
 * @param costs [door_count]. @return false without memory. */
bool wendi_cluster_find_costs(wendi_clusters *groups, const wendi_cluster_bounds *place,
                              const wendi_cluster_page *page, uint32_t to, uint32_t *costs);

#endif
