/* What a predictor expects of simple opponents, what it refuses, and its bytes. */
#include "support/test.h"

#include "wend/predict.h"

#include <stdlib.h>
#include <string.h>

static wend_predictor *make(uint32_t actions, uint32_t length, uint32_t support, uint32_t history)
{
    wend_predictor_def def = wend_predictor_def_default();
    wend_predictor *predictor = NULL;
    def.action_count = actions;
    def.length = length;
    def.support = support;
    def.history_limit = history;
    assert_int_equal(wend_predictor_create(&def, &predictor), WEND_OK);
    return predictor;
}

static void add_all(wend_predictor *predictor, const char *actions)
{
    for (; *actions != '\0'; actions++) {
        assert_int_equal(wend_predictor_add(predictor, (uint32_t)(*actions - 'a')), WEND_OK);
    }
}

static char next_of(const wend_predictor *predictor)
{
    wend_prediction prediction;
    return wend_predictor_predict(predictor, &prediction) ? (char)('a' + (int)prediction.action)
                                                          : '?';
}

static void a_combination_that_comes_back_is_expected(void **state)
{
    (void)state;
    wend_predictor *predictor = make(3, 3, 1, 64);
    assert_int_equal(next_of(predictor), '?');
    add_all(predictor, "aabcaab");
    wend_prediction prediction;
    assert_true(wend_predictor_predict(predictor, &prediction));
    assert_int_equal(prediction.action, 2); /* after "ab" there was "c" */
    assert_int_equal(prediction.length, 3);
    assert_int_equal(prediction.count, 1);
    assert_int_equal(prediction.total, 1);
    assert_true(prediction.probability >= 1);
    wend_predictor_destroy(predictor);
}

static void without_evidence_shorter_runs_are_looked_at(void **state)
{
    (void)state;
    wend_predictor *predictor = make(3, 3, 2, 64);
    add_all(predictor,
            "acacbc"); /* "bc" has no follower, "c" was followed by a and b, "c" is 3 of 6 */
    wend_prediction prediction;
    assert_true(wend_predictor_predict(predictor, &prediction));
    assert_int_equal(prediction.length, 2);
    assert_int_equal(prediction.total, 2);
    assert_int_equal(prediction.action, 0); /* of equal ones the smaller */
    wend_predictor_begin_sequence(predictor);
    assert_true(wend_predictor_predict(predictor, &prediction));
    assert_int_equal(prediction.length, 1);
    assert_int_equal(prediction.action, 2);
    assert_int_equal(prediction.count, 3);
    wend_predictor_destroy(predictor);
}

static void an_old_style_is_forgotten(void **state)
{
    (void)state;
    wend_predictor *predictor = make(2, 2, 1, 8);
    add_all(predictor, "ababababab");
    assert_int_equal(next_of(predictor), 'a');
    add_all(predictor, "bbbbbbb");
    assert_int_equal(next_of(predictor), 'b');
    const uint32_t b_then_a[2] = {1, 0};
    assert_int_equal(wend_predictor_count(predictor, b_then_a, 2), 0);
    wend_predictor_destroy(predictor);
}

static void right_predictions_are_counted(void **state)
{
    (void)state;
    wend_predictor *predictor = make(2, 2, 1, 100);
    wend_predictor_info info;
    add_all(predictor, "abababab");
    wend_predictor_get_info(predictor, &info);
    assert_int_equal(info.predicted_count, 7);
    /* before the 2nd "a" is expected, before the 3rd "a" by its number: wrong, right, then all right */
    assert_int_equal(info.hit_count, 6);
    assert_int_equal(wend_predictor_clear(predictor), WEND_OK);
    wend_predictor_get_info(predictor, &info);
    assert_int_equal(info.history_count, 0);
    assert_int_equal(info.hit_count, 0);
    assert_int_equal(next_of(predictor), '?');
    wend_predictor_destroy(predictor);
}

static void what_is_out_of_range_is_refused_with_a_sentence(void **state)
{
    (void)state;
    wend_message message;
    wend_predictor *predictor = NULL;
    wend_predictor_def def = wend_predictor_def_default();
    def.message = &message;
    def.length = WEND_PREDICTOR_LENGTH_MAX + 1;
    assert_int_equal(wend_predictor_create(&def, &predictor), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text,
                        "wend_predictor_create: length is 9, and must be from 1 to 8");
    assert_null(predictor);
    predictor = make(3, 3, 1, 8);
    assert_int_equal(wend_predictor_add(predictor, 3), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_predictor_error(predictor),
                        "wend_predictor_add: action is 3, but the number of actions is 3");
    double probabilities[2];
    assert_int_equal(wend_predictor_get_probabilities(predictor, probabilities, 2),
                     WEND_ERROR_ARGUMENT);
    wend_predictor_destroy(predictor);
}

static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    wend_predictor *predictor = make(3, 3, 1, 8);
    add_all(predictor, "abcabcabca");
    uint8_t bytes[256];
    size_t count;
    assert_int_equal(wend_predictor_save(predictor, bytes, sizeof bytes, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        wend_message message;
        wend_predictor_def def = wend_predictor_def_default();
        wend_predictor *loaded;
        def.message = &message;
        bytes[i] ^= 0x40;
        assert_int_equal(wend_predictor_load(&def, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_null(loaded);
        assert_true(strlen(message.text) > strlen("wend_predictor_load: "));
        assert_int_equal(wend_predictor_load(&def, bytes, i, &loaded), WEND_ERROR_FILE);
        bytes[i] ^= 0x40;
    }
    wend_predictor_destroy(predictor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_combination_that_comes_back_is_expected),
        cmocka_unit_test(without_evidence_shorter_runs_are_looked_at),
        cmocka_unit_test(an_old_style_is_forgotten),
        cmocka_unit_test(right_predictions_are_counted),
        cmocka_unit_test(what_is_out_of_range_is_refused_with_a_sentence),
        cmocka_unit_test(damaged_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
