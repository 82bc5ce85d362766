/* Converts a value on Lua's stack to a field of a C struct; an error names the expected value. */
#include "lua/core/field.h"

#include <math.h>
#include <string.h>

/* A value that fits a type, or the expected value. */
typedef const char *(*convert_fn)(lua_State *L, int index, const wendlua_name *names, void *target);

static bool to_integer(lua_State *L, int index, lua_Integer low, lua_Integer high,
                       lua_Integer *value)
{
    int is_integer = 0;
    if (lua_type(L, index) != LUA_TNUMBER) {
        return false;
    }
    *value = lua_tointegerx(L, index, &is_integer);
    return is_integer != 0 && *value >= low && *value <= high;
}

static const char *to_bool(lua_State *L, int index, const wendlua_name *names, void *target)
{
    (void)names;
    if (lua_type(L, index) != LUA_TBOOLEAN) {
        return "true or false";
    }
    bool value = lua_toboolean(L, index) != 0;
    memcpy(target, &value, sizeof value);
    return NULL;
}

static const char *to_u8(lua_State *L, int index, const wendlua_name *names, void *target)
{
    (void)names;
    lua_Integer value = 0;
    if (!to_integer(L, index, 0, UINT8_MAX, &value)) {
        return "an integer from 0 to 255";
    }
    uint8_t narrow = (uint8_t)value;
    memcpy(target, &narrow, sizeof narrow);
    return NULL;
}

static const char *to_i32(lua_State *L, int index, const wendlua_name *names, void *target)
{
    (void)names;
    lua_Integer value = 0;
    if (!to_integer(L, index, INT32_MIN, INT32_MAX, &value)) {
        return "an integer of 32 bits";
    }
    int32_t narrow = (int32_t)value;
    memcpy(target, &narrow, sizeof narrow);
    return NULL;
}

static const char *to_u32(lua_State *L, int index, const wendlua_name *names, void *target)
{
    (void)names;
    lua_Integer value = 0;
    if (!to_integer(L, index, 0, UINT32_MAX, &value)) {
        return "an integer from 0 to 4294967295";
    }
    uint32_t narrow = (uint32_t)value;
    memcpy(target, &narrow, sizeof narrow);
    return NULL;
}

static const char *to_u64(lua_State *L, int index, const wendlua_name *names, void *target)
{
    (void)names;
    lua_Integer value = 0;
    if (!to_integer(L, index, LUA_MININTEGER, LUA_MAXINTEGER, &value)) {
        return "an integer";
    }
    memcpy(target, &value, sizeof value);
    return NULL;
}

static const char *to_size(lua_State *L, int index, const wendlua_name *names, void *target)
{
    (void)names;
    lua_Integer value = 0;
    if (!to_integer(L, index, 0, PTRDIFF_MAX, &value)) {
        return "an integer, 0 or more";
    }
    size_t narrow = (size_t)value;
    memcpy(target, &narrow, sizeof narrow);
    return NULL;
}

static const char *to_double(lua_State *L, int index, const wendlua_name *names, void *target)
{
    (void)names;
    double value = lua_tonumber(L, index);
    if (lua_type(L, index) != LUA_TNUMBER || !isfinite(value)) {
        return "a finite number";
    }
    memcpy(target, &value, sizeof value);
    return NULL;
}

static const char *to_limit(lua_State *L, int index, const wendlua_name *names, void *target)
{
    (void)names;
    double value = lua_tonumber(L, index);
    if (lua_type(L, index) != LUA_TNUMBER || isnan(value)) {
        return "a number";
    }
    memcpy(target, &value, sizeof value);
    return NULL;
}

/* An entry of a vector, by name or by index. */
static bool to_axis(lua_State *L, int index, const char *name, lua_Integer place, double *value)
{
    lua_pushstring(L, name);
    if (lua_rawget(L, index) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_rawgeti(L, index, place);
    }
    bool is_number = to_double(L, -1, NULL, value) == NULL;
    lua_pop(L, 1);
    return is_number;
}

static const char *to_vec2(lua_State *L, int index, const wendlua_name *names, void *target)
{
    (void)names;
    wend_vec2 value = {0, 0};
    if (lua_type(L, index) != LUA_TTABLE || !to_axis(L, index, "x", 1, &value.x) ||
        !to_axis(L, index, "y", 2, &value.y)) {
        return "a table {x=, y=} of finite numbers";
    }
    memcpy(target, &value, sizeof value);
    return NULL;
}

