/* The agents that think in a tick, what decisions are read, what callbacks may ask for, and what is refused. */
#include "support/test.h"

#include "wend/draw.h"
#include "wend/mind.h"

#include <math.h>
#include <string.h>

enum { AGENTS = 1000, NUMBERS = 2000 };

/* What the callbacks saw. */
typedef struct seen_turns {
    uint32_t thoughts[NUMBERS];
    uint64_t last[NUMBERS];
    uint32_t central, in_update;
    wend_minds *minds;
} seen_turns;

static void think(void *user, wend_mind_turn *turn)
{
    seen_turns *seen = user;
    seen->thoughts[turn->agent]++;
    seen->last[turn->agent] = turn->tick;
    seen->in_update++;
}

static wend_minds *make(wend_minds_def def)
{
    wend_minds *minds = NULL;
    assert_int_equal(wend_minds_create(&def, &minds), WEND_OK);
    return minds;
}

static void add(wend_minds *minds, uint64_t agent, uint32_t period, uint32_t cost,
                uint32_t priority)
{
    wend_mind_def def = wend_mind_def_default();
    def.agent = agent;
    def.period = period;
    def.cost = cost;
    def.priority = priority;
    assert_int_equal(wend_minds_add_agent(minds, &def), WEND_OK);
}

static wend_mind_info info_of(const wend_minds *minds, uint64_t agent)
{
    wend_mind_info info;
    assert_int_equal(wend_minds_get_agent(minds, agent, &info), WEND_OK);
    return info;
}

/* ---- periods ---- */

static void agents_of_one_period_are_spread_evenly(void **state)
{
    (void)state;
    seen_turns seen = {.central = 0};
    wend_minds_def def = wend_minds_def_default();
    def.think = think;
    def.user = &seen;
    wend_minds *minds = make(def);
    for (uint64_t i = 0; i < AGENTS; i++) {
        add(minds, i, 10, 1, 1);
    }
    for (uint64_t tick = 0; tick < 50; tick++) {
        seen.in_update = 0;
        assert_int_equal(wend_minds_update(minds, NULL, NULL), WEND_OK);
        assert_int_equal(seen.in_update, AGENTS / 10);
    }
    for (uint64_t i = 0; i < AGENTS; i++) {
        assert_int_equal(seen.thoughts[i], 5);
    }
    wend_minds_destroy(minds);
}

static void agents_of_many_periods_and_costs_make_a_flat_load(void **state)
{
    (void)state;
    static const uint32_t periods[] = {1, 2, 3, 4, 5, 8, 12, 20};
    seen_turns seen = {.central = 0};
    wend_minds_def def = wend_minds_def_default();
    double expected = 0;
    def.think = think;
    def.user = &seen;
    wend_minds *minds = make(def);
    for (uint64_t i = 0; i < AGENTS; i++) {
        const uint32_t period = periods[wend_random_below(3, 0, i, 8)];
        const uint32_t cost = 1 + wend_random_below(3, 1, i, 9);
        add(minds, i, period, cost, 1);
        expected += (double)cost / period;
    }
    for (uint64_t tick = 0; tick < 240; tick++) {
        wend_minds_info info;
        assert_int_equal(wend_minds_update(minds, NULL, NULL), WEND_OK);
        wend_minds_get_info(minds, &info);
        assert_true(fabs((double)info.cost - expected) < 0.04 * expected);
    }
    wend_minds_destroy(minds);
}

