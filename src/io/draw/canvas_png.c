/* A picture of 8 bits a colour with smooth edges in memory, and its PNG.
 * Cost: 3 bytes a pixel; drawing is linear in the pixels a shape covers. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/png.h"
#include "io/draw/canvas.h"
#include "io/draw/font.h"

#include <math.h>
#include <string.h>

/* ---- shapes ---- */

/** A picture in memory. */
typedef struct canvas_raster {
    wendi_canvas base;
    uint8_t *pixels;   /**< [height][width][3]. */
    float *coverage;   /**< [width], of one row of a polygon. */
    double *crossings; /**< [crossing_capacity], of one line through a polygon. */
    size_t crossing_capacity;
} canvas_raster;

/* Lies under text, so that it can be read on walls too. */
static const wend_colour backing = {255, 255, 255, 200};

/* Samples of a polygon in the height of a pixel. */
static const int subrows = 4;
/* Pixels: capitals, and free room around a text. */
static const int cap_height = 10;
static const int text_room = 3;

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double greatest(double a, double b)
{
    return a > b ? a : b;
}

/** Pixels first ... end-1 of a stretch, cut to 0 ... limit. */
typedef struct pixel_range {
    int32_t first, end;
} pixel_range;

/** The pixels that low ... high touches. */
static pixel_range touched(double low, double high, int32_t limit)
{
    pixel_range r = {0, 0};
    if (high > 0.0 && low < limit) {
        r.first = low > 0.0 ? (int32_t)low : 0;
        r.end = high < limit ? (int32_t)high + 1 : limit;
        r.end = r.end < limit ? r.end : limit;
    }
    return r;
}

/** The pixels whose centre lies in low ... high; neighbours share none. */
static pixel_range centred(double low, double high, int32_t limit)
{
    pixel_range r = {0, 0};
    if (high > 0.0 && low < limit) {
        r.first = low > 0.0 ? (int32_t)(low + 0.5) : 0;
        r.end = high < limit ? (int32_t)(high + 0.5) : limit;
    }
    return r;
}

static void blend(uint8_t *pixel, wend_colour c, unsigned alpha)
{
    unsigned rest = 255 - alpha;
    pixel[0] = (uint8_t)((pixel[0] * rest + c.red * alpha + 127) / 255);
    pixel[1] = (uint8_t)((pixel[1] * rest + c.green * alpha + 127) / 255);
    pixel[2] = (uint8_t)((pixel[2] * rest + c.blue * alpha + 127) / 255);
}

/** @param coverage of the pixel, cut to 0 ... 1. */
static void blend_part(uint8_t *pixel, wend_colour c, double coverage)
{
    if (coverage > 0.0) {
        blend(pixel, c, (unsigned)((coverage < 1.0 ? coverage : 1.0) * c.alpha + 0.5));
    }
}

static uint8_t *row_of(const canvas_raster *r, int32_t y)
{
    return r->pixels + (size_t)y * (size_t)r->base.width * 3;
}

static void fill_row(uint8_t *row, pixel_range xs, wend_colour c)
{
    for (int32_t x = xs.first; x < xs.end; x++) {
        blend(row + 3 * (size_t)x, c, c.alpha);
    }
}

static void draw_rectangle(wendi_canvas *canvas, wend_vec2 low, wend_vec2 high, wend_colour colour)
{
    const canvas_raster *r = (const canvas_raster *)canvas;
    pixel_range xs = centred(low.x, high.x, canvas->width);
    pixel_range ys = centred(low.y, high.y, canvas->height);
    for (int32_t y = ys.first; y < ys.end; y++) {
        fill_row(row_of(r, y), xs, colour);
    }
}

