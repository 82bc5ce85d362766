/* The allotment of groups to goals: greedy choices, improved by moves, exchanges, seized and
 * dissolved goals.
 * Cost: a round of improvement takes pairs of groups and goals, pairs of groups, and, up to
 * BUNDLES_MOST, goals^2 * groups. */
#include "mind/commander/allot.h"

#include "base/math/bits.h"

#include <string.h>

enum { ROUNDS_MOST = 64, BUNDLES_MOST = 1 << 22, KICKS = 12, KICKED_MOST = 1 << 7, NONE = -1 };

/* A smaller improvement is rounding. */
static const double LEAST_GAIN = 1e-9;

int64_t wendi_allot_units(double strength)
{
    return (int64_t)(strength * WENDI_ALLOT_UNIT + 0.5);
}

double wendi_allot_worth(const wendi_allot_goal *goal, int64_t sum, uint32_t count)
{
    if (count == 0) {
        return 0;
    }
    return sum >= goal->need ? goal->value
                             : goal->value * goal->partial * ((double)sum / (double)goal->need);
}

static int64_t strength_of(const wendi_allotment *a, uint32_t group, uint32_t goal)
{
    return a->groups[group].strength[a->goals[goal].kind];
}

/* ---- changes of the choice ---- */

static void leave(wendi_allotment *a, uint32_t group)
{
    wendi_allot_group *it = &a->groups[group];
    if (it->choice != NONE) {
        wendi_allot_goal *goal = &a->goals[it->choice];
        goal->sum -= it->strength[goal->kind];
        goal->count--;
        a->out -= goal->uses_reserve ? 0 : it->weight;
        it->choice = NONE;
    }
}

static void join(wendi_allotment *a, uint32_t group, uint32_t goal)
{
    wendi_allot_group *it = &a->groups[group];
    wendi_allot_goal *to = &a->goals[goal];
    to->sum += it->strength[to->kind];
    to->count++;
    a->out += to->uses_reserve ? 0 : it->weight;
    it->choice = (int32_t)goal;
}

/* True if a group without a goal may join one. */
static bool may_join(const wendi_allotment *a, uint32_t group, uint32_t goal)
{
    const wendi_allot_goal *to = &a->goals[goal];
    return *wendi_allot_cost(a, group, goal) < WENDI_ALLOT_NEVER &&
           (to->limit == 0 || to->count < to->limit) &&
           (to->uses_reserve || a->out + a->groups[group].weight <= a->out_most);
}

static double join_gain(const wendi_allotment *a, uint32_t group, uint32_t goal)
{
    const wendi_allot_goal *to = &a->goals[goal];
    return wendi_allot_worth(to, to->sum + strength_of(a, group, goal), to->count + 1) -
           wendi_allot_worth(to, to->sum, to->count) - *wendi_allot_cost(a, group, goal);
}

static double leave_loss(const wendi_allotment *a, uint32_t group)
{
    const int32_t at = a->groups[group].choice;
    if (at == NONE) {
        return 0;
    }
    const wendi_allot_goal *goal = &a->goals[at];
    return wendi_allot_worth(goal, goal->sum, goal->count) -
           wendi_allot_worth(goal, goal->sum - strength_of(a, group, (uint32_t)at),
                             goal->count - 1) -
           *wendi_allot_cost(a, group, (uint32_t)at);
}

static void copy_choice(const wendi_allotment *a, int32_t *to)
{
    for (uint32_t g = 0; g < a->group_count; g++) {
        to[g] = a->groups[g].choice;
    }
}

static void set_choice(wendi_allotment *a, const int32_t *from)
{
    for (uint32_t g = 0; g < a->group_count; g++) {
        leave(a, g);
    }
    for (uint32_t g = 0; g < a->group_count; g++) {
        if (from[g] != NONE) {
            join(a, g, (uint32_t)from[g]);
        }
    }
}

static double total_of(const wendi_allotment *a)
{
    double total = 0;
    for (uint32_t q = 0; q < a->goal_count; q++) {
        total += wendi_allot_worth(&a->goals[q], a->goals[q].sum, a->goals[q].count);
    }
    for (uint32_t g = 0; g < a->group_count; g++) {
        const int32_t at = a->groups[g].choice;
        total -= at == NONE ? 0 : *wendi_allot_cost(a, g, (uint32_t)at);
    }
    return total;
}

