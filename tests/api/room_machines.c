/* State machines of agents, whose callbacks call back in. */
#include "fuzz.h"

#include <stdio.h>

enum { STATES = 6, TRANSITIONS = 5, FACTS = 2, AGENTS = 6 };

/* The fuzz of the step under way, for callbacks; NULL: they do nothing. */
static fuzz *running;

static void change_something(fuzz *f, wend_machine_turn *turn)
{
    wend_machines *m = turn->machines;
    const uint64_t agent = below(f, AGENTS);
    const uint32_t state = below(f, STATES + 1), what = below(f, 12);
    if (what == 0) {
        (void)wend_machine_turn_change(turn, state);
    } else if (what == 1) {
        (void)wend_machine_turn_push(turn, state);
    } else if (what == 2) {
        (void)wend_machine_turn_pop(turn);
    } else if (what == 3) {
        (void)wend_machines_remove_agent(m, agent);
    } else if (what == 4) {
        (void)wend_machines_change(m, agent, state);
    } else if (what == 5) {
        (void)wend_machines_set_fact(m, agent, below(f, FACTS + 1), real(f, -5, 5));
    } else if (what == 6) {
        size_t count;
        CHECK(f, wend_machines_update(m, turn->tick) == WEND_ERROR_BUSY);
        CHECK(f, wend_machines_add_agent(m, agent, state) == WEND_ERROR_BUSY);
        CHECK(f, wend_machines_save(m, NULL, 0, &count) == WEND_ERROR_BUSY);
        CHECK(f, wend_machines_set_facts(m, agent, NULL, 0) == WEND_ERROR_BUSY);
    } else if (what == 7) {
        (void)wend_machine_turn_set_fact(turn, below(f, FACTS + 1), real(f, -5, 5));
    } else if (what == 8) {
        (void)wend_machines_push(m, agent, state);
    } else if (what == 9) {
        (void)wend_machines_pop(m, agent);
    }
}

static wend_result act(void *user, wend_machine_turn *turn)
{
    (void)user;
    if (running == NULL) {
        return WEND_OK;
    }
    CHECK(running, turn->state < STATES && turn->agent < AGENTS);
    change_something(running, turn);
    return chance(running, 12) ? WEND_ERROR_UNSUPPORTED : WEND_OK;
}

static wend_result hear(void *user, wend_machine_turn *turn, const wend_telegram *telegram,
                        bool *is_handled)
{
    *is_handled = telegram->type % 2 == 0;
    return act(user, turn);
}

static wend_result guard(void *user, wend_machine_turn *turn, bool *holds)
{
    (void)user;
    *holds = turn->agent % 2 == 0;
    return running != NULL && chance(running, 12) ? WEND_ERROR_UNSUPPORTED : WEND_OK;
}

/* What a definition points to. */
typedef struct description {
    wend_state_def states[STATES];
    wend_transition_def transitions[TRANSITIONS];
    wend_fact_condition conditions[TRANSITIONS];
} description;

