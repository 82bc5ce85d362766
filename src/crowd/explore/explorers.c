/* Explorers of a crowd: creating, sending, updating. Linear in the explorers. */
#include "crowd/explore/explorers.h"

#include "base/core/memory.h"
#include "base/math/clamp.h"

enum { COOKIE = 0x45585031, ORDER_COOKIE = 0x45585032, EXPLORERS_USUAL = 64 };

static const char creating[] = "wend_explorers_create";
static const char sending[] = "wend_explorers_send";
static const double METRES_MOST = 64;
static const double REACH_LEAST = 1e-6;

wend_explorers_def wend_explorers_def_default(void)
{
    return (wend_explorers_def){.cookie = COOKIE, .radius = 0.25, .seed = 1};
}

wend_explorer_def wend_explorer_def_default(void)
{
    return (wend_explorer_def){.cookie = ORDER_COOKIE, .reach = 0.5, .sense = 2};
}

/* ---- creating ---- */

static wend_result check(const wend_explorers_def *def)
{
    if (def->crowd == NULL) {
        return wendi_refuse_null(def->message, creating, "crowd");
    }
    if (def->crowd->bodies.z != NULL) {
        return wendi_fail(def->message, WEND_ERROR_UNSUPPORTED,
                          "%s: the crowd is on a mesh, and explorers need one over grids or walls",
                          creating);
    }
    if (def->max_explorers > def->crowd->bodies.limit) {
        return wendi_refuse(def->message, creating, "max_explorers", (double)def->max_explorers, 0,
                            (double)def->crowd->bodies.limit);
    }
    if (!(def->radius >= 0 && def->radius <= METRES_MOST)) {
        return wendi_refuse(def->message, creating, "radius", def->radius, 0, METRES_MOST);
    }
    return WEND_OK;
}

static wend_result make_pathfinder(wend_explorers *all, wend_message *message)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = wend_explored_map_grid(all->map);
    def.movement_class = all->is_careful ? WEND_EXPLORED_CAREFUL : WEND_EXPLORED_OPTIMISTIC;
    def.radius = all->radius;
    def.allocator = all->allocator;
    def.message = message;
    const wend_result result = wend_pathfinder_create(&def, &all->pathfinder);
    return result == WEND_OK ? wend_path_create(&all->allocator, &all->path) : result;
}

static wend_result make(wend_explorers *all, const wend_explorers_def *def)
{
    all->allocator = def->allocator;
    all->crowd = def->crowd;
    all->map = def->map;
    all->radius = def->radius;
    all->is_careful = def->is_careful;
    all->seed = def->seed;
    all->body_limit = def->crowd->bodies.limit;
    const uint32_t usual = all->body_limit < EXPLORERS_USUAL ? all->body_limit : EXPLORERS_USUAL;
    all->limit = def->max_explorers == 0 ? usual : def->max_explorers;
    all->items = wendi_alloc_items_zero(&all->allocator, all->limit, sizeof *all->items);
    all->slot_of = wendi_alloc_items(&all->allocator, all->body_limit, sizeof *all->slot_of);
    if (all->items == NULL || all->slot_of == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < all->body_limit; ++i) {
        all->slot_of[i] = WENDI_NONE;
    }
    return all->map == NULL ? WEND_OK : make_pathfinder(all, def->message);
}

wend_result wend_explorers_create(const wend_explorers_def *def, wend_explorers **explorers)
{
    if (explorers != NULL) {
        *explorers = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, creating,
                                         "wend_explorers_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (explorers == NULL) {
        return wendi_refuse_null(def->message, creating, "explorers");
    }
    wendi_message_clear(def->message);
    wend_result result = check(def);
    if (result != WEND_OK) {
        return result;
    }
    wend_explorers *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    result = made == NULL ? WEND_ERROR_MEMORY : make(made, def);
    if (result != WEND_OK) {
        wend_explorers_destroy(made);
        return wendi_fail_as(def->message, creating, result);
    }
    *explorers = made;
    return WEND_OK;
}

const char *wend_explorers_error(const wend_explorers *explorers)
{
    return explorers == NULL ? "" : explorers->error.text;
}

