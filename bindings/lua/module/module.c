/* The module for `require "wend"`. It names luaopen_wend, so that the linker takes it from the
 * library. */
#include "wend_lua.h"

WENDLUA_API int luaopen_wend_module(lua_State *L);

int luaopen_wend_module(lua_State *L)
{
    return luaopen_wend(L);
}
