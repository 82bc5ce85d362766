/* wend.walls and its methods: segments, polygons, and queries of lines past them.
 * Cost: as in wend/walls.h. */
#include <math.h>

#include "lua/core/rooms.h"
#include "wend/walls.h"

static void destroy(wendlua_object *object)
{
    wend_walls_destroy(object->pointer);
}

static wend_walls *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_walls_kind);
}

static const wend_walls *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_walls_kind);
}

static const wendlua_field hit_fields[] = {
    {"wall", WENDLUA_WALL, offsetof(wend_wall_hit, wall), NULL},
    {"fraction", WENDLUA_DOUBLE, offsetof(wend_wall_hit, fraction), NULL},
    {"point", WENDLUA_VEC2, offsetof(wend_wall_hit, point), NULL},
    {"normal", WENDLUA_VEC2, offsetof(wend_wall_hit, normal), NULL},
    {"distance", WENDLUA_DOUBLE, offsetof(wend_wall_hit, distance), NULL},
    {"is_inside", WENDLUA_BOOL, offsetof(wend_wall_hit, is_inside), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field wall_fields[] = {
    {"is_polygon", WENDLUA_BOOL, offsetof(wend_wall, is_polygon), NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_wall, stops), NULL},
    {"user", WENDLUA_U64, offsetof(wend_wall, user), NULL},
    {"bottom", WENDLUA_DOUBLE, offsetof(wend_wall, bottom), NULL},
    {"top", WENDLUA_DOUBLE, offsetof(wend_wall, top), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field crossing_fields[] = {
    {"wall", WENDLUA_WALL, offsetof(wend_wall_crossing, wall), NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_wall_crossing, stops), NULL},
    {"user", WENDLUA_U64, offsetof(wend_wall_crossing, user), NULL},
    {"fraction", WENDLUA_DOUBLE, offsetof(wend_wall_crossing, fraction), NULL},
    {NULL, 0, 0, NULL},
};

wendlua_object *wendlua_new_walls(lua_State *L)
{
    return wendlua_new(L, &wendlua_walls_kind, sizeof(wendlua_object));
}

static int make(lua_State *L)
{
    wend_message message = {0};
    wend_walls_def def = wend_walls_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *object = wendlua_new_walls(L);
    wend_walls *walls = NULL;
    wend_result result = wend_walls_create(&def, &walls);
    object->pointer = walls;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

/* ---- edits ---- */

static uint32_t stops_of_wall(lua_State *L, int arg)
{
    return wendlua_mask_or(L, arg, wendlua_stops_names, WEND_STOPS_ALL);
}

static uint64_t user_or_zero(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? 0 : wendlua_u64(L, arg);
}

static int push_wall_id(lua_State *L, wend_wall_id id)
{
    wendlua_push_id(L, WENDLUA_WALL, id.index1, id.generation);
    return 1;
}

static int add_segment(lua_State *L)
{
    wendlua_takes(L, "ax, ay, bx, by");
    wend_wall_id id = {0, 0};
    wend_vec2 a = wendlua_xy(L, 2);
    wend_vec2 b = wendlua_xy(L, 4);
    uint32_t stops = stops_of_wall(L, 6);
    uint64_t user = user_or_zero(L, 7);
    wend_result result = wend_walls_add_segment(edit(L), a, b, stops, user, &id);
    wendlua_done_by(L, result, wend_walls_error(read(L)));
    return push_wall_id(L, id);
}

static int add_polygon(lua_State *L)
{
    wend_wall_id id = {0, 0};
    size_t count = 0;
    uint32_t stops = stops_of_wall(L, 3);
    uint64_t user = user_or_zero(L, 4);
    const wend_vec2 *points = wendlua_points(L, 2, &count);
    wend_result result = wend_walls_add_polygon(edit(L), points, count, stops, user, &id);
    wendlua_done_by(L, result, wend_walls_error(read(L)));
    return push_wall_id(L, id);
}

/* add_segments(ends [, stops]): a list with each one's id; two ends, one after the other, are a
 * segment. */
static int add_segments(lua_State *L)
{
    size_t count = 0;
    uint32_t mask = stops_of_wall(L, 3);
    const wend_vec2 *ends = wendlua_points(L, 2, &count);
    wendlua_arg_check(L, count % 2 == 0, 2, "each segment has two ends");
    count /= 2;
    uint32_t *stops = wendlua_scratch(L, count, sizeof *stops);
    wend_wall_id *ids = wendlua_scratch(L, count, sizeof *ids);
    for (size_t i = 0; i < count; i++) {
        stops[i] = mask;
    }
    wend_result result = wend_walls_add_segments(edit(L), ends, stops, count, ids);
    wendlua_done_by(L, result, wend_walls_error(read(L)));
    wendlua_push_ids(L, WENDLUA_WALL, &ids->index1, count);
    return 1;
}

static wend_wall_id wall_id(lua_State *L, int arg)
{
    return (wend_wall_id){wendlua_index1(L, arg, WENDLUA_WALL),
                          wendlua_generation(L, arg, WENDLUA_WALL)};
}

static int remove_wall(lua_State *L)
{
    wend_wall_id id = wall_id(L, 2);
    wendlua_done_by(L, wend_walls_remove(edit(L), id), wend_walls_error(read(L)));
    return 0;
}

static int set_stops(lua_State *L)
{
    wend_wall_id id = wall_id(L, 2);
    wendlua_arg_check(L, !lua_isnone(L, 3), 3, "value expected");
    uint32_t stops = wendlua_mask_or(L, 3, wendlua_stops_names, 0);
    wendlua_done_by(L, wend_walls_set_stops(edit(L), id, stops), wend_walls_error(read(L)));
    return 0;
}

static int set_user(lua_State *L)
{
    wend_wall_id id = wall_id(L, 2);
    const uint64_t user = wendlua_u64(L, 3);
    wendlua_done_by(L, wend_walls_set_user(edit(L), id, user), wend_walls_error(read(L)));
    return 0;
}

/* set_heights(id, bottom, top) */
static int set_heights(lua_State *L)
{
    wend_wall_id id = wall_id(L, 2);
    const double bottom = wendlua_limit(L, 3), top = wendlua_limit(L, 4);
    wendlua_done_by(L, wend_walls_set_heights(edit(L), id, bottom, top), wend_walls_error(read(L)));
    return 0;
}

static int clear(lua_State *L)
{
    wend_walls_clear(edit(L));
    return 0;
}

/* ---- reading ---- */

static int get(lua_State *L)
{
    wend_wall wall;
    wend_wall_id id = wall_id(L, 2);
    wendlua_done(L, wend_walls_get(read(L), id, &wall), NULL, NULL);
    wend_vec2 *points = wendlua_scratch(L, wall.count, sizeof *points);
    wendlua_done(L, wend_walls_get(read(L), id, &wall), NULL, NULL);
    for (size_t i = 0; i < wall.count; i++) {
        points[i] = wall.points[i];
    }
    wendlua_push(L, wall_fields, &wall);
    wendlua_push_points(L, points, wall.count);
    lua_setfield(L, -2, "points");
    return 1;
}

static int count_walls(lua_State *L)
{
    wendlua_push_u64(L, wend_walls_count(read(L)));
    return 1;
}

static int list(lua_State *L)
{
    size_t most = wend_walls_count(read(L));
    wend_wall_id *ids = wendlua_scratch(L, most, sizeof *ids);
    size_t count = 0;
    wendlua_done(L, wend_walls_list(read(L), ids, most, &count), NULL, NULL);
    wendlua_push_ids(L, WENDLUA_WALL, &ids->index1, count < most ? count : most);
    return 1;
}

static int bounds(lua_State *L)
{
    wend_vec2 low = {0, 0};
    wend_vec2 high = {0, 0};
    if (!wend_walls_bounds(read(L), &low, &high)) {
        return wendlua_push_nil(L);
    }
    return wendlua_push_xy(L, low) + wendlua_push_xy(L, high);
}

static int revision(lua_State *L)
{
    wendlua_push_u64(L, wend_walls_revision(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_walls_hash(read(L)));
    return 1;
}

/* ---- queries ---- */

static uint32_t stops_of_question(lua_State *L, int arg, uint32_t fallback)
{
    return wendlua_mask_or(L, arg, wendlua_stops_names, fallback);
}

/* A hit as a table, or nil where nothing was hit. */
static int push_hit(lua_State *L, bool is_hit, const wend_wall_hit *hit)
{
    if (!is_hit) {
        return wendlua_push_nil(L);
    }
    wendlua_push(L, hit_fields, hit);
    return 1;
}

static int ray(lua_State *L)
{
    wendlua_takes(L, "ax, ay, bx, by");
    wend_wall_hit hit;
    wend_vec2 from = wendlua_xy(L, 2);
    wend_vec2 to = wendlua_xy(L, 4);
    uint32_t stops = stops_of_question(L, 6, WEND_STOPS_ALL);
    bool is_hit = wend_walls_ray(read(L), from, to, stops, &hit);
    return push_hit(L, is_hit, &hit);
}

/* rays(x, y, points [, stops]): a list with each one's hit, or false, and how many hit. */
static int rays(lua_State *L)
{
    size_t count = 0;
    wendlua_takes(L, "x, y, points");
    wend_vec2 from = wendlua_xy(L, 2);
    uint32_t stops = stops_of_question(L, 5, WEND_STOPS_ALL);
    const wend_vec2 *to = wendlua_points(L, 4, &count);
    wend_wall_hit *hits = wendlua_scratch(L, count, sizeof *hits);
    size_t hit_count = wend_walls_rays(read(L), from, to, count, stops, hits);
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        if (hits[i].wall.index1 != 0) {
            wendlua_push(L, hit_fields, &hits[i]);
        } else {
            lua_pushboolean(L, false);
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    wendlua_push_u64(L, hit_count);
    return 2;
}

static int can_see(lua_State *L)
{
    wend_vec2 a = wendlua_xy(L, 2);
    wend_vec2 b = wendlua_xy(L, 4);
    uint32_t stops = stops_of_question(L, 6, WEND_STOPS_SIGHT);
    lua_pushboolean(L, wend_walls_can_see(read(L), a, b, stops));
    return 1;
}

/* ray_3d(from, to [, stops]) */
static int ray_3d(lua_State *L)
{
    wend_wall_hit hit;
    const wend_vec3 from = wendlua_vec3(L, 2), to = wendlua_vec3(L, 3);
    const uint32_t stops = stops_of_question(L, 4, WEND_STOPS_ALL);
    const bool is_hit = wend_walls_ray_3d(read(L), from, to, stops, &hit);
    return push_hit(L, is_hit, &hit);
}

/* can_see_3d(from, to [, stops]) */
static int can_see_3d(lua_State *L)
{
    const wend_vec3 from = wendlua_vec3(L, 2), to = wendlua_vec3(L, 3);
    const uint32_t stops = stops_of_question(L, 4, WEND_STOPS_SIGHT);
    lua_pushboolean(L, wend_walls_can_see_3d(read(L), from, to, stops));
    return 1;
}

/* see_points(from, points [, stops]): a list with true for each visible one of up to 32 points. */
static int see_points(lua_State *L)
{
    wend_vec3 to[32];
    const wend_vec3 from = wendlua_vec3(L, 2);
    wendlua_need_table(L, 3);
    const size_t count = (size_t)lua_rawlen(L, 3);
    wendlua_arg_check(L, count <= 32, 3, "at most 32 points");
    const uint32_t stops = stops_of_question(L, 4, WEND_STOPS_SIGHT);
    lua_settop(L, 4);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, 3, (lua_Integer)i + 1);
        to[i] = wendlua_vec3(L, 5);
        lua_pop(L, 1);
    }
    const uint32_t seen = wend_walls_see_points(read(L), from, to, count, stops);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushboolean(L, (seen >> i & 1) != 0);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int push_crossings(lua_State *L, const wend_wall_crossing *crossings, size_t count)
{
    return wendlua_push_structs(L, crossing_fields, crossings, sizeof *crossings, count);
}

/* crossings(ax, ay, bx, by [, stops]) */
static int crossings(lua_State *L)
{
    const wend_vec2 from = wendlua_xy(L, 2), to = wendlua_xy(L, 4);
    const uint32_t stops = stops_of_question(L, 6, WEND_STOPS_ALL);
    static const char limits[] = "coordinates are -2^30 to 2^30";
    size_t count = 0;
    wendlua_done(L, wend_walls_crossings(read(L), from, to, stops, NULL, 0, &count), NULL, limits);
    wend_wall_crossing *list = wendlua_scratch(L, count, sizeof *list);
    (void)wend_walls_crossings(read(L), from, to, stops, list, count, &count);
    return push_crossings(L, list, count);
}

/* crossings_3d(from, to [, stops]) */
static int crossings_3d(lua_State *L)
{
    const wend_vec3 from = wendlua_vec3(L, 2), to = wendlua_vec3(L, 3);
    const uint32_t stops = stops_of_question(L, 4, WEND_STOPS_ALL);
    static const char limits[] = "coordinates are -2^30 to 2^30";
    size_t count = 0;
    wendlua_done(L, wend_walls_crossings_3d(read(L), from, to, stops, NULL, 0, &count), NULL,
                 limits);
    wend_wall_crossing *list = wendlua_scratch(L, count, sizeof *list);
    (void)wend_walls_crossings_3d(read(L), from, to, stops, list, count, &count);
    return push_crossings(L, list, count);
}

static int can_walk(lua_State *L)
{
    wend_vec2 a = wendlua_xy(L, 2);
    wend_vec2 b = wendlua_xy(L, 4);
    double radius = wendlua_number_or(L, 6, 0);
    uint32_t stops = stops_of_question(L, 7, WEND_STOPS_WALK);
    lua_pushboolean(L, wend_walls_can_walk(read(L), a, b, radius, stops));
    return 1;
}

static int sweep(lua_State *L)
{
    wendlua_takes(L, "ax, ay, bx, by, radius");
    wend_wall_hit hit;
    wend_vec2 from = wendlua_xy(L, 2);
    wend_vec2 to = wendlua_xy(L, 4);
    double radius = wendlua_number(L, 6);
    uint32_t stops = stops_of_question(L, 7, WEND_STOPS_WALK);
    bool is_hit = wend_walls_sweep(read(L), from, to, radius, stops, &hit);
    return push_hit(L, is_hit, &hit);
}

static int nearest(lua_State *L)
{
    wend_wall_hit hit;
    wend_vec2 centre = wendlua_xy(L, 2);
    double most = wendlua_limit_or(L, 4, (double)INFINITY);
    uint32_t stops = stops_of_question(L, 5, WEND_STOPS_ALL);
    bool is_hit = wend_walls_nearest(read(L), centre, most, stops, &hit);
    return push_hit(L, is_hit, &hit);
}

static int is_inside(lua_State *L)
{
    wend_vec2 point = wendlua_xy(L, 2);
    uint32_t stops = stops_of_question(L, 4, WEND_STOPS_ALL);
    lua_pushboolean(L, wend_walls_is_inside(read(L), point, stops));
    return 1;
}

static int query_circle(lua_State *L)
{
    wend_vec2 centre = wendlua_xy(L, 2);
    double radius = wendlua_number(L, 4);
    uint32_t stops = stops_of_question(L, 5, WEND_STOPS_ALL);
    size_t most = wend_walls_count(read(L));
    wend_wall_id *ids = wendlua_scratch(L, most, sizeof *ids);
    size_t count = 0;
    wend_result result = wend_walls_query_circle(read(L), centre, radius, stops, ids, most, &count);
    wendlua_done(L, result, NULL, "the radius is 0 or more");
    wendlua_push_ids(L, WENDLUA_WALL, &ids->index1, count < most ? count : most);
    return 1;
}

static int query_box(lua_State *L)
{
    wendlua_takes(L, "x0, y0, x1, y1");
    wend_vec2 low = wendlua_xy(L, 2);
    wend_vec2 high = wendlua_xy(L, 4);
    uint32_t stops = stops_of_question(L, 6, WEND_STOPS_ALL);
    size_t most = wend_walls_count(read(L));
    wend_wall_id *ids = wendlua_scratch(L, most, sizeof *ids);
    size_t count = 0;
    wend_result result = wend_walls_query_box(read(L), low, high, stops, ids, most, &count);
    wendlua_done(L, result, NULL, "the lower corner comes first");
    wendlua_push_ids(L, WENDLUA_WALL, &ids->index1, count < most ? count : most);
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_walls_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

/* load(bytes): replaces all walls. */
static int load(lua_State *L)
{
    size_t count = 0;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wend_walls *it = wendlua_edit_pointer(L, 1, &wendlua_walls_kind);
    (void)wendlua_done_by(L, wend_walls_restore(it, (const uint8_t *)bytes, count),
                          wend_walls_error(it));
    return 0;
}

static const luaL_Reg methods[] = {
    {"add_segment", add_segment},
    {"add_polygon", add_polygon},
    {"add_segments", add_segments},
    {"remove", remove_wall},
    {"set_stops", set_stops},
    {"set_user", set_user},
    {"set_heights", set_heights},
    {"clear", clear},
    {"get", get},
    {"count", count_walls},
    {"list", list},
    {"bounds", bounds},
    {"revision", revision},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {"ray", ray},
    {"rays", rays},
    {"can_see", can_see},
    {"ray_3d", ray_3d},
    {"can_see_3d", can_see_3d},
    {"see_points", see_points},
    {"crossings", crossings},
    {"crossings_3d", crossings_3d},
    {"can_walk", can_walk},
    {"sweep", sweep},
    {"nearest", nearest},
    {"is_inside", is_inside},
    {"query_circle", query_circle},
    {"query_box", query_box},
    {NULL, NULL},
};

const wendlua_kind wendlua_walls_kind = {"walls", "wend.walls", destroy, methods};

const luaL_Reg wendlua_walls_functions[] = {
    {"walls", make},
    {NULL, NULL},
};
