/* From a definition to a set of rules: counts, then copies of the parts, side by side.
 * Cost: linear in the definition. */
#include "mind/decide/rules.h"

#include "base/core/message.h"

#include <math.h>
#include <string.h>

/* ---- memory ---- */

/* The arrays of a set: where, how many, of which size. */
typedef struct set_array {
    void **items;
    size_t count, bytes;
} set_array;

enum { ARRAY_COUNT = 8 };

static void list_arrays(wendi_rule_set *set, set_array arrays[ARRAY_COUNT])
{
    const set_array all[ARRAY_COUNT] = {
        {(void **)&set->facts, set->fact_count, sizeof *set->facts},
        {(void **)&set->rules, set->rule_count, sizeof *set->rules},
        {(void **)&set->sequences, set->sequence_count, sizeof *set->sequences},
        {(void **)&set->steps, set->step_count, sizeof *set->steps},
        {(void **)&set->conditions, set->condition_count, sizeof *set->conditions},
        {(void **)&set->considerations, set->consideration_count, sizeof *set->considerations},
        {(void **)&set->points, set->point_count, sizeof *set->points},
        {(void **)&set->texts, set->text_bytes, 1}};
    memcpy(arrays, all, sizeof all);
}

bool wendi_rule_set_reserve(wendi_rule_set *set, const wend_allocator *allocator)
{
    set_array arrays[ARRAY_COUNT];
    list_arrays(set, arrays);
    bool is_done = true;
    for (int i = 0; i < ARRAY_COUNT; i++) {
        /* One more, so that no array is NULL. */
        *arrays[i].items = wendi_alloc_items_zero(allocator, arrays[i].count + 1, arrays[i].bytes);
        is_done = is_done && *arrays[i].items != NULL;
    }
    return is_done;
}

void wendi_rule_set_free(wendi_rule_set *set, const wend_allocator *allocator)
{
    set_array arrays[ARRAY_COUNT];
    list_arrays(set, arrays);
    for (int i = 0; i < ARRAY_COUNT; i++) {
        wendi_free(allocator, *arrays[i].items, (arrays[i].count + 1) * arrays[i].bytes);
        *arrays[i].items = NULL;
    }
}

size_t wendi_rule_set_bytes(const wendi_rule_set *set)
{
    return (set->fact_count + (size_t)1) * sizeof *set->facts +
           (set->rule_count + (size_t)1) * sizeof *set->rules +
           (set->sequence_count + (size_t)1) * sizeof *set->sequences +
           (set->step_count + (size_t)1) * sizeof *set->steps +
           (set->condition_count + (size_t)1) * sizeof *set->conditions +
           (set->consideration_count + (size_t)1) * sizeof *set->considerations +
           (set->point_count + (size_t)1) * sizeof *set->points + set->text_bytes + 1;
}

/* ---- counting ---- */

/* A pass over a definition that counts, with the first mistake. */
typedef struct counting {
    wendi_rule_set *set;
    wend_message *message;
    const char *function;
    bool has_failed;
} counting;

static void refuse(counting *c, const char *kind, uint32_t index, const char *text)
{
    if (!c->has_failed) {
        (void)wendi_fail(c->message, WEND_ERROR_ARGUMENT, "%s: %s %u: %s", c->function, kind, index,
                         text);
        c->has_failed = true;
    }
}

/* True for an array of 0 to most items that is there. */
static bool is_there(counting *c, const char *kind, uint32_t index, const void *items,
                     uint32_t count, uint32_t most, const char *field)
{
    if (c->has_failed || (items != NULL && count <= most) || count == 0) {
        return !c->has_failed;
    }
    char text[100] = "";
    wend_message sentence = {0};
    (void)wendi_fail(&sentence, WEND_ERROR_ARGUMENT, "%s is %u, and must be from 0 to %u", field,
                     count, most);
    memcpy(text, sentence.text, sizeof text - 1);
    if (items == NULL) {
        (void)wendi_fail(&sentence, WEND_ERROR_ARGUMENT, "%s is %u, but the array is NULL", field,
                         count);
        memcpy(text, sentence.text, sizeof text - 1);
    }
    refuse(c, kind, index, text);
    return false;
}

static void count_name(counting *c, const char *kind, uint32_t index, const char *name)
{
    size_t length = 0;
    while (name != NULL && length <= WEND_RULES_NAME_MAX && name[length] != '\0') {
        length++;
    }
    if (length < 1 || length > WEND_RULES_NAME_MAX) {
        refuse(c, kind, index, name == NULL ? "name is NULL" : "name must have from 1 to 63 bytes");
        return;
    }
    c->set->text_bytes += (uint32_t)length + 1;
}

