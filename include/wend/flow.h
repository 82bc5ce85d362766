/** @file wend/flow.h
 * Flow-field tiles: shared direction fields for thousands of agents, on maps that change.
 *
 *   goal --portals--> sectors of the route --three fields each--> direction at every position
 *
 *   +-----+-----+-----+     Sectors are the grid's. A portal is a longest run of open cells along
 *   |  \  #  .  |  .  |     the border of two sectors, with a portal node on each side; a search
 *   |   \ | .-> | \   |     over these nodes finds the sectors that a request needs. In those a
 *   |  ->=|/    |= \  |     cost field (the ground's costs) becomes an integration field (the
 *   +--==-+--#--+--==-+     remaining cost) and that a flow field (the direction, one byte a cell).
 *   |  .  |  G  |<- .  |    All agents with one goal share them, and requests share equal fields.
 *   +-----+-----+------+
 *
 * Use: wend_flow_create over a grid, wend_flow_add_request for a goal, wend_flow_update once a
 * tick with a budget, and wend_flow_sample for each agent and tick, which never waits and gives a
 * direction and its reason. The next update processes edits of the grid (costs, stamps, gates,
 * links, gradient, overlays) and repairs the affected fields; agents continue along the old fields
 * until the new ones are complete.
 *
 * Costs: an integration field holds the least cost to the goal by steps to 8 neighbours, carried
 * over from sector to sector, so that directions do not bend at borders. Where the straight line to
 * the goal crosses ground of cost 1 only, agents move straight. A diagonal step needs both cells
 * beside it to be open, with any corner rule of the grid: agents that follow a field walk.
 *
 * Grids have squares and do not wrap. Several grids may be floors over each other, joined at cells.
 *
 * Threads: any number may sample at once; update and all other changes of the flow (and edits of
 * its grids) must not run beside it. Fields have the same bits for any executor and any slicing of
 * the work.
 *
 * Source: Emerson, "Crowd Pathfinding and Steering Using Flow Field Tiles", Game AI Pro (2013),
 * chapter 23. Differences and their reasons: docs/flow.md.
 */
#ifndef WEND_FLOW_H
#define WEND_FLOW_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of a flow. */
enum {
    WEND_FLOW_CLASSES_MAX = 32,  /**< Most movement classes of one flow. */
    WEND_FLOW_FLOORS_MAX = 64,   /**< Most grids of one flow. */
    WEND_FLOW_GOALS_MAX = 65536, /**< Most goals of one request, areas counted by their cells. */
    WEND_FLOW_LINE_OF_SIGHT_GOALS =
        4 /**< A request with more goals than these has no line of sight. */
};

/** A position on a floor. */
typedef struct wend_flow_position {
    wend_vec2 position; /**< Metres. */
    uint32_t floor;     /**< 0 with a single grid. */
} wend_flow_position;

/** A class of agents; each class has portals of its own. */
typedef struct wend_flow_class {
    uint32_t movement_class; /**< Movement class of the grids. */
    uint32_t team;           /**< Team whose gates apply, or WEND_TEAM_NONE. */
    double radius;           /**< Clearance of an agent's centre from walls, metres (as in
                                  wend_clearance_disc, measured at centres of cells), which closes
                                  narrow gaps. 0 = a point. Up to 16 cells. */
    uint32_t overlay_layers; /**< The layers of overlays that count (wend/overlay.h). */
} wend_flow_class;

/** Returns the default class: class 0 of the grid, no team, radius 0, overlays in WEND_LAYER_JAM. */
WEND_API wend_flow_class wend_flow_class_default(void);

/** A join from a cell of one floor to a cell of another floor (or of the same): stairs, ramps,
 * lifts. Links of a grid (wend/link.h) are used by themselves and need no join. */
typedef struct wend_flow_join {
    uint32_t from_floor; /**< Floor of from. */
    uint32_t to_floor;   /**< Floor of to. */
    wend_node from;      /**< Cell where it begins. */
    wend_node to;        /**< Cell where it ends. */
    wend_cost cost;      /**< As a link's: WEND_COST_ONE is the cost of a step. 1 to 2^48. */
    uint32_t class_mask; /**< Bit c set: class c of the flow may use it. */
    bool is_two_way;     /**< It can be used in both directions. */
} wend_flow_join;

