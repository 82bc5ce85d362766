/* The allotment of groups to goals: the problem, without what the numbers stand for.
 *
 *   sum over goals   worth(strength there)     value * partial * strength / need, below the need;
 *                                              value from the need on; 0 without groups
 *   - sum over groups cost[group][goal of it]
 *
 * Strengths are integers, so that moves back and forth leave no rounding behind. */
#ifndef WENDI_MIND_COMMANDER_ALLOT_H
#define WENDI_MIND_COMMANDER_ALLOT_H

#include "base/core/sort.h"
#include "wend/commander.h"

#include <float.h>

/** Cost of an impossible pair. */
static const double WENDI_ALLOT_NEVER = DBL_MAX;
/** Units of strength in 1. */
static const double WENDI_ALLOT_UNIT = 65536;

typedef struct wendi_allot_goal {
    int64_t need;
    double value, partial;
    uint32_t limit; /* groups at most; 0: any number */
    uint32_t kind;
    bool uses_reserve;
    /* Of the present choice. */
    int64_t sum;
    uint32_t count;
    /* Scratch of the greedy choice. */
    double gain;
    uint32_t round;
    uint32_t eligible; /* length of its order */
} wendi_allot_goal;

typedef struct wendi_allot_group {
    int64_t strength[WEND_COMMANDER_KINDS]; /* for goals of a kind */
    int64_t weight;                         /* in the reserve */
    bool is_fixed;
    int32_t choice; /* goal, or -1 */
} wendi_allot_group;

typedef struct wendi_allotment {
    uint32_t group_count, goal_count;
    wendi_allot_group *groups;
    wendi_allot_goal *goals;
    double *costs;         /* [group][goal] */
    uint32_t *orders;      /* [goal][group] possible groups by cost for each unit of strength */
    int64_t out, out_most; /* weight at goals that do not use the reserve */
    wendi_sort_pair *pairs, *pairs_scratch; /* [group] */
    uint32_t *bundle, *kept;                /* [group] */
    int32_t *start, *saved, *best;          /* [group] choices */
} wendi_allotment;

static inline double *wendi_allot_cost(const wendi_allotment *a, uint32_t group, uint32_t goal)
{
    return &a->costs[(size_t)group * a->goal_count + goal];
}

/** Strength in units, to the nearest. @param strength 0 to 2^44. */
int64_t wendi_allot_units(double strength);
/** What a goal is worth with this strength from so many groups. */
double wendi_allot_worth(const wendi_allot_goal *goal, int64_t sum, uint32_t count);
/** Searches the choice of the greatest sum; groups[].choice is the present one, which wins ties.
 * @return the sum. */
double wendi_allot_solve(wendi_allotment *a);
/** Gain of the best bundle of groups for a goal, in the present choice. @param from_all groups count
 * as free though they have another goal. @param ignores_reserve the reserve may be sent. */
double wendi_allot_bundle_gain(wendi_allotment *a, uint32_t goal, bool from_all,
                               bool ignores_reserve);
/** Gain of sending a free group to its best goal. @param ignores_reserve likewise. */
double wendi_allot_best_move(const wendi_allotment *a, uint32_t group, bool ignores_reserve);

#endif
