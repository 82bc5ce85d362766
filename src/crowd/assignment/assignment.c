/* wend_assign: checks costs, lays the solver's arrays out over the scratch, and maps rows and
 * columns to sources and sinks.
 * Cost: a reading of the costs; then see solver.c. */
#include "crowd/assignment/assignment.h"
#include "crowd/assignment/solver.h"

#include "base/core/memory.h"

/* Sums of costs up to this are finite, however many. */
static const double COST_MOST = 1e300;

enum {
    SINK_BYTES = 3 * sizeof(double) + 3 * sizeof(uint32_t) + 1,
    SOURCE_BYTES = 2 * sizeof(uint32_t)
};

/* Sources are filled up to the number of sinks, unless those are far more, as equal counts go by
 * auctions. */
static size_t sources_for(size_t row_count, size_t sinks)
{
    return sinks / 2 <= row_count ? sinks : row_count;
}

static bool is_infinite(double cost)
{
    return cost > 1.7e308;
}

/* False for NaN. */
static bool is_cost(double cost)
{
    return (cost >= 0 && cost <= COST_MOST) || is_infinite(cost);
}

static bool are_costs(const double *costs, size_t count)
{
    bool is_good = true;
    for (size_t i = 0; i < count; i++) {
        is_good = is_good && is_cost(costs[i]);
    }
    return is_good;
}

bool wendi_assignment_scratch_bytes(size_t rows, size_t columns, size_t *bytes)
{
    const size_t sinks = rows < columns ? columns : rows;
    const size_t sources = sources_for(rows < columns ? rows : columns, sinks);
    size_t cells;
    size_t costs;
    if (sinks >= UINT32_MAX / 64 || !wendi_size_multiply(rows, columns, &cells) ||
        !wendi_size_multiply(cells, sizeof(double), &costs)) {
        return false;
    }
    const size_t copy = rows > columns ? costs : 0;
    return wendi_size_add(copy, SINK_BYTES * sinks + SOURCE_BYTES * sources, bytes);
}

/* Lays the work out over the scratch: doubles first, for alignment. */
static wendi_assignment work_over(const double *costs, size_t rows, size_t columns, void *scratch)
{
    const bool is_turned = rows > columns;
    const size_t row_count = is_turned ? columns : rows;
    const size_t sinks = is_turned ? rows : columns;
    const size_t sources = sources_for(row_count, sinks);
    double *doubles = scratch;
    if (is_turned) {
        for (size_t column = 0; column < columns; column++) {
            for (size_t row = 0; row < rows; row++) {
                doubles[column * rows + row] = costs[row * columns + column];
            }
        }
        costs = doubles;
        doubles += rows * columns;
    }
    for (size_t sink = 0; sink < sinks; sink++) {
        doubles[sink] = 0;
    }
    void *behind = doubles + 3 * sinks;
    uint32_t *words = behind;
    wendi_assignment work = {
        .costs = costs,
        .zeros = doubles,
        .row_count = row_count,
        .sources = sources,
        .sinks = sinks,
        .prices = doubles + sinks,
        .distances = doubles + 2 * sinks,
        .from = words,
        .order = words + sinks,
        .source_of = words + 2 * sinks,
        .sink_of = words + 3 * sinks,
        .unassigned = words + 3 * sinks + sources,
        .is_scarce = (uint8_t *)(words + 3 * sinks + 2 * sources),
    };
    return work;
}

wend_result wendi_assignment_run(const double *costs, size_t rows, size_t columns, void *scratch,
                                 uint32_t *columns_of)
{
    if (rows == 0 || columns == 0) {
        for (size_t row = 0; row < rows; row++) {
            columns_of[row] = UINT32_MAX;
        }
        return WEND_OK;
    }
    if (!are_costs(costs, rows * columns)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_assignment work = work_over(costs, rows, columns, scratch);
    const size_t left_out = wendi_assignment_solve(&work);
    const uint32_t *answer = rows > columns ? work.source_of : work.sink_of;
    for (size_t row = 0; row < rows; row++) {
        columns_of[row] = answer[row] < columns ? answer[row] : UINT32_MAX;
    }
    return left_out == 0 ? WEND_OK : WEND_NO_PATH;
}

wend_result wend_assign(const double *costs, size_t rows, size_t columns,
                        const wend_allocator *allocator, uint32_t *columns_of)
{
    if ((columns_of == NULL && rows > 0) || (costs == NULL && rows > 0 && columns > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (rows == 0 || columns == 0) {
        return wendi_assignment_run(costs, rows, columns, NULL, columns_of);
    }
    size_t bytes;
    if (!wendi_assignment_scratch_bytes(rows, columns, &bytes)) {
        return WEND_ERROR_ARGUMENT;
    }
    void *scratch = wendi_alloc(allocator, bytes);
    if (scratch == NULL) {
        return WEND_ERROR_MEMORY;
    }
    const wend_result result = wendi_assignment_run(costs, rows, columns, scratch, columns_of);
    wendi_free(allocator, scratch, bytes);
    return result;
}
