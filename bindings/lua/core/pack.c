/* Writes plain data of Lua as bytes, and reads it.
 * Cost: linear, and sorting the keys of each table that is no list.
 *
 *     false 1   true 2   integer 3 + 8 bytes   float 4 + 8 bytes   text 5 + length + bytes
 *     table 6 + count, then a key and a value each: numbers, texts, booleans, each ascending
 *
 * Numbers, lengths and counts have the least significant byte first; lengths and counts four. */
#include "lua/core/pack.h"

#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { VERSION = 1, HEAD_BYTES = 5, SUM_BYTES = 8, DEPTH_MOST = 64, PATH_CAPACITY = 160 };

static const char magic[] = "WLUA";

typedef enum pack_tag {
    TAG_FALSE = 1,
    TAG_TRUE,
    TAG_INTEGER,
    TAG_FLOAT,
    TAG_TEXT,
    TAG_TABLE
} pack_tag;

/* NaN has one form: which of them a division gives depends on the machine. */
static const uint64_t NAN_BITS = UINT64_C(0x7ff8000000000000);

static bool are_nan(uint64_t bits)
{
    return (bits & UINT64_C(0x7fffffffffffffff)) > UINT64_C(0x7ff0000000000000);
}

/* ---- keys ---- */

typedef struct pack_key {
    int type; /* of Lua; LUA_TNIL: none yet */
    bool is_integer;
    lua_Integer integer; /* of a boolean too */
    lua_Number number;
    const char *text; /* [count] kept alive by its table */
    size_t count;
} pack_key;

/* @return false: values of this type are no keys. */
static bool read_key(lua_State *L, int index, pack_key *key)
{
    memset(key, 0, sizeof *key);
    key->type = lua_type(L, index);
    switch (key->type) {
    case LUA_TNUMBER:
        key->is_integer = lua_isinteger(L, index) != 0;
        key->integer = key->is_integer ? lua_tointeger(L, index) : 0;
        key->number = key->is_integer ? 0 : lua_tonumber(L, index);
        return true;
    case LUA_TSTRING:
        key->text = lua_tolstring(L, index, &key->count);
        return true;
    case LUA_TBOOLEAN:
        key->integer = lua_toboolean(L, index);
        return true;
    default:
        return false;
    }
}

/* Exact: a float has no integer that is equal, or it would be one. */
static int compare_mixed(lua_Integer a, lua_Number b)
{
    if (b >= 9223372036854775808.0) {
        return -1;
    }
    if (b < -9223372036854775808.0) {
        return 1;
    }
    const lua_Integer cut = (lua_Integer)b;
    if (a != cut) {
        return a < cut ? -1 : 1;
    }
    return (lua_Number)cut < b ? -1 : 1;
}

static int compare_numbers(const pack_key *a, const pack_key *b)
{
    if (a->is_integer && b->is_integer) {
        return (a->integer > b->integer) - (a->integer < b->integer);
    }
    if (a->is_integer) {
        return compare_mixed(a->integer, b->number);
    }
    if (b->is_integer) {
        return -compare_mixed(b->integer, a->number);
    }
    return (a->number > b->number) - (a->number < b->number);
}

static int rank_of(int type)
{
    return type == LUA_TNUMBER ? 0 : type == LUA_TSTRING ? 1 : 2;
}

static int compare_keys(const pack_key *a, const pack_key *b)
{
    if (a->type != b->type) {
        return rank_of(a->type) - rank_of(b->type);
    }
    if (a->type == LUA_TNUMBER) {
        return compare_numbers(a, b);
    }
    if (a->type == LUA_TBOOLEAN) {
        return (a->integer > b->integer) - (a->integer < b->integer);
    }
    const int order = memcmp(a->text, b->text, a->count < b->count ? a->count : b->count);
    return order != 0 ? order : (a->count > b->count) - (a->count < b->count);
}

/* ---- writing ---- */

/* Bytes in memory of Lua that grows; `memory` is its place on the stack. */
typedef struct packer {
    lua_State *L;
    int memory, seen; /* places on the stack: the bytes; tables that were met */
    uint8_t *bytes;
    size_t count, capacity;
    int depth;
    char path[PATH_CAPACITY];
    const char *what; /* why it failed; NULL = it did not */
} packer;

static void put(packer *p, const void *bytes, size_t count)
{
    if (count > p->capacity - p->count) {
        const size_t capacity = 2 * (p->capacity + count);
        uint8_t *grown = lua_newuserdatauv(p->L, capacity, 0);
        memcpy(grown, p->bytes, p->count);
        lua_replace(p->L, p->memory);
        p->bytes = grown;
        p->capacity = capacity;
    }
    memcpy(p->bytes + p->count, bytes, count);
    p->count += count;
}

