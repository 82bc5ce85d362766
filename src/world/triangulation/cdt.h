/* Constrained Delaunay triangulation of points and lines.
 *
 *          2             triangle t has half-edges 3t, 3t + 1, 3t + 2, counter-clockwise;
 *         / \            half-edge h begins at vertex halves[h].origin and ends where the next one
 *       h2   h1          of its triangle begins; halves[h].twin is the opposite half-edge in the
 *       /     \          triangle beyond
 *      0--h0-->1
 *
 * Vertices 0 ... 3 are the corners of a square around everything, so that no input lies on the rim;
 * vertices of the input begin at 4. A line is a row of half-edges with marks. A mark leads to the
 * list of lines that use the edge, each with its direction:
 *
 *      mark = node << 1 | reversed     nodes[node] = {line, mark of the rest}
 *
 * Reversed: all that follows is seen from the other end. So the two pieces of a divided edge, and
 * both sides of one, share one list. Lists never change.
 *
 * Where lines cross, a new vertex is made on a grid of some 2^-44 of the largest coordinate, or a
 * nearer vertex is used, and both lines go through it from then on: they may move by that much, but
 * closed chains of lines stay closed. (With rounding to doubles alone, three lines through one point
 * would make three vertices a bit apart, and cross between these without end.) Memory, not geometry,
 * is what can fail. Every decision is made by exact predicates. */
#ifndef WENDI_WORLD_TRIANGULATION_CDT_H
#define WENDI_WORLD_TRIANGULATION_CDT_H

#include "base/core/array.h"
#include "wend/base.h"

enum { WENDI_CDT_FRAME = 4 /* Vertices of the square around. */ };

/** No half-edge, no mark, no vertex. */
#define WENDI_CDT_NONE UINT32_MAX

typedef struct wendi_cdt_half {
    uint32_t origin, twin, mark;
} wendi_cdt_half;

typedef struct wendi_cdt_node {
    uint32_t line;
    uint32_t next; /* A mark. */
} wendi_cdt_node;

/* A line from one point of the input to another. */
typedef struct wendi_cdt_line {
    uint32_t from, to;
} wendi_cdt_line;

typedef struct wendi_cdt {
    wend_allocator allocator;
    wend_vec2 *points;      /* [vertex_capacity] */
    uint32_t *firsts;       /* [vertex_capacity] a half-edge that begins there */
    wendi_cdt_half *halves; /* [half_capacity] */
    wendi_cdt_node *nodes;  /* [node_capacity] */
    uint32_t *vertices;     /* [point_count] the vertex of each point of the input */
    uint32_t point_count;
    uint32_t vertex_count, vertex_capacity;
    uint32_t half_count, half_capacity;
    uint32_t node_count, node_capacity;
    uint64_t merged_points;     /* Points equal to an earlier one. */
    uint64_t crossings;         /* Vertices, new or old, through which crossing lines were led. */
    uint64_t overlaps;          /* Edges that two lines share. */
    uint64_t dropped_lines;     /* Lines of no length. */
    uint64_t lost_pieces;       /* Pieces left out after splits_left was used up. */
    uint32_t crossing_lines[2]; /* The first two lines that cross or overlap. */
    bool is_rough;
    /* work */
    uint64_t splits_left;
    double snap;         /* The grid of crossings; a power of 2. */
    uint32_t walk_start; /* The half-edge at which a walk starts. */
    uint32_t random;     /* State of the random choices in walks. */
    wendi_array_u32 tasks, lefts, rights, freed, chain, outers, marks, partners, stack, made;
} wendi_cdt;

/** Triangulates. @param points [point_count], valid coordinates. @param lines [line_count].
 * @param allocator NULL = libc. @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FULL (too many for
 * 32 bits); cdt needs wendi_cdt_free in any case. Time: n log n for points, 0.5 to 2 us each; a
 * line costs the edges it crosses. */
wend_result wendi_cdt_build(wendi_cdt *cdt, const wend_allocator *allocator,
                            const wend_vec2 *points, size_t point_count,
                            const wendi_cdt_line *lines, size_t line_count);
/** The same, but edges stay where doubles do not show that they are no Delaunay ones: points on circles
 * need no exact numbers then. Everything else is exact. */
wend_result wendi_cdt_build_rough(wendi_cdt *cdt, const wend_allocator *allocator,
                                  const wend_vec2 *points, size_t point_count,
                                  const wendi_cdt_line *lines, size_t line_count);
/** Frees everything. A zeroed one is fine. */
void wendi_cdt_free(wendi_cdt *cdt);

static inline uint32_t wendi_cdt_next(uint32_t half)
{
    return half % 3 == 2 ? half - 2 : half + 1;
}

static inline uint32_t wendi_cdt_previous(uint32_t half)
{
    return half % 3 == 0 ? half + 2 : half - 1;
}

static inline uint32_t wendi_cdt_target(const wendi_cdt *cdt, uint32_t half)
{
    return cdt->halves[wendi_cdt_next(half)].origin;
}

/** The same list, seen from the other end. */
static inline uint32_t wendi_cdt_reversed(uint32_t mark)
{
    return mark == WENDI_CDT_NONE ? mark : mark ^ 1;
}

/** Reads the first line of a list and returns the rest; WENDI_CDT_NONE at its end. @param mark
 * not WENDI_CDT_NONE. @param is_forward true if the line runs in the direction of the half-edge. */
static inline uint32_t wendi_cdt_read(const wendi_cdt *cdt, uint32_t mark, uint32_t *line,
                                      bool *is_forward)
{
    const wendi_cdt_node *node = &cdt->nodes[mark >> 1];
    *line = node->line;
    *is_forward = (mark & 1) == 0;
    return node->next == WENDI_CDT_NONE ? WENDI_CDT_NONE : node->next ^ (mark & 1);
}

#endif
