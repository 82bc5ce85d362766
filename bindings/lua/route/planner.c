/* wend.planner and its methods: many path requests over one world, under a budget.
 * Cost: as wend/planner.h says. */
#include "wend/planner.h"

#include "lua/route/path.h"

static void destroy(wendlua_object *object)
{
    wend_planner_destroy(object->pointer);
}

static wend_planner *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_planner_kind);
}

/* Polls, which take the planner's lock alone. */
static wend_planner *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_planner_kind);
}

/* ---- creation ---- */

static const wendlua_field def_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"graph", WENDLUA_OTHER, 0, NULL},
    {"mesh", WENDLUA_OTHER, 0, NULL},
    {"level", WENDLUA_OTHER, 0, NULL},
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"profiles", WENDLUA_OTHER, 0, NULL},
    {"level_world", WENDLUA_ENUM, offsetof(wend_planner_def, level_world),
     wendlua_level_world_names},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_planner_def, cell_size), NULL},
    {"spacing", WENDLUA_DOUBLE, offsetof(wend_planner_def, spacing), NULL},
    {"corners", WENDLUA_ENUM, offsetof(wend_planner_def, corners), wendlua_corners_names},
    {"max_requests", WENDLUA_U32, offsetof(wend_planner_def, max_requests), NULL},
    {"max_searches", WENDLUA_U32, offsetof(wend_planner_def, max_searches), NULL},
    {"memory_ceiling", WENDLUA_SIZE, offsetof(wend_planner_def, memory_ceiling), NULL},
    {"quantum", WENDLUA_U32, offsetof(wend_planner_def, quantum), NULL},
    {"aging", WENDLUA_U32, offsetof(wend_planner_def, aging), NULL},
    {"max_retries", WENDLUA_U32, offsetof(wend_planner_def, max_retries), NULL},
    {"cache_capacity", WENDLUA_U32, offsetof(wend_planner_def, cache_capacity), NULL},
    {"goal_trees", WENDLUA_U32, offsetof(wend_planner_def, goal_trees), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field profile_fields[] = {
    {"behaviour_factors", WENDLUA_OTHER, 0, NULL},
    {"area_factors", WENDLUA_OTHER, 0, NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_planner_profile_def, radius), NULL},
    {"size", WENDLUA_I32, offsetof(wend_planner_profile_def, size), NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_planner_profile_def, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_planner_profile_def, team), NULL},
    {"has_jump_table", WENDLUA_BOOL, offsetof(wend_planner_profile_def, has_jump_table), NULL},
    {"is_deferred", WENDLUA_BOOL, offsetof(wend_planner_profile_def, is_deferred), NULL},
    {"has_index", WENDLUA_BOOL, offsetof(wend_planner_profile_def, has_index), NULL},
    {"has_hierarchy", WENDLUA_BOOL, offsetof(wend_planner_profile_def, has_hierarchy), NULL},
    {"has_islands", WENDLUA_BOOL, offsetof(wend_planner_profile_def, has_islands), NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_planner_profile_def, stops), wendlua_stops_names},
    {"factor", WENDLUA_DOUBLE, offsetof(wend_planner_profile_def, factor), NULL},
    {"max_node_distance", WENDLUA_LIMIT, offsetof(wend_planner_profile_def, max_node_distance),
     NULL},
    {"max_height_difference", WENDLUA_LIMIT,
     offsetof(wend_planner_profile_def, max_height_difference), NULL},
    {"max_nodes", WENDLUA_SIZE, offsetof(wend_planner_profile_def, max_nodes), NULL},
    {"flags_required", WENDLUA_MASK, offsetof(wend_planner_profile_def, flags_required), NULL},
    {"flags_refused", WENDLUA_MASK, offsetof(wend_planner_profile_def, flags_refused), NULL},
    {"overlay_layers", WENDLUA_MASK, offsetof(wend_planner_profile_def, overlay_layers), NULL},
    {NULL, 0, 0, NULL},
};

/* The profile in the table at index. */
static uint32_t add_one(lua_State *L, wend_planner *planner, int index)
{
    enum { FACTORS = 256 };
    wend_planner_profile_def def = wend_planner_profile_def_default();
    uint32_t profile = 0;
    wendlua_need_table(L, index);
    wendlua_read(L, index, profile_fields, &def);
    def.behaviour_factors =
        wendlua_read_factors(L, index, "behaviour_factors", wendlua_behaviour_names);
    def.behaviour_count = def.behaviour_factors != NULL ? FACTORS : 0;
    def.area_factors = wendlua_read_factors(L, index, "area_factors", NULL);
    const wend_result result = wend_planner_add_profile(planner, &def, &profile);
    wendlua_done_by(L, result, wend_planner_error(planner));
    return profile;
}

