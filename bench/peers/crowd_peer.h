/* DetourCrowd on a square without walls, for side by side measurements.
 *
 * Built from crowd_peer.cpp if librecast-dev is installed, else from crowd_peer_none.c. The radius,
 * the speed and the look-ahead of bodies are those of the crowds of wend they are compared with;
 * obstacle avoidance is DetourCrowd's best quality, with separation. */
#ifndef BENCH_PEERS_CROWD_PEER_H
#define BENCH_PEERS_CROWD_PEER_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crowd_peer crowd_peer;

/** The package that provides it; "" when it is there. */
const char *crowd_peer_hint(void);
/** A crowd on the ground from low to high. @param starts, goals [count] metres.
 * @return NULL: not in this build, or it failed. */
crowd_peer *crowd_peer_create(wend_vec2 low, wend_vec2 high, const wend_vec2 *starts,
                              const wend_vec2 *goals, size_t count, double radius, double speed);
void crowd_peer_destroy(crowd_peer *peer);
void crowd_peer_tick(crowd_peer *peer, double step);
/** Mean speed of all, metres a second, as a test that they move. */
double crowd_peer_speed(const crowd_peer *peer);

#ifdef __cplusplus
}
#endif
#endif
