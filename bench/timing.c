/* takes: searches and queries.
 * gives: medians over several runs in which the searches take turns.
 * cost:  8 bytes for each query, run and search. */
#include "timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Queries in one turn: long enough to have one's own data in the caches, short enough for all to
 * see the same machine. */
enum { TURN_QUERIES = 32 };

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int compare_times(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

double bench_median(double *values, size_t count)
{
    if (count == 0) {
        return (double)NAN;
    }
    qsort(values, count, sizeof *values, compare_doubles);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static uint64_t *time_of(const bench_race *race, size_t runner, size_t run, size_t query)
{
    return &race->times[(runner * race->run_count + run) * race->query_count + query];
}

static bool takes_part(const bench_runner *runner, size_t query)
{
    return runner->every <= 1 || query % runner->every == 0;
}

static size_t first_query_of(const bench_runner *runner, size_t begin, size_t end)
{
    while (begin < end && !takes_part(runner, begin)) {
        begin++;
    }
    return begin;
}

static void take_turn(bench_race *race, const bench_map *map, size_t r, size_t run, size_t begin,
                      size_t end, yardstick_answer *answers)
{
    const bench_runner *runner = &race->runners[r];
    size_t first = first_query_of(runner, begin, end);
    if (first == end) {
        return;
    }
    runner->find(runner->context, map->queries[first].start, map->queries[first].goal);
    for (size_t query = first; query < end; query++) {
        if (!takes_part(runner, query)) {
            continue;
        }
        uint64_t before = wend_clock_ns();
        answers[query - begin] =
            runner->find(runner->context, map->queries[query].start, map->queries[query].goal);
        uint64_t time = wend_clock_ns() - before;
        *time_of(race, r, run, query) = time > 0 ? time : 1;
        race->expanded[r] += run == 0 ? answers[query - begin].expanded : 0;
        race->asked[r] += run == 0 ? 1 : 0;
    }
}

static void compare_answers(bench_race *race, size_t begin, size_t end,
                            const yardstick_answer (*answers)[TURN_QUERIES])
{
    for (size_t r = 1; r < race->runner_count; r++) {
        for (size_t query = begin; query < end; query++) {
            const yardstick_answer *first = &answers[0][query - begin];
            const yardstick_answer *other = &answers[r][query - begin];
            if (takes_part(&race->runners[r], query) &&
                (first->is_found != other->is_found || first->cost != other->cost)) {
                race->mismatches[r]++;
            }
        }
    }
}

/* Who goes first changes from turn to turn. */
static void race_turn(bench_race *race, const bench_map *map, size_t run, size_t begin,
                      yardstick_answer (*answers)[TURN_QUERIES])
{
    size_t end =
        begin + TURN_QUERIES < race->query_count ? begin + TURN_QUERIES : race->query_count;
    memset(answers, 0, race->runner_count * sizeof *answers);
    for (size_t i = 0; i < race->runner_count; i++) {
        size_t r = (i + begin / TURN_QUERIES + run) % race->runner_count;
        take_turn(race, map, r, run, begin, end, answers[r]);
    }
    compare_answers(race, begin, end, (const yardstick_answer(*)[TURN_QUERIES])answers);
}

static bool reserve(bench_race *race)
{
    size_t runs = race->run_count, queries = race->query_count;
    race->times = calloc(race->runner_count * runs * queries + 1, sizeof *race->times);
    race->expanded = calloc(race->runner_count, sizeof *race->expanded);
    race->asked = calloc(race->runner_count, sizeof *race->asked);
    race->mismatches = calloc(race->runner_count, sizeof *race->mismatches);
    race->scratch = calloc(runs + queries + 1, sizeof *race->scratch);
    return race->times != NULL && race->expanded != NULL && race->asked != NULL &&
           race->mismatches != NULL && race->scratch != NULL;
}

bool bench_race_run(bench_race *race, const bench_map *map, const bench_runner *runners,
                    size_t runner_count, size_t run_count)
{
    *race = (bench_race){.runner_count = runner_count,
                         .run_count = run_count,
                         .query_count = map->query_count,
                         .runners = runners};
    yardstick_answer(*answers)[TURN_QUERIES] = calloc(runner_count, sizeof *answers);
    if (answers == NULL || !reserve(race)) {
        free(answers);
        bench_race_free(race);
        return false;
    }
    for (size_t run = 0; run < run_count; run++) {
        for (size_t begin = 0; begin < race->query_count; begin += TURN_QUERIES) {
            race_turn(race, map, run, begin, answers);
        }
    }
    free(answers);
    return true;
}

void bench_race_free(bench_race *race)
{
    free(race->times);
    free(race->expanded);
    free(race->asked);
    free(race->mismatches);
    free(race->scratch);
    memset(race, 0, sizeof *race);
}

/* The sum over the queries in which both took part. */
static double common_time(const bench_race *race, size_t runner, size_t other, size_t run)
{
    double sum = 0;
    for (size_t query = 0; query < race->query_count; query++) {
        if (*time_of(race, other, run, query) != 0) {
            sum += (double)*time_of(race, runner, run, query);
        }
    }
    return sum;
}

static double median_of_runs(bench_race *race,
                             double (*of_run)(bench_race *, size_t, size_t, size_t), size_t a,
                             size_t b)
{
    double *values = calloc(race->run_count + 1, sizeof *values);
    if (values == NULL) {
        return (double)NAN;
    }
    for (size_t run = 0; run < race->run_count; run++) {
        values[run] = of_run(race, a, b, run);
    }
    double median = bench_median(values, race->run_count);
    free(values);
    return median;
}

static double mean_of_run(bench_race *race, size_t runner, size_t unused, size_t run)
{
    (void)unused;
    double count = (double)race->asked[runner];
    return count > 0 ? common_time(race, runner, runner, run) / count / 1000 : (double)NAN;
}

static double ratio_of_run(bench_race *race, size_t slow, size_t fast, size_t run)
{
    double slow_time = common_time(race, slow, fast, run);
    double fast_time = common_time(race, fast, slow, run);
    return fast_time > 0 && slow_time > 0 ? slow_time / fast_time : (double)NAN;
}

double bench_race_mean_us(bench_race *race, size_t runner)
{
    return median_of_runs(race, mean_of_run, runner, runner);
}

double bench_race_ratio(bench_race *race, size_t slow, size_t fast)
{
    return median_of_runs(race, ratio_of_run, slow, fast);
}

static uint64_t middle_time(bench_race *race, size_t runner, size_t query)
{
    for (size_t run = 0; run < race->run_count; run++) {
        race->scratch[run] = *time_of(race, runner, run, query);
    }
    qsort(race->scratch, race->run_count, sizeof *race->scratch, compare_times);
    return race->scratch[race->run_count / 2];
}

double bench_race_quantile_us(bench_race *race, size_t runner, double quantile)
{
    size_t count = 0;
    uint64_t *times = race->scratch + race->run_count;
    for (size_t query = 0; query < race->query_count; query++) {
        if (takes_part(&race->runners[runner], query)) {
            times[count++] = middle_time(race, runner, query);
        }
    }
    if (count == 0) {
        return (double)NAN;
    }
    qsort(times, count, sizeof *times, compare_times);
    return (double)times[(size_t)(quantile * (double)(count - 1) + 0.5)] / 1000;
}

double bench_race_expanded(const bench_race *race, size_t runner)
{
    size_t count = race->asked[runner];
    return count > 0 ? (double)race->expanded[runner] / (double)count : (double)NAN;
}

size_t bench_race_mismatches(const bench_race *race)
{
    size_t sum = 0;
    for (size_t r = 0; r < race->runner_count; r++) {
        sum += race->mismatches[r];
    }
    return sum;
}
