/* takes: a Lua file that asserts
 * gives: 0, or its error with the places it came through, and 1
 * cost:  what the file does
 */
#include <stdio.h>

#include <lauxlib.h>
#include <lualib.h>

#include "wend_lua.h"

/* The text of an error with a traceback. */
static int explain(lua_State *L)
{
    luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
    return 1;
}

static int run(lua_State *L, const char *file)
{
    wendlua_context context = wendlua_context_default();
    context.folder = WEND_MAPS;
    luaL_openlibs(L);
    wendlua_set_context(L, &context);
    luaL_requiref(L, "wend", luaopen_wend, 0);
    lua_settop(L, 0);
    lua_pushcfunction(L, explain);
    return luaL_loadfile(L, file) == LUA_OK ? lua_pcall(L, 0, 0, 1) : LUA_ERRFILE;
}

int main(int argument_count, char **arguments)
{
    if (argument_count != 2) {
        fprintf(stderr, "usage: run_lua FILE\n");
        return 2;
    }
    lua_State *L = luaL_newstate();
    if (L == NULL) {
        return 2;
    }
    int status = run(L, arguments[1]);
    if (status != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
    }
    lua_close(L);
    return status == LUA_OK ? 0 : 1;
}
