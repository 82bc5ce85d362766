/* Bakes the remaining tiles, in groups on any threads, and adds them in the order of tiles.
 * Cost: 2 to 20 us a square metre at cells of 0.3. */
#include "base/core/budget.h"
#include "base/core/message.h"
#include "recast/bake.h"

#include <math.h>
#include <string.h>

/* Large enough to keep threads busy, small enough that few tiles are held twice. */
enum { GROUP = 16, HEIGHT_MOST = 8190 };

typedef struct tile_slot {
    uint32_t index, base; /* base: lowest height of the tile, on the lattice */
    wendi_tile *tile;
    wend_result result;
    bool is_too_tall;
} tile_slot;

typedef struct tile_group {
    const wend_bake *bake;
    tile_slot slots[GROUP];
    size_t count;
} tile_group;

/* ---- one tile, on any thread ---- */

static uint8_t code_of(const wend_bake *bake, uint32_t triangle, const wend_vec3 p[3])
{
    const uint8_t area = bake->def.areas != NULL ? bake->def.areas[triangle] : 0;
    const wend_vec3 u = {p[1].x - p[0].x, p[1].y - p[0].y, p[1].z - p[0].z};
    const wend_vec3 v = {p[2].x - p[0].x, p[2].y - p[0].y, p[2].z - p[0].z};
    const wend_vec3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    const double up = bake->def.is_two_sided && n.z < 0 ? -n.z : n.z;
    const double length = wend_sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    return up > 0 && up >= bake->least_up * length ? bake->code_of_area[area] : 0;
}

static bool fit_height(const wend_bake *bake, tile_slot *s, wendi_tile_config *config)
{
    double low = (double)INFINITY;
    double high = -(double)INFINITY;
    for (uint32_t k = bake->tile_firsts[s->index]; k < bake->tile_firsts[s->index + 1]; k++) {
        wend_vec3 p[3];
        wendi_bake_triangle(&bake->def, bake->tile_triangles[k], p);
        for (size_t c = 0; c < 3; c++) {
            low = p[c].z < low ? p[c].z : low;
            high = p[c].z > high ? p[c].z : high;
        }
    }
    const double first = floor(low / bake->lattice.rise) - 1;
    const double count = floor(high / bake->lattice.rise) + 2 - first;
    s->base = (uint32_t)(first - (double)bake->lattice.low_h);
    s->is_too_tall = count > (double)HEIGHT_MOST;
    config->height_cells = s->is_too_tall ? 0 : (int)count;
    return !s->is_too_tall;
}

static bool add_triangles(const wend_bake *bake, const tile_slot *s,
                          const wendi_tile_config *config)
{
    const wendi_bake_lattice *l = &bake->lattice;
    uint32_t low[2], size[2];
    wendi_bake_tile_cells(bake, s->index, low, size);
    const double x = (double)(l->low_x + low[0] - config->border) * l->cell;
    const double y = (double)(l->low_y + low[1] - config->border) * l->cell;
    const double z = (double)(l->low_h + s->base) * l->rise;
    for (uint32_t k = bake->tile_firsts[s->index]; k < bake->tile_firsts[s->index + 1]; k++) {
        wend_vec3 p[3];
        float corners[9];
        wendi_bake_triangle(&bake->def, bake->tile_triangles[k], p);
        for (size_t c = 0; c < 3; c++) {
            corners[3 * c] = (float)(p[c].x - x);
            corners[3 * c + 1] = (float)(p[c].z - z);
            corners[3 * c + 2] = (float)(p[c].y - y);
        }
        if (!wendi_tile_add(s->tile, corners, code_of(bake, bake->tile_triangles[k], p))) {
            return false;
        }
    }
    return true;
}

static wend_result bake_tile(const wend_bake *bake, tile_slot *s)
{
    wendi_tile_config config = bake->config;
    uint32_t low[2], size[2];
    wendi_bake_tile_cells(bake, s->index, low, size);
    config.width = (int)size[0];
    config.height = (int)size[1];
    if (!fit_height(bake, s, &config)) {
        return WEND_ERROR_FULL;
    }
    s->tile = wendi_tile_create(&config);
    if (s->tile == NULL || !add_triangles(bake, s, &config)) {
        return WEND_ERROR_MEMORY;
    }
    return wendi_tile_build(s->tile);
}

