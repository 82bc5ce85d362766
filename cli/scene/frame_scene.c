/* Draws a scene as a picture: ground, walls, bodies in the colours of their groups, a line of
 * figures.
 * Cost: all pixels after edits, else the pixels of the bodies. */
#include "scene/frame.h"
#include "wend/walls.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const frame_colour paper = {247, 245, 239};
static const frame_colour outside = {226, 223, 214};
static const frame_colour wall = {58, 62, 73};
static const frame_colour backing = {255, 255, 255};

/* ---- the ground ---- */

/* Open ground is paper; with rising cost it turns to meadow, forest and water. */
static frame_colour ground_colour(uint8_t cost)
{
    static const struct {
        uint8_t cost;
        frame_colour colour;
    } steps[] = {
        {1, {247, 245, 239}}, {2, {229, 234, 211}},  {3, {203, 220, 183}}, {5, {166, 200, 158}},
        {8, {143, 187, 184}}, {16, {121, 163, 193}}, {64, {84, 117, 163}}, {254, {58, 76, 120}},
    };
    size_t i = 0;
    while (i + 1 < sizeof steps / sizeof steps[0] && steps[i].cost < cost) {
        i++;
    }
    return cost == WEND_COST_WALL ? wall : steps[i].colour;
}

static void put(uint8_t *rgb, frame_colour colour)
{
    rgb[0] = colour.red;
    rgb[1] = colour.green;
    rgb[2] = colour.blue;
}

/* Costs of class 0, all at once. */
static uint8_t *read_costs(const wend_grid *grid, const wend_grid_info *info)
{
    size_t count = (size_t)info->width * (size_t)info->height;
    uint8_t *costs = malloc(count);
    if (costs != NULL && wend_grid_get_costs(grid, 0, 0, 0, info->width, info->height, costs,
                                             (size_t)info->width) != WEND_OK) {
        free(costs);
        costs = NULL;
    }
    return costs;
}

/* Cell that a pixel shows: a wall if one of the cells at its corners is one, else its middle. */
typedef struct ground_view {
    const uint8_t *costs;
    int32_t width, height;
    wend_vec2 low;
    double cells; /* cells a pixel */
    bool has_costs;
} ground_view;

static uint8_t cost_at(const ground_view *v, double x, double y)
{
    if (!(x >= 0.0 && x < v->width && y >= 0.0 && y < v->height)) {
        return 0;
    }
    return v->costs[(size_t)(int32_t)y * (size_t)v->width + (size_t)(int32_t)x];
}

static frame_colour pixel_colour(const ground_view *v, int32_t x, int32_t y)
{
    const double left = v->low.x + x * v->cells;
    const double top = v->low.y + y * v->cells;
    const uint8_t cost = cost_at(v, left + v->cells / 2.0, top + v->cells / 2.0);
    const bool is_coarse = v->cells > 1.0;
    if (is_coarse && (cost_at(v, left, top) == WEND_COST_WALL ||
                      cost_at(v, left + v->cells, top + v->cells) == WEND_COST_WALL)) {
        return wall;
    }
    const uint8_t shown = v->has_costs || cost == WEND_COST_WALL ? cost : 1;
    return cost == 0 ? outside : ground_colour(shown);
}

static bool paint_grid(frame *f, const wend_grid *grid)
{
    wend_grid_info info;
    wend_vec2 low;
    wend_vec2 high;
    wend_grid_get_info(grid, &info);
    wend_grid_bounds(grid, &low, &high);
    uint8_t *costs = read_costs(grid, &info);
    if (costs == NULL) {
        return false;
    }
    const ground_view view = {
        costs,
        info.width,
        info.height,
        {(f->low.x - low.x) / info.cell_size, (f->low.y - low.y) / info.cell_size},
        1.0 / (f->scale * info.cell_size),
        f->is_on[SCENE_LAYER_COSTS]};
    for (int32_t y = 0; y < f->height; y++) {
        for (int32_t x = 0; x < f->width; x++) {
            put(f->rgb + 3 * ((size_t)y * (size_t)f->width + (size_t)x), pixel_colour(&view, x, y));
        }
    }
    free(costs);
    return true;
}

static void paint_paper(frame *f)
{
    const size_t count = (size_t)f->width * (size_t)f->height;
    for (size_t i = 0; i < count; i++) {
        put(f->rgb + 3 * i, paper);
    }
}

/* ---- walls and graphs, through wend_draw ---- */

static wend_vec2 to_pixels(const frame *f, wend_vec2 metres)
{
    return (wend_vec2){(metres.x - f->low.x) * f->scale, (metres.y - f->low.y) * f->scale};
}

