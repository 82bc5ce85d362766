/* wend.machines and its methods: state machines of agents, as tables and with functions of the script.
 * Cost: as in wend/machine.h; each function of a script is a call into Lua. */
#include "wend/machine.h"

#include <string.h>

#include "lua/core/rooms.h"
#include "lua/mind/telegram.h"

/* The functions of a description are its second user value, a list: those of state i at 4 * i + 1 to
 * 4 * i + 4; the guard of transition i, both counted from 0, at -i - 1. */
typedef struct lua_machines {
    wendlua_object object; /* first: pointer is the wend_machines */
    lua_State *L;          /* that makes a call; NULL outside of calls */
    int slot;              /* the object's, on that stack */
    int error;             /* slot of the first error of a function; 0: none */
    bool is_guarding;      /* a guard runs: it changes nothing */
} lua_machines;

typedef enum function_kind { ENTER, UPDATE, EXIT, ON_MESSAGE, KINDS } function_kind;

static void destroy(wendlua_object *object)
{
    wend_machines_destroy(object->pointer);
}

static wend_machines *use(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_machines_kind);
}

static wend_machines *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_machines_kind);
}

/* For what functions of the script may change from within: all that C allows in callbacks, but nothing
 * from guards. */
static wend_machines *change_from_within(lua_State *L)
{
    const lua_machines *self = (const lua_machines *)wendlua_check(L, 1, &wendlua_machines_kind);
    if (self->is_guarding) {
        wendlua_fail(L, "a guard changes nothing");
    }
    return self->L != NULL ? self->object.pointer : edit(L);
}

/* ---- functions of the script ---- */

/* A call of one of them. */
typedef struct lua_call {
    lua_machines *self;
    const wend_machine_turn *turn;
    const wend_telegram *telegram;
    lua_Integer function;
    bool is_guard;
    bool is_true;
} lua_call;

static const wendlua_name reason_names[] = {
    {"none", WEND_CHANGE_NONE},
    {"start", WEND_CHANGE_START},
    {"transition", WEND_CHANGE_TRANSITION},
    {"message", WEND_CHANGE_MESSAGE},
    {"timeout", WEND_CHANGE_TIMEOUT},
    {"call", WEND_CHANGE_CALL},
    {NULL, 0},
};

/* Sets a field of the table on top to the name of a state; none: it stays nil. */
static void set_state(lua_State *L, const wend_machines *machines, const char *field,
                      uint32_t state)
{
    if (state != WEND_STATE_NONE) {
        lua_pushstring(L, wend_machines_state_name(machines, state));
        lua_setfield(L, -2, field);
    }
}

static void push_turn(lua_State *L, const wend_machine_turn *turn)
{
    lua_createtable(L, 0, 5);
    wendlua_push_u64(L, turn->tick);
    lua_setfield(L, -2, "tick");
    set_state(L, turn->machines, "state", turn->state);
    set_state(L, turn->machines, "from", turn->from);
    set_state(L, turn->machines, "to", turn->to);
    wendlua_push_name(L, reason_names, (uint32_t)turn->reason);
    lua_setfield(L, -2, "reason");
}

/* Runs protected: the call, then the list of functions. */
static int call_body(lua_State *L)
{
    lua_call *call = lua_touserdata(L, 1);
    lua_rawgeti(L, 2, call->function);
    wendlua_push_u64(L, call->turn->agent);
    if (call->telegram != NULL) {
        wendlua_push_telegram(L, call->telegram);
    }
    push_turn(L, call->turn);
    lua_call(L, call->telegram != NULL ? 3 : 2, 1);
    call->is_true = (!call->is_guard && lua_isnil(L, -1)) || lua_toboolean(L, -1);
    return 0;
}

/* The first error is kept for the end of the call, with state and agent. */
static wend_result run(lua_call *call)
{
    lua_machines *self = call->self;
    lua_State *L = self->L;
    if (L == NULL || !lua_checkstack(L, 8)) {
        return WEND_ERROR_MEMORY;
    }
    lua_pushcfunction(L, call_body);
    lua_pushlightuserdata(L, call);
    lua_getiuservalue(L, self->slot, 2);
    if (lua_pcall(L, 2, 0, 0) == LUA_OK) {
        return WEND_OK;
    }
    if (self->error != 0) {
        lua_pop(L, 1);
    } else {
        self->error = lua_gettop(L);
    }
    return WEND_ERROR_ARGUMENT;
}

