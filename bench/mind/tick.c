/* One tick of everything: 2,000 agents in a level of 2,000 walls perceive, remember and decide.
 * Cost: some seconds. */
#include "mind/suite.h"
#include "wend/wend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SIDE = 200, TICK_SECONDS = 0.05, SPEED = 1.5;

enum { WALLS = 2000, AGENTS = 2000, AGENTS_QUICK = 200, TICKS = 60, TICKS_QUICK = 10 };
enum { NOISES = 40, SHOUTS = 4, STATES = 8, RULES = 8, PARTS = 3, LISTED = 16 };

/* Facts of an agent, for its machine and its rules. */
enum { ENEMY, DANGER, CERTAINTY, DISTANCE, SMELL, HEALTH, AMMUNITION, COURAGE, FACTS };

/* What is measured, in the order of a tick. */
typedef enum tick_phase {
    PHASE_MOVE,
    PHASE_SENSES,
    PHASE_SMELL,
    PHASE_MEMORY,
    PHASE_FACTS,
    PHASE_MESSAGES,
    PHASE_MACHINES,
    PHASE_RULES,
    PHASE_COUNT
} tick_phase;

static const char *const phase_names[PHASE_COUNT] = {
    "moved in senses and smells",
    "sight and hearing",
    "smell: windows, the strongest for each",
    "memory: what the senses perceive",
    "facts: the most dangerous memory of each",
    "telegrams sent",
    "telegrams delivered, machines updated",
    "rules",
};

typedef struct tick_stage {
    wend_walls *walls;
    wend_grid *grid;
    wend_senses *senses;
    wend_smell *smell;
    wend_memories *memories;
    wend_messages *messages;
    wend_machines *machines;
    wend_rules *rules;
    wend_source_id sources[AGENTS];
    wend_observer_id observers[AGENTS];
    wend_smell_id smells[AGENTS];
    wend_vec2 at[AGENTS], velocity[AGENTS];
    double heading[AGENTS], facts[AGENTS][FACTS];
    uint32_t receivers[AGENTS], count;
    size_t heard, kept, delivered; /* in all ticks */
    uint64_t rays, targets;
    double times[PHASE_COUNT + 1][TICKS]; /* ms; the last ones are sums */
} tick_stage;

static double unit(uint64_t id, uint64_t n)
{
    return wend_random_unit(19, id, n);
}

/* ---- the level ---- */

/* Walls of rooms: along the axes, on a lattice, 1 to 6 m long; for smells their cells are closed. */
static bool make_level(tick_stage *s)
{
    const wend_walls_def walls_def = wend_walls_def_default();
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = grid_def.height = (int32_t)SIDE;
    if (wend_walls_create(&walls_def, &s->walls) != WEND_OK ||
        wend_grid_create(&grid_def, &s->grid) != WEND_OK) {
        return false;
    }
    for (uint64_t i = 0; i < WALLS; i++) {
        const double length = 1 + floor(6 * unit(i, 0));
        const double x = floor((SIDE - 8) * unit(i, 1)), y = floor((SIDE - 8) * unit(i, 2));
        const bool is_upright = unit(i, 3) < 0.5;
        const wend_vec2 a = {x, y};
        const wend_vec2 b = {is_upright ? x : x + length, is_upright ? y + length : y};
        (void)wend_walls_add_segment(s->walls, a, b, WEND_STOPS_ALL, i, NULL);
        for (int32_t k = 0; k < (int32_t)length; k++) {
            (void)wend_grid_set_cost(s->grid, 0, (int32_t)x + (is_upright ? 0 : k),
                                     (int32_t)y + (is_upright ? k : 0), WEND_COST_WALL);
        }
    }
    return true;
}

/* ---- agents ---- */

static bool make_senses(tick_stage *s)
{
    wend_senses_def senses_def = wend_senses_def_default();
    wend_smell_def smell_def = wend_smell_def_default();
    const wend_memories_def memories_def = wend_memories_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    uint32_t number;
    senses_def.walls = s->walls;
    senses_def.target_limit = 4;
    senses_def.perception_limit = 8;
    smell_def.grid = s->grid;
    profile.sight_range = 25;
    return wend_senses_create(&senses_def, &s->senses) == WEND_OK &&
           wend_senses_add_profile(s->senses, &profile, &number) == WEND_OK &&
           wend_smell_create(&smell_def, &s->smell) == WEND_OK &&
           wend_memories_create(&memories_def, &s->memories) == WEND_OK;
}