static void put_number(packer *p, uint64_t value, size_t bytes)
{
    uint8_t out[8];
    for (size_t i = 0; i < bytes; i++) {
        out[i] = (uint8_t)(value >> 8 * i);
    }
    put(p, out, bytes);
}

static void put_tag(packer *p, pack_tag tag)
{
    put_number(p, (uint64_t)tag, 1);
}

static bool refuse(packer *p, const char *what)
{
    p->what = p->what == NULL ? what : p->what;
    return false;
}

/* The path with a key behind it. @return its old length. */
static size_t enter(packer *p, const pack_key *key)
{
    const size_t length = strlen(p->path);
    char *end = p->path + length;
    const size_t room = sizeof p->path - length;
    if (key->type == LUA_TBOOLEAN) {
        snprintf(end, room, "[%s]", key->integer != 0 ? "true" : "false");
    } else if (key->type == LUA_TSTRING) {
        snprintf(end, room, ".%s", key->text);
    } else if (key->is_integer) {
        snprintf(end, room, "[%lld]", (long long)key->integer);
    } else {
        snprintf(end, room, "[%.14g]", key->number);
    }
    return length;
}

static bool put_value(packer *p, int index);

static void push_key(lua_State *L, const pack_key *key)
{
    switch (key->type) {
    case LUA_TNUMBER:
        if (key->is_integer) {
            lua_pushinteger(L, key->integer);
        } else {
            lua_pushnumber(L, key->number);
        }
        break;
    case LUA_TBOOLEAN:
        lua_pushboolean(L, key->integer != 0);
        break;
    default:
        lua_pushlstring(L, key->text, key->count);
        break;
    }
}

static void merge(const pack_key *from, pack_key *to, size_t low, size_t middle, size_t high)
{
    size_t a = low;
    size_t b = middle;
    for (size_t i = low; i < high; i++) {
        const bool takes_b = a == middle || (b < high && compare_keys(&from[b], &from[a]) < 0);
        to[i] = takes_b ? from[b++] : from[a++];
    }
}

/* Bottom up. @param keys [2 * count]. @return the sorted half. */
static pack_key *sort_keys(pack_key *keys, size_t count)
{
    pack_key *from = keys;
    pack_key *to = keys + count;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            const size_t middle = low + width < count ? low + width : count;
            const size_t high = low + 2 * width < count ? low + 2 * width : count;
            merge(from, to, low, middle, high);
        }
        pack_key *const sorted = to;
        to = from;
        from = sorted;
    }
    return from;
}

/* Pushes memory with the keys of a table, sorted; NULL where one is none. */
static const pack_key *push_keys(packer *p, int table, size_t *count)
{
    lua_State *L = p->L;
    *count = 0;
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        (*count)++;
    }
    pack_key *keys = wendlua_scratch(L, 2 * *count + 1, sizeof *keys);
    size_t i = 0;
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        if (!read_key(L, -2, &keys[i++])) {
            refuse(p, lua_pushfstring(L, "a %s as a key", luaL_typename(L, -2)));
            return NULL;
        }
    }
    return sort_keys(keys, *count);
}

static bool put_table(packer *p, int table)
{
    lua_State *L = p->L;
    size_t count = 0;
    luaL_checkstack(L, 8, "tables in tables");
    if (lua_getmetatable(L, table)) {
        return refuse(p, "a table with a metatable");
    }
    lua_pushvalue(L, table);
    if (lua_rawget(L, p->seen) != LUA_TNIL) {
        return refuse(p, "a table that is in it twice");
    }
    lua_pushvalue(L, table);
    lua_pushboolean(L, true);
    lua_rawset(L, p->seen);
    if (++p->depth > DEPTH_MOST) {
        return refuse(p, "more than 64 tables in each other");
    }
    const pack_key *keys = push_keys(p, table, &count);
    if (keys == NULL || count > UINT32_MAX) {
        return refuse(p, "too large a table");
    }
    put_tag(p, TAG_TABLE);
    put_number(p, count, 4);
    for (size_t i = 0; i < count; i++) {
        const size_t length = enter(p, &keys[i]);
        push_key(L, &keys[i]);
        const bool is_put = put_value(p, lua_gettop(L));
        lua_rawget(L, table);
        if (!is_put || !put_value(p, lua_gettop(L))) {
            return false;
        }
        lua_pop(L, 1);
        p->path[length] = '\0';
    }
    p->depth--;
    return true;
}

