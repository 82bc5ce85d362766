/* Makes a graph of a level, with its items and teleports.
 * Cost: that of the builder, and of joining one more node for each item and teleport. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/walls.h"
#include "world/graph_build/build.h"
#include "world/level/store.h"

static const char *const function = "wend_level_build_graph";

enum { NEAREST = 8 };

typedef struct level_graph_builder {
    const wend_level *level;
    wend_graph_method method;
    wend_graph_build_def def; /* the caller's, with points */
    wend_vec2 *points;        /* [def.point_count], own; NULL: the caller's, or none */
    size_t point_capacity;
    wend_walls *walls;
    wend_graph *graph;
} level_graph_builder;

/* ---- points ---- */

static bool is_included(const level_graph_builder *b, size_t item)
{
    return b->method == WEND_GRAPH_VISIBILITY || b->level->items[item].item.is_start;
}

static wend_result use_items(level_graph_builder *b)
{
    size_t count = 0;
    for (size_t i = 0; i < b->level->item_count; ++i) {
        count += is_included(b, i);
    }
    if (count == 0) {
        return WEND_OK;
    }
    b->points = wendi_alloc(&b->def.allocator, count * sizeof *b->points);
    if (b->points == NULL) {
        return WEND_ERROR_MEMORY;
    }
    b->def.points = b->points;
    b->point_capacity = count;
    for (size_t i = 0; i < b->level->item_count; ++i) {
        if (is_included(b, i)) {
            b->points[b->def.point_count++] = b->level->items[i].item.position;
        }
    }
    return WEND_OK;
}

/* The centres of a grid's open cells. */
static wend_result use_cells(level_graph_builder *b, const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const size_t cells = (size_t)info.width * (size_t)info.height;
    wend_vec2 *points = wendi_alloc(&b->def.allocator, cells * sizeof *points);
    if (points == NULL) {
        return WEND_ERROR_MEMORY;
    }
    size_t count = 0;
    for (wend_node node = 0; node < cells; ++node) {
        const int32_t x = (int32_t)(node % (wend_node)info.width);
        const int32_t y = (int32_t)(node / (wend_node)info.width);
        if (wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y)) {
            points[count++] = wend_grid_position(grid, node);
        }
    }
    if (count == 0) {
        wendi_free(&b->def.allocator, points, cells * sizeof *points);
        return wendi_fail(b->def.message, WEND_ERROR_ARGUMENT,
                          "%s: there is no ground an agent of this radius can stand on", function);
    }
    b->def.points = b->points = points;
    b->def.point_count = count;
    b->point_capacity = cells;
    return WEND_OK;
}

static double spacing_of(const level_graph_builder *b)
{
    wend_vec2 low;
    wend_vec2 high;
    wend_level_bounds(b->level, &low, &high);
    const double side = high.x - low.x > high.y - low.y ? high.x - low.x : high.y - low.y;
    const double spacing = b->def.spacing > 0 ? b->def.spacing : 2 * b->def.radius;
    return spacing > 0 ? spacing : side / 64;
}

static wend_result use_ground(level_graph_builder *b)
{
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = spacing_of(b);
    def.radius = b->def.radius;
    def.allocator = b->def.allocator;
    def.message = b->def.message;
    wend_grid *grid;
    wend_result result = wend_level_build_grid(b->level, &def, &grid);
    if (result == WEND_OK) {
        result = use_cells(b, grid);
    }
    wend_grid_destroy(grid);
    return result;
}

static wend_result use_points(level_graph_builder *b)
{
    if (b->def.points != NULL || b->method == WEND_GRAPH_EXPANDED) {
        return WEND_OK;
    }
    const wend_result result = use_items(b);
    return result == WEND_OK && b->points == NULL && b->method == WEND_GRAPH_FLOOD ? use_ground(b)
                                                                                   : result;
}

/* ---- items and teleports ---- */

static wend_result join_nearest(const level_graph_builder *b, wend_node node)
{
    wend_graph_nearest_query query = wend_graph_nearest_query_default();
    query.walls = b->walls;
    query.radius = b->def.radius;
    query.stops = b->def.stops;
    wend_node found[NEAREST + 1]; /* the node itself is one of them */
    const wend_vec2 position = wend_graph_position(b->graph, node);
    const size_t count = wend_graph_nearest_many(b->graph, position, &query, found, NEAREST + 1);
    wend_result result = WEND_OK;
    for (size_t k = 0; k < count && result == WEND_OK; ++k) {
        if (found[k] != node) {
            wend_graph_edge edge = wend_graph_edge_default();
            edge.from = node;
            edge.to = found[k];
            result = wend_graph_add_edge(b->graph, &edge, NULL);
        }
    }
    return result;
}