/* Restores the saved choice unless the present one has a greater sum. */
static bool keep_if_better(wendi_allotment *a, double before)
{
    if (total_of(a) > before + LEAST_GAIN) {
        return true;
    }
    set_choice(a, a->saved);
    return false;
}

/* ---- orders ---- */

static void sort_orders(wendi_allotment *a)
{
    for (uint32_t q = 0; q < a->goal_count; q++) {
        uint32_t count = 0;
        for (uint32_t g = 0; g < a->group_count; g++) {
            const double cost = *wendi_allot_cost(a, g, q);
            if (cost < WENDI_ALLOT_NEVER && !a->groups[g].is_fixed) {
                const double ratio = cost / (double)strength_of(a, g, q);
                a->pairs[count++] = (wendi_sort_pair){wendi_f64_sort_key(ratio), g};
            }
        }
        wendi_sort_pairs(a->pairs, a->pairs_scratch, count);
        for (uint32_t i = 0; i < count; i++) {
            a->orders[(size_t)q * a->group_count + i] = a->pairs[i].value;
        }
        a->goals[q].eligible = count;
    }
}

/* ---- bundles ---- */

/* A bundle of groups for one goal, in a->bundle. */
typedef struct allot_bundle {
    uint32_t count;
    int64_t strength, weight;
    double costs, gain;
} allot_bundle;

/* The cheapest group that alone fills the need. */
static void try_single(wendi_allotment *a, uint32_t goal, bool from_all, int64_t out_most,
                       allot_bundle *best)
{
    const wendi_allot_goal *to = &a->goals[goal];
    const uint32_t *order = &a->orders[(size_t)goal * a->group_count];
    for (uint32_t i = 0; i < to->eligible; i++) {
        const wendi_allot_group *it = &a->groups[order[i]];
        const int64_t strength = it->strength[to->kind];
        if ((it->choice != NONE && !from_all) || to->sum + strength < to->need ||
            (!to->uses_reserve && a->out + it->weight > out_most)) {
            continue;
        }
        const double gain = join_gain(a, order[i], goal);
        if (gain > best->gain + LEAST_GAIN) {
            *best = (allot_bundle){.count = 1, .strength = strength, .gain = gain};
            a->bundle[0] = order[i];
        }
    }
}

/* Takes a group out of the bundle; gain is left as it was. */
static void drop_place(wendi_allotment *a, uint32_t goal, allot_bundle *bundle, uint32_t place)
{
    const uint32_t group = a->bundle[place];
    bundle->strength -= strength_of(a, group, goal);
    bundle->weight -= a->goals[goal].uses_reserve ? 0 : a->groups[group].weight;
    bundle->costs -= *wendi_allot_cost(a, group, goal);
    memmove(&a->bundle[place], &a->bundle[place + 1],
            (bundle->count - place - 1) * sizeof *a->bundle);
    bundle->count--;
}

/* The place of the weakest group of the bundle. */
static uint32_t weakest_of(const wendi_allotment *a, uint32_t goal, uint32_t count)
{
    uint32_t weakest = 0;
    for (uint32_t i = 1; i < count; i++) {
        weakest = strength_of(a, a->bundle[i], goal) < strength_of(a, a->bundle[weakest], goal)
                      ? i
                      : weakest;
    }
    return weakest;
}

/* Drops the groups of a filled bundle, the most expensive first, without which the need is filled too. */
static void prune(wendi_allotment *a, uint32_t goal, allot_bundle *bundle)
{
    const wendi_allot_goal *to = &a->goals[goal];
    for (uint32_t i = bundle->count; i-- > 0;) {
        const int64_t strength = strength_of(a, a->bundle[i], goal);
        const double cost = *wendi_allot_cost(a, a->bundle[i], goal);
        if (cost > 0 && bundle->count > 1 && to->sum + bundle->strength - strength >= to->need) {
            drop_place(a, goal, bundle, i);
            bundle->gain += cost;
        }
    }
}

/* The best bundle of free groups for a goal: groups by their cost for each unit of strength until the need
 * is filled (beyond the limit of groups a stronger one takes the place of the weakest), or fewer, or a
 * single one. from_all: a goal that has no groups yet. */
