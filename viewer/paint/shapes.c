/* Triangles of rectangles, lines, polygons, discs and text in pixels.
 * Cost: 4 vertices a rectangle, sprite or letter; 6 a line; 2 a corner of a polygon. */
#include "paint/batch.h"

static SDL_Color faded(SDL_Color colour)
{
    colour.a = 0;
    return colour;
}

static void set(SDL_Vertex *vertex, double x, double y, SDL_Color colour)
{
    vertex->position.x = (float)x;
    vertex->position.y = (float)y;
    vertex->color = colour;
    vertex->tex_coord.x = 0.0F;
    vertex->tex_coord.y = 0.0F;
}

/* The two triangles of corners a, a + 1, a + 2, a + 3 in a circle. SDL's software renderer
 * recognizes this order as a rectangle. */
static void quad(int *indices, int a)
{
    indices[0] = a;
    indices[1] = a + 1;
    indices[2] = a + 2;
    indices[3] = a;
    indices[4] = a + 2;
    indices[5] = a + 3;
}

static void band(int *indices, int a, int b, int c, int d)
{
    indices[0] = a;
    indices[1] = b;
    indices[2] = c;
    indices[3] = a;
    indices[4] = c;
    indices[5] = d;
}

void view_rect(view_batch *batch, double x, double y, double width, double height, SDL_Color colour)
{
    int *indices = NULL;
    int first = 0;
    SDL_Vertex *v = view_batch_add(batch, NULL, 4, 6, &indices, &first);
    if (v == NULL || colour.a == 0) {
        batch->vertex_count -= v == NULL ? 0 : 4;
        batch->index_count -= v == NULL ? 0 : 6;
        return;
    }
    set(&v[0], x, y, colour);
    set(&v[1], x + width, y, colour);
    set(&v[2], x + width, y + height, colour);
    set(&v[3], x, y + height, colour);
    quad(indices, first);
}

void view_picture(view_batch *batch, SDL_Texture *texture, double x, double y, double width,
                  double height)
{
    const SDL_Color white = {255, 255, 255, 255};
    int *indices = NULL;
    int first = 0;
    SDL_Vertex *v = view_batch_add(batch, texture, 4, 6, &indices, &first);
    for (int i = 0; i < 4 && v != NULL; i++) {
        const bool is_right = i == 1 || i == 2;
        const bool is_low = i >= 2;
        set(&v[i], x + (is_right ? width : 0.0), y + (is_low ? height : 0.0), white);
        v[i].tex_coord.x = is_right ? 1.0F : 0.0F;
        v[i].tex_coord.y = is_low ? 1.0F : 0.0F;
    }
    if (v != NULL) {
        quad(indices, first);
    }
}

void view_frame(view_batch *batch, double x, double y, double width, double height,
                double thickness, SDL_Color colour)
{
    view_rect(batch, x, y, width, thickness, colour);
    view_rect(batch, x, y + height - thickness, width, thickness, colour);
    view_rect(batch, x, y + thickness, thickness, height - 2.0 * thickness, colour);
    view_rect(batch, x + width - thickness, y + thickness, thickness, height - 2.0 * thickness,
              colour);
}

/* Up to two pixels: a ridge from edge to edge. Thicker: a plateau with a fringe. */
void view_line(view_batch *batch, double ax, double ay, double bx, double by, double thickness,
               SDL_Color colour)
{
    const double dx = bx - ax;
    const double dy = by - ay;
    const double length = SDL_sqrt(dx * dx + dy * dy);
    if (!(length > 1e-6) || colour.a == 0) {
        return;
    }
    if (thickness < 1.0) {
        colour.a = (uint8_t)(colour.a * thickness);
        thickness = 1.0;
    }
    const double half = thickness / 2.0;
    const double inner = half > 1.0 ? half - 0.5 : 0.0;
    const double nx = -dy / length;
    const double ny = dx / length;
    const double at[4] = {-half - 0.5, -inner, inner, half + 0.5};
    int *indices = NULL;
    int first = 0;
    SDL_Vertex *v = view_batch_add(batch, NULL, 8, 18, &indices, &first);
    if (v == NULL) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        const SDL_Color c = i == 0 || i == 3 ? faded(colour) : colour;
        set(&v[2 * i], ax + nx * at[i], ay + ny * at[i], c);
        set(&v[2 * i + 1], bx + nx * at[i], by + ny * at[i], c);
    }
    for (int i = 0; i < 3; i++) {
        const int a = first + 2 * i;
        band(indices + (size_t)i * 6, a, a + 1, a + 3, a + 2);
    }
}

