/** @file wend/rules.h
 * Rules: what each agent does next, from facts, by the first rule that matches or by the best score.
 *
 * A set of rules is data and holds for many agents. Each agent has its facts, an array of numbers with
 * names: what it perceives (health, distance to the enemy), its traits (courage, speed of thought) and
 * what a callback computes. A rule has conditions, which must hold, and considerations, which score:
 *
 *     fact ---------> 0 ... 1 over low ... high ---> curve ---> 0 ... 1 --.
 *     fact ---------> 0 ... 1 over low ... high ---> curve ---> 0 ... 1 --+--> utility x weight
 *     conditions hold, not cooling down --> eligible                           + noise + inertia = score
 *
 *     static const wend_fact facts[] = {{.name = "health", .initial = 1}, {.name = "enemy"}};
 *     static const wend_condition sees = {.fact = ENEMY, .value = 1};            enemy is at least 1
 *     static const wend_consideration hurt = {.fact = HEALTH, .curve = {.slope = -1, .base = 1}};
 *     static const wend_rule rules_of_guard[] = {
 *         {.name = "flee", .action = FLEE, .conditions = &sees, .condition_count = 1,
 *          .considerations = &hurt, .consideration_count = 1},
 *         {.name = "patrol", .action = PATROL, .weight = 0.3}};
 *
 *     wend_rules_add_agent(rules, 7, NULL);
 *     wend_rules_set_fact(rules, 7, HEALTH, 0.2);                    as it is perceived
 *     wend_rules_update(rules, tick, NULL);                          all agents decide
 *     wend_rules_get_decision(rules, 7, &decision);                  decision.action
 *
 * A rule may run a sequence: steps one after the other (a build order, a tactic), each with conditions to
 * start and to end, times, repeats, and what to do else. Every agent keeps its place in every sequence.
 *
 * Zeroed fields of facts, conditions, curves, considerations, rules, steps and sequences have the
 * meaning that their comments give, so only what differs has to be set.
 *
 * An agent is named by a number of the user's. Equal calls give equal decisions, for any number of
 * threads. Threads: one thread at a time changes an object; wend_rules_decide runs for different agents on
 * several threads at once; the const calls from any number of threads between changes.
 *
 * Sources: Mark, "Behavioral Mathematics for Game AI" (2009), and Mark and Dill, "Improving AI Decision
 * Modeling Through Utility Theory" (GDC 2010): considerations, curves, compensation; Millington,
 * "Artificial Intelligence for Games" (3rd ed. 2019), 5.8: rule-based systems and their arbitration;
 * Dill, "Dual-Utility Reasoning" (Game AI Pro 2, 2015): ranks.
 */
#ifndef WEND_RULES_H
#define WEND_RULES_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of rules. */
enum {
    WEND_RULES_FACTS_MAX = 256,         /**< Facts of an agent. */
    WEND_RULES_MAX = 256,               /**< Rules. */
    WEND_RULES_CONDITIONS_MAX = 64,     /**< Conditions of a rule, of a step, of an abort. */
    WEND_RULES_CONSIDERATIONS_MAX = 32, /**< Considerations of a rule. */
    WEND_RULES_POINTS_MAX = 32,         /**< Points of a curve. */
    WEND_RULES_SEQUENCES_MAX = 64,      /**< Sequences. */
    WEND_RULES_STEPS_MAX = 256,         /**< Steps of a sequence. */
    WEND_RULES_NAME_MAX = 63,           /**< Bytes of a name, without its end. */
    WEND_RULES_AGENTS_MAX = 1 << 20,    /**< Agents. */
    WEND_RULES_TICKS_MAX = 1 << 30      /**< Ticks of cooldowns, steps and the like. */
};

/** Greatest size of facts, thresholds and the ends of ranges. */
static const double WEND_RULES_VALUE_MAX = 4503599627370496.0;
/** Greatest size of the numbers of curves, of weights, scores, noise and inertia. */
static const double WEND_RULES_SCORE_MAX = 1 << 20;
/** No fact. */
static const uint32_t WEND_FACT_NONE = UINT32_MAX;
/** No rule, sequence or step. */
static const uint32_t WEND_RULE_NONE = UINT32_MAX;
/** Repeats without an end. */
static const uint32_t WEND_RULES_ENDLESS = UINT32_MAX;

