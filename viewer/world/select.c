/* Selects bodies by boxes and clicks; bodies are kept by id, so removed ones drop out.
 * Cost: a pass over the bodies. */
#include "view.h"

#include <stdlib.h>
#include <string.h>

bool view_is_selected(const view_bodies *bodies, wend_body_id id)
{
    return id.index1 < bodies->selected_limit && id.index1 != 0 &&
           bodies->selected[id.index1] == id.generation + 1;
}

static bool make_room(view_bodies *bodies, uint32_t index1)
{
    if (index1 < bodies->selected_limit) {
        return true;
    }
    const size_t limit = (size_t)index1 + index1 / 2 + 64;
    uint32_t *bigger = realloc(bodies->selected, limit * sizeof *bigger);
    if (bigger == NULL) {
        return false;
    }
    memset(bigger + bodies->selected_limit, 0, (limit - bodies->selected_limit) * sizeof *bigger);
    bodies->selected = bigger;
    bodies->selected_limit = limit;
    return true;
}

static void mark(view_bodies *bodies, view_body *body, bool is_selected)
{
    if (body->is_selected == is_selected || !make_room(bodies, body->id.index1)) {
        return;
    }
    bodies->selected[body->id.index1] = is_selected ? body->id.generation + 1 : 0;
    body->is_selected = is_selected;
    bodies->selected_count += is_selected ? 1 : (size_t)-1;
}

/* Those on other floors too. */
void view_select_none(viewer *v)
{
    if (v->bodies.selected_limit > 0) {
        memset(v->bodies.selected, 0, v->bodies.selected_limit * sizeof *v->bodies.selected);
    }
    v->bodies.selected_count = 0;
    for (size_t i = 0; i < v->bodies.count; i++) {
        v->bodies.items[i].is_selected = false;
    }
}

void view_select_all(viewer *v)
{
    for (size_t i = 0; i < v->bodies.count; i++) {
        mark(&v->bodies, &v->bodies.items[i], true);
    }
}

static bool is_between(double x, double a, double b)
{
    return a < b ? x >= a && x <= b : x >= b && x <= a;
}

void view_select_box(viewer *v, wend_vec2 a, wend_vec2 b, bool is_added)
{
    if (!is_added) {
        view_select_none(v);
    }
    for (size_t i = 0; i < v->bodies.count; i++) {
        view_body *body = &v->bodies.items[i];
        const bool is_inside =
            is_between(body->position.x, a.x, b.x) && is_between(body->position.y, a.y, b.y);
        mark(&v->bodies, body, is_inside || body->is_selected);
    }
}

void view_select_one(viewer *v, wend_body_id id, bool is_added)
{
    if (!is_added) {
        view_select_none(v);
    }
    for (size_t i = 0; i < v->bodies.count; i++) {
        view_body *body = &v->bodies.items[i];
        const bool is_it = body->id.index1 == id.index1 && body->id.generation == id.generation;
        /* With Shift a second click takes it out again. */
        const bool is_kept = body->is_selected;
        mark(&v->bodies, body, is_it ? !is_kept : is_kept);
    }
}

void view_select_group(viewer *v, uint32_t group)
{
    const wend_vec2 low = view_to_world(&v->camera, 0.0, 0.0);
    const wend_vec2 high = view_to_world(&v->camera, v->camera.width, v->camera.height);
    view_select_none(v);
    for (size_t i = 0; i < v->bodies.count; i++) {
        view_body *body = &v->bodies.items[i];
        mark(&v->bodies, body,
             body->group == group && is_between(body->position.x, low.x, high.x) &&
                 is_between(body->position.y, low.y, high.y));
    }
}

const view_body *view_first_selected(const viewer *v)
{
    for (size_t i = 0; i < v->bodies.count && v->bodies.selected_count > 0; i++) {
        if (v->bodies.items[i].is_selected) {
            return &v->bodies.items[i];
        }
    }
    return NULL;
}

/* Tells the scene of all that are selected, on other floors too, if they are others than before. */
void view_select_tell(viewer *v)
{
    view_bodies *bodies = &v->bodies;
    const uint32_t most = wend_crowd_body_count(scene_crowd(v->scene));
    if (!scene_takes_selections(v->scene) || v->has_failed) {
        return;
    }
    wend_body_id *ids = malloc((most + (size_t)1) * sizeof *ids);
    if (ids == NULL) {
        return;
    }
    size_t listed = 0;
    size_t count = 0;
    (void)wend_crowd_list_bodies(scene_crowd(v->scene), ids, most, &listed);
    for (size_t i = 0; i < listed && i < most; i++) {
        if (view_is_selected(bodies, ids[i])) {
            ids[count++] = ids[i];
        }
    }
    if (count == bodies->told_count &&
        (count == 0 || memcmp(ids, bodies->told, count * sizeof *ids) == 0)) {
        free(ids);
        return;
    }
    scene_input input = {0};
    input.kind = SCENE_INPUT_SELECT;
    input.bodies = ids;
    input.body_count = count;
    view_input(v, &input);
    free(bodies->told);
    bodies->told = ids;
    bodies->told_count = count;
}