static allot_bundle find_bundle(wendi_allotment *a, uint32_t goal, bool from_all, int64_t out_most)
{
    const wendi_allot_goal *to = &a->goals[goal];
    const uint32_t *order = &a->orders[(size_t)goal * a->group_count];
    const double before = wendi_allot_worth(to, to->sum, to->count);
    allot_bundle best = {0}, grown = {0};
    bool is_filled = false;
    if (to->count > 0 && to->sum >= to->need) {
        return best;
    }
    for (uint32_t i = 0; i < to->eligible; i++) {
        const wendi_allot_group *it = &a->groups[order[i]];
        const int64_t weight = to->uses_reserve ? 0 : it->weight;
        if ((it->choice != NONE && !from_all) || (to->limit != 0 && to->count >= to->limit)) {
            continue;
        }
        if (to->limit != 0 && to->count + grown.count >= to->limit) {
            const uint32_t place = weakest_of(a, goal, grown.count);
            if (strength_of(a, a->bundle[place], goal) >= it->strength[to->kind]) {
                continue;
            }
            drop_place(a, goal, &grown, place);
        }
        if (!to->uses_reserve && a->out + grown.weight + weight > out_most) {
            continue;
        }
        a->bundle[grown.count++] = order[i];
        grown.strength += it->strength[to->kind];
        grown.weight += weight;
        grown.costs += *wendi_allot_cost(a, order[i], goal);
        grown.gain = wendi_allot_worth(to, to->sum + grown.strength, to->count + grown.count) -
                     before - grown.costs;
        is_filled = to->sum + grown.strength >= to->need;
        if (is_filled) {
            break;
        }
        if (grown.gain > best.gain + LEAST_GAIN) {
            best = grown;
            memcpy(a->kept, a->bundle, grown.count * sizeof *a->kept);
        }
    }
    if (is_filled) {
        prune(a, goal, &grown);
        if (grown.gain > best.gain + LEAST_GAIN) {
            best = grown;
            memcpy(a->kept, a->bundle, grown.count * sizeof *a->kept);
        }
    }
    memcpy(a->bundle, a->kept, best.count * sizeof *a->bundle);
    if (to->limit == 0 || to->count < to->limit) {
        try_single(a, goal, from_all, out_most, &best);
    }
    return best;
}

double wendi_allot_bundle_gain(wendi_allotment *a, uint32_t goal, bool from_all,
                               bool ignores_reserve)
{
    const int64_t out = a->out;
    a->out = from_all ? 0 : out;
    const double gain =
        find_bundle(a, goal, from_all, ignores_reserve ? INT64_MAX : a->out_most).gain;
    a->out = out;
    return gain;
}

double wendi_allot_best_move(const wendi_allotment *a, uint32_t group, bool ignores_reserve)
{
    double best = -DBL_MAX;
    for (uint32_t q = 0; q < a->goal_count; q++) {
        const wendi_allot_goal *to = &a->goals[q];
        const bool may = ignores_reserve ? *wendi_allot_cost(a, group, q) < WENDI_ALLOT_NEVER &&
                                               (to->limit == 0 || to->count < to->limit)
                                         : may_join(a, group, q);
        const double gain = may ? join_gain(a, group, q) : -DBL_MAX;
        best = gain > best ? gain : best;
    }
    return best;
}

static double rank_of(const allot_bundle *bundle, bool is_by_strength)
{
    return is_by_strength && bundle->strength > 0
               ? bundle->gain / ((double)bundle->strength / WENDI_ALLOT_UNIT)
               : bundle->gain;
}

/* Gives bundles of free groups to goals, the best first. Gains only fall while groups are taken, so a gain
 * that was computed in this round and is still the greatest is the greatest of all.
 * @param barred a goal that gets none, or UINT32_MAX. */