/* ---- facts ---- */

/** Where a fact comes from. */
typedef enum wend_fact_kind {
    WEND_FACT_GIVEN = 0, /**< Set by wend_rules_set_fact. */
    WEND_FACT_TRAIT,     /**< Given when the agent is added, then fixed. */
    WEND_FACT_CALLED /**< Computed by the callback of the definition when a rule reads it, once for
                              each decision of an agent at most: a predicate of the user. */
} wend_fact_kind;

/** A fact: a number of each agent. NaN means that it is not known: conditions on it do not hold
 * (but WEND_FACT_UNKNOWN does) and considerations of it are 0. */
typedef struct wend_fact {
    const char *name;    /**< 1 to WEND_RULES_NAME_MAX bytes, no two alike. Copied. */
    wend_fact_kind kind; /**< Zeroed: WEND_FACT_GIVEN. */
    double initial;      /**< Of an agent that is added without facts; NaN: not known. Unused for
                              WEND_FACT_CALLED. */
} wend_fact;

/* ---- conditions ---- */

/** Comparisons of a fact. */
typedef enum wend_comparison {
    WEND_FACT_AT_LEAST = 0, /**< fact >= value. */
    WEND_FACT_ABOVE,        /**< fact > value. */
    WEND_FACT_AT_MOST,      /**< fact <= value. */
    WEND_FACT_BELOW,        /**< fact < value. */
    WEND_FACT_EQUAL,        /**< fact = value. */
    WEND_FACT_NOT_EQUAL,    /**< fact is known, and not value. */
    WEND_FACT_BETWEEN,      /**< value <= fact <= high. */
    WEND_FACT_KNOWN,        /**< The fact is known. */
    WEND_FACT_UNKNOWN       /**< The fact is not known. */
} wend_comparison;

/** A condition. A list of conditions holds if all of them hold, or all of one alternative:
 *
 *     a, b, (alternative) c, d        (a and b) or (c and d)
 */
typedef struct wend_condition {
    uint32_t fact;              /**< Index of a fact. */
    wend_comparison comparison; /**< Zeroed: WEND_FACT_AT_LEAST. */
    double value;        /**< Compared with the fact, at most WEND_RULES_VALUE_MAX in size. */
    double high;         /**< The upper end of WEND_FACT_BETWEEN, at least value. */
    bool compares_facts; /**< Compares with fact `other` plus value. Not for _BETWEEN. */
    uint32_t other;      /**< Index of a fact, with compares_facts. */
    double hysteresis; /**< For the agent's present rule the threshold is looser by this much, 0 to
                                     WEND_RULES_VALUE_MAX, so that it does not flicker where the fact
                                     wavers. Unused in steps, and by _NOT_EQUAL, _KNOWN, _UNKNOWN. */
    bool is_alternative; /**< Begins a further alternative. False for the first of a list. */
} wend_condition;

/* ---- considerations ---- */

/** Kinds of response curves; x and the result are 0 to 1, cut off there. */
typedef enum wend_curve_kind {
    WEND_CURVE_LINEAR = 0, /**< base + slope * (x - shift). */
    WEND_CURVE_POWER,      /**< base + slope * |x - shift| ^ exponent. */
    WEND_CURVE_LOGISTIC,   /**< base + 1 / (1 + e ^ (-slope * (x - shift))). */
    WEND_CURVE_STEP,       /**< base where x < shift, else base + slope. */
    WEND_CURVE_PIECEWISE   /**< Straight between points, level outside them. */
} wend_curve_kind;

