/* The route source of a crowd: a wend.pathfinder, a wend.planner, a function of the script, or two of
 * them, the second of which is polled.
 * Cost: a search each; that of the planner's calls. */
#include <math.h>
#include <string.h>

#include "lua/core/ask.h"
#include "lua/crowd/crowd.h"
#include "wend/planner.h"

static const wendlua_name route_goals[] = {
    {"point", WEND_ROUTE_TO_POINT},
    {"places", WEND_ROUTE_TO_PLACES},
    {"tag", WEND_ROUTE_TO_TAG},
    {NULL, 0},
};

static const wendlua_field query_fields[] = {
    {"from", WENDLUA_VEC2, offsetof(wend_route_query, from), NULL},
    {"to", WENDLUA_VEC2, offsetof(wend_route_query, to), NULL},
    {"from_floor", WENDLUA_U32, offsetof(wend_route_query, from_floor), NULL},
    {"to_floor", WENDLUA_U32, offsetof(wend_route_query, to_floor), NULL},
    {"crowd_class", WENDLUA_U32, offsetof(wend_route_query, crowd_class), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_route_query, radius), NULL},
    {"is_around_jam", WENDLUA_BOOL, offsetof(wend_route_query, is_around_jam), NULL},
    {"user", WENDLUA_U64, offsetof(wend_route_query, user), NULL},
    {"ticket", WENDLUA_U64, offsetof(wend_route_query, ticket), NULL},
    {"body", WENDLUA_BODY, offsetof(wend_route_query, body), NULL},
    {"from_height", WENDLUA_DOUBLE, offsetof(wend_route_query, from_height), NULL},
    {"to_height", WENDLUA_DOUBLE, offsetof(wend_route_query, to_height), NULL},
    {"priority", WENDLUA_U32, offsetof(wend_route_query, priority), NULL},
    {"profile", WENDLUA_NODE, offsetof(wend_route_query, profile), NULL},
    {"goal", WENDLUA_ENUM, offsetof(wend_route_query, goal), route_goals},
    {"tag", WENDLUA_U32, offsetof(wend_route_query, tag), NULL},
    {NULL, 0, 0, NULL},
};

/* The query as a table; places as a list of {x=, y=, floor=}. */
static void push_query(lua_State *L, const wend_route_query *query)
{
    static const wendlua_field place_fields[] = {
        {"x", WENDLUA_DOUBLE, offsetof(wend_route_place, position.x), NULL},
        {"y", WENDLUA_DOUBLE, offsetof(wend_route_place, position.y), NULL},
        {"floor", WENDLUA_U32, offsetof(wend_route_place, floor), NULL},
        {NULL, 0, 0, NULL},
    };
    wendlua_push(L, query_fields, query);
    if (query->place_count > 0) {
        lua_createtable(L, (int)query->place_count, 0);
        for (size_t i = 0; i < query->place_count; i++) {
            wendlua_push(L, place_fields, &query->places[i]);
            lua_rawseti(L, -2, (lua_Integer)i + 1);
        }
        lua_setfield(L, -2, "places");
    }
}

static wend_result ask_pathfinder(wend_pathfinder *pathfinder, const wend_route_query *query,
                                  wend_path *path)
{
    return wend_route_source_from_pathfinder(pathfinder).start(pathfinder, query, path);
}

/* A query that is passed to Lua. */
typedef struct question {
    const wend_route_query *query;
    wend_path *path;
    wend_route_answer *said;
    wend_result result;
    bool is_polled;
    bool is_answered; /* The function itself raised no error. */
} question;

static bool is_word(lua_State *L, int slot, const char *word)
{
    return lua_type(L, slot) == LUA_TSTRING && strcmp(lua_tostring(L, slot), word) == 0;
}

/* Takes the path that the function answered, at slot. */
static wend_result take_path(lua_State *L, int slot, const question *about)
{
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
    lua_pushvalue(L, slot);
    const wendlua_stop *stops =
        wendlua_read_list(L, wendlua_stop_fields, sizeof *stops, "route", &count);
    return count > INT32_MAX ? WEND_ERROR_FULL : wendlua_path_fill(about->path, stops, count);
}

/* Takes what the function answered, the three values on top of the stack: a path and perhaps
 * "partial" and an item, or "later". */
