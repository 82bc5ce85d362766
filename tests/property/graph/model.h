/* A graph, plain arrays beside it, and random edits of both. */
#ifndef TEST_PROPERTY_GRAPH_MODEL_H
#define TEST_PROPERTY_GRAPH_MODEL_H

#include "support/gen.h"
#include "support/test.h"
#include "wend/graph.h"
#include "world/graph/store.h"

#include <string.h>

enum { NODES = 400, EDGES = 600, EDITS = 160 };

/* The expected content of a graph. */
typedef struct model {
    bool has_node[NODES], has_edge[EDGES];
    wend_graph_node nodes[NODES];
    wend_graph_edge edges[EDGES];
    uint32_t node_limit, edge_limit;
    uint64_t revision;
} model;

/* A stream of random numbers. */
typedef struct dice {
    uint64_t seed, tick;
} dice;

static inline uint32_t roll(dice *d, uint32_t below)
{
    return wend_random_below(d->seed, 7, d->tick++, below);
}

static inline double roll_unit(dice *d)
{
    return wend_random_unit(d->seed, 8, d->tick++);
}

/* ---- positions: lattices with many ties, clusters, a line, the ends of the world ---- */

static inline wend_vec2 roll_place(dice *d)
{
    const double far_off = 536870912.0;
    switch ((d->seed + (roll(d, 8) == 0 ? roll(d, 6) : 0)) % 6) {
    case 0:
        return (wend_vec2){roll(d, 9), roll(d, 9)};
    case 1:
        return (wend_vec2){roll_unit(d) * 100 - 50, roll_unit(d) * 100 - 50};
    case 2:
        return (wend_vec2){(roll(d, 2) == 0 ? far_off : -far_off) + roll(d, 5), far_off};
    case 3:
        return (wend_vec2){roll_unit(d) * 1000, -3.25};
    case 4:
        return (wend_vec2){0.3, 0.7};
    default:
        return (wend_vec2){roll_unit(d) * 1e-3, roll(d, 2) * WEND_COORDINATE_MAX};
    }
}

static inline wend_graph_node roll_node(dice *d)
{
    wend_graph_node def = wend_graph_node_default();
    def.position = roll_place(d);
    def.height = roll(d, 3) == 0 ? roll(d, 4) * 2.5 : 0;
    def.tag = roll(d, 3) == 0 ? roll(d, 4) : 0;
    def.user = roll(d, 5) == 0 ? wend_random(d->seed, 9, d->tick++) : 0;
    return def;
}

/* ---- the model ---- */

static inline wend_cost length_of(const model *m, const wend_graph_edge *edge)
{
    const wend_graph_node *a = &m->nodes[edge->from];
    const wend_graph_node *b = &m->nodes[edge->to];
    const double x = a->position.x - b->position.x;
    const double y = a->position.y - b->position.y;
    const double z = a->height - b->height;
    const wend_cost cost = wend_cost_from_double(wend_sqrt(x * x + y * y + z * z) * edge->factor);
    return cost == 0 ? 1 : cost;
}

static inline bool is_too_dear(const model *m, const wend_graph_edge *edge)
{
    return edge->follows_length && length_of(m, edge) > (wend_cost)1 << 48;
}

static inline uint32_t any_node(const model *m, dice *d)
{
    return m->node_limit == 0 ? 0 : roll(d, m->node_limit + (roll(d, 20) == 0 ? 1 : 0));
}

static inline bool model_has_node(const model *m, uint32_t node)
{
    return node < m->node_limit && m->has_node[node];
}

static inline bool same_node(const wend_graph_node *a, const wend_graph_node *b)
{
    return memcmp(&a->position, &b->position, sizeof a->position) == 0 &&
           memcmp(&a->height, &b->height, sizeof a->height) == 0 && a->tag == b->tag &&
           a->user == b->user;
}

static inline bool same_edge(const wend_graph_edge *a, const wend_graph_edge *b)
{
    return a->from == b->from && a->to == b->to && a->cost == b->cost &&
           memcmp(&a->factor, &b->factor, sizeof a->factor) == 0 &&
           a->follows_length == b->follows_length && a->is_two_way == b->is_two_way &&
           a->is_open == b->is_open && a->behaviour == b->behaviour && a->flags == b->flags &&
           a->user == b->user;
}

/* ---- edits ---- */

