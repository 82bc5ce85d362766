/* A lock that one thread holds at a time, and an allocator behind one. In builds without
 * threads taking it does nothing. */
#ifndef WENDI_BASE_PLATFORM_LOCK_H
#define WENDI_BASE_PLATFORM_LOCK_H

#include "base/core/memory.h"

typedef struct wendi_lock wendi_lock;

/** NULL without memory. */
wendi_lock *wendi_lock_create(const wend_allocator *allocator);
/** NULL is fine. */
void wendi_lock_destroy(wendi_lock *lock, const wend_allocator *allocator);
/** Waits until no thread holds it. */
void wendi_lock_take(wendi_lock *lock);
void wendi_lock_release(wendi_lock *lock);

/** A user's allocator that one thread calls at a time. */
typedef struct wendi_locked_memory {
    wend_allocator below;
    wendi_lock *lock;
} wendi_locked_memory;

/** The allocator; valid as long as the object stays where it is. libc's needs no lock and is
 * returned as it is. */
wend_allocator wendi_locked_allocator(wendi_locked_memory *memory);

#endif
