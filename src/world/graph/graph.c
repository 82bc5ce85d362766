/* Creates graphs, and adds, changes and removes nodes.
 * Cost: 20 bytes a node and the quadtree; constant, but for the quadtree and a node's edges. */
#include "base/core/message.h"
#include "base/math/bits.h"
#include "world/graph/store.h"

#include <string.h>

static const uint32_t COOKIE = 0x6b1f83d5;
static const uint32_t NODE_COOKIE = 0x92c40e7b;

enum { CAPACITY_FIRST = 16 };

/* ---- the graph ---- */

wend_graph_def wend_graph_def_default(void)
{
    wend_graph_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    return def;
}

static wend_result check_def(const wend_graph_def *def)
{
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, "wend_graph_create",
                                         "wend_graph_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (!(def->cell_size >= 0 && def->cell_size <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(def->message, "wend_graph_create", "cell_size", def->cell_size, 0,
                            WEND_COORDINATE_MAX);
    }
    return WEND_OK;
}

wend_result wend_graph_create(const wend_graph_def *def, wend_graph **graph)
{
    if (graph != NULL) {
        *graph = NULL;
    }
    const wend_result result = check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    if (graph == NULL) {
        return wendi_refuse_null(def->message, "wend_graph_create", "graph");
    }
    wend_graph *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY, "wend_graph_create: out of memory");
    }
    made->allocator = def->allocator;
    made->cell_size = def->cell_size;
    made->revision = 1;
    made->layout_revision = 1;
    made->position_revision = 1;
    made->changes.floor = 1;
    made->heights.value_bytes = 8;
    made->tags.value_bytes = 4;
    made->node_users.value_bytes = 8;
    made->behaviours.value_bytes = 4;
    made->flags.value_bytes = 4;
    made->edge_users.value_bytes = 8;
    made->factors.value_bytes = 8;
    wendi_quadtree_init(&made->index, def->cell_size);
    *graph = made;
    return WEND_OK;
}

void wend_graph_destroy(wend_graph *graph)
{
    if (graph == NULL) {
        return;
    }
    const wend_allocator allocator = graph->allocator;
    wendi_graph_column *const columns[] = {&graph->heights,    &graph->tags,  &graph->node_users,
                                           &graph->behaviours, &graph->flags, &graph->edge_users,
                                           &graph->factors};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; ++i) {
        wendi_graph_column_free(columns[i], &allocator);
    }
    wendi_quadtree_free(&graph->index, &allocator);
    wendi_graph_overlays_free(graph);
    wendi_free(&allocator, graph->positions, graph->node_capacity * sizeof *graph->positions);
    wendi_free(&allocator, graph->firsts, graph->node_capacity * sizeof *graph->firsts);
    wendi_free(&allocator, graph->edges, graph->edge_capacity * sizeof *graph->edges);
    wendi_free(&allocator, graph->changes.items,
               graph->changes.capacity * sizeof *graph->changes.items);
    wendi_free(&allocator, graph, sizeof *graph);
}

size_t wend_graph_memory_bytes(const wend_graph *graph)
{
    if (graph == NULL) {
        return 0;
    }
    return sizeof *graph +
           graph->node_capacity * (sizeof *graph->positions + sizeof *graph->firsts) +
           graph->edge_capacity * sizeof *graph->edges +
           graph->changes.capacity * sizeof *graph->changes.items +
           wendi_graph_column_memory_bytes(&graph->heights) +
           wendi_graph_column_memory_bytes(&graph->tags) +
           wendi_graph_column_memory_bytes(&graph->node_users) +
           wendi_graph_column_memory_bytes(&graph->behaviours) +
           wendi_graph_column_memory_bytes(&graph->flags) +
           wendi_graph_column_memory_bytes(&graph->edge_users) +
           wendi_graph_column_memory_bytes(&graph->factors) +
           wendi_graph_overlays_memory_bytes(graph) + wendi_quadtree_memory_bytes(&graph->index);
}

/* ---- nodes ---- */

wend_graph_node wend_graph_node_default(void)
{
    wend_graph_node def;
    memset(&def, 0, sizeof def);
    def.cookie = NODE_COOKIE;
    return def;
}