/** A response curve. */
typedef struct wend_curve {
    wend_curve_kind kind; /**< Zeroed: WEND_CURVE_LINEAR. */
    double slope;         /**< At most WEND_RULES_SCORE_MAX in size. 0 counts as 1, and as 10 of
                                  WEND_CURVE_LOGISTIC. */
    double exponent;      /**< Of WEND_CURVE_POWER, 0 to 64. 0 counts as 2. */
    double shift;         /**< To the right, at most WEND_RULES_SCORE_MAX in size. */
    double base;          /**< Upwards, likewise. */
    const wend_vec2
        *points; /**< [point_count] of WEND_CURVE_PIECEWISE, x rising, all 0 to 1. Copied. */
    uint32_t point_count; /**< 1 to WEND_RULES_POINTS_MAX; 0 for other kinds. */
} wend_curve;

/** Returns the value of a curve, 0 to 1. 0 for NULL, a NaN x, an unknown kind, and PIECEWISE without
 * points. */
WEND_API double wend_curve_value(const wend_curve *curve, double x);

/** A consideration: a fact, and how much it speaks for the rule. */
typedef struct wend_consideration {
    uint32_t fact; /**< Index of a fact. */
    double low;    /**< The value of the fact that is x = 0. */
    double high; /**< The value of the fact that is x = 1, not equal to low (it may be below). Both
                           0 count as 0 to 1. Facts outside are cut off. */
    wend_curve curve; /**< From x to the value of the consideration. */
    double weight; /**< Share in WEND_RULE_SUM, above 0 to WEND_RULES_SCORE_MAX; 0 counts as 1. */
} wend_consideration;

/** How the values of considerations become the utility of a rule, 0 to 1. */
typedef enum wend_combination {
    WEND_RULE_PRODUCT = 0, /**< p = product of all n values, then p + p * (1 - p) * (1 - 1 / n):
                                compensated, so that many considerations do not make a rule weak. */
    WEND_RULE_LEAST,       /**< The least value. */
    WEND_RULE_SUM          /**< The sum of value times weight, by the sum of weights. */
} wend_combination;

/* ---- rules ---- */

/** A rule. It is *eligible* if its conditions hold, it is not cooling down, its utility is above 0 and
 * utility * weight is at least least_score. The rule chosen last that has not ended is the agent's
 * *present* rule. */
typedef struct wend_rule {
    const char *name;                         /**< As names of facts. Copied. */
    const wend_condition *conditions;         /**< [condition_count], see there. Copied. */
    const wend_consideration *considerations; /**< [consideration_count]. Copied. */
    uint32_t condition_count;                 /**< 0 (always) to WEND_RULES_CONDITIONS_MAX. */
    uint32_t consideration_count; /**< 0 (utility 1) to WEND_RULES_CONSIDERATIONS_MAX. */
    wend_combination combination; /**< Zeroed: WEND_RULE_PRODUCT. */
    uint32_t action; /**< A number of the user's, given back; several rules may have one action. */
    double weight;   /**< Multiplies the utility, above 0 to WEND_RULES_SCORE_MAX; 0 counts as 1. */
    double least_score; /**< 0 to WEND_RULES_SCORE_MAX. */
    double hysteresis;  /**< The present rule stays eligible down to least_score less this, 0 to
                             WEND_RULES_SCORE_MAX. */
    double inertia; /**< Added to the score while the agent's present action is this rule's, 0 to
                             WEND_RULES_SCORE_MAX. */
    double noise;   /**< A number from -noise to noise, new with each tick, is added to the score;
                             0 to WEND_RULES_SCORE_MAX. */
    uint32_t inertia_ticks; /**< Inertia falls to 0 over so many ticks since the action began; 0:
                                 never. To WEND_RULES_TICKS_MAX. */
    int32_t rank;       /**< Rules compete with those of the same rank; an eligible rule of a higher
                             rank always wins. Unused by WEND_RULES_FIRST. */
    uint32_t cooldown;  /**< Ticks since its end in which the rule is not eligible, to
                             WEND_RULES_TICKS_MAX. */
    uint32_t duration;  /**< Ticks after which the rule ends by itself; 0: it goes on. To
                             WEND_RULES_TICKS_MAX. */
    uint32_t sequence1; /**< 1 + index of the sequence that runs while this is the present rule, and
                             whose steps give the action; 0: none. No two rules have the same. */
} wend_rule;

/* ---- sequences ---- */

