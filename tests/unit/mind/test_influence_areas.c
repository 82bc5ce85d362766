/* Influence maps: areas, rectangles, positions and measures that are none are refused or empty. */
#include "support/test.h"

#include "wend/influence.h"

#include <math.h>

static const wend_vec2 inside = {5.5, 5.5};

/* 10 x 8 cells of a metre; a source in the middle. */
static wend_influence *make(void)
{
    wend_influence_def def = wend_influence_def_default();
    wend_influence *map;
    wend_influence_source source = wend_influence_source_default();
    wend_influence_id id;
    def.width = 10;
    def.height = 8;
    def.cell_size = 1;
    assert_int_equal(wend_influence_create(&def, &map), WEND_OK);
    source.position = inside;
    assert_int_equal(wend_influence_add(map, &source, &id), WEND_OK);
    assert_int_equal(wend_influence_update(map, NULL), WEND_OK);
    assert_true(wend_influence_value(map, NULL, inside) > 0);
    return map;
}

static bool is_zero(double value)
{
    return !(value < 0) && !(value > 0);
}

static void areas_with_numbers_that_are_none_are_empty(void **state)
{
    (void)state;
    wend_influence *map = make();
    const double bad = (double)NAN, far = (double)INFINITY;
    const wend_influence_area plain = wend_influence_area_default();
    wend_influence_area areas[10];
    size_t count = 7;
    for (int i = 0; i < 10; i++) {
        areas[i] = plain;
    }
    areas[0].low.x = bad;
    areas[1].low.y = bad;
    areas[2].high.x = bad;
    areas[3].high.y = bad;
    areas[4].centre.x = far;
    areas[5].centre.y = bad;
    areas[6].radius = bad;
    areas[7].radius = -1;
    areas[8].cookie++;
    areas[9].low = (wend_vec2){6, 6}; /* beyond its upper corner: an area without cells */
    areas[9].high = (wend_vec2){5, 5};
    assert_false(is_zero(wend_influence_sum(map, NULL, &plain)));
    for (int i = 0; i < 10; i++) {
        assert_true(is_zero(wend_influence_sum(map, NULL, &areas[i])));
        assert_int_equal(wend_influence_list(map, NULL, 0.001, 1e9, &areas[i], NULL, 0, &count),
                         i < 9 ? WEND_ERROR_ARGUMENT : WEND_OK);
        assert_int_equal(count, 0);
    }
    assert_int_equal(wend_influence_list(map, NULL, 0.001, 1e9, &plain, NULL, 1, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_influence_list(map, NULL, 0.001, 1e9, &plain, NULL, 0, NULL),
                     WEND_ERROR_ARGUMENT);
    wend_influence_destroy(map);
}

static void rectangles_that_reach_beyond_the_map_are_refused(void **state)
{
    (void)state;
    wend_influence *map = make();
    double values[80];
    static const struct {
        int32_t x, y, width, height;
        size_t stride;
        wend_result result;
    } cases[] = {
        {0, 0, 10, 8, 10, WEND_OK},
        {2, 3, 0, 0, 0, WEND_OK},
        {10, 8, 0, 0, 0, WEND_OK},
        {-1, 0, 1, 1, 1, WEND_ERROR_ARGUMENT},
        {0, -1, 1, 1, 1, WEND_ERROR_ARGUMENT},
        {0, 0, -1, 1, 1, WEND_ERROR_ARGUMENT},
        {0, 0, 1, -1, 1, WEND_ERROR_ARGUMENT},
        {0, 0, 11, 1, 11, WEND_ERROR_ARGUMENT},
        {0, 0, 1, 9, 1, WEND_ERROR_ARGUMENT},
        {1, 0, 10, 1, 10, WEND_ERROR_ARGUMENT},
        {0, 1, 1, 8, 1, WEND_ERROR_ARGUMENT},
        {0, 0, 4, 4, 3, WEND_ERROR_ARGUMENT},
        {0, 0, 4, 4, SIZE_MAX, WEND_ERROR_ARGUMENT},
        {INT32_MAX, 0, 1, 1, 1, WEND_ERROR_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(wend_influence_get_values(map, NULL, cases[i].x, cases[i].y,
                                                   cases[i].width, cases[i].height, values,
                                                   cases[i].stride),
                         cases[i].result);
    }
    assert_int_equal(wend_influence_get_values(map, NULL, 0, 0, 1, 1, NULL, 1),
                     WEND_ERROR_ARGUMENT);
    wend_influence_destroy(map);
}

static void positions_and_measures_that_are_none_have_no_value(void **state)
{
    (void)state;
    wend_influence *map = make();
    const wend_vec2 bad[] = {
        {(double)NAN, 1}, {1, (double)NAN}, {(double)INFINITY, 1}, {1, -(double)INFINITY}};
    int32_t x = 7, y = 7;
    double margin = 7;
    wend_vec2 gradient;
    for (int i = 0; i < 4; i++) {
        assert_true(is_zero(wend_influence_value(map, NULL, bad[i])));
        assert_int_equal(wend_influence_gradient(map, NULL, bad[i], &gradient),
                         WEND_ERROR_ARGUMENT);
        assert_false(wend_influence_cell_at(map, bad[i], &x, &y));
        assert_true(x == -1 && y == -1);
    }
    assert_false(wend_influence_cell_at(map, (wend_vec2){-1, 5}, &x, NULL));
    assert_true(wend_influence_cell_at(map, inside, NULL, &y));
    assert_int_equal(y, 5);
    assert_int_equal(wend_influence_gradient(map, NULL, inside, NULL), WEND_ERROR_ARGUMENT);
    wend_influence_measure measures[2] = {wend_influence_measure_default(),
                                          wend_influence_measure_default()};
    measures[0].cookie++;
    measures[1].kind = (wend_influence_kind)(WEND_INFLUENCE_VULNERABILITY + 1);
    for (int i = 0; i < 2; i++) {
        assert_true(is_zero(wend_influence_value(map, &measures[i], inside)));
        assert_true(is_zero(wend_influence_cell_value(map, &measures[i], 5, 5)));
        assert_true(is_zero(wend_influence_sum(map, &measures[i], NULL)));
    }
    const int32_t outside[][2] = {{-1, 0}, {0, -1}, {10, 0}, {0, 8}};
    for (int i = 0; i < 4; i++) {
        assert_true(is_zero(wend_influence_cell_value(map, NULL, outside[i][0], outside[i][1])));
        (void)wend_influence_control(map, outside[i][0], outside[i][1], &margin);
        assert_true(is_zero(margin));
    }
    const uint32_t side = wend_influence_control(map, 5, 5, NULL);
    assert_int_equal(side, wend_influence_control(map, 5, 5, &margin));
    assert_true(margin > 0);
    wend_influence_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_with_numbers_that_are_none_are_empty),
        cmocka_unit_test(rectangles_that_reach_beyond_the_map_are_refused),
        cmocka_unit_test(positions_and_measures_that_are_none_have_no_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
