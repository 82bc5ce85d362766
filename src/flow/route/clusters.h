/* route/clusters.h: groups of sectors: what ways over far distances are planned on first.
 *
 *      +----------+----------+     A part is what hangs together inside a group. A door stands for
 *      |  part 0  D          |     all windows along one stretch of a group's side that lead from
 *      |      ____D  part 0  |     one part to the same part of the next group; one of them, the
 *      |_____/    |____      |     middle one, is walked through. What it costs from door to door
 *      |  part 1  d    \     |     inside the group is worked out over its windows.
 *      +----------+----------+
 *
 * Whatever can be reached over windows can be reached over doors. Groups are worked out when they
 * are asked for, and kept with the stamp of their portals: edits drop just those they touch. */
#ifndef WENDI_FLOW_ROUTE_CLUSTERS_H
#define WENDI_FLOW_ROUTE_CLUSTERS_H

#include "flow/portals/portal_graph.h"

#define WENDI_CLUSTER_NONE UINT32_MAX

typedef struct wendi_cluster_entrance {
    uint32_t sector;
    uint32_t part;
    uint8_t window;
    uint8_t side; /* WENDI_SIDE_... */
} wendi_cluster_entrance;

/* Valid until the next wendi_clusters_begin. */
typedef struct wendi_cluster_entrances {
    const wendi_cluster_entrance *doors; /* [count] by side; the k-th of a side is the k-th of the
                                      opposite side of the group behind it */
    uint32_t count;
    uint32_t first[WENDI_BLOCKED_ARCS + 1];
} wendi_cluster_entrances;

typedef struct wendi_clusters wendi_clusters;

wend_result wendi_clusters_create(const wendi_sector_map *map, int32_t size,
                                  const wend_allocator *allocator, wendi_clusters **groups);
void wendi_clusters_destroy(wendi_clusters *groups);
size_t wendi_clusters_memory_bytes(const wendi_clusters *groups);
/** From now on it is about these portals, which are fresh and must outlive the groups. Forgets
 * which groups were looked at. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_clusters_begin(wendi_clusters *groups, const wendi_portal_graph *portals);

/** The group a sector is in. */
uint32_t wendi_clusters_at(const wendi_clusters *groups, const wendi_sector_bounds *place);
/** The one so many columns and rows away on the same floor; WENDI_CLUSTER_NONE outside. */
uint32_t wendi_clusters_neighbour(const wendi_clusters *groups, uint32_t group, int32_t columns,
                                  int32_t rows);
/** The part a window of a sector belongs to. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_clusters_get_component(wendi_clusters *groups, const wendi_sector_bounds *place,
                                         uint32_t window, uint32_t *part);
/** @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_clusters_get_entrances(wendi_clusters *groups, uint32_t group,
                                         wendi_cluster_entrances *doors);
/** What it costs inside a group, whose doors were asked for, from the portals of all of them to
 * that of one by which it can be left: units, or WENDI_PORTAL_UNCONNECTED. Worked out when first
 * asked for.
 * @param costs [count] set to them. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_clusters_get_costs(wendi_clusters *groups, uint32_t group, uint32_t door,
                                     const uint32_t **costs);
/** Groups that were looked at since begin. */
const uint32_t *wendi_clusters_visited(const wendi_clusters *groups, uint32_t *count);
/** The sectors of a group. @param sectors [size * size]. @return how many. */
uint32_t wendi_clusters_list_sectors(const wendi_clusters *groups, uint32_t group,
                                     uint32_t *sectors);

#endif
