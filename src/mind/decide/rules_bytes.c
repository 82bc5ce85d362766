/* Rules: hash, save, load.
 *
 * Bytes: one section of bytes.h, magic "WRUL", version 1, with these numbers, little-endian: the counts of
 * the set and its choice; facts, rules, sequences, steps, conditions, considerations, points, each with
 * all fields in the order of the visits below, names as their length u8 and bytes; then the agents in
 * their order, each with facts, state, verdicts and places. */
#include "mind/decide/rules.h"

#include "base/core/message.h"
#include "base/math/bits.h"
#include "base/math/constants.h"

#include <math.h>
#include <string.h>

enum { MAGIC = 0x4C555257, VERSION = 1, AGENT_BYTES = 8 };

/* ---- the set ---- */

/* -0 and odd bits of NaN are never kept: equal rules have equal bytes. */
static void visit_plain(wendi_visitor *v, double *value)
{
    wendi_visit_f64(v, value);
    const uint64_t bits = wendi_bits_of_f64(*value);
    wendi_visit_expect(v, bits != (uint64_t)1 << 63 && (!isnan(*value) || bits == WENDI_NAN_BITS),
                       "a number is not in its plain form");
}

static void visit_span(wendi_visitor *v, wendi_rule_span *span, uint32_t most, uint32_t *used,
                       uint32_t count)
{
    wendi_visit_u32(v, &span->count);
    if (wendi_visitor_is_reading(v)) {
        if (span->count > most || span->count > count - *used) {
            wendi_visit_refuse(v, "there are more parts than the counts say");
            span->count = 0;
        }
        span->first = *used;
        *used += span->count;
    }
}

/* How much of each pool is used while a set is read. */
typedef struct pool_use {
    uint32_t steps, conditions, considerations, points, texts;
} pool_use;

static void visit_name(wendi_visitor *v, wendi_rule_set *set, uint32_t *name, pool_use *use)
{
    uint8_t length = wendi_visitor_is_reading(v) ? 0 : (uint8_t)strlen(&set->texts[*name]);
    wendi_visit_u8(v, &length);
    if (!wendi_visitor_is_reading(v)) {
        wendi_visit_u8_array(v, (uint8_t *)&set->texts[*name], length);
        return;
    }
    *name = 0;
    if (length < 1 || length > WEND_RULES_NAME_MAX ||
        (uint32_t)length + 1 > set->text_bytes - use->texts) {
        wendi_visit_refuse(v, "a name has a wrong length");
        return;
    }
    *name = use->texts;
    wendi_visit_u8_array(v, (uint8_t *)&set->texts[*name], length);
    use->texts += (uint32_t)length + 1;
    wendi_visit_expect(v, memchr(&set->texts[*name], 0, length) == NULL, "a name has a zero");
}

static void visit_counts(wendi_visitor *v, wendi_rule_set *set)
{
    uint32_t choice = (uint32_t)set->choice;
    wendi_visit_u32(v, &set->fact_count);
    wendi_visit_u32(v, &set->rule_count);
    wendi_visit_u32(v, &set->sequence_count);
    wendi_visit_u32(v, &set->step_count);
    wendi_visit_u32(v, &set->condition_count);
    wendi_visit_u32(v, &set->consideration_count);
    wendi_visit_u32(v, &set->point_count);
    wendi_visit_u32(v, &set->text_bytes);
    choice = wendi_visit_code(v, choice, WEND_RULES_WEIGHTED);
    if (wendi_visitor_is_reading(v)) {
        set->choice = (wend_rules_choice)choice;
    }
    wendi_visit_u32(v, &set->choice_count);
    wendi_visit_u32(v, &set->idle_action);
    wendi_visit_u64(v, &set->seed);
}

