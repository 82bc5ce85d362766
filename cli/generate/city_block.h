/* The ground inside the blocks of a city. */
#ifndef CLI_GENERATE_CITY_BLOCK_H
#define CLI_GENERATE_CITY_BLOCK_H

#include "generate/city.h"
#include "generate/city_plan.h"

/** Kind of the cell at a position inside a block.
 * @param place of city_plan_at, with depth -1. @param x, y the position in the plan.
 * @param scale 1 for a city of 512 cells and more.
 * @param outskirts 0 in the middle of town, 1 and more at its edge. */
city_kind city_block_at(uint64_t seed, const city_place *place, double x, double y, double scale,
                        double outskirts);

#endif
