/* wend.graph and its methods.
 * Cost: as in wend/graph.h. */
#include "lua/world/graph.h"
#include "lua/world/overlays.h"
#include "wend/graph.h"

static void destroy(wendlua_object *object)
{
    wend_graph_destroy(object->pointer);
}

static wend_graph *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_graph_kind);
}

static const wend_graph *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_graph_kind);
}

static const wendlua_field def_fields[] = {
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_graph_def, cell_size), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field node_fields[] = {
    {"x", WENDLUA_DOUBLE, offsetof(wend_graph_node, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_graph_node, position.y), NULL},
    {"height", WENDLUA_DOUBLE, offsetof(wend_graph_node, height), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_graph_node, tag), NULL},
    {"user", WENDLUA_U64, offsetof(wend_graph_node, user), NULL},
    {NULL, 0, 0, NULL},
};

/* The first two are left out where an edge changes. */
static const wendlua_field edge_fields[] = {
    {"from", WENDLUA_NODE | WENDLUA_NEEDED, offsetof(wend_graph_edge, from), NULL},
    {"to", WENDLUA_NODE | WENDLUA_NEEDED, offsetof(wend_graph_edge, to), NULL},
    {"cost", WENDLUA_COST, offsetof(wend_graph_edge, cost), NULL},
    {"factor", WENDLUA_DOUBLE, offsetof(wend_graph_edge, factor), NULL},
    {"follows_length", WENDLUA_BOOL, offsetof(wend_graph_edge, follows_length), NULL},
    {"is_two_way", WENDLUA_BOOL, offsetof(wend_graph_edge, is_two_way), NULL},
    {"is_open", WENDLUA_BOOL, offsetof(wend_graph_edge, is_open), NULL},
    {"behaviour", WENDLUA_NAMED, offsetof(wend_graph_edge, behaviour), wendlua_behaviour_names},
    {"flags", WENDLUA_MASK, offsetof(wend_graph_edge, flags), NULL},
    {"user", WENDLUA_U64, offsetof(wend_graph_edge, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field near_fields[] = {
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"max_distance", WENDLUA_LIMIT, offsetof(wend_graph_nearest_query, max_distance), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_graph_nearest_query, tag), NULL},
    {"height", WENDLUA_DOUBLE, offsetof(wend_graph_nearest_query, height), NULL},
    {"max_height_difference", WENDLUA_LIMIT,
     offsetof(wend_graph_nearest_query, max_height_difference), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_graph_nearest_query, radius), NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_graph_nearest_query, stops), wendlua_stops_names},
    {NULL, 0, 0, NULL},
};

wendlua_object *wendlua_new_graph(lua_State *L)
{
    return wendlua_new(L, &wendlua_graph_kind, sizeof(wendlua_object));
}

