/* Cover without memory: what was computed stays, and the next call goes on; a query needs none. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/cover.h"

#include <stdlib.h>

enum { WALLS = 12 };

static wend_result save_and_load(const wend_cover *cover, const wend_cover_def *def)
{
    size_t count;
    wend_cover *loaded = NULL;
    (void)wend_cover_save(cover, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_cover_save(cover, bytes, count, &count), WEND_OK);
    const wend_result result = wend_cover_load(def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_cover_hash(loaded) == wend_cover_hash(cover));
    wend_cover_destroy(loaded);
    free(bytes);
    return result;
}

static wend_result fill(wend_cover *cover)
{
    wend_result result = WEND_OK;
    for (int i = 0; i < 20 && result == WEND_OK; i++) {
        const uint64_t before = wend_cover_hash(cover);
        wend_cover_place place = wend_cover_place_default();
        wend_cover_obstacle obstacle = wend_cover_obstacle_default();
        wend_cover_id id;
        place.position.x = obstacle.position.x = i;
        result = wend_cover_add_place(cover, &place, NULL);
        assert_true(result == WEND_OK || wend_cover_hash(cover) == before);
        const uint64_t between = wend_cover_hash(cover);
        result = result == WEND_OK ? wend_cover_add_obstacle(cover, &obstacle, &id) : result;
        assert_true(result == WEND_OK || wend_cover_hash(cover) == before ||
                    wend_cover_hash(cover) == between);
        obstacle.position.y = 9;
        result = result == WEND_OK ? wend_cover_set_obstacle(cover, id, &obstacle) : result;
    }
    return result;
}

static wend_result compute_and_load(wend_allocator allocator, void *context)
{
    const wend_walls_def walls_def = wend_walls_def_default();
    wend_walls *walls;
    (void)context;
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    for (int i = 0; i < WALLS; i++) {
        (void)wend_walls_add_segment(walls, (wend_vec2){-5, 3.0 * i}, (wend_vec2){5, 3.0 * i},
                                     WEND_STOPS_ALL, 0, NULL);
    }
    wend_cover_def def = wend_cover_def_default();
    def.allocator = allocator;
    def.walls = walls;
    wend_cover *cover;
    wend_result result = wend_cover_create(&def, &cover);
    const bool is_made = result == WEND_OK;
    result = is_made ? wend_cover_update(cover, NULL) : result;
    assert_true(!is_made || (result == WEND_OK) == wend_cover_is_current(cover));
    if (result == WEND_ERROR_MEMORY && is_made) {
        (void)wend_cover_update(cover, NULL); /* goes on, or fails again */
    }
    result = result == WEND_OK ? wend_cover_invalidate(cover, (wend_vec2){0, 0}, (wend_vec2){1, 1})
                               : result;
    result = result == WEND_OK ? wend_cover_update(cover, NULL) : result;
    result = result == WEND_OK ? fill(cover) : result;
    result = result == WEND_OK ? save_and_load(cover, &def) : result;
    wend_cover_destroy(cover);
    wend_walls_destroy(walls);
    return result;
}

static void each_allocation_of_cover_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(compute_and_load, NULL) >= 20);
}

static void queries_and_repairs_of_the_same_walls_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_walls_def walls_def = wend_walls_def_default();
    wend_walls *walls;
    wend_wall_id id;
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    (void)wend_walls_add_segment(walls, (wend_vec2){-5, 0}, (wend_vec2){5, 0}, WEND_STOPS_ALL, 0,
                                 &id);
    wend_cover_def def = wend_cover_def_default();
    def.allocator = fault_heap_allocator(&heap);
    def.walls = walls;
    wend_cover *cover;
    assert_int_equal(wend_cover_create(&def, &cover), WEND_OK);
    assert_int_equal(wend_cover_update(cover, NULL), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    const wend_cover_threat threat = {{0, 9}, 1, 50};
    wend_cover_query query = wend_cover_query_default();
    query.threats = &threat;
    query.threat_count = 1;
    query.position.y = -2;
    for (uint32_t round = 0; round < 6; round++) {
        wend_cover_spot spots[3];
        size_t count;
        assert_int_equal(wend_walls_set_stops(walls, id, round % 2 == 0 ? 0 : WEND_STOPS_ALL),
                         WEND_OK);
        assert_int_equal(wend_cover_update(cover, NULL), WEND_OK);
        assert_int_equal(wend_cover_find(cover, &query, NULL, spots, 3, &count, NULL), WEND_OK);
        assert_int_equal(count, round % 2 == 0 ? 0 : 3);
    }
    wend_cover_destroy(cover);
    wend_walls_destroy(walls);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_cover_may_fail),
        cmocka_unit_test(queries_and_repairs_of_the_same_walls_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
