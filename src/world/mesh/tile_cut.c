/* Cuts a mesh into tiles: sorts its polygons by the squares of their middles.
 * Cost: some 1 us a polygon. */
#include "world/mesh/tiles.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

static const uint32_t NONE = UINT32_MAX;

struct wend_mesh_cut {
    wend_allocator allocator;
    wendi_writer writer;
    size_t *ends; /* [tile_count] of each tile's bytes */
    size_t tile_count;
    uint32_t max_polygons, max_corners;
    wend_vec3 low, high;
    double cell_size;
    double factors[WEND_MESH_AREAS];
};

/* A cut that is made. */
typedef struct mesh_cutter {
    const wend_mesh *m;
    wend_mesh_cut *cut;
    double tile_size;
    wendi_sort_pair *pairs;     /* [2 * base_count] tiles of polygons, sorted; and scratch */
    uint32_t *polygons;         /* [base_count] by tiles */
    uint32_t *locals;           /* [base_corners] */
    wend_mesh_tile_id *tile_of; /* [base_count] */
    wendi_tile_border *borders; /* [base_corners] */
} mesh_cutter;

static int32_t line_of(double value, double tile_size)
{
    return (int32_t)floor(value / tile_size);
}

static wend_mesh_tile_id tile_of(const mesh_cutter *k, uint32_t p)
{
    const uint32_t first = k->m->firsts[p];
    const uint32_t count = wendi_mesh_base_end(k->m, p) - first;
    wend_vec2 sum = {0, 0};
    for (uint32_t c = first; c < first + count; c++) {
        sum = wend_vec2_add(sum, wendi_mesh_point(k->m, c));
    }
    return (wend_mesh_tile_id){line_of(sum.x / count, k->tile_size),
                               line_of(sum.y / count, k->tile_size)};
}

/* Rises with the row, then with the column. */
static uint64_t key_of(wend_mesh_tile_id id)
{
    const uint32_t sign = (uint32_t)1 << 31;
    return (uint64_t)((uint32_t)id.y ^ sign) << 32 | ((uint32_t)id.x ^ sign);
}

static bool allocate(mesh_cutter *k)
{
    const wend_allocator *a = &k->cut->allocator;
    const size_t polygons = k->m->base_count;
    k->pairs = wendi_alloc_items(a, 2 * polygons, sizeof *k->pairs);
    k->polygons = wendi_alloc_items(a, polygons, sizeof *k->polygons);
    k->tile_of = wendi_alloc_items(a, polygons, sizeof *k->tile_of);
    k->locals = wendi_alloc_items(a, k->m->base_corners, sizeof *k->locals);
    k->borders = wendi_alloc_items(a, k->m->base_corners, sizeof *k->borders);
    return k->pairs != NULL && k->polygons != NULL && k->tile_of != NULL && k->locals != NULL &&
           k->borders != NULL;
}

static void cutter_free(mesh_cutter *k)
{
    const wend_allocator *a = &k->cut->allocator;
    const size_t polygons = k->m->base_count;
    wendi_free(a, k->pairs, 2 * polygons * sizeof *k->pairs);
    wendi_free(a, k->polygons, polygons * sizeof *k->polygons);
    wendi_free(a, k->tile_of, polygons * sizeof *k->tile_of);
    wendi_free(a, k->locals, (size_t)k->m->base_corners * sizeof *k->locals);
    wendi_free(a, k->borders, (size_t)k->m->base_corners * sizeof *k->borders);
}

/* The end of the polygons of one tile. */
static uint32_t end_of_tile(const mesh_cutter *k, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < k->m->base_count && k->pairs[end].key == k->pairs[first].key) {
        end++;
    }
    return end;
}

/* Numbers polygons and corners in their tiles. @return the number of tiles. */
static uint32_t sort(mesh_cutter *k)
{
    const wend_mesh *m = k->m;
    wend_mesh_cut *cut = k->cut;
    for (uint32_t p = 0; p < m->base_count; p++) {
        k->tile_of[p] = tile_of(k, p);
        k->pairs[p] = (wendi_sort_pair){key_of(k->tile_of[p]), p};
    }
    wendi_sort_pairs(k->pairs, k->pairs + m->base_count, m->base_count);
    uint32_t tiles = 0;
    for (uint32_t first = 0; first < m->base_count; tiles++) {
        const uint32_t end = end_of_tile(k, first);
        uint32_t corners = 0;
        for (uint32_t i = first; i < end; i++) {
            const uint32_t p = k->polygons[i] = k->pairs[i].value;
            for (uint32_t c = m->firsts[p]; c < wendi_mesh_base_end(m, p); c++) {
                k->locals[c] = corners++;
            }
        }
        cut->max_polygons = end - first > cut->max_polygons ? end - first : cut->max_polygons;
        cut->max_corners = corners > cut->max_corners ? corners : cut->max_corners;
        first = end;
    }
    return tiles;
}

