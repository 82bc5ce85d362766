/* The lattice of cells over the triangles, and for each tile the triangles that lie over it or its
 * border.
 * Cost: two passes over triangles and the tiles under each. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "recast/bake.h"

#include <math.h>

static const int64_t CELLS_MOST = (int64_t)1 << 28; /* from the origin */
static const uint64_t TILES_MOST = (uint64_t)1 << 24;

wend_vec3 wendi_bake_point(const wend_bake_def *def, uint32_t index)
{
    const wend_vec3 p = def->points[index];
    return def->up == WEND_UP_Y          ? (wend_vec3){p.x, p.z, p.y}
           : def->up == WEND_UP_Y_TURNED ? (wend_vec3){p.x, 0 - p.z, p.y}
                                         : p;
}

void wendi_bake_triangle(const wend_bake_def *def, size_t triangle, wend_vec3 corners[3])
{
    for (size_t k = 0; k < 3; k++) {
        /* Swapped axes are a mirror, which reverses the orientation. */
        corners[def->up == WEND_UP_Y ? 2 - k : k] =
            wendi_bake_point(def, def->corners[3 * triangle + k]);
    }
}

static double least_of(double a, double b, double c)
{
    const double least = a < b ? a : b;
    return least < c ? least : c;
}

static double most_of(double a, double b, double c)
{
    return -least_of(-a, -b, -c);
}

/* ---- lattice ---- */

static void bounds_of(const wend_bake_def *def, wend_vec3 *low, wend_vec3 *high)
{
    const double far = (double)INFINITY;
    *low = (wend_vec3){far, far, far};
    *high = (wend_vec3){-far, -far, -far};
    for (size_t k = 0; k < 3 * def->triangle_count; k++) {
        const wend_vec3 p = wendi_bake_point(def, def->corners[k]);
        low->x = p.x < low->x ? p.x : low->x;
        low->y = p.y < low->y ? p.y : low->y;
        low->z = p.z < low->z ? p.z : low->z;
        high->x = p.x > high->x ? p.x : high->x;
        high->y = p.y > high->y ? p.y : high->y;
        high->z = p.z > high->z ? p.z : high->z;
    }
}

/* The cells from low to high; false when they are too far out to be exact. */
static bool lay_axis(double low, double high, double cell, int64_t *first, uint32_t *count)
{
    const double begin = floor(low / cell);
    const double end = floor(high / cell) + 1;
    if (begin < -(double)CELLS_MOST || end > (double)CELLS_MOST) {
        return false;
    }
    *first = (int64_t)begin;
    *count = (uint32_t)(end - begin);
    return true;
}

static wend_result lay_lattice(wend_bake *bake)
{
    wendi_bake_lattice *l = &bake->lattice;
    wend_vec3 low, high;
    uint32_t rises = 0;
    bounds_of(&bake->def, &low, &high);
    if (!lay_axis(low.x, high.x, l->cell, &l->low_x, &l->width) ||
        !lay_axis(low.y, high.y, l->cell, &l->low_y, &l->height) ||
        !lay_axis(low.z, high.z, l->rise, &l->low_h, &rises)) {
        return wendi_fail(bake->def.message, WEND_ERROR_ARGUMENT,
                          "points lie more than 2^28 cells from the origin");
    }
    l->low_h--; /* the lowest voxel has a bottom */
    l->tiles_x = (l->width + l->tile_cells - 1) / l->tile_cells;
    l->tiles_y = (l->height + l->tile_cells - 1) / l->tile_cells;
    const uint64_t tiles = (uint64_t)l->tiles_x * l->tiles_y;
    if (tiles > TILES_MOST) {
        return wendi_fail(bake->def.message, WEND_ERROR_FULL,
                          "there are more than 2^24 tiles: make cell_size or tile_cells larger");
    }
    bake->grid_count = (uint32_t)tiles;
    return WEND_OK;
}

void wendi_bake_tile_cells(const wend_bake *bake, uint32_t tile, uint32_t low[2], uint32_t size[2])
{
    const wendi_bake_lattice *l = &bake->lattice;
    low[0] = tile % l->tiles_x * l->tile_cells;
    low[1] = tile / l->tiles_x * l->tile_cells;
    size[0] = l->width - low[0] < l->tile_cells ? l->width - low[0] : l->tile_cells;
    size[1] = l->height - low[1] < l->tile_cells ? l->height - low[1] : l->tile_cells;
}

