/* takes: the options of `wend bench mesh`.
 * gives: its report, without the command around it.
 * cost:  as the suite. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_mesh_main(argc, argv);
}
