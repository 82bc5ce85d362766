/* cells/links.h: where a grid keeps its links.
 *
 *   slots   [used 1] [free 3] [used 1] [free 2]     number: generation, which ids must have
 *                       ^ |               |
 *   free_first1 = 4 ----|-|---------------+         the place given back last is taken first
 *                       +-|---------------+
 *                         +--> 0                    0 = end
 *
 * Places, generations and the order of the free ones are part of the grid's state, so that a grid
 * that was loaded gives out the same ids as the one that was saved. In the grid's bytes, behind the
 * gates (see grid/file.h):
 *
 *   has links u8; if 1: slot count u32, first free index1 u32, and for each slot generation u32,
 *   flags u8 (WENDI_LINK_FILE_...), then if it is free: next free index1 u32, else
 *   from u32, to u32, cost u64, class mask u32, team mask u32, behaviour u32, user u64 */
#ifndef WENDI_WORLD_CELLS_LINKS_H
#define WENDI_WORLD_CELLS_LINKS_H

#include "base/core/bytes.h"
#include "world/layers/link.h"

enum {
    WENDI_LINK_FILE_USED = 1,
    WENDI_LINK_FILE_TWO_WAY = 2,
    WENDI_LINK_FILE_OPEN = 4,
    WENDI_LINK_FILE_HEADER_BYTES = 8,
    WENDI_LINK_FILE_FREE_BYTES = 9,
    WENDI_LINK_FILE_USED_BYTES = 41
};

typedef struct wendi_link_slot {
    wendi_link link;
    uint32_t generation; /* Never 0. */
    uint32_t next_free1; /* Of a free slot: index1 of the next one, 0 = none. */
    bool is_used;
} wendi_link_slot;

typedef struct wendi_links {
    wendi_link_slot *slots; /* [capacity] */
    uint32_t capacity;
    uint32_t slot_count;
    uint32_t count; /* Slots in use. */
    uint32_t free_first1;
    uint64_t revision; /* Of the last change; 0 = none yet. */
} wendi_links;

void wendi_links_free(wendi_links *links, const wend_allocator *allocator);
size_t wendi_links_memory_bytes(const wendi_links *links);

/** Mixes the links into a fingerprint; which stays as it is when there never were any. */
uint64_t wendi_links_hash(const wendi_links *links, uint64_t hash);
uint64_t wendi_links_file_bytes(const wendi_links *links);
void wendi_links_write(const wendi_links *links, wendi_writer *writer);
/** Fills the empty links of a grid. @param reason what is wrong, when the result is
 * WEND_ERROR_FILE.
 * @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FILE; after an error the grid can be destroyed. */
wend_result wendi_links_read(wend_grid *grid, wendi_reader *reader, const char **reason);

#endif
