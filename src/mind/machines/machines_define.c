/* Descriptions of machines: checked, copied, and sorted for use.
 * Cost: linear, but for the sorting of transitions. */
#include "mind/machines/machines.h"

#include "base/core/message.h"
#include "base/math/bits.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

enum { STATE_COOKIE = 0x53544131, TRANSITION_COOKIE = 0x54524E31, TEXT_CAPACITY = 64 };

wend_state_def wend_state_def_default(void)
{
    wend_state_def def;
    memset(&def, 0, sizeof def);
    def.cookie = STATE_COOKIE;
    def.parent = WEND_STATE_NONE;
    def.initial = WEND_STATE_NONE;
    def.timeout_to = WEND_STATE_NONE;
    return def;
}

wend_transition_def wend_transition_def_default(void)
{
    wend_transition_def def;
    memset(&def, 0, sizeof def);
    def.cookie = TRANSITION_COOKIE;
    def.from = WEND_STATE_NONE;
    def.to = WEND_STATE_NONE;
    def.telegram_type = WEND_TELEGRAM_TYPE_NONE;
    return def;
}

/* ---- checks ---- */

/* The definition under check, and where its mistakes go. */
typedef struct checking {
    const wend_machines_def *def;
    const char *function;
    wend_message *message;
} checking;

/* "states[3] (flee).parent" */
typedef struct field_text {
    char text[TEXT_CAPACITY];
} field_text;

static field_text field_of(const char *list, uint32_t index, const char *field)
{
    field_text it;
    (void)snprintf(it.text, sizeof it.text, "%s[%u].%s", list, (unsigned)index, field);
    return it;
}

static wend_result refuse_state(const checking *c, const char *list, uint32_t index,
                                const char *field, const char *what)
{
    return wendi_fail(c->message, WEND_ERROR_ARGUMENT, "%s: %s %s", c->function,
                      field_of(list, index, field).text, what);
}

static bool is_name(const char *name)
{
    const void *end = name == NULL ? NULL : memchr(name, '\0', WEND_MACHINE_NAME_CAPACITY);
    return end != NULL && name[0] != '\0';
}

static bool is_state(const checking *c, uint32_t state)
{
    return state < c->def->state_count && !c->def->states[state].is_global;
}

static wend_result check_name(const checking *c, const char *list, uint32_t index, const char *name)
{
    return is_name(name)
               ? WEND_OK
               : wendi_fail(c->message, WEND_ERROR_ARGUMENT, "%s: %s has no bytes or more than %d",
                            c->function, field_of(list, index, "name").text,
                            WEND_MACHINE_NAME_CAPACITY - 1);
}

static wend_result check_times(const checking *c, uint32_t index, const wend_state_def *it)
{
    const double most = (double)WEND_STATE_TICKS_MAX;
    if (it->min_ticks > WEND_STATE_TICKS_MAX) {
        return wendi_refuse(c->message, c->function, field_of("states", index, "min_ticks").text,
                            (double)it->min_ticks, 0, most);
    }
    if (it->timeout_ticks > WEND_STATE_TICKS_MAX) {
        return wendi_refuse(c->message, c->function,
                            field_of("states", index, "timeout_ticks").text,
                            (double)it->timeout_ticks, 0, most);
    }
    if (it->timeout_ticks > 0 && it->timeout_to != WEND_STATE_NONE &&
        !is_state(c, it->timeout_to)) {
        return refuse_state(c, "states", index, "timeout_to", "is no state, or a global one");
    }
    return WEND_OK;
}

static wend_result check_state(const checking *c, uint32_t index)
{
    const wend_machines_def *def = c->def;
    const wend_state_def *it = &def->states[index];
    if (it->cookie != STATE_COOKIE) {
        return wendi_refuse_cookie(c->message, c->function, it->cookie, "wend_state_def_default");
    }
    wend_result result = check_name(c, "states", index, it->name);
    for (uint32_t i = 0; i < index && result == WEND_OK; i++) {
        if (strcmp(def->states[i].name, it->name) == 0) {
            result = refuse_state(c, "states", index, "name", "occurs before");
        }
    }
    if (result != WEND_OK) {
        return result;
    }
    if (it->parent != WEND_STATE_NONE && (it->is_global || !is_state(c, it->parent))) {
        return refuse_state(c, "states", index, "parent",
                            "is no state, or one of both is a global state");
    }
    uint32_t depth = 1;
    for (uint32_t up = it->parent; up != WEND_STATE_NONE && depth <= WEND_MACHINE_DEPTH_MAX;
         depth++) {
        up = up < def->state_count ? def->states[up].parent : WEND_STATE_NONE;
    }
    if (depth > WEND_MACHINE_DEPTH_MAX) {
        return refuse_state(c, "states", index, "parent",
                            "leads round in a circle, or states are within each other more "
                            "than 8 deep");
    }
    if (it->initial != WEND_STATE_NONE &&
        (!is_state(c, it->initial) || def->states[it->initial].parent != index)) {
        return refuse_state(c, "states", index, "initial", "is no child of the state");
    }
    if ((uint32_t)it->history > WEND_HISTORY_DEEP) {
        return wendi_refuse(c->message, c->function, field_of("states", index, "history").text,
                            (double)(uint32_t)it->history, WEND_HISTORY_NONE, WEND_HISTORY_DEEP);
    }
    return check_times(c, index, it);
}

