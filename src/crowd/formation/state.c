/* state.c: formations as a hash and as bytes. Bytes are untrusted: every number that is read is one
 * that a formation can have.
 * Cost: linear in members, slots and points of paths. */
#include "crowd/formation/formation.h"

#include "base/core/memory.h"
#include "base/math/bits.h"

/* ---- writing ---- */

typedef struct formation_sink {
    wendi_writer *writer; /* NULL: into the hash */
    uint64_t hash;
} formation_sink;

static void put_u64(formation_sink *s, uint64_t value)
{
    if (s->writer != NULL) {
        wendi_write_u64(s->writer, value);
    } else {
        s->hash = wend_hash_u64(s->hash, value);
    }
}

static void put_u32(formation_sink *s, uint32_t value)
{
    if (s->writer != NULL) {
        wendi_write_u32(s->writer, value);
    } else {
        s->hash = wend_hash_u64(s->hash, value);
    }
}

static void put_f64(formation_sink *s, double value)
{
    put_u64(s, wendi_bits_of_f64(value));
}

static void put_vec2(formation_sink *s, wend_vec2 v)
{
    put_f64(s, v.x);
    put_f64(s, v.y);
}

static void put_slots(formation_sink *s, const wend_formation_slot *slots, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        put_vec2(s, slots[i].offset);
        put_u32(s, slots[i].role);
    }
}

static void put_def(formation_sink *s, const wendi_formation *f)
{
    put_u32(s, (uint32_t)f->shape);
    put_u32(s, f->files);
    put_f64(s, f->spacing_def);
    put_f64(s, f->spacing);
    put_u32(s, (uint32_t)f->is_narrowing | (uint32_t)f->is_waiting << 1 |
                   (uint32_t)f->has_left << 2 | (uint32_t)f->needs_query << 3 |
                   (uint32_t)f->is_path_whole << 4 | (uint32_t)f->is_relaid << 5 |
                   (uint32_t)f->anchor.is_at_end << 6 | (uint32_t)f->anchor.is_turned << 7 |
                   (uint32_t)f->is_jammed << 8);
    put_u64(s, f->user);
    put_u64(s, f->def_slot_count);
    put_slots(s, f->def_slots, f->def_slot_count);
}

static void put_members(formation_sink *s, const wendi_formation *f)
{
    put_u64(s, f->count);
    for (uint32_t i = 0; i < f->count; ++i) {
        const wendi_formation_member *m = &f->members[i];
        put_u32(s, m->body);
        put_u32(s, m->role);
        put_u32(s, m->slot);
        put_u32(s, m->mode);
        put_u32(s, m->failed_checks);
        put_u32(s, m->late_ticks);
        put_vec2(s, m->target);
    }
    put_f64(s, f->radius);
    put_u32(s, f->leader);
    put_u32(s, f->leader_class);
    put_u32(s, f->floor);
}

static void put_pattern(formation_sink *s, const wendi_formation *f)
{
    put_u64(s, f->pattern.slot_count);
    put_slots(s, f->slots, f->pattern.slot_count);
    for (uint32_t i = 0; i < f->pattern.slot_count; ++i) {
        put_vec2(s, f->at[i]);
    }
    put_u32(s, f->pattern.files);
    put_f64(s, f->pattern.width);
    put_f64(s, f->pattern.depth);
    put_f64(s, f->pattern.half_width);
    put_f64(s, f->pattern.reach);
    put_u32(s, f->pinned);
    put_u32(s, f->full_files);
    put_f64(s, f->full_width);
    put_f64(s, f->full_depth);
    put_u32(s, f->room);
    put_u32(s, f->widen_ticks);
}

static void put_march(formation_sink *s, const wendi_formation *f)
{
    put_u32(s, f->order);
    put_u32(s, f->state);
    put_vec2(s, f->goal);
    put_f64(s, f->goal_heading);
    put_u32(s, f->flow.index1);
    put_u32(s, f->flow.generation);
    put_u32(s, f->waited);
    put_u32(s, f->stalled);
    put_f64(s, f->mean_least);
    put_f64(s, f->exit_arc);
    put_u32(s, f->tries);
    put_u32(s, f->settled);
    put_u32(s, f->settling);
    put_vec2(s, f->anchor.position);
    put_f64(s, f->anchor.heading);
    put_vec2(s, f->anchor.forward);
    put_vec2(s, f->anchor.velocity);
    put_f64(s, f->anchor.turn_rate);
    put_u64(s, f->anchor.leg);
    put_u32(s, f->path.open);
    put_u64(s, f->path.count);
    for (uint32_t i = 0; i < f->path.count; ++i) {
        put_vec2(s, f->path.points[i]);
        put_f64(s, f->path.arcs[i]);
        put_f64(s, f->path.rooms[i]);
    }
}

