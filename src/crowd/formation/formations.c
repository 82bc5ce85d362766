/* The pool of formations, and their part in a tick.
 * Cost: a tick is linear in members; scratch of about a megabyte from the first formation on. */
#include "crowd/assignment/assignment.h"
#include "crowd/formation/formation.h"

#include "base/core/memory.h"

#include <string.h>

wend_result wendi_formations_create(wendi_formations *formations, uint32_t limit,
                                    const wend_allocator *a)
{
    *formations = (wendi_formations){.limit = limit, .allocator = *a};
    formations->of = wendi_alloc_zero(a, limit * sizeof *formations->of);
    return formations->of == NULL ? WEND_ERROR_MEMORY : WEND_OK;
}

void wendi_formation_free(wendi_formation *f, const wend_allocator *a)
{
    wendi_free(a, f->members, f->capacity * sizeof *f->members);
    wendi_free(a, f->slots, f->capacity * sizeof *f->slots);
    wendi_free(a, f->at, f->capacity * sizeof *f->at);
    wendi_free(a, f->holders, f->capacity * sizeof *f->holders);
    wendi_free(a, f->def_slots, f->def_slot_count * sizeof *f->def_slots);
    wendi_free(a, f->plan.line, f->plan.line_capacity * sizeof *f->plan.line);
    wendi_free(a, f->plan.legs, f->plan.leg_capacity * sizeof *f->plan.legs);
    wendi_anchor_path_free(&f->path, a);
    *f = (wendi_formation){.generation = 0};
}

void wendi_formations_free(wendi_formations *formations)
{
    const wend_allocator a = formations->allocator;
    for (uint32_t i = 0; i < formations->count; ++i) {
        wendi_formation_free(&formations->items[i], &a);
    }
    wendi_free(&a, formations->items, formations->capacity * sizeof *formations->items);
    wendi_free(&a, formations->of,
               formations->of == NULL ? 0 : formations->limit * sizeof *formations->of);
    wendi_free(&a, formations->scratch,
               formations->scratch == NULL ? 0 : sizeof *formations->scratch);
    wendi_free(&a, formations->assigning, formations->assigning_bytes);
    *formations = (wendi_formations){.allocator = a};
}

size_t wendi_formations_memory_bytes(const wendi_formations *formations)
{
    size_t bytes = formations->limit * sizeof *formations->of +
                   formations->capacity * sizeof *formations->items;
    bytes += (formations->scratch == NULL ? 0 : sizeof *formations->scratch) +
             formations->assigning_bytes;
    for (uint32_t i = 0; i < formations->count; ++i) {
        const wendi_formation *f = &formations->items[i];
        const size_t each =
            sizeof *f->members + sizeof *f->slots + sizeof *f->at + sizeof *f->holders;
        bytes += f->capacity * each + f->def_slot_count * sizeof *f->def_slots +
                 wendi_anchor_path_memory_bytes(&f->path) +
                 f->plan.line_capacity * sizeof *f->plan.line +
                 f->plan.leg_capacity * sizeof *f->plan.legs;
    }
    return bytes;
}

/* ---- pool ---- */

wendi_formation *wendi_formation_find(const wend_crowd *crowd, wend_formation_id id)
{
    const wendi_formations *all = crowd->formations;
    if (id.index1 == 0 || id.index1 > all->count) {
        return NULL;
    }
    wendi_formation *f = &all->items[id.index1 - 1];
    return f->generation == id.generation && f->generation % 2 == 1 ? f : NULL;
}

wend_result wendi_formation_find_idle(wend_crowd *crowd, const char *function, wend_formation_id id,
                                      wendi_formation **f)
{
    const wend_result result = wendi_crowd_check_idle(crowd);
    if (result != WEND_OK) {
        return result;
    }
    *f = wendi_formation_find(crowd, id);
    if (*f == NULL) {
        (void)wendi_refuse_id(&crowd->error, function, "formation", id.index1, id.generation);
        return WEND_ERROR_STALE;
    }
    return WEND_OK;
}

wend_formation_id wendi_formation_id_of(const wendi_formations *all, uint32_t index)
{
    return (wend_formation_id){index + 1, all->items[index].generation};
}

bool wendi_formations_reserve_scratch(wendi_formations *all)
{
    enum { MOST = WENDI_FORMATION_CHUNK };
    size_t bytes = 0;
    if (all->assigning == NULL && wendi_assignment_scratch_bytes(MOST, MOST, &bytes)) {
        all->assigning = wendi_alloc(&all->allocator, bytes);
        all->assigning_bytes = all->assigning == NULL ? 0 : bytes;
    }
    if (all->scratch == NULL) {
        all->scratch = wendi_alloc(&all->allocator, sizeof *all->scratch);
    }
    return all->scratch != NULL && all->assigning != NULL;
}

