/* Reads numbers, enums, masks and vectors from Lua's stack; an error names the expected value. */
#include "lua/core/value.h"

#include <math.h>
#include <string.h>

#include "lua/core/field.h"
#include "lua/core/object.h"
#include "wend/grid.h"
#include "wend/walls.h"

const wendlua_name wendlua_stops_names[] = {
    {"walk", WEND_STOPS_WALK},
    {"sight", WEND_STOPS_SIGHT},
    {"sound", WEND_STOPS_SOUND},
    {"shot", WEND_STOPS_SHOT},
    {"all", WEND_STOPS_ALL},
    {"nothing", 0},
    {NULL, 0},
};

const wendlua_name wendlua_behaviour_names[] = {
    {"walk", WEND_BEHAVIOUR_WALK},         {"tiptoe", WEND_BEHAVIOUR_TIPTOE},
    {"swim", WEND_BEHAVIOUR_SWIM},         {"crawl", WEND_BEHAVIOUR_CRAWL},
    {"creep", WEND_BEHAVIOUR_CREEP},       {"jump", WEND_BEHAVIOUR_JUMP},
    {"teleport", WEND_BEHAVIOUR_TELEPORT}, {NULL, 0},
};

const wendlua_name wendlua_corner_rule_names[] = {
    {"never", WEND_CORNER_NEVER},
    {"one_open", WEND_CORNER_ONE_OPEN},
    {"always", WEND_CORNER_ALWAYS},
    {NULL, 0},
};

const wendlua_name wendlua_hex_layout_names[] = {
    {"odd_rows", WEND_HEX_ODD_ROWS},
    {"even_rows", WEND_HEX_EVEN_ROWS},
    {"odd_columns", WEND_HEX_ODD_COLUMNS},
    {"even_columns", WEND_HEX_EVEN_COLUMNS},
    {NULL, 0},
};

/* Raises "bad argument" unless the value was taken. Texts that were pushed since the stack was so
 * high are no arguments. */
static void need(lua_State *L, int arg, int top, unsigned type, const char *expected)
{
    if (expected != NULL) {
        const char *got = arg > top ? "nothing" : wendlua_describe(L, arg, type);
        wendlua_arg_error(L, arg, lua_pushfstring(L, "%s expected, got %s", expected, got));
    }
}

static void take(lua_State *L, int arg, unsigned type, const wendlua_name *names, void *target)
{
    const int top = lua_gettop(L);
    need(L, arg, top, type, wendlua_convert(L, arg, type, names, target));
}

double wendlua_number(lua_State *L, int arg)
{
    double value = 0;
    take(L, arg, WENDLUA_DOUBLE, NULL, &value);
    return value;
}

double wendlua_number_or(lua_State *L, int arg, double fallback)
{
    return lua_isnoneornil(L, arg) ? fallback : wendlua_number(L, arg);
}

double wendlua_limit(lua_State *L, int arg)
{
    double value = 0;
    take(L, arg, WENDLUA_LIMIT, NULL, &value);
    return value;
}

double wendlua_limit_or(lua_State *L, int arg, double fallback)
{
    return lua_isnoneornil(L, arg) ? fallback : wendlua_limit(L, arg);
}

lua_Integer wendlua_integer(lua_State *L, int arg, lua_Integer low, lua_Integer high)
{
    int is_integer = 0;
    lua_Integer value = lua_tointegerx(L, arg, &is_integer);
    if (lua_type(L, arg) != LUA_TNUMBER || is_integer == 0 || value < low || value > high) {
        const int top = lua_gettop(L);
        need(L, arg, top, WENDLUA_OTHER,
             lua_pushfstring(L, "an integer from %I to %I", (LUAI_UACINT)low, (LUAI_UACINT)high));
    }
    return value;
}

int32_t wendlua_i32(lua_State *L, int arg)
{
    int32_t value = 0;
    take(L, arg, WENDLUA_I32, NULL, &value);
    return value;
}

uint32_t wendlua_u32(lua_State *L, int arg)
{
    uint32_t value = 0;
    take(L, arg, WENDLUA_U32, NULL, &value);
    return value;
}

uint32_t wendlua_u32_or(lua_State *L, int arg, uint32_t fallback)
{
    return lua_isnoneornil(L, arg) ? fallback : wendlua_u32(L, arg);
}

uint64_t wendlua_u64(lua_State *L, int arg)
{
    uint64_t value = 0;
    take(L, arg, WENDLUA_U64, NULL, &value);
    return value;
}

bool wendlua_bool(lua_State *L, int arg)
{
    bool value = false;
    take(L, arg, WENDLUA_BOOL, NULL, &value);
    return value;
}

bool wendlua_bool_or(lua_State *L, int arg, bool fallback)
{
    return lua_isnoneornil(L, arg) ? fallback : wendlua_bool(L, arg);
}

wend_budget *wendlua_budget(lua_State *L, int arg, wend_budget *steps)
{
    if (lua_isnoneornil(L, arg)) {
        return NULL;
    }
    *steps = wend_budget_steps((uint64_t)wendlua_integer(L, arg, 0, LUA_MAXINTEGER));
    return steps;
}

