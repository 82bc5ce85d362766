/* The ground that a disc of one radius can move between.
 *
 *     +--s0-----+    A path of the disc's centre leads from cell to cell over free spans of edges.
 *     |   .     #    In a cell it can move from one span to another unless walls stand between: the
 *    s3   .     s1   disc cannot pass between two walls that are nearer to each other than its
 *     |   .     #    width. Such pairs cut the cell from one gap between spans to another (dotted).
 *     +--s2-----+    The rest is connected: here s0 with s1 and s2, but s3 alone.
 *
 * Nothing else divides a cell: the positions in it that are too near to one wall are a convex piece
 * of it; two such pieces touch on the cell's border, and then in one gap, or in the middle between
 * the points in which their walls are nearest to each other; and in a convex cell spans are
 * separated only if a chain of touching pieces leads from a gap on one side of them to one on the
 * other side.
 */
#ifndef WENDI_ROUTE_MESH_DISC_COMPONENTS_H
#define WENDI_ROUTE_MESH_DISC_COMPONENTS_H

#include "base/core/array.h"
#include "base/core/closure.h"
#include "wend/base.h"

/** A free part of the border of a ring. */
typedef struct wendi_disc_ring_span {
    double low, high; /* along the edge, 0 to 1 */
    uint32_t edge;
    uint32_t node; /* whose it is */
} wendi_disc_ring_span;

typedef struct wendi_disc_wall {
    wend_vec2 from, to;
} wendi_disc_wall;

/** A convex polygon and the free parts of its border, counter-clockwise. Gap k lies before span k.
 */
typedef struct wendi_disc_ring {
    wend_vec2 *points; /* [point_count] edge k leads from point k to the next one */
    size_t point_count, point_capacity;
    wendi_disc_ring_span *spans;
    size_t span_count, span_capacity;
    wendi_array_u32 gaps; /* [span_count] gaps that walls join have one root */
} wendi_disc_ring;

typedef enum wendi_disc_phase {
    WENDI_COMPONENTS_SPANS, /* works out the spans of each half */
    WENDI_COMPONENTS_CELLS, /* joins the connected spans of each cell, */
    WENDI_COMPONENTS_WALLS, /* of the cell in hand by its walls, one against all others in a step */
    WENDI_COMPONENTS_LINKS, /* joins the ends of links to spans */
    WENDI_COMPONENTS_CLOSURE, /* works out which parts lead to which by links */
    WENDI_COMPONENTS_DONE
} wendi_disc_phase;

typedef struct wendi_disc_components {
    wendi_disc_phase phase;
    uint32_t at, row;      /* half, cell or end of a link; wall */
    wendi_array_u32 roots; /* [spans, then 2 * links] a component has one root */
    wendi_array_u32 ends;  /* [the same, of roots] an end of a link in this component; NONE */
    wendi_array_u32 first_edge, targets; /* of ends of links, for `leads` */
    wendi_closure leads;                 /* between ends of links */
    wendi_disc_ring ring;                /* the cell in hand, */
    wendi_disc_ring side;                /* and a part of it */
    wendi_disc_wall *walls;              /* near the cell in hand */
    size_t wall_count, wall_capacity;
    wendi_disc_ring_span *line; /* free parts of the line that cuts the cell in hand */
    size_t line_count, line_capacity;
    wendi_array_u32
        local;      /* roots of the spans of a cell that is cut by a line, and of the line's */
    bool is_wanted; /* the query is to be checked before it searches on, */
    uint32_t goal;  /* from this goal on */
} wendi_disc_components;

#endif
