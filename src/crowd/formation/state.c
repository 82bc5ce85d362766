/* Formations as a hash and as bytes. Bytes are untrusted: every number that is read is one that a
 * formation can have.
 * Cost: linear in members, slots and points of paths. */
#include "crowd/formation/formation.h"

#include "base/core/memory.h"
#include "base/math/bits.h"

/* Further out than any body gets. */
static const double FAR = 1e13;
static const double FAST = 1e3;
enum { ITEM_BYTES = 4, SLOT_BYTES = 20, MEMBER_BYTES = 40, POINT_BYTES = 32, FLAGS = 511 };

/* The parts of a crowd that a formation refers to; read only. */
typedef struct formation_context {
    wendi_formations *all;
    const wendi_bodies *bodies;
    uint32_t floor_count, class_count;
} formation_context;

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high;
}

static bool is_position(wend_vec2 at)
{
    return is_within(at.x, -FAR, FAR) && is_within(at.y, -FAR, FAR);
}

static void visit_slots(wendi_visitor *v, wend_formation_slot *slots, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        wendi_visit_vec2(v, &slots[i].offset);
        wendi_visit_u32(v, &slots[i].role);
        wendi_visit_expect(v, is_position(slots[i].offset), NULL);
    }
}

/* ---- the definition ---- */

static uint32_t flags_of(const wendi_formation *f)
{
    return (uint32_t)f->is_narrowing | (uint32_t)f->is_waiting << 1 | (uint32_t)f->has_left << 2 |
           (uint32_t)f->needs_query << 3 | (uint32_t)f->is_path_whole << 4 |
           (uint32_t)f->is_relaid << 5 | (uint32_t)f->anchor.is_at_end << 6 |
           (uint32_t)f->anchor.is_turned << 7 | (uint32_t)f->is_jammed << 8;
}

static void set_flags(wendi_formation *f, uint32_t flags)
{
    f->is_narrowing = (flags & 1) != 0;
    f->is_waiting = (flags & 2) != 0;
    f->has_left = (flags & 4) != 0;
    f->needs_query = (flags & 8) != 0;
    f->is_path_whole = (flags & 16) != 0;
    f->is_relaid = (flags & 32) != 0;
    f->anchor.is_at_end = (flags & 64) != 0;
    f->anchor.is_turned = (flags & 128) != 0;
    f->is_jammed = (flags & 256) != 0;
}

static void visit_def(wendi_visitor *v, const formation_context *c, wendi_formation *f)
{
    const uint32_t shape = wendi_visit_code(v, (uint32_t)f->shape, WEND_FORMATION_CUSTOM);
    wendi_visit_u32(v, &f->files);
    wendi_visit_f64(v, &f->spacing_def);
    wendi_visit_f64(v, &f->spacing);
    const uint32_t flags = wendi_visit_code(v, flags_of(f), FLAGS);
    wendi_visit_u64(v, &f->user);
    const size_t slots =
        wendi_visit_count(v, f->def_slot_count, SLOT_BYTES, WEND_FORMATION_SLOTS_MAX);
    if (wendi_visitor_is_reading(v)) {
        f->shape = (wend_formation_shape)shape;
        set_flags(f, flags);
        wendi_visit_expect(v,
                           f->files <= WEND_FORMATION_SLOTS_MAX &&
                               is_within(f->spacing_def, 0, WENDI_SPACING_MOST) &&
                               is_within(f->spacing, WENDI_CROWD_LENGTH_LEAST, WENDI_SPACING_MOST),
                           NULL);
        if (wendi_visitor_has_failed(v)) {
            return;
        }
        f->def_slots = wendi_alloc(&c->all->allocator, slots * sizeof *f->def_slots);
        if (!wendi_visit_expect_memory(v, f->def_slots != NULL || slots == 0)) {
            return;
        }
        f->def_slot_count = (uint32_t)slots;
    }
    visit_slots(v, f->def_slots, f->def_slot_count);
}

