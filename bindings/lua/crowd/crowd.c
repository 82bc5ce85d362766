/* wend.crowd: creation, ticks, events, external forces, saving and loading.
 * Cost: as in wend/crowd.h. */
#include "lua/crowd/crowd.h"

#include <string.h>

static void destroy(wendlua_object *object)
{
    wend_crowd_destroy(object->pointer);
}

const wend_crowd *wendlua_crowd_read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_crowd_kind);
}

wend_crowd *wendlua_crowd_edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_crowd_kind);
}

/* ---- creation ---- */

static const wendlua_name stuck_plans[] = {
    {"yield", WEND_STUCK_YIELD},       {"back_off", WEND_STUCK_BACK_OFF},
    {"reroute", WEND_STUCK_REROUTE},   {"give_up", WEND_STUCK_GIVE_UP},
    {"continue", WEND_STUCK_CONTINUE}, {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"floors", WENDLUA_OTHER, 0, NULL},
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"classes", WENDLUA_OTHER, 0, NULL},
    {"flow", WENDLUA_OTHER, 0, NULL},
    {"route_source", WENDLUA_OTHER, 0, NULL},
    {"jam_grid", WENDLUA_OTHER, 0, NULL},
    {"jam_graph", WENDLUA_OTHER, 0, NULL},
    {"jam_mesh", WENDLUA_OTHER, 0, NULL},
    {"mesh", WENDLUA_OTHER, 0, NULL},
    {"max_bodies", WENDLUA_U32, offsetof(wend_crowd_def, max_bodies), NULL},
    {"step", WENDLUA_DOUBLE, offsetof(wend_crowd_def, step), NULL},
    {"max_radius", WENDLUA_DOUBLE, offsetof(wend_crowd_def, max_radius), NULL},
    {"horizon", WENDLUA_DOUBLE, offsetof(wend_crowd_def, horizon), NULL},
    {"reach", WENDLUA_DOUBLE, offsetof(wend_crowd_def, reach), NULL},
    {"seed", WENDLUA_U64, offsetof(wend_crowd_def, seed), NULL},
    {"stuck_plan", WENDLUA_MASK, offsetof(wend_crowd_def, stuck_plan), stuck_plans},
    {"stuck_margin", WENDLUA_DOUBLE, offsetof(wend_crowd_def, stuck_margin), NULL},
    {"stuck_leg_factor", WENDLUA_DOUBLE, offsetof(wend_crowd_def, stuck_leg_factor), NULL},
    {"stuck_leg_seconds", WENDLUA_DOUBLE, offsetof(wend_crowd_def, stuck_leg_seconds), NULL},
    {"meanwhile", WENDLUA_ENUM, offsetof(wend_crowd_def, meanwhile), wendlua_meanwhile_names},
    {"has_contact_reports", WENDLUA_BOOL, offsetof(wend_crowd_def, has_contact_reports), NULL},
    {"route_rules", WENDLUA_OTHER, 0, NULL},
    {"route_items", WENDLUA_OTHER, 0, NULL},
    {"route_partial_after_updates", WENDLUA_OTHER, 0, NULL},
    {"route_shape", WENDLUA_OTHER, 0, NULL},
    {"route_noise", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

typedef struct lua_floor {
    wend_crowd_floor floor;
    double height;
} lua_floor;

static const wendlua_field floor_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"height", WENDLUA_DOUBLE, offsetof(lua_floor, height), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field class_fields[] = {
    {"movement_class", WENDLUA_U32, offsetof(wend_crowd_class, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_crowd_class, team), NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_crowd_class, stops), wendlua_stops_names},
    {"is_slowed_by_cost", WENDLUA_BOOL, offsetof(wend_crowd_class, is_slowed_by_cost), NULL},
    {NULL, 0, 0, NULL},
};

