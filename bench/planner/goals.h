/* Many requests to one goal, in other worlds than grids and from groups. */
#ifndef BENCH_PLANNER_GOALS_H
#define BENCH_PLANNER_GOALS_H

#include "measure/table.h"

/** Trees of goals over graphs and meshes of a side in cells. @return false: out of memory. */
bool planner_measure_worlds(bench_report *report, int32_t side);
/** Groups of agents beside each other with one goal: searched each, by a tree, and joined. Likewise. */
bool planner_measure_groups(bench_report *report, int32_t side);

#endif
