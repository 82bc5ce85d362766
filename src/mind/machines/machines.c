/* The public face of machines: creation, agents, facts, changes, figures.
 * Cost: an agent is found in constant time. */
#include "mind/machines/machines.h"

#include "base/core/message.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

enum { COOKIE = 0x4D414331, SLOTS_FIRST = 16 };

wend_machines_def wend_machines_def_default(void)
{
    wend_machines_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.max_agents = 65536;
    def.stack_depth = 4;
    def.max_chain = 8;
    def.record_limit = 256;
    return def;
}

/* ---- create, destroy ---- */

static bool allocate_blocks(wend_machines *m)
{
    const wend_allocator *a = &m->allocator;
    m->visits = wendi_alloc_items_zero(a, m->state_count, sizeof *m->visits);
    m->blocks = wendi_alloc_items_zero(a, WENDI_MACHINE_WAVE, sizeof *m->blocks);
    m->records =
        m->record_limit > 0 ? wendi_alloc_items(a, m->record_limit, sizeof *m->records) : NULL;
    if (m->visits == NULL || m->blocks == NULL || (m->record_limit > 0 && m->records == NULL)) {
        return false;
    }
    for (uint32_t i = 0; i < WENDI_MACHINE_WAVE; i++) {
        wendi_machine_block *block = &m->blocks[i];
        block->visits = wendi_alloc_items_zero(a, m->state_count, sizeof *block->visits);
        block->records = m->block_record_limit > 0
                             ? wendi_alloc_items(a, m->block_record_limit, sizeof *block->records)
                             : NULL;
        if (block->visits == NULL || (m->block_record_limit > 0 && block->records == NULL)) {
            return false;
        }
    }
    return true;
}

static void set_options(wend_machines *m, const wend_machines_def *def)
{
    const uint32_t most = WENDI_MACHINE_BLOCK * def->max_chain;
    m->allocator = def->allocator;
    m->executor = def->executor;
    m->user = def->user;
    m->max_agents = def->max_agents;
    m->max_chain = def->max_chain;
    m->record_limit = def->record_limit;
    m->block_record_limit = def->record_limit < most ? def->record_limit : most;
    m->is_thread_safe = def->is_thread_safe;
    m->tick = def->tick;
}