static bool grow(wendi_formations *all)
{
    const uint32_t more = all->capacity == 0 ? 8 : 2 * all->capacity;
    wendi_formation *items = wendi_resize(&all->allocator, all->items,
                                          all->capacity * sizeof *items, more * sizeof *items);
    if (items == NULL) {
        return false;
    }
    all->items = items;
    all->capacity = more;
    return true;
}

/* The first free index, or the one behind the last. */
static uint32_t free_index(const wendi_formations *all)
{
    uint32_t i = 0;
    while (i < all->count && all->items[i].generation % 2 == 1) {
        i++;
    }
    return i;
}

bool wendi_formations_reserve(wendi_formations *all)
{
    return free_index(all) < all->capacity || grow(all);
}

wendi_formation *wendi_formations_add(wendi_formations *all, const wendi_formation *f)
{
    const uint32_t i = free_index(all);
    const uint32_t generation = i < all->count ? all->items[i].generation : 0;
    all->count += i == all->count;
    all->items[i] = *f;
    all->items[i].generation = generation + 1;
    all->active_count++;
    return &all->items[i];
}

void wendi_formations_release(wendi_formations *all, wendi_formation *f)
{
    const uint32_t generation = f->generation;
    wendi_formation_free(f, &all->allocator);
    f->generation = generation + 1;
    all->active_count--;
}

/* The arrays by member and by slot. */
typedef struct formation_arrays {
    wendi_formation_member *members;
    wend_formation_slot *slots;
    wend_vec2 *at;
    uint32_t *holders;
} formation_arrays;

static void free_arrays(const formation_arrays *old, const wend_allocator *a, size_t count)
{
    wendi_free(a, old->members, old->members == NULL ? 0 : count * sizeof *old->members);
    wendi_free(a, old->slots, old->slots == NULL ? 0 : count * sizeof *old->slots);
    wendi_free(a, old->at, old->at == NULL ? 0 : count * sizeof *old->at);
    wendi_free(a, old->holders, old->holders == NULL ? 0 : count * sizeof *old->holders);
}

bool wendi_formation_reserve(wendi_formation *f, const wend_allocator *a, uint32_t count)
{
    if (count <= f->capacity) {
        return true;
    }
    const uint32_t more = count + count / 4;
    const formation_arrays grown = {
        .members = wendi_alloc_zero(a, more * sizeof *grown.members),
        .slots = wendi_alloc_zero(a, more * sizeof *grown.slots),
        .at = wendi_alloc_zero(a, more * sizeof *grown.at),
        .holders = wendi_alloc_zero(a, more * sizeof *grown.holders),
    };
    if (grown.members == NULL || grown.slots == NULL || grown.at == NULL || grown.holders == NULL) {
        free_arrays(&grown, a, more);
        return false;
    }
    const formation_arrays old = {f->members, f->slots, f->at, f->holders};
    if (f->capacity > 0) {
        memcpy(grown.members, old.members, f->capacity * sizeof *old.members);
        memcpy(grown.slots, old.slots, f->capacity * sizeof *old.slots);
        memcpy(grown.at, old.at, f->capacity * sizeof *old.at);
        memcpy(grown.holders, old.holders, f->capacity * sizeof *old.holders);
    }
    free_arrays(&old, a, f->capacity);
    f->members = grown.members;
    f->slots = grown.slots;
    f->at = grown.at;
    f->holders = grown.holders;
    f->capacity = more;
    return true;
}

/* ---- tick ---- */

/* Detects changes of walls since the last tick. A crowd just loaded knows its walls. */
static void detect_edits(wend_crowd *crowd)
{
    wendi_formations *all = crowd->formations;
    const wendi_obstacles *b = &crowd->obstacles;
    const size_t count = (size_t)b->floor_count * b->class_count;
    uint64_t walls = wend_hash_begin();
    for (size_t i = 0; i < count; ++i) {
        walls = wend_hash_u64(walls, b->sets[i].cells.revision);
        walls = wend_hash_u64(walls, b->sets[i].lines.revision);
    }
    all->has_edits = all->knows_walls && walls != all->walls;
    all->walls_now = walls;
}

