/* Allotments are compared with the best of all allotments; states, scores and sums with their formulas. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/commander.h"

#include <math.h>

enum { SEEDS = 500, GROUPS_MOST = 5, GOALS_MOST = 4 };

/* The problem as the commander states it by its public calls. */
typedef struct problem {
    wend_commander *commander;
    uint32_t groups, goals;
    wend_commander_goal_id ids[GOALS_MOST];
    wend_commander_goal goal[GOALS_MOST];
    wend_commander_group group[GROUPS_MOST];
    wend_commander_score scores[GROUPS_MOST][GOALS_MOST];
    double needed[GOALS_MOST];
    double out_most;
} problem;

/* Sums over many seeds. */
typedef struct tally {
    double reached, best, worst_part;
    uint32_t count, optimal, changed;
} tally;

static double roll(uint64_t seed, uint64_t what, double low, double high)
{
    return low + wend_random_unit(seed, what, 0) * (high - low);
}

static void make(problem *p, uint64_t seed)
{
    wend_commander_def def = wend_commander_def_default();
    def.distance_weight = roll(seed, 1, 0, 0.05);
    def.danger_weight = roll(seed, 2, 0, 0.3);
    def.reserve = wend_random_below(seed, 3, 0, 3) == 0 ? roll(seed, 4, 0, 0.6) : 0;
    assert_int_equal(wend_commander_create(&def, &p->commander), WEND_OK);
    p->groups = 1 + wend_random_below(seed, 5, 0, GROUPS_MOST);
    p->goals = 1 + wend_random_below(seed, 6, 0, GOALS_MOST);
    for (uint64_t i = 0; i < p->groups; i++) {
        wend_commander_group group = wend_commander_group_default();
        group.user = i * 3;
        group.position = (wend_vec2){roll(seed, 100 + i, 0, 100), roll(seed, 200 + i, 0, 100)};
        group.strength = 1 + (double)wend_random_below(seed, 300 + i, 0, 40) / 8;
        group.fitness[WEND_COMMANDER_SCOUT] = (double)wend_random_below(seed, 350 + i, 0, 3) / 2;
        assert_int_equal(wend_commander_set_group(p->commander, &group), WEND_OK);
        p->group[i] = group;
    }
    for (uint64_t i = 0; i < p->goals; i++) {
        wend_commander_goal goal = wend_commander_goal_default();
        goal.kind = (wend_commander_kind)wend_random_below(seed, 400 + i, 0, 4);
        goal.position = (wend_vec2){roll(seed, 500 + i, 0, 100), roll(seed, 600 + i, 0, 100)};
        goal.value = roll(seed, 700 + i, 0, 10);
        goal.strength = (double)wend_random_below(seed, 800 + i, 0, 80) / 8;
        goal.superiority = (double)wend_random_below(seed, 850 + i, 0, 3) / 2;
        goal.partial = (double)wend_random_below(seed, 900 + i, 0, 5) / 4;
        goal.group_limit = wend_random_below(seed, 950 + i, 0, 4);
        goal.uses_reserve = goal.kind == WEND_COMMANDER_DEFEND;
        assert_int_equal(wend_commander_add_goal(p->commander, &goal, &p->ids[i]), WEND_OK);
        p->goal[i] = goal;
    }
    for (uint64_t i = 0; i < 4; i++) {
        const wend_commander_enemy enemy = {
            .user = i,
            .position = {roll(seed, 1000 + i, 0, 100), roll(seed, 1100 + i, 0, 100)},
            .strength = 2,
            .certainty = 0.5};
        assert_int_equal(wend_commander_report(p->commander, &enemy), WEND_OK);
    }
    p->out_most = 0;
    for (uint32_t i = 0; i < p->groups; i++) {
        p->out_most += p->group[i].strength * (1 - def.reserve);
    }
    for (uint32_t g = 0; g < p->groups; g++) {
        for (uint32_t q = 0; q < p->goals; q++) {
            assert_int_equal(wend_commander_get_score(p->commander, NULL, p->group[g].user,
                                                      p->ids[q], &p->scores[g][q]),
                             WEND_OK);
            const wend_commander_score *s = &p->scores[g][q];
            const double known = wend_commander_known_strength(p->commander, p->goal[q].position,
                                                               def.known_radius, UINT32_MAX);
            const double way = hypot(p->goal[q].position.x - p->group[g].position.x,
                                     p->goal[q].position.y - p->group[g].position.y);
            p->needed[q] = fmax(p->goal[q].strength, p->goal[q].superiority * known);
            if (s->reason == WEND_COMMANDER_ALLOTTED) {
                assert_true(fabs(s->distance - way) < 1e-9);
                assert_true(fabs(s->travel - way * def.distance_weight) < 1e-9);
                assert_true(fabs(s->danger - known) < 1e-9);
                assert_true(fabs(s->risk -
                                 def.danger_weight * known * known / (known + s->strength)) < 1e-9);
            }
        }
    }
}

