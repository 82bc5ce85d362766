/* spots.h: who stands near a place, while some of them are moved one after the other.
 *
 *    heads  [ 4 | . | 7 | ...        each cell of the ground is the head of a chain of the bodies
 *             |       |              that stand in it; a body that moves changes chains
 *             2       1
 *
 * Columns and rows of cells wrap around, as those of cells.h do; distances tell bodies apart that
 * only share a chain. */
#ifndef WENDI_CROWD_SPOTS_H
#define WENDI_CROWD_SPOTS_H

#include "crowd/bodies.h"

typedef struct wendi_spots {
    uint32_t limit; /* bodies at most */
    uint32_t side;  /* columns, and rows; a power of two */
    double size;    /* metres of a cell */
    uint32_t *heads;
    uint32_t *next; /* [limit] */
    wend_allocator allocator;
} wendi_spots;

wend_result wendi_spots_create(wendi_spots *spots, uint32_t limit, const wend_allocator *a);
void wendi_spots_free(wendi_spots *spots);
size_t wendi_spots_bytes(const wendi_spots *spots);
/** Puts all bodies where they are. @param size metres of a cell. */
void wendi_spots_fill(wendi_spots *spots, const wendi_bodies *bodies, double size);
/** Moves a body. */
void wendi_spots_move(wendi_spots *spots, wendi_bodies *bodies, uint32_t body, wend_vec2 to);
/** The chains around a place: all bodies within `size` of it are in one of the nine. @param heads
 * [9], WENDI_NONE where a chain is empty. */
void wendi_spots_around(const wendi_spots *spots, double x, double y, uint32_t heads[9]);

#endif
