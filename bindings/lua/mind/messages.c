/* wend.messages and its methods: telegrams between agents, handled by functions of the script.
 * Cost: as in wend/message.h; a table for each delivery. */
#include "wend/message.h"

#include <math.h>
#include <string.h>

#include "lua/core/rooms.h"
#include "lua/mind/telegram.h"

static void destroy(wendlua_object *object)
{
    wend_messages_destroy(object->pointer);
}

/* Handlers may call all but deliver, clear, save and load, so the lock of a delivery stops only the
 * closing of the object. */
static wend_messages *use(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_messages_kind);
}

static void done(lua_State *L, wend_messages *messages, wend_result result)
{
    wendlua_done_by(L, result, wend_messages_error(messages));
}

/* ---- creation ---- */

static const wendlua_field def_fields[] = {
    {"max_waiting", WENDLUA_U32, offsetof(wend_messages_def, max_waiting), NULL},
    {"max_rounds", WENDLUA_U32, offsetof(wend_messages_def, max_rounds), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_messages_def, cell_size), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_messages_def, tick), NULL},
    {NULL, 0, 0, NULL},
};

/* wend.messages{max_waiting=, max_rounds=, cell_size=, tick=} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_messages_def def = wend_messages_def_default();
    wend_messages *messages = NULL;
    lua_settop(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_messages_kind, sizeof *self);
    const wend_result result = wend_messages_create(&def, &messages);
    return wendlua_made(L, self, messages, result, &message);
}

/* wend.messages_load(bytes) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_messages_def def = wend_messages_def_default();
    wend_messages *messages = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_messages_kind, sizeof *self);
    const wend_result result = wend_messages_load(&def, (const uint8_t *)bytes, count, &messages);
    return wendlua_made(L, self, messages, result, &message);
}

/* ---- agents ---- */

static int add_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    done(L, use(L), wend_messages_add_agent(use(L), agent));
    return 0;
}

static int remove_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    done(L, use(L), wend_messages_remove_agent(use(L), agent));
    return 0;
}

static int has_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    lua_pushboolean(L, wend_messages_has_agent(use(L), agent));
    return 1;
}

/* set_position(agent, x, y) */
static int set_position(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    const wend_vec2 position = wendlua_xy(L, 3);
    done(L, use(L), wend_messages_set_position(use(L), agent, position));
    return 0;
}

/* position(agent): x, y; nil without one */
static int position(lua_State *L)
{
    wend_vec2 at;
    const uint64_t agent = wendlua_u64(L, 2);
    if (!wend_messages_get_position(use(L), agent, &at)) {
        lua_pushnil(L);
        return 1;
    }
    return wendlua_push_xy(L, at);
}

static int join_group(lua_State *L)
{
    wendlua_takes(L, "agent, group");
    const uint64_t agent = wendlua_u64(L, 2);
    const uint32_t group = wendlua_u32(L, 3);
    done(L, use(L), wend_messages_join_group(use(L), agent, group));
    return 0;
}

static int leave_group(lua_State *L)
{
    wendlua_takes(L, "agent, group");
    const uint64_t agent = wendlua_u64(L, 2);
    const uint32_t group = wendlua_u32(L, 3);
    done(L, use(L), wend_messages_leave_group(use(L), agent, group));
    return 0;
}

static int is_in_group(lua_State *L)
{
    wendlua_takes(L, "agent, group");
    const uint64_t agent = wendlua_u64(L, 2);
    const uint32_t group = wendlua_u32(L, 3);
    lua_pushboolean(L, wend_messages_is_in_group(use(L), agent, group));
    return 1;
}

static int list_group(lua_State *L)
{
    const uint32_t group = wendlua_u32(L, 2);
    size_t count;
    (void)wend_messages_list_group(use(L), group, NULL, 0, &count);
    uint64_t *agents = wendlua_scratch(L, count + 1, sizeof *agents);
    (void)wend_messages_list_group(use(L), group, agents, count, &count);
    return wendlua_push_u64s(L, agents, count);
}

/* ---- sending ---- */

/* send{receiver=, type=, ...}: the id of the telegram that waits */
static int send(lua_State *L)
{
    wend_telegram_def def = wend_telegram_def_default();
    wend_telegram_id id;
    wendlua_read_telegram(L, 2, &def);
    done(L, use(L), wend_messages_send(use(L), &def, &id));
    wendlua_push_id(L, WENDLUA_TELEGRAM, id.index1, id.generation);
    return 1;
}

static wend_telegram_id id_at(lua_State *L, int arg)
{
    return (wend_telegram_id){wendlua_index1(L, arg, WENDLUA_TELEGRAM),
                              wendlua_generation(L, arg, WENDLUA_TELEGRAM)};
}

static int cancel(lua_State *L)
{
    const wend_telegram_id id = id_at(L, 2);
    done(L, use(L), wend_messages_cancel(use(L), id));
    return 0;
}

