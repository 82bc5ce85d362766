/* Items and the cells they lie in.
 *
 *     records   | 0 | 1 | 2 | 3 | ...          by index; free ones are chained by `next`
 *                 ^       ^
 *     buckets   [ 2 ]->2->0   [ - ]  [ 3 ]->3   a power of two of them, by the hash of a cell; a
 *                                               bucket chains the items of all its cells, and each
 *                                               item knows its own
 *
 * There are as many buckets as records, so that a move from cell to cell needs no memory. */
#ifndef WENDI_WORLD_ITEMS_STORE_H
#define WENDI_WORLD_ITEMS_STORE_H

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "wend/items.h"

enum {
    WENDI_ITEMS_NONE = 0x7FFFFFFF, /* no index */
    WENDI_ITEMS_FILE_MAGIC = 0x4D544957,
    WENDI_ITEMS_FILE_VERSION = 1
};

typedef struct wendi_items_cell {
    int64_t x, y;
} wendi_items_cell;

typedef struct wendi_items_record {
    wend_vec3 position;
    wendi_items_cell cell;
    uint64_t user, revision;
    uint32_t tag, generation;
    uint32_t next, previous; /* in the bucket; next: in the list of free records */
    bool is_used, is_active;
} wendi_items_record;

struct wend_items {
    wend_allocator allocator;
    wend_message message;
    double cell_size;
    uint64_t revision;
    wendi_items_record *records; /* [capacity] */
    uint32_t *buckets;           /* [capacity], a power of two */
    uint32_t capacity, limit, count;
    uint32_t free_first;
};

/** True if a record matches a query at a height, apart from the position in the plane. */
bool wendi_items_matches(const wend_items *items, const wend_items_query *query, double height,
                         uint32_t index);
/** The defaults for NULL; NULL where the query is unsound. */
const wend_items_query *wendi_items_query_of(const wend_items_query *query,
                                             const wend_items_query *defaults);

static inline wend_item_id wendi_items_id_of(const wend_items *items, uint32_t index)
{
    return (wend_item_id){index + 1, items->records[index].generation};
}

/** The number of the cell a coordinate lies in: rounded down. */
static inline int64_t wendi_items_cell_of(const wend_items *items, double coordinate)
{
    const double at = coordinate / items->cell_size;
    const int64_t cell = (int64_t)at;
    return (double)cell > at ? cell - 1 : cell;
}

/** The bucket of a cell. */
static inline uint32_t wendi_items_bucket(const wend_items *items, wendi_items_cell cell)
{
    uint64_t hash = (uint64_t)cell.x * 0x9E3779B97F4A7C15u + (uint64_t)cell.y;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
    return (uint32_t)(hash >> 32) & (items->capacity - 1);
}

/** Puts a record into the bucket of its position's cell. */
void wendi_items_link(wend_items *items, uint32_t index);
/** Makes room for a number of records. @return false without memory; items as before. */
bool wendi_items_reserve(wend_items *items, uint32_t capacity);

#endif