static bool put_value(packer *p, int index)
{
    lua_State *L = p->L;
    const int top = lua_gettop(L);
    switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
        put_tag(p, lua_toboolean(L, index) ? TAG_TRUE : TAG_FALSE);
        return true;
    case LUA_TNUMBER: {
        uint64_t bits;
        const lua_Number number = lua_tonumber(L, index);
        memcpy(&bits, &number, sizeof bits);
        const bool is_integer = lua_isinteger(L, index) != 0;
        bits = are_nan(bits) ? NAN_BITS : bits;
        put_tag(p, is_integer ? TAG_INTEGER : TAG_FLOAT);
        put_number(p, is_integer ? (uint64_t)lua_tointeger(L, index) : bits, 8);
        return true;
    }
    case LUA_TSTRING: {
        size_t count = 0;
        const char *text = lua_tolstring(L, index, &count);
        if (count > UINT32_MAX) {
            return refuse(p, "too long a text");
        }
        put_tag(p, TAG_TEXT);
        put_number(p, count, 4);
        put(p, text, count);
        return true;
    }
    case LUA_TTABLE:
        if (!put_table(p, index)) {
            return false;
        }
        lua_settop(L, top);
        return true;
    case LUA_TNIL:
        return refuse(p, "nil");
    default:
        return refuse(p, lua_pushfstring(L, "a %s", luaL_typename(L, index)));
    }
}

bool wendlua_pack(lua_State *L, int index, const char *name)
{
    enum { FIRST = 256 };
    packer p = {.L = L};
    const int value = lua_absindex(L, index);
    const int top = lua_gettop(L);
    p.bytes = lua_newuserdatauv(L, FIRST, 0);
    p.capacity = FIRST;
    p.memory = lua_gettop(L);
    lua_newtable(L);
    p.seen = lua_gettop(L);
    snprintf(p.path, sizeof p.path, "%s", name);
    put(&p, magic, 4);
    put_number(&p, VERSION, 1);
    const bool is_good = put_value(&p, value);
    if (is_good) {
        put_number(&p, wend_hash_bytes(wend_hash_begin(), p.bytes, p.count), SUM_BYTES);
        lua_pushlstring(L, (const char *)p.bytes, p.count);
    } else {
        lua_pushfstring(L, "%s: %s; numbers, booleans, texts and tables of these expected", p.path,
                        p.what);
    }
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
    return is_good;
}

/* ---- reading ---- */

typedef struct unpacker {
    lua_State *L;
    const uint8_t *at, *end;
    int depth;
    const char *reason; /* NULL = all is well */
} unpacker;

static bool spoil(unpacker *u, const char *reason)
{
    u->reason = u->reason == NULL ? reason : u->reason;
    return false;
}

static uint64_t take_number(unpacker *u, size_t bytes)
{
    uint64_t value = 0;
    if ((size_t)(u->end - u->at) < bytes) {
        u->at = u->end;
        (void)spoil(u, "it ends too early");
        return 0;
    }
    for (size_t i = 0; i < bytes; i++) {
        value |= (uint64_t)u->at[i] << 8 * i;
    }
    u->at += bytes;
    return value;
}

static bool take_value(unpacker *u);

/* Pushes a key that is above the last one. */
static bool take_key(unpacker *u, pack_key *last)
{
    pack_key key;
    const bool is_float = u->at < u->end && *u->at == TAG_FLOAT;
    if (u->at < u->end && *u->at == TAG_TABLE) {
        return spoil(u, "a table as a key");
    }
    if (!take_value(u)) {
        return false;
    }
    const lua_Number number = lua_tonumber(u->L, -1);
    int is_whole = 0;
    (void)lua_tointegerx(u->L, -1, &is_whole);
    if (is_float && (is_whole != 0 || !(number <= DBL_MAX || number > DBL_MAX))) {
        /* NaN is no key, and Lua has integers in place of equal floats. */
        return spoil(u, "a float as a key that is none");
    }
    (void)read_key(u->L, -1, &key);
    if (last->type != LUA_TNIL && compare_keys(last, &key) >= 0) {
        return spoil(u, "keys that are not in order");
    }
    *last = key;
    return true;
}

static bool take_table(unpacker *u)
{
    enum { ENTRY_LEAST = 2, FIRST_MOST = 4096 };
    const uint64_t count = take_number(u, 4);
    const uint64_t most = (uint64_t)(u->end - u->at) / ENTRY_LEAST;
    if (count > most) {
        return spoil(u, "a table of more entries than there are bytes");
    }
    if (++u->depth > DEPTH_MOST) {
        return spoil(u, "more than 64 tables in each other");
    }
    luaL_checkstack(u->L, 8, "tables in tables");
    /* An entry takes far more memory than its bytes. */
    lua_createtable(u->L, 0, count < FIRST_MOST ? (int)count : FIRST_MOST);
    pack_key last = {.type = LUA_TNIL};
    for (uint64_t i = 0; i < count; i++) {
        if (!take_key(u, &last) || !take_value(u)) {
            return false;
        }
        lua_rawset(u->L, -3);
    }
    u->depth--;
    return true;
}

