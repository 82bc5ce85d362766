/* wend.smell and its methods: smells over a grid, and trails. An id is an integer: generation << 32 |
 * index1. Cost: as in wend/smell.h. */
#include "lua/mind/nose.h"

static void destroy(wendlua_object *object)
{
    wend_smell_destroy(object->pointer);
}

static wend_smell *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_smell_kind);
}

static const wend_smell *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_smell_kind);
}

static const wendlua_field def_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_smell_def, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_smell_def, team), NULL},
    {"trail_limit", WENDLUA_U32, offsetof(wend_smell_def, trail_limit), NULL},
    {"trail_half_life", WENDLUA_U64, offsetof(wend_smell_def, trail_half_life), NULL},
    {"trail_strength", WENDLUA_DOUBLE, offsetof(wend_smell_def, trail_strength), NULL},
    {"trail_radius", WENDLUA_DOUBLE, offsetof(wend_smell_def, trail_radius), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field source_fields[] = {
    {"kind", WENDLUA_U32, offsetof(wend_smell_source, kind), NULL},
    {"x", WENDLUA_DOUBLE, offsetof(wend_smell_source, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_smell_source, position.y), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_smell_source, radius), NULL},
    {"intensity", WENDLUA_DOUBLE, offsetof(wend_smell_source, intensity), NULL},
    {"leaves_trail", WENDLUA_BOOL, offsetof(wend_smell_source, leaves_trail), NULL},
    {"user", WENDLUA_U64, offsetof(wend_smell_source, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field nose_fields[] = {
    {"threshold", WENDLUA_LIMIT, offsetof(wend_nose, threshold), NULL},
    {"sensitivity", WENDLUA_DOUBLE, offsetof(wend_nose, sensitivity), NULL},
    {"kinds", WENDLUA_U64, offsetof(wend_nose, kinds), NULL},
    {"has_no_trails", WENDLUA_BOOL, offsetof(wend_nose, has_no_trails), NULL},
    {"has_no_sources", WENDLUA_BOOL, offsetof(wend_nose, has_no_sources), NULL},
    {"own", WENDLUA_OTHER, 0, NULL},
    {"profile", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field scent_fields[] = {
    {"user", WENDLUA_U64, offsetof(wend_scent, user), NULL},
    {"kind", WENDLUA_U32, offsetof(wend_scent, kind), NULL},
    {"is_trail", WENDLUA_BOOL, offsetof(wend_scent, is_trail), NULL},
    {"intensity", WENDLUA_DOUBLE, offsetof(wend_scent, intensity), NULL},
    {"distance", WENDLUA_DOUBLE, offsetof(wend_scent, distance), NULL},
    {"age", WENDLUA_U64, offsetof(wend_scent, age), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field step_fields[] = {
    {"x", WENDLUA_DOUBLE, offsetof(wend_smell_step, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_smell_step, position.y), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_smell_step, tick), NULL},
    {"intensity", WENDLUA_DOUBLE, offsetof(wend_smell_step, intensity), NULL},
    {"is_source", WENDLUA_BOOL, offsetof(wend_smell_step, is_source), NULL},
    {NULL, 0, 0, NULL},
};

/* wend.smell{grid=} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_smell_def def = wend_smell_def_default();
    wend_smell *smell = NULL;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_smell_kind, sizeof *self);
    def.grid = wendlua_master(L, 2, 1, "grid", &wendlua_grid_kind);
    const wend_result result = wend_smell_create(&def, &smell);
    return wendlua_made(L, self, smell, result, &message);
}

/* wend.smell_load(bytes, {grid=}) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_smell_def def = wend_smell_def_default();
    wend_smell *smell = NULL;
    lua_settop(L, 2);
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, def_fields, &def);
    const char *bytes = wendlua_bytes(L, 1, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_smell_kind, sizeof *self);
    def.grid = wendlua_master(L, 3, 2, "grid", &wendlua_grid_kind);
    const wend_result result = wend_smell_load(&def, (const uint8_t *)bytes, count, &smell);
    return wendlua_made(L, self, smell, result, &message);
}

static int set_tick(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 2);
    wend_smell *smell = edit(L);
    wendlua_done_by(L, wend_smell_set_tick(smell, tick), wend_smell_error(smell));
    return 0;
}

static int get_tick(lua_State *L)
{
    wendlua_push_u64(L, wend_smell_tick(read(L)));
    return 1;
}

/* ---- sources ---- */

static uint64_t whole(wend_smell_id id)
{
    return (uint64_t)id.generation << 32 | id.index1;
}

static wend_smell_id id_of(uint64_t id)
{
    return (wend_smell_id){(uint32_t)id, (uint32_t)(id >> 32)};
}

static wend_smell_id id_or_none(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? (wend_smell_id){0, 0} : id_of(wendlua_u64(L, arg));
}

/* add_source{x=, y=, radius=, ...} */
static int add_source(lua_State *L)
{
    wend_smell_source source = wend_smell_source_default();
    wend_smell_id id;
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, source_fields, &source);
    wend_smell *smell = edit(L);
    wendlua_done_by(L, wend_smell_add_source(smell, &source, &id), wend_smell_error(smell));
    wendlua_push_u64(L, whole(id));
    return 1;
}

static int remove_source(lua_State *L)
{
    const wend_smell_id id = id_of(wendlua_u64(L, 2));
    wend_smell *smell = edit(L);
    wendlua_done_by(L, wend_smell_remove_source(smell, id), wend_smell_error(smell));
    return 0;
}

/* set_source(id, fields): those not named stay. */
static int set_source(lua_State *L)
{
    wendlua_takes(L, "id, fields");
    wend_smell_source source;
    const wend_smell_id id = id_of(wendlua_u64(L, 2));
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_smell_get_source(read(L), id, &source), NULL, "there is no such source");
    wendlua_read(L, 3, source_fields, &source);
    wend_smell *smell = edit(L);
    wendlua_done_by(L, wend_smell_set_source(smell, id, &source), wend_smell_error(smell));
    return 0;
}

static int get_source(lua_State *L)
{
    wend_smell_source source;
    const wend_smell_id id = id_of(wendlua_u64(L, 2));
    wendlua_done(L, wend_smell_get_source(read(L), id, &source), NULL, "there is no such source");
    wendlua_push(L, source_fields, &source);
    return 1;
}

static int has_source(lua_State *L)
{
    const wend_smell_id id = id_of(wendlua_u64(L, 2));
    lua_pushboolean(L, wend_smell_has_source(read(L), id));
    return 1;
}

static int source_count(lua_State *L)
{
    wendlua_push_u64(L, wend_smell_source_count(read(L)));
    return 1;
}

/* move(id, x, y) */
static int move(lua_State *L)
{
    wendlua_takes(L, "id, x, y");
    const wend_smell_id id = id_of(wendlua_u64(L, 2));
    const wend_vec2 to = wendlua_xy(L, 3);
    wend_smell *smell = edit(L);
    wendlua_done_by(L, wend_smell_move(smell, id, to), wend_smell_error(smell));
    return 0;
}

static int update(lua_State *L)
{
    wend_smell *smell = edit(L);
    wendlua_done_by(L, wend_smell_update(smell), wend_smell_error(smell));
    return 0;
}

static int is_fresh(lua_State *L)
{
    lua_pushboolean(L, wend_smell_is_fresh(read(L)));
    return 1;
}

/* trail(id): list, the oldest first. */
static int trail(lua_State *L)
{
    size_t count = 0;
    const wend_smell_id id = id_of(wendlua_u64(L, 2));
    wend_smell_step *steps = wendlua_scratch(L, WEND_SMELL_TRAIL_MAX, sizeof *steps);
    const wend_result result = wend_smell_trail(read(L), id, steps, WEND_SMELL_TRAIL_MAX, &count);
    wendlua_done(L, result, NULL, "there is no such source");
    return wendlua_push_structs(L, step_fields, steps, sizeof *steps, count);
}

/* ---- noses ---- */

wend_nose wendlua_nose_at(lua_State *L, int slot, double *profile)
{
    wend_nose nose = wend_nose_default();
    lua_settop(L, slot);
    if (lua_isnil(L, slot)) {
        return nose;
    }
    wendlua_read(L, slot, nose_fields, &nose);
    wendlua_arg_check(L, nose.threshold >= 0, slot, "threshold must be 0 or more");
    wendlua_arg_check(L, nose.sensitivity >= 0 && nose.sensitivity <= 1024, slot,
                      "sensitivity must be from 0 to 1024");
    lua_pushstring(L, "own");
    if (lua_rawget(L, slot) != LUA_TNIL) {
        nose.own = id_of(wendlua_u64(L, lua_gettop(L)));
    }
    lua_settop(L, slot);
    const int table = wendlua_field_table(L, slot, "profile");
    if (table != 0) {
        for (uint32_t kind = 0; kind < WEND_SMELL_KINDS_MAX; kind++) {
            profile[kind] = 1;
            if (lua_rawgeti(L, table, (lua_Integer)kind) != LUA_TNIL) {
                profile[kind] = wendlua_number(L, lua_gettop(L));
            }
            lua_pop(L, 1);
            wendlua_arg_check(L, profile[kind] >= 0 && profile[kind] <= 1024, slot,
                              "factors of a profile must be from 0 to 1024");
        }
        nose.profile = profile;
    }
    lua_settop(L, slot);
    return nose;
}

static void push_scent(lua_State *L, const wend_scent *scent)
{
    wendlua_push(L, scent_fields, scent);
    wendlua_push_u64(L, whole(scent->source));
    lua_setfield(L, -2, "source");
}

/* at(x, y [, nose]): list of scents, the strongest first. */
static int at(lua_State *L)
{
    double profile[WEND_SMELL_KINDS_MAX];
    size_t count = 0, capacity;
    const wend_vec2 position = wendlua_xy(L, 2);
    const wend_nose nose = wendlua_nose_at(L, 4, profile);
    capacity = (size_t)wend_smell_source_count(read(L)) + WEND_SMELL_TRAILS_MAX;
    wend_scent *scents = wendlua_scratch(L, capacity, sizeof *scents);
    const wend_result result = wend_smell_at(read(L), position, &nose, scents, capacity, &count);
    wendlua_done(L, result, NULL, NULL);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        push_scent(L, &scents[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* strongest(x, y [, nose]) */
static int strongest(lua_State *L)
{
    double profile[WEND_SMELL_KINDS_MAX];
    wend_scent scent;
    const wend_vec2 position = wendlua_xy(L, 2);
    const wend_nose nose = wendlua_nose_at(L, 4, profile);
    if (wend_smell_strongest(read(L), position, &nose, &scent)) {
        push_scent(L, &scent);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

static int intensity(lua_State *L)
{
    double profile[WEND_SMELL_KINDS_MAX];
    const wend_vec2 position = wendlua_xy(L, 2);
    const wend_nose nose = wendlua_nose_at(L, 4, profile);
    lua_pushnumber(L, wend_smell_intensity(read(L), position, &nose));
    return 1;
}

/* direction(x, y [, source [, nose]]): dx, dy; nil. */
static int direction(lua_State *L)
{
    double profile[WEND_SMELL_KINDS_MAX];
    wend_vec2 to;
    const wend_vec2 position = wendlua_xy(L, 2);
    const wend_smell_id id = id_or_none(L, 4);
    const wend_nose nose = wendlua_nose_at(L, 5, profile);
    if (!wend_smell_direction(read(L), position, &nose, id, &to)) {
        lua_pushnil(L);
        return 1;
    }
    return wendlua_push_xy(L, to);
}

/* follow(x, y [, source [, nose]]): the next cell of the trail, or nil. */
static int follow(lua_State *L)
{
    double profile[WEND_SMELL_KINDS_MAX];
    wend_smell_step next;
    const wend_vec2 position = wendlua_xy(L, 2);
    const wend_smell_id id = id_or_none(L, 4);
    const wend_nose nose = wendlua_nose_at(L, 5, profile);
    if (wend_smell_follow(read(L), position, &nose, id, &next)) {
        wendlua_push(L, step_fields, &next);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

/* ---- all smells ---- */

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_smell_memory_bytes(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_smell_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_smell_save(it, bytes, capacity, count);
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
    wend_smell_def def = wend_smell_def_default();
    wend_smell *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    def.grid = wendlua_find_master(L, 1, &wendlua_grid_kind);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_smell_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_smell_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"set_tick", set_tick},
    {"tick", get_tick},
    {"add_source", add_source},
    {"remove_source", remove_source},
    {"set_source", set_source},
    {"get_source", get_source},
    {"has_source", has_source},
    {"source_count", source_count},
    {"move", move},
    {"update", update},
    {"is_fresh", is_fresh},
    {"trail", trail},
    {"at", at},
    {"strongest", strongest},
    {"intensity", intensity},
    {"direction", direction},
    {"follow", follow},
    {"memory_bytes", memory_bytes},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_smell_kind = {"smell", "wend.smell", destroy, methods};

const luaL_Reg wendlua_smell_functions[] = {
    {"smell", make},
    {"smell_load", make_loaded},
    {NULL, NULL},
};
