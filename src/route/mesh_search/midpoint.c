/* A* over edge midpoints or cell centroids; funnel.c then pulls the path tight.
 * Cost: some 60 ns an edge read. */
#include "route/mesh_search/search.h"
#include "route/mesh_space/patches.h"

#include "base/core/memory.h"

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

/* The number of nodes before those of links. */
static uint32_t first_link_node(const wend_mesh_search *search)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    return uses_cells(search) ? cells->cell_count : cells->half_count;
}

/* The first of the stops where a search begins. */
static uint32_t start_node(const wend_mesh_search *search)
{
    return first_link_node(search) + search->space->link_arc_count;
}

uint32_t wendi_mesh_midpoint_cell(const wend_mesh_search *search, uint32_t node)
{
    const wend_mesh_space *space = search->space;
    if (node >= start_node(search)) {
        return search->starts[node - start_node(search)].cell;
    }
    if (node >= first_link_node(search)) {
        return space->link_arcs[node - first_link_node(search)].to_cell;
    }
    return uses_cells(search) ? node : space->cells.halves[node].cell;
}

uint32_t wendi_mesh_midpoint_link_arc(const wend_mesh_search *search, uint32_t node)
{
    const uint32_t first = first_link_node(search);
    return node >= first && node < first + search->space->link_arc_count ? node - first : NONE;
}

static wend_vec2 position_of(const wend_mesh_search *search, uint32_t node)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t link_arc = wendi_mesh_midpoint_link_arc(search, node);
    if (link_arc != NONE) {
        return search->space->link_arcs[link_arc].to;
    }
    if (node >= start_node(search)) {
        const wend_vec2 start = {search->query.start.x, search->query.start.y};
        return start;
    }
    if (uses_cells(search)) {
        return cells->centroids[node];
    }
    return wend_vec2_lerp(cells->halves[node].point,
                          cells->halves[wendi_mesh_next(cells, node)].point, 0.5);
}

/* ---- memory ---- */

static bool prepare(wend_mesh_search *search)
{
    wendi_mesh_midpoint *midpoint = &search->midpoint;
    const uint32_t count = start_node(search) + search->start_count;
    if (count > midpoint->node_capacity || midpoint->stamp == UINT32_MAX) {
        wendi_free(&search->allocator, midpoint->nodes,
                   midpoint->node_capacity * sizeof *midpoint->nodes);
        midpoint->nodes = wendi_alloc_zero(&search->allocator, count * sizeof *midpoint->nodes);
        midpoint->node_capacity = midpoint->nodes == NULL ? 0 : count;
        midpoint->stamp = 0;
    }
    midpoint->stamp++;
    midpoint->chain.allocator = search->allocator;
    return midpoint->nodes != NULL &&
           wendi_length_queue_reserve(&midpoint->queue, 64, &search->allocator);
}

static void free_memory(wend_mesh_search *search)
{
    wendi_mesh_midpoint *midpoint = &search->midpoint;
    wendi_free(&search->allocator, midpoint->nodes,
               midpoint->node_capacity * sizeof *midpoint->nodes);
    wendi_length_queue_free(&midpoint->queue, &search->allocator);
    wendi_array_u32_free(&midpoint->chain);
}

static size_t memory_bytes(const wend_mesh_search *search)
{
    return search->midpoint.node_capacity * sizeof *search->midpoint.nodes +
           search->midpoint.queue.capacity * sizeof *search->midpoint.queue.entries +
           search->midpoint.chain.capacity * sizeof(uint32_t);
}

/* ---- costs ---- */

/* Of a straight line within a cell, with overlays. */
static double line_cost(const wend_mesh_search *search, wend_vec2 from, wend_vec2 to, uint32_t cell)
{
    const wend_mesh_space *space = search->space;
    const double cost = distance(from, to) * space->cells.factors[cell];
    return space->patch_count == 0 ? cost : cost + wendi_mesh_patches_cost(space, from, to);
}

/* The estimated remaining cost from a point. */
static double estimate(const wend_mesh_search *search, wend_vec2 position)
{
    if (search->has_predicate) {
        return 0;
    }
    double least = search->link_cost_min * search->space->cells.factor_least;
    for (uint32_t i = 0; i < search->goal_count; i++) {
        const double length =
            distance(position, search->goals[i].point) * search->space->cells.factor_least;
        least = length < least ? length : least;
    }
    return least;
}

/* Each seed has its own cost of an edge, at most 1 + noise times as much. */
static double with_noise(const wend_mesh_search *search, double cost, uint32_t node)
{
    const wend_mesh_search_query *query = &search->query;
    return query->noise > 0
               ? cost * (1 + query->noise * wend_random_unit(query->noise_seed, node, 0x6D657368))
               : cost;
}

