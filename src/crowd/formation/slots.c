/* The slots of a formation, and the assignment of members to them.
 * Cost: a layout is linear; an assignment of n members is n^3 at worst and nearly n^2, in chunks
 * of WENDI_FORMATION_CHUNK; filling is linear for each member that left. */
#include "crowd/assignment/assignment.h"
#include "crowd/formation/formation.h"

#include "base/core/memory.h"

#include <math.h>
#include <string.h>

/* Added to a squared distance: a slot of another role, and such a slot for a member without a
 * role. */
static const double WRONG_ROLE = 1e14;
static const double NO_ROLE = 1e13;

/* ---- layout ---- */

static bool has_files(wend_formation_shape shape)
{
    return shape == WEND_FORMATION_LINE || shape == WEND_FORMATION_COLUMN ||
           shape == WEND_FORMATION_PHALANX;
}

wendi_pattern_def wendi_formation_pattern_def(const wendi_formation *f, uint32_t members)
{
    return (wendi_pattern_def){.slots = f->def_slots,
                               .slot_count = f->def_slot_count,
                               .spacing = f->spacing,
                               .shape = f->shape,
                               .members = members,
                               .files = f->pinned > 0 ? f->pinned : f->files,
                               .room = f->room};
}

/* Empties all slots. */
static void empty_slots(wendi_formation *f)
{
    memset(f->holders, 0, f->capacity * sizeof *f->holders);
    for (uint32_t i = 0; i < f->count; ++i) {
        f->members[i].slot = WENDI_NONE;
    }
}

void wendi_formation_lay_out(wendi_formations *all, wendi_formation *f, bool is_new)
{
    if (is_new) {
        f->pinned = 0;
    }
    wendi_pattern_def def = wendi_formation_pattern_def(f, f->count);
    def.room = 0;
    /* Definitions were checked before they were applied. */
    (void)wendi_pattern_make(&def, &all->scratch->pattern, f->slots, &f->pattern);
    f->full_files = f->pattern.files;
    f->full_width = f->pattern.width;
    f->full_depth = f->pattern.depth;
    if (is_new && has_files(f->shape)) {
        f->pinned = f->files > 0 ? f->files : f->full_files;
    }
    if (f->room >= f->full_files) {
        f->room = 0;
    }
    if (f->room > 0) {
        def.room = f->room;
        (void)wendi_pattern_make(&def, &all->scratch->pattern, f->slots, &f->pattern);
    }
    f->is_relaid = true;
}

/* ---- choice of slots, where there are more than members ---- */

/* Claims a member with this role that has none of its slots yet; marks it by its slot. */
static bool claim_member(wendi_formation *f, uint32_t role)
{
    for (uint32_t i = 0; i < f->count; ++i) {
        if (f->members[i].role == role && f->members[i].slot == WENDI_NONE) {
            f->members[i].slot = 0;
            return true;
        }
    }
    return false;
}

/* Slots with roles that members have, then those without a role, then the rest, each in their
 * order. @param slots [f->count] filled. */
static void choose_slots(wendi_formation *f, wendi_sort_pair *slots)
{
    uint32_t count = 0;
    const uint32_t all = f->pattern.slot_count;
    for (uint32_t i = 0; i < all && count < f->count; ++i) {
        const uint32_t role = f->slots[i].role;
        if (all == f->count || (role != 0 && claim_member(f, role))) {
            slots[count++].value = i;
            f->holders[i] = 1;
        }
    }
    for (uint32_t pass = 0; pass < 2; ++pass) {
        for (uint32_t i = 0; i < all && count < f->count; ++i) {
            if (f->holders[i] == 0 && (pass == 1 || f->slots[i].role == 0)) {
                slots[count++].value = i;
                f->holders[i] = 1;
            }
        }
    }
    empty_slots(f);
}

/* ---- assignment ---- */

static double role_cost(uint32_t slot_role, uint32_t role)
{
    if (slot_role == 0 || slot_role == role) {
        return 0;
    }
    return role == 0 ? NO_ROLE : WRONG_ROLE;
}

static double cost_of(const wend_crowd *crowd, const wendi_formation *f, uint32_t member,
                      uint32_t slot)
{
    const uint32_t body = f->members[member].body;
    const double dx = crowd->bodies.x[body] - f->at[slot].x;
    const double dy = crowd->bodies.y[body] - f->at[slot].y;
    return dx * dx + dy * dy + role_cost(f->slots[slot].role, f->members[member].role);
}

static void assign_chunk(wend_crowd *crowd, wendi_formation *f, const wendi_sort_pair *rows,
                         const wendi_sort_pair *columns, uint32_t count)
{
    wendi_formations *all = crowd->formations;
    wendi_formation_scratch *scratch = all->scratch;
    for (uint32_t row = 0; row < count; ++row) {
        for (uint32_t column = 0; column < count; ++column) {
            scratch->costs[row * count + column] =
                cost_of(crowd, f, rows[row].value, columns[column].value);
        }
    }
    (void)wendi_assignment_run(scratch->costs, count, count, all->assigning, scratch->answers);
    for (uint32_t row = 0; row < count; ++row) {
        const uint32_t slot = columns[scratch->answers[row]].value;
        f->members[rows[row].value].slot = slot;
        f->holders[slot] = rows[row].value + 1;
    }
}

