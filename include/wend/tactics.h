/** @file wend/tactics.h
 * Tactics chosen by how they fared: a history of decisions, their context and their score.
 *
 * Each decision is made in a context (a number that stands for what matters: relative health, cornered
 * or free, indoors or not) and ends with a score (damage done less damage taken, time won). A tactic is
 * chosen by its mean score in this context, plus a bonus for tactics that were tried seldom.
 *
 *     wend_tactics_def def = wend_tactics_def_default();
 *     def.tactic_count = 4;                     defensive, balanced, offensive, all-out
 *     def.context_count = 6;                    3 levels of health x (cornered, free)
 *     wend_tactics_create(&def, &tactics);
 *
 *     wend_tactics_choose(tactics, context, &choice);      a fight begins: choice.tactic
 *     wend_tactics_add(tactics, context, choice.tactic, score);           it has ended
 *
 * Only the last history_limit decisions count, so the choice changes when the opponent does. A new
 * context uses the scores of the other contexts. Without any decision the choice is a standard tactic or
 * a random one. One object can learn for many agents, such as allies that fight the same player.
 *
 * Equal calls give equal choices. Threads: one thread at a time; the const calls from any number.
 *
 * Source: Garivier and Moulines, "On Upper-Confidence Bound Policies for Switching Bandit Problems"
 * (2011), sliding-window UCB; the part of other contexts is shrinkage towards the overall mean.
 */
#ifndef WEND_TACTICS_H
#define WEND_TACTICS_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of tactics. */
enum {
    WEND_TACTICS_MAX = 256,              /**< Tactics of one object. */
    WEND_TACTICS_CONTEXTS_MAX = 1 << 16, /**< Contexts. */
    WEND_TACTICS_HISTORY_MAX = 1 << 16,  /**< Decisions that are remembered. */
    WEND_TACTIC_RANDOM = -1              /**< No standard tactic. */
};

/** Greatest score of a decision; its negative is the least. */
static const double WEND_TACTICS_SCORE_MAX = 1 << 20;

/** Definition of tactics. */
typedef struct wend_tactics_def {
    uint32_t cookie;        /**< Set by wend_tactics_def_default; leave it. */
    uint32_t tactic_count;  /**< Tactics to choose from, 1 to WEND_TACTICS_MAX. Default 2. */
    uint32_t context_count; /**< Contexts, 1 to WEND_TACTICS_CONTEXTS_MAX. Default 1. */
    uint32_t history_limit; /**< Decisions that count, the last ones of all contexts, 1 to
                                 WEND_TACTICS_HISTORY_MAX. A short history adapts faster. Default 256. */
    int32_t standard;       /**< The tactic to begin with, or WEND_TACTIC_RANDOM (default). */
    double exploration; /**< Bonus for few tries: exploration * sqrt(ln(1 + decisions) / tries), in
                                 units of scores, 0 to WEND_TACTICS_SCORE_MAX. About half of the
                                 difference between good and bad scores. 0: only tactics that were
                                 tried are chosen, the best so far. Default 0.5. */
    double borrowing;   /**< The mean score in the other contexts counts as this many tries, 0 to
                                 65536, but no more than there were. 0: contexts share nothing.
                                 Default 1. */
    uint64_t seed;      /**< Of random choices. Default 1. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_tactics_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_tactics_def wend_tactics_def_default(void);
/** Creates tactics without a history.
 * @param tactics set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_tactics_create(const wend_tactics_def *def, wend_tactics **tactics);
/** Frees tactics; NULL is allowed. */
WEND_API void wend_tactics_destroy(wend_tactics *tactics);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_tactics_error(const wend_tactics *tactics);

/** A choice, and the reasons for it. */
typedef struct wend_tactic_choice {
    uint32_t tactic; /**< The tactic. */
    double score;    /**< Its expected score: the mean, with the part of other contexts. 0 where it
                           was never tried. */
    double bonus;    /**< What was added to the expected score because it was tried seldom. */
    uint32_t tries;  /**< How often it was tried in this context, within the history. */
    bool is_best; /**< No tactic that was tried has a better expected score. False: it is tried to
                           learn about it. */
    bool
        is_first; /**< There is no decision yet in any context: the standard tactic or a random one. */
} wend_tactic_choice;

/** Chooses a tactic: one that was never tried, neither here nor where scores are borrowed from, in random
 * order; else that with the greatest sum of expected score and bonus. Ties are broken at random (by seed,
 * context and number of decisions), so the choice stays the same until a decision is added. Time: linear
 * in the number of tactics.
 * @param context 0 to context_count - 1.
 * @param choice zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_tactics_choose(const wend_tactics *tactics, uint32_t context,
                                         wend_tactic_choice *choice);
/** Adds a decision that has ended, whether it was chosen here or not, and forgets the oldest where the
 * history is full. Constant time.
 * @param score -WEND_TACTICS_SCORE_MAX to WEND_TACTICS_SCORE_MAX, the greater the better; kept to 2^-24.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_tactics_add(wend_tactics *tactics, uint32_t context, uint32_t tactic,
                                      double score);
/** Forgets all decisions; the memory is kept.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL). */
WEND_API wend_result wend_tactics_clear(wend_tactics *tactics);

/** What is known of a tactic. */
typedef struct wend_tactic_info {
    uint32_t tries;     /**< Decisions for it in the context, within the history. */
    double mean;        /**< Their mean score; 0 without any. */
    uint32_t tries_all; /**< Decisions for it in all contexts. */
    double mean_all;    /**< Their mean score; 0 without any. */
} wend_tactic_info;

/** Gets what is known of a tactic in a context.
 * @param info zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_tactics_get(const wend_tactics *tactics, uint32_t context,
                                      uint32_t tactic, wend_tactic_info *info);

/** A decision of the history. */
typedef struct wend_tactic_decision {
    uint64_t number;  /**< Its number since the tactics were created or cleared, from 0. */
    uint32_t context; /**< As it was added. */
    uint32_t tactic;  /**< As it was added. */
    double score;     /**< As it was added, to 2^-24. */
} wend_tactic_decision;

/** Returns the number of decisions in the history. */
WEND_API uint32_t wend_tactics_history_count(const wend_tactics *tactics);
/** Gets a decision of the history.
 * @param index 0 (the oldest) to wend_tactics_history_count - 1.
 * @param decision zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_tactics_get_decision(const wend_tactics *tactics, uint32_t index,
                                               wend_tactic_decision *decision);

/** Returns the memory of the tactics in bytes; 0 for NULL. */
WEND_API size_t wend_tactics_memory_bytes(const wend_tactics *tactics);
/** Returns a hash of the definition's numbers and the history, from which all else follows. 0 for
 * NULL. */
WEND_API uint64_t wend_tactics_hash(const wend_tactics *tactics);
/** Saves the tactics as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_tactics_save(const wend_tactics *tactics, uint8_t *bytes, size_t capacity,
                                       size_t *count);
/** Loads tactics from the bytes of wend_tactics_save; they go on as the saved ones would have.
 * @param def gives allocator and message; NULL = defaults.
 * @param tactics set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_tactics_load(const wend_tactics_def *def, const uint8_t *bytes,
                                       size_t count, wend_tactics **tactics);

#ifdef __cplusplus
}
#endif
#endif
