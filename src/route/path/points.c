/* The cells along legs over open ground, with cost and length of the path to each.
 * Cost: the cells. */
#include "base/math/bits.h"
#include "route/path/path.h"

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

static void clear(wendi_path_points *points)
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
static bool reserve(wendi_path_points *points, const wend_space *space, const wend_leg *legs,
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

static void add_leg(wendi_path_points *points, const wend_space *space, const wend_leg *leg)
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
    clear(points);
    if (!reserve(points, space, legs, count)) {
        return WEND_ERROR_MEMORY;
    }
    add_point(points, legs[0].from, 0, 0.0);
    for (size_t i = 0; i < count; ++i) {
        add_leg(points, space, &legs[i]);
    }
    return WEND_OK;
}
