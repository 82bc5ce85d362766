/* wend.steer: steering behaviours as pure functions of a mover and of tables of the world.
 * Cost: a pass over the other movers. */
#include <math.h>

#include "lua/flow/flow.h"
#include "wend/steer.h"
#include "wend/walls.h"

static const wendlua_field mover_fields[] = {
    {"position", WENDLUA_VEC2 | WENDLUA_NEEDED, offsetof(wend_steer_agent, position), NULL},
    {"velocity", WENDLUA_VEC2, offsetof(wend_steer_agent, velocity), NULL},
    {"heading", WENDLUA_VEC2, offsetof(wend_steer_agent, heading), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_steer_agent, radius), NULL},
    {"max_speed", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_steer_agent, max_speed), NULL},
    {"max_force", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_steer_agent, max_force), NULL},
    {NULL, 0, 0, NULL},
};

/* max_speed and max_force are let be, so that movers can be others. */
static const wendlua_field other_fields[] = {
    {"position", WENDLUA_VEC2 | WENDLUA_NEEDED, offsetof(wend_steer_other, position), NULL},
    {"velocity", WENDLUA_VEC2, offsetof(wend_steer_other, velocity), NULL},
    {"heading", WENDLUA_VEC2, offsetof(wend_steer_other, heading), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_steer_other, radius), NULL},
    {"max_speed", WENDLUA_OTHER, 0, NULL},
    {"max_force", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

typedef struct obstacle {
    wend_vec2 centre;
    double radius;
} obstacle;

static const wendlua_field obstacle_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(obstacle, centre.x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(obstacle, centre.y), NULL},
    {"radius", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(obstacle, radius), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- arguments ---- */

static wend_steer_agent mover(lua_State *L)
{
    wend_steer_agent self = {{0, 0}, {0, 0}, {0, 0}, 0, 0, 0};
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, mover_fields, &self);
    return self;
}

static wend_steer_other other(lua_State *L, int arg)
{
    wend_steer_other one = {{0, 0}, {0, 0}, {0, 0}, 0};
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, other_fields, &one);
    return one;
}

static const wend_steer_other *others(lua_State *L, int arg, size_t *count)
{
    wendlua_need_table(L, arg);
    lua_pushvalue(L, arg);
    return wendlua_read_list(L, other_fields, sizeof(wend_steer_other), "others", count);
}

/* Obstacles as the two arrays the library takes. */
static wend_vec2 *obstacles(lua_State *L, int arg, double **radii, size_t *count)
{
    wendlua_need_table(L, arg);
    lua_pushvalue(L, arg);
    const obstacle *list = wendlua_read_list(L, obstacle_fields, sizeof *list, "obstacles", count);
    wend_vec2 *centres = wendlua_scratch(L, *count, sizeof *centres);
    *radii = wendlua_scratch(L, *count, sizeof **radii);
    for (size_t i = 0; i < *count; i++) {
        centres[i] = list[i].centre;
        (*radii)[i] = list[i].radius;
    }
    return centres;
}

/* ---- one target ---- */

static int seek(lua_State *L)
{
    wend_steer_agent self = mover(L);
    return wendlua_push_xy(L, wend_steer_seek(&self, wendlua_xy(L, 2)));
}

static int flee(lua_State *L)
{
    wend_steer_agent self = mover(L);
    double panic = wendlua_limit_or(L, 4, (double)INFINITY);
    return wendlua_push_xy(L, wend_steer_flee(&self, wendlua_xy(L, 2), panic));
}

static int arrive(lua_State *L)
{
    static const wendlua_name decelerations[] = {
        {"fast", WEND_DECELERATION_FAST},
        {"normal", WEND_DECELERATION_NORMAL},
        {"slow", WEND_DECELERATION_SLOW},
        {NULL, 0},
    };
    wend_steer_agent self = mover(L);
    uint32_t how = wendlua_enum_or(L, 4, decelerations, WEND_DECELERATION_FAST);
    wend_vec2 target = wendlua_xy(L, 2);
    return wendlua_push_xy(L, wend_steer_arrive(&self, target, (wend_deceleration)how));
}

static int pursue(lua_State *L)
{
    wend_steer_agent self = mover(L);
    wend_steer_other evader = other(L, 2);
    return wendlua_push_xy(L, wend_steer_pursue(&self, &evader));
}

static int evade(lua_State *L)
{
    wend_steer_agent self = mover(L);
    wend_steer_other pursuer = other(L, 2);
    double panic = wendlua_limit_or(L, 3, (double)INFINITY);
    return wendlua_push_xy(L, wend_steer_evade(&self, &pursuer, panic));
}

static int offset_pursuit(lua_State *L)
{
    wend_steer_agent self = mover(L);
    wend_steer_other leader = other(L, 2);
    return wendlua_push_xy(L, wend_steer_offset_pursuit(&self, &leader, wendlua_xy(L, 3)));
}

