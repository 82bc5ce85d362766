/* Pictures as SVG: shapes that are joined, and texts. */
#include "io/core/png.h"
#include "pictures.h"
#include "support/test.h"
#include "wend/io.h"

#include <stdlib.h>
#include <string.h>

static size_t occurrences(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *p = strstr(text, part); p != NULL; p = strstr(p + 1, part)) {
        count++;
    }
    return count;
}

static void svg_lines_of_every_meaning_are_written(void **state)
{
    (void)state;
    for (int meaning = 0; meaning < WEND_MEANING_COUNT; meaning++) {
        wend_picture *picture = make_picture(WEND_PICTURE_SVG);
        wend_draw draw = wend_picture_draw(picture);
        draw.line(draw.context, at(1, 4), at(15, 8), (wend_meaning)meaning, 1.0);
        size_t count = 0;
        char *svg = written(picture, &count);
        assert_true(occurrences(svg, "<polyline") > 0);
        free(svg);
        wend_picture_destroy(picture);
    }
}

static void svg_joins_cells_in_a_row_and_lines_that_go_on(void **state)
{
    (void)state;
    wend_picture *picture = make_picture(WEND_PICTURE_SVG);
    wend_draw draw = wend_picture_draw(picture);
    for (int x = 0; x < 10; x++) {
        draw.cells(draw.context, at(x, 2), at(x + 1, 3), WEND_MEANING_WALL, 255.0);
    }
    for (int i = 0; i < 6; i++) {
        draw.line(draw.context, at(i, i), at(i + 1, i + 1), WEND_MEANING_PATH, 2.0);
    }
    draw.line(draw.context, at(6, 6), at(6, 9.125), WEND_MEANING_PATH, 2.0);
    size_t count = 0;
    char *svg = written(picture, &count);
    assert_non_null(strstr(svg, "d=\"M0 8H40V12H0z\""));
    assert_int_equal(occurrences(svg, "<path"), 1);
    assert_int_equal(occurrences(svg, "<polyline"), 2); /* casing and line */
    assert_int_equal(occurrences(svg, "points=\"0 0,24 24,24 36.5\""), 2);
    assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
    free(svg);
    wend_picture_destroy(picture);
}

/* A wall that continues, then rectangles that must not be joined: other columns, rows, heights and
 * colours; with an outline; and ones that cannot be drawn at all. */
