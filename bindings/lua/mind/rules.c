/* wend.rules and its methods: what each agent does next, by rules over facts.
 * Cost: as in wend/rules.h; facts that functions compute take a table of the agent's facts each. */
#include "lua/mind/rules_read.h"

#include <math.h>
#include <string.h>

/* Functions of called facts are in the second user value, by fact. */
typedef struct rules_object {
    wendlua_object object; /* first: pointer is the wend_rules */
    lua_State *L;          /* NULL while nothing may be called */
    int slot;              /* the object's, on that stack */
    int error;             /* slot of the first error of a function; 0 = none */
} rules_object;

static void destroy(wendlua_object *object)
{
    wend_rules_destroy(object->pointer);
}

static wend_rules *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_rules_kind);
}

static const wend_rules *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_rules_kind);
}

/* ---- functions ---- */

/* What a function is asked, and what it answered. */
typedef struct fact_question {
    const wend_rules *rules;
    uint64_t agent;
    uint32_t fact;
    const double *facts;
    double value;
} fact_question;

static void push_facts(lua_State *L, const wend_rules *rules, const double *facts)
{
    wend_rules_info info;
    wend_rules_get_info(rules, &info);
    lua_createtable(L, 0, (int)info.fact_count);
    for (uint32_t i = 0; i < info.fact_count; i++) {
        if (!isnan(facts[i])) {
            lua_pushnumber(L, facts[i]);
            lua_setfield(L, -2, wend_rules_fact_name(rules, i));
        }
    }
}

/* Runs protected: the question, then the functions. */
static int ask_body(lua_State *L)
{
    fact_question *q = lua_touserdata(L, 1);
    lua_rawgeti(L, 2, (lua_Integer)q->fact + 1);
    wendlua_push_u64(L, q->agent);
    push_facts(L, q->rules, q->facts);
    lua_call(L, 2, 1);
    if (lua_isboolean(L, -1)) {
        q->value = lua_toboolean(L, -1) ? 1 : 0;
    } else if (lua_type(L, -1) == LUA_TNUMBER) {
        q->value = lua_tonumber(L, -1);
    } else if (!lua_isnil(L, -1)) {
        luaL_error(L, "a number, true, false or nil expected, got %s", luaL_typename(L, -1));
    }
    return 0;
}

static bool call_fact(void *user, uint64_t agent, uint32_t fact, const double *facts, double *value)
{
    rules_object *self = user;
    lua_State *L = self->L;
    fact_question q = {self->object.pointer, agent, fact, facts, *value};
    if (L == NULL || !lua_checkstack(L, 8)) {
        return false;
    }
    lua_pushcfunction(L, ask_body);
    lua_pushlightuserdata(L, &q);
    lua_getiuservalue(L, self->slot, 2);
    if (lua_pcall(L, 2, 0, 0) == LUA_OK) {
        *value = q.value;
        return true;
    }
    if (self->error == 0) {
        self->error = lua_gettop(L);
    } else {
        lua_pop(L, 1);
    }
    return false;
}

/* From here to leave, functions may be called. Nothing may raise an error in between. */
static rules_object *enter(lua_State *L)
{
    rules_object *self = (rules_object *)wendlua_edit(L, 1, &wendlua_rules_kind);
    self->L = L;
    self->slot = 1;
    self->error = 0;
    wendlua_lock(L, 1, true);
    return self;
}

/* Raises the first error of a function. The agents have decided without its fact. */
static void leave(lua_State *L, rules_object *self, bool is_told)
{
    wend_rules_failure failure;
    const wend_rules *rules = self->object.pointer;
    wendlua_lock(L, 1, false);
    self->L = NULL;
    if (self->error == 0) {
        return;
    }
    if (is_told && lua_type(L, self->error) == LUA_TSTRING &&
        wend_rules_get_failure(rules, &failure)) {
        wendlua_push_u64(L, failure.agent);
        wendlua_fail(L, "agent %s, rule %s, fact %s: %s", lua_tostring(L, -1),
                     wend_rules_rule_name(rules, failure.rule),
                     wend_rules_fact_name(rules, failure.fact), lua_tostring(L, self->error));
    }
    lua_pushvalue(L, self->error);
    lua_error(L);
}

/* ---- creation ---- */

static rules_object *new_object(lua_State *L)
{
    rules_object *self = (rules_object *)wendlua_new(L, &wendlua_rules_kind, sizeof *self);
    self->L = NULL;
    self->error = 0;
    return self;
}