static void count_conditions(counting *c, const char *kind, uint32_t index,
                             const wend_condition *conditions, uint32_t count, const char *field)
{
    if (is_there(c, kind, index, conditions, count, WEND_RULES_CONDITIONS_MAX, field)) {
        c->set->condition_count += count;
    }
}

static void count_rule(counting *c, uint32_t index, const wend_rule *rule)
{
    count_name(c, "rule", index, rule->name);
    count_conditions(c, "rule", index, rule->conditions, rule->condition_count, "condition_count");
    if (!is_there(c, "rule", index, rule->considerations, rule->consideration_count,
                  WEND_RULES_CONSIDERATIONS_MAX, "consideration_count")) {
        return;
    }
    c->set->consideration_count += rule->consideration_count;
    for (uint32_t i = 0; i < rule->consideration_count; i++) {
        const wend_curve *curve = &rule->considerations[i].curve;
        if (is_there(c, "rule", index, curve->points, curve->point_count, WEND_RULES_POINTS_MAX,
                     "point_count of a curve")) {
            c->set->point_count += curve->point_count;
        }
    }
}

static void count_sequence(counting *c, uint32_t index, const wend_rule_sequence *sequence)
{
    count_name(c, "sequence", index, sequence->name);
    count_conditions(c, "sequence", index, sequence->aborts, sequence->abort_count, "abort_count");
    if (!is_there(c, "sequence", index, sequence->steps, sequence->step_count, WEND_RULES_STEPS_MAX,
                  "step_count")) {
        return;
    }
    c->set->step_count += sequence->step_count;
    for (uint32_t i = 0; i < sequence->step_count; i++) {
        const wend_rule_step *step = &sequence->steps[i];
        count_name(c, "step", i, step->name);
        count_conditions(c, "step", i, step->starts, step->start_count, "start_count");
        count_conditions(c, "step", i, step->ends, step->end_count, "end_count");
    }
}

static bool count_all(wendi_rule_set *set, const wend_rules_def *def, const char *function)
{
    counting c = {.set = set, .message = def->message, .function = function};
    const struct {
        const char *field;
        const void *items;
        uint32_t count, most;
    } lists[] = {{"fact_count", def->facts, def->fact_count, WEND_RULES_FACTS_MAX},
                 {"rule_count", def->rules, def->rule_count, WEND_RULES_MAX},
                 {"sequence_count", def->sequences, def->sequence_count, WEND_RULES_SEQUENCES_MAX}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (lists[i].count > lists[i].most) {
            (void)wendi_refuse(def->message, function, lists[i].field, lists[i].count, 0,
                               lists[i].most);
            return false;
        }
        if (lists[i].count > 0 && lists[i].items == NULL) {
            (void)wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                             "%s: %s is %u, but the array is NULL", function, lists[i].field,
                             lists[i].count);
            return false;
        }
    }
    set->fact_count = def->fact_count;
    set->rule_count = def->rule_count;
    set->sequence_count = def->sequence_count;
    for (uint32_t i = 0; i < def->fact_count; i++) {
        count_name(&c, "fact", i, def->facts[i].name);
    }
    for (uint32_t i = 0; i < def->rule_count; i++) {
        count_rule(&c, i, &def->rules[i]);
    }
    for (uint32_t i = 0; i < def->sequence_count; i++) {
        count_sequence(&c, i, &def->sequences[i]);
    }
    return !c.has_failed;
}

/* ---- copying ---- */

/* How much of each pool is used. */
typedef struct filling {
    wendi_rule_set *set;
    uint32_t steps, conditions, considerations, points, texts;
} filling;

static uint32_t copy_name(filling *f, const char *name)
{
    const uint32_t at = f->texts;
    const size_t bytes = strlen(name) + 1;
    memcpy(&f->set->texts[at], name, bytes);
    f->texts += (uint32_t)bytes;
    return at;
}

/* What does not matter is zeroed, and -0 too: equal sets have equal bytes. */
static wend_condition plain(const wend_condition *from)
{
    wend_condition it = *from;
    it.value = from->value + 0.0;
    it.high = from->comparison == WEND_FACT_BETWEEN ? from->high + 0.0 : 0;
    it.other = from->compares_facts ? from->other : 0;
    it.hysteresis = from->hysteresis + 0.0;
    return it;
}

static wendi_rule_span copy_conditions(filling *f, const wend_condition *conditions, uint32_t count)
{
    const wendi_rule_span span = {f->conditions, count};
    for (uint32_t i = 0; i < count; i++) {
        f->set->conditions[f->conditions++] = plain(&conditions[i]);
    }
    return span;
}

/* A field in which 0 stands for another value. */
static double value_or(double value, double fallback)
{
    return value < 0 || value > 0 || isnan(value) ? value : fallback;
}

static uint32_t count_or(uint32_t value, uint32_t fallback)
{
    return value != 0 ? value : fallback;
}

