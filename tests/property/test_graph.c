/* Takes: thousands of random edits of random graphs.
 * Gives: a comparison of everything a graph says with plain arrays to which the same was done, and
 *        of what is remembered of changes with what changed.
 * Cost: a second. */
#include "support/gen.h"
#include "support/graphs.h"
#include "support/test.h"
#include "support/walls.h"

#include "wend/graph.h"
#include "world/graph/store.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 400, EDGES = 600, EDITS = 160 };

/* What a graph should say. */
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

static uint32_t roll(dice *d, uint32_t below)
{
    return wend_random_below(d->seed, 7, d->tick++, below);
}

static double roll_unit(dice *d)
{
    return wend_random_unit(d->seed, 8, d->tick++);
}

/* ---- places: lattices with many ties, clusters, a line, the ends of the world ---- */

static wend_vec2 roll_place(dice *d)
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

static wend_graph_node roll_node(dice *d)
{
    wend_graph_node def = wend_graph_node_default();
    def.position = roll_place(d);
    def.height = roll(d, 3) == 0 ? roll(d, 4) * 2.5 : 0;
    def.tag = roll(d, 3) == 0 ? roll(d, 4) : 0;
    def.user = roll(d, 5) == 0 ? wend_random(d->seed, 9, d->tick++) : 0;
    return def;
}

/* ---- the model ---- */

static wend_cost length_of(const model *m, const wend_graph_edge *edge)
{
    const wend_graph_node *a = &m->nodes[edge->from];
    const wend_graph_node *b = &m->nodes[edge->to];
    const double x = a->position.x - b->position.x;
    const double y = a->position.y - b->position.y;
    const double z = a->height - b->height;
    const wend_cost cost = wend_cost_from_double(wend_sqrt(x * x + y * y + z * z) * edge->factor);
    return cost == 0 ? 1 : cost;
}

static bool is_too_dear(const model *m, const wend_graph_edge *edge)
{
    return edge->follows_length && length_of(m, edge) > (wend_cost)1 << 48;
}

static uint32_t any_node(const model *m, dice *d)
{
    return m->node_limit == 0 ? 0 : roll(d, m->node_limit + (roll(d, 20) == 0 ? 1 : 0));
}

static bool model_has_node(const model *m, uint32_t node)
{
    return node < m->node_limit && m->has_node[node];
}

static bool same_node(const wend_graph_node *a, const wend_graph_node *b)
{
    return memcmp(&a->position, &b->position, sizeof a->position) == 0 &&
           memcmp(&a->height, &b->height, sizeof a->height) == 0 && a->tag == b->tag &&
           a->user == b->user;
}

static bool same_edge(const wend_graph_edge *a, const wend_graph_edge *b)
{
    return a->from == b->from && a->to == b->to && a->cost == b->cost &&
           memcmp(&a->factor, &b->factor, sizeof a->factor) == 0 &&
           a->follows_length == b->follows_length && a->is_two_way == b->is_two_way &&
           a->is_open == b->is_open && a->behaviour == b->behaviour && a->flags == b->flags &&
           a->user == b->user;
}

/* ---- edits ---- */

static bool edit_add_node(wend_graph *graph, model *m, dice *d)
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

static bool edit_change_node(wend_graph *graph, model *m, dice *d)
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

static bool edit_remove_node(wend_graph *graph, model *m, dice *d)
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

static void roll_edge(dice *d, wend_graph_edge *def)
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

static bool edit_add_edge(wend_graph *graph, model *m, dice *d)
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

static uint32_t any_edge(const model *m, dice *d)
{
    return m->edge_limit == 0 ? 0 : roll(d, m->edge_limit + (roll(d, 20) == 0 ? 1 : 0));
}

static bool edit_change_edge(wend_graph *graph, model *m, dice *d)
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

static bool edit_toggle(wend_graph *graph, model *m, dice *d)
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

