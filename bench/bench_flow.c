/* The command `wend bench flow`. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_flow_main(argc, argv);
}
