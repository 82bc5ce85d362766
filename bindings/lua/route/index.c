/* wend.index and its methods: optimal paths over a graph or grid that does not change during play,
 * without a search of the world.
 * Cost: as in wend/index.h. */
#include "wend/index.h"
#include "lua/route/path.h"

/* An index, a space of its graph or grid and a search for its queries. */
typedef struct indexed {
    wendlua_object object; /* First: pointer is the wend_index. */
    wend_space *space;
    wend_index_search *search; /* NULL until the first query */
} indexed;

static void destroy(wendlua_object *object)
{
    indexed *self = (indexed *)object;
    wend_index_search_destroy(self->search);
    wend_index_destroy(object->pointer);
    wend_space_destroy(self->space);
    self->search = NULL;
    self->space = NULL;
}

typedef struct options {
    wend_space_def space;
    wend_index_def index;
} options;

static const wendlua_field def_fields[] = {
    {"graph", WENDLUA_OTHER, 0, NULL},
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"movement_class", WENDLUA_U32, offsetof(options, space.movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(options, space.team), NULL},
    {"size", WENDLUA_I32, offsetof(options, space.size), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(options, space.radius), NULL},
    {"behaviour_factors", WENDLUA_OTHER, 0, NULL},
    {"flags_required", WENDLUA_MASK, offsetof(options, space.flags_required), NULL},
    {"flags_refused", WENDLUA_MASK, offsetof(options, space.flags_refused), NULL},
    {"overlay_layers", WENDLUA_MASK, offsetof(options, space.overlay_layers), NULL},
    {NULL, 0, 0, NULL},
};

/* Reads the table at arg; pushes the object with the space of the graph or grid in it. */
static indexed *begin(lua_State *L, int arg, options *from, wend_message *message)
{
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, def_fields, from);
    from->space.behaviour_factors =
        wendlua_read_factors(L, arg, "behaviour_factors", wendlua_behaviour_names);
    from->space.behaviour_count = from->space.behaviour_factors != NULL ? 256 : 0;
    indexed *self = (indexed *)wendlua_new(L, &wendlua_index_kind, sizeof *self);
    from->space.graph = wendlua_master(L, lua_gettop(L), arg, "graph", &wendlua_graph_kind);
    from->space.grid = wendlua_master(L, lua_gettop(L), arg, "grid", &wendlua_grid_kind);
    if ((from->space.graph == NULL) == (from->space.grid == NULL)) {
        wendlua_fail(L, "field 'graph' or 'grid': one of them expected");
    }
    from->space.executor = wendlua_get_context(L).executor;
    from->space.message = message;
    wendlua_done(L, wend_space_create(&from->space, &self->space), message, NULL);
    from->index.space = self->space;
    from->index.executor = from->space.executor;
    from->index.message = message;
    return self;
}

/* wend.index{graph=} or {grid=}: not built yet. */
static int make(lua_State *L)
{
    wend_message message = {0};
    options from = {wend_space_def_default(), wend_index_def_default()};
    from.space.allocator = from.index.allocator = wendlua_allocator(L);
    lua_settop(L, 1);
    indexed *self = begin(L, 1, &from, &message);
    wend_index *index = NULL;
    const wend_result result = wend_index_create(&from.index, &index);
    return wendlua_made(L, &self->object, index, result, &message);
}

/* wend.index_load(bytes, {graph=} or {grid=}): the bytes from save. */
static int make_loaded(lua_State *L)
{
    size_t count = 0;
    wend_message message = {0};
    options from = {wend_space_def_default(), wend_index_def_default()};
    from.space.allocator = from.index.allocator = wendlua_allocator(L);
    lua_settop(L, 2);
    const char *bytes = wendlua_bytes(L, 1, &count);
    indexed *self = begin(L, 2, &from, &message);
    wend_index *index = NULL;
    const wend_result result = wend_index_load(&from.index, (const uint8_t *)bytes, count, &index);
    return wendlua_made(L, &self->object, index, result, &message);
}

static const wend_index *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_index_kind);
}

