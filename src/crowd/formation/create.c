/* Creation of formations, their members, and their orders.
 * Cost: linear in members, and the assignment of slots; a given path is measured. */
#include "crowd/formation/formation.h"
#include "crowd/goals/goals.h"

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

/* Checks that all exist and none is given twice. */
static wend_result check_members(wend_crowd *crowd, const char *function,
                                 const wend_body_id *members, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (wendi_bodies_find(&crowd->bodies, members[i]) == WENDI_NONE) {
            return wendi_refuse_id(&crowd->error, function, "body", members[i].index1,
                                   members[i].generation);
        }
    }
    wendi_formation_scratch *scratch = crowd->formations->scratch;
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

/* The fields of a formation with this definition, without memory. */
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

/* Lays the definition out for this many members. @param slots set to the number of slots. */
static wend_result check_layout(wend_crowd *crowd, const wendi_formation *draft,
                                const wend_formation_slot *def_slots, size_t def_slot_count,
                                uint32_t members, uint32_t *slots)
{
    wendi_formation_scratch *scratch = crowd->formations->scratch;
    wendi_pattern_def def = wendi_formation_pattern_def(draft, members);
    def.slots = def_slots;
    def.slot_count = def_slot_count;
    wendi_pattern pattern;
    const wend_result result =
        wendi_pattern_make(&def, &scratch->pattern, scratch->slots, &pattern);
    *slots = result == WEND_OK ? pattern.slot_count : 0;
    return result;
}

/* Copies the slots of the definition. @return false: out of memory. */
static bool copy_def_slots(const wend_crowd *crowd, const wend_formation_def *def,
                           wend_formation_slot **def_slots)
{
    *def_slots = NULL;
    if (def->slot_count == 0) {
        return true;
    }
    *def_slots = wendi_alloc(&crowd->formations->allocator, def->slot_count * sizeof **def_slots);
    if (*def_slots == NULL) {
        return false;
    }
    memcpy(*def_slots, def->slots, def->slot_count * sizeof **def_slots);
    for (size_t i = 0; i < def->slot_count; ++i) {
        /* Offsets that are not used are arbitrary. */
        if (def->shape != WEND_FORMATION_CUSTOM) {
            (*def_slots)[i].offset = (wend_vec2){0, 0};
        }
    }
    return true;
}

/* ---- creation ---- */

static double largest(const wend_crowd *crowd, const wend_body_id *members, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; ++i) {
        const double radius = crowd->bodies.radius[members[i].index1 - 1];
        most = radius > most ? radius : most;
    }
    return most;
}

/* The anchor: the centre of the members, or the member nearest to it, with the mean heading. */
static void put_anchor(const wend_crowd *crowd, wendi_formation *f)
{
    const wendi_bodies *b = &crowd->bodies;
    wend_vec2 facing = {0, 0};
    for (uint32_t i = 0; i < f->count; ++i) {
        const uint32_t body = f->members[i].body;
        facing.x += b->heading_x[body];
        facing.y += b->heading_y[body];
    }
    const double heading = wend_vec2_length(facing) > 1e-6 ? wend_atan2(facing.y, facing.x) : 0;
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
    crowd->formations->of[body] = (uint32_t)(f - crowd->formations->items) + 1;
    f->members[f->count++] =
        (wendi_formation_member){.body = body, .role = role, .slot = WENDI_NONE};
}

static void form_up(wend_crowd *crowd, wendi_formation *f, bool is_new)
{
    wendi_formation_choose_leader(crowd, f);
    wendi_formation_lay_out(crowd->formations, f, is_new);
    wendi_formation_assign(crowd, f);
}

