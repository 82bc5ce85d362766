/* Clock and number of processors of the machine, from the operating system. */
#ifndef WENDI_BASE_PLATFORM_SYSTEM_H
#define WENDI_BASE_PLATFORM_SYSTEM_H

#include "base/math/floating_point.h"

#include <stdint.h>

/** Number of processors on line; 1 when the system does not say. */
uint32_t wendi_processor_count(void);

#endif
