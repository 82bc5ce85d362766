/* Graphs, how they are built, and tables of them. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

void make_graph(fuzz *f)
{
    wend_graph_def def = wend_graph_def_default();
    def.cell_size = chance(f, 2) ? 0 : real(f, 0, 64);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_graph *graph = NULL;
    GIVES(f, wend_graph_create(&def, &graph), "AM");
    keep(f, KIND_GRAPH, graph, NULL, NULL, NULL);
    if (graph == NULL || chance(f, 6)) {
        return;
    }
    const uint32_t count = 1 + below(f, 14);
    for (uint32_t i = 0; i < count; ++i) {
        wend_graph_node node = wend_graph_node_default();
        node.position.x = below(f, FUZZ_SIDE);
        node.position.y = below(f, FUZZ_SIDE);
        node.tag = below(f, 3);
        wend_node at;
        wend_graph_add_node(graph, &node, &at);
    }
    for (uint32_t i = 0; i < 2 * count; ++i) {
        wend_graph_edge edge = wend_graph_edge_default();
        edge.from = below(f, count);
        edge.to = below(f, count);
        edge.is_two_way = chance(f, 2);
        edge.flags = below(f, 4);
        edge.behaviour = chance(f, 4) ? below(f, 7) : 0;
        uint32_t at;
        wend_graph_add_edge(graph, &edge, &at);
    }
}

static wend_graph_node some_node_def(fuzz *f)
{
    wend_graph_node def = wend_graph_node_default();
    def.position = somewhere(f);
    if (chance(f, 30)) {
        def.position.x = WEND_COORDINATE_MAX;
    }
    def.height = chance(f, 3) ? real(f, -4, 4) : 0;
    def.tag = below(f, 4);
    def.user = roll(f);
    some_cookie(f, &def.cookie);
    return def;
}

static void fill_edge(fuzz *f, const wend_graph *graph, wend_graph_edge *def)
{
    const uint32_t limit = wend_graph_node_limit(graph);
    def->cost = chance(f, 2) ? 0 : some_cost(f);
    def->factor = chance(f, 3) ? real(f, 1.0 / 256, 65536) : 1;
    def->follows_length = chance(f, 4);
    def->is_two_way = chance(f, 2);
    def->is_open = !chance(f, 4);
    def->behaviour = below(f, 70);
    def->flags = chance(f, 2) ? 0 : (uint32_t)roll(f);
    def->user = roll(f);
    if (chance(f, 20)) {
        def->to = some_node(f, limit);
    }
    some_cookie(f, &def->cookie);
}

static void edit_nodes(fuzz *f)
{
    wend_graph *graph = get(f, KIND_GRAPH);
    const wend_graph_node def = some_node_def(f);
    const wend_node node = some_node(f, wend_graph_node_limit(graph));
    const uint32_t how = below(f, 6);
    quiet(f, graph);
    fuzz_watch(f, KIND_GRAPH, graph);
    if (how == 0) {
        const bool was_there = wend_graph_has_node(graph, node);
        const wend_result result = GIVES(f, wend_graph_remove_node(graph, node), "AS");
        CHECK(f, (result == WEND_OK) == was_there);
    } else if (how == 1) {
        GIVES(f, wend_graph_set_node(graph, node, &def), "ASM");
    } else {
        wend_node made = 3;
        const wend_result result = GIVES(f, wend_graph_add_node(graph, &def, &made), "AMF");
        CHECK(f, (result == WEND_OK) == (made != WEND_NODE_NONE));
        CHECK(f, result != WEND_OK || wend_graph_has_node(graph, made));
    }
}

static void edit_edges(fuzz *f)
{
    wend_graph *graph = get(f, KIND_GRAPH);
    const uint32_t limit = wend_graph_node_limit(graph);
    const uint32_t edge = some_node(f, wend_graph_edge_limit(graph));
    wend_graph_edge def;
    const wend_result there = GIVES(f, wend_graph_get_edge(graph, edge, &def), "AS");
    const bool is_as_read = chance(f, 4);
    const uint32_t how = below(f, 6);
    if (how == 1 && !is_as_read) {
        fill_edge(f, graph, &def);
    }
    quiet(f, graph);
    fuzz_watch(f, KIND_GRAPH, graph);
    if (how == 0) {
        const wend_result result = GIVES(f, wend_graph_remove_edge(graph, edge), "AS");
        CHECK(f, (result == WEND_OK) == (there == WEND_OK));
    } else if (how == 1) {
        const uint64_t hash = graph != NULL ? wend_graph_hash(graph) : 0;
        const wend_result result = GIVES(f, wend_graph_set_edge(graph, edge, &def), "ASMF");
        CHECK(f, !is_as_read || result != WEND_OK || wend_graph_hash(graph) == hash);
    } else if (how == 2) {
        GIVES(f, wend_graph_set_open(graph, edge, chance(f, 2)), "ASM");
    } else {
        def = wend_graph_edge_default();
        fill_edge(f, graph, &def);
        def.from = some_node(f, limit);
        def.to = some_node(f, limit);
        uint32_t made = 3;
        const wend_result result = GIVES(f, wend_graph_add_edge(graph, &def, &made), "ASMF");
        CHECK(f, (result == WEND_OK) == (made != WEND_EDGE_NONE));
    }
}

static void ask_graph(fuzz *f)
{
    wend_graph *graph = get(f, KIND_GRAPH);
    const uint32_t limit = wend_graph_node_limit(graph);
    const wend_node node = some_node(f, limit);
    wend_graph_node def;
    const wend_result result = GIVES(f, wend_graph_get_node(graph, node, &def), "AS");
    CHECK(f, (result == WEND_OK) == wend_graph_has_node(graph, node));
    wend_graph_position(graph, node);
    CHECK(f, wend_graph_node_count(graph) <= limit);
    CHECK(f, wend_graph_edge_count(graph) <= wend_graph_edge_limit(graph));
    const size_t capacity = below(f, 9);
    uint32_t *edges = scratch(f, capacity, sizeof *edges);
    size_t count = 0;
    GIVES(f, wend_graph_edges_from(graph, node, edges, capacity, &count), "ATS");
    const wend_node to = some_node(f, limit);
    const uint32_t edge = wend_graph_edge_between(graph, node, to);
    CHECK(f, edge == WEND_EDGE_NONE || wend_graph_has_node(graph, to));
    wend_graph_revision(graph);
    CHECK(f, graph == NULL || wend_graph_memory_bytes(graph) > 0);
    wend_draw draw;
    GIVES(f, wend_graph_draw(graph, some_draw(f, &draw)), "A");
}

static void ask_near(fuzz *f)
{
    wend_graph *graph = get(f, KIND_GRAPH);
    uint64_t examined = 0;
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.max_distance = chance(f, 2) ? (double)INFINITY : real(f, 0, 20);
    near.tag = chance(f, 2) ? WEND_TAG_NONE : below(f, 4);
    near.height = chance(f, 3) ? real(f, -3, 3) : 0;
    near.max_height_difference = chance(f, 3) ? real(f, 0, 4) : (double)INFINITY;
    near.walls = chance(f, 3) ? get(f, KIND_WALLS) : NULL;
    near.radius = chance(f, 3) ? real(f, 0, 2) : 0;
    near.stops = some_stops(f);
    near.examined = chance(f, 2) ? &examined : NULL;
    some_cookie(f, &near.cookie);
    const wend_vec2 at = somewhere(f);
    const wend_node first = wend_graph_nearest(graph, at, &near);
    const size_t capacity = below(f, 9);
    wend_node *nodes = scratch(f, capacity, sizeof *nodes);
    const size_t count = wend_graph_nearest_many(graph, at, &near, nodes, capacity);
    CHECK(f, count <= capacity);
    CHECK(f, capacity == 0 || (count == 0 ? first == WEND_NODE_NONE : nodes[0] == first));
    CHECK(f, first == WEND_NODE_NONE || wend_graph_has_node(graph, first));
    wend_graph_nearest(graph, at, NULL);
}

static void compact_graph(fuzz *f)
{
    wend_graph *graph = get(f, KIND_GRAPH);
    wend_node *nodes = scratch(f, wend_graph_node_limit(graph), sizeof *nodes);
    uint32_t *edges = scratch(f, wend_graph_edge_limit(graph), sizeof *edges);
    quiet(f, graph);
    fuzz_watch(f, KIND_GRAPH, graph);
    const wend_result result = GIVES(
        f, wend_graph_compact(graph, chance(f, 3) ? NULL : nodes, chance(f, 3) ? NULL : edges),
        "AM");
    CHECK(f, result != WEND_OK || wend_graph_node_count(graph) == wend_graph_node_limit(graph));
}

static void save_graph(fuzz *f)
{
    wend_graph *graph = get(f, KIND_GRAPH);
    size_t count = 0;
    if (GIVES(f, wend_graph_save(graph, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    if (GIVES(f, wend_graph_save(graph, bytes, count, &count), "AM") != WEND_OK) {
        return;
    }
    const size_t whole_count = count;
    uint8_t *copy = damaged(f, bytes, &count);
    const bool is_same = count == whole_count && memcmp(copy, bytes, count) == 0;
    wend_graph_def def = wend_graph_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    wend_graph *loaded = NULL;
    const wend_result result = GIVES(f, wend_graph_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || result == WEND_OK || result == WEND_ERROR_MEMORY);
    CHECK(f, !is_same || loaded == NULL || wend_graph_hash(loaded) == wend_graph_hash(graph));
    keep(f, KIND_GRAPH, loaded, NULL, NULL, NULL);
    wend_graph *other = get(f, KIND_GRAPH);
    const uint64_t hash = wend_graph_hash(other);
    quiet(f, other);
    fuzz_watch(f, KIND_GRAPH, other);
    const wend_result restored =
        GIVES(f, wend_graph_restore(other, unsound(f, 30) ? NULL : copy, count), "ALM");
    CHECK(f, restored == WEND_OK || wend_graph_hash(other) == hash);
    CHECK(f, !is_same || restored != WEND_OK || wend_graph_hash(other) == wend_graph_hash(graph));
}

/* ---- builders ---- */