static void choose_greedily(wendi_allotment *a, bool is_by_strength, uint32_t barred)
{
    uint32_t round = 1;
    for (uint32_t q = 0; q < a->goal_count; q++) {
        a->goals[q].gain = q == barred ? 0 : DBL_MAX;
        a->goals[q].round = 0;
    }
    for (;;) {
        uint32_t top = UINT32_MAX;
        for (uint32_t q = 0; q < a->goal_count; q++) {
            if (a->goals[q].gain > LEAST_GAIN &&
                (top == UINT32_MAX || a->goals[q].gain > a->goals[top].gain)) {
                top = q;
            }
        }
        if (top == UINT32_MAX) {
            return;
        }
        const allot_bundle bundle = find_bundle(a, top, false, a->out_most);
        if (a->goals[top].round != round) {
            a->goals[top].round = round;
            a->goals[top].gain = bundle.count == 0 ? 0 : rank_of(&bundle, is_by_strength);
            continue;
        }
        for (uint32_t i = 0; i < bundle.count; i++) {
            join(a, a->bundle[i], top);
        }
        round++;
    }
}

/* ---- improvements ---- */

static bool move_groups(wendi_allotment *a)
{
    bool has_changed = false;
    for (uint32_t g = 0; g < a->group_count; g++) {
        if (a->groups[g].is_fixed) {
            continue;
        }
        const int32_t before = a->groups[g].choice;
        const double loss = leave_loss(a, g);
        leave(a, g);
        double best = -loss; /* it may stay without a goal */
        int32_t to = NONE;
        for (uint32_t q = 0; q < a->goal_count; q++) {
            const double gain =
                (int32_t)q != before && may_join(a, g, q) ? join_gain(a, g, q) - loss : -DBL_MAX;
            if (gain > best) {
                best = gain;
                to = (int32_t)q;
            }
        }
        const bool is_better = best > LEAST_GAIN;
        to = is_better ? to : before;
        if (to != NONE) {
            join(a, g, (uint32_t)to);
        }
        has_changed = has_changed || is_better;
    }
    return has_changed;
}

/* True if a group may take the place of another that has left. */
static bool may_join_or_none(const wendi_allotment *a, uint32_t group, int32_t goal)
{
    return goal == NONE || may_join(a, group, (uint32_t)goal);
}

static bool exchange(wendi_allotment *a, uint32_t g, uint32_t h)
{
    const int32_t p = a->groups[g].choice, q = a->groups[h].choice;
    double gain = -leave_loss(a, g);
    leave(a, g);
    gain -= leave_loss(a, h);
    leave(a, h);
    if (may_join_or_none(a, g, q)) {
        gain += q == NONE ? 0 : join_gain(a, g, (uint32_t)q);
        if (q != NONE) {
            join(a, g, (uint32_t)q);
        }
        if (may_join_or_none(a, h, p)) {
            gain += p == NONE ? 0 : join_gain(a, h, (uint32_t)p);
            if (gain > LEAST_GAIN) {
                if (p != NONE) {
                    join(a, h, (uint32_t)p);
                }
                return true;
            }
        }
        leave(a, g);
    }
    if (p != NONE) {
        join(a, g, (uint32_t)p);
    }
    if (q != NONE) {
        join(a, h, (uint32_t)q);
    }
    return false;
}

static bool is_pair_possible(const wendi_allotment *a, uint32_t group, int32_t goal)
{
    return goal == NONE || *wendi_allot_cost(a, group, (uint32_t)goal) < WENDI_ALLOT_NEVER;
}

static bool exchange_groups(wendi_allotment *a)
{
    bool has_changed = false;
    for (uint32_t g = 0; g < a->group_count; g++) {
        for (uint32_t h = g + 1; h < a->group_count && !a->groups[g].is_fixed; h++) {
            const int32_t p = a->groups[g].choice, q = a->groups[h].choice;
            if (p != q && !a->groups[h].is_fixed && is_pair_possible(a, g, q) &&
                is_pair_possible(a, h, p) && exchange(a, g, h)) {
                has_changed = true;
            }
        }
    }
    return has_changed;
}

