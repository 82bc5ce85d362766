/** @file wend/machine.h
 * State machines of many agents: one description, flat arrays, callbacks or pure data.
 *
 *     facts of an agent --> conditions of transitions --> exit, enter, update of states
 *     telegrams --------> transitions on a type, on_message
 *     wend_machines_change, _push, _pop from callbacks or from outside
 *
 *     wend_state_def states[2] = {wend_state_def_default(), wend_state_def_default()};
 *     states[0].name = "patrol"; states[1].name = "chase";
 *     wend_transition_def transitions[1] = {wend_transition_def_default()};
 *     transitions[0].from = 0; transitions[0].to = 1; ...
 *     wend_machines_def def = wend_machines_def_default();
 *     def.states = states; def.state_count = 2;
 *     def.transitions = transitions; def.transition_count = 1;
 *     wend_machines_create(&def, &machines);
 *     wend_machines_add_agent(machines, 7, WEND_STATE_NONE);
 *
 *     each tick: wend_machines_set_facts(...); wend_machines_update(machines, tick);
 *
 * An object holds the agents that run one description. Agents of another kind, and emotions beside
 * behaviour, are another object: a second machine of the same agent number.
 *
 * **Hierarchy**, as in UML statecharts. A state can have a parent. An agent is in a leaf and in all of
 * its ancestors; the leaf is its *state*. A transition leaves states from the leaf outwards up to the
 * innermost state that contains both its source and its target, and enters from there inwards down to
 * its target, then on to `initial` children (or, with a history, to what was last active there) until
 * none is left. So a transition from a state to itself, to an ancestor, or to a descendant leaves and
 * enters the outer of the two; one with is_local does not.
 *
 * **An update** of an agent, in this order: (1) hysteresis of conditions follows the facts; (2) update
 * callbacks of global states; (3) at most one transition of the table: those of global states first, then
 * of the leaf, then of its ancestors (inner states first); of one state by priority (the higher first),
 * then by index; then the time-out of that state; (4) update callbacks of the states that the agent is in
 * now, outermost first. Agents are updated by index.
 *
 * **A message** goes to the leaf, then to its ancestors, then to global states: of each state first its
 * transitions on the type, by priority, then on_message. The first that handles it ends that. Only
 * on_message gets the telegram with its payload; a transition on the type sees that it came.
 *
 * **Changes from callbacks** are queued and made once the callback has returned, one after the other.
 * What of an update of this agent is left is dropped once its state has changed. After max_chain changes
 * in one update (or one other call) the rest is dropped and a failure names the states of the cycle.
 * Changes of other agents, and their facts, are made at the end of the update, in the order of the calls.
 *
 * **Failures.** A callback that returns an error: its transition does not happen, the agent is in the
 * states that it was in before, with their times and history (effects that its callbacks had elsewhere
 * remain). It is counted and listed with state and agent; other agents go on.
 *
 * Threads: one thread at a time; the const calls from any number, between updates. Updates run on
 * def.executor where there are no callbacks but those marked is_thread_safe, with equal results.
 *
 * Sources: Harel, "Statecharts: a visual formalism for complex systems" (1987) and UML 2.5 for the
 * hierarchy; Buckland, "Programming Game AI by Example" (2005), chapter 2, for global states, changes
 * and messages.
 */
#ifndef WEND_MACHINE_H
#define WEND_MACHINE_H

#include "wend/message.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of machines. */
enum {
    WEND_MACHINE_STATES_MAX = 256,       /**< States. */
    WEND_MACHINE_DEPTH_MAX = 8,          /**< States within each other, the leaf included. */
    WEND_MACHINE_TRANSITIONS_MAX = 4096, /**< Transitions. */
    WEND_MACHINE_CONDITIONS_MAX = 8,     /**< Conditions of a transition. */
    WEND_MACHINE_FACTS_MAX = 64,         /**< Facts of an agent. */
    WEND_MACHINE_HYSTERESES_MAX = 64,    /**< Conditions with a hysteresis. */
    WEND_MACHINE_STACK_MAX = 16,         /**< Interrupted states of an agent. */
    WEND_MACHINE_CHAIN_MAX = 64,         /**< Changes of an agent in one update. */
    WEND_MACHINE_AGENTS_MAX = 1 << 20,   /**< Agents. */
    WEND_MACHINE_RECORDS_MAX = 1 << 16,  /**< Transitions that are remembered. */
    WEND_MACHINE_FAILURES_MAX = 64,      /**< Failures of a call that are listed. */
    WEND_MACHINE_CYCLE = 6,              /**< States of a failure's cycle. */
    WEND_MACHINE_NAME_CAPACITY = 32      /**< Bytes of a name, terminating zero included. */
};