/* wend.planner{grid = grid, profiles = {{radius = 0.3}}}; without profiles there is a default one */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_planner_def def = wend_planner_def_default();
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.executor = wendlua_get_context(L).executor;
    def.message = &message;
    wendlua_object *object = wendlua_new(L, &wendlua_planner_kind, sizeof *object);
    const int slot = lua_gettop(L);
    def.grid = wendlua_master(L, slot, 1, "grid", &wendlua_grid_kind);
    def.graph = wendlua_master(L, slot, 1, "graph", &wendlua_graph_kind);
    def.mesh = wendlua_master(L, slot, 1, "mesh", &wendlua_mesh_kind);
    def.level = wendlua_master(L, slot, 1, "level", &wendlua_level_kind);
    def.walls = wendlua_master(L, slot, 1, "walls", &wendlua_walls_kind);
    wend_planner *made = NULL;
    const wend_result result = wend_planner_create(&def, &made);
    object->pointer = made;
    wendlua_done(L, result, &message, NULL);
    const size_t count = wendlua_field_list(L, 1, "profiles");
    const int list = lua_gettop(L);
    for (size_t i = 1; i <= count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i);
        add_one(L, made, lua_gettop(L));
        lua_settop(L, list);
    }
    if (count == 0) {
        lua_newtable(L);
        add_one(L, made, lua_gettop(L));
    }
    lua_settop(L, slot);
    return 1;
}

/* The first profile is number 0. */
static int add_profile(lua_State *L)
{
    wend_planner *planner = edit(L);
    lua_pushinteger(L, add_one(L, planner, 2));
    return 1;
}

/* ---- requests ---- */

static const wendlua_name goal_names[] = {
    {"query", WEND_PLANNER_GOAL_QUERY},
    {"within", WEND_PLANNER_GOAL_WITHIN},
    {"away", WEND_PLANNER_GOAL_AWAY},
    {NULL, 0},
};

static const wendlua_field request_fields[] = {
    {"positions", WENDLUA_OTHER, 0, NULL},
    {"items", WENDLUA_OTHER, 0, NULL},
    {"turning", WENDLUA_OTHER, 0, NULL},
    {"profile", WENDLUA_U32, offsetof(wend_planner_request_def, profile), NULL},
    {"goal", WENDLUA_ENUM, offsetof(wend_planner_request_def, goal), goal_names},
    {"distance", WENDLUA_DOUBLE, offsetof(wend_planner_request_def, distance), NULL},
    {"agent", WENDLUA_U64, offsetof(wend_planner_request_def, agent), NULL},
    {"priority", WENDLUA_U32, offsetof(wend_planner_request_def, priority), NULL},
    {"deadline", WENDLUA_U32, offsetof(wend_planner_request_def, deadline), NULL},
    {"partial_after_steps", WENDLUA_U64, offsetof(wend_planner_request_def, partial_after_steps),
     NULL},
    {"partial_after_updates", WENDLUA_U32,
     offsetof(wend_planner_request_def, partial_after_updates), NULL},
    {"partial_after_depth", WENDLUA_U32, offsetof(wend_planner_request_def, partial_after_depth),
     NULL},
    {"start_tolerance", WENDLUA_DOUBLE, offsetof(wend_planner_request_def, start_tolerance), NULL},
    {"is_cost_only", WENDLUA_BOOL, offsetof(wend_planner_request_def, is_cost_only), NULL},
    {"from", WENDLUA_VEC3 | WENDLUA_NEEDED, offsetof(wend_planner_request_def, query.from), NULL},
    {"to", WENDLUA_VEC3, offsetof(wend_planner_request_def, query.to), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_planner_request_def, query.tag), NULL},
    {"shape", WENDLUA_ENUM, offsetof(wend_planner_request_def, query.shape), wendlua_shape_names},
    {"method", WENDLUA_ENUM, offsetof(wend_planner_request_def, query.method),
     wendlua_method_names},
    {"mesh_method", WENDLUA_ENUM, offsetof(wend_planner_request_def, query.mesh_method),
     wendlua_mesh_method_names},
    {"corners", WENDLUA_ENUM, offsetof(wend_planner_request_def, query.corners),
     wendlua_corners_names},
    {"heuristic", WENDLUA_ENUM, offsetof(wend_planner_request_def, query.heuristic),
     wendlua_heuristic_names},
    {"noise", WENDLUA_DOUBLE, offsetof(wend_planner_request_def, query.noise), NULL},
    {"noise_seed", WENDLUA_U64, offsetof(wend_planner_request_def, query.noise_seed), NULL},
    {"weight", WENDLUA_DOUBLE, offsetof(wend_planner_request_def, query.weight), NULL},
    {"max_steps", WENDLUA_U64, offsetof(wend_planner_request_def, query.max_steps), NULL},
    {"max_cost", WENDLUA_COST, offsetof(wend_planner_request_def, query.max_cost), NULL},
    {"is_searched", WENDLUA_BOOL, offsetof(wend_planner_request_def, query.is_searched), NULL},
    {NULL, 0, 0, NULL},
};

