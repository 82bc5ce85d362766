/* portals_lanes.h: 16 numbers of 16 bits with sign, side by side, in the registers there are. */
#ifndef WENDI_FLOW_PORTALS_LANES_H
#define WENDI_FLOW_PORTALS_LANES_H

#include "base/base_private.h"

#include <stdbool.h>
#include <stdint.h>

enum { LANES = 16 };

#if defined(__SSE2__)
#include "flow/portals_lanes_sse2.h"
#elif defined(__ARM_NEON)
#include "flow/portals_lanes_neon.h"
#else
#include "flow/portals_lanes_plain.h"
#endif

#endif
