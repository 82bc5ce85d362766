/* wend.reservations and its methods: claims of agents on places, items and targets.
 * Cost: as in wend/reserve.h. */
#include "lua/core/rooms.h"
#include "wend/reserve.h"

static void destroy(wendlua_object *object)
{
    wend_reservations_destroy(object->pointer);
}

static wend_reservations *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_reservations_kind);
}

static const wend_reservations *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_reservations_kind);
}

static const wendlua_field def_fields[] = {
    {"capacity", WENDLUA_U32, offsetof(wend_reservations_def, capacity), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_reservations_def, cell_size), NULL},
    {"max_height_difference", WENDLUA_LIMIT, offsetof(wend_reservations_def, max_height_difference),
     NULL},
    {NULL, 0, 0, NULL},
};

/* wend.reservations{capacity=} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_reservations_def def = wend_reservations_def_default();
    wend_reservations *reservations = NULL;
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_reservations_kind, sizeof *self);
    const wend_result result = wend_reservations_create(&def, &reservations);
    return wendlua_made(L, self, reservations, result, &message);
}

/* wend.reservations_load(bytes) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_reservations_def def = wend_reservations_def_default();
    wend_reservations *reservations = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_reservations_kind, sizeof *self);
    const wend_result result =
        wend_reservations_load(&def, (const uint8_t *)bytes, count, &reservations);
    return wendlua_made(L, self, reservations, result, &message);
}

/* ---- claims ---- */

static const wendlua_field claim_fields[] = {
    {"kind", WENDLUA_U32, offsetof(wend_claim, kind), NULL},
    {"key", WENDLUA_U64, offsetof(wend_claim, key), NULL},
    {"agent", WENDLUA_U64, offsetof(wend_claim, agent), NULL},
    {"ticks", WENDLUA_U64, offsetof(wend_claim, ticks), NULL},
    {"priority", WENDLUA_I32, offsetof(wend_claim, priority), NULL},
    {"is_place", WENDLUA_BOOL, offsetof(wend_claim, is_place), NULL},
    {"x", WENDLUA_DOUBLE, offsetof(wend_claim, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_claim, position.y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_claim, position.z), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_claim, radius), NULL},
    {NULL, 0, 0, NULL},
};

/* The table at 2; with an x it is a place. */
static wend_claim claim_at(lua_State *L)
{
    wend_claim claim = wend_claim_default();
    wendlua_need_table(L, 2);
    lua_pushstring(L, "x");
    claim.is_place = lua_rawget(L, 2) != LUA_TNIL;
    lua_pop(L, 1);
    wendlua_read(L, 2, claim_fields, &claim);
    return claim;
}

static wend_claim_id id_at(lua_State *L, int arg)
{
    const uint64_t id = wendlua_u64(L, arg);
    return (wend_claim_id){(uint32_t)id, (uint32_t)(id >> 32)};
}

static int push_id(lua_State *L, wend_claim_id id)
{
    return wendlua_push_plain_id(L, id.index1, id.generation);
}

/* claim{kind=, key=, agent=}: its id; nil where it is not granted. */
static int claim(lua_State *L)
{
    wend_claim_id id;
    const wend_claim it = claim_at(L);
    wend_reservations *reservations = edit(L);
    (void)wendlua_done_by(L, wend_reservations_claim(reservations, &it, &id),
                          wend_reservations_error(reservations));
    return push_id(L, id);
}

static int is_free(lua_State *L)
{
    const wend_claim it = claim_at(L);
    lua_pushboolean(L, wend_reservations_is_free(read(L), &it));
    return 1;
}

static int release(lua_State *L)
{
    const wend_claim_id id = id_at(L, 2);
    wend_reservations *reservations = edit(L);
    (void)wendlua_done_by(L, wend_reservations_release(reservations, id),
                          wend_reservations_error(reservations));
    return 0;
}

static int release_agent(lua_State *L)
{
    const uint64_t agent = wendlua_u64(L, 2);
    lua_pushinteger(L, wend_reservations_release_agent(edit(L), agent));
    return 1;
}