/* get(id): the telegram; nil once it is delivered or cancelled */
static int get(lua_State *L)
{
    wend_telegram telegram;
    const wend_telegram_id id = id_at(L, 2);
    if (wend_messages_get(use(L), id, &telegram) != WEND_OK) {
        lua_pushnil(L);
    } else {
        wendlua_push_telegram(L, &telegram);
    }
    return 1;
}

static int clear(lua_State *L)
{
    wend_messages *messages = wendlua_edit_pointer(L, 1, &wendlua_messages_kind);
    done(L, messages, wend_messages_clear(messages));
    return 0;
}

/* ---- delivery ---- */

/* Functions of the script by their slots; 0: none. */
typedef struct lua_handler {
    lua_State *L;
    int deliver, dead, position;
    int error;       /* slot of the first error; no function is called after it */
    uint64_t failed; /* the agent of it */
} lua_handler;

/* A call of one of them. */
typedef struct lua_delivery {
    const wend_telegram *telegram; /* NULL: the position is wanted */
    const char *reason;            /* of a dead letter */
    uint64_t agent;
    bool is_true;
    wend_vec2 at;
} lua_delivery;

/* Runs protected: the call, then the function. */
static int call_body(lua_State *L)
{
    lua_delivery *call = lua_touserdata(L, 1);
    wendlua_push_u64(L, call->agent);
    if (call->telegram == NULL) {
        lua_call(L, 1, 2);
        call->is_true = lua_toboolean(L, -2) != 0;
        if (call->is_true) {
            call->at = (wend_vec2){wendlua_number(L, -2), wendlua_number(L, -1)};
        }
        return 0;
    }
    wendlua_push_telegram(L, call->telegram);
    if (call->reason != NULL) {
        lua_pushstring(L, call->reason);
    }
    lua_call(L, call->reason != NULL ? 3 : 2, 1);
    call->is_true = lua_isnil(L, -1) || lua_toboolean(L, -1);
    return 0;
}

static bool call(lua_handler *h, int function, lua_delivery *what)
{
    lua_State *L = h->L;
    if (h->error != 0 || function == 0 || !lua_checkstack(L, 8)) {
        return false;
    }
    lua_pushcfunction(L, call_body);
    lua_pushlightuserdata(L, what);
    lua_pushvalue(L, function);
    if (lua_pcall(L, 2, 0, 0) != LUA_OK) {
        h->error = lua_gettop(L);
        h->failed = what->agent;
        return false;
    }
    return what->is_true;
}

static bool deliver_by(void *user, uint64_t agent, const wend_telegram *telegram)
{
    lua_handler *h = user;
    return call(h, h->deliver, &(lua_delivery){.telegram = telegram, .agent = agent});
}

static void bury_by(void *user, uint64_t agent, const wend_telegram *telegram,
                    wend_dead_reason reason)
{
    lua_handler *h = user;
    const char *text = reason == WEND_DEAD_GONE    ? "gone"
                       : reason == WEND_DEAD_EMPTY ? "empty"
                                                   : "unhandled";
    (void)call(h, h->dead, &(lua_delivery){.telegram = telegram, .agent = agent, .reason = text});
}

static bool place_by(void *user, uint64_t agent, wend_vec2 *at)
{
    lua_handler *h = user;
    lua_delivery what = {.agent = agent};
    const bool has_one = call(h, h->position, &what);
    *at = what.at;
    return has_one;
}

/* Pushes a function of the handler's table. @return its slot; 0 where it is nil. */
static int function_of(lua_State *L, const char *name)
{
    lua_pushstring(L, name);
    const int type = lua_rawget(L, 3);
    if (type != LUA_TNIL && type != LUA_TFUNCTION) {
        wendlua_fail(L, "field '%s': a function expected, got %s", name, luaL_typename(L, -1));
    }
    return type == LUA_TNIL ? 0 : lua_gettop(L);
}

