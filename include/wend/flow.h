/* wend/flow.h: flow-field tiles: one field moves ten thousand agents, on maps that change.
 *
 *   goal --portals--> which sectors --three fields each--> direction at every place
 *
 *   +-----+-----+-----+     Sectors are the grid's. Where two of them meet, a window is every
 *   |  \  #  .  |  .  |     longest run of open cells along the border; a search over windows finds
 *   |   \ | .-> | \   |     which sectors an order needs. In those a cost field (what the ground
 *   |  ->=|/    |= \  |     costs) becomes an integration field (what is left to the goal) and that
 *   +--==-+--#--+--==-+     a flow field (where to go, one byte a cell). All who go to one goal
 *   |  .  |  G  |<- .  |    share them, and what two orders have in common is built once.
 *   +-----+-----+------+
 *
 * How it is used: wend_flow_create over a grid, wend_flow_add_request for an order,
 * wend_flow_update once a tick with a budget, and wend_flow_sample for each agent and tick, which
 * never waits: it gives a direction and says why. Edits of the grid (costs, stamps, gates, links,
 * gradient, overlays) are seen by the next update, which repairs what they touch; agents keep
 * moving along the old fields until the new ones are complete.
 *
 * Costs: an integration field holds the least cost to the goal by steps to 8 neighbours, carried
 * over from sector to sector, so that directions do not end at borders. Where the straight way to
 * the goal crosses ground of cost 1 only, agents go straight. A diagonal step needs both cells
 * beside it to be open, whatever the grid's corner rule: who follows a field walks.
 *
 * Grids of squares that do not wrap. Several grids may be floors over each other, joined at cells.
 *
 * Threads: any number may sample and ask; update and everything else that changes the flow (and
 * edits of its grids) must not run beside it. Fields are the same bits for any executor and any
 * slicing of the work.
 *
 * Source: Emerson, "Crowd Pathfinding and Steering Using Flow Field Tiles", Game AI Pro (2013),
 * chapter 23. What differs, and why: docs/flow.md.
 */
#ifndef WEND_FLOW_H
#define WEND_FLOW_H

#include "wend/islands.h"
#include "wend/link.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WEND_FLOW_CLASSES_MAX = 32,  /**< Most movement classes of one flow. */
    WEND_FLOW_FLOORS_MAX = 64,   /**< Most grids of one flow. */
    WEND_FLOW_GOALS_MAX = 65536, /**< Most goals of one request, areas counted by their cells. */
    WEND_FLOW_LINE_OF_SIGHT_GOALS =
        4 /**< A request with more goals than these has no line of sight. */
};

typedef struct wend_flow wend_flow;

/** A place on a floor. */
typedef struct wend_flow_position {
    wend_vec2 position; /**< Metres. */
    uint32_t floor;     /**< 0 where there is only one grid. */
} wend_flow_position;

/** Who moves: each class has portals of its own. */
typedef struct wend_flow_class {
    uint32_t movement_class; /**< Whose costs. */
    uint32_t team;           /**< Whose gates; WEND_TEAM_NONE. */
    double radius;           /**< Metres that a centre keeps from walls (as wend_clearance_disc has
                                it, measured at centres of cells), so that narrow gaps close. 0 = a
                                point. Up to 16 cells. */
} wend_flow_class;

/** Class 0 of the grid, no team, radius 0. */
WEND_API wend_flow_class wend_flow_class_default(void);

/** A way from a cell of one floor to a cell of another one (or of the same): stairs, ramps, lifts.
 * Links of a grid (wend/link.h) are such ways by themselves and need not be named. */
typedef struct wend_flow_join {
    uint32_t from_floor, to_floor;
    wend_node from, to;
    wend_cost cost;      /**< As a link's: WEND_COST_ONE is as dear as a step. 1 to 2^48. */
    uint32_t class_mask; /**< Bit c set: class c of the flow may use it. */
    bool is_two_way;
} wend_flow_join;

/** How integration fields are worked out. */
typedef enum wend_flow_integration {
    WEND_FLOW_STEPS_8 = 0, /**< Least cost by steps to 8 neighbours (default). */
    WEND_FLOW_STEPS_4,     /**< By steps to 4 neighbours, as the chapter has it. */
    WEND_FLOW_EIKONAL      /**< By the Eikonal equation: nearly the straight-line distance. */
} wend_flow_integration;

