/* Hash, bytes and drawing of machines.
 *
 * Bytes: one section of bytes.h, magic "WMAC", version 1, with these numbers, little-endian:
 *
 *   description u64 (a hash), tick u64, failures u64, states: count u64; each visits u64
 *   slots: count u64; each is used u8, and if so
 *     agent u64, leaf u32, previous u32, latches u64, entered u64[depth of the leaf + 1],
 *     facts f64[fact count], stack count u32; each state u32, ticks u64;
 *     histories u32[history count]
 *   free slots: count u64; each index u32, the next to be used last */
#include "mind/machines/machines.h"

#include "base/core/message.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

enum { MAGIC = 0x43414D57, VERSION = 1, TEXT_CAPACITY = 48 };

/* ---- fields ---- */

static void visit_state(wendi_visitor *v, uint16_t *state)
{
    uint32_t wide = *state;
    wendi_visit_u32(v, &wide);
    wendi_visit_expect(v, wide <= UINT16_MAX, "a state is out of range");
    *state = (uint16_t)wide;
}

/* True if agents can rest in it. */
static bool is_resting(const wend_machines *m, uint32_t state)
{
    return state < m->state_count && !m->states[state].is_global;
}

static void visit_times(wendi_visitor *v, const wend_machines *m, uint32_t slot)
{
    uint64_t *entered = wendi_machine_entered(m, slot);
    for (uint32_t i = 0; i <= m->states[m->slots[slot].leaf].depth; i++) {
        wendi_visit_u64(v, &entered[i]);
        wendi_visit_expect(v, entered[i] <= m->tick, "a state was entered later than now");
    }
}

static void visit_facts(wendi_visitor *v, const wend_machines *m, uint32_t slot)
{
    double *facts = wendi_machine_facts(m, slot);
    for (uint32_t i = 0; i < m->fact_count; i++) {
        wendi_visit_f64(v, &facts[i]);
        wendi_visit_expect(v,
                           facts[i] >= -DBL_MAX && facts[i] <= DBL_MAX &&
                               wendi_bits_of_f64(facts[i] + 0.0) == wendi_bits_of_f64(facts[i]),
                           "a fact is out of range");
    }
}

static void visit_stack(wendi_visitor *v, const wend_machines *m, uint32_t slot)
{
    wendi_machine_slot *it = &m->slots[slot];
    wendi_interrupted *stack = wendi_machine_stack(m, slot);
    it->stack_count = (uint8_t)wendi_visit_code(v, it->stack_count, m->stack_depth);
    for (uint32_t i = 0; i < it->stack_count; i++) {
        visit_state(v, &stack[i].state);
        wendi_visit_u64(v, &stack[i].ticks);
        wendi_visit_expect(
            v, is_resting(m, stack[i].state) && stack[i].ticks <= WEND_MESSAGES_TICK_MAX,
            "an interrupted state is out of range");
    }
}

static void visit_histories(wendi_visitor *v, const wend_machines *m, uint32_t slot)
{
    uint16_t *histories = wendi_machine_histories(m, slot);
    for (uint32_t s = 0; s < m->state_count; s++) {
        const wendi_machine_state *state = &m->states[s];
        if (state->history != WEND_HISTORY_NONE) {
            uint16_t *last = &histories[state->history_index];
            visit_state(v, last);
            wendi_visit_expect(v,
                               *last == WENDI_STATE_NONE || (is_resting(m, *last) && *last != s &&
                                                             wendi_machine_is_within(m, *last, s)),
                               "a history is out of range");
            if (wendi_visitor_has_failed(v)) {
                return;
            }
        }
    }
}

static void visit_slot(wendi_visitor *v, const wend_machines *m, uint32_t slot)
{
    wendi_machine_slot *it = &m->slots[slot];
    wendi_visit_u64(v, &it->number);
    visit_state(v, &it->leaf);
    visit_state(v, &it->previous);
    wendi_visit_u64(v, &it->latches);
    wendi_visit_expect(v,
                       is_resting(m, it->leaf) &&
                           (it->previous == WENDI_STATE_NONE || is_resting(m, it->previous)),
                       "the state of an agent is out of range");
    wendi_visit_expect(v, m->latch_count == 64 || it->latches >> m->latch_count == 0,
                       "the conditions of an agent are out of range");
    if (!wendi_visitor_has_failed(v)) {
        visit_times(v, m, slot);
        visit_facts(v, m, slot);
        visit_stack(v, m, slot);
    }
    if (!wendi_visitor_has_failed(v)) {
        visit_histories(v, m, slot);
    }
}

/* ---- hash, save ---- */

static void visit_all(wendi_visitor *v, const wend_machines *m)
{
    uint64_t description = m->description, tick = m->tick, failures = m->failure_count;
    wendi_visit_u64(v, &description);
    wendi_visit_u64(v, &tick);
    wendi_visit_u64(v, &failures);
    (void)wendi_visit_count(v, m->state_count, sizeof(uint64_t), SIZE_MAX);
    wendi_visit_u64_array(v, m->visits, m->state_count);
    (void)wendi_visit_count(v, m->slot_count, 1, SIZE_MAX);
    for (uint32_t i = 0; i < m->slot_count; i++) {
        bool is_used = m->slots[i].is_used;
        wendi_visit_bool(v, &is_used);
        if (is_used) {
            visit_slot(v, m, i);
        }
    }
    (void)wendi_visit_count(v, m->free_count, sizeof(uint32_t), SIZE_MAX);
    wendi_visit_u32_array(v, m->free_slots, m->free_count);
}

uint64_t wend_machines_hash(const wend_machines *m)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (m == NULL) {
        return 0;
    }
    visit_all(&v, m);
    return v.hash;
}

