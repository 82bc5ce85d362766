/* The crowd's files. */
#ifndef WEND_LUA_CROWD_CROWD_H
#define WEND_LUA_CROWD_CROWD_H

#include "lua/route/path.h"
#include "wend/crowd.h"
#include "wend/formation.h"

/** A crowd asks its route source while it moves: then L is the state that moves it. Its second user
 * value is the function that is asked, or the table of two. */
/** Worlds that the ticks of a crowd may change. */
enum { WENDLUA_JAMS = 3 };

typedef struct wendlua_crowd {
    wendlua_object object;  /**< First: pointer is the wend_crowd. */
    lua_State *L;           /**< NULL while nothing may be asked. */
    int slot;               /**< The crowd's, on that stack. */
    int error;              /**< Slot of the first error of a function; 0 = none. */
    bool is_answer_bad;     /**< It is not the function's own. */
    wend_route_answer said; /**< By the function, with its last path. */
    bool has_items;         /**< Items of its orders to a tag are ids. */
    const wendlua_object
        *jams[WENDLUA_JAMS]; /**< Grid, graph and mesh its ticks change; or NULL. */
    uint32_t floor_count;
    wend_crowd_floor floors[WEND_CROWD_FLOORS_MAX]; /**< [floor_count] attached to it. */
} wendlua_crowd;

/** Words. */
extern const wendlua_name wendlua_meanwhile_names[];
extern const wendlua_name wendlua_combine_names[];
extern const wendlua_name wendlua_body_state_names[];
extern const wendlua_name wendlua_event_names[];

/** The first argument as a crowd, to be read or changed. */
const wend_crowd *wendlua_crowd_read(lua_State *L);
wend_crowd *wendlua_crowd_edit(lua_State *L);
/** From here to leave, the crowd may query its route source; the crowd and the objects that it
 * depends on are locked. Nothing may raise an error in between. Takes two slots.
 * @param slot of the crowd. */
void wendlua_crowd_enter(lua_State *L, int slot);
/** Raises the error of a function of the route source. */
void wendlua_crowd_leave(lua_State *L, int slot);
/** The route source of a crowd: a pathfinder, a planner or functions. @param slot of the crowd. */
wend_route_source wendlua_route_source(lua_State *L, int slot, int table);
/** Pushes what a body goes to: an id of an item, or a number of the route source. */
void wendlua_crowd_push_item(lua_State *L, const wendlua_crowd *crowd, uint64_t item);
/** The body at arg. */
wend_body_id wendlua_body(lua_State *L, int arg);
/** The bodies at arg: a list, or one. Pushes their memory. */
const wend_body_id *wendlua_bodies(lua_State *L, int arg, size_t *count);
/** Errors of calls about bodies. */
wend_result wendlua_body_done(lua_State *L, wend_result result);

/* Methods. */
int wendlua_crowd_add_body(lua_State *L);
int wendlua_crowd_add_bodies(lua_State *L);
int wendlua_crowd_remove_body(lua_State *L);
int wendlua_crowd_set_body(lua_State *L);
int wendlua_crowd_get_body_def(lua_State *L);
int wendlua_crowd_get_body(lua_State *L);
int wendlua_crowd_exists(lua_State *L);
int wendlua_crowd_position(lua_State *L);
int wendlua_crowd_velocity(lua_State *L);
int wendlua_crowd_state(lua_State *L);
int wendlua_crowd_set_speed(lua_State *L);
int wendlua_crowd_set_heading(lua_State *L);
int wendlua_crowd_set_position(lua_State *L);
int wendlua_crowd_set_position_at(lua_State *L);
int wendlua_crowd_body_count(lua_State *L);
int wendlua_crowd_list_bodies(lua_State *L);
int wendlua_crowd_query_circle(lua_State *L);
int wendlua_crowd_query_near(lua_State *L);
int wendlua_crowd_set_goal(lua_State *L);
int wendlua_crowd_set_goal_at(lua_State *L);
int wendlua_crowd_set_group_goal(lua_State *L);
int wendlua_crowd_set_group_goal_at(lua_State *L);
int wendlua_crowd_set_goal_tag(lua_State *L);
int wendlua_crowd_set_goal_places(lua_State *L);
int wendlua_crowd_follow_path(lua_State *L);
int wendlua_crowd_follow_flow(lua_State *L);
int wendlua_crowd_set_velocity(lua_State *L);
int wendlua_crowd_stop(lua_State *L);
int wendlua_crowd_set_held(lua_State *L);
int wendlua_crowd_get_path(lua_State *L);
int wendlua_crowd_set_contact_reports(lua_State *L);
int wendlua_crowd_set_detail(lua_State *L);
int wendlua_crowd_get_detail(lua_State *L);
int wendlua_crowd_count_detail(lua_State *L);
int wendlua_crowd_sweep(lua_State *L);
int wendlua_crowd_set_steering(lua_State *L);

#endif
