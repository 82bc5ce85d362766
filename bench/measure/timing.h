/* Several searches race over the same queries. */
#ifndef BENCH_MEASURE_TIMING_H
#define BENCH_MEASURE_TIMING_H

#include "measure/maps.h"
#include "yardstick/yardstick.h"

/* A contestant. */
typedef struct bench_runner {
    yardstick_answer (*find)(void *context, uint32_t start, uint32_t goal);
    void *context;
    size_t every; /* takes part in every n-th query only; 0 and 1: in all */
} bench_runner;

/* Measured times in nanoseconds, [runner][run][query]; 0 = took no part. */
typedef struct bench_race {
    size_t runner_count, run_count, query_count;
    const bench_runner *runners;
    uint64_t *times;
    uint64_t *expanded;  /* [runner], summed over the queries of one run */
    size_t *asked;       /* [runner], queries of one run */
    size_t *mismatches;  /* [runner], answers that differ from the first runner's, over all runs */
    uint64_t clock_cost; /* added to each time by the clock; subtracted */
    double *scratch;     /* [run_count + query_count] */
} bench_race;

/** Races all runners over the map's queries, run_count times. In each run one
 * takes all queries (8192 at most) after the other, after one more to warm up. The
 * first runner must take part in every query. @return false: out of memory. */
bool bench_race_run(bench_race *race, const bench_map *map, const bench_runner *runners,
                    size_t runner_count, size_t run_count);
void bench_race_free(bench_race *race);

/** Mean over the queries (of each one's median run), in microseconds. */
double bench_race_mean_us(bench_race *race, size_t runner);
/** A quantile over the queries (of each one's median run), 0 to 1, in microseconds. */
double bench_race_quantile_us(bench_race *race, size_t runner, double quantile);
/** The time of `slow` relative to `fast`: its mean by the other's, over the queries both
 * took part in. */
double bench_race_ratio(bench_race *race, size_t slow, size_t fast);
/** Answers of all runners that differ from the first one's. */
size_t bench_race_mismatches(const bench_race *race);
/** Mean number of expanded cells. */
double bench_race_expanded(const bench_race *race, size_t runner);

/** Nanoseconds the calling thread has had a processor (thread_clock_posix.c), or of the wall clock
 * where there is no fine one (thread_clock_windows.c). */
uint64_t bench_clock_ns(void);
/** The median; sorts the values. NaN for none. */
double bench_median(double *values, size_t count);

#endif
