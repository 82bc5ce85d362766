/* wend/formation.h: groups that move in order.
 *
 *      line        column      wedge         phalanx       circle
 *     o o o o        o           o           o o o o        o o
 *                    o          o o          o o o o       o   o
 *                    o         o   o         o o o o        o o
 *
 * A formation is a pattern of slots around an anchor that goes along one route; each member goes to
 * its slot as a body of the crowd (avoidance, contact and walls hold as for everybody). Slots have
 * roles, members have roles, and who goes to which slot is chosen so that the sum of squared ways
 * is least among those that fit, which also keeps those who walk straight there from meeting. The
 * anchor is as fast as the slowest member, waits for those who fall behind, and wheels where the
 * way turns: the outer files walk the larger arc. Where there is no room for the pattern (a gap, a
 * bridge), it narrows to as many files as fit and forms up again behind. Members who die leave a
 * slot that is filled from behind. The leader is the member nearest to the goal; only the anchor
 * needs a route.
 *
 * A group may have members of several classes and speeds. Those who cannot go the group's way
 * (their class has no way along it) get routes of their own, and are back in the pattern where it
 * stops.
 *
 * Formations belong to a crowd: they are moved by wend_crowd_tick, hashed, saved and loaded with
 * it.
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

enum {
    WEND_FORMATION_SLOTS_MAX = 4096, /**< Most slots of one formation. */
    WEND_CROWD_FORMATIONS_MAX = 4096 /**< Most formations of one crowd. */
};

/** A formation. index1 0 = none. */
typedef struct wend_formation_id {
    uint32_t index1;
    uint32_t generation;
} wend_formation_id;

typedef enum wend_formation_shape {
    WEND_FORMATION_LINE = 0, /**< One rank across (more ranks where def.files says so). */
    WEND_FORMATION_COLUMN,   /**< One file along (more where def.files says so). */
    WEND_FORMATION_WEDGE,    /**< A V, its point ahead. */
    WEND_FORMATION_PHALANX,  /**< A block, about twice as wide as deep. */
    WEND_FORMATION_CIRCLE,   /**< A ring, or several. */
    WEND_FORMATION_CUSTOM    /**< def.slots. */
} wend_formation_shape;

/** A place in a pattern. */
typedef struct wend_formation_slot {
    wend_vec2 offset; /**< Metres: x ahead of the anchor, y to its left (y up; else right). */
    uint32_t role;    /**< Which members are for it; 0 = any. */
} wend_formation_slot;

typedef struct wend_formation_def {
    uint32_t cookie; /**< Set by wend_formation_def_default; leave it. */
    wend_formation_shape shape;
    const wend_formation_slot *slots; /**< [slot_count] for CUSTOM; for the others NULL, or roles by
                                         slot in the order of the pattern (offsets not read). */
    size_t slot_count;
    uint32_t files;    /**< Members side by side; 0 = as the shape has it (default). */
    double spacing;    /**< Metres between middles, 1e-6 to 1000; 0 = three radii of the largest
                            member (default). */
    bool is_narrowing; /**< Squeezes through gaps. Default true. */
    bool is_waiting;   /**< Waits for stragglers. Default true. */
    uint64_t user;     /**< Kept for you. */
} wend_formation_def;

WEND_API wend_formation_def wend_formation_def_default(void);

/** Forms up members where they are (their middle is the anchor, looking where most of them look);
 * whoever was in another formation leaves it. Patterns that have too few slots get more ranks;
 * CUSTOM ones leave the rest without a slot: they follow behind.
 * @param members [count], 1 to WEND_FORMATION_SLOTS_MAX, each once. @param roles [count] or NULL:
 * all 0, which fits any slot as a last resort. @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (a member), WEND_ERROR_FULL,
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_formation_create(wend_crowd *crowd, const wend_formation_def *def,
                                           const wend_body_id *members, const uint32_t *roles,
                                           size_t count, wend_formation_id *id);
/** Ends it; members stand where they are. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE.
 */
WEND_API wend_result wend_formation_destroy(wend_crowd *crowd, wend_formation_id id);
/** Another pattern for the same members. Results as create. */
WEND_API wend_result wend_formation_reshape(wend_crowd *crowd, wend_formation_id id,
                                            const wend_formation_def *def);