/* build([steps]): true if it is built. */
static int build(lua_State *L)
{
    wend_budget steps;
    wend_budget *left = wendlua_budget(L, 2, &steps);
    wend_index *index = wendlua_edit_pointer(L, 1, &wendlua_index_kind);
    const wend_result result =
        wendlua_done_by(L, wend_index_build(index, left), wend_index_error(index));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

/* The space as the graph is now. */
static indexed *updated(lua_State *L)
{
    indexed *self = (indexed *)wendlua_edit(L, 1, &wendlua_index_kind);
    wendlua_done(L, wend_space_update(self->space), NULL, NULL);
    return self;
}

/* Finds a path from argument 2 to argument 3. */
static indexed *find_path(lua_State *L, wend_result *result)
{
    const wend_node from = wendlua_u32(L, 2);
    const wend_node to = wendlua_u32(L, 3);
    indexed *self = updated(L);
    if (self->search == NULL) {
        wend_message message = {0};
        wend_index_search_def def = wend_index_search_def_default();
        def.index = self->object.pointer;
        def.space = self->space;
        def.allocator = wendlua_allocator(L);
        def.message = &message;
        wendlua_done(L, wend_index_search_create(&def, &self->search), &message, NULL);
    }
    *result = wendlua_done_by(L, wend_index_search_find(self->search, from, to),
                              wend_index_search_error(self->search));
    return self;
}

/* path(from, to): the path, or nil and the reason. */
static int path(lua_State *L)
{
    wend_result result;
    indexed *self = find_path(L, &result);
    if (result == WEND_OK) {
        wend_path *way = wendlua_make_path(L);
        wendlua_done(L, wend_path_from_index(way, self->search), NULL, NULL);
        return 1;
    }
    wend_index_answer answer;
    wend_index_search_get_answer(self->search, &answer);
    lua_pushnil(L);
    lua_pushstring(L, wend_failure_reason_text(answer.reason));
    return 2;
}

/* Cost of the cheapest path; nil if there is none. */
static int cost(lua_State *L)
{
    wend_result result;
    const indexed *self = find_path(L, &result);
    wend_index_answer answer;
    wend_index_search_get_answer(self->search, &answer);
    if (result != WEND_OK) {
        return wendlua_push_nil(L);
    }
    lua_pushnumber(L, wend_cost_to_double(answer.cost));
    return 1;
}

static int fits(lua_State *L)
{
    const indexed *self = updated(L);
    lua_pushboolean(L, wend_index_fits(read(L), self->space));
    return 1;
}

static const wendlua_field info_fields[] = {
    {"is_built", WENDLUA_BOOL, offsetof(wend_index_info, is_built), NULL},
    {"node_count", WENDLUA_U32, offsetof(wend_index_info, node_count), NULL},
    {"done_count", WENDLUA_U32, offsetof(wend_index_info, done_count), NULL},
    {"core_count", WENDLUA_U32, offsetof(wend_index_info, core_count), NULL},
    {"arc_count", WENDLUA_U64, offsetof(wend_index_info, arc_count), NULL},
    {"shortcut_count", WENDLUA_U64, offsetof(wend_index_info, shortcut_count), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_index_info, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_index_info info;
    wend_index_get_info(read(L), &info);
    wendlua_push(L, info_fields, &info);
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_index_memory_bytes(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_index_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_index_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    const wend_message other = {0, "index:build() comes first, until it gives true"};
    size_t count = 0;
    const wend_result result = wend_index_save(read(L), NULL, 0, &count);
    wendlua_done(L, result, result == WEND_ERROR_ARGUMENT ? &other : NULL, NULL);
    return wendlua_push_save(L, save_bytes, read(L));
}

static const luaL_Reg methods[] = {
    {"build", build},       {"path", path}, {"cost", cost},
    {"fits", fits},         {"hash", hash}, {"memory_bytes", memory_bytes},
    {"get_info", get_info}, {"save", save}, {NULL, NULL},
};

const wendlua_kind wendlua_index_kind = {"index", "wend.index", destroy, methods};

const luaL_Reg wendlua_index_functions[] = {
    {"index", make},
    {"index_load", make_loaded},
    {NULL, NULL},
};
