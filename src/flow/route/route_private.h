/* route/route_private.h: what the files of the router share.
 *
 *      sector s'     | sector s             A node is a window that is crossed one way, from s'
 * into |                      s: its cost is what is left to the goal from the portal portal of s'=
 * portal of s          of s', the step over the border with it. It lives in the "leaves"    |
 * "enters"             block of the sector that is entered, so that s' is not | looked at before
 * the node's turn comes.
 *
 * The search goes backwards from the goals: what is found of costs to go holds for all sources, so
 * that each further source just goes on with it, with the queue ordered towards itself. */
#ifndef WENDI_FLOW_ROUTE_ROUTE_PRIVATE_H
#define WENDI_FLOW_ROUTE_ROUTE_PRIVATE_H

#include "base/core/key_table.h"
#include "base/core/sort.h"
#include "flow/route/clusters.h"
#include "flow/route/open_list.h"
#include "flow/route/route.h"

enum {
    WENDI_ROUTE_ANCHORS_MAX = 32, /* Places that a guess starts from: the source and ends of links;
                                 or beyond so many links, one for each floor. */
    WENDI_ROUTE_TARGETS_MAX = 32  /* Sources the queue is ordered for one by one; further ones share
                              a  rectangle. */
};

#define WENDI_ROUTE_NONE UINT32_MAX
/** Parent of nodes whose sector holds a goal that is next. */
#define WENDI_ROUTE_GOAL (UINT32_MAX - 1)
#define WENDI_ROUTE_UNREACHED UINT64_MAX

/* A sector that was looked at. */
typedef struct wendi_route_sector {
    uint32_t sector;
    uint32_t first_node; /* of its windows */
    uint32_t beside[4];  /* blocks behind its sides, as far as known */
    uint32_t first_step; /* steps in this sector */
    uint32_t goals;      /* first of its goals in the sorted order; NONE without */
    uint32_t goal_costs; /* index of the goals' costs by window */
    uint32_t goal_step;
    uint32_t group; /* NONE without groups */
    wendi_sector_bounds place;
    wendi_sector_portals page;
} wendi_route_sector;

typedef struct wendi_route_node {
    uint64_t cost;   /* FAR: not found yet */
    uint32_t parent; /* the next node on the way, GOAL */
    uint32_t block;
    uint8_t window; /* of the sector that is entered */
    bool is_closed;
} wendi_route_node;

typedef struct wendi_route_tree_step {
    wendi_route_step step;
    uint64_t cost;          /* not saturated */
    uint32_t next_in_block; /* other steps of the sector */
    uint32_t part;          /* index of its part's cells, NONE until asked for */
} wendi_route_tree_step;

/* The cells of a sector that hang together with a step. */
typedef struct wendi_route_component {
    uint32_t rows[WENDI_ISLAND_TILE_SIDE];
} wendi_route_component;

/* Places count in half cells, so that borders and middles are whole. */
typedef struct wendi_route_point {
    uint32_t floor;
    int32_t x, y;
} wendi_route_point;

/* A rectangle and what it costs at least to get there from the source. */
typedef struct wendi_route_anchor {
    uint32_t floor;
    int32_t left, top, right, bottom; /* half cells */
    uint64_t cost;                    /* parts */
} wendi_route_anchor;

/* Costs inside one sector, to the nearest of some cells. */
typedef struct wendi_route_costs {
    wendi_tile_shape shape;
    bool is_plain; /* one seed on open ground: costs follow from the distance */
    bool is_wide;
    bool has_diagonals;
    int32_t x, y; /* plain: the seed */
    uint16_t d[WENDI_TILE_CELLS];
    uint32_t wide[WENDI_TILE_CELLS];
} wendi_route_costs;

/* A group that was looked at by the plan, and a door that is gone through into it. */
typedef struct wendi_cluster_visit {
    uint32_t group;
    uint32_t first_node; /* of its doors */
    wendi_cluster_entrances doors;
} wendi_cluster_visit;

typedef struct wendi_cluster_node {
    uint64_t cost;
    uint32_t parent, area, door;
    bool is_closed;
} wendi_cluster_node;

/* The search over groups, like the one over windows. */
typedef struct wendi_cluster_search {
    wendi_key_table index; /* group -> area */
    wendi_cluster_visit *areas;
    size_t area_count, area_capacity;
    wendi_cluster_node *nodes;
    size_t node_count, node_capacity;
    wendi_open_list queue;
    uint32_t source_group, source_part;
    int32_t source_x, source_y;
    uint64_t best;
    uint32_t best_node; /* GOAL: in the source's group */
} wendi_cluster_search;

typedef enum wendi_route_phase {
    WENDI_ROUTE_GOALS,    /* a goal's sector each step */
    WENDI_ROUTE_SOURCE,   /* a source begins */
    WENDI_ROUTE_SEARCH,   /* a window each step */
    WENDI_ROUTE_CLUSTERS, /* a door each step */
    WENDI_ROUTE_DONE
} wendi_route_phase;

