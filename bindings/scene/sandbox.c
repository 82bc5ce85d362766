/* The globals that scenes see: no files but those of their folder, no clock, no addresses, nothing
 * that differs between two runs.
 * Cost: constant; files are read whole. */
#include <stdlib.h>
#include <string.h>

#include <lualib.h>

#include "scene/private.h"
#include "wend/io.h"

/* Of Lua's own base functions: */
static const char *const kept[] = {
    "_VERSION", "assert", "error",  "getmetatable", "ipairs",   "pcall", "rawequal",
    "rawget",   "rawlen", "rawset", "select",       "tonumber", "type",  "xpcall",
};

static const char loaded_key[] = "scene.loaded";

/* ---- text without addresses ---- */

static void push_text(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    int type = lua_type(L, index);
    bool has_address = type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TTHREAD ||
                       type == LUA_TUSERDATA || type == LUA_TLIGHTUSERDATA;
    if (has_address && luaL_getmetafield(L, index, "__tostring") == LUA_TNIL) {
        lua_pushstring(L, luaL_typename(L, index));
        return;
    }
    if (has_address) {
        lua_pop(L, 1);
    }
    luaL_tolstring(L, index, NULL);
}

static int text_of(lua_State *L)
{
    luaL_checkany(L, 1);
    push_text(L, 1);
    return 1;
}

/* To stderr, so that stdout has the answers only. */
static int print(lua_State *L)
{
    int count = lua_gettop(L);
    for (int i = 1; i <= count; i++) {
        push_text(L, i);
        fprintf(stderr, "%s%s", i > 1 ? "\t" : "", lua_tostring(L, -1));
        lua_pop(L, 1);
    }
    fprintf(stderr, "\n");
    return 0;
}

/* string.format; its upvalue is Lua's own. */
static int format(lua_State *L)
{
    const char *text = luaL_checkstring(L, 1);
    for (const char *at = strchr(text, '%'); at != NULL; at = strchr(at, '%')) {
        at += 1 + strspn(at + 1, "-+ #0123456789.");
        if (*at == 'p') {
            return luaL_error(L,
                              "string.format: %%p gives addresses, which differ from run to run");
        }
        at += *at == '%';
    }
    int count = lua_gettop(L);
    for (int i = 2; i <= count; i++) {
        if (lua_type(L, i) != LUA_TNUMBER && lua_type(L, i) != LUA_TSTRING &&
            !lua_isnoneornil(L, i) && !lua_isboolean(L, i)) {
            push_text(L, i);
            lua_replace(L, i);
        }
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, count, 1);
    return 1;
}

/* ---- memory: when it is collected cannot be seen ---- */

/* setmetatable; its upvalue is Lua's own. */
static int set_metatable(lua_State *L)
{
    static const char *const refused[] = {"__gc", "__mode"};
    for (size_t i = 0; i < 2 && lua_istable(L, 2); i++) {
        lua_pushstring(L, refused[i]);
        if (lua_rawget(L, 2) != LUA_TNIL) {
            return luaL_error(L,
                              "setmetatable: scenes have no %s: when memory is collected "
                              "differs between machines",
                              refused[i]);
        }
        lua_pop(L, 1);
    }
    lua_settop(L, 2);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 2, 1);
    return 1;
}

static int collect(lua_State *L)
{
    const char *what = luaL_optstring(L, 1, "collect");
    if (strcmp(what, "collect") == 0) {
        lua_gc(L, LUA_GCCOLLECT);
    } else if (strcmp(what, "generational") == 0) {
        lua_gc(L, LUA_GCGEN, 0, 0);
    } else if (strcmp(what, "incremental") == 0) {
        lua_gc(L, LUA_GCINC, 0, 0, 0);
    } else {
        return luaL_error(L, "collectgarbage: scenes have 'collect', 'generational' and "
                             "'incremental' only");
    }
    return 0;
}

/* ---- code ---- */

static void check_powers(lua_State *L, const char *name, const char *text, size_t count)
{
    uint32_t line = scene_find_power(text, count);
    if (line > 0) {
        luaL_error(L,
                   "%s:%d: powers are rounded differently on different machines: only ^2 is "
                   "fine; see math.sqrt, math.exp",
                   name, (int)line);
    }
}