static void visit_condition(wendi_visitor *v, wend_condition *it)
{
    wendi_visit_u32(v, &it->fact);
    it->comparison =
        (wend_comparison)wendi_visit_code(v, (uint32_t)it->comparison, WEND_FACT_UNKNOWN);
    visit_plain(v, &it->value);
    visit_plain(v, &it->high);
    wendi_visit_wide_bool(v, &it->compares_facts);
    wendi_visit_u32(v, &it->other);
    visit_plain(v, &it->hysteresis);
    wendi_visit_wide_bool(v, &it->is_alternative);
    wendi_visit_expect(v, it->compares_facts || it->other == 0, "a condition has a loose fact");
    wendi_visit_expect(v, it->comparison == WEND_FACT_BETWEEN || wendi_bits_of_f64(it->high) == 0,
                       "a condition has a loose range");
}

static void visit_consideration(wendi_visitor *v, wendi_rule_consideration *it, pool_use *use,
                                uint32_t point_count)
{
    wendi_visit_u32(v, &it->fact);
    visit_plain(v, &it->low);
    visit_plain(v, &it->high);
    visit_plain(v, &it->weight);
    it->curve.kind =
        (wend_curve_kind)wendi_visit_code(v, (uint32_t)it->curve.kind, WEND_CURVE_PIECEWISE);
    visit_plain(v, &it->curve.slope);
    visit_plain(v, &it->curve.exponent);
    visit_plain(v, &it->curve.shift);
    visit_plain(v, &it->curve.base);
    wendi_visit_expect(v, (it->curve.slope < 0 || it->curve.slope > 0) && it->curve.exponent > 0,
                       "a curve is not in its plain form");
    visit_span(v, &it->curve.points, WEND_RULES_POINTS_MAX, &use->points, point_count);
}

static void visit_rule(wendi_visitor *v, wendi_rule_set *set, wendi_rule *it, pool_use *use)
{
    uint32_t rank = (uint32_t)it->rank;
    visit_name(v, set, &it->name, use);
    wendi_visit_u32(v, &it->action);
    wendi_visit_u32(v, &it->inertia_ticks);
    wendi_visit_u32(v, &it->cooldown);
    wendi_visit_u32(v, &it->duration);
    wendi_visit_u32(v, &it->sequence1);
    wendi_visit_u32(v, &rank);
    it->rank = rank <= INT32_MAX ? (int32_t)rank : -(int32_t)(UINT32_MAX - rank) - 1;
    it->combination =
        (wend_combination)wendi_visit_code(v, (uint32_t)it->combination, WEND_RULE_SUM);
    visit_span(v, &it->conditions, WEND_RULES_CONDITIONS_MAX, &use->conditions,
               set->condition_count);
    visit_span(v, &it->considerations, WEND_RULES_CONSIDERATIONS_MAX, &use->considerations,
               set->consideration_count);
    visit_plain(v, &it->weight);
    visit_plain(v, &it->least_score);
    visit_plain(v, &it->hysteresis);
    visit_plain(v, &it->inertia);
    visit_plain(v, &it->noise);
}

static void visit_step(wendi_visitor *v, wendi_rule_set *set, wendi_rule_step *it, pool_use *use)
{
    visit_name(v, set, &it->name, use);
    wendi_visit_u32(v, &it->action);
    it->otherwise = (wend_step_way)wendi_visit_code(v, (uint32_t)it->otherwise, WEND_STEP_ABORT);
    wendi_visit_u32(v, &it->otherwise_step);
    it->late = (wend_step_way)wendi_visit_code(v, (uint32_t)it->late, WEND_STEP_ABORT);
    wendi_visit_u32(v, &it->late_step);
    wendi_visit_u32(v, &it->ticks_least);
    wendi_visit_u32(v, &it->ticks_most);
    wendi_visit_u32(v, &it->repeat);
    visit_span(v, &it->starts, WEND_RULES_CONDITIONS_MAX, &use->conditions, set->condition_count);
    visit_span(v, &it->ends, WEND_RULES_CONDITIONS_MAX, &use->conditions, set->condition_count);
    wendi_visit_expect(v,
                       it->otherwise != WEND_STEP_DEFAULT && it->late != WEND_STEP_DEFAULT &&
                           it->repeat > 0 &&
                           (it->otherwise == WEND_STEP_GO_TO || it->otherwise_step == 0) &&
                           (it->late == WEND_STEP_GO_TO || it->late_step == 0),
                       "a step is not in its plain form");
}

