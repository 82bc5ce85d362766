/* The command `wend bench crowd`. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_crowd_main(argc, argv);
}
