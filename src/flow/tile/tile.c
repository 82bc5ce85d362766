/* takes: nothing.
 * gives: the steps of the eight directions, clockwise from east.
 * cost:  none. */
#include "flow/tile/tile.h"

const int32_t wendi_flow_dx[8] = {1, 1, 0, -1, -1, -1, 0, 1};
const int32_t wendi_flow_dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};
