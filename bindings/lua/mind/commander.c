/* wend.commander and its methods: goals scored, groups allotted to them, fog, scouting.
 * Cost: as in wend/commander.h; a distance by a function takes a call and two tables for each pair. */
#include "wend/commander.h"
#include "lua/core/ask.h"
#include "lua/core/rooms.h"

#include <math.h>

static void destroy(wendlua_object *object)
{
    wend_commander_destroy(object->pointer);
}

static wend_commander *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_commander_kind);
}

static const wend_commander *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_commander_kind);
}

static const wendlua_name kind_names[] = {
    {"attack", WEND_COMMANDER_ATTACK},   {"defend", WEND_COMMANDER_DEFEND},
    {"capture", WEND_COMMANDER_CAPTURE}, {"scout", WEND_COMMANDER_SCOUT},
    {"escort", WEND_COMMANDER_ESCORT},   {"build", WEND_COMMANDER_BUILD},
    {"other", WEND_COMMANDER_OTHER},     {NULL, 0},
};

static const wendlua_name reason_names[] = {
    {"allotted", WEND_COMMANDER_ALLOTTED},
    {"partly", WEND_COMMANDER_PARTLY},
    {"new", WEND_COMMANDER_NEW},
    {"paused", WEND_COMMANDER_PAUSED},
    {"expired", WEND_COMMANDER_EXPIRED},
    {"busy", WEND_COMMANDER_BUSY},
    {"unfit", WEND_COMMANDER_UNFIT},
    {"unreachable", WEND_COMMANDER_UNREACHABLE},
    {"late", WEND_COMMANDER_LATE},
    {"weak", WEND_COMMANDER_WEAK},
    {"not_worth", WEND_COMMANDER_NOT_WORTH},
    {"reserve", WEND_COMMANDER_RESERVE},
    {"outbid", WEND_COMMANDER_OUTBID},
    {"no_goals", WEND_COMMANDER_NO_GOALS},
    {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"max_goals", WENDLUA_U32, offsetof(wend_commander_def, max_goals), NULL},
    {"max_groups", WENDLUA_U32, offsetof(wend_commander_def, max_groups), NULL},
    {"max_enemies", WENDLUA_U32, offsetof(wend_commander_def, max_enemies), NULL},
    {"width", WENDLUA_I32, offsetof(wend_commander_def, width), NULL},
    {"height", WENDLUA_I32, offsetof(wend_commander_def, height), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_commander_def, cell_size), NULL},
    {"origin", WENDLUA_VEC2, offsetof(wend_commander_def, origin), NULL},
    {"distance_weight", WENDLUA_DOUBLE, offsetof(wend_commander_def, distance_weight), NULL},
    {"danger_weight", WENDLUA_DOUBLE, offsetof(wend_commander_def, danger_weight), NULL},
    {"commitment", WENDLUA_DOUBLE, offsetof(wend_commander_def, commitment), NULL},
    {"reserve", WENDLUA_DOUBLE, offsetof(wend_commander_def, reserve), NULL},
    {"known_radius", WENDLUA_DOUBLE, offsetof(wend_commander_def, known_radius), NULL},
    {"half_life", WENDLUA_U32, offsetof(wend_commander_def, half_life), NULL},
    {"forget_below", WENDLUA_DOUBLE, offsetof(wend_commander_def, forget_below), NULL},
    {"scouting_count", WENDLUA_U32, offsetof(wend_commander_def, scouting_count), NULL},
    {"scouting_value", WENDLUA_DOUBLE, offsetof(wend_commander_def, scouting_value), NULL},
    {"scouting_age", WENDLUA_U32, offsetof(wend_commander_def, scouting_age), NULL},
    {"scouting_spacing", WENDLUA_DOUBLE, offsetof(wend_commander_def, scouting_spacing), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field goal_fields[] = {
    {"kind", WENDLUA_ENUM, offsetof(wend_commander_goal, kind), kind_names},
    {"x", WENDLUA_DOUBLE, offsetof(wend_commander_goal, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_commander_goal, position.y), NULL},
    {"value", WENDLUA_DOUBLE, offsetof(wend_commander_goal, value), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_commander_goal, strength), NULL},
    {"superiority", WENDLUA_DOUBLE, offsetof(wend_commander_goal, superiority), NULL},
    {"partial", WENDLUA_DOUBLE, offsetof(wend_commander_goal, partial), NULL},
    {"group_limit", WENDLUA_U32, offsetof(wend_commander_goal, group_limit), NULL},
    {"deadline", WENDLUA_U64, offsetof(wend_commander_goal, deadline), NULL},
    {"repeat_after", WENDLUA_U64, offsetof(wend_commander_goal, repeat), NULL},
    {"uses_reserve", WENDLUA_BOOL, offsetof(wend_commander_goal, uses_reserve), NULL},
    {"user", WENDLUA_U64, offsetof(wend_commander_goal, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field group_fields[] = {
    {"x", WENDLUA_DOUBLE, offsetof(wend_commander_group, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_commander_group, position.y), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_commander_group, strength), NULL},
    {"fitness", WENDLUA_OTHER, 0, NULL},
    {"speed", WENDLUA_DOUBLE, offsetof(wend_commander_group, speed), NULL},
    {"busy_until", WENDLUA_U64, offsetof(wend_commander_group, busy_until), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field plain_group_fields[] = {
    {"user", WENDLUA_U64, offsetof(wend_commander_group, user), NULL},
    {"x", WENDLUA_DOUBLE, offsetof(wend_commander_group, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_commander_group, position.y), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_commander_group, strength), NULL},
    {"speed", WENDLUA_DOUBLE, offsetof(wend_commander_group, speed), NULL},
    {"busy_until", WENDLUA_U64, offsetof(wend_commander_group, busy_until), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field fitness_fields[] = {
    {"attack", WENDLUA_DOUBLE, offsetof(wend_commander_group, fitness[0]), NULL},
    {"defend", WENDLUA_DOUBLE, offsetof(wend_commander_group, fitness[1]), NULL},
    {"capture", WENDLUA_DOUBLE, offsetof(wend_commander_group, fitness[2]), NULL},
    {"scout", WENDLUA_DOUBLE, offsetof(wend_commander_group, fitness[3]), NULL},
    {"escort", WENDLUA_DOUBLE, offsetof(wend_commander_group, fitness[4]), NULL},
    {"build", WENDLUA_DOUBLE, offsetof(wend_commander_group, fitness[5]), NULL},
    {"other", WENDLUA_DOUBLE, offsetof(wend_commander_group, fitness[6]), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field enemy_fields[] = {
    {"user", WENDLUA_U64 + WENDLUA_NEEDED, offsetof(wend_commander_enemy, user), NULL},
    {"x", WENDLUA_DOUBLE, offsetof(wend_commander_enemy, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_commander_enemy, position.y), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_commander_enemy, strength), NULL},
    {"kind", WENDLUA_U32, offsetof(wend_commander_enemy, kind), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_commander_enemy, tick), NULL},
    {"certainty", WENDLUA_DOUBLE, offsetof(wend_commander_enemy, certainty), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field known_enemy_fields[] = {
    {"user", WENDLUA_U64, offsetof(wend_commander_enemy, user), NULL},
    {"x", WENDLUA_DOUBLE, offsetof(wend_commander_enemy, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_commander_enemy, position.y), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_commander_enemy, strength), NULL},
    {"kind", WENDLUA_U32, offsetof(wend_commander_enemy, kind), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_commander_enemy, tick), NULL},
    {"certainty", WENDLUA_DOUBLE, offsetof(wend_commander_enemy, certainty), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field score_fields[] = {
    {"reason", WENDLUA_ENUM, offsetof(wend_commander_score, reason), reason_names},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_commander_score, strength), NULL},
    {"distance", WENDLUA_DOUBLE, offsetof(wend_commander_score, distance), NULL},
    {"travel", WENDLUA_DOUBLE, offsetof(wend_commander_score, travel), NULL},
    {"danger", WENDLUA_DOUBLE, offsetof(wend_commander_score, danger), NULL},
    {"risk", WENDLUA_DOUBLE, offsetof(wend_commander_score, risk), NULL},
    {"commitment", WENDLUA_DOUBLE, offsetof(wend_commander_score, commitment), NULL},
    {"cost", WENDLUA_DOUBLE, offsetof(wend_commander_score, cost), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- creation ---- */

/* wend.commander{...} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_commander_def def = wend_commander_def_default();
    wend_commander *made = NULL;
    lua_settop(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_commander_kind, sizeof *self);
    const wend_result result = wend_commander_create(&def, &made);
    return wendlua_made(L, self, made, result, &message);
}

/* wend.commander_load(bytes) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_commander_def def = wend_commander_def_default();
    wend_commander *made = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_commander_kind, sizeof *self);
    const wend_result result = wend_commander_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_made(L, self, made, result, &message);
}

static int set_tick(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 2);
    wendlua_done_by(L, wend_commander_set_tick(edit(L), tick), wend_commander_error(read(L)));
    return 0;
}

/* ---- goals ---- */

/* An id as an integer: the generation above the index. */
static wend_commander_goal_id id_at(lua_State *L, int arg)
{
    const uint64_t id = wendlua_u64(L, arg);
    return (wend_commander_goal_id){(uint32_t)id, (uint32_t)(id >> 32)};
}

/* add_goal(fields): its id. */
static int add_goal(lua_State *L)
{
    wend_commander_goal goal = wend_commander_goal_default();
    wend_commander_goal_id id;
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, goal_fields, &goal);
    wendlua_done_by(L, wend_commander_add_goal(edit(L), &goal, &id), wend_commander_error(read(L)));
    return wendlua_push_plain_id(L, id.index1, id.generation);
}

/* set_goal(id, fields): what is not named stays. */
static int set_goal(lua_State *L)
{
    wend_commander_goal goal;
    const wend_commander_goal_id id = id_at(L, 2);
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_commander_get_goal(read(L), id, &goal), NULL, "there is no such goal");
    wendlua_read(L, 3, goal_fields, &goal);
    wendlua_done_by(L, wend_commander_set_goal(edit(L), id, &goal), wend_commander_error(read(L)));
    return 0;
}

static int goal(lua_State *L)
{
    wend_commander_goal it;
    const wend_commander_goal_id id = id_at(L, 2);
    wendlua_done(L, wend_commander_get_goal(read(L), id, &it), NULL, "there is no such goal");
    wendlua_push(L, goal_fields, &it);
    return 1;
}

static int finish_goal(lua_State *L)
{
    const wend_commander_goal_id id = id_at(L, 2);
    wendlua_done_by(L, wend_commander_finish_goal(edit(L), id), wend_commander_error(read(L)));
    return 0;
}

static int remove_goal(lua_State *L)
{
    const wend_commander_goal_id id = id_at(L, 2);
    wendlua_done_by(L, wend_commander_remove_goal(edit(L), id), wend_commander_error(read(L)));
    return 0;
}

static int has_goal(lua_State *L)
{
    const wend_commander_goal_id id = id_at(L, 2);
    lua_pushboolean(L, wend_commander_has_goal(read(L), id));
    return 1;
}

/* goals(): the ids of all. */
static int goals(lua_State *L)
{
    lua_Integer number = 0;
    lua_newtable(L);
    for (uint32_t i = 0; i < wend_commander_goal_limit(read(L)); i++) {
        const wend_commander_goal_id id = wend_commander_goal_at(read(L), i);
        if (id.index1 != 0) {
            wendlua_push_plain_id(L, id.index1, id.generation);
            lua_rawseti(L, -2, ++number);
        }
    }
    return 1;
}

static const wendlua_field state_fields[] = {
    {"reason", WENDLUA_ENUM, offsetof(wend_commander_goal_state, reason), reason_names},
    {"needed", WENDLUA_DOUBLE, offsetof(wend_commander_goal_state, needed), NULL},
    {"known", WENDLUA_DOUBLE, offsetof(wend_commander_goal_state, known), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_commander_goal_state, strength), NULL},
    {"group_count", WENDLUA_U32, offsetof(wend_commander_goal_state, group_count), NULL},
    {"worth", WENDLUA_DOUBLE, offsetof(wend_commander_goal_state, worth), NULL},
    {"is_scouting", WENDLUA_BOOL, offsetof(wend_commander_goal_state, is_scouting), NULL},
    {"open_tick", WENDLUA_U64, offsetof(wend_commander_goal_state, open_tick), NULL},
    {NULL, 0, 0, NULL},
};

static int goal_state(lua_State *L)
{
    wend_commander_goal_state state;
    const wend_commander_goal_id id = id_at(L, 2);
    wendlua_done(L, wend_commander_get_goal_state(read(L), id, &state), NULL,
                 "there is no such goal");
    wendlua_push(L, state_fields, &state);
    return 1;
}

/* ---- groups ---- */

/* set_group(number, fields): of a group that exists, what is not named stays. */
static int set_group(lua_State *L)
{
    wend_commander_group group = wend_commander_group_default();
    const uint64_t user = wendlua_u64(L, 2);
    lua_settop(L, 3);
    wendlua_need_table(L, 3);
    (void)wend_commander_get_group(read(L), user, &group);
    group.user = user;
    wendlua_read(L, 3, group_fields, &group);
    const int fitness = wendlua_field_table(L, 3, "fitness");
    if (fitness != 0) {
        wendlua_read(L, fitness, fitness_fields, &group);
    }
    wendlua_done_by(L, wend_commander_set_group(edit(L), &group), wend_commander_error(read(L)));
    return 0;
}

static void push_group(lua_State *L, const wend_commander_group *group)
{
    wendlua_push(L, plain_group_fields, group);
    wendlua_push(L, fitness_fields, group);
    lua_setfield(L, -2, "fitness");
}

/* group(number): a table, or nil. */
static int group(lua_State *L)
{
    wend_commander_group it;
    const uint64_t user = wendlua_u64(L, 2);
    if (wend_commander_get_group(read(L), user, &it) != WEND_OK) {
        lua_pushnil(L);
    } else {
        push_group(L, &it);
    }
    return 1;
}

static int remove_group(lua_State *L)
{
    const uint64_t user = wendlua_u64(L, 2);
    wendlua_done_by(L, wend_commander_remove_group(edit(L), user), wend_commander_error(read(L)));
    return 0;
}

/* groups(): their numbers. */
static int groups(lua_State *L)
{
    const uint32_t count = wend_commander_group_count(read(L));
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t user = 0;
        (void)wend_commander_group_at(read(L), i, &user);
        wendlua_push_u64(L, user);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static const wendlua_field assignment_fields[] = {
    {"goal_user", WENDLUA_U64, offsetof(wend_commander_assignment, goal_user), NULL},
    {"kind", WENDLUA_ENUM, offsetof(wend_commander_assignment, kind), kind_names},
    {"x", WENDLUA_DOUBLE, offsetof(wend_commander_assignment, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_commander_assignment, position.y), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field terms_fields[] = {
    {"since", WENDLUA_U64, offsetof(wend_commander_assignment, since), NULL},
    {"gain", WENDLUA_DOUBLE, offsetof(wend_commander_assignment, gain), NULL},
    {"reason", WENDLUA_ENUM, offsetof(wend_commander_assignment, reason), reason_names},
    {NULL, 0, 0, NULL},
};

/* assignment(group): a table; without a goal it has since, gain and reason only. */
static int assignment(lua_State *L)
{
    wend_commander_assignment it;
    const uint64_t user = wendlua_u64(L, 2);
    wendlua_done(L, wend_commander_get_assignment(read(L), user, &it), NULL,
                 "there is no such group");
    wendlua_push(L, terms_fields, &it);
    if (it.goal.index1 != 0) {
        wendlua_set_fields(L, assignment_fields, &it);
        wendlua_push_plain_id(L, it.goal.index1, it.goal.generation);
        lua_setfield(L, -2, "goal");
        wendlua_push(L, score_fields, &it.score);
        lua_setfield(L, -2, "score");
    }
    return 1;
}

/* ---- what is known ---- */

/* report(fields): true if it was kept. Its tick is the present one unless it is given. */
static int report(lua_State *L)
{
    wend_commander_info info;
    wendlua_need_table(L, 2);
    wend_commander_get_info(read(L), &info);
    wend_commander_enemy enemy = {.strength = 1, .tick = info.tick, .certainty = 1};
    wendlua_read(L, 2, enemy_fields, &enemy);
    const wend_result result =
        wendlua_done_by(L, wend_commander_report(edit(L), &enemy), wend_commander_error(read(L)));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

static int report_gone(lua_State *L)
{
    const uint64_t user = wendlua_u64(L, 2);
    wendlua_done(L, wend_commander_report_gone(edit(L), user), NULL, NULL);
    return 0;
}

/* report_memories(memories, agent, team): true if all were kept. */
static int report_memories(lua_State *L)
{
    const wend_memories *memories = wendlua_read_pointer(L, 2, &wendlua_memories_kind);
    const uint64_t agent = wendlua_u64(L, 3);
    const uint32_t team = wendlua_u32(L, 4);
    const wend_result result =
        wendlua_done_by(L, wend_commander_report_memories(edit(L), memories, agent, team),
                        wend_commander_error(read(L)));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

/* enemies(): a list of tables. */
static int enemies(lua_State *L)
{
    const uint32_t count = wend_commander_enemy_count(read(L));
    wend_commander_enemy *list = wendlua_scratch(L, (size_t)count + 1, sizeof *list);
    for (uint32_t i = 0; i < count; i++) {
        (void)wend_commander_get_enemy(read(L), i, &list[i]);
    }
    return wendlua_push_structs(L, known_enemy_fields, list, sizeof *list, count);
}

/* known_strength(x, y, radius [, kind]) */
static int known_strength(lua_State *L)
{
    const wend_vec2 at = wendlua_xy(L, 2);
    const double radius = wendlua_limit(L, 4);
    const uint32_t kind = wendlua_u32_or(L, 5, UINT32_MAX);
    lua_pushnumber(L, wend_commander_known_strength(read(L), at, radius, kind));
    return 1;
}

/* set_seen(x, y, radius) */
static int set_seen(lua_State *L)
{
    const wend_vec2 at = wendlua_xy(L, 2);
    const double radius = wendlua_number(L, 4);
    wendlua_done_by(L, wend_commander_set_seen(edit(L), at, radius), wend_commander_error(read(L)));
    return 0;
}

/* set_cell_value(column, row, value) */
static int set_cell_value(lua_State *L)
{
    const int32_t x = wendlua_i32(L, 2), y = wendlua_i32(L, 3);
    const double value = wendlua_number(L, 4);
    wendlua_done_by(L, wend_commander_set_cell_value(edit(L), x, y, value),
                    wend_commander_error(read(L)));
    return 0;
}

static const wendlua_field cell_fields[] = {
    {"position", WENDLUA_VEC2, offsetof(wend_commander_cell, position), NULL},
    {"value", WENDLUA_DOUBLE, offsetof(wend_commander_cell, value), NULL},
    {"was_seen", WENDLUA_BOOL, offsetof(wend_commander_cell, was_seen), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_commander_cell, tick), NULL},
    {"scouting", WENDLUA_DOUBLE, offsetof(wend_commander_cell, scouting), NULL},
    {NULL, 0, 0, NULL},
};

/* cell(column, row) */
static int cell(lua_State *L)
{
    wend_commander_cell it;
    const int32_t x = wendlua_i32(L, 2), y = wendlua_i32(L, 3);
    wendlua_done(L, wend_commander_get_cell(read(L), x, y, &it), NULL, "the cell lies outside");
    wendlua_push(L, cell_fields, &it);
    return 1;
}

/* ---- updates ---- */

static const wendlua_name measure_names[] = {
    {"difference", WEND_INFLUENCE_DIFFERENCE},
    {"own", WEND_INFLUENCE_OWN},
    {"enemies", WEND_INFLUENCE_ENEMIES},
    {"tension", WEND_INFLUENCE_TENSION},
    {"vulnerability", WEND_INFLUENCE_VULNERABILITY},
    {NULL, 0},
};

static const wendlua_field inputs_fields[] = {
    {"distance", WENDLUA_OTHER, 0, NULL},
    {"pathfinder", WENDLUA_OTHER, 0, NULL},
    {"influence", WENDLUA_OTHER, 0, NULL},
    {"kind", WENDLUA_ENUM, offsetof(wend_commander_inputs, measure.kind), measure_names},
    {"own_sides", WENDLUA_U32, offsetof(wend_commander_inputs, measure.own_sides), NULL},
    {"enemy_sides", WENDLUA_U32, offsetof(wend_commander_inputs, measure.enemy_sides), NULL},
    {NULL, 0, 0, NULL},
};

/* A group and a goal for a function of the script. */
typedef struct commander_pair {
    const wend_commander_group *group;
    const wend_commander_goal *goal;
} commander_pair;

static int push_pair(lua_State *L, const void *context)
{
    const commander_pair *pair = context;
    push_group(L, pair->group);
    wendlua_push(L, goal_fields, pair->goal);
    return 2;
}

/* A distance by a function of the script; nil: there is no path. */
static double measure(void *user, const wend_commander_group *from, const wend_commander_goal *to)
{
    wendlua_asked *asked = user;
    const commander_pair pair = {from, to};
    if (!wendlua_ask(asked, push_pair, &pair)) {
        return HUGE_VAL;
    }
    const double distance = lua_isnumber(asked->L, -1) ? lua_tonumber(asked->L, -1) : HUGE_VAL;
    lua_pop(asked->L, 1);
    return distance;
}

/* What an update takes. */
typedef struct commander_inputs {
    wend_commander_inputs it;
    wendlua_asked asked;
    int influence; /* its slot; 0: none */
} commander_inputs;

/* Reads what an update takes, from a table or nil at index; leaves the function and the influence on the
 * stack. */
static void inputs_at(lua_State *L, int index, commander_inputs *inputs)
{
    *inputs = (commander_inputs){.it = wend_commander_inputs_default(), .asked = {L, 0, 0}};
    luaL_checkstack(L, 24, NULL);
    if (lua_isnil(L, index)) {
        return;
    }
    wendlua_need_table(L, index);
    wendlua_read(L, index, inputs_fields, &inputs->it);
    lua_pushstring(L, "distance");
    const int type = lua_rawget(L, index);
    if (type != LUA_TNIL && type != LUA_TFUNCTION) {
        wendlua_fail(L, "distance: a function expected");
    }
    if (type == LUA_TFUNCTION) {
        inputs->asked.function = lua_gettop(L);
        inputs->it.distance = measure;
        inputs->it.user = &inputs->asked;
    }
    lua_pushstring(L, "influence");
    lua_rawget(L, index);
    const int influence = lua_gettop(L);
    inputs->it.pathfinder = wendlua_field_pointer(L, index, "pathfinder", &wendlua_pathfinder_kind);
    inputs->it.influence = wendlua_field_pointer(L, index, "influence", &wendlua_influence_kind);
    inputs->influence = inputs->it.influence != NULL ? influence : 0;
}

/* Locks the commander and the influence that is read between two calls of the function, or unlocks them. */
static void lock_inputs(lua_State *L, const commander_inputs *inputs, bool is_locked)
{
    wendlua_lock(L, 1, is_locked);
    if (inputs->influence != 0) {
        wendlua_lock(L, inputs->influence, is_locked);
    }
}

/* update([inputs]): raises the first error of the function; where it failed there was no path. */
static int update(lua_State *L)
{
    commander_inputs inputs;
    lua_settop(L, 2);
    inputs_at(L, 2, &inputs);
    wend_commander *it = edit(L);
    lock_inputs(L, &inputs, true);
    const wend_result result = wend_commander_update(it, &inputs.it);
    lock_inputs(L, &inputs, false);
    wendlua_raise(&inputs.asked);
    wendlua_done_by(L, result, wend_commander_error(it));
    return 0;
}

/* score(group, id [, inputs]) */
static int score(lua_State *L)
{
    wend_commander_score it;
    commander_inputs inputs;
    const uint64_t user = wendlua_u64(L, 2);
    const wend_commander_goal_id id = id_at(L, 3);
    lua_settop(L, 4);
    inputs_at(L, 4, &inputs);
    const wend_commander *commander = read(L);
    lock_inputs(L, &inputs, true);
    const wend_result result = wend_commander_get_score(commander, &inputs.it, user, id, &it);
    lock_inputs(L, &inputs, false);
    wendlua_raise(&inputs.asked);
    wendlua_done(L, result, NULL, "there is no such group or goal");
    wendlua_push(L, score_fields, &it);
    return 1;
}

static const wendlua_field info_fields[] = {
    {"tick", WENDLUA_U64, offsetof(wend_commander_info, tick), NULL},
    {"goal_count", WENDLUA_U32, offsetof(wend_commander_info, goal_count), NULL},
    {"scouting_count", WENDLUA_U32, offsetof(wend_commander_info, scouting_count), NULL},
    {"group_count", WENDLUA_U32, offsetof(wend_commander_info, group_count), NULL},
    {"allotted_count", WENDLUA_U32, offsetof(wend_commander_info, allotted_count), NULL},
    {"enemy_count", WENDLUA_U32, offsetof(wend_commander_info, enemy_count), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_commander_info, strength), NULL},
    {"reserved", WENDLUA_DOUBLE, offsetof(wend_commander_info, reserved), NULL},
    {"total", WENDLUA_DOUBLE, offsetof(wend_commander_info, total), NULL},
    {"changes", WENDLUA_U64, offsetof(wend_commander_info, changes), NULL},
    {"seen", WENDLUA_DOUBLE, offsetof(wend_commander_info, seen), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_commander_info info;
    wend_commander_get_info(read(L), &info);
    wendlua_push(L, info_fields, &info);
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_commander_memory_bytes(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_commander_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_commander_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

/* load(bytes): another commander in its place. */
static int load(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_commander_def def = wend_commander_def_default();
    wend_commander *made = NULL;
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_commander_kind);
    const char *bytes = wendlua_bytes(L, 2, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_commander_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"set_tick", set_tick},
    {"add_goal", add_goal},
    {"set_goal", set_goal},
    {"goal", goal},
    {"finish_goal", finish_goal},
    {"remove_goal", remove_goal},
    {"has_goal", has_goal},
    {"goals", goals},
    {"goal_state", goal_state},
    {"set_group", set_group},
    {"group", group},
    {"remove_group", remove_group},
    {"groups", groups},
    {"assignment", assignment},
    {"report", report},
    {"report_gone", report_gone},
    {"report_memories", report_memories},
    {"enemies", enemies},
    {"known_strength", known_strength},
    {"set_seen", set_seen},
    {"set_cell_value", set_cell_value},
    {"cell", cell},
    {"update", update},
    {"score", score},
    {"get_info", get_info},
    {"memory_bytes", memory_bytes},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_commander_kind = {"commander", "wend.commander", destroy, methods};

const luaL_Reg wendlua_commander_functions[] = {
    {"commander", make},
    {"commander_load", make_loaded},
    {NULL, NULL},
};
