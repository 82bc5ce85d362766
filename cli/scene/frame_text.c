/* Draws text on a picture, in the letters of the window.
 * Cost: the pixels of the letters times their strokes. */
#include "io/draw/font.h"
#include "scene/frame.h"

#include <stdio.h>
#include <string.h>

/* Of the window's panels and their text. */
static const frame_colour panel = {30, 34, 44};
static const frame_colour light = {236, 238, 243};

static void draw_glyph(frame *f, const wendi_font_glyph *strokes, int32_t x, int32_t y, int32_t cap,
                       frame_colour colour)
{
    const int32_t margin = strokes->margin;
    for (int32_t row = -margin; row < cap + wendi_font_tail(cap) + margin; row++) {
        for (int32_t column = -margin; column <= strokes->width + margin; column++) {
            const float covered = wendi_font_coverage(strokes, column, row);
            if (covered > 0.0F) {
                frame_dot(f, x + column, y + row, colour, (double)covered);
            }
        }
    }
}

int32_t frame_text_width(const char *text, int32_t cap)
{
    int32_t width = 0;
    for (; *text != '\0'; text++) {
        wendi_font_glyph strokes;
        wendi_font_get(*text, cap, false, &strokes);
        width += strokes.advance;
    }
    return width;
}

void frame_text(frame *f, int32_t x, int32_t y, const char *text, int32_t cap, frame_colour colour)
{
    for (; *text != '\0' && x < f->width; text++) {
        wendi_font_glyph strokes;
        wendi_font_get(*text, cap, false, &strokes);
        draw_glyph(f, &strokes, x, y, cap, colour);
        x += strokes.advance;
    }
}

/* ---- plates ---- */

/* A plate as those of the window. @param bottom of the plate. */
static void paint_line(frame *f, int32_t x, int32_t bottom, const char *text, int32_t cap)
{
    const double corner = 4.0;
    const wend_vec2 low = {x, bottom - 2 * cap};
    const wend_vec2 high = {x + frame_text_width(text, cap) + 2 * cap, bottom};
    const wend_vec2 plate[] = {{low.x + corner, low.y},   {high.x - corner, low.y},
                               {high.x, low.y + corner},  {high.x, high.y - corner},
                               {high.x - corner, high.y}, {low.x + corner, high.y},
                               {low.x, high.y - corner},  {low.x, low.y + corner}};
    frame_polygon(f, plate, sizeof plate / sizeof plate[0], panel, 1.0);
    frame_text(f, x + cap, bottom - 2 * cap + (cap + 1) / 2, text, cap, light);
}

/* The words of a text that fit on a line; one at least. @return behind them. */
static const char *take_line(const char *text, int32_t width, int32_t cap, char *line)
{
    const char *end = text + strcspn(text, " ");
    for (;;) {
        const char *next = *end == '\0' ? end : end + 1 + strcspn(end + 1, " ");
        snprintf(line, SCENE_TEXT_CAPACITY, "%.*s", (int)(next - text), text);
        if (next == end || frame_text_width(line, cap) > width) {
            break;
        }
        end = next;
    }
    snprintf(line, SCENE_TEXT_CAPACITY, "%.*s", (int)(end - text), text);
    return *end == '\0' ? end : end + 1;
}

int32_t frame_lines(frame *f, int32_t bottom, const char *text, int32_t cap)
{
    const int32_t room = f->width - 16 - 2 * cap;
    char line[SCENE_TEXT_CAPACITY];
    int32_t count = 0;
    for (const char *at = text; *at != '\0'; count++) {
        at = take_line(at, room, cap, line);
    }
    const int32_t step = 2 * cap + 4;
    for (int32_t k = 1; *text != '\0'; k++) {
        text = take_line(text, room, cap, line);
        paint_line(f, 8, bottom - (count - k) * step, line, cap);
    }
    return bottom - count * step;
}
