/* Updates and messages: hysteresis, transitions of the table, callbacks, blocks of agents on an executor,
 * and what callbacks ask of other agents.
 * Cost: linear in the agents; of each the transitions of its states. */
#include "mind/machines/machines.h"

#include "base/core/message.h"

/* ---- conditions ---- */

static bool compare(const wend_fact_condition *c, double fact)
{
    switch (c->compare) {
    case WEND_LESS:
        return fact < c->value;
    case WEND_LESS_EQUAL:
        return fact <= c->value;
    case WEND_GREATER:
        return fact > c->value;
    case WEND_GREATER_EQUAL:
        return fact >= c->value;
    case WEND_EQUAL:
        return fact >= c->value && fact <= c->value;
    case WEND_NOT_EQUAL:
        break;
    }
    return fact < c->value || fact > c->value;
}

/* Conditions with a hysteresis follow the facts. Without branches: facts change at any time. */
static void follow_facts(const wend_machines *m, uint32_t slot)
{
    const double *facts = wendi_machine_facts(m, slot);
    const uint64_t before = m->slots[slot].latches;
    uint64_t latches = 0;
    for (uint32_t i = 0; i < m->latch_count; i++) {
        const wendi_machine_latch *it = &m->latches[i];
        const double value = it->sign * facts[it->fact];
        const uint64_t is_above = value > it->on ? 1 : 0;
        const uint64_t is_at = value >= it->on && it->is_at_on ? 1 : 0;
        const uint64_t stays = value >= it->off ? before >> i & 1 : 0;
        latches |= (is_above | is_at | stays) << i;
    }
    m->slots[slot].latches = latches;
}

static uint64_t time_in(const wend_machines *m, uint32_t slot, uint32_t state)
{
    return m->tick - wendi_machine_entered(m, slot)[m->states[state].depth];
}

static bool holds(const wend_machines *m, uint32_t slot, const wendi_machine_condition *c,
                  uint64_t ticks)
{
    const bool plain = c->latch != UINT32_MAX ? (m->slots[slot].latches >> c->latch & 1) != 0
                       : c->it.fact == WEND_FACT_TIME
                           ? compare(&c->it, (double)ticks)
                           : compare(&c->it, wendi_machine_facts(m, slot)[c->it.fact]);
    return plain != c->it.is_negated;
}

/* @return false also where the guard fails: then the run is over. */
static bool is_enabled(wendi_machine_run *run, const wendi_machine_transition *t, uint64_t ticks)
{
    const wend_machines *m = run->machines;
    const wendi_machine_slot *slot = &m->slots[run->slot];
    if ((t->action == WEND_TRANSITION_PUSH && slot->stack_count == m->stack_depth) ||
        (t->action == WEND_TRANSITION_POP && slot->stack_count == 0)) {
        return false;
    }
    /* Else an agent would enter it again and again, as long as the conditions hold. */
    if (m->states[t->from].is_global && t->action != WEND_TRANSITION_POP &&
        wendi_machine_is_within(m, slot->leaf, t->to)) {
        return false;
    }
    for (uint32_t i = 0; i < t->condition_count; i++) {
        if (!holds(m, run->slot, &m->conditions[t->first_condition + i], ticks)) {
            return false;
        }
    }
    bool is_open = t->guard == NULL;
    if (t->guard != NULL) {
        run->turn.transition = t->index;
        const wend_result result = t->guard(m->user, wendi_machine_turn_of(run, t->from), &is_open);
        run->turn.transition = UINT32_MAX;
        if (!wendi_machine_return(run, result, WEND_MACHINE_FAILED_GUARD, t->from)) {
            return false;
        }
    }
    return is_open;
}

/* ---- transitions ---- */