/** Where a sequence goes on. */
typedef enum wend_step_way {
    WEND_STEP_DEFAULT = 0, /**< As the field's comment says. */
    WEND_STEP_WAIT,        /**< It waits. Not for `late`. */
    WEND_STEP_NEXT,        /**< With the next step; behind the last a round is complete. */
    WEND_STEP_GO_TO,       /**< With a given step. */
    WEND_STEP_ABORT        /**< It is aborted, and its rule ends. */
} wend_step_way;

/** A step of a sequence. */
typedef struct wend_rule_step {
    const char *name;             /**< 1 to WEND_RULES_NAME_MAX bytes. Copied. */
    uint32_t action;              /**< The agent's action while the step is under way. */
    const wend_condition *starts; /**< [start_count] must hold for the step to start. Copied. */
    uint32_t start_count;         /**< 0 (at once) to WEND_RULES_CONDITIONS_MAX. */
    wend_step_way otherwise;      /**< What happens while they do not. Default: wait. */
    uint32_t otherwise_step;      /**< Index of a step, for WEND_STEP_GO_TO. */
    const wend_condition *ends;   /**< [end_count]: the step is done when they hold. Copied. */
    uint32_t end_count;   /**< 0 (it is done after ticks_least) to WEND_RULES_CONDITIONS_MAX. */
    uint32_t ticks_least; /**< It takes at least so many ticks, to WEND_RULES_TICKS_MAX. With 0 and
                                        no `ends` it is done by wend_rules_end_step alone. */
    uint32_t ticks_most;  /**< After so many ticks it is late; 0: never. At least ticks_least. */
    wend_step_way late;   /**< What happens then. Default: abort. */
    uint32_t late_step;   /**< Index of a step, for WEND_STEP_GO_TO. */
    uint32_t repeat;      /**< How often the step is carried out; 0 counts as 1;
                                        WEND_RULES_ENDLESS is allowed. */
} wend_rule_step;

/** A sequence of steps. When its last round is complete its rule ends. */
typedef struct wend_rule_sequence {
    const char *name;             /**< As names of facts. Copied. */
    const wend_rule_step *steps;  /**< [step_count]. Copied. */
    uint32_t step_count;          /**< 1 to WEND_RULES_STEPS_MAX. */
    const wend_condition *aborts; /**< [abort_count]: it is aborted when they hold. Copied. */
    uint32_t abort_count;         /**< 0 (never) to WEND_RULES_CONDITIONS_MAX. */
    uint32_t repeat;              /**< Rounds; 0 counts as 1; WEND_RULES_ENDLESS is allowed. */
    bool resumes; /**< When another rule interrupts it, it keeps its place, and the step that
                                       was under way starts again later. False: it starts over. */
    uint32_t wait_action; /**< The agent's action while a step waits to start. */
} wend_rule_sequence;

/* ---- the object ---- */

/** How the rule is chosen. */
typedef enum wend_rules_choice {
    WEND_RULES_FIRST = 0, /**< The first eligible rule: ordered. */
    WEND_RULES_BEST,    /**< The eligible rule of the highest rank with the greatest score; ties by
                               index. */
    WEND_RULES_WEIGHTED /**< One of the choice_count best of the highest rank at random, by score. */
} wend_rules_choice;

/** Computes a fact of an agent. It runs on threads of the executor, for different agents at once. It may
 * call functions of the rules that take them const; calls that change them give WEND_ERROR_BUSY.
 * @param facts [fact_count] of the agent; those of WEND_FACT_CALLED are NaN.
 * @param value finite, or NaN for not known; NaN at first. Other values count as NaN.
 * @return false: it failed. The fact is then not known, and wend_rules_get_failure reports it. */
typedef bool (*wend_fact_fn)(void *user, uint64_t agent, uint32_t fact, const double *facts,
                             double *value);