static wend_graph_build_def some_build(fuzz *f)
{
    wend_graph_build_def def = wend_graph_build_def_default();
    const size_t count = below(f, 7);
    wend_vec2 *points = scratch(f, count, sizeof *points);
    for (size_t i = 0; i < count; ++i) {
        points[i] = somewhere(f);
    }
    def.radius = chance(f, 2) ? 0 : real(f, 0, 2);
    def.stops = chance(f, 4) ? some_stops(f) : WEND_STOPS_WALK;
    def.points = points;
    def.point_count = count;
    def.spacing = 2 + below(f, 4);
    if (unsound(f, 20)) {
        def.spacing = wild(f);
    }
    def.max_edge_length = chance(f, 3) ? real(f, 0, 20) : (double)INFINITY;
    def.corners = (wend_corners)below(f, unsound(f, 20) ? 4 : 2);
    def.reduces = chance(f, 2);
    def.max_nodes = 50 + below(f, 500);
    def.executor = some_executor(f);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    return def;
}

/* Flood fills and samples go over all of the walls' bounds. */
static bool is_wide(const wend_walls *walls)
{
    wend_vec2 low;
    wend_vec2 high;
    return wend_walls_bounds(walls, &low, &high) && (high.x - low.x > 100 || high.y - low.y > 100);
}

