/* What members remember becomes what their squad knows. */
#include "support/test.h"

#include "wend/base.h"
#include "wend/memory.h"
#include "wend/squad.h"

#include <string.h>

enum { US = 0, THEM = 1, MEMBERS = 4, ENEMIES = 32 };

typedef struct report_stage {
    wend_memories *memories;
    wend_squads *squads;
    wend_squad_id squad;
} report_stage;

static report_stage make(uint32_t max_enemies)
{
    report_stage s;
    wend_memories_def memories_def = wend_memories_def_default();
    memories_def.record_limit = 64;
    memories_def.share_certainty = 1;
    assert_int_equal(wend_memories_create(&memories_def, &s.memories), WEND_OK);
    wend_squads_def squads_def = wend_squads_def_default();
    squads_def.max_enemies = max_enemies;
    const wend_squad_def squad_def = wend_squad_def_default();
    assert_int_equal(wend_squads_create(&squads_def, &s.squads), WEND_OK);
    assert_int_equal(wend_squads_add(s.squads, &squad_def, &s.squad), WEND_OK);
    for (uint64_t agent = 1; agent <= MEMBERS; agent++) {
        const wend_squad_member member = {.agent = agent};
        assert_int_equal(wend_squads_join(s.squads, s.squad, &member), WEND_OK);
        assert_int_equal(wend_memories_add_agent(s.memories, agent), WEND_OK);
        assert_int_equal(wend_memories_join(s.memories, agent, 1), WEND_OK);
    }
    return s;
}

static void destroy(report_stage *s)
{
    wend_memories_destroy(s->memories);
    wend_squads_destroy(s->squads);
}

static void see(const report_stage *s, uint64_t agent, uint64_t subject, double x, double danger,
                double certainty)
{
    wend_memory_observation it = wend_memory_observation_default();
    it.subject = subject;
    it.team = THEM;
    it.position = (wend_vec3){x, 1, 0};
    it.danger = danger;
    it.certainty = certainty;
    const wend_result result = wend_memories_observe(s->memories, agent, &it);
    assert_true(result == WEND_OK || result == WEND_TRUNCATED);
}

static size_t list(const report_stage *s, wend_squad_enemy *enemies)
{
    size_t count = 0;
    assert_int_equal(wend_squads_list_enemies(s->squads, s->squad, enemies, ENEMIES, &count),
                     WEND_OK);
    return count;
}

static bool same(double a, double b)
{
    return !(a < b) && !(a > b);
}

static wend_result report(const report_stage *s)
{
    return wend_squads_report_memories(s->squads, s->squad, s->memories, US);
}

static void a_squad_knows_the_newest_record_of_its_members(void **state)
{
    (void)state;
    report_stage s = make(8);
    wend_squad_enemy enemies[ENEMIES];
    see(&s, 1, 70, 3, 5, 1);
    see(&s, 2, 60, 4, 2, 0.5);
    assert_int_equal(wend_memories_set_tick(s.memories, 9), WEND_OK);
    see(&s, 3, 70, 8, 6, 0.75);
    assert_int_equal(report(&s), WEND_OK);
    assert_int_equal(list(&s, enemies), 2);
    assert_true(enemies[0].number == 60 && same(enemies[0].position.x, 4) &&
                same(enemies[0].strength, 2));
    assert_true(enemies[0].certainty < 0.5 && same(enemies[0].health, 1));
    assert_true(enemies[1].number == 70 && same(enemies[1].position.x, 8) &&
                same(enemies[1].strength, 6) && same(enemies[1].certainty, 0.75));
    destroy(&s);
}

static void an_enemy_that_was_known_keeps_its_health(void **state)
{
    (void)state;
    report_stage s = make(8);
    wend_squad_enemy enemies[ENEMIES];
    const wend_squad_enemy known = {.number = 70, .strength = 1, .health = 12, .certainty = 1};
    const wend_squad_enemy other = {.number = 71, .strength = 1, .health = 12, .certainty = 1};
    assert_int_equal(wend_squads_set_enemy(s.squads, s.squad, &known), WEND_OK);
    assert_int_equal(wend_squads_set_enemy(s.squads, s.squad, &other), WEND_OK);
    see(&s, 1, 70, 3, 5, 1);
    assert_int_equal(report(&s), WEND_OK);
    assert_int_equal(list(&s, enemies), 1); /* no member remembers 71 */
    assert_true(same(enemies[0].health, 12) && same(enemies[0].strength, 5));
    assert_int_equal(wend_memories_forget(s.memories, 1, 70), WEND_OK);
    assert_int_equal(report(&s), WEND_OK);
    assert_int_equal(list(&s, enemies), 0);
    destroy(&s);
}

