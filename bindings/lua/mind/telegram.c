/* Telegrams from tables and to tables: the payload's fields beside the others. */
#include "lua/mind/telegram.h"

#include <string.h>

static const wendlua_name receiver_names[] = {
    {"agent", WEND_TO_AGENT},
    {"group", WEND_TO_GROUP},
    {"radius", WEND_TO_RADIUS},
    {"all", WEND_TO_ALL},
    {NULL, 0},
};

static const wendlua_name merge_names[] = {
    {"none", WEND_MERGE_NONE},
    {"keep", WEND_MERGE_KEEP},
    {"replace", WEND_MERGE_REPLACE},
    {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"to", WENDLUA_ENUM, offsetof(wend_telegram_def, to), receiver_names},
    {"sender", WENDLUA_U64, offsetof(wend_telegram_def, sender), NULL},
    {"receiver", WENDLUA_U64, offsetof(wend_telegram_def, receiver), NULL},
    {"centre", WENDLUA_VEC2, offsetof(wend_telegram_def, centre), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_telegram_def, radius), NULL},
    {"includes_sender", WENDLUA_BOOL, offsetof(wend_telegram_def, includes_sender), NULL},
    {"type", WENDLUA_U32, offsetof(wend_telegram_def, type), NULL},
    {"priority", WENDLUA_U32, offsetof(wend_telegram_def, priority), NULL},
    {"delay", WENDLUA_U64, offsetof(wend_telegram_def, delay), NULL},
    {"merge", WENDLUA_ENUM, offsetof(wend_telegram_def, merge), merge_names},
    {"merge_window", WENDLUA_U64, offsetof(wend_telegram_def, merge_window), NULL},
    {"position", WENDLUA_VEC2, offsetof(wend_telegram_def, payload.position), NULL},
    {"numbers", WENDLUA_OTHER, 0, NULL},
    {"integers", WENDLUA_OTHER, 0, NULL},
    {"bytes", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field telegram_fields[] = {
    {"number", WENDLUA_U64, offsetof(wend_telegram, number), NULL},
    {"sender", WENDLUA_U64, offsetof(wend_telegram, sender), NULL},
    {"receiver", WENDLUA_U64, offsetof(wend_telegram, receiver), NULL},
    {"sent", WENDLUA_U64, offsetof(wend_telegram, sent), NULL},
    {"due", WENDLUA_U64, offsetof(wend_telegram, due), NULL},
    {"to", WENDLUA_ENUM, offsetof(wend_telegram, to), receiver_names},
    {"type", WENDLUA_U32, offsetof(wend_telegram, type), NULL},
    {"priority", WENDLUA_U32, offsetof(wend_telegram, priority), NULL},
    {"merged", WENDLUA_U32, offsetof(wend_telegram, merged), NULL},
    {"merge", WENDLUA_ENUM, offsetof(wend_telegram, merge), merge_names},
    {"includes_sender", WENDLUA_BOOL, offsetof(wend_telegram, includes_sender), NULL},
    {"centre", WENDLUA_VEC2, offsetof(wend_telegram, centre), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_telegram, radius), NULL},
    {"position", WENDLUA_VEC2, offsetof(wend_telegram, payload.position), NULL},
    {"numbers", WENDLUA_OTHER, 0, NULL},
    {"integers", WENDLUA_OTHER, 0, NULL},
    {"bytes", WENDLUA_OTHER, 0, NULL},
    {"event", WENDLUA_OTHER, 0, NULL},
    {"path", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

/* ---- reading ---- */

/* Reads a list of at most `most` values of a type into an array of eight bytes each. */
static void read_values(lua_State *L, int arg, const char *name, unsigned type, size_t most,
                        void *target)
{
    const int slot = wendlua_field_table(L, arg, name);
    if (slot == 0) {
        return;
    }
    const size_t count = wendlua_list_length(L, slot);
    if (count > most) {
        wendlua_fail(L, "field '%s': at most %d values expected, got %d", name, (int)most,
                     (int)count);
    }
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, slot, (lua_Integer)i + 1);
        wendlua_read_part(L, -1, name, type, NULL, (uint8_t *)target + i * sizeof(uint64_t));
        lua_pop(L, 1);
    }
    lua_settop(L, slot - 1);
}

