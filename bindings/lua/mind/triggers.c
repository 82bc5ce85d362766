/* wend.triggers and its methods: things that come back, areas, times, noises.
 * Cost: as in wend/trigger.h. */
#include "lua/core/rooms.h"
#include "wend/crowd.h"
#include "wend/trigger.h"

static void destroy(wendlua_object *object)
{
    wend_triggers_destroy(object->pointer);
}

/* The function of a script that an update calls. */
typedef struct trigger_call {
    lua_State *L;
    int slot; /* 0 = none */
    bool has_failed;
    uint64_t agent; /* of the error */
} trigger_call;

/* The object, and the call of the update under way, which outlives no update. */
typedef struct triggers_object {
    wendlua_object object;
    trigger_call *call;
} triggers_object;

static wend_triggers *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_triggers_kind);
}

static const wend_triggers *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_triggers_kind);
}

static int push_id(lua_State *L, wend_trigger_id id)
{
    wendlua_push_u64(L, (uint64_t)id.generation << 32 | id.index1);
    return 1;
}

static wend_trigger_id id_at(lua_State *L, int arg)
{
    const uint64_t id = wendlua_u64(L, arg);
    return (wend_trigger_id){(uint32_t)id, (uint32_t)(id >> 32)};
}

static bool accept(void *user, const wend_triggers *triggers, wend_trigger_id trigger,
                   uint64_t agent)
{
    trigger_call *call = ((triggers_object *)user)->call;
    (void)triggers;
    if (call == NULL || call->slot == 0) {
        return true;
    }
    if (call->has_failed) {
        return false;
    }
    lua_State *L = call->L;
    lua_pushvalue(L, call->slot);
    (void)push_id(L, trigger);
    wendlua_push_u64(L, agent);
    if (lua_pcall(L, 2, 1, 0) != LUA_OK) {
        lua_replace(L, call->slot);
        call->has_failed = true;
        call->agent = agent;
        return false;
    }
    const bool is_accepted = lua_toboolean(L, -1) != 0;
    lua_pop(L, 1);
    return is_accepted;
}

static const wendlua_field def_fields[] = {
    {"items", WENDLUA_OTHER, 0, NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_triggers_def, cell_size), NULL},
    {NULL, 0, 0, NULL},
};

/* Reads a definition from the table at index `table`, if it is one, for the new object on top of the
 * stack. */
static void read_def(lua_State *L, int table, wend_triggers_def *def, triggers_object *self)
{
    const int index = lua_gettop(L);
    if (!lua_isnil(L, table)) {
        wendlua_read(L, table, def_fields, def);
        def->items = wendlua_master(L, index, table, "items", &wendlua_items_kind);
    }
    def->allocator = wendlua_allocator(L);
    def->accept = accept;
    def->user = self;
    /* Bytes do not hold it; load needs it. */
    lua_pushnumber(L, def->cell_size);
    lua_setiuservalue(L, index, 2);
}

/* wend.triggers{items=} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_triggers_def def = wend_triggers_def_default();
    wend_triggers *triggers = NULL;
    lua_settop(L, 1);
    if (!lua_isnil(L, 1)) {
        wendlua_need_table(L, 1);
    }
    triggers_object *self = (triggers_object *)wendlua_new(L, &wendlua_triggers_kind, sizeof *self);
    read_def(L, 1, &def, self);
    def.message = &message;
    const wend_result result = wend_triggers_create(&def, &triggers);
    return wendlua_made(L, &self->object, triggers, result, &message);
}

/* wend.triggers_load(bytes, {items=}) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_triggers_def def = wend_triggers_def_default();
    wend_triggers *triggers = NULL;
    lua_settop(L, 2);
    const char *bytes = wendlua_bytes(L, 1, &count);
    if (!lua_isnil(L, 2)) {
        wendlua_need_table(L, 2);
    }
    triggers_object *self = (triggers_object *)wendlua_new(L, &wendlua_triggers_kind, sizeof *self);
    read_def(L, 2, &def, self);
    def.message = &message;
    const wend_result result = wend_triggers_load(&def, (const uint8_t *)bytes, count, &triggers);
    return wendlua_made(L, &self->object, triggers, result, &message);
}

/* ---- triggers ---- */

