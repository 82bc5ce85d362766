/* Expanded geometry of corners that are circles: nodes where straight pieces touch two circles,
 * these pieces, and arcs between neighbours on a circle.
 * Cost: four tangents for each two corners, most refused without a wall test; sorting the rest. */
#include "base/core/memory.h"
#include "base/core/sort.h"
#include "base/math/vec2.h"
#include "world/graph_build/build.h"
#include "world/graph_build/expanded.h"

#include <math.h>

enum { FIRST_CAPACITY = 256, BLOCK = 64 };

/* ---- lists ---- */

bool wendi_tangent_points_push(wendi_tangent_points *touches, const wend_allocator *allocator,
                               wend_vec2 position, wend_vec2 n, uint32_t corner, wend_node node)
{
    if (touches->count == touches->capacity) {
        const size_t capacity = touches->capacity == 0 ? FIRST_CAPACITY : 2 * touches->capacity;
        const size_t old_bytes = touches->capacity * sizeof *touches->items;
        wendi_tangent_point *items =
            capacity >= INT32_MAX
                ? NULL
                : wendi_resize(allocator, touches->items, old_bytes, capacity * sizeof *items);
        if (items == NULL) {
            return false;
        }
        touches->items = items;
        touches->capacity = capacity;
    }
    touches->items[touches->count++] = (wendi_tangent_point){position, n, corner, node};
    return true;
}

void wendi_tangent_points_free(wendi_tangent_points *touches, const wend_allocator *allocator)
{
    wendi_free(allocator, touches->items, touches->capacity * sizeof *touches->items);
    *touches = (wendi_tangent_points){NULL, 0, 0};
}

/* ---- around circles ---- */

/* The nodes on circles, circle after circle, counter-clockwise on each. */
typedef struct tangent_rings {
    const wendi_corners *corners;
    wendi_tangent_point *touches;
    wendi_sort_pair *order;  /* [count] of touches; then, [node_count], one for each node */
    uint8_t *is_new, *rolls; /* [node_count]; rolls: to the next one on the circle */
    size_t count, node_count;
} tangent_rings;

static bool is_same(const wendi_tangent_point *a, const wendi_tangent_point *b)
{
    return a->corner == b->corner && wendi_vec2_is_same(a->position, b->position);
}

static wend_result add_node(const tangent_rings *r, wend_graph *graph, wendi_tangent_point *touch)
{
    wend_graph_node node = wend_graph_node_default();
    node.position = touch->position;
    node.user = r->corners->items[touch->corner].code;
    return wend_graph_add_node(graph, &node, &touch->node);
}

/* Gives each position its node, or the one it has already. */
static wend_result add_nodes(tangent_rings *r, const wend_graph_build_def *def, wend_graph *graph)
{
    wend_result result = WEND_OK;
    for (size_t k = 0; k < r->count && result == WEND_OK; ++k) {
        wendi_tangent_point *touch = &r->touches[r->order[k].value];
        wendi_tangent_point *last =
            r->node_count == 0 ? NULL : &r->touches[r->order[r->node_count - 1].value];
        if (last != NULL && is_same(last, touch) && touch->node == WEND_NODE_NONE) {
            touch->node = last->node;
            continue;
        }
        r->is_new[r->node_count] = touch->node == WEND_NODE_NONE;
        r->order[r->node_count++] = r->order[k];
        if (touch->node == WEND_NODE_NONE) {
            result = wend_graph_node_count(graph) < def->max_nodes ? add_node(r, graph, touch)
                                                                   : WEND_ERROR_FULL;
        }
    }
    return result;
}

/* The index after k on its circle; k itself where it is alone. */
static size_t next_on_circle(const tangent_rings *r, size_t k)
{
    const uint64_t corner = r->order[k].key;
    if (k + 1 < r->node_count && r->order[k + 1].key == corner) {
        return k + 1;
    }
    while (k > 0 && r->order[k - 1].key == corner) {
        --k;
    }
    return k;
}

static void test_arcs(void *context, size_t begin, size_t end)
{
    const tangent_rings *r = context;
    for (size_t k = begin; k < end; ++k) {
        const size_t next = next_on_circle(r, k);
        const wendi_tangent_point *from = &r->touches[r->order[k].value];
        const wendi_tangent_point *to = &r->touches[r->order[next].value];
        const wendi_corner *corner = &r->corners->items[from->corner];
        r->rolls[k] = next != k && (r->is_new[k] || r->is_new[next]) && from->node != to->node &&
                      wendi_corner_can_roll(r->corners, corner, from->n, to->n);
    }
}

static wend_result add_arc(const tangent_rings *r, size_t k, wend_graph *graph)
{
    const wendi_tangent_point *from = &r->touches[r->order[k].value];
    const wendi_tangent_point *to = &r->touches[r->order[next_on_circle(r, k)].value];
    wend_graph_edge edge = wend_graph_edge_default();
    edge.from = from->node;
    edge.to = to->node;
    edge.flags = WEND_GRAPH_ARC;
    edge.user = r->corners->items[from->corner].code & ~WENDI_CORNER_MARK;
    return wendi_graph_assemble_edge(graph, &edge,
                                     r->corners->radius * wendi_angle_between(from->n, to->n));
}