/* ---- members ---- */

static bool is_member_sound(const formation_context *c, const wendi_formation_member *m)
{
    static const uint8_t GOALS[] = {WEND_BODY_GOAL_SLOT, WEND_BODY_GOAL_SLOT, WEND_BODY_GOAL_POINT,
                                    WEND_BODY_GOAL_FLOW};
    const wendi_bodies *b = c->bodies;
    return m->body < b->high && wendi_bodies_is_alive(b, m->body) && c->all->of[m->body] == 0 &&
           m->slot < WEND_FORMATION_SLOTS_MAX && is_position(m->target) &&
           b->goal[m->body] == GOALS[m->mode];
}

static void visit_member(wendi_visitor *v, wendi_formation_member *m)
{
    wendi_visit_u32(v, &m->body);
    wendi_visit_u32(v, &m->role);
    wendi_visit_u32(v, &m->slot);
    const uint32_t mode = wendi_visit_code(v, m->mode, WENDI_MEMBER_BY_FLOW);
    wendi_visit_u32(v, &m->failed_checks);
    wendi_visit_u32(v, &m->late_ticks);
    wendi_visit_vec2(v, &m->target);
    if (wendi_visitor_is_reading(v)) {
        m->mode = (uint8_t)mode;
    }
}

static void visit_members(wendi_visitor *v, const formation_context *c, wendi_formation *f)
{
    const size_t count = wendi_visit_count(v, f->count, MEMBER_BYTES, WEND_FORMATION_SLOTS_MAX);
    const bool is_reading = wendi_visitor_is_reading(v);
    const uint32_t number1 = is_reading ? (uint32_t)(f - c->all->items) + 1 : 0;
    wendi_visit_expect(v, count >= 1, NULL);
    if (is_reading && !wendi_visitor_has_failed(v)) {
        const uint32_t most = count > f->def_slot_count ? (uint32_t)count : f->def_slot_count;
        (void)wendi_visit_expect_memory(v, wendi_formation_reserve(f, &c->all->allocator, most));
    }
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); ++i) {
        visit_member(v, &f->members[i]);
        if (is_reading && !wendi_visitor_has_failed(v)) {
            wendi_visit_expect(v, is_member_sound(c, &f->members[i]), NULL);
        }
        if (is_reading && !wendi_visitor_has_failed(v)) {
            c->all->of[f->members[i].body] = number1;
            f->count++;
        }
    }
    wendi_visit_f64(v, &f->radius);
    wendi_visit_u32(v, &f->leader);
    wendi_visit_u32(v, &f->leader_class);
    wendi_visit_u32(v, &f->floor);
    if (is_reading && !wendi_visitor_has_failed(v)) {
        wendi_visit_expect(v,
                           is_within(f->radius, WENDI_CROWD_LENGTH_LEAST, FAST) &&
                               f->leader < c->bodies->high && c->all->of[f->leader] == number1 &&
                               f->leader_class < c->class_count && f->floor < c->floor_count,
                           NULL);
    }
}

/* ---- the pattern ---- */

/* Checks that every member has its own slot. */
static bool hold(wendi_formation *f)
{
    for (uint32_t i = 0; i < f->count; ++i) {
        const uint32_t slot = f->members[i].slot;
        if (slot >= f->pattern.slot_count || f->holders[slot] != 0) {
            return false;
        }
        f->holders[slot] = i + 1;
    }
    return true;
}

static bool are_measures_sound(const wendi_formation *f)
{
    const uint32_t most = WEND_FORMATION_SLOTS_MAX;
    return is_within(f->pattern.width, 0, FAR) && is_within(f->pattern.depth, 0, FAR) &&
           is_within(f->pattern.half_width, 0, FAR) && is_within(f->pattern.reach, 0, FAR) &&
           is_within(f->full_width, 0, FAR) && is_within(f->full_depth, 0, FAR) &&
           f->pattern.files >= 1 && f->pattern.files <= most && f->pinned <= most &&
           f->full_files >= 1 && f->full_files <= most && f->room <= most;
}

