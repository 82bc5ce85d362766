/* Lays out a whole mesh for one filter, in units.
 * Cost: some 0.3 us a polygon. */
#include "route/mesh_space/cells.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

enum { FLOODED_A_UNIT = 128 };

struct wendi_mesh_cells_build {
    wend_allocator allocator;
    wendi_mesh_view view;
    wendi_mesh_filter filter;
    wendi_mesh_cells cells;
    wendi_cluster_work work;
    uint32_t phase, at;            /* index of the next item */
    uint32_t done, waiting, label; /* of a flood */
};

typedef struct wendi_mesh_cells_build build;

/* ---- memory ---- */

static bool rings_reserve(wendi_mesh_rings *r, const wendi_mesh_view *view,
                          const wend_allocator *allocator)
{
    const size_t corners = view->corner_count;
    r->factors = wendi_alloc_zero(allocator, view->polygon_count * sizeof *r->factors);
    r->areas = wendi_alloc_zero(allocator, view->polygon_count);
    r->twin = wendi_alloc(allocator, corners * sizeof *r->twin);
    r->next = wendi_alloc(allocator, corners * sizeof *r->next);
    r->before = wendi_alloc(allocator, corners * sizeof *r->before);
    r->half_of = wendi_alloc(allocator, corners * sizeof *r->half_of);
    r->is_gone = wendi_alloc_zero(allocator, corners * sizeof *r->is_gone);
    return r->factors != NULL && r->areas != NULL && r->twin != NULL && r->next != NULL &&
           r->before != NULL && r->half_of != NULL && r->is_gone != NULL;
}

static void rings_free(wendi_mesh_rings *r, size_t polygons, size_t corners,
                       const wend_allocator *allocator)
{
    wendi_free(allocator, r->factors, polygons * sizeof *r->factors);
    wendi_free(allocator, r->areas, polygons);
    wendi_free(allocator, r->twin, corners * sizeof *r->twin);
    wendi_free(allocator, r->next, corners * sizeof *r->next);
    wendi_free(allocator, r->before, corners * sizeof *r->before);
    wendi_free(allocator, r->half_of, corners * sizeof *r->half_of);
    wendi_free(allocator, r->is_gone, corners * sizeof *r->is_gone);
    memset(r, 0, sizeof *r);
}

/* What depends on the number of cells and halves. */
static void free_counted(wendi_mesh_cells *cells, const wend_allocator *a)
{
    const size_t count = cells->cell_count;
    wendi_mesh_mending *m = &cells->mending;
    wendi_free(a, cells->halves, cells->half_count * sizeof *cells->halves);
    wendi_free(a, cells->ranges, count * sizeof *cells->ranges);
    wendi_free(a, cells->exits, count * sizeof *cells->exits);
    wendi_free(a, cells->open_halves, count * sizeof *cells->open_halves);
    wendi_free(a, cells->centroids, count * sizeof *cells->centroids);
    wendi_free(a, cells->polygon_ranges, count * sizeof *cells->polygon_ranges);
    wendi_free(a, cells->factors, count * sizeof *cells->factors);
    wendi_free(a, m->cluster_stamps, cells->clusters.count * sizeof *m->cluster_stamps);
    wendi_free(a, m->cluster_list, cells->clusters.count * sizeof *m->cluster_list);
    wendi_free(a, m->waiting, count * sizeof *m->waiting);
    wendi_free(a, m->is_waiting, count * sizeof *m->is_waiting);
    cells->halves = NULL;
    cells->ranges = cells->polygon_ranges = NULL;
    cells->exits = NULL;
    cells->open_halves = NULL;
    cells->centroids = NULL;
    cells->factors = NULL;
    m->cluster_stamps = m->cluster_list = m->waiting = NULL;
    m->is_waiting = NULL;
}