static wend_result join(const level_graph_builder *b, wend_node node)
{
    switch (b->method) {
    case WEND_GRAPH_FLOOD:
        return join_nearest(b, node);
    case WEND_GRAPH_EXPANDED:
        return wend_graph_join_tangent(b->graph, node, b->walls, &b->def);
    case WEND_GRAPH_VISIBILITY:
    default:
        return wend_graph_join_visible(b->graph, node, b->walls, &b->def);
    }
}

static wend_result add_node_at(const level_graph_builder *b, wend_graph_node def, wend_node *node)
{
    const wend_result result = wend_graph_add_node(b->graph, &def, node);
    return result == WEND_OK ? join(b, *node) : result;
}

/* The nodes of a visibility graph are the items, where these were its points. */
static wend_result add_item(const level_graph_builder *b, size_t index)
{
    const wend_level_item *item = &b->level->items[index].item;
    wend_graph_node def = wend_graph_node_default();
    def.position = item->position;
    def.tag = item->tag;
    def.user = index;
    wend_node node = (wend_node)index;
    return b->method == WEND_GRAPH_VISIBILITY && b->points != NULL
               ? wend_graph_set_node(b->graph, node, &def)
               : add_node_at(b, def, &node);
}

static wend_result add_teleport(const level_graph_builder *b, size_t index)
{
    const wend_level_teleport *teleport = &b->level->teleports[index];
    wend_graph_node def = wend_graph_node_default();
    wend_graph_edge edge = wend_graph_edge_default();
    def.position = teleport->from;
    wend_result result = add_node_at(b, def, &edge.from);
    def.position = teleport->to;
    result = result == WEND_OK ? add_node_at(b, def, &edge.to) : result;
    edge.cost = WEND_COST_ONE;
    edge.is_two_way = teleport->is_two_way;
    edge.behaviour = WEND_BEHAVIOUR_TELEPORT;
    edge.user = index;
    return result == WEND_OK ? wend_graph_add_edge(b->graph, &edge, NULL) : result;
}

static wend_result add_all_nodes(const level_graph_builder *b)
{
    wend_result result = WEND_OK;
    for (size_t i = 0; i < b->level->item_count && result == WEND_OK; ++i) {
        result = add_item(b, i);
    }
    for (size_t i = 0; i < b->level->teleport_count && result == WEND_OK; ++i) {
        result = add_teleport(b, i);
    }
    return result;
}

/* ---- the graph ---- */

static wend_result build_method(level_graph_builder *b)
{
    switch (b->method) {
    case WEND_GRAPH_FLOOD:
        return wend_graph_build_flood(b->walls, &b->def, &b->graph);
    case WEND_GRAPH_EXPANDED:
        return wendi_graph_expand(b->walls, b->level, &b->def, &b->graph);
    case WEND_GRAPH_VISIBILITY:
    default:
        return wend_graph_build_visibility(b->walls, &b->def, &b->graph);
    }
}

static wend_result build(level_graph_builder *b)
{
    wend_result result = wend_level_build_walls(b->level, &b->def.allocator, &b->walls);
    result = result == WEND_OK ? use_points(b) : result;
    result = result == WEND_OK ? build_method(b) : result;
    return result == WEND_OK ? add_all_nodes(b) : result;
}

static bool is_method(wend_graph_method method)
{
    return method == WEND_GRAPH_VISIBILITY || method == WEND_GRAPH_FLOOD ||
           method == WEND_GRAPH_EXPANDED;
}

wend_result wend_level_build_graph(const wend_level *level, wend_graph_method method,
                                   const wend_graph_build_def *def, wend_graph **graph)
{
    if (wendi_graph_build_begin(def, function, "level", level, graph) != WEND_OK || graph == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!is_method(method)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: method is %d, and must be from %d to %d", function, (int)method,
                          (int)WEND_GRAPH_VISIBILITY, (int)WEND_GRAPH_EXPANDED);
    }
    level_graph_builder b = {.level = level, .method = method, .def = *def};
    const wend_result result = build(&b);
    wendi_free(&def->allocator, b.points, b.point_capacity * sizeof *b.points);
    wend_walls_destroy(b.walls);
    if (result == WEND_OK) {
        *graph = b.graph;
        return WEND_OK;
    }
    if (def->message != NULL && def->message->text[0] == '\0' && b.graph != NULL) {
        /* Of an item or teleport that could not be added. */
        (void)wendi_fail(def->message, result, "%s", wend_graph_error(b.graph));
    }
    wend_graph_destroy(b.graph);
    return wendi_fail_as(def->message, function, result);
}
