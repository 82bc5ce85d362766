/* The content of a cell and those around it, for an agent that stays in the cell
 * for some ticks, in less than a cache line.
 *
 *     0  1  2     around: four bits for each of the nine cells: a direction, that it sees a goal,
 * or 3 [4] 5     nothing; cheaper: a bit for each cell that is cheaper than the cell itself. A
 * point 6  7  8     of cell 4 blends four of them: 0 1 3 4, 1 2 4 5, ...
 *
 * Complete plans do not change: an entry is valid as long as the request has the same plan. Cells
 * whose answer does not depend on their plan alone, or whose points do not all see the same goals,
 * are not cached. */
#ifndef WENDI_FLOW_SAMPLE_CACHED_SAMPLE_H
#define WENDI_FLOW_SAMPLE_CACHED_SAMPLE_H

#include "flow/sample/sample.h"

/* Bits of wendi_cached_sample.kind. */
enum {
    WENDI_CACHED_VISIBLE = 1, /* all of the cell sees goal 0; else the field is used */
    WENDI_CACHED_UNIFORM = 2, /* all points go in the cell's own direction */
    WENDI_CACHED_ROOM = 4,    /* directions may be blended */
    WENDI_CACHED_INSIDE = 8,  /* the cell's own direction does not lead out of its sector */
    WENDI_CACHED_TURNED = 16  /* its direction is towards the target */
};

/* Values of a cell's four bits besides a direction. */
enum { WENDI_CACHED_SEES_GOAL = 8, WENDI_CACHED_NO_DIRECTION = 15 };

typedef struct wendi_cached_sample {
    uint64_t plan; /* wendi_cached_sample_plan_key; 0: empty */
    double cost;   /* remaining cost */
    uint64_t around;
    int32_t x, y; /* the cell */
    uint16_t floor, cheaper;
    uint8_t kind;
    int8_t target_x,
        target_y; /* half cells from the cell's corner to the target used without blending */
    uint8_t spare;
} wendi_cached_sample;

/** Identifies the plan of a request: unique in a flow within 2^32 requests. */
static inline uint64_t wendi_cached_sample_plan_key(const wendi_flow_request *request)
{
    return request->sequence << 32 | (uint32_t)request->built;
}

/** True if the entry is for the cell of the sample. */
static inline bool wendi_cached_sample_is_at(const wendi_cached_sample *cached,
                                             const wendi_sample *a)
{
    return cached->x == a->x && cached->y == a->y && cached->floor == a->floor;
}

/** Fills the entry of a cell, or leaves it empty if the cell cannot be cached. @param cell of it,
 * read. */
void wendi_cached_sample_set(wendi_cached_sample *cached, const wendi_sample *a,
                             const wendi_plan *plan, const wendi_sample_cell *cell);
/** As wendi_sample_evaluate, for the same cell. @param cost set to the remaining cost. */
wend_flow_guidance wendi_cached_sample_evaluate(const wendi_cached_sample *cached, wendi_sample *a,
                                                double *cost);

#endif
