/* takes: vectors in the ground plane, by value.
 * gives: sums, products, lengths and directions, the same bits everywhere.
 * cost:  a few operations each; length and normalize one square root. */
#include "base/bits.h"
#include "wend/base.h"

#include <math.h>

/* Outside of these the squares leave the range of a double, or its full precision. */
static const double SQUARE_MIN = 0x1p-480;
static const double SQUARE_MAX = 0x1p+480;

wend_vec2 wend_vec2_add(wend_vec2 a, wend_vec2 b)
{
    wend_vec2 sum = {a.x + b.x, a.y + b.y};
    return sum;
}

wend_vec2 wend_vec2_sub(wend_vec2 a, wend_vec2 b)
{
    wend_vec2 difference = {a.x - b.x, a.y - b.y};
    return difference;
}

wend_vec2 wend_vec2_scale(wend_vec2 a, double factor)
{
    wend_vec2 scaled = {a.x * factor, a.y * factor};
    return scaled;
}

double wend_vec2_dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

double wend_vec2_cross(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

/* The power of two by which to multiply so that squares are safe; 1 nearly always. */
static double safe_factor(wend_vec2 a)
{
    double x = fabs(a.x);
    double y = fabs(a.y);
    double larger = x > y ? x : y;
    if (larger < SQUARE_MIN) {
        return 0x1p+600;
    }
    return larger > SQUARE_MAX ? 0x1p-600 : 1.0;
}

static double plain_length(wend_vec2 a)
{
    return wend_sqrt(a.x * a.x + a.y * a.y);
}

double wend_vec2_length(wend_vec2 a)
{
    double factor = safe_factor(a);
    return plain_length(wend_vec2_scale(a, factor)) / factor;
}

double wend_vec2_distance(wend_vec2 a, wend_vec2 b)
{
    return wend_vec2_length(wend_vec2_sub(a, b));
}

wend_vec2 wend_vec2_normalize(wend_vec2 a)
{
    wend_vec2 scaled = wend_vec2_scale(a, safe_factor(a));
    double length = plain_length(scaled);
    if (wendi_is_zero(length)) {
        return a;
    }
    wend_vec2 unit = {scaled.x / length, scaled.y / length};
    return unit;
}

wend_vec2 wend_vec2_perpendicular(wend_vec2 a)
{
    wend_vec2 turned = {-a.y, a.x};
    return turned;
}

wend_vec2 wend_vec2_lerp(wend_vec2 a, wend_vec2 b, double t)
{
    wend_vec2 between = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
    return between;
}
