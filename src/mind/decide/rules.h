/* Rules: a set of them, laid out flat, and the agents that decide by it.
 *
 *   curve.c         response curves
 *   rules_make.c    from a definition to a set: copying
 *   rules_check.c   whether a set is sound, with sentences
 *   rules_judge.c   the decision of one agent
 *   rules_lanes.c   utilities for several agents side by side
 *   rules_steps.c   the steps of its sequences
 *   rules.c         the public face
 *   rules_reasons.c names, and why a rule was chosen
 *   rules_bytes.c   hash, save, load
 *
 * Parts of rules are spans of pools, so that a set is a few arrays:
 *
 *   rules       flee                          patrol ...
 *                |  '--------------.
 *   conditions  | a | b | c ...     considerations  | hurt | near | ...
 *                                                      '--> points of curves | . | . | . |
 *
 * An agent is an index into arrays of [capacity]; the state of each of its rules and sequences lies
 * side by side. */
#ifndef WENDI_MIND_DECIDE_RULES_H
#define WENDI_MIND_DECIDE_RULES_H

#include "base/core/visitor.h"
#include "base/platform/lock.h"
#include "mind/agents/agent_table.h"
#include "wend/rules.h"

typedef struct wendi_rule_span {
    uint32_t first, count;
} wendi_rule_span;

typedef struct wendi_rule_fact {
    uint32_t name; /* offset in texts */
    wend_fact_kind kind;
    double initial;
} wendi_rule_fact;

/* A curve without defaults. */
typedef struct wendi_rule_curve {
    wend_curve_kind kind;
    double slope, exponent, shift, base;
    wendi_rule_span points;
} wendi_rule_curve;

typedef struct wendi_rule_consideration {
    uint32_t fact;
    double low, high, weight;
    wendi_rule_curve curve;
} wendi_rule_consideration;

typedef struct wendi_rule {
    uint32_t name, action, inertia_ticks, cooldown, duration, sequence1;
    int32_t rank;
    wend_combination combination;
    wendi_rule_span conditions, considerations;
    double weight, least_score, hysteresis, inertia, noise;
} wendi_rule;

typedef struct wendi_rule_step {
    uint32_t name, action, otherwise_step, late_step, ticks_least, ticks_most, repeat;
    wend_step_way otherwise, late; /* never WEND_STEP_DEFAULT */
    wendi_rule_span starts, ends;
} wendi_rule_step;

typedef struct wendi_rule_sequence {
    uint32_t name, repeat, wait_action;
    bool resumes;
    wendi_rule_span steps, aborts;
} wendi_rule_sequence;

typedef struct wendi_rule_set {
    wendi_rule_fact *facts;
    wendi_rule *rules;
    wendi_rule_sequence *sequences;
    wendi_rule_step *steps;
    wend_condition *conditions;
    wendi_rule_consideration *considerations;
    wend_vec2 *points;
    char *texts;
    uint32_t fact_count, rule_count, sequence_count, step_count, condition_count,
        consideration_count, point_count, text_bytes;
    wend_rules_choice choice;
    uint32_t choice_count, idle_action;
    uint64_t seed;
    bool has_called; /* a fact is WEND_FACT_CALLED */
} wendi_rule_set;

/* What became of a rule in an agent's last decision. */
typedef struct wendi_rule_verdict {
    double score, fact_value;
    uint64_t ready_tick; /* it is cooling down before this */
    uint32_t fact;
    wend_rule_state state;
} wendi_rule_verdict;

typedef struct wendi_rule_agent {
    uint64_t tick, since, action_since;
    uint32_t present1;    /* 1 + the present rule */
    uint32_t failed_rule; /* of a callback in this update, where has_failed */
    uint32_t failed_fact;
    bool is_new, is_step_done;
    bool has_failed, is_deciding; /* not saved */
} wendi_rule_agent;

typedef struct wendi_rule_agents {
    wendi_agent_table table;
    wendi_rule_agent *states;     /* [capacity] */
    double *facts;                /* [capacity][fact_count] */
    wendi_rule_verdict *verdicts; /* [capacity][rule_count] */
    wend_rules_place *places;     /* [capacity][sequence_count] */
} wendi_rule_agents;

struct wend_rules {
    wend_allocator allocator;
    wend_message message;
    wendi_rule_set set;
    wendi_rule_agents agents;
    wend_fact_fn call;
    void *user;
    wendi_lock *lock;  /* over the message of decisions, and the next one */
    uint32_t deciding; /* decisions under way, where there is a call */
    wend_rules_failure failure;
    bool has_failure, is_updating;
};

static inline const char *wendi_rule_text(const wendi_rule_set *set, uint32_t name)
{
    return &set->texts[name];
}

static inline double *wendi_rules_facts_of(const wend_rules *rules, uint32_t agent)
{
    return &rules->agents.facts[(size_t)agent * rules->set.fact_count];
}

static inline wendi_rule_verdict *wendi_rules_verdicts_of(const wend_rules *rules, uint32_t agent)
{
    return &rules->agents.verdicts[(size_t)agent * rules->set.rule_count];
}

