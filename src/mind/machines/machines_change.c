/* One change of an agent's state: exits, enters, history, stack; and the queue of changes that callbacks
 * ask for.
 * Cost: as deep as the states lie within each other. */
#include "mind/machines/machines.h"

#include <string.h>

void wendi_machine_run_begin(wendi_machine_run *run, wend_machines *machines,
                             wendi_machine_block *block, uint32_t slot)
{
    run->machines = machines;
    run->block = block;
    run->slot = slot;
    run->changes = 0;
    run->is_over = false;
    run->queue_first = run->queue_count = 0;
    run->trail_count = 0;
    const wendi_machine_slot *it = &machines->slots[slot];
    run->turn = (wend_machine_turn){.machines = machines,
                                    .agent = it->number,
                                    .tick = machines->tick,
                                    .state = it->leaf,
                                    .from = it->leaf,
                                    .to = it->leaf,
                                    .transition = UINT32_MAX,
                                    .inner = run};
}

/* ---- callbacks ---- */

static void fail(wendi_machine_run *run, wend_machine_failure_kind kind, uint32_t state,
                 wend_result result)
{
    wendi_machine_block *block = run->block;
    if (block->failure_count < WEND_MACHINE_FAILURES_MAX) {
        wend_machine_failure *it = &block->failures[block->failure_count];
        memset(it, 0, sizeof *it);
        it->agent = run->machines->slots[run->slot].number;
        it->kind = kind;
        it->state = state;
        it->result = result;
        if (kind == WEND_MACHINE_FAILED_CHAIN) {
            const uint32_t count = run->trail_count;
            it->cycle_count = count < WEND_MACHINE_CYCLE ? count : WEND_MACHINE_CYCLE;
            for (uint32_t i = 0; i < it->cycle_count; i++) {
                it->cycle[i] = run->trail[(count - it->cycle_count + i) % WEND_MACHINE_CYCLE];
            }
        }
    }
    block->failure_count++;
    run->is_over = true;
    run->queue_count = 0;
}

wend_machine_turn *wendi_machine_turn_of(wendi_machine_run *run, uint32_t state)
{
    run->turn.state = state;
    if (!run->machines->is_thread_safe) {
        run->machines->run = run;
    }
    return &run->turn;
}

bool wendi_machine_return(wendi_machine_run *run, wend_result result,
                          wend_machine_failure_kind kind, uint32_t state)
{
    if (!run->machines->is_thread_safe) {
        run->machines->run = NULL;
    }
    if (result != WEND_OK) {
        fail(run, kind, state, result);
    }
    if (run->machines->slots[run->slot].is_removed) {
        run->is_over = true;
        run->queue_count = 0;
    }
    return !run->is_over;
}

/* @return false: it failed, or the agent is removed. */
static bool call(wendi_machine_run *run, wend_state_fn function, uint32_t state,
                 wend_machine_failure_kind kind)
{
    return function == NULL ||
           wendi_machine_return(
               run, function(run->machines->user, wendi_machine_turn_of(run, state)), kind, state);
}

/* ---- the states to leave and to enter ---- */

/* States from the outermost to the leaf, all of which are entered. */
typedef struct state_path {
    uint16_t states[WEND_MACHINE_DEPTH_MAX];
    uint32_t count;
    uint32_t leaf;
} state_path;

/* Adds the states from below `outer` (WENDI_STATE_NONE: from the root) to a state within it. */
static void add_down(const wend_machines *m, state_path *path, uint32_t outer, uint32_t state)
{
    uint16_t up[WEND_MACHINE_DEPTH_MAX];
    uint32_t count = 0;
    for (uint32_t s = state; s != outer && s != WENDI_STATE_NONE; s = m->states[s].parent) {
        up[count++] = (uint16_t)s;
    }
    while (count > 0) {
        path->states[path->count++] = up[--count];
    }
    path->leaf = state;
}

