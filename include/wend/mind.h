/** @file wend/mind.h
 * Minds: which agents think in a tick, and what they decided.
 *
 * Thinking costs more than moving, and need not happen in every tick. Each agent thinks every so many
 * ticks; the turns are spread evenly over the ticks, a budget limits what a tick may cost, and agents far
 * from what matters think more rarely.
 *
 *     tick        0     1     2     3     4     5
 *     period 1    a     a     a     a     a     a
 *     period 2    b     c     b     c     b     c        equally many in every tick
 *     period 4    d     e     f     g     d     e
 *     budget      ---------------------------------      agents beyond it wait; the longer an agent
 *                                                        waits, the sooner it is next
 *
 *     wend_minds_def def = wend_minds_def_default();
 *     def.think = think;                       for each agent, on threads
 *     def.think_central = plan;                for all of them, or both
 *     def.decision_bytes = sizeof(my_decision);
 *     wend_minds_create(&def, &minds);
 *     wend_minds_add_agent(minds, &agent);
 *     ...
 *     wend_minds_update(minds, &budget, &executor);           each tick
 *     const my_decision *it = (const void *)wend_minds_decision(minds, 7);
 *
 * Every agent has a decision, bytes of a fixed size that this object keeps twice: the published one,
 * which all may read, and the next one, which only the agent's own callback writes. All next ones
 * are published at the end of the update. Thinking therefore reads the last tick's state, and its result
 * does not depend on the order of agents or the number of threads.
 *
 * An agent is named by a number of the user's. With budgets of steps equal calls give equal bits on every
 * machine; a deadline makes them depend on the clock.
 *
 * Threads: one thread at a time changes an object; the const calls from any number between changes, and in
 * callbacks. Callbacks cannot change the object (WEND_ERROR_BUSY): they queue what they want by their turn.
 *
 * Sources: Millington, "Artificial Intelligence for Games" (3rd ed. 2019), 10.1-10.2: scheduling, phases,
 * level of detail of behaviour; the order of turns is that of ageing priorities.
 */
#ifndef WEND_MIND_H
#define WEND_MIND_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of minds. */
enum {
    WEND_MINDS_AGENTS_MAX = 1 << 20,  /**< Agents. */
    WEND_MINDS_PERIOD_MAX = 1024,     /**< Ticks from one thought to the next. */
    WEND_MINDS_BANDS_MAX = 8,         /**< Bands of distance. */
    WEND_MINDS_POINTS_MAX = 256,      /**< Points that matter. */
    WEND_MINDS_DECISION_MAX = 4096,   /**< Bytes of a decision. */
    WEND_MINDS_COST_MAX = 1 << 20,    /**< Cost of a thought. */
    WEND_MINDS_PRIORITY_MAX = 1 << 16 /**< Priority. */
};

/** The turn of an agent, or of all of them: what its callback gets. */
typedef struct wend_mind_turn {
    const wend_minds *minds; /**< The object; the callback may call its const functions. */
    uint64_t agent;          /**< The agent; 0 for the central callback. */
    uint64_t tick;           /**< Updates before this one. */
    uint64_t elapsed;        /**< Ticks since the agent thought last, or was added. */
    uint32_t band;           /**< Its band of distance: 0 is the nearest. */
    const uint8_t *last; /**< [decision_bytes] its published decision; NULL for the central one. */
    uint8_t *next;       /**< [decision_bytes] its next decision, at first what the central callback
                                  decided for it in this update, else a copy of `last`. NULL for the central
                                  one. Aligned for any type if decision_bytes is a multiple of 16. */
    wend_minds *owner;   /**< Of the functions below; leave it. */
    uint32_t slot;       /**< Likewise. */
    uint32_t requests;   /**< Likewise. */
} wend_mind_turn;

/** Thinks. Runs on threads of the executor, for different agents at once. */
typedef void (*wend_think_fn)(void *user, wend_mind_turn *turn);

/** A band of distance. */
typedef struct wend_mind_band {
    double
        distance; /**< Metres from the nearest point that matters, above 0, more than the band before. */
    uint32_t
        period; /**< Agents in it think at most every so many ticks, 1 to WEND_MINDS_PERIOD_MAX. */
} wend_mind_band;

