/* takes: what changed in the grids.
 * gives: the sectors that may look different now, as waiting.
 * cost:  the changed sectors and those around them; a look at each sector after very many edits. */
#include "flow/portals/portal_graph_private.h"

enum { CHANGES_AT_ONCE = 256 };

/* Cells x0 ... x1, y0 ... y1 of a floor; made smaller to what lies inside. */
typedef struct box {
    int32_t x0, y0, x1, y1;
} box;

static int32_t at_least(int32_t value, int32_t low)
{
    return value < low ? low : value;
}

static int32_t at_most(int32_t value, int32_t high)
{
    return value > high ? high : value;
}

/* Whatever may change with a cell of the sector: it, cells that an agent may no longer fit in, and
 * frames. */
static box box_around(const wendi_sector_map_floor *floor, const wendi_sector_bounds *place,
                      int32_t reach)
{
    const box around = {at_least(place->x - reach, 0), at_least(place->y - reach, 0),
                        at_most(place->x + place->width - 1 + reach, floor->width - 1),
                        at_most(place->y + place->height - 1 + reach, floor->height - 1)};
    return around;
}

static void wake_around(wendi_portal_graph *portals, uint32_t sector)
{
    const wendi_sector_map *map = portals->map;
    const wendi_sector_bounds place = wendi_sector_map_bounds(map, sector);
    const wendi_sector_map_floor *floor = &map->floors[place.floor];
    const box around = box_around(floor, &place, portals->floors[place.floor].reach + 1);
    const uint32_t first = wendi_sector_map_sector_at(map, place.floor, around.x0, around.y0);
    const uint32_t last = wendi_sector_map_sector_at(map, place.floor, around.x1, around.y0);
    const uint32_t end = wendi_sector_map_sector_at(map, place.floor, around.x0, around.y1);
    for (uint32_t row = first; row <= end; row += (uint32_t)floor->sectors_x) {
        const uint32_t row_last = row + (last - first);
        for (uint32_t each = row; each <= row_last; ++each) {
            wendi_dirty_sectors_add(&portals->waiting, each);
        }
        portals->links.is_stale =
            portals->links.is_stale || wendi_portal_links_watches(&portals->links, row, row_last);
    }
}

/* Too many to list: a look at all. */
static void wake_by_revision(wendi_portal_graph *portals, uint32_t floor, uint64_t since)
{
    const wendi_sector_map_floor *at = &portals->map->floors[floor];
    const uint32_t count = (uint32_t)at->sectors_x * (uint32_t)at->sectors_y;
    for (uint32_t i = 0; i < count; ++i) {
        if (wend_grid_sector_revision(at->grid, i) > since) {
            wake_around(portals, at->first_sector + i);
        }
    }
}

static void notice_floor(wendi_portal_graph *portals, uint32_t index)
{
    wendi_portal_graph_floor *floor = &portals->floors[index];
    const wendi_sector_map_floor *at = &portals->map->floors[index];
    const uint64_t revision = wend_grid_revision(at->grid);
    const uint64_t links_revision = wend_grid_links_revision(at->grid);
    if (floor->clearance != NULL) {
        (void)wend_clearance_update(floor->clearance); /* Cannot fail. */
    }
    if (links_revision != floor->links_revision) {
        portals->links.is_stale = true;
        floor->links_revision = links_revision;
    }
    if (revision == floor->revision) {
        return;
    }
    uint32_t changed[CHANGES_AT_ONCE];
    size_t count;
    if (wend_grid_list_changes(at->grid, floor->revision, changed, CHANGES_AT_ONCE, &count) ==
        WEND_OK) {
        for (size_t i = 0; i < count; ++i) {
            wake_around(portals, at->first_sector + changed[i]);
        }
    } else {
        wake_by_revision(portals, index, floor->revision);
    }
    floor->revision = revision;
    portals->is_stamped = false;
    portals->built_last = 0;
}

wend_result wendi_portal_graph_detect_changes(wendi_portal_graph *portals)
{
    for (uint32_t i = 0; i < portals->map->floor_count; ++i) {
        notice_floor(portals, i);
    }
    if (portals->links.is_stale && !wendi_portal_links_update(portals)) {
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

bool wendi_portal_graph_is_fresh(const wendi_portal_graph *portals)
{
    bool is_fresh = portals->waiting.count == 0 && !portals->links.is_stale;
    for (uint32_t i = 0; is_fresh && i < portals->map->floor_count; ++i) {
        is_fresh = portals->floors[i].revision == wend_grid_revision(portals->map->floors[i].grid);
    }
    return is_fresh;
}
