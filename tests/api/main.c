/* The command line of the API fuzzer.
 *
 *     api_fuzz [--calls N] [--seed S] [--first EPISODE] [--pairs N] [--jobs N] [--rooms a,b]
 *              [--results FILE] [--times]
 *     api_fuzz --sentences FILE ...: adds all that is said of failures to a file
 *     api_fuzz --replay S:EPISODE [--steps 3,17,20] [--loud]
 *
 * It counts steps, of which each makes one call or several. Runs are disjoint if their seeds differ, or
 * if one begins at the episode (120 steps) where the other ends: --first.
 */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Of a build with the address sanitizer, unless its environment says otherwise. Most of its time went to
 * fresh pages for 256 MB of freed blocks, and to call stacks of 30 functions for every block. */
const char *
__asan_default_options(void);            /* NOLINT(bugprone-reserved-identifier,cert-*): its name */
const char *__asan_default_options(void) /* NOLINT(bugprone-reserved-identifier,cert-*): its name */
{
    return "quarantine_size_mb=16:malloc_context_size=3";
}

/* The number that a text begins with, up to its end, or to the next of a list. */
static uint64_t number_of(const char *text)
{
    char *end = NULL;
    const uint64_t number = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || strchr(":,", *end) == NULL) {
        fprintf(stderr, "api_fuzz: a number expected, got '%s'\n", text);
        exit(2);
    }
    return number;
}

static void replay(run_def *def, const char *what, const char *steps, bool is_loud)
{
    bool left_out[RUN_STEPS];
    const char *colon = strchr(what, ':');
    memset(left_out, steps != NULL, sizeof left_out);
    for (const char *at = steps; at != NULL && *at != 0;) {
        const uint64_t step = number_of(at);
        left_out[step < RUN_STEPS ? step : 0] = false;
        at = strchr(at, ',');
        at = at != NULL ? at + 1 : NULL;
    }
    def->seed = number_of(what);
    run_episode(def, colon != NULL ? number_of(colon + 1) : 0, left_out, is_loud);
}

/* @return how many episodes failed. */
static uint32_t run(const run_def *def, const run_shared *shared, const char *results,
                    bool has_times)
{
    printf("seed %llu, from episode %llu\n", (unsigned long long)def->seed,
           (unsigned long long)def->first);
    const uint32_t failures = run_all(def);
    FILE *file = results != NULL ? fopen(results, "w") : NULL;
    const size_t result_count = counts_print_results(file);
    if (file != NULL) {
        fclose(file);
    }
    if (has_times) {
        counts_print_times(stdout);
    }
    printf("%llu steps of %llu calls, %llu objects saved and loaded, %u failures\n",
           (unsigned long long)shared->counts.steps, (unsigned long long)shared->counts.calls,
           (unsigned long long)shared->counts.pairs, failures);
    printf("%zu different pairs of a function and its result\n", result_count);
    return failures;
}

int main(int argc, char **argv)
{
    run_def def = {.seed = 1, .calls = 100000, .jobs = 1, .progress_seconds = 30};
    const char *again = NULL;
    const char *steps = NULL;
    const char *sentences = NULL;
    const char *results = NULL;
    bool is_loud = false;
    bool has_times = false;
    for (int i = 1; i < argc; ++i) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--loud") == 0 || strcmp(argv[i], "--times") == 0) {
            is_loud |= strcmp(argv[i], "--loud") == 0;
            has_times |= strcmp(argv[i], "--times") == 0;
            continue;
        }
        def.calls = strcmp(argv[i], "--calls") == 0 ? number_of(value) : def.calls;
        def.seed = strcmp(argv[i], "--seed") == 0 ? number_of(value) : def.seed;
        def.first = strcmp(argv[i], "--first") == 0 ? number_of(value) : def.first;
        def.pairs = strcmp(argv[i], "--pairs") == 0 ? number_of(value) : def.pairs;
        def.jobs = strcmp(argv[i], "--jobs") == 0 ? (uint32_t)number_of(value) : def.jobs;
        def.rooms = strcmp(argv[i], "--rooms") == 0 ? value : def.rooms;
        again = strcmp(argv[i], "--replay") == 0 ? value : again;
        steps = strcmp(argv[i], "--steps") == 0 ? value : steps;
        sentences = strcmp(argv[i], "--sentences") == 0 ? value : sentences;
        results = strcmp(argv[i], "--results") == 0 ? value : results;
        i++;
    }
    def.jobs = def.jobs < 1 ? 1 : def.jobs > RUN_JOBS_MOST ? RUN_JOBS_MOST : def.jobs;
    FILE *memory = tmpfile();
    if (memory == NULL || ftruncate(fileno(memory), sizeof(run_shared)) != 0) {
        fprintf(stderr, "no temporary file\n");
        return 4;
    }
    run_shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(memory), 0);
    if (shared == MAP_FAILED) {
        fprintf(stderr, "no memory\n");
        return 4;
    }
    run_begin(shared);
    sentences_begin(sentences);
    if (again != NULL) {
        replay(&def, again, steps, is_loud);
    }
    const uint32_t failures = again != NULL ? 0 : run(&def, shared, results, has_times);
    run_end();
    return failures == 0 ? 0 : 1;
}