static void free_explorer(const wend_explorers *all, wendi_explorer *e)
{
    wendi_free(&all->allocator, e->places, e->place_capacity * sizeof *e->places);
    wendi_key_table_destroy(&e->table, &all->allocator);
    wendi_free(&all->allocator, e->corners, e->corner_capacity * sizeof *e->corners);
    *e = (wendi_explorer){0};
}

void wendi_explorer_release(wend_explorers *all, uint32_t slot)
{
    wendi_explorer *e = &all->items[slot];
    const uint32_t body = e->body.index1 - 1;
    if (body < all->body_limit && all->slot_of[body] == slot) {
        all->slot_of[body] = WENDI_NONE;
    }
    free_explorer(all, e);
    all->count--;
}

void wend_explorers_destroy(wend_explorers *explorers)
{
    if (explorers == NULL) {
        return;
    }
    const wend_allocator allocator = explorers->allocator;
    for (uint32_t i = 0; i < explorers->limit && explorers->items != NULL; ++i) {
        free_explorer(explorers, &explorers->items[i]);
    }
    wend_pathfinder_destroy(explorers->pathfinder);
    wend_path_destroy(explorers->path);
    wendi_free(&allocator, explorers->items,
               explorers->items == NULL ? 0 : explorers->limit * sizeof *explorers->items);
    wendi_free(&allocator, explorers->slot_of,
               explorers->slot_of == NULL ? 0 : explorers->body_limit * sizeof *explorers->slot_of);
    wendi_free(&allocator, explorers, sizeof *explorers);
}

/* ---- orders ---- */

static wend_result check_order(wend_explorers *all, const wend_explorer_def *def)
{
    wend_message *m = &all->error;
    if ((uint32_t)def->method > WEND_EXPLORE_BY_MAP) {
        return wendi_refuse(m, sending, "method", (double)def->method, 0, WEND_EXPLORE_BY_MAP);
    }
    if (def->method == WEND_EXPLORE_BY_MAP && all->map == NULL) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT,
                          "%s: method goes by a map, and the explorers have none", sending);
    }
    if ((uint32_t)def->hand > WEND_EXPLORE_HAND_NEARER) {
        return wendi_refuse(m, sending, "hand", (double)def->hand, 0, WEND_EXPLORE_HAND_NEARER);
    }
    if (!(def->reach >= REACH_LEAST && def->reach <= METRES_MOST)) {
        return wendi_refuse(m, sending, "reach", def->reach, REACH_LEAST, METRES_MOST);
    }
    if (!(def->sense >= 0 && def->sense <= METRES_MOST)) {
        return wendi_refuse(m, sending, "sense", def->sense, 0, METRES_MOST);
    }
    if (!(def->memory_cell >= 0 && def->memory_cell <= METRES_MOST)) {
        return wendi_refuse(m, sending, "memory_cell", def->memory_cell, 0, METRES_MOST);
    }
    return wendi_check_vec2(m, sending, "goal", def->goal);
}

static uint32_t slot_of(const wend_explorers *all, wend_body_id id)
{
    const uint32_t body = wendi_bodies_find(&all->crowd->bodies, id);
    const uint32_t slot = body == WENDI_NONE ? WENDI_NONE : all->slot_of[body];
    const bool is_own = slot != WENDI_NONE && all->items[slot].body.generation == id.generation;
    return is_own ? slot : WENDI_NONE;
}

