/* The command `wend bench graph`. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_graph_main(argc, argv);
}
