/* takes: a grid, a graph or a mesh, and two places
 * gives: wend.ways and its methods: the way from here to there
 * cost:  as wend/pathfinder.h says
 */
#include <math.h>
#include <string.h>

#include "lua_path.h"

enum { BEHAVIOURS_MOST = 256 };

/* What wend.ways{...} is read into. */
typedef struct options {
    wend_space_def space;
    wend_mesh_space_def mesh;
    wend_pathfinder_def ways;
} options;

static void destroy(wendlua_object *object)
{
    wendlua_ways *ways = (wendlua_ways *)object;
    wend_pathfinder_destroy(object->pointer);
    wend_space_destroy(ways->space);
    wend_mesh_space_destroy(ways->mesh);
    ways->space = NULL;
    ways->mesh = NULL;
}

static wendlua_ways *edit(lua_State *L)
{
    return (wendlua_ways *)wendlua_edit(L, 1, &wendlua_ways_kind);
}

static const wendlua_field def_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"graph", WENDLUA_OTHER, 0, NULL},
    {"mesh", WENDLUA_OTHER, 0, NULL},
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"behaviour_factors", WENDLUA_OTHER, 0, NULL},
    {"movement_class", WENDLUA_U32, offsetof(options, space.movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(options, space.team), NULL},
    {"size", WENDLUA_I32, offsetof(options, space.size), NULL},
    {"has_jump_table", WENDLUA_BOOL, offsetof(options, space.has_jump_table), NULL},
    {"has_islands", WENDLUA_BOOL, offsetof(options, mesh.has_islands), NULL},
    {"flags_required", WENDLUA_MASK, offsetof(options, space.flags_required), NULL},
    {"flags_refused", WENDLUA_MASK, offsetof(options, space.flags_refused), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(options, ways.radius), NULL},
    {"stops", WENDLUA_MASK, offsetof(options, ways.stops), wendlua_stops_names},
    {"factor", WENDLUA_DOUBLE, offsetof(options, ways.factor), NULL},
    {"reach", WENDLUA_LIMIT, offsetof(options, ways.reach), NULL},
    {"max_height_difference", WENDLUA_LIMIT, offsetof(options, ways.max_height_difference), NULL},
    {"max_nodes", WENDLUA_SIZE, offsetof(options, ways.max_nodes), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- creation ---- */

void wendlua_read_factors(lua_State *L, int index, wend_space_def *def)
{
    static const char name[] = "behaviour_factors";
    int table = wendlua_field_table(L, index, name);
    if (table == 0) {
        return;
    }
    double *factors = wendlua_scratch(L, BEHAVIOURS_MOST, sizeof *factors);
    for (size_t i = 0; i < BEHAVIOURS_MOST; i++) {
        factors[i] = 1;
    }
    lua_pushnil(L);
    while (lua_next(L, table) != 0) {
        uint32_t behaviour = 0;
        const int value = lua_gettop(L);
        wendlua_read_part(L, value - 1, name, WENDLUA_NAMED, wendlua_behaviour_names, &behaviour);
        if (behaviour >= BEHAVIOURS_MOST) {
            wendlua_fail(L, "field 'behaviour_factors': behaviours are below 256");
        }
        wendlua_read_part(L, value, name, WENDLUA_LIMIT, NULL, &factors[behaviour]);
        lua_pop(L, 1);
    }
    def->behaviour_factors = factors;
    def->behaviour_count = BEHAVIOURS_MOST;
}

/* Lays the world out for searching. */
static void make_space(lua_State *L, int index, options *from, wend_message *message)
{
    wendlua_ways *ways = lua_touserdata(L, index);
    from->space.grid = wendlua_master(L, index, 1, "grid", &wendlua_grid_kind);
    from->space.graph = wendlua_master(L, index, 1, "graph", &wendlua_graph_kind);
    from->mesh.mesh = wendlua_master(L, index, 1, "mesh", &wendlua_mesh_kind);
    const int given =
        (from->space.grid != NULL) + (from->space.graph != NULL) + (from->mesh.mesh != NULL);
    if (given != 1) {
        wendlua_fail(L, "%d of grid, graph and mesh are set: set one of them", given);
    }
    if (from->mesh.mesh != NULL) {
        from->mesh.flags_required = from->space.flags_required;
        from->mesh.flags_refused = from->space.flags_refused;
        from->mesh.message = message;
        wend_result result = wend_mesh_space_create(&from->mesh, &ways->mesh);
        wendlua_done(L, result, message, NULL);
        return;
    }
    bool is_round = from->space.grid != NULL && from->space.size == 1;
    from->space.radius = is_round ? from->ways.radius : 0;
    from->space.executor = wendlua_get_context(L).executor;
    from->space.message = message;
    wend_result result = wend_space_create(&from->space, &ways->space);
    wendlua_done(L, result, message, NULL);
}

static int make(lua_State *L)
{
    wend_message message = {0};
    options from = {wend_space_def_default(), wend_mesh_space_def_default(),
                    wend_pathfinder_def_default()};
    from.space.allocator = from.mesh.allocator = from.ways.allocator = wendlua_allocator(L);
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &from);
    wendlua_read_factors(L, 1, &from.space);
    wendlua_ways *ways = (wendlua_ways *)wendlua_new(L, &wendlua_ways_kind, sizeof(wendlua_ways));
    int index = lua_gettop(L);
    from.ways.walls = wendlua_master(L, index, 1, "walls", &wendlua_walls_kind);
    make_space(L, index, &from, &message);
    from.ways.space = ways->space;
    from.ways.mesh = ways->mesh;
    from.ways.message = &message;
    wend_pathfinder *made = NULL;
    wend_result result = wend_pathfinder_create(&from.ways, &made);
    ways->object.pointer = made;
    wendlua_done(L, result, &message, NULL);
    return 1;
}

/* ---- questions ---- */

static const wendlua_name shapes[] = {
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
    {NULL, 0},
};

static const wendlua_name mesh_methods[] = {
    {"exact", WEND_MESH_METHOD_EXACT},
    {"midpoint", WEND_MESH_METHOD_MIDPOINT},
    {"centroid", WEND_MESH_METHOD_CENTROID},
    {NULL, 0},
};

static const wendlua_name corners[] = {
    {"round", WEND_CORNERS_ROUND},
    {"mitred", WEND_CORNERS_MITRED},
    {NULL, 0},
};

static const wendlua_field query_fields[] = {
    {"from", WENDLUA_VEC3, offsetof(wend_path_query, from), NULL},
    {"to", WENDLUA_VEC3, offsetof(wend_path_query, to), NULL},
    {"places", WENDLUA_OTHER, 0, NULL},
    {"is_goal", WENDLUA_OTHER, 0, NULL},
    {"tag", WENDLUA_U32, offsetof(wend_path_query, tag), NULL},
    {"shape", WENDLUA_ENUM, offsetof(wend_path_query, shape), shapes},
    {"method", WENDLUA_ENUM, offsetof(wend_path_query, method), wendlua_method_names},
    {"mesh_method", WENDLUA_ENUM, offsetof(wend_path_query, mesh_method), mesh_methods},
    {"corners", WENDLUA_ENUM, offsetof(wend_path_query, corners), corners},
    {"is_searched", WENDLUA_BOOL, offsetof(wend_path_query, is_searched), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field place_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_vec3, x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_vec3, y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_vec3, z), NULL},
    {NULL, 0, 0, NULL},
};

