/* Meshes of tiles: mesh:cut, wend.mesh_tiles, and the methods that add and drop tiles.
 * Cost: as in wend/mesh_tiles.h; cutting copies the bytes of all tiles into texts. */
#include "wend/mesh_tiles.h"
#include "lua/world/mesh.h"

static const wendlua_field def_fields[] = {
    {"max_tiles", WENDLUA_U32, offsetof(wend_mesh_tiles_def, max_tiles), NULL},
    {"max_polygons", WENDLUA_U32, offsetof(wend_mesh_tiles_def, max_polygons), NULL},
    {"max_corners", WENDLUA_U32, offsetof(wend_mesh_tiles_def, max_corners), NULL},
    {"low", WENDLUA_VEC3, offsetof(wend_mesh_tiles_def, low), NULL},
    {"high", WENDLUA_VEC3, offsetof(wend_mesh_tiles_def, high), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_mesh_tiles_def, cell_size), NULL},
    {"factors", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field id_fields[] = {
    {"x", WENDLUA_I32, offsetof(wend_mesh_tile_id, x), NULL},
    {"y", WENDLUA_I32, offsetof(wend_mesh_tile_id, y), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field info_fields[] = {
    {"x", WENDLUA_I32, offsetof(wend_mesh_tile_info, id.x), NULL},
    {"y", WENDLUA_I32, offsetof(wend_mesh_tile_info, id.y), NULL},
    {"polygon_count", WENDLUA_U32, offsetof(wend_mesh_tile_info, polygon_count), NULL},
    {"corner_count", WENDLUA_U32, offsetof(wend_mesh_tile_info, corner_count), NULL},
    {"low", WENDLUA_VEC3, offsetof(wend_mesh_tile_info, low), NULL},
    {"high", WENDLUA_VEC3, offsetof(wend_mesh_tile_info, high), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- cutting ---- */

static void destroy(wendlua_object *object)
{
    wend_mesh_cut_destroy(object->pointer);
}

static const luaL_Reg no_methods[] = {{NULL, NULL}};

/* Holds a cut while its bytes become texts, which may fail. Scripts never see it. */
const wendlua_kind wendlua_mesh_cut_kind = {"cut", "wend.cut", destroy, no_methods};

/* Sets the field factors of the table on top: those of areas that are not plain. */
static void push_factors(lua_State *L, const double *factors)
{
    lua_createtable(L, 0, 0);
    for (int area = 0; factors != NULL && area < WEND_MESH_AREAS; area++) {
        if (factors[area] < 1 || factors[area] > 1) {
            lua_pushnumber(L, factors[area]);
            lua_rawseti(L, -2, area);
        }
    }
    lua_setfield(L, -2, "factors");
}

/* tiles, def = mesh:cut(tile_size): the bytes of all tiles, and what wend.mesh_tiles takes for them. */
int wendlua_mesh_cut(lua_State *L)
{
    wend_message message = {0};
    const double tile_size = wendlua_number(L, 2);
    const wend_allocator allocator = wendlua_allocator(L);
    wendlua_object *holder = wendlua_new(L, &wendlua_mesh_cut_kind, sizeof *holder);
    const wend_mesh *mesh = wendlua_read_pointer(L, 1, &wendlua_mesh_kind);
    wend_mesh_cut *cut = NULL;
    const wend_result result = wend_mesh_cut_create(mesh, tile_size, &allocator, &cut, &message);
    holder->pointer = cut;
    wendlua_done(L, result, &message, NULL);
    const size_t count = wend_mesh_cut_count(cut);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        size_t size = 0;
        const uint8_t *bytes = wend_mesh_cut_tile(cut, i, &size);
        lua_pushlstring(L, (const char *)bytes, size);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    const wend_mesh_tiles_def def = wend_mesh_cut_def(cut);
    wendlua_push(L, def_fields, &def);
    push_factors(L, def.factors);
    return 2;
}

/* mesh_tile_info(bytes): what a tile holds. */
int wendlua_mesh_tile_info(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_tile_info info;
    size_t count = 0;
    const char *bytes = wendlua_bytes(L, 1, &count);
    wendlua_done(L, wend_mesh_tile_read_info((const uint8_t *)bytes, count, &info, &message),
                 &message, NULL);
    wendlua_push(L, info_fields, &info);
    return 1;
}

/* ---- meshes of tiles ---- */

/* mesh_tiles([def]): a mesh without any tile. */
int wendlua_mesh_tiles(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_tiles_def def = wend_mesh_tiles_def_default();
    def.allocator = wendlua_allocator(L);
    if (!lua_isnoneornil(L, 1)) {
        wendlua_need_table(L, 1);
        wendlua_read(L, 1, def_fields, &def);
        def.factors = wendlua_mesh_factors(L);
    }
    def.message = &message;
    wendlua_object *object = wendlua_new_mesh(L);
    wend_mesh *mesh = NULL;
    const wend_result result = wend_mesh_create_tiles(&def, &mesh);
    object->pointer = mesh;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

static wend_mesh *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_mesh_kind);
}

static const wend_mesh *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_mesh_kind);
}

static wend_mesh_tile_id tile_id(lua_State *L)
{
    const int32_t x = wendlua_i32(L, 2);
    return (wend_mesh_tile_id){x, wendlua_i32(L, 3)};
}

/* The name of a tile that must be there. */
static wend_mesh_tile_id need_tile(lua_State *L)
{
    const wend_mesh_tile_id id = tile_id(L);
    if (!wend_mesh_has_tile(read(L), id)) {
        wendlua_fail(L, "no tile %I, %I is there", (LUAI_UACINT)id.x, (LUAI_UACINT)id.y);
    }
    return id;
}

int wendlua_mesh_add_tile(lua_State *L)
{
    wend_message message = {0};
    size_t count = 0;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wendlua_done(L, wend_mesh_add_tile(edit(L), (const uint8_t *)bytes, count, &message), &message,
                 NULL);
    return 0;
}

int wendlua_mesh_drop_tile(lua_State *L)
{
    const wend_mesh_tile_id id = need_tile(L);
    wendlua_done_by(L, wend_mesh_drop_tile(edit(L), id), wend_mesh_error(read(L)));
    return 0;
}

/* A tile that is saved. */
typedef struct saved_tile {
    const wend_mesh *mesh;
    wend_mesh_tile_id id;
} saved_tile;

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    const saved_tile *tile = it;
    return wend_mesh_save_tile(tile->mesh, tile->id, bytes, capacity, count);
}

int wendlua_mesh_save_tile(lua_State *L)
{
    const saved_tile tile = {read(L), need_tile(L)};
    return wendlua_push_save(L, save_bytes, &tile);
}

int wendlua_mesh_has_tile(lua_State *L)
{
    const wend_mesh_tile_id id = tile_id(L);
    lua_pushboolean(L, wend_mesh_has_tile(read(L), id));
    return 1;
}

int wendlua_mesh_list_tiles(lua_State *L)
{
    wend_mesh_tile_id *ids = wendlua_scratch(L, WEND_MESH_TILES_MAX, sizeof *ids);
    size_t count = 0;
    wendlua_done(L, wend_mesh_list_tiles(read(L), ids, WEND_MESH_TILES_MAX, &count), NULL, NULL);
    return wendlua_push_structs(L, id_fields, ids, sizeof *ids, count);
}

/* tile_of(polygon): x, y; nil: it belongs to no tile. */
int wendlua_mesh_tile_of(lua_State *L)
{
    wend_mesh_tile_id id;
    const wend_node polygon = wendlua_u32(L, 2);
    if (!wend_mesh_tile_of(read(L), polygon, &id)) {
        return wendlua_push_nil(L);
    }
    lua_pushinteger(L, id.x);
    lua_pushinteger(L, id.y);
    return 2;
}
