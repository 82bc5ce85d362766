/* String pulling over cells: few cells of a stretch of a path, joined by straight segments that
 * are clear and never more expensive.
 * Cost: clearance tests for each leg that results: quick 2 log2(n), precise some 50, at most 400.
 */
#include "base/math/bits.h"
#include "route/path/path.h"
#include "route/segment/segment.h"
#include <assert.h>

/* ---- points ---- */

void wendi_path_points_init(wendi_path_points *points, const wend_allocator *allocator)
{
    wendi_array_u32_init(&points->nodes, allocator);
    wendi_array_u64_init(&points->costs, allocator);
    wendi_array_u64_init(&points->lengths, allocator);
    wendi_array_u32_init(&points->legs, allocator);
    wendi_array_u32_init(&points->leg_ends, allocator);
    wendi_array_u32_init(&points->chosen, allocator);
}

void wendi_path_points_free(wendi_path_points *points)
{
    wendi_array_u32_free(&points->nodes);
    wendi_array_u64_free(&points->costs);
    wendi_array_u64_free(&points->lengths);
    wendi_array_u32_free(&points->legs);
    wendi_array_u32_free(&points->leg_ends);
    wendi_array_u32_free(&points->chosen);
}

static void clear_points(wendi_path_points *points)
{
    wendi_array_u32_clear(&points->nodes);
    wendi_array_u64_clear(&points->costs);
    wendi_array_u64_clear(&points->lengths);
    wendi_array_u32_clear(&points->legs);
    wendi_array_u32_clear(&points->leg_ends);
    wendi_array_u32_clear(&points->chosen);
}

/* The line of a leg whose cost is that of its cells today; false for all others: smoothed ones, and
 * those whose cells changed. */
static bool line_of_leg(const wend_space *space, const wend_leg *leg, wendi_tile_border *line)
{
    if (!wendi_line_between(space, leg->from, leg->to, line)) {
        return false;
    }
    uint8_t factor;
    return wendi_line_run(space, line, leg->from, line->steps, &factor) == line->steps &&
           wendi_line_cost(line, line->steps, factor) == leg->cost;
}

/* Room for everything first, so that adding cannot fail. */
static bool reserve_points(wendi_path_points *points, const wend_space *space, const wend_leg *legs,
                           size_t count)
{
    size_t point_count = 1;
    for (size_t i = 0; i < count; ++i) {
        wendi_tile_border line;
        point_count += line_of_leg(space, &legs[i], &line) ? line.steps : 1;
    }
    return wendi_array_u32_reserve(&points->nodes, point_count) &&
           wendi_array_u64_reserve(&points->costs, point_count) &&
           wendi_array_u64_reserve(&points->lengths, point_count) &&
           wendi_array_u32_reserve(&points->legs, point_count) &&
           wendi_array_u32_reserve(&points->leg_ends, count) &&
           wendi_array_u32_reserve(&points->chosen, count + 1);
}

static void add_point(wendi_path_points *points, wend_node node, wend_cost cost, double length)
{
    points->nodes.items[points->nodes.count++] = node;
    points->costs.items[points->costs.count++] = cost;
    points->lengths.items[points->lengths.count++] = wendi_bits_of_f64(length);
}

static void add_leg_points(wendi_path_points *points, const wend_space *space, const wend_leg *leg)
{
    wendi_tile_border line;
    bool is_line = line_of_leg(space, leg, &line);
    uint32_t steps = is_line ? line.steps : 1;
    size_t last = points->nodes.count - 1;
    wend_cost cost = points->costs.items[last];
    double length = wendi_f64_of_bits(points->lengths.items[last]);
    uint32_t index = (uint32_t)points->leg_ends.count;
    for (uint32_t step = 1; step < steps; ++step) {
        add_point(points, wendi_line_at(space, &line, leg->from, step),
                  cost + leg->cost / steps * step, length + wendi_line_length(space, &line, step));
        points->legs.items[points->legs.count++] = index;
    }
    add_point(points, leg->to, cost + leg->cost, length + leg->length);
    points->legs.items[points->legs.count++] = index;
    points->leg_ends.items[points->leg_ends.count++] = (uint32_t)points->nodes.count - 1;
}

