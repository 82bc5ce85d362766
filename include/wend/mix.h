/** @file wend/mix.h
 * The mix of units to build against what an opponent builds, and production plans.
 *
 * A mix learns how each own kind of units fares against each kind of the opponent's, counts what the
 * opponent builds, and answers with the shares of a budget to spend on each own kind.
 *
 *     effects    archers  riders  pikes  (theirs)       seen   archers 30, riders 10
 *     archers      0       -0.4    0.3                           |
 *     riders      0.5       0     -0.5    ----------------> shares: riders 0.7, pikes 0.3, ...
 *     pikes      -0.3      0.6      0
 *
 * An effect is the value of what was destroyed less what was lost, divided by both together: 1 = only the
 * opponent loses, -1 = only one's own side. Effects begin as you set them, and outcomes of fights correct
 * them. Both outcomes and builds fade, so the mix follows an opponent that changes.
 *
 * The answer is a mix x that maximises
 *
 *     trust * (effect of x on what was seen) + (1 - trust) * (effect of x on the worst kind for it)
 *
 * With nothing seen it is the safe mix of the matrix game; the more was seen, the more it is the answer to
 * just that, and the more it could be exploited. It is found by regret matching, which ends when the
 * mix is proved to be within `tolerance` of the best.
 *
 * Equal calls give equal answers. Threads: one thread at a time; the const calls from any number.
 *
 * Sources: Johanson, Zinkevich and Bowling, "Computing Robust Counter-Strategies" (NIPS 2007), for trust;
 * Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014), for the iteration.
 */
#ifndef WEND_MIX_H
#define WEND_MIX_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of mixes and production plans. */
enum {
    WEND_MIX_KINDS_MAX = 64,           /**< Kinds of one side. */
    WEND_MIX_HALF_LIFE_MAX = 1 << 20,  /**< Ticks. */
    WEND_MIX_ITERATIONS_MAX = 1 << 16, /**< Iterations of an answer. */
    WEND_BUILD_OPTIONS_MAX = 256,      /**< Kinds of a production plan. */
    WEND_BUILD_RESOURCES_MAX = 8,      /**< Resources of a production plan. */
    WEND_BUILD_ORDERS_MAX = 1 << 16    /**< Orders of a production plan. */
};

/** Greatest cost, value and weight. */
static const double WEND_MIX_COST_MAX = 1 << 20;

/** A mix. */
typedef struct wend_mix wend_mix;