static void friends_things_and_what_is_gone_are_no_enemies(void **state)
{
    (void)state;
    report_stage s = make(8);
    wend_squad_enemy enemies[ENEMIES];
    wend_memory_observation friend = wend_memory_observation_default();
    friend.subject = 5;
    friend.team = US;
    friend.danger = 9;
    assert_int_equal(wend_memories_observe(s.memories, 1, &friend), WEND_OK);
    see(&s, 1, 70, 3, 0, 1); /* without danger */
    see(&s, 1, 71, 3, 1, 1);
    see(&s, 2, 72, 3, 1, 1);
    assert_int_equal(wend_memories_set_tick(s.memories, 3), WEND_OK);
    assert_int_equal(wend_memories_report_gone(s.memories, 1, 71), WEND_OK);
    see(&s, 2, 71, 4, 1, 1); /* seen by another one in that tick: the news that it is gone wins */
    assert_int_equal(report(&s), WEND_OK);
    assert_int_equal(list(&s, enemies), 1);
    assert_int_equal(enemies[0].number, 72);
    destroy(&s);
}

static void the_weakest_enemies_have_no_place(void **state)
{
    (void)state;
    report_stage s = make(3);
    wend_squad_enemy enemies[ENEMIES];
    see(&s, 1, 10, 0, 2, 1);
    see(&s, 1, 11, 0, 1, 1);
    see(&s, 2, 12, 0, 4, 1);
    assert_int_equal(report(&s), WEND_OK);
    see(&s, 2, 13, 0, 3, 1);
    see(&s, 3, 14, 0, 2, 1); /* as strong as 10, which has the smaller number */
    assert_int_equal(report(&s), WEND_TRUNCATED);
    assert_int_equal(list(&s, enemies), 3);
    assert_true(enemies[0].number == 10 && enemies[1].number == 12 && enemies[2].number == 13);
    destroy(&s);
}

static void members_without_a_memory_report_nothing(void **state)
{
    (void)state;
    report_stage s = make(3);
    wend_squad_enemy enemies[ENEMIES];
    see(&s, 1, 10, 0, 2, 1);
    assert_int_equal(wend_memories_remove_agent(s.memories, 2), WEND_OK);
    assert_int_equal(report(&s), WEND_OK);
    assert_int_equal(list(&s, enemies), 1);
    assert_int_equal(wend_memories_remove_agent(s.memories, 1), WEND_OK);
    assert_int_equal(report(&s), WEND_OK);
    assert_int_equal(list(&s, enemies), 0);
    assert_int_equal(wend_squads_report_memories(s.squads, s.squad, NULL, US), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_squads_remove(s.squads, s.squad), WEND_OK);
    assert_int_equal(report(&s), WEND_ERROR_STALE);
    destroy(&s);
}

static uint32_t below(uint64_t seed, uint64_t tick, uint64_t what, uint32_t count)
{
    return wend_random_below(seed, tick, what, count);
}

/* The squad knows what each member remembers once all have shared what they know. */
static void a_report_is_what_sharing_leaves(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        report_stage s = make(ENEMIES);
        wend_squad_enemy enemies[ENEMIES];
        wend_memory shared[64];
        for (uint64_t tick = 1; tick < 20; tick++) {
            assert_int_equal(wend_memories_set_tick(s.memories, tick), WEND_OK);
            const uint64_t subject = 50 + below(seed, tick, 1, 12);
            if (below(seed, tick, 2, 4) == 0) {
                const uint64_t agent = 1 + below(seed, tick, 3, MEMBERS);
                assert_int_equal(wend_memories_report_gone(s.memories, agent, subject), WEND_OK);
            }
            see(&s, 1 + below(seed, tick, 4, MEMBERS), subject, below(seed, tick, 5, 9),
                below(seed, tick, 6, 4), (1 + below(seed, tick, 7, 4)) / 4.0);
        }
        assert_int_equal(report(&s), WEND_OK);
        const size_t count = list(&s, enemies);
        size_t shared_count = 0, expected = 0;
        wend_memory_query query = wend_memory_query_default();
        assert_int_equal(wend_memories_share(s.memories, 1, NULL), WEND_OK);
        assert_int_equal(wend_memories_list(s.memories, MEMBERS, &query, shared, 64, &shared_count),
                         WEND_OK);
        for (size_t i = 0; i < shared_count; i++) {
            if (!shared[i].is_gone && shared[i].danger > 0) {
                bool is_found = false;
                for (size_t j = 0; j < count; j++) {
                    is_found |= enemies[j].number == shared[i].subject &&
                                same(enemies[j].position.x, shared[i].position.x) &&
                                same(enemies[j].strength, shared[i].danger) &&
                                same(enemies[j].certainty, shared[i].certainty);
                }
                assert_true(is_found);
                expected++;
            }
        }
        assert_int_equal(count, expected);
        destroy(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_squad_knows_the_newest_record_of_its_members),
        cmocka_unit_test(an_enemy_that_was_known_keeps_its_health),
        cmocka_unit_test(friends_things_and_what_is_gone_are_no_enemies),
        cmocka_unit_test(the_weakest_enemies_have_no_place),
        cmocka_unit_test(members_without_a_memory_report_nothing),
        cmocka_unit_test(a_report_is_what_sharing_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
