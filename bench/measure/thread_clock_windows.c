/* Nanoseconds of the wall clock: Windows counts a thread's own time in 1/64 of a second.
 * Cost: that of wend_clock_ns. */
#include "measure/timing.h"

uint64_t bench_clock_ns(void)
{
    return wend_clock_ns();
}
