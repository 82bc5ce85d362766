/* Converts tables of Lua to structs and arrays of C by lists of fields; errors name the field.
 * Cost: memory for arrays, which Lua collects. */
#include <string.h>

#include "lua/core/field.h"

/* "goals[3].x" or "x" for the value being read. */
static void refuse(lua_State *L, const char *label, size_t number, const char *field,
                   const char *what)
{
    if (label != NULL) {
        wendlua_fail(L, "field '%s[%I].%s': %s", label, (LUAI_UACINT)number, field, what);
    }
    wendlua_fail(L, "field '%s': %s", field, what);
}

/* 1, 2, 3 for fields x, y, z. */
static lua_Integer place_of(const char *name)
{
    bool is_axis = name[0] >= 'x' && name[0] <= 'z' && name[1] == '\0';
    return is_axis ? name[0] - 'x' + 1 : 0;
}

/* True if the key on top of the stack is one of the fields. */
static bool is_known(lua_State *L, int key, const wendlua_field *fields)
{
    bool is_text = lua_type(L, key) == LUA_TSTRING;
    const char *text = is_text ? lua_tostring(L, key) : NULL;
    for (; fields->name != NULL; fields++) {
        lua_Integer place = place_of(fields->name);
        if (is_text ? strcmp(text, fields->name) == 0
                    : place != 0 && lua_isinteger(L, key) && lua_tointeger(L, key) == place) {
            return true;
        }
    }
    return false;
}

/* Pushes the known names for an unknown field. */
static const char *list_fields(lua_State *L, const wendlua_field *fields)
{
    const char *text = lua_pushstring(L, "there is no such field; there are");
    for (; fields->name != NULL; fields++) {
        text = lua_pushfstring(L, "%s %s", text, fields->name);
        lua_remove(L, -2);
    }
    return text;
}

static void refuse_unknown(lua_State *L, int index, const wendlua_field *fields, const char *label,
                           size_t number)
{
    lua_pushnil(L);
    while (lua_next(L, index) != 0) {
        if (!is_known(L, -2, fields)) {
            const char *field = luaL_tolstring(L, -2, NULL);
            refuse(L, label, number, field, list_fields(L, fields));
        }
        lua_pop(L, 1);
    }
}

static void read_field(lua_State *L, int index, const wendlua_field *field, char *target,
                       const char *label, size_t number)
{
    lua_Integer place = place_of(field->name);
    lua_pushstring(L, field->name);
    if (lua_rawget(L, index) == LUA_TNIL && place != 0) {
        lua_pop(L, 1);
        lua_rawgeti(L, index, place);
    }
    bool is_missing = lua_isnil(L, -1);
    if (!is_missing || field->type >= WENDLUA_NEEDED) {
        int value = lua_gettop(L);
        const char *expected =
            wendlua_convert(L, value, field->type, field->names, target + field->offset);
        if (expected != NULL) {
            refuse(L, label, number, field->name,
                   lua_pushfstring(L, "%s expected, got %s", expected,
                                   wendlua_describe(L, value, field->type)));
        }
    }
    lua_pop(L, 1);
}

void wendlua_read_item(lua_State *L, int index, const wendlua_field *fields, void *target,
                       const char *label, size_t number)
{
    if (lua_isnoneornil(L, index) && label == NULL) {
        return;
    }
    int table = lua_absindex(L, index);
    if (lua_type(L, table) != LUA_TTABLE) {
        wendlua_fail(L,
                     label == NULL ? "a table of fields expected, got %s"
                                   : "a table expected, got %s in '%s[%I]'",
                     luaL_typename(L, table), label, (LUAI_UACINT)number);
    }
    luaL_checkstack(L, 8, "tables too deep");
    refuse_unknown(L, table, fields, label, number);
    for (; fields->name != NULL; fields++) {
        read_field(L, table, fields, target, label, number);
    }
}

void wendlua_read(lua_State *L, int index, const wendlua_field *fields, void *target)
{
    wendlua_read_item(L, index, fields, target, NULL, 0);
}

/* Pushes nothing, or the key of a table that has fields where entries 1, 2, 3 are expected:
 * {x = 1, y = 2} for {{x = 1, y = 2}}. */
static bool has_fields_only(lua_State *L, int table)
{
    if (lua_rawlen(L, table) > 0) {
        return false;
    }
    lua_pushnil(L);
    if (lua_next(L, table) == 0) {
        return false;
    }
    lua_pop(L, 1);
    return true;
}

int wendlua_field_table(lua_State *L, int index, const char *name)
{
    int holder = lua_absindex(L, index);
    lua_pushstring(L, name);
    int type = lua_rawget(L, holder);
    if (type != LUA_TNIL && type != LUA_TTABLE) {
        wendlua_fail(L, "field '%s': a table expected, got %s", name, luaL_typename(L, -1));
    }
    return type == LUA_TNIL ? 0 : lua_gettop(L);
}

void wendlua_read_part(lua_State *L, int index, const char *name, unsigned type,
                       const wendlua_name *names, void *target)
{
    int value = lua_absindex(L, index);
    const char *expected = wendlua_convert(L, value, type, names, target);
    if (expected != NULL) {
        refuse(
            L, NULL, 0, name,
            lua_pushfstring(L, "%s expected, got %s", expected, wendlua_describe(L, value, type)));
    }
}

size_t wendlua_list_length(lua_State *L, int index)
{
    int list = lua_absindex(L, index);
    luaL_checkstack(L, 4, "tables too deep");
    if (has_fields_only(L, list)) {
        wendlua_fail(L, "a list expected, got a table with the field '%s'",
                     luaL_tolstring(L, -1, NULL));
    }
    return (size_t)lua_rawlen(L, list);
}

