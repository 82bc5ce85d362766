/* wend.explorers, wend.explored_map, wend.cell_explorer: agents without a map; sweeps.
 * Cost: as wend/explorers.h and wend/explore.h say. */
#include "lua/crowd/crowd.h"
#include "wend/explorers.h"

static const wendlua_name methods_names[] = {
    {"trace_line", WEND_EXPLORE_TRACE_LINE},   {"trace", WEND_EXPLORE_TRACE},
    {"crash_turn", WEND_EXPLORE_CRASH_TURN},   {"step_back", WEND_EXPLORE_STEP_BACK},
    {"depth_first", WEND_EXPLORE_DEPTH_FIRST}, {"random", WEND_EXPLORE_RANDOM},
    {"by_map", WEND_EXPLORE_BY_MAP},           {NULL, 0},
};

static const wendlua_name hand_names[] = {
    {"left", WEND_EXPLORE_HAND_LEFT},
    {"right", WEND_EXPLORE_HAND_RIGHT},
    {"nearer", WEND_EXPLORE_HAND_NEARER},
    {NULL, 0},
};

static const wendlua_name state_names[] = {
    {"straight", WEND_EXPLORE_STRAIGHT}, {"tracing", WEND_EXPLORE_TRACING},
    {"turned", WEND_EXPLORE_TURNED},     {"back", WEND_EXPLORE_BACK},
    {"arrived", WEND_EXPLORE_ARRIVED},   {"no_path", WEND_EXPLORE_NO_PATH},
    {"limit", WEND_EXPLORE_LIMIT},       {NULL, 0},
};

/* ---- explored maps ---- */

static void destroy_map(wendlua_object *object)
{
    wend_explored_map_destroy(object->pointer);
}

static const wendlua_field map_fields[] = {
    {"like", WENDLUA_OTHER, 0, NULL},
    {"width", WENDLUA_I32, offsetof(wend_explored_map_def, width), NULL},
    {"height", WENDLUA_I32, offsetof(wend_explored_map_def, height), NULL},
    {"neighbours", WENDLUA_I32, offsetof(wend_explored_map_def, neighbours), NULL},
    {"corner_rule", WENDLUA_ENUM, offsetof(wend_explored_map_def, corner_rule),
     wendlua_corner_rule_names},
    {"hex_layout", WENDLUA_ENUM, offsetof(wend_explored_map_def, hex_layout),
     wendlua_hex_layout_names},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_explored_map_def, cell_size), NULL},
    {"origin", WENDLUA_VEC2, offsetof(wend_explored_map_def, origin), NULL},
    {NULL, 0, 0, NULL},
};

static int make_map(lua_State *L)
{
    wend_message message = {0};
    wend_explored_map_def def = wend_explored_map_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, map_fields, &def);
    wendlua_object *object = wendlua_new(L, &wendlua_explored_map_kind, sizeof(wendlua_object));
    def.like = wendlua_field_pointer(L, 1, "like", &wendlua_grid_kind);
    wend_explored_map *map = NULL;
    const wend_result result = wend_explored_map_create(&def, &map);
    object->pointer = map;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

static wend_explored_map *edit_map(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_explored_map_kind);
}

static const wend_explored_map *read_map(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_explored_map_kind);
}

/* report(node, cost, time): the number of cells that changed. */
static int report(lua_State *L)
{
    const wend_sighting sighting = {wendlua_node(L, 2), (uint8_t)wendlua_integer(L, 3, 0, 255),
                                    wendlua_u64(L, 4)};
    size_t changed = 0;
    wend_explored_map *map = edit_map(L);
    wendlua_done_by(L, wend_explored_map_report(map, &sighting, 1, &changed),
                    wend_explored_map_error(map));
    wendlua_push_u64(L, changed);
    return 1;
}

/* get(node): cost and time, or nil. */
static int get_known(lua_State *L)
{
    wend_sighting sighting;
    const wend_node node = wendlua_node(L, 2);
    if (!wend_explored_map_get(read_map(L), node, &sighting)) {
        return wendlua_push_nil(L);
    }
    lua_pushinteger(L, sighting.cost);
    wendlua_push_u64(L, sighting.time);
    return 2;
}

static int known_count(lua_State *L)
{
    wendlua_push_u64(L, wend_explored_map_known_count(read_map(L)));
    return 1;
}

static int forget(lua_State *L)
{
    const uint64_t before = wendlua_u64(L, 2);
    wendlua_push_u64(L, wend_explored_map_forget(edit_map(L), before));
    return 1;
}

