/* wend.grid_load_file, wend.level_load_file, wend.mesh_load_file, wend.graph_load_file, wend.items_add_file; names
 * are
 * relative to the folder of the scene.
 * Cost: as in wend/io.h. */
#include <stdio.h>
#include <string.h>

#include "lua/world/mesh.h"
#include "wend/io.h"

enum { PATH_CAPACITY = 4096 };

/* Pushes where a file lies; an error where it may not be read. */
static const char *file_name(lua_State *L, int arg)
{
    size_t count = 0;
    const char *name = wendlua_bytes(L, arg, &count);
    wendlua_arg_check(L, strlen(name) == count && count > 0, arg, "no name of a file");
    const wendlua_context context = wendlua_get_context(L);
    if (context.find != NULL) {
        char path[PATH_CAPACITY];
        wendlua_arg_check(L, context.find(context.user, name, path, sizeof path), arg, path);
        return lua_pushstring(L, path);
    }
    bool is_absolute = name[0] == '/' || strchr(name, ':') != NULL;
    if (context.folder == NULL || context.folder[0] == '\0' || is_absolute) {
        return lua_pushstring(L, name);
    }
    return lua_pushfstring(L, "%s/%s", context.folder, name);
}

/* Files that a map names may be read where the map may. */
typedef struct beside_map {
    wendlua_context context;
    const char *map; /* as the script wrote it */
} beside_map;

static wend_result open_beside(void *context, const char *name, const wend_allocator *allocator,
                               uint8_t **bytes, size_t *count, wend_message *message)
{
    const beside_map *beside = context;
    const char *slash = strrchr(beside->map, '/');
    const int folder = slash != NULL ? (int)(slash - beside->map) + 1 : 0;
    char joined[PATH_CAPACITY];
    char path[PATH_CAPACITY];
    const int written = snprintf(joined, sizeof joined, "%.*s%s", folder, beside->map, name);
    const bool is_long = written < 0 || written >= PATH_CAPACITY;
    if (is_long || !beside->context.find(beside->context.user, joined, path, sizeof path)) {
        if (message != NULL) {
            snprintf(message->text, sizeof message->text, "%.200s",
                     is_long ? "too long a name" : path);
        }
        return WEND_ERROR_FILE;
    }
    return wend_io_read_file(path, allocator, bytes, count, message);
}

/* The map in argument 1 reads other files as scripts do. */
static void confine_map(lua_State *L, wend_map_options *options, beside_map *beside)
{
    *beside = (beside_map){wendlua_get_context(L), lua_tostring(L, 1)};
    if (beside->context.find != NULL) {
        options->read = open_beside;
        options->read_context = beside;
    }
}