static wend_result run_state(void *user, const wend_machine_turn *turn, function_kind kind)
{
    return run(&(lua_call){.self = user,
                           .turn = turn,
                           .function = (lua_Integer)turn->state * KINDS + (lua_Integer)kind + 1});
}

static wend_result on_enter(void *user, wend_machine_turn *turn)
{
    return run_state(user, turn, ENTER);
}

static wend_result on_update(void *user, wend_machine_turn *turn)
{
    return run_state(user, turn, UPDATE);
}

static wend_result on_leave(void *user, wend_machine_turn *turn)
{
    return run_state(user, turn, EXIT);
}

static wend_result on_message(void *user, wend_machine_turn *turn, const wend_telegram *telegram,
                              bool *is_handled)
{
    lua_call call = {.self = user,
                     .turn = turn,
                     .telegram = telegram,
                     .function = (lua_Integer)turn->state * KINDS + ON_MESSAGE + 1};
    const wend_result result = run(&call);
    *is_handled = call.is_true;
    return result;
}

static wend_result on_guard(void *user, wend_machine_turn *turn, bool *holds)
{
    lua_machines *self = user;
    lua_call call = {.self = self,
                     .turn = turn,
                     .function = -1 - (lua_Integer)turn->transition,
                     .is_guard = true};
    self->is_guarding = true;
    const wend_result result = run(&call);
    self->is_guarding = false;
    *holds = call.is_true;
    return result;
}

/* From here to leave, functions can be called. Nothing may raise an error in between. */
static void enter(lua_State *L)
{
    lua_machines *self = lua_touserdata(L, 1);
    self->L = L;
    self->slot = 1;
    self->error = 0;
    self->is_guarding = false;
    wendlua_lock(L, 1, true);
}

/* Raises the error of a function, with state and agent of the first failure. */
static wend_result leave(lua_State *L, wend_result result)
{
    lua_machines *self = lua_touserdata(L, 1);
    wend_machines *machines = self->object.pointer;
    wendlua_lock(L, 1, false);
    self->L = NULL;
    if (self->error != 0) {
        size_t count;
        const wend_machine_failure *it = wend_machines_get_failures(machines, &count);
        if (lua_type(L, self->error) != LUA_TSTRING || it == NULL) {
            lua_pushvalue(L, self->error);
            (void)lua_error(L);
        } else {
            const char *what = it->kind == WEND_MACHINE_FAILED_GUARD ? "in a guard of" : "in";
            wendlua_fail(L, "agent %I %s state '%s': %s", (LUAI_UACINT)it->agent, what,
                         wend_machines_state_name(machines, it->state),
                         lua_tostring(L, self->error));
        }
    }
    return wendlua_done_by(L, result, wend_machines_error(machines));
}

/* true; or false and the reason: a cycle of changes, or a full stack */
static int push_result(lua_State *L, wend_result result)
{
    lua_pushboolean(L, result == WEND_OK);
    if (result == WEND_OK) {
        return 1;
    }
    lua_pushstring(L, wend_machines_error(use(L)));
    return 2;
}

/* ---- descriptions ---- */

static const wendlua_name history_names[] = {
    {"none", WEND_HISTORY_NONE},
    {"shallow", WEND_HISTORY_SHALLOW},
    {"deep", WEND_HISTORY_DEEP},
    {NULL, 0},
};

static const wendlua_name compare_names[] = {
    {"<", WEND_LESS},   {"<=", WEND_LESS_EQUAL}, {">", WEND_GREATER}, {">=", WEND_GREATER_EQUAL},
    {"==", WEND_EQUAL}, {"~=", WEND_NOT_EQUAL},  {NULL, 0},
};