static void bands_set_the_period_with_hysteresis(void **state)
{
    (void)state;
    static const wend_mind_band bands[] = {{20, 1}, {60, 4}};
    seen_turns seen = {.central = 0};
    wend_minds_def def = wend_minds_def_default();
    def.think = think;
    def.user = &seen;
    def.bands = bands;
    def.band_count = 2;
    def.far_period = 16;
    def.hysteresis = 5;
    wend_minds *minds = make(def);
    const wend_vec3 player = {100, 100, 0};
    add(minds, 1, 1, 1, 1);
    add(minds, 2, 6, 1, 1);
    assert_int_equal(info_of(minds, 1).period, 1); /* nothing matters: all are near */
    assert_int_equal(wend_minds_set_points(minds, &player, 1), WEND_OK);
    const double distances[] = {10, 22, 26, 64, 66, 59, 22, 19};
    const uint32_t bands_of[] = {0, 0, 1, 1, 2, 1, 1, 0};
    const uint32_t periods[] = {1, 1, 4, 4, 16, 4, 4, 1};
    for (uint32_t i = 0; i < 8; i++) {
        const wend_vec3 at = {100 + distances[i], 100, 0};
        assert_int_equal(wend_minds_set_position(minds, 1, at), WEND_OK);
        assert_int_equal(wend_minds_set_position(minds, 2, at), WEND_OK);
        assert_int_equal(wend_minds_update(minds, NULL, NULL), WEND_OK);
        assert_int_equal(info_of(minds, 1).band, bands_of[i]);
        assert_int_equal(info_of(minds, 1).period, periods[i]);
        assert_int_equal(info_of(minds, 2).period, periods[i] > 6 ? periods[i] : 6);
    }
    wend_minds_destroy(minds);
}

static void an_agent_between_bands_comes_to_its_turn(void **state)
{
    (void)state;
    static const wend_mind_band band = {20, 7};
    seen_turns seen = {.central = 0};
    wend_minds_def def = wend_minds_def_default();
    def.think = think;
    def.user = &seen;
    def.bands = &band;
    def.band_count = 1;
    def.far_period = 32;
    wend_minds *minds = make(def);
    const wend_vec3 player = {0, 0, 0};
    assert_int_equal(wend_minds_set_points(minds, &player, 1), WEND_OK);
    for (uint64_t i = 0; i < 50; i++) {
        add(minds, i, 1, 1, 1);
    }
    for (uint64_t tick = 0; tick < 1000; tick++) {
        for (uint64_t i = 0; i < 50; i++) {
            const wend_vec3 at = {wend_random_below(5, i, tick, 2) == 0 ? 19 : 21, 0, 0};
            assert_int_equal(wend_minds_set_position(minds, i, at), WEND_OK);
            assert_true(tick < 70 || seen.last[i] + 70 >= tick);
        }
        assert_int_equal(wend_minds_update(minds, NULL, NULL), WEND_OK);
    }
    wend_minds_destroy(minds);
}

/* ---- budgets ---- */

static void budgets_are_kept_and_debts_are_paid(void **state)
{
    (void)state;
    seen_turns seen = {.central = 0};
    wend_minds_def def = wend_minds_def_default();
    def.think = think;
    def.user = &seen;
    wend_minds *minds = make(def);
    add(minds, 1, 1, 25, 1);
    for (uint32_t tick = 0; tick < 10; tick++) {
        wend_budget budget = wend_budget_steps(10);
        wend_minds_info info;
        const bool thinks = tick == 0 || tick == 2 || tick == 5 || tick == 7;
        seen.in_update = 0;
        assert_int_equal(wend_minds_update(minds, &budget, NULL),
                         thinks ? WEND_OK : WEND_IN_PROGRESS);
        wend_minds_get_info(minds, &info);
        assert_int_equal(seen.in_update, thinks ? 1 : 0);
        assert_int_equal(budget.steps, 0);
    }
    assert_int_equal(seen.thoughts[1], 4); /* 100 steps, 25 each */
    wend_minds_destroy(minds);
}