static void visit_fact(wendi_visitor *v, wendi_rule_set *set, wendi_rule_fact *it, pool_use *use)
{
    visit_name(v, set, &it->name, use);
    it->kind = (wend_fact_kind)wendi_visit_code(v, (uint32_t)it->kind, WEND_FACT_CALLED);
    visit_plain(v, &it->initial);
    wendi_visit_expect(v, it->kind != WEND_FACT_CALLED || wendi_bits_of_f64(it->initial) == 0,
                       "a called fact has a value");
}

static void visit_sequence(wendi_visitor *v, wendi_rule_set *set, wendi_rule_sequence *it,
                           pool_use *use)
{
    visit_name(v, set, &it->name, use);
    wendi_visit_u32(v, &it->repeat);
    wendi_visit_u32(v, &it->wait_action);
    wendi_visit_wide_bool(v, &it->resumes);
    wendi_visit_expect(v, it->repeat > 0, "a sequence is not in its plain form");
    visit_span(v, &it->aborts, WEND_RULES_CONDITIONS_MAX, &use->conditions, set->condition_count);
    visit_span(v, &it->steps, WEND_RULES_STEPS_MAX, &use->steps, set->step_count);
    for (uint32_t i = 0; i < it->steps.count; i++) {
        wendi_rule_step step = set->steps[it->steps.first + i];
        visit_step(v, set, &step, use);
        if (wendi_visitor_is_reading(v)) {
            set->steps[it->steps.first + i] = step;
        }
    }
}

/* The heads: facts, rules, sequences with their steps. */
static void visit_heads(wendi_visitor *v, wendi_rule_set *set, pool_use *use)
{
    const bool is_reading = wendi_visitor_is_reading(v);
    for (uint32_t i = 0; i < set->fact_count; i++) {
        wendi_rule_fact fact = set->facts[i];
        visit_fact(v, set, &fact, use);
        if (is_reading) {
            set->facts[i] = fact;
            set->has_called = set->has_called || fact.kind == WEND_FACT_CALLED;
        }
    }
    for (uint32_t i = 0; i < set->rule_count; i++) {
        wendi_rule rule = set->rules[i];
        visit_rule(v, set, &rule, use);
        if (is_reading) {
            set->rules[i] = rule;
        }
    }
    for (uint32_t i = 0; i < set->sequence_count; i++) {
        wendi_rule_sequence sequence = set->sequences[i];
        visit_sequence(v, set, &sequence, use);
        if (is_reading) {
            set->sequences[i] = sequence;
        }
    }
}

/* The parts in the order in which they were copied, so that spans follow from their counts. Copies are
 * visited: several threads may hash one object. */
static void visit_set(wendi_visitor *v, wendi_rule_set *set)
{
    const bool is_reading = wendi_visitor_is_reading(v);
    pool_use use = {0, 0, 0, 0, 0};
    visit_heads(v, set, &use);
    for (uint32_t i = 0; i < set->condition_count; i++) {
        wend_condition condition = set->conditions[i];
        visit_condition(v, &condition);
        if (is_reading) {
            set->conditions[i] = condition;
        }
    }
    for (uint32_t i = 0; i < set->consideration_count; i++) {
        wendi_rule_consideration it = set->considerations[i];
        visit_consideration(v, &it, &use, set->point_count);
        if (is_reading) {
            set->considerations[i] = it;
        }
    }
    for (uint32_t i = 0; i < set->point_count; i++) {
        visit_plain(v, &set->points[i].x);
        visit_plain(v, &set->points[i].y);
    }
    wendi_visit_expect(v,
                       use.steps == set->step_count && use.conditions == set->condition_count &&
                           use.considerations == set->consideration_count &&
                           use.points == set->point_count && use.texts == set->text_bytes,
                       "there are fewer parts than the counts say");
}

/* ---- agents ---- */

