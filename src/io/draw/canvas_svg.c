/* Draws shapes in pixels as an SVG document, the same text in every locale.
 * Cost: some 40 bytes a shape; rectangles of one colour that follow each other share an element. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/decimal.h"
#include "io/draw/canvas.h"

#include <string.h>

/** A document that grows. */
typedef struct document {
    wendi_canvas base;
    wendi_array_u8 body;
    bool has_open_path;      /**< An element of rectangles is not closed yet. */
    wend_colour path_colour; /**< Its colour. */
} document;

static void put_bytes(document *d, const void *bytes, size_t count)
{
    if (!wendi_array_u8_append(&d->body, bytes, count)) {
        d->base.has_failed = true;
    }
}

static void put(document *d, const char *text)
{
    put_bytes(d, text, strlen(text));
}

static void put_number(document *d, double value)
{
    char text[WENDI_NUMBER_CAPACITY];
    put_bytes(d, text, wendi_number_text(value, text));
}

static void put_pair(document *d, wend_vec2 p)
{
    put_number(d, p.x);
    put(d, " ");
    put_number(d, p.y);
}

/** name="#rrggbb", and name-opacity="0.5" where it is not 1. */
static void put_colour(document *d, const char *name, wend_colour c)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t rgb[3] = {c.red, c.green, c.blue};
    char text[6];
    for (size_t i = 0; i < 3; i++) {
        text[2 * i] = digits[rgb[i] >> 4];
        text[2 * i + 1] = digits[rgb[i] & 15];
    }
    put(d, " ");
    put(d, name);
    put(d, "=\"#");
    put_bytes(d, text, sizeof text);
    put(d, "\"");
    if (c.alpha < 255) {
        put(d, " ");
        put(d, name);
        put(d, "-opacity=\"");
        put_number(d, c.alpha / 255.0);
        put(d, "\"");
    }
}

static void put_attribute(document *d, const char *name, double value)
{
    put(d, " ");
    put(d, name);
    put(d, "=\"");
    put_number(d, value);
    put(d, "\"");
}

static void close_path(document *d)
{
    if (d->has_open_path) {
        put(d, "\"/>\n");
        d->has_open_path = false;
    }
}

/** Crisp shapes of one colour that follow each other are one path. */
static void open_path(document *d, wend_colour colour)
{
    if (!d->has_open_path || !wendi_colour_is_same(d->path_colour, colour)) {
        close_path(d);
        put(d, "<path class=\"c\"");
        put_colour(d, "fill", colour);
        put(d, " d=\"");
        d->has_open_path = true;
        d->path_colour = colour;
    }
}

static void draw_rectangle(wendi_canvas *canvas, wend_vec2 low, wend_vec2 high, wend_colour colour)
{
    document *d = (document *)canvas;
    open_path(d, colour);
    put(d, "M");
    put_pair(d, low);
    put(d, "H");
    put_number(d, high.x);
    put(d, "V");
    put_number(d, high.y);
    put(d, "H");
    put_number(d, low.x);
    put(d, "z");
}

static void draw_tile(wendi_canvas *canvas, const wend_vec2 *points, size_t count,
                      wend_colour colour)
{
    document *d = (document *)canvas;
    open_path(d, colour);
    for (size_t i = 0; i < count; i++) {
        put(d, i == 0 ? "M" : "L");
        put_pair(d, points[i]);
    }
    put(d, "z");
}

static void put_points(document *d, const wend_vec2 *points, size_t count)
{
    put(d, " points=\"");
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            put(d, ",");
        }
        put_pair(d, points[i]);
    }
    put(d, "\"/>\n");
}

static void draw_stroke(wendi_canvas *canvas, const wend_vec2 *points, size_t count, double width,
                        wend_colour colour)
{
    document *d = (document *)canvas;
    close_path(d);
    put(d, "<polyline class=\"l\"");
    put_colour(d, "stroke", colour);
    put_attribute(d, "stroke-width", width);
    put_points(d, points, count);
}

