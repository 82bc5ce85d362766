/* Indexes of graphs beside searches, for `wend bench graph`. */
#ifndef BENCH_GRAPH_INDEX_H
#define BENCH_GRAPH_INDEX_H

#include "measure/table.h"

#include <stdint.h>

/** Builds an index of a road network of side x side crossings, races it against A* and Dijkstra's search over
 * the same queries, and writes a table and a bound. @return false: out of memory. */
bool bench_graph_index(bench_report *report, uint32_t side, size_t runs, size_t queries);

#endif