bool wendi_graph_normalize_node(const wend_graph_node *def, wend_graph_node *settled)
{
    if (def == NULL || def->cookie != NODE_COOKIE || !wendi_graph_is_coordinate(def->position.x) ||
        !wendi_graph_is_coordinate(def->position.y) || !wendi_graph_is_coordinate(def->height)) {
        return false;
    }
    *settled = *def;
    settled->position.x = wendi_flush_coordinate(def->position.x);
    settled->position.y = wendi_flush_coordinate(def->position.y);
    settled->height = wendi_flush_coordinate(def->height);
    return true;
}

bool wendi_graph_reserve_nodes(wend_graph *graph, uint32_t capacity)
{
    const uint32_t now = graph->node_capacity;
    if (capacity <= now) {
        return true;
    }
    if (!wendi_graph_reserve_changes(graph, capacity)) {
        return false;
    }
    /* Both or none: the second is allocated first as a block of its own. */
    uint32_t *firsts = wendi_alloc_items(&graph->allocator, capacity, sizeof *firsts);
    if (firsts == NULL) {
        return false;
    }
    wend_vec2 *positions =
        wendi_resize_items(&graph->allocator, graph->positions, now, capacity, sizeof *positions);
    if (positions == NULL) {
        wendi_free(&graph->allocator, firsts, capacity * sizeof *firsts);
        return false;
    }
    if (graph->node_limit > 0) {
        memcpy(firsts, graph->firsts, graph->node_limit * sizeof *firsts);
    }
    wendi_free(&graph->allocator, graph->firsts, now * sizeof *firsts);
    graph->positions = positions;
    graph->firsts = firsts;
    graph->node_capacity = capacity;
    return true;
}

/* Reserves memory for a node's values. */
static bool reserve_values(wend_graph *graph, uint32_t node, const wend_graph_node *settled)
{
    const wend_allocator *a = &graph->allocator;
    const uint32_t capacity = graph->node_capacity;
    return (wendi_is_zero(settled->height) ||
            wendi_graph_column_reserve(&graph->heights, a, node, capacity)) &&
           (settled->tag == WEND_TAG_NONE ||
            wendi_graph_column_reserve(&graph->tags, a, node, capacity)) &&
           (settled->user == 0 ||
            wendi_graph_column_reserve(&graph->node_users, a, node, capacity));
}

static void set_values(wend_graph *graph, uint32_t node, const wend_graph_node *settled)
{
    wendi_graph_column_set(&graph->heights, node, wendi_bits_of_f64(settled->height));
    wendi_graph_column_set(&graph->tags, node, settled->tag);
    wendi_graph_column_set(&graph->node_users, node, settled->user);
}

wend_result wendi_graph_push_node(wend_graph *graph, const wend_graph_node *settled)
{
    const uint32_t node = graph->node_limit;
    const uint32_t more = node / 2 < CAPACITY_FIRST ? CAPACITY_FIRST : node / 2;
    if (node == WENDI_GRAPH_LIMIT) {
        return WEND_ERROR_FULL;
    }
    if (node == graph->node_capacity && !wendi_graph_reserve_nodes(graph, node + more)) {
        return WEND_ERROR_MEMORY;
    }
    if (settled != NULL && (!reserve_values(graph, node, settled) ||
                            !wendi_quadtree_reserve(&graph->index, &graph->allocator))) {
        return WEND_ERROR_MEMORY;
    }
    graph->positions[node] = settled == NULL ? (wend_vec2){0, 0} : settled->position;
    graph->firsts[node] = settled == NULL ? WENDI_GRAPH_NODE_GONE : WEND_EDGE_NONE;
    ++graph->node_limit;
    if (settled != NULL) {
        set_values(graph, node, settled);
        wendi_quadtree_add(&graph->index, graph->positions, node);
        ++graph->node_count;
    }
    return WEND_OK;
}

wend_result wendi_graph_refuse_node(wend_message *m, const char *function, wend_node node)
{
    return node == WEND_NODE_NONE
               ? wendi_fail(m, WEND_ERROR_STALE, "%s: node is WEND_NODE_NONE", function)
               : wendi_refuse_gone(m, function, "node", node);
}

