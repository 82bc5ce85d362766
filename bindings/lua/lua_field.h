/* bindings/lua/lua_field.h: one value of Lua into one field of C. Behind lua_value.h. */
#ifndef WENDLUA_FIELD_H
#define WENDLUA_FIELD_H

#include "lua_value.h"

/** Converts the value at index into what a type says; nothing is written where it does not fit.
 * @return NULL, or what was expected ("a finite number"), which may lie on the stack. */
const char *wendlua_convert(lua_State *L, int index, unsigned type, const wendlua_name *names,
                            void *target);
/** What a value is, for messages: "nil", "-3", "\"east\"". May push. */
const char *wendlua_describe(lua_State *L, int index);
/** Pushes a field's value. */
void wendlua_push_value(lua_State *L, unsigned type, const wendlua_name *names, const void *source);

#endif
