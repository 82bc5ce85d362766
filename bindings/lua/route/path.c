/* wend.path and its methods: legs, points, shapes.
 * Cost: as in wend/path.h and wend/path_shape.h. */
#include "lua/route/path.h"

static void destroy(wendlua_object *object)
{
    wend_path_destroy(object->pointer);
}

static wend_path *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_path_kind);
}

static const wend_path *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_path_kind);
}

static const wendlua_field leg_fields[] = {
    {"from", WENDLUA_VEC2, offsetof(wend_leg, from_point), NULL},
    {"to", WENDLUA_VEC2, offsetof(wend_leg, to_point), NULL},
    {"from_node", WENDLUA_NODE, offsetof(wend_leg, from), NULL},
    {"to_node", WENDLUA_NODE, offsetof(wend_leg, to), NULL},
    {"from_height", WENDLUA_DOUBLE, offsetof(wend_leg, from_height), NULL},
    {"to_height", WENDLUA_DOUBLE, offsetof(wend_leg, to_height), NULL},
    {"cost", WENDLUA_COST, offsetof(wend_leg, cost), NULL},
    {"length", WENDLUA_DOUBLE, offsetof(wend_leg, length), NULL},
    {"behaviour", WENDLUA_NAMED, offsetof(wend_leg, behaviour), wendlua_behaviour_names},
    {"edge", WENDLUA_NODE, offsetof(wend_leg, edge), NULL},
    {NULL, 0, 0, NULL},
};

const wendlua_field wendlua_stop_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wendlua_stop, x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wendlua_stop, y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wendlua_stop, z), NULL},
    {"cost", WENDLUA_COST, offsetof(wendlua_stop, cost), NULL},
    {"behaviour", WENDLUA_NAMED, offsetof(wendlua_stop, behaviour), wendlua_behaviour_names},
    {NULL, 0, 0, NULL},
};

static const wendlua_name smoothings[] = {
    {"quick", WEND_SMOOTHING_QUICK},
    {"precise", WEND_SMOOTHING_PRECISE},
    {NULL, 0},
};

static const wendlua_field smooth_fields[] = {
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_path_walls, radius), NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_path_walls, stops), wendlua_stops_names},
    {"factor", WENDLUA_DOUBLE, offsetof(wend_path_walls, factor), NULL},
    {"smoothing", WENDLUA_ENUM, offsetof(wend_path_walls, smoothing), smoothings},
    {NULL, 0, 0, NULL},
};

