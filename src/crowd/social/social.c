/* The pool of social groups, and their public calls.
 * Cost: constant; lists are linear in groups. */
#include "crowd/social/social.h"

#include "base/core/memory.h"
#include "base/math/bits.h"

enum { SOCIAL_COOKIE = 0x534F4349 };

static const double SPACING_MOST = 1000;
static const double LOSS_MOST = 0.25;

/* ---- pool ---- */

wend_result wendi_social_create(wendi_social *social, uint32_t limit, const wend_allocator *a)
{
    *social = (wendi_social){.limit = limit, .allocator = *a};
    social->of = wendi_alloc_zero(a, limit * sizeof *social->of);
    return social->of == NULL ? WEND_ERROR_MEMORY : WEND_OK;
}

void wendi_social_free(wendi_social *social)
{
    const wend_allocator a = social->allocator;
    wendi_free(&a, social->items, social->capacity * sizeof *social->items);
    wendi_free(&a, social->of, social->of == NULL ? 0 : social->limit * sizeof *social->of);
    *social = (wendi_social){.allocator = a};
}

size_t wendi_social_memory_bytes(const wendi_social *social)
{
    return social->limit * sizeof *social->of + social->capacity * sizeof *social->items;
}

static bool reserve(wendi_social *all)
{
    while (all->free_from < all->count && all->items[all->free_from].generation % 2 == 1) {
        all->free_from++;
    }
    if (all->free_from < all->capacity) {
        return true;
    }
    const uint32_t more = all->capacity == 0 ? 16 : 2 * all->capacity;
    wendi_social_group *items = wendi_resize(&all->allocator, all->items,
                                             all->capacity * sizeof *items, more * sizeof *items);
    if (items == NULL) {
        return false;
    }
    all->items = items;
    all->capacity = more;
    return true;
}

static void release(wendi_social *all, uint32_t index)
{
    wendi_social_group *g = &all->items[index];
    *g = (wendi_social_group){.generation = g->generation + 1};
    all->active_count--;
    all->free_from = index < all->free_from ? index : all->free_from;
}

static wendi_social_group *find(const wend_crowd *crowd, wend_social_id id)
{
    const wendi_social *all = crowd->social;
    if (id.index1 == 0 || id.index1 > all->count) {
        return NULL;
    }
    wendi_social_group *g = &all->items[id.index1 - 1];
    return g->generation == id.generation && g->generation % 2 == 1 ? g : NULL;
}

static wend_result find_idle(wend_crowd *crowd, const char *function, wend_social_id id,
                             wendi_social_group **g)
{
    const wend_result result = wendi_crowd_check_idle(crowd);
    if (result != WEND_OK) {
        return result;
    }
    *g = find(crowd, id);
    if (*g == NULL) {
        (void)wendi_refuse_id(&crowd->error, function, "social group", id.index1, id.generation);
        return WEND_ERROR_STALE;
    }
    return WEND_OK;
}

static wend_social_id id_of(const wendi_social *all, uint32_t index)
{
    return (wend_social_id){index + 1, all->items[index].generation};
}

void wendi_social_remove_body(wend_crowd *crowd, uint32_t body)
{
    wendi_social *all = crowd->social;
    const uint32_t index1 = all->of[body];
    all->of[body] = 0;
    if (index1 == 0) {
        return;
    }
    wendi_social_group *g = &all->items[index1 - 1];
    uint32_t to = 0;
    for (uint32_t i = 0; i < g->count; ++i) {
        if (g->members[i] != body) {
            g->members[to] = g->members[i];
            g->slots[to] = g->slots[i];
            g->ways[to++] = g->ways[i];
        }
    }
    g->count = to;
    g->walks = 0; /* bits of members: the next tick sets them */
    g->waits = 0;
    if (to == 0) {
        release(all, index1 - 1);
    }
}

static void add_body(wend_crowd *crowd, uint32_t index, uint32_t body)
{
    wendi_social *all = crowd->social;
    wendi_social_remove_body(crowd, body);
    wendi_social_group *g = &all->items[index];
    g->members[g->count] = body;
    g->slots[g->count] = g->count;
    g->ways[g->count] = (wend_vec2){0, 0};
    g->count++;
    all->of[body] = index + 1;
    wendi_detail_wake(&crowd->detail, body);
}

/* ---- creation ---- */

wend_social_def wend_social_def_default(void)
{
    return (wend_social_def){.cookie = SOCIAL_COOKIE, .speed_loss = 0.05};
}

static wend_result check_def(wend_message *error, const char *function, const wend_social_def *def)
{
    if (def == NULL) {
        return wendi_refuse_null(error, function, "def");
    }
    if (def->cookie != (uint32_t)SOCIAL_COOKIE) {
        return wendi_refuse_cookie(error, function, def->cookie, "wend_social_def_default");
    }
    const bool is_default = def->spacing >= 0 && def->spacing <= 0;
    if (!is_default &&
        !(def->spacing >= WENDI_CROWD_LENGTH_LEAST && def->spacing <= SPACING_MOST)) {
        return wendi_refuse(error, function, "spacing", def->spacing, WENDI_CROWD_LENGTH_LEAST,
                            SPACING_MOST);
    }
    if (!(def->speed_loss >= 0 && def->speed_loss <= LOSS_MOST)) {
        return wendi_refuse(error, function, "speed_loss", def->speed_loss, 0, LOSS_MOST);
    }
    return WEND_OK;
}