static SDL_FPoint middle_of(const SDL_FPoint *points, size_t count)
{
    SDL_FPoint middle = {0.0F, 0.0F};
    for (size_t i = 0; i < count; i++) {
        middle.x += points[i].x / (float)count;
        middle.y += points[i].y / (float)count;
    }
    return middle;
}

/* Each corner twice, half a pixel inside and outside along the line from the middle. */
void view_polygon(view_batch *batch, const SDL_FPoint *points, size_t count, SDL_Color colour)
{
    int *indices = NULL;
    int first = 0;
    SDL_Vertex *v = view_batch_add(batch, NULL, 2 * count + 1, 9 * count, &indices, &first);
    if (v == NULL) {
        return;
    }
    const SDL_FPoint middle = middle_of(points, count);
    for (size_t i = 0; i < count; i++) {
        const double x = (double)points[i].x;
        const double y = (double)points[i].y;
        const double dx = x - (double)middle.x;
        const double dy = y - (double)middle.y;
        const double length = SDL_sqrt(dx * dx + dy * dy);
        const double part = length > 1.0 ? 0.5 / length : 0.5;
        set(&v[2 * i], x - dx * part, y - dy * part, colour);
        set(&v[2 * i + 1], x + dx * part, y + dy * part, faded(colour));
    }
    set(&v[2 * count], (double)middle.x, (double)middle.y, colour);
    for (size_t i = 0; i < count; i++) {
        const int a = first + (int)(2 * i);
        const int b = first + (int)(2 * ((i + 1) % count));
        int *triangles = indices + 9 * i;
        triangles[0] = first + (int)(2 * count);
        triangles[1] = a;
        triangles[2] = b;
        band(triangles + 3, a, a + 1, b + 1, b);
    }
}

static void sprite(view_batch *batch, const view_sprite *s, double x, double y, double scale,
                   SDL_Color colour)
{
    const view_atlas *atlas = batch->atlas;
    int *indices = NULL;
    int first = 0;
    SDL_Vertex *v = view_batch_add(batch, atlas->texture, 4, 6, &indices, &first);
    if (v == NULL) {
        return;
    }
    const float left = (float)s->x / (float)VIEW_ATLAS_WIDTH;
    const float right = (float)(s->x + s->width) / (float)VIEW_ATLAS_WIDTH;
    const float top = (float)s->y / (float)atlas->height;
    const float bottom = (float)(s->y + s->height) / (float)atlas->height;
    for (int i = 0; i < 4; i++) {
        const bool is_right = i == 1 || i == 2;
        set(&v[i], x + (is_right ? s->width * scale : 0.0), y + (i >= 2 ? s->height * scale : 0.0),
            colour);
        v[i].tex_coord.x = is_right ? right : left;
        v[i].tex_coord.y = i >= 2 ? bottom : top;
    }
    quad(indices, first);
}

enum { CIRCLE_POINTS = 48 };

/* Points on a circle, by turning a vector 48 times; exact to a hundredth of a pixel. */
static void circle_points(double x, double y, double radius, SDL_FPoint points[CIRCLE_POINTS])
{
    const double c = 0.99144486137381041;
    const double s = 0.13052619222005159;
    double dx = radius;
    double dy = 0.0;
    for (int i = 0; i < CIRCLE_POINTS; i++) {
        points[i].x = (float)(x + dx);
        points[i].y = (float)(y + dy);
        const double turned = dx * c - dy * s;
        dy = dx * s + dy * c;
        dx = turned;
    }
}

