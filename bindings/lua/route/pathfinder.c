/* wend.pathfinder and its methods: paths over a grid, a graph, a mesh or a level.
 * Cost: as in wend/pathfinder.h. */
#include <math.h>
#include <string.h>

#include "lua/route/path.h"

enum { FACTORS = 256 };

static void destroy(wendlua_object *object)
{
    wend_pathfinder_destroy(object->pointer);
}

static wend_pathfinder *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_pathfinder_kind);
}

const wendlua_name wendlua_level_world_names[] = {
    {"mesh", WEND_LEVEL_MESH},
    {"grid", WEND_LEVEL_GRID},
    {"visibility", WEND_LEVEL_VISIBILITY},
    {"flood", WEND_LEVEL_FLOOD},
    {"expanded", WEND_LEVEL_EXPANDED},
    {NULL, 0},
};

const wendlua_name wendlua_corners_names[] = {
    {"round", WEND_CORNERS_ROUND},
    {"mitred", WEND_CORNERS_MITRED},
    {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"graph", WENDLUA_OTHER, 0, NULL},
    {"mesh", WENDLUA_OTHER, 0, NULL},
    {"level", WENDLUA_OTHER, 0, NULL},
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"behaviour_factors", WENDLUA_OTHER, 0, NULL},
    {"area_factors", WENDLUA_OTHER, 0, NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_pathfinder_def, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_pathfinder_def, team), NULL},
    {"size", WENDLUA_I32, offsetof(wend_pathfinder_def, size), NULL},
    {"has_jump_table", WENDLUA_BOOL, offsetof(wend_pathfinder_def, has_jump_table), NULL},
    {"has_index", WENDLUA_BOOL, offsetof(wend_pathfinder_def, has_index), NULL},
    {"has_hierarchy", WENDLUA_BOOL, offsetof(wend_pathfinder_def, has_hierarchy), NULL},
    {"has_islands", WENDLUA_BOOL, offsetof(wend_pathfinder_def, has_islands), NULL},
    {"flags_required", WENDLUA_MASK, offsetof(wend_pathfinder_def, flags_required), NULL},
    {"flags_refused", WENDLUA_MASK, offsetof(wend_pathfinder_def, flags_refused), NULL},
    {"overlay_layers", WENDLUA_MASK, offsetof(wend_pathfinder_def, overlay_layers), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_pathfinder_def, radius), NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_pathfinder_def, stops), wendlua_stops_names},
    {"factor", WENDLUA_DOUBLE, offsetof(wend_pathfinder_def, factor), NULL},
    {"max_node_distance", WENDLUA_LIMIT, offsetof(wend_pathfinder_def, max_node_distance), NULL},
    {"max_height_difference", WENDLUA_LIMIT, offsetof(wend_pathfinder_def, max_height_difference),
     NULL},
    {"max_nodes", WENDLUA_SIZE, offsetof(wend_pathfinder_def, max_nodes), NULL},
    {"level_world", WENDLUA_ENUM, offsetof(wend_pathfinder_def, level_world),
     wendlua_level_world_names},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_pathfinder_def, cell_size), NULL},
    {"spacing", WENDLUA_DOUBLE, offsetof(wend_pathfinder_def, spacing), NULL},
    {"corners", WENDLUA_ENUM, offsetof(wend_pathfinder_def, corners), wendlua_corners_names},
    {NULL, 0, 0, NULL},
};

/* ---- creation ---- */

const double *wendlua_read_factors(lua_State *L, int index, const char *name,
                                   const wendlua_name *names)
{
    int table = wendlua_field_table(L, index, name);
    if (table == 0) {
        return NULL;
    }
    double *factors = wendlua_scratch(L, FACTORS, sizeof *factors);
    for (size_t i = 0; i < FACTORS; i++) {
        factors[i] = 1;
    }
    lua_pushnil(L);
    while (lua_next(L, table) != 0) {
        uint32_t number = 0;
        const int value = lua_gettop(L);
        wendlua_read_part(L, value - 1, name, names != NULL ? WENDLUA_NAMED : WENDLUA_U32, names,
                          &number);
        if (number >= FACTORS) {
            wendlua_fail(L, "field '%s': its numbers are below 256", name);
        }
        wendlua_read_part(L, value, name, WENDLUA_LIMIT, NULL, &factors[number]);
        lua_pop(L, 1);
    }
    return factors;
}

