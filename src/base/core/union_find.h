/* Connected components as a forest over 0, 1, 2 ... Each item points to an item of its
 * component, and a root to itself.
 *
 *   0 <- 2 <- 5      2 and 5 belong to 0. The least item of a component is its root, so components
 *   1 <- 3           do not depend on the order in which they are joined. */
#ifndef WENDI_BASE_CORE_UNION_FIND_H
#define WENDI_BASE_CORE_UNION_FIND_H

#include <stdint.h>

/** The root of an item's component. Halves the path: nearly constant time on average. */
static inline uint32_t wendi_union_find_root(uint32_t *roots, uint32_t at)
{
    while (roots[at] != at) {
        roots[at] = roots[roots[at]];
        at = roots[at];
    }
    return at;
}

/** Joins the components of two items. */
static inline void wendi_union_find_join(uint32_t *roots, uint32_t a, uint32_t b)
{
    a = wendi_union_find_root(roots, a);
    b = wendi_union_find_root(roots, b);
    roots[a < b ? b : a] = a < b ? a : b;
}

#endif
