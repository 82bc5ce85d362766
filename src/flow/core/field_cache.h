/* The fields of sectors, shared by all requests with equal fields.
 *
 *   table [hash] -> field -> field -> none         A field: key of its cost tile, D, directions.
 *   blocks (chunks of 32, never moved)             Users are counted; unused fields are kept and
 *                                                  evicted, oldest first, beyond a limit of bytes.
 *
 * D is relative: its least value is 0, and each tile that uses a field adds a base of its own. D of
 * a frame cell that is on no cheapest path is unreached, so that fields with equal insides are
 * equal. Two fields with equal cost tiles and equal D (frame included) are one field, for any
 * goals they were built for. */
#ifndef WENDI_FLOW_CORE_FIELD_CACHE_H
#define WENDI_FLOW_CORE_FIELD_CACHE_H

#include "base/core/array.h"
#include "flow/portals/portal_graph.h"

/** No field: no cell of the sector is reached. */
#define WENDI_FIELD_NONE UINT32_MAX
/** No field is needed: all cells are in line of sight. */
#define WENDI_FIELD_VISIBLE (UINT32_MAX - 1)

typedef struct wendi_field {
    uint64_t ground;       /* key of its cost tile */
    uint64_t hash;         /* of cost tile and D; 0: not in the table */
    uint64_t serial;       /* of its creation; an index is used again, a serial never */
    void *block;           /* D, then directions, then angles */
    uint32_t portal;       /* 0: found by its D; else by cost tile and this (see wendi_portal_key)
                            */
    uint32_t next;         /* in the table's chain, or the next free field */
    uint32_t users;        /* tiles of plans */
    uint32_t used_last;    /* number of the update that released it last */
    uint32_t older, newer; /* in the list of unused ones */
    bool is_wide;          /* D of 32 bits */
    bool is_kept;          /* baked: never evicted */
    uint8_t width, height;
    uint8_t frame_parts; /* bits of directions in which the frame holds a cost; 0: not known. Of a
                          * field in the table only */
} wendi_field;

typedef struct wendi_field_pool {
    uint8_t **chunks; /* [chunk_count] of WENDI_FIELD_CHUNK blocks */
    uint32_t chunk_count, chunk_capacity;
    uint8_t *free_first; /* a free block begins with the address of the next one */
    uint32_t free_count;
    size_t block_bytes;
} wendi_field_pool;

enum { WENDI_FIELD_CHUNK = 32, WENDI_FIELD_RECORDS = 64 };

typedef struct wendi_field_cache {
    wend_allocator allocator;
    wendi_field **records;                /* [capacity / RECORDS][RECORDS] */
    uint32_t records_capacity;            /* of the list of groups */
    uint32_t count, capacity, free_first; /* free ones are chained by next; NONE: end */
    uint32_t used;   /* fields from here on were never used: their memory is not touched */
    uint32_t *table; /* [1 << table_bits] */
    uint32_t table_bits, table_count;
    uint32_t
        *table_before; /* [1 << (table_bits - 1)] of half as many chains; NULL: all are moved */
    uint32_t moved;    /* chains of it, from the first one on */
    wendi_field_pool pools[2]; /* D of 16 and of 32 bits */
    size_t cells;              /* of a full sector */
    size_t values;             /* of its framed arrays */
    bool has_angles;
    uint32_t oldest, newest, unused_count; /* unused ones, by age */
    size_t unused_bytes;                   /* of their blocks */
    size_t max_unused_bytes;
    uint32_t max_unused_age;
    uint64_t serial; /* of the last field created */
    uint64_t built, shared, evicted;
} wendi_field_cache;

/** The record of a field, which never moves. */
static inline wendi_field *wendi_field_at(const wendi_field_cache *fields, uint32_t index)
{
    return &fields->records[index / WENDI_FIELD_RECORDS][index % WENDI_FIELD_RECORDS];
}

void wendi_field_cache_init(wendi_field_cache *fields, const wend_flow_def *def,
                            int32_t sector_size);
void wendi_field_cache_destroy(wendi_field_cache *fields);
size_t wendi_field_cache_memory_bytes(const wendi_field_cache *fields);

/** Creates a field with one user; content undefined. @return its index; WENDI_FIELD_NONE without
 * memory. */
uint32_t wendi_field_cache_create_field(wendi_field_cache *fields, bool is_wide);
/** Adds a finished field to the table. If an equal one exists, the given one is freed and the
 * other one gets another user. @return the field to use. */
uint32_t wendi_field_cache_share(wendi_field_cache *fields, uint32_t index,
                                 const wendi_tile_shape *shape);
/** The key of a field that starts from a portal: the cells beyond it are 0. Never 0. */
static inline uint32_t wendi_portal_key(const wendi_portal *portal)
{
    return 1 + ((uint32_t)portal->side << 16 | (uint32_t)portal->first << 8 | portal->count);
}

/** The field of a cost tile and a portal; WENDI_FIELD_NONE: there is none. Adds no user. */
uint32_t wendi_field_cache_find_portal(const wendi_field_cache *fields, uint64_t ground,
                                       uint32_t portal);
/** Adds a finished field of a portal, whose cost tile is set; there must be none yet. */
void wendi_field_cache_add_portal(wendi_field_cache *fields, uint32_t index, uint32_t portal,
                                  const wendi_tile_shape *shape);
/** Adds a user. */
void wendi_field_cache_retain(wendi_field_cache *fields, uint32_t index);
/** Removes a user. @param update number of the update. */
void wendi_field_cache_release(wendi_field_cache *fields, uint32_t index, uint32_t update);
/** Evicts unused fields that are too old or exceed the memory limit. */
void wendi_field_cache_evict(wendi_field_cache *fields, uint32_t update);

static inline uint16_t *wendi_field_costs(const wendi_field *field)
{
    return (uint16_t *)field->block;
}

static inline uint32_t *wendi_field_wide_costs(const wendi_field *field)
{
    return (uint32_t *)field->block;
}

/** Directions [height * width], followed by angles if the flow has them. */
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