static int update_map(lua_State *L)
{
    wend_explored_map *map = edit_map(L);
    wendlua_done_by(L, wend_explored_map_update(map), wend_explored_map_error(map));
    return 0;
}

static int hash_map(lua_State *L)
{
    wendlua_push_u64(L, wend_explored_map_hash(read_map(L)));
    return 1;
}

static wend_result save_map_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_explored_map_save(it, bytes, capacity, count);
}

static int save_map(lua_State *L)
{
    return wendlua_push_save(L, save_map_bytes, read_map(L));
}

static int load_map(lua_State *L)
{
    size_t count = 0;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wend_explored_map *map = edit_map(L);
    wendlua_done_by(L, wend_explored_map_load(map, (const uint8_t *)bytes, count, NULL),
                    wend_explored_map_error(map));
    return 0;
}

static const luaL_Reg map_methods[] = {
    {"report", report}, {"get", get_known}, {"known_count", known_count},
    {"forget", forget}, {"hash", hash_map}, {"update", update_map},
    {"save", save_map}, {"load", load_map}, {NULL, NULL},
};

const wendlua_kind wendlua_explored_map_kind = {"explored map", "wend.explored_map", destroy_map,
                                                map_methods};

/* ---- explorers of a crowd ---- */

static void destroy_explorers(wendlua_object *object)
{
    wend_explorers_destroy(object->pointer);
}

static const wendlua_field explorers_fields[] = {
    {"crowd", WENDLUA_OTHER, 0, NULL},
    {"map", WENDLUA_OTHER, 0, NULL},
    {"max_explorers", WENDLUA_U32, offsetof(wend_explorers_def, max_explorers), NULL},
    {"is_careful", WENDLUA_BOOL, offsetof(wend_explorers_def, is_careful), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_explorers_def, radius), NULL},
    {"seed", WENDLUA_U64, offsetof(wend_explorers_def, seed), NULL},
    {NULL, 0, 0, NULL},
};

static int make_explorers(lua_State *L)
{
    wend_message message = {0};
    wend_explorers_def def = wend_explorers_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    def.seed = wendlua_get_context(L).seed;
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, explorers_fields, &def);
    wendlua_object *object = wendlua_new(L, &wendlua_explorers_kind, sizeof(wendlua_object));
    const int slot = lua_gettop(L);
    def.crowd = wendlua_master(L, slot, 1, "crowd", &wendlua_crowd_kind);
    def.map = wendlua_master(L, slot, 1, "map", &wendlua_explored_map_kind);
    wend_explorers *explorers = NULL;
    const wend_result result = wend_explorers_create(&def, &explorers);
    object->pointer = explorers;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

static wend_explorers *edit_explorers(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_explorers_kind);
}

static const wend_explorers *read_explorers(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_explorers_kind);
}

static const wendlua_field order_fields[] = {
    {"goal", WENDLUA_VEC2 | WENDLUA_NEEDED, offsetof(wend_explorer_def, goal), NULL},
    {"method", WENDLUA_ENUM, offsetof(wend_explorer_def, method), methods_names},
    {"hand", WENDLUA_ENUM, offsetof(wend_explorer_def, hand), hand_names},
    {"reach", WENDLUA_DOUBLE, offsetof(wend_explorer_def, reach), NULL},
    {"sense", WENDLUA_DOUBLE, offsetof(wend_explorer_def, sense), NULL},
    {"memory_cell", WENDLUA_DOUBLE, offsetof(wend_explorer_def, memory_cell), NULL},
    {"max_ticks", WENDLUA_U64, offsetof(wend_explorer_def, max_ticks), NULL},
    {NULL, 0, 0, NULL},
};

/* send(body, {goal=, method=}) */
static int send(lua_State *L)
{
    wend_explorer_def def = wend_explorer_def_default();
    const wend_body_id body = wendlua_body(L, 2);
    wendlua_need_table(L, 3);
    wendlua_read(L, 3, order_fields, &def);
    wend_explorers *explorers = edit_explorers(L);
    wendlua_done_by(L, wend_explorers_send(explorers, body, &def), wend_explorers_error(explorers));
    return 0;
}

static int stop(lua_State *L)
{
    const wend_body_id body = wendlua_body(L, 2);
    wend_explorers *explorers = edit_explorers(L);
    wendlua_done_by(L, wend_explorers_stop(explorers, body), wend_explorers_error(explorers));
    return 0;
}

