/* The arrays of cells: made in three steps while a layout counts, and grown with the mesh.
 * Cost: once for an array; when obstacles need more numbers of pieces, arrays double as the mesh's. */
#include "route/mesh_space/cells.h"

#include "base/core/memory.h"

#include <stddef.h>
#include <string.h>

typedef enum array_items {
    OF_POLYGONS,
    OF_CORNERS,
    OF_VERTICES, /* of the mesh */
    OF_GROUPS,   /* of components that are reconnected */
    OF_CLUSTERS,
    OF_CLUSTER_FIRSTS,
    OF_EDGES,
    OF_CELLS,
    OF_HALVES
} array_items;

enum { ANY_BYTES = -1 };

/* An array of the struct. */
typedef struct array_place {
    size_t offset, item_bytes;
    array_items items;
    wendi_cells_stage stage;
    int fill; /* bytes of new items */
} array_place;

static const array_place places[] = {
    {offsetof(wendi_mesh_cells, cell_of), 4, OF_POLYGONS, WENDI_CELLS_FIRST, 0xFF},
    {offsetof(wendi_mesh_cells, polygons), 4, OF_POLYGONS, WENDI_CELLS_FIRST, ANY_BYTES},
    {offsetof(wendi_mesh_cells, components.labels), 4, OF_POLYGONS, WENDI_CELLS_FIRST, 0xFF},
    {offsetof(wendi_mesh_cells, components.sizes), 4, OF_POLYGONS, WENDI_CELLS_FIRST, 0},
    {offsetof(wendi_mesh_cells, components.marks), 4, OF_POLYGONS, WENDI_CELLS_FIRST, 0},
    {offsetof(wendi_mesh_cells, components.queue), 4, OF_POLYGONS, WENDI_CELLS_FIRST, ANY_BYTES},
    {offsetof(wendi_mesh_cells, clusters.cluster_of), 4, OF_POLYGONS, WENDI_CELLS_FIRST, 0xFF},
    {offsetof(wendi_mesh_cells, clusters.polygons), 4, OF_POLYGONS, WENDI_CELLS_FIRST, ANY_BYTES},
    {offsetof(wendi_mesh_cells, clusters.polygon_of), 4, OF_CORNERS, WENDI_CELLS_FIRST, ANY_BYTES},
    {offsetof(wendi_mesh_cells, clusters.vertex_of), 4, OF_CORNERS, WENDI_CELLS_FIRST, 0xFF},
    {offsetof(wendi_mesh_cells, clusters.next_corners), 4, OF_CORNERS, WENDI_CELLS_FIRST,
     ANY_BYTES},
    {offsetof(wendi_mesh_cells, clusters.first_corners), 4, OF_VERTICES, WENDI_CELLS_FIRST, 0xFF},
    {offsetof(wendi_mesh_cells, rings.factors), sizeof(double), OF_POLYGONS, WENDI_CELLS_FIRST, 0},
    {offsetof(wendi_mesh_cells, rings.areas), 1, OF_POLYGONS, WENDI_CELLS_FIRST, 0},
    {offsetof(wendi_mesh_cells, rings.twin), 4, OF_CORNERS, WENDI_CELLS_FIRST, 0xFF},
    {offsetof(wendi_mesh_cells, rings.next), 4, OF_CORNERS, WENDI_CELLS_FIRST, ANY_BYTES},
    {offsetof(wendi_mesh_cells, rings.before), 4, OF_CORNERS, WENDI_CELLS_FIRST, ANY_BYTES},
    {offsetof(wendi_mesh_cells, rings.half_of), 4, OF_CORNERS, WENDI_CELLS_FIRST, 0xFF},
    {offsetof(wendi_mesh_cells, rings.is_gone), sizeof(bool), OF_CORNERS, WENDI_CELLS_FIRST, 1},
    {offsetof(wendi_mesh_cells, mending.changed), 4, OF_POLYGONS, WENDI_CELLS_FIRST, ANY_BYTES},
    {offsetof(wendi_mesh_cells, mending.owners), 4, OF_POLYGONS, WENDI_CELLS_FIRST, ANY_BYTES},
    {offsetof(wendi_mesh_cells, mending.label_counts), 4, OF_POLYGONS, WENDI_CELLS_FIRST, 0},
    {offsetof(wendi_mesh_cells, mending.vertex_stamps), 4, OF_VERTICES, WENDI_CELLS_FIRST, 0},
    {offsetof(wendi_mesh_cells, mending.vertex_list), 4, OF_VERTICES, WENDI_CELLS_FIRST, ANY_BYTES},
    {offsetof(wendi_mesh_cells, mending.border), 4, OF_CORNERS, WENDI_CELLS_FIRST, ANY_BYTES},
    {offsetof(wendi_mesh_cells, mending.groups), 4, OF_GROUPS, WENDI_CELLS_FIRST, ANY_BYTES},
    {offsetof(wendi_mesh_cells, clusters.polygon_firsts), 4, OF_CLUSTER_FIRSTS, WENDI_CELLS_COUNTED,
     0},
    {offsetof(wendi_mesh_cells, clusters.edge_firsts), 4, OF_CLUSTER_FIRSTS, WENDI_CELLS_COUNTED,
     0},
    {offsetof(wendi_mesh_cells, clusters.whole_firsts), 4, OF_CLUSTER_FIRSTS, WENDI_CELLS_COUNTED,
     0},
    {offsetof(wendi_mesh_cells, clusters.split_firsts), 4, OF_CLUSTER_FIRSTS, WENDI_CELLS_COUNTED,
     0},
    {offsetof(wendi_mesh_cells, clusters.edges), 4, OF_EDGES, WENDI_CELLS_COUNTED, ANY_BYTES},
    {offsetof(wendi_mesh_cells, halves), sizeof(wendi_mesh_half), OF_HALVES, WENDI_CELLS_WHOLE,
     0xFF},
    {offsetof(wendi_mesh_cells, ranges), sizeof(wendi_mesh_range), OF_CELLS, WENDI_CELLS_WHOLE, 0},
    {offsetof(wendi_mesh_cells, exits), 4, OF_CELLS, WENDI_CELLS_WHOLE, 0xFF},
    {offsetof(wendi_mesh_cells, open_halves), sizeof(wendi_mesh_open_halves), OF_CELLS,
     WENDI_CELLS_WHOLE, 0},
    {offsetof(wendi_mesh_cells, centroids), sizeof(wend_vec2), OF_CELLS, WENDI_CELLS_WHOLE,
     ANY_BYTES},
    {offsetof(wendi_mesh_cells, polygon_ranges), sizeof(wendi_mesh_range), OF_CELLS,
     WENDI_CELLS_WHOLE, 0},
    {offsetof(wendi_mesh_cells, factors), sizeof(double), OF_CELLS, WENDI_CELLS_WHOLE, ANY_BYTES},
    {offsetof(wendi_mesh_cells, mending.waiting), 4, OF_CELLS, WENDI_CELLS_WHOLE, ANY_BYTES},
    {offsetof(wendi_mesh_cells, mending.is_waiting), sizeof(bool), OF_CELLS, WENDI_CELLS_WHOLE, 0},
    {offsetof(wendi_mesh_cells, mending.cluster_stamps), 4, OF_CLUSTERS, WENDI_CELLS_WHOLE, 0},
    {offsetof(wendi_mesh_cells, mending.cluster_list), 4, OF_CLUSTERS, WENDI_CELLS_WHOLE,
     ANY_BYTES},
};

