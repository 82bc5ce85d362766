/* Builds constrained Delaunay triangulations.
 * Cost: n log n for the points, and for each line the edges it crosses.
 *
 * Points are inserted in rounds, each some eight times as large as the one before and in the order
 * of a Hilbert curve: neighbours follow each other, so that the walk to each is short, and the
 * rounds are random, so that no order of the input is a bad one. Source: Amenta, Choi and Rote,
 * "Incremental Constructions con BRIO" (2003). */
#include "world/triangulation/cdt_private.h"

#include "base/core/memory.h"
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "base/math/clamp.h"
#include "base/math/mix.h"

#include <string.h>

enum {
    AXIS_BITS = 30,
    ROUNDS = 16,
    POINTS_MAX = 1 << 28, /* Half-edges, six for each, stay below 2^31. */
    SPLITS_SPARE = 1024,
    BYTES_FOR_VERTEX = 128 /* No block is larger; this much must fit a size_t. */
};

/* ---- memory ---- */

static bool grow(const wendi_cdt *cdt, void **block, uint32_t capacity, uint32_t wanted,
                 size_t item)
{
    void *grown =
        wendi_resize(&cdt->allocator, *block, (size_t)capacity * item, (size_t)wanted * item);
    if (grown == NULL) {
        return false;
    }
    *block = grown;
    return true;
}

static bool grow_vertices(wendi_cdt *cdt, uint32_t wanted)
{
    /* Blocks have the size of their capacity only when both have grown. */
    void *points = wendi_alloc(&cdt->allocator, wanted * sizeof *cdt->points);
    void *firsts = cdt->firsts;
    if (points == NULL || !grow(cdt, &firsts, cdt->vertex_capacity, wanted, sizeof *cdt->firsts)) {
        wendi_free(&cdt->allocator, points, wanted * sizeof *cdt->points);
        return false;
    }
    if (cdt->vertex_count > 0) {
        memcpy(points, cdt->points, cdt->vertex_count * sizeof *cdt->points);
    }
    wendi_free(&cdt->allocator, cdt->points, cdt->vertex_capacity * sizeof *cdt->points);
    cdt->points = points;
    cdt->firsts = firsts;
    cdt->vertex_capacity = wanted;
    return true;
}

static bool grow_halves(wendi_cdt *cdt, uint32_t wanted)
{
    void *halves = cdt->halves;
    if (!grow(cdt, &halves, cdt->half_capacity, wanted, sizeof *cdt->halves)) {
        return false;
    }
    cdt->halves = halves;
    cdt->half_capacity = wanted;
    return true;
}

wend_result wendi_cdt_reserve(wendi_cdt *cdt, size_t vertices)
{
    const size_t wanted = cdt->vertex_count + vertices;
    if (wanted > POINTS_MAX) {
        return WEND_ERROR_FULL;
    }
    if (wanted > SIZE_MAX / BYTES_FOR_VERTEX) {
        return WEND_ERROR_MEMORY;
    }
    if (wanted > cdt->vertex_capacity) {
        size_t more = cdt->vertex_capacity + cdt->vertex_capacity / 2;
        more = more < SIZE_MAX / BYTES_FOR_VERTEX && more < POINTS_MAX ? more : wanted;
        if (!grow_vertices(cdt, (uint32_t)(wanted > more ? wanted : more))) {
            return WEND_ERROR_MEMORY;
        }
    }
    const uint32_t halves = 6 * cdt->vertex_capacity;
    return halves <= cdt->half_capacity || grow_halves(cdt, halves) ? WEND_OK : WEND_ERROR_MEMORY;
}

uint32_t wendi_cdt_add_node(wendi_cdt *cdt, uint32_t line, uint32_t next)
{
    if (cdt->node_count == cdt->node_capacity) {
        const size_t wanted = (size_t)cdt->node_capacity + cdt->node_capacity / 2 + 16;
        void *nodes = cdt->nodes;
        if (wanted > INT32_MAX / 2 || wanted > SIZE_MAX / BYTES_FOR_VERTEX ||
            !grow(cdt, &nodes, cdt->node_capacity, (uint32_t)wanted, sizeof *cdt->nodes)) {
            return WENDI_CDT_NONE;
        }
        cdt->nodes = nodes;
        cdt->node_capacity = (uint32_t)wanted;
    }
    cdt->nodes[cdt->node_count] = (wendi_cdt_node){line, next};
    return cdt->node_count++ << 1;
}

