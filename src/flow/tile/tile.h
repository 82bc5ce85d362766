/* The arrays that all passes over one sector work on.
 *
 * A tile is a sector's cells with a frame of one cell of those around it, so that no pass checks
 * whether a neighbour lies inside. Rows are 16, 32 or 48 values long: rows of 16 costs of 16 bits
 * fit the registers of the kernels (kernel_integrate.h).
 *
 *       x  -1  0 1 2 ... w-1  w          index = (y + 1) * stride + x + 1
 *   y -1    f  f f f ...  f   f
 *      0    f  . . . ...  .   f . . .    f frame: cells of the sectors around, or walls
 *      1    f  . . . ...  .   f . . .    beyond it, up to the stride: walls, never reached
 *      h    f  f f f ...  f   f */
#ifndef WENDI_FLOW_TILE_TILE_H
#define WENDI_FLOW_TILE_TILE_H

#include "base/math/floating_point.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    WENDI_TILE_SIDE = 32,            /* Most cells along a side. */
    WENDI_TILE_CELLS = 34 * 48,      /* Most values of a framed array. */
    WENDI_TILE_WALL = 255,           /* Cost of a blocked cell. */
    WENDI_TILE_UNREACHED = 65535,    /* D of 16 bits. */
    WENDI_FLOW_STRAIGHT = 12,        /* Units of a straight step over ground of cost 1. */
    WENDI_FLOW_DIAGONAL = 17,        /* 17 / 12 is above the square root of 2: no octile path is
                                      * shorter than the straight line. */
    WENDI_FLOW_FINE_STRAIGHT = 4096, /* The same for finer costs. */
    WENDI_FLOW_FINE_DIAGONAL = 5793
};

/** Unreached D of 32 bits. */
#define WENDI_TILE_WIDE_UNREACHED UINT32_MAX

/* A cell's flow: the low four bits are the direction, ... */
enum {
    WENDI_FLOW_EAST = 0, /* ... 1 south-east, clockwise (y grows downwards) up to 7 north-east */
    WENDI_FLOW_GOAL = 8, /* The goal's cell. */
    WENDI_FLOW_LINK = 9, /* Take the link that begins here. */
    WENDI_FLOW_NONE = 15,
    WENDI_FLOW_DIRECTION_MASK = 15,
    /* ... the high ones are flags. */
    WENDI_FLOW_PATHABLE = 16,
    WENDI_FLOW_VISIBLE = 32,    /* The goal is in line of sight from every point of the cell. */
    WENDI_FLOW_LOS_CORNER = 64, /* The edge of a shadow crosses the cell: the goal is visible from
                                 * some of its points. */
    WENDI_FLOW_ROOM = 128 /* All eight cells around are pathable, and cost about as much as the
                           * cell: directions may be blended. */
};

/* Costs are about the same if LEAST times the greatest is at most MOST times the least. */
enum { WENDI_EVEN_LEAST = 8, WENDI_EVEN_MOST = 9 };

typedef struct wendi_tile_shape {
    int32_t width, height; /* cells, 1 to WENDI_TILE_SIDE */
    int32_t stride;        /* 16, 32 or 48 */
    int32_t count;         /* values of a framed array: (height + 2) * stride */
} wendi_tile_shape;

static inline wendi_tile_shape wendi_tile_shape_of(int32_t width, int32_t height)
{
    int32_t stride = width <= 14 ? 16 : width <= 30 ? 32 : 48;
    return (wendi_tile_shape){width, height, stride, (height + 2) * stride};
}

static inline int32_t wendi_tile_index(const wendi_tile_shape *shape, int32_t x, int32_t y)
{
    return (y + 1) * shape->stride + x + 1;
}

/** Columns and rows of the eight directions. */
extern const int32_t wendi_flow_dx[8], wendi_flow_dy[8];

#endif
