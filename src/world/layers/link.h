/* layers/link.h: what the rooms above read of a grid's links.
 *
 *   index   0     1     2     3        as in the edges of paths: index = index1 - 1
 *          [a=>b] free [c->d] [e->f]   free places are NULL
 *
 * Links are looked through by index, which is their order in every result that lists them; whoever
 * needs them by cell lays them out once and compares wend_grid_links_revision. Any number of
 * threads may read one grid at once. */
#ifndef WENDI_WORLD_LAYERS_LINK_H
#define WENDI_WORLD_LAYERS_LINK_H

#include "wend/link.h"

enum { WENDI_LINK_COST_BITS = 48 /* Most that a link costs: 2^48. */ };

typedef struct wendi_link {
    wend_node from, to;
    wend_cost cost;
    uint64_t user;
    uint32_t class_mask, team_mask, behaviour;
    bool is_two_way, is_open;
} wendi_link;

/** Indices to look at: all links have one below this. 0 when there were never any. */
uint32_t wendi_links_slot_count(const wend_grid *grid);

/** The link at an index, valid until the next edit; NULL where there is none, outside too. */
const wendi_link *wendi_link_at(const wend_grid *grid, uint32_t index);

/** Is it open to this class (0 ... 31) and team (0 ... 31 or WEND_TEAM_NONE)? Its ends may still be
 * walls for them. */
static inline bool wendi_link_is_usable(const wendi_link *link, uint32_t movement_class,
                                        uint32_t team)
{
    const bool is_closed =
        team == WEND_TEAM_NONE ? link->team_mask == UINT32_MAX : (link->team_mask >> team & 1) != 0;
    return link->is_open && !is_closed && (link->class_mask >> movement_class & 1) != 0;
}

#endif
