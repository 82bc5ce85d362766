/* takes: the options of `wend bench crowd`.
 * gives: the report on stdout, progress on stderr.
 * cost:  some minutes; seconds with --quick. */
#include "suite_crowd.h"
#include "bench.h"

#include <stdlib.h>
#include <string.h>

enum { RUNS = 5, RUNS_QUICK = 3, RUNS_MOST = 1000, SEEDS = 10, SEEDS_QUICK = 1 };

static const char help[] =
    "usage: bench crowd [options]\n"
    "Measures how crowds get on: who arrives and when, overlaps, walls, flows through doors; and\n"
    "how long a tick takes, beside DetourCrowd where that is there.\n"
    "  --only NAME    one section only: quality, rimea, speed\n"
    "  --scene NAME   only scenes whose names begin so (door, circle4, ...)\n"
    "  --seeds N      seeds 1 to N of each scene (default 10)\n"
    "  --runs N       runs of speeds, of which the median counts (default 5)\n"
    "  --json         JSON instead of Markdown\n"
    "  --quick        one seed, three runs, no more than 10,000 bodies\n";

typedef struct section {
    const char *name;
    void (*run)(crowd_suite *suite);
} section;

static const section sections[] = {
    {"quality", bench_crowd_quality}, {"rimea", bench_crowd_rimea}, {"speed", bench_crowd_speed}};
static const size_t section_count = sizeof sections / sizeof sections[0];

void crowd_suite_fail(crowd_suite *suite, const char *where, const char *what)
{
    fprintf(stderr, "bench crowd: %s: %s\n", where, what);
    suite->failures++;
}

static bool is_section(const char *name)
{
    for (size_t i = 0; name != NULL && i < section_count; i++) {
        if (strcmp(sections[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool take_value(crowd_suite *suite, const char *word, const char *value)
{
    if (value == NULL) {
        return false;
    }
    if (strcmp(word, "--only") == 0) {
        suite->only = value;
        return is_section(value);
    }
    if (strcmp(word, "--scene") == 0) {
        suite->scene = value;
        return true;
    }
    if (strcmp(word, "--seeds") == 0) {
        suite->seeds = strtoull(value, NULL, 10);
        return suite->seeds > 0 && suite->seeds <= RUNS_MOST;
    }
    if (strcmp(word, "--runs") == 0) {
        suite->runs = strtoul(value, NULL, 10);
        return suite->runs > 0 && suite->runs <= RUNS_MOST;
    }
    return false;
}

static bool take_options(crowd_suite *suite, int argc, char **argv, bool *is_help)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            suite->report.json = true;
        } else if (strcmp(argv[i], "--quick") == 0) {
            suite->is_quick = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            *is_help = true;
        } else if (take_value(suite, argv[i], i + 1 < argc ? argv[i + 1] : NULL)) {
            i++;
        } else {
            fprintf(stderr, "bench crowd: cannot read option %s\n%s", argv[i], help);
            return false;
        }
    }
    if (suite->runs == 0) {
        suite->runs = suite->is_quick ? RUNS_QUICK : RUNS;
    }
    if (suite->seeds == 0) {
        suite->seeds = suite->is_quick ? SEEDS_QUICK : SEEDS;
    }
    return true;
}

static int run_suite(crowd_suite *suite)
{
    bench_report_begin(&suite->report, stdout, suite->report.json);
    for (size_t i = 0; i < section_count; i++) {
        if (suite->only == NULL || strcmp(suite->only, sections[i].name) == 0) {
            sections[i].run(suite);
        }
    }
    (void)bench_report_end(&suite->report);
    return suite->failures > 0 ? 1 : 0;
}

int wend_bench_crowd_main(int argc, char **argv)
{
    crowd_suite suite;
    bool is_help = false;
    memset(&suite, 0, sizeof suite);
    if (!take_options(&suite, argc, argv, &is_help)) {
        return 2;
    }
    if (is_help) {
        fputs(help, stdout);
        return 0;
    }
    return run_suite(&suite);
}