/** Definition of minds. */
typedef struct wend_minds_def {
    uint32_t cookie;     /**< Set by wend_minds_def_default; leave it. */
    wend_think_fn think; /**< Thinks for one agent. NULL: only the central one does. */
    wend_think_fn
        think_central; /**< Thinks for all agents, before they do, alone and on the calling thread.
                                      NULL: only agents think. One of both is needed. */
    void *user;        /**< Passed back untouched. */
    uint32_t decision_bytes; /**< Bytes of a decision, 0 to WEND_MINDS_DECISION_MAX. Default 0. */
    uint32_t central_period; /**< The central callback runs every so many ticks, 1 to
                                      WEND_MINDS_PERIOD_MAX. Default 1. */
    uint32_t central_cost; /**< Steps of the budget that it takes, 0 to WEND_MINDS_COST_MAX. It runs
                                      whenever it is due. Default 0. */
    const wend_mind_band *bands; /**< [band_count] of rising distance. Copied. */
    uint32_t band_count;         /**< 0 (no level of detail, default) to WEND_MINDS_BANDS_MAX. */
    uint32_t far_period; /**< Beyond the last band, 1 to WEND_MINDS_PERIOD_MAX. Default 1. */
    double hysteresis;   /**< An agent goes to a farther band when it is so many metres beyond its
                                      own, 0 to 1048576. Default 0. */
    wend_allocator
        allocator;         /**< Default libc. Turns that queue agents may call it on threads of the
                                      executor, one at a time. */
    wend_message *message; /**< Text of a failure of create or load; may be NULL (default). */
} wend_minds_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_minds_def wend_minds_def_default(void);
/** Creates minds without agents.
 * @param minds set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_minds_create(const wend_minds_def *def, wend_minds **minds);
/** Frees minds; NULL is allowed. */
WEND_API void wend_minds_destroy(wend_minds *minds);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_minds_error(const wend_minds *minds);

/* ---- agents ---- */

/** Definition of an agent that thinks. */
typedef struct wend_mind_def {
    uint32_t cookie;    /**< Set by wend_mind_def_default; leave it. */
    uint64_t agent;     /**< A number of the user's. Default 0. */
    uint32_t period;    /**< It thinks every so many ticks, or as often as its band allows, 1 to
                                  WEND_MINDS_PERIOD_MAX. Default 1. */
    uint32_t cost;      /**< Estimated cost of a thought in steps of budgets, 1 to
                                  WEND_MINDS_COST_MAX. Default 1. */
    uint32_t priority;  /**< Ticks that it waits count so many times, 1 to
                                  WEND_MINDS_PRIORITY_MAX. Default 1. */
    wend_vec3 position; /**< Metres, for bands; see WEND_COORDINATE_MAX. Default 0, 0, 0. */
    const uint8_t *decision; /**< [decision_bytes] its first decision; NULL: zeros. */
} wend_mind_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_mind_def wend_mind_def_default(void);
/** Adds an agent. It thinks for the first time within its period, in the tick with the least load.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also where there is one of this number), WEND_ERROR_FULL
 * (WEND_MINDS_AGENTS_MAX), WEND_ERROR_MEMORY, WEND_ERROR_BUSY (in a callback). */
WEND_API wend_result wend_minds_add_agent(wend_minds *minds, const wend_mind_def *def);
/** Removes an agent; the last agent takes its index.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY. */
WEND_API wend_result wend_minds_remove_agent(wend_minds *minds, uint64_t agent);
/** Sets period, cost, priority and position of an agent, and its decision where that is not NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent), WEND_ERROR_MEMORY,
 * WEND_ERROR_BUSY. */
WEND_API wend_result wend_minds_set_agent(wend_minds *minds, const wend_mind_def *def);
/** Sets the position of an agent; its band follows with the next update.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY. */
WEND_API wend_result wend_minds_set_position(wend_minds *minds, uint64_t agent, wend_vec3 position);
/** Sets the points that matter (players, cameras), from which bands are measured. Without points every
 * agent is in band 0.
 * @param points [count], may be NULL when count is 0. @param count 0 to WEND_MINDS_POINTS_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY. */
WEND_API wend_result wend_minds_set_points(wend_minds *minds, const wend_vec3 *points,
                                           size_t count);
/** The agent is due with the next update: something has happened to it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY. */
WEND_API wend_result wend_minds_wake(wend_minds *minds, uint64_t agent);
/** True if there is an agent of this number. */
WEND_API bool wend_minds_has_agent(const wend_minds *minds, uint64_t agent);
/** Gets the number of an agent.
 * @param index 0 to agent_count - 1. @param agent set to 0 first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_minds_agent_at(const wend_minds *minds, uint32_t index, uint64_t *agent);

/** State of an agent. */
typedef struct wend_mind_info {
    uint32_t period;      /**< As it is now, by its own and its band's. */
    uint32_t own_period;  /**< As it was given. */
    uint32_t cost;        /**< As it was given. */
    uint32_t priority;    /**< As it was given. */
    uint32_t band;        /**< 0: the nearest. */
    wend_vec3 position;   /**< As it was given. */
    uint64_t due_tick;    /**< It is due from this tick on. */
    uint64_t last_tick;   /**< It thought last, or was added, in this tick. */
    uint64_t think_count; /**< How often it thought. */
} wend_mind_info;

