/* Takes: a query for A* over middles of edges or over centroids of cells.
 * Gives: the stops of a cheap way; mesh_funnel.c pulls it tight.
 * Cost: some 60 ns an edge looked at. */
#include "route/mesh_search_private.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

static double distance(wend_vec2 a, wend_vec2 b)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    return sqrt(dx * dx + dy * dy);
}

/* ---- stops ---- */

static bool uses_cells(const wend_mesh_search *search)
{
    return search->query.method == WEND_MESH_METHOD_CENTROID;
}

/* How many stops there are before those of hops. */
static uint32_t first_hop(const wend_mesh_search *search)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    return uses_cells(search) ? cells->cell_count : cells->half_count;
}

/* The first of the stops where a search begins. */
static uint32_t start_stop(const wend_mesh_search *search)
{
    return first_hop(search) + search->space->hop_count;
}

uint32_t wendi_mesh_walk_cell(const wend_mesh_search *search, uint32_t stop)
{
    const wend_mesh_space *space = search->space;
    if (stop >= start_stop(search)) {
        return search->starts[stop - start_stop(search)].cell;
    }
    if (stop >= first_hop(search)) {
        return space->hops[stop - first_hop(search)].to_cell;
    }
    return uses_cells(search) ? stop : space->cells.halves[stop].cell;
}

uint32_t wendi_mesh_walk_hop(const wend_mesh_search *search, uint32_t stop)
{
    const uint32_t first = first_hop(search);
    return stop >= first && stop < first + search->space->hop_count ? stop - first : NONE;
}

wend_vec2 wendi_mesh_walk_place(const wend_mesh_search *search, uint32_t stop)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t hop = wendi_mesh_walk_hop(search, stop);
    if (hop != NONE) {
        return search->space->hops[hop].to;
    }
    if (stop >= start_stop(search)) {
        const wend_vec2 start = {search->query.start.x, search->query.start.y};
        return start;
    }
    if (uses_cells(search)) {
        return cells->centroids[stop];
    }
    return wend_vec2_lerp(cells->halves[stop].point,
                          cells->halves[wendi_mesh_next(cells, stop)].point, 0.5);
}

/* ---- memory ---- */

static bool take(wend_mesh_search *search)
{
    wendi_mesh_walk *walk = &search->walk;
    const uint32_t count = start_stop(search) + search->start_count;
    if (count > walk->stop_capacity || walk->stamp == UINT32_MAX) {
        wendi_free(&search->allocator, walk->stops, walk->stop_capacity * sizeof *walk->stops);
        walk->stops = wendi_alloc_zero(&search->allocator, count * sizeof *walk->stops);
        walk->stop_capacity = walk->stops == NULL ? 0 : count;
        walk->stamp = 0;
    }
    walk->stamp++;
    walk->chain.allocator = search->allocator;
    return walk->stops != NULL && wendi_mesh_queue_reserve(&walk->queue, 64, &search->allocator);
}

void wendi_mesh_walk_free(wend_mesh_search *search)
{
    wendi_mesh_walk *walk = &search->walk;
    wendi_free(&search->allocator, walk->stops, walk->stop_capacity * sizeof *walk->stops);
    wendi_mesh_queue_free(&walk->queue, &search->allocator);
    wendi_array_u32_free(&walk->chain);
}

size_t wendi_mesh_walk_bytes(const wend_mesh_search *search)
{
    return search->walk.stop_capacity * sizeof *search->walk.stops +
           search->walk.queue.capacity * sizeof *search->walk.queue.entries +
           search->walk.chain.capacity * sizeof(uint32_t);
}

/* ---- costs ---- */

/* What is left at least from a place on. */
static double estimate(const wend_mesh_search *search, wend_vec2 place)
{
    if (search->asks) {
        return 0;
    }
    double least = search->hop_least * search->space->cells.factor_least;
    for (uint32_t i = 0; i < search->goal_count; i++) {
        const double length =
            distance(place, search->goals[i].point) * search->space->cells.factor_least;
        least = length < least ? length : least;
    }
    return least;
}

/* Every agent has its own idea of what an edge costs, at most 1 + noise times as much. */
static double with_noise(const wend_mesh_search *search, double cost, uint32_t stop)
{
    const wend_mesh_query *query = &search->query;
    return query->noise > 0
               ? cost * (1 + query->noise * wend_random_unit(query->noise_seed, stop, 0x6D657368))
               : cost;
}

static wend_result visit(wend_mesh_search *search, uint32_t stop, uint32_t from, uint32_t half,
                         double cost)
{
    wendi_mesh_walk *walk = &search->walk;
    wendi_mesh_stop *known = &walk->stops[stop];
    if (known->stamp == walk->stamp && !(cost < known->cost)) {
        return WEND_OK;
    }
    const double left = estimate(search, wendi_mesh_walk_place(search, stop));
    if (cost + left > search->query.max_length) {
        search->hit_limit = true;
        return WEND_OK;
    }
    if (cost + left >= walk->best_cost) {
        return WEND_OK;
    }
    if (!wendi_mesh_queue_reserve(&walk->queue, walk->queue.count + 1, &search->allocator)) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_mesh_stop found = {cost, walk->stamp, from, half, false};
    const wendi_mesh_entry entry = {cost + left, stop};
    *known = found;
    wendi_mesh_queue_push(&walk->queue, entry);
    if (left < walk->partial_estimate) {
        walk->partial_estimate = left;
        walk->partial_stop = stop;
    }
    return WEND_OK;
}