static bool edit_remove_edge(wend_graph *graph, model *m, dice *d)
{
    const uint32_t edge = any_edge(m, d);
    if (edge >= m->edge_limit || !m->has_edge[edge]) {
        return wend_graph_remove_edge(graph, edge) == WEND_ERROR_STALE;
    }
    m->has_edge[edge] = false;
    ++m->revision;
    return wend_graph_remove_edge(graph, edge) == WEND_OK;
}

static void model_compact(model *m, uint32_t *node_map, uint32_t *edge_map)
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

static bool edit_compact(wend_graph *graph, model *m)
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

static bool edit_once(wend_graph *graph, model *m, dice *d)
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

/* ---- comparing ---- */

static bool same_lists(const wend_graph *graph, const model *m, uint32_t node)
{
    uint32_t expected[EDGES];
    uint32_t found[EDGES];
    size_t count = 0;
    size_t found_count;
    uint32_t between[NODES];
    memset(between, 0xff, sizeof between);
    for (uint32_t e = 0; e < m->edge_limit; ++e) {
        const wend_graph_edge *edge = &m->edges[e];
        if (m->has_edge[e] && (edge->from == node || (edge->is_two_way && edge->to == node))) {
            const uint32_t other = edge->from == node ? edge->to : edge->from;
            between[other] = between[other] == WEND_EDGE_NONE ? e : between[other];
            expected[count++] = e;
        }
    }
    bool is_same = wend_graph_edges_from(graph, node, found, EDGES, &found_count) == WEND_OK &&
                   found_count == count && memcmp(found, expected, count * sizeof *found) == 0;
    const size_t part = count / 2;
    is_same = is_same && wend_graph_edges_from(graph, node, found, part, &found_count) ==
                             (part < count ? WEND_TRUNCATED : WEND_OK);
    is_same = is_same && found_count == count && memcmp(found, expected, part * sizeof *found) == 0;
    for (uint32_t n = 0; n < m->node_limit && is_same; ++n) {
        is_same = wend_graph_edge_between(graph, node, n) == between[n];
    }
    return is_same;
}

static bool same_nodes(const wend_graph *graph, const model *m)
{
    size_t count = 0;
    for (uint32_t n = 0; n < m->node_limit; ++n) {
        wend_graph_node node;
        const wend_result result = wend_graph_get_node(graph, n, &node);
        const wend_vec2 at = wend_graph_position(graph, n);
        const wend_vec2 expected = m->has_node[n] ? m->nodes[n].position : (wend_vec2){0, 0};
        if (wend_graph_has_node(graph, n) != m->has_node[n] ||
            memcmp(&at, &expected, sizeof at) != 0 ||
            result != (m->has_node[n] ? WEND_OK : WEND_ERROR_STALE) ||
            (m->has_node[n] && !same_node(&node, &m->nodes[n]))) {
            return false;
        }
        count += m->has_node[n] ? 1 : 0;
    }
    return count == wend_graph_node_count(graph) && wend_graph_node_limit(graph) == m->node_limit;
}

static bool same_edges(const wend_graph *graph, const model *m)
{
    size_t count = 0;
    for (uint32_t e = 0; e < m->edge_limit; ++e) {
        wend_graph_edge edge;
        const wend_result result = wend_graph_get_edge(graph, e, &edge);
        if (result != (m->has_edge[e] ? WEND_OK : WEND_ERROR_STALE) ||
            (m->has_edge[e] && !same_edge(&edge, &m->edges[e]))) {
            return false;
        }
        count += m->has_edge[e] ? 1 : 0;
    }
    return count == wend_graph_edge_count(graph) && wend_graph_edge_limit(graph) == m->edge_limit;
}

static bool same_all(const wend_graph *graph, const model *m, dice *d)
{
    const uint32_t node = any_node(m, d);
    size_t count;
    return wend_graph_revision(graph) == m->revision && same_nodes(graph, m) &&
           same_edges(graph, m) &&
           (model_has_node(m, node)
                ? same_lists(graph, m, node)
                : wend_graph_edges_from(graph, node, NULL, 0, &count) == WEND_ERROR_STALE);
}

