/* The peer of crowds in a build without DetourCrowd: it names the package to install. */
#include "peers/crowd_peer.h"

const char *crowd_peer_hint(void)
{
    return "Built without DetourCrowd: install librecast-dev and a C++ compiler, build again.";
}

crowd_peer *crowd_peer_create(wend_vec2 low, wend_vec2 high, const wend_vec2 *starts,
                              const wend_vec2 *goals, size_t count, double radius, double speed)
{
    (void)low;
    (void)high;
    (void)starts;
    (void)goals;
    (void)count;
    (void)radius;
    (void)speed;
    return NULL;
}

void crowd_peer_destroy(crowd_peer *peer)
{
    (void)peer;
}

void crowd_peer_tick(crowd_peer *peer, double step)
{
    (void)peer;
    (void)step;
}

double crowd_peer_speed(const crowd_peer *peer)
{
    (void)peer;
    return 0;
}