static const wendlua_name kind_names[] = {
    {"take", WEND_TRIGGER_TAKE},
    {"area", WEND_TRIGGER_AREA},
    {"time", WEND_TRIGGER_TIME},
    {"sound", WEND_TRIGGER_SOUND},
    {NULL, 0},
};

static const wendlua_field trigger_fields[] = {
    {"kind", WENDLUA_ENUM | WENDLUA_NEEDED, offsetof(wend_trigger, kind), kind_names},
    {"x", WENDLUA_DOUBLE, offsetof(wend_trigger, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_trigger, position.y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_trigger, position.z), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_trigger, radius), NULL},
    {"half_size", WENDLUA_VEC2, offsetof(wend_trigger, half_size), NULL},
    {"points", WENDLUA_OTHER, 0, NULL},
    {"height", WENDLUA_LIMIT, offsetof(wend_trigger, height), NULL},
    {"item", WENDLUA_ITEM, offsetof(wend_trigger, item), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_trigger, tag), NULL},
    {"amount", WENDLUA_DOUBLE, offsetof(wend_trigger, amount), NULL},
    {"user", WENDLUA_U64, offsetof(wend_trigger, user), NULL},
    {"first_tick", WENDLUA_U64, offsetof(wend_trigger, first_tick), NULL},
    {"period", WENDLUA_U64, offsetof(wend_trigger, period), NULL},
    {"loudness", WENDLUA_DOUBLE, offsetof(wend_trigger, loudness), NULL},
    {"sleep_ticks", WENDLUA_U64, offsetof(wend_trigger, sleep_ticks), NULL},
    {"is_repeated", WENDLUA_BOOL, offsetof(wend_trigger, is_repeated), NULL},
    {"is_stay_reported", WENDLUA_BOOL, offsetof(wend_trigger, is_stay_reported), NULL},
    {"is_asleep", WENDLUA_BOOL, offsetof(wend_trigger, is_asleep), NULL},
    {NULL, 0, 0, NULL},
};

/* add{kind=, x=, y=, ...} */
static int add(lua_State *L)
{
    wend_trigger trigger = wend_trigger_default();
    wend_trigger_id id;
    lua_settop(L, 2);
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, trigger_fields, &trigger);
    lua_pushstring(L, "points");
    if (lua_rawget(L, 2) != LUA_TNIL) {
        trigger.points = wendlua_points(L, lua_gettop(L), &trigger.point_count);
    }
    wend_triggers *triggers = edit(L);
    (void)wendlua_done_by(L, wend_triggers_add(triggers, &trigger, &id),
                          wend_triggers_error(triggers));
    return push_id(L, id);
}

static int remove_trigger(lua_State *L)
{
    const wend_trigger_id id = id_at(L, 2);
    wend_triggers *triggers = edit(L);
    (void)wendlua_done_by(L, wend_triggers_remove(triggers, id), wend_triggers_error(triggers));
    return 0;
}

/* move(id, x, y [, z]) */
static int move(lua_State *L)
{
    wend_trigger trigger;
    const wend_trigger_id id = id_at(L, 2);
    const wend_vec2 to = wendlua_xy(L, 3);
    wendlua_done(L, wend_triggers_get(read(L), id, &trigger), NULL, "there is no such trigger");
    const wend_vec3 at = {to.x, to.y, wendlua_number_or(L, 5, trigger.position.z)};
    wend_triggers *triggers = edit(L);
    (void)wendlua_done_by(L, wend_triggers_move(triggers, id, at), wend_triggers_error(triggers));
    return 0;
}

/* get(id): its fields, and its state. */
static int get(lua_State *L)
{
    wend_trigger trigger;
    wend_trigger_state state;
    const wend_trigger_id id = id_at(L, 2);
    wendlua_done(L, wend_triggers_get(read(L), id, &trigger), NULL, "there is no such trigger");
    (void)wend_triggers_get_state(read(L), id, &state);
    wendlua_push(L, trigger_fields, &trigger);
    if (trigger.point_count > 0) {
        wendlua_push_points(L, trigger.points, trigger.point_count);
        lua_setfield(L, -2, "points");
    }
    wendlua_push_u64(L, state.wake_tick);
    lua_setfield(L, -2, "wake_tick");
    if (state.has_taker) {
        wendlua_push_u64(L, state.last_agent);
        lua_setfield(L, -2, "last_agent");
    }
    return 1;
}

