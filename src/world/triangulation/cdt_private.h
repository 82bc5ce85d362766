/* The common parts of the files of the triangulation. */
#ifndef WENDI_WORLD_TRIANGULATION_CDT_PRIVATE_H
#define WENDI_WORLD_TRIANGULATION_CDT_PRIVATE_H

#include "world/triangulation/cdt.h"

/** Reserves memory for more vertices, and the triangles that come with them. */
wend_result wendi_cdt_reserve(wendi_cdt *cdt, size_t vertices);

/** Inserts a point inside of the frame, keeping the triangulation Delaunay but for marked edges.
 * Memory for one vertex must be reserved. @param snap a corner of the triangle there whose x and
 * y differ by no more than this is used instead. @return the new vertex, or the used one. */
uint32_t wendi_cdt_insert(wendi_cdt *cdt, wend_vec2 point, double snap);

/** Flips edges from this unmarked one on until all are Delaunay again. @return false: no memory. */
bool wendi_cdt_legalise(wendi_cdt *cdt, uint32_t half);

/** Puts a list of lines on the edges along the segment between two vertices. */
wend_result wendi_cdt_constrain(wendi_cdt *cdt, uint32_t from, uint32_t to, uint32_t mark);

/** A mark for one more line, before a list. @return WENDI_CDT_NONE: no memory. */
uint32_t wendi_cdt_add_node(wendi_cdt *cdt, uint32_t line, uint32_t next);

/** Makes two half-edges twins of each other. */
static inline void wendi_cdt_join(wendi_cdt *cdt, uint32_t a, uint32_t b)
{
    cdt->halves[a].twin = b;
    cdt->halves[b].twin = a;
}

#endif
