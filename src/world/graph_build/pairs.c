/* Tests all pairs of points that are near enough, in parallel, and hands on those that pass in a
 * fixed order.
 * Cost: for each point the ones whose x is near enough; some 4 MB of verdicts at a time.
 *
 * A band of rows (first points) is tested in parallel, each row writes its own verdicts; then the
 * band is handed on row by row. */
#include "base/core/memory.h"
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "world/graph_build/build.h"

#include <string.h>

enum { BAND_BYTES = 1 << 22, BLOCK = 4 };

typedef struct pair_band {
    const wendi_point_pairs *pairs;
    const wendi_sort_pair *by_x; /* [count] */
    const uint32_t *ranks;       /* [count] of a point in by_x */
    uint8_t *verdicts;           /* [rows][count] */
    uint32_t first;
} pair_band;

static void test_pair(const pair_band *b, uint32_t i, uint32_t j, uint8_t *row)
{
    const wendi_point_pairs *pairs = b->pairs;
    if (j > i && !(wend_vec2_distance(pairs->points[i], pairs->points[j]) > pairs->most)) {
        row[j] = pairs->test(pairs->context, i, j);
    }
}

static void test_row(const pair_band *b, uint32_t i, uint8_t *row)
{
    const wend_vec2 *points = b->pairs->points;
    const double most = b->pairs->most;
    for (uint32_t k = b->ranks[i]; k > 0; --k) {
        const uint32_t j = b->by_x[k - 1].value;
        if (points[i].x - points[j].x > most) {
            break;
        }
        test_pair(b, i, j, row);
    }
    for (uint32_t k = b->ranks[i] + 1; k < b->pairs->count; ++k) {
        const uint32_t j = b->by_x[k].value;
        if (points[j].x - points[i].x > most) {
            break;
        }
        test_pair(b, i, j, row);
    }
}

static void test_rows(void *context, size_t begin, size_t end)
{
    const pair_band *b = context;
    for (size_t row = begin; row < end; ++row) {
        test_row(b, b->first + (uint32_t)row, b->verdicts + row * b->pairs->count);
    }
}

static wend_result accept_rows(const pair_band *b, uint32_t rows)
{
    const wendi_point_pairs *pairs = b->pairs;
    for (uint32_t row = 0; row < rows; ++row) {
        const uint8_t *verdicts = b->verdicts + (size_t)row * pairs->count;
        const uint32_t i = b->first + row;
        for (uint32_t j = i + 1; j < pairs->count; ++j) {
            const wend_result result =
                verdicts[j] == 0 ? WEND_OK : pairs->accept(pairs->context, i, j, verdicts[j]);
            if (result != WEND_OK) {
                return result;
            }
        }
    }
    return WEND_OK;
}

static wend_result run_bands(pair_band *b, uint32_t rows)
{
    const uint32_t count = b->pairs->count;
    wend_result result = WEND_OK;
    for (b->first = 0; b->first < count && result == WEND_OK; b->first += rows) {
        const uint32_t now = count - b->first < rows ? count - b->first : rows;
        memset(b->verdicts, 0, (size_t)now * count);
        wend_parallel_for(b->pairs->executor, now, BLOCK, test_rows, b);
        result = accept_rows(b, now);
    }
    return result;
}

wend_result wendi_point_pairs_run(const wendi_point_pairs *pairs)
{
    const size_t count = pairs->count;
    if (count < 2) {
        return WEND_OK;
    }
    const size_t fitting = BAND_BYTES / count;
    const size_t rows = fitting == 0 ? 1 : (fitting > count ? count : fitting);
    const wend_allocator *a = pairs->allocator;
    wendi_sort_pair *by_x = wendi_alloc(a, 2 * count * sizeof *by_x);
    uint32_t *ranks = wendi_alloc(a, count * sizeof *ranks);
    uint8_t *verdicts = wendi_alloc(a, rows * count);
    wend_result result = WEND_ERROR_MEMORY;
    if (by_x != NULL && ranks != NULL && verdicts != NULL) {
        for (uint32_t i = 0; i < pairs->count; ++i) {
            by_x[i] = (wendi_sort_pair){wendi_f64_sort_key(pairs->points[i].x), i};
        }
        wendi_sort_pairs(by_x, by_x + pairs->count, pairs->count);
        for (uint32_t k = 0; k < pairs->count; ++k) {
            ranks[by_x[k].value] = k;
        }
        pair_band b = {pairs, by_x, ranks, verdicts, 0};
        result = run_bands(&b, (uint32_t)rows);
    }
    wendi_free(a, by_x, 2 * count * sizeof *by_x);
    wendi_free(a, ranks, count * sizeof *ranks);
    wendi_free(a, verdicts, rows * count);
    return result;
}
