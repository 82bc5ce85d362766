/* Finds the edges that convex pieces share, and the corners that are one vertex.
 * Cost: sorts the edges: linear. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "base/core/union_find.h"
#include "world/mesh_shape/shape.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* Edges by their two ends, and for each corner the end of its edge and its piece. */
typedef struct shape_edge_table {
    wendi_sort_pair *pairs; /* [2 count] the second half is scratch */
    uint32_t *ends;         /* [count] */
    uint32_t *pieces;       /* [count] */
    size_t count;
} shape_edge_table;

static void table_free(shape_edge_table *table, const wend_allocator *a)
{
    wendi_free(a, table->pairs, 2 * table->count * sizeof *table->pairs);
    wendi_free(a, table->ends, table->count * sizeof *table->ends);
    wendi_free(a, table->pieces, table->count * sizeof *table->pieces);
}

static bool table_make(shape_edge_table *table, const wend_allocator *a, size_t count)
{
    table->count = count;
    table->pairs = wendi_alloc(a, 2 * count * sizeof *table->pairs);
    table->ends = wendi_alloc(a, count * sizeof *table->ends);
    table->pieces = wendi_alloc(a, count * sizeof *table->pieces);
    return table->pairs != NULL && table->ends != NULL && table->pieces != NULL;
}

/* The key of an end: its point, or, where neighbours are given, just x and y: there may be a
 * step. */
static uint32_t end_of(const wendi_mesh_shape *shape, uint32_t point)
{
    return shape->def->neighbours == NULL ? point : shape->flats[point];
}

static void fill_table(const wendi_mesh_shape *shape, shape_edge_table *table)
{
    uint32_t first = 0;
    for (uint32_t p = 0; p < shape->sizes.count; ++p) {
        const uint32_t size = shape->sizes.items[p];
        for (uint32_t i = 0; i < size; ++i) {
            const uint32_t c = first + i;
            const uint32_t next = first + (i + 1 == size ? 0 : i + 1);
            const uint32_t a = end_of(shape, shape->corners.items[c]);
            const uint32_t b = end_of(shape, shape->corners.items[next]);
            const uint64_t low = a < b ? a : b;
            const uint64_t high = a < b ? b : a;
            table->pairs[c] = (wendi_sort_pair){low << 32 | high, c};
            table->ends[c] = b;
            table->pieces[c] = p;
        }
        first += size;
    }
    wendi_sort_pairs(table->pairs, table->pairs + table->count, table->count);
}

/* True if one edge accepts the other as its neighbour. Cuts join pieces of one polygon. */
static bool accepts(const wendi_mesh_shape *shape, const shape_edge_table *table, uint32_t c,
                    uint32_t d)
{
    const uint32_t wanted = shape->wanted.items[c];
    const uint32_t origin = shape->origins.items[table->pieces[d]];
    if (shape->givens.items[c] == NONE || shape->givens.items[d] == NONE) {
        return shape->givens.items[c] == shape->givens.items[d] &&
               origin == shape->origins.items[table->pieces[c]];
    }
    return wanted == WENDI_MESH_SHAPE_ANY || wanted == origin;
}

static bool can_join(const wendi_mesh_shape *shape, const shape_edge_table *table, uint32_t c,
                     uint32_t d)
{
    return shape->twins[d] == NONE && table->ends[c] != table->ends[d] &&
           table->pieces[c] != table->pieces[d] && accepts(shape, table, c, d) &&
           accepts(shape, table, d, c);
}

/* Joins the edges begin ... end-1 of the sorted table, which have the same ends. */
static void join_group(wendi_mesh_shape *shape, const shape_edge_table *table, size_t begin,
                       size_t end)
{
    bool is_joined = false;
    for (size_t i = begin; i < end; ++i) {
        const uint32_t c = table->pairs[i].value;
        const bool is_cut = shape->givens.items[c] == NONE;
        /* Edges that only share their ends: just the first two are joined. */
        if (shape->twins[c] != NONE || (shape->def->neighbours == NULL && is_joined && !is_cut)) {
            continue;
        }
        for (size_t j = i + 1; j < end; ++j) {
            const uint32_t d = table->pairs[j].value;
            if (can_join(shape, table, c, d)) {
                shape->twins[c] = d;
                shape->twins[d] = c;
                is_joined = is_joined || !is_cut;
                break;
            }
        }
    }
}

/* Edges of a group that were not joined, though there are others, are loose. */
static wend_result check_group(wendi_mesh_shape *shape, const shape_edge_table *table, size_t begin,
                               size_t end)
{
    if (end - begin < 2 || shape->def->neighbours != NULL) {
        return WEND_OK;
    }
    for (size_t i = begin; i < end; ++i) {
        const uint32_t c = table->pairs[i].value;
        if (shape->twins[c] == NONE) {
            shape->report.loose_edges++;
            return shape->def->is_strict
                       ? wendi_mesh_shape_refuse_edge(shape, shape->givens.items[c],
                                                      "more than two polygons share this edge")
                       : WEND_OK;
        }
    }
    return WEND_OK;
}

