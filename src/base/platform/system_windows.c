/* Reads the performance counter and the number of processors, on Windows.
 * Cost: a clock reading takes some 30 ns. */
#include "base/platform/system.h"

#include "wend/base.h"

#include <windows.h>

uint64_t wend_clock_ns(void)
{
    LARGE_INTEGER frequency;
    LARGE_INTEGER now;
    if (!QueryPerformanceFrequency(&frequency) || !QueryPerformanceCounter(&now)) {
        return 0;
    }
    /* Seconds and the rest separately: ticks * 10^9 would wrap after half an hour. */
    uint64_t per_second = (uint64_t)frequency.QuadPart;
    uint64_t ticks = (uint64_t)now.QuadPart;
    return ticks / per_second * 1000000000u + ticks % per_second * 1000000000u / per_second;
}

uint32_t wendi_processor_count(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors < 1 ? 1 : (uint32_t)info.dwNumberOfProcessors;
}
