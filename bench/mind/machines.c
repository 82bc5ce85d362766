/* State machines with messages, and squads: ticks of many agents.
 * Cost: a second. */
#include "mind/suite.h"
#include "wend/wend.h"

#include <string.h>

enum { AGENTS = 2000, AGENTS_QUICK = 200, TICKS = 60, TICKS_QUICK = 10 };
enum { STATES = 8, FACTS = 4, MESSAGES = 3, SQUAD_SIZE = 10, ENEMIES = 4 };

static const bench_column machine_columns[] = {
    {"case", "part"},
    {"agents", "agents"},
    {"tick_ms", "ms a tick"},
    {"agent_ns", "ns an agent"},
};
static const bench_column squad_columns[] = {
    {"case", "order"},        {"agents", "agents"},        {"squads", "squads"},
    {"tick_ms", "ms a tick"}, {"agent_ns", "ns an agent"},
};

static size_t agent_count(const bench_suite *suite)
{
    return suite->options.quick ? AGENTS_QUICK : AGENTS;
}

static size_t tick_count(const bench_suite *suite)
{
    return suite->options.quick ? TICKS_QUICK : TICKS;
}

/* ---- machines ---- */

static wend_result hear(void *user, wend_machine_turn *turn, const wend_telegram *telegram,
                        bool *is_handled)
{
    (void)user;
    (void)turn;
    *is_handled = telegram->type < MESSAGES;
    return WEND_OK;
}

/* Eight states in a ring; a condition on a fact leads from each to the next, another one back. */
static wend_machines *machines_make(size_t agents)
{
    static const char *const names[STATES] = {"patrol", "look", "chase", "shoot",
                                              "hide",   "flee", "heal",  "rest"};
    static const wend_fact_condition high[FACTS] = {{0, WEND_GREATER, 0.75, 0.1, false},
                                                    {1, WEND_GREATER, 0.75, 0.1, false},
                                                    {2, WEND_GREATER, 0.75, 0, false},
                                                    {3, WEND_GREATER, 0.75, 0, false}};
    wend_state_def states[STATES];
    wend_transition_def transitions[2 * STATES];
    for (uint32_t i = 0; i < STATES; i++) {
        states[i] = wend_state_def_default();
        states[i].name = names[i];
        states[i].on_message = hear;
        for (uint32_t k = 0; k < 2; k++) {
            wend_transition_def *it = &transitions[2 * i + k];
            *it = wend_transition_def_default();
            it->from = i;
            it->to = (i + (k == 0 ? 1 : STATES - 1)) % STATES;
            it->conditions = &high[(i + 2 * k) % FACTS];
            it->condition_count = 1;
        }
    }
    wend_machines_def def = wend_machines_def_default();
    def.states = states;
    def.state_count = STATES;
    def.transitions = transitions;
    def.transition_count = 2 * STATES;
    def.fact_count = FACTS;
    wend_machines *made = NULL;
    if (wend_machines_create(&def, &made) != WEND_OK) {
        return NULL;
    }
    for (uint64_t i = 0; i < agents; i++) {
        (void)wend_machines_add_agent(made, i, WEND_STATE_NONE);
    }
    return made;
}

static wend_messages *messages_make(size_t agents)
{
    const wend_messages_def def = wend_messages_def_default();
    wend_messages *made = NULL;
    if (wend_messages_create(&def, &made) != WEND_OK) {
        return NULL;
    }
    for (uint64_t i = 0; i < agents; i++) {
        (void)wend_messages_add_agent(made, i);
    }
    return made;
}

static void draw_receivers(uint32_t receivers[AGENTS][MESSAGES], size_t agents, uint64_t tick)
{
    for (uint64_t i = 0; i < agents; i++) {
        for (uint32_t k = 0; k < MESSAGES; k++) {
            receivers[i][k] = wend_random_below(7, i, tick * MESSAGES + k, (uint32_t)agents);
        }
    }
}

static void send_all(wend_messages *messages, uint32_t receivers[AGENTS][MESSAGES], size_t agents)
{
    wend_telegram_def def = wend_telegram_def_default();
    for (uint64_t i = 0; i < agents; i++) {
        for (uint32_t k = 0; k < MESSAGES; k++) {
            def.sender = i;
            def.receiver = receivers[i][k];
            def.type = k;
            (void)wend_messages_send(messages, &def, NULL);
        }
    }
}

static void set_facts(wend_machines *machines, size_t agents, uint64_t tick)
{
    for (uint64_t i = 0; i < agents; i++) {
        double facts[FACTS];
        for (uint64_t k = 0; k < FACTS; k++) {
            facts[k] = wend_random_unit(31 + k, i, tick / 4);
        }
        (void)wend_machines_set_facts(machines, i, facts, FACTS);
    }
}

static double ms_since(uint64_t begin)
{
    return (double)(bench_clock_ns() - begin) / 1e6;
}

static void write_row(bench_suite *suite, const char *name, size_t agents, double ms)
{
    bench_cell_text(&suite->report, name);
    bench_cell_number(&suite->report, (double)agents, 0);
    bench_cell_number(&suite->report, ms, 3);
    bench_cell_number(&suite->report, ms * 1e6 / (double)agents, 0);
}

