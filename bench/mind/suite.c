/* The suite of `wend bench mind`: the report on stdout, progress on stderr.
 * Cost: half a minute; a few seconds with --quick. */
#include "mind/suite.h"

#include "bench.h"

static const char help[] =
    "usage: bench mind [options]\n"
    "Measures what agents perceive and decide by, many of them at once: "
    "rays of sight beside plain\n"
    "tests of the same walls in the same run, and ticks.\n"
    "  --only NAME    one part: memory, senses, shared, rules, minds, strategy,\n"
    "                 machines, squads, tick\n"
    "  --json         JSON instead of Markdown\n"
    "  --quick        few agents and ticks\n";

typedef struct mind_part {
    const char *name;
    void (*run)(bench_suite *suite);
} mind_part;

static const mind_part parts[] = {
    {"senses", bench_mind_senses},     {"memory", bench_mind_memory},
    {"shared", bench_mind_shared},     {"rules", bench_mind_rules},
    {"minds", bench_mind_minds},       {"strategy", bench_mind_strategy},
    {"machines", bench_mind_machines}, {"squads", bench_mind_squads},
    {"tick", bench_mind_tick},
};

int wend_bench_mind_main(int argc, char **argv)
{
    bench_options options = {0};
    const bench_option table[] = {{.name = "--json", .flag = &options.json},
                                  {.name = "--quick", .flag = &options.quick},
                                  {.name = "--only", .text = &options.only}};
    const int status =
        bench_options_read("mind", help, table, sizeof table / sizeof table[0], argc, argv);
    if (status >= 0) {
        return status;
    }
    bench_suite suite = {.options = options};
    bench_report_begin(&suite.report, stdout, options.json, options.quick);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (bench_suite_wants(&suite, parts[i].name)) {
            bench_progress("mind", parts[i].name);
            parts[i].run(&suite);
        }
    }
    const size_t missed = bench_report_end(&suite.report);
    if (options.only != NULL && suite.wanted == 0) {
        return bench_options_refuse("mind", "--only", "the name of a part", options.only,
                                    suite.offered.names, suite.offered.count);
    }
    return suite.failures > 0 || missed > 0 ? 1 : 0;
}
