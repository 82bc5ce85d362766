/* bindings/lua/route/path.h: paths and pathfinders, for crowds that use them. */
#ifndef WEND_LUA_ROUTE_PATH_H
#define WEND_LUA_ROUTE_PATH_H

#include "lua/core/rooms.h"
#include "wend/pathfinder.h"

/** Words for headings: "any". */
extern const wendlua_name wendlua_headings[];
/** turning = {cost = 0.5} of the table at index; pushes its memory. NULL without one. */
const wend_turning *wendlua_read_turning(lua_State *L, int index);
/** Pushes the list of nodes that a search expanded, in order. */
void wendlua_push_visited(lua_State *L, const wend_search *search);

/** Words for wend_method, and other enumerations of paths. */
extern const wendlua_name wendlua_method_names[];
extern const wendlua_name wendlua_level_world_names[];
extern const wendlua_name wendlua_corners_names[];
extern const wendlua_name wendlua_shape_names[];
extern const wendlua_name wendlua_heuristic_names[];
extern const wendlua_name wendlua_mesh_method_names[];
/** Fields of a position in a list: x, y, z. */
extern const wendlua_field wendlua_position_fields[];

/** A stop of a custom path. */
typedef struct wendlua_stop {
    double x, y, z;
    wend_cost cost;     /**< Of the leg that leads here; 0 = its length. */
    uint32_t behaviour; /**< Of that leg. */
} wendlua_stop;

/** Its fields, for lists of them. */
extern const wendlua_field wendlua_stop_fields[];

/** Fills a path with straight legs from stop to stop. Without Lua errors: only the result reports.
 * @param stops [count], 1 or more. */
wend_result wendlua_path_fill(wend_path *path, const wendlua_stop *stops, size_t count);
/** Fills a path with the legs of another one. */
wend_result wendlua_path_copy(wend_path *path, const wend_path *source);
/** Pushes an empty path. */
wend_path *wendlua_make_path(lua_State *L);

/** The space behind it is its own. */
typedef struct wendlua_search {
    wendlua_object object; /**< First: pointer is the wend_search. */
    wend_space *space;     /**< Of a grid or a graph. */
} wendlua_search;

/** behaviour_factors = {swim = 3, [64] = math.huge} of the table at index; pushes the array it is
 * in. */
const double *wendlua_read_factors(lua_State *L, int index, const char *name,
                                   const wendlua_name *names);

/* Methods of paths. */
int wendlua_path_smooth(lua_State *L);
int wendlua_path_cells(lua_State *L);
int wendlua_path_is_valid(lua_State *L);
int wendlua_path_split_arcs(lua_State *L);

#endif
