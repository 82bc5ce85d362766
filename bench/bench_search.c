/* takes: the options of `wend bench search`.
 * gives: its report, without the command around it.
 * cost:  as the suite. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_search_main(argc, argv);
}