/* a { b, c { d } }, e, global f */
static wend_machines_def describe(fuzz *f, description *d)
{
    static const char *const names[STATES] = {"a", "b", "c", "d", "e", "f"};
    static const char *const facts[FACTS] = {"x", "y"};
    for (uint32_t i = 0; i < STATES; i++) {
        wend_state_def *s = &d->states[i];
        *s = wend_state_def_default();
        s->name = names[i];
        s->enter = s->exit = i % 2 == 0 ? act : NULL;
        s->update = i % 3 == 0 ? act : NULL;
        s->on_message = i == 0 || i == 5 ? hear : NULL;
        s->history = (wend_history)(i % 3);
    }
    d->states[1].parent = d->states[2].parent = 0;
    d->states[3].parent = 2;
    d->states[0].initial = 1;
    d->states[1].timeout_ticks = 4;
    d->states[1].timeout_to = 4;
    d->states[4].min_ticks = 2;
    d->states[5].is_global = true;
    for (uint32_t i = 0; i < TRANSITIONS; i++) {
        wend_transition_def *t = &d->transitions[i];
        *t = wend_transition_def_default();
        d->conditions[i] = (wend_fact_condition){.fact = i % 2, .value = i, .hysteresis = i % 3};
        t->from = i;
        t->to = i == 3 ? WEND_STATE_NONE : STATES - 2 - i;
        t->action = i == 3 ? WEND_TRANSITION_POP : (wend_transition_action)(i % 2);
        t->conditions = &d->conditions[i];
        t->condition_count = 1;
        t->telegram_type = i == 2 ? 3 : WEND_TELEGRAM_TYPE_NONE;
        t->guard = i == 1 ? guard : NULL;
    }
    wend_machines_def def = wend_machines_def_default();
    def.states = d->states;
    def.state_count = STATES;
    def.transitions = d->transitions;
    def.transition_count = TRANSITIONS;
    def.fact_names = facts;
    def.fact_count = FACTS;
    def.max_agents = chance(f, 2) ? AGENTS : 1 + count_to(f, 3);
    def.max_chain = chance(f, 2) ? 1 + count_to(f, 4) : def.max_chain;
    def.record_limit = chance(f, 2) ? count_to(f, 9) : def.record_limit;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    return def;
}

void make_machines(fuzz *f)
{
    description d;
    wend_machines *machines = NULL;
    wend_machines_def def = describe(f, &d);
    if (unsound(f, 10)) {
        def.initial = below(f, 2 * STATES);
        d.states[below(f, STATES)].parent = below(f, 2 * STATES);
    }
    const bool is_plain = def.initial == 0;
    GIVES(f, wend_machines_create(&def, &machines), "AM");
    /* All that are kept have one description, by which they can be loaded. */
    if (is_plain) {
        keep(f, KIND_MACHINES, machines, NULL, NULL, NULL);
    } else {
        wend_machines_destroy(machines);
    }
}

static void edit_agents(fuzz *f)
{
    wend_machines *m = get(f, KIND_MACHINES);
    for (uint32_t i = below(f, 6); i > 0; --i) {
        const uint64_t agent = below(f, AGENTS);
        const uint32_t what = below(f, 5);
        double facts[FACTS] = {real(f, -5, 5), real(f, -5, 5)};
        fuzz_watch(f, KIND_MACHINES, m);
        running = chance(f, 2) ? f : NULL;
        if (what == 0 || !wend_machines_has_agent(m, agent)) {
            GIVES(f,
                  wend_machines_add_agent(m, agent,
                                          chance(f, 2) ? WEND_STATE_NONE : below(f, STATES + 1)),
                  "AFPM");
        } else if (what == 1) {
            GIVES(f, wend_machines_remove_agent(m, agent), "AS");
        } else if (what == 2) {
            GIVES(f, wend_machines_set_fact(m, agent, below(f, FACTS + 1), facts[0]), "AS");
        } else {
            GIVES(f, wend_machines_set_facts(m, agent, facts, below(f, FACTS + 2)), "AS");
        }
        running = NULL;
    }
    CHECK(f, wend_machines_error(m) != NULL);
}

static void change_agents(fuzz *f)
{
    wend_machines *m = get(f, KIND_MACHINES);
    const uint64_t agent = below(f, AGENTS);
    const uint32_t state = below(f, STATES + 1), what = below(f, 3);
    fuzz_watch(f, KIND_MACHINES, m);
    running = chance(f, 2) ? f : NULL;
    if (what == 0) {
        GIVES(f, wend_machines_change(m, agent, state), "APS");
    } else if (what == 1) {
        GIVES(f, wend_machines_push(m, agent, state), "APSF");
    } else {
        GIVES(f, wend_machines_pop(m, agent), "APS");
    }
    running = NULL;
}

