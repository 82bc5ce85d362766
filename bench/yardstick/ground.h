/* The steps of both yardsticks, inline because they are the inner loop. */
#ifndef BENCH_YARDSTICK_GROUND_H
#define BENCH_YARDSTICK_GROUND_H

#include "yardstick/yardstick.h"

enum { YARDSTICK_STRAIGHT = 4, YARDSTICK_WAYS = 8 };

/* Steps: four straight ones, then four diagonal ones. */
typedef struct yardstick_steps {
    int32_t offset[YARDSTICK_WAYS];
    int32_t dx[YARDSTICK_WAYS], dy[YARDSTICK_WAYS];
    uint64_t length[YARDSTICK_WAYS];
} yardstick_steps;

/* Where the goal is and how a step counts towards it. */
typedef struct yardstick_goal {
    int32_t x, y;
    uint64_t straight, diagonal_extra; /* at the least factor */
    bool has_diagonals;
} yardstick_goal;

yardstick_steps yardstick_steps_make(const yardstick_ground *ground);
yardstick_goal yardstick_goal_make(const yardstick_ground *ground, uint32_t padded_goal);

/** The cell in the padded map. */
uint32_t yardstick_padded(const yardstick_ground *ground, uint32_t node);
/** The cell in the map. */
uint32_t yardstick_unpadded(const yardstick_ground *ground, uint32_t cell);

/** Octile distance (Manhattan with 4 neighbours) times the least factor. */
static inline uint64_t yardstick_estimate(const yardstick_goal *goal, int32_t x, int32_t y)
{
    uint64_t dx = (uint64_t)(x < goal->x ? goal->x - x : x - goal->x);
    uint64_t dy = (uint64_t)(y < goal->y ? goal->y - y : y - goal->y);
    if (!goal->has_diagonals) {
        return (dx + dy) * goal->straight;
    }
    uint64_t longer = dx > dy ? dx : dy;
    uint64_t shorter = dx > dy ? dy : dx;
    return longer * goal->straight + shorter * goal->diagonal_extra;
}

/* The record of a cell. Its mark is twice the query's number while the cell is queued, and one more
 * once it is expanded; older numbers mean untouched. */
typedef struct yardstick_cell {
    uint64_t cost;
    uint32_t mark;
    uint32_t parent;
} yardstick_cell;

/** The path in unpadded cells, from start to goal, by the parents.
 * @param path [cell_count]. @return its cells, both ends included. */
size_t yardstick_read_path(const yardstick_ground *ground, const yardstick_cell *cells,
                           uint32_t start, uint32_t goal, uint32_t *path);

/** The steps that can be taken out of a cell, one bit each, in the order of yardstick_steps. */
static inline uint32_t yardstick_ways(const yardstick_ground *ground, uint32_t cell)
{
    const uint8_t *here = ground->factors + cell;
    const uint8_t *above = here - ground->stride;
    const uint8_t *below = here + ground->stride;
    uint32_t north = above[0] != 0, south = below[0] != 0, west = here[-1] != 0,
             east = here[1] != 0;
    uint32_t ways = north | east << 1 | south << 2 | west << 3;
    if (ground->has_diagonals) {
        ways |= (north & east & (above[1] != 0)) << 4 | (south & east & (below[1] != 0)) << 5 |
                (south & west & (below[-1] != 0)) << 6 | (north & west & (above[-1] != 0)) << 7;
    }
    return ways;
}

#endif