/* Pushes a value. After a failure anything may have been pushed. */
static bool take_value(unpacker *u)
{
    uint64_t bits;
    lua_Integer integer;
    lua_Number number;
    switch (take_number(u, 1)) {
    case TAG_FALSE:
    case TAG_TRUE:
        lua_pushboolean(u->L, u->at[-1] == TAG_TRUE);
        return true;
    case TAG_INTEGER:
        bits = take_number(u, 8);
        memcpy(&integer, &bits, sizeof integer);
        lua_pushinteger(u->L, integer);
        return u->reason == NULL;
    case TAG_FLOAT:
        bits = take_number(u, 8);
        if (are_nan(bits) && bits != NAN_BITS) {
            return spoil(u, "a NaN in another form");
        }
        memcpy(&number, &bits, sizeof number);
        lua_pushnumber(u->L, number);
        return u->reason == NULL;
    case TAG_TEXT:
        bits = take_number(u, 4);
        if (bits > (uint64_t)(u->end - u->at)) {
            return spoil(u, "it ends too early");
        }
        lua_pushlstring(u->L, (const char *)u->at, (size_t)bits);
        u->at += bits;
        return true;
    case TAG_TABLE:
        return take_table(u);
    default:
        return spoil(u, "a value of no known type");
    }
}

bool wendlua_unpack(lua_State *L, const char *bytes, size_t count, const char **reason)
{
    const int top = lua_gettop(L);
    const uint8_t *start = (const uint8_t *)bytes;
    *reason = NULL;
    if (count < HEAD_BYTES + SUM_BYTES || memcmp(bytes, magic, 4) != 0) {
        *reason = "no packed data";
        return false;
    }
    if (start[4] != VERSION) {
        *reason = "of another version";
        return false;
    }
    unpacker u = {.L = L, .at = start + count - SUM_BYTES, .end = start + count};
    if (take_number(&u, SUM_BYTES) !=
        wend_hash_bytes(wend_hash_begin(), start, count - SUM_BYTES)) {
        *reason = "damaged: its checksum is another";
        return false;
    }
    u.at = start + HEAD_BYTES;
    u.end = start + count - SUM_BYTES;
    if (take_value(&u) && u.at < u.end) {
        (void)spoil(&u, "there are bytes behind the value");
    }
    lua_settop(L, u.reason == NULL ? top + 1 : top);
    *reason = u.reason;
    return u.reason == NULL;
}

/* ---- the same tables with other content ---- */

/* Both tables have no metatables, or rawset and rawget would not do. */
void wendlua_refill(lua_State *L, int index)
{
    const int old = lua_absindex(L, index);
    const int new = lua_gettop(L);
    luaL_checkstack(L, 8, "tables in tables");
    /* Fields can be set to nil while they are visited. */
    for (lua_pushnil(L); lua_next(L, old) != 0; lua_pop(L, 1)) {
        lua_pushvalue(L, -2);
        if (lua_rawget(L, new) == LUA_TNIL) {
            lua_pushvalue(L, -3);
            lua_pushnil(L);
            lua_rawset(L, old);
        }
        lua_pop(L, 1);
    }
    for (lua_pushnil(L); lua_next(L, new) != 0;) {
        lua_pushvalue(L, -2);
        const bool is_table = lua_rawget(L, old) == LUA_TTABLE && lua_istable(L, -2);
        if (is_table) {
            lua_insert(L, -2);
            wendlua_refill(L, -2);
            lua_pop(L, 1);
        } else {
            lua_pop(L, 1);
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, old);
        }
    }
    lua_settop(L, new - 1);
}

/* ---- functions ---- */

/* wend.pack(value): bytes. */
static int pack(lua_State *L)
{
    lua_settop(L, 1);
    if (!wendlua_pack(L, 1, "value")) {
        return wendlua_fail(L, "%s", lua_tostring(L, -1));
    }
    return 1;
}

/* wend.unpack(bytes): the value. */
static int unpack(lua_State *L)
{
    size_t count = 0;
    const char *reason = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    if (!wendlua_unpack(L, bytes, count, &reason)) {
        return wendlua_fail(L, "%s", reason);
    }
    return 1;
}

const luaL_Reg wendlua_pack_functions[] = {
    {"pack", pack},
    {"unpack", unpack},
    {NULL, NULL},
};