/* Two numbers, or a table {x=, y=, z=}. @return the argument behind it. */
static int place(lua_State *L, int arg, wend_vec3 *at)
{
    if (lua_type(L, arg) == LUA_TTABLE) {
        *at = wendlua_vec3(L, arg);
        return arg + 1;
    }
    wend_vec2 flat = wendlua_xy(L, arg);
    *at = (wend_vec3){flat.x, flat.y, 0};
    return arg + 2;
}

/* A function of a script that says which nodes are goals. */
typedef struct asked {
    lua_State *L;
    int function; /**< Its slot; the error's text takes its place. */
    bool has_failed;
} asked;

static bool ask(void *user, wend_node node)
{
    asked *about = user;
    if (about->has_failed) {
        return false;
    }
    lua_State *L = about->L;
    lua_pushvalue(L, about->function);
    lua_pushinteger(L, node);
    about->has_failed = lua_pcall(L, 1, 1, 0) != LUA_OK;
    if (about->has_failed) {
        lua_replace(L, about->function);
        return false;
    }
    bool is_goal = lua_toboolean(L, -1) != 0;
    lua_pop(L, 1);
    return is_goal;
}

/* What is asked for, by the fields that are there. */
static void read_goal(lua_State *L, int table, bool is_tagged, wend_path_query *query, asked *about)
{
    if (is_tagged) {
        query->goal_kind = WEND_PATH_TO_TAG;
    }
    query->place_count = wendlua_field_list(L, table, "places");
    if (query->place_count > 0) {
        query->goal_kind = WEND_PATH_TO_POSITIONS;
        query->places = wendlua_read_list(L, place_fields, sizeof *query->places, "places",
                                          &query->place_count);
    }
    lua_pushstring(L, "is_goal");
    if (lua_rawget(L, table) == LUA_TNIL) {
        return;
    }
    if (!lua_isfunction(L, -1)) {
        wendlua_fail(L, "field 'is_goal': a function expected, got %s", luaL_typename(L, -1));
    }
    query->goal_kind = is_tagged ? WEND_PATH_TO_TAG : WEND_PATH_TO_PREDICATE;
    query->is_goal = ask;
    query->user = about;
    *about = (asked){L, lua_gettop(L), false};
}

