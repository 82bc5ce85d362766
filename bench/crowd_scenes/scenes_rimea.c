/* Those tests of the RiMEA guideline ("Richtlinie fuer Mikroskopische Entfluchtungsanalysen",
 * version 3) that apply without stairs and smoke: 1, 4, 6, 9, 12. */
#include "scene_private.h"

static const double normal_speed = 1.33;
static const double forever = 1e9;

/* Test 1: one person keeps its pace along a corridor of 2 x 40 m. */
void scene_build_rimea1(scene *s)
{
    const double length = s->kind->size;
    scene_wall(s, -2, -1, length + 6, -1);
    scene_wall(s, -2, 1, length + 6, 1);
    scene_exit(s, length, -1, length, 1);
    s->speed = normal_speed;
    (void)scene_add(s, scene_at(0, 0), scene_at(length + 4, 0), 0);
    s->is_counted = false;
    s->limit_seconds = 60;
}

/* Around the middle, to the left. */
static void send_around(scene *s)
{
    for (size_t i = 0; i < s->agent_count; i++) {
        const wend_vec2 out = wend_vec2_normalize(s->agents[i].at);
        s->agents[i].wish = wend_vec2_scale(wend_vec2_perpendicular(out), s->agents[i].speed);
        (void)wend_crowd_set_velocity(s->crowd, s->agents[i].id, s->agents[i].wish);
    }
}

static const double ring_inner = 5, ring_outer = 9;

static void add_ring_walls(scene *s)
{
    static const double turn = 6.283185307179586;
    enum { SIDES = 48 };
    for (int i = 0; i < SIDES; i++) {
        const double a = turn * i / (double)SIDES, b = turn * (i + 1) / (double)SIDES;
        /* Outside of the circle it stands for: the middle of a side is nearer than its corners. */
        const double wide = ring_outer / wend_cos(turn / 2 / (double)SIDES);
        scene_wall(s, wide * wend_cos(a), wide * wend_sin(a), wide * wend_cos(b),
                   wide * wend_sin(b));
        scene_wall(s, ring_inner * wend_cos(a), ring_inner * wend_sin(a), ring_inner * wend_cos(b),
                   ring_inner * wend_sin(b));
    }
}

/* Test 4: speed over density. The corridor is a ring of 4 m, so that it has no ends; those in it
 * are narrower than elsewhere (6 persons a square metre do not fit else) and have different
 * speeds. */
void scene_build_rimea4(scene *s)
{
    static const double turn = 6.283185307179586;
    const double density = s->kind->size, width = ring_outer - ring_inner;
    const int rows = (int)(width * wend_sqrt(density) + 0.5);
    const double row = width / rows;
    add_ring_walls(s);
    s->radius = 0.19;
    for (int k = 0; k < rows; k++) {
        const double radius = ring_inner + row * (k + 0.5);
        const int count = (int)(turn * radius * row * density);
        for (int i = 0; i < count; i++) {
            const double angle = turn * (i + 0.5 * (k % 2)) / count;
            s->speed = scene_random(s, 1.0, 1.66);
            scene_agent *agent = scene_add(
                s, scene_at(radius * wend_cos(angle), radius * wend_sin(angle)), scene_at(0, 0), 0);
            if (agent != NULL) {
                agent->settle = forever;
            }
        }
    }
    s->before_tick = send_around;
    s->limit_seconds = 40;
    s->linger_seconds = 40;
    s->is_endless = true;
}

/* The same with a headway of half a second, as people have. */
void scene_build_rimea4_headway(scene *s)
{
    static const double headway = 0.5;
    scene_build_rimea4(s);
    s->headway = headway;
}

