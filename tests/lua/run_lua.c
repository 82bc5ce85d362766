/* Runs a Lua file of assertions: 0, or its error with a stack trace, and 1. A file that
 * returns a text runs twice, and must return the same text when its crowds and flows use several
 * threads. */
#include <stdio.h>
#include <string.h>

#include <lauxlib.h>
#include <lualib.h>

#include "wend_lua.h"

enum { THREADS = 3, TEXT_CAPACITY = 256 };

/* The text of an error with a traceback. */
static int explain(lua_State *L)
{
    luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
    return 1;
}

static int run(lua_State *L, const char *file, const wendlua_context *context)
{
    luaL_openlibs(L);
    wendlua_set_context(L, context);
    luaL_requiref(L, "wend", luaopen_wend, 0);
    lua_settop(L, 0);
    lua_pushcfunction(L, explain);
    return luaL_loadfile(L, file) == LUA_OK ? lua_pcall(L, 0, 1, 1) : LUA_ERRFILE;
}

/* Runs a file. @param text [TEXT_CAPACITY] what it returned, "" for nothing. */
static bool run_file(const char *file, const wendlua_context *context, char *text)
{
    lua_State *L = luaL_newstate();
    if (L == NULL) {
        return false;
    }
    int status = run(L, file, context);
    const char *answer = lua_tostring(L, -1);
    text[0] = '\0';
    if (status != LUA_OK) {
        fprintf(stderr, "%s\n", answer);
    } else if (answer != NULL) {
        snprintf(text, TEXT_CAPACITY, "%s", answer);
    }
    lua_close(L);
    return status == LUA_OK;
}

static bool run_with_threads(const char *file, wendlua_context context, const char *expected)
{
    char text[TEXT_CAPACITY];
    wend_pool *pool = NULL;
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = THREADS;
    if (wend_pool_create(&def, &pool) != WEND_OK) {
        return true;
    }
    context.executor = wend_pool_executor(pool);
    context.threads = THREADS;
    bool is_same = run_file(file, &context, text) && strcmp(text, expected) == 0;
    wend_pool_destroy(pool);
    if (!is_same) {
        fprintf(stderr, "%s: '%s' with one thread, '%s' with several\n", file, expected, text);
    }
    return is_same;
}

int main(int argument_count, char **arguments)
{
    char text[TEXT_CAPACITY];
    wendlua_context context = wendlua_context_default();
    context.folder = WEND_MAPS;
    if (argument_count != 2) {
        fprintf(stderr, "usage: run_lua FILE\n");
        return 2;
    }
    if (!run_file(arguments[1], &context, text)) {
        return 1;
    }
    return text[0] == '\0' || run_with_threads(arguments[1], context, text) ? 0 : 1;
}
