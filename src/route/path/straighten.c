/* Joins plain legs of a path in any world, where that is clear and no more expensive.
 * Cost: clearance tests: quick one a leg, precise up to legs^2 / 2 in each run of plain legs. */
#include "route/path/straighten.h"

#include "base/math/vec2.h"

bool wendi_leg_continues(const wend_leg *leg, const wend_leg *next)
{
    return wendi_vec2_is_same(leg->to_point, next->from_point) &&
           !(leg->to_height < next->from_height) && !(leg->to_height > next->from_height);
}

wend_leg wendi_leg_across(const wend_leg *first, const wend_leg *last, bool is_flat)
{
    const double x = last->to_point.x - first->from_point.x;
    const double y = last->to_point.y - first->from_point.y;
    const double z = is_flat ? 0 : last->to_height - first->from_height;
    wend_leg leg = *first;
    leg.to = last->to;
    leg.to_point = last->to_point;
    leg.to_height = last->to_height;
    leg.length = wend_sqrt(x * x + y * y + z * z);
    leg.behaviour = WEND_BEHAVIOUR_WALK;
    leg.edge = WEND_EDGE_NONE;
    leg.cost = 0;
    return leg;
}

/* Tests the straight leg for at most this cost. Costs of legs are rounded one by one, so the
 * straight leg may appear more expensive by some last bits: it then costs as much as it replaces.
 */
static wend_result try_across(const wendi_segment_world *world, wend_leg *leg, wend_cost most,
                              size_t legs)
{
    const wend_cost slack = most > UINT64_MAX - legs ? UINT64_MAX : most + legs;
    const wend_result result = world->walk(world->context, leg, slack);
    if (result != WEND_OK) {
        return result;
    }
    if (leg->cost > slack) {
        return WEND_NO_PATH;
    }
    leg->cost = leg->cost > most ? most : leg->cost;
    return WEND_OK;
}

static size_t run_length(const wend_path *path, const wendi_segment_world *world, size_t first)
{
    const wend_leg *legs = path->legs.items;
    size_t end = first;
    while (end < path->legs.count && world->is_plain(world->context, &legs[end]) &&
           (end == first || wendi_leg_continues(&legs[end - 1], &legs[end]))) {
        ++end;
    }
    return end - first;
}

static void add_leg(wend_path *path, const wend_leg *leg)
{
    path->spare.items[path->spare.count++] = *leg;
}

/* Each leg swallows the next one as long as it can. */
static wend_result join_adjacent(wend_path *path, const wendi_segment_world *world,
                                 const wend_leg *legs, size_t count)
{
    wend_leg leg = legs[0];
    size_t swallowed = 1;
    for (size_t i = 1; i < count; ++i) {
        wend_leg across = wendi_leg_across(&leg, &legs[i], world->is_flat);
        const wend_result result =
            try_across(world, &across, leg.cost + legs[i].cost, swallowed + 1);
        if (result < 0) {
            return result;
        }
        if (result == WEND_OK) {
            leg = across;
            ++swallowed;
            continue;
        }
        add_leg(path, &leg);
        leg = legs[i];
        swallowed = 1;
    }
    add_leg(path, &leg);
    return WEND_OK;
}

/* The cheapest chain to each point of a run.
 *   costs [count + 1], the point before, and the number of legs. */
typedef struct leg_chains {
    uint64_t *costs;
    uint32_t *before, *legs;
} leg_chains;

static wend_result leg_chains_reserve(wend_path *path, size_t count, leg_chains *known)
{
    wendi_path_points *points = &path->points;
    if (!wendi_array_u64_resize(&points->costs, count + 1) ||
        !wendi_array_u32_resize(&points->chosen, count + 1) ||
        !wendi_array_u32_resize(&points->nodes, count + 1)) {
        return WEND_ERROR_MEMORY;
    }
    known->costs = points->costs.items;
    known->before = points->chosen.items;
    known->legs = points->nodes.items;
    known->costs[0] = known->before[0] = known->legs[0] = 0;
    return WEND_OK;
}

/* Tries the segment from point i to point j, where a chain to j is known. */
static wend_result try_chain(const wendi_segment_world *world, const wend_leg *legs,
                             leg_chains *known, size_t i, size_t j)
{
    const bool is_fewer = known->legs[i] + 1 < known->legs[j];
    if (known->costs[i] > known->costs[j] || (known->costs[i] == known->costs[j] && !is_fewer)) {
        return WEND_OK;
    }
    wend_leg across = wendi_leg_across(&legs[i], &legs[j - 1], world->is_flat);
    const wend_result result =
        try_across(world, &across, known->costs[j] - known->costs[i], is_fewer ? j - i : 0);
    if (result < 0) {
        return result;
    }
    const uint64_t cost = known->costs[i] + across.cost;
    if (result == WEND_OK && (cost < known->costs[j] || is_fewer)) {
        known->costs[j] = cost;
        known->before[j] = (uint32_t)i;
        known->legs[j] = known->legs[i] + 1;
    }
    return WEND_OK;
}

static wend_result find_chains(const wendi_segment_world *world, const wend_leg *legs, size_t count,
                               leg_chains *known)
{
    for (size_t j = 1; j <= count; ++j) {
        known->costs[j] = known->costs[j - 1] + legs[j - 1].cost;
        known->before[j] = (uint32_t)(j - 1);
        known->legs[j] = known->legs[j - 1] + 1;
        for (size_t i = 0; i + 1 < j; ++i) {
            const wend_result result = try_chain(world, legs, known, i, j);
            if (result < 0) {
                return result;
            }
        }
    }
    return WEND_OK;
}

static wend_result join_best(wend_path *path, const wendi_segment_world *world,
                             const wend_leg *legs, size_t count)
{
    leg_chains known;
    wend_result result = leg_chains_reserve(path, count, &known);
    if (result == WEND_OK) {
        result = find_chains(world, legs, count, &known);
    }
    if (result == WEND_OK) {
        /* Writes the chain to the last point, from its end back. Legs of it that were there before
         * stay bit for bit. */
        size_t at = path->spare.count + known.legs[count];
        path->spare.count = at;
        for (size_t j = count; j > 0; j = known.before[j]) {
            const size_t i = known.before[j];
            wend_leg leg = legs[i];
            if (j - i > 1) {
                leg = wendi_leg_across(&legs[i], &legs[j - 1], world->is_flat);
                leg.cost = known.costs[j] - known.costs[i];
            }
            path->spare.items[--at] = leg;
        }
    }
    return result;
}

wend_result wendi_path_straighten(wend_path *path, const wendi_segment_world *world,
                                  wend_smoothing smoothing)
{
    path->spare.count = 0;
    if (!wendi_path_reserve(path, &path->spare, path->legs.count)) {
        return WEND_ERROR_MEMORY;
    }
    size_t at = 0;
    while (at < path->legs.count) {
        const wend_leg *legs = path->legs.items + at;
        const size_t count = run_length(path, world, at);
        wend_result result = WEND_OK;
        if (count == 0) {
            add_leg(path, legs);
        } else if (smoothing == WEND_SMOOTHING_QUICK) {
            result = join_adjacent(path, world, legs, count);
        } else {
            result = join_best(path, world, legs, count);
        }
        if (result != WEND_OK) {
            return result;
        }
        at += count == 0 ? 1 : count;
    }
    wendi_path_commit(path, path->start);
    return WEND_OK;
}