/** No state. */
#define WEND_STATE_NONE UINT32_MAX
/** A transition on no message: it is tried by updates. */
#define WEND_TELEGRAM_TYPE_NONE UINT32_MAX
/** Instead of a fact: ticks since the state that the transition leaves (for global states: the leaf) was
 * entered. */
#define WEND_FACT_TIME (UINT32_MAX - 1)

/** Greatest priority of a transition; its negative is the least. */
static const int32_t WEND_TRANSITION_PRIORITY_MAX = 1 << 20;
/** Greatest time in a state, ticks. */
static const uint64_t WEND_STATE_TICKS_MAX = (uint64_t)1 << 40;

/* ---- description ---- */

/** Reasons for a change of state. */
typedef enum wend_change_reason {
    WEND_CHANGE_NONE = 0,   /**< No change is under way. */
    WEND_CHANGE_START,      /**< The agent was added. */
    WEND_CHANGE_TRANSITION, /**< A transition of the table. */
    WEND_CHANGE_MESSAGE,    /**< A transition of the table on a message. */
    WEND_CHANGE_TIMEOUT,    /**< The time-out of a state. */
    WEND_CHANGE_CALL        /**< wend_machines_change, _push, _pop or those of a turn. */
} wend_change_reason;

/** The turn of an agent, as its callbacks get it. Valid until the callback returns. */
typedef struct wend_machine_turn {
    wend_machines *machines;   /**< The machines. */
    uint64_t agent;            /**< The agent. */
    uint64_t tick;             /**< The tick of the update. */
    uint32_t state;            /**< The state whose callback this is; of a guard the source. */
    uint32_t from;             /**< The leaf before the change under way; else the leaf. */
    uint32_t to;               /**< The leaf after the change under way; else the leaf. */
    wend_change_reason reason; /**< Of the change under way. */
    uint32_t transition;       /**< Of a guard: index of its transition; else UINT32_MAX. */
    void *inner;               /**< The library's. */
} wend_machine_turn;

/** A callback of a state. @return WEND_OK; anything else is a failure. */
typedef wend_result (*wend_state_fn)(void *user, wend_machine_turn *turn);
/** A callback of a state for messages. @param is_handled false first. @return as wend_state_fn. */
typedef wend_result (*wend_state_message_fn)(void *user, wend_machine_turn *turn,
                                             const wend_telegram *telegram, bool *is_handled);
/** A condition of a transition as a function; it must change nothing. @param holds false first.
 * @return as wend_state_fn. */
typedef wend_result (*wend_guard_fn)(void *user, wend_machine_turn *turn, bool *holds);

/** Histories of states with children. */
typedef enum wend_history {
    WEND_HISTORY_NONE = 0, /**< It is entered by its initial child. */
    WEND_HISTORY_SHALLOW, /**< By the child that was last active; from there by initial children. */
    WEND_HISTORY_DEEP     /**< By the leaf that was last active. */
} wend_history;

/** A state. */
typedef struct wend_state_def {
    uint32_t cookie; /**< Set by wend_state_def_default; leave it. */
    bool is_global;  /**< It is never entered: its update, transitions and on_message hold for
                                 all agents. No parent, no children. Default false. */
    const char
        *name; /**< Unique, 1 to WEND_MACHINE_NAME_CAPACITY - 1 bytes. Default NULL: needed. */
    uint32_t parent; /**< Index of its parent, or WEND_STATE_NONE (default). */
    uint32_t
        initial; /**< Index of the child to enter, or WEND_STATE_NONE (default): an agent rests in
                           the state itself. */
    wend_history history; /**< Default WEND_HISTORY_NONE. */
    uint32_t timeout_to; /**< Target of the time-out, with timeout_ticks; WEND_STATE_NONE (default):
                                 the interrupted state, as wend_machines_pop. */
    uint64_t min_ticks;  /**< Its transitions (not those of its ancestors and of global states) are
                                 not tried until so many ticks after it was entered, 0 to
                                 WEND_STATE_TICKS_MAX. Calls change at any time. Default 0. */
    uint64_t timeout_ticks;           /**< So many ticks after it was entered it is left, 0 to
                                 WEND_STATE_TICKS_MAX; 0 (default): never. */
    wend_state_fn enter;              /**< Default NULL. */
    wend_state_fn update;             /**< Default NULL. */
    wend_state_fn exit;               /**< Default NULL. */
    wend_state_message_fn on_message; /**< Default NULL. */
} wend_state_def;

