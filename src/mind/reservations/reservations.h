/* Claims, in three kinds of lists.
 *
 *     claims   | 0 | 1 | 2 | 3 | ...       by index; free ones are chained by `next_of_all`
 *
 *     all      oldest -> ... -> latest     in the order in which they were claimed
 *     a name   oldest -> ... -> latest     claims on one key; names are found by a hash table
 *     an agent oldest -> ... -> latest     claims of one agent, which is a name, too
 *
 * Places are not named: an index of items finds those around a position. */
#ifndef WENDI_MIND_RESERVATIONS_RESERVATIONS_H
#define WENDI_MIND_RESERVATIONS_RESERVATIONS_H

#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/reserve.h"

enum { WENDI_CLAIM_NONE = 0x7FFFFFFF };

static const uint64_t WENDI_CLAIM_NEVER = UINT64_MAX;

/* What a name stands for. */
typedef enum wendi_claim_space {
    WENDI_CLAIM_OF_KEY = 0,
    WENDI_CLAIM_OF_KIND, /* for its capacity; key 0 */
    WENDI_CLAIM_OF_AGENT /* kind 0, key = the agent */
} wendi_claim_space;

typedef struct wendi_claim_name {
    uint64_t key;
    uint32_t kind, space;
    uint32_t first, last, count;                     /* claims */
    int32_t capacity;                                /* or WEND_RESERVATIONS_CAPACITY_NONE */
    uint32_t next_in_bucket;                         /* or the next free record */
    uint32_t next_with_capacity, prev_with_capacity; /* in the order of setting */
} wendi_claim_name;

typedef struct wendi_claim_names {
    wendi_claim_name *records; /* [capacity] */
    uint32_t *buckets;         /* [capacity], a power of two */
    uint32_t capacity, limit, used, free_first;
    uint32_t first_with_capacity, last_with_capacity, with_capacity_count;
} wendi_claim_names;

typedef struct wendi_claim_record {
    wend_vec3 position;
    double radius;
    uint64_t key, agent, expiry, sequence;
    uint32_t kind, generation;
    int32_t priority;
    uint32_t name, owner; /* records of names; name NONE: a place */
    uint32_t next_of_all, prev_of_all;
    uint32_t next_of_name, prev_of_name;
    uint32_t next_of_agent, prev_of_agent;
    wend_item_id item; /* of a place */
    bool is_used, is_place;
} wendi_claim_record;

struct wend_reservations {
    wend_allocator allocator;
    wend_message message;
    uint32_t default_capacity;
    double max_height_difference;
    uint64_t tick, next_expiry, claimed_count; /* next_expiry: no claim ends before it */
    wendi_claim_record *claims;                /* [claim_capacity] */
    uint32_t claim_capacity, limit, count, free_first;
    uint32_t first, last;
    wendi_claim_names names;
    wend_items *places; /* user = index of the claim */
    double largest_radius;
    wend_claim_event *events; /* [event_capacity] */
    size_t event_count, event_capacity;
};

static inline wend_claim_id wendi_claim_id_of(const wend_reservations *reservations, uint32_t index)
{
    return (wend_claim_id){index + 1, reservations->claims[index].generation};
}

/** The index of a claim, or NONE. */
static inline uint32_t wendi_claim_index_of(const wend_reservations *reservations, wend_claim_id id)
{
    const uint32_t index = id.index1 - 1;
    return id.index1 != 0 && index < reservations->limit && reservations->claims[index].is_used &&
                   reservations->claims[index].generation == id.generation
               ? index
               : (uint32_t)WENDI_CLAIM_NONE;
}

/** Room for so many more names. @return false without memory, as before. */
bool wendi_claim_names_reserve(wendi_claim_names *names, uint32_t more,
                               const wend_allocator *allocator);
void wendi_claim_names_init(wendi_claim_names *names);
void wendi_claim_names_free(wendi_claim_names *names, const wend_allocator *allocator);
/** The record of a name, or NONE. */
uint32_t wendi_claim_names_find(const wendi_claim_names *names, wendi_claim_space space,
                                uint32_t kind, uint64_t key);
/** The same; adds the name where it is missing. There must be room. */
uint32_t wendi_claim_names_get(wendi_claim_names *names, wendi_claim_space space, uint32_t kind,
                               uint64_t key);
/** Sets a capacity and keeps the list of those that have one. */
void wendi_claim_names_set_capacity(wendi_claim_names *names, uint32_t name, int32_t capacity);
/** Takes a name out that has neither claims nor a capacity. */
void wendi_claim_names_tidy(wendi_claim_names *names, uint32_t name);

/** Puts a record, whose item is set, into all lists. There must be room for its names. */
void wendi_reservations_link(wend_reservations *reservations, uint32_t index);
/** Makes room for so many claims. @return false without memory, as before. */
bool wendi_reservations_reserve_claims(wend_reservations *reservations, uint32_t capacity);
/** Makes room for so many more events. */
bool wendi_reservations_reserve_events(wend_reservations *reservations, size_t more);
/** The claim of an agent on the same thing as this one, or NONE. */
uint32_t wendi_reservations_find_own(const wend_reservations *reservations,
                                     const wend_claim *claim);
/** Checks a claim. @param message and function may be NULL. */
wend_result wendi_claim_check(const wend_claim *claim, wend_message *message, const char *function);
/** Checks the numbers of a definition. @param function NULL: no message. */
wend_result wendi_reservations_check(const wend_reservations_def *def, const char *function);

#endif
