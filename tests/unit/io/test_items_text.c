/* Items and triggers as text, good and bad: what is added, what is refused, and what comes back from
 * written text. */
#include "support/bad_text.h"
#include "support/test.h"
#include "wend/io.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct placed {
    wend_items *items;
    wend_triggers *triggers;
} placed;

static placed make(void)
{
    placed p = {NULL, NULL};
    const wend_items_def items_def = wend_items_def_default();
    wend_triggers_def def = wend_triggers_def_default();
    assert_int_equal(wend_items_create(&items_def, &p.items), WEND_OK);
    def.items = p.items;
    assert_int_equal(wend_triggers_create(&def, &p.triggers), WEND_OK);
    return p;
}

static void destroy(placed p)
{
    wend_triggers_destroy(p.triggers);
    wend_items_destroy(p.items);
}

static wend_result add(placed p, const char *text, wend_message *message)
{
    return wend_items_add_memory((const uint8_t *)text, strlen(text), p.items, p.triggers, NULL,
                                 message);
}

static const char sample[] =
    "items 1\r\n# a yard\nitem 0 0\nitem 3 4 2.5 tag=7 # on the roof\n"
    "\titem -1.5 1e1 inactive user=18446744073709551615 tag=4294967295\n\n"
    "trigger take 9 9 item=1 radius=0.75 tag=2 amount=-25.5 sleep_ticks=100 repeated height=any\n"
    "trigger area 5 6 1 half_size=2,3.5 stay asleep\n"
    "trigger area 1 1 points=0,0,4,0,4,3 user=9\n"
    "trigger time 0 0 first_tick=20 period=5\n"
    "trigger sound -3 2 loudness=-12.5 sleep_ticks=forever height=0.5\n";

static wend_trigger trigger_at(placed p, uint32_t index)
{
    wend_trigger trigger;
    assert_int_equal(
        wend_triggers_get(p.triggers, wend_triggers_id_at(p.triggers, index), &trigger), WEND_OK);
    return trigger;
}

static wend_item item_at(placed p, uint32_t index)
{
    wend_item item;
    assert_int_equal(wend_items_get(p.items, wend_items_id(p.items, index), &item), WEND_OK);
    return item;
}

static void add_sample(placed p)
{
    wend_message message = {0};
    if (add(p, sample, &message) != WEND_OK) {
        fail_msg("line %u: %s", message.line, message.text);
    }
}

static bool same(double a, double b)
{
    return !(a < b) && !(a > b);
}

static void items_text_lines_become_items_and_triggers(void **state)
{
    (void)state;
    const placed p = make();
    add_sample(p);
    assert_int_equal(wend_items_count(p.items), 3);
    assert_int_equal(wend_triggers_count(p.triggers), 5);
    assert_true(item_at(p, 1).tag == 7 && item_at(p, 1).is_active);
    assert_true(item_at(p, 1).position.z > 2.4 && item_at(p, 1).position.z < 2.6);
    assert_true(item_at(p, 2).user == UINT64_MAX && item_at(p, 2).tag == UINT32_MAX);
    assert_false(item_at(p, 2).is_active);
    const wend_trigger take = trigger_at(p, 0);
    assert_true(take.kind == WEND_TRIGGER_TAKE && take.item.index1 == 2 && take.tag == 2);
    assert_true(same(take.radius, 0.75) && same(take.amount, -25.5) && take.sleep_ticks == 100);
    assert_true(take.is_repeated && isinf(take.height));
    const wend_trigger area = trigger_at(p, 1);
    assert_true(area.kind == WEND_TRIGGER_AREA && same(area.half_size.x, 2) &&
                same(area.half_size.y, 3.5));
    assert_true(area.is_stay_reported && area.is_asleep && same(area.position.z, 1));
    assert_int_equal(trigger_at(p, 2).point_count, 3);
    assert_true(same(trigger_at(p, 2).points[2].x, 4) && same(trigger_at(p, 2).points[2].y, 3));
    assert_true(trigger_at(p, 3).first_tick == 20 && trigger_at(p, 3).period == 5);
    assert_true(same(trigger_at(p, 4).loudness, -12.5) &&
                trigger_at(p, 4).sleep_ticks == WEND_TRIGGER_FOREVER);
    destroy(p);
}