/** Methods of computing integration fields. */
typedef enum wend_flow_integration {
    WEND_FLOW_STEPS_8 = 0, /**< Least cost by steps to 8 neighbours (default). */
    WEND_FLOW_STEPS_4,     /**< By steps to 4 neighbours, as in the chapter. */
    WEND_FLOW_EIKONAL      /**< By the Eikonal equation: nearly the straight-line distance. */
} wend_flow_integration;

/** Initial values (seeds) of a sector's integration field. */
typedef enum wend_flow_seeds {
    WEND_FLOW_SEED_COSTS = 0, /**< The costs of the neighbouring sectors (default): directions
                                   account for the ground beyond borders. Fields are shared where
                                   those costs are equal up to a constant, as behind every door and
                                   corner. */
    WEND_FLOW_SEED_PORTALS /**< 0 in all cells of the portal where the route leaves the sector, as
                                in the chapter: a field depends on its portal alone, so all goals
                                share it, and it can be built ahead and saved; directions bend at
                                borders. */
} wend_flow_seeds;

/** Definition of a flow. Exactly one of grid and floors is set. */
typedef struct wend_flow_def {
    uint32_t cookie;                /**< Set by wend_flow_def_default; leave it. */
    const wend_grid *grid;          /**< The map; must outlive the flow. Not read with floors. */
    const wend_grid *const *floors; /**< [floor_count] maps that may lie over each other, of equal
                                         cell size and sector size. Default NULL. */
    uint32_t floor_count;           /**< With floors: 1 to WEND_FLOW_FLOORS_MAX. */
    const wend_flow_join *joins;    /**< [join_count] joins of floors; read by the call only. */
    uint32_t join_count;            /**< At most WEND_GRID_LINKS_MAX. */
    const wend_flow_class *classes; /**< [class_count]; NULL (default) = one, the default class. */
    uint32_t class_count;           /**< With classes: 1 to WEND_FLOW_CLASSES_MAX. */
    wend_flow_integration integration; /**< Default steps to 8 neighbours. */
    bool is_fine;    /**< Costs of 32 bits, 4096 units a step, instead of 16 bits with 12 (and 32
                          only where a sector needs them). The Eikonal equation is always fine. */
    bool has_angles; /**< Directions of 256 angles beside the 8: agents in the open without line of
                          sight to the goal walk straighter. One byte more a cell. Default false. */
    bool has_line_of_sight; /**< The line-of-sight pass. Default true. */
    int32_t margin; /**< Sectors that a route is widened by on each side, 0 to 4: with 0 agents stay
                         in the sectors that the portals name, with more they take corners better.
                         Default 1. Seeds by portals (see wend_flow_seeds) have no margin. */
    double merge_slack; /**< A further source joins the route of an earlier one where that costs at
                              most this part more; 0 to 1. Default 0.05. */
    int32_t cluster_size; /**< Sectors along a side of the clusters that far routes are planned over
                              first; 2 to 32. 0 = never. Default 8. */
    size_t max_unused_bytes; /**< Bytes of unused fields that are kept, and as many at most of plans
                                   of removed requests, at most 16 of those. Default 32 MB. */
    uint32_t max_unused_age; /**< Updates that an unused field is kept for. Default 600. */
    wend_executor executor;  /**< Default serial. Must outlive the flow. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_flow_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_flow_def wend_flow_def_default(void);

/** Creates a flow. wend_flow_update builds its portals (within its budget).
 * @param flow set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message gives the reason), WEND_ERROR_UNSUPPORTED
 * (hexes, or a grid that wraps), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_create(const wend_flow_def *def, wend_flow **flow);
/** Returns the message of the last failure of a call that changes the flow; "" if none failed (see
 * wend/base.h). Never NULL. */
WEND_API const char *wend_flow_error(const wend_flow *flow);
/** Frees a flow; NULL is allowed. */
WEND_API void wend_flow_destroy(wend_flow *flow);

/** Updates the flow, most urgent work first: sectors touched by edits, islands, then routes and
 * fields of requests. Call it once a tick.
 *
 * A step is a sector's portals, a portal expanded by a search, or a field's pass over a sector. A
 * unit of work is never cut, so a call may spend a few steps more than its budget, and does at
 * least one unit.
 * @param budget NULL = no limit.
 * @return WEND_OK (all is as new as the grids), WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_MEMORY (call again: unfinished work restarts, finished work stays). */
WEND_API wend_result wend_flow_update(wend_flow *flow, wend_budget *budget);

/* ---- requests ---- */

/** Id of a request. index1 0 = none. */
typedef struct wend_flow_request_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_flow_request_id;

/** A rectangle of cells as goal: an agent arrives in any of its open cells. */
typedef struct wend_flow_area {
    uint32_t floor; /**< Floor. */
    int32_t x;      /**< First column. */
    int32_t y;      /**< First row. */
    int32_t width;  /**< Cells. */
    int32_t height; /**< Cells. */
} wend_flow_area;

/** Definition of a request. */
typedef struct wend_flow_request_def {
    uint32_t cookie;     /**< Set by wend_flow_request_def_default; leave it. */
    uint32_t flow_class; /**< Index into the flow's classes. Default 0. */
    const wend_flow_position
        *goals;        /**< [goal_count]; fields lead to the nearest one. Read by the call. */
    size_t goal_count; /**< Number of goals. */
    const wend_flow_area *areas;       /**< [area_count] further goals. */
    size_t area_count;                 /**< Number of areas. */
    const wend_flow_position *sources; /**< [source_count] positions of agents: fields are built
                                            from there to the goal. Thousands are allowed. */
    size_t source_count;               /**< Number of sources. */
    bool covers_all;       /**< Fields for every sector that can reach the goal; sources are not
                                needed then. Default false. */
    wend_flow_seeds seeds; /**< Default costs. */
    double arrival_radius; /**< Metres from a goal (not an area) within which agents have arrived;
                                above 0, finite. Default half a cell: set to 0 by the default
                                function and read as that. */
    uint64_t user;         /**< Your value, kept. */
} wend_flow_request_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_flow_request_def wend_flow_request_def_default(void);

/** Adds a request. Nothing is searched yet: the next updates do that. Goals and sources in walls
 * are accepted, because walls can be removed.
 * @param id set to {0, 0} first; remove it with wend_flow_remove_request.
 * @param message may be NULL.
 * @return WEND_OK; WEND_NO_PATH (the request was added, but on the present map no goal is open, or
 * no source can reach one: the message says which; known only if portals are up to date);
 * WEND_ERROR_ARGUMENT (no goal, a position outside or NaN, no such class or floor, ...: the message
 * says which), WEND_ERROR_FULL (too many goals), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_add_request(wend_flow *flow, const wend_flow_request_def *def,
                                           wend_flow_request_id *id, wend_message *message);
/** Adds a request to one position, with fields for all ground that can reach it: the request of
 * wend_flow_request_def_default with this class and goal, and covers_all.
 *
 *     wend_flow_add_request_to(flow, 0, (wend_vec2){50, 20}, 0, &request);
 *
 * @param floor of the goal; 0 with a single grid.
 * @param id set to {0, 0} first; remove it with wend_flow_remove_request.
 * @return as wend_flow_add_request; wend_flow_error has the text of a failure. */
WEND_API wend_result wend_flow_add_request_to(wend_flow *flow, uint32_t flow_class, wend_vec2 goal,
                                              uint32_t floor, wend_flow_request_id *id);
/** Removes a request. Fields shared with others stay. Bodies that follow it stand; exits with it
 * (wend/exits.h) are as closed until wend_crowd_set_exit gives them another one or none.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (flow is NULL), WEND_ERROR_STALE (no such request). */
WEND_API wend_result wend_flow_remove_request(wend_flow *flow, wend_flow_request_id id);
/** Sets the goals of a request. Agents follow the old fields until the new ones are complete.
 * @return as wend_flow_add_request, and WEND_ERROR_STALE; after an error all is as before. */
WEND_API wend_result wend_flow_set_goals(wend_flow *flow, wend_flow_request_id id,
                                         const wend_flow_position *goals, size_t goal_count,
                                         wend_message *message);
/** Sets the sources of a request. Sources in sectors that have fields are free; others are merged
 * into the present routes. @return as wend_flow_set_goals. */
WEND_API wend_result wend_flow_set_sources(wend_flow *flow, wend_flow_request_id id,
                                           const wend_flow_position *sources, size_t source_count,
                                           wend_message *message);
/** Adds one source, for a new agent or one outside of the fields (WEND_FLOW_NOT_COVERED).
 *
 * It is free for a position that has fields and for a cell that is a source already, so an agent
 * may call it on every tick. Sources stay until wend_flow_set_sources replaces them all: when many
 * agents left the fields, call that with all positions instead.
 * @return WEND_OK; WEND_NO_PATH (no goal can be reached from there now: nothing was added, see
 * wend_flow_nearest_reachable); WEND_ERROR_ARGUMENT (outside, NaN), WEND_ERROR_STALE,
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_add_source(wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                                          double x, double y);

/** States of a request. */
typedef enum wend_flow_state {
    WEND_FLOW_STATE_NONE = 0,    /**< No such request. */
    WEND_FLOW_STATE_WAITING,     /**< No route yet. */
    WEND_FLOW_STATE_ROUTED,      /**< The route is known: agents move from portal to portal. */
    WEND_FLOW_STATE_READY,       /**< Fields are complete and as new as the map. */
    WEND_FLOW_STATE_UPDATING,    /**< Fields are complete, newer ones are being built. */
    WEND_FLOW_STATE_UNREACHABLE, /**< No source can reach a goal. */
    WEND_FLOW_STATE_GOAL_BLOCKED /**< No goal is open to the class. */
} wend_flow_state;

/** State and figures of a request. */
typedef struct wend_flow_request_info {
    wend_flow_state state;             /**< State. */
    uint32_t flow_class;               /**< As defined. */
    wend_flow_seeds seeds;             /**< As defined. */
    size_t goal_count;                 /**< Goals, areas counted by their cells. */
    size_t source_count;               /**< Sources. */
    size_t sources_unreachable;        /**< Sources that cannot reach any goal. */
    uint32_t route_portals;            /**< Portals on the routes. */
    uint32_t sectors;                  /**< Sectors covered. */
    uint32_t sectors_in_line_of_sight; /**< Of those, the ones without a field: the goal is visible
                                            from all their cells. */
    uint64_t built_revision;           /**< Number of completed plans: changes when fields do. */
    double max_cost; /**< Cost from the farthest source's sector by the route, in steps. */
    uint64_t user;   /**< As defined. */
} wend_flow_request_info;

/** Gets state and figures of a request.
 * @param info zeroed for a request that does not exist.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_flow_get_request(const wend_flow *flow, wend_flow_request_id id,
                                           wend_flow_request_info *info);

/** Lists all requests, by index.
 * @param ids [capacity], may be NULL when capacity is 0.
 * @param count number of requests.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_flow_list_requests(const wend_flow *flow, wend_flow_request_id *ids,
                                             size_t capacity, size_t *count);

/* ---- groups of several classes ---- */

/** A member of a mixed group. */
typedef struct wend_flow_member {
    wend_flow_position position; /**< Its position. */
    uint32_t flow_class;         /**< Its class. */
} wend_flow_member;

/** True if all ground that is open to class a is open to class b as well, so that b can follow a's
 * fields. As of the last update; false for classes that do not exist. Time: one check of each
 * sector after edits, else none. */
WEND_API bool wend_flow_class_fits(wend_flow *flow, uint32_t a, uint32_t b);
/** Adds requests for a mixed group with one goal: members follow the most restrictive class among
 * them that they are compatible with and that can reach the goal; the rest get requests of their
 * own class.
 * @param members [member_count].
 * @param def its flow_class and sources are not read.
 * @param ids [WEND_FLOW_CLASSES_MAX] requests that were added.
 * @param id_count number of ids.
 * @param assigned [member_count] index into ids of each member's request.
 * @return as wend_flow_add_request; after an error no request was added. */
WEND_API wend_result wend_flow_add_group(wend_flow *flow, const wend_flow_request_def *def,
                                         const wend_flow_member *members, size_t member_count,
                                         wend_flow_request_id *ids, size_t *id_count,
                                         uint32_t *assigned, wend_message *message);

/* ---- samples ---- */

/** Reasons of a sampled direction. */
typedef enum wend_flow_guidance {
    WEND_FLOW_INVALID = 0,   /**< No such request, a position outside, NaN. No direction. */
    WEND_FLOW_ARRIVED,       /**< Within the arrival radius, or in a goal area. No direction. */
    WEND_FLOW_LINE_OF_SIGHT, /**< Straight at the goal. */
    WEND_FLOW_FIELD,         /**< By the field. */
    WEND_FLOW_TAKE_LINK,     /**< By the field to a link or join that begins in this cell: the
                                  direction leads to its middle; see wend_flow_link_at. */
    WEND_FLOW_TOWARD_PORTAL, /**< The field is not complete yet: straight to the next portal. */
    WEND_FLOW_WAITING,     /**< No route yet: straight at the nearest goal of this floor, or turned
                                  by up to 60 degrees where a wall is within 3 cells. No direction
                                  between walls, where no goal can be reached, or before the ground
                                  is known. */
    WEND_FLOW_NOT_COVERED, /**< The request has no field here: call wend_flow_add_source. A
                                  direction as for WEND_FLOW_WAITING. */
    WEND_FLOW_UNREACHABLE  /**< The goal cannot be reached from here. No direction. */
} wend_flow_guidance;

/** Samples the direction at a position.
 *
 * Directions are blended across cells where there is room. An agent that moves along them in steps
 * of up to half a cell (and, near the goal, no longer than the arrival radius, else it passes the
 * goal) never enters a wall, gets nearer with every cell, and arrives. In a wall (the agent was
 * pushed, or something was built on it) the direction leads out if a cell beside has a field. Time:
 * constant, 25 ns in line of sight, 40 to 80 ns by a field, 150 ns where the edge of a shadow
 * crosses the cell; a request of very many point goals adds a check of each in a goal's cell.
 * Allocates nothing.
 * @param x,y metres.
 * @param direction_x,direction_y a vector of length 1, or 0, 0. */
WEND_API wend_flow_guidance wend_flow_sample(const wend_flow *flow, wend_flow_request_id id,
                                             uint32_t floor, double x, double y,
                                             double *direction_x, double *direction_y);
/** Samples the directions of many agents; otherwise as wend_flow_sample.
 * @param x,y [count] metres.
 * @param floors [count] or NULL: all on floor 0.
 * @param direction_x,direction_y [count].
 * @param guidance [count] wend_flow_guidance; may be NULL. */
WEND_API wend_result wend_flow_sample_many(const wend_flow *flow, wend_flow_request_id id,
                                           const uint32_t *floors, const double *x, const double *y,
                                           size_t count, double *direction_x, double *direction_y,
                                           uint8_t *guidance);
/** Memo of an agent: the cached sample of its cell. Zero it first, and again before use with
 * another flow (a new one is another), else it may return samples of the old flow. */
typedef struct wend_flow_memo {
    uint64_t state[5]; /**< Private. */
} wend_flow_memo;

/** Samples the directions of many agents with memos, bit for bit as wend_flow_sample_many.
 *
 * The samples of the surrounding cells are kept in the memos, and nothing is looked up until the
 * agent leaves the cell, follows another request or its field changes. Time: some 10 ns in the cell
 * of the last sample. Agents of different threads may be sampled at once.
 * @param memos [count] of these agents.
 * @param cost_left [count] as wend_flow_cost_left, infinity where it has none; may be NULL.
 * @param guidance [count] wend_flow_guidance; may be NULL.
 * @return as wend_flow_sample_many. */
WEND_API wend_result wend_flow_follow_many(const wend_flow *flow, wend_flow_request_id id,
                                           wend_flow_memo *memos, const uint32_t *floors,
                                           const double *x, const double *y, size_t count,
                                           double *direction_x, double *direction_y,
                                           double *cost_left, uint8_t *guidance);
/** Gets the remaining cost to the goal from a position, in steps over ground of cost 1 (metres /
 * cell_size).
 * @param cost set to infinity first.
 * @return WEND_OK, WEND_NO_PATH (no field there), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_flow_cost_left(const wend_flow *flow, wend_flow_request_id id,
                                         uint32_t floor, double x, double y, double *cost);
/** Gets the other end of the link or join that agents take in a cell.
 * @param to its other end.
 * @return WEND_OK, WEND_NO_PATH (agents take none here), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_flow_link_at(const wend_flow *flow, wend_flow_request_id id,
                                       uint32_t floor, double x, double y, wend_flow_position *to);

/** True if a class can get from a to b, over joins and links too. Constant time, fast enough for a
 * cursor on every frame. As of the last update; false for positions in walls, outside, NaN. */
WEND_API bool wend_flow_can_reach(const wend_flow *flow, uint32_t flow_class, wend_flow_position a,
                                  wend_flow_position b);
/** Finds the position nearest to `goal` on its floor that can be reached from `from`; the goal
 * itself if it can. With both on the same floor as wend_islands_nearest.
 * @return WEND_OK, WEND_NO_PATH, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (update first). */
WEND_API wend_result wend_flow_nearest_reachable(const wend_flow *flow, uint32_t flow_class,
                                                 wend_flow_position from, wend_flow_position goal,
                                                 wend_flow_position *nearest);

/** Values of the three fields in one cell. */
typedef struct wend_flow_cell {
    uint8_t cost;       /**< 1 to 254, or WEND_COST_WALL. */
    double integration; /**< Steps left to the goal; infinity without a field. */
    int32_t direction;  /**< 0 east, clockwise (y grows downwards) to 7; 8 the goal, 9 a link; -1
                             none. */
    double angle;       /**< Radians clockwise from east, of the finer direction. */
    bool is_pathable;   /**< The cell is open to the class. */
    bool has_field;     /**< The request covers this cell. */
    bool is_in_line_of_sight; /**< The goal is in line of sight from all of the cell. */
    bool is_at_corner;  /**< The edge of a shadow crosses the cell: the goal is in line of sight
                             from parts of it. */
    bool is_wave_front; /**< The integration of this sector is under way. */
} wend_flow_cell;

/** Gets the values of a request's fields in a cell.
 * @param cell set to an uncovered wall first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (outside), WEND_ERROR_STALE. */
WEND_API wend_result wend_flow_get_cell(const wend_flow *flow, wend_flow_request_id id,
                                        uint32_t floor, int32_t x, int32_t y, wend_flow_cell *cell);

/* ---- figures ---- */

/** Figures of a flow. */
typedef struct wend_flow_info {
    uint32_t sectors;       /**< Sectors of all floors. */
    uint32_t classes;       /**< Classes. */
    uint64_t portals;       /**< Portals of all classes; each has a portal node on both sides. */
    uint64_t portal_edges;  /**< Between portal nodes of one sector, both directions counted. */
    uint32_t requests;      /**< Requests. */
    uint64_t sectors_built; /**< Builds of a sector's portals for a class, since create. */
    uint32_t last_sectors_repaired; /**< Of those, by the last update after edits. */
    uint32_t sectors_waiting;       /**< Sectors whose portals are still to be built. */
    uint64_t fields_built;          /**< Flow fields computed, since create. */
    uint64_t fields_shared;    /**< Flow fields found in the cache or shared by all open ground. */
    uint64_t fields_evicted;   /**< Flow fields removed from the cache. */
    uint32_t fields_kept;      /**< Flow fields in memory now. */
    uint32_t fields_unused;    /**< Of those, without a request. */
    uint64_t tiles_integrated; /**< Passes of the integrator over a sector, since create. */
    uint64_t fields_streamed;  /**< Fields read from the stream of wend_flow_load_stream. */
    size_t memory_bytes;       /**< Memory of the flow, without its grids. */
    size_t memory_portals;     /**< Of that, portals. */
    size_t memory_fields;      /**< Of that, fields. */
    size_t memory_islands;     /**< Of that, islands. */
} wend_flow_info;

/** Gets the figures of a flow. @param info zeroed when flow is NULL. */
WEND_API void wend_flow_get_info(const wend_flow *flow, wend_flow_info *info);
/** Returns a hash of portals and of the complete fields of all requests: equal maps and requests
 * give equal hashes after any history. Ids are part of it, sharing and memory are not. */
WEND_API uint64_t wend_flow_hash(const wend_flow *flow);

/* ---- baking and streaming ---- */

/** Builds the fields of all portals of a class (WEND_FLOW_SEED_PORTALS), for wend_flow_save. They
 * are kept until the flow is destroyed or their ground changes.
 * @param budget a step is a field.
 * @return WEND_OK, WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (portals are not up to
 * date: wend_flow_update first), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_bake(wend_flow *flow, uint32_t flow_class, wend_budget *budget);
/** Saves portals and baked fields, compressed (little-endian, with version, the maps' hashes, a
 * directory, and checksums).
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (portals are not up to
 * date), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_save(const wend_flow *flow, uint8_t *bytes, size_t capacity,
                                    size_t *count);
/** Reads bytes of a stream. It may read the flow; calls that change the flow give WEND_ERROR_BUSY
 * and change nothing, wend_flow_class_fits gives false. It must not change or destroy the flow's
 * grids, nor destroy the flow. @return true if all bytes were read. */
typedef bool (*wend_flow_read_fn)(void *context, uint64_t offset, uint8_t *bytes, size_t count);
/** Loads the bytes of wend_flow_save as a stream: portals at once instead of building them, fields
 * when a request needs them, so that only the sectors of goals are computed.
 *
 * Bytes from any origin are safe to try. Sectors edited since are built as usual.
 * @param flow just created (or not yet updated), over the same maps, joins and classes.
 * @param read called by this call and by updates, from the calling thread; NULL ends streaming.
 * @param byte_count number of bytes of the stream.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FILE (damaged, not a flow, or of other maps: the
 * message says which; nothing was loaded), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_load_stream(wend_flow *flow, wend_flow_read_fn read, void *context,
                                           uint64_t byte_count, wend_message *message);

/* ---- pictures ---- */

/** Parts of a request to draw. Bits. */
typedef enum wend_flow_show {
    WEND_FLOW_SHOW_COST = 1,        /**< Ground of the sectors covered, by cost. */
    WEND_FLOW_SHOW_INTEGRATION = 2, /**< Cells by remaining cost. */
    WEND_FLOW_SHOW_DIRECTIONS = 4,  /**< An arrow in each cell. */
    WEND_FLOW_SHOW_LINE_OF_SIGHT =
        8,                           /**< Cells in line of sight, and cells with a shadow's edge. */
    WEND_FLOW_SHOW_SECTORS = 16,     /**< Edges of sectors that have fields. */
    WEND_FLOW_SHOW_PORTALS = 32,     /**< Portals of those sectors. */
    WEND_FLOW_SHOW_ROUTE = 64,       /**< The routes over portals. */
    WEND_FLOW_SHOW_GOALS = 128,      /**< Goals and sources. */
    WEND_FLOW_SHOW_WAVE_FRONT = 256, /**< Sectors that are being integrated. */
    WEND_FLOW_SHOW_ALL = 511         /**< All of these. */
} wend_flow_show;

/** Draws a request on one floor.
 * @param show bits of wend_flow_show.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_flow_draw(const wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                                    uint32_t show, const wend_draw *draw);
/** Draws the portal graph of a class on one floor: portals, portal nodes, edges with their costs.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (portals are not up to date). */
WEND_API wend_result wend_flow_draw_portals(const wend_flow *flow, uint32_t flow_class,
                                            uint32_t floor, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