wend_result wendi_path_points_fill(wendi_path_points *points, const wend_space *space,
                                   const wend_leg *legs, size_t count)
{
    clear_points(points);
    if (!reserve_points(points, space, legs, count)) {
        return WEND_ERROR_MEMORY;
    }
    add_point(points, legs[0].from, 0, 0.0);
    for (size_t i = 0; i < count; ++i) {
        add_leg_points(points, space, &legs[i]);
    }
    return WEND_OK;
}

/* ---- pulling ---- */

enum {
    AHEAD = 32,       /* leg ends tested one by one; then those twice as far each time */
    SLIDE_PASSES = 4, /* how often all corners are moved */
    SLIDE_TRIES = 32  /* positions tried for one corner in one pass */
};

/* The arguments of every function here. */
typedef struct string_pull {
    wendi_path_points *points;
    const wend_space *space;
    int64_t radius;
} string_pull;

static double length_until(const wendi_path_points *points, uint32_t point)
{
    return wendi_f64_of_bits(points->lengths.items[point]);
}

/* Sums of lengths carry rounding errors of this part at most; a real detour is far above it. */
static const double ROUNDING = 1e-12;

bool wendi_path_shortcut(const wendi_path_points *points, const wend_space *space, int64_t radius,
                         uint32_t a, uint32_t b, wendi_shortcut *link)
{
    assert(a < b && b < points->nodes.count);
    link->cost = points->costs.items[b] - points->costs.items[a];
    link->length = length_until(points, b) - length_until(points, a);
    if (points->legs.items[a] == points->legs.items[b - 1]) {
        return true;
    }
    wendi_segment segment =
        wendi_segment_between(space, points->nodes.items[a], points->nodes.items[b], radius);
    double length = wendi_segment_length(space, &segment) * space->cell_size;
    if (length > link->length + length_until(points, b) * ROUNDING ||
        !wendi_segment_is_clear(space, &segment)) {
        return false;
    }
    wend_cost cost = wendi_segment_cost(space, &segment);
    if (cost > link->cost) {
        return false;
    }
    link->cost = cost;
    link->length = length;
    return true;
}

static bool has_shortcut(const string_pull *p, uint32_t a, uint32_t b)
{
    wendi_shortcut link;
    return wendi_path_shortcut(p->points, p->space, p->radius, a, b, &link);
}

static uint32_t last_point(const string_pull *p)
{
    return (uint32_t)p->points->nodes.count - 1;
}

/* Searches the farthest point with a clear segment from a: ever larger steps from a good one until
 * one fails, then bisection between the last good one and that. */