/** Definition of rules. */
typedef struct wend_rules_def {
    uint32_t cookie;                     /**< Set by wend_rules_def_default; leave it. */
    const wend_fact *facts;              /**< [fact_count]. Copied. */
    uint32_t fact_count;                 /**< 0 to WEND_RULES_FACTS_MAX. Default 0. */
    const wend_rule *rules;              /**< [rule_count], in order. Copied. */
    uint32_t rule_count;                 /**< 0 to WEND_RULES_MAX. Default 0. */
    const wend_rule_sequence *sequences; /**< [sequence_count]. Copied. */
    uint32_t sequence_count;             /**< 0 to WEND_RULES_SEQUENCES_MAX. Default 0. */
    wend_rules_choice choice;            /**< Default WEND_RULES_BEST. */
    uint32_t choice_count;               /**< Rules to choose among for WEND_RULES_WEIGHTED, 1 to
                                              WEND_RULES_MAX. Default 3. */
    uint32_t idle_action;                /**< The action where no rule is eligible. Default 0. */
    uint64_t seed;                       /**< Of noise and random choices. Default 1. */
    wend_fact_fn call;                   /**< Computes facts; needed if one is WEND_FACT_CALLED. */
    void *user;                          /**< Passed back to call untouched. */
    wend_allocator allocator;            /**< Default libc. */
    wend_message *message; /**< Text of a failure of create or load; may be NULL (default). */
} wend_rules_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_rules_def wend_rules_def_default(void);
/** Creates rules without agents. What is wrong with a rule is said with its name, the part and what is
 * expected: "rule flee, condition 0: fact is 9, but the number of facts is 4".
 * @param rules set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_rules_create(const wend_rules_def *def, wend_rules **rules);
/** Frees rules; NULL is allowed. */
WEND_API void wend_rules_destroy(wend_rules *rules);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_rules_error(const wend_rules *rules);

/** Numbers of rules. */
typedef struct wend_rules_info {
    uint32_t fact_count;     /**< Facts. */
    uint32_t rule_count;     /**< Rules. */
    uint32_t sequence_count; /**< Sequences. */
    uint32_t agent_count;    /**< Agents. */
    size_t memory_bytes;     /**< Memory. */
} wend_rules_info;

/** Gets numbers of the rules. @param info zeroed first; NULL is allowed. */
WEND_API void wend_rules_get_info(const wend_rules *rules, wend_rules_info *info);
/** Returns the index of a fact by its name; WEND_FACT_NONE if there is none, and for NULL. */
WEND_API uint32_t wend_rules_find_fact(const wend_rules *rules, const char *name);
/** Returns the index of a rule by its name; WEND_RULE_NONE if there is none, and for NULL. */
WEND_API uint32_t wend_rules_find_rule(const wend_rules *rules, const char *name);
/** Returns the name of a fact; "" out of range. Never NULL; valid as long as the rules. */
WEND_API const char *wend_rules_fact_name(const wend_rules *rules, uint32_t fact);
/** Returns the name of a rule; "" out of range. Never NULL; valid as long as the rules. */
WEND_API const char *wend_rules_rule_name(const wend_rules *rules, uint32_t rule);
/** Returns the name of a step; "" out of range. Never NULL; valid as long as the rules. */
WEND_API const char *wend_rules_step_name(const wend_rules *rules, uint32_t sequence,
                                          uint32_t step);

/* ---- agents ---- */

/** Adds an agent.
 * @param agent a number of the user's that no agent has.
 * @param facts [fact_count], finite and at most WEND_RULES_VALUE_MAX in size, or NaN; those of
 * WEND_FACT_CALLED are not read. NULL: the initial ones.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL (WEND_RULES_AGENTS_MAX), WEND_ERROR_MEMORY,
 * WEND_ERROR_BUSY (in a callback). */
WEND_API wend_result wend_rules_add_agent(wend_rules *rules, uint64_t agent, const double *facts);
/** Removes an agent; the last agent takes its index.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY. */
WEND_API wend_result wend_rules_remove_agent(wend_rules *rules, uint64_t agent);
/** True if there is an agent of this number. */
WEND_API bool wend_rules_has_agent(const wend_rules *rules, uint64_t agent);
/** Gets the number of an agent.
 * @param index 0 to agent_count - 1. @param agent set to 0 first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_rules_agent_at(const wend_rules *rules, uint32_t index, uint64_t *agent);
/** Sets a fact of an agent.
 * @param fact of WEND_FACT_GIVEN. @param value finite, at most WEND_RULES_VALUE_MAX in size, or NaN.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY. */
