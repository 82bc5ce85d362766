/* Indexes of pathfinders: building behind the queries, and queries that an index answers.
 * Cost: that of the index. */
#include "route/pathfinder/indexed.h"

#include "route/index/index.h"
#include "route/pathfinder/pathfinder.h"

/* Of an index that is built behind. Where they are too little the world has no good order of its
 * nodes, and an index of it would not pay. */
enum { BYTES_PER_NODE = 200, STEPS_PER_NODE = 4, NODES_LEAST = 65536 };

/* ---- building ---- */

wendi_pathfinder_index *wendi_pathfinder_index_create(const wend_allocator *allocator,
                                                      const wend_executor *executor)
{
    wendi_pathfinder_index *made = wendi_alloc_zero(allocator, sizeof *made);
    if (made != NULL) {
        made->allocator = *allocator;
        made->executor = *executor;
        wendi_array_u64_init(&made->slices, allocator);
    }
    return made;
}

void wendi_pathfinder_index_destroy(wendi_pathfinder_index *index)
{
    if (index != NULL) {
        const wend_allocator allocator = index->allocator;
        wend_index_destroy(index->built);
        wend_index_destroy(index->building);
        wendi_array_u64_free(&index->slices);
        wendi_free(&allocator, index, sizeof *index);
    }
}

size_t wendi_pathfinder_index_bytes(const wendi_pathfinder_index *index)
{
    return index == NULL ? 0
                         : sizeof *index + wend_index_memory_bytes(index->built) +
                               wend_index_memory_bytes(index->building);
}

bool wendi_pathfinder_index_is_usable(const wendi_pathfinder_index *index, const wend_space *space)
{
    return index != NULL && index->built != NULL && wendi_index_fits_space(index->built, space);
}

static void drop_building(wendi_pathfinder_index *index)
{
    wend_index_destroy(index->building);
    index->building = NULL;
    wendi_array_u64_clear(&index->slices);
    index->has_lost_slices = false;
}

void wendi_pathfinder_index_clear(wendi_pathfinder_index *index, const wend_space *space,
                                  bool keeps)
{
    drop_building(index);
    if (!keeps || !wendi_pathfinder_index_is_usable(index, space)) {
        wend_index_destroy(index->built);
        index->built = NULL;
        index->serial++;
        index->has_refused = false;
    }
}

static uint64_t hash_of(const wend_space *space)
{
    return space->net != NULL ? space->net->hash : space->jump.hash;
}

static wend_result begin(wendi_pathfinder_index *index, const wend_space *space)
{
    const uint64_t nodes = (uint64_t)space->node_count + NODES_LEAST;
    wend_index_def def = wend_index_def_default();
    def.space = space;
    def.max_steps = STEPS_PER_NODE * nodes;
    def.max_bytes = nodes > SIZE_MAX / BYTES_PER_NODE ? SIZE_MAX : (size_t)nodes * BYTES_PER_NODE;
    def.executor = index->executor;
    def.allocator = index->allocator;
    return wendi_index_create_empty(&def, &index->building);
}

static void note_slice(wendi_pathfinder_index *index, uint64_t steps)
{
    wendi_array_u64 *slices = &index->slices;
    if (slices->count > 0 && slices->items[slices->count - 2] == steps) {
        slices->items[slices->count - 1]++;
    } else if (wendi_array_u64_reserve(slices, slices->count + 2)) {
        (void)wendi_array_u64_push(slices, steps);
        (void)wendi_array_u64_push(slices, 1);
    } else {
        index->has_lost_slices = true;
    }
}

wend_result wendi_pathfinder_index_build(wendi_pathfinder_index *index, const wend_space *space,
                                         wend_budget *budget)
{
    if (index->building != NULL && !wendi_index_fits_space(index->building, space)) {
        drop_building(index);
    }
    if (wendi_pathfinder_index_is_usable(index, space)) {
        drop_building(index);
        return WEND_OK;
    }
    if (index->has_refused && index->refused_hash == hash_of(space)) {
        return WEND_ERROR_FULL;
    }
    if (index->building == NULL) {
        const wend_result begun = begin(index, space);
        if (begun != WEND_OK) {
            return begun;
        }
    }
    const uint64_t before = budget == NULL ? 0 : budget->steps;
    wend_result result = wendi_index_build(index->building, space, budget);
    if (result == WEND_IN_PROGRESS && budget != NULL && before != budget->steps) {
        note_slice(index, budget->deadline_ns == 0 ? before : before - budget->steps);
    }
    if (result == WEND_OK && !wendi_index_pays(index->building)) {
        result = WEND_ERROR_FULL;
    }
    if (result == WEND_OK) {
        wend_index_destroy(index->built);
        index->built = index->building;
        index->building = NULL;
        drop_building(index);
        index->serial++;
    } else if (result == WEND_ERROR_FULL) {
        drop_building(index);
        index->has_refused = true;
        index->refused_hash = hash_of(space);
    }
    return result;
}

