/* The graph's two files. */
#ifndef WEND_LUA_WORLD_GRAPH_H
#define WEND_LUA_WORLD_GRAPH_H

#include "lua/core/rooms.h"
#include "wend/graph_build.h"

int wendlua_graph_build(lua_State *L);
int wendlua_graph_from_grid(lua_State *L);
int wendlua_graph_from_mesh(lua_State *L);
int wendlua_graph_join_visible(lua_State *L);
int wendlua_graph_join_tangent(lua_State *L);
int wendlua_graph_set_open_across(lua_State *L);
int wendlua_graph_compact(lua_State *L);
int wendlua_graph_arc(lua_State *L);
int wendlua_graph_coverage(lua_State *L);
int wendlua_graph_memory_bytes(lua_State *L);

#endif
