/* Noses as tables, for smells and for memories of them. */
#ifndef WEND_LUA_MIND_NOSE_H
#define WEND_LUA_MIND_NOSE_H

#include "lua/core/rooms.h"
#include "wend/smell.h"

/** The nose at a slot, which may be missing and becomes the top of the stack.
 * @param profile [WEND_SMELL_KINDS_MAX] memory for its profile. */
wend_nose wendlua_nose_at(lua_State *L, int slot, double *profile);

#endif