static const wendlua_name action_names[] = {
    {"go", WEND_TRANSITION_GO},
    {"push", WEND_TRANSITION_PUSH},
    {"pop", WEND_TRANSITION_POP},
    {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"states", WENDLUA_OTHER, 0, NULL},
    {"transitions", WENDLUA_OTHER, 0, NULL},
    {"facts", WENDLUA_OTHER, 0, NULL},
    {"initial", WENDLUA_OTHER, 0, NULL},
    {"max_agents", WENDLUA_U32, offsetof(wend_machines_def, max_agents), NULL},
    {"stack_depth", WENDLUA_U32, offsetof(wend_machines_def, stack_depth), NULL},
    {"max_chain", WENDLUA_U32, offsetof(wend_machines_def, max_chain), NULL},
    {"record_limit", WENDLUA_U32, offsetof(wend_machines_def, record_limit), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_machines_def, tick), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field state_fields[] = {
    {"name", WENDLUA_OTHER, 0, NULL},
    {"parent", WENDLUA_OTHER, 0, NULL},
    {"initial", WENDLUA_OTHER, 0, NULL},
    {"history", WENDLUA_ENUM, offsetof(wend_state_def, history), history_names},
    {"is_global", WENDLUA_BOOL, offsetof(wend_state_def, is_global), NULL},
    {"min_ticks", WENDLUA_U64, offsetof(wend_state_def, min_ticks), NULL},
    {"timeout_ticks", WENDLUA_U64, offsetof(wend_state_def, timeout_ticks), NULL},
    {"timeout_to", WENDLUA_OTHER, 0, NULL},
    {"enter", WENDLUA_OTHER, 0, NULL},
    {"update", WENDLUA_OTHER, 0, NULL},
    {"exit", WENDLUA_OTHER, 0, NULL},
    {"on_message", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field transition_fields[] = {
    {"from", WENDLUA_OTHER, 0, NULL},
    {"to", WENDLUA_OTHER, 0, NULL},
    {"action", WENDLUA_ENUM, offsetof(wend_transition_def, action), action_names},
    {"is_local", WENDLUA_BOOL, offsetof(wend_transition_def, is_local), NULL},
    {"priority", WENDLUA_I32, offsetof(wend_transition_def, priority), NULL},
    {"telegram_type", WENDLUA_U32, offsetof(wend_transition_def, telegram_type), NULL},
    {"conditions", WENDLUA_OTHER, 0, NULL},
    {"guard", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field condition_fields[] = {
    {"fact", WENDLUA_OTHER, 0, NULL},
    {"compare", WENDLUA_ENUM | WENDLUA_NEEDED, offsetof(wend_fact_condition, compare),
     compare_names},
    {"value", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_fact_condition, value), NULL},
    {"hysteresis", WENDLUA_DOUBLE, offsetof(wend_fact_condition, hysteresis), NULL},
    {"is_negated", WENDLUA_BOOL, offsetof(wend_fact_condition, is_negated), NULL},
    {NULL, 0, 0, NULL},
};

/* A text of the table at index, which keeps it; NULL where it is nil. */
static const char *text_of(lua_State *L, int table, const char *field)
{
    lua_pushstring(L, field);
    const int type = lua_rawget(L, table);
    if (type != LUA_TNIL && type != LUA_TSTRING) {
        wendlua_fail(L, "field '%s': text expected, got %s", field, luaL_typename(L, -1));
    }
    const char *text = type == LUA_TNIL ? NULL : lua_tostring(L, -1);
    lua_pop(L, 1);
    return text;
}

/* The index of a state that a field of the table at index names; `none` where it is nil. */
static uint32_t state_of(lua_State *L, int table, const char *field, const wend_machines_def *def,
                         uint32_t none)
{
    const char *name = text_of(L, table, field);
    for (uint32_t i = 0; name != NULL && i < def->state_count; i++) {
        if (strcmp(def->states[i].name, name) == 0) {
            return i;
        }
    }
    if (name != NULL) {
        wendlua_fail(L, "field '%s': there is no state '%s'", field, name);
    }
    return none;
}

/* The function of the table at index goes into the list of functions. @return true if there is one. */
static bool keep_function(lua_State *L, int table, int functions, const char *field,
                          lua_Integer number)
{
    lua_pushstring(L, field);
    const int type = lua_rawget(L, table);
    if (type != LUA_TNIL && type != LUA_TFUNCTION) {
        wendlua_fail(L, "field '%s': a function expected, got %s", field, luaL_typename(L, -1));
    }
    if (type == LUA_TNIL) {
        lua_pop(L, 1);
        return false;
    }
    lua_rawseti(L, functions, number);
    return true;
}

/* Pushes an entry of the list at index, a table. @return its slot. */
static int entry_of(lua_State *L, int list, const char *label, size_t number)
{
    if (lua_rawgeti(L, list, (lua_Integer)number) != LUA_TTABLE) {
        wendlua_fail(L, "%s[%d]: a table expected, got %s", label, (int)number,
                     luaL_typename(L, -1));
    }
    return lua_gettop(L);
}

/* Leaves the list and the memory of the states on the stack, as all of these. */
static void read_states(lua_State *L, wend_machines_def *def, int functions)
{
    if (lua_getfield(L, 1, "states") != LUA_TTABLE) {
        wendlua_fail(L, "field 'states': a list expected, got %s", luaL_typename(L, -1));
    }
    const int list = lua_gettop(L);
    const size_t count = wendlua_list_length(L, list);
    wend_state_def *states = wendlua_scratch(L, count + 1, sizeof *states);
    for (size_t i = 0; i < count; i++) {
        states[i] = wend_state_def_default();
        const int entry = entry_of(L, list, "states", i + 1);
        wendlua_read_item(L, entry, state_fields, &states[i], "states", i + 1);
        states[i].name = text_of(L, entry, "name");
        if (states[i].name == NULL) {
            wendlua_fail(L, "states[%d].name is missing", (int)i + 1);
        }
        const lua_Integer first = (lua_Integer)i * KINDS + 1;
        states[i].enter = keep_function(L, entry, functions, "enter", first) ? on_enter : NULL;
        states[i].update =
            keep_function(L, entry, functions, "update", first + UPDATE) ? on_update : NULL;
        states[i].exit = keep_function(L, entry, functions, "exit", first + EXIT) ? on_leave : NULL;
        states[i].on_message = keep_function(L, entry, functions, "on_message", first + ON_MESSAGE)
                                   ? on_message
                                   : NULL;
        lua_pop(L, 1);
    }
    def->states = states;
    def->state_count = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        const int entry = entry_of(L, list, "states", i + 1);
        states[i].parent = state_of(L, entry, "parent", def, WEND_STATE_NONE);
        states[i].initial = state_of(L, entry, "initial", def, WEND_STATE_NONE);
        states[i].timeout_to = state_of(L, entry, "timeout_to", def, WEND_STATE_NONE);
        lua_pop(L, 1);
    }
    def->initial = state_of(L, 1, "initial", def, 0);
}

static void read_facts(lua_State *L, wend_machines_def *def)
{
    const size_t count = wendlua_field_list(L, 1, "facts");
    if (count == 0) {
        return;
    }
    const int list = lua_gettop(L);
    const char **names = wendlua_scratch(L, count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        if (lua_rawgeti(L, list, (lua_Integer)i + 1) != LUA_TSTRING) {
            wendlua_fail(L, "facts[%d]: text expected, got %s", (int)i + 1, luaL_typename(L, -1));
        }
        names[i] = lua_tostring(L, -1);
        lua_pop(L, 1);
    }
    def->fact_names = names;
    def->fact_count = (uint32_t)count;
}

static uint32_t fact_named(lua_State *L, const char *name, const wend_machines_def *def)
{
    if (name != NULL && strcmp(name, "time") == 0) {
        return WEND_FACT_TIME;
    }
    for (uint32_t i = 0; name != NULL && i < def->fact_count; i++) {
        if (strcmp(def->fact_names[i], name) == 0) {
            return i;
        }
    }
    wendlua_fail(L, "field 'fact': there is no fact '%s'", name != NULL ? name : "nil");
    return 0;
}

/* Leaves the memory of the conditions on the stack. */
static void read_conditions(lua_State *L, int entry, const wend_machines_def *def,
                            wend_transition_def *it)
{
    const size_t count = wendlua_field_list(L, entry, "conditions");
    if (count == 0) {
        return;
    }
    const int list = lua_gettop(L);
    wend_fact_condition *conditions = wendlua_scratch(L, count, sizeof *conditions);
    for (size_t i = 0; i < count; i++) {
        const int slot = entry_of(L, list, "conditions", i + 1);
        wendlua_read_item(L, slot, condition_fields, &conditions[i], "conditions", i + 1);
        conditions[i].fact = fact_named(L, text_of(L, slot, "fact"), def);
        lua_pop(L, 1);
    }
    it->conditions = conditions;
    it->condition_count = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
    lua_remove(L, list);
}

static void read_transitions(lua_State *L, wend_machines_def *def, int functions)
{
    const size_t count = wendlua_field_list(L, 1, "transitions");
    if (count == 0) {
        return;
    }
    const int list = lua_gettop(L);
    if (count > WEND_MACHINE_TRANSITIONS_MAX) {
        wendlua_fail(L, "field 'transitions': at most %d entries expected",
                     (int)WEND_MACHINE_TRANSITIONS_MAX);
    }
    wend_transition_def *transitions = wendlua_scratch(L, count, sizeof *transitions);
    luaL_checkstack(L, (int)count + 16, "too many transitions");
    for (size_t i = 0; i < count; i++) {
        transitions[i] = wend_transition_def_default();
        const int entry = entry_of(L, list, "transitions", i + 1);
        wendlua_read_item(L, entry, transition_fields, &transitions[i], "transitions", i + 1);
        transitions[i].from = state_of(L, entry, "from", def, WEND_STATE_NONE);
        transitions[i].to = state_of(L, entry, "to", def, WEND_STATE_NONE);
        const bool has_guard = keep_function(L, entry, functions, "guard", -1 - (lua_Integer)i);
        transitions[i].guard = has_guard ? on_guard : NULL;
        read_conditions(L, entry, def, &transitions[i]);
        lua_remove(L, entry);
    }
    def->transitions = transitions;
    def->transition_count = (uint32_t)count;
}

/* Reads the table at 1, which the functions keep for load, and pushes the table of functions.
 * @return its place. */
static int read_description(lua_State *L, wend_machines_def *def)
{
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, def);
    lua_newtable(L);
    const int functions = lua_gettop(L);
    read_states(L, def, functions);
    read_facts(L, def);
    read_transitions(L, def, functions);
    lua_pushvalue(L, 1);
    lua_setfield(L, functions, "description");
    return functions;
}

/* Reads the table at 1 and makes the object; pushes it. `bytes` NULL: without agents. */
static int make_of(lua_State *L, const char *bytes, size_t count)
{
    wend_message message = {0};
    wend_machines_def def = wend_machines_def_default();
    wend_machines *machines = NULL;
    const int functions = read_description(L, &def);
    lua_machines *self = (lua_machines *)wendlua_new(L, &wendlua_machines_kind, sizeof *self);
    lua_pushvalue(L, functions);
    lua_setiuservalue(L, -2, 2);
    def.user = self;
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result =
        bytes == NULL ? wend_machines_create(&def, &machines)
                      : wend_machines_load(&def, (const uint8_t *)bytes, count, &machines);
    return wendlua_made(L, &self->object, machines, result, &message);
}

/* wend.machines{states=, transitions=, facts=} */
static int make(lua_State *L)
{
    lua_settop(L, 1);
    return make_of(L, NULL, 0);
}

/* wend.machines_load(description, bytes) */
static int make_loaded(lua_State *L)
{
    size_t count;
    lua_settop(L, 2);
    wendlua_need_table(L, 1);
    const char *bytes = wendlua_bytes(L, 2, &count);
    return make_of(L, bytes, count);
}

/* ---- agents ---- */

/* The state at arg, by its name. */
static uint32_t state_at(lua_State *L, int arg)
{
    size_t length;
    const char *name = wendlua_bytes(L, arg, &length);
    const uint32_t state = wend_machines_find_state(use(L), name);
    if (state == WEND_STATE_NONE) {
        wendlua_fail(L, "there is no state '%s'", name);
    }
    return state;
}

static uint32_t fact_at(lua_State *L, int arg)
{
    size_t length;
    const char *name = wendlua_bytes(L, arg, &length);
    const uint32_t fact = wend_machines_find_fact(use(L), name);
    if (fact == UINT32_MAX) {
        wendlua_fail(L, "there is no fact '%s'", name);
    }
    return fact;
}

/* add_agent(agent [, state]) */
static int add_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    const uint32_t state = lua_isnoneornil(L, 3) ? WEND_STATE_NONE : state_at(L, 3);
    wend_machines *machines = edit(L);
    enter(L);
    return push_result(L, leave(L, wend_machines_add_agent(machines, agent, state)));
}

static int remove_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    wend_machines *machines = change_from_within(L);
    wendlua_done_by(L, wend_machines_remove_agent(machines, agent), wend_machines_error(machines));
    return 0;
}

