/* Runs the subcommand that the command line names, and returns its exit code. */
#include "core/args.h"
#include "core/output.h"
#include "json.h"
#include "progress.h"
#include "streams.h"

#include <stdio.h>
#include <string.h>

typedef struct subcommand {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} subcommand;

static const subcommand SUBCOMMANDS[] = {
    {"info", cmd_info, "show what a map, level, mesh or graph consists of"},
    {"path", cmd_path, "find a path between two positions, in any world"},
    {"reach", cmd_reach, "show all that lies within a cost"},
    {"flow", cmd_flow, "draw and measure the flow fields that lead many agents to a goal"},
    {"run", cmd_run, "run a scene in Lua: a crowd that moves, as fast as it can"},
    {"view", cmd_view, "show a scene in Lua in a window, and change it while it runs"},
    {"replay", cmd_replay, "run a recorded scene again and compare every tick"},
    {"scen", cmd_scen, "run a scenario and compare the lengths with the published ones"},
    {"polyanya", cmd_polyanya, "run a scenario over a mesh and compare the lengths"},
    {"serve", cmd_serve, "answer path requests that come as lines of JSON"},
    {"build", cmd_build, "build a grid, graph or mesh of a level and write it"},
    {"convert", cmd_convert, "write a map in another format"},
    {"generate", cmd_generate, "generate a map from a seed"},
    {"demo", cmd_demo, "a hundred routes through a city, as a picture"},
    {"bench", cmd_bench, "run benchmarks"},
    {"version", cmd_version, "print the version"},
};

enum { SUBCOMMAND_COUNT = sizeof SUBCOMMANDS / sizeof SUBCOMMANDS[0] };

static void put_overview(FILE *out)
{
    fprintf(out, "usage: wend COMMAND [arguments]\n\n"
                 "Finds paths through maps, and moves crowds along them.\n\n");
    for (size_t i = 0; i < SUBCOMMAND_COUNT; i++) {
        fprintf(out, "  %-10s %s\n", SUBCOMMANDS[i].name, SUBCOMMANDS[i].summary);
    }
    fprintf(out, "\n'wend COMMAND --help' lists the arguments of a command.\n"
                 "Ends with 0 (found, done), 1 (no path) or 2 (bad use, bad file).\n\n"
                 "examples:\n"
                 "  wend demo --out demo-out\n"
                 "  wend path maps/rooms65.map --from 1,1 --to 62,62 --ascii\n"
                 "  wend scen maps/rooms65.map.scen --json\n");
}

static const subcommand *find_subcommand(const char *name)
{
    for (size_t i = 0; i < SUBCOMMAND_COUNT; i++) {
        if (strcmp(SUBCOMMANDS[i].name, name) == 0) {
            return &SUBCOMMANDS[i];
        }
    }
    return NULL;
}

static int refuse_command(const cli *c, const char *name)
{
    const char *names[SUBCOMMAND_COUNT];
    char suggestion[SUGGEST_CAPACITY];
    if (name[0] == '\0') {
        return cli_fail(c, "expected a command, found ''; 'wend --help' lists them");
    }
    if (name[0] == '-') {
        return cli_fail(c, "%.100s: options stand behind a command; 'wend --help' lists commands",
                        name);
    }
    if (strcmp(name, "bake") == 0) {
        return cli_fail(c, "bake: no such command; did you mean 'wend build --bake'?");
    }
    for (size_t i = 0; i < SUBCOMMAND_COUNT; i++) {
        names[i] = SUBCOMMANDS[i].name;
    }
    return cli_fail(c, "%.100s: no such command; 'wend --help' lists them%s", name,
                    suggest(name, names, SUBCOMMAND_COUNT, suggestion));
}

int cmd_version(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    args a = args_make("Says which version this is.", "  wend version\n  wend version --json\n");
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    if (c.is_json) {
        json j = json_begin(stdout);
        json_text(&j, "version", wend_version());
        json_finish(&j);
    } else {
        printf("wend %s\n", wend_version());
    }
    return CLI_OK;
}

/* As `wend COMMAND --help`. */
static int help_of(char *name)
{
    char option[] = "--help";
    char *arguments[] = {name, option, NULL};
    const cli c = {.command = ""};
    const subcommand *found = find_subcommand(name);
    return found == NULL ? refuse_command(&c, name) : found->run(2, arguments);
}

static int dispatch(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "--help";
    if (strcmp(name, "help") == 0 && argc > 2) {
        return help_of(argv[2]);
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        put_overview(argc > 1 ? stdout : stderr);
        return argc > 1 ? CLI_OK : CLI_BAD;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        char version[] = "version";
        char *arguments[] = {version, NULL};
        return cmd_version(1, arguments);
    }
    const subcommand *found = find_subcommand(name);
    if (found == NULL) {
        cli c = args_context(argc, argv);
        c.command = "";
        return refuse_command(&c, name);
    }
    return found->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    streams_begin();
    const int exit_code = dispatch(argc, argv);
    progress_end();
    if (!output_finish() || fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "wend: standard output: cannot be written\n");
        return CLI_BAD;
    }
    return exit_code;
}