static wend_result take_answer(lua_State *L, const question *about, bool has_poll)
{
    const int slot = lua_gettop(L) - 2;
    if (!lua_toboolean(L, slot)) {
        return WEND_NO_PATH;
    }
    if (is_word(L, slot, "later")) {
        if (!has_poll) {
            wendlua_fail(L, "'later' is for sources with a poll: {start = ..., poll = ...}");
        }
        return WEND_IN_PROGRESS;
    }
    if (!lua_isnil(L, slot + 1) && !is_word(L, slot + 1, "partial")) {
        wendlua_fail(L, "the second value is \"partial\" or nil");
    }
    if (!lua_isnil(L, slot + 2) && !lua_isinteger(L, slot + 2)) {
        wendlua_fail(L, "the third value is an item, an integer, or nil");
    }
    about->said->has_item = lua_isinteger(L, slot + 2) != 0;
    about->said->item = (uint64_t)lua_tointeger(L, slot + 2);
    const bool is_part = !lua_isnil(L, slot + 1);
    const wend_result result = take_path(L, slot, about);
    return result == WEND_OK && is_part ? WEND_PARTIAL : result;
}

/* Runs protected: the question, then the function or the table of two. */
static int ask_body(lua_State *L)
{
    question *about = lua_touserdata(L, 1);
    const bool has_poll = lua_type(L, 2) == LUA_TTABLE;
    lua_pushvalue(L, 2);
    if (has_poll) {
        lua_getfield(L, 2, about->is_polled ? "poll" : "start");
        lua_remove(L, -2);
    }
    push_query(L, about->query);
    lua_call(L, 1, 3);
    about->is_answered = true;
    about->result = take_answer(L, about, has_poll);
    return 0;
}

/* Runs a body protected, with the question and the source of the script; an error waits for the end of
 * the crowd's call. @return false: it failed, now or before. */
static bool run_protected(wendlua_crowd *crowd, lua_CFunction body, question *about)
{
    lua_State *L = crowd->L;
    if (L == NULL || crowd->error != 0 || !lua_checkstack(L, 8)) {
        return false;
    }
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, about);
    lua_getiuservalue(L, crowd->slot, 2);
    if (wendlua_pcall(L, 2, 0) != LUA_OK) {
        crowd->error = lua_gettop(L);
        crowd->is_answer_bad = about->is_answered;
        return false;
    }
    return true;
}

static wend_result ask_function(wendlua_crowd *crowd, const wend_route_query *query,
                                wend_path *path, bool is_polled)
{
    crowd->said = (wend_route_answer){.item = 0};
    question about = {query, path, &crowd->said, WEND_NO_PATH, is_polled, false};
    return run_protected(crowd, ask_body, &about) ? about.result : WEND_NO_PATH;
}

static wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    return ask_function(context, query, path, false);
}

static wend_result poll_from(void *context, const wend_route_query *query, wend_path *path)
{
    return ask_function(context, query, path, true);
}

/* Runs protected: has_ticket of the table of functions, the ticket. */
static int has_ticket_body(lua_State *L)
{
    question *about = lua_touserdata(L, 1);
    lua_getfield(L, 2, "has_ticket");
    wendlua_push_u64(L, about->query->ticket);
    lua_call(L, 1, 1);
    about->result = lua_toboolean(L, -1) ? WEND_OK : WEND_NO_PATH;
    return 0;
}

static bool has_ticket(void *context, uint64_t ticket)
{
    const wend_route_query query = {.ticket = ticket};
    question about = {.query = &query, .result = WEND_NO_PATH};
    return run_protected(context, has_ticket_body, &about) && about.result == WEND_OK;
}

static void get_answer(void *context, const wend_route_query *query, wend_route_answer *answer)
{
    const wendlua_crowd *crowd = context;
    (void)query;
    *answer = crowd->said;
}

/* ---- planners ---- */

static const wendlua_field rule_fields[] = {
    {"crowd_class", WENDLUA_U32, offsetof(wend_route_rule, crowd_class), NULL},
    {"max_radius", WENDLUA_LIMIT, offsetof(wend_route_rule, max_radius), NULL},
    {"profile", WENDLUA_U32, offsetof(wend_route_rule, profile), NULL},
    {NULL, 0, 0, NULL},
};

