/* What the overlays of grids, graphs and meshes have in common: ids, layers, and numbers that decay.
 *
 *   grid, graph or mesh -> overlays [16] { head, its numbers: pages, entries of edges, or shapes } */
#ifndef WENDI_WORLD_LAYERS_OVERLAY_HEAD_H
#define WENDI_WORLD_LAYERS_OVERLAY_HEAD_H

#include "base/core/bytes.h"
#include "wend/overlay.h"

enum {
    WENDI_OVERLAY_KEEP_ONE = 65536,
    WENDI_OVERLAY_STEPS = 8 /* Of graphs and meshes: in 1, of which only whole ones count. */
};

_Static_assert(WEND_OVERLAY_ONE % WENDI_OVERLAY_STEPS == 0, "steps are whole numbers");

/** The first member of every overlay. */
typedef struct wendi_overlay_head {
    uint32_t generation; /* 0: never used */
    uint32_t layers;
    uint32_t keep; /* Of WENDI_OVERLAY_KEEP_ONE. */
    uint32_t most;
    uint32_t count, capacity; /* Of pages, entries or shapes. */
    bool is_used;
} wendi_overlay_head;

/** An array of WEND_OVERLAYS_MAX overlays, each of which begins with its head. */
typedef struct wendi_overlay_table {
    const void *first; /* NULL: no overlay was ever added */
    size_t item_bytes;
} wendi_overlay_table;

/** The numbers of a definition. */
typedef struct wendi_overlay_terms {
    uint32_t layers;
    double keep;
    uint32_t max_value;
} wendi_overlay_terms;

/* ---- ids ---- */

/** Checks the terms of a new overlay, and finds the index of one that is not in use.
 * @param limit of max_value. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL. */
wend_result wendi_overlay_choose(wendi_overlay_table table, const wendi_overlay_terms *terms,
                                 uint32_t limit, const char *function, wend_message *message,
                                 uint32_t *index);
/** Starts the next generation of an overlay that has no numbers. */
wend_overlay_id wendi_overlay_start(wendi_overlay_head *head, const wendi_overlay_terms *terms,
                                    uint32_t index);
wendi_overlay_terms wendi_overlay_terms_of(const wendi_overlay_head *head);
/** @param index set on WEND_OK. @return WEND_OK, WEND_ERROR_ARGUMENT ({0, 0}), WEND_ERROR_STALE. */
wend_result wendi_overlay_index_of(wendi_overlay_table table, wend_overlay_id id, uint32_t *index);
/** As wend_grid_list_overlays, whose arguments are checked. */
wend_result wendi_overlay_list_ids(wendi_overlay_table table, wend_overlay_id *ids, size_t capacity,
                                   size_t *count);

/* ---- numbers ---- */

/** A number after one tick. */
static inline uint32_t wendi_overlay_decay(const wendi_overlay_head *head, uint32_t value)
{
    return (uint32_t)((uint64_t)value * head->keep / WENDI_OVERLAY_KEEP_ONE);
}

/** A number after an addition: from 0 to most. */
static inline uint32_t wendi_overlay_sum(const wendi_overlay_head *head, uint32_t value,
                                         int64_t addition)
{
    const int64_t sum = (int64_t)value + addition;
    return sum < 0 ? 0 : sum > (int64_t)head->most ? head->most : (uint32_t)sum;
}

/** The whole steps of a number. */
static inline uint32_t wendi_overlay_steps(uint32_t value)
{
    return value / (WEND_OVERLAY_ONE / WENDI_OVERLAY_STEPS);
}

/* ---- bytes ---- */

/** The number of overlays up to the last that was ever used: those that files hold. */
uint32_t wendi_overlay_used_count(wendi_overlay_table table);

/** Of graphs and meshes. */
uint64_t wendi_overlay_head_hash(const wendi_overlay_head *head, uint64_t hash);
/** generation u32, used u8; if 1: layers u32, keep u32, most u32, count u32. */
void wendi_overlay_head_write(const wendi_overlay_head *head, wendi_writer *writer);
/** Reads the generation and whether it is used, which grids have too. @return false: it cannot be. */
bool wendi_overlay_head_read_use(wendi_overlay_head *head, wendi_reader *reader);
/** Reads a head without numbers. @param limit of most. @param count of numbers that follow.
 * @param reason set on WEND_ERROR_FILE. @return WEND_OK, WEND_ERROR_FILE. */
wend_result wendi_overlay_head_read(wendi_overlay_head *head, uint32_t limit, wendi_reader *reader,
                                    uint32_t *count, const char **reason);

#endif
