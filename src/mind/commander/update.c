/* Updates of commanders: terms of each pair, the allotment, and its reasons.
 * Cost: pairs of groups and goals, goals times enemies, and that of allot.h. */
#include "mind/commander/commander.h"

#include "base/math/bits.h"
#include "base/math/vec2.h"
#include "wend/pathfinder.h"
#include "wend/walls.h"

#include <string.h>

enum { INPUTS_COOKIE = 0x434d4931, DANGER_POINTS = 8, NONE = -1 };

/* More than the rounding of 1 - reserve and of its product, so that groups that just fit are sent. */
static const double RESERVE_ROUNDING = 0x1p-50;

wend_commander_inputs wend_commander_inputs_default(void)
{
    wend_commander_inputs inputs;
    memset(&inputs, 0, sizeof inputs);
    inputs.cookie = INPUTS_COOKIE;
    inputs.measure = wend_influence_measure_default();
    inputs.measure.kind = WEND_INFLUENCE_ENEMIES;
    return inputs;
}

/* ---- terms of a pair ---- */

/* The length of the pathfinder's path; infinite where there is none.
 * @return WEND_OK, and errors but that of an argument: then the ends are none of the pathfinder's world. */
static wend_result find_path(wend_pathfinder *pathfinder, wend_vec2 from, wend_vec2 to,
                             double *distance)
{
    wend_path_query query = wend_path_query_default();
    wend_path_answer answer;
    query.from = (wend_vec3){from.x, from.y, 0};
    query.to = (wend_vec3){to.x, to.y, 0};
    *distance = DBL_MAX;
    const wend_result result = wend_pathfinder_find(pathfinder, &query);
    if (result < 0 && result != WEND_ERROR_ARGUMENT) {
        return result; /* it does not say that there is no path */
    }
    if (result == WEND_OK) {
        wend_pathfinder_get_answer(pathfinder, &answer);
        *distance = answer.length;
    }
    return WEND_OK;
}

static wend_result find_distance(const wend_commander_inputs *inputs,
                                 const wend_commander_group *group, const wend_commander_goal *goal,
                                 double *distance)
{
    if (inputs->distance != NULL) {
        *distance = inputs->distance(inputs->user, group, goal);
        return WEND_OK;
    }
    if (inputs->pathfinder != NULL) {
        return find_path(inputs->pathfinder, group->position, goal->position, distance);
    }
    *distance = wendi_vec2_length(wendi_vec2_sub(goal->position, group->position));
    return WEND_OK;
}

static double find_danger(const wend_commander_inputs *inputs, const wend_commander_group *group,
                          const wendi_commander_goal *goal)
{
    double danger = 0;
    if (inputs->influence == NULL) {
        return goal->known;
    }
    const wend_vec2 offset = wendi_vec2_sub(goal->it.position, group->position);
    for (uint32_t i = 1; i <= DANGER_POINTS; i++) {
        const wend_vec2 at = wendi_vec2_add(
            group->position, wendi_vec2_scale(offset, (double)i / (double)DANGER_POINTS));
        const double value = wend_influence_value(inputs->influence, &inputs->measure, at);
        danger = value > danger ? value : danger;
    }
    return danger;
}

static bool is_late(const wend_commander *commander, const wend_commander_group *group,
                    const wend_commander_goal *goal, double distance)
{
    return goal->deadline != UINT64_MAX && group->speed > 0 &&
           distance / group->speed > (double)(goal->deadline - commander->tick);
}

/* Why a goal takes no groups at all; WEND_COMMANDER_ALLOTTED where it does. */
static wend_commander_reason closed_reason(const wend_commander *commander,
                                           const wendi_commander_goal *goal)
{
    return goal->open_tick > commander->tick     ? WEND_COMMANDER_PAUSED
           : goal->it.deadline < commander->tick ? WEND_COMMANDER_EXPIRED
                                                 : WEND_COMMANDER_ALLOTTED;
}

/* The enemies known at a goal, and what it needs. */
static void find_needed(const wend_commander *commander, wendi_commander_goal *goal)
{
    goal->known = wend_commander_known_strength(commander, goal->it.position,
                                                commander->def.known_radius, UINT32_MAX);
    goal->needed = goal->it.superiority * goal->known;
    goal->needed = goal->needed > goal->it.strength ? goal->needed : goal->it.strength;
}

/* The terms of a pair. @param goal with its known enemies and needed strength. @param has_it the group
 * has this goal. */
