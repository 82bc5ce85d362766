/* The letters of pictures: all printable characters differ, stay inside of their boxes, and small
 * letters stand on one line with capitals. */
#include "io/draw/font.h"
#include "support/test.h"

#include <string.h>

enum { CAP_MIN = 7, CAP_MAX = 48, ROOM = 96 };

typedef struct ink {
    uint8_t alpha[ROOM][ROOM];
    int lowest; /* row of ink; rows begin at the margin's */
} ink;

static void paint(const wendi_font_glyph *strokes, int cap, ink *out)
{
    memset(out, 0, sizeof *out);
    const int margin = strokes->margin;
    for (int y = 0; y < cap + wendi_font_tail(cap) + 2 * margin; y++) {
        for (int x = 0; x <= strokes->width + 2 * margin; x++) {
            const float part = wendi_font_coverage(strokes, x - margin, y - margin);
            assert_true(part >= 0.0F && part <= 1.0F);
            out->alpha[y][x] = (uint8_t)(part * 255.0F);
            out->lowest = part >= 0.5F ? y - margin : out->lowest;
        }
    }
}

static void every_character_has_strokes_of_its_own(void **state)
{
    (void)state;
    static ink painted[WENDI_FONT_GLYPHS];
    const int caps[] = {CAP_MIN, 9, 10, 13, CAP_MAX};
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
        for (int k = 0; k < WENDI_FONT_GLYPHS; k++) {
            wendi_font_glyph strokes;
            wendi_font_get((char)(' ' + k), caps[i], k % 2 == 1, &strokes);
            assert_true(strokes.advance > strokes.width && strokes.count < WENDI_FONT_POINTS);
            paint(&strokes, caps[i], &painted[k]);
            for (int other = 0; other < k; other++) {
                assert_memory_not_equal(painted[k].alpha, painted[other].alpha,
                                        sizeof painted[k].alpha);
            }
        }
    }
}

/* Nothing reaches beyond the box that callers draw: the ring of pixels around it is empty. */
static void strokes_stay_inside_of_their_box(void **state)
{
    (void)state;
    for (int cap = CAP_MIN; cap <= CAP_MAX; cap++) {
        for (char c = ' '; c <= '~'; c++) {
            wendi_font_glyph strokes;
            wendi_font_get(c, cap, true, &strokes);
            const int low = -strokes.margin - 1;
            const int right = strokes.width + strokes.margin + 1;
            const int bottom = cap + wendi_font_tail(cap) + strokes.margin;
            for (int x = low; x <= right; x++) {
                assert_true(wendi_font_coverage(&strokes, x, low) <= 0.0F);
                assert_true(wendi_font_coverage(&strokes, x, bottom) <= 0.0F);
            }
            for (int y = low; y <= bottom; y++) {
                assert_true(wendi_font_coverage(&strokes, low, y) <= 0.0F);
                assert_true(wendi_font_coverage(&strokes, right, y) <= 0.0F);
            }
        }
    }
}

static int lowest_row(char c, int cap)
{
    static ink painted;
    wendi_font_glyph strokes;
    wendi_font_get(c, cap, false, &strokes);
    paint(&strokes, cap, &painted);
    return painted.lowest;
}

static void letters_stand_on_one_line_and_tails_hang_below(void **state)
{
    (void)state;
    for (int cap = CAP_MIN; cap <= CAP_MAX; cap++) {
        const int line = lowest_row('H', cap);
        for (const char *c = "AEHacehmnouxz0123456789"; *c != '\0'; c++) {
            /* The lowest pixels of arcs are covered in part. */
            assert_in_range(lowest_row(*c, cap), line - 1, line + 1);
        }
        for (const char *c = "gjpqy"; *c != '\0'; c++) {
            assert_true(lowest_row(*c, cap) > line);
        }
    }
}

static void character_that_cannot_be_printed_is_a_question_mark(void **state)
{
    (void)state;
    wendi_font_glyph mark;
    wendi_font_glyph other;
    wendi_font_get('?', 10, false, &mark);
    for (const char *c = "\x01\x7f\xff\n"; *c != '\0'; c++) {
        wendi_font_get(*c, 10, false, &other);
        assert_memory_equal(&mark, &other, sizeof mark);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_has_strokes_of_its_own),
        cmocka_unit_test(strokes_stay_inside_of_their_box),
        cmocka_unit_test(letters_stand_on_one_line_and_tails_hang_below),
        cmocka_unit_test(character_that_cannot_be_printed_is_a_question_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
