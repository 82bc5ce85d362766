/* Commanders: definitions, goals, groups and their states.
 * Cost: constant for goals; groups are found by bisection and moved to keep their order. */
#include "mind/commander/commander.h"

#include "base/core/memory.h"
#include "base/math/vec2.h"

#include <string.h>

enum { COOKIE = 0x434d4431, GOAL_COOKIE = 0x434d4731, GROUP_COOKIE = 0x434d5531 };

static const double CELL_SIZE_LEAST = 1.0 / 1024;
static const double METRES_MOST = 1 << 20;
static const double FACTOR_MOST = 1024;

wend_commander_def wend_commander_def_default(void)
{
    wend_commander_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.max_goals = def.max_groups = 64;
    def.max_enemies = 256;
    def.width = def.height = 16;
    def.cell_size = 8;
    def.distance_weight = 1.0 / 64;
    def.danger_weight = 1.0 / 16;
    def.commitment = 0.2;
    def.known_radius = 16;
    def.half_life = 512;
    def.forget_below = 1.0 / 16;
    def.scouting_value = 1;
    def.scouting_age = 512;
    def.scouting_spacing = 16;
    return def;
}

wend_commander_goal wend_commander_goal_default(void)
{
    wend_commander_goal goal;
    memset(&goal, 0, sizeof goal);
    goal.cookie = GOAL_COOKIE;
    goal.value = 1;
    goal.partial = 0.5;
    goal.deadline = goal.repeat = UINT64_MAX;
    return goal;
}

wend_commander_group wend_commander_group_default(void)
{
    wend_commander_group group;
    memset(&group, 0, sizeof group);
    group.cookie = GROUP_COOKIE;
    group.strength = 1;
    for (uint32_t i = 0; i < WEND_COMMANDER_KINDS; i++) {
        group.fitness[i] = 1;
    }
    return group;
}

/* ---- checks ---- */

bool wendi_commander_check_def(const wend_commander_def *def, const char *function)
{
    wend_message *m = def->message;
    const double weight_most = WEND_COMMANDER_WEIGHT_MAX;
    return wendi_check_range(m, function, "max_goals", def->max_goals, 1,
                             WEND_COMMANDER_GOALS_MAX) &&
           wendi_check_range(m, function, "max_groups", def->max_groups, 1,
                             WEND_COMMANDER_GROUPS_MAX) &&
           wendi_check_range(m, function, "max_enemies", def->max_enemies, 1,
                             WEND_COMMANDER_ENEMIES_MAX) &&
           wendi_check_range(m, function, "width", def->width, 1, WEND_COMMANDER_SIDE_CELLS_MAX) &&
           wendi_check_range(m, function, "height", def->height, 1,
                             WEND_COMMANDER_SIDE_CELLS_MAX) &&
           wendi_check_range(m, function, "cell_size", def->cell_size, CELL_SIZE_LEAST,
                             METRES_MOST) &&
           wendi_check_vec2(m, function, "origin", def->origin) == WEND_OK &&
           wendi_check_range(m, function, "distance_weight", def->distance_weight, 0,
                             weight_most) &&
           wendi_check_range(m, function, "danger_weight", def->danger_weight, 0, weight_most) &&
           wendi_check_range(m, function, "commitment", def->commitment, 0, weight_most) &&
           wendi_check_range(m, function, "reserve", def->reserve, 0, 1) &&
           wendi_check_range(m, function, "known_radius", def->known_radius, 0, METRES_MOST) &&
           wendi_check_range(m, function, "half_life", def->half_life, 1,
                             WEND_COMMANDER_HALF_LIFE_MAX) &&
           wendi_check_range(m, function, "forget_below", def->forget_below, 0, 1) &&
           wendi_check_range(m, function, "scouting_count", def->scouting_count, 0,
                             WEND_COMMANDER_SCOUTING_MAX) &&
           wendi_check_range(m, function, "scouting_value", def->scouting_value, 0,
                             WEND_COMMANDER_VALUE_MAX) &&
           wendi_check_range(m, function, "scouting_age", def->scouting_age, 1,
                             WEND_COMMANDER_HALF_LIFE_MAX) &&
           wendi_check_range(m, function, "scouting_spacing", def->scouting_spacing, 0,
                             METRES_MOST);
}

