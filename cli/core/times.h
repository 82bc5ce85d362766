/* Statistics of the times of many queries. */
#ifndef CLI_CORE_TIMES_H
#define CLI_CORE_TIMES_H

#include <stddef.h>
#include <stdint.h>

typedef struct times_summary {
    double mean_us, median_us, p99_us, max_us;
} times_summary;

/** @param times [count][repeat] nanoseconds; reordered: of each query the median of its repeats
 * counts. All 0 where there are none. */
times_summary times_sum_up(uint64_t *times, size_t count, size_t repeat);

#endif