/* load(text [, name [, mode [, env]]]): text only. */
static int load_text(lua_State *L)
{
    size_t count = 0;
    luaL_checktype(L, 1, LUA_TSTRING);
    const char *text = lua_tolstring(L, 1, &count);
    const char *name = luaL_optstring(L, 2, "=load");
    check_powers(L, *name == '=' || *name == '@' ? name + 1 : name, text, count);
    lua_settop(L, 4);
    if (luaL_loadbufferx(L, text, count, name, "t") != LUA_OK) {
        lua_pushnil(L);
        lua_insert(L, -2);
        return 2;
    }
    if (!lua_isnil(L, 4)) {
        lua_pushvalue(L, 4);
        lua_setupvalue(L, -2, 1);
    }
    return 1;
}

/* Pushes a file's text; raises an error with its name. */
static const char *push_file(lua_State *L, const char *file, size_t *count)
{
    uint8_t *bytes = NULL;
    wend_message message = {0};
    char text[WEND_MESSAGE_CAPACITY];
    wend_result result = wend_io_read_file(file, NULL, &bytes, count, &message);
    if (result != WEND_OK) {
        memcpy(text, message.text, sizeof text);
        luaL_error(L, "%s", text[0] != '\0' ? text : wend_result_text(result));
    }
    luaL_Buffer buffer;
    /* Lua may raise an error for lack of memory; then these bytes are lost, once, at the end. */
    char *copy = luaL_buffinitsize(L, &buffer, *count + 1);
    memcpy(copy, bytes, *count);
    wend_io_free(NULL, bytes, *count);
    luaL_pushresultsize(&buffer, *count);
    return lua_tostring(L, -1);
}

void scene_load_main(lua_State *L, const char *file)
{
    static const char ending[] = ".lua";
    const size_t length = strlen(file);
    size_t count = 0;
    if (length >= 4 && strcmp(file + length - 4, ending) == 0) {
        scene_load_file(L, file);
        return;
    }
    /* Most likely a map: Lua's own message for its content is of no help. */
    const char *text = push_file(L, file, &count);
    const bool is_code = count > 0 && text[0] == LUA_SIGNATURE[0];
    if (!is_code && luaL_loadbufferx(L, text, count, file, "t") != LUA_OK) {
        luaL_error(L,
                   "%s: a scene is wanted, a file in Lua, and this is none; for maps there are "
                   "wend info, wend path and wend flow",
                   file);
    }
    lua_settop(L, 0);
    scene_load_file(L, file);
}

/* Pushes the function that a text makes. */
static void compile(lua_State *L, const char *file, const char *text, size_t count)
{
    check_powers(L, file, text, count);
    lua_pushfstring(L, "@%s", file);
    if (luaL_loadbufferx(L, text, count, lua_tostring(L, -1), "t") != LUA_OK) {
        /* Lua names the file of faults in a text, but not one that is compiled. */
        if (count > 0 && text[0] == LUA_SIGNATURE[0]) {
            luaL_error(L, "%s: %s", file, lua_tostring(L, -1));
        }
        lua_error(L);
    }
    lua_remove(L, -2);
}

void scene_load_file(lua_State *L, const char *file)
{
    size_t count = 0;
    const char *text = push_file(L, file, &count);
    compile(L, file, text, count);
    lua_remove(L, -2);
}

void scene_load_text(lua_State *L, const char *name, const char *text, size_t count)
{
    lua_pushlstring(L, text, count);
    compile(L, name, lua_tostring(L, -1), count);
    lua_remove(L, -2);
}

/* ---- require ---- */

/* "parts.wall" is parts/wall.lua in the scene's folder. */
static void module_path(lua_State *L, scene *s, const char *name, char path[SCENE_PATH_CAPACITY])
{
    size_t used = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.");
    if (name[0] == '\0' || name[0] == '.' || name[used] != '\0' || strstr(name, "..") != NULL) {
        luaL_error(L, "require: '%s' is no name of a file in the scene's folder", name);
    }
    char file[SCENE_PATH_CAPACITY];
    const int written = snprintf(file, sizeof file, "%s.lua", name);
    for (int i = 0; i < written - 4 && i < SCENE_PATH_CAPACITY; i++) {
        file[i] = file[i] == '.' ? '/' : file[i];
    }
    if (written >= SCENE_PATH_CAPACITY || !scene_find_file(s, file, path, SCENE_PATH_CAPACITY)) {
        luaL_error(L, "require: %s", written >= SCENE_PATH_CAPACITY ? "too long a name" : path);
    }
}

