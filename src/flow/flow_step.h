/* flow_step.h: what others of the library need to know of a flow, without its insides. */
#ifndef WENDI_FLOW_STEP_H
#define WENDI_FLOW_STEP_H

#include "wend/flow.h"

/** Metres of a step, in which costs are counted: the width of a cell. */
double wendi_flow_step(const wend_flow *flow);

#endif
