/* wend.cover and its methods: positions behind walls and obstacles.
 * Cost: as in wend/cover.h. */
#include "wend/cover.h"
#include "lua/core/rooms.h"

#include <math.h>

enum { SPOTS_MOST = 64 };

static void destroy(wendlua_object *object)
{
    wend_cover_destroy(object->pointer);
}

static wend_cover *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_cover_kind);
}

static const wend_cover *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_cover_kind);
}

static const wendlua_field def_fields[] = {
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"mesh", WENDLUA_OTHER, 0, NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_cover_def, movement_class), NULL},
    {"stops_walk", WENDLUA_MASK, offsetof(wend_cover_def, stops_walk), wendlua_stops_names},
    {"stops", WENDLUA_MASK, offsetof(wend_cover_def, stops), wendlua_stops_names},
    {"stops_low", WENDLUA_MASK, offsetof(wend_cover_def, stops_low), wendlua_stops_names},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_cover_def, radius), NULL},
    {"gap", WENDLUA_DOUBLE, offsetof(wend_cover_def, gap), NULL},
    {"spacing", WENDLUA_DOUBLE, offsetof(wend_cover_def, spacing), NULL},
    {"peek_distance", WENDLUA_DOUBLE, offsetof(wend_cover_def, peek_distance), NULL},
    {"standing_height", WENDLUA_LIMIT, offsetof(wend_cover_def, standing_height), NULL},
    {"crouched_height", WENDLUA_LIMIT, offsetof(wend_cover_def, crouched_height), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_cover_def, cell_size), NULL},
    {NULL, 0, 0, NULL},
};

/* Reads a definition from the table at index `table`. The new object on top of the stack depends on its
 * worlds. */
static void read_def(lua_State *L, int table, wend_cover_def *def)
{
    const int self = lua_gettop(L);
    wendlua_read(L, table, def_fields, def);
    def->walls = wendlua_master(L, self, table, "walls", &wendlua_walls_kind);
    def->grid = wendlua_master(L, self, table, "grid", &wendlua_grid_kind);
    def->mesh = wendlua_master(L, self, table, "mesh", &wendlua_mesh_kind);
}

/* Bytes do not hold it: the second user value of the object on top of the stack does, for load. */
static void keep_cell_size(lua_State *L, const wend_cover_def *def)
{
    lua_pushnumber(L, def->cell_size);
    lua_setiuservalue(L, -2, 2);
}

/* wend.cover{walls=} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_cover_def def = wend_cover_def_default();
    wend_cover *cover = NULL;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_object *self = wendlua_new(L, &wendlua_cover_kind, sizeof *self);
    read_def(L, 1, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    keep_cell_size(L, &def);
    const wend_result result = wend_cover_create(&def, &cover);
    return wendlua_made(L, self, cover, result, &message);
}

/* wend.cover_load(bytes, {walls=}) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_cover_def def = wend_cover_def_default();
    wend_cover *cover = NULL;
    lua_settop(L, 2);
    const char *bytes = wendlua_bytes(L, 1, &count);
    wendlua_need_table(L, 2);
    wendlua_object *self = wendlua_new(L, &wendlua_cover_kind, sizeof *self);
    read_def(L, 2, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    keep_cell_size(L, &def);
    const wend_result result = wend_cover_load(&def, (const uint8_t *)bytes, count, &cover);
    return wendlua_made(L, self, cover, result, &message);
}

/* ---- places and obstacles ---- */

static wend_cover_id id_at(lua_State *L, int arg)
{
    const uint64_t id = wendlua_u64(L, arg);
    return (wend_cover_id){(uint32_t)id, (uint32_t)(id >> 32)};
}

static int push_id(lua_State *L, wend_cover_id id)
{
    return wendlua_push_plain_id(L, id.index1, id.generation);
}