/* floors = {{grid=, walls=, height=}, ...}: attaches all of them to the crowd at slot. */
static void read_floors(lua_State *L, int slot, wend_crowd_def *def)
{
    size_t count = wendlua_field_list(L, 1, "floors");
    if (count == 0) {
        return;
    }
    int list = lua_gettop(L);
    wendlua_arg_check(L, count <= WEND_CROWD_FLOORS_MAX, 1, "more than 64 floors");
    wend_crowd_floor *floors = wendlua_scratch(L, count, sizeof *floors);
    double *heights = wendlua_scratch(L, count, sizeof *heights);
    bool has_heights = false;
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        int floor = lua_gettop(L);
        lua_floor read = {.height = 0};
        wendlua_read_item(L, floor, floor_fields, &read, "floors", i + 1);
        heights[i] = read.height;
        has_heights = has_heights || heights[i] > 0 || heights[i] < 0;
        floors[i].grid = wendlua_master(L, slot, floor, "grid", &wendlua_grid_kind);
        floors[i].walls = wendlua_master(L, slot, floor, "walls", &wendlua_walls_kind);
        lua_pop(L, 1);
    }
    def->floors = floors;
    def->floor_count = (uint32_t)count;
    def->floor_heights = has_heights ? heights : NULL;
}

static void read_classes(lua_State *L, wend_crowd_def *def)
{
    size_t count = wendlua_field_list(L, 1, "classes");
    if (count == 0) {
        return;
    }
    int list = lua_gettop(L);
    wendlua_arg_check(L, count <= WEND_CROWD_CLASSES_MAX, 1, "more than 32 classes");
    wend_crowd_class *classes = wendlua_scratch(L, count, sizeof *classes);
    for (size_t i = 0; i < count; i++) {
        classes[i] = wend_crowd_class_default();
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        wendlua_read_item(L, -1, class_fields, &classes[i], "classes", i + 1);
        lua_pop(L, 1);
    }
    def->classes = classes;
    def->class_count = (uint32_t)count;
}

/* Reads the world of jams, a grid, graph or mesh. @param object set to it; NULL without one. */
static void *read_jam(lua_State *L, int slot, const char *field, const wendlua_kind *kind,
                      const wendlua_object **object)
{
    void *world = wendlua_master(L, slot, 1, field, kind);
    lua_pushstring(L, field);
    lua_rawget(L, 1);
    *object = wendlua_test(L, -1, kind);
    lua_pop(L, 1);
    return world;
}

/* Reads the worlds of jams; the crowd edits them in each tick. */
static void read_jams(lua_State *L, int slot, wend_crowd_def *def)
{
    wendlua_crowd *crowd = lua_touserdata(L, slot);
    def->jam_grid = read_jam(L, slot, "jam_grid", &wendlua_grid_kind, &crowd->jams[0]);
    def->jam_graph = read_jam(L, slot, "jam_graph", &wendlua_graph_kind, &crowd->jams[1]);
    def->jam_mesh = read_jam(L, slot, "jam_mesh", &wendlua_mesh_kind, &crowd->jams[2]);
}

/* Refuses a tick from a callback of something that reads a world of jams. */
static void check_jams(lua_State *L)
{
    static const char *const texts[WENDLUA_JAMS] = {
        "its jam_grid cannot be changed from this callback",
        "its jam_graph cannot be changed from this callback",
        "its jam_mesh cannot be changed from this callback"};
    const wendlua_crowd *crowd = lua_touserdata(L, 1);
    for (int i = 0; i < WENDLUA_JAMS; i++) {
        const wendlua_object *jam = crowd->jams[i];
        wendlua_arg_check(L, jam == NULL || jam->locks == 0, 1, texts[i]);
    }
}

/* Values that no other function returns. */
static void keep_floors(lua_State *L, int slot, const wend_crowd_def *def)
{
    wendlua_crowd *crowd = lua_touserdata(L, slot);
    const wend_crowd_floor one = {def->grid, def->walls};
    const wend_crowd_floor *floors = def->floors != NULL ? def->floors : &one;
    crowd->floor_count = def->floors != NULL ? def->floor_count : 1;
    memcpy(crowd->floors, floors, crowd->floor_count * sizeof *floors);
}

static int make(lua_State *L)
{
    wend_message message = {0};
    wend_crowd_def def = wend_crowd_def_default();
    def.allocator = wendlua_allocator(L);
    wendlua_context context = wendlua_get_context(L);
    def.seed = context.seed;
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    wendlua_object *object = wendlua_new(L, &wendlua_crowd_kind, sizeof(wendlua_crowd));
    int slot = lua_gettop(L);
    def.grid = wendlua_master(L, slot, 1, "grid", &wendlua_grid_kind);
    def.walls = wendlua_master(L, slot, 1, "walls", &wendlua_walls_kind);
    def.mesh = wendlua_master(L, slot, 1, "mesh", &wendlua_mesh_kind);
    def.flow = wendlua_master(L, slot, 1, "flow", &wendlua_flow_kind);
    read_jams(L, slot, &def);
    def.route_source = wendlua_route_source(L, slot, 1);
    read_floors(L, slot, &def);
    read_classes(L, &def);
    def.executor = context.executor;
    def.message = &message;
    wend_crowd *crowd = NULL;
    wend_result result = wend_crowd_create(&def, &crowd);
    object->pointer = crowd;
    wendlua_done(L, result, &message, NULL);
    keep_floors(L, slot, &def);
    lua_pushvalue(L, slot);
    return 1;
}

