/* Compares two spaces of one mesh, part by part. */
#include "support/same_space.h"

#include "route/mesh_space/patches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t NONE = UINT32_MAX;

static bool is_same_bytes(const void *a, const void *b, size_t count)
{
    return count == 0 || memcmp(a, b, count) == 0;
}

static bool has_same_shapes(const wend_mesh_space *a, const wend_mesh_space *b)
{
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(a->mesh, &low, &high);
    bool holds = a->patch_count == b->patch_count;
    for (uint32_t k = 0; k < 5 && holds; ++k) {
        const double x = low.x + (high.x - low.x) * k / 4;
        const wend_vec2 from = {x, low.y};
        const wend_vec2 to = {high.x, high.y};
        const double left = wendi_mesh_patches_cost(a, from, to);
        const double right = wendi_mesh_patches_cost(b, from, to);
        holds = memcmp(&left, &right, sizeof left) == 0;
    }
    return holds;
}

static bool has_same_cell(const wendi_mesh_cells *a, const wendi_mesh_cells *b, uint32_t cell)
{
    const wendi_mesh_range range = a->ranges[cell];
    const wendi_mesh_range listed = a->polygon_ranges[cell];
    if (!is_same_bytes(&range, &b->ranges[cell], sizeof range) ||
        !is_same_bytes(&listed, &b->polygon_ranges[cell], sizeof listed)) {
        return false;
    }
    bool holds =
        range.end == 0 ||
        (is_same_bytes(&a->centroids[cell], &b->centroids[cell], sizeof a->centroids[cell]) &&
         is_same_bytes(&a->factors[cell], &b->factors[cell], sizeof a->factors[cell]) &&
         is_same_bytes(a->polygons + listed.first, b->polygons + listed.first,
                       (listed.end - listed.first) * sizeof *a->polygons));
    for (uint32_t h = range.first; h < range.end && holds; ++h) {
        const wendi_mesh_half *x = &a->halves[h];
        const wendi_mesh_half *y = &b->halves[h];
        holds = memcmp(&x->point, &y->point, sizeof x->point) == 0 && x->vertex == y->vertex &&
                x->twin == y->twin && x->cell == cell && y->cell == cell &&
                (x->flags & WENDI_HALF_CORNER) == (y->flags & WENDI_HALF_CORNER);
    }
    return holds;
}

/* Halves without a cell have no twin; the flags and bits of the others follow from the exits. */
static bool is_consistent(const wendi_mesh_cells *cells)
{
    bool holds = true;
    uint32_t used = 0;
    bool *is_used = calloc((size_t)cells->half_count + 1, 1);
    for (uint32_t cell = 0; cell < cells->cell_count && holds; ++cell) {
        const wendi_mesh_range range = cells->ranges[cell];
        wendi_mesh_open_halves open = {0, 0};
        const bool has_bits = range.end - range.first <= WENDI_MESH_CELL_BITS;
        used += range.end - range.first;
        holds = range.end > 0 || cells->exits[cell] == NONE;
        for (uint32_t h = range.first; h < range.end; ++h) {
            const uint32_t twin = cells->halves[h].twin;
            const bool leads_in = twin != NONE && cells->exits[cells->halves[twin].cell] == twin;
            is_used[h] = true;
            holds = holds && (twin == NONE || cells->halves[twin].twin == h) &&
                    ((cells->halves[h].flags & WENDI_HALF_DEAD_END) != 0) == leads_in;
            if (has_bits && twin != NONE) {
                *(leads_in ? &open.dead_ends : &open.open) |= (uint64_t)1 << (h - range.first);
            }
        }
        holds = holds && open.open == cells->open_halves[cell].open &&
                open.dead_ends == cells->open_halves[cell].dead_ends;
    }
    for (uint32_t h = 0; h < cells->half_count && holds; ++h) {
        holds = is_used[h] || cells->halves[h].twin == NONE;
    }
    free(is_used);
    return holds && used == cells->used_half_count;
}

/* The same polygons are together; sizes are right. */
static bool has_same_components(const wendi_mesh_cells *a, const wendi_mesh_cells *b)
{
    const size_t count = a->polygon_count;
    uint32_t *other = malloc((2 * count + 1) * sizeof *other);
    uint32_t *sizes = calloc(count + 1, sizeof *sizes);
    memset(other, 0xFF, 2 * count * sizeof *other);
    bool holds = true;
    for (size_t p = 0; p < count && holds; ++p) {
        const uint32_t x = a->components.labels[p];
        const uint32_t y = b->components.labels[p];
        holds = (x == NONE) == (y == NONE) && (x == NONE) == (a->cell_of[p] == NONE);
        if (holds && x != NONE) {
            sizes[x]++;
            other[x] = other[x] == NONE ? y : other[x];
            other[count + y] = other[count + y] == NONE ? x : other[count + y];
            holds = other[x] == y && other[count + y] == x;
        }
    }
    holds = holds && is_same_bytes(sizes, a->components.sizes, count * sizeof *sizes);
    free(other);
    free(sizes);
    return holds;
}

static bool has_same_dead_ends(const wendi_mesh_cells *a, const wendi_mesh_cells *b)
{
    bool holds = true;
    for (uint32_t cell = 0; cell < a->cell_count && holds; ++cell) {
        holds = a->ranges[cell].end == 0 || a->exits[cell] == b->exits[cell];
    }
    return holds;
}

static bool holds_or_print(bool holds, const char *what)
{
    if (!holds) {
        (void)fprintf(stderr, "spaces differ: %s\n", what);
    }
    return holds;
}

bool same_space(const wend_mesh_space *space, const wend_mesh_space *fresh)
{
    const wendi_mesh_cells *a = &space->cells;
    const wendi_mesh_cells *b = &fresh->cells;
    bool holds =
        holds_or_print(wendi_mesh_space_is_fresh(space), "not fresh") &&
        holds_or_print(space->revision == fresh->revision, "revisions") &&
        holds_or_print(a->cell_count == b->cell_count && a->half_count == b->half_count &&
                           a->polygon_count == b->polygon_count &&
                           a->vertex_count == b->vertex_count &&
                           a->used_half_count == b->used_half_count,
                       "counts") &&
        holds_or_print(is_same_bytes(a->cell_of, b->cell_of, a->polygon_count * sizeof *a->cell_of),
                       "cells of polygons");
    for (uint32_t cell = 0; cell < a->cell_count && holds; ++cell) {
        holds = holds_or_print(has_same_cell(a, b, cell), "a cell");
    }
    return holds && holds_or_print(is_consistent(a) && is_consistent(b), "inconsistent") &&
           holds_or_print(has_same_components(a, b), "components") &&
           holds_or_print(has_same_dead_ends(a, b), "dead ends") &&
           holds_or_print(
               !(a->factor_least < b->factor_least) && !(a->factor_least > b->factor_least) &&
                   !(a->factor_most < b->factor_most) && !(a->factor_most > b->factor_most),
               "least or largest factor") &&
           holds_or_print(space->link_arc_count == fresh->link_arc_count, "links") &&
           holds_or_print(has_same_shapes(space, fresh), "overlays");
}
