/* Tactics against simple opponents, what is refused, and bytes. */
#include "support/test.h"

#include "wend/tactics.h"

#include <math.h>
#include <string.h>

enum { DEFENSIVE, BALANCED, OFFENSIVE, TACTICS };

static wend_tactics *make(wend_tactics_def def)
{
    wend_tactics *tactics = NULL;
    assert_int_equal(wend_tactics_create(&def, &tactics), WEND_OK);
    return tactics;
}

/* Plays rounds in which a tactic gains 1 and all others lose 1. @return rounds won. */
static uint32_t play(wend_tactics *tactics, uint32_t context, uint32_t winner, uint32_t rounds)
{
    uint32_t won = 0;
    for (uint32_t i = 0; i < rounds; i++) {
        wend_tactic_choice choice;
        assert_int_equal(wend_tactics_choose(tactics, context, &choice), WEND_OK);
        won += choice.tactic == winner ? 1 : 0;
        assert_int_equal(
            wend_tactics_add(tactics, context, choice.tactic, choice.tactic == winner ? 1 : -1),
            WEND_OK);
    }
    return won;
}

static void a_fixed_opponent_is_beaten(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        wend_tactics_def def = wend_tactics_def_default();
        def.tactic_count = TACTICS;
        def.seed = seed;
        wend_tactics *tactics = make(def);
        assert_true(play(tactics, 0, BALANCED, 100) >= 90);
        wend_tactics_destroy(tactics);
    }
}

static void an_opponent_that_changes_is_followed(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        wend_tactics_def def = wend_tactics_def_default();
        def.tactic_count = TACTICS;
        def.history_limit = 40;
        def.seed = seed;
        wend_tactics *tactics = make(def);
        (void)play(tactics, 0, BALANCED, 200);
        (void)play(tactics, 0, OFFENSIVE, 40);
        assert_true(play(tactics, 0, OFFENSIVE, 100) >= 85);
        (void)play(tactics, 0, DEFENSIVE, 40);
        assert_true(play(tactics, 0, DEFENSIVE, 100) >= 85);
        wend_tactics_destroy(tactics);
    }
}

static void each_context_has_its_own_best_tactic(void **state)
{
    (void)state;
    wend_tactics_def def = wend_tactics_def_default();
    def.tactic_count = TACTICS;
    def.context_count = 2;
    wend_tactics *tactics = make(def);
    for (uint32_t i = 0; i < 100; i++) {
        (void)play(tactics, 0, DEFENSIVE, 1);
        (void)play(tactics, 1, OFFENSIVE, 1);
    }
    assert_true(play(tactics, 0, DEFENSIVE, 20) >= 18);
    assert_true(play(tactics, 1, OFFENSIVE, 20) >= 18);
    wend_tactics_destroy(tactics);
}

static void a_new_context_begins_with_what_was_good_elsewhere(void **state)
{
    (void)state;
    wend_tactics_def def = wend_tactics_def_default();
    def.tactic_count = TACTICS;
    def.context_count = 2;
    wend_tactics *tactics = make(def);
    wend_tactic_choice choice;
    (void)play(tactics, 0, OFFENSIVE, 50);
    assert_int_equal(wend_tactics_choose(tactics, 1, &choice), WEND_OK);
    assert_int_equal(choice.tactic, OFFENSIVE);
    assert_int_equal(choice.tries, 0);
    assert_true(choice.is_best);
    assert_false(choice.is_first);
    wend_tactics_destroy(tactics);
}

static void the_first_tactic_is_the_standard_or_a_random_one(void **state)
{
    (void)state;
    wend_tactics_def def = wend_tactics_def_default();
    wend_tactic_choice choice;
    bool is_seen[TACTICS] = {false};
    def.tactic_count = TACTICS;
    for (def.seed = 1; def.seed <= 50; def.seed++) {
        wend_tactics *tactics = make(def);
        assert_int_equal(wend_tactics_choose(tactics, 0, &choice), WEND_OK);
        assert_true(choice.is_first);
        is_seen[choice.tactic] = true;
        wend_tactics_destroy(tactics);
    }
    assert_true(is_seen[DEFENSIVE] && is_seen[BALANCED] && is_seen[OFFENSIVE]);
    def.standard = BALANCED;
    wend_tactics *tactics = make(def);
    assert_int_equal(wend_tactics_choose(tactics, 0, &choice), WEND_OK);
    assert_int_equal(choice.tactic, BALANCED);
    wend_tactics_destroy(tactics);
}

