/* Makes all that is derived from a grid, and compares it with another one. */
#include "support/views.h"

#include "route/space/space.h"
#include "support/same_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = EDITS_SIDE_MAX * EDITS_SIDE_MAX, PAIRS = 60, QUERIES = 2 };

/* ---- making ---- */

static void must(wend_result result)
{
    if (result != WEND_OK) {
        fprintf(stderr, "views: %s\n", wend_result_text(result));
        abort();
    }
}

typedef struct agent {
    int32_t size;
    double radius;
    bool shares_clearance;
} agent;

static void make_agent(views *v, const wend_islands_def *like, int32_t k, const agent *a)
{
    wend_islands_def islands = *like;
    islands.clearance = k == 0 ? NULL : v->clearance;
    islands.size = a->size;
    islands.radius = a->radius;
    must(wend_islands_create(&islands, &v->islands[k]));
    wend_space_def space = wend_space_def_default();
    space.grid = like->grid;
    space.movement_class = like->movement_class;
    space.team = like->team;
    space.size = a->size;
    space.radius = a->radius;
    space.clearance = k != 0 && a->shares_clearance ? v->clearance : NULL;
    space.has_jump_table = true;
    must(wend_space_create(&space, &v->spaces[k]));
    wend_search_def search = wend_search_def_default();
    search.space = v->spaces[k];
    must(wend_search_create(&search, &v->searches[k]));
}

void views_make(views *v, const wend_grid *grid, uint64_t seed)
{
    edits_dice dice = {seed, 3, 0};
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    wend_islands_def like = wend_islands_def_default();
    like.grid = grid;
    like.movement_class = (uint32_t)edits_roll(&dice, 0, info.class_count - 1);
    like.team = edits_one_in(&dice, 2) ? WEND_TEAM_NONE : EDITS_TEAM;
    const int32_t size = edits_roll(&dice, 2, 4);
    const double cells = 0.35 * edits_roll(&dice, 1, 8);
    wend_clearance_def clearance = wend_clearance_def_default();
    clearance.grid = grid;
    clearance.movement_class = like.movement_class;
    clearance.team = like.team;
    clearance.max_clearance =
        (size > (int32_t)cells ? size : (int32_t)cells + 1) + edits_roll(&dice, 0, 8);
    must(wend_clearance_create(&clearance, &v->clearance));
    const bool shares_clearance = edits_one_in(&dice, 2);
    const agent agents[VIEWS_AGENTS] = {{1, 0.0, false},
                                        {size, 0.0, shares_clearance},
                                        {1, cells * info.cell_size, shares_clearance}};
    for (int32_t k = 0; k < VIEWS_AGENTS; ++k) {
        make_agent(v, &like, k, &agents[k]);
    }
}

void views_free(views *v)
{
    for (int32_t k = 0; k < VIEWS_AGENTS; ++k) {
        wend_search_destroy(v->searches[k]);
        wend_space_destroy(v->spaces[k]);
        wend_islands_destroy(v->islands[k]);
    }
    wend_clearance_destroy(v->clearance);
    memset(v, 0, sizeof *v);
}

wend_result views_update(views *v, edits_dice *dice)
{
    const int32_t all = 2 * VIEWS_AGENTS + 1;
    const int32_t first = edits_roll(dice, 0, all - 1);
    wend_result result = WEND_OK;
    for (int32_t k = 0; k < all && result == WEND_OK; ++k) {
        const int32_t which = (first + k) % all;
        result = which == 0              ? wend_clearance_update(v->clearance)
                 : which <= VIEWS_AGENTS ? wend_islands_update(v->islands[which - 1])
                                         : wend_space_update(v->spaces[which - 1 - VIEWS_AGENTS]);
    }
    return result;
}

/* ---- differences ---- */