static void read_payload(lua_State *L, int arg, wend_payload *payload)
{
    const int top = lua_gettop(L);
    read_values(L, arg, "numbers", WENDLUA_DOUBLE, WEND_PAYLOAD_NUMBERS, payload->numbers);
    read_values(L, arg, "integers", WENDLUA_U64, WEND_PAYLOAD_INTEGERS, payload->integers);
    lua_pushstring(L, "bytes");
    if (lua_rawget(L, arg) != LUA_TNIL) {
        if (lua_type(L, -1) != LUA_TSTRING) {
            wendlua_fail(L, "field 'bytes': text expected, got %s", luaL_typename(L, -1));
        }
        size_t count;
        const char *bytes = lua_tolstring(L, -1, &count);
        if (count > WEND_PAYLOAD_BYTES) {
            wendlua_fail(L, "field 'bytes': at most %d bytes expected, got %d",
                         (int)WEND_PAYLOAD_BYTES, (int)count);
        }
        memcpy(payload->bytes, bytes, count);
        payload->byte_count = (uint32_t)count;
    }
    lua_settop(L, top);
}

void wendlua_read_telegram(lua_State *L, int arg, wend_telegram_def *def)
{
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, def_fields, def);
    read_payload(L, arg, &def->payload);
}

void wendlua_read_received(lua_State *L, int arg, wend_telegram *telegram)
{
    wendlua_need_table(L, arg);
    memset(telegram, 0, sizeof *telegram);
    wendlua_read(L, arg, telegram_fields, telegram);
    read_payload(L, arg, &telegram->payload);
}

/* ---- pushing ---- */

static const wendlua_field event_fields[] = {
    {"kind", WENDLUA_ENUM, offsetof(wend_event, kind), wendlua_event_names},
    {"behaviour", WENDLUA_NAMED, offsetof(wend_event, behaviour), wendlua_behaviour_names},
    {"body", WENDLUA_BODY, offsetof(wend_event, body), NULL},
    {"value", WENDLUA_U64, offsetof(wend_event, value), NULL},
    {"user", WENDLUA_U64, offsetof(wend_event, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field path_fields[] = {
    {"request", WENDLUA_PLAN, offsetof(wend_payload_path, request), NULL},
    {"item", WENDLUA_ITEM, offsetof(wend_payload_path, item), NULL},
    {"item_user", WENDLUA_U64, offsetof(wend_payload_path, item_user), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_payload_path, tag), NULL},
    {"position", WENDLUA_VEC2, offsetof(wend_payload_path, position), NULL},
    {"length", WENDLUA_DOUBLE, offsetof(wend_payload_path, length), NULL},
    {"cost", WENDLUA_DOUBLE, offsetof(wend_payload_path, cost), NULL},
    {NULL, 0, 0, NULL},
};

static void set_payload(lua_State *L, const wend_payload *payload)
{
    wend_event event;
    wend_payload_path path;
    lua_createtable(L, WEND_PAYLOAD_NUMBERS, 0);
    for (int i = 0; i < WEND_PAYLOAD_NUMBERS; i++) {
        lua_pushnumber(L, payload->numbers[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "numbers");
    lua_createtable(L, WEND_PAYLOAD_INTEGERS, 0);
    for (int i = 0; i < WEND_PAYLOAD_INTEGERS; i++) {
        lua_pushinteger(L, payload->integers[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "integers");
    lua_pushlstring(L, (const char *)payload->bytes, payload->byte_count);
    lua_setfield(L, -2, "bytes");
    if (wend_payload_get_event(payload, &event)) {
        wendlua_push(L, event_fields, &event);
        lua_setfield(L, -2, "event");
    }
    if (wend_payload_get_path(payload, &path)) {
        wendlua_push(L, path_fields, &path);
        lua_pushstring(L, wend_result_text(path.result));
        lua_setfield(L, -2, "result");
        lua_pushstring(L, wend_failure_reason_text(path.reason));
        lua_setfield(L, -2, "reason");
        lua_pushboolean(L, path.result == WEND_OK || path.result == WEND_PARTIAL);
        lua_setfield(L, -2, "is_found");
        lua_setfield(L, -2, "path");
    }
}

void wendlua_push_telegram(lua_State *L, const wend_telegram *telegram)
{
    wendlua_push(L, telegram_fields, telegram);
    set_payload(L, &telegram->payload);
}