static void bake_block(void *context, size_t begin, size_t end)
{
    tile_group *g = context;
    for (size_t k = begin; k < end; k++) {
        g->slots[k].result = bake_tile(g->bake, &g->slots[k]);
    }
}

/* ---- taking over ---- */

static bool reserve(wendi_bake_polygons *polygons, const wendi_tile_view *v)
{
    return wendi_array_u32_reserve(&polygons->points,
                                   polygons->points.count + 3 * v->point_count) &&
           wendi_array_u32_reserve(&polygons->corners, polygons->corners.count + v->corner_count) &&
           wendi_array_u32_reserve(&polygons->neighbours,
                                   polygons->neighbours.count + v->corner_count) &&
           wendi_array_u8_reserve(&polygons->sizes, polygons->sizes.count + v->polygon_count) &&
           wendi_array_u8_reserve(&polygons->areas, polygons->areas.count + v->polygon_count) &&
           wendi_array_u32_reserve(&polygons->edges,
                                   polygons->edges.count + WENDI_EDGE_FIELDS * v->edge_count) &&
           wendi_array_u32_reserve(&polygons->rows, polygons->rows.count + 2 * v->row_count);
}

/* Pushing into reserved memory cannot fail. */
static void put(wendi_array_u32 *array, uint32_t value)
{
    array->items[array->count++] = value;
}

static uint32_t floor_of(uint16_t floor, uint32_t base)
{
    return floor == WENDI_TILE_NO_FLOOR ? UINT32_MAX : floor + base;
}

static void add_polygons(wend_bake *bake, const wendi_tile_view *v, const uint32_t low[2],
                         uint32_t base)
{
    wendi_bake_polygons *polygons = &bake->polygons;
    const uint32_t point_base = (uint32_t)(polygons->points.count / 3);
    const uint32_t polygon_base = (uint32_t)polygons->sizes.count;
    for (uint32_t k = 0; k < v->point_count; k++) {
        put(&polygons->points, low[0] + v->points[3 * k]);
        put(&polygons->points, low[1] + v->points[3 * k + 2]);
        put(&polygons->points, base + v->points[3 * k + 1]);
    }
    for (uint32_t k = 0; k < v->corner_count; k++) {
        const uint32_t beyond = v->neighbours[k];
        put(&polygons->corners, point_base + v->corners[k]);
        put(&polygons->neighbours, beyond == WEND_NODE_NONE ? beyond : polygon_base + beyond);
    }
    for (uint32_t k = 0; k < v->polygon_count; k++) {
        polygons->sizes.items[polygons->sizes.count++] = v->sizes[k];
        polygons->areas.items[polygons->areas.count++] = bake->area_of_code[v->areas[k] & 63];
    }
}

wend_result wendi_bake_add_tile(wend_bake *bake, uint32_t tile, uint32_t base,
                                const wendi_tile *baked)
{
    wendi_bake_polygons *polygons = &bake->polygons;
    const wendi_tile_view v = wendi_tile_get_view(baked);
    uint32_t low[2], size[2];
    wendi_bake_tile_cells(bake, tile, low, size);

    /* Only the first warning is kept in words. */
    if (bake->warning_count == 0 && v.warning_count > 0) {
        const size_t length = strlen(v.warning);
        memcpy(bake->first_warning, v.warning, length + 1);
    }
    bake->warning_count += v.warning_count;

    if (polygons->corners.count + v.corner_count > INT32_MAX ||
        polygons->rows.count + v.row_count > INT32_MAX) {
        return WEND_ERROR_FULL;
    }
    if (!reserve(polygons, &v)) {
        return WEND_ERROR_MEMORY;
    }
    bake->empty_count += v.polygon_count == 0 ? 1 : 0;
    const uint32_t corner_base = (uint32_t)polygons->corners.count;
    add_polygons(bake, &v, low, base);

    /* Edges on the sides of the tile, with the floors beyond them. */
    const uint32_t row_base = (uint32_t)(polygons->rows.count / 2);
    for (uint32_t k = 0; k < v.edge_count; k++) {
        const wendi_tile_edge *edge = &v.edges[k];
        const uint32_t from = low[edge->side == 0 || edge->side == 2 ? 1 : 0];
        put(&polygons->edges, corner_base + edge->corner);
        put(&polygons->edges, edge->side);
        put(&polygons->edges, from + edge->low);
        put(&polygons->edges, from + edge->high);
        put(&polygons->edges, row_base + edge->first_row);
    }
    for (uint32_t k = 0; k < v.row_count; k++) {
        put(&polygons->rows, floor_of(v.rows[k].own, base));
        put(&polygons->rows, floor_of(v.rows[k].beyond, base));
    }

    return WEND_OK;
}

