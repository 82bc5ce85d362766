/* Parses argv by a table of options into the variables that the table names; an error is one line.
 */
#include "core/args.h"

#include "core/output.h"
#include "json.h"
#include "progress.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns of the help: names and meanings. */
enum { HEAD_WIDTH = 24, HELP_WIDTH = 70 };

args args_make(const char *summary, const char *examples)
{
    return (args){.summary = summary, .examples = examples};
}

static arg_option *add(args *a, arg_kind kind, const char *name, const char *help, void *target)
{
    assert(a->option_count < ARGS_OPTIONS_MAX);
    arg_option *option = &a->options[a->option_count++];
    *option = (arg_option){.kind = kind, .name = name, .help = help, .target = target};
    return option;
}

void args_positional(args *a, const char *name, const char *help, bool is_required,
                     const char **target)
{
    assert(a->positional_count < ARGS_POSITIONALS_MAX);
    a->positionals[a->positional_count++] =
        (arg_positional){.name = name, .help = help, .is_required = is_required, .target = target};
}

void args_flag(args *a, const char *name, const char *help, bool *target)
{
    add(a, ARG_FLAG, name, help, target);
}

void args_text(args *a, const char *name, const char *value, const char *help, const char **target)
{
    add(a, ARG_TEXT, name, help, target)->value = value;
}

void args_integer(args *a, const char *name, const char *value, const char *help, int64_t low,
                  int64_t high, int64_t *target)
{
    arg_option *option = add(a, ARG_INTEGER, name, help, target);
    option->value = value;
    option->integer_low = low;
    option->integer_high = high;
}

void args_number(args *a, const char *name, const char *value, const char *help, double low,
                 double high, double *target)
{
    arg_option *option = add(a, ARG_NUMBER, name, help, target);
    option->value = value;
    option->number_low = low;
    option->number_high = high;
}

void args_cell(args *a, const char *name, const char *help, arg_cell *target)
{
    add(a, ARG_CELL, name, help, target)->value = "X,Y";
}

void args_custom(args *a, const char *name, const char *value, const char *help, arg_read_fn read,
                 void *target)
{
    arg_option *option = add(a, ARG_CUSTOM, name, help, target);
    option->value = value;
    option->read = read;
}

void args_custom_optional(args *a, const char *name, const char *value, const char *help,
                          arg_read_fn read, void *target)
{
    args_custom(a, name, value, help, read, target);
    a->options[a->option_count - 1].kind = ARG_CUSTOM_OPTIONAL;
}

void args_may_repeat(args *a)
{
    assert(a->option_count > 0);
    a->options[a->option_count - 1].may_repeat = true;
}

void args_file(args *a, arg_use use, const char *name, const char *const *target)
{
    assert(a->file_count < ARGS_FILES_MAX);
    a->files[a->file_count++] = (arg_file){.use = use, .name = name, .target = target};
}

/* ---- values ---- */

bool arg_parse_integer(const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end = NULL;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    const bool is_whole = text[0] != '\0' && text[0] != ' ' && *end == '\0' && errno == 0;
    if (!is_whole || number < low || number > high) {
        return false;
    }
    *value = number;
    return true;
}

bool arg_parse_number(const char *text, double low, double high, double *value)
{
    char *end = NULL;
    const double number = strtod(text, &end);
    const bool is_whole = text[0] != '\0' && text[0] != ' ' && *end == '\0' && isfinite(number);
    if (!is_whole || number < low || number > high) {
        return false;
    }
    *value = number;
    return true;
}

int arg_choice(const char *text, const char *const *names, size_t count, arg_expected *expected)
{
    const size_t capacity = sizeof expected->text;
    size_t used = (size_t)snprintf(expected->text, capacity, "expected one of");
    for (size_t i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            return (int)i;
        }
        if (used < capacity) {
            used += (size_t)snprintf(expected->text + used, capacity - used, "%s %s",
                                     i == 0 ? "" : ",", names[i]);
        }
    }
    suggest(text, names, count, expected->suggestion);
    return -1;
}

bool arg_parse_cell(const char *text, arg_cell *cell)
{
    char first[32];
    const char *comma = strchr(text, ',');
    const size_t length = comma == NULL ? sizeof first : (size_t)(comma - text);
    int64_t x = 0;
    int64_t y = 0;
    if (length >= sizeof first) {
        return false;
    }
    memcpy(first, text, length);
    first[length] = '\0';
    if (!arg_parse_integer(first, 0, INT32_MAX, &x) ||
        !arg_parse_integer(comma + 1, 0, INT32_MAX, &y)) {
        return false;
    }
    *cell = (arg_cell){.x = (int32_t)x, .y = (int32_t)y, .is_given = true};
    return true;
}

