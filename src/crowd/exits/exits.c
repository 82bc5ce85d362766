/* The exits of a crowd, and their public calls.
 * Cost: constant; the count of bodies on their way to an exit is linear in bodies. */
#include "crowd/exits/exits.h"

#include "base/core/memory.h"
#include "crowd/goals/goals.h"

enum { EXIT_COOKIE = 0x45584954 };

/* ---- memory ---- */

void wendi_exits_init(wendi_exits *exits, uint32_t limit, const wend_allocator *a)
{
    *exits = (wendi_exits){.limit = limit, .allocator = *a};
}

/* Frees what does not depend on single exits. Any of it may be NULL. */
static void free_arrays(wendi_exits *e)
{
    const wend_allocator *a = &e->allocator;
    const size_t limit = e->limit;
    wendi_free(a, e->items, e->items == NULL ? 0 : WEND_CROWD_EXITS_MAX * sizeof *e->items);
    wendi_free(a, e->exit1_of, e->exit1_of == NULL ? 0 : limit * sizeof *e->exit1_of);
    wendi_free(a, e->bits, e->bits == NULL ? 0 : limit * sizeof *e->bits);
    wendi_free(a, e->queue, e->queue == NULL ? 0 : limit * sizeof *e->queue);
    wendi_free(a, e->scratch, e->scratch == NULL ? 0 : limit * sizeof *e->scratch);
    wendi_free(a, e->through, e->through == NULL ? 0 : limit * sizeof *e->through);
}

void wendi_exits_free(wendi_exits *exits)
{
    const wend_allocator a = exits->allocator;
    for (uint32_t i = 0; i < exits->count; ++i) {
        double *detour = exits->items[i].detour;
        wendi_free(&a, detour, detour == NULL ? 0 : exits->limit * sizeof *detour);
    }
    free_arrays(exits);
    wendi_exits_init(exits, exits->limit, &a);
}

size_t wendi_exits_memory_bytes(const wendi_exits *exits)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < exits->count; ++i) {
        bytes += exits->items[i].detour == NULL ? 0 : exits->limit * sizeof(double);
    }
    const size_t of_body = sizeof *exits->exit1_of + sizeof *exits->bits + sizeof *exits->queue +
                           sizeof *exits->scratch + sizeof *exits->through;
    return exits->items == NULL
               ? 0
               : bytes + WEND_CROWD_EXITS_MAX * sizeof *exits->items + exits->limit * of_body;
}

bool wendi_exits_reserve(wendi_exits *exits)
{
    const wend_allocator *a = &exits->allocator;
    const size_t limit = exits->limit;
    if (exits->items != NULL) {
        return true;
    }
    wendi_exits made = *exits;
    made.items = wendi_alloc_items_zero(a, WEND_CROWD_EXITS_MAX, sizeof *made.items);
    made.exit1_of = wendi_alloc_items_zero(a, limit, sizeof *made.exit1_of);
    made.bits = wendi_alloc_items_zero(a, limit, sizeof *made.bits);
    made.queue = wendi_alloc_items_zero(a, limit, sizeof *made.queue);
    made.scratch = wendi_alloc_items_zero(a, limit, sizeof *made.scratch);
    made.through = wendi_alloc_items_zero(a, limit, sizeof *made.through);
    if (made.items == NULL || made.exit1_of == NULL || made.bits == NULL || made.queue == NULL ||
        made.scratch == NULL || made.through == NULL) {
        free_arrays(&made);
        return false;
    }
    *exits = made;
    return true;
}

/* ---- checks ---- */

wend_exit_def wend_exit_def_default(void)
{
    return (wend_exit_def){.cookie = EXIT_COOKIE, .width = 1};
}

static wend_result check_place(wend_crowd *crowd, const char *function, const char *name,
                               wend_vec2 at, uint32_t floor)
{
    const wend_result result = wendi_check_vec2(&crowd->error, function, name, at);
    return result == WEND_OK ? wendi_crowd_check_position(crowd, function, at, floor) : result;
}

static wend_result check_def(wend_crowd *crowd, const char *function, const wend_exit_def *def)
{
    wend_message *error = &crowd->error;
    const double far = WEND_COORDINATE_MAX;
    if (def == NULL) {
        return wendi_refuse_null(error, function, "def");
    }
    if (def->cookie != (uint32_t)EXIT_COOKIE) {
        return wendi_refuse_cookie(error, function, def->cookie, "wend_exit_def_default");
    }
    wend_result result = check_place(crowd, function, "position", def->position, def->floor);
    if (result == WEND_OK && def->has_goal) {
        result = check_place(crowd, function, "goal", def->goal, def->floor);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_check_range(error, function, "z", def->z, -far, far) ||
        !wendi_check_range(error, function, "width", def->width, WENDI_EXIT_WIDTH_LEAST,
                           WENDI_EXIT_WIDTH_MOST)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_exit_is_rate(def->rate)) {
        return wendi_fail(error, WEND_ERROR_ARGUMENT,
                          "%s: rate is %g, and must be 0 (measured) or from %g to %g", function,
                          def->rate, WENDI_EXIT_RATE_LEAST, WENDI_EXIT_RATE_MOST);
    }
    return def->request.index1 == 0 ? WEND_OK
                                    : wendi_goals_check_flow_order(crowd, function, def->request);
}

