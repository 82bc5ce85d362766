/* Methods of wend.mesh for obstacles.
 * Cost: as in wend/mesh_obstacle.h, and reading tables. */
#include "wend/mesh_obstacle.h"

#include "lua/core/field.h"
#include "lua/world/mesh.h"

#include <string.h>

static const char no_obstacle[] = "there is no such obstacle";

static const wendlua_name shapes[] = {
    {"circle", WEND_MESH_OBSTACLE_CIRCLE},
    {"box", WEND_MESH_OBSTACLE_BOX},
    {"polygon", WEND_MESH_OBSTACLE_POLYGON},
    {NULL, 0},
};

static const wendlua_field fields[] = {
    {"id", WENDLUA_OTHER, 0, NULL},
    {"shape", WENDLUA_ENUM, offsetof(wend_mesh_obstacle_def, shape), shapes},
    {"centre", WENDLUA_VEC2, offsetof(wend_mesh_obstacle_def, centre), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_mesh_obstacle_def, radius), NULL},
    {"half_width", WENDLUA_DOUBLE, offsetof(wend_mesh_obstacle_def, half_width), NULL},
    {"half_depth", WENDLUA_DOUBLE, offsetof(wend_mesh_obstacle_def, half_depth), NULL},
    {"angle", WENDLUA_DOUBLE, offsetof(wend_mesh_obstacle_def, angle), NULL},
    {"corner_count", WENDLUA_U32, offsetof(wend_mesh_obstacle_def, corner_count), NULL},
    {"corners", WENDLUA_OTHER, 0, NULL},
    {"low", WENDLUA_LIMIT, offsetof(wend_mesh_obstacle_def, low), NULL},
    {"high", WENDLUA_LIMIT, offsetof(wend_mesh_obstacle_def, high), NULL},
    {"user", WENDLUA_U64, offsetof(wend_mesh_obstacle_def, user), NULL},
    {NULL, 0, 0, NULL},
};

static wend_mesh *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_mesh_kind);
}

static const wend_mesh *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_mesh_kind);
}

static wend_mesh_obstacle_id obstacle_id(lua_State *L, int arg)
{
    return (wend_mesh_obstacle_id){wendlua_index1(L, arg, WENDLUA_OBSTACLE),
                                   wendlua_generation(L, arg, WENDLUA_OBSTACLE)};
}

/* Reads the table at arg over what def has; corners are a list of positions. */
static void read_def(lua_State *L, int arg, wend_mesh_obstacle_def *def)
{
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, fields, def);
    lua_pushliteral(L, "corners");
    if (lua_rawget(L, arg) != LUA_TNIL) {
        size_t count = 0;
        const wend_vec2 *corners = wendlua_points(L, lua_gettop(L), &count);
        if (count > WEND_MESH_OBSTACLE_CORNERS_MAX) {
            wendlua_fail(L, "field 'corners': at most %d corners", WEND_MESH_OBSTACLE_CORNERS_MAX);
        }
        if (count > 0) {
            memcpy(def->corners, corners, count * sizeof *corners);
        }
        def->corner_count = (uint32_t)count;
    }
    lua_pop(L, 1);
}

int wendlua_mesh_add_obstacle(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_obstacle_id id = {0, 0};
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    read_def(L, 2, &def);
    wendlua_done(L, wend_mesh_add_obstacle(edit(L), &def, &id, &message), &message, NULL);
    wendlua_push_id(L, WENDLUA_OBSTACLE, id.index1, id.generation);
    return 1;
}

/* keep_pieces(keeps): whether pieces stay where obstacles move. */
int wendlua_mesh_keep_pieces(lua_State *L)
{
    const bool keeps = wendlua_bool(L, 2);
    wendlua_done(L, wend_mesh_set_keeps_pieces(edit(L), keeps), NULL, NULL);
    return 0;
}

int wendlua_mesh_move_obstacle(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_obstacle_def def;
    const wend_mesh_obstacle_id id = obstacle_id(L, 2);
    wendlua_done(L, wend_mesh_get_obstacle(read(L), id, &def), NULL, no_obstacle);
    read_def(L, 3, &def);
    wendlua_done(L, wend_mesh_move_obstacle(edit(L), id, &def, &message), &message, NULL);
    return 0;
}

