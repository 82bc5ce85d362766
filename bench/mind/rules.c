/* Decisions of many agents by rules, and the scheduling of thoughts.
 * Cost: a second. */
#include "mind/suite.h"
#include "wend/wend.h"

#include <stdio.h>
#include <string.h>

enum { AGENTS = 2000, AGENTS_QUICK = 200, TICKS = 60, TICKS_QUICK = 10 };
enum { FACTS = 8, RULES = 12, PARTS = 3 };

static const char *const fact_names[FACTS] = {"health",     "enemy",   "distance", "courage",
                                              "ammunition", "friends", "noise",    "tired"};
static const char *const rule_names[RULES] = {"flee", "fight", "shoot", "throw",  "hide",  "heal",
                                              "help", "call",  "chase", "patrol", "sleep", "eat"};

/* A set of rules of one kind of curve each, or of all. */
typedef struct rules_case {
    const char *name;
    int kind; /* of all curves; -1: mixed */
    wend_rules_choice choice;
    double bound_ms; /* 0: none */
} rules_case;

static const bench_column rule_columns[] = {
    {"case", "curves, choice"},
    {"agents", "agents"},
    {"rules", "rules"},
    {"considerations", "considerations each"},
    {"consideration_ns", "ns a consideration"},
    {"tick_ms", "ms a tick"},
};
static const bench_column mind_columns[] = {
    {"case", "thinking"},
    {"agents", "agents"},
    {"thoughts", "thoughts a tick"},
    {"tick_ms", "ms a tick"},
};

static wend_rules *rules_make(const rules_case *which, size_t agents)
{
    static wend_consideration considerations[RULES][PARTS];
    static const wend_vec2 points[] = {{0, 0.25}, {0.5, 1}, {1, 0.25}};
    static const wend_condition sees = {.fact = 1, .value = 0.125};
    wend_fact facts[FACTS];
    wend_rule rules[RULES];
    wend_rules_def def = wend_rules_def_default();
    wend_rules *made = NULL;
    memset(facts, 0, sizeof facts);
    memset(rules, 0, sizeof rules);
    for (uint32_t i = 0; i < FACTS; i++) {
        facts[i].name = fact_names[i];
    }
    for (uint32_t i = 0; i < RULES; i++) {
        for (uint32_t k = 0; k < PARTS; k++) {
            wend_consideration *it = &considerations[i][k];
            *it = (wend_consideration){.fact = (i * PARTS + k) % FACTS};
            it->curve.kind = (wend_curve_kind)(which->kind < 0 ? (int)((i + k) % 5) : which->kind);
            it->curve.exponent = k == 0 ? 1.5 : 2;
            it->curve.shift = it->curve.kind == WEND_CURVE_POWER ? 0 : 0.25;
            it->curve.base = it->curve.kind == WEND_CURVE_POWER ? 0 : 0.25;
            it->curve.points = it->curve.kind == WEND_CURVE_PIECEWISE ? points : NULL;
            it->curve.point_count = it->curve.kind == WEND_CURVE_PIECEWISE ? 3 : 0;
        }
        rules[i] = (wend_rule){.name = rule_names[i],
                               .action = i,
                               .conditions = &sees,
                               .condition_count = i % 4 == 3 ? 1 : 0,
                               .considerations = considerations[i],
                               .consideration_count = PARTS,
                               .inertia = 0.05};
    }
    def.facts = facts;
    def.fact_count = FACTS;
    def.rules = rules;
    def.rule_count = RULES;
    def.choice = which->choice;
    if (wend_rules_create(&def, &made) != WEND_OK) {
        return NULL;
    }
    for (uint64_t i = 0; i < agents; i++) {
        (void)wend_rules_add_agent(made, i, NULL);
    }
    return made;
}

