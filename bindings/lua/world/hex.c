/* wend.hex: positions, lines, rings, ranges and turns of hexes (two integers q, r), and the hexes
 * of a grid's nodes.
 * Cost: as in wend/hex.h; a table for each hex of a shape. */
#include "wend/hex.h"
#include "lua/core/rooms.h"

enum {
    HEX_MOST = 1 << 28,     /* coordinates, in each direction */
    HEX_LINE_MOST = 1 << 20 /* hexes of a line that fit into a list */
};

static wend_hex hex_arg(lua_State *L, int arg)
{
    const lua_Integer q = wendlua_integer(L, arg, -HEX_MOST, HEX_MOST);
    const lua_Integer r = wendlua_integer(L, arg + 1, -HEX_MOST, HEX_MOST);
    return (wend_hex){(int32_t)q, (int32_t)r};
}

static int push_hex(lua_State *L, wend_hex hex)
{
    lua_pushinteger(L, hex.q);
    lua_pushinteger(L, hex.r);
    return 2;
}

static wend_hex_layout layout_arg(lua_State *L, int arg)
{
    wendlua_arg_check(L, lua_type(L, arg) == LUA_TSTRING, arg, "the name of a layout expected");
    return (wend_hex_layout)wendlua_enum_or(L, arg, wendlua_hex_layout_names, 0);
}

static double size_arg(lua_State *L, int arg)
{
    const double size = wendlua_number(L, arg);
    wendlua_arg_check(L, size > 0, arg, "a size above 0 expected");
    return size;
}

/* ---- rows, columns, metres ---- */

static int from_offset(lua_State *L)
{
    const wend_hex_layout layout = layout_arg(L, 1);
    const wend_hex at = hex_arg(L, 2);
    return push_hex(L, wend_hex_from_offset(layout, at.q, at.r));
}

static int to_offset(lua_State *L)
{
    int32_t x = 0;
    int32_t y = 0;
    wend_hex_to_offset(layout_arg(L, 1), hex_arg(L, 2), &x, &y);
    lua_pushinteger(L, x);
    lua_pushinteger(L, y);
    return 2;
}

/* position(layout, cell_size, origin, q, r) */
static int position(lua_State *L)
{
    const wend_hex_layout layout = layout_arg(L, 1);
    const double size = size_arg(L, 2);
    const wend_vec2 origin = wendlua_vec2(L, 3);
    return wendlua_push_xy(L, wend_hex_position(layout, size, origin, hex_arg(L, 4)));
}

/* at(layout, cell_size, origin, x, y) */
static int at(lua_State *L)
{
    const wend_hex_layout layout = layout_arg(L, 1);
    const double size = size_arg(L, 2);
    const wend_vec2 origin = wendlua_vec2(L, 3);
    return push_hex(L, wend_hex_at(layout, size, origin, wendlua_xy(L, 4)));
}

/* corners(layout, cell_size, x, y) */
static int corners(lua_State *L)
{
    wend_vec2 list[WEND_HEX_DIRECTIONS];
    const wend_hex_layout layout = layout_arg(L, 1);
    const double size = size_arg(L, 2);
    wend_hex_corners(layout, size, wendlua_xy(L, 3), list);
    wendlua_push_points(L, list, WEND_HEX_DIRECTIONS);
    return 1;
}

/* ---- single hexes ---- */

static int distance(lua_State *L)
{
    const wend_hex a = hex_arg(L, 1);
    lua_pushinteger(L, wend_hex_distance(a, hex_arg(L, 3)));
    return 1;
}

static int neighbour(lua_State *L)
{
    const wend_hex hex = hex_arg(L, 1);
    return push_hex(L, wend_hex_neighbour(hex, wendlua_i32(L, 3)));
}

/* rotate(q, r, centre_q, centre_r, sixths) */
static int rotate(lua_State *L)
{
    const wend_hex hex = hex_arg(L, 1);
    const wend_hex centre = hex_arg(L, 3);
    return push_hex(L, wend_hex_rotate(hex, centre, wendlua_i32(L, 5)));
}