static void no_agent_starves(void **state)
{
    (void)state;
    seen_turns seen = {.central = 0};
    wend_minds_def def = wend_minds_def_default();
    def.think = think;
    def.user = &seen;
    wend_minds *minds = make(def);
    /* Together they want far more than the budget has; one has the least priority. */
    for (uint64_t i = 0; i < 100; i++) {
        add(minds, i, 1, 1 + i % 4, i == 50 ? 1 : 100);
    }
    uint64_t longest = 0;
    for (uint64_t tick = 0; tick < 20000; tick++) {
        wend_budget budget = wend_budget_steps(20);
        assert_int_equal(wend_minds_update(minds, &budget, NULL), WEND_IN_PROGRESS);
        longest = tick - seen.last[50] > longest ? tick - seen.last[50] : longest;
    }
    assert_true(seen.thoughts[50] > 0);
    assert_true(longest <= 100 * 13 + 100); /* priority x ticks of a round, and a round */
    for (uint64_t i = 0; i < 100; i++) {
        assert_true(i == 50 || (seen.thoughts[i] > 1500 && seen.thoughts[i] < 1650));
    }
    wend_minds_destroy(minds);
}

static void a_deadline_leaves_agents_for_later(void **state)
{
    (void)state;
    seen_turns seen = {.central = 0};
    wend_minds_def def = wend_minds_def_default();
    def.think = think;
    def.user = &seen;
    wend_minds *minds = make(def);
    for (uint64_t i = 0; i < AGENTS; i++) {
        add(minds, i, 1, 1, 1);
    }
    wend_budget budget = wend_budget_ns(1);
    while (wend_clock_ns() < budget.deadline_ns) {
    }
    assert_int_equal(wend_minds_update(minds, &budget, NULL), WEND_IN_PROGRESS);
    assert_int_equal(seen.in_update, 64);
    assert_int_equal(wend_minds_update(minds, NULL, NULL), WEND_OK);
    assert_int_equal(seen.in_update, 64 + AGENTS);
    wend_minds_destroy(minds);
}

/* ---- decisions ---- */

/* Each decides what its neighbour decided last, plus 1. */
static void follow(void *user, wend_mind_turn *turn)
{
    (void)user;
    const uint8_t *other = wend_minds_decision(turn->minds, (turn->agent + 1) % 10);
    turn->next[0] = (uint8_t)(other[0] + 1);
    assert_int_equal(turn->next[1], turn->last[1]);
}

static void thinking_reads_the_last_tick(void **state)
{
    (void)state;
    wend_minds_def def = wend_minds_def_default();
    def.think = follow;
    def.decision_bytes = 2;
    wend_minds *minds = make(def);
    for (uint64_t i = 0; i < 10; i++) {
        const uint8_t first[2] = {(uint8_t)(10 * i), 77};
        wend_mind_def agent = wend_mind_def_default();
        agent.agent = i;
        agent.decision = first;
        assert_int_equal(wend_minds_add_agent(minds, &agent), WEND_OK);
    }
    for (uint32_t tick = 0; tick < 3; tick++) {
        assert_int_equal(wend_minds_update(minds, NULL, NULL), WEND_OK);
    }
    for (uint64_t i = 0; i < 10; i++) {
        assert_int_equal(wend_minds_decision(minds, i)[0], (10 * ((i + 3) % 10) + 3) & 255);
        assert_int_equal(wend_minds_decision(minds, i)[1], 77);
    }
    wend_minds_destroy(minds);
}

static void plan(void *user, wend_mind_turn *turn)
{
    seen_turns *seen = user;
    uint64_t agent;
    seen->central++;
    assert_null(turn->next);
    for (uint32_t i = 0; wend_minds_agent_at(turn->minds, i, &agent) == WEND_OK; i++) {
        if (agent % 2 == 0) {
            wend_mind_turn_decision(turn, agent)[0] = (uint8_t)(100 + turn->tick);
        }
    }
    assert_null(wend_mind_turn_decision(turn, 999));
}

static void refine(void *user, wend_mind_turn *turn)
{
    (void)user;
    assert_null(wend_mind_turn_decision(turn, turn->agent));
    turn->next[0] = (uint8_t)(turn->next[0] + 1);
}

