/* Pushes structs of C as tables of Lua.
 * Cost: a table each. */
#include <string.h>

#include "lua/core/field.h"

typedef void (*push_fn)(lua_State *L, const wendlua_name *names, const void *source);

static void push_bool(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    bool value = false;
    memcpy(&value, source, sizeof value);
    lua_pushboolean(L, value);
}

static void push_u8(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    uint8_t value = 0;
    memcpy(&value, source, sizeof value);
    lua_pushinteger(L, value);
}

static void push_i32(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    int32_t value = 0;
    memcpy(&value, source, sizeof value);
    lua_pushinteger(L, value);
}

static void push_u32(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    uint32_t value = 0;
    memcpy(&value, source, sizeof value);
    lua_pushinteger(L, value);
}

static void push_u64(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    uint64_t value = 0;
    memcpy(&value, source, sizeof value);
    wendlua_push_u64(L, value);
}

static void push_size(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    size_t value = 0;
    memcpy(&value, source, sizeof value);
    wendlua_push_u64(L, value);
}

static void push_double(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    double value = 0;
    memcpy(&value, source, sizeof value);
    lua_pushnumber(L, value);
}

static void push_vec2(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    wend_vec2 value = {0, 0};
    memcpy(&value, source, sizeof value);
    wendlua_push_vec2(L, value);
}

static void push_vec3(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    wend_vec3 value = {0, 0, 0};
    memcpy(&value, source, sizeof value);
    wendlua_push_vec2(L, (wend_vec2){value.x, value.y});
    lua_pushnumber(L, value.z);
    lua_setfield(L, -2, "z");
}

static void push_cost(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    wend_cost value = 0;
    memcpy(&value, source, sizeof value);
    lua_pushnumber(L, wend_cost_to_double(value));
}

/* Nodes, edges and teams have the same number for none. */
static void push_node(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    wend_node value = 0;
    memcpy(&value, source, sizeof value);
    wendlua_push_node(L, value);
}

static void push_named(lua_State *L, const wendlua_name *names, const void *source)
{
    uint32_t value = 0;
    memcpy(&value, source, sizeof value);
    wendlua_push_name(L, names, value);
}

static void push_pair(lua_State *L, unsigned kind, const void *source)
{
    uint32_t value[2] = {0, 0};
    memcpy(value, source, sizeof value);
    wendlua_push_id(L, kind, value[0], value[1]);
}

static void push_text(lua_State *L, const wendlua_name *names, const void *source)
{
    (void)names;
    const char *value = NULL;
    memcpy(&value, source, sizeof value);
    lua_pushstring(L, value);
}

static const push_fn pushes[WENDLUA_TYPES] = {
    [WENDLUA_BOOL] = push_bool, [WENDLUA_U8] = push_u8,         [WENDLUA_I32] = push_i32,
    [WENDLUA_U32] = push_u32,   [WENDLUA_U64] = push_u64,       [WENDLUA_SIZE] = push_size,
    [WENDLUA_VEC2] = push_vec2, [WENDLUA_DOUBLE] = push_double, [WENDLUA_LIMIT] = push_double,
    [WENDLUA_VEC3] = push_vec3, [WENDLUA_COST] = push_cost,     [WENDLUA_NODE] = push_node,
    [WENDLUA_TEAM] = push_node, [WENDLUA_ENUM] = push_named,    [WENDLUA_NAMED] = push_named,
    [WENDLUA_MASK] = push_u32,  [WENDLUA_TEXT] = push_text,
};

void wendlua_push_value(lua_State *L, unsigned type, const wendlua_name *names, const void *source)
{
    unsigned plain = type % WENDLUA_NEEDED;
    if (plain >= WENDLUA_BODY && plain < WENDLUA_TYPES) {
        push_pair(L, plain, source);
    } else if (plain < WENDLUA_TYPES) {
        pushes[plain](L, names, source);
    }
}

void wendlua_set_fields(lua_State *L, const wendlua_field *fields, const void *source)
{
    for (; fields->name != NULL; fields++) {
        if (fields->type % WENDLUA_NEEDED != WENDLUA_OTHER) {
            const char *at = source;
            wendlua_push_value(L, fields->type, fields->names, at + fields->offset);
            lua_setfield(L, -2, fields->name);
        }
    }
}

void wendlua_push(lua_State *L, const wendlua_field *fields, const void *source)
{
    lua_createtable(L, 0, 8);
    wendlua_set_fields(L, fields, source);
}

void wendlua_push_nodes(lua_State *L, const wend_node *nodes, size_t count)
{
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        lua_pushinteger(L, nodes[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void wendlua_push_costs(lua_State *L, const uint8_t *costs, size_t count)
{
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushinteger(L, costs[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void wendlua_push_ids(lua_State *L, unsigned kind, const uint32_t *pairs, size_t count)
{
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        wendlua_push_id(L, kind, pairs[2 * i], pairs[2 * i + 1]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void wendlua_push_points(lua_State *L, const wend_vec2 *points, size_t count)
{
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        wendlua_push_vec2(L, points[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

int wendlua_push_structs(lua_State *L, const wendlua_field *fields, const void *items, size_t bytes,
                         size_t count)
{
    const char *at = items;
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        wendlua_push(L, fields, at + i * bytes);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

int wendlua_push_u64s(lua_State *L, const uint64_t *values, size_t count)
{
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        wendlua_push_u64(L, values[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

int wendlua_push_numbers(lua_State *L, const double *values, size_t count)
{
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushnumber(L, values[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

int wendlua_push_nil(lua_State *L)
{
    lua_pushnil(L);
    return 1;
}

int wendlua_push_plain_id(lua_State *L, uint32_t index1, uint32_t generation)
{
    if (index1 == 0) {
        lua_pushnil(L);
    } else {
        wendlua_push_u64(L, (uint64_t)generation << 32 | index1);
    }
    return 1;
}

int wendlua_push_plain_ids(lua_State *L, const uint32_t *pairs, size_t count)
{
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        (void)wendlua_push_plain_id(L, pairs[2 * i], pairs[2 * i + 1]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}