static int make(lua_State *L)
{
    wend_message message = {0};
    wend_graph_def def = wend_graph_def_default();
    def.allocator = wendlua_allocator(L);
    wendlua_read(L, 1, def_fields, &def);
    def.message = &message;
    wendlua_object *object = wendlua_new_graph(L);
    wend_graph *graph = NULL;
    wend_result result = wend_graph_create(&def, &graph);
    object->pointer = graph;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

static int make_loaded(lua_State *L)
{
    size_t count = 0;
    wend_message message = {0};
    wend_graph_def def = wend_graph_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const char *bytes = wendlua_bytes(L, 1, &count);
    wendlua_object *object = wendlua_new_graph(L);
    wend_graph *graph = NULL;
    wend_result result = wend_graph_load(&def, (const uint8_t *)bytes, count, &graph);
    object->pointer = graph;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

/* ---- nodes ---- */

/* add_node(x, y [, fields]) or add_node(fields) */
static int add_node(lua_State *L)
{
    wend_graph_node def = wend_graph_node_default();
    wend_node node = WEND_NODE_NONE;
    if (lua_type(L, 2) == LUA_TTABLE) {
        wendlua_read(L, 2, node_fields, &def);
    } else {
        wendlua_read(L, 4, node_fields, &def);
        def.position = wendlua_xy(L, 2);
    }
    wendlua_done_by(L, wend_graph_add_node(edit(L), &def, &node), wend_graph_error(read(L)));
    wendlua_push_node(L, node);
    return 1;
}

static int set_node(lua_State *L)
{
    wend_graph_node def;
    wend_node node = wendlua_u32(L, 2);
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_graph_get_node(read(L), node, &def), NULL, "there is no such node");
    wendlua_read(L, 3, node_fields, &def);
    wendlua_done_by(L, wend_graph_set_node(edit(L), node, &def), wend_graph_error(read(L)));
    return 0;
}

static int move_node(lua_State *L)
{
    wend_graph_node def;
    wend_node node = wendlua_u32(L, 2);
    wend_vec2 to = wendlua_xy(L, 3);
    wendlua_done(L, wend_graph_get_node(read(L), node, &def), NULL, "there is no such node");
    def.position = to;
    wendlua_done_by(L, wend_graph_set_node(edit(L), node, &def), wend_graph_error(read(L)));
    return 0;
}

static int remove_node(lua_State *L)
{
    wend_node node = wendlua_u32(L, 2);
    wendlua_done_by(L, wend_graph_remove_node(edit(L), node), wend_graph_error(read(L)));
    return 0;
}

static int get_node(lua_State *L)
{
    wend_graph_node def;
    wend_node node = wendlua_u32(L, 2);
    wendlua_done(L, wend_graph_get_node(read(L), node, &def), NULL, "there is no such node");
    wendlua_push(L, node_fields, &def);
    return 1;
}

static int has_node(lua_State *L)
{
    wend_node node = wendlua_u32(L, 2);
    lua_pushboolean(L, wend_graph_has_node(read(L), node));
    return 1;
}

static int position(lua_State *L)
{
    wend_node node = wendlua_u32(L, 2);
    if (!wend_graph_has_node(read(L), node)) {
        return wendlua_push_nil(L);
    }
    return wendlua_push_xy(L, wend_graph_position(read(L), node));
}

static int node_count(lua_State *L)
{
    wendlua_push_u64(L, wend_graph_node_count(read(L)));
    return 1;
}

static int nodes(lua_State *L)
{
    lua_newtable(L);
    lua_Integer count = 0;
    for (uint32_t i = 0; i < wend_graph_node_limit(read(L)); i++) {
        if (wend_graph_has_node(read(L), i)) {
            lua_pushinteger(L, i);
            lua_rawseti(L, -2, ++count);
        }
    }
    return 1;
}

/* ---- edges ---- */

/* add_edge(from, to [, fields]) or add_edge(fields) */
static int add_edge(lua_State *L)
{
    wend_graph_edge def = wend_graph_edge_default();
    uint32_t edge = WEND_EDGE_NONE;
    if (lua_type(L, 2) == LUA_TTABLE) {
        wendlua_read(L, 2, edge_fields, &def);
    } else {
        def.from = wendlua_u32(L, 2);
        def.to = wendlua_u32(L, 3);
        wendlua_read(L, 4, edge_fields + 2, &def);
    }
    wendlua_done_by(L, wend_graph_add_edge(edit(L), &def, &edge), wend_graph_error(read(L)));
    wendlua_push_node(L, edge);
    return 1;
}

static int set_edge(lua_State *L)
{
    wend_graph_edge def;
    uint32_t edge = wendlua_u32(L, 2);
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_graph_get_edge(read(L), edge, &def), NULL, "there is no such edge");
    wendlua_read(L, 3, edge_fields + 2, &def);
    wendlua_done_by(L, wend_graph_set_edge(edit(L), edge, &def), wend_graph_error(read(L)));
    return 0;
}

static int set_open(lua_State *L)
{
    uint32_t edge = wendlua_u32(L, 2);
    bool is_open = wendlua_bool(L, 3);
    wendlua_done_by(L, wend_graph_set_open(edit(L), edge, is_open), wend_graph_error(read(L)));
    return 0;
}

static int remove_edge(lua_State *L)
{
    uint32_t edge = wendlua_u32(L, 2);
    wendlua_done_by(L, wend_graph_remove_edge(edit(L), edge), wend_graph_error(read(L)));
    return 0;
}

static int get_edge(lua_State *L)
{
    wend_graph_edge def;
    uint32_t edge = wendlua_u32(L, 2);
    wendlua_done(L, wend_graph_get_edge(read(L), edge, &def), NULL, "there is no such edge");
    wendlua_push(L, edge_fields, &def);
    return 1;
}

static int edge_count(lua_State *L)
{
    wendlua_push_u64(L, wend_graph_edge_count(read(L)));
    return 1;
}

static int edges(lua_State *L)
{
    wend_graph_edge def;
    lua_newtable(L);
    lua_Integer count = 0;
    for (uint32_t i = 0; i < wend_graph_edge_limit(read(L)); i++) {
        if (wend_graph_get_edge(read(L), i, &def) == WEND_OK) {
            lua_pushinteger(L, i);
            lua_rawseti(L, -2, ++count);
        }
    }
    return 1;
}