static wend_result refuse_node(wend_graph *graph, const char *function, const wend_graph_node *def)
{
    wend_message *error = graph == NULL ? NULL : &graph->error;
    if (def == NULL) {
        return wendi_refuse_null(error, function, "def");
    }
    if (def->cookie != NODE_COOKIE) {
        return wendi_refuse_cookie(error, function, def->cookie, "wend_graph_node_default");
    }
    const wend_result result = wendi_check_vec2(error, function, "position", def->position);
    return result == WEND_OK ? wendi_refuse(error, function, "height", def->height,
                                            -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX)
                             : result;
}

wend_result wend_graph_add_node(wend_graph *graph, const wend_graph_node *def, wend_node *node)
{
    wend_graph_node settled;
    if (node != NULL) {
        *node = WEND_NODE_NONE;
    }
    if (graph == NULL || !wendi_graph_normalize_node(def, &settled)) {
        return refuse_node(graph, "wend_graph_add_node", def);
    }
    const wend_result result = wendi_graph_push_node(graph, &settled);
    if (result != WEND_OK) {
        return wendi_fail_plain(&graph->error, "wend_graph_add_node", result);
    }
    if (node != NULL) {
        *node = graph->node_limit - 1;
    }
    wendi_graph_advance_layout(graph);
    wendi_graph_record_change(graph, graph->node_limit - 1, true);
    return WEND_OK;
}

/* ---- changing nodes ---- */

/* The position of a node; of the moved one, the new position. */
static wend_vec3 position_of(const wend_graph *graph, wend_node node, wend_node moved,
                             const wend_graph_node *settled)
{
    if (node == moved) {
        return (wend_vec3){settled->position.x, settled->position.y, settled->height};
    }
    const wend_vec2 at = graph->positions[node];
    return (wend_vec3){at.x, at.y, wendi_graph_height(graph, node)};
}

/* The cost of an edge with one end moved. */
static bool moved_cost(const wend_graph *graph, uint32_t edge, wend_node node,
                       const wend_graph_node *settled, wend_cost *cost)
{
    const wendi_graph_record *record = &graph->edges[edge];
    return wendi_graph_length_cost(position_of(graph, record->from, node, settled),
                                   position_of(graph, record->to, node, settled),
                                   wendi_graph_factor(graph, edge), cost);
}

static bool follows(const wend_graph *graph, uint32_t edge)
{
    return (graph->edges[edge].word & WENDI_GRAPH_FOLLOWS) != 0;
}

/* True if all edges that follow their length stay within the largest cost. */
static bool can_move(const wend_graph *graph, wend_node node, const wend_graph_node *settled)
{
    wend_cost cost;
    for (uint32_t e = graph->firsts[node]; e != WEND_EDGE_NONE;
         e = wendi_graph_record_next(&graph->edges[e], node)) {
        if (follows(graph, e) && !moved_cost(graph, e, node, settled, &cost)) {
            return false;
        }
    }
    return true;
}

/* Moves a node and its edges, and records the edges whose cost changes. */
static void move(wend_graph *graph, wend_node node, const wend_graph_node *settled)
{
    for (uint32_t e = graph->firsts[node]; e != WEND_EDGE_NONE;
         e = wendi_graph_record_next(&graph->edges[e], node)) {
        wend_cost cost;
        if (follows(graph, e) && moved_cost(graph, e, node, settled, &cost) &&
            (graph->edges[e].word & WENDI_GRAPH_COST_MASK) != cost) {
            graph->edges[e].word = (graph->edges[e].word & ~WENDI_GRAPH_COST_MASK) | cost;
            wendi_graph_record_change(graph, e, false);
        }
    }
    const wend_vec2 at = graph->positions[node];
    bool is_moved =
        wendi_bits_of_f64(wendi_graph_height(graph, node)) != wendi_bits_of_f64(settled->height);
    if (wendi_bits_of_f64(at.x) != wendi_bits_of_f64(settled->position.x) ||
        wendi_bits_of_f64(at.y) != wendi_bits_of_f64(settled->position.y)) {
        is_moved = true;
        wendi_quadtree_remove(&graph->index, graph->positions, node);
        graph->positions[node] = settled->position;
        wendi_quadtree_add(&graph->index, graph->positions, node);
    }
    if (is_moved) {
        graph->position_revision = graph->revision;
        wendi_graph_record_change(graph, node, true);
    }
}

