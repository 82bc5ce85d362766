/* Makes Recast's allocation of a given number fail. */
#include "recast/recast_heap.h"

#include <RecastAlloc.h>

#include <cstdlib>

static std::size_t calls, live_blocks, failing;

/* Recast's own objects are no larger than the one; the lists it keeps for one call begin smaller
 * than the other, and grow beyond it in larger tiles only. */
static const std::size_t OBJECT_BYTES = 256, LIST_BYTES = 10000;

static void *take(std::size_t bytes, rcAllocHint hint)
{
    const bool is_counted = bytes > (hint == RC_ALLOC_PERM ? OBJECT_BYTES : LIST_BYTES);
    const bool fails = is_counted && calls == failing;
    calls += is_counted ? 1 : 0;
    void *block = fails ? nullptr : std::malloc(bytes);
    live_blocks += block != nullptr ? 1 : 0;
    return block;
}

static void give_back(void *block)
{
    live_blocks -= block != nullptr ? 1 : 0;
    std::free(block);
}

void recast_heap_arm(std::size_t fail_at)
{
    calls = 0;
    live_blocks = 0;
    failing = fail_at;
    rcAllocSetCustom(take, give_back);
}

std::size_t recast_heap_disarm(std::size_t *live)
{
    rcAllocSetCustom(nullptr, nullptr);
    *live = live_blocks;
    return calls;
}