static void central_thinking_decides_first_and_agents_refine(void **state)
{
    (void)state;
    seen_turns seen = {.central = 0};
    wend_minds_def def = wend_minds_def_default();
    def.think = refine;
    def.think_central = plan;
    def.user = &seen;
    def.decision_bytes = 1;
    def.central_period = 2;
    wend_minds *minds = make(def);
    add(minds, 1, 1, 1, 1);
    add(minds, 2, 1, 1, 1);
    add(minds, 4, 2, 1, 1);
    for (uint32_t tick = 0; tick < 4; tick++) {
        assert_int_equal(wend_minds_update(minds, NULL, NULL), WEND_OK);
        assert_int_equal(wend_minds_decision(minds, 1)[0], tick + 1);
        assert_int_equal(wend_minds_decision(minds, 2)[0], 101 + tick);
    }
    assert_int_equal(seen.central, 2);
    wend_minds_destroy(minds);
}

/* ---- requests ---- */

static void ask(void *user, wend_mind_turn *turn)
{
    seen_turns *seen = user;
    const uint8_t first = (uint8_t)(turn->agent + 50);
    wend_mind_def def = wend_mind_def_default();
    seen->in_update++;
    def.agent = turn->agent + 100;
    def.decision = &first;
    assert_int_equal(wend_minds_remove_agent(seen->minds, turn->agent), WEND_ERROR_BUSY);
    assert_int_equal(wend_minds_add_agent(seen->minds, &def), WEND_ERROR_BUSY);
    assert_int_equal(wend_minds_update(seen->minds, NULL, NULL), WEND_ERROR_BUSY);
    if (turn->agent < 10) {
        assert_int_equal(wend_mind_turn_add_agent(turn, &def), WEND_OK);
        assert_int_equal(wend_mind_turn_remove_agent(turn, turn->agent), WEND_OK);
        assert_int_equal(wend_mind_turn_remove_agent(turn, turn->agent), WEND_OK); /* dropped */
        assert_int_equal(wend_mind_turn_wake(turn, 20), WEND_OK);
    }
    assert_true(wend_minds_has_agent(turn->minds, turn->agent));
}

static void agents_are_added_and_removed_when_the_update_is_over(void **state)
{
    (void)state;
    seen_turns seen = {.central = 0};
    wend_minds_def def = wend_minds_def_default();
    wend_minds_info info;
    def.think = ask;
    def.user = &seen;
    def.decision_bytes = 1;
    seen.minds = make(def);
    for (uint64_t i = 0; i < 10; i++) {
        add(seen.minds, i, 1, 1, 1);
    }
    add(seen.minds, 20, 64, 1, 1);
    assert_int_equal(wend_minds_update(seen.minds, NULL, NULL), WEND_OK);
    wend_minds_get_info(seen.minds, &info);
    assert_int_equal(info.agent_count, 11);
    assert_int_equal(info.dropped_count, 10);
    assert_true(info_of(seen.minds, 20).due_tick <= 1);
    for (uint64_t i = 0; i < 10; i++) {
        assert_false(wend_minds_has_agent(seen.minds, i));
        assert_int_equal(wend_minds_decision(seen.minds, 100 + i)[0], 50 + i);
    }
    assert_int_equal(wend_minds_update(seen.minds, NULL, NULL), WEND_OK);
    assert_int_equal(info_of(seen.minds, 20).think_count + seen.in_update, 10 + 11 + 1);
    wend_minds_destroy(seen.minds);
}

/* ---- refusals, drawing ---- */

