/* Convex cells of a mesh for one filter, as few as are easily found, with the properties of their
 * edges.
 * Cost: some 0.2 us a polygon. */
#include "route/mesh_space/cells.h"

#include "base/core/memory.h"
#include "route/mesh_space/rings.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* True if the corner lies in the middle of a straight wall, or of a straight edge to one other
 * cell. */
static bool is_needless(const wendi_cell_rings *r, uint32_t corner)
{
    const uint32_t before = r->before[corner];
    const uint32_t twin = r->twin[corner];
    const uint32_t twin_before = r->twin[before];
    if (twin != NONE) {
        return twin_before != NONE && r->next[twin] == twin_before;
    }
    const wend_vec2 a = wendi_cell_rings_point(r, before);
    const wend_vec2 b = wendi_cell_rings_point(r, corner);
    const wend_vec2 c = wendi_cell_rings_point(r, r->next[corner]);
    return twin_before == NONE && !(wendi_orient(a, b, c) > 0) && wendi_mesh_is_convex(a, b, c);
}

static bool cells_reserve(wendi_mesh_cells *cells, const wend_allocator *a, uint32_t half_count,
                          uint32_t cell_count)
{
    cells->half_capacity = half_count;
    cells->cell_capacity = cell_count;
    const size_t polygons = cells->polygon_count;
    cells->halves = wendi_alloc(a, half_count * sizeof *cells->halves);
    cells->firsts = wendi_alloc(a, ((size_t)cell_count + 1) * sizeof *cells->firsts);
    cells->exits = wendi_alloc(a, cell_count * sizeof *cells->exits);
    cells->components = wendi_alloc(a, cell_count * sizeof *cells->components);
    cells->open_halves = wendi_alloc_zero(a, cell_count * sizeof *cells->open_halves);
    cells->centroids = wendi_alloc(a, cell_count * sizeof *cells->centroids);
    cells->polygon_firsts =
        wendi_alloc_zero(a, ((size_t)cell_count + 1) * sizeof *cells->polygon_firsts);
    cells->factors = wendi_alloc(a, cell_count * sizeof *cells->factors);
    cells->cell_of = wendi_alloc(a, polygons * sizeof *cells->cell_of);
    cells->polygons = wendi_alloc(a, polygons * sizeof *cells->polygons);
    return (half_count == 0 || cells->halves != NULL) && cells->firsts != NULL &&
           (cell_count == 0 ||
            (cells->exits != NULL && cells->components != NULL && cells->open_halves != NULL &&
             cells->centroids != NULL && cells->factors != NULL)) &&
           cells->polygon_firsts != NULL &&
           (polygons == 0 || (cells->cell_of != NULL && cells->polygons != NULL));
}

void wendi_mesh_cells_free(wendi_mesh_cells *cells, const wend_allocator *a)
{
    wendi_free(a, cells->halves, cells->half_capacity * sizeof *cells->halves);
    wendi_free(a, cells->firsts, ((size_t)cells->cell_capacity + 1) * sizeof *cells->firsts);
    wendi_free(a, cells->exits, cells->cell_capacity * sizeof *cells->exits);
    wendi_free(a, cells->components, cells->cell_capacity * sizeof *cells->components);
    wendi_free(a, cells->open_halves, cells->cell_capacity * sizeof *cells->open_halves);
    wendi_free(a, cells->centroids, cells->cell_capacity * sizeof *cells->centroids);
    wendi_free(a, cells->polygon_firsts,
               ((size_t)cells->cell_capacity + 1) * sizeof *cells->polygon_firsts);
    wendi_free(a, cells->factors, cells->cell_capacity * sizeof *cells->factors);
    wendi_free(a, cells->cell_of, cells->polygon_count * sizeof *cells->cell_of);
    wendi_free(a, cells->polygons, cells->polygon_count * sizeof *cells->polygons);
    memset(cells, 0, sizeof *cells);
}

size_t wendi_mesh_cells_bytes(const wendi_mesh_cells *cells)
{
    return cells->half_capacity * sizeof *cells->halves +
           (size_t)cells->cell_capacity * (sizeof(double) + sizeof(wend_vec2) +
                                           4 * sizeof(uint32_t) + sizeof(wendi_mesh_open_halves)) +
           (size_t)cells->polygon_count * 2 * sizeof(uint32_t);
}

/* Numbers the corners that stay, ring after ring. Rings begin at their lowest corner that stays.
 * half_of[corner] = NONE for all others.
 * @return the number of cells */
static uint32_t number_halves(wendi_cell_rings *r, wendi_mesh_cells *cells)
{
    uint32_t halves = 0;
    uint32_t count = 0;
    memset(r->half_of, 0xFF, r->view->corner_count * sizeof *r->half_of);
    for (uint32_t c = 0; c < r->view->corner_count; c++) {
        if (r->is_gone[c] || r->half_of[c] != NONE || !(r->factor[r->polygon_of[c]] > 0) ||
            is_needless(r, c)) {
            continue;
        }
        if (cells != NULL) {
            cells->firsts[count] = halves;
            cells->factors[count] = r->factor[r->polygon_of[c]];
        }
        uint32_t at = c;
        do {
            if (!is_needless(r, at)) {
                r->half_of[at] = halves;
                halves++;
            }
            at = r->next[at];
        } while (at != c);
        count++;
    }
    if (cells != NULL) {
        cells->firsts[count] = halves;
    }
    return count;
}

