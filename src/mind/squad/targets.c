/* Targets, so that damage is concentrated: a local search from three beginnings (the present targets;
 * kills one after the other, the cheapest first; the best single gains), of which the best end is taken.
 * The problem is a generalized assignment, for which no exact method is fast.
 * Cost: members * members * enemies at worst. */
#include "mind/squad/squad.h"

#include <string.h>

enum { PASSES = 16 };

static const double KILL_TOLERANCE = 1e-9, GAIN_LEAST = 1e-12;

static double worth_of(const wendi_focus *focus, uint32_t enemy, double sum)
{
    const double health = focus->health[enemy];
    if (sum >= health * (1 - KILL_TOLERANCE)) {
        return focus->worth[enemy];
    }
    const double part = sum > 0 ? sum / health : 0;
    return focus->worth[enemy] * 0.5 * part * part;
}

static double damage_of(const wendi_focus *focus, uint32_t member, uint32_t enemy)
{
    return focus->damage[(size_t)member * focus->enemies + enemy];
}

static void sum_up(const wendi_focus *focus, const uint32_t *targets, double *sums)
{
    memset(sums, 0, focus->enemies * sizeof *sums);
    for (uint32_t i = 0; i < focus->members; i++) {
        if (targets[i] != UINT32_MAX) {
            sums[targets[i]] += damage_of(focus, i, targets[i]);
        }
    }
}

static double score_of(const wendi_focus *focus, const uint32_t *targets, double *sums)
{
    double score = 0;
    sum_up(focus, targets, sums);
    for (uint32_t j = 0; j < focus->enemies; j++) {
        score += worth_of(focus, j, sums[j]);
    }
    for (uint32_t i = 0; i < focus->members; i++) {
        if (targets[i] != UINT32_MAX) {
            score += focus->bonus[(size_t)i * focus->enemies + targets[i]];
        }
    }
    return score;
}

double wendi_focus_score(const wendi_focus *focus, const uint32_t *targets)
{
    double sums[WEND_SQUAD_ENEMIES_MAX];
    return score_of(focus, targets, sums);
}

/* What a member gains by attacking an enemy that the others do `sum` damage to. */
static double gain_of(const wendi_focus *focus, uint32_t member, uint32_t enemy, double sum)
{
    return worth_of(focus, enemy, sum + damage_of(focus, member, enemy)) -
           worth_of(focus, enemy, sum) + focus->bonus[(size_t)member * focus->enemies + enemy];
}

/* The best enemy for a member that has none, or UINT32_MAX. */
static uint32_t best_for(const wendi_focus *focus, uint32_t member, const double *sums,
                         double *best_gain)
{
    uint32_t best = UINT32_MAX;
    *best_gain = 0;
    for (uint32_t j = 0; j < focus->enemies; j++) {
        if (damage_of(focus, member, j) > 0) {
            const double gain = gain_of(focus, member, j, sums[j]);
            if (best == UINT32_MAX || gain > *best_gain + GAIN_LEAST) {
                best = j;
                *best_gain = gain;
            }
        }
    }
    return best;
}

/* Members without a target get one, those with the greatest gain first. */
static void take_gains(const wendi_focus *focus, uint32_t *targets, double *sums)
{
    for (;;) {
        uint32_t chosen = UINT32_MAX, chosen_enemy = UINT32_MAX;
        double chosen_gain = 0;
        for (uint32_t i = 0; i < focus->members; i++) {
            double gain;
            const uint32_t enemy =
                targets[i] == UINT32_MAX ? best_for(focus, i, sums, &gain) : UINT32_MAX;
            if (enemy != UINT32_MAX && (chosen == UINT32_MAX || gain > chosen_gain + GAIN_LEAST)) {
                chosen = i;
                chosen_enemy = enemy;
                chosen_gain = gain;
            }
        }
        if (chosen == UINT32_MAX) {
            return;
        }
        targets[chosen] = chosen_enemy;
        sums[chosen_enemy] += damage_of(focus, chosen, chosen_enemy);
    }
}

/* Enemies in the order of worth by health. */
static void order_enemies(const wendi_focus *focus, uint32_t *order)
{
    for (uint32_t j = 0; j < focus->enemies; j++) {
        uint32_t place = j;
        while (place > 0 && focus->worth[j] * focus->health[order[place - 1]] >
                                focus->worth[order[place - 1]] * focus->health[j]) {
            order[place] = order[place - 1];
            place--;
        }
        order[place] = j;
    }
}

/* Kills one enemy after the other with those that do it the most damage, where they suffice. */
static void take_kills(const wendi_focus *focus, const wendi_focus_scratch *scratch,
                       uint32_t *targets)
{
    order_enemies(focus, scratch->order);
    for (uint32_t k = 0; k < focus->enemies; k++) {
        const uint32_t enemy = scratch->order[k];
        double all = 0, sum = 0;
        for (uint32_t i = 0; i < focus->members; i++) {
            all += targets[i] == UINT32_MAX ? damage_of(focus, i, enemy) : 0;
        }
        const double needed = focus->health[enemy] * (1 - KILL_TOLERANCE);
        while (all >= needed && sum < needed) {
            uint32_t best = UINT32_MAX;
            for (uint32_t i = 0; i < focus->members; i++) {
                if (targets[i] == UINT32_MAX && damage_of(focus, i, enemy) > 0 &&
                    (best == UINT32_MAX ||
                     damage_of(focus, i, enemy) > damage_of(focus, best, enemy))) {
                    best = i;
                }
            }
            if (best == UINT32_MAX) {
                break;
            }
            targets[best] = enemy;
            sum += damage_of(focus, best, enemy);
        }
    }
}

/* Each member in turn moves to the enemy where it gains most, until no member moves. */
static void improve(const wendi_focus *focus, uint32_t *targets, double *sums)
{
    bool has_moved = true;
    for (int pass = 0; pass < PASSES && has_moved; pass++) {
        has_moved = false;
        for (uint32_t i = 0; i < focus->members; i++) {
            const uint32_t old = targets[i];
            if (old == UINT32_MAX) {
                continue;
            }
            double best_gain;
            sums[old] -= damage_of(focus, i, old);
            const uint32_t best = best_for(focus, i, sums, &best_gain);
            if (best_gain > gain_of(focus, i, old, sums[old]) + GAIN_LEAST) {
                targets[i] = best;
                has_moved = true;
            }
            sums[targets[i]] += damage_of(focus, i, targets[i]);
        }
    }
}

void wendi_focus_choose(const wendi_focus *focus, const wendi_focus_scratch *scratch,
                        uint32_t *targets)
{
    double best = 0;
    for (int beginning = 0; beginning < 3; beginning++) {
        uint32_t *trial = beginning == 0 ? targets : scratch->trial;
        for (uint32_t i = 0; i < focus->members; i++) {
            const uint32_t before = beginning == 0 ? focus->before[i] : UINT32_MAX;
            trial[i] =
                before != UINT32_MAX && damage_of(focus, i, before) > 0 ? before : UINT32_MAX;
        }
        if (beginning == 1) {
            take_kills(focus, scratch, trial);
        }
        sum_up(focus, trial, scratch->sums);
        take_gains(focus, trial, scratch->sums);
        improve(focus, trial, scratch->sums);
        const double score = score_of(focus, trial, scratch->sums);
        if (beginning == 0 || score > best + GAIN_LEAST) {
            best = score;
            memmove(targets, trial, focus->members * sizeof *targets);
        }
    }
}
