/* wend.hierarchy and its methods: a route over regions first, its path piece by piece.
 * Cost: as wend/hierarchy.h says. */
#include "wend/hierarchy.h"
#include "lua/route/path.h"

/* A hierarchy, the space it stands on and a search to ask with. */
typedef struct divided {
    wendlua_object object; /* First: pointer is the wend_hierarchy. */
    wend_space *space;     /* of a grid or a graph, or */
    wend_mesh_space *mesh_space;
    wend_hierarchy_search *search; /* NULL until the first query */
} divided;

static void destroy(wendlua_object *object)
{
    divided *self = (divided *)object;
    wend_hierarchy_search_destroy(self->search);
    wend_hierarchy_destroy(object->pointer);
    wend_space_destroy(self->space);
    wend_mesh_space_destroy(self->mesh_space);
    self->search = NULL;
    self->space = NULL;
    self->mesh_space = NULL;
}

typedef struct options {
    wend_space_def space;
    wend_mesh_space_def mesh;
    wend_hierarchy_def hierarchy;
    double radius;
} options;

static const wendlua_field def_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"graph", WENDLUA_OTHER, 0, NULL},
    {"mesh", WENDLUA_OTHER, 0, NULL},
    {"movement_class", WENDLUA_U32, offsetof(options, space.movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(options, space.team), NULL},
    {"size", WENDLUA_I32, offsetof(options, space.size), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(options, radius), NULL},
    {"behaviour_factors", WENDLUA_OTHER, 0, NULL},
    {"flags_required", WENDLUA_MASK, offsetof(options, space.flags_required), NULL},
    {"flags_refused", WENDLUA_MASK, offsetof(options, space.flags_refused), NULL},
    {"overlay_layers", WENDLUA_MASK, offsetof(options, space.overlay_layers), NULL},
    {"level_count", WENDLUA_U32, offsetof(options, hierarchy.level_count), NULL},
    {"group_size", WENDLUA_U32, offsetof(options, hierarchy.group_size), NULL},
    {"sector_size", WENDLUA_U32, offsetof(options, hierarchy.sector_size), NULL},
    {"portal_spacing", WENDLUA_U32, offsetof(options, hierarchy.portal_spacing), NULL},
    {"region_nodes", WENDLUA_U32, offsetof(options, hierarchy.region_nodes), NULL},
    {"regions", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

/* The space of the grid, graph or mesh. */
static void make_space(lua_State *L, divided *self, options *from, wend_message *message)
{
    const wend_mesh *mesh = wendlua_master(L, lua_gettop(L), 1, "mesh", &wendlua_mesh_kind);
    from->space.graph = wendlua_master(L, lua_gettop(L), 1, "graph", &wendlua_graph_kind);
    from->space.grid = wendlua_master(L, lua_gettop(L), 1, "grid", &wendlua_grid_kind);
    const int worlds = (mesh != NULL) + (from->space.graph != NULL) + (from->space.grid != NULL);
    if (worlds != 1) {
        wendlua_fail(L, "field 'grid', 'graph' or 'mesh': one of them expected");
    }
    if (mesh != NULL) {
        from->mesh.mesh = mesh;
        from->mesh.flags_required = from->space.flags_required;
        from->mesh.flags_refused = from->space.flags_refused;
        from->mesh.overlay_layers = from->space.overlay_layers;
        from->mesh.message = message;
        wendlua_done(L, wend_mesh_space_create(&from->mesh, &self->mesh_space), message, NULL);
        from->hierarchy.mesh_space = self->mesh_space;
        from->hierarchy.radius = from->radius;
        return;
    }
    from->space.radius = from->radius;
    from->space.executor = wendlua_get_context(L).executor;
    from->space.message = message;
    wendlua_done(L, wend_space_create(&from->space, &self->space), message, NULL);
    from->hierarchy.space = self->space;
}

/* wend.hierarchy{grid=}, {graph=} or {mesh=}: to be updated. */
static int make(lua_State *L)
{
    wend_message message = {0};
    options from = {wend_space_def_default(), wend_mesh_space_def_default(),
                    wend_hierarchy_def_default(), 0};
    from.space.allocator = from.mesh.allocator = from.hierarchy.allocator = wendlua_allocator(L);
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &from);
    from.space.behaviour_factors =
        wendlua_read_factors(L, 1, "behaviour_factors", wendlua_behaviour_names);
    from.space.behaviour_count = from.space.behaviour_factors != NULL ? 256 : 0;
    if (wendlua_field_list(L, 1, "regions") > 0) {
        from.hierarchy.regions = wendlua_nodes(L, lua_gettop(L), &from.hierarchy.region_node_count);
    }
    divided *self = (divided *)wendlua_new(L, &wendlua_hierarchy_kind, sizeof *self);
    make_space(L, self, &from, &message);
    from.hierarchy.executor = wendlua_get_context(L).executor;
    from.hierarchy.message = &message;
    wend_hierarchy *hierarchy = NULL;
    const wend_result result = wend_hierarchy_create(&from.hierarchy, &hierarchy);
    return wendlua_made(L, &self->object, hierarchy, result, &message);
}

static const wend_hierarchy *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_hierarchy_kind);
}