static int update_explorers(lua_State *L)
{
    wend_explorers *explorers = edit_explorers(L);
    wendlua_done_by(L, wend_explorers_update(explorers), wend_explorers_error(explorers));
    return 0;
}

static const wendlua_field explorer_info_fields[] = {
    {"state", WENDLUA_ENUM, offsetof(wend_explorer_info, state), state_names},
    {"method", WENDLUA_ENUM, offsetof(wend_explorer_info, method), methods_names},
    {"goal", WENDLUA_VEC2, offsetof(wend_explorer_info, goal), NULL},
    {"collision", WENDLUA_VEC2, offsetof(wend_explorer_info, collision), NULL},
    {"ticks", WENDLUA_U64, offsetof(wend_explorer_info, ticks), NULL},
    {"collisions", WENDLUA_U64, offsetof(wend_explorer_info, collisions), NULL},
    {"travelled", WENDLUA_DOUBLE, offsetof(wend_explorer_info, travelled), NULL},
    {"remembered", WENDLUA_SIZE, offsetof(wend_explorer_info, remembered), NULL},
    {"is_yielding", WENDLUA_BOOL, offsetof(wend_explorer_info, is_yielding), NULL},
    {NULL, 0, 0, NULL},
};

/* get_info(body): nil for one that does not explore. */
static int get_explorer(lua_State *L)
{
    wend_explorer_info info;
    const wend_body_id body = wendlua_body(L, 2);
    if (wend_explorers_get_info(read_explorers(L), body, &info) != WEND_OK) {
        return wendlua_push_nil(L);
    }
    wendlua_push(L, explorer_info_fields, &info);
    return 1;
}

static int count_explorers(lua_State *L)
{
    wendlua_push_u64(L, wend_explorers_count(read_explorers(L)));
    return 1;
}

static int hash_explorers(lua_State *L)
{
    wendlua_push_u64(L, wend_explorers_hash(read_explorers(L)));
    return 1;
}

static wend_result save_explorers_bytes(const void *it, uint8_t *bytes, size_t capacity,
                                        size_t *count)
{
    return wend_explorers_save(it, bytes, capacity, count);
}

static int save_explorers(lua_State *L)
{
    return wendlua_push_save(L, save_explorers_bytes, read_explorers(L));
}

static int load_explorers(lua_State *L)
{
    size_t count = 0;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wend_explorers *explorers = edit_explorers(L);
    wendlua_done_by(L, wend_explorers_load(explorers, (const uint8_t *)bytes, count, NULL),
                    wend_explorers_error(explorers));
    return 0;
}

static const luaL_Reg explorers_methods[] = {
    {"send", send},
    {"stop", stop},
    {"get_info", get_explorer},
    {"update", update_explorers},
    {"count", count_explorers},
    {"hash", hash_explorers},
    {"save", save_explorers},
    {"load", load_explorers},
    {NULL, NULL},
};

const wendlua_kind wendlua_explorers_kind = {"explorers", "wend.explorers", destroy_explorers,
                                             explorers_methods};

/* ---- explorers of cells ---- */

static void destroy_cell(wendlua_object *object)
{
    wend_cell_explorer_destroy(object->pointer);
}

static const wendlua_field cell_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_cell_explorer_def, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_cell_explorer_def, team), NULL},
    {"method", WENDLUA_ENUM, offsetof(wend_cell_explorer_def, method), methods_names},
    {"hand", WENDLUA_ENUM, offsetof(wend_cell_explorer_def, hand), hand_names},
    {"seed", WENDLUA_U64, offsetof(wend_cell_explorer_def, seed), NULL},
    {"max_steps", WENDLUA_U64, offsetof(wend_cell_explorer_def, max_steps), NULL},
    {NULL, 0, 0, NULL},
};

static int make_cell(lua_State *L)
{
    wend_message message = {0};
    wend_cell_explorer_def def = wend_cell_explorer_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    def.seed = wendlua_get_context(L).seed;
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, cell_fields, &def);
    wendlua_object *object = wendlua_new(L, &wendlua_cell_explorer_kind, sizeof(wendlua_object));
    def.grid = wendlua_master(L, lua_gettop(L), 1, "grid", &wendlua_grid_kind);
    wend_cell_explorer *explorer = NULL;
    const wend_result result = wend_cell_explorer_create(&def, &explorer);
    object->pointer = explorer;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

static wend_cell_explorer *edit_cell(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_cell_explorer_kind);
}

static const wend_cell_explorer *read_cell(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_cell_explorer_kind);
}

