/* triangulation/cdt_private.h: what the files of the triangulation share. */
#ifndef WENDI_WORLD_TRIANGULATION_CDT_PRIVATE_H
#define WENDI_WORLD_TRIANGULATION_CDT_PRIVATE_H

#include "world/triangulation/cdt.h"

/** Makes room for so many more vertices, and the triangles that come with them. */
wend_result wendi_cdt_reserve(wendi_cdt *cdt, size_t vertices);

/** Inserts a point inside of the frame, keeping the triangulation Delaunay but for marked edges.
 * There must be room for one vertex. @param snap a corner of the triangle there, in x and y not
 * farther away than this, is taken instead. @return the new vertex, or the one that was there. */
uint32_t wendi_cdt_insert(wendi_cdt *cdt, wend_vec2 point, double snap);

/** Flips edges from this unmarked one on until all are Delaunay again. @return false: no memory. */
bool wendi_cdt_legalise(wendi_cdt *cdt, uint32_t half);

/** Puts a list of lines along the way from one vertex to another. */
wend_result wendi_cdt_constrain(wendi_cdt *cdt, uint32_t from, uint32_t to, uint32_t mark);

/** A mark for one more line, before a list. @return WENDI_CDT_NONE: no memory. */
uint32_t wendi_cdt_add_node(wendi_cdt *cdt, uint32_t line, uint32_t next);

/** Makes two half-edges each other's twin. */
static inline void wendi_cdt_join(wendi_cdt *cdt, uint32_t a, uint32_t b)
{
    cdt->halves[a].twin = b;
    cdt->halves[b].twin = a;
}

#endif