static void visit_pattern(wendi_visitor *v, const formation_context *c, wendi_formation *f)
{
    const size_t slots =
        wendi_visit_count(v, f->pattern.slot_count, SLOT_BYTES, WEND_FORMATION_SLOTS_MAX);
    wendi_visit_expect(v, slots >= f->count, NULL);
    if (wendi_visitor_is_reading(v)) {
        if (wendi_visitor_has_failed(v) ||
            !wendi_visit_expect_memory(
                v, wendi_formation_reserve(f, &c->all->allocator, (uint32_t)slots))) {
            return;
        }
        f->pattern.slot_count = (uint32_t)slots;
    }
    visit_slots(v, f->slots, f->pattern.slot_count);
    for (uint32_t i = 0; i < f->pattern.slot_count; ++i) {
        wendi_visit_vec2(v, &f->at[i]);
        wendi_visit_expect(v, is_position(f->at[i]), NULL);
    }
    wendi_visit_u32(v, &f->pattern.files);
    wendi_visit_f64(v, &f->pattern.width);
    wendi_visit_f64(v, &f->pattern.depth);
    wendi_visit_f64(v, &f->pattern.half_width);
    wendi_visit_f64(v, &f->pattern.reach);
    wendi_visit_u32(v, &f->pinned);
    wendi_visit_u32(v, &f->full_files);
    wendi_visit_f64(v, &f->full_width);
    wendi_visit_f64(v, &f->full_depth);
    wendi_visit_u32(v, &f->room);
    wendi_visit_u32(v, &f->widen_ticks);
    if (wendi_visitor_is_reading(v) && !wendi_visitor_has_failed(v)) {
        wendi_visit_expect(v, are_measures_sound(f) && hold(f), NULL);
    }
}

/* True if the definition has a layout. */
static bool can_be_laid(wendi_formations *all, const wendi_formation *f)
{
    wendi_formation_scratch *scratch = all->scratch;
    const wendi_pattern_def def = wendi_formation_pattern_def(f, f->count);
    wendi_pattern pattern;
    return wendi_pattern_make(&def, &scratch->pattern, scratch->slots, &pattern) == WEND_OK;
}

/* ---- the march ---- */

static void visit_anchor(wendi_visitor *v, wendi_anchor *anchor)
{
    wendi_visit_vec2(v, &anchor->position);
    wendi_visit_f64(v, &anchor->heading);
    wendi_visit_vec2(v, &anchor->forward);
    wendi_visit_vec2(v, &anchor->velocity);
    wendi_visit_f64(v, &anchor->turn_rate);
    uint64_t leg = anchor->leg;
    wendi_visit_u64(v, &leg);
    if (wendi_visitor_is_reading(v)) {
        anchor->leg = (size_t)leg;
        const double squared = wend_vec2_dot(anchor->forward, anchor->forward);
        wendi_visit_expect(v,
                           is_position(anchor->position) && is_within(anchor->heading, -4, 4) &&
                               is_within(squared, 0.98, 1.02) &&
                               is_within(anchor->velocity.x, -FAST, FAST) &&
                               is_within(anchor->velocity.y, -FAST, FAST) &&
                               is_within(anchor->turn_rate, -1e9, 1e9) && leg < UINT32_MAX,
                           NULL);
    }
}