/* From the last state of the path on to what rests in it, by histories and initial children. */
static void add_default(const wend_machines *m, state_path *path, const uint16_t *histories)
{
    for (;;) {
        const wendi_machine_state *state = &m->states[path->leaf];
        const uint32_t last = state->history != WEND_HISTORY_NONE ? histories[state->history_index]
                                                                  : (uint32_t)WENDI_STATE_NONE;
        if (last != WENDI_STATE_NONE && state->history == WEND_HISTORY_DEEP) {
            add_down(m, path, path->leaf, last);
            return;
        }
        uint32_t next = last != WENDI_STATE_NONE ? last : state->initial;
        if (next == WENDI_STATE_NONE) {
            return;
        }
        while (m->states[next].parent != path->leaf) {
            next = m->states[next].parent;
        }
        path->states[path->count++] = (uint16_t)next;
        path->leaf = next;
    }
}

static uint32_t common_ancestor(const wend_machines *m, uint32_t a, uint32_t b)
{
    while (a != b && (a != WENDI_STATE_NONE && b != WENDI_STATE_NONE)) {
        if (m->states[a].depth > m->states[b].depth) {
            a = m->states[a].parent;
        } else if (m->states[b].depth > m->states[a].depth) {
            b = m->states[b].parent;
        } else {
            a = m->states[a].parent;
            b = m->states[b].parent;
        }
    }
    return a == b ? a : (uint32_t)WENDI_STATE_NONE;
}

/* The innermost state that is neither left nor entered; WENDI_STATE_NONE: there is none. */
static uint32_t domain_of(const wend_machines *m, uint32_t source, uint32_t target, bool is_local)
{
    const uint32_t common = common_ancestor(m, source, target);
    const bool is_nested = common == source || common == target;
    return is_nested && !is_local && common != WENDI_STATE_NONE ? m->states[common].parent : common;
}

/* ---- a change ---- */

/* What a change that fails is undone to. */
typedef struct change_backup {
    uint64_t entered[WEND_MACHINE_DEPTH_MAX];
    uint16_t histories[WEND_MACHINE_STATES_MAX];
    wendi_interrupted stack[WEND_MACHINE_STACK_MAX];
    uint8_t stack_count;
} change_backup;

static void back_up(const wendi_machine_run *run, change_backup *b)
{
    const wend_machines *m = run->machines;
    memcpy(b->entered, wendi_machine_entered(m, run->slot), m->depth * sizeof *b->entered);
    b->stack_count = m->slots[run->slot].stack_count;
    if (m->stack_depth > 0) {
        memcpy(b->stack, wendi_machine_stack(m, run->slot), m->stack_depth * sizeof *b->stack);
    }
    if (m->history_count > 0) {
        memcpy(b->histories, wendi_machine_histories(m, run->slot),
               m->history_count * sizeof *b->histories);
    }
}

static void restore(wendi_machine_run *run, const change_backup *b)
{
    wend_machines *m = run->machines;
    memcpy(wendi_machine_entered(m, run->slot), b->entered, m->depth * sizeof *b->entered);
    m->slots[run->slot].stack_count = b->stack_count;
    if (m->stack_depth > 0) {
        memcpy(wendi_machine_stack(m, run->slot), b->stack, m->stack_depth * sizeof *b->stack);
    }
    if (m->history_count > 0) {
        memcpy(wendi_machine_histories(m, run->slot), b->histories,
               m->history_count * sizeof *b->histories);
    }
}

static void record(wendi_machine_run *run, const wend_machine_record *it)
{
    const uint32_t limit = run->machines->block_record_limit;
    if (limit > 0) {
        run->block->records[run->block->record_count % limit] = *it;
    }
    run->block->record_count++;
}