bool wendi_pathfinder_index_is_half_built(const wendi_pathfinder_index *index,
                                          const wend_space *space)
{
    return index != NULL && index->building != NULL && !index->has_lost_slices &&
           wendi_index_fits_space(index->building, space);
}

bool wendi_pathfinder_index_has_refused(const wendi_pathfinder_index *index,
                                        const wend_space *space)
{
    return index != NULL && index->has_refused && index->refused_hash == hash_of(space);
}

wend_result wendi_pathfinder_index_replay(wendi_pathfinder_index *index, const wend_space *space,
                                          const wendi_array_u64 *slices, bool has_refused)
{
    wend_result result = WEND_IN_PROGRESS;
    if (has_refused) {
        index->has_refused = true;
        index->refused_hash = hash_of(space);
        return WEND_OK;
    }
    for (size_t i = 0; i + 1 < slices->count && result == WEND_IN_PROGRESS; i += 2) {
        for (uint64_t n = slices->items[i + 1]; n > 0 && result == WEND_IN_PROGRESS; n--) {
            wend_budget budget = wend_budget_steps(slices->items[i]);
            result = wendi_pathfinder_index_build(index, space, &budget);
        }
    }
    return result == WEND_IN_PROGRESS    ? WEND_OK
           : result == WEND_ERROR_MEMORY ? WEND_ERROR_MEMORY
                                         : WEND_NO_PATH;
}

/* ---- queries ---- */

/* True if an index can answer such a query. */
static bool can_answer(const wend_pathfinder *pathfinder)
{
    const wend_path_query *query = &pathfinder->query;
    const bool is_goal_known =
        query->goal_kind == WEND_PATH_TO_POSITION ||
        (query->goal_kind == WEND_PATH_TO_POSITIONS && pathfinder->def.space->net != NULL);
    return is_goal_known && query->method == WEND_METHOD_BEST &&
           query->heuristic == WEND_HEURISTIC_BEST && !(query->noise > 0) &&
           query->turning == NULL && query->max_depth == 0 && !query->records_order;
}

/* The answer is that of a tree. */
static void set_treed(wend_pathfinder *pathfinder)
{
    pathfinder->is_treed = true;
    pathfinder->is_indexed = pathfinder->mesh_search == NULL; /* there the search ends at once */
    pathfinder->answer.reason = WEND_FAILURE_NONE;
    pathfinder->answer.method = "goal-tree";
    pathfinder->answer.bound = 1;
    pathfinder->answer.expanded = pathfinder->nearest.expanded + 1;
    pathfinder->answer.generated = 0;
}

bool wendi_pathfinder_tree_answers(wend_pathfinder *pathfinder)
{
    const wendi_goal_tree *tree = pathfinder->tree;
    pathfinder->is_treed = false;
    if (tree == NULL || !can_answer(pathfinder) ||
        pathfinder->query.goal_kind != WEND_PATH_TO_POSITION ||
        pathfinder->cells.items[0] != tree->goal) {
        return false;
    }
    const wend_cost cost = wendi_goal_tree_cost(tree, pathfinder->start_cell);
    if (cost == WEND_COST_INFINITE || cost > pathfinder->query.max_cost) {
        return false;
    }
    set_treed(pathfinder);
    return true;
}

/* True if a tree over a graph leads to the nodes beside the query's goal. */
static bool leads_to_ends(const wendi_goal_tree *tree, const wendi_pathfinder_ends *ends)
{
    bool is = tree->seed_count == ends->count;
    for (size_t i = 0; i < ends->count && is; i++) {
        is = tree->seeds[i].node == ends->items[i].node &&
             tree->seeds[i].cost == ends->items[i].cost;
    }
    return is;
}

bool wendi_pathfinder_tree_answers_nodes(wend_pathfinder *pathfinder, wend_cost below)
{
    const wendi_goal_tree *tree = pathfinder->tree;
    wendi_pathfinder_graph *g = &pathfinder->graph;
    pathfinder->is_treed = false;
    if (tree == NULL || !can_answer(pathfinder) ||
        pathfinder->query.goal_kind != WEND_PATH_TO_POSITION || !leads_to_ends(tree, &g->ends)) {
        return false;
    }
    const wend_cost frontier = wendi_goal_tree_frontier(tree);
    const wend_cost end_most = (wend_cost)1 << 62; /* a walk that costs more is none */
    wend_cost best = WEND_COST_INFINITE;
    wend_cost open = WEND_COST_INFINITE; /* the least that one not settled can cost */
    for (size_t i = 0; i < g->beginnings.count; i++) {
        const wendi_pathfinder_end *end = &g->beginnings.items[i];
        const wend_cost cost = wendi_goal_tree_cost(tree, end->node);
        if (end->cost > end_most) {
            continue;
        }
        if (cost == WEND_COST_INFINITE) {
            const wend_cost least =
                frontier == WEND_COST_INFINITE ? frontier : end->cost + frontier;
            open = least < open ? least : open;
        } else if (end->cost + cost < best) {
            best = end->cost + cost;
            g->route_begin = end;
        }
    }
    const wend_cost limit = wendi_pathfinder_cost_limit(pathfinder);
    if (below <= limit && best >= below && open >= below && below != WEND_COST_INFINITE) {
        g->is_searched = false; /* no path over nodes is cheaper */
        pathfinder->is_treed = true;
        return true;
    }
    if (best == WEND_COST_INFINITE || best >= open || best >= below || best > limit) {
        return false;
    }
    set_treed(pathfinder);
    return true;
}