/* "transitions[2].conditions[1].value" */
static field_text condition_field(uint32_t index, uint32_t number, const char *field)
{
    field_text it;
    (void)snprintf(it.text, sizeof it.text, "transitions[%u].conditions[%u].%s", (unsigned)index,
                   (unsigned)number, field);
    return it;
}

static wend_result check_condition(const checking *c, uint32_t index, uint32_t number)
{
    const wend_fact_condition *it = &c->def->transitions[index].conditions[number];
    if (it->fact != WEND_FACT_TIME && it->fact >= c->def->fact_count) {
        return wendi_refuse_index(c->message, c->function,
                                  condition_field(index, number, "fact").text, it->fact, "facts",
                                  c->def->fact_count);
    }
    if ((uint32_t)it->compare > WEND_NOT_EQUAL) {
        return wendi_refuse(c->message, c->function, condition_field(index, number, "compare").text,
                            (double)(uint32_t)it->compare, WEND_LESS, WEND_NOT_EQUAL);
    }
    if (!(it->value >= -DBL_MAX && it->value <= DBL_MAX)) {
        return wendi_refuse(c->message, c->function, condition_field(index, number, "value").text,
                            it->value, -DBL_MAX, DBL_MAX);
    }
    const field_text hysteresis = condition_field(index, number, "hysteresis");
    const bool has_memory = it->fact != WEND_FACT_TIME && it->compare < WEND_EQUAL;
    if (!has_memory && !(it->hysteresis >= 0 && it->hysteresis <= 0)) {
        return wendi_fail(c->message, WEND_ERROR_ARGUMENT,
                          "%s: %s is %s, and must be 0, as only WEND_LESS to WEND_GREATER_EQUAL on "
                          "a fact have one",
                          c->function, hysteresis.text, wendi_format_number(it->hysteresis).text);
    }
    if (has_memory && !(it->hysteresis >= 0 && it->hysteresis <= DBL_MAX)) {
        return wendi_refuse(c->message, c->function, hysteresis.text, it->hysteresis, 0, DBL_MAX);
    }
    return WEND_OK;
}

static wend_result check_transition(const checking *c, uint32_t index)
{
    const wend_transition_def *it = &c->def->transitions[index];
    if (it->cookie != TRANSITION_COOKIE) {
        return wendi_refuse_cookie(c->message, c->function, it->cookie,
                                   "wend_transition_def_default");
    }
    if (it->from >= c->def->state_count) {
        return refuse_state(c, "transitions", index, "from", "is no state");
    }
    if ((uint32_t)it->action > WEND_TRANSITION_POP) {
        return wendi_refuse(c->message, c->function, field_of("transitions", index, "action").text,
                            (double)(uint32_t)it->action, WEND_TRANSITION_GO, WEND_TRANSITION_POP);
    }
    const bool is_pop = it->action == WEND_TRANSITION_POP;
    if (is_pop ? it->to != WEND_STATE_NONE : !is_state(c, it->to)) {
        return refuse_state(c, "transitions", index, "to",
                            is_pop ? "must be WEND_STATE_NONE: it returns"
                                   : "is no state, or a global one");
    }
    if (it->priority < -WEND_TRANSITION_PRIORITY_MAX ||
        it->priority > WEND_TRANSITION_PRIORITY_MAX) {
        return wendi_refuse(c->message, c->function,
                            field_of("transitions", index, "priority").text, it->priority,
                            -WEND_TRANSITION_PRIORITY_MAX, WEND_TRANSITION_PRIORITY_MAX);
    }
    if (it->condition_count > WEND_MACHINE_CONDITIONS_MAX) {
        return wendi_refuse(c->message, c->function,
                            field_of("transitions", index, "condition_count").text,
                            it->condition_count, 0, WEND_MACHINE_CONDITIONS_MAX);
    }
    if (it->condition_count > 0 && it->conditions == NULL) {
        return wendi_refuse_null(c->message, c->function,
                                 field_of("transitions", index, "conditions").text);
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < it->condition_count && result == WEND_OK; i++) {
        result = check_condition(c, index, i);
    }
    return result;
}