static void find_borders(mesh_cutter *k)
{
    const wend_mesh *m = k->m;
    const uint32_t *twins = m->carve == NULL ? m->twins : m->carve->base_twins;
    const uint32_t *neighbours = m->carve == NULL ? m->neighbours : m->carve->base_neighbours;
    for (uint32_t p = 0; p < m->base_count; p++) {
        for (uint32_t c = m->firsts[p]; c < wendi_mesh_base_end(m, p); c++) {
            k->borders[c] = (wendi_tile_border){.corner = NONE};
            if (twins[c] != NONE && key_of(k->tile_of[neighbours[c]]) != key_of(k->tile_of[p])) {
                k->borders[c] = (wendi_tile_border){k->tile_of[neighbours[c]], k->locals[twins[c]]};
            }
        }
    }
}

static bool write_tiles(mesh_cutter *k)
{
    const wend_mesh *m = k->m;
    wend_mesh_cut *cut = k->cut;
    size_t tile = 0;
    for (uint32_t first = 0; first < m->base_count; tile++) {
        const uint32_t end = end_of_tile(k, first);
        const uint32_t last = k->polygons[end - 1];
        const wendi_tile_source source = {
            .mesh = m,
            .info = {.id = k->tile_of[last],
                     .polygon_count = end - first,
                     .corner_count = k->locals[wendi_mesh_base_end(m, last) - 1] + 1},
            .polygons = k->polygons + first,
            .locals = k->locals,
            .borders = k->borders};
        wendi_tile_write(&cut->writer, &source);
        cut->ends[tile] = cut->writer.bytes.count;
        first = end;
    }
    return !cut->writer.has_failed;
}

static bool make(mesh_cutter *k)
{
    wend_mesh_cut *cut = k->cut;
    if (!allocate(k)) {
        return false;
    }
    const uint32_t tiles = sort(k);
    cut->ends = wendi_alloc_items(&cut->allocator, tiles, sizeof *cut->ends);
    if (cut->ends == NULL) {
        return false;
    }
    cut->tile_count = tiles;
    find_borders(k);
    return write_tiles(k);
}

wend_result wend_mesh_cut_create(const wend_mesh *mesh, double tile_size,
                                 const wend_allocator *allocator, wend_mesh_cut **cut,
                                 wend_message *message)
{
    static const char function[] = "wend_mesh_cut_create";
    wendi_message_clear(message);
    if (cut != NULL) {
        *cut = NULL;
    }
    if (cut == NULL || mesh == NULL) {
        return wendi_refuse_null(message, function, cut == NULL ? "cut" : "mesh");
    }
    if (mesh->tiles != NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "%s: the mesh is made of tiles: wend_mesh_save_tile gives their bytes",
                          function);
    }
    if (!wendi_check_range(message, function, "tile_size", tile_size, 1, WEND_COORDINATE_MAX)) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_mesh_cut *made = wendi_alloc_zero(allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = allocator == NULL ? (wend_allocator){NULL, NULL} : *allocator;
    made->low = mesh->low;
    made->high = mesh->high;
    /* Half of the side of a polygon, on average. */
    made->cell_size = wend_sqrt(mesh->sums[mesh->base_count] / mesh->base_count) / 2;
    made->cell_size = made->cell_size < WEND_COORDINATE_MAX ? made->cell_size : WEND_COORDINATE_MAX;
    memcpy(made->factors, mesh->factors, sizeof made->factors);
    wendi_writer_init(&made->writer, &made->allocator);
    mesh_cutter k = {.m = mesh, .cut = made, .tile_size = tile_size};
    const bool is_made = make(&k);
    cutter_free(&k);
    if (!is_made) {
        wend_mesh_cut_destroy(made);
        return wendi_fail_plain(message, function, WEND_ERROR_MEMORY);
    }
    *cut = made;
    return WEND_OK;
}

void wend_mesh_cut_destroy(wend_mesh_cut *cut)
{
    if (cut == NULL) {
        return;
    }
    const wend_allocator allocator = cut->allocator;
    wendi_writer_free(&cut->writer);
    wendi_free(&allocator, cut->ends, cut->tile_count * sizeof *cut->ends);
    wendi_free(&allocator, cut, sizeof *cut);
}

size_t wend_mesh_cut_count(const wend_mesh_cut *cut)
{
    return cut == NULL ? 0 : cut->tile_count;
}

const uint8_t *wend_mesh_cut_tile(const wend_mesh_cut *cut, size_t index, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (cut == NULL || count == NULL || index >= cut->tile_count) {
        return NULL;
    }
    const size_t first = index == 0 ? 0 : cut->ends[index - 1];
    *count = cut->ends[index] - first;
    return cut->writer.bytes.items + first;
}

wend_mesh_tiles_def wend_mesh_cut_def(const wend_mesh_cut *cut)
{
    wend_mesh_tiles_def def = wend_mesh_tiles_def_default();
    if (cut != NULL) {
        def.max_polygons = cut->max_polygons;
        def.max_corners = cut->max_corners;
        def.low = cut->low;
        def.high = cut->high;
        def.cell_size = cut->cell_size;
        def.factors = cut->factors;
    }
    return def;
}