/** The part of a segment that can colour row centres within `reach` of y: its x from and to. */
static bool segment_span(wend_vec2 a, wend_vec2 b, double y, double reach, double *low,
                         double *high)
{
    double t0 = 0.0;
    double t1 = 1.0;
    double dy = b.y - a.y;
    if (dy > 1e-9 || dy < -1e-9) {
        double ta = (y - reach - a.y) / dy;
        double tb = (y + reach - a.y) / dy;
        t0 = greatest(0.0, least(ta, tb));
        t1 = least(1.0, greatest(ta, tb));
    } else if (a.y < y - reach || a.y > y + reach) {
        return false;
    }
    if (t0 > t1) {
        return false;
    }
    double x0 = a.x + (b.x - a.x) * t0;
    double x1 = a.x + (b.x - a.x) * t1;
    *low = least(x0, x1) - reach;
    *high = greatest(x0, x1) + reach;
    return true;
}

static double distance_to_segment(wend_vec2 a, wend_vec2 b, double x, double y)
{
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    double square = dx * dx + dy * dy;
    double t = square > 0.0 ? ((x - a.x) * dx + (y - a.y) * dy) / square : 0.0;
    t = least(1.0, greatest(0.0, t));
    double ox = x - a.x - dx * t;
    double oy = y - a.y - dy * t;
    return sqrt(ox * ox + oy * oy);
}

/** A thick segment with round ends: coverage is the distance of a pixel's centre from the edge. */
static void draw_segment(canvas_raster *r, wend_vec2 a, wend_vec2 b, double radius,
                         wend_colour colour)
{
    double reach = radius + 0.5;
    pixel_range ys = touched(least(a.y, b.y) - reach, greatest(a.y, b.y) + reach, r->base.height);
    for (int32_t y = ys.first; y < ys.end; y++) {
        double low = 0.0;
        double high = 0.0;
        if (!segment_span(a, b, y + 0.5, reach, &low, &high)) {
            continue;
        }
        pixel_range xs = touched(low, high, r->base.width);
        for (int32_t x = xs.first; x < xs.end; x++) {
            double inside = reach - distance_to_segment(a, b, x + 0.5, y + 0.5);
            blend_part(row_of(r, y) + 3 * (size_t)x, colour, inside);
        }
    }
}

static void draw_stroke(wendi_canvas *canvas, const wend_vec2 *points, size_t count, double width,
                        wend_colour colour)
{
    for (size_t i = 1; i < count; i++) {
        draw_segment((canvas_raster *)canvas, points[i - 1], points[i], width / 2.0, colour);
    }
}

static void draw_disc(wendi_canvas *canvas, wend_vec2 centre, double radius, wend_colour colour)
{
    draw_segment((canvas_raster *)canvas, centre, centre, radius, colour);
}

/** Inserts one more crossing among those found so far, ascending. */
static void insert_crossing(const canvas_raster *r, size_t found, double x)
{
    size_t at = found;
    for (; at > 0 && r->crossings[at - 1] > x; at--) {
        r->crossings[at] = r->crossings[at - 1];
    }
    r->crossings[at] = x;
}

/** The crossings of the outline with the line at height y, ascending. @return how many. */
static size_t find_crossings(const canvas_raster *r, const wend_vec2 *points, size_t count,
                             double y)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        wend_vec2 a = points[i];
        wend_vec2 b = points[i + 1 < count ? i + 1 : 0];
        if ((a.y <= y) == (b.y <= y)) {
            continue;
        }
        double x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
        insert_crossing(r, found++, x);
    }
    return found;
}

static bool reserve_crossings(canvas_raster *r, size_t count)
{
    if (count <= r->crossing_capacity) {
        return true;
    }
    double *crossings = wendi_resize_items(&r->base.allocator, r->crossings, r->crossing_capacity,
                                           count, sizeof *crossings);
    if (crossings == NULL) {
        return false;
    }
    r->crossings = crossings;
    r->crossing_capacity = count;
    return true;
}