/* start(from, goal) */
static int start_cell(lua_State *L)
{
    const wend_node from = wendlua_u32(L, 2);
    const wend_node goal = wendlua_u32(L, 3);
    wend_cell_explorer *explorer = edit_cell(L);
    wendlua_done_by(L, wend_cell_explorer_start(explorer, from, goal),
                    wend_cell_explorer_error(explorer));
    return 0;
}

/* step(): its node, and its state. */
static int step_cell(lua_State *L)
{
    wend_cell_explorer_info info;
    wend_cell_explorer *explorer = edit_cell(L);
    wendlua_done_by(L, wend_cell_explorer_step(explorer), wend_cell_explorer_error(explorer));
    wend_cell_explorer_get_info(explorer, &info);
    wendlua_push_node(L, info.node);
    wendlua_push_name(L, state_names, (uint32_t)info.state);
    return 2;
}

static const wendlua_field cell_info_fields[] = {
    {"state", WENDLUA_ENUM, offsetof(wend_cell_explorer_info, state), state_names},
    {"node", WENDLUA_NODE, offsetof(wend_cell_explorer_info, node), NULL},
    {"goal", WENDLUA_NODE, offsetof(wend_cell_explorer_info, goal), NULL},
    {"steps", WENDLUA_U64, offsetof(wend_cell_explorer_info, steps), NULL},
    {"collisions", WENDLUA_U64, offsetof(wend_cell_explorer_info, collisions), NULL},
    {"remembered", WENDLUA_SIZE, offsetof(wend_cell_explorer_info, remembered), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_cell_explorer_info, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static int get_cell(lua_State *L)
{
    wend_cell_explorer_info info;
    wend_cell_explorer_get_info(read_cell(L), &info);
    wendlua_push(L, cell_info_fields, &info);
    return 1;
}

static int hash_cell(lua_State *L)
{
    wendlua_push_u64(L, wend_cell_explorer_hash(read_cell(L)));
    return 1;
}

static wend_result save_cell_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_cell_explorer_save(it, bytes, capacity, count);
}

static int save_cell(lua_State *L)
{
    return wendlua_push_save(L, save_cell_bytes, read_cell(L));
}

static int load_cell(lua_State *L)
{
    size_t count = 0;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wend_cell_explorer *explorer = edit_cell(L);
    wendlua_done_by(L, wend_cell_explorer_load(explorer, (const uint8_t *)bytes, count, NULL),
                    wend_cell_explorer_error(explorer));
    return 0;
}

static const luaL_Reg cell_methods[] = {
    {"start", start_cell}, {"step", step_cell}, {"get_info", get_cell}, {"hash", hash_cell},
    {"save", save_cell},   {"load", load_cell}, {NULL, NULL},
};

const wendlua_kind wendlua_cell_explorer_kind = {"cell explorer", "wend.cell_explorer",
                                                 destroy_cell, cell_methods};

/* ---- sweeps ---- */

static const wendlua_field hit_fields[] = {
    {"fraction", WENDLUA_DOUBLE, offsetof(wend_crowd_hit, fraction), NULL},
    {"point", WENDLUA_VEC2, offsetof(wend_crowd_hit, point), NULL},
    {"normal", WENDLUA_VEC2, offsetof(wend_crowd_hit, normal), NULL},
    {"distance", WENDLUA_DOUBLE, offsetof(wend_crowd_hit, distance), NULL},
    {"is_inside", WENDLUA_BOOL, offsetof(wend_crowd_hit, is_inside), NULL},
    {NULL, 0, 0, NULL},
};

/* sweep(from, to, radius [, floor [, class]]): a hit, or nil. */
int wendlua_crowd_sweep(lua_State *L)
{
    wend_crowd_hit hit;
    const wend_vec2 from = wendlua_vec2(L, 2);
    const wend_vec2 to = wendlua_vec2(L, 3);
    const double radius = wendlua_number(L, 4);
    const uint32_t floor = wendlua_u32_or(L, 5, 0);
    const uint32_t crowd_class = wendlua_u32_or(L, 6, 0);
    if (!wend_crowd_sweep(wendlua_crowd_read(L), floor, crowd_class, from, to, radius, &hit)) {
        return wendlua_push_nil(L);
    }
    wendlua_push(L, hit_fields, &hit);
    return 1;
}

const luaL_Reg wendlua_explore_functions[] = {
    {"explorers", make_explorers},
    {"explored_map", make_map},
    {"cell_explorer", make_cell},
    {NULL, NULL},
};
