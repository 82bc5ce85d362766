/* The mesh's files. */
#ifndef WEND_LUA_WORLD_MESH_H
#define WEND_LUA_WORLD_MESH_H

#include "lua/core/rooms.h"
#include "wend/mesh.h"

int wendlua_mesh_make(lua_State *L);
int wendlua_mesh_build(lua_State *L);
int wendlua_mesh_from_grid(lua_State *L);
int wendlua_mesh_load(lua_State *L);
int wendlua_mesh_to_grid(lua_State *L);
int wendlua_mesh_raster(lua_State *L);
int wendlua_mesh_walls(lua_State *L);
int wendlua_mesh_add_obstacle(lua_State *L);
int wendlua_mesh_keep_pieces(lua_State *L);
int wendlua_mesh_move_obstacle(lua_State *L);
int wendlua_mesh_set_obstacles(lua_State *L);
int wendlua_mesh_remove_obstacle(lua_State *L);
int wendlua_mesh_get_obstacle(lua_State *L);
int wendlua_mesh_list_obstacles(lua_State *L);
int wendlua_mesh_polygon_origin(lua_State *L);
int wendlua_mesh_cut(lua_State *L);
int wendlua_mesh_tile_info(lua_State *L);
int wendlua_mesh_tiles(lua_State *L);
int wendlua_mesh_add_tile(lua_State *L);
int wendlua_mesh_drop_tile(lua_State *L);
int wendlua_mesh_save_tile(lua_State *L);
int wendlua_mesh_has_tile(lua_State *L);
int wendlua_mesh_list_tiles(lua_State *L);
int wendlua_mesh_tile_of(lua_State *L);
/** The field factors of the table in argument 1, {[area] = factor}: pushes the array. @return NULL where
 * there is none. */
const double *wendlua_mesh_factors(lua_State *L);
/** The argument as a position, {x=, y=, z=, polygon=}; missing fields are found. */
wend_mesh_location wendlua_mesh_place(lua_State *L, int arg);
/** Pushes one. @return 1. */
int wendlua_push_mesh_place(lua_State *L, const wend_mesh_location *at);
/** Pushes the report of found and repaired mistakes. */
void wendlua_push_report(lua_State *L, const wend_mesh_report *report);

#endif