static bool has_third(lua_State *L, int index)
{
    lua_pushstring(L, "z");
    bool has = lua_rawget(L, index) != LUA_TNIL;
    has = lua_rawgeti(L, index, 3) != LUA_TNIL || has;
    lua_pop(L, 2);
    return has;
}

static const char *to_vec3(lua_State *L, int index, const wendlua_name *names, void *target)
{
    (void)names;
    wend_vec3 value = {0, 0, 0};
    if (lua_type(L, index) != LUA_TTABLE || !to_axis(L, index, "x", 1, &value.x) ||
        !to_axis(L, index, "y", 2, &value.y) ||
        (has_third(L, index) && !to_axis(L, index, "z", 3, &value.z))) {
        return "a table {x=, y=, z=} of finite numbers";
    }
    memcpy(target, &value, sizeof value);
    return NULL;
}

static const char *to_cost(lua_State *L, int index, const wendlua_name *names, void *target)
{
    double value = 0;
    if (to_double(L, index, names, &value) != NULL || value < 0) {
        return "a finite number, 0 or more";
    }
    wend_cost cost = wend_cost_from_double(value);
    memcpy(target, &cost, sizeof cost);
    return NULL;
}

static const char *to_node(lua_State *L, int index, const wendlua_name *names, void *target)
{
    return to_u32(L, index, names, target);
}

/* The value of a word. */
static bool to_name(lua_State *L, int index, const wendlua_name *names, uint32_t *value)
{
    if (lua_type(L, index) != LUA_TSTRING) {
        return false;
    }
    const char *text = lua_tostring(L, index);
    for (; names->text != NULL; names++) {
        if (strcmp(names->text, text) == 0) {
            *value = names->value;
            return true;
        }
    }
    return false;
}

/* Pushes "one of 'a' 'b' or 'c'"; of one name that alone. */
static const char *list_names(lua_State *L, const char *before, const wendlua_name *names)
{
    bool is_one = names != NULL && names->text != NULL && names[1].text == NULL;
    bool is_alone = is_one && strcmp(before, "one of") == 0;
    const char *text = lua_pushstring(L, is_alone ? "" : before);
    for (; names != NULL && names->text != NULL; names++) {
        const char *between = names[1].text == NULL && !is_one ? " or " : " ";
        text = lua_pushfstring(L, "%s%s'%s'", text, is_alone ? "" : between, names->text);
        lua_remove(L, -2);
    }
    return text;
}

static const char *to_enum(lua_State *L, int index, const wendlua_name *names, void *target)
{
    uint32_t value = 0;
    if (!to_name(L, index, names, &value)) {
        return list_names(L, "one of", names);
    }
    memcpy(target, &value, sizeof value);
    return NULL;
}

static const char *to_named(lua_State *L, int index, const wendlua_name *names, void *target)
{
    uint32_t value = 0;
    if (!to_name(L, index, names, &value) && to_u32(L, index, names, &value) != NULL) {
        return list_names(L, "an integer or", names);
    }
    memcpy(target, &value, sizeof value);
    return NULL;
}

/* Bits as an integer: ~1 is as good as 0xFFFFFFFE. */
static bool to_bits(lua_State *L, int index, uint32_t *value)
{
    lua_Integer bits = 0;
    if (!to_integer(L, index, INT32_MIN, UINT32_MAX, &bits)) {
        return false;
    }
    *value = (uint32_t)((uint64_t)bits & UINT32_MAX);
    return true;
}

static bool to_bits_of_list(lua_State *L, int index, const wendlua_name *names, uint32_t *value)
{
    lua_Unsigned count = lua_rawlen(L, index);
    *value = 0;
    for (lua_Unsigned i = 1; i <= count && i <= 64; i++) {
        uint32_t bit = 0;
        lua_rawgeti(L, index, (lua_Integer)i);
        bool is_name = to_name(L, -1, names, &bit);
        lua_pop(L, 1);
        if (!is_name) {
            return false;
        }
        *value |= bit;
    }
    return count <= 64;
}

static const char *to_mask(lua_State *L, int index, const wendlua_name *names, void *target)
{
    static const wendlua_name no_names[] = {{NULL, 0}};
    uint32_t value = 0;
    const wendlua_name *words = names == NULL ? no_names : names;
    bool is_mask = to_bits(L, index, &value) || to_name(L, index, words, &value) ||
                   (lua_type(L, index) == LUA_TTABLE && to_bits_of_list(L, index, words, &value));
    if (!is_mask) {
        return list_names(L, names == NULL ? "an integer of 32 bits" : "bits, or words of", names);
    }
    memcpy(target, &value, sizeof value);
    return NULL;
}