/** Definition of a mix. */
typedef struct wend_mix_def {
    uint32_t cookie;         /**< Set by wend_mix_def_default; leave it. */
    uint32_t own_count;      /**< Own kinds, 1 to WEND_MIX_KINDS_MAX. Default 3. */
    uint32_t enemy_count;    /**< The opponent's kinds, likewise. Default 3. */
    uint32_t seen_half_life; /**< Ticks in which a build that was seen counts half, 1 to
                                      WEND_MIX_HALF_LIFE_MAX. Default 2048. */
    uint32_t
        outcome_half_life; /**< Ticks in which an outcome counts half, likewise. Default 16384. */
    double prior_weight;   /**< Effects as they were set count like outcomes of this cost, 0 to
                                      WEND_MIX_COST_MAX; so are the next two. Default 16. */
    double trust_cost; /**< Cost of the builds seen at which they are half trusted. Default 16. */
    double prediction_cost; /**< Predicted builds count like builds seen of this cost. Default 8. */
    double trust_most;      /**< Greatest trust, 0 to 1. Default 0.9. */
    double least_share;     /**< Least share of each own kind, 0 to 1 / own_count. Default 0. */
    uint32_t iterations;    /**< Most iterations of an answer, 1 to WEND_MIX_ITERATIONS_MAX.
                                      Default 4096. */
    double tolerance; /**< An answer within this of the best ends the iteration, 0 to 1. Default
                                      0.001. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_mix_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_mix_def wend_mix_def_default(void);
/** Creates a mix with all effects 0, at tick 0. All memory is taken here.
 * @param mix set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mix_create(const wend_mix_def *def, wend_mix **mix);
/** Frees a mix; NULL is allowed. */
WEND_API void wend_mix_destroy(wend_mix *mix);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_mix_error(const wend_mix *mix);
/** Sets the present tick. @param tick not below the present one.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mix_set_tick(wend_mix *mix, uint64_t tick);

/** Sets the effect of a kind on another, as it is before any outcome.
 * @param own 0 to own_count - 1. @param enemy 0 to enemy_count - 1. @param effect -1 to 1.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mix_set_effect(wend_mix *mix, uint32_t own, uint32_t enemy,
                                         double effect);
/** Adds the outcome of a fight, or of a shot: what an own kind did to a kind of the opponent's.
 * @param done value (cost) that the own kind destroyed of the other, 0 to WEND_MIX_COST_MAX.
 * @param taken value of the own kind that the other destroyed, likewise.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mix_add_outcome(wend_mix *mix, uint32_t own, uint32_t enemy, double done,
                                          double taken);
/** Adds a build of the opponent that was seen, once for each unit.
 * @param cost of the unit, 0 to WEND_MIX_COST_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mix_add_seen(wend_mix *mix, uint32_t enemy, double cost);

/** What is known of a pair of kinds. */
typedef struct wend_mix_effect {
    double prior; /**< As set. */
    double done;  /**< Value destroyed, faded. */
    double taken; /**< Value lost, faded. */
    double
        effect; /**< (prior_weight * prior + done - taken) / (prior_weight + done + taken); the prior
                        where that is 0 / 0. */
} wend_mix_effect;

/** Gets what is known of a pair of kinds. @param effect zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mix_get_effect(const wend_mix *mix, uint32_t own, uint32_t enemy,
                                         wend_mix_effect *effect);
/** Gets the shares of the opponent's kinds in what was seen and is predicted.
 * @param predictor of the opponent's builds, an action for each kind; NULL: nothing is predicted.
 * @param shares [capacity], which sum to 1; equal shares where nothing is known.
 * @param capacity at least enemy_count. @param trust 0 to trust_most; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also a predictor of another number of actions). */
WEND_API wend_result wend_mix_get_opponent(const wend_mix *mix, const wend_predictor *predictor,
                                           double *shares, size_t capacity, double *trust);

/** An answer. */
typedef struct wend_mix_answer {
    double trust;        /**< In what was seen. */
    double value;        /**< What the mix reaches at least, see above. */
    double bound;        /**< No mix reaches more. */
    double expected;     /**< Effect of the mix on what was seen and is predicted. */
    double worst;        /**< Its effect on the kind that is worst for it. */
    uint32_t worst_kind; /**< That kind. */
    uint32_t iterations; /**< Iterations made. */
} wend_mix_answer;

/** Finds the best mix. Time: iterations * own_count * enemy_count; allocates nothing.
 * @param predictor as for wend_mix_get_opponent.
 * @param shares [capacity] of the budget for each own kind, which sum to 1.
 * @param capacity at least own_count. @param answer zeroed first; may be NULL.
 * @return WEND_OK, WEND_TRUNCATED (the iterations ended before the tolerance was reached; the shares are
 * valid, and answer->bound - answer->value tells how far they may be from the best),
 * WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mix_solve(wend_mix *mix, const wend_predictor *predictor, double *shares,
                                    size_t capacity, wend_mix_answer *answer);

/** Returns the memory of the mix in bytes; 0 for NULL. */
WEND_API size_t wend_mix_memory_bytes(const wend_mix *mix);
/** Returns a hash of the definition's numbers and all that was set and added. 0 for NULL. */
WEND_API uint64_t wend_mix_hash(const wend_mix *mix);
/** Saves the mix as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mix_save(const wend_mix *mix, uint8_t *bytes, size_t capacity,
                                   size_t *count);
/** Loads a mix from the bytes of wend_mix_save; it goes on as the saved one would have.
 * @param def gives allocator and message; NULL = defaults.
 * @param mix set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_mix_load(const wend_mix_def *def, const uint8_t *bytes, size_t count,
                                   wend_mix **mix);

/* ---- production plans ---- */

/** A kind that can be built. */
typedef struct wend_build_option {
    double weight; /**< Its wanted part of the value of all kinds, in proportion to the others, 0 to
                        WEND_MIX_COST_MAX: a share of wend_mix_solve, or a need. 0: none is built. */
    double have;   /**< Value of its units that exist or are ordered, 0 to 2^40. */
    double value;  /**< Value of a unit, above 0, to WEND_MIX_COST_MAX. */
    double costs
        [WEND_BUILD_RESOURCES_MAX]; /**< Of a unit, of each resource, 0 to WEND_MIX_COST_MAX. */
    uint32_t most;                  /**< Orders at most. */
} wend_build_option;

/** A production plan. */
typedef struct wend_build_plan {
    uint32_t orders[WEND_BUILD_OPTIONS_MAX]; /**< Units to order of each option. */
    double left[WEND_BUILD_RESOURCES_MAX];   /**< What is left of each resource. */
    uint32_t order_count;                    /**< All orders. */
    uint32_t saves_for; /**< The option that is wanted most and cannot be paid; UINT32_MAX: none. */
} wend_build_plan;

/** Plans orders so that the values of the kinds approach their wanted parts. Each order is of the kind
 * that is farthest below its part, weight / all weights * (value of all kinds of a weight above 0, with
 * this unit) - have; ties: the first. Orders end when nothing that is wanted can be paid.
 * @param options [count]. @param count 0 to WEND_BUILD_OPTIONS_MAX.
 * @param budgets [WEND_BUILD_RESOURCES_MAX] of each resource, 0 to 2^40.
 * @param saves true: where the kind wanted most cannot be paid nothing more is ordered, so that its
 * resources are saved; false: the next one that can be paid is ordered.
 * @param order_limit orders at most, up to WEND_BUILD_ORDERS_MAX.
 * @param plan zeroed first, its saves_for UINT32_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_plan_builds(const wend_build_option *options, size_t count,
                                      const double *budgets, bool saves, uint32_t order_limit,
                                      wend_build_plan *plan);

#ifdef __cplusplus
}
#endif
#endif
