/* Points of a lattice, found by their whole-numbered coordinates.
 *
 *        coarse   o . . . . . . . o       Steps of the fine lattice are an eighth of the spacing.
 *                 . . . . . . . . .       Where a coarse square and its surroundings are free (a
 *                 . . . . . . . . .       clear cell) only its corners are used, elsewhere all of
 *                 o . . . . . . . o       its fine points. */
#ifndef WENDI_WORLD_GRAPH_BUILD_LATTICE_H
#define WENDI_WORLD_GRAPH_BUILD_LATTICE_H

#include "wend/walls.h"
#include "world/graph_build/build.h"

enum {
    WENDI_LATTICE_LEVELS = 3, /* Number of times that the spacing is halved. */
    WENDI_LATTICE_FINE = 1 << WENDI_LATTICE_LEVELS
};

/* A hash table from pairs of coordinates to numbers. */
typedef struct wendi_lattice_map {
    uint32_t *entries; /* [1 << bits] number + 1, 0 = free */
    unsigned bits;
} wendi_lattice_map;

typedef struct wendi_lattice_point {
    int32_t x, y;
    uint32_t parent; /* the point from which it was reached; its own number: the seed */
    uint32_t cover;  /* a visible point with a node */
    wend_node node;  /* WEND_NODE_NONE: it has none */
} wendi_lattice_point;

typedef struct wendi_lattice_cell {
    int32_t x, y;
    bool is_clear;
} wendi_lattice_cell;

/* All points reached from a seed. */
typedef struct wendi_lattice {
    const wend_walls *walls;
    const wend_graph_build_def *def;
    wend_vec2 anchor, low, high; /* bounds of growth */
    double spacing, fine;
    wendi_lattice_point *points;
    wendi_lattice_cell *cells;
    uint32_t count, capacity, coarse_count;
    uint32_t cell_count, cell_capacity;
    wendi_lattice_map point_map, cell_map;
} wendi_lattice;

static inline wend_vec2 wendi_lattice_position(const wendi_lattice *l, int32_t x, int32_t y)
{
    return (wend_vec2){l->anchor.x + x * l->fine, l->anchor.y + y * l->fine};
}

static inline wend_vec2 wendi_lattice_position_of(const wendi_lattice *l, uint32_t point)
{
    return wendi_lattice_position(l, l->points[point].x, l->points[point].y);
}

static inline bool wendi_lattice_is_clear(const wendi_lattice *l, uint32_t from, uint32_t to)
{
    return wend_walls_can_walk(l->walls, wendi_lattice_position_of(l, from),
                               wendi_lattice_position_of(l, to), l->def->radius, l->def->stops);
}

/** The point at these coordinates; UINT32_MAX if it was not reached. */
uint32_t wendi_lattice_find(const wendi_lattice *l, int32_t x, int32_t y);
/** Grows from the anchor as far as it can. @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FULL
 * (more coarse points than max_nodes). */
wend_result wendi_lattice_grow(wendi_lattice *l);
void wendi_lattice_free(wendi_lattice *l);

/** Rounded down to a multiple of the coarse step. */
static inline int32_t wendi_lattice_floor(int32_t value)
{
    const int32_t rest = value % WENDI_LATTICE_FINE;
    return value - (rest < 0 ? rest + WENDI_LATTICE_FINE : rest);
}

static inline bool wendi_lattice_is_coarse(const wendi_lattice_point *p)
{
    return p->x % WENDI_LATTICE_FINE == 0 && p->y % WENDI_LATTICE_FINE == 0;
}

#endif
