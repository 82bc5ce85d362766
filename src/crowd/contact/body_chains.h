/* contact/body_chains.h: who stands near a place, while some of them are moved one after the other.
 *
 *    heads  [ 4 | . | 7 | ...        each cell of the ground is the head of a chain of the bodies
 *             |       |              that stand in it; a body that moves changes chains
 *             2       1
 *
 * Columns and rows of cells wrap around, as those of core/body_grid.h do; distances tell bodies
 * apart that only share a chain. */
#ifndef WENDI_CROWD_CONTACT_BODY_CHAINS_H
#define WENDI_CROWD_CONTACT_BODY_CHAINS_H

#include "crowd/core/bodies.h"

typedef struct wendi_body_chains {
    uint32_t limit; /* bodies at most */
    uint32_t side;  /* columns, and rows; a power of two */
    double size;    /* metres of a cell */
    uint32_t *heads;
    uint32_t *next; /* [limit] */
    wend_allocator allocator;
} wendi_body_chains;

wend_result wendi_body_chains_create(wendi_body_chains *chains, uint32_t limit,
                                     const wend_allocator *a);
void wendi_body_chains_free(wendi_body_chains *chains);
size_t wendi_body_chains_memory_bytes(const wendi_body_chains *chains);
/** Puts all bodies where they are. @param size metres of a cell. */
void wendi_body_chains_fill(wendi_body_chains *chains, const wendi_bodies *bodies, double size);
/** Moves a body. */
void wendi_body_chains_move(wendi_body_chains *chains, wendi_bodies *bodies, uint32_t body,
                            wend_vec2 to);
/** The chains around a place: all bodies within `size` of it are in one of the nine. @param heads
 * [9], WENDI_NONE where a chain is empty. */
void wendi_body_chains_around(const wendi_body_chains *chains, double x, double y,
                              uint32_t heads[9]);

#endif
