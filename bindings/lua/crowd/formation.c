/* wend.formation and its methods. The object is a handle: collecting or closing it keeps the
 * formation, `destroy` ends it.
 * Cost: as in wend/formation.h. */
#include <math.h>

#include "lua/crowd/handle.h"

static const wendlua_name shapes[] = {
    {"line", WEND_FORMATION_LINE},
    {"column", WEND_FORMATION_COLUMN},
    {"wedge", WEND_FORMATION_WEDGE},
    {"phalanx", WEND_FORMATION_PHALANX},
    {"circle", WEND_FORMATION_CIRCLE},
    {"custom", WEND_FORMATION_CUSTOM},
    {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"shape", WENDLUA_ENUM, offsetof(wend_formation_def, shape), shapes},
    {"slots", WENDLUA_OTHER, 0, NULL},
    {"files", WENDLUA_U32, offsetof(wend_formation_def, files), NULL},
    {"spacing", WENDLUA_DOUBLE, offsetof(wend_formation_def, spacing), NULL},
    {"is_narrowing", WENDLUA_BOOL, offsetof(wend_formation_def, is_narrowing), NULL},
    {"is_waiting", WENDLUA_BOOL, offsetof(wend_formation_def, is_waiting), NULL},
    {"user", WENDLUA_U64, offsetof(wend_formation_def, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field slot_fields[] = {
    {"x", WENDLUA_DOUBLE, offsetof(wend_formation_slot, offset.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_formation_slot, offset.y), NULL},
    {"role", WENDLUA_U32, offsetof(wend_formation_slot, role), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field info_fields[] = {
    {"anchor", WENDLUA_VEC2, offsetof(wend_formation_info, anchor), NULL},
    {"heading", WENDLUA_DOUBLE, offsetof(wend_formation_info, heading), NULL},
    {"goal", WENDLUA_VEC2, offsetof(wend_formation_info, goal), NULL},
    {"state", WENDLUA_ENUM, offsetof(wend_formation_info, state), wendlua_body_state_names},
    {"members", WENDLUA_U32, offsetof(wend_formation_info, members), NULL},
    {"slots", WENDLUA_U32, offsetof(wend_formation_info, slots), NULL},
    {"files", WENDLUA_U32, offsetof(wend_formation_info, files), NULL},
    {"in_slot", WENDLUA_U32, offsetof(wend_formation_info, in_slot), NULL},
    {"mean_error", WENDLUA_DOUBLE, offsetof(wend_formation_info, mean_error), NULL},
    {"leader", WENDLUA_BODY, offsetof(wend_formation_info, leader), NULL},
    {"user", WENDLUA_U64, offsetof(wend_formation_info, user), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- arguments ---- */

static const wendlua_handle *read(lua_State *L)
{
    return wendlua_handle_read(L, &wendlua_formation_kind);
}

static wend_formation_id id_of(const wendlua_handle *self)
{
    return (wend_formation_id){self->index1, self->generation};
}

/* For calls that change it. */
static wend_crowd *edit(lua_State *L, wend_formation_id *id)
{
    const wendlua_handle *self = NULL;
    wend_crowd *crowd = wendlua_handle_edit(L, &wendlua_formation_kind, &self);
    *id = id_of(self);
    return crowd;
}

/* Reads the table at arg; its slots stay on the stack. */
static wend_formation_def formation_def(lua_State *L, int arg)
{
    wend_formation_def def = wend_formation_def_default();
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, def_fields, &def);
    def.slot_count = wendlua_field_list(L, arg, "slots");
    if (def.slot_count > 0) {
        def.slots = wendlua_read_list(L, slot_fields, sizeof *def.slots, "slots", &def.slot_count);
    }
    return def;
}

/* A list of roles, one for each member; NULL for nil. */
static const uint32_t *read_roles(lua_State *L, int arg, size_t count)
{
    if (lua_isnoneornil(L, arg)) {
        return NULL;
    }
    size_t given = 0;
    const uint32_t *roles = wendlua_nodes(L, arg, &given);
    wendlua_arg_check(L, given == count, arg, "a role for each member");
    return roles;
}

/* ---- creation ---- */

/* wend.formation(crowd, fields, members [, roles]) */
static int make(lua_State *L)
{
    wend_formation_id id = {0, 0};
    size_t count = 0;
    lua_settop(L, 4);
    wendlua_edit(L, 1, &wendlua_crowd_kind);
    const wend_body_id *members = wendlua_bodies(L, 3, &count);
    const uint32_t *roles = read_roles(L, 4, count);
    wend_formation_def def = formation_def(L, 2);
    wendlua_handle *self = wendlua_new_handle(L, 1, &wendlua_formation_kind);
    wend_crowd *crowd = wendlua_edit_pointer(L, 1, &wendlua_crowd_kind);
    wend_result result = wend_formation_create(crowd, &def, members, roles, count, &id);
    wendlua_done_by(L, result, wend_crowd_error(crowd));
    return wendlua_handle_set(L, self, id.index1, id.generation);
}

/* wend.formation_of(crowd, body): a handle, or nil. */
static int make_of(lua_State *L)
{
    wendlua_check(L, 1, &wendlua_crowd_kind);
    wend_body_id body = wendlua_body(L, 2);
    wendlua_handle *self = wendlua_new_handle(L, 1, &wendlua_formation_kind);
    const wend_formation_id id = wend_formation_of_body(wendlua_crowd_read(L), body);
    return wendlua_handle_set(L, self, id.index1, id.generation);
}

/* wend.formations(crowd): handles of all. */
static int make_all(lua_State *L)
{
    wendlua_check(L, 1, &wendlua_crowd_kind);
    size_t count = 0;
    wend_formation_id *ids = wendlua_scratch(L, WEND_CROWD_FORMATIONS_MAX, sizeof *ids);
    wend_result result =
        wend_formation_list(wendlua_crowd_read(L), ids, WEND_CROWD_FORMATIONS_MAX, &count);
    wendlua_done(L, result, NULL, NULL);
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        wendlua_handle *self = wendlua_new_handle(L, 1, &wendlua_formation_kind);
        (void)wendlua_handle_set(L, self, ids[i].index1, ids[i].generation);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ---- orders ---- */

/* go(x, y [, heading]) */
static int set_goal(lua_State *L)
{
    wend_formation_id id;
    wend_vec2 to = wendlua_xy(L, 2);
    double heading = wendlua_number_or(L, 4, (double)NAN);
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_formation_set_goal(crowd, id, to, heading), wend_crowd_error(crowd));
    return 0;
}

static int follow_flow(lua_State *L)
{
    wend_formation_id id;
    wend_flow_request_id order = {wendlua_index1(L, 2, WENDLUA_ORDER),
                                  wendlua_generation(L, 2, WENDLUA_ORDER)};
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_formation_follow_flow(crowd, id, order), wend_crowd_error(crowd));
    return 0;
}

static int follow_path(lua_State *L)
{
    wend_formation_id id;
    const wend_path *path = wendlua_read_pointer(L, 2, &wendlua_path_kind);
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_formation_follow_path(crowd, id, path), wend_crowd_error(crowd));
    return 0;
}

static int stop(lua_State *L)
{
    wend_formation_id id;
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_formation_stop(crowd, id), wend_crowd_error(crowd));
    return 0;
}

static int destroy_formation(lua_State *L)
{
    wend_formation_id id;
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_formation_destroy(crowd, id), wend_crowd_error(crowd));
    return 0;
}

static int reshape(lua_State *L)
{
    wend_formation_id id;
    wend_formation_def def = formation_def(L, 2);
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_formation_reshape(crowd, id, &def), wend_crowd_error(crowd));
    return 0;
}

static int add_member(lua_State *L)
{
    wend_formation_id id;
    wend_body_id member = wendlua_body(L, 2);
    uint32_t role = wendlua_u32_or(L, 3, 0);
    wend_crowd *crowd = edit(L, &id);
    wendlua_done_by(L, wend_formation_add_member(crowd, id, member, role), wend_crowd_error(crowd));
    return 0;
}

static int remove_member(lua_State *L)
{
    wend_formation_id id;
    wend_body_id member = wendlua_body(L, 2);
    wend_crowd *crowd = edit(L, &id);
    wend_formation_id of = wend_formation_of_body(crowd, member);
    wendlua_arg_check(L, of.index1 == id.index1 && of.generation == id.generation, 2,
                      "it is no member of this formation");
    wendlua_done_by(L, wend_formation_remove_member(crowd, member), wend_crowd_error(crowd));
    return 0;
}

/* ---- queries ---- */

static int get_info(lua_State *L)
{
    wend_formation_info info;
    const wendlua_handle *self = read(L);
    wendlua_done(L, wend_formation_get_info(self->object.pointer, id_of(self), &info), NULL, NULL);
    wendlua_push(L, info_fields, &info);
    return 1;
}

static int exists(lua_State *L)
{
    wend_formation_info info;
    const wendlua_handle *self = read(L);
    wend_result result = wend_formation_get_info(self->object.pointer, id_of(self), &info);
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

/* A list of {x=, y=, member=}; member is missing for an empty slot. */
static int get_slots(lua_State *L)
{
    size_t count = 0;
    wend_body_id *members = wendlua_scratch(L, WEND_FORMATION_SLOTS_MAX, sizeof *members);
    wend_vec2 *places = wendlua_scratch(L, WEND_FORMATION_SLOTS_MAX, sizeof *places);
    const wendlua_handle *self = read(L);
    wend_result result = wend_formation_get_slots(self->object.pointer, id_of(self), members,
                                                  places, WEND_FORMATION_SLOTS_MAX, &count);
    wendlua_done(L, result, NULL, NULL);
    lua_newtable(L);
    for (size_t i = 0; i < count && i < WEND_FORMATION_SLOTS_MAX; i++) {
        wendlua_push_vec2(L, places[i]);
        if (members[i].index1 != 0) {
            wendlua_push_id(L, WENDLUA_BODY, members[i].index1, members[i].generation);
            lua_setfield(L, -2, "member");
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* The id in hashes and files of the crowd. */
static int get_id(lua_State *L)
{
    return wendlua_handle_id(L, &wendlua_formation_kind, WENDLUA_FORMATION);
}

static int is_equal(lua_State *L)
{
    return wendlua_handle_is_equal(L, &wendlua_formation_kind);
}

static const luaL_Reg methods[] = {
    {"set_goal", set_goal},
    {"follow_flow", follow_flow},
    {"follow_path", follow_path},
    {"stop", stop},
    {"destroy", destroy_formation},
    {"reshape", reshape},
    {"add_member", add_member},
    {"remove_member", remove_member},
    {"get_info", get_info},
    {"exists", exists},
    {"get_slots", get_slots},
    {"id", get_id},
    {"__eq", is_equal},
    {NULL, NULL},
};

const wendlua_kind wendlua_formation_kind = {"formation", "wend.formation", wendlua_handle_destroy,
                                             methods};

const luaL_Reg wendlua_formation_functions[] = {
    {"formation", make},
    {"formation_of_body", make_of},
    {"formation_list", make_all},
    {NULL, NULL},
};