static void put_all(formation_sink *s, const wendi_formations *all)
{
    put_u64(s, all->count);
    for (uint32_t i = 0; i < all->count; ++i) {
        const wendi_formation *f = &all->items[i];
        put_u32(s, f->generation);
        if (f->generation % 2 == 1) {
            put_def(s, f);
            put_members(s, f);
            put_pattern(s, f);
            put_march(s, f);
        }
    }
}

uint64_t wendi_formations_hash(const wendi_formations *all, uint64_t hash)
{
    formation_sink s = {NULL, hash};
    put_all(&s, all);
    return s.hash;
}

void wendi_formations_write(const wendi_formations *all, wendi_writer *writer)
{
    formation_sink s = {writer, 0};
    put_all(&s, all);
}

/* ---- reading ---- */

/* Further out than any body gets. */
static const double FAR = 1e13;
static const double FAST = 1e3;
enum { ITEM_BYTES = 4, SLOT_BYTES = 20, MEMBER_BYTES = 40, POINT_BYTES = 32, FLAGS = 511 };

/* The bytes of a formation, and what they refer to in the crowd. */
typedef struct formation_source {
    wendi_reader *reader;
    const wendi_bodies *bodies;
    const wend_allocator *allocator;
    uint32_t floor_count, class_count;
    bool is_out_of_memory;
} formation_source;

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high;
}

static bool is_position(wend_vec2 v)
{
    return is_within(v.x, -FAR, FAR) && is_within(v.y, -FAR, FAR);
}

static wend_vec2 read_vec2(formation_source *s)
{
    const double x = wendi_read_f64(s->reader);
    return (wend_vec2){x, wendi_read_f64(s->reader)};
}

static bool read_slots(formation_source *s, wend_formation_slot *slots, size_t count)
{
    bool is_fine = true;
    for (size_t i = 0; i < count; ++i) {
        slots[i].offset = read_vec2(s);
        slots[i].role = wendi_read_u32(s->reader);
        is_fine = is_fine && is_position(slots[i].offset);
    }
    return is_fine;
}

/* ---- the definition ---- */

static bool read_def(formation_source *s, wendi_formation *f)
{
    const uint32_t shape = wendi_read_u32(s->reader);
    f->shape = (wend_formation_shape)(shape <= (uint32_t)WEND_FORMATION_CUSTOM ? shape : 0);
    f->files = wendi_read_u32(s->reader);
    f->spacing_def = wendi_read_f64(s->reader);
    f->spacing = wendi_read_f64(s->reader);
    const uint32_t flags = wendi_read_u32(s->reader);
    f->is_narrowing = (flags & 1) != 0;
    f->is_waiting = (flags & 2) != 0;
    f->has_left = (flags & 4) != 0;
    f->needs_query = (flags & 8) != 0;
    f->is_path_whole = (flags & 16) != 0;
    f->is_relaid = (flags & 32) != 0;
    f->anchor.is_at_end = (flags & 64) != 0;
    f->anchor.is_turned = (flags & 128) != 0;
    f->is_jammed = (flags & 256) != 0;
    f->user = wendi_read_u64(s->reader);
    const size_t def_slots = wendi_read_count(s->reader, SLOT_BYTES);
    if (s->reader->has_failed || shape > (uint32_t)WEND_FORMATION_CUSTOM || flags > FLAGS ||
        f->files > WEND_FORMATION_SLOTS_MAX || !is_within(f->spacing_def, 0, WENDI_SPACING_MOST) ||
        !is_within(f->spacing, WENDI_CROWD_LENGTH_LEAST, WENDI_SPACING_MOST) ||
        def_slots > WEND_FORMATION_SLOTS_MAX) {
        return false;
    }
    f->def_slots = wendi_alloc(s->allocator, def_slots * sizeof *f->def_slots);
    s->is_out_of_memory = f->def_slots == NULL && def_slots > 0;
    f->def_slot_count = f->def_slots == NULL ? 0 : (uint32_t)def_slots;
    return !s->is_out_of_memory && read_slots(s, f->def_slots, def_slots);
}

/* ---- members ---- */

