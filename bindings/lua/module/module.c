/* takes: a plain lua that says require "wend"
 * gives: the module
 * cost:  nothing: names luaopen_wend, so that the linker takes it out of the library
 */
#include "wend_lua.h"

WENDLUA_API int luaopen_wend_module(lua_State *L);

int luaopen_wend_module(lua_State *L)
{
    return luaopen_wend(L);
}