/* ---- nearest ---- */

static bool model_fits(const model *m, uint32_t node, wend_vec2 place,
                       const wend_graph_nearest_query *near, double *squared)
{
    const wend_graph_node *at = &m->nodes[node];
    const double x = at->position.x - place.x;
    const double y = at->position.y - place.y;
    const double height =
        at->height > near->height ? at->height - near->height : near->height - at->height;
    *squared = x * x + y * y;
    return m->has_node[node] && *squared <= near->max_distance * near->max_distance &&
           (near->tag == 0 || at->tag == near->tag) && height <= near->max_height_difference &&
           (near->walls == NULL ||
            wend_walls_can_walk(near->walls, place, at->position, near->radius, near->stops));
}

/* All that fit, by sorting in. */
static size_t model_nearest(const model *m, wend_vec2 place, const wend_graph_nearest_query *near,
                            uint32_t *nodes)
{
    double squares[NODES];
    size_t count = 0;
    for (uint32_t n = 0; n < m->node_limit; ++n) {
        double squared;
        if (!model_fits(m, n, place, near, &squared)) {
            continue;
        }
        size_t at = count++;
        for (; at > 0 && squares[at - 1] > squared; --at) {
            squares[at] = squares[at - 1];
            nodes[at] = nodes[at - 1];
        }
        squares[at] = squared;
        nodes[at] = n;
    }
    return count;
}

static bool same_nearest(const wend_graph *graph, const model *m, const wend_walls *walls, dice *d)
{
    uint32_t expected[NODES];
    uint32_t found[NODES];
    const wend_vec2 place = roll_place(d);
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.tag = roll(d, 3) == 0 ? roll(d, 4) : 0;
    near.max_distance = roll(d, 3) == 0 ? roll(d, 12) * 0.5 : near.max_distance;
    near.height = roll(d, 3) * 2.5;
    near.max_height_difference = roll(d, 3) == 0 ? roll(d, 3) * 2.5 : near.max_height_difference;
    near.walls = roll(d, 2) == 0 ? walls : NULL;
    near.radius = roll(d, 2) * 0.25;
    const size_t count = model_nearest(m, place, &near, expected);
    const size_t wanted = roll(d, 2) == 0 ? NODES : roll(d, 40);
    const size_t least = count < wanted ? count : wanted;
    return wend_graph_nearest_many(graph, place, &near, found, wanted) == least &&
           memcmp(found, expected, least * sizeof *found) == 0 &&
           wend_graph_nearest(graph, place, &near) == (count == 0 ? WEND_NODE_NONE : expected[0]);
}

/* ---- the whole ---- */

/* The same graph, made in one go. */
static wend_graph *graph_of_model(const model *m)
{
    wend_graph *graph = graphs_empty();
    for (uint32_t n = 0; n < m->node_limit; ++n) {
        assert_int_equal(wend_graph_add_node(graph, &m->nodes[n], NULL), WEND_OK);
    }
    for (uint32_t e = 0; e < m->edge_limit; ++e) {
        wend_graph_edge edge = m->edges[e];
        if (!m->has_edge[e]) {
            /* Takes a number; goes again below. */
            edge = wend_graph_edge_default();
            edge.from = 0;
            edge.to = m->node_limit > 1 ? 1 : 0;
            edge.cost = 5;
        }
        graphs_add_edge(graph, edge);
    }
    for (uint32_t e = 0; e < m->edge_limit; ++e) {
        if (!m->has_edge[e]) {
            assert_int_equal(wend_graph_remove_edge(graph, e), WEND_OK);
        }
    }
    for (uint32_t n = 0; n < m->node_limit; ++n) {
        if (!m->has_node[n]) {
            assert_int_equal(wend_graph_remove_node(graph, n), WEND_OK);
        }
    }
    return graph;
}