enum { PLACES = sizeof places / sizeof places[0] };

static size_t count_of(const wendi_mesh_cells *cells, array_items items)
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    const size_t clusters = (size_t)cl->count + cl->polygon_count - cl->base_polygons;
    switch (items) {
    case OF_POLYGONS:
        return cl->polygon_count;
    case OF_CORNERS:
        return cl->corner_count;
    case OF_VERTICES:
        return cl->vertex_count;
    case OF_GROUPS:
        return 4 * (size_t)cells->mending.group_capacity;
    case OF_CLUSTERS:
        return clusters;
    case OF_CLUSTER_FIRSTS:
        return clusters + 1;
    case OF_EDGES:
        return cl->edge_count;
    case OF_CELLS:
        return cells->cell_count;
    case OF_HALVES:
    default:
        return cells->half_count;
    }
}

/* The pointers of the struct have many types. */
static void *block_at(const wendi_mesh_cells *cells, const array_place *place)
{
    void *block;
    memcpy(&block, (const char *)cells + place->offset, sizeof block);
    return block;
}

static void set_block(wendi_mesh_cells *cells, const array_place *place, const void *block)
{
    memcpy((char *)cells + place->offset, &block, sizeof block);
}

static void *make_block(const array_place *place, size_t count, const wend_allocator *allocator)
{
    if (place->fill == 0) {
        return wendi_alloc_items_zero(allocator, count, place->item_bytes);
    }
    void *block = wendi_alloc_items(allocator, count, place->item_bytes);
    if (block != NULL && place->fill != ANY_BYTES) {
        memset(block, place->fill, count * place->item_bytes);
    }
    return block;
}

static void free_stage(wendi_mesh_cells *cells, wendi_cells_stage stage,
                       const wend_allocator *allocator)
{
    for (uint32_t i = 0; i < PLACES; i++) {
        if (places[i].stage == stage) {
            wendi_free(allocator, block_at(cells, &places[i]),
                       count_of(cells, places[i].items) * places[i].item_bytes);
            set_block(cells, &places[i], NULL);
        }
    }
}

