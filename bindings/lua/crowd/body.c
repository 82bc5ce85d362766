/* Methods of wend.crowd for bodies, their goals, and steering.
 * Cost: as in wend/crowd.h. */
#include "lua/crowd/crowd.h"
#include "wend/steer.h"

const wendlua_name wendlua_meanwhile_names[] = {
    {"default", WEND_MEANWHILE_DEFAULT}, {"seek", WEND_MEANWHILE_SEEK},
    {"wait", WEND_MEANWHILE_WAIT},       {"wander", WEND_MEANWHILE_WANDER},
    {"trace", WEND_MEANWHILE_TRACE},     {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_body_def, position.x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_body_def, position.y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_body_def, z), NULL},
    {"floor", WENDLUA_U32, offsetof(wend_body_def, floor), NULL},
    {"heading", WENDLUA_DOUBLE, offsetof(wend_body_def, heading), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_body_def, radius), NULL},
    {"speed", WENDLUA_DOUBLE, offsetof(wend_body_def, speed), NULL},
    {"max_speed", WENDLUA_DOUBLE, offsetof(wend_body_def, max_speed), NULL},
    {"acceleration", WENDLUA_DOUBLE, offsetof(wend_body_def, acceleration), NULL},
    {"turn_rate", WENDLUA_DOUBLE, offsetof(wend_body_def, turn_rate), NULL},
    {"turn_radius", WENDLUA_DOUBLE, offsetof(wend_body_def, turn_radius), NULL},
    {"headway", WENDLUA_DOUBLE, offsetof(wend_body_def, headway), NULL},
    {"mass", WENDLUA_DOUBLE, offsetof(wend_body_def, mass), NULL},
    {"height", WENDLUA_DOUBLE, offsetof(wend_body_def, height), NULL},
    {"crowd_class", WENDLUA_U32, offsetof(wend_body_def, crowd_class), NULL},
    {"layer", WENDLUA_MASK, offsetof(wend_body_def, layer), NULL},
    {"avoids", WENDLUA_MASK, offsetof(wend_body_def, avoids), NULL},
    {"touches", WENDLUA_MASK, offsetof(wend_body_def, touches), NULL},
    {"group", WENDLUA_U32, offsetof(wend_body_def, group), NULL},
    {"priority", WENDLUA_I32, offsetof(wend_body_def, priority), NULL},
    {"user", WENDLUA_U64, offsetof(wend_body_def, user), NULL},
    {"is_abrupt", WENDLUA_BOOL, offsetof(wend_body_def, is_abrupt), NULL},
    {"meanwhile", WENDLUA_ENUM, offsetof(wend_body_def, meanwhile), wendlua_meanwhile_names},
    {"route_priority", WENDLUA_U32, offsetof(wend_body_def, route_priority), NULL},
    {"route_profile", WENDLUA_NODE, offsetof(wend_body_def, route_profile), NULL},
    {NULL, 0, 0, NULL},
};

/* Fields of def_fields that a change cannot name: place, floor, heading. */
enum { PLACE_FIELDS = 5 };

static const wendlua_name goals[] = {
    {"none", WEND_BODY_GOAL_NONE},   {"point", WEND_BODY_GOAL_POINT},
    {"path", WEND_BODY_GOAL_PATH},   {"flow", WEND_BODY_GOAL_FLOW},
    {"slot", WEND_BODY_GOAL_SLOT},   {"velocity", WEND_BODY_GOAL_VELOCITY},
    {"steer", WEND_BODY_GOAL_STEER}, {NULL, 0},
};

const wendlua_name wendlua_body_state_names[] = {
    {"none", WEND_BODY_NONE},
    {"path_pending", WEND_BODY_PATH_PENDING},
    {"moving", WEND_BODY_MOVING},
    {"arrived", WEND_BODY_ARRIVED},
    {"no_path", WEND_BODY_NO_PATH},
    {"given_up", WEND_BODY_GIVEN_UP},
    {NULL, 0},
};