static wend_result join_ring(tangent_rings *r, const wend_graph_build_def *def, wend_graph *graph)
{
    wendi_sort_pair *scratch = r->order + r->count;
    for (size_t i = 0; i < r->count; ++i) {
        r->order[i] = (wendi_sort_pair){wendi_direction_key(r->touches[i].n), (uint32_t)i};
    }
    wendi_sort_pairs(r->order, scratch, r->count);
    for (size_t i = 0; i < r->count; ++i) {
        r->order[i].key = r->touches[r->order[i].value].corner;
    }
    wendi_sort_pairs(r->order, scratch, r->count);
    wend_result result = add_nodes(r, def, graph);
    if (result == WEND_OK) {
        wend_parallel_for(&def->executor, r->node_count, BLOCK, test_arcs, r);
    }
    for (size_t k = 0; k < r->node_count && result == WEND_OK; ++k) {
        result = r->rolls[k] ? add_arc(r, k, graph) : WEND_OK;
    }
    return result;
}

wend_result wendi_tangent_points_join(const wendi_tangent_points *touches,
                                      const wendi_corners *corners, const wend_graph_build_def *def,
                                      wend_graph *graph)
{
    if (touches->count == 0) {
        return WEND_OK;
    }
    const wend_allocator *a = &def->allocator;
    const size_t count = touches->count;
    tangent_rings r = {.corners = corners, .touches = touches->items, .count = count};
    r.order = wendi_alloc(a, 2 * count * sizeof *r.order);
    r.is_new = wendi_alloc(a, 2 * count);
    wend_result result = WEND_ERROR_MEMORY;
    if (r.order != NULL && r.is_new != NULL) {
        r.rolls = r.is_new + count;
        result = join_ring(&r, def, graph);
    }
    wendi_free(a, r.order, 2 * count * sizeof *r.order);
    wendi_free(a, r.is_new, 2 * count);
    return result;
}

wend_result wendi_expanded_edge(wend_graph *graph, wend_node from, wend_node to)
{
    wend_graph_edge edge = wend_graph_edge_default();
    edge.from = from;
    edge.to = to;
    return wend_graph_add_edge(graph, &edge, NULL);
}

/* ---- all of them ---- */

typedef struct circles_builder {
    const wendi_corners *corners;
    const wend_graph_build_def *def;
    wendi_tangent_points touches; /* two for each straight segment */
} circles_builder;

static uint8_t test_pair(const void *context, uint32_t i, uint32_t j)
{
    return wendi_corners_bitangents(((const circles_builder *)context)->corners, i, j);
}

static bool push_tangent(circles_builder *b, uint32_t i, uint32_t j, int kind, bool is_exact)
{
    const wendi_corner *items = b->corners->items;
    wendi_tangent t;
    wendi_bitangent(items[i].position, items[j].position, wendi_corners_reach(b->corners, is_exact),
                    kind, &t);
    const wend_allocator *a = &b->def->allocator;
    return wendi_tangent_points_push(&b->touches, a, t.from, t.from_n, i, WEND_NODE_NONE) &&
           wendi_tangent_points_push(&b->touches, a, t.to, t.to_n, j, WEND_NODE_NONE);
}

static wend_result accept_pair(void *context, uint32_t i, uint32_t j, uint8_t verdict)
{
    for (int bit = 0; bit < 2 * WENDI_BITANGENTS; ++bit) {
        if ((verdict >> bit & 1) != 0 &&
            !push_tangent(context, i, j, bit % WENDI_BITANGENTS, bit >= WENDI_BITANGENTS)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

static wend_result find_pairs(circles_builder *b)
{
    const wend_allocator *a = &b->def->allocator;
    const uint32_t count = b->corners->count;
    wend_vec2 *positions = wendi_alloc(a, count * sizeof *positions);
    if (positions == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        positions[i] = b->corners->items[i].position;
    }
    const wendi_point_pairs pairs = {&b->def->executor, a,         positions,   count,
                                     (double)INFINITY,  test_pair, accept_pair, b};
    const wend_result result = wendi_point_pairs_run(&pairs);
    wendi_free(a, positions, count * sizeof *positions);
    return result;
}

wend_result wendi_expanded_circles(const wendi_corners *corners, const wend_graph_build_def *def,
                                   wend_graph *graph)
{
    if (corners->count == 0) {
        return WEND_OK;
    }
    circles_builder b = {corners, def, {NULL, 0, 0}};
    wend_result result = find_pairs(&b);
    result =
        result == WEND_OK ? wendi_tangent_points_join(&b.touches, corners, def, graph) : result;
    for (size_t i = 0; i + 1 < b.touches.count && result == WEND_OK; i += 2) {
        result = wendi_expanded_edge(graph, b.touches.items[i].node, b.touches.items[i + 1].node);
    }
    wendi_tangent_points_free(&b.touches, &def->allocator);
    return result;
}
