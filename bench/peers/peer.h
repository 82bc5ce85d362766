/* The search of a library from the package manager, on the same ground as the yardsticks.
 *
 * Built from peer_boost.cpp if Boost's headers are installed, else from peer_none.c.
 */
#ifndef BENCH_PEERS_PEER_H
#define BENCH_PEERS_PEER_H

#include "yardstick/yardstick.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_peer bench_peer;

/** "Boost 1.74"; NULL when this build has none. */
const char *bench_peer_name(void);
/** The package that provides one; "" when there is one. */
const char *bench_peer_hint(void);
/** Lays the ground out as a graph. @return NULL: no peer in this build, or out of memory. */
bench_peer *bench_peer_create(const yardstick_ground *ground);
void bench_peer_destroy(bench_peer *peer);
/** Start and goal as y * width + x. */
yardstick_answer bench_peer_find(bench_peer *peer, uint32_t start, uint32_t goal);

#ifdef __cplusplus
}
#endif
#endif
