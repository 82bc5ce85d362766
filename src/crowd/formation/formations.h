/* All formations of a crowd, and their part in a tick. */
#ifndef WENDI_CROWD_FORMATION_FORMATIONS_H
#define WENDI_CROWD_FORMATION_FORMATIONS_H

#include "crowd/core/crowd.h"
#include "wend/formation.h"

typedef struct wendi_formation wendi_formation;
typedef struct wendi_formation_scratch wendi_formation_scratch;

struct wendi_formations {
    wendi_formation *items; /* [count] slots, including free ones */
    uint32_t count, capacity;
    uint32_t active_count;
    uint32_t *of; /* [limit] formation + 1 of each body; 0 = none */
    uint32_t limit;
    wendi_formation_scratch *scratch; /* NULL until there is a formation */
    uint64_t walls;                   /* hash of the obstacles' revisions in the last tick */
    uint64_t walls_now;               /* and in this one */
    bool knows_walls; /* there was a tick since the first formation, or since loading */
    bool has_edits;   /* walls changed since the last tick */
    void *assigning;  /* [assigning_bytes]: scratch of assignments */
    size_t assigning_bytes;
    wend_allocator allocator;
};

wend_result wendi_formations_create(wendi_formations *formations, uint32_t limit,
                                    const wend_allocator *a);
void wendi_formations_free(wendi_formations *formations);
size_t wendi_formations_memory_bytes(const wendi_formations *formations);
/** Queries routes and allocates all memory that the tick needs. Nothing else changes; pending
 * answers are not queried again. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_formations_prepare(wend_crowd *crowd);
/** Moves the legs in the scratch path of routes to the formation whose answer they are. To be
 * called before another query. @return false: out of memory, all as before. */
bool wendi_formations_keep_pending(wend_crowd *crowd);
/** Moves anchors and gives every member its slot, on one thread, before preferred velocities:
 * goal_x, goal_y = position of the slot, goal_vector = its velocity. */
void wendi_formations_tick(wend_crowd *crowd);
/** A body that is removed, or gets another goal, leaves its formation. */
void wendi_formations_remove_body(wend_crowd *crowd, uint32_t body);
/** Visits all formations. Reading is into formations just created. @param bodies of the same crowd.
 */
void wendi_formations_visit(wendi_formations *formations, const wendi_bodies *bodies,
                            uint32_t floor_count, uint32_t class_count, wendi_visitor *v);
/** Cancels all queries of formations. */
void wendi_formations_cancel(wend_crowd *crowd);
/** The goal of members. */
extern const wendi_goal_provider wendi_goal_provider_slot;
void wendi_formations_draw(const wend_crowd *crowd, uint32_t floor, const wend_draw *draw);

#endif
