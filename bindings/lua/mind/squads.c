/* wend.squads and its methods: squads of agents. A squad is an integer: its generation in the upper half, its
 * index in the lower.
 * Cost: as in wend/squad.h; a mind takes a call and a table for each squad. */
#include "lua/core/rooms.h"
#include "wend/squad.h"

#include <math.h>
#include <string.h>

/* The second user value is a list: the mind, and the danger. */
typedef struct squads_object {
    wendlua_object object; /* first: pointer is the wend_squads */
    lua_State *L;          /* NULL while nothing may be called */
    int slot;              /* the object's, on that stack */
    int error;             /* slot of the first error of a function; 0 = none */
    const char *failed;    /* the function of that error: "mind", "danger" */
    wend_squad_id squad;   /* and the squad */
} squads_object;

static void destroy(wendlua_object *object)
{
    wend_squads_destroy(object->pointer);
}

static wend_squads *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_squads_kind);
}

/* For edits that the library queues while an update runs. */
static wend_squads *queue(lua_State *L)
{
    const squads_object *self = (const squads_object *)wendlua_check(L, 1, &wendlua_squads_kind);
    return self->L != NULL ? self->object.pointer : edit(L);
}

static const wend_squads *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_squads_kind);
}

static wend_squad_id squad_at(lua_State *L, int arg)
{
    const uint64_t number = wendlua_u64(L, arg);
    return (wend_squad_id){(uint32_t)(number & UINT32_MAX), (uint32_t)(number >> 32)};
}

static void push_squad(lua_State *L, wend_squad_id id)
{
    wendlua_push_u64(L, (uint64_t)id.generation << 32 | id.index1);
}

static void edited(lua_State *L, wend_result result)
{
    (void)wendlua_done_by(L, result, wend_squads_error(read(L)));
}

static const wendlua_name order_names[] = {
    {"hold", WEND_SQUAD_HOLD},       {"move", WEND_SQUAD_MOVE},
    {"attack", WEND_SQUAD_ATTACK},   {"attack_area", WEND_SQUAD_ATTACK_AREA},
    {"defend", WEND_SQUAD_DEFEND},   {"escort", WEND_SQUAD_ESCORT},
    {"retreat", WEND_SQUAD_RETREAT}, {"regroup", WEND_SQUAD_REGROUP},
    {"scout", WEND_SQUAD_SCOUT},     {NULL, 0},
};

static const wendlua_name tactic_names[] = {
    {"direct", WEND_SQUAD_DIRECT},
    {"flank", WEND_SQUAD_FLANK},
    {"bounding", WEND_SQUAD_BOUNDING},
    {NULL, 0},
};

static const wendlua_name unit_names[] = {
    {"tough", WEND_UNIT_TOUGH},
    {"support", WEND_UNIT_SUPPORT},
    {"ranged", WEND_UNIT_RANGED},
    {NULL, 0},
};

static const wendlua_name role_names[] = {
    {"attack", WEND_SQUAD_CAN_ATTACK},
    {"flank", WEND_SQUAD_CAN_FLANK},
    {"scout", WEND_SQUAD_CAN_SCOUT},
    {NULL, 0},
};

static const wendlua_name action_names[] = {
    {"hold", WEND_SQUAD_DO_HOLD},
    {"go", WEND_SQUAD_DO_GO},
    {"attack", WEND_SQUAD_DO_ATTACK},
    {"suppress", WEND_SQUAD_DO_SUPPRESS},
    {"flank", WEND_SQUAD_DO_FLANK},
    {"overwatch", WEND_SQUAD_DO_OVERWATCH},
    {"retreat", WEND_SQUAD_DO_RETREAT},
    {"regroup", WEND_SQUAD_DO_REGROUP},
    {"escort", WEND_SQUAD_DO_ESCORT},
    {"scout", WEND_SQUAD_DO_SCOUT},
    {NULL, 0},
};

