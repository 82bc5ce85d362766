/* wend.social and its methods: social groups. The object is a handle: collecting or closing it keeps
 * the group, `destroy` ends it.
 * Cost: as in wend/social.h. */
#include "wend/social.h"
#include "lua/crowd/handle.h"

static const wendlua_field def_fields[] = {
    {"spacing", WENDLUA_DOUBLE, offsetof(wend_social_def, spacing), NULL},
    {"speed_loss", WENDLUA_DOUBLE, offsetof(wend_social_def, speed_loss), NULL},
    {"user", WENDLUA_U64, offsetof(wend_social_def, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field info_fields[] = {
    {"centre", WENDLUA_VEC2, offsetof(wend_social_info, centre), NULL},
    {"heading", WENDLUA_DOUBLE, offsetof(wend_social_info, heading), NULL},
    {"spread", WENDLUA_DOUBLE, offsetof(wend_social_info, spread), NULL},
    {"members", WENDLUA_U32, offsetof(wend_social_info, members), NULL},
    {"walking", WENDLUA_U32, offsetof(wend_social_info, walking), NULL},
    {"files", WENDLUA_U32, offsetof(wend_social_info, files), NULL},
    {"arrived", WENDLUA_U32, offsetof(wend_social_info, arrived), NULL},
    {"is_waiting", WENDLUA_BOOL, offsetof(wend_social_info, is_waiting), NULL},
    {"user", WENDLUA_U64, offsetof(wend_social_info, user), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- arguments ---- */

static const wendlua_handle *read(lua_State *L)
{
    return wendlua_handle_read(L, &wendlua_social_kind);
}

static wend_social_id id_of(const wendlua_handle *self)
{
    return (wend_social_id){self->index1, self->generation};
}

/* For calls that change it. */
static wend_crowd *edit(lua_State *L, wend_social_id *id)
{
    const wendlua_handle *self = NULL;
    wend_crowd *crowd = wendlua_handle_edit(L, &wendlua_social_kind, &self);
    *id = id_of(self);
    return crowd;
}

/* ---- creation ---- */

/* wend.social(crowd, fields, members) */
static int make(lua_State *L)
{
    wend_social_id id = {0, 0};
    size_t count = 0;
    lua_settop(L, 3);
    wendlua_edit(L, 1, &wendlua_crowd_kind);
    const wend_body_id *members = wendlua_bodies(L, 3, &count);
    wend_social_def def = wend_social_def_default();
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, def_fields, &def);
    wendlua_handle *self = wendlua_new_handle(L, 1, &wendlua_social_kind);
    wend_crowd *crowd = wendlua_edit_pointer(L, 1, &wendlua_crowd_kind);
    wend_result result = wend_social_create(crowd, &def, members, count, &id);
    wendlua_done_by(L, result, wend_crowd_error(crowd));
    return wendlua_handle_set(L, self, id.index1, id.generation);
}

/* wend.social_of_body(crowd, body): a handle, or nil. */
static int make_of(lua_State *L)
{
    wendlua_check(L, 1, &wendlua_crowd_kind);
    wend_body_id body = wendlua_body(L, 2);
    wendlua_handle *self = wendlua_new_handle(L, 1, &wendlua_social_kind);
    const wend_social_id id = wend_social_of_body(wendlua_crowd_read(L), body);
    return wendlua_handle_set(L, self, id.index1, id.generation);
}

/* wend.social_list(crowd): handles of all. */
static int make_all(lua_State *L)
{
    wendlua_check(L, 1, &wendlua_crowd_kind);
    size_t count = 0;
    (void)wend_social_list(wendlua_crowd_read(L), NULL, 0, &count);
    wend_social_id *ids = wendlua_scratch(L, count, sizeof *ids);
    wendlua_done(L, wend_social_list(wendlua_crowd_read(L), ids, count, &count), NULL, NULL);
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        wendlua_handle *self = wendlua_new_handle(L, 1, &wendlua_social_kind);
        (void)wendlua_handle_set(L, self, ids[i].index1, ids[i].generation);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ---- orders ---- */

/* set_goal(x, y [, floor]) */
static int set_goal(lua_State *L)
{
    wend_social_id id;
    wend_vec2 to = wendlua_xy(L, 2);
    uint32_t floor = wendlua_u32_or(L, 4, 0);
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_social_set_goal(crowd, id, to, floor), wend_crowd_error(crowd));
    return 0;
}

static int destroy_group(lua_State *L)
{
    wend_social_id id;
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_social_destroy(crowd, id), wend_crowd_error(crowd));
    return 0;
}

static int add_member(lua_State *L)
{
    wend_social_id id;
    wend_body_id member = wendlua_body(L, 2);
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_social_add_member(crowd, id, member), wend_crowd_error(crowd));
    return 0;
}

static int remove_member(lua_State *L)
{
    wend_social_id id;
    wend_body_id member = wendlua_body(L, 2);
    wend_crowd *crowd = edit(L, &id);
    wend_social_id of = wend_social_of_body(crowd, member);
    wendlua_arg_check(L, of.index1 == id.index1 && of.generation == id.generation, 2,
                      "it is no member of this group");
    wendlua_done_by(L, wend_social_remove_member(crowd, member), wend_crowd_error(crowd));
    return 0;
}

/* ---- queries ---- */

static int get_info(lua_State *L)
{
    wend_social_info info;
    const wendlua_handle *self = read(L);
    wendlua_done(L, wend_social_get_info(self->object.pointer, id_of(self), &info), NULL, NULL);
    wendlua_push(L, info_fields, &info);
    return 1;
}

static int exists(lua_State *L)
{
    wend_social_info info;
    const wendlua_handle *self = read(L);
    wend_result result = wend_social_get_info(self->object.pointer, id_of(self), &info);
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

static int list_members(lua_State *L)
{
    wend_body_id members[WEND_SOCIAL_MEMBERS_MAX];
    size_t count = 0;
    const wendlua_handle *self = read(L);
    wend_result result = wend_social_list_members(self->object.pointer, id_of(self), members,
                                                  WEND_SOCIAL_MEMBERS_MAX, &count);
    wendlua_done(L, result, NULL, NULL);
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        wendlua_push_id(L, WENDLUA_BODY, members[i].index1, members[i].generation);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* The id in hashes and files of the crowd. */
static int get_id(lua_State *L)
{
    return wendlua_handle_id(L, &wendlua_social_kind, WENDLUA_SOCIAL);
}

static int is_equal(lua_State *L)
{
    return wendlua_handle_is_equal(L, &wendlua_social_kind);
}

static const luaL_Reg methods[] = {
    {"set_goal", set_goal},     {"destroy", destroy_group},
    {"add_member", add_member}, {"remove_member", remove_member},
    {"get_info", get_info},     {"exists", exists},
    {"members", list_members},  {"id", get_id},
    {"__eq", is_equal},         {NULL, NULL},
};

const wendlua_kind wendlua_social_kind = {"social", "wend.social", wendlua_handle_destroy, methods};

const luaL_Reg wendlua_social_functions[] = {
    {"social", make},
    {"social_of_body", make_of},
    {"social_list", make_all},
    {NULL, NULL},
};
