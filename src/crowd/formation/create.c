/* takes: definitions of formations, members.
 * gives: formations that are made, changed, joined, left and ended.
 * cost:  linear in members, and the assignment. */
#include "crowd/core/limits.h"
#include "crowd/formation/formation.h"

#include "base/core/memory.h"
#include "base/math/bits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FORMATION_COOKIE = 0x464F524D };

static const double SPACING_RADII = 3;

wend_formation_def wend_formation_def_default(void)
{
    return (wend_formation_def){
        .cookie = FORMATION_COOKIE, .is_narrowing = true, .is_waiting = true};
}

/* ---- checks ---- */

static wend_result check_shape(wend_message *error, const char *function,
                               const wend_formation_def *def)
{
    if ((int)def->shape < (int)WEND_FORMATION_LINE ||
        (int)def->shape > (int)WEND_FORMATION_CUSTOM) {
        return wendi_refuse(error, function, "shape", (int)def->shape, WEND_FORMATION_LINE,
                            WEND_FORMATION_CUSTOM);
    }
    if (def->shape != WEND_FORMATION_CUSTOM) {
        return WEND_OK;
    }
    if (def->slot_count == 0) {
        return wendi_fail(error, WEND_ERROR_ARGUMENT,
                          "%s: slot_count is 0, and a custom shape needs 1 or more", function);
    }
    for (size_t i = 0; i < def->slot_count; ++i) {
        const double x = def->slots[i].offset.x;
        const double y = def->slots[i].offset.y;
        const bool is_x = x >= -WENDI_OFFSET_MOST && x <= WENDI_OFFSET_MOST;
        if (!is_x || !(y >= -WENDI_OFFSET_MOST && y <= WENDI_OFFSET_MOST)) {
            char field[48];
            (void)snprintf(field, sizeof field, "slots[%zu].offset.%c", i, is_x ? 'y' : 'x');
            return wendi_refuse(error, function, field, is_x ? y : x, -WENDI_OFFSET_MOST,
                                WENDI_OFFSET_MOST);
        }
    }
    return WEND_OK;
}

static wend_result check_def(wend_crowd *crowd, const char *function, const wend_formation_def *def)
{
    wend_message *error = &crowd->error;
    if (def == NULL) {
        return wendi_refuse_null(error, function, "def");
    }
    if (def->cookie != FORMATION_COOKIE) {
        return wendi_refuse_cookie(error, function, def->cookie, "wend_formation_def_default");
    }
    if (!(def->spacing >= 0 && def->spacing <= WENDI_SPACING_MOST)) {
        return wendi_refuse(error, function, "spacing", def->spacing, 0, WENDI_SPACING_MOST);
    }
    if (def->spacing > 0 && def->spacing < WENDI_CROWD_LENGTH_LEAST) {
        return wendi_fail(error, WEND_ERROR_ARGUMENT,
                          "%s: spacing is %s, and must be 0 or at least %s", function,
                          wendi_format_number(def->spacing).text,
                          wendi_format_number(WENDI_CROWD_LENGTH_LEAST).text);
    }
    if (def->slot_count > WEND_FORMATION_SLOTS_MAX) {
        return wendi_refuse(error, function, "slot_count", (double)def->slot_count, 0,
                            WEND_FORMATION_SLOTS_MAX);
    }
    if (def->files > WEND_FORMATION_SLOTS_MAX) {
        return wendi_refuse(error, function, "files", def->files, 0, WEND_FORMATION_SLOTS_MAX);
    }
    if (def->slot_count > 0 && def->slots == NULL) {
        return wendi_refuse_null(error, function, "slots");
    }
    return check_shape(error, function, def);
}

/* All there, each once? */
static wend_result check_members(wend_crowd *crowd, const char *function,
                                 const wend_body_id *members, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (wendi_bodies_find(&crowd->bodies, members[i]) == WENDI_NONE) {
            return wendi_refuse_id(&crowd->error, function, "body", members[i].index1,
                                   members[i].generation);
        }
    }
    wendi_formation_scratch *scratch = crowd->formations.scratch;
    for (size_t i = 0; i < count; ++i) {
        scratch->rows[i] = (wendi_sort_pair){members[i].index1, 0};
    }
    wendi_sort_pairs(scratch->rows, scratch->sorting, count);
    for (size_t i = 1; i < count; ++i) {
        if (scratch->rows[i].key == scratch->rows[i - 1].key) {
            return wendi_fail(&crowd->error, WEND_ERROR_ARGUMENT, "%s: body %lu is given twice",
                              function, (unsigned long)scratch->rows[i].key);
        }
    }
    return WEND_OK;
}