wend_result wendi_machines_create(const wend_machines_def *def, const char *function,
                                  wend_machines **machines)
{
    wend_machines *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    wend_result result = wendi_machine_define(made, def, function);
    if (result == WEND_OK) {
        set_options(made, def);
        result = allocate_blocks(made)
                     ? WEND_OK
                     : wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    if (result != WEND_OK) {
        wend_machines_destroy(made);
        return result;
    }
    *machines = made;
    return WEND_OK;
}

wend_result wend_machines_create(const wend_machines_def *def, wend_machines **machines)
{
    static const char function[] = "wend_machines_create";
    if (machines != NULL) {
        *machines = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_machines_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    return machines != NULL ? wendi_machines_create(def, function, machines)
                            : wendi_refuse_null(def->message, function, "machines");
}

/* Of an agent, with all its rows. The capacity is a multiple of 16, so each array is aligned. */
static size_t row_bytes(const wend_machines *m)
{
    return sizeof *m->slots + m->depth * sizeof *m->entered + m->fact_count * sizeof *m->facts +
           m->stack_depth * sizeof *m->stacks + sizeof *m->free_slots +
           m->history_count * sizeof *m->histories;
}

void wend_machines_destroy(wend_machines *m)
{
    if (m == NULL) {
        return;
    }
    const wend_allocator a = m->allocator;
    wendi_free(&a, m->slots, m->slot_capacity * row_bytes(m));
    wendi_agent_slots_free(&m->table, &a);
    for (uint32_t i = 0; i < WENDI_MACHINE_WAVE && m->blocks != NULL; i++) {
        wendi_free(&a, m->blocks[i].visits, m->state_count * sizeof *m->blocks->visits);
        wendi_free(&a, m->blocks[i].records, m->block_record_limit * sizeof *m->blocks->records);
    }
    wendi_free(&a, m->blocks, WENDI_MACHINE_WAVE * sizeof *m->blocks);
    wendi_free(&a, m->records, m->record_limit * sizeof *m->records);
    wendi_free(&a, m->visits, m->state_count * sizeof *m->visits);
    wendi_free(&a, m->orders, m->order_capacity * sizeof *m->orders);
    wendi_machine_free_description(m);
    wendi_free(&a, m, sizeof *m);
}

const char *wend_machines_error(const wend_machines *m)
{
    return m == NULL ? "" : m->message.text;
}

size_t wend_machines_memory_bytes(const wend_machines *m)
{
    if (m == NULL) {
        return 0;
    }
    const size_t a_block = sizeof *m->blocks + m->state_count * sizeof *m->blocks->visits +
                           m->block_record_limit * sizeof *m->blocks->records;
    return sizeof *m + m->slot_capacity * row_bytes(m) + wendi_machine_description_bytes(m) +
           wendi_agent_slots_memory_bytes(&m->table) + WENDI_MACHINE_WAVE * a_block +
           m->record_limit * sizeof *m->records + m->state_count * sizeof *m->visits +
           m->order_capacity * sizeof *m->orders;
}

/* ---- names ---- */

uint32_t wend_machines_state_count(const wend_machines *m)
{
    return m == NULL ? 0 : m->state_count;
}

const char *wend_machines_state_name(const wend_machines *m, uint32_t state)
{
    return m == NULL || state >= m->state_count ? "" : m->states[state].name;
}

uint32_t wend_machines_find_state(const wend_machines *m, const char *name)
{
    for (uint32_t i = 0; m != NULL && name != NULL && i < m->state_count; i++) {
        if (strcmp(m->states[i].name, name) == 0) {
            return i;
        }
    }
    return WEND_STATE_NONE;
}

uint32_t wend_machines_find_fact(const wend_machines *m, const char *name)
{
    for (uint32_t i = 0; m != NULL && name != NULL && m->fact_names != NULL && i < m->fact_count;
         i++) {
        if (strcmp(m->fact_names[i], name) == 0) {
            return i;
        }
    }
    return UINT32_MAX;
}

uint64_t wend_machines_visits(const wend_machines *m, uint32_t state)
{
    return m == NULL || state >= m->state_count ? 0 : m->visits[state];
}

/* ---- calls that may make changes ---- */

void wendi_machines_begin(wend_machines *m)
{
    m->is_busy = true;
    m->call_failures = 0;
    m->failures_listed = 0;
    m->order_count = 0;
}

void wendi_machines_merge(wend_machines *m, uint32_t block_count)
{
    for (uint32_t b = 0; b < block_count; b++) {
        wendi_machine_block *block = &m->blocks[b];
        /* Visits come with records, so most calls end here. */
        if (block->record_count == 0 && block->failure_count == 0) {
            continue;
        }
        const uint64_t limit = m->block_record_limit;
        const uint64_t lost = block->record_count > limit ? block->record_count - limit : 0;
        for (uint64_t i = lost; i < block->record_count; i++) {
            m->records[(m->record_count + i) % m->record_limit] = block->records[i % limit];
        }
        m->record_count += block->record_count;
        for (uint64_t i = 0; i < block->failure_count && i < WEND_MACHINE_FAILURES_MAX &&
                             m->failures_listed < WEND_MACHINE_FAILURES_MAX;
             i++) {
            m->failures[m->failures_listed++] = block->failures[i];
        }
        m->call_failures += block->failure_count;
        m->failure_count += block->failure_count;
        for (uint32_t s = 0; s < m->state_count; s++) {
            m->visits[s] += block->visits[s];
            block->visits[s] = 0;
        }
        block->record_count = 0;
        block->failure_count = 0;
    }
}

static void write_cycle(wend_machines *m, const char *function, const wend_machine_failure *it)
{
    char text[WEND_MACHINE_CYCLE * (WEND_MACHINE_NAME_CAPACITY + 4) + 1] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < it->cycle_count; i++) {
        const int written = snprintf(text + length, sizeof text - length, "%s%s",
                                     i > 0 ? " -> " : "", m->states[it->cycle[i]].name);
        length += written > 0 ? (size_t)written : 0;
    }
    (void)wendi_fail(&m->message, WEND_PARTIAL,
                     "%s: agent %llu changes its state more than %u times: ... %s", function,
                     (unsigned long long)it->agent, (unsigned)m->max_chain, text);
}

static wend_result tell_failure(wend_machines *m, const char *function)
{
    static const char *const kinds[] = {
        [WEND_MACHINE_FAILED_ENTER] = "enter",   [WEND_MACHINE_FAILED_UPDATE] = "update",
        [WEND_MACHINE_FAILED_EXIT] = "exit",     [WEND_MACHINE_FAILED_MESSAGE] = "on_message",
        [WEND_MACHINE_FAILED_GUARD] = "a guard", [WEND_MACHINE_FAILED_CHAIN] = "chain",
        [WEND_MACHINE_FAILED_STACK] = "stack"};
    const wend_machine_failure *it = &m->failures[0];
    const char *state = m->states[it->state].name;
    if (it->kind == WEND_MACHINE_FAILED_CHAIN && it->cycle_count > 0) {
        write_cycle(m, function, it);
    } else if (it->kind == WEND_MACHINE_FAILED_CHAIN || it->kind == WEND_MACHINE_FAILED_STACK) {
        (void)wendi_fail(&m->message, WEND_PARTIAL, "%s: agent %llu in state '%s': %s", function,
                         (unsigned long long)it->agent, state,
                         it->kind == WEND_MACHINE_FAILED_CHAIN
                             ? "agents change each other's state without an end"
                             : "a push with a full stack, or a pop with an empty one");
    } else {
        (void)wendi_fail(&m->message, WEND_PARTIAL, "%s: agent %llu: %s of state '%s' gives '%s'",
                         function, (unsigned long long)it->agent, kinds[it->kind], state,
                         wend_result_text(it->result));
    }
    return WEND_PARTIAL;
}

static void free_removed(wend_machines *m)
{
    for (uint32_t i = 0; m->has_removed && i < m->slot_count; i++) {
        if (m->slots[i].is_removed) {
            memset(&m->slots[i], 0, sizeof m->slots[i]);
            m->free_slots[m->free_count++] = i;
        }
    }
    m->has_removed = false;
}

wend_result wendi_machines_end(wend_machines *m, const char *function)
{
    wendi_machine_follow_orders(m);
    free_removed(m);
    m->is_busy = false;
    return m->call_failures == 0 ? WEND_OK : tell_failure(m, function);
}

const wend_machine_failure *wend_machines_get_failures(const wend_machines *m, size_t *count)
{
    const uint32_t listed = m == NULL ? 0 : m->failures_listed;
    if (count != NULL) {
        *count = listed;
    }
    return listed == 0 ? NULL : m->failures;
}

uint64_t wend_machines_failure_count(const wend_machines *m)
{
    return m == NULL ? 0 : m->failure_count;
}

wend_result wend_machines_get_records(const wend_machines *m, wend_machine_record *records,
                                      size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (m == NULL || count == NULL || (records == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint64_t kept = m->record_count < m->record_limit ? m->record_count : m->record_limit;
    const uint64_t copied = kept < capacity ? kept : capacity;
    for (uint64_t i = 0; i < copied; i++) {
        records[i] = m->records[(m->record_count - copied + i) % m->record_limit];
    }
    *count = (size_t)kept;
    return copied == kept ? WEND_OK : WEND_TRUNCATED;
}

/* ---- agents ---- */

static int64_t find(const wend_machines *m, uint64_t agent)
{
    return m == NULL ? WENDI_AGENT_SLOT_NONE : wendi_agent_slots_find(&m->table, agent);
}

static wend_result refuse_agent(wend_machines *m, const char *function, uint64_t agent)
{
    return wendi_fail(&m->message, WEND_ERROR_STALE, "%s: agent %llu does not exist or was removed",
                      function, (unsigned long long)agent);
}

static bool is_state(const wend_machines *m, uint32_t state)
{
    return state < m->state_count && !m->states[state].is_global;
}

static wend_result refuse_state(wend_machines *m, const char *function, uint32_t state)
{
    if (state < m->state_count) {
        return wendi_fail(&m->message, WEND_ERROR_ARGUMENT, "%s: state '%s' is a global one",
                          function, m->states[state].name);
    }
    return wendi_refuse_index(&m->message, function, "state", state, "states", m->state_count);
}

static bool grow_slots(wend_machines *m)
{
    const uint32_t old = m->slot_capacity;
    const uint32_t capacity = old == 0 ? (uint32_t)SLOTS_FIRST : 2 * old;
    wendi_machine_slot *slots = wendi_alloc_items(&m->allocator, capacity, row_bytes(m));
    if (slots == NULL) {
        return false;
    }
    size_t offset = capacity * sizeof *slots;
    uint64_t *entered = wendi_part_of(slots, offset);
    offset += (size_t)capacity * m->depth * sizeof *entered;
    double *facts = wendi_part_of(slots, offset);
    offset += (size_t)capacity * m->fact_count * sizeof *facts;
    wendi_interrupted *stacks = wendi_part_of(slots, offset);
    offset += (size_t)capacity * m->stack_depth * sizeof *stacks;
    uint32_t *free_slots = wendi_part_of(slots, offset);
    uint16_t *histories = wendi_part_of(slots, offset + capacity * sizeof *free_slots);
    if (old > 0) {
        const size_t count = m->slot_count;
        memcpy(slots, m->slots, count * sizeof *slots);
        memcpy(entered, m->entered, count * m->depth * sizeof *entered);
        memcpy(facts, m->facts, count * m->fact_count * sizeof *facts);
        memcpy(stacks, m->stacks, count * m->stack_depth * sizeof *stacks);
        memcpy(free_slots, m->free_slots, m->free_count * sizeof *free_slots);
        memcpy(histories, m->histories, count * m->history_count * sizeof *histories);
    }
    wendi_free(&m->allocator, m->slots, old * row_bytes(m));
    m->slots = slots;
    m->entered = entered;
    m->facts = facts;
    m->stacks = stacks;
    m->free_slots = free_slots;
    m->histories = histories;
    m->slot_capacity = capacity;
    return true;
}

bool wendi_machine_reserve_slot(wend_machines *m)
{
    return wendi_agent_slots_reserve(&m->table, &m->allocator) &&
           (m->free_count > 0 || m->slot_count < m->slot_capacity || grow_slots(m));
}

static uint32_t take_slot(wend_machines *m, uint64_t agent)
{
    const uint32_t slot = m->free_count > 0 ? m->free_slots[--m->free_count] : m->slot_count++;
    memset(&m->slots[slot], 0, sizeof m->slots[slot]);
    m->slots[slot].number = agent;
    m->slots[slot].is_used = true;
    memset(wendi_machine_entered(m, slot), 0, m->depth * sizeof *m->entered);
    for (uint32_t i = 0; i < m->fact_count; i++) {
        wendi_machine_facts(m, slot)[i] = 0;
    }
    for (uint32_t i = 0; i < m->stack_depth; i++) {
        wendi_machine_stack(m, slot)[i] = (wendi_interrupted){0, 0};
    }
    for (uint32_t i = 0; i < m->history_count; i++) {
        wendi_machine_histories(m, slot)[i] = WENDI_STATE_NONE;
    }
    wendi_agent_slots_add(&m->table, agent, slot);
    return slot;
}

wend_result wend_machines_add_agent(wend_machines *m, uint64_t agent, uint32_t state)
{
    static const char function[] = "wend_machines_add_agent";
    if (m == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (m->is_busy) {
        return WEND_ERROR_BUSY;
    }
    const uint32_t first = state == WEND_STATE_NONE ? m->initial : state;
    if (!is_state(m, first)) {
        return refuse_state(m, function, first);
    }
    if (find(m, agent) != WENDI_AGENT_SLOT_NONE) {
        return wendi_fail(&m->message, WEND_ERROR_ARGUMENT, "%s: agent %llu exists already",
                          function, (unsigned long long)agent);
    }
    if (m->table.count == m->max_agents) {
        return wendi_fail(&m->message, WEND_ERROR_FULL,
                          "%s: there are %u agents, as many as "
                          "max_agents",
                          function, (unsigned)m->max_agents);
    }
    if (!wendi_machine_reserve_slot(m)) {
        return wendi_fail_plain(&m->message, function, WEND_ERROR_MEMORY);
    }
    wendi_machine_run run;
    const uint32_t slot = take_slot(m, agent);
    wendi_machines_begin(m);
    m->slots[slot].leaf = (uint16_t)first; /* for the run's turn */
    wendi_machine_run_begin(&run, m, &m->blocks[0], slot);
    wendi_machine_start(&run, first);
    wendi_machine_drain(&run);
    wendi_machines_merge(m, 1);
    return wendi_machines_end(m, function);
}

wend_result wend_machines_remove_agent(wend_machines *m, uint64_t agent)
{
    if (m == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (m->is_busy && m->is_thread_safe) {
        return WEND_ERROR_BUSY;
    }
    const int64_t slot = find(m, agent);
    if (slot == WENDI_AGENT_SLOT_NONE) {
        return refuse_agent(m, "wend_machines_remove_agent", agent);
    }
    wendi_agent_slots_remove(&m->table, agent);
    m->slots[slot].is_removed = true;
    m->has_removed = true;
    if (!m->is_busy) {
        memset(&m->slots[slot], 0, sizeof m->slots[slot]);
        m->free_slots[m->free_count++] = (uint32_t)slot;
        m->has_removed = false;
    }
    return WEND_OK;
}

bool wend_machines_has_agent(const wend_machines *m, uint64_t agent)
{
    return find(m, agent) != WENDI_AGENT_SLOT_NONE;
}

uint32_t wend_machines_agent_count(const wend_machines *m)
{
    return m == NULL ? 0 : m->table.count;
}

wend_result wend_machines_list_agents(const wend_machines *m, uint64_t *agents, size_t capacity,
                                      size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (m == NULL || count == NULL || (agents == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < m->slot_count; i++) {
        if (m->slots[i].is_used && !m->slots[i].is_removed) {
            if (*count < capacity) {
                agents[*count] = m->slots[i].number;
            }
            ++*count;
        }
    }
    return *count <= capacity ? WEND_OK : WEND_TRUNCATED;
}

wend_result wend_machines_get_agent(const wend_machines *m, uint64_t agent,
                                    wend_machine_agent *info)
{
    if (info != NULL) {
        memset(info, 0, sizeof *info);
    }
    if (m == NULL || info == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const int64_t found = find(m, agent);
    if (found == WENDI_AGENT_SLOT_NONE) {
        return WEND_ERROR_STALE;
    }
    const uint32_t at = (uint32_t)found;
    const wendi_machine_slot *slot = &m->slots[at];
    info->state = slot->leaf;
    info->previous = slot->previous == WENDI_STATE_NONE ? WEND_STATE_NONE : slot->previous;
    info->ticks = m->tick - wendi_machine_entered(m, at)[m->states[slot->leaf].depth];
    info->stack_count = slot->stack_count;
    info->interrupted = slot->stack_count == 0
                            ? WEND_STATE_NONE
                            : wendi_machine_stack(m, at)[slot->stack_count - 1].state;
    return WEND_OK;
}

bool wend_machines_is_in(const wend_machines *m, uint64_t agent, uint32_t state)
{
    const int64_t slot = find(m, agent);
    return slot != WENDI_AGENT_SLOT_NONE && state < m->state_count &&
           wendi_machine_is_within(m, m->slots[slot].leaf, state);
}

/* ---- facts ---- */

static wend_result check_fact(const wend_machines *m, wend_message *message, const char *function,
                              uint32_t fact, double value)
{
    if (fact >= m->fact_count) {
        return wendi_refuse_index(message, function, "fact", fact, "facts", m->fact_count);
    }
    return value >= -DBL_MAX && value <= DBL_MAX
               ? WEND_OK
               : wendi_refuse(message, function, "value", value, -DBL_MAX, DBL_MAX);
}

/* Puts a change of another agent off to the end of the call. */
static wend_result order(wend_machines *m, const char *function, const wendi_machine_order *it)
{
    if (m->order_count == m->order_capacity) {
        const uint32_t capacity = m->order_capacity == 0 ? 16 : 2 * m->order_capacity;
        wendi_machine_order *grown = wendi_resize_items(&m->allocator, m->orders, m->order_capacity,
                                                        capacity, sizeof *grown);
        if (grown == NULL) {
            return wendi_fail_plain(&m->message, function, WEND_ERROR_MEMORY);
        }
        m->orders = grown;
        m->order_capacity = capacity;
    }
    m->orders[m->order_count++] = *it;
    return WEND_OK;
}

static bool is_own(const wend_machines *m, int64_t slot)
{
    return m->run != NULL && m->run->slot == (uint32_t)slot;
}

wend_result wend_machines_set_fact(wend_machines *m, uint64_t agent, uint32_t fact, double value)
{
    static const char function[] = "wend_machines_set_fact";
    if (m == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (m->is_busy && m->is_thread_safe) {
        return WEND_ERROR_BUSY;
    }
    const int64_t slot = find(m, agent);
    if (slot == WENDI_AGENT_SLOT_NONE) {
        return refuse_agent(m, function, agent);
    }
    const wend_result result = check_fact(m, &m->message, function, fact, value);
    if (result != WEND_OK) {
        return result;
    }
    if (m->is_busy && !is_own(m, slot)) {
        return order(m, function,
                     &(wendi_machine_order){.kind = WENDI_ORDER_FACT,
                                            .slot = (uint32_t)slot,
                                            .state = fact,
                                            .value = value + 0.0});
    }
    /* -0 is never kept: equal agents have equal bytes. */
    wendi_machine_facts(m, (uint32_t)slot)[fact] = value + 0.0;
    return WEND_OK;
}

wend_result wend_machines_set_facts(wend_machines *m, uint64_t agent, const double *values,
                                    size_t count)
{
    static const char function[] = "wend_machines_set_facts";
    if (m == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (m->is_busy) {
        return WEND_ERROR_BUSY;
    }
    const int64_t slot = find(m, agent);
    if (slot == WENDI_AGENT_SLOT_NONE) {
        return refuse_agent(m, function, agent);
    }
    if (values == NULL && count > 0) {
        return wendi_refuse_null(&m->message, function, "values");
    }
    if (count > m->fact_count) {
        return wendi_refuse(&m->message, function, "count", (double)count, 0, m->fact_count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const wend_result result = check_fact(m, &m->message, function, i, values[i]);
        if (result != WEND_OK) {
            return result;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        wendi_machine_facts(m, (uint32_t)slot)[i] = values[i] + 0.0;
    }
    return WEND_OK;
}

double wend_machines_get_fact(const wend_machines *m, uint64_t agent, uint32_t fact)
{
    const int64_t slot = find(m, agent);
    return slot == WENDI_AGENT_SLOT_NONE || fact >= m->fact_count
               ? 0
               : wendi_machine_facts(m, (uint32_t)slot)[fact];
}

/* ---- changes ---- */

static wend_result change_agent(wend_machines *m, const char *function, uint64_t agent,
                                wendi_machine_order_kind kind, uint32_t state)
{
    if (m == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (m->is_busy && m->is_thread_safe) {
        return WEND_ERROR_BUSY;
    }
    const int64_t slot = find(m, agent);
    if (slot == WENDI_AGENT_SLOT_NONE) {
        return refuse_agent(m, function, agent);
    }
    if (kind != WENDI_ORDER_POP && !is_state(m, state)) {
        return refuse_state(m, function, state);
    }
    if (is_own(m, slot)) {
        return wendi_machine_queue(m->run, kind, state) == WEND_OK
                   ? WEND_OK
                   : wendi_fail(&m->message, WEND_ERROR_FULL,
                                "%s: %u changes of agent %llu wait, as many as max_chain", function,
                                (unsigned)m->max_chain, (unsigned long long)agent);
    }
    if (m->is_busy) {
        return order(m, function,
                     &(wendi_machine_order){.kind = kind, .slot = (uint32_t)slot, .state = state});
    }
    const wendi_machine_slot *it = &m->slots[slot];
    if (kind == WENDI_ORDER_PUSH && it->stack_count == m->stack_depth) {
        return wendi_fail(&m->message, WEND_ERROR_FULL,
                          "%s: %u states of agent %llu are interrupted, as many as stack_depth",
                          function, (unsigned)m->stack_depth, (unsigned long long)agent);
    }
    if (kind == WENDI_ORDER_POP && it->stack_count == 0) {
        return wendi_fail(&m->message, WEND_ERROR_ARGUMENT,
                          "%s: agent %llu has no interrupted state", function,
                          (unsigned long long)agent);
    }
    wendi_machine_run run;
    wendi_machines_begin(m);
    wendi_machine_run_begin(&run, m, &m->blocks[0], (uint32_t)slot);
    (void)wendi_machine_change(&run, kind, state, it->leaf, WEND_CHANGE_CALL, NULL);
    wendi_machine_drain(&run);
    wendi_machines_merge(m, 1);
    return wendi_machines_end(m, function);
}

wend_result wend_machines_change(wend_machines *m, uint64_t agent, uint32_t state)
{
    return change_agent(m, "wend_machines_change", agent, WENDI_ORDER_CHANGE, state);
}

wend_result wend_machines_push(wend_machines *m, uint64_t agent, uint32_t state)
{
    return change_agent(m, "wend_machines_push", agent, WENDI_ORDER_PUSH, state);
}

wend_result wend_machines_pop(wend_machines *m, uint64_t agent)
{
    return change_agent(m, "wend_machines_pop", agent, WENDI_ORDER_POP, 0);
}

static wend_result turn_queue(wend_machine_turn *turn, wendi_machine_order_kind kind,
                              uint32_t state)
{
    if (turn == NULL || turn->inner == NULL ||
        (kind != WENDI_ORDER_POP && !is_state(turn->machines, state))) {
        return WEND_ERROR_ARGUMENT;
    }
    return wendi_machine_queue(turn->inner, kind, state);
}

wend_result wend_machine_turn_change(wend_machine_turn *turn, uint32_t state)
{
    return turn_queue(turn, WENDI_ORDER_CHANGE, state);
}

wend_result wend_machine_turn_push(wend_machine_turn *turn, uint32_t state)
{
    return turn_queue(turn, WENDI_ORDER_PUSH, state);
}

wend_result wend_machine_turn_pop(wend_machine_turn *turn)
{
    return turn_queue(turn, WENDI_ORDER_POP, 0);
}

wend_result wend_machine_turn_set_fact(wend_machine_turn *turn, uint32_t fact, double value)
{
    if (turn == NULL || turn->inner == NULL ||
        check_fact(turn->machines, NULL, "", fact, value) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_machine_run *run = turn->inner;
    wendi_machine_facts(turn->machines, run->slot)[fact] = value + 0.0;
    return WEND_OK;
}
