/* The common part of all objects of the module.
 *
 *     crowd ---user value: masters---> { grid, flow }        an object keeps its dependencies
 *
 * Closing an object makes every later use of it an error. Its memory is freed when the last object
 * that depends on it is closed too, so no order of closing and collecting leaves anything dangling.
 * While a callback runs, the objects under it are locked: they can be read, not edited.
 *
 * Collecting memory can run scripts' own finalizers, and these can close anything: functions take
 * the pointer of an object after the last thing that may allocate in Lua.
 */
#ifndef WEND_LUA_CORE_OBJECT_H
#define WEND_LUA_CORE_OBJECT_H

#include <lauxlib.h>
#include <lua.h>

#include "wend/base.h"

typedef struct wendlua_object wendlua_object;

/** A kind of object. */
typedef struct wendlua_kind {
    const char *name;                        /**< "grid". */
    const char *meta;                        /**< Name of its metatable: "wend.grid". */
    void (*destroy)(wendlua_object *object); /**< Frees its content; pointer may be NULL. */
    const luaL_Reg
        *methods; /**< Ended by {NULL, NULL}; "__x" go to the metatable; "__eq" gets any two
                                values, closed objects too. */
} wendlua_kind;

/** The head of every object. */
struct wendlua_object {
    const wendlua_kind *kind;
    void *pointer;    /**< NULL until it is made, and when it is freed. */
    size_t users;     /**< Objects that stand on it. */
    size_t locks;     /**< Callbacks under way that need it unchanged. */
    bool is_closed;   /**< No longer usable from Lua. */
    bool is_released; /**< Freed; its masters are informed. */
};

/** Makes the metatable of a kind. */
void wendlua_add_kind(lua_State *L, const wendlua_kind *kind);
/** Pushes a new object without a pointer. @param bytes sizeof its struct, which begins with a
 * wendlua_object. */
wendlua_object *wendlua_new(lua_State *L, const wendlua_kind *kind, size_t bytes);
/** Gives a new object what was made for it; raises an error for results below 0.
 * @param pointer NULL where nothing was made. @return 1. */
int wendlua_made(lua_State *L, wendlua_object *object, void *pointer, wend_result result,
                 const wend_message *message);
/** The object at index stands on another one from now on, which it keeps once however often it is given;
 * an error if that is closed. */
void wendlua_attach(lua_State *L, int index, int master_index);
/** The argument as an open object of a kind; raises an error if it is none. */
wendlua_object *wendlua_check(lua_State *L, int arg, const wendlua_kind *kind);
/** The same for one that is going to be changed: also an error while it is locked. */
wendlua_object *wendlua_edit(lua_State *L, int arg, const wendlua_kind *kind);
/** The same for any stack slot, open or not; NULL where it is no object of the kind. */
wendlua_object *wendlua_test(lua_State *L, int index, const wendlua_kind *kind);
/** Their pointers. */
void *wendlua_read_pointer(lua_State *L, int arg, const wendlua_kind *kind);
void *wendlua_edit_pointer(lua_State *L, int arg, const wendlua_kind *kind);
/** Attaches the object that a field of the table names to the one at index.
 * @return its pointer, which stays good as long as the one at index lives; NULL where the field is
 * nil; an error if it is something else or closed. */
void *wendlua_master(lua_State *L, int index, int table, const char *name,
                     const wendlua_kind *kind);
/** The same without attaching: good until Lua takes memory. */
void *wendlua_field_pointer(lua_State *L, int table, const char *name, const wendlua_kind *kind);
/** True if objects of a kind have a method of this name. */
bool wendlua_has_method(const wendlua_kind *kind, const char *name);
/** The pointer of the first object of a kind that the one at index stands on; NULL: there is none. */
void *wendlua_find_master(lua_State *L, int index, const wendlua_kind *kind);
/** Replaces what an object is by what was loaded in its place, and destroys the old; raises an error
 * for results below 0, and then all is as before. No other object stands on it.
 * @param pointer NULL where nothing was loaded. @return 0. */
int wendlua_reloaded(lua_State *L, wendlua_object *object, void *pointer, wend_result result,
                     const wend_message *message);
/** Locks (or unlocks) an object and all it stands on. Never raises an error. */
void wendlua_lock(lua_State *L, int index, bool is_locked);

/* Kinds. */
extern const wendlua_kind wendlua_grid_kind;
extern const wendlua_kind wendlua_walls_kind;
extern const wendlua_kind wendlua_grid_walls_kind;
extern const wendlua_kind wendlua_flow_kind;
extern const wendlua_kind wendlua_path_kind;
extern const wendlua_kind wendlua_pathfinder_kind;
extern const wendlua_kind wendlua_search_kind;
extern const wendlua_kind wendlua_graph_kind;
extern const wendlua_kind wendlua_mesh_kind;
extern const wendlua_kind wendlua_items_kind;
extern const wendlua_kind wendlua_level_kind;
extern const wendlua_kind wendlua_map_kind;
extern const wendlua_kind wendlua_crowd_kind;
extern const wendlua_kind wendlua_formation_kind;
extern const wendlua_kind wendlua_social_kind;
extern const wendlua_kind wendlua_exit_kind;
extern const wendlua_kind wendlua_clearance_kind;
extern const wendlua_kind wendlua_islands_kind;
extern const wendlua_kind wendlua_table_kind;
extern const wendlua_kind wendlua_index_kind;
extern const wendlua_kind wendlua_incremental_kind;
extern const wendlua_kind wendlua_mesh_space_kind;
extern const wendlua_kind wendlua_mesh_corridor_kind;
extern const wendlua_kind wendlua_hierarchy_kind;
extern const wendlua_kind wendlua_planner_kind;
extern const wendlua_kind wendlua_explored_map_kind;
extern const wendlua_kind wendlua_explorers_kind;
extern const wendlua_kind wendlua_cell_explorer_kind;
extern const wendlua_kind wendlua_raster_kind;
extern const wendlua_kind wendlua_mesh_cut_kind;
extern const wendlua_kind wendlua_reservations_kind;
extern const wendlua_kind wendlua_cover_kind;
extern const wendlua_kind wendlua_triggers_kind;
extern const wendlua_kind wendlua_memories_kind;
extern const wendlua_kind wendlua_markers_kind;
extern const wendlua_kind wendlua_smell_kind;
extern const wendlua_kind wendlua_predictor_kind;
extern const wendlua_kind wendlua_tactics_kind;
extern const wendlua_kind wendlua_traffic_kind;
extern const wendlua_kind wendlua_commander_kind;
extern const wendlua_kind wendlua_mix_kind;
extern const wendlua_kind wendlua_terrain_analysis_kind;
extern const wendlua_kind wendlua_influence_kind;
extern const wendlua_kind wendlua_senses_kind;
extern const wendlua_kind wendlua_rules_kind;
extern const wendlua_kind wendlua_squads_kind;
extern const wendlua_kind wendlua_minds_kind;
extern const wendlua_kind wendlua_messages_kind;
extern const wendlua_kind wendlua_machines_kind;

#endif