/* wend.rules{facts =, rules =} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_rules_def def = wend_rules_def_default();
    wend_rules *rules = NULL;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    lua_newtable(L); /* 2: what the definition consists of */
    lua_newtable(L); /* 3: functions */
    def.seed = wendlua_get_context(L).seed;
    wendlua_read_rules(L, &def, 2, 3);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    lua_settop(L, 3);
    rules_object *self = new_object(L);
    lua_pushvalue(L, 3);
    lua_setiuservalue(L, 4, 2);
    def.call = call_fact;
    def.user = self;
    const wend_result result = wend_rules_create(&def, &rules);
    self->object.pointer = rules;
    wendlua_done(L, result, &message, NULL);
    lua_settop(L, 4);
    return 1;
}

/* wend.rules_load(bytes [, {fact = function}]) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_rules_def def = wend_rules_def_default();
    wend_rules *rules = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    lua_settop(L, 2);
    if (!lua_isnil(L, 2)) {
        wendlua_need_table(L, 2);
    }
    lua_newtable(L); /* 3: functions */
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    rules_object *self = new_object(L); /* 4 */
    def.call = call_fact;
    def.user = self;
    const wend_result result = wend_rules_load(&def, (const uint8_t *)bytes, count, &rules);
    self->object.pointer = rules;
    wendlua_done(L, result, &message, NULL);
    for (lua_pushnil(L); lua_istable(L, 2) && lua_next(L, 2) != 0; lua_pop(L, 1)) {
        const bool is_text = lua_type(L, -2) == LUA_TSTRING;
        const uint32_t fact =
            is_text ? wend_rules_find_fact(rules, lua_tostring(L, -2)) : WEND_FACT_NONE;
        if (fact == WEND_FACT_NONE || !lua_isfunction(L, -1)) {
            wendlua_fail(L, "argument 2: names of facts with a function each expected");
        }
        lua_pushvalue(L, -1);
        lua_rawseti(L, 3, (lua_Integer)fact + 1);
    }
    lua_settop(L, 4);
    lua_pushvalue(L, 3);
    lua_setiuservalue(L, 4, 2);
    return 1;
}

/* wend.curve({curve =, slope =}, x) */
static int curve_value(lua_State *L)
{
    const double x = wendlua_number(L, 2);
    wendlua_need_table(L, 1);
    lua_settop(L, 2);
    const wend_curve curve = wendlua_read_curve(L, 1);
    lua_pushnumber(L, wend_curve_value(&curve, x));
    return 1;
}

/* ---- agents ---- */

static uint32_t fact_at(lua_State *L, int arg)
{
    if (lua_type(L, arg) != LUA_TSTRING) {
        wendlua_type_error(L, arg, "name of a fact");
    }
    const uint32_t fact = wend_rules_find_fact(read(L), lua_tostring(L, arg));
    if (fact == WEND_FACT_NONE) {
        wendlua_fail(L, "there is no fact '%s'", lua_tostring(L, arg));
    }
    return fact;
}

/* Facts of the table at index over those in the array. */
static void read_facts(lua_State *L, int index, double *facts)
{
    const wend_rules *rules = read(L);
    for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TNUMBER) {
            wendlua_fail(L, "names of facts with a number each expected");
        }
        const uint32_t fact = wend_rules_find_fact(rules, lua_tostring(L, -2));
        if (fact == WEND_FACT_NONE) {
            wendlua_fail(L, "there is no fact '%s'", lua_tostring(L, -2));
        }
        facts[fact] = lua_tonumber(L, -1);
    }
}

/* add(agent [, {fact = value}]) */
static int add(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    lua_settop(L, 3);
    (void)wendlua_done_by(L, wend_rules_add_agent(edit(L), agent, NULL), wend_rules_error(read(L)));
    if (!lua_isnil(L, 3)) {
        /* The initial facts of the agent, then those of the table. */
        wend_rules_info info;
        wend_rules_get_info(read(L), &info);
        double *facts = wendlua_scratch(L, info.fact_count, sizeof *facts);
        memcpy(facts, wend_rules_facts(read(L), agent), info.fact_count * sizeof *facts);
        (void)wend_rules_remove_agent(edit(L), agent);
        wendlua_need_table(L, 3);
        read_facts(L, 3, facts);
        (void)wendlua_done_by(L, wend_rules_add_agent(edit(L), agent, facts),
                              wend_rules_error(read(L)));
    }
    return 0;
}