static bool add_agent(tick_stage *s, uint64_t i)
{
    wend_source source = wend_source_default();
    wend_observer observer = wend_observer_default();
    wend_smell_source smell = wend_smell_source_default();
    s->at[i] = (wend_vec2){1 + (SIDE - 2) * unit(i, 20), 1 + (SIDE - 2) * unit(i, 21)};
    s->heading[i] = 6 * unit(i, 22);
    source.position = (wend_vec3){s->at[i].x, s->at[i].y, 0};
    source.user = i;
    source.team = (uint32_t)i % 2;
    source.tag = source.team;
    if (wend_senses_add_source(s->senses, &source, &s->sources[i]) != WEND_OK) {
        return false;
    }
    observer.position = source.position;
    observer.heading = s->heading[i];
    observer.hostile_teams = 1U << (i + 1) % 2;
    observer.self = s->sources[i];
    observer.user = i;
    smell.position = s->at[i];
    smell.leaves_trail = true;
    smell.user = i;
    return wend_senses_add_observer(s->senses, &observer, &s->observers[i]) == WEND_OK &&
           wend_smell_add_source(s->smell, &smell, &s->smells[i]) == WEND_OK &&
           wend_memories_add_agent(s->memories, i) == WEND_OK &&
           wend_messages_add_agent(s->messages, i) == WEND_OK &&
           wend_machines_add_agent(s->machines, i, WEND_STATE_NONE) == WEND_OK &&
           wend_rules_add_agent(s->rules, i, NULL) == WEND_OK;
}

/* ---- decisions ---- */

static wend_result hear(void *user, wend_machine_turn *turn, const wend_telegram *telegram,
                        bool *is_handled)
{
    tick_stage *s = user;
    (void)turn;
    *is_handled = telegram->type < STATES;
    s->delivered++;
    return WEND_OK;
}

/* Eight states in a ring; a fact leads from each to the next, another one back. */
static bool make_machines(tick_stage *s)
{
    static const char *const names[STATES] = {"patrol", "look", "chase", "shoot",
                                              "hide",   "flee", "heal",  "rest"};
    static const wend_fact_condition conditions[] = {{ENEMY, WEND_GREATER, 0.5, 0, false},
                                                     {DANGER, WEND_GREATER, 0.4, 0.1, false},
                                                     {CERTAINTY, WEND_GREATER, 0.75, 0.1, false},
                                                     {HEALTH, WEND_GREATER, 0.75, 0.1, false}};
    const wend_messages_def messages_def = wend_messages_def_default();
    wend_machines_def def = wend_machines_def_default();
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
            it->conditions = &conditions[(i + 2 * k) % 4];
            it->condition_count = 1;
        }
    }
    def.states = states;
    def.state_count = STATES;
    def.transitions = transitions;
    def.transition_count = 2 * STATES;
    def.fact_count = FACTS;
    def.user = s;
    return wend_machines_create(&def, &s->machines) == WEND_OK &&
           wend_messages_create(&messages_def, &s->messages) == WEND_OK;
}

/* Eight rules of three considerations, with curves of all kinds. */
static bool make_rules(tick_stage *s)
{
    static const char *const fact_names[FACTS] = {"enemy", "danger", "certainty",  "distance",
                                                  "smell", "health", "ammunition", "courage"};
    static const char *const names[RULES] = {"flee", "fight", "hide",   "heal",
                                             "call", "chase", "patrol", "rest"};
    static const wend_vec2 points[] = {{0, 0.25}, {0.5, 1}, {1, 0.25}};
    static const wend_condition sees = {.fact = ENEMY, .value = 0.5};
    wend_consideration parts[RULES][PARTS];
    wend_fact facts[FACTS];
    wend_rule rules[RULES];
    wend_rules_def def = wend_rules_def_default();
    memset(facts, 0, sizeof facts);
    memset(rules, 0, sizeof rules);
    memset(parts, 0, sizeof parts);
    for (uint32_t i = 0; i < FACTS; i++) {
        facts[i].name = fact_names[i];
    }
    for (uint32_t i = 0; i < RULES; i++) {
        for (uint32_t k = 0; k < PARTS; k++) {
            wend_curve *curve = &parts[i][k].curve;
            parts[i][k].fact = (3 * i + 2 * k) % FACTS;
            curve->kind = (wend_curve_kind)((i + k) % 5);
            curve->shift = curve->kind == WEND_CURVE_POWER ? 0 : 0.25;
            curve->points = curve->kind == WEND_CURVE_PIECEWISE ? points : NULL;
            curve->point_count = curve->kind == WEND_CURVE_PIECEWISE ? 3 : 0;
        }
        rules[i] = (wend_rule){.name = names[i],
                               .action = i,
                               .conditions = &sees,
                               .condition_count = i % 2,
                               .considerations = parts[i],
                               .consideration_count = PARTS,
                               .inertia = 0.05};
    }
    def.facts = facts;
    def.fact_count = FACTS;
    def.rules = rules;
    def.rule_count = RULES;
    return wend_rules_create(&def, &s->rules) == WEND_OK;
}