static const wendlua_field body_fields[] = {
    {"x", WENDLUA_DOUBLE, offsetof(wend_body, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_body, position.y), NULL},
    {"velocity", WENDLUA_VEC2, offsetof(wend_body, velocity), NULL},
    {"preferred", WENDLUA_VEC2, offsetof(wend_body, preferred), NULL},
    {"heading", WENDLUA_DOUBLE, offsetof(wend_body, heading), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_body, radius), NULL},
    {"speed", WENDLUA_DOUBLE, offsetof(wend_body, speed), NULL},
    {"mass", WENDLUA_DOUBLE, offsetof(wend_body, mass), NULL},
    {"floor", WENDLUA_U32, offsetof(wend_body, floor), NULL},
    {"crowd_class", WENDLUA_U32, offsetof(wend_body, crowd_class), NULL},
    {"group", WENDLUA_U32, offsetof(wend_body, group), NULL},
    {"priority", WENDLUA_I32, offsetof(wend_body, priority), NULL},
    {"goal", WENDLUA_ENUM, offsetof(wend_body, goal), goals},
    {"state", WENDLUA_ENUM, offsetof(wend_body, state), wendlua_body_state_names},
    {"goal_point", WENDLUA_VEC2, offsetof(wend_body, goal_point), NULL},
    {"distance_left", WENDLUA_DOUBLE, offsetof(wend_body, distance_left), NULL},
    {"is_stuck", WENDLUA_BOOL, offsetof(wend_body, is_stuck), NULL},
    {"behaviour", WENDLUA_NAMED, offsetof(wend_body, behaviour), wendlua_behaviour_names},
    {"user", WENDLUA_U64, offsetof(wend_body, user), NULL},
    {"has_item", WENDLUA_BOOL, offsetof(wend_body, has_item), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_body, z), NULL},
    {"polygon", WENDLUA_NODE, offsetof(wend_body, polygon), NULL},
    {"goal_z", WENDLUA_DOUBLE, offsetof(wend_body, goal_z), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- arguments ---- */

wend_body_id wendlua_body(lua_State *L, int arg)
{
    return (wend_body_id){wendlua_index1(L, arg, WENDLUA_BODY),
                          wendlua_generation(L, arg, WENDLUA_BODY)};
}

const wend_body_id *wendlua_bodies(lua_State *L, int arg, size_t *count)
{
    if (lua_type(L, arg) == LUA_TNUMBER) {
        wend_body_id *one = wendlua_scratch(L, 1, sizeof *one);
        *one = wendlua_body(L, arg);
        *count = 1;
        return one;
    }
    const uint32_t *pairs = wendlua_ids(L, arg, WENDLUA_BODY, count);
    wend_body_id *ids = wendlua_scratch(L, *count, sizeof *ids);
    for (size_t i = 0; i < *count; i++) {
        ids[i] = (wend_body_id){pairs[2 * i], pairs[2 * i + 1]};
    }
    return ids;
}

wend_result wendlua_body_done(lua_State *L, wend_result result)
{
    return wendlua_done(L, result, NULL,
                        "a number is out of range, or a position is outside or in a wall");
}

static wend_body get_body(lua_State *L, wend_body_id id)
{
    wend_body body;
    wendlua_body_done(L, wend_crowd_get_body(wendlua_crowd_read(L), id, &body));
    return body;
}

/* ---- bodies ---- */

int wendlua_crowd_add_body(lua_State *L)
{
    wend_body_id id = {0, 0};
    wend_body_def def = wend_body_def_default();
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, def_fields, &def);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wend_result result = wend_crowd_add_body(crowd, &def, &id);
    wendlua_done_by(L, result, wend_crowd_error(crowd));
    wendlua_push_id(L, WENDLUA_BODY, id.index1, id.generation);
    return 1;
}

