/* Protected calls of a script's functions. */
#include "lua/core/ask.h"

#include <string.h>

/* True if a text begins with the name of a script and a colon. */
static bool begins_with(const char *text, const char *script)
{
    const size_t length = strlen(script);
    return strncmp(text, script, length) == 0 && text[length] == ':';
}

/* Handler of messages: functions of C do not say where they were called. */
static int locate(lua_State *L)
{
    lua_Debug about;
    int script = -1; /* level of the innermost function of a script */
    if (lua_type(L, 1) != LUA_TSTRING) {
        return 1;
    }
    for (int level = 0; lua_getstack(L, level, &about) != 0; level++) {
        (void)lua_getinfo(L, "Sl", &about);
        if (about.currentline <= 0) {
            continue;
        }
        if (begins_with(lua_tostring(L, 1), about.short_src)) {
            return 1;
        }
        script = script < 0 ? level : script;
    }
    if (script >= 0) {
        luaL_where(L, script);
        lua_pushvalue(L, 1);
        lua_concat(L, 2);
    }
    return 1;
}

int wendlua_pcall(lua_State *L, int argument_count, int result_count)
{
    const int function = lua_gettop(L) - argument_count;
    lua_pushcfunction(L, locate);
    lua_insert(L, function);
    const int status = lua_pcall(L, argument_count, result_count, function);
    lua_remove(L, function);
    return status;
}

typedef struct ask_call {
    wendlua_arguments_fn push;
    const void *context;
} ask_call;

/* Runs protected: the call, then the function. */
static int ask_body(lua_State *L)
{
    const ask_call *call = lua_touserdata(L, 1);
    luaL_checkstack(L, 16, NULL);
    lua_pushvalue(L, 2);
    const int count = call->push(L, call->context);
    lua_call(L, count, 1);
    return 1;
}

bool wendlua_ask(wendlua_asked *asked, wendlua_arguments_fn push, const void *context)
{
    lua_State *L = asked->L;
    ask_call call = {push, context};
    if (asked->error != 0 || !lua_checkstack(L, 8)) {
        return false;
    }
    lua_pushcfunction(L, ask_body);
    lua_pushlightuserdata(L, &call);
    lua_pushvalue(L, asked->function);
    if (wendlua_pcall(L, 2, 1) == LUA_OK) {
        return true;
    }
    asked->error = lua_gettop(L);
    return false;
}

void wendlua_raise(const wendlua_asked *asked)
{
    if (asked->error != 0) {
        lua_pushvalue(asked->L, asked->error);
        (void)lua_error(asked->L);
    }
}
