/* wend.level and its methods: regions, lines, items, teleports, and the worlds built from them.
 * Cost: as in wend/level.h. */
#include "wend/level.h"
#include "lua/world/mesh.h"

static void destroy(wendlua_object *object)
{
    wend_level_destroy(object->pointer);
}

static wend_level *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_level_kind);
}

static const wend_level *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_level_kind);
}

wendlua_object *wendlua_new_level(lua_State *L)
{
    return wendlua_new(L, &wendlua_level_kind, sizeof(wendlua_object));
}

static const wendlua_field region_fields[] = {
    {"floor", WENDLUA_DOUBLE, offsetof(wend_level_region, floor), NULL},
    {"ceiling", WENDLUA_DOUBLE, offsetof(wend_level_region, ceiling), NULL},
    {"area", WENDLUA_U32, offsetof(wend_level_region, area), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_level_region, tag), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field line_fields[] = {
    {"a", WENDLUA_VEC2 | WENDLUA_NEEDED, offsetof(wend_level_line, a), NULL},
    {"b", WENDLUA_VEC2 | WENDLUA_NEEDED, offsetof(wend_level_line, b), NULL},
    {"left", WENDLUA_NODE, offsetof(wend_level_line, left), NULL},
    {"right", WENDLUA_NODE, offsetof(wend_level_line, right), NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_level_line, stops), wendlua_stops_names},
    {"user", WENDLUA_U64, offsetof(wend_level_line, user), NULL},
    {NULL, 0, 0, NULL},
};