/* The sum of an allotment; -infinity where it is not allowed.
 * @param choice goal of each group; `goals` is none. */
static double sum_of(const problem *p, const uint32_t *choice)
{
    double total = 0, out = 0;
    for (uint32_t q = 0; q < p->goals; q++) {
        double strength = 0;
        uint32_t count = 0;
        for (uint32_t g = 0; g < p->groups; g++) {
            if (choice[g] != q) {
                continue;
            }
            if (p->scores[g][q].reason != WEND_COMMANDER_ALLOTTED) {
                return -HUGE_VAL;
            }
            strength += p->scores[g][q].strength;
            total -= p->scores[g][q].cost;
            out += p->goal[q].uses_reserve ? 0 : p->group[g].strength;
            count++;
        }
        if (p->goal[q].group_limit != 0 && count > p->goal[q].group_limit) {
            return -HUGE_VAL;
        }
        total += count == 0 ? 0
                 : strength >= p->needed[q]
                     ? p->goal[q].value
                     : p->goal[q].value * p->goal[q].partial * strength / p->needed[q];
    }
    return out > p->out_most + 1e-6 ? -HUGE_VAL : total;
}

static double best_sum(const problem *p)
{
    double best = 0;
    uint32_t choice[GROUPS_MOST] = {0}, all = 1;
    for (uint32_t g = 0; g < p->groups; g++) {
        all *= p->goals + 1;
    }
    for (uint32_t i = 0; i < all; i++) {
        uint32_t rest = i;
        for (uint32_t g = 0; g < p->groups; g++) {
            choice[g] = rest % (p->goals + 1);
            rest /= p->goals + 1;
        }
        best = fmax(best, sum_of(p, choice));
    }
    return best;
}

/* The goal of each group, from its assignment. */
static void read_choice(const problem *p, uint32_t *choice)
{
    for (uint32_t g = 0; g < p->groups; g++) {
        wend_commander_assignment it;
        assert_int_equal(wend_commander_get_assignment(p->commander, p->group[g].user, &it),
                         WEND_OK);
        choice[g] = p->goals;
        for (uint32_t q = 0; q < p->goals; q++) {
            choice[g] = it.goal.index1 == p->ids[q].index1 ? q : choice[g];
        }
        assert_true((choice[g] < p->goals) == (it.reason == WEND_COMMANDER_ALLOTTED));
    }
}

static bool are_states_right(const problem *p, const uint32_t *choice)
{
    bool is_right = true;
    for (uint32_t q = 0; q < p->goals; q++) {
        wend_commander_goal_state state;
        double strength = 0;
        uint32_t count = 0;
        assert_int_equal(wend_commander_get_goal_state(p->commander, p->ids[q], &state), WEND_OK);
        for (uint32_t g = 0; g < p->groups; g++) {
            strength += choice[g] == q ? p->scores[g][q].strength : 0;
            count += choice[g] == q ? 1 : 0;
        }
        is_right = is_right && count == state.group_count &&
                   fabs(strength - state.strength) < 1e-4 &&
                   fabs(state.needed - p->needed[q]) < 1e-9 &&
                   (count > 0) == (state.reason <= WEND_COMMANDER_PARTLY);
    }
    return is_right;
}