static bool take(wendi_machine_run *run, const wendi_machine_transition *t,
                 wend_change_reason reason)
{
    static const wendi_machine_order_kind kinds[] = {
        [WEND_TRANSITION_GO] = WENDI_ORDER_CHANGE,
        [WEND_TRANSITION_PUSH] = WENDI_ORDER_PUSH,
        [WEND_TRANSITION_POP] = WENDI_ORDER_POP,
    };
    const wend_machines *m = run->machines;
    /* A global state is never entered: its transitions leave the leaf. Pushes and pops leave it, too. */
    const bool is_from_leaf = m->states[t->from].is_global || t->action == WEND_TRANSITION_POP;
    const uint32_t source = is_from_leaf ? m->slots[run->slot].leaf : t->from;
    const bool has_happened = wendi_machine_change(run, kinds[t->action], t->to, source, reason, t);
    wendi_machine_drain(run);
    return has_happened;
}

/* Takes the first transition of a state that is enabled. @param type WEND_TELEGRAM_TYPE_NONE: those of
 * updates. @return true if one was tried: nothing else of this step is. */
static bool try_state(wendi_machine_run *run, uint32_t state, uint32_t type)
{
    const wend_machines *m = run->machines;
    const wendi_machine_state *s = &m->states[state];
    const bool is_message = type != WEND_TELEGRAM_TYPE_NONE;
    const uint32_t timed = s->is_global ? m->slots[run->slot].leaf : state;
    const uint64_t ticks = time_in(m, run->slot, timed);
    if (!s->is_global && ticks < s->min_ticks) {
        return false;
    }
    const uint32_t end = is_message ? s->end_transition : s->first_message;
    for (uint32_t i = is_message ? s->first_message : s->first_transition; i < end; i++) {
        const wendi_machine_transition *t = &m->transitions[i];
        if (t->telegram_type == type && is_enabled(run, t, ticks)) {
            (void)take(run, t, is_message ? WEND_CHANGE_MESSAGE : WEND_CHANGE_TRANSITION);
            return true;
        }
        if (run->is_over) {
            return true;
        }
    }
    const bool is_out = !is_message && s->timeout_ticks > 0 && ticks >= s->timeout_ticks;
    const bool is_pop = s->timeout_to == WEND_STATE_NONE;
    if (!is_out || (is_pop && m->slots[run->slot].stack_count == 0)) {
        return false;
    }
    (void)wendi_machine_change(run, is_pop ? WENDI_ORDER_POP : WENDI_ORDER_CHANGE, s->timeout_to,
                               is_pop ? m->slots[run->slot].leaf : timed, WEND_CHANGE_TIMEOUT,
                               NULL);
    wendi_machine_drain(run);
    return true;
}

/* At most one transition of the table. */
static void try_transitions(wendi_machine_run *run)
{
    const wend_machines *m = run->machines;
    for (uint32_t i = 0; i < m->global_count; i++) {
        if (try_state(run, m->globals[i], WEND_TELEGRAM_TYPE_NONE)) {
            return;
        }
    }
    for (uint32_t s = m->slots[run->slot].leaf; s != WENDI_STATE_NONE; s = m->states[s].parent) {
        if (try_state(run, s, WEND_TELEGRAM_TYPE_NONE)) {
            return;
        }
    }
}

/* ---- an agent ---- */

/* @return false: the rest of the update is dropped. */
static bool call_update(wendi_machine_run *run, uint32_t state)
{
    const wend_machines *m = run->machines;
    const uint32_t changes = run->changes;
    if (m->states[state].update == NULL) {
        return true;
    }
    const wend_result result = m->states[state].update(m->user, wendi_machine_turn_of(run, state));
    if (wendi_machine_return(run, result, WEND_MACHINE_FAILED_UPDATE, state)) {
        wendi_machine_drain(run);
    }
    return !run->is_over && run->changes == changes;
}

static void update_states(wendi_machine_run *run)
{
    const wend_machines *m = run->machines;
    uint16_t path[WEND_MACHINE_DEPTH_MAX];
    uint32_t count = 0;
    for (uint32_t s = m->slots[run->slot].leaf; s != WENDI_STATE_NONE; s = m->states[s].parent) {
        path[count++] = (uint16_t)s;
    }
    while (count > 0 && call_update(run, path[count - 1])) {
        count--;
    }
}

