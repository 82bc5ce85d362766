/* Takes: the options of `wend bench planner`.
 * Gives: its report.
 * Cost: as there. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_planner_main(argc, argv);
}