static int remove_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    (void)wendlua_done_by(L, wend_rules_remove_agent(edit(L), agent), wend_rules_error(read(L)));
    return 0;
}

static int has(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    lua_pushboolean(L, wend_rules_has_agent(read(L), agent));
    return 1;
}

static int agents(lua_State *L)
{
    wend_rules_info info;
    uint64_t agent;
    wend_rules_get_info(read(L), &info);
    lua_createtable(L, (int)info.agent_count, 0);
    for (uint32_t i = 0; wend_rules_agent_at(read(L), i, &agent) == WEND_OK; i++) {
        wendlua_push_u64(L, agent);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* set(agent, fact, value), nil: not known; or set(agent, {fact = value}) */
static int set(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    if (lua_type(L, 3) != LUA_TTABLE) {
        const uint32_t fact = fact_at(L, 3);
        const double value = lua_isnoneornil(L, 4) ? (double)NAN : wendlua_number(L, 4);
        (void)wendlua_done_by(L, wend_rules_set_fact(edit(L), agent, fact, value),
                              wend_rules_error(read(L)));
        return 0;
    }
    wend_rules_info info;
    wend_rules_get_info(read(L), &info);
    double *facts = wendlua_scratch(L, info.fact_count, sizeof *facts);
    const double *own = wend_rules_facts(read(L), agent);
    if (own != NULL) {
        memcpy(facts, own, info.fact_count * sizeof *facts);
    }
    read_facts(L, 3, facts);
    (void)wendlua_done_by(L, wend_rules_set_facts(edit(L), agent, facts),
                          wend_rules_error(read(L)));
    return 0;
}

/* facts(agent): a table of those that are known. */
static int get_facts(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    const double *facts = wend_rules_facts(read(L), agent);
    if (facts == NULL) {
        return wendlua_fail(L, "there is no such agent");
    }
    push_facts(L, read(L), facts);
    return 1;
}

/* ---- decisions ---- */

/* A name, or nothing for NONE. */
static void set_name(lua_State *L, const char *field, const char *name)
{
    if (name[0] != '\0') {
        lua_pushstring(L, name);
        lua_setfield(L, -2, field);
    }
}

static const wendlua_field decision_fields[] = {
    {"action", WENDLUA_U32, offsetof(wend_rules_decision, action), NULL},
    {"is_waiting", WENDLUA_BOOL, offsetof(wend_rules_decision, is_waiting), NULL},
    {"is_new", WENDLUA_BOOL, offsetof(wend_rules_decision, is_new), NULL},
    {"score", WENDLUA_DOUBLE, offsetof(wend_rules_decision, score), NULL},
    {"since", WENDLUA_U64, offsetof(wend_rules_decision, since), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_rules_decision, tick), NULL},
    {NULL, 0, 0, NULL},
};

/* The name of the rule, or nil, and a table. */
static int push_decision(lua_State *L, const wend_rules_decision *it)
{
    const wend_rules *rules = read(L);
    if (it->rule == WEND_RULE_NONE) {
        lua_pushnil(L);
    } else {
        lua_pushstring(L, wend_rules_rule_name(rules, it->rule));
    }
    wendlua_push(L, decision_fields, it);
    set_name(L, "step", wend_rules_step_name(rules, it->sequence, it->step));
    set_name(L, "fact", wend_rules_fact_name(rules, it->fact));
    if (it->fact != WEND_FACT_NONE && !isnan(it->fact_value)) {
        lua_pushnumber(L, it->fact_value);
        lua_setfield(L, -2, "fact_value");
    }
    return 2;
}

/* decide(agent, tick) */
static int decide(lua_State *L)
{
    wend_rules_decision decision;
    const uint64_t agent = wendlua_u64(L, 2), tick = wendlua_u64(L, 3);
    lua_settop(L, 3);
    luaL_checkstack(L, 16, NULL);
    rules_object *self = enter(L);
    wend_rules *rules = self->object.pointer;
    const wend_result result = wend_rules_decide(rules, agent, tick, &decision);
    leave(L, self, false);
    (void)wendlua_done_by(L, result, wend_rules_error(rules));
    return push_decision(L, &decision);
}

/* update(tick) */
static int update(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 2);
    lua_settop(L, 2);
    luaL_checkstack(L, 16, NULL);
    rules_object *self = enter(L);
    wend_rules *rules = self->object.pointer;
    const wend_result result = wend_rules_update(rules, tick, NULL);
    leave(L, self, true);
    (void)wendlua_done_by(L, result, wend_rules_error(rules));
    return 0;
}

