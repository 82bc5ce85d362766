/* takes: formations of a crowd.
 * gives: nothing yet to those who have none.
 * cost:  none. */
#include "crowd/crowd_private.h"

#include "base/memory.h"

struct wendi_formation {
    uint32_t generation;
};

wend_result wendi_formations_create(wendi_formations *formations, uint32_t limit,
                                    const wend_allocator *a)
{
    *formations = (wendi_formations){.limit = limit, .allocator = *a};
    formations->of = wendi_alloc_zero(a, limit * sizeof *formations->of);
    return formations->of == NULL ? WEND_ERROR_MEMORY : WEND_OK;
}

void wendi_formations_free(wendi_formations *formations)
{
    wendi_free(&formations->allocator, formations->of,
               formations->of == NULL ? 0 : formations->limit * sizeof *formations->of);
    *formations = (wendi_formations){.allocator = formations->allocator};
}

size_t wendi_formations_bytes(const wendi_formations *formations)
{
    return formations->limit * sizeof *formations->of;
}

wend_result wendi_formations_tick(wend_crowd *crowd)
{
    (void)crowd;
    return WEND_OK;
}

void wendi_formations_forget(wend_crowd *crowd, uint32_t body)
{
    crowd->formations.of[body] = 0;
}

uint64_t wendi_formations_hash(const wendi_formations *formations, uint64_t hash)
{
    return wend_hash_u64(hash, formations->there);
}

void wendi_formations_write(const wendi_formations *formations, wendi_writer *writer)
{
    (void)formations;
    (void)writer;
}

wend_result wendi_formations_read(wendi_formations *formations, const wendi_bodies *bodies,
                                  wendi_reader *reader)
{
    (void)formations;
    (void)bodies;
    (void)reader;
    return WEND_OK;
}

void wendi_formations_draw(const wend_crowd *crowd, uint32_t floor, const wend_draw *draw)
{
    (void)crowd;
    (void)floor;
    (void)draw;
}
