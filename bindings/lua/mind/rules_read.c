/* From a table of Lua to a definition of rules. Facts, sequences and steps are named there by text.
 * Cost: linear in the table; names of facts are compared one after the other. */
#include "lua/mind/rules_read.h"

#include <math.h>
#include <string.h>

static const wendlua_name choice_names[] = {{"first", WEND_RULES_FIRST},
                                            {"best", WEND_RULES_BEST},
                                            {"weighted", WEND_RULES_WEIGHTED},
                                            {NULL, 0}};
static const wendlua_name kind_names[] = {
    {"given", WEND_FACT_GIVEN}, {"trait", WEND_FACT_TRAIT}, {NULL, 0}};
static const wendlua_name comparison_names[] = {
    {">=", WEND_FACT_AT_LEAST},     {">", WEND_FACT_ABOVE},
    {"<=", WEND_FACT_AT_MOST},      {"<", WEND_FACT_BELOW},
    {"==", WEND_FACT_EQUAL},        {"~=", WEND_FACT_NOT_EQUAL},
    {"between", WEND_FACT_BETWEEN}, {"known", WEND_FACT_KNOWN},
    {"unknown", WEND_FACT_UNKNOWN}, {NULL, 0}};
static const wendlua_name curve_names[] = {
    {"linear", WEND_CURVE_LINEAR},       {"power", WEND_CURVE_POWER},
    {"logistic", WEND_CURVE_LOGISTIC},   {"step", WEND_CURVE_STEP},
    {"piecewise", WEND_CURVE_PIECEWISE}, {NULL, 0}};
static const wendlua_name combination_names[] = {
    {"product", WEND_RULE_PRODUCT}, {"least", WEND_RULE_LEAST}, {"sum", WEND_RULE_SUM}, {NULL, 0}};
static const wendlua_name way_names[] = {
    {"wait", WEND_STEP_WAIT}, {"next", WEND_STEP_NEXT}, {"abort", WEND_STEP_ABORT}, {NULL, 0}};
const wendlua_name wendlua_rule_state_names[] = {{"unknown", WEND_RULE_UNKNOWN},
                                                 {"unmet", WEND_RULE_UNMET},
                                                 {"cooling", WEND_RULE_COOLING},
                                                 {"ended", WEND_RULE_ENDED},
                                                 {"aborted", WEND_RULE_ABORTED},
                                                 {"weak", WEND_RULE_WEAK},
                                                 {"eligible", WEND_RULE_ELIGIBLE},
                                                 {"chosen", WEND_RULE_CHOSEN},
                                                 {NULL, 0}};
const wendlua_name wendlua_outcome_names[] = {{"none", WEND_SEQUENCE_NONE},
                                              {"complete", WEND_SEQUENCE_COMPLETE},
                                              {"aborted", WEND_SEQUENCE_ABORTED},
                                              {"interrupted", WEND_SEQUENCE_INTERRUPTED},
                                              {NULL, 0}};

/* A table that is being read: where things are kept, and what names mean. */
typedef struct reading {
    lua_State *L;
    wend_rules_def *def;
    int anchor, functions;
    const char *owner; /* "rule 'flee'" for errors */
} reading;

/* Zeroed memory that lives as long as the anchor. */
static void *keep(const reading *r, size_t count, size_t bytes)
{
    void *made = wendlua_scratch(r->L, count + 1, bytes);
    lua_rawseti(r->L, r->anchor, (lua_Integer)lua_rawlen(r->L, r->anchor) + 1);
    return made;
}

/* The text of a field of the table on top, which the table keeps alive; NULL for nil. */
static const char *text_field(const reading *r, const char *field)
{
    lua_State *L = r->L;
    lua_pushstring(L, field);
    lua_rawget(L, -2);
    const char *text = NULL;
    if (lua_type(L, -1) == LUA_TSTRING) {
        text = lua_tostring(L, -1);
    } else if (!lua_isnil(L, -1)) {
        wendlua_fail(L, "%s: field '%s': text expected, got %s", r->owner, field,
                     luaL_typename(L, -1));
    }
    lua_pop(L, 1);
    return text;
}