static frame_colour colour_of(wend_meaning meaning)
{
    const frame_colour edge = {150, 158, 172};
    const frame_colour node = {86, 110, 170};
    if (meaning == WEND_MEANING_WALL) {
        return wall;
    }
    return meaning == WEND_MEANING_EDGE ? edge : node;
}

static void draw_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                      double value)
{
    frame *f = context;
    const double width = meaning == WEND_MEANING_WALL ? 3.0 : 1.5;
    (void)value;
    frame_line(f, to_pixels(f, from), to_pixels(f, to), width, colour_of(meaning), 1.0);
}

static void draw_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                         double value)
{
    frame *f = context;
    wend_vec2 *pixels = malloc(count * sizeof *pixels);
    (void)value;
    for (size_t i = 0; pixels != NULL && i < count; i++) {
        pixels[i] = to_pixels(f, points[i]);
    }
    if (pixels != NULL) {
        frame_polygon(f, pixels, count, colour_of(meaning), 1.0);
    }
    free(pixels);
}

static void draw_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                        double value)
{
    frame *f = context;
    (void)value;
    frame_disc(f, to_pixels(f, centre), radius > 0.0 ? radius * f->scale : 3.0, colour_of(meaning),
               1.0);
}

/* ---- the ground, kept between frames ---- */

static bool is_new_ground(frame *f, const scene *s)
{
    const uint64_t grid = scene_grid(s) != NULL ? wend_grid_revision(scene_grid(s)) : 0;
    const uint64_t walls = scene_walls(s) != NULL ? wend_walls_revision(scene_walls(s)) : 0;
    const uint64_t graph = scene_graph(s) != NULL ? wend_graph_revision(scene_graph(s)) : 0;
    const bool is_new = !f->has_ground || grid != f->grid_revision || walls != f->walls_revision ||
                        graph != f->graph_revision;
    f->has_ground = true;
    f->grid_revision = grid;
    f->walls_revision = walls;
    f->graph_revision = graph;
    return is_new;
}

static void paint_walls(frame *f, const scene *s)
{
    const wend_draw draw = {NULL, draw_line, draw_polygon, draw_circle, NULL, f};
    if (scene_walls(s) != NULL && f->is_on[SCENE_LAYER_WALLS]) {
        (void)wend_walls_draw(scene_walls(s), &draw);
    }
}

static bool paint_ground(frame *f, const scene *s)
{
    const size_t bytes = 3 * (size_t)f->width * (size_t)f->height;
    if (!is_new_ground(f, s)) {
        memcpy(f->rgb, f->ground, bytes);
        return true;
    }
    const wend_draw draw = {NULL, draw_line, draw_polygon, draw_circle, NULL, f};
    paint_paper(f);
    if (scene_grid(s) != NULL && !paint_grid(f, scene_grid(s))) {
        return false;
    }
    if (scene_graph(s) != NULL && f->is_on[SCENE_LAYER_GRAPH]) {
        (void)wend_graph_draw(scene_graph(s), &draw);
    }
    paint_walls(f, s);
    memcpy(f->ground, f->rgb, bytes);
    return true;
}

/* ---- bodies ---- */

static frame_colour group_colour(const scene *s, uint32_t group)
{
    uint8_t rgb[3];
    (void)scene_colour(s, group, rgb);
    return (frame_colour){rgb[0], rgb[1], rgb[2]};
}

/* The rim of a body, as in the window, so that bodies side by side are told apart. */
static frame_colour darker(frame_colour c)
{
    return (frame_colour){(uint8_t)(c.red * 0.62), (uint8_t)(c.green * 0.62),
                          (uint8_t)(c.blue * 0.62)};
}

static void paint_body(frame *f, const scene *s, const wend_body *body)
{
    const double rim_from = 2.5; /* pixels */
    const wend_vec2 at = to_pixels(f, body->position);
    const double radius = body->radius * f->scale;
    const frame_colour colour = group_colour(s, body->group);
    if (radius < 1.0) {
        frame_disc(f, at, 0.8, colour, 0.85);
        return;
    }
    if (radius >= rim_from) {
        const double rim = radius < 8.0 ? 1.0 : radius / 8.0;
        frame_disc(f, at, radius, darker(colour), 1.0);
        frame_disc(f, at, radius - rim, colour, 1.0);
    } else {
        frame_disc(f, at, radius, colour, 1.0);
    }
    if (radius >= 3.0) {
        const wend_vec2 nose = {at.x + wend_cos(body->heading) * radius,
                                at.y + wend_sin(body->heading) * radius};
        frame_line(f, at, nose, radius / 4.0, backing, 0.9);
    }
}