static void expect_number(const arg_option *option, arg_expected *expected)
{
    char low[JSON_NUMBER_CAPACITY];
    char high[JSON_NUMBER_CAPACITY];
    json_format_number(option->number_low, low);
    json_format_number(option->number_high, high);
    snprintf(expected->text, sizeof expected->text, "expected a number from %s to %s", low, high);
}

/* An option that stands without a value. */
static bool store_alone(const arg_option *option, arg_expected *expected)
{
    if (option->kind == ARG_FLAG) {
        *(bool *)option->target = true;
        return true;
    }
    return option->read(option->target, NULL, expected);
}

static bool store(const arg_option *option, const char *text, arg_expected *expected)
{
    switch (option->kind) {
    case ARG_FLAG:
        return false; /* Refused before: a flag takes no value. */
    case ARG_TEXT:
        *(const char **)option->target = text;
        snprintf(expected->text, sizeof expected->text, "expected %s", option->value);
        return text[0] != '\0';
    case ARG_INTEGER:
        snprintf(expected->text, sizeof expected->text,
                 "expected a whole number from %" PRId64 " to %" PRId64, option->integer_low,
                 option->integer_high);
        return arg_parse_integer(text, option->integer_low, option->integer_high,
                                 (int64_t *)option->target);
    case ARG_NUMBER:
        expect_number(option, expected);
        return arg_parse_number(text, option->number_low, option->number_high,
                                (double *)option->target);
    case ARG_CELL:
        snprintf(expected->text, sizeof expected->text, "expected a cell as X,Y, such as 12,7");
        return arg_parse_cell(text, (arg_cell *)option->target);
    case ARG_CUSTOM:
    case ARG_CUSTOM_OPTIONAL:
        return option->read(option->target, text, expected);
    }
    return false;
}

/* ---- help ---- */

/* Writes a text in lines of its column, broken at spaces. */
static void put_wrapped(const char *text)
{
    size_t used = 0;
    while (*text != '\0') {
        const size_t word = strcspn(text, " ");
        if (used > 0 && used + 1 + word > HELP_WIDTH) {
            printf("\n  %-*s ", HEAD_WIDTH, "");
            used = 0;
        } else if (used > 0) {
            fputc(' ', stdout);
            used++;
        }
        fwrite(text, 1, word, stdout);
        used += word;
        text += word + strspn(text + word, " ");
    }
    fputc('\n', stdout);
}

static void put_row(const char *left, const char *value, const char *separator, const char *help)
{
    char head[64];
    snprintf(head, sizeof head, "%s%s%s", left, value == NULL ? "" : separator,
             value == NULL ? "" : value);
    printf("  %-*s ", HEAD_WIDTH, head);
    put_wrapped(help);
}

static void put_help(const args *a, const char *command)
{
    printf("usage: wend %s", command);
    for (size_t i = 0; i < a->positional_count; i++) {
        const arg_positional *p = &a->positionals[i];
        printf(p->is_required ? " %s" : " [%s]", p->name);
    }
    printf(" [options]\n\n%s\n\n", a->summary);
    for (size_t i = 0; i < a->positional_count; i++) {
        put_row(a->positionals[i].name, NULL, "", a->positionals[i].help);
    }
    for (size_t i = 0; i < a->option_count; i++) {
        const arg_option *option = &a->options[i];
        const bool is_optional = option->kind == ARG_CUSTOM_OPTIONAL;
        put_row(option->name, option->value, is_optional ? "" : " ", option->help);
    }
    put_row("--json", NULL, "", "answer with one JSON object on stdout, failures too");
    put_row("--quiet", NULL, "", "no line of progress on the terminal");
    put_row("--help", NULL, "", "show this");
    if (a->details != NULL) {
        printf("\n%s", a->details);
    }
    printf("\nexamples:\n%s", a->examples);
}

/* ---- parsing ---- */

cli args_context(int argc, char **argv)
{
    cli c = {.command = argv[0]};
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        c.is_json = c.is_json || strcmp(argv[i], "--json") == 0;
    }
    return c;
}

bool args_want_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

/* The option of an argument "--name" or "--name=value". */
static const arg_option *find_option(const args *a, const char *argument)
{
    const size_t length = strcspn(argument, "=");
    for (size_t i = 0; i < a->option_count; i++) {
        const char *name = a->options[i].name;
        if (strlen(name) == length && strncmp(name, argument, length) == 0) {
            return &a->options[i];
        }
    }
    return NULL;
}

/* Options of every table. */
enum { OWN = 3 };

static void refuse_option(const args *a, const cli *c, const char *argument)
{
    const char *names[ARGS_OPTIONS_MAX + OWN] = {"--json", "--quiet", "--help"};
    char name[64];
    char suggestion[SUGGEST_CAPACITY];
    for (size_t i = 0; i < a->option_count; i++) {
        names[i + OWN] = a->options[i].name;
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(argument, "="), argument);
    cli_fail(c, "%.100s: no such option; 'wend %s --help' lists them%s", argument, c->command,
             suggest(name, names, a->option_count + OWN, suggestion));
}

