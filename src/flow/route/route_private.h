/* The state of a route search.
 *
 *      sector s'     | sector s      A node is a portal that is crossed one way, from s' into s.
 *                    |               Its cost is the remaining cost to the goal from the node of
 *    node of s'  ->  =  node of s    s', including the step over the border. It belongs to the
 *    "leaves"        |  "enters"     record of the sector that is entered, so that s' is not read
 *                    |               before the node's turn comes.
 *
 * The search runs backwards from the goals: remaining costs hold for all sources, so that each
 * further source continues it, with the open list ordered for that source. */
#ifndef WENDI_FLOW_ROUTE_ROUTE_PRIVATE_H
#define WENDI_FLOW_ROUTE_ROUTE_PRIVATE_H

#include "base/core/key_table.h"
#include "base/core/sort.h"
#include "flow/route/clusters.h"
#include "flow/route/open_list.h"
#include "flow/route/route.h"

enum {
    WENDI_ROUTE_ANCHORS_MAX = 32,  /* Positions that estimates start from: the source and link ends;
                                   * beyond so many links, one for each floor. */
    WENDI_ROUTE_TARGETS_ONE = 16,  /* Sources the open list is ordered for one by one; further ones
                                   * share the rectangle of those in a square of sectors. */
    WENDI_ROUTE_TARGETS_MAX = 256, /* Then all share one rectangle. */
    WENDI_ROUTE_TARGET_SIDE = 8    /* Sectors along a side of such a square. */
};

#define WENDI_ROUTE_NONE UINT32_MAX
/** Parent of nodes whose next step is a goal in their sector. */
#define WENDI_ROUTE_GOAL (UINT32_MAX - 1)
#define WENDI_ROUTE_UNREACHED UINT64_MAX

/* A visited sector. */
typedef struct wendi_sector_record {
    uint32_t sector;
    uint32_t first_node;    /* of its portals */
    uint32_t neighbours[4]; /* records beyond its sides, as far as known */
    uint32_t first_step;    /* steps in this sector */
    uint32_t goals;         /* first of its goals in the sorted order; NONE without */
    uint32_t goal_costs;    /* index of the goals' costs by portal */
    uint32_t goal_step;
    uint32_t cluster; /* NONE without clusters */
    wendi_sector_bounds bounds;
    wendi_sector_portals page;
} wendi_sector_record;

typedef struct wendi_route_node {
    uint64_t cost;   /* UNREACHED: not found yet */
    uint32_t parent; /* the next node on the path, GOAL */
    uint32_t record;
    int32_t x, y; /* where it is crossed, in half cells, once it was reached */
    uint16_t floor;
    uint8_t portal; /* of the sector that is entered */
    bool is_closed;
} wendi_route_node;

typedef struct wendi_route_tree_step {
    wendi_route_step step;
    uint64_t cost;           /* not saturated */
    uint32_t next_in_sector; /* next step of the same sector */
    uint32_t component;      /* index of its component's cells, NONE until needed */
} wendi_route_tree_step;

/* The cells of a sector that are connected to a step. */
typedef struct wendi_route_component {
    uint32_t rows[WENDI_TILE_SIDE];
} wendi_route_component;

/* A position in half cells, so that borders and middles are integers. */
typedef struct wendi_route_point {
    uint32_t floor;
    int32_t x, y;
} wendi_route_point;

/* Sources that the open list is ordered for. */
typedef enum wendi_route_target {
    WENDI_ROUTE_TARGET_ONE,
    WENDI_ROUTE_TARGET_SQUARE,
    WENDI_ROUTE_TARGET_ALL /* that are left */
} wendi_route_target;

/* A square of sectors, counted in squares. */
typedef struct wendi_route_square {
    uint32_t floor;
    int32_t column, row;
} wendi_route_square;

/* A rectangle and the least cost of getting there from the source. */
typedef struct wendi_route_anchor {
    uint32_t floor;
    int32_t left, top, right, bottom; /* half cells */
    uint64_t cost;                    /* parts of a unit */
} wendi_route_anchor;

/* Costs inside one sector to the nearest of some cells. */
typedef struct wendi_route_costs {
    wendi_tile_shape shape;
    bool is_uniform; /* one seed on open ground: costs follow from the distance */
    bool is_wide;
    bool has_diagonals;
    int32_t x, y; /* uniform: the seed */
    uint16_t d[WENDI_TILE_CELLS];
    uint32_t wide[WENDI_TILE_CELLS];
} wendi_route_costs;