static const char *name_field(const reading *r, const char *kind, size_t number)
{
    const char *name = text_field(r, "name");
    if (name == NULL) {
        wendlua_fail(r->L, "%s[%d]: a name expected", kind, (int)number);
    }
    return name;
}

static uint32_t fact_of(const reading *r, const char *name)
{
    for (uint32_t i = 0; name != NULL && i < r->def->fact_count; i++) {
        if (strcmp(r->def->facts[i].name, name) == 0) {
            return i;
        }
    }
    wendlua_fail(r->L, "%s: there is no fact '%s'", r->owner, name == NULL ? "nil" : name);
    return 0;
}

/* The fact that a field of the table on top names. */
static uint32_t fact_field(const reading *r, const char *field)
{
    return fact_of(r, text_field(r, field));
}

/* ---- conditions ---- */

/* {"health", "<", 0.5} or {fact =, is =, value =} */
static const wendlua_field condition_fields[] = {
    {"fact", WENDLUA_OTHER, 0, NULL},
    {"is", WENDLUA_ENUM, offsetof(wend_condition, comparison), comparison_names},
    {"value", WENDLUA_DOUBLE, offsetof(wend_condition, value), NULL},
    {"high", WENDLUA_DOUBLE, offsetof(wend_condition, high), NULL},
    {"other", WENDLUA_OTHER, 0, NULL},
    {"hysteresis", WENDLUA_DOUBLE, offsetof(wend_condition, hysteresis), NULL},
    {"is_alternative", WENDLUA_BOOL, offsetof(wend_condition, is_alternative), NULL},
    {NULL, 0, 0, NULL},
};

/* A copy of the table on top, in its place, with entries 2 and 3 as fields. */
static void name_entries(const reading *r)
{
    static const char *const names[] = {"fact", "is", "value"};
    lua_State *L = r->L;
    const int from = lua_gettop(L);
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, from) != 0;) {
        const bool is_entry =
            lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 && lua_tointeger(L, -2) <= 3;
        if (is_entry) {
            lua_pushstring(L, names[lua_tointeger(L, -2) - 1]);
        } else {
            lua_pushvalue(L, -2);
        }
        lua_insert(L, -2);
        lua_rawset(L, from + 1);
    }
    lua_replace(L, from);
}