bool wendi_pathfinder_tree_answers_mesh(wend_pathfinder *pathfinder)
{
    const wendi_goal_tree *tree = pathfinder->tree;
    pathfinder->is_treed = false;
    if (tree == NULL || tree->mesh == NULL || pathfinder->nearest.phase != WENDI_NEAREST_GOAL ||
        pathfinder->query.goal_kind != WEND_PATH_TO_POSITION ||
        !wendi_mesh_tree_answer(tree->mesh, pathfinder->mesh_search)) {
        return false;
    }
    set_treed(pathfinder);
    return true;
}

void wendi_pathfinder_index_forget(wend_pathfinder *pathfinder)
{
    wend_index_search_destroy(pathfinder->index_search);
    pathfinder->index_search = NULL;
    pathfinder->is_indexed = false;
}

/* Makes a search on the index as it is now. @return WEND_OK, WEND_NO_PATH (there is none that fits),
 * WEND_ERROR_MEMORY. */
static wend_result take_search(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_index *index = pathfinder->index;
    const wend_space *space = pathfinder->def.space;
    if (index == NULL || !can_answer(pathfinder)) {
        return WEND_NO_PATH;
    }
    if (pathfinder->index_search != NULL && pathfinder->index_serial != index->serial) {
        wendi_pathfinder_index_forget(pathfinder);
    }
    if (!wendi_pathfinder_index_is_usable(index, space)) {
        return WEND_NO_PATH;
    }
    pathfinder->index_serial = index->serial;
    return pathfinder->index_search != NULL
               ? WEND_OK
               : wendi_index_search_create(index->built, space, &pathfinder->allocator,
                                           &pathfinder->index_search);
}

/* Fills the answer, where the index found a path within `most`. */
static wend_result take_answer(wend_pathfinder *pathfinder, wend_result result, wend_cost most)
{
    wend_index_answer answer;
    wend_index_search_get_answer(pathfinder->index_search, &answer);
    if (result < 0 && result != WEND_ERROR_MEMORY) {
        result = WEND_NO_PATH; /* too expensive: the search says so */
    }
    if (result == WEND_OK && answer.cost > most) {
        result = WEND_NO_PATH;
    }
    if (result == WEND_OK) {
        pathfinder->is_indexed = true;
        pathfinder->answer.reason = WEND_FAILURE_NONE;
        pathfinder->answer.method = "index";
        pathfinder->answer.bound = 1;
        pathfinder->answer.expanded = pathfinder->nearest.expanded + answer.expanded;
        pathfinder->answer.generated = answer.generated;
    }
    return result;
}

wend_result wendi_pathfinder_index_cells(wend_pathfinder *pathfinder, wend_node start,
                                         wend_node goal)
{
    pathfinder->is_indexed = false;
    wend_result result = take_search(pathfinder);
    if (result != WEND_OK) {
        return result;
    }
    result = wendi_index_search_find(pathfinder->index_search, start, goal);
    return take_answer(pathfinder, result, pathfinder->query.max_cost);
}

wend_result wendi_pathfinder_index_nodes(wend_pathfinder *pathfinder, wend_cost below)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    pathfinder->is_indexed = false;
    wend_result result = take_search(pathfinder);
    if (result != WEND_OK) {
        return result;
    }
    wend_index_search *search = pathfinder->index_search;
    wendi_index_search_begin(search);
    for (size_t i = 0; i < g->beginnings.count && result == WEND_OK; i++) {
        result = wendi_index_search_add(search, WENDI_AHEAD, g->beginnings.items[i].node,
                                        g->beginnings.items[i].cost);
    }
    for (size_t i = 0; i < g->ends.count && result == WEND_OK; i++) {
        result = wendi_index_search_add(search, WENDI_BEHIND, g->ends.items[i].node,
                                        g->ends.items[i].cost);
    }
    result = result == WEND_OK ? wendi_index_search_run(search) : result;
    const wend_cost most = wendi_pathfinder_cost_limit(pathfinder);
    return take_answer(pathfinder, result, below - 1 < most ? below - 1 : most);
}

wend_result wendi_pathfinder_index_path(wend_pathfinder *pathfinder)
{
    return wendi_index_search_path(pathfinder->path, pathfinder->index_search);
}
