/* Descriptions of machines: every field out of its range is refused, and named. */
#include "support/test.h"

#include "wend/machine.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { LOW, HIGH, UNDER, STATES };

typedef struct plain_machine {
    wend_state_def states[STATES];
    wend_transition_def transitions[2];
    wend_fact_condition conditions[2];
    const char *facts[1];
    wend_machines_def def;
    wend_message message;
} plain_machine;

/*  low <--> high { under (initial) }  */
static void describe(plain_machine *d)
{
    static const char *const names[STATES] = {"low", "high", "under"};
    memset(d, 0, sizeof *d);
    for (uint32_t i = 0; i < STATES; i++) {
        d->states[i] = wend_state_def_default();
        d->states[i].name = names[i];
    }
    d->states[UNDER].parent = HIGH;
    d->states[HIGH].initial = UNDER;
    for (uint32_t i = 0; i < 2; i++) {
        d->conditions[i] = (wend_fact_condition){.compare = WEND_LESS, .value = 3};
        d->transitions[i] = wend_transition_def_default();
        d->transitions[i].from = i == 0 ? LOW : HIGH;
        d->transitions[i].to = i == 0 ? HIGH : LOW;
        d->transitions[i].conditions = d->conditions;
        d->transitions[i].condition_count = 2;
    }
    d->facts[0] = "fact";
    d->def = wend_machines_def_default();
    d->def.states = d->states;
    d->def.state_count = STATES;
    d->def.transitions = d->transitions;
    d->def.transition_count = 2;
    d->def.fact_names = d->facts;
    d->def.fact_count = 1;
    d->def.message = &d->message;
}

static void refused(const plain_machine *d, const char *text)
{
    wend_machines *machines;
    assert_int_equal(wend_machines_create(&d->def, &machines), WEND_ERROR_ARGUMENT);
    assert_null(machines);
    if (strstr(d->message.text, text) == NULL) {
        fail_msg("\"%s\" is not in \"%s\"", text, d->message.text);
    }
}

static void a_plain_description_is_taken(void **state)
{
    (void)state;
    plain_machine d;
    wend_machines *machines;
    describe(&d);
    assert_int_equal(wend_machines_create(&d.def, &machines), WEND_OK);
    wend_machines_destroy(machines);
}

static void states_out_of_range_are_refused(void **state)
{
    (void)state;
    plain_machine d;
    char name[WEND_MACHINE_NAME_CAPACITY + 1];
    const char *const bad_names[] = {NULL, "", name};
    memset(name, 'x', sizeof name);
    for (int i = 0; i < 3; i++) {
        describe(&d);
        d.states[HIGH].name = bad_names[i];
        refused(&d, "states[1].name has no bytes or more than");
    }
    describe(&d);
    d.states[UNDER].cookie++;
    refused(&d, "wend_state_def_default");
    describe(&d);
    d.states[UNDER].min_ticks = WEND_STATE_TICKS_MAX + 1;
    refused(&d, "states[2].min_ticks is ");
    describe(&d);
    d.states[UNDER].timeout_ticks = WEND_STATE_TICKS_MAX + 1;
    refused(&d, "states[2].timeout_ticks is ");
    describe(&d);
    d.states[UNDER].timeout_ticks = 1;
    d.states[UNDER].timeout_to = STATES;
    refused(&d, "states[2].timeout_to is no state");
    describe(&d);
    d.states[HIGH].history = (wend_history)(WEND_HISTORY_DEEP + 1);
    refused(&d, "states[1].history is ");
    describe(&d);
    d.states[HIGH].initial = LOW;
    refused(&d, "states[1].initial");
    describe(&d);
    d.states[HIGH].initial = STATES;
    refused(&d, "states[1].initial");
    describe(&d);
    d.states[LOW].parent = STATES;
    refused(&d, "states[0].parent is no state");
    describe(&d);
    d.states[HIGH].parent = UNDER;
    refused(&d, "leads round in a circle");
}

static void transitions_out_of_range_are_refused(void **state)
{
    (void)state;
    plain_machine d;
    describe(&d);
    d.transitions[1].cookie++;
    refused(&d, "wend_transition_def_default");
    describe(&d);
    d.transitions[1].from = STATES;
    refused(&d, "transitions[1].from is no state");
    describe(&d);
    d.transitions[1].to = STATES;
    refused(&d, "transitions[1].to is no state");
    describe(&d);
    d.transitions[1].action = (wend_transition_action)(WEND_TRANSITION_POP + 1);
    refused(&d, "transitions[1].action is ");
    describe(&d);
    d.transitions[1].priority = WEND_TRANSITION_PRIORITY_MAX + 1;
    refused(&d, "transitions[1].priority is ");
    d.transitions[1].priority = -WEND_TRANSITION_PRIORITY_MAX - 1;
    refused(&d, "transitions[1].priority is ");
    describe(&d);
    d.transitions[0].condition_count = WEND_MACHINE_CONDITIONS_MAX + 1;
    refused(&d, "transitions[0].condition_count is ");
    describe(&d);
    d.transitions[0].conditions = NULL;
    refused(&d, "transitions[0].conditions is NULL");
}

static void conditions_out_of_range_are_refused_by_their_index(void **state)
{
    (void)state;
    plain_machine d;
    const double bad[] = {-1, (double)NAN, (double)INFINITY};
    describe(&d);
    d.conditions[1].fact = 1;
    refused(&d, "transitions[0].conditions[1].fact is 1, but the number of facts is 1");
    describe(&d);
    d.conditions[1].compare = (wend_compare)(WEND_NOT_EQUAL + 1);
    refused(&d, "transitions[0].conditions[1].compare is 6, and must be from 0 to 5");
    for (int i = 0; i < 3; i++) {
        describe(&d);
        d.conditions[1].hysteresis = bad[i];
        refused(&d, "transitions[0].conditions[1].hysteresis is ");
    }
    for (int i = 1; i < 3; i++) {
        describe(&d);
        d.conditions[1].value = bad[i];
        refused(&d, "transitions[0].conditions[1].value is ");
    }
    describe(&d);
    d.conditions[0].fact = WEND_FACT_TIME;
    d.conditions[0].hysteresis = 2;
    refused(&d, "conditions[0].hysteresis is 2, and must be 0, as only");
}

static void numbers_and_names_out_of_range_are_refused(void **state)
{
    (void)state;
    plain_machine d;
    describe(&d);
    d.def.state_count = 0;
    refused(&d, "state_count is 0");
    describe(&d);
    d.def.max_agents = 0;
    refused(&d, "max_agents is 0");
    describe(&d);
    d.def.tick = WEND_MESSAGES_TICK_MAX + 1;
    refused(&d, "tick is ");
    describe(&d);
    d.def.states = NULL;
    refused(&d, "states is NULL");
    describe(&d);
    d.def.transitions = NULL;
    refused(&d, "transitions is NULL");
    describe(&d);
    d.facts[0] = "";
    refused(&d, "fact");
    describe(&d);
    d.def.cookie++;
    wend_machines *machines;
    assert_int_equal(wend_machines_create(&d.def, &machines), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_machines_create(NULL, &machines), WEND_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_description_is_taken),
        cmocka_unit_test(states_out_of_range_are_refused),
        cmocka_unit_test(transitions_out_of_range_are_refused),
        cmocka_unit_test(conditions_out_of_range_are_refused_by_their_index),
        cmocka_unit_test(numbers_and_names_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
