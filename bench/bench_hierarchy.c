/* The command `wend bench hierarchy`. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_hierarchy_main(argc, argv);
}