static wend_result score_pair(const wend_commander *commander, const wend_commander_inputs *inputs,
                              const wend_commander_group *group, const wendi_commander_goal *goal,
                              bool has_it, wend_commander_score *score)
{
    const wend_commander_def *def = &commander->def;
    memset(score, 0, sizeof *score);
    const int64_t units = wendi_allot_units(group->strength * group->fitness[goal->it.kind]);
    score->strength = (double)units / WENDI_ALLOT_UNIT;
    score->reason = closed_reason(commander, goal);
    if (score->reason != WEND_COMMANDER_ALLOTTED) {
        return WEND_OK;
    }
    if (units == 0) {
        score->reason = WEND_COMMANDER_UNFIT;
        return WEND_OK;
    }
    if (group->busy_until > commander->tick && !has_it) {
        score->reason = WEND_COMMANDER_BUSY;
        return WEND_OK;
    }
    double distance = 0;
    const wend_result result = find_distance(inputs, group, &goal->it, &distance);
    if (result != WEND_OK) {
        return result;
    }
    if (!(distance >= 0 && distance <= WEND_COORDINATE_MAX * 4)) {
        score->reason = WEND_COMMANDER_UNREACHABLE;
        return WEND_OK;
    }
    score->distance = distance + 0.0;
    score->travel = def->distance_weight * score->distance;
    score->danger = find_danger(inputs, group, goal);
    score->risk = score->danger > 0 ? def->danger_weight * score->danger *
                                          (score->danger / (score->danger + score->strength))
                                    : 0;
    if (has_it) {
        const double part = goal->needed > score->strength ? score->strength / goal->needed : 1;
        score->commitment = def->commitment * goal->it.value * part;
    }
    score->cost = score->travel + score->risk - score->commitment;
    score->cost += 0.0;
    if (is_late(commander, group, &goal->it, score->distance)) {
        score->reason = WEND_COMMANDER_LATE;
    }
    return WEND_OK;
}

/* ---- an update ---- */

/* The goal at a place of the list of open goals: those that exist, then the candidates. */
static wendi_commander_goal *listed_goal(wend_commander *commander, uint32_t listed, uint32_t open)
{
    return listed < open ? &commander->goals[commander->open[listed]]
                         : &commander->candidates[listed - open];
}

static uint32_t list_open(wend_commander *commander)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < commander->slots.limit; i++) {
        if (wendi_slots_is_used(&commander->slots, i) &&
            closed_reason(commander, &commander->goals[i]) == WEND_COMMANDER_ALLOTTED) {
            commander->open[open++] = i;
        }
    }
    return open;
}

static void set_up_goal(wendi_allot_goal *to, const wendi_commander_goal *goal)
{
    memset(to, 0, sizeof *to);
    const double most = (double)((uint64_t)1 << 44); /* sums of all groups stay below */
    to->need = wendi_allot_units(goal->needed < most ? goal->needed : most);
    to->value = goal->it.value;
    to->partial = goal->it.partial;
    to->limit = goal->it.group_limit;
    to->kind = (uint32_t)goal->it.kind;
    to->uses_reserve = goal->it.uses_reserve;
}

static int64_t set_up_group(const wend_commander *commander, wendi_allot_group *to,
                            const wendi_commander_group *group)
{
    for (uint32_t kind = 0; kind < WEND_COMMANDER_KINDS; kind++) {
        to->strength[kind] = wendi_allot_units(group->it.strength * group->it.fitness[kind]);
    }
    to->weight = wendi_allot_units(group->it.strength);
    to->is_fixed = group->it.busy_until > commander->tick;
    to->choice = NONE;
    return to->weight;
}