static void visit_verdict(wendi_visitor *v, wendi_rule_verdict *it, const wendi_rule_set *set)
{
    visit_plain(v, &it->score);
    visit_plain(v, &it->fact_value);
    wendi_visit_u64(v, &it->ready_tick);
    wendi_visit_u32(v, &it->fact);
    it->state = (wend_rule_state)wendi_visit_code(v, (uint32_t)it->state, WEND_RULE_CHOSEN);
    wendi_visit_expect(v,
                       it->score >= -4 * WEND_RULES_SCORE_MAX &&
                           it->score <= 4 * WEND_RULES_SCORE_MAX &&
                           (isnan(it->fact_value) || wendi_is_rule_number(it->fact_value)) &&
                           it->ready_tick <= 2 * WEND_RULES_TICK_MAX &&
                           (it->fact == WEND_FACT_NONE || it->fact < set->fact_count),
                       "the reasons of an agent make no sense");
}

static void visit_place(wendi_visitor *v, wend_rules_place *it, uint64_t tick,
                        const wendi_rule_sequence *sequence)
{
    wendi_visit_u32(v, &it->step);
    wendi_visit_wide_bool(v, &it->has_started);
    wendi_visit_u64(v, &it->started_tick);
    wendi_visit_u32(v, &it->step_rounds);
    wendi_visit_u32(v, &it->rounds);
    it->outcome = (wend_sequence_outcome)wendi_visit_code(v, (uint32_t)it->outcome,
                                                          WEND_SEQUENCE_INTERRUPTED);
    wendi_visit_expect(v,
                       it->step < sequence->steps.count && it->started_tick <= tick &&
                           (it->has_started || it->started_tick == 0),
                       "the place of an agent in a sequence makes no sense");
}

static void visit_state(wendi_visitor *v, wendi_rule_agent *it, const wendi_rule_set *set)
{
    wendi_visit_u64(v, &it->tick);
    wendi_visit_u64(v, &it->since);
    wendi_visit_u64(v, &it->action_since);
    wendi_visit_u32(v, &it->present1);
    wendi_visit_wide_bool(v, &it->is_new);
    wendi_visit_wide_bool(v, &it->is_step_done);
    wendi_visit_expect(v,
                       it->tick <= WEND_RULES_TICK_MAX && it->since <= it->tick &&
                           it->action_since <= it->tick && it->present1 <= set->rule_count,
                       "the state of an agent makes no sense");
}

static void visit_agent(wendi_visitor *v, wend_rules *rules, uint32_t index)
{
    const bool is_reading = wendi_visitor_is_reading(v);
    const wendi_rule_set *set = &rules->set;
    double *facts = wendi_rules_facts_of(rules, index);
    wendi_rule_verdict *verdicts = wendi_rules_verdicts_of(rules, index);
    wend_rules_place *places = wendi_rules_places_of(rules, index);
    wendi_rule_agent state = rules->agents.states[index];
    for (uint32_t i = 0; i < set->fact_count; i++) {
        visit_plain(v, &facts[i]);
        wendi_visit_expect(v,
                           isnan(facts[i]) || (set->facts[i].kind != WEND_FACT_CALLED &&
                                               wendi_is_rule_number(facts[i])),
                           "a fact is out of range");
    }
    visit_state(v, &state, set);
    if (is_reading) {
        rules->agents.states[index] = state;
    }
    for (uint32_t i = 0; i < set->rule_count; i++) {
        wendi_rule_verdict verdict = verdicts[i];
        visit_verdict(v, &verdict, set);
        if (is_reading) {
            verdicts[i] = verdict;
        }
    }
    for (uint32_t i = 0; i < set->sequence_count; i++) {
        wend_rules_place place = places[i];
        visit_place(v, &place, state.tick, &set->sequences[i]);
        if (is_reading) {
            places[i] = place;
        }
    }
}

/* Only reading changes what is visited. */
static void visit_rules(wendi_visitor *v, const wend_rules *rules)
{
    wend_rules *it = (wend_rules *)(uintptr_t)rules;
    visit_counts(v, &it->set);
    visit_set(v, &it->set);
    uint64_t count = rules->agents.table.count;
    wendi_visit_u64(v, &count);
    for (uint32_t i = 0; i < rules->agents.table.count; i++) {
        uint64_t number = rules->agents.table.numbers[i];
        wendi_visit_u64(v, &number);
        visit_agent(v, it, i);
    }
}

