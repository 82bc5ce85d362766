/* The parts of the making of labels: lists of jump points by searches (hub_points.c), and the lists
 * of all cells that follow from them (hub_cells.c); the order of both is in hub_build.c.
 *
 * A part goes on for up to *steps steps and counts them down. It returns WEND_OK (done),
 * WEND_IN_PROGRESS, WEND_ERROR_FULL (too much memory or work) or WEND_ERROR_MEMORY (call again). */
#ifndef WENDI_ROUTE_INDEX_HUB_BUILD_H
#define WENDI_ROUTE_INDEX_HUB_BUILD_H

#include "route/index/hub_labels.h"
#include "route/jump/scan.h"

enum { WENDI_HUB_LABEL_CELLS_MORE = 65536 }; /* small maps may take more memory and work a cell */

/** What a build works on. */
typedef struct wendi_hub_label_work {
    wendi_hub_label_build *build;
    wendi_hub_labels *labels;
    const wendi_jump_states *states;
    const wendi_hierarchy *hierarchy;
    const wend_allocator *allocator;
} wendi_hub_label_work;

/** The numbers that a job has room for. */
static inline size_t wendi_hub_label_room(const wendi_hub_labels *l)
{
    const size_t most = l->count < WENDI_HUB_LABEL_CELL_MAX ? l->count : WENDI_HUB_LABEL_CELL_MAX;
    return WENDI_HUB_LABEL_BLOCK * (3 * most + WENDI_HUB_LABEL_HEAD + 1);
}

/** Frees an array that may be NULL. */
static inline void wendi_hub_label_free(const wend_allocator *a, void *items, size_t count,
                                        size_t item_bytes)
{
    wendi_free(a, items, items == NULL ? 0 : count * item_bytes);
}

/** The cells of the grid, its frame included. */
static inline size_t wendi_hub_label_cell_count(const wendi_hub_label_work *w)
{
    return (size_t)w->states->rows * w->states->columns;
}

static inline bool wendi_hub_label_is_open(const wendi_jump_states *s, uint32_t px, uint32_t py)
{
    return wendi_scan_bit(s->open + (size_t)py * s->row_words, px);
}

/** Frees the memory of a job. */
void wendi_hub_label_job_destroy(wendi_hub_label_job *job, const wendi_hub_labels *labels,
                                 const wend_allocator *a);

/** Lists what is visible from each jump point. */
wend_result wendi_hub_label_list_views(const wendi_hub_label_work *w, uint64_t *steps);
/** Searches from each jump point. */
wend_result wendi_hub_label_search_all(const wendi_hub_label_work *w, uint64_t *steps);
/** Lays out the lists of jump points. */
wend_result wendi_hub_label_pack(const wendi_hub_label_work *w, uint64_t *steps);
/** Makes the lists of some cells, to learn what those of all would take. */
wend_result wendi_hub_label_sample(const wendi_hub_label_work *w, uint64_t *steps);
/** Makes the lists of all cells. */
wend_result wendi_hub_label_all_cells(const wendi_hub_label_work *w, const wend_executor *executor,
                                      uint64_t *steps);

#endif
