/* The parts of the module. Each list holds functions of the table `wend`;
 * each list of methods belongs to a kind. */
#ifndef WEND_LUA_CORE_ROOMS_H
#define WEND_LUA_CORE_ROOMS_H

#include "lua/core/object.h"
#include "lua/core/value.h"
#include "wend_lua.h"

extern const luaL_Reg wendlua_base_functions[];
extern const luaL_Reg wendlua_pack_functions[];
extern const luaL_Reg wendlua_grid_functions[];
extern const luaL_Reg wendlua_walls_functions[];
extern const luaL_Reg wendlua_grid_walls_functions[];
extern const luaL_Reg wendlua_flow_functions[];
extern const luaL_Reg wendlua_path_functions[];
extern const luaL_Reg wendlua_pathfinder_functions[];
extern const luaL_Reg wendlua_search_functions[];
extern const luaL_Reg wendlua_graph_functions[];
extern const luaL_Reg wendlua_items_functions[];
extern const luaL_Reg wendlua_mesh_functions[];
extern const luaL_Reg wendlua_level_functions[];
extern const luaL_Reg wendlua_open_functions[];
extern const luaL_Reg wendlua_crowd_functions[];
extern const luaL_Reg wendlua_formation_functions[];
extern const luaL_Reg wendlua_social_functions[];
extern const luaL_Reg wendlua_exit_functions[];
extern const luaL_Reg wendlua_assign_functions[];
/** Functions of wend.steer. */
extern const luaL_Reg wendlua_steer_functions[];
extern const luaL_Reg wendlua_islands_functions[];
extern const luaL_Reg wendlua_table_functions[];
extern const luaL_Reg wendlua_index_functions[];
extern const luaL_Reg wendlua_incremental_functions[];
extern const luaL_Reg wendlua_corridor_functions[];
extern const luaL_Reg wendlua_hierarchy_functions[];
extern const luaL_Reg wendlua_planner_functions[];
extern const luaL_Reg wendlua_explore_functions[];
extern const luaL_Reg wendlua_reservations_functions[];
extern const luaL_Reg wendlua_cover_functions[];
extern const luaL_Reg wendlua_triggers_functions[];
extern const luaL_Reg wendlua_memories_functions[];
extern const luaL_Reg wendlua_markers_functions[];
extern const luaL_Reg wendlua_smell_functions[];
extern const luaL_Reg wendlua_predictor_functions[];
extern const luaL_Reg wendlua_tactics_functions[];
extern const luaL_Reg wendlua_traffic_functions[];
extern const luaL_Reg wendlua_commander_functions[];
extern const luaL_Reg wendlua_mix_functions[];
extern const luaL_Reg wendlua_terrain_analysis_functions[];
extern const luaL_Reg wendlua_influence_functions[];
extern const luaL_Reg wendlua_machines_functions[];
extern const luaL_Reg wendlua_messages_functions[];
extern const luaL_Reg wendlua_senses_functions[];
extern const luaL_Reg wendlua_rules_functions[];
extern const luaL_Reg wendlua_squads_functions[];
extern const luaL_Reg wendlua_minds_functions[];
/** Functions of wend.terrain. */
extern const luaL_Reg wendlua_terrain_functions[];
/** Functions of wend.hex. */
extern const luaL_Reg wendlua_hex_functions[];

/* Methods that have files of their own; the kind's list names them. */
int wendlua_grid_add_stamp(lua_State *L);
int wendlua_grid_can_add_stamp(lua_State *L);
int wendlua_grid_remove_stamp(lua_State *L);
int wendlua_grid_get_stamp(lua_State *L);
int wendlua_grid_stamp_cells(lua_State *L);
int wendlua_grid_stamp_at(lua_State *L);
int wendlua_grid_list_stamps(lua_State *L);
int wendlua_grid_set_gradient(lua_State *L);
int wendlua_grid_get_gradient(lua_State *L);
int wendlua_grid_add_overlay(lua_State *L);
int wendlua_grid_remove_overlay(lua_State *L);
int wendlua_grid_overlay_add(lua_State *L);
int wendlua_grid_overlay_add_rect(lua_State *L);
int wendlua_grid_overlay_tick(lua_State *L);
int wendlua_grid_overlay_value(lua_State *L);
int wendlua_grid_list_overlays(lua_State *L);
int wendlua_grid_get_overlay(lua_State *L);
int wendlua_grid_hex(lua_State *L);
int wendlua_grid_hex_node(lua_State *L);
int wendlua_grid_add_link(lua_State *L);
int wendlua_grid_remove_link(lua_State *L);
int wendlua_grid_set_link(lua_State *L);
int wendlua_grid_get_link(lua_State *L);
int wendlua_grid_list_links(lua_State *L);
int wendlua_grid_list_changes(lua_State *L);
int wendlua_grid_sector_revision(lua_State *L);
int wendlua_grid_links_revision(lua_State *L);
int wendlua_grid_link_of_edge(lua_State *L);

/* New objects, still without a pointer, on top of the stack. */
wendlua_object *wendlua_new_grid(lua_State *L);
wendlua_object *wendlua_new_walls(lua_State *L);
/** Pushes a list of the grid_walls that put their segments into the walls at index and are not closed, oldest
 * first. @return how many. */
size_t wendlua_list_grid_walls(lua_State *L, int index);
wendlua_object *wendlua_new_path(lua_State *L);
wendlua_object *wendlua_new_graph(lua_State *L);
wendlua_object *wendlua_new_mesh(lua_State *L);
wendlua_object *wendlua_new_level(lua_State *L);

#endif
