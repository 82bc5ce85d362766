/* Lays out a whole mesh for one filter, in units.
 * Cost: some 0.3 us a polygon. */
#include "route/mesh_space/cells.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

enum { FLOODED_A_UNIT = 128 };

struct wendi_mesh_cells_build {
    wend_allocator allocator;
    wendi_mesh_view view; /* the mesh as it is, */
    wendi_mesh_view base; /* and its polygons as made */
    wendi_mesh_filter filter;
    wendi_mesh_cells cells;
    wendi_cluster_work work;
    uint32_t phase, at;            /* index of the next item */
    uint32_t done, waiting, label; /* of a flood */
};

typedef struct wendi_mesh_cells_build build;

/* ---- phases ---- */

static void read_factors(build *b, uint32_t first, uint32_t end)
{
    for (uint32_t p = first; p < end; p++) {
        const double factor = wendi_cells_factor(&b->view, &b->filter, p);
        b->cells.rings.factors[p] = factor;
        b->cells.rings.areas[p] = b->view.areas[p];
        if (factor > 0) {
            b->cells.mending.area_counts[b->view.areas[p]]++;
            b->cells.mending.area_factors[b->view.areas[p]] = factor;
        }
    }
}

/* Polygons as made, as if all were open. */
static void reset_rings(build *b, uint32_t first, uint32_t end)
{
    wendi_mesh_rings *r = &b->cells.rings;
    for (uint32_t p = first; p < end; p++) {
        wendi_ring_reset(r, &b->base, p);
        for (uint32_t c = b->base.firsts[p]; c < b->base.ends[p]; c++) {
            r->twin[c] = b->base.twins[c];
        }
    }
}

static void list_edges(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_list_edges(&b->cells.clusters, &b->work, &b->base, first, end);
}

static void sort_run(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_sort_run(&b->work, first, end);
}

static void merge_clusters(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_merge(&b->cells.clusters, &b->work, &b->cells.rings, &b->base, first, end);
}

static void number_clusters(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_number(&b->cells.clusters, &b->work, &b->cells.rings, first, end);
}

static void count_clusters(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_count(&b->cells.clusters, &b->work, &b->base, &b->cells.rings, first, end);
}

static void count_edges(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_count_edges(&b->cells.clusters, &b->work, &b->base, first, end);
}

static void place_edges(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_place_edges(&b->cells.clusters, &b->work, &b->base, first, end);
}

static void place_polygons(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_place(&b->cells.clusters, first, end);
}

/* From the last one on, so that each becomes the first of its vertex. */
static void list_corners(build *b, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const uint32_t p = b->view.polygon_count - 1 - i;
        for (uint32_t c = b->view.ends[p]; c > b->view.firsts[p]; c--) {
            wendi_clusters_set_corner(&b->cells.clusters, c - 1, b->view.vertices[c - 1]);
        }
    }
}

static void set_twins(build *b, uint32_t first, uint32_t end)
{
    for (uint32_t p = first; p < end; p++) {
        b->cells.cell_of[p] = NONE;
        wendi_cells_set_twins(&b->cells, &b->view, p);
    }
}

static void merge_cells(build *b, uint32_t first, uint32_t end)
{
    for (uint32_t cluster = first; cluster < end; cluster++) {
        wendi_cells_merge(&b->cells, &b->view, cluster);
    }
}

static void emit_cells(build *b, uint32_t first, uint32_t end)
{
    for (uint32_t cluster = first; cluster < end; cluster++) {
        wendi_cells_emit(&b->cells, &b->view, cluster);
    }
}

static void link_cells(build *b, uint32_t first, uint32_t end)
{
    for (uint32_t cluster = first; cluster < end; cluster++) {
        wendi_cells_link(&b->cells, &b->view, cluster);
    }
}

static void set_vertices(build *b, uint32_t first, uint32_t end)
{
    for (uint32_t vertex = first; vertex < end; vertex++) {
        wendi_cells_set_vertex(&b->cells, vertex);
    }
}

static void open_cells(build *b, uint32_t first, uint32_t end)
{
    for (uint32_t cluster = first; cluster < end; cluster++) {
        wendi_cells_open(&b->cells, cluster);
    }
}

static void mark_dead_ends(build *b, uint32_t first, uint32_t end)
{
    for (uint32_t cell = first; cell < end; cell++) {
        (void)wendi_cells_mark_dead_ends(&b->cells, cell);
    }
}