static bool place(void *user, uint64_t agent, wend_vec2 *position)
{
    *position = somewhere(user);
    return agent != 1;
}

static void read_machines(fuzz *f)
{
    const wend_machines *m = get(f, KIND_MACHINES);
    uint64_t list[AGENTS];
    wend_machine_record records[4];
    wend_machine_agent info;
    size_t count;
    GIVES(f, wend_machines_list_agents(m, list, below(f, AGENTS), &count), "AT");
    CHECK(f, count == wend_machines_agent_count(m));
    GIVES(f, wend_machines_get_records(m, records, below(f, 4), &count), "AT");
    const wend_machine_failure *failures = wend_machines_get_failures(m, &count);
    CHECK(f, (failures == NULL) == (count == 0) && wend_machines_failure_count(m) >= count);
    const uint64_t agent = below(f, AGENTS);
    if (GIVES(f, wend_machines_get_agent(m, agent, &info), "AS") == WEND_OK) {
        CHECK(f, wend_machines_is_in(m, agent, info.state));
        CHECK(f, wend_machines_visits(m, info.state) > 0);
        CHECK(f,
              wend_machines_find_state(m, wend_machines_state_name(m, info.state)) == info.state);
    }
    (void)wend_machines_get_fact(m, agent, below(f, FACTS + 1));
    CHECK(f, m == NULL ||
                 (wend_machines_find_fact(m, "y") == 1 && wend_machines_state_count(m) == STATES));
    wend_draw draw;
    GIVES(f, wend_machines_draw(m, place, f, some_draw(f, &draw)), "A");
    CHECK(f, m == NULL || wend_machines_memory_bytes(m) > 0);
}

static void update_machines(fuzz *f)
{
    wend_machines *m = get(f, KIND_MACHINES);
    const uint64_t tick = f->step * 3 + below(f, 3); /* steps of an episode rise */
    running = chance(f, 3) ? NULL : f;
    GIVES(f, wend_machines_update(m, unsound(f, 30) ? UINT64_MAX : tick), "AP");
    running = NULL;
}

static void bury(void *user, uint64_t agent, const wend_telegram *telegram, wend_dead_reason reason)
{
    (void)user;
    (void)agent;
    (void)telegram;
    (void)reason;
}

static void give_messages(fuzz *f)
{
    wend_machines *m = get(f, KIND_MACHINES);
    wend_telegram telegram;
    bool is_handled;
    wend_telegram *it = scratch(f, 1, sizeof telegram);
    it->type = below(f, 5);
    running = chance(f, 3) ? NULL : f;
    GIVES(f, wend_machines_receive(m, below(f, AGENTS), it, &is_handled), "APS");
    wend_messages *messages = get(f, KIND_MESSAGES);
    wend_messages_info info;
    wend_messages_get_info(messages, &info);
    GIVES(f,
          wend_machines_deliver(m, messages, info.tick + below(f, 3), chance(f, 2) ? bury : NULL,
                                NULL),
          "AP");
    running = NULL;
}

static void save_machines(fuzz *f)
{
    const wend_machines *m = get(f, KIND_MACHINES);
    size_t count = 0;
    if (GIVES(f, wend_machines_save(m, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_machines_save(m, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    description d;
    const wend_machines_def def = describe(f, &d);
    wend_machines *loaded = NULL;
    GIVES(f, wend_machines_load(&def, copy, count, &loaded), "ALMF");
    CHECK(f, !is_same || loaded == NULL || wend_machines_hash(loaded) == wend_machines_hash(m));
    keep(f, KIND_MACHINES, loaded, NULL, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make machines", make_machines, 1},     {"edit agents of machines", edit_agents, 6},
    {"change agents", change_agents, 5},     {"read machines", read_machines, 3},
    {"update machines", update_machines, 6}, {"give messages", give_messages, 4},
    {"save machines", save_machines, 1},
};

const fuzz_room room_machines = {"machines", actions, sizeof actions / sizeof *actions};