static wend_result check_members(wend_crowd *crowd, const char *function,
                                 const wend_body_id *members, size_t count)
{
    if (members == NULL) {
        return wendi_refuse_null(&crowd->error, function, "members");
    }
    if (count < 1 || count > (size_t)WEND_SOCIAL_MEMBERS_MAX) {
        return wendi_refuse(&crowd->error, function, "count", (double)count, 1,
                            WEND_SOCIAL_MEMBERS_MAX);
    }
    for (size_t i = 0; i < count; ++i) {
        if (wendi_bodies_find(&crowd->bodies, members[i]) == WENDI_NONE) {
            return wendi_refuse_id(&crowd->error, function, "body", members[i].index1,
                                   members[i].generation);
        }
        for (size_t k = 0; k < i; ++k) {
            if (members[k].index1 == members[i].index1) {
                return wendi_fail(&crowd->error, WEND_ERROR_ARGUMENT, "%s: body %lu is given twice",
                                  function, (unsigned long)members[i].index1);
            }
        }
    }
    return WEND_OK;
}

wend_result wend_social_create(wend_crowd *crowd, const wend_social_def *def,
                               const wend_body_id *members, size_t count, wend_social_id *id)
{
    static const char function[] = "wend_social_create";
    if (id != NULL) {
        *id = (wend_social_id){0, 0};
    }
    wend_result result = wendi_crowd_check_idle(crowd);
    if (result != WEND_OK) {
        return result;
    }
    if (id == NULL) {
        return wendi_refuse_null(&crowd->error, function, "id");
    }
    result = check_def(&crowd->error, function, def);
    if (result == WEND_OK) {
        result = check_members(crowd, function, members, count);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_social *all = crowd->social;
    if (all->active_count >= (uint32_t)WEND_CROWD_SOCIAL_GROUPS_MAX) {
        return wendi_fail(&crowd->error, WEND_ERROR_FULL,
                          "%s: there are %lu social groups, which is the most", function,
                          (unsigned long)all->active_count);
    }
    if (!reserve(all)) {
        return wendi_fail_plain(&crowd->error, function, WEND_ERROR_MEMORY);
    }
    const uint32_t index = all->free_from;
    const uint32_t generation = index < all->count ? all->items[index].generation : 0;
    all->count += index == all->count;
    all->active_count++;
    all->items[index] = (wendi_social_group){.generation = generation + 1,
                                             .spacing_def = def->spacing,
                                             .speed_loss = def->speed_loss,
                                             .user = def->user};
    for (size_t i = 0; i < count; ++i) {
        add_body(crowd, index, members[i].index1 - 1);
    }
    *id = id_of(all, index);
    return WEND_OK;
}

/* ---- members ---- */

wend_result wend_social_destroy(wend_crowd *crowd, wend_social_id id)
{
    wendi_social_group *g = NULL;
    const wend_result result = find_idle(crowd, "wend_social_destroy", id, &g);
    if (result != WEND_OK) {
        return result;
    }
    for (uint32_t left = g->count; left > 0; --left) { /* a group ends with its last member */
        wendi_social_remove_body(crowd, g->members[left - 1]);
    }
    return WEND_OK;
}

wend_result wend_social_add_member(wend_crowd *crowd, wend_social_id id, wend_body_id member)
{
    static const char function[] = "wend_social_add_member";
    wendi_social_group *g = NULL;
    uint32_t body = WENDI_NONE;
    wend_result result = find_idle(crowd, function, id, &g);
    if (result == WEND_OK) {
        result = wendi_crowd_find(crowd, function, member, &body);
    }
    if (result != WEND_OK || crowd->social->of[body] == id.index1) {
        return result;
    }
    if (g->count == (uint32_t)WEND_SOCIAL_MEMBERS_MAX) {
        return wendi_fail(&crowd->error, WEND_ERROR_FULL,
                          "%s: the group has %d members, which is the most", function,
                          (int)WEND_SOCIAL_MEMBERS_MAX);
    }
    add_body(crowd, id.index1 - 1, body);
    return WEND_OK;
}

wend_result wend_social_remove_member(wend_crowd *crowd, wend_body_id member)
{
    uint32_t body = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, "wend_social_remove_member", member, &body);
    if (result == WEND_OK) {
        wendi_social_remove_body(crowd, body);
    }
    return result;
}

/* ---- orders ---- */