WEND_API wend_result wend_rules_set_fact(wend_rules *rules, uint64_t agent, uint32_t fact,
                                         double value);
/** Sets all facts of WEND_FACT_GIVEN of an agent; the entries of others are not read.
 * @param facts [fact_count], as wend_rules_set_fact takes them.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY. */
WEND_API wend_result wend_rules_set_facts(wend_rules *rules, uint64_t agent, const double *facts);
/** Returns the facts of an agent, [fact_count]; NaN: not known, or of WEND_FACT_CALLED. NULL if there
 * is no such agent. Valid until an agent is added or removed. */
WEND_API const double *wend_rules_facts(const wend_rules *rules, uint64_t agent);

/* ---- decisions ---- */

/** A decision, and the reasons for it. */
typedef struct wend_rules_decision {
    uint32_t action;   /**< Of the rule, of its step, wait_action, or idle_action. */
    uint32_t rule;     /**< The rule; WEND_RULE_NONE: no rule was eligible. */
    uint32_t sequence; /**< The sequence of the rule; WEND_RULE_NONE. */
    uint32_t step;     /**< Its step under way or waiting; WEND_RULE_NONE. */
    bool is_waiting;   /**< The step waits to start. */
    bool is_new;   /**< The rule was not the present one before, or no longer is after it ended. */
    double score;  /**< The score of the rule. */
    uint32_t fact; /**< The fact that decided its score; WEND_FACT_NONE. */
    double fact_value; /**< Its value then. */
    uint64_t since;    /**< The tick in which the rule was chosen. */
    uint64_t tick;     /**< The tick of the decision. */
} wend_rules_decision;

/** The greatest tick. */
static const uint64_t WEND_RULES_TICK_MAX = (uint64_t)1 << 62;

/** Decides for one agent. The facts of WEND_FACT_CALLED that rules read are computed. Time: linear in
 * conditions and considerations. May run for different agents on several threads at once.
 * @param tick not below that of the agent's last decision, at most WEND_RULES_TICK_MAX.
 * @param decision zeroed first, may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY (in a
 * callback of wend_rules_update, or of the same agent). */
WEND_API wend_result wend_rules_decide(wend_rules *rules, uint64_t agent, uint64_t tick,
                                       wend_rules_decision *decision);
/** Decides for all agents.
 * @param tick not below that of the last decision of any agent, at most WEND_RULES_TICK_MAX.
 * @param executor runs agents in parallel; NULL = serial. Decisions do not depend on it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY (in a callback). */
WEND_API wend_result wend_rules_update(wend_rules *rules, uint64_t tick,
                                       const wend_executor *executor);
/** Gets the last decision of an agent. Before the first one it is idle_action without a rule.
 * @param decision zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_rules_get_decision(const wend_rules *rules, uint64_t agent,
                                             wend_rules_decision *decision);
/** The agent's action has ended: its present rule ends and cools down, and the next decision is free. A
 * sequence of it starts over. Without a present rule nothing happens.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY. */
WEND_API wend_result wend_rules_end(wend_rules *rules, uint64_t agent);
/** The step that the agent's present rule is at is done: the next decision goes on with what follows it.
 * Nothing happens if no step is under way.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY. */
WEND_API wend_result wend_rules_end_step(wend_rules *rules, uint64_t agent);
/** Forgets the agent's present rule, cooldowns and sequences; facts and traits stay.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent), WEND_ERROR_BUSY. */
WEND_API wend_result wend_rules_reset(wend_rules *rules, uint64_t agent);

/** What became of a rule in a decision. */
typedef enum wend_rule_state {
    WEND_RULE_UNKNOWN = 0, /**< There was no decision yet. */
    WEND_RULE_UNMET,       /**< A condition does not hold. */
    WEND_RULE_COOLING,     /**< It is cooling down. */
    WEND_RULE_ENDED,       /**< It has ended: by its duration, or its sequence is complete. */
    WEND_RULE_ABORTED,     /**< Its sequence was aborted. */
    WEND_RULE_WEAK,        /**< Its utility is 0, or its score below least_score. */
    WEND_RULE_ELIGIBLE,    /**< It was eligible, another one was chosen. */
    WEND_RULE_CHOSEN       /**< It was chosen. */
} wend_rule_state;

