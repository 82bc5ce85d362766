/* The size of a flow's cells, for other modules. */
#ifndef WENDI_FLOW_CORE_CELL_SIZE_H
#define WENDI_FLOW_CORE_CELL_SIZE_H

#include "wend/flow.h"

/** Metres of a step, the unit of costs: the width of a cell. */
double wendi_flow_cell_size(const wend_flow *flow);

#endif
