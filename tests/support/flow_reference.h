/* The fields of a request, computed slowly: the costs of all cells of all covered sectors are
 * lowered until nothing changes, directly from the grids. */
#ifndef TEST_SUPPORT_FLOW_REFERENCE_H
#define TEST_SUPPORT_FLOW_REFERENCE_H

#include "flow/plan/plan.h"

/* The result of a check. */
typedef struct flow_findings {
    const char *complaint; /* NULL: nothing */
    uint32_t floor;
    int32_t x, y;
    double expected, found;
    uint32_t cells, lit_cells, lit_tiles, wide_tiles, link_cells; /* looked at */
} flow_findings;

/** Tests the sectors, costs and directions of a finished request, and the results of
 * wend_flow_get_cell for them. The flow must be up to date. @return true: all are right. */
bool flow_reference_agrees(const wend_flow *flow, wend_flow_request_id id, flow_findings *findings);

#endif