static bool is_member_sound(const formation_source *s, const wendi_formations *all,
                            const wendi_formation_member *m, uint32_t mode)
{
    const wendi_bodies *b = s->bodies;
    if (s->reader->has_failed || m->body >= b->high || !wendi_bodies_is_alive(b, m->body) ||
        all->of[m->body] != 0 || m->slot >= WEND_FORMATION_SLOTS_MAX || !is_position(m->target)) {
        return false;
    }
    static const uint8_t GOALS[] = {WEND_BODY_GOAL_SLOT, WEND_BODY_GOAL_SLOT, WEND_BODY_GOAL_POINT,
                                    WEND_BODY_GOAL_FLOW};
    return mode <= (uint32_t)WENDI_MEMBER_BY_FLOW && b->goal[m->body] == GOALS[mode];
}

static bool read_member(formation_source *s, wendi_formations *all, wendi_formation *f)
{
    wendi_formation_member *m = &f->members[f->count];
    m->body = wendi_read_u32(s->reader);
    m->role = wendi_read_u32(s->reader);
    m->slot = wendi_read_u32(s->reader);
    const uint32_t mode = wendi_read_u32(s->reader);
    m->mode = (uint8_t)mode;
    m->failed_checks = wendi_read_u32(s->reader);
    m->late_ticks = wendi_read_u32(s->reader);
    m->target = read_vec2(s);
    if (!is_member_sound(s, all, m, mode)) {
        return false;
    }
    all->of[m->body] = (uint32_t)(f - all->items) + 1;
    f->count++;
    return true;
}

static bool read_members(formation_source *s, wendi_formations *all, wendi_formation *f)
{
    const size_t count = wendi_read_count(s->reader, MEMBER_BYTES);
    if (s->reader->has_failed || count < 1 || count > WEND_FORMATION_SLOTS_MAX) {
        return false;
    }
    const uint32_t most = count > f->def_slot_count ? (uint32_t)count : f->def_slot_count;
    if (!wendi_formation_reserve(f, s->allocator, most)) {
        s->is_out_of_memory = true;
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!read_member(s, all, f)) {
            return false;
        }
    }
    f->radius = wendi_read_f64(s->reader);
    f->leader = wendi_read_u32(s->reader);
    f->leader_class = wendi_read_u32(s->reader);
    f->floor = wendi_read_u32(s->reader);
    return is_within(f->radius, WENDI_CROWD_LENGTH_LEAST, FAST) && f->leader < s->bodies->high &&
           all->of[f->leader] == (uint32_t)(f - all->items) + 1 &&
           f->leader_class < s->class_count && f->floor < s->floor_count;
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

