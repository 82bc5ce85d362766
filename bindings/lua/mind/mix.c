/* wend.mix and its methods, wend.plan_builds: which units to build.
 * Cost: as in wend/mix.h. */
#include "wend/mix.h"
#include "lua/core/rooms.h"

static void destroy(wendlua_object *object)
{
    wend_mix_destroy(object->pointer);
}

static wend_mix *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_mix_kind);
}

static const wend_mix *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_mix_kind);
}

static const wendlua_field def_fields[] = {
    {"own_count", WENDLUA_U32, offsetof(wend_mix_def, own_count), NULL},
    {"enemy_count", WENDLUA_U32, offsetof(wend_mix_def, enemy_count), NULL},
    {"seen_half_life", WENDLUA_U32, offsetof(wend_mix_def, seen_half_life), NULL},
    {"outcome_half_life", WENDLUA_U32, offsetof(wend_mix_def, outcome_half_life), NULL},
    {"prior_weight", WENDLUA_DOUBLE, offsetof(wend_mix_def, prior_weight), NULL},
    {"trust_cost", WENDLUA_DOUBLE, offsetof(wend_mix_def, trust_cost), NULL},
    {"prediction_cost", WENDLUA_DOUBLE, offsetof(wend_mix_def, prediction_cost), NULL},
    {"trust_most", WENDLUA_DOUBLE, offsetof(wend_mix_def, trust_most), NULL},
    {"least_share", WENDLUA_DOUBLE, offsetof(wend_mix_def, least_share), NULL},
    {"iterations", WENDLUA_U32, offsetof(wend_mix_def, iterations), NULL},
    {"tolerance", WENDLUA_DOUBLE, offsetof(wend_mix_def, tolerance), NULL},
    {NULL, 0, 0, NULL},
};

/* wend.mix{own_count=, enemy_count=} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_mix_def def = wend_mix_def_default();
    wend_mix *made = NULL;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_mix_kind, sizeof *self);
    const wend_result result = wend_mix_create(&def, &made);
    return wendlua_made(L, self, made, result, &message);
}

/* wend.mix_load(bytes) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_mix_def def = wend_mix_def_default();
    wend_mix *made = NULL;
    const char *bytes = wendlua_bytes(L, 1, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_mix_kind, sizeof *self);
    const wend_result result = wend_mix_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_made(L, self, made, result, &message);
}

static int set_tick(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 2);
    wendlua_done_by(L, wend_mix_set_tick(edit(L), tick), wend_mix_error(read(L)));
    return 0;
}

/* set_effect(own, enemy, effect) */
static int set_effect(lua_State *L)
{
    wendlua_takes(L, "own, enemy, effect");
    const uint32_t own = wendlua_u32(L, 2), enemy = wendlua_u32(L, 3);
    const double value = wendlua_number(L, 4);
    wendlua_done_by(L, wend_mix_set_effect(edit(L), own, enemy, value), wend_mix_error(read(L)));
    return 0;
}

/* add_outcome(own, enemy, done, taken) */
static int add_outcome(lua_State *L)
{
    wendlua_takes(L, "own, enemy, done, taken");
    const uint32_t own = wendlua_u32(L, 2), enemy = wendlua_u32(L, 3);
    const double done = wendlua_number(L, 4), taken = wendlua_number(L, 5);
    wendlua_done_by(L, wend_mix_add_outcome(edit(L), own, enemy, done, taken),
                    wend_mix_error(read(L)));
    return 0;
}

/* add_seen(enemy, cost) */
static int add_seen(lua_State *L)
{
    wendlua_takes(L, "enemy, cost");
    const uint32_t enemy = wendlua_u32(L, 2);
    const double cost = wendlua_number(L, 3);
    wendlua_done_by(L, wend_mix_add_seen(edit(L), enemy, cost), wend_mix_error(read(L)));
    return 0;
}

static const wendlua_field effect_fields[] = {
    {"prior", WENDLUA_DOUBLE, offsetof(wend_mix_effect, prior), NULL},
    {"done", WENDLUA_DOUBLE, offsetof(wend_mix_effect, done), NULL},
    {"taken", WENDLUA_DOUBLE, offsetof(wend_mix_effect, taken), NULL},
    {"effect", WENDLUA_DOUBLE, offsetof(wend_mix_effect, effect), NULL},
    {NULL, 0, 0, NULL},
};

/* effect(own, enemy) */
static int effect(lua_State *L)
{
    wend_mix_effect it;
    wendlua_takes(L, "own, enemy");
    const uint32_t own = wendlua_u32(L, 2), enemy = wendlua_u32(L, 3);
    wendlua_done(L, wend_mix_get_effect(read(L), own, enemy, &it), NULL, "there is no such kind");
    wendlua_push(L, effect_fields, &it);
    return 1;
}

static const wend_predictor *predictor_at(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? NULL : wendlua_read_pointer(L, arg, &wendlua_predictor_kind);
}

/* opponent([predictor]): a list of shares, and the trust in them. */
static int opponent(lua_State *L)
{
    double shares[WEND_MIX_KINDS_MAX], trust;
    const wend_predictor *predictor = predictor_at(L, 2);
    const wend_mix *mix = read(L);
    uint32_t count = 0;
    wend_mix_effect it;
    wendlua_done(L, wend_mix_get_opponent(mix, predictor, shares, WEND_MIX_KINDS_MAX, &trust), NULL,
                 "the predictor must have an action for each kind");
    while (wend_mix_get_effect(mix, 0, count, &it) == WEND_OK) {
        count++;
    }
    wendlua_push_numbers(L, shares, count);
    lua_pushnumber(L, trust);
    return 2;
}

