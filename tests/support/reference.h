/* Shortest paths on a generated map, computed slowly.
 *
 * A step costs its length (2^32 straight, the square root of 2 as much diagonally, rounded) times
 * the factor of the cell that is entered. Nothing is shared with the library.
 */
#ifndef TEST_SUPPORT_REFERENCE_H
#define TEST_SUPPORT_REFERENCE_H

#include "support/gen.h"

static const uint64_t REFERENCE_STRAIGHT = 4294967296;
static const uint64_t REFERENCE_DIAGONAL = 6074001000;
static const uint64_t REFERENCE_INFINITE = UINT64_MAX;

/** Cost of one step from a cell to one of its neighbours; REFERENCE_INFINITE if there is no such
 * step: not neighbours, outside, a wall at either end, a corner between. */
uint64_t reference_step(const gen_map *map, wend_node from, wend_node to);

/** Least cost from start to every cell, after Dijkstra, looking through all cells for the nearest.
 * @param costs [height][width]; REFERENCE_INFINITE without a path. A blocked start has none, not
 * even to itself. */
void reference_dijkstra(const gen_map *map, wend_node start, uint64_t *costs);

/** Fewest steps from start to every cell. As reference_dijkstra; UINT32_MAX = none. */
void reference_steps(const gen_map *map, wend_node start, uint32_t *steps);

/** Cost of a path given as nodes; REFERENCE_INFINITE if any step of it does not exist, or a single
 * node is a wall. 0 nodes cost REFERENCE_INFINITE. */
uint64_t reference_path(const gen_map *map, const wend_node *nodes, size_t count);

#endif
