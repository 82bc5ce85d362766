/* wend.clearance and wend.islands: room for agents, and reachability.
 * Cost: as in wend/clearance.h and wend/islands.h. */
#include "wend/islands.h"
#include "lua/core/rooms.h"
#include "wend/clearance.h"

/* ---- clearance ---- */

static void destroy_clearance(wendlua_object *object)
{
    wend_clearance_destroy(object->pointer);
}

static const wendlua_field clearance_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_clearance_def, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_clearance_def, team), NULL},
    {"max_clearance", WENDLUA_I32, offsetof(wend_clearance_def, max_clearance), NULL},
    {NULL, 0, 0, NULL},
};

static int make_clearance(lua_State *L)
{
    wend_message message = {0};
    wend_clearance_def def = wend_clearance_def_default();
    def.allocator = wendlua_allocator(L);
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, clearance_fields, &def);
    wendlua_object *object = wendlua_new(L, &wendlua_clearance_kind, sizeof(wendlua_object));
    def.grid = wendlua_master(L, lua_gettop(L), 1, "grid", &wendlua_grid_kind);
    def.message = &message;
    wend_clearance *made = NULL;
    const wend_result result = wend_clearance_create(&def, &made);
    object->pointer = made;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

static const wend_clearance *clearance(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_clearance_kind);
}

static int update_clearance(lua_State *L)
{
    wend_clearance *self = wendlua_edit_pointer(L, 1, &wendlua_clearance_kind);
    wendlua_done(L, wend_clearance_update(self), NULL, NULL);
    return 0;
}

static int is_clearance_fresh(lua_State *L)
{
    lua_pushboolean(L, wend_clearance_is_fresh(clearance(L)));
    return 1;
}

static int clearance_revision(lua_State *L)
{
    wendlua_push_u64(L, wend_clearance_revision(clearance(L)));
    return 1;
}

static int clearance_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_clearance_memory_bytes(clearance(L)));
    return 1;
}

static int square(lua_State *L)
{
    const int32_t x = wendlua_i32(L, 2);
    const int32_t y = wendlua_i32(L, 3);
    lua_pushinteger(L, wend_clearance_square(clearance(L), x, y));
    return 1;
}

static int disc(lua_State *L)
{
    const int32_t x = wendlua_i32(L, 2);
    const int32_t y = wendlua_i32(L, 3);
    lua_pushnumber(L, wend_clearance_disc(clearance(L), x, y));
    return 1;
}

static int fits_disc(lua_State *L)
{
    const int32_t x = wendlua_i32(L, 2);
    const int32_t y = wendlua_i32(L, 3);
    const double radius = wendlua_number(L, 4);
    lua_pushboolean(L, wend_clearance_fits_disc(clearance(L), x, y, radius));
    return 1;
}

static const luaL_Reg clearance_methods[] = {
    {"update", update_clearance},
    {"is_fresh", is_clearance_fresh},
    {"revision", clearance_revision},
    {"memory_bytes", clearance_bytes},
    {"square", square},
    {"disc", disc},
    {"fits_disc", fits_disc},
    {NULL, NULL},
};

const wendlua_kind wendlua_clearance_kind = {"clearance", "wend.clearance", destroy_clearance,
                                             clearance_methods};

/* ---- islands ---- */

static void destroy_islands(wendlua_object *object)
{
    wend_islands_destroy(object->pointer);
}

static const wendlua_field islands_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"clearance", WENDLUA_OTHER, 0, NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_islands_def, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_islands_def, team), NULL},
    {"size", WENDLUA_I32, offsetof(wend_islands_def, size), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_islands_def, radius), NULL},
    {NULL, 0, 0, NULL},
};

static int make_islands(lua_State *L)
{
    wend_message message = {0};
    wend_islands_def def = wend_islands_def_default();
    def.allocator = wendlua_allocator(L);
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, islands_fields, &def);
    wendlua_object *object = wendlua_new(L, &wendlua_islands_kind, sizeof(wendlua_object));
    const int slot = lua_gettop(L);
    def.grid = wendlua_master(L, slot, 1, "grid", &wendlua_grid_kind);
    def.clearance = wendlua_master(L, slot, 1, "clearance", &wendlua_clearance_kind);
    def.message = &message;
    wend_islands *made = NULL;
    const wend_result result = wend_islands_create(&def, &made);
    object->pointer = made;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

static const wend_islands *islands(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_islands_kind);
}

static int update_islands(lua_State *L)
{
    wend_islands *self = wendlua_edit_pointer(L, 1, &wendlua_islands_kind);
    wendlua_done(L, wend_islands_update(self), NULL, NULL);
    return 0;
}

static int is_fresh(lua_State *L)
{
    lua_pushboolean(L, wend_islands_is_fresh(islands(L)));
    return 1;
}

static int islands_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_islands_memory_bytes(islands(L)));
    return 1;
}

/* of(node): its island; nil in walls, too near to them, and outside. */
static int island_at(lua_State *L)
{
    const wend_node node = wendlua_u32(L, 2);
    const uint32_t island = wend_islands_at(islands(L), node);
    if (island == WEND_ISLAND_NONE) {
        return wendlua_push_nil(L);
    }
    lua_pushinteger(L, island);
    return 1;
}

static int island_count(lua_State *L)
{
    lua_pushinteger(L, wend_islands_count(islands(L)));
    return 1;
}

static int cell_count(lua_State *L)
{
    const uint32_t island = wendlua_u32(L, 2);
    wendlua_push_u64(L, wend_islands_cell_count(islands(L), island));
    return 1;
}

static int can_reach(lua_State *L)
{
    const wend_node from = wendlua_u32(L, 2);
    const wend_node to = wendlua_u32(L, 3);
    lua_pushboolean(L, wend_islands_can_reach(islands(L), from, to));
    return 1;
}

/* nearest(from, goal): the node nearest to the goal that can be reached; nil if the agent does not
 * fit at from. */
static int nearest(lua_State *L)
{
    wend_node node = WEND_NODE_NONE;
    const wend_node from = wendlua_u32(L, 2);
    const wend_node goal = wendlua_u32(L, 3);
    const wend_result result = wend_islands_nearest(islands(L), from, goal, &node);
    const wend_message edited = {0, "the grid was edited: islands:update() comes first"};
    wendlua_done(L, result, result == WEND_ERROR_STALE ? &edited : NULL, "a node lies outside");
    wendlua_push_node(L, node);
    return 1;
}

static const luaL_Reg islands_methods[] = {
    {"update", update_islands}, {"is_fresh", is_fresh},  {"memory_bytes", islands_bytes},
    {"at", island_at},          {"count", island_count}, {"cell_count", cell_count},
    {"can_reach", can_reach},   {"nearest", nearest},    {NULL, NULL},
};

const wendlua_kind wendlua_islands_kind = {"islands", "wend.islands", destroy_islands,
                                           islands_methods};

const luaL_Reg wendlua_islands_functions[] = {
    {"clearance", make_clearance},
    {"islands", make_islands},
    {NULL, NULL},
};