void bench_mind_machines(bench_suite *suite)
{
    const size_t agents = agent_count(suite);
    const size_t ticks = tick_count(suite);
    double sending[TICKS];
    double delivering[TICKS];
    double updating[TICKS];
    double whole[TICKS];
    uint32_t receivers[AGENTS][MESSAGES];
    wend_machines *machines = machines_make(agents);
    wend_messages *messages = messages_make(agents);
    for (uint64_t tick = 0; machines != NULL && messages != NULL && tick < ticks; tick++) {
        set_facts(machines, agents, tick);
        draw_receivers(receivers, agents, tick);
        uint64_t begin = bench_clock_ns();
        send_all(messages, receivers, agents);
        sending[tick] = ms_since(begin);
        begin = bench_clock_ns();
        (void)wend_machines_deliver(machines, messages, tick, NULL, NULL);
        delivering[tick] = ms_since(begin);
        begin = bench_clock_ns();
        (void)wend_machines_update(machines, tick);
        updating[tick] = ms_since(begin);
        whole[tick] = sending[tick] + delivering[tick] + updating[tick];
    }
    bench_table_begin(
        &suite->report, "machines",
        "State machines of 8 states and 16 transitions, 3 messages an agent, on one core",
        machine_columns, sizeof machine_columns / sizeof machine_columns[0]);
    write_row(suite, "messages sent", agents, bench_median(sending, ticks));
    write_row(suite, "messages delivered into states", agents, bench_median(delivering, ticks));
    write_row(suite, "machines updated", agents, bench_median(updating, ticks));
    bench_table_end(&suite->report);
    bench_report_time(&suite->report, "machines, messages: ms a tick", bench_median(whole, ticks),
                      0.6, false);
    wend_messages_destroy(messages);
    wend_machines_destroy(machines);
}

/* ---- squads ---- */

static wend_squads *squads_make(size_t agents, wend_squad_order_kind kind, wend_squad_tactic tactic)
{
    wend_squads_def def = wend_squads_def_default();
    const wend_squad_def squad_def = wend_squad_def_default();
    def.max_squads = (uint32_t)(agents / SQUAD_SIZE);
    wend_squads *made = NULL;
    if (wend_squads_create(&def, &made) != WEND_OK) {
        return NULL;
    }
    for (uint64_t i = 0; i < agents / SQUAD_SIZE; i++) {
        const wend_vec2 at = {(double)(i % 20) * 50, (double)i / 20 * 50};
        wend_squad_id id;
        (void)wend_squads_add(made, &squad_def, &id);
        for (uint64_t k = 0; k < SQUAD_SIZE; k++) {
            const wend_squad_member member = {.agent = i * SQUAD_SIZE + k,
                                              .kind = (wend_unit_kind)(k % 3),
                                              .strength = 1,
                                              .range = 10,
                                              .radius = 0.25,
                                              .roles = WEND_SQUAD_CAN_ALL};
            (void)wend_squads_join(made, id, &member);
        }
        for (uint64_t k = 0; k < ENEMIES; k++) {
            const wend_squad_enemy enemy = {.number = 1000000 + i * ENEMIES + k,
                                            .position = {at.x + 20, at.y + 4 * (double)k},
                                            .strength = 1,
                                            .health = 3,
                                            .certainty = 1};
            (void)wend_squads_set_enemy(made, id, &enemy);
        }
        const wend_squad_order order = {.kind = kind,
                                        .tactic = tactic,
                                        .at = {at.x + 20, at.y},
                                        .low = at,
                                        .high = {at.x + 40, at.y + 40},
                                        .radius = 15,
                                        .target = 1000000 + i * ENEMIES};
        (void)wend_squads_set_order(made, id, &order);
    }
    return made;
}

static void move_members(wend_squads *squads, size_t agents, uint64_t tick)
{
    for (uint64_t i = 0; i < agents; i++) {
        const uint64_t squad = i / SQUAD_SIZE;
        const wend_squad_state state = {
            .position = {(double)(squad % 20) * 50 + wend_random_unit(3, i, tick) * 8,
                         (double)squad / 20 * 50 + wend_random_unit(4, i, tick) * 8},
            .health = 1,
            .speed = 2,
            .ammunition = 10,
            .is_alive = true};
        (void)wend_squads_set_state(squads, i, &state);
    }
}

typedef struct squad_case {
    const char *name;
    wend_squad_order_kind kind;
    wend_squad_tactic tactic;
} squad_case;

void bench_mind_squads(bench_suite *suite)
{
    static const squad_case cases[] = {
        {"move", WEND_SQUAD_MOVE, WEND_SQUAD_DIRECT},
        {"attack, direct", WEND_SQUAD_ATTACK, WEND_SQUAD_DIRECT},
        {"attack, flank", WEND_SQUAD_ATTACK, WEND_SQUAD_FLANK},
        {"scout", WEND_SQUAD_SCOUT, WEND_SQUAD_DIRECT},
    };
    const size_t agents = agent_count(suite);
    const size_t ticks = tick_count(suite);
    bench_table_begin(&suite->report, "squads",
                      "Squads of ten, with four enemies each, on one core", squad_columns,
                      sizeof squad_columns / sizeof squad_columns[0]);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double times[TICKS];
        wend_squads *squads = squads_make(agents, cases[i].kind, cases[i].tactic);
        for (uint64_t tick = 0; squads != NULL && tick < ticks; tick++) {
            move_members(squads, agents, tick);
            const uint64_t begin = bench_clock_ns();
            (void)wend_squads_update(squads, tick + 1);
            times[tick] = ms_since(begin);
        }
        const double ms = bench_median(times, ticks);
        bench_cell_text(&suite->report, cases[i].name);
        bench_cell_number(&suite->report, (double)agents, 0);
        const size_t squad_count = agents / SQUAD_SIZE;
        bench_cell_number(&suite->report, (double)squad_count, 0);
        bench_cell_number(&suite->report, ms, 3);
        bench_cell_number(&suite->report, ms * 1e6 / (double)agents, 0);
        wend_squads_destroy(squads);
    }
    bench_table_end(&suite->report);
}
