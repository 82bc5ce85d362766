/* The strip ahead of a body in which oncoming bodies are searched, and the cells that it
 * crosses.
 *
 *             +----+----+----+----+
 *    rows     |  ..|....|....|..  |     o  the body
 *     |       +.'--+----+----+--'.+     (  the circle within which all neighbours are known
 *     v       | o  (    |----|--->)     )  the reach of the search
 *             +'.--+----+----+--.'+    ..  the width to both sides
 *             |  ''|''''|''''|''  |
 *
 * Cells may be too many: all bodies in them are measured. */
#ifndef WENDI_CROWD_AVOIDANCE_STRIP_H
#define WENDI_CROWD_AVOIDANCE_STRIP_H

#include "base/math/clamp.h"
#include "crowd/avoidance/neighbours.h"
#include "crowd/core/crowd.h"

#include <math.h>

static const float STRIP = 1.25F;   /* metres to both sides */
static const float ROUNDED = 1e-3F; /* metres added, so that no cell is lost to rounding */
static const float STRIP_ALIKE =
    0.5F; /* cosine: bodies that move more nearly the same way are not oncoming */
static const float LEVEL = 0.01F;   /* a direction that rises less runs along its row */
static const float ANYWHERE = 1e6F; /* metres, more than any reach */

enum { STRIP_ROWS = WENDI_NEIGHBOUR_LANES /* processed together */ };

typedef struct view_strip {
    uint32_t x, y;
    int32_t low, high; /* levels */
    float dir_x, dir_y;
    float near, far; /* squares of distances */
} view_strip;

/* The rows that it crosses, and the data for their columns. Metres relative to the body. */
typedef struct view_strip_rows {
    int32_t first, last;
    float size, per_size; /* of a cell */
    float in_x, in_y;     /* from the low edges of its own cell to the body */
    float begin, end;     /* along the direction */
    float wide_x, wide_y; /* to both sides of a point on the axis */
    float per_y;          /* metres along the direction for each metre in y; 0 when level */
} view_strip_rows;

static inline int32_t floor_to_int(float value)
{
    const int32_t whole = (int32_t)value;
    return whole - (value < (float)whole);
}

static inline view_strip strip_of(const wend_crowd *crowd, uint32_t at, wendi_neighbour_range reach)
{
    const wendi_workspace *w = &crowd->work;
    const float far = (float)crowd->reach;
    return (view_strip){w->x[at],     w->y[at],     w->low[at],    w->high[at],
                        w->dir_x[at], w->dir_y[at], reach.squared, far * far};
}

/* Metres from the low edge of its cell to a position. */
static inline float within_cell(const wendi_body_grid *cells, uint32_t place)
{
    return (float)(int32_t)(place & (((uint32_t)1 << cells->shift) - 1)) *
           WENDI_FIXED_POSITION_UNIT;
}

static inline view_strip_rows strip_rows_of(const wend_crowd *crowd, const view_strip *s)
{
    const wendi_body_grid *cells = &crowd->cells;
    const float hidden = s->near - STRIP * STRIP;
    view_strip_rows r = {.size = (float)((uint32_t)1 << cells->shift) * WENDI_FIXED_POSITION_UNIT,
                         .in_x = within_cell(cells, s->x),
                         .in_y = within_cell(cells, s->y),
                         .begin = (hidden > 0 ? sqrtf(hidden) : 0.0F) - ROUNDED,
                         .end = (float)crowd->reach + ROUNDED,
                         .wide_x = STRIP * fabsf(s->dir_y) + ROUNDED,
                         .wide_y = STRIP * fabsf(s->dir_x) + ROUNDED,
                         .per_y = fabsf(s->dir_y) > LEVEL ? 1 / s->dir_y : 0.0F};
    const float low = wendi_min_f32(r.begin * s->dir_y, r.end * s->dir_y) - r.wide_y;
    const float high = wendi_max_f32(r.begin * s->dir_y, r.end * s->dir_y) + r.wide_y;
    r.per_size = 1 / r.size;
    r.first = floor_to_int((r.in_y + low) * r.per_size);
    r.last = floor_to_int((r.in_y + high) * r.per_size);
    return r;
}

/* Columns of some rows, from the first to the last one of each, relative to that of the body; none
 * where the last is before the first. Each row of a level strip has all of it. */
typedef struct view_strip_columns {
    int32_t from[STRIP_ROWS], to[STRIP_ROWS];
} view_strip_columns;

#endif