/* Keys that grow by role, then from the front to the back. */
static uint64_t key_of(const wendi_formation *f, wend_vec2 at, uint32_t role)
{
    const wend_vec2 from = wend_vec2_sub(at, f->anchor.position);
    const double ahead = from.x * f->anchor.forward.x + from.y * f->anchor.forward.y;
    const double steps = floor(-ahead * 16);
    const double limit = 0x1p+30;
    const double bounded = steps < -limit ? -limit : steps;
    const uint64_t steps_back = (uint64_t)((bounded > limit ? limit : bounded) + limit);
    return (uint64_t)role << 32 | steps_back;
}

void wendi_formation_assign(wend_crowd *crowd, wendi_formation *f)
{
    wendi_formation_scratch *scratch = crowd->formations->scratch;
    wendi_formation_place_slots(crowd, f);
    f->has_left = false;
    empty_slots(f);
    choose_slots(f, scratch->columns);
    for (uint32_t i = 0; i < f->count; ++i) {
        scratch->rows[i].value = i;
    }
    if (f->count > (uint32_t)WENDI_FORMATION_CHUNK) {
        const wendi_bodies *b = &crowd->bodies;
        for (uint32_t i = 0; i < f->count; ++i) {
            const uint32_t body = f->members[i].body;
            const uint32_t slot = scratch->columns[i].value;
            scratch->rows[i].key =
                key_of(f, (wend_vec2){b->x[body], b->y[body]}, f->members[i].role);
            scratch->columns[i].key = key_of(f, f->at[slot], f->slots[slot].role);
        }
        wendi_sort_pairs(scratch->rows, scratch->sorting, f->count);
        wendi_sort_pairs(scratch->columns, scratch->sorting, f->count);
    }
    for (uint32_t first = 0; first < f->count; first += WENDI_FORMATION_CHUNK) {
        const uint32_t left = f->count - first;
        assign_chunk(crowd, f, scratch->rows + first, scratch->columns + first,
                     left < (uint32_t)WENDI_FORMATION_CHUNK ? left : WENDI_FORMATION_CHUNK);
    }
}

/* ---- filling ---- */

/* True if the member of a slot can move to another without a worse role. */
static bool may_move(const wendi_formation *f, uint32_t from, uint32_t to)
{
    const uint32_t role = f->members[f->holders[from] - 1].role;
    return role_cost(f->slots[to].role, role) <= role_cost(f->slots[from].role, role);
}

/* The occupied slot behind this one, nearest to its file, then nearest to it; WENDI_NONE: none. */
static uint32_t next_behind(const wendi_formation *f, uint32_t slot)
{
    const wend_vec2 here = f->slots[slot].offset;
    uint32_t best = WENDI_NONE;
    double best_cost = 0;
    for (uint32_t i = 0; i < f->pattern.slot_count; ++i) {
        const double back = here.x - f->slots[i].offset.x;
        if (f->holders[i] == 0 || !(back > f->spacing / 4) || !may_move(f, i, slot)) {
            continue;
        }
        const double beside = fabs(f->slots[i].offset.y - here.y);
        const double cost = 4 * beside + back;
        if (best == WENDI_NONE || cost < best_cost) {
            best = i;
            best_cost = cost;
        }
    }
    return best;
}

static void move_to(wendi_formation *f, uint32_t from, uint32_t to)
{
    const uint32_t member = f->holders[from];
    f->holders[to] = member;
    f->holders[from] = 0;
    f->members[member - 1].slot = to;
}

/* Members behind the gap move up by one each. If none may move, the member of the last slot fills
 * the gap, unless that is in the last rank: then the rank closes up. @return the final gap. */
static uint32_t move_up(wendi_formation *f, uint32_t gap)
{
    for (uint32_t from = next_behind(f, gap); from != WENDI_NONE; from = next_behind(f, gap)) {
        move_to(f, from, gap);
        gap = from;
    }
    const uint32_t last = f->pattern.slot_count - 1;
    const double back = f->slots[gap].offset.x - f->slots[last].offset.x;
    if (f->holders[last] != 0 && back > f->spacing / 4) {
        move_to(f, last, gap);
        gap = last;
    }
    return gap;
}

static uint32_t first_gap(const wendi_formation *f, uint32_t slots)
{
    uint32_t i = 0;
    while (i < slots && f->holders[i] != 0) {
        i++;
    }
    return i;
}

/* Fills the front gap, and removes a slot from a list laid out for more members. */
static void fill_one(wendi_formation *f, uint32_t gap)
{
    gap = move_up(f, gap);
    /* Moves the slots behind the gap up by one in the list. */
    for (uint32_t i = gap + 1; i < f->pattern.slot_count; ++i) {
        if (f->holders[i] != 0) {
            move_to(f, i, i - 1);
        }
    }
    f->pattern.slot_count--;
}

void wendi_formation_fill_gaps(wend_crowd *crowd, wendi_formation *f)
{
    if (!f->has_left) {
        return;
    }
    f->has_left = false;
    wendi_formation_choose_leader(crowd, f);
    const bool has_no_ranks =
        f->room > 0 || f->shape == WEND_FORMATION_CIRCLE || f->shape == WEND_FORMATION_CUSTOM;
    while (!has_no_ranks && f->pattern.slot_count > f->count) {
        fill_one(f, first_gap(f, f->pattern.slot_count));
    }
    wendi_formation_lay_out(crowd->formations, f, false);
    if (has_no_ranks) {
        wendi_formation_assign(crowd, f);
    }
}
