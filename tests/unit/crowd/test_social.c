/* Social groups: members that come and go, stale ids, one path for all, waiting that ends, the same on
 * eight threads, and on after loading. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/pools.h"
#include "support/test.h"

#include "wend/social.h"
#include "wend/walls.h"

#include <math.h>
#include <stdlib.h>

static wend_social_id together(wend_crowd *crowd, const wend_body_id *members, size_t count)
{
    const wend_social_def def = wend_social_def_default();
    wend_social_id id;
    assert_int_equal(wend_social_create(crowd, &def, members, count, &id), WEND_OK);
    return id;
}

static size_t size_of(const wend_crowd *crowd, wend_social_id id)
{
    size_t count = 0;
    (void)wend_social_list_members(crowd, id, NULL, 0, &count);
    return count;
}

static void members_come_and_go_and_the_last_one_ends_the_group(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_body_id ids[5];
    for (int i = 0; i < 5; i++) {
        ids[i] = crowds_put(crowd, i, 0);
    }
    const wend_social_id four = together(crowd, ids, 4);
    assert_int_equal(wend_social_add_member(crowd, four, ids[4]), WEND_ERROR_FULL);
    assert_int_equal(wend_social_remove_member(crowd, ids[1]), WEND_OK);
    assert_int_equal(wend_social_remove_member(crowd, ids[1]), WEND_OK);
    assert_int_equal(wend_social_add_member(crowd, four, ids[4]), WEND_OK);
    assert_int_equal(wend_social_add_member(crowd, four, ids[4]), WEND_OK);
    assert_int_equal(size_of(crowd, four), 4);
    const wend_social_id two = together(crowd, ids + 2, 2); /* they leave the four */
    assert_int_equal(size_of(crowd, four), 2);
    assert_int_equal(size_of(crowd, two), 2);
    assert_int_equal(wend_crowd_remove_body(crowd, ids[0]), WEND_OK);
    assert_int_equal(wend_crowd_remove_body(crowd, ids[4]), WEND_OK);
    wend_social_info info;
    assert_int_equal(wend_social_get_info(crowd, four, &info), WEND_ERROR_STALE);
    assert_int_equal(wend_social_destroy(crowd, four), WEND_ERROR_STALE);
    assert_int_equal(wend_social_of_body(crowd, ids[2]).index1, two.index1);
    assert_int_equal(wend_social_destroy(crowd, two), WEND_OK);
    assert_int_equal(wend_social_of_body(crowd, ids[2]).index1, 0);
    size_t count = 9;
    assert_int_equal(wend_social_list(crowd, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    const wend_social_id again = together(crowd, ids + 2, 1);
    assert_int_equal(again.index1, four.index1);
    assert_true(again.generation != four.generation);
    wend_crowd_destroy(crowd);
}

/* ---- paths ---- */

static wend_result count_queries(void *context, const wend_route_query *query, wend_path *path)
{
    size_t *queries = context;
    const wend_vec2 points[3] = {query->from, {query->from.x, 9}, query->to};
    ++*queries;
    return wend_path_from_points(path, points, 3);
}

static void one_path_is_asked_for(void **state)
{
    (void)state;
    size_t queries = 0;
    wend_crowd_def def = wend_crowd_def_default();
    def.route_source = (wend_route_source){.start = count_queries, .context = &queries};
    wend_crowd *crowd = crowds_make(def);
    wend_body_id ids[3];
    for (int i = 0; i < 3; i++) {
        ids[i] = crowds_put(crowd, 0, 0.7 * i);
    }
    const wend_social_id id = together(crowd, ids, 3);
    assert_int_equal(wend_social_set_goal(crowd, id, (wend_vec2){20, 9}, 0), WEND_OK);
    crowds_tick(crowd, 1);
    assert_int_equal(queries, 1);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(crowds_body(crowd, ids[i]).state, WEND_BODY_MOVING);
    }
    crowds_tick(crowd, 600);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(crowds_body(crowd, ids[i]).state, WEND_BODY_ARRIVED);
    }
    assert_int_equal(queries, 1);
    wend_crowd_destroy(crowd);
}

/* ---- waiting ---- */

/* One of them walks at a fifth of their speed: they walk as it does. One that has stopped is not waited
 * for: they arrive without it. */
static void they_are_as_fast_as_the_slowest_that_walks(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_body_id ids[3];
    wend_body_def slow = wend_body_def_default();
    slow.speed = 0.26;
    ids[0] = crowds_put(crowd, 0, 0);
    ids[1] = crowds_put(crowd, 0, 0.7);
    ids[2] = crowds_add(crowd, slow, 0, 1.4);
    const wend_social_id id = together(crowd, ids, 3);
    assert_int_equal(wend_social_set_goal(crowd, id, (wend_vec2){60, 0}, 0), WEND_OK);
    wend_social_info info;
    for (int i = 0; i < 400; i++) {
        crowds_tick(crowd, 1);
        assert_int_equal(wend_social_get_info(crowd, id, &info), WEND_OK);
        assert_true(info.spread < 2.2);
    }
    assert_true(info.centre.x > 3 && info.centre.x < 6);
    slow.speed = 0.001; /* it all but stands */
    slow.max_speed = 0.001;
    assert_int_equal(wend_crowd_set_body(crowd, ids[2], &slow), WEND_OK);
    crowds_tick(crowd, 200);
    (void)wend_social_get_info(crowd, id, &info);
    assert_true(info.spread < 3);
    slow.speed = 1.3;
    slow.max_speed = 1.6;
    assert_int_equal(wend_crowd_set_body(crowd, ids[2], &slow), WEND_OK);
    assert_int_equal(wend_crowd_stop(crowd, ids[2]), WEND_OK);
    crowds_tick(crowd, 1400);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(crowds_body(crowd, ids[i]).state, WEND_BODY_ARRIVED);
    }
    wend_crowd_destroy(crowd);
}

