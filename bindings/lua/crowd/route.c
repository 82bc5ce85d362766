/* The route source of a crowd: a wend.pathfinder, or a function of the script. Cost: a search
 * each. */
#include "lua/crowd/crowd.h"

static const wendlua_field query_fields[] = {
    {"from", WENDLUA_VEC2, offsetof(wend_route_query, from), NULL},
    {"to", WENDLUA_VEC2, offsetof(wend_route_query, to), NULL},
    {"from_floor", WENDLUA_U32, offsetof(wend_route_query, from_floor), NULL},
    {"to_floor", WENDLUA_U32, offsetof(wend_route_query, to_floor), NULL},
    {"crowd_class", WENDLUA_U32, offsetof(wend_route_query, crowd_class), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_route_query, radius), NULL},
    {"is_around_jam", WENDLUA_BOOL, offsetof(wend_route_query, is_around_jam), NULL},
    {"user", WENDLUA_U64, offsetof(wend_route_query, user), NULL},
    {NULL, 0, 0, NULL},
};

static wend_result ask_pathfinder(wend_pathfinder *pathfinder, const wend_route_query *query,
                                  wend_path *path)
{
    return wend_route_source_from_pathfinder(pathfinder).start(pathfinder, query, path);
}

/* A query that is passed to Lua. */
typedef struct question {
    const wend_route_query *query;
    wend_path *path;
    wend_result result;
    bool is_answered; /* The function itself raised no error. */
} question;

/* Reads the function's answer from the top of the stack. */
static wend_result take_answer(lua_State *L, const question *about)
{
    if (!lua_toboolean(L, -1)) {
        return WEND_NO_PATH;
    }
    int slot = lua_gettop(L);
    if (wendlua_test(L, slot, &wendlua_path_kind) != NULL) {
        return wendlua_path_copy(about->path, wendlua_read_pointer(L, slot, &wendlua_path_kind));
    }
    if (wendlua_test(L, slot, &wendlua_pathfinder_kind) != NULL) {
        wend_pathfinder *pathfinder = wendlua_edit_pointer(L, slot, &wendlua_pathfinder_kind);
        return ask_pathfinder(pathfinder, about->query, about->path);
    }
    if (lua_type(L, slot) != LUA_TTABLE || lua_rawlen(L, slot) == 0) {
        wendlua_fail(L, "a path, a pathfinder, a list of points or nil expected, got %s",
                     luaL_typename(L, slot));
    }
    size_t count = 0;
    const wendlua_stop *stops =
        wendlua_read_list(L, wendlua_stop_fields, sizeof *stops, "route", &count);
    return count > INT32_MAX ? WEND_ERROR_FULL : wendlua_path_fill(about->path, stops, count);
}

/* Runs protected: the query, then the function. */
static int ask_body(lua_State *L)
{
    question *about = lua_touserdata(L, 1);
    lua_pushvalue(L, 2);
    wendlua_push(L, query_fields, about->query);
    lua_call(L, 1, 1);
    about->is_answered = true;
    about->result = take_answer(L, about);
    return 0;
}

static wend_result ask_function(wendlua_crowd *crowd, const wend_route_query *query,
                                wend_path *path)
{
    lua_State *L = crowd->L;
    question about = {query, path, WEND_NO_PATH, false};
    if (L == NULL || crowd->error != 0 || !lua_checkstack(L, 8)) {
        return WEND_NO_PATH;
    }
    lua_pushcfunction(L, ask_body);
    lua_pushlightuserdata(L, &about);
    lua_getiuservalue(L, crowd->slot, 2);
    if (lua_pcall(L, 2, 0, 0) != LUA_OK) {
        crowd->error = lua_gettop(L);
        crowd->is_answer_bad = about.is_answered;
        return WEND_NO_PATH;
    }
    return about.result;
}

static wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    wendlua_crowd *crowd = context;
    return crowd->pathfinder != NULL ? ask_pathfinder(crowd->pathfinder, query, path)
                                     : ask_function(crowd, query, path);
}

wend_route_source wendlua_route_source(lua_State *L, int slot, int table)
{
    wend_route_source source = {.start = NULL};
    wendlua_crowd *crowd = lua_touserdata(L, slot);
    lua_pushstring(L, "route_source");
    int type = lua_rawget(L, table);
    if (type == LUA_TNIL) {
        lua_pop(L, 1);
        return source;
    }
    if (type == LUA_TFUNCTION) {
        lua_setiuservalue(L, slot, 2);
    } else if (wendlua_test(L, -1, &wendlua_pathfinder_kind) != NULL) {
        wendlua_attach(L, slot, -1);
        crowd->pathfinder = ((wendlua_object *)lua_touserdata(L, -1))->pointer;
        lua_pop(L, 1);
    } else {
        wendlua_fail(L, "field 'route_source': a pathfinder or a function expected, got %s",
                     luaL_typename(L, -1));
    }
    source.start = ask;
    source.context = crowd;
    return source;
}

void wendlua_crowd_enter(lua_State *L, int slot)
{
    wendlua_crowd *crowd = lua_touserdata(L, slot);
    crowd->L = L;
    crowd->slot = lua_absindex(L, slot);
    crowd->error = 0;
    wendlua_lock(L, slot, true);
}

/* Errors in an answer are reported by the call that ticks the crowd. */
static void raise_error(lua_State *L, const wendlua_crowd *crowd)
{
    if (crowd->is_answer_bad && lua_type(L, crowd->error) == LUA_TSTRING) {
        wendlua_fail(L, "route_source: %s", lua_tostring(L, crowd->error));
    }
    lua_pushvalue(L, crowd->error);
    lua_error(L);
}

void wendlua_crowd_leave(lua_State *L, int slot)
{
    wendlua_crowd *crowd = lua_touserdata(L, slot);
    wendlua_lock(L, slot, false);
    crowd->L = NULL;
    if (crowd->error != 0) {
        raise_error(L, crowd);
    }
}
