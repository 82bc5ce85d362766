/* Items: ids, revisions, what is refused, bytes that make no sense. */
#include "support/test.h"

#include "wend/items.h"

#include <math.h>
#include <string.h>

static wend_items *make(void)
{
    const wend_items_def def = wend_items_def_default();
    wend_items *items;
    assert_int_equal(wend_items_create(&def, &items), WEND_OK);
    return items;
}

static wend_item_id add(wend_items *items, double x, double y, uint32_t tag)
{
    wend_item item = wend_item_default();
    item.position = (wend_vec3){x, y, 0};
    item.tag = tag;
    wend_item_id id;
    assert_int_equal(wend_items_add(items, &item, &id), WEND_OK);
    return id;
}

static void items_stale_id_is_refused(void **state)
{
    (void)state;
    wend_items *items = make();
    const wend_item_id first = add(items, 1, 1, 3);
    assert_int_equal(wend_items_remove(items, first), WEND_OK);
    assert_false(wend_items_has(items, first));
    const wend_item_id second = add(items, 1, 1, 3);
    assert_int_equal(second.index1, first.index1);
    assert_int_not_equal(second.generation, first.generation);
    wend_item item;
    assert_int_equal(wend_items_get(items, first, &item), WEND_ERROR_STALE);
    assert_int_equal(wend_items_move(items, first, (wend_vec3){0, 0, 0}), WEND_ERROR_STALE);
    assert_non_null(strstr(wend_items_error(items), "wend_items_move: item"));
    assert_int_equal(wend_items_set_active(items, (wend_item_id){0, 0}, true), WEND_ERROR_STALE);
    assert_int_equal(wend_items_remove(items, (wend_item_id){9, 1}), WEND_ERROR_STALE);
    assert_int_equal(wend_items_revision_of(items, first), 0);
    wend_items_destroy(items);
}

static void items_revision_counts_changes_only(void **state)
{
    (void)state;
    wend_items *items = make();
    const wend_item_id id = add(items, 1, 2, 3);
    const uint64_t revision = wend_items_revision(items);
    assert_int_equal(wend_items_move(items, id, (wend_vec3){1, 2, -0.0}), WEND_OK);
    assert_int_equal(wend_items_set_active(items, id, true), WEND_OK);
    wend_item item;
    assert_int_equal(wend_items_get(items, id, &item), WEND_OK);
    assert_int_equal(wend_items_set(items, id, &item), WEND_OK);
    assert_int_equal(wend_items_revision(items), revision);
    assert_int_equal(wend_items_set_active(items, id, false), WEND_OK);
    assert_int_equal(wend_items_revision(items), revision + 1);
    assert_int_equal(wend_items_revision_of(items, id), revision + 1);
    add(items, 0, 0, 0);
    assert_int_equal(wend_items_revision_of(items, id), revision + 1);
    wend_items_destroy(items);
}

static void items_unsound_arguments_are_refused(void **state)
{
    (void)state;
    wend_message message;
    wend_items_def def = wend_items_def_default();
    wend_items *items;
    def.message = &message;
    def.cell_size = 0;
    assert_int_equal(wend_items_create(&def, &items), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "cell_size is 0"));
    def.cell_size = 1;
    assert_int_equal(wend_items_create(&def, NULL), WEND_ERROR_ARGUMENT);
    items = make();
    wend_item item = wend_item_default();
    wend_item_id id;
    assert_int_equal(wend_items_add(items, &item, NULL), WEND_ERROR_ARGUMENT);
    item.position.y = (double)NAN;
    assert_int_equal(wend_items_add(items, &item, &id), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(wend_items_error(items), "position.y"));
    item = wend_item_default();
    item.cookie = 0;
    assert_int_equal(wend_items_add(items, &item, &id), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_items_count(items), 0);
    id = add(items, 0, 0, 0);
    size_t count;
    wend_items_query query = wend_items_query_default();
    query.max_distance = -1;
    assert_int_equal(wend_items_nearest(items, (wend_vec3){0, 0, 0}, &query).index1, 0);
    assert_int_equal(wend_items_in_circle(items, (wend_vec3){0, 0, 0}, 1, &query, &id, 1, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_items_in_circle(items, (wend_vec3){0, 0, 0}, (double)NAN, NULL, &id, 1, &count),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_items_in_box(items, (wend_vec3){0, 0, 0},
                                       (wend_vec2){(double)INFINITY, 0}, NULL, &id, 1, &count),
                     WEND_ERROR_ARGUMENT);
    wend_items_destroy(items);
}