size_t wendlua_field_list(lua_State *L, int index, const char *name)
{
    int table = lua_absindex(L, index);
    lua_pushstring(L, name);
    int type = lua_rawget(L, table);
    if (type == LUA_TNIL) {
        lua_pop(L, 1);
        return 0;
    }
    if (type != LUA_TTABLE) {
        wendlua_fail(L, "field '%s': a list expected, got %s", name, luaL_typename(L, -1));
    }
    int list = lua_gettop(L);
    if (has_fields_only(L, list)) {
        wendlua_fail(L, "field '%s': a list expected, got a table with the field '%s'", name,
                     luaL_tolstring(L, -1, NULL));
    }
    size_t count = (size_t)lua_rawlen(L, list);
    if (count == 0) {
        lua_pop(L, 1);
    }
    return count;
}

void *wendlua_scratch(lua_State *L, size_t count, size_t bytes)
{
    if (bytes != 0 && count > (size_t)PTRDIFF_MAX / 2 / bytes) {
        wendlua_fail(L, "out of memory");
    }
    size_t size = count * bytes;
    void *memory = lua_newuserdatauv(L, size == 0 ? 1 : size, 0);
    memset(memory, 0, size);
    return memory;
}

void *wendlua_read_list(lua_State *L, const wendlua_field *fields, size_t bytes, const char *label,
                        size_t *count)
{
    int list = lua_gettop(L);
    *count = wendlua_list_length(L, list);
    char *items = wendlua_scratch(L, *count, bytes);
    for (size_t i = 0; i < *count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        wendlua_read_item(L, -1, fields, items + i * bytes, label, i + 1);
        lua_pop(L, 1);
    }
    lua_remove(L, list);
    return items;
}

/* True if a list begins with a number: {x, y, x, y...}. */
static bool is_flat(lua_State *L, int list)
{
    bool is_number = lua_rawgeti(L, list, 1) == LUA_TNUMBER;
    lua_pop(L, 1);
    return is_number;
}

/* One entry of the list at index, which must fit. */
static void read_entry(lua_State *L, int list, size_t i, unsigned type, void *target)
{
    lua_rawgeti(L, list, (lua_Integer)i + 1);
    int value = lua_gettop(L);
    const char *expected = wendlua_convert(L, value, type, NULL, target);
    if (expected != NULL) {
        wendlua_fail(L, "entry %I of a list: %s expected, got %s", (LUAI_UACINT)i + 1, expected,
                     wendlua_describe(L, value, type));
    }
    lua_settop(L, value - 1);
}

wend_vec2 *wendlua_points(lua_State *L, int index, size_t *count)
{
    int list = lua_absindex(L, index);
    wendlua_need_table(L, list);
    bool is_list_of_numbers = is_flat(L, list);
    size_t entries = wendlua_list_length(L, list);
    if (is_list_of_numbers && entries % 2 != 0) {
        wendlua_fail(L, "a list x, y, x, y... has an odd number of entries");
    }
    *count = is_list_of_numbers ? entries / 2 : entries;
    wend_vec2 *points = wendlua_scratch(L, *count, sizeof *points);
    for (size_t i = 0; i < *count; i++) {
        if (is_list_of_numbers) {
            read_entry(L, list, 2 * i, WENDLUA_DOUBLE, &points[i].x);
            read_entry(L, list, 2 * i + 1, WENDLUA_DOUBLE, &points[i].y);
        } else {
            read_entry(L, list, i, WENDLUA_VEC2, &points[i]);
        }
    }
    return points;
}

/* All entries of the list at index, each of the same size; pushes their memory. */
static void *read_entries(lua_State *L, int index, unsigned type, size_t bytes, size_t *count)
{
    int list = lua_absindex(L, index);
    wendlua_need_table(L, list);
    *count = wendlua_list_length(L, list);
    char *entries = wendlua_scratch(L, *count, bytes);
    for (size_t i = 0; i < *count; i++) {
        read_entry(L, list, i, type, entries + i * bytes);
    }
    return entries;
}

uint32_t *wendlua_ids(lua_State *L, int index, unsigned kind, size_t *count)
{
    return read_entries(L, index, kind, 2 * sizeof(uint32_t), count);
}

wend_node *wendlua_nodes(lua_State *L, int index, size_t *count)
{
    return read_entries(L, index, WENDLUA_NODE, sizeof(wend_node), count);
}

double *wendlua_numbers(lua_State *L, int index, size_t *count)
{
    return read_entries(L, index, WENDLUA_DOUBLE, sizeof(double), count);
}

uint8_t *wendlua_costs(lua_State *L, int index, size_t count, bool is_zero_fine)
{
    int list = lua_absindex(L, index);
    wendlua_need_table(L, list);
    if ((size_t)lua_rawlen(L, list) != count) {
        wendlua_fail(L, "a list of %I costs expected, got %I", (LUAI_UACINT)count,
                     (LUAI_UACINT)lua_rawlen(L, list));
    }
    uint8_t *costs = wendlua_scratch(L, count, 1);
    for (size_t i = 0; i < count; i++) {
        read_entry(L, list, i, WENDLUA_U8, costs + i);
        if (costs[i] == 0 && !is_zero_fine) {
            wendlua_fail(L, "entry %I of a list: a cost is 1 to 255", (LUAI_UACINT)i + 1);
        }
    }
    return costs;
}
