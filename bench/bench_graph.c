/* Takes: the options of `wend bench graph`.
 * Gives: its report.
 * Cost: as there. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_graph_main(argc, argv);
}