static wendi_exit *find(const wend_crowd *crowd, wend_exit_id id)
{
    const wendi_exits *all = crowd->exits;
    if (id.index1 == 0 || id.index1 > all->count) {
        return NULL;
    }
    wendi_exit *e = &all->items[id.index1 - 1];
    return e->generation == id.generation && e->generation % 2 == 1 ? e : NULL;
}

static wend_result find_idle(wend_crowd *crowd, const char *function, wend_exit_id id,
                             wendi_exit **e)
{
    const wend_result result = wendi_crowd_check_idle(crowd);
    if (result != WEND_OK) {
        return result;
    }
    *e = find(crowd, id);
    return *e != NULL ? WEND_OK
                      : wendi_refuse_id(&crowd->error, function, "exit", id.index1, id.generation);
}

static wend_exit_id id_of(const wendi_exits *all, uint32_t index)
{
    return (wend_exit_id){index + 1, all->items[index].generation};
}

/* Keeps a checked definition. An unused goal is not checked, so it is not kept; a goal in the middle of
 * the door is none behind it. */
static void keep_def(wendi_exit *e, const wend_exit_def *def)
{
    e->def = *def;
    e->def.has_goal = def->has_goal && wend_vec2_distance(def->position, def->goal) > 0;
    e->def.goal = e->def.has_goal ? def->goal : def->position;
}

static bool is_same_place(const wend_exit_def *a, const wend_exit_def *b)
{
    const double z = a->z - b->z;
    const wend_vec2 none = {0, 0};
    const wend_vec2 goal = a->has_goal && b->has_goal ? wend_vec2_sub(a->goal, b->goal) : none;
    const wend_vec2 door = wend_vec2_sub(a->position, b->position);
    return a->floor == b->floor && a->has_goal == b->has_goal &&
           !(z * z + wend_vec2_dot(goal, goal) + wend_vec2_dot(door, door) > 0);
}

/* Nothing is known about paths to the exit. */
static void forget_paths(const wendi_exits *all, const wendi_exit *e)
{
    for (uint32_t i = 0; i < all->limit; ++i) {
        e->detour[i] = WENDI_EXIT_UNKNOWN;
    }
}

/* ---- exits ---- */

wend_result wend_crowd_add_exit(wend_crowd *crowd, const wend_exit_def *def, wend_exit_id *id)
{
    static const char function[] = "wend_crowd_add_exit";
    if (id != NULL) {
        *id = (wend_exit_id){0, 0};
    }
    wend_result result = wendi_crowd_check_idle(crowd);
    if (result != WEND_OK) {
        return result;
    }
    if (id == NULL) {
        return wendi_refuse_null(&crowd->error, function, "id");
    }
    result = check_def(crowd, function, def);
    if (result != WEND_OK) {
        return result;
    }
    wendi_exits *all = crowd->exits;
    if (all->active_count == (uint32_t)WEND_CROWD_EXITS_MAX) {
        return wendi_fail(&crowd->error, WEND_ERROR_FULL,
                          "%s: there are %d exits, which is the most", function,
                          (int)WEND_CROWD_EXITS_MAX);
    }
    double *detour = wendi_alloc_items_zero(&all->allocator, all->limit, sizeof *detour);
    if (detour == NULL || !wendi_exits_reserve(all)) {
        wendi_free(&all->allocator, detour, detour == NULL ? 0 : all->limit * sizeof *detour);
        return wendi_fail_plain(&crowd->error, function, WEND_ERROR_MEMORY);
    }
    crowd->exit1_of = all->exit1_of;
    uint32_t index = 0;
    while (index < all->count && all->items[index].generation % 2 == 1) {
        index++;
    }
    all->count += index == all->count;
    all->active_count++;
    all->items[index] =
        (wendi_exit){.generation = all->items[index].generation + 1, .detour = detour};
    keep_def(&all->items[index], def);
    forget_paths(all, &all->items[index]);
    *id = id_of(all, index);
    return WEND_OK;
}

