/* group.h: groups of sectors: what ways over far distances are planned on first.
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
#ifndef WENDI_FLOW_GROUP_H
#define WENDI_FLOW_GROUP_H

#include "flow/portals.h"

#define WENDI_GROUP_NONE UINT32_MAX

typedef struct wendi_group_door {
    uint32_t sector;
    uint32_t part;
    uint8_t window;
    uint8_t side; /* WENDI_SIDE_... */
} wendi_group_door;

/* Valid until the next wendi_groups_begin. */
typedef struct wendi_group_doors {
    const wendi_group_door *doors; /* [count] by side; the k-th of a side is the k-th of the
                                      opposite side of the group behind it */
    uint32_t count;
    uint32_t first[WENDI_SIDES + 1];
} wendi_group_doors;

typedef struct wendi_groups wendi_groups;

wend_result wendi_groups_create(const wendi_flow_map *map, int32_t size,
                                const wend_allocator *allocator, wendi_groups **groups);
void wendi_groups_destroy(wendi_groups *groups);
size_t wendi_groups_bytes(const wendi_groups *groups);
/** From now on it is about these portals, which are fresh and must outlive the groups. Forgets
 * which groups were looked at. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_groups_begin(wendi_groups *groups, const wendi_portals *portals);

/** The group a sector is in. */
uint32_t wendi_groups_at(const wendi_groups *groups, const wendi_flow_sector *place);
/** The one so many columns and rows away on the same floor; WENDI_GROUP_NONE outside. */
uint32_t wendi_groups_beside(const wendi_groups *groups, uint32_t group, int32_t columns,
                             int32_t rows);
/** The part a window of a sector belongs to. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_groups_part(wendi_groups *groups, const wendi_flow_sector *place, uint32_t window,
                              uint32_t *part);
/** @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_groups_doors(wendi_groups *groups, uint32_t group, wendi_group_doors *doors);
/** What it costs inside a group, whose doors were asked for, from the portals of all of them to
 * that of one by which it can be left: units, or WENDI_PORTAL_APART. Worked out when first asked
 * for.
 * @param costs [count] set to them. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_groups_costs(wendi_groups *groups, uint32_t group, uint32_t door,
                               const uint32_t **costs);
/** Groups that were looked at since begin. */
const uint32_t *wendi_groups_looked(const wendi_groups *groups, uint32_t *count);
/** The sectors of a group. @param sectors [size * size]. @return how many. */
uint32_t wendi_groups_sectors(const wendi_groups *groups, uint32_t group, uint32_t *sectors);

#endif