static int make(lua_State *L)
{
    wend_message message = {0};
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.allocator = wendlua_allocator(L);
    def.executor = wendlua_get_context(L).executor;
    def.message = &message;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.behaviour_factors =
        wendlua_read_factors(L, 1, "behaviour_factors", wendlua_behaviour_names);
    def.behaviour_count = def.behaviour_factors != NULL ? FACTORS : 0;
    def.area_factors = wendlua_read_factors(L, 1, "area_factors", NULL);
    wendlua_object *object = wendlua_new(L, &wendlua_pathfinder_kind, sizeof *object);
    int index = lua_gettop(L);
    def.grid = wendlua_master(L, index, 1, "grid", &wendlua_grid_kind);
    def.graph = wendlua_master(L, index, 1, "graph", &wendlua_graph_kind);
    def.mesh = wendlua_master(L, index, 1, "mesh", &wendlua_mesh_kind);
    def.level = wendlua_master(L, index, 1, "level", &wendlua_level_kind);
    def.walls = wendlua_master(L, index, 1, "walls", &wendlua_walls_kind);
    const int given =
        (def.grid != NULL) + (def.graph != NULL) + (def.mesh != NULL) + (def.level != NULL);
    if (given != 1) {
        wendlua_fail(L, "%d of grid, graph, mesh and level are set: set one of them", given);
    }
    wend_pathfinder *made = NULL;
    wend_result result = wend_pathfinder_create(&def, &made);
    object->pointer = made;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

/* ---- queries ---- */

const wendlua_name wendlua_shape_names[] = {
    {"quick", WEND_PATH_SMOOTH_QUICK},
    {"precise", WEND_PATH_SMOOTH_PRECISE},
    {"as_found", WEND_PATH_AS_FOUND},
    {NULL, 0},
};

const wendlua_name wendlua_method_names[] = {
    {"best", WEND_METHOD_BEST},
    {"breadth-first", WEND_METHOD_BREADTH_FIRST},
    {"breadth-first-bidirectional", WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL},
    {"dijkstra", WEND_METHOD_DIJKSTRA},
    {"greedy", WEND_METHOD_GREEDY},
    {"astar", WEND_METHOD_ASTAR},
    {"astar-weighted", WEND_METHOD_ASTAR_WEIGHTED},
    {"astar-bidirectional", WEND_METHOD_ASTAR_BIDIRECTIONAL},
    {"jump-point", WEND_METHOD_JUMP_POINT},
    {"hierarchy", WEND_METHOD_HIERARCHY},
    {NULL, 0},
};

const wendlua_name wendlua_heuristic_names[] = {
    {"best", WEND_HEURISTIC_BEST},           {"none", WEND_HEURISTIC_NONE},
    {"manhattan", WEND_HEURISTIC_MANHATTAN}, {"octile", WEND_HEURISTIC_OCTILE},
    {"euclidean", WEND_HEURISTIC_EUCLIDEAN}, {NULL, 0},
};

const wendlua_name wendlua_mesh_method_names[] = {
    {"exact", WEND_MESH_METHOD_EXACT},
    {"midpoint", WEND_MESH_METHOD_MIDPOINT},
    {"centroid", WEND_MESH_METHOD_CENTROID},
    {NULL, 0},
};

static const wendlua_field query_fields[] = {
    {"from", WENDLUA_VEC3, offsetof(wend_path_query, from), NULL},
    {"to", WENDLUA_VEC3, offsetof(wend_path_query, to), NULL},
    {"from_polygon", WENDLUA_NODE, offsetof(wend_path_query, from_polygon), NULL},
    {"to_polygon", WENDLUA_NODE, offsetof(wend_path_query, to_polygon), NULL},
    {"from_node", WENDLUA_NODE, offsetof(wend_path_query, from_node), NULL},
    {"to_node", WENDLUA_NODE, offsetof(wend_path_query, to_node), NULL},
    {"positions", WENDLUA_OTHER, 0, NULL},
    {"items", WENDLUA_OTHER, 0, NULL},
    {"tags", WENDLUA_OTHER, 0, NULL},
    {"is_item", WENDLUA_OTHER, 0, NULL},
    {"is_goal", WENDLUA_OTHER, 0, NULL},
    {"estimate", WENDLUA_OTHER, 0, NULL},
    {"turning", WENDLUA_OTHER, 0, NULL},
    {"heuristic", WENDLUA_ENUM, offsetof(wend_path_query, heuristic), wendlua_heuristic_names},
    {"noise", WENDLUA_DOUBLE, offsetof(wend_path_query, noise), NULL},
    {"noise_seed", WENDLUA_U64, offsetof(wend_path_query, noise_seed), NULL},
    {"records_order", WENDLUA_BOOL, offsetof(wend_path_query, records_order), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_path_query, tag), NULL},
    {"tag_mask", WENDLUA_U32, offsetof(wend_path_query, tag_mask), NULL},
    {"agent", WENDLUA_U64, offsetof(wend_path_query, agent), NULL},
    {"is_nearest_allowed", WENDLUA_BOOL, offsetof(wend_path_query, is_nearest_allowed), NULL},
    {"shape", WENDLUA_ENUM, offsetof(wend_path_query, shape), wendlua_shape_names},
    {"method", WENDLUA_ENUM, offsetof(wend_path_query, method), wendlua_method_names},
    {"mesh_method", WENDLUA_ENUM, offsetof(wend_path_query, mesh_method),
     wendlua_mesh_method_names},
    {"corners", WENDLUA_ENUM, offsetof(wend_path_query, corners), wendlua_corners_names},
    {"weight", WENDLUA_DOUBLE, offsetof(wend_path_query, weight), NULL},
    {"max_steps", WENDLUA_U64, offsetof(wend_path_query, max_steps), NULL},
    {"max_cost", WENDLUA_COST, offsetof(wend_path_query, max_cost), NULL},
    {"max_depth", WENDLUA_U32, offsetof(wend_path_query, max_depth), NULL},
    {"is_searched", WENDLUA_BOOL, offsetof(wend_path_query, is_searched), NULL},
    {NULL, 0, 0, NULL},
};

