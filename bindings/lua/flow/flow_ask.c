/* Methods of wend.flow for requests and samples.
 * Cost: as in wend/flow.h. */
#include "lua/flow/flow.h"

static wend_flow *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_flow_kind);
}

static const wend_flow *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_flow_kind);
}

static const wendlua_name seeds_names[] = {
    {"costs", WEND_FLOW_SEED_COSTS},
    {"portals", WEND_FLOW_SEED_PORTALS},
    {NULL, 0},
};

static const wendlua_name states[] = {
    {"none", WEND_FLOW_STATE_NONE},
    {"waiting", WEND_FLOW_STATE_WAITING},
    {"routed", WEND_FLOW_STATE_ROUTED},
    {"ready", WEND_FLOW_STATE_READY},
    {"updating", WEND_FLOW_STATE_UPDATING},
    {"unreachable", WEND_FLOW_STATE_UNREACHABLE},
    {"goal_blocked", WEND_FLOW_STATE_GOAL_BLOCKED},
    {NULL, 0},
};

const wendlua_name wendlua_flow_why_names[] = {
    {"invalid", WEND_FLOW_INVALID},
    {"arrived", WEND_FLOW_ARRIVED},
    {"line_of_sight", WEND_FLOW_LINE_OF_SIGHT},
    {"field", WEND_FLOW_FIELD},
    {"take_link", WEND_FLOW_TAKE_LINK},
    {"toward_portal", WEND_FLOW_TOWARD_PORTAL},
    {"waiting", WEND_FLOW_WAITING},
    {"not_covered", WEND_FLOW_NOT_COVERED},
    {"unreachable", WEND_FLOW_UNREACHABLE},
    {NULL, 0},
};