/* ---- time ---- */

static int tick(lua_State *L)
{
    lua_settop(L, 1);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    check_jams(L);
    wendlua_crowd_enter(L, 1);
    wend_result result = wend_crowd_tick(crowd);
    wendlua_crowd_leave(L, 1);
    wendlua_done_by(L, result, wend_crowd_error(crowd));
    return 0;
}

static int tick_count(lua_State *L)
{
    wendlua_push_u64(L, wend_crowd_tick_count(wendlua_crowd_read(L)));
    return 1;
}

const wendlua_name wendlua_event_names[] = {
    {"arrived", WEND_EVENT_ARRIVED},   {"leg", WEND_EVENT_LEG},
    {"route", WEND_EVENT_ROUTE},       {"no_path", WEND_EVENT_NO_PATH},
    {"stuck", WEND_EVENT_STUCK},       {"free", WEND_EVENT_FREE},
    {"given_up", WEND_EVENT_GIVEN_UP}, {"embedded", WEND_EVENT_EMBEDDED},
    {"floor", WEND_EVENT_FLOOR},       {NULL, 0},
};

static const wendlua_field event_fields[] = {
    {"kind", WENDLUA_ENUM, offsetof(wend_event, kind), wendlua_event_names},
    {"behaviour", WENDLUA_NAMED, offsetof(wend_event, behaviour), wendlua_behaviour_names},
    {"body", WENDLUA_BODY, offsetof(wend_event, body), NULL},
    {"value", WENDLUA_U64, offsetof(wend_event, value), NULL},
    {"user", WENDLUA_U64, offsetof(wend_event, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field contact_fields[] = {
    {"body", WENDLUA_BODY, offsetof(wend_contact, body), NULL},
    {"other", WENDLUA_BODY, offsetof(wend_contact, other), NULL},
    {"point", WENDLUA_VEC2, offsetof(wend_contact, point), NULL},
    {"normal", WENDLUA_VEC2, offsetof(wend_contact, normal), NULL},
    {"speed", WENDLUA_DOUBLE, offsetof(wend_contact, speed), NULL},
    {"floor", WENDLUA_U32, offsetof(wend_contact, floor), NULL},
    {"user", WENDLUA_U64, offsetof(wend_contact, user), NULL},
    {"other_user", WENDLUA_U64, offsetof(wend_contact, other_user), NULL},
    {NULL, 0, 0, NULL},
};

/* other is nil for a wall. */
static int get_contacts(lua_State *L)
{
    size_t count = 0;
    lua_newtable(L);
    (void)wend_crowd_get_contacts(wendlua_crowd_read(L), &count);
    for (size_t i = 0; i < count; i++) {
        size_t now = 0;
        const wend_contact *list = wend_crowd_get_contacts(wendlua_crowd_read(L), &now);
        if (i >= now || list == NULL) {
            break;
        }
        wend_contact contact = list[i];
        wendlua_push(L, contact_fields, &contact);
        if (contact.other.index1 == 0) {
            lua_pushnil(L);
            lua_setfield(L, -2, "other");
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int get_events(lua_State *L)
{
    size_t count = 0;
    lua_newtable(L);
    (void)wend_crowd_get_events(wendlua_crowd_read(L), &count);
    for (size_t i = 0; i < count; i++) {
        size_t now = 0;
        const wend_event *list = wend_crowd_get_events(wendlua_crowd_read(L), &now);
        if (i >= now || list == NULL) {
            break;
        }
        wend_event event = list[i];
        wendlua_push(L, event_fields, &event);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static const wendlua_field info_fields[] = {
    {"bodies", WENDLUA_U32, offsetof(wend_crowd_info, bodies), NULL},
    {"max_bodies", WENDLUA_U32, offsetof(wend_crowd_info, max_bodies), NULL},
    {"moving", WENDLUA_U32, offsetof(wend_crowd_info, moving), NULL},
    {"arrived", WENDLUA_U32, offsetof(wend_crowd_info, arrived), NULL},
    {"stuck", WENDLUA_U32, offsetof(wend_crowd_info, stuck), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_crowd_info, tick), NULL},
    {"last_overlap", WENDLUA_DOUBLE, offsetof(wend_crowd_info, last_overlap), NULL},
    {"max_overlap", WENDLUA_DOUBLE, offsetof(wend_crowd_info, max_overlap), NULL},
    {"wall_violations", WENDLUA_U64, offsetof(wend_crowd_info, wall_violations), NULL},
    {"last_pairs", WENDLUA_U64, offsetof(wend_crowd_info, last_pairs), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_crowd_info, memory_bytes), NULL},
    {"ns_cells", WENDLUA_U64, offsetof(wend_crowd_info, ns_cells), NULL},
    {"ns_goals", WENDLUA_U64, offsetof(wend_crowd_info, ns_goals), NULL},
    {"ns_avoid", WENDLUA_U64, offsetof(wend_crowd_info, ns_avoid), NULL},
    {"ns_contact", WENDLUA_U64, offsetof(wend_crowd_info, ns_contact), NULL},
    {"ns_rest", WENDLUA_U64, offsetof(wend_crowd_info, ns_rest), NULL},
    {"step", WENDLUA_DOUBLE, offsetof(wend_crowd_info, step), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_crowd_info info;
    wend_crowd_get_info(wendlua_crowd_read(L), &info);
    wendlua_push(L, info_fields, &info);
    return 1;
}

/* ---- forces from outside ---- */

static int apply_impulse(lua_State *L)
{
    wend_body_id id = wendlua_body(L, 2);
    wend_vec2 push = wendlua_xy(L, 3);
    wendlua_body_done(L, wend_crowd_apply_impulse(wendlua_crowd_edit(L), id, push));
    return 0;
}

typedef struct explosion {
    uint32_t floor;
    wend_vec2 centre;
    double radius, impulse;
    bool is_shielded;
} explosion;

static const wendlua_field explosion_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(explosion, centre.x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(explosion, centre.y), NULL},
    {"floor", WENDLUA_U32, offsetof(explosion, floor), NULL},
    {"radius", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(explosion, radius), NULL},
    {"impulse", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(explosion, impulse), NULL},
    {"is_shielded", WENDLUA_BOOL, offsetof(explosion, is_shielded), NULL},
    {NULL, 0, 0, NULL},
};

/* explode{x=, y=, radius=, impulse=, is_shielded=, floor=}: how many it reached. */
static int apply_explosion(lua_State *L)
{
    size_t count = 0;
    explosion blast = {0, {0, 0}, 0, 0, false};
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, explosion_fields, &blast);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wend_result result = wend_crowd_apply_explosion(crowd, blast.floor, blast.centre, blast.radius,
                                                    blast.impulse, blast.is_shielded, &count);
    wendlua_done_by(L, result, wend_crowd_error(crowd));
    wendlua_push_u64(L, count);
    return 1;
}

static const wendlua_name zone_kinds[] = {
    {"conveyor", WEND_ZONE_CONVEYOR},
    {"wind", WEND_ZONE_WIND},
    {"tornado", WEND_ZONE_TORNADO},
    {NULL, 0},
};

static const wendlua_field zone_fields[] = {
    {"kind", WENDLUA_ENUM | WENDLUA_NEEDED, offsetof(wend_zone_def, kind), zone_kinds},
    {"floor", WENDLUA_U32, offsetof(wend_zone_def, floor), NULL},
    {"low", WENDLUA_VEC2, offsetof(wend_zone_def, low), NULL},
    {"high", WENDLUA_VEC2, offsetof(wend_zone_def, high), NULL},
    {"centre", WENDLUA_VEC2, offsetof(wend_zone_def, centre), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_zone_def, radius), NULL},
    {"velocity", WENDLUA_VEC2, offsetof(wend_zone_def, velocity), NULL},
    {"layers", WENDLUA_MASK, offsetof(wend_zone_def, layers), NULL},
    {NULL, 0, 0, NULL},
};

static wend_zone_def zone_def(lua_State *L, int arg)
{
    wend_zone_def def = wend_zone_def_default();
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, zone_fields, &def);
    return def;
}

static int add_zone(lua_State *L)
{
    wend_zone_id id = {0, 0};
    wend_zone_def def = zone_def(L, 2);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_add_zone(crowd, &def, &id), wend_crowd_error(crowd));
    wendlua_push_id(L, WENDLUA_ZONE, id.index1, id.generation);
    return 1;
}

static wend_zone_id zone_id(lua_State *L, int arg)
{
    return (wend_zone_id){wendlua_index1(L, arg, WENDLUA_ZONE),
                          wendlua_generation(L, arg, WENDLUA_ZONE)};
}

static int set_zone(lua_State *L)
{
    wend_zone_id id = zone_id(L, 2);
    wend_zone_def def = zone_def(L, 3);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_zone(crowd, id, &def), wend_crowd_error(crowd));
    return 0;
}

static int remove_zone(lua_State *L)
{
    wend_zone_id id = zone_id(L, 2);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_remove_zone(crowd, id), wend_crowd_error(crowd));
    return 0;
}

