/* The index of a pathfinder's space: built behind it, and used while it fits.
 *
 *   built      answers queries while it fits the space; stays while it does not, since an edit may
 *              be taken back
 *   building   of the space as it is; dropped when the space changes */
#ifndef WENDI_ROUTE_PATHFINDER_INDEXED_H
#define WENDI_ROUTE_PATHFINDER_INDEXED_H

#include "base/core/array.h"
#include "wend/index.h"

typedef struct wendi_pathfinder_index {
    wend_allocator allocator;
    wend_executor executor;
    wend_index *built, *building; /* NULL = none */
    uint64_t serial;              /* of `built` */
    uint64_t refused_hash;        /* of a space that needs more than the limits */
    bool has_refused;
    wendi_array_u64 slices; /* pairs (steps, runs) of what is being built, for building it again */
    bool has_lost_slices;   /* there was no memory for one */
} wendi_pathfinder_index;

/** @return NULL: no memory. */
wendi_pathfinder_index *wendi_pathfinder_index_create(const wend_allocator *allocator,
                                                      const wend_executor *executor);
/** NULL is allowed. */
void wendi_pathfinder_index_destroy(wendi_pathfinder_index *index);
size_t wendi_pathfinder_index_bytes(const wendi_pathfinder_index *index);
/** True if queries over the space can use the index. NULL is allowed. */
bool wendi_pathfinder_index_is_usable(const wendi_pathfinder_index *index, const wend_space *space);
/** Goes on with the index of a space, from one call to the next perhaps another. The space is as new
 * as its world. @param budget reduced by the work done.
 * @return WEND_OK (usable), WEND_IN_PROGRESS, WEND_ERROR_UNSUPPORTED (such a space has no index),
 * WEND_ERROR_FULL (it would take too long, or be too large), WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_index_build(wendi_pathfinder_index *index, const wend_space *space,
                                         wend_budget *budget);

/** True if the index of this space is half built, and its slices are known. NULL is allowed. */
bool wendi_pathfinder_index_is_half_built(const wendi_pathfinder_index *index,
                                          const wend_space *space);
/** True if an index of this space was found not to pay. NULL is allowed. */
bool wendi_pathfinder_index_has_refused(const wendi_pathfinder_index *index,
                                        const wend_space *space);
/** Brings an index that nothing was built of to where another one of an equal space is.
 * @param slices its slices. @param has_refused it was found not to pay.
 * @return WEND_OK, WEND_NO_PATH (the space is another), WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_index_replay(wendi_pathfinder_index *index, const wend_space *space,
                                          const wendi_array_u64 *slices, bool has_refused);

/** Drops what is built or being built, but for an index that can be used where `keeps` is set. */
void wendi_pathfinder_index_clear(wendi_pathfinder_index *index, const wend_space *space,
                                  bool keeps);

#endif
