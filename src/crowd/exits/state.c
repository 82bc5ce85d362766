/* Exits as a hash and as bytes.
 * Cost: linear in bodies; with an exit each, times exits. */
#include "crowd/exits/exits.h"

#include "base/core/memory.h"

enum { ITEM_BYTES = 4, BITS_ALL = 15 };

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high;
}

static bool is_sound(const wendi_exit *e, uint32_t floor_count)
{
    const double far = WEND_COORDINATE_MAX;
    const wend_exit_def *d = &e->def;
    return is_within(d->position.x, -far, far) && is_within(d->position.y, -far, far) &&
           is_within(d->goal.x, -far, far) && is_within(d->goal.y, -far, far) &&
           is_within(d->z, -far, far) && d->floor < floor_count &&
           is_within(d->width, WENDI_EXIT_WIDTH_LEAST, WENDI_EXIT_WIDTH_MOST) &&
           wendi_exit_is_rate(d->rate) && e->passed_before <= e->passed &&
           is_within(e->busy_seconds, 0, 1e4) && is_within(e->busy_passed, 0, 1e12) &&
           is_within(e->seconds, 0, 1e300);
}

static void visit_exit(wendi_exits *exits, uint32_t index, uint32_t floor_count, wendi_visitor *v)
{
    wendi_exit *e = &exits->items[index];
    wend_exit_def *d = &e->def;
    wendi_visit_u32(v, &e->generation);
    if (e->generation % 2 == 0) {
        return;
    }
    wendi_visit_vec2(v, &d->position);
    wendi_visit_u32(v, &d->floor);
    wendi_visit_f64(v, &d->z);
    wendi_visit_bool(v, &d->has_goal);
    wendi_visit_vec2(v, &d->goal);
    wendi_visit_f64(v, &d->width);
    wendi_visit_f64(v, &d->rate);
    wendi_visit_id(v, &d->request.index1, &d->request.generation);
    wendi_visit_bool(v, &d->is_closed);
    wendi_visit_u64(v, &d->user);
    wendi_visit_u64(v, &e->passed);
    wendi_visit_u64(v, &e->passed_before);
    wendi_visit_f64(v, &e->busy_seconds);
    wendi_visit_f64(v, &e->busy_passed);
    wendi_visit_bool(v, &e->was_busy);
    wendi_visit_f64(v, &e->seconds);
    if (wendi_visitor_is_reading(v) && !wendi_visitor_has_failed(v)) {
        d->cookie = wend_exit_def_default().cookie;
        wendi_visit_expect(v, is_sound(e, floor_count), NULL);
        e->detour = wendi_alloc_items_zero(&exits->allocator, exits->limit, sizeof *e->detour);
        exits->active_count++;
        (void)wendi_visit_expect_memory(v, e->detour != NULL);
    }
}

static void visit_body(wendi_exits *exits, uint32_t body, wendi_visitor *v)
{
    wendi_visit_u32(v, &exits->exit1_of[body]);
    const uint32_t exit1 = exits->exit1_of[body];
    if (exit1 == 0 || wendi_visitor_has_failed(v)) {
        return;
    }
    wendi_visit_u8(v, &exits->bits[body]);
    wendi_visit_expect(v, exits->bits[body] <= (uint8_t)BITS_ALL, NULL);
    wendi_visit_expect(v,
                       exit1 == WENDI_EXIT_WAITING ||
                           (exit1 <= exits->count && exits->items[exit1 - 1].generation % 2 == 1),
                       NULL);
    for (uint32_t i = 0; i < exits->count; ++i) {
        wendi_exit *e = &exits->items[i];
        if (e->generation % 2 == 1) {
            wendi_visit_f64(v, &e->detour[body]);
            wendi_visit_expect(v, is_within(e->detour[body], WENDI_EXIT_UNKNOWN, WENDI_EXIT_FAR),
                               NULL);
        }
    }
}

void wendi_exits_visit(wendi_exits *exits, const wendi_bodies *bodies, uint32_t floor_count,
                       wendi_visitor *v)
{
    const size_t count = wendi_visit_count(v, exits->count, ITEM_BYTES, WEND_CROWD_EXITS_MAX);
    if (wendi_visitor_is_reading(v) && count > 0) {
        if (!wendi_visit_expect_memory(v, wendi_exits_reserve(exits))) {
            return;
        }
        exits->count = (uint32_t)count;
    }
    for (uint32_t i = 0; i < exits->count && !wendi_visitor_has_failed(v); ++i) {
        visit_exit(exits, i, floor_count, v);
    }
    wendi_visit_bool(v, &exits->has_edits);
    for (uint32_t i = 0; exits->count > 0 && i < bodies->high && !wendi_visitor_has_failed(v);
         ++i) {
        if (wendi_bodies_is_alive(bodies, i)) {
            visit_body(exits, i, v);
        }
    }
}
