/* Joins a node to an expanded graph: its tangents to circles, and their ends joined to the nodes
 * on these circles.
 * Cost: two tangents for each corner, the nodes of the graph, and sorting those on touched
 * circles. */
#include "world/graph_build/expanded.h"

#include "base/core/memory.h"
#include "base/core/sort.h"
#include "world/graph/store.h"

typedef struct tangent_joiner {
    const wendi_corners *corners;
    const wend_graph_build_def *def;
    wend_graph *graph;
    wend_node node;
    wend_vec2 position;
    wendi_tangent_points touches; /* new ones first, then those that are on the same circles */
    size_t new_count;
    wendi_tangent_points sights; /* positions, corner 0 */
    wendi_sort_pair *codes;      /* [corners] by code */
    uint8_t *is_touched;         /* [corners] */
} tangent_joiner;

static bool can_go(const tangent_joiner *j, wend_vec2 to)
{
    return wend_walls_can_walk(j->corners->walls, j->position, to, j->corners->radius,
                               j->corners->stops);
}

/* ---- touching points ---- */

static bool touch(tangent_joiner *j, uint32_t corner, int kind)
{
    for (int is_exact = 0; is_exact < 2; ++is_exact) {
        wendi_tangent t;
        wendi_point_tangent(j->position, j->corners->items[corner].position,
                            wendi_corners_reach(j->corners, is_exact != 0), kind, &t);
        if (wendi_corner_is_free(&j->corners->items[corner], t.to_n) && can_go(j, t.to)) {
            j->is_touched[corner] = 1;
            return wendi_tangent_points_push(&j->touches, &j->def->allocator, t.to, t.to_n, corner,
                                             WEND_NODE_NONE);
        }
    }
    return true;
}

static bool touch_all(tangent_joiner *j)
{
    const bool is_point = !(j->corners->radius > 0);
    for (uint32_t i = 0; i < j->corners->count; ++i) {
        if (is_point) {
            /* With radius 0 the tangent leads to the corner's own node. */
            const wendi_corner *c = &j->corners->items[i];
            j->is_touched[i] = wendi_corner_is_tangent(c, j->position) && can_go(j, c->position);
        } else if (!touch(j, i, 0) || !touch(j, i, 1)) {
            return false;
        }
    }
    j->new_count = j->touches.count;
    return true;
}

static uint32_t corner_of_code(const tangent_joiner *j, uint64_t code)
{
    uint32_t low = 0;
    uint32_t high = j->corners->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (j->codes[middle].key < code) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < j->corners->count && j->codes[low].key == code ? j->codes[low].value : UINT32_MAX;
}

/* A node that already lies on a touched circle. */
static bool push_neighbour(tangent_joiner *j, uint32_t corner, wend_node node, wend_vec2 position)
{
    const wend_vec2 n =
        wend_vec2_normalize(wend_vec2_sub(position, j->corners->items[corner].position));
    return wendi_tangent_points_push(&j->touches, &j->def->allocator, position, n, corner, node);
}

/* Nodes on touched circles, and other visible positions. */
static bool find_neighbours(tangent_joiner *j)
{
    const wend_allocator *a = &j->def->allocator;
    const bool is_point = !(j->corners->radius > 0);
    for (wend_node node = 0; node < j->graph->node_limit; ++node) {
        wend_graph_node other;
        if (node == j->node || wend_graph_get_node(j->graph, node, &other) != WEND_OK) {
            continue;
        }
        const bool is_corner = (other.user & WENDI_CORNER_MARK) != 0;
        const uint32_t corner = is_corner ? corner_of_code(j, other.user) : UINT32_MAX;
        const bool is_touched = corner != UINT32_MAX && j->is_touched[corner];
        if (is_touched && !is_point && !push_neighbour(j, corner, node, other.position)) {
            return false;
        }
        const bool is_seen = is_corner ? is_touched && is_point : can_go(j, other.position);
        if (is_seen &&
            !wendi_tangent_points_push(&j->sights, a, other.position, other.position, 0, node)) {
            return false;
        }
    }
    return true;
}

