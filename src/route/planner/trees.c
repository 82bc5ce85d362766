/* Goals that many requests have: a search from such a goal, made behind the other searches, answers
 * requests from all cells, nodes or places that it has come to.
 *
 *     steps of searches, by goal --> goals [ cell 7: 812 | cell 90: 70214, tree | ... ]
 *
 * A goal gets a tree once the searches to it have taken as many steps as a tree takes at most: so the
 * work is at most twice the least, whatever requests follow. An update of the space drops its trees; a
 * goal that later requests have too gets another.
 *
 * A goal over a graph is known by its position. The nodes beside it are those that a search found; a
 * request whose own are others is searched, so edits of walls do no harm.
 * Cost: a request visits all goals that are kept; a tree takes a step a cell, two a node, four an
 * interval. */
#include "base/core/budget.h"
#include "base/math/vec2.h"
#include "route/mesh_search/search.h"
#include "route/pathfinder/pathfinder.h"
#include "route/planner/planner.h"
#include "route/space/space.h"

/* Steps of the planner for one of a tree; and how many sides of polygons a mesh has for each interval
 * of a search of all of it, at least: 2 to 5 by measurement. */
enum { NODE_STEPS = 2, INTERVAL_STEPS = 4, SIDES_AN_INTERVAL = 2 };

static uint32_t weight_of(const wendi_plan_profile *profile)
{
    const wend_space *space = profile->layout.space;
    return space == NULL ? INTERVAL_STEPS : space->net != NULL ? NODE_STEPS : 1;
}

/* Steps that a tree takes at most, or about. */
static uint64_t whole_steps(const wendi_plan_profile *profile)
{
    const wend_mesh_space *mesh = profile->layout.mesh_space;
    const wend_space *space = profile->layout.space;
    const uint64_t count = space != NULL  ? space->node_count
                           : mesh != NULL ? mesh->cells.used_half_count / SIDES_AN_INTERVAL
                                          : 0;
    return weight_of(profile) * count;
}

/* ---- goals ---- */

static bool may_have_trees(const wendi_plan_profile *profile, const wend_path_query *query)
{
    const wendi_pathfinder_layout *layout = &profile->layout;
    return layout->mesh_space != NULL
               ? query->mesh_method == WEND_MESH_METHOD_EXACT &&
                     wendi_mesh_tree_is_possible(layout->mesh_space, profile->def.radius)
               : wendi_goal_tree_is_possible(layout->space);
}

/* The goal of a query. @return false where trees answer no such query. */
static bool set_key(const wend_planner *planner, uint32_t profile, wend_planner_goal goal,
                    const wend_path_query *query, wendi_plan_goal_key *key)
{
    const wend_space *space = planner->profiles[profile]->layout.space;
    const bool is_plain =
        goal == WEND_PLANNER_GOAL_QUERY && query->goal_kind == WEND_PATH_TO_POSITION &&
        query->method == WEND_METHOD_BEST && query->turning == NULL && !(query->noise > 0) &&
        query->max_depth == 0 && !query->records_order && query->heuristic == WEND_HEURISTIC_BEST;
    if (planner->goal_count == 0 || !is_plain ||
        !may_have_trees(planner->profiles[profile], query)) {
        return false;
    }
    *key = (wendi_plan_goal_key){.profile = profile, .node = WEND_NODE_NONE};
    if (space == NULL) {
        key->node = query->to_polygon;
        key->at = query->to;
        return true;
    }
    if (query->to_node != WEND_NODE_NONE) { /* nodes are checked by their search only */
        key->node = query->to_node < space->node_count ? query->to_node : WEND_NODE_NONE;
        return key->node != WEND_NODE_NONE;
    }
    if (space->net != NULL) {
        key->at = query->to;
        return true;
    }
    key->node = wend_grid_node_at(space->grid, (wend_vec2){query->to.x, query->to.y});
    return key->node != WEND_NODE_NONE;
}

static bool is_same_key(const wendi_plan_goal_key *a, const wendi_plan_goal_key *b)
{
    return a->profile == b->profile && a->node == b->node &&
           wendi_vec2_is_same((wend_vec2){a->at.x, a->at.y}, (wend_vec2){b->at.x, b->at.y}) &&
           !(a->at.z < b->at.z) && !(a->at.z > b->at.z);
}

static wendi_plan_goal *find(const wend_planner *planner, const wendi_plan_goal_key *key)
{
    for (uint32_t i = 0; i < planner->goal_count; i++) {
        wendi_plan_goal *goal = &planner->goals[i];
        if (goal->is_used && is_same_key(&goal->key, key)) {
            return goal;
        }
    }
    return NULL;
}

/* True if a query under way may still ask the tree of a goal. */
static bool is_asked(const wend_planner *planner, const wendi_plan_goal *goal)
{
    bool is = false;
    for (uint32_t i = 0; i < planner->def.max_searches && goal->tree != NULL && !is; i++) {
        const wendi_plan_slot *slot = &planner->slots[i];
        is = slot->job != WENDI_PLAN_NONE && slot->is_started && slot->pathfinder != NULL &&
             slot->pathfinder->tree == goal->tree;
    }
    return is;
}

