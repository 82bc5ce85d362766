/* wend's versions of the situations of SteerBench (Singh, Kapadia, Faloutsos, Reinman,
 * "SteerBench: a benchmark suite for evaluating steering behaviors", 2009). */
#include "scene_private.h"

static const double far_off = 6;

/* Two agents move towards each other on one line; or two files of them. */
void scene_build_oncoming(scene *s)
{
    const double apart = s->kind->size;
    for (size_t i = 0; i < s->kind->count; i++) {
        const size_t row = i / 2;
        const double x = far_off + apart * (double)row;
        const double y = apart * (double)(i % 2);
        (void)scene_add(s, scene_at(-x, y), scene_at(x, y), 0);
        (void)scene_add(s, scene_at(x, y), scene_at(-x, y), 1);
    }
}

/* The paths of three or four agents cross at one point at the same time. */
void scene_build_confusion(scene *s)
{
    static const wend_vec2 from[4] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    for (size_t i = 0; i < s->kind->count; i++) {
        const wend_vec2 start = wend_vec2_scale(from[i], far_off);
        (void)scene_add(s, start, wend_vec2_scale(start, -1), (uint32_t)i);
    }
}

/* A corridor just wide enough for two. */
void scene_build_squeeze(scene *s)
{
    const double half = s->kind->size / 2;
    scene_wall(s, -10, -half, 10, -half);
    scene_wall(s, -10, half, 10, half);
    scene_build_oncoming(s);
}

/* Two from both sides to a door for one. */
void scene_build_doorway(scene *s)
{
    const double half = s->kind->size / 2;
    scene_wall(s, 0, -6, 0, -half);
    scene_wall(s, 0, half, 0, 6);
    scene_build_oncoming(s);
}

/* Two loose groups meet in a hall. */
void scene_build_hallway(scene *s)
{
    const double half = s->kind->size / 2, keep = half - s->radius - 0.01;
    scene_wall(s, -20, -half, 20, -half);
    scene_wall(s, -20, half, 20, half);
    scene_block(s, scene_at(-14, -keep), scene_at(-4, keep), s->kind->count, 0, SCENE_MIRROR_X);
    scene_block(s, scene_at(4, -keep), scene_at(14, keep), s->kind->count, 1, SCENE_MIRROR_X);
}

/* One crosses four lanes, in turns from the left and from the right. */
void scene_build_frogger(scene *s)
{
    enum { LANES = 4 };
    const double apart = s->kind->size;
    (void)scene_add(s, scene_at(0, -5), scene_at(0, 5), 0);
    for (size_t i = 0; i < LANES * s->kind->count; i++) {
        const size_t lane = i / s->kind->count;
        const double side = lane % 2 == 0 ? -1 : 1;
        const double x = side * (1 + apart * (double)(i % s->kind->count));
        const double y = 1.4 * ((double)lane - 1.5);
        (void)scene_add(s, scene_at(x, y), scene_at(x - side * 16, y), 1);
    }
}

/* A hall with a side door. Other agents wait behind the door's corner, and all step out at once. */
void scene_build_surprise(scene *s)
{
    const double half = s->kind->size / 2, door = 0.6;
    scene_wall(s, -12, -half, 12, -half);
    scene_wall(s, -12, half, -door, half);
    scene_wall(s, door, half, 12, half);
    scene_wall(s, -door, half, -door, 8);
    scene_wall(s, door, half, door, 8);
    (void)scene_add(s, scene_at(-4.5, 0.3), scene_at(6, 0), 0);
    for (size_t i = 0; i < s->kind->count; i++) {
        const double later = 0.7 * (double)i;
        (void)scene_add(s, scene_at(0, 4.6 + later), scene_at(-8 + later, 0), 1);
    }
}