/* Fields of the crowd for a planner as its source; the crowd's list names them too. */
static const wendlua_field source_fields[] = {
    {"route_partial_after_updates", WENDLUA_U32,
     offsetof(wend_profile_source_def, partial_after_updates), NULL},
    {"route_shape", WENDLUA_ENUM, offsetof(wend_profile_source_def, shape), wendlua_shape_names},
    {"route_noise", WENDLUA_DOUBLE, offsetof(wend_profile_source_def, noise), NULL},
    {NULL, 0, 0, NULL},
};

/* route_rules = {{max_radius = 0.3, profile = 0}, {profile = 1}}; without them profile 0. */
static void read_rules(lua_State *L, int table, wend_profile_source_def *def)
{
    const size_t count = wendlua_field_list(L, table, "route_rules");
    const int list = lua_gettop(L);
    wendlua_arg_check(L, count <= WEND_CROWD_RULES_MAX, 1, "more than 64 route_rules");
    wend_route_rule *rules = wendlua_scratch(L, count > 0 ? count : 1, sizeof *rules);
    rules[0] = (wend_route_rule){WEND_ROUTE_CLASS_ANY, HUGE_VAL, 0};
    for (size_t i = 0; i < count; i++) {
        rules[i] = (wend_route_rule){WEND_ROUTE_CLASS_ANY, HUGE_VAL, 0};
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        wendlua_read_item(L, -1, rule_fields, &rules[i], "route_rules", i + 1);
        lua_pop(L, 1);
    }
    def->rules = rules;
    def->rule_count = count > 0 ? count : 1;
}

static wend_route_source planner_source(lua_State *L, int slot, int table, wend_planner *planner)
{
    wend_profile_source_def def = wend_profile_source_def_default();
    wend_route_source source;
    for (const wendlua_field *field = source_fields; field->name != NULL; field++) {
        lua_pushstring(L, field->name);
        if (lua_rawget(L, table) != LUA_TNIL) {
            wendlua_read_part(L, lua_gettop(L), field->name, field->type, field->names,
                              (char *)&def + field->offset);
        }
        lua_pop(L, 1);
    }
    read_rules(L, table, &def);
    def.planner = planner;
    def.items = wendlua_master(L, slot, table, "route_items", &wendlua_items_kind);
    ((wendlua_crowd *)lua_touserdata(L, slot))->has_items = def.items != NULL;
    const wend_result result = wend_route_source_from_profiles(&def, &source);
    wendlua_done_by(L, result, wend_planner_error(planner));
    return source;
}

/* ---- choice ---- */

static bool has_function(lua_State *L, int slot, const char *name)
{
    lua_pushstring(L, name);
    const bool has = lua_rawget(L, slot) == LUA_TFUNCTION;
    lua_pop(L, 1);
    return has;
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
    const int given = lua_gettop(L);
    if (wendlua_test(L, given, &wendlua_pathfinder_kind) != NULL) {
        wendlua_attach(L, slot, given);
        return wend_route_source_from_pathfinder(
            ((wendlua_object *)lua_touserdata(L, given))->pointer);
    }
    if (wendlua_test(L, given, &wendlua_planner_kind) != NULL) {
        wendlua_attach(L, slot, given);
        return planner_source(L, slot, table,
                              ((wendlua_object *)lua_touserdata(L, given))->pointer);
    }
    const bool is_polled =
        type == LUA_TTABLE && has_function(L, given, "start") && has_function(L, given, "poll");
    source.has_ticket = is_polled && has_function(L, given, "has_ticket") ? has_ticket : NULL;
    if (type != LUA_TFUNCTION && !is_polled) {
        wendlua_fail(L,
                     "field 'route_source': a pathfinder, a planner, a function or "
                     "{start = function, poll = function} expected, got %s",
                     luaL_typename(L, given));
    }
    lua_setiuservalue(L, slot, 2);
    source.start = ask;
    source.poll_from = is_polled ? poll_from : NULL;
    source.get_answer = get_answer;
    source.context = crowd;
    return source;
}

void wendlua_crowd_push_item(lua_State *L, const wendlua_crowd *crowd, uint64_t item)
{
    if (crowd->has_items) {
        wendlua_push_id(L, WENDLUA_ITEM, (uint32_t)item, (uint32_t)(item >> 32));
    } else {
        wendlua_push_u64(L, item);
    }
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