const wendlua_field wendlua_position_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_vec3, x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_vec3, y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_vec3, z), NULL},
    {NULL, 0, 0, NULL},
};

/* Two numbers, or a table {x=, y=, z=}. @return the argument behind it. */
static int read_position(lua_State *L, int arg, wend_vec3 *at)
{
    if (lua_type(L, arg) == LUA_TTABLE) {
        *at = wendlua_vec3(L, arg);
        return arg + 1;
    }
    wend_vec2 flat = wendlua_xy(L, arg);
    *at = (wend_vec3){flat.x, flat.y, 0};
    return arg + 2;
}

/* Functions of a script for goal predicates and estimates. */
typedef struct asked {
    lua_State *L;
    int is_goal, estimate, is_item; /**< Their slots. */
    int items;                      /**< The slot of the items; 0 = none. */
    int failure;                    /**< The slot that the text of an error takes; 0 = none. */
} asked;

/* Calls a function with the arguments on top of the stack; its value is then on top. @return false
 * after an error, now or before: then nothing is. */
static bool call(asked *about, int function, int arguments)
{
    lua_State *L = about->L;
    lua_pushvalue(L, function);
    lua_insert(L, -1 - arguments);
    if (lua_pcall(L, arguments, 1, 0) == LUA_OK) {
        return true;
    }
    lua_replace(L, function);
    about->failure = function;
    return false;
}

static bool ask(void *user, wend_node node)
{
    asked *about = user;
    if (about->failure != 0) {
        return false;
    }
    lua_pushinteger(about->L, node);
    if (!call(about, about->is_goal, 1)) {
        return false;
    }
    bool is_goal = lua_toboolean(about->L, -1) != 0;
    lua_pop(about->L, 1);
    return is_goal;
}

static bool ask_item(void *user, uint64_t agent, wend_item_id item)
{
    asked *about = user;
    if (about->failure != 0) {
        return false;
    }
    wendlua_push_id(about->L, WENDLUA_ITEM, item.index1, item.generation);
    wendlua_push_u64(about->L, agent);
    if (!call(about, about->is_item, 2)) {
        return false;
    }
    const bool is_wanted = lua_toboolean(about->L, -1) != 0;
    lua_pop(about->L, 1);
    return is_wanted;
}

