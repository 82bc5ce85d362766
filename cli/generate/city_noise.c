/* Random values at the corners of a lattice, interpolated between them.
 * Cost: four random numbers a position. */
#include "generate/city_noise.h"

#include "wend/base.h"

static double ease(double t)
{
    return t * t * (3.0 - 2.0 * t);
}

static double corner(uint64_t seed, uint64_t layer, int64_t x, int64_t y)
{
    return wend_random_unit(seed, layer, (uint64_t)y * 65536 + (uint64_t)x);
}

double city_noise(uint64_t seed, uint64_t layer, double x, double y, double period)
{
    /* Room for positions a little below 0, which bent ground leads to. */
    const double px = x / period + 16.0;
    const double py = y / period + 16.0;
    const int64_t ix = (int64_t)px;
    const int64_t iy = (int64_t)py;
    const double tx = ease(px - (double)ix);
    const double ty = ease(py - (double)iy);
    const double top =
        corner(seed, layer, ix, iy) * (1.0 - tx) + corner(seed, layer, ix + 1, iy) * tx;
    const double bottom =
        corner(seed, layer, ix, iy + 1) * (1.0 - tx) + corner(seed, layer, ix + 1, iy + 1) * tx;
    return top * (1.0 - ty) + bottom * ty;
}
