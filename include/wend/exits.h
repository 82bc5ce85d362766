/** @file wend/exits.h
 * Exits: each body leaves by the exit that it expects to have passed first.
 *
 *     ##########| a |##############      Body x is nearest to exit a, and thirty others are nearer to
 *     #         ooooo             #      it. Walking there takes 5 seconds, and the queue 18. To exit b
 *     #         ooooo             |      it walks 12 seconds and does not wait: it takes b.
 *     #         oooox - - - - - > b
 *     #                           |
 *     #############################
 *
 * An exit is a door or a goal of a crowd: a position, a width, and the goal behind it. Bodies sent
 * by wend_crowd_leave choose one exit each, walk to its goal, by a path or by a request of the flow,
 * and choose again while they are on their way. The time that a body expects at an exit is the later of its
 * walking time and the time at which the bodies ahead of it have passed: those on their way to the same
 * exit with less time to walk, one after the other at the rate of the exit. That rate is given, or estimated
 * by the width and measured while there is a queue.
 *
 * Bodies choose in turns, each once in 0.8 seconds, and change only where they expect to save more than
 * two seconds and more than an eighth of the rest: so they do not change back and forth. A body that crossed
 * the line of the door, or whose way to the goal does not lead through it any more (without a goal behind it:
 * a body in the door, within half its width), has passed it, and keeps it to the goal, unless it has no path
 * there. Until then it does not settle: however many share a goal, none rests before the door. Where arrivals
 * are not removed they fill a disc around the goal, of 0.3 m times the square root of their number: put the
 * goal farther behind the door than that.
 *
 * Walking lengths are those of the fields, where an exit has a request of the flow, and those of the
 * paths otherwise. By paths, a body knows the length of the paths that it got; of exits that it never
 * tried it assumes a straight line. Where it finds the path longer, or closed, it chooses
 * again. A body whose path to an exit an edit closes chooses another exit. A wall across the door does not
 * close the exit: bodies find out one by one; call wend_crowd_set_exit. Give a pathfinder a radius no larger
 * than that of the bodies: with a larger one, bodies beside walls find no path, and stand.
 *
 * Exits belong to a crowd: wend_crowd_tick lets bodies choose, and exits are hashed, saved and loaded
 * with it. A crowd without exits does nothing for them.
 *
 * Sources: Treuille, Cooper, Popovic, "Continuum Crowds" (2006): density and expected delay are part
 * of the cost of a way; Wardrop, "Some Theoretical Aspects of Road Traffic Research" (1952): no
 * traveller is faster by another route. Figures: docs/crowd.md.
 */
#ifndef WEND_EXITS_H
#define WEND_EXITS_H

#include "wend/crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of exits. */
enum {
    WEND_CROWD_EXITS_MAX = 64 /**< Most exits of one crowd. */
};

/** Id of an exit. index1 0 = none. */
typedef struct wend_exit_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_exit_id;

/** Definition of an exit. */
typedef struct wend_exit_def {
    uint32_t cookie;    /**< Set by wend_exit_def_default; leave it. */
    wend_vec2 position; /**< Metres: the middle of the door, up to 2^30 from the origin. That it is
                             open ground is not checked. */
    uint32_t floor;     /**< Floor of position and goal. Default 0. */
    double z;       /**< On a mesh: height of position and goal, metres, up to 2^30 from 0. Default
                             0. */
    bool has_goal;  /**< True: bodies walk to goal. False (default): to position. */
    wend_vec2 goal; /**< Metres: where bodies go by way of the exit, likewise; beyond the door, so
                             that bodies that arrive do not stand in it. With a request the request's
                             own goals count, and goal only says how far they are behind the door. */
    double width;   /**< Metres, 0.1 to 1000. Default 1. */
    double
        rate; /**< Bodies a second that pass at most, 1e-3 to 1e6. 0 (default) = estimated as 2.4 a
                             metre of width and second, and then measured. */
    wend_flow_request_id
        request;    /**< Request of the crowd's flow that leads there: bodies follow it.
                                       {0, 0} (default): they walk by paths of the route source. */
    bool is_closed; /**< True: bodies do not choose it. Default false. */
    uint64_t user;  /**< Your value, kept. */
} wend_exit_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_exit_def wend_exit_def_default(void);