static int has_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    lua_pushboolean(L, wend_machines_has_agent(use(L), agent));
    return 1;
}

static int agents(lua_State *L)
{
    size_t count;
    (void)wend_machines_list_agents(use(L), NULL, 0, &count);
    uint64_t *list = wendlua_scratch(L, count + 1, sizeof *list);
    (void)wend_machines_list_agents(use(L), list, count, &count);
    return wendlua_push_u64s(L, list, count);
}

/* set_fact(agent, fact, value) */
static int set_fact(lua_State *L)
{
    wendlua_takes(L, "agent, fact, value");
    const uint64_t agent = wendlua_u64(L, 2);
    const uint32_t fact = fact_at(L, 3);
    const double value = wendlua_number(L, 4);
    wend_machines *machines = change_from_within(L);
    wendlua_done_by(L, wend_machines_set_fact(machines, agent, fact, value),
                    wend_machines_error(machines));
    return 0;
}

/* set_facts(agent, {fact = value}) */
static int set_facts(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    wendlua_need_table(L, 3);
    lua_settop(L, 3);
    for (lua_pushnil(L); lua_next(L, 3) != 0; lua_settop(L, 4)) {
        if (lua_type(L, 4) != LUA_TSTRING) {
            wendlua_fail(L, "names of facts expected, got %s", luaL_typename(L, 4));
        }
        const uint32_t fact = fact_at(L, 4);
        const double value = wendlua_number(L, 5);
        wend_machines *machines = change_from_within(L);
        wendlua_done_by(L, wend_machines_set_fact(machines, agent, fact, value),
                        wend_machines_error(machines));
    }
    return 0;
}