static inline wend_rules_place *wendi_rules_places_of(const wend_rules *rules, uint32_t agent)
{
    return &rules->agents.places[(size_t)agent * rules->set.sequence_count];
}

/* ---- sets ---- */

/** Copies the parts of a definition. @return WEND_OK, WEND_ERROR_ARGUMENT (with a message),
 * WEND_ERROR_MEMORY; the set must be freed in any case. */
wend_result wendi_rule_set_make(wendi_rule_set *set, const wend_rules_def *def,
                                const char *function);
/** Allocates pools of the counts in the set. @return false: no memory. */
bool wendi_rule_set_reserve(wendi_rule_set *set, const wend_allocator *allocator);
void wendi_rule_set_free(wendi_rule_set *set, const wend_allocator *allocator);
size_t wendi_rule_set_bytes(const wendi_rule_set *set);
/** Whether all numbers are in range; spans and texts are taken for sound. @return WEND_OK,
 * WEND_ERROR_ARGUMENT. */
wend_result wendi_rule_set_check(const wendi_rule_set *set, wend_message *message,
                                 const char *function);
/** A finite number within the range of facts. */
bool wendi_is_rule_number(double value);

/** Curves that take longer. @param x behind the shift. */
double wendi_rule_curve_power(const wendi_rule_curve *curve, double x);
double wendi_rule_curve_logistic(const wendi_rule_curve *curve, double x);
double wendi_rule_curve_piecewise(const wend_vec2 *points, uint32_t count, double x);
/** With the defaults that zeroed fields stand for; its points are left alone. */
wendi_rule_curve wendi_rule_curve_of(const wend_curve *curve);

/** The value of a curve. @param points the curve's own. @param x 0 to 1. */
static inline double wendi_rule_curve_at(const wendi_rule_curve *curve, const wend_vec2 *points,
                                         double x)
{
    const double from = x - curve->shift;
    double y = 0;
    switch (curve->kind) {
    case WEND_CURVE_LINEAR:
        y = curve->base + curve->slope * from;
        break;
    case WEND_CURVE_POWER:
        y = wendi_rule_curve_power(curve, from);
        break;
    case WEND_CURVE_LOGISTIC:
        y = wendi_rule_curve_logistic(curve, from);
        break;
    case WEND_CURVE_STEP:
        y = from < 0 ? curve->base : curve->base + curve->slope;
        break;
    case WEND_CURVE_PIECEWISE:
        y = wendi_rule_curve_piecewise(points, curve->points.count, x);
        break;
    default:
        break;
    }
    y = y > 0 ? y : 0; /* NaN too */
    return y < 1 ? y : 1;
}

/* ---- agents ---- */

/** Room for one more agent. @return false: no memory, and all is as before. */
bool wendi_rules_reserve_agent(wend_rules *rules);
/** Adds an agent without a past, with the facts of the set; there must be room. */
uint32_t wendi_rules_append_agent(wend_rules *rules, uint64_t number);

/* ---- decisions ---- */

enum { WENDI_RULE_LANES = 8 };

/* The utilities of a rule for several agents, and the facts that count most: of the least value, or of the
 * greatest share of a sum. */
typedef struct wendi_rule_lanes {
    double utility[WENDI_RULE_LANES];
    double fact[WENDI_RULE_LANES]; /* as a number, so that all lanes are of one kind */
} wendi_rule_lanes;

/* One decision under way. */
typedef struct wendi_rule_judge {
    wend_rules *rules;
    uint32_t agent; /* index */
    uint64_t number, tick;
    const double *facts;
    const wendi_rule_lanes *utilities;         /* [rule_count]; NULL: they are found when needed */
    uint32_t lane;                             /* of the agent */
    uint32_t present1, present_action;         /* while rules are judged */
    uint32_t rule;                             /* whose conditions and considerations are read */
    bool has_called;                           /* facts can be called */
    uint64_t known[WEND_RULES_FACTS_MAX / 64]; /* facts that were called */
    double called[WEND_RULES_FACTS_MAX];
} wendi_rule_judge;

/** Whether a list of conditions holds. @param is_present with hysteresis. @param unmet set to the fact of
 * the first one of the last alternative that does not hold; may be NULL. */
bool wendi_rule_conditions_hold(wendi_rule_judge *judge, wendi_rule_span conditions,
                                bool is_present, uint32_t *unmet);
/** Goes on with a sequence. @return WEND_SEQUENCE_NONE: it goes on; _COMPLETE, _ABORTED: it ended. */
wend_sequence_outcome wendi_rule_sequence_advance(wendi_rule_judge *judge, uint32_t sequence);
/** The sequence starts over, or, where `keeps`, with its step. */
void wendi_rule_sequence_end(wend_rules *rules, uint32_t agent, uint32_t sequence,
                             wend_sequence_outcome outcome, bool keeps);
/** Decides for an agent. @param utilities, lane see wendi_rule_judge. */
void wendi_rules_judge(wend_rules *rules, uint32_t agent, uint64_t tick,
                       const wendi_rule_lanes *utilities, uint32_t lane);

#endif