/* @param is_given [ARGS_OPTIONS_MAX]. Reads the option at argv[*index] and moves the index past
 * it and its value. */
static bool parse_option(const args *a, const cli *c, int argc, char **argv, int *index,
                         bool *is_given)
{
    const char *argument = argv[(*index)++];
    const char *equals = strchr(argument, '=');
    const char *text = equals == NULL ? NULL : equals + 1;
    const arg_option *option = find_option(a, argument);
    if (option == NULL) {
        refuse_option(a, c, argument);
        return false;
    }
    bool *is_again = &is_given[option - a->options];
    if (*is_again && option->kind != ARG_FLAG && !option->may_repeat) {
        cli_fail(c, "%s: given twice, but takes one value", option->name);
        return false;
    }
    *is_again = true;
    if (option->kind == ARG_FLAG && text != NULL) {
        cli_fail(c, "%s: takes no value, found '%.100s'", option->name, text);
        return false;
    }
    const bool may_stand_alone = option->kind == ARG_FLAG || option->kind == ARG_CUSTOM_OPTIONAL;
    arg_expected expected = {.text = ""};
    if (text == NULL && may_stand_alone) {
        return store_alone(option, &expected);
    }
    if (text == NULL) {
        if (*index >= argc || strncmp(argv[*index], "--", 2) == 0) {
            cli_fail(c, "%s: expected a value %s after it", option->name, option->value);
            return false;
        }
        text = argv[(*index)++];
    }
    if (!store(option, text, &expected)) {
        cli_fail(c, "%s: %s, found '%.100s'%s", option->name, expected.text, text,
                 expected.suggestion);
        return false;
    }
    return true;
}

static bool has_all_positionals(const args *a, const cli *c, size_t given)
{
    if (given < a->positional_count && a->positionals[given].is_required) {
        cli_fail(c, "%s: missing (%s); see 'wend %s --help'", a->positionals[given].name,
                 a->positionals[given].help, c->command);
        return false;
    }
    return true;
}

static bool is_standard(const char *file)
{
    return file != NULL && file[0] == '-' && (file[1] == '\0' || file[1] == '@');
}

/* The files that are "-" must be one of each kind. */
static bool take_standard_streams(const args *a, const cli *c)
{
    const arg_file *found[2] = {NULL, NULL};
    for (size_t i = 0; i < a->file_count; i++) {
        const arg_file *file = &a->files[i];
        if (!is_standard(*file->target)) {
            continue;
        }
        const arg_file *other = found[file->use];
        if (other != NULL) {
            cli_fail(c,
                     file->use == ARG_READS
                         ? "%s: standard input is read for %s; only one file can be '-'"
                         : "%s: standard output takes %s; only one file can be '-'",
                     file->name, other->name);
            return false;
        }
        found[file->use] = file;
    }
    if (found[ARG_WRITES] != NULL && c->is_json) {
        cli_fail(c, "--json: standard output takes %s, which is '-'; name a file",
                 found[ARG_WRITES]->name);
        return false;
    }
    return found[ARG_WRITES] == NULL || output_take(c) == CLI_OK;
}

bool args_parse(const args *a, const cli *c, int argc, char **argv, int *exit_code)
{
    size_t given = 0;
    bool is_past_options = false;
    bool is_given[ARGS_OPTIONS_MAX] = {false};
    *exit_code = CLI_BAD;
    if (args_want_help(argc, argv)) {
        put_help(a, c->command);
        *exit_code = CLI_OK;
        return false;
    }
    for (int i = 1; i < argc;) {
        const char *argument = argv[i];
        if (!is_past_options && strcmp(argument, "--") == 0) {
            is_past_options = true;
            i++;
        } else if (!is_past_options && strcmp(argument, "--json") == 0) {
            i++;
        } else if (!is_past_options && strcmp(argument, "--quiet") == 0) {
            progress_forbid();
            i++;
        } else if (!is_past_options && argument[0] == '-' && argument[1] != '\0') {
            if (!parse_option(a, c, argc, argv, &i, is_given)) {
                return false;
            }
        } else if (given < a->positional_count && argument[0] == '\0') {
            cli_fail(c, "%s: expected %s, found ''", a->positionals[given].name,
                     a->positionals[given].help);
            return false;
        } else if (given < a->positional_count) {
            *a->positionals[given++].target = argument;
            i++;
        } else {
            cli_fail(c, "%.100s: one argument too many", argument);
            return false;
        }
    }
    return has_all_positionals(a, c, given) && take_standard_streams(a, c);
}