uint64_t wend_rules_hash(const wend_rules *rules)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (rules == NULL) {
        return 0;
    }
    visit_rules(&v, rules);
    return v.hash;
}

static void write_rules(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_rules(&v, object);
}

wend_result wend_rules_save(const wend_rules *rules, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wendi_save_object(rules, write_rules, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- load ---- */

/* So many items of at least this many bytes may follow. */
static bool may_follow(const wendi_visitor *v, uint64_t count, size_t item_bytes)
{
    return count <= wendi_reader_remaining(v->reader) / item_bytes;
}

static bool read_set(wendi_visitor *v, wend_rules *rules)
{
    wendi_rule_set *set = &rules->set;
    wendi_visit_part(v, "the data ends within the rules");
    visit_counts(v, set);
    const bool is_sound =
        set->fact_count <= WEND_RULES_FACTS_MAX && set->rule_count <= WEND_RULES_MAX &&
        set->sequence_count <= WEND_RULES_SEQUENCES_MAX && may_follow(v, set->step_count, 8) &&
        may_follow(v, set->condition_count, 8) && may_follow(v, set->consideration_count, 8) &&
        may_follow(v, set->point_count, 8) && may_follow(v, set->text_bytes, 1);
    wendi_visit_expect(v, is_sound, "the counts make no sense");
    if (wendi_visitor_has_failed(v)) {
        memset(set, 0, sizeof *set);
        return false;
    }
    if (!wendi_visit_expect_memory(v, wendi_rule_set_reserve(set, &rules->allocator))) {
        return false;
    }
    visit_set(v, set);
    if (!wendi_visitor_has_failed(v)) {
        wendi_visit_expect(v, wendi_rule_set_check(set, NULL, "") == WEND_OK,
                           "the rules are out of range");
    }
    return !wendi_visitor_has_failed(v);
}

static void read_agents(wendi_visitor *v, wend_rules *rules)
{
    uint64_t count = 0;
    wendi_visit_u64(v, &count);
    wendi_visit_expect(v, count <= WEND_RULES_AGENTS_MAX && may_follow(v, count, AGENT_BYTES),
                       "the number of agents makes no sense");
    for (uint64_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        uint64_t number = 0;
        wendi_visit_u64(v, &number);
        wendi_visit_expect(v,
                           wendi_agent_table_find(&rules->agents.table, number) == WENDI_AGENT_NONE,
                           "two agents have one number");
        if (!wendi_visitor_has_failed(v) &&
            wendi_visit_expect_memory(v, wendi_rules_reserve_agent(rules))) {
            visit_agent(v, rules, wendi_rules_append_agent(rules, number));
        }
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the rules");
}

wend_result wend_rules_load(const wend_rules_def *def, const uint8_t *bytes, size_t count,
                            wend_rules **rules)
{
    static const char function[] = "wend_rules_load";
    wend_rules_def from = wend_rules_def_default();
    const uint32_t cookie = from.cookie;
    from = def == NULL ? from : *def;
    if (rules != NULL) {
        *rules = NULL;
    }
    if (!wendi_has_cookie(from.cookie, cookie, from.message, function, "wend_rules_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(from.message);
    if (rules == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function, rules == NULL ? "rules" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the rules",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_rules *made = wendi_alloc_zero(&from.allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(from.message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = from.allocator;
    made->call = from.call;
    made->user = from.user;
    wendi_visitor v = wendi_visitor_reading(&content);
    if (read_set(&v, made)) {
        read_agents(&v, made);
    }
    wend_result result = wendi_visitor_result(&v);
    if (result == WEND_OK) {
        made->lock = wendi_lock_create(&from.allocator);
        result = made->lock == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    }
    if (result == WEND_OK && made->set.has_called && made->call == NULL) {
        result = wendi_fail(from.message, WEND_ERROR_ARGUMENT,
                            "%s: call is NULL, but a fact is WEND_FACT_CALLED", function);
        wend_rules_destroy(made);
        return result;
    }
    if (result != WEND_OK) {
        wend_rules_destroy(made);
        return wendi_fail_reason(from.message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *rules = made;
    return WEND_OK;
}