/* The edge from a corner goes on over needless corners; its twin begins where it ends. */
static uint32_t twin_half(const wendi_cell_rings *r, uint32_t corner)
{
    if (r->twin[corner] == NONE) {
        return NONE;
    }
    uint32_t last = corner;
    while (r->half_of[r->next[last]] == NONE) {
        last = r->next[last];
    }
    return r->half_of[r->twin[last]];
}

static void fill_halves(wendi_cell_rings *r, wendi_mesh_cells *cells)
{
    for (uint32_t c = 0; c < r->view->corner_count; c++) {
        const uint32_t half = r->half_of[c];
        if (half == NONE) {
            continue;
        }
        wendi_mesh_half *h = &cells->halves[half];
        h->point = wendi_cell_rings_point(r, c);
        h->vertex = r->view->vertices[c];
        h->twin = twin_half(r, c);
        h->flags = 0;
    }
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        for (uint32_t h = cells->firsts[cell]; h < cells->firsts[cell + 1]; h++) {
            cells->halves[h].cell = cell;
        }
    }
}

/* Which cell each polygon became part of: walked through the rings, then through merged edges. */
static void fill_polygons(wendi_cell_rings *r, wendi_mesh_cells *cells)
{
    const wendi_mesh_view *view = r->view;
    memset(cells->cell_of, 0xFF, view->polygon_count * sizeof *cells->cell_of);
    for (uint32_t c = 0; c < view->corner_count; c++) {
        if (r->half_of[c] == NONE) {
            continue;
        }
        const uint32_t cell = cells->halves[r->half_of[c]].cell;
        for (uint32_t at = c;;) {
            cells->cell_of[r->polygon_of[at]] = cell;
            at = r->next[at];
            if (r->half_of[at] != NONE) {
                break;
            }
        }
    }
}

/* A polygon in the middle of a cell has no edge left on its ring: it gets the cell of its
 * neighbours. */
static void spread_polygons(wendi_cell_rings *r, wendi_mesh_cells *cells)
{
    const wendi_mesh_view *view = r->view;
    uint32_t *waiting = r->before; /* no longer needed */
    uint32_t count = 0;
    for (uint32_t p = 0; p < view->polygon_count; p++) {
        if (cells->cell_of[p] != NONE) {
            waiting[count++] = p;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t p = waiting[i];
        for (uint32_t c = view->firsts[p]; c < view->firsts[p + 1]; c++) {
            const uint32_t beyond = r->is_gone[c] ? r->polygon_of[r->twin[c]] : p;
            if (cells->cell_of[beyond] == NONE) {
                cells->cell_of[beyond] = cells->cell_of[p];
                waiting[count++] = beyond;
            }
        }
    }
}

static void list_polygons(wendi_mesh_cells *cells)
{
    uint32_t *firsts = cells->polygon_firsts;
    for (uint32_t p = 0; p < cells->polygon_count; p++) {
        if (cells->cell_of[p] != NONE) {
            firsts[cells->cell_of[p] + 1]++;
        }
    }
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        firsts[cell + 1] += firsts[cell];
    }
    for (uint32_t p = cells->polygon_count; p-- > 0;) {
        if (cells->cell_of[p] != NONE) {
            firsts[cells->cell_of[p] + 1]--;
            cells->polygons[firsts[cells->cell_of[p] + 1]] = p;
        }
    }
    /* Each entry was counted down to its own cell's first: shift back. */
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        firsts[cell] = firsts[cell + 1];
    }
    uint32_t total = 0;
    for (uint32_t p = 0; p < cells->polygon_count; p++) {
        total += cells->cell_of[p] != NONE;
    }
    firsts[cells->cell_count] = total;
}

static wend_result lay_out(wendi_cell_rings *r, wendi_mesh_cells *cells)
{
    uint32_t half_count = 0;
    const uint32_t cell_count = number_halves(r, NULL);
    for (uint32_t c = 0; c < r->view->corner_count; c++) {
        half_count += r->half_of[c] != NONE;
    }
    const size_t flags =
        (size_t)half_count + r->view->vertex_count; /* cells and all fans are fewer */
    bool *marks = wendi_alloc_zero(r->allocator, flags + 1);
    if (marks == NULL || !cells_reserve(cells, r->allocator, half_count, cell_count)) {
        wendi_free(r->allocator, marks, flags + 1);
        return WEND_ERROR_MEMORY;
    }
    cells->half_count = half_count;
    cells->cell_count = number_halves(r, cells);
    fill_halves(r, cells);
    fill_polygons(r, cells);
    spread_polygons(r, cells);
    list_polygons(cells);
    /* `next` is no longer needed; there are fewer cells than corners. */
    wendi_mesh_cells_set_properties(cells, marks, flags, r->next);
    wendi_free(r->allocator, marks, flags + 1);
    return WEND_OK;
}

wend_result wendi_mesh_cells_create(const wendi_mesh_view *view, const wendi_mesh_filter *filter,
                                    const wend_allocator *allocator, wendi_mesh_cells *cells)
{
    memset(cells, 0, sizeof *cells);
    cells->polygon_count = view->polygon_count;
    cells->vertex_count = view->vertex_count;
    wendi_cell_rings r = {.view = view, .allocator = allocator};
    wend_result result = WEND_ERROR_MEMORY;
    if (wendi_cell_rings_reserve(&r)) {
        wendi_cell_rings_fill(&r, filter);
        wendi_cell_rings_merge(&r);
        result = lay_out(&r, cells);
    }
    wendi_cell_rings_free(&r);
    if (result != WEND_OK) {
        wendi_mesh_cells_free(cells, allocator);
    }
    return result;
}
