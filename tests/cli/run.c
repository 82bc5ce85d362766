/* Runs the command as its users do, and keeps exit code, stdout and stderr. */
#define _XOPEN_SOURCE 700 /* posix_openpt */

#include "run.h"

#include "json_read.h"
#include "support/test.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 64, LINE_CAPACITY = 4096, SECONDS_MOST = 300 };

static char *slurp(FILE *file, size_t *count)
{
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    *count = (size_t)size;
    char *text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    return text;
}

static void unescape_spaces(char *text)
{
    for (char *at = strstr(text, "%20"); at != NULL; at = strstr(at, "%20")) {
        *at = ' ';
        memmove(at + 1, at + 3, strlen(at + 3) + 1);
    }
}

/* Splits in place. @param arguments [ARGUMENTS_MAX], ends with NULL. */
static void split(char *line, char **arguments)
{
    static char program[] = WEND_CLI;
    size_t count = 0;
    char *rest = NULL;
    arguments[count++] = program;
    for (char *at = strtok_r(line, " ", &rest); at != NULL; at = strtok_r(NULL, " ", &rest)) {
        assert_true(count < ARGUMENTS_MAX - 1);
        unescape_spaces(at);
        arguments[count++] = at;
    }
    arguments[count] = NULL;
}

/* A pipe that a process of its own fills. @return the end to read from. */
static int fill_pipe(const void *bytes, size_t count, pid_t *writer)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    *writer = fork();
    assert_true(*writer >= 0);
    if (*writer == 0) {
        close(ends[0]);
        const char *at = bytes;
        for (ssize_t put = 0; count > 0; at += put, count -= (size_t)put) {
            put = write(ends[1], at, count);
            if (put < 0) {
                break;
            }
        }
        _exit(0);
    }
    close(ends[1]);
    return ends[0];
}

/* Standard output of a command. */
typedef struct output_to {
    bool is_file;
    const char *file; /* NULL = closed */
    bool is_mute;     /* standard error is closed */
} output_to;

/* In the child. */
static void redirect(const output_to *to, FILE *usual)
{
    if (!to->is_file) {
        dup2(fileno(usual), STDOUT_FILENO);
        return;
    }
    close(STDOUT_FILENO);
    if (to->file != NULL && open(to->file, O_WRONLY) != STDOUT_FILENO) {
        _exit(127);
    }
}

/* @param in standard input; -1 = that of this process. */
static run_result run(const char *line, int in, const output_to *to)
{
    char copy[LINE_CAPACITY];
    char *arguments[ARGUMENTS_MAX];
    assert_true(strlen(line) < sizeof copy);
    memcpy(copy, line, strlen(line) + 1);
    split(copy, arguments);
    FILE *out = tmpfile();
    FILE *err = tmpfile();
    assert_non_null(out);
    assert_non_null(err);
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (in >= 0) {
            dup2(in, STDIN_FILENO);
        }
        redirect(to, out);
        if (to->is_mute) {
            close(STDERR_FILENO);
        } else {
            dup2(fileno(err), STDERR_FILENO);
        }
        alarm(SECONDS_MOST); /* one that waits for ever fails */
        execv(arguments[0], arguments);
        _exit(127);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    const int exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    assert_int_not_equal(exit_code, 127);
    run_result r = {.exit_code = exit_code};
    size_t unused = 0;
    r.out = slurp(out, &r.out_count);
    r.err = slurp(err, &unused);
    return r;
}

run_result run_wend(const char *line)
{
    const output_to usual = {.is_file = false};
    return run(line, -1, &usual);
}

run_result run_wend_output(const char *file, const char *format, ...)
{
    char line[LINE_CAPACITY];
    const output_to to = {.is_file = true, .file = file};
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    return run(line, -1, &to);
}

run_result run_wend_mute(const char *format, ...)
{
    char line[LINE_CAPACITY];
    const output_to usual = {.is_mute = true};
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    return run(line, -1, &usual);
}

/* A pseudo-terminal. @param name [capacity] of its other end. */
static int open_terminal(char *name, size_t capacity)
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(master >= 0);
    assert_int_equal(grantpt(master), 0);
    assert_int_equal(unlockpt(master), 0);
    snprintf(name, capacity, "%s", ptsname(master));
    return master;
}

run_result run_wend_terminal(const char *format, ...)
{
    char line[LINE_CAPACITY];
    char name[128];
    char *arguments[ARGUMENTS_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    split(line, arguments);
    const int master = open_terminal(name, sizeof name);
    const int terminal = open(name, O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        for (int stream = 0; stream <= STDERR_FILENO; stream++) {
            dup2(terminal, stream);
        }
        alarm(SECONDS_MOST);
        execv(arguments[0], arguments);
        _exit(127);
    }
    close(terminal);
    FILE *out = tmpfile();
    assert_non_null(out);
    char bytes[4096];
    /* The last one to hold the other end closes it: then reading fails. */
    for (ssize_t got = 1; got > 0;) {
        got = read(master, bytes, sizeof bytes);
        assert_true(got <= 0 || fwrite(bytes, 1, (size_t)got, out) == (size_t)got);
    }
    close(master);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    run_result r = {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1};
    r.out = slurp(out, &r.out_count);
    r.err = calloc(1, 1);
    return r;
}

run_result run_wend_input(const void *bytes, size_t count, const char *format, ...)
{
    char line[LINE_CAPACITY];
    pid_t writer = 0;
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    const int in = fill_pipe(bytes, count, &writer);
    const output_to usual = {.is_file = false};
    const run_result r = run(line, in, &usual);
    close(in);
    assert_int_equal(waitpid(writer, NULL, 0), writer);
    return r;
}

run_result run_wendf(const char *format, ...)
{
    char line[LINE_CAPACITY];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    return run_wend(line);
}

void run_free(run_result *r)
{
    free(r->out);
    free(r->err);
    *r = (run_result){0};
}

void run_expect(const char *line, int exit_code, const char *err_part)
{
    run_result r = run_wend(line);
    const bool is_quiet = err_part[0] != '\0' || r.err[0] == '\0';
    if (r.exit_code != exit_code || !is_quiet || strstr(r.err, err_part) == NULL) {
        fail_msg("wend %s\nexit code %d, expected %d; stderr should hold '%s'\nstdout: %s\n"
                 "stderr: %s",
                 line, r.exit_code, exit_code, err_part, r.out, r.err);
    }
    run_free(&r);
}

char *run_json(const char *line, int exit_code)
{
    char with_json[LINE_CAPACITY];
    snprintf(with_json, sizeof with_json, "%s --json", line);
    run_result r = run_wend(with_json);
    if (r.exit_code != exit_code || !json_is_object(r.out)) {
        fail_msg("wend %s\nexit code %d, expected %d and one JSON object\nstdout: %s\nstderr: %s",
                 with_json, r.exit_code, exit_code, r.out, r.err);
    }
    char *object = r.out;
    free(r.err);
    return object;
}

const char *run_map(const char *name, char *path)
{
    snprintf(path, RUN_PATH_CAPACITY, "%s/%s", WEND_MAPS, name);
    return path;
}

const char *run_temporary(const char *name, char *path)
{
    snprintf(path, RUN_PATH_CAPACITY, "cli_test_%ld_%s", (long)getpid(), name);
    return path;
}

void run_write(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

void run_write_text(const char *path, const char *text)
{
    run_write(path, text, strlen(text));
}

char *run_read_all(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    return slurp(file, count);
}

size_t run_read(const char *path, char *bytes, size_t capacity)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t count = fread(bytes, 1, capacity, file);
    fclose(file);
    return count;
}