static wend_result make(wend_crowd *crowd, const wend_formation_def *def,
                        const wendi_formation *draft, uint32_t slots, wendi_formation **made)
{
    wendi_formations *all = crowd->formations;
    wendi_formation f = *draft;
    f.def_slot_count = (uint32_t)def->slot_count;
    if (!copy_def_slots(crowd, def, &f.def_slots)) {
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
    if (crowd->bodies.z != NULL) {
        return wendi_fail(&crowd->error, WEND_ERROR_UNSUPPORTED,
                          "%s: bodies on a mesh walk in no formations: use "
                          "wend_crowd_set_group_goal_at, or a crowd over grids or walls",
                          function);
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
    wendi_formations *all = crowd->formations;
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

/* ---- members ---- */

wend_result wend_formation_destroy(wend_crowd *crowd, wend_formation_id id)
{
    wendi_formation *f = NULL;
    const wend_result result = wendi_formation_find_idle(crowd, "wend_formation_destroy", id, &f);
    if (result != WEND_OK) {
        return result;
    }
    /* A formation ends with its last member. */
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
    wend_formation_slot *def_slots = NULL;
    const wend_allocator *a = &crowd->formations->allocator;
    if (wendi_crowd_update_obstacles(crowd, "wend_formation_reshape") != WEND_OK ||
        !wendi_formation_reserve(f, a, slots) || !copy_def_slots(crowd, def, &def_slots)) {
        return wendi_fail_plain(&crowd->error, "wend_formation_reshape", WEND_ERROR_MEMORY);
    }
    wendi_free(a, f->def_slots, f->def_slot_count * sizeof *f->def_slots);
    f->def_slots = def_slots;
    f->def_slot_count = (uint32_t)def->slot_count;
    f->shape = draft.shape;
    f->files = draft.files;
    f->spacing_def = draft.spacing_def;
    f->spacing = draft.spacing;
    f->is_narrowing = draft.is_narrowing;
    f->is_waiting = draft.is_waiting;
    f->user = draft.user;
    form_up(crowd, f, true);
    return WEND_OK;
}

/* A body leaves its previous formation. */
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
    result = check_layout(crowd, &draft, f->def_slots, f->def_slot_count, f->count + 1, &slots);
    if (result != WEND_OK) {
        return wendi_fail_plain(&crowd->error, "wend_formation_add_member", result);
    }
    if (wendi_crowd_update_obstacles(crowd, "wend_formation_add_member") != WEND_OK ||
        !wendi_formation_reserve(f, &crowd->formations->allocator, slots)) {
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
    if (crowd->formations->of[body] != 0) {
        wendi_goal_end(crowd, body);
    }
    return WEND_OK;
}

/* ---- orders ---- */

static bool is_number(double value)
{
    return value >= -WEND_COORDINATE_MAX && value <= WEND_COORDINATE_MAX;
}

/* A new order: the query of the previous one is cancelled. */
static void begin_order(wend_crowd *crowd, wendi_formation *f, wendi_formation_order order,
                        wend_vec2 goal, double heading)
{
    wendi_formation_cancel(crowd, f);
    f->order = (uint8_t)order;
    f->goal = goal;
    f->goal_heading = heading;
    f->waited = 0;
    f->stalled = 0;
    f->mean_least = WENDI_SLOT_ERROR_MOST;
    f->tries = 0;
    f->is_jammed = false;
    f->settled = 0;
    f->settling = 0;
    f->widen_ticks = 0;
    wendi_formation_choose_leader(crowd, f);
}

wend_result wend_formation_set_goal(wend_crowd *crowd, wend_formation_id id, wend_vec2 to,
                                    double heading)
{
    wendi_formation *f = NULL;
    const wend_result result = wendi_formation_find_idle(crowd, "wend_formation_set_goal", id, &f);
    if (result != WEND_OK) {
        return result;
    }
    const bool is_turned = heading >= -1e6 && heading <= 1e6;
    if (!is_number(to.x) || !is_number(to.y)) {
        return wendi_refuse(&crowd->error, "wend_formation_set_goal", is_number(to.x) ? "y" : "x",
                            is_number(to.x) ? to.y : to.x, -WEND_COORDINATE_MAX,
                            WEND_COORDINATE_MAX);
    }
    if (!is_turned && !wendi_is_nan(heading)) {
        return wendi_refuse(&crowd->error, "wend_formation_set_goal", "heading", heading, -1e6,
                            1e6);
    }
    begin_order(crowd, f, WENDI_FORMATION_TO_POINT, to, heading);
    f->needs_query = true;
    f->state = WEND_BODY_PATH_PENDING;
    return WEND_OK;
}

wend_result wend_formation_follow_flow(wend_crowd *crowd, wend_formation_id id,
                                       wend_flow_request_id request)
{
    wendi_formation *f = NULL;
    wend_result result = wendi_formation_find_idle(crowd, "wend_formation_follow_flow", id, &f);
    if (result == WEND_OK) {
        result = wendi_goals_check_flow_order(crowd, "wend_formation_follow_flow", request);
    }
    if (result != WEND_OK) {
        return result;
    }
    begin_order(crowd, f, WENDI_FORMATION_BY_FLOW, f->anchor.position, (double)NAN);
    f->flow = request;
    f->state = WEND_BODY_PATH_PENDING;
    f->is_path_whole = false;
    return WEND_OK;
}

wend_result wend_formation_follow_path(wend_crowd *crowd, wend_formation_id id,
                                       const wend_path *path)
{
    static const char function[] = "wend_formation_follow_path";
    wendi_formation *f = NULL;
    wend_result result = wendi_formation_find_idle(crowd, function, id, &f);
    if (result != WEND_OK) {
        return result;
    }
    if (path == NULL) {
        return wendi_refuse_null(&crowd->error, function, "path");
    }
    result = wendi_crowd_update_obstacles(crowd, function);
    if (result != WEND_OK) {
        return result;
    }
    const size_t legs = wend_path_leg_count(path);
    wendi_formation draft = *f;
    draft.order = (uint8_t)WENDI_FORMATION_ALONG_PATH;
    if (!wendi_formation_plan_path(crowd, f, &draft, wend_path_legs(path), legs)) {
        return wendi_fail_plain(&crowd->error, function, WEND_ERROR_MEMORY);
    }
    const wend_vec2 goal = legs > 0 ? wend_path_leg(path, legs - 1).to_point : f->anchor.position;
    f->order = (uint8_t)WENDI_FORMATION_ALONG_PATH;
    f->goal = goal;
    f->goal_heading = (double)NAN;
    wendi_formation_begin_path(crowd, f, true);
    begin_order(crowd, f, WENDI_FORMATION_ALONG_PATH, goal, (double)NAN);
    wendi_members_restart(crowd, f);
    wendi_members_split(crowd, f);
    return WEND_OK;
}

wend_result wend_formation_stop(wend_crowd *crowd, wend_formation_id id)
{
    wendi_formation *f = NULL;
    const wend_result result = wendi_formation_find_idle(crowd, "wend_formation_stop", id, &f);
    if (result != WEND_OK) {
        return result;
    }
    begin_order(crowd, f, WENDI_FORMATION_HALTED, f->anchor.position, (double)NAN);
    f->state = WEND_BODY_NONE;
    return WEND_OK;
}