static const wendlua_field place_fields[] = {
    {"x", WENDLUA_DOUBLE, offsetof(wend_cover_place, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_cover_place, position.y), NULL},
    {"direction", WENDLUA_VEC2, offsetof(wend_cover_place, direction), NULL},
    {"trusted_arc", WENDLUA_DOUBLE, offsetof(wend_cover_place, trusted_arc), NULL},
    {"is_trusted_low", WENDLUA_BOOL, offsetof(wend_cover_place, is_trusted_low), NULL},
    {"user", WENDLUA_U64, offsetof(wend_cover_place, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field obstacle_fields[] = {
    {"x", WENDLUA_DOUBLE, offsetof(wend_cover_obstacle, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_cover_obstacle, position.y), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_cover_obstacle, radius), NULL},
    {"half_size", WENDLUA_VEC2, offsetof(wend_cover_obstacle, half_size), NULL},
    {"heading", WENDLUA_VEC2, offsetof(wend_cover_obstacle, heading), NULL},
    {"height", WENDLUA_LIMIT, offsetof(wend_cover_obstacle, height), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_name origin_names[] = {
    {"designed", WEND_COVER_DESIGNED},
    {"computed", WEND_COVER_COMPUTED},
    {"found", WEND_COVER_FOUND},
    {NULL, 0},
};

/* add_place{x=, y=} */
static int add_place(lua_State *L)
{
    wend_cover_place place = wend_cover_place_default();
    wend_cover_id id;
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, place_fields, &place);
    wend_cover *cover = edit(L);
    (void)wendlua_done_by(L, wend_cover_add_place(cover, &place, &id), wend_cover_error(cover));
    return push_id(L, id);
}

static int remove_place(lua_State *L)
{
    const wend_cover_id id = id_at(L, 2);
    wend_cover *cover = edit(L);
    (void)wendlua_done_by(L, wend_cover_remove_place(cover, id), wend_cover_error(cover));
    return 0;
}

static int get_place(lua_State *L)
{
    wend_cover_place place;
    wend_cover_origin origin;
    const wend_cover_id id = id_at(L, 2);
    wendlua_done(L, wend_cover_get_place(read(L), id, &place, &origin), NULL,
                 "there is no such place");
    wendlua_push(L, place_fields, &place);
    wendlua_push_name(L, origin_names, (uint32_t)origin);
    lua_setfield(L, -2, "origin");
    return 1;
}

static int places(lua_State *L)
{
    lua_newtable(L);
    lua_Integer number = 0;
    for (uint32_t i = 0; i < wend_cover_limit(read(L)); i++) {
        const wend_cover_id id = wend_cover_id_at(read(L), i);
        if (id.index1 != 0) {
            (void)push_id(L, id);
            lua_rawseti(L, -2, ++number);
        }
    }
    return 1;
}

static int get_count(lua_State *L)
{
    lua_pushinteger(L, wend_cover_count(read(L)));
    return 1;
}

/* add_obstacle{x=, y=, radius=} */
static int add_obstacle(lua_State *L)
{
    wend_cover_obstacle obstacle = wend_cover_obstacle_default();
    wend_cover_id id;
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, obstacle_fields, &obstacle);
    wend_cover *cover = edit(L);
    (void)wendlua_done_by(L, wend_cover_add_obstacle(cover, &obstacle, &id),
                          wend_cover_error(cover));
    return push_id(L, id);
}

/* set_obstacle(id, {x=, y=}): fields that are not named stay. */
static int set_obstacle(lua_State *L)
{
    wend_cover_obstacle obstacle;
    const wend_cover_id id = id_at(L, 2);
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_cover_get_obstacle(read(L), id, &obstacle), NULL,
                 "there is no such obstacle");
    wendlua_read(L, 3, obstacle_fields, &obstacle);
    wend_cover *cover = edit(L);
    (void)wendlua_done_by(L, wend_cover_set_obstacle(cover, id, &obstacle),
                          wend_cover_error(cover));
    return 0;
}

static int remove_obstacle(lua_State *L)
{
    const wend_cover_id id = id_at(L, 2);
    wend_cover *cover = edit(L);
    (void)wendlua_done_by(L, wend_cover_remove_obstacle(cover, id), wend_cover_error(cover));
    return 0;
}

static int get_obstacle(lua_State *L)
{
    wend_cover_obstacle obstacle;
    const wend_cover_id id = id_at(L, 2);
    wendlua_done(L, wend_cover_get_obstacle(read(L), id, &obstacle), NULL,
                 "there is no such obstacle");
    wendlua_push(L, obstacle_fields, &obstacle);
    return 1;
}

static int get_obstacle_count(lua_State *L)
{
    lua_pushinteger(L, wend_cover_obstacle_count(read(L)));
    return 1;
}

/* ---- computing ---- */

/* update([steps]): true if all is computed. */
static int update(lua_State *L)
{
    wend_budget steps;
    wend_budget *budget = wendlua_budget(L, 2, &steps);
    wend_cover *cover = edit(L);
    const wend_result result =
        wendlua_done_by(L, wend_cover_update(cover, budget), wend_cover_error(cover));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

static int is_current(lua_State *L)
{
    lua_pushboolean(L, wend_cover_is_current(read(L)));
    return 1;
}

/* invalidate(x0, y0, x1, y1) */
static int invalidate(lua_State *L)
{
    const wend_vec2 low = wendlua_xy(L, 2), high = wendlua_xy(L, 4);
    wend_cover *cover = edit(L);
    (void)wendlua_done_by(L, wend_cover_invalidate(cover, low, high), wend_cover_error(cover));
    return 0;
}

/* ---- questions ---- */

/* exposure(shooter_x, shooter_y, x, y, radius [, is_crouched]) */
static int exposure(lua_State *L)
{
    const wend_vec2 shooter = wendlua_xy(L, 2), position = wendlua_xy(L, 4);
    const double radius = wendlua_number(L, 6);
    const bool is_crouched = wendlua_bool_or(L, 7, false);
    lua_pushnumber(L, wend_cover_exposure(read(L), shooter, position, radius, is_crouched));
    return 1;
}

static const wendlua_field threat_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_cover_threat, position.x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_cover_threat, position.y), NULL},
    {"weight", WENDLUA_DOUBLE, offsetof(wend_cover_threat, weight), NULL},
    {"range", WENDLUA_LIMIT, offsetof(wend_cover_threat, range), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field query_fields[] = {
    {"x", WENDLUA_DOUBLE, offsetof(wend_cover_query, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_cover_query, position.y), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_cover_query, radius), NULL},
    {"threats", WENDLUA_OTHER, 0, NULL},
    {"max_distance", WENDLUA_DOUBLE, offsetof(wend_cover_query, max_distance), NULL},
    {"max_cost", WENDLUA_LIMIT, offsetof(wend_cover_query, max_cost), NULL},
    {"max_exposure", WENDLUA_DOUBLE, offsetof(wend_cover_query, max_exposure), NULL},
    {"max_candidates", WENDLUA_U32, offsetof(wend_cover_query, max_candidates), NULL},
    {"max_found", WENDLUA_U32, offsetof(wend_cover_query, max_found), NULL},
    {"is_crouch_allowed", WENDLUA_BOOL, offsetof(wend_cover_query, is_crouch_allowed), NULL},
    {"min_separation", WENDLUA_DOUBLE, offsetof(wend_cover_query, min_separation), NULL},
    {"distance_weight", WENDLUA_DOUBLE, offsetof(wend_cover_query, distance_weight), NULL},
    {"exposure_weight", WENDLUA_DOUBLE, offsetof(wend_cover_query, exposure_weight), NULL},
    {"danger_weight", WENDLUA_DOUBLE, offsetof(wend_cover_query, danger_weight), NULL},
    {"peek_weight", WENDLUA_DOUBLE, offsetof(wend_cover_query, peek_weight), NULL},
    {"danger_spacing", WENDLUA_DOUBLE, offsetof(wend_cover_query, danger_spacing), NULL},
    {"claim_kind", WENDLUA_U32, offsetof(wend_cover_query, claim_kind), NULL},
    {"agent", WENDLUA_U64, offsetof(wend_cover_query, agent), NULL},
    {"priority", WENDLUA_I32, offsetof(wend_cover_query, priority), NULL},
    {"cost", WENDLUA_OTHER, 0, NULL},
    {"danger", WENDLUA_OTHER, 0, NULL},
    {"reservations", WENDLUA_OTHER, 0, NULL},
    {"count", WENDLUA_OTHER, 0, NULL},
    {"steps", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_name peek_names[] = {
    {"none", WEND_COVER_PEEK_NONE},
    {"left", WEND_COVER_PEEK_LEFT},
    {"right", WEND_COVER_PEEK_RIGHT},
    {"up", WEND_COVER_PEEK_UP},
    {NULL, 0},
};

static const wendlua_field spot_fields[] = {
    {"origin", WENDLUA_ENUM, offsetof(wend_cover_spot, origin), origin_names},
    {"x", WENDLUA_DOUBLE, offsetof(wend_cover_spot, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_cover_spot, position.y), NULL},
    {"direction", WENDLUA_VEC2, offsetof(wend_cover_spot, direction), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_cover_spot, radius), NULL},
    {"score", WENDLUA_DOUBLE, offsetof(wend_cover_spot, score), NULL},
    {"cost", WENDLUA_DOUBLE, offsetof(wend_cover_spot, cost), NULL},
    {"exposure", WENDLUA_DOUBLE, offsetof(wend_cover_spot, exposure), NULL},
    {"danger", WENDLUA_DOUBLE, offsetof(wend_cover_spot, danger), NULL},
    {"exposed_to", WENDLUA_U32, offsetof(wend_cover_spot, exposed_to), NULL},
    {"is_crouched", WENDLUA_BOOL, offsetof(wend_cover_spot, is_crouched), NULL},
    {"peek", WENDLUA_ENUM, offsetof(wend_cover_spot, peek), peek_names},
    {"peek_position", WENDLUA_VEC2, offsetof(wend_cover_spot, peek_position), NULL},
    {NULL, 0, 0, NULL},
};

/* The functions of a script that a query calls, by their slots; 0 = none. */
typedef struct cover_calls {
    lua_State *L;
    int cost, danger;
    int failed; /* the slot of an error; 0 = none */
} cover_calls;

/* Calls the function at a slot with the numbers on top. @return a number, or the fallback. */
static double call(cover_calls *calls, int slot, int count, double fallback)
{
    lua_State *L = calls->L;
    lua_pushvalue(L, slot);
    lua_insert(L, -1 - count);
    if (calls->failed != 0 || lua_pcall(L, count, 1, 0) != LUA_OK) {
        if (calls->failed == 0) {
            lua_replace(L, slot);
            calls->failed = slot;
        } else {
            lua_pop(L, count + 1);
        }
        return fallback;
    }
    const double number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : fallback;
    lua_pop(L, 1);
    return number;
}

static double cost_of(void *user, wend_vec2 from, wend_vec2 to)
{
    cover_calls *calls = user;
    lua_pushnumber(calls->L, from.x);
    lua_pushnumber(calls->L, from.y);
    lua_pushnumber(calls->L, to.x);
    lua_pushnumber(calls->L, to.y);
    return call(calls, calls->cost, 4, (double)INFINITY); /* nil: there is no way */
}

static double danger_at(void *user, wend_vec2 position)
{
    cover_calls *calls = user;
    lua_pushnumber(calls->L, position.x);
    lua_pushnumber(calls->L, position.y);
    return call(calls, calls->danger, 2, 0);
}

/* Pushes a field that is a function, or nothing. @return its slot; 0 = nil. */
static int function_slot(lua_State *L, const char *name)
{
    lua_pushstring(L, name);
    if (lua_rawget(L, 2) == LUA_TNIL) {
        lua_pop(L, 1);
        return 0;
    }
    if (!lua_isfunction(L, -1)) {
        wendlua_fail(L, "field '%s': a function expected, got %s", name, luaL_typename(L, -1));
    }
    return lua_gettop(L);
}

static void read_threats(lua_State *L, wend_cover_query *query)
{
    const size_t count = wendlua_field_list(L, 2, "threats");
    if (count == 0 || count > WEND_COVER_THREATS_MAX) {
        wendlua_fail(L, "field 'threats': a list of 1 to %d expected", WEND_COVER_THREATS_MAX);
    }
    const int list = lua_gettop(L);
    wend_cover_threat *threats = wendlua_scratch(L, count, sizeof *threats);
    for (size_t i = 0; i < count; i++) {
        threats[i].weight = 1;
        threats[i].range = (double)INFINITY;
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        wendlua_read_item(L, lua_gettop(L), threat_fields, &threats[i], "threats", i + 1);
        lua_pop(L, 1);
    }
    query->threats = threats;
    query->threat_count = count;
}

static uint32_t number_field(lua_State *L, const char *name, uint32_t fallback)
{
    lua_pushstring(L, name);
    const uint32_t number = lua_rawget(L, 2) == LUA_TNIL ? fallback : wendlua_u32(L, lua_gettop(L));
    lua_pop(L, 1);
    return number;
}

static const wendlua_field stats_fields[] = {
    {"places_tested", WENDLUA_U32, offsetof(wend_cover_stats, places_tested), NULL},
    {"found_tested", WENDLUA_U32, offsetof(wend_cover_stats, found_tested), NULL},
    {"hidden", WENDLUA_U32, offsetof(wend_cover_stats, hidden), NULL},
    {"rays", WENDLUA_U32, offsetof(wend_cover_stats, rays), NULL},
    {NULL, 0, 0, NULL},
};

/* find{x=, y=, threats={{x=, y=}}, count=1}: a list of spots, the best first, and figures. */
static int find(lua_State *L)
{
    wend_cover_query query = wend_cover_query_default();
    cover_calls calls = {L, 0, 0, 0};
    size_t count = 0;
    wendlua_need_table(L, 2);
    lua_settop(L, 2);
    wendlua_read(L, 2, query_fields, &query);
    read_threats(L, &query);
    const uint32_t most = number_field(L, "count", 1);
    const uint32_t steps = number_field(L, "steps", UINT32_MAX);
    wend_budget budget = wend_budget_steps(steps == UINT32_MAX ? UINT64_MAX : steps);
    if (most < 1 || most > SPOTS_MOST) {
        wendlua_fail(L, "field 'count': 1 to %d expected", SPOTS_MOST);
    }
    wend_cover_spot *spots = wendlua_scratch(L, most, sizeof *spots);
    calls.cost = function_slot(L, "cost");
    calls.danger = function_slot(L, "danger");
    query.cost = calls.cost != 0 ? cost_of : NULL;
    query.danger = calls.danger != 0 ? danger_at : NULL;
    query.user = &calls;
    luaL_checkstack(L, 16, NULL);
    lua_pushstring(L, "reservations");
    lua_rawget(L, 2);
    const int reservations = lua_gettop(L);
    query.reservations = wendlua_field_pointer(L, 2, "reservations", &wendlua_reservations_kind);
    const wend_cover *cover = read(L);
    wend_cover_stats stats = {0};
    wendlua_lock(L, 1, true);
    if (query.reservations != NULL) {
        wendlua_lock(L, reservations, true);
    }
    const wend_result result = wend_cover_find(cover, &query, &budget, spots, most, &count, &stats);
    wendlua_lock(L, 1, false);
    if (query.reservations != NULL) {
        wendlua_lock(L, reservations, false);
    }
    if (calls.failed != 0) {
        lua_pushvalue(L, calls.failed);
        lua_error(L);
    }
    wendlua_done(L, result, NULL, "a field is out of range");
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        wendlua_push(L, spot_fields, &spots[i]);
        (void)push_id(L, spots[i].place);
        lua_setfield(L, -2, "place");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    wendlua_push(L, stats_fields, &stats);
    return 2;
}

/* ---- all ---- */

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_cover_hash(read(L)));
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_cover_memory_bytes(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_cover_save(it, bytes, capacity, count);
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
    wend_cover_def def = wend_cover_def_default();
    wend_cover *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    def.walls = wendlua_find_master(L, 1, &wendlua_walls_kind);
    def.grid = wendlua_find_master(L, 1, &wendlua_grid_kind);
    def.mesh = wendlua_find_master(L, 1, &wendlua_mesh_kind);
    (void)lua_getiuservalue(L, 1, 2);
    def.cell_size = lua_tonumber(L, -1);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_cover_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_cover_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"add_place", add_place},
    {"remove_place", remove_place},
    {"get_place", get_place},
    {"places", places},
    {"count", get_count},
    {"add_obstacle", add_obstacle},
    {"set_obstacle", set_obstacle},
    {"remove_obstacle", remove_obstacle},
    {"get_obstacle", get_obstacle},
    {"obstacle_count", get_obstacle_count},
    {"update", update},
    {"is_current", is_current},
    {"invalidate", invalidate},
    {"exposure", exposure},
    {"find", find},
    {"hash", hash},
    {"memory_bytes", memory_bytes},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_cover_kind = {"cover", "wend.cover", destroy, methods};

const luaL_Reg wendlua_cover_functions[] = {
    {"cover", make},
    {"cover_load", make_loaded},
    {NULL, NULL},
};
