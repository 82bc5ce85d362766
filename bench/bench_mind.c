/* The command `wend bench mind`. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_mind_main(argc, argv);
}