/* True if a node has been reached at such a cost, or less. */
static bool is_known(const wend_mesh_search *search, uint32_t node, double cost)
{
    const wendi_mesh_midpoint *midpoint = &search->midpoint;
    const wendi_mesh_midpoint_node *known = &midpoint->nodes[node];
    return known->stamp == midpoint->stamp && !(cost < known->cost);
}

static wend_result visit(wend_mesh_search *search, uint32_t node, uint32_t from, uint32_t half,
                         double cost)
{
    wendi_mesh_midpoint *midpoint = &search->midpoint;
    wendi_mesh_midpoint_node *known = &midpoint->nodes[node];
    if (is_known(search, node, cost)) {
        return WEND_OK;
    }
    const double left = estimate(search, position_of(search, node));
    if (cost + left > search->query.max_length) {
        search->hit_limit = true;
        return WEND_OK;
    }
    if (cost + left >= search->best.length) {
        return WEND_OK;
    }
    if (!wendi_length_queue_reserve(&midpoint->queue, midpoint->queue.count + 1,
                                    &search->allocator)) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_mesh_midpoint_node found = {cost, midpoint->stamp, from, half, false};
    const wendi_length_entry entry = {cost + left, node};
    *known = found;
    wendi_length_queue_push(&midpoint->queue, entry);
    midpoint->generated++;
    if (left < search->nearest.estimate) {
        search->nearest.estimate = left;
        search->nearest.root = node;
    }
    return WEND_OK;
}

/* A path over a node to a point of a goal. */
static void try_goal(wend_mesh_search *search, uint32_t node, double cost, wend_vec2 point,
                     uint32_t goal)
{
    if (cost > search->query.max_length) {
        search->hit_limit = true;
    } else if (search->groups != NULL) {
        wendi_mesh_search_reach_group(search, goal, cost);
    } else if (cost < search->best.length) {
        search->best = (wendi_mesh_best){cost, point, node, goal};
    }
}

/* Goals in the cell of a stop. A polygon that is a goal is reached where the cell is. */
static void check_goals(wend_mesh_search *search, uint32_t node, uint32_t cell, wend_vec2 position,
                        double cost)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    for (uint32_t i = wendi_mesh_goals_in(search, cell); i != NONE; i = search->goals[i].next) {
        const wend_vec2 point = search->goals[i].point;
        const double way = line_cost(search, position, point, cell);
        try_goal(search, node, cost + way, point, i);
    }
    if (!search->has_predicate) {
        return;
    }
    for (uint32_t i = cells->polygon_ranges[cell].first; i < cells->polygon_ranges[cell].end; i++) {
        const uint32_t polygon = cells->polygons[i];
        if (wendi_mesh_goals_test(search, polygon)) {
            const wend_vec2 centroid = wend_mesh_get_polygon(search->space->mesh, polygon).centroid;
            try_goal(search, node, cost, centroid, polygon);
            return;
        }
    }
}

static wend_result expand(wend_mesh_search *search, uint32_t node)
{
    const wend_mesh_space *space = search->space;
    const wendi_mesh_cells *cells = &space->cells;
    const uint32_t cell = wendi_mesh_midpoint_cell(search, node);
    const wend_vec2 position = position_of(search, node);
    const double cost = search->midpoint.nodes[node].cost;
    wend_result result = WEND_OK;
    check_goals(search, node, cell, position, cost);
    for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end && result == WEND_OK;
         h++) {
        const wendi_mesh_half *half = &cells->halves[h];
        if (!wendi_mesh_can_cross(search, half)) {
            continue;
        }
        const uint32_t there = cells->halves[half->twin].cell;
        const uint32_t next = uses_cells(search) ? there : half->twin;
        const wend_vec2 middle =
            wend_vec2_lerp(half->point, cells->halves[wendi_mesh_next(cells, h)].point, 0.5);
        /* Overlays and noise only add: most edges are known from nearer by already. */
        if (is_known(search, next, cost + distance(position, middle) * cells->factors[cell])) {
            continue;
        }
        double step = line_cost(search, position, middle, cell);
        if (uses_cells(search)) {
            step += line_cost(search, middle, position_of(search, next), there);
        }
        result = visit(search, next, node, half->twin, cost + with_noise(search, step, next));
    }
    for (uint32_t i = space->link_arc_firsts == NULL ? 0 : space->link_arc_firsts[cell];
         space->link_arc_firsts != NULL && i < space->link_arc_firsts[cell + 1] &&
         result == WEND_OK;
         i++) {
        const double way = line_cost(search, position, space->link_arcs[i].from, cell);
        result = visit(search, first_link_node(search) + i, node, NONE,
                       cost + way + space->link_arcs[i].cost * cells->factor_least);
    }
    return result;
}

