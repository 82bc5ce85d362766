/* core/cell_size.h: what others of the library need to know of a flow, without its insides. */
#ifndef WENDI_FLOW_CORE_CELL_SIZE_H
#define WENDI_FLOW_CORE_CELL_SIZE_H

#include "wend/flow.h"

/** Metres of a step, in which costs are counted: the width of a cell. */
double wendi_flow_cell_size(const wend_flow *flow);

#endif