static int get_decision(lua_State *L)
{
    wend_rules_decision decision;
    const uint64_t agent = wendlua_u64(L, 2);
    wendlua_done(L, wend_rules_get_decision(read(L), agent, &decision), NULL,
                 "there is no such agent");
    return push_decision(L, &decision);
}

static int finish(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    (void)wendlua_done_by(L, wend_rules_end(edit(L), agent), wend_rules_error(read(L)));
    return 0;
}

static int finish_step(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    (void)wendlua_done_by(L, wend_rules_end_step(edit(L), agent), wend_rules_error(read(L)));
    return 0;
}

static int reset(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    (void)wendlua_done_by(L, wend_rules_reset(edit(L), agent), wend_rules_error(read(L)));
    return 0;
}

/* explain(agent): a list of {rule =, state =, score =, fact =, fact_value =}. */
static int explain(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    wend_rules_info info;
    size_t count;
    wend_rules_get_info(read(L), &info);
    wend_rule_score *scores = wendlua_scratch(L, info.rule_count, sizeof *scores);
    wendlua_done(L, wend_rules_explain(read(L), agent, scores, info.rule_count, &count), NULL,
                 "there is no such agent");
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        lua_createtable(L, 0, 5);
        set_name(L, "rule", wend_rules_rule_name(read(L), i));
        wendlua_push_name(L, wendlua_rule_state_names, (uint32_t)scores[i].state);
        lua_setfield(L, -2, "state");
        lua_pushnumber(L, scores[i].score);
        lua_setfield(L, -2, "score");
        set_name(L, "fact", wend_rules_fact_name(read(L), scores[i].fact));
        if (scores[i].fact != WEND_FACT_NONE && !isnan(scores[i].fact_value)) {
            lua_pushnumber(L, scores[i].fact_value);
            lua_setfield(L, -2, "fact_value");
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static const wendlua_field place_fields[] = {
    {"has_started", WENDLUA_BOOL, offsetof(wend_rules_place, has_started), NULL},
    {"started_tick", WENDLUA_U64, offsetof(wend_rules_place, started_tick), NULL},
    {"step_rounds", WENDLUA_U32, offsetof(wend_rules_place, step_rounds), NULL},
    {"rounds", WENDLUA_U32, offsetof(wend_rules_place, rounds), NULL},
    {"outcome", WENDLUA_ENUM, offsetof(wend_rules_place, outcome), wendlua_outcome_names},
    {NULL, 0, 0, NULL},
};

/* place(agent, sequence): sequences are numbered from 0. */
static int get_place(lua_State *L)
{
    wend_rules_place place;
    const uint64_t agent = wendlua_u64(L, 2);
    const uint32_t sequence = wendlua_u32_or(L, 3, 0);
    wendlua_done(L, wend_rules_get_place(read(L), agent, sequence, &place), NULL,
                 "there is no such agent or sequence");
    wendlua_push(L, place_fields, &place);
    set_name(L, "step", wend_rules_step_name(read(L), sequence, place.step));
    return 1;
}

static const wendlua_field info_fields[] = {
    {"fact_count", WENDLUA_U32, offsetof(wend_rules_info, fact_count), NULL},
    {"rule_count", WENDLUA_U32, offsetof(wend_rules_info, rule_count), NULL},
    {"sequence_count", WENDLUA_U32, offsetof(wend_rules_info, sequence_count), NULL},
    {"agent_count", WENDLUA_U32, offsetof(wend_rules_info, agent_count), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_rules_info, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_rules_info info;
    wend_rules_get_info(read(L), &info);
    wendlua_push(L, info_fields, &info);
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_rules_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_rules_save(it, bytes, capacity, count);
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
    wend_rules_def def = wend_rules_def_default();
    wend_rules *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_rules_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    def.call = call_fact;
    def.user = self;
    const wend_result result = wend_rules_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"add", add},
    {"remove", remove_agent},
    {"has", has},
    {"agents", agents},
    {"set", set},
    {"facts", get_facts},
    {"decide", decide},
    {"update", update},
    {"decision", get_decision},
    {"finish", finish},
    {"finish_step", finish_step},
    {"reset", reset},
    {"explain", explain},
    {"place", get_place},
    {"get_info", get_info},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_rules_kind = {"rules", "wend.rules", destroy, methods};

const luaL_Reg wendlua_rules_functions[] = {
    {"rules", make},
    {"rules_load", make_loaded},
    {"curve", curve_value},
    {NULL, NULL},
};
