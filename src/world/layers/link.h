/* The links of a grid as the rooms above read them, and as the grid keeps them.
 *
 *   index   0     1     2     3        as in the edges of paths: index = index1 - 1
 *          [a=>b] free [c->d] [e->f]   free slots read as NULL
 *
 * Links are read by index, which is their order in every result that lists them. Code that needs
 * them by cell sorts them once and compares wend_grid_links_revision. Any number of threads may
 * read one grid at once.
 *
 * In a grid's bytes, behind the gates (see grid/file.h):
 *
 *   has links u8; if 1: slot count u32, first free index1 u32, and for each slot generation u32,
 *   flags u8 (WENDI_LINK_FILE_...), then for a free slot: next free index1 u32, else
 *   from u32, to u32, cost u64, class mask u32, team mask u32, behaviour u32, user u64 */
#ifndef WENDI_WORLD_LAYERS_LINK_H
#define WENDI_WORLD_LAYERS_LINK_H

#include "base/core/visitor.h"
#include "wend/grid.h"
#include "world/cells/links.h"

enum {
    WENDI_LINK_FILE_USED = 1,
    WENDI_LINK_FILE_TWO_WAY = 2,
    WENDI_LINK_FILE_OPEN = 4,
    WENDI_LINK_FILE_FREE_BYTES = 9,
    WENDI_LINK_FILE_USED_BYTES = 41
};

/** Number of slots: every link has an index below this. 0 for a grid that never had links. */
uint32_t wendi_links_slot_count(const wend_grid *grid);

/** The link at an index, valid until the next edit; NULL for a free slot or an index out of range. */
const wendi_link *wendi_link_at(const wend_grid *grid, uint32_t index);

/** True if the link is open to this class (0 ... 31) and team (0 ... 31 or WEND_TEAM_NONE). Its ends
 * may still be walls for them. */
static inline bool wendi_link_is_usable(const wendi_link *link, uint32_t movement_class,
                                        uint32_t team)
{
    const bool is_closed =
        team == WEND_TEAM_NONE ? link->team_mask == UINT32_MAX : (link->team_mask >> team & 1) != 0;
    return link->is_open && !is_closed && (link->class_mask >> movement_class & 1) != 0;
}

void wendi_links_free(wendi_links *links, const wend_allocator *allocator);
size_t wendi_links_memory_bytes(const wendi_links *links);

/** Visits the links of a grid of `cell_count` cells. Hashing leaves the hash as it is for a grid that
 * never had links. Reading fills empty links; after an error they can be freed. */
void wendi_links_visit(wendi_links *links, wend_node cell_count, const wend_allocator *allocator,
                       wendi_visitor *v);

#endif
