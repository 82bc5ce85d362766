/* Reservations: capacities, stronger claims, death, items, what is refused, bytes. */
#include "support/test.h"

#include "wend/draw.h"
#include "wend/reserve.h"

#include <math.h>
#include <string.h>

static wend_reservations *make(void)
{
    const wend_reservations_def def = wend_reservations_def_default();
    wend_reservations *r = NULL;
    assert_int_equal(wend_reservations_create(&def, &r), WEND_OK);
    return r;
}

static bool claim_key(wend_reservations *r, uint64_t key, uint64_t agent, int32_t priority,
                      uint64_t ticks)
{
    wend_claim claim = wend_claim_default();
    wend_claim_id id;
    claim.key = key;
    claim.agent = agent;
    claim.priority = priority;
    claim.ticks = ticks;
    assert_int_equal(wend_reservations_claim(r, &claim, &id), WEND_OK);
    return id.index1 != 0;
}

static void a_target_has_room_for_three(void **state)
{
    (void)state;
    wend_reservations *r = make();
    assert_int_equal(wend_reservations_set_kind_capacity(r, 0, 3), WEND_OK);
    assert_true(claim_key(r, 17, 1, 0, 0));
    assert_true(claim_key(r, 17, 2, 0, 0));
    assert_true(claim_key(r, 17, 3, 0, 0));
    assert_false(claim_key(r, 17, 4, 0, 0));
    assert_true(claim_key(r, 17, 2, 0, 0)); /* holds it already */
    assert_int_equal(wend_reservations_count(r, 0, 17), 3);
    assert_int_equal(wend_reservations_release_agent(r, 1), 1); /* dead */
    assert_true(claim_key(r, 17, 4, 0, 0));
    wend_reservations_destroy(r);
}

static void a_stronger_claim_takes_the_weakest_over(void **state)
{
    (void)state;
    wend_reservations *r = make();
    size_t count;
    assert_int_equal(wend_reservations_set_capacity(r, 0, 5, 2), WEND_OK);
    assert_true(claim_key(r, 5, 1, 1, 0));
    assert_true(claim_key(r, 5, 2, 1, 0));
    assert_false(claim_key(r, 5, 3, 1, 0));
    assert_true(claim_key(r, 5, 3, 2, 0));
    const wend_claim_event *events = wend_reservations_events(r, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].type, WEND_CLAIM_LOST);
    assert_int_equal(events[0].agent, 2); /* of equal ones the latest */
    assert_int_equal(events[0].by, 3);
    assert_int_equal(wend_reservations_update(r, 1), WEND_OK);
    assert_null(wend_reservations_events(r, &count));
    assert_int_equal(count, 0);
    wend_reservations_destroy(r);
}

static void a_claim_ends_at_its_tick_unless_it_is_renewed(void **state)
{
    (void)state;
    wend_reservations *r = make();
    size_t count;
    assert_int_equal(wend_reservations_update(r, 5), WEND_OK);
    assert_true(claim_key(r, 1, 1, 0, 10));
    assert_true(claim_key(r, 2, 2, 0, 10));
    assert_int_equal(wend_reservations_update(r, 10), WEND_OK);
    assert_true(claim_key(r, 2, 2, 0, 10));
    assert_int_equal(wend_reservations_update(r, 14), WEND_OK);
    assert_int_equal(wend_reservations_total(r), 2);
    assert_int_equal(wend_reservations_update(r, 15), WEND_OK);
    const wend_claim_event *events = wend_reservations_events(r, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].type, WEND_CLAIM_EXPIRED);
    assert_int_equal(events[0].agent, 1);
    assert_int_equal(wend_reservations_update(r, 14), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_reservations_update(r, UINT64_MAX), WEND_OK);
    assert_int_equal(wend_reservations_total(r), 0);
    assert_true(claim_key(r, 1, 1, 0, 10)); /* for ever */
    assert_int_equal(wend_reservations_update(r, UINT64_MAX), WEND_OK);
    assert_int_equal(wend_reservations_total(r), 1);
    wend_reservations_destroy(r);
}

static void places_collide_on_one_floor(void **state)
{
    (void)state;
    wend_reservations *r = make();
    wend_claim claim = wend_claim_default();
    wend_claim_id id;
    claim.is_place = true;
    claim.agent = 1;
    assert_int_equal(wend_reservations_claim(r, &claim, &id), WEND_OK);
    claim.agent = 2;
    claim.position.x = 0.9;
    assert_false(wend_reservations_is_free(r, &claim));
    claim.position.x = 1;
    assert_true(wend_reservations_is_free(r, &claim)); /* touching */
    claim.position = (wend_vec3){0, 0, 3};
    assert_true(wend_reservations_is_free(r, &claim)); /* upstairs */
    claim.position.z = 0;
    claim.agent = 1;
    assert_true(wend_reservations_is_free(r, &claim)); /* its own */
    wend_reservations_destroy(r);
}

static void only_free_items_are_found(void **state)
{
    (void)state;
    wend_reservations *r = make();
    const wend_items_def def = wend_items_def_default();
    wend_items *items;
    wend_item_id near_item, far_item;
    wend_item item = wend_item_default();
    assert_int_equal(wend_items_create(&def, &items), WEND_OK);
    assert_int_equal(wend_items_add(items, &item, &near_item), WEND_OK);
    item.position.x = 5;
    assert_int_equal(wend_items_add(items, &item, &far_item), WEND_OK);
    wend_free_items free_items = {r, 0, 0};
    wend_items_query query = wend_items_query_default();
    query.is_item = wend_reservations_is_item_free;
    query.user = &free_items;
    assert_true(claim_key(r, wend_reservations_item_key(near_item), 1, 0, 0));
    query.agent = 2;
    assert_int_equal(wend_items_nearest(items, (wend_vec3){0, 0, 0}, &query).index1,
                     far_item.index1);
    query.agent = 1;
    assert_int_equal(wend_items_nearest(items, (wend_vec3){0, 0, 0}, &query).index1,
                     near_item.index1);
    query.agent = 2;
    free_items.priority = 1;
    assert_int_equal(wend_items_nearest(items, (wend_vec3){0, 0, 0}, &query).index1,
                     near_item.index1);
    query.user = NULL;
    assert_int_equal(wend_items_nearest(items, (wend_vec3){0, 0, 0}, &query).index1,
                     near_item.index1);
    wend_items_destroy(items);
    wend_reservations_destroy(r);
}