/* add_bodies(fields, count) */
int wendlua_crowd_add_bodies(lua_State *L)
{
    wendlua_takes(L, "def, count");
    wend_body_def def = wend_body_def_default();
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, def_fields, &def);
    const size_t count = wendlua_u32(L, 3);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wend_body_id *ids = NULL;
    if (count <= WEND_CROWD_BODIES_MAX) { /* else the call refuses it */
        ids = wendlua_scratch(L, count, sizeof *ids);
    }
    wendlua_done_by(L, wend_crowd_add_bodies(crowd, &def, count, ids), wend_crowd_error(crowd));
    wendlua_push_ids(L, WENDLUA_BODY, &ids->index1, count);
    return 1;
}

int wendlua_crowd_remove_body(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_remove_body(crowd, id), wend_crowd_error(crowd));
    return 0;
}

/* change(id, fields): fields without a value stay as they are. */
int wendlua_crowd_set_body(lua_State *L)
{
    wend_body_def def;
    wend_body_id id = wendlua_body(L, 2);
    wendlua_need_table(L, 3);
    wendlua_body_done(L, wend_crowd_get_body_def(wendlua_crowd_read(L), id, &def));
    wendlua_read(L, 3, def_fields + PLACE_FIELDS, &def);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_body(crowd, id, &def), wend_crowd_error(crowd));
    return 0;
}

int wendlua_crowd_get_body_def(lua_State *L)
{
    wend_body_def def;
    wendlua_body_done(L, wend_crowd_get_body_def(wendlua_crowd_read(L), wendlua_body(L, 2), &def));
    wendlua_push(L, def_fields, &def);
    return 1;
}

int wendlua_crowd_get_body(lua_State *L)
{
    wend_body body = get_body(L, wendlua_body(L, 2));
    wendlua_push(L, body_fields, &body);
    wendlua_crowd_push_item(L, lua_touserdata(L, 1), body.item);
    lua_setfield(L, -2, "item");
    return 1;
}

int wendlua_crowd_exists(lua_State *L)
{
    wend_body body;
    wend_body_id id = wendlua_body(L, 2);
    lua_pushboolean(L, wend_crowd_get_body(wendlua_crowd_read(L), id, &body) == WEND_OK);
    return 1;
}

int wendlua_crowd_position(lua_State *L)
{
    wend_body body = get_body(L, wendlua_body(L, 2));
    wendlua_push_xy(L, body.position);
    lua_pushinteger(L, body.floor);
    return 3;
}

int wendlua_crowd_velocity(lua_State *L)
{
    return wendlua_push_xy(L, get_body(L, wendlua_body(L, 2)).velocity);
}

int wendlua_crowd_state(lua_State *L)
{
    wend_body body = get_body(L, wendlua_body(L, 2));
    wendlua_push_name(L, wendlua_body_state_names, (uint32_t)body.state);
    return 1;
}

int wendlua_crowd_set_speed(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    double speed = wendlua_number(L, 3);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_speed(crowd, id, speed), wend_crowd_error(crowd));
    return 0;
}

int wendlua_crowd_set_heading(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    double heading = wendlua_number(L, 3);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_heading(crowd, id, heading), wend_crowd_error(crowd));
    return 0;
}

/* place(id, x, y [, floor]) */
int wendlua_crowd_set_position(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    wend_vec2 to = wendlua_xy(L, 3);
    uint32_t floor = wendlua_u32_or(L, 5, 0);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_position(crowd, id, to, floor), wend_crowd_error(crowd));
    return 0;
}

static wend_vec3 xyz(lua_State *L, int arg)
{
    const wend_vec2 at = wendlua_xy(L, arg);
    return (wend_vec3){at.x, at.y, wendlua_number(L, arg + 2)};
}

/* set_position_at(id, x, y, z) */
int wendlua_crowd_set_position_at(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    wend_vec3 to = xyz(L, 3);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_position_at(crowd, id, to), wend_crowd_error(crowd));
    return 0;
}

int wendlua_crowd_body_count(lua_State *L)
{
    lua_pushinteger(L, wend_crowd_body_count(wendlua_crowd_read(L)));
    return 1;
}