static const wendlua_field answer_fields[] = {
    {"trust", WENDLUA_DOUBLE, offsetof(wend_mix_answer, trust), NULL},
    {"value", WENDLUA_DOUBLE, offsetof(wend_mix_answer, value), NULL},
    {"bound", WENDLUA_DOUBLE, offsetof(wend_mix_answer, bound), NULL},
    {"expected", WENDLUA_DOUBLE, offsetof(wend_mix_answer, expected), NULL},
    {"worst", WENDLUA_DOUBLE, offsetof(wend_mix_answer, worst), NULL},
    {"worst_kind", WENDLUA_U32, offsetof(wend_mix_answer, worst_kind), NULL},
    {"iterations", WENDLUA_U32, offsetof(wend_mix_answer, iterations), NULL},
    {NULL, 0, 0, NULL},
};

/* solve([predictor]): a list of shares of the own kinds, and a table. */
static int solve(lua_State *L)
{
    double shares[WEND_MIX_KINDS_MAX];
    wend_mix_answer answer;
    wend_mix_effect it;
    uint32_t count = 0;
    const wend_predictor *predictor = predictor_at(L, 2);
    wend_mix *mix = edit(L);
    wendlua_done_by(L, wend_mix_solve(mix, predictor, shares, WEND_MIX_KINDS_MAX, &answer),
                    wend_mix_error(mix));
    while (wend_mix_get_effect(mix, count, 0, &it) == WEND_OK) {
        count++;
    }
    wendlua_push_numbers(L, shares, count);
    wendlua_push(L, answer_fields, &answer);
    return 2;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_mix_memory_bytes(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_mix_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_mix_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

/* ---- production plans ---- */

static const wendlua_field option_fields[] = {
    {"weight", WENDLUA_DOUBLE + WENDLUA_NEEDED, offsetof(wend_build_option, weight), NULL},
    {"have", WENDLUA_DOUBLE, offsetof(wend_build_option, have), NULL},
    {"value", WENDLUA_DOUBLE + WENDLUA_NEEDED, offsetof(wend_build_option, value), NULL},
    {"costs", WENDLUA_OTHER, 0, NULL},
    {"most", WENDLUA_U32, offsetof(wend_build_option, most), NULL},
    {NULL, 0, 0, NULL},
};

typedef struct build_rules {
    bool saves;
    uint32_t order_limit;
} build_rules;

static const wendlua_field rules_fields[] = {
    {"saves", WENDLUA_BOOL, offsetof(build_rules, saves), NULL},
    {"order_limit", WENDLUA_U32, offsetof(build_rules, order_limit), NULL},
    {NULL, 0, 0, NULL},
};

/* Reads a list of amounts of resources at index. */
static void read_amounts(lua_State *L, int index, double *amounts)
{
    size_t count;
    const double *list = wendlua_numbers(L, index, &count);
    wendlua_arg_check(L, count <= WEND_BUILD_RESOURCES_MAX, 2, "more resources than there can be");
    for (size_t i = 0; i < count; i++) {
        amounts[i] = list[i];
    }
    lua_pop(L, 1);
}

/* wend.plan_builds(options, budgets [, {saves=, order_limit=}]): a list of orders for each option, and a
 * table: left, order_count, saves_for. */
static int plan_builds(lua_State *L)
{
    build_rules rules = {false, WEND_BUILD_ORDERS_MAX};
    double budgets[WEND_BUILD_RESOURCES_MAX] = {0};
    lua_settop(L, 3);
    wendlua_need_table(L, 1);
    wendlua_need_table(L, 2);
    wendlua_read(L, 3, rules_fields, &rules);
    read_amounts(L, 2, budgets);
    const size_t count = wendlua_list_length(L, 1);
    wendlua_arg_check(L, count <= WEND_BUILD_OPTIONS_MAX, 1, "more options than there can be");
    wend_build_option *options = wendlua_scratch(L, count + 1, sizeof *options);
    wend_build_plan *plan = wendlua_scratch(L, 1, sizeof *plan);
    for (size_t i = 0; i < count; i++) {
        options[i].most = WEND_BUILD_ORDERS_MAX;
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        wendlua_read_item(L, lua_gettop(L), option_fields, &options[i], "options", i + 1);
        lua_getfield(L, -1, "costs");
        if (!lua_isnil(L, -1)) {
            read_amounts(L, lua_gettop(L), options[i].costs);
        }
        lua_pop(L, 2);
    }
    wendlua_done(L, wend_plan_builds(options, count, budgets, rules.saves, rules.order_limit, plan),
                 NULL, "a weight, value, cost or budget is out of range");
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushinteger(L, plan->orders[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_newtable(L);
    wendlua_push_numbers(L, plan->left, WEND_BUILD_RESOURCES_MAX);
    lua_setfield(L, -2, "left");
    lua_pushinteger(L, plan->order_count);
    lua_setfield(L, -2, "order_count");
    if (plan->saves_for != UINT32_MAX) {
        lua_pushinteger(L, (lua_Integer)plan->saves_for + 1);
        lua_setfield(L, -2, "saves_for");
    }
    return 2;
}

/* load(bytes): another mix in its place. */
static int load(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_mix_def def = wend_mix_def_default();
    wend_mix *made = NULL;
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_mix_kind);
    const char *bytes = wendlua_bytes(L, 2, &count);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_mix_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"set_tick", set_tick},
    {"set_effect", set_effect},
    {"add_outcome", add_outcome},
    {"add_seen", add_seen},
    {"effect", effect},
    {"opponent", opponent},
    {"solve", solve},
    {"memory_bytes", memory_bytes},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_mix_kind = {"mix", "wend.mix", destroy, methods};

const luaL_Reg wendlua_mix_functions[] = {
    {"mix", make},
    {"mix_load", make_loaded},
    {"plan_builds", plan_builds},
    {NULL, NULL},
};