/* ---- slices ---- */

/* A tile whose edges are not taken over yet has none. */
static void close_edges(wend_bake *bake, uint32_t tile)
{
    bake->edge_firsts[tile + 1] = (uint32_t)(bake->polygons.edges.count / WENDI_EDGE_FIELDS);
}

static wend_result fail_tile(wend_bake *bake, const tile_slot *s, wend_result result)
{
    const uint32_t columns = bake->lattice.tiles_x;
    const char *why = s->is_too_tall                ? "taller than 8190 cells"
                      : result == WEND_ERROR_MEMORY ? "out of memory"
                      : s->tile != NULL             ? wendi_tile_get_view(s->tile).warning
                                                    : "";
    bake->status = result;
    return wendi_fail(&bake->failure, result, "tile %lu, %lu: %s",
                      (unsigned long)(s->index % columns), (unsigned long)(s->index / columns),
                      why);
}

/* The tiles up to here that hold nothing have no edges either. */
static void add_slot(wend_bake *bake, const tile_slot *s, uint32_t *closed)
{
    for (; *closed < s->index; ++*closed) {
        close_edges(bake, *closed);
    }
    const wend_result result =
        s->result != WEND_OK ? s->result : wendi_bake_add_tile(bake, s->index, s->base, s->tile);
    if (result != WEND_OK) {
        fail_tile(bake, s, result);
        return;
    }
    close_edges(bake, s->index);
    *closed = s->index + 1;
    bake->done++;
}

static void bake_group(wend_bake *bake, size_t most)
{
    tile_group g = {.bake = bake};
    uint32_t closed = bake->next;

    /* The next tiles that are not empty. */
    for (; g.count < most && bake->next < bake->grid_count; bake->next++) {
        if (bake->tile_firsts[bake->next] < bake->tile_firsts[bake->next + 1]) {
            g.slots[g.count++] = (tile_slot){.index = bake->next};
        }
    }

    wend_parallel_for(&bake->def.executor, g.count, 1, bake_block, &g);
    for (size_t k = 0; k < g.count; k++) {
        if (bake->status == WEND_OK) {
            add_slot(bake, &g.slots[k], &closed);
        }
        wendi_tile_destroy(g.slots[k].tile);
    }
    for (; closed < bake->next; closed++) {
        close_edges(bake, closed);
    }
}

wend_result wend_bake_run(wend_bake *bake, wend_budget *budget)
{
    if (bake == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(bake->def.message);
    const uint64_t most = bake->def.executor.parallel_for != NULL ? GROUP : 1;
    while (bake->status == WEND_OK && bake->done < bake->filled_count) {
        const uint32_t before = bake->done;
        const uint64_t grant = wendi_budget_grant(budget, most);
        if (grant == 0) {
            return WEND_IN_PROGRESS;
        }
        bake_group(bake, (size_t)grant);
        wendi_budget_spend(budget, bake->done - before);
    }
    if (bake->status != WEND_OK) {
        wendi_message_clear(&bake->error);
        (void)wendi_fail(&bake->error, bake->status, "%s", bake->failure.text);
        return wendi_fail_as_both(bake->def.message, &bake->error, "wend_bake_run", bake->status);
    }
    for (; bake->next < bake->grid_count; bake->next++) {
        close_edges(bake, bake->next); /* empty ones behind the last */
    }
    return WEND_OK;
}