static bool paint_bodies(frame *f, const scene *s)
{
    size_t count = 0;
    const uint32_t capacity = wend_crowd_body_count(scene_crowd(s));
    wend_body_id *ids = malloc((capacity + 1) * sizeof *ids);
    if (ids == NULL || wend_crowd_list_bodies(scene_crowd(s), ids, capacity, &count) != WEND_OK) {
        free(ids);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        wend_body body;
        if (wend_crowd_get_body(scene_crowd(s), ids[i], &body) == WEND_OK) {
            paint_body(f, s, &body);
        }
    }
    free(ids);
    return true;
}

/* ---- what the scene draws itself ---- */

static void paint_text_at(frame *f, wend_vec2 at, const char *text, frame_colour colour)
{
    const int32_t cap = frame_label_cap(f);
    const wend_vec2 pixel = to_pixels(f, at);
    if (pixel.x > -f->width && pixel.x < f->width && pixel.y > 0.0 && pixel.y < f->height + cap) {
        frame_text(f, (int32_t)pixel.x, (int32_t)pixel.y - cap, text, cap, colour);
    }
}

static void paint_ring(frame *f, wend_vec2 centre, double radius, frame_colour colour, double alpha)
{
    enum { SIDES = 40 };
    wend_vec2 last = {centre.x + radius, centre.y};
    for (int32_t i = 1; i <= SIDES; i++) {
        const double angle = 6.283185307179586 * i / (double)SIDES;
        const wend_vec2 next = {centre.x + radius * wend_cos(angle),
                                centre.y + radius * wend_sin(angle)};
        frame_line(f, to_pixels(f, last), to_pixels(f, next), 2.0, colour, alpha);
        last = next;
    }
}

static void paint_shape(frame *f, const scene_shape *shape)
{
    const frame_colour colour = {shape->rgb[0], shape->rgb[1], shape->rgb[2]};
    const wend_vec2 from = to_pixels(f, shape->from);
    if (shape->kind == SCENE_SHAPE_LINE) {
        frame_line(f, from, to_pixels(f, shape->to), shape->size, colour, shape->alpha);
    } else if (shape->kind == SCENE_SHAPE_DISC) {
        frame_disc(f, from, shape->size > 0.0 ? shape->size * f->scale : 3.0, colour, shape->alpha);
    } else if (shape->kind == SCENE_SHAPE_CIRCLE) {
        paint_ring(f, shape->from, shape->size, colour, shape->alpha);
    } else if (shape->kind == SCENE_SHAPE_CELLS) {
        frame_rectangle(f, from, to_pixels(f, shape->to), colour, shape->alpha);
    } else {
        paint_text_at(f, shape->from, shape->text, colour);
    }
}

/* Cells lie under the bodies, all else above. */
static void paint_shapes(frame *f, const scene_shape *shapes, size_t count, bool is_below)
{
    for (size_t i = 0; i < count; i++) {
        if ((shapes[i].kind == SCENE_SHAPE_CELLS) == is_below) {
            paint_shape(f, &shapes[i]);
        }
    }
}

/* ---- text ---- */

/* From the lower left corner upwards, as in the window. */
static void paint_text(frame *f, const scene *s)
{
    char line[SCENE_TEXT_CAPACITY];
    const int32_t cap = f->width >= 960 ? 10 : f->width >= 480 ? 8 : 7;
    const double seconds = (double)scene_tick_count(s) * scene_step(s);
    snprintf(line, sizeof line, "%s    %u agents  %.1f s", scene_title(s),
             (unsigned)wend_crowd_body_count(scene_crowd(s)), seconds);
    const int32_t top = frame_lines(f, f->height - 8, line, cap);
    (void)frame_lines(f, top, scene_text(s), cap);
}

bool frame_paint(frame *f, scene *s)
{
    const scene_shape *shapes = NULL;
    size_t count = 0;
    if (f->is_on[SCENE_LAYER_DRAWING] && scene_draw(s, &shapes, &count) != WEND_OK) {
        return false;
    }
    if (!paint_ground(f, s)) {
        return false;
    }
    paint_shapes(f, shapes, count, true);
    if (frame_layers(f, s, true)) {
        paint_walls(f, s);
    }
    if (f->is_on[SCENE_LAYER_BODIES] && !paint_bodies(f, s)) {
        return false;
    }
    paint_shapes(f, shapes, count, false);
    (void)frame_layers(f, s, false);
    paint_text(f, s);
    return true;
}
