/* A tree of roads, generated from a seed and a size, that gives the road or block at a position.
 * Cost: linear in the blocks to build; the depth of the tree for a position. */
#include "generate/city_plan.h"

#include "wend/base.h"

#include <stdlib.h>

static const double MAIN_HALF_WIDTH = 2.9;
static const double STREET_HALF_WIDTH = 1.5;
/* A part shorter than this is a block. */
static const double BLOCK_SIDE = 44.0;
static const double BLOCK_SIDE_MIN = 20.0;

/* The first two cuts run along x, the next two along y: main roads that cross the city. */
static int choose_axis(const city_rect *rect, int depth)
{
    if (depth < 4) {
        return depth < 2 ? 1 : 0;
    }
    return rect->high[0] - rect->low[0] > rect->high[1] - rect->low[1] ? 0 : 1;
}

static bool is_block(const city_plan *plan, const city_rect *rect, int depth, uint64_t id)
{
    const double x = rect->high[0] - rect->low[0];
    const double y = rect->high[1] - rect->low[1];
    const double longer = x > y ? x : y;
    const double limit =
        plan->scale * (BLOCK_SIDE * (0.75 + 0.6 * wend_random_unit(plan->seed, id, 1)));
    return depth >= 2 && (longer < limit || longer < 2.0 * plan->scale * BLOCK_SIDE_MIN);
}

/* @return the index of the cut; -1 for a block. */
static int32_t cut(city_plan *plan, city_rect rect, int depth, uint64_t id)
{
    if (plan->count >= CITY_CUTS_MAX || is_block(plan, &rect, depth, id)) {
        return -1;
    }
    const int axis = choose_axis(&rect, depth);
    const double spread = depth < 2 ? 0.14 : 0.3;
    const double part = 0.5 + spread * (wend_random_unit(plan->seed, id, 2) - 0.5);
    const double side = rect.high[axis] - rect.low[axis];
    const bool is_main = depth < 4;
    const double widening = plan->scale < 0.5 ? 0.5 : plan->scale < 1.0 ? 0.8 : 1.0;
    const int32_t index = plan->count++;
    city_cut made = {.axis = axis,
                     .place = rect.low[axis] + part * side,
                     .half_width = widening * (is_main ? MAIN_HALF_WIDTH : STREET_HALF_WIDTH),
                     .depth = depth};
    city_rect below = rect;
    city_rect above = rect;
    below.high[axis] = made.place - made.half_width;
    above.low[axis] = made.place + made.half_width;
    made.below = cut(plan, below, depth + 1, 2 * id);
    made.above = cut(plan, above, depth + 1, 2 * id + 1);
    plan->cuts[index] = made;
    return index;
}

bool city_plan_make(city_plan *plan, uint64_t seed, double width, double height)
{
    const double shorter = width < height ? width : height;
    *plan = (city_plan){.seed = seed,
                        .scale = shorter >= 512.0   ? 1.0
                                 : shorter <= 128.0 ? 0.4
                                                    : shorter / 512.0,
                        .cuts = malloc(CITY_CUTS_MAX * sizeof *plan->cuts),
                        .ground = {{0.0, 0.0}, {width, height}}};
    if (plan->scale < 0.4) {
        plan->scale = 0.4;
    }
    if (plan->cuts != NULL) {
        (void)cut(plan, plan->ground, 0, 1);
    }
    return plan->cuts != NULL;
}

void city_plan_free(city_plan *plan)
{
    free(plan->cuts);
    *plan = (city_plan){0};
}

city_place city_plan_at(const city_plan *plan, double x, double y)
{
    const double at[2] = {x, y};
    city_place place = {.depth = -1, .rect = plan->ground};
    int32_t index = plan->count > 0 ? 0 : -1;
    uint32_t block = 1;
    while (index >= 0) {
        const city_cut *c = &plan->cuts[index];
        const double off = at[c->axis] - c->place;
        if (off > -c->half_width && off < c->half_width) {
            place.depth = c->depth;
            return place;
        }
        const bool is_above = off > 0.0;
        if (is_above) {
            place.rect.low[c->axis] = c->place + c->half_width;
        } else {
            place.rect.high[c->axis] = c->place - c->half_width;
        }
        block = 2 * (uint32_t)index + (is_above ? 1 : 0) + 1;
        index = is_above ? c->above : c->below;
    }
    place.block = block;
    return place;
}