wend_result wendi_formations_prepare(wend_crowd *crowd)
{
    wendi_formations *all = crowd->formations;
    if (all->active_count > 0) {
        detect_edits(crowd);
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < all->count && result == WEND_OK; ++i) {
        if (all->items[i].generation % 2 == 1) {
            result = wendi_formation_prepare(crowd, &all->items[i]);
        }
    }
    return result;
}

void wendi_formations_tick(wend_crowd *crowd)
{
    wendi_formations *all = crowd->formations;
    if (all->active_count > 0) {
        all->walls = all->walls_now;
        all->knows_walls = true;
    }
    for (uint32_t i = 0; i < all->count; ++i) {
        wendi_formation *f = &all->items[i];
        if (f->generation % 2 == 1) {
            wendi_formation_fill_gaps(crowd, f);
            wendi_formation_apply_edits(crowd, f);
            wendi_formation_clear_jam(crowd, f);
            if (f->order == (uint8_t)WENDI_FORMATION_BY_FLOW) {
                wendi_formation_follow_flow(crowd, f);
            } else {
                wendi_formation_apply_route(crowd, f);
            }
        }
    }
    for (uint32_t i = 0; i < all->count; ++i) {
        if (all->items[i].generation % 2 == 1) {
            wendi_formation_march(crowd, &all->items[i]);
            wendi_members_tick(crowd, &all->items[i]);
        }
    }
}

uint32_t wendi_formation_route_owner(const wend_crowd *crowd, const wendi_formation *f)
{
    return crowd->routes.limit + (uint32_t)(f - crowd->formations->items);
}

static bool set_pending_legs(wendi_formations *all, uint32_t index, const wend_leg *legs,
                             size_t count)
{
    wendi_formation_plan *plan = &all->items[index].plan;
    if (count > plan->leg_capacity) {
        wend_leg *more = wendi_resize(&all->allocator, plan->legs,
                                      plan->leg_capacity * sizeof *more, 2 * count * sizeof *more);
        if (more == NULL) {
            return false;
        }
        plan->legs = more;
        plan->leg_capacity = 2 * count;
    }
    for (size_t i = 0; i < count; ++i) {
        plan->legs[i] = legs[i];
    }
    plan->leg_count = count;
    return true;
}

bool wendi_formations_keep_pending(wend_crowd *crowd)
{
    wendi_routes *routes = &crowd->routes;
    const uint32_t owner = routes->scratch_owner;
    if (owner == WENDI_NONE || owner < routes->limit) {
        return true;
    }
    const bool is_kept =
        set_pending_legs(crowd->formations, owner - routes->limit, wend_path_legs(routes->scratch),
                         wend_path_leg_count(routes->scratch));
    routes->scratch_owner = is_kept ? WENDI_NONE : owner;
    return is_kept;
}

void wendi_formation_cancel_query(wend_crowd *crowd, wendi_formation *f)
{
    wendi_crowd_cancel_query(crowd, f->ticket);
    f->ticket = 0;
    f->plan.is_answered = false;
    if (crowd->routes.scratch_owner == wendi_formation_route_owner(crowd, f)) {
        crowd->routes.scratch_owner = WENDI_NONE;
    }
}

void wendi_formation_cancel(wend_crowd *crowd, wendi_formation *f)
{
    wendi_formation_cancel_query(crowd, f);
    f->needs_query = false;
}

void wendi_formations_cancel(wend_crowd *crowd)
{
    wendi_formations *all = crowd->formations;
    for (uint32_t i = 0; i < all->count; ++i) {
        wendi_formation_cancel(crowd, &all->items[i]);
    }
}

/* A formation ends with its last member. */
void wendi_formations_remove_body(wend_crowd *crowd, uint32_t body)
{
    wendi_formations *all = crowd->formations;
    const uint32_t index1 = all->of[body];
    all->of[body] = 0;
    if (index1 == 0) {
        return;
    }
    wendi_formation *f = &all->items[index1 - 1];
    uint32_t i = 0;
    while (f->members[i].body != body) {
        i++;
    }
    if (f->members[i].slot != WENDI_NONE) {
        f->holders[f->members[i].slot] = 0;
    }
    f->count--;
    f->members[i] = f->members[f->count];
    if (i < f->count && f->members[i].slot != WENDI_NONE) {
        f->holders[f->members[i].slot] = i + 1;
    }
    f->has_left = true;
    if (f->count == 0) {
        wendi_formation_cancel(crowd, f);
        wendi_formations_release(all, f);
    } else if (f->leader == body) {
        wendi_formation_choose_leader(crowd, f);
    }
}
