/* The Lua module `wend`, for programs that bring their own Lua.
 *
 *     lua_State *L = luaL_newstate();
 *     wendlua_set_context(L, &context);              optional; before the module is opened
 *     luaL_requiref(L, "wend", luaopen_wend, 0);
 *
 * Plain lua5.4 finds the same module as wend.so by `require "wend"`.
 */
#ifndef WEND_LUA_H
#define WEND_LUA_H

#include <lua.h>

#include "wend/base.h"

#if defined(_WIN32)
#define WENDLUA_API __declspec(dllexport)
#else
#define WENDLUA_API WEND_API
#endif

/** Finds a file that a script names.
 * @param name as the script wrote it. @param path [capacity] name of the file for the program.
 * @return true: it may be read; false: path holds the reason as a sentence. */
typedef bool (*wendlua_find_fn)(void *user, const char *name, char *path, size_t capacity);

/** Settings that objects of scripts get from the program. */
typedef struct wendlua_context {
    wend_executor executor;   /**< Of crowds and flows; zeroed = serial. Must outlive the state. */
    uint64_t seed;            /**< wend.args.seed, and the seed of crowds that name none. */
    uint32_t threads;         /**< wend.args.threads; for scripts to show only. */
    const char *folder;       /**< Folder of relative file names; NULL = the working folder.
                                 Copied. */
    wend_allocator allocator; /**< Of every object; zeroed = libc. Must outlive the state. */
    wendlua_find_fn find;     /**< Finds files, and refuses those that scripts must not read; NULL
                                   = all files may be read. */
    void (*make_room)(lua_State *L, void *user); /**< Before each new object; NULL = nothing. */
    void *user;                                  /**< For both. */
} wendlua_context;

/** Serial, seed 1, 1 thread, the working folder. */
wendlua_context wendlua_context_default(void);
/** Sets the context of objects made from now on; may raise a Lua error (out of memory). */
void wendlua_set_context(lua_State *L, const wendlua_context *context);
/** The allocator of the context. */
wend_allocator wendlua_allocator(lua_State *L);
/** The present settings, or the defaults; folder belongs to the state. */
wendlua_context wendlua_get_context(lua_State *L);

/** Opens the module: leaves its table on the stack. */
WENDLUA_API int luaopen_wend(lua_State *L);

#endif
