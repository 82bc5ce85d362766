/* sample_asked.h: a question where to go from a point, for the files that answer it. */
#ifndef WENDI_FLOW_SAMPLE_ASKED_H
#define WENDI_FLOW_SAMPLE_ASKED_H

#include "flow/sample_look.h"

/* A question on its way. */
typedef struct wendi_asked {
    const wend_flow *flow;
    const wendi_request *request;
    uint32_t floor;
    int32_t x, y;  /* cell */
    double px, py; /* cells from the floor's corner */
    wend_vec2 to;  /* the answer */
} wendi_asked;

/** Finds the cell of a point. @return false: the point lies outside. */
static inline bool wendi_asked_find(wendi_asked *a, double x, double y)
{
    wendi_spot spot;
    if (!wendi_spot_at(&a->flow->map, a->floor, x, y, &spot)) {
        return false;
    }
    a->px = spot.px;
    a->py = spot.py;
    a->x = spot.x;
    a->y = spot.y;
    return true;
}

/** The answer. @param place laid. */
wend_flow_why wendi_asked_sample(wendi_asked *a, wendi_place *place);
/** Is it within the arrival radius of any goal? */
bool wendi_asked_is_near_any(const wendi_asked *a, const wendi_plan *plan);

/** The same of one point goal; areas are arrived at elsewhere. */
static inline bool wendi_asked_is_near(const wendi_asked *a, const wendi_plan_goal *goal)
{
    const wend_vec2 at = wendi_goal_point(goal);
    const double dx = (at.x - a->px) * a->flow->map.cell_size;
    const double dy = (at.y - a->py) * a->flow->map.cell_size;
    const double radius = a->request->arrival_radius;
    return !goal->is_area && goal->floor == a->floor && dx * dx + dy * dy <= radius * radius;
}

/* Some questions at once. What a sample reads lies far apart, one behind the other: so for all of
 * them the first is called for, then the next. */
enum { WENDI_ASKED_AT_ONCE = 16 };

typedef struct wendi_batch {
    size_t count;
    wendi_asked of[WENDI_ASKED_AT_ONCE];
    wendi_place places[WENDI_ASKED_AT_ONCE]; /* laid, of those inside */
    bool is_inside[WENDI_ASKED_AT_ONCE];
} wendi_batch;

/** Adds one: finds its cell, lays its place, calls for its tile's look.
 * There must be room. */
void wendi_batch_add(wendi_batch *b, const wend_flow *flow, const wendi_request *request,
                     uint32_t floor, double x, double y);
/** Calls for the cells of all. */
void wendi_batch_call(const wendi_batch *b);

#endif
