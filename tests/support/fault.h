/* An allocator that watches its caller and fails on demand.
 *
 *      header | block, filled with 0x7F when new (large as an integer and as a double) | guard
 *
 * A block that grows always moves, and what is given back is overwritten, so that a pointer kept
 * too long shows. A wrong old size, a block given back twice or a write past the end stop the
 * program with a message: the caller of the allocator is library code, out of which no assertion
 * of a test may jump.
 */
#ifndef TEST_SUPPORT_FAULT_H
#define TEST_SUPPORT_FAULT_H

#include "wend/base.h"

#include <stdatomic.h>

typedef enum fault_mode {
    FAULT_NONE, /* never fail */
    FAULT_ONCE, /* fail growing call number fail_at, and no other */
    FAULT_KEEP  /* fail growing call number fail_at and all after it */
} fault_mode;

/* The counters may be read at any time; several threads may allocate at once. */
typedef struct fault_heap {
    fault_mode mode;
    size_t fail_at;         /* 0-based */
    atomic_size_t calls;    /* growing calls so far, failed ones included */
    atomic_size_t failures; /* of them failed */
    atomic_size_t live_blocks;
    atomic_size_t live_bytes;
} fault_heap;

/** An empty heap that never fails. */
void fault_heap_init(fault_heap *heap);
/** Restarts the count of calls, with a new pattern of failures. Live blocks stay. */
void fault_heap_arm(fault_heap *heap, fault_mode mode, size_t fail_at);
/** The allocator to put into definitions; valid as long as heap. */
wend_allocator fault_heap_allocator(fault_heap *heap);

/** A scenario: makes things with the allocator, uses them, checks that an object is as before
 * after a call that failed, and destroys everything also when something failed.
 * @return the first result below 0 it met, else WEND_OK (or any result above). */
typedef wend_result (*fault_fn)(wend_allocator allocator, void *context);

/** Runs a scenario with failing call 0, 1, 2… in both modes, until it passes without meeting a
 * failure. Fails the cmocka test if anything is left allocated, if the result is an error other
 * than WEND_ERROR_MEMORY, or if there is an error though nothing failed.
 * @return growing calls of the undisturbed run. */
size_t fault_run(fault_fn fn, void *context);

#endif
