/* Methods of graphs and meshes for overlays. */
#ifndef WEND_LUA_WORLD_OVERLAYS_H
#define WEND_LUA_WORLD_OVERLAYS_H

#include "lua/core/rooms.h"

int wendlua_graph_add_overlay(lua_State *L);
int wendlua_graph_get_overlay(lua_State *L);
int wendlua_graph_list_overlays(lua_State *L);
int wendlua_graph_remove_overlay(lua_State *L);
int wendlua_graph_overlay_add(lua_State *L);
int wendlua_graph_overlay_add_edge(lua_State *L);
int wendlua_graph_overlay_tick(lua_State *L);
int wendlua_graph_overlay_value(lua_State *L);
int wendlua_graph_overlay_cost(lua_State *L);

int wendlua_mesh_add_overlay(lua_State *L);
int wendlua_mesh_get_overlay(lua_State *L);
int wendlua_mesh_list_overlays(lua_State *L);
int wendlua_mesh_remove_overlay(lua_State *L);
int wendlua_mesh_overlay_add(lua_State *L);
int wendlua_mesh_overlay_add_box(lua_State *L);
int wendlua_mesh_overlay_add_polygon(lua_State *L);
int wendlua_mesh_overlay_tick(lua_State *L);
int wendlua_mesh_overlay_value(lua_State *L);
int wendlua_mesh_overlay_shape_count(lua_State *L);
int wendlua_mesh_overlay_cost(lua_State *L);

#endif
