/* Grids of meshes: mesh:to_grid, and mesh:raster with its methods, the same in slices.
 * Cost: as in wend/mesh.h. */
#include "lua/world/mesh.h"

/* A raster, which is attached to its mesh, and the message of its failures. */
typedef struct raster {
    wendlua_object object; /* First: pointer is the wend_mesh_raster. */
    wend_message message;
} raster;

static void destroy(wendlua_object *object)
{
    wend_mesh_raster_destroy(object->pointer);
}

static const wendlua_field grid_fields[] = {
    {"cell_size", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_mesh_grid_def, cell_size), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_mesh_grid_def, radius), NULL},
    {"max_slope", WENDLUA_LIMIT, offsetof(wend_mesh_grid_def, max_slope), NULL},
    {"low", WENDLUA_LIMIT, offsetof(wend_mesh_grid_def, low), NULL},
    {"high", WENDLUA_LIMIT, offsetof(wend_mesh_grid_def, high), NULL},
    {"neighbours", WENDLUA_I32, offsetof(wend_mesh_grid_def, neighbours), NULL},
    {"hex_layout", WENDLUA_ENUM, offsetof(wend_mesh_grid_def, hex_layout),
     wendlua_hex_layout_names},
    {NULL, 0, 0, NULL},
};

static void read_def(lua_State *L, wend_mesh_grid_def *def)
{
    *def = wend_mesh_grid_def_default();
    def->allocator = wendlua_allocator(L);
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, grid_fields, def);
}

int wendlua_mesh_to_grid(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_grid_def def;
    read_def(L, &def);
    def.message = &message;
    wendlua_object *object = wendlua_new_grid(L);
    const wend_mesh *mesh = wendlua_read_pointer(L, 1, &wendlua_mesh_kind);
    wend_grid *grid = NULL;
    wend_result result = wend_mesh_to_grid(mesh, &def, &grid);
    object->pointer = grid;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

/* raster{cell_size=...}: a grid that is being made. */
int wendlua_mesh_raster(lua_State *L)
{
    wend_mesh_grid_def def;
    wendlua_check(L, 1, &wendlua_mesh_kind);
    read_def(L, &def);
    raster *self = (raster *)wendlua_new(L, &wendlua_raster_kind, sizeof *self);
    wendlua_attach(L, -1, 1);
    def.message = &self->message;
    const wend_mesh *mesh = wendlua_read_pointer(L, 1, &wendlua_mesh_kind);
    wend_mesh_raster *made = NULL;
    wend_result result = wend_mesh_raster_start(mesh, &def, &made);
    self->object.pointer = made;
    wendlua_done(L, result, &self->message, NULL);
    return 1;
}

static raster *edit(lua_State *L)
{
    return (raster *)wendlua_edit(L, 1, &wendlua_raster_kind);
}

/* run([steps]): true if all is done. */
static int run(lua_State *L)
{
    wend_budget steps;
    wend_budget *left = wendlua_budget(L, 2, &steps);
    raster *self = edit(L);
    wend_result result = wend_mesh_raster_run(self->object.pointer, left);
    wendlua_done(L, result, &self->message, NULL);
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

/* Steps done, and in all. */
static int progress(lua_State *L)
{
    uint32_t done = 0;
    uint32_t all = 0;
    wend_mesh_raster_progress(edit(L)->object.pointer, &done, &all);
    lua_pushinteger(L, done);
    lua_pushinteger(L, all);
    return 2;
}

/* finish(): the grid; nil while steps are left. */
static int finish(lua_State *L)
{
    wendlua_object *object = wendlua_new_grid(L);
    raster *self = edit(L);
    wend_grid *grid = NULL;
    wend_result result = wend_mesh_raster_finish(self->object.pointer, &grid);
    object->pointer = grid;
    wendlua_done(L, result, &self->message, NULL);
    return result == WEND_OK ? 1 : wendlua_push_nil(L);
}

static const luaL_Reg methods[] = {
    {"run", run},
    {"progress", progress},
    {"finish", finish},
    {NULL, NULL},
};

const wendlua_kind wendlua_raster_kind = {"raster", "wend.raster", destroy, methods};
