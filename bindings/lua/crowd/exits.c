/* wend.exit and its methods: exits of a crowd. The object is a handle: collecting or closing it keeps
 * the exit, `remove` ends it.
 * Cost: as in wend/exits.h. */
#include "wend/exits.h"
#include "lua/crowd/handle.h"

static const wendlua_name choices[] = {
    {"least_time", WEND_EXIT_LEAST_TIME},
    {"nearest", WEND_EXIT_NEAREST},
    {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"position", WENDLUA_VEC2 | WENDLUA_NEEDED, offsetof(wend_exit_def, position), NULL},
    {"floor", WENDLUA_U32, offsetof(wend_exit_def, floor), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_exit_def, z), NULL},
    {"goal", WENDLUA_VEC2, offsetof(wend_exit_def, goal), NULL},
    {"width", WENDLUA_DOUBLE, offsetof(wend_exit_def, width), NULL},
    {"rate", WENDLUA_DOUBLE, offsetof(wend_exit_def, rate), NULL},
    {"request", WENDLUA_ORDER, offsetof(wend_exit_def, request), NULL},
    {"is_closed", WENDLUA_BOOL, offsetof(wend_exit_def, is_closed), NULL},
    {"user", WENDLUA_U64, offsetof(wend_exit_def, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field info_fields[] = {
    {"position", WENDLUA_VEC2, offsetof(wend_exit_info, position), NULL},
    {"floor", WENDLUA_U32, offsetof(wend_exit_info, floor), NULL},
    {"is_closed", WENDLUA_BOOL, offsetof(wend_exit_info, is_closed), NULL},
    {"rate", WENDLUA_DOUBLE, offsetof(wend_exit_info, rate), NULL},
    {"coming", WENDLUA_U32, offsetof(wend_exit_info, coming), NULL},
    {"passed", WENDLUA_U64, offsetof(wend_exit_info, passed), NULL},
    {"seconds", WENDLUA_DOUBLE, offsetof(wend_exit_info, seconds), NULL},
    {"user", WENDLUA_U64, offsetof(wend_exit_info, user), NULL},
    {NULL, 0, 0, NULL},
};

/* Exits with a field `goal` have one. */
static wend_exit_def def_at(lua_State *L, int arg)
{
    wend_exit_def def = wend_exit_def_default();
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, def_fields, &def);
    def.has_goal = lua_getfield(L, arg, "goal") != LUA_TNIL;
    lua_pop(L, 1);
    return def;
}

/* ---- arguments ---- */

static const wendlua_handle *read(lua_State *L)
{
    return wendlua_handle_read(L, &wendlua_exit_kind);
}

static wend_exit_id id_of(const wendlua_handle *self)
{
    return (wend_exit_id){self->index1, self->generation};
}

/* For calls that change it. */
static wend_crowd *edit(lua_State *L, wend_exit_id *id)
{
    const wendlua_handle *self = NULL;
    wend_crowd *crowd = wendlua_handle_edit(L, &wendlua_exit_kind, &self);
    *id = id_of(self);
    return crowd;
}

/* ---- creation ---- */

/* wend.exit(crowd, fields) */
static int make(lua_State *L)
{
    wend_exit_id id = {0, 0};
    lua_settop(L, 2);
    wendlua_edit(L, 1, &wendlua_crowd_kind);
    wend_exit_def def = def_at(L, 2);
    wendlua_handle *self = wendlua_new_handle(L, 1, &wendlua_exit_kind);
    wend_crowd *crowd = wendlua_edit_pointer(L, 1, &wendlua_crowd_kind);
    wendlua_done_by(L, wend_crowd_add_exit(crowd, &def, &id), wend_crowd_error(crowd));
    return wendlua_handle_set(L, self, id.index1, id.generation);
}

/* wend.exit_of_body(crowd, body): a handle, or nil. */
static int make_of(lua_State *L)
{
    wendlua_check(L, 1, &wendlua_crowd_kind);
    wend_body_id body = wendlua_body(L, 2);
    wendlua_handle *self = wendlua_new_handle(L, 1, &wendlua_exit_kind);
    const wend_exit_id id = wend_crowd_exit_of_body(wendlua_crowd_read(L), body);
    return wendlua_handle_set(L, self, id.index1, id.generation);
}

/* wend.exit_list(crowd): handles of all. */
static int make_all(lua_State *L)
{
    wend_exit_id ids[WEND_CROWD_EXITS_MAX];
    size_t count = 0;
    wendlua_check(L, 1, &wendlua_crowd_kind);
    wend_result result =
        wend_crowd_list_exits(wendlua_crowd_read(L), ids, WEND_CROWD_EXITS_MAX, &count);
    wendlua_done(L, result, NULL, NULL);
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        wendlua_handle *self = wendlua_new_handle(L, 1, &wendlua_exit_kind);
        (void)wendlua_handle_set(L, self, ids[i].index1, ids[i].generation);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* wend.exit_leave(crowd, bodies [, choice]) */
static int leave(lua_State *L)
{
    size_t count = 0;
    wendlua_edit(L, 1, &wendlua_crowd_kind);
    uint32_t choice = wendlua_enum_or(L, 3, choices, WEND_EXIT_LEAST_TIME);
    const wend_body_id *ids = wendlua_bodies(L, 2, &count);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wend_result result = wend_crowd_leave(crowd, ids, count, (wend_exit_choice)choice);
    wendlua_done_by(L, result, wend_crowd_error(crowd));
    return 0;
}

/* ---- methods ---- */

/* set(fields): all fields, others get their defaults. */
static int set(lua_State *L)
{
    wend_exit_id id;
    wend_exit_def def = def_at(L, 2);
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_crowd_set_exit(crowd, id, &def), wend_crowd_error(crowd));
    return 0;
}

static int remove_exit(lua_State *L)
{
    wend_exit_id id;
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_crowd_remove_exit(crowd, id), wend_crowd_error(crowd));
    return 0;
}

static int get_info(lua_State *L)
{
    wend_exit_info info;
    const wendlua_handle *self = read(L);
    wendlua_done(L, wend_crowd_get_exit(self->object.pointer, id_of(self), &info), NULL, NULL);
    wendlua_push(L, info_fields, &info);
    return 1;
}

static int exists(lua_State *L)
{
    wend_exit_info info;
    const wendlua_handle *self = read(L);
    wend_result result = wend_crowd_get_exit(self->object.pointer, id_of(self), &info);
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

/* The id in hashes and files of the crowd. */
static int get_id(lua_State *L)
{
    return wendlua_handle_id(L, &wendlua_exit_kind, WENDLUA_EXIT);
}

static int is_equal(lua_State *L)
{
    return wendlua_handle_is_equal(L, &wendlua_exit_kind);
}

static const luaL_Reg methods[] = {
    {"set", set},   {"remove", remove_exit}, {"get_info", get_info}, {"exists", exists},
    {"id", get_id}, {"__eq", is_equal},      {NULL, NULL},
};

const wendlua_kind wendlua_exit_kind = {"exit", "wend.exit", wendlua_handle_destroy, methods};

const luaL_Reg wendlua_exit_functions[] = {
    {"exit", make}, {"exit_of_body", make_of}, {"exit_list", make_all}, {"exit_leave", leave},
    {NULL, NULL},
};