static wend_result join_edges(wendi_mesh_shape *shape, const shape_edge_table *table)
{
    size_t begin = 0;
    while (begin < table->count) {
        size_t end = begin + 1;
        while (end < table->count && table->pairs[end].key == table->pairs[begin].key) {
            end++;
        }
        join_group(shape, table, begin, end);
        const wend_result result = check_group(shape, table, begin, end);
        if (result != WEND_OK) {
            return result;
        }
        begin = end;
    }
    return WEND_OK;
}

/* Given neighbours that still exist must have been found. */
static wend_result check_wanted(const wendi_mesh_shape *shape, uint8_t *is_there)
{
    for (size_t i = 0; i < shape->origins.count; ++i) {
        is_there[shape->origins.items[i]] = 1;
    }
    for (uint32_t c = 0; c < shape->corners.count; ++c) {
        const uint32_t wanted = shape->wanted.items[c];
        if (shape->twins[c] == NONE && shape->givens.items[c] != NONE && wanted != NONE &&
            is_there[wanted] != 0) {
            return wendi_mesh_shape_refuse_edge(
                shape, shape->givens.items[c],
                "its neighbour does not have the same edge, or not this neighbour");
        }
    }
    return WEND_OK;
}

static wend_result check_neighbours(const wendi_mesh_shape *shape)
{
    if (shape->def->neighbours == NULL) {
        return WEND_OK;
    }
    const wend_allocator *a = &shape->def->allocator;
    uint8_t *is_there = wendi_alloc_zero(a, shape->def->polygon_count);
    if (is_there == NULL) {
        return wendi_mesh_shape_no_memory(shape);
    }
    const wend_result result = check_wanted(shape, is_there);
    wendi_free(a, is_there, shape->def->polygon_count);
    return result;
}

wend_result wendi_mesh_shape_edges(wendi_mesh_shape *shape)
{
    const wend_allocator *a = &shape->def->allocator;
    const size_t count = shape->corners.count;
    shape_edge_table table;
    memset(&table, 0, sizeof table);
    shape->twins = wendi_alloc(a, count * sizeof *shape->twins);
    if (shape->twins == NULL || !table_make(&table, a, count)) {
        table_free(&table, a);
        return wendi_mesh_shape_no_memory(shape);
    }
    memset(shape->twins, 0xff, count * sizeof *shape->twins);
    fill_table(shape, &table);
    const wend_result result = join_edges(shape, &table);
    table_free(&table, a);
    return result != WEND_OK ? result : check_neighbours(shape);
}

/* ---- vertices ---- */

/* Points that meet over shared edges are one vertex, also where heights differ. */
static void join_over_edges(wendi_mesh_shape *shape, uint32_t *parents)
{
    const uint32_t *corners = shape->corners.items;
    uint32_t first = 0;
    for (size_t p = 0; p < shape->sizes.count; ++p) {
        const uint32_t size = shape->sizes.items[p];
        for (uint32_t i = 0; i < size; ++i) {
            const uint32_t twin = shape->twins[first + i];
            if (twin != NONE) {
                /* The twin begins where this edge ends. */
                wendi_union_find_join(parents, corners[first + (i + 1) % size], corners[twin]);
            }
        }
        first += size;
    }
}

static void number_vertices(wendi_mesh_shape *shape, uint32_t *parents, uint32_t *numbers)
{
    memset(numbers, 0xff, shape->def->point_count * sizeof *numbers);
    for (size_t c = 0; c < shape->corners.count; ++c) {
        const uint32_t root = wendi_union_find_root(parents, shape->corners.items[c]);
        if (numbers[root] == NONE) {
            shape->vertex_points[shape->vertex_count] = root;
            numbers[root] = shape->vertex_count++;
        }
        shape->vertices[c] = numbers[root];
    }
}

wend_result wendi_mesh_shape_vertices(wendi_mesh_shape *shape)
{
    const wend_allocator *a = &shape->def->allocator;
    const size_t count = shape->corners.count;
    const size_t point_bytes = shape->def->point_count * sizeof(uint32_t);
    uint32_t *parents = wendi_alloc(a, point_bytes);
    uint32_t *numbers = wendi_alloc(a, point_bytes);
    shape->vertices = wendi_alloc(a, count * sizeof *shape->vertices);
    shape->vertex_points = wendi_alloc(a, count * sizeof *shape->vertex_points);
    wend_result result = WEND_OK;
    if (parents == NULL || numbers == NULL || shape->vertices == NULL ||
        shape->vertex_points == NULL) {
        result = wendi_mesh_shape_no_memory(shape);
    } else {
        for (uint32_t i = 0; i < shape->def->point_count; ++i) {
            parents[i] = i;
        }
        join_over_edges(shape, parents);
        number_vertices(shape, parents, numbers);
    }
    wendi_free(a, parents, point_bytes);
    wendi_free(a, numbers, point_bytes);
    return result;
}
