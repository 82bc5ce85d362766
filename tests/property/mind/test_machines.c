/* Random machines against an interpreter that keeps, for each agent, the set of active states, and knows
 * nothing of tables, spans and bits. Callbacks change states, push, pop and fail, the same on both
 * sides. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEEDS = 250,
    STATES = 10,
    TRANSITIONS = 16,
    FACTS = 3,
    AGENTS = 5,
    TICKS = 40,
    TYPES = 3,
    NONE = -1,
    STACK = 2,
    CHAIN = 5,
    LOG_MAX = 20000
};

typedef enum event_kind { ENTERED = 1, UPDATED, EXITED, HEARD } event_kind;

/* What a callback does. */
typedef enum act_kind { ACT_NONE, ACT_CHANGE, ACT_PUSH, ACT_POP, ACT_FAIL, ACT_KINDS } act_kind;

typedef struct act {
    act_kind kind;
    int state;
    bool is_handled;
} act;

typedef struct plan {
    wend_state_def states[STATES];
    wend_transition_def transitions[TRANSITIONS];
    wend_fact_condition conditions[TRANSITIONS][2];
    char names[STATES][8];
    int state_count, transition_count;
    uint64_t seed;
} plan;

/* One side: the library's or the twin's. */
typedef struct side {
    const plan *plan;
    uint64_t log[LOG_MAX];
    uint32_t log_count;
    uint32_t calls[AGENTS]; /* of callbacks, in this tick */
} side;

static uint32_t roll(uint64_t seed, uint64_t a, uint64_t b, uint32_t count)
{
    return wend_random_below(seed, a, b, count);
}

static void put_log(side *s, uint64_t value)
{
    if (s->log_count < LOG_MAX) {
        s->log[s->log_count++] = value;
    }
}

/* The same on both sides: it depends on what happened to this agent in this tick. */
static act react(side *s, uint64_t agent, int state, event_kind kind, uint64_t tick)
{
    const plan *p = s->plan;
    const uint64_t key =
        agent << 40 | (uint64_t)state << 32 | (uint64_t)kind << 28 | tick << 12 | s->calls[agent]++;
    put_log(s, key);
    act it = {ACT_NONE, 0, roll(p->seed, 71, key, 2) == 0};
    if (roll(p->seed, 70, key, 6) == 0) {
        it.kind = (act_kind)roll(p->seed, 72, key, ACT_KINDS);
        it.state = (int)roll(p->seed, 73, key, (uint32_t)p->state_count);
        it.kind = p->states[it.state].is_global && it.kind != ACT_FAIL ? ACT_NONE : it.kind;
    }
    return it;
}

/* ---- the library's side ---- */

static wend_result obey(side *s, wend_machine_turn *turn, act it)
{
    (void)s;
    const uint32_t state = (uint32_t)it.state;
    if (it.kind == ACT_CHANGE) {
        assert_int_equal(wend_machines_change(turn->machines, turn->agent, state), WEND_OK);
    } else if (it.kind == ACT_PUSH) {
        assert_int_equal(wend_machine_turn_push(turn, state), WEND_OK);
    } else if (it.kind == ACT_POP) {
        assert_int_equal(wend_machine_turn_pop(turn), WEND_OK);
    }
    return it.kind == ACT_FAIL ? WEND_ERROR_UNSUPPORTED : WEND_OK;
}

static wend_result on_event(void *user, wend_machine_turn *turn, event_kind kind)
{
    return obey(user, turn, react(user, turn->agent, (int)turn->state, kind, turn->tick));
}

static wend_result on_enter(void *user, wend_machine_turn *turn)
{
    return on_event(user, turn, ENTERED);
}

static wend_result on_update(void *user, wend_machine_turn *turn)
{
    return on_event(user, turn, UPDATED);
}

static wend_result on_exit_state(void *user, wend_machine_turn *turn)
{
    return on_event(user, turn, EXITED);
}

static wend_result on_message(void *user, wend_machine_turn *turn, const wend_telegram *telegram,
                              bool *is_handled)
{
    const act it = react(user, turn->agent, (int)turn->state, HEARD, turn->tick);
    put_log(user, telegram->type);
    *is_handled = it.is_handled;
    return obey(user, turn, it);
}

/* ---- random machines ---- */

