/* Takes: the options of `wend bench crowd`.
 * Gives: its report.
 * Cost: as there. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_crowd_main(argc, argv);
}
