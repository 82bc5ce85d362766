/* wend.predictor and its methods: the next action from those before it.
 * Cost: as in wend/predict.h. */
#include "lua/core/rooms.h"
#include "wend/predict.h"

static void destroy(wendlua_object *object)
{
    wend_predictor_destroy(object->pointer);
}

static const wendlua_field def_fields[] = {
    {"action_count", WENDLUA_U32, offsetof(wend_predictor_def, action_count), NULL},
    {"length", WENDLUA_U32, offsetof(wend_predictor_def, length), NULL},
    {"support", WENDLUA_U32, offsetof(wend_predictor_def, support), NULL},
    {"history_limit", WENDLUA_U32, offsetof(wend_predictor_def, history_limit), NULL},
    {NULL, 0, 0, NULL},
};

/* wend.predictor{action_count=} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_predictor_def def = wend_predictor_def_default();
    wend_predictor *predictor = NULL;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_predictor_kind, sizeof *self);
    const wend_result result = wend_predictor_create(&def, &predictor);
    return wendlua_made(L, self, predictor, result, &message);
}

/* wend.predictor_load(bytes) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_predictor_def def = wend_predictor_def_default();
    wend_predictor *predictor = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_predictor_kind, sizeof *self);
    const wend_result result = wend_predictor_load(&def, (const uint8_t *)bytes, count, &predictor);
    return wendlua_made(L, self, predictor, result, &message);
}

static wend_predictor *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_predictor_kind);
}

static const wend_predictor *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_predictor_kind);
}

/* add(action) */
static int add(lua_State *L)
{
    const uint32_t action = wendlua_u32(L, 2);
    wend_predictor *predictor = edit(L);
    (void)wendlua_done_by(L, wend_predictor_add(predictor, action),
                          wend_predictor_error(predictor));
    return 0;
}

static int begin_sequence(lua_State *L)
{
    (void)wend_predictor_begin_sequence(edit(L));
    return 0;
}

static int clear(lua_State *L)
{
    (void)wend_predictor_clear(edit(L));
    return 0;
}

static const wendlua_field prediction_fields[] = {
    {"action", WENDLUA_U32, offsetof(wend_prediction, action), NULL},
    {"length", WENDLUA_U32, offsetof(wend_prediction, length), NULL},
    {"count", WENDLUA_U32, offsetof(wend_prediction, count), NULL},
    {"total", WENDLUA_U32, offsetof(wend_prediction, total), NULL},
    {"probability", WENDLUA_DOUBLE, offsetof(wend_prediction, probability), NULL},
    {NULL, 0, 0, NULL},
};

/* predict(): the action, and a table of the reasons; nil without a history. */
static int predict(lua_State *L)
{
    wend_prediction prediction;
    if (!wend_predictor_predict(read(L), &prediction)) {
        return wendlua_push_nil(L);
    }
    lua_pushinteger(L, prediction.action);
    wendlua_push(L, prediction_fields, &prediction);
    return 2;
}

/* probabilities(): that of action 0 is entry 1. */
static int probabilities(lua_State *L)
{
    wend_predictor_info info;
    wend_predictor_get_info(read(L), &info);
    double *found = wendlua_scratch(L, info.action_count, sizeof *found);
    (void)wend_predictor_get_probabilities(read(L), found, info.action_count);
    return wendlua_push_numbers(L, found, info.action_count);
}

/* occurrences{action, action...} */
static int occurrences(lua_State *L)
{
    size_t count;
    const wend_node *actions = wendlua_nodes(L, 2, &count);
    lua_pushinteger(L, wend_predictor_count(read(L), actions, count));
    return 1;
}

static const wendlua_field info_fields[] = {
    {"action_count", WENDLUA_U32, offsetof(wend_predictor_info, action_count), NULL},
    {"length", WENDLUA_U32, offsetof(wend_predictor_info, length), NULL},
    {"history_count", WENDLUA_U32, offsetof(wend_predictor_info, history_count), NULL},
    {"predicted_count", WENDLUA_U32, offsetof(wend_predictor_info, predicted_count), NULL},
    {"hit_count", WENDLUA_U32, offsetof(wend_predictor_info, hit_count), NULL},
    {"added_count", WENDLUA_U64, offsetof(wend_predictor_info, added_count), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_predictor_info, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_predictor_info info;
    wend_predictor_get_info(read(L), &info);
    wendlua_push(L, info_fields, &info);
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_predictor_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_predictor_save(it, bytes, capacity, count);
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
    wend_predictor_def def = wend_predictor_def_default();
    wend_predictor *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_predictor_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_predictor_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"add", add},
    {"begin_sequence", begin_sequence},
    {"clear", clear},
    {"predict", predict},
    {"probabilities", probabilities},
    {"occurrences", occurrences},
    {"get_info", get_info},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_predictor_kind = {"predictor", "wend.predictor", destroy, methods};

const luaL_Reg wendlua_predictor_functions[] = {
    {"predictor", make},
    {"predictor_load", make_loaded},
    {NULL, NULL},
};
