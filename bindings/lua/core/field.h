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
/** Position of an id's kind in an integer. */
enum {
    WENDLUA_KIND_SHIFT = 28,
    WENDLUA_KIND_MASK = 15,
    WENDLUA_INDEX_MASK = (1 << WENDLUA_KIND_SHIFT) - 1
};
/** Pushes a field's value. */
void wendlua_push_value(lua_State *L, unsigned type, const wendlua_name *names, const void *source);

#endif