static void read_query(lua_State *L, int table, wend_path_query *query, asked *about)
{
    wendlua_need_table(L, table);
    wendlua_read(L, table, query_fields, query);
    lua_pushstring(L, "tag");
    bool is_tagged = lua_rawget(L, table) != LUA_TNIL;
    lua_pop(L, 1);
    read_goal(L, table, is_tagged, query, about);
}

wend_result wendlua_ways_search(wendlua_ways *ways, const wend_path_query *query)
{
    wend_result result =
        ways->mesh != NULL ? wend_mesh_space_update(ways->mesh) : wend_space_update(ways->space);
    return result < WEND_OK ? result : wend_pathfinder_find(ways->object.pointer, query);
}

/* The path, or nil and why there is none. */
static int push_way(lua_State *L, wend_path *path, wendlua_ways *ways, wend_result result)
{
    if (result == WEND_OK) {
        result = wend_path_from_pathfinder(path, ways->object.pointer);
        wendlua_done(L, result, NULL, NULL);
        return 1;
    }
    wend_path_answer answer;
    wend_pathfinder_get_answer(ways->object.pointer, &answer);
    lua_pushnil(L);
    lua_pushstring(L, wend_failure_reason_text(answer.reason));
    return 2;
}

static void raise_failure(lua_State *L, const wendlua_ways *ways, wend_result result)
{
    wend_message message = {0};
    const char *text = wend_pathfinder_error(ways->object.pointer);
    strncpy(message.text, text, sizeof message.text - 1);
    wendlua_done(L, result, &message, NULL);
}

/* A false that is a failure rather than a no. */
static void raise_if_failed(lua_State *L, const wendlua_ways *ways, bool can)
{
    const bool has_failed = !can && wend_pathfinder_error(ways->object.pointer)[0] != '\0';
    raise_failure(L, ways, has_failed ? WEND_ERROR_ARGUMENT : WEND_OK);
}

