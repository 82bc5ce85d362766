/* pairs and next in one fixed order (numbers, texts, booleans), and a stable sort: Lua's own
 * orders depend on addresses and on the clock.
 * Cost: pairs and sort n log n; next a pass over all keys. */
#include <string.h>

#include "scene/private.h"

/* ---- keys ---- */

typedef enum key_rank { RANK_NUMBER, RANK_TEXT, RANK_BOOLEAN } key_rank;

typedef struct table_key {
    key_rank rank;
    bool is_integer;
    lua_Integer integer; /* a boolean's too */
    lua_Number number;
    const char *text;
    size_t count;
} table_key;

static table_key read_key(lua_State *L, int index)
{
    table_key key = {0};
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        key.is_integer = lua_isinteger(L, index) != 0;
        key.integer = key.is_integer ? lua_tointeger(L, index) : 0;
        key.number = lua_tonumber(L, index);
        break;
    case LUA_TSTRING:
        key.rank = RANK_TEXT;
        key.text = lua_tolstring(L, index, &key.count);
        break;
    case LUA_TBOOLEAN:
        key.rank = RANK_BOOLEAN;
        key.integer = lua_toboolean(L, index);
        break;
    default:
        luaL_error(L, "a %s as a key: tables with such keys have no order that is the same twice",
                   luaL_typename(L, index));
    }
    return key;
}

static int compare_numbers(const table_key *a, const table_key *b)
{
    if (a->is_integer && b->is_integer) {
        return (a->integer > b->integer) - (a->integer < b->integer);
    }
    int order = (a->number > b->number) - (a->number < b->number);
    return order != 0 ? order : (int)b->is_integer - (int)a->is_integer;
}

static int compare_texts(const table_key *a, const table_key *b)
{
    int order = memcmp(a->text, b->text, a->count < b->count ? a->count : b->count);
    return order != 0 ? order : (a->count > b->count) - (a->count < b->count);
}

static int compare_keys(const table_key *a, const table_key *b)
{
    if (a->rank != b->rank) {
        return a->rank < b->rank ? -1 : 1;
    }
    if (a->rank == RANK_TEXT) {
        return compare_texts(a, b);
    }
    if (a->rank == RANK_BOOLEAN) {
        return (int)(a->integer - b->integer);
    }
    return compare_numbers(a, b);
}

/* ---- sorting: merges, bottom up ---- */

typedef struct sorting {
    lua_State *L;
    const table_key *keys; /* of pairs; NULL: values of the table in slot 3, compared by slot 2 */
    uint32_t *from, *to;
} sorting;

static bool value_is_less(lua_State *L, uint32_t a, uint32_t b)
{
    bool has_function = !lua_isnil(L, 2);
    if (has_function) {
        lua_pushvalue(L, 2);
    }
    lua_rawgeti(L, 3, (lua_Integer)a + 1);
    lua_rawgeti(L, 3, (lua_Integer)b + 1);
    if (has_function) {
        lua_call(L, 2, 1);
    }
    bool is_less = has_function ? lua_toboolean(L, -1) : lua_compare(L, -2, -1, LUA_OPLT);
    lua_pop(L, has_function ? 1 : 2);
    return is_less;
}

static bool is_less(const sorting *s, uint32_t a, uint32_t b)
{
    if (s->keys != NULL) {
        return compare_keys(&s->keys[a], &s->keys[b]) < 0;
    }
    return value_is_less(s->L, a, b);
}

static void merge(const sorting *s, size_t low, size_t middle, size_t high)
{
    size_t a = low;
    size_t b = middle;
    for (size_t i = low; i < high; i++) {
        bool takes_b = a == middle || (b < high && is_less(s, s->from[b], s->from[a]));
        s->to[i] = takes_b ? s->from[b++] : s->from[a++];
    }
}

/* Pushes the memory of two lists of indices and sorts the first `count` of them.
 * @return [count] the sorted ones. */
