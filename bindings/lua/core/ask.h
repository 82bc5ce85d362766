/* A function of a script that the library calls while a method runs: a score, a condition. */
#ifndef WEND_LUA_CORE_ASK_H
#define WEND_LUA_CORE_ASK_H

#include <lauxlib.h>
#include <lua.h>

#include "wend/base.h"

/** The function, from before the call of the library until wendlua_raise. */
typedef struct wendlua_asked {
    lua_State *L;
    int function; /**< Its slot. */
    int error;    /**< Slot of its first error; 0: none. */
} wendlua_asked;

/** As lua_pcall without a message handler; but an error that does not say where it arose, as of
 * math.max(nil, 1), begins with file and line of the innermost function of the script. Takes
 * one slot of the stack more. */
int wendlua_pcall(lua_State *L, int argument_count, int result_count);

/** Pushes the arguments of a call. @return their number. */
typedef int (*wendlua_arguments_fn)(lua_State *L, const void *context);

/** Calls the function, protected, with what `push` pushes: nothing unwinds the library.
 * @return true with its one result on the stack, which the caller pops; false and nothing to pop once
 * it has failed. */
bool wendlua_ask(wendlua_asked *asked, wendlua_arguments_fn push, const void *context);
/** Raises the error of the function, if there is one, as the script raised it. */
void wendlua_raise(const wendlua_asked *asked);

#endif