wend_result wend_crowd_set_exit(wend_crowd *crowd, wend_exit_id id, const wend_exit_def *def)
{
    static const char function[] = "wend_crowd_set_exit";
    wendi_exit *e = NULL;
    wend_result result = find_idle(crowd, function, id, &e);
    if (result == WEND_OK) {
        result = check_def(crowd, function, def);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (e->def.width < def->width || e->def.width > def->width || e->def.rate < def->rate ||
        e->def.rate > def->rate) {
        e->busy_seconds = 0;
        e->busy_passed = 0;
    }
    const wend_exit_def before = e->def;
    keep_def(e, def);
    if (!is_same_place(&before, &e->def)) {
        forget_paths(crowd->exits, e);
    }
    return WEND_OK;
}

wend_result wend_crowd_remove_exit(wend_crowd *crowd, wend_exit_id id)
{
    wendi_exit *e = NULL;
    const wend_result result = find_idle(crowd, "wend_crowd_remove_exit", id, &e);
    if (result != WEND_OK) {
        return result;
    }
    wendi_exits *all = crowd->exits;
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        if (all->exit1_of[i] == id.index1) {
            all->exit1_of[i] =
                (all->bits[i] & (uint32_t)WENDI_EXIT_PASSED) != 0 ? 0 : WENDI_EXIT_WAITING;
        }
    }
    wendi_free(&all->allocator, e->detour, all->limit * sizeof *e->detour);
    *e = (wendi_exit){.generation = e->generation + 1};
    all->active_count--;
    return WEND_OK;
}

/* ---- orders ---- */

static void begin(wend_crowd *crowd, uint32_t body, wend_exit_choice choice)
{
    wendi_exits *all = crowd->exits;
    const bool is_behind = wendi_exit_is_behind(crowd, body);
    uint32_t best = is_behind ? all->exit1_of[body] - 1 : WENDI_NONE;
    double least = is_behind ? -1 : WENDI_EXIT_FAR;
    all->bits[body] =
        (uint8_t)((choice == WEND_EXIT_NEAREST ? (uint32_t)WENDI_EXIT_CHOOSES_NEAREST : 0) |
                  (is_behind ? (uint32_t)WENDI_EXIT_PASSED : 0));
    if (is_behind && crowd->bodies.state[body] == (uint8_t)WEND_BODY_MOVING &&
        wendi_exit_is_goal_of(crowd, &all->items[best], body)) {
        return; /* it is through, and goes on */
    }
    wendi_goal_end(crowd, body);
    for (uint32_t i = 0; i < all->count; ++i) {
        wendi_exit *e = &all->items[i];
        if (e->generation % 2 == 1) {
            e->detour[body] = WENDI_EXIT_UNKNOWN;
        }
        const double metres =
            wendi_exit_is_open(e) ? wendi_exit_metres(crowd, e, body) : WENDI_EXIT_FAR;
        if (metres < least) {
            best = i;
            least = metres;
        }
    }
    if (best == WENDI_NONE) {
        all->exit1_of[body] = WENDI_EXIT_WAITING;
    } else {
        wendi_exit_send(crowd, body, best);
    }
}

wend_result wend_crowd_leave(wend_crowd *crowd, const wend_body_id *ids, size_t count,
                             wend_exit_choice choice)
{
    static const char function[] = "wend_crowd_leave";
    const wend_result result = wendi_goals_check_bodies(crowd, function, ids, count);
    if (result != WEND_OK) {
        return result;
    }
    if (choice < WEND_EXIT_LEAST_TIME || choice > WEND_EXIT_NEAREST) {
        return wendi_refuse(&crowd->error, function, "choice", (double)choice, 0,
                            WEND_EXIT_NEAREST);
    }
    if (crowd->exits->active_count == 0) {
        return wendi_fail(&crowd->error, WEND_ERROR_ARGUMENT,
                          "%s: the crowd has no exits: add them by wend_crowd_add_exit", function);
    }
    for (size_t i = 0; i < count; ++i) {
        begin(crowd, ids[i].index1 - 1, choice);
    }
    return WEND_OK;
}

/* ---- queries ---- */

wend_result wend_crowd_get_exit(const wend_crowd *crowd, wend_exit_id id, wend_exit_info *info)
{
    if (info != NULL) {
        *info = (wend_exit_info){0};
    }
    if (crowd == NULL || info == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_exit *e = find(crowd, id);
    if (e == NULL) {
        return WEND_ERROR_STALE;
    }
    info->position = e->def.position;
    info->floor = e->def.floor;
    info->is_closed = e->def.is_closed;
    info->rate = wendi_exit_rate(e);
    info->passed = e->passed;
    info->seconds = e->seconds;
    info->user = e->def.user;
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        info->coming += crowd->exits->exit1_of[i] == id.index1 &&
                        crowd->bodies.state[i] != (uint8_t)WEND_BODY_NO_PATH &&
                        (crowd->exits->bits[i] & (uint32_t)WENDI_EXIT_PASSED) == 0;
    }
    return WEND_OK;
}

wend_result wend_crowd_list_exits(const wend_crowd *crowd, wend_exit_id *ids, size_t capacity,
                                  size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_exits *all = crowd->exits;
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

wend_exit_id wend_crowd_exit_of_body(const wend_crowd *crowd, wend_body_id body)
{
    const wend_exit_id none = {0, 0};
    const uint32_t i = crowd == NULL ? WENDI_NONE : wendi_bodies_find(&crowd->bodies, body);
    if (i == WENDI_NONE || crowd->exit1_of == NULL || crowd->exit1_of[i] == 0 ||
        crowd->exit1_of[i] == WENDI_EXIT_WAITING) {
        return none;
    }
    return id_of(crowd->exits, crowd->exit1_of[i] - 1);
}
