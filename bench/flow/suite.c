/* The suite of `wend bench flow`: the report on stdout, progress on stderr.
 * Cost: some minutes; seconds with --quick. */
#include "flow/suite.h"
#include "bench.h"
#include "measure/options.h"
#include "measure/timing.h"
#include "progress.h"
#include "search/suite.h"

#include <stdlib.h>
#include <string.h>

enum { RUNS = 9, RUNS_QUICK = 3, RUNS_MOST = 1000 };

static const char help[] =
    "usage: bench flow [options]\n"
    "Measures flow fields beside plain ones of our own (a queue flood over a tile, Dial's buckets\n"
    "and a binary heap over a map).\n"
    "  --maps FOLDER  folder with maps in dao/, street/ or rooms/ (default\n"
    "                 $WEND_DATA/maps)\n"
    "  --only NAME    one section only: tiles, whole, figures, orders, budget, quality\n"
    "  --runs N       runs, of which the median counts (default 9)\n"
    "  --json         JSON instead of Markdown\n"
    "  --quick        three runs, small maps, no files; times are printed, not judged\n";

typedef struct section {
    const char *name;
    void (*run)(flow_suite *suite);
} section;

static const section sections[] = {
    {"tiles", bench_flow_tiles},   {"whole", bench_flow_whole},   {"figures", bench_flow_figures},
    {"orders", bench_flow_orders}, {"budget", bench_flow_budget}, {"quality", bench_flow_quality}};
static const size_t section_count = sizeof sections / sizeof sections[0];

void flow_suite_fail(flow_suite *suite, const char *where, const char *what)
{
    progress_end();
    fprintf(stderr, "bench flow: %s: %s\n", where, what);
    suite->failures++;
}

/* Nanoseconds of the second of two works; the first one finds its memory again, after the others'
 * turns. Negative: it failed. */
static double time_work(const flow_contestant *contestant, size_t run)
{
    if (!contestant->work(contestant->context, run)) {
        return -1;
    }
    const uint64_t begin = bench_clock_ns();
    const bool is_done = contestant->work(contestant->context, run);
    return is_done ? (double)(bench_clock_ns() - begin) : -1;
}

/* @param times [count][suite->runs] */
static bool race(const flow_suite *suite, flow_contestant *contestants, size_t count, double *times)
{
    for (size_t run = 0; run < suite->runs; run++) {
        for (size_t i = 0; i < count; i++) {
            const double ns = time_work(&contestants[i], run);
            if (ns < 0) {
                return false;
            }
            times[i * suite->runs + run] = ns;
        }
    }
    for (size_t i = 0; i < count; i++) {
        contestants[i].ns = bench_median(times + i * suite->runs, suite->runs);
    }
    return true;
}

bool flow_suite_race(flow_suite *suite, const char *name, flow_contestant *contestants,
                     size_t count)
{
    double *times = calloc(suite->runs * count + 1, sizeof *times);
    const bool is_done = times != NULL && race(suite, contestants, count, times);
    if (!is_done) {
        flow_suite_fail(suite, name, times == NULL ? "out of memory" : "a contestant failed");
    }
    free(times);
    return is_done;
}

static int take_options(flow_suite *suite, int argc, char **argv)
{
    const char *names[sizeof sections / sizeof sections[0]];
    for (size_t i = 0; i < section_count; i++) {
        names[i] = sections[i].name;
    }
    const bench_option options[] = {
        {.name = "--json", .flag = &suite->report.json},
        {.name = "--quick", .flag = &suite->is_quick},
        {.name = "--maps", .text = &suite->maps_folder},
        {.name = "--only", .text = &suite->only, .choices = names, .choice_count = section_count},
        {.name = "--runs", .count = &suite->runs, .least = 1, .most = RUNS_MOST}};
    const int status =
        bench_options_read("flow", help, options, sizeof options / sizeof options[0], argc, argv);
    if (suite->runs == 0) {
        suite->runs = suite->is_quick ? RUNS_QUICK : RUNS;
    }
    return status;
}

/* $WEND_DATA/maps, to be freed; NULL if it is not needed. */
static char *default_folder(const flow_suite *suite)
{
    const char *data = getenv("WEND_DATA");
    const bool has_data = data != NULL && data[0] != '\0';
    if (suite->maps_folder != NULL || suite->is_quick || !has_data) {
        return NULL;
    }
    return bench_files_join(data, "maps");
}

static int run_suite(flow_suite *suite)
{
    bench_report_begin(&suite->report, stdout, suite->report.json, suite->is_quick);
    for (size_t i = 0; i < section_count; i++) {
        if (suite->only == NULL || strcmp(suite->only, sections[i].name) == 0) {
            sections[i].run(suite);
        }
    }
    const size_t missed = bench_report_end(&suite->report);
    if (suite->mismatches > 0) {
        fprintf(stderr, "%zu answers differ\n", suite->mismatches);
    }
    return suite->mismatches > 0 || suite->failures > 0 || missed > 0 ? 1 : 0;
}

int wend_bench_flow_main(int argc, char **argv)
{
    flow_suite suite;
    memset(&suite, 0, sizeof suite);
    int status = take_options(&suite, argc, argv);
    if (status >= 0) {
        return status;
    }
    char *folder = default_folder(&suite);
    if (folder != NULL) {
        suite.maps_folder = folder;
    }
    status = run_suite(&suite);
    free(folder);
    return status;
}
