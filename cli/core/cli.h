/* The common parts of all subcommands: exit codes, reports of failures, and the command itself. */
#ifndef CLI_CORE_CLI_H
#define CLI_CORE_CLI_H

#include "wend/base.h"

#if defined(__MINGW32__)
#define CLI_PRINTF(format_at, values_at) __attribute__((format(gnu_printf, format_at, values_at)))
#elif defined(__GNUC__)
#define CLI_PRINTF(format_at, values_at) __attribute__((format(printf, format_at, values_at)))
#else
#define CLI_PRINTF(format_at, values_at)
#endif

/* Exit codes of the command. */
enum {
    CLI_OK = 0,      /* found, done */
    CLI_NO_PATH = 1, /* there is no path; a scenario has mismatches */
    CLI_BAD = 2      /* bad use, bad file, or something failed */
};

/* The subcommand that runs and how it answers. */
typedef struct cli {
    const char *command; /* "path" */
    bool is_json;        /* one JSON object on stdout, failures too */
} cli;

/** Reports a failure: a line on stderr, with --json also {"error": ...} on stdout, which must be
 * the only output there. @return CLI_BAD. */
int cli_fail(const cli *c, const char *format, ...) CLI_PRINTF(2, 3);
/** The same for a failed call: the message where it has a text, else the result's text.
 * @param what the attempted action or the file's name. */
int cli_fail_call(const cli *c, const char *what, wend_result result, const wend_message *message);
/** A line on stderr that is no failure. */
void cli_note(const cli *c, const char *format, ...) CLI_PRINTF(2, 3);

/* The subcommands; argv[0] is the subcommand's name. Each returns the exit code. */
int cmd_bench(int argc, char **argv);
int cmd_build(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_demo(int argc, char **argv);
int cmd_flow(int argc, char **argv);
int cmd_generate(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_path(int argc, char **argv);
int cmd_polyanya(int argc, char **argv);
int cmd_reach(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_scen(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_version(int argc, char **argv);
int cmd_view(int argc, char **argv);

#endif
