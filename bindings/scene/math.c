/* The table `math` of scripts, with the same bits on every machine: functions that C libraries
 * round differently come from wend, random numbers from the scene's seed.
 * Cost: constant. */
#include <lualib.h>

#include "scene/private.h"

/* Functions of Lua's own that are exact. */
static const char *const kept[] = {
    "abs",        "ceil", "deg", "floor", "fmod", "huge",      "max",  "maxinteger", "min",
    "mininteger", "modf", "pi",  "rad",   "sqrt", "tointeger", "type", "ult",
};

static const double half_pi = 1.57079632679489661923;

static int take_sin(lua_State *L)
{
    lua_pushnumber(L, wend_sin(luaL_checknumber(L, 1)));
    return 1;
}

static int take_cos(lua_State *L)
{
    lua_pushnumber(L, wend_cos(luaL_checknumber(L, 1)));
    return 1;
}

static int take_tan(lua_State *L)
{
    double x = luaL_checknumber(L, 1);
    lua_pushnumber(L, wend_sin(x) / wend_cos(x));
    return 1;
}

static double arc_sine(double x)
{
    return wend_atan2(x, wend_sqrt((1.0 - x) * (1.0 + x)));
}

static int take_asin(lua_State *L)
{
    lua_pushnumber(L, arc_sine(luaL_checknumber(L, 1)));
    return 1;
}

static int take_acos(lua_State *L)
{
    lua_pushnumber(L, half_pi - arc_sine(luaL_checknumber(L, 1)));
    return 1;
}

static int take_atan(lua_State *L)
{
    lua_pushnumber(L, wend_atan2(luaL_checknumber(L, 1), luaL_optnumber(L, 2, 1.0)));
    return 1;
}

static int take_exp(lua_State *L)
{
    lua_pushnumber(L, wend_exp(luaL_checknumber(L, 1)));
    return 1;
}

static int take_log(lua_State *L)
{
    double log = wend_log(luaL_checknumber(L, 1));
    lua_pushnumber(L, lua_isnoneornil(L, 2) ? log : log / wend_log(luaL_checknumber(L, 2)));
    return 1;
}

/* ---- chance ---- */

enum { DICE_ID = 0x6d617468 };

static lua_Integer random_between(lua_State *L, scene_dice *d, lua_Integer low, lua_Integer high)
{
    luaL_argcheck(L, low <= high, lua_gettop(L), "the interval is empty");
    uint64_t most = (uint64_t)high - (uint64_t)low;
    uint64_t beyond = 0;
    if (most < UINT32_MAX) {
        beyond = wend_random_below(d->seed, DICE_ID, d->count++, (uint32_t)most + 1);
    } else {
        uint64_t bits = wend_random(d->seed, DICE_ID, d->count++);
        beyond = most == UINT64_MAX ? bits : bits % (most + 1);
    }
    uint64_t sum = (uint64_t)low + beyond;
    return (lua_Integer)sum;
}

/* random() 0 <= x < 1, random(high), random(low, high), random(0) all bits; as Lua's. */
static int take_random(lua_State *L)
{
    scene_dice *d = lua_touserdata(L, lua_upvalueindex(1));
    switch (lua_gettop(L)) {
    case 0:
        lua_pushnumber(L, wend_random_unit(d->seed, DICE_ID, d->count++));
        return 1;
    case 1: {
        lua_Integer high = luaL_checkinteger(L, 1);
        bool is_all = high == 0;
        lua_pushinteger(
            L, random_between(L, d, is_all ? LUA_MININTEGER : 1, is_all ? LUA_MAXINTEGER : high));
        return 1;
    }
    case 2:
        lua_pushinteger(L, random_between(L, d, luaL_checkinteger(L, 1), luaL_checkinteger(L, 2)));
        return 1;
    default:
        return luaL_error(L, "math.random: at most two arguments");
    }
}

static int take_seed(lua_State *L)
{
    scene_dice *d = lua_touserdata(L, lua_upvalueindex(1));
    bool is_given = !lua_isnoneornil(L, 1);
    d->seed = is_given ? (uint64_t)luaL_checkinteger(L, 1) : d->first_seed;
    d->count = 0;
    return 0;
}

static const luaL_Reg functions[] = {
    {"sin", take_sin},   {"cos", take_cos},   {"tan", take_tan},
    {"asin", take_asin}, {"acos", take_acos}, {"atan", take_atan},
    {"exp", take_exp},   {"log", take_log},   {NULL, NULL},
};

static const luaL_Reg chance[] = {
    {"random", take_random},
    {"randomseed", take_seed},
    {NULL, NULL},
};

void scene_open_math(lua_State *L, scene_dice *dice)
{
    lua_pushcfunction(L, luaopen_math);
    lua_call(L, 0, 1);
    luaL_newlib(L, functions);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        lua_getfield(L, -2, kept[i]);
        lua_setfield(L, -2, kept[i]);
    }
    lua_pushlightuserdata(L, dice);
    luaL_setfuncs(L, chance, 1);
    lua_setglobal(L, "math");
    lua_pop(L, 1);
}
