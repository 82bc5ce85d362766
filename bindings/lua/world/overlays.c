/* Methods of wend.graph and wend.mesh for overlays.
 * Cost: as in wend/graph_overlay.h and wend/mesh_overlay.h. */
#include "lua/world/overlays.h"

#include "wend/graph.h"
#include "wend/graph_overlay.h"
#include "wend/mesh.h"
#include "wend/mesh_overlay.h"

static const char no_overlay[] = "there is no such overlay";

static const wendlua_field graph_fields[] = {
    {"layers", WENDLUA_MASK, offsetof(wend_graph_overlay_def, layers), NULL},
    {"keep", WENDLUA_DOUBLE, offsetof(wend_graph_overlay_def, keep), NULL},
    {"max_value", WENDLUA_U32, offsetof(wend_graph_overlay_def, max_value), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field mesh_fields[] = {
    {"layers", WENDLUA_MASK, offsetof(wend_mesh_overlay_def, layers), NULL},
    {"keep", WENDLUA_DOUBLE, offsetof(wend_mesh_overlay_def, keep), NULL},
    {"max_value", WENDLUA_U32, offsetof(wend_mesh_overlay_def, max_value), NULL},
    {NULL, 0, 0, NULL},
};

static wend_overlay_id overlay_id(lua_State *L, int arg)
{
    return (wend_overlay_id){wendlua_index1(L, arg, WENDLUA_OVERLAY),
                             wendlua_generation(L, arg, WENDLUA_OVERLAY)};
}

/* ---- graphs ---- */

static wend_graph *edit_graph(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_graph_kind);
}

static const wend_graph *read_graph(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_graph_kind);
}

static int graph_done(lua_State *L, wend_result result)
{
    wendlua_done_by(L, result, wend_graph_error(read_graph(L)));
    return 0;
}

int wendlua_graph_add_overlay(lua_State *L)
{
    wend_message message = {0};
    wend_graph_overlay_def def = wend_graph_overlay_def_default();
    wend_overlay_id id = {0, 0};
    wendlua_read(L, 2, graph_fields, &def);
    wendlua_done(L, wend_graph_add_overlay(edit_graph(L), &def, &id, &message), &message, NULL);
    wendlua_push_id(L, WENDLUA_OVERLAY, id.index1, id.generation);
    return 1;
}

int wendlua_graph_get_overlay(lua_State *L)
{
    wend_graph_overlay_def def;
    const wend_overlay_id id = overlay_id(L, 2);
    wendlua_done(L, wend_graph_get_overlay(read_graph(L), id, &def), NULL, no_overlay);
    wendlua_push(L, graph_fields, &def);
    return 1;
}

int wendlua_graph_list_overlays(lua_State *L)
{
    wend_overlay_id ids[WEND_GRAPH_OVERLAYS_MAX];
    size_t count = 0;
    wendlua_done(L, wend_graph_list_overlays(read_graph(L), ids, WEND_GRAPH_OVERLAYS_MAX, &count),
                 NULL, NULL);
    wendlua_push_ids(L, WENDLUA_OVERLAY, &ids[0].index1, count);
    return 1;
}

int wendlua_graph_remove_overlay(lua_State *L)
{
    const wend_overlay_id id = overlay_id(L, 2);
    return graph_done(L, wend_graph_remove_overlay(edit_graph(L), id));
}

int wendlua_graph_overlay_add(lua_State *L)
{
    wendlua_takes(L, "id, x, y, radius, amount");
    const wend_overlay_id id = overlay_id(L, 2);
    const wend_vec2 centre = wendlua_xy(L, 3);
    const double radius = wendlua_number(L, 5);
    const int32_t amount = wendlua_i32(L, 6);
    return graph_done(L, wend_graph_overlay_add(edit_graph(L), id, centre, radius, amount));
}

int wendlua_graph_overlay_add_edge(lua_State *L)
{
    wendlua_takes(L, "id, edge, amount");
    const wend_overlay_id id = overlay_id(L, 2);
    const uint32_t edge = wendlua_u32(L, 3);
    const int32_t amount = wendlua_i32(L, 4);
    return graph_done(L, wend_graph_overlay_add_edge(edit_graph(L), id, edge, amount));
}

int wendlua_graph_overlay_tick(lua_State *L)
{
    const wend_overlay_id id = overlay_id(L, 2);
    return graph_done(L, wend_graph_overlay_tick(edit_graph(L), id));
}

int wendlua_graph_overlay_value(lua_State *L)
{
    const wend_overlay_id id = overlay_id(L, 2);
    const uint32_t edge = wendlua_u32(L, 3);
    lua_pushinteger(L, wend_graph_overlay_value(read_graph(L), id, edge));
    return 1;
}

