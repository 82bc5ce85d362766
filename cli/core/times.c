/* Computes mean, median, 99th percentile and maximum of the times of queries, each measured
 * several times.
 * Cost: sorting them. */
#include "core/times.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a;
    const uint64_t right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

static double sorted_median(const uint64_t *sorted, size_t count)
{
    const size_t low = (count - 1) / 2;
    const size_t high = count / 2;
    return ((double)sorted[low] + (double)sorted[high]) / 2.0;
}

times_summary times_sum_up(uint64_t *times, size_t count, size_t repeat)
{
    times_summary summary = {0.0, 0.0, 0.0, 0.0};
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        qsort(times + i * repeat, repeat, sizeof *times, compare);
        times[i] = (uint64_t)sorted_median(times + i * repeat, repeat);
        sum += (double)times[i];
    }
    if (count > 0) {
        qsort(times, count, sizeof *times, compare);
        const size_t last = (count * 99 + 99) / 100 - 1; /* of the quickest 99 in 100 */
        summary.mean_us = sum / (double)count / 1e3;
        summary.median_us = sorted_median(times, count) / 1e3;
        summary.p99_us = (double)times[last] / 1e3;
        summary.max_us = (double)times[count - 1] / 1e3;
    }
    return summary;
}
