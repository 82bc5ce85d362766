/* Builds graphs from walls, levels, grids and meshes, joins nodes to graphs, and opens and closes
 * doors.
 * Cost: as in wend/graph_build.h. */
#include "lua/world/graph.h"
#include "wend/graph.h"
#include "wend/level.h"

static const wendlua_name corners[] = {
    {"round", WEND_CORNERS_ROUND},
    {"mitred", WEND_CORNERS_MITRED},
    {NULL, 0},
};

static const wendlua_name methods[] = {
    {"pov", WEND_GRAPH_VISIBILITY},
    {"flood", WEND_GRAPH_FLOOD},
    {"expanded", WEND_GRAPH_EXPANDED},
    {NULL, 0},
};

typedef struct options {
    wend_graph_build_def def;
    wend_graph_method method;
} options;

static const wendlua_field build_fields[] = {
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"level", WENDLUA_OTHER, 0, NULL},
    {"points", WENDLUA_OTHER, 0, NULL},
    {"method", WENDLUA_ENUM, offsetof(options, method), methods},
    {"radius", WENDLUA_DOUBLE, offsetof(options, def.radius), NULL},
    {"stops", WENDLUA_MASK, offsetof(options, def.stops), wendlua_stops_names},
    {"spacing", WENDLUA_DOUBLE, offsetof(options, def.spacing), NULL},
    {"max_edge_length", WENDLUA_LIMIT, offsetof(options, def.max_edge_length), NULL},
    {"corners", WENDLUA_ENUM, offsetof(options, def.corners), corners},
    {"reduces", WENDLUA_BOOL, offsetof(options, def.reduces), NULL},
    {"max_nodes", WENDLUA_SIZE, offsetof(options, def.max_nodes), NULL},
    {NULL, 0, 0, NULL},
};

/* Reads the table at arg; its points stay on the stack. */
static options read_options(lua_State *L, int arg)
{
    options from = {wend_graph_build_def_default(), WEND_GRAPH_VISIBILITY};
    from.def.allocator = wendlua_allocator(L);
    if (lua_isnoneornil(L, arg)) {
        return from;
    }
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, build_fields, &from);
    lua_pushstring(L, "points");
    if (lua_rawget(L, arg) != LUA_TNIL) {
        from.def.points = wendlua_points(L, -1, &from.def.point_count);
    }
    from.def.executor = wendlua_get_context(L).executor;
    return from;
}

static wend_result build(const wend_walls *walls, const wend_level *level, const options *from,
                         wend_graph **graph)
{
    if (level != NULL) {
        return wend_level_build_graph(level, from->method, &from->def, graph);
    }
    switch (from->method) {
    case WEND_GRAPH_FLOOD:
        return wend_graph_build_flood(walls, &from->def, graph);
    case WEND_GRAPH_EXPANDED:
        return wend_graph_build_expanded(walls, &from->def, graph);
    case WEND_GRAPH_VISIBILITY:
    default:
        return wend_graph_build_visibility(walls, &from->def, graph);
    }
}

int wendlua_graph_build(lua_State *L)
{
    wend_message message = {0};
    wendlua_need_table(L, 1);
    options from = read_options(L, 1);
    from.def.message = &message;
    wendlua_object *object = wendlua_new_graph(L);
    const wend_walls *walls = wendlua_field_pointer(L, 1, "walls", &wendlua_walls_kind);
    const wend_level *level = wendlua_field_pointer(L, 1, "level", &wendlua_level_kind);
    wendlua_arg_check(L, (walls == NULL) != (level == NULL), 1, "it needs walls or a level");
    wend_graph *graph = NULL;
    wend_result result = build(walls, level, &from, &graph);
    object->pointer = graph;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

/* graph_from_grid(grid [, class [, team]]) */
int wendlua_graph_from_grid(lua_State *L)
{
    wend_message message = {0};
    wend_graph_build_def def = wend_graph_build_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_check(L, 1, &wendlua_grid_kind);
    uint32_t movement_class = wendlua_u32_or(L, 2, 0);
    uint32_t team = wendlua_node(L, 3);
    wendlua_object *object = wendlua_new_graph(L);
    const wend_grid *grid = wendlua_read_pointer(L, 1, &wendlua_grid_kind);
    wend_graph *graph = NULL;
    wend_result result = wend_graph_from_grid(grid, movement_class, team, &def, &graph);
    object->pointer = graph;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

int wendlua_graph_from_mesh(lua_State *L)
{
    wend_message message = {0};
    wend_graph_build_def def = wend_graph_build_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_check(L, 1, &wendlua_mesh_kind);
    wendlua_object *object = wendlua_new_graph(L);
    const wend_mesh *mesh = wendlua_read_pointer(L, 1, &wendlua_mesh_kind);
    wend_graph *graph = NULL;
    wend_result result = wend_graph_from_mesh(mesh, &def, &graph);
    object->pointer = graph;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

typedef wend_result (*join_fn)(wend_graph *graph, wend_node node, const wend_walls *walls,
                               const wend_graph_build_def *def);

/* join_x(node, walls [, fields]) */
static int join(lua_State *L, join_fn function)
{
    wend_message message = {0};
    wend_node node = wendlua_u32(L, 2);
    wendlua_check(L, 3, &wendlua_walls_kind);
    options from = read_options(L, 4);
    from.def.message = &message;
    const wend_walls *walls = wendlua_read_pointer(L, 3, &wendlua_walls_kind);
    wend_graph *graph = wendlua_edit_pointer(L, 1, &wendlua_graph_kind);
    wend_result result = function(graph, node, walls, &from.def);
    wendlua_done(L, result, &message, "there is no such node, or a number is out of range");
    return 0;
}

int wendlua_graph_join_visible(lua_State *L)
{
    return join(L, wend_graph_join_visible);
}

int wendlua_graph_join_tangent(lua_State *L)
{
    return join(L, wend_graph_join_tangent);
}

/* set_open_across(ax, ay, bx, by, radius, is_open): how many edges cross the door. */
int wendlua_graph_set_open_across(lua_State *L)
{
    size_t count = 0;
    wend_vec2 a = wendlua_xy(L, 2);
    wend_vec2 b = wendlua_xy(L, 4);
    double radius = wendlua_number(L, 6);
    bool is_open = wendlua_bool(L, 7);
    wend_graph *graph = wendlua_edit_pointer(L, 1, &wendlua_graph_kind);
    wend_result result = wend_graph_set_open_across(graph, a, b, radius, is_open, &count);
    wendlua_done_by(L, result, wend_graph_error(graph));
    wendlua_push_u64(L, count);
    return 1;
}
