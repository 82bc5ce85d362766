/* Pictures as PNG: the pixels of shapes and texts, and definitions that are refused. */
#include "io/core/png.h"
#include "pictures.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/io.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64 };

typedef struct pixels {
    uint8_t rgb[SIDE][SIDE][3];
} pixels;

static void take(void *context, int32_t y, const uint8_t *rgb)
{
    pixels *p = context;
    memcpy(p->rgb[y], rgb, sizeof p->rgb[y]);
}

static void get_pixels(wend_picture *picture, pixels *p)
{
    size_t count = 0;
    char *png = written(picture, &count);
    assert_int_equal(wendi_png_read((const uint8_t *)png, count, SIDE, SIDE, NULL, take, p, NULL),
                     WEND_OK);
    free(png);
}

static int darkness(const pixels *p, int x, int y)
{
    return 765 - p->rgb[y][x][0] - p->rgb[y][x][1] - p->rgb[y][x][2];
}

static void png_wall_covers_exactly_its_pixels(void **state)
{
    (void)state;
    if (!wendi_png_exists()) {
        skip();
    }
    wend_picture *picture = make_picture(WEND_PICTURE_PNG);
    wend_draw draw = wend_picture_draw(picture);
    draw.cells(draw.context, at(2, 3), at(4, 4), WEND_MEANING_WALL, 255.0);
    pixels p;
    get_pixels(picture, &p);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            bool inside = x >= 8 && x < 16 && y >= 12 && y < 16;
            assert_int_equal(darkness(&p, x, y) > 300, inside);
        }
    }
    wend_picture_destroy(picture);
}

/* Outer edges of a mesh, and walls, are lines; the same meaning fills cells. */
static void png_line_of_a_wall_is_dark(void **state)
{
    (void)state;
    if (!wendi_png_exists()) {
        skip();
    }
    wend_picture *picture = make_picture(WEND_PICTURE_PNG);
    wend_draw draw = wend_picture_draw(picture);
    draw.line(draw.context, at(1, 4), at(15, 4), WEND_MEANING_WALL, 0.0);
    pixels p;
    get_pixels(picture, &p);
    for (int x = 6; x < 58; x++) {
        assert_true(darkness(&p, x, 15) > 300 && darkness(&p, x, 16) > 300);
        assert_int_equal(darkness(&p, x, 19), darkness(&p, 60, 60));
    }
    wend_picture_destroy(picture);
}

/* Shapes drawn with y up look as their mirror images do with y down. */
static void png_with_y_up_shows_large_y_on_top(void **state)
{
    (void)state;
    if (!wendi_png_exists()) {
        skip();
    }
    pixels sides[2];
    for (int up = 0; up < 2; up++) {
        wend_picture_def def = wend_picture_def_default();
        def.low = at(-2, -8);
        def.high = at(14, 8);
        def.pixels_per_metre = 4.0;
        def.is_y_up = up == 1;
        wend_picture *picture = NULL;
        assert_int_equal(wend_picture_create(&def, &picture), WEND_OK);
        wend_draw draw = wend_picture_draw(picture);
        const double y = up == 1 ? 1.0 : -1.0;
        const wend_vec2 triangle[3] = {{1, 1 * y}, {7, 1 * y}, {1, 7 * y}};
        const double low = up == 1 ? 2.0 : -3.0;
        draw.cells(draw.context, at(9, low), at(12, low + 1), WEND_MEANING_WALL, 255.0);
        draw.polygon(draw.context, triangle, 3, WEND_MEANING_REACH, 0.0);
        draw.circle(draw.context, at(5, -4 * y), 1.0, WEND_MEANING_GOAL, 0.0);
        draw.line(draw.context, at(0, -6 * y), at(9, -6 * y), WEND_MEANING_WALL, 0.0);
        get_pixels(picture, &sides[up]);
        wend_picture_destroy(picture);
    }
    /* The wall at y = 2 ... 3 lies above the middle. */
    assert_true(darkness(&sides[1], 46, 22) > 300);
    for (int y = 0; y < SIDE; y++) {
        assert_memory_equal(sides[0].rgb[y], sides[1].rgb[y], sizeof sides[0].rgb[y]);
    }
}

static void png_path_lies_on_a_light_casing(void **state)
{
    (void)state;
    if (!wendi_png_exists()) {
        skip();
    }
    wend_picture *picture = make_picture(WEND_PICTURE_PNG);
    wend_draw draw = wend_picture_draw(picture);
    draw.cells(draw.context, at(0, 0), at(16, 16), WEND_MEANING_WALL, 255.0);
    draw.line(draw.context, at(1, 8), at(8, 8), WEND_MEANING_PATH, 0.0);
    draw.line(draw.context, at(8, 8), at(15, 8), WEND_MEANING_PATH, 0.0);
    pixels p;
    get_pixels(picture, &p);
    /* Blue in the middle, nearly white beside it, wall farther out; the same at the joint. */
    for (int x = 10; x < 50; x++) {
        assert_true(p.rgb[32][x][2] > p.rgb[32][x][0] + 40);
        assert_true(darkness(&p, x, 33) < darkness(&p, x, 40));
        assert_memory_equal(p.rgb[33][x], p.rgb[33][10], 3);
    }
    wend_picture_destroy(picture);
}

