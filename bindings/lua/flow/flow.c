/* wend.flow: creation, update, figures, saving and loading, groups.
 * Cost: as in wend/flow.h. */
#include <string.h>

#include "lua/flow/flow.h"

static void destroy(wendlua_object *object)
{
    wend_flow_destroy(object->pointer);
}

static wend_flow *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_flow_kind);
}

static const wend_flow *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_flow_kind);
}

static const wendlua_name integrations[] = {
    {"steps_8", WEND_FLOW_STEPS_8},
    {"steps_4", WEND_FLOW_STEPS_4},
    {"eikonal", WEND_FLOW_EIKONAL},
    {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"floors", WENDLUA_OTHER, 0, NULL},
    {"joins", WENDLUA_OTHER, 0, NULL},
    {"classes", WENDLUA_OTHER, 0, NULL},
    {"integration", WENDLUA_ENUM, offsetof(wend_flow_def, integration), integrations},
    {"is_fine", WENDLUA_BOOL, offsetof(wend_flow_def, is_fine), NULL},
    {"has_angles", WENDLUA_BOOL, offsetof(wend_flow_def, has_angles), NULL},
    {"has_line_of_sight", WENDLUA_BOOL, offsetof(wend_flow_def, has_line_of_sight), NULL},
    {"margin", WENDLUA_I32, offsetof(wend_flow_def, margin), NULL},
    {"merge_slack", WENDLUA_DOUBLE, offsetof(wend_flow_def, merge_slack), NULL},
    {"cluster_size", WENDLUA_I32, offsetof(wend_flow_def, cluster_size), NULL},
    {"max_unused_bytes", WENDLUA_SIZE, offsetof(wend_flow_def, max_unused_bytes), NULL},
    {"max_unused_age", WENDLUA_U32, offsetof(wend_flow_def, max_unused_age), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field join_fields[] = {
    {"from_floor", WENDLUA_U32, offsetof(wend_flow_join, from_floor), NULL},
    {"to_floor", WENDLUA_U32, offsetof(wend_flow_join, to_floor), NULL},
    {"from", WENDLUA_NODE | WENDLUA_NEEDED, offsetof(wend_flow_join, from), NULL},
    {"to", WENDLUA_NODE | WENDLUA_NEEDED, offsetof(wend_flow_join, to), NULL},
    {"cost", WENDLUA_COST | WENDLUA_NEEDED, offsetof(wend_flow_join, cost), NULL},
    {"class_mask", WENDLUA_MASK | WENDLUA_NEEDED, offsetof(wend_flow_join, class_mask), NULL},
    {"is_two_way", WENDLUA_BOOL, offsetof(wend_flow_join, is_two_way), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field class_fields[] = {
    {"movement_class", WENDLUA_U32, offsetof(wend_flow_class, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_flow_class, team), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_flow_class, radius), NULL},
    {"overlay_layers", WENDLUA_MASK, offsetof(wend_flow_class, overlay_layers), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field info_fields[] = {
    {"sectors", WENDLUA_U32, offsetof(wend_flow_info, sectors), NULL},
    {"classes", WENDLUA_U32, offsetof(wend_flow_info, classes), NULL},
    {"portals", WENDLUA_U64, offsetof(wend_flow_info, portals), NULL},
    {"portal_edges", WENDLUA_U64, offsetof(wend_flow_info, portal_edges), NULL},
    {"requests", WENDLUA_U32, offsetof(wend_flow_info, requests), NULL},
    {"sectors_built", WENDLUA_U64, offsetof(wend_flow_info, sectors_built), NULL},
    {"last_sectors_repaired", WENDLUA_U32, offsetof(wend_flow_info, last_sectors_repaired), NULL},
    {"sectors_waiting", WENDLUA_U32, offsetof(wend_flow_info, sectors_waiting), NULL},
    {"fields_built", WENDLUA_U64, offsetof(wend_flow_info, fields_built), NULL},
    {"fields_shared", WENDLUA_U64, offsetof(wend_flow_info, fields_shared), NULL},
    {"fields_evicted", WENDLUA_U64, offsetof(wend_flow_info, fields_evicted), NULL},
    {"fields_kept", WENDLUA_U32, offsetof(wend_flow_info, fields_kept), NULL},
    {"fields_unused", WENDLUA_U32, offsetof(wend_flow_info, fields_unused), NULL},
    {"tiles_integrated", WENDLUA_U64, offsetof(wend_flow_info, tiles_integrated), NULL},
    {"fields_streamed", WENDLUA_U64, offsetof(wend_flow_info, fields_streamed), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_flow_info, memory_bytes), NULL},
    {"memory_portals", WENDLUA_SIZE, offsetof(wend_flow_info, memory_portals), NULL},
    {"memory_fields", WENDLUA_SIZE, offsetof(wend_flow_info, memory_fields), NULL},
    {"memory_islands", WENDLUA_SIZE, offsetof(wend_flow_info, memory_islands), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- creation ---- */

/* floors = {grid, grid}: attaches each to the flow at index. */
static void read_floors(lua_State *L, int index, wend_flow_def *def)
{
    size_t count = wendlua_field_list(L, 1, "floors");
    if (count == 0) {
        return;
    }
    int list = lua_gettop(L);
    wendlua_arg_check(L, count <= WEND_FLOW_FLOORS_MAX, 1, "more than 64 floors");
    const wend_grid **floors = wendlua_scratch(L, count, sizeof(const wend_grid *));
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        if (wendlua_test(L, -1, &wendlua_grid_kind) == NULL) {
            wendlua_fail(L, "field 'floors[%I]': a grid expected", (LUAI_UACINT)i + 1);
        }
        wendlua_attach(L, index, -1);
        floors[i] = wendlua_test(L, -1, &wendlua_grid_kind)->pointer;
        lua_pop(L, 1);
    }
    def->floors = floors;
    def->floor_count = (uint32_t)count;
}

static void read_classes(lua_State *L, wend_flow_def *def)
{
    size_t count = wendlua_field_list(L, 1, "classes");
    if (count == 0) {
        return;
    }
    int list = lua_gettop(L);
    wendlua_arg_check(L, count <= WEND_FLOW_CLASSES_MAX, 1, "more than 32 classes");
    wend_flow_class *classes = wendlua_scratch(L, count, sizeof *classes);
    for (size_t i = 0; i < count; i++) {
        classes[i] = wend_flow_class_default();
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        wendlua_read_item(L, -1, class_fields, &classes[i], "classes", i + 1);
        lua_pop(L, 1);
    }
    def->classes = classes;
    def->class_count = (uint32_t)count;
}

static void read_joins(lua_State *L, wend_flow_def *def)
{
    size_t count = wendlua_field_list(L, 1, "joins");
    if (count == 0) {
        return;
    }
    wendlua_arg_check(L, count <= UINT32_MAX, 1, "too many joins");
    def->joins = wendlua_read_list(L, join_fields, sizeof *def->joins, "joins", &count);
    def->join_count = (uint32_t)count;
}

static int make(lua_State *L)
{
    wend_message message = {0};
    wend_flow_def def = wend_flow_def_default();
    def.allocator = wendlua_allocator(L);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    wendlua_object *object = wendlua_new(L, &wendlua_flow_kind, sizeof(wendlua_flow));
    int index = lua_gettop(L);
    def.grid = wendlua_master(L, index, 1, "grid", &wendlua_grid_kind);
    read_floors(L, index, &def);
    read_classes(L, &def);
    read_joins(L, &def);
    def.executor = wendlua_get_context(L).executor;
    def.message = &message;
    wend_flow *flow = NULL;
    wend_result result = wend_flow_create(&def, &flow);
    object->pointer = flow;
    wendlua_done(L, result, &message, NULL);
    lua_pushvalue(L, index);
    return 1;
}

/* ---- work ---- */

void wendlua_flow_done(lua_State *L, wend_result result, const char *hint)
{
    const wend_message message = {0, "flow:update() comes first, until it gives true"};
    wendlua_done(L, result, result == WEND_ERROR_STALE ? &message : NULL, hint);
}

static int update(lua_State *L)
{
    wend_budget steps;
    wend_budget *left = wendlua_budget(L, 2, &steps);
    wend_result result =
        wendlua_done_by(L, wend_flow_update(edit(L), left), wend_flow_error(read(L)));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

static int bake(lua_State *L)
{
    wend_budget steps;
    uint32_t flow_class = wendlua_u32(L, 2);
    wend_budget *left = wendlua_budget(L, 3, &steps);
    wend_result result = wend_flow_bake(edit(L), flow_class, left);
    wendlua_flow_done(L, result, "there is no such class");
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

static int get_info(lua_State *L)
{
    wend_flow_info info;
    wend_flow_get_info(read(L), &info);
    wendlua_push(L, info_fields, &info);
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_flow_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_flow_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    size_t count = 0;
    wendlua_flow_done(L, wend_flow_save(read(L), NULL, 0, &count), NULL);
    return wendlua_push_save(L, save_bytes, read(L));
}

static bool read_stream(void *context, uint64_t offset, uint8_t *bytes, size_t count)
{
    const wendlua_flow *flow = context;
    if (offset > flow->byte_count || count > flow->byte_count - offset) {
        return false;
    }
    if (count > 0) {
        memcpy(bytes, flow->bytes + offset, count);
    }
    return true;
}

/* The text is kept as long as the flow may read it. */
static int load_stream(lua_State *L)
{
    wend_message message = {0};
    wendlua_flow *flow = (wendlua_flow *)wendlua_edit(L, 1, &wendlua_flow_kind);
    wendlua_arg_check(L, flow->bytes == NULL, 1, "it streams already");
    size_t count = 0;
    const char *bytes = wendlua_bytes(L, 2, &count);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, 1, 2);
    flow->bytes = bytes;
    flow->byte_count = count;
    wend_result result = wend_flow_load_stream(edit(L), read_stream, flow, count, &message);
    if (result != WEND_OK) {
        (void)wend_flow_load_stream(edit(L), NULL, NULL, 0, NULL);
        flow->bytes = NULL;
    }
    wendlua_done(L, result, &message, NULL);
    return 0;
}

static int class_fits(lua_State *L)
{
    uint32_t a = wendlua_u32(L, 2);
    uint32_t b = wendlua_u32(L, 3);
    lua_pushboolean(L, wend_flow_class_fits(edit(L), a, b));
    return 1;
}

static const luaL_Reg methods[] = {
    {"update", update},
    {"bake", bake},
    {"get_info", get_info},
    {"hash", hash},
    {"save", save},
    {"load_stream", load_stream},
    {"class_fits", class_fits},
    {"add_request", wendlua_flow_add_request},
    {"remove_request", wendlua_flow_remove_request},
    {"add_group", wendlua_flow_add_group},
    {"set_goals", wendlua_flow_set_goals},
    {"set_sources", wendlua_flow_set_sources},
    {"add_source", wendlua_flow_add_source},
    {"get_request", wendlua_flow_get_request},
    {"state", wendlua_flow_state},
    {"sample", wendlua_flow_sample},
    {"cost_left", wendlua_flow_cost_left},
    {"link_at", wendlua_flow_link_at},
    {"can_reach", wendlua_flow_can_reach},
    {"nearest_reachable", wendlua_flow_nearest_reachable},
    {"get_cell", wendlua_flow_get_cell},
    {"list_requests", wendlua_flow_list_requests},
    {"sample_many", wendlua_flow_sample_many},
    {NULL, NULL},
};

const wendlua_kind wendlua_flow_kind = {"flow", "wend.flow", destroy, methods};

const luaL_Reg wendlua_flow_functions[] = {
    {"flow", make},
    {NULL, NULL},
};
