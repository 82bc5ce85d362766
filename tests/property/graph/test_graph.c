/* Random edits of random graphs against plain arrays, and the changes that a graph remembers. */
#include "model.h"
#include "support/gen.h"
#include "support/graphs.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/graph.h"
#include "world/graph/store.h"

#include <stdlib.h>
#include <string.h>

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
    wendi_graph_change changes[2 * EDGES];
    bool is_told[2][EDGES] = {{false}};
    size_t count;
    if (!wendi_graph_list_changes(graph, was->revision, changes, 2 * EDGES, &count)) {
        return true;
    }
    for (size_t i = 0; i < count; ++i) {
        is_told[changes[i].is_node][changes[i].number] = true;
    }
    for (uint32_t e = 0; e < wend_graph_edge_limit(graph); ++e) {
        const wendi_graph_arc arc = wendi_graph_arc_of(graph, e);
        if (!is_told[0][e] && !same_arc(&arc, &was->arcs[e])) {
            return false;
        }
    }
    for (uint32_t n = 0; n < wend_graph_node_limit(graph); ++n) {
        const wend_vec2 at = wend_graph_position(graph, n);
        if (!is_told[1][n] && memcmp(&at, &was->positions[n], sizeof at) != 0) {
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
