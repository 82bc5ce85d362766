/* The places around a goal that several bodies share, on a lattice of triangles.
 * Cost: constant for a place on open ground; where there are walls also the test of the straight way to
 * it, and a search for walls beside it. A place that is taken costs as much as there are places near
 * it, which buckets list. */
#include "base/math/clamp.h"
#include "crowd/goals/gathering.h"

#include <string.h>

static const double FURTHER = 3;     /* times the radius of the disc: places are no further away */
static const double RING = 0.25;     /* spacings: the width of a ring of the lattice */
static const double OPPOSITE = -0.5; /* cosine of the directions to walls on both sides */
static const double SIDE = 0.866025403784438647; /* of the triangles of the lattice */

enum { PLACE_LOOKS = 8 }; /* of one place of the lattice, without the test of the way */

/* A lattice of triangles around a goal, while its places are found.
 *
 *      row  1     o   o   o        A place joins if a straight way leads to it from the goal, and
 *      row  0   o   o   o          two places next to it and to each other have joined: through a
 *      row -1     o   o   o        door for one no places join, where bodies would stop in the door.
 */
typedef struct place_lattice {
    double spacing;
    double inner, outer; /* metres: the present ring */
    int64_t half;        /* rows and columns to each side */
    double open;         /* metres around the goal: no wall is near a place there */
    bool has_walls;
    uint32_t capacity;
} place_lattice;

/* True if there are walls close on both sides: a body that rests there is in the way. */
static bool is_narrow(const wendi_obstacle_set *set, const wend_mesh_location *at, double reach)
{
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    double known = 0;
    const uint32_t count = wendi_obstacles_nearest_at(set, at, reach, near, &known);
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            if (near[i].x * near[j].x + near[i].y * near[j].y < OPPOSITE) {
                return true;
            }
        }
    }
    return false;
}

static bool is_open(const wend_crowd *crowd, const wendi_gathering *g, const place_lattice *l,
                    double x, double y, uint64_t *looks)
{
    const wendi_bodies *b = &crowd->bodies;
    if (x * x + y * y < l->open * l->open) {
        return true;
    }
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, g->goal.floor, b->crowd_class[g->like]);
    const wend_vec2 to = {g->goal.x + x, g->goal.y + y};
    wend_mesh_location end;
    const double off_most = b->z == NULL ? 0 : b->height[g->like];
    if (!wendi_obstacles_test_way(set, &g->at, to, b->radius[g->like], crowd->obstacles.margin,
                                  &end, looks)) {
        return false;
    }
    *looks += WENDI_SEARCH_LOOKS;
    return (b->z == NULL || (end.z - g->at.z <= off_most && g->at.z - end.z <= off_most)) &&
           !is_narrow(set, &end,
                      wendi_min(WENDI_PLACE_WIDE * b->radius[g->like], crowd->obstacles.margin));
}

static uint8_t *mark_at(const wend_crowd *crowd, const place_lattice *l, int64_t row,
                        int64_t column)
{
    const int64_t width = 2 * l->half + 1;
    return crowd->work.place_marks + (row + l->half) * width + column + l->half;
}

static bool has_joined(const wend_crowd *crowd, const place_lattice *l, int64_t row, int64_t column)
{
    return row >= -l->half && row <= l->half && column >= -l->half && column <= l->half &&
           *mark_at(crowd, l, row, column) != 0;
}

/* True if two neighbours that touch each other have joined. */
static bool is_beside_two(const wend_crowd *crowd, const place_lattice *l, int64_t row,
                          int64_t column)
{
    /* Odd rows are shifted by half a column to the right. */
    const int64_t right = (row & 1) != 0 ? 1 : 0;
    const int64_t around[6][2] = {{0, 1},  {1, right},      {1, right - 1},
                                  {0, -1}, {-1, right - 1}, {-1, right}};
    bool was = has_joined(crowd, l, row + around[5][0], column + around[5][1]);
    for (int32_t i = 0; i < 6; ++i) {
        const bool is = has_joined(crowd, l, row + around[i][0], column + around[i][1]);
        if (was && is) {
            return true;
        }
        was = is;
    }
    return false;
}

/* The places of a row that lie in the ring. @return false: there is no room for more. */
static bool add_row(wend_crowd *crowd, wendi_gathering *g, const place_lattice *l, int64_t row,
                    uint64_t *looks)
{
    wendi_workspace *w = &crowd->work;
    const double y = (double)row * l->spacing * SIDE;
    const double shift = (row & 1) != 0 ? 0.5 * l->spacing : 0;
    const double wide = wend_sqrt(wendi_max(l->outer * l->outer - y * y, 0));
    const double first = 1.1 * l->spacing;
    int64_t most = (int64_t)(wide / l->spacing) + 1;
    most = most < l->half ? most : l->half;
    for (int64_t column = -most; column <= most; ++column) {
        const double x = (double)column * l->spacing + shift;
        const double squared = x * x + y * y;
        if (squared < l->inner * l->inner) {
            /* On to the other end of the row. */
            column = -column - 2 > column ? -column - 2 : column;
            continue;
        }
        if (!(squared < l->outer * l->outer)) {
            continue;
        }
        *looks += PLACE_LOOKS;
        if (l->has_walls) {
            if ((squared > first * first && !is_beside_two(crowd, l, row, column)) ||
                !is_open(crowd, g, l, x, y, looks)) {
                continue;
            }
            *mark_at(crowd, l, row, column) = 1;
        }
        if (g->places == l->capacity) {
            return false;
        }
        w->places[g->places++] = (wendi_place){(float)x, (float)y, 1e9F};
    }
    return true;
}