static const char *const id_kinds[] = {
    "a body",      "a request",        "a wall",      "a stamp",     "an overlay",
    "a link",      "a link of a mesh", "a zone",      "a formation", "a request of a planner",
    "an item",     "a source",         "an observer", "a lamp",      "a telegram",
    "an obstacle", "a social group",   "an exit"};

static bool is_id(unsigned type)
{
    return type >= WENDLUA_BODY && type < WENDLUA_TYPES;
}

uint32_t wendlua_kind_bits(unsigned kind)
{
    const uint32_t number = kind - WENDLUA_BODY;
    return (number & 15) << (WENDLUA_INDEX_BITS + 1) | (number >> 4) << WENDLUA_INDEX_BITS;
}

/* The halves of an id. Bodies' would otherwise be as good as 1, 2, 3: nothing has generation 0. */
static bool split_id(lua_State *L, int index, unsigned kind, uint32_t *halves)
{
    uint64_t value = 0;
    if (to_u64(L, index, NULL, &value) != NULL) {
        return false;
    }
    halves[0] = (uint32_t)(value & WENDLUA_INDEX_MASK);
    halves[1] = (uint32_t)(value >> 32);
    bool is_of_kind = ((uint32_t)value & ~(uint32_t)WENDLUA_INDEX_MASK) == wendlua_kind_bits(kind);
    /* -1 has all bits of the index set: no id has. */
    return value == 0 ||
           (is_of_kind && halves[0] != 0 && halves[0] != WENDLUA_INDEX_MASK && halves[1] != 0);
}

static const char *to_id(lua_State *L, int index, unsigned type, void *target)
{
    uint32_t halves[2] = {0, 0};
    if (!split_id(L, index, type, halves)) {
        return id_kinds[type - WENDLUA_BODY];
    }
    memcpy(target, halves, sizeof halves);
    return NULL;
}

static const char *to_nothing(lua_State *L, int index, const wendlua_name *names, void *target)
{
    (void)L;
    (void)index;
    (void)names;
    (void)target;
    return NULL;
}

static const convert_fn converts[WENDLUA_TYPES] = {
    [WENDLUA_OTHER] = to_nothing, [WENDLUA_BOOL] = to_bool,     [WENDLUA_U8] = to_u8,
    [WENDLUA_I32] = to_i32,       [WENDLUA_U32] = to_u32,       [WENDLUA_U64] = to_u64,
    [WENDLUA_SIZE] = to_size,     [WENDLUA_DOUBLE] = to_double, [WENDLUA_LIMIT] = to_limit,
    [WENDLUA_VEC2] = to_vec2,     [WENDLUA_VEC3] = to_vec3,     [WENDLUA_COST] = to_cost,
    [WENDLUA_NODE] = to_node,     [WENDLUA_TEAM] = to_u32,      [WENDLUA_ENUM] = to_enum,
    [WENDLUA_NAMED] = to_named,   [WENDLUA_MASK] = to_mask,     [WENDLUA_TEXT] = to_nothing,
};

const char *wendlua_convert(lua_State *L, int index, unsigned type, const wendlua_name *names,
                            void *target)
{
    int slot = index > 0 ? index : lua_absindex(L, index);
    unsigned plain = type % WENDLUA_NEEDED;
    return is_id(plain) ? to_id(L, slot, plain, target) : converts[plain](L, slot, names, target);
}

/* "a request (4563402753)" where another kind of id was expected; else NULL. */
static const char *describe_id(lua_State *L, int index)
{
    uint32_t halves[2];
    for (unsigned type = WENDLUA_BODY; type < WENDLUA_TYPES; type++) {
        if (split_id(L, index, type, halves) && halves[0] != 0) {
            return lua_pushfstring(L, "%s (%I)", id_kinds[type - WENDLUA_BODY],
                                   (LUAI_UACINT)lua_tointeger(L, index));
        }
    }
    return NULL;
}

const char *wendlua_describe(lua_State *L, int index, unsigned type)
{
    int found = lua_type(L, index);
    if (found == LUA_TSTRING) {
        return lua_pushfstring(L, "'%s'", lua_tostring(L, index));
    }
    if (found == LUA_TNUMBER) {
        const char *id = is_id(type % WENDLUA_NEEDED) ? describe_id(L, index) : NULL;
        lua_pushvalue(L, index);
        return id != NULL ? id : lua_tostring(L, -1);
    }
    if (found == LUA_TUSERDATA && luaL_getmetafield(L, index, "__name") == LUA_TSTRING) {
        return lua_tostring(L, -1);
    }
    return found == LUA_TNONE ? "nothing" : luaL_typename(L, index);
}
