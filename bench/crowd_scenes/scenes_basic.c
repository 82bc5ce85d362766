/* The basic scenes: circles, corridors, crossings, doors, standing bodies. */
#include "scene_private.h"

static const double turn = 6.283185307179586;

static void add_circle(scene *s, double jitter)
{
    static const double least = 4;
    const size_t count = s->kind->count;
    double radius = (double)count * s->kind->size / turn;
    radius = radius < least ? least : radius;
    for (size_t i = 0; i < count; i++) {
        const double angle = turn * (double)i / (double)count;
        const wend_vec2 place = scene_at(radius * wend_cos(angle), radius * wend_sin(angle));
        wend_vec2 start = place;
        start.x += scene_random(s, -jitter, jitter);
        start.y += scene_random(s, -jitter, jitter);
        (void)scene_add(s, start, scene_at(-place.x, -place.y), 0);
    }
}

void scene_build_circle(scene *s)
{
    add_circle(s, 0);
}

void scene_build_jittered(scene *s)
{
    add_circle(s, 0.15);
}

/* Half the length of a corridor that holds so many. */
static double room_for(double count, double width)
{
    return 5 + count * 0.45 / width;
}

void scene_build_corridor(scene *s)
{
    const double half = s->kind->size / 2;
    const double length = room_for((double)s->kind->count, s->kind->size);
    const double end = length + 8, keep = half - s->radius - 0.01;
    scene_wall(s, -end, -half, end, -half);
    scene_wall(s, -end, half, end, half);
    scene_block(s, scene_at(-length - 3, -keep), scene_at(-4, keep), s->kind->count, 0,
                SCENE_MIRROR_X);
    scene_block(s, scene_at(4, -keep), scene_at(length + 3, keep), s->kind->count, 1,
                SCENE_MIRROR_X);
}

/* The two groups each go to one point at the other end. */
void scene_build_corridor_points(scene *s)
{
    static const double settle = 7;
    scene_build_corridor(s);
    const double length = room_for((double)s->kind->count, s->kind->size);
    for (size_t i = 0; i < s->agent_count; i++) {
        s->agents[i].goal = scene_at(s->agents[i].group == 0 ? length + 4 : -length - 4, 0);
        s->agents[i].settle = settle;
    }
    s->party_count = 2;
}

/* The eight walls of two corridors that cross. */
static void add_crossing(scene *s, double half, double length)
{
    const double end = length + 5;
    scene_wall(s, -end, -half, -half, -half);
    scene_wall(s, -end, half, -half, half);
    scene_wall(s, half, -half, end, -half);
    scene_wall(s, half, half, end, half);
    scene_wall(s, -half, -end, -half, -half);
    scene_wall(s, half, -end, half, -half);
    scene_wall(s, -half, half, -half, end);
    scene_wall(s, half, half, half, end);
}

void scene_build_crossing(scene *s)
{
    const double half = s->kind->size / 2, keep = half - s->radius - 0.01;
    const double length = room_for((double)s->kind->count, s->kind->size) + 3;
    add_crossing(s, half, length);
    scene_block(s, scene_at(-length, -keep), scene_at(-half - 2, keep), s->kind->count, 0,
                SCENE_MIRROR_X);
    scene_block(s, scene_at(-keep, -length), scene_at(keep, -half - 2), s->kind->count, 1,
                SCENE_MIRROR_Y);
}

void scene_build_four_ways(scene *s)
{
    static const double length = 18;
    const double half = s->kind->size / 2, keep = half - s->radius - 0.01;
    const size_t count = s->kind->count;
    add_crossing(s, half, length + 3);
    scene_block(s, scene_at(-length, -keep), scene_at(-half - 2, keep), count, 0, SCENE_MIRROR_X);
    scene_block(s, scene_at(-keep, -length), scene_at(keep, -half - 2), count, 1, SCENE_MIRROR_Y);
    scene_block(s, scene_at(half + 2, -keep), scene_at(length, keep), count, 2, SCENE_MIRROR_X);
    scene_block(s, scene_at(-keep, half + 2), scene_at(keep, length), count, 3, SCENE_MIRROR_Y);
}

/* A room of ten metres with a door; each body has its own goal outside, or, by a flow, all move to
 * one point there. */
