/* The cells of all floors of a flow, and their costs found by lowering them again and again
 * until nothing changes, straight from the grids. Functions abort without memory. */
#ifndef TEST_SUPPORT_FLOW_TWIN_H
#define TEST_SUPPORT_FLOW_TWIN_H

#include "support/flow_reference.h"

/* The cost of a cell that no path leads from. */
static const int64_t FAR = INT64_MAX;

/* The role of a cell in a fixed point. */
enum { PART_NONE, PART_LOWERED, PART_FIXED };

typedef struct link_pair {
    uint32_t from, to;
    int64_t cost;
} link_pair;

/* The cells of all floors, and the least costs to the seeds. */
typedef struct flow_twin {
    const wend_flow *flow;
    const wendi_plan *plan;
    uint32_t first[WEND_FLOW_FLOORS_MAX + 1]; /* cells of floor f: first[f] ... */
    uint8_t *cost, *part;
    int64_t *seed, *d;
    link_pair *links;
    uint32_t link_first, link_count; /* those before link_first have no direction */
    bool has_goals;                  /* goals are seeds */
    flow_findings *findings;
} flow_twin;

/** Reads grids, links and joins. The caller closes the twin. */
void flow_twin_open(flow_twin *t, const wend_flow *flow, const wendi_plan *plan,
                    flow_findings *findings);
void flow_twin_close(flow_twin *t);
/** Takes all cells out, and forgets seeds and costs. */
void flow_twin_clear(flow_twin *t);

uint32_t flow_twin_cell(const flow_twin *t, uint32_t floor, int32_t x, int32_t y);
/** The cell in a direction, if a step leads there. */
bool flow_twin_step(const flow_twin *t, uint32_t floor, int32_t x, int32_t y, uint32_t k,
                    uint32_t *to, int64_t *cost);
/** The lesser one of two costs. */
int64_t flow_twin_lower(int64_t a, int64_t b);
/** Lowers the costs of all cells that take part until nothing changes. */
void flow_twin_solve(flow_twin *t, bool has_links);

#endif