static void svg_cells_that_do_not_go_on_start_anew(void **state)
{
    (void)state;
    static const struct {
        wend_meaning first, second;
        wend_vec2 low, high;
        size_t rectangles;
    } cases[] = {
        {WEND_MEANING_WALL, WEND_MEANING_WALL, {1, 2}, {2, 3}, 1},
        {WEND_MEANING_WALL, WEND_MEANING_WALL, {1.5, 2}, {2, 3}, 2},
        {WEND_MEANING_WALL, WEND_MEANING_WALL, {1, 1}, {2, 3}, 2},
        {WEND_MEANING_WALL, WEND_MEANING_WALL, {1, 2}, {2, 4}, 2},
        {WEND_MEANING_WALL, WEND_MEANING_SEARCHED, {1, 2}, {2, 3}, 2},
        {WEND_MEANING_VIEW_CONE, WEND_MEANING_VIEW_CONE, {1, 2}, {2, 3}, 2},
        {WEND_MEANING_WALL, WEND_MEANING_WALL, {1, 2}, {1, 3}, 1},
        {WEND_MEANING_WALL, WEND_MEANING_WALL, {1, 3}, {2, 2}, 1},
        {WEND_MEANING_WALL, WEND_MEANING_WALL, {1, 2}, {1e12, 3}, 1},
        {WEND_MEANING_WALL, WEND_MEANING_WALL, {-1e12, 2}, {2, 3}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wend_picture *picture = make_picture(WEND_PICTURE_SVG);
        wend_draw draw = wend_picture_draw(picture);
        draw.cells(draw.context, at(0, 2), at(1, 3), cases[i].first, 255.0);
        draw.cells(draw.context, cases[i].low, cases[i].high, cases[i].second, 255.0);
        size_t count = 0;
        char *svg = written(picture, &count);
        assert_int_equal(occurrences(svg, "z"), cases[i].rectangles);
        free(svg);
        wend_picture_destroy(picture);
    }
}

static void svg_lines_that_do_not_go_on_start_anew(void **state)
{
    (void)state;
    static const struct {
        wend_vec2 from, to;
        double value;
        size_t lines;
    } cases[] = {
        {{2, 2}, {2, 5}, 1.0, 1},     {{2, 3}, {2, 5}, 1.0, 2},    {{3, 2}, {2, 5}, 1.0, 2},
        {{2, 2}, {2, 5}, 3.0, 2},     {{2, 2}, {1e12, 5}, 1.0, 1}, {{-1e12, 2}, {5, 5}, 1.0, 1},
        {{2, 2}, {2, -1e12}, 1.0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wend_picture *picture = make_picture(WEND_PICTURE_SVG);
        wend_draw draw = wend_picture_draw(picture);
        draw.line(draw.context, at(1, 1), at(2, 2), WEND_MEANING_PATH, 1.0);
        draw.line(draw.context, cases[i].from, cases[i].to, WEND_MEANING_PATH, cases[i].value);
        size_t count = 0;
        char *svg = written(picture, &count);
        assert_int_equal(occurrences(svg, "<polyline"), 2 * cases[i].lines); /* each with casing */
        free(svg);
        wend_picture_destroy(picture);
    }
}

static void svg_joins_hexes_of_one_colour(void **state)
{
    (void)state;
    wend_picture *picture = make_picture(WEND_PICTURE_SVG);
    wend_draw draw = wend_picture_draw(picture);
    const wend_vec2 a[3] = {{0, 0}, {1, 0}, {0, 1}};
    const wend_vec2 b[3] = {{1, 0}, {1, 1}, {0, 1}};
    draw.polygon(draw.context, a, 3, WEND_MEANING_WALL, 255.0);
    draw.polygon(draw.context, b, 3, WEND_MEANING_WALL, 255.0);
    draw.cells(draw.context, at(2, 2), at(3, 3), WEND_MEANING_WALL, 255.0);
    size_t count = 0;
    char *svg = written(picture, &count);
    assert_non_null(strstr(svg, " d=\"M0 0L4 0L0 4zM4 0L4 4L0 4zM8 8H12V12H8z\"/>"));
    free(svg);
    wend_picture_destroy(picture);
}

static void svg_circle_without_a_fill_is_a_ring(void **state)
{
    (void)state;
    wend_picture *picture = make_picture(WEND_PICTURE_SVG);
    wend_draw draw = wend_picture_draw(picture);
    draw.circle(draw.context, at(8, 8), 2.0, WEND_MEANING_STUCK, 1.0);
    size_t count = 0;
    char *svg = written(picture, &count);
    assert_int_equal(occurrences(svg, "<circle"), 0);
    assert_int_equal(occurrences(svg, "<polyline"), 1);
    assert_non_null(strstr(svg, "points=\"40 32,"));
    free(svg);
    wend_picture_destroy(picture);
}

static void svg_escapes_text(void **state)
{
    (void)state;
    wend_picture *picture = make_picture(WEND_PICTURE_SVG);
    wend_draw draw = wend_picture_draw(picture);
    draw.text(draw.context, at(1, 2.01), "a<b> & \"c\" \x05\xE9", WEND_MEANING_NOTE);
    size_t count = 0;
    char *svg = written(picture, &count);
    assert_non_null(strstr(svg, "x=\"4\" y=\"8.04\""));
    assert_non_null(strstr(svg, ">a&lt;b&gt; &amp; \"c\" ?"
                                "?</text>"));
    free(svg);
    wend_picture_destroy(picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(svg_joins_cells_in_a_row_and_lines_that_go_on),
        cmocka_unit_test(svg_lines_of_every_meaning_are_written),
        cmocka_unit_test(svg_cells_that_do_not_go_on_start_anew),
        cmocka_unit_test(svg_lines_that_do_not_go_on_start_anew),
        cmocka_unit_test(svg_joins_hexes_of_one_colour),
        cmocka_unit_test(svg_circle_without_a_fill_is_a_ring),
        cmocka_unit_test(svg_escapes_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
