/* Ranges of state machines. */
#include "ranges.h"

#include <stddef.h>
#include <string.h>

/* What a definition of two states and a transition points to. */
typedef struct tiny {
    wend_state_def states[WEND_MACHINE_STATES_MAX + 1];
    char names[WEND_MACHINE_STATES_MAX + 1][8];
    wend_transition_def transitions[WEND_MACHINE_TRANSITIONS_MAX + 1];
    wend_fact_condition conditions[WEND_MACHINE_CONDITIONS_MAX + 1];
} tiny;

static wend_machines_def describe(tiny *t)
{
    wend_machines_def def = wend_machines_def_default();
    for (uint32_t i = 0; i <= WEND_MACHINE_STATES_MAX; i++) {
        const char name[8] = {(char)('a' + i / 26), (char)('a' + i % 26)};
        memcpy(t->names[i], name, sizeof name);
        t->states[i] = wend_state_def_default();
        t->states[i].name = t->names[i];
    }
    for (uint32_t i = 0; i <= WEND_MACHINE_TRANSITIONS_MAX; i++) {
        t->transitions[i] = wend_transition_def_default();
        t->transitions[i].from = 0;
        t->transitions[i].to = 1;
        t->transitions[i].conditions = t->conditions;
    }
    for (uint32_t i = 0; i <= WEND_MACHINE_CONDITIONS_MAX; i++) {
        t->conditions[i] = (wend_fact_condition){.fact = 0, .value = 1};
    }
    def.states = t->states;
    def.state_count = 2;
    def.transitions = t->transitions;
    def.transition_count = 1;
    def.fact_count = 1;
    return def;
}

static wend_result use(const wend_machines_def *def)
{
    wend_machines *it;
    const wend_result result = wend_machines_create(def, &it);
    wend_machines_destroy(it);
    return result;
}

static wend_result use_machines_def(const range_trial *t)
{
    static tiny it;
    wend_machines_def def = describe(&it);
    def.transition_count = 0;
    t->set(&def, t->range, t->value);
    return use(&def);
}

static wend_result use_state_def(const range_trial *t)
{
    static tiny it;
    const wend_machines_def def = describe(&it);
    it.states[0].timeout_ticks = 5;
    it.states[1].parent = 0;
    t->set(&it.states[0], t->range, t->value);
    return use(&def);
}

static wend_result use_parent(const range_trial *t)
{
    static tiny it;
    const wend_machines_def def = describe(&it);
    t->set(&it.states[1], t->range, t->value);
    return use(&def);
}

static wend_result use_transition_def(const range_trial *t)
{
    static tiny it;
    const wend_machines_def def = describe(&it);
    it.transitions[0].to = t->range->offset == offsetof(wend_transition_def, action) &&
                                   t->value >= (double)WEND_TRANSITION_POP
                               ? WEND_STATE_NONE
                               : 1;
    t->set(&it.transitions[0], t->range, t->value);
    return use(&def);
}

#define TICKS_MOST 1099511627776.0

static const range items[] = {
    {FIELD(wend_machines_def, state_count), RANGE_UINT32, 1, WEND_MACHINE_STATES_MAX,
     use_machines_def, 0},
    {FIELD(wend_machines_def, transition_count), RANGE_UINT32, 0, WEND_MACHINE_TRANSITIONS_MAX,
     use_machines_def, 0},
    {FIELD(wend_machines_def, fact_count), RANGE_UINT32, 0, WEND_MACHINE_FACTS_MAX,
     use_machines_def, 0},
    {FIELD(wend_machines_def, initial), RANGE_UINT32, 0, 1, use_machines_def, 0},
    {FIELD(wend_machines_def, max_agents), RANGE_UINT32, 1, WEND_MACHINE_AGENTS_MAX,
     use_machines_def, 0},
    {FIELD(wend_machines_def, stack_depth), RANGE_UINT32, 0, WEND_MACHINE_STACK_MAX,
     use_machines_def, 0},
    {FIELD(wend_machines_def, max_chain), RANGE_UINT32, 1, WEND_MACHINE_CHAIN_MAX, use_machines_def,
     0},
    {FIELD(wend_machines_def, record_limit), RANGE_UINT32, 0, WEND_MACHINE_RECORDS_MAX,
     use_machines_def, 0},
    {FIELD(wend_machines_def, tick), RANGE_UINT64, 0, 4503599627370496.0, use_machines_def, 0},
    {FIELD(wend_state_def, parent), RANGE_UINT32, 0, 0, use_parent, 0},
    {FIELD(wend_state_def, initial), RANGE_UINT32, 1, 1, use_state_def, 0},
    {FIELD(wend_state_def, history), RANGE_UINT32, WEND_HISTORY_NONE, WEND_HISTORY_DEEP,
     use_state_def, 0},
    {FIELD(wend_state_def, min_ticks), RANGE_UINT64, 0, TICKS_MOST, use_state_def, 0},
    {FIELD(wend_state_def, timeout_ticks), RANGE_UINT64, 0, TICKS_MOST, use_state_def, 0},
    {FIELD(wend_state_def, timeout_to), RANGE_UINT32, 0, 1, use_state_def, 0},
    {FIELD(wend_transition_def, from), RANGE_UINT32, 0, 1, use_transition_def, 0},
    {FIELD(wend_transition_def, to), RANGE_UINT32, 0, 1, use_transition_def, 0},
    {FIELD(wend_transition_def, action), RANGE_UINT32, WEND_TRANSITION_GO, WEND_TRANSITION_POP,
     use_transition_def, 0},
    {FIELD(wend_transition_def, priority), RANGE_INT32, -1048576, 1048576, use_transition_def, 0},
    {FIELD(wend_transition_def, telegram_type), RANGE_UINT32, 0, 4294967295.0, use_transition_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_transition_def, condition_count), RANGE_UINT32, 0, WEND_MACHINE_CONDITIONS_MAX,
     use_transition_def, 0},
};

const range_list ranges_machines = {items, sizeof items / sizeof *items};
