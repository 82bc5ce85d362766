/* wend.markers and its methods: evidence that effects leave. An id is an integer: generation << 32 |
 * index1. Cost: as in wend/marker.h. */
#include "lua/core/ask.h"
#include "lua/core/rooms.h"
#include "wend/marker.h"

static void destroy(wendlua_object *object)
{
    wend_markers_destroy(object->pointer);
}

static wend_markers *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_markers_kind);
}

static const wend_markers *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_markers_kind);
}

static const wendlua_field def_fields[] = {
    {"marker_limit", WENDLUA_U32, offsetof(wend_markers_def, marker_limit), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_markers_def, cell_size), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field marker_fields[] = {
    {"kind", WENDLUA_U32, offsetof(wend_marker, kind), NULL},
    {"x", WENDLUA_DOUBLE, offsetof(wend_marker, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_marker, position.y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_marker, position.z), NULL},
    {"direction", WENDLUA_VEC2, offsetof(wend_marker, direction), NULL},
    {"value", WENDLUA_DOUBLE, offsetof(wend_marker, value), NULL},
    {"source", WENDLUA_U64, offsetof(wend_marker, source), NULL},
    {"user", WENDLUA_U64, offsetof(wend_marker, user), NULL},
    {"lifetime", WENDLUA_U64, offsetof(wend_marker, lifetime), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_marker, tick), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field query_fields[] = {
    {"kinds", WENDLUA_U64, offsetof(wend_marker_query, kinds), NULL},
    {"max_age", WENDLUA_U64, offsetof(wend_marker_query, max_age), NULL},
    {"max_distance", WENDLUA_LIMIT, offsetof(wend_marker_query, max_distance), NULL},
    {"max_height_difference", WENDLUA_LIMIT, offsetof(wend_marker_query, max_height_difference),
     NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_marker_query, stops), wendlua_stops_names},
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"height", WENDLUA_OTHER, 0, NULL},
    {"is_marker", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

/* wend.markers([fields]) */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_markers_def def = wend_markers_def_default();
    wend_markers *markers = NULL;
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_markers_kind, sizeof *self);
    const wend_result result = wend_markers_create(&def, &markers);
    return wendlua_made(L, self, markers, result, &message);
}

/* wend.markers_load(bytes) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_markers_def def = wend_markers_def_default();
    wend_markers *markers = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_markers_kind, sizeof *self);
    const wend_result result = wend_markers_load(&def, (const uint8_t *)bytes, count, &markers);
    return wendlua_made(L, self, markers, result, &message);
}

static int set_tick(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 2);
    wend_markers *markers = edit(L);
    wendlua_done_by(L, wend_markers_set_tick(markers, tick), wend_markers_error(markers));
    return 0;
}

static int get_tick(lua_State *L)
{
    wendlua_push_u64(L, wend_markers_tick(read(L)));
    return 1;
}

static void push_id(lua_State *L, wend_marker_id id)
{
    (void)wendlua_push_plain_id(L, id.index1, id.generation);
}

static wend_marker_id id_at(lua_State *L, int arg)
{
    const uint64_t id = wendlua_u64(L, arg);
    return (wend_marker_id){(uint32_t)id, (uint32_t)(id >> 32)};
}

/* add{x=, y=, kind=, ...} */
static int add(lua_State *L)
{
    wend_marker marker = wend_marker_default();
    wend_marker_id id;
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, marker_fields, &marker);
    wend_markers *markers = edit(L);
    wendlua_done_by(L, wend_markers_add(markers, &marker, &id), wend_markers_error(markers));
    push_id(L, id);
    return 1;
}

static int remove_marker(lua_State *L)
{
    const wend_marker_id id = id_at(L, 2);
    wend_markers *markers = edit(L);
    wendlua_done_by(L, wend_markers_remove(markers, id), wend_markers_error(markers));
    return 0;
}

static int clear(lua_State *L)
{
    (void)wend_markers_clear(edit(L));
    return 0;
}

