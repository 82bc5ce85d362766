/* wend.mesh_space, wend.mesh_corridor and their methods: paths over a mesh that follow a moving position
 * and target. Corridors share a space.
 * Cost: as in wend/mesh_corridor.h; each call brings the space up to date first. */
#include "wend/mesh_corridor.h"

#include "lua/route/path.h"
#include "lua/world/mesh.h"

/* ---- spaces ---- */

static void destroy_space(wendlua_object *object)
{
    wend_mesh_space_destroy(object->pointer);
}

static const wendlua_field space_fields[] = {
    {"mesh", WENDLUA_OTHER, 0, NULL},
    {"area_factors", WENDLUA_OTHER, 0, NULL},
    {"flags_required", WENDLUA_MASK, offsetof(wend_mesh_space_def, flags_required), NULL},
    {"flags_refused", WENDLUA_MASK, offsetof(wend_mesh_space_def, flags_refused), NULL},
    {"overlay_layers", WENDLUA_MASK, offsetof(wend_mesh_space_def, overlay_layers), NULL},
    {"has_islands", WENDLUA_BOOL, offsetof(wend_mesh_space_def, has_islands), NULL},
    {NULL, 0, 0, NULL},
};

static int make_space(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, space_fields, &def);
    def.factors = wendlua_read_factors(L, 1, "area_factors", NULL);
    wendlua_object *object = wendlua_new(L, &wendlua_mesh_space_kind, sizeof *object);
    def.mesh = wendlua_master(L, lua_gettop(L), 1, "mesh", &wendlua_mesh_kind);
    wend_mesh_space *space = NULL;
    const wend_result result = wend_mesh_space_create(&def, &space);
    return wendlua_made(L, object, space, result, &message);
}

/* update([steps]): false while there is more to do. */
static int update_space(lua_State *L)
{
    wend_budget steps;
    wend_budget *left = wendlua_budget(L, 2, &steps);
    wend_mesh_space *space = wendlua_edit_pointer(L, 1, &wendlua_mesh_space_kind);
    const wend_result result = wendlua_done_by(L, wend_mesh_space_update_sliced(space, left),
                                               wend_mesh_space_error(space));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

static const luaL_Reg space_methods[] = {
    {"update", update_space},
    {NULL, NULL},
};

const wendlua_kind wendlua_mesh_space_kind = {"mesh_space", "wend.mesh_space", destroy_space,
                                              space_methods};

/* ---- corridors ---- */

static void destroy(wendlua_object *object)
{
    wend_mesh_corridor_destroy(object->pointer);
}

static const wendlua_field def_fields[] = {
    {"space", WENDLUA_OTHER, 0, NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_mesh_corridor_def, radius), NULL},
    {"bound_max", WENDLUA_DOUBLE, offsetof(wend_mesh_corridor_def, bound_max), NULL},
    {NULL, 0, 0, NULL},
};

static int make(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_corridor_def def = wend_mesh_corridor_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    wendlua_object *object = wendlua_new(L, &wendlua_mesh_corridor_kind, sizeof *object);
    def.space = wendlua_master(L, lua_gettop(L), 1, "space", &wendlua_mesh_space_kind);
    wend_mesh_corridor *corridor = NULL;
    const wend_result result = wend_mesh_corridor_create(&def, &corridor);
    return wendlua_made(L, object, corridor, result, &message);
}

/* The corridor, with its space up to date: edits of the mesh since need no call of their own. */
static wend_mesh_corridor *edit(lua_State *L)
{
    wend_mesh_corridor *corridor = wendlua_edit_pointer(L, 1, &wendlua_mesh_corridor_kind);
    wend_mesh_space *space = wendlua_find_master(L, 1, &wendlua_mesh_space_kind);
    wendlua_done_by(L, wend_mesh_space_update(space), wend_mesh_space_error(space));
    return corridor;
}