/* The id on top of the stack, of an entry of a list. */
static wend_mesh_obstacle_id entry_id(lua_State *L, size_t entry)
{
    uint32_t halves[2] = {0, 0};
    const int at = lua_gettop(L);
    const char *expected = wendlua_convert(L, at, WENDLUA_OBSTACLE, NULL, halves);
    if (expected != NULL) {
        wendlua_fail(L, "entry %I: field 'id': %s expected, got %s", (LUAI_UACINT)entry + 1,
                     expected, wendlua_describe(L, at, WENDLUA_OBSTACLE));
    }
    return (wend_mesh_obstacle_id){halves[0], halves[1]};
}

/* set_obstacles{{id=, ...}, ...}: adds those without an id and moves the others, in one edit. Returns
 * the ids. */
int wendlua_mesh_set_obstacles(lua_State *L)
{
    wend_message message = {0};
    wendlua_need_table(L, 2);
    const size_t count = (size_t)lua_rawlen(L, 2);
    wend_mesh_obstacle_id *ids = wendlua_scratch(L, count + 1, sizeof *ids);
    wend_mesh_obstacle_def *defs = wendlua_scratch(L, count + 1, sizeof *defs);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, 2, (lua_Integer)i + 1);
        const int at = lua_gettop(L);
        wendlua_need_table(L, at);
        ids[i] = (wend_mesh_obstacle_id){0, 0};
        defs[i] = wend_mesh_obstacle_def_default();
        lua_pushliteral(L, "id");
        if (lua_rawget(L, at) != LUA_TNIL) {
            ids[i] = entry_id(L, i);
            if (wend_mesh_get_obstacle(read(L), ids[i], &defs[i]) != WEND_OK) {
                wendlua_fail(L,
                             "entry %I: its id names no obstacle, or one that was removed: it is "
                             "out of date",
                             (LUAI_UACINT)i + 1);
            }
        }
        lua_pop(L, 1);
        read_def(L, at, &defs[i]);
        lua_settop(L, at - 1);
    }
    wendlua_done(L, wend_mesh_set_obstacles(edit(L), ids, defs, count, &message), &message, NULL);
    wendlua_push_ids(L, WENDLUA_OBSTACLE, &ids->index1, count);
    return 1;
}

int wendlua_mesh_remove_obstacle(lua_State *L)
{
    const wend_mesh_obstacle_id id = obstacle_id(L, 2);
    wendlua_done_by(L, wend_mesh_remove_obstacle(edit(L), id), wend_mesh_error(read(L)));
    return 0;
}

int wendlua_mesh_get_obstacle(lua_State *L)
{
    wend_mesh_obstacle_def def;
    const wend_mesh_obstacle_id id = obstacle_id(L, 2);
    wendlua_done(L, wend_mesh_get_obstacle(read(L), id, &def), NULL, no_obstacle);
    wendlua_push(L, fields, &def);
    wend_vec2 corners[WEND_MESH_OBSTACLE_CORNERS_MAX];
    const uint32_t count = wend_mesh_obstacle_corners(read(L), id, corners);
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        lua_createtable(L, 0, 2);
        lua_pushnumber(L, corners[i].x);
        lua_setfield(L, -2, "x");
        lua_pushnumber(L, corners[i].y);
        lua_setfield(L, -2, "y");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "corners");
    return 1;
}

int wendlua_mesh_list_obstacles(lua_State *L)
{
    const size_t most = wend_mesh_obstacle_count(read(L));
    wend_mesh_obstacle_id *ids = lua_newuserdatauv(L, (most + 1) * sizeof *ids, 0);
    size_t count = 0;
    wendlua_done(L, wend_mesh_list_obstacles(read(L), ids, most, &count), NULL, NULL);
    wendlua_push_ids(L, WENDLUA_OBSTACLE, &ids->index1, count < most ? count : most);
    return 1;
}

int wendlua_mesh_polygon_origin(lua_State *L)
{
    const wend_node origin = wend_mesh_polygon_origin(read(L), wendlua_u32(L, 2));
    if (origin == WEND_NODE_NONE) {
        lua_pushnil(L);
    } else {
        lua_pushinteger(L, origin);
    }
    return 1;
}