static bool has_field(lua_State *L, int table, const char *name)
{
    lua_pushstring(L, name);
    const bool has = lua_rawget(L, table) != LUA_TNIL;
    lua_pop(L, 1);
    return has;
}

/* add_request{from = {1, 2}, to = {3, 4}} */
static int add_request(lua_State *L)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    wend_planner_request_id id;
    lua_settop(L, 2);
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, request_fields, &def);
    wend_path_query *query = &def.query;
    query->turning = wendlua_read_turning(L, 2);
    if (has_field(L, 2, "tag")) {
        query->goal_kind = WEND_PATH_TO_TAG;
    }
    query->position_count = wendlua_field_list(L, 2, "positions");
    if (query->position_count > 0) {
        query->goal_kind = WEND_PATH_TO_POSITIONS;
        query->positions = wendlua_read_list(L, wendlua_position_fields, sizeof *query->positions,
                                             "positions", &query->position_count);
    }
    if (has_field(L, 2, "items")) {
        if (!has_field(L, 2, "tag")) {
            wendlua_fail(L, "field 'tag' is missing: items are found by their tag");
        }
        /* The planner keeps them as long as it lives. */
        query->items = wendlua_master(L, 1, 2, "items", &wendlua_items_kind);
        query->goal_kind = WEND_PATH_TO_ITEM;
    }
    wend_planner *planner = edit(L);
    const wend_result result = wend_planner_add_request(planner, &def, &id);
    wendlua_done_by(L, result, wend_planner_error(planner));
    wendlua_push_id(L, WENDLUA_PLAN, id.index1, id.generation);
    return 1;
}

static wend_planner_request_id request_at(lua_State *L, int arg)
{
    return (wend_planner_request_id){wendlua_index1(L, arg, WENDLUA_PLAN),
                                     wendlua_generation(L, arg, WENDLUA_PLAN)};
}

static const wendlua_name state_names[] = {
    {"none", WEND_PLANNER_NONE},           {"waiting", WEND_PLANNER_WAITING},
    {"searching", WEND_PLANNER_SEARCHING}, {"partial", WEND_PLANNER_PARTIAL},
    {"ready", WEND_PLANNER_READY},         {NULL, 0},
};

static const wendlua_field answer_fields[] = {
    {"state", WENDLUA_ENUM, offsetof(wend_planner_answer, state), state_names},
    {"method", WENDLUA_TEXT, offsetof(wend_planner_answer, path.method), NULL},
    {"node", WENDLUA_NODE, offsetof(wend_planner_answer, path.node), NULL},
    {"item", WENDLUA_ITEM, offsetof(wend_planner_answer, path.item), NULL},
    {"position", WENDLUA_VEC3, offsetof(wend_planner_answer, path.position), NULL},
    {"cost", WENDLUA_COST, offsetof(wend_planner_answer, path.cost), NULL},
    {"length", WENDLUA_DOUBLE, offsetof(wend_planner_answer, path.length), NULL},
    {"bound", WENDLUA_DOUBLE, offsetof(wend_planner_answer, path.bound), NULL},
    {"expanded", WENDLUA_U64, offsetof(wend_planner_answer, path.expanded), NULL},
    {"revision", WENDLUA_U64, offsetof(wend_planner_answer, revision), NULL},
    {"is_outdated", WENDLUA_BOOL, offsetof(wend_planner_answer, is_outdated), NULL},
    {"is_joined", WENDLUA_BOOL, offsetof(wend_planner_answer, is_joined), NULL},
    {"retries", WENDLUA_U32, offsetof(wend_planner_answer, retries), NULL},
    {"asked", WENDLUA_U64, offsetof(wend_planner_answer, asked), NULL},
    {"waited", WENDLUA_U64, offsetof(wend_planner_answer, waited), NULL},
    {"steps", WENDLUA_U64, offsetof(wend_planner_answer, steps), NULL},
    {"max_frontier", WENDLUA_U64, offsetof(wend_planner_answer, max_frontier), NULL},
    {NULL, 0, 0, NULL},
};

