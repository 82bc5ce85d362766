/* Random graphs, and their shortest paths, computed slowly. Nothing is shared with the searches:
 * the reference reads edges one by one through the public interface. */
#ifndef TEST_GRAPH_WORLD_H
#define TEST_GRAPH_WORLD_H

#include "support/gen.h"

#include "wend/graph.h"
#include "wend/path.h"
#include "wend/search.h"

#include <stdlib.h>
#include <string.h>

enum { WORLD_NODES_MAX = 60, WORLD_EDGES_MAX = 400 };

typedef struct world {
    uint64_t seed;
    uint64_t drawn;
    wend_graph *graph;
    double factors[8];
    uint32_t refused;
    const wend_cost *extra; /* [edge limit] what overlays add; NULL: nothing */
} world;

static inline uint32_t draw(world *w, uint32_t below)
{
    return wend_random_below(w->seed, 77, w->drawn++, below);
}

static inline void draw_node(world *w)
{
    wend_graph_node def = wend_graph_node_default();
    /* A coarse raster, so that places coincide and lines are straight now and then. */
    def.position = (wend_vec2){draw(w, 20) * 2.5 - 20, draw(w, 20) * 2.5 - 20};
    def.height = draw(w, 3) == 0 ? draw(w, 4) * 3.0 : 0;
    def.tag = draw(w, 5);
    wend_node node;
    (void)wend_graph_add_node(w->graph, &def, &node);
}

static inline wend_graph_edge edge_between(world *w, wend_node from, wend_node to)
{
    wend_graph_edge def = wend_graph_edge_default();
    def.from = from;
    def.to = to;
    def.is_two_way = draw(w, 4) != 0;
    def.is_open = draw(w, 8) != 0;
    def.behaviour = draw(w, 7);
    def.flags = draw(w, 6) == 0 ? 1u : 0u;
    if (draw(w, 6) == 0) {
        def.cost = (wend_cost)draw(w, 1000) << draw(w, 38); /* cheap, expensive, or 0: its length */
    }
    if (draw(w, 30) == 0) {
        def.behaviour = WEND_BEHAVIOUR_TELEPORT;
        def.cost = WEND_COST_ONE / 2;
    }
    return def;
}

static inline void draw_edge(world *w)
{
    const uint32_t limit = wend_graph_node_limit(w->graph);
    const wend_node from = draw(w, limit);
    const wend_node to = draw(w, limit);
    if (from == to || !wend_graph_has_node(w->graph, from) || !wend_graph_has_node(w->graph, to)) {
        return;
    }
    wend_graph_edge def = edge_between(w, from, to);
    uint32_t edge;
    (void)wend_graph_add_edge(w->graph, &def, &edge);
}

/** Some edges lead far, most to nodes near by number; now and then a node is removed. */
static inline world world_make(uint64_t seed)
{
    world w = {.seed = seed};
    wend_graph_def def = wend_graph_def_default();
    if (wend_graph_create(&def, &w.graph) != WEND_OK) {
        abort();
    }
    const uint32_t nodes = 2 + draw(&w, WORLD_NODES_MAX - 2);
    for (uint32_t k = 0; k < nodes; ++k) {
        draw_node(&w);
    }
    const uint32_t edges = draw(&w, nodes * (1 + draw(&w, 5)));
    for (uint32_t k = 0; k < edges; ++k) {
        draw_edge(&w);
    }
    if (draw(&w, 3) == 0) {
        (void)wend_graph_remove_node(w.graph, draw(&w, nodes));
    }
    for (uint32_t k = 0; k < 8; ++k) {
        w.factors[k] = 1;
    }
    if (draw(&w, 2) == 0) {
        w.factors[WEND_BEHAVIOUR_SWIM] = 3;
        w.factors[WEND_BEHAVIOUR_CRAWL] = 0.25;
        w.factors[WEND_BEHAVIOUR_JUMP] = 1e300 * 1e300;
        w.refused = 1;
    }
    return w;
}

