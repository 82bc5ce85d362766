/* Soft random hills. */
#ifndef CLI_GENERATE_CITY_NOISE_H
#define CLI_GENERATE_CITY_NOISE_H

#include <stdint.h>

/** A value from 0 to 1 that changes softly; hills are about `period` wide. Different layers of one
 * seed have nothing to do with each other. x, y 0 or more. */
double city_noise(uint64_t seed, uint64_t layer, double x, double y, double period);

#endif
