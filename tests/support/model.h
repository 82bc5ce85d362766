/* Small worlds of every kind of grid, and the least costs in them computed slowly: squares with 4
 * or 8 neighbours, hexes in all layouts, wrapping, weights, links, sizes, turning. Shares nothing
 * with the library but its types. */
#ifndef TEST_SUPPORT_MODEL_H
#define TEST_SUPPORT_MODEL_H

#include "wend/grid.h"
#include "wend/link.h"
#include "wend/search.h"

enum {
    MODEL_SIDE_MAX = 12,
    MODEL_CELLS_MAX = MODEL_SIDE_MAX * MODEL_SIDE_MAX,
    MODEL_LINKS_MAX = 20
};
enum { MODEL_HEADINGS = 9, MODEL_HEADING_NONE = 8 };

typedef struct model {
    uint64_t seed;
    int32_t width, height;
    wend_neighbours neighbours;
    wend_corner_rule corner_rule;
    wend_hex_layout layout;
    bool wraps_x, wraps_y;
    uint8_t costs[MODEL_CELLS_MAX]; /* 255 = wall */
    int32_t link_count;
    wend_link_def links[MODEL_LINKS_MAX];
    int32_t size;  /* of a square agent (hexes: rings) */
    double radius; /* of a round one, cells; squares only */
    wend_node start, goal;
} model;

/** A world of which the seed decides everything. */
model model_random(uint64_t seed);
/** The same as a grid; aborts without memory. */
wend_grid *model_grid(const model *m);

/** May the agent be in a cell? */
bool model_fits(const model *m, int32_t x, int32_t y);

/** Metres between the centres of two cells, around the world where that is nearer (cells of 1 m).
 */
double model_distance(const model *m, wend_node a, wend_node b);

typedef struct model_step {
    wend_node to;
    uint64_t cost;
    uint32_t heading; /* MODEL_HEADING_NONE: a link, which keeps the heading */
} model_step;

enum { MODEL_STEPS_MAX = 8 + 2 * MODEL_LINKS_MAX };

/** All steps and links out of a cell in which the agent fits. @return how many. */
int model_steps(const model *m, wend_node from, model_step steps[MODEL_STEPS_MAX]);

/** Least cost from start to every cell; UINT64_MAX where none leads. @param costs [cells]. */
void model_dijkstra(const model *m, wend_node start, uint64_t *costs);

/** Least cost and, among the paths of that cost, fewest turns to a goal under a turning.
 * @return false without a path. */
bool model_turning(const model *m, const wend_turning *turning, uint64_t *cost, uint32_t *turns);

#endif
