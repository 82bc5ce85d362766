/* Locks of builds without threads, which do nothing. */
#include "base/platform/lock.h"

struct wendi_lock {
    bool is_held;
};

wendi_lock *wendi_lock_create(const wend_allocator *allocator)
{
    return wendi_alloc_zero(allocator, sizeof(wendi_lock));
}

void wendi_lock_destroy(wendi_lock *lock, const wend_allocator *allocator)
{
    wendi_free(allocator, lock, sizeof *lock);
}

void wendi_lock_take(wendi_lock *lock)
{
    lock->is_held = true;
}

void wendi_lock_release(wendi_lock *lock)
{
    lock->is_held = false;
}
