/* Finds for each given point the first point that lies at the same position, or nearer than the
 * weld.
 * Cost: linear on average, by a table of small cells. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "base/math/mix.h"
#include "world/mesh_shape/shape.h"

#include <string.h>

/* Points that stand for themselves, in lists by cell. */
typedef struct weld_table {
    uint32_t *heads; /* [head_count], a power of 2 */
    uint32_t *nexts; /* [point_count] */
    size_t head_count;
} weld_table;

static const uint32_t NONE = UINT32_MAX;

wend_vec2 wendi_mesh_shape_point(const wendi_mesh_shape *shape, uint32_t place)
{
    const wend_vec3 *point = &shape->def->points[place];
    return (wend_vec2){wendi_flush_coordinate(point->x), wendi_flush_coordinate(point->y)};
}

static wend_vec3 point_of(const wendi_mesh_shape *shape, size_t i)
{
    const wend_vec3 *point = &shape->def->points[i];
    return (wend_vec3){wendi_flush_coordinate(point->x), wendi_flush_coordinate(point->y),
                       wendi_flush_coordinate(point->z)};
}

static uint64_t hash3(uint64_t x, uint64_t y, uint64_t z)
{
    return wendi_mix64(x + wendi_mix64(y + wendi_mix64(z + WENDI_GOLDEN)));
}

static bool table_make(weld_table *table, const wend_allocator *a, size_t count)
{
    table->head_count = 16;
    while (table->head_count < count) {
        table->head_count *= 2;
    }
    table->heads = wendi_alloc(a, table->head_count * sizeof *table->heads);
    table->nexts = wendi_alloc(a, count * sizeof *table->nexts);
    if (table->heads != NULL) {
        memset(table->heads, 0xff, table->head_count * sizeof *table->heads);
    }
    return table->heads != NULL && table->nexts != NULL;
}

static void table_free(weld_table *table, const wend_allocator *a, size_t count)
{
    wendi_free(a, table->heads, table->head_count * sizeof *table->heads);
    wendi_free(a, table->nexts, count * sizeof *table->nexts);
}

static uint32_t *head_of(weld_table *table, uint64_t hash)
{
    return &table->heads[hash & (table->head_count - 1)];
}

/* ---- equal points ---- */

static bool are_same(wend_vec3 a, wend_vec3 b, bool is_flat)
{
    /* Equal bits: of zeros only the positive one is left by then. */
    return !(a.x < b.x) && !(a.x > b.x) && !(a.y < b.y) && !(a.y > b.y) &&
           (is_flat || (!(a.z < b.z) && !(a.z > b.z)));
}

static uint32_t first_equal(weld_table *table, const wendi_mesh_shape *shape, uint32_t i,
                            bool is_flat)
{
    const wend_vec3 p = point_of(shape, i);
    uint32_t *head = head_of(table, hash3(wendi_bits_of_f64(p.x), wendi_bits_of_f64(p.y),
                                          is_flat ? 0 : wendi_bits_of_f64(p.z)));
    for (uint32_t j = *head; j != NONE; j = table->nexts[j]) {
        if (are_same(p, point_of(shape, j), is_flat)) {
            return j;
        }
    }
    table->nexts[i] = *head;
    *head = i;
    return i;
}

/* ---- near points ---- */

static double square_distance(wend_vec3 a, wend_vec3 b)
{
    const double x = a.x - b.x;
    const double y = a.y - b.y;
    const double z = a.z - b.z;
    return x * x + y * y + z * z;
}

static uint64_t cell_line(double value, double cell, int step)
{
    const double line = value / cell;
    const int64_t whole = (int64_t)line;
    return (uint64_t)(whole - ((double)whole > line ? 1 : 0) + step);
}

static uint32_t first_near(weld_table *table, const wendi_mesh_shape *shape, uint32_t i,
                           double cell)
{
    const wend_vec3 p = point_of(shape, i);
    const double weld = shape->def->weld;
    uint32_t found = i;
    for (int k = 0; k < 27; ++k) {
        const uint64_t hash =
            hash3(cell_line(p.x, cell, k % 3 - 1), cell_line(p.y, cell, k / 3 % 3 - 1),
                  cell_line(p.z, cell, k / 9 - 1));
        for (uint32_t j = *head_of(table, hash); j != NONE; j = table->nexts[j]) {
            const double square = square_distance(p, point_of(shape, j));
            if (j < found && (square < weld * weld || square <= 0)) {
                found = j;
            }
        }
    }
    if (found == i) {
        uint32_t *head = head_of(table, hash3(cell_line(p.x, cell, 0), cell_line(p.y, cell, 0),
                                              cell_line(p.z, cell, 0)));
        table->nexts[i] = *head;
        *head = i;
    }
    return found;
}

/* ---- all ---- */

static void find_welded_points(wendi_mesh_shape *shape, weld_table *table)
{
    const uint32_t count = (uint32_t)shape->def->point_count;
    /* Cells so small that their numbers do not fit 62 bits would join nothing but equal points. */
    const double cell = shape->def->weld > 1e-9 ? shape->def->weld : 1e-9;
    for (uint32_t i = 0; i < count; ++i) {
        shape->welded_points[i] = shape->def->weld > 0 ? first_near(table, shape, i, cell)
                                                       : first_equal(table, shape, i, false);
        shape->report.merged_points += shape->welded_points[i] != i;
    }
}

static void find_flats(wendi_mesh_shape *shape, weld_table *table)
{
    const uint32_t count = (uint32_t)shape->def->point_count;
    memset(table->heads, 0xff, table->head_count * sizeof *table->heads);
    for (uint32_t i = 0; i < count; ++i) {
        shape->flats[i] = shape->welded_points[i] == i ? first_equal(table, shape, i, true)
                                                       : shape->flats[shape->welded_points[i]];
    }
}

static wend_result refuse_merged(const wendi_mesh_shape *shape)
{
    size_t i = 0;
    while (shape->welded_points[i] == i) {
        i++;
    }
    return wendi_fail(shape->def->message, WEND_ERROR_ARGUMENT,
                      "wend_mesh_create: point %lu lies where point %lu does", (unsigned long)i,
                      (unsigned long)shape->welded_points[i]);
}

wend_result wendi_mesh_shape_weld(wendi_mesh_shape *shape)
{
    const wend_allocator *a = &shape->def->allocator;
    const size_t count = shape->def->point_count;
    weld_table table;
    memset(&table, 0, sizeof table);
    if (!table_make(&table, a, count)) {
        table_free(&table, a, count);
        return wendi_mesh_shape_no_memory(shape);
    }
    find_welded_points(shape, &table);
    find_flats(shape, &table);
    table_free(&table, a, count);
    return shape->def->is_strict && shape->report.merged_points > 0 ? refuse_merged(shape)
                                                                    : WEND_OK;
}
