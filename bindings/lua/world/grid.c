/* wend.grid and its methods: costs, gates, positions, revisions, saving and loading.
 * Cost: as in wend/grid.h. */
#include <string.h>

#include "lua/core/rooms.h"
#include "wend/hex.h"
#include "wend/stamp.h"

static void destroy(wendlua_object *object)
{
    wend_grid_destroy(object->pointer);
}

static const wendlua_name wraps[] = {
    {"none", WEND_WRAP_NONE}, {"x", WEND_WRAP_X}, {"y", WEND_WRAP_Y},
    {"both", WEND_WRAP_BOTH}, {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"width", WENDLUA_I32 | WENDLUA_NEEDED, offsetof(wend_grid_def, width), NULL},
    {"height", WENDLUA_I32 | WENDLUA_NEEDED, offsetof(wend_grid_def, height), NULL},
    {"neighbours", WENDLUA_I32, offsetof(wend_grid_def, neighbours), NULL},
    {"corner_rule", WENDLUA_ENUM, offsetof(wend_grid_def, corner_rule), wendlua_corner_rule_names},
    {"hex_layout", WENDLUA_ENUM, offsetof(wend_grid_def, hex_layout), wendlua_hex_layout_names},
    {"wrap", WENDLUA_ENUM, offsetof(wend_grid_def, wrap), wraps},
    {"sector_size", WENDLUA_I32, offsetof(wend_grid_def, sector_size), NULL},
    {"class_count", WENDLUA_I32, offsetof(wend_grid_def, class_count), NULL},
    {"cost", WENDLUA_U8, offsetof(wend_grid_def, cost), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_grid_def, cell_size), NULL},
    {"origin", WENDLUA_VEC2, offsetof(wend_grid_def, origin), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field info_fields[] = {
    {"width", WENDLUA_I32, offsetof(wend_grid_info, width), NULL},
    {"height", WENDLUA_I32, offsetof(wend_grid_info, height), NULL},
    {"neighbours", WENDLUA_I32, offsetof(wend_grid_info, neighbours), NULL},
    {"corner_rule", WENDLUA_ENUM, offsetof(wend_grid_info, corner_rule), wendlua_corner_rule_names},
    {"hex_layout", WENDLUA_ENUM, offsetof(wend_grid_info, hex_layout), wendlua_hex_layout_names},
    {"wrap", WENDLUA_ENUM, offsetof(wend_grid_info, wrap), wraps},
    {"sector_size", WENDLUA_I32, offsetof(wend_grid_info, sector_size), NULL},
    {"sectors_x", WENDLUA_I32, offsetof(wend_grid_info, sectors_x), NULL},
    {"sectors_y", WENDLUA_I32, offsetof(wend_grid_info, sectors_y), NULL},
    {"class_count", WENDLUA_I32, offsetof(wend_grid_info, class_count), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_grid_info, cell_size), NULL},
    {"origin", WENDLUA_VEC2, offsetof(wend_grid_info, origin), NULL},
    {"revision", WENDLUA_U64, offsetof(wend_grid_info, revision), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_grid_info, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static wend_grid *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_grid_kind);
}

static const wend_grid *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_grid_kind);
}

wendlua_object *wendlua_new_grid(lua_State *L)
{
    return wendlua_new(L, &wendlua_grid_kind, sizeof(wendlua_object));
}