static uint32_t gallop(const string_pull *p, uint32_t a, uint32_t good)
{
    const uint32_t last = last_point(p);
    uint32_t bad = last + 1;
    for (uint32_t step = 1; good < last && bad > last; step *= 2) {
        uint32_t probe = last - good < step ? last : good + step;
        if (has_shortcut(p, a, probe)) {
            good = probe;
        } else {
            bad = probe;
        }
    }
    while (good + 1 < bad) {
        uint32_t middle = good + (bad - good) / 2;
        if (has_shortcut(p, a, middle)) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    return good;
}

/* The end of the leg that leaves a point: always to be reached. */
static uint32_t own_leg(const string_pull *p, uint32_t a)
{
    return p->points->legs.items[a];
}

static uint32_t farthest_quick(const string_pull *p, uint32_t a)
{
    return gallop(p, a, p->points->leg_ends.items[own_leg(p, a)]);
}

/* The farthest leg end ahead with a clear segment: first those far away, at doubling distances,
 * then the next ones one by one. */
static uint32_t farthest_leg(const string_pull *p, uint32_t a)
{
    const uint32_t own = own_leg(p, a);
    const uint32_t ahead = (uint32_t)p->points->leg_ends.count - 1 - own;
    uint32_t far = ahead;
    while (far > 0) {
        if (has_shortcut(p, a, p->points->leg_ends.items[own + far])) {
            return own + far;
        }
        far = far > 2 * AHEAD ? far / 2 : (far > AHEAD ? AHEAD : far - 1);
    }
    return own;
}

static uint32_t farthest_precise(const string_pull *p, uint32_t a)
{
    return gallop(p, a, p->points->leg_ends.items[farthest_leg(p, a)]);
}

/* ---- sliding: corners go where the path becomes cheapest ---- */

/* The cost of the path over a corner; WEND_COST_INFINITE where a segment is not clear. */
static wend_cost cost_over(const string_pull *p, uint32_t before, uint32_t corner, uint32_t after)
{
    wendi_shortcut first;
    wendi_shortcut second;
    if (!wendi_path_shortcut(p->points, p->space, p->radius, before, corner, &first) ||
        !wendi_path_shortcut(p->points, p->space, p->radius, corner, after, &second)) {
        return WEND_COST_INFINITE;
    }
    return first.cost + second.cost;
}

/* Moves *corner to `place` if that lies between its neighbours and is cheaper. */
static bool move_corner(const string_pull *p, uint32_t before, uint32_t after, uint32_t slot,
                        uint32_t *corner, wend_cost *cost)
{
    if (slot <= before || slot >= after) {
        return false;
    }
    wend_cost cost_there = cost_over(p, before, slot, after);
    if (cost_there >= *cost) {
        return false;
    }
    *corner = slot;
    *cost = cost_there;
    return true;
}

/* Steps along the old path, halved whenever neither direction is better. */
static bool slide(const string_pull *p, uint32_t before, uint32_t *corner, uint32_t after)
{
    wend_cost cost = cost_over(p, before, *corner, after);
    uint32_t step = (after - before) / 4 + 1;
    bool has_moved = false;
    for (int tries = 0; tries < SLIDE_TRIES && step > 0; tries += 2) {
        uint32_t back = *corner > step ? *corner - step : 0;
        if (move_corner(p, before, after, back, corner, &cost) ||
            move_corner(p, before, after, *corner + step, corner, &cost)) {
            has_moved = true;
        } else {
            step /= 2;
        }
    }
    return has_moved;
}

/* One pass over all corners; those that are needed no more go. */
static bool improve(const string_pull *p)
{
    wendi_array_u32 *chosen = &p->points->chosen;
    uint32_t *items = chosen->items;
    bool has_changed = false;
    size_t kept = 1;
    for (size_t i = 1; i + 1 < chosen->count; ++i) {
        uint32_t corner = items[i];
        if (has_shortcut(p, items[kept - 1], items[i + 1])) {
            has_changed = true;
            continue;
        }
        has_changed |= slide(p, items[kept - 1], &corner, items[i + 1]);
        items[kept++] = corner;
    }
    items[kept++] = items[chosen->count - 1];
    chosen->count = kept;
    return has_changed;
}

void wendi_path_pull_string(wendi_path_points *points, const wend_space *space, int64_t radius,
                            wend_smoothing smoothing)
{
    const string_pull p = {points, space, radius};
    wendi_array_u32 *chosen = &p.points->chosen;
    uint32_t at = 0;
    chosen->items[chosen->count++] = at;
    while (at < last_point(&p)) {
        at =
            smoothing == WEND_SMOOTHING_PRECISE ? farthest_precise(&p, at) : farthest_quick(&p, at);
        chosen->items[chosen->count++] = at;
    }

    if (smoothing != WEND_SMOOTHING_PRECISE) {
        return;
    }
    int passes = 0;
    while (passes < SLIDE_PASSES && improve(&p)) {
        ++passes;
    }
}
