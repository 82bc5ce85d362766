/* An allocator behind a lock.
 * Cost: the lock, once a call. */
#include "base/platform/lock.h"

static void *resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    wendi_locked_memory *memory = context;
    wendi_lock_take(memory->lock);
    void *made = wendi_resize(&memory->below, block, old_bytes, new_bytes);
    wendi_lock_release(memory->lock);
    return made;
}

wend_allocator wendi_locked_allocator(wendi_locked_memory *memory)
{
    return memory->below.resize == NULL ? memory->below : (wend_allocator){resize, memory};
}