/* Figures of a request; position_index counts from 1, as the list did. Times are left out: a script
 * that knew them would not run alike everywhere. */
static int get_answer(lua_State *L)
{
    wend_planner_answer answer;
    const wend_planner_request_id id = request_at(L, 2);
    wend_planner *planner = read(L);
    const wend_result result = wend_planner_poll(planner, id, &answer, NULL);
    if (answer.state == WEND_PLANNER_NONE) {
        wendlua_done_by(L, result, wend_planner_error(planner));
    }
    wendlua_push(L, answer_fields, &answer);
    lua_pushstring(L, wend_failure_reason_text(answer.path.reason));
    lua_setfield(L, -2, "reason");
    lua_pushboolean(L, answer.state == WEND_PLANNER_READY && answer.path.result == WEND_OK);
    lua_setfield(L, -2, "is_found");
    wendlua_push_u64(L, answer.path.goal_index + 1);
    lua_setfield(L, -2, "position_index");
    return 1;
}

/* The path on top of the stack and the state; without a path nil, the state and why. */
static int push_answer(lua_State *L, wend_planner *planner, wend_result result,
                       const wend_planner_answer *answer)
{
    const bool has_path = result == WEND_OK || result == WEND_PARTIAL;
    if (result < 0) {
        wendlua_done_by(L, result, wend_planner_error(planner));
    }
    if (!has_path) {
        lua_pushnil(L);
    }
    wendlua_push_name(L, state_names, (uint32_t)answer->state);
    if (has_path) {
        return 2;
    }
    lua_pushstring(L, result == WEND_IN_PROGRESS ? "in progress"
                                                 : wend_failure_reason_text(answer->path.reason));
    return 3;
}

static int poll(lua_State *L)
{
    wend_planner_answer answer;
    const wend_planner_request_id id = request_at(L, 2);
    wend_path *path = wendlua_make_path(L);
    wend_planner *planner = read(L);
    const wend_result result = wend_planner_poll(planner, id, &answer, path);
    return push_answer(L, planner, result, &answer);
}

/* join(id, x, y [, z]) */
static int join(lua_State *L)
{
    wend_planner_answer answer;
    const wend_planner_request_id id = request_at(L, 2);
    const wend_vec2 at = wendlua_xy(L, 3);
    const double height = wendlua_number_or(L, 5, 0);
    wend_path *path = wendlua_make_path(L);
    wend_planner *planner = edit(L);
    (void)wend_planner_poll(planner, id, &answer, NULL);
    const wend_result result =
        wend_planner_join(planner, id, (wend_vec3){at.x, at.y, height}, path);
    return push_answer(L, planner, result, &answer);
}

static int cancel(lua_State *L)
{
    const wend_planner_request_id id = request_at(L, 2);
    wend_planner *planner = edit(L);
    wendlua_done_by(L, wend_planner_cancel(planner, id), wend_planner_error(planner));
    return 0;
}

static int release(lua_State *L)
{
    const wend_planner_request_id id = request_at(L, 2);
    wend_planner *planner = edit(L);
    wendlua_done_by(L, wend_planner_release(planner, id), wend_planner_error(planner));
    return 0;
}

/* ---- updates ---- */

