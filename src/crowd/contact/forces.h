/* External forces (impulses, explosions, zones) and the displacement of bodies by
 * them. */
#ifndef WENDI_CROWD_CONTACT_FORCES_H
#define WENDI_CROWD_CONTACT_FORCES_H

#include "crowd/core/crowd.h"

/** Sets the displacement of each body by external forces, and whether it is embedded in a wall. In
 * parallel over bodies. */
void wendi_pass_forces(wend_crowd *crowd, size_t begin, size_t end);
/** Moves bodies by their displacements, and those that teleport; on one thread. */
void wendi_displace_bodies(wend_crowd *crowd);
/** Replaces a body's push; the rest of its velocity stays. */
void wendi_body_set_push(wendi_bodies *bodies, uint32_t body, double x, double y);

/* Chains of bodies by grid cell, for bodies that are moved one after the other.
 *
 *    heads  [ 4 | . | 7 | ...        each cell is the head of a chain of the bodies in it;
 *             |       |              a body that moves changes chains
 *             2       1
 *
 * Columns and rows of cells wrap around, as those of body_grid.h do: distances distinguish bodies
 * that only share a chain. */
struct wendi_body_chains {
    uint32_t limit; /* bodies at most */
    uint32_t side;  /* columns, and rows; a power of two */
    double size;    /* metres of a cell */
    uint32_t *heads;
    uint32_t *next; /* [limit] */
    wend_allocator allocator;
};

wend_result wendi_body_chains_create(wendi_body_chains *chains, uint32_t limit,
                                     const wend_allocator *a);
void wendi_body_chains_free(wendi_body_chains *chains);
size_t wendi_body_chains_memory_bytes(const wendi_body_chains *chains);

#endif
