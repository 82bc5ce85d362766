/* wend.minds and its methods: scheduled thinking. Functions of a script think one after the other, on the
 * thread that updates.
 * Cost: as in wend/mind.h, and a table for each turn. */
#include "lua/core/rooms.h"
#include "wend/mind.h"

#include <string.h>

/* The table of functions is the second user value. */
typedef struct minds_object {
    wendlua_object object; /* first: pointer is the wend_minds */
    lua_State *L;          /* NULL while nothing thinks */
    int slot;              /* the object's, on that stack */
    int error;             /* slot of the first error of a function; 0 = none */
    uint64_t failed;       /* its agent */
    bool is_central;       /* it is that of the central function */
    wend_mind_turn *turn;  /* under way */
} minds_object;

static void destroy(wendlua_object *object)
{
    wend_minds_destroy(object->pointer);
}

static wend_minds *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_minds_kind);
}

static const wend_minds *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_minds_kind);
}

/* The turn under way, in which requests are queued; NULL outside of functions. */
static wend_mind_turn *turn_of(lua_State *L)
{
    return ((minds_object *)wendlua_check(L, 1, &wendlua_minds_kind))->turn;
}

/* ---- fields ---- */

static const wendlua_field def_fields[] = {
    {"think", WENDLUA_OTHER, 0, NULL},
    {"think_central", WENDLUA_OTHER, 0, NULL},
    {"decision_bytes", WENDLUA_U32, offsetof(wend_minds_def, decision_bytes), NULL},
    {"central_period", WENDLUA_U32, offsetof(wend_minds_def, central_period), NULL},
    {"central_cost", WENDLUA_U32, offsetof(wend_minds_def, central_cost), NULL},
    {"bands", WENDLUA_OTHER, 0, NULL},
    {"far_period", WENDLUA_U32, offsetof(wend_minds_def, far_period), NULL},
    {"hysteresis", WENDLUA_DOUBLE, offsetof(wend_minds_def, hysteresis), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field function_fields[] = {
    {"think", WENDLUA_OTHER, 0, NULL},
    {"think_central", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field band_fields[] = {
    {"distance", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_mind_band, distance), NULL},
    {"period", WENDLUA_U32 | WENDLUA_NEEDED, offsetof(wend_mind_band, period), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field agent_fields[] = {
    {"agent", WENDLUA_U64, offsetof(wend_mind_def, agent), NULL},
    {"period", WENDLUA_U32, offsetof(wend_mind_def, period), NULL},
    {"cost", WENDLUA_U32, offsetof(wend_mind_def, cost), NULL},
    {"priority", WENDLUA_U32, offsetof(wend_mind_def, priority), NULL},
    {"position", WENDLUA_VEC3, offsetof(wend_mind_def, position), NULL},
    {"decision", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field info_fields[] = {
    {"period", WENDLUA_U32, offsetof(wend_mind_info, period), NULL},
    {"own_period", WENDLUA_U32, offsetof(wend_mind_info, own_period), NULL},
    {"cost", WENDLUA_U32, offsetof(wend_mind_info, cost), NULL},
    {"priority", WENDLUA_U32, offsetof(wend_mind_info, priority), NULL},
    {"band", WENDLUA_U32, offsetof(wend_mind_info, band), NULL},
    {"position", WENDLUA_VEC3, offsetof(wend_mind_info, position), NULL},
    {"due_tick", WENDLUA_U64, offsetof(wend_mind_info, due_tick), NULL},
    {"last_tick", WENDLUA_U64, offsetof(wend_mind_info, last_tick), NULL},
    {"think_count", WENDLUA_U64, offsetof(wend_mind_info, think_count), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field all_fields[] = {
    {"decision_bytes", WENDLUA_U32, offsetof(wend_minds_info, decision_bytes), NULL},
    {"agent_count", WENDLUA_U32, offsetof(wend_minds_info, agent_count), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_minds_info, tick), NULL},
    {"think_count", WENDLUA_U64, offsetof(wend_minds_info, think_count), NULL},
    {"due_count", WENDLUA_U32, offsetof(wend_minds_info, due_count), NULL},
    {"thought_count", WENDLUA_U32, offsetof(wend_minds_info, thought_count), NULL},
    {"cost", WENDLUA_U64, offsetof(wend_minds_info, cost), NULL},
    {"overdue_last", WENDLUA_U64, offsetof(wend_minds_info, overdue_last), NULL},
    {"overdue_most", WENDLUA_U64, offsetof(wend_minds_info, overdue_most), NULL},
    {"debt", WENDLUA_U64, offsetof(wend_minds_info, debt), NULL},
    {"dropped_count", WENDLUA_U64, offsetof(wend_minds_info, dropped_count), NULL},
    {"schedule_ns", WENDLUA_U64, offsetof(wend_minds_info, schedule_ns), NULL},
    {"central_ns", WENDLUA_U64, offsetof(wend_minds_info, central_ns), NULL},
    {"think_ns", WENDLUA_U64, offsetof(wend_minds_info, think_ns), NULL},
    {"publish_ns", WENDLUA_U64, offsetof(wend_minds_info, publish_ns), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_minds_info, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- functions ---- */

static uint32_t decision_bytes(const wend_minds *minds)
{
    wend_minds_info info;
    wend_minds_get_info(minds, &info);
    return info.decision_bytes;
}

/* Runs protected: the object's pointer, and the functions. Leaves what the function returned. */
static int think_body(lua_State *L)
{
    const minds_object *self = lua_touserdata(L, 1);
    wend_mind_turn *turn = self->turn;
    const bool is_central = turn->next == NULL;
    const size_t bytes = decision_bytes(turn->minds);
    lua_getfield(L, 2, is_central ? "think_central" : "think");
    if (!is_central) {
        wendlua_push_u64(L, turn->agent);
    }
    lua_createtable(L, 0, 5);
    wendlua_push_u64(L, turn->tick);
    lua_setfield(L, -2, "tick");
    if (!is_central) {
        wendlua_push_u64(L, turn->elapsed);
        lua_setfield(L, -2, "elapsed");
        lua_pushinteger(L, turn->band);
        lua_setfield(L, -2, "band");
        lua_pushlstring(L, (const char *)turn->last, bytes);
        lua_setfield(L, -2, "last");
        lua_pushlstring(L, (const char *)turn->next, bytes);
        lua_setfield(L, -2, "next");
    }
    lua_call(L, is_central ? 1 : 2, 1);
    size_t length = 0;
    if (!is_central && lua_type(L, -1) == LUA_TSTRING) {
        const char *made = lua_tolstring(L, -1, &length);
        if (length > bytes) {
            luaL_error(L, "at most %d bytes expected, got %d", (int)bytes, (int)length);
        }
        memset(turn->next, 0, bytes);
        memcpy(turn->next, made, length);
    } else if (!lua_isnil(L, -1)) {
        luaL_error(L, "%s expected, got %s", is_central ? "nil" : "bytes or nil",
                   luaL_typename(L, -1));
    }
    return 0;
}

static void think(void *user, wend_mind_turn *turn)
{
    minds_object *self = user;
    lua_State *L = self->L;
    if (L == NULL || !lua_checkstack(L, 8)) {
        return;
    }
    self->turn = turn;
    lua_pushcfunction(L, think_body);
    lua_pushlightuserdata(L, self);
    lua_getiuservalue(L, self->slot, 2);
    if (lua_pcall(L, 2, 0, 0) != LUA_OK) {
        if (self->error == 0) {
            self->error = lua_gettop(L);
            self->failed = turn->agent;
            self->is_central = turn->next == NULL;
        } else {
            lua_pop(L, 1);
        }
    }
    self->turn = NULL;
}

/* Raises the first error of a function; all others have thought. */
static void raise(lua_State *L, const minds_object *self)
{
    if (lua_type(L, self->error) != LUA_TSTRING) {
        lua_pushvalue(L, self->error);
        lua_error(L);
    }
    if (self->is_central) {
        wendlua_fail(L, "think_central: %s", lua_tostring(L, self->error));
    }
    wendlua_push_u64(L, self->failed);
    wendlua_fail(L, "agent %s: %s", lua_tostring(L, -1), lua_tostring(L, self->error));
}

/* update([steps]): true if all that were due have thought. */
static int update(lua_State *L)
{
    wend_budget budget;
    lua_settop(L, 2);
    const wend_budget *given = wendlua_budget(L, 2, &budget);
    luaL_checkstack(L, 16, NULL);
    minds_object *self = (minds_object *)wendlua_edit(L, 1, &wendlua_minds_kind);
    self->L = L;
    self->slot = 1;
    self->error = 0;
    wendlua_lock(L, 1, true);
    const wend_result result =
        wend_minds_update(self->object.pointer, given == NULL ? NULL : &budget, NULL);
    wendlua_lock(L, 1, false);
    self->L = NULL;
    if (self->error != 0) {
        raise(L, self);
    }
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

/* ---- creation ---- */

/* Sets the functions of the table at index in the table at 2, and in the definition. */
static void read_functions(lua_State *L, int index, wend_minds_def *def)
{
    static const char *const names[] = {"think", "think_central"};
    for (int i = 0; i < 2; i++) {
        lua_pushstring(L, names[i]);
        if (lua_rawget(L, index) == LUA_TFUNCTION) {
            *(i == 0 ? &def->think : &def->think_central) = think;
            lua_setfield(L, 2, names[i]);
        } else if (!lua_isnil(L, -1)) {
            wendlua_fail(L, "field '%s': a function expected, got %s", names[i],
                         luaL_typename(L, -1));
        } else {
            lua_pop(L, 1);
        }
    }
}

/* A new object; the functions at 2 are its second user value. */
static minds_object *new_object(lua_State *L)
{
    minds_object *self = (minds_object *)wendlua_new(L, &wendlua_minds_kind, sizeof *self);
    self->L = NULL;
    self->turn = NULL;
    self->error = 0;
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, -2, 2);
    return self;
}

/* wend.minds{think =} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_minds_def def = wend_minds_def_default();
    wend_minds *minds = NULL;
    size_t band_count = 0;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    lua_newtable(L); /* 2: functions */
    wendlua_read(L, 1, def_fields, &def);
    read_functions(L, 1, &def);
    if (wendlua_field_list(L, 1, "bands") > 0) {
        def.bands = wendlua_read_list(L, band_fields, sizeof *def.bands, "bands", &band_count);
        def.band_count = (uint32_t)band_count;
    }
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    minds_object *self = new_object(L);
    def.user = self;
    const wend_result result = wend_minds_create(&def, &minds);
    return wendlua_made(L, &self->object, minds, result, &message);
}

/* wend.minds_load(bytes, {think =}) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_minds_def def = wend_minds_def_default();
    wend_minds *minds = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    lua_settop(L, 2);
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, function_fields, &def);
    lua_newtable(L);
    lua_insert(L, 2); /* functions at 2, the argument at 3 */
    read_functions(L, 3, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    minds_object *self = new_object(L);
    def.user = self;
    const wend_result result = wend_minds_load(&def, (const uint8_t *)bytes, count, &minds);
    return wendlua_made(L, &self->object, minds, result, &message);
}

/* ---- agents ---- */

/* The bytes of the field "decision" of the table at index, padded; NULL for nil. Pushes them. */
static const uint8_t *read_decision(lua_State *L, int index)
{
    size_t length = 0;
    const uint32_t bytes = decision_bytes(read(L));
    lua_pushstring(L, "decision");
    if (lua_rawget(L, index) == LUA_TNIL) {
        return NULL;
    }
    if (lua_type(L, -1) != LUA_TSTRING) {
        wendlua_fail(L, "field 'decision': bytes expected, got %s", luaL_typename(L, -1));
    }
    const char *text = lua_tolstring(L, -1, &length);
    if (length > bytes) {
        wendlua_fail(L, "field 'decision': at most %d bytes expected, got %d", (int)bytes,
                     (int)length);
    }
    uint8_t *made = wendlua_scratch(L, bytes, 1);
    memcpy(made, text, length);
    return made;
}

static int turn_done(lua_State *L, wend_result result)
{
    wendlua_done(L, result, NULL, "a field is out of range");
    return 0;
}

/* add{agent =, period =}; within a function when the update is over. */
static int add(lua_State *L)
{
    wend_mind_def def = wend_mind_def_default();
    lua_settop(L, 2);
    wendlua_need_table(L, 2);
    (void)read(L);
    wendlua_read(L, 2, agent_fields, &def);
    def.decision = read_decision(L, 2);
    wend_mind_turn *turn = turn_of(L);
    if (turn != NULL) {
        return turn_done(L, wend_mind_turn_add_agent(turn, &def));
    }
    (void)wendlua_done_by(L, wend_minds_add_agent(edit(L), &def), wend_minds_error(read(L)));
    return 0;
}

static int remove_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    wend_mind_turn *turn = turn_of(L);
    if (turn != NULL) {
        return turn_done(L, wend_mind_turn_remove_agent(turn, agent));
    }
    (void)wendlua_done_by(L, wend_minds_remove_agent(edit(L), agent), wend_minds_error(read(L)));
    return 0;
}

static int wake(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    wend_mind_turn *turn = turn_of(L);
    if (turn != NULL) {
        return turn_done(L, wend_mind_turn_wake(turn, agent));
    }
    (void)wendlua_done_by(L, wend_minds_wake(edit(L), agent), wend_minds_error(read(L)));
    return 0;
}

/* set(agent, fields): those that are not named stay. */
static int set(lua_State *L)
{
    wend_mind_info info;
    wend_mind_def def = wend_mind_def_default();
    const uint64_t agent = wendlua_u64(L, 2);
    lua_settop(L, 3);
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_minds_get_agent(read(L), agent, &info), NULL, "there is no such agent");
    def.period = info.own_period;
    def.cost = info.cost;
    def.priority = info.priority;
    def.position = info.position;
    wendlua_read(L, 3, agent_fields, &def);
    def.agent = agent;
    def.decision = read_decision(L, 3);
    (void)wendlua_done_by(L, wend_minds_set_agent(edit(L), &def), wend_minds_error(read(L)));
    return 0;
}

/* set_position(agent, x, y [, z]) */
static int set_position(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    const wend_vec2 at = wendlua_xy(L, 3);
    const wend_vec3 position = {at.x, at.y, wendlua_number_or(L, 5, 0)};
    (void)wendlua_done_by(L, wend_minds_set_position(edit(L), agent, position),
                          wend_minds_error(read(L)));
    return 0;
}

static const wendlua_field point_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_vec3, x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_vec3, y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_vec3, z), NULL},
    {NULL, 0, 0, NULL},
};

/* set_points{{x, y}, ...} */
static int set_points(lua_State *L)
{
    size_t count = 0;
    lua_settop(L, 2);
    wendlua_need_table(L, 2);
    const wend_vec3 *points = wendlua_read_list(L, point_fields, sizeof *points, "points", &count);
    (void)wendlua_done_by(L, wend_minds_set_points(edit(L), points, count),
                          wend_minds_error(read(L)));
    return 0;
}

static int has(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    lua_pushboolean(L, wend_minds_has_agent(read(L), agent));
    return 1;
}

static int agents(lua_State *L)
{
    uint64_t agent;
    lua_newtable(L);
    for (uint32_t i = 0; wend_minds_agent_at(read(L), i, &agent) == WEND_OK; i++) {
        wendlua_push_u64(L, agent);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int get(lua_State *L)
{
    wend_mind_info info;
    const uint64_t agent = wendlua_u64(L, 2);
    wendlua_done(L, wend_minds_get_agent(read(L), agent, &info), NULL, "there is no such agent");
    wendlua_push(L, info_fields, &info);
    return 1;
}

/* decision(agent): bytes; nil if there is no such agent. */
static int decision(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    const uint32_t bytes = decision_bytes(read(L));
    const uint8_t *at = wend_minds_decision(read(L), agent);
    if (at == NULL) {
        return wendlua_push_nil(L);
    }
    lua_pushlstring(L, (const char *)at, bytes);
    return 1;
}

/* decide(agent, bytes), in the central function: false if there is no such agent. */
static int decide(lua_State *L)
{
    size_t length = 0;
    const uint64_t agent = wendlua_u64(L, 2);
    const char *text = wendlua_bytes(L, 3, &length);
    const uint32_t bytes = decision_bytes(read(L));
    wend_mind_turn *turn = turn_of(L);
    if (turn == NULL || turn->next != NULL) {
        return wendlua_fail(L, "only think_central decides for others");
    }
    if (length > bytes) {
        return wendlua_fail(L, "at most %d bytes expected, got %d", (int)bytes, (int)length);
    }
    uint8_t *next = wend_mind_turn_decision(turn, agent);
    if (next != NULL) {
        memset(next, 0, bytes);
        memcpy(next, text, length);
    }
    lua_pushboolean(L, next != NULL);
    return 1;
}

static int get_info(lua_State *L)
{
    wend_minds_info info;
    wend_minds_get_info(read(L), &info);
    wendlua_push(L, all_fields, &info);
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_minds_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_minds_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

static bool has_function(lua_State *L, int table, const char *name)
{
    lua_pushstring(L, name);
    const bool has = lua_rawget(L, table) == LUA_TFUNCTION;
    lua_pop(L, 1);
    return has;
}

/* load(bytes): replaces its state. */
static int load(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_minds_def def = wend_minds_def_default();
    wend_minds *made = NULL;
    lua_settop(L, 2);
    const char *bytes = wendlua_bytes(L, 2, &count);
    (void)lua_getiuservalue(L, 1, 2); /* functions at 3 */
    def.think = has_function(L, 3, "think") ? think : NULL;
    def.think_central = has_function(L, 3, "think_central") ? think : NULL;
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_minds_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    def.user = self;
    const wend_result result = wend_minds_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"add", add},           {"remove", remove_agent},
    {"wake", wake},         {"set", set},
    {"has", has},           {"set_position", set_position},
    {"agents", agents},     {"set_points", set_points},
    {"get", get},           {"decision", decision},
    {"decide", decide},     {"update", update},
    {"get_info", get_info}, {"hash", hash},
    {"save", save},         {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_minds_kind = {"minds", "wend.minds", destroy, methods};

const luaL_Reg wendlua_minds_functions[] = {
    {"minds", make},
    {"minds_load", make_loaded},
    {NULL, NULL},
};
