/* A picture of a running scene in memory, for films: fast, 8 bits a colour.
 *
 * The ground is drawn again only where the world was edited; bodies, headings and text come on top
 * of it in every picture.
 */
#ifndef CLI_SCENE_FRAME_H
#define CLI_SCENE_FRAME_H

#include "scene.h"
#include "wend/base.h"

typedef struct frame_colour {
    uint8_t red, green, blue;
} frame_colour;

/* Pixels, and which part of the world they show: x to the right, y down. */
typedef struct frame {
    int32_t width, height;
    wend_vec2 low; /* metres at pixel 0, 0 */
    double scale;  /* pixels a metre */
    uint8_t *rgb;  /* [height][width][3] */
    uint8_t *ground;
    bool has_ground;
    uint64_t grid_revision, walls_revision, graph_revision;
    bool is_on[SCENE_LAYERS_MAX]; /* layers that it shows, by the scene's numbers */
} frame;

/** Even numbers of pixels, as films need them; a view that would be higher than 3/4 of the width
 * gets a narrower picture. It shows costs, graph, walls, bodies and the scene's own drawing.
 * @return NULL: no memory. */
frame *frame_make(int32_t width, wend_vec2 low, wend_vec2 high);
void frame_free(frame *f);
/** Draws the scene as it is now. @return false: no memory, or its `draw` failed (scene_message). */
bool frame_paint(frame *f, scene *s);

/** frame_layers.c: the layers that lie under the bodies, or all others. @return true if there was one. */
bool frame_layers(frame *f, scene *s, bool is_below);

/* frame.c: shapes in pixels, clipped to the picture. */
void frame_rectangle(frame *f, wend_vec2 low, wend_vec2 high, frame_colour colour, double alpha);
void frame_disc(frame *f, wend_vec2 centre, double radius, frame_colour colour, double alpha);
void frame_line(frame *f, wend_vec2 from, wend_vec2 to, double width, frame_colour colour,
                double alpha);
/** By the even-odd rule. @param points [count] pixels. */
void frame_polygon(frame *f, const wend_vec2 *points, size_t count, frame_colour colour,
                   double alpha);
/** A part of one pixel; nothing outside of the picture. */
void frame_dot(frame *f, int32_t x, int32_t y, frame_colour colour, double alpha);

/* frame_text.c. */

/** One line. @param x, y upper left pixel of its first capital. @param cap their height, pixels. */
void frame_text(frame *f, int32_t x, int32_t y, const char *text, int32_t cap, frame_colour colour);
/** Pixels to the end of a text. */
int32_t frame_text_width(const char *text, int32_t cap);
/** A text on plates, broken where it is wider than the picture, the last line lowest.
 * @param bottom of its last plate. @return the bottom of a plate above the first. */
int32_t frame_lines(frame *f, int32_t bottom, const char *text, int32_t cap);
/** Height of the capitals of labels in a picture of this width. */
static inline int32_t frame_label_cap(const frame *f)
{
    return f->width >= 960 ? 9 : 7;
}

#endif
