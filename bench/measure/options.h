/* The options of a benchmark, as a table. */
#ifndef BENCH_MEASURE_OPTIONS_H
#define BENCH_MEASURE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum { BENCH_OFFERED_MAX = 128, BENCH_OFFERED_CAPACITY = 64 };

/* One option: of `flag`, `text` and `count` the one that is not NULL gives its kind. */
typedef struct bench_option {
    const char *name;           /* "--runs" */
    bool *flag;                 /* takes no value; set to true */
    const char **text;          /* any text, or one of the names ... */
    const char *const *choices; /* [choice_count], or NULL */
    size_t choice_count;
    size_t *count;      /* a whole number ... */
    size_t least, most; /* ... of this range */
    bool *is_given;     /* set to true; may be NULL */
} bench_option;

/* Names that an option could have had, copied while they pass by. Zeroed = none. */
typedef struct bench_offered {
    char texts[BENCH_OFFERED_MAX][BENCH_OFFERED_CAPACITY];
    const char *names[BENCH_OFFERED_MAX];
    size_t count;
} bench_offered;

/** Keeps a name; beyond BENCH_OFFERED_MAX and for names that are too long it does nothing. */
void bench_offer(bench_offered *offered, const char *name);

/** Reads the command line; `--quiet` forbids progress; `--help` is an option of every benchmark. A
 * failure names the benchmark, the option, the expected and the actual value.
 * @param bench "crowd". @param help the text for --help.
 * @param argv argv[0] is the word before the options.
 * @return negative: continue; else the exit status to end with (0 for --help, 2). */
int bench_options_read(const char *bench, const char *help, const bench_option *options,
                       size_t option_count, int argc, char **argv);
/** Reports a wrong option on stderr. @param names [count] the names it may have, of which the most
 * similar are suggested. @return 2. */
int bench_options_refuse(const char *bench, const char *option, const char *expected,
                         const char *found, const char *const *names, size_t count);
/** Writes names into a text, with commas between them. @return the text. */
const char *bench_names(const char *const *names, size_t count, char *text, size_t capacity);

#endif
