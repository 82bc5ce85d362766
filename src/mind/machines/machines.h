/* Machines: one description, and the agents that run it.
 *
 *   machines.c         the public face: agents, facts, records
 *   machines_define.c  descriptions, checked and compiled
 *   machines_change.c  one change: exits and enters, history, stack, and the queue of changes
 *   machines_update.c  updates and messages: conditions, transitions, blocks of agents
 *   machines_state.c   hash, bytes, drawing
 *
 *   slot       number, leaf, previous, latches, stack count      one an agent, the rest in rows beside:
 *   entered    [depth]         tick in which each level was entered, the root first
 *   facts      [fact_count]
 *   stack      [stack_depth]   interrupted leaves and the time they had
 *   histories  [history_count] the leaf that was last active in each state with a history
 *
 * An update runs waves of blocks of agents; a block writes its records, failures and visits into a part
 * of its own, and these are merged in the order of blocks. So results do not depend on threads, and
 * memory not on the number of agents. */
#ifndef WENDI_MIND_MACHINES_MACHINES_H
#define WENDI_MIND_MACHINES_MACHINES_H

#include "mind/agents/agent_slots.h"
#include "wend/machine.h"

enum {
    WENDI_STATE_NONE = 0xFFFF,
    WENDI_MACHINE_BLOCK = 256, /* agents */
    WENDI_MACHINE_WAVE = 16    /* blocks */
};

typedef struct wendi_machine_state {
    char name[WEND_MACHINE_NAME_CAPACITY];
    uint16_t parent, initial;
    uint8_t depth; /* 0: no parent */
    bool is_global;
    wend_history history;
    uint32_t history_index; /* its column of histories, if it has one */
    uint64_t min_ticks, timeout_ticks;
    uint32_t timeout_to;
    uint32_t first_transition, first_message, end_transition; /* by updates, then by messages */
    wend_state_fn enter, update, exit;
    wend_state_message_fn on_message;
} wendi_machine_state;

typedef struct wendi_machine_condition {
    wend_fact_condition it;
    uint32_t latch; /* its bit; UINT32_MAX: none */
} wendi_machine_condition;

typedef struct wendi_machine_transition {
    uint16_t from, to;
    wend_transition_action action;
    bool is_local;
    uint32_t telegram_type, index; /* in the definition */
    int32_t priority;
    uint32_t first_condition, condition_count;
    wend_guard_fn guard;
} wendi_machine_transition;

typedef struct wendi_interrupted {
    uint64_t ticks; /* that the leaf had */
    uint16_t state;
} wendi_interrupted;

typedef struct wendi_machine_slot {
    uint64_t number, latches;
    uint16_t leaf, previous;
    uint8_t stack_count;
    bool is_used, is_removed; /* removed in a call that is under way */
} wendi_machine_slot;

/* What a block of agents writes in an update. */
typedef struct wendi_machine_block {
    wend_machine_record *records; /* [block_record_limit] a ring: the last ones */
    uint64_t record_count;
    wend_machine_failure failures[WEND_MACHINE_FAILURES_MAX];
    uint64_t failure_count;
    uint32_t *visits; /* [state_count] */
} wendi_machine_block;

typedef enum wendi_machine_order_kind {
    WENDI_ORDER_CHANGE,
    WENDI_ORDER_PUSH,
    WENDI_ORDER_POP,
    WENDI_ORDER_FACT
} wendi_machine_order_kind;

/* A change of another agent, put off to the end of a call. */
typedef struct wendi_machine_order {
    wendi_machine_order_kind kind;
    uint32_t slot, state; /* or fact */
    double value;
} wendi_machine_order;

/* A condition with a hysteresis as a lower bound of sign * fact: it begins to hold above `on`, or at it,
 * and holds down to `off`. */
typedef struct wendi_machine_latch {
    double sign, on, off;
    uint32_t fact;
    bool is_at_on;
} wendi_machine_latch;

/* One agent in a call. */
typedef struct wendi_machine_run {
    wend_machines *machines;
    wendi_machine_block *block;
    uint32_t slot, changes;
    bool is_over; /* the rest of the call is dropped for this agent */
    uint32_t queue_first, queue_count;
    struct {
        wendi_machine_order_kind kind;
        uint16_t state;
    } queue[WEND_MACHINE_CHAIN_MAX];
    uint16_t trail[WEND_MACHINE_CYCLE]; /* leaves that changes of this call led to, a ring */
    uint32_t trail_count;
    wend_machine_turn turn;
} wendi_machine_run;

struct wend_machines {
    /* the description */
    wendi_machine_state *states;           /* [state_count] */
    wendi_machine_transition *transitions; /* [transition_count] by state, kind, priority */
    wendi_machine_condition *conditions;   /* [condition_capacity] */
    char (*fact_names)[WEND_MACHINE_NAME_CAPACITY]; /* [fact_count] or NULL */
    uint64_t description;                           /* hash */
    void *user;