/** Returns the default state, with its cookie. */
WEND_API wend_state_def wend_state_def_default(void);

/** Comparisons of a fact with a value. */
typedef enum wend_compare {
    WEND_LESS = 0,      /**< fact < value */
    WEND_LESS_EQUAL,    /**< fact <= value */
    WEND_GREATER,       /**< fact > value */
    WEND_GREATER_EQUAL, /**< fact >= value */
    WEND_EQUAL,         /**< fact == value */
    WEND_NOT_EQUAL      /**< fact != value */
} wend_compare;

/** A condition on a fact. */
typedef struct wend_fact_condition {
    uint32_t fact;        /**< Index of the fact, or WEND_FACT_TIME. */
    wend_compare compare; /**< Comparison. */
    double value;         /**< Threshold, finite. */
    double
        hysteresis;  /**< With WEND_LESS to WEND_GREATER_EQUAL on a fact, finite, 0 or more. Above 0
                            the condition has a memory for each agent: once it holds it holds until the
                            fact is beyond the threshold by more than this on the other side. It follows
                            the facts in each update, in all states. */
    bool is_negated; /**< The condition holds where the comparison does not. */
} wend_fact_condition;

/** What a transition does. */
typedef enum wend_transition_action {
    WEND_TRANSITION_GO = 0, /**< Changes to `to`. */
    WEND_TRANSITION_PUSH, /**< Interrupts: changes to `to`, and the state before goes on the stack. It
                                 is not tried while the stack is full. */
    WEND_TRANSITION_POP /**< Returns to the interrupted state. It is not tried while there is none.
                                 `to` is WEND_STATE_NONE. */
} wend_transition_action;

/** A transition. All of its conditions and its guard must hold. */
typedef struct wend_transition_def {
    uint32_t cookie; /**< Set by wend_transition_def_default; leave it. */
    uint32_t from;   /**< The state that it leaves; of a global state: any that is not within `to`.
                          Default WEND_STATE_NONE: needed. */
    uint32_t to;     /**< The state that it leads to. Default WEND_STATE_NONE. */
    wend_transition_action action; /**< Default WEND_TRANSITION_GO. */
    bool is_local;    /**< The outer of `from` and `to` is not left and entered. Default false. */
    int32_t priority; /**< -WEND_TRANSITION_PRIORITY_MAX to WEND_TRANSITION_PRIORITY_MAX, the higher
                               first. Default 0. */
    uint32_t
        telegram_type; /**< Tried by messages of this type only; WEND_TELEGRAM_TYPE_NONE (default):
                                 by updates. */
    uint32_t condition_count;              /**< 0 (default) to WEND_MACHINE_CONDITIONS_MAX. */
    const wend_fact_condition *conditions; /**< [condition_count]; copied. Default NULL. */
    wend_guard_fn guard;                   /**< NULL (default): holds. */
} wend_transition_def;

/** Returns the default transition, with its cookie. */
WEND_API wend_transition_def wend_transition_def_default(void);