static wend_result check_facts(const checking *c)
{
    const wend_machines_def *def = c->def;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < def->fact_count && def->fact_names != NULL && result == WEND_OK; i++) {
        result = check_name(c, "fact_names", i, def->fact_names[i]);
        for (uint32_t k = 0; k < i && result == WEND_OK; k++) {
            if (strcmp(def->fact_names[k], def->fact_names[i]) == 0) {
                result = refuse_state(c, "fact_names", i, "name", "occurs before");
            }
        }
    }
    return result;
}

/* A number of the definition and its range. */
typedef struct number_range {
    const char *field;
    double value, low, high;
} number_range;

static wend_result check_numbers(const checking *c)
{
    const wend_machines_def *def = c->def;
    const number_range ranges[] = {
        {"state_count", def->state_count, 1, WEND_MACHINE_STATES_MAX},
        {"transition_count", def->transition_count, 0, WEND_MACHINE_TRANSITIONS_MAX},
        {"fact_count", def->fact_count, 0, WEND_MACHINE_FACTS_MAX},
        {"max_agents", def->max_agents, 1, WEND_MACHINE_AGENTS_MAX},
        {"stack_depth", def->stack_depth, 0, WEND_MACHINE_STACK_MAX},
        {"max_chain", def->max_chain, 1, WEND_MACHINE_CHAIN_MAX},
        {"record_limit", def->record_limit, 0, WEND_MACHINE_RECORDS_MAX},
        {"tick", (double)def->tick, 0, (double)WEND_MESSAGES_TICK_MAX},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        const number_range *r = &ranges[i];
        if (r->value < r->low || r->value > r->high) {
            return wendi_refuse(c->message, c->function, r->field, r->value, r->low, r->high);
        }
    }
    if (def->states == NULL || (def->transitions == NULL && def->transition_count > 0)) {
        return wendi_refuse_null(c->message, c->function,
                                 def->states == NULL ? "states" : "transitions");
    }
    return WEND_OK;
}

static wend_result check_all(const checking *c)
{
    const wend_machines_def *def = c->def;
    uint32_t hystereses = 0;
    wend_result result = check_numbers(c);
    for (uint32_t i = 0; result == WEND_OK && i < def->state_count; i++) {
        result = check_state(c, i);
    }
    result = result == WEND_OK ? check_facts(c) : result;
    for (uint32_t i = 0; result == WEND_OK && i < def->transition_count; i++) {
        result = check_transition(c, i);
        for (uint32_t k = 0; result == WEND_OK && k < def->transitions[i].condition_count; k++) {
            hystereses += def->transitions[i].conditions[k].hysteresis > 0 ? 1 : 0;
        }
    }
    if (result == WEND_OK && !is_state(c, def->initial)) {
        return wendi_fail(c->message, WEND_ERROR_ARGUMENT,
                          "%s: initial is %u, which is no state, or a global one", c->function,
                          (unsigned)def->initial);
    }
    if (result == WEND_OK && hystereses > WEND_MACHINE_HYSTERESES_MAX) {
        return wendi_fail(c->message, WEND_ERROR_ARGUMENT,
                          "%s: %u conditions have a hysteresis, and at most %d may", c->function,
                          (unsigned)hystereses, WEND_MACHINE_HYSTERESES_MAX);
    }
    return result;
}

/* ---- compiling ---- */

static uint16_t narrow(uint32_t state)
{
    return state == WEND_STATE_NONE ? (uint16_t)WENDI_STATE_NONE : (uint16_t)state;
}