static void update_agent(wend_machines *m, wendi_machine_block *block, uint32_t slot)
{
    wendi_machine_run run;
    wendi_machine_run_begin(&run, m, block, slot);
    follow_facts(m, slot);
    for (uint32_t i = 0; i < m->global_count; i++) {
        if (!call_update(&run, m->globals[i])) {
            return;
        }
    }
    try_transitions(&run);
    if (!run.is_over && m->has_callbacks) {
        update_states(&run);
    }
}

/* ---- all agents ---- */

typedef struct wave_job {
    wend_machines *machines;
    uint32_t first;
} wave_job;

static void update_block(void *context, size_t begin, size_t end)
{
    const wave_job *job = context;
    wend_machines *m = job->machines;
    wendi_machine_block *block = &m->blocks[begin / WENDI_MACHINE_BLOCK];
    for (size_t i = begin; i < end; i++) {
        const uint32_t slot = job->first + (uint32_t)i;
        if (m->slots[slot].is_used && !m->slots[slot].is_removed) {
            update_agent(m, block, slot);
        }
    }
}

wend_result wend_machines_update(wend_machines *m, uint64_t tick)
{
    static const char function[] = "wend_machines_update";
    static const uint32_t wave = WENDI_MACHINE_BLOCK * WENDI_MACHINE_WAVE;
    if (m == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (m->is_busy) {
        return WEND_ERROR_BUSY;
    }
    if (tick < m->tick || tick > WEND_MESSAGES_TICK_MAX) {
        return wendi_refuse(&m->message, function, "tick", (double)tick, (double)m->tick,
                            (double)WEND_MESSAGES_TICK_MAX);
    }
    const bool is_parallel = !m->has_callbacks || m->is_thread_safe;
    wendi_machines_begin(m);
    m->tick = tick;
    for (uint32_t first = 0; first < m->slot_count; first += wave) {
        const uint32_t count = m->slot_count - first < wave ? m->slot_count - first : wave;
        wave_job job = {m, first};
        wend_parallel_for(is_parallel ? &m->executor : NULL, count, WENDI_MACHINE_BLOCK,
                          update_block, &job);
        wendi_machines_merge(m, (count + WENDI_MACHINE_BLOCK - 1) / WENDI_MACHINE_BLOCK);
    }
    return wendi_machines_end(m, function);
}

void wendi_machine_follow_orders(wend_machines *m)
{
    uint32_t done = 0;
    for (uint32_t round = 0; done < m->order_count; round++) {
        for (const uint32_t end = m->order_count; done < end; done++) {
            const wendi_machine_order order = m->orders[done];
            if (m->slots[order.slot].is_removed) {
                continue;
            }
            if (order.kind == WENDI_ORDER_FACT) {
                wendi_machine_facts(m, order.slot)[order.state] = order.value;
                continue;
            }
            wendi_machine_run run;
            wendi_machine_run_begin(&run, m, &m->blocks[0], order.slot);
            /* Agents that order each other about for ever are a cycle, too. */
            run.changes = round >= m->max_chain ? m->max_chain : 0;
            (void)wendi_machine_change(&run, order.kind, order.state, m->slots[order.slot].leaf,
                                       WEND_CHANGE_CALL, NULL);
            wendi_machine_drain(&run);
            wendi_machines_merge(m, 1);
        }
    }
    m->order_count = 0;
}

/* ---- messages ---- */

/* @return true: the message goes no further. */
static bool receive_state(wendi_machine_run *run, uint32_t state, const wend_telegram *telegram,
                          bool *is_handled)
{
    const wend_machines *m = run->machines;
    const uint32_t changes = run->changes;
    if (try_state(run, state, telegram->type)) {
        *is_handled = run->changes != changes && !run->is_over;
        return true;
    }
    if (m->states[state].on_message == NULL) {
        return false;
    }
    const wend_result result = m->states[state].on_message(
        m->user, wendi_machine_turn_of(run, state), telegram, is_handled);
    if (wendi_machine_return(run, result, WEND_MACHINE_FAILED_MESSAGE, state)) {
        wendi_machine_drain(run);
    }
    return *is_handled || run->is_over || run->changes != changes;
}

static void receive(wendi_machine_run *run, const wend_telegram *telegram, bool *is_handled)
{
    const wend_machines *m = run->machines;
    for (uint32_t s = m->slots[run->slot].leaf; s != WENDI_STATE_NONE; s = m->states[s].parent) {
        if (receive_state(run, s, telegram, is_handled)) {
            return;
        }
    }
    for (uint32_t i = 0; i < m->global_count; i++) {
        if (receive_state(run, m->globals[i], telegram, is_handled)) {
            return;
        }
    }
}

/* One message to one agent, as a call of its own. */
static wend_result receive_in_slot(wend_machines *m, const char *function, uint32_t slot,
                                   const wend_telegram *telegram, bool *is_handled)
{
    wendi_machine_run run;
    wendi_machines_begin(m);
    wendi_machine_run_begin(&run, m, &m->blocks[0], slot);
    receive(&run, telegram, is_handled);
    wendi_machines_merge(m, 1);
    return wendi_machines_end(m, function);
}

wend_result wend_machines_receive(wend_machines *m, uint64_t agent, const wend_telegram *telegram,
                                  bool *is_handled)
{
    static const char function[] = "wend_machines_receive";
    bool handled = false;
    if (is_handled != NULL) {
        *is_handled = false;
    }
    if (m == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (m->is_busy) {
        return WEND_ERROR_BUSY;
    }
    if (telegram == NULL) {
        return wendi_refuse_null(&m->message, function, "telegram");
    }
    const int64_t slot = wendi_agent_slots_find(&m->table, agent);
    if (slot == WENDI_AGENT_SLOT_NONE) {
        return wendi_fail(&m->message, WEND_ERROR_STALE,
                          "%s: agent %llu does not exist or was removed", function,
                          (unsigned long long)agent);
    }
    const wend_result result = receive_in_slot(m, function, (uint32_t)slot, telegram, &handled);
    if (is_handled != NULL) {
        *is_handled = handled;
    }
    return result;
}

/* ---- messages of wend/message.h ---- */

typedef struct delivery {
    wend_machines *machines;
    void (*dead)(void *user, uint64_t agent, const wend_telegram *telegram,
                 wend_dead_reason reason);
    void *user;
    bool has_failed;
} delivery;

static bool deliver(void *user, uint64_t agent, const wend_telegram *telegram)
{
    delivery *d = user;
    bool is_handled = false;
    const int64_t slot = wendi_agent_slots_find(&d->machines->table, agent);
    if (slot != WENDI_AGENT_SLOT_NONE) {
        d->has_failed |= receive_in_slot(d->machines, "wend_machines_receive", (uint32_t)slot,
                                         telegram, &is_handled) != WEND_OK;
    }
    return is_handled;
}

static void bury(void *user, uint64_t agent, const wend_telegram *telegram, wend_dead_reason reason)
{
    const delivery *d = user;
    if (d->dead != NULL) {
        d->dead(d->user, agent, telegram, reason);
    }
}

wend_result wend_machines_deliver(wend_machines *m, wend_messages *messages, uint64_t tick,
                                  void (*dead)(void *user, uint64_t agent,
                                               const wend_telegram *telegram,
                                               wend_dead_reason reason),
                                  void *user)
{
    static const char function[] = "wend_machines_deliver";
    if (m == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (m->is_busy) {
        return WEND_ERROR_BUSY;
    }
    if (messages == NULL) {
        return wendi_refuse_null(&m->message, function, "messages");
    }
    delivery d = {m, dead, user, false};
    const wend_message_handler handler = {.deliver = deliver, .dead = bury, .user = &d};
    const wend_result result = wend_messages_deliver(messages, tick, &handler);
    if (result < 0) {
        return wendi_fail(&m->message, result, "%s: %s", function, wend_messages_error(messages));
    }
    return d.has_failed ? WEND_PARTIAL : result;
}
