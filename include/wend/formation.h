/** @file wend/formation.h
 * Formations: groups of bodies that move in order.
 *
 *      line        column      wedge         phalanx       circle
 *     o o o o        o           o           o o o o        o o
 *                    o          o o          o o o o       o   o
 *                    o         o   o         o o o o        o o
 *
 * A formation is a pattern of slots around an anchor that moves along one route. Each member moves
 * to its slot as a body of the crowd (avoidance, contact and walls hold as for all bodies). Slots
 * and members have roles. Members are assigned to slots so that the sum of squared distances is
 * least among the assignments that fit the roles, which also keeps straight paths to the slots from
 * crossing. The anchor moves at the speed of the slowest member, waits for stragglers, and wheels
 * where the route turns: the outer files walk the larger arc. Where there is no room for the
 * pattern (a gap, a bridge), it narrows to as many files as fit and forms up again behind. The slot
 * of a removed member is filled from behind. The leader is the member nearest to the goal; only the
 * anchor needs a route.
 *
 * A group may have members of several classes and speeds. Members whose class has no path along the
 * group's route get routes of their own, and return to the pattern where it stops.
 *
 * Formations belong to a crowd: wend_crowd_tick moves them, and they are hashed, saved and loaded
 * with it.
 *
 * Source of the assignment: Kuhn (1955) and Munkres (1957), in the form of shortest augmenting
 * paths by Jonker and Volgenant (1987).
 */
#ifndef WEND_FORMATION_H
#define WEND_FORMATION_H

#include "wend/crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of formations. */
enum {
    WEND_FORMATION_SLOTS_MAX = 4096, /**< Most slots of one formation. */
    WEND_CROWD_FORMATIONS_MAX = 4096 /**< Most formations of one crowd. */
};

/** Id of a formation. index1 0 = none. */
typedef struct wend_formation_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_formation_id;

/** Shapes of a formation. */
typedef enum wend_formation_shape {
    WEND_FORMATION_LINE = 0, /**< One rank across (more ranks with def.files). */
    WEND_FORMATION_COLUMN,   /**< One file along (more files with def.files). */
    WEND_FORMATION_WEDGE,    /**< A V, its point ahead. */
    WEND_FORMATION_PHALANX,  /**< A block, about twice as wide as deep. */
    WEND_FORMATION_CIRCLE,   /**< A ring, or several. */
    WEND_FORMATION_CUSTOM    /**< def.slots. */
} wend_formation_shape;

/** A slot of a pattern. */
typedef struct wend_formation_slot {
    wend_vec2 offset; /**< Metres: x ahead of the anchor, y to its left (y up; else right). */
    uint32_t role;    /**< Role of its member; 0 = any. */
} wend_formation_slot;

/** Definition of a formation. */
typedef struct wend_formation_def {
    uint32_t cookie;                  /**< Set by wend_formation_def_default; leave it. */
    wend_formation_shape shape;       /**< Default line. */
    const wend_formation_slot *slots; /**< [slot_count] for CUSTOM; for the others NULL, or roles by
                                           slot in the order of the pattern (offsets not read). */
    size_t slot_count;                /**< Number of slots. */
    uint32_t files;                   /**< Members side by side; 0 = by the shape (default). */
    double spacing;    /**< Metres between centres, 1e-6 to 1000; 0 = three radii of the largest
                            member (default). */
    bool is_narrowing; /**< Narrows at gaps. Default true. */
    bool is_waiting;   /**< Waits for stragglers. Default true. */
    uint64_t user;     /**< Your value, kept. */
} wend_formation_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_formation_def wend_formation_def_default(void);

/** Creates a formation of members at their positions. The anchor is their centre, its heading that
 * of most members. A member of another formation leaves it. Patterns with too few slots get more
 * ranks; with CUSTOM the rest has no slot and follows behind.
 * @param members [count], 1 to WEND_FORMATION_SLOTS_MAX, each once.
 * @param roles [count] or NULL: all 0, which fits any slot as a last resort.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (a member), WEND_ERROR_FULL,
 * WEND_ERROR_MEMORY, WEND_ERROR_UNSUPPORTED (the crowd is on a mesh). */
WEND_API wend_result wend_formation_create(wend_crowd *crowd, const wend_formation_def *def,
                                           const wend_body_id *members, const uint32_t *roles,
                                           size_t count, wend_formation_id *id);
/** Destroys a formation; its members stand where they are.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_formation_destroy(wend_crowd *crowd, wend_formation_id id);
/** Sets another pattern for the same members. @return as wend_formation_create. */
WEND_API wend_result wend_formation_reshape(wend_crowd *crowd, wend_formation_id id,
                                            const wend_formation_def *def);