/* Numbers the components of open polygons: floods, so many polygons at a time. @return true at the
 * end. */
static bool number_components(build *b)
{
    wendi_mesh_components *components = &b->cells.components;
    const uint32_t *cell_of = b->cells.cell_of;
    for (uint32_t left = FLOODED_A_UNIT; left > 0; left--) {
        if (b->done == b->waiting) { /* the next component */
            while (b->at < b->cells.polygon_count &&
                   (components->labels[b->at] != NONE || cell_of[b->at] == NONE)) {
                b->at++;
            }
            if (b->at == b->cells.polygon_count) {
                return true;
            }
            b->label += b->waiting > 0;
            b->done = 0;
            b->waiting = 1;
            components->queue[0] = b->at;
            components->labels[b->at] = b->label;
            if (wendi_cells_tree_of(&b->cells, cell_of[b->at]) != NONE) {
                wendi_cells_set_root(&b->cells, cell_of[b->at]);
            }
        }
        const uint32_t p = components->queue[b->done++];
        components->sizes[b->label]++;
        for (uint32_t c = b->view.firsts[p]; c < b->view.ends[p]; c++) {
            const uint32_t beyond = b->view.neighbours[c];
            if (beyond != WEND_NODE_NONE && components->labels[beyond] == NONE &&
                cell_of[beyond] != NONE) {
                components->labels[beyond] = b->label;
                components->queue[b->waiting++] = beyond;
            }
        }
    }
    return false;
}

/* ---- units ---- */

/* What the items of a phase are. */
typedef enum phase_items {
    OF_BASE, /* polygons as made, */
    OF_BASE_CORNERS,
    OF_POLYGONS,
    OF_EDGES,
    OF_CLUSTERS,
    OF_VERTICES,
    OF_CELLS,
    ONCE,    /* one unit */
    UNTIL_OK /* as many as it takes */
} phase_items;

typedef struct build_phase {
    phase_items items;
    uint32_t unit, steps; /* of so many items, some 50 ns each */
    void (*run)(build *b, uint32_t first, uint32_t end);
} build_phase;

enum {
    AT_FACTORS, /* reads areas, flags and doors; all others read what only obstacles change */
    AT_MERGE_RUNS = 4,
    AT_RESERVE = 7,
    AT_ADD_UP = 10,
    AT_END_CLUSTERS = 13,
    AT_RESERVE_CELLS,
    AT_COMPONENTS = 23,
    AT_END
};

static const build_phase phases[AT_END] = {
    {OF_POLYGONS, 256, 24, read_factors},
    {OF_BASE, 64, 40, reset_rings},
    {OF_BASE, 64, 80, list_edges},
    {OF_EDGES, WENDI_CLUSTER_RUN, 400, sort_run},
    {UNTIL_OK, 0, 120, NULL}, /* AT_MERGE_RUNS */
    {OF_EDGES, 64, 160, merge_clusters},
    {OF_BASE_CORNERS, 256, 60, number_clusters},
    {ONCE, 0, 200, NULL}, /* AT_RESERVE */
    {OF_BASE, 64, 40, count_clusters},
    {OF_EDGES, 256, 40, count_edges},
    {ONCE, 0, 200, NULL}, /* AT_ADD_UP */
    {OF_EDGES, 256, 40, place_edges},
    {OF_BASE, 64, 40, place_polygons},
    {ONCE, 0, 200, NULL}, /* AT_END_CLUSTERS */
    {ONCE, 0, 400, NULL}, /* AT_RESERVE_CELLS */
    {OF_POLYGONS, 64, 40, list_corners},
    {OF_POLYGONS, 64, 40, set_twins},
    {OF_CLUSTERS, 32, 80, merge_cells},
    {OF_CLUSTERS, 32, 120, emit_cells},
    {OF_CLUSTERS, 32, 60, link_cells},
    {OF_VERTICES, 64, 120, set_vertices},
    {OF_CLUSTERS, 64, 60, open_cells},
    {OF_CELLS, 128, 60, mark_dead_ends},
    {UNTIL_OK, 0, 120, NULL}, /* AT_COMPONENTS */
};

static uint32_t items_of(const build *b, phase_items items)
{
    switch (items) {
    case OF_BASE:
        return b->base.polygon_count;
    case OF_BASE_CORNERS:
        return b->base.corner_count;
    case OF_POLYGONS:
        return b->view.polygon_count;
    case OF_EDGES:
        return b->work.order_count;
    case OF_CLUSTERS:
        return b->cells.clusters.count + b->view.polygon_count - b->base.polygon_count;
    case OF_VERTICES:
        return b->view.vertex_count;
    case OF_CELLS:
        return b->cells.cell_count;
    case ONCE:
    case UNTIL_OK:
    default:
        return 0;
    }
}