static void note(wendi_machine_run *run, uint32_t from, uint32_t to, wend_change_reason reason,
                 const wendi_machine_transition *transition)
{
    run->trail[run->trail_count++ % WEND_MACHINE_CYCLE] = (uint16_t)to;
    record(run, &(wend_machine_record){.tick = run->machines->tick,
                                       .agent = run->turn.agent,
                                       .from = from,
                                       .to = to,
                                       .reason = reason,
                                       .transition =
                                           transition != NULL ? transition->index : UINT32_MAX});
}

/* Levels behind the leaf are 0, so that equal states are equal bytes. */
static void clear_levels(wend_machines *m, uint32_t slot, uint32_t leaf)
{
    uint64_t *entered = wendi_machine_entered(m, slot);
    for (uint32_t i = m->states[leaf].depth + 1u; i < m->depth; i++) {
        entered[i] = 0;
    }
}

static bool leave(wendi_machine_run *run, uint32_t domain)
{
    wend_machines *m = run->machines;
    const uint32_t leaf = m->slots[run->slot].leaf;
    for (uint32_t s = leaf; s != domain && s != WENDI_STATE_NONE; s = m->states[s].parent) {
        const wendi_machine_state *state = &m->states[s];
        if (!call(run, state->exit, s, WEND_MACHINE_FAILED_EXIT)) {
            return false;
        }
        if (state->history != WEND_HISTORY_NONE) {
            wendi_machine_histories(m, run->slot)[state->history_index] =
                s == leaf ? (uint16_t)WENDI_STATE_NONE : (uint16_t)leaf;
        }
    }
    return true;
}

static bool enter(wendi_machine_run *run, const state_path *path)
{
    wend_machines *m = run->machines;
    for (uint32_t i = 0; i < path->count; i++) {
        const uint32_t s = path->states[i];
        wendi_machine_entered(m, run->slot)[m->states[s].depth] = m->tick;
        if (!call(run, m->states[s].enter, s, WEND_MACHINE_FAILED_ENTER)) {
            return false;
        }
    }
    return true;
}

static void visit(wendi_machine_run *run, const state_path *path)
{
    for (uint32_t i = 0; i < path->count; i++) {
        run->block->visits[path->states[i]]++;
    }
}

static void end_turn(wendi_machine_run *run)
{
    const uint32_t leaf = run->machines->slots[run->slot].leaf;
    run->turn.from = run->turn.to = leaf;
    run->turn.reason = WEND_CHANGE_NONE;
}

void wendi_machine_start(wendi_machine_run *run, uint32_t state)
{
    wend_machines *m = run->machines;
    wendi_machine_slot *slot = &m->slots[run->slot];
    state_path path = {.count = 0};
    add_down(m, &path, WENDI_STATE_NONE, state);
    add_default(m, &path, wendi_machine_histories(m, run->slot));
    slot->leaf = (uint16_t)path.leaf;
    slot->previous = WENDI_STATE_NONE;
    for (uint32_t i = 0; i < path.count; i++) {
        wendi_machine_entered(m, run->slot)[i] = m->tick;
    }
    clear_levels(m, run->slot, path.leaf);
    visit(run, &path);
    note(run, WEND_STATE_NONE, path.leaf, WEND_CHANGE_START, NULL);
    run->turn.from = WEND_STATE_NONE;
    run->turn.to = path.leaf;
    run->turn.reason = WEND_CHANGE_START;
    (void)enter(run, &path);
    end_turn(run);
}

/* Time that the leaf has had. */
static uint64_t time_of_leaf(const wend_machines *m, uint32_t slot)
{
    return m->tick - wendi_machine_entered(m, slot)[m->states[m->slots[slot].leaf].depth];
}