static const wendlua_field map_fields[] = {
    {"neighbours", WENDLUA_I32, offsetof(wend_map_options, neighbours), NULL},
    {"hex_layout", WENDLUA_ENUM, offsetof(wend_map_options, hex_layout), wendlua_hex_layout_names},
    {"corner_rule", WENDLUA_ENUM, offsetof(wend_map_options, corner_rule),
     wendlua_corner_rule_names},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_map_options, cell_size), NULL},
    {"entry", WENDLUA_OTHER, 0, NULL},
    {"tile_property", WENDLUA_OTHER, 0, NULL},
    {"properties", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field item_fields[] = {
    {"name", WENDLUA_TEXT, offsetof(wend_map_item, name), NULL},
    {"type", WENDLUA_TEXT, offsetof(wend_map_item, type), NULL},
    {"player", WENDLUA_I32, offsetof(wend_map_item, player), NULL},
    {"team", WENDLUA_I32, offsetof(wend_map_item, team), NULL},
    {"position", WENDLUA_VEC2, offsetof(wend_map_item, position), NULL},
    {"size", WENDLUA_VEC2, offsetof(wend_map_item, size), NULL},
    {"node", WENDLUA_NODE, offsetof(wend_map_item, node), NULL},
    {NULL, 0, 0, NULL},
};

/* A text in the table at arg, `fallback` where there is none; stays on the stack. */
static const char *text_field(lua_State *L, int arg, const char *name, const char *fallback)
{
    if (lua_isnoneornil(L, arg)) {
        return fallback;
    }
    lua_pushstring(L, name);
    int type = lua_rawget(L, arg);
    if (type != LUA_TNIL && type != LUA_TSTRING) {
        wendlua_fail(L, "field '%s': text expected, got %s", name, luaL_typename(L, -1));
    }
    return type == LUA_TNIL ? fallback : lua_tostring(L, -1);
}

/* ---- maps ---- */

static void destroy_map(wendlua_object *object)
{
    wend_map_destroy(object->pointer);
}

static const luaL_Reg no_methods[] = {{NULL, NULL}};

/* Holds an open map while its parts become tables; scripts never see it. */
const wendlua_kind wendlua_map_kind = {"map", "wend.map", destroy_map, no_methods};

/* Pushes the list of properties in the options in slot 2; nil if they have none. */
static void push_wanted(lua_State *L)
{
    lua_pushnil(L);
    if (lua_isnil(L, 2) || wendlua_field_list(L, 2, "properties") == 0) {
        return;
    }
    for (lua_Unsigned i = lua_rawlen(L, -1); i > 0; i--) {
        if (lua_rawgeti(L, -1, (lua_Integer)i) != LUA_TSTRING) {
            wendlua_fail(L, "field 'properties': a list of names expected");
        }
        lua_pop(L, 1);
    }
}

/* Sets `properties` of the table on top: the requested ones that the map (item NULL) or item has.
 */
static void set_properties(lua_State *L, int wanted, const wend_map *map, const size_t *item)
{
    if (lua_isnil(L, wanted)) {
        return;
    }
    lua_newtable(L);
    for (lua_Unsigned i = 1; i <= lua_rawlen(L, wanted); i++) {
        lua_rawgeti(L, wanted, (lua_Integer)i);
        const char *name = lua_tostring(L, -1);
        lua_pushstring(L, item == NULL ? wend_map_property(map, name)
                                       : wend_map_item_property(map, *item, name));
        lua_rawset(L, -3);
    }
    lua_setfield(L, -2, "properties");
}

/* Pushes the content of a map beside its ground: items, names of classes. */
static void push_map_facts(lua_State *L, const wend_map *map, int wanted)
{
    lua_newtable(L);
    set_properties(L, wanted, map, NULL);
    lua_newtable(L);
    for (size_t i = 0; i < wend_map_item_count(map); i++) {
        wend_map_item item = wend_map_get_item(map, i);
        wendlua_push(L, item_fields, &item);
        lua_pushstring(L, wend_map_item_kind_name(item.kind));
        lua_setfield(L, -2, "kind");
        wendlua_push_points(L, item.points, item.point_count);
        lua_setfield(L, -2, "points");
        set_properties(L, wanted, map, &i);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "items");
    lua_newtable(L);
    for (uint32_t i = 0; i < wend_map_class_count(map); i++) {
        lua_pushinteger(L, i);
        lua_setfield(L, -2, wend_map_class_name(map, i));
    }
    lua_setfield(L, -2, "classes");
}

/* grid, facts = wend.grid_load_file(file [, options]) */
static int grid_load_file(lua_State *L)
{
    wend_message message = {0};
    wend_map_options options = wend_map_options_default();
    options.allocator = wendlua_allocator(L);
    lua_settop(L, 2);
    const char *name = file_name(L, 1);
    wendlua_read(L, 2, map_fields, &options);
    options.entry = text_field(L, 2, "entry", options.entry);
    options.tile_property = text_field(L, 2, "tile_property", options.tile_property);
    options.message = &message;
    beside_map beside;
    confine_map(L, &options, &beside);
    push_wanted(L);
    int wanted = lua_gettop(L);
    wendlua_object *object = wendlua_new_grid(L);
    int grid = lua_gettop(L);
    wendlua_object *holder = wendlua_new(L, &wendlua_map_kind, sizeof *holder);
    wend_map *map = NULL;
    wend_result result = wend_map_load_file(name, &options, &map);
    holder->pointer = map;
    object->pointer = wend_map_release_grid(map);
    wendlua_done(L, result, &message, NULL);
    push_map_facts(L, map, wanted);
    lua_pushvalue(L, grid);
    lua_insert(L, -2);
    return 2;
}

/* ---- worlds ---- */

static const wendlua_field level_fields[] = {
    {"entry", WENDLUA_OTHER, 0, NULL},
    {"max_step_height", WENDLUA_DOUBLE, offsetof(wend_level_options, max_step_height), NULL},
    {"min_opening", WENDLUA_DOUBLE, offsetof(wend_level_options, min_opening), NULL},
    {"opens_doors", WENDLUA_BOOL, offsetof(wend_level_options, opens_doors), NULL},
    {"uses_lifts", WENDLUA_BOOL, offsetof(wend_level_options, uses_lifts), NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_level_options, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_level_options, team), NULL},
    {NULL, 0, 0, NULL},
};