/* The goal whose last request is the oldest: of those with a tree, or of those without. */
static wendi_plan_goal *oldest(const wend_planner *planner, bool of_trees)
{
    wendi_plan_goal *best = NULL;
    for (uint32_t i = 0; i < planner->goal_count; i++) {
        wendi_plan_goal *goal = &planner->goals[i];
        if ((goal->tree != NULL) == of_trees && !is_asked(planner, goal) &&
            (best == NULL ||
             (goal->is_used ? goal->used + 1 : 0) < (best->is_used ? best->used + 1 : 0))) {
            best = goal;
        }
    }
    return best;
}

static void free_seeds(const wend_planner *planner, wendi_plan_goal *goal)
{
    wendi_free(&planner->allocator, goal->seeds, goal->seed_count * sizeof *goal->seeds);
    goal->seeds = NULL;
    goal->seed_count = 0;
}

void wendi_plan_goal_free(const wend_planner *planner, wendi_plan_goal *goal)
{
    wendi_goal_tree_destroy(goal->tree);
    free_seeds(planner, goal);
    goal->tree = NULL;
    goal->is_used = false;
}

/* Takes the nodes beside the goal from a pathfinder whose search has ended; without memory, later. */
static void take_seeds(const wend_planner *planner, wendi_plan_goal *goal,
                       const wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_ends *ends = &pathfinder->graph.ends;
    const uint64_t revision = pathfinder->def.space->revision;
    if (goal->tree != NULL || (goal->seeds != NULL && goal->seeds_revision == revision) ||
        pathfinder->nearest.phase != WENDI_NEAREST_GOAL || pathfinder->answer.expanded == 0 ||
        ends->count == 0) {
        return;
    }
    free_seeds(planner, goal);
    goal->seeds = wendi_alloc_items(&planner->allocator, ends->count, sizeof *goal->seeds);
    goal->seed_count = goal->seeds == NULL ? 0 : ends->count;
    goal->seeds_revision = revision;
    for (size_t i = 0; i < goal->seed_count; i++) {
        goal->seeds[i] = (wendi_goal_seed){ends->items[i].cost, ends->items[i].node};
    }
}

void wendi_plan_trees_note(wend_planner *planner, const wendi_plan_job *job, uint64_t steps,
                           const wend_pathfinder *pathfinder)
{
    wendi_plan_goal_key key;
    if (!set_key(planner, job->profile, job->goal, &job->query, &key)) {
        return;
    }
    wendi_plan_goal *goal = find(planner, &key);
    if (goal == NULL) {
        goal = oldest(planner, false);
        if (goal == NULL) {
            return; /* never: there are more goals than trees */
        }
        wendi_plan_goal_free(planner, goal);
        *goal = (wendi_plan_goal){.key = key, .is_used = true};
    }
    goal->spent += steps;
    goal->used = goal->used < job->sequence ? job->sequence : goal->used;
    if (pathfinder != NULL && pathfinder->search != NULL && pathfinder->def.space->net != NULL) {
        take_seeds(planner, goal, pathfinder);
    }
}

static void drop(wend_planner *planner, wendi_plan_goal *goal)
{
    planner->tree_count -= goal->tree != NULL ? 1 : 0;
    wendi_plan_goal_free(planner, goal);
}

void wendi_plan_trees_drop(wend_planner *planner, const wendi_plan_profile *profile)
{
    for (uint32_t i = 0; i < planner->goal_count; i++) {
        wendi_plan_goal *goal = &planner->goals[i];
        if (goal->is_used && (profile == NULL || planner->profiles[goal->key.profile] == profile)) {
            drop(planner, goal);
        }
    }
}

static wend_result make_tree(wend_planner *planner, wendi_plan_goal *goal)
{
    const wendi_pathfinder_layout *layout = &planner->profiles[goal->key.profile]->layout;
    const wend_allocator *a = &planner->allocator;
    if (layout->mesh_space != NULL) {
        wend_mesh_location at =
            wend_mesh_location_at(goal->key.at.x, goal->key.at.y, goal->key.at.z);
        at.polygon = goal->key.node;
        return wendi_goal_tree_create_mesh(layout->mesh_space, at, a, &goal->tree);
    }
    return layout->space->net != NULL
               ? wendi_goal_tree_create_graph(layout->space, goal->seeds, goal->seed_count, a,
                                              &goal->tree)
               : wendi_goal_tree_create(layout->space, goal->key.node, a, &goal->tree);
}

/* Makes the tree of a goal, where there are too many in place of the one with the oldest request. */
static wend_result plant(wend_planner *planner, wendi_plan_goal *goal)
{
    if (planner->tree_count >= planner->def.goal_trees) {
        wendi_plan_goal *other = oldest(planner, true);
        if (other == NULL || other->used > goal->used) {
            return WEND_OK; /* it is too late */
        }
        drop(planner, other);
    }
    const wend_result result = make_tree(planner, goal);
    planner->tree_count += result == WEND_OK ? 1 : 0;
    if (result == WEND_NO_PATH) {
        drop(planner, goal);
    }
    return result == WEND_NO_PATH ? WEND_OK : result;
}

