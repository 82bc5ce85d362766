/* A definition of rules from a table of Lua. */
#ifndef WEND_LUA_MIND_RULES_READ_H
#define WEND_LUA_MIND_RULES_READ_H

#include "lua/core/rooms.h"
#include "wend/rules.h"

/** Words of curves, comparisons, and so on. */
extern const wendlua_name wendlua_rule_state_names[];
extern const wendlua_name wendlua_outcome_names[];

/** Reads a definition from the table at index 1. The table at `anchor` keeps the memory of its arrays. Functions of called facts are set in the table at `functions` by the index of the fact. */
void wendlua_read_rules(lua_State *L, wend_rules_def *def, int anchor, int functions);
/** Reads the fields of a curve in the table at index; pushes the memory of its points. */
wend_curve wendlua_read_curve(lua_State *L, int index);

#endif
