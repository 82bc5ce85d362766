/* takes: nothing.
 * gives: the number of processors that are on line.
 * cost:  one call of the system. */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include "base/platform/processors.h"

#include <unistd.h>

uint32_t wendi_processor_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (uint32_t)count;
}