/* Two are walled in from the third, which pushes against the wall of its cell: those ahead stand for
 * it, but not for ever. */
static void those_ahead_wait_for_ten_seconds(void **state)
{
    (void)state;
    const wend_vec2 cell[] = {{1, -5},  {1, -3}, {-3, -5}, {1, -5},
                              {-3, -3}, {1, -3}, {-3, -5}, {-3, -3}};
    wend_walls *walls = crowds_walls(cell, 4);
    wend_crowd *crowd = crowds_on(NULL, walls);
    const wend_body_id ids[3] = {crowds_put(crowd, 0, 0), crowds_put(crowd, 0, 0.7),
                                 crowds_put(crowd, 0, -4)};
    const wend_social_id id = together(crowd, ids, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wend_crowd_set_goal(crowd, ids[i], (wend_vec2){40, i}, 0), WEND_OK);
    }
    wend_social_info info;
    crowds_tick(crowd, 340);
    assert_int_equal(wend_social_get_info(crowd, id, &info), WEND_OK);
    assert_true(info.is_waiting);
    assert_true(info.spread < 8);
    assert_false(crowds_body(crowd, ids[0]).is_stuck); /* it waits */
    crowds_tick(crowd, 1800);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(crowds_body(crowd, ids[i]).state, WEND_BODY_ARRIVED);
    }
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

/* ---- the same everywhere ---- */

enum { PEOPLE = 60 };

/* Groups of one to four that meet in a hall with pillars. */
static wend_crowd *busy_hall(const wend_grid *grid, const wend_executor *executor, uint64_t seed)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.max_bodies = 100;
    def.executor = *executor;
    wend_crowd *crowd = crowds_make(def);
    wend_body_id members[4];
    size_t count = 0;
    for (uint32_t i = 0; i < PEOPLE; i++) {
        members[count++] = crowds_put(crowd, 2.5 + (i % 6), 2.5 + 2.6 * floor(i / 6.0));
        if (count >= 1 + wend_random_below(seed, i, 0, 4)) {
            const wend_social_id id = together(crowd, members, count);
            const double y = 3 + 24 * wend_random_unit(seed, i, 1);
            assert_int_equal(wend_social_set_goal(crowd, id, (wend_vec2){28, y}, 0), WEND_OK);
            count = 0;
        }
    }
    return crowd;
}

static void threads_and_files_do_not_matter(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(32, 32);
    grids_wall(grid, 14, 4, 2, 8);
    grids_wall(grid, 18, 16, 1, 10);
    wend_pool *pool = pools_make(8);
    const wend_executor serial = {NULL, NULL};
    const wend_executor parallel = wend_pool_executor(pool);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        wend_crowd *one = busy_hall(grid, &serial, seed);
        wend_crowd *many = busy_hall(grid, &parallel, seed);
        wend_crowd *twin = busy_hall(grid, &serial, seed + 1);
        for (int i = 0; i < 150; i++) {
            crowds_tick(one, 1);
            crowds_tick(many, 1);
            assert_true(wend_crowd_hash(one) == wend_crowd_hash(many));
        }
        crowds_check_twin(one, twin, 150);
        const wend_crowd_info info = crowds_info(one);
        assert_true(info.max_overlap < 1e-6);
        assert_int_equal(info.wall_violations, 0);
        wend_crowd_destroy(one);
        wend_crowd_destroy(many);
        wend_crowd_destroy(twin);
    }
    wend_pool_destroy(pool);
    wend_grid_destroy(grid);
}

/* A byte that is wrong is refused, or gives a crowd that ticks. */
static void damaged_bytes_do_no_harm(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(32, 32);
    const wend_executor serial = {NULL, NULL};
    wend_crowd *crowd = busy_hall(grid, &serial, 3);
    crowds_tick(crowd, 20);
    const uint64_t hash = wend_crowd_hash(crowd);
    size_t count = 0;
    (void)wend_crowd_save(crowd, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_crowd_save(crowd, bytes, count, &count), WEND_OK);
    for (size_t at = 0; at < count; at += 1 + count / 200) {
        bytes[at] ^= 1;
        assert_true(wend_crowd_load(crowd, bytes, count, NULL) == WEND_ERROR_FILE);
        bytes[at] ^= 1;
    }
    assert_true(wend_crowd_hash(crowd) == hash);
    free(bytes);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_come_and_go_and_the_last_one_ends_the_group),
        cmocka_unit_test(one_path_is_asked_for),
        cmocka_unit_test(they_are_as_fast_as_the_slowest_that_walks),
        cmocka_unit_test(those_ahead_wait_for_ten_seconds),
        cmocka_unit_test(threads_and_files_do_not_matter),
        cmocka_unit_test(damaged_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
