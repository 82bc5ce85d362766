/* wend.search and its methods, over cells or nodes: reachable nodes and their costs.
 * Cost: as in wend/search.h. */
#include "lua/route/path.h"

typedef wendlua_search search;

static void destroy(wendlua_object *object)
{
    search *self = (search *)object;
    wend_search_destroy(object->pointer);
    wend_space_destroy(self->space);
    self->space = NULL;
}

static search *edit(lua_State *L)
{
    return (search *)wendlua_edit(L, 1, &wendlua_search_kind);
}

/* Its space as the world is now. */
static search *edit_fresh(lua_State *L)
{
    search *self = edit(L);
    wendlua_done(L, wend_space_update(self->space), NULL, NULL);
    return self;
}

static const wendlua_field def_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"graph", WENDLUA_OTHER, 0, NULL},
    {"islands", WENDLUA_OTHER, 0, NULL},
    {"behaviour_factors", WENDLUA_OTHER, 0, NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_space_def, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_space_def, team), NULL},
    {"size", WENDLUA_I32, offsetof(wend_space_def, size), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_space_def, radius), NULL},
    {"flags_required", WENDLUA_MASK, offsetof(wend_space_def, flags_required), NULL},
    {"flags_refused", WENDLUA_MASK, offsetof(wend_space_def, flags_refused), NULL},
    {"overlay_layers", WENDLUA_MASK, offsetof(wend_space_def, overlay_layers), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field query_fields[] = {
    {"start", WENDLUA_NODE, offsetof(wend_search_query, start), NULL},
    {"starts", WENDLUA_OTHER, 0, NULL},
    {"start_costs", WENDLUA_OTHER, 0, NULL},
    {"goal", WENDLUA_NODE, offsetof(wend_search_query, goal), NULL},
    {"goals", WENDLUA_OTHER, 0, NULL},
    {"goal_costs", WENDLUA_OTHER, 0, NULL},
    {"turning", WENDLUA_OTHER, 0, NULL},
    {"method", WENDLUA_ENUM, offsetof(wend_search_query, method), wendlua_method_names},
    {"weight", WENDLUA_DOUBLE, offsetof(wend_search_query, weight), NULL},
    {"max_steps", WENDLUA_U64, offsetof(wend_search_query, max_steps), NULL},
    {"max_cost", WENDLUA_COST, offsetof(wend_search_query, max_cost), NULL},
    {"max_depth", WENDLUA_U32, offsetof(wend_search_query, max_depth), NULL},
    {"noise", WENDLUA_DOUBLE, offsetof(wend_search_query, noise), NULL},
    {"noise_seed", WENDLUA_U64, offsetof(wend_search_query, noise_seed), NULL},
    {"records_order", WENDLUA_BOOL, offsetof(wend_search_query, records_order), NULL},
    {NULL, 0, 0, NULL},
};

const wendlua_name wendlua_headings[] = {{"any", WEND_HEADING_ANY}, {NULL, 0}};

static const wendlua_field turning_fields[] = {
    {"cost", WENDLUA_COST, offsetof(wend_turning, cost), NULL},
    {"max_parts", WENDLUA_U32, offsetof(wend_turning, max_parts), NULL},
    {"start_heading", WENDLUA_NAMED, offsetof(wend_turning, start_heading), wendlua_headings},
    {"goal_heading", WENDLUA_NAMED, offsetof(wend_turning, goal_heading), wendlua_headings},
    {"fewest_turns", WENDLUA_BOOL, offsetof(wend_turning, fewest_turns), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field answer_fields[] = {
    {"method", WENDLUA_ENUM, offsetof(wend_search_answer, method), wendlua_method_names},
    {"node", WENDLUA_NODE, offsetof(wend_search_answer, node), NULL},
    {"cost", WENDLUA_COST, offsetof(wend_search_answer, cost), NULL},
    {"start", WENDLUA_NODE, offsetof(wend_search_answer, start), NULL},
    {"heading", WENDLUA_NAMED, offsetof(wend_search_answer, heading), wendlua_headings},
    {"bound", WENDLUA_DOUBLE, offsetof(wend_search_answer, bound), NULL},
    {"expanded", WENDLUA_U64, offsetof(wend_search_answer, expanded), NULL},
    {"generated", WENDLUA_U64, offsetof(wend_search_answer, generated), NULL},
    {NULL, 0, 0, NULL},
};

static int make(lua_State *L)
{
    wend_message message = {0};
    wend_space_def def = wend_space_def_default();
    def.allocator = wendlua_allocator(L);
    wend_search_def search_def = wend_search_def_default();
    search_def.allocator = wendlua_allocator(L);
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.behaviour_factors =
        wendlua_read_factors(L, 1, "behaviour_factors", wendlua_behaviour_names);
    def.behaviour_count = def.behaviour_factors != NULL ? 256 : 0;
    search *self = (search *)wendlua_new(L, &wendlua_search_kind, sizeof(search));
    int index = lua_gettop(L);
    def.grid = wendlua_master(L, index, 1, "grid", &wendlua_grid_kind);
    def.graph = wendlua_master(L, index, 1, "graph", &wendlua_graph_kind);
    def.islands = wendlua_master(L, index, 1, "islands", &wendlua_islands_kind);
    def.message = &message;
    wendlua_done(L, wend_space_create(&def, &self->space), &message, NULL);
    search_def.space = self->space;
    search_def.message = &message;
    wend_search *made = NULL;
    wend_result result = wend_search_create(&search_def, &made);
    return wendlua_made(L, &self->object, made, result, &message);
}

/* ---- queries ---- */

const wend_turning *wendlua_read_turning(lua_State *L, int index)
{
    int table = wendlua_field_table(L, index, "turning");
    if (table == 0) {
        return NULL;
    }
    wend_turning *turning = wendlua_scratch(L, 1, sizeof *turning);
    *turning = wend_turning_default();
    wendlua_read(L, table, turning_fields, turning);
    return turning;
}

/* starts = {3, 7}: pushes their memory; NULL if the field is missing. */
static const wend_node *read_nodes(lua_State *L, const char *name, size_t *count)
{
    lua_pushstring(L, name);
    return lua_rawget(L, 2) == LUA_TNIL ? NULL : wendlua_nodes(L, lua_gettop(L), count);
}

/* start_costs = {1.5, 0}, one for each node; a negative one is an error, math.huge skips its node.
 * */
static const wend_cost *read_costs(lua_State *L, const char *name, size_t count)
{
    size_t given = 0;
    lua_pushstring(L, name);
    if (lua_rawget(L, 2) == LUA_TNIL) {
        return NULL;
    }
    const double *numbers = wendlua_numbers(L, lua_gettop(L), &given);
    if (given != count) {
        wendlua_fail(L, "%s: a list of %I costs expected, got %I", name, (LUAI_UACINT)count,
                     (LUAI_UACINT)given);
    }
    wend_cost *costs = wendlua_scratch(L, count, sizeof *costs);
    for (size_t i = 0; i < count; i++) {
        if (!(numbers[i] >= 0)) {
            wendlua_fail(L, "entry %I of %s: a cost is 0 or more", (LUAI_UACINT)i + 1, name);
        }
        costs[i] = wend_cost_from_double(numbers[i]);
    }
    return costs;
}

static wend_search_query read_query(lua_State *L)
{
    wend_search_query query = wend_search_query_default();
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, query_fields, &query);
    query.turning = wendlua_read_turning(L, 2);
    query.starts = read_nodes(L, "starts", &query.start_count);
    query.goals = read_nodes(L, "goals", &query.goal_count);
    query.start_costs = read_costs(L, "start_costs", query.start_count);
    query.goal_costs = read_costs(L, "goal_costs", query.goal_count);
    lua_pushstring(L, "start");
    if (lua_rawget(L, 2) == LUA_TNIL && query.starts == NULL) {
        wendlua_fail(L, "field 'start' is missing, and so is 'starts'");
    }
    query.goal_kind = query.goals != NULL            ? WEND_GOAL_SET
                      : query.goal == WEND_NODE_NONE ? WEND_GOAL_WITHIN
                                                     : WEND_GOAL_NODE;
    return query;
}

/* The path, or nil and the reason; after a limit also the path to the best node. */
static int push_way(lua_State *L, const search *self, wend_path *path)
{
    wend_search_answer answer;
    wend_search_get_answer(self->object.pointer, &answer);
    if (answer.result == WEND_OK || answer.result == WEND_PARTIAL) {
        wend_result result = wend_path_from_search(path, self->object.pointer);
        wendlua_done(L, result, NULL, NULL);
    }
    if (answer.result == WEND_OK) {
        return 1;
    }
    int slot = lua_gettop(L);
    lua_pushnil(L);
    lua_pushstring(L, wend_failure_reason_text(answer.reason));
    if (answer.result != WEND_PARTIAL) {
        return 2;
    }
    lua_pushvalue(L, slot);
    return 3;
}

/* find{start= | starts=, goal= | goals= | nothing: all within max_cost or max_depth} */
static int find(lua_State *L)
{
    wend_message message = {0};
    wend_search_query query = read_query(L);
    wend_path *path = wendlua_make_path(L);
    search *self = edit_fresh(L);
    wend_result result = wend_search_find(self->object.pointer, &query);
    if (result < WEND_OK) {
        const char *text = wend_search_error(self->object.pointer);
        for (size_t i = 0; i + 1 < sizeof message.text && text[i] != '\0'; i++) {
            message.text[i] = text[i];
        }
    }
    wendlua_done(L, result, &message, "a node lies outside");
    return push_way(L, self, path);
}

/* Indices of starts and goals count from 1, as the lists did. */
static int get_answer(lua_State *L)
{
    wend_search_answer answer;
    wend_search_get_answer(edit(L)->object.pointer, &answer);
    wendlua_push(L, answer_fields, &answer);
    wendlua_push_u64(L, answer.start_index + 1);
    lua_setfield(L, -2, "start_index");
    wendlua_push_u64(L, answer.goal_index + 1);
    lua_setfield(L, -2, "goal_index");
    lua_pushstring(L, wend_failure_reason_text(answer.reason));
    lua_setfield(L, -2, "reason");
    lua_pushboolean(L, answer.result == WEND_OK);
    lua_setfield(L, -2, "is_found");
    return 1;
}

/* The least cost found to a node; nil where none is known. */
static int cost_to(lua_State *L)
{
    wend_node node = wendlua_u32(L, 2);
    wend_cost cost = wend_search_cost_to(edit(L)->object.pointer, node);
    if (cost == WEND_COST_INFINITE) {
        return wendlua_push_nil(L);
    }
    lua_pushnumber(L, wend_cost_to_double(cost));
    return 1;
}

/* A path to any node that the search has a path to, or nil. */
static int path_to(lua_State *L)
{
    wend_node node = wendlua_u32(L, 2);
    wend_path *path = wendlua_make_path(L);
    wend_result result = wend_path_to_node(path, edit(L)->object.pointer, node);
    wendlua_done(L, result, NULL, "the node lies outside");
    return result == WEND_OK ? 1 : wendlua_push_nil(L);
}

void wendlua_push_visited(lua_State *L, const wend_search *of)
{
    size_t count = 0;
    wendlua_done(L, wend_search_visited(of, NULL, 0, &count), NULL, NULL);
    size_t most = count;
    wend_node *nodes = wendlua_scratch(L, most, sizeof *nodes);
    wendlua_done(L, wend_search_visited(of, nodes, most, &count), NULL, NULL);
    wendlua_push_nodes(L, nodes, count < most ? count : most);
}

/* The expanded nodes, in order. */
static int visited(lua_State *L)
{
    wendlua_push_visited(L, edit(L)->object.pointer);
    return 1;
}

/* nearest_reachable(start, goal): a node, or nil where the start is blocked. */
static int nearest_reachable(lua_State *L)
{
    wend_node nearest = WEND_NODE_NONE;
    wend_node start = wendlua_u32(L, 2);
    wend_node goal = wendlua_u32(L, 3);
    search *self = edit_fresh(L);
    wend_result result = wend_search_nearest_reachable(self->object.pointer, start, goal, &nearest);
    wendlua_done(L, result, NULL, "a node lies outside");
    wendlua_push_node(L, nearest);
    return 1;
}

/* True if this node can be entered in the present world. */
static int is_open(lua_State *L)
{
    wend_node node = wendlua_u32(L, 2);
    lua_pushboolean(L, wend_space_is_open(edit_fresh(L)->space, node));
    return 1;
}

/* The node nearest to one in a straight line that can be entered; nil where there is none. */
static int nearest_open(lua_State *L)
{
    wend_node node = wendlua_u32(L, 2);
    wendlua_push_node(L, wend_space_nearest_open(edit_fresh(L)->space, node));
    return 1;
}

static const luaL_Reg methods[] = {
    {"find", find},       {"get_answer", get_answer},     {"cost_to", cost_to},
    {"path_to", path_to}, {"visited", visited},           {"nearest_reachable", nearest_reachable},
    {"is_open", is_open}, {"nearest_open", nearest_open}, {NULL, NULL},
};

const wendlua_kind wendlua_search_kind = {"search", "wend.search", destroy, methods};

const luaL_Reg wendlua_search_functions[] = {
    {"search", make},
    {NULL, NULL},
};