/* True if the searches to a goal have taken so long that it gets a tree. */
static bool wants_tree(const wendi_plan_goal *goal, const wendi_plan_profile *profile)
{
    const wend_space *space = profile->layout.space;
    const bool needs_seeds = space != NULL && space->net != NULL;
    return goal->tree == NULL && goal->spent >= whole_steps(profile) &&
           (!needs_seeds || (goal->seeds != NULL && goal->seeds_revision == space->revision));
}

/* Searches on in a tree, as far as a budget goes. */
static wend_result grow(wendi_plan_goal *goal, uint32_t weight, wend_budget *budget)
{
    enum { CHUNK = 256 };
    wend_result result = WEND_OK;
    uint64_t granted = 1;
    while (result == WEND_OK && !goal->tree->is_complete && granted > 0) {
        granted = wendi_budget_grant(budget, CHUNK);
        const uint64_t all = granted > 0 && granted < weight ? 1 : granted / weight;
        uint64_t left = all;
        const wend_result grown = wendi_goal_tree_run(goal->tree, &left);
        const uint64_t used = (all - left) * weight;
        wendi_budget_spend(budget, used < granted ? used : granted);
        result = grown < 0 ? WEND_ERROR_MEMORY : WEND_OK;
    }
    return result;
}

wend_result wendi_plan_trees_grow(wend_planner *planner, wend_budget *budget)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < planner->goal_count && result == WEND_OK; i++) {
        wendi_plan_goal *goal = &planner->goals[i];
        const wendi_plan_profile *profile = planner->profiles[goal->key.profile];
        if (!goal->is_used || profile == NULL || profile->is_updating ||
            wendi_plan_profile_is_stale(profile)) {
            continue;
        }
        if (goal->tree != NULL &&
            !wendi_goal_tree_fits(goal->tree, profile->layout.space, profile->layout.mesh_space)) {
            drop(planner, goal);
            continue;
        }
        if (wants_tree(goal, profile)) {
            result = plant(planner, goal);
        }
        if (result == WEND_OK && goal->tree != NULL) {
            result = grow(goal, weight_of(profile), budget);
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
    wendi_plan_goal_key key;
    const wendi_plan_goal *goal = set_key(planner, profile, WEND_PLANNER_GOAL_QUERY, query, &key)
                                      ? find(planner, &key)
                                      : NULL;
    const wendi_pathfinder_layout *layout = &planner->profiles[profile]->layout;
    return goal != NULL && goal->tree != NULL &&
                   wendi_goal_tree_fits(goal->tree, layout->space, layout->mesh_space)
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

/* ---- loading ---- */

bool wendi_plan_goal_is_sound(const wend_planner *planner, const wendi_plan_goal *goal)
{
    const wendi_plan_profile *profile = planner->profiles[goal->key.profile];
    const wend_space *space = profile->layout.space;
    const wend_path_query query = wend_path_query_default();
    if (!may_have_trees(profile, &query) ||
        (goal->had_tree && goal->spent < whole_steps(profile))) {
        return false;
    }
    const uint32_t count = space != NULL
                               ? space->node_count
                               : (uint32_t)profile->layout.mesh_space->cells.polygon_count;
    const bool may_be_none = space == NULL || space->net != NULL;
    return (goal->key.node < count || (may_be_none && goal->key.node == WEND_NODE_NONE)) &&
           (!goal->had_tree || space == NULL || space->net == NULL || goal->seeds != NULL);
}

static wend_result replay(wend_planner *planner, wendi_plan_goal *goal)
{
    wend_result result = make_tree(planner, goal);
    uint64_t steps = goal->tree_steps;
    if (result == WEND_OK && steps > 0) {
        result = wendi_goal_tree_run(goal->tree, &steps);
    }
    if (result >= 0 && result != WEND_NO_PATH && goal->had_whole_tree && !goal->tree->is_complete) {
        steps = UINT64_MAX; /* it has nothing more to settle */
        result = wendi_goal_tree_run(goal->tree, &steps);
    }
    result = result == WEND_IN_PROGRESS ? WEND_OK : result;
    return result < 0 ? WEND_ERROR_MEMORY : result;
}

wend_result wendi_plan_trees_replay(wend_planner *planner)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < planner->goal_count && result == WEND_OK; i++) {
        wendi_plan_goal *goal = &planner->goals[i];
        const wendi_plan_profile *profile = planner->profiles[goal->key.profile];
        const wend_space *space = profile == NULL ? NULL : profile->layout.space;
        goal->seeds_revision = goal->had_fresh_seeds && space != NULL ? space->revision : 0;
        if (goal->is_used && goal->had_tree) {
            result = replay(planner, goal);
        }
    }
    return result;
}
