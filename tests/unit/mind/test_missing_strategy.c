/* What commanders and mixes of units answer where arguments are missing: every call with no object and
 * nothing else, with an object that is new and nothing else, and with one of two arguments. What is refused
 * changes nothing. */
#include "support/test.h"

#include "wend/commander.h"
#include "wend/mix.h"

#include <string.h>

/* Makes a call. Without an object it is refused; a refused call changes nothing. */
#define REFUSES(hash, call)                                                                        \
    do {                                                                                           \
        const uint64_t before = hash(it);                                                          \
        const wend_result result = call;                                                           \
        assert_true(result < 0 || it != NULL);                                                     \
        assert_true(result >= 0 || hash(it) == before);                                            \
    } while (false)

static void call_commander(wend_commander *it)
{
    (void)wend_commander_error(it);
    REFUSES(wend_commander_hash, wend_commander_set_tick(it, 0));
    REFUSES(wend_commander_hash, wend_commander_add_goal(it, NULL, NULL));
    REFUSES(wend_commander_hash, wend_commander_set_goal(it, (wend_commander_goal_id){0}, NULL));
    REFUSES(wend_commander_hash, wend_commander_get_goal(it, (wend_commander_goal_id){0}, NULL));
    REFUSES(wend_commander_hash, wend_commander_finish_goal(it, (wend_commander_goal_id){0}));
    REFUSES(wend_commander_hash, wend_commander_remove_goal(it, (wend_commander_goal_id){0}));
    (void)wend_commander_has_goal(it, (wend_commander_goal_id){0});
    (void)wend_commander_goal_limit(it);
    (void)wend_commander_goal_at(it, 0);
    REFUSES(wend_commander_hash, wend_commander_set_group(it, NULL));
    REFUSES(wend_commander_hash, wend_commander_get_group(it, 0, NULL));
    REFUSES(wend_commander_hash, wend_commander_remove_group(it, 0));
    (void)wend_commander_group_count(it);
    REFUSES(wend_commander_hash, wend_commander_group_at(it, 0, NULL));
    REFUSES(wend_commander_hash, wend_commander_report(it, NULL));
    REFUSES(wend_commander_hash, wend_commander_report_gone(it, 0));
    REFUSES(wend_commander_hash, wend_commander_report_memories(it, NULL, 0, 0));
    (void)wend_commander_enemy_count(it);
    REFUSES(wend_commander_hash, wend_commander_get_enemy(it, 0, NULL));
    (void)wend_commander_known_strength(it, (wend_vec2){0}, 0, 0);
    REFUSES(wend_commander_hash, wend_commander_set_seen(it, (wend_vec2){0}, 0));
    REFUSES(wend_commander_hash, wend_commander_set_cell_value(it, 0, 0, 0));
    REFUSES(wend_commander_hash, wend_commander_get_cell(it, 0, 0, NULL));
    REFUSES(wend_commander_hash, wend_commander_update(it, NULL));
    REFUSES(wend_commander_hash,
            wend_commander_get_score(it, NULL, 0, (wend_commander_goal_id){0}, NULL));
    REFUSES(wend_commander_hash, wend_commander_get_assignment(it, 0, NULL));
    REFUSES(wend_commander_hash,
            wend_commander_get_goal_state(it, (wend_commander_goal_id){0}, NULL));
    wend_commander_get_info(it, NULL);
    (void)wend_commander_memory_bytes(it);
    (void)wend_commander_hash(it);
    REFUSES(wend_commander_hash, wend_commander_save(it, NULL, 0, NULL));
    REFUSES(wend_commander_hash, wend_commander_draw(it, NULL));
}

static void commanders_refuse_what_is_missing(void **state)
{
    (void)state;
    const wend_commander_def def = wend_commander_def_default();
    const wend_commander_goal goal = wend_commander_goal_default();
    wend_commander *it = NULL;
    wend_commander_goal_id id;
    assert_int_equal(wend_commander_create(&def, &it), WEND_OK);
    call_commander(NULL);
    call_commander(it);
    REFUSES(wend_commander_hash, wend_commander_add_goal(it, NULL, &id));
    assert_string_equal(wend_commander_error(it), "wend_commander_add_goal: goal is NULL");
    REFUSES(wend_commander_hash, wend_commander_add_goal(it, &goal, NULL));
    assert_string_equal(wend_commander_error(it), "wend_commander_add_goal: id is NULL");
    assert_int_equal(wend_commander_add_goal(it, &goal, &id), WEND_OK);
    REFUSES(wend_commander_hash, wend_commander_set_goal(it, id, NULL));
    assert_string_equal(wend_commander_error(it), "wend_commander_set_goal: goal is NULL");
    assert_int_equal(wend_commander_get_goal(it, id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_commander_get_goal_state(it, id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_commander_get_score(it, NULL, 1, id, NULL), WEND_ERROR_ARGUMENT);
    REFUSES(wend_commander_hash, wend_commander_set_group(it, NULL));
    assert_string_equal(wend_commander_error(it), "wend_commander_set_group: group is NULL");
    wend_commander_destroy(it);
}

static void call_mix(wend_mix *it)
{
    (void)wend_mix_error(it);
    REFUSES(wend_mix_hash, wend_mix_set_tick(it, 0));
    REFUSES(wend_mix_hash, wend_mix_set_effect(it, 0, 0, 0));
    REFUSES(wend_mix_hash, wend_mix_add_outcome(it, 0, 0, 0, 0));
    REFUSES(wend_mix_hash, wend_mix_add_seen(it, 0, 0));
    REFUSES(wend_mix_hash, wend_mix_get_effect(it, 0, 0, NULL));
    REFUSES(wend_mix_hash, wend_mix_get_opponent(it, NULL, NULL, 0, NULL));
    REFUSES(wend_mix_hash, wend_mix_solve(it, NULL, NULL, 0, NULL));
    (void)wend_mix_memory_bytes(it);
    (void)wend_mix_hash(it);
    REFUSES(wend_mix_hash, wend_mix_save(it, NULL, 0, NULL));
}

static void mixes_refuse_what_is_missing(void **state)
{
    (void)state;
    const wend_mix_def def = wend_mix_def_default();
    wend_mix *it = NULL;
    assert_int_equal(wend_mix_create(&def, &it), WEND_OK);
    call_mix(NULL);
    call_mix(it);
    wend_mix_destroy(it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commanders_refuse_what_is_missing),
        cmocka_unit_test(mixes_refuse_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
