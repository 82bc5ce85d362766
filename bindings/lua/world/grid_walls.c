/* wend.grid_walls and its methods: the borders of a grid's blocked cells in a set of walls.
 * Cost: as in wend/grid_walls.h. */
#include "wend/grid_walls.h"

#include "lua/core/rooms.h"
#include "wend/walls.h"

static void destroy(wendlua_object *object)
{
    wend_grid_walls_destroy(object->pointer);
}

static const wendlua_field def_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"layers", WENDLUA_OTHER, 0, NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_grid_walls_def, team), NULL},
    {"has_edge", WENDLUA_BOOL, offsetof(wend_grid_walls_def, has_edge), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field layer_fields[] = {
    {"movement_class", WENDLUA_U32, offsetof(wend_grid_walls_layer, movement_class), NULL},
    {"stops", WENDLUA_MASK | WENDLUA_NEEDED, offsetof(wend_grid_walls_layer, stops),
     wendlua_stops_names},
    {"user", WENDLUA_U64, offsetof(wend_grid_walls_layer, user), NULL},
    {NULL, 0, 0, NULL},
};

static void read_layers(lua_State *L, wend_grid_walls_def *def)
{
    size_t count = wendlua_field_list(L, 1, "layers");
    if (count == 0) {
        return;
    }
    wendlua_arg_check(L, count <= WEND_GRID_WALLS_LAYERS_MAX, 1, "more than 8 layers");
    def->layers = wendlua_read_list(L, layer_fields, sizeof *def->layers, "layers", &count);
    def->layer_count = (uint32_t)count;
}

/* The walls that the segments are added to: those given, or new ones that scripts can read. */
static wend_walls *need_walls(lua_State *L, int index)
{
    wend_walls *walls = wendlua_master(L, index, 1, "walls", &wendlua_walls_kind);
    if (walls != NULL) {
        return walls;
    }
    wend_message message = {0};
    wend_walls_def def = wend_walls_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *object = wendlua_new_walls(L);
    const wend_result result = wend_walls_create(&def, &walls);
    object->pointer = walls;
    wendlua_done(L, result, &message, NULL);
    wendlua_attach(L, index, lua_gettop(L));
    return walls;
}

/* Pushes the object of these walls, on which the one at index stands. */
static bool push_walls(lua_State *L, int index, const wend_walls *own)
{
    lua_getiuservalue(L, index, 1);
    const int masters = lua_gettop(L);
    for (lua_Unsigned i = lua_rawlen(L, masters); i > 0; i--) {
        lua_rawgeti(L, masters, (lua_Integer)i);
        const wendlua_object *master = wendlua_test(L, -1, &wendlua_walls_kind);
        if (master != NULL && master->pointer == own) {
            return true;
        }
        lua_pop(L, 1);
    }
    return false;
}

size_t wendlua_list_grid_walls(lua_State *L, int index)
{
    lua_newtable(L);
    const int list = lua_gettop(L);
    lua_Integer count = 0;
    if (lua_getiuservalue(L, index, 2) == LUA_TTABLE) {
        const lua_Unsigned all = lua_rawlen(L, -1);
        for (lua_Unsigned i = 1; i <= all; i++) {
            lua_rawgeti(L, -1, (lua_Integer)i);
            const wendlua_object *other = lua_touserdata(L, -1);
            if (other->is_closed) {
                lua_pop(L, 1);
            } else {
                lua_rawseti(L, list, ++count);
            }
        }
    }
    lua_settop(L, list);
    return (size_t)count;
}

/* The walls keep the object at index, a list in their second user value: else a script that holds the
 * walls alone would lose the segments when memory is collected. */
static void keep(lua_State *L, int index, const wend_walls *own)
{
    if (!push_walls(L, index, own)) {
        return;
    }
    const int walls = lua_gettop(L);
    const size_t count = wendlua_list_grid_walls(L, walls);
    lua_pushvalue(L, index);
    lua_rawseti(L, walls + 1, (lua_Integer)count + 1);
    lua_setiuservalue(L, walls, 2);
}

static int make(lua_State *L)
{
    wend_message message = {0};
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.allocator = wendlua_allocator(L);
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    wendlua_object *object = wendlua_new(L, &wendlua_grid_walls_kind, sizeof(wendlua_object));
    const int index = lua_gettop(L);
    def.grid = wendlua_master(L, index, 1, "grid", &wendlua_grid_kind);
    read_layers(L, &def);
    def.walls = need_walls(L, index);
    def.message = &message;
    wend_grid_walls *made = NULL;
    const wend_result result = wend_grid_walls_create(&def, &made);
    object->pointer = made;
    wendlua_done(L, result, &message, NULL);
    keep(L, index, def.walls);
    lua_pushvalue(L, index);
    return 1;
}

static const wend_grid_walls *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_grid_walls_kind);
}

static int update(lua_State *L)
{
    wend_grid_walls *self = wendlua_edit_pointer(L, 1, &wendlua_grid_walls_kind);
    wendlua_done_by(L, wend_grid_walls_update(self), wend_grid_walls_error(self));
    return 0;
}

static int is_fresh(lua_State *L)
{
    lua_pushboolean(L, wend_grid_walls_is_fresh(read(L)));
    return 1;
}

/* walls(): the object with the segments. */
static int walls(lua_State *L)
{
    const wend_walls *own = wend_grid_walls_get(read(L));
    return push_walls(L, 1, own) ? 1 : 0;
}

static int segment_count(lua_State *L)
{
    wendlua_push_u64(L, wend_grid_walls_segment_count(read(L)));
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_grid_walls_memory_bytes(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_grid_walls_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_grid_walls_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

/* load(bytes): behind its grid and its walls. */
static int load(lua_State *L)
{
    size_t count = 0;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wend_grid_walls *self = wendlua_edit_pointer(L, 1, &wendlua_grid_walls_kind);
    (void)wendlua_done_by(L, wend_grid_walls_restore(self, (const uint8_t *)bytes, count),
                          wend_grid_walls_error(self));
    return 0;
}

static const luaL_Reg methods[] = {
    {"update", update},
    {"is_fresh", is_fresh},
    {"walls", walls},
    {"segment_count", segment_count},
    {"memory_bytes", memory_bytes},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_grid_walls_kind = {"grid_walls", "wend.grid_walls", destroy, methods};

const luaL_Reg wendlua_grid_walls_functions[] = {
    {"grid_walls", make},
    {NULL, NULL},
};
