/* Figures of formations, their slots, lists, and drawing.
 * Cost: linear in members. */
#include "crowd/formation/formation.h"

/* Spacings: a nearer member is in place. */
static const double IN_PLACE = 0.5;

wend_result wend_formation_get_info(const wend_crowd *crowd, wend_formation_id id,
                                    wend_formation_info *info)
{
    if (info != NULL) {
        *info = (wend_formation_info){.members = 0};
    }
    if (crowd == NULL || info == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_formation *f = wendi_formation_find(crowd, id);
    if (f == NULL) {
        return WEND_ERROR_STALE;
    }
    info->anchor = f->anchor.position;
    info->heading = f->anchor.heading;
    info->goal = f->goal;
    info->state = (wend_body_state)f->state;
    info->members = f->count;
    info->slots = f->pattern.slot_count;
    info->files = f->pattern.files;
    info->leader = wendi_bodies_id(&crowd->bodies, f->leader);
    info->user = f->user;
    double sum = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        const double error = wendi_member_slot_error(crowd, f, i);
        sum += error;
        info->in_slot += error <= IN_PLACE * f->spacing;
    }
    info->mean_error = f->count > 0 ? sum / f->count : 0;
    return WEND_OK;
}

wend_result wend_formation_get_slots(const wend_crowd *crowd, wend_formation_id id,
                                     wend_body_id *members, wend_vec2 *positions, size_t capacity,
                                     size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || count == NULL || (members == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_formation *f = wendi_formation_find(crowd, id);
    if (f == NULL) {
        return WEND_ERROR_STALE;
    }
    *count = f->pattern.slot_count;
    for (size_t i = 0; i < *count && i < capacity; ++i) {
        const uint32_t holder = f->holders[i];
        members[i] = holder == 0 ? (wend_body_id){0, 0}
                                 : wendi_bodies_id(&crowd->bodies, f->members[holder - 1].body);
        if (positions != NULL) {
            positions[i] = f->at[i];
        }
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_formation_id wend_formation_of_body(const wend_crowd *crowd, wend_body_id body)
{
    const uint32_t i = crowd == NULL ? WENDI_NONE : wendi_bodies_find(&crowd->bodies, body);
    if (i == WENDI_NONE || crowd->formations->of[i] == 0) {
        return (wend_formation_id){0, 0};
    }
    return wendi_formation_id_of(crowd->formations, crowd->formations->of[i] - 1);
}

wend_result wend_formation_list(const wend_crowd *crowd, wend_formation_id *ids, size_t capacity,
                                size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_formations *all = crowd->formations;
    for (uint32_t i = 0; i < all->count; ++i) {
        if (all->items[i].generation % 2 == 0) {
            continue;
        }
        if (*count < capacity) {
            ids[*count] = wendi_formation_id_of(all, i);
        }
        ++*count;
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- drawing ---- */

static void draw_slots(const wend_crowd *crowd, const wendi_formation *f, uint32_t index,
                       const wend_draw *draw)
{
    for (uint32_t i = 0; i < f->pattern.slot_count; ++i) {
        if (draw->circle != NULL) {
            draw->circle(draw->context, f->at[i], f->radius, WEND_MEANING_SLOT, index);
        }
        if (draw->line != NULL && f->holders[i] != 0) {
            const uint32_t body = f->members[f->holders[i] - 1].body;
            const wend_vec2 from = {crowd->bodies.x[body], crowd->bodies.y[body]};
            draw->line(draw->context, from, f->at[i], WEND_MEANING_SLOT_MEMBER, index);
        }
    }
}

static void draw_anchor(const wendi_formation *f, uint32_t index, const wend_draw *draw)
{
    const wend_vec2 at = f->anchor.position;
    const wend_vec2 tip = wend_vec2_add(at, wend_vec2_scale(f->anchor.forward, f->spacing));
    if (draw->circle != NULL) {
        draw->circle(draw->context, at, 0, WEND_MEANING_ANCHOR, index);
    }
    if (draw->line != NULL) {
        draw->line(draw->context, at, tip, WEND_MEANING_ANCHOR, index);
    }
}

static void draw_path(const wendi_formation *f, uint32_t index, const wend_draw *draw)
{
    if (draw->line == NULL || f->state != (uint8_t)WEND_BODY_MOVING) {
        return;
    }
    wend_vec2 from = f->anchor.position;
    for (size_t i = f->anchor.leg + 1; i < f->path.count; ++i) {
        draw->line(draw->context, from, f->path.points[i], WEND_MEANING_PATH, index);
        from = f->path.points[i];
    }
}

void wendi_formations_draw(const wend_crowd *crowd, uint32_t floor, const wend_draw *draw)
{
    const wendi_formations *all = crowd->formations;
    for (uint32_t i = 0; i < all->count; ++i) {
        const wendi_formation *f = &all->items[i];
        if (f->generation % 2 == 1 && f->floor == floor) {
            draw_path(f, i, draw);
            draw_slots(crowd, f, i, draw);
            draw_anchor(f, i, draw);
        }
    }
}