static int list(lua_State *L)
{
    lua_newtable(L);
    lua_Integer number = 0;
    for (uint32_t i = 0; i < wend_triggers_limit(read(L)); i++) {
        const wend_trigger_id id = wend_triggers_id_at(read(L), i);
        if (id.index1 != 0) {
            (void)push_id(L, id);
            lua_rawseti(L, -2, ++number);
        }
    }
    return 1;
}

static int get_count(lua_State *L)
{
    lua_pushinteger(L, wend_triggers_count(read(L)));
    return 1;
}

static int set_asleep(lua_State *L)
{
    const wend_trigger_id id = id_at(L, 2);
    const bool is_asleep = wendlua_bool(L, 3);
    wend_triggers *triggers = edit(L);
    (void)wendlua_done_by(L, wend_triggers_set_asleep(triggers, id, is_asleep),
                          wend_triggers_error(triggers));
    return 0;
}

static int get_asleep(lua_State *L)
{
    wend_trigger_state state;
    const wend_trigger_id id = id_at(L, 2);
    wendlua_done(L, wend_triggers_get_state(read(L), id, &state), NULL, "there is no such trigger");
    lua_pushboolean(L, state.is_asleep);
    return 1;
}

/* ---- update ---- */

static const wendlua_field agent_fields[] = {
    {"agent", WENDLUA_U64 | WENDLUA_NEEDED, offsetof(wend_trigger_agent, agent), NULL},
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_trigger_agent, position.x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_trigger_agent, position.y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_trigger_agent, position.z), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_trigger_agent, radius), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field noise_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_trigger_noise, position.x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_trigger_noise, position.y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_trigger_noise, position.z), NULL},
    {"loudness", WENDLUA_DOUBLE, offsetof(wend_trigger_noise, loudness), NULL},
    {"agent", WENDLUA_U64, offsetof(wend_trigger_noise, agent), NULL},
    {"user", WENDLUA_U64, offsetof(wend_trigger_noise, user), NULL},
    {NULL, 0, 0, NULL},
};

/* update(tick, agents or crowd [, noises [, accept [, floor_heights]]]) */
static int update(lua_State *L)
{
    size_t agent_count = 0, noise_count = 0, height_count = 0;
    const double *heights = NULL;
    const wend_trigger_agent *agents = NULL;
    const wend_trigger_noise *noises = NULL;
    const uint64_t tick = wendlua_u64(L, 2);
    lua_settop(L, 6);
    wendlua_object *of_crowd = wendlua_test(L, 3, &wendlua_crowd_kind);
    if (!lua_isnil(L, 5) && !lua_isfunction(L, 5)) {
        (void)wendlua_type_error(L, 5, "a function");
    }
    if (of_crowd == NULL) {
        wendlua_need_table(L, 3);
        lua_pushvalue(L, 3);
        agents = wendlua_read_list(L, agent_fields, sizeof *agents, "agents", &agent_count);
    }
    if (!lua_isnil(L, 4)) {
        wendlua_need_table(L, 4);
        lua_pushvalue(L, 4);
        noises = wendlua_read_list(L, noise_fields, sizeof *noises, "noises", &noise_count);
    }
    if (!lua_isnil(L, 6)) {
        wendlua_arg_check(L, of_crowd != NULL, 6, "heights of floors go with a crowd");
        heights = wendlua_numbers(L, 6, &height_count);
        wendlua_arg_check(L, height_count <= WEND_CROWD_FLOORS_MAX, 6, "more heights than floors");
    }
    luaL_checkstack(L, 8, NULL);
    trigger_call call = {L, lua_isnil(L, 5) ? 0 : 5, false, 0};
    wend_triggers *triggers = edit(L);
    triggers_object *self = (triggers_object *)wendlua_check(L, 1, &wendlua_triggers_kind);
    const wend_crowd *crowd =
        of_crowd == NULL ? NULL : wendlua_read_pointer(L, 3, &wendlua_crowd_kind);
    self->call = &call;
    wendlua_lock(L, 1, true);
    const wend_result result =
        of_crowd != NULL
            ? wend_triggers_update_crowd(triggers, tick, crowd, heights, (uint32_t)height_count,
                                         noises, noise_count)
            : wend_triggers_update(triggers, tick, agents, agent_count, noises, noise_count);
    wendlua_lock(L, 1, false);
    self->call = NULL;
    if (call.has_failed && lua_type(L, call.slot) == LUA_TSTRING) {
        return wendlua_fail(L, "accept for agent %I: %s", (LUAI_UACINT)call.agent,
                            lua_tostring(L, call.slot));
    }
    if (call.has_failed) {
        lua_pushvalue(L, call.slot);
        lua_error(L);
    }
    (void)wendlua_done_by(L, result, wend_triggers_error(triggers));
    return 0;
}

