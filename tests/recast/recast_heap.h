/* Fails allocations of Recast, whose allocator is one for the whole process. Not for
 * bakes on several threads. */
#ifndef TEST_RECAST_HEAP_H
#define TEST_RECAST_HEAP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** From now on allocation number fail_at (from 0) fails, and no other. Counting starts afresh, and
 * leaves out what Recast uses without a look whether it got it: its own small objects, and lists
 * that live for one of its calls. */
void recast_heap_arm(size_t fail_at);
/** Hands malloc back to Recast. @param live set to the blocks that were not given back. @return
 * allocations asked for since arming, the failed one included. */
size_t recast_heap_disarm(size_t *live);

#ifdef __cplusplus
}
#endif
#endif
