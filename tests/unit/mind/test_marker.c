/* Markers: what they tell, when they expire, which goes, queries, bytes. */
#include "support/test.h"

#include "wend/draw.h"
#include "wend/marker.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { BLOOD = 1, HOLE = 2, PRINT = 3 };

static wend_markers *make(uint32_t limit)
{
    wend_markers_def def = wend_markers_def_default();
    wend_markers *markers = NULL;
    def.marker_limit = limit;
    assert_int_equal(wend_markers_create(&def, &markers), WEND_OK);
    return markers;
}

static wend_marker_id add(wend_markers *markers, uint32_t kind, double x, double y,
                          uint64_t lifetime)
{
    wend_marker marker = wend_marker_default();
    wend_marker_id id;
    marker.kind = kind;
    marker.position = (wend_vec3){x, y, 0};
    marker.lifetime = lifetime;
    assert_int_equal(wend_markers_add(markers, &marker, &id), WEND_OK);
    return id;
}

static bool is_same(wend_marker_id a, wend_marker_id b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

static void a_marker_tells_what_happened_until_it_expires(void **state)
{
    (void)state;
    wend_markers *markers = make(10);
    wend_marker marker = wend_marker_default(), got;
    wend_marker_id id;
    assert_int_equal(wend_markers_set_tick(markers, 100), WEND_OK);
    marker.kind = HOLE;
    marker.position = (wend_vec3){1, 2, 3};
    marker.direction = (wend_vec2){-1, 0};
    marker.source = 77;
    marker.user = 9;
    marker.value = 0.5;
    marker.lifetime = 20;
    marker.tick = 3; /* has no effect */
    assert_int_equal(wend_markers_add(markers, &marker, &id), WEND_OK);
    assert_int_equal(wend_markers_set_tick(markers, 119), WEND_OK);
    assert_int_equal(wend_markers_get(markers, id, &got), WEND_OK);
    marker.tick = 100;
    assert_memory_equal(&got, &marker, sizeof got);
    assert_int_equal(wend_markers_count(markers), 1);
    assert_int_equal(wend_markers_set_tick(markers, 120), WEND_OK);
    assert_int_equal(wend_markers_get(markers, id, &got), WEND_ERROR_STALE);
    assert_int_equal(wend_markers_count(markers), 0);
    assert_int_equal(wend_markers_remove(markers, id), WEND_ERROR_STALE);
    wend_markers_destroy(markers);
}

static void the_oldest_goes_first(void **state)
{
    (void)state;
    wend_markers *markers = make(3);
    const wend_marker_id first = add(markers, BLOOD, 0, 0, 0);
    const wend_marker_id second = add(markers, BLOOD, 1, 0, 5);
    const wend_marker_id third = add(markers, BLOOD, 2, 0, 0);
    const wend_marker_id fourth = add(markers, BLOOD, 3, 0, 0);
    assert_false(wend_markers_has(markers, first));
    assert_true(wend_markers_has(markers, second) && wend_markers_has(markers, third));
    assert_int_equal(fourth.index1, first.index1);
    assert_int_equal(fourth.generation, first.generation + 1);
    assert_int_equal(wend_markers_remove(markers, third), WEND_OK);
    assert_false(wend_markers_has(markers, third));
    assert_int_equal(wend_markers_count(markers), 2);
    assert_int_equal(wend_markers_clear(markers), WEND_OK);
    assert_int_equal(wend_markers_count(markers), 0);
    assert_false(wend_markers_has(markers, fourth));
    wend_markers_destroy(markers);
}

static bool is_from_seven(void *user, wend_marker_id id, const wend_marker *marker)
{
    assert_true(id.index1 != 0);
    return marker->position.x >= *(const double *)user;
}

static void queries_filter_by_area_kind_age_and_sight(void **state)
{
    (void)state;
    wend_markers *markers = make(10);
    wend_marker_id ids[4];
    size_t count;
    const wend_vec3 origin = {0, 0, 0};
    const wend_marker_id blood = add(markers, BLOOD, 3, 0, 0);
    assert_int_equal(wend_markers_set_tick(markers, 50), WEND_OK);
    const wend_marker_id hole = add(markers, HOLE, 0, 4, 0);
    const wend_marker_id print = add(markers, PRINT, -5, 0, 0);
    assert_true(is_same(wend_markers_nearest(markers, origin, NULL), blood));
    wend_marker_query query = wend_marker_query_default();
    query.max_age = 10;
    assert_true(is_same(wend_markers_nearest(markers, origin, &query), hole));
    query.kinds = 1u << PRINT;
    assert_true(is_same(wend_markers_nearest(markers, origin, &query), print));
    query.max_distance = 4.5;
    assert_int_equal(wend_markers_nearest(markers, origin, &query).index1, 0);
    assert_int_equal(wend_markers_in_circle(markers, origin, 5, NULL, ids, 4, &count), WEND_OK);
    assert_int_equal(count, 3);
    assert_true(is_same(ids[0], print) && is_same(ids[1], hole) && is_same(ids[2], blood));
    assert_int_equal(wend_markers_in_circle(markers, origin, 5, NULL, ids, 1, &count),
                     WEND_TRUNCATED);
    assert_true(is_same(ids[0], print));
    assert_int_equal(
        wend_markers_in_cone(markers, origin, (wend_vec2){3, 3}, 0.8, 9, NULL, ids, 4, &count),
        WEND_OK);
    assert_int_equal(count, 2);
    assert_true(is_same(ids[0], hole) && is_same(ids[1], blood));
    assert_int_equal(wend_markers_in_box(markers, (wend_vec3){-6, -1, 0}, (wend_vec2){2, 3}, NULL,
                                         ids, 4, &count),
                     WEND_OK);
    assert_int_equal(count, 1);
    assert_true(is_same(ids[0], print));
    wend_walls_def walls_def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    assert_int_equal(wend_walls_add_segment(walls, (wend_vec2){2, -1}, (wend_vec2){2, 1},
                                            WEND_STOPS_SIGHT, 0, NULL),
                     WEND_OK);
    query = wend_marker_query_default();
    query.walls = walls;
    assert_true(is_same(wend_markers_nearest(markers, origin, &query), hole));
    assert_int_equal(
        wend_markers_in_box(markers, origin, (wend_vec2){9, 9}, &query, ids, 4, &count),
        WEND_ERROR_ARGUMENT);
    query.walls = NULL;
    double least = 1;
    query.is_marker = is_from_seven;
    query.user = &least;
    assert_int_equal(wend_markers_in_circle(markers, origin, 9, &query, ids, 4, &count), WEND_OK);
    assert_int_equal(count, 1);
    wend_walls_destroy(walls);
    wend_markers_destroy(markers);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    wend_markers *markers = make(10);
    wend_marker marker = wend_marker_default();
    wend_marker_id id;
    size_t count;
    const wend_vec3 origin = {0, 0, 0};
    marker.kind = WEND_MARKERS_KINDS_MAX;
    assert_int_equal(wend_markers_add(markers, &marker, &id), WEND_ERROR_ARGUMENT);
    marker = wend_marker_default();
    marker.position.x = (double)NAN;
    assert_int_equal(wend_markers_add(markers, &marker, &id), WEND_ERROR_ARGUMENT);
    marker = wend_marker_default();
    marker.value = (double)INFINITY;
    assert_int_equal(wend_markers_add(markers, &marker, &id), WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_markers_in_cone(markers, origin, (wend_vec2){0, 0}, 1, 1, NULL, NULL, 0, &count),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_markers_in_cone(markers, origin, (wend_vec2){1, 0}, 4, 1, NULL, NULL, 0, &count),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_markers_in_circle(markers, origin, -1, NULL, NULL, 0, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_markers_set_tick(markers, 9), WEND_OK);
    assert_int_equal(wend_markers_set_tick(markers, 8), WEND_ERROR_ARGUMENT);
    wend_markers_destroy(markers);
}

static void count_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                         double value)
{
    (void)centre;
    (void)radius;
    (void)meaning;
    *(double *)context += value;
}

static void saved_bytes_are_checked(void **state)
{
    (void)state;
    wend_markers *markers = make(4), *loaded;
    uint8_t bytes[1024];
    size_t count;
    double sum = 0;
    for (uint32_t i = 0; i < 7; i++) {
        (void)add(markers, i, i, 0, i == 5 ? 1 : 0);
    }
    assert_int_equal(wend_markers_set_tick(markers, 1), WEND_OK);
    const wend_draw draw = {.circle = count_circle, .context = &sum};
    assert_int_equal(wend_markers_draw(markers, &draw), WEND_OK);
    assert_true(sum > 12.5 && sum < 13.5); /* 3 + 4 + 6: 5 has expired */
    assert_int_equal(wend_markers_save(markers, bytes, sizeof bytes, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        bytes[i] ^= 1;
        assert_int_equal(wend_markers_load(NULL, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_int_equal(wend_markers_load(NULL, bytes, i, &loaded), WEND_ERROR_FILE);
        bytes[i] ^= 1;
    }
    assert_int_equal(wend_markers_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_true(wend_markers_hash(loaded) == wend_markers_hash(markers));
    wend_markers_destroy(loaded);
    wend_markers_destroy(markers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_marker_tells_what_happened_until_it_expires),
        cmocka_unit_test(the_oldest_goes_first),
        cmocka_unit_test(queries_filter_by_area_kind_age_and_sight),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(saved_bytes_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