static void visit_path(wendi_visitor *v, const formation_context *c, wendi_anchor_path *path)
{
    wendi_visit_u32(v, &path->open);
    const size_t count = wendi_visit_count(v, path->count, POINT_BYTES, UINT32_MAX);
    wendi_visit_expect(v, path->open <= count && (count == 0 || path->open > 0), NULL);
    if (wendi_visitor_is_reading(v)) {
        if (wendi_visitor_has_failed(v) ||
            !wendi_visit_expect_memory(
                v, wendi_anchor_path_reserve(path, &c->all->allocator, count))) {
            return;
        }
        path->count = (uint32_t)count;
    }
    double before = 0;
    for (uint32_t i = 0; i < path->count && !wendi_visitor_has_failed(v); ++i) {
        wendi_visit_vec2(v, &path->points[i]);
        wendi_visit_f64(v, &path->arcs[i]);
        wendi_visit_f64(v, &path->rooms[i]);
        wendi_visit_expect(v,
                           is_position(path->points[i]) && is_within(path->arcs[i], before, FAR) &&
                               is_within(path->rooms[i], 0, FAST),
                           NULL);
        before = path->arcs[i];
    }
}

static void visit_march(wendi_visitor *v, const formation_context *c, wendi_formation *f)
{
    const uint32_t order = wendi_visit_code(v, f->order, WENDI_FORMATION_BY_FLOW);
    const uint32_t state = wendi_visit_code(v, f->state, WEND_BODY_NO_PATH);
    wendi_visit_vec2(v, &f->goal);
    wendi_visit_f64(v, &f->goal_heading);
    wendi_visit_u32(v, &f->flow.index1);
    wendi_visit_u32(v, &f->flow.generation);
    wendi_visit_u32(v, &f->waited);
    wendi_visit_u32(v, &f->stalled);
    wendi_visit_f64(v, &f->mean_least);
    wendi_visit_f64(v, &f->exit_arc);
    wendi_visit_u32(v, &f->tries);
    wendi_visit_u32(v, &f->settled);
    wendi_visit_u32(v, &f->settling);
    if (wendi_visitor_is_reading(v)) {
        f->order = (uint8_t)order;
        f->state = (uint8_t)state;
        wendi_visit_expect(
            v,
            is_position(f->goal) && is_within(f->mean_least, 0, WENDI_SLOT_ERROR_MOST) &&
                is_within(f->exit_arc, -1, FAR) &&
                (wendi_is_nan(f->goal_heading) || is_within(f->goal_heading, -1e6, 1e6)),
            NULL);
    }
    visit_anchor(v, &f->anchor);
    visit_path(v, c, &f->path);
    wendi_visit_expect(v, f->path.count == 0 || f->anchor.leg < f->path.count, NULL);
}

/* ---- all ---- */

static void visit_formation(wendi_visitor *v, const formation_context *c, wendi_formation *f)
{
    wendi_visit_u32(v, &f->generation);
    if (f->generation % 2 == 0) {
        return;
    }
    visit_def(v, c, f);
    visit_members(v, c, f);
    visit_pattern(v, c, f);
    visit_march(v, c, f);
    if (wendi_visitor_is_reading(v) && !wendi_visitor_has_failed(v)) {
        c->all->active_count++;
        wendi_visit_expect(v, can_be_laid(c->all, f), NULL);
    }
}

void wendi_formations_visit(wendi_formations *formations, const wendi_bodies *bodies,
                            uint32_t floor_count, uint32_t class_count, wendi_visitor *v)
{
    const formation_context c = {formations, bodies, floor_count, class_count};
    const size_t count =
        wendi_visit_count(v, formations->count, ITEM_BYTES, WEND_CROWD_FORMATIONS_MAX);
    if (wendi_visitor_is_reading(v) && count > 0) {
        formations->items =
            wendi_alloc_zero(&formations->allocator, count * sizeof *formations->items);
        formations->capacity = formations->items == NULL ? 0 : (uint32_t)count;
        formations->count = formations->capacity;
        const bool has_memory =
            formations->items != NULL && wendi_formations_reserve_scratch(formations);
        (void)wendi_visit_expect_memory(v, has_memory);
    }
    for (uint32_t i = 0; i < formations->count && !wendi_visitor_has_failed(v); ++i) {
        visit_formation(v, &c, &formations->items[i]);
    }
}
