/* Telegrams as tables, for messages and for machines that receive them. */
#ifndef WEND_LUA_MIND_TELEGRAM_H
#define WEND_LUA_MIND_TELEGRAM_H

#include "lua/crowd/crowd.h"
#include "wend/message.h"

/** Reads the table at arg. */
void wendlua_read_telegram(lua_State *L, int arg, wend_telegram_def *def);
/** Pushes a telegram: its fields and those of its payload, `event` and `path` where they are such. */
void wendlua_push_telegram(lua_State *L, const wend_telegram *telegram);
/** Reads a table that wendlua_push_telegram pushed, or one with some of its fields. */
void wendlua_read_received(lua_State *L, int arg, wend_telegram *telegram);

#endif
