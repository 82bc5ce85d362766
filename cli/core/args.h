/* The arguments of a subcommand as a table.
 *
 * A subcommand declares its options with the variable for each value, then lets args_parse read
 * argv. Help, unknown options, missing values and values out of range are handled there, the same
 * for all. `--name value` and `--name=value` are the same; `--` ends the options. Every table has
 * --help, --json and --quiet.
 */
#ifndef CLI_CORE_ARGS_H
#define CLI_CORE_ARGS_H

#include "core/cli.h"

#include "suggest.h"

enum { ARGS_OPTIONS_MAX = 48, ARGS_POSITIONALS_MAX = 4, ARGS_FILES_MAX = 8 };

/* A cell as the user writes it, "X,Y". */
typedef struct arg_cell {
    int32_t x, y;
    bool is_given;
} arg_cell;

/* Message about a refused value. */
typedef struct arg_expected {
    char text[256];                    /* "expected one of best, none" */
    char suggestion[SUGGEST_CAPACITY]; /* similar names, as from suggest; or "" */
} arg_expected;

/** Reads a value of a subcommand's own kind. @param expected to be filled when the text is refused;
 * empty before. @return taken? */
typedef bool (*arg_read_fn)(void *target, const char *text, arg_expected *expected);

typedef enum arg_kind {
    ARG_FLAG,
    ARG_TEXT,
    ARG_INTEGER,
    ARG_NUMBER,
    ARG_CELL,
    ARG_CUSTOM,
    ARG_CUSTOM_OPTIONAL /* --name or --name=value */
} arg_kind;

typedef struct arg_option {
    arg_kind kind;
    const char *name;  /* "--from" */
    const char *value; /* name of the value in the help; NULL for flags */
    const char *help;
    void *target;
    int64_t integer_low, integer_high;
    double number_low, number_high;
    arg_read_fn read;
    bool may_repeat;
} arg_option;

typedef struct arg_positional {
    const char *name; /* "MAP" */
    const char *help;
    bool is_required;
    const char **target;
} arg_positional;

/* Uses of a file. */
typedef enum arg_use { ARG_READS, ARG_WRITES } arg_use;

/* An argument that names a file, or "-" for standard input or output. */
typedef struct arg_file {
    arg_use use;
    const char *name; /* "MAP", "--png" */
    const char *const *target;
} arg_file;

typedef struct args {
    const char *summary;  /* one sentence */
    const char *details;  /* more for the help; may be NULL */
    const char *examples; /* whole lines, each ending in a newline */
    arg_option options[ARGS_OPTIONS_MAX];
    size_t option_count;
    arg_positional positionals[ARGS_POSITIONALS_MAX];
    size_t positional_count;
    arg_file files[ARGS_FILES_MAX];
    size_t file_count;
} args;

/** An empty table. */
args args_make(const char *summary, const char *examples);

void args_positional(args *a, const char *name, const char *help, bool is_required,
                     const char **target);
void args_flag(args *a, const char *name, const char *help, bool *target);
void args_text(args *a, const char *name, const char *value, const char *help, const char **target);
/** A whole number from low to high. */
void args_integer(args *a, const char *name, const char *value, const char *help, int64_t low,
                  int64_t high, int64_t *target);
/** A finite number from low to high. */
void args_number(args *a, const char *name, const char *value, const char *help, double low,
                 double high, double *target);
void args_cell(args *a, const char *name, const char *help, arg_cell *target);
void args_custom(args *a, const char *name, const char *value, const char *help, arg_read_fn read,
                 void *target);
/** As args_custom, but the value may be left out (read then gets NULL) and only `=` gives one. */
void args_custom_optional(args *a, const char *name, const char *value, const char *help,
                          arg_read_fn read, void *target);

/** Makes the context of a subcommand: looks for --json first, so that every failure obeys it. */
cli args_context(int argc, char **argv);
/** True if help is requested. */
bool args_want_help(int argc, char **argv);
/** Reads argv[1] and further into the targets. @return true: continue; false: end with *exit_code
 * (the help was written, or a failure was reported). */
bool args_parse(const args *a, const cli *c, int argc, char **argv, int *exit_code);

/** Allows the option that was added last to be given more than once; others are refused then,
 * except flags. */
void args_may_repeat(args *a);
/** Declares an argument as the name of a file, so that it may be "-": standard input, which one
 * argument can read, or standard output, which one can write, and then without --json. args_parse
 * refuses further uses, and reserves standard output for the file (output.h).
 * @param name the argument's name. @param target its value after parsing; NULL and other names are
 * ordinary files. "-@..." counts as "-" (a picture of a tick). */
void args_file(args *a, arg_use use, const char *name, const char *const *target);

/** One of the names of a list. @param expected as in arg_read_fn. @return the index, or -1. */
int arg_choice(const char *text, const char *const *names, size_t count, arg_expected *expected);
/** A whole number of a text that holds nothing else. @return false: none, or out of range. */
bool arg_parse_integer(const char *text, int64_t low, int64_t high, int64_t *value);
/** A cell "X,Y", neither below 0. */
bool arg_parse_cell(const char *text, arg_cell *cell);
/** A finite number of a text that holds nothing else. */
bool arg_parse_number(const char *text, double low, double high, double *value);

#endif