static void png_polygon_and_disc_cover_their_area(void **state)
{
    (void)state;
    if (!wendi_png_exists()) {
        skip();
    }
    wend_picture *picture = make_picture(WEND_PICTURE_PNG);
    wend_draw draw = wend_picture_draw(picture);
    const wend_vec2 triangle[3] = {{1, 1}, {7, 1}, {1, 7}};
    draw.polygon(draw.context, triangle, 3, WEND_MEANING_VIEW_CONE, 0.0);
    draw.circle(draw.context, at(12, 12), 2.0, WEND_MEANING_GOAL, 0.0);
    pixels p;
    get_pixels(picture, &p);
    assert_true(darkness(&p, 8, 8) > darkness(&p, 60, 2));
    assert_int_equal(darkness(&p, 24, 24), darkness(&p, 60, 2));
    int red = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const uint8_t *c = p.rgb[i / SIDE][i % SIDE];
        red += c[0] > 180 && c[1] < 120;
    }
    /* pi * 8^2 = 201 pixels, their edge uncertain. */
    assert_in_range(red, 180, 205);
    wend_picture_destroy(picture);
}

static void png_of_every_meaning_and_nonsense_is_written(void **state)
{
    (void)state;
    for (int format = WEND_PICTURE_PNG; format <= WEND_PICTURE_SVG; format++) {
        if (format == WEND_PICTURE_PNG && !wendi_png_exists()) {
            continue;
        }
        static const double values[] = {0.0,  0.5,   1.0,         17.0,
                                        -3.0, 1e300, (double)NAN, (double)INFINITY};
        wend_picture *picture = make_picture((wend_picture_format)format);
        wend_draw draw = wend_picture_draw(picture);
        for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
            for (int m = 0; m <= WEND_MEANING_COUNT; m++) {
                wend_meaning meaning = (wend_meaning)m;
                const wend_vec2 points[4] = {{-1e7, 1}, {values[i], 9}, {30, values[i]}, {3, 3}};
                draw.cells(draw.context, points[0], points[1], meaning, values[i]);
                draw.cells(draw.context, at(-3, -3), at(90, 90), meaning, values[i]);
                draw.line(draw.context, points[1], points[2], meaning, values[i]);
                draw.line(draw.context, points[2], at(-1e7, 1e7), meaning, values[i]);
                draw.polygon(draw.context, points, 4, meaning, values[i]);
                draw.polygon(draw.context, points, 2, meaning, values[i]);
                draw.circle(draw.context, points[3], values[i], meaning, values[i]);
                draw.text(draw.context, points[2], "\x01~{any}\xFF", meaning);
            }
        }
        size_t count = 0;
        free(written(picture, &count));
        assert_true(count > 100);
        wend_picture_destroy(picture);
    }
}

/* Larger than its body, a ring leaves the body visible. */
static void png_circle_of_every_meaning_is_seen(void **state)
{
    (void)state;
    if (!wendi_png_exists()) {
        skip();
    }
    for (int meaning = 0; meaning < WEND_MEANING_COUNT; meaning++) {
        wend_picture *picture = make_picture(WEND_PICTURE_PNG);
        wend_draw draw = wend_picture_draw(picture);
        draw.circle(draw.context, at(8, 8), 3.0, (wend_meaning)meaning, 2.0);
        pixels p;
        get_pixels(picture, &p);
        wend_picture_destroy(picture);
        bool is_seen = false;
        for (int x = 0; x < SIDE; x++) {
            is_seen = is_seen || abs(darkness(&p, x, 32) - darkness(&p, x, 0)) > 6;
        }
        if (!is_seen) {
            fail_msg("a circle of meaning %d is not seen", meaning);
        }
        const bool is_ring = meaning == WEND_MEANING_STUCK;
        assert_int_equal(is_ring && darkness(&p, 32, 32) == darkness(&p, 0, 0), is_ring);
        assert_true(!is_ring || (p.rgb[32][20][0] > 150 && p.rgb[32][20][1] < 150));
        assert_true(!is_ring || (p.rgb[44][32][0] > 150 && p.rgb[44][32][1] < 150));
    }
}

