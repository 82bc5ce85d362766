/* One value of Lua into one field of C. Behind lua_value.h. */
#ifndef WEND_LUA_CORE_FIELD_H
#define WEND_LUA_CORE_FIELD_H

#include "lua/core/value.h"

/** Converts the value at index to a type; nothing is written if it does not fit.
 * @return NULL, or the expected value ("a finite number"), which may lie on the stack. */
const char *wendlua_convert(lua_State *L, int index, unsigned type, const wendlua_name *names,
                            void *target);
/** Description of a value for messages: "nil", "-3", "'east'"; where an id was expected, "a wall
 * (-3)".
 * May push. @param type that was expected. */
const char *wendlua_describe(lua_State *L, int index, unsigned type);
/** Bits of index1 in the integer of an id; those from there to bit 31 are its kind's. */
enum { WENDLUA_INDEX_BITS = 27, WENDLUA_INDEX_MASK = (1 << WENDLUA_INDEX_BITS) - 1 };
/** The bits of a kind at their position. @param kind WENDLUA_BODY or another. */
uint32_t wendlua_kind_bits(unsigned kind);
/** Pushes a field's value. */
void wendlua_push_value(lua_State *L, unsigned type, const wendlua_name *names, const void *source);

#endif