static void init(wendi_cdt *cdt, const wend_allocator *allocator)
{
    memset(cdt, 0, sizeof *cdt);
    if (allocator != NULL) {
        cdt->allocator = *allocator;
    }
    cdt->random = 1;
    cdt->crossing_lines[0] = WENDI_CDT_NONE;
    cdt->crossing_lines[1] = WENDI_CDT_NONE;
    wendi_array_u32 *arrays[] = {&cdt->tasks, &cdt->lefts,  &cdt->rights, &cdt->freed,
                                 &cdt->chain, &cdt->outers, &cdt->marks,  &cdt->partners,
                                 &cdt->stack, &cdt->made};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        wendi_array_u32_init(arrays[i], &cdt->allocator);
    }
}

void wendi_cdt_free(wendi_cdt *cdt)
{
    const wend_allocator *a = &cdt->allocator;
    wendi_free(a, cdt->points, cdt->vertex_capacity * sizeof *cdt->points);
    wendi_free(a, cdt->firsts, cdt->vertex_capacity * sizeof *cdt->firsts);
    wendi_free(a, cdt->halves, cdt->half_capacity * sizeof *cdt->halves);
    wendi_free(a, cdt->nodes, cdt->node_capacity * sizeof *cdt->nodes);
    wendi_free(a, cdt->vertices, cdt->point_count * sizeof *cdt->vertices);
    wendi_array_u32 *arrays[] = {&cdt->tasks, &cdt->lefts,  &cdt->rights, &cdt->freed,
                                 &cdt->chain, &cdt->outers, &cdt->marks,  &cdt->partners,
                                 &cdt->stack, &cdt->made};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        wendi_array_u32_free(arrays[i]);
    }
    memset(cdt, 0, sizeof *cdt);
}

/* ---- the frame ---- */

typedef struct point_extent {
    wend_vec2 low, high;
    double side; /* The longer one. */
} point_extent;

static point_extent extent_of(const wend_vec2 *points, size_t count)
{
    point_extent all = {points[0], points[0], 0.0};
    for (size_t i = 1; i < count; ++i) {
        all.low.x = points[i].x < all.low.x ? points[i].x : all.low.x;
        all.low.y = points[i].y < all.low.y ? points[i].y : all.low.y;
        all.high.x = points[i].x > all.high.x ? points[i].x : all.high.x;
        all.high.y = points[i].y > all.high.y ? points[i].y : all.high.y;
    }
    const double width = all.high.x - all.low.x;
    const double height = all.high.y - all.low.y;
    all.side = width > height ? width : height;
    return all;
}

/* A power of 2 that is at least 2^-45 of the largest coordinate, so that points of the grid are
 * whole numbers below 2^46. */
static double snap_of(const point_extent *all)
{
    const double most =
        wendi_max(wendi_max(all->high.x, -all->low.x), wendi_max(all->high.y, -all->low.y));
    double snap = 1.0;
    while (snap * 35184372088832.0 > most && snap > 1e-40) {
        snap *= 0.5;
    }
    while (snap * 35184372088832.0 < most) {
        snap *= 2.0;
    }
    return snap;
}

static void make_frame(wendi_cdt *cdt, const point_extent *all)
{
    /* Far enough away not to make slivers, and within the range of the predicates: 2^31. */
    double margin = all->side + 1.0;
    margin = margin < 1073741824.0 ? margin : 1073741824.0;
    const wend_vec2 low = {all->low.x - margin, all->low.y - margin};
    const wend_vec2 high = {all->high.x + margin, all->high.y + margin};
    cdt->points[0] = low;
    cdt->points[1] = (wend_vec2){high.x, low.y};
    cdt->points[2] = high;
    cdt->points[3] = (wend_vec2){low.x, high.y};
    static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    for (uint32_t h = 0; h < 6; ++h) {
        cdt->halves[h] = (wendi_cdt_half){corners[h], WENDI_CDT_NONE, WENDI_CDT_NONE};
        cdt->firsts[corners[h]] = h;
    }
    wendi_cdt_join(cdt, 2, 3);
    cdt->vertex_count = WENDI_CDT_FRAME;
    cdt->half_count = 6;
}

/* ---- points ---- */

/* Index on a Hilbert curve over a square of 2^30 x 2^30; after Warren, "Hacker's Delight" (2nd
 * edition), 16-3, by states. */
static uint64_t hilbert(uint32_t x, uint32_t y)
{
    /* Four states: the orientation of the curve in this square. Rows: state; columns: quarter
     * (x, y). */
    static const uint8_t digits[16] = {0, 1, 3, 2, 0, 3, 1, 2, 2, 1, 3, 0, 2, 3, 1, 0};
    static const uint8_t states[16] = {1, 0, 3, 0, 0, 2, 1, 1, 2, 1, 2, 3, 3, 3, 0, 2};
    uint32_t state = 0;
    uint64_t place = 0;
    for (uint32_t i = AXIS_BITS; i-- > 0;) {
        const uint32_t row = 4 * state | (x >> i & 1) << 1 | (y >> i & 1);
        place = place << 2 | digits[row];
        state = states[row];
    }
    return place;
}