/* Always false. */
static bool differ(char *what, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool differ(char *what, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(what, VIEWS_TEXT, format, args);
    va_end(args);
    return false;
}

static bool same_clearance(const wend_clearance *a, const wend_clearance *b, int32_t width,
                           int32_t height, char *what)
{
    for (int32_t k = 0; k < width * height; ++k) {
        const int32_t x = k % width;
        const int32_t y = k / width;
        const double disc_a = wend_clearance_disc(a, x, y);
        const double disc_b = wend_clearance_disc(b, x, y);
        if (wend_clearance_square(a, x, y) != wend_clearance_square(b, x, y) ||
            memcmp(&disc_a, &disc_b, sizeof disc_a) != 0) {
            return differ(what, "clearance of %d, %d: %d and %g, not %d and %g", (int)x, (int)y,
                          (int)wend_clearance_square(a, x, y), disc_a,
                          (int)wend_clearance_square(b, x, y), disc_b);
        }
    }
    return true;
}

/* Islands have other numbers in both, but must be the same parts. */
static bool same_partition(const wend_islands *a, const wend_islands *b, wend_node cells,
                           char *what)
{
    uint32_t of_b[CELLS_MAX]; /* [island of a] */
    memset(of_b, 0xFF, sizeof of_b);
    if (wend_islands_count(a) != wend_islands_count(b)) {
        return differ(what, "%lu islands, not %lu", (unsigned long)wend_islands_count(a),
                      (unsigned long)wend_islands_count(b));
    }
    for (wend_node node = 0; node < cells; ++node) {
        const uint32_t in_a = wend_islands_at(a, node);
        const uint32_t in_b = wend_islands_at(b, node);
        if ((in_a == WEND_ISLAND_NONE) != (in_b == WEND_ISLAND_NONE) ||
            (in_a != WEND_ISLAND_NONE && in_a >= cells)) {
            return differ(what, "node %lu is on an island or not", (unsigned long)node);
        }
        if (in_a == WEND_ISLAND_NONE) {
            continue;
        }
        of_b[in_a] = of_b[in_a] == WEND_ISLAND_NONE ? in_b : of_b[in_a];
        if (of_b[in_a] != in_b ||
            wend_islands_cell_count(a, in_a) != wend_islands_cell_count(b, in_b)) {
            return differ(what, "island of node %lu", (unsigned long)node);
        }
    }
    return true;
}

/* Any cell, or half the time one where a link ends. */
static wend_node some_node(const wend_space *space, edits_dice *dice)
{
    if (space->links.count > 0 && edits_one_in(dice, 2)) {
        const int32_t arc = edits_roll(dice, 0, (int32_t)space->links.count - 1);
        return wendi_space_node(space, space->links.arcs[arc].to);
    }
    return (wend_node)edits_roll(dice, 0, (int32_t)wendi_space_node_count(space) - 1);
}

static bool same_reach(const wend_islands *a, const wend_islands *b, const wend_space *space,
                       edits_dice *dice, char *what)
{
    for (int32_t k = 0; k < PAIRS; ++k) {
        const wend_node from = some_node(space, dice);
        const wend_node to = some_node(space, dice);
        if (wend_islands_can_reach(a, from, to) != wend_islands_can_reach(b, from, to)) {
            return differ(what, "reaching %lu from %lu", (unsigned long)to, (unsigned long)from);
        }
        wend_node near_a;
        wend_node near_b;
        if (k % 8 == 0 && (wend_islands_nearest(a, from, to, &near_a) !=
                               wend_islands_nearest(b, from, to, &near_b) ||
                           near_a != near_b)) {
            return differ(what, "nearest to %lu from %lu: %lu, not %lu", (unsigned long)to,
                          (unsigned long)from, (unsigned long)near_a, (unsigned long)near_b);
        }
    }
    return true;
}

/* ---- spaces ---- */

static bool same_links(const wendi_space_links *a, const wendi_space_links *b)
{
    if (a->count != b->count || a->end_count != b->end_count) {
        return false;
    }
    for (uint32_t k = 0; k < a->count; ++k) {
        const wendi_link_arc *p = &a->arcs[k];
        const wendi_link_arc *q = &b->arcs[k];
        if (p->from != q->from || p->to != q->to || p->cost != q->cost || p->edge != q->edge ||
            p->behaviour != q->behaviour || p->end != q->end ||
            wendi_space_links_has(a, p->from) != wendi_space_links_has(b, p->from)) {
            return false;
        }
    }
    return a->end_count == 0 || memcmp(a->ends, b->ends, a->end_count * sizeof *a->ends) == 0;
}

static bool same_jumps(const wend_space *a, const wend_space *b, char *what)
{
    if (a->has_jump_map != b->has_jump_map) {
        return differ(what, "jump bitmaps are there or not");
    }
    if (a->has_jump_map && memcmp(a->jump.block, b->jump.block, b->jump.block_bytes) != 0) {
        return differ(what, "jump bitmaps");
    }
    if (a->jump_table.is_built != b->jump_table.is_built ||
        a->jump_table.is_built != a->has_jump_map) {
        return differ(what, "the jump table is there or not");
    }
    return !a->jump_table.is_built || same_table(&a->jump_table, &b->jump_table) ||
           differ(what, "jump table");
}

static bool same_space(const wend_space *a, const wend_space *b, char *what)
{
    wend_space_info info_a;
    wend_space_info info_b;
    wend_space_get_info(a, &info_a);
    wend_space_get_info(b, &info_b);
    if (!info_a.is_fresh || info_a.is_uniform != info_b.is_uniform ||
        info_a.has_jump_table != info_b.has_jump_table || info_a.link_count != info_b.link_count ||
        info_a.open_count != info_b.open_count) {
        return differ(what, "info of the space");
    }
    if (memcmp(a->costs, b->costs, a->slot_count) != 0 ||
        memcmp(a->walls, b->walls, a->slot_count) != 0) {
        return differ(what, "costs of the space");
    }
    if (a->cost_min != b->cost_min ||
        memcmp(a->histogram, b->histogram, sizeof a->histogram) != 0) {
        return differ(what, "histogram");
    }
    return (same_links(&a->links, &b->links) || differ(what, "links of the space")) &&
           same_jumps(a, b, what);
}

/* ---- searches ---- */

static bool same_answer(const wend_search_answer *a, const wend_search_answer *b)
{
    return a->result == b->result && a->reason == b->reason && a->method == b->method &&
           a->node == b->node && a->cost == b->cost &&
           memcmp(&a->bound, &b->bound, sizeof a->bound) == 0 && a->expanded == b->expanded &&
           a->generated == b->generated && a->max_frontier == b->max_frontier;
}

typedef wend_result (*list_fn)(const wend_search *search, wend_node *nodes, size_t capacity,
                               size_t *count);

static bool same_nodes(const wend_search *a, const wend_search *b, list_fn list)
{
    wend_node nodes_a[2 * CELLS_MAX];
    wend_node nodes_b[2 * CELLS_MAX];
    size_t count_a = 0;
    size_t count_b = 0;
    const wend_result result = list(a, nodes_a, 2 * CELLS_MAX, &count_a);
    return list(b, nodes_b, 2 * CELLS_MAX, &count_b) == result && count_a == count_b &&
           (result != WEND_OK || memcmp(nodes_a, nodes_b, count_a * sizeof nodes_a[0]) == 0);
}

static wend_result path_cells(const wend_search *search, wend_node *nodes, size_t capacity,
                              size_t *count)
{
    wend_path *path;
    must(wend_path_create(NULL, &path));
    wend_result result = wend_path_from_search(path, search);
    if (result == WEND_OK) {
        result = wend_path_cells(path, wend_search_space(search), nodes, capacity, count);
    }
    wend_path_destroy(path);
    return result;
}

static bool same_search(wend_search *a, wend_search *b, wend_node cells, edits_dice *dice,
                        char *what)
{
    static const wend_method methods[] = {
        WEND_METHOD_BEST,     WEND_METHOD_BEST,   WEND_METHOD_ASTAR,
        WEND_METHOD_DIJKSTRA, WEND_METHOD_GREEDY, WEND_METHOD_ASTAR_BIDIRECTIONAL,
    };
    wend_search_query query = wend_search_query_default();
    query.start = (wend_node)edits_roll(dice, 0, (int32_t)cells - 1);
    query.goal = (wend_node)edits_roll(dice, 0, (int32_t)cells - 1);
    query.method = methods[edits_roll(dice, 0, 5)];
    query.records_order = true;
    wend_search_answer answer_a;
    wend_search_answer answer_b;
    const wend_result result = wend_search_find(a, &query);
    if (wend_search_find(b, &query) != result) {
        return differ(what, "result of a search: %s", wend_result_text(result));
    }
    if (result == WEND_ERROR_UNSUPPORTED) {
        return true; /* from both ends where there are links */
    }
    if (result < WEND_OK) {
        return differ(what, "%s: %s", wend_method_name(query.method), wend_search_error(a));
    }
    wend_search_get_answer(a, &answer_a);
    wend_search_get_answer(b, &answer_b);
    if (!same_answer(&answer_a, &answer_b)) {
        return differ(what,
                      "%s from %lu to %lu: %d %d node %lu, not %lu, cost %llu, not %llu, %llu, not "
                      "%llu places, %llu, not %llu",
                      wend_method_name(answer_a.method), (unsigned long)query.start,
                      (unsigned long)query.goal, answer_a.reason, answer_b.reason,
                      (unsigned long)answer_a.node, (unsigned long)answer_b.node,
                      (unsigned long long)answer_a.cost, (unsigned long long)answer_b.cost,
                      (unsigned long long)answer_a.expanded, (unsigned long long)answer_b.expanded,
                      (unsigned long long)answer_a.max_frontier,
                      (unsigned long long)answer_b.max_frontier);
    }
    return (same_nodes(a, b, wend_search_visited) || differ(what, "order of a search")) &&
           (same_nodes(a, b, wend_search_frontier) || differ(what, "frontier of a search")) &&
           (same_nodes(a, b, path_cells) || differ(what, "cells of a path"));
}

bool views_are_same(const views *a, const views *b, edits_dice *dice, char *what)
{
    const int32_t width = a->spaces[0]->width;
    const int32_t height = a->spaces[0]->height;
    const wend_node cells = (wend_node)(width * height);
    if (!same_clearance(a->clearance, b->clearance, width, height, what)) {
        return false;
    }
    for (int32_t k = 0; k < VIEWS_AGENTS; ++k) {
        if (!same_partition(a->islands[k], b->islands[k], cells, what) ||
            !same_reach(a->islands[k], b->islands[k], a->spaces[k], dice, what) ||
            !same_space(a->spaces[k], b->spaces[k], what)) {
            return false;
        }
        for (int32_t query = 0; query < QUERIES; ++query) {
            if (!same_search(a->searches[k], b->searches[k], cells, dice, what)) {
                return false;
            }
        }
    }
    return true;
}