static const wendlua_name reason_names[] = {
    {"order", WEND_SQUAD_BY_ORDER},
    {"no_state", WEND_SQUAD_BY_NO_STATE},
    {"arrival", WEND_SQUAD_BY_ARRIVAL},
    {"weakness", WEND_SQUAD_BY_WEAKNESS},
    {"spread", WEND_SQUAD_BY_SPREAD},
    {"protection", WEND_SQUAD_BY_PROTECTION},
    {"role", WEND_SQUAD_BY_ROLE},
    {"no_ammunition", WEND_SQUAD_BY_NO_AMMUNITION},
    {"no_target", WEND_SQUAD_BY_NO_TARGET},
    {"turn", WEND_SQUAD_BY_TURN},
    {NULL, 0},
};

static const wendlua_name event_names[] = {
    {"member_lost", WEND_SQUAD_MEMBER_LOST},     {"captain_replaced", WEND_SQUAD_CAPTAIN_REPLACED},
    {"order_done", WEND_SQUAD_ORDER_DONE},       {"retreat_begun", WEND_SQUAD_RETREAT_BEGUN},
    {"retreat_ended", WEND_SQUAD_RETREAT_ENDED}, {"regroup_begun", WEND_SQUAD_REGROUP_BEGUN},
    {"regrouped", WEND_SQUAD_REGROUPED},         {"area_scouted", WEND_SQUAD_AREA_SCOUTED},
    {"parts_swapped", WEND_SQUAD_PARTS_SWAPPED}, {NULL, 0},
};

static const wendlua_field order_fields[] = {
    {"kind", WENDLUA_ENUM, offsetof(wend_squad_order, kind), order_names},
    {"tactic", WENDLUA_ENUM, offsetof(wend_squad_order, tactic), tactic_names},
    {"at", WENDLUA_VEC2, offsetof(wend_squad_order, at), NULL},
    {"low", WENDLUA_VEC2, offsetof(wend_squad_order, low), NULL},
    {"high", WENDLUA_VEC2, offsetof(wend_squad_order, high), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_squad_order, radius), NULL},
    {"heading", WENDLUA_DOUBLE, offsetof(wend_squad_order, heading), NULL},
    {"has_heading", WENDLUA_BOOL, offsetof(wend_squad_order, has_heading), NULL},
    {"danger_profile", WENDLUA_U32, offsetof(wend_squad_order, danger_profile), NULL},
    {"target", WENDLUA_U64, offsetof(wend_squad_order, target), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- the mind, and the danger ---- */

/* What the mind is asked, and what it answered. */
typedef struct mind_question {
    wend_squad_id squad;
    uint64_t tick;
    wend_squad_order order;
    bool is_changed;
} mind_question;

/* Runs protected: the question, then the functions. */
static int ask_body(lua_State *L)
{
    mind_question *q = lua_touserdata(L, 1);
    lua_rawgeti(L, 2, 1);
    push_squad(L, q->squad);
    wendlua_push_u64(L, q->tick);
    wendlua_push(L, order_fields, &q->order);
    lua_call(L, 3, 1);
    if (!lua_isnil(L, -1)) {
        wend_squad_order order;
        memset(&order, 0, sizeof order);
        wendlua_need_table(L, lua_gettop(L));
        wendlua_read(L, lua_gettop(L), order_fields, &order);
        q->order = order;
        q->is_changed = true;
    }
    return 0;
}

/* Calls protected. The first error is kept for the end of the update. @return false after one. */
static bool call(squads_object *self, lua_CFunction body, void *question, const char *name,
                 wend_squad_id squad)
{
    lua_State *L = self->L;
    if (L == NULL || !lua_checkstack(L, 8)) {
        return false;
    }
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, question);
    lua_getiuservalue(L, self->slot, 2);
    if (lua_pcall(L, 2, 0, 0) == LUA_OK) {
        return true;
    }
    if (self->error == 0) {
        self->error = lua_gettop(L);
        self->failed = name;
        self->squad = squad;
    } else {
        lua_pop(L, 1);
    }
    return false;
}

