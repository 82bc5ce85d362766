/* wend.incremental and its methods: the cheapest path to a goal, kept while the start moves and the
 * world is edited.
 * Cost: as in wend/incremental.h. */
#include "wend/incremental.h"
#include "lua/route/path.h"

/* An incremental search, and a space of its graph or grid. */
typedef struct repaired {
    wendlua_object object; /* First: pointer is the wend_incremental. */
    wend_space *space;
} repaired;

static void destroy(wendlua_object *object)
{
    repaired *self = (repaired *)object;
    wend_incremental_destroy(object->pointer);
    wend_space_destroy(self->space);
    self->space = NULL;
}

static const wendlua_field def_fields[] = {
    {"graph", WENDLUA_OTHER, 0, NULL},
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_space_def, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_space_def, team), NULL},
    {"size", WENDLUA_I32, offsetof(wend_space_def, size), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_space_def, radius), NULL},
    {"behaviour_factors", WENDLUA_OTHER, 0, NULL},
    {"flags_required", WENDLUA_MASK, offsetof(wend_space_def, flags_required), NULL},
    {"flags_refused", WENDLUA_MASK, offsetof(wend_space_def, flags_refused), NULL},
    {NULL, 0, 0, NULL},
};

/* wend.incremental{grid=} or {graph=}. */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_space_def space = wend_space_def_default();
    wend_incremental_def def = wend_incremental_def_default();
    space.allocator = def.allocator = wendlua_allocator(L);
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &space);
    space.behaviour_factors =
        wendlua_read_factors(L, 1, "behaviour_factors", wendlua_behaviour_names);
    space.behaviour_count = space.behaviour_factors != NULL ? 256 : 0;
    repaired *self = (repaired *)wendlua_new(L, &wendlua_incremental_kind, sizeof *self);
    space.graph = wendlua_master(L, lua_gettop(L), 1, "graph", &wendlua_graph_kind);
    space.grid = wendlua_master(L, lua_gettop(L), 1, "grid", &wendlua_grid_kind);
    if ((space.graph == NULL) == (space.grid == NULL)) {
        wendlua_fail(L, "field 'graph' or 'grid': one of them expected");
    }
    space.message = def.message = &message;
    wendlua_done(L, wend_space_create(&space, &self->space), &message, NULL);
    def.space = self->space;
    wend_incremental *incremental = NULL;
    const wend_result result = wend_incremental_create(&def, &incremental);
    return wendlua_made(L, &self->object, incremental, result, &message);
}

static wend_incremental *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_incremental_kind);
}

/* set_goal(node) */
static int set_goal(lua_State *L)
{
    const wend_node goal = wendlua_u32(L, 2);
    wend_incremental *incremental = edit(L);
    (void)wendlua_done_by(L, wend_incremental_set_goal(incremental, goal),
                          wend_incremental_error(incremental));
    return 0;
}

/* update(start, [steps]): the cost; nil and the reason, or nil and "in progress". */
static int update(lua_State *L)
{
    const wend_node start = wendlua_u32(L, 2);
    wend_budget steps;
    wend_budget *left = wendlua_budget(L, 3, &steps);
    const repaired *self = (repaired *)wendlua_edit(L, 1, &wendlua_incremental_kind);
    wendlua_done(L, wend_space_update(self->space), NULL, NULL);
    wend_incremental *incremental = edit(L);
    const wend_result result = wendlua_done_by(L, wend_incremental_update(incremental, start, left),
                                               wend_incremental_error(incremental));
    wend_incremental_answer answer;
    wend_incremental_get_answer(incremental, &answer);
    if (result == WEND_OK) {
        lua_pushnumber(L, wend_cost_to_double(answer.cost));
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, result == WEND_IN_PROGRESS ? "in progress"
                                                 : wend_failure_reason_text(answer.reason));
    return 2;
}

/* path(): that of the last update, or nil. */
static int path(lua_State *L)
{
    wend_incremental *incremental = edit(L);
    wend_path *made = wendlua_make_path(L);
    const wend_result result = wend_path_from_incremental(made, incremental);
    if (result == WEND_NO_PATH) {
        lua_pushnil(L);
    }
    wendlua_done(L, result, NULL, wend_path_error(made));
    return 1;
}

/* cost_from(node): nil where it is not known. */
static int cost_from(lua_State *L)
{
    const wend_node node = wendlua_u32(L, 2);
    const wend_cost cost = wend_incremental_cost_from(edit(L), node);
    if (cost == WEND_COST_INFINITE) {
        return wendlua_push_nil(L);
    }
    lua_pushnumber(L, wend_cost_to_double(cost));
    return 1;
}

static const wendlua_field info_fields[] = {
    {"is_repaired", WENDLUA_BOOL, offsetof(wend_incremental_answer, is_repaired), NULL},
    {"changed", WENDLUA_U64, offsetof(wend_incremental_answer, changed), NULL},
    {"expanded", WENDLUA_U64, offsetof(wend_incremental_answer, expanded), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_incremental_answer, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_incremental_answer answer;
    wend_incremental_get_answer(edit(L), &answer);
    wendlua_push(L, info_fields, &answer);
    return 1;
}

static const luaL_Reg methods[] = {
    {"set_goal", set_goal},   {"update", update},     {"path", path},
    {"cost_from", cost_from}, {"get_info", get_info}, {NULL, NULL},
};

const wendlua_kind wendlua_incremental_kind = {"incremental", "wend.incremental", destroy, methods};

const luaL_Reg wendlua_incremental_functions[] = {
    {"incremental", make},
    {NULL, NULL},
};
