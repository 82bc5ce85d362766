/* Scenes in which many bodies are sent to one point: as one group, as several, one by one, by a
 * flow; over open ground, into a corridor and into a corner. */
#include "scene_private.h"

/* Bodies stand as close as a crowd packs by itself in a disc of this part covered, and a tenth
 * more. */
static const double packing = 0.65, wider = 1.1;
static const double apart = 0.8, front = 30; /* metres */

/* A square block of bodies. Its front rank is `distance` metres west of the goal. */
static void add_block(scene *s, double distance, double spacing, uint32_t parties)
{
    const size_t count = s->kind->count;
    size_t row = 1;
    while (row * row < count) {
        row++;
    }
    const double radius = s->radius * wend_sqrt((double)count / packing);
    for (size_t i = 0; i < count; i++) {
        const size_t rank = i / row, file = i % row;
        const wend_vec2 start = scene_at(-distance - spacing * (double)rank,
                                         spacing * ((double)file - 0.5 * (double)(row - 1)));
        scene_agent *agent =
            scene_add(s, start, scene_at(0, 0), parties > 0 ? (uint32_t)(i * parties / count) : 0);
        if (agent != NULL) {
            agent->settle = wider * radius + s->radius;
        }
    }
    s->party_count = parties;
    s->disc = radius;
    s->limit_seconds = s->kind->size;
}

void scene_build_gather(scene *s)
{
    add_block(s, front, apart, 1);
}

void scene_build_four_orders(scene *s)
{
    add_block(s, front, apart, 4);
}

void scene_build_one_by_one(scene *s)
{
    add_block(s, front, apart, 0);
}

/* Soldiers at a run over a hundred metres. */
void scene_build_charge(scene *s)
{
    s->speed = 4;
    add_block(s, 100, 1, 1);
}

/* At an angle to the lattice of places and to the axes. */
void scene_build_gather_aslant(scene *s)
{
    add_block(s, front, apart, 1);
    for (size_t i = 0; i < s->agent_count; i++) {
        static const double along = 0.8, across = 0.6;
        const wend_vec2 at = s->agents[i].start;
        s->agents[i].start = scene_at(along * at.x - across * at.y, across * at.x + along * at.y);
        s->agents[i].at = s->agents[i].start;
    }
}

/* From all sides. */
void scene_build_gather_around(scene *s)
{
    static const double turn = 6.283185307179586;
    add_block(s, front, apart, 1);
    for (size_t i = 0; i < s->agent_count; i++) {
        const double angle = turn * (double)i / (double)s->agent_count;
        const double far = front + apart * (double)(i % 8);
        s->agents[i].start = scene_at(far * wend_cos(angle), far * wend_sin(angle));
        s->agents[i].at = s->agents[i].start;
    }
}

/* One in eight is twice as large. */
void scene_build_gather_mixed(scene *s)
{
    double squares = 0;
    add_block(s, front, 1.2, 1);
    for (size_t i = 0; i < s->agent_count; i++) {
        s->agents[i].radius = i % 8 == 3 ? 2 * s->radius : s->radius;
        squares += s->agents[i].radius * s->agents[i].radius;
    }
    s->disc = wend_sqrt(squares / packing);
    for (size_t i = 0; i < s->agent_count; i++) {
        s->agents[i].settle = 1.25 * s->disc + s->agents[i].radius;
    }
}

/* Into a corridor of three metres, where the disc has no room. */
void scene_build_gather_corridor(scene *s)
{
    static const double half = 1.5;
    add_block(s, front, apart, 1);
    scene_wall(s, -12, -half, 20, -half);
    scene_wall(s, -12, half, 20, half);
    for (size_t i = 0; i < s->agent_count; i++) {
        s->agents[i].settle = s->disc * s->disc * 3.1416 / (2 * half) * 0.8;
    }
    s->disc = 0;
}

/* Into the corner of two walls. */
void scene_build_gather_corner(scene *s)
{
    add_block(s, front, apart, 1);
    scene_wall(s, 1, -20, 1, 20);
    scene_wall(s, -20, 20, 20, 1);
    for (size_t i = 0; i < s->agent_count; i++) {
        s->agents[i].goal = scene_at(0, 1);
        s->agents[i].settle = 1.7 * s->disc + s->radius;
    }
}