static void try_goal(wend_mesh_search *search, uint32_t stop, double cost, uint32_t goal)
{
    wendi_mesh_walk *walk = &search->walk;
    if (cost > search->query.max_length) {
        search->hit_limit = true;
    } else if (cost < walk->best_cost) {
        walk->best_cost = cost;
        walk->best_stop = stop;
        walk->best_goal = goal;
    }
}

/* Goals in the cell of a stop. A polygon that is a goal is reached where the cell is. */
static void look_for_goals(wend_mesh_search *search, uint32_t stop, uint32_t cell, wend_vec2 place,
                           double cost)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    for (uint32_t i = wendi_mesh_goals_in(search, cell); i != NONE; i = search->goals[i].next) {
        const double way = distance(place, search->goals[i].point) * cells->factors[cell];
        try_goal(search, stop, cost + way, i);
    }
    if (!search->asks) {
        return;
    }
    for (uint32_t i = cells->polygon_firsts[cell]; i < cells->polygon_firsts[cell + 1]; i++) {
        if (wendi_mesh_goals_ask(search, cells->polygons[i])) {
            try_goal(search, stop, cost, cells->polygons[i]);
            return;
        }
    }
}

static wend_result expand(wend_mesh_search *search, uint32_t stop)
{
    const wend_mesh_space *space = search->space;
    const wendi_mesh_cells *cells = &space->cells;
    const uint32_t cell = wendi_mesh_walk_cell(search, stop);
    const wend_vec2 place = wendi_mesh_walk_place(search, stop);
    const double cost = search->walk.stops[stop].cost;
    wend_result result = WEND_OK;
    look_for_goals(search, stop, cell, place, cost);
    for (uint32_t h = cells->firsts[cell]; h < cells->firsts[cell + 1] && result == WEND_OK; h++) {
        const wendi_mesh_half *half = &cells->halves[h];
        if (!wendi_mesh_can_cross(search, half)) {
            continue;
        }
        const uint32_t there = cells->halves[half->twin].cell;
        const uint32_t next = uses_cells(search) ? there : half->twin;
        const wend_vec2 middle =
            wend_vec2_lerp(half->point, cells->halves[wendi_mesh_next(cells, h)].point, 0.5);
        double step = distance(place, middle) * cells->factors[cell];
        if (uses_cells(search)) {
            step += distance(middle, wendi_mesh_walk_place(search, next)) * cells->factors[there];
        }
        result = visit(search, next, stop, half->twin, cost + with_noise(search, step, next));
    }
    for (uint32_t i = space->hop_firsts == NULL ? 0 : space->hop_firsts[cell];
         space->hop_firsts != NULL && i < space->hop_firsts[cell + 1] && result == WEND_OK; i++) {
        const double way = distance(place, space->hops[i].from) * cells->factors[cell];
        result = visit(search, first_hop(search) + i, stop, NONE,
                       cost + way + space->hops[i].cost * cells->factor_least);
    }
    return result;
}

/* ---- the search ---- */

wend_result wendi_mesh_walk_begin(wend_mesh_search *search)
{
    wendi_mesh_walk *walk = &search->walk;
    if (!take(search)) {
        return WEND_ERROR_MEMORY;
    }
    walk->queue.count = walk->queue.count_max = 0;
    walk->best_cost = walk->partial_estimate = (double)INFINITY;
    walk->best_stop = walk->partial_stop = NONE;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < search->start_count && result == WEND_OK; i++) {
        result = visit(search, start_stop(search) + i, NONE, NONE, 0);
    }
    return result;
}

uint32_t wendi_mesh_walk_begun_at(const wend_mesh_search *search, uint32_t stop)
{
    while (stop != NONE && search->walk.stops[stop].before != NONE) {
        stop = search->walk.stops[stop].before;
    }
    return stop == NONE ? 0 : stop - start_stop(search);
}

wend_result wendi_mesh_walk_advance(wend_mesh_search *search, uint64_t *steps)
{
    wendi_mesh_walk *walk = &search->walk;
    while (*steps > 0) {
        if (walk->queue.count == 0 || walk->queue.entries[0].key >= walk->best_cost) {
            return walk->best_stop != NONE ? WEND_OK : WEND_NO_PATH;
        }
        const uint32_t stop = wendi_mesh_queue_pop(&walk->queue).number;
        if (walk->stops[stop].is_done) {
            continue;
        }
        walk->stops[stop].is_done = true;
        --*steps;
        search->answer.expanded++;
        const wend_result result = expand(search, stop);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_IN_PROGRESS;
}

wend_result wendi_mesh_walk_chain(wend_mesh_search *search, uint32_t stop)
{
    wendi_mesh_walk *walk = &search->walk;
    wendi_array_u32_clear(&walk->chain);
    for (uint32_t at = stop; at != NONE; at = walk->stops[at].before) {
        if (!wendi_array_u32_push(&walk->chain, at)) {
            return WEND_ERROR_MEMORY;
        }
    }
    for (size_t i = 0; i < walk->chain.count / 2; i++) {
        const uint32_t other = walk->chain.items[walk->chain.count - 1 - i];
        walk->chain.items[walk->chain.count - 1 - i] = walk->chain.items[i];
        walk->chain.items[i] = other;
    }
    return WEND_OK;
}