/** Adds an exit. Bodies on their way to others may choose it from the next tick on.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (the request), WEND_ERROR_FULL
 * (WEND_CROWD_EXITS_MAX), WEND_ERROR_MEMORY, WEND_ERROR_BUSY (from a callback). */
WEND_API wend_result wend_crowd_add_exit(wend_crowd *crowd, const wend_exit_def *def,
                                         wend_exit_id *id);
/** Sets all properties of an exit, for example to close it: bodies on their way there choose another
 * one within a quarter of a second, and stand (WEND_BODY_NO_PATH) while all are closed. By paths, all of
 * them ask the route source in that time: where they are many, use that of a planner. Bodies keep a
 * goal and request that they have until they choose again. What was measured stays unless rate or
 * width change, and what bodies learned of their paths to it unless position or goal do.
 * @return as wend_crowd_add_exit, without FULL and MEMORY. */
WEND_API wend_result wend_crowd_set_exit(wend_crowd *crowd, wend_exit_id id,
                                         const wend_exit_def *def);
/** Removes an exit; bodies on their way there choose another one, as where it is closed.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_crowd_remove_exit(wend_crowd *crowd, wend_exit_id id);

/** How bodies choose exits. */
typedef enum wend_exit_choice {
    WEND_EXIT_LEAST_TIME = 0, /**< Walking and waiting. */
    WEND_EXIT_NEAREST         /**< Walking alone. */
} wend_exit_choice;

/** Sends bodies to the exits. Each walks to the nearest one at first, and chooses by the time that it
 * expects within a second. Arrival is reported as of all goals: remove bodies that are out. Any other order
 * ends this one. Bodies that are outside already go to a goal without passing the door, are not counted
 * as passed, and settle as by wend_crowd_set_group_goal. The order may be repeated, also with another
 * choice: bodies that have passed go on to the goal behind their exit, and are not counted again; those that
 * arrived settle, and report it, again; the others begin anew.
 * @param ids [count].
 * @param count 0 or more.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also without an exit), WEND_ERROR_STALE for any of them; then no
 * goal was set; WEND_ERROR_BUSY. */
WEND_API wend_result wend_crowd_leave(wend_crowd *crowd, const wend_body_id *ids, size_t count,
                                      wend_exit_choice choice);

/** State and figures of an exit. */
typedef struct wend_exit_info {
    wend_vec2 position; /**< As defined. */
    uint32_t floor;     /**< As defined. */
    bool is_closed;     /**< As defined. */
    double rate;        /**< Bodies a second: given, estimated or measured. */
    uint32_t coming; /**< Bodies on their way to it that have not passed it; none without a path. */
    uint64_t passed; /**< Bodies that have passed it, since it was added. */
    double seconds;  /**< Until all bodies on their way are expected to be through, as of the last
                             choice; 0 without any. */
    uint64_t user;   /**< As defined. */
} wend_exit_info;

/** Gets state and figures of an exit. Time: linear in the bodies.
 * @param info zeroed first. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_get_exit(const wend_crowd *crowd, wend_exit_id id,
                                         wend_exit_info *info);
/** Lists all exits, by index. Parameters and results as wend_crowd_list_bodies. */
WEND_API wend_result wend_crowd_list_exits(const wend_crowd *crowd, wend_exit_id *ids,
                                           size_t capacity, size_t *count);
/** Returns the exit that a body walks to or has passed; {0, 0} if none. */
WEND_API wend_exit_id wend_crowd_exit_of_body(const wend_crowd *crowd, wend_body_id body);

#ifdef __cplusplus
}
#endif
#endif