static void large_disc(view_batch *batch, view_disc_kind kind, double x, double y, double radius,
                       SDL_Color colour)
{
    SDL_FPoint points[CIRCLE_POINTS];
    if (kind != VIEW_DISC_RING) {
        SDL_Color rim = colour;
        if (kind == VIEW_DISC_BODY) {
            rim.r = (uint8_t)(colour.r * 0.62);
            rim.g = (uint8_t)(colour.g * 0.62);
            rim.b = (uint8_t)(colour.b * 0.62);
            circle_points(x, y, radius, points);
            view_polygon(batch, points, CIRCLE_POINTS, rim);
        }
        circle_points(x, y, kind == VIEW_DISC_BODY ? radius - radius / 10.0 : radius, points);
        view_polygon(batch, points, CIRCLE_POINTS, colour);
        return;
    }
    circle_points(x, y, radius - 1.0, points);
    for (int i = 0; i < CIRCLE_POINTS; i++) {
        const SDL_FPoint *a = &points[i];
        const SDL_FPoint *b = &points[(i + 1) % CIRCLE_POINTS];
        view_line(batch, (double)a->x, (double)a->y, (double)b->x, (double)b->y, 2.0, colour);
    }
}

void view_disc(view_batch *batch, view_disc_kind kind, double x, double y, double radius,
               SDL_Color colour)
{
    if (radius < 1.0) {
        const double side = radius < 0.8 ? 1.6 : 2.0 * radius;
        view_rect(batch, x - side / 2.0, y - side / 2.0, side, side, colour);
    } else if (radius >= VIEW_DISC_RADII - 1) {
        large_disc(batch, kind, x, y, radius, colour);
    } else {
        const int size = (int)(radius + 0.5);
        const view_sprite *s = &batch->atlas->discs[kind][size];
        sprite(batch, s, x - s->width / 2.0, y - s->height / 2.0, 1.0, colour);
    }
}

static size_t corner_points(SDL_FPoint *points, double x, double y, double radius, int quarter)
{
    enum { STEPS = 5 };
    static const double turn[STEPS + 1] = {0.0, 0.309017, 0.587785, 0.809017, 0.951057, 1.0};
    static const double sign[4][2] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    for (int i = 0; i <= STEPS; i++) {
        const bool is_first = quarter % 2 == 0;
        const double across = turn[is_first ? i : STEPS - i];
        const double along = turn[is_first ? STEPS - i : i];
        points[i].x = (float)(x + sign[quarter][0] * across * radius);
        points[i].y = (float)(y + sign[quarter][1] * along * radius);
    }
    return STEPS + 1;
}

void view_round_rect(view_batch *batch, double x, double y, double width, double height,
                     double radius, SDL_Color colour)
{
    SDL_FPoint points[24];
    const double right = x + width - radius;
    const double bottom = y + height - radius;
    size_t count = 0;
    count += corner_points(points + count, right, y + radius, radius, 0);
    count += corner_points(points + count, right, bottom, radius, 1);
    count += corner_points(points + count, x + radius, bottom, radius, 2);
    count += corner_points(points + count, x + radius, y + radius, radius, 3);
    view_polygon(batch, points, count, colour);
}

static const view_sprite *glyph_of(const view_atlas *atlas, view_text_size size, char c)
{
    return &atlas->glyphs[size][c >= ' ' && c <= '~' ? c - ' ' : '?' - ' '];
}

double view_text(view_batch *batch, view_text_size size, double x, double y, const char *text,
                 SDL_Color colour)
{
    const view_atlas *atlas = batch->atlas;
    /* Whole pixels, and the margin around each glyph left outside. */
    double at = SDL_floor(x + 0.5);
    const double top = SDL_floor(y + 0.5);
    const int margin = (atlas->glyphs[size]['|' - ' '].width - 1) / 2;
    for (; *text != '\0'; text++) {
        const view_sprite *s = glyph_of(atlas, size, *text);
        if (*text != ' ') {
            sprite(batch, s, at - margin, top - margin, 1.0, colour);
        }
        at += s->advance;
    }
    return at;
}

double view_text_width(const view_atlas *atlas, view_text_size size, const char *text)
{
    double width = 0.0;
    for (; *text != '\0'; text++) {
        width += glyph_of(atlas, size, *text)->advance;
    }
    return width;
}