bool wendi_commander_check_goal(const wend_commander_goal *goal, wend_message *m,
                                const char *function)
{
    if (goal->cookie != GOAL_COOKIE) {
        (void)wendi_refuse_cookie(m, function, goal->cookie, "wend_commander_goal_default");
        return false;
    }
    return wendi_check_range(m, function, "kind", (double)goal->kind, 0,
                             (double)WEND_COMMANDER_KINDS - 1) &&
           wendi_check_vec2(m, function, "position", goal->position) == WEND_OK &&
           wendi_check_range(m, function, "value", goal->value, 0, WEND_COMMANDER_VALUE_MAX) &&
           wendi_check_range(m, function, "strength", goal->strength, 0,
                             WEND_COMMANDER_VALUE_MAX) &&
           wendi_check_range(m, function, "superiority", goal->superiority, 0, FACTOR_MOST) &&
           wendi_check_range(m, function, "partial", goal->partial, 0, 1);
}

bool wendi_commander_check_group(const wend_commander_group *group, wend_message *m,
                                 const char *function)
{
    if (group->cookie != GROUP_COOKIE) {
        (void)wendi_refuse_cookie(m, function, group->cookie, "wend_commander_group_default");
        return false;
    }
    if (wendi_check_vec2(m, function, "position", group->position) != WEND_OK ||
        !wendi_check_range(m, function, "strength", group->strength, 0, WEND_COMMANDER_VALUE_MAX) ||
        !wendi_check_range(m, function, "speed", group->speed, 0, METRES_MOST)) {
        return false;
    }
    for (uint32_t i = 0; i < WEND_COMMANDER_KINDS; i++) {
        if (!wendi_check_range(m, function, "fitness", group->fitness[i], 0, FACTOR_MOST)) {
            return false;
        }
    }
    return true;
}

/* ---- create, destroy ---- */

/* Without -0, which loading refuses. */
static wend_commander_def plain_def(const wend_commander_def *def)
{
    wend_commander_def it = *def;
    it.origin = wendi_vec2_add(def->origin, (wend_vec2){0, 0});
    it.distance_weight += 0.0;
    it.danger_weight += 0.0;
    it.commitment += 0.0;
    it.reserve += 0.0;
    it.known_radius += 0.0;
    it.forget_below += 0.0;
    it.scouting_value += 0.0;
    it.scouting_spacing += 0.0;
    return it;
}

bool wendi_commander_reserve(wend_commander *c)
{
    const wend_allocator *a = &c->def.allocator;
    const size_t cells = (size_t)c->def.width * (size_t)c->def.height;
    const size_t groups = c->def.max_groups;
    c->goal_capacity = c->def.max_goals + c->def.scouting_count;
    const size_t goals = c->goal_capacity;
    wendi_allotment *t = &c->allotment;
    c->goals = wendi_alloc_items_zero(a, goals, sizeof *c->goals);
    c->groups = wendi_alloc_items_zero(a, groups, sizeof *c->groups);
    c->enemies = wendi_alloc_items_zero(a, c->def.max_enemies, sizeof *c->enemies);
    c->cells = wendi_alloc_items_zero(a, cells, sizeof *c->cells);
    c->candidates = wendi_alloc_items_zero(a, c->def.scouting_count + 1, sizeof *c->candidates);
    c->cell_scores = wendi_alloc_items_zero(a, cells, sizeof *c->cell_scores);
    c->open = wendi_alloc_items_zero(a, goals, sizeof *c->open);
    c->scores = wendi_alloc_items_zero(a, groups * goals, sizeof *c->scores);
    t->groups = wendi_alloc_items_zero(a, groups, sizeof *t->groups);
    t->goals = wendi_alloc_items_zero(a, goals, sizeof *t->goals);
    t->costs = wendi_alloc_items_zero(a, groups * goals, sizeof *t->costs);
    t->orders = wendi_alloc_items_zero(a, groups * goals, sizeof *t->orders);
    t->pairs = wendi_alloc_items_zero(a, groups * 2, sizeof *t->pairs);
    t->bundle = wendi_alloc_items_zero(a, groups * 2, sizeof *t->bundle);
    t->start = wendi_alloc_items_zero(a, groups * 3, sizeof *t->start);
    if (c->goals == NULL || c->groups == NULL || c->enemies == NULL || c->cells == NULL ||
        c->candidates == NULL || c->cell_scores == NULL || c->open == NULL || c->scores == NULL ||
        t->groups == NULL || t->goals == NULL || t->costs == NULL || t->orders == NULL ||
        t->pairs == NULL || t->bundle == NULL || t->start == NULL ||
        !wendi_slots_reserve(&c->slots, c->goal_capacity, a)) {
        return false;
    }
    t->pairs_scratch = t->pairs + groups;
    t->kept = t->bundle + groups;
    t->saved = t->start + groups;
    t->best = t->saved + groups;
    for (size_t i = 0; i < cells; i++) {
        c->cells[i].value = 1;
    }
    return true;
}