static bool call_mind(void *user, const wend_squads *squads, wend_squad_id squad, uint64_t tick,
                      wend_squad_order *order)
{
    mind_question q = {squad, tick, *order, false};
    (void)squads;
    if (!call(user, ask_body, &q, "mind", squad)) {
        return false;
    }
    *order = q.order;
    return q.is_changed;
}

typedef struct danger_question {
    wend_squad_id squad;
    wend_vec2 at;
    double danger;
} danger_question;

static int danger_body(lua_State *L)
{
    danger_question *q = lua_touserdata(L, 1);
    lua_rawgeti(L, 2, 2);
    push_squad(L, q->squad);
    lua_pushnumber(L, q->at.x);
    lua_pushnumber(L, q->at.y);
    lua_call(L, 3, 1);
    q->danger = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
    return 0;
}

static double call_danger(void *user, wend_squad_id squad, wend_vec2 at)
{
    danger_question q = {squad, at, 0};
    (void)call(user, danger_body, &q, "danger", squad);
    return q.danger;
}

/* ---- creation ---- */

static const wendlua_field squads_fields[] = {
    {"max_squads", WENDLUA_U32, offsetof(wend_squads_def, max_squads), NULL},
    {"max_members", WENDLUA_U32, offsetof(wend_squads_def, max_members), NULL},
    {"max_enemies", WENDLUA_U32, offsetof(wend_squads_def, max_enemies), NULL},
    {"max_cells", WENDLUA_U32, offsetof(wend_squads_def, max_cells), NULL},
    {"max_edits", WENDLUA_U32, offsetof(wend_squads_def, max_edits), NULL},
    {"mind", WENDLUA_OTHER, 0, NULL},
    {"danger", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

/* Creates an object. Its mind and its danger are on top of the stack: functions or nil. */
static squads_object *new_object(lua_State *L, wend_squads_def *def)
{
    const int danger = lua_gettop(L);
    const int mind = danger - 1;
    for (int i = mind; i <= danger; i++) {
        if (!lua_isnil(L, i) && !lua_isfunction(L, i)) {
            wendlua_fail(L, "%s: a function expected", i == mind ? "mind" : "danger");
        }
    }
    lua_createtable(L, 2, 0);
    const int functions = lua_gettop(L);
    lua_pushvalue(L, mind);
    lua_rawseti(L, functions, 1);
    lua_pushvalue(L, danger);
    lua_rawseti(L, functions, 2);
    squads_object *self = (squads_object *)wendlua_new(L, &wendlua_squads_kind, sizeof *self);
    self->L = NULL;
    self->error = 0;
    lua_pushvalue(L, functions);
    lua_setiuservalue(L, -2, 2);
    def->mind = lua_isnil(L, mind) ? NULL : call_mind;
    def->danger = lua_isnil(L, danger) ? NULL : call_danger;
    def->user = self;
    def->allocator = wendlua_allocator(L);
    return self;
}

/* wend.squads{max_squads =, mind = function(squad, tick, order)} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_squads_def def = wend_squads_def_default();
    wend_squads *squads = NULL;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, squads_fields, &def);
    lua_pushliteral(L, "mind");
    lua_rawget(L, 1);
    lua_pushliteral(L, "danger");
    lua_rawget(L, 1);
    def.message = &message;
    squads_object *self = new_object(L, &def);
    const wend_result result = wend_squads_create(&def, &squads);
    return wendlua_made(L, &self->object, squads, result, &message);
}

/* wend.squads_load(bytes [, mind [, danger]]) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_squads_def def = wend_squads_def_default();
    wend_squads *squads = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    lua_settop(L, 3);
    def.message = &message;
    squads_object *self = new_object(L, &def);
    const wend_result result = wend_squads_load(&def, (const uint8_t *)bytes, count, &squads);
    return wendlua_made(L, &self->object, squads, result, &message);
}

/* ---- squads ---- */

static const wendlua_field squad_fields[] = {
    {"files", WENDLUA_U32, offsetof(wend_squad_def, files), NULL},
    {"spacing", WENDLUA_DOUBLE, offsetof(wend_squad_def, spacing), NULL},
    {"arrival", WENDLUA_DOUBLE, offsetof(wend_squad_def, arrival), NULL},
    {"retreat_ratio", WENDLUA_DOUBLE, offsetof(wend_squad_def, retreat_ratio), NULL},
    {"return_ratio", WENDLUA_DOUBLE, offsetof(wend_squad_def, return_ratio), NULL},
    {"threat_range", WENDLUA_DOUBLE, offsetof(wend_squad_def, threat_range), NULL},
    {"retreat_distance", WENDLUA_DOUBLE, offsetof(wend_squad_def, retreat_distance), NULL},
    {"spread_limit", WENDLUA_DOUBLE, offsetof(wend_squad_def, spread_limit), NULL},
    {"engage_range", WENDLUA_DOUBLE, offsetof(wend_squad_def, engage_range), NULL},
    {"bound", WENDLUA_DOUBLE, offsetof(wend_squad_def, bound), NULL},
    {"flank_distance", WENDLUA_DOUBLE, offsetof(wend_squad_def, flank_distance), NULL},
    {"keep_target", WENDLUA_DOUBLE, offsetof(wend_squad_def, keep_target), NULL},
    {"is_captain_protected", WENDLUA_BOOL, offsetof(wend_squad_def, is_captain_protected), NULL},
    {"has_rally", WENDLUA_BOOL, offsetof(wend_squad_def, has_rally), NULL},
    {"rally", WENDLUA_VEC2, offsetof(wend_squad_def, rally), NULL},
    {"user", WENDLUA_U64, offsetof(wend_squad_def, user), NULL},
    {NULL, 0, 0, NULL},
};

/* add([{spacing =}]): the squad */
static int add(lua_State *L)
{
    wend_squad_def def = wend_squad_def_default();
    wend_squad_id id;
    lua_settop(L, 2);
    wendlua_read(L, 2, squad_fields, &def);
    edited(L, wend_squads_add(edit(L), &def, &id));
    push_squad(L, id);
    return 1;
}

/* set(squad, {spacing =}): only what is named changes. */
static int set_def(lua_State *L)
{
    wend_squad_def def;
    const wend_squad_id id = squad_at(L, 2);
    lua_settop(L, 3);
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_squads_get_def(read(L), id, &def), NULL, "there is no such squad");
    wendlua_read(L, 3, squad_fields, &def);
    edited(L, wend_squads_set_def(edit(L), id, &def));
    return 0;
}

static int get_def(lua_State *L)
{
    wend_squad_def def;
    wendlua_done(L, wend_squads_get_def(read(L), squad_at(L, 2), &def), NULL,
                 "there is no such squad");
    wendlua_push(L, squad_fields, &def);
    return 1;
}

static int remove_squad(lua_State *L)
{
    const wend_squad_id id = squad_at(L, 2);
    edited(L, wend_squads_remove(queue(L), id));
    return 0;
}

static const wendlua_field member_fields[] = {
    {"agent", WENDLUA_U64 | WENDLUA_NEEDED, offsetof(wend_squad_member, agent), NULL},
    {"kind", WENDLUA_ENUM, offsetof(wend_squad_member, kind), unit_names},
    {"rank", WENDLUA_I32, offsetof(wend_squad_member, rank), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_squad_member, strength), NULL},
    {"range", WENDLUA_DOUBLE, offsetof(wend_squad_member, range), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_squad_member, radius), NULL},
    {"roles", WENDLUA_MASK, offsetof(wend_squad_member, roles), role_names},
    {NULL, 0, 0, NULL},
};

