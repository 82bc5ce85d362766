/* The command `wend bench mesh` as a program of its own. */
#include "bench.h"

int main(int argc, char **argv)
{
    return wend_bench_mesh_main(argc, argv);
}