/* Memory for as many clusters, cells and halves as were counted. @return false without. */
static bool reserve_counted(wendi_mesh_cells *cells, const wend_allocator *a)
{
    const size_t clusters = cells->clusters.count;
    wendi_mesh_mending *m = &cells->mending;
    cells->half_count = cells->clusters.split_firsts[clusters];
    cells->cell_count = cells->clusters.count + cells->polygon_count;
    const size_t count = cells->cell_count;
    cells->halves = wendi_alloc(a, cells->half_count * sizeof *cells->halves);
    cells->ranges = wendi_alloc_zero(a, count * sizeof *cells->ranges);
    cells->exits = wendi_alloc(a, count * sizeof *cells->exits);
    cells->open_halves = wendi_alloc_zero(a, count * sizeof *cells->open_halves);
    cells->centroids = wendi_alloc(a, count * sizeof *cells->centroids);
    cells->polygon_ranges = wendi_alloc_zero(a, count * sizeof *cells->polygon_ranges);
    cells->factors = wendi_alloc(a, count * sizeof *cells->factors);
    m->cluster_stamps = wendi_alloc_zero(a, clusters * sizeof *m->cluster_stamps);
    m->cluster_list = wendi_alloc(a, clusters * sizeof *m->cluster_list);
    m->waiting = wendi_alloc(a, count * sizeof *m->waiting);
    m->is_waiting = wendi_alloc_zero(a, count * sizeof *m->is_waiting);
    if (cells->halves == NULL || cells->ranges == NULL || cells->exits == NULL ||
        cells->open_halves == NULL || cells->centroids == NULL || cells->polygon_ranges == NULL ||
        cells->factors == NULL || m->cluster_stamps == NULL || m->cluster_list == NULL ||
        m->waiting == NULL || m->is_waiting == NULL) {
        free_counted(cells, a);
        return false;
    }
    memset(cells->exits, 0xFF, count * sizeof *cells->exits);
    for (uint32_t h = 0; h < cells->half_count; h++) {
        cells->halves[h].twin = NONE;
    }
    return true;
}

/* A mesh may name a polygon as often as it remembers changes. */
static size_t changed_bytes(const wendi_mesh_cells *cells)
{
    const size_t polygons = cells->polygon_count;
    return (polygons > WENDI_MESH_CHANGES ? polygons : (size_t)WENDI_MESH_CHANGES) *
           sizeof *cells->mending.changed;
}

static bool reserve(build *b)
{
    wendi_mesh_cells *cells = &b->cells;
    const wend_allocator *a = &b->allocator;
    const size_t polygons = cells->polygon_count;
    cells->cell_of = wendi_alloc(a, polygons * sizeof *cells->cell_of);
    cells->polygons = wendi_alloc(a, polygons * sizeof *cells->polygons);
    cells->mending.changed = wendi_alloc(a, changed_bytes(cells));
    cells->mending.vertex_stamps =
        wendi_alloc_zero(a, b->view.vertex_count * sizeof *cells->mending.vertex_stamps);
    return cells->cell_of != NULL && cells->polygons != NULL && cells->mending.changed != NULL &&
           cells->mending.vertex_stamps != NULL &&
           wendi_clusters_reserve(&cells->clusters, &b->work, &b->view, a) &&
           rings_reserve(&cells->rings, &b->view, a) &&
           wendi_mesh_components_reserve(&cells->components, cells->polygon_count, a);
}

void wendi_mesh_cells_free(wendi_mesh_cells *cells, const wend_allocator *allocator)
{
    const size_t polygons = cells->polygon_count;
    free_counted(cells, allocator);
    wendi_free(allocator, cells->cell_of, polygons * sizeof *cells->cell_of);
    wendi_free(allocator, cells->polygons, polygons * sizeof *cells->polygons);
    wendi_free(allocator, cells->mending.changed, changed_bytes(cells));
    wendi_free(allocator, cells->mending.vertex_stamps,
               cells->clusters.vertex_count * sizeof *cells->mending.vertex_stamps);
    wendi_mesh_components_release(&cells->components, cells->polygon_count, allocator);
    rings_free(&cells->rings, polygons, cells->clusters.corner_count, allocator);
    wendi_clusters_free(&cells->clusters, allocator);
    memset(cells, 0, sizeof *cells);
}

size_t wendi_mesh_cells_bytes(const wendi_mesh_cells *cells)
{
    const size_t polygons = cells->polygon_count;
    const size_t corners = cells->clusters.corner_count;
    return cells->half_count * sizeof *cells->halves +
           (size_t)cells->cell_count *
               (sizeof(double) + sizeof(wend_vec2) + 2 * sizeof(wendi_mesh_range) +
                2 * sizeof(uint32_t) + sizeof(wendi_mesh_open_halves) + 1) +
           polygons * (6 * sizeof(uint32_t) + sizeof(double) + 1) + changed_bytes(cells) +
           corners * (4 * sizeof(uint32_t) + 1) +
           ((size_t)cells->clusters.vertex_count + 2 * (size_t)cells->clusters.count) *
               sizeof(uint32_t) +
           wendi_clusters_bytes(&cells->clusters);
}

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