/* join(squad, {agent =}) */
static int join(lua_State *L)
{
    wend_squad_member member;
    memset(&member, 0, sizeof member);
    const wend_squad_id id = squad_at(L, 2);
    lua_settop(L, 3);
    wendlua_need_table(L, 3);
    wendlua_read(L, 3, member_fields, &member);
    edited(L, wend_squads_join(queue(L), id, &member));
    return 0;
}

static int leave(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    edited(L, wend_squads_leave(queue(L), agent));
    return 0;
}

static int merge(lua_State *L)
{
    const wend_squad_id into = squad_at(L, 2), from = squad_at(L, 3);
    edited(L, wend_squads_merge(queue(L), into, from));
    return 0;
}

/* split(squad, {agents}): the new squad */
static int split(lua_State *L)
{
    const wend_squad_id from = squad_at(L, 2);
    wend_squad_id id;
    lua_settop(L, 3);
    wendlua_need_table(L, 3);
    const size_t count = wendlua_list_length(L, 3);
    uint64_t *agents = wendlua_scratch(L, count + 1, sizeof *agents);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, 3, (lua_Integer)i + 1);
        agents[i] = wendlua_u64(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    edited(L, wend_squads_split(edit(L), from, agents, count, &id));
    push_squad(L, id);
    return 1;
}

