/* Planners over graphs and meshes that are edited in every frame. */
#ifndef BENCH_PLANNER_WORLDS_H
#define BENCH_PLANNER_WORLDS_H

#include "measure/table.h"

/** Frames of a planner over a graph and over a mesh, with an edit in each. @return false: out of
 * memory. */
bool planner_measure_edited_worlds(bench_report *report, bool is_quick);

#endif
