/* Raises Lua errors with the script's line and the function's name, and without names of C.
 * Cost: that of the text. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lua/core/value.h"

/* Names of these in scripts; counts of C are the lengths of lists. */
static const struct word {
    const char *c;
    const char *lua;
} words[] = {
    {"NULL", "nil"},
    {"WEND_NODE_NONE", "nil"},
    {"WEND_TEAM_NONE", "nil"},
    {"WEND_REGION_NONE", "nil"},
    {"WEND_COORDINATE_MAX", "2^30"},
    {"WEND_STOPS_ALL", "\"all\""},
    {"WEND_HEADING_ANY", "\"any\""},
    {"WEND_MESH_METHOD_MIDPOINT", "mesh_method = \"midpoint\""},
    {"wend_mesh_create_tiles", "wend.mesh_tiles"},
    {"wend_mesh_save_tile", "save_tile"},
    {"wend_crowd_add_exit", "wend.exit"},
    {"update its space, then call wend_hierarchy_update until it returns WEND_OK",
     "call update() until it returns true"},
    {"wend_incremental_update", "update()"},
    {"goal_kind is WEND_PATH_TO_TAG", "tag is given"},
    {"WEND_PATH_TO_POSITIONS", "places"},
    {"WEND_PATH_TO_PREDICATE", "is_goal"},
    {"{0, 0}", "0"}, /* an id */
    {"area_count", "#areas"},
    {"floor_count", "#floors"},
    {"goal_count", "#goals"},
    {"join_count", "#joins"},
    {"member_count", "#members"},
    {"outline_count", "#outlines"},
    {"place_count", "#places"},
    {"point_count", "#points"},
    {"slot_count", "#slots"},
    {"source_count", "#sources"},
    {"is_hole", "holes"},
    {"from_point", "from"},
    {"to_point", "to"},
};

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

/* Behind "wend_x: ", any number of these: the script called something else. */
static const char *skip_functions(const char *text)
{
    size_t count = strspn(text, letters);
    while (strncmp(text, "wend_", 5) == 0 && text[count] == ':' && text[count + 1] == ' ') {
        text += count + 2;
        count = strspn(text, letters);
    }
    return text;
}

/* The word of the list that text begins with, as a whole word; or NULL. */
static const struct word *word_at(const char *text)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t count = strlen(words[i].c);
        if (strncmp(text, words[i].c, count) == 0 && strspn(text + count, letters) == 0) {
            return &words[i];
        }
    }
    return NULL;
}

/* Length of "[3]" at `at` where it is the index of a list, and the index; 0 elsewhere: behind "factors",
 * which scripts give by their areas and behaviours, and in quotes. */
static size_t index_at(const char *text, const char *at, unsigned long *index)
{
    static const char by_number[] = "factors";
    const size_t length = sizeof by_number - 1;
    const size_t digits = *at == '[' ? strspn(at + 1, "0123456789") : 0;
    const bool is_by_number =
        (size_t)(at - text) >= length && memcmp(at - length, by_number, length) == 0;
    if (digits == 0 || digits > 9 || at[digits + 1] != ']' || at[digits + 2] == '\'' ||
        is_by_number) {
        return 0;
    }
    *index = strtoul(at + 1, NULL, 10);
    return digits + 2;
}

/* A message of the library without names of C: "wend_x: team 9 is not WEND_TEAM_NONE" becomes
 * "team 9 is not nil"; lists begin at 1. */
static void translate(const char *text, char *plain, size_t capacity)
{
    size_t count = 0;
    plain[0] = '\0';
    for (const char *at = text; *at != '\0' && count + 1 < capacity;) {
        at = skip_functions(at);
        unsigned long index = 0;
        const struct word *word = word_at(at);
        const size_t bracket = index_at(text, at, &index);
        const size_t length = word != NULL              ? strlen(word->c)
                              : bracket > 0             ? bracket
                              : strspn(at, letters) > 0 ? strspn(at, letters)
                                                        : (size_t)(*at != '\0');
        const int left = (int)(capacity - count);
        const int written = bracket > 0
                                ? snprintf(plain + count, (size_t)left, "[%lu]", index + 1)
                                : snprintf(plain + count, (size_t)left, "%.*s",
                                           word != NULL ? (int)strlen(word->lua) : (int)length,
                                           word != NULL ? word->lua : at);
        at += length;
        count += written < left ? (size_t)written : (size_t)left - 1;
    }
}

