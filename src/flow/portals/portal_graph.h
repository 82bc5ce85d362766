/* portals/portal_graph.h: the cost fields and the portal graph of one movement class, kept right
 * through edits.
 *
 *       window 0 (north)       A window is a longest run of cells open on both sides of a
 *      +--====---+             border. Both sectors list it, in the same order: so the k-th window
 *      |  / |    =  window 1   of my east side is the k-th of my neighbour's west side, and nothing
 *      =--- |   /=  (east)     points from one sector into another. The portal of a window is its
 *    3 =    `---'|             middle cell on the sector's own side. Edges are what it costs to get
 *      +--==-----+             from one portal to another one inside the sector.
 *       2 (south)
 *
 * Ends of links and joins are windows of one cell, behind those of the four sides.
 *
 * A sector that is open ground throughout, with open borders all around, shares one page with all
 * others of its shape and cost: open maps take a few bytes a sector. */
#ifndef WENDI_FLOW_PORTALS_PORTAL_GRAPH_H
#define WENDI_FLOW_PORTALS_PORTAL_GRAPH_H

#include "base/core/budget.h"
#include "flow/portals/sector_map.h"

enum {
    WENDI_SIDE_NORTH = 0,
    WENDI_SIDE_EAST = 1,
    WENDI_SIDE_SOUTH = 2,
    WENDI_SIDE_WEST = 3,
    WENDI_SIDE_LINK_OUT = 4, /* A link begins here. */
    WENDI_SIDE_LINK_IN = 5,  /* A link ends here. */
    WENDI_BLOCKED_ARCS = 6,
    WENDI_PORTALS_MAX = 255 /* Windows of a sector; further ends of links are left out. */
};

/** Cost between portals that are not connected inside their sector. */
#define WENDI_PORTAL_UNCONNECTED UINT32_MAX

typedef struct wendi_portal {
    uint8_t side;  /* WENDI_SIDE_... */
    uint8_t first; /* sides: first cell along the side (x or y in the sector); links: x */
    uint8_t count; /* sides: cells; links: y */
    uint8_t cost;  /* factor of the portal's cell */
} wendi_portal;

/* What a sector's page says. Valid until the next update. */
typedef struct wendi_sector_portals {
    const wendi_portal *windows; /* [window_count] by side, then along the side */
    const uint32_t *costs; /* [to * window_count + from] units of 1/12 step to go from portal `from`
                              to portal `to`, or WENDI_PORTAL_UNCONNECTED */
    const uint32_t *links; /* [first[6] - first[4]] of windows of links: index into ways */
    uint32_t window_count;
    uint8_t first[WENDI_BLOCKED_ARCS + 1]; /* windows of side s: first[s] ... first[s + 1] - 1 */
} wendi_sector_portals;

/* A link as one class can use it now: both ends open, usable. */
typedef struct wendi_sector_link {
    uint32_t from_sector, to_sector;
    uint8_t from_x, from_y, to_x, to_y; /* in their sectors */
    uint32_t cost;                      /* units of 1/12 step */
} wendi_sector_link;

typedef struct wendi_portal_graph wendi_portal_graph;

/** Nothing is built yet: every sector waits. The map must outlive it. Clearance, where the class
 * has a radius, is made here. @return WEND_OK, WEND_ERROR_MEMORY, what wend_clearance_create says.
 */
wend_result wendi_portal_graph_create(const wendi_sector_map *map,
                                      const wend_flow_class *movement_class, uint32_t class_index,
                                      const wend_allocator *allocator, wendi_portal_graph **portals,
                                      wend_message *message);
void wendi_portal_graph_destroy(wendi_portal_graph *portals);

/** Sees what changed in the grids since the last look and lets the changed sectors wait, and those
 * around them whose cells, frames or windows may change with them. Cheap when nothing changed.
 * Links are looked through when they, or the ground at their ends, may have changed.
 * @return WEND_OK, WEND_ERROR_MEMORY (call again). */
wend_result wendi_portal_graph_detect_changes(wendi_portal_graph *portals);
/** Notices, then looks at up to *steps waiting sectors (a step each), in ascending order of sector,
 * through the executor in blocks, and works out those that are not as they were; counts *steps
 * down.
 * @return WEND_OK (none waits), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (those done stay done). */
wend_result wendi_portal_graph_build(wendi_portal_graph *portals, const wend_executor *executor,
                                     uint64_t *steps);
bool wendi_portal_graph_is_fresh(const wendi_portal_graph *portals);

/** The page of a sector that does not wait. Any thread. */
wendi_sector_portals wendi_portal_graph_sector(const wendi_portal_graph *portals, uint32_t sector);
/** The portal's cell of a window, in its sector. */
void wendi_portal_cell(const wendi_sector_bounds *place, const wendi_portal *window, int32_t *x,
                       int32_t *y);
/** The window on the other side: its sector and index there. For links out the end, for links in
 * the beginning. */
uint32_t wendi_portal_graph_opposite(const wendi_portal_graph *portals, uint32_t sector,
                                     uint32_t window, uint32_t *across);
/** Links of the class, sorted by sector of their beginning. */
const wendi_sector_link *wendi_portal_graph_links(const wendi_portal_graph *portals,
                                                  uint32_t *count);
/** Those that begin in a sector: first ... last - 1. Binary search; none where there are no links.
 */
void wendi_portal_graph_links_from(const wendi_portal_graph *portals, uint32_t sector,
                                   uint32_t *first, uint32_t *last);

/** The cost field: a sector's costs with a frame of those around it (see tile/tile.h). */
typedef struct wendi_cost_tile {
    const uint8_t *cost; /* framed */
    uint64_t key;        /* equal keys: equal costs and frame; open sectors share one */
    bool is_open;        /* all cells inside are of cost 1 (the frame may be anything) */
    bool is_closed;      /* all cells inside are walls */
} wendi_cost_tile;
wendi_cost_tile wendi_portal_graph_cost_tile(const wendi_portal_graph *portals, uint32_t sector);

/** Counts updates that changed anything; stamp_of: at which one the sector's page or its ground
 * (frame included) last changed. */
uint32_t wendi_portal_graph_stamp(const wendi_portal_graph *portals);
uint32_t wendi_portal_graph_sector_stamp(const wendi_portal_graph *portals, uint32_t sector);

/** The clearance that a class with a radius stands on; NULL for radius 0. Updated by notice. */
wend_clearance *wendi_portal_graph_clearance(const wendi_portal_graph *portals, uint32_t floor);

typedef struct wendi_portal_graph_info {
    uint64_t windows;    /* borders' windows, each counted once, and ends of links */
    uint64_t edges;      /* ordered pairs of portals that are connected inside their sector */
    uint64_t built;      /* pages worked out since create */
    uint32_t built_last; /* by the last run of notice and build that found edits */
    uint32_t waiting;
    size_t memory_bytes;
} wendi_portal_graph_info;
wendi_portal_graph_info wendi_portal_graph_get_info(const wendi_portal_graph *portals);
/** Fingerprint of all pages. */
uint64_t wendi_portal_graph_hash(const wendi_portal_graph *portals, uint64_t hash);

#endif