static bool make_stage(tick_stage *s, uint32_t count)
{
    memset(s, 0, sizeof *s);
    s->count = count;
    if (!make_level(s) || !make_senses(s) || !make_machines(s) || !make_rules(s)) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!add_agent(s, i)) {
            return false;
        }
    }
    return wend_smell_update(s->smell) == WEND_OK;
}

static void free_stage(tick_stage *s)
{
    wend_rules_destroy(s->rules);
    wend_machines_destroy(s->machines);
    wend_messages_destroy(s->messages);
    wend_memories_destroy(s->memories);
    wend_smell_destroy(s->smell);
    wend_senses_destroy(s->senses);
    wend_grid_destroy(s->grid);
    wend_walls_destroy(s->walls);
}

/* ---- a tick ---- */

/* The world: all agents walk and turn, are hurt, and have others to shout at. Not measured. */
static void go_on(tick_stage *s, uint64_t tick)
{
    for (uint64_t i = 0; i < s->count; i++) {
        wend_vec2 *at = &s->at[i];
        s->facts[i][HEALTH] = unit(i, 5000 + tick / 8);
        s->facts[i][AMMUNITION] = unit(i, 6000 + tick / 8);
        s->facts[i][COURAGE] = unit(i, 23);
        s->receivers[i] = wend_random_below(19, i, 7000 + tick, s->count);
        s->heading[i] += 0.3 * (unit(i, 100 + tick) - 0.5);
        if (at->x < 1 || at->y < 1 || at->x > SIDE - 1 || at->y > SIDE - 1) {
            s->heading[i] = wend_atan2(SIDE / 2 - at->y, SIDE / 2 - at->x);
        }
        at->x += SPEED * TICK_SECONDS * wend_cos(s->heading[i]);
        at->y += SPEED * TICK_SECONDS * wend_sin(s->heading[i]);
    }
}

static void move(tick_stage *s, uint64_t tick)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const wend_vec3 at = {s->at[i].x, s->at[i].y, 0};
        (void)wend_senses_move_source(s->senses, s->sources[i], at);
        (void)wend_senses_move_observer(s->senses, s->observers[i], at, s->heading[i]);
        (void)wend_smell_move(s->smell, s->smells[i], s->at[i]);
    }
    for (uint64_t i = 0; i < NOISES; i++) {
        const uint32_t by = wend_random_below(19, i, 1000 + tick, s->count);
        wend_noise noise = wend_noise_default();
        noise.position = (wend_vec3){s->at[by].x, s->at[by].y, 1};
        noise.loudness = 50;
        noise.source = s->sources[by];
        noise.team = by % 2;
        noise.user = by;
        (void)wend_senses_add_noise(s->senses, &noise);
    }
}

static void smell(tick_stage *s)
{
    wend_nose nose = wend_nose_default();
    wend_scent scent;
    (void)wend_smell_update(s->smell);
    for (uint32_t i = 0; i < s->count; i++) {
        nose.own = s->smells[i];
        s->facts[i][SMELL] =
            wend_smell_strongest(s->smell, s->at[i], &nose, &scent) ? scent.intensity : 0;
    }
}

static void look_into_memory(tick_stage *s)
{
    wend_memory memory;
    for (uint32_t i = 0; i < s->count; i++) {
        const wend_vec3 at = {s->at[i].x, s->at[i].y, 0};
        double *facts = s->facts[i];
        double danger = 0;
        const bool has_enemy =
            wend_memories_most_dangerous(s->memories, i, at, NULL, &memory, &danger);
        const double x = memory.position.x - at.x, y = memory.position.y - at.y;
        facts[ENEMY] = has_enemy ? 1 : 0;
        facts[DANGER] = danger;
        facts[CERTAINTY] = memory.certainty;
        facts[DISTANCE] = has_enemy ? sqrt(x * x + y * y) / 25 : 1;
    }
}

/* Each agent shouts at some others, as in a fight. */
static void send(tick_stage *s, uint64_t tick)
{
    wend_telegram_def def = wend_telegram_def_default();
    for (uint64_t i = 0; i < s->count; i++) {
        def.sender = i;
        def.receiver = s->receivers[i];
        def.type = (uint32_t)(i + tick) % SHOUTS;
        (void)wend_messages_send(s->messages, &def, NULL);
    }
}