wend_result wend_commander_create(const wend_commander_def *def, wend_commander **commander)
{
    static const char function[] = "wend_commander_create";
    if (commander != NULL) {
        *commander = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_commander_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (!wendi_commander_check_def(def, function)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (commander == NULL) {
        return wendi_refuse_null(def->message, function, "commander");
    }
    wend_commander *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->def = plain_def(def);
    made->def.message = NULL;
    wendi_slots_init(&made->slots);
    if (!wendi_commander_reserve(made)) {
        wend_commander_destroy(made);
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    *commander = made;
    return WEND_OK;
}

void wend_commander_destroy(wend_commander *c)
{
    if (c == NULL) {
        return;
    }
    const wend_allocator a = c->def.allocator;
    const size_t cells = (size_t)c->def.width * (size_t)c->def.height;
    const size_t groups = c->def.max_groups, goals = c->goal_capacity;
    wendi_allotment *t = &c->allotment;
    wendi_free(&a, c->goals, goals * sizeof *c->goals);
    wendi_free(&a, c->groups, groups * sizeof *c->groups);
    wendi_free(&a, c->enemies, c->def.max_enemies * sizeof *c->enemies);
    wendi_free(&a, c->cells, cells * sizeof *c->cells);
    wendi_free(&a, c->candidates, (c->def.scouting_count + (size_t)1) * sizeof *c->candidates);
    wendi_free(&a, c->cell_scores, cells * sizeof *c->cell_scores);
    wendi_free(&a, c->open, goals * sizeof *c->open);
    wendi_free(&a, c->scores, groups * goals * sizeof *c->scores);
    wendi_free(&a, t->groups, groups * sizeof *t->groups);
    wendi_free(&a, t->goals, goals * sizeof *t->goals);
    wendi_free(&a, t->costs, groups * goals * sizeof *t->costs);
    wendi_free(&a, t->orders, groups * goals * sizeof *t->orders);
    wendi_free(&a, t->pairs, groups * 2 * sizeof *t->pairs);
    wendi_free(&a, t->bundle, groups * 2 * sizeof *t->bundle);
    wendi_free(&a, t->start, groups * 3 * sizeof *t->start);
    wendi_slots_free(&c->slots, &a);
    wendi_free(&a, c, sizeof *c);
}

size_t wend_commander_memory_bytes(const wend_commander *c)
{
    if (c == NULL) {
        return 0;
    }
    const size_t cells = (size_t)c->def.width * (size_t)c->def.height;
    const size_t groups = c->def.max_groups, goals = c->goal_capacity;
    return sizeof *c + goals * (sizeof *c->goals + sizeof *c->open + sizeof *c->allotment.goals) +
           groups *
               (sizeof *c->groups + sizeof *c->allotment.groups + 2 * sizeof *c->allotment.pairs +
                2 * sizeof *c->allotment.bundle + 3 * sizeof *c->allotment.start) +
           groups * goals *
               (sizeof *c->allotment.costs + sizeof *c->allotment.orders + sizeof *c->scores) +
           c->def.max_enemies * sizeof *c->enemies +
           cells * (sizeof *c->cells + sizeof *c->cell_scores) +
           (c->def.scouting_count + (size_t)1) * sizeof *c->candidates +
           c->slots.capacity * (sizeof *c->slots.next + sizeof *c->slots.generation);
}

const char *wend_commander_error(const wend_commander *commander)
{
    return commander == NULL ? "" : commander->message.text;
}

wend_result wendi_commander_begin(const wend_commander *commander)
{
    if (commander == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    return commander->is_updating ? WEND_ERROR_BUSY : WEND_OK;
}

wend_result wend_commander_set_tick(wend_commander *commander, uint64_t tick)
{
    const wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    if (tick < commander->tick) {
        return wendi_fail(&commander->message, WEND_ERROR_ARGUMENT,
                          "wend_commander_set_tick: tick is %llu, and must not be below %llu",
                          (unsigned long long)tick, (unsigned long long)commander->tick);
    }
    commander->tick = tick;
    wendi_commander_forget(commander);
    return WEND_OK;
}

/* ---- goals ---- */

int32_t wendi_commander_find_goal(const wend_commander *commander, wend_commander_goal_id id)
{
    return commander != NULL && wendi_slots_has(&commander->slots, id.index1, id.generation)
               ? (int32_t)(id.index1 - 1)
               : -1;
}

static wend_result refuse_goal(wend_commander *commander, const char *function,
                               wend_commander_goal_id id)
{
    if (id.index1 == 0) {
        return wendi_fail(&commander->message, WEND_ERROR_ARGUMENT, "%s: the id is {0, 0}",
                          function);
    }
    return wendi_refuse_id(&commander->message, function, "goal", id.index1, id.generation);
}

/* Without -0, so that equal goals have equal bytes. */
static wend_commander_goal plain_goal(const wend_commander_goal *goal)
{
    wend_commander_goal it = *goal;
    it.position = wendi_vec2_add(goal->position, (wend_vec2){0, 0});
    it.value += 0.0;
    it.strength += 0.0;
    it.superiority += 0.0;
    it.partial += 0.0;
    return it;
}

uint32_t wendi_commander_put_goal(wend_commander *commander, const wendi_commander_goal *goal)
{
    const uint32_t index = wendi_slots_take(&commander->slots);
    commander->goals[index] = *goal;
    commander->scouting_count += goal->is_scouting ? 1 : 0;
    return index;
}

wend_result wend_commander_add_goal(wend_commander *commander, const wend_commander_goal *goal,
                                    wend_commander_goal_id *id)
{
    static const char function[] = "wend_commander_add_goal";
    if (id != NULL) {
        *id = (wend_commander_goal_id){0, 0};
    }
    const wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    if (goal == NULL || id == NULL) {
        return wendi_refuse_null(&commander->message, function, goal == NULL ? "goal" : "id");
    }
    if (!wendi_commander_check_goal(goal, &commander->message, function)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (commander->slots.count - commander->scouting_count >= commander->def.max_goals) {
        return wendi_fail(&commander->message, WEND_ERROR_FULL, "%s: there are %u goals, the most",
                          function, (unsigned)commander->def.max_goals);
    }
    const wendi_commander_goal made = {
        .it = plain_goal(goal), .made = commander->tick, .reason = WEND_COMMANDER_NEW};
    const uint32_t index = wendi_commander_put_goal(commander, &made);
    *id = (wend_commander_goal_id){index + 1, commander->slots.generation[index]};
    return WEND_OK;
}

wend_result wend_commander_set_goal(wend_commander *commander, wend_commander_goal_id id,
                                    const wend_commander_goal *goal)
{
    static const char function[] = "wend_commander_set_goal";
    const wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    const int32_t index = wendi_commander_find_goal(commander, id);
    if (goal == NULL) {
        return wendi_refuse_null(&commander->message, function, "goal");
    }
    if (index < 0) {
        return refuse_goal(commander, function, id);
    }
    if (!wendi_commander_check_goal(goal, &commander->message, function)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (commander->goals[index].is_scouting) {
        return wendi_fail(&commander->message, WEND_ERROR_ARGUMENT,
                          "%s: the commander made this goal to scout", function);
    }
    commander->goals[index].it = plain_goal(goal);
    return WEND_OK;
}

wend_result wend_commander_get_goal(const wend_commander *commander, wend_commander_goal_id id,
                                    wend_commander_goal *goal)
{
    const int32_t index = wendi_commander_find_goal(commander, id);
    if (goal != NULL) {
        *goal = wend_commander_goal_default();
    }
    if (commander == NULL || goal == NULL || id.index1 == 0) {
        return WEND_ERROR_ARGUMENT;
    }
    if (index < 0) {
        return WEND_ERROR_STALE;
    }
    *goal = commander->goals[index].it;
    return WEND_OK;
}

static void free_groups(wend_commander *commander, uint32_t goal)
{
    for (uint32_t i = 0; i < commander->group_count; i++) {
        wendi_commander_group *group = &commander->groups[i];
        if (group->goal == (int32_t)goal) {
            group->goal = -1;
            group->since = commander->tick;
            group->gain = 0;
            memset(&group->score, 0, sizeof group->score);
            group->reason = WEND_COMMANDER_NEW;
        }
    }
}

void wendi_commander_drop_goal(wend_commander *commander, uint32_t index)
{
    free_groups(commander, index);
    commander->scouting_count -= commander->goals[index].is_scouting ? 1 : 0;
    wendi_slots_release(&commander->slots, index);
}

/* Removes a goal, or pauses it. */
static wend_result end_goal(wend_commander *commander, wend_commander_goal_id id, bool may_repeat,
                            const char *function)
{
    const wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    const int32_t index = wendi_commander_find_goal(commander, id);
    if (index < 0) {
        return refuse_goal(commander, function, id);
    }
    wendi_commander_goal *goal = &commander->goals[index];
    if (!may_repeat || goal->it.repeat == UINT64_MAX) {
        wendi_commander_drop_goal(commander, (uint32_t)index);
        return WEND_OK;
    }
    free_groups(commander, (uint32_t)index);
    goal->open_tick = goal->it.repeat < UINT64_MAX - commander->tick
                          ? commander->tick + goal->it.repeat
                          : UINT64_MAX;
    goal->reason = WEND_COMMANDER_PAUSED;
    goal->strength = 0;
    goal->group_count = 0;
    goal->worth = 0;
    return WEND_OK;
}

wend_result wend_commander_finish_goal(wend_commander *commander, wend_commander_goal_id id)
{
    return end_goal(commander, id, true, "wend_commander_finish_goal");
}

wend_result wend_commander_remove_goal(wend_commander *commander, wend_commander_goal_id id)
{
    return end_goal(commander, id, false, "wend_commander_remove_goal");
}

bool wend_commander_has_goal(const wend_commander *commander, wend_commander_goal_id id)
{
    return wendi_commander_find_goal(commander, id) >= 0;
}

uint32_t wend_commander_goal_limit(const wend_commander *commander)
{
    return commander == NULL ? 0 : commander->slots.limit;
}

wend_commander_goal_id wend_commander_goal_at(const wend_commander *commander, uint32_t index)
{
    return commander != NULL && wendi_slots_is_used(&commander->slots, index)
               ? (wend_commander_goal_id){index + 1, commander->slots.generation[index]}
               : (wend_commander_goal_id){0, 0};
}

wend_result wend_commander_get_goal_state(const wend_commander *commander,
                                          wend_commander_goal_id id,
                                          wend_commander_goal_state *state)
{
    const int32_t index = wendi_commander_find_goal(commander, id);
    if (state != NULL) {
        memset(state, 0, sizeof *state);
    }
    if (commander == NULL || state == NULL || id.index1 == 0) {
        return WEND_ERROR_ARGUMENT;
    }
    if (index < 0) {
        return WEND_ERROR_STALE;
    }
    const wendi_commander_goal *goal = &commander->goals[index];
    *state = (wend_commander_goal_state){
        .reason = goal->reason,
        .needed = goal->needed,
        .known = goal->known,
        .strength = (double)goal->strength / WENDI_ALLOT_UNIT,
        .group_count = goal->group_count,
        .worth = goal->worth,
        .is_scouting = goal->is_scouting,
        .open_tick = goal->open_tick > commander->tick ? goal->open_tick : 0,
    };
    return WEND_OK;
}

/* ---- groups ---- */

uint32_t wendi_commander_group_place(const wend_commander *commander, uint64_t user)
{
    uint32_t low = 0, high = commander->group_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (commander->groups[middle].it.user < user) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

wendi_commander_group *wendi_commander_find_group(const wend_commander *commander, uint64_t user)
{
    const uint32_t place = wendi_commander_group_place(commander, user);
    return place < commander->group_count && commander->groups[place].it.user == user
               ? &commander->groups[place]
               : NULL;
}

static wend_commander_group plain_group(const wend_commander_group *group)
{
    wend_commander_group it = *group;
    it.position = wendi_vec2_add(group->position, (wend_vec2){0, 0});
    it.strength += 0.0;
    it.speed += 0.0;
    for (uint32_t i = 0; i < WEND_COMMANDER_KINDS; i++) {
        it.fitness[i] += 0.0;
    }
    return it;
}

wend_result wend_commander_set_group(wend_commander *commander, const wend_commander_group *group)
{
    static const char function[] = "wend_commander_set_group";
    const wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    if (group == NULL) {
        return wendi_refuse_null(&commander->message, function, "group");
    }
    if (!wendi_commander_check_group(group, &commander->message, function)) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t place = wendi_commander_group_place(commander, group->user);
    wendi_commander_group *at = &commander->groups[place];
    if (place == commander->group_count || at->it.user != group->user) {
        if (commander->group_count == commander->def.max_groups) {
            return wendi_fail(&commander->message, WEND_ERROR_FULL,
                              "%s: there are %u groups, the most", function,
                              (unsigned)commander->def.max_groups);
        }
        memmove(at + 1, at, (commander->group_count - place) * sizeof *at);
        commander->group_count++;
        memset(at, 0, sizeof *at);
        at->goal = -1;
        at->since = commander->tick;
        at->reason = WEND_COMMANDER_NEW;
    }
    at->it = plain_group(group);
    return WEND_OK;
}

wend_result wend_commander_get_group(const wend_commander *commander, uint64_t user,
                                     wend_commander_group *group)
{
    if (group != NULL) {
        *group = wend_commander_group_default();
    }
    if (commander == NULL || group == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_commander_group *it = wendi_commander_find_group(commander, user);
    if (it == NULL) {
        return WEND_ERROR_STALE;
    }
    *group = it->it;
    return WEND_OK;
}

static wend_result refuse_group(wend_commander *commander, const char *function, uint64_t user)
{
    return wendi_fail(&commander->message, WEND_ERROR_STALE, "%s: there is no group %llu", function,
                      (unsigned long long)user);
}

wend_result wend_commander_remove_group(wend_commander *commander, uint64_t user)
{
    const wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    wendi_commander_group *it = wendi_commander_find_group(commander, user);
    if (it == NULL) {
        return refuse_group(commander, "wend_commander_remove_group", user);
    }
    const size_t behind = (size_t)(commander->groups + commander->group_count - (it + 1));
    memmove(it, it + 1, behind * sizeof *it);
    commander->group_count--;
    return WEND_OK;
}

uint32_t wend_commander_group_count(const wend_commander *commander)
{
    return commander == NULL ? 0 : commander->group_count;
}

wend_result wend_commander_group_at(const wend_commander *commander, uint32_t index, uint64_t *user)
{
    if (user != NULL) {
        *user = 0;
    }
    if (commander == NULL || user == NULL || index >= commander->group_count) {
        return WEND_ERROR_ARGUMENT;
    }
    *user = commander->groups[index].it.user;
    return WEND_OK;
}

wend_result wend_commander_get_assignment(const wend_commander *commander, uint64_t group,
                                          wend_commander_assignment *assignment)
{
    if (assignment != NULL) {
        memset(assignment, 0, sizeof *assignment);
    }
    if (commander == NULL || assignment == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_commander_group *it = wendi_commander_find_group(commander, group);
    if (it == NULL) {
        return WEND_ERROR_STALE;
    }
    assignment->since = it->since;
    assignment->reason = it->reason;
    assignment->gain = it->gain;
    assignment->score = it->score;
    if (it->goal >= 0) {
        const wendi_commander_goal *goal = &commander->goals[it->goal];
        assignment->goal = wend_commander_goal_at(commander, (uint32_t)it->goal);
        assignment->goal_user = goal->it.user;
        assignment->kind = goal->it.kind;
        assignment->position = goal->it.position;
    }
    return WEND_OK;
}

void wend_commander_get_info(const wend_commander *commander, wend_commander_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (commander == NULL) {
        return;
    }
    info->tick = commander->tick;
    info->goal_count = commander->slots.count;
    info->scouting_count = commander->scouting_count;
    info->group_count = commander->group_count;
    info->enemy_count = commander->enemy_count;
    info->total = commander->total;
    info->changes = commander->changes;
    for (uint32_t i = 0; i < commander->group_count; i++) {
        const wendi_commander_group *group = &commander->groups[i];
        info->strength += group->it.strength;
        info->reserved += group->goal < 0 ? group->it.strength : 0;
        info->allotted_count += group->goal < 0 ? 0 : 1;
    }
    const uint32_t cells = (uint32_t)(commander->def.width * commander->def.height);
    uint32_t seen = 0, all = 0;
    for (uint32_t i = 0; i < cells; i++) {
        const bool counts = commander->cells[i].value > 0;
        all += counts ? 1 : 0;
        seen += counts && commander->cells[i].seen != 0 ? 1 : 0;
    }
    info->seen = all == 0 ? 0 : (double)seen / (double)all;
}