/** Adds a member. @return as wend_formation_create. */
WEND_API wend_result wend_formation_add_member(wend_crowd *crowd, wend_formation_id id,
                                               wend_body_id member, uint32_t role);
/** Removes a member from its formation (bodies removed from the crowd leave by themselves). */
WEND_API wend_result wend_formation_remove_member(wend_crowd *crowd, wend_body_id member);

/** Sends a formation to a point on its floor, along one route from the crowd's route source, else
 * straight.
 *
 * The point is for the anchor. If it is in a wall, nearer to one than a member may come, or beyond
 * the map, the nearest free position is the goal instead (see info.goal). Every order ends: with
 * the state WEND_BODY_ARRIVED, or before the wall in its path with WEND_BODY_NO_PATH and
 * WEND_EVENT_NO_PATH for the leader.
 * @param heading heading at the goal, radians; NaN = that of the arrival. */
WEND_API wend_result wend_formation_set_goal(wend_crowd *crowd, wend_formation_id id, wend_vec2 to,
                                             double heading);
/** Sends a formation along a request of the crowd's flow, over its links and joins, from floor to
 * floor; otherwise as wend_formation_set_goal. */
WEND_API wend_result wend_formation_follow_flow(wend_crowd *crowd, wend_formation_id id,
                                                wend_flow_request_id request);
/** Sends a formation along a path; all of its legs are walked. Otherwise as
 * wend_formation_set_goal. */
WEND_API wend_result wend_formation_follow_path(wend_crowd *crowd, wend_formation_id id,
                                                const wend_path *path);
/** Stops a formation at its position; it stays formed. */
WEND_API wend_result wend_formation_stop(wend_crowd *crowd, wend_formation_id id);

/** State and figures of a formation. */
typedef struct wend_formation_info {
    wend_vec2 anchor;      /**< Metres. Never in a wall, though it may touch corners. */
    double heading;        /**< Radians. */
    wend_vec2 goal;        /**< Metres: its goal, see wend_formation_set_goal. */
    wend_body_state state; /**< State of its goal. */
    uint32_t members;      /**< Members. */
    uint32_t slots;        /**< Slots. */
    uint32_t files;        /**< Files now: fewer than defined in a gap. Of a wedge its width in
                                spacings. */
    uint32_t in_slot;      /**< Members within half a spacing of their slots. */
    double mean_error;     /**< Mean distance of members from their slots, metres. */
    wend_body_id leader;   /**< The member nearest to the goal. */
    uint64_t user;         /**< As defined. */
} wend_formation_info;

/** Gets state and figures of a formation. @param info zeroed first. */
WEND_API wend_result wend_formation_get_info(const wend_crowd *crowd, wend_formation_id id,
                                             wend_formation_info *info);
/** Gets the members by slot.
 * @param members [capacity]: {0, 0} for a slot without a member.
 * @param positions [capacity] of the slots now, or NULL.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_formation_get_slots(const wend_crowd *crowd, wend_formation_id id,
                                              wend_body_id *members, wend_vec2 *positions,
                                              size_t capacity, size_t *count);
/** Returns the formation of a body; {0, 0} if none. */
WEND_API wend_formation_id wend_formation_of_body(const wend_crowd *crowd, wend_body_id body);
/** Lists all formations of a crowd, by index. Parameters and results as wend_crowd_list_bodies. */
WEND_API wend_result wend_formation_list(const wend_crowd *crowd, wend_formation_id *ids,
                                         size_t capacity, size_t *count);

/** Solves an assignment problem: gives each of `rows` agents one of `columns` slots so that the sum
 * of costs is least; with fewer slots than agents, some get none.
 *
 * Time: rows^2 * columns at worst, far less where costs are distances. Ties are decided the same
 * way everywhere; where all costs are equal, by index.
 * @param costs [rows][columns], each 0 to 1e300; infinity = forbidden.
 * @param allocator for scratch memory; NULL = libc.
 * @param columns_of [rows] the slot of each, or UINT32_MAX.
 * @return WEND_OK, WEND_NO_PATH (not all of min(rows, columns) can be assigned without infinity: as
 * many as possible were), WEND_ERROR_ARGUMENT (NaN, below 0, above 1e300, too large),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_assign(const double *costs, size_t rows, size_t columns,
                                 const wend_allocator *allocator, uint32_t *columns_of);

#ifdef __cplusplus
}
#endif
#endif
