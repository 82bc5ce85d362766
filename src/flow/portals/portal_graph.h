/* The cost field and the portal graph of one movement class, kept up to date
 * through edits.
 *
 *       portal 0 (north)       A portal is a longest run of cells open on both sides of a border.
 *      +--====---+             Both sectors list it in the same order: the k-th portal of the east
 *      |  / |    =  portal 1   side is the k-th one of the west side of the neighbour, so that
 *      =--- |   /=  (east)     pages need no references to other sectors. A portal's node is its
 *    3 =    `---'|             middle cell on the sector's own side. Edges are the costs from node
 *      +--==-----+             to node inside the sector.
 *       2 (south)
 *
 * Ends of links and joins are portals of one cell, listed after those of the four sides.
 *
 * Sectors of open ground with open borders all around share one page with all others of their shape
 * and cost: open maps take a few bytes a sector.
 *
 * Source: Emerson, "Crowd Pathfinding and Steering Using Flow Field Tiles", Game AI Pro, ch. 23. */
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
    WENDI_SIDES = 6,
    WENDI_PORTALS_MAX = 255 /* Portals of a sector; further link ends are left out. */
};

/** Cost between portals that are not connected inside their sector. */
#define WENDI_PORTAL_UNCONNECTED UINT32_MAX

typedef struct wendi_portal {
    uint8_t side;  /* WENDI_SIDE_... */
    uint8_t first; /* sides: first cell along the side (x or y in the sector); links: x */
    uint8_t count; /* sides: cells; links: y */
    uint8_t cost;  /* cost factor of the node's cell */
} wendi_portal;

/* The page of a sector. Valid until the next update. */
typedef struct wendi_sector_portals {
    const wendi_portal *portals; /* [portal_count] by side, then along the side */
    const uint32_t *costs; /* [to * portal_count + from] units of 1/12 step from the node of portal
                            * `from` to that of portal `to`, or WENDI_PORTAL_UNCONNECTED */
    const uint32_t *links; /* [first[6] - first[4]] of the portals of links: index into the links */
    uint32_t portal_count;
    uint8_t first[WENDI_SIDES + 1]; /* portals of side s: first[s] ... first[s + 1] - 1 */
} wendi_sector_portals;

/* A link that the class can use now: both ends are open. */
typedef struct wendi_sector_link {
    uint32_t from_sector, to_sector;
    uint8_t from_x, from_y, to_x, to_y; /* in their sectors */
    uint32_t cost;                      /* units of 1/12 step */
} wendi_sector_link;

typedef struct wendi_portal_graph wendi_portal_graph;

/** Creates a graph in which every sector is dirty. The map must outlive it. Creates the clearance
 * map of a class with a radius. @return WEND_OK, WEND_ERROR_MEMORY, what wend_clearance_create
 * returns. */
wend_result wendi_portal_graph_create(const wendi_sector_map *map,
                                      const wend_flow_class *movement_class, uint32_t class_index,
                                      const wend_allocator *allocator, wendi_portal_graph **graph,
                                      wend_message *message);
void wendi_portal_graph_destroy(wendi_portal_graph *graph);

/** Compares the grids with the last call, and marks the changed sectors as dirty, with those
 * around them whose cells, frames or portals may change with them. Cheap when nothing changed.
 * Links are read again when they, or the ground at their ends, may have changed.
 * @return WEND_OK, WEND_ERROR_MEMORY (call again). */
wend_result wendi_portal_graph_detect_changes(wendi_portal_graph *graph);
/** Detects changes, then checks up to *steps dirty sectors (a step each), in ascending order,
 * through the executor in blocks, rebuilds those that differ, and counts *steps down.
 * @return WEND_OK (none is dirty), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (what is done stays done).
 */
wend_result wendi_portal_graph_build(wendi_portal_graph *graph, const wend_executor *executor,
                                     uint64_t *steps);
bool wendi_portal_graph_is_fresh(const wendi_portal_graph *graph);

/** The page of a sector that is not dirty. Any thread. */
wendi_sector_portals wendi_portal_graph_sector(const wendi_portal_graph *graph, uint32_t sector);
/** The cell of a portal's node, in its sector. */
void wendi_portal_cell(const wendi_sector_bounds *bounds, const wendi_portal *portal, int32_t *x,
                       int32_t *y);
/** The same portal as the sector beyond lists it: that sector, and the index there. For the portal
 * of a link's beginning the end, and the other way round. */
uint32_t wendi_portal_graph_opposite(const wendi_portal_graph *graph, uint32_t sector,
                                     uint32_t portal, uint32_t *across);
/** Links of the class, sorted by sector of their beginning. */
const wendi_sector_link *wendi_portal_graph_links(const wendi_portal_graph *graph, uint32_t *count);
/** The links that begin in a sector: first ... last - 1. A binary search; immediate where there
 * are no links. */
void wendi_portal_graph_links_from(const wendi_portal_graph *graph, uint32_t sector,
                                   uint32_t *first, uint32_t *last);

/** The cost field of a sector, with a frame of the cells around it (see tile/tile.h). */
typedef struct wendi_cost_tile {
    const uint8_t *cost; /* framed */
    uint64_t key;        /* equal keys: equal costs and frame; open sectors share a key */
    bool is_open;        /* all cells inside are of cost 1 (the frame may be anything) */
    bool is_closed;      /* all cells inside are walls */
} wendi_cost_tile;
wendi_cost_tile wendi_portal_graph_cost_tile(const wendi_portal_graph *graph, uint32_t sector);
/** False until the first build gets to the sector: it has neither a page nor costs. Any thread. */
bool wendi_portal_graph_is_built(const wendi_portal_graph *graph, uint32_t sector);
/** The framed costs alone. */
const uint8_t *wendi_portal_graph_costs(const wendi_portal_graph *graph, uint32_t sector);

/** The stamp counts updates that changed anything; a sector's stamp is the one at which its page
 * or its cost tile (frame included) changed last. */
uint32_t wendi_portal_graph_stamp(const wendi_portal_graph *graph);
uint32_t wendi_portal_graph_sector_stamp(const wendi_portal_graph *graph, uint32_t sector);

/** The clearance map of a class with a radius; NULL for radius 0. Kept up to date by
 * wendi_portal_graph_detect_changes. */
wend_clearance *wendi_portal_graph_clearance(const wendi_portal_graph *graph, uint32_t floor);

typedef struct wendi_portal_graph_info {
    uint64_t portals;    /* portals on borders, each counted once, and link ends */
    uint64_t edges;      /* ordered pairs of portals that are connected inside their sector */
    uint64_t built;      /* pages built since creation */
    uint32_t built_last; /* by the last build after edits */
    uint32_t dirty;
    size_t memory_bytes;
} wendi_portal_graph_info;
wendi_portal_graph_info wendi_portal_graph_get_info(const wendi_portal_graph *graph);
/** Fingerprint of all pages. */
uint64_t wendi_portal_graph_hash(const wendi_portal_graph *graph, uint64_t hash);

#endif