/* Its name is read and written by hand. */
static const wendlua_field item_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_level_item, position.x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_level_item, position.y), NULL},
    {"angle", WENDLUA_DOUBLE, offsetof(wend_level_item, angle), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_level_item, tag), NULL},
    {"is_start", WENDLUA_BOOL, offsetof(wend_level_item, is_start), NULL},
    {"name", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field teleport_fields[] = {
    {"from", WENDLUA_VEC2 | WENDLUA_NEEDED, offsetof(wend_level_teleport, from), NULL},
    {"to", WENDLUA_VEC2 | WENDLUA_NEEDED, offsetof(wend_level_teleport, to), NULL},
    {"is_two_way", WENDLUA_BOOL, offsetof(wend_level_teleport, is_two_way), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field grid_fields[] = {
    {"cell_size", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_level_grid_def, cell_size), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_level_grid_def, radius), NULL},
    {"neighbours", WENDLUA_I32, offsetof(wend_level_grid_def, neighbours), NULL},
    {"hex_layout", WENDLUA_ENUM, offsetof(wend_level_grid_def, hex_layout),
     wendlua_hex_layout_names},
    {NULL, 0, 0, NULL},
};

static const wendlua_field mesh_fields[] = {
    {"merges", WENDLUA_BOOL, offsetof(wend_level_mesh_def, merges), NULL},
    {"keeps_regions", WENDLUA_BOOL, offsetof(wend_level_mesh_def, keeps_regions), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- creation ---- */

static int make(lua_State *L)
{
    wendlua_object *object = wendlua_new_level(L);
    wend_level *level = NULL;
    const wend_allocator allocator = wendlua_allocator(L);
    wend_result result = wend_level_create(&allocator, &level);
    object->pointer = level;
    wendlua_done(L, result, NULL, NULL);
    return 1;
}

/* level_from_grid(grid [, class [, team]]) */
static int make_from_grid(lua_State *L)
{
    wend_message message = {0};
    wendlua_check(L, 1, &wendlua_grid_kind);
    uint32_t movement_class = wendlua_u32_or(L, 2, 0);
    uint32_t team = wendlua_node(L, 3);
    wendlua_object *object = wendlua_new_level(L);
    const wend_grid *grid = wendlua_read_pointer(L, 1, &wendlua_grid_kind);
    wend_level *level = NULL;
    wend_result result = wend_level_from_grid(grid, movement_class, team, &level, &message);
    object->pointer = level;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

static int make_from_mesh(lua_State *L)
{
    wend_message message = {0};
    wendlua_check(L, 1, &wendlua_mesh_kind);
    wendlua_object *object = wendlua_new_level(L);
    const wend_mesh *mesh = wendlua_read_pointer(L, 1, &wendlua_mesh_kind);
    wend_level *level = NULL;
    wend_result result = wend_level_from_mesh(mesh, &level, &message);
    object->pointer = level;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

/* ---- adding ---- */

static int push_index(lua_State *L, wend_result result, uint32_t index)
{
    wendlua_done_by(L, result, wend_level_error(read(L)));
    lua_pushinteger(L, index);
    return 1;
}

static int add_region(lua_State *L)
{
    uint32_t index = 0;
    wend_level_region region = {0, 0, 0, 0};
    wendlua_read(L, 2, region_fields, &region);
    return push_index(L, wend_level_add_region(edit(L), &region, &index), index);
}

static int add_line(lua_State *L)
{
    uint32_t index = 0;
    wend_level_line line = {{0, 0}, {0, 0}, WEND_REGION_NONE, WEND_REGION_NONE, 0, 0};
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, line_fields, &line);
    return push_index(L, wend_level_add_line(edit(L), &line, &index), index);
}

static int add_item(lua_State *L)
{
    uint32_t index = 0;
    wend_level_item item = {{0, 0}, 0, 0, NULL, false};
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, item_fields, &item);
    lua_pushstring(L, "name");
    if (lua_rawget(L, 2) != LUA_TNIL) {
        item.name = wendlua_bytes(L, lua_gettop(L), NULL);
    }
    return push_index(L, wend_level_add_item(edit(L), &item, &index), index);
}

static int add_teleport(lua_State *L)
{
    uint32_t index = 0;
    wend_level_teleport teleport = {{0, 0}, {0, 0}, false};
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, teleport_fields, &teleport);
    return push_index(L, wend_level_add_teleport(edit(L), &teleport, &index), index);
}

/* add_outline(points, inside, outside): nil for a region that is none. */
static int add_outline(lua_State *L)
{
    size_t count = 0;
    uint32_t inside = wendlua_node(L, 3);
    uint32_t outside = wendlua_node(L, 4);
    const wend_vec2 *points = wendlua_points(L, 2, &count);
    wend_result result = wend_level_add_outline(edit(L), points, count, inside, outside);
    wendlua_done_by(L, result, wend_level_error(read(L)));
    return 0;
}

/* ---- reading ---- */

static int items(lua_State *L)
{
    lua_newtable(L);
    for (size_t i = 0; i < wend_level_item_count(read(L)); i++) {
        wend_level_item item = wend_level_get_item(read(L), (uint32_t)i);
        lua_pushstring(L, item.name);
        wendlua_push(L, item_fields, &item);
        lua_insert(L, -2);
        lua_setfield(L, -2, "name");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int lines(lua_State *L)
{
    lua_newtable(L);
    for (size_t i = 0; i < wend_level_line_count(read(L)); i++) {
        wend_level_line line = wend_level_get_line(read(L), (uint32_t)i);
        wendlua_push(L, line_fields, &line);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int regions(lua_State *L)
{
    lua_newtable(L);
    for (size_t i = 0; i < wend_level_region_count(read(L)); i++) {
        wend_level_region region = wend_level_get_region(read(L), (uint32_t)i);
        wendlua_push(L, region_fields, &region);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int teleports(lua_State *L)
{
    lua_newtable(L);
    for (size_t i = 0; i < wend_level_teleport_count(read(L)); i++) {
        wend_level_teleport teleport = wend_level_get_teleport(read(L), (uint32_t)i);
        wendlua_push(L, teleport_fields, &teleport);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int bounds(lua_State *L)
{
    wend_vec2 low = {0, 0};
    wend_vec2 high = {0, 0};
    if (!wend_level_bounds(read(L), &low, &high)) {
        return wendlua_push_nil(L);
    }
    return wendlua_push_xy(L, low) + wendlua_push_xy(L, high);
}

/* ---- worlds ---- */

static int build_walls(lua_State *L)
{
    wendlua_object *object = wendlua_new_walls(L);
    wend_walls *walls = NULL;
    const wend_allocator allocator = wendlua_allocator(L);
    wend_result result = wend_level_build_walls(read(L), &allocator, &walls);
    object->pointer = walls;
    wendlua_done(L, result, NULL, NULL);
    return 1;
}

static int build_grid(lua_State *L)
{
    wend_message message = {0};
    wend_level_grid_def def = wend_level_grid_def_default();
    def.allocator = wendlua_allocator(L);
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, grid_fields, &def);
    def.message = &message;
    wendlua_object *object = wendlua_new_grid(L);
    wend_grid *grid = NULL;
    wend_result result = wend_level_build_grid(read(L), &def, &grid);
    object->pointer = grid;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

/* mesh, report */
static int build_mesh(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_report report = {0};
    wend_level_mesh_def def = wend_level_mesh_def_default();
    def.allocator = wendlua_allocator(L);
    wendlua_read(L, 2, mesh_fields, &def);
    def.message = &message;
    wendlua_object *object = wendlua_new_mesh(L);
    wend_mesh *mesh = NULL;
    wend_result result = wend_level_build_mesh(read(L), &def, &mesh, &report);
    object->pointer = mesh;
    wendlua_done(L, result, &message, NULL);
    wendlua_push_report(L, &report);
    return 2;
}

static const luaL_Reg methods[] = {
    {"add_region", add_region},
    {"add_line", add_line},
    {"add_item", add_item},
    {"add_teleport", add_teleport},
    {"add_outline", add_outline},
    {"items", items},
    {"lines", lines},
    {"regions", regions},
    {"teleports", teleports},
    {"bounds", bounds},
    {"build_walls", build_walls},
    {"build_grid", build_grid},
    {"build_mesh", build_mesh},
    {NULL, NULL},
};

const wendlua_kind wendlua_level_kind = {"level", "wend.level", destroy, methods};

const luaL_Reg wendlua_level_functions[] = {
    {"level", make},
    {"level_from_grid", make_from_grid},
    {"level_from_mesh", make_from_mesh},
    {NULL, NULL},
};