/* ---- triangles to tiles ---- */

/* The tiles first ... last, along one axis, that something from low to high lies over. */
static void tiles_along(const wend_bake *bake, double low, double high, int64_t first_cell,
                        uint32_t tiles, uint32_t *first, uint32_t *last)
{
    const double cell = bake->lattice.cell;
    const double side = bake->lattice.tile_cells;
    const double border = bake->config.border + 1;
    const double begin = floor((low / cell - (double)first_cell - border) / side);
    const double end = floor((high / cell - (double)first_cell + border) / side);
    *first = begin < 0 ? 0 : (uint32_t)begin;
    *last = end > (double)(tiles - 1) ? tiles - 1 : (uint32_t)end;
}

typedef void (*use_tile_fn)(wend_bake *bake, uint32_t tile, uint32_t triangle, uint64_t *sum);

static void each_tile(wend_bake *bake, uint32_t triangle, use_tile_fn use, uint64_t *sum)
{
    const wendi_bake_lattice *l = &bake->lattice;
    wend_vec3 p[3];
    uint32_t x0, x1, y0, y1;
    wendi_bake_triangle(&bake->def, triangle, p);
    tiles_along(bake, least_of(p[0].x, p[1].x, p[2].x), most_of(p[0].x, p[1].x, p[2].x), l->low_x,
                l->tiles_x, &x0, &x1);
    tiles_along(bake, least_of(p[0].y, p[1].y, p[2].y), most_of(p[0].y, p[1].y, p[2].y), l->low_y,
                l->tiles_y, &y0, &y1);
    for (uint32_t y = y0; y <= y1; y++) {
        for (uint32_t x = x0; x <= x1; x++) {
            use(bake, y * l->tiles_x + x, triangle, sum);
        }
    }
}

static void count_tile(wend_bake *bake, uint32_t tile, uint32_t triangle, uint64_t *sum)
{
    (void)triangle;
    bake->tile_firsts[tile]++;
    ++*sum;
}

/* Firsts begin at each tile's end and are counted down to its beginning. */
static void fill_tile(wend_bake *bake, uint32_t tile, uint32_t triangle, uint64_t *sum)
{
    (void)sum;
    bake->tile_triangles[--bake->tile_firsts[tile]] = triangle;
}

static wend_result sort_triangles(wend_bake *bake)
{
    uint64_t sum = 0;
    for (uint32_t t = 0; t < (uint32_t)bake->def.triangle_count && sum <= INT32_MAX; t++) {
        each_tile(bake, t, count_tile, &sum);
    }
    if (sum > INT32_MAX) {
        return wendi_fail(bake->def.message, WEND_ERROR_FULL,
                          "there are more than 2^31 triangles in tiles");
    }
    uint32_t end = 0;
    for (uint32_t tile = 0; tile < bake->grid_count; tile++) {
        bake->filled_count += bake->tile_firsts[tile] > 0 ? 1 : 0;
        end += bake->tile_firsts[tile];
        bake->tile_firsts[tile] = end;
    }
    bake->tile_firsts[bake->grid_count] = end;
    bake->tile_triangles = wendi_alloc(&bake->def.allocator, end * sizeof(uint32_t));
    if (bake->tile_triangles == NULL) {
        return WEND_ERROR_MEMORY;
    }
    /* Backwards, so that each tile has its triangles in their order. */
    for (uint32_t t = (uint32_t)bake->def.triangle_count; t-- > 0;) {
        each_tile(bake, t, fill_tile, &sum);
    }
    return WEND_OK;
}

wend_result wendi_bake_begin_tiles(wend_bake *bake)
{
    wend_result result = lay_lattice(bake);
    if (result != WEND_OK) {
        return result;
    }
    const size_t bytes = ((size_t)bake->grid_count + 1) * sizeof(uint32_t);
    bake->tile_firsts = wendi_alloc_zero(&bake->def.allocator, bytes);
    bake->edge_firsts = wendi_alloc_zero(&bake->def.allocator, bytes);
    result = bake->tile_firsts == NULL || bake->edge_firsts == NULL ? WEND_ERROR_MEMORY
                                                                    : sort_triangles(bake);
    if (result == WEND_ERROR_MEMORY) {
        return wendi_fail(bake->def.message, result, "out of memory");
    }
    return result;
}