/* A cluster reached by the search over clusters. */
typedef struct wendi_cluster_visit {
    uint32_t cluster;
    uint32_t first_node; /* of its entrances */
    wendi_cluster_entrances entrances;
} wendi_cluster_visit;

typedef struct wendi_cluster_node {
    uint64_t cost;
    uint32_t parent, visit, entrance;
    bool is_closed;
} wendi_cluster_node;

/* The search over clusters, like the one over portals. */
typedef struct wendi_cluster_search {
    wendi_key_table index; /* cluster -> visit */
    wendi_cluster_visit *visits;
    size_t visit_count, visit_capacity;
    wendi_cluster_node *nodes;
    size_t node_count, node_capacity;
    wendi_open_list queue;
    uint32_t source_cluster, source_component;
    int32_t source_x, source_y;
    uint64_t best;
    uint32_t best_node; /* GOAL: in the source's cluster */
} wendi_cluster_search;

typedef enum wendi_route_phase {
    WENDI_ROUTE_GOALS,    /* one goal's sector each step */
    WENDI_ROUTE_SOURCE,   /* a source begins */
    WENDI_ROUTE_SEARCH,   /* one portal each step */
    WENDI_ROUTE_CLUSTERS, /* one entrance each step */
    WENDI_ROUTE_DONE
} wendi_route_phase;

struct wendi_router {
    wend_allocator allocator;
    const wendi_sector_map *map;
    uint64_t slack; /* 65536ths */
    int32_t cluster_size;
    uint32_t unit_parts;         /* Estimates count in parts of a unit: 2 n, sectors of n cells. */
    uint32_t straight, diagonal; /* Parts for a step of half a cell. */
    /* the endpoints */
    const wendi_portal_graph *graph;
    const wendi_sector_cell *goals, *sources;
    size_t goal_count, source_count;
    wendi_sort_pair *goal_order; /* [goal_capacity] by sector */
    wendi_sort_pair *goal_scratch;
    size_t goal_capacity;
    /* progress */
    wendi_route_phase phase;
    size_t goal, source;     /* next goal in goal_order, next source */
    uint32_t target_changes; /* how often the open list was reordered */
    wendi_route_anchor anchors[2 * WEND_FLOW_FLOORS_MAX];
    uint32_t anchor_count;
    uint32_t enlarged_by;                     /* sixteenths that are added to estimates */
    int32_t line_x, line_y, line_dx, line_dy; /* the straight line from the first goal */
    uint32_t line_floor;
    unsigned line_shift;
    wendi_route_target target;
    wendi_route_square square; /* of sources that share the target */
    /* the current source */
    uint32_t source_record;
    uint32_t source_costs[WENDI_PORTALS_MAX + 1]; /* from the source to each portal's node */
    uint64_t best;
    uint32_t best_node;                 /* GOAL: directly to a goal in the source's sector */
    uint64_t expanded;                  /* portals expanded for it */
    uint64_t expanded_before_enlarging; /* the most of them with plain estimates */
    bool is_cluster_searched;
    wendi_route_costs costs;
    /* long routes */
    wendi_clusters *clusters; /* NULL: clusters are never searched */
    wendi_cluster_search cluster_search;
    wendi_key_table allowed; /* clusters that may be entered once any search was restricted */
    bool is_restricted;
    bool is_by_clock;                    /* the open list is ordered anew in pieces */
    bool is_cut;                         /* by clock: a look at it is due */
    bool is_reordering;                  /* a piece of it is left */
    size_t reordered, reordered_open;    /* entries of the open list looked at, and open ones */
    uint64_t expansions_before_clusters; /* portals expanded for a source before clusters are
                                          * searched */
    wendi_array_u32 parked; /* closed nodes that come from clusters that may not be entered */
    /* results */
    wendi_key_table index; /* sector -> record */
    wendi_sector_record *records;
    size_t record_count, record_capacity;
    wendi_route_node *nodes;
    size_t node_count, node_capacity;
    wendi_open_list queue;
    wendi_array_u32 goal_costs;
    wendi_array_u32 first; /* [source] */
    wendi_route_tree_step *tree;
    size_t tree_count, tree_capacity;
    wendi_route_component *components;
    size_t component_count, component_capacity;
};

/* search.c: records */
/** The record of a sector, created if necessary; NONE without memory. May move records and nodes.
 */