int wendlua_crowd_list_bodies(lua_State *L)
{
    size_t most = wend_crowd_body_count(wendlua_crowd_read(L));
    wend_body_id *ids = wendlua_scratch(L, most, sizeof *ids);
    size_t count = 0;
    wendlua_body_done(L, wend_crowd_list_bodies(wendlua_crowd_read(L), ids, most, &count));
    wendlua_push_ids(L, WENDLUA_BODY, &ids->index1, count < most ? count : most);
    return 1;
}

/* near(floor, x, y, radius) */
int wendlua_crowd_query_circle(lua_State *L)
{
    wendlua_takes(L, "floor, x, y, radius");
    uint32_t floor = wendlua_u32(L, 2);
    wend_vec2 centre = wendlua_xy(L, 3);
    double radius = wendlua_number(L, 5);
    size_t most = wend_crowd_body_count(wendlua_crowd_read(L));
    wend_body_id *ids = wendlua_scratch(L, most, sizeof *ids);
    size_t count = 0;
    wend_result result =
        wend_crowd_query_circle(wendlua_crowd_read(L), floor, centre, radius, ids, most, &count);
    wendlua_done(L, result, NULL, "the radius is 0 or more, and the floor one there is");
    wendlua_push_ids(L, WENDLUA_BODY, &ids->index1, count < most ? count : most);
    return 1;
}

static const wendlua_field near_fields[] = {
    {"floor", WENDLUA_U32, offsetof(wend_crowd_near_query, floor), NULL},
    {"centre", WENDLUA_VEC2 | WENDLUA_NEEDED, offsetof(wend_crowd_near_query, centre), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_crowd_near_query, radius), NULL},
    {"heading", WENDLUA_DOUBLE, offsetof(wend_crowd_near_query, heading), NULL},
    {"half_angle", WENDLUA_DOUBLE, offsetof(wend_crowd_near_query, half_angle), NULL},
    {"layers", WENDLUA_MASK, offsetof(wend_crowd_near_query, layers), NULL},
    {"group", WENDLUA_U32, offsetof(wend_crowd_near_query, group), NULL},
    {"group_left_out", WENDLUA_U32, offsetof(wend_crowd_near_query, group_left_out), NULL},
    {"left_out", WENDLUA_BODY, offsetof(wend_crowd_near_query, left_out), NULL},
    {"is_nearest_first", WENDLUA_BOOL, offsetof(wend_crowd_near_query, is_nearest_first), NULL},
    {NULL, 0, 0, NULL},
};

/* query_near{centre=, ...} */
int wendlua_crowd_query_near(lua_State *L)
{
    wend_crowd_near_query query = wend_crowd_near_query_default();
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, near_fields, &query);
    size_t most = wend_crowd_body_count(wendlua_crowd_read(L));
    wend_body_id *ids = wendlua_scratch(L, most, sizeof *ids);
    size_t count = 0;
    wend_result result = wend_crowd_query_near(wendlua_crowd_read(L), &query, ids, most, &count);
    wendlua_done(L, result, NULL, "radius is 0 to 2^30, heading -1e6 to 1e6, half_angle 0 to 4");
    wendlua_push_ids(L, WENDLUA_BODY, &ids->index1, count < most ? count : most);
    return 1;
}

/* ---- goals ---- */

/* go(id, x, y [, floor]) */
int wendlua_crowd_set_goal(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    wend_vec2 to = wendlua_xy(L, 3);
    uint32_t floor = wendlua_u32_or(L, 5, 0);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_goal(crowd, id, to, floor), wend_crowd_error(crowd));
    return 0;
}

/* set_goal_at(id, x, y, z) */
int wendlua_crowd_set_goal_at(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    wend_vec3 to = xyz(L, 3);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_goal_at(crowd, id, to), wend_crowd_error(crowd));
    return 0;
}