static void compile_states(wend_machines *m, const wend_machines_def *def)
{
    for (uint32_t i = 0; i < def->state_count; i++) {
        const wend_state_def *it = &def->states[i];
        wendi_machine_state *state = &m->states[i];
        memcpy(state->name, it->name, strlen(it->name) + 1);
        state->parent = narrow(it->parent);
        state->initial = narrow(it->initial);
        for (uint32_t up = it->parent; up != WEND_STATE_NONE; up = def->states[up].parent) {
            state->depth++;
        }
        m->depth = state->depth + 1u > m->depth ? state->depth + 1u : m->depth;
        state->is_global = it->is_global;
        state->history = it->history;
        state->history_index = it->history != WEND_HISTORY_NONE ? m->history_count++ : 0;
        state->min_ticks = it->min_ticks;
        state->timeout_ticks = it->timeout_ticks;
        state->timeout_to = it->timeout_ticks > 0 ? it->timeout_to : WEND_STATE_NONE;
        state->enter = it->enter;
        state->update = it->update;
        state->exit = it->exit;
        state->on_message = it->on_message;
        m->has_callbacks = m->has_callbacks || it->enter != NULL || it->update != NULL ||
                           it->exit != NULL || it->on_message != NULL;
        if (it->is_global) {
            m->globals[m->global_count++] = (uint16_t)i;
        }
    }
}

static void compile_condition(wend_machines *m, const wend_fact_condition *it)
{
    wendi_machine_condition *condition = &m->conditions[m->condition_count];
    condition->it = *it;
    condition->it.value = it->value + 0.0; /* -0 would have another hash */
    condition->it.hysteresis = it->hysteresis + 0.0;
    condition->latch = UINT32_MAX;
    if (it->hysteresis > 0) {
        condition->latch = m->latch_count;
        const bool is_low = it->compare == WEND_LESS || it->compare == WEND_LESS_EQUAL;
        const double sign = is_low ? -1 : 1;
        m->latches[m->latch_count++] = (wendi_machine_latch){
            .sign = sign,
            .on = sign * it->value,
            .off = sign * it->value - it->hysteresis,
            .fact = it->fact,
            .is_at_on = it->compare == WEND_LESS_EQUAL || it->compare == WEND_GREATER_EQUAL};
    }
    m->condition_count++;
}

static bool is_before(const wendi_machine_transition *a, const wendi_machine_transition *b)
{
    const bool a_waits = a->telegram_type != WEND_TELEGRAM_TYPE_NONE;
    const bool b_waits = b->telegram_type != WEND_TELEGRAM_TYPE_NONE;
    return a->from != b->from           ? a->from < b->from
           : a_waits != b_waits         ? b_waits
           : a->priority != b->priority ? a->priority > b->priority
                                        : a->index < b->index;
}

static void compile_transitions(wend_machines *m, const wend_machines_def *def)
{
    for (uint32_t i = 0; i < def->transition_count; i++) {
        const wend_transition_def *it = &def->transitions[i];
        const wendi_machine_transition made = {.from = narrow(it->from),
                                               .to = narrow(it->to),
                                               .action = it->action,
                                               .is_local = it->is_local,
                                               .telegram_type = it->telegram_type,
                                               .index = i,
                                               .priority = it->priority,
                                               .first_condition = m->condition_count,
                                               .condition_count = it->condition_count,
                                               .guard = it->guard};
        for (uint32_t k = 0; k < it->condition_count; k++) {
            compile_condition(m, &it->conditions[k]);
        }
        m->has_callbacks = m->has_callbacks || it->guard != NULL;
        uint32_t at = i;
        for (; at > 0 && is_before(&made, &m->transitions[at - 1]); at--) {
            m->transitions[at] = m->transitions[at - 1];
        }
        m->transitions[at] = made;
    }
    uint32_t at = 0;
    for (uint32_t s = 0; s < def->state_count; s++) {
        wendi_machine_state *state = &m->states[s];
        state->first_transition = at;
        while (at < def->transition_count && m->transitions[at].from == s &&
               m->transitions[at].telegram_type == WEND_TELEGRAM_TYPE_NONE) {
            at++;
        }
        state->first_message = at;
        while (at < def->transition_count && m->transitions[at].from == s) {
            at++;
        }
        state->end_transition = at;
    }
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    const size_t length = text == NULL ? 0 : strlen(text);
    return wend_hash_bytes(wend_hash_u64(hash, length), text, length);
}

