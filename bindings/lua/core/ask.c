/* Protected calls of a script's functions. */
#include "lua/core/ask.h"

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
    if (lua_pcall(L, 2, 1, 0) == LUA_OK) {
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
