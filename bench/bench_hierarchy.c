/* Takes: the options of `wend bench hierarchy`.
 * Gives: its report.
 * Cost: as there. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_hierarchy_main(argc, argv);
}
