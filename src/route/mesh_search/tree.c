/* Trees of goals over meshes: an interval search without a goal, and the queries that it answers.
 * Cost: see tree.h. */
#include "route/mesh_search/tree.h"

#include "base/core/budget.h"
#include "base/math/vec2.h"
#include "route/mesh_search/search.h"

#include <math.h>

static const uint32_t NONE = WENDI_MESH_NONE;

struct wendi_mesh_tree {
    wend_allocator allocator;
    wend_mesh_search *search; /* from the goal */
    wendi_mesh_visits visits;
    uint32_t cell_count;
    bool is_complete;
};

bool wendi_mesh_tree_is_possible(const wend_mesh_space *space, double radius)
{
    return space != NULL && !(radius > 0) && space->link_arc_count == 0 &&
           space->patch_count == 0 && !(space->cells.factor_least < space->cells.factor_most);
}

/* ---- the search ---- */

bool wendi_mesh_visits_add(wend_mesh_search *search, const wendi_mesh_node *node, uint32_t cell)
{
    wendi_mesh_visits *visits = search->visits;
    if (visits->count == visits->capacity) {
        const size_t capacity = visits->capacity == 0 ? 256 : 2 * visits->capacity;
        wendi_mesh_visit *more = wendi_resize_items(&search->allocator, visits->items,
                                                    visits->capacity, capacity, sizeof *more);
        if (more == NULL || capacity > NONE) {
            return false;
        }
        visits->items = more;
        visits->capacity = capacity;
    }
    visits->items[visits->count] = (wendi_mesh_visit){*node, visits->firsts[cell]};
    visits->firsts[cell] = (uint32_t)visits->count++;
    return true;
}

static bool never(void *user, wend_node polygon)
{
    (void)user;
    (void)polygon;
    return false;
}

static wend_result fill(wendi_mesh_tree *made, const wend_mesh_space *space,
                        wend_mesh_location goal)
{
    made->cell_count = space->cells.cell_count;
    if (made->cell_count == 0) {
        return WEND_NO_PATH; /* all polygons are closed */
    }
    made->visits.firsts =
        wendi_alloc_items(&made->allocator, made->cell_count, sizeof *made->visits.firsts);
    if (made->visits.firsts == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < made->cell_count; i++) {
        made->visits.firsts[i] = NONE;
    }
    wend_result result = wend_mesh_search_create(space, &made->allocator, &made->search);
    if (result != WEND_OK) {
        return result;
    }
    made->search->is_pinned = true;
    made->search->visits = &made->visits;
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = goal;
    query.goal_kind = WEND_MESH_GOAL_PREDICATE;
    query.is_goal = never;
    result = wend_mesh_search_start(made->search, &query);
    return result == WEND_OK && made->search->answer.result != WEND_IN_PROGRESS ? WEND_NO_PATH
                                                                                : result;
}

wend_result wendi_mesh_tree_create(const wend_mesh_space *space, wend_mesh_location goal,
                                   const wend_allocator *allocator, wendi_mesh_tree **tree)
{
    *tree = NULL;
    wendi_mesh_tree *made = wendi_alloc_zero(allocator, sizeof *made);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    made->allocator = *allocator;
    const wend_result result = fill(made, space, goal);
    if (result != WEND_OK) {
        wendi_mesh_tree_destroy(made);
        return result;
    }
    *tree = made;
    return WEND_OK;
}

void wendi_mesh_tree_destroy(wendi_mesh_tree *tree)
{
    if (tree == NULL) {
        return;
    }
    const wend_allocator allocator = tree->allocator;
    wendi_free(&allocator, tree->visits.firsts, tree->cell_count * sizeof *tree->visits.firsts);
    wendi_free(&allocator, tree->visits.items, tree->visits.capacity * sizeof *tree->visits.items);
    wend_mesh_search_destroy(tree->search);
    wendi_free(&allocator, tree, sizeof *tree);
}

size_t wendi_mesh_tree_bytes(const wendi_mesh_tree *tree)
{
    if (tree == NULL) {
        return 0;
    }
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(tree->search, &answer);
    return sizeof *tree + tree->cell_count * sizeof *tree->visits.firsts +
           tree->visits.capacity * sizeof *tree->visits.items + answer.memory_bytes;
}

wend_result wendi_mesh_tree_run(wendi_mesh_tree *tree, uint64_t *steps)
{
    if (tree->is_complete) {
        return WEND_OK;
    }
    wend_budget budget = {*steps, 0};
    const wend_result result = wend_mesh_search_run(tree->search, &budget);
    *steps = budget.steps;
    tree->is_complete = result == WEND_NO_PATH; /* there was no goal to find */
    return tree->is_complete ? WEND_OK : result;
}

uint64_t wendi_mesh_tree_expanded(const wendi_mesh_tree *tree)
{
    return tree->search->answer.expanded;
}

/* No point whose distance is greater than this is final. */
static double frontier(const wendi_mesh_tree *tree)
{
    const wendi_mesh_intervals *s = &tree->search->intervals;
    double least = (double)INFINITY;
    if (!tree->is_complete && s->next_entry.number != NONE) {
        least = s->next_entry.key;
    }
    if (!tree->is_complete && s->queue.count > 0 && s->queue.entries[0].key < least) {
        least = s->queue.entries[0].key;
    }
    return least;
}