/* The goal is nil where it is no single node. A value that is no number counts as 0. */
static wend_cost ask_estimate(void *user, wend_node node, wend_node goal)
{
    asked *about = user;
    if (about->failure != 0) {
        return WEND_COST_INFINITE;
    }
    lua_pushinteger(about->L, node);
    wendlua_push_node(about->L, goal);
    if (!call(about, about->estimate, 2)) {
        return WEND_COST_INFINITE;
    }
    const double cost = lua_tonumber(about->L, -1);
    lua_pop(about->L, 1);
    return cost > 0 ? wend_cost_from_double(cost) : 0;
}

/* A function of the table on top of the stack, and its slot; 0 where the field is missing. */
static int read_function(lua_State *L, int table, const char *name)
{
    lua_pushstring(L, name);
    const int type = lua_rawget(L, table);
    if (type == LUA_TNIL) {
        lua_pop(L, 1);
        return 0;
    }
    if (type != LUA_TFUNCTION) {
        wendlua_fail(L, "field '%s': a function expected, got %s", name, luaL_typename(L, -1));
    }
    return lua_gettop(L);
}

/* Kind of goal, by the fields that are set. */
static void read_goal(lua_State *L, int table, bool is_tagged, wend_path_query *query, asked *about)
{
    if (is_tagged) {
        query->goal_kind = WEND_PATH_TO_TAG;
    }
    query->position_count = wendlua_field_list(L, table, "positions");
    if (query->position_count > 0) {
        query->goal_kind = WEND_PATH_TO_POSITIONS;
        query->positions = wendlua_read_list(L, wendlua_position_fields, sizeof *query->positions,
                                             "positions", &query->position_count);
    }
    about->is_goal = read_function(L, table, "is_goal");
    if (about->is_goal != 0) {
        query->goal_kind = is_tagged ? WEND_PATH_TO_TAG : WEND_PATH_TO_PREDICATE;
        query->is_goal = ask;
    }
    about->estimate = read_function(L, table, "estimate");
    if (about->estimate != 0) {
        query->heuristic = WEND_HEURISTIC_CUSTOM;
        query->estimate = ask_estimate;
    }
    query->items = wendlua_field_pointer(L, table, "items", &wendlua_items_kind);
    if (query->items != NULL) {
        lua_pushstring(L, "items");
        lua_rawget(L, table);
        about->items = lua_gettop(L);
        query->goal_kind = WEND_PATH_TO_ITEM;
    }
    about->is_item = read_function(L, table, "is_item");
    query->is_item = about->is_item != 0 ? ask_item : NULL;
    query->user = about;
}

/* The tags of each_tag. */
static void read_tags(lua_State *L, int table, wend_path_query *query)
{
    lua_pushstring(L, "tags");
    if (lua_rawget(L, table) == LUA_TNIL) {
        wendlua_fail(L, "field 'tags' is missing");
    }
    query->tags = wendlua_nodes(L, lua_gettop(L), &query->tag_count);
    if (query->tag_count == 0 || query->tag_count > WEND_PATH_TAGS_MAX) {
        wendlua_fail(L, "field 'tags': a list of 1 to %d tags expected", (int)WEND_PATH_TAGS_MAX);
    }
    query->goal_kind = WEND_PATH_TO_EACH_TAG;
}

static void read_query(lua_State *L, int table, wend_path_query *query, asked *about)
{
    wendlua_need_table(L, table);
    wendlua_read(L, table, query_fields, query);
    lua_pushstring(L, "tag");
    bool is_tagged = lua_rawget(L, table) != LUA_TNIL;
    lua_pop(L, 1);
    query->turning = wendlua_read_turning(L, table);
    read_goal(L, table, is_tagged, query, about);
}

/* The path on top of the stack; or nil, the reason why there is none and, where a limit stopped the
 * search, the path to the position nearest to a goal. */
static int push_path(lua_State *L, wend_path *path, wend_pathfinder *pathfinder, wend_result result)
{
    if (result != WEND_NO_PATH) {
        wendlua_done(L, wend_path_from_pathfinder(path, pathfinder), NULL, NULL);
    }
    if (result == WEND_OK) {
        return 1;
    }
    wend_path_answer answer;
    wend_pathfinder_get_answer(pathfinder, &answer);
    const int slot = lua_gettop(L);
    lua_pushnil(L);
    lua_pushstring(L, wend_failure_reason_text(answer.reason));
    if (result != WEND_PARTIAL) {
        return 2;
    }
    lua_pushvalue(L, slot);
    return 3;
}