static const wendlua_field request_fields[] = {
    {"goals", WENDLUA_OTHER, 0, NULL},
    {"areas", WENDLUA_OTHER, 0, NULL},
    {"sources", WENDLUA_OTHER, 0, NULL},
    {"flow_class", WENDLUA_U32, offsetof(wend_flow_request_def, flow_class), NULL},
    {"covers_all", WENDLUA_BOOL, offsetof(wend_flow_request_def, covers_all), NULL},
    {"seeds", WENDLUA_ENUM, offsetof(wend_flow_request_def, seeds), seeds_names},
    {"arrival_radius", WENDLUA_DOUBLE, offsetof(wend_flow_request_def, arrival_radius), NULL},
    {"user", WENDLUA_U64, offsetof(wend_flow_request_def, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field place_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_flow_position, position.x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_flow_position, position.y), NULL},
    {"floor", WENDLUA_U32, offsetof(wend_flow_position, floor), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field area_fields[] = {
    {"floor", WENDLUA_U32, offsetof(wend_flow_area, floor), NULL},
    {"x", WENDLUA_I32 | WENDLUA_NEEDED, offsetof(wend_flow_area, x), NULL},
    {"y", WENDLUA_I32 | WENDLUA_NEEDED, offsetof(wend_flow_area, y), NULL},
    {"width", WENDLUA_I32 | WENDLUA_NEEDED, offsetof(wend_flow_area, width), NULL},
    {"height", WENDLUA_I32 | WENDLUA_NEEDED, offsetof(wend_flow_area, height), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field member_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_flow_member, position.position.x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_flow_member, position.position.y), NULL},
    {"floor", WENDLUA_U32, offsetof(wend_flow_member, position.floor), NULL},
    {"flow_class", WENDLUA_U32, offsetof(wend_flow_member, flow_class), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field info_fields[] = {
    {"state", WENDLUA_ENUM, offsetof(wend_flow_request_info, state), states},
    {"flow_class", WENDLUA_U32, offsetof(wend_flow_request_info, flow_class), NULL},
    {"seeds", WENDLUA_ENUM, offsetof(wend_flow_request_info, seeds), seeds_names},
    {"goal_count", WENDLUA_SIZE, offsetof(wend_flow_request_info, goal_count), NULL},
    {"source_count", WENDLUA_SIZE, offsetof(wend_flow_request_info, source_count), NULL},
    {"sources_unreachable", WENDLUA_SIZE, offsetof(wend_flow_request_info, sources_unreachable),
     NULL},
    {"route_portals", WENDLUA_U32, offsetof(wend_flow_request_info, route_portals), NULL},
    {"sectors", WENDLUA_U32, offsetof(wend_flow_request_info, sectors), NULL},
    {"sectors_in_line_of_sight", WENDLUA_U32,
     offsetof(wend_flow_request_info, sectors_in_line_of_sight), NULL},
    {"built_revision", WENDLUA_U64, offsetof(wend_flow_request_info, built_revision), NULL},
    {"max_cost", WENDLUA_DOUBLE, offsetof(wend_flow_request_info, max_cost), NULL},
    {"user", WENDLUA_U64, offsetof(wend_flow_request_info, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field cell_fields[] = {
    {"cost", WENDLUA_U8, offsetof(wend_flow_cell, cost), NULL},
    {"integration", WENDLUA_DOUBLE, offsetof(wend_flow_cell, integration), NULL},
    {"direction", WENDLUA_I32, offsetof(wend_flow_cell, direction), NULL},
    {"angle", WENDLUA_DOUBLE, offsetof(wend_flow_cell, angle), NULL},
    {"is_pathable", WENDLUA_BOOL, offsetof(wend_flow_cell, is_pathable), NULL},
    {"has_field", WENDLUA_BOOL, offsetof(wend_flow_cell, has_field), NULL},
    {"is_in_line_of_sight", WENDLUA_BOOL, offsetof(wend_flow_cell, is_in_line_of_sight), NULL},
    {"is_at_corner", WENDLUA_BOOL, offsetof(wend_flow_cell, is_at_corner), NULL},
    {"is_wave_front", WENDLUA_BOOL, offsetof(wend_flow_cell, is_wave_front), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- orders ---- */

static wend_flow_request_id order(lua_State *L, int arg)
{
    return (wend_flow_request_id){wendlua_index1(L, arg, WENDLUA_ORDER),
                                  wendlua_generation(L, arg, WENDLUA_ORDER)};
}

/* The request, and why it has no path on the present map. */
static int push_order(lua_State *L, wend_flow_request_id id, wend_result result,
                      const wend_message *message)
{
    wendlua_done(L, result, message, NULL);
    wendlua_push_id(L, WENDLUA_ORDER, id.index1, id.generation);
    if (result == WEND_OK) {
        return 1;
    }
    lua_pushstring(L, message->text[0] != '\0' ? message->text : wend_result_text(result));
    return 2;
}

/* A field that lists positions; the pushed values stay. */
static const wend_flow_position *field_places(lua_State *L, int arg, const char *name,
                                              size_t *count)
{
    *count = wendlua_field_list(L, arg, name);
    return *count == 0
               ? NULL
               : wendlua_read_list(L, place_fields, sizeof(wend_flow_position), name, count);
}

static wend_flow_request_def request_def(lua_State *L, int arg)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, request_fields, &def);
    def.goals = field_places(L, arg, "goals", &def.goal_count);
    def.sources = field_places(L, arg, "sources", &def.source_count);
    def.area_count = wendlua_field_list(L, arg, "areas");
    if (def.area_count > 0) {
        def.areas = wendlua_read_list(L, area_fields, sizeof *def.areas, "areas", &def.area_count);
    }
    return def;
}

int wendlua_flow_add_request(lua_State *L)
{
    wend_message message = {0};
    wend_flow_request_id id = {0, 0};
    wend_flow_request_def def = request_def(L, 2);
    wend_result result = wend_flow_add_request(edit(L), &def, &id, &message);
    return push_order(L, id, result, &message);
}

int wendlua_flow_remove_request(lua_State *L)
{
    wend_flow_request_id id = order(L, 2);
    wendlua_done(L, wend_flow_remove_request(edit(L), id), NULL, NULL);
    return 0;
}

/* request_group(def, members): a list with each member's order, and why not. */
int wendlua_flow_add_group(lua_State *L)
{
    wend_message message = {0};
    wend_flow_request_id ids[WEND_FLOW_CLASSES_MAX];
    size_t id_count = 0;
    size_t count = 0;
    lua_settop(L, 3);
    wendlua_need_table(L, 3);
    const wend_flow_member *members =
        wendlua_read_list(L, member_fields, sizeof *members, "members", &count);
    wend_flow_request_def def = request_def(L, 2);
    uint32_t *assigned = wendlua_scratch(L, count, sizeof *assigned);
    wend_result result =
        wend_flow_add_group(edit(L), &def, members, count, ids, &id_count, assigned, &message);
    wendlua_done(L, result, &message, NULL);
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        if (assigned[i] < id_count) {
            wendlua_push_id(L, WENDLUA_ORDER, ids[assigned[i]].index1, ids[assigned[i]].generation);
            lua_rawseti(L, -2, (lua_Integer)i + 1);
        }
    }
    if (result == WEND_OK) {
        return 1;
    }
    lua_pushstring(L, message.text);
    return 2;
}

static const wend_flow_position *places(lua_State *L, int arg, const char *label, size_t *count)
{
    wendlua_need_table(L, arg);
    lua_pushvalue(L, arg);
    return wendlua_read_list(L, place_fields, sizeof(wend_flow_position), label, count);
}

typedef wend_result (*set_places_fn)(wend_flow *flow, wend_flow_request_id id,
                                     const wend_flow_position *places, size_t count,
                                     wend_message *message);

static int set_places(lua_State *L, const char *label, set_places_fn set)
{
    wend_message message = {0};
    size_t count = 0;
    wend_flow_request_id id = order(L, 2);
    const wend_flow_position *given = places(L, 3, label, &count);
    wend_result result = set(edit(L), id, given, count, &message);
    return push_order(L, id, result, &message);
}

int wendlua_flow_set_goals(lua_State *L)
{
    return set_places(L, "goals", wend_flow_set_goals);
}

int wendlua_flow_set_sources(lua_State *L)
{
    return set_places(L, "sources", wend_flow_set_sources);
}

/* A request, and a position to sample. */
typedef struct spot {
    wend_flow_request_id order;
    uint32_t floor;
    double x, y;
} spot;

/* Arguments order, floor, x, y. */
static spot spot_args(lua_State *L)
{
    wendlua_takes(L, "order, floor, x, y");
    wend_flow_request_id id = order(L, 2);
    uint32_t floor = wendlua_u32(L, 3);
    wend_vec2 at = wendlua_xy(L, 4);
    return (spot){id, floor, at.x, at.y};
}

/* add_source(order, floor, x, y): true, or false where no goal can be reached. */
int wendlua_flow_add_source(lua_State *L)
{
    spot at = spot_args(L);
    wend_result result = wend_flow_add_source(edit(L), at.order, at.floor, at.x, at.y);
    wendlua_done(L, result, NULL, "the position lies outside");
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

int wendlua_flow_get_request(lua_State *L)
{
    wend_flow_request_info info;
    wend_flow_request_id id = order(L, 2);
    wendlua_done(L, wend_flow_get_request(read(L), id, &info), NULL, NULL);
    wendlua_push(L, info_fields, &info);
    return 1;
}

/* State of a request; "none" for one that does not exist. */
int wendlua_flow_state(lua_State *L)
{
    wend_flow_request_info info;
    wend_flow_request_id id = order(L, 2);
    (void)wend_flow_get_request(read(L), id, &info);
    wendlua_push_name(L, states, (uint32_t)info.state);
    return 1;
}

/* ---- asking ---- */

int wendlua_flow_sample(lua_State *L)
{
    wend_vec2 direction = {0, 0};
    spot at = spot_args(L);
    wend_flow_guidance why =
        wend_flow_sample(read(L), at.order, at.floor, at.x, at.y, &direction.x, &direction.y);
    wendlua_push_xy(L, direction);
    wendlua_push_name(L, wendlua_flow_why_names, (uint32_t)why);
    return 3;
}

/* Steps left, or nil where there is no field. */
int wendlua_flow_cost_left(lua_State *L)
{
    double cost = 0;
    spot at = spot_args(L);
    wend_result result = wend_flow_cost_left(read(L), at.order, at.floor, at.x, at.y, &cost);
    wendlua_done(L, result, NULL, "the position lies outside");
    if (result != WEND_OK) {
        return wendlua_push_nil(L);
    }
    lua_pushnumber(L, cost);
    return 1;
}

static int push_place(lua_State *L, wend_result result, const wend_flow_position *place)
{
    if (result != WEND_OK) {
        return wendlua_push_nil(L);
    }
    wendlua_push_xy(L, place->position);
    lua_pushinteger(L, place->floor);
    return 3;
}

int wendlua_flow_link_at(lua_State *L)
{
    wend_flow_position to = {{0, 0}, 0};
    spot at = spot_args(L);
    wend_result result = wend_flow_link_at(read(L), at.order, at.floor, at.x, at.y, &to);
    wendlua_done(L, result, NULL, "the position lies outside");
    return push_place(L, result, &to);
}

static wend_flow_position place_arg(lua_State *L, int arg)
{
    wend_flow_position place = {{0, 0}, 0};
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, place_fields, &place);
    return place;
}

int wendlua_flow_can_reach(lua_State *L)
{
    uint32_t flow_class = wendlua_u32(L, 2);
    wend_flow_position a = place_arg(L, 3);
    wend_flow_position b = place_arg(L, 4);
    lua_pushboolean(L, wend_flow_can_reach(read(L), flow_class, a, b));
    return 1;
}

int wendlua_flow_nearest_reachable(lua_State *L)
{
    wend_flow_position nearest = {{0, 0}, 0};
    uint32_t flow_class = wendlua_u32(L, 2);
    wend_flow_position from = place_arg(L, 3);
    wend_flow_position goal = place_arg(L, 4);
    wend_result result = wend_flow_nearest_reachable(read(L), flow_class, from, goal, &nearest);
    wendlua_flow_done(L, result, "a position lies outside, or there is no such class");
    return push_place(L, result, &nearest);
}

int wendlua_flow_get_cell(lua_State *L)
{
    wend_flow_cell cell;
    wend_flow_request_id id = order(L, 2);
    uint32_t floor = wendlua_u32(L, 3);
    int32_t x = wendlua_i32(L, 4);
    int32_t y = wendlua_i32(L, 5);
    wend_result result = wend_flow_get_cell(read(L), id, floor, x, y, &cell);
    wendlua_done(L, result, NULL, "the cell lies outside");
    wendlua_push(L, cell_fields, &cell);
    return 1;
}
