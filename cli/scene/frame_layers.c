/* Draws the layers of a scene on a picture: wend_draw in pixels, in the colours of the library's pictures.
 * Cost: the pixels around the shapes. */
#include "scene/frame.h"
#include "wend/io_picture.h"

#include <stdlib.h>

/* Wide enough for ground that is a line, such as a wall of a mesh. */
static const double ground_line_width = 3.0; /* pixels */

enum { RING_SIDES = 40 };

static wend_vec2 to_pixels(const frame *f, wend_vec2 metres)
{
    return (wend_vec2){(metres.x - f->low.x) * f->scale, (metres.y - f->low.y) * f->scale};
}

static frame_colour colour_of(wend_colour c)
{
    return (frame_colour){c.red, c.green, c.blue};
}

static double alpha_of(wend_colour c)
{
    return c.alpha / 255.0;
}

static void draw_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                       double value)
{
    frame *f = context;
    const wend_style style = wend_style_of(meaning, value);
    frame_rectangle(f, to_pixels(f, low), to_pixels(f, high), colour_of(style.fill),
                    alpha_of(style.fill));
}

static void draw_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                      double value)
{
    frame *f = context;
    const wend_style style = wend_style_of(meaning, value);
    const bool is_ground = style.stroke.alpha == 0;
    const wend_colour colour = is_ground ? style.fill : style.stroke;
    frame_line(f, to_pixels(f, from), to_pixels(f, to),
               is_ground ? ground_line_width : style.stroke_width, colour_of(colour),
               alpha_of(colour));
}

static void draw_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                         double value)
{
    frame *f = context;
    const wend_style style = wend_style_of(meaning, value);
    wend_vec2 *pixels = malloc(count * sizeof *pixels);
    for (size_t i = 0; pixels != NULL && i < count; i++) {
        pixels[i] = to_pixels(f, points[i]);
    }
    if (pixels != NULL && style.fill.alpha != 0) {
        frame_polygon(f, pixels, count, colour_of(style.fill), alpha_of(style.fill));
    }
    for (size_t i = 0; pixels != NULL && i < count && style.stroke.alpha != 0; i++) {
        frame_line(f, pixels[i], pixels[i + 1 < count ? i + 1 : 0], style.stroke_width,
                   colour_of(style.stroke), alpha_of(style.stroke));
    }
    free(pixels);
}

static void paint_ring(frame *f, wend_vec2 centre, double radius, wend_colour colour)
{
    wend_vec2 last = {centre.x + radius, centre.y};
    for (int32_t i = 1; i <= RING_SIDES; i++) {
        const double angle = 6.283185307179586 * i / (double)RING_SIDES;
        const wend_vec2 next = {centre.x + radius * wend_cos(angle),
                                centre.y + radius * wend_sin(angle)};
        frame_line(f, last, next, 1.5, colour_of(colour), alpha_of(colour));
        last = next;
    }
}

/* Marks and agents are filled, other circles are rings, as in the window. */
static void draw_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                        double value)
{
    frame *f = context;
    const wend_style style = wend_style_of(meaning, value);
    const bool is_mark = !(radius > 0.0);
    const bool is_disc = is_mark || meaning == WEND_MEANING_AGENT || meaning == WEND_MEANING_BODY;
    const double pixels = is_mark ? style.mark_radius : radius * f->scale;
    const wend_colour colour = style.fill.alpha != 0 ? style.fill : style.stroke;
    if (is_disc && style.fill.alpha != 0) {
        frame_disc(f, to_pixels(f, centre), pixels, colour_of(colour), alpha_of(colour));
    } else {
        paint_ring(f, to_pixels(f, centre), pixels, colour);
    }
}

static void draw_text(void *context, wend_vec2 at, const char *text, wend_meaning meaning)
{
    frame *f = context;
    const int32_t cap = frame_label_cap(f);
    const wend_vec2 pixel = to_pixels(f, at);
    if (pixel.x >= 0.0 && pixel.x < f->width && pixel.y >= 0.0 && pixel.y < f->height) {
        frame_text(f, (int32_t)pixel.x, (int32_t)pixel.y - cap, text, cap,
                   colour_of(wend_style_of(meaning, 0.0).stroke));
    }
}

/* Drawn by frame_scene.c. */
static bool is_of_frame(size_t index)
{
    return index == SCENE_LAYER_COSTS || index == SCENE_LAYER_GRAPH || index == SCENE_LAYER_WALLS ||
           index == SCENE_LAYER_BODIES || index == SCENE_LAYER_DRAWING;
}

bool frame_layers(frame *f, scene *s, bool is_below)
{
    const wend_draw draw = {draw_cells, draw_line, draw_polygon, draw_circle, draw_text, f};
    const scene_layer_look look = {0, 0, NULL, 0};
    bool has_drawn = false;
    for (size_t i = 0; i < scene_layer_count(s); i++) {
        scene_layer layer;
        (void)scene_get_layer(s, i, 0, &layer);
        if (f->is_on[i] && layer.is_below == is_below && !is_of_frame(i)) {
            (void)scene_draw_layer(s, i, &look, &draw);
            has_drawn = true;
        }
    }
    return has_drawn;
}
