/* Plain data of Lua as bytes, and back: numbers with all bits, integers apart from floats, texts,
 * booleans, and tables of these.
 *
 *     "WLUA" version | value | checksum        tables: count, then keys and values in order
 *
 * Equal data gives equal bytes, however its tables were built. Bytes from any origin are safe to try.
 */
#ifndef WEND_LUA_CORE_PACK_H
#define WEND_LUA_CORE_PACK_H

#include "lua/core/value.h"

/** Pushes the bytes of the value at index.
 * @param name the value is called so in an error. @return false: a text that names the part that is
 * no plain data was pushed instead: "state.guards[3]: a function". */
bool wendlua_pack(lua_State *L, int index, const char *name);
/** Pushes the value of bytes. @param bytes [count].
 * @return false: nothing was pushed; *reason says why. */
bool wendlua_unpack(lua_State *L, const char *bytes, size_t count, const char **reason);
/** Makes the table at index equal to the one on top of the stack, and pops that. Tables that both
 * have under the same keys stay the same tables, so that functions that hold them see the new content. */
void wendlua_refill(lua_State *L, int index);

#endif