static int interpose(lua_State *L)
{
    wend_steer_agent self = mover(L);
    wend_steer_other a = other(L, 2);
    wend_steer_other b = other(L, 3);
    return wendlua_push_xy(L, wend_steer_interpose(&self, &a, &b));
}

static int follow_leader(lua_State *L)
{
    wend_steer_agent self = mover(L);
    wend_steer_other leader = other(L, 2);
    return wendlua_push_xy(L, wend_steer_follow_leader(&self, &leader, wendlua_number(L, 3)));
}

static int match_velocity(lua_State *L)
{
    wend_steer_agent self = mover(L);
    return wendlua_push_xy(L, wend_steer_match_velocity(&self, wendlua_xy(L, 2)));
}

/* wander(self, angle, jitter, distance, circle, seed, id, tick): the force, and the next angle. */
static int wander(lua_State *L)
{
    wend_steer_agent self = mover(L);
    double angle = wendlua_number(L, 2);
    double jitter = wendlua_number(L, 3);
    double distance = wendlua_number(L, 4);
    double circle = wendlua_number(L, 5);
    uint64_t seed = wendlua_u64(L, 6);
    uint64_t id = wendlua_u64(L, 7);
    uint64_t tick = wendlua_u64(L, 8);
    wendlua_push_xy(L, wend_steer_wander(&self, &angle, jitter, distance, circle, seed, id, tick));
    lua_pushnumber(L, angle);
    return 3;
}

/* ---- turning ---- */

static int face(lua_State *L)
{
    wend_steer_agent self = mover(L);
    wend_vec2 target = wendlua_xy(L, 2);
    double turn_rate = wendlua_number(L, 4);
    lua_pushnumber(L, wend_steer_face(&self, target, turn_rate, wendlua_number(L, 5)));
    return 1;
}

static int look_ahead(lua_State *L)
{
    wend_steer_agent self = mover(L);
    double turn_rate = wendlua_number(L, 2);
    lua_pushnumber(L, wend_steer_look_ahead(&self, turn_rate, wendlua_number(L, 3)));
    return 1;
}

/* ---- walls and obstacles ---- */

static int avoid_obstacles(lua_State *L)
{
    size_t count = 0;
    double *radii = NULL;
    wend_steer_agent self = mover(L);
    double ahead = wendlua_number(L, 3);
    const wend_vec2 *centres = obstacles(L, 2, &radii, &count);
    return wendlua_push_xy(L, wend_steer_avoid_obstacles(&self, centres, radii, count, ahead));
}

/* avoid_walls(self, walls, feeler [, stops]) */
static int avoid_walls(lua_State *L)
{
    wend_steer_agent self = mover(L);
    double feeler = wendlua_number(L, 3);
    uint32_t stops = wendlua_mask_or(L, 4, wendlua_stops_names, WEND_STOPS_WALK);
    const wend_walls *walls = wendlua_read_pointer(L, 2, &wendlua_walls_kind);
    return wendlua_push_xy(L, wend_steer_avoid_walls(&self, walls, stops, feeler));
}

static int contain(lua_State *L)
{
    wend_steer_agent self = mover(L);
    wend_vec2 low = wendlua_xy(L, 2);
    wend_vec2 high = wendlua_xy(L, 4);
    return wendlua_push_xy(L, wend_steer_contain(&self, low, high, wendlua_number(L, 6)));
}

/* hide(self, hunter, obstacles, gap) */
static int hide(lua_State *L)
{
    size_t count = 0;
    double *radii = NULL;
    wend_steer_agent self = mover(L);
    wend_steer_other hunter = other(L, 2);
    double gap = wendlua_number(L, 4);
    const wend_vec2 *centres = obstacles(L, 3, &radii, &count);
    return wendlua_push_xy(L, wend_steer_hide(&self, &hunter, centres, radii, count, gap));
}

/* ---- paths ---- */

/* follow_path(self, points, leg, radius, seconds [, is_loop]): the force, and the leg to continue
 * with; legs count from 1. */
static int follow_path(lua_State *L)
{
    size_t count = 0;
    wend_steer_agent self = mover(L);
    size_t leg = (size_t)wendlua_integer(L, 3, 1, INT32_MAX) - 1;
    double radius = wendlua_number(L, 4);
    double seconds = wendlua_number(L, 5);
    bool is_loop = wendlua_bool_or(L, 6, false);
    const wend_vec2 *points = wendlua_points(L, 2, &count);
    wendlua_push_xy(L,
                    wend_steer_follow_path(&self, points, count, is_loop, radius, seconds, &leg));
    wendlua_push_u64(L, (uint64_t)leg + 1);
    return 3;
}

/* follow_flow(self, flow, order, floor): the force, and why. */
static int follow_flow(lua_State *L)
{
    wend_flow_guidance why = WEND_FLOW_INVALID;
    wend_steer_agent self = mover(L);
    wend_flow_request_id order = {wendlua_index1(L, 3, WENDLUA_ORDER),
                                  wendlua_generation(L, 3, WENDLUA_ORDER)};
    uint32_t floor = wendlua_u32_or(L, 4, 0);
    const wend_flow *flow = wendlua_read_pointer(L, 2, &wendlua_flow_kind);
    wendlua_push_xy(L, wend_steer_follow_flow(&self, flow, order, floor, &why));
    wendlua_push_name(L, wendlua_flow_why_names, (uint32_t)why);
    return 3;
}

