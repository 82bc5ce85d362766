/* The streets of a city as a tree of cuts, and the blocks between them.
 *
 *     +------------+--------+      The whole ground is cut by main roads, the parts by main roads
 *     |            |        |      across those, the rest by side streets, each part on its own,
 *     +=====+======+========+      until the parts are blocks. Because every part is cut for
 *     |     |      +----+---+      itself the blocks are irregular. The plan is straight; callers
 *     +-----+------+    |   |      bend the ground before they query it.
 */
#ifndef CLI_GENERATE_CITY_PLAN_H
#define CLI_GENERATE_CITY_PLAN_H

#include <stdbool.h>
#include <stdint.h>

enum { CITY_CUTS_MAX = 8192 };

typedef struct city_rect {
    double low[2], high[2];
} city_rect;

typedef struct city_cut {
    int axis; /* 0: the road runs along y at x = place; 1: along x */
    double place, half_width;
    int depth;
    int32_t below, above; /* cuts of the two parts; -1 = a block */
} city_cut;

typedef struct city_plan {
    uint64_t seed;
    double scale; /* 1 for a city of 512 cells, less for small ones */
    city_cut *cuts;
    int32_t count;
    city_rect ground;
} city_plan;

/* Content of a position of the plan. */
typedef struct city_place {
    int32_t depth;  /* of the road; -1 in a block */
    uint32_t block; /* a number of its own for each block */
    city_rect rect; /* of the block */
} city_place;

/** Makes the tree. @return false when there is no memory. */
bool city_plan_make(city_plan *plan, uint64_t seed, double width, double height);
void city_plan_free(city_plan *plan);
city_place city_plan_at(const city_plan *plan, double x, double y);

#endif
