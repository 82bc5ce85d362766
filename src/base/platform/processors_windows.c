/* takes: nothing.
 * gives: the number of processors that are on line.
 * cost:  one call of the system. */
#include "base/platform/processors.h"

#include <windows.h>

uint32_t wendi_processor_count(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors < 1 ? 1 : (uint32_t)info.dwNumberOfProcessors;
}