static int set_captain(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    edited(L, wend_squads_set_captain(queue(L), agent));
    return 0;
}

/* set_leader(agent [, false]) */
static int set_leader(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    const bool is_leader = wendlua_bool_or(L, 3, true);
    edited(L, wend_squads_set_leader(edit(L), agent, is_leader));
    return 0;
}

/* ---- what squads know ---- */

static const wendlua_field state_fields[] = {
    {"position", WENDLUA_VEC2 | WENDLUA_NEEDED, offsetof(wend_squad_state, position), NULL},
    {"health", WENDLUA_DOUBLE, offsetof(wend_squad_state, health), NULL},
    {"speed", WENDLUA_DOUBLE, offsetof(wend_squad_state, speed), NULL},
    {"ammunition", WENDLUA_DOUBLE, offsetof(wend_squad_state, ammunition), NULL},
    {"is_alive", WENDLUA_BOOL, offsetof(wend_squad_state, is_alive), NULL},
    {"is_in_contact", WENDLUA_BOOL, offsetof(wend_squad_state, is_in_contact), NULL},
    {NULL, 0, 0, NULL},
};

/* set_state(agent, {position =}): health and ammunition are 1, is_alive true, where they are missing. */
static int set_state(lua_State *L)
{
    wend_squad_state state = {.health = 1, .ammunition = 1, .is_alive = true};
    const uint64_t agent = wendlua_u64(L, 2);
    lua_settop(L, 3);
    wendlua_need_table(L, 3);
    wendlua_read(L, 3, state_fields, &state);
    edited(L, wend_squads_set_state(edit(L), agent, &state));
    return 0;
}

static const wendlua_field enemy_fields[] = {
    {"number", WENDLUA_U64 | WENDLUA_NEEDED, offsetof(wend_squad_enemy, number), NULL},
    {"position", WENDLUA_VEC2 | WENDLUA_NEEDED, offsetof(wend_squad_enemy, position), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_squad_enemy, strength), NULL},
    {"health", WENDLUA_DOUBLE, offsetof(wend_squad_enemy, health), NULL},
    {"certainty", WENDLUA_DOUBLE, offsetof(wend_squad_enemy, certainty), NULL},
    {NULL, 0, 0, NULL},
};

/* set_enemy(squad, {number =, position =}): strength, health and certainty are 1 where missing. */
static int set_enemy(lua_State *L)
{
    wend_squad_enemy enemy = {.strength = 1, .health = 1, .certainty = 1};
    const wend_squad_id id = squad_at(L, 2);
    lua_settop(L, 3);
    wendlua_need_table(L, 3);
    wendlua_read(L, 3, enemy_fields, &enemy);
    edited(L, wend_squads_set_enemy(edit(L), id, &enemy));
    return 0;
}

