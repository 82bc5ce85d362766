/* Functions for the files of flow, and for the crowds that follow flows. */
#ifndef WEND_LUA_FLOW_FLOW_H
#define WEND_LUA_FLOW_FLOW_H

#include "lua/core/rooms.h"
#include "wend/flow.h"

typedef struct wendlua_flow {
    wendlua_object object; /**< First: pointer is the wend_flow. */
    const char *bytes;     /**< The stream it reads, kept by its second user value; NULL = nothing.
                                */
    size_t byte_count;
} wendlua_flow;

/** Words for wend_flow_guidance. */
extern const wendlua_name wendlua_flow_why_names[];

/** As wendlua_done for calls without an id: there WEND_ERROR_STALE means portals older than edits.
 */
void wendlua_flow_done(lua_State *L, wend_result result, const char *hint);

int wendlua_flow_add_request(lua_State *L);
int wendlua_flow_remove_request(lua_State *L);
int wendlua_flow_add_group(lua_State *L);
int wendlua_flow_set_goals(lua_State *L);
int wendlua_flow_set_sources(lua_State *L);
int wendlua_flow_add_source(lua_State *L);
int wendlua_flow_get_request(lua_State *L);
int wendlua_flow_state(lua_State *L);
int wendlua_flow_sample(lua_State *L);
int wendlua_flow_cost_left(lua_State *L);
int wendlua_flow_link_at(lua_State *L);
int wendlua_flow_can_reach(lua_State *L);
int wendlua_flow_nearest_reachable(lua_State *L);
int wendlua_flow_get_cell(lua_State *L);
int wendlua_flow_list_requests(lua_State *L);
int wendlua_flow_sample_many(lua_State *L);

#endif
