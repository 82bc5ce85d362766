/* assignment/solver.h: the assignment itself, of sources to sinks, of which there are as many or
 * more.
 *
 *   sources  0   1   2        a source has one sink, a sink at most one source;
 *            |  /    |        prices make sinks that many want dearer, until each source
 *   sinks    0   1   2   3    has the one it likes best at these prices
 */
#ifndef WENDI_CROWD_ASSIGNMENT_SOLVER_H
#define WENDI_CROWD_ASSIGNMENT_SOLVER_H

#include "base/math/floating_point.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No source, no sink. */
#define WENDI_ASSIGNMENT_NONE UINT32_MAX

typedef struct wendi_assignment {
    const double *costs; /* [given][sinks] */
    const double *zeros; /* [sinks]: the costs of sources from `given` on, who only fill up */
    size_t given;
    size_t sources; /* at most as many as sinks */
    size_t sinks;
    double *prices;    /* [sinks], 0 or below; where there are fewer sources, 0 if nobody has it */
    double *distances; /* [sinks]: least cost of a way there, in the search under way */
    uint32_t *from;    /* [sinks]: the source before it on that way */
    uint32_t *order;   /* [sinks]: those whose ways are final, then the others */
    uint32_t *source_of;  /* [sinks]: who has it, or NONE */
    uint32_t *sink_of;    /* [sources], or NONE */
    uint32_t *unassigned; /* [sources]: those without a sink */
    uint8_t *is_scarce;   /* [sinks]: is wanted by some who then got none */
} wendi_assignment;

static inline const double *wendi_assignment_row(const wendi_assignment *work, uint32_t source)
{
    return source < work->given ? work->costs + (size_t)source * work->sinks : work->zeros;
}

/** Fills sink_of and source_of with the cheapest among the largest assignments.
 * @return how many sources got none. */
size_t wendi_assignment_solve(wendi_assignment *work);

/** Everybody waits, nobody has a sink, prices stay. */
void wendi_assignment_reset(wendi_assignment *work);

/** Gives sinks away by comparing the best with the second best only: quick, leaves some waiting.
 * @param count of `waiting`. @return how many wait afterwards. */
size_t wendi_assignment_reduce_rows(wendi_assignment *work, size_t count);

/** Where sources are as many as sinks: prices that are nearly the last ones, by auctions. */
void wendi_assignment_run_auctions(wendi_assignment *work);

#endif