static const wendlua_field handler_fields[] = {
    {"deliver", WENDLUA_OTHER, 0, NULL},
    {"dead", WENDLUA_OTHER, 0, NULL},
    {"position", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

/* deliver(tick [, function or {deliver=, dead=, position=}]): false if max_rounds was reached */
static int deliver(lua_State *L)
{
    lua_handler h = {.L = L};
    wend_message_handler handler = {.user = &h};
    const uint64_t tick = wendlua_u64(L, 2);
    lua_settop(L, 3);
    if (lua_isfunction(L, 3)) {
        h.deliver = 3;
    } else if (!lua_isnil(L, 3)) {
        wendlua_read(L, 3, handler_fields, &h);
        h.deliver = function_of(L, "deliver");
        h.dead = function_of(L, "dead");
        h.position = function_of(L, "position");
    }
    handler.deliver = h.deliver != 0 ? deliver_by : NULL;
    handler.dead = h.dead != 0 ? bury_by : NULL;
    handler.position = h.position != 0 ? place_by : NULL;
    wend_messages *messages = wendlua_edit_pointer(L, 1, &wendlua_messages_kind);
    wendlua_lock(L, 1, true);
    const wend_result result = wend_messages_deliver(messages, tick, &handler);
    wendlua_lock(L, 1, false);
    if (h.error != 0 && lua_type(L, h.error) == LUA_TSTRING) {
        return wendlua_fail(L, "handler of agent %I: %s", (LUAI_UACINT)h.failed,
                            lua_tostring(L, h.error));
    }
    if (h.error != 0) {
        lua_pushvalue(L, h.error);
        return lua_error(L);
    }
    done(L, messages, result);
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

/* ---- crowds and planners ---- */

static int follow_crowd(lua_State *L)
{
    const wend_crowd *crowd = wendlua_read_pointer(L, 2, &wendlua_crowd_kind);
    done(L, use(L), wend_messages_follow_crowd(use(L), crowd));
    return 0;
}

/* send_events(crowd, first_type [, kinds]) */
static int send_events(lua_State *L)
{
    const uint32_t first_type = wendlua_u32(L, 3);
    uint32_t kinds = 0;
    if (!lua_isnoneornil(L, 4)) {
        wendlua_need_table(L, 4);
        for (size_t i = 1; i <= wendlua_list_length(L, 4); i++) {
            uint32_t kind = 0;
            lua_rawgeti(L, 4, (lua_Integer)i);
            wendlua_read_part(L, -1, "kinds", WENDLUA_ENUM, wendlua_event_names, &kind);
            kinds |= (uint32_t)1 << kind;
            lua_pop(L, 1);
        }
    }
    const wend_crowd *crowd = wendlua_read_pointer(L, 2, &wendlua_crowd_kind);
    done(L, use(L), wend_messages_send_events(use(L), crowd, kinds, first_type));
    return 0;
}

/* watch_request(request, agent, type) */
static int watch_request(lua_State *L)
{
    wendlua_takes(L, "request, agent, type");
    const wend_planner_request_id id = {wendlua_index1(L, 2, WENDLUA_PLAN),
                                        wendlua_generation(L, 2, WENDLUA_PLAN)};
    const uint64_t agent = wendlua_u64(L, 3);
    const uint32_t type = wendlua_u32(L, 4);
    done(L, use(L), wend_messages_watch_request(use(L), id, agent, type));
    return 0;
}

/* send_answers(planner): false if some wait for room */
static int send_answers(lua_State *L)
{
    wend_planner *planner = wendlua_read_pointer(L, 2, &wendlua_planner_kind);
    const wend_result result = wend_messages_send_answers(use(L), planner);
    done(L, use(L), result);
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

/* ---- state ---- */

static const wendlua_field info_fields[] = {
    {"tick", WENDLUA_U64, offsetof(wend_messages_info, tick), NULL},
    {"agents", WENDLUA_U32, offsetof(wend_messages_info, agents), NULL},
    {"memberships", WENDLUA_U32, offsetof(wend_messages_info, memberships), NULL},
    {"waiting", WENDLUA_U32, offsetof(wend_messages_info, waiting), NULL},
    {"max_waiting", WENDLUA_U32, offsetof(wend_messages_info, max_waiting), NULL},
    {"watches", WENDLUA_U32, offsetof(wend_messages_info, watches), NULL},
    {"sent", WENDLUA_U64, offsetof(wend_messages_info, sent), NULL},
    {"merged", WENDLUA_U64, offsetof(wend_messages_info, merged), NULL},
    {"cancelled", WENDLUA_U64, offsetof(wend_messages_info, cancelled), NULL},
    {"delivered", WENDLUA_U64, offsetof(wend_messages_info, delivered), NULL},
    {"gone", WENDLUA_U64, offsetof(wend_messages_info, gone), NULL},
    {"empty", WENDLUA_U64, offsetof(wend_messages_info, empty), NULL},
    {"unhandled", WENDLUA_U64, offsetof(wend_messages_info, unhandled), NULL},
    {"postponed", WENDLUA_U64, offsetof(wend_messages_info, postponed), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_messages_info info;
    wend_messages_get_info(use(L), &info);
    wendlua_push(L, info_fields, &info);
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_messages_memory_bytes(use(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_messages_hash(use(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_messages_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, use(L));
}

/* load(bytes): replaces its state. */
static int load(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_messages_def def = wend_messages_def_default();
    wend_messages *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_messages_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_messages_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"add_agent", add_agent},
    {"remove_agent", remove_agent},
    {"has_agent", has_agent},
    {"set_position", set_position},
    {"position", position},
    {"join_group", join_group},
    {"leave_group", leave_group},
    {"is_in_group", is_in_group},
    {"list_group", list_group},
    {"send", send},
    {"cancel", cancel},
    {"get", get},
    {"clear", clear},
    {"deliver", deliver},
    {"follow_crowd", follow_crowd},
    {"send_events", send_events},
    {"watch_request", watch_request},
    {"send_answers", send_answers},
    {"get_info", get_info},
    {"memory_bytes", memory_bytes},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_messages_kind = {"messages", "wend.messages", destroy, methods};

const luaL_Reg wendlua_messages_functions[] = {
    {"messages", make},
    {"messages_load", make_loaded},
    {NULL, NULL},
};