/* fact(agent, fact): 0 of an agent that does not exist */
static int fact(lua_State *L)
{
    wendlua_takes(L, "agent, fact");
    const uint64_t agent = wendlua_u64(L, 2);
    const uint32_t number = fact_at(L, 3);
    lua_pushnumber(L, wend_machines_get_fact(use(L), agent, number));
    return 1;
}

/* get(agent): nil if it does not exist */
static int get(lua_State *L)
{
    wend_machine_agent info;
    const uint64_t agent = wendlua_u64(L, 2);
    if (wend_machines_get_agent(use(L), agent, &info) != WEND_OK) {
        lua_pushnil(L);
        return 1;
    }
    lua_createtable(L, 0, 5);
    set_state(L, use(L), "state", info.state);
    set_state(L, use(L), "previous", info.previous);
    set_state(L, use(L), "interrupted", info.interrupted);
    wendlua_push_u64(L, info.ticks);
    lua_setfield(L, -2, "ticks");
    lua_pushinteger(L, info.stack_count);
    lua_setfield(L, -2, "stack_count");
    return 1;
}

/* state(agent): its name; nil if the agent does not exist */
static int state(lua_State *L)
{
    wend_machine_agent info;
    const uint64_t agent = wendlua_u64(L, 2);
    if (wend_machines_get_agent(use(L), agent, &info) != WEND_OK) {
        lua_pushnil(L);
    } else {
        lua_pushstring(L, wend_machines_state_name(use(L), info.state));
    }
    return 1;
}

