/* takes: nothing.
 * gives: nanoseconds of the wall clock: a thread's own time is counted in 1/64 of a second here.
 * cost:  as wend_clock_ns. */
#include "measure/timing.h"

uint64_t bench_clock_ns(void)
{
    return wend_clock_ns();
}
