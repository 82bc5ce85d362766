/* The suite of `wend bench crowd`: the report on stdout, progress on stderr.
 * Cost: some minutes; seconds with --quick. */
#include "crowd/suite.h"
#include "bench.h"
#include "measure/options.h"
#include "progress.h"

#include <string.h>

enum { RUNS = 5, RUNS_QUICK = 3, RUNS_MOST = 1000, SEEDS = 10, SEEDS_QUICK = 1 };
enum { GO_ON = -1, SCENES_MOST = 256, NAMES_CAPACITY = 4096 };

static const char bench[] = "crowd";

static const char help[] =
    "usage: bench crowd [options]\n"
    "Measures crowds: arrivals and their times, overlaps, walls, flows through doors; and the\n"
    "time of a tick, beside DetourCrowd where it is installed.\n"
    "  --only NAME    one section only: quality, rimea, speed, ground, detail\n"
    "  --scene NAME   only scenes whose names begin so (door, circle4, ...)\n"
    "  --seeds N      seeds 1 to N of each scene (default 10)\n"
    "  --runs N       runs of speeds, of which the median counts (default 5)\n"
    "  --json         JSON instead of Markdown\n"
    "  --quick        one seed, three runs, no more than 10,000 bodies; times are told,\n"
    "                 not judged\n";

typedef struct section {
    const char *name;
    void (*run)(crowd_suite *suite);
} section;

static const section sections[] = {{"quality", bench_crowd_quality},
                                   {"rimea", bench_crowd_rimea},
                                   {"speed", bench_crowd_speed},
                                   {"ground", bench_crowd_ground},
                                   {"detail", bench_crowd_detail}};
static const size_t section_count = sizeof sections / sizeof sections[0];

void crowd_suite_fail(crowd_suite *suite, const char *where, const char *what)
{
    progress_end();
    fprintf(stderr, "bench crowd: %s: %s\n", where, what);
    suite->failures++;
}

static int refuse_scene(const char *scene)
{
    const char *names[SCENES_MOST];
    char all[NAMES_CAPACITY], expected[NAMES_CAPACITY + 64];
    const size_t count = crowd_quality_names(names, SCENES_MOST);
    snprintf(expected, sizeof expected, "the beginning of one of %s",
             bench_names(names, count, all, sizeof all));
    return bench_options_refuse(bench, "--scene", expected, scene, names, count);
}

/* Only the section of quality has scenes to choose from. */
static int check_scene(crowd_suite *suite)
{
    if (suite->scene == NULL) {
        return GO_ON;
    }
    if (suite->only != NULL && strcmp(suite->only, sections[0].name) != 0) {
        fprintf(stderr, "bench %s: --scene: only of the section quality, and --only says %s\n",
                bench, suite->only);
        return 2;
    }
    return crowd_quality_has(suite) ? GO_ON : refuse_scene(suite->scene);
}

static int take_options(crowd_suite *suite, int argc, char **argv)
{
    const char *names[sizeof sections / sizeof sections[0]];
    for (size_t i = 0; i < section_count; i++) {
        names[i] = sections[i].name;
    }
    const bench_option options[] = {
        {.name = "--json", .flag = &suite->report.json},
        {.name = "--quick", .flag = &suite->is_quick},
        {.name = "--only", .text = &suite->only, .choices = names, .choice_count = section_count},
        {.name = "--scene", .text = &suite->scene},
        {.name = "--seeds", .count = &suite->seeds, .least = 1, .most = RUNS_MOST},
        {.name = "--runs", .count = &suite->runs, .least = 1, .most = RUNS_MOST}};
    const int status =
        bench_options_read(bench, help, options, sizeof options / sizeof options[0], argc, argv);
    if (suite->runs == 0) {
        suite->runs = suite->is_quick ? RUNS_QUICK : RUNS;
    }
    if (suite->seeds == 0) {
        suite->seeds = suite->is_quick ? SEEDS_QUICK : SEEDS;
    }
    return status == GO_ON ? check_scene(suite) : status;
}

static int run_suite(crowd_suite *suite)
{
    bench_report_begin(&suite->report, stdout, suite->report.json, suite->is_quick);
    for (size_t i = 0; i < section_count; i++) {
        if (suite->only == NULL || strcmp(suite->only, sections[i].name) == 0) {
            sections[i].run(suite);
        }
    }
    const size_t missed = bench_report_end(&suite->report);
    return suite->failures > 0 || missed > 0 ? 1 : 0;
}

int wend_bench_crowd_main(int argc, char **argv)
{
    crowd_suite suite;
    memset(&suite, 0, sizeof suite);
    const int status = take_options(&suite, argc, argv);
    return status == GO_ON ? run_suite(&suite) : status;
}