/* A unit of a phase that is not a loop over items. @return WEND_OK at its end. */
static wend_result run_special(build *b)
{
    switch (b->phase) {
    case AT_MERGE_RUNS:
        return wendi_clusters_merge_runs(&b->work) ? WEND_OK : WEND_IN_PROGRESS;
    case AT_RESERVE:
        return wendi_cells_reserve(&b->cells, WENDI_CELLS_COUNTED, &b->allocator)
                   ? WEND_OK
                   : WEND_ERROR_MEMORY;
    case AT_ADD_UP:
        wendi_clusters_add_up(&b->cells.clusters);
        return WEND_OK;
    case AT_END_CLUSTERS:
        wendi_clusters_end(&b->cells.clusters);
        return WEND_OK;
    case AT_RESERVE_CELLS:
        wendi_cells_set_sizes(&b->cells, &b->view);
        if (!wendi_cells_reserve(&b->cells, WENDI_CELLS_WHOLE, &b->allocator)) {
            return WEND_ERROR_MEMORY;
        }
        wendi_cells_add_pieces(&b->cells, &b->view);
        return WEND_OK;
    case AT_COMPONENTS:
    default:
        return number_components(b) ? WEND_OK : WEND_IN_PROGRESS;
    }
}

static void go_on(build *b)
{
    b->phase++;
    b->at = 0;
}

wend_result wendi_mesh_cells_unit(wendi_mesh_cells_build *b, uint64_t *steps)
{
    const build_phase *phase = &phases[b->phase];
    *steps += phase->steps;
    if (phase->run == NULL) {
        const wend_result result = run_special(b);
        if (result < 0) {
            return result;
        }
        if (result == WEND_OK) {
            go_on(b);
        }
    } else {
        const uint32_t count = items_of(b, phase->items);
        const uint32_t end = count - b->at < phase->unit ? count : b->at + phase->unit;
        phase->run(b, b->at, end);
        b->at = end;
        if (end == count) {
            go_on(b);
        }
    }
    return b->phase == AT_END ? WEND_OK : WEND_IN_PROGRESS;
}

bool wendi_mesh_cells_is_reading(const wendi_mesh_cells_build *b)
{
    return b->phase == AT_FACTORS;
}

void wendi_mesh_cells_read_again(wendi_mesh_cells_build *b, const wendi_mesh_view *view,
                                 const wendi_mesh_filter *filter)
{
    b->view = *view;
    b->filter = *filter;
    b->at = 0;
    memset(b->cells.mending.area_counts, 0, sizeof b->cells.mending.area_counts);
}

wendi_mesh_cells_build *wendi_mesh_cells_begin(const wendi_mesh_view *view,
                                               const wendi_mesh_filter *filter,
                                               const wend_allocator *allocator)
{
    build *b = wendi_alloc_zero(allocator, sizeof *b);
    if (b == NULL) {
        return NULL;
    }
    b->view = *view;
    b->allocator = *allocator;
    b->base = *view;
    b->base.polygon_count = view->base_count;
    b->base.corner_count = view->base_corners;
    b->base.ends = view->firsts + 1;
    b->base.twins = view->base_twins;
    wendi_cells_set_sizes(&b->cells, view);
    wendi_mesh_cells_read_again(b, view, filter);
    if (!wendi_cells_reserve(&b->cells, WENDI_CELLS_FIRST, allocator) ||
        !wendi_cluster_work_reserve(&b->work, &b->cells.clusters, allocator)) {
        wendi_mesh_cells_end(b, NULL);
        return NULL;
    }
    return b;
}

void wendi_mesh_cells_end(wendi_mesh_cells_build *b, wendi_mesh_cells *cells)
{
    if (b == NULL) {
        return;
    }
    const wend_allocator allocator = b->allocator;
    wendi_cluster_work_free(&b->work, &b->cells.clusters, &allocator);
    if (cells != NULL) {
        wendi_cells_set_factor_bounds(&b->cells);
        *cells = b->cells;
    } else {
        wendi_mesh_cells_free(&b->cells, &allocator);
    }
    wendi_free(&allocator, b, sizeof *b);
}
