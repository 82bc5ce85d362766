/* Memory that is released all at once: blocks are cut from chunks one after the other, and freeing
 * does nothing. It serves as the allocator of triangulations, which make and free many small arrays;
 * once it has grown nothing asks the user's allocator any more. */
#ifndef WENDI_WORLD_MESH_CARVE_ARENA_H
#define WENDI_WORLD_MESH_CARVE_ARENA_H

#include "wend/base.h"

typedef struct wendi_arena_chunk wendi_arena_chunk;

typedef struct wendi_arena {
    wend_allocator source;     /* of the chunks */
    wendi_arena_chunk *chunks; /* the current one first */
    size_t used;               /* of the current one */
    size_t chunk_bytes;        /* of all */
    size_t wanted;             /* of the next one where there is none */
} wendi_arena;

void wendi_arena_init(wendi_arena *arena, const wend_allocator *source);
/** An allocator that cuts from the arena, which must stay where it is. */
wend_allocator wendi_arena_allocator(wendi_arena *arena);
/** Releases all blocks. A chunk is kept; where several were used, the next one is as large as all. */
void wendi_arena_reset(wendi_arena *arena);
void wendi_arena_free(wendi_arena *arena);

/** A block that is cut up likewise, and never grows: for tasks, which must not ask the user's
 * allocator. */
typedef struct wendi_room {
    char *block;
    size_t bytes, used;
} wendi_room;

/** An allocator that cuts from the room, which must stay where it is; NULL where it is full. */
wend_allocator wendi_room_allocator(wendi_room *room);

#endif