static void build_graph(fuzz *f)
{
    wend_walls *walls = get(f, KIND_WALLS);
    const wend_graph_build_def def = some_build(f);
    wend_graph *graph = NULL;
    const uint32_t how = below(f, 5);
    if (how == 0) {
        GIVES(f, wend_graph_build_visibility(walls, &def, &graph), "AMF");
    } else if (how == 1 && !is_wide(walls)) {
        GIVES(f, wend_graph_build_flood(walls, &def, &graph), "AMF");
    } else if (how == 2) {
        GIVES(f, wend_graph_build_expanded(walls, &def, &graph), "AMF");
    } else if (how == 3) {
        const wend_grid *grid = get(f, KIND_GRID);
        if (grid_nodes(grid) <= FUZZ_SIDE * FUZZ_SIDE) {
            GIVES(f, wend_graph_from_grid(grid, some_class(f), some_team(f), &def, &graph), "AMF");
        }
    } else {
        GIVES(f, wend_graph_from_mesh(get(f, KIND_MESH), &def, &graph), "AMF");
    }
    keep(f, KIND_GRAPH, graph, NULL, NULL, NULL);
}

static void join_graph(fuzz *f)
{
    wend_graph *graph = get(f, KIND_GRAPH);
    wend_walls *walls = get(f, KIND_WALLS);
    const wend_graph_build_def def = some_build(f);
    const wend_node node = some_node(f, wend_graph_node_limit(graph));
    if (wend_graph_node_limit(graph) > 400) {
        return;
    }
    quiet(f, graph);
    if (chance(f, 2)) {
        GIVES(f, wend_graph_join_visible(graph, node, walls, &def), "AMFS");
    } else {
        GIVES(f, wend_graph_join_tangent(graph, node, walls, &def), "AMFS");
    }
    wend_graph_arc arc;
    wend_graph_get_arc(graph, some_node(f, wend_graph_edge_limit(graph)), walls, &arc);
}

