/* core/field_cache.h: the fields of sectors, shared by all requests whose fields are alike.
 *
 *   table [hash] -> field -> field -> none         a field: key of its ground, D, directions
 *   blocks (chunks of 32, never moved)             who uses it is counted; the unused are kept,
 *                                                  oldest first to go, up to a limit of bytes
 *
 * D is relative: it begins at 0 and the tiles that use a field each add a base of their own. D of a
 * frame cell that no way goes through is unreached, so that two fields whose insides agree are
 * equal. Two fields of equal ground and equal D (frame included) are one and the same, whatever
 * goals they were built for. */
#ifndef WENDI_FLOW_CORE_FIELD_CACHE_H
#define WENDI_FLOW_CORE_FIELD_CACHE_H

#include "base/core/array.h"
#include "flow/portals/portal_graph.h"

/** No field: nothing of the sector can be reached. */
#define WENDI_FIELD_NONE UINT32_MAX
/** No field is needed: all cells are in line of sight. */
#define WENDI_FIELD_VISIBLE (UINT32_MAX - 1)

typedef struct wendi_field {
    uint64_t ground;       /* key of its ground tile */
    uint64_t hash;         /* of ground and D; 0 = not in the table */
    void *block;           /* D, then directions, then angles */
    uint32_t window;       /* 0: found by its D; else by ground and this (see wendi_portal_key) */
    uint32_t next;         /* in the table's chain, or the next free field */
    uint32_t users;        /* tiles of plans */
    uint32_t used_last;    /* number of the update that gave the last user up */
    uint32_t older, newer; /* among the unused ones */
    bool is_wide;          /* D of 32 bits */
    bool is_kept;          /* baked: never evicted */
    uint8_t width, height;
} wendi_field;

typedef struct wendi_field_pool {
    uint8_t **chunks; /* [chunk_count] of WENDI_FIELD_CHUNK blocks */
    uint32_t chunk_count, chunk_capacity;
    uint8_t *free_first; /* a free block begins with the address of the next one */
    uint32_t free_count;
    size_t block_bytes;
} wendi_field_pool;

enum { WENDI_FIELD_CHUNK = 32 };

typedef struct wendi_field_cache {
    wend_allocator allocator;
    wendi_field *items;                   /* [count] */
    uint32_t count, capacity, free_first; /* free ones are chained by next; NONE = end */
    uint32_t *table;                      /* [1 << table_bits] */
    uint32_t table_bits, table_count;
    wendi_field_pool pools[2]; /* D of 16 and of 32 bits */
    size_t cells;              /* of a full sector */
    size_t values;             /* of its framed arrays */
    bool has_angles;
    uint32_t oldest, newest, unused_count; /* the unused ones, by age */
    size_t unused_bytes;                   /* their blocks */
    size_t memory_limit;
    uint32_t age_limit;
    uint64_t built, shared, evicted;
} wendi_field_cache;

void wendi_field_cache_init(wendi_field_cache *fields, const wend_flow_def *def,
                            int32_t sector_size);
void wendi_field_cache_destroy(wendi_field_cache *fields);
size_t wendi_field_cache_memory_bytes(const wendi_field_cache *fields);

/** Makes room so that so many can be taken without fail. @return false: no memory. */
bool wendi_field_cache_reserve(wendi_field_cache *fields, uint32_t count, bool is_wide);
/** A field of its own for one user; content undefined. @return its index; WENDI_FIELD_NONE without
 * memory. */
uint32_t wendi_field_cache_create_field(wendi_field_cache *fields, bool is_wide);
/** Enters a finished field, or finds one that is equal: then the given one is taken back and the
 * other one gets a user more. @return the one to use. */
uint32_t wendi_field_cache_share(wendi_field_cache *fields, uint32_t field,
                                 const wendi_tile_shape *shape);
/** What a field is found by that starts from a window: the cells outside of it are 0. Never 0. */
static inline uint32_t wendi_portal_key(const wendi_portal *window)
{
    return 1 + ((uint32_t)window->side << 16 | (uint32_t)window->first << 8 | window->count);
}

/** The field of a ground and a window; WENDI_FIELD_NONE if there is none. Counts no user. */
uint32_t wendi_field_cache_find_portal(const wendi_field_cache *fields, uint64_t ground,
                                       uint32_t window);
/** Enters a finished field of a window, whose ground is set; there must be none yet. */
void wendi_field_cache_add_portal(wendi_field_cache *fields, uint32_t field, uint32_t window,
                                  const wendi_tile_shape *shape);
/** One user more. */
void wendi_field_cache_retain(wendi_field_cache *fields, uint32_t field);
/** One user less. @param update number of the update. */
void wendi_field_cache_release(wendi_field_cache *fields, uint32_t field, uint32_t update);
/** Lets unused fields go that are too old or too many. */
void wendi_field_cache_evict(wendi_field_cache *fields, uint32_t update);

static inline uint16_t *wendi_field_costs(const wendi_field *field)
{
    return (uint16_t *)field->block;
}

static inline uint32_t *wendi_field_wide_costs(const wendi_field *field)
{
    return (uint32_t *)field->block;
}

/** Directions [height * width] and, where the flow has them, angles behind. */
static inline uint8_t *wendi_field_directions(const wendi_field_cache *fields,
                                              const wendi_field *field)
{
    return (uint8_t *)field->block + fields->values * (field->is_wide ? 4 : 2);
}

static inline uint8_t *wendi_field_angles(const wendi_field_cache *fields, const wendi_field *field)
{
    return wendi_field_directions(fields, field) + fields->cells;
}

#endif
