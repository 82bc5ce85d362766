/* Turns the shapes of wend_draw from metres to pixels, and skips those outside of the window.
 * Cost: a comparison for a shape outside. */
#include "view.h"

#include <math.h>

/* Far more than a window has; keeps numbers that floats can hold. */
static const double pixel_most = 1e6;

static bool is_seen(const view_canvas *canvas, double low_x, double low_y, double high_x,
                    double high_y)
{
    return high_x >= -canvas->margin && low_x <= canvas->camera.width + canvas->margin &&
           high_y >= -canvas->margin && low_y <= canvas->camera.height + canvas->margin &&
           low_x > -pixel_most && high_x < pixel_most && low_y > -pixel_most && high_y < pixel_most;
}

static void draw_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                       double value)
{
    view_canvas *canvas = context;
    double ax = 0.0;
    double ay = 0.0;
    double bx = 0.0;
    double by = 0.0;
    view_to_screen(&canvas->camera, low, &ax, &ay);
    view_to_screen(&canvas->camera, high, &bx, &by);
    if (!is_seen(canvas, ax, ay, bx, by)) {
        return;
    }
    const view_look look = view_look_of(meaning, value);
    /* Whole pixels: neighbours meet without gaps and overlaps. */
    ax = SDL_floor(ax + 0.5);
    ay = SDL_floor(ay + 0.5);
    bx = SDL_floor(bx + 0.5);
    by = SDL_floor(by + 0.5);
    view_rect(canvas->batch, ax, ay, bx - ax, by - ay, look.fill);
    if (look.stroke.a != 0) {
        view_frame(canvas->batch, ax, ay, bx - ax, by - ay, look.width, look.stroke);
    }
}

/* Cuts a line at one side of the window. @param low, high where it begins and ends, as parts. */
static bool cut(double from, double step, double least, double most, double *low, double *high)
{
    if (step > -1e-12 && step < 1e-12) {
        return from >= least && from <= most;
    }
    const double a = (least - from) / step;
    const double b = (most - from) / step;
    const double first = a < b ? a : b;
    const double last = a < b ? b : a;
    *low = first > *low ? first : *low;
    *high = last < *high ? last : *high;
    return *low < *high;
}

static void line_on(view_canvas *canvas, wend_vec2 from, wend_vec2 to, double width,
                    SDL_Color colour)
{
    double x = 0.0;
    double y = 0.0;
    double bx = 0.0;
    double by = 0.0;
    view_to_screen(&canvas->camera, from, &x, &y);
    view_to_screen(&canvas->camera, to, &bx, &by);
    const double dx = bx - x;
    const double dy = by - y;
    const double m = canvas->margin + width;
    double low = 0.0;
    double high = 1.0;
    if (isfinite(dx) && isfinite(dy) && cut(x, dx, -m, canvas->camera.width + m, &low, &high) &&
        cut(y, dy, -m, canvas->camera.height + m, &low, &high)) {
        view_line(canvas->batch, x + dx * low, y + dy * low, x + dx * high, y + dy * high, width,
                  colour);
    }
}

static const double ground_line_width = 3.0; /* pixels */

static void draw_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                      double value)
{
    view_canvas *canvas = context;
    const view_look look = view_look_of(meaning, value);
    /* A line that means ground, such as a wall of a mesh, has the colour of that ground. */
    const bool is_ground = look.stroke.a == 0;
    line_on(canvas, from, to, (is_ground ? ground_line_width : look.width) * canvas->thinner,
            is_ground ? look.fill : look.stroke);
}

/* Polygons of more corners are outlined only. */
enum { CORNERS_MAX = 256 };

static size_t corners_of(const view_canvas *canvas, const wend_vec2 *points, size_t count,
                         SDL_FPoint *corners)
{
    double low_x = pixel_most;
    double low_y = pixel_most;
    double high_x = -pixel_most;
    double high_y = -pixel_most;
    for (size_t i = 0; i < count; i++) {
        double x = 0.0;
        double y = 0.0;
        view_to_screen(&canvas->camera, points[i], &x, &y);
        if (!isfinite(x) || !isfinite(y)) {
            return 0;
        }
        low_x = x < low_x ? x : low_x;
        high_x = x > high_x ? x : high_x;
        low_y = y < low_y ? y : low_y;
        high_y = y > high_y ? y : high_y;
        corners[i].x = (float)x;
        corners[i].y = (float)y;
    }
    return is_seen(canvas, low_x, low_y, high_x, high_y) ? count : 0;
}

static void draw_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                         double value)
{
    view_canvas *canvas = context;
    SDL_FPoint corners[CORNERS_MAX];
    const view_look look = view_look_of(meaning, value);
    if (count >= 3 && count <= CORNERS_MAX && look.fill.a != 0 &&
        corners_of(canvas, points, count, corners) == count) {
        view_polygon(canvas->batch, corners, count, look.fill);
    }
    for (size_t i = 0; i < count && look.stroke.a != 0; i++) {
        line_on(canvas, points[i], points[(i + 1) % count], look.width * canvas->thinner,
                look.stroke);
    }
}

static void draw_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                        double value)
{
    view_canvas *canvas = context;
    double x = 0.0;
    double y = 0.0;
    const view_look look = view_look_of(meaning, value);
    const double r = radius > 0.0 ? radius * canvas->camera.scale : look.radius;
    view_to_screen(&canvas->camera, centre, &x, &y);
    if (!is_seen(canvas, x - r, y - r, x + r, y + r)) {
        return;
    }
    const bool is_mark = !(radius > 0.0);
    const bool has_fill = look.fill.a != 0;
    const bool is_filled =
        has_fill && (is_mark || meaning == WEND_MEANING_AGENT || meaning == WEND_MEANING_BODY);
    view_disc(canvas->batch, is_filled ? VIEW_DISC_BODY : VIEW_DISC_RING, x, y, r,
              has_fill ? look.fill : look.stroke);
}

static void draw_text(void *context, wend_vec2 at, const char *text, wend_meaning meaning)
{
    view_canvas *canvas = context;
    const view_atlas *atlas = canvas->batch->atlas;
    double x = 0.0;
    double y = 0.0;
    view_to_screen(&canvas->camera, at, &x, &y);
    const double width = view_text_width(atlas, VIEW_TEXT_BODY, text);
    const double cap = atlas->cap[VIEW_TEXT_BODY];
    if (is_seen(canvas, x, y - cap, x + width, y)) {
        view_text(canvas->batch, VIEW_TEXT_BODY, x, y - cap, text, view_look_of(meaning, 0).stroke);
    }
}

wend_draw view_draw_of(view_canvas *canvas)
{
    const wend_draw draw = {draw_cells, draw_line, draw_polygon, draw_circle, draw_text, canvas};
    return draw;
}