    /* agents: slots begin a block with the next ones, all [slot_capacity] */
    wendi_machine_slot *slots;
    uint64_t *entered;
    double *facts;
    wendi_interrupted *stacks;
    uint32_t *free_slots;
    uint16_t *histories;
    wendi_agent_slots table;

    /* what happens */
    wendi_machine_block *blocks;  /* [WENDI_MACHINE_WAVE] */
    wend_machine_record *records; /* [record_limit] a ring */
    uint64_t *visits;             /* [state_count] */
    wendi_machine_order *orders;  /* [order_capacity] */
    wendi_machine_run *run;       /* the agent whose callback runs; NULL with is_thread_safe */
    uint64_t tick, record_count, call_failures, failure_count;
    wend_machine_failure failures[WEND_MACHINE_FAILURES_MAX]; /* of the last call */

    wend_allocator allocator;
    wend_executor executor;

    uint32_t state_count, transition_count, condition_count, condition_capacity;
    uint32_t fact_count, history_count, latch_count, depth, stack_depth;
    uint32_t initial, max_agents, max_chain, record_limit, block_record_limit;
    uint32_t slot_count, slot_capacity, free_count;
    uint32_t failures_listed, order_count, order_capacity, global_count;
    wendi_machine_latch latches[WEND_MACHINE_HYSTERESES_MAX]; /* [latch_count] of each bit */
    wend_message message;
    uint16_t globals[WEND_MACHINE_STATES_MAX];
    bool is_thread_safe, has_callbacks, is_busy, has_removed;
};

static inline uint64_t *wendi_machine_entered(const wend_machines *m, uint32_t slot)
{
    return m->entered + (size_t)slot * m->depth;
}
static inline double *wendi_machine_facts(const wend_machines *m, uint32_t slot)
{
    return m->facts + (size_t)slot * m->fact_count;
}
static inline wendi_interrupted *wendi_machine_stack(const wend_machines *m, uint32_t slot)
{
    return m->stacks + (size_t)slot * m->stack_depth;
}
static inline uint16_t *wendi_machine_histories(const wend_machines *m, uint32_t slot)
{
    return m->histories + (size_t)slot * m->history_count;
}

/** True if a state is `outer` or lies within it. */
static inline bool wendi_machine_is_within(const wend_machines *m, uint32_t state, uint32_t outer)
{
    while (m->states[state].depth > m->states[outer].depth) {
        state = m->states[state].parent;
    }
    return state == outer;
}

/* ---- machines_define.c ---- */

/** Checks a definition and compiles it into machines without agents; what it allocates is freed by
 * wend_machines_destroy also where it fails. */
wend_result wendi_machine_define(wend_machines *machines, const wend_machines_def *def,
                                 const char *function);
void wendi_machine_free_description(wend_machines *machines);
size_t wendi_machine_description_bytes(const wend_machines *machines);

/* ---- machines.c ---- */

wend_result wendi_machines_create(const wend_machines_def *def, const char *function,
                                  wend_machines **machines);
/** Room for one more agent. @return false: no memory. */
bool wendi_machine_reserve_slot(wend_machines *machines);
/** Begins and ends a call that may make changes: ends with orders, removals, and the merge of `block`.
 * @return WEND_OK or WEND_PARTIAL, and then the message says why. */
void wendi_machines_begin(wend_machines *machines);
wend_result wendi_machines_end(wend_machines *machines, const char *function);
void wendi_machines_merge(wend_machines *machines, uint32_t block_count);

/* ---- machines_change.c ---- */

void wendi_machine_run_begin(wendi_machine_run *run, wend_machines *machines,
                             wendi_machine_block *block, uint32_t slot);
/** The turn for a callback of a state. */
wend_machine_turn *wendi_machine_turn_of(wendi_machine_run *run, uint32_t state);
/** Ends a callback: true if it went well and the agent still exists. */
bool wendi_machine_return(wendi_machine_run *run, wend_result result,
                          wend_machine_failure_kind kind, uint32_t state);
/** Enters the first state of an agent. */
void wendi_machine_start(wendi_machine_run *run, uint32_t state);
/** Makes a change. @param source the state that is left. @param transition may be NULL.
 * @return true if it happened. */
bool wendi_machine_change(wendi_machine_run *run, wendi_machine_order_kind kind, uint32_t target,
                          uint32_t source, wend_change_reason reason,
                          const wendi_machine_transition *transition);
/** Makes all changes of the queue. */
void wendi_machine_drain(wendi_machine_run *run);
/** Puts a change into the queue of the agent whose callback runs. */
wend_result wendi_machine_queue(wendi_machine_run *run, wendi_machine_order_kind kind,
                                uint32_t state);

/* ---- machines_update.c ---- */

/** Makes the changes of other agents that callbacks of this call have asked for. */
void wendi_machine_follow_orders(wend_machines *machines);

#endif
