/* core/union_find.h: which things hang together: a forest over 0, 1, 2 ... in which each thing
 * names one of its own part, and a root itself.
 *
 *   0 <- 2 <- 5      2, 5 belong to 0; as the least of a part is its root, parts do not depend on
 *   1 <- 3           the order in which they are joined
 */
#ifndef WENDI_BASE_CORE_UNION_FIND_H
#define WENDI_BASE_CORE_UNION_FIND_H

#include <stdint.h>

/** The root of a thing's part. Halves the way there: nearly constant time in the mean. */
static inline uint32_t wendi_union_find_root(uint32_t *roots, uint32_t at)
{
    while (roots[at] != at) {
        roots[at] = roots[roots[at]];
        at = roots[at];
    }
    return at;
}

/** Makes the parts of two things one. */
static inline void wendi_union_find_join(uint32_t *roots, uint32_t a, uint32_t b)
{
    a = wendi_union_find_root(roots, a);
    b = wendi_union_find_root(roots, b);
    roots[a < b ? b : a] = a < b ? a : b;
}

#endif