static void run_rules(bench_suite *suite, const rules_case *which)
{
    const size_t agents = suite->options.quick ? AGENTS_QUICK : AGENTS;
    const size_t ticks = suite->options.quick ? TICKS_QUICK : TICKS;
    double times[TICKS];
    wend_rules *rules = rules_make(which, agents);
    for (size_t tick = 0; rules != NULL && tick < ticks; tick++) {
        for (uint64_t i = 0; i < agents; i++) {
            double facts[FACTS];
            for (uint64_t k = 0; k < FACTS; k++) {
                facts[k] = wend_random_unit(91 + k, i, tick);
            }
            (void)wend_rules_set_facts(rules, i, facts);
        }
        const uint64_t begin = bench_clock_ns();
        (void)wend_rules_update(rules, tick, NULL);
        times[tick] = (double)(bench_clock_ns() - begin) / 1e6;
    }
    const double ms = bench_median(times, ticks);
    bench_cell_text(&suite->report, which->name);
    bench_cell_number(&suite->report, (double)agents, 0);
    bench_cell_number(&suite->report, RULES, 0);
    bench_cell_number(&suite->report, PARTS, 0);
    bench_cell_number(&suite->report, ms * 1e6 / (double)(agents * RULES * PARTS), 1);
    bench_cell_number(&suite->report, ms, 3);
    if (which->bound_ms > 0) {
        char name[BENCH_NAME_CAPACITY];
        (void)snprintf(name, sizeof name, "rules, %s: ms a tick", which->name);
        bench_report_time(&suite->report, name, ms, which->bound_ms, false);
    }
    wend_rules_destroy(rules);
}

void bench_mind_rules(bench_suite *suite)
{
    static const rules_case cases[] = {
        {"linear, best", WEND_CURVE_LINEAR, WEND_RULES_BEST, 1},
        {"power, best", WEND_CURVE_POWER, WEND_RULES_BEST, 1.5},
        {"logistic, best", WEND_CURVE_LOGISTIC, WEND_RULES_BEST, 2},
        {"piecewise, best", WEND_CURVE_PIECEWISE, WEND_RULES_BEST, 1.5},
        {"mixed, best", -1, WEND_RULES_BEST, 1.5},
        {"mixed, weighted", -1, WEND_RULES_WEIGHTED, 0},
    };
    bench_table_begin(&suite->report, "rules", "Decisions by rules, on one core", rule_columns,
                      sizeof rule_columns / sizeof rule_columns[0]);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_rules(suite, &cases[i]);
    }
    bench_table_end(&suite->report);
}

/* ---- scheduling ---- */

static void think(void *user, wend_mind_turn *turn)
{
    (void)user;
    turn->next[0]++;
}

static void run_minds(bench_suite *suite, const char *label, bool has_bands)
{
    static const wend_mind_band bands[] = {{20, 1}, {60, 4}};
    const size_t agents = suite->options.quick ? AGENTS_QUICK : AGENTS;
    const size_t ticks = suite->options.quick ? TICKS_QUICK : TICKS;
    double times[TICKS];
    wend_minds_def def = wend_minds_def_default();
    wend_minds *minds = NULL;
    wend_minds_info info = {0};
    def.think = think;
    def.decision_bytes = 16;
    def.bands = bands;
    def.band_count = has_bands ? 2 : 0;
    def.far_period = 16;
    if (wend_minds_create(&def, &minds) != WEND_OK) {
        bench_suite_fail(suite, "minds", "out of memory");
        return;
    }
    for (uint64_t i = 0; i < agents; i++) {
        wend_mind_def agent = wend_mind_def_default();
        agent.agent = i;
        agent.position =
            (wend_vec3){200 * wend_random_unit(7, 0, i), 200 * wend_random_unit(7, 1, i), 0};
        (void)wend_minds_add_agent(minds, &agent);
    }
    for (size_t tick = 0; tick < ticks; tick++) {
        const double x = 200 * (double)tick / (double)ticks;
        const wend_vec3 players[] = {{x, 100, 0}, {100, x, 0}, {x, x, 0}, {200 - x, x, 0}};
        (void)wend_minds_set_points(minds, players, 4);
        const uint64_t begin = bench_clock_ns();
        (void)wend_minds_update(minds, NULL, NULL);
        times[tick] = (double)(bench_clock_ns() - begin) / 1e6;
    }
    wend_minds_get_info(minds, &info);
    const double ms = bench_median(times, ticks);
    bench_cell_text(&suite->report, label);
    bench_cell_number(&suite->report, (double)agents, 0);
    bench_cell_number(&suite->report, (double)info.think_count / (double)ticks, 0);
    bench_cell_number(&suite->report, ms, 3);
    char name[BENCH_NAME_CAPACITY];
    (void)snprintf(name, sizeof name, "minds, %s: ms a tick", label);
    bench_report_time(&suite->report, name, ms, 1, false);
    wend_minds_destroy(minds);
}

void bench_mind_minds(bench_suite *suite)
{
    bench_table_begin(&suite->report, "minds",
                      "Scheduling of thoughts that do nothing, on one core", mind_columns,
                      sizeof mind_columns / sizeof mind_columns[0]);
    run_minds(suite, "every tick", false);
    run_minds(suite, "by distance to 4 points", true);
    bench_table_end(&suite->report);
}