/* update([steps]): true if it is ready. */
static int update(lua_State *L)
{
    wend_budget steps;
    wend_budget *left = wendlua_budget(L, 2, &steps);
    divided *self = (divided *)wendlua_edit(L, 1, &wendlua_hierarchy_kind);
    wend_hierarchy *hierarchy = self->object.pointer;
    wendlua_done(L,
                 self->space != NULL ? wend_space_update(self->space)
                                     : wend_mesh_space_update(self->mesh_space),
                 NULL, NULL);
    const wend_result result =
        wendlua_done_by(L, wend_hierarchy_update(hierarchy, left), wend_hierarchy_error(hierarchy));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

static divided *searched(lua_State *L)
{
    divided *self = (divided *)wendlua_edit(L, 1, &wendlua_hierarchy_kind);
    if (self->search == NULL) {
        wend_message message = {0};
        wend_hierarchy_search_def def = wend_hierarchy_search_def_default();
        def.hierarchy = self->object.pointer;
        def.allocator = wendlua_allocator(L);
        def.message = &message;
        wendlua_done(L, wend_hierarchy_search_create(&def, &self->search), &message, NULL);
    }
    return self;
}

/* nil and the reason why there is no route. */
static int push_reason(lua_State *L, const divided *self)
{
    wend_hierarchy_answer answer;
    wend_hierarchy_search_get_answer(self->search, &answer);
    lua_pushnil(L);
    lua_pushstring(L, wend_failure_reason_text(answer.reason));
    return 2;
}

/* find(start, goal): cost of the route, or nil and the reason. Nodes; on meshes positions. */
static int find(lua_State *L)
{
    divided *self = searched(L);
    wend_result result;
    if (self->mesh_space != NULL) {
        const wend_vec3 a = wendlua_vec3(L, 2);
        const wend_vec3 b = wendlua_vec3(L, 3);
        result = wend_hierarchy_search_find_mesh(self->search, wend_mesh_location_at(a.x, a.y, a.z),
                                                 wend_mesh_location_at(b.x, b.y, b.z));
    } else {
        const wend_node from = wendlua_u32(L, 2);
        const wend_node to = wendlua_u32(L, 3);
        result = wend_hierarchy_search_find(self->search, from, to);
    }
    wendlua_done_by(L, result, wend_hierarchy_search_error(self->search));
    if (result != WEND_OK) {
        return push_reason(L, self);
    }
    wend_hierarchy_answer answer;
    wend_hierarchy_search_get_answer(self->search, &answer);
    lua_pushnumber(L, wend_cost_to_double(answer.cost));
    return 1;
}

/* next(): the next piece of the path, and true if it is the last one; nil behind it. */
static int next_piece(lua_State *L)
{
    divided *self = searched(L);
    wend_path *piece = wendlua_make_path(L);
    const wend_result result = wendlua_done_by(L, wend_hierarchy_search_next(self->search, piece),
                                               wend_hierarchy_search_error(self->search));
    if (result == WEND_NO_PATH) {
        return wendlua_push_nil(L);
    }
    lua_pushboolean(L, result == WEND_OK);
    return 2;
}

/* path(): the whole path, or nil and the reason. */
static int whole_path(lua_State *L)
{
    divided *self = searched(L);
    wend_path *whole = wendlua_make_path(L);
    const wend_result result = wend_path_from_hierarchy(whole, self->search);
    wendlua_done_by(L, result, wend_path_error(whole));
    return result == WEND_NO_PATH ? push_reason(L, self) : 1;
}

static const wendlua_field stop_fields[] = {
    {"node", WENDLUA_NODE, offsetof(wend_hierarchy_stop, node), NULL},
    {"region", WENDLUA_NODE, offsetof(wend_hierarchy_stop, region), NULL},
    {"level", WENDLUA_U32, offsetof(wend_hierarchy_stop, level), NULL},
    {"cost", WENDLUA_COST, offsetof(wend_hierarchy_stop, cost), NULL},
    {"x", WENDLUA_DOUBLE, offsetof(wend_hierarchy_stop, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_hierarchy_stop, position.y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_hierarchy_stop, position.z), NULL},
    {NULL, 0, 0, NULL},
};

/* route(): the stops of the route that was found; none without one. */
static int route(lua_State *L)
{
    divided *self = searched(L);
    size_t count = 0;
    wend_result result = wend_hierarchy_search_route(self->search, NULL, 0, &count);
    wendlua_done(L, result, NULL, "hierarchy:find() comes first, and after edits again");
    wend_hierarchy_stop *stops = wendlua_scratch(L, count + 1, sizeof *stops);
    result = wend_hierarchy_search_route(self->search, stops, count, &count);
    wendlua_done(L, result, NULL, NULL);
    return wendlua_push_structs(L, stop_fields, stops, sizeof *stops, count);
}

static const wendlua_field answer_fields[] = {
    {"cost", WENDLUA_COST, offsetof(wend_hierarchy_answer, cost), NULL},
    {"bound", WENDLUA_DOUBLE, offsetof(wend_hierarchy_answer, bound), NULL},
    {"expanded", WENDLUA_U64, offsetof(wend_hierarchy_answer, expanded), NULL},
    {"generated", WENDLUA_U64, offsetof(wend_hierarchy_answer, generated), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_hierarchy_answer, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static int get_answer(lua_State *L)
{
    wend_hierarchy_answer answer;
    wend_hierarchy_search_get_answer(searched(L)->search, &answer);
    wendlua_push(L, answer_fields, &answer);
    lua_pushstring(L, wend_failure_reason_text(answer.reason));
    lua_setfield(L, -2, "reason");
    return 1;
}

static const wendlua_field info_fields[] = {
    {"is_ready", WENDLUA_BOOL, offsetof(wend_hierarchy_info, is_ready), NULL},
    {"level_count", WENDLUA_U32, offsetof(wend_hierarchy_info, level_count), NULL},
    {"portal_count", WENDLUA_U32, offsetof(wend_hierarchy_info, portal_count), NULL},
    {"cost_count", WENDLUA_U64, offsetof(wend_hierarchy_info, cost_count), NULL},
    {"work_done", WENDLUA_U64, offsetof(wend_hierarchy_info, work_done), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_hierarchy_info, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_hierarchy_info info;
    wend_hierarchy_get_info(read(L), &info);
    wendlua_push(L, info_fields, &info);
    wendlua_push_nodes(L, info.cell_counts, info.level_count);
    lua_setfield(L, -2, "cell_counts");
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_hierarchy_hash(read(L)));
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_hierarchy_memory_bytes(read(L)));
    return 1;
}

static int region(lua_State *L)
{
    const wend_node node = wendlua_u32(L, 2);
    wendlua_push_node(L, wend_hierarchy_region(read(L), node));
    return 1;
}

/* portals(region): the nodes of its portals. */
static int portals(lua_State *L)
{
    const uint32_t of = wendlua_u32(L, 2);
    size_t count = 0;
    wend_result result = wend_hierarchy_portals(read(L), of, NULL, 0, &count);
    wendlua_done(L, result, NULL, "hierarchy:update() comes first; regions are 0, 1, 2 ...");
    wend_node *nodes = wendlua_scratch(L, count + 1, sizeof *nodes);
    result = wend_hierarchy_portals(read(L), of, nodes, count, &count);
    wendlua_done(L, result, NULL, NULL);
    wendlua_push_nodes(L, nodes, count);
    return 1;
}

static const luaL_Reg methods[] = {
    {"update", update},     {"find", find},       {"next", next_piece},
    {"path", whole_path},   {"route", route},     {"get_answer", get_answer},
    {"get_info", get_info}, {"hash", hash},       {"memory_bytes", memory_bytes},
    {"region", region},     {"portals", portals}, {NULL, NULL},
};

const wendlua_kind wendlua_hierarchy_kind = {"hierarchy", "wend.hierarchy", destroy, methods};

const luaL_Reg wendlua_hierarchy_functions[] = {
    {"hierarchy", make},
    {NULL, NULL},
};