static void update_machines(tick_stage *s, uint64_t tick)
{
    (void)wend_machines_deliver(s->machines, s->messages, tick, NULL, NULL);
    for (uint32_t i = 0; i < s->count; i++) {
        (void)wend_machines_set_facts(s->machines, i, s->facts[i], FACTS);
    }
    (void)wend_machines_update(s->machines, tick);
}

static void judge(tick_stage *s, uint64_t tick)
{
    for (uint32_t i = 0; i < s->count; i++) {
        (void)wend_rules_set_facts(s->rules, i, s->facts[i]);
    }
    (void)wend_rules_update(s->rules, tick, NULL);
}

static void run_phase(tick_stage *s, tick_phase phase, uint64_t tick)
{
    size_t kept = 0;
    switch (phase) {
    case PHASE_MOVE:
        move(s, tick);
        break;
    case PHASE_SENSES:
        (void)wend_senses_update(s->senses, NULL);
        break;
    case PHASE_SMELL:
        (void)wend_smell_set_tick(s->smell, tick);
        smell(s);
        break;
    case PHASE_MEMORY:
        (void)wend_memories_set_tick(s->memories, tick);
        (void)wend_memories_observe_senses(s->memories, s->senses, NULL, &kept);
        s->kept += kept;
        break;
    case PHASE_FACTS:
        look_into_memory(s);
        break;
    case PHASE_MESSAGES:
        send(s, tick);
        break;
    case PHASE_MACHINES:
        update_machines(s, tick);
        break;
    case PHASE_RULES:
        judge(s, tick);
        break;
    case PHASE_COUNT:
    default:
        break;
    }
}

/* ---- the report ---- */

static const bench_column columns[] = {
    {"phase", "2,000 walls, one core"},
    {"agents", "agents"},
    {"tick_ms", "ms a tick"},
    {"share", "share %"},
};

static void report(bench_suite *suite, tick_stage *s, size_t ticks)
{
    const double whole = bench_median(s->times[PHASE_COUNT], ticks);
    bench_table_begin(&suite->report, "tick", "One tick of everything", columns,
                      sizeof columns / sizeof columns[0]);
    for (size_t phase = 0; phase <= PHASE_COUNT; phase++) {
        const double ms = bench_median(s->times[phase], ticks);
        bench_cell_text(&suite->report, phase < PHASE_COUNT ? phase_names[phase] : "all of it");
        bench_cell_number(&suite->report, s->count, 0);
        bench_cell_number(&suite->report, ms, 3);
        bench_cell_number(&suite->report, 100 * ms / whole, 1);
    }
    bench_table_end(&suite->report);
    bench_report_time(&suite->report, "everything: ms a tick of 2,000 agents", whole, 8, false);
}

static const bench_column work_columns[] = {
    {"what", "work of a tick"},
    {"value", "mean"},
};

static void report_work(bench_suite *suite, const tick_stage *s, size_t ticks)
{
    const double all = (double)ticks, agents = (double)s->count;
    const char *const names[] = {"targets of an agent", "rays", "pairs of a noise and a listener",
                                 "observations kept", "telegrams delivered"};
    const double values[] = {(double)s->targets / all / agents, (double)s->rays / all,
                             (double)s->heard / all, (double)s->kept / all,
                             (double)s->delivered / all};
    bench_table_begin(&suite->report, "tick_work", "What is done in it", work_columns, 2);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        bench_cell_text(&suite->report, names[i]);
        bench_cell_number(&suite->report, values[i], i == 0 ? 2 : 0);
    }
    bench_table_end(&suite->report);
}

void bench_mind_tick(bench_suite *suite)
{
    const size_t ticks = suite->options.quick ? TICKS_QUICK : TICKS;
    tick_stage *s = malloc(sizeof *s);
    if (s == NULL || !make_stage(s, suite->options.quick ? AGENTS_QUICK : AGENTS)) {
        bench_suite_fail(suite, "tick", "the stage could not be made");
        free(s);
        return;
    }
    for (uint64_t tick = 0; tick < ticks; tick++) {
        wend_senses_info info;
        go_on(s, tick);
        for (tick_phase phase = PHASE_MOVE; phase < PHASE_COUNT; phase++) {
            const uint64_t begin = bench_clock_ns();
            run_phase(s, phase, tick);
            s->times[phase][tick] = (double)(bench_clock_ns() - begin) / 1e6;
            s->times[PHASE_COUNT][tick] += s->times[phase][tick];
        }
        wend_senses_get_info(s->senses, &info);
        s->targets += info.targets;
        s->rays += info.rays;
        s->heard += info.listens;
    }
    report(suite, s, ticks);
    report_work(suite, s, ticks);
    if (s->kept == 0 || s->delivered == 0) {
        bench_suite_fail(suite, "tick", "nothing was perceived");
    }
    free_stage(s);
    free(s);
}