/* Test 6: twenty persons around a corner, through no wall. */
void scene_build_rimea6(scene *s)
{
    const double width = s->kind->size, keep = s->radius + 0.01;
    scene_wall(s, -14, 0, width, 0);
    scene_wall(s, width, 0, width, 16);
    scene_wall(s, -14, width, 0, width);
    scene_wall(s, 0, width, 0, 16);
    scene_block(s, scene_at(-10, keep), scene_at(-3, width - keep), s->kind->count, 0, SCENE_STAY);
    for (size_t i = 0; i < s->agent_count; i++) {
        s->agents[i].goal = scene_at(width / 2, 10);
        s->agents[i].settle = 4;
    }
    s->party_count = 1;
}

/* The exit nearest to a position. */
static scene_segment nearest_exit(const scene *s, wend_vec2 place)
{
    scene_segment best = s->exits[0];
    double least = forever;
    for (size_t i = 0; i < s->exit_count; i++) {
        const double distance = wend_vec2_distance(place, scene_nearest(s->exits[i], place));
        if (distance < least) {
            least = distance;
            best = s->exits[i];
        }
    }
    return best;
}

/* A wall along x, from 0 to 30, with two doors of a metre that may be closed. */
static void add_side(scene *s, double y, bool is_first_open, bool is_second_open)
{
    static const double first = 7.5, second = 22.5, length = 30, half = 0.5;
    scene_wall(s, 0, y, first - half, y);
    scene_wall(s, first + half, y, second - half, y);
    scene_wall(s, second + half, y, length, y);
    if (is_first_open) {
        scene_exit(s, first - half, y, first + half, y);
    } else {
        scene_wall(s, first - half, y, first + half, y);
    }
    if (is_second_open) {
        scene_exit(s, second - half, y, second + half, y);
    } else {
        scene_wall(s, second - half, y, second + half, y);
    }
}

/* Test 9: a square of 30 x 20 m with a thousand persons, left through four doors or through two. */
void scene_build_rimea9(scene *s)
{
    static const double height = 20, outside = 3;
    const bool has_four = s->kind->size > 2;
    s->speed = normal_speed;
    scene_wall(s, 0, 0, 0, height);
    scene_wall(s, 30, 0, 30, height);
    add_side(s, 0, true, has_four);
    add_side(s, height, has_four, true);
    scene_block(s, scene_at(0.5, 0.5), scene_at(29.5, height - 0.5), s->kind->count, 0, SCENE_STAY);
    for (size_t i = 0; i < s->agent_count; i++) {
        const scene_segment exit = nearest_exit(s, s->agents[i].start);
        s->agents[i].goal = scene_at((exit.a.x + exit.b.x) / 2,
                                     exit.a.y > height / 2 ? height + outside : -outside);
        s->agents[i].settle = 0;
    }
    s->leaves = true;
    s->limit_seconds = 800;
}

/* Test 12: a room, a passage of 1 x 5 m, a room, a door of a metre: the jam is to be before the
 * passage alone. */
void scene_build_rimea12(scene *s)
{
    const double half = s->kind->size / 2;
    s->speed = normal_speed;
    for (int room = 0; room < 2; room++) {
        const double x = 15.0 * room;
        scene_wall(s, x, -5, x + 10, -5);
        scene_wall(s, x, 5, x + 10, 5);
        scene_wall(s, x + 10, -5, x + 10, -half);
        scene_wall(s, x + 10, half, x + 10, 5);
    }
    scene_wall(s, 0, -5, 0, 5);
    scene_wall(s, 15, -5, 15, -half);
    scene_wall(s, 15, half, 15, 5);
    scene_wall(s, 10, -half, 15, -half);
    scene_wall(s, 10, half, 15, half);
    scene_exit(s, 10, -half, 10, half);
    scene_block(s, scene_at(0.3, -4.7), scene_at(8.5, 4.7), s->kind->count, 0, SCENE_STAY);
    for (size_t i = 0; i < s->agent_count; i++) {
        s->agents[i].goal = scene_at(42, 0);
        s->agents[i].settle = scene_settled(s->agent_count, s->radius);
    }
    s->party_count = 1;
    s->has_rooms = true;
    s->before_x = 10;
    s->behind_x = 15;
}