static int revoke(lua_State *L)
{
    wendlua_takes(L, "kind, key");
    const uint32_t kind = wendlua_u32(L, 2);
    const uint64_t key = wendlua_u64(L, 3);
    wend_reservations *reservations = edit(L);
    (void)wendlua_done_by(L, wend_reservations_revoke(reservations, kind, key),
                          wend_reservations_error(reservations));
    return 0;
}

static int clear(lua_State *L)
{
    wend_reservations_clear(edit(L));
    return 0;
}

/* ---- capacities ---- */

/* A capacity, or nil for none of its own. */
static int32_t capacity_at(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? (int32_t)WEND_RESERVATIONS_CAPACITY_NONE : wendlua_i32(L, arg);
}

static int set_kind_capacity(lua_State *L)
{
    const uint32_t kind = wendlua_u32(L, 2);
    const int32_t capacity = capacity_at(L, 3);
    wend_reservations *reservations = edit(L);
    (void)wendlua_done_by(L, wend_reservations_set_kind_capacity(reservations, kind, capacity),
                          wend_reservations_error(reservations));
    return 0;
}

static int set_capacity(lua_State *L)
{
    const uint32_t kind = wendlua_u32(L, 2);
    const uint64_t key = wendlua_u64(L, 3);
    const int32_t capacity = capacity_at(L, 4);
    wend_reservations *reservations = edit(L);
    (void)wendlua_done_by(L, wend_reservations_set_capacity(reservations, kind, key, capacity),
                          wend_reservations_error(reservations));
    return 0;
}

static int get_capacity(lua_State *L)
{
    wendlua_takes(L, "kind, key");
    const uint32_t kind = wendlua_u32(L, 2);
    const uint64_t key = wendlua_u64(L, 3);
    lua_pushinteger(L, wend_reservations_get_capacity(read(L), kind, key));
    return 1;
}

/* ---- time and events ---- */

static int update(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 2);
    wend_reservations *reservations = edit(L);
    (void)wendlua_done_by(L, wend_reservations_update(reservations, tick),
                          wend_reservations_error(reservations));
    return 0;
}

static int get_tick(lua_State *L)
{
    wendlua_push_u64(L, wend_reservations_tick(read(L)));
    return 1;
}

static const wendlua_name type_names[] = {
    {"lost", WEND_CLAIM_LOST},
    {"expired", WEND_CLAIM_EXPIRED},
    {"revoked", WEND_CLAIM_REVOKED},
    {NULL, 0},
};

static const wendlua_field event_fields[] = {
    {"type", WENDLUA_ENUM, offsetof(wend_claim_event, type), type_names},
    {"kind", WENDLUA_U32, offsetof(wend_claim_event, kind), NULL},
    {"key", WENDLUA_U64, offsetof(wend_claim_event, key), NULL},
    {"agent", WENDLUA_U64, offsetof(wend_claim_event, agent), NULL},
    {"by", WENDLUA_U64, offsetof(wend_claim_event, by), NULL},
    {"is_place", WENDLUA_BOOL, offsetof(wend_claim_event, is_place), NULL},
    {NULL, 0, 0, NULL},
};