/* ---- queries ---- */

/* The shortest path from the starts of a query; its length is infinite where there is none. */
static wendi_mesh_treed shortest_from(const wendi_mesh_tree *tree, const wend_mesh_search *search)
{
    const wend_vec2 at = {search->query.start.x, search->query.start.y};
    wendi_mesh_treed best = {.tree = tree, .length = (double)INFINITY};
    for (uint32_t k = 0; k < search->start_count; k++) {
        const wendi_mesh_visit *items = tree->visits.items;
        for (uint32_t i = tree->visits.firsts[search->starts[k].cell]; i != NONE;
             i = items[i].next) {
            wendi_mesh_treed next = {.tree = tree, .root = items[i].node.root, .start = k};
            next.length = wendi_mesh_exact_arrival(tree->search, &items[i].node, at, &next.has_bend,
                                                   &next.bend);
            best = next.length < best.length ? next : best;
        }
    }
    return best;
}

/* The fan of the goal by which a path arrives, as a cell. */
static uint32_t goal_cell_of(const wendi_mesh_tree *tree, uint32_t root)
{
    const wendi_mesh_root *roots = tree->search->intervals.roots;
    while (roots[root].parent != NONE) {
        root = roots[root].parent;
    }
    return tree->search->starts[root].cell;
}

/* The goal of a query at which the tree began; NONE: it is another one. */
static uint32_t goal_of(const wendi_mesh_tree *tree, const wend_mesh_search *search, uint32_t cell)
{
    const wend_vec2 at = {tree->search->query.start.x, tree->search->query.start.y};
    for (uint32_t i = 0; i < search->goal_count; i++) {
        if (search->goals[i].cell == cell && wendi_vec2_is_same(search->goals[i].point, at)) {
            return i;
        }
    }
    return NONE;
}

static const wendi_mesh_method *tree_method(void);

bool wendi_mesh_tree_answer(const wendi_mesh_tree *tree, wend_mesh_search *search)
{
    if (tree->search->space != search->space || search->method != wendi_mesh_exact_method() ||
        search->query.goal_kind != WEND_MESH_GOAL_LOCATION ||
        search->answer.result != WEND_IN_PROGRESS) {
        return false;
    }
    wendi_mesh_treed best = shortest_from(tree, search);
    if (!(best.length < (double)INFINITY) || best.length >= frontier(tree) ||
        best.length > search->query.max_length) {
        return false;
    }
    best.goal = goal_of(tree, search, goal_cell_of(tree, best.root));
    if (best.goal == NONE) {
        return false;
    }
    search->treed = best;
    search->method = tree_method();
    return true;
}

static wend_result advance(wend_mesh_search *search, uint64_t *steps)
{
    *steps -= *steps > 0;
    search->answer.expanded++;
    search->best = (wendi_mesh_best){.length = search->treed.length,
                                     .point = search->goals[search->treed.goal].point,
                                     .root = search->treed.root,
                                     .goal = search->treed.goal};
    return WEND_OK;
}

/* From the start by the corners to the goal. */
static wend_result trace(wend_mesh_search *search)
{
    const wendi_mesh_treed *treed = &search->treed;
    const wendi_mesh_root *roots = treed->tree->search->intervals.roots;
    const double factor = search->space->cells.factor_least;
    wend_vec2 at = {search->query.start.x, search->query.start.y};
    search->piece_count = 0;
    if (treed->has_bend) {
        if (!wendi_mesh_piece_add(search, at, treed->bend, NONE, factor)) {
            return WEND_ERROR_MEMORY;
        }
        at = treed->bend;
    }
    for (uint32_t i = treed->root; i != NONE; i = roots[i].parent) {
        if (!wendi_mesh_piece_add(search, at, roots[i].point, NONE, factor)) {
            return WEND_ERROR_MEMORY;
        }
        at = roots[i].point;
    }
    return WEND_OK;
}

static void measure(wend_mesh_search *search)
{
    search->answer.bound = 1; /* the length is the sum of the pieces, as in a search */
}

static uint32_t start_of(const wend_mesh_search *search)
{
    return search->treed.start;
}

/* A path so far: none, as the first step ends the query. */
static uint32_t take_nearest(wend_mesh_search *search)
{
    search->best.point = (wend_vec2){search->query.start.x, search->query.start.y};
    return search->start_cell;
}

static void draw_nothing(const wend_mesh_search *search, const wend_draw *draw)
{
    (void)search;
    (void)draw;
}

static uint64_t no_intervals(const wend_mesh_search *search)
{
    (void)search;
    return 0;
}

static const wendi_mesh_method *tree_method(void)
{
    static const wendi_mesh_method method = {.advance = advance,
                                             .take_nearest = take_nearest,
                                             .start_of = start_of,
                                             .trace = trace,
                                             .measure = measure,
                                             .draw = draw_nothing,
                                             .generated = no_intervals};
    return &method;
}
