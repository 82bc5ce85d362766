/* The command `wend bench planner`. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_planner_main(argc, argv);
}