static void make_state(plan *p, int i)
{
    const uint64_t seed = p->seed, n = (uint64_t)i;
    wend_state_def *s = &p->states[i];
    *s = wend_state_def_default();
    (void)snprintf(p->names[i], sizeof p->names[i], "s%d", i);
    s->name = p->names[i];
    s->is_global = i > 0 && roll(seed, 1, n, 8) == 0;
    if (!s->is_global && i > 0 && roll(seed, 2, n, 3) > 0) {
        const uint32_t parent = roll(seed, 3, n, (uint32_t)i);
        uint32_t depth = 1;
        for (uint32_t up = parent; up != WEND_STATE_NONE; up = p->states[up].parent) {
            depth++;
        }
        s->parent = p->states[parent].is_global || depth > WEND_MACHINE_DEPTH_MAX ? WEND_STATE_NONE
                                                                                  : parent;
    }
    if (s->parent != WEND_STATE_NONE && roll(seed, 4, n, 3) > 0) {
        p->states[s->parent].initial = (uint32_t)i;
    }
    s->history = (wend_history)roll(seed, 5, n, 3);
    s->min_ticks = roll(seed, 6, n, 3) == 0 ? roll(seed, 7, n, 4) : 0;
    s->timeout_ticks = roll(seed, 8, n, 4) == 0 ? 1 + roll(seed, 9, n, 6) : 0;
    s->enter = roll(seed, 10, n, 2) == 0 ? on_enter : NULL;
    s->update = roll(seed, 11, n, 2) == 0 ? on_update : NULL;
    s->exit = roll(seed, 12, n, 2) == 0 ? on_exit_state : NULL;
    s->on_message = roll(seed, 13, n, 3) == 0 ? on_message : NULL;
}

static uint32_t some_state(const plan *p, uint64_t what, uint64_t n)
{
    const uint32_t state = roll(p->seed, what, n, (uint32_t)p->state_count);
    return p->states[state].is_global ? 0 : state;
}

static void make_transition(plan *p, int i)
{
    const uint64_t seed = p->seed, n = (uint64_t)i;
    wend_transition_def *t = &p->transitions[i];
    *t = wend_transition_def_default();
    t->from = roll(seed, 20, n, (uint32_t)p->state_count);
    t->action = (wend_transition_action)(roll(seed, 21, n, 3) == 0 ? roll(seed, 22, n, 3) : 0);
    t->to = t->action == WEND_TRANSITION_POP ? WEND_STATE_NONE : some_state(p, 23, n);
    t->is_local = roll(seed, 24, n, 3) == 0;
    t->priority = (int32_t)roll(seed, 25, n, 3) - 1;
    t->telegram_type =
        roll(seed, 26, n, 3) == 0 ? roll(seed, 27, n, TYPES) : WEND_TELEGRAM_TYPE_NONE;
    t->condition_count = roll(seed, 28, n, 3);
    t->conditions = p->conditions[i];
    for (uint32_t k = 0; k < t->condition_count; k++) {
        wend_fact_condition *c = &p->conditions[i][k];
        const uint64_t m = n * 2 + k;
        memset(c, 0, sizeof *c);
        c->fact = roll(seed, 30, m, 5) == 0 ? WEND_FACT_TIME : roll(seed, 31, m, FACTS);
        c->compare = (wend_compare)roll(seed, 32, m, 6);
        c->value = roll(seed, 33, m, 6);
        c->hysteresis =
            c->fact != WEND_FACT_TIME && c->compare < WEND_EQUAL ? roll(seed, 34, m, 3) : 0;
        c->is_negated = roll(seed, 35, m, 4) == 0;
    }
}

static plan *plan_make(uint64_t seed)
{
    plan *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->seed = seed;
    p->state_count = 2 + (int)roll(seed, 40, 0, STATES - 1);
    p->transition_count = (int)roll(seed, 41, 0, TRANSITIONS + 1);
    for (int i = 0; i < p->state_count; i++) {
        make_state(p, i);
    }
    for (int i = 0; i < p->state_count; i++) {
        const bool has_target = roll(seed, 42, (uint64_t)i, 3) > 0;
        p->states[i].timeout_to = has_target ? some_state(p, 43, (uint64_t)i) : WEND_STATE_NONE;
    }
    for (int i = 0; i < p->transition_count; i++) {
        make_transition(p, i);
    }
    return p;
}

/* ---- the interpreter ---- */