/** Gets the state of an agent.
 * @param info zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_minds_get_agent(const wend_minds *minds, uint64_t agent,
                                          wend_mind_info *info);
/** Returns the published decision of an agent, [decision_bytes]; NULL if there is no such agent. Valid
 * until an agent is added or removed, or the next update. */
WEND_API const uint8_t *wend_minds_decision(const wend_minds *minds, uint64_t agent);

/* ---- updates ---- */

/** The agents that are due think, the most urgent first: those with the greatest (ticks since they are due
 * + 1) * priority, ties by index, as long as the budget lasts. Those that are left out become more urgent
 * with every tick, so each thinks at last, with any priorities.
 *
 * A thought takes its agent's cost. The first one runs even if it costs more than the budget has; what is
 * too much is taken from the following budgets. After a thought the agent is due in its next tick of its
 * period that is at least half a period away.
 * @param budget reduced by the costs; NULL = no limit. With a deadline no thought begins after it, but the
 * first 64.
 * @param executor runs callbacks in parallel; NULL = serial. Decisions do not depend on it.
 * @return WEND_OK, WEND_IN_PROGRESS (agents that are due are left), WEND_ERROR_ARGUMENT (NULL),
 * WEND_ERROR_BUSY (in a callback). */
WEND_API wend_result wend_minds_update(wend_minds *minds, wend_budget *budget,
                                       const wend_executor *executor);

/** For callbacks: an agent is added when the update is over. A number that has an agent by then is dropped
 * (dropped_count). Requests take effect in the order of turns, and of each turn in the order of calls.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mind_turn_add_agent(wend_mind_turn *turn, const wend_mind_def *def);
/** For callbacks: an agent, or the one that thinks, is removed when the update is over; if it is gone by
 * then the request is dropped.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mind_turn_remove_agent(wend_mind_turn *turn, uint64_t agent);
/** For callbacks: an agent is due with the next update; if it is gone by then the request is dropped.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mind_turn_wake(wend_mind_turn *turn, uint64_t agent);
/** For the central callback: returns the next decision of an agent, [decision_bytes], to be written until
 * the callback ends. NULL for other callbacks, and if there is no such agent. */
WEND_API uint8_t *wend_mind_turn_decision(wend_mind_turn *turn, uint64_t agent);

/** Numbers of minds. Times are of the clock and no part of hashes and saves. */
typedef struct wend_minds_info {
    uint32_t agent_count;    /**< Agents. */
    uint32_t decision_bytes; /**< Bytes of a decision. */
    uint64_t tick;           /**< Updates so far. */
    uint64_t think_count;    /**< Thoughts of agents so far. */
    uint32_t due_count;      /**< Agents that were due in the last update. */
    uint32_t thought_count;  /**< Those of them that thought. */
    uint64_t cost;           /**< The cost of their thoughts, and of the central one. */
    uint64_t
        overdue_last; /**< The longest that an agent had waited when it thought in the last update,
                                 in ticks. */
    uint64_t overdue_most;  /**< Likewise of all updates. */
    uint64_t debt;          /**< Steps that the next budget has less. */
    uint64_t dropped_count; /**< Requests of callbacks that were dropped so far. */
    uint64_t schedule_ns;   /**< Time of the last update: bands, order. */
    uint64_t central_ns;    /**< The central callback. */
    uint64_t think_ns;      /**< The callbacks of agents. */
    uint64_t publish_ns;    /**< Decisions, requests. */
    size_t memory_bytes;    /**< Memory. */
} wend_minds_info;

/** Gets numbers of the minds. @param info zeroed first; NULL is allowed. */
WEND_API void wend_minds_get_info(const wend_minds *minds, wend_minds_info *info);

/** Draws the bands as circles around the points that matter (WEND_MEANING_REACH, from 0 for the nearest),
 * and agents as marks: WEND_MEANING_SEARCHED for those that thought in the last update, else
 * WEND_MEANING_AGENT; the value is 0 for the nearest band to 1 beyond the last.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL). */
WEND_API wend_result wend_minds_draw(const wend_minds *minds, const wend_draw *draw);

/** Returns a hash of definition, agents and decisions. 0 for NULL. */
WEND_API uint64_t wend_minds_hash(const wend_minds *minds);
/** Saves the minds with all decisions as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_minds_save(const wend_minds *minds, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Loads minds from the bytes of wend_minds_save; they go on as the saved ones would have.
 * @param def gives callbacks, user, allocator and message; a callback is needed.
 * @param minds set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_minds_load(const wend_minds_def *def, const uint8_t *bytes, size_t count,
                                     wend_minds **minds);

#ifdef __cplusplus
}
#endif
#endif
