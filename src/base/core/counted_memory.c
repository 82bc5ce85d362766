/* Counts the bytes that go through an allocator, and refuses more than its limit.
 * Cost: an addition a call. */
#include "base/core/counted_memory.h"

static bool admits(wendi_counted_memory *memory, size_t old_bytes, size_t new_bytes)
{
    const size_t rest = memory->bytes - old_bytes;
    if (new_bytes <= old_bytes ||
        (new_bytes <= SIZE_MAX - rest && rest + new_bytes <= memory->limit)) {
        return true;
    }
    memory->refused = new_bytes <= SIZE_MAX - rest ? rest + new_bytes : SIZE_MAX;
    return false;
}

static void *resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    wendi_counted_memory *memory = context;
    if (!admits(memory, old_bytes, new_bytes)) {
        return NULL;
    }
    void *made = wendi_resize(&memory->below, block, old_bytes, new_bytes);
    if (made != NULL || new_bytes == 0) {
        memory->bytes = memory->bytes - old_bytes + new_bytes;
    }
    return made;
}

wend_allocator wendi_counted_allocator(wendi_counted_memory *memory)
{
    return (wend_allocator){resize, memory};
}

bool wendi_is_counted(const wend_allocator *a)
{
    return a != NULL && a->resize == resize;
}

void *wendi_counted_alloc_zero(const wend_allocator *a, size_t bytes)
{
    wendi_counted_memory *memory = a->context;
    if (bytes == 0 || !admits(memory, 0, bytes)) {
        return NULL;
    }
    void *made = wendi_alloc_zero(&memory->below, bytes);
    memory->bytes += made != NULL ? bytes : 0;
    return made;
}

bool wendi_counted_charge(const wend_allocator *a, size_t bytes)
{
    wendi_counted_memory *memory = wendi_is_counted(a) ? a->context : NULL;
    if (memory != NULL && !admits(memory, 0, bytes)) {
        return false;
    }
    if (memory != NULL) {
        memory->bytes += bytes;
    }
    return true;
}

void wendi_counted_discharge(const wend_allocator *a, size_t bytes)
{
    if (wendi_is_counted(a)) {
        wendi_counted_memory *memory = a->context;
        memory->bytes -= bytes;
    }
}