static int make(lua_State *L)
{
    wend_grid_def def = wend_grid_def_default();
    def.allocator = wendlua_allocator(L);
    wend_message message = {0};
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.message = &message;
    wendlua_object *object = wendlua_new_grid(L);
    wend_grid *grid = NULL;
    wend_result result = wend_grid_create(&def, &grid);
    object->pointer = grid;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

static int make_loaded(lua_State *L)
{
    size_t count = 0;
    wend_message message = {0};
    const char *bytes = wendlua_bytes(L, 1, &count);
    wendlua_object *object = wendlua_new_grid(L);
    wend_grid *grid = NULL;
    const wend_allocator allocator = wendlua_allocator(L);
    wend_result result = wend_grid_load((const uint8_t *)bytes, count, &allocator, &grid, &message);
    object->pointer = grid;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

static int get_info(lua_State *L)
{
    wend_grid_info info;
    wend_grid_get_info(read(L), &info);
    wendlua_push(L, info_fields, &info);
    return 1;
}

/* ---- positions ---- */

static int node(lua_State *L)
{
    int32_t x = wendlua_i32(L, 2);
    int32_t y = wendlua_i32(L, 3);
    wendlua_push_node(L, wend_grid_node(read(L), x, y));
    return 1;
}

static int cell(lua_State *L)
{
    int32_t x = -1;
    int32_t y = -1;
    wend_node at = wendlua_u32(L, 2);
    if (!wend_grid_cell(read(L), at, &x, &y)) {
        return wendlua_push_nil(L);
    }
    lua_pushinteger(L, x);
    lua_pushinteger(L, y);
    return 2;
}

static int node_at(lua_State *L)
{
    wend_vec2 position = wendlua_xy(L, 2);
    wendlua_push_node(L, wend_grid_node_at(read(L), position));
    return 1;
}

static int cell_at(lua_State *L)
{
    int32_t x = -1;
    int32_t y = -1;
    wend_vec2 position = wendlua_xy(L, 2);
    const wend_grid *grid = read(L);
    if (!wend_grid_cell(grid, wend_grid_node_at(grid, position), &x, &y)) {
        return wendlua_push_nil(L);
    }
    lua_pushinteger(L, x);
    lua_pushinteger(L, y);
    return 2;
}

/* The centre of a node's cell, or of cell x, y. */
static int position(lua_State *L)
{
    const wend_grid *grid = read(L);
    wend_node at = wendlua_u32(L, 2);
    if (!lua_isnoneornil(L, 3)) {
        at = wend_grid_node(grid, wendlua_i32(L, 2), wendlua_i32(L, 3));
    }
    int32_t x = 0;
    int32_t y = 0;
    if (!wend_grid_cell(grid, at, &x, &y)) {
        return wendlua_push_nil(L);
    }
    return wendlua_push_xy(L, wend_grid_position(grid, at));
}

static int steps(lua_State *L)
{
    wend_node a = wendlua_u32(L, 2);
    wend_node b = wendlua_u32(L, 3);
    int32_t count = wend_grid_steps(read(L), a, b);
    if (count < 0) {
        return wendlua_push_nil(L);
    }
    lua_pushinteger(L, count);
    return 1;
}

static int bounds(lua_State *L)
{
    wend_vec2 low = {0, 0};
    wend_vec2 high = {0, 0};
    wend_grid_bounds(read(L), &low, &high);
    return wendlua_push_xy(L, low) + wendlua_push_xy(L, high);
}

/* ---- costs ---- */

static int cost(lua_State *L)
{
    wendlua_takes(L, "class, x, y");
    uint32_t movement_class = wendlua_u32(L, 2);
    int32_t x = wendlua_i32(L, 3);
    int32_t y = wendlua_i32(L, 4);
    lua_pushinteger(L, wend_grid_cost(read(L), movement_class, x, y));
    return 1;
}

static int is_open(lua_State *L)
{
    wendlua_takes(L, "class, team, x, y");
    uint32_t movement_class = wendlua_u32(L, 2);
    uint32_t team = wendlua_node(L, 3);
    int32_t x = wendlua_i32(L, 4);
    int32_t y = wendlua_i32(L, 5);
    lua_pushboolean(L, wend_grid_is_open(read(L), movement_class, team, x, y));
    return 1;
}

/* A class, or nil or "all" for every one. */
static uint32_t class_or_all(lua_State *L, int arg)
{
    if (lua_type(L, arg) == LUA_TNUMBER) {
        return (uint32_t)wendlua_integer(L, arg, 0, WEND_GRID_CLASSES_MAX - 1);
    }
    bool is_all = lua_type(L, arg) == LUA_TSTRING && strcmp(lua_tostring(L, arg), "all") == 0;
    wendlua_arg_check(L, lua_isnil(L, arg) || is_all, arg,
                      "a class (a number from 0) or 'all' expected");
    return WEND_CLASS_ALL;
}

static uint8_t cost_arg(lua_State *L, int arg)
{
    return (uint8_t)wendlua_integer(L, arg, 1, WEND_COST_WALL);
}

static int set_cost(lua_State *L)
{
    wendlua_takes(L, "class, x, y, cost");
    uint32_t movement_class = class_or_all(L, 2);
    int32_t x = wendlua_i32(L, 3);
    int32_t y = wendlua_i32(L, 4);
    uint8_t value = cost_arg(L, 5);
    wend_result result = wend_grid_set_cost(edit(L), movement_class, x, y, value);
    wendlua_done_by(L, result, wend_grid_error(read(L)));
    return 0;
}

static int fill(lua_State *L)
{
    wendlua_takes(L, "class, x, y, width, height, cost");
    uint32_t movement_class = class_or_all(L, 2);
    int32_t x = wendlua_i32(L, 3);
    int32_t y = wendlua_i32(L, 4);
    int32_t width = wendlua_i32(L, 5);
    int32_t height = wendlua_i32(L, 6);
    uint8_t value = cost_arg(L, 7);
    wend_result result = wend_grid_fill(edit(L), movement_class, x, y, width, height, value);
    wendlua_done_by(L, result, wend_grid_error(read(L)));
    return 0;
}

/* A rectangle that can be copied; no list is longer than the largest grid. */
static size_t rectangle(lua_State *L, int arg, int32_t *values)
{
    for (int i = 0; i < 4; i++) {
        int32_t low = i < 2 ? 0 : 1;
        values[i] = (int32_t)wendlua_integer(L, arg + i, low, WEND_GRID_SIDE_MAX);
    }
    return (size_t)values[2] * (size_t)values[3];
}

static int set_costs(lua_State *L)
{
    wendlua_takes(L, "class, x, y, width, height, list");
    int32_t at[4] = {0, 0, 0, 0};
    uint32_t movement_class = class_or_all(L, 2);
    size_t count = rectangle(L, 3, at);
    const uint8_t *costs = wendlua_costs(L, 7, count, false);
    wend_result result = wend_grid_set_costs(edit(L), movement_class, at[0], at[1], at[2], at[3],
                                             costs, (size_t)at[2]);
    wendlua_done_by(L, result, wend_grid_error(read(L)));
    return 0;
}

typedef wend_result (*copy_costs_fn)(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                     int32_t y, int32_t width, int32_t height, uint8_t *costs,
                                     size_t stride);

/* Pushes the costs of a rectangle: class, x, y, width, height. */
static int push_rectangle(lua_State *L, copy_costs_fn copy_costs)
{
    wendlua_takes(L, "class, x, y, width, height");
    int32_t at[4] = {0, 0, 0, 0};
    uint32_t movement_class = wendlua_u32(L, 2);
    size_t count = rectangle(L, 3, at);
    wend_grid_info info;
    wend_grid_get_info(read(L), &info);
    wendlua_arg_check(L, at[0] + at[2] <= info.width && at[1] + at[3] <= info.height, 3,
                      "the rectangle lies outside");
    uint8_t *costs = wendlua_scratch(L, count, 1);
    wend_result result =
        copy_costs(read(L), movement_class, at[0], at[1], at[2], at[3], costs, (size_t)at[2]);
    wendlua_done(L, result, NULL, "there is no such class");
    wendlua_push_costs(L, costs, count);
    return 1;
}

static int get_costs(lua_State *L)
{
    return push_rectangle(L, wend_grid_get_costs);
}

/* Under stamps, overlays and gradients. */
static int get_ground_costs(lua_State *L)
{
    return push_rectangle(L, wend_grid_get_ground_costs);
}

static int set_closed_teams(lua_State *L)
{
    wendlua_takes(L, "x, y, width, height, mask");
    int32_t x = wendlua_i32(L, 2);
    int32_t y = wendlua_i32(L, 3);
    int32_t width = wendlua_i32(L, 4);
    int32_t height = wendlua_i32(L, 5);
    uint32_t teams = wendlua_mask_or(L, 6, NULL, 0);
    wend_result result = wend_grid_set_closed_teams(edit(L), x, y, width, height, teams);
    wendlua_done_by(L, result, wend_grid_error(read(L)));
    return 0;
}

static int get_closed_teams(lua_State *L)
{
    int32_t x = wendlua_i32(L, 2);
    int32_t y = wendlua_i32(L, 3);
    lua_pushinteger(L, wend_grid_get_closed_teams(read(L), x, y));
    return 1;
}

static int ground_cost(lua_State *L)
{
    uint32_t movement_class = wendlua_u32(L, 2);
    int32_t x = wendlua_i32(L, 3);
    int32_t y = wendlua_i32(L, 4);
    lua_pushinteger(L, wend_grid_ground_cost(read(L), movement_class, x, y));
    return 1;
}

/* ---- sight, state ---- */

static int field_of_view(lua_State *L)
{
    uint32_t movement_class = wendlua_u32(L, 2);
    wend_node from = wendlua_u32(L, 3);
    int32_t radius = (int32_t)wendlua_integer(L, 4, 0, 1024);
    wend_grid_info info;
    wend_grid_get_info(read(L), &info);
    size_t side = 2 * (size_t)radius + 1;
    size_t cells = (size_t)info.width * (size_t)info.height;
    size_t most = side * side < cells ? side * side : cells;
    wend_node *nodes = wendlua_scratch(L, most, sizeof *nodes);
    size_t count = 0;
    wend_result result =
        wend_grid_field_of_view(read(L), movement_class, from, radius, nodes, most, &count);
    wendlua_done(L, result, NULL, "the cell lies outside, or there is no such class");
    wendlua_push_nodes(L, nodes, count < most ? count : most);
    return 1;
}

static int revision(lua_State *L)
{
    wendlua_push_u64(L, wend_grid_revision(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_grid_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_grid_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

/* load(bytes): replaces all that lies on it. */
static int load(lua_State *L)
{
    size_t count = 0;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wend_grid *it = wendlua_edit_pointer(L, 1, &wendlua_grid_kind);
    (void)wendlua_done_by(L, wend_grid_restore(it, (const uint8_t *)bytes, count),
                          wend_grid_error(it));
    return 0;
}

static const luaL_Reg methods[] = {
    {"get_info", get_info},
    {"node", node},
    {"cell", cell},
    {"node_at", node_at},
    {"cell_at", cell_at},
    {"position", position},
    {"steps", steps},
    {"bounds", bounds},
    {"cost", cost},
    {"is_open", is_open},
    {"set_cost", set_cost},
    {"fill", fill},
    {"set_costs", set_costs},
    {"get_costs", get_costs},
    {"set_closed_teams", set_closed_teams},
    {"get_closed_teams", get_closed_teams},
    {"ground_cost", ground_cost},
    {"add_stamp", wendlua_grid_add_stamp},
    {"can_add_stamp", wendlua_grid_can_add_stamp},
    {"remove_stamp", wendlua_grid_remove_stamp},
    {"get_stamp", wendlua_grid_get_stamp},
    {"stamp_cells", wendlua_grid_stamp_cells},
    {"stamp_at", wendlua_grid_stamp_at},
    {"list_stamps", wendlua_grid_list_stamps},
    {"set_gradient", wendlua_grid_set_gradient},
    {"get_gradient", wendlua_grid_get_gradient},
    {"add_overlay", wendlua_grid_add_overlay},
    {"remove_overlay", wendlua_grid_remove_overlay},
    {"overlay_add", wendlua_grid_overlay_add},
    {"overlay_add_rect", wendlua_grid_overlay_add_rect},
    {"overlay_tick", wendlua_grid_overlay_tick},
    {"overlay_value", wendlua_grid_overlay_value},
    {"list_overlays", wendlua_grid_list_overlays},
    {"get_overlay", wendlua_grid_get_overlay},
    {"hex", wendlua_grid_hex},
    {"hex_node", wendlua_grid_hex_node},
    {"add_link", wendlua_grid_add_link},
    {"remove_link", wendlua_grid_remove_link},
    {"set_link", wendlua_grid_set_link},
    {"get_link", wendlua_grid_get_link},
    {"list_links", wendlua_grid_list_links},
    {"links_revision", wendlua_grid_links_revision},
    {"link_of_edge", wendlua_grid_link_of_edge},
    {"get_ground_costs", get_ground_costs},
    {"list_changes", wendlua_grid_list_changes},
    {"sector_revision", wendlua_grid_sector_revision},
    {"field_of_view", field_of_view},
    {"revision", revision},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_grid_kind = {"grid", "wend.grid", destroy, methods};

const luaL_Reg wendlua_grid_functions[] = {
    {"grid", make},
    {"grid_load", make_loaded},
    {NULL, NULL},
};