static inline bool edit_add_node(wend_graph *graph, model *m, dice *d)
{
    if (m->node_limit == NODES) {
        return true;
    }
    const wend_graph_node def = roll_node(d);
    wend_node node;
    const bool is_fine =
        wend_graph_add_node(graph, &def, &node) == WEND_OK && node == m->node_limit;
    m->has_node[m->node_limit] = true;
    m->nodes[m->node_limit++] = def;
    ++m->revision;
    return is_fine;
}

static inline bool edit_change_node(wend_graph *graph, model *m, dice *d)
{
    const uint32_t node = any_node(m, d);
    wend_graph_node def = roll_node(d);
    if (!model_has_node(m, node)) {
        return wend_graph_set_node(graph, node, &def) == WEND_ERROR_STALE;
    }
    const wend_graph_node was = m->nodes[node];
    def = roll(d, 6) == 0 ? was : def;
    m->nodes[node] = def;
    for (uint32_t e = 0; e < m->edge_limit; ++e) {
        const wend_graph_edge *edge = &m->edges[e];
        if (m->has_edge[e] && (edge->from == node || edge->to == node) && is_too_dear(m, edge)) {
            m->nodes[node] = was;
            return wend_graph_set_node(graph, node, &def) == WEND_ERROR_ARGUMENT;
        }
    }
    for (uint32_t e = 0; e < m->edge_limit; ++e) {
        if (m->has_edge[e] && m->edges[e].follows_length) {
            m->edges[e].cost = length_of(m, &m->edges[e]);
        }
    }
    m->revision += same_node(&was, &def) ? 0 : 1;
    return wend_graph_set_node(graph, node, &def) == WEND_OK;
}

static inline bool edit_remove_node(wend_graph *graph, model *m, dice *d)
{
    const uint32_t node = any_node(m, d);
    if (!model_has_node(m, node)) {
        return wend_graph_remove_node(graph, node) == WEND_ERROR_STALE;
    }
    m->has_node[node] = false;
    for (uint32_t e = 0; e < m->edge_limit; ++e) {
        m->has_edge[e] = m->has_edge[e] && m->edges[e].from != node && m->edges[e].to != node;
    }
    ++m->revision;
    return wend_graph_remove_node(graph, node) == WEND_OK;
}

static inline void roll_edge(dice *d, wend_graph_edge *def)
{
    def->cost = roll(d, 2) == 0 ? 0 : 1 + ((uint64_t)roll(d, 1000) << roll(d, 38));
    def->factor = def->cost != 0 || roll(d, 2) == 0 ? 1.0 : 0.25 + roll(d, 5);
    def->follows_length = def->cost == 0;
    def->is_two_way = roll(d, 3) != 0;
    def->is_open = roll(d, 5) != 0;
    def->behaviour = roll(d, 2) == 0 ? 0 : roll(d, 4) == 0 ? 254 + roll(d, 3) : roll(d, 8);
    def->flags = roll(d, 4) == 0 ? roll(d, 7) : 0;
    def->user = roll(d, 5) == 0 ? wend_random(d->seed, 10, d->tick++) : 0;
}

static inline bool edit_add_edge(wend_graph *graph, model *m, dice *d)
{
    wend_graph_edge def = wend_graph_edge_default();
    uint32_t edge;
    roll_edge(d, &def);
    def.from = any_node(m, d);
    def.to = any_node(m, d);
    if (m->edge_limit == EDGES) {
        return true;
    }
    if (def.from == def.to) {
        return wend_graph_add_edge(graph, &def, &edge) == WEND_ERROR_ARGUMENT;
    }
    if (!model_has_node(m, def.from) || !model_has_node(m, def.to)) {
        return wend_graph_add_edge(graph, &def, &edge) == WEND_ERROR_STALE &&
               edge == WEND_EDGE_NONE;
    }
    if (is_too_dear(m, &def)) {
        return wend_graph_add_edge(graph, &def, &edge) == WEND_ERROR_ARGUMENT;
    }
    const bool is_fine =
        wend_graph_add_edge(graph, &def, &edge) == WEND_OK && edge == m->edge_limit;
    def.cost = def.follows_length ? length_of(m, &def) : def.cost;
    m->has_edge[m->edge_limit] = true;
    m->edges[m->edge_limit++] = def;
    ++m->revision;
    return is_fine;
}

static inline uint32_t any_edge(const model *m, dice *d)
{
    return m->edge_limit == 0 ? 0 : roll(d, m->edge_limit + (roll(d, 20) == 0 ? 1 : 0));
}

