/* Runs a benchmark by name.
 * Cost: minutes; seconds with --quick. */
#include "core/args.h"

#include <stdio.h>
#include <string.h>

#ifdef WEND_HAVE_BENCH
#include "bench.h"

static int run_search(const cli *c, int argc, char **argv)
{
    (void)c;
    return wend_bench_search_main(argc, argv);
}

static int run_mesh(const cli *c, int argc, char **argv)
{
    (void)c;
    return wend_bench_mesh_main(argc, argv);
}

static int run_graph(const cli *c, int argc, char **argv)
{
    (void)c;
    return wend_bench_graph_main(argc, argv);
}

static int run_flow(const cli *c, int argc, char **argv)
{
    (void)c;
    return wend_bench_flow_main(argc, argv);
}

static int run_crowd(const cli *c, int argc, char **argv)
{
    (void)c;
    return wend_bench_crowd_main(argc, argv);
}

static int run_planner(const cli *c, int argc, char **argv)
{
    (void)c;
    return wend_bench_planner_main(argc, argv);
}

static int run_hierarchy(const cli *c, int argc, char **argv)
{
    (void)c;
    return wend_bench_hierarchy_main(argc, argv);
}

static int run_mind(const cli *c, int argc, char **argv)
{
    (void)c;
    return wend_bench_mind_main(argc, argv);
}
#else
static int run_search(const cli *c, int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return cli_fail(c, "the benchmarks were not built in (WEND_BUILD_BENCH)");
}

static int run_mesh(const cli *c, int argc, char **argv)
{
    return run_search(c, argc, argv);
}

static int run_graph(const cli *c, int argc, char **argv)
{
    return run_search(c, argc, argv);
}

static int run_flow(const cli *c, int argc, char **argv)
{
    return run_search(c, argc, argv);
}

static int run_crowd(const cli *c, int argc, char **argv)
{
    return run_search(c, argc, argv);
}

static int run_planner(const cli *c, int argc, char **argv)
{
    return run_search(c, argc, argv);
}

static int run_hierarchy(const cli *c, int argc, char **argv)
{
    return run_search(c, argc, argv);
}

static int run_mind(const cli *c, int argc, char **argv)
{
    return run_search(c, argc, argv);
}
#endif

static void put_help(void)
{
    printf("usage: wend bench [search|mesh|graph|flow|crowd|planner|hierarchy|mind] [options]\n\n"
           "Measures searches side by side with plain implementations.\n\n"
           "  search      searches on grids (the default)\n"
           "  mesh        shortest paths over meshes, beside Detour\n"
           "  graph       nearest nodes among few and many\n"
           "  flow        flow fields, beside queue floods and Dial's buckets\n"
           "  crowd       arrivals, overlaps and the time of a tick of crowds\n"
           "  planner     many path requests under a budget\n"
           "  hierarchy   hierarchies, beside A* and jump points\n"
           "  mind        what many agents perceive and decide by\n"
           "  --quick     seconds instead of minutes\n"
           "  --json      answer with one JSON object on stdout\n"
           "  --quiet     no line of progress on the terminal\n"
           "  --help      show this; 'wend bench search --help' lists all options of one\n\n"
           "examples:\n"
           "  wend bench --quick\n"
           "  wend bench search --json\n"
           "  wend bench mesh --only dungeon.solo\n");
}

static const char *const SUITE_NAMES[] = {"search", "mesh",    "graph",     "flow",
                                          "crowd",  "planner", "hierarchy", "mind"};
static int (*const RUN_SUITES[])(const cli *c, int argc, char **argv) = {
    run_search, run_mesh, run_graph, run_flow, run_crowd, run_planner, run_hierarchy, run_mind};
enum { SUITE_COUNT = sizeof RUN_SUITES / sizeof RUN_SUITES[0] };

int cmd_bench(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        put_help();
        return CLI_OK;
    }
    if (argc < 2 || argv[1][0] == '-') {
        return run_search(&c, argc, argv);
    }
    for (size_t i = 0; i < SUITE_COUNT; i++) {
        if (strcmp(argv[1], SUITE_NAMES[i]) == 0) {
            return RUN_SUITES[i](&c, argc - 1, argv + 1);
        }
    }
    arg_expected expected = {.text = ""};
    (void)arg_choice(argv[1], SUITE_NAMES, SUITE_COUNT, &expected);
    return cli_fail(&c, "%s: no such benchmark; %s%s", argv[1], expected.text, expected.suggestion);
}