int wendlua_graph_overlay_cost(lua_State *L)
{
    const uint32_t layers = wendlua_u32(L, 2);
    const uint32_t edge = wendlua_u32(L, 3);
    lua_pushnumber(L, wend_cost_to_double(wend_graph_overlay_cost(read_graph(L), layers, edge)));
    return 1;
}

/* ---- meshes ---- */

static wend_mesh *edit_mesh(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_mesh_kind);
}

static const wend_mesh *read_mesh(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_mesh_kind);
}

static int mesh_done(lua_State *L, wend_result result)
{
    wendlua_done_by(L, result, wend_mesh_error(read_mesh(L)));
    return 0;
}

int wendlua_mesh_add_overlay(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
    wend_overlay_id id = {0, 0};
    wendlua_read(L, 2, mesh_fields, &def);
    wendlua_done(L, wend_mesh_add_overlay(edit_mesh(L), &def, &id, &message), &message, NULL);
    wendlua_push_id(L, WENDLUA_OVERLAY, id.index1, id.generation);
    return 1;
}

int wendlua_mesh_get_overlay(lua_State *L)
{
    wend_mesh_overlay_def def;
    const wend_overlay_id id = overlay_id(L, 2);
    wendlua_done(L, wend_mesh_get_overlay(read_mesh(L), id, &def), NULL, no_overlay);
    wendlua_push(L, mesh_fields, &def);
    return 1;
}

int wendlua_mesh_list_overlays(lua_State *L)
{
    wend_overlay_id ids[WEND_MESH_OVERLAYS_MAX];
    size_t count = 0;
    wendlua_done(L, wend_mesh_list_overlays(read_mesh(L), ids, WEND_MESH_OVERLAYS_MAX, &count),
                 NULL, NULL);
    wendlua_push_ids(L, WENDLUA_OVERLAY, &ids[0].index1, count);
    return 1;
}

int wendlua_mesh_remove_overlay(lua_State *L)
{
    const wend_overlay_id id = overlay_id(L, 2);
    return mesh_done(L, wend_mesh_remove_overlay(edit_mesh(L), id));
}

int wendlua_mesh_overlay_add(lua_State *L)
{
    wendlua_takes(L, "id, x, y, radius, amount");
    const wend_overlay_id id = overlay_id(L, 2);
    const wend_vec2 centre = wendlua_xy(L, 3);
    const double radius = wendlua_number(L, 5);
    const int32_t amount = wendlua_i32(L, 6);
    return mesh_done(L, wend_mesh_overlay_add(edit_mesh(L), id, centre, radius, amount));
}

int wendlua_mesh_overlay_add_box(lua_State *L)
{
    wendlua_takes(L, "id, x0, y0, x1, y1, amount");
    const wend_overlay_id id = overlay_id(L, 2);
    const wend_vec2 low = wendlua_xy(L, 3);
    const wend_vec2 high = wendlua_xy(L, 5);
    const int32_t amount = wendlua_i32(L, 7);
    return mesh_done(L, wend_mesh_overlay_add_box(edit_mesh(L), id, low, high, amount));
}

int wendlua_mesh_overlay_add_polygon(lua_State *L)
{
    wendlua_takes(L, "id, points, amount");
    const wend_overlay_id id = overlay_id(L, 2);
    size_t count = 0;
    const wend_vec2 *points = wendlua_points(L, 3, &count);
    const int32_t amount = wendlua_i32(L, 4);
    return mesh_done(L, wend_mesh_overlay_add_polygon(edit_mesh(L), id, points, count, amount));
}

int wendlua_mesh_overlay_tick(lua_State *L)
{
    const wend_overlay_id id = overlay_id(L, 2);
    return mesh_done(L, wend_mesh_overlay_tick(edit_mesh(L), id));
}

int wendlua_mesh_overlay_value(lua_State *L)
{
    const wend_overlay_id id = overlay_id(L, 2);
    const wend_vec2 at = wendlua_xy(L, 3);
    lua_pushinteger(L, (lua_Integer)wend_mesh_overlay_value(read_mesh(L), id, at));
    return 1;
}

int wendlua_mesh_overlay_shape_count(lua_State *L)
{
    const wend_overlay_id id = overlay_id(L, 2);
    lua_pushinteger(L, (lua_Integer)wend_mesh_overlay_shape_count(read_mesh(L), id));
    return 1;
}

int wendlua_mesh_overlay_cost(lua_State *L)
{
    wendlua_takes(L, "layers, x0, y0, x1, y1");
    const uint32_t layers = wendlua_u32(L, 2);
    const wend_vec2 from = wendlua_xy(L, 3);
    const wend_vec2 to = wendlua_xy(L, 5);
    lua_pushnumber(L, wend_mesh_overlay_cost(read_mesh(L), layers, from, to));
    return 1;
}