static uint64_t key_of(const point_extent *all, wend_vec2 point, size_t index)
{
    const double scale = all->side > 0.0 ? 1073741823.0 / all->side : 0.0;
    const uint32_t x = (uint32_t)((point.x - all->low.x) * scale);
    const uint32_t y = (uint32_t)((point.y - all->low.y) * scale);
    const uint64_t bits = wendi_mix64(index + WENDI_GOLDEN);
    const uint32_t round = bits == 0 ? ROUNDS - 1 : wendi_ctz64(bits) / 3;
    const uint64_t turn = ROUNDS - 1 - (round < ROUNDS ? round : ROUNDS - 1);
    return turn << (2 * AXIS_BITS) | hilbert(x, y);
}

static wend_result insert_points(wendi_cdt *cdt, const wend_vec2 *points, const point_extent *all)
{
    const size_t count = cdt->point_count;
    wendi_sort_pair *order = wendi_alloc(&cdt->allocator, 2 * count * sizeof *order);
    if (order == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        order[i] = (wendi_sort_pair){key_of(all, points[i], i), i};
    }
    wendi_sort_pairs(order, order + count, count);
    for (uint32_t i = 0; i < cdt->point_count; ++i) {
        const uint32_t before = cdt->vertex_count;
        const uint32_t point = order[i].value;
        cdt->vertices[point] = wendi_cdt_insert(cdt, points[point], 0.0);
        cdt->merged_points += cdt->vertex_count == before;
    }
    wendi_free(&cdt->allocator, order, 2 * count * sizeof *order);
    return WEND_OK;
}

/* ---- all ---- */

static wend_result insert_lines(wendi_cdt *cdt, const wendi_cdt_line *lines, size_t line_count)
{
    /* Lines cross m(m - 1)/2 times at most, and a few times more by rounding. Far more crossings
     * would be an endless loop. */
    cdt->splits_left = 2 * (uint64_t)line_count * line_count + SPLITS_SPARE;
    for (uint32_t i = 0; i < line_count; ++i) {
        const uint32_t from = cdt->vertices[lines[i].from];
        const uint32_t to = cdt->vertices[lines[i].to];
        if (from == to) {
            cdt->dropped_lines++;
            continue;
        }
        const uint32_t mark = wendi_cdt_add_node(cdt, i, WENDI_CDT_NONE);
        if (mark == WENDI_CDT_NONE) {
            return WEND_ERROR_MEMORY;
        }
        const wend_result result = wendi_cdt_constrain(cdt, from, to, mark);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

/* Triangulates into an empty one. */
static wend_result fill(wendi_cdt *cdt, const wend_vec2 *points, size_t point_count,
                        const wendi_cdt_line *lines, size_t line_count)
{
    if (point_count == 0) {
        return WEND_OK;
    }
    if (point_count > POINTS_MAX - WENDI_CDT_FRAME || line_count > POINTS_MAX) {
        return WEND_ERROR_FULL;
    }
    wend_result result = wendi_cdt_reserve(cdt, point_count + WENDI_CDT_FRAME);
    if (result != WEND_OK) {
        return result;
    }
    cdt->vertices = wendi_alloc(&cdt->allocator, point_count * sizeof *cdt->vertices);
    if (cdt->vertices == NULL) {
        return WEND_ERROR_MEMORY;
    }
    cdt->point_count = (uint32_t)point_count;
    const point_extent all = extent_of(points, point_count);
    make_frame(cdt, &all);
    cdt->snap = snap_of(&all);
    result = insert_points(cdt, points, &all);
    return result == WEND_OK ? insert_lines(cdt, lines, line_count) : result;
}

wend_result wendi_cdt_build(wendi_cdt *cdt, const wend_allocator *allocator,
                            const wend_vec2 *points, size_t point_count,
                            const wendi_cdt_line *lines, size_t line_count)
{
    init(cdt, allocator);
    return fill(cdt, points, point_count, lines, line_count);
}

wend_result wendi_cdt_build_rough(wendi_cdt *cdt, const wend_allocator *allocator,
                                  const wend_vec2 *points, size_t point_count,
                                  const wendi_cdt_line *lines, size_t line_count)
{
    init(cdt, allocator);
    cdt->is_rough = true;
    return fill(cdt, points, point_count, lines, line_count);
}
