/* wend.memories and its methods: what agents remember.
 * Cost: as in wend/memory.h. */
#include "lua/core/ask.h"
#include "lua/core/rooms.h"
#include "lua/mind/nose.h"
#include "wend/memory.h"

static void destroy(wendlua_object *object)
{
    wend_memories_destroy(object->pointer);
}

static wend_memories *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_memories_kind);
}

static const wend_memories *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_memories_kind);
}

/* After a call that may change the memories. */
static wend_result done(lua_State *L, wend_result result)
{
    return wendlua_done_by(L, result, wend_memories_error(read(L)));
}

static const wendlua_field def_fields[] = {
    {"record_limit", WENDLUA_U32, offsetof(wend_memories_def, record_limit), NULL},
    {"tick_seconds", WENDLUA_DOUBLE, offsetof(wend_memories_def, tick_seconds), NULL},
    {"velocity_blend", WENDLUA_DOUBLE, offsetof(wend_memories_def, velocity_blend), NULL},
    {"velocity_gap", WENDLUA_U64, offsetof(wend_memories_def, velocity_gap), NULL},
    {"share_certainty", WENDLUA_DOUBLE, offsetof(wend_memories_def, share_certainty), NULL},
    {"danger_distance", WENDLUA_DOUBLE, offsetof(wend_memories_def, danger_distance), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field kind_fields[] = {
    {"half_life", WENDLUA_U64, offsetof(wend_memory_kind, half_life), NULL},
    {"threshold", WENDLUA_DOUBLE, offsetof(wend_memory_kind, threshold), NULL},
    {"weight", WENDLUA_DOUBLE, offsetof(wend_memory_kind, weight), NULL},
    {"guess_seconds", WENDLUA_DOUBLE, offsetof(wend_memory_kind, guess_seconds), NULL},
    {"guess_distance", WENDLUA_DOUBLE, offsetof(wend_memory_kind, guess_distance), NULL},
    {"max_speed", WENDLUA_DOUBLE, offsetof(wend_memory_kind, max_speed), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field observation_fields[] = {
    {"subject", WENDLUA_U64, offsetof(wend_memory_observation, subject), NULL},
    {"kind", WENDLUA_U32, offsetof(wend_memory_observation, kind), NULL},
    {"team", WENDLUA_U32, offsetof(wend_memory_observation, team), NULL},
    {"sense", WENDLUA_U32, offsetof(wend_memory_observation, sense), NULL},
    {"x", WENDLUA_DOUBLE, offsetof(wend_memory_observation, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_memory_observation, position.y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_memory_observation, position.z), NULL},
    {"velocity", WENDLUA_VEC3, offsetof(wend_memory_observation, velocity), NULL},
    {"value", WENDLUA_DOUBLE, offsetof(wend_memory_observation, value), NULL},
    {"danger", WENDLUA_DOUBLE, offsetof(wend_memory_observation, danger), NULL},
    {"certainty", WENDLUA_DOUBLE, offsetof(wend_memory_observation, certainty), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field memory_fields[] = {
    {"subject", WENDLUA_U64, offsetof(wend_memory, subject), NULL},
    {"kind", WENDLUA_U32, offsetof(wend_memory, kind), NULL},
    {"team", WENDLUA_U32, offsetof(wend_memory, team), NULL},
    {"sense", WENDLUA_U32, offsetof(wend_memory, sense), NULL},
    {"x", WENDLUA_DOUBLE, offsetof(wend_memory, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_memory, position.y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_memory, position.z), NULL},
    {"velocity", WENDLUA_VEC3, offsetof(wend_memory, velocity), NULL},
    {"value", WENDLUA_DOUBLE, offsetof(wend_memory, value), NULL},
    {"danger", WENDLUA_DOUBLE, offsetof(wend_memory, danger), NULL},
    {"certainty", WENDLUA_DOUBLE, offsetof(wend_memory, certainty), NULL},
    {"first_tick", WENDLUA_U64, offsetof(wend_memory, first_tick), NULL},
    {"last_tick", WENDLUA_U64, offsetof(wend_memory, last_tick), NULL},
    {"source", WENDLUA_U64, offsetof(wend_memory, source), NULL},
    {"is_gone", WENDLUA_BOOL, offsetof(wend_memory, is_gone), NULL},
    {"gone_tick", WENDLUA_U64, offsetof(wend_memory, gone_tick), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_name teams_names[] = {
    {"any", WEND_MEMORY_TEAMS_ANY},
    {"same", WEND_MEMORY_TEAMS_SAME},
    {"others", WEND_MEMORY_TEAMS_OTHERS},
    {NULL, 0},
};

static const wendlua_field query_fields[] = {
    {"kinds", WENDLUA_U64, offsetof(wend_memory_query, kinds), NULL},
    {"senses", WENDLUA_U32, offsetof(wend_memory_query, senses), NULL},
    {"teams", WENDLUA_ENUM, offsetof(wend_memory_query, teams), teams_names},
    {"team", WENDLUA_U32, offsetof(wend_memory_query, team), NULL},
    {"min_certainty", WENDLUA_DOUBLE, offsetof(wend_memory_query, min_certainty), NULL},
    {"max_age", WENDLUA_U64, offsetof(wend_memory_query, max_age), NULL},
    {"max_distance", WENDLUA_LIMIT, offsetof(wend_memory_query, max_distance), NULL},
    {"is_gone_found", WENDLUA_BOOL, offsetof(wend_memory_query, is_gone_found), NULL},
    {"is_guessed", WENDLUA_BOOL, offsetof(wend_memory_query, is_guessed), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field options_fields[] = {
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_memory_guess_options, stops), wendlua_stops_names},
    {"movement_class", WENDLUA_U32, offsetof(wend_memory_guess_options, movement_class), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_memory_guess_options, radius), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_name sense_names[] = {
    {"sight", 1 << WEND_SENSE_SIGHT},
    {"hearing", 1 << WEND_SENSE_HEARING},
    {"touch", 1 << WEND_SENSE_TOUCH},
    {"smell", 1 << WEND_SENSE_SMELL},
    {NULL, 0},
};

static const wendlua_field senses_fields[] = {
    {"take", WENDLUA_OTHER, 0, NULL},
    {"sight", WENDLUA_DOUBLE, offsetof(wend_memory_senses_options, sight), NULL},
    {"hearing", WENDLUA_DOUBLE, offsetof(wend_memory_senses_options, hearing), NULL},
    {"touch", WENDLUA_DOUBLE, offsetof(wend_memory_senses_options, touch), NULL},
    {"smell", WENDLUA_DOUBLE, offsetof(wend_memory_senses_options, smell), NULL},
    {"identifying", WENDLUA_MASK, offsetof(wend_memory_senses_options, identifying), sense_names},
    {"is_noticed_first", WENDLUA_BOOL, offsetof(wend_memory_senses_options, is_noticed_first),
     NULL},
    {"unknown_subject", WENDLUA_U64, offsetof(wend_memory_senses_options, unknown_subject), NULL},
    {"unknown_kind", WENDLUA_U32, offsetof(wend_memory_senses_options, unknown_kind), NULL},
    {"unknown_danger", WENDLUA_DOUBLE, offsetof(wend_memory_senses_options, unknown_danger), NULL},
    {"hostile_danger", WENDLUA_DOUBLE, offsetof(wend_memory_senses_options, hostile_danger), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- creation, kinds, time ---- */

/* wend.memories{record_limit=} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_memories_def def = wend_memories_def_default();
    wend_memories *memories = NULL;
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_memories_kind, sizeof *self);
    const wend_result result = wend_memories_create(&def, &memories);
    return wendlua_made(L, self, memories, result, &message);
}

/* wend.memories_load(bytes) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_memories_def def = wend_memories_def_default();
    wend_memories *memories = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_memories_kind, sizeof *self);
    const wend_result result = wend_memories_load(&def, (const uint8_t *)bytes, count, &memories);
    return wendlua_made(L, self, memories, result, &message);
}

/* set_kind(kind, fields): those not named stay. */
static int set_kind(lua_State *L)
{
    wendlua_takes(L, "kind, fields");
    wend_memory_kind kind;
    const uint32_t index = wendlua_u32(L, 2);
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_memories_get_kind(read(L), index, &kind), NULL, "kinds are from 0 to 63");
    wendlua_read(L, 3, kind_fields, &kind);
    wend_memories *memories = edit(L);
    done(L, wend_memories_set_kind(memories, index, &kind));
    return 0;
}

static int get_kind(lua_State *L)
{
    wend_memory_kind kind;
    const uint32_t index = wendlua_u32(L, 2);
    wendlua_done(L, wend_memories_get_kind(read(L), index, &kind), NULL, "kinds are from 0 to 63");
    wendlua_push(L, kind_fields, &kind);
    return 1;
}

static int set_tick(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 2);
    wend_memories *memories = edit(L);
    done(L, wend_memories_set_tick(memories, tick));
    return 0;
}

static int get_tick(lua_State *L)
{
    wendlua_push_u64(L, wend_memories_tick(read(L)));
    return 1;
}

/* ---- agents and groups ---- */

static int add_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    wend_memories *memories = edit(L);
    done(L, wend_memories_add_agent(memories, agent));
    return 0;
}

static int remove_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    wend_memories *memories = edit(L);
    done(L, wend_memories_remove_agent(memories, agent));
    return 0;
}

static int has_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    lua_pushboolean(L, wend_memories_has_agent(read(L), agent));
    return 1;
}

static int agents(lua_State *L)
{
    uint64_t agent;
    const uint32_t count = wend_memories_agent_count(read(L));
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count && wend_memories_agent(read(L), i, &agent); i++) {
        wendlua_push_u64(L, agent);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int join(lua_State *L)
{
    wendlua_takes(L, "agent, group");
    const uint64_t agent = wendlua_u64(L, 2), group = wendlua_u64(L, 3);
    wend_memories *memories = edit(L);
    done(L, wend_memories_join(memories, agent, group));
    return 0;
}

static int leave(lua_State *L)
{
    wendlua_takes(L, "agent, group");
    const uint64_t agent = wendlua_u64(L, 2), group = wendlua_u64(L, 3);
    wend_memories *memories = edit(L);
    done(L, wend_memories_leave(memories, agent, group));
    return 0;
}

static int is_member(lua_State *L)
{
    wendlua_takes(L, "agent, group");
    const uint64_t agent = wendlua_u64(L, 2), group = wendlua_u64(L, 3);
    lua_pushboolean(L, wend_memories_is_member(read(L), agent, group));
    return 1;
}

/* share(group): how many records were copied. */
static int share(lua_State *L)
{
    size_t count = 0;
    const uint64_t group = wendlua_u64(L, 2);
    wend_memories *memories = edit(L);
    done(L, wend_memories_share(memories, group, &count));
    wendlua_push_u64(L, count);
    return 1;
}

static int tell(lua_State *L)
{
    wendlua_takes(L, "from, to");
    size_t count = 0;
    const uint64_t from = wendlua_u64(L, 2), to = wendlua_u64(L, 3);
    wend_memories *memories = edit(L);
    done(L, wend_memories_tell(memories, from, to, &count));
    wendlua_push_u64(L, count);
    return 1;
}

/* ---- perceptions ---- */

/* observe(agent, fields): true if it is kept. */
static int observe(lua_State *L)
{
    wendlua_takes(L, "agent, fields");
    wend_memory_observation observation = wend_memory_observation_default();
    const uint64_t agent = wendlua_u64(L, 2);
    wendlua_need_table(L, 3);
    wendlua_read(L, 3, observation_fields, &observation);
    lua_pushstring(L, "velocity");
    observation.has_velocity = lua_rawget(L, 3) != LUA_TNIL;
    wend_memories *memories = edit(L);
    const wend_result result = wend_memories_observe(memories, agent, &observation);
    lua_pushboolean(L, done(L, result) == WEND_OK);
    return 1;
}

static int report_gone(lua_State *L)
{
    wendlua_takes(L, "agent, subject");
    const uint64_t agent = wendlua_u64(L, 2), subject = wendlua_u64(L, 3);
    wend_memories *memories = edit(L);
    done(L, wend_memories_report_gone(memories, agent, subject));
    return 0;
}

/* report_empty(agent, x, y, radius [, kinds]): how many are gone. */
static int report_empty(lua_State *L)
{
    wendlua_takes(L, "agent, x, y, radius");
    size_t count = 0;
    const uint64_t agent = wendlua_u64(L, 2);
    const wend_vec2 centre = wendlua_xy(L, 3);
    const double radius = wendlua_limit(L, 5);
    const uint64_t kinds = lua_isnoneornil(L, 6) ? UINT64_MAX : wendlua_u64(L, 6);
    wend_memories *memories = edit(L);
    done(L, wend_memories_report_empty(memories, agent, centre, radius, kinds, &count));
    wendlua_push_u64(L, count);
    return 1;
}

static int forget(lua_State *L)
{
    wendlua_takes(L, "agent, subject");
    const uint64_t agent = wendlua_u64(L, 2), subject = wendlua_u64(L, 3);
    wend_memories *memories = edit(L);
    done(L, wend_memories_forget(memories, agent, subject));
    return 0;
}

static int forget_all(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    wend_memories *memories = edit(L);
    done(L, wend_memories_forget_all(memories, agent));
    return 0;
}

/* A function of the script that completes observations. */
typedef struct memories_taker {
    lua_State *L;
    int slot;
    bool has_failed;
} memories_taker;

static int take_protected(lua_State *L)
{
    /* agent, observation, the function */
    wend_memory_observation *observation = lua_touserdata(L, 2);
    lua_pushvalue(L, 3);
    lua_pushvalue(L, 1);
    wendlua_push(L, observation_fields, observation);
    lua_call(L, 2, 1);
    if (lua_istable(L, -1)) {
        wendlua_read(L, lua_gettop(L), observation_fields, observation);
        lua_pushstring(L, "velocity");
        observation->has_velocity = lua_rawget(L, -2) != LUA_TNIL;
        lua_pushboolean(L, true);
    } else {
        lua_pushboolean(L, lua_isnil(L, -1) || lua_toboolean(L, -1));
    }
    return 1;
}

static bool take(void *user, uint64_t agent, const wend_perception *perception,
                 wend_memory_observation *observation)
{
    memories_taker *it = user;
    (void)perception;
    if (it->has_failed) {
        return false;
    }
    lua_pushcfunction(it->L, take_protected);
    wendlua_push_u64(it->L, agent);
    lua_pushlightuserdata(it->L, observation);
    lua_pushvalue(it->L, it->slot);
    if (lua_pcall(it->L, 3, 1, 0) != LUA_OK) {
        lua_replace(it->L, it->slot);
        it->has_failed = true;
        return false;
    }
    const bool is_taken = lua_toboolean(it->L, -1) != 0;
    lua_pop(it->L, 1);
    return is_taken;
}

/* The options at a slot, which may be missing; `take` goes to the top of the stack. */
static wend_memory_senses_options senses_options_at(lua_State *L, int slot, memories_taker *taker)
{
    wend_memory_senses_options options = wend_memory_senses_options_default();
    *taker = (memories_taker){L, 0, false};
    if (lua_isnoneornil(L, slot)) {
        return options;
    }
    wendlua_read(L, slot, senses_fields, &options);
    lua_pushstring(L, "take");
    if (lua_rawget(L, slot) != LUA_TNIL) {
        wendlua_arg_check(L, lua_isfunction(L, -1), slot, "take must be a function");
        taker->slot = lua_gettop(L);
        options.take = take;
        options.user = taker;
    }
    return options;
}

/* @param source slot of the senses or smells, which the function must not change either. */
static void lock_source(lua_State *L, int source, bool is_locked)
{
    wendlua_lock(L, 1, is_locked);
    wendlua_lock(L, source, is_locked);
}

static int taken(lua_State *L, const memories_taker *taker, wend_result result, size_t kept)
{
    if (taker->has_failed) {
        lua_pushvalue(L, taker->slot);
        return lua_error(L);
    }
    done(L, result);
    wendlua_push_u64(L, kept);
    return 1;
}

/* observe_senses(senses [, options]): how many perceptions are kept. */
static int observe_senses(lua_State *L)
{
    size_t kept;
    memories_taker taker;
    const wend_senses *senses = wendlua_read_pointer(L, 2, &wendlua_senses_kind);
    const wend_memory_senses_options options = senses_options_at(L, 3, &taker);
    wend_memories *memories = edit(L);
    lock_source(L, 2, true);
    const wend_result result = wend_memories_observe_senses(memories, senses, &options, &kept);
    lock_source(L, 2, false);
    return taken(L, &taker, result, kept);
}

/* observe_smell(agent, smell, x, y [, options [, nose]]): how many smells are kept. */
static int observe_smell(lua_State *L)
{
    wendlua_takes(L, "agent, smell, x, y");
    size_t kept;
    memories_taker taker;
    double profile[WEND_SMELL_KINDS_MAX];
    const uint64_t agent = wendlua_u64(L, 2);
    const wend_smell *smell = wendlua_read_pointer(L, 3, &wendlua_smell_kind);
    const wend_vec2 at = wendlua_xy(L, 4);
    const wend_nose nose = wendlua_nose_at(L, 7, profile);
    const wend_memory_senses_options options = senses_options_at(L, 6, &taker);
    wend_memories *memories = edit(L);
    lock_source(L, 3, true);
    const wend_result result = wend_memories_observe_smell(
        memories, agent, smell, (wend_vec3){at.x, at.y, 0}, &nose, &options, &kept);
    lock_source(L, 3, false);
    return taken(L, &taker, result, kept);
}

/* ---- queries ---- */

static const char no_agent[] = "there is no such agent";

static int push_memory(lua_State *L, bool has_one, const wend_memory *memory)
{
    if (has_one) {
        wendlua_push(L, memory_fields, memory);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

/* get(agent, subject): a table, or nil. */
static int get(lua_State *L)
{
    wendlua_takes(L, "agent, subject");
    wend_memory memory;
    const uint64_t agent = wendlua_u64(L, 2), subject = wendlua_u64(L, 3);
    return push_memory(L, wend_memories_get(read(L), agent, subject, &memory) == WEND_OK, &memory);
}

static wend_memory_query query_at(lua_State *L, int arg)
{
    wend_memory_query query = wend_memory_query_default();
    lua_settop(L, arg);
    wendlua_read(L, arg, query_fields, &query);
    wendlua_arg_check(L, query.max_distance >= 0, arg, "max_distance must be 0 or more");
    wendlua_arg_check(L, query.min_certainty >= 0 && query.min_certainty <= 1, arg,
                      "min_certainty must be from 0 to 1");
    return query;
}

/* list(agent [, query]) */
static int list(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    const wend_memory_query query = query_at(L, 3);
    size_t count = 0;
    wend_memory *found = wendlua_scratch(L, WEND_MEMORIES_RECORDS_MAX, sizeof *found);
    wendlua_done(
        L, wend_memories_list(read(L), agent, &query, found, WEND_MEMORIES_RECORDS_MAX, &count),
        NULL, wend_memories_has_agent(read(L), agent) ? "max_distance needs a position" : no_agent);
    return wendlua_push_structs(L, memory_fields, found, sizeof *found, count);
}

/* nearest(agent, x, y [, query]) */
static int nearest(lua_State *L)
{
    wendlua_takes(L, "agent, x, y");
    wend_memory memory;
    const uint64_t agent = wendlua_u64(L, 2);
    const wend_vec2 at = wendlua_xy(L, 3);
    const wend_memory_query query = query_at(L, 5);
    const bool has_one =
        wend_memories_nearest(read(L), agent, (wend_vec3){at.x, at.y, 0}, &query, &memory);
    return push_memory(L, has_one, &memory);
}

/* most_dangerous(agent, x, y [, query]): a table and its danger. */
static int most_dangerous(lua_State *L)
{
    wendlua_takes(L, "agent, x, y");
    wend_memory memory;
    double value;
    const uint64_t agent = wendlua_u64(L, 2);
    const wend_vec2 at = wendlua_xy(L, 3);
    const wend_memory_query query = query_at(L, 5);
    const bool has_one = wend_memories_most_dangerous(read(L), agent, (wend_vec3){at.x, at.y, 0},
                                                      &query, &memory, &value);
    push_memory(L, has_one, &memory);
    lua_pushnumber(L, value);
    return has_one ? 2 : 1;
}

static int push_record(lua_State *L, const void *context)
{
    wendlua_push(L, memory_fields, context);
    return 1;
}

/* A score by a function of the script. */
static double judge(void *user, uint64_t agent, const wend_memory *memory)
{
    wendlua_asked *asked = user;
    (void)agent;
    if (!wendlua_ask(asked, push_record, memory)) {
        return 0;
    }
    const double score = lua_tonumber(asked->L, -1);
    lua_pop(asked->L, 1);
    return score;
}

/* best(agent, x, y, score [, query]): a table and its score. */
static int best(lua_State *L)
{
    wendlua_takes(L, "agent, x, y, score");
    wend_memory memory;
    double value;
    const uint64_t agent = wendlua_u64(L, 2);
    const wend_vec2 at = wendlua_xy(L, 3);
    wendlua_arg_check(L, lua_isfunction(L, 5), 5, "a function expected");
    const wend_memory_query query = query_at(L, 6);
    wendlua_asked asked = {L, 5, 0};
    luaL_checkstack(L, 16, NULL);
    const wend_memories *memories = read(L);
    wendlua_lock(L, 1, true);
    const bool has_one = wend_memories_best(memories, agent, (wend_vec3){at.x, at.y, 0}, &query,
                                            judge, &asked, &memory, &value);
    wendlua_lock(L, 1, false);
    wendlua_raise(&asked);
    push_memory(L, has_one, &memory);
    lua_pushnumber(L, value);
    return has_one ? 2 : 1;
}

/* guess(agent, subject [, options]): the estimated position as x, y, z; nil for an unknown subject. */
static int guess(lua_State *L)
{
    wendlua_takes(L, "agent, subject");
    wend_memory_guess_options options = wend_memory_guess_options_default();
    wend_vec3 at;
    const uint64_t agent = wendlua_u64(L, 2), subject = wendlua_u64(L, 3);
    lua_settop(L, 4);
    if (!lua_isnil(L, 4)) {
        wendlua_read(L, 4, options_fields, &options);
        options.walls = wendlua_field_pointer(L, 4, "walls", &wendlua_walls_kind);
        options.grid = wendlua_field_pointer(L, 4, "grid", &wendlua_grid_kind);
    }
    const wend_result result = wend_memories_guess(read(L), agent, subject, &options, &at);
    if (result == WEND_ERROR_STALE) {
        lua_pushnil(L);
        return 1;
    }
    wendlua_done(L, result, NULL, "the movement class or the radius is out of range");
    lua_pushnumber(L, at.x);
    lua_pushnumber(L, at.y);
    lua_pushnumber(L, at.z);
    return 3;
}

static wend_item_id item_at(lua_State *L, int arg)
{
    return (wend_item_id){wendlua_index1(L, arg, WENDLUA_ITEM),
                          wendlua_generation(L, arg, WENDLUA_ITEM)};
}

/* item_subject(item) */
static int item_subject(lua_State *L)
{
    (void)read(L);
    wendlua_push_u64(L, wend_memory_item_subject(item_at(L, 2)));
    return 1;
}

/* knows_item(agent, item): for the is_item of queries. */
static int knows_item(lua_State *L)
{
    wendlua_takes(L, "agent, item");
    wend_memory memory;
    const uint64_t agent = wendlua_u64(L, 2);
    const uint64_t subject = wend_memory_item_subject(item_at(L, 3));
    lua_pushboolean(L, wend_memories_get(read(L), agent, subject, &memory) == WEND_OK &&
                           !memory.is_gone);
    return 1;
}

/* ---- all memories ---- */

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_memories_memory_bytes(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_memories_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_memories_save(it, bytes, capacity, count);
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
    wend_memories_def def = wend_memories_def_default();
    wend_memories *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_memories_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_memories_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"set_kind", set_kind},
    {"get_kind", get_kind},
    {"set_tick", set_tick},
    {"tick", get_tick},
    {"add_agent", add_agent},
    {"remove_agent", remove_agent},
    {"has_agent", has_agent},
    {"agents", agents},
    {"join", join},
    {"leave", leave},
    {"is_member", is_member},
    {"share", share},
    {"tell", tell},
    {"observe", observe},
    {"observe_senses", observe_senses},
    {"observe_smell", observe_smell},
    {"report_gone", report_gone},
    {"report_empty", report_empty},
    {"forget", forget},
    {"forget_all", forget_all},
    {"get", get},
    {"list", list},
    {"nearest", nearest},
    {"most_dangerous", most_dangerous},
    {"best", best},
    {"guess", guess},
    {"item_subject", item_subject},
    {"knows_item", knows_item},
    {"memory_bytes", memory_bytes},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_memories_kind = {"memories", "wend.memories", destroy, methods};

const luaL_Reg wendlua_memories_functions[] = {
    {"memories", make},
    {"memories_load", make_loaded},
    {NULL, NULL},
};