/* Fills the allotment. What it changes of goals are needed and known only. */
static wend_result set_up(wend_commander *commander, const wend_commander_inputs *inputs,
                          uint32_t open, uint32_t added)
{
    wendi_allotment *a = &commander->allotment;
    int64_t weight = 0;
    a->goal_count = open + added;
    a->group_count = commander->group_count;
    for (uint32_t q = 0; q < a->goal_count; q++) {
        wendi_commander_goal sized = *listed_goal(commander, q, open);
        find_needed(commander, &sized);
        set_up_goal(&a->goals[q], &sized);
        for (uint32_t g = 0; g < a->group_count; g++) {
            const wendi_commander_group *group = &commander->groups[g];
            const bool has_it = q < open && group->goal == (int32_t)commander->open[q];
            wend_commander_score *score = &commander->scores[(size_t)g * a->goal_count + q];
            const wend_result result =
                score_pair(commander, inputs, &group->it, &sized, has_it, score);
            if (result != WEND_OK) {
                return result;
            }
            *wendi_allot_cost(a, g, q) =
                score->reason == WEND_COMMANDER_ALLOTTED ? score->cost : WENDI_ALLOT_NEVER;
        }
    }
    for (uint32_t g = 0; g < a->group_count; g++) {
        wendi_allot_group *to = &a->groups[g];
        weight += set_up_group(commander, to, &commander->groups[g]);
        for (uint32_t q = 0; q < open && commander->groups[g].goal != NONE; q++) {
            if (commander->groups[g].goal == (int32_t)commander->open[q]) {
                to->choice = (int32_t)q;
            }
        }
        /* A busy group whose goal has become impossible does not count there. */
        if (to->choice != NONE &&
            *wendi_allot_cost(a, g, (uint32_t)to->choice) >= WENDI_ALLOT_NEVER) {
            to->choice = NONE;
        }
    }
    a->out_most = (int64_t)((double)weight * (1 - commander->def.reserve + RESERVE_ROUNDING));
    return WEND_OK;
}

/* Why no group serves a goal, from the terms of its pairs. */
static wend_commander_reason reason_of_pairs(const wend_commander *commander, uint32_t goal)
{
    /* The first of these that any pair has is the reason. */
    static const wend_commander_reason order[] = {WEND_COMMANDER_BUSY, WEND_COMMANDER_LATE,
                                                  WEND_COMMANDER_UNREACHABLE, WEND_COMMANDER_UNFIT};
    const wendi_allotment *a = &commander->allotment;
    for (uint32_t i = 0; i < sizeof order / sizeof *order; i++) {
        for (uint32_t g = 0; g < a->group_count; g++) {
            if (commander->scores[(size_t)g * a->goal_count + goal].reason == order[i]) {
                return order[i];
            }
        }
    }
    return WEND_COMMANDER_UNFIT;
}

static wend_commander_reason reason_of_goal(wend_commander *commander, uint32_t goal)
{
    wendi_allotment *a = &commander->allotment;
    const wendi_allot_goal *it = &a->goals[goal];
    int64_t possible = 0;
    if (it->count > 0) {
        return it->sum >= it->need ? WEND_COMMANDER_ALLOTTED : WEND_COMMANDER_PARTLY;
    }
    if (it->eligible == 0) {
        return reason_of_pairs(commander, goal);
    }
    for (uint32_t i = 0; i < it->eligible; i++) {
        const uint32_t g = a->orders[(size_t)goal * a->group_count + i];
        possible += a->groups[g].strength[it->kind];
    }
    if (wendi_allot_bundle_gain(a, goal, true, true) <= 0) {
        return possible < it->need ? WEND_COMMANDER_WEAK : WEND_COMMANDER_NOT_WORTH;
    }
    if (wendi_allot_bundle_gain(a, goal, true, false) <= 0 ||
        wendi_allot_bundle_gain(a, goal, false, true) > 0) {
        return WEND_COMMANDER_RESERVE;
    }
    return WEND_COMMANDER_OUTBID;
}

static wend_commander_reason reason_of_group(const wend_commander *commander, uint32_t group)
{
    const wendi_allotment *a = &commander->allotment;
    const wendi_allot_group *it = &a->groups[group];
    if (it->choice != NONE) {
        return WEND_COMMANDER_ALLOTTED;
    }
    if (it->is_fixed) {
        return WEND_COMMANDER_BUSY;
    }
    if (a->goal_count == 0) {
        return WEND_COMMANDER_NO_GOALS;
    }
    for (uint32_t q = 0; q < a->goal_count; q++) {
        if (*wendi_allot_cost(a, group, q) < WENDI_ALLOT_NEVER) {
            return wendi_allot_best_move(a, group, true) > 0 ? WEND_COMMANDER_RESERVE
                                                             : WEND_COMMANDER_NOT_WORTH;
        }
    }
    return WEND_COMMANDER_UNFIT;
}

/* Writes states of the goals, and puts candidates among them. */
static void write_goals(wend_commander *commander, uint32_t open)
{
    wendi_allotment *a = &commander->allotment;
    for (uint32_t i = 0; i < commander->slots.limit; i++) {
        wendi_commander_goal *goal = &commander->goals[i];
        if (wendi_slots_is_used(&commander->slots, i)) {
            find_needed(commander, goal);
            goal->strength = 0;
            goal->group_count = 0;
            goal->worth = 0;
            goal->reason = closed_reason(commander, goal);
        }
    }
    for (uint32_t q = 0; q < a->goal_count; q++) {
        wendi_commander_goal *goal = listed_goal(commander, q, open);
        find_needed(commander, goal);
        goal->reason = reason_of_goal(commander, q);
        goal->strength = a->goals[q].sum;
        goal->group_count = a->goals[q].count;
        goal->worth = wendi_allot_worth(&a->goals[q], goal->strength, goal->group_count);
        if (q >= open) {
            const uint32_t index = wendi_commander_put_goal(commander, goal);
            commander->open[q] = index;
        }
    }
}

