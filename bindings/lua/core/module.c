/* Makes the table `wend`, and keeps the objects that the host program passes to scripts.
 * Cost: a metatable for each kind. */
#include <string.h>

#include "lua/core/rooms.h"

static const char context_key[] = "wend.context";
static const char folder_key[] = "wend.folder";

wendlua_context wendlua_context_default(void)
{
    return (wendlua_context){.seed = 1, .threads = 1};
}

void wendlua_set_context(lua_State *L, const wendlua_context *context)
{
    wendlua_context *kept = lua_newuserdatauv(L, sizeof *kept, 0);
    *kept = *context;
    lua_setfield(L, LUA_REGISTRYINDEX, context_key);
    kept->folder = lua_pushstring(L, context->folder);
    lua_setfield(L, LUA_REGISTRYINDEX, folder_key);
}

wendlua_context wendlua_get_context(lua_State *L)
{
    wendlua_context context = wendlua_context_default();
    lua_getfield(L, LUA_REGISTRYINDEX, context_key);
    const wendlua_context *kept = lua_touserdata(L, -1);
    if (kept != NULL) {
        context = *kept;
    }
    lua_pop(L, 1);
    return context;
}

wend_allocator wendlua_allocator(lua_State *L)
{
    return wendlua_get_context(L).allocator;
}

static const luaL_Reg *const rooms[] = {
    wendlua_smell_functions,
    wendlua_markers_functions,
    wendlua_memories_functions,
    wendlua_traffic_functions,
    wendlua_commander_functions,
    wendlua_mix_functions,
    wendlua_terrain_analysis_functions,
    wendlua_influence_functions,
    wendlua_base_functions,
    wendlua_pack_functions,
    wendlua_grid_functions,
    wendlua_walls_functions,
    wendlua_flow_functions,
    wendlua_path_functions,
    wendlua_pathfinder_functions,
    wendlua_search_functions,
    wendlua_mesh_functions,
    wendlua_graph_functions,
    wendlua_level_functions,
    wendlua_open_functions,
    wendlua_crowd_functions,
    wendlua_assign_functions,
    wendlua_formation_functions,
    wendlua_social_functions,
    wendlua_exit_functions,
    wendlua_islands_functions,
    wendlua_table_functions,
    wendlua_index_functions,
    wendlua_incremental_functions,
    wendlua_corridor_functions,
    wendlua_items_functions,
    wendlua_hierarchy_functions,
    wendlua_planner_functions,
    wendlua_explore_functions,
    wendlua_triggers_functions,
    wendlua_cover_functions,
    wendlua_reservations_functions,
    wendlua_predictor_functions,
    wendlua_tactics_functions,
    wendlua_machines_functions,
    wendlua_messages_functions,
    wendlua_senses_functions,
    wendlua_rules_functions,
    wendlua_squads_functions,
    wendlua_minds_functions,
    wendlua_grid_walls_functions,
};

static const wendlua_kind *const kinds[] = {
    &wendlua_smell_kind,
    &wendlua_markers_kind,
    &wendlua_memories_kind,
    &wendlua_traffic_kind,
    &wendlua_commander_kind,
    &wendlua_mix_kind,
    &wendlua_terrain_analysis_kind,
    &wendlua_influence_kind,
    &wendlua_grid_kind,
    &wendlua_walls_kind,
    &wendlua_flow_kind,
    &wendlua_path_kind,
    &wendlua_pathfinder_kind,
    &wendlua_search_kind,
    &wendlua_graph_kind,
    &wendlua_mesh_kind,
    &wendlua_level_kind,
    &wendlua_map_kind,
    &wendlua_crowd_kind,
    &wendlua_formation_kind,
    &wendlua_social_kind,
    &wendlua_exit_kind,
    &wendlua_clearance_kind,
    &wendlua_islands_kind,
    &wendlua_table_kind,
    &wendlua_raster_kind,
    &wendlua_mesh_cut_kind,
    &wendlua_index_kind,
    &wendlua_incremental_kind,
    &wendlua_mesh_space_kind,
    &wendlua_mesh_corridor_kind,
    &wendlua_items_kind,
    &wendlua_hierarchy_kind,
    &wendlua_planner_kind,
    &wendlua_explored_map_kind,
    &wendlua_explorers_kind,
    &wendlua_cell_explorer_kind,
    &wendlua_reservations_kind,
    &wendlua_cover_kind,
    &wendlua_triggers_kind,
    &wendlua_predictor_kind,
    &wendlua_tactics_kind,
    &wendlua_machines_kind,
    &wendlua_messages_kind,
    &wendlua_senses_kind,
    &wendlua_rules_kind,
    &wendlua_squads_kind,
    &wendlua_minds_kind,
    &wendlua_grid_walls_kind,
};

/* wend.args: the arguments of the program. */
static void add_args(lua_State *L)
{
    wendlua_context context = wendlua_get_context(L);
    lua_createtable(L, 0, 2);
    wendlua_push_u64(L, context.seed);
    lua_setfield(L, -2, "seed");
    lua_pushinteger(L, context.threads);
    lua_setfield(L, -2, "threads");
    lua_setfield(L, -2, "args");
}

/* Puts functions with their names into the table on top, or below the holder on top. */
static void add_functions(lua_State *L, const char *holder, const luaL_Reg *functions)
{
    const int table = lua_istable(L, -1) ? lua_gettop(L) : lua_gettop(L) - 1;
    for (; functions->name != NULL; functions++) {
        lua_pushstring(L, holder);
        lua_pushstring(L, functions->name);
        lua_pushcclosure(L, functions->func, 2);
        lua_setfield(L, table, functions->name);
    }
}

/* wend.steer and the like; messages name their functions in full. */
static void add_table(lua_State *L, const char *name, const luaL_Reg *functions)
{
    lua_newtable(L);
    add_functions(L, lua_pushfstring(L, "wend.%s.", name), functions);
    lua_pop(L, 1);
    lua_setfield(L, -2, name);
}

int luaopen_wend(lua_State *L)
{
    luaL_checkversion(L);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        wendlua_add_kind(L, kinds[i]);
    }
    lua_newtable(L);
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        add_functions(L, "wend.", rooms[i]);
    }
    add_table(L, "steer", wendlua_steer_functions);
    add_table(L, "hex", wendlua_hex_functions);
    add_table(L, "terrain", wendlua_terrain_functions);
    add_args(L);
    return 1;
}