/* set_group_goal_at(ids, x, y, z) */
int wendlua_crowd_set_group_goal_at(lua_State *L)
{
    size_t count = 0;
    wend_vec3 to = xyz(L, 3);
    const wend_body_id *ids = wendlua_bodies(L, 2, &count);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_group_goal_at(crowd, ids, count, to),
                    wend_crowd_error(crowd));
    return 0;
}

/* go_together(ids, x, y [, floor]) */
int wendlua_crowd_set_group_goal(lua_State *L)
{
    size_t count = 0;
    wend_vec2 to = wendlua_xy(L, 3);
    uint32_t floor = wendlua_u32_or(L, 5, 0);
    const wend_body_id *ids = wendlua_bodies(L, 2, &count);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_group_goal(crowd, ids, count, to, floor),
                    wend_crowd_error(crowd));
    return 0;
}

/* set_goal_tag(id, tag) */
int wendlua_crowd_set_goal_tag(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    uint32_t tag = wendlua_u32(L, 3);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_goal_tag(crowd, id, tag), wend_crowd_error(crowd));
    return 0;
}

/* set_goal_places(id, {{x=, y=, floor=}, ...}) */
int wendlua_crowd_set_goal_places(lua_State *L)
{
    static const wendlua_field fields[] = {
        {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_route_place, position.x), NULL},
        {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_route_place, position.y), NULL},
        {"floor", WENDLUA_U32, offsetof(wend_route_place, floor), NULL},
        {"height", WENDLUA_DOUBLE, offsetof(wend_route_place, height), NULL},
        {NULL, 0, 0, NULL},
    };
    size_t count = 0;
    wend_body_id id = wendlua_body(L, 2);
    wendlua_need_table(L, 3);
    lua_settop(L, 3);
    const wend_route_place *places = wendlua_read_list(L, fields, sizeof *places, "places", &count);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wend_result result = wend_crowd_set_goal_places(crowd, id, places, count);
    wendlua_done_by(L, result, wend_crowd_error(crowd));
    return 0;
}

int wendlua_crowd_follow_path(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    const wend_path *path = wendlua_read_pointer(L, 3, &wendlua_path_kind);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_follow_path(crowd, id, path), wend_crowd_error(crowd));
    return 0;
}

/* follow_flow(ids, order) */
int wendlua_crowd_follow_flow(lua_State *L)
{
    size_t count = 0;
    wend_flow_request_id order = {wendlua_index1(L, 3, WENDLUA_ORDER),
                                  wendlua_generation(L, 3, WENDLUA_ORDER)};
    const wend_body_id *ids = wendlua_bodies(L, 2, &count);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wend_result result = wend_crowd_follow_flow(crowd, ids, count, order);
    wendlua_done_by(L, result, wend_crowd_error(crowd));
    return 0;
}

int wendlua_crowd_set_velocity(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    wend_vec2 velocity = wendlua_xy(L, 3);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_velocity(crowd, id, velocity), wend_crowd_error(crowd));
    return 0;
}

int wendlua_crowd_stop(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_stop(crowd, id), wend_crowd_error(crowd));
    return 0;
}

/* hold(id [, is_held]) */
int wendlua_crowd_set_held(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    bool is_held = wendlua_bool_or(L, 3, true);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_held(crowd, id, is_held), wend_crowd_error(crowd));
    return 0;
}

/* The rest of its path as a list of points; empty without a path. */
int wendlua_crowd_set_contact_reports(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    bool is_reported = wendlua_bool_or(L, 3, true);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_contact_reports(crowd, id, is_reported),
                    wend_crowd_error(crowd));
    return 0;
}

int wendlua_crowd_get_path(lua_State *L)
{
    size_t count = 0;
    wend_body_id id = wendlua_body(L, 2);
    wendlua_body_done(L, wend_crowd_get_path(wendlua_crowd_read(L), id, NULL, 0, &count));
    size_t most = count;
    wend_vec2 *points = wendlua_scratch(L, most, sizeof *points);
    wendlua_body_done(L, wend_crowd_get_path(wendlua_crowd_read(L), id, points, most, &count));
    wendlua_push_points(L, points, count < most ? count : most);
    return 1;
}