static bool is_same_node(const wend_graph_node *a, const wend_graph_node *b)
{
    return wendi_bits_of_f64(a->position.x) == wendi_bits_of_f64(b->position.x) &&
           wendi_bits_of_f64(a->position.y) == wendi_bits_of_f64(b->position.y) &&
           wendi_bits_of_f64(a->height) == wendi_bits_of_f64(b->height) && a->tag == b->tag &&
           a->user == b->user;
}

wend_result wend_graph_set_node(wend_graph *graph, wend_node node, const wend_graph_node *def)
{
    wend_graph_node settled;
    wend_graph_node now;
    if (graph == NULL || !wendi_graph_normalize_node(def, &settled)) {
        return refuse_node(graph, "wend_graph_set_node", def);
    }
    if (wend_graph_get_node(graph, node, &now) != WEND_OK) {
        return wendi_graph_refuse_node(&graph->error, "wend_graph_set_node", node);
    }
    if (is_same_node(&now, &settled)) {
        return WEND_OK;
    }
    if (!can_move(graph, node, &settled)) {
        return wendi_fail(&graph->error, WEND_ERROR_ARGUMENT,
                          "wend_graph_set_node: position is %s, %s: an edge of the node would then "
                          "cost less than its length, or more than 65536",
                          wendi_format_number(settled.position.x).text,
                          wendi_format_number(settled.position.y).text);
    }
    if (!reserve_values(graph, node, &settled) ||
        !wendi_quadtree_reserve(&graph->index, &graph->allocator)) {
        return wendi_fail_plain(&graph->error, "wend_graph_set_node", WEND_ERROR_MEMORY);
    }
    ++graph->revision;
    move(graph, node, &settled);
    set_values(graph, node, &settled);
    return WEND_OK;
}

wend_result wend_graph_remove_node(wend_graph *graph, wend_node node)
{
    static const wend_graph_node none;
    if (graph == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_graph_has(graph, node)) {
        return wendi_graph_refuse_node(&graph->error, "wend_graph_remove_node", node);
    }
    wendi_graph_advance_layout(graph);
    for (uint32_t e = graph->firsts[node]; e != WEND_EDGE_NONE;) {
        const uint32_t next = wendi_graph_record_next(&graph->edges[e], node);
        wendi_graph_drop_edge(graph, e, node);
        e = next;
    }
    wendi_quadtree_remove(&graph->index, graph->positions, node);
    set_values(graph, node, &none);
    graph->firsts[node] = WENDI_GRAPH_NODE_GONE;
    graph->positions[node] = (wend_vec2){0, 0};
    --graph->node_count;
    wendi_graph_record_change(graph, node, true);
    return WEND_OK;
}

/* ---- reading ---- */

wend_result wend_graph_get_node(const wend_graph *graph, wend_node node, wend_graph_node *def)
{
    if (def != NULL) {
        *def = wend_graph_node_default();
    }
    if (graph == NULL || def == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_graph_has(graph, node)) {
        return WEND_ERROR_STALE;
    }
    def->position = graph->positions[node];
    def->height = wendi_graph_height(graph, node);
    def->tag = wendi_graph_tag(graph, node);
    def->user = wendi_graph_column_get(&graph->node_users, node);
    return WEND_OK;
}

bool wend_graph_has_node(const wend_graph *graph, wend_node node)
{
    return graph != NULL && wendi_graph_has(graph, node);
}

wend_vec2 wend_graph_position(const wend_graph *graph, wend_node node)
{
    return wend_graph_has_node(graph, node) ? graph->positions[node] : (wend_vec2){0, 0};
}

size_t wend_graph_node_count(const wend_graph *graph)
{
    return graph == NULL ? 0 : graph->node_count;
}

uint32_t wend_graph_node_limit(const wend_graph *graph)
{
    return graph == NULL ? 0 : graph->node_limit;
}

const wend_vec2 *wendi_graph_positions(const wend_graph *graph)
{
    return graph->positions;
}

double wendi_graph_height(const wend_graph *graph, wend_node node)
{
    return wendi_f64_of_bits(wendi_graph_column_get(&graph->heights, node));
}

uint32_t wendi_graph_tag(const wend_graph *graph, wend_node node)
{
    return (uint32_t)wendi_graph_column_get(&graph->tags, node);
}

const char *wend_graph_error(const wend_graph *graph)
{
    return graph == NULL ? "" : graph->error.text;
}