static void items_text_is_added_to_what_is_there(void **state)
{
    (void)state;
    const placed p = make();
    add_sample(p);
    add_sample(p);
    assert_int_equal(wend_items_count(p.items), 6);
    assert_int_equal(trigger_at(p, 5).item.index1, 5);
    destroy(p);
}

static void items_text_bad_lines_are_named(void **state)
{
    (void)state;
    static const bad_text bad[] = {
        {"", 1, "empty"},
        {"# nothing\n\n", 1, "nothing but notes"},
        {"items 2\n", 1, "items 1"},
        {"item 1 1\nitems 1\n", 2, "'items', expected item or trigger"},
        {"thing 1 1\n", 1, "'thing', expected item or trigger"},
        {"item 1\n", 1, "x or y of an item"},
        {"item 1 nan\n", 1, "x or y of an item"},
        {"item 1 1073741825\n", 1, "x or y of an item"},
        {"item 1 1 tag=-1\n", 1, "'tag=-1', expected a height"},
        {"item 1 1 tag=\n", 1, "'tag='"},
        {"item 1 1 user=18446744073709551616\n", 1, "'user=18446744"},
        {"item 1 1 2 3\n", 1, "'3', expected a height"},
        {"item 1 1 active\n", 1, "'active'"},
        {"trigger\n", 1, "expected take, area, time or sound"},
        {"trigger door 1 1\n", 1, "'door', expected take, area, time or sound"},
        {"trigger take 1\n", 1, "x or y of a trigger"},
        {"item 1 1\ntrigger take 1 1 item=1\n", 2, "item=N of an item above"},
        {"item 1 1\ntrigger area 1 1 item=0\n", 2, "item is of a trigger that is not taken"},
        {"trigger take 1 1 radius=x\n", 1, "expected a height"},
        {"trigger take 1 1 radius=-1\n", 1, "radius is -1"},
        {"trigger sound 1 1 loudness=2000\n", 1, "loudness is 2000"},
        {"trigger area 1 1 half_size=2\n", 1, "half_size=2"},
        {"trigger area 1 1 half_size=2,3,4\n", 1, "half_size=2,3,4"},
        {"trigger area 1 1 points=1,2,3\n", 1, "points=1,2,3"},
        {"trigger area 1 1 points=1,2,3,4\n", 1, "point_count is 2"},
        {"trigger area 1 1 points=1,2,3,4,5,\n", 1, "points=1,2"},
        {"trigger area 1 1 points=0,0,1,0,1,1 points=0,0,1,0,1,1\n", 1, "points=0,0"},
        {"trigger take 1 1 points=0,0,1,0,1,1\n", 1, "point_count is 3"},
        {"trigger time 1 1 period=-4\n", 1, "period=-4"},
        {"trigger time 1 1 sleep_ticks=never\n", 1, "sleep_ticks=never"},
        {"trigger area 1 1 2 3\n", 1, "'3'"},
    };
    const placed p = make();
    add_sample(p);
    const uint64_t items = wend_items_hash(p.items);
    const uint64_t triggers = wend_triggers_hash(p.triggers);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        wend_message message = {0};
        assert_int_equal(add(p, bad[i].text, &message), WEND_ERROR_FILE);
        bad_text_check(&bad[i], &message);
    }
    assert_true(wend_items_hash(p.items) == items && wend_triggers_hash(p.triggers) == triggers);
    destroy(p);
}