bool wendi_cells_reserve(wendi_mesh_cells *cells, wendi_cells_stage stage,
                         const wend_allocator *allocator)
{
    bool is_done = true;
    for (uint32_t i = 0; i < PLACES && is_done; i++) {
        const size_t count = count_of(cells, places[i].items);
        if (places[i].stage == stage && count > 0) {
            void *block = make_block(&places[i], count, allocator);
            set_block(cells, &places[i], block);
            is_done = block != NULL;
        }
    }
    if (!is_done) {
        free_stage(cells, stage, allocator);
    }
    return is_done;
}

void wendi_mesh_cells_free(wendi_mesh_cells *cells, const wend_allocator *allocator)
{
    free_stage(cells, WENDI_CELLS_FIRST, allocator);
    free_stage(cells, WENDI_CELLS_COUNTED, allocator);
    free_stage(cells, WENDI_CELLS_WHOLE, allocator);
    memset(cells, 0, sizeof *cells);
}

size_t wendi_mesh_cells_bytes(const wendi_mesh_cells *cells)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < PLACES; i++) {
        bytes += block_at(cells, &places[i]) == NULL
                     ? 0
                     : count_of(cells, places[i].items) * places[i].item_bytes;
    }
    return bytes;
}

void wendi_cells_set_sizes(wendi_mesh_cells *cells, const wendi_mesh_view *view)
{
    wendi_mesh_clusters *cl = &cells->clusters;
    const uint32_t vertices = 2 * (view->vertex_capacity - view->base_vertices);
    const uint32_t corners = 2 * (view->corner_capacity - view->base_corners);
    const uint32_t halves = cl->base_halves + view->corner_capacity - view->base_corners;
    cl->polygon_count = cells->polygon_count = view->polygon_capacity;
    cl->corner_count = view->corner_capacity;
    cl->vertex_count = view->vertex_capacity;
    cl->base_polygons = view->base_count;
    cl->base_corners = view->base_corners;
    cl->base_vertices = view->base_vertices;
    cells->cell_count = cl->count + cells->polygon_count;
    cells->half_count = halves;
    cells->vertex_count =
        view->base_vertices + view->base_corners + (vertices > corners ? vertices : corners);
}

/* Ranges of pieces that have no cluster yet: each is one of its own. */
static void add_pieces(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t first)
{
    wendi_mesh_clusters *cl = &cells->clusters;
    for (uint32_t p = first; p < cl->polygon_count; p++) {
        const uint32_t cluster = cl->count + p - cl->base_polygons;
        cl->cluster_of[p] = cluster;
        cl->polygons[p] = p;
        cl->polygon_firsts[cluster + 1] = p + 1;
        cl->edge_firsts[cluster + 1] = cl->edge_firsts[cl->count];
        cl->split_firsts[cluster] = cl->base_halves + view->firsts[p] - cl->base_corners;
        for (uint32_t c = view->firsts[p]; c < view->firsts[p + 1]; c++) {
            cl->polygon_of[c] = p;
        }
    }
}

void wendi_cells_add_pieces(wendi_mesh_cells *cells, const wendi_mesh_view *view)
{
    add_pieces(cells, view, cells->clusters.base_polygons);
}

bool wendi_mesh_cells_grow(wendi_mesh_cells *cells, const wendi_mesh_view *view,
                           uint32_t changed_count, const wend_allocator *allocator)
{
    const uint32_t old_count = cells->polygon_count;
    if (changed_count <= cells->mending.group_capacity && old_count == view->polygon_capacity &&
        cells->clusters.corner_count == view->corner_capacity &&
        cells->clusters.vertex_count == view->vertex_capacity) {
        return true;
    }
    wendi_mesh_cells grown = *cells;
    if (changed_count > grown.mending.group_capacity) {
        grown.mending.group_capacity = changed_count + changed_count / 2;
    }
    wendi_cells_set_sizes(&grown, view);
    bool is_done = true;
    for (uint32_t i = 0; i < PLACES; i++) {
        const size_t count = count_of(&grown, places[i].items);
        if (count != count_of(cells, places[i].items)) {
            void *block = is_done ? make_block(&places[i], count, allocator) : NULL;
            set_block(&grown, &places[i], block);
            is_done = is_done && block != NULL;
        }
    }
    for (uint32_t i = 0; i < PLACES; i++) {
        const size_t old = count_of(cells, places[i].items);
        const size_t count = count_of(&grown, places[i].items);
        void *block = block_at(cells, &places[i]);
        if (count == old) {
            continue;
        }
        if (!is_done) {
            wendi_free(allocator, block_at(&grown, &places[i]), count * places[i].item_bytes);
            continue;
        }
        if (old > 0) {
            memcpy(block_at(&grown, &places[i]), block, old * places[i].item_bytes);
        }
        wendi_free(allocator, block, old * places[i].item_bytes);
    }
    if (is_done) {
        *cells = grown;
        add_pieces(cells, view, old_count);
    }
    return is_done;
}
