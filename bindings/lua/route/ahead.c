/* wend.table and its methods: all paths of a graph that does not change during play, computed
 * ahead.
 * Cost: as in wend/table.h. */
#include "lua/route/path.h"
#include "wend/table.h"

/* A table, and a space of its graph for its queries. */
typedef struct ahead {
    wendlua_object object; /* First: pointer is the wend_table. */
    wend_space *space;
} ahead;

static void destroy(wendlua_object *object)
{
    ahead *self = (ahead *)object;
    wend_table_destroy(object->pointer);
    wend_space_destroy(self->space);
    self->space = NULL;
}

typedef struct options {
    wend_space_def space;
    wend_table_def table;
} options;

static const wendlua_field def_fields[] = {
    {"graph", WENDLUA_OTHER, 0, NULL},
    {"behaviour_factors", WENDLUA_OTHER, 0, NULL},
    {"flags_required", WENDLUA_MASK, offsetof(options, space.flags_required), NULL},
    {"flags_refused", WENDLUA_MASK, offsetof(options, space.flags_refused), NULL},
    {"overlay_layers", WENDLUA_MASK, offsetof(options, space.overlay_layers), NULL},
    {"has_costs", WENDLUA_BOOL, offsetof(options, table.has_costs), NULL},
    {"max_nodes", WENDLUA_U32, offsetof(options, table.max_nodes), NULL},
    {NULL, 0, 0, NULL},
};

/* Reads the table at arg; pushes the object with the graph's space in it. */
static ahead *begin(lua_State *L, int arg, options *from, wend_message *message)
{
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, def_fields, from);
    from->space.behaviour_factors =
        wendlua_read_factors(L, arg, "behaviour_factors", wendlua_behaviour_names);
    from->space.behaviour_count = from->space.behaviour_factors != NULL ? 256 : 0;
    ahead *self = (ahead *)wendlua_new(L, &wendlua_table_kind, sizeof *self);
    from->space.graph = wendlua_master(L, lua_gettop(L), arg, "graph", &wendlua_graph_kind);
    if (from->space.graph == NULL) {
        wendlua_fail(L, "field 'graph': a graph expected, got nil");
    }
    from->space.executor = wendlua_get_context(L).executor;
    from->space.message = message;
    wendlua_done(L, wend_space_create(&from->space, &self->space), message, NULL);
    from->table.space = self->space;
    from->table.executor = from->space.executor;
    from->table.message = message;
    return self;
}

/* wend.table{graph=} */
static int make(lua_State *L)
{
    wend_message message = {0};
    options from = {wend_space_def_default(), wend_table_def_default()};
    from.space.allocator = from.table.allocator = wendlua_allocator(L);
    lua_settop(L, 1);
    ahead *self = begin(L, 1, &from, &message);
    wend_table *table = NULL;
    wend_result result = wend_table_create(&from.table, &table);
    return wendlua_made(L, &self->object, table, result, &message);
}

/* wend.table_load(bytes, {graph=}): the bytes from save. */
static int make_loaded(lua_State *L)
{
    size_t count = 0;
    wend_message message = {0};
    options from = {wend_space_def_default(), wend_table_def_default()};
    from.space.allocator = from.table.allocator = wendlua_allocator(L);
    lua_settop(L, 2);
    const char *bytes = wendlua_bytes(L, 1, &count);
    ahead *self = begin(L, 2, &from, &message);
    wend_table *table = NULL;
    wend_result result = wend_table_load(&from.table, (const uint8_t *)bytes, count, &table);
    return wendlua_made(L, &self->object, table, result, &message);
}

static const wend_table *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_table_kind);
}

/* The space as the graph is now. */
static const wend_space *fresh_space(lua_State *L)
{
    const ahead *self = (ahead *)wendlua_edit(L, 1, &wendlua_table_kind);
    wendlua_done(L, wend_space_update(self->space), NULL, NULL);
    return self->space;
}

/* Pushes the first edge or node from one node to another; nil without a path. */
static int push_first(lua_State *L,
                      uint32_t (*first)(const wend_table *table, wend_node from, wend_node to))
{
    wend_node from = wendlua_u32(L, 2);
    wend_node to = wendlua_u32(L, 3);
    wendlua_push_node(L, first(read(L), from, to));
    return 1;
}

static int next_node(lua_State *L)
{
    return push_first(L, wend_table_next);
}

static int next_edge(lua_State *L)
{
    return push_first(L, wend_table_next_edge);
}

/* Cost of the cheapest path; nil if there is none. */
static int cost(lua_State *L)
{
    wend_node from = wendlua_u32(L, 2);
    wend_node to = wendlua_u32(L, 3);
    wend_cost value = wend_table_cost(read(L), from, to);
    if (value == WEND_COST_INFINITE) {
        return wendlua_push_nil(L);
    }
    lua_pushnumber(L, wend_cost_to_double(value));
    return 1;
}

/* path(from, to): the whole path, or nil and the reason. */
static int path(lua_State *L)
{
    wend_node from = wendlua_u32(L, 2);
    wend_node to = wendlua_u32(L, 3);
    wend_path *way = wendlua_make_path(L);
    const wend_space *space = fresh_space(L);
    wend_result result = wend_table_path(read(L), space, from, to, way);
    const wend_message other = {0, "the graph is not as it was when the table was made"};
    wendlua_done(L, result, result == WEND_ERROR_STALE ? &other : NULL, "there is no such node");
    if (result == WEND_OK) {
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, wend_failure_reason_text(WEND_FAILURE_UNREACHABLE));
    return 2;
}

static int fits(lua_State *L)
{
    const wend_space *space = fresh_space(L);
    lua_pushboolean(L, wend_table_fits(read(L), space));
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_table_memory_bytes(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_table_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

static const luaL_Reg methods[] = {
    {"next", next_node}, {"next_edge", next_edge},       {"cost", cost}, {"path", path},
    {"fits", fits},      {"memory_bytes", memory_bytes}, {"save", save}, {NULL, NULL},
};

const wendlua_kind wendlua_table_kind = {"table", "wend.table", destroy, methods};

const luaL_Reg wendlua_table_functions[] = {
    {"table", make},
    {"table_load", make_loaded},
    {NULL, NULL},
};