wend_result wend_explorers_send(wend_explorers *explorers, wend_body_id body,
                                const wend_explorer_def *def)
{
    if (explorers == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_explorers *all = explorers;
    if (def == NULL) {
        return wendi_refuse_null(&all->error, sending, "def");
    }
    if (!wendi_has_cookie(def->cookie, ORDER_COOKIE, NULL, sending, "wend_explorer_def_default")) {
        return wendi_refuse_cookie(&all->error, sending, def->cookie, "wend_explorer_def_default");
    }
    if (check_order(all, def) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    if (all->crowd->is_busy) {
        return WEND_ERROR_BUSY;
    }
    const uint32_t index = wendi_bodies_find(&all->crowd->bodies, body);
    if (index == WENDI_NONE) {
        return wendi_refuse_id(&all->error, sending, "body", body.index1, body.generation);
    }
    uint32_t slot = all->slot_of[index];
    if (slot == WENDI_NONE) {
        for (slot = 0; slot < all->limit && all->items[slot].is_used; ++slot) {
        }
        if (slot == all->limit) {
            return wendi_fail(&all->error, WEND_ERROR_FULL,
                              "%s: all %lu explorers of max_explorers are in use", sending,
                              (unsigned long)all->limit);
        }
    } else {
        wendi_explorer_release(all, slot);
    }
    (void)wend_crowd_set_velocity(all->crowd, body, (wend_vec2){0, 0});
    const wend_vec2 at = {all->crowd->bodies.x[index], all->crowd->bodies.y[index]};
    all->items[slot] = (wendi_explorer){.is_used = true,
                                        .body = body,
                                        .method = def->method,
                                        .hand = def->hand,
                                        .goal = def->goal,
                                        .start = at,
                                        .last = at,
                                        .reach = def->reach,
                                        .sense = def->sense,
                                        .memory_cell = def->memory_cell,
                                        .max_ticks = def->max_ticks};
    all->slot_of[index] = slot;
    all->count++;
    return WEND_OK;
}

static wend_result refuse_stale(wend_explorers *all, const char *function, wend_body_id id)
{
    return wendi_fail(&all->error, WEND_ERROR_STALE,
                      "%s: body %lu of generation %lu does not explore", function,
                      (unsigned long)id.index1, (unsigned long)id.generation);
}

wend_result wend_explorers_stop(wend_explorers *explorers, wend_body_id body)
{
    if (explorers == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (explorers->crowd->is_busy) {
        return WEND_ERROR_BUSY;
    }
    const uint32_t slot = slot_of(explorers, body);
    if (slot == WENDI_NONE) {
        return refuse_stale(explorers, "wend_explorers_stop", body);
    }
    wendi_explorer_release(explorers, slot);
    return wend_crowd_stop(explorers->crowd, body);
}

/* ---- updates ---- */

static bool is_over(const wendi_explorer *e)
{
    return e->state >= WEND_EXPLORE_ARRIVED;
}

static wendi_explorer_view view_of(wend_explorers *all, wendi_explorer *e)
{
    const wendi_bodies *b = &all->crowd->bodies;
    const uint32_t i = e->body.index1 - 1;
    const double radius = b->radius[i];
    return (wendi_explorer_view){.all = all,
                                 .e = e,
                                 .crowd = all->crowd,
                                 .floor = b->floor[i],
                                 .crowd_class = b->crowd_class[i],
                                 .at = {b->x[i], b->y[i]},
                                 .radius = radius - wendi_min(0.002, radius / 32),
                                 .speed = b->speed[i],
                                 .advance = b->speed[i] * all->crowd->step};
}

/* Bodies that are gone or got another order explore no more. */
static void release_lost(wend_explorers *all)
{
    for (uint32_t i = 0; i < all->limit; ++i) {
        const wendi_explorer *e = &all->items[i];
        if (!e->is_used) {
            continue;
        }
        const uint32_t body = wendi_bodies_find(&all->crowd->bodies, e->body);
        const uint8_t goal = body == WENDI_NONE ? 0 : all->crowd->bodies.goal[body];
        const uint8_t expected =
            (uint8_t)(e->has_stopped ? WEND_BODY_GOAL_NONE : WEND_BODY_GOAL_VELOCITY);
        if (body == WENDI_NONE || goal != expected) {
            wendi_explorer_release(all, i);
        }
    }
}

/* All that allocates; a second time it does nothing. */
static wend_result prepare(wend_explorers *all)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < all->limit && result == WEND_OK; ++i) {
        wendi_explorer *e = &all->items[i];
        if (!e->is_used || is_over(e)) {
            continue;
        }
        const wendi_explorer_view view = view_of(all, e);
        if (e->method == WEND_EXPLORE_DEPTH_FIRST && !wendi_explorer_reserve_place(all, e)) {
            result = WEND_ERROR_MEMORY;
        } else if (all->map != NULL) {
            result = wendi_explorer_report(&view);
        }
    }
    if (all->map == NULL || result != WEND_OK) {
        return result;
    }
    result = wend_explored_map_update(all->map);
    for (uint32_t i = 0; i < all->limit && result == WEND_OK; ++i) {
        wendi_explorer *e = &all->items[i];
        if (e->is_used && !is_over(e) && e->method == WEND_EXPLORE_BY_MAP) {
            const wendi_explorer_view view = view_of(all, e);
            result = wendi_explorer_plan(&view);
        }
    }
    return result;
}

static void update_explorer(wend_explorers *all, wendi_explorer *e)
{
    const wendi_explorer_view view = view_of(all, e);
    e->travelled += wend_vec2_distance(view.at, e->last);
    e->last = view.at;
    wend_vec2 velocity = {0, 0};
    if (wend_vec2_distance(view.at, e->goal) <= e->reach) {
        e->state = WEND_EXPLORE_ARRIVED;
    } else if (e->max_ticks != 0 && e->ticks >= e->max_ticks && !is_over(e)) {
        e->state = WEND_EXPLORE_LIMIT;
    } else if (!is_over(e)) {
        velocity = wendi_explorer_give_way(&view);
        e->ticks++;
    }
    if (is_over(e)) {
        (void)wend_crowd_stop(all->crowd, e->body);
        e->has_stopped = true;
    } else {
        (void)wend_crowd_set_velocity(all->crowd, e->body, velocity);
    }
}

wend_result wend_explorers_update(wend_explorers *explorers)
{
    if (explorers == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (explorers->crowd->is_busy) {
        return WEND_ERROR_BUSY;
    }
    release_lost(explorers);
    const wend_result result = prepare(explorers);
    if (result != WEND_OK) {
        return wendi_fail_plain(&explorers->error, "wend_explorers_update", WEND_ERROR_MEMORY);
    }
    for (uint32_t i = 0; i < explorers->limit; ++i) {
        wendi_explorer *e = &explorers->items[i];
        if (e->is_used && !e->has_stopped) {
            update_explorer(explorers, e);
        }
    }
    return WEND_OK;
}

/* ---- questions ---- */

wend_result wend_explorers_get_info(const wend_explorers *explorers, wend_body_id body,
                                    wend_explorer_info *info)
{
    if (info != NULL) {
        *info = (wend_explorer_info){0};
    }
    if (explorers == NULL || info == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t slot = slot_of(explorers, body);
    if (slot == WENDI_NONE) {
        return WEND_ERROR_STALE;
    }
    const wendi_explorer *e = &explorers->items[slot];
    *info = (wend_explorer_info){.state = e->state,
                                 .method = e->method,
                                 .goal = e->goal,
                                 .collision = e->hit,
                                 .ticks = e->ticks,
                                 .collisions = e->collisions,
                                 .travelled = e->travelled,
                                 .is_yielding = e->is_yielding,
                                 .remembered = e->method == WEND_EXPLORE_BY_MAP
                                                   ? e->corner_count - e->corner_next
                                                   : e->table.count};
    return WEND_OK;
}

uint32_t wend_explorers_count(const wend_explorers *explorers)
{
    return explorers == NULL ? 0 : explorers->count;
}

wend_result wend_explorers_draw(const wend_explorers *explorers, const wend_draw *draw)
{
    if (explorers == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < explorers->limit; ++i) {
        const wendi_explorer *e = &explorers->items[i];
        if (!e->is_used) {
            continue;
        }
        const double number = (double)(e->body.index1 - 1);
        wend_vec2 from = e->last;
        if (draw->circle != NULL) {
            draw->circle(draw->context, e->goal, 0, WEND_MEANING_BODY_GOAL, number);
        }
        if (draw->circle != NULL && e->state == WEND_EXPLORE_TRACING) {
            draw->circle(draw->context, e->hit, 0, WEND_MEANING_LEG, number);
        }
        for (uint32_t k = e->corner_next; k < e->corner_count && draw->line != NULL; ++k) {
            draw->line(draw->context, from, e->corners[k], WEND_MEANING_BODY_PATH, number);
            from = e->corners[k];
        }
        if (draw->line != NULL && e->method == WEND_EXPLORE_TRACE_LINE &&
            e->state == WEND_EXPLORE_TRACING) {
            draw->line(draw->context, e->hit, e->goal, WEND_MEANING_NEIGHBOUR, number);
        }
    }
    return WEND_OK;
}
