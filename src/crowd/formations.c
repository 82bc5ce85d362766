/* takes: formations of a crowd, ticks, bodies that leave.
 * gives: the pool of them, and what becomes of all of them in a tick.
 * cost:  a tick is linear in members; scratch of about a megabyte from the first formation on. */
#include "crowd/formation_private.h"

#include "base/memory.h"
#include "crowd/assign.h"

#include <string.h>

wend_result wendi_formations_create(wendi_formations *all, uint32_t limit, const wend_allocator *a)
{
    *all = (wendi_formations){.limit = limit, .allocator = *a};
    all->of = wendi_alloc_zero(a, limit * sizeof *all->of);
    return all->of == NULL ? WEND_ERROR_MEMORY : WEND_OK;
}

/* All blocks of a formation; its generation stays. */
static void free_one(wendi_formation *f, const wend_allocator *a)
{
    wendi_free(a, f->members, f->capacity * sizeof *f->members);
    wendi_free(a, f->slots, f->capacity * sizeof *f->slots);
    wendi_free(a, f->at, f->capacity * sizeof *f->at);
    wendi_free(a, f->holders, f->capacity * sizeof *f->holders);
    wendi_free(a, f->given, f->given_count * sizeof *f->given);
    wendi_way_free(&f->way, a);
    *f = (wendi_formation){.generation = f->generation};
}

void wendi_formations_free(wendi_formations *all)
{
    const wend_allocator a = all->allocator;
    for (uint32_t i = 0; i < all->count; ++i) {
        free_one(&all->items[i], &a);
    }
    wendi_free(&a, all->items, all->capacity * sizeof *all->items);
    wendi_free(&a, all->of, all->of == NULL ? 0 : all->limit * sizeof *all->of);
    wendi_free(&a, all->scratch, all->scratch == NULL ? 0 : sizeof *all->scratch);
    wendi_free(&a, all->assigning, all->assigning_bytes);
    wendi_free(&a, all->line, all->line_capacity * sizeof *all->line);
    *all = (wendi_formations){.allocator = a};
}

static size_t bytes_of(const wendi_formation *f)
{
    const size_t each = sizeof *f->members + sizeof *f->slots + sizeof *f->at + sizeof *f->holders;
    return f->capacity * each + f->given_count * sizeof *f->given + wendi_way_bytes(&f->way);
}

size_t wendi_formations_bytes(const wendi_formations *all)
{
    size_t bytes = all->limit * sizeof *all->of + all->capacity * sizeof *all->items;
    bytes += (all->scratch == NULL ? 0 : sizeof *all->scratch) + all->assigning_bytes;
    bytes += all->line_capacity * sizeof *all->line;
    for (uint32_t i = 0; i < all->count; ++i) {
        bytes += bytes_of(&all->items[i]);
    }
    return bytes;
}

/* ---- the pool ---- */

wendi_formation *wendi_formation_find(const wend_crowd *crowd, wend_formation_id id)
{
    const wendi_formations *all = &crowd->formations;
    if (id.index1 == 0 || id.index1 > all->count) {
        return NULL;
    }
    wendi_formation *f = &all->items[id.index1 - 1];
    return f->generation == id.generation && f->generation % 2 == 1 ? f : NULL;
}