static int get_tick(lua_State *L)
{
    wendlua_push_u64(L, wend_triggers_tick(read(L)));
    return 1;
}

static const wendlua_name type_names[] = {
    {"woke", WEND_TRIGGER_WOKE},       {"left", WEND_TRIGGER_LEFT},
    {"entered", WEND_TRIGGER_ENTERED}, {"stayed", WEND_TRIGGER_STAYED},
    {"taken", WEND_TRIGGER_TAKEN},     {"time", WEND_TRIGGER_TIMED},
    {"noise", WEND_TRIGGER_HEARD},     {NULL, 0},
};

static const wendlua_field event_fields[] = {
    {"type", WENDLUA_ENUM, offsetof(wend_trigger_event, type), type_names},
    {"agent", WENDLUA_U64, offsetof(wend_trigger_event, agent), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_trigger_event, tag), NULL},
    {"amount", WENDLUA_DOUBLE, offsetof(wend_trigger_event, amount), NULL},
    {"user", WENDLUA_U64, offsetof(wend_trigger_event, user), NULL},
    {"count", WENDLUA_U64, offsetof(wend_trigger_event, count), NULL},
    {"level", WENDLUA_DOUBLE, offsetof(wend_trigger_event, level), NULL},
    {NULL, 0, 0, NULL},
};

static int get_events(lua_State *L)
{
    size_t count;
    (void)wend_triggers_events(read(L), &count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        const wend_trigger_event event = wend_triggers_events(read(L), NULL)[i];
        wendlua_push(L, event_fields, &event);
        (void)push_id(L, event.trigger);
        lua_setfield(L, -2, "trigger");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* is_inside(id, agent) */
static int is_inside(lua_State *L)
{
    const wend_trigger_id id = id_at(L, 2);
    const uint64_t agent = wendlua_u64(L, 3);
    lua_pushboolean(L, wend_triggers_is_inside(read(L), id, agent));
    return 1;
}

/* inside(id): the agents in an area, by number. */
static int inside(lua_State *L)
{
    size_t count = 0;
    const wend_trigger_id id = id_at(L, 2);
    wend_trigger_state state;
    wendlua_done(L, wend_triggers_get_state(read(L), id, &state), NULL, "there is no such trigger");
    uint64_t *agents = wendlua_scratch(L, (size_t)state.inside + 1, sizeof *agents);
    (void)wend_triggers_list_inside(read(L), id, agents, state.inside, &count);
    return wendlua_push_u64s(L, agents, count);
}

/* ---- all ---- */

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_triggers_hash(read(L)));
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_triggers_memory_bytes(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_triggers_save(it, bytes, capacity, count);
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
    wend_triggers_def def = wend_triggers_def_default();
    wend_triggers *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    def.items = wendlua_find_master(L, 1, &wendlua_items_kind);
    (void)lua_getiuservalue(L, 1, 2);
    def.cell_size = lua_tonumber(L, -1);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_triggers_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    def.accept = accept;
    def.user = self;
    const wend_result result = wend_triggers_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"add", add},
    {"remove", remove_trigger},
    {"move", move},
    {"get", get},
    {"list", list},
    {"count", get_count},
    {"set_asleep", set_asleep},
    {"is_asleep", get_asleep},
    {"update", update},
    {"tick", get_tick},
    {"events", get_events},
    {"is_inside", is_inside},
    {"inside", inside},
    {"hash", hash},
    {"memory_bytes", memory_bytes},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_triggers_kind = {"triggers", "wend.triggers", destroy, methods};

const luaL_Reg wendlua_triggers_functions[] = {
    {"triggers", make},
    {"triggers_load", make_loaded},
    {NULL, NULL},
};
