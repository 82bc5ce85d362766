/* Goals that many requests have: a search from such a goal, made behind the other searches, answers
 * requests from all cells that it has come to.
 *
 *     steps of searches, by goal --> goals [ cell 7: 812 | cell 90: 70214, tree | ... ]
 *
 * A goal gets a tree once the searches to it have taken as many steps as a tree takes at most: so the
 * work is at most twice the least, whatever requests follow. An update of the space drops its trees; a
 * goal that later requests have too gets another.
 * Cost: a request visits all goals that are kept; a tree takes a step a cell. */
#include "base/core/budget.h"
#include "route/pathfinder/pathfinder.h"
#include "route/planner/planner.h"
#include "route/space/space.h"

/* The cell of a goal; NONE where trees answer no such query. */
static wend_node cell_of(const wend_planner *planner, uint32_t profile, wend_planner_goal goal,
                         const wend_path_query *query)
{
    const wend_space *space = planner->profiles[profile]->layout.space;
    const bool is_plain =
        goal == WEND_PLANNER_GOAL_QUERY && query->goal_kind == WEND_PATH_TO_POSITION &&
        query->method == WEND_METHOD_BEST && query->turning == NULL && !(query->noise > 0) &&
        query->max_depth == 0 && !query->records_order && query->heuristic == WEND_HEURISTIC_BEST;
    if (planner->goal_count == 0 || !is_plain || !wendi_goal_tree_is_possible(space)) {
        return WEND_NODE_NONE;
    }
    if (query->to_node != WEND_NODE_NONE) { /* nodes are checked by their search only */
        return query->to_node < space->node_count ? query->to_node : WEND_NODE_NONE;
    }
    return wend_grid_node_at(space->grid, (wend_vec2){query->to.x, query->to.y});
}

static wendi_plan_goal *find(const wend_planner *planner, uint32_t profile, wend_node cell)
{
    for (uint32_t i = 0; i < planner->goal_count; i++) {
        wendi_plan_goal *goal = &planner->goals[i];
        if (goal->is_used && goal->cell == cell && goal->profile == profile) {
            return goal;
        }
    }
    return NULL;
}

/* The goal whose last request is the oldest: of those with a tree, or of those without. */
static wendi_plan_goal *oldest(const wend_planner *planner, bool of_trees)
{
    wendi_plan_goal *best = NULL;
    for (uint32_t i = 0; i < planner->goal_count; i++) {
        wendi_plan_goal *goal = &planner->goals[i];
        if ((goal->tree != NULL) == of_trees &&
            (best == NULL ||
             (goal->is_used ? goal->used + 1 : 0) < (best->is_used ? best->used + 1 : 0))) {
            best = goal;
        }
    }
    return best;
}

void wendi_plan_trees_note(wend_planner *planner, const wendi_plan_job *job, uint64_t steps)
{
    const wend_node cell = cell_of(planner, job->profile, job->goal, &job->query);
    if (cell == WEND_NODE_NONE) {
        return;
    }
    wendi_plan_goal *goal = find(planner, job->profile, cell);
    if (goal == NULL) {
        goal = oldest(planner, false);
        if (goal == NULL) {
            return; /* never: there are more goals than trees */
        }
        *goal = (wendi_plan_goal){.profile = job->profile, .cell = cell, .is_used = true};
    }
    goal->spent += steps;
    goal->used = goal->used < job->sequence ? job->sequence : goal->used;
}

static void drop(wend_planner *planner, wendi_plan_goal *goal)
{
    planner->tree_count -= goal->tree != NULL ? 1 : 0;
    wendi_goal_tree_destroy(goal->tree);
    goal->tree = NULL;
    goal->is_used = false;
}

void wendi_plan_trees_drop(wend_planner *planner, const wendi_plan_profile *profile)
{
    for (uint32_t i = 0; i < planner->goal_count; i++) {
        wendi_plan_goal *goal = &planner->goals[i];
        if (goal->is_used && (profile == NULL || planner->profiles[goal->profile] == profile)) {
            drop(planner, goal);
        }
    }
}

/* Makes the tree of a goal, where there are too many in place of the one with the oldest request. */
static wend_result plant(wend_planner *planner, wendi_plan_goal *goal)
{
    const wend_space *space = planner->profiles[goal->profile]->layout.space;
    if (planner->tree_count >= planner->def.goal_trees) {
        wendi_plan_goal *other = oldest(planner, true);
        if (other == NULL || other->used > goal->used) {
            return WEND_OK; /* it is too late */
        }
        drop(planner, other);
    }
    const wend_result result =
        wendi_goal_tree_create(space, goal->cell, &planner->allocator, &goal->tree);
    planner->tree_count += result == WEND_OK ? 1 : 0;
    return result;
}

wend_result wendi_plan_trees_grow(wend_planner *planner, wend_budget *budget)
{
    enum { CHUNK = 256 };
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < planner->goal_count && result == WEND_OK; i++) {
        wendi_plan_goal *goal = &planner->goals[i];
        const wendi_plan_profile *profile = planner->profiles[goal->profile];
        if (!goal->is_used || profile == NULL || profile->is_updating ||
            wendi_plan_profile_is_stale(profile)) {
            continue;
        }
        if (goal->tree != NULL && !wendi_goal_tree_fits(goal->tree, profile->layout.space)) {
            drop(planner, goal);
            continue;
        }
        if (goal->tree == NULL && goal->spent >= profile->layout.space->node_count) {
            result = plant(planner, goal);
        }
        uint64_t granted = 1;
        while (result == WEND_OK && goal->tree != NULL && !goal->tree->is_complete && granted > 0) {
            granted = wendi_budget_grant(budget, CHUNK);
            uint64_t left = granted;
            const wend_result grown = wendi_goal_tree_run(goal->tree, &left);
            wendi_budget_spend(budget, granted - left);
            result = grown < 0 ? WEND_ERROR_MEMORY : WEND_OK;
        }
        if (result != WEND_OK && goal->tree != NULL) {
            drop(planner, goal);
        }
    }
    return result;
}

const wendi_goal_tree *wendi_plan_tree_for(const wend_planner *planner, uint32_t profile,
                                           const wend_path_query *query)
{
    const wend_node cell = cell_of(planner, profile, WEND_PLANNER_GOAL_QUERY, query);
    const wendi_plan_goal *goal = cell == WEND_NODE_NONE ? NULL : find(planner, profile, cell);
    return goal != NULL && goal->tree != NULL &&
                   wendi_goal_tree_fits(goal->tree, planner->profiles[profile]->layout.space)
               ? goal->tree
               : NULL;
}

size_t wendi_plan_trees_bytes(const wend_planner *planner)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < planner->goal_count; i++) {
        bytes += wendi_goal_tree_bytes(planner->goals[i].tree);
    }
    return bytes;
}