static wendi_rule_consideration copy_consideration(filling *f, const wend_consideration *from)
{
    const bool has_range = value_or(from->low, 0) < 0 || value_or(from->low, 0) > 0 ||
                           value_or(from->high, 0) < 0 || value_or(from->high, 0) > 0 ||
                           isnan(from->low) || isnan(from->high);
    wendi_rule_consideration it = {.fact = from->fact,
                                   .low = from->low + 0.0,
                                   .high = has_range ? from->high + 0.0 : 1,
                                   .weight = value_or(from->weight, 1),
                                   .curve = wendi_rule_curve_of(&from->curve)};
    it.curve.points.first = f->points;
    for (uint32_t i = 0; i < from->curve.point_count; i++) {
        f->set->points[f->points++] =
            (wend_vec2){from->curve.points[i].x + 0.0, from->curve.points[i].y + 0.0};
    }
    return it;
}

static wendi_rule copy_rule(filling *f, const wend_rule *from)
{
    wendi_rule it = {.name = copy_name(f, from->name),
                     .action = from->action,
                     .inertia_ticks = from->inertia_ticks,
                     .cooldown = from->cooldown,
                     .duration = from->duration,
                     .sequence1 = from->sequence1,
                     .rank = from->rank,
                     .combination = from->combination,
                     .conditions = copy_conditions(f, from->conditions, from->condition_count),
                     .considerations = {f->considerations, from->consideration_count},
                     .weight = value_or(from->weight, 1),
                     .least_score = from->least_score + 0.0,
                     .hysteresis = from->hysteresis + 0.0,
                     .inertia = from->inertia + 0.0,
                     .noise = from->noise + 0.0};
    for (uint32_t i = 0; i < from->consideration_count; i++) {
        f->set->considerations[f->considerations++] =
            copy_consideration(f, &from->considerations[i]);
    }
    return it;
}

static wendi_rule_step copy_step(filling *f, const wend_rule_step *from)
{
    const wendi_rule_span starts = copy_conditions(f, from->starts, from->start_count);
    const wendi_rule_span ends = copy_conditions(f, from->ends, from->end_count);
    return (wendi_rule_step){
        .name = copy_name(f, from->name),
        .action = from->action,
        .otherwise = from->otherwise == WEND_STEP_DEFAULT ? WEND_STEP_WAIT : from->otherwise,
        .otherwise_step = from->otherwise == WEND_STEP_GO_TO ? from->otherwise_step : 0,
        .late = from->late == WEND_STEP_DEFAULT ? WEND_STEP_ABORT : from->late,
        .late_step = from->late == WEND_STEP_GO_TO ? from->late_step : 0,
        .ticks_least = from->ticks_least,
        .ticks_most = from->ticks_most,
        .repeat = count_or(from->repeat, 1),
        .starts = starts,
        .ends = ends};
}

static wendi_rule_sequence copy_sequence(filling *f, const wend_rule_sequence *from)
{
    const wendi_rule_sequence it = {.name = copy_name(f, from->name),
                                    .repeat = count_or(from->repeat, 1),
                                    .wait_action = from->wait_action,
                                    .resumes = from->resumes,
                                    .steps = {f->steps, from->step_count},
                                    .aborts = copy_conditions(f, from->aborts, from->abort_count)};
    for (uint32_t i = 0; i < from->step_count; i++) {
        f->set->steps[f->steps++] = copy_step(f, &from->steps[i]);
    }
    return it;
}

wend_result wendi_rule_set_make(wendi_rule_set *set, const wend_rules_def *def,
                                const char *function)
{
    memset(set, 0, sizeof *set);
    if (!count_all(set, def, function)) {
        memset(set, 0, sizeof *set);
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_rule_set_reserve(set, &def->allocator)) {
        return WEND_ERROR_MEMORY;
    }
    filling f = {.set = set};
    for (uint32_t i = 0; i < def->fact_count; i++) {
        const wend_fact *from = &def->facts[i];
        const bool is_called = from->kind == WEND_FACT_CALLED;
        set->facts[i] = (wendi_rule_fact){copy_name(&f, from->name), from->kind,
                                          is_called ? 0 : from->initial + 0.0};
        set->has_called = set->has_called || is_called;
    }
    for (uint32_t i = 0; i < def->rule_count; i++) {
        set->rules[i] = copy_rule(&f, &def->rules[i]);
    }
    for (uint32_t i = 0; i < def->sequence_count; i++) {
        set->sequences[i] = copy_sequence(&f, &def->sequences[i]);
    }
    set->choice = def->choice;
    set->choice_count = def->choice_count;
    set->idle_action = def->idle_action;
    set->seed = def->seed;
    return WEND_OK;
}
