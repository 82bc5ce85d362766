/* Single hexes of straight lines, for callers that follow one step by step. */
#ifndef WENDI_WORLD_GRID_HEX_LINE_H
#define WENDI_WORLD_GRID_HEX_LINE_H

#include "wend/hex.h"

/** Hex `step` of the line that wend_hex_line lists, 0 to their distance. Both in range. */
wend_hex wendi_hex_line_at(wend_hex a, wend_hex b, int32_t step);

#endif
