/* Fingerprint of machines: agents with random facts and messages, with hierarchy, stack and callbacks. */
#include "golden.h"

#include <string.h>

enum { AGENTS = 60, TICKS = 150, STATES = 7, TRANSITIONS = 8, FACTS = 3 };

static wend_result flip(void *user, wend_machine_turn *turn)
{
    uint64_t *hash = user;
    *hash = wend_hash_u64(*hash, turn->agent << 8 | turn->state);
    if (wend_random_below(41, turn->agent, turn->tick, 9) == 0) {
        return wend_machine_turn_change(turn, wend_random_below(42, turn->agent, turn->tick, 6));
    }
    return wend_random_below(43, turn->agent, turn->tick, 20) == 0 ? WEND_ERROR_UNSUPPORTED
                                                                   : WEND_OK;
}

static wend_machines *make(uint64_t *hash)
{
    static const char *const names[STATES] = {"a", "b", "c", "d", "e", "f", "g"};
    wend_state_def states[STATES];
    wend_transition_def transitions[TRANSITIONS];
    wend_fact_condition conditions[TRANSITIONS];
    for (uint32_t i = 0; i < STATES; i++) {
        states[i] = wend_state_def_default();
        states[i].name = names[i];
        states[i].history = (wend_history)(i % 3);
        states[i].timeout_ticks = i % 2 * 9;
        states[i].min_ticks = i % 4;
        states[i].enter = i % 3 == 1 ? flip : NULL;
        states[i].update = i % 3 == 2 ? flip : NULL;
    }
    states[1].parent = states[2].parent = 0;
    states[3].parent = states[4].parent = 2;
    states[0].initial = 1;
    states[2].initial = 4;
    states[6].is_global = true;
    for (uint32_t i = 0; i < TRANSITIONS; i++) {
        memset(&conditions[i], 0, sizeof conditions[i]);
        conditions[i].fact = i % FACTS;
        conditions[i].compare = (wend_compare)(i % 4);
        conditions[i].value = i % 5 + 0.5;
        conditions[i].hysteresis = i % 3;
        transitions[i] = wend_transition_def_default();
        transitions[i].from = i % STATES;
        transitions[i].action = (wend_transition_action)(i % 3);
        transitions[i].to = i % 3 == 2 ? WEND_STATE_NONE : i * 5 % 6;
        transitions[i].conditions = &conditions[i];
        transitions[i].condition_count = 1;
        transitions[i].telegram_type = i == 4 ? 1 : WEND_TELEGRAM_TYPE_NONE;
    }
    wend_machines_def def = wend_machines_def_default();
    def.states = states;
    def.state_count = STATES;
    def.transitions = transitions;
    def.transition_count = TRANSITIONS;
    def.fact_count = FACTS;
    def.user = hash;
    wend_machines *machines = NULL;
    (void)wend_machines_create(&def, &machines);
    return machines;
}

uint64_t golden_machines(void)
{
    uint64_t hash = wend_hash_begin();
    wend_machines *machines = make(&hash);
    for (uint64_t tick = 1; tick < TICKS && machines != NULL; tick++) {
        for (uint64_t agent = 0; agent < AGENTS; agent++) {
            wend_telegram telegram;
            memset(&telegram, 0, sizeof telegram);
            telegram.type = wend_random_below(44, agent, tick, 5);
            if (!wend_machines_has_agent(machines, agent)) {
                (void)wend_machines_add_agent(machines, agent, (uint32_t)agent % 5);
            }
            const double fact = 6 * wend_random_unit(45, agent, tick);
            (void)wend_machines_set_fact(machines, agent, (uint32_t)tick % FACTS, fact);
            (void)wend_machines_receive(machines, agent, &telegram, NULL);
        }
        (void)wend_machines_update(machines, tick);
        (void)wend_machines_remove_agent(machines, tick * 7 % AGENTS);
        hash = wend_hash_u64(hash, wend_machines_hash(machines));
    }
    wend_machines_destroy(machines);
    return hash;
}
