/* Kinds of userdata, which are destroyed by Lua or by hand, in any order; an object keeps those
 * that it depends on.
 * Cost: a table of dependencies for each object that has any. */
#include "lua/core/object.h"

#include "lua/core/value.h"
#include "wend_lua.h"

#include <string.h>

/* Frees an object and releases its dependencies. Takes no memory: finalizers call it. */
static void release(lua_State *L, int index, wendlua_object *object)
{
    object->is_released = true;
    object->kind->destroy(object);
    object->pointer = NULL;
    if (lua_getiuservalue(L, index, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        return;
    }
    int masters = lua_gettop(L);
    for (lua_Unsigned i = lua_rawlen(L, masters); i > 0; i--) {
        lua_rawgeti(L, masters, (lua_Integer)i);
        wendlua_object *master = lua_touserdata(L, -1);
        master->users--;
        if (master->is_closed && master->users == 0 && !master->is_released) {
            release(L, lua_gettop(L), master);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static int close_object(lua_State *L)
{
    wendlua_object *object = wendlua_check_kind(L, 1, lua_tostring(L, lua_upvalueindex(1)));
    if (object->locks > 0) {
        return wendlua_fail(L, "it is in use by a callback");
    }
    luaL_checkstack(L, 2 * 16, "too many objects on top of each other");
    object->is_closed = true;
    if (object->users == 0 && !object->is_released) {
        release(L, 1, object);
    }
    return 0;
}

static int object_text(lua_State *L)
{
    const wendlua_object *object = wendlua_check_kind(L, 1, lua_tostring(L, lua_upvalueindex(1)));
    lua_pushfstring(L, object->is_closed ? "wend.%s (closed)" : "wend.%s", object->kind->name);
    return 1;
}

static int object_is_closed(lua_State *L)
{
    const wendlua_object *object = wendlua_check_kind(L, 1, lua_tostring(L, lua_upvalueindex(1)));
    lua_pushboolean(L, object->is_closed);
    return 1;
}

/* Puts a function with the name of its kind into the table on top of the stack. */
static void add_closure(lua_State *L, const wendlua_kind *kind, const char *name,
                        lua_CFunction function)
{
    lua_pushstring(L, kind->meta);
    lua_pushstring(L, name);
    lua_pushcclosure(L, function, 2);
    lua_setfield(L, -2, name);
}

/* Every method looks at its object before its arguments; "__eq" gets any two values. */
static int call_method(lua_State *L)
{
    const wendlua_object *object = wendlua_check_kind(L, 1, lua_tostring(L, lua_upvalueindex(1)));
    wendlua_arg_check(L, !object->is_closed && object->pointer != NULL, 1, "it is closed");
    return lua_tocfunction(L, lua_upvalueindex(3))(L);
}

static void add_method(lua_State *L, const wendlua_kind *kind, const luaL_Reg *method)
{
    bool is_meta = strncmp(method->name, "__", 2) == 0;
    if (strcmp(method->name, "__eq") == 0) {
        lua_pushcfunction(L, method->func);
    } else {
        lua_pushstring(L, kind->meta);
        lua_pushstring(L, method->name);
        lua_pushcfunction(L, method->func);
        lua_pushcclosure(L, call_method, 3);
    }
    lua_setfield(L, is_meta ? -3 : -2, method->name);
}

/* The length of the longest piece that both texts hold. */
static size_t common_length(const char *a, const char *b)
{
    size_t longest = 0;
    for (size_t i = 0; a[i] != '\0'; i++) {
        for (size_t j = 0; b[j] != '\0'; j++) {
            size_t count = 0;
            while (a[i + count] != '\0' && a[i + count] == b[j + count]) {
                count++;
            }
            longest = count > longest ? count : longest;
        }
    }
    return longest;
}

static size_t length_apart(const char *a, const char *b)
{
    const size_t m = strlen(a);
    const size_t n = strlen(b);
    return m > n ? m - n : n - m;
}

/* The method that shares the longest piece of its name, more than half of the given one; of several
 * the one of about the same length. NULL: none. */
static const char *similar_method(const wendlua_kind *kind, const char *name)
{
    const char *best = NULL;
    size_t most = strlen(name) / 2;
    for (const luaL_Reg *method = kind->methods; method->name != NULL; method++) {
        const size_t common = common_length(name, method->name);
        const bool is_closer =
            best != NULL && length_apart(name, method->name) < length_apart(name, best);
        if (strncmp(method->name, "__", 2) != 0 &&
            (common > most || (best != NULL && common == most && is_closer))) {
            best = method->name;
            most = common;
        }
    }
    return best;
}

/* Called by Lua for an unknown method: the table of methods has no such key. */
static int refuse_method(lua_State *L)
{
    const wendlua_kind *kind = lua_touserdata(L, lua_upvalueindex(1));
    const char *name = luaL_tolstring(L, 2, NULL);
    const char *similar = strlen(name) < 64 ? similar_method(kind, name) : NULL;
    if (similar == NULL) {
        return wendlua_fail(L, "wend.%s has no method '%s'", kind->name, name);
    }
    return wendlua_fail(L, "wend.%s has no method '%s'; did you mean '%s'?", kind->name, name,
                        similar);
}

/* Below the table of methods on top of the stack. */
static void add_refusal(lua_State *L, const wendlua_kind *kind)
{
    lua_createtable(L, 0, 1);
    lua_pushlightuserdata(L, (void *)(uintptr_t)kind);
    lua_pushcclosure(L, refuse_method, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

void wendlua_add_kind(lua_State *L, const wendlua_kind *kind)
{
    if (luaL_newmetatable(L, kind->meta) == 0) {
        lua_pop(L, 1);
        return;
    }
    add_closure(L, kind, "__gc", close_object);
    add_closure(L, kind, "__close", close_object);
    add_closure(L, kind, "__tostring", object_text);
    lua_pushstring(L, kind->meta);
    lua_setfield(L, -2, "__metatable");
    lua_newtable(L);
    add_closure(L, kind, "close", close_object);
    add_closure(L, kind, "is_closed", object_is_closed);
    for (const luaL_Reg *method = kind->methods; method->name != NULL; method++) {
        add_method(L, kind, method);
    }
    add_refusal(L, kind);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}

wendlua_object *wendlua_new(lua_State *L, const wendlua_kind *kind, size_t bytes)
{
    const wendlua_context context = wendlua_get_context(L);
    if (context.make_room != NULL) {
        context.make_room(L, context.user);
    }
    wendlua_object *object = lua_newuserdatauv(L, bytes, 2);
    memset(object, 0, bytes);
    object->kind = kind;
    luaL_setmetatable(L, kind->meta);
    return object;
}

int wendlua_made(lua_State *L, wendlua_object *object, void *pointer, wend_result result,
                 const wend_message *message)
{
    object->pointer = pointer;
    wendlua_done(L, result, message, NULL);
    return 1;
}

bool wendlua_has_method(const wendlua_kind *kind, const char *name)
{
    const luaL_Reg *method = kind->methods;
    while (method->name != NULL && strcmp(method->name, name) != 0) {
        method++;
    }
    return method->name != NULL;
}

int wendlua_reloaded(lua_State *L, wendlua_object *object, void *pointer, wend_result result,
                     const wend_message *message)
{
    wendlua_done(L, result, message, NULL);
    object->kind->destroy(object);
    object->pointer = pointer;
    return 0;
}

void *wendlua_find_master(lua_State *L, int index, const wendlua_kind *kind)
{
    void *pointer = NULL;
    if (lua_getiuservalue(L, index, 1) == LUA_TTABLE) {
        for (lua_Unsigned i = lua_rawlen(L, -1); i > 0; i--) {
            lua_rawgeti(L, -1, (lua_Integer)i);
            const wendlua_object *master = wendlua_test(L, -1, kind);
            pointer = master != NULL ? master->pointer : pointer;
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
    return pointer;
}

void wendlua_attach(lua_State *L, int index, int master_index)
{
    int slot = lua_absindex(L, master_index);
    int own = lua_absindex(L, index);
    wendlua_object *master = lua_touserdata(L, slot);
    if (lua_getiuservalue(L, own, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, own, 1);
    }
    const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
    bool is_kept = false;
    for (lua_Integer i = 1; i <= count && !is_kept; i++) {
        lua_rawgeti(L, -1, i);
        is_kept = lua_rawequal(L, -1, slot) != 0;
        lua_pop(L, 1);
    }
    if (!is_kept) {
        lua_pushvalue(L, slot);
        lua_rawseti(L, -2, count + 1);
        master->users++;
    }
    lua_pop(L, 1);
    if (master->is_closed || master->pointer == NULL) {
        wendlua_fail(L, "the %s is closed", master->kind->name);
    }
}

wendlua_object *wendlua_test(lua_State *L, int index, const wendlua_kind *kind)
{
    return luaL_testudata(L, index, kind->meta);
}

wendlua_object *wendlua_check(lua_State *L, int arg, const wendlua_kind *kind)
{
    wendlua_object *object = wendlua_check_kind(L, arg, kind->meta);
    wendlua_arg_check(L, !object->is_closed && object->pointer != NULL, arg, "it is closed");
    return object;
}

wendlua_object *wendlua_edit(lua_State *L, int arg, const wendlua_kind *kind)
{
    wendlua_object *object = wendlua_check(L, arg, kind);
    wendlua_arg_check(L, object->locks == 0, arg, "it cannot be changed from this callback");
    return object;
}

void *wendlua_read_pointer(lua_State *L, int arg, const wendlua_kind *kind)
{
    return wendlua_check(L, arg, kind)->pointer;
}

void *wendlua_edit_pointer(lua_State *L, int arg, const wendlua_kind *kind)
{
    return wendlua_edit(L, arg, kind)->pointer;
}

/* The value on top of the stack must be an open object of the kind. */
static void need_object(lua_State *L, const char *name, const wendlua_kind *kind)
{
    const wendlua_object *object = wendlua_test(L, -1, kind);
    if (object == NULL) {
        wendlua_fail(L, "field '%s': a %s expected, got %s", name, kind->name,
                     luaL_typename(L, -1));
    } else if (object->is_closed || object->pointer == NULL) {
        wendlua_fail(L, "field '%s': the %s is closed", name, kind->name);
    }
}

void *wendlua_master(lua_State *L, int index, int table, const char *name, const wendlua_kind *kind)
{
    lua_pushstring(L, name);
    if (lua_rawget(L, table) == LUA_TNIL) {
        lua_pop(L, 1);
        return NULL;
    }
    need_object(L, name, kind);
    wendlua_attach(L, index, -1);
    const wendlua_object *object = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return object->pointer;
}

void *wendlua_field_pointer(lua_State *L, int table, const char *name, const wendlua_kind *kind)
{
    lua_pushstring(L, name);
    if (lua_rawget(L, table) == LUA_TNIL) {
        lua_pop(L, 1);
        return NULL;
    }
    need_object(L, name, kind);
    const wendlua_object *object = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return object->pointer;
}

void wendlua_lock(lua_State *L, int index, bool is_locked)
{
    wendlua_object *object = lua_touserdata(L, index);
    object->locks = is_locked ? object->locks + 1 : object->locks - 1;
    int slot = lua_absindex(L, index);
    if (lua_getiuservalue(L, slot, 1) == LUA_TTABLE) {
        int masters = lua_gettop(L);
        for (lua_Unsigned i = lua_rawlen(L, masters); i > 0; i--) {
            lua_rawgeti(L, masters, (lua_Integer)i);
            wendlua_lock(L, lua_gettop(L), is_locked);
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
}