/** Adds a member. @return as create. */
WEND_API wend_result wend_formation_add_member(wend_crowd *crowd, wend_formation_id id,
                                               wend_body_id member, uint32_t role);
/** Takes a member out (one who is removed from the crowd leaves by itself). */
WEND_API wend_result wend_formation_remove_member(wend_crowd *crowd, wend_body_id member);

/** Marches to a point on its floor, along one route from the crowd's route source, else straight;
 * looks along heading there. The point is for the anchor: where it is in a wall, nearer to one than
 * a member may come, or beyond the map, the nearest place in the open is gone to instead (info.goal
 * says which). Every order ends: with the state WEND_BODY_ARRIVED, or WEND_BODY_NO_PATH and
 * WEND_EVENT_NO_PATH for the leader, before the wall that is in the way. @param heading radians;
 * NaN = as it comes. */
WEND_API wend_result wend_formation_set_goal(wend_crowd *crowd, wend_formation_id id, wend_vec2 to,
                                             double heading);
/** The same by an order of the crowd's flow, over its links and joins, from floor to floor. */
WEND_API wend_result wend_formation_follow_flow(wend_crowd *crowd, wend_formation_id id,
                                                wend_flow_request_id order);
/** The same along a path; all of its legs are walked. */
WEND_API wend_result wend_formation_follow_path(wend_crowd *crowd, wend_formation_id id,
                                                const wend_path *path);
/** Stops where it is and stays formed. */
WEND_API wend_result wend_formation_stop(wend_crowd *crowd, wend_formation_id id);

typedef struct wend_formation_info {
    wend_vec2 anchor; /**< Metres. Never in a wall, though it may touch corners. */
    double heading;   /**< Radians. */
    wend_vec2 goal;   /**< Metres: where it goes to, see wend_formation_set_goal. */
    wend_body_state state;
    uint32_t members, slots;
    uint32_t files;    /**< Side by side now: fewer than asked for in a gap. Of a wedge its width
                          in spacings. */
    uint32_t in_place; /**< Members within half a spacing of their slots. */
    double error_mean; /**< Metres from members to their slots. */
    wend_body_id leader;
    uint64_t user;
} wend_formation_info;

/** @param info zeroed first. */
WEND_API wend_result wend_formation_get_info(const wend_crowd *crowd, wend_formation_id id,
                                             wend_formation_info *info);
/** Members by slot. @param members [capacity]: {0, 0} in a slot nobody goes to. @param positions
 * [capacity] of the slots now, or NULL. @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_STALE. */
WEND_API wend_result wend_formation_get_slots(const wend_crowd *crowd, wend_formation_id id,
                                              wend_body_id *members, wend_vec2 *positions,
                                              size_t capacity, size_t *count);
/** The formation of a body; {0, 0} if none. */
WEND_API wend_formation_id wend_formation_of_body(const wend_crowd *crowd, wend_body_id body);
/** All formations of a crowd, by index. Results as wend_crowd_list_bodies. */
WEND_API wend_result wend_formation_list(const wend_crowd *crowd, wend_formation_id *ids,
                                         size_t capacity, size_t *count);

/** The assignment by itself: gives each of `rows` agents one of `columns` places so that the sum of
 * costs is least; where there are fewer places than agents, some get none.
 * @param costs [rows][columns], each 0 to 1e300; infinity = never together.
 * @param columns_of [rows] the place of each, or UINT32_MAX. @param allocator for scratch; NULL =
 * libc. Time: rows^2 * columns at worst, far less where costs are distances. Ties: decided the same
 * way everywhere; where all costs are equal, by index.
 * @return WEND_OK, WEND_NO_PATH (not all of min(rows, columns) could be given one without
 * infinity: as many as possible were), WEND_ERROR_ARGUMENT (NaN, below 0,
 * above 1e300, too large), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_assign(const double *costs, size_t rows, size_t columns,
                                 const wend_allocator *allocator, uint32_t *columns_of);

#ifdef __cplusplus
}
#endif
#endif