/* update([steps]): true once all requests are answered */
static int update(lua_State *L)
{
    wend_budget steps;
    wend_budget *left = wendlua_budget(L, 2, &steps);
    wend_planner *planner = edit(L);
    const wend_result result =
        wendlua_done_by(L, wend_planner_update(planner, left), wend_planner_error(planner));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

static const wendlua_field stats_fields[] = {
    {"updates", WENDLUA_U64, offsetof(wend_planner_stats, updates), NULL},
    {"requests", WENDLUA_U64, offsetof(wend_planner_stats, requests), NULL},
    {"answered", WENDLUA_U64, offsetof(wend_planner_stats, answered), NULL},
    {"joined", WENDLUA_U64, offsetof(wend_planner_stats, joined), NULL},
    {"cached", WENDLUA_U64, offsetof(wend_planner_stats, cached), NULL},
    {"from_trees", WENDLUA_U64, offsetof(wend_planner_stats, from_trees), NULL},
    {"watched", WENDLUA_U64, offsetof(wend_planner_stats, watched), NULL},
    {"dropped", WENDLUA_U64, offsetof(wend_planner_stats, dropped), NULL},
    {"searches", WENDLUA_U64, offsetof(wend_planner_stats, searches), NULL},
    {"retries", WENDLUA_U64, offsetof(wend_planner_stats, retries), NULL},
    {"evictions", WENDLUA_U64, offsetof(wend_planner_stats, evictions), NULL},
    {"space_updates", WENDLUA_U64, offsetof(wend_planner_stats, space_updates), NULL},
    {"rounds", WENDLUA_U64, offsetof(wend_planner_stats, rounds), NULL},
    {"steps", WENDLUA_U64, offsetof(wend_planner_stats, steps), NULL},
    {"debt", WENDLUA_U64, offsetof(wend_planner_stats, debt), NULL},
    {"waiting", WENDLUA_U32, offsetof(wend_planner_stats, waiting), NULL},
    {"searching", WENDLUA_U32, offsetof(wend_planner_stats, searching), NULL},
    {"held", WENDLUA_U32, offsetof(wend_planner_stats, held), NULL},
    {NULL, 0, 0, NULL},
};

/* Without times and bytes, which differ between machines. */
static int get_stats(lua_State *L)
{
    wend_planner_stats stats;
    wend_planner_get_stats(read(L), &stats);
    wendlua_push(L, stats_fields, &stats);
    return 1;
}

static int profile_count(lua_State *L)
{
    lua_pushinteger(L, wend_planner_profile_count(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_planner_hash(read(L)));
    return 1;
}

static int settle(lua_State *L)
{
    wend_planner *planner = edit(L);
    const wend_result result = wend_planner_settle(planner);
    (void)wendlua_done_by(L, result, wend_planner_error(planner));
    return 0;
}

static int save(lua_State *L)
{
    size_t count = 0;
    wend_planner *planner = edit(L);
    const wend_result probed = wend_planner_save(planner, NULL, 0, &count);
    (void)wendlua_done_by(L, probed, wend_planner_error(planner));
    uint8_t *bytes = wendlua_scratch(L, count, 1);
    planner = edit(L);
    const wend_result result = wend_planner_save(planner, bytes, count, &count);
    (void)wendlua_done_by(L, result, wend_planner_error(planner));
    lua_pushlstring(L, (const char *)bytes, count);
    return 1;
}

/* Requests for items are for those that the planner keeps. */
static void restore(void *user, wend_planner_request_id id, wend_planner_request_def *def)
{
    (void)id;
    if (def->query.goal_kind == WEND_PATH_TO_ITEM) {
        def->query.items = user;
    }
}

/* load(bytes [, items]): replaces the requests; items: of those that ask for items, where the planner
 * knows none yet. */
static int load(lua_State *L)
{
    size_t count = 0;
    wend_message message = {0};
    lua_settop(L, 3);
    const char *bytes = wendlua_bytes(L, 2, &count);
    wend_items *items = wendlua_find_master(L, 1, &wendlua_items_kind);
    if (!lua_isnil(L, 3)) {
        items = wendlua_check(L, 3, &wendlua_items_kind)->pointer;
        wendlua_attach(L, 1, 3);
    }
    const wend_result result =
        wend_planner_load(edit(L), (const uint8_t *)bytes, count, restore, items, &message);
    (void)wendlua_done(L, result, &message, NULL);
    return 0;
}

static const luaL_Reg methods[] = {
    {"add_profile", add_profile},
    {"profile_count", profile_count},
    {"add_request", add_request},
    {"poll", poll},
    {"join", join},
    {"get_answer", get_answer},
    {"cancel", cancel},
    {"release", release},
    {"update", update},
    {"get_stats", get_stats},
    {"hash", hash},
    {"settle", settle},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_planner_kind = {"planner", "wend.planner", destroy, methods};

const luaL_Reg wendlua_planner_functions[] = {
    {"planner", make},
    {NULL, NULL},
};
