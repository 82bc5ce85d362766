/* The reader of JSON: what it accepts is what a strict reader accepts, values are those written, and a
 * fault is named by its byte. */
#include "json_value.h"

#include "json_read.h"
#include "support/test.h"
#include "wend/base.h"

#include <math.h>
#include <string.h>

static json_value checked(const char *text)
{
    json_value value;
    size_t fault = 0;
    assert_true(json_check(text, strlen(text), &value, &fault));
    assert_int_equal(fault, strlen(text));
    return value;
}

static void json_values_are_found_by_key_and_in_order(void **state)
{
    (void)state;
    const json_value v = checked(" {\"a\": [1, -2.5e1 , {\"b\": null}],\n \"t\": true, \"a\": 7} ");
    assert_int_equal(json_kind_of(v), JSON_OBJECT);
    const json_value list = json_member(v, "a");
    assert_int_equal(json_size(list), 3);
    json_value at = json_first(list);
    assert_true(fabs(json_to_number(at) - 1) <= 0);
    at = json_next(at);
    assert_true(fabs(json_to_number(at) + 25) <= 0);
    at = json_next(at);
    assert_int_equal(json_kind_of(json_member(at, "b")), JSON_NULL);
    assert_int_equal(json_kind_of(json_next(at)), JSON_NONE);
    assert_true(json_is_true(json_member(v, "t")));
    assert_int_equal(json_kind_of(json_member(v, "missing")), JSON_NONE);
    assert_int_equal(json_kind_of(json_member(list, "a")), JSON_NONE);
    assert_true(isnan(json_to_number(list)));
    static const char *const names[] = {"a", "t", "a"};
    size_t count = 0;
    for (json_value key = json_first_key(v); key.at != NULL; key = json_next_key(key)) {
        assert_true(json_is_text(key, names[count++]));
    }
    assert_int_equal(count, 3);
    assert_int_equal(json_kind_of(json_first(checked("[]"))), JSON_NONE);
    assert_int_equal(json_kind_of(json_first_key(checked("{ }"))), JSON_NONE);
}

static void json_texts_are_unescaped(void **state)
{
    (void)state;
    char text[32];
    const json_value v = checked("\"a\\n\\u00e9\\ud83d\\ude00\\ud800\\/\"");
    const char *expected = "a\n\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBD/";
    assert_int_equal(json_to_text(v, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
    assert_true(json_is_text(v, expected));
    assert_false(json_is_text(v, "a\n"));
    assert_false(json_is_text(v, "a\n\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBD/x"));
    assert_int_equal(json_to_text(v, text, 4), strlen(expected));
    assert_string_equal(text, "a\n"); /* no part of a character */
    assert_int_equal(json_to_text(checked("5"), text, sizeof text), 0);
    assert_string_equal(text, "");
}

static void json_faults_are_named_by_their_byte(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t fault;
    } bad[] = {
        {"", 0},           {"nonsense", 1}, {"{\"a\" 1}", 5}, {"[1 2]", 3},       {"[1,]", 3},
        {"{} {}", 3},      {"01", 1},       {"-", 1},         {"\"\\u12g4\"", 5}, {"\"a\nb\"", 2},
        {"{\"a\":1,}", 7}, {"tru", 3},      {"1.", 2},        {"1e+", 3},         {"\"abc", 4},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        json_value value;
        size_t fault = 99;
        assert_false(json_check(bad[i].text, strlen(bad[i].text), &value, &fault));
        assert_int_equal(json_kind_of(value), JSON_NONE);
        if (fault != bad[i].fault) {
            fail_msg("%s: byte %zu, expected %zu", bad[i].text, fault, bad[i].fault);
        }
    }
    json_value value;
    size_t fault = 0;
    assert_false(json_check("[1]\0]", 5, &value, &fault)); /* a zero within */
    assert_int_equal(fault, 3);
    char deep[2 * JSON_NESTING_MAX + 3];
    for (size_t depth = JSON_NESTING_MAX; depth <= JSON_NESTING_MAX + 1; depth++) {
        memset(deep, '[', depth);
        memset(deep + depth, ']', depth);
        deep[2 * depth] = '\0';
        assert_true(json_check(deep, 2 * depth, &value, &fault) == (depth == JSON_NESTING_MAX));
    }
}

static void json_readers_agree_on_damaged_texts(void **state)
{
    (void)state;
    static const char whole[] =
        "{\"from\": [1.5, -2e3], \"id\": \"a\\u00e9\\\"\", \"ok\": true, \"no\": null, \"o\": {}}";
    static const char bytes[] = "{}[]\",:\\ut0e-.1 \n";
    size_t good = 0;
    for (uint64_t seed = 0; seed < 20000; seed++) {
        char text[sizeof whole];
        memcpy(text, whole, sizeof whole);
        const uint32_t edits = 1 + wend_random_below(seed, 0, 0, 2);
        for (uint32_t i = 1; i <= edits; i++) {
            text[wend_random_below(seed, i, 1, sizeof whole - 1)] =
                bytes[wend_random_below(seed, i, 2, sizeof bytes - 1)];
        }
        json_value value;
        size_t fault = 0;
        const bool is_json = json_check(text, sizeof whole - 1, &value, &fault);
        const bool is_object = is_json && json_kind_of(value) == JSON_OBJECT;
        if (is_object != json_is_object(text)) {
            fail_msg("seed %u: %s", (unsigned)seed, text);
        }
        good += is_object;
        for (json_value key = json_first_key(value); key.at != NULL; key = json_next_key(key)) {
            char name[16];
            json_to_text(key, name, sizeof name);
            json_to_number(json_key_value(key));
        }
    }
    assert_true(good > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_values_are_found_by_key_and_in_order),
        cmocka_unit_test(json_texts_are_unescaped),
        cmocka_unit_test(json_faults_are_named_by_their_byte),
        cmocka_unit_test(json_readers_agree_on_damaged_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
