/* Handles of things that live in a crowd: formations, social groups, exits. Collecting or closing a
 * handle keeps the thing. Each call that gives one makes a new handle; those of one thing are equal. */
#ifndef WEND_LUA_CROWD_HANDLE_H
#define WEND_LUA_CROWD_HANDLE_H

#include "lua/crowd/crowd.h"

/** A handle. */
typedef struct wendlua_handle {
    wendlua_object object; /**< First: pointer is the wend_crowd, which is attached. */
    wendlua_object *crowd; /**< Its object. */
    uint32_t index1;       /**< The id of the thing; 0 = none yet. */
    uint32_t generation;
} wendlua_handle;

/** What a kind of handles gives as its destroy: nothing ends with a handle. */
void wendlua_handle_destroy(wendlua_object *object);
/** Pushes a handle of something of the crowd at slot. */
wendlua_handle *wendlua_new_handle(lua_State *L, int slot, const wendlua_kind *kind);
/** The first argument as a handle of an open crowd, to be read. */
const wendlua_handle *wendlua_handle_read(lua_State *L, const wendlua_kind *kind);
/** The same to be changed. @param handle set to it. @return its crowd. */
wend_crowd *wendlua_handle_edit(lua_State *L, const wendlua_kind *kind,
                                const wendlua_handle **handle);
/** Gives the new handle on top of the stack its id; pushes nil where the id is none. @return
 * 1. */
int wendlua_handle_set(lua_State *L, wendlua_handle *handle, uint32_t index1, uint32_t generation);
/** Pushes the id of the first argument. @param id WENDLUA_FORMATION or another. @return 1. */
int wendlua_handle_id(lua_State *L, const wendlua_kind *kind, unsigned id);
/** For __eq: pushes true if both arguments are handles of one thing, closed ones too. @return 1. */
int wendlua_handle_is_equal(lua_State *L, const wendlua_kind *kind);

#endif