static int reflect(lua_State *L)
{
    const wend_hex hex = hex_arg(L, 1);
    const wend_hex centre = hex_arg(L, 3);
    return push_hex(L, wend_hex_reflect(hex, centre, wendlua_i32(L, 5)));
}

/* ---- shapes ---- */

static int push_hexes(lua_State *L, const wend_hex *hexes, size_t count)
{
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_createtable(L, 0, 2);
        lua_pushinteger(L, hexes[i].q);
        lua_setfield(L, -2, "q");
        lua_pushinteger(L, hexes[i].r);
        lua_setfield(L, -2, "r");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int line(lua_State *L)
{
    const wend_hex a = hex_arg(L, 1);
    const wend_hex b = hex_arg(L, 3);
    size_t count = (size_t)wend_hex_distance(a, b) + 1;
    wendlua_arg_check(L, count <= HEX_LINE_MOST, 3, "it is more than 1048575 steps away");
    const size_t most = count;
    wend_hex *hexes = wendlua_scratch(L, most, sizeof *hexes);
    wendlua_done(L, wend_hex_line(a, b, hexes, most, &count), NULL, NULL);
    return push_hexes(L, hexes, count < most ? count : most);
}

static int ring(lua_State *L)
{
    const wend_hex centre = hex_arg(L, 1);
    const int32_t radius = (int32_t)wendlua_integer(L, 3, 0, WEND_HEX_RADIUS_MAX);
    size_t count = 0;
    const size_t most = radius == 0 ? 1 : 6 * (size_t)radius;
    wend_hex *hexes = wendlua_scratch(L, most, sizeof *hexes);
    wendlua_done(L, wend_hex_ring(centre, radius, hexes, most, &count), NULL, NULL);
    return push_hexes(L, hexes, count < most ? count : most);
}

/* A table for each of 3 million hexes is a bearable limit for a script. */
static int range(lua_State *L)
{
    const wend_hex centre = hex_arg(L, 1);
    const int32_t radius = (int32_t)wendlua_integer(L, 3, 0, 1024);
    size_t count = 0;
    const size_t most = 3 * (size_t)radius * ((size_t)radius + 1) + 1;
    wend_hex *hexes = wendlua_scratch(L, most, sizeof *hexes);
    wendlua_done(L, wend_hex_range(centre, radius, hexes, most, &count), NULL, NULL);
    return push_hexes(L, hexes, count < most ? count : most);
}

const luaL_Reg wendlua_hex_functions[] = {
    {"from_offset", from_offset},
    {"to_offset", to_offset},
    {"position", position},
    {"at", at},
    {"corners", corners},
    {"distance", distance},
    {"neighbour", neighbour},
    {"rotate", rotate},
    {"reflect", reflect},
    {"line", line},
    {"ring", ring},
    {"range", range},
    {NULL, NULL},
};

/* ---- of a grid ---- */

/* hex(node): q, r; nothing on squares and outside. */
int wendlua_grid_hex(lua_State *L)
{
    const wend_node node = wendlua_u32(L, 2);
    const wend_grid *grid = wendlua_read_pointer(L, 1, &wendlua_grid_kind);
    wend_grid_info info;
    int32_t x = 0;
    int32_t y = 0;
    wend_grid_get_info(grid, &info);
    if (info.neighbours != WEND_NEIGHBOURS_6 || !wend_grid_cell(grid, node, &x, &y)) {
        return wendlua_push_nil(L);
    }
    return push_hex(L, wend_grid_hex(grid, node));
}

int wendlua_grid_hex_node(lua_State *L)
{
    const wend_hex hex = hex_arg(L, 2);
    const wend_grid *grid = wendlua_read_pointer(L, 1, &wendlua_grid_kind);
    wendlua_push_node(L, wend_grid_hex_node(grid, hex));
    return 1;
}
