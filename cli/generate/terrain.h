/* Made-up maps other than cities, from a seed. */
#ifndef CLI_GENERATE_TERRAIN_H
#define CLI_GENERATE_TERRAIN_H

#include <stdint.h>

/** Square rooms with walls of one cell and doors in most of them.
 * @param costs [height][width], all filled: 1 or 255; so for all functions here. */
void terrain_rooms(uint64_t seed, int32_t width, int32_t height, uint8_t *costs);
/** Corridors of one cell that join everything, with a few loops. */
void terrain_maze(uint64_t seed, int32_t width, int32_t height, uint8_t *costs);
/** Walls at random. @param density part of the cells, 0 to 1. */
void terrain_noise(uint64_t seed, int32_t width, int32_t height, double density, uint8_t *costs);
/** Rounded hollows. @param scratch [height][width]. */
void terrain_cave(uint64_t seed, int32_t width, int32_t height, uint8_t *costs, uint8_t *scratch);

#endif
