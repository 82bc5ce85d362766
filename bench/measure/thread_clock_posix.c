/* Processor time of the calling thread in nanoseconds, free of the machine's other work.
 * Cost: a system call. */
#include "measure/timing.h"

#include <time.h>

uint64_t bench_clock_ns(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) {
        return wend_clock_ns();
    }
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}
