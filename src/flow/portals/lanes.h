/* portals/lanes.h: 16 numbers of 16 bits with sign, side by side, in the registers there are. */
#ifndef WENDI_FLOW_PORTALS_LANES_H
#define WENDI_FLOW_PORTALS_LANES_H

#include "base/math/floating_point.h"

#include <stdbool.h>
#include <stdint.h>

enum { LANES = 16 };

#if defined(__SSE2__)
#include "flow/portals/lanes_sse2.h"
#elif defined(__ARM_NEON)
#include "flow/portals/lanes_neon.h"
#else
#include "flow/portals/lanes_plain.h"
#endif

#endif