/* get(id): a table; nil where it has expired. */
static int get(lua_State *L)
{
    wend_marker marker;
    const wend_marker_id id = id_at(L, 2);
    if (wend_markers_get(read(L), id, &marker) == WEND_OK) {
        wendlua_push(L, marker_fields, &marker);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

static int has(lua_State *L)
{
    const wend_marker_id id = id_at(L, 2);
    lua_pushboolean(L, wend_markers_has(read(L), id));
    return 1;
}

static int count(lua_State *L)
{
    wendlua_push_u64(L, wend_markers_count(read(L)));
    return 1;
}

/* ---- queries ---- */

/* A query, its height, and what it keeps on the stack while it runs. */
typedef struct marker_conditions {
    wend_marker_query query;
    double height;
    wendlua_asked asked;
    int walls; /* their slot; 0: none */
} marker_conditions;

typedef struct marker_argument {
    wend_marker_id id;
    const wend_marker *marker;
} marker_argument;

static int push_marker(lua_State *L, const void *context)
{
    const marker_argument *it = context;
    push_id(L, it->id);
    wendlua_push(L, marker_fields, it->marker);
    return 2;
}

static bool is_wanted(void *user, wend_marker_id id, const wend_marker *marker)
{
    marker_conditions *it = user;
    if (!wendlua_ask(&it->asked, push_marker, &(marker_argument){id, marker})) {
        return false;
    }
    const bool is_true = lua_toboolean(it->asked.L, -1) != 0;
    lua_pop(it->asked.L, 1);
    return is_true;
}

/* Reads the query at a slot, which may be missing, and locks markers and walls for its time. Nothing may
 * raise an error from here to end_query. */
static const wend_markers *begin_query(lua_State *L, int slot, marker_conditions *it)
{
    *it = (marker_conditions){.query = wend_marker_query_default(), .asked = {L, 0, 0}};
    lua_settop(L, slot);
    if (!lua_isnil(L, slot)) {
        wendlua_read(L, slot, query_fields, &it->query);
        wendlua_arg_check(L, it->query.max_distance >= 0 && it->query.max_height_difference >= 0,
                          slot, "distances must be 0 or more");
        lua_pushstring(L, "height");
        if (lua_rawget(L, slot) != LUA_TNIL) {
            it->height = wendlua_number(L, lua_gettop(L));
        }
        lua_pushstring(L, "is_marker");
        const int type = lua_rawget(L, slot);
        if (type != LUA_TNIL && type != LUA_TFUNCTION) {
            wendlua_fail(L, "field 'is_marker': a function expected, got %s", luaL_typename(L, -1));
        }
        if (type == LUA_TFUNCTION) {
            it->asked.function = lua_gettop(L);
            it->query.is_marker = is_wanted;
            it->query.user = it;
        }
        lua_pushstring(L, "walls");
        lua_rawget(L, slot);
        it->query.walls = wendlua_field_pointer(L, slot, "walls", &wendlua_walls_kind);
        it->walls = it->query.walls != NULL ? lua_gettop(L) : 0;
    }
    luaL_checkstack(L, 16, NULL);
    const wend_markers *markers = read(L);
    wendlua_lock(L, 1, true);
    if (it->walls != 0) {
        wendlua_lock(L, it->walls, true);
    }
    return markers;
}

/* Unlocks; raises the error of the condition. */
static void end_query(lua_State *L, const marker_conditions *it)
{
    wendlua_lock(L, 1, false);
    if (it->walls != 0) {
        wendlua_lock(L, it->walls, false);
    }
    wendlua_raise(&it->asked);
}

/* nearest(x, y [, query]): an id, or nil. */
static int nearest(lua_State *L)
{
    marker_conditions it;
    const wend_vec2 at = wendlua_xy(L, 2);
    const wend_markers *markers = begin_query(L, 4, &it);
    const wend_marker_id id =
        wend_markers_nearest(markers, (wend_vec3){at.x, at.y, it.height}, &it.query);
    end_query(L, &it);
    push_id(L, id);
    return 1;
}

static int push_list(lua_State *L, wend_result result, const wend_marker_id *ids, size_t number)
{
    wendlua_done(L, result, NULL, "an argument is out of range");
    return wendlua_push_plain_ids(L, &ids->index1, number);
}

static wend_marker_id *room_for_all(lua_State *L, size_t *capacity)
{
    *capacity = wend_markers_count(read(L));
    return wendlua_scratch(L, *capacity + 1, sizeof(wend_marker_id));
}

/* in_circle(x, y, radius [, query]): list of ids, the newest first. */
static int in_circle(lua_State *L)
{
    wendlua_takes(L, "x, y, radius");
    marker_conditions it;
    size_t number = 0, capacity;
    const wend_vec2 at = wendlua_xy(L, 2);
    const double radius = wendlua_limit(L, 4);
    lua_settop(L, 5);
    wend_marker_id *ids = room_for_all(L, &capacity);
    lua_insert(L, 2); /* under the query, which stays the last */
    const wend_markers *markers = begin_query(L, 6, &it);
    const wend_result result = wend_markers_in_circle(markers, (wend_vec3){at.x, at.y, it.height},
                                                      radius, &it.query, ids, capacity, &number);
    end_query(L, &it);
    return push_list(L, result, ids, number);
}

/* in_cone(x, y, dx, dy, half_angle, radius [, query]) */
static int in_cone(lua_State *L)
{
    wendlua_takes(L, "x, y, dx, dy, half_angle, radius");
    marker_conditions it;
    size_t number = 0, capacity;
    const wend_vec2 at = wendlua_xy(L, 2), direction = wendlua_xy(L, 4);
    const double half_angle = wendlua_number(L, 6), radius = wendlua_limit(L, 7);
    lua_settop(L, 8);
    wend_marker_id *ids = room_for_all(L, &capacity);
    lua_insert(L, 2);
    const wend_markers *markers = begin_query(L, 9, &it);
    const wend_result result =
        wend_markers_in_cone(markers, (wend_vec3){at.x, at.y, it.height}, direction, half_angle,
                             radius, &it.query, ids, capacity, &number);
    end_query(L, &it);
    return push_list(L, result, ids, number);
}

/* in_box(x0, y0, x1, y1 [, query]) */
static int in_box(lua_State *L)
{
    wendlua_takes(L, "x0, y0, x1, y1");
    marker_conditions it;
    size_t number = 0, capacity;
    const wend_vec2 low = wendlua_xy(L, 2), high = wendlua_xy(L, 4);
    lua_settop(L, 6);
    wend_marker_id *ids = room_for_all(L, &capacity);
    lua_insert(L, 2);
    const wend_markers *markers = begin_query(L, 7, &it);
    const wend_result result = wend_markers_in_box(markers, (wend_vec3){low.x, low.y, it.height},
                                                   high, &it.query, ids, capacity, &number);
    end_query(L, &it);
    return push_list(L, result, ids, number);
}

/* ---- all markers ---- */

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_markers_memory_bytes(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_markers_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *number)
{
    return wend_markers_save(it, bytes, capacity, number);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

/* load(bytes): replaces its state. */
static int load(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_markers_def def = wend_markers_def_default();
    wend_markers *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_markers_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_markers_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"set_tick", set_tick},
    {"tick", get_tick},
    {"add", add},
    {"remove", remove_marker},
    {"clear", clear},
    {"get", get},
    {"has", has},
    {"count", count},
    {"nearest", nearest},
    {"in_circle", in_circle},
    {"in_cone", in_cone},
    {"in_box", in_box},
    {"memory_bytes", memory_bytes},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_markers_kind = {"markers", "wend.markers", destroy, methods};

const luaL_Reg wendlua_markers_functions[] = {
    {"markers", make},
    {"markers_load", make_loaded},
    {NULL, NULL},
};
