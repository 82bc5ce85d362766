/* wend.traffic and its methods: where agents move, and where things happen to them.
 * Cost: as in wend/traffic.h. */
#include "wend/traffic.h"
#include "lua/core/rooms.h"

static void destroy(wendlua_object *object)
{
    wend_traffic_destroy(object->pointer);
}

static wend_traffic *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_traffic_kind);
}

static const wend_traffic *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_traffic_kind);
}

static const wendlua_field def_fields[] = {
    {"width", WENDLUA_I32, offsetof(wend_traffic_def, width), NULL},
    {"height", WENDLUA_I32, offsetof(wend_traffic_def, height), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_traffic_def, cell_size), NULL},
    {"origin", WENDLUA_VEC2, offsetof(wend_traffic_def, origin), NULL},
    {"kind_count", WENDLUA_U32, offsetof(wend_traffic_def, kind_count), NULL},
    {"has_directions", WENDLUA_BOOL, offsetof(wend_traffic_def, has_directions), NULL},
    {"least_speed", WENDLUA_DOUBLE, offsetof(wend_traffic_def, least_speed), NULL},
    {"half_life", WENDLUA_U32, offsetof(wend_traffic_def, half_life), NULL},
    {NULL, 0, 0, NULL},
};

/* wend.traffic{...} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_traffic_def def = wend_traffic_def_default();
    wend_traffic *made = NULL;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_traffic_kind, sizeof *self);
    const wend_result result = wend_traffic_create(&def, &made);
    return wendlua_made(L, self, made, result, &message);
}

/* wend.traffic_load(bytes) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_traffic_def def = wend_traffic_def_default();
    wend_traffic *made = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_traffic_kind, sizeof *self);
    const wend_result result = wend_traffic_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_made(L, self, made, result, &message);
}

/* ---- counting ---- */

/* add(x, y [, vx, vy]) */
static int add(lua_State *L)
{
    const wend_vec2 at = wendlua_xy(L, 2);
    const wend_vec2 velocity = {wendlua_number_or(L, 4, 0), wendlua_number_or(L, 5, 0)};
    wendlua_done_by(L, wend_traffic_add(edit(L), at, velocity), wend_traffic_error(read(L)));
    return 0;
}

/* add_crowd(crowd [, group]) */
static int add_crowd(lua_State *L)
{
    const uint32_t group = wendlua_u32_or(L, 3, UINT32_MAX);
    const wend_crowd *crowd = wendlua_read_pointer(L, 2, &wendlua_crowd_kind);
    wendlua_done_by(L, wend_traffic_add_crowd(edit(L), crowd, group), wend_traffic_error(read(L)));
    return 0;
}

/* add_event(kind, x, y [, amount]) */
static int add_event(lua_State *L)
{
    const uint32_t kind = wendlua_u32(L, 2);
    const wend_vec2 at = wendlua_xy(L, 3);
    const double amount = wendlua_number_or(L, 5, 1);
    wendlua_done_by(L, wend_traffic_add_event(edit(L), kind, at, amount),
                    wend_traffic_error(read(L)));
    return 0;
}

static int set_tick(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 2);
    wendlua_done_by(L, wend_traffic_set_tick(edit(L), tick), wend_traffic_error(read(L)));
    return 0;
}

static int clear(lua_State *L)
{
    (void)wend_traffic_clear(edit(L));
    return 0;
}

static const wendlua_field info_fields[] = {
    {"width", WENDLUA_I32, offsetof(wend_traffic_info, width), NULL},
    {"height", WENDLUA_I32, offsetof(wend_traffic_info, height), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_traffic_info, cell_size), NULL},
    {"origin", WENDLUA_VEC2, offsetof(wend_traffic_info, origin), NULL},
    {"kind_count", WENDLUA_U32, offsetof(wend_traffic_info, kind_count), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_traffic_info, tick), NULL},
    {"added", WENDLUA_U64, offsetof(wend_traffic_info, added), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_traffic_info, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_traffic_info info;
    wend_traffic_get_info(read(L), &info);
    wendlua_push(L, info_fields, &info);
    return 1;
}

/* ---- questions ---- */

/* A kind of events, or nil for agents. */
static int32_t kind_at(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? (int32_t)WEND_TRAFFIC_MOVES : wendlua_i32(L, arg);
}

/* count_at(x, y [, kind]) */
static int count_at(lua_State *L)
{
    const wend_vec2 at = wendlua_xy(L, 2);
    const int32_t kind = kind_at(L, 4);
    lua_pushnumber(L, wend_traffic_count_at(read(L), kind, at));
    return 1;
}

/* cell_count(column, row [, kind]) */
static int cell_count(lua_State *L)
{
    const int32_t x = wendlua_i32(L, 2), y = wendlua_i32(L, 3), kind = kind_at(L, 4);
    lua_pushnumber(L, wend_traffic_cell_count(read(L), kind, x, y));
    return 1;
}