static int is_in(lua_State *L)
{
    wendlua_takes(L, "agent, state");
    const uint64_t agent = wendlua_u64(L, 2);
    const uint32_t number = state_at(L, 3);
    lua_pushboolean(L, wend_machines_is_in(use(L), agent, number));
    return 1;
}

/* ---- changes ---- */

typedef wend_result (*change_fn)(wend_machines *machines, uint64_t agent, uint32_t state);

static wend_result pop_state(wend_machines *machines, uint64_t agent, uint32_t state)
{
    (void)state;
    return wend_machines_pop(machines, agent);
}

/* From a function of the script the change is queued; else it is made at once. */
static int make_change(lua_State *L, uint64_t agent, uint32_t target, change_fn change)
{
    wend_machines *machines = change_from_within(L);
    const lua_machines *self = lua_touserdata(L, 1);
    if (self->L != NULL) {
        wendlua_done_by(L, change(machines, agent, target), wend_machines_error(machines));
        lua_pushboolean(L, true);
        return 1;
    }
    enter(L);
    return push_result(L, leave(L, change(machines, agent, target)));
}

static int change(lua_State *L)
{
    wendlua_takes(L, "agent, state");
    const uint64_t agent = wendlua_u64(L, 2);
    return make_change(L, agent, state_at(L, 3), wend_machines_change);
}

static int push(lua_State *L)
{
    wendlua_takes(L, "agent, state");
    const uint64_t agent = wendlua_u64(L, 2);
    return make_change(L, agent, state_at(L, 3), wend_machines_push);
}

