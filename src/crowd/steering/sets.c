/* The steering behaviours of bodies: memory, the call that sets them, hash and bytes.
 * Cost: a set has room for the most items. */
#include "crowd/steering/steering.h"

#include "base/core/memory.h"

#include <stdio.h>

void wendi_steering_init(wendi_steering *steering, uint32_t limit, const wend_allocator *a)
{
    *steering = (wendi_steering){.limit = limit, .allocator = *a};
}

void wendi_steering_free(wendi_steering *steering)
{
    for (uint32_t i = 0; steering->of != NULL && i < steering->limit; ++i) {
        wendi_free(&steering->allocator, steering->of[i].items,
                   steering->of[i].capacity * sizeof *steering->of[i].items);
    }
    wendi_free(&steering->allocator, steering->of,
               steering->of == NULL ? 0 : steering->limit * sizeof *steering->of);
    steering->of = NULL;
}

/* Reserves the most items a body may have, so that another set needs no memory. */
static bool reserve(wendi_steering *steering, uint32_t body)
{
    if (steering->of == NULL) {
        steering->of =
            wendi_alloc_zero(&steering->allocator, steering->limit * sizeof *steering->of);
    }
    if (steering->of == NULL) {
        return false;
    }
    wendi_steer_set *set = &steering->of[body];
    if (set->items == NULL) {
        set->items =
            wendi_alloc_zero(&steering->allocator, WEND_STEER_ITEMS_MAX * sizeof *set->items);
        set->capacity = set->items == NULL ? 0 : WEND_STEER_ITEMS_MAX;
    }
    return set->items != NULL;
}

static const double NUMBER_MOST = 1e12;

static bool is_number(double value)
{
    return value >= -NUMBER_MOST && value <= NUMBER_MOST;
}

static bool is_sound(const wend_steer_item *item)
{
    return (uint32_t)item->kind <= (uint32_t)WEND_STEER_AVOID_OTHERS && is_number(item->weight) &&
           item->chance >= 0 && item->chance <= 1 && item->range >= 0 && is_number(item->range) &&
           is_number(item->target.x) && is_number(item->target.y) && is_number(item->extra.x) &&
           is_number(item->extra.y);
}

/* Names the field of an item that is out of range. */
static wend_result refuse_item(wend_crowd *crowd, const char *function, const wend_steer_item *item,
                               size_t index)
{
    const struct {
        const char *name;
        double value, low, high;
    } fields[] = {
        {"kind", (double)item->kind, 0, WEND_STEER_AVOID_OTHERS},
        {"weight", item->weight, -NUMBER_MOST, NUMBER_MOST},
        {"chance", item->chance, 0, 1},
        {"range", item->range, 0, NUMBER_MOST},
        {"target.x", item->target.x, -NUMBER_MOST, NUMBER_MOST},
        {"target.y", item->target.y, -NUMBER_MOST, NUMBER_MOST},
        {"extra.x", item->extra.x, -NUMBER_MOST, NUMBER_MOST},
        {"extra.y", item->extra.y, -NUMBER_MOST, NUMBER_MOST},
    };
    size_t i = 0;
    while (i + 1 < sizeof fields / sizeof fields[0] && fields[i].value >= fields[i].low &&
           fields[i].value <= fields[i].high) {
        ++i;
    }
    char field[48];
    (void)snprintf(field, sizeof field, "items[%zu].%s", index, fields[i].name);
    return wendi_refuse(&crowd->error, function, field, fields[i].value, fields[i].low,
                        fields[i].high);
}

static wend_result check(wend_crowd *crowd, const char *function, const wend_steer_item *items,
                         size_t count, wend_steer_combine combine, double max_force)
{
    if (items == NULL && count > 0) {
        return wendi_refuse_null(&crowd->error, function, "items");
    }
    if (count > WEND_STEER_ITEMS_MAX) {
        return wendi_refuse(&crowd->error, function, "count", (double)count, 0,
                            WEND_STEER_ITEMS_MAX);
    }
    if ((uint32_t)combine > (uint32_t)WEND_STEER_DITHERED) {
        return wendi_refuse(&crowd->error, function, "combine", (double)combine, 0,
                            WEND_STEER_DITHERED);
    }
    if (!(max_force > 0) || !is_number(max_force)) {
        return wendi_fail(&crowd->error, WEND_ERROR_ARGUMENT,
                          "%s: max_force is %s, and must be above 0 and at most 1e12", function,
                          wendi_format_number(max_force).text);
    }
    for (size_t i = 0; i < count; ++i) {
        if (!is_sound(&items[i])) {
            return refuse_item(crowd, function, &items[i], i);
        }
    }
    return WEND_OK;
}