typedef struct twin_agent {
    int leaf, previous;
    uint64_t entered[STATES];
    int last[STATES]; /* history */
    int stack[STACK];
    uint64_t stack_ticks[STACK];
    int stack_count;
    double facts[FACTS];
    bool memory[TRANSITIONS][2]; /* of conditions with a hysteresis */
} twin_agent;

typedef struct twin {
    side *side;
    const plan *plan;
    twin_agent agents[AGENTS];
    uint64_t tick, failures, visits[STATES];
    /* of the agent in turn */
    int agent, changes;
    bool is_over;
    act queue[CHAIN + 1];
    int queue_count;
} twin;

static int parent_of(const twin *t, int state)
{
    const uint32_t parent = t->plan->states[state].parent;
    return parent == WEND_STATE_NONE ? NONE : (int)parent;
}

static bool is_within(const twin *t, int state, int outer)
{
    for (; state != NONE; state = parent_of(t, state)) {
        if (state == outer) {
            return true;
        }
    }
    return outer == NONE;
}

static void twin_fail(twin *t)
{
    t->failures++;
    t->is_over = true;
    t->queue_count = 0;
}

/* Runs a callback. @return false: it failed. */
static bool twin_call(twin *t, int state, event_kind kind, bool exists)
{
    if (!exists) {
        return true;
    }
    const act it = react(t->side, (uint64_t)t->agent, state, kind, t->tick);
    if (it.kind == ACT_FAIL) {
        twin_fail(t);
        return false;
    }
    if (it.kind != ACT_NONE) {
        t->queue[t->queue_count++] = it;
    }
    return true;
}

static bool twin_enter(twin *t, int state)
{
    t->agents[t->agent].entered[state] = t->tick;
    return twin_call(t, state, ENTERED, t->plan->states[state].enter != NULL);
}

/* Enters everything from below `outer` down to `state`. */
static bool twin_enter_down(twin *t, int outer, int state, bool *visited)
{
    if (state == outer) {
        return true;
    }
    if (!twin_enter_down(t, outer, parent_of(t, state), visited)) {
        return false;
    }
    visited[state] = true;
    return twin_enter(t, state);
}

/* The state in which an agent comes to rest that is led to `state`, by histories and initials. */
static int twin_rest(const twin *t, int state)
{
    const twin_agent *a = &t->agents[t->agent];
    const wend_state_def *s = &t->plan->states[state];
    if (s->history == WEND_HISTORY_DEEP && a->last[state] != NONE) {
        return a->last[state];
    }
    int child = s->initial == WEND_STATE_NONE ? NONE : (int)s->initial;
    if (s->history == WEND_HISTORY_SHALLOW && a->last[state] != NONE) {
        for (child = a->last[state]; parent_of(t, child) != state; child = parent_of(t, child)) {
        }
    }
    return child == NONE ? state : twin_rest(t, child);
}

static bool twin_exit_all(twin *t, int outer)
{
    twin_agent *a = &t->agents[t->agent];
    for (int s = a->leaf; s != outer; s = parent_of(t, s)) {
        if (!twin_call(t, s, EXITED, t->plan->states[s].exit != NULL)) {
            return false;
        }
        a->last[s] = s == a->leaf ? NONE : a->leaf;
    }
    return true;
}

static bool twin_change(twin *t, act_kind kind, int target, int source, bool is_local)
{
    twin_agent *a = &t->agents[t->agent];
    const twin_agent before = *a;
    if (t->changes == CHAIN || (kind == ACT_PUSH && a->stack_count == STACK) ||
        (kind == ACT_POP && a->stack_count == 0)) {
        twin_fail(t);
        return false;
    }
    t->changes++;
    target = kind == ACT_POP ? a->stack[a->stack_count - 1] : target;
    int outer = source;
    while (outer != NONE && !is_within(t, target, outer)) {
        outer = parent_of(t, outer);
    }
    outer = outer != NONE && !is_local && (outer == source || outer == target) ? parent_of(t, outer)
                                                                               : outer;
    const uint64_t had = t->tick - a->entered[a->leaf];
    uint64_t resumed = 0;
    bool visited[STATES] = {false};
    bool is_fine = twin_exit_all(t, outer);
    if (is_fine && kind == ACT_PUSH) {
        a->stack[a->stack_count] = a->leaf;
        a->stack_ticks[a->stack_count++] = had;
    } else if (is_fine && kind == ACT_POP) {
        resumed = a->stack_ticks[--a->stack_count];
    }
    const int rest = kind == ACT_POP || !is_fine ? target : twin_rest(t, target);
    is_fine = is_fine && twin_enter_down(t, outer, rest, visited);
    if (!is_fine) {
        *a = before;
        return false;
    }
    a->entered[rest] = kind == ACT_POP ? t->tick - resumed : a->entered[rest];
    a->previous = a->leaf;
    a->leaf = rest;
    for (int s = 0; s < STATES; s++) {
        t->visits[s] += visited[s] ? 1 : 0;
    }
    return true;
}

