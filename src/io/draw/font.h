/* The letters of pictures, films and the window: strokes of ASCII characters, fitted to pixels so that
 * they are sharp in every size. */
#ifndef WENDI_IO_DRAW_FONT_H
#define WENDI_IO_DRAW_FONT_H

#include <stdbool.h>

enum {
    WENDI_FONT_GLYPHS = 95, /**< Characters from ' ' to '~'. */
    WENDI_FONT_POINTS = 160
};

/** A character: strokes between points in pixels; 0, 0 is the middle of the upper left pixel of a
 * capital. */
typedef struct wendi_font_glyph {
    float x[WENDI_FONT_POINTS], y[WENDI_FONT_POINTS];
    bool ends[WENDI_FONT_POINTS]; /**< A stroke ends at this point. */
    int count;
    int width;    /**< Between the outermost middles of strokes. */
    int margin;   /**< How far strokes reach beyond their middles. */
    int advance;  /**< To the next character. */
    float weight; /**< Width of strokes. */
} wendi_font_glyph;

/** Rows below the line on which letters stand that tails may reach. @param cap as in wendi_font_get. */
static inline int wendi_font_tail(int cap)
{
    return (cap * 4 + 13) / 14;
}

/** Gets the strokes of a character.
 * @param c printable; any other is a question mark.
 * @param cap height of capitals, pixels.
 * @param is_title wider strokes. */
void wendi_font_get(char c, int cap, bool is_title, wendi_font_glyph *strokes);

/** Part of a pixel that the strokes cover, 0 to 1. */
float wendi_font_coverage(const wendi_font_glyph *strokes, int x, int y);

#endif
