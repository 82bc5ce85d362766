/* wend.random, wend.sin and similar functions, with the same bits on every machine.
 * Cost: constant. */
#include "lua/core/rooms.h"
#include "wend/wend.h"

static int version(lua_State *L)
{
    lua_pushstring(L, wend_version());
    return 1;
}

/* Mathematics takes every number, infinity and NaN too, as C's does. */
static double any_number(lua_State *L, int arg)
{
    wendlua_arg_check(L, lua_type(L, arg) == LUA_TNUMBER, arg, "a number expected");
    return lua_tonumber(L, arg);
}

static int take_sin(lua_State *L)
{
    lua_pushnumber(L, wend_sin(any_number(L, 1)));
    return 1;
}

static int take_cos(lua_State *L)
{
    lua_pushnumber(L, wend_cos(any_number(L, 1)));
    return 1;
}

static int take_atan2(lua_State *L)
{
    lua_pushnumber(L, wend_atan2(any_number(L, 1), any_number(L, 2)));
    return 1;
}

static int take_exp(lua_State *L)
{
    lua_pushnumber(L, wend_exp(any_number(L, 1)));
    return 1;
}

static int take_log(lua_State *L)
{
    lua_pushnumber(L, wend_log(any_number(L, 1)));
    return 1;
}

static int take_sqrt(lua_State *L)
{
    lua_pushnumber(L, wend_sqrt(any_number(L, 1)));
    return 1;
}

static int random_bits(lua_State *L)
{
    uint64_t seed = wendlua_u64(L, 1);
    uint64_t id = wendlua_u64(L, 2);
    wendlua_push_u64(L, wend_random(seed, id, wendlua_u64(L, 3)));
    return 1;
}

static int random_unit(lua_State *L)
{
    uint64_t seed = wendlua_u64(L, 1);
    uint64_t id = wendlua_u64(L, 2);
    lua_pushnumber(L, wend_random_unit(seed, id, wendlua_u64(L, 3)));
    return 1;
}

static int random_below(lua_State *L)
{
    uint64_t seed = wendlua_u64(L, 1);
    uint64_t id = wendlua_u64(L, 2);
    uint64_t tick = wendlua_u64(L, 3);
    lua_pushinteger(L, wend_random_below(seed, id, tick, wendlua_u32(L, 4)));
    return 1;
}

/* A fingerprint of integers and texts, in their order. */
static int hash_values(lua_State *L)
{
    uint64_t hash = wend_hash_begin();
    for (int i = 1; i <= lua_gettop(L); i++) {
        if (lua_type(L, i) == LUA_TSTRING) {
            size_t count = 0;
            const char *bytes = lua_tolstring(L, i, &count);
            hash = wend_hash_bytes(wend_hash_u64(hash, count), bytes, count);
        } else {
            hash = wend_hash_u64(hash, wendlua_u64(L, i));
        }
    }
    wendlua_push_u64(L, hash);
    return 1;
}

const luaL_Reg wendlua_base_functions[] = {
    {"version", version},
    {"sin", take_sin},
    {"cos", take_cos},
    {"atan2", take_atan2},
    {"exp", take_exp},
    {"log", take_log},
    {"sqrt", take_sqrt},
    {"random", random_bits},
    {"random_unit", random_unit},
    {"random_below", random_below},
    {"hash", hash_values},
    {NULL, NULL},
};