/* Adds the places of rings until there are enough, or too much work. */
static void add_rings(wend_crowd *crowd, wendi_gathering *g, place_lattice *l, double wanted,
                      uint64_t looks_most, uint64_t *looks)
{
    const double further =
        wendi_min(FURTHER * g->radius + 2 * l->spacing, ((double)l->half - 1) * l->spacing * SIDE);
    const uint64_t begin = *looks;
    if (l->has_walls) {
        const double room = wendi_max(wendi_min(WENDI_PLACE_WIDE * crowd->bodies.radius[g->like],
                                                crowd->obstacles.margin),
                                      crowd->bodies.radius[g->like]) +
                            0.02; /* metres, the thickness of a point */
        const wendi_obstacle_set *set = wendi_obstacles_set_of(&crowd->obstacles, g->goal.floor,
                                                               crowd->bodies.crowd_class[g->like]);
        l->open =
            wendi_max(wendi_obstacles_open_radius(set, (wend_vec2){g->goal.x, g->goal.y},
                                                  1.3 * g->radius + 2 * l->spacing + room, looks) -
                          room,
                      0);
    }
    while (l->inner < further && (double)g->places < 1.5 * wanted + 6 &&
           *looks - begin < looks_most) {
        l->outer = l->inner + RING * l->spacing;
        const int64_t rows = (int64_t)(l->outer / (l->spacing * SIDE));
        for (int64_t row = -rows; row <= rows; ++row) {
            ++*looks;
            if (!add_row(crowd, g, l, row, looks)) {
                return;
            }
        }
        l->inner = l->outer;
    }
}

/* ---- buckets ---- */

static uint32_t bucket_of(const wend_crowd *crowd, int32_t column, int32_t row)
{
    const uint64_t hash = ((uint64_t)(uint32_t)column << 32 | (uint32_t)row) * 0x9E3779B97F4A7C15U;
    return (uint32_t)((hash >> 32) % crowd->bodies.limit);
}

/* Of a position relative to the goal; no goal has places a billion buckets away. */
static int32_t bucket_index(const wendi_gathering *g, double at)
{
    return (int32_t)wendi_clamp(at / g->bucket + 1e9, 0, 2e9);
}

static void chain_places(wend_crowd *crowd, wendi_gathering *g)
{
    wendi_workspace *w = &crowd->work;
    /* As far as a place that is taken matters to others. */
    g->bucket = WENDI_PLACE_SPACING * 3 * g->most;
    memset(w->bucket_first, 0xFF, crowd->bodies.limit * sizeof *w->bucket_first);
    for (uint32_t i = 0; i < g->places; ++i) {
        const int32_t column = bucket_index(g, (double)w->places[i].x);
        const int32_t row = bucket_index(g, (double)w->places[i].y);
        uint32_t *first = &w->bucket_first[bucket_of(crowd, column, row)];
        w->bucket_next[i] = *first;
        *first = i;
    }
}

/* ---- all places ---- */

void wendi_places_find(wend_crowd *crowd, wendi_gathering *g, uint64_t looks_most, uint64_t *looks)
{
    const wendi_bodies *b = &crowd->bodies;
    place_lattice l = {.spacing = 2 * g->least * WENDI_PLACE_SPACING,
                       .capacity = b->limit * (uint32_t)WENDI_PLACES_MOST};
    const double most = 0.6 * (double)l.capacity;
    double wanted = g->squares / (g->least * g->least);
    if (wanted > most) {
        l.spacing *= wend_sqrt(wanted / most);
        wanted = most;
    }
    g->nearer = (uint32_t)(wanted + 0.5);
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, g->goal.floor, b->crowd_class[g->like]);
    l.has_walls = set->cells.grid != NULL || set->lines.line_count > 0 || set->mesh != NULL;
    const double marks = (double)b->limit * (double)WENDI_PLACE_MARKS;
    l.half = (int64_t)(0.5 * (wend_sqrt(marks) - 1));
    if (l.has_walls) {
        memset(crowd->work.place_marks, 0, (size_t)((2 * l.half + 1) * (2 * l.half + 1)));
    }
    add_rings(crowd, g, &l, wanted, looks_most, looks);
    chain_places(crowd, g);
}

void wendi_places_take(wend_crowd *crowd, const wendi_gathering *g, double x, double y,
                       double radius, uint64_t *looks)
{
    wendi_workspace *w = &crowd->work;
    const float at_x = (float)(x - g->goal.x);
    const float at_y = (float)(y - g->goal.y);
    const float own = (float)(WENDI_PLACE_SPACING * radius);
    const float reach = (float)(WENDI_PLACE_SPACING * (radius + g->most)) + own;
    const int32_t column = bucket_index(g, (double)at_x);
    const int32_t row = bucket_index(g, (double)at_y);
    for (int32_t k = 0; k < 9; ++k) {
        const uint32_t bucket = bucket_of(crowd, column + k % 3 - 1, row + k / 3 - 1);
        for (uint32_t i = w->bucket_first[bucket]; i != WENDI_NONE; i = w->bucket_next[i]) {
            wendi_place *p = &w->places[i];
            const float dx = p->x - at_x;
            const float dy = p->y - at_y;
            const float squared = dx * dx + dy * dy;
            *looks += 2;
            if (squared < reach * reach) {
                const float room = sqrtf(squared) - own;
                p->room = room < p->room ? room : p->room;
            }
        }
    }
}