static void twin_drain(twin *t)
{
    while (t->queue_count > 0 && !t->is_over) {
        const act it = t->queue[0];
        memmove(t->queue, t->queue + 1, (size_t)--t->queue_count * sizeof it);
        (void)twin_change(t, it.kind, it.state, t->agents[t->agent].leaf, false);
    }
}

static bool compare(const wend_fact_condition *c, double fact)
{
    const bool is_less = fact<c->value, is_more = fact> c->value;
    const bool results[] = {is_less,           !is_more, is_more, !is_less, !is_less && !is_more,
                            is_less || is_more};
    return results[c->compare];
}

static bool twin_holds(const twin *t, int transition, uint64_t ticks)
{
    const twin_agent *a = &t->agents[t->agent];
    for (uint32_t k = 0; k < t->plan->transitions[transition].condition_count; k++) {
        const wend_fact_condition *c = &t->plan->conditions[transition][k];
        const double fact = c->fact == WEND_FACT_TIME ? (double)ticks : a->facts[c->fact];
        const bool plain = c->hysteresis > 0 ? a->memory[transition][k] : compare(c, fact);
        if (plain == c->is_negated) {
            return false;
        }
    }
    return true;
}

static void twin_follow_facts(twin *t)
{
    twin_agent *a = &t->agents[t->agent];
    for (int i = 0; i < t->plan->transition_count; i++) {
        for (uint32_t k = 0; k < t->plan->transitions[i].condition_count; k++) {
            const wend_fact_condition *c = &t->plan->conditions[i][k];
            if (c->hysteresis > 0) {
                const double fact = a->facts[c->fact];
                const bool is_low = c->compare <= WEND_LESS_EQUAL;
                const bool is_off =
                    is_low ? fact > c->value + c->hysteresis : fact < c->value - c->hysteresis;
                a->memory[i][k] = compare(c, fact) || (a->memory[i][k] && !is_off);
            }
        }
    }
}

/* The first transition of a state that is enabled, by priority and index. */
static int twin_find(const twin *t, int state, uint32_t type, uint64_t ticks)
{
    const twin_agent *a = &t->agents[t->agent];
    int best = NONE;
    for (int i = 0; i < t->plan->transition_count; i++) {
        const wend_transition_def *it = &t->plan->transitions[i];
        const bool fits_stack = (it->action != WEND_TRANSITION_PUSH || a->stack_count < STACK) &&
                                (it->action != WEND_TRANSITION_POP || a->stack_count > 0);
        const bool is_there = t->plan->states[state].is_global &&
                              it->action != WEND_TRANSITION_POP &&
                              is_within(t, a->leaf, (int)it->to);
        if ((int)it->from == state && it->telegram_type == type && fits_stack && !is_there &&
            twin_holds(t, i, ticks) &&
            (best == NONE || it->priority > t->plan->transitions[best].priority)) {
            best = i;
        }
    }
    return best;
}

static bool twin_try(twin *t, int state, uint32_t type)
{
    static const act_kind kinds[] = {ACT_CHANGE, ACT_PUSH, ACT_POP};
    const wend_state_def *s = &t->plan->states[state];
    const twin_agent *a = &t->agents[t->agent];
    const uint64_t ticks = t->tick - a->entered[s->is_global ? a->leaf : state];
    if (!s->is_global && ticks < s->min_ticks) {
        return false;
    }
    const int found = twin_find(t, state, type, ticks);
    if (found != NONE) {
        const wend_transition_def *it = &t->plan->transitions[found];
        const bool by_leaf = s->is_global || it->action == WEND_TRANSITION_POP;
        (void)twin_change(t, kinds[it->action], (int)it->to, by_leaf ? a->leaf : state,
                          it->is_local);
        twin_drain(t);
        return true;
    }
    const bool is_pop = s->timeout_to == WEND_STATE_NONE;
    if (type != WEND_TELEGRAM_TYPE_NONE || s->timeout_ticks == 0 || ticks < s->timeout_ticks ||
        (is_pop && a->stack_count == 0)) {
        return false;
    }
    const bool by_leaf = is_pop || s->is_global;
    (void)twin_change(t, is_pop ? ACT_POP : ACT_CHANGE, (int)s->timeout_to,
                      by_leaf ? a->leaf : state, false);
    twin_drain(t);
    return true;
}

