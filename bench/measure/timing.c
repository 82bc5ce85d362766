/* Measures searches on the same queries in turns, and takes each query's median over several runs.
 * Cost: 8 bytes for each query, run and search. */
#include "measure/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Queries in one turn: a whole scenario, mostly, so that each search has its own data in the caches
 * as in a program that uses it alone. Several runs even out the machine's other work. */
enum { TURN_QUERIES = 8192, CLOCK_LOOKS = 200 };

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
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
        uint64_t before = bench_clock_ns();
        answers[query - begin] =
            runner->find(runner->context, map->queries[query].start, map->queries[query].goal);
        uint64_t time = bench_clock_ns() - before;
        *time_of(race, r, run, query) = time > race->clock_cost ? time - race->clock_cost : 1;
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

/* The first runner changes from turn to turn. */
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

/* The least time between two looks at the clock. */
static uint64_t measure_clock_cost(void)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < CLOCK_LOOKS; i++) {
        uint64_t before = bench_clock_ns();
        uint64_t time = bench_clock_ns() - before;
        least = time < least ? time : least;
    }
    return least;
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
                         .runners = runners,
                         .clock_cost = measure_clock_cost()};
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

/* A query's median run. Other work of the machine may disturb one run for longer than a hundred
 * short queries; a mean over the runs would then measure that. */
static double middle_time(bench_race *race, size_t runner, size_t query)
{
    for (size_t run = 0; run < race->run_count; run++) {
        race->scratch[run] = (double)*time_of(race, runner, run, query);
    }
    return bench_median(race->scratch, race->run_count);
}

/* The sum over the queries in which both take part. */
static double common_time(bench_race *race, size_t runner, size_t other)
{
    double sum = 0;
    for (size_t query = 0; query < race->query_count; query++) {
        if (takes_part(&race->runners[runner], query) && takes_part(&race->runners[other], query)) {
            sum += middle_time(race, runner, query);
        }
    }
    return sum;
}

double bench_race_mean_us(bench_race *race, size_t runner)
{
    double count = (double)race->asked[runner];
    return count > 0 ? common_time(race, runner, runner) / count / 1000 : (double)NAN;
}

double bench_race_ratio(bench_race *race, size_t slow, size_t fast)
{
    double slow_time = common_time(race, slow, fast);
    double fast_time = common_time(race, fast, slow);
    return fast_time > 0 && slow_time > 0 ? slow_time / fast_time : (double)NAN;
}

double bench_race_quantile_us(bench_race *race, size_t runner, double quantile)
{
    size_t count = 0;
    double *times = race->scratch + race->run_count;
    for (size_t query = 0; query < race->query_count; query++) {
        if (takes_part(&race->runners[runner], query)) {
            times[count++] = middle_time(race, runner, query);
        }
    }
    if (count == 0) {
        return (double)NAN;
    }
    qsort(times, count, sizeof *times, compare_doubles);
    return times[(size_t)(quantile * (double)(count - 1) + 0.5)] / 1000;
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
