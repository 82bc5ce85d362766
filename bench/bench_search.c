/* The command `wend bench search` as a program of its own. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_search_main(argc, argv);
}
