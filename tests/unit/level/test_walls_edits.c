/* Walls that come and go: ids, revisions, and the same answers as a fresh set. */
#include "support/test.h"
#include "support/walls.h"

#include "wend/walls.h"

#include <math.h>
#include <stdlib.h>

static const wend_vec2 A = {1, 2};
static const wend_vec2 B = {3, 4};

static void walls_def_without_cookie_is_refused(void **state)
{
    (void)state;
    wend_walls *walls;
    const wend_walls_def zero = {0};
    assert_int_equal(wend_walls_create(&zero, &walls), WEND_ERROR_ARGUMENT);
    assert_null(walls);
    assert_int_equal(wend_walls_create(NULL, &walls), WEND_ERROR_ARGUMENT);
    const wend_walls_def def = wend_walls_def_default();
    assert_int_equal(wend_walls_create(&def, NULL), WEND_ERROR_ARGUMENT);
    wend_walls_destroy(NULL);
}

static void walls_bad_coordinates_and_stops_are_refused(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    wend_wall_id id = {1, 1};
    const double bad[] = {(double)NAN, -(double)INFINITY, 1e10};
    for (int i = 0; i < 3; i++) {
        const wend_vec2 p[3] = {A, B, {0, bad[i]}};
        assert_int_equal(wend_walls_add_segment(walls, A, p[2], 1, 0, &id), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_walls_add_polygon(walls, p, 3, 1, 0, &id), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_walls_add_segments(walls, &p[1], NULL, 1, &id), WEND_ERROR_ARGUMENT);
        assert_int_equal(id.index1, 0);
    }
    const wend_vec2 ends[4] = {A, B, B, A};
    const uint32_t stops[2] = {1, 0};
    assert_int_equal(wend_walls_add_segment(walls, A, B, 0, 0, &id), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_add_segment(NULL, A, B, 1, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_add_polygon(walls, ends, 0, 1, 0, &id), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_add_polygon(walls, ends, 4, 0, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_add_polygon(walls, NULL, 4, 1, 0, &id), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_add_polygon(walls, ends, SIZE_MAX, 1, 0, &id), WEND_ERROR_FULL);
    assert_int_equal(wend_walls_add_segments(walls, ends, stops, 2, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_add_segments(walls, NULL, NULL, 2, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_add_segments(walls, ends, NULL, SIZE_MAX, NULL), WEND_ERROR_FULL);
    assert_int_equal(wend_walls_add_segments(walls, NULL, NULL, 0, NULL), WEND_OK);
    assert_int_equal(wend_walls_count(walls), 0);
    assert_true(wend_walls_revision(walls) == 1);
    wend_walls_destroy(walls);
}

static void walls_id_of_a_wall_taken_away_is_stale(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    wend_wall_id first;
    wend_wall_id second;
    wend_wall wall;
    assert_int_equal(wend_walls_add_segment(walls, A, B, 2, 77, &first), WEND_OK);
    assert_int_equal(wend_walls_get(walls, first, &wall), WEND_OK);
    assert_true(wall.user == 77 && wall.stops == 2 && wall.count == 2 && !wall.is_polygon);
    assert_true(wall.points[1].x > 2.5);
    assert_int_equal(wend_walls_remove(walls, first), WEND_OK);
    assert_int_equal(wend_walls_add_polygon(walls, &A, 1, 2, 78, &second), WEND_OK);
    assert_true(second.index1 == first.index1 && second.generation != first.generation);
    assert_int_equal(wend_walls_get(walls, first, &wall), WEND_ERROR_STALE);
    assert_null(wall.points);
    assert_int_equal(wend_walls_remove(walls, first), WEND_ERROR_STALE);
    assert_int_equal(wend_walls_set_stops(walls, first, 1), WEND_ERROR_STALE);
    assert_int_equal(wend_walls_remove(walls, (wend_wall_id){0, 0}), WEND_ERROR_STALE);
    assert_int_equal(wend_walls_remove(walls, (wend_wall_id){9, 1}), WEND_ERROR_STALE);
    assert_int_equal(wend_walls_get(walls, second, &wall), WEND_OK);
    assert_true(wall.is_polygon && wall.count == 1);
    assert_int_equal(wend_walls_get(walls, second, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_get(NULL, second, &wall), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_remove(NULL, second), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_set_stops(NULL, second, 1), WEND_ERROR_ARGUMENT);
    wend_walls_destroy(walls);
}

static void walls_revision_rises_with_changes_only(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    wend_walls_clear(walls);
    assert_true(wend_walls_revision(walls) == 1);
    wend_wall_id id = walls_add(walls, A, B, 2);
    const uint64_t hash = wend_walls_hash(walls);
    assert_int_equal(wend_walls_set_stops(walls, id, 2), WEND_OK);
    assert_true(wend_walls_revision(walls) == 2 && wend_walls_hash(walls) == hash);
    assert_int_equal(wend_walls_set_stops(walls, id, 0), WEND_OK);
    assert_true(wend_walls_revision(walls) == 3 && wend_walls_hash(walls) != hash);
    wend_walls_clear(walls);
    assert_true(wend_walls_revision(walls) == 4 && wend_walls_count(walls) == 0);
    assert_int_equal(wend_walls_remove(walls, id), WEND_ERROR_STALE);
    assert_true(wend_walls_hash(walls) == wend_walls_hash(NULL));
    wend_vec2 low = A;
    wend_vec2 high = A;
    assert_false(wend_walls_bounds(walls, &low, &high));
    assert_true(low.x < 0.5 && high.y < 0.5);
    assert_false(wend_walls_bounds(NULL, NULL, NULL));
    assert_true(wend_walls_count(NULL) == 0 && wend_walls_revision(NULL) == 0);
    wend_walls_clear(NULL);
    wend_walls_destroy(walls);
}

static void walls_door_stops_the_kinds_that_are_set(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    wend_wall_id door;
    door =
        walls_add(walls, (wend_vec2){1, -1}, (wend_vec2){1, 1}, WEND_STOPS_WALK | WEND_STOPS_SIGHT);
    const wend_vec2 from = {0, 0};
    const wend_vec2 to = {2, 0};
    assert_false(wend_walls_can_see(walls, from, to, WEND_STOPS_SIGHT));
    assert_true(wend_walls_can_see(walls, from, to, WEND_STOPS_SOUND));
    assert_int_equal(wend_walls_set_stops(walls, door, WEND_STOPS_SIGHT), WEND_OK);
    assert_true(wend_walls_can_walk(walls, from, to, 0.5, WEND_STOPS_WALK));
    assert_false(wend_walls_can_walk(walls, from, to, 0.5, WEND_STOPS_ALL));
    assert_int_equal(wend_walls_set_stops(walls, door, 0), WEND_OK);
    assert_true(wend_walls_can_walk(walls, from, to, 0.5, WEND_STOPS_ALL));
    wend_walls_destroy(walls);
}

static void walls_listed_with_too_little_room_are_truncated(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    const wend_vec2 ends[6] = {A, B, B, A, A, A};
    wend_wall_id ids[3];
    wend_wall_id listed[3];
    size_t count;
    assert_int_equal(wend_walls_add_segments(walls, ends, NULL, 3, ids), WEND_OK);
    assert_int_equal(wend_walls_remove(walls, ids[0]), WEND_OK);
    assert_int_equal(wend_walls_list(walls, listed, 3, &count), WEND_OK);
    assert_int_equal(count, 2);
    assert_int_equal(listed[0].index1, ids[1].index1);
    assert_int_equal(wend_walls_list(walls, listed, 1, &count), WEND_TRUNCATED);
    assert_int_equal(count, 2);
    assert_int_equal(wend_walls_list(walls, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_list(walls, listed, 3, NULL), WEND_ERROR_ARGUMENT);
    wend_walls_destroy(walls);
}

static wend_vec2 some_place(uint64_t i)
{
    return (wend_vec2){1000 * wend_random_unit(1, i, 0), 1000 * wend_random_unit(1, i, 1)};
}

static wend_vec2 next_to(wend_vec2 p, uint64_t i)
{
    return (wend_vec2){p.x + 20 * wend_random_unit(2, i, 0), p.y - 20 * wend_random_unit(2, i, 1)};
}

/* One by one in an order that would make a bad tree, many taken away, the rest at once into a
 * second set: both give the same. */
static void walls_edited_a_lot_answer_like_fresh_ones(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    wend_walls *edited = walls_empty();
    wend_walls *fresh = walls_empty();
    wend_wall_id *ids = malloc(COUNT * sizeof *ids);
    wend_vec2 *ends = malloc(2 * COUNT * sizeof *ends);
    assert_true(ids != NULL && ends != NULL);
    size_t kept = 0;
    for (uint64_t i = 0; i < COUNT; i++) {
        const wend_vec2 p = i % 2 == 0 ? some_place(i) : (wend_vec2){(double)i, (double)i};
        const wend_vec2 q = next_to(p, i);
        ids[i] = walls_add(edited, p, q, WEND_STOPS_ALL);
        if (i % 3 != 0) {
            ends[2 * kept] = p;
            ends[2 * kept + 1] = q;
            kept++;
        }
    }
    for (size_t i = 0; i < COUNT; i += 3) {
        assert_int_equal(wend_walls_remove(edited, ids[i]), WEND_OK);
    }
    assert_int_equal(wend_walls_add_segments(fresh, ends, NULL, kept, NULL), WEND_OK);
    for (uint64_t i = 0; i < 3000; i++) {
        const wend_vec2 a = some_place(10000 + i);
        const wend_vec2 b = i % 2 == 0 ? some_place(20000 + i) : next_to(a, i);
        wend_wall_hit one;
        wend_wall_hit two;
        (void)wend_walls_ray(edited, a, b, WEND_STOPS_ALL, &one);
        (void)wend_walls_ray(fresh, a, b, WEND_STOPS_ALL, &two);
        assert_memory_equal(&one.fraction, &two.fraction, sizeof one.fraction);
        (void)wend_walls_sweep(edited, a, b, 3, WEND_STOPS_ALL, &one);
        (void)wend_walls_sweep(fresh, a, b, 3, WEND_STOPS_ALL, &two);
        assert_memory_equal(&one.fraction, &two.fraction, sizeof one.fraction);
        (void)wend_walls_nearest(edited, a, 30, WEND_STOPS_ALL, &one);
        (void)wend_walls_nearest(fresh, a, 30, WEND_STOPS_ALL, &two);
        assert_memory_equal(&one.distance, &two.distance, sizeof one.distance);
    }
    free(ids);
    free(ends);
    wend_walls_destroy(edited);
    wend_walls_destroy(fresh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_def_without_cookie_is_refused),
        cmocka_unit_test(walls_bad_coordinates_and_stops_are_refused),
        cmocka_unit_test(walls_id_of_a_wall_taken_away_is_stale),
        cmocka_unit_test(walls_revision_rises_with_changes_only),
        cmocka_unit_test(walls_door_stops_the_kinds_that_are_set),
        cmocka_unit_test(walls_listed_with_too_little_room_are_truncated),
        cmocka_unit_test(walls_edited_a_lot_answer_like_fresh_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