static bool holds(uint64_t seed, void *context)
{
    tally *t = context;
    problem p;
    uint32_t choice[GROUPS_MOST];
    make(&p, seed);
    const double best = best_sum(&p);
    assert_int_equal(wend_commander_update(p.commander, NULL), WEND_OK);
    wend_commander_info info;
    wend_commander_get_info(p.commander, &info);
    read_choice(&p, choice);
    const double reached = sum_of(&p, choice);
    bool is_right =
        fabs(reached - info.total) < 1e-6 && reached <= best + 1e-6 && are_states_right(&p, choice);
    if (best > 0.01) {
        t->count++;
        t->best += best;
        t->reached += reached;
        t->optimal += reached >= best - 1e-6 ? 1 : 0;
        t->worst_part = fmin(t->worst_part, reached / best);
        is_right = is_right && reached >= 0.3 * best;
    }
    /* While nothing happens an update changes nothing, unless it finds a better sum, which is rare. */
    assert_int_equal(wend_commander_update(p.commander, NULL), WEND_OK);
    uint32_t again[GROUPS_MOST];
    bool has_changed = false;
    read_choice(&p, again);
    for (uint32_t g = 0; g < p.groups; g++) {
        has_changed = has_changed || again[g] != choice[g];
    }
    t->changed += has_changed ? 1 : 0;
    is_right = is_right && (!has_changed || sum_of(&p, again) > reached + 1e-9);
    wend_commander_destroy(p.commander);
    return is_right;
}

static void allotments_are_near_the_best_of_all(void **state)
{
    (void)state;
    tally t = {.worst_part = 1};
    gen_property("commander", SEEDS, holds, &t);
    print_message("of %u problems %u optimal, mean %.5f, worst %.3f of the best sum, %u changed\n",
                  t.count, t.optimal, t.reached / t.best, t.worst_part, t.changed);
    assert_true(t.count < 100 || (t.reached >= 0.995 * t.best && t.optimal * 100 >= t.count * 97 &&
                                  t.changed * 100 <= t.count));
}

/* A saved and loaded commander goes on as the first one. */
static bool goes_on(uint64_t seed, void *context)
{
    static uint8_t bytes[1 << 16];
    problem p;
    wend_commander *loaded;
    size_t count;
    (void)context;
    make(&p, seed);
    assert_int_equal(wend_commander_update(p.commander, NULL), WEND_OK);
    assert_int_equal(wend_commander_save(p.commander, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(wend_commander_load(NULL, bytes, count, &loaded), WEND_OK);
    bool is_equal = wend_commander_hash(p.commander) == wend_commander_hash(loaded);
    for (uint64_t tick = 1; tick < 4; tick++) {
        wend_commander *both[2] = {p.commander, loaded};
        for (uint32_t i = 0; i < 2; i++) {
            wend_commander_group group = p.group[0];
            group.position.x = roll(seed, 2000 + tick, 0, 100);
            assert_int_equal(wend_commander_set_tick(both[i], tick * 400), WEND_OK);
            assert_int_equal(wend_commander_set_group(both[i], &group), WEND_OK);
            assert_int_equal(wend_commander_update(both[i], NULL), WEND_OK);
        }
        is_equal = is_equal && wend_commander_hash(p.commander) == wend_commander_hash(loaded);
    }
    wend_commander_destroy(p.commander);
    wend_commander_destroy(loaded);
    return is_equal;
}

static void loaded_commanders_go_on(void **state)
{
    (void)state;
    gen_property("commander saved", 60, goes_on, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allotments_are_near_the_best_of_all),
        cmocka_unit_test(loaded_commanders_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
