/* The links of a grid that the agent of a space can use, laid out for searching.
 *
 *   from   slots ascending:  [ 17 | 17 | 90 ]   arcs [first ... ] of a slot by bisection
 *   has    bit s: links lead out of slot s      read for each cell expanded
 *   ends   the slots they lead to, each once    a search records the arc by which it reached an end
 *
 * A two-way link is two arcs. Arcs that end in walls are skipped by searches, not here, so that
 * edits of cells do not concern the arcs. */
#ifndef WENDI_ROUTE_SPACE_LINKS_H
#define WENDI_ROUTE_SPACE_LINKS_H

#include "base/core/memory.h"
#include "wend/link.h"

typedef struct wendi_link_arc {
    uint32_t from, to; /* slots */
    wend_cost cost;
    uint32_t edge;      /* index of the link */
    uint32_t behaviour; /* of the link */
    uint32_t end;       /* index of `to` in ends */
} wendi_link_arc;

typedef struct wendi_space_links {
    wendi_link_arc *arcs; /* [count], by from, then to, then edge */
    uint32_t count;
    uint32_t capacity;
    uint32_t *ends; /* [end_count] ascending, in [2 * capacity], half of it scratch */
    uint32_t end_count;
    uint64_t *has; /* [slots / 64 + 1], or NULL while there are no arcs */
    uint32_t slot_count;
    uint64_t revision; /* of the grid's links, when these were made; 0 = never */
} wendi_space_links;

/** Rebuilds the arcs if the grid's links changed since. @return WEND_OK or WEND_ERROR_MEMORY
 * (unchanged, still to be rebuilt). */
wend_result wendi_space_links_update(wendi_space_links *links, const wend_grid *grid,
                                     uint32_t movement_class, uint32_t team, uint32_t width,
                                     uint32_t height, const wend_allocator *allocator);
void wendi_space_links_destroy(wendi_space_links *links, const wend_allocator *allocator);
size_t wendi_space_links_bytes(const wendi_space_links *links);

/** True if links lead out of a slot. Only where count is not 0. */
static inline bool wendi_space_links_has(const wendi_space_links *links, uint32_t slot)
{
    return (links->has[slot / 64] >> (slot % 64) & 1) != 0;
}

/** The first arc out of a slot; count or an arc of another slot if there is none. */
uint32_t wendi_space_links_first(const wendi_space_links *links, uint32_t slot);

/** The index in ends of a slot that arcs lead to; end_count or another one's for other slots. */
uint32_t wendi_space_links_end(const wendi_space_links *links, uint32_t slot);

#endif
