/* Messages: agents, groups, and telegrams that wait.
 *
 *   messages.c          the public face, agents, groups
 *   messages_queue.c    telegrams that wait: sending, merging, cancelling
 *   messages_deliver.c  rounds and receivers
 *   messages_events.c   events of crowds, answers of planners
 *   messages_state.c    hash, bytes, drawing
 *
 * Telegrams are in slots in pages, which never move. A slot is in one list by its due tick:
 *
 *   tick                 tick + 1 ... horizon              behind the horizon
 *   now: a - b - c       wheel[due % 128]: d - e   f       far: g - h
 *
 * The far list is walked when the tick comes within 64 of the horizon, so each of its telegrams is
 * looked at once in 64 ticks. The order in lists is not observable: a round is sorted by (due,
 * priority, number). Agents are dense; whatever outlasts a callback names them by number.
 *
 * All arrays of a delivery grow when agents are added and telegrams sent. */
#ifndef WENDI_MIND_MESSAGES_MESSAGES_H
#define WENDI_MIND_MESSAGES_MESSAGES_H

#include "base/core/sort.h"
#include "mind/agents/agent_slots.h"
#include "wend/message.h"
#include "wend/walls.h"

enum {
    WENDI_TELEGRAM_NONE = -1,
    WENDI_TELEGRAM_PAGE = 256, /* slots of a page */
    WENDI_MESSAGES_WHEEL = 128
};

typedef enum wendi_telegram_state {
    WENDI_TELEGRAM_FREE = 0,
    WENDI_TELEGRAM_NOW,
    WENDI_TELEGRAM_WHEEL,
    WENDI_TELEGRAM_FAR,
    WENDI_TELEGRAM_ROUND /* in the round; previous = its index there */
} wendi_telegram_state;

/* What the passes over a list read comes first. */
typedef struct wendi_telegram_slot {
    int32_t next, previous; /* in its list */
    int32_t next_in_bucket; /* of the merge table; only with a merge rule */
    uint32_t generation;    /* of the id of the telegram, or of the next one */
    wendi_telegram_state state;
    wend_telegram telegram;
} wendi_telegram_slot;

typedef struct wendi_telegram_list {
    int32_t first, last;
} wendi_telegram_list;

typedef struct wendi_message_agent {
    uint64_t number;
    wend_vec2 position;
    bool has_position;
} wendi_message_agent;

typedef struct wendi_membership {
    uint64_t agent;
    uint32_t group;
} wendi_membership;

typedef struct wendi_watch {
    uint64_t agent;
    wend_planner_request_id request;
    uint32_t type;
} wendi_watch;

/* Counts since creation. */
typedef struct wendi_message_counts {
    uint64_t sent, merged, cancelled, delivered, gone, empty, unhandled, postponed;
} wendi_message_counts;

struct wend_messages {
    wend_allocator allocator;
    wend_message message;
    uint32_t max_waiting, max_rounds;
    double cell_size;
    uint64_t tick, horizon, next_number;
    wendi_message_counts counts;
    bool is_delivering;

    wendi_message_agent *agents; /* [agent_capacity] */
    uint32_t agent_count, agent_capacity;
    wendi_agent_slots table;
    wendi_membership *memberships; /* [membership_capacity] by group, then agent */
    uint32_t membership_count, membership_capacity;
    wendi_watch *watches; /* [watch_capacity] in the order in which they were added */
    uint32_t watch_count, watch_capacity;

    wendi_telegram_slot **pages; /* [page_count], in the block of lists */
    uint32_t page_count;
    uint32_t slot_count; /* slots that were ever used */
    uint32_t waiting;
    uint32_t list_capacity; /* of the next arrays, in slots; one block, which begins with `round` */
    uint32_t *free_slots;   /* [list_capacity] a stack */
    uint32_t free_count;
    wendi_telegram_list now, far, wheel[WENDI_MESSAGES_WHEEL];
    int32_t *buckets; /* [bucket_count] of the merge table, a power of two; 0 before it is used */
    uint32_t bucket_count;

    wendi_sort_pair *round, *round_scratch; /* [list_capacity] */
    uint32_t round_count;

    wendi_sort_pair *receivers, *cells, *sort_scratch; /* [agent_capacity] */
    uint32_t receiver_count;
    wendi_message_agent *seen; /* [agent_capacity] positions of this round, in any order */
    uint32_t seen_count;
};

static inline wendi_telegram_slot *wendi_telegram_at(const wend_messages *messages, uint32_t index)
{
    return &messages->pages[index / WENDI_TELEGRAM_PAGE][index % WENDI_TELEGRAM_PAGE];
}

/* ---- messages.c ---- */

wend_result wendi_messages_check_def(const wend_messages_def *def, const char *function);
/** Room for one more agent, and for all arrays of a delivery. @return false: no memory. */
bool wendi_messages_reserve_agent(wend_messages *messages);
bool wendi_messages_reserve_membership(wend_messages *messages);
bool wendi_messages_reserve_watch(wend_messages *messages);
/** Adds an agent that is not there; there must be room. */
void wendi_messages_add(wend_messages *messages, uint64_t agent);
/** The index of the first membership that is not before (group, agent). */
uint32_t wendi_messages_membership_bound(const wend_messages *messages, uint32_t group,
                                         uint64_t agent);

/* ---- messages_queue.c ---- */

/** Room for so many more telegrams, within max_waiting. @return false: no memory. */
bool wendi_messages_reserve_slots(wend_messages *messages, uint32_t more);
void wendi_messages_free_slots(wend_messages *messages);
size_t wendi_messages_slot_bytes(const wend_messages *messages);
/** Sends a telegram of which is known that it is sound; there must be room. @return its slot. */
uint32_t wendi_messages_put(wend_messages *messages, const wend_telegram_def *def);
/** Puts a filled slot into the list of its due tick, and into the merge table. */
void wendi_messages_link(wend_messages *messages, uint32_t index);
/** Takes a slot out of its list and of the merge table. */
void wendi_messages_unlink(wend_messages *messages, uint32_t index);
/** Makes an unlinked slot free; ids of its telegram are stale. */
void wendi_messages_release(wend_messages *messages, uint32_t index);
/** Room in the merge table for all slots. @return false: no memory. */
bool wendi_messages_reserve_buckets(wend_messages *messages);
/** Moves on to a later tick: telegrams that are due then are in the list `now`. */
void wendi_messages_advance(wend_messages *messages, uint64_t tick);
void wendi_messages_append(wend_messages *messages, wendi_telegram_list *list, uint32_t index);

#endif