static const wendlua_field round_fields[] = {
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"turn_radius", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_path_rounding, turn_radius),
     NULL},
    {"error", WENDLUA_DOUBLE, offsetof(wend_path_rounding, error), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_path_rounding, radius), NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_path_rounding, stops), wendlua_stops_names},
    {"factor", WENDLUA_DOUBLE, offsetof(wend_path_rounding, factor), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field corner_fields[] = {
    {"round", WENDLUA_SIZE, offsetof(wend_path_corners, round), NULL},
    {"tight", WENDLUA_SIZE, offsetof(wend_path_corners, tight), NULL},
    {"sharp", WENDLUA_SIZE, offsetof(wend_path_corners, sharp), NULL},
    {"min_radius", WENDLUA_DOUBLE, offsetof(wend_path_corners, min_radius), NULL},
    {"sharpest_turn", WENDLUA_DOUBLE, offsetof(wend_path_corners, sharpest_turn), NULL},
    {NULL, 0, 0, NULL},
};

wendlua_object *wendlua_new_path(lua_State *L)
{
    return wendlua_new(L, &wendlua_path_kind, sizeof(wendlua_object));
}

wend_path *wendlua_make_path(lua_State *L)
{
    wendlua_object *object = wendlua_new_path(L);
    wend_path *path = NULL;
    const wend_allocator allocator = wendlua_allocator(L);
    wend_result result = wend_path_create(&allocator, &path);
    object->pointer = path;
    wendlua_done(L, result, NULL, NULL);
    return path;
}

/* wend.path{{0, 0}, {5, 0}, {5, 9, behaviour = "jump"}} */
static int make(lua_State *L)
{
    size_t count = 0;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_arg_check(L, lua_rawlen(L, 1) <= INT32_MAX, 1, "too many places");
    lua_pushvalue(L, 1);
    const wendlua_stop *stops =
        wendlua_read_list(L, wendlua_stop_fields, sizeof *stops, "path", &count);
    wendlua_arg_check(L, count >= 1, 1, "a path needs a place");
    wend_path *path = wendlua_make_path(L);
    wend_result result = wendlua_path_fill(path, stops, count);
    wendlua_done(L, result, NULL, "a coordinate, or the cost of a leg, is too large");
    return 1;
}

/* ---- legs ---- */

static int leg_count(lua_State *L)
{
    wendlua_push_u64(L, wend_path_leg_count(read(L)));
    return 1;
}

static int leg(lua_State *L)
{
    lua_Integer index = wendlua_integer(L, 2, 1, LUA_MAXINTEGER);
    const wend_path *path = read(L);
    if ((size_t)index > wend_path_leg_count(path)) {
        return wendlua_push_nil(L);
    }
    wend_leg one = wend_path_leg(path, (size_t)index - 1);
    wendlua_push(L, leg_fields, &one);
    return 1;
}

static int legs(lua_State *L)
{
    lua_newtable(L);
    for (size_t i = 0; i < wend_path_leg_count(read(L)); i++) {
        wend_leg one = wend_path_leg(read(L), i);
        wendlua_push(L, leg_fields, &one);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int points(lua_State *L)
{
    lua_newtable(L);
    for (size_t i = 0; i < wend_path_leg_count(read(L)); i++) {
        wend_leg one = wend_path_leg(read(L), i);
        if (i == 0) {
            wendlua_push_vec2(L, one.from_point);
            lua_rawseti(L, -2, 1);
        }
        wendlua_push_vec2(L, one.to_point);
        lua_rawseti(L, -2, (lua_Integer)i + 2);
    }
    return 1;
}

static int cost(lua_State *L)
{
    lua_pushnumber(L, wend_cost_to_double(wend_path_cost(read(L))));
    return 1;
}

static int length(lua_State *L)
{
    lua_pushnumber(L, wend_path_length(read(L)));
    return 1;
}

static int length_3d(lua_State *L)
{
    lua_pushnumber(L, wend_path_length_3d(read(L)));
    return 1;
}

/* ---- shapes ---- */

static int smooth_walls(lua_State *L)
{
    wend_path_walls how = wend_path_walls_default();
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, smooth_fields, &how);
    how.walls = wendlua_field_pointer(L, 2, "walls", &wendlua_walls_kind);
    wend_result result = wend_path_smooth_walls(edit(L), &how);
    wendlua_done(L, result, NULL, "walls, or a number out of range");
    return 0;
}

/* Rounds the corners; returns the number of rounded ones. */
static int round_corners(lua_State *L)
{
    wend_path_corners corners = {0};
    wend_path_rounding how = wend_path_rounding_default();
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, round_fields, &how);
    how.walls = wendlua_field_pointer(L, 2, "walls", &wendlua_walls_kind);
    wend_result result = wend_path_round(edit(L), &how, &corners);
    wendlua_done(L, result, NULL, "a number out of range");
    wendlua_push(L, corner_fields, &corners);
    return 1;
}

static int copy(lua_State *L)
{
    wend_path *path = wendlua_make_path(L);
    wendlua_done(L, wendlua_path_copy(path, read(L)), NULL, NULL);
    return 1;
}

static const luaL_Reg methods[] = {
    {"__len", leg_count},
    {"leg_count", leg_count},
    {"leg", leg},
    {"legs", legs},
    {"points", points},
    {"cost", cost},
    {"length", length},
    {"length_3d", length_3d},
    {"smooth", wendlua_path_smooth},
    {"smooth_walls", smooth_walls},
    {"split_arcs", wendlua_path_split_arcs},
    {"cells", wendlua_path_cells},
    {"is_valid", wendlua_path_is_valid},
    {"round", round_corners},
    {"copy", copy},
    {NULL, NULL},
};

const wendlua_kind wendlua_path_kind = {"path", "wend.path", destroy, methods};

const luaL_Reg wendlua_path_functions[] = {
    {"path", make},
    {NULL, NULL},
};

/* ---- from positions, from another path ---- */

/* The leg from one stop to the next; without another cost it costs its length. */
static wend_leg leg_between(const wendlua_stop *from, const wendlua_stop *to)
{
    double x = to->x - from->x;
    double y = to->y - from->y;
    double length = wend_sqrt(x * x + y * y);
    wend_leg leg = {.from = WEND_NODE_NONE, .to = WEND_NODE_NONE, .edge = WEND_EDGE_NONE};
    leg.from_point = (wend_vec2){from->x, from->y};
    leg.to_point = (wend_vec2){to->x, to->y};
    leg.from_height = from->z;
    leg.to_height = to->z;
    leg.length = length;
    leg.cost = to->cost != 0 ? to->cost : wend_cost_from_double(length);
    leg.behaviour = to->behaviour;
    return leg;
}

wend_result wendlua_path_fill(wend_path *path, const wendlua_stop *stops, size_t count)
{
    wend_result result = WEND_OK;
    wend_path_clear(path);
    for (size_t i = 1; i < count && result == WEND_OK; i++) {
        wend_leg leg = leg_between(&stops[i - 1], &stops[i]);
        result = wend_path_add_leg(path, &leg);
    }
    return result;
}

wend_result wendlua_path_copy(wend_path *path, const wend_path *source)
{
    wend_result result = WEND_OK;
    wend_path_clear(path);
    for (size_t i = 0; i < wend_path_leg_count(source) && result == WEND_OK; i++) {
        wend_leg leg = wend_path_leg(source, i);
        result = wend_path_add_leg(path, &leg);
    }
    return result;
}
