/* Keeps where bodies were in the last seconds, and draws that as lines that fade.
 * Cost: while they are shown, a look at each body a fifth of a second; a line for each sample in view. */
#include "view.h"

#include <stdlib.h>
#include <string.h>

/* Seconds between two samples. */
static const double sample_seconds = 0.2;

void view_trails_free(view_trails *trails)
{
    free(trails->items);
    memset(trails, 0, sizeof *trails);
}

static view_trail *trail_of(view_trails *trails, wend_body_id id)
{
    if (id.index1 >= trails->limit) {
        const size_t limit = (size_t)id.index1 + id.index1 / 2 + 64;
        view_trail *bigger = realloc(trails->items, limit * sizeof *bigger);
        if (bigger == NULL) {
            return NULL;
        }
        memset(bigger + trails->limit, 0, (limit - trails->limit) * sizeof *bigger);
        trails->items = bigger;
        trails->limit = limit;
    }
    return &trails->items[id.index1];
}

void view_trails_sample(viewer *v)
{
    view_trails *trails = &v->trails;
    if (!v->layers.is_on[SCENE_LAYER_TRAILS]) {
        view_trails_free(trails);
        return;
    }
    const double each = sample_seconds / scene_step(v->scene);
    const uint64_t ticks = each > 1.0 ? (uint64_t)(each + 0.5) : 1;
    const uint64_t now = scene_tick_count(v->scene) / ticks + 1;
    if (now == trails->sample) {
        return;
    }
    trails->sample = now;
    for (size_t i = 0; i < v->bodies.count; i++) {
        const view_body *body = &v->bodies.items[i];
        view_trail *trail = trail_of(trails, body->id);
        if (trail == NULL) {
            return;
        }
        if (trail->generation1 != body->id.generation + 1) {
            memset(trail, 0, sizeof *trail);
            trail->generation1 = body->id.generation + 1;
        }
        const uint32_t slot = trail->count++ % VIEW_TRAIL_POINTS;
        trail->x[slot] = (float)body->position.x;
        trail->y[slot] = (float)body->position.y;
    }
}

static void draw_trail(viewer *v, const view_body *body, const view_trail *trail)
{
    const uint32_t held = trail->count < VIEW_TRAIL_POINTS ? trail->count : VIEW_TRAIL_POINTS;
    SDL_Color colour = view_group_colour(v, body->group);
    wend_vec2 newer = body->position;
    for (uint32_t i = 0; i < held; i++) {
        const uint32_t slot = (trail->count - 1 - i) % VIEW_TRAIL_POINTS;
        const wend_vec2 older = {(double)trail->x[slot], (double)trail->y[slot]};
        double ax = 0.0;
        double ay = 0.0;
        double bx = 0.0;
        double by = 0.0;
        view_to_screen(&v->camera, newer, &ax, &ay);
        view_to_screen(&v->camera, older, &bx, &by);
        colour.a = (uint8_t)(170 - 160 * i / VIEW_TRAIL_POINTS);
        /* A jump is no trail. */
        if (wend_vec2_distance(newer, older) < 10.0) {
            view_line(&v->world, ax, ay, bx, by, 2.0, colour);
        }
        newer = older;
    }
}

void view_trails_draw(viewer *v)
{
    const double margin = 40.0;
    const bool has_selected = v->bodies.selected_count > 0;
    for (size_t i = 0; i < v->bodies.count && v->layers.is_on[SCENE_LAYER_TRAILS]; i++) {
        const view_body *body = &v->bodies.items[i];
        double x = 0.0;
        double y = 0.0;
        view_to_screen(&v->camera, body->position, &x, &y);
        if (body->id.index1 < v->trails.limit && (body->is_selected || !has_selected) &&
            x > -margin && y > -margin && x < v->camera.width + margin &&
            y < v->camera.height + margin) {
            draw_trail(v, body, &v->trails.items[body->id.index1]);
        }
    }
}