/** What a field of a sector starts from. */
typedef enum wend_flow_seeds {
    WEND_FLOW_SEED_COSTS = 0, /**< The costs of the sectors around (default): directions look beyond
                            borders. Fields are shared where those costs are alike up to a constant,
                            which they are behind every door and corner. */
    WEND_FLOW_SEED_PORTALS /**< 0 in all cells of the window the way leaves by, as the chapter has
                         it: a field depends on its window alone, so all goals share it, and it can
                         be built ahead and saved; directions bend at borders. */
} wend_flow_seeds;

typedef struct wend_flow_def {
    uint32_t cookie;                /**< Set by wend_flow_def_default; leave it. */
    const wend_grid *grid;          /**< The map; must outlive the flow. Set it, or: */
    const wend_grid *const *floors; /**< [floor_count] maps that may lie over each other, of equal
                                       cell size and sector size; then grid is not read. NULL. */
    uint32_t floor_count;
    const wend_flow_join *joins;    /**< [join_count] ways between floors; read by the call only. */
    uint32_t join_count;            /**< At most WEND_GRID_LINKS_MAX. */
    const wend_flow_class *classes; /**< [class_count]; NULL (default) = one, the default class. */
    uint32_t class_count;
    wend_flow_integration integration; /**< Default steps to 8 neighbours. */
    bool is_fine;    /**< Costs of 32 bits, 4096 units a step, instead of 16 bits with 12 (and 32
                        only where a sector needs them). The Eikonal equation is always fine. */
    bool has_angles; /**< Directions of 256 angles beside the 8: agents in the open that do not see
                        the goal walk straighter. One byte more a cell. Default false. */
    bool has_line_of_sight; /**< The line-of-sight pass. Default true. */
    int32_t margin; /**< Sectors that a route is widened by on each side, 0 to 4: with 0 agents keep
                       to the sectors that the portals name, with more they take corners better.
                       Default 1. Windows (see wend_flow_seeds) have no margin. */
    double merge_slack;  /**< A further source joins the way of an earlier one where that costs at
                            most this part more; 0 to 1. Default 0.05. */
    int32_t group_size;  /**< Sectors along a side of the groups that far routes are planned over
                            first; 2 to 32. 0 = never. Default 8. */
    size_t memory_limit; /**< Bytes of fields that are kept though no request uses them. Default 32
                            MB. */
    uint32_t age_limit;  /**< Updates that an unused field is kept for. Default 600. */
    wend_executor executor;   /**< Default serial. Must outlive the flow. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_flow_def;

WEND_API wend_flow_def wend_flow_def_default(void);

/** Makes a flow. Portals are not built yet: wend_flow_update does that (within its budget).
 * @param flow is set to NULL before anything else; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message says what), WEND_ERROR_UNSUPPORTED (hexes, or
 * a grid that wraps), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_create(const wend_flow_def *def, wend_flow **flow);
/** The sentence of the last failure of a call that takes the flow to change it; "" while none
 * failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_flow_error(const wend_flow *flow);
/** Frees; NULL is fine. */
WEND_API void wend_flow_destroy(wend_flow *flow);

/** Goes on with whatever is to be done, most urgent first: sectors that edits touched, islands,
 * then routes and fields of requests. Call it once a tick. A step is a sector's portals, a window
 * looked at by a search, or a field's pass over a sector. A unit of work is never cut, so a call
 * may spend a few steps more than it was given, and does at least one unit.
 * @param budget NULL = all.
 * @return WEND_OK (all is as new as the grids), WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_MEMORY (call again: what was being built is begun anew, what was there stays). */
WEND_API wend_result wend_flow_update(wend_flow *flow, wend_budget *budget);

/* ---- requests ---- */

/** An order. index1 0 = none. */
typedef struct wend_flow_request_id {
    uint32_t index1;
    uint32_t generation;
} wend_flow_request_id;

/** A rectangle of cells as goal: whoever reaches any of its open cells has arrived. */
typedef struct wend_flow_area {
    uint32_t floor;
    int32_t x, y, width, height; /**< Cells. */
} wend_flow_area;

typedef struct wend_flow_request_def {
    uint32_t cookie;     /**< Set by wend_flow_request_def_default; leave it. */
    uint32_t flow_class; /**< Which of the flow's classes. Default 0. */
    const wend_flow_position
        *goals; /**< [goal_count] the nearest one is meant. Read by the call. */
    size_t goal_count;
    const wend_flow_area *areas; /**< [area_count] further goals. */
    size_t area_count;
    const wend_flow_position *sources; /**< [source_count] where agents are: fields are built from
                                       there to the goal. Thousands are fine. */
    size_t source_count;
    bool covers_all;       /**< Fields for every sector that can reach the goal; sources are not
                              needed then. Default false. */
    wend_flow_seeds seeds; /**< Default carried over. */
    double arrival_radius; /**< Metres from a goal (not an area) within which agents have arrived;
                              above 0, finite. Default half a cell: set to 0 by the default
                              function and read as that. */
    uint64_t user;         /**< Kept for you. */
} wend_flow_request_def;

WEND_API wend_flow_request_def wend_flow_request_def_default(void);

/** Places an order. Nothing is searched yet: the next updates do. A goal in a wall is accepted, for
 * walls can go away; so is a source in one.
 * @param id is set to {0, 0} before anything else; end it with wend_flow_remove_request.
 * @param message may be NULL.
 * @return WEND_OK; WEND_NO_PATH (the order is placed, but as the map is now no goal is open, or no
 * source can reach one: the message says which; known only if portals are up to date);
 * WEND_ERROR_ARGUMENT (no goal, a place outside or NaN, no such class or floor, ...: the message
 * says which), WEND_ERROR_FULL (too many goals), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_add_request(wend_flow *flow, const wend_flow_request_def *def,
                                           wend_flow_request_id *id, wend_message *message);
/** Ends an order. What it shared stays for others. @return WEND_OK, WEND_ERROR_ARGUMENT (flow is
 * NULL), WEND_ERROR_STALE (there is no such order). */
WEND_API wend_result wend_flow_remove_request(wend_flow *flow, wend_flow_request_id id);
/** Moves the goals. Agents follow the old fields until the new ones are complete.
 * @return as wend_flow_add_request, and WEND_ERROR_STALE; after an error all is as before. */
WEND_API wend_result wend_flow_set_goals(wend_flow *flow, wend_flow_request_id id,
                                         const wend_flow_position *goals, size_t goal_count,
                                         wend_message *message);
/** Replaces the sources. Those in sectors that already have fields cost nothing; others are merged
 * into the ways there are. Returns as wend_flow_set_goals. */
WEND_API wend_result wend_flow_set_sources(wend_flow *flow, wend_flow_request_id id,
                                           const wend_flow_position *sources, size_t source_count,
                                           wend_message *message);
/** Adds one source, for an agent that lost its way (WEND_FLOW_NOT_COVERED) or was made just now.
 * Free for a place that has fields already and for a cell that is a source already, so an agent may
 * ask on every tick. Sources stay until wend_flow_set_sources replaces them all: where many agents
 * lost their way, call that with everyone's place instead.
 * @return WEND_OK; WEND_NO_PATH (no goal can be reached from there now: nothing was added, see
 * wend_flow_nearest_reachable); WEND_ERROR_ARGUMENT (outside, NaN), WEND_ERROR_STALE,
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_add_source(wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                                          double x, double y);

/** How far an order is. */
typedef enum wend_flow_state {
    WEND_FLOW_STATE_NONE = 0,    /**< No such order. */
    WEND_FLOW_STATE_WAITING,     /**< No route yet. */
    WEND_FLOW_STATE_ROUTED,      /**< The route is known: agents walk from window to window. */
    WEND_FLOW_STATE_READY,       /**< Fields are complete and as new as the map. */
    WEND_FLOW_STATE_UPDATING,    /**< Fields are complete, newer ones are being built. */
    WEND_FLOW_STATE_UNREACHABLE, /**< No source can reach a goal. */
    WEND_FLOW_STATE_GOAL_BLOCKED /**< No goal is open to the class. */
} wend_flow_state;

typedef struct wend_flow_request_info {
    wend_flow_state state;
    uint32_t flow_class;
    wend_flow_seeds seeds;
    size_t goal_count, source_count;   /**< Areas counted by their cells. */
    size_t sources_unreachable;        /**< Sources that cannot reach any goal. */
    uint32_t route_portals;            /**< Windows on the ways. */
    uint32_t sectors;                  /**< That have fields. */
    uint32_t sectors_in_line_of_sight; /**< Of those, the ones that need none: all their cells see
                                  the goal. */
    uint64_t built_revision;           /**< Counts completed plans: changes when fields do. */
    double cost_worst; /**< Cost from the farthest source's sector by the route, in steps. */
    uint64_t user;
} wend_flow_request_info;

/** @param info zeroed for an order that does not exist. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_STALE. */
WEND_API wend_result wend_flow_get_request(const wend_flow *flow, wend_flow_request_id id,
                                           wend_flow_request_info *info);

/** All orders, by index. @param ids [capacity], may be NULL when capacity is 0. @param count how
 * many there are. @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_flow_list_requests(const wend_flow *flow, wend_flow_request_id *ids,
                                             size_t capacity, size_t *count);

/* ---- groups of several classes ---- */

typedef struct wend_flow_member {
    wend_flow_position place;
    uint32_t flow_class;
} wend_flow_member;

/** Is all ground that is open to class a open to class b as well, so that b can follow a's fields?
 * As of the last update; false for classes that do not exist. Time: a look at each sector after
 * edits, else none. */
WEND_API bool wend_flow_class_fits(wend_flow *flow, uint32_t a, uint32_t b);
/** One order for a mixed group: members follow the most restrictive class among them that they are
 * compatible with and can reach the goal by; the rest get orders of their own class.
 * @param members [member_count]. @param def its flow_class and sources are not read.
 * @param ids [WEND_FLOW_CLASSES_MAX] orders that were placed. @param id_count how many.
 * @param assigned [member_count] index into ids of each member's order.
 * @return as wend_flow_add_request; after an error no order was placed. */
WEND_API wend_result wend_flow_add_group(wend_flow *flow, const wend_flow_request_def *def,
                                         const wend_flow_member *members, size_t member_count,
                                         wend_flow_request_id *ids, size_t *id_count,
                                         uint32_t *assigned, wend_message *message);

/* ---- asking ---- */

/** Why an agent is told to go where it is told. */
typedef enum wend_flow_guidance {
    WEND_FLOW_INVALID = 0,   /**< No such order, a place outside, NaN. No direction. */
    WEND_FLOW_ARRIVED,       /**< Within the arrival radius, or in a goal area. No direction. */
    WEND_FLOW_LINE_OF_SIGHT, /**< Straight at the goal. */
    WEND_FLOW_FIELD,         /**< By the field. */
    WEND_FLOW_TAKE_LINK,     /**< By the field to a link or join that begins in this cell: the
                                direction leads to its middle; see wend_flow_link_at. */
    WEND_FLOW_TOWARD_PORTAL, /**< The field is not there yet: straight to the next window. */
    WEND_FLOW_WAITING,       /**< No route yet. No direction. */
    WEND_FLOW_NOT_COVERED,   /**< The order has no way from here: wend_flow_add_source. None. */
    WEND_FLOW_UNREACHABLE    /**< The goal cannot be reached from here. No direction. */
} wend_flow_guidance;

/** Where to go from a place. Blended across cells where there is room; who walks along it in steps
 * of up to half a cell (and, near the goal, no longer than the arrival radius: else it is passed
 * by) never enters a wall, gets nearer with every cell, and arrives. In a wall (an agent was
 * pushed, or something was built on it): out of it, if a cell beside has a field. Time: constant,
 * 25 ns in line of sight, 40 to 80 ns by a field, 150 ns where the edge of a shadow goes through
 * the cell; a request of very many point goals adds a look at each in a goal's cell. No memory.
 * @param x, y metres. @param direction_x, direction_y a vector of length 1, or 0, 0. */
WEND_API wend_flow_guidance wend_flow_sample(const wend_flow *flow, wend_flow_request_id id,
                                             uint32_t floor, double x, double y,
                                             double *direction_x, double *direction_y);
/** The same for many agents. @param x, y [count] metres. @param floors [count] or NULL: all on
 * floor 0. @param direction_x, direction_y [count]. @param why [count] wend_flow_guidance; may be
 * NULL.
 */
WEND_API wend_result wend_flow_sample_many(const wend_flow *flow, wend_flow_request_id id,
                                           const uint32_t *floors, const double *x, const double *y,
                                           size_t count, double *direction_x, double *direction_y,
                                           uint8_t *why);
/** What an agent keeps of the cell that it is in; zeroed at first, and again before another flow is
 * asked by it (one made anew is another): else it may be told what the other one said. */
typedef struct wend_flow_memo {
    uint64_t state[5]; /**< not to be read */
} wend_flow_memo;

/** As wend_flow_sample_many, bit for bit, for agents who ask every tick: what the cells around say
 * is kept in their memos, and nothing is looked up before they leave the cell, follow another order
 * or its field changes. Time: some 10 ns where the cell is the one of the last time.
 * @param memos [count] of these agents. @param cost_left [count] as wend_flow_cost_left has it,
 * infinity where it has none; may be NULL. @param why [count] wend_flow_guidance; may be NULL.
 * @return as wend_flow_sample_many. Agents of different threads may ask at once. */
WEND_API wend_result wend_flow_follow_many(const wend_flow *flow, wend_flow_request_id id,
                                           wend_flow_memo *memos, const uint32_t *floors,
                                           const double *x, const double *y, size_t count,
                                           double *direction_x, double *direction_y,
                                           double *cost_left, uint8_t *why);
/** What is left to the goal from a place, in steps over ground of cost 1 (metres / cell_size).
 * @param cost set to infinity first. @return WEND_OK, WEND_NO_PATH (no field there),
 * WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_flow_cost_left(const wend_flow *flow, wend_flow_request_id id,
                                         uint32_t floor, double x, double y, double *cost);
/** Where the link or join leads that agents are to take in a cell.
 * @param to its other end. @return WEND_OK, WEND_NO_PATH (none is to be taken here),
 * WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_flow_link_at(const wend_flow *flow, wend_flow_request_id id,
                                       uint32_t floor, double x, double y, wend_flow_position *to);

/** Can this class get from a to b (over joins and links too)? Constant time, for a cursor on every
 * frame. As of the last update; false for places in walls, outside, NaN. */
WEND_API bool wend_flow_can_reach(const wend_flow *flow, uint32_t flow_class, wend_flow_position a,
                                  wend_flow_position b);
/** The place nearest to `goal` on its floor that can be reached from `from`; the goal itself if it
 * can. Both on the same floor: as wend_islands_nearest.
 * @return WEND_OK, WEND_NO_PATH, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (update first). */
WEND_API wend_result wend_flow_nearest_reachable(const wend_flow *flow, uint32_t flow_class,
                                                 wend_flow_position from, wend_flow_position goal,
                                                 wend_flow_position *nearest);

/** What the three fields say of one cell. */
typedef struct wend_flow_cell {
    uint8_t cost;       /**< 1 to 254, or WEND_COST_WALL. */
    double integration; /**< Steps left to the goal; infinity where there is none. */
    int32_t direction;  /**< 0 east, clockwise (y grows downwards) to 7; 8 the goal, 9 a link; -1
                           none. */
    double angle;       /**< Radians clockwise from east, of the finer direction. */
    bool is_pathable;   /**< The class can be here. */
    bool has_field;     /**< The order covers this cell. */
    bool is_in_sight;   /**< The goal is in line of sight from all of the cell. */
    bool is_at_corner;  /**< The edge of a shadow goes through the cell: from parts of it. */
    bool is_wave_front; /**< The integration of this sector is under way. */
} wend_flow_cell;

/** @param cell set to an uncovered wall before anything else.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (outside), WEND_ERROR_STALE. */
WEND_API wend_result wend_flow_get_cell(const wend_flow *flow, wend_flow_request_id id,
                                        uint32_t floor, int32_t x, int32_t y, wend_flow_cell *cell);

/* ---- figures ---- */

typedef struct wend_flow_info {
    uint32_t sectors; /**< Of all floors. */
    uint32_t classes;
    uint64_t windows;      /**< Of all classes; each has a portal on both sides. */
    uint64_t portal_edges; /**< Between portals of one sector, both ways counted. */
    uint32_t requests;
    uint64_t sectors_built;         /**< Portals of a sector and class worked out, since create. */
    uint32_t sectors_repaired_last; /**< Of those, by the last update that saw edits. */
    uint32_t sectors_waiting;       /**< Still to be worked out. */
    uint64_t fields_built;          /**< Flow fields worked out, since create. */
    uint64_t fields_shared; /**< Flow fields found in the cache or shared by all open ground. */
    uint64_t fields_evicted;
    uint32_t fields_kept;      /**< Now. */
    uint32_t fields_unused;    /**< Of those, without a request. */
    uint64_t tiles_integrated; /**< Passes of the integrator over a sector, since create. */
    uint64_t fields_streamed;  /**< Read from what wend_flow_load_stream was given. */
    size_t memory_bytes;       /**< All that the flow holds (not its grids). */
    size_t memory_portals, memory_fields, memory_islands; /**< Parts of it. */
} wend_flow_info;

/** @param info zeroed when flow is NULL. */
WEND_API void wend_flow_get_info(const wend_flow *flow, wend_flow_info *info);
/** Fingerprint of portals and of the complete fields of all requests: equal maps and orders, equal
 * hash, however they came about. Ids are part of it, sharing and memory are not. */
WEND_API uint64_t wend_flow_hash(const wend_flow *flow);

/* ---- ahead of time ---- */

/** Builds the fields of all windows of a class (WEND_FLOW_SEED_PORTALS), for wend_flow_save; kept
 * until the flow is destroyed or what they stand on changes. @param budget a step is a field.
 * @return WEND_OK, WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (portals are not up to
 * date: wend_flow_update first), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_bake(wend_flow *flow, uint32_t flow_class, wend_budget *budget);
/** Writes portals and baked fields, compressed (little-endian, with version, the maps'
 * fingerprints, a directory, and checksums). @param bytes [capacity], may be NULL when capacity is
 * 0.
 * @param count bytes needed. @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_STALE (portals are not up to date), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_save(const wend_flow *flow, uint8_t *bytes, size_t capacity,
                                    size_t *count);
/** Reads bytes of a stream. It may read the flow; calls that change the flow give WEND_ERROR_BUSY
 * and change nothing, wend_flow_class_fits gives false. It must not change or destroy the flow's
 * grids, nor destroy the flow. @return were they all read? */
typedef bool (*wend_flow_read_fn)(void *context, uint64_t offset, uint8_t *bytes, size_t count);
/** Opens what wend_flow_save wrote: portals are taken from it at once instead of being built,
 * fields when a request needs them, so that only goals' sectors are worked out. Bytes from anywhere
 * are safe to try. What edits touched since is built as usual.
 * @param flow just created (or not yet updated), over the same maps, joins and classes.
 * @param read called by this call and by updates, from the calling thread; NULL ends streaming.
 * @param byte_count how many bytes there are. @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FILE (damaged, not a flow, or of other maps: the
 * message says which; nothing was taken), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_flow_load_stream(wend_flow *flow, wend_flow_read_fn read, void *context,
                                           uint64_t byte_count, wend_message *message);

/* ---- pictures ---- */

/** What of an order is drawn. Bits. */
typedef enum wend_flow_show {
    WEND_FLOW_SHOW_COST = 1,        /**< Ground of the sectors covered, by cost. */
    WEND_FLOW_SHOW_INTEGRATION = 2, /**< Cells by what is left to the goal. */
    WEND_FLOW_SHOW_DIRECTIONS = 4,  /**< An arrow in each cell. */
    WEND_FLOW_SHOW_LINE_OF_SIGHT =
        8,                           /**< Cells in line of sight, and cells with a shadow's edge. */
    WEND_FLOW_SHOW_SECTORS = 16,     /**< Edges of sectors that have fields. */
    WEND_FLOW_SHOW_PORTALS = 32,     /**< Windows of those sectors. */
    WEND_FLOW_SHOW_ROUTE = 64,       /**< The ways over windows. */
    WEND_FLOW_SHOW_GOALS = 128,      /**< Goals and sources. */
    WEND_FLOW_SHOW_WAVE_FRONT = 256, /**< Sectors that are being worked on. */
    WEND_FLOW_SHOW_ALL = 511
} wend_flow_show;

/** Draws an order on one floor. @param show bits of wend_flow_show.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_flow_draw(const wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                                    uint32_t show, const wend_draw *draw);
/** Draws the portal graph of a class on one floor: windows, portals, edges with their costs.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (portals are not up to date). */
WEND_API wend_result wend_flow_draw_portals(const wend_flow *flow, uint32_t flow_class,
                                            uint32_t floor, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
