/* The overlays of a graph, for its other parts.
 *
 *   overlays -> [16] { layers, keep, entries -> (edge, value) (edge, value) ..., rising by edge }
 *
 * Only edges with a number have an entry. */
#ifndef WENDI_WORLD_GRAPH_OVERLAY_H
#define WENDI_WORLD_GRAPH_OVERLAY_H

#include "base/core/array.h"
#include "base/core/bytes.h"
#include "wend/graph_overlay.h"
#include "world/layers/overlay_head.h"

_Static_assert((int)WEND_GRAPH_OVERLAYS_MAX == (int)WEND_OVERLAYS_MAX,
               "as many as a table of overlays has");

typedef struct wendi_graph_overlay_entry {
    uint32_t edge, value; /* value 1 to most */
} wendi_graph_overlay_entry;

typedef struct wendi_graph_overlay {
    wendi_overlay_head head;
    wendi_graph_overlay_entry *entries; /* [capacity] */
} wendi_graph_overlay;

/** Allocated with the first overlay that is ever added, and kept. */
typedef struct wendi_graph_overlays {
    wendi_graph_overlay items[WEND_GRAPH_OVERLAYS_MAX];
    uint64_t layout_revision, position_revision; /* of the next two */
    double usual;                                /* length, metres, that most edges do not exceed */
    wendi_array_u32 longer;                      /* the edges that do, rising */
    wendi_array_u32 near, scratch;
} wendi_graph_overlays;

/** What a number adds to a cost: its whole steps. */
static inline uint64_t wendi_graph_overlay_cost_of(uint32_t value)
{
    /* A metre costs 2^32. */
    return wendi_overlay_steps(value) * ((UINT64_C(1) << 32) / WENDI_OVERLAY_STEPS);
}

/** The heads of its overlays. */
wendi_overlay_table wendi_graph_overlay_table(const wend_graph *graph);
/** Allocates the table. @return false: no memory. */
bool wendi_graph_overlays_create(wend_graph *graph);
void wendi_graph_overlays_free(wend_graph *graph);
size_t wendi_graph_overlays_memory_bytes(const wend_graph *graph);
/** Removes the numbers of an edge that is being removed. */
void wendi_graph_overlays_drop_edge(wend_graph *graph, uint32_t edge);
/** Renumbers the edges. @param map rising; every edge with a number still exists. */
void wendi_graph_overlays_renumber(wend_graph *graph, const uint32_t *map);

/** Lists all edges that may pass through a disc, rising. There is a table.
 * @param edges [*count], valid until the next call. @return false: no memory. */
bool wendi_graph_overlays_find_near(wend_graph *graph, wend_vec2 centre, double radius,
                                    const uint32_t **edges, uint32_t *count);

/* ---- overlay_file.c ---- */

uint64_t wendi_graph_overlays_hash(const wend_graph *graph, uint64_t hash);
void wendi_graph_overlays_write(const wend_graph *graph, wendi_writer *writer);
/** Reads overlays into a graph that has its edges and no overlays.
 * @param reason set on WEND_ERROR_FILE. */
wend_result wendi_graph_overlays_read(wend_graph *graph, wendi_reader *reader, const char **reason);

#endif
