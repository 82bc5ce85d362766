/* A predictor: the last actions, and how often each run of them occurred.
 *
 *   predictor.c  the public face, bytes
 *   ngrams.c     the tree of n-grams
 *
 * The history is a ring. From it follows a tree, in which the path from the root to a node is an
 * n-gram and the node has the number of its occurrences within the ring:
 *
 *   ring  k p t k p t k k      root -- k 4 -- p 2 -- t 2
 *                                 |       '-- k 1
 *                                 |-- p 2 -- t 2 -- k 2
 *                                 '-- t 2 -- k 2 -- p 1 ...
 *
 * Children are found by a hash of parent and action; siblings are chained, for what is the most
 * frequent among them after one became rarer. Only the ring is saved and hashed. */
#ifndef WENDI_MIND_DECIDE_PREDICTOR_H
#define WENDI_MIND_DECIDE_PREDICTOR_H

#include "base/core/memory.h"
#include "wend/predict.h"

enum { WENDI_NGRAM_NONE = -1, WENDI_NGRAM_ROOT = 0 };

/* An entry of the ring: an action and these bits. */
enum {
    WENDI_PREDICTOR_ACTION = 0xFFFF,
    WENDI_PREDICTOR_BEGINS = 1 << 16,    /* the first of a sequence */
    WENDI_PREDICTOR_PREDICTED = 1 << 17, /* there was a prediction before it */
    WENDI_PREDICTOR_HIT = 1 << 18,       /* which was right */
    WENDI_PREDICTOR_ALL = (1 << 19) - 1
};

typedef struct wendi_ngram {
    uint32_t action;        /* the last of the n-gram */
    int32_t parent;         /* the n-gram without it; of a free node the next free one */
    int32_t first, best;    /* children: the chain, and the most frequent (ties: smaller action) */
    int32_t next, previous; /* siblings */
    int32_t next_in_bucket;
    uint32_t count;    /* occurrences */
    uint32_t followed; /* sum of the children's counts */
} wendi_ngram;

typedef struct wendi_ngrams {
    wendi_ngram *nodes; /* [capacity]; the root is node 0 */
    int32_t *buckets;   /* [capacity], a power of two */
    uint32_t capacity, limit, used;
    int32_t free_first;
} wendi_ngrams;

struct wend_predictor {
    wend_allocator allocator;
    wend_message message;
    uint32_t action_count, length, support, history_limit;
    uint32_t *ring; /* [ring_capacity] */
    uint32_t ring_capacity, oldest, count;
    uint32_t predicted_count, hit_count; /* in the ring */
    uint64_t added_count;
    bool begins; /* the next action is the first of a sequence */
    wendi_ngrams ngrams;
};

/** The entry of the ring that is `index` after the oldest. */
static inline uint32_t wendi_predictor_entry(const wend_predictor *predictor, uint32_t index)
{
    const uint32_t place = predictor->oldest + index;
    return predictor
        ->ring[place < predictor->ring_capacity ? place : place - predictor->ring_capacity];
}

/** Room for so many further n-grams. @return false: no memory. */
bool wendi_ngrams_reserve(wendi_ngrams *ngrams, uint32_t more, const wend_allocator *allocator);
/** Removes all but the root; there must be room for it. */
void wendi_ngrams_clear(wendi_ngrams *ngrams);
void wendi_ngrams_free(wendi_ngrams *ngrams, const wend_allocator *allocator);
/** The child of a node for an action, or WENDI_NGRAM_NONE. */
int32_t wendi_ngrams_child(const wendi_ngrams *ngrams, int32_t node, uint32_t action);
/** Counts one more occurrence of a child, which is made where it is missing; there must be room. */
void wendi_ngrams_increment(wendi_ngrams *ngrams, int32_t node, uint32_t action);
/** Counts one less, and removes the node with the last. */
void wendi_ngrams_decrement(wendi_ngrams *ngrams, int32_t node);

#endif