/* ---- the search ---- */

static wend_result begin(wend_mesh_search *search)
{
    wendi_mesh_midpoint *midpoint = &search->midpoint;
    if (!prepare(search)) {
        return WEND_ERROR_MEMORY;
    }
    midpoint->queue.count = midpoint->queue.count_max = 0;
    midpoint->generated = 0;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < search->start_count && result == WEND_OK; i++) {
        result = visit(search, start_node(search) + i, NONE, NONE, 0);
    }
    return result;
}

static wend_result advance(wend_mesh_search *search, uint64_t *steps)
{
    wendi_mesh_midpoint *midpoint = &search->midpoint;
    while (*steps > 0) {
        if (midpoint->queue.count == 0 || midpoint->queue.entries[0].key >= search->best.length) {
            return search->best.length < (double)INFINITY ? WEND_OK : WEND_NO_PATH;
        }
        const uint32_t node = wendi_length_queue_pop(&midpoint->queue).number;
        if (midpoint->nodes[node].is_done) {
            continue;
        }
        midpoint->nodes[node].is_done = true;
        --*steps;
        search->answer.expanded++;
        const wend_result result = expand(search, node);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_IN_PROGRESS;
}

/* ---- the path ---- */

static uint32_t take_nearest(wend_mesh_search *search)
{
    const uint32_t node = search->nearest.root;
    const wend_vec2 start = {search->query.start.x, search->query.start.y};
    search->best.root = node;
    search->best.point = node == NONE ? start : position_of(search, node);
    return node == NONE ? search->start_cell : wendi_mesh_midpoint_cell(search, node);
}

static uint32_t start_of(const wend_mesh_search *search)
{
    uint32_t node = search->best.root;
    while (node != NONE && search->midpoint.nodes[node].before != NONE) {
        node = search->midpoint.nodes[node].before;
    }
    return node == NONE ? 0 : node - start_node(search);
}

/* Lists the nodes of the path and pulls it tight. */
static wend_result trace(wend_mesh_search *search)
{
    wendi_mesh_midpoint *midpoint = &search->midpoint;
    wendi_array_u32 *chain = &midpoint->chain;
    wendi_array_u32_clear(chain);
    for (uint32_t at = search->best.root; at != NONE; at = midpoint->nodes[at].before) {
        if (!wendi_array_u32_push(chain, at)) {
            return WEND_ERROR_MEMORY;
        }
    }
    for (size_t i = 0; i < chain->count / 2; i++) {
        const uint32_t other = chain->items[chain->count - 1 - i];
        chain->items[chain->count - 1 - i] = chain->items[i];
        chain->items[i] = other;
    }
    return wendi_mesh_funnel(search, search->best.point);
}

/* No path can cost less than the straight line over the cheapest ground. */
static void measure(wend_mesh_search *search)
{
    wend_mesh_search_answer *answer = &search->answer;
    const wend_vec2 start = {search->query.start.x, search->query.start.y};
    const wend_vec2 end = {answer->location.x, answer->location.y};
    double least = distance(start, end);
    least = least < search->link_cost_min ? least : search->link_cost_min;
    least *= search->space->cells.factor_least;
    if (search->query.goal_kind != WEND_MESH_GOAL_LOCATION) {
        answer->bound = 0;
    } else {
        answer->bound = answer->cost <= least ? 1 : least > 0 ? answer->cost / least : 0;
    }
}

/* Edges that were entered: done, or still waiting. */
static void draw_nodes(const wend_mesh_search *search, const wend_draw *draw)
{
    const wendi_mesh_midpoint *midpoint = &search->midpoint;
    for (uint32_t i = 0; i < midpoint->node_capacity; i++) {
        const wendi_mesh_midpoint_node *node = &midpoint->nodes[i];
        if (node->stamp == midpoint->stamp && node->half != NONE) {
            wendi_mesh_draw_half(search, draw, node->half,
                                 node->is_done ? WEND_MEANING_SEARCHED : WEND_MEANING_FRONTIER, 0);
        }
    }
}

static uint64_t generated(const wend_mesh_search *search)
{
    return search->midpoint.generated;
}

const wendi_mesh_method *wendi_mesh_midpoint_method(void)
{
    static const wendi_mesh_method method = {.begin = begin,
                                             .advance = advance,
                                             .take_nearest = take_nearest,
                                             .start_of = start_of,
                                             .trace = trace,
                                             .measure = measure,
                                             .draw = draw_nodes,
                                             .generated = generated,
                                             .memory_bytes = memory_bytes,
                                             .free_memory = free_memory};
    return &method;
}