static void write_machines(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_all(&v, object);
}

wend_result wend_machines_save(const wend_machines *m, uint8_t *bytes, size_t capacity,
                               size_t *count)
{
    if (m != NULL && m->is_busy) {
        if (count != NULL) {
            *count = 0;
        }
        return WEND_ERROR_BUSY;
    }
    return wendi_save_object(m, write_machines, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- load ---- */

static void read_slots(wendi_visitor *v, wend_machines *m)
{
    const size_t count = wendi_visit_count(v, 0, 1, WEND_MACHINE_AGENTS_MAX);
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        if (!wendi_visit_expect_memory(v, wendi_machine_reserve_slot(m))) {
            return;
        }
        const uint32_t slot = m->slot_count++;
        wendi_machine_slot *it = &m->slots[slot];
        memset(it, 0, sizeof *it);
        memset(wendi_machine_entered(m, slot), 0, m->depth * sizeof *m->entered);
        wendi_visit_bool(v, &it->is_used);
        if (it->is_used) {
            visit_slot(v, m, slot);
            wendi_visit_expect(
                v, wendi_agent_slots_find(&m->table, it->number) == WENDI_AGENT_SLOT_NONE,
                "an agent occurs twice");
            if (!wendi_visitor_has_failed(v)) {
                wendi_agent_slots_add(&m->table, it->number, slot);
            }
        }
    }
}

static void read_free(wendi_visitor *v, wend_machines *m)
{
    static const char reason[] = "the free slots are not those that are free";
    const size_t count = wendi_visit_count(v, 0, sizeof(uint32_t), m->slot_count);
    wendi_visit_expect(v, count == m->slot_count - m->table.count, reason);
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        uint32_t index = 0;
        wendi_visit_u32(v, &index);
        wendi_visit_expect(
            v, index < m->slot_count && !m->slots[index].is_used && !m->slots[index].is_removed,
            reason);
        if (!wendi_visitor_has_failed(v)) {
            m->slots[index].is_removed = true; /* it is in the list */
            m->free_slots[m->free_count++] = index;
        }
    }
    for (uint32_t i = 0; i < m->free_count; i++) {
        m->slots[m->free_slots[i]].is_removed = false;
    }
}

static wend_result read_machines(wendi_visitor *v, wend_machines *m)
{
    uint64_t description = 0;
    wendi_visit_part(v, "the data ends within the machines");
    wendi_visit_u64(v, &description);
    wendi_visit_expect(v, description == m->description,
                       "the bytes are of another description: states, transitions or facts differ");
    wendi_visit_u64(v, &m->tick);
    wendi_visit_u64(v, &m->failure_count);
    wendi_visit_expect(v, m->tick <= WEND_MESSAGES_TICK_MAX, "the tick is out of range");
    const size_t states = wendi_visit_count(v, 0, sizeof(uint64_t), m->state_count);
    wendi_visit_expect(v, states == m->state_count, "the number of states differs");
    wendi_visit_u64_array(v, m->visits, states);
    read_slots(v, m);
    read_free(v, m);
    if (!wendi_visitor_has_failed(v)) {
        wendi_visit_expect(v, wendi_reader_is_done(v->reader),
                           "there are bytes behind the machines");
    }
    const wend_result result = wendi_visitor_result(v);
    return result == WEND_OK && m->table.count > m->max_agents ? WEND_ERROR_FULL : result;
}

wend_result wend_machines_load(const wend_machines_def *def, const uint8_t *bytes, size_t count,
                               wend_machines **machines)
{
    static const char function[] = "wend_machines_load";
    if (machines != NULL) {
        *machines = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, wend_machines_def_default().cookie,
                                         def->message, function, "wend_machines_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (machines == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(def->message, function, machines == NULL ? "machines" : "bytes");
    }
    wend_machines *made = NULL;
    wend_result result = wendi_machines_create(def, function, &made);
    if (result != WEND_OK) {
        return result;
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the machines",
                                &content, &version, &reason) != WEND_OK) {
        wend_machines_destroy(made);
        return wendi_fail_reason(def->message, function, WEND_ERROR_FILE, reason.text);
    }
    wendi_visitor v = wendi_visitor_reading(&content);
    result = read_machines(&v, made);
    if (result == WEND_ERROR_FULL) {
        (void)wendi_fail(def->message, result, "%s: the bytes have %u agents, and max_agents is %u",
                         function, (unsigned)made->table.count, (unsigned)made->max_agents);
    }
    if (result != WEND_OK) {
        wend_machines_destroy(made);
        return result == WEND_ERROR_FULL
                   ? result
                   : wendi_fail_reason(def->message, function, result,
                                       result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *machines = made;
    return WEND_OK;
}

/* ---- drawing ---- */

wend_result wend_machines_draw(const wend_machines *m,
                               bool (*position)(void *user, uint64_t agent, wend_vec2 *position),
                               void *user, const wend_draw *draw)
{
    if (m == NULL || position == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < m->slot_count && draw->text != NULL; i++) {
        const wendi_machine_slot *slot = &m->slots[i];
        wend_vec2 at = {0, 0};
        if (slot->is_used && !slot->is_removed && position(user, slot->number, &at)) {
            char text[TEXT_CAPACITY], more[12] = "";
            if (slot->stack_count > 0) {
                (void)snprintf(more, sizeof more, " +%u", (unsigned)slot->stack_count);
            }
            (void)snprintf(text, sizeof text, "%s%s", m->states[slot->leaf].name, more);
            draw->text(draw->context, at, text, WEND_MEANING_NOTE);
        }
    }
    return WEND_OK;
}
