/* sample/sample.h: a question where to go from a point, for the files that answer it. */
#ifndef WENDI_FLOW_SAMPLE_SAMPLE_H
#define WENDI_FLOW_SAMPLE_SAMPLE_H

#include "flow/sample/cell_lookup.h"

/* A question on its way. */
typedef struct wendi_sample {
    const wend_flow *flow;
    const wendi_flow_request *request;
    uint32_t floor;
    int32_t x, y;  /* cell */
    double px, py; /* cells from the floor's corner */
    wend_vec2 to;  /* the answer */
} wendi_sample;

/** Finds the cell of a point. @return false: the point lies outside. */
static inline bool wendi_sample_locate(wendi_sample *a, double x, double y)
{
    wendi_sample_point spot;
    if (!wendi_sample_point_at(&a->flow->map, a->floor, x, y, &spot)) {
        return false;
    }
    a->px = spot.px;
    a->py = spot.py;
    a->x = spot.x;
    a->y = spot.y;
    return true;
}

/** The answer. @param place laid. */
wend_flow_guidance wendi_sample_evaluate(wendi_sample *a, wendi_sample_cell *place);
/** Is it within the arrival radius of any goal? */
bool wendi_sample_is_at_any_goal(const wendi_sample *a, const wendi_plan *plan);

/** The same of one point goal; areas are arrived at elsewhere. */
static inline bool wendi_sample_is_at_goal(const wendi_sample *a, const wendi_flow_endpoint *goal)
{
    const wend_vec2 at = wendi_goal_point(goal);
    const double dx = (at.x - a->px) * a->flow->map.cell_size;
    const double dy = (at.y - a->py) * a->flow->map.cell_size;
    const double radius = a->request->arrival_radius;
    return !goal->is_area && goal->floor == a->floor && dx * dx + dy * dy <= radius * radius;
}

/* Some questions at once. What a sample reads lies far apart, one behind the other: so for all of
 * them the first is called for, then the next. */
enum { WENDI_SAMPLE_BATCH_MAX = 16 };

typedef struct wendi_sample_batch {
    size_t count;
    wendi_sample of[WENDI_SAMPLE_BATCH_MAX];
    wendi_sample_cell places[WENDI_SAMPLE_BATCH_MAX]; /* laid, of those inside */
    bool is_inside[WENDI_SAMPLE_BATCH_MAX];
} wendi_sample_batch;

/** Adds one: finds its cell, lays its place, calls for its tile's look.
 * There must be room. */
void wendi_sample_batch_add(wendi_sample_batch *b, const wend_flow *flow,
                            const wendi_flow_request *request, uint32_t floor, double x, double y);
/** Calls for the cells of all. */
void wendi_sample_batch_prefetch(const wendi_sample_batch *b);

#endif