/* ---- definitions ---- */

/* What a formation would be with this definition: nothing of it is owned yet. */
static wendi_formation draft_of(const wend_formation_def *def, double radius)
{
    return (wendi_formation){.shape = def->shape,
                             .files = def->files,
                             .spacing_def = def->spacing,
                             .spacing = def->spacing > 0 ? def->spacing : SPACING_RADII * radius,
                             .is_narrowing = def->is_narrowing,
                             .is_waiting = def->is_waiting,
                             .user = def->user};
}

/* Can it be laid out for so many? @param slots how many slots that makes. */
static wend_result check_layout(wend_crowd *crowd, const wendi_formation *draft,
                                const wend_formation_slot *given, size_t given_count,
                                uint32_t members, uint32_t *slots)
{
    wendi_formation_scratch *scratch = crowd->formations.scratch;
    wendi_pattern_def def = wendi_formation_pattern_def(draft, members);
    def.slots = given;
    def.slot_count = given_count;
    wendi_pattern pattern;
    const wend_result result =
        wendi_pattern_make(&def, &scratch->pattern, scratch->slots, &pattern);
    *slots = result == WEND_OK ? pattern.slot_count : 0;
    return result;
}

/* A copy of the definition's slots. @return false: no memory. */
static bool copy_given(const wend_crowd *crowd, const wend_formation_def *def,
                       wend_formation_slot **given)
{
    *given = NULL;
    if (def->slot_count == 0) {
        return true;
    }
    *given = wendi_alloc(&crowd->formations.allocator, def->slot_count * sizeof **given);
    if (*given == NULL) {
        return false;
    }
    memcpy(*given, def->slots, def->slot_count * sizeof **given);
    for (size_t i = 0; i < def->slot_count; ++i) {
        /* Offsets that are not read may be anything. */
        if (def->shape != WEND_FORMATION_CUSTOM) {
            (*given)[i].offset = (wend_vec2){0, 0};
        }
    }
    return true;
}

static void apply_draft(wendi_formation *f, const wendi_formation *draft, const wend_allocator *a,
                        wend_formation_slot *given, size_t given_count)
{
    wendi_free(a, f->given, f->given_count * sizeof *f->given);
    f->given = given;
    f->given_count = (uint32_t)given_count;
    f->shape = draft->shape;
    f->files = draft->files;
    f->spacing_def = draft->spacing_def;
    f->spacing = draft->spacing;
    f->is_narrowing = draft->is_narrowing;
    f->is_waiting = draft->is_waiting;
    f->user = draft->user;
}

/* ---- making ---- */

static double largest(const wend_crowd *crowd, const wend_body_id *members, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; ++i) {
        const double radius = crowd->bodies.radius[members[i].index1 - 1];
        most = radius > most ? radius : most;
    }
    return most;
}

/* The anchor: the middle, or the member nearest to it, looking where most look. */
static void put_anchor(const wend_crowd *crowd, wendi_formation *f)
{
    const wendi_bodies *b = &crowd->bodies;
    wend_vec2 look = {0, 0};
    for (uint32_t i = 0; i < f->count; ++i) {
        const uint32_t body = f->members[i].body;
        look.x += b->heading_x[body];
        look.y += b->heading_y[body];
    }
    const double heading = wend_vec2_length(look) > 1e-6 ? wend_atan2(look.y, look.x) : 0;
    const wend_vec2 at =
        wendi_formation_anchor_position(crowd, f, wendi_formation_middle(crowd, f));
    wendi_anchor_begin(&f->anchor, (wendi_anchor_line){&at, 1}, heading);
    f->goal = at;
    f->mean_least = WENDI_SLOT_ERROR_MOST;
    f->goal_heading = (double)NAN;
}