static void without_exploration_the_best_so_far_is_kept(void **state)
{
    (void)state;
    wend_tactics_def def = wend_tactics_def_default();
    wend_tactic_choice choice;
    def.tactic_count = TACTICS;
    def.exploration = 0;
    wend_tactics *tactics = make(def);
    assert_int_equal(wend_tactics_add(tactics, 0, OFFENSIVE, -5), WEND_OK);
    assert_int_equal(wend_tactics_choose(tactics, 0, &choice), WEND_OK);
    assert_int_equal(choice.tactic, OFFENSIVE); /* the others were never tried */
    assert_int_equal(wend_tactics_add(tactics, 0, BALANCED, -4), WEND_OK);
    assert_int_equal(wend_tactics_choose(tactics, 0, &choice), WEND_OK);
    assert_int_equal(choice.tactic, BALANCED);
    assert_true(choice.is_best);
    wend_tactics_destroy(tactics);
}

static void what_is_out_of_range_is_refused_with_a_sentence(void **state)
{
    (void)state;
    wend_message message;
    wend_tactics *tactics = NULL;
    wend_tactics_def def = wend_tactics_def_default();
    def.message = &message;
    def.standard = 2;
    assert_int_equal(wend_tactics_create(&def, &tactics), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text,
                        "wend_tactics_create: standard is 2, and must be from -1 to 1");
    def.standard = 1;
    tactics = make(def);
    assert_int_equal(wend_tactics_add(tactics, 1, 0, 0), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_tactics_error(tactics),
                        "wend_tactics_add: context is 1, but the number of contexts is 1");
    assert_int_equal(wend_tactics_add(tactics, 0, 0, 2.0 * WEND_TACTICS_SCORE_MAX),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_tactics_add(tactics, 0, 0, (double)NAN), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_tactics_history_count(tactics), 0);
    assert_int_equal(wend_tactics_add(tactics, 0, 0, WEND_TACTICS_SCORE_MAX), WEND_OK);
    assert_int_equal(wend_tactics_add(tactics, 0, 0, -WEND_TACTICS_SCORE_MAX), WEND_OK);
    wend_tactic_info info;
    assert_int_equal(wend_tactics_get(tactics, 0, 0, &info), WEND_OK);
    assert_true(info.mean >= 0 && info.mean <= 0);
    wend_tactics_destroy(tactics);
}

static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    wend_tactics *tactics = make(wend_tactics_def_default());
    (void)play(tactics, 0, 1, 10);
    uint8_t bytes[512];
    size_t count;
    assert_int_equal(wend_tactics_save(tactics, bytes, sizeof bytes, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        wend_message message;
        wend_tactics_def def = wend_tactics_def_default();
        wend_tactics *loaded;
        def.message = &message;
        bytes[i] ^= 0x40;
        assert_int_equal(wend_tactics_load(&def, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_null(loaded);
        assert_true(strlen(message.text) > strlen("wend_tactics_load: "));
        assert_int_equal(wend_tactics_load(&def, bytes, i, &loaded), WEND_ERROR_FILE);
        bytes[i] ^= 0x40;
    }
    wend_tactics_destroy(tactics);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fixed_opponent_is_beaten),
        cmocka_unit_test(an_opponent_that_changes_is_followed),
        cmocka_unit_test(each_context_has_its_own_best_tactic),
        cmocka_unit_test(a_new_context_begins_with_what_was_good_elsewhere),
        cmocka_unit_test(the_first_tactic_is_the_standard_or_a_random_one),
        cmocka_unit_test(without_exploration_the_best_so_far_is_kept),
        cmocka_unit_test(what_is_out_of_range_is_refused_with_a_sentence),
        cmocka_unit_test(damaged_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