static void write_groups(wend_commander *commander)
{
    const wendi_allotment *a = &commander->allotment;
    for (uint32_t g = 0; g < a->group_count; g++) {
        wendi_commander_group *group = &commander->groups[g];
        const int32_t choice = a->groups[g].choice;
        const int32_t goal = choice == NONE ? NONE : (int32_t)commander->open[choice];
        if (goal != group->goal) {
            group->goal = goal;
            group->since = commander->tick;
            commander->changes++;
        }
        group->reason = reason_of_group(commander, g);
        group->gain = 0;
        memset(&group->score, 0, sizeof group->score);
        if (choice != NONE) {
            const wendi_allot_goal *at = &a->goals[choice];
            const int64_t own = a->groups[g].strength[at->kind];
            group->score = commander->scores[(size_t)g * a->goal_count + (uint32_t)choice];
            group->gain = wendi_allot_worth(at, at->sum, at->count) -
                          wendi_allot_worth(at, at->sum - own, at->count - 1);
        }
    }
}

/* Cells that cannot be scouted count as seen. */
static void give_up_scouting(wend_commander *commander)
{
    for (uint32_t i = 0; i < commander->slots.limit; i++) {
        const wendi_commander_goal *goal = &commander->goals[i];
        if (wendi_slots_is_used(&commander->slots, i) && goal->is_scouting &&
            (goal->reason == WEND_COMMANDER_UNREACHABLE ||
             goal->reason == WEND_COMMANDER_NOT_WORTH)) {
            wendi_commander_see_cell(commander, (uint32_t)goal->it.user);
        }
    }
}

static bool is_inputs(const wend_commander_inputs *inputs)
{
    return inputs == NULL || inputs->cookie == INPUTS_COOKIE;
}

wend_result wend_commander_update(wend_commander *commander, const wend_commander_inputs *inputs)
{
    static const char function[] = "wend_commander_update";
    const wend_commander_inputs plain = wend_commander_inputs_default();
    wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    if (!is_inputs(inputs)) {
        return wendi_refuse_cookie(&commander->message, function, inputs->cookie,
                                   "wend_commander_inputs_default");
    }
    const uint32_t open = list_open(commander);
    const uint32_t added = wendi_commander_find_scouting(commander);
    const wend_commander_inputs *by = inputs == NULL ? &plain : inputs;
    commander->is_updating = true;
    result = set_up(commander, by, open, added);
    commander->is_updating = false;
    if (result == WEND_ERROR_MEMORY || result == WEND_ERROR_BUSY) {
        return wendi_fail_plain(&commander->message, function, result);
    }
    if (result != WEND_OK) { /* the pathfinder's sentence names the function that failed */
        return wendi_fail(&commander->message, result, "%s: %s", function,
                          wend_pathfinder_error(by->pathfinder));
    }
    commander->total = wendi_allot_solve(&commander->allotment);
    write_goals(commander, open);
    write_groups(commander);
    give_up_scouting(commander);
    return WEND_OK;
}

wend_result wend_commander_get_score(const wend_commander *commander,
                                     const wend_commander_inputs *inputs, uint64_t group,
                                     wend_commander_goal_id id, wend_commander_score *score)
{
    const wend_commander_inputs plain = wend_commander_inputs_default();
    if (score != NULL) {
        memset(score, 0, sizeof *score);
    }
    if (commander == NULL || score == NULL || id.index1 == 0 || !is_inputs(inputs)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_commander_group *from = wendi_commander_find_group(commander, group);
    const int32_t index = wendi_commander_find_goal(commander, id);
    if (from == NULL || index < 0) {
        return WEND_ERROR_STALE;
    }
    wendi_commander_goal goal = commander->goals[index];
    find_needed(commander, &goal);
    const wend_result result = score_pair(commander, inputs == NULL ? &plain : inputs, &from->it,
                                          &goal, from->goal == index, score);
    if (result != WEND_OK) {
        memset(score, 0, sizeof *score);
    }
    return result;
}
