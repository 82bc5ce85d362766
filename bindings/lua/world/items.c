/* wend.items and its methods.
 * Cost: as in wend/items.h. */
#include "wend/items.h"
#include "lua/core/rooms.h"

#include <math.h>

static void destroy(wendlua_object *object)
{
    wend_items_destroy(object->pointer);
}

static wend_items *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_items_kind);
}

static const wend_items *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_items_kind);
}

static const wendlua_field def_fields[] = {
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_items_def, cell_size), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field item_fields[] = {
    {"x", WENDLUA_DOUBLE, offsetof(wend_item, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_item, position.y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_item, position.z), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_item, tag), NULL},
    {"is_active", WENDLUA_BOOL, offsetof(wend_item, is_active), NULL},
    {"user", WENDLUA_U64, offsetof(wend_item, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field query_fields[] = {
    {"tag", WENDLUA_U32, offsetof(wend_items_query, tag), NULL},
    {"tag_mask", WENDLUA_U32, offsetof(wend_items_query, tag_mask), NULL},
    {"is_inactive_found", WENDLUA_BOOL, offsetof(wend_items_query, is_inactive_found), NULL},
    {"max_distance", WENDLUA_LIMIT, offsetof(wend_items_query, max_distance), NULL},
    {"max_height_difference", WENDLUA_LIMIT, offsetof(wend_items_query, max_height_difference),
     NULL},
    {"agent", WENDLUA_U64, offsetof(wend_items_query, agent), NULL},
    {"height", WENDLUA_OTHER, 0, NULL},
    {"is_item", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

/* ---- creation ---- */

static int finish(lua_State *L, wendlua_object *object, wend_items *items, wend_result result,
                  const wend_message *message)
{
    object->pointer = items;
    wendlua_done(L, result, message, NULL);
    return 1;
}

static int make(lua_State *L)
{
    wend_message message = {0};
    wend_items_def def = wend_items_def_default();
    def.allocator = wendlua_allocator(L);
    wendlua_read(L, 1, def_fields, &def);
    def.message = &message;
    wendlua_object *object = wendlua_new(L, &wendlua_items_kind, sizeof *object);
    wend_items *items = NULL;
    const wend_result result = wend_items_create(&def, &items);
    return finish(L, object, items, result, &message);
}

static int make_loaded(lua_State *L)
{
    size_t count = 0;
    wend_message message = {0};
    wend_items_def def = wend_items_def_default();
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const char *bytes = wendlua_bytes(L, 1, &count);
    wendlua_object *object = wendlua_new(L, &wendlua_items_kind, sizeof *object);
    wend_items *items = NULL;
    const wend_result result = wend_items_load(&def, (const uint8_t *)bytes, count, &items);
    return finish(L, object, items, result, &message);
}

/* ---- items ---- */

static wend_item_id id_at(lua_State *L, int arg)
{
    return (wend_item_id){wendlua_index1(L, arg, WENDLUA_ITEM),
                          wendlua_generation(L, arg, WENDLUA_ITEM)};
}

static void push_id(lua_State *L, wend_item_id id)
{
    if (id.index1 == 0) {
        lua_pushnil(L);
    } else {
        wendlua_push_id(L, WENDLUA_ITEM, id.index1, id.generation);
    }
}

/* add(x, y [, fields]) or add(fields) */
static int add(lua_State *L)
{
    wend_item item = wend_item_default();
    wend_item_id id;
    if (lua_type(L, 2) == LUA_TTABLE) {
        wendlua_read(L, 2, item_fields, &item);
    } else {
        wendlua_read(L, 4, item_fields, &item);
        const wend_vec2 at = wendlua_xy(L, 2);
        item.position.x = at.x;
        item.position.y = at.y;
    }
    wendlua_done_by(L, wend_items_add(edit(L), &item, &id), wend_items_error(read(L)));
    push_id(L, id);
    return 1;
}

static int remove_item(lua_State *L)
{
    const wend_item_id id = id_at(L, 2);
    wendlua_done_by(L, wend_items_remove(edit(L), id), wend_items_error(read(L)));
    return 0;
}

static int set(lua_State *L)
{
    wend_item item;
    const wend_item_id id = id_at(L, 2);
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_items_get(read(L), id, &item), NULL, "there is no such item");
    wendlua_read(L, 3, item_fields, &item);
    wendlua_done_by(L, wend_items_set(edit(L), id, &item), wend_items_error(read(L)));
    return 0;
}

/* move(id, x, y [, z]) */
static int move(lua_State *L)
{
    wend_item item;
    const wend_item_id id = id_at(L, 2);
    const wend_vec2 to = wendlua_xy(L, 3);
    wendlua_done(L, wend_items_get(read(L), id, &item), NULL, "there is no such item");
    const wend_vec3 at = {to.x, to.y, wendlua_number_or(L, 5, item.position.z)};
    wendlua_done_by(L, wend_items_move(edit(L), id, at), wend_items_error(read(L)));
    return 0;
}

static int set_active(lua_State *L)
{
    const wend_item_id id = id_at(L, 2);
    const bool is_active = wendlua_bool(L, 3);
    wendlua_done_by(L, wend_items_set_active(edit(L), id, is_active), wend_items_error(read(L)));
    return 0;
}

static int get(lua_State *L)
{
    wend_item item;
    const wend_item_id id = id_at(L, 2);
    wendlua_done(L, wend_items_get(read(L), id, &item), NULL, "there is no such item");
    wendlua_push(L, item_fields, &item);
    return 1;
}

static int has(lua_State *L)
{
    const wend_item_id id = id_at(L, 2);
    lua_pushboolean(L, wend_items_has(read(L), id));
    return 1;
}

static int count(lua_State *L)
{
    wendlua_push_u64(L, wend_items_count(read(L)));
    return 1;
}

static int ids(lua_State *L)
{
    lua_newtable(L);
    lua_Integer number = 0;
    for (uint32_t i = 0; i < wend_items_limit(read(L)); i++) {
        const wend_item_id id = wend_items_id(read(L), i);
        if (id.index1 != 0) {
            push_id(L, id);
            lua_rawseti(L, -2, ++number);
        }
    }
    return 1;
}

/* ---- queries ---- */

/* Conditions, with a function of the script among them. */
typedef struct conditions {
    wend_items_query query;
    double height;
    lua_State *L;
    int is_item; /**< Its slot; 0 = none. */
    bool has_failed;
} conditions;

static bool ask(void *user, uint64_t agent, wend_item_id item)
{
    conditions *c = user;
    if (c->has_failed) {
        return false;
    }
    lua_pushvalue(c->L, c->is_item);
    push_id(c->L, item);
    wendlua_push_u64(c->L, agent);
    if (lua_pcall(c->L, 2, 1, 0) != LUA_OK) {
        lua_replace(c->L, c->is_item);
        c->has_failed = true;
        return false;
    }
    const bool is_wanted = lua_toboolean(c->L, -1) != 0;
    lua_pop(c->L, 1);
    return is_wanted;
}

static bool has_field(lua_State *L, int table, const char *name)
{
    lua_pushstring(L, name);
    const bool is_there = lua_rawget(L, table) != LUA_TNIL;
    lua_pop(L, 1);
    return is_there;
}

/* The options at a slot, which may be missing. */
static void read_conditions(lua_State *L, int slot, conditions *c)
{
    *c = (conditions){.query = wend_items_query_default(), .L = L};
    lua_settop(L, slot);
    if (lua_isnil(L, slot)) {
        return;
    }
    wendlua_read(L, slot, query_fields, &c->query);
    if (has_field(L, slot, "tag") && !has_field(L, slot, "tag_mask")) {
        c->query.tag_mask = UINT32_MAX;
    }
    lua_pushstring(L, "height");
    if (lua_rawget(L, slot) != LUA_TNIL) {
        c->height = wendlua_number(L, lua_gettop(L));
    }
    lua_pushstring(L, "is_item");
    if (lua_rawget(L, slot) != LUA_TNIL) {
        if (!lua_isfunction(L, -1)) {
            wendlua_fail(L, "field 'is_item': a function expected, got %s", luaL_typename(L, -1));
        }
        c->is_item = lua_gettop(L);
        c->query.is_item = ask;
        c->query.user = c;
    }
}

/* After a query, during which the items were locked. */
static void unlock(lua_State *L, const conditions *c)
{
    wendlua_lock(L, 1, false);
    if (c->has_failed) {
        lua_pushvalue(L, c->is_item);
        lua_error(L);
    }
}

static void push_all(lua_State *L, const wend_item_id *found, size_t number)
{
    lua_newtable(L);
    for (size_t i = 0; i < number; i++) {
        push_id(L, found[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* nearest(x, y [, options]) */
static int nearest(lua_State *L)
{
    conditions c;
    const wend_vec2 at = wendlua_xy(L, 2);
    read_conditions(L, 4, &c);
    const wend_items *items = read(L);
    wendlua_lock(L, 1, true);
    const wend_item_id id = wend_items_nearest(items, (wend_vec3){at.x, at.y, c.height}, &c.query);
    unlock(L, &c);
    push_id(L, id);
    return 1;
}

/* nearest_many(x, y, count [, options]) */
static int nearest_many(lua_State *L)
{
    conditions c;
    const wend_vec2 at = wendlua_xy(L, 2);
    const uint32_t most = wendlua_u32(L, 4);
    read_conditions(L, 5, &c);
    const wend_items *items = read(L);
    const uint32_t there = wend_items_count(items);
    const size_t capacity = most < there ? most : there;
    wend_item_id *found = wendlua_scratch(L, capacity + 1, sizeof *found);
    wendlua_lock(L, 1, true);
    const size_t number = wend_items_nearest_many(items, (wend_vec3){at.x, at.y, c.height},
                                                  &c.query, found, capacity);
    unlock(L, &c);
    push_all(L, found, number);
    return 1;
}

/* in_circle(x, y, radius [, options]) */
static int in_circle(lua_State *L)
{
    conditions c;
    size_t number = 0;
    const wend_vec2 at = wendlua_xy(L, 2);
    const double radius = wendlua_limit(L, 4);
    wendlua_arg_check(L, radius >= 0, 4, "0 or more expected");
    read_conditions(L, 5, &c);
    const wend_items *items = read(L);
    const size_t capacity = wend_items_count(items);
    wend_item_id *found = wendlua_scratch(L, capacity + 1, sizeof *found);
    wendlua_lock(L, 1, true);
    const wend_result result = wend_items_in_circle(items, (wend_vec3){at.x, at.y, c.height},
                                                    radius, &c.query, found, capacity, &number);
    unlock(L, &c);
    wendlua_done(L, result, NULL, NULL);
    push_all(L, found, number);
    return 1;
}

/* in_box(x0, y0, x1, y1 [, options]) */
static int in_box(lua_State *L)
{
    conditions c;
    size_t number = 0;
    const wend_vec2 low = wendlua_xy(L, 2);
    const wend_vec2 high = wendlua_xy(L, 4);
    read_conditions(L, 6, &c);
    const wend_items *items = read(L);
    const size_t capacity = wend_items_count(items);
    wend_item_id *found = wendlua_scratch(L, capacity + 1, sizeof *found);
    wendlua_lock(L, 1, true);
    const wend_result result = wend_items_in_box(items, (wend_vec3){low.x, low.y, c.height}, high,
                                                 &c.query, found, capacity, &number);
    unlock(L, &c);
    wendlua_done(L, result, NULL, NULL);
    push_all(L, found, number);
    return 1;
}

/* ---- all items ---- */

static int revision(lua_State *L)
{
    wendlua_push_u64(L, wend_items_revision(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_items_hash(read(L)));
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_items_memory_bytes(read(L)));
    return 1;
}

static int save(lua_State *L)
{
    size_t number = 0;
    (void)wend_items_save(read(L), NULL, 0, &number);
    uint8_t *bytes = wendlua_scratch(L, number, 1);
    wendlua_done(L, wend_items_save(read(L), bytes, number, &number), NULL, NULL);
    lua_pushlstring(L, (const char *)bytes, number);
    return 1;
}

/* load(bytes): replaces all items. */
static int load(lua_State *L)
{
    size_t number = 0;
    const char *bytes = wendlua_bytes(L, 2, &number);
    wend_items *items = wendlua_edit_pointer(L, 1, &wendlua_items_kind);
    (void)wendlua_done_by(L, wend_items_restore(items, (const uint8_t *)bytes, number),
                          wend_items_error(items));
    return 0;
}

static const luaL_Reg methods[] = {
    {"add", add},
    {"remove", remove_item},
    {"set", set},
    {"move", move},
    {"set_active", set_active},
    {"get", get},
    {"has", has},
    {"count", count},
    {"ids", ids},
    {"nearest", nearest},
    {"nearest_many", nearest_many},
    {"in_circle", in_circle},
    {"in_box", in_box},
    {"revision", revision},
    {"hash", hash},
    {"memory_bytes", memory_bytes},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_items_kind = {"items", "wend.items", destroy, methods};

const luaL_Reg wendlua_items_functions[] = {
    {"items", make},
    {"items_load", make_loaded},
    {NULL, NULL},
};