static void mistakes_are_named(void **state)
{
    (void)state;
    static const wend_mind_band bands[] = {{20, 1}, {10, 4}};
    wend_message m;
    wend_minds *minds = NULL;
    wend_minds_def def = wend_minds_def_default();
    wend_mind_def agent = wend_mind_def_default();
    wend_mind_info info;
    def.message = &m;
    assert_int_equal(wend_minds_create(&def, &minds), WEND_ERROR_ARGUMENT);
    assert_string_equal(m.text, "wend_minds_create: think and think_central are NULL");
    def.think = think;
    def.bands = bands;
    def.band_count = 2;
    assert_int_equal(wend_minds_create(&def, &minds), WEND_ERROR_ARGUMENT);
    assert_string_equal(m.text,
                        "wend_minds_create: bands[1].distance is 10, and must be above 20, at "
                        "most 1048576");
    def.band_count = 1;
    minds = make(def);
    agent.period = 0;
    assert_int_equal(wend_minds_add_agent(minds, &agent), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_minds_error(minds),
                        "wend_minds_add_agent: period is 0, and must be from 1 to 1024");
    agent.period = 1;
    assert_int_equal(wend_minds_add_agent(minds, &agent), WEND_OK);
    assert_int_equal(wend_minds_add_agent(minds, &agent), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_minds_wake(minds, 5), WEND_ERROR_STALE);
    assert_string_equal(wend_minds_error(minds), "wend_minds_wake: there is no agent 5");
    assert_int_equal(wend_minds_get_agent(minds, 5, &info), WEND_ERROR_STALE);
    assert_null(wend_minds_decision(minds, 5));
    assert_int_equal(wend_mind_turn_wake(NULL, 0), WEND_ERROR_ARGUMENT);
    agent.period = 8;
    assert_int_equal(wend_minds_set_agent(minds, &agent), WEND_OK);
    assert_int_equal(info_of(minds, 0).period, 8);
    assert_int_equal(wend_minds_wake(minds, 0), WEND_OK);
    assert_int_equal(info_of(minds, 0).due_tick, 0);
    wend_minds_destroy(minds);
}

typedef struct drawn_minds {
    uint32_t rings, thinking, others;
} drawn_minds;

static void count_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                         double value)
{
    drawn_minds *drawn = context;
    (void)centre;
    (void)value;
    drawn->rings += radius > 0 && meaning == WEND_MEANING_REACH ? 1 : 0;
    drawn->thinking += meaning == WEND_MEANING_SEARCHED ? 1 : 0;
    drawn->others += meaning == WEND_MEANING_AGENT ? 1 : 0;
}

static void drawings_show_bands_and_thinkers(void **state)
{
    (void)state;
    static const wend_mind_band bands[] = {{20, 1}, {60, 4}};
    seen_turns seen = {.central = 0};
    drawn_minds drawn = {0, 0, 0};
    const wend_draw draw = {.circle = count_circle, .context = &drawn};
    const wend_vec3 players[] = {{0, 0, 0}, {50, 0, 0}};
    wend_minds_def def = wend_minds_def_default();
    def.think = think;
    def.user = &seen;
    def.bands = bands;
    def.band_count = 2;
    wend_minds *minds = make(def);
    assert_int_equal(wend_minds_set_points(minds, players, 2), WEND_OK);
    for (uint64_t i = 0; i < 8; i++) {
        add(minds, i, 4, 1, 1);
    }
    assert_int_equal(wend_minds_update(minds, NULL, NULL), WEND_OK);
    assert_int_equal(wend_minds_draw(minds, &draw), WEND_OK);
    assert_int_equal(drawn.rings, 4);
    assert_int_equal(drawn.thinking, 2);
    assert_int_equal(drawn.others, 6);
    wend_minds_destroy(minds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_of_one_period_are_spread_evenly),
        cmocka_unit_test(agents_of_many_periods_and_costs_make_a_flat_load),
        cmocka_unit_test(bands_set_the_period_with_hysteresis),
        cmocka_unit_test(an_agent_between_bands_comes_to_its_turn),
        cmocka_unit_test(budgets_are_kept_and_debts_are_paid),
        cmocka_unit_test(no_agent_starves),
        cmocka_unit_test(a_deadline_leaves_agents_for_later),
        cmocka_unit_test(thinking_reads_the_last_tick),
        cmocka_unit_test(central_thinking_decides_first_and_agents_refine),
        cmocka_unit_test(agents_are_added_and_removed_when_the_update_is_over),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(drawings_show_bands_and_thinkers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
