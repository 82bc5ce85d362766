/* Runs the command wend as its users do, and looks at what it answers. */
#ifndef TEST_CLI_RUN_H
#define TEST_CLI_RUN_H

#include <stdbool.h>
#include <stddef.h>

enum { RUN_PATH_CAPACITY = 512 };

/* The results of a run. */
typedef struct run_result {
    int exit_code; /* -1 when it crashed */
    char *out, *err;
    size_t out_count; /* bytes of out, a zero behind them not counted */
} run_result;

/** Runs `wend` with the arguments of a line, split at spaces; "%20" in an argument is a space.
 * Fails the test when the program cannot be started. Free with run_free. */
run_result run_wend(const char *line);
/** The same with printf's format. */
run_result run_wendf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** The same with bytes that come through a pipe as standard input. */
run_result run_wend_input(const void *bytes, size_t count, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** The same with a file that takes standard output, such as "/dev/full"; NULL: it is closed. */
run_result run_wend_output(const char *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/** The same with standard error closed. */
run_result run_wend_mute(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** The same on a terminal: standard input, output and error are all of it, and `out` has all that
 * came to it. */
run_result run_wend_terminal(const char *format, ...) __attribute__((format(printf, 1, 2)));
void run_free(run_result *r);

/** Runs a line and checks its exit code and that stderr holds a text ("" = nothing at all).
 * A failure prints everything. */
void run_expect(const char *line, int exit_code, const char *err_part);
/** Runs a line with --json added, checks the exit code and that stdout is one JSON object and
 * nothing else. @return that object, to be freed. */
char *run_json(const char *line, int exit_code);

/** The path of a map of the project. @param path [RUN_PATH_CAPACITY]. */
const char *run_map(const char *name, char *path);
/** A name for a file that only this test program uses. */
const char *run_temporary(const char *name, char *path);
/** Writes a file. */
void run_write(const char *path, const void *bytes, size_t count);
void run_write_text(const char *path, const char *text);
/** All bytes of a file, and a zero behind them, to be freed. */
char *run_read_all(const char *path, size_t *count);
/** A file's first bytes. @return how many. */
size_t run_read(const char *path, char *bytes, size_t capacity);

#endif
