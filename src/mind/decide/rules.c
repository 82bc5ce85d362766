/* Rules: the public face.
 * Cost: agents are found by hash; the rest is as in the other files of rules. */
#include "mind/decide/rules.h"
#include "mind/decide/rules_lanes.h"

#include "base/core/message.h"
#include "base/math/bits.h"
#include "base/math/constants.h"

#include <math.h>
#include <string.h>

enum { COOKIE = 0x524C4531, BLOCK = 32 };

wend_rules_def wend_rules_def_default(void)
{
    wend_rules_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.choice = WEND_RULES_BEST;
    def.choice_count = 3;
    def.seed = 1;
    return def;
}

/* ---- create, destroy ---- */

wend_result wend_rules_create(const wend_rules_def *def, wend_rules **rules)
{
    static const char function[] = "wend_rules_create";
    if (rules != NULL) {
        *rules = NULL;
    }
    if (def == NULL ||
        !wendi_has_cookie(def->cookie, COOKIE, def->message, function, "wend_rules_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (rules == NULL) {
        return wendi_refuse_null(def->message, function, "rules");
    }
    wend_rules *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->call = def->call;
    made->user = def->user;
    wend_result result = wendi_rule_set_make(&made->set, def, function);
    if (result == WEND_OK) {
        result = wendi_rule_set_check(&made->set, def->message, function);
    }
    if (result == WEND_OK && made->set.has_called && made->call == NULL) {
        result = wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                            "%s: call is NULL, but a fact is WEND_FACT_CALLED", function);
    }
    if (result == WEND_OK) {
        made->lock = wendi_lock_create(&def->allocator);
        result = made->lock == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    }
    if (result != WEND_OK) {
        wend_rules_destroy(made);
        return result == WEND_ERROR_MEMORY ? wendi_fail_plain(def->message, function, result)
                                           : result;
    }
    *rules = made;
    return WEND_OK;
}

static void free_agents(wend_rules *rules, wendi_rule_agents *agents)
{
    const wend_allocator *a = &rules->allocator;
    const size_t capacity = agents->table.capacity;
    const wendi_rule_set *set = &rules->set;
    wendi_free(a, agents->states, capacity * sizeof *agents->states);
    wendi_free(a, agents->facts, capacity * (set->fact_count + (size_t)1) * sizeof *agents->facts);
    wendi_free(a, agents->verdicts,
               capacity * (set->rule_count + (size_t)1) * sizeof *agents->verdicts);
    wendi_free(a, agents->places,
               capacity * (set->sequence_count + (size_t)1) * sizeof *agents->places);
    wendi_agent_table_destroy(&agents->table, a);
}

void wend_rules_destroy(wend_rules *rules)
{
    if (rules == NULL) {
        return;
    }
    const wend_allocator allocator = rules->allocator;
    free_agents(rules, &rules->agents);
    wendi_rule_set_free(&rules->set, &allocator);
    wendi_lock_destroy(rules->lock, &allocator);
    wendi_free(&allocator, rules, sizeof *rules);
}

const char *wend_rules_error(const wend_rules *rules)
{
    return rules == NULL ? "" : rules->message.text;
}

void wend_rules_get_info(const wend_rules *rules, wend_rules_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (rules == NULL) {
        return;
    }
    const wendi_rule_set *set = &rules->set;
    const size_t agent_bytes = sizeof *rules->agents.states +
                               (set->fact_count + (size_t)1) * sizeof *rules->agents.facts +
                               (set->rule_count + (size_t)1) * sizeof *rules->agents.verdicts +
                               (set->sequence_count + (size_t)1) * sizeof *rules->agents.places;
    info->fact_count = set->fact_count;
    info->rule_count = set->rule_count;
    info->sequence_count = set->sequence_count;
    info->agent_count = rules->agents.table.count;
    info->memory_bytes = sizeof *rules + wendi_rule_set_bytes(set) +
                         wendi_agent_table_bytes(rules->agents.table.capacity) +
                         rules->agents.table.capacity * agent_bytes;
}

/* ---- calls during decisions ---- */

/* Decisions can only be interrupted by what a callback does. */
static void count_deciding(wend_rules *rules, int more)
{
    if (rules->call != NULL) {
        wendi_lock_take(rules->lock);
        rules->deciding += more > 0 ? 1 : UINT32_MAX;
        wendi_lock_release(rules->lock);
    }
}

static bool is_busy(const wend_rules *rules)
{
    bool is_deciding = false;
    if (rules->call != NULL) {
        wendi_lock_take(rules->lock);
        is_deciding = rules->deciding > 0;
        wendi_lock_release(rules->lock);
    }
    return is_deciding;
}