static int edges_from(lua_State *L)
{
    size_t count = 0;
    wend_node node = wendlua_u32(L, 2);
    wend_result result = wend_graph_edges_from(read(L), node, NULL, 0, &count);
    wendlua_done(L, result, NULL, "there is no such node");
    size_t most = count;
    uint32_t *numbers = wendlua_scratch(L, most, sizeof *numbers);
    result = wend_graph_edges_from(read(L), node, numbers, most, &count);
    wendlua_done(L, result, NULL, "there is no such node");
    wendlua_push_nodes(L, numbers, count < most ? count : most);
    return 1;
}

static int edge_between(lua_State *L)
{
    wend_node from = wendlua_u32(L, 2);
    wend_node to = wendlua_u32(L, 3);
    wendlua_push_node(L, wend_graph_edge_between(read(L), from, to));
    return 1;
}

/* ---- nearest ---- */

static wend_graph_nearest_query near_def(lua_State *L, int arg)
{
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    if (!lua_isnoneornil(L, arg)) {
        wendlua_need_table(L, arg);
        wendlua_read(L, arg, near_fields, &near);
        near.walls = wendlua_field_pointer(L, arg, "walls", &wendlua_walls_kind);
    }
    return near;
}

static int nearest(lua_State *L)
{
    wend_vec2 at = wendlua_xy(L, 2);
    wend_graph_nearest_query near = near_def(L, 4);
    wendlua_push_node(L, wend_graph_nearest(read(L), at, &near));
    return 1;
}

/* nearest_several(x, y, most [, fields]) */
static int nearest_many(lua_State *L)
{
    lua_settop(L, 5);
    wend_vec2 at = wendlua_xy(L, 2);
    size_t most = (size_t)wendlua_integer(L, 4, 0, INT32_MAX);
    size_t all = wend_graph_node_count(read(L));
    most = most < all ? most : all;
    wend_node *found = wendlua_scratch(L, most, sizeof *found);
    wend_graph_nearest_query near = near_def(L, 5);
    size_t count = wend_graph_nearest_many(read(L), at, &near, found, most);
    wendlua_push_nodes(L, found, count);
    return 1;
}

/* ---- the whole ---- */

static int revision(lua_State *L)
{
    wendlua_push_u64(L, wend_graph_revision(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_graph_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_graph_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

/* load(bytes): replaces nodes and edges. */
static int load(lua_State *L)
{
    size_t count = 0;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wend_graph *it = wendlua_edit_pointer(L, 1, &wendlua_graph_kind);
    (void)wendlua_done_by(L, wend_graph_restore(it, (const uint8_t *)bytes, count),
                          wend_graph_error(it));
    return 0;
}

static const luaL_Reg methods[] = {
    {"add_node", add_node},
    {"set_node", set_node},
    {"move_node", move_node},
    {"remove_node", remove_node},
    {"get_node", get_node},
    {"has_node", has_node},
    {"position", position},
    {"node_count", node_count},
    {"nodes", nodes},
    {"add_edge", add_edge},
    {"set_edge", set_edge},
    {"set_open", set_open},
    {"remove_edge", remove_edge},
    {"get_edge", get_edge},
    {"edge_count", edge_count},
    {"edges", edges},
    {"edges_from", edges_from},
    {"edge_between", edge_between},
    {"nearest", nearest},
    {"nearest_many", nearest_many},
    {"join_visible", wendlua_graph_join_visible},
    {"join_tangent", wendlua_graph_join_tangent},
    {"set_open_across", wendlua_graph_set_open_across},
    {"get_arc", wendlua_graph_arc},
    {"coverage", wendlua_graph_coverage},
    {"add_overlay", wendlua_graph_add_overlay},
    {"get_overlay", wendlua_graph_get_overlay},
    {"list_overlays", wendlua_graph_list_overlays},
    {"remove_overlay", wendlua_graph_remove_overlay},
    {"overlay_add", wendlua_graph_overlay_add},
    {"overlay_add_edge", wendlua_graph_overlay_add_edge},
    {"overlay_tick", wendlua_graph_overlay_tick},
    {"overlay_value", wendlua_graph_overlay_value},
    {"overlay_cost", wendlua_graph_overlay_cost},
    {"compact", wendlua_graph_compact},
    {"memory_bytes", wendlua_graph_memory_bytes},
    {"revision", revision},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_graph_kind = {"graph", "wend.graph", destroy, methods};

const luaL_Reg wendlua_graph_functions[] = {
    {"graph", make},
    {"graph_load", make_loaded},
    {"graph_build", wendlua_graph_build},
    {"graph_from_grid", wendlua_graph_from_grid},
    {"graph_from_mesh", wendlua_graph_from_mesh},
    {NULL, NULL},
};