static const uint32_t *sort_indices(lua_State *L, const table_key *keys, size_t count)
{
    uint32_t *memory = wendlua_scratch(L, 2 * count + 1, sizeof *memory);
    sorting s = {L, keys, memory, memory + count};
    for (size_t i = 0; i < count; i++) {
        memory[i] = (uint32_t)i;
    }
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            size_t middle = low + width < count ? low + width : count;
            size_t high = middle + width < count ? middle + width : count;
            merge(&s, low, middle, high);
        }
        uint32_t *from = s.from;
        s.from = s.to;
        s.to = from;
    }
    return s.from;
}

/* ---- pairs, next ---- */

static size_t count_keys(lua_State *L, int table)
{
    size_t count = 0;
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        count++;
    }
    return count;
}

/* Pushes a list of the keys of the table in slot 1, in order. */
static void push_sorted_keys(lua_State *L)
{
    size_t count = count_keys(L, 1);
    luaL_argcheck(L, count < UINT32_MAX / 2, 1, "too many keys");
    table_key *keys = wendlua_scratch(L, count + 1, sizeof *keys);
    lua_createtable(L, (int)count, 0);
    int raw = lua_gettop(L);
    size_t i = 0;
    for (lua_pushnil(L); i < count && lua_next(L, 1) != 0; lua_pop(L, 1)) {
        keys[i++] = read_key(L, -2);
        lua_pushvalue(L, -2);
        lua_rawseti(L, raw, (lua_Integer)i);
    }
    lua_settop(L, raw);
    const uint32_t *order = sort_indices(L, keys, count);
    lua_createtable(L, (int)count, 0);
    for (i = 0; i < count; i++) {
        lua_rawgeti(L, raw, (lua_Integer)order[i] + 1);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* Upvalues: the keys, and the number returned. Keys without a value by now are left out. */
static int step_pairs(lua_State *L)
{
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(2));
    while (lua_rawgeti(L, lua_upvalueindex(1), ++i) != LUA_TNIL) {
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 1) != LUA_TNIL) {
            lua_pushinteger(L, i);
            lua_replace(L, lua_upvalueindex(2));
            return 2;
        }
        lua_pop(L, 2);
    }
    lua_pushnil(L);
    return 1;
}

static int ordered_pairs(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
        lua_pushvalue(L, 1);
        lua_call(L, 1, 3);
        return 3;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    push_sorted_keys(L);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, step_pairs, 2);
    lua_pushvalue(L, 1);
    return 2;
}

static int ordered_next(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    bool has_last = !lua_isnil(L, 2);
    table_key last = {0};
    if (has_last) {
        last = read_key(L, 2);
    }
    bool has_best = false;
    table_key best = {0};
    lua_pushnil(L);
    for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 1)) {
        table_key key = read_key(L, -2);
        if ((!has_last || compare_keys(&key, &last) > 0) &&
            (!has_best || compare_keys(&key, &best) < 0)) {
            has_best = true;
            best = key;
            lua_pushvalue(L, -2);
            lua_replace(L, 3);
        }
    }
    if (!has_best) {
        return 1;
    }
    lua_pushvalue(L, 3);
    lua_rawget(L, 1);
    return 2;
}

/* table.sort(list [, is_less]): stable. */
static int stable_sort(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    if (!lua_isnil(L, 2)) {
        luaL_checktype(L, 2, LUA_TFUNCTION);
    }
    lua_Integer count = luaL_len(L, 1);
    luaL_argcheck(L, count >= 0 && count < INT32_MAX, 1, "too long");
    lua_createtable(L, (int)count, 0);
    for (lua_Integer i = 1; i <= count; i++) {
        lua_geti(L, 1, i);
        lua_rawseti(L, 3, i);
    }
    const uint32_t *order = sort_indices(L, NULL, (size_t)count);
    for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(L, 3, (lua_Integer)order[i - 1] + 1);
        lua_seti(L, 1, i);
    }
    return 0;
}

void scene_open_orders(lua_State *L)
{
    lua_pushcfunction(L, ordered_pairs);
    lua_setfield(L, -2, "pairs");
    lua_pushcfunction(L, ordered_next);
    lua_setfield(L, -2, "next");
    lua_getfield(L, -1, "table");
    lua_pushcfunction(L, stable_sort);
    lua_setfield(L, -2, "sort");
    lua_pop(L, 1);
}