static void draw_polygon(wendi_canvas *canvas, const wend_vec2 *points, size_t count,
                         wend_colour colour)
{
    document *d = (document *)canvas;
    close_path(d);
    put(d, "<polygon fill-rule=\"evenodd\"");
    put_colour(d, "fill", colour);
    put_points(d, points, count);
}

static void draw_disc(wendi_canvas *canvas, wend_vec2 centre, double radius, wend_colour colour)
{
    document *d = (document *)canvas;
    close_path(d);
    put(d, "<circle");
    put_attribute(d, "cx", centre.x);
    put_attribute(d, "cy", centre.y);
    put_attribute(d, "r", radius);
    put_colour(d, "fill", colour);
    put(d, "/>\n");
}

/** Text with the markup of XML escaped, and characters it forbids as '?'. */
static void put_escaped(document *d, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            put(d, "&amp;");
            break;
        case '<':
            put(d, "&lt;");
            break;
        case '>':
            put(d, "&gt;");
            break;
        default:
            put_bytes(d, *text >= ' ' && *text <= '~' ? text : "?", 1);
        }
    }
}

static void draw_text(wendi_canvas *canvas, wend_vec2 at, const char *text, wend_colour colour)
{
    document *d = (document *)canvas;
    close_path(d);
    put(d, "<text");
    put_attribute(d, "x", at.x);
    put_attribute(d, "y", at.y);
    put_colour(d, "fill", colour);
    put(d, ">");
    put_escaped(d, text);
    put(d, "</text>\n");
}

static wend_result write_svg(wendi_canvas *canvas, wendi_array_u8 *out, wend_message *message)
{
    static const char end[] = "</svg>\n";
    document *d = (document *)canvas;
    close_path(d);
    if (d->base.has_failed || !wendi_array_u8_append(out, d->body.items, d->body.count) ||
        !wendi_array_u8_append(out, (const uint8_t *)end, sizeof end - 1)) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory for the picture");
    }
    return WEND_OK;
}

static void destroy(wendi_canvas *canvas)
{
    document *d = (document *)canvas;
    wend_allocator allocator = canvas->allocator;
    wendi_array_u8_free(&d->body);
    wendi_free(&allocator, d, sizeof *d);
}

static void put_head(document *d, wend_colour paper)
{
    put(d, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(d, "width", d->base.width);
    put_attribute(d, "height", d->base.height);
    put(d, " viewBox=\"0 0 ");
    put_number(d, d->base.width);
    put(d, " ");
    put_number(d, d->base.height);
    put(d,
        "\">\n<style>.c{shape-rendering:crispEdges}"
        ".l{fill:none;stroke-linecap:round;stroke-linejoin:round}"
        "text{font:12px sans-serif;paint-order:stroke;stroke:#fff;stroke-width:3px;"
        "stroke-opacity:.8;stroke-linejoin:round}</style>\n<rect width=\"100%\" height=\"100%\"");
    put_colour(d, "fill", paper);
    put(d, "/>\n");
}

wend_result wendi_canvas_svg_create(int32_t width, int32_t height, wend_colour paper,
                                    const wend_allocator *allocator, wendi_canvas **canvas)
{
    static const wendi_canvas_kind kind = {draw_rectangle, draw_stroke, draw_polygon, draw_tile,
                                           draw_disc,      draw_text,   write_svg,    destroy};
    document *d = wendi_alloc_zero(allocator, sizeof *d);
    if (d == NULL) {
        return WEND_ERROR_MEMORY;
    }
    d->base.kind = &kind;
    d->base.allocator = *allocator;
    d->base.width = width;
    d->base.height = height;
    wendi_array_u8_init(&d->body, allocator);
    put_head(d, paper);
    if (d->base.has_failed) {
        destroy(&d->base);
        return WEND_ERROR_MEMORY;
    }
    *canvas = &d->base;
    return WEND_OK;
}
