/** @file wend/predict.h
 * Prediction of an opponent's next action from the actions before it, by n-grams.
 *
 * A predictor counts how often each action followed each run of actions. It predicts the action that
 * followed the last actions most often; if that run is too rare, it uses a shorter one (back-off).
 *
 *     actions so far   kick, punch, throw, kick, punch, ...        n-grams of 3 with (kick, punch):
 *                                                                   throw 1, all others 0
 *     wend_predictor_def def = wend_predictor_def_default();
 *     def.action_count = 3;
 *     wend_predictor_create(&def, &predictor);
 *     wend_predictor_add(predictor, KICK);                          each action as it happens
 *     ...
 *     if (wend_predictor_predict(predictor, &prediction))           before the next one
 *         block(prediction.action);
 *
 * Only the last history_limit actions count, so predictions follow an opponent that changes its style.
 * A predictor also counts how often it was right.
 *
 * Threads: a predictor is used by one thread at a time; the const calls by any number.
 *
 * Source: Millington, "Artificial Intelligence for Games" (3rd ed. 2019), 7.3, "N-Grams" and
 * "Hierarchical N-Grams".
 */
#ifndef WEND_PREDICT_H
#define WEND_PREDICT_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of predictors. */
enum {
    WEND_PREDICTOR_ACTIONS_MAX = 1 << 16, /**< Different actions. */
    WEND_PREDICTOR_LENGTH_MAX = 8,        /**< Actions of an n-gram. */
    WEND_PREDICTOR_HISTORY_MAX = 1 << 16  /**< Actions that are remembered. */
};

/** Definition of a predictor. */
typedef struct wend_predictor_def {
    uint32_t cookie;       /**< Set by wend_predictor_def_default; leave it. */
    uint32_t action_count; /**< Different actions, 1 to WEND_PREDICTOR_ACTIONS_MAX. Default 2. */
    uint32_t length;       /**< Actions of the longest n-gram, the predicted one included, 1 to
                                WEND_PREDICTOR_LENGTH_MAX: 3 looks at the last two actions. Default 3. */
    uint32_t
        support; /**< How often a run of actions must have been followed for a prediction from it;
                                below that a shorter run is used. From 1. Default 2. */
    uint32_t history_limit;   /**< The number of last actions that count, 1 to
                                   WEND_PREDICTOR_HISTORY_MAX. Default 1024. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_predictor_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_predictor_def wend_predictor_def_default(void);
/** Creates a predictor without a history.
 * @param predictor set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_predictor_create(const wend_predictor_def *def,
                                           wend_predictor **predictor);
/** Frees a predictor; NULL is allowed. */
WEND_API void wend_predictor_destroy(wend_predictor *predictor);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_predictor_error(const wend_predictor *predictor);

/** Adds the next action of the opponent, and forgets the oldest where the history is full. Time: the
 * square of the length; forgetting may visit all actions that followed one run. Allocates nothing once
 * the history is full and its n-grams repeat.
 * @param action 0 to action_count - 1.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_predictor_add(wend_predictor *predictor, uint32_t action);
/** Begins a new sequence: the next action follows none (another round, another opponent of the same
 * kind). The counts stay.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL). */
WEND_API wend_result wend_predictor_begin_sequence(wend_predictor *predictor);
/** Forgets all actions; the memory is kept.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL). */
WEND_API wend_result wend_predictor_clear(wend_predictor *predictor);

/** A prediction. */
typedef struct wend_prediction {
    uint32_t action;    /**< The action that followed most often; ties: the smaller number. */
    uint32_t length;    /**< Length of the n-grams that it was counted from: 1 = single actions. */
    uint32_t count;     /**< How often it followed the run. */
    uint32_t total;     /**< How often any action followed the run. */
    double probability; /**< count / total. */
} wend_prediction;

/** Predicts the next action, from the longest run of last actions that was followed by an action
 * `support` times or more; without such a run, from the frequency of each action.
 * @param prediction zeroed first; may be NULL.
 * @return false: there is no history, or an argument is NULL. */
WEND_API bool wend_predictor_predict(const wend_predictor *predictor, wend_prediction *prediction);
/** Gets the probability of each action, from the same n-grams as the prediction; all 0 without a
 * history.
 * @param probabilities [capacity], that of each action, which sum to 1.
 * @param capacity at least action_count.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, capacity too small; probabilities unchanged). */
WEND_API wend_result wend_predictor_get_probabilities(const wend_predictor *predictor,
                                                      double *probabilities, size_t capacity);
/** Returns how often actions occurred one after the other in the history.
 * @param actions [count], the oldest first.
 * @param count 1 to length; else the answer is 0. */
WEND_API uint32_t wend_predictor_count(const wend_predictor *predictor, const uint32_t *actions,
                                       size_t count);

/** Figures of a predictor. */
typedef struct wend_predictor_info {
    uint32_t action_count;    /**< As defined. */
    uint32_t length;          /**< As defined. */
    uint32_t history_count;   /**< Actions that are remembered. */
    uint32_t predicted_count; /**< Of these, actions before which there was a prediction. */
    uint32_t hit_count;       /**< Of these, actions that were the predicted one. */
    uint64_t added_count;     /**< Actions since the predictor was created or cleared. */
    size_t memory_bytes;      /**< Memory of the predictor. */
} wend_predictor_info;

/** Gets the figures. @param info always set, zeroed for NULL. */
WEND_API void wend_predictor_get_info(const wend_predictor *predictor, wend_predictor_info *info);
/** Returns a hash of the definition's numbers and the history, from which all else follows. 0 for
 * NULL. */
WEND_API uint64_t wend_predictor_hash(const wend_predictor *predictor);
/** Saves the predictor as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_predictor_save(const wend_predictor *predictor, uint8_t *bytes,
                                         size_t capacity, size_t *count);
/** Loads a predictor from the bytes of wend_predictor_save; it goes on as the saved one would have.
 * @param def gives allocator and message; NULL = defaults.
 * @param predictor set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_predictor_load(const wend_predictor_def *def, const uint8_t *bytes,
                                         size_t count, wend_predictor **predictor);

#ifdef __cplusplus
}
#endif
#endif
