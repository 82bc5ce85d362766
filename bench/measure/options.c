/* Parses a command line by a table of options; an error is one line on stderr. */
#include "measure/options.h"

#include "progress.h"
#include "suggest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MOST = 32, GO_ON = -1, BAD = 2, EXPECTED_CAPACITY = 512 };

int bench_options_refuse(const char *bench, const char *option, const char *expected,
                         const char *found, const char *const *names, size_t count)
{
    char suggestion[SUGGEST_CAPACITY];
    fprintf(stderr, "bench %s: %s: expected %s, found '%s'%s\n", bench, option, expected, found,
            suggest(found, names, count, suggestion));
    return BAD;
}

void bench_offer(bench_offered *offered, const char *name)
{
    const size_t length = strlen(name);
    if (offered->count < BENCH_OFFERED_MAX && length < BENCH_OFFERED_CAPACITY) {
        char *text = offered->texts[offered->count];
        memcpy(text, name, length + 1);
        offered->names[offered->count++] = text;
    }
}

const char *bench_names(const char *const *names, size_t count, char *text, size_t capacity)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && used < capacity; i++) {
        const int more =
            snprintf(text + used, capacity - used, "%s%s", i > 0 ? ", " : "", names[i]);
        used += more > 0 ? (size_t)more : 0;
    }
    return text;
}

static bool read_count(const bench_option *option, const char *value, char *expected)
{
    char *end = NULL;
    errno = 0;
    const unsigned long long number = strtoull(value, &end, 10);
    snprintf(expected, EXPECTED_CAPACITY, "a whole number from %zu to %zu", option->least,
             option->most);
    /* strtoull would take signs and spaces before the digits. */
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 || number < option->least ||
        number > option->most) {
        return false;
    }
    *option->count = (size_t)number;
    return true;
}

static bool read_text(const bench_option *option, const char *value, char *expected)
{
    bool is_one = option->choices == NULL && value[0] != '\0';
    for (size_t i = 0; option->choices != NULL && i < option->choice_count; i++) {
        is_one = is_one || strcmp(option->choices[i], value) == 0;
    }
    if (option->choices == NULL) {
        snprintf(expected, EXPECTED_CAPACITY, "a name");
    } else {
        char names[EXPECTED_CAPACITY / 2];
        snprintf(expected, EXPECTED_CAPACITY, "one of %s",
                 bench_names(option->choices, option->choice_count, names, sizeof names));
    }
    *option->text = value;
    return is_one;
}

/* Reads a value. @param value NULL: there is none. */
static int take(const char *bench, const bench_option *option, const char *value)
{
    char expected[EXPECTED_CAPACITY];
    if (value == NULL) {
        fprintf(stderr, "bench %s: %s: expected a value after it\n", bench, option->name);
        return BAD;
    }
    const bool is_fine = option->count != NULL ? read_count(option, value, expected)
                                               : read_text(option, value, expected);
    return is_fine ? GO_ON
                   : bench_options_refuse(bench, option->name, expected, value, option->choices,
                                          option->choice_count);
}

static const bench_option *find(const bench_option *options, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(options[i].name, word) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

/* @param is_given [OPTIONS_MOST] */
static bool is_again(const bench_option *options, const bench_option *option, bool *is_given)
{
    const size_t at = (size_t)(option - options);
    const bool was_given = at < OPTIONS_MOST && is_given[at];
    if (at < OPTIONS_MOST) {
        is_given[at] = true;
    }
    return was_given && option->flag == NULL;
}

static int refuse_option(const char *bench, const bench_option *options, size_t count,
                         const char *word)
{
    bench_offered offered = {.count = 0};
    char suggestion[SUGGEST_CAPACITY];
    bench_offer(&offered, "--help");
    bench_offer(&offered, "--quiet");
    for (size_t i = 0; i < count; i++) {
        bench_offer(&offered, options[i].name);
    }
    fprintf(stderr, "bench %s: %s: no such option; 'bench %s --help' lists them%s\n", bench, word,
            bench, suggest(word, offered.names, offered.count, suggestion));
    return BAD;
}

static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

int bench_options_read(const char *bench, const char *help, const bench_option *options,
                       size_t option_count, int argc, char **argv)
{
    if (wants_help(argc, argv)) {
        fputs(help, stdout);
        fputs("  --quiet        no line of progress on the terminal\n", stdout);
        return 0;
    }
    bool is_given[OPTIONS_MOST] = {false};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quiet") == 0) {
            progress_forbid();
            continue;
        }
        const bench_option *option = find(options, option_count, argv[i]);
        if (option != NULL && is_again(options, option, is_given)) {
            fprintf(stderr, "bench %s: %s: given twice, but takes one value\n", bench,
                    option->name);
            return BAD;
        }
        if (option == NULL) {
            return refuse_option(bench, options, option_count, argv[i]);
        }
        if (option->flag != NULL) {
            *option->flag = true;
        } else {
            const char *value = i + 1 < argc ? argv[++i] : NULL;
            if (take(bench, option, value) != GO_ON) {
                return BAD;
            }
        }
        if (option->is_given != NULL) {
            *option->is_given = true;
        }
    }
    return GO_ON;
}