static void draw_polygon(wendi_canvas *canvas, const wend_vec2 *points, size_t count,
                         wend_colour colour)
{
    canvas_raster *r = (canvas_raster *)canvas;
    if (!reserve_crossings(r, count)) {
        canvas->has_failed = true;
        return;
    }
    wend_vec2 low = points[0];
    wend_vec2 high = points[0];
    for (size_t i = 1; i < count; i++) {
        low.x = least(low.x, points[i].x);
        low.y = least(low.y, points[i].y);
        high.x = greatest(high.x, points[i].x);
        high.y = greatest(high.y, points[i].y);
    }
    /* One pixel more on each side: crossings are rounded. */
    pixel_range xs = touched(low.x - 1.0, high.x + 1.0, canvas->width);
    pixel_range ys = touched(low.y, high.y, canvas->height);
    for (int32_t y = ys.first; y < ys.end; y++) {
        for (int32_t x = xs.first; x < xs.end; x++) {
            r->coverage[x] = 0.0f;
        }
        for (int sub = 0; sub < subrows; sub++) {
            size_t found = find_crossings(r, points, count, y + (sub + 0.5) / subrows);
            for (size_t i = 0; i + 1 < found; i += 2) {
                const double from = r->crossings[i];
                const double to = r->crossings[i + 1];
                const pixel_range part_xs = touched(from, to, r->base.width);
                for (int32_t x = part_xs.first; x < part_xs.end; x++) {
                    double part = least(to, x + 1.0) - greatest(from, x);
                    if (part > 0.0) {
                        r->coverage[x] += (float)(part / subrows);
                    }
                }
            }
        }
        for (int32_t x = xs.first; x < xs.end; x++) {
            blend_part(row_of(r, y) + 3 * (size_t)x, colour, (double)r->coverage[x]);
        }
    }
}

/* ---- tiles ---- */

/** Corners that two tiles share were computed from two centres: on a grid of this fineness, which
 * the pixels' centres are on as well, they are the same. */
static double snapped(double pixels)
{
    const double steps = 1024.0;
    return floor(pixels * steps + 0.5) / steps;
}

static size_t find_tile_crossings(const canvas_raster *r, const wend_vec2 *points, size_t count,
                                  double y)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const wend_vec2 next = points[i + 1 < count ? i + 1 : 0];
        const wend_vec2 a = {snapped(points[i].x), snapped(points[i].y)};
        const wend_vec2 b = {snapped(next.x), snapped(next.y)};
        if ((a.y <= y) == (b.y <= y)) {
            continue;
        }
        /* Finds where an edge crosses the height y, the same from both of its sides. */
        const wend_vec2 upper = a.y < b.y ? a : b;
        const wend_vec2 lower = a.y < b.y ? b : a;
        const double along = (y - upper.y) / (lower.y - upper.y);
        const double x = snapped(upper.x + (lower.x - upper.x) * along);
        insert_crossing(r, found++, x);
    }
    return found;
}

static void draw_tile(wendi_canvas *canvas, const wend_vec2 *points, size_t count,
                      wend_colour colour)
{
    canvas_raster *r = (canvas_raster *)canvas;
    if (!reserve_crossings(r, count)) {
        canvas->has_failed = true;
        return;
    }
    double low = points[0].y;
    double high = points[0].y;
    for (size_t i = 1; i < count; i++) {
        low = least(low, points[i].y);
        high = greatest(high, points[i].y);
    }
    const pixel_range ys = touched(low - 1.0, high + 1.0, canvas->height);
    for (int32_t y = ys.first; y < ys.end; y++) {
        const size_t found = find_tile_crossings(r, points, count, y + 0.5);
        for (size_t i = 0; i + 1 < found; i += 2) {
            const pixel_range xs = centred(r->crossings[i], r->crossings[i + 1], canvas->width);
            fill_row(row_of(r, y), xs, colour);
        }
    }
}