/** The score of a rule in a decision, and the reason for it. */
typedef struct wend_rule_score {
    wend_rule_state state; /**< What became of it. */
    double score;  /**< utility * weight, with noise and inertia where it is eligible; 0 where it
                                was not computed. */
    uint32_t fact; /**< The fact that decided: of the first condition that does not hold (of the
                                last alternative), else of the consideration with the least value (of
                                WEND_RULE_SUM: with the greatest share); WEND_FACT_NONE. */
    double fact_value; /**< Its value then; NaN: not known. */
} wend_rule_score;

/** Gets the scores of all rules in the last decision of an agent, in the order of rules. With
 * WEND_RULES_FIRST the rules after the chosen one are not computed: WEND_RULE_UNKNOWN.
 * @param scores [capacity], may be NULL when capacity is 0. @param count set to rule_count.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such
 * agent). */
WEND_API wend_result wend_rules_explain(const wend_rules *rules, uint64_t agent,
                                        wend_rule_score *scores, size_t capacity, size_t *count);

/** What became of a sequence when its rule ran last. */
typedef enum wend_sequence_outcome {
    WEND_SEQUENCE_NONE = 0,   /**< It has not ended yet. */
    WEND_SEQUENCE_COMPLETE,   /**< All rounds were complete. */
    WEND_SEQUENCE_ABORTED,    /**< It was aborted. */
    WEND_SEQUENCE_INTERRUPTED /**< Another rule was chosen, or the rule ended. */
} wend_sequence_outcome;

/** The place of an agent in a sequence. */
typedef struct wend_rules_place {
    uint32_t step;                 /**< The step under way or next. */
    bool has_started;              /**< The step is under way. */
    uint64_t started_tick;         /**< The tick in which it started, if so. */
    uint32_t step_rounds;          /**< How often it was carried out. */
    uint32_t rounds;               /**< Complete rounds of the sequence. */
    wend_sequence_outcome outcome; /**< Of the last run that ended. */
} wend_rules_place;

/** Gets the place of an agent in a sequence.
 * @param place zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_rules_get_place(const wend_rules *rules, uint64_t agent,
                                          uint32_t sequence, wend_rules_place *place);

/** A fact whose callback failed. */
typedef struct wend_rules_failure {
    uint64_t agent; /**< The agent. */
    uint32_t rule;  /**< The rule that asked. */
    uint32_t fact;  /**< The fact. */
} wend_rules_failure;

/** Gets the first failure of a callback (by the index of the agent) in the last wend_rules_update. Failures
 * in wend_rules_decide are not kept. Not saved, no part of the hash.
 * @param failure zeroed first; may be NULL.
 * @return true if there was one. */
WEND_API bool wend_rules_get_failure(const wend_rules *rules, wend_rules_failure *failure);

/** Draws the last decision of an agent as a line of text: rule, step, score and the fact that decided.
 * @param at of the text.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, not finite), WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_rules_draw(const wend_rules *rules, uint64_t agent, wend_vec2 at,
                                     const wend_draw *draw);

/** Returns a hash of rules, agents, facts and decisions. 0 for NULL. */
WEND_API uint64_t wend_rules_hash(const wend_rules *rules);
/** Saves the rules and their agents as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_rules_save(const wend_rules *rules, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Loads rules from the bytes of wend_rules_save; they go on as the saved ones would have.
 * @param def gives call, user, allocator and message; NULL = defaults.
 * @param rules set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also for facts of WEND_FACT_CALLED without a call),
 * WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer version; the message gives the reason). */
WEND_API wend_result wend_rules_load(const wend_rules_def *def, const uint8_t *bytes, size_t count,
                                     wend_rules **rules);

#ifdef __cplusplus
}
#endif
#endif