static void read_measures(formation_source *s, wendi_formation *f)
{
    f->pattern.files = wendi_read_u32(s->reader);
    f->pattern.width = wendi_read_f64(s->reader);
    f->pattern.depth = wendi_read_f64(s->reader);
    f->pattern.half_width = wendi_read_f64(s->reader);
    f->pattern.reach = wendi_read_f64(s->reader);
    f->pinned = wendi_read_u32(s->reader);
    f->full_files = wendi_read_u32(s->reader);
    f->full_width = wendi_read_f64(s->reader);
    f->full_depth = wendi_read_f64(s->reader);
    f->room = wendi_read_u32(s->reader);
    f->widen_ticks = wendi_read_u32(s->reader);
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

static bool read_pattern(formation_source *s, wendi_formation *f)
{
    const size_t slots = wendi_read_count(s->reader, SLOT_BYTES);
    if (s->reader->has_failed || slots < f->count || slots > WEND_FORMATION_SLOTS_MAX) {
        return false;
    }
    if (!wendi_formation_reserve(f, s->allocator, (uint32_t)slots)) {
        s->is_out_of_memory = true;
        return false;
    }
    f->pattern.slot_count = (uint32_t)slots;
    bool is_fine = read_slots(s, f->slots, slots);
    for (size_t i = 0; i < slots; ++i) {
        f->at[i] = read_vec2(s);
        is_fine = is_fine && is_position(f->at[i]);
    }
    read_measures(s, f);
    return is_fine && are_measures_sound(f) && hold(f);
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

static bool read_path(formation_source *s, wendi_anchor_path *path)
{
    path->open = wendi_read_u32(s->reader);
    const size_t count = wendi_read_count(s->reader, POINT_BYTES);
    if (s->reader->has_failed || path->open > count || (count > 0 && path->open == 0)) {
        return false;
    }
    if (!wendi_anchor_path_reserve(path, s->allocator, count)) {
        s->is_out_of_memory = true;
        return false;
    }
    double before = 0;
    for (size_t i = 0; i < count; ++i) {
        path->points[i] = read_vec2(s);
        path->arcs[i] = wendi_read_f64(s->reader);
        path->rooms[i] = wendi_read_f64(s->reader);
        if (!is_position(path->points[i]) || !is_within(path->arcs[i], before, FAR) ||
            !is_within(path->rooms[i], 0, FAST)) {
            return false;
        }
        before = path->arcs[i];
    }
    path->count = (uint32_t)count;
    return true;
}

static bool read_anchor(formation_source *s, wendi_anchor *w)
{
    w->position = read_vec2(s);
    w->heading = wendi_read_f64(s->reader);
    w->forward = read_vec2(s);
    w->velocity = read_vec2(s);
    w->turn_rate = wendi_read_f64(s->reader);
    const uint64_t leg = wendi_read_u64(s->reader);
    w->leg = (size_t)leg;
    const double squared = wend_vec2_dot(w->forward, w->forward);
    return is_position(w->position) && is_within(w->heading, -4, 4) &&
           is_within(squared, 0.98, 1.02) && is_within(w->velocity.x, -FAST, FAST) &&
           is_within(w->velocity.y, -FAST, FAST) && is_within(w->turn_rate, -1e9, 1e9) &&
           leg < UINT32_MAX;
}

static bool read_march(formation_source *s, wendi_formation *f)
{
    const uint32_t order = wendi_read_u32(s->reader);
    const uint32_t state = wendi_read_u32(s->reader);
    f->order = (uint8_t)order;
    f->state = (uint8_t)state;
    f->goal = read_vec2(s);
    f->goal_heading = wendi_read_f64(s->reader);
    f->flow.index1 = wendi_read_u32(s->reader);
    f->flow.generation = wendi_read_u32(s->reader);
    f->waited = wendi_read_u32(s->reader);
    f->stalled = wendi_read_u32(s->reader);
    f->mean_least = wendi_read_f64(s->reader);
    f->exit_arc = wendi_read_f64(s->reader);
    f->tries = wendi_read_u32(s->reader);
    f->settled = wendi_read_u32(s->reader);
    f->settling = wendi_read_u32(s->reader);
    const bool is_fine = order <= (uint32_t)WENDI_FORMATION_BY_FLOW &&
                         state <= (uint32_t)WEND_BODY_NO_PATH && is_position(f->goal) &&
                         is_within(f->mean_least, 0, WENDI_SLOT_ERROR_MOST) &&
                         is_within(f->exit_arc, -1, FAR) &&
                         (wendi_is_nan(f->goal_heading) || is_within(f->goal_heading, -1e6, 1e6));
    return is_fine && read_anchor(s, &f->anchor) && read_path(s, &f->path) &&
           (f->path.count == 0 || f->anchor.leg < f->path.count);
}

/* ---- all ---- */

static bool read_one(formation_source *s, wendi_formations *all)
{
    const uint32_t generation = wendi_read_u32(s->reader);
    if (s->reader->has_failed) {
        return false;
    }
    wendi_formation *f = &all->items[all->count++];
    *f = (wendi_formation){.generation = generation};
    if (generation % 2 == 0) {
        return true;
    }
    all->active_count++;
    return read_def(s, f) && read_members(s, all, f) && read_pattern(s, f) && read_march(s, f) &&
           can_be_laid(all, f);
}

wend_result wendi_formations_read(wendi_formations *all, const wendi_bodies *bodies,
                                  uint32_t floor_count, uint32_t class_count, wendi_reader *reader)
{
    formation_source s = {.reader = reader,
                          .bodies = bodies,
                          .allocator = &all->allocator,
                          .floor_count = floor_count,
                          .class_count = class_count};
    const size_t count = wendi_read_count(reader, ITEM_BYTES);
    if (reader->has_failed || count > WEND_CROWD_FORMATIONS_MAX) {
        return WEND_ERROR_FILE;
    }
    if (count == 0) {
        return WEND_OK;
    }
    all->items = wendi_alloc_zero(&all->allocator, count * sizeof *all->items);
    all->capacity = all->items == NULL ? 0 : (uint32_t)count;
    if (all->items == NULL || !wendi_formations_reserve_scratch(all)) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!read_one(&s, all)) {
            return s.is_out_of_memory ? WEND_ERROR_MEMORY : WEND_ERROR_FILE;
        }
    }
    return reader->has_failed ? WEND_ERROR_FILE : WEND_OK;
}