wend_result wend_social_set_goal(wend_crowd *crowd, wend_social_id id, wend_vec2 to,
                                 uint32_t to_floor)
{
    static const char function[] = "wend_social_set_goal";
    wendi_social_group *g = NULL;
    wend_result result = find_idle(crowd, function, id, &g);
    if (result == WEND_OK) {
        result = wendi_crowd_check_position(crowd, function, to, to_floor);
    }
    if (result != WEND_OK) {
        return result;
    }
    const wendi_bodies *b = &crowd->bodies;
    wend_body_id members[WEND_SOCIAL_MEMBERS_MAX] = {{0, 0}};
    const uint32_t count = g->count;
    for (uint32_t i = 0; i < count; ++i) {
        members[i] = wendi_bodies_id(b, g->members[i]);
    }
    g->files = 0;
    g->wait_ticks = 0;
    g->forward = (wend_vec2){0, 0};
    if (b->z == NULL) {
        return wend_crowd_set_group_goal(crowd, members, count, to, to_floor);
    }
    const wend_vec3 at = {to.x, to.y, b->z[g->members[0]]};
    return wend_crowd_set_group_goal_at(crowd, members, count, at);
}

/* True if a member waits for its first path to the goal of an order to several. */
static bool wants_path(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    return b->goal[body] == (uint8_t)WEND_BODY_GOAL_POINT && b->goal_group[body] != 0 &&
           b->state[body] == (uint8_t)WEND_BODY_PATH_PENDING && crowd->routes.of[body].count == 0 &&
           (b->flags[body] & (uint32_t)WENDI_BODY_NEEDS_ROUTE) != 0;
}

uint32_t wendi_social_guide_of(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t index1 = crowd->social->of[body];
    if (index1 == 0 || !wants_path(crowd, body)) {
        return body;
    }
    const wendi_social_group *g = &crowd->social->items[index1 - 1];
    uint32_t first = 0;
    while (first < g->count && !wants_path(crowd, g->members[first])) {
        first++;
    }
    const uint32_t guide = g->members[first];
    const wend_mesh_location from = wendi_bodies_location(b, body);
    const wend_mesh_location to = wendi_bodies_location(b, guide);
    const bool fits = b->goal_group[guide] == b->goal_group[body] &&
                      b->crowd_class[guide] == b->crowd_class[body] &&
                      b->radius[body] <= b->radius[guide] &&
                      wendi_bodies_are_level(b, guide, body) &&
                      crowd->queries.of[body].profile1 == crowd->queries.of[guide].profile1;
    return fits && (guide == body || wendi_body_has_clear_way(crowd, body, &from, &to)) ? guide
                                                                                        : body;
}

/* ---- queries ---- */

wend_result wend_social_get_info(const wend_crowd *crowd, wend_social_id id, wend_social_info *info)
{
    if (info != NULL) {
        *info = (wend_social_info){.members = 0};
    }
    if (crowd == NULL || info == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_social_group *g = find(crowd, id);
    if (g == NULL) {
        return WEND_ERROR_STALE;
    }
    const wendi_bodies *b = &crowd->bodies;
    for (uint32_t i = 0; i < g->count; ++i) {
        const uint32_t body = g->members[i];
        const wend_vec2 at = {b->x[body], b->y[body]};
        info->centre = wend_vec2_add(info->centre, wend_vec2_scale(at, 1.0 / (double)g->count));
        info->arrived += b->state[body] == (uint8_t)WEND_BODY_ARRIVED;
        for (uint32_t k = 0; k < i; ++k) {
            const wend_vec2 other = {b->x[g->members[k]], b->y[g->members[k]]};
            const double far = wend_vec2_distance(at, other);
            info->spread = far > info->spread ? far : info->spread;
        }
    }
    const bool has_direction = wend_vec2_dot(g->forward, g->forward) > 0;
    info->heading = has_direction ? wend_atan2(g->forward.y, g->forward.x) : 0;
    info->members = g->count;
    info->walking = g->walking;
    info->files = g->files;
    info->is_waiting = g->waits != 0;
    info->user = g->user;
    return WEND_OK;
}

wend_result wend_social_list_members(const wend_crowd *crowd, wend_social_id id,
                                     wend_body_id *members, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || count == NULL || (members == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_social_group *g = find(crowd, id);
    if (g == NULL) {
        return WEND_ERROR_STALE;
    }
    *count = g->count;
    for (size_t i = 0; i < *count && i < capacity; ++i) {
        members[i] = wendi_bodies_id(&crowd->bodies, g->members[i]);
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_social_id wend_social_of_body(const wend_crowd *crowd, wend_body_id body)
{
    const uint32_t i = crowd == NULL ? WENDI_NONE : wendi_bodies_find(&crowd->bodies, body);
    return i == WENDI_NONE || crowd->social->of[i] == 0
               ? (wend_social_id){0, 0}
               : id_of(crowd->social, crowd->social->of[i] - 1);
}

wend_result wend_social_list(const wend_crowd *crowd, wend_social_id *ids, size_t capacity,
                             size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_social *all = crowd->social;
    for (uint32_t i = 0; i < all->count; ++i) {
        if (all->items[i].generation % 2 == 1) {
            if (*count < capacity) {
                ids[*count] = id_of(all, i);
            }
            ++*count;
        }
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}
