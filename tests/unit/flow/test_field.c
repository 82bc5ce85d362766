/* Fields that are taken, shared, released and forgotten: one field where several are equal, users
 * counted, the oldest unused one gone first. */
#include "flow/core/field_cache.h"
#include "support/fault.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/flow.h"

#include <string.h>

enum { SIDE = 10 };

typedef struct shelf {
    fault_heap heap;
    wendi_field_cache fields;
    wendi_tile_shape shape;
} shelf;

static void open_shelf(shelf *s, size_t max_unused_bytes, uint32_t max_unused_age)
{
    fault_heap_init(&s->heap);
    wend_flow_def def = wend_flow_def_default();
    def.allocator = fault_heap_allocator(&s->heap);
    def.max_unused_bytes = max_unused_bytes;
    def.max_unused_age = max_unused_age;
    wendi_field_cache_init(&s->fields, &def, SIDE);
    s->shape = wendi_tile_shape_of(SIDE, SIDE);
}

static void check_bytes(const shelf *s)
{
    assert_int_equal(wendi_field_cache_memory_bytes(&s->fields), atomic_load(&s->heap.live_bytes));
}

static void close_shelf(shelf *s)
{
    check_bytes(s);
    wendi_field_cache_destroy(&s->fields);
    assert_int_equal(atomic_load(&s->heap.live_bytes), 0);
}

/* A field with one direction in all cells. */
static uint32_t make(shelf *s, uint64_t ground, uint8_t value, bool is_wide)
{
    const uint32_t index = wendi_field_cache_create_field(&s->fields, is_wide);
    assert_int_not_equal(index, WENDI_FIELD_NONE);
    wendi_field *field = wendi_field_at(&s->fields, index);
    assert_int_equal(field->users, 1);
    field->ground = ground;
    memset(field->block, value, (size_t)s->shape.count * (is_wide ? 4 : 2));
    return index;
}

static uint32_t make_shared(shelf *s, uint64_t ground, uint8_t value, bool is_wide)
{
    return wendi_field_cache_share(&s->fields, make(s, ground, value, is_wide), &s->shape);
}

static void flow_field_equal_ones_become_one(void **state)
{
    (void)state;
    shelf s;
    open_shelf(&s, 1 << 20, 100);
    const uint32_t a = make_shared(&s, 1, 7, false);
    assert_int_equal(make_shared(&s, 1, 7, false), a);
    assert_int_equal(wendi_field_at(&s.fields, a)->users, 2);
    assert_int_equal(s.fields.shared, 1);
    assert_int_equal(s.fields.count, 1);
    assert_int_not_equal(make_shared(&s, 2, 7, false), a); /* other ground */
    assert_int_not_equal(make_shared(&s, 1, 8, false), a); /* other costs */
    assert_int_not_equal(make_shared(&s, 1, 7, true), a);  /* other width of numbers */
    assert_int_equal(s.fields.count, 4);
    s.shape = wendi_tile_shape_of(SIDE, SIDE - 1);
    assert_int_not_equal(make_shared(&s, 1, 7, false), a); /* other shape */
    check_bytes(&s);
    close_shelf(&s);
}

static void flow_field_one_cell_makes_a_difference(void **state)
{
    (void)state;
    shelf s;
    open_shelf(&s, 1 << 20, 100);
    for (int wide = 0; wide < 2; ++wide) {
        const uint32_t a = make_shared(&s, 1, 7, wide != 0);
        for (int32_t i = 0; i < s.shape.count * (wide != 0 ? 4 : 2); ++i) {
            const uint32_t b = make(&s, 1, 7, wide != 0);
            ++((uint8_t *)wendi_field_at(&s.fields, b)->block)[i];
            assert_int_equal(wendi_field_cache_share(&s.fields, b, &s.shape), b);
            wendi_field_cache_release(&s.fields, b, 0);
        }
        assert_int_equal(wendi_field_at(&s.fields, a)->users, 1);
    }
    close_shelf(&s);
}