void scene_build_door(scene *s)
{
    static const double apart = 0.8;
    enum { ROW = 15 };
    const double half = s->kind->size / 2;
    scene_wall(s, -10, -5, 0, -5);
    scene_wall(s, -10, 5, 0, 5);
    scene_wall(s, -10, -5, -10, 5);
    scene_wall(s, 0, -5, 0, -half);
    scene_wall(s, 0, half, 0, 5);
    scene_exit(s, 0, -half, 0, half);
    scene_block(s, scene_at(-9.7, -4.7), scene_at(-1.5, 4.7), s->kind->count, 0, SCENE_STAY);
    const bool is_party = s->kind->routes == SCENE_FLOW;
    for (size_t i = 0; i < s->agent_count; i++) {
        const size_t column = i / ROW, row = i % ROW;
        s->agents[i].goal = is_party
                                ? scene_at(12, 0)
                                : scene_at(6 + apart * (double)column, -5.6 + apart * (double)row);
        if (is_party) {
            s->agents[i].settle = scene_settled(s->agent_count, s->radius);
        }
    }
    s->party_count = is_party ? 1 : 0;
}

/* A body passes a standing one, or moves up to it until they touch. */
void scene_build_pass(scene *s)
{
    (void)scene_add(s, scene_at(-5, 0), scene_at(s->kind->size, 0), 0);
    scene_add_standing(s, scene_at(0, 0));
    s->limit_seconds = 30;
}

static void add_narrow(scene *s, double end)
{
    const double half = s->kind->size / 2;
    scene_wall(s, -end, -half, end, -half);
    scene_wall(s, -end, half, end, half);
}

/* Two come from both ends of a corridor for one, and stop face to face. */
void scene_build_narrow(scene *s)
{
    add_narrow(s, 8);
    (void)scene_add(s, scene_at(-5, 0), scene_at(0.5, 0), 0);
    (void)scene_add(s, scene_at(5, 0), scene_at(1.2, 0), 1);
    s->limit_seconds = 30;
}

/* A row that goes to one point: all but the first stop behind the one before. */
void scene_build_narrow_row(scene *s)
{
    add_narrow(s, 14);
    for (size_t i = 0; i < s->kind->count; i++) {
        scene_agent *agent = scene_add(s, scene_at(-12 + 0.8 * (double)i, 0), scene_at(3, 0), 0);
        if (agent != NULL) {
            agent->settle = (double)s->kind->count * 2 * s->radius * 1.2;
        }
    }
    s->party_count = 1;
}

/* A block that goes to one point. */
void scene_build_together(scene *s)
{
    static const double off = 0.1;
    enum { ROW = 8 };
    const double apart = s->kind->size;
    const size_t row = s->kind->count > 100 ? 2 * ROW : ROW;
    for (size_t i = 0; i < s->kind->count; i++) {
        const size_t file = i / row;
        const double x = scene_random(s, -off, off);
        const double y = scene_random(s, -off, off);
        const wend_vec2 start =
            scene_at(x - 12 - apart * (double)file, y + apart * ((double)(i % row) - 3.5));
        scene_agent *agent = scene_add(s, start, scene_at(0, 0), 0);
        if (agent != NULL) {
            agent->settle = scene_settled(s->kind->count, s->radius);
        }
    }
    s->party_count = 1;
}

/* Ten from each side through a door for one. */
void scene_build_two_ways(scene *s)
{
    const double half = s->kind->size / 2;
    scene_wall(s, 0, -5, 0, -half);
    scene_wall(s, 0, half, 0, 5);
    scene_exit(s, 0, -half, 0, half);
    for (size_t i = 0; i < s->kind->count; i++) {
        const size_t row = i / 2;
        const double column = 0.7 * (double)row, y = (double)(i % 2) - 0.5;
        (void)scene_add(s, scene_at(-3 - column, y), scene_at(4 + column, y), 0);
        (void)scene_add(s, scene_at(3 + column, y), scene_at(-4 - column, y), 1);
    }
    s->is_counted = false;
    s->limit_seconds = 4 * 10 / s->speed + 2 * (double)s->kind->count / (1.3 * s->kind->size);
}