/* Its upvalue is the scene. */
static int require(lua_State *L)
{
    char path[SCENE_PATH_CAPACITY];
    const char *name = luaL_checkstring(L, 1);
    lua_settop(L, 1);
    lua_getfield(L, LUA_REGISTRYINDEX, loaded_key);
    if (lua_getfield(L, 2, name) != LUA_TNIL) {
        if (lua_isboolean(L, -1) && !lua_toboolean(L, -1)) {
            return luaL_error(L, "require: '%s' is being loaded already: a loop", name);
        }
        return 1;
    }
    module_path(L, lua_touserdata(L, lua_upvalueindex(1)), name, path);
    lua_pushboolean(L, false);
    lua_setfield(L, 2, name);
    scene_load_file(L, path);
    lua_call(L, 0, 1);
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        lua_pushboolean(L, true);
    }
    lua_pushvalue(L, -1);
    lua_setfield(L, 2, name);
    return 1;
}

/* ---- all of it ---- */

static void open_library(lua_State *L, const char *name, lua_CFunction open)
{
    lua_pushcfunction(L, open);
    lua_call(L, 0, 1);
    lua_setglobal(L, name);
}

/* Replaces a function of the table on top by one that has the old one as an upvalue. */
static void wrap(lua_State *L, const char *name, lua_CFunction function)
{
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, function, 1);
    lua_setfield(L, -2, name);
}

static void open_base(lua_State *L)
{
    lua_pushcfunction(L, luaopen_base);
    lua_call(L, 0, 1);
    lua_newtable(L);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        lua_getfield(L, -2, kept[i]);
        lua_setfield(L, -2, kept[i]);
    }
    lua_getfield(L, -2, "setmetatable");
    lua_setfield(L, -2, "setmetatable");
    wrap(L, "setmetatable", set_metatable);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "_G");
    lua_pushvalue(L, -1);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    lua_pop(L, 2);
}

static const luaL_Reg base[] = {
    {"collectgarbage", collect}, {"load", load_text}, {"print", print},
    {"tostring", text_of},       {NULL, NULL},
};

/* wend, with wend.scene in it. */
static void open_wend(lua_State *L, scene *s)
{
    wendlua_context context = wendlua_context_default();
    context.seed = s->options.seed;
    context.threads = s->options.threads;
    context.folder = s->folder;
    context.allocator = scene_limits_allocator(&s->limits);
    context.make_room = scene_limits_make_room;
    context.find = scene_find_file;
    context.user = s;
    if (s->pool != NULL) {
        context.executor = wend_pool_executor(s->pool);
    }
    wendlua_set_context(L, &context);
    lua_newtable(L);
    lua_pushcfunction(L, luaopen_wend);
    lua_call(L, 0, 1);
    lua_pushliteral(L, "wend.");
    lua_pushliteral(L, "scene");
    lua_pushlightuserdata(L, s);
    lua_pushcclosure(L, scene_take_def, 3);
    lua_setfield(L, -2, "scene");
    lua_pushlightuserdata(L, s);
    lua_pushcclosure(L, scene_take_parameter, 1);
    lua_setfield(L, -2, "parameter");
    lua_setfield(L, -2, "wend");
    lua_setfield(L, LUA_REGISTRYINDEX, loaded_key);
}

void scene_open_sandbox(lua_State *L, scene *s)
{
    open_base(L);
    open_library(L, "table", luaopen_table);
    open_library(L, "string", luaopen_string);
    open_library(L, "utf8", luaopen_utf8);
    open_library(L, "coroutine", luaopen_coroutine);
    s->dice = (scene_dice){s->options.seed, 0, s->options.seed};
    scene_open_math(L, &s->dice);
    lua_pushglobaltable(L);
    luaL_setfuncs(L, base, 0);
    scene_open_orders(L);
    lua_pushlightuserdata(L, s);
    lua_pushcclosure(L, require, 1);
    lua_setfield(L, -2, "require");
    lua_getfield(L, -1, "string");
    wrap(L, "format", format);
    lua_pushnil(L);
    lua_setfield(L, -2, "dump");
    lua_settop(L, 0);
    open_wend(L, s);
}