/** Definition of machines. Everything it points to is copied. */
typedef struct wend_machines_def {
    uint32_t cookie;                        /**< Set by wend_machines_def_default; leave it. */
    const wend_state_def *states;           /**< [state_count]. Default NULL: needed. */
    uint32_t state_count;                   /**< 1 to WEND_MACHINE_STATES_MAX. Default 0: needed. */
    const wend_transition_def *transitions; /**< [transition_count]. Default NULL. */
    uint32_t transition_count;              /**< 0 (default) to WEND_MACHINE_TRANSITIONS_MAX. */
    const char *const
        *fact_names;      /**< [fact_count], unique, as names of states; NULL (default): facts
                                        have numbers only. */
    uint32_t fact_count;  /**< Facts of each agent, 0 (default) to WEND_MACHINE_FACTS_MAX. */
    uint32_t initial;     /**< State in which agents begin. Default 0. */
    uint32_t max_agents;  /**< 1 to WEND_MACHINE_AGENTS_MAX. Memory grows as needed. Default
                                        65536. */
    uint32_t stack_depth; /**< Interrupted states of an agent, 0 to WEND_MACHINE_STACK_MAX.
                                        Default 4. */
    uint32_t max_chain; /**< Changes of an agent in one update or call, 1 to WEND_MACHINE_CHAIN_MAX.
                                Default 8. */
    uint32_t
        record_limit; /**< Transitions that are remembered, 0 to WEND_MACHINE_RECORDS_MAX. Default
                                256. */
    bool
        is_thread_safe; /**< The callbacks may run on the executor: they change only their own agent,
                                by calls of the turn, and call only const functions of the machines
                                about it. Default false: callbacks run on the calling thread. */
    uint64_t tick;      /**< Tick to begin with, at most WEND_MESSAGES_TICK_MAX. Default 0. */
    void *user;         /**< Passed to the callbacks. Default NULL. */
    wend_executor executor;   /**< Default serial. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_machines_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_machines_def wend_machines_def_default(void);
/** Creates machines without agents.
 * @param machines set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (the message names state or transition), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_machines_create(const wend_machines_def *def, wend_machines **machines);
/** Frees machines without calling callbacks; NULL is allowed. Not from a callback of the same machines. */
WEND_API void wend_machines_destroy(wend_machines *machines);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_machines_error(const wend_machines *machines);
/** Returns the number of states. */
WEND_API uint32_t wend_machines_state_count(const wend_machines *machines);
/** Returns the name of a state; "" for none. Valid as long as the machines. */
WEND_API const char *wend_machines_state_name(const wend_machines *machines, uint32_t state);
/** Returns the state of a name; WEND_STATE_NONE if there is none. */
WEND_API uint32_t wend_machines_find_state(const wend_machines *machines, const char *name);
/** Returns the fact of a name; UINT32_MAX if there is none. */
WEND_API uint32_t wend_machines_find_fact(const wend_machines *machines, const char *name);
/** Returns how often a state was entered since creation, by all agents; it is saved. */
WEND_API uint64_t wend_machines_visits(const wend_machines *machines, uint32_t state);

/* ---- agents ---- */

/** Adds an agent and enters its first state. All its facts are 0.
 * @param agent any number that is not added yet.
 * @param state where it begins; WEND_STATE_NONE: def.initial.
 * @return WEND_OK; WEND_PARTIAL (a callback failed, or the chain was too long: the agent is added, and
 * is in the state all the same), WEND_ERROR_ARGUMENT (it exists, or there is no such state, or it is
 * global), WEND_ERROR_FULL, WEND_ERROR_MEMORY, WEND_ERROR_BUSY (from a callback). */
WEND_API wend_result wend_machines_add_agent(wend_machines *machines, uint64_t agent,
                                             uint32_t state);
/** Removes an agent without calling callbacks. From callbacks: the agent gets no further callbacks from
 * here on, also where it is the one whose callback this is.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY (from
 * callbacks with is_thread_safe). */
WEND_API wend_result wend_machines_remove_agent(wend_machines *machines, uint64_t agent);
/** Returns true if the agent exists. */
WEND_API bool wend_machines_has_agent(const wend_machines *machines, uint64_t agent);
/** Returns the number of agents. */
WEND_API uint32_t wend_machines_agent_count(const wend_machines *machines);
/** Lists all agents, by index.
 * @param agents [capacity], may be NULL when capacity is 0.
 * @param count number of agents.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_machines_list_agents(const wend_machines *machines, uint64_t *agents,
                                               size_t capacity, size_t *count);
/** Sets a fact of an agent. From callbacks: at once for the agent whose callback it is, for others at
 * the end of the update.
 * @param value finite.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent), WEND_ERROR_MEMORY and
 * WEND_ERROR_BUSY (from callbacks; the latter with is_thread_safe). */
WEND_API wend_result wend_machines_set_fact(wend_machines *machines, uint64_t agent, uint32_t fact,
                                            double value);
/** Sets the first facts of an agent, between updates.
 * @param values [count], finite; count at most fact_count.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY (from a
 * callback). */
WEND_API wend_result wend_machines_set_facts(wend_machines *machines, uint64_t agent,
                                             const double *values, size_t count);
/** Returns a fact of an agent; 0 if there is no such agent or fact. */
WEND_API double wend_machines_get_fact(const wend_machines *machines, uint64_t agent,
                                       uint32_t fact);

/** State of an agent. */
typedef struct wend_machine_agent {
    uint32_t state;       /**< The leaf. */
    uint32_t previous;    /**< The leaf before; WEND_STATE_NONE: none yet. */
    uint64_t ticks;       /**< Ticks since the leaf was entered. */
    uint32_t stack_count; /**< Interrupted states. */
    uint32_t interrupted; /**< The one that pop returns to; WEND_STATE_NONE: none. */
} wend_machine_agent;

/** Gets the state of an agent.
 * @param info zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_machines_get_agent(const wend_machines *machines, uint64_t agent,
                                             wend_machine_agent *info);
/** Returns true if the agent is in a state, as its leaf or an ancestor of that. */
WEND_API bool wend_machines_is_in(const wend_machines *machines, uint64_t agent, uint32_t state);

/* ---- changes ---- */

/* From outside of callbacks these make the change at once. From callbacks it is queued: for the agent
 * whose callback it is until that returns, for others until the end of the update. With is_thread_safe
 * use the calls of the turn.
 * Results: WEND_OK; WEND_PARTIAL (a callback failed, or the chain was too long; see
 * wend_machines_get_failures), WEND_ERROR_ARGUMENT (no such state, or it is global),
 * WEND_ERROR_STALE (no such agent), WEND_ERROR_FULL (the stack, or the queue of max_chain changes),
 * WEND_ERROR_MEMORY and WEND_ERROR_BUSY (from callbacks; the latter with is_thread_safe). */

/** Changes the state of an agent, as a transition from its leaf. The stack stays. */
WEND_API wend_result wend_machines_change(wend_machines *machines, uint64_t agent, uint32_t state);
/** Interrupts the state of an agent: changes to another one, and pop returns. */
WEND_API wend_result wend_machines_push(wend_machines *machines, uint64_t agent, uint32_t state);
/** Returns to the state that was interrupted last, which is entered and goes on with the time it had.
 * Also WEND_ERROR_ARGUMENT: none is interrupted. */
WEND_API wend_result wend_machines_pop(wend_machines *machines, uint64_t agent);
/** The same of the agent whose callback it is; any thread.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL (of the stack when its turn comes: a failure). */
WEND_API wend_result wend_machine_turn_change(wend_machine_turn *turn, uint32_t state);
/** The same for wend_machines_push. */
WEND_API wend_result wend_machine_turn_push(wend_machine_turn *turn, uint32_t state);
/** The same for wend_machines_pop. */
WEND_API wend_result wend_machine_turn_pop(wend_machine_turn *turn);
/** Sets a fact of the agent whose callback it is, at once; any thread.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_machine_turn_set_fact(wend_machine_turn *turn, uint32_t fact,
                                                double value);

/* ---- updates, messages ---- */

/** Updates all agents.
 * @param tick the current one or a later one, at most WEND_MESSAGES_TICK_MAX.
 * @return WEND_OK; WEND_PARTIAL (some agents failed; see wend_machines_get_failures, and
 * wend_machines_error for the first), WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY (from a callback). */
WEND_API wend_result wend_machines_update(wend_machines *machines, uint64_t tick);
/** Gives a telegram to an agent.
 * @param is_handled false first; may be NULL.
 * @return WEND_OK; WEND_PARTIAL (as update), WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such
 * agent), WEND_ERROR_BUSY (from a callback). */
WEND_API wend_result wend_machines_receive(wend_machines *machines, uint64_t agent,
                                           const wend_telegram *telegram, bool *is_handled);
/** Moves messages on to a tick and gives their telegrams to the agents of the machines: of those
 * without a machine here nothing is handled. Callbacks may send.
 * @param dead as wend_message_handler.dead; may be NULL. @param user passed to it.
 * @return as wend_messages_deliver (WEND_PARTIAL also where an agent failed). */
WEND_API wend_result wend_machines_deliver(wend_machines *machines, wend_messages *messages,
                                           uint64_t tick,
                                           void (*dead)(void *user, uint64_t agent,
                                                        const wend_telegram *telegram,
                                                        wend_dead_reason reason),
                                           void *user);

/** Kinds of failures. */
typedef enum wend_machine_failure_kind {
    WEND_MACHINE_FAILED_ENTER = 1, /**< An enter callback. */
    WEND_MACHINE_FAILED_UPDATE,    /**< An update callback. */
    WEND_MACHINE_FAILED_EXIT,      /**< An exit callback. */
    WEND_MACHINE_FAILED_MESSAGE,   /**< An on_message callback. */
    WEND_MACHINE_FAILED_GUARD,     /**< A guard. */
    WEND_MACHINE_FAILED_CHAIN,     /**< max_chain changes in one update: a cycle. */
    WEND_MACHINE_FAILED_STACK      /**< A queued push or pop, with a full or empty stack. */
} wend_machine_failure_kind;

/** A failure of an agent. */
typedef struct wend_machine_failure {
    uint64_t agent;                     /**< The agent. */
    wend_machine_failure_kind kind;     /**< Kind. */
    uint32_t state;                     /**< The state whose callback failed; else the leaf. */
    wend_result result;                 /**< What the callback returned; else WEND_ERROR_FULL. */
    uint32_t cycle_count;               /**< With WEND_MACHINE_FAILED_CHAIN: states of cycle. */
    uint32_t cycle[WEND_MACHINE_CYCLE]; /**< The last leaves, the newest last. */
} wend_machine_failure;

/** Returns the failures of the last update or other call that makes changes, by agent index, at most
 * WEND_MACHINE_FAILURES_MAX. Valid until the next one.
 * @param count always set.
 * @return [count], NULL when there are none. */
WEND_API const wend_machine_failure *wend_machines_get_failures(const wend_machines *machines,
                                                                size_t *count);
/** Returns the number of failures since creation; it is saved. */
WEND_API uint64_t wend_machines_failure_count(const wend_machines *machines);

/** A change of state that happened. */
typedef struct wend_machine_record {
    uint64_t tick;             /**< When. */
    uint64_t agent;            /**< Agent. */
    uint32_t from;             /**< The leaf before; WEND_STATE_NONE: the agent was added. */
    uint32_t to;               /**< The leaf after. */
    wend_change_reason reason; /**< Why. */
    uint32_t transition;       /**< Index of the transition in the definition; UINT32_MAX: none. */
} wend_machine_record;

/** Copies the last changes, the oldest first; they are not saved.
 * @param records [capacity], may be NULL when capacity is 0.
 * @param count how many there are, at most record_limit; where capacity is less, the last ones are
 * copied.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_machines_get_records(const wend_machines *machines,
                                               wend_machine_record *records, size_t capacity,
                                               size_t *count);

/* ---- state ---- */

/** Returns the memory of the machines in bytes; 0 for NULL. */
WEND_API size_t wend_machines_memory_bytes(const wend_machines *machines);
/** Returns a hash of all agents, and of the description without its callbacks. 0 for NULL. */
WEND_API uint64_t wend_machines_hash(const wend_machines *machines);
/** Saves agents, facts and tick as bytes, the same on every machine; of the description only a hash.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY,
 * WEND_ERROR_BUSY (from a callback). */
WEND_API wend_result wend_machines_save(const wend_machines *machines, uint8_t *bytes,
                                        size_t capacity, size_t *count);
/** Loads machines from the bytes of wend_machines_save; they go on as the saved ones would have. No
 * callback is called.
 * @param def the definition of the saved machines; callbacks, limits of chain, records and agents may
 * differ.
 * @param machines set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL (more agents than max_agents),
 * WEND_ERROR_FILE (damaged, of a newer version, or of another description; the message gives the
 * reason). */
WEND_API wend_result wend_machines_load(const wend_machines_def *def, const uint8_t *bytes,
                                        size_t count, wend_machines **machines);
/** Draws the name of each agent's state above it, by index, with WEND_MEANING_NOTE; interrupted states
 * follow as "+1".
 * @param position gives where to; false: the agent is left out.
 * @param user passed to it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL). */
WEND_API wend_result wend_machines_draw(const wend_machines *machines,
                                        bool (*position)(void *user, uint64_t agent,
                                                         wend_vec2 *position),
                                        void *user, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
