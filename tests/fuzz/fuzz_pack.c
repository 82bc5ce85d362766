/* Reads any bytes as plain data of Lua, and the same bytes under a right head and checksum, which chance
 * would never find. Data that is read packs again to the same bytes: there is a single form. */
#include "fuzz/check.h"
#include "lua/core/pack.h"

#include <stdlib.h>
#include <string.h>

static int try_all(lua_State *L)
{
    const char *reason = NULL;
    size_t count = 0;
    const char *bytes = lua_tolstring(L, 1, &count);
    const int top = lua_gettop(L);
    const bool is_good = wendlua_unpack(L, bytes, count, &reason);
    check(is_good == (reason == NULL));
    check(lua_gettop(L) == (is_good ? top + 1 : top));
    if (is_good) {
        check(wendlua_pack(L, top + 1, "value"));
        check(lua_rawequal(L, 1, -1));
        if (lua_istable(L, top + 1)) {
            lua_newtable(L);
            lua_pushinteger(L, 5);
            lua_setfield(L, -2, "gone");
            const int filled = lua_gettop(L);
            lua_pushvalue(L, top + 1);
            wendlua_refill(L, filled);
            check(lua_gettop(L) == filled);
        }
    }
    return 0;
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    lua_State *L = luaL_newstate();
    if (L == NULL) {
        return;
    }
    lua_pushcfunction(L, try_all);
    lua_pushlstring(L, (const char *)bytes, count);
    check(lua_pcall(L, 1, 0, 0) == LUA_OK);
    lua_close(L);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { HEAD = 5, SUM = 8 };
    try_bytes(data, size);
    uint8_t *framed = malloc(size + HEAD + SUM);
    if (framed == NULL) {
        return 0;
    }
    memcpy(framed, "WLUA\1", HEAD);
    if (size > 0) {
        memcpy(framed + HEAD, data, size);
    }
    const uint64_t sum = wend_hash_bytes(wend_hash_begin(), framed, size + HEAD);
    for (size_t i = 0; i < SUM; i++) {
        framed[HEAD + size + i] = (uint8_t)(sum >> 8 * i);
    }
    try_bytes(framed, size + HEAD + SUM);
    free(framed);
    return 0;
}