static int pop(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    return make_change(L, agent, 0, pop_state);
}

/* ---- updates, messages ---- */

/* update(tick): true; or false and the reason */
static int update(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 2);
    wend_machines *machines = edit(L);
    enter(L);
    return push_result(L, leave(L, wend_machines_update(machines, tick)));
}

/* receive(agent, telegram): true if it is handled */
static int receive(lua_State *L)
{
    wend_telegram telegram;
    bool is_handled;
    const uint64_t agent = wendlua_u64(L, 2);
    wendlua_read_received(L, 3, &telegram);
    wend_machines *machines = edit(L);
    enter(L);
    (void)leave(L, wend_machines_receive(machines, agent, &telegram, &is_handled));
    lua_pushboolean(L, is_handled);
    return 1;
}

/* deliver(messages, tick): false if max_rounds was reached or an agent failed */
static int deliver(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 3);
    wend_messages *messages = wendlua_edit_pointer(L, 2, &wendlua_messages_kind);
    wend_machines *machines = edit(L);
    wendlua_lock(L, 2, true);
    enter(L);
    const wend_result result = wend_machines_deliver(machines, messages, tick, NULL, NULL);
    wendlua_lock(L, 2, false);
    lua_pushboolean(L, leave(L, result) == WEND_OK);
    return 1;
}

/* ---- what happened ---- */

/* records(): the last changes, the oldest first */
static int records(lua_State *L)
{
    size_t count;
    (void)wend_machines_get_records(use(L), NULL, 0, &count);
    wend_machine_record *list = wendlua_scratch(L, count + 1, sizeof *list);
    (void)wend_machines_get_records(use(L), list, count, &count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_createtable(L, 0, 6);
        wendlua_push_u64(L, list[i].tick);
        lua_setfield(L, -2, "tick");
        wendlua_push_u64(L, list[i].agent);
        lua_setfield(L, -2, "agent");
        set_state(L, use(L), "from", list[i].from);
        set_state(L, use(L), "to", list[i].to);
        wendlua_push_name(L, reason_names, (uint32_t)list[i].reason);
        lua_setfield(L, -2, "reason");
        if (list[i].transition != UINT32_MAX) {
            lua_pushinteger(L, (lua_Integer)list[i].transition + 1);
            lua_setfield(L, -2, "transition");
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int visits(lua_State *L)
{
    const uint32_t number = state_at(L, 2);
    wendlua_push_u64(L, wend_machines_visits(use(L), number));
    return 1;
}

static int states(lua_State *L)
{
    const uint32_t count = wend_machines_state_count(use(L));
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        lua_pushstring(L, wend_machines_state_name(use(L), i));
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int failure_count(lua_State *L)
{
    wendlua_push_u64(L, wend_machines_failure_count(use(L)));
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_machines_memory_bytes(use(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_machines_hash(use(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_machines_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, use(L));
}

/* load(bytes): replaces the agents. */
static int load(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_machines_def def = wend_machines_def_default();
    wend_machines *made = NULL;
    lua_settop(L, 2);
    (void)wendlua_edit(L, 1, &wendlua_machines_kind);
    const char *bytes = wendlua_bytes(L, 2, &count);
    (void)lua_getiuservalue(L, 1, 2);
    lua_getfield(L, 3, "description");
    lua_replace(L, 3);
    lua_rotate(L, 1, 1); /* the description at 1, the object at 2 */
    (void)read_description(L, &def);
    wendlua_object *self = lua_touserdata(L, 2);
    def.user = self;
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_machines_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"add_agent", add_agent},
    {"remove_agent", remove_agent},
    {"has_agent", has_agent},
    {"agents", agents},
    {"set_fact", set_fact},
    {"set_facts", set_facts},
    {"fact", fact},
    {"get", get},
    {"state", state},
    {"is_in", is_in},
    {"change", change},
    {"push", push},
    {"pop", pop},
    {"update", update},
    {"receive", receive},
    {"deliver", deliver},
    {"records", records},
    {"visits", visits},
    {"states", states},
    {"failure_count", failure_count},
    {"memory_bytes", memory_bytes},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_machines_kind = {"machines", "wend.machines", destroy, methods};

const luaL_Reg wendlua_machines_functions[] = {
    {"machines", make},
    {"machines_load", make_loaded},
    {NULL, NULL},
};
