/* Takes: the options of `wend bench flow`.
 * Gives: its report.
 * Cost: as there. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_flow_main(argc, argv);
}
