/* A sample of a point, and batches of samples. */
#ifndef WENDI_FLOW_SAMPLE_SAMPLE_H
#define WENDI_FLOW_SAMPLE_SAMPLE_H

#include "flow/sample/cell.h"

/* A sample in progress. */
typedef struct wendi_sample {
    const wend_flow *flow;
    const wendi_flow_request *request;
    uint32_t floor;
    int32_t x, y;  /* cell */
    double px, py; /* cells from the floor's corner */
    wend_vec2 to;  /* the direction */
} wendi_sample;

/** Finds the cell of a point. @return false: the point lies outside. */
static inline bool wendi_sample_locate(wendi_sample *a, double x, double y)
{
    wendi_sample_point point;
    if (!wendi_sample_point_at(&a->flow->map, a->floor, x, y, &point)) {
        return false;
    }
    a->px = point.px;
    a->py = point.py;
    a->x = point.x;
    a->y = point.y;
    return true;
}

/** Evaluates the sample. @param cell located. */
wend_flow_guidance wendi_sample_evaluate(wendi_sample *a, wendi_sample_cell *cell);
/** True if the point is within the arrival radius of any goal. */
bool wendi_sample_is_at_any_goal(const wendi_sample *a, const wendi_plan *plan);

/** Where there is no field: the direction to the next portal of a route that is known already, else
 * straight ahead. @param guidance WAITING or NOT_COVERED: returned without a known route. */
wend_flow_guidance wendi_sample_without_field(wendi_sample *a, wend_flow_guidance guidance);

/** Sets the direction to a position, in cells. @return the guidance. */
static inline wend_flow_guidance wendi_sample_go_to(wendi_sample *a, wend_vec2 at,
                                                    wend_flow_guidance guidance)
{
    a->to = wendi_direction_toward(a->px, a->py, at.x, at.y);
    return guidance;
}

/** True if the point is within the arrival radius of a point goal; areas are checked elsewhere. */
static inline bool wendi_sample_is_at_goal(const wendi_sample *a, const wendi_flow_endpoint *goal)
{
    const wend_vec2 at = wendi_goal_point(goal);
    const double dx = (at.x - a->px) * a->flow->map.cell_size;
    const double dy = (at.y - a->py) * a->flow->map.cell_size;
    const double radius = a->request->arrival_radius;
    return !goal->is_area && goal->floor == a->floor && dx * dx + dy * dy <= radius * radius;
}

/* The data of a sample is spread over memory, each part found by the previous one. So the first
 * part is prefetched for all samples of a batch, then the next. */
enum { WENDI_SAMPLE_BATCH_MAX = 16 };

typedef struct wendi_sample_batch {
    size_t count;
    wendi_sample of[WENDI_SAMPLE_BATCH_MAX];
    wendi_sample_cell cells[WENDI_SAMPLE_BATCH_MAX]; /* located, if inside */
    bool is_inside[WENDI_SAMPLE_BATCH_MAX];
} wendi_sample_batch;

/** Adds a sample: locates its cell and prefetches its tile's view. There must be room. */
void wendi_sample_batch_add(wendi_sample_batch *b, const wend_flow *flow,
                            const wendi_flow_request *request, uint32_t floor, double x, double y);
/** Prefetches the cells of all samples. */
void wendi_sample_batch_prefetch(const wendi_sample_batch *b);

#endif