/* ---- steering ---- */

static const wendlua_name steer_kinds[] = {
    {"seek", WEND_STEER_SEEK},
    {"flee", WEND_STEER_FLEE},
    {"arrive", WEND_STEER_ARRIVE},
    {"pursue", WEND_STEER_PURSUE},
    {"evade", WEND_STEER_EVADE},
    {"offset_pursuit", WEND_STEER_OFFSET_PURSUIT},
    {"interpose", WEND_STEER_INTERPOSE},
    {"hide", WEND_STEER_HIDE},
    {"wander", WEND_STEER_WANDER},
    {"avoid_obstacles", WEND_STEER_AVOID_OBSTACLES},
    {"avoid_walls", WEND_STEER_AVOID_WALLS},
    {"contain", WEND_STEER_CONTAIN},
    {"follow_path", WEND_STEER_FOLLOW_PATH},
    {"follow_flow", WEND_STEER_FOLLOW_FLOW},
    {"separate", WEND_STEER_SEPARATE},
    {"align", WEND_STEER_ALIGN},
    {"cohere", WEND_STEER_COHERE},
    {"follow_leader", WEND_STEER_FOLLOW_LEADER},
    {"match_velocity", WEND_STEER_MATCH_VELOCITY},
    {"queue", WEND_STEER_QUEUE},
    {"avoid_others", WEND_STEER_AVOID_OTHERS},
    {NULL, 0},
};

static const wendlua_field item_fields[] = {
    {"kind", WENDLUA_ENUM | WENDLUA_NEEDED, offsetof(wend_steer_item, kind), steer_kinds},
    {"weight", WENDLUA_DOUBLE, offsetof(wend_steer_item, weight), NULL},
    {"chance", WENDLUA_DOUBLE, offsetof(wend_steer_item, chance), NULL},
    {"range", WENDLUA_DOUBLE, offsetof(wend_steer_item, range), NULL},
    {"target", WENDLUA_VEC2, offsetof(wend_steer_item, target), NULL},
    {"extra", WENDLUA_VEC2, offsetof(wend_steer_item, extra), NULL},
    {"other", WENDLUA_BODY, offsetof(wend_steer_item, other), NULL},
    {"other_b", WENDLUA_BODY, offsetof(wend_steer_item, other_b), NULL},
    {"request", WENDLUA_ORDER, offsetof(wend_steer_item, request), NULL},
    {"group", WENDLUA_U32, offsetof(wend_steer_item, group), NULL},
    {NULL, 0, 0, NULL},
};

/* steer(id, items [, combine [, max_force [, keeps_apart]]]); weight and chance are 1 unless
 * named. */
int wendlua_crowd_set_steering(lua_State *L)
{
    wend_steer_item items[WEND_STEER_ITEMS_MAX];
    wend_body_id id = wendlua_body(L, 2);
    wendlua_need_table(L, 3);
    size_t count = wendlua_list_length(L, 3);
    wendlua_arg_check(L, count <= WEND_STEER_ITEMS_MAX, 3, "at most 12 behaviours");
    uint32_t combine = wendlua_enum_or(L, 4, wendlua_combine_names, WEND_STEER_WEIGHTED);
    double max_force = wendlua_number_or(L, 5, 10);
    bool keeps_apart = wendlua_bool_or(L, 6, true);
    for (size_t i = 0; i < count; i++) {
        items[i] = (wend_steer_item){.weight = 1, .chance = 1};
        lua_rawgeti(L, 3, (lua_Integer)i + 1);
        wendlua_read_item(L, -1, item_fields, &items[i], "items", i + 1);
        lua_pop(L, 1);
    }
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wend_result result = wend_crowd_set_steering(
        crowd, id, items, count, (wend_steer_combine)combine, max_force, keeps_apart);
    wendlua_done_by(L, result, wend_crowd_error(crowd));
    return 0;
}
