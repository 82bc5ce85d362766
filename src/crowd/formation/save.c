/* takes: formations, bytes.
 * gives: their fingerprint, their bytes, and formations from bytes that make sense.
 * cost:  linear in members, slots and points of ways. */
#include "crowd/formation/formation.h"

#include "base/core/memory.h"
#include "base/math/bits.h"

/* ---- one list of all there is, for bytes and for the fingerprint ---- */

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
                   (uint32_t)f->has_left << 2 | (uint32_t)f->is_asking << 3 |
                   (uint32_t)f->is_path_whole << 4 | (uint32_t)f->is_relaid << 5 |
                   (uint32_t)f->anchor.is_at_end << 6 | (uint32_t)f->anchor.is_turned << 7 |
                   (uint32_t)f->is_jammed << 8);
    put_u64(s, f->user);
    put_u64(s, f->given_count);
    put_slots(s, f->given, f->given_count);
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