static void png_text_shows_its_letters(void **state)
{
    (void)state;
    if (!wendi_png_exists()) {
        skip();
    }
    static const struct {
        const char *text, *other;
        bool is_same;
    } cases[] = {
        {"abz", "ABZ", false},
        {"\x01", "?", true},
        {"~", "?", false},
        {"A", "B", false},
        {" ", "_", false},
        {"A", "AB", false},
        {"ABCDEFGH", "ABCDEFGHIJKLMNOP", true}, /* cut at the edge */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pixels shown[2];
        for (size_t k = 0; k < 2; k++) {
            wend_picture *picture = make_picture(WEND_PICTURE_PNG);
            wend_draw draw = wend_picture_draw(picture);
            draw.text(draw.context, at(1, 8), k == 0 ? cases[i].text : cases[i].other,
                      WEND_MEANING_NOTE);
            draw.text(draw.context, at(1, 1), NULL, WEND_MEANING_NOTE);
            get_pixels(picture, &shown[k]);
            wend_picture_destroy(picture);
        }
        assert_int_equal(memcmp(&shown[0], &shown[1], sizeof shown[0]) == 0, cases[i].is_same);
    }
}

/* Hexes edge to edge, one see-through colour all over: no pixel gets it twice or not at all. */
static void png_hexes_side_by_side_share_no_pixel_and_leave_none(void **state)
{
    (void)state;
    if (!wendi_png_exists()) {
        skip();
    }
    for (int layout = 0; layout < 4; layout++) {
        wend_grid_def def = wend_grid_def_default();
        def.width = def.height = 20;
        def.neighbours = WEND_NEIGHBOURS_6;
        def.hex_layout = (wend_hex_layout)layout;
        def.cell_size = layout % 2 == 0 ? 1.5 : 1.1;
        /* Many edges go through the middle of pixels. */
        def.origin = at(-2.125, -2.125);
        wend_grid *grid = grids_make(def);
        wend_picture *picture = make_picture(WEND_PICTURE_PNG);
        wend_draw draw = wend_picture_draw(picture);
        for (wend_node node = 0; node < 20 * 20; node++) {
            wend_grid_draw_cell(grid, node, &draw, WEND_MEANING_SEARCHED, 0.5);
        }
        pixels hexes;
        get_pixels(picture, &hexes);
        wend_picture_destroy(picture);
        wend_grid_destroy(grid);

        picture = make_picture(WEND_PICTURE_PNG);
        draw = wend_picture_draw(picture);
        draw.cells(draw.context, at(0, 0), at(16, 16), WEND_MEANING_SEARCHED, 0.5);
        pixels cells;
        get_pixels(picture, &cells);
        wend_picture_destroy(picture);
        assert_memory_equal(&hexes, &cells, sizeof cells);
    }
}

/* A frontier has an outline where there is room for one, as squares have. */
static void png_hex_of_the_frontier_is_outlined_only_when_large(void **state)
{
    (void)state;
    if (!wendi_png_exists()) {
        skip();
    }
    wend_picture *picture = make_picture(WEND_PICTURE_PNG);
    wend_draw draw = wend_picture_draw(picture);
    const wend_vec2 large[4] = {{2, 2}, {8, 2}, {8, 8}, {2, 8}};
    const wend_vec2 small[4] = {{10, 10}, {11, 10}, {11, 11}, {10, 11}};
    draw.polygon(draw.context, large, 4, WEND_MEANING_FRONTIER, 0.0);
    draw.polygon(draw.context, small, 4, WEND_MEANING_FRONTIER, 0.0);
    pixels p;
    get_pixels(picture, &p);
    assert_true(darkness(&p, 8, 20) > darkness(&p, 20, 20) + 50);
    assert_int_equal(darkness(&p, 40, 42), darkness(&p, 20, 20));
    assert_int_equal(darkness(&p, 39, 42), darkness(&p, 60, 60));
    wend_picture_destroy(picture);
}

static void written_twice_gives_the_same_file(void **state)
{
    (void)state;
    wend_picture *picture = make_picture(WEND_PICTURE_SVG);
    wend_draw draw = wend_picture_draw(picture);
    draw.cells(draw.context, at(0, 0), at(3, 3), WEND_MEANING_SEARCHED, 0.5);
    size_t first_count = 0;
    size_t second_count = 0;
    char *first = written(picture, &first_count);
    char *second = written(picture, &second_count);
    assert_int_equal(first_count, second_count);
    assert_string_equal(first, second);
    free(first);
    free(second);
    wend_picture_destroy(picture);
}