static void raise_failure(lua_State *L, const wend_pathfinder *pathfinder, wend_result result)
{
    wend_message message = {0};
    const char *text = wend_pathfinder_error(pathfinder);
    strncpy(message.text, text, sizeof message.text - 1);
    wendlua_done(L, result, &message, NULL);
}

/* A false that is a failure rather than a no. */
static void raise_if_failed(lua_State *L, const wend_pathfinder *pathfinder, bool can)
{
    const bool has_failed = !can && wend_pathfinder_error(pathfinder)[0] != '\0';
    raise_failure(L, pathfinder, has_failed ? WEND_ERROR_ARGUMENT : WEND_OK);
}

/* Runs a query, during which the script may change neither the pathfinder nor the items. */
static wend_result run_query(lua_State *L, wend_pathfinder *pathfinder,
                             const wend_path_query *query, const asked *about)
{
    wendlua_lock(L, 1, true);
    if (about->items != 0) {
        wendlua_lock(L, about->items, true);
    }
    const wend_result result = wend_pathfinder_find(pathfinder, query);
    if (about->items != 0) {
        wendlua_lock(L, about->items, false);
    }
    wendlua_lock(L, 1, false);
    if (about->failure != 0) {
        lua_pushvalue(L, about->failure);
        lua_error(L);
    }
    raise_failure(L, pathfinder, result);
    return result;
}

/* find(x0, y0, x1, y1 [, options]), find({x, y, z}, {x, y, z} [, options]) or find(options) */
static int find(lua_State *L)
{
    wend_path_query query = wend_path_query_default();
    asked about = {L, 0, 0, 0, 0, 0};
    if (lua_type(L, 2) == LUA_TTABLE && lua_isnoneornil(L, 3)) {
        read_query(L, 2, &query, &about);
    } else {
        int next = read_position(L, read_position(L, 2, &query.from), &query.to);
        lua_settop(L, next);
        if (!lua_isnil(L, next)) {
            read_query(L, next, &query, &about);
        }
    }
    wend_path *path = wendlua_make_path(L);
    int slot = lua_gettop(L);
    wend_pathfinder *pathfinder = edit(L);
    const wend_result result = run_query(L, pathfinder, &query, &about);
    lua_settop(L, slot);
    return push_path(L, path, pathfinder, result);
}

