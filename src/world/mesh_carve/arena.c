/* Cuts blocks from chunks.
 * Cost: some 2 ns a block. */
#include "world/mesh_carve/arena.h"

#include "base/core/memory.h"

#include <string.h>

enum { FIRST_BYTES = 1 << 14, ALIGNMENT = 16 };

struct wendi_arena_chunk {
    wendi_arena_chunk *next;
    size_t bytes; /* with this header */
};

static const size_t HEADER = (sizeof(wendi_arena_chunk) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

void wendi_arena_init(wendi_arena *arena, const wend_allocator *source)
{
    memset(arena, 0, sizeof *arena);
    arena->source = *source;
}

/* A chunk at least as large as all others together. */
static bool add_chunk(wendi_arena *arena, size_t bytes)
{
    const size_t others = arena->chunks == NULL ? arena->wanted : arena->chunk_bytes;
    size_t wanted = others < FIRST_BYTES ? FIRST_BYTES : others;
    wanted = wanted < bytes + HEADER ? bytes + HEADER : wanted;
    wendi_arena_chunk *chunk = wendi_alloc(&arena->source, wanted);
    if (chunk == NULL) {
        return false;
    }
    *chunk = (wendi_arena_chunk){arena->chunks, wanted};
    arena->chunks = chunk;
    arena->chunk_bytes += wanted;
    arena->used = HEADER;
    return true;
}

static void *cut(wendi_arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 4) {
        return NULL;
    }
    const size_t whole = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if ((arena->chunks == NULL || arena->chunks->bytes - arena->used < whole) &&
        !add_chunk(arena, whole)) {
        return NULL;
    }
    void *block = (char *)arena->chunks + arena->used;
    arena->used += whole;
    return block;
}

static void *resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    wendi_arena *arena = context;
    if (new_bytes <= old_bytes) {
        return new_bytes == 0 ? NULL : block;
    }
    void *grown = cut(arena, new_bytes);
    if (grown != NULL && block != NULL) {
        memcpy(grown, block, old_bytes);
    }
    return grown;
}

static void *resize_in_room(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    wendi_room *room = context;
    if (new_bytes <= old_bytes) {
        return new_bytes == 0 ? NULL : block;
    }
    if (new_bytes > room->bytes - room->used) {
        return NULL;
    }
    const size_t whole = (new_bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    char *grown = room->block + room->used;
    room->used += whole < room->bytes - room->used ? whole : room->bytes - room->used;
    if (block != NULL) {
        memcpy(grown, block, old_bytes);
    }
    return grown;
}

wend_allocator wendi_room_allocator(wendi_room *room)
{
    return (wend_allocator){resize_in_room, room};
}

wend_allocator wendi_arena_allocator(wendi_arena *arena)
{
    return (wend_allocator){resize, arena};
}

void wendi_arena_reset(wendi_arena *arena)
{
    if (arena->chunks != NULL && arena->chunks->next != NULL) {
        const size_t wanted = arena->chunk_bytes;
        wendi_arena_free(arena);
        arena->wanted = wanted;
    }
    arena->used = HEADER;
}

void wendi_arena_free(wendi_arena *arena)
{
    while (arena->chunks != NULL) {
        wendi_arena_chunk *chunk = arena->chunks;
        arena->chunks = chunk->next;
        wendi_free(&arena->source, chunk, chunk->bytes);
    }
    arena->chunk_bytes = 0;
}