static inline bool edit_change_edge(wend_graph *graph, model *m, dice *d)
{
    const uint32_t edge = any_edge(m, d);
    wend_graph_edge def = wend_graph_edge_default();
    if (edge >= m->edge_limit || !m->has_edge[edge]) {
        return wend_graph_set_edge(graph, edge, &def) == WEND_ERROR_STALE;
    }
    const wend_graph_edge was = m->edges[edge];
    def = was;
    /* As read but for one thing, or all new. */
    if (roll(d, 2) == 0) {
        def.behaviour = roll(d, 300);
    } else {
        roll_edge(d, &def);
    }
    if (is_too_dear(m, &def)) {
        return wend_graph_set_edge(graph, edge, &def) == WEND_ERROR_ARGUMENT;
    }
    const bool is_fine = wend_graph_set_edge(graph, edge, &def) == WEND_OK;
    def.cost = def.follows_length ? length_of(m, &def) : def.cost;
    m->edges[edge] = def;
    m->revision += same_edge(&was, &def) ? 0 : 1;
    return is_fine;
}

static inline bool edit_toggle(wend_graph *graph, model *m, dice *d)
{
    const uint32_t edge = any_edge(m, d);
    const bool is_open = roll(d, 2) == 0;
    if (edge >= m->edge_limit || !m->has_edge[edge]) {
        return wend_graph_set_open(graph, edge, is_open) == WEND_ERROR_STALE;
    }
    m->revision += m->edges[edge].is_open == is_open ? 0 : 1;
    m->edges[edge].is_open = is_open;
    return wend_graph_set_open(graph, edge, is_open) == WEND_OK;
}

static inline bool edit_remove_edge(wend_graph *graph, model *m, dice *d)
{
    const uint32_t edge = any_edge(m, d);
    if (edge >= m->edge_limit || !m->has_edge[edge]) {
        return wend_graph_remove_edge(graph, edge) == WEND_ERROR_STALE;
    }
    m->has_edge[edge] = false;
    ++m->revision;
    return wend_graph_remove_edge(graph, edge) == WEND_OK;
}

static inline void model_compact(model *m, uint32_t *node_map, uint32_t *edge_map)
{
    uint32_t nodes = 0;
    uint32_t edges = 0;
    for (uint32_t n = 0; n < m->node_limit; ++n) {
        node_map[n] = m->has_node[n] ? nodes : WEND_NODE_NONE;
        if (m->has_node[n]) {
            m->nodes[nodes++] = m->nodes[n];
        }
    }
    for (uint32_t e = 0; e < m->edge_limit; ++e) {
        edge_map[e] = m->has_edge[e] ? edges : WEND_EDGE_NONE;
        if (m->has_edge[e]) {
            m->edges[edges] = m->edges[e];
            m->edges[edges].from = node_map[m->edges[e].from];
            m->edges[edges++].to = node_map[m->edges[e].to];
        }
    }
    m->revision += nodes < m->node_limit || edges < m->edge_limit ? 1 : 0;
    memset(m->has_node, 0, sizeof m->has_node);
    memset(m->has_edge, 0, sizeof m->has_edge);
    memset(m->has_node, 1, nodes);
    memset(m->has_edge, 1, edges);
    m->node_limit = nodes;
    m->edge_limit = edges;
}

static inline bool edit_compact(wend_graph *graph, model *m)
{
    uint32_t maps[2][NODES];
    uint32_t edge_maps[2][EDGES];
    const size_t node_bytes = m->node_limit * sizeof maps[0][0];
    const size_t edge_bytes = m->edge_limit * sizeof edge_maps[0][0];
    model_compact(m, maps[0], edge_maps[0]);
    return wend_graph_compact(graph, maps[1], edge_maps[1]) == WEND_OK &&
           memcmp(maps[0], maps[1], node_bytes) == 0 &&
           memcmp(edge_maps[0], edge_maps[1], edge_bytes) == 0;
}

static inline bool edit_once(wend_graph *graph, model *m, dice *d)
{
    switch (roll(d, 24)) {
    case 0:
        return edit_remove_node(graph, m, d);
    case 1:
    case 2:
        return edit_change_node(graph, m, d);
    case 3:
    case 4:
        return edit_change_edge(graph, m, d);
    case 5:
        return edit_remove_edge(graph, m, d);
    case 6:
    case 7:
        return edit_toggle(graph, m, d);
    case 8:
        return roll(d, 10) != 0 || edit_compact(graph, m);
    default:
        return roll(d, 3) != 0 ? edit_add_node(graph, m, d) && edit_add_edge(graph, m, d)
                               : edit_add_edge(graph, m, d);
    }
}

#endif