static void doors(fuzz *f)
{
    wend_graph *graph = get(f, KIND_GRAPH);
    size_t count = 0;
    quiet(f, graph);
    fuzz_watch(f, KIND_GRAPH, graph);
    GIVES(f,
          wend_graph_set_open_across(graph, somewhere(f), somewhere(f),
                                     chance(f, 2) ? 0 : real(f, 0, 3), chance(f, 2),
                                     chance(f, 3) ? NULL : &count),
          "AM");
    const wend_grid *grid = get(f, KIND_GRID);
    const wend_walls *walls = get(f, KIND_WALLS);
    const size_t capacity = below(f, 20);
    wend_node *cells = scratch(f, capacity, sizeof *cells);
    wend_coverage coverage;
    if (grid_nodes(grid) <= FUZZ_SIDE * FUZZ_SIDE && !is_wide(walls)) {
        GIVES(f,
              wend_graph_coverage(graph, walls, grid, real(f, 0, 1), some_stops(f), &coverage,
                                  cells, capacity, &count),
              "ATM");
    }
}

/* ---- overlays ---- */

static wend_overlay_id some_overlay(fuzz *f, const wend_graph *graph)
{
    wend_overlay_id ids[WEND_GRAPH_OVERLAYS_MAX];
    size_t count = 0;
    wend_graph_list_overlays(graph, ids, WEND_GRAPH_OVERLAYS_MAX, &count);
    wend_overlay_id id;
    some_id(f, ids, count, &id);
    return id;
}

static void add_overlay(fuzz *f)
{
    wend_graph *graph = get(f, KIND_GRAPH);
    wend_graph_overlay_def def = wend_graph_overlay_def_default();
    def.layers = chance(f, 3) ? (uint32_t)roll(f) : WEND_LAYER_JAM;
    def.keep = real(f, 0, 1);
    def.max_value = chance(f, 2) ? def.max_value : count_to(f, WEND_GRAPH_OVERLAY_VALUE_MAX);
    some_cookie(f, &def.cookie);
    wend_overlay_id id = {7, 7};
    quiet(f, graph);
    fuzz_watch(f, KIND_GRAPH, graph);
    GIVES(f, wend_graph_add_overlay(graph, &def, &id, some_message(f)), "AFM");
    GIVES(f, wend_graph_get_overlay(graph, some_overlay(f, graph), &def), "AS");
}

static void edit_overlay(fuzz *f)
{
    wend_graph *graph = get(f, KIND_GRAPH);
    const wend_overlay_id id = some_overlay(f, graph);
    const uint32_t edge = some_node(f, wend_graph_edge_limit(graph));
    quiet(f, graph);
    fuzz_watch(f, KIND_GRAPH, graph);
    const int32_t amount = chance(f, 8) ? whole(f, INT32_MIN, INT32_MAX) : whole(f, -2000, 6000);
    const uint32_t how = below(f, 5);
    if (how == 0) {
        GIVES(f, wend_graph_remove_overlay(graph, id), "AS");
    } else if (how == 1) {
        GIVES(f, wend_graph_overlay_add_edge(graph, id, edge, amount), "ASM");
    } else if (how == 2) {
        GIVES(f, wend_graph_overlay_tick(graph, id), "AS");
    } else {
        GIVES(f, wend_graph_overlay_add(graph, id, somewhere(f), real(f, 0, 8), amount), "ASM");
    }
    CHECK(f, wend_graph_overlay_value(graph, id, edge) <= WEND_GRAPH_OVERLAY_VALUE_MAX);
    CHECK(f, wend_graph_overlay_cost(graph, below(f, 4), edge) <= (wend_cost)1 << 53);
}

static const fuzz_action actions[] = {
    {"make_graph", make_graph, 2},   {"edit_nodes", edit_nodes, 6},
    {"edit_edges", edit_edges, 8},   {"ask_graph", ask_graph, 3},
    {"ask_near", ask_near, 4},       {"compact_graph", compact_graph, 1},
    {"save_graph", save_graph, 2},   {"build_graph", build_graph, 2},
    {"join_graph", join_graph, 3},   {"doors", doors, 2},
    {"make_table", make_table, 2},   {"ask_table", ask_table, 4},
    {"save_table", save_table, 2},   {"make_index", make_index, 2},
    {"build_index", build_index, 4}, {"make_index_search", make_index_search, 2},
    {"ask_index", ask_index, 4},     {"save_index", save_index, 2},
    {"add_overlay", add_overlay, 2}, {"edit_overlay", edit_overlay, 4},
};
const fuzz_room room_graph = {"graph", actions, sizeof actions / sizeof *actions};
