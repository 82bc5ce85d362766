/* wend.terrain: lists of costs for grid:set_costs, from speeds, movement points, kinds of ground,
 * and heights.
 * Cost: the lists. */
#include <math.h>

#include "lua/core/rooms.h"
#include "wend/terrain.h"

static size_t list_length(lua_State *L, int arg)
{
    wendlua_need_table(L, arg);
    return wendlua_list_length(L, arg);
}

/* Cost of a plain cell; nil = 1. */
static uint8_t scale_arg(lua_State *L, int arg)
{
    return (uint8_t)(lua_isnoneornil(L, arg) ? 1 : wendlua_integer(L, arg, 1, 254));
}

/* table_from_speeds(speeds [, scale]) */
static int table_from_speeds(lua_State *L)
{
    size_t count = 0;
    uint8_t scale = scale_arg(L, 2);
    double *speeds = wendlua_numbers(L, 1, &count);
    uint8_t *costs = wendlua_scratch(L, count, 1);
    wend_result result = wend_terrain_table_from_speeds(speeds, count, scale, costs);
    wendlua_done(L, result, NULL, "speeds are 0 or more");
    wendlua_push_costs(L, costs, count);
    return 1;
}

/* table_from_points(points [, impassable [, scale]]) */
static int table_from_points(lua_State *L)
{
    size_t count = 0;
    uint32_t impassable = wendlua_u32_or(L, 2, 99);
    uint8_t scale = scale_arg(L, 3);
    const uint32_t *points = wendlua_nodes(L, 1, &count);
    uint8_t *costs = wendlua_scratch(L, count, 1);
    wend_result result = wend_terrain_table_from_points(points, count, impassable, scale, costs);
    wendlua_done(L, result, NULL, "movement points are 1 or more");
    wendlua_push_costs(L, costs, count);
    return 1;
}

/* apply_table(kinds, costs): kinds count from 0, the first entry of the table is kind 0's. */
static int apply_table(lua_State *L)
{
    size_t count = list_length(L, 1);
    size_t kind_count = list_length(L, 2);
    const uint8_t *kinds = wendlua_costs(L, 1, count, true);
    const uint8_t *table = wendlua_costs(L, 2, kind_count, false);
    uint8_t *costs = wendlua_scratch(L, count, 1);
    wend_result result = wend_terrain_apply_table(kinds, count, table, kind_count, costs);
    wendlua_done(L, result, NULL, "a kind of ground is not in the table (kinds count from 0)");
    wendlua_push_costs(L, costs, count);
    return 1;
}

static const wendlua_field slope_fields[] = {
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_slope_def, cell_size), NULL},
    {"max_slope", WENDLUA_DOUBLE, offsetof(wend_slope_def, max_slope), NULL},
    {"per_slope", WENDLUA_DOUBLE, offsetof(wend_slope_def, per_slope), NULL},
    {"neighbours", WENDLUA_I32, offsetof(wend_slope_def, neighbours), NULL},
    {"hex_layout", WENDLUA_ENUM, offsetof(wend_slope_def, hex_layout), wendlua_hex_layout_names},
    {NULL, 0, 0, NULL},
};

/* Heights as C has them; one too large for a float is an error. */
static float *read_heights(lua_State *L, int arg, size_t expected)
{
    size_t count = list_length(L, arg);
    if (count != expected) {
        wendlua_fail(L, "a list of %I heights expected, got %I", (LUAI_UACINT)expected,
                     (LUAI_UACINT)count);
    }
    const double *given = wendlua_numbers(L, arg, &count);
    float *heights = wendlua_scratch(L, count, sizeof *heights);
    for (size_t i = 0; i < count; i++) {
        heights[i] = fabs(given[i]) < 1e30 ? (float)given[i] : (float)INFINITY;
    }
    return heights;
}

/* costs_from_heights(heights, width, height [, def]) */
static int costs_from_heights(lua_State *L)
{
    wend_slope_def def = wend_slope_def_default();
    lua_settop(L, 4);
    wendlua_need_table(L, 1);
    int32_t width = (int32_t)wendlua_integer(L, 2, 1, WEND_GRID_SIDE_MAX);
    int32_t height = (int32_t)wendlua_integer(L, 3, 1, WEND_GRID_SIDE_MAX);
    wendlua_read(L, 4, slope_fields, &def);
    size_t count = (size_t)width * (size_t)height;
    const float *heights = read_heights(L, 1, count);
    uint8_t *costs = wendlua_scratch(L, count, 1);
    wend_result result = wend_terrain_costs_from_heights(&def, heights, width, height, costs);
    wendlua_done(L, result, NULL,
                 "cell_size and steepest are above 0, per_slope 0 to 253, neighbours 4, 6 or 8, "
                 "heights below 1e30");
    wendlua_push_costs(L, costs, count);
    return 1;
}

/* combine(costs, others [, scale]): another list. */
static int combine(lua_State *L)
{
    size_t count = list_length(L, 1);
    uint8_t scale = scale_arg(L, 3);
    uint8_t *costs = wendlua_costs(L, 1, count, false);
    const uint8_t *others = wendlua_costs(L, 2, count, false);
    wendlua_done(L, wend_terrain_combine(costs, others, count, scale), NULL, NULL);
    wendlua_push_costs(L, costs, count);
    return 1;
}

const luaL_Reg wendlua_terrain_functions[] = {
    {"table_from_speeds", table_from_speeds},
    {"table_from_points", table_from_points},
    {"apply_table", apply_table},
    {"costs_from_heights", costs_from_heights},
    {"combine", combine},
    {NULL, NULL},
};