/* One character; x and y are the upper left pixel of a capital. */
static void draw_glyph(canvas_raster *r, const wendi_font_glyph *strokes, int32_t x, int32_t y,
                       wend_colour colour)
{
    const int32_t margin = strokes->margin;
    for (int32_t row = -margin; row < cap_height + wendi_font_tail(cap_height) + margin; row++) {
        for (int32_t column = -margin; column <= strokes->width + margin; column++) {
            const bool is_inside = x + column >= 0 && x + column < r->base.width && y + row >= 0 &&
                                   y + row < r->base.height;
            const float cover = is_inside ? wendi_font_coverage(strokes, column, row) : 0.0F;
            if (cover > 0.0F) {
                blend_part(row_of(r, y + row) + (size_t)(x + column) * 3, colour, (double)cover);
            }
        }
    }
}

static void draw_text(wendi_canvas *canvas, wend_vec2 at, const char *text, wend_colour colour)
{
    wendi_font_glyph strokes;
    int32_t x = (int32_t)at.x;
    const int32_t y = (int32_t)at.y - cap_height;
    int64_t width = 0;
    for (const char *c = text; *c != '\0'; c++) {
        wendi_font_get(*c, cap_height, false, &strokes);
        width += strokes.advance;
    }
    const wend_vec2 low = {x - text_room, y - text_room};
    const wend_vec2 high = {(double)(x + width + text_room - 1),
                            y + cap_height + wendi_font_tail(cap_height) + 1};
    draw_rectangle(canvas, low, high, backing);
    for (; *text != '\0' && x < canvas->width; text++) {
        wendi_font_get(*text, cap_height, false, &strokes);
        draw_glyph((canvas_raster *)canvas, &strokes, x, y, colour);
        x += strokes.advance;
    }
}

static void fill_png_row(void *context, int32_t y, uint8_t *rgb)
{
    const canvas_raster *r = context;
    memcpy(rgb, row_of(r, y), (size_t)r->base.width * 3);
}

static wend_result write_png(wendi_canvas *canvas, wendi_array_u8 *out, wend_message *message)
{
    return wendi_png_write(canvas->width, canvas->height, &canvas->allocator, fill_png_row, canvas,
                           out, message);
}

static void destroy(wendi_canvas *canvas)
{
    canvas_raster *r = (canvas_raster *)canvas;
    wend_allocator allocator = canvas->allocator;
    size_t width = (size_t)canvas->width;
    wendi_free(&allocator, r->pixels, width * (size_t)canvas->height * 3);
    wendi_free(&allocator, r->coverage, width * sizeof *r->coverage);
    wendi_free(&allocator, r->crossings, r->crossing_capacity * sizeof *r->crossings);
    wendi_free(&allocator, r, sizeof *r);
}

wend_result wendi_canvas_png_create(int32_t width, int32_t height, wend_colour paper,
                                    const wend_allocator *allocator, wendi_canvas **canvas)
{
    static const wendi_canvas_kind kind = {draw_rectangle, draw_stroke, draw_polygon, draw_tile,
                                           draw_disc,      draw_text,   write_png,    destroy};
    canvas_raster *r = wendi_alloc_zero(allocator, sizeof *r);
    if (r == NULL) {
        return WEND_ERROR_MEMORY;
    }
    r->base.kind = &kind;
    r->base.allocator = *allocator;
    r->base.width = width;
    r->base.height = height;
    r->pixels = wendi_alloc_items_zero(allocator, (size_t)width * (size_t)height, 3);
    r->coverage = wendi_alloc(allocator, (size_t)width * sizeof *r->coverage);
    if (r->pixels == NULL || r->coverage == NULL) {
        destroy(&r->base);
        return WEND_ERROR_MEMORY;
    }
    pixel_range all = {0, width};
    for (int32_t y = 0; y < height; y++) {
        uint8_t *row = row_of(r, y);
        fill_row(row, all, paper);
    }
    *canvas = &r->base;
    return WEND_OK;
}