/* Takes groups for a goal from wherever they are, then lets the free ones serve the other goals. */
static bool seize(wendi_allotment *a, uint32_t goal)
{
    const wendi_allot_goal *to = &a->goals[goal];
    const uint32_t *order = &a->orders[(size_t)goal * a->group_count];
    if (to->count > 0 && to->sum >= to->need) {
        return false;
    }
    const double before = total_of(a);
    copy_choice(a, a->saved);
    for (uint32_t i = 0; i < to->eligible && (to->count == 0 || to->sum < to->need); i++) {
        const int32_t at = a->groups[order[i]].choice;
        if (at == (int32_t)goal) {
            continue;
        }
        leave(a, order[i]);
        if (may_join(a, order[i], goal)) {
            join(a, order[i], goal);
        } else if (at != NONE) {
            join(a, order[i], (uint32_t)at);
        }
    }
    choose_greedily(a, false, UINT32_MAX);
    return keep_if_better(a, before);
}

/* Frees the groups of a goal for all others, then for this one. */
static bool dissolve(wendi_allotment *a, uint32_t goal)
{
    if (a->goals[goal].count == 0) {
        return false;
    }
    const double before = total_of(a);
    copy_choice(a, a->saved);
    for (uint32_t g = 0; g < a->group_count; g++) {
        if (a->groups[g].choice == (int32_t)goal && !a->groups[g].is_fixed) {
            leave(a, g);
        }
    }
    choose_greedily(a, false, goal);
    choose_greedily(a, false, UINT32_MAX);
    return keep_if_better(a, before);
}

static void improve(wendi_allotment *a)
{
    const bool has_bundles =
        (uint64_t)a->goal_count * a->goal_count * a->group_count <= BUNDLES_MOST;
    bool has_changed = true;
    for (uint32_t round = 0; round < ROUNDS_MOST && has_changed; round++) {
        has_changed = move_groups(a);
        has_changed = exchange_groups(a) || has_changed;
        for (uint32_t q = 0; q < a->goal_count && has_bundles; q++) {
            has_changed = seize(a, q) || has_changed;
            has_changed = dissolve(a, q) || has_changed;
        }
    }
}

/* Sends some groups elsewhere, at random but equally in equal problems. */
static void kick(wendi_allotment *a, uint64_t number)
{
    for (uint32_t g = 0; g < a->group_count; g++) {
        if (a->groups[g].is_fixed || wend_random_below(number, g, 0, 3) != 0) {
            continue;
        }
        leave(a, g);
        const uint32_t to = wend_random_below(number, g, 1, a->goal_count + 1);
        if (to < a->goal_count && may_join(a, g, to)) {
            join(a, g, to);
        }
    }
}

/* Puts the fixed groups at their goals; all others have none. */
static void begin(wendi_allotment *a)
{
    for (uint32_t g = 0; g < a->group_count; g++) {
        leave(a, g);
    }
    for (uint32_t g = 0; g < a->group_count; g++) {
        if (a->groups[g].is_fixed && a->start[g] != NONE) {
            join(a, g, (uint32_t)a->start[g]);
        }
    }
}

double wendi_allot_solve(wendi_allotment *a)
{
    double best = 0;
    a->out = 0;
    for (uint32_t q = 0; q < a->goal_count; q++) {
        a->goals[q].sum = a->goals[q].count = 0;
    }
    for (uint32_t g = 0; g < a->group_count; g++) {
        a->start[g] = a->groups[g].choice;
        a->groups[g].choice = NONE;
    }
    sort_orders(a);
    for (uint32_t beginning = 0; beginning < 3; beginning++) {
        begin(a);
        for (uint32_t g = 0; g < a->group_count && beginning == 0; g++) {
            if (a->start[g] != NONE && !a->groups[g].is_fixed &&
                may_join(a, g, (uint32_t)a->start[g])) {
                join(a, g, (uint32_t)a->start[g]);
            }
        }
        if (beginning > 0) {
            choose_greedily(a, beginning == 2, UINT32_MAX);
        }
        improve(a);
        const double total = total_of(a);
        if (beginning == 0 || total > best + LEAST_GAIN) {
            best = total;
            copy_choice(a, a->best);
        }
    }
    const bool is_small = (uint64_t)a->goal_count * a->group_count <= KICKED_MOST;
    for (uint64_t i = 0; i < KICKS && is_small && a->goal_count > 0; i++) {
        set_choice(a, a->best);
        kick(a, i);
        improve(a);
        const double total = total_of(a);
        if (total > best + LEAST_GAIN) {
            best = total;
            copy_choice(a, a->best);
        }
    }
    set_choice(a, a->best);
    return total_of(a);
}
