/* What the fields of an order must be, the slow and obvious way: all cells of all
 * covered sectors lowered again and again until nothing changes, straight from the grids.
 */
#ifndef TEST_SUPPORT_FLOW_REFERENCE_H
#define TEST_SUPPORT_FLOW_REFERENCE_H

#include "flow/plan/plan.h"

/* What a check found. */
typedef struct flow_findings {
    const char *complaint; /* NULL: nothing */
    uint32_t floor;
    int32_t x, y;
    double expected, found;
    uint32_t cells, lit_cells, lit_tiles, wide_tiles, link_cells; /* looked at */
} flow_findings;

/** Do the sectors, costs and directions of a finished order hold, and what wend_flow_get_cell says
 * of them? The flow must be up to date. @return true: yes. */
bool flow_reference_agrees(const wend_flow *flow, wend_flow_request_id id, flow_findings *findings);

#endif
