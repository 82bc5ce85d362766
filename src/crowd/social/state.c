/* Social groups as a hash, as bytes, and drawn.
 * Cost: linear in groups. */
#include "crowd/social/social.h"

#include "base/core/memory.h"
#include "base/math/bits.h"

enum { ITEM_BYTES = 4, TICKS_MOST = 1 << 24 };

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high;
}

/* 0, 0, or of length 1. */
static bool is_direction(wend_vec2 v)
{
    const double squared = wend_vec2_dot(v, v);
    return is_within(squared, 0.98, 1.02) || is_within(squared, 0, 0);
}

static bool is_sound(const wendi_social_group *g)
{
    bool is = g->count >= 1 && g->count <= (uint32_t)WEND_SOCIAL_MEMBERS_MAX &&
              is_within(g->spacing_def, 0, 1000) && is_within(g->speed_loss, 0, 0.25) &&
              g->walking <= g->count && g->files <= g->walking &&
              g->room_files <= 2 * (uint32_t)WEND_SOCIAL_MEMBERS_MAX &&
              g->wide_ticks <= (uint32_t)TICKS_MOST && g->wait_ticks <= (uint32_t)TICKS_MOST &&
              is_within(g->press, -1e3, 1e3) && is_within(g->left_least, 0, WENDI_REMAINING_MOST) &&
              is_direction(g->forward);
    for (uint32_t i = 0; i < (uint32_t)WEND_SOCIAL_MEMBERS_MAX; ++i) {
        is = is && g->slots[i] < (uint32_t)WEND_SOCIAL_MEMBERS_MAX && is_direction(g->ways[i]);
    }
    return is;
}

/* A body that is alive, and in no other group. */
static void read_member(wendi_social *social, const wendi_bodies *b, uint32_t index1, uint32_t body,
                        wendi_visitor *v)
{
    const bool is_body = body < b->high && wendi_bodies_is_alive(b, body) && social->of[body] == 0;
    wendi_visit_expect(v, is_body, NULL);
    if (is_body) {
        social->of[body] = index1;
    }
}

static void visit_group(wendi_social *social, uint32_t index, const wendi_bodies *bodies,
                        wendi_visitor *v)
{
    wendi_social_group *g = &social->items[index];
    wendi_visit_u32(v, &g->generation);
    if (g->generation % 2 == 0) {
        return;
    }
    wendi_visit_u32(v, &g->count);
    wendi_visit_u32_array(v, g->members, WEND_SOCIAL_MEMBERS_MAX);
    wendi_visit_u32_array(v, g->slots, WEND_SOCIAL_MEMBERS_MAX);
    wendi_visit_f64(v, &g->spacing_def);
    wendi_visit_f64(v, &g->speed_loss);
    wendi_visit_u64(v, &g->user);
    wendi_visit_u32(v, &g->walking);
    wendi_visit_u32(v, &g->files);
    wendi_visit_u32(v, &g->wide_ticks);
    wendi_visit_u32(v, &g->wait_ticks);
    wendi_visit_f64(v, &g->left_least);
    wendi_visit_u32(v, &g->room_files);
    wendi_visit_f64(v, &g->press);
    wendi_visit_vec2(v, &g->forward);
    for (uint32_t i = 0; i < (uint32_t)WEND_SOCIAL_MEMBERS_MAX; ++i) {
        wendi_visit_vec2(v, &g->ways[i]);
    }
    if (wendi_visitor_is_reading(v) && !wendi_visitor_has_failed(v)) {
        wendi_visit_expect(v, is_sound(g), NULL);
        social->active_count++;
        for (uint32_t i = 0; i < g->count && !wendi_visitor_has_failed(v); ++i) {
            read_member(social, bodies, index + 1, g->members[i], v);
        }
    }
}

void wendi_social_visit(wendi_social *social, const wendi_bodies *bodies, wendi_visitor *v)
{
    const size_t count =
        wendi_visit_count(v, social->count, ITEM_BYTES, WEND_CROWD_SOCIAL_GROUPS_MAX);
    if (wendi_visitor_is_reading(v) && count > 0) {
        social->items = wendi_alloc_zero(&social->allocator, count * sizeof *social->items);
        if (!wendi_visit_expect_memory(v, social->items != NULL)) {
            return;
        }
        social->capacity = (uint32_t)count;
        social->count = (uint32_t)count;
    }
    for (uint32_t i = 0; i < social->count && !wendi_visitor_has_failed(v); ++i) {
        visit_group(social, i, bodies, v);
    }
}

/* ---- drawing ---- */

void wendi_social_draw(const wend_crowd *crowd, uint32_t floor, const wend_draw *draw)
{
    const wendi_social *all = crowd->social;
    const wendi_bodies *b = &crowd->bodies;
    for (uint32_t i = 0; i < all->count && draw->line != NULL; ++i) {
        const wendi_social_group *g = &all->items[i];
        for (uint32_t k = 1; g->generation % 2 == 1 && k < g->count; ++k) {
            const uint32_t from = g->members[k - 1];
            const uint32_t to = g->members[k];
            if (b->floor[from] == floor && b->floor[to] == floor) {
                draw->line(draw->context, (wend_vec2){b->x[from], b->y[from]},
                           (wend_vec2){b->x[to], b->y[to]}, WEND_MEANING_SLOT_MEMBER, i);
            }
        }
    }
}