/* ---- edges ---- */

/* New edges come after all others, which distinguishes them from the old ones at the node. */
static wend_result add_all(tangent_joiner *j)
{
    const size_t straight = j->new_count + j->sights.count;
    if (straight >= WENDI_GRAPH_LIMIT - j->graph->edge_limit) {
        return WEND_ERROR_FULL;
    }
    /* Arcs come and go with the new nodes; memory for all else is reserved before. */
    const size_t most = j->graph->edge_limit + 2 * j->touches.count + straight;
    if (most >= WENDI_GRAPH_LIMIT || !wendi_graph_reserve_edges(j->graph, (uint32_t)most)) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = wendi_tangent_points_join(&j->touches, j->corners, j->def, j->graph);
    if (result != WEND_OK) {
        return result;
    }
    uint32_t edge = j->graph->firsts[j->node];
    while (edge != WEND_EDGE_NONE) {
        const uint32_t next = wendi_graph_record_next(&j->graph->edges[edge], j->node);
        if ((j->graph->edges[edge].word & WENDI_GRAPH_FOLLOWS) != 0) {
            wend_graph_remove_edge(j->graph, edge);
        }
        edge = next;
    }
    for (size_t k = 0; k < j->new_count && result == WEND_OK; ++k) {
        result = wendi_expanded_edge(j->graph, j->node, j->touches.items[k].node);
    }
    for (size_t k = 0; k < j->sights.count && result == WEND_OK; ++k) {
        result = wendi_expanded_edge(j->graph, j->node, j->sights.items[k].node);
    }
    return result;
}

static wend_result join(tangent_joiner *j)
{
    const uint32_t count = j->corners->count;
    for (uint32_t i = 0; i < count; ++i) {
        j->codes[i] = (wendi_sort_pair){j->corners->items[i].code, i};
    }
    wendi_sort_pairs(j->codes, j->codes + count, count);
    if (!touch_all(j) || !find_neighbours(j)) {
        return WEND_ERROR_MEMORY;
    }
    const wend_node first_new = j->graph->node_limit;
    const wend_result result = add_all(j);
    if (result != WEND_OK) {
        wend_graph *graph = j->graph;
        for (wend_node node = graph->node_limit; node > first_new; --node) {
            wend_graph_remove_node(graph, node - 1);
        }
    }
    return result;
}

static wend_result join_with_memory(tangent_joiner *j)
{
    const wend_allocator *a = &j->def->allocator;
    const size_t count = (size_t)j->corners->count + 1;
    j->codes = wendi_alloc(a, 2 * count * sizeof *j->codes);
    j->is_touched = wendi_alloc_zero(a, count);
    const wend_result result =
        j->codes == NULL || j->is_touched == NULL ? WEND_ERROR_MEMORY : join(j);
    wendi_tangent_points_free(&j->touches, a);
    wendi_tangent_points_free(&j->sights, a);
    wendi_free(a, j->codes, 2 * count * sizeof *j->codes);
    wendi_free(a, j->is_touched, count);
    return result;
}

static wend_result join_node(wend_graph *graph, wend_node node, const wend_walls *walls,
                             const wend_graph_build_def *def)
{
    if (def->corners == WEND_CORNERS_MITRED && def->radius > 0) {
        return wendi_graph_join_seen(graph, node, walls, def);
    }
    wendi_corners corners;
    if (!wendi_corners_find(&corners, walls, NULL, def)) {
        return WEND_ERROR_MEMORY;
    }
    tangent_joiner j = {.corners = &corners, .def = def, .graph = graph, .node = node};
    j.position = graph->positions[node];
    const wend_result result = join_with_memory(&j);
    wendi_corners_free(&corners, &def->allocator);
    return result;
}

wend_result wend_graph_join_tangent(wend_graph *graph, wend_node node, const wend_walls *walls,
                                    const wend_graph_build_def *def)
{
    return wendi_graph_join("wend_graph_join_tangent", join_node, graph, node, walls, def);
}