static inline wend_space *world_space_of(const world *w, bool is_deferred)
{
    wend_space_def def = wend_space_def_default();
    def.graph = w->graph;
    def.behaviour_factors = w->factors;
    def.behaviour_count = 8;
    def.flags_refused = w->refused;
    def.is_deferred = is_deferred;
    wend_space *space = NULL;
    return wend_space_create(&def, &space) == WEND_OK ? space : NULL;
}

static inline wend_space *world_space(const world *w)
{
    return world_space_of(w, false);
}

static inline wend_space *world_space_deferred(const world *w)
{
    return world_space_of(w, true);
}

static inline wend_search *world_search(const wend_space *space)
{
    wend_search_def def = wend_search_def_default();
    def.space = space;
    wend_search *search = NULL;
    return wend_search_create(&def, &search) == WEND_OK ? search : NULL;
}

/** The cost of an edge for this agent from one of its ends to the other; infinite if it is closed.
 */
static inline wend_cost world_edge_cost(const world *w, uint32_t edge, wend_node from, wend_node to)
{
    wend_graph_edge e;
    if (wend_graph_get_edge(w->graph, edge, &e) != WEND_OK || !e.is_open ||
        (e.flags & w->refused) != 0 || w->factors[e.behaviour] > 65536) {
        return WEND_COST_INFINITE;
    }
    const bool is_on = e.from == from && e.to == to;
    const bool is_back = e.is_two_way && e.from == to && e.to == from;
    if (!is_on && !is_back) {
        return WEND_COST_INFINITE;
    }
    const wend_cost sum = e.cost + (w->extra == NULL ? 0 : w->extra[edge]);
    const wend_cost cost = (wend_cost)((double)sum * w->factors[e.behaviour] + 0.5);
    return cost == 0 ? 1 : cost;
}

/** Least costs from a node to all, after Bellman and Ford. @param costs [node limit]. */
static inline void world_costs(const world *w, wend_node start, wend_cost *costs)
{
    const uint32_t nodes = wend_graph_node_limit(w->graph);
    const uint32_t edges = wend_graph_edge_limit(w->graph);
    memset(costs, 0xFF, nodes * sizeof costs[0]);
    if (!wend_graph_has_node(w->graph, start)) {
        return;
    }
    costs[start] = 0;
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t k = 0; k < edges; ++k) {
            wend_graph_edge e;
            if (wend_graph_get_edge(w->graph, k, &e) != WEND_OK) {
                continue;
            }
            const wend_node ends[2] = {e.from, e.to};
            for (int d = 0; d < 2; ++d) {
                const wend_cost cost = world_edge_cost(w, k, ends[d], ends[1 - d]);
                if (cost != WEND_COST_INFINITE && costs[ends[d]] != WEND_COST_INFINITE &&
                    costs[ends[d]] + cost < costs[ends[1 - d]]) {
                    costs[ends[1 - d]] = costs[ends[d]] + cost;
                    is_changed = true;
                }
            }
        }
    }
}

/** True if the legs lead from start to goal over existing edges, at this cost. */
static inline bool world_path_is(const world *w, const wend_path *path, wend_node start,
                                 wend_node goal, wend_cost cost)
{
    wend_node at = start;
    wend_cost sum = 0;
    for (size_t k = 0; k < wend_path_leg_count(path); ++k) {
        const wend_leg leg = wend_path_leg(path, k);
        wend_graph_edge e;
        if (leg.from != at || wend_graph_get_edge(w->graph, leg.edge, &e) != WEND_OK ||
            leg.behaviour != e.behaviour ||
            leg.cost != world_edge_cost(w, leg.edge, leg.from, leg.to)) {
            return false;
        }
        sum += leg.cost;
        at = leg.to;
    }
    return at == goal && sum == cost && wend_path_cost(path) == cost;
}

#endif