static int forget_enemy(lua_State *L)
{
    const wend_squad_id id = squad_at(L, 2);
    const uint64_t number = wendlua_u64(L, 3);
    edited(L, wend_squads_forget_enemy(edit(L), id, number));
    return 0;
}

/* report_memories(squad, memories, team): true if all were kept. */
static int report_memories(lua_State *L)
{
    const wend_squad_id id = squad_at(L, 2);
    const wend_memories *memories = wendlua_read_pointer(L, 3, &wendlua_memories_kind);
    const uint32_t team = wendlua_u32(L, 4);
    wend_squads *squads = edit(L);
    const wend_result result = wendlua_done_by(
        L, wend_squads_report_memories(squads, id, memories, team), wend_squads_error(squads));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

/* set_order(squad, {kind =}) */
static int set_order(lua_State *L)
{
    wend_squad_order order;
    memset(&order, 0, sizeof order);
    const wend_squad_id id = squad_at(L, 2);
    lua_settop(L, 3);
    wendlua_need_table(L, 3);
    wendlua_read(L, 3, order_fields, &order);
    edited(L, wend_squads_set_order(queue(L), id, &order));
    return 0;
}

static int get_order(lua_State *L)
{
    wend_squad_order order;
    wendlua_done(L, wend_squads_get_order(read(L), squad_at(L, 2), &order), NULL,
                 "there is no such squad");
    wendlua_push(L, order_fields, &order);
    return 1;
}

/* move_order(squad, x, y) */
static int move_order(lua_State *L)
{
    const wend_squad_id id = squad_at(L, 2);
    const wend_vec2 at = wendlua_xy(L, 3);
    edited(L, wend_squads_move_order(queue(L), id, at));
    return 0;
}

/* report_seen(squad, x, y, radius) */
static int report_seen(lua_State *L)
{
    const wend_squad_id id = squad_at(L, 2);
    const wend_vec2 at = wendlua_xy(L, 3);
    const double radius = wendlua_number(L, 5);
    edited(L, wend_squads_report_seen(edit(L), id, at, radius));
    return 0;
}

/* ---- the update ---- */

/* update(tick): raises the first error of the mind; the squads have decided without it. */
static int update(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 2);
    lua_settop(L, 2);
    luaL_checkstack(L, 16, NULL);
    squads_object *self = (squads_object *)wendlua_edit(L, 1, &wendlua_squads_kind);
    wend_squads *squads = self->object.pointer;
    self->L = L;
    self->slot = 1;
    self->error = 0;
    wendlua_lock(L, 1, true);
    const wend_result result = wend_squads_update(squads, tick);
    wendlua_lock(L, 1, false);
    self->L = NULL;
    if (self->error != 0 && lua_type(L, self->error) == LUA_TSTRING) {
        const uint64_t squad = (uint64_t)self->squad.generation << 32 | self->squad.index1;
        return wendlua_fail(L, "%s of squad %I: %s", self->failed, (LUAI_UACINT)squad,
                            lua_tostring(L, self->error));
    }
    if (self->error != 0) {
        lua_pushvalue(L, self->error);
        return lua_error(L);
    }
    edited(L, result);
    return 0;
}

static const wendlua_field assignment_fields[] = {
    {"action", WENDLUA_ENUM, offsetof(wend_squad_assignment, action), action_names},
    {"reason", WENDLUA_ENUM, offsetof(wend_squad_assignment, reason), reason_names},
    {"position", WENDLUA_VEC2, offsetof(wend_squad_assignment, position), NULL},
    {"heading", WENDLUA_DOUBLE, offsetof(wend_squad_assignment, heading), NULL},
    {"danger_profile", WENDLUA_U32, offsetof(wend_squad_assignment, danger_profile), NULL},
    {NULL, 0, 0, NULL},
};

