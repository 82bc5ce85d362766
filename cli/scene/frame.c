/* Draws shapes in pixels on a picture, with smooth edges.
 * Cost: the pixels that a shape covers. */
#include "scene/frame.h"

#include <stdlib.h>
#include <string.h>

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double greatest(double a, double b)
{
    return a > b ? a : b;
}

/* Pixels of a stretch, cut to 0 ... limit. */
static void cut(double low, double high, int32_t limit, int32_t *first, int32_t *end)
{
    *first = low > 0.0 ? (int32_t)least(low, limit) : 0;
    *end = high > 0.0 ? (int32_t)least(high + 1.0, limit) : 0;
}

static uint8_t mix(uint8_t under, uint8_t over, double alpha)
{
    return (uint8_t)(under + (over - under) * alpha + 0.5);
}

static void blend(frame *f, int32_t x, int32_t y, frame_colour colour, double alpha)
{
    uint8_t *rgb = f->rgb + 3 * ((size_t)y * (size_t)f->width + (size_t)x);
    rgb[0] = mix(rgb[0], colour.red, alpha);
    rgb[1] = mix(rgb[1], colour.green, alpha);
    rgb[2] = mix(rgb[2], colour.blue, alpha);
}

void frame_dot(frame *f, int32_t x, int32_t y, frame_colour colour, double alpha)
{
    if (x >= 0 && x < f->width && y >= 0 && y < f->height) {
        blend(f, x, y, colour, alpha);
    }
}

void frame_rectangle(frame *f, wend_vec2 low, wend_vec2 high, frame_colour colour, double alpha)
{
    int32_t x0, x1, y0, y1;
    cut(low.x, high.x - 1.0, f->width, &x0, &x1);
    cut(low.y, high.y - 1.0, f->height, &y0, &y1);
    for (int32_t y = y0; y < y1; y++) {
        for (int32_t x = x0; x < x1; x++) {
            blend(f, x, y, colour, alpha);
        }
    }
}

/* Covered part of a pixel at a distance from the edge: inside is below 0. */
static double coverage(double beyond)
{
    return least(1.0, greatest(0.0, 0.5 - beyond));
}

void frame_disc(frame *f, wend_vec2 centre, double radius, frame_colour colour, double alpha)
{
    int32_t x0, x1, y0, y1;
    cut(centre.x - radius - 1.0, centre.x + radius + 1.0, f->width, &x0, &x1);
    cut(centre.y - radius - 1.0, centre.y + radius + 1.0, f->height, &y0, &y1);
    for (int32_t y = y0; y < y1; y++) {
        for (int32_t x = x0; x < x1; x++) {
            double dx = x + 0.5 - centre.x;
            double dy = y + 0.5 - centre.y;
            double covered = coverage(wend_sqrt(dx * dx + dy * dy) - radius);
            if (covered > 0.0) {
                blend(f, x, y, colour, alpha * covered);
            }
        }
    }
}

/* From a point to the stretch between two others. */
static double distance_to(wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    double square = dx * dx + dy * dy;
    double along = square > 0.0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0.0;
    along = least(1.0, greatest(0.0, along));
    double x = p.x - a.x - along * dx;
    double y = p.y - a.y - along * dy;
    return wend_sqrt(x * x + y * y);
}

void frame_line(frame *f, wend_vec2 from, wend_vec2 to, double width, frame_colour colour,
                double alpha)
{
    int32_t x0, x1, y0, y1;
    double half = width / 2.0;
    cut(least(from.x, to.x) - half - 1.0, greatest(from.x, to.x) + half + 1.0, f->width, &x0, &x1);
    cut(least(from.y, to.y) - half - 1.0, greatest(from.y, to.y) + half + 1.0, f->height, &y0, &y1);
    for (int32_t y = y0; y < y1; y++) {
        for (int32_t x = x0; x < x1; x++) {
            wend_vec2 middle = {x + 0.5, y + 0.5};
            double covered = coverage(distance_to(middle, from, to) - half);
            if (covered > 0.0) {
                blend(f, x, y, colour, alpha * covered);
            }
        }
    }
}

/* True if a ray to the right from a point crosses the edge. */
static bool crosses(wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    return (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y);
}

static bool is_inside(wend_vec2 p, const wend_vec2 *points, size_t count)
{
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        inside ^= crosses(p, points[i], points[i + 1 < count ? i + 1 : 0]);
    }
    return inside;
}

void frame_polygon(frame *f, const wend_vec2 *points, size_t count, frame_colour colour,
                   double alpha)
{
    wend_vec2 low = points[0];
    wend_vec2 high = points[0];
    for (size_t i = 1; i < count; i++) {
        low = (wend_vec2){least(low.x, points[i].x), least(low.y, points[i].y)};
        high = (wend_vec2){greatest(high.x, points[i].x), greatest(high.y, points[i].y)};
    }
    int32_t x0, x1, y0, y1;
    cut(low.x, high.x, f->width, &x0, &x1);
    cut(low.y, high.y, f->height, &y0, &y1);
    for (int32_t y = y0; y < y1; y++) {
        for (int32_t x = x0; x < x1; x++) {
            if (is_inside((wend_vec2){x + 0.5, y + 0.5}, points, count)) {
                blend(f, x, y, colour, alpha);
            }
        }
    }
}

/* ---- the picture itself ---- */

static int32_t even(double value)
{
    return (int32_t)(value / 2.0 + 0.5) * 2;
}

frame *frame_make(int32_t width, wend_vec2 low, wend_vec2 high)
{
    frame *f = calloc(1, sizeof *f);
    if (f == NULL) {
        return NULL;
    }
    const double metres_x = high.x - low.x;
    const double metres_y = high.y - low.y;
    f->width = even(width);
    f->scale = f->width / metres_x;
    const int32_t tall = even(f->width * 3.0 / 4.0);
    f->height = even(metres_y * f->scale);
    if (f->height > tall) {
        f->height = tall;
        f->scale = tall / metres_y;
        f->width = even(metres_x * f->scale);
        f->width = f->width < tall / 2 ? tall / 2 / 2 * 2 : f->width;
    }
    f->height = f->height < 2 ? 2 : f->height;
    f->low.x = (low.x + high.x) / 2.0 - f->width / f->scale / 2.0;
    f->low.y = (low.y + high.y) / 2.0 - f->height / f->scale / 2.0;
    f->is_on[SCENE_LAYER_COSTS] = f->is_on[SCENE_LAYER_GRAPH] = true;
    f->is_on[SCENE_LAYER_BODIES] = f->is_on[SCENE_LAYER_WALLS] = true;
    f->is_on[SCENE_LAYER_DRAWING] = true;
    f->rgb = calloc((size_t)f->width * (size_t)f->height, 3);
    f->ground = calloc((size_t)f->width * (size_t)f->height, 3);
    if (f->rgb == NULL || f->ground == NULL) {
        frame_free(f);
        return NULL;
    }
    return f;
}

void frame_free(frame *f)
{
    if (f != NULL) {
        free(f->rgb);
        free(f->ground);
        free(f);
    }
}
