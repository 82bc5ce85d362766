/* The solver of assignments over the arrays of its caller. There are at least as many
 * sinks as sources. */
#ifndef WENDI_CROWD_ASSIGNMENT_SOLVER_H
#define WENDI_CROWD_ASSIGNMENT_SOLVER_H

#include <stddef.h>
#include <stdint.h>

typedef struct wendi_assignment {
    const double *costs; /* [given][sinks] */
    const double *zeros; /* [sinks]: the costs of sources from `given` on, which only fill up */
    size_t row_count;
    size_t sources; /* at most as many as sinks */
    size_t sinks;
    double *prices;       /* [sinks], 0 or below; with fewer sources, 0 for sinks without one */
    double *distances;    /* [sinks]: least cost of a path there, in the current search */
    uint32_t *from;       /* [sinks]: the source before it on that path */
    uint32_t *order;      /* [sinks]: those whose distances are final, then the others */
    uint32_t *source_of;  /* [sinks]: its source, or UINT32_MAX */
    uint32_t *sink_of;    /* [sources]: its sink, or UINT32_MAX */
    uint32_t *unassigned; /* [sources]: those without a sink */
    uint8_t *is_scarce;   /* [sinks]: wanted by sources that got none */
} wendi_assignment;

/** Sets sink_of and source_of to the cheapest among the largest assignments.
 * @return how many sources got no sink. */
size_t wendi_assignment_solve(wendi_assignment *work);

#endif