/* ---- state ---- */

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_crowd_hash(wendlua_crowd_read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_crowd_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, wendlua_crowd_read(L));
}

static int load(lua_State *L)
{
    size_t count = 0;
    wend_message message = {0};
    const char *bytes = wendlua_bytes(L, 2, &count);
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_crowd_enter(L, 1); /* loading asks the route source for its tickets */
    const wend_result result = wend_crowd_load(crowd, (const uint8_t *)bytes, count, &message);
    wendlua_crowd_leave(L, 1);
    wendlua_done(L, result, &message, NULL);
    return 0;
}

static const luaL_Reg methods[] = {
    {"add_body", wendlua_crowd_add_body},
    {"add_bodies", wendlua_crowd_add_bodies},
    {"remove_body", wendlua_crowd_remove_body},
    {"set_body", wendlua_crowd_set_body},
    {"get_body_def", wendlua_crowd_get_body_def},
    {"get_body", wendlua_crowd_get_body},
    {"exists", wendlua_crowd_exists},
    {"position", wendlua_crowd_position},
    {"velocity", wendlua_crowd_velocity},
    {"state", wendlua_crowd_state},
    {"set_speed", wendlua_crowd_set_speed},
    {"set_heading", wendlua_crowd_set_heading},
    {"set_position", wendlua_crowd_set_position},
    {"set_position_at", wendlua_crowd_set_position_at},
    {"body_count", wendlua_crowd_body_count},
    {"list_bodies", wendlua_crowd_list_bodies},
    {"query_circle", wendlua_crowd_query_circle},
    {"query_near", wendlua_crowd_query_near},
    {"set_goal", wendlua_crowd_set_goal},
    {"set_goal_at", wendlua_crowd_set_goal_at},
    {"set_group_goal_at", wendlua_crowd_set_group_goal_at},
    {"set_group_goal", wendlua_crowd_set_group_goal},
    {"set_goal_tag", wendlua_crowd_set_goal_tag},
    {"set_goal_places", wendlua_crowd_set_goal_places},
    {"follow_path", wendlua_crowd_follow_path},
    {"follow_flow", wendlua_crowd_follow_flow},
    {"set_velocity", wendlua_crowd_set_velocity},
    {"stop", wendlua_crowd_stop},
    {"set_held", wendlua_crowd_set_held},
    {"get_path", wendlua_crowd_get_path},
    {"set_steering", wendlua_crowd_set_steering},
    {"tick", tick},
    {"tick_count", tick_count},
    {"get_events", get_events},
    {"get_contacts", get_contacts},
    {"set_contact_reports", wendlua_crowd_set_contact_reports},
    {"set_detail", wendlua_crowd_set_detail},
    {"get_detail", wendlua_crowd_get_detail},
    {"count_detail", wendlua_crowd_count_detail},
    {"sweep", wendlua_crowd_sweep},
    {"get_info", get_info},
    {"apply_impulse", apply_impulse},
    {"apply_explosion", apply_explosion},
    {"add_zone", add_zone},
    {"set_zone", set_zone},
    {"remove_zone", remove_zone},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_crowd_kind = {"crowd", "wend.crowd", destroy, methods};

const luaL_Reg wendlua_crowd_functions[] = {
    {"crowd", make},
    {NULL, NULL},
};
