/* Methods of wend.path for smoothing, cells, and arcs as legs.
 * Cost: as in wend/path.h, wend/mesh_path.h and wend/path_shape.h. */
#include "lua/route/path.h"
#include "wend/mesh_path.h"

static wend_path *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_path_kind);
}

/* The space of the pathfinder or search at arg; NULL with `mesh` set where it is a mesh's. */
static const wend_space *space_of(lua_State *L, int arg, const wend_mesh_space **mesh)
{
    *mesh = NULL;
    if (wendlua_test(L, arg, &wendlua_pathfinder_kind) != NULL) {
        const wend_pathfinder *pathfinder =
            wendlua_check(L, arg, &wendlua_pathfinder_kind)->pointer;
        *mesh = wend_pathfinder_mesh_space(pathfinder);
        return wend_pathfinder_space(pathfinder);
    }
    if (wendlua_test(L, arg, &wendlua_search_kind) == NULL) {
        wendlua_type_error(L, arg, "a pathfinder or a search");
    }
    return ((const wendlua_search *)wendlua_check(L, arg, &wendlua_search_kind))->space;
}

/* Follows edits of that world. */
static void update_space(lua_State *L, int arg)
{
    const bool is_pathfinder = wendlua_test(L, arg, &wendlua_pathfinder_kind) != NULL;
    const wend_mesh_space *mesh = NULL;
    (void)space_of(L, arg, &mesh);
    wendlua_done(
        L,
        is_pathfinder
            ? wend_pathfinder_update(wendlua_check(L, arg, &wendlua_pathfinder_kind)->pointer)
            : wend_space_update(
                  ((wendlua_search *)wendlua_check(L, arg, &wendlua_search_kind))->space),
        NULL, NULL);
}

static const wendlua_name smoothings[] = {
    {"quick", WEND_SMOOTHING_QUICK},
    {"precise", WEND_SMOOTHING_PRECISE},
    {NULL, 0},
};

/* smooth(pathfinder | search [, radius [, smoothing]]) */
int wendlua_path_smooth(lua_State *L)
{
    const wend_mesh_space *mesh = NULL;
    double radius = wendlua_number_or(L, 3, 0);
    wend_smoothing how =
        (wend_smoothing)wendlua_enum_or(L, 4, smoothings, (uint32_t)WEND_SMOOTHING_QUICK);
    const wend_space *space = space_of(L, 2, &mesh);
    wend_path *path = edit(L);
    wend_result result = mesh != NULL ? wend_path_smooth_mesh(path, mesh, radius, how)
                                      : wend_path_smooth(path, space, radius, how);
    const wend_message graphs = {0, "paths on graphs are for smooth_walls"};
    wendlua_done(L, result, result == WEND_ERROR_UNSUPPORTED ? &graphs : NULL,
                 "the radius is 0 or more, and the path is of that world");
    return 0;
}

/* cells(pathfinder | search): the nodes along a path over a grid that was not smoothed. */
int wendlua_path_cells(lua_State *L)
{
    static const char hint[] = "the path was smoothed, or is of another world";
    const wend_mesh_space *mesh = NULL;
    const wend_space *space = space_of(L, 2, &mesh);
    wendlua_arg_check(L, mesh == NULL, 2, "paths on meshes have no cells");
    const wend_path *path = wendlua_read_pointer(L, 1, &wendlua_path_kind);
    size_t count = 0;
    wend_result result = wend_path_cells(path, space, NULL, 0, &count);
    const wend_message graphs = {0, "paths on graphs have no cells: see the legs' nodes"};
    wendlua_done(L, result, result == WEND_ERROR_UNSUPPORTED ? &graphs : NULL, hint);
    size_t most = count;
    wend_node *nodes = wendlua_scratch(L, most, sizeof *nodes);
    space = space_of(L, 2, &mesh);
    path = wendlua_read_pointer(L, 1, &wendlua_path_kind);
    wendlua_done(L, wend_path_cells(path, space, nodes, most, &count), NULL, hint);
    wendlua_push_nodes(L, nodes, count < most ? count : most);
    return 1;
}

/* is_valid(pathfinder | search [, radius [, first_leg]]): true if the path is still valid after
 * edits, else false and the first leg that is not. */
int wendlua_path_is_valid(lua_State *L)
{
    const wend_mesh_space *mesh = NULL;
    const double radius = wendlua_number_or(L, 3, 0);
    const lua_Integer first = lua_isnoneornil(L, 4) ? 1 : wendlua_integer(L, 4, 1, LUA_MAXINTEGER);
    update_space(L, 2);
    const wend_space *space = space_of(L, 2, &mesh);
    const wend_path *path = wendlua_read_pointer(L, 1, &wendlua_path_kind);
    size_t leg = 0;
    bool is_valid = false;
    if (mesh != NULL) {
        wend_result result = WEND_OK;
        is_valid = wend_path_is_valid_mesh(path, mesh, radius, (size_t)first - 1, &leg, &result);
        wendlua_done(L, result, NULL, "the radius is 0 or more");
    } else {
        is_valid = wend_path_is_valid(path, space, radius, (size_t)first - 1, &leg);
    }
    lua_pushboolean(L, is_valid);
    if (is_valid) {
        return 1;
    }
    wendlua_push_u64(L, (uint64_t)leg + 1);
    return 2;
}

/* split_arcs(graph, walls) */
int wendlua_path_split_arcs(lua_State *L)
{
    const wend_graph *graph = wendlua_read_pointer(L, 2, &wendlua_graph_kind);
    const wend_walls *walls = wendlua_read_pointer(L, 3, &wendlua_walls_kind);
    wendlua_done(L, wend_path_split_arcs(edit(L), graph, walls), NULL, NULL);
    return 0;
}