wend_vec2 wendlua_xy(lua_State *L, int arg)
{
    wend_vec2 point = {0, 0};
    point.x = wendlua_number(L, arg);
    point.y = wendlua_number(L, arg + 1);
    return point;
}

wend_vec2 wendlua_vec2(lua_State *L, int arg)
{
    wend_vec2 value = {0, 0};
    take(L, arg, WENDLUA_VEC2, NULL, &value);
    return value;
}

wend_vec3 wendlua_vec3(lua_State *L, int arg)
{
    wend_vec3 value = {0, 0, 0};
    take(L, arg, WENDLUA_VEC3, NULL, &value);
    return value;
}

wend_node wendlua_node(lua_State *L, int arg)
{
    wend_node value = WEND_NODE_NONE;
    if (!lua_isnoneornil(L, arg)) {
        take(L, arg, WENDLUA_NODE, NULL, &value);
    }
    return value;
}

uint32_t wendlua_enum_or(lua_State *L, int arg, const wendlua_name *names, uint32_t fallback)
{
    uint32_t value = fallback;
    if (!lua_isnoneornil(L, arg)) {
        take(L, arg, WENDLUA_ENUM, names, &value);
    }
    return value;
}

uint32_t wendlua_mask_or(lua_State *L, int arg, const wendlua_name *names, uint32_t fallback)
{
    uint32_t value = fallback;
    if (!lua_isnoneornil(L, arg)) {
        take(L, arg, WENDLUA_MASK, names, &value);
    }
    return value;
}

const char *wendlua_bytes(lua_State *L, int arg, size_t *count)
{
    if (lua_type(L, arg) != LUA_TSTRING) {
        need(L, arg, lua_gettop(L), WENDLUA_OTHER, "text");
    }
    return lua_tolstring(L, arg, count);
}

uint32_t wendlua_index1(lua_State *L, int arg, unsigned kind)
{
    uint32_t id[2] = {0, 0};
    take(L, arg, kind, NULL, id);
    return id[0];
}

uint32_t wendlua_generation(lua_State *L, int arg, unsigned kind)
{
    uint32_t id[2] = {0, 0};
    take(L, arg, kind, NULL, id);
    return id[1];
}

void wendlua_need_table(lua_State *L, int arg)
{
    if (lua_type(L, arg) != LUA_TTABLE) {
        need(L, arg, lua_gettop(L), WENDLUA_OTHER, "a table");
    }
}

void wendlua_push_id(lua_State *L, unsigned kind, uint32_t index1, uint32_t generation)
{
    if (index1 >= WENDLUA_INDEX_MASK) {
        wendlua_fail(L, "there are too many things at once for ids of Lua");
    }
    const uint32_t low = index1 | wendlua_kind_bits(kind);
    wendlua_push_u64(L, index1 == 0 ? 0 : low | (uint64_t)generation << 32);
}

void wendlua_push_node(lua_State *L, wend_node node)
{
    if (node == WEND_NODE_NONE) {
        lua_pushnil(L);
    } else {
        lua_pushinteger(L, node);
    }
}

void wendlua_push_u64(lua_State *L, uint64_t value)
{
    lua_Integer bits = 0;
    memcpy(&bits, &value, sizeof bits);
    lua_pushinteger(L, bits);
}

void wendlua_push_name(lua_State *L, const wendlua_name *names, uint32_t value)
{
    for (; names->text != NULL; names++) {
        if (names->value == value) {
            lua_pushstring(L, names->text);
            return;
        }
    }
    lua_pushinteger(L, value);
}

int wendlua_push_xy(lua_State *L, wend_vec2 point)
{
    lua_pushnumber(L, point.x);
    lua_pushnumber(L, point.y);
    return 2;
}

void wendlua_push_vec2(lua_State *L, wend_vec2 point)
{
    lua_createtable(L, 0, 2);
    lua_pushnumber(L, point.x);
    lua_setfield(L, -2, "x");
    lua_pushnumber(L, point.y);
    lua_setfield(L, -2, "y");
}

int wendlua_push_save(lua_State *L, wendlua_save_fn save, const void *object)
{
    const wendlua_object *holder = lua_touserdata(L, 1);
    const void *pointer = holder->pointer;
    size_t count = 0;
    size_t capacity;
    uint8_t *bytes;
    wendlua_done(L, save(object, NULL, 0, &count), NULL, NULL);
    const int top = lua_gettop(L);
    do { /* memory may be collected first, by finalizers that close the object or change it */
        lua_settop(L, top);
        capacity = count;
        bytes = wendlua_scratch(L, capacity, 1);
        wendlua_arg_check(L, !holder->is_closed && holder->pointer == pointer, 1, "it is closed");
        wendlua_done(L, save(object, bytes, capacity, &count), NULL, NULL);
    } while (count > capacity);
    lua_pushlstring(L, (const char *)bytes, count);
    return 1;
}