static void what_is_out_of_range_is_refused_with_a_sentence(void **state)
{
    (void)state;
    wend_message message;
    wend_reservations *r = NULL;
    wend_claim_id id;
    wend_reservations_def def = wend_reservations_def_default();
    def.message = &message;
    def.cell_size = 0;
    assert_int_equal(wend_reservations_create(&def, &r), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_reservations_create: cell_size is 0, and must be from "
                                      "0.0009765625 to 1073741824");
    r = make();
    wend_claim claim = wend_claim_default();
    claim.is_place = true;
    claim.radius = -1;
    assert_int_equal(wend_reservations_claim(r, &claim, &id), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_reservations_error(r),
                        "wend_reservations_claim: radius is -1, and must be from 0 to 1024");
    claim.radius = 1;
    claim.position.y = (double)NAN;
    assert_int_equal(wend_reservations_claim(r, &claim, &id), WEND_ERROR_ARGUMENT);
    assert_false(wend_reservations_is_free(r, &claim));
    memset(&claim, 0, sizeof claim);
    assert_int_equal(wend_reservations_claim(r, &claim, &id), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_reservations_release(r, (wend_claim_id){1, 1}), WEND_ERROR_STALE);
    assert_int_equal(wend_reservations_set_capacity(r, 0, 0, -2), WEND_ERROR_ARGUMENT);
    wend_reservations_destroy(r);
}

static void a_height_difference_of_minus_0_is_saved_and_loads(void **state)
{
    (void)state;
    wend_reservations_def def = wend_reservations_def_default();
    wend_reservations *r = NULL, *loaded = NULL;
    uint8_t bytes[256];
    size_t count;
    def.max_height_difference = -0.0;
    assert_int_equal(wend_reservations_create(&def, &r), WEND_OK);
    assert_int_equal(wend_reservations_save(r, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(wend_reservations_load(&def, bytes, count, &loaded), WEND_OK);
    assert_true(wend_reservations_hash(loaded) == wend_reservations_hash(r));
    wend_reservations_destroy(loaded);
    wend_reservations_destroy(r);
}

static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    wend_reservations *r = make();
    uint8_t bytes[2048];
    size_t count;
    wend_claim claim = wend_claim_default();
    wend_claim_id id;
    claim.is_place = true;
    assert_true(claim_key(r, 1, 1, 0, 4));
    assert_true(claim_key(r, 1, 2, 1, 0));
    assert_int_equal(wend_reservations_claim(r, &claim, &id), WEND_OK);
    assert_int_equal(wend_reservations_set_kind_capacity(r, 3, 4), WEND_OK);
    assert_int_equal(wend_reservations_save(r, bytes, sizeof bytes, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        wend_message message;
        wend_reservations_def def = wend_reservations_def_default();
        wend_reservations *loaded;
        def.message = &message;
        bytes[i] ^= 0x40;
        assert_int_equal(wend_reservations_load(&def, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_null(loaded);
        assert_true(strlen(message.text) > strlen("wend_reservations_load: "));
        assert_int_equal(wend_reservations_load(&def, bytes, i, &loaded), WEND_ERROR_FILE);
        bytes[i] ^= 0x40;
    }
    wend_reservations_destroy(r);
}

static void count_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                         double value)
{
    (void)centre;
    (void)value;
    assert_int_equal(meaning, WEND_MEANING_SLOT);
    assert_true(radius > 0.4 && radius < 0.6);
    (*(int *)context)++;
}

static void places_are_drawn_and_cleared(void **state)
{
    (void)state;
    wend_reservations *r = make();
    int circles = 0;
    const wend_draw draw = {.circle = count_circle, .context = &circles};
    wend_claim claim = wend_claim_default();
    wend_claim_id id;
    claim.is_place = true;
    assert_int_equal(wend_reservations_claim(r, &claim, &id), WEND_OK);
    assert_true(claim_key(r, 1, 1, 0, 4));
    assert_int_equal(wend_reservations_draw(r, &draw), WEND_OK);
    assert_int_equal(circles, 1);
    wend_reservations_clear(r);
    assert_int_equal(wend_reservations_total(r), 0);
    assert_int_equal(wend_reservations_draw(r, &draw), WEND_OK);
    assert_int_equal(circles, 1);
    assert_int_equal(wend_reservations_draw(r, NULL), WEND_ERROR_ARGUMENT);
    wend_reservations_destroy(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_target_has_room_for_three),
        cmocka_unit_test(a_stronger_claim_takes_the_weakest_over),
        cmocka_unit_test(a_claim_ends_at_its_tick_unless_it_is_renewed),
        cmocka_unit_test(places_collide_on_one_floor),
        cmocka_unit_test(only_free_items_are_found),
        cmocka_unit_test(what_is_out_of_range_is_refused_with_a_sentence),
        cmocka_unit_test(damaged_bytes_are_refused),
        cmocka_unit_test(a_height_difference_of_minus_0_is_saved_and_loads),
        cmocka_unit_test(places_are_drawn_and_cleared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
