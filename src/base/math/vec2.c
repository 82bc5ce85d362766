/* Vectors in the ground plane, the same bits everywhere.
 * Cost: a few operations each; length and normalize take one square root. */
#include "base/math/vec2.h"

wend_vec2 wend_vec2_add(wend_vec2 a, wend_vec2 b)
{
    return wendi_vec2_add(a, b);
}

wend_vec2 wend_vec2_sub(wend_vec2 a, wend_vec2 b)
{
    return wendi_vec2_sub(a, b);
}

wend_vec2 wend_vec2_scale(wend_vec2 a, double factor)
{
    return wendi_vec2_scale(a, factor);
}

double wend_vec2_dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

double wend_vec2_cross(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

double wend_vec2_length(wend_vec2 a)
{
    return wendi_vec2_length(a);
}

double wend_vec2_distance(wend_vec2 a, wend_vec2 b)
{
    return wendi_vec2_length(wendi_vec2_sub(a, b));
}

wend_vec2 wend_vec2_normalize(wend_vec2 a)
{
    return wendi_vec2_normalize(a);
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

wend_vec3 wend_vec3_from_vec2(wend_vec2 position, double height)
{
    return (wend_vec3){position.x, position.y, height};
}