static const wendlua_field nearest_fields[] = {
    {"tag", WENDLUA_U32, offsetof(wend_path_nearest, tag), NULL},
    {"user", WENDLUA_U64, offsetof(wend_path_nearest, user), NULL},
    {"node", WENDLUA_NODE, offsetof(wend_path_nearest, node), NULL},
    {"cost", WENDLUA_COST, offsetof(wend_path_nearest, cost), NULL},
    {"item", WENDLUA_ITEM, offsetof(wend_path_nearest, item), NULL},
    {"position", WENDLUA_VEC3, offsetof(wend_path_nearest, position), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field no_nearest_fields[] = {
    {"tag", WENDLUA_U32, offsetof(wend_path_nearest, tag), NULL},
    {NULL, 0, 0, NULL},
};

/* each_tag(options): a list as long as tags; entries without cost where nothing was found. */
static int each_tag(lua_State *L)
{
    wend_path_query query = wend_path_query_default();
    asked about = {L, 0, 0, 0, 0, 0};
    read_query(L, 2, &query, &about);
    read_tags(L, 2, &query);
    wend_pathfinder *pathfinder = edit(L);
    (void)run_query(L, pathfinder, &query, &about);
    lua_newtable(L);
    for (size_t i = 0; i < query.tag_count; i++) {
        wend_path_nearest nearest;
        const wend_result found = wend_pathfinder_get_nearest(pathfinder, i, &nearest);
        const bool is_found = found == WEND_OK || found == WEND_PARTIAL;
        wendlua_push(L, is_found ? nearest_fields : no_nearest_fields, &nearest);
        if (is_found && nearest.item.index1 == 0) {
            lua_pushnil(L);
            lua_setfield(L, -2, "item");
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int can_walk(lua_State *L)
{
    wend_vec3 from;
    wend_vec3 to;
    wend_cost cost = WEND_COST_INFINITE;
    read_position(L, read_position(L, 2, &from), &to);
    wend_pathfinder *pathfinder = edit(L);
    const bool can = wend_pathfinder_can_walk(pathfinder, from, to, &cost);
    raise_if_failed(L, pathfinder, can);
    lua_pushboolean(L, can);
    lua_pushnumber(L, wend_cost_to_double(cost));
    return 2;
}

static int can_reach(lua_State *L)
{
    wend_vec3 from;
    wend_vec3 to;
    read_position(L, read_position(L, 2, &from), &to);
    wend_pathfinder *pathfinder = edit(L);
    const bool can = wend_pathfinder_can_reach(pathfinder, from, to);
    raise_if_failed(L, pathfinder, can);
    lua_pushboolean(L, can);
    return 1;
}

static int update(lua_State *L)
{
    wend_pathfinder *pathfinder = edit(L);
    raise_failure(L, pathfinder, wend_pathfinder_update(pathfinder));
    return 0;
}

static int prepare(lua_State *L)
{
    wend_budget steps;
    wend_pathfinder *pathfinder = edit(L);
    wend_budget *left = wendlua_budget(L, 2, &steps);
    const wend_result result = wend_pathfinder_prepare(pathfinder, left);
    if (result == WEND_ERROR_UNSUPPORTED || result == WEND_ERROR_FULL) {
        lua_pushnil(L);
        lua_pushstring(L, wend_pathfinder_error(pathfinder));
        return 2;
    }
    raise_failure(L, pathfinder, result);
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

static const wendlua_field answer_fields[] = {
    {"method", WENDLUA_TEXT, offsetof(wend_path_answer, method), NULL},
    {"node", WENDLUA_NODE, offsetof(wend_path_answer, node), NULL},
    {"position", WENDLUA_VEC3, offsetof(wend_path_answer, position), NULL},
    {"cost", WENDLUA_COST, offsetof(wend_path_answer, cost), NULL},
    {"length", WENDLUA_DOUBLE, offsetof(wend_path_answer, length), NULL},
    {"bound", WENDLUA_DOUBLE, offsetof(wend_path_answer, bound), NULL},
    {"heading", WENDLUA_NAMED, offsetof(wend_path_answer, heading), wendlua_headings},
    {"turns", WENDLUA_U32, offsetof(wend_path_answer, turns), NULL},
    {"is_nearest", WENDLUA_BOOL, offsetof(wend_path_answer, is_nearest), NULL},
    {"goal_distance", WENDLUA_DOUBLE, offsetof(wend_path_answer, goal_distance), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_path_answer, tag), NULL},
    {"item_user", WENDLUA_U64, offsetof(wend_path_answer, item_user), NULL},
    {"expanded", WENDLUA_U64, offsetof(wend_path_answer, expanded), NULL},
    {"generated", WENDLUA_U64, offsetof(wend_path_answer, generated), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_path_answer, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

/* Figures of the last query; position_index counts from 1, as the list did. */
static int get_answer(lua_State *L)
{
    wend_path_answer answer;
    wend_pathfinder_get_answer(edit(L), &answer);
    wendlua_push(L, answer_fields, &answer);
    lua_pushstring(L, wend_failure_reason_text(answer.reason));
    lua_setfield(L, -2, "reason");
    lua_pushboolean(L, answer.result == WEND_OK);
    lua_setfield(L, -2, "is_found");
    wendlua_push_u64(L, answer.goal_index + 1);
    lua_setfield(L, -2, "position_index");
    if (answer.item.index1 != 0) {
        wendlua_push_id(L, WENDLUA_ITEM, answer.item.index1, answer.item.generation);
        lua_setfield(L, -2, "item");
    }
    return 1;
}

/* The nodes that the last search expanded, in order, if the query records them. */
static int visited(lua_State *L)
{
    const wend_search *search = wend_pathfinder_search(edit(L));
    if (search == NULL) {
        wendlua_fail(L, "a mesh has no cells or nodes");
    }
    wendlua_push_visited(L, search);
    return 1;
}

static const luaL_Reg methods[] = {
    {"find", find},
    {"each_tag", each_tag},
    {"can_walk", can_walk},
    {"can_reach", can_reach},
    {"update", update},
    {"prepare", prepare},
    {"get_answer", get_answer},
    {"visited", visited},
    {NULL, NULL},
};

const wendlua_kind wendlua_pathfinder_kind = {"pathfinder", "wend.pathfinder", destroy, methods};

const luaL_Reg wendlua_pathfinder_functions[] = {
    {"pathfinder", make},
    {NULL, NULL},
};
