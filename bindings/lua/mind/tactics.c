/* wend.tactics and its methods: tactics chosen by how they fared.
 * Cost: as in wend/tactics.h. */
#include "wend/tactics.h"
#include "lua/core/rooms.h"

static void destroy(wendlua_object *object)
{
    wend_tactics_destroy(object->pointer);
}

static const wendlua_field def_fields[] = {
    {"tactic_count", WENDLUA_U32, offsetof(wend_tactics_def, tactic_count), NULL},
    {"context_count", WENDLUA_U32, offsetof(wend_tactics_def, context_count), NULL},
    {"history_limit", WENDLUA_U32, offsetof(wend_tactics_def, history_limit), NULL},
    {"standard", WENDLUA_I32, offsetof(wend_tactics_def, standard), NULL},
    {"exploration", WENDLUA_DOUBLE, offsetof(wend_tactics_def, exploration), NULL},
    {"borrowing", WENDLUA_DOUBLE, offsetof(wend_tactics_def, borrowing), NULL},
    {"seed", WENDLUA_U64, offsetof(wend_tactics_def, seed), NULL},
    {NULL, 0, 0, NULL},
};

/* wend.tactics{tactic_count=} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_tactics_def def = wend_tactics_def_default();
    wend_tactics *tactics = NULL;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    def.seed = wendlua_get_context(L).seed;
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_tactics_kind, sizeof *self);
    const wend_result result = wend_tactics_create(&def, &tactics);
    return wendlua_made(L, self, tactics, result, &message);
}

/* wend.tactics_load(bytes) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_tactics_def def = wend_tactics_def_default();
    wend_tactics *tactics = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_tactics_kind, sizeof *self);
    const wend_result result = wend_tactics_load(&def, (const uint8_t *)bytes, count, &tactics);
    return wendlua_made(L, self, tactics, result, &message);
}

static wend_tactics *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_tactics_kind);
}

static const wend_tactics *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_tactics_kind);
}

static const wendlua_field choice_fields[] = {
    {"score", WENDLUA_DOUBLE, offsetof(wend_tactic_choice, score), NULL},
    {"bonus", WENDLUA_DOUBLE, offsetof(wend_tactic_choice, bonus), NULL},
    {"tries", WENDLUA_U32, offsetof(wend_tactic_choice, tries), NULL},
    {"is_best", WENDLUA_BOOL, offsetof(wend_tactic_choice, is_best), NULL},
    {"is_first", WENDLUA_BOOL, offsetof(wend_tactic_choice, is_first), NULL},
    {NULL, 0, 0, NULL},
};

/* choose([context]): the tactic, and a table of the reasons. */
static int choose(lua_State *L)
{
    wend_tactic_choice choice;
    const uint32_t context = wendlua_u32_or(L, 2, 0);
    wendlua_done(L, wend_tactics_choose(read(L), context, &choice), NULL,
                 "the context is not below context_count");
    lua_pushinteger(L, choice.tactic);
    wendlua_push(L, choice_fields, &choice);
    return 2;
}

/* add(context, tactic, score) */
static int add(lua_State *L)
{
    wendlua_takes(L, "context, tactic, score");
    const uint32_t context = wendlua_u32(L, 2), tactic = wendlua_u32(L, 3);
    const double score = wendlua_number(L, 4);
    wend_tactics *tactics = edit(L);
    (void)wendlua_done_by(L, wend_tactics_add(tactics, context, tactic, score),
                          wend_tactics_error(tactics));
    return 0;
}

static int clear(lua_State *L)
{
    (void)wend_tactics_clear(edit(L));
    return 0;
}

static const wendlua_field info_fields[] = {
    {"tries", WENDLUA_U32, offsetof(wend_tactic_info, tries), NULL},
    {"mean", WENDLUA_DOUBLE, offsetof(wend_tactic_info, mean), NULL},
    {"tries_all", WENDLUA_U32, offsetof(wend_tactic_info, tries_all), NULL},
    {"mean_all", WENDLUA_DOUBLE, offsetof(wend_tactic_info, mean_all), NULL},
    {NULL, 0, 0, NULL},
};

/* get(context, tactic) */
static int get(lua_State *L)
{
    wendlua_takes(L, "context, tactic");
    wend_tactic_info info;
    const uint32_t context = wendlua_u32(L, 2), tactic = wendlua_u32(L, 3);
    wendlua_done(L, wend_tactics_get(read(L), context, tactic, &info), NULL,
                 "the context or tactic is out of range");
    wendlua_push(L, info_fields, &info);
    return 1;
}

static const wendlua_field decision_fields[] = {
    {"number", WENDLUA_U64, offsetof(wend_tactic_decision, number), NULL},
    {"context", WENDLUA_U32, offsetof(wend_tactic_decision, context), NULL},
    {"tactic", WENDLUA_U32, offsetof(wend_tactic_decision, tactic), NULL},
    {"score", WENDLUA_DOUBLE, offsetof(wend_tactic_decision, score), NULL},
    {NULL, 0, 0, NULL},
};

/* history(): all decisions that count, the oldest first. */
static int history(lua_State *L)
{
    const uint32_t count = wend_tactics_history_count(read(L));
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        wend_tactic_decision decision;
        (void)wend_tactics_get_decision(read(L), i, &decision);
        wendlua_push(L, decision_fields, &decision);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_tactics_memory_bytes(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_tactics_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_tactics_save(it, bytes, capacity, count);
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
    wend_tactics_def def = wend_tactics_def_default();
    wend_tactics *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_tactics_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_tactics_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"choose", choose}, {"add", add},         {"clear", clear},
    {"get", get},       {"history", history}, {"memory_bytes", memory_bytes},
    {"hash", hash},     {"save", save},       {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_tactics_kind = {"tactics", "wend.tactics", destroy, methods};

const luaL_Reg wendlua_tactics_functions[] = {
    {"tactics", make},
    {"tactics_load", make_loaded},
    {NULL, NULL},
};