static void flow_field_given_back_is_kept_and_found_again(void **state)
{
    (void)state;
    shelf s;
    open_shelf(&s, 1 << 20, 100);
    const uint32_t a = make_shared(&s, 1, 7, false);
    wendi_field_cache_release(&s.fields, a, 3);
    assert_int_equal(s.fields.unused_count, 1);
    assert_int_equal(make_shared(&s, 1, 7, false), a);
    assert_int_equal(s.fields.unused_count, 0);
    assert_int_equal(s.fields.unused_bytes, 0);
    assert_int_equal(wendi_field_at(&s.fields, a)->users, 1);
    wendi_field_cache_release(&s.fields, a, 4);
    const uint32_t own = make(&s, 2, 9, false); /* never entered in the table */
    wendi_field_cache_release(&s.fields, own, 4);
    assert_int_equal(s.fields.count, 1);
    assert_int_equal(s.fields.unused_count, 1);
    close_shelf(&s);
}

static void flow_field_unused_ones_go_by_age(void **state)
{
    (void)state;
    shelf s;
    open_shelf(&s, 1 << 20, 5);
    uint32_t index[4];
    for (uint8_t i = 0; i < 4; ++i) {
        index[i] = make_shared(&s, 1, i, false);
    }
    for (uint32_t i = 0; i < 3; ++i) { /* given at updates 10, 11, 12 */
        wendi_field_cache_release(&s.fields, index[i], 10 + i);
    }
    wendi_field_cache_evict(&s.fields, 15);
    assert_int_equal(s.fields.unused_count, 3);
    wendi_field_cache_retain(&s.fields, index[1]);
    wendi_field_cache_evict(&s.fields, 16);
    assert_int_equal(s.fields.unused_count, 1);
    assert_int_equal(s.fields.count, 3);
    wendi_field_cache_release(&s.fields, index[1], 16);
    wendi_field_cache_evict(&s.fields, 18);
    assert_int_equal(s.fields.unused_count, 1);
    wendi_field_cache_evict(&s.fields, 22);
    assert_int_equal(s.fields.unused_count, 0);
    assert_int_equal(s.fields.count, 1);
    assert_int_equal(s.fields.evicted, 3);
    wendi_field_cache_release(&s.fields, index[3],
                              UINT32_MAX - 1); /* the number of updates goes round */
    wendi_field_cache_evict(&s.fields, 2);
    assert_int_equal(s.fields.count, 1);
    wendi_field_cache_evict(&s.fields, 4);
    assert_int_equal(s.fields.count, 0);
    close_shelf(&s);
}

/* Bytes count, not fields: those of 32 bits are nearly twice as large. */
static void flow_field_unused_ones_go_by_bytes_oldest_first(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; ++wide) {
        shelf s;
        open_shelf(&s, 0, 1000);
        const size_t block = s.fields.pools[wide].block_bytes;
        s.fields.max_unused_bytes = 3 * block;
        uint32_t index[5];
        const uint32_t used = make_shared(&s, 1, 99, false); /* of the other pool, in use */
        for (uint8_t i = 0; i < 5; ++i) {
            index[i] = make_shared(&s, 1, i, wide != 0);
        }
        for (uint32_t i = 0; i < 5; ++i) {
            wendi_field_cache_release(&s.fields, index[i], i);
        }
        assert_int_equal(s.fields.unused_bytes, 5 * block);
        wendi_field_cache_evict(&s.fields, 5);
        assert_int_equal(s.fields.unused_count, 3);
        assert_int_equal(make_shared(&s, 1, 2, wide != 0), index[2]);
        assert_int_equal(s.fields.shared, 1);
        s.fields.max_unused_bytes = 0;
        wendi_field_cache_evict(&s.fields, 6);
        assert_int_equal(s.fields.unused_count, 0);
        assert_int_equal(s.fields.unused_bytes, 0);
        assert_int_equal(s.fields.count, 2);
        assert_int_equal(wendi_field_at(&s.fields, used)->users, 1);
        close_shelf(&s);
    }
}

