/* The surface of a picture, in pixels: x to the right, y down, 0, 0 the upper left
 * corner of the upper left pixel. draw/canvas_png.c and draw/canvas_svg.c are the two kinds. */
#ifndef WENDI_IO_DRAW_CANVAS_H
#define WENDI_IO_DRAW_CANVAS_H

#include "base/core/array.h"
#include "wend/io_picture.h"

static inline bool wendi_colour_is_same(wend_colour a, wend_colour b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue && a.alpha == b.alpha;
}

typedef struct wendi_canvas wendi_canvas;

/** The operations of a kind of canvas. Coordinates are finite and below 10^9. Memory that runs out
 * is kept in the canvas; write reports it. */
typedef struct wendi_canvas_kind {
    /** A rectangle with crisp edges. */
    void (*rectangle)(wendi_canvas *canvas, wend_vec2 low, wend_vec2 high, wend_colour colour);
    /** A stroke with round ends and corners. @param points [count], count >= 2. */
    void (*stroke)(wendi_canvas *canvas, const wend_vec2 *points, size_t count, double width,
                   wend_colour colour);
    /** An outline filled by the even-odd rule. @param points [count], count >= 3. */
    void (*polygon)(wendi_canvas *canvas, const wend_vec2 *points, size_t count,
                    wend_colour colour);
    /** The same with crisp edges: of two that share an edge, no pixel is in both or in neither. */
    void (*tile)(wendi_canvas *canvas, const wend_vec2 *points, size_t count, wend_colour colour);
    void (*disc)(wendi_canvas *canvas, wend_vec2 centre, double radius, wend_colour colour);
    /** @param at the lower left corner. */
    void (*text)(wendi_canvas *canvas, wend_vec2 at, const char *text, wend_colour colour);
    /** Appends the file's bytes; the canvas may be drawn on afterwards. */
    wend_result (*write)(wendi_canvas *canvas, wendi_array_u8 *out, wend_message *message);
    void (*destroy)(wendi_canvas *canvas);
} wendi_canvas_kind;

/** The part both kinds begin with. */
struct wendi_canvas {
    const wendi_canvas_kind *kind;
    wend_allocator allocator;
    int32_t width, height; /**< Pixels. */
    bool has_failed;       /**< Memory ran out while drawing. */
};

/** @param canvas untouched on failure. @return WEND_OK or WEND_ERROR_MEMORY. */
wend_result wendi_canvas_png_create(int32_t width, int32_t height, wend_colour paper,
                                    const wend_allocator *allocator, wendi_canvas **canvas);
wend_result wendi_canvas_svg_create(int32_t width, int32_t height, wend_colour paper,
                                    const wend_allocator *allocator, wendi_canvas **canvas);

#endif