static int level_load_file(lua_State *L)
{
    wend_message message = {0};
    wend_level_options options = wend_level_options_default();
    options.allocator = wendlua_allocator(L);
    lua_settop(L, 2);
    const char *name = file_name(L, 1);
    wendlua_read(L, 2, level_fields, &options);
    options.entry = text_field(L, 2, "entry", NULL);
    options.message = &message;
    beside_map beside;
    wend_map_options map = wend_map_options_default();
    confine_map(L, &map, &beside);
    options.map = &map;
    wendlua_object *object = wendlua_new_level(L);
    wend_level *level = NULL;
    wend_result result = wend_level_load_file(name, &options, &level);
    object->pointer = level;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

static const wendlua_name ups[] = {
    {"y", WEND_UP_Y}, {"z", WEND_UP_Z}, {"y-turned", WEND_UP_Y_TURNED}, {NULL, 0}};

static const wendlua_field mesh_fields[] = {
    {"up", WENDLUA_ENUM, offsetof(wend_mesh_options, up), ups},
    {"weld", WENDLUA_DOUBLE, offsetof(wend_mesh_options, weld), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_mesh_options, cell_size), NULL},
    {"is_strict", WENDLUA_BOOL, offsetof(wend_mesh_options, is_strict), NULL},
    {NULL, 0, 0, NULL},
};

/* mesh, report = wend.mesh_load_file(file [, options]) */
static int mesh_load_file(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_report report = {0};
    wend_mesh_options options = wend_mesh_options_default();
    options.allocator = wendlua_allocator(L);
    lua_settop(L, 2);
    const char *name = file_name(L, 1);
    wendlua_read(L, 2, mesh_fields, &options);
    options.message = &message;
    wendlua_object *object = wendlua_new_mesh(L);
    wend_mesh *mesh = NULL;
    wend_result result = wend_mesh_load_file(name, &options, &mesh, &report, NULL);
    object->pointer = mesh;
    wendlua_done(L, result, &message, NULL);
    wendlua_push_report(L, &report);
    return 2;
}

static int graph_load_file(lua_State *L)
{
    wend_message message = {0};
    const char *name = file_name(L, 1);
    wendlua_object *object = wendlua_new_graph(L);
    wend_graph *graph = NULL;
    const wend_allocator allocator = wendlua_allocator(L);
    wend_result result =
        wend_graph_load_file(name, WEND_GRAPH_FORMAT_AUTO, &allocator, &graph, &message);
    object->pointer = graph;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

/* items, triggers = wend.items_add_file(file, items [, triggers]): how many were added. */
static int items_add_file(lua_State *L)
{
    wend_message message = {0};
    const char *name = file_name(L, 1);
    const bool has_triggers = !lua_isnoneornil(L, 3);
    const wend_allocator allocator = wendlua_allocator(L);
    wend_items *items = wendlua_edit_pointer(L, 2, &wendlua_items_kind);
    wend_triggers *triggers =
        has_triggers ? wendlua_edit_pointer(L, 3, &wendlua_triggers_kind) : NULL;
    const uint32_t item_count = wend_items_count(items);
    const uint32_t trigger_count = wend_triggers_count(triggers);
    const wend_result result = wend_items_add_file(name, items, triggers, &allocator, &message);
    wendlua_done(L, result, &message, NULL);
    lua_pushinteger(L, wend_items_count(items) - item_count);
    lua_pushinteger(L, wend_triggers_count(triggers) - trigger_count);
    return 2;
}

const luaL_Reg wendlua_open_functions[] = {
    {"grid_load_file", grid_load_file}, {"level_load_file", level_load_file},
    {"mesh_load_file", mesh_load_file}, {"graph_load_file", graph_load_file},
    {"items_add_file", items_add_file}, {NULL, NULL},
};
