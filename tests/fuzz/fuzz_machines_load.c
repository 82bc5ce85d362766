/* Runs wend_machines_load on any bytes, and on the same bytes under a right frame, checksum and hash of
 * the description, which chance would never find. Machines that load must save again to the same bytes,
 * and bear use. */
#include "fuzz/framed.h"
#include "wend/machine.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x43414D57, VERSION = 1 }; /* of src/mind/machines/machines_state.c */
enum { STATES = 6, DESCRIPTION = 16 /* of its hash in the bytes */ };

/* a { b, c { d, e } }, global f */
static wend_machines_def describe(wend_state_def states[STATES], wend_transition_def transitions[3])
{
    static const char *const names[STATES] = {"a", "b", "c", "d", "e", "f"};
    static const wend_fact_condition low = {
        .fact = 0, .compare = WEND_LESS, .value = 3, .hysteresis = 2};
    for (uint32_t i = 0; i < STATES; i++) {
        states[i] = wend_state_def_default();
        states[i].name = names[i];
        states[i].history = (wend_history)(i % 3);
    }
    states[1].parent = states[2].parent = 0;
    states[3].parent = states[4].parent = 2;
    states[0].initial = 1;
    states[2].initial = 3;
    states[1].timeout_ticks = 5;
    states[1].timeout_to = 4;
    states[5].is_global = true;
    for (uint32_t i = 0; i < 3; i++) {
        transitions[i] = wend_transition_def_default();
        transitions[i].from = i == 0 ? 5 : i;
        transitions[i].to = i == 2 ? WEND_STATE_NONE : 3;
        transitions[i].action = (wend_transition_action)i;
        transitions[i].conditions = &low;
        transitions[i].condition_count = 1;
    }
    wend_machines_def def = wend_machines_def_default();
    def.states = states;
    def.state_count = STATES;
    def.transitions = transitions;
    def.transition_count = 3;
    def.fact_count = 2;
    return def;
}

static void check_round_trip(const wend_machines *machines, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_machines_save(machines, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_machines_save(machines, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static void use(wend_machines *machines, uint64_t tick)
{
    uint64_t agents[64];
    size_t count;
    (void)wend_machines_list_agents(machines, agents, 64, &count);
    for (size_t i = 0; i < count && i < 64; i++) {
        wend_machine_agent info;
        check(wend_machines_get_agent(machines, agents[i], &info) == WEND_OK);
        check(info.state < STATES && wend_machines_is_in(machines, agents[i], info.state));
        check(wend_machines_change(machines, agents[i], (uint32_t)i % (STATES - 1)) == WEND_OK);
        check(info.stack_count == 0 || wend_machines_pop(machines, agents[i]) == WEND_OK);
    }
    for (uint64_t i = 0; i < 8 && tick + i <= WEND_MESSAGES_TICK_MAX; i++) {
        check(wend_machines_update(machines, tick + i) == WEND_OK);
    }
    (void)wend_machines_remove_agent(machines, 1);
    check(wend_machines_add_agent(machines, 1, 2) == WEND_OK);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_state_def states[STATES];
    wend_transition_def transitions[3];
    wend_message message;
    wend_machines *machines = NULL;
    wend_machines_def def = describe(states, transitions);
    def.message = &message;
    const wend_result result = noted(wend_machines_load(&def, bytes, count, &machines));
    check((result == WEND_OK) == (machines != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (machines != NULL) {
        check_round_trip(machines, bytes, count);
        use(machines, wendi_load_u64(bytes + DESCRIPTION + 8));
        wend_machines_destroy(machines);
    }
}

/* The bytes of a frame behind a right hash of the description. */
static void try_described(const uint8_t *data, size_t size)
{
    wend_state_def states[STATES];
    wend_transition_def transitions[3];
    wend_machines *machines = NULL;
    uint8_t saved[256];
    size_t count = 0;
    const wend_machines_def def = describe(states, transitions);
    check(wend_machines_create(&def, &machines) == WEND_OK);
    check(wend_machines_save(machines, saved, sizeof saved, &count) == WEND_OK);
    wend_machines_destroy(machines);
    uint8_t *bytes = size < 8 ? NULL : malloc(size);
    if (bytes != NULL) {
        memcpy(bytes, data, size);
        memcpy(bytes, saved + DESCRIPTION, 8);
        framed_try(bytes, size, MAGIC, VERSION, try_bytes);
        free(bytes);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    if (!framed_already(data, size, MAGIC)) {
        try_described(data, size);
    }
    return 0;
}