wend_result wendi_formation_may_change(wend_crowd *crowd, const char *function,
                                       wend_formation_id id, wendi_formation **f)
{
    const wend_result result = wendi_crowd_may_change(crowd);
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

bool wendi_formations_warm(wendi_formations *all)
{
    enum { MOST = WENDI_FORMATION_CHUNK };
    size_t bytes = 0;
    if (all->assigning == NULL && wendi_assign_bytes(MOST, MOST, &bytes)) {
        all->assigning = wendi_alloc(&all->allocator, bytes);
        all->assigning_bytes = all->assigning == NULL ? 0 : bytes;
    }
    if (all->scratch == NULL) {
        all->scratch = wendi_alloc(&all->allocator, sizeof *all->scratch);
    }
    return all->scratch != NULL && all->assigning != NULL;
}

bool wendi_formations_reserve_line(wendi_formations *all, size_t count)
{
    if (count <= all->line_capacity) {
        return true;
    }
    const size_t more = count + count / 2;
    wend_vec2 *line = wendi_resize(&all->allocator, all->line, all->line_capacity * sizeof *line,
                                   more * sizeof *line);
    if (line == NULL) {
        return false;
    }
    all->line = line;
    all->line_capacity = more;
    return true;
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

wendi_formation *wendi_formations_take(wendi_formations *all)
{
    uint32_t i = 0;
    while (i < all->count && all->items[i].generation % 2 == 1) {
        i++;
    }
    if (i == all->count) {
        if (all->count == all->capacity && !grow(all)) {
            return NULL;
        }
        all->items[all->count++] = (wendi_formation){.generation = 0};
    }
    all->items[i].generation++;
    all->there++;
    return &all->items[i];
}

void wendi_formations_give(wendi_formations *all, wendi_formation *f)
{
    free_one(f, &all->allocator);
    f->generation++;
    all->there--;
}

/* The arrays by member and by slot. */
typedef struct arrays {
    wendi_formation_member *members;
    wend_formation_slot *slots;
    wend_vec2 *at;
    uint32_t *holders;
} arrays;

static void free_arrays(const arrays *old, const wend_allocator *a, size_t count)
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
    const arrays grown = {
        .members = wendi_alloc_zero(a, more * sizeof *grown.members),
        .slots = wendi_alloc_zero(a, more * sizeof *grown.slots),
        .at = wendi_alloc_zero(a, more * sizeof *grown.at),
        .holders = wendi_alloc_zero(a, more * sizeof *grown.holders),
    };
    if (grown.members == NULL || grown.slots == NULL || grown.at == NULL || grown.holders == NULL) {
        free_arrays(&grown, a, more);
        return false;
    }
    const arrays old = {f->members, f->slots, f->at, f->holders};
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

/* ---- a tick ---- */

/* Has any wall changed since the last tick? Who was just loaded knows them as they are. */
static void see_walls(wend_crowd *crowd)
{
    wendi_formations *all = &crowd->formations;
    const wendi_barriers *b = &crowd->barriers;
    const size_t count = (size_t)b->floor_count * b->class_count;
    uint64_t walls = wend_hash_begin();
    for (size_t i = 0; i < count; ++i) {
        walls = wend_hash_u64(walls, b->sets[i].cells.revision);
        walls = wend_hash_u64(walls, b->sets[i].lines.revision);
    }
    all->has_edits = all->knows_walls && walls != all->walls;
    all->walls = walls;
    all->knows_walls = true;
}

wend_result wendi_formations_tick(wend_crowd *crowd)
{
    wendi_formations *all = &crowd->formations;
    if (all->there > 0) {
        see_walls(crowd);
    }
    for (uint32_t i = 0; i < all->count; ++i) {
        wendi_formation *f = &all->items[i];
        if (f->generation % 2 == 0) {
            continue;
        }
        wendi_formation_fill(crowd, f);
        const wend_result result = wendi_formation_ask(crowd, f);
        if (result != WEND_OK) {
            /* The next tick sees the edits of this one. */
            all->walls += all->has_edits;
            return result;
        }
    }
    for (uint32_t i = 0; i < all->count; ++i) {
        if (all->items[i].generation % 2 == 1) {
            wendi_formation_march(crowd, &all->items[i]);
            wendi_members_tick(crowd, &all->items[i]);
        }
    }
    return WEND_OK;
}

void wendi_formation_cancel(wend_crowd *crowd, wendi_formation *f)
{
    if (f->ticket != 0 && crowd->source.cancel != NULL) {
        crowd->source.cancel(crowd->source.context, f->ticket);
    }
    f->ticket = 0;
    f->is_asking = false;
}

void wendi_formations_cancel(wend_crowd *crowd)
{
    wendi_formations *all = &crowd->formations;
    for (uint32_t i = 0; i < all->count; ++i) {
        wendi_formation_cancel(crowd, &all->items[i]);
    }
}

/* Its last member ends a formation. */
void wendi_formations_forget(wend_crowd *crowd, uint32_t body)
{
    wendi_formations *all = &crowd->formations;
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
        wendi_formations_give(all, f);
    } else if (f->leader == body) {
        wendi_formation_choose_leader(crowd, f);
    }
}
