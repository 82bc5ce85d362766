/* Joins of edges of neighbouring tiles along their border: the rows over which two edges are one.
 * Cost: for each border, edges of one side times edges of the other that lie beside them.
 *
 *      a  |   b         Rows of a border run upwards here. Recast knew the cells beyond each tile
 *     ----+             too, so every row of an edge has its own floor and the floor beyond that an
 *      a  +----         agent can step to: rows are joined where that is the other edge's floor.
 *     ----+   c */
#include "base/core/memory.h"
#include "recast/bake.h"

/* A floor seen from both tiles may be rounded differently. */
enum { FLOOR_SLACK = 2 };

static const uint32_t *edge_at(const wend_bake *bake, uint32_t edge)
{
    return bake->polygons.edges.items + (size_t)edge * WENDI_EDGE_FIELDS;
}

static const uint32_t *row_at(const wend_bake *bake, const uint32_t *edge, uint32_t row)
{
    return bake->polygons.rows.items +
           2 * ((size_t)edge[WENDI_EDGE_ROW] + row - edge[WENDI_EDGE_LOW]);
}

static bool is_same_floor(uint32_t a, uint32_t b)
{
    const uint32_t off = a > b ? a - b : b - a;
    return a != UINT32_MAX && b != UINT32_MAX && off <= FLOOR_SLACK;
}

static bool is_joined(const wend_bake *bake, const uint32_t *a, const uint32_t *b, uint32_t row)
{
    const uint32_t *here = row_at(bake, a, row);
    const uint32_t *there = row_at(bake, b, row);
    return is_same_floor(here[1], there[0]) || is_same_floor(there[1], here[0]);
}

static bool push(wendi_bake_joins *joins, wendi_bake_join join)
{
    if (joins->count == joins->capacity) {
        const size_t capacity = joins->capacity > 0 ? 2 * joins->capacity : 64;
        void *grown =
            wendi_resize(&joins->allocator, joins->items, joins->capacity * sizeof *joins->items,
                         capacity * sizeof *joins->items);
        if (grown == NULL) {
            return false;
        }
        joins->items = grown;
        joins->capacity = capacity;
    }
    joins->items[joins->count++] = join;
    return true;
}

/* Runs of joined rows of two edges. */
static bool join_edges(const wend_bake *bake, uint32_t first, uint32_t second,
                       wendi_bake_joins *joins)
{
    const uint32_t *a = edge_at(bake, first);
    const uint32_t *b = edge_at(bake, second);
    const uint32_t low =
        a[WENDI_EDGE_LOW] > b[WENDI_EDGE_LOW] ? a[WENDI_EDGE_LOW] : b[WENDI_EDGE_LOW];
    const uint32_t high =
        a[WENDI_EDGE_HIGH] < b[WENDI_EDGE_HIGH] ? a[WENDI_EDGE_HIGH] : b[WENDI_EDGE_HIGH];
    for (uint32_t row = low; row < high;) {
        uint32_t end = row;
        while (end < high && is_joined(bake, a, b, end)) {
            end++;
        }
        if (end > row && !push(joins, (wendi_bake_join){{first, second}, row, end})) {
            return false;
        }
        row = end + 1;
    }
    return true;
}

static bool join_tiles(const wend_bake *bake, uint32_t tile, uint32_t side, uint32_t other,
                       wendi_bake_joins *joins)
{
    const uint32_t facing = side == 2 ? 0 : 3;
    for (uint32_t a = bake->edge_firsts[tile]; a < bake->edge_firsts[tile + 1]; a++) {
        if (edge_at(bake, a)[WENDI_EDGE_SIDE] != side) {
            continue;
        }
        for (uint32_t b = bake->edge_firsts[other]; b < bake->edge_firsts[other + 1]; b++) {
            if (edge_at(bake, b)[WENDI_EDGE_SIDE] == facing && !join_edges(bake, a, b, joins)) {
                return false;
            }
        }
    }
    return true;
}

bool wendi_bake_find_joins(const wend_bake *bake, wendi_bake_joins *joins)
{
    const wendi_bake_lattice *l = &bake->lattice;
    for (uint32_t tile = 0; tile < bake->grid_count; tile++) {
        const bool has_right = tile % l->tiles_x + 1 < l->tiles_x;
        const bool has_top = tile / l->tiles_x + 1 < l->tiles_y;
        if ((has_right && !join_tiles(bake, tile, 2, tile + 1, joins)) ||
            (has_top && !join_tiles(bake, tile, 1, tile + l->tiles_x, joins))) {
            return false;
        }
    }
    return true;
}
