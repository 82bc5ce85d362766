/* wend.terrain_analysis and its methods: regions, choke points, high ground, resource spots.
 * Cost: as in wend/terrain_analysis.h. */
#include "wend/terrain_analysis.h"
#include "lua/core/rooms.h"
#include "wend/items.h"

static void destroy(wendlua_object *object)
{
    wend_terrain_analysis_destroy(object->pointer);
}

static wend_terrain_analysis *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_terrain_analysis_kind);
}

static const wend_terrain_analysis *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_terrain_analysis_kind);
}

static const wendlua_field def_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"mesh", WENDLUA_OTHER, 0, NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_terrain_analysis_def, cell_size), NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_terrain_analysis_def, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_terrain_analysis_def, team), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_terrain_analysis_def, radius), NULL},
    {"choke_ratio", WENDLUA_DOUBLE, offsetof(wend_terrain_analysis_def, choke_ratio), NULL},
    {"min_area", WENDLUA_DOUBLE, offsetof(wend_terrain_analysis_def, min_area), NULL},
    {"height_radius", WENDLUA_DOUBLE, offsetof(wend_terrain_analysis_def, height_radius), NULL},
    {"height_advantage", WENDLUA_DOUBLE, offsetof(wend_terrain_analysis_def, height_advantage),
     NULL},
    {"view_radius", WENDLUA_DOUBLE, offsetof(wend_terrain_analysis_def, view_radius), NULL},
    {"view_stride", WENDLUA_I32, offsetof(wend_terrain_analysis_def, view_stride), NULL},
    {"cover_radius", WENDLUA_DOUBLE, offsetof(wend_terrain_analysis_def, cover_radius), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field load_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"mesh", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

/* wend.terrain_analysis{...} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *made = NULL;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_terrain_analysis_kind, sizeof *self);
    const int slot = lua_gettop(L);
    def.grid = wendlua_master(L, slot, 1, "grid", &wendlua_grid_kind);
    def.mesh = wendlua_master(L, slot, 1, "mesh", &wendlua_mesh_kind);
    const wend_result result = wend_terrain_analysis_create(&def, &made);
    return wendlua_made(L, self, made, result, &message);
}

/* wend.terrain_analysis_load(bytes, {grid=} or {mesh=}) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *made = NULL;
    lua_settop(L, 2);
    const char *bytes = wendlua_bytes(L, 1, &count);
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, load_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_terrain_analysis_kind, sizeof *self);
    const int slot = lua_gettop(L);
    def.grid = wendlua_master(L, slot, 2, "grid", &wendlua_grid_kind);
    def.mesh = wendlua_master(L, slot, 2, "mesh", &wendlua_mesh_kind);
    const wend_result result =
        wend_terrain_analysis_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_made(L, self, made, result, &message);
}

/* set_heights([list]): nil: none. */
static int set_heights(lua_State *L)
{
    size_t count = 0;
    float *heights = NULL;
    if (!lua_isnoneornil(L, 2)) {
        const double *numbers = wendlua_numbers(L, 2, &count);
        heights = wendlua_scratch(L, count + 1, sizeof *heights);
        for (size_t i = 0; i < count; i++) {
            heights[i] = (float)numbers[i];
        }
    }
    wendlua_done_by(L, wend_terrain_analysis_set_heights(edit(L), heights, count),
                    wend_terrain_analysis_error(read(L)));
    return 0;
}

/* update([steps]): true if all is done. */
static int update(lua_State *L)
{
    wend_budget steps;
    wend_budget *budget = wendlua_budget(L, 2, &steps);
    const wend_result result = wendlua_done_by(L, wend_terrain_analysis_update(edit(L), budget),
                                               wend_terrain_analysis_error(read(L)));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

static int is_fresh(lua_State *L)
{
    lua_pushboolean(L, wend_terrain_analysis_is_fresh(read(L)));
    return 1;
}

static const wendlua_field info_fields[] = {
    {"width", WENDLUA_I32, offsetof(wend_terrain_analysis_info, width), NULL},
    {"height", WENDLUA_I32, offsetof(wend_terrain_analysis_info, height), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_terrain_analysis_info, cell_size), NULL},
    {"origin", WENDLUA_VEC2, offsetof(wend_terrain_analysis_info, origin), NULL},
    {"region_count", WENDLUA_U32, offsetof(wend_terrain_analysis_info, region_count), NULL},
    {"choke_count", WENDLUA_U32, offsetof(wend_terrain_analysis_info, choke_count), NULL},
    {"high_ground_count", WENDLUA_U32, offsetof(wend_terrain_analysis_info, high_ground_count),
     NULL},
    {"analysed", WENDLUA_U64, offsetof(wend_terrain_analysis_info, analysed), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_terrain_analysis_info, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_terrain_analysis_info info;
    wend_terrain_analysis_get_info(read(L), &info);
    wendlua_push(L, info_fields, &info);
    return 1;
}

/* ---- regions and choke points ---- */

static const wendlua_field region_fields[] = {
    {"position", WENDLUA_VEC2, offsetof(wend_terrain_region, position), NULL},
    {"clearance", WENDLUA_DOUBLE, offsetof(wend_terrain_region, clearance), NULL},
    {"area", WENDLUA_DOUBLE, offsetof(wend_terrain_region, area), NULL},
    {"cell_count", WENDLUA_U32, offsetof(wend_terrain_region, cell_count), NULL},
    {"choke_count", WENDLUA_U32, offsetof(wend_terrain_region, choke_count), NULL},
    {"island", WENDLUA_U32, offsetof(wend_terrain_region, island), NULL},
    {"is_dead_end", WENDLUA_BOOL, offsetof(wend_terrain_region, is_dead_end), NULL},
    {"depth", WENDLUA_DOUBLE, offsetof(wend_terrain_region, depth), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field choke_fields[] = {
    {"position", WENDLUA_VEC2, offsetof(wend_terrain_choke, position), NULL},
    {"from", WENDLUA_VEC2, offsetof(wend_terrain_choke, ends[0]), NULL},
    {"to", WENDLUA_VEC2, offsetof(wend_terrain_choke, ends[1]), NULL},
    {"width", WENDLUA_DOUBLE, offsetof(wend_terrain_choke, width), NULL},
    {"direction", WENDLUA_VEC2, offsetof(wend_terrain_choke, direction), NULL},
    {"region_a", WENDLUA_U32, offsetof(wend_terrain_choke, region_a), NULL},
    {"region_b", WENDLUA_U32, offsetof(wend_terrain_choke, region_b), NULL},
    {"is_cut", WENDLUA_BOOL, offsetof(wend_terrain_choke, is_cut), NULL},
    {NULL, 0, 0, NULL},
};

/* region_at(x, y): its number, or nil. */
static int region_at(lua_State *L)
{
    const wend_vec2 at = wendlua_xy(L, 2);
    const uint32_t region = wend_terrain_analysis_region_at(read(L), at);
    if (region == WEND_REGION_NONE) {
        lua_pushnil(L);
    } else {
        lua_pushinteger(L, region);
    }
    return 1;
}

static int region(lua_State *L)
{
    wend_terrain_region it;
    const uint32_t index = wendlua_u32(L, 2);
    wendlua_done(L, wend_terrain_analysis_get_region(read(L), index, &it), NULL,
                 "there is no such region");
    wendlua_push(L, region_fields, &it);
    return 1;
}

static int choke(lua_State *L)
{
    wend_terrain_choke it;
    const uint32_t index = wendlua_u32(L, 2);
    wendlua_done(L, wend_terrain_analysis_get_choke(read(L), index, &it), NULL,
                 "there is no such choke point");
    wendlua_push(L, choke_fields, &it);
    return 1;
}

static uint32_t *choke_room(lua_State *L, size_t *capacity)
{
    wend_terrain_analysis_info info;
    wend_terrain_analysis_get_info(read(L), &info);
    *capacity = info.choke_count;
    return wendlua_scratch(L, *capacity + 1, sizeof(uint32_t));
}

/* chokes(region): list of numbers. */
static int chokes(lua_State *L)
{
    size_t capacity, count;
    const uint32_t of = wendlua_u32(L, 2);
    uint32_t *list = choke_room(L, &capacity);
    wendlua_done(L, wend_terrain_analysis_list_chokes(read(L), of, list, capacity, &count), NULL,
                 "there is no such region");
    wendlua_push_nodes(L, list, count);
    return 1;
}

/* chokes_on_path(points): list of numbers, in the order of the path. */
static int chokes_on_path(lua_State *L)
{
    size_t point_count, count = 0;
    wendlua_need_table(L, 2);
    const wend_vec2 *points = wendlua_points(L, 2, &point_count);
    const wend_result result =
        wend_terrain_analysis_chokes_on_path(read(L), points, point_count, NULL, 0, &count);
    wendlua_done(L, result, NULL, "there is no result yet, or a point is out of range");
    uint32_t *list = wendlua_scratch(L, count + 1, sizeof *list);
    (void)wend_terrain_analysis_chokes_on_path(read(L), points, point_count, list, count, &count);
    wendlua_push_nodes(L, list, count);
    return 1;
}

/* find_route(from, to [, closed]): list of numbers, or nil. */
static int find_route(lua_State *L)
{
    size_t capacity, count, closed_count = 0;
    const uint32_t from = wendlua_u32(L, 2), to = wendlua_u32(L, 3);
    const wend_node *closed = lua_isnoneornil(L, 4) ? NULL : wendlua_nodes(L, 4, &closed_count);
    uint32_t *list = choke_room(L, &capacity);
    const wend_result result = wend_terrain_analysis_find_route(
        read(L), from, to, closed, closed_count, list, capacity, &count);
    wendlua_done(L, result, NULL, "a region or choke point does not exist");
    if (result == WEND_NO_PATH) {
        lua_pushnil(L);
    } else {
        wendlua_push_nodes(L, list, count);
    }
    return 1;
}

/* ---- cells, high ground, spots ---- */

/* cell(x, y): what is known of the cell there. */
static int cell(lua_State *L)
{
    wend_terrain_cell it;
    const wend_vec2 at = wendlua_xy(L, 2);
    wendlua_done(L, wend_terrain_analysis_get_cell(read(L), at, &it), NULL,
                 "the position lies outside, or there is no result yet");
    static const wendlua_field fields[] = {
        {"clearance", WENDLUA_DOUBLE, offsetof(wend_terrain_cell, clearance), NULL},
        {"cover", WENDLUA_DOUBLE, offsetof(wend_terrain_cell, cover), NULL},
        {"openness", WENDLUA_DOUBLE, offsetof(wend_terrain_cell, openness), NULL},
        {"advantage", WENDLUA_DOUBLE, offsetof(wend_terrain_cell, advantage), NULL},
        {NULL, 0, 0, NULL},
    };
    wendlua_push(L, fields, &it);
    if (it.region != WEND_REGION_NONE) {
        lua_pushinteger(L, it.region);
        lua_setfield(L, -2, "region");
    }
    return 1;
}

static int high_ground(lua_State *L)
{
    wend_terrain_high_ground it;
    const uint32_t index = wendlua_u32(L, 2);
    static const wendlua_field fields[] = {
        {"position", WENDLUA_VEC2, offsetof(wend_terrain_high_ground, position), NULL},
        {"advantage", WENDLUA_DOUBLE, offsetof(wend_terrain_high_ground, advantage), NULL},
        {"area", WENDLUA_DOUBLE, offsetof(wend_terrain_high_ground, area), NULL},
        {NULL, 0, 0, NULL},
    };
    wendlua_done(L, wend_terrain_analysis_get_high_ground(read(L), index, &it), NULL,
                 "there is no such high ground");
    wendlua_push(L, fields, &it);
    return 1;
}

/* find_spots(items, distance [, tag [, tag_mask]]) */
static int find_spots(lua_State *L)
{
    size_t count;
    static const wendlua_field fields[] = {
        {"position", WENDLUA_VEC2, offsetof(wend_terrain_spot, position), NULL},
        {"region", WENDLUA_U32, offsetof(wend_terrain_spot, region), NULL},
        {"item_count", WENDLUA_U32, offsetof(wend_terrain_spot, item_count), NULL},
        {"spread", WENDLUA_DOUBLE, offsetof(wend_terrain_spot, spread), NULL},
        {NULL, 0, 0, NULL},
    };
    const double distance = wendlua_number(L, 3);
    const uint32_t tag = wendlua_u32_or(L, 4, 0);
    const uint32_t mask = wendlua_u32_or(L, 5, lua_isnoneornil(L, 4) ? 0 : UINT32_MAX);
    const wend_items *items = wendlua_read_pointer(L, 2, &wendlua_items_kind);
    const size_t capacity = wend_items_count(items);
    wend_terrain_spot *spots = wendlua_scratch(L, capacity + 1, sizeof *spots);
    items = wendlua_read_pointer(L, 2, &wendlua_items_kind);
    wendlua_done(L,
                 wend_terrain_analysis_find_spots(read(L), items, tag, mask, distance, spots,
                                                  capacity, &count),
                 NULL, "the distance must be above 0, and there must be a result");
    return wendlua_push_structs(L, fields, spots, sizeof *spots, count);
}

/* ---- state ---- */

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_terrain_analysis_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_terrain_analysis_save(it, bytes, capacity, count);
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
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    def.grid = wendlua_find_master(L, 1, &wendlua_grid_kind);
    def.mesh = wendlua_find_master(L, 1, &wendlua_mesh_kind);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_terrain_analysis_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result =
        wend_terrain_analysis_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"set_heights", set_heights},
    {"update", update},
    {"is_fresh", is_fresh},
    {"get_info", get_info},
    {"region_at", region_at},
    {"region", region},
    {"choke", choke},
    {"chokes", chokes},
    {"chokes_on_path", chokes_on_path},
    {"find_route", find_route},
    {"cell", cell},
    {"high_ground", high_ground},
    {"find_spots", find_spots},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_terrain_analysis_kind = {"terrain_analysis", "wend.terrain_analysis",
                                                    destroy, methods};

const luaL_Reg wendlua_terrain_analysis_functions[] = {
    {"terrain_analysis", make},
    {"terrain_analysis_load", make_loaded},
    {NULL, NULL},
};
