/* Messages of state machines. */
#include "sentences.h"

static wend_message m;

static void try_agents(wend_machines *machines)
{
    TOLD(wend_machines_add_agent(machines, 1, 0), wend_machines_error(machines),
         "wend_machines_add_agent: agent 1 exists already");
    TOLD(wend_machines_remove_agent(machines, 9), wend_machines_error(machines),
         "wend_machines_remove_agent: agent 9", "does not exist");
    TOLD(wend_machines_set_fact(machines, 1, 4, 0), wend_machines_error(machines),
         "wend_machines_set_fact: fact is 4", "number of facts is 1");
    TOLD(wend_machines_set_facts(machines, 1, NULL, 1), wend_machines_error(machines),
         "wend_machines_set_facts: values is NULL");
    TOLD(wend_machines_change(machines, 1, 8), wend_machines_error(machines),
         "wend_machines_change: state is 8", "number of states is 2");
    TOLD(wend_machines_push(machines, 1, 1), wend_machines_error(machines),
         "wend_machines_push: state 'any' is a global one");
    TOLD(wend_machines_pop(machines, 1), wend_machines_error(machines),
         "wend_machines_pop: agent 1 has no interrupted state");
    TOLD(wend_machines_update(machines, UINT64_MAX), wend_machines_error(machines),
         "wend_machines_update: tick is ");
    TOLD(wend_machines_receive(machines, 1, NULL, NULL), wend_machines_error(machines),
         "wend_machines_receive: telegram is NULL");
    TOLD(wend_machines_deliver(machines, NULL, 0, NULL, NULL), wend_machines_error(machines),
         "wend_machines_deliver: messages is NULL");
}

void try_machines(void)
{
    wend_state_def states[2] = {wend_state_def_default(), wend_state_def_default()};
    wend_machines_def def = wend_machines_def_default();
    wend_machines *machines = NULL;
    states[0].name = "idle";
    states[1].name = "";
    states[1].is_global = true;
    def.message = &m;
    def.states = states;
    def.state_count = 2;
    def.fact_count = 1;
    TOLD(wend_machines_create(&def, &machines), m.text, "wend_machines_create: states[1].name");
    states[1].name = "any";
    TOLD(wend_machines_create(&def, NULL), m.text, "wend_machines_create: machines is NULL");
    (void)wend_machines_create(&def, &machines);
    (void)wend_machines_add_agent(machines, 1, WEND_STATE_NONE);
    try_agents(machines);
    wend_machines *loaded = NULL;
    TOLD(wend_machines_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_machines_load: ");
    wend_machines_destroy(machines);
}