static wend_condition *read_conditions(const reading *r, const char *field, uint32_t *count)
{
    lua_State *L = r->L;
    const size_t length = wendlua_field_list(L, lua_gettop(L), field);
    wend_condition *made = NULL;
    *count = (uint32_t)length;
    if (length > 0) {
        made = keep(r, length, sizeof *made);
        for (size_t i = 0; i < length; i++) {
            lua_rawgeti(L, -1, (lua_Integer)i + 1);
            if (!lua_istable(L, -1)) {
                wendlua_fail(L, "%s: %s[%d]: a table expected, got %s", r->owner, field, (int)i + 1,
                             luaL_typename(L, -1));
            }
            name_entries(r);
            wendlua_read_item(L, -1, condition_fields, &made[i], field, i + 1);
            made[i].fact = fact_field(r, "fact");
            if (text_field(r, "other") != NULL) {
                made[i].compares_facts = true;
                made[i].other = fact_field(r, "other");
            }
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    return made;
}

/* ---- considerations ---- */

static const wendlua_field consideration_fields[] = {
    {"fact", WENDLUA_OTHER, 0, NULL},
    {"low", WENDLUA_DOUBLE, offsetof(wend_consideration, low), NULL},
    {"high", WENDLUA_DOUBLE, offsetof(wend_consideration, high), NULL},
    {"weight", WENDLUA_DOUBLE, offsetof(wend_consideration, weight), NULL},
    {"curve", WENDLUA_ENUM, offsetof(wend_consideration, curve.kind), curve_names},
    {"slope", WENDLUA_DOUBLE, offsetof(wend_consideration, curve.slope), NULL},
    {"exponent", WENDLUA_DOUBLE, offsetof(wend_consideration, curve.exponent), NULL},
    {"shift", WENDLUA_DOUBLE, offsetof(wend_consideration, curve.shift), NULL},
    {"base", WENDLUA_DOUBLE, offsetof(wend_consideration, curve.base), NULL},
    {"points", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

/* The points in the field of the table at index; pushes their memory, or nil. */
static void read_points(lua_State *L, int index, wend_curve *curve)
{
    size_t count = 0;
    lua_pushstring(L, "points");
    if (lua_rawget(L, index) == LUA_TNIL) {
        return;
    }
    curve->points = wendlua_points(L, -1, &count);
    curve->point_count = (uint32_t)count;
    lua_remove(L, -2);
}

wend_curve wendlua_read_curve(lua_State *L, int index)
{
    wend_consideration it = {0};
    wendlua_read(L, index, consideration_fields, &it);
    read_points(L, index, &it.curve);
    return it.curve;
}

static wend_consideration *read_considerations(const reading *r, uint32_t *count)
{
    static const char field[] = "considerations";
    lua_State *L = r->L;
    const size_t length = wendlua_field_list(L, lua_gettop(L), field);
    wend_consideration *made = NULL;
    *count = (uint32_t)length;
    if (length > 0) {
        made = keep(r, length, sizeof *made);
        for (size_t i = 0; i < length; i++) {
            lua_rawgeti(L, -1, (lua_Integer)i + 1);
            wendlua_read_item(L, -1, consideration_fields, &made[i], field, i + 1);
            made[i].fact = fact_field(r, "fact");
            read_points(L, lua_gettop(L), &made[i].curve);
            lua_rawseti(L, r->anchor, (lua_Integer)lua_rawlen(L, r->anchor) + 1);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    return made;
}

/* ---- sequences ---- */

static const wendlua_field step_fields[] = {
    {"name", WENDLUA_OTHER, 0, NULL},
    {"action", WENDLUA_U32, offsetof(wend_rule_step, action), NULL},
    {"starts", WENDLUA_OTHER, 0, NULL},
    {"otherwise", WENDLUA_OTHER, 0, NULL},
    {"ends", WENDLUA_OTHER, 0, NULL},
    {"ticks_least", WENDLUA_U32, offsetof(wend_rule_step, ticks_least), NULL},
    {"ticks_most", WENDLUA_U32, offsetof(wend_rule_step, ticks_most), NULL},
    {"late", WENDLUA_OTHER, 0, NULL},
    {"repeat_count", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field sequence_fields[] = {
    {"name", WENDLUA_OTHER, 0, NULL},
    {"steps", WENDLUA_OTHER, 0, NULL},
    {"aborts", WENDLUA_OTHER, 0, NULL},
    {"repeat_count", WENDLUA_OTHER, 0, NULL},
    {"resumes", WENDLUA_BOOL, offsetof(wend_rule_sequence, resumes), NULL},
    {"wait_action", WENDLUA_U32, offsetof(wend_rule_sequence, wait_action), NULL},
    {NULL, 0, 0, NULL},
};

/* A number, "endless", or nil. */
static uint32_t repeat_field(const reading *r)
{
    static const wendlua_name names[] = {{"endless", UINT32_MAX}, {NULL, 0}};
    lua_State *L = r->L;
    uint32_t count = 0;
    lua_pushstring(L, "repeat_count");
    if (lua_rawget(L, -2) != LUA_TNIL) {
        const bool is_text = lua_type(L, -1) == LUA_TSTRING;
        wendlua_read_part(L, lua_gettop(L), "repeat_count", is_text ? WENDLUA_ENUM : WENDLUA_U32,
                          names, &count);
    }
    lua_pop(L, 1);
    return count;
}

/* "wait", "next", "abort", or the name of one of the steps. */
static wend_step_way way_field(const reading *r, const char *field, const wend_rule_step *steps,
                               size_t count, uint32_t *step)
{
    const char *text = text_field(r, field);
    if (text == NULL) {
        return WEND_STEP_DEFAULT;
    }
    for (const wendlua_name *way = way_names; way->text != NULL; way++) {
        if (strcmp(way->text, text) == 0) {
            return (wend_step_way)way->value;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(steps[i].name, text) == 0) {
            *step = i;
            return WEND_STEP_GO_TO;
        }
    }
    wendlua_fail(r->L, "%s: field '%s': 'wait', 'next', 'abort' or a step expected, got '%s'",
                 r->owner, field, text);
    return WEND_STEP_DEFAULT;
}

static const wend_rule_step *read_steps(const reading *r, uint32_t *count)
{
    lua_State *L = r->L;
    const size_t length = wendlua_field_list(L, lua_gettop(L), "steps");
    *count = (uint32_t)length;
    if (length == 0) {
        return NULL;
    }
    wend_rule_step *made = keep(r, length, sizeof *made);
    for (size_t i = 0; i < length; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        wendlua_read_item(L, -1, step_fields, &made[i], "steps", i + 1);
        made[i].name = name_field(r, "steps", i + 1);
        made[i].repeat = repeat_field(r);
        made[i].starts = read_conditions(r, "starts", &made[i].start_count);
        made[i].ends = read_conditions(r, "ends", &made[i].end_count);
        lua_pop(L, 1);
    }
    for (size_t i = 0; i < length; i++) { /* once all names are known */
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        made[i].otherwise = way_field(r, "otherwise", made, length, &made[i].otherwise_step);
        made[i].late = way_field(r, "late", made, length, &made[i].late_step);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return made;
}

static void read_sequences(reading *r)
{
    lua_State *L = r->L;
    const size_t length = wendlua_field_list(L, 1, "sequences");
    if (length == 0) {
        return;
    }
    wend_rule_sequence *made = keep(r, length, sizeof *made);
    for (size_t i = 0; i < length; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        wendlua_read_item(L, -1, sequence_fields, &made[i], "sequences", i + 1);
        made[i].name = name_field(r, "sequences", i + 1);
        r->owner = made[i].name;
        made[i].repeat = repeat_field(r);
        made[i].aborts = read_conditions(r, "aborts", &made[i].abort_count);
        made[i].steps = read_steps(r, &made[i].step_count);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    r->def->sequences = made;
    r->def->sequence_count = (uint32_t)length;
}

/* ---- rules ---- */

static const wendlua_field rule_fields[] = {
    {"name", WENDLUA_OTHER, 0, NULL},
    {"action", WENDLUA_U32, offsetof(wend_rule, action), NULL},
    {"conditions", WENDLUA_OTHER, 0, NULL},
    {"considerations", WENDLUA_OTHER, 0, NULL},
    {"combination", WENDLUA_ENUM, offsetof(wend_rule, combination), combination_names},
    {"weight", WENDLUA_DOUBLE, offsetof(wend_rule, weight), NULL},
    {"rank", WENDLUA_I32, offsetof(wend_rule, rank), NULL},
    {"least_score", WENDLUA_DOUBLE, offsetof(wend_rule, least_score), NULL},
    {"hysteresis", WENDLUA_DOUBLE, offsetof(wend_rule, hysteresis), NULL},
    {"inertia", WENDLUA_DOUBLE, offsetof(wend_rule, inertia), NULL},
    {"inertia_ticks", WENDLUA_U32, offsetof(wend_rule, inertia_ticks), NULL},
    {"noise", WENDLUA_DOUBLE, offsetof(wend_rule, noise), NULL},
    {"cooldown", WENDLUA_U32, offsetof(wend_rule, cooldown), NULL},
    {"duration", WENDLUA_U32, offsetof(wend_rule, duration), NULL},
    {"sequence", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static uint32_t sequence_field(const reading *r)
{
    const char *name = text_field(r, "sequence");
    for (uint32_t i = 0; name != NULL && i < r->def->sequence_count; i++) {
        if (strcmp(r->def->sequences[i].name, name) == 0) {
            return i + 1;
        }
    }
    if (name != NULL) {
        wendlua_fail(r->L, "%s: there is no sequence '%s'", r->owner, name);
    }
    return 0;
}

static void read_rules(reading *r)
{
    lua_State *L = r->L;
    const size_t length = wendlua_field_list(L, 1, "rules");
    if (length == 0) {
        return;
    }
    wend_rule *made = keep(r, length, sizeof *made);
    for (size_t i = 0; i < length; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        wendlua_read_item(L, -1, rule_fields, &made[i], "rules", i + 1);
        made[i].name = name_field(r, "rules", i + 1);
        r->owner = made[i].name;
        made[i].sequence1 = sequence_field(r);
        made[i].conditions = read_conditions(r, "conditions", &made[i].condition_count);
        made[i].considerations = read_considerations(r, &made[i].consideration_count);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    r->def->rules = made;
    r->def->rule_count = (uint32_t)length;
}

/* ---- facts ---- */

static const wendlua_field fact_fields[] = {
    {"name", WENDLUA_OTHER, 0, NULL},
    {"kind", WENDLUA_ENUM, offsetof(wend_fact, kind), kind_names},
    {"initial", WENDLUA_DOUBLE, offsetof(wend_fact, initial), NULL},
    {"is_known", WENDLUA_OTHER, 0, NULL},
    {"call", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

/* The table of a fact on top. */
static void read_fact(const reading *r, wend_fact *fact, size_t number)
{
    lua_State *L = r->L;
    wendlua_read_item(L, -1, fact_fields, fact, "facts", number);
    fact->name = name_field(r, "facts", number);
    lua_pushstring(L, "is_known");
    if (lua_rawget(L, -2) == LUA_TBOOLEAN && !lua_toboolean(L, -1)) {
        fact->initial = (double)NAN;
    }
    lua_pop(L, 1);
    lua_pushstring(L, "call");
    if (lua_rawget(L, -2) == LUA_TFUNCTION) {
        fact->kind = WEND_FACT_CALLED;
        lua_rawseti(L, r->functions, (lua_Integer)number);
    } else if (!lua_isnil(L, -1)) {
        wendlua_fail(L, "fact '%s': field 'call': a function expected, got %s", fact->name,
                     luaL_typename(L, -1));
    } else {
        lua_pop(L, 1);
    }
}

static void read_facts(const reading *r)
{
    lua_State *L = r->L;
    const size_t length = wendlua_field_list(L, 1, "facts");
    if (length == 0) {
        return;
    }
    wend_fact *made = keep(r, length, sizeof *made);
    for (size_t i = 0; i < length; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        if (lua_type(L, -1) == LUA_TSTRING) {
            made[i].name = lua_tostring(L, -1);
        } else {
            read_fact(r, &made[i], i + 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    r->def->facts = made;
    r->def->fact_count = (uint32_t)length;
}

static const wendlua_field def_fields[] = {
    {"facts", WENDLUA_OTHER, 0, NULL},
    {"rules", WENDLUA_OTHER, 0, NULL},
    {"sequences", WENDLUA_OTHER, 0, NULL},
    {"choice", WENDLUA_ENUM, offsetof(wend_rules_def, choice), choice_names},
    {"choice_count", WENDLUA_U32, offsetof(wend_rules_def, choice_count), NULL},
    {"idle_action", WENDLUA_U32, offsetof(wend_rules_def, idle_action), NULL},
    {"seed", WENDLUA_U64, offsetof(wend_rules_def, seed), NULL},
    {NULL, 0, 0, NULL},
};

void wendlua_read_rules(lua_State *L, wend_rules_def *def, int anchor, int functions)
{
    reading r = {L, def, anchor, functions, "rules"};
    wendlua_read(L, 1, def_fields, def);
    read_facts(&r);
    read_sequences(&r);
    read_rules(&r);
}