/* queue(self, door_x, door_y, others, range) */
static int queue(lua_State *L)
{
    size_t count = 0;
    wend_steer_agent self = mover(L);
    wend_vec2 door = wendlua_xy(L, 2);
    double range = wendlua_number(L, 5);
    const wend_steer_other *list = others(L, 4, &count);
    return wendlua_push_xy(L, wend_steer_queue(&self, door, list, count, range));
}

/* ---- others ---- */

typedef wend_vec2 (*flock_fn)(const wend_steer_agent *self, const wend_steer_other *others,
                              size_t count, double range);

/* x(self, others, range) */
static int flock(lua_State *L, flock_fn behaviour)
{
    size_t count = 0;
    wend_steer_agent self = mover(L);
    double range = wendlua_limit(L, 3);
    const wend_steer_other *list = others(L, 2, &count);
    return wendlua_push_xy(L, behaviour(&self, list, count, range));
}

static int separate(lua_State *L)
{
    return flock(L, wend_steer_separate);
}

static int align(lua_State *L)
{
    return flock(L, wend_steer_align);
}

static int cohere(lua_State *L)
{
    return flock(L, wend_steer_cohere);
}

static int avoid_others(lua_State *L)
{
    return flock(L, wend_steer_avoid_others);
}

/* ---- together ---- */

typedef struct force {
    wend_vec2 value;
    double weight, chance;
} force;

static const wendlua_field force_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(force, value.x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(force, value.y), NULL},
    {"weight", WENDLUA_DOUBLE, offsetof(force, weight), NULL},
    {"chance", WENDLUA_DOUBLE, offsetof(force, chance), NULL},
    {NULL, 0, 0, NULL},
};

const wendlua_name wendlua_combine_names[] = {
    {"weighted", WEND_STEER_WEIGHTED},
    {"priority", WEND_STEER_PRIORITY},
    {"dithered", WEND_STEER_DITHERED},
    {NULL, 0},
};

static uint64_t u64_or_zero(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? 0 : wendlua_u64(L, arg);
}

/* mix({{fx, fy, weight=, chance=}, ...}, combine, max_force [, seed, id, tick]) */
static int mix(lua_State *L)
{
    wend_steer_mix sum;
    uint32_t combine = wendlua_enum_or(L, 2, wendlua_combine_names, WEND_STEER_WEIGHTED);
    double most = wendlua_number(L, 3);
    uint64_t seed = u64_or_zero(L, 4);
    uint64_t id = u64_or_zero(L, 5);
    uint64_t tick = u64_or_zero(L, 6);
    wend_steer_mix_begin(&sum, (wend_steer_combine)combine, most, seed, id, tick);
    wendlua_need_table(L, 1);
    size_t count = wendlua_list_length(L, 1);
    for (size_t i = 0; i < count; i++) {
        force one = {{0, 0}, 1, 1};
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        wendlua_read_item(L, -1, force_fields, &one, "forces", i + 1);
        lua_pop(L, 1);
        wend_steer_mix_add(&sum, one.value, one.weight, one.chance);
    }
    return wendlua_push_xy(L, sum.force);
}

/* apply(self, fx, fy, seconds): moves the mover: its table is changed. */
static int apply(lua_State *L)
{
    wend_steer_agent self = mover(L);
    wend_vec2 push = wendlua_xy(L, 2);
    wend_steer_apply(&self, push, wendlua_number(L, 4));
    wendlua_push_vec2(L, self.position);
    wendlua_push_vec2(L, self.velocity);
    wendlua_push_vec2(L, self.heading);
    static const char *const names[] = {"heading", "velocity", "position"};
    for (size_t i = 0; i < 3; i++) {
        lua_pushstring(L, names[i]);
        lua_insert(L, -2);
        lua_rawset(L, 1);
    }
    return 0;
}

const luaL_Reg wendlua_steer_functions[] = {
    {"seek", seek},
    {"flee", flee},
    {"arrive", arrive},
    {"pursue", pursue},
    {"evade", evade},
    {"offset_pursuit", offset_pursuit},
    {"interpose", interpose},
    {"follow_leader", follow_leader},
    {"match_velocity", match_velocity},
    {"wander", wander},
    {"face", face},
    {"look_ahead", look_ahead},
    {"avoid_obstacles", avoid_obstacles},
    {"avoid_walls", avoid_walls},
    {"contain", contain},
    {"hide", hide},
    {"follow_path", follow_path},
    {"follow_flow", follow_flow},
    {"queue", queue},
    {"separate", separate},
    {"align", align},
    {"cohere", cohere},
    {"avoid_others", avoid_others},
    {"mix", mix},
    {"apply", apply},
    {NULL, NULL},
};