static int get_events(lua_State *L)
{
    size_t count;
    (void)wend_reservations_events(read(L), &count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        const wend_claim_event it = wend_reservations_events(read(L), NULL)[i];
        wendlua_push(L, event_fields, &it);
        (void)push_id(L, it.id);
        lua_setfield(L, -2, "id");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ---- questions ---- */

static int get(lua_State *L)
{
    wend_claim it;
    const wend_claim_id id = id_at(L, 2);
    wendlua_done(L, wend_reservations_get(read(L), id, &it), NULL, "there is no such claim");
    wendlua_push(L, claim_fields, &it);
    return 1;
}

static int get_count(lua_State *L)
{
    wendlua_takes(L, "kind, key");
    const uint32_t kind = wendlua_u32(L, 2);
    const uint64_t key = wendlua_u64(L, 3);
    lua_pushinteger(L, wend_reservations_count(read(L), kind, key));
    return 1;
}

static int get_total(lua_State *L)
{
    lua_pushinteger(L, wend_reservations_total(read(L)));
    return 1;
}

static int find(lua_State *L)
{
    wendlua_takes(L, "kind, key, agent");
    const uint32_t kind = wendlua_u32(L, 2);
    const uint64_t key = wendlua_u64(L, 3), agent = wendlua_u64(L, 4);
    return push_id(L, wend_reservations_find(read(L), kind, key, agent));
}

static int push_all(lua_State *L, const wend_claim_id *ids, size_t count)
{
    return wendlua_push_plain_ids(L, &ids->index1, count);
}

static wend_claim_id *room_for_all(lua_State *L, size_t *capacity)
{
    *capacity = wend_reservations_total(read(L));
    return wendlua_scratch(L, *capacity + 1, sizeof(wend_claim_id));
}

static int list_holders(lua_State *L)
{
    size_t count, capacity;
    wendlua_takes(L, "kind, key");
    const uint32_t kind = wendlua_u32(L, 2);
    const uint64_t key = wendlua_u64(L, 3);
    wend_claim_id *ids = room_for_all(L, &capacity);
    (void)wend_reservations_list_holders(read(L), kind, key, ids, capacity, &count);
    return push_all(L, ids, count);
}

static int list_agent(lua_State *L)
{
    size_t count, capacity;
    const uint64_t agent = wendlua_u64(L, 2);
    wend_claim_id *ids = room_for_all(L, &capacity);
    (void)wend_reservations_list_agent(read(L), agent, ids, capacity, &count);
    return push_all(L, ids, count);
}

static int list(lua_State *L)
{
    size_t count, capacity;
    wend_claim_id *ids = room_for_all(L, &capacity);
    (void)wend_reservations_list(read(L), ids, capacity, &count);
    return push_all(L, ids, count);
}

static wend_item_id item_at(lua_State *L, int arg)
{
    return (wend_item_id){wendlua_index1(L, arg, WENDLUA_ITEM),
                          wendlua_generation(L, arg, WENDLUA_ITEM)};
}

static int item_key(lua_State *L)
{
    (void)read(L);
    wendlua_push_u64(L, wend_reservations_item_key(item_at(L, 2)));
    return 1;
}

/* is_item_free(kind, item, agent [, priority]) */
static int is_item_free(lua_State *L)
{
    wendlua_takes(L, "kind, item, agent");
    wend_free_items free_items = {NULL, wendlua_u32(L, 2), 0};
    const wend_item_id item = item_at(L, 3);
    const uint64_t agent = wendlua_u64(L, 4);
    free_items.priority = lua_isnoneornil(L, 5) ? 0 : wendlua_i32(L, 5);
    free_items.reservations = read(L);
    lua_pushboolean(L, wend_reservations_is_item_free(&free_items, agent, item));
    return 1;
}

/* ---- all ---- */

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_reservations_hash(read(L)));
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_reservations_memory_bytes(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_reservations_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

/* load(bytes): replaces its state. */
static int load(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_reservations_def def = wend_reservations_def_default();
    wend_reservations *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_reservations_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_reservations_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"claim", claim},
    {"is_free", is_free},
    {"release", release},
    {"release_agent", release_agent},
    {"revoke", revoke},
    {"clear", clear},
    {"set_kind_capacity", set_kind_capacity},
    {"set_capacity", set_capacity},
    {"capacity", get_capacity},
    {"update", update},
    {"tick", get_tick},
    {"events", get_events},
    {"get", get},
    {"count", get_count},
    {"total", get_total},
    {"find", find},
    {"holders", list_holders},
    {"of_agent", list_agent},
    {"list", list},
    {"item_key", item_key},
    {"is_item_free", is_item_free},
    {"hash", hash},
    {"memory_bytes", memory_bytes},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_reservations_kind = {"reservations", "wend.reservations", destroy,
                                                methods};

const luaL_Reg wendlua_reservations_functions[] = {
    {"reservations", make},
    {"reservations_load", make_loaded},
    {NULL, NULL},
};