static wend_result refuse_agent(wend_message *m, const char *function, uint64_t agent)
{
    return wendi_fail(m, WEND_ERROR_STALE, "%s: there is no agent %llu", function,
                      (unsigned long long)agent);
}

/* Begins a call that changes an agent. @param index set to that of the agent. */
static wend_result begin_edit(wend_rules *rules, uint64_t agent, const char *function,
                              uint32_t *index)
{
    if (rules == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (is_busy(rules)) {
        return WEND_ERROR_BUSY;
    }
    const int32_t found = wendi_agent_table_find(&rules->agents.table, agent);
    if (found == WENDI_AGENT_NONE) {
        return refuse_agent(&rules->message, function, agent);
    }
    *index = (uint32_t)found;
    return WEND_OK;
}

/* ---- agents ---- */

bool wendi_rules_reserve_agent(wend_rules *rules)
{
    const wend_allocator *a = &rules->allocator;
    const wendi_rule_set *set = &rules->set;
    wendi_rule_agents *old = &rules->agents;
    const size_t count = old->table.count;
    if (count < old->table.capacity) {
        return true;
    }
    const uint32_t capacity = wendi_agent_table_capacity((uint32_t)count + 1);
    wendi_rule_agents made = {{NULL, NULL, 0, 0}, NULL, NULL, NULL, NULL};
    if (!wendi_agent_table_create(&made.table, capacity, a)) {
        return false;
    }
    made.states = wendi_alloc_items_zero(a, capacity, sizeof *made.states);
    made.facts =
        wendi_alloc_items_zero(a, capacity, (set->fact_count + (size_t)1) * sizeof *made.facts);
    made.verdicts =
        wendi_alloc_items_zero(a, capacity, (set->rule_count + (size_t)1) * sizeof *made.verdicts);
    made.places = wendi_alloc_items_zero(a, capacity,
                                         (set->sequence_count + (size_t)1) * sizeof *made.places);
    if (made.states == NULL || made.facts == NULL || made.verdicts == NULL || made.places == NULL) {
        free_agents(rules, &made);
        return false;
    }
    wendi_agent_table_copy(&made.table, &old->table);
    if (count > 0) {
        memcpy(made.states, old->states, count * sizeof *made.states);
        memcpy(made.facts, old->facts, count * set->fact_count * sizeof *made.facts);
        memcpy(made.verdicts, old->verdicts, count * set->rule_count * sizeof *made.verdicts);
        memcpy(made.places, old->places, count * set->sequence_count * sizeof *made.places);
    }
    free_agents(rules, old);
    *old = made;
    return true;
}

/* An agent without a past. */
static void clear_agent(wend_rules *rules, uint32_t index)
{
    wendi_rule_verdict *verdicts = wendi_rules_verdicts_of(rules, index);
    memset(&rules->agents.states[index], 0, sizeof *rules->agents.states);
    memset(wendi_rules_places_of(rules, index), 0,
           rules->set.sequence_count * sizeof *rules->agents.places);
    for (uint32_t i = 0; i < rules->set.rule_count; i++) {
        verdicts[i] = (wendi_rule_verdict){.fact = WEND_FACT_NONE};
    }
}

uint32_t wendi_rules_append_agent(wend_rules *rules, uint64_t number)
{
    const uint32_t index = rules->agents.table.count;
    double *facts = wendi_rules_facts_of(rules, index);
    wendi_agent_table_add(&rules->agents.table, number);
    clear_agent(rules, index);
    for (uint32_t i = 0; i < rules->set.fact_count; i++) {
        const bool is_called = rules->set.facts[i].kind == WEND_FACT_CALLED;
        facts[i] = is_called || isnan(rules->set.facts[i].initial)
                       ? wendi_f64_of_bits(WENDI_NAN_BITS)
                       : rules->set.facts[i].initial;
    }
    return index;
}

/* Refuses facts of which one is out of range. @param is_new traits count, too. */
static wend_result check_facts(wend_rules *rules, const char *function, const double *facts,
                               bool is_new)
{
    for (uint32_t i = 0; i < rules->set.fact_count; i++) {
        const wend_fact_kind kind = rules->set.facts[i].kind;
        const bool is_read = kind == WEND_FACT_GIVEN || (is_new && kind == WEND_FACT_TRAIT);
        if (is_read && (facts[i] < -WEND_RULES_VALUE_MAX || facts[i] > WEND_RULES_VALUE_MAX)) {
            return wendi_refuse(&rules->message, function, wend_rules_fact_name(rules, i), facts[i],
                                -WEND_RULES_VALUE_MAX, WEND_RULES_VALUE_MAX);
        }
    }
    return WEND_OK;
}

static double plain_fact(double value)
{
    return isnan(value) ? wendi_f64_of_bits(WENDI_NAN_BITS) : value + 0.0;
}

static void copy_facts(wend_rules *rules, uint32_t index, const double *facts, bool is_new)
{
    double *own = wendi_rules_facts_of(rules, index);
    for (uint32_t i = 0; i < rules->set.fact_count; i++) {
        const wend_fact_kind kind = rules->set.facts[i].kind;
        if (kind == WEND_FACT_GIVEN || (is_new && kind == WEND_FACT_TRAIT)) {
            own[i] = plain_fact(facts[i]);
        }
    }
}

wend_result wend_rules_add_agent(wend_rules *rules, uint64_t agent, const double *facts)
{
    static const char function[] = "wend_rules_add_agent";
    if (rules == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (is_busy(rules)) {
        return WEND_ERROR_BUSY;
    }
    if (wendi_agent_table_find(&rules->agents.table, agent) != WENDI_AGENT_NONE) {
        return wendi_fail(&rules->message, WEND_ERROR_ARGUMENT,
                          "%s: agent is %llu, and there is one of this number", function,
                          (unsigned long long)agent);
    }
    if (facts != NULL && check_facts(rules, function, facts, true) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    if (rules->agents.table.count == WEND_RULES_AGENTS_MAX) {
        return wendi_fail(&rules->message, WEND_ERROR_FULL, "%s: there are %d agents, the most",
                          function, WEND_RULES_AGENTS_MAX);
    }
    if (!wendi_rules_reserve_agent(rules)) {
        return wendi_fail_plain(&rules->message, function, WEND_ERROR_MEMORY);
    }
    const uint32_t index = wendi_rules_append_agent(rules, agent);
    if (facts != NULL) {
        copy_facts(rules, index, facts, true);
    }
    return WEND_OK;
}

wend_result wend_rules_remove_agent(wend_rules *rules, uint64_t agent)
{
    uint32_t index = 0;
    const wend_result result = begin_edit(rules, agent, "wend_rules_remove_agent", &index);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t last = rules->agents.table.count - 1;
    const wendi_rule_set *set = &rules->set;
    if (index != last) {
        rules->agents.states[index] = rules->agents.states[last];
        memcpy(wendi_rules_facts_of(rules, index), wendi_rules_facts_of(rules, last),
               set->fact_count * sizeof *rules->agents.facts);
        memcpy(wendi_rules_verdicts_of(rules, index), wendi_rules_verdicts_of(rules, last),
               set->rule_count * sizeof *rules->agents.verdicts);
        memcpy(wendi_rules_places_of(rules, index), wendi_rules_places_of(rules, last),
               set->sequence_count * sizeof *rules->agents.places);
    }
    wendi_agent_table_remove(&rules->agents.table, index);
    return WEND_OK;
}

bool wend_rules_has_agent(const wend_rules *rules, uint64_t agent)
{
    return rules != NULL && wendi_agent_table_find(&rules->agents.table, agent) != WENDI_AGENT_NONE;
}

wend_result wend_rules_agent_at(const wend_rules *rules, uint32_t index, uint64_t *agent)
{
    if (agent != NULL) {
        *agent = 0;
    }
    if (rules == NULL || agent == NULL || index >= rules->agents.table.count) {
        return WEND_ERROR_ARGUMENT;
    }
    *agent = rules->agents.table.numbers[index];
    return WEND_OK;
}

wend_result wend_rules_set_fact(wend_rules *rules, uint64_t agent, uint32_t fact, double value)
{
    static const char function[] = "wend_rules_set_fact";
    uint32_t index = 0;
    const wend_result result = begin_edit(rules, agent, function, &index);
    if (result != WEND_OK) {
        return result;
    }
    if (fact >= rules->set.fact_count) {
        return wendi_refuse_index(&rules->message, function, "fact", fact, "facts",
                                  rules->set.fact_count);
    }
    if (rules->set.facts[fact].kind != WEND_FACT_GIVEN) {
        return wendi_fail(&rules->message, WEND_ERROR_ARGUMENT,
                          "%s: fact %s is %s, and cannot be set", function,
                          wend_rules_fact_name(rules, fact),
                          rules->set.facts[fact].kind == WEND_FACT_TRAIT ? "a trait" : "called");
    }
    if (!isnan(value) && !wendi_is_rule_number(value)) {
        return wendi_refuse(&rules->message, function, "value", value, -WEND_RULES_VALUE_MAX,
                            WEND_RULES_VALUE_MAX);
    }
    wendi_rules_facts_of(rules, index)[fact] = plain_fact(value);
    return WEND_OK;
}

wend_result wend_rules_set_facts(wend_rules *rules, uint64_t agent, const double *facts)
{
    static const char function[] = "wend_rules_set_facts";
    uint32_t index = 0;
    const wend_result result = begin_edit(rules, agent, function, &index);
    if (result != WEND_OK) {
        return result;
    }
    if (facts == NULL) {
        return wendi_refuse_null(&rules->message, function, "facts");
    }
    if (check_facts(rules, function, facts, false) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    copy_facts(rules, index, facts, false);
    return WEND_OK;
}

const double *wend_rules_facts(const wend_rules *rules, uint64_t agent)
{
    const int32_t index = rules == NULL ? (int32_t)WENDI_AGENT_NONE
                                        : wendi_agent_table_find(&rules->agents.table, agent);
    return index == WENDI_AGENT_NONE ? NULL : wendi_rules_facts_of(rules, (uint32_t)index);
}

/* ---- decisions ---- */

/* The last decision, from the state of an agent. */
static wend_rules_decision decision_of(const wend_rules *rules, uint32_t index)
{
    const wendi_rule_agent *state = &rules->agents.states[index];
    wend_rules_decision it = {.action = rules->set.idle_action,
                              .rule = state->present1 - 1, /* WEND_RULE_NONE without one */
                              .sequence = WEND_RULE_NONE,
                              .step = WEND_RULE_NONE,
                              .fact = WEND_FACT_NONE,
                              .is_new = state->is_new,
                              .tick = state->tick};
    if (state->present1 == 0) {
        return it;
    }
    const wendi_rule *rule = &rules->set.rules[it.rule];
    const wendi_rule_verdict *verdict = &wendi_rules_verdicts_of(rules, index)[it.rule];
    it.action = rule->action;
    it.score = verdict->score;
    it.fact = verdict->fact;
    it.fact_value = verdict->fact_value;
    it.since = state->since;
    if (rule->sequence1 > 0) {
        const wendi_rule_sequence *sequence = &rules->set.sequences[rule->sequence1 - 1];
        const wend_rules_place *place = &wendi_rules_places_of(rules, index)[rule->sequence1 - 1];
        it.sequence = rule->sequence1 - 1;
        it.step = place->step;
        it.is_waiting = !place->has_started;
        it.action = it.is_waiting ? sequence->wait_action
                                  : rules->set.steps[sequence->steps.first + it.step].action;
    }
    return it;
}

wend_result wend_rules_decide(wend_rules *rules, uint64_t agent, uint64_t tick,
                              wend_rules_decision *decision)
{
    static const char function[] = "wend_rules_decide";
    if (decision != NULL) {
        memset(decision, 0, sizeof *decision);
    }
    if (rules == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const int32_t index = wendi_agent_table_find(&rules->agents.table, agent);
    if (index == WENDI_AGENT_NONE) {
        wendi_lock_take(rules->lock);
        (void)refuse_agent(&rules->message, function, agent);
        wendi_lock_release(rules->lock);
        return WEND_ERROR_STALE;
    }
    wendi_rule_agent *state = &rules->agents.states[index];
    if (tick < state->tick || tick > WEND_RULES_TICK_MAX) {
        wendi_lock_take(rules->lock);
        (void)wendi_refuse(&rules->message, function, "tick", (double)tick, (double)state->tick,
                           (double)WEND_RULES_TICK_MAX);
        wendi_lock_release(rules->lock);
        return WEND_ERROR_ARGUMENT;
    }
    if (state->is_deciding || rules->is_updating) {
        return WEND_ERROR_BUSY;
    }
    count_deciding(rules, 1);
    state->is_deciding = true;
    wendi_rules_judge(rules, (uint32_t)index, tick, NULL, 0);
    state->is_deciding = false;
    count_deciding(rules, -1);
    if (decision != NULL) {
        *decision = decision_of(rules, (uint32_t)index);
    }
    return WEND_OK;
}

/* An update under way. */
typedef struct update_job {
    wend_rules *rules;
    uint64_t tick;
} update_job;

static void update_block(void *context, size_t begin, size_t end)
{
    const update_job *job = context;
    wend_rules *rules = job->rules;
    /* Facts that are called are called when they are needed; the first rule that holds ends the search. */
    const bool is_side_by_side = !rules->set.has_called && rules->set.choice != WEND_RULES_FIRST;
    wendi_rule_lanes utilities[WEND_RULES_MAX];
    for (uint32_t i = (uint32_t)begin; i < end; i += WENDI_RULE_LANES) {
        const uint32_t left = (uint32_t)end - i;
        const uint32_t count = left < WENDI_RULE_LANES ? left : (uint32_t)WENDI_RULE_LANES;
        if (is_side_by_side) {
            wendi_rules_find_utilities(rules, i, count, utilities);
        }
        for (uint32_t lane = 0; lane < count; lane++) {
            wendi_rules_judge(rules, i + lane, job->tick, is_side_by_side ? utilities : NULL, lane);
        }
    }
}

static void find_failure(wend_rules *rules)
{
    rules->has_failure = false;
    for (uint32_t i = 0; i < rules->agents.table.count && !rules->has_failure; i++) {
        const wendi_rule_agent *state = &rules->agents.states[i];
        if (state->has_failed) {
            rules->failure = (wend_rules_failure){rules->agents.table.numbers[i],
                                                  state->failed_rule, state->failed_fact};
            rules->has_failure = true;
        }
    }
}

wend_result wend_rules_update(wend_rules *rules, uint64_t tick, const wend_executor *executor)
{
    static const char function[] = "wend_rules_update";
    if (rules == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (is_busy(rules)) {
        return WEND_ERROR_BUSY;
    }
    uint64_t least = 0;
    for (uint32_t i = 0; i < rules->agents.table.count; i++) {
        const uint64_t last = rules->agents.states[i].tick;
        least = last > least ? last : least;
    }
    if (tick < least || tick > WEND_RULES_TICK_MAX) {
        return wendi_refuse(&rules->message, function, "tick", (double)tick, (double)least,
                            (double)WEND_RULES_TICK_MAX);
    }
    update_job job = {rules, tick};
    count_deciding(rules, 1);
    rules->is_updating = true;
    wend_parallel_for(executor, rules->agents.table.count, BLOCK, update_block, &job);
    rules->is_updating = false;
    count_deciding(rules, -1);
    if (rules->call != NULL) {
        find_failure(rules);
    }
    return WEND_OK;
}

wend_result wend_rules_get_decision(const wend_rules *rules, uint64_t agent,
                                    wend_rules_decision *decision)
{
    if (decision != NULL) {
        memset(decision, 0, sizeof *decision);
    }
    if (rules == NULL || decision == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const int32_t index = wendi_agent_table_find(&rules->agents.table, agent);
    if (index == WENDI_AGENT_NONE) {
        return WEND_ERROR_STALE;
    }
    *decision = decision_of(rules, (uint32_t)index);
    return WEND_OK;
}

wend_result wend_rules_end(wend_rules *rules, uint64_t agent)
{
    uint32_t index = 0;
    const wend_result result = begin_edit(rules, agent, "wend_rules_end", &index);
    if (result != WEND_OK) {
        return result;
    }
    wendi_rule_agent *state = &rules->agents.states[index];
    if (state->present1 > 0) {
        const wendi_rule *rule = &rules->set.rules[state->present1 - 1];
        wendi_rule_verdict *verdict = &wendi_rules_verdicts_of(rules, index)[state->present1 - 1];
        verdict->ready_tick = rule->cooldown == 0 ? 0 : state->tick + 1 + rule->cooldown;
        if (rule->sequence1 > 0) {
            wendi_rule_sequence_end(rules, index, rule->sequence1 - 1, WEND_SEQUENCE_INTERRUPTED,
                                    false);
        }
        state->present1 = 0;
        state->is_new = false;
    }
    return WEND_OK;
}

wend_result wend_rules_end_step(wend_rules *rules, uint64_t agent)
{
    uint32_t index = 0;
    const wend_result result = begin_edit(rules, agent, "wend_rules_end_step", &index);
    if (result != WEND_OK) {
        return result;
    }
    wendi_rule_agent *state = &rules->agents.states[index];
    const uint32_t sequence1 =
        state->present1 == 0 ? 0 : rules->set.rules[state->present1 - 1].sequence1;
    if (sequence1 > 0 && wendi_rules_places_of(rules, index)[sequence1 - 1].has_started) {
        state->is_step_done = true;
    }
    return WEND_OK;
}

wend_result wend_rules_reset(wend_rules *rules, uint64_t agent)
{
    uint32_t index = 0;
    const wend_result result = begin_edit(rules, agent, "wend_rules_reset", &index);
    if (result == WEND_OK) {
        const uint64_t tick = rules->agents.states[index].tick;
        clear_agent(rules, index);
        rules->agents.states[index].tick = tick;
    }
    return result;
}