/* Pushes the name of the running function: "grid:fill", "wend.grid", "wend.steer.seek"; pushes
 * nothing and returns NULL if it has none. Upvalues hold the name, because Lua has none for a
 * function that pcall or another function of C calls, and only that of the variable for a function
 * in a local: the first upvalue is the kind of a method, "wend.grid", or the table of a function,
 * "wend.steer."; the second one the name there. */
static const char *own_name(lua_State *L)
{
    const char *holder = lua_tostring(L, lua_upvalueindex(1));
    const char *name = lua_tostring(L, lua_upvalueindex(2));
    if (holder == NULL || name == NULL || strncmp(holder, "wend.", 5) != 0) {
        return NULL;
    }
    bool is_kind = holder[strlen(holder) - 1] != '.';
    return lua_pushfstring(L, "%s%s%s", is_kind ? holder + 5 : holder, is_kind ? ":" : "", name);
}

/* Raises an error with the line of the innermost script. */
static int fail_at_script(lua_State *L, const char *text)
{
    lua_Debug about;
    for (int level = 1; lua_getstack(L, level, &about) != 0; level++) {
        if (lua_getinfo(L, "Sl", &about) != 0 && about.currentline > 0) {
            lua_pushfstring(L, "%s:%d: %s", about.short_src, about.currentline, text);
            return lua_error(L);
        }
    }
    lua_pushstring(L, text);
    return lua_error(L);
}

int wendlua_fail(lua_State *L, const char *format, ...)
{
    va_list values;
    const char *name = own_name(L);
    va_start(values, format);
    const char *text = lua_pushvfstring(L, format, values);
    va_end(values);
    return fail_at_script(L, name == NULL ? text : lua_pushfstring(L, "%s: %s", name, text));
}

int wendlua_arg_error(lua_State *L, int arg, const char *text)
{
    const char *name = own_name(L);
    if (name == NULL) {
        return wendlua_fail(L, "%s", text);
    }
    if (strchr(name, ':') != NULL && --arg == 0) {
        return fail_at_script(L, lua_pushfstring(L, "calling '%s' on bad self (%s)", name, text));
    }
    return fail_at_script(L, lua_pushfstring(L, "bad argument #%d to '%s' (%s)", arg, name, text));
}

void wendlua_arg_check(lua_State *L, bool holds, int arg, const char *text)
{
    if (!holds) {
        wendlua_arg_error(L, arg, text);
    }
}

int wendlua_type_error(lua_State *L, int arg, const char *name)
{
    const char *found = luaL_typename(L, arg);
    if (luaL_getmetafield(L, arg, "__name") == LUA_TSTRING) {
        found = lua_tostring(L, -1);
    }
    return wendlua_arg_error(L, arg, lua_pushfstring(L, "%s expected, got %s", name, found));
}

void *wendlua_check_kind(lua_State *L, int arg, const char *meta)
{
    void *object = luaL_testudata(L, arg, meta);
    if (object == NULL) {
        wendlua_type_error(L, arg, meta);
    }
    return object;
}

void wendlua_takes(lua_State *L, const char *takes)
{
    int least = 1;
    for (const char *at = takes; *at != '\0'; at++) {
        least += *at == ',';
    }
    int given = lua_gettop(L) - 1;
    if (given < least) {
        fail_at_script(L, lua_pushfstring(L, "%s(%s): %d values expected, got %d", own_name(L),
                                          takes, least, given));
    }
}

wend_result wendlua_done(lua_State *L, wend_result result, const wend_message *message,
                         const char *hint)
{
    if (result >= WEND_OK) {
        return result;
    }
    lua_settop(L, lua_gettop(L) > 1 ? 1 : lua_gettop(L));
    if (message != NULL && message->text[0] != '\0') {
        char plain[2 * WEND_MESSAGE_CAPACITY];
        translate(message->text, plain, sizeof plain);
        wendlua_fail(L, "%s", plain);
    }
    if (result == WEND_ERROR_STALE) {
        wendlua_fail(L, "what the id names does not exist or was removed: it is out of date");
    }
    bool has_hint = hint != NULL && result == WEND_ERROR_ARGUMENT;
    wendlua_fail(L, has_hint ? "%s: %s" : "%s", wend_result_text(result), hint);
    return result;
}

wend_result wendlua_done_by(lua_State *L, wend_result result, const char *error)
{
    wend_message message = {0};
    if (result < WEND_OK && result != WEND_ERROR_BUSY) {
        strncpy(message.text, error, sizeof message.text - 1);
    }
    return wendlua_done(L, result, &message, NULL);
}