uint32_t wendi_route_record_at(wendi_router *r, uint32_t sector);
/** The record that a node leaves and the portal there; NONE without memory. */
uint32_t wendi_route_node_origin(wendi_router *r, uint32_t node, uint32_t *portal);
/** The node that leaves a record by a portal, if it exists; NONE. */
uint32_t wendi_route_find_node_out(wendi_router *r, uint32_t index, uint32_t portal);
/** The cost of crossing into a sector by a portal. */
uint64_t wendi_route_entry_cost(const wendi_router *r, const wendi_sector_portals *page,
                                uint32_t portal);
/** Position where a portal is crossed into a sector: in its middle on the border, or where its
 * link begins.
 */
wendi_route_point wendi_route_crossing(const wendi_router *r, const wendi_sector_bounds *bounds,
                                       const wendi_sector_portals *page, uint32_t portal);

/* heuristic.c */
/** The square that a source lies in. */
wendi_route_square wendi_route_square_of(const wendi_router *r, size_t source);
static inline bool wendi_route_is_same_square(wendi_route_square a, wendi_route_square b)
{
    return a.floor == b.floor && a.column == b.column && a.row == b.row;
}
/** Directs the heuristic at a source, and at those that are left in its square, or at all. */
void wendi_route_set_target(wendi_router *r, size_t source, wendi_route_target target);
/** Enlarges all estimates from now on. */
void wendi_route_enlarge_estimates(wendi_router *r);
/** The open-list entry of a node: cost + estimate << 8, then the distance from the straight line;
 * ties: the smaller estimate first. */
wendi_open_entry wendi_route_make_entry(const wendi_router *r, wendi_route_point at, uint64_t cost,
                                        uint32_t node);
/** Cost + estimate of an entry; WENDI_ROUTE_UNREACHED: unreachable. */
uint64_t wendi_route_entry_estimate(const wendi_router *r, const wendi_open_entry *entry);
/** The cost between two cells on open ground, by portals, in units. */
uint64_t wendi_route_open_cost(const wendi_router *r, int32_t dx, int32_t dy);

/* endpoints.c */
/** Computes the costs to all goals of the record's sector, in r->costs. */
void wendi_route_integrate_goals(wendi_router *r, const wendi_sector_record *record);
/** A cell's cost after that; WENDI_PORTAL_UNCONNECTED: not connected. */
uint32_t wendi_route_cost_at(const wendi_route_costs *costs, int32_t x, int32_t y);
/** Computes the costs from the source to the portals of its sector, and to a goal in it. */
void wendi_route_integrate_source(wendi_router *r, const wendi_sector_record *record, int32_t x,
                                  int32_t y);
/** Extends the marked cells to all that are connected to them. */
void wendi_route_flood_component(const wendi_router *r, const wendi_sector_record *record,
                                 wendi_route_component *component);

/* search.c */
bool wendi_route_push(wendi_router *r, uint32_t node);
/** Keys that the order of an open list extends above the least one at first. */
uint64_t wendi_route_reorder_span(const wendi_router *r);
/** Orders the open list for another source. */
void wendi_route_reorder(wendi_router *r);
/** Continues it by a piece; without pieces it ends at once. */
void wendi_route_continue_reorder(wendi_router *r);
/** Expands one portal. WEND_OK: the source has its path or has none. */
wend_result wendi_route_expand(wendi_router *r);

/* cluster_search.c */
void wendi_cluster_search_clear(wendi_router *r);
void wendi_cluster_search_destroy(wendi_router *r);
size_t wendi_cluster_search_memory_bytes(const wendi_router *r);
/** Begins a search for the clusters on the path of the source. */
wend_result wendi_cluster_search_begin(wendi_router *r);
/** Expands one entrance. WEND_OK: clusters may be entered now; WEND_NO_PATH, WEND_IN_PROGRESS,
 * WEND_ERROR_MEMORY. */
wend_result wendi_cluster_search_expand(wendi_router *r);
/** True if a cluster may be entered. */
bool wendi_route_may_enter_cluster(const wendi_router *r, uint32_t cluster);

/* steps.c */
/** The step that a source can use because its component of the sector has one; NONE. */
wend_result wendi_route_find_covering_step(wendi_router *r, uint32_t index, int32_t x, int32_t y,
                                           uint32_t *step);
/** Adds the steps of the path that was found. @return false: no memory. */
bool wendi_route_trace(wendi_router *r, uint32_t *step);

#endif