static bool twin_update_state(twin *t, int state)
{
    const int changes = t->changes;
    if (twin_call(t, state, UPDATED, t->plan->states[state].update != NULL)) {
        twin_drain(t);
    }
    return !t->is_over && t->changes == changes;
}

/* Updates from the outermost state inwards. */
static bool twin_update_down(twin *t, int state)
{
    return state == NONE ||
           (twin_update_down(t, parent_of(t, state)) && twin_update_state(t, state));
}

static void twin_begin(twin *t, int agent)
{
    t->agent = agent;
    t->changes = t->queue_count = 0;
    t->is_over = false;
}

static void twin_try_all(twin *t)
{
    for (int s = 0; s < t->plan->state_count; s++) {
        if (t->plan->states[s].is_global && twin_try(t, s, WEND_TELEGRAM_TYPE_NONE)) {
            return;
        }
    }
    for (int s = t->agents[t->agent].leaf; s != NONE; s = parent_of(t, s)) {
        if (twin_try(t, s, WEND_TELEGRAM_TYPE_NONE)) {
            return;
        }
    }
}

static void twin_update(twin *t, int agent)
{
    twin_begin(t, agent);
    twin_follow_facts(t);
    for (int s = 0; s < t->plan->state_count; s++) {
        if (t->plan->states[s].is_global && !twin_update_state(t, s)) {
            return;
        }
    }
    twin_try_all(t);
    if (!t->is_over) {
        (void)twin_update_down(t, t->agents[agent].leaf);
    }
}

/* @return true: the message goes no further. */
static bool twin_hear(twin *t, int state, uint32_t type, bool *is_handled)
{
    const int changes = t->changes;
    if (twin_try(t, state, type)) {
        *is_handled = t->changes != changes && !t->is_over;
        return true;
    }
    if (t->plan->states[state].on_message == NULL) {
        return false;
    }
    const act it = react(t->side, (uint64_t)t->agent, state, HEARD, t->tick);
    put_log(t->side, type);
    *is_handled = it.is_handled;
    if (it.kind == ACT_FAIL) {
        twin_fail(t);
    } else if (it.kind != ACT_NONE) {
        t->queue[t->queue_count++] = it;
        twin_drain(t);
    }
    return *is_handled || t->is_over || t->changes != changes;
}

static bool twin_receive(twin *t, int agent, uint32_t type)
{
    bool is_handled = false;
    twin_begin(t, agent);
    for (int s = t->agents[agent].leaf; s != NONE; s = parent_of(t, s)) {
        if (twin_hear(t, s, type, &is_handled)) {
            return is_handled;
        }
    }
    for (int s = 0; s < t->plan->state_count; s++) {
        if (t->plan->states[s].is_global && twin_hear(t, s, type, &is_handled)) {
            return is_handled;
        }
    }
    return is_handled;
}

static void twin_add(twin *t, int agent)
{
    twin_agent *a = &t->agents[agent];
    memset(a, 0, sizeof *a);
    for (int s = 0; s < STATES; s++) {
        a->last[s] = NONE;
    }
    twin_begin(t, agent);
    const int rest = twin_rest(t, 0);
    a->leaf = rest;
    a->previous = NONE;
    bool visited[STATES] = {false};
    (void)twin_enter_down(t, NONE, rest, visited);
    for (int s = rest; s != NONE; s = parent_of(t, s)) {
        a->entered[s] = t->tick;
        t->visits[s]++;
    }
    twin_drain(t);
}

/* ---- the comparison ---- */

static bool is_equal(const twin *t, const wend_machines *m, const side *fast)
{
    bool is_same = fast->log_count == t->side->log_count &&
                   memcmp(fast->log, t->side->log, fast->log_count * sizeof fast->log[0]) == 0 &&
                   wend_machines_failure_count(m) == t->failures;
    for (int i = 0; i < AGENTS && is_same; i++) {
        const twin_agent *a = &t->agents[i];
        wend_machine_agent info;
        is_same = wend_machines_get_agent(m, (uint64_t)i, &info) == WEND_OK &&
                  (int)info.state == a->leaf && (int)info.previous == a->previous &&
                  info.ticks == t->tick - a->entered[a->leaf] &&
                  (int)info.stack_count == a->stack_count &&
                  (a->stack_count == 0 || (int)info.interrupted == a->stack[a->stack_count - 1]);
    }
    for (int s = 0; s < t->plan->state_count && is_same; s++) {
        is_same = wend_machines_visits(m, (uint32_t)s) == t->visits[s];
    }
    return is_same;
}