static void flow_field_blocks_are_used_again(void **state)
{
    (void)state;
    shelf s;
    open_shelf(&s, 0, 0);
    for (int round = 0; round < 50; ++round) {
        uint32_t index[40];
        for (uint8_t i = 0; i < 40; ++i) {
            index[i] = make_shared(&s, (uint64_t)round, i, i % 2 != 0);
            for (uint8_t k = 0; k < i; ++k) { /* no two share a block */
                assert_ptr_not_equal(wendi_field_at(&s.fields, index[i])->block,
                                     wendi_field_at(&s.fields, index[k])->block);
            }
        }
        for (uint32_t i = 0; i < 40; ++i) {
            wendi_field_cache_release(&s.fields, index[(i * 7) % 40], 1);
        }
        wendi_field_cache_evict(&s.fields, 1);
        assert_int_equal(s.fields.count, 0);
    }
    assert_int_equal(s.fields.pools[0].chunk_count, 1);
    assert_int_equal(s.fields.pools[1].chunk_count, 1);
    assert_int_equal(s.fields.evicted, 2000);
    close_shelf(&s);
}

static void flow_field_many_are_found(void **state)
{
    (void)state;
    shelf s;
    open_shelf(&s, 1 << 30, 100);
    for (int pass = 0; pass < 2; ++pass) {
        for (uint64_t i = 0; i < 3000; ++i) {
            (void)make_shared(&s, i / 200, (uint8_t)(i % 200), false);
        }
        assert_int_equal(s.fields.count, 3000);
        assert_int_equal(s.fields.shared, pass == 0 ? 0 : 3000);
    }
    for (uint32_t i = 0; i < s.fields.used; ++i) {
        assert_true(wendi_field_at(&s.fields, i)->block == NULL ||
                    wendi_field_at(&s.fields, i)->users == 2);
    }
    close_shelf(&s);
}

/* Fields are found, and go, while the table is half moved; each new field moves two chains at most. */
static void flow_field_table_grows_in_small_pieces(void **state)
{
    (void)state;
    enum { COUNT = 3000, GONE = 7 };
    static uint32_t index[COUNT];
    uint32_t half_moved = 0;
    shelf s;
    open_shelf(&s, 1 << 30, 0);
    for (uint32_t i = 0; i < COUNT; ++i) {
        const uint32_t *before = s.fields.table;
        const uint32_t moved = s.fields.moved;
        index[i] = make_shared(&s, i / 200, (uint8_t)(i % 200), false);
        assert_in_range(s.fields.moved, 0, (s.fields.table == before ? moved : 0) + 2);
        half_moved += s.fields.table_before != NULL;
        if (i % GONE == 0) {
            wendi_field_cache_release(&s.fields, index[i], 1);
            wendi_field_cache_evict(&s.fields, 3);
        }
        const uint32_t old = wend_random_below(5, i, 0, i + 1);
        const uint64_t shared = s.fields.shared;
        const uint32_t found = make_shared(&s, old / 200, (uint8_t)(old % 200), false);
        assert_int_equal(s.fields.shared - shared, old % GONE != 0);
        assert_true(old % GONE == 0 || found == index[old]);
        wendi_field_cache_release(&s.fields, found, 1);
        wendi_field_cache_evict(&s.fields, 3);
        check_bytes(&s);
    }
    assert_in_range(half_moved, COUNT / 4, COUNT);
    close_shelf(&s);
}