static void add_member(wend_crowd *crowd, wendi_formation *f, uint32_t body, uint32_t role)
{
    wendi_goal_end(crowd, body);
    wendi_member_begin(crowd, body);
    crowd->formations.of[body] = (uint32_t)(f - crowd->formations.items) + 1;
    f->members[f->count++] =
        (wendi_formation_member){.body = body, .role = role, .slot = WENDI_NONE};
}

static void form_up(wend_crowd *crowd, wendi_formation *f, bool is_new)
{
    wendi_formation_choose_leader(crowd, f);
    wendi_formation_lay_out(&crowd->formations, f, is_new);
    wendi_formation_assign(crowd, f);
}

static wend_result make(wend_crowd *crowd, const wend_formation_def *def,
                        const wendi_formation *draft, uint32_t slots, wendi_formation **made)
{
    wendi_formations *all = &crowd->formations;
    wendi_formation f = *draft;
    f.given_count = (uint32_t)def->slot_count;
    if (!copy_given(crowd, def, &f.given)) {
        return WEND_ERROR_MEMORY;
    }
    if (!wendi_formation_reserve(&f, &all->allocator, slots) || !wendi_formations_reserve(all)) {
        wendi_formation_free(&f, &all->allocator);
        return WEND_ERROR_MEMORY;
    }
    *made = wendi_formations_add(all, &f);
    return WEND_OK;
}

wend_result wend_formation_create(wend_crowd *crowd, const wend_formation_def *def,
                                  const wend_body_id *members, const uint32_t *roles, size_t count,
                                  wend_formation_id *id)
{
    if (id != NULL) {
        *id = (wend_formation_id){0, 0};
    }
    static const char function[] = "wend_formation_create";
    wend_result result = wendi_crowd_check_idle(crowd);
    if (result != WEND_OK) {
        return result;
    }
    if (id == NULL || members == NULL) {
        return wendi_refuse_null(&crowd->error, function, id == NULL ? "id" : "members");
    }
    if (count < 1 || count > WEND_FORMATION_SLOTS_MAX) {
        return wendi_refuse(&crowd->error, function, "count", (double)count, 1,
                            WEND_FORMATION_SLOTS_MAX);
    }
    result = check_def(crowd, function, def);
    if (result != WEND_OK) {
        return result;
    }
    wendi_formations *all = &crowd->formations;
    if (!wendi_formations_reserve_scratch(all)) {
        return wendi_fail_plain(&crowd->error, function, WEND_ERROR_MEMORY);
    }
    result = check_members(crowd, function, members, count);
    if (result != WEND_OK) {
        return result;
    }
    if (all->active_count >= WEND_CROWD_FORMATIONS_MAX) {
        return wendi_fail(&crowd->error, WEND_ERROR_FULL,
                          "%s: there are %lu formations, which is the most", function,
                          (unsigned long)all->active_count);
    }
    const wendi_formation draft = draft_of(def, largest(crowd, members, count));
    uint32_t slots = 0;
    result = check_layout(crowd, &draft, def->slots, def->slot_count, (uint32_t)count, &slots);
    wendi_formation *f = NULL;
    if (result == WEND_OK) {
        result = wendi_crowd_update_obstacles(crowd, "wend_formation_create");
    }
    if (result == WEND_OK) {
        result = make(crowd, def, &draft, slots, &f);
    }
    if (result != WEND_OK) {
        return wendi_fail_plain(&crowd->error, function, result);
    }
    f->floor = crowd->bodies.floor[members[0].index1 - 1];
    for (size_t i = 0; i < count; ++i) {
        add_member(crowd, f, members[i].index1 - 1, roles != NULL ? roles[i] : 0);
    }
    wendi_formation_choose_leader(crowd, f);
    put_anchor(crowd, f);
    form_up(crowd, f, true);
    *id = wendi_formation_id_of(all, (uint32_t)(f - all->items));
    return WEND_OK;
}

/* ---- changing ---- */

wend_result wend_formation_destroy(wend_crowd *crowd, wend_formation_id id)
{
    wendi_formation *f = NULL;
    const wend_result result = wendi_formation_find_idle(crowd, "wend_formation_destroy", id, &f);
    if (result != WEND_OK) {
        return result;
    }
    /* The last one who leaves ends it. */
    for (uint32_t left = f->count; left > 0; --left) {
        wendi_goal_end(crowd, f->members[left - 1].body);
    }
    return WEND_OK;
}