static uint8_t *save(const wend_graph *graph, size_t *count)
{
    assert_int_equal(wend_graph_save(graph, NULL, 0, count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    assert_non_null(bytes);
    assert_int_equal(wend_graph_save(graph, bytes, *count - 1, count), WEND_TRUNCATED);
    assert_int_equal(wend_graph_save(graph, bytes, *count, count), WEND_OK);
    return bytes;
}

static bool same_bytes(const wend_graph *a, const wend_graph *b)
{
    size_t a_count;
    size_t b_count;
    uint8_t *a_bytes = save(a, &a_count);
    uint8_t *b_bytes = save(b, &b_count);
    const bool is_same = a_count == b_count && memcmp(a_bytes, b_bytes, a_count) == 0 &&
                         wend_graph_hash(a) == wend_graph_hash(b);
    free(a_bytes);
    free(b_bytes);
    return is_same;
}

static bool same_loaded(const wend_graph *graph, model *m, const wend_walls *walls, dice *d)
{
    size_t count;
    uint8_t *bytes = save(graph, &count);
    wend_graph *loaded;
    bool is_same = wend_graph_load(NULL, bytes, count, &loaded) == WEND_OK &&
                   same_bytes(graph, loaded) && wend_graph_revision(loaded) == 1;
    const uint64_t revision = m->revision;
    m->revision = 1;
    for (int i = 0; i < 5 && is_same; ++i) {
        is_same = same_all(loaded, m, d) && same_nearest(loaded, m, walls, d);
    }
    m->revision = revision;
    wend_graph_destroy(loaded);
    free(bytes);
    return is_same;
}

/* ---- what is remembered of changes ---- */

typedef struct memory {
    uint64_t revision;
    wend_vec2 positions[NODES];
    wendi_graph_arc arcs[EDGES];
} memory;

static void remember(const wend_graph *graph, memory *was)
{
    was->revision = wend_graph_revision(graph);
    for (uint32_t n = 0; n < wend_graph_node_limit(graph); ++n) {
        was->positions[n] = wend_graph_position(graph, n);
    }
    for (uint32_t e = 0; e < wend_graph_edge_limit(graph); ++e) {
        was->arcs[e] = wendi_graph_arc_of(graph, e);
    }
}

static bool same_arc(const wendi_graph_arc *a, const wendi_graph_arc *b)
{
    return a->from == b->from && a->to == b->to && a->cost == b->cost &&
           a->behaviour == b->behaviour && a->flags == b->flags && a->is_two_way == b->is_two_way &&
           a->is_open == b->is_open;
}

/* Nothing changed but what the graph says did. */
static bool changes_are_told(const wend_graph *graph, const memory *was)
{
    const wendi_graph_revisions now = wendi_graph_revisions_of(graph);
    uint32_t edges[EDGES];
    bool is_told[EDGES] = {false};
    size_t count;
    if (now.layout > was->revision ||
        !wendi_graph_changed_edges(graph, was->revision, edges, EDGES, &count)) {
        return true;
    }
    for (size_t i = 0; i < count; ++i) {
        is_told[edges[i]] = true;
    }
    for (uint32_t e = 0; e < wend_graph_edge_limit(graph); ++e) {
        const wendi_graph_arc arc = wendi_graph_arc_of(graph, e);
        if (!is_told[e] && !same_arc(&arc, &was->arcs[e])) {
            return false;
        }
    }
    for (uint32_t n = 0; n < wend_graph_node_limit(graph); ++n) {
        const wend_vec2 at = wend_graph_position(graph, n);
        if (now.position <= was->revision && memcmp(&at, &was->positions[n], sizeof at) != 0) {
            return false;
        }
    }
    return true;
}

/* ---- the properties ---- */

typedef struct bench {
    model m;
    memory was;
    wend_walls *walls;
} bench;

static bool edits_hold(uint64_t seed, void *context)
{
    bench *b = context;
    dice d = {seed, 0};
    wend_graph_def def = wend_graph_def_default();
    def.cell_size = seed % 3 == 0 ? 2.0 : 0;
    wend_graph *graph;
    memset(&b->m, 0, sizeof b->m);
    b->m.revision = 1;
    bool holds = wend_graph_create(&def, &graph) == WEND_OK;
    remember(graph, &b->was);
    for (int i = 0; i < EDITS && holds; ++i) {
        holds = edit_once(graph, &b->m, &d) && changes_are_told(graph, &b->was) &&
                same_all(graph, &b->m, &d) && same_nearest(graph, &b->m, b->walls, &d);
        if (roll(&d, 6) == 0) {
            remember(graph, &b->was);
        }
    }
    if (holds && b->m.node_limit > 1) {
        wend_graph *other = graph_of_model(&b->m);
        holds = same_bytes(graph, other) && same_loaded(graph, &b->m, b->walls, &d);
        wend_graph_destroy(other);
    }
    wend_graph_destroy(graph);
    return holds;
}

static void graph_edited_at_random_agrees_with_plain_arrays(void **state)
{
    (void)state;
    bench *b = malloc(sizeof *b);
    assert_non_null(b);
    b->walls = walls_empty();
    for (uint64_t i = 0; i < 12; ++i) {
        const wend_vec2 from = {wend_random_unit(5, i, 0) * 10, wend_random_unit(5, i, 1) * 10};
        const wend_vec2 to = {from.x + wend_random_unit(5, i, 2) * 4 - 2,
                              from.y + wend_random_unit(5, i, 3) * 4 - 2};
        walls_add(b->walls, from, to, WEND_STOPS_ALL);
    }
    gen_property("a graph agrees with plain arrays", 150, edits_hold, b);
    wend_walls_destroy(b->walls);
    free(b);
}

/* A column against a plain array: sparse, flat, and from one to the other. */
static bool columns_hold(uint64_t seed, void *context)
{
    enum { KEYS = 3000 };
    uint64_t *values = context;
    dice d = {seed, 0};
    wendi_graph_column column = {.value_bytes = seed % 2 == 0 ? 4 : 8};
    uint32_t capacity = 16;
    bool holds = true;
    memset(values, 0, KEYS * sizeof *values);
    for (uint32_t i = 0; i < KEYS && holds; ++i) {
        capacity = i >= capacity ? capacity + capacity / 2 : capacity;
        const bool is_late = seed % 3 == 0 && i > 40;
        const uint32_t odds = is_late ? 200 : 1 + (uint32_t)(seed % 11);
        for (int k = 0; k < 3; ++k) {
            const uint32_t key = k == 0 ? i : roll(&d, i + 1);
            const uint64_t value = roll(&d, odds) == 0 ? 1 + roll(&d, 100000) : 0;
            if (k == 0 || value == 0 || is_late) {
                holds = holds &&
                        (value == 0 || wendi_graph_column_reserve(&column, NULL, key, capacity));
                wendi_graph_column_set(&column, key, value);
                values[key] = value;
            }
        }
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < KEYS; ++i) {
        holds = holds && wendi_graph_column_get(&column, i) == values[i];
        count += values[i] != 0 ? 1 : 0;
    }
    holds = holds && column.count == count && (seed % 3 != 0 || column.flat == NULL);
    wendi_graph_column_free(&column, NULL);
    return holds;
}

static void graph_columns_agree_with_plain_arrays(void **state)
{
    (void)state;
    uint64_t *values = malloc(3000 * sizeof *values);
    assert_non_null(values);
    gen_property("a column agrees with a plain array", 60, columns_hold, values);
    free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_edited_at_random_agrees_with_plain_arrays),
        cmocka_unit_test(graph_columns_agree_with_plain_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
