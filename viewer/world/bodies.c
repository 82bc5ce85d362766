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

static void draw_one(viewer *v, const view_body *body, double x, double y, double r,
                     SDL_Color colour)
{
    view_batch *batch = &v->world;
    if (body->is_selected) {
        const double ring = r < 3.0 ? r + 1.5 : r * 1.06 + 2.0;
        view_disc(batch, VIEW_DISC_PLAIN, x, y, ring + 1.0, selected_rim);
        view_disc(batch, VIEW_DISC_PLAIN, x, y, ring, selected_colour);
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