static char *text_of(placed p)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    assert_int_equal(wend_items_save_text_memory(p.items, p.triggers, NULL, &bytes, &count, NULL),
                     WEND_OK);
    char *text = malloc(count + 1);
    assert_non_null(text);
    memcpy(text, bytes, count + 1);
    wend_io_free(NULL, bytes, count);
    return text;
}

static void items_text_that_was_written_comes_back_as_it_was(void **state)
{
    (void)state;
    static const char file[] = "test_io_items_text.items";
    wend_message message = {0};
    const placed p = make();
    const placed back = make();
    add_sample(p);
    for (uint64_t i = 0; i < 200; i++) {
        wend_item item = wend_item_default();
        wend_item_id id;
        item.position.x = wend_random_unit(1, i, 0) * 100.0 - 50.0;
        item.position.y = wend_random_unit(1, i, 1) / 3.0;
        item.position.z = i % 3 == 0 ? -wend_random_unit(1, i, 2) : 0.0;
        item.tag = (uint32_t)(i % 5);
        item.is_active = i % 4 != 0;
        assert_int_equal(wend_items_add(p.items, &item, &id), WEND_OK);
    }
    assert_int_equal(wend_items_save_text_file(p.items, p.triggers, file, &message), WEND_OK);
    assert_int_equal(wend_items_add_file(file, back.items, back.triggers, NULL, &message), WEND_OK);
    assert_int_equal(remove(file), 0);
    assert_true(wend_items_hash(back.items) == wend_items_hash(p.items));
    char *first = text_of(p);
    char *second = text_of(back);
    assert_string_equal(first, second);
    free(first);
    free(second);
    destroy(p);
    destroy(back);
}

static void items_text_has_the_layout_and_not_the_state(void **state)
{
    (void)state;
    const placed p = make();
    add_sample(p);
    char *before = text_of(p);
    const wend_trigger_agent agent = {5, {3, 4, 2.5}, 0.5};
    assert_int_equal(wend_triggers_update(p.triggers, 3, &agent, 1, NULL, 0), WEND_OK);
    assert_false(item_at(p, 1).is_active);
    char *after = text_of(p);
    assert_string_equal(before, after);
    assert_int_equal(wend_items_remove(p.items, wend_items_id(p.items, 0)), WEND_OK);
    char *fewer = text_of(p);
    assert_non_null(strstr(fewer, "trigger take 3 4 2.5 radius=0.75 height=any item=0 tag=2"));
    free(before);
    free(after);
    free(fewer);
    destroy(p);
}

static void items_text_needs_the_right_objects(void **state)
{
    (void)state;
    wend_message message = {0};
    uint8_t *bytes = NULL;
    size_t count = 0;
    const placed p = make();
    const placed other = make();
    const placed alone = {p.items, NULL};
    assert_int_equal(add(alone, "item 1 1\n", &message), WEND_OK);
    assert_int_equal(add(alone, "item 1 1\ntrigger time 1 1\n", &message), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "no triggers to add it to"));
    const placed crossed = {p.items, other.triggers};
    assert_int_equal(add(crossed, "item 1 1\ntrigger take 1 1 item=0\n", &message),
                     WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "other items"));
    assert_int_equal(wend_items_count(p.items), 1);
    assert_int_equal(wend_triggers_count(other.triggers), 0);
    assert_int_equal(wend_items_save_text_memory(p.items, NULL, NULL, &bytes, &count, NULL),
                     WEND_OK);
    assert_string_equal((const char *)bytes, "items 1\nitem 1 1\n");
    wend_io_free(NULL, bytes, count);
    destroy(p);
    destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_text_lines_become_items_and_triggers),
        cmocka_unit_test(items_text_is_added_to_what_is_there),
        cmocka_unit_test(items_text_bad_lines_are_named),
        cmocka_unit_test(items_text_that_was_written_comes_back_as_it_was),
        cmocka_unit_test(items_text_has_the_layout_and_not_the_state),
        cmocka_unit_test(items_text_needs_the_right_objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
