/* Draws the bodies of the scene's crowd as discs in the colours of their groups.
 * Cost: a pass over the bodies after a tick; a sprite for each visible one. */
#include "view.h"

#include <stdlib.h>
#include <string.h>

void view_bodies_free(view_bodies *bodies)
{
    free(bodies->items);
    free(bodies->ids);
    free(bodies->selected);
    free(bodies->told);
    memset(bodies, 0, sizeof *bodies);
}

static bool resize(void **items, size_t bytes)
{
    void *bigger = realloc(*items, bytes);
    if (bigger == NULL) {
        return false;
    }
    *items = bigger;
    return true;
}

static bool grow(view_bodies *bodies, size_t count)
{
    if (count <= bodies->capacity) {
        return true;
    }
    const size_t capacity = count + count / 2;
    void *items = bodies->items;
    void *ids = bodies->ids;
    const bool is_done = resize(&items, capacity * sizeof *bodies->items) &&
                         resize(&ids, capacity * sizeof *bodies->ids);
    bodies->items = items;
    bodies->ids = ids;
    bodies->capacity = is_done ? capacity : bodies->capacity;
    return is_done;
}

/* @return true if it is on the floor that is shown. */
static bool read_one(const wend_crowd *crowd, const view_bodies *bodies, wend_body_id id,
                     uint32_t floor, view_body *item)
{
    wend_body body;
    (void)wend_crowd_get_body(crowd, id, &body);
    item->id = id;
    item->position = body.position;
    item->velocity = body.velocity;
    item->radius = (float)body.radius;
    item->heading = (float)body.heading;
    item->group = body.group;
    item->state = (uint8_t)body.state;
    item->is_stuck = body.is_stuck;
    item->is_selected = view_is_selected(bodies, id);
    return body.floor == floor;
}

static size_t read_all(viewer *v, const wend_crowd *crowd, size_t count)
{
    view_bodies *bodies = &v->bodies;
    size_t kept = 0;
    size_t selected = 0;
    for (size_t i = 0; i < count; i++) {
        view_body *item = &bodies->items[kept];
        if (read_one(crowd, bodies, bodies->ids[i], v->layers.floor, item)) {
            selected += item->is_selected;
            kept++;
        }
    }
    /* Removed bodies and those on other floors do not count. */
    bodies->selected_count = selected;
    return kept;
}

void view_bodies_read(viewer *v)
{
    view_bodies *bodies = &v->bodies;
    const wend_crowd *crowd = scene_crowd(v->scene);
    const uint64_t tick = scene_tick_count(v->scene) + 1;
    if (crowd == NULL || bodies->tick == tick || !grow(bodies, wend_crowd_body_count(crowd))) {
        return;
    }
    size_t count = 0;
    (void)wend_crowd_list_bodies(crowd, bodies->ids, bodies->capacity, &count);
    bodies->count = read_all(v, crowd, count);
    bodies->tick = tick;
    view_trails_sample(v);
}

SDL_Color view_group_colour(const viewer *v, uint32_t group)
{
    uint8_t rgb[3];
    SDL_Color colour = view_nth_colour(group);
    if (scene_colour(v->scene, group, rgb)) {
        colour.r = rgb[0];
        colour.g = rgb[1];
        colour.b = rgb[2];
    }
    return colour;
}

/* Between two ticks positions are interpolated, so that slow ticks look smooth. */
static wend_vec2 position_now(const viewer *v, const view_body *body)
{
    const double back = (1.0 - v->time.due) * scene_step(v->scene);
    wend_vec2 position = body->position;
    const double far = v->time.is_by_frames || v->time.is_paused || v->has_failed ? 0.0 : back;
    /* A body that jumped, by an explosion or a teleport, is drawn at its position. */
    if (wend_vec2_dot(body->velocity, body->velocity) < 400.0) {
        position.x -= body->velocity.x * far;
        position.y -= body->velocity.y * far;
    }
    return position;
}

static const SDL_Color selected_colour = {255, 210, 64, 255};
static const SDL_Color selected_rim = {40, 36, 20, 255};

static SDL_Color mixed(SDL_Color a, SDL_Color b, int part) /* of b, of 255 */
{
    a.r = (uint8_t)((a.r * (255 - part) + b.r * part) / 255);
    a.g = (uint8_t)((a.g * (255 - part) + b.g * part) / 255);
    a.b = (uint8_t)((a.b * (255 - part) + b.b * part) / 255);
    return a;
}

/* Large enough to show a nose that points ahead. */
static void draw_nose(viewer *v, const view_body *body, double x, double y, double r,
                      SDL_Color colour)
{
    const double ahead_x = wend_cos((double)body->heading) * r;
    const double ahead_y = wend_sin((double)body->heading) * r;
    colour.r = (uint8_t)(colour.r / 3);
    colour.g = (uint8_t)(colour.g / 3);
    colour.b = (uint8_t)(colour.b / 3);
    view_line(&v->world, x + ahead_x * 0.25, y + ahead_y * 0.25, x + ahead_x * 0.8,
              y + ahead_y * 0.8, r > 10.0 ? r * 0.22 : 2.0, colour);
}

/* The directions ahead and to the right, as long as a radius in pixels. */
typedef struct axes {
    double x, y, ahead_x, ahead_y;
} axes;