/* find(x0, y0, x1, y1 [, options]), find({x, y, z}, {x, y, z} [, options]) or find(options) */
static int find(lua_State *L)
{
    wend_path_query query = wend_path_query_default();
    asked about = {L, 0, false};
    if (lua_type(L, 2) == LUA_TTABLE && lua_isnoneornil(L, 3)) {
        read_query(L, 2, &query, &about);
    } else {
        int next = place(L, place(L, 2, &query.from), &query.to);
        lua_settop(L, next);
        if (!lua_isnil(L, next)) {
            read_query(L, next, &query, &about);
        }
    }
    wend_path *path = wendlua_make_path(L);
    int slot = lua_gettop(L);
    wendlua_ways *ways = edit(L);
    wendlua_lock(L, 1, true);
    wend_result result = wendlua_ways_search(ways, &query);
    wendlua_lock(L, 1, false);
    if (about.has_failed) {
        lua_pushvalue(L, about.function);
        return lua_error(L);
    }
    raise_failure(L, ways, result);
    lua_settop(L, slot);
    return push_way(L, path, ways, result);
}

static int can_walk(lua_State *L)
{
    wend_vec3 from;
    wend_vec3 to;
    wend_cost cost = WEND_COST_INFINITE;
    place(L, place(L, 2, &from), &to);
    wendlua_ways *ways = edit(L);
    wend_result result =
        ways->mesh != NULL ? wend_mesh_space_update(ways->mesh) : wend_space_update(ways->space);
    wendlua_done(L, result, NULL, NULL);
    const bool can = wend_pathfinder_can_walk(ways->object.pointer, from, to, &cost);
    raise_if_failed(L, ways, can);
    lua_pushboolean(L, can);
    lua_pushnumber(L, wend_cost_to_double(cost));
    return 2;
}

static int can_reach(lua_State *L)
{
    wend_vec3 from;
    wend_vec3 to;
    place(L, place(L, 2, &from), &to);
    wendlua_ways *ways = edit(L);
    wend_result result =
        ways->mesh != NULL ? wend_mesh_space_update(ways->mesh) : wend_space_update(ways->space);
    wendlua_done(L, result, NULL, NULL);
    const bool can = wend_pathfinder_can_reach(ways->object.pointer, from, to);
    raise_if_failed(L, ways, can);
    lua_pushboolean(L, can);
    return 1;
}

static const wendlua_field answer_fields[] = {
    {"method", WENDLUA_TEXT, offsetof(wend_path_answer, method), NULL},
    {"node", WENDLUA_NODE, offsetof(wend_path_answer, node), NULL},
    {"place", WENDLUA_VEC3, offsetof(wend_path_answer, place), NULL},
    {"cost", WENDLUA_COST, offsetof(wend_path_answer, cost), NULL},
    {"length", WENDLUA_DOUBLE, offsetof(wend_path_answer, length), NULL},
    {"bound", WENDLUA_DOUBLE, offsetof(wend_path_answer, bound), NULL},
    {"expanded", WENDLUA_U64, offsetof(wend_path_answer, expanded), NULL},
    {NULL, 0, 0, NULL},
};

/* Figures of the last question; place_index counts from 1, as the list did. */
static int get_answer(lua_State *L)
{
    wend_path_answer answer;
    wend_pathfinder_get_answer(edit(L)->object.pointer, &answer);
    wendlua_push(L, answer_fields, &answer);
    lua_pushstring(L, wend_failure_reason_text(answer.reason));
    lua_setfield(L, -2, "reason");
    lua_pushboolean(L, answer.result == WEND_OK);
    lua_setfield(L, -2, "is_found");
    wendlua_push_u64(L, answer.goal_index + 1);
    lua_setfield(L, -2, "place_index");
    return 1;
}

static const luaL_Reg methods[] = {
    {"find", find},         {"can_walk", can_walk}, {"can_reach", can_reach},
    {"answer", get_answer}, {NULL, NULL},
};

const wendlua_kind wendlua_ways_kind = {"ways", "wend.ways", destroy, methods};

const luaL_Reg wendlua_ways_functions[] = {
    {"ways", make},
    {NULL, NULL},
};
