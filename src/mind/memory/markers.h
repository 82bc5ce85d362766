/* Markers: a ring of the last ones, in pages, chained by the cells they lie in.
 *
 *   serial     0 1 2 3 ...                counts all markers ever added
 *   slot       serial % marker_limit      so a new marker takes the place of the oldest
 *   pages      [ * | - | * ]              of PAGE slots each, allocated with their first marker
 *   buckets    newest -> ... -> oldest    a power of two of them, by the hash of a cell
 *
 * A marker is visible from its serial, its last tick and the present one alone, so when it leaves its
 * bucket has no effect: adding takes expired ones from the end of its own bucket. */
#ifndef WENDI_MIND_MEMORY_MARKERS_H
#define WENDI_MIND_MEMORY_MARKERS_H

#include "base/core/memory.h"
#include "wend/marker.h"

enum { WENDI_MARKERS_PAGE = 128, WENDI_MARKERS_NONE = 0x7FFFFFFF };

typedef struct wendi_marker_slot {
    wend_vec3 position;
    wend_vec2 direction;
    double value;
    uint64_t source, user, lifetime, tick, serial;
    uint64_t until; /* the last tick at which it is there */
    int64_t x, y;   /* its cell */
    uint32_t kind;
    uint32_t newer, older; /* in its bucket */
    bool is_used, is_linked;
} wendi_marker_slot;

typedef struct wendi_marker_bucket {
    uint32_t newest, oldest;
} wendi_marker_bucket;

struct wend_markers {
    wend_allocator allocator;
    wend_message message;
    uint32_t limit;
    double cell_size;
    uint64_t tick, added;
    uint64_t first;            /* markers of smaller serials were cleared, or are too old */
    wendi_marker_slot **pages; /* [page_count], NULL where there is none yet */
    uint32_t page_count, pages_used;
    wendi_marker_bucket *buckets; /* [bucket_count], a power of two */
    uint32_t bucket_count, linked_count;
};

/** A slot whose page is there. */
static inline wendi_marker_slot *wendi_markers_slot(const wend_markers *markers, uint32_t slot)
{
    return &markers->pages[slot / WENDI_MARKERS_PAGE][slot % WENDI_MARKERS_PAGE];
}

static inline uint32_t wendi_markers_slot_of(const wend_markers *markers, uint64_t serial)
{
    return (uint32_t)(serial % markers->limit);
}

/** The marker of a serial if it is there now; else NULL. */
static inline wendi_marker_slot *wendi_markers_at(const wend_markers *markers, uint64_t serial)
{
    const uint32_t index = wendi_markers_slot_of(markers, serial);
    if (markers->pages[index / WENDI_MARKERS_PAGE] == NULL) {
        return NULL;
    }
    wendi_marker_slot *slot = wendi_markers_slot(markers, index);
    return slot->is_used && slot->serial == serial && serial >= markers->first &&
                   markers->tick <= slot->until
               ? slot
               : NULL;
}

static inline wend_marker_id wendi_markers_id(const wend_markers *markers, uint64_t serial)
{
    return (wend_marker_id){wendi_markers_slot_of(markers, serial) + 1,
                            (uint32_t)(serial / markers->limit % UINT32_MAX) + 1};
}

/** The number of the cell a coordinate lies in: rounded down. */
static inline int64_t wendi_markers_cell(const wend_markers *markers, double coordinate)
{
    const double at = coordinate / markers->cell_size;
    const int64_t cell = (int64_t)at;
    return (double)cell > at ? cell - 1 : cell;
}

static inline uint32_t wendi_markers_bucket(const wend_markers *markers, int64_t x, int64_t y)
{
    uint64_t hash = (uint64_t)x * 0x9E3779B97F4A7C15u + (uint64_t)y;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
    return (uint32_t)(hash >> 32) & (markers->bucket_count - 1);
}

/** The first serial that may be there. */
static inline uint64_t wendi_markers_first(const wend_markers *markers)
{
    const uint64_t oldest = markers->added > markers->limit ? markers->added - markers->limit : 0;
    return oldest > markers->first ? oldest : markers->first;
}

/** Sets `until` of a marker. */
void wendi_markers_set_life(wendi_marker_slot *slot);
/** Makes room for a marker of a serial. @return false without memory; markers as before. */
bool wendi_markers_reserve(wend_markers *markers, uint64_t serial);
/** Puts a marker into its reserved slot; serials must rise. */
void wendi_markers_put(wend_markers *markers, const wendi_marker_slot *marker);
/** True for content that a marker can have. @param field set to the wrong field's name otherwise. */
bool wendi_markers_is_sound(const wendi_marker_slot *slot, const char **field);
/** Copies a marker out. */
void wendi_markers_copy(const wendi_marker_slot *slot, wend_marker *marker);

#endif
