/* wend.mesh, wend.mesh_build and similar functions, and walls of meshes.
 * Cost: as in wend/mesh.h. */
#include "lua/world/mesh.h"
#include "wend/walls.h"

static const wendlua_field report_fields[] = {
    {"merged_points", WENDLUA_U64, offsetof(wend_mesh_report, merged_points), NULL},
    {"crossings", WENDLUA_U64, offsetof(wend_mesh_report, crossings), NULL},
    {"dropped_lines", WENDLUA_U64, offsetof(wend_mesh_report, dropped_lines), NULL},
    {"dropped_polygons", WENDLUA_U64, offsetof(wend_mesh_report, dropped_polygons), NULL},
    {"turned_polygons", WENDLUA_U64, offsetof(wend_mesh_report, turned_polygons), NULL},
    {"split_polygons", WENDLUA_U64, offsetof(wend_mesh_report, split_polygons), NULL},
    {"open_ends", WENDLUA_U64, offsetof(wend_mesh_report, open_ends), NULL},
    {"loose_edges", WENDLUA_U64, offsetof(wend_mesh_report, loose_edges), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field def_fields[] = {
    {"polygons", WENDLUA_OTHER, 0, NULL},
    {"areas", WENDLUA_OTHER, 0, NULL},
    {"factors", WENDLUA_OTHER, 0, NULL},
    {"weld", WENDLUA_DOUBLE, offsetof(wend_mesh_def, weld), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_mesh_def, cell_size), NULL},
    {"is_strict", WENDLUA_BOOL, offsetof(wend_mesh_def, is_strict), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field outlines_fields[] = {
    {"outlines", WENDLUA_OTHER, 0, NULL},
    {"holes", WENDLUA_OTHER, 0, NULL},
    {"areas", WENDLUA_OTHER, 0, NULL},
    {"factors", WENDLUA_OTHER, 0, NULL},
    {"merges", WENDLUA_BOOL, offsetof(wend_mesh_outlines, merges), NULL},
    {"is_strict", WENDLUA_BOOL, offsetof(wend_mesh_outlines, is_strict), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field point_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_vec3, x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_vec3, y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_vec3, z), NULL},
    {NULL, 0, 0, NULL},
};

void wendlua_push_report(lua_State *L, const wend_mesh_report *report)
{
    wendlua_push(L, report_fields, report);
}

const double *wendlua_mesh_factors(lua_State *L)
{
    int table = wendlua_field_table(L, 1, "factors");
    if (table == 0) {
        return NULL;
    }
    double *factors = wendlua_scratch(L, WEND_MESH_AREAS, sizeof *factors);
    for (int area = 0; area < WEND_MESH_AREAS; area++) {
        factors[area] = 1;
        if (lua_rawgeti(L, table, area) != LUA_TNIL) {
            wendlua_read_part(L, -1, "factors", WENDLUA_LIMIT, NULL, &factors[area]);
        }
        lua_pop(L, 1);
    }
    return factors;
}

/* A list of numbers 0 to 255, one for each polygon; NULL where there is none. */
static const uint8_t *read_areas(lua_State *L, size_t count)
{
    lua_pushstring(L, "areas");
    if (lua_rawget(L, 1) == LUA_TNIL) {
        return NULL;
    }
    return wendlua_costs(L, lua_gettop(L), count, true);
}

/* Counts the points of each list in a list, and all points. Pushes the sizes. */
static uint32_t *read_sizes(lua_State *L, int list, const char *name, size_t *count, size_t *sum)
{
    *count = wendlua_list_length(L, list);
    *sum = 0;
    uint32_t *sizes = wendlua_scratch(L, *count, sizeof *sizes);
    for (size_t i = 0; i < *count; i++) {
        if (lua_rawgeti(L, list, (lua_Integer)i + 1) != LUA_TTABLE) {
            wendlua_fail(L, "field '%s[%I]': a list of points expected", name, (LUAI_UACINT)i + 1);
        }
        lua_Unsigned size = lua_rawlen(L, -1);
        wendlua_arg_check(L, size < INT32_MAX, 1, "too many points");
        sizes[i] = (uint32_t)size;
        *sum += sizes[i];
        lua_pop(L, 1);
    }
    return sizes;
}

static int need_list(lua_State *L, const char *name)
{
    lua_pushstring(L, name);
    if (lua_rawget(L, 1) != LUA_TTABLE) {
        wendlua_fail(L, "field '%s': a list expected, got %s", name, luaL_typename(L, -1));
    }
    return lua_gettop(L);
}

/* polygons = {{{x, y, z}, ...}, ...}: each corner a point of its own; equal ones become one. */
static void read_polygons(lua_State *L, wend_mesh_def *def)
{
    size_t sum = 0;
    int list = need_list(L, "polygons");
    def->sizes = read_sizes(L, list, "polygons", &def->polygon_count, &sum);
    wendlua_arg_check(L, sum < INT32_MAX, 1, "too many points");
    wend_vec3 *points = wendlua_scratch(L, sum, sizeof *points);
    uint32_t *numbers = wendlua_scratch(L, sum, sizeof *numbers);
    size_t at = 0;
    for (size_t i = 0; i < def->polygon_count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        for (uint32_t k = 0; k < def->sizes[i]; k++) {
            lua_rawgeti(L, -1, (lua_Integer)k + 1);
            wendlua_read_item(L, -1, point_fields, &points[at], "polygons", i + 1);
            numbers[at] = (uint32_t)at;
            at++;
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    def->points = points;
    def->corners = numbers;
    def->point_count = sum;
}

/* mesh, report = wend.mesh{polygons = ...} */
int wendlua_mesh_make(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_report report = {0};
    wend_mesh_def def = wend_mesh_def_default();
    def.allocator = wendlua_allocator(L);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    read_polygons(L, &def);
    def.areas = read_areas(L, def.polygon_count);
    def.factors = wendlua_mesh_factors(L);
    def.message = &message;
    wendlua_object *object = wendlua_new_mesh(L);
    wend_mesh *mesh = NULL;
    wend_result result = wend_mesh_create(&def, &mesh, &report);
    object->pointer = mesh;
    wendlua_done(L, result, &message, NULL);
    wendlua_push_report(L, &report);
    return 2;
}

/* outlines = {{{x, y}, ...}, ...} */
static void read_outlines(lua_State *L, wend_mesh_outlines *outlines)
{
    size_t sum = 0;
    int list = need_list(L, "outlines");
    outlines->sizes = read_sizes(L, list, "outlines", &outlines->outline_count, &sum);
    wend_vec2 *points = wendlua_scratch(L, sum, sizeof *points);
    size_t at = 0;
    for (size_t i = 0; i < outlines->outline_count; i++) {
        size_t count = 0;
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        const wend_vec2 *some = wendlua_points(L, -1, &count);
        if (count != outlines->sizes[i]) {
            wendlua_fail(L, "field 'outlines[%I]': points are pairs here", (LUAI_UACINT)i + 1);
        }
        for (size_t k = 0; k < count; k++) {
            points[at++] = some[k];
        }
        lua_pop(L, 2);
    }
    outlines->points = points;
}

/* holes = {false, true}: which outlines are holes. */
static const uint8_t *read_holes(lua_State *L, size_t count)
{
    lua_pushstring(L, "holes");
    if (lua_rawget(L, 1) == LUA_TNIL) {
        return NULL;
    }
    int list = lua_gettop(L);
    wendlua_need_table(L, list);
    uint8_t *holes = wendlua_scratch(L, count, 1);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        holes[i] = lua_toboolean(L, -1) != 0;
        lua_pop(L, 1);
    }
    return holes;
}

/* mesh, report = wend.mesh_build{outlines = ...} */
int wendlua_mesh_build(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_report report = {0};
    wend_mesh_outlines outlines = wend_mesh_outlines_default();
    outlines.allocator = wendlua_allocator(L);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, outlines_fields, &outlines);
    read_outlines(L, &outlines);
    outlines.is_hole = read_holes(L, outlines.outline_count);
    outlines.areas = read_areas(L, outlines.outline_count);
    outlines.factors = wendlua_mesh_factors(L);
    outlines.message = &message;
    wendlua_object *object = wendlua_new_mesh(L);
    wend_mesh *mesh = NULL;
    wend_result result = wend_mesh_build(&outlines, &mesh, &report);
    object->pointer = mesh;
    wendlua_done(L, result, &message, NULL);
    wendlua_push_report(L, &report);
    return 2;
}

/* mesh_from_grid(grid [, class [, team]]) */
int wendlua_mesh_from_grid(lua_State *L)
{
    wend_message message = {0};
    wendlua_check(L, 1, &wendlua_grid_kind);
    uint32_t movement_class = wendlua_u32_or(L, 2, 0);
    uint32_t team = wendlua_node(L, 3);
    const wend_allocator allocator = wendlua_allocator(L);
    wendlua_object *object = wendlua_new_mesh(L);
    const wend_grid *grid = wendlua_read_pointer(L, 1, &wendlua_grid_kind);
    wend_mesh *mesh = NULL;
    wend_result result =
        wend_mesh_from_grid(grid, movement_class, team, &allocator, &mesh, &message);
    object->pointer = mesh;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

int wendlua_mesh_load(lua_State *L)
{
    size_t count = 0;
    wend_message message = {0};
    wend_mesh_def def = wend_mesh_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const char *bytes = wendlua_bytes(L, 1, &count);
    wendlua_object *object = wendlua_new_mesh(L);
    wend_mesh *mesh = NULL;
    wend_result result = wend_mesh_load(&def, (const uint8_t *)bytes, count, &mesh);
    object->pointer = mesh;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

int wendlua_mesh_walls(lua_State *L)
{
    uint32_t stops = wendlua_mask_or(L, 2, wendlua_stops_names, WEND_STOPS_WALK);
    const wend_allocator allocator = wendlua_allocator(L);
    wendlua_object *object = wendlua_new_walls(L);
    const wend_mesh *mesh = wendlua_read_pointer(L, 1, &wendlua_mesh_kind);
    wend_walls *walls = NULL;
    wend_result result = wend_mesh_walls(mesh, stops, &allocator, &walls);
    object->pointer = walls;
    wendlua_done(L, result, NULL, "they must stop something");
    return 1;
}