static void flow_field_of_a_window_is_found_by_ground_and_window(void **state)
{
    (void)state;
    shelf s;
    open_shelf(&s, 1 << 20, 100);
    const wendi_portal portals[4] = {{0, 0, 5, 1}, {1, 0, 5, 1}, {0, 1, 5, 1}, {0, 0, 6, 1}};
    assert_int_equal(wendi_field_cache_find_portal(&s.fields, 1, wendi_portal_key(&portals[0])),
                     WENDI_FIELD_NONE);
    uint32_t index[4];
    for (int i = 0; i < 4; ++i) {
        index[i] = make(&s, 1, 7, false);
        wendi_field_cache_add_portal(&s.fields, index[i], wendi_portal_key(&portals[i]), &s.shape);
    }
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(wendi_field_cache_find_portal(&s.fields, 1, wendi_portal_key(&portals[i])),
                         index[i]);
    }
    assert_int_equal(wendi_field_cache_find_portal(&s.fields, 2, wendi_portal_key(&portals[0])),
                     WENDI_FIELD_NONE);
    const uint32_t carried = make_shared(&s, 1, 7, false); /* equal, but not of a window */
    assert_int_equal(s.fields.shared, 0);
    assert_int_not_equal(carried, index[0]);
    wendi_field_cache_release(&s.fields, index[2], 1);
    wendi_field_cache_evict(&s.fields, 1000);
    assert_int_equal(wendi_field_cache_find_portal(&s.fields, 1, wendi_portal_key(&portals[2])),
                     WENDI_FIELD_NONE);
    assert_int_equal(wendi_field_cache_find_portal(&s.fields, 1, wendi_portal_key(&portals[3])),
                     index[3]);
    close_shelf(&s);
}

/* Any allocation may fail: what was there stays, and nothing is counted wrong. */
static void flow_field_without_memory_stays_as_it_was(void **state)
{
    (void)state;
    shelf s;
    open_shelf(&s, 1 << 20, 100);
    uint32_t made = 0;
    for (uint32_t round = 0; round < 600; ++round) {
        fault_heap_arm(&s.heap, round % 3 == 0 ? FAULT_NONE : FAULT_ONCE, round % 2);
        const bool is_wide = round % 2 != 0;
        const uint32_t index = wendi_field_cache_create_field(&s.fields, is_wide);
        if (index != WENDI_FIELD_NONE) {
            ++made;
            wendi_field_at(&s.fields, index)->ground = round;
            memset(wendi_field_at(&s.fields, index)->block, 0,
                   (size_t)s.shape.count * (is_wide ? 4 : 2));
            assert_int_equal(wendi_field_cache_share(&s.fields, index, &s.shape), index);
        }
        assert_int_equal(s.fields.count, made);
        check_bytes(&s);
    }
    assert_true(made > 100 && made < 600);
    fault_heap_arm(&s.heap, FAULT_NONE, 0);
    close_shelf(&s);
}

/* ---- seen from a flow ---- */

typedef struct stage {
    wend_grid *grid;
    wend_flow *flow;
} stage;

static void open_stage(stage *s, size_t max_unused_bytes, uint32_t max_unused_age, bool is_fine)
{
    wend_grid_def grid = wend_grid_def_default();
    grid.width = 60;
    grid.height = 60;
    grid.sector_size = SIDE;
    grid.cost = 2; /* nothing is in sight */
    s->grid = grids_make(grid);
    wend_flow_def def = wend_flow_def_default();
    def.grid = s->grid;
    def.max_unused_bytes = max_unused_bytes;
    def.max_unused_age = max_unused_age;
    def.is_fine = is_fine;
    s->flow = flows_make(def);
}

static void close_stage(stage *s)
{
    wend_flow_destroy(s->flow);
    wend_grid_destroy(s->grid);
}

