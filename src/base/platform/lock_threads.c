/* Locks of POSIX threads. */
#include "base/platform/lock.h"

#include <pthread.h>

struct wendi_lock {
    pthread_mutex_t mutex;
};

wendi_lock *wendi_lock_create(const wend_allocator *allocator)
{
    wendi_lock *lock = wendi_alloc(allocator, sizeof *lock);
    if (lock != NULL && pthread_mutex_init(&lock->mutex, NULL) != 0) {
        wendi_free(allocator, lock, sizeof *lock);
        return NULL;
    }
    return lock;
}

void wendi_lock_destroy(wendi_lock *lock, const wend_allocator *allocator)
{
    if (lock != NULL) {
        (void)pthread_mutex_destroy(&lock->mutex);
        wendi_free(allocator, lock, sizeof *lock);
    }
}

void wendi_lock_take(wendi_lock *lock)
{
    (void)pthread_mutex_lock(&lock->mutex);
}

void wendi_lock_release(wendi_lock *lock)
{
    (void)pthread_mutex_unlock(&lock->mutex);
}
