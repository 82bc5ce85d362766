/* sample/cached_sample.h: what a cell and those around it say, for an agent that stays in the cell
 * for some ticks, in less than a line of cache.
 *
 *     0  1  2     around: what the nine cells say, four bits each: a direction, that a goal is
 *     3 [4] 5     seen, or nothing; cheaper: a bit for each that is cheaper than the cell itself.
 *     6  7  8     A point of cell 4 is blended of four of them: 0 1 3 4, 1 2 4 5, ...
 *
 * Plans that are done do not change: a memo holds as long as the request has the plan that it was
 * made of. Cells of which it is not a function of their plan alone, or whose points do not all see
 * the same goals, are not remembered. */
#ifndef WENDI_FLOW_SAMPLE_CACHED_SAMPLE_H
#define WENDI_FLOW_SAMPLE_CACHED_SAMPLE_H

#include "flow/sample/sample.h"

/* Bits of wendi_cached_sample.kind. */
enum {
    WENDI_CACHED_VISIBLE = 1, /* goal 0 is seen from all of the cell: else by the field */
    WENDI_CACHED_UNIFORM = 2, /* all points go the cell's own way */
    WENDI_CACHED_ROOM = 4,    /* directions may be blended */
    WENDI_CACHED_INSIDE = 8,  /* the cell's own way does not lead out of its sector */
    WENDI_CACHED_TURNED = 16  /* its way is towards the aim */
};

/* What the four bits of a cell may say besides a direction. */
enum { WENDI_CACHED_SEES_GOAL = 8, WENDI_CACHED_NO_DIRECTION = 15 };

typedef struct wendi_cached_sample {
    uint64_t plan; /* wendi_cached_sample_plan_key; 0: nothing is remembered */
    double cost;   /* that is left */
    uint64_t around;
    int32_t x, y; /* the cell */
    uint16_t floor, cheaper;
    uint8_t kind;
    int8_t aim_x, aim_y; /* half cells from the cell's corner to where to go without blending */
    uint8_t spare;
} wendi_cached_sample;

/** Names the plan that a request has: no two of a flow, within 2^32 orders, have the same name. */
static inline uint64_t wendi_cached_sample_plan_key(const wendi_flow_request *request)
{
    return request->asked << 32 | (uint32_t)request->built;
}

/** Is it of the cell that the question is about? */
static inline bool wendi_cached_sample_is_at(const wendi_cached_sample *memo, const wendi_sample *a)
{
    return memo->x == a->x && memo->y == a->y && memo->floor == a->floor;
}

/** Notes a cell, or that it is none to be remembered. @param place of it, read. */
void wendi_cached_sample_set(wendi_cached_sample *memo, const wendi_sample *a,
                             const wendi_plan *plan, const wendi_sample_cell *place);
/** As wendi_sample_evaluate, of the same cell. @param cost set to what is left. */
wend_flow_guidance wendi_cached_sample_evaluate(const wendi_cached_sample *memo, wendi_sample *a,
                                                double *cost);

#endif