/* Leaves and enters. The stack of a push and pop is changed between both. */
static bool move(wendi_machine_run *run, wendi_machine_order_kind kind, uint32_t target,
                 uint32_t domain, state_path *path)
{
    wend_machines *m = run->machines;
    wendi_machine_slot *slot = &m->slots[run->slot];
    wendi_interrupted *stack = wendi_machine_stack(m, run->slot);
    const wendi_interrupted interrupted = {time_of_leaf(m, run->slot), slot->leaf};
    uint64_t ticks = 0;
    if (!leave(run, domain)) {
        return false;
    }
    if (kind == WENDI_ORDER_PUSH) {
        stack[slot->stack_count++] = interrupted;
    } else if (kind == WENDI_ORDER_POP) {
        ticks = stack[--slot->stack_count].ticks;
        stack[slot->stack_count] = (wendi_interrupted){0, 0};
    }
    if (domain == target) {
        path->leaf = target;
    } else {
        add_down(m, path, domain, target);
    }
    /* An interrupted leaf is where the agent rests: histories do not lead away from it. */
    if (kind != WENDI_ORDER_POP) {
        add_default(m, path, wendi_machine_histories(m, run->slot));
    }
    run->turn.to = path->leaf;
    if (!enter(run, path)) {
        return false;
    }
    if (kind == WENDI_ORDER_POP) {
        uint64_t *entered = &wendi_machine_entered(m, run->slot)[m->states[path->leaf].depth];
        *entered = m->tick - (ticks < m->tick ? ticks : m->tick);
    }
    return true;
}

bool wendi_machine_change(wendi_machine_run *run, wendi_machine_order_kind kind, uint32_t target,
                          uint32_t source, wend_change_reason reason,
                          const wendi_machine_transition *transition)
{
    wend_machines *m = run->machines;
    wendi_machine_slot *slot = &m->slots[run->slot];
    const uint32_t from = slot->leaf;
    if (run->changes == m->max_chain) {
        fail(run, WEND_MACHINE_FAILED_CHAIN, from, WEND_ERROR_FULL);
        return false;
    }
    if ((kind == WENDI_ORDER_PUSH && slot->stack_count == m->stack_depth) ||
        (kind == WENDI_ORDER_POP && slot->stack_count == 0)) {
        fail(run, WEND_MACHINE_FAILED_STACK, from, WEND_ERROR_FULL);
        return false;
    }
    change_backup backup;
    state_path path = {.count = 0};
    if (kind == WENDI_ORDER_POP) {
        target = wendi_machine_stack(m, run->slot)[slot->stack_count - 1].state;
    }
    const bool is_local = transition != NULL && transition->is_local;
    back_up(run, &backup);
    run->changes++;
    run->turn.from = from;
    run->turn.to = target;
    run->turn.reason = reason;
    if (!move(run, kind, target, domain_of(m, source, target, is_local), &path)) {
        if (!slot->is_removed) {
            restore(run, &backup);
        }
        end_turn(run);
        return false;
    }
    slot->previous = (uint16_t)from;
    slot->leaf = (uint16_t)path.leaf;
    clear_levels(m, run->slot, path.leaf);
    visit(run, &path);
    note(run, from, path.leaf, reason, transition);
    end_turn(run);
    return true;
}

/* ---- the queue ---- */

wend_result wendi_machine_queue(wendi_machine_run *run, wendi_machine_order_kind kind,
                                uint32_t state)
{
    const uint32_t most = run->machines->max_chain;
    if (run->queue_count == most) {
        return WEND_ERROR_FULL;
    }
    const uint32_t at = (run->queue_first + run->queue_count++) % WEND_MACHINE_CHAIN_MAX;
    run->queue[at].kind = kind;
    run->queue[at].state = (uint16_t)state;
    return WEND_OK;
}

void wendi_machine_drain(wendi_machine_run *run)
{
    while (run->queue_count > 0 && !run->is_over) {
        const uint32_t at = run->queue_first;
        run->queue_first = (at + 1) % WEND_MACHINE_CHAIN_MAX;
        run->queue_count--;
        (void)wendi_machine_change(run, run->queue[at].kind, run->queue[at].state,
                                   run->machines->slots[run->slot].leaf, WEND_CHANGE_CALL, NULL);
    }
}