static wend_flow_request_id order(stage *s, double x, double y)
{
    const wend_flow_position goal = {{x, y}, 0}, source = {{55.5, 55.5}, 0};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = &source;
    def.source_count = 1;
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(s->flow, &def, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
    return id;
}

static wend_flow_info info_of(const stage *s)
{
    wend_flow_info info;
    wend_flow_get_info(s->flow, &info);
    return info;
}

static void flow_field_cache_fields_of_ended_orders_are_shared_again(void **state)
{
    (void)state;
    stage s;
    open_stage(&s, 1 << 20, 100, false);
    const wend_flow_request_id first = order(&s, 5.5, 5.5);
    const wend_flow_info before = info_of(&s);
    assert_true(before.fields_kept > 4);
    assert_int_equal(before.fields_unused, 0);
    assert_int_equal(wend_flow_remove_request(s.flow, first), WEND_OK);
    const wend_flow_info ended = info_of(&s);
    assert_int_equal(ended.fields_kept, before.fields_kept);
    assert_int_equal(ended.fields_unused, ended.fields_kept);
    (void)order(&s, 5.5, 5.5);
    const wend_flow_info after = info_of(&s);
    assert_int_equal(after.fields_built, before.fields_built);
    assert_int_equal(after.fields_kept, before.fields_kept);
    assert_int_equal(after.fields_unused, 0);
    assert_true(after.fields_shared >=
                before.fields_shared + ended.fields_kept - 1); /* not the goal's */
    assert_int_equal(after.tiles_integrated, before.tiles_integrated);
    close_stage(&s);
}

static void flow_field_cache_unused_fields_go_after_so_many_updates(void **state)
{
    (void)state;
    stage s;
    open_stage(&s, 1 << 20, 10, false);
    assert_int_equal(wend_flow_remove_request(s.flow, order(&s, 5.5, 5.5)), WEND_OK);
    const uint32_t unused = info_of(&s).fields_unused;
    assert_true(unused > 0);
    for (int i = 0; i < 10; ++i) {
        assert_int_equal(info_of(&s).fields_unused, unused);
        assert_int_equal(wend_flow_update(s.flow, NULL), WEND_OK);
    }
    assert_int_equal(wend_flow_update(s.flow, NULL), WEND_OK);
    assert_int_equal(info_of(&s).fields_kept, 0);
    assert_int_equal(info_of(&s).fields_evicted, unused);
    close_stage(&s);
}

static void flow_field_cache_memory_limit_of_none_keeps_none(void **state)
{
    (void)state;
    stage s;
    open_stage(&s, 0, 1000, false);
    assert_int_equal(wend_flow_remove_request(s.flow, order(&s, 5.5, 5.5)), WEND_OK);
    assert_true(info_of(&s).fields_unused > 0);
    const wend_flow_request_id id = order(&s, 25.5, 15.5);
    assert_int_equal(info_of(&s).fields_unused, 0);
    assert_true(info_of(&s).fields_kept > 0);
    assert_int_equal(wend_flow_remove_request(s.flow, id), WEND_OK);
    assert_int_equal(wend_flow_update(s.flow, NULL), WEND_OK);
    assert_int_equal(info_of(&s).fields_kept, 0);
    close_stage(&s);
}

/* Orders to other goals behind the same door have the same fields up to a constant. */
static void check_door(bool is_fine)
{
    stage s;
    open_stage(&s, 1 << 20, 100, is_fine);
    grids_wall(s.grid, 0, 20, 60, 1);
    grids_set(s.grid, 30, 20, 2);
    (void)order(&s, 5.5, 5.5);
    const wend_flow_info first = info_of(&s);
    (void)order(&s, 8.5, 2.5);
    const wend_flow_info second = info_of(&s);
    assert_true(second.fields_shared >= first.fields_shared + 6);
    assert_true(second.fields_kept < 2 * first.fields_kept - 5);
    close_stage(&s);
}

static void flow_field_cache_orders_behind_a_door_share_fields(void **state)
{
    (void)state;
    check_door(false);
    check_door(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_field_equal_ones_become_one),
        cmocka_unit_test(flow_field_one_cell_makes_a_difference),
        cmocka_unit_test(flow_field_given_back_is_kept_and_found_again),
        cmocka_unit_test(flow_field_unused_ones_go_by_age),
        cmocka_unit_test(flow_field_unused_ones_go_by_bytes_oldest_first),
        cmocka_unit_test(flow_field_blocks_are_used_again),
        cmocka_unit_test(flow_field_many_are_found),
        cmocka_unit_test(flow_field_table_grows_in_small_pieces),
        cmocka_unit_test(flow_field_of_a_window_is_found_by_ground_and_window),
        cmocka_unit_test(flow_field_without_memory_stays_as_it_was),
        cmocka_unit_test(flow_field_cache_fields_of_ended_orders_are_shared_again),
        cmocka_unit_test(flow_field_cache_unused_fields_go_after_so_many_updates),
        cmocka_unit_test(flow_field_cache_memory_limit_of_none_keeps_none),
        cmocka_unit_test(flow_field_cache_orders_behind_a_door_share_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