wend_result wend_crowd_set_steering(wend_crowd *crowd, wend_body_id id,
                                    const wend_steer_item *items, size_t count,
                                    wend_steer_combine combine, double max_force, bool keeps_apart)
{
    static const char function[] = "wend_crowd_set_steering";
    uint32_t body = WENDI_NONE;
    wend_result result = wendi_crowd_find(crowd, function, id, &body);
    if (result == WEND_OK) {
        result = check(crowd, function, items, count, combine, max_force);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!reserve(crowd->steering, body)) {
        return wendi_fail_plain(&crowd->error, function, WEND_ERROR_MEMORY);
    }
    wendi_steer_set *set = &crowd->steering->of[body];
    /* The route stays, as behaviours may follow it. The rest of the previous goal ends. */
    const uint32_t legs = crowd->routes.of[body].count;
    wendi_goal_end(crowd, body);
    crowd->routes.of[body].count = legs;
    wendi_goal_begin(crowd, body, WEND_BODY_GOAL_STEER);
    for (size_t i = 0; i < count; ++i) {
        set->items[i] = items[i];
    }
    set->count = (uint32_t)count;
    set->combine = combine;
    set->max_force = max_force;
    set->wander_angle = 0;
    set->path_leg = 0;
    if (!keeps_apart) {
        crowd->bodies.flags[body] |= (uint32_t)WENDI_BODY_NO_AVOIDANCE;
    }
    return WEND_OK;
}

/* ---- state ---- */

static void visit_item(wendi_visitor *v, wend_steer_item *item)
{
    uint32_t kind = (uint32_t)item->kind;
    if (wendi_visitor_is_hashing(v)) {
        wendi_visit_pair(v, &kind, &item->group); /* its place in the bytes is the last */
    } else {
        kind = wendi_visit_code(v, kind, WEND_STEER_AVOID_OTHERS);
    }
    wendi_visit_f64(v, &item->weight);
    wendi_visit_f64(v, &item->chance);
    wendi_visit_f64(v, &item->range);
    wendi_visit_vec2(v, &item->target);
    wendi_visit_vec2(v, &item->extra);
    wendi_visit_id(v, &item->other.index1, &item->other.generation);
    wendi_visit_id(v, &item->other_b.index1, &item->other_b.generation);
    wendi_visit_id(v, &item->request.index1, &item->request.generation);
    if (!wendi_visitor_is_hashing(v)) {
        wendi_visit_u32(v, &item->group);
    }
    if (wendi_visitor_is_reading(v)) {
        item->kind = (wend_steer_kind)kind;
        wendi_visit_expect(v, is_sound(item), NULL);
    }
}

static void visit_set(wendi_visitor *v, wendi_steer_set *set)
{
    const uint32_t combine = wendi_visit_code(v, (uint32_t)set->combine, WEND_STEER_DITHERED);
    wendi_visit_f64(v, &set->max_force);
    wendi_visit_f64(v, &set->wander_angle);
    wendi_visit_u32(v, &set->path_leg);
    if (wendi_visitor_is_reading(v)) {
        set->combine = (wend_steer_combine)combine;
        wendi_visit_expect(
            v, set->max_force > 0 && is_number(set->max_force) && is_number(set->wander_angle),
            NULL);
    }
    for (uint32_t i = 0; i < set->count && !wendi_visitor_has_failed(v); ++i) {
        visit_item(v, &set->items[i]);
    }
}

void wendi_steering_visit(wendi_steering *steering, uint32_t body_count, wendi_visitor *v)
{
    for (uint32_t i = 0; i < body_count && !wendi_visitor_has_failed(v); ++i) {
        uint32_t count = steering->of == NULL ? 0 : steering->of[i].count;
        if (wendi_visitor_is_hashing(v)) {
            /* The hash leaves out bodies without a set, and so has the index of those with one. */
            if (count == 0) {
                continue;
            }
            uint32_t body = i;
            wendi_visit_u32(v, &body);
        }
        count = wendi_visit_code(v, count, WEND_STEER_ITEMS_MAX);
        if (wendi_visitor_is_reading(v) && count > 0) {
            if (!wendi_visit_expect_memory(v, reserve(steering, i))) {
                return;
            }
            steering->of[i].count = count;
        }
        if (count > 0 && steering->of != NULL && !wendi_visitor_has_failed(v)) {
            visit_set(v, &steering->of[i]);
        }
    }
}