/* Polygons as if all were open. */
static void reset_rings(build *b, uint32_t first, uint32_t end)
{
    wendi_mesh_rings *r = &b->cells.rings;
    for (uint32_t p = first; p < end; p++) {
        wendi_ring_reset(r, &b->view, p);
        for (uint32_t c = b->view.firsts[p]; c < b->view.ends[p]; c++) {
            r->twin[c] = b->view.twins[c];
            r->half_of[c] = NONE;
        }
        for (uint32_t c = b->view.ends[p]; c < b->view.firsts[p + 1]; c++) {
            r->twin[c] = r->half_of[c] = NONE; /* room for more corners, or of a polygon cut up */
            r->is_gone[c] = true;
        }
    }
}

static void list_edges(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_list_edges(&b->cells.clusters, &b->work, &b->view, first, end);
}

static void sort_run(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_sort_run(&b->work, first, end);
}

static void merge_clusters(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_merge(&b->cells.clusters, &b->work, &b->cells.rings, &b->view, first, end);
}

static void number_clusters(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_number(&b->cells.clusters, &b->work, &b->cells.rings, first, end);
}

static void count_clusters(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_count(&b->cells.clusters, &b->work, &b->view, &b->cells.rings, first, end);
}

static void count_edges(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_count_edges(&b->cells.clusters, &b->work, &b->view, first, end);
}

static void place_edges(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_place_edges(&b->cells.clusters, &b->work, &b->view, first, end);
}

static void place_polygons(build *b, uint32_t first, uint32_t end)
{
    wendi_clusters_place(&b->cells.clusters, &b->view, first, end);
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
        wendi_cells_set_vertex(&b->cells, &b->view, vertex);
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
    OF_POLYGONS,
    OF_CORNERS,
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
    AT_FACTORS, /* reads the mesh as it is; all others read what never changes */
    AT_MERGE_RUNS = 4,
    AT_RESERVE = 7,
    AT_ADD_UP = 10,
    AT_END_CLUSTERS = 13,
    AT_RESERVE_CELLS,
    AT_COMPONENTS = 22,
    AT_END
};

static const build_phase phases[AT_END] = {
    {OF_POLYGONS, 256, 24, read_factors},
    {OF_POLYGONS, 64, 40, reset_rings},
    {OF_POLYGONS, 64, 80, list_edges},
    {OF_EDGES, WENDI_CLUSTER_RUN, 400, sort_run},
    {UNTIL_OK, 0, 120, NULL}, /* AT_MERGE_RUNS */
    {OF_EDGES, 64, 160, merge_clusters},
    {OF_CORNERS, 256, 60, number_clusters},
    {ONCE, 0, 200, NULL}, /* AT_RESERVE */
    {OF_POLYGONS, 64, 40, count_clusters},
    {OF_EDGES, 256, 40, count_edges},
    {ONCE, 0, 200, NULL}, /* AT_ADD_UP */
    {OF_EDGES, 256, 40, place_edges},
    {OF_POLYGONS, 64, 40, place_polygons},
    {ONCE, 0, 200, NULL}, /* AT_END_CLUSTERS */
    {ONCE, 0, 400, NULL}, /* AT_RESERVE_CELLS */
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
    case OF_POLYGONS:
        return b->view.polygon_count;
    case OF_CORNERS:
        return b->view.corner_count;
    case OF_EDGES:
        return b->work.order_count;
    case OF_CLUSTERS:
        return b->cells.clusters.count;
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
        return wendi_clusters_reserve_counted(&b->cells.clusters, &b->allocator)
                   ? WEND_OK
                   : WEND_ERROR_MEMORY;
    case AT_ADD_UP:
        wendi_clusters_add_up(&b->cells.clusters);
        return WEND_OK;
    case AT_END_CLUSTERS:
        wendi_clusters_end(&b->cells.clusters);
        return WEND_OK;
    case AT_RESERVE_CELLS:
        return reserve_counted(&b->cells, &b->allocator) ? WEND_OK : WEND_ERROR_MEMORY;
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
    b->cells.polygon_count = b->cells.clusters.polygon_count = view->polygon_count;
    b->cells.clusters.corner_count = view->corner_count;
    b->cells.clusters.vertex_count = view->vertex_count;
    /* A vertex has no more fans than corners. */
    b->cells.vertex_count = view->vertex_count + view->corner_count;
    wendi_mesh_cells_read_again(b, view, filter);
    if (!reserve(b)) {
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