static wend_machines_def def_of(const plan *p, side *s)
{
    wend_machines_def def = wend_machines_def_default();
    def.states = p->states;
    def.state_count = (uint32_t)p->state_count;
    def.transitions = p->transitions;
    def.transition_count = (uint32_t)p->transition_count;
    def.fact_count = FACTS;
    def.stack_depth = STACK;
    def.max_chain = CHAIN;
    def.user = s;
    return def;
}

static bool reload(const wend_machines_def *def, wend_machines **m)
{
    static uint8_t bytes[65536];
    size_t count;
    wend_machines *loaded = NULL;
    const bool is_same = wend_machines_save(*m, bytes, sizeof bytes, &count) == WEND_OK &&
                         wend_machines_load(def, bytes, count, &loaded) == WEND_OK &&
                         wend_machines_hash(loaded) == wend_machines_hash(*m);
    wend_machines_destroy(*m);
    *m = loaded;
    return is_same;
}

static void step(twin *t, wend_machines *m, side *fast, uint64_t n)
{
    const plan *p = t->plan;
    memset(fast->calls, 0, sizeof fast->calls);
    memset(t->side->calls, 0, sizeof t->side->calls);
    for (int i = 0; i < AGENTS; i++) {
        for (uint32_t f = 0; f < FACTS; f++) {
            const double value = roll(p->seed, 60 + f, n * AGENTS + (uint64_t)i, 8);
            t->agents[i].facts[f] = value;
            assert_int_equal(wend_machines_set_fact(m, (uint64_t)i, f, value), WEND_OK);
        }
        if (roll(p->seed, 65, n * AGENTS + (uint64_t)i, 2) == 0) {
            wend_telegram telegram;
            bool is_handled;
            memset(&telegram, 0, sizeof telegram);
            telegram.type = roll(p->seed, 66, n * AGENTS + (uint64_t)i, TYPES);
            (void)wend_machines_receive(m, (uint64_t)i, &telegram, &is_handled);
            put_log(fast, is_handled ? 1 : 0);
            put_log(t->side, twin_receive(t, i, telegram.type) ? 1 : 0);
        }
    }
    t->tick += roll(p->seed, 67, n, 3);
    (void)wend_machines_update(m, t->tick);
    for (int i = 0; i < AGENTS; i++) {
        twin_update(t, i);
    }
}

static bool play(plan *p, side *fast, twin *t)
{
    const wend_machines_def def = def_of(p, fast);
    wend_machines *m = NULL;
    bool is_same = wend_machines_create(&def, &m) == WEND_OK;
    for (int i = 0; i < AGENTS && is_same; i++) {
        (void)wend_machines_add_agent(m, (uint64_t)i, WEND_STATE_NONE);
        twin_add(t, i);
        is_same = i + 1 < AGENTS || is_equal(t, m, fast);
    }
    for (uint64_t n = 0; n < TICKS && is_same; n++) {
        step(t, m, fast, n);
        is_same = is_equal(t, m, fast);
        if (is_same && roll(p->seed, 68, n, 10) == 0) {
            is_same = reload(&def, &m);
        }
    }
    wend_machines_destroy(m);
    return is_same;
}

static bool holds(uint64_t seed, void *context)
{
    (void)context;
    plan *p = plan_make(seed);
    side *fast = calloc(1, sizeof *fast), *slow = calloc(1, sizeof *slow);
    twin *t = calloc(1, sizeof *t);
    bool is_same = fast != NULL && slow != NULL && t != NULL;
    if (is_same) {
        fast->plan = slow->plan = t->plan = p;
        t->side = slow;
        is_same = play(p, fast, t);
    }
    free(fast);
    free(slow);
    free(t);
    free(p);
    return is_same;
}

static void machines_are_those_of_the_interpreter(void **state)
{
    (void)state;
    gen_property("machines", SEEDS, holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_are_those_of_the_interpreter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
