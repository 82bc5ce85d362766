/* Records, estimates, weights and keys that all searches of graphs share.
 * Cost: 32 bytes a node; a new query clears nothing but once in half a billion queries. */
#include "route/search/graph_search.h"

#include "base/math/clamp.h"
#include "route/search/search.h"

#include <string.h>

wend_result wendi_graph_side_begin(wendi_graph_side *side, uint32_t record_count,
                                   const wend_allocator *allocator)
{
    const size_t size = sizeof side->records[0];
    if (side->record_count < record_count) {
        wendi_graph_search_record *records = wendi_alloc_items_zero(allocator, record_count, size);
        if (records == NULL) {
            return WEND_ERROR_MEMORY;
        }
        wendi_free(allocator, side->records, side->record_count * size);
        side->records = records;
        side->record_count = record_count;
        side->generation = 0;
    }
    side->generation += WENDI_RECORD_GENERATION;
    if (side->generation == 0) {
        memset(side->records, 0, side->record_count * size);
        side->generation = WENDI_RECORD_GENERATION;
    }
    wendi_cost_queue_clear(&side->queue);
    return WEND_OK;
}

void wendi_graph_side_destroy(wendi_graph_side *side, const wend_allocator *allocator)
{
    wendi_free(allocator, side->records, side->record_count * sizeof side->records[0]);
    wendi_cost_queue_destroy(&side->queue, allocator);
}

size_t wendi_graph_side_bytes(const wendi_graph_side *side)
{
    return side->record_count * sizeof side->records[0] +
           side->queue.capacity * sizeof side->queue.entries[0];
}

uint64_t wendi_graph_search_estimate(const wend_search *search, uint32_t node)
{
    const wend_search_query *query = &search->query;
    if (search->heuristic == WEND_HEURISTIC_CUSTOM) {
        const wend_node goal = query->goal_kind == WEND_GOAL_NODE ? query->goal : WEND_NODE_NONE;
        return query->estimate(query->user, node, goal);
    }
    return wendi_graph_heuristic_at(&search->graph.goal_heuristic, node);
}

/* ---- noise ---- */

enum { NOISE_UNIT = 256 };

static const double noise_lumps = 16;

/* The noise varies over some sixteenth of the distance, so that it makes whole areas of the graph
 * more expensive: noise for each edge would only make every path crooked. */
static void ready_noise(wend_search *search)
{
    wendi_graph_scratch *graph = &search->graph;
    const wendi_graph_heuristic *heuristic = &graph->goal_heuristic;
    const wend_vec3 start = search->space->net->positions[search->start_slot];
    const double metres_otherwise = 8;
    double span = 0;
    if (!heuristic->is_empty) {
        span = wendi_max(wendi_max(heuristic->high.x - start.x, start.x - heuristic->low.x),
                         wendi_max(heuristic->high.y - start.y, start.y - heuristic->low.y));
    }
    graph->noise_origin = (wend_vec2){start.x, start.y};
    graph->noise_scale = span > 0 ? noise_lumps / span : 1 / metres_otherwise;
}

void wendi_graph_search_prepare(wend_search *search)
{
    wendi_graph_heuristic *heuristic = &search->graph.goal_heuristic;
    wendi_graph_heuristic_clear(heuristic, search->space->net);
    for (size_t k = 0; k < search->goals.count; ++k) {
        wendi_graph_heuristic_add_goal(heuristic, search->goals.items[k].slot);
    }
    if (search->heuristic != WEND_HEURISTIC_CUSTOM) {
        wendi_graph_heuristic_prepare(heuristic, search->heuristic, false);
    }
    ready_noise(search);
}

/* The noise at a corner of the raster, 16 bits. */
static uint32_t noise_at(const wend_search *search, uint32_t x, uint32_t y)
{
    return (uint32_t)(wend_random(search->query.noise_seed, (uint64_t)y << 32 | x, 0) >> 48);
}

/* Raster units along one axis; far enough outside all is one lump. */
static uint32_t raster(const wendi_graph_scratch *graph, double metres)
{
    const double most = 4194304;
    double at = metres * graph->noise_scale;
    at = at > most ? most : at < -most ? -most : at;
    return (uint32_t)(int32_t)(at * (double)NOISE_UNIT) + 0x80000000u;
}

uint64_t wendi_graph_search_weight_at(const wend_search *search, uint32_t node)
{
    if (search->noise == 0) {
        return search->weight;
    }
    const wendi_graph_scratch *graph = &search->graph;
    const wend_vec3 at = search->space->net->positions[node];
    const uint32_t px = raster(graph, at.x - graph->noise_origin.x);
    const uint32_t py = raster(graph, at.y - graph->noise_origin.y);
    const uint32_t x = px / NOISE_UNIT;
    const uint32_t y = py / NOISE_UNIT;
    const uint32_t right = px % NOISE_UNIT;
    const uint32_t below = py % NOISE_UNIT;
    const uint64_t top =
        noise_at(search, x, y) * (NOISE_UNIT - right) + noise_at(search, x + 1, y) * right;
    const uint64_t bottom =
        noise_at(search, x, y + 1) * (NOISE_UNIT - right) + noise_at(search, x + 1, y + 1) * right;
    const uint64_t smooth =
        (top * (NOISE_UNIT - below) + bottom * below) / (NOISE_UNIT * NOISE_UNIT);
    return search->weight * ((1u << 16) + (search->noise * smooth >> 16)) >> 16;
}

/* ---- keys ---- */

uint64_t wendi_graph_search_key(const wend_search *search, uint32_t node, uint64_t cost,
                                uint64_t remaining)
{
    const wend_method method = search->answer.method;
    if (method == WEND_METHOD_DIJKSTRA) {
        return cost;
    }
    if (method == WEND_METHOD_GREEDY) {
        return remaining;
    }
    if (method == WEND_METHOD_ASTAR_WEIGHTED || search->noise != 0) {
        return wendi_cost_add(cost,
                              wendi_weigh(remaining, wendi_graph_search_weight_at(search, node)));
    }
    return wendi_cost_add(cost, remaining);
}