/* assignment(agent): without target or slot these are nil; slots are numbered from 0. */
static int assignment(lua_State *L)
{
    wend_squad_assignment it;
    wendlua_done(L, wend_squads_get_assignment(read(L), wendlua_u64(L, 2), &it), NULL,
                 "the agent is in no squad");
    wendlua_push(L, assignment_fields, &it);
    if (it.has_target) {
        wendlua_push_u64(L, it.target);
        lua_setfield(L, -2, "target");
    }
    if (it.slot != WEND_SQUAD_SLOT_NONE) {
        lua_pushinteger(L, (lua_Integer)it.slot);
        lua_setfield(L, -2, "slot");
    }
    return 1;
}

static const wendlua_field event_fields[] = {
    {"kind", WENDLUA_ENUM, offsetof(wend_squad_event, kind), event_names},
    {"agent", WENDLUA_U64, offsetof(wend_squad_event, agent), NULL},
    {NULL, 0, 0, NULL},
};

static int events(lua_State *L)
{
    size_t count;
    const wend_squad_event *list = wend_squads_events(read(L), &count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        const wend_squad_event event = list[i];
        wendlua_push(L, event_fields, &event);
        push_squad(L, event.squad);
        lua_setfield(L, -2, "squad");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ---- reading ---- */

static const wendlua_field info_fields[] = {
    {"member_count", WENDLUA_U32, offsetof(wend_squad_info, member_count), NULL},
    {"enemy_count", WENDLUA_U32, offsetof(wend_squad_info, enemy_count), NULL},
    {"centre", WENDLUA_VEC2, offsetof(wend_squad_info, centre), NULL},
    {"heading", WENDLUA_DOUBLE, offsetof(wend_squad_info, heading), NULL},
    {"spread", WENDLUA_DOUBLE, offsetof(wend_squad_info, spread), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_squad_info, strength), NULL},
    {"threat", WENDLUA_DOUBLE, offsetof(wend_squad_info, threat), NULL},
    {"is_done", WENDLUA_BOOL, offsetof(wend_squad_info, is_done), NULL},
    {"is_retreating", WENDLUA_BOOL, offsetof(wend_squad_info, is_retreating), NULL},
    {"is_regrouping", WENDLUA_BOOL, offsetof(wend_squad_info, is_regrouping), NULL},
    {"moving_part", WENDLUA_U32, offsetof(wend_squad_info, moving_part), NULL},
    {"cell_count", WENDLUA_U32, offsetof(wend_squad_info, cell_count), NULL},
    {"seen_count", WENDLUA_U32, offsetof(wend_squad_info, seen_count), NULL},
    {NULL, 0, 0, NULL},
};

/* get_info(squad): captain and leader are nil where there is none. */
static int get_info(lua_State *L)
{
    wend_squad_info info;
    wendlua_done(L, wend_squads_get_info(read(L), squad_at(L, 2), &info), NULL,
                 "there is no such squad");
    wendlua_push(L, info_fields, &info);
    if (info.has_captain) {
        wendlua_push_u64(L, info.captain);
        lua_setfield(L, -2, "captain");
    }
    if (info.has_leader) {
        wendlua_push_u64(L, info.leader);
        lua_setfield(L, -2, "leader");
    }
    return 1;
}

/* of(agent): its squad, or nil */
static int of_agent(lua_State *L)
{
    const wend_squad_id id = wend_squads_of_agent(read(L), wendlua_u64(L, 2));
    if (id.index1 == 0) {
        lua_pushnil(L);
    } else {
        push_squad(L, id);
    }
    return 1;
}

static int list(lua_State *L)
{
    size_t count = 0;
    (void)wend_squads_list(read(L), NULL, 0, &count);
    wend_squad_id *ids = wendlua_scratch(L, count + 1, sizeof *ids);
    (void)wend_squads_list(read(L), ids, count, &count);
    return wendlua_push_plain_ids(L, &ids->index1, count);
}

static int members(lua_State *L)
{
    uint64_t agents[WEND_SQUAD_MEMBERS_MAX];
    size_t count;
    wendlua_done(
        L,
        wend_squads_list_members(read(L), squad_at(L, 2), agents, WEND_SQUAD_MEMBERS_MAX, &count),
        NULL, "there is no such squad");
    return wendlua_push_u64s(L, agents, count);
}

/* get_member(agent): the member, and its state */
static int get_member(lua_State *L)
{
    wend_squad_member member;
    wend_squad_state state;
    wendlua_done(L, wend_squads_get_member(read(L), wendlua_u64(L, 2), &member, &state), NULL,
                 "the agent is in no squad");
    wendlua_push(L, member_fields, &member);
    wendlua_push(L, state_fields, &state);
    return 2;
}

static int enemies(lua_State *L)
{
    wend_squad_enemy known[WEND_SQUAD_ENEMIES_MAX];
    size_t count;
    wendlua_done(
        L, wend_squads_list_enemies(read(L), squad_at(L, 2), known, WEND_SQUAD_ENEMIES_MAX, &count),
        NULL, "there is no such squad");
    return wendlua_push_structs(L, enemy_fields, known, sizeof *known, count);
}

static const wendlua_field slot_fields[] = {
    {"offset", WENDLUA_VEC2, offsetof(wend_formation_slot, offset), NULL},
    {"role", WENDLUA_U32, offsetof(wend_formation_slot, role), NULL},
    {NULL, 0, 0, NULL},
};

/* slots(squad): a list of {offset =, role =}, for formations too */
static int slots(lua_State *L)
{
    wend_formation_slot all[WEND_SQUAD_MEMBERS_MAX];
    size_t count;
    wendlua_done(
        L, wend_squads_list_slots(read(L), squad_at(L, 2), all, WEND_SQUAD_MEMBERS_MAX, &count),
        NULL, "there is no such squad");
    return wendlua_push_structs(L, slot_fields, all, sizeof *all, count);
}

static int memory_bytes(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)wend_squads_memory_bytes(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_squads_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_squads_save(it, bytes, capacity, count);
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
    wend_squads_def def = wend_squads_def_default();
    wend_squads *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    (void)lua_getiuservalue(L, 1, 2);
    const bool has_mind = lua_rawgeti(L, -1, 1) == LUA_TFUNCTION;
    const bool has_danger = lua_rawgeti(L, -2, 2) == LUA_TFUNCTION;
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_squads_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    def.mind = has_mind ? call_mind : NULL;
    def.danger = has_danger ? call_danger : NULL;
    def.user = self;
    const wend_result result = wend_squads_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"add", add},
    {"set", set_def},
    {"get", get_def},
    {"remove", remove_squad},
    {"join", join},
    {"leave", leave},
    {"merge", merge},
    {"split", split},
    {"set_captain", set_captain},
    {"set_leader", set_leader},
    {"set_state", set_state},
    {"set_enemy", set_enemy},
    {"forget_enemy", forget_enemy},
    {"report_memories", report_memories},
    {"set_order", set_order},
    {"get_order", get_order},
    {"move_order", move_order},
    {"report_seen", report_seen},
    {"update", update},
    {"assignment", assignment},
    {"events", events},
    {"get_info", get_info},
    {"of", of_agent},
    {"list", list},
    {"members", members},
    {"get_member", get_member},
    {"enemies", enemies},
    {"slots", slots},
    {"memory_bytes", memory_bytes},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_squads_kind = {"squads", "wend.squads", destroy, methods};

const luaL_Reg wendlua_squads_functions[] = {
    {"squads", make},
    {"squads_load", make_loaded},
    {NULL, NULL},
};
