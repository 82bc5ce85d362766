/* formation/formations.h: what a crowd holds of its formations, and what a tick does with them. */
#ifndef WENDI_CROWD_FORMATION_FORMATIONS_H
#define WENDI_CROWD_FORMATION_FORMATIONS_H

#include "crowd/core/bodies.h"
#include "wend/formation.h"

typedef struct wendi_formation wendi_formation;
typedef struct wendi_formation_scratch wendi_formation_scratch;

typedef struct wendi_formations {
    wendi_formation *items; /* [count] slots, free ones among them */
    uint32_t count, capacity;
    uint32_t active_count;
    uint32_t *of; /* [limit] formation + 1 of each body; 0 = none */
    uint32_t limit;
    wendi_formation_scratch *scratch; /* NULL until there is a formation */
    uint64_t walls;                   /* what barriers looked like in the last tick that was done */
    uint64_t walls_now;               /* and in this one */
    bool knows_walls; /* there was one since the first formation, or since loading */
    bool has_edits;   /* walls changed since the last tick */
    void *assigning;  /* [assigning_bytes]: scratch of assignments */
    size_t assigning_bytes;
    wend_allocator allocator;
} wendi_formations;

wend_result wendi_formations_create(wendi_formations *formations, uint32_t limit,
                                    const wend_allocator *a);
void wendi_formations_free(wendi_formations *formations);
size_t wendi_formations_memory_bytes(const wendi_formations *formations);
/** What a tick needs of others: asks for routes, and takes all memory. Nothing else changes; what
 * was answered already is not asked for again. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_formations_prepare(wend_crowd *crowd);
/** Keeps the legs of an answer for a formation. @return false: no memory, all as before. */
bool wendi_formations_set_pending_legs(wendi_formations *formations, uint32_t index,
                                       const wend_leg *legs, size_t count);
/** After that, before bodies prefer anything, on one thread: moves anchors, and gives every member
 * its slot: goal_x, goal_y = where the slot is now, want_x, want_y = how it moves. */
void wendi_formations_tick(wend_crowd *crowd);
/** A body is removed, or gets another goal: it leaves its formation. */
void wendi_formations_remove_body(wend_crowd *crowd, uint32_t body);
uint64_t wendi_formations_hash(const wendi_formations *formations, uint64_t hash);
void wendi_formations_write(const wendi_formations *formations, wendi_writer *writer);
/** @param bodies those that were just read. @return WEND_OK, WEND_ERROR_FILE, WEND_ERROR_MEMORY. */
wend_result wendi_formations_read(wendi_formations *formations, const wendi_bodies *bodies,
                                  uint32_t floor_count, uint32_t class_count, wendi_reader *reader);
/** Nobody wants the answers any more that formations asked the route source for. */
void wendi_formations_cancel(wend_crowd *crowd);
/** Slots, anchors, and who goes to which. */
void wendi_formations_draw(const wend_crowd *crowd, uint32_t floor, const wend_draw *draw);

#endif
