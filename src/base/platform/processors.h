/* platform/processors.h: how many threads can run at once here. */
#ifndef WENDI_BASE_PLATFORM_PROCESSORS_H
#define WENDI_BASE_PLATFORM_PROCESSORS_H

#include "base/math/floating_point.h"

#include <stdint.h>

/** Processors that are on line; 1 when that cannot be found out. */
uint32_t wendi_processor_count(void);

#endif