/* direction_count(direction, column, row) */
static int direction_count(lua_State *L)
{
    const uint32_t direction = wendlua_u32(L, 2);
    const int32_t x = wendlua_i32(L, 3), y = wendlua_i32(L, 4);
    lua_pushnumber(L, wend_traffic_direction_count(read(L), direction, x, y));
    return 1;
}

/* direction(column, row): the main one. */
static int direction(lua_State *L)
{
    wend_vec2 main;
    const int32_t x = wendlua_i32(L, 2), y = wendlua_i32(L, 3);
    wendlua_done(L, wend_traffic_get_direction(read(L), x, y, &main), NULL,
                 "the cell lies outside");
    return wendlua_push_xy(L, main);
}

/* sum(column, row, width, height [, kind]) */
static int sum(lua_State *L)
{
    const int32_t x = wendlua_i32(L, 2), y = wendlua_i32(L, 3);
    const int32_t width = wendlua_i32(L, 4), height = wendlua_i32(L, 5), kind = kind_at(L, 6);
    lua_pushnumber(L, wend_traffic_sum(read(L), kind, x, y, width, height));
    return 1;
}

static const wendlua_field cell_fields[] = {
    {"x", WENDLUA_I32, offsetof(wend_traffic_cell, x), NULL},
    {"y", WENDLUA_I32, offsetof(wend_traffic_cell, y), NULL},
    {"position", WENDLUA_VEC2, offsetof(wend_traffic_cell, position), NULL},
    {"count", WENDLUA_DOUBLE, offsetof(wend_traffic_cell, count), NULL},
    {NULL, 0, 0, NULL},
};

static int push_cells(lua_State *L, const wend_traffic_cell *cells, size_t count)
{
    return wendlua_push_structs(L, cell_fields, cells, sizeof *cells, count);
}

/* busiest(count, column, row, width, height [, kind]) */
static int busiest(lua_State *L)
{
    const lua_Integer count = wendlua_integer(L, 2, 0, 1 << 16);
    const int32_t x = wendlua_i32(L, 3), y = wendlua_i32(L, 4);
    const int32_t width = wendlua_i32(L, 5), height = wendlua_i32(L, 6), kind = kind_at(L, 7);
    wend_traffic_cell *cells = wendlua_scratch(L, (size_t)count + 1, sizeof *cells);
    return push_cells(
        L, cells, wend_traffic_busiest(read(L), kind, x, y, width, height, cells, (size_t)count));
}

/* quietest(count, column, row, width, height [, kind [, grid [, class]]]) */
static int quietest(lua_State *L)
{
    const lua_Integer count = wendlua_integer(L, 2, 0, 1 << 16);
    const int32_t x = wendlua_i32(L, 3), y = wendlua_i32(L, 4);
    const int32_t width = wendlua_i32(L, 5), height = wendlua_i32(L, 6), kind = kind_at(L, 7);
    const uint32_t movement_class = wendlua_u32_or(L, 9, 0);
    wend_traffic_cell *cells = wendlua_scratch(L, (size_t)count + 1, sizeof *cells);
    const wend_grid *grid =
        lua_isnoneornil(L, 8) ? NULL : wendlua_read_pointer(L, 8, &wendlua_grid_kind);
    return push_cells(L, cells,
                      wend_traffic_quietest(read(L), kind, x, y, width, height, grid,
                                            movement_class, cells, (size_t)count));
}

/* write_overlay(grid, overlay, scale [, kind]) */
static int write_overlay(lua_State *L)
{
    const wend_overlay_id id = {wendlua_index1(L, 3, WENDLUA_OVERLAY),
                                wendlua_generation(L, 3, WENDLUA_OVERLAY)};
    const double scale = wendlua_number(L, 4);
    const int32_t kind = kind_at(L, 5);
    wend_traffic *traffic = edit(L);
    wendlua_done_by(L,
                    wend_traffic_write_overlay(traffic, kind, scale,
                                               wendlua_edit_pointer(L, 2, &wendlua_grid_kind), id),
                    wend_traffic_error(traffic));
    return 0;
}

/* ---- state ---- */

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_traffic_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_traffic_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

/* load(bytes): replaces its state. */
static int load(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_traffic_def def = wend_traffic_def_default();
    wend_traffic *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_traffic_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_traffic_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"add", add},
    {"add_crowd", add_crowd},
    {"add_event", add_event},
    {"set_tick", set_tick},
    {"clear", clear},
    {"get_info", get_info},
    {"count_at", count_at},
    {"cell_count", cell_count},
    {"direction_count", direction_count},
    {"direction", direction},
    {"sum", sum},
    {"busiest", busiest},
    {"quietest", quietest},
    {"write_overlay", write_overlay},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_traffic_kind = {"traffic", "wend.traffic", destroy, methods};

const luaL_Reg wendlua_traffic_functions[] = {
    {"traffic", make},
    {"traffic_load", make_loaded},
    {NULL, NULL},
};