struct wendi_router {
    wend_allocator allocator;
    const wendi_sector_map *map;
    uint64_t slack; /* 65536ths */
    int32_t group_size;
    uint32_t unit_parts; /* Guesses count in such parts of a unit: 2 n, sectors of n cells. */
    uint32_t straight, diagonal; /* What they take for a step of half a cell. */
    /* the order */
    const wendi_portal_graph *portals;
    const wendi_sector_cell *goals, *sources;
    size_t goal_count, source_count;
    wendi_sort_pair *goal_order; /* [goal_capacity] by sector */
    wendi_sort_pair *goal_scratch;
    size_t goal_capacity;
    /* the state */
    wendi_route_phase phase;
    size_t goal, source; /* the next ones */
    uint32_t aims;       /* how often the queue was ordered afresh */
    wendi_route_anchor anchors[2 * WEND_FLOW_FLOORS_MAX];
    uint32_t anchor_count;
    int32_t line_x, line_y, line_dx, line_dy; /* the straight way from the first goal */
    uint32_t line_floor;
    unsigned line_shift;
    bool is_shared_aim;
    /* this source */
    uint32_t source_block;
    uint32_t source_costs[WENDI_PORTALS_MAX + 1]; /* from the source to each window's portal */
    uint64_t best;
    uint32_t best_node; /* GOAL: straight to a goal in the source's sector */
    uint64_t looks;     /* windows looked at for it */
    bool is_planned;
    wendi_route_costs spread;
    /* far ways */
    wendi_clusters *groups; /* NULL: never planned over groups */
    wendi_cluster_search plan;
    wendi_key_table allowed; /* groups that may be entered once anything was planned */
    bool is_restricted;
    uint64_t patience;      /* windows looked at for a source before it is planned */
    wendi_array_u32 parked; /* closed nodes that come from groups that may not be entered */
    /* what was found */
    wendi_key_table index; /* sector -> block */
    wendi_route_sector *blocks;
    size_t block_count, block_capacity;
    wendi_route_node *nodes;
    size_t node_count, node_capacity;
    wendi_open_list queue;
    wendi_array_u32 goal_costs;
    wendi_array_u32 first; /* [source] */
    wendi_route_tree_step *tracks;
    size_t track_count, track_capacity;
    wendi_route_component *parts;
    size_t part_count, part_capacity;
};

/* route/sectors.c */
/** The block of a sector, made if needed; NONE without memory. May move blocks and nodes. */
uint32_t wendi_route_sector_at(wendi_router *r, uint32_t sector);
/** The block of a sector that was looked at, or NONE. */
uint32_t wendi_route_find_sector(const wendi_router *r, uint32_t sector);
/** Where a node comes from: the block that is left and the window there; NONE without memory. */
uint32_t wendi_route_node_origin(wendi_router *r, uint32_t node, uint32_t *window);
/** The block behind a window of a side, if it was looked at, and the window there; NONE. */
uint32_t wendi_route_find_opposite(const wendi_router *r, const wendi_route_sector *block,
                                   uint32_t window, uint32_t *out);
/** The node that leaves a block by a window, if it was found yet; NONE. */
uint32_t wendi_route_find_node_out(wendi_router *r, uint32_t block, uint32_t window);
/** What crossing into a sector by a window costs. */
uint64_t wendi_route_entry_cost(const wendi_router *r, const wendi_sector_portals *page,
                                uint32_t window);
/** Where a window is crossed into a sector: in its middle on the border, or where its link begins.
 */
wendi_route_point wendi_route_crossing(const wendi_router *r, const wendi_sector_bounds *place,
                                       const wendi_sector_portals *page, uint32_t window);

/* route/heuristic.c */
/** Aims at the source that begins, or (shared) at all that are left. */
void wendi_route_set_target(wendi_router *r, size_t source, bool is_shared);
/** The key of a node whose cost to go is known, in a queue ordered for the aim: cost + guess << 8,
 * then how far off the straight line; ties: what is nearer to the aim first. */
wendi_open_entry wendi_route_make_entry(const wendi_router *r, wendi_route_point at, uint64_t cost,
                                        uint32_t node);
/** Cost + guess of an entry; WENDI_ROUTE_UNREACHED: out of reach. */
uint64_t wendi_route_entry_estimate(const wendi_router *r, const wendi_open_entry *entry);
/** What is between two cells on open ground, by windows, in units. */
uint64_t wendi_route_open_cost(const wendi_router *r, int32_t dx, int32_t dy);

/* route/endpoints.c */
/** Costs to all goals of the block's sector, into r->spread. */
void wendi_route_integrate_goals(wendi_router *r, const wendi_route_sector *block);
/** What it costs from a cell after a spread; WENDI_PORTAL_UNCONNECTED: not connected. */
uint32_t wendi_route_cost_at(const wendi_route_costs *spread, int32_t x, int32_t y);
/** Costs from the source to the portals of its sector, and to a goal in it. */
void wendi_route_integrate_source(wendi_router *r, const wendi_route_sector *block, int32_t x,
                                  int32_t y);
/** The cells that hang together with some cells, marked in part. */
void wendi_route_flood_component(const wendi_router *r, const wendi_route_sector *block,
                                 wendi_route_component *part);

/* route/search.c */
bool wendi_route_push(wendi_router *r, uint32_t node);
/** Orders the queue for another aim. */
void wendi_route_reorder(wendi_router *r);
/** Looks at one window. WEND_OK: the source has its way or has none. */
wend_result wendi_route_expand(wendi_router *r);

/* route/cluster_search.c */
void wendi_cluster_search_clear(wendi_router *r);
void wendi_cluster_search_destroy(wendi_router *r);
size_t wendi_cluster_search_memory_bytes(const wendi_router *r);
/** Begins to look for groups on the way of the source. */
wend_result wendi_cluster_search_begin(wendi_router *r);
/** Looks at one door. WEND_OK: groups may be entered now; WEND_NO_PATH, WEND_IN_PROGRESS,
 * WEND_ERROR_MEMORY. */
wend_result wendi_cluster_search_expand(wendi_router *r);
/** May a group be entered? */
bool wendi_route_may_enter_cluster(const wendi_router *r, uint32_t group);

/* route/steps.c */
/** The step a source can take because its part of the sector has one; NONE. */
wend_result wendi_route_find_covering_step(wendi_router *r, uint32_t block, int32_t x, int32_t y,
                                           uint32_t *step);
/** Makes steps of the way that was found. @return false without memory. */
bool wendi_route_trace(wendi_router *r, uint32_t *step);

#endif