static void draw_ellipse(viewer *v, const axes *a, double ahead, double right, double along,
                         double across, SDL_Color colour)
{
    enum { POINTS = 18 };
    SDL_FPoint points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        const double angle = 6.283185307179586 * i / (double)POINTS;
        const double u = ahead + along * wend_cos(angle);
        const double w = right + across * wend_sin(angle);
        points[i].x = (float)(a->x + a->ahead_x * u - a->ahead_y * w);
        points[i].y = (float)(a->y + a->ahead_y * u + a->ahead_x * w);
    }
    view_polygon(&v->world, points, POINTS, colour);
}

/* A person from above: the disc that it takes, feet that step with the metres it goes, shoulders, and a
 * head that looks ahead. */
static void draw_figure(viewer *v, const view_body *body, const axes *a, SDL_Color colour)
{
    const SDL_Color black = {24, 22, 20, 255};
    const SDL_Color white = {255, 255, 255, 255};
    const SDL_Color skin = {242, 208, 172, 255};
    const double speed = wend_vec2_distance(body->velocity, (wend_vec2){0.0, 0.0});
    const double pace = speed < 1.5 ? speed / 1.5 : 1.0;
    const double step = 0.5 * pace * wend_sin(4.0 * (double)(body->position.x + body->position.y));
    SDL_Color ground = colour;
    ground.a = 70;
    draw_ellipse(v, a, 0.0, 0.0, 1.0, 1.0, ground);
    draw_ellipse(v, a, 0.1 + step, -0.3, 0.3, 0.16, mixed(colour, black, 190));
    draw_ellipse(v, a, 0.1 - step, 0.3, 0.3, 0.16, mixed(colour, black, 190));
    draw_ellipse(v, a, 0.0, 0.0, 0.46, 0.94, mixed(colour, black, 110));
    draw_ellipse(v, a, 0.0, 0.0, 0.38, 0.86, colour);
    draw_ellipse(v, a, 0.22, 0.0, 0.36, 0.32, skin);
    draw_ellipse(v, a, 0.1, 0.0, 0.32, 0.35, mixed(mixed(colour, black, 150), white, 20));
}

/* Persons are this small; larger bodies stay discs. */
static const double person_most = 0.6;  /* metres, radius */
static const double figure_least = 8.0; /* pixels, radius */

static void draw_one(viewer *v, const view_body *body, double x, double y, double r,
                     SDL_Color colour)
{
    const SDL_Color white = {255, 255, 255, 255};
    view_batch *batch = &v->world;
    if (body->is_selected && r < 3.0) {
        /* Small ones keep the colour of their group: it is only brighter, with a dark rim. */
        view_disc(batch, VIEW_DISC_PLAIN, x, y, r + 1.8, selected_rim);
        view_disc(batch, VIEW_DISC_PLAIN, x, y, r + 0.8, mixed(colour, white, 70));
        return;
    }
    if (body->is_selected) {
        view_disc(batch, VIEW_DISC_PLAIN, x, y, r * 1.06 + 3.0, selected_rim);
        view_disc(batch, VIEW_DISC_PLAIN, x, y, r * 1.06 + 2.0, selected_colour);
    }
    if (r >= figure_least && (double)body->radius <= person_most) {
        const axes a = {x, y, wend_cos((double)body->heading) * r,
                        wend_sin((double)body->heading) * r};
        if (body->is_selected) {
            view_disc(batch, VIEW_DISC_PLAIN, x, y, r, view_ground_colour(1, false));
        }
        draw_figure(v, body, &a, colour);
        return;
    }
    view_disc(batch, VIEW_DISC_BODY, x, y, r, colour);
    if (r >= 4.0) {
        draw_nose(v, body, x, y, r, colour);
    }
}

void view_bodies_draw(viewer *v)
{
    const view_bodies *bodies = &v->bodies;
    const view_camera *camera = &v->camera;
    uint32_t group = 0;
    SDL_Color colour = view_group_colour(v, 0);
    for (size_t i = 0; i < bodies->count && v->layers.is_on[SCENE_LAYER_BODIES]; i++) {
        const view_body *body = &bodies->items[i];
        double x = 0.0;
        double y = 0.0;
        view_to_screen(camera, position_now(v, body), &x, &y);
        const double r = (double)body->radius * camera->scale;
        if (!(x > -r - 4.0 && x < camera->width + r + 4.0 && y > -r - 4.0 &&
              y < camera->height + r + 4.0)) {
            continue;
        }
        if (body->group != group) {
            group = body->group;
            colour = view_group_colour(v, group);
        }
        draw_one(v, body, x, y, r, colour);
    }
}

const view_body *view_body_at(const viewer *v, wend_vec2 position)
{
    const view_body *best = NULL;
    double best_distance = 0.0;
    for (size_t i = 0; i < v->bodies.count; i++) {
        const view_body *body = &v->bodies.items[i];
        const double d = wend_vec2_distance(body->position, position);
        /* A few pixels around small ones count too. */
        if (d <= (double)body->radius + 4.0 / v->camera.scale &&
            (best == NULL || d < best_distance)) {
            best = body;
            best_distance = d;
        }
    }
    return best;
}
