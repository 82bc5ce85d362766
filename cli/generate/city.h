/* A made-up city from a seed: the map of `wend demo` and `wend generate city`. */
#ifndef CLI_GENERATE_CITY_H
#define CLI_GENERATE_CITY_H

#include <stdbool.h>
#include <stdint.h>

/* Kinds of cells. */
typedef enum city_kind {
    CITY_MAIN_ROAD, /* cost 1, bridges too */
    CITY_PLAZA,     /* 1 */
    CITY_STREET,    /* 2 */
    CITY_YARD,      /* 2: courtyards and alleys */
    CITY_GARDEN,    /* 3 */
    CITY_PARK,      /* 3 */
    CITY_ROUGH,     /* 5 */
    CITY_BUILDING,  /* wall */
    CITY_WATER,     /* wall */
    CITY_KIND_COUNT
} city_kind;

enum { CITY_SIDE_MIN = 32 };

/** Lays out a city. Everything that is open can be reached from everywhere.
 * @param kinds [height][width], filled with city_kind; sides CITY_SIDE_MIN or more.
 * @return false when there is no memory. */
bool city_make(uint64_t seed, int32_t width, int32_t height, uint8_t *kinds);

/** The cost of a kind, 1 to 255. */
uint8_t city_cost(city_kind kind);

#endif
