/* Minds: agents, when they are due, and their decisions.
 *
 *   minds.c          the public face: agents, points, drawing
 *   minds_update.c   the agents that think in a tick, the callbacks, their requests
 *   minds_bytes.c    hash, save, load
 *
 * An agent is due in the ticks t with t % period = phase. The phase is the one with the least load among
 * the agents of the same period:
 *
 *   loads [period 4]    phase 0: 12 | 1: 12 | 2: 11 | 3: 11          costs; the next agent gets phase 2
 *
 * Decisions lie twice in flat arrays, so that callbacks on threads write what is not read. What callbacks
 * ask for is queued under a lock, sorted by turn, and done at the end of the update. Room for it is made
 * when it is queued, in arrays beside those in use, so that the end of the update cannot fail. */
#ifndef WENDI_MIND_SCHEDULE_MINDS_H
#define WENDI_MIND_SCHEDULE_MINDS_H

#include "base/core/sort.h"
#include "base/core/visitor.h"
#include "base/platform/lock.h"
#include "mind/agents/agent_table.h"
#include "wend/mind.h"

typedef struct wendi_mind {
    wend_vec3 position;
    uint64_t due, last, think_count;
    uint32_t own_period, period, phase; /* period: now, by the band */
    uint32_t cost, priority, band, next_band;
    bool has_thought; /* in the last update; not saved */
    bool is_decided;  /* by the central callback, in this update */
} wendi_mind;

typedef struct wendi_mind_arrays {
    wendi_agent_table table;
    wendi_mind *minds;                  /* [capacity] */
    uint8_t *published, *next;          /* [capacity][decision_bytes] */
    wendi_sort_pair *due, *due_scratch; /* [capacity] agents by urgency */
} wendi_mind_arrays;

typedef enum wendi_mind_request_kind {
    WENDI_MIND_ADD,
    WENDI_MIND_REMOVE,
    WENDI_MIND_WAKE
} wendi_mind_request_kind;

typedef struct wendi_mind_request {
    wendi_mind_request_kind kind;
    wend_mind_def def; /* only `agent` of other kinds; its decision is in `bytes` */
} wendi_mind_request;

typedef struct wendi_mind_queue {
    wendi_mind_request *items; /* [capacity] */
    uint8_t *bytes;            /* [capacity][decision_bytes] */
    wendi_sort_pair *order, *scratch;
    uint32_t count, capacity, added; /* added: agents that will be */
} wendi_mind_queue;

struct wend_minds {
    wend_allocator allocator;
    wend_message message;
    wend_think_fn think, think_central;
    void *user;
    uint32_t decision_bytes, central_period, central_cost, band_count, far_period, point_count;
    double hysteresis;
    wend_mind_band bands[WEND_MINDS_BANDS_MAX];
    wend_vec3 points[WEND_MINDS_POINTS_MAX];
    uint64_t *loads[WEND_MINDS_PERIOD_MAX + 1]; /* [period] costs by phase, or NULL */
    wendi_mind_arrays agents;
    wendi_mind_arrays spare; /* for agents that are queued; capacity 0: none */
    wendi_mind_queue queue;
    wendi_lock *lock; /* over queue, spare and loads while callbacks run */
    bool is_updating;
    uint64_t tick, think_count, debt, overdue_most, dropped_count;
    wend_minds_info last; /* of the last update; not saved */
};

/** True if the agent's definition is sound. @return WEND_OK, WEND_ERROR_ARGUMENT. @param m may be NULL. */
wend_result wendi_mind_check(wend_message *m, const char *function, const wend_mind_def *def);
/** Arrays for so many agents. @return false: no memory, and the arrays are zeroed. */
bool wendi_mind_arrays_create(const wend_minds *minds, uint32_t capacity,
                              wendi_mind_arrays *arrays);
void wendi_mind_arrays_destroy(const wend_minds *minds, wendi_mind_arrays *arrays);
/** The agents move to other arrays with room for them, which are then those in use. */
void wendi_minds_move(wend_minds *minds, wendi_mind_arrays *to);
/** Room for the loads of a period. @return false: no memory. */
bool wendi_minds_reserve_period(wend_minds *minds, uint32_t period);
/** Adds an agent that is not there; there must be room, and loads of its period. */
void wendi_minds_append(wend_minds *minds, const wend_mind_def *def, const uint8_t *decision);
void wendi_minds_remove_at(wend_minds *minds, uint32_t index);
/** Adds what an agent costs to the load of its period and phase. */
void wendi_minds_add_load(wend_minds *minds, const wendi_mind *mind);
void wendi_minds_take_load(wend_minds *minds, const wendi_mind *mind);
/** The band of an agent. @param band its present one; UINT32_MAX: none yet. */
uint32_t wendi_minds_band_of(const wend_minds *minds, wend_vec3 position, uint32_t band);
/** The period of an agent in a band. */
uint32_t wendi_minds_period_of(const wend_minds *minds, uint32_t own_period, uint32_t band);
/** Gives an agent the phase with the least load for a period, and the tick in which it is due. Its old
 * load must have been taken away. */
void wendi_minds_set_period(wend_minds *minds, uint32_t index, uint32_t period);
/** Frees the queue and the spare arrays. */
void wendi_minds_free_queue(wend_minds *minds);

static inline uint8_t *wendi_minds_published(const wend_minds *minds, uint32_t index)
{
    return &minds->agents.published[(size_t)index * minds->decision_bytes];
}

static inline uint8_t *wendi_minds_next(const wend_minds *minds, uint32_t index)
{
    return &minds->agents.next[(size_t)index * minds->decision_bytes];
}

#endif
