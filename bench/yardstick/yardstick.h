/* The plain searches that all others are compared with.
 *
 * Both are careful implementations of A* without further techniques: flat arrays, a padded map so
 * that no bound is checked, stamps instead of clearing, the octile heuristic. They
 * read the same ground and give the same costs as wend does, to the bit.
 */
#ifndef BENCH_YARDSTICK_YARDSTICK_H
#define BENCH_YARDSTICK_YARDSTICK_H

#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A map with a rim of walls, as the searches read it.
 *
 *     # # # # #     stride = width + 2
 *     # a b c #     cell of (x, y) = (y + 1) * stride + x + 1
 *     # d e f #     factors: 0 = wall
 *     # # # # #
 */
typedef struct yardstick_ground {
    int32_t width, height, stride;
    uint32_t cell_count;
    uint32_t factor_min, factor_max; /* of the open cells; 1 where there are none */
    bool has_diagonals;              /* 8 neighbours, no corner cut; else 4 */
    uint8_t *factors;                /* [cell_count] */
} yardstick_ground;

/** @param costs [height][width], WEND_COST_WALL = wall. @return false: out of memory. */
bool yardstick_ground_make(yardstick_ground *ground, const uint8_t *costs, int32_t width,
                           int32_t height, bool has_diagonals);
void yardstick_ground_free(yardstick_ground *ground);

/* The answer of a search. */
typedef struct yardstick_answer {
    bool is_found;
    wend_cost cost;
    uint64_t expanded;
    size_t path_count; /* cells of the path, both ends included */
} yardstick_answer;

typedef struct yardstick_astar yardstick_astar;
typedef struct yardstick_bucket yardstick_bucket;

/** A* with a binary heap. The ground must outlive it. @return NULL: out of memory. */
yardstick_astar *yardstick_astar_create(const yardstick_ground *ground);
void yardstick_astar_destroy(yardstick_astar *search);
/** Start and goal as y * width + x. Aborts when the heap cannot grow. */
yardstick_answer yardstick_astar_find(yardstick_astar *search, uint32_t start, uint32_t goal);

/** A* with a ring of buckets. The same otherwise. */
yardstick_bucket *yardstick_bucket_create(const yardstick_ground *ground);
void yardstick_bucket_destroy(yardstick_bucket *search);
yardstick_answer yardstick_bucket_find(yardstick_bucket *search, uint32_t start, uint32_t goal);

#ifdef __cplusplus
}
#endif
#endif