static bool knows(void *user, uint64_t agent, wend_item_id item)
{
    const uint32_t *known = user;
    return agent == 7 && item.index1 == *known;
}

static void items_predicate_gets_agent_and_item(void **state)
{
    (void)state;
    wend_items *items = make();
    add(items, 1, 0, 2);
    const wend_item_id far = add(items, 50, 0, 2);
    uint32_t known = far.index1;
    wend_items_query query = wend_items_query_default();
    query.is_item = knows;
    query.user = &known;
    query.agent = 7;
    assert_int_equal(wend_items_nearest(items, (wend_vec3){0, 0, 0}, &query).index1, far.index1);
    query.agent = 8;
    assert_int_equal(wend_items_nearest(items, (wend_vec3){0, 0, 0}, &query).index1, 0);
    wend_items_destroy(items);
}

static void items_load_cut_off_or_flipped_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[1024];
    size_t count;
    wend_items *items = make();
    wend_items *loaded;
    for (uint32_t i = 0; i < 5; i++) {
        add(items, i, 2 * i, i);
    }
    assert_int_equal(wend_items_remove(items, wend_items_id(items, 1)), WEND_OK);
    assert_int_equal(wend_items_remove(items, wend_items_id(items, 3)), WEND_OK);
    assert_int_equal(wend_items_save(items, bytes, sizeof bytes, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(wend_items_load(NULL, bytes, i, &loaded), WEND_ERROR_FILE);
        bytes[i] ^= 4;
        assert_int_equal(wend_items_load(NULL, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_null(loaded);
        bytes[i] ^= 4;
    }
    assert_int_equal(wend_items_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_int_equal(wend_items_hash(loaded), wend_items_hash(items));
    /* The next ids are those of the original. */
    const wend_item_id a = add(items, 4, 4, 4);
    const wend_item_id b = add(loaded, 4, 4, 4);
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(wend_items_hash(loaded), wend_items_hash(items));
    wend_items_destroy(items);
    wend_items_destroy(loaded);
}

static void items_null_gives_nothing(void **state)
{
    (void)state;
    size_t count = 7;
    wend_item_id id = {1, 1};
    wend_item item = wend_item_default();
    wend_items_destroy(NULL);
    assert_string_equal(wend_items_error(NULL), "");
    assert_int_equal(wend_items_count(NULL), 0);
    assert_int_equal(wend_items_limit(NULL), 0);
    assert_int_equal(wend_items_revision(NULL), 0);
    assert_int_equal(wend_items_memory_bytes(NULL), 0);
    assert_int_equal(wend_items_id(NULL, 0).index1, 0);
    assert_int_equal(wend_items_add(NULL, &item, &id), WEND_ERROR_ARGUMENT);
    assert_int_equal(id.index1, 0);
    assert_int_equal(wend_items_set(NULL, id, &item), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_items_in_circle(NULL, item.position, 1, NULL, NULL, 0, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_items_draw(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_items_save(NULL, NULL, 0, &count), WEND_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_stale_id_is_refused),
        cmocka_unit_test(items_revision_counts_changes_only),
        cmocka_unit_test(items_unsound_arguments_are_refused),
        cmocka_unit_test(items_predicate_gets_agent_and_item),
        cmocka_unit_test(items_load_cut_off_or_flipped_is_refused),
        cmocka_unit_test(items_null_gives_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