static void scale_is_chosen_by_the_longer_side(void **state)
{
    (void)state;
    static const struct {
        double wide, high;
        const char *size;
    } cases[] = {
        {49, 49, "width=\"980\" height=\"980\""},
        {1500, 600, "width=\"1500\" height=\"600\""},
        {8192, 4096, "width=\"4096\" height=\"2048\""},
        {0.5, 0.25, "width=\"1024\" height=\"512\""},
        {1e6, 1e-9, "width=\"4096\" height=\"1\""},
        {1e-9, 1e-9, "width=\"1024\" height=\"1024\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wend_picture_def def = wend_picture_def_default();
        def.format = WEND_PICTURE_SVG;
        def.high = at(cases[i].wide, cases[i].high);
        wend_picture *picture = NULL;
        assert_int_equal(wend_picture_create(&def, &picture), WEND_OK);
        size_t count = 0;
        char *svg = written(picture, &count);
        assert_non_null(strstr(svg, cases[i].size));
        free(svg);
        wend_picture_destroy(picture);
    }
}

static void bad_definitions_are_refused(void **state)
{
    (void)state;
    enum { BAD_COUNT = 13 };
    wend_picture_def bad[BAD_COUNT];
    for (size_t i = 0; i < BAD_COUNT; i++) {
        bad[i] = wend_picture_def_default();
        bad[i].high = at(10, 10);
    }
    bad[0].cookie = 0;
    bad[1].high = at(0, 10);
    bad[2].high = at((double)NAN, 10);
    bad[3].pixels_per_metre = -1.0;
    bad[4].pixels_per_metre = 1638.5;
    bad[5].pixels_per_metre = (double)INFINITY;
    memset(&bad[6].format, 0x7F, sizeof bad[6].format);
    bad[7].high = at(10, 0);
    bad[8].high = at(10, (double)INFINITY);
    bad[9].low = at(-(double)INFINITY, 0);
    bad[10].low = at(0, (double)NAN);
    bad[11].pixels_per_metre = 1e-320; /* too little to be one pixel */
    bad[11].high = at(1e-10, 10);
    bad[12].high = at(1, 20);
    bad[12].pixels_per_metre = 1638.0;
    for (size_t i = 0; i < BAD_COUNT; i++) {
        wend_picture *picture = NULL;
        assert_int_equal(wend_picture_create(&bad[i], &picture), WEND_ERROR_ARGUMENT);
        assert_null(picture);
    }
    assert_int_equal(wend_picture_create(&bad[1], NULL), WEND_ERROR_ARGUMENT);
    wend_picture *picture = NULL;
    assert_int_equal(wend_picture_create(NULL, &picture), WEND_ERROR_ARGUMENT);
    picture = make_picture(WEND_PICTURE_SVG);
    assert_int_equal(wend_picture_save_file(picture, NULL, NULL), WEND_ERROR_ARGUMENT);
    wend_picture_destroy(picture);
    assert_int_equal(wend_picture_save_file(NULL, "x", NULL), WEND_ERROR_ARGUMENT);
    assert_null(wend_picture_draw(NULL).cells);
    wend_picture_destroy(NULL);
}

static void expect_text(const wend_picture_def *def, const char *text)
{
    wend_picture_def with_message = *def;
    wend_message message = {0, ""};
    wend_picture *picture = NULL;
    with_message.message = &message;
    assert_int_equal(wend_picture_create(&with_message, &picture), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, text);
}

static void bad_definitions_are_reported_with_their_numbers(void **state)
{
    (void)state;
    wend_picture_def def = wend_picture_def_default();
    def.low = at(0, 20.25);
    def.high = at(1e300, -10.5);
    expect_text(&def, "wend_picture_create: low is 0, 20.25 and high above 10^15, -10.5; expected "
                      "both numbers of low to be less than those of "
                      "high");
    def.low = at((double)NAN, -1e20);
    def.high = at((double)INFINITY, -(double)INFINITY);
    expect_text(&def, "wend_picture_create: low is NaN, below -10^15 and high infinity, -infinity; "
                      "expected both numbers of low to be less than those of high");
    def.low = at(0, 0);
    def.high = at(1, 1);
    def.pixels_per_metre = -0.5;
    expect_text(&def, "wend_picture_create: pixels_per_metre is -0.5, and must be 0 or more");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_wall_covers_exactly_its_pixels),
        cmocka_unit_test(png_line_of_a_wall_is_dark),
        cmocka_unit_test(png_with_y_up_shows_large_y_on_top),
        cmocka_unit_test(png_path_lies_on_a_light_casing),
        cmocka_unit_test(png_polygon_and_disc_cover_their_area),
        cmocka_unit_test(png_of_every_meaning_and_nonsense_is_written),
        cmocka_unit_test(png_circle_of_every_meaning_is_seen),
        cmocka_unit_test(png_text_shows_its_letters),
        cmocka_unit_test(png_hexes_side_by_side_share_no_pixel_and_leave_none),
        cmocka_unit_test(png_hex_of_the_frontier_is_outlined_only_when_large),
        cmocka_unit_test(written_twice_gives_the_same_file),
        cmocka_unit_test(scale_is_chosen_by_the_longer_side),
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(bad_definitions_are_reported_with_their_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