/* True; or nil and the reason. */
static int push_outcome(lua_State *L, const wend_mesh_corridor *corridor, wend_result result)
{
    if (wendlua_done_by(L, result, wend_mesh_corridor_error(corridor)) == WEND_OK) {
        lua_pushboolean(L, true);
        return 1;
    }
    wend_mesh_corridor_answer answer;
    wend_mesh_corridor_get_answer(corridor, &answer);
    lua_pushnil(L);
    lua_pushstring(L, result == WEND_IN_PROGRESS ? "in progress"
                                                 : wend_failure_reason_text(answer.reason));
    return 2;
}

/* set(position, target) */
static int set(lua_State *L)
{
    const wend_mesh_location position = wendlua_mesh_place(L, 2);
    const wend_mesh_location target = wendlua_mesh_place(L, 3);
    wend_mesh_corridor *corridor = edit(L);
    return push_outcome(L, corridor, wend_mesh_corridor_set(corridor, position, target));
}

static int move_by(lua_State *L,
                   wend_result (*move)(wend_mesh_corridor *corridor, double x, double y))
{
    const wend_vec2 to = wendlua_xy(L, 2);
    wend_mesh_corridor *corridor = edit(L);
    const wend_result result =
        wendlua_done_by(L, move(corridor, to.x, to.y), wend_mesh_corridor_error(corridor));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

/* move(x, y): false where it has no room. */
static int move_position(lua_State *L)
{
    return move_by(L, wend_mesh_corridor_move);
}

static int move_target(lua_State *L)
{
    return move_by(L, wend_mesh_corridor_move_target);
}

/* update([steps]) */
static int update(lua_State *L)
{
    wend_budget steps;
    wend_budget *left = wendlua_budget(L, 2, &steps);
    wend_mesh_corridor *corridor = edit(L);
    return push_outcome(L, corridor, wend_mesh_corridor_update(corridor, left));
}

/* corners([most]): the position, and where to walk next. */
static int corners(lua_State *L)
{
    const size_t most = wendlua_u32_or(L, 2, UINT32_MAX);
    size_t count = 0;
    wend_mesh_corridor *corridor = wendlua_edit_pointer(L, 1, &wendlua_mesh_corridor_kind);
    wendlua_done(L, wend_mesh_corridor_corners(corridor, NULL, 0, &count), NULL, NULL);
    count = count < most ? count : most;
    wend_mesh_location *list = wendlua_scratch(L, count + 1, sizeof *list);
    corridor = wendlua_edit_pointer(L, 1, &wendlua_mesh_corridor_kind);
    size_t all = 0;
    wendlua_done(L, wend_mesh_corridor_corners(corridor, list, count, &all), NULL, NULL);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        wendlua_push_mesh_place(L, &list[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static const wendlua_field info_fields[] = {
    {"length", WENDLUA_DOUBLE, offsetof(wend_mesh_corridor_answer, length), NULL},
    {"bound", WENDLUA_DOUBLE, offsetof(wend_mesh_corridor_answer, bound), NULL},
    {"corner_count", WENDLUA_SIZE, offsetof(wend_mesh_corridor_answer, corner_count), NULL},
    {"searches", WENDLUA_U64, offsetof(wend_mesh_corridor_answer, searches), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_mesh_corridor_answer answer;
    wend_mesh_corridor_get_answer(wendlua_edit_pointer(L, 1, &wendlua_mesh_corridor_kind), &answer);
    wendlua_push(L, info_fields, &answer);
    lua_pushboolean(L, answer.result == WEND_PARTIAL);
    lua_setfield(L, -2, "is_partial");
    if (answer.corner_count > 0) {
        wendlua_push_mesh_place(L, &answer.position);
        lua_setfield(L, -2, "position");
        wendlua_push_mesh_place(L, &answer.target);
        lua_setfield(L, -2, "target");
    }
    return 1;
}

static const luaL_Reg methods[] = {
    {"set", set},       {"move", move_position}, {"move_target", move_target},
    {"update", update}, {"corners", corners},    {"get_info", get_info},
    {NULL, NULL},
};

const wendlua_kind wendlua_mesh_corridor_kind = {"mesh_corridor", "wend.mesh_corridor", destroy,
                                                 methods};

const luaL_Reg wendlua_corridor_functions[] = {
    {"mesh_space", make_space},
    {"mesh_corridor", make},
    {NULL, NULL},
};