/* Of all that the saved state of an agent depends on. */
static uint64_t hash_description(const wend_machines *m, const wend_machines_def *def)
{
    uint64_t hash = wend_hash_u64(wend_hash_begin(), (uint64_t)m->state_count << 32 | m->initial);
    hash = wend_hash_u64(hash, (uint64_t)m->stack_depth << 32 | m->fact_count);
    for (uint32_t i = 0; i < m->state_count; i++) {
        const wendi_machine_state *s = &m->states[i];
        hash = hash_text(hash, s->name);
        hash = wend_hash_u64(hash, (uint64_t)s->parent << 32 | (uint64_t)s->initial << 16 |
                                       (uint64_t)s->history << 1 | (s->is_global ? 1 : 0));
        hash = wend_hash_u64(wend_hash_u64(hash, s->min_ticks), s->timeout_ticks);
        hash = wend_hash_u64(hash, s->timeout_to);
    }
    for (uint32_t i = 0; i < m->fact_count && def->fact_names != NULL; i++) {
        hash = hash_text(hash, def->fact_names[i]);
    }
    for (uint32_t i = 0; i < m->transition_count; i++) {
        const wendi_machine_transition *t = &m->transitions[i];
        hash = wend_hash_u64(hash, (uint64_t)t->index << 32 | (uint64_t)t->from << 16 | t->to);
        hash = wend_hash_u64(hash, (uint64_t)t->action << 1 | (t->is_local ? 1 : 0));
        hash = wend_hash_u64(hash, (uint64_t)t->telegram_type << 32 | (uint32_t)t->priority);
        for (uint32_t k = 0; k < t->condition_count; k++) {
            const wend_fact_condition *c = &m->conditions[t->first_condition + k].it;
            hash = wend_hash_u64(hash, (uint64_t)c->fact << 32 | (uint64_t)c->compare << 1 |
                                           (c->is_negated ? 1 : 0));
            hash = wend_hash_u64(hash, wendi_bits_of_f64(c->value));
            hash = wend_hash_u64(hash, wendi_bits_of_f64(c->hysteresis));
        }
    }
    return hash;
}

static uint32_t count_conditions(const wend_machines_def *def)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < def->transition_count; i++) {
        count += def->transitions[i].condition_count;
    }
    return count;
}

/* Arrays of 0 items are not allocated. */
static bool allocate(wend_machines *m, void **items, size_t count, size_t bytes)
{
    *items = count == 0 ? NULL : wendi_alloc_items_zero(&m->allocator, count, bytes);
    return count == 0 || *items != NULL;
}

wend_result wendi_machine_define(wend_machines *m, const wend_machines_def *def,
                                 const char *function)
{
    const checking c = {def, function, def->message};
    const wend_result result = check_all(&c);
    if (result != WEND_OK) {
        return result;
    }
    void *states, *transitions, *conditions, *names;
    m->state_count = def->state_count;
    m->transition_count = def->transition_count;
    m->fact_count = def->fact_count;
    m->condition_capacity = count_conditions(def);
    const bool has_states = allocate(m, &states, m->state_count, sizeof *m->states);
    const bool has_transitions =
        allocate(m, &transitions, m->transition_count, sizeof *m->transitions);
    const bool has_conditions =
        allocate(m, &conditions, m->condition_capacity, sizeof *m->conditions);
    const bool has_names =
        allocate(m, &names, def->fact_names != NULL ? m->fact_count : 0, sizeof *m->fact_names);
    m->states = states;
    m->transitions = transitions;
    m->conditions = conditions;
    m->fact_names = names;
    if (!has_states || !has_transitions || !has_conditions || !has_names) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    for (uint32_t i = 0; i < m->fact_count && m->fact_names != NULL && def->fact_names != NULL;
         i++) {
        memcpy(m->fact_names[i], def->fact_names[i], strlen(def->fact_names[i]) + 1);
    }
    m->initial = def->initial;
    m->stack_depth = def->stack_depth;
    compile_states(m, def);
    compile_transitions(m, def);
    m->description = hash_description(m, def);
    return WEND_OK;
}

void wendi_machine_free_description(wend_machines *m)
{
    const wend_allocator *a = &m->allocator;
    wendi_free(a, m->states, m->state_count * sizeof *m->states);
    wendi_free(a, m->transitions, m->transition_count * sizeof *m->transitions);
    wendi_free(a, m->conditions, m->condition_capacity * sizeof *m->conditions);
    wendi_free(a, m->fact_names, m->fact_names != NULL ? m->fact_count * sizeof *m->fact_names : 0);
}

size_t wendi_machine_description_bytes(const wend_machines *m)
{
    return m->state_count * sizeof *m->states + m->transition_count * sizeof *m->transitions +
           m->condition_capacity * sizeof *m->conditions +
           (m->fact_names != NULL ? m->fact_count * sizeof *m->fact_names : 0);
}