wend_result wend_formation_reshape(wend_crowd *crowd, wend_formation_id id,
                                   const wend_formation_def *def)
{
    wendi_formation *f = NULL;
    wend_result result = wendi_formation_find_idle(crowd, "wend_formation_reshape", id, &f);
    if (result != WEND_OK) {
        return result;
    }
    result = check_def(crowd, "wend_formation_reshape", def);
    if (result != WEND_OK) {
        return result;
    }
    wendi_formation led = *f;
    wendi_formation_choose_leader(crowd, &led);
    const wendi_formation draft = draft_of(def, led.radius);
    uint32_t slots = 0;
    result = check_layout(crowd, &draft, def->slots, def->slot_count, f->count, &slots);
    if (result != WEND_OK) {
        return wendi_fail_plain(&crowd->error, "wend_formation_reshape", result);
    }
    wend_formation_slot *given = NULL;
    const wend_allocator *a = &crowd->formations.allocator;
    if (wendi_crowd_update_obstacles(crowd, "wend_formation_reshape") != WEND_OK ||
        !wendi_formation_reserve(f, a, slots) || !copy_given(crowd, def, &given)) {
        return wendi_fail_plain(&crowd->error, "wend_formation_reshape", WEND_ERROR_MEMORY);
    }
    apply_draft(f, &draft, a, given, def->slot_count);
    form_up(crowd, f, true);
    return WEND_OK;
}

/* Those in the formation of the one who joins do not count it twice. */
wend_result wend_formation_add_member(wend_crowd *crowd, wend_formation_id id, wend_body_id member,
                                      uint32_t role)
{
    wendi_formation *f = NULL;
    wend_result result = wendi_formation_find_idle(crowd, "wend_formation_add_member", id, &f);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t body = wendi_bodies_find(&crowd->bodies, member);
    if (body == WENDI_NONE) {
        return wendi_refuse_id(&crowd->error, "wend_formation_add_member", "body", member.index1,
                               member.generation);
    }
    if (wendi_formation_find(crowd, wend_formation_of_body(crowd, member)) == f) {
        return wendi_fail(&crowd->error, WEND_ERROR_ARGUMENT,
                          "wend_formation_add_member: body %lu is in this formation already",
                          (unsigned long)member.index1);
    }
    if (f->count >= WEND_FORMATION_SLOTS_MAX) {
        return wendi_fail(
            &crowd->error, WEND_ERROR_FULL,
            "wend_formation_add_member: the formation has %lu members, which is the most",
            (unsigned long)f->count);
    }
    wendi_formation draft = *f;
    const double radius = crowd->bodies.radius[body];
    const bool is_wider = !(f->spacing_def > 0) && SPACING_RADII * radius > f->spacing;
    draft.spacing = is_wider ? SPACING_RADII * radius : f->spacing;
    draft.room = 0;
    draft.pinned = 0;
    uint32_t slots = 0;
    result = check_layout(crowd, &draft, f->given, f->given_count, f->count + 1, &slots);
    if (result != WEND_OK) {
        return wendi_fail_plain(&crowd->error, "wend_formation_add_member", result);
    }
    if (wendi_crowd_update_obstacles(crowd, "wend_formation_add_member") != WEND_OK ||
        !wendi_formation_reserve(f, &crowd->formations.allocator, slots)) {
        return wendi_fail_plain(&crowd->error, "wend_formation_add_member", WEND_ERROR_MEMORY);
    }
    f->spacing = draft.spacing;
    add_member(crowd, f, body, role);
    form_up(crowd, f, true);
    return WEND_OK;
}

wend_result wend_formation_remove_member(wend_crowd *crowd, wend_body_id member)
{
    const wend_result result = wendi_crowd_check_idle(crowd);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t body = wendi_bodies_find(&crowd->bodies, member);
    if (body == WENDI_NONE) {
        return wendi_refuse_id(&crowd->error, "wend_formation_remove_member", "body", member.index1,
                               member.generation);
    }
    if (crowd->formations.of[body] != 0) {
        wendi_goal_end(crowd, body);
    }
    return WEND_OK;
}
